#!/bin/sh
# install.sh - make install puts the headers and coalloc.pc where they belong, a program
# builds from there and nowhere else, or with CMake's add_subdirectory, and make
# uninstall leaves nothing.

. "$(dirname "$0")/../programs/lib-cli.sh"
make=${MAKE:-make}
into="DESTDIR=$dir/stage PREFIX=/opt/x"

if ! $make -s install $into >"$dir/said" 2>&1; then
    fail install "$(head -n 1 "$dir/said")"
    exit 1
fi
root=$dir/stage/opt/x

name=headers
for h in coalloc.h swf.h netsched.h; do
    [ ! -f $h ] || cmp -s $h "$root/include/$h" || name="headers: $h"
done
must headers "$name is not as here" [ "$name" = headers ]

pc=$root/share/pkgconfig/coalloc.pc
version=$(sed -n '1s/.* v\([0-9.]*\) .*/\1/p' coalloc.h)
must coalloc.pc "$(grep -e prefix= -e Version -e '@' "$pc" | paste -s -d ' ')" [ \
    "$(grep -c -x -e 'prefix=/opt/x' -e "Version: $version" "$pc"; grep '@' "$pc")" = 2 ]

cat >"$dir/user.c" <<'END'
#define COALLOC_IMPLEMENTATION
#include <coalloc.h>
int main(void) { return coa_status_text(COA_OK) == NULL; }
END
if command -v pkg-config >/dev/null; then
    flags=$(PKG_CONFIG_PATH=$root/share/pkgconfig PKG_CONFIG_SYSROOT_DIR=$dir/stage \
        pkg-config --cflags coalloc)
    (cd "$dir" && ${CC:-cc} $flags -o user user.c && ./user) >"$dir/said" 2>&1
    code=$?
    must pkg-config "with '$flags': $(head -n 1 "$dir/said")" [ $code = 0 ]
else
    skip pkg-config 'pkg-config is not installed'
fi

if command -v cmake >/dev/null; then
    cat >"$dir/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.5...3.31)
project(user C)
if(AT)
  find_package(coalloc $version REQUIRED)
else()
  add_subdirectory("$PWD" coalloc)
endif()
add_executable(made user.c)
target_link_libraries(made PRIVATE coalloc::coalloc)
END
    # in the folder itself, after make install, after cmake --install
    cmake -S . -B "$dir/own" >/dev/null 2>&1
    cmake --install "$dir/own" --prefix "$dir/into" >/dev/null 2>&1
    for at in '' "$root" "$dir/into"; do
        (cd "$dir" && rm -rf made.dir &&
            cmake -S . -B made.dir -DAT="$at" -DCMAKE_PREFIX_PATH="$at" &&
            cmake --build made.dir && made.dir/made) >"$dir/said" 2>&1
        code=$?
        must "cmake${at:+ find_package in $(basename "$at")}" \
            "$(grep -i -m 1 error "$dir/said")" [ $code = 0 ]
    done
else
    skip cmake 'cmake is not installed'
fi

$make -s uninstall $into >"$dir/said" 2>&1
left=$(find "$dir/stage" -type f)
must uninstall "leaves $left" [ -z "$left" ]
