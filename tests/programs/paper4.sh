#!/bin/sh
# paper4.sh - the page of bench/papers/paper4.sh (lib-page.sh), on a few tasks.

tool=multicost_sim
. "$(dirname "$0")/lib-cli.sh"
. tests/programs/lib-page.sh

pages
alone 12
