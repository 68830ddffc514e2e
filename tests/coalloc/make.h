/* make.h - what tests of coalloc.h begin with: a calendar, a booking. Include after
 * coalloc.h and test.h. */
#ifndef MAKE_H
#define MAKE_H

/* MAKE(.servers = 4, .index = COA_INDEX_COUNT): a calendar of this description. */
#define MAKE(...) make_calendar(&(const coa_desc){__VA_ARGS__})

static inline coa_calendar *make_calendar(const coa_desc *d)
{
    coa_calendar *cal = NULL;
    CHECK_EQ(coa_create(&cal, d), COA_OK);
    return cal;
}

/* RESERVE(cal, .length = 5, .servers = 2): what this request has booked. */
#define RESERVE(cal, ...) make_booking((cal), &(const coa_request){__VA_ARGS__})

static inline coa_booking make_booking(coa_calendar *cal, const coa_request *r)
{
    coa_booking b;
    CHECK_EQ(coa_reserve(cal, r, &b), COA_OK);
    return b;
}

/* Books `count` servers from `first` on. */
static inline coa_id make_commit(coa_calendar *cal, coa_time start, coa_time end,
                                 uint32_t first, uint32_t count)
{
    coa_run run = {first, count};
    const coa_set set = {1, 1, &run, NULL, NULL};
    coa_id id = 0;
    CHECK_EQ(coa_commit(cal, start, end, &set, 0, &id), COA_OK);
    CHECK(id > 0);
    return id;
}

#endif
