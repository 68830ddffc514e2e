/* avr.c - starts a program on an ATmega1284P: what it prints goes to the serial line, and
 * when main returns, the last line is `exit N` and the machine sleeps for ever, at which
 * simavr ends. Link with -Wl,--wrap=main. */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <stdio.h>
#include <stdlib.h>

int __real_main(int argc, char **argv);
int __wrap_main(void);

static int put(char c, FILE *f)
{
    (void)f;
    loop_until_bit_is_set(UCSR0A, UDRE0);
    UDR0 = (unsigned char)c;
    return 0;
}

void exit(int status)
{
    printf("\nexit %d\n", status);
    loop_until_bit_is_set(UCSR0A, TXC0);
    cli();
    sleep_enable();
    for (;;) sleep_cpu();
}

void abort(void) { exit(134); }

/* there is no environment */
char *getenv(const char *name)
{
    (void)name;
    return NULL;
}

int __wrap_main(void)
{
    static FILE line = FDEV_SETUP_STREAM(put, NULL, _FDEV_SETUP_WRITE);
    static char name[] = "avr", *argv[] = {name, NULL};
    stdout = &line;
    UCSR0B = _BV(TXEN0);
    exit(__real_main(1, argv));
}
