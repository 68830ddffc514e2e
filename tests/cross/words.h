/* words.h - a bare machine's command line, split at blanks. Words NAME=value before the
 * first other word are put into the environment. */
#ifndef CROSS_WORDS_H
#define CROSS_WORDS_H

#include <stdlib.h>
#include <string.h>

/* argv takes 32; returns how many there are, or -1. */
static int split_words(char *text, char **argv)
{
    char *word;
    int argc = 0;
    for (word = strtok(text, " "); word && argc < 31; word = strtok(NULL, " ")) {
        char *equals = strchr(word, '=');
        if (argc != 1 || !equals) {
            argv[argc++] = word;
            continue;
        }
        *equals = '\0';
        if (setenv(word, equals + 1, 1) != 0) return -1;
    }
    return argc;
}

#endif
