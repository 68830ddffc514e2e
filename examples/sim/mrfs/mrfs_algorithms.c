/* mrfs_algorithms.c - the table. */
#include "mrfs/mrfs_algorithms.h"

static const struct mrfs_algorithm rows[MRFS_ALGORITHMS] = {
    {{"ws-rc",
      "a job may be split over paths and units; units are accessible to each other"
      " as --pairs says"},
     "WS-RC",
     NETS_WS_RC,
     1,
     1,
     mrfs_paper_ws_rc},
    {{"wn-rc", "one path and one unit of each type; units accessible as in ws-rc"},
     "WN-RC",
     NETS_WN_RC,
     0,
     1,
     mrfs_paper_wn_rc},
    {{"ws-rn", "split; all units accessible to each other"},
     "WS-RN",
     NETS_WS_RN,
     1,
     0,
     mrfs_paper_ws_rn},
    {{"wn-rn", "one path and one unit of each type; all units accessible"},
     "WN-RN",
     NETS_WN_RN,
     0,
     0,
     mrfs_paper_wn_rn}};

const struct choice_table mrfs_algorithms = CHOICE_TABLE(rows);

const struct mrfs_algorithm *mrfs_algorithms_row(size_t row) { return &rows[row]; }
