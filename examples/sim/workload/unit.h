/* unit.h - numbers with units, in grid files and in requirements of jobs: 512, 4GB,
 * 2 GHz, 16 processors.
 *
 *     double number;
 *     if (unit_number(UNIT_MB, word, &number)) ...      4GB: number is 4096
 */
#ifndef UNIT_H
#define UNIT_H

#include "base/word.h"

#include <stddef.h>

enum unit_kind {
    UNIT_ANY,   /* of an attribute that is not known: any unit will do, or none */
    UNIT_ONE,   /* a number without a unit                                      */
    UNIT_COUNT, /* of processors or nodes                                       */
    UNIT_MB,
    UNIT_MHZ,
    UNIT_TEXT /* a text, never a number */
};

/* Is all of the word a decimal number, with or without a unit of this kind? */
int unit_number(enum unit_kind kind, struct word w, double *number);

/* The length of the decimal number, without exponent, that the word begins with; 0 if it
 * begins with none. */
size_t unit_digits(struct word w, double *number);

/* The factor by which a number in this unit is multiplied; 0 if the unit is not of this
 * kind. Without a unit it is 1. */
double unit_factor(enum unit_kind kind, struct word unit);

/* number * factor, to the nearest millionth, which is as exact as logs are. */
double unit_times(double number, double factor);

/* "a number of MHz, or with MHz or GHz,": what a message says was expected. */
const char *unit_expected(enum unit_kind kind);

#endif
