/* growing.c - a laboratory that grows: a class that is too large is refused, with the
 * reason; then there are more seats, and bookings get more of them or give some back. */
#define COALLOC_IMPLEMENTATION
#include "../coalloc.h"

#include <stdio.h>

static int show(const coa_calendar *cal)
{
    coa_booking b;
    for (b.id = 0; coa_next(cal, b.id, &b, NULL) == COA_OK;)
        printf("  booking %d of class %d: %d seats, [%d, %d)\n", (int)b.id, (int)b.tag,
               (int)b.servers, (int)b.start, (int)b.end);
    return coa_check(cal) == COA_OK; /* only tests need to ask */
}

int main(void)
{
    coa_desc desc = {0};
    coa_request req = {0};
    coa_reason why;
    coa_calendar *cal;
    coa_booking b;

    desc.servers = 8;
    if (coa_create(&cal, &desc) != COA_OK) return 1;
    req.servers = 6;
    req.length = 2;
    req.tag = 101;
    if (coa_reserve(cal, &req, &b) != COA_OK) return 1;
    req.servers = 12;
    req.tag = 202;
    if (coa_reserve(cal, &req, &b) != COA_E_NOFIT ||
        coa_explain(cal, &req, &why) != COA_E_NEVER)
        return 1;
    printf("%s: %s is %d, must be %d to %d\n", coa_status_text(why.status), why.field,
           (int)why.value, (int)why.least, (int)why.most);

    if (coa_resize(cal, 16) != COA_OK || coa_reserve(cal, &req, &b) != COA_OK) return 1;
    puts("with 16 seats:");
    if (!show(cal)) return 1;

    /* class 101 gets four more seats; class 202 gives back three, and becomes 203 */
    if (coa_widen(cal, 1, 4, COA_PLACE_DEFAULT, NULL, NULL) != COA_OK ||
        coa_release(cal, 2, NULL, 3) != COA_OK || coa_set_tag(cal, 2, 203) != COA_OK)
        return 1;
    puts("after some changes:");
    if (!show(cal)) return 1;
    if (coa_resize(cal, 8) != COA_E_BUSY) return 1;
    puts("not back to 8 seats: more are booked");
    coa_destroy(cal);
    return 0;
}
