#!/bin/sh
# paper3.sh - the page of bench/papers/paper3.sh (lib-page.sh), on a few requests.

tool=mrfs_sim
. "$(dirname "$0")/lib-cli.sh"
. tests/programs/lib-page.sh

pages
alone 1
