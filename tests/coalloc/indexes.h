/* indexes.h - the indexes that know the servers of a booking before it starts:
 *
 *     for (index = COA_INDEX_MAP; index <= COA_INDEX_SLICES; index = named_after(index))
 */
#ifndef INDEXES_H
#define INDEXES_H

static inline uint32_t named_after(uint32_t index)
{
    return index + 1 == COA_INDEX_COUNT ? index + 2 : index + 1;
}

#endif
