/* mps2.c - starts a test program on a bare Cortex-M: vectors, arguments, environment.
 *
 * Files, time and the exit status come from the host through semihosting (newlib's
 * librdimon). */
#define _POSIX_C_SOURCE 200112L
#include "words.h"

#include <stdint.h>

extern unsigned char bss_start[], bss_end[], stack_top[];
extern void initialise_monitor_handles(void);
extern int main(int argc, char **argv);

void reset(void);
void fault(void);
void _init(void);
void _fini(void);

/* newlib wants these around main */
void _init(void) {}
void _fini(void) {}

/* Operation 0x15 of semihosting: the command line. */
static int command_line(char *text, uint32_t size)
{
    struct {
        char *text;
        uint32_t size;
    } block;
    register uint32_t r0 __asm__("r0") = 0x15;
    register void *r1 __asm__("r1") = &block;
    block.text = text;
    block.size = size;
    __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
    return r0 == 0;
}

/* Operation 0x18 of semihosting, with the reason "internal error": the host's program
 * ends with a status that is not 0. */
void fault(void)
{
    register uint32_t r0 __asm__("r0") = 0x18;
    register uint32_t r1 __asm__("r1") = 0x20024;
    __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
    for (;;) {
    }
}

void reset(void)
{
    static char text[512], *argv[32];
    int argc = -1;
    memset(bss_start, 0, (size_t)(bss_end - bss_start));
    initialise_monitor_handles();
    if (command_line(text, sizeof text)) argc = split_words(text, argv);
    if (argc < 0) fault();
    exit(main(argc, argv));
}

/* The stack, reset, and what else can come without interrupts: faults. */
__attribute__((section(".vectors"), used)) static const void *const vectors[16] = {
    stack_top,           (const void *)reset, (const void *)fault, (const void *)fault,
    (const void *)fault, (const void *)fault, (const void *)fault};
