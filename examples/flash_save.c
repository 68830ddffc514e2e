/* flash_save.c - a calendar in flash that survives a power failure at any moment. Two
 * slots take turns: the older one is erased, then gets a sequence number, its complement
 * and the stream of coa_save. Until its last byte is there coa_load says that the stream
 * is cut, and the other slot counts. Here the power fails at each byte in turn. */
#define COALLOC_IMPLEMENTATION
#include "../coalloc.h"
#include <stdio.h>
#include <string.h>

enum { SLOT = 1024 }; /* bytes; on a real machine whole pages */
static unsigned char flash[2][SLOT], before[2][SLOT], *at; /* is read or written next */
static long power; /* it fails at so many bytes from now; < 0: never */

/* Erases or programs a byte. When the power fails, half of its bits have changed. */
static int change(unsigned char *byte, unsigned char value)
{
    if (power > 0) power--;
    *byte = power != 0 ? value : (unsigned char)((*byte & 0x0F) | (value & 0xF0));
    return power != 0;
}

static int put(void *end, const void *data, size_t size)
{
    const unsigned char *byte = (const unsigned char *)data;
    while (size > 0 && at < (unsigned char *)end && change(at++, *byte++)) size--;
    return size > 0;
}

static size_t get(void *end, void *data, size_t size)
{
    size_t n = 0;
    while (n < size && at < (unsigned char *)end) ((unsigned char *)data)[n++] = *at++;
    return n;
}

static uint32_t sequence(int slot) /* 0: it has none */
{
    uint32_t n[2];
    memcpy(n, flash[slot], sizeof n);
    return n[0] == ~n[1] ? n[0] : 0;
}

/* Loads the newest state that is whole and returns its slot; false if there is none. */
static int load(coa_calendar **cal, int *slot)
{
    *slot = sequence(1) > sequence(0);
    at = flash[*slot] + 8;
    if (coa_load(cal, NULL, get, flash[*slot] + SLOT) == COA_OK) return 1;
    *slot = !*slot;
    at = flash[*slot] + 8;
    return coa_load(cal, NULL, get, flash[*slot] + SLOT) == COA_OK;
}

/* Saves to the slot that is not `newest`, which stays until this one is whole. This flash
 * erases one slot from its beginning, the other from its end. */
static int save(const coa_calendar *cal, int newest)
{
    const uint32_t n = sequence(newest) + 1, head[2] = {n, ~n};
    unsigned char *end = flash[!newest] + SLOT;
    int i;
    for (i = 0; i < SLOT; i++)
        if (!change(newest ? end - SLOT + i : end - 1 - i, 0xFF)) return 0;
    at = end - SLOT;
    return put(end, head, sizeof head) == 0 && coa_save(cal, put, end) == COA_OK;
}

/* Starts the machine, books and saves, while there is power. Returns the booking's id. */
static int run(long bytes, int *saved)
{
    coa_desc desc = {0};
    coa_request req = {0};
    coa_calendar *cal;
    coa_booking b;
    int slot;
    desc.servers = req.servers = 8;
    req.length = 30;
    if (!load(&cal, &slot) && coa_create(&cal, &desc) != COA_OK) return 0;
    if (coa_reserve(cal, &req, &b) != COA_OK) return 0;
    power = bytes;
    *saved = save(cal, slot);
    coa_destroy(cal);
    return (int)b.id;
}

int main(void)
{
    int n, saved, id, ok;
    for (n = 1; n <= 10; n += 3) {
        long cut = 0;
        memcpy(before, flash, sizeof flash);
        do {
            memcpy(flash, before, sizeof flash);
            if (run(++cut, &saved) != n) return 1;
            id = run(-1, &ok); /* finds state n if it is whole, else n - 1 */
            if ((id != n + 1 && (id != n || saved)) || run(-1, &ok) != id + 1) return 1;
        } while (!saved);
        printf("save %d: the power fails at each of %ld bytes, no loss\n", n, cut - 1);
    }
    return 0;
}
