/* virt.c - gives a test program on QEMU's bare RV32 (machine virt) its words and its
 * environment; picolibc starts it and has files from the host, through semihosting. Link
 * with -Wl,--wrap=main. */
#define _DEFAULT_SOURCE
#include "words.h"

#include <semihost.h>

int __real_main(int argc, char **argv);
int __wrap_main(void);

int __wrap_main(void)
{
    static char text[512], *argv[32];
    int argc = -1;
    if (sys_semihost_get_cmdline(text, sizeof text) == 0) argc = split_words(text, argv);
    return argc < 0 ? 99 : __real_main(argc, argv);
}
