/* unit.h - what values are shown in. They are kept in seconds, bytes and fractions.
 *
 *     char text[UNIT_TEXT];
 *     unit_text(5400, UNIT_HOURS, text)      "1.50"
 */
#ifndef UNIT_H
#define UNIT_H

enum unit {
    UNIT_COUNT,
    UNIT_NUMBER,
    UNIT_PERCENT,
    UNIT_SECONDS,
    UNIT_MS,
    UNIT_US,
    UNIT_MINUTES,
    UNIT_HOURS,
    UNIT_DAYS,
    UNIT_KIB
};

enum { UNIT_TEXT = 40 };

const char *unit_name(enum unit u);           /* "hours"; "" of counts and numbers */
double unit_shown(double value, enum unit u); /* 7200 -> 2                         */
const char *unit_text(double value, enum unit u, char to[UNIT_TEXT]); /* "2.00"    */
const char *unit_span(double seconds, char to[UNIT_TEXT]); /* 900 -> "15 min"      */

#endif
