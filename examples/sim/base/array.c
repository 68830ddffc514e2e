/* array.c - the pointer is copied in and out as bytes, whatever it points to. */
#include "base/array.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int array_grow(void *items, size_t *capacity, size_t count, size_t more, size_t each)
{
    const size_t most = SIZE_MAX / 2 / each;
    size_t larger = *capacity + *capacity / 2 + 8;
    void *grown;
    if (count > most || more > most - count) return -1;
    if (larger > most) larger = most;
    if (larger < count + more) larger = count + more;
    memcpy(&grown, items, sizeof grown);
    grown = realloc(grown, larger * each);
    if (!grown) return -1;
    memcpy(items, &grown, sizeof grown);
    *capacity = larger;
    return 0;
}
