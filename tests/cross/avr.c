/* avr.c - starts a program on an ATmega1284P: one that is linked with -Wl,--wrap=main, or
 * TEST_CASE of a file that is compiled with TEST_APART. What it prints goes to the serial
 * line; then the machine sleeps for ever, at which simavr ends. */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int put(char c, FILE *f)
{
    (void)f;
    loop_until_bit_is_set(UCSR0A, UDRE0);
    UDR0 = (unsigned char)c;
    return 0;
}

void exit(int status)
{
    printf("exit %d\n", status);
    cli();
    sleep_enable();
    for (;;) sleep_cpu();
}

void abort(void) { exit(1); }

/* the environment */
char *getenv(const char *name)
{
    static char one[] = "1";
    return strcmp(name, "TEST_SCALE") == 0 ? one : NULL;
}

static void begin(void)
{
    static FILE line = FDEV_SETUP_STREAM(put, NULL, _FDEV_SETUP_WRITE);
    stdout = stderr = &line;
    UCSR0B = _BV(TXEN0);
}

#ifdef TEST_CASE
extern void (*const TEST_CASE)(void);

int main(void)
{
    begin();
    TEST_CASE();
    puts("PASS test");
    exit(0);
}
#else
int __real_main(int argc, char **argv);
int __wrap_main(void);

int __wrap_main(void)
{
    static char name[] = "avr", *argv[] = {name, name, NULL};
    begin();
    exit(__real_main(2, argv));
}
#endif
