/* multicost_methods.c - the table. */
#include "multicost/multicost_methods.h"

static const struct multicost_method rows[MULTICOST_METHODS] = {
    {{"mc-t", "paths pruned by equation 3"}, "MC-T", NETS_MC_T, 1},
    {{"awmc-t", "by the number of free slots"}, "AWMC-T", NETS_AWMC_T, 1},
    {{"exact", "only what cannot be better"}, "exact", NETS_EXACT, 1},
    {{"mc-b", "earliest arrival, CPUs not looked at"}, "MC-B", NETS_MC_B, 1},
    {{"ect", "earliest end, links not looked at"}, "ECT", NETS_ECT, 0}};

const struct choice_table multicost_methods = CHOICE_TABLE(rows);

const struct multicost_method *multicost_methods_row(size_t row) { return &rows[row]; }
