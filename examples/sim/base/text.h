/* text.h - numbers as text, and characters of UTF-8.
 *
 *     char to[TEXT_NUMBER];
 *     printf("%s jobs", text_count(28481, to));      28,481 jobs
 */
#ifndef TEXT_H
#define TEXT_H

#include <stdint.h>

enum { TEXT_NUMBER = 40 };

/* The shortest of 15 or 17 digits that reads back as x; "" for NAN and infinities. */
const char *text_number(double x, char *to);

/* 1234567 as 1,234,567. */
const char *text_count(uint64_t n, char *to);

/* "s", or "" for one thing: "%s job%s". */
const char *text_s(uint64_t n);

/* The number of bytes of the UTF-8 character at s; 0 if no character begins there. */
int text_utf8_length(const char *s);

#endif
