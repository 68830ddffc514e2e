/* coalloc.h - v0.2.0 - a calendar that finds and books free servers together - MIT-0

   A calendar keeps N servers. One search finds every server that is free for a whole
   window, or the earliest start at which n servers are free together. The calendar also
   books, trims, extends and cancels such advance reservations. A "server" is anything
   that is booked by the piece: a node, a seat, a room, a wavelength on a link.

   Do this in ONE C or C++ file to create the implementation:

       #define COALLOC_IMPLEMENTATION
       #include "coalloc.h"

   and include it without the define everywhere else.

   EXAMPLE: ask for 5 of 8 servers three times.

    ---- example.c
    #define COALLOC_IMPLEMENTATION
    #include "coalloc.h"
    #include <stdio.h>

    int main(void)
    {
        coa_desc desc = {0};
        coa_request req = {0};
        coa_calendar *cal;
        coa_booking b;

        desc.servers = 8;
        if (coa_create(&cal, &desc) != COA_OK) return 1;
        req.servers = 5;
        for (req.length = 30; req.length > 0; req.length -= 10) {
            if (coa_reserve(cal, &req, &b) != COA_OK) return 1;
            printf("booking %d: [%d, %d)\n", (int)b.id, (int)b.start, (int)b.end);
        }
        coa_destroy(cal);
        return 0;
    }
    ---- output
    booking 1: [0, 30)
    booking 2: [30, 50)
    booking 3: [50, 60)
    ----

   Other complete programs of this size are in examples/: search_commit.c (coa_search
   and coa_commit), among.c, late_binding.c (COUNT), arena.c, save_load.c, look.c
   (profile, idle periods, events, a copy), maintenance.c (a block) and flexco.c.
   In C++ write `= {}` for `= {0}`: g++ -Wextra warns of the latter.

   CONTENTS of this comment: WHAT IT IS NOT, WHY, CONCEPTS, INDEXES, FLEXCO,
   MOVING A BOOKING, COSTS, ERRORS, MEMORY, PERSISTENCE, THREADS, DETERMINISM, LIMITS,
   OPTIONS, SOURCES, HISTORY.
   To find a section of the code, search for its bookmark: >>parts, >>memory, >>arena,
   >>servers found, >>bookings, >>index (also: how to add one), >>events, >>named,
   >>complement, >>masks, >>sets, >>map, >>slices, >>range tree, >>range search, >>slots,
   >>counts, >>binding, >>promises, >>search, >>replacing, >>plan, >>public,
   >>alternatives, >>looking, >>copy, >>blocks, >>flex, >>check, >>stream, >>save, >>load.
   The licence is at the end of the file.

   WHAT IT IS NOT
   A calendar is not a queue: it answers each request at once and never moves a booking by
   itself. It is not a daemon and not thread-safe. It does not record who made a booking:
   keep that yourself, under the booking's id or in its tag. coa_save writes the calendar
   and coa_load reads it back, ids included; the caller decides where the bytes go. All
   servers are alike except for their number; to ask for servers with some feature, pass
   the set of them as `among`.

   WHY
   The obvious program keeps a list of intervals for each server, or a bitmap for each
   time slot. Then every question costs N steps with the lists, and with the bitmaps one
   word for every 64 servers and slot. Here servers with the same idle period form one
   group: a question costs as much as there are different idle periods, however many
   servers share them.

   CONCEPTS
   time      int64_t in any unit. Every interval is half-open: [start, end).
   now       the calendar's present. It only grows (coa_advance); the past is forgotten.
   horizon   H: every booking must end by now + H. 0 = no horizon.
   idle period  a maximal interval during which one server is not booked.
   request   n servers for `length`, from `ready` on: n_r, l_r and s_r in [1].
   booking   the answer to a request: a start, an end and the servers. Its id is 1, 2, 3,
             and so on.
   block     servers that nobody may get during a window, because of maintenance or a
             failure (coa_block). It is kept as a booking whose `block` is 1.
   tag       64 bits of the caller's that a booking keeps (coa_request.tag, coa_set_tag).
   profile   how many servers are free at each time (coa_profile).
   hole      a longest window in which so many servers are free (coa_holes).
   event     a booking starts or ends (coa_next_event).
   set       coa_set: sorted runs of server numbers. Searches return sets, and `among` is
             a set.

   INDEXES
   The index is the data structure that a calendar searches; coa_desc.index chooses it.
     servers must be known when a job is booked:
       up to 128 servers                      SLICES, but MAP for a long queue
       129 to 1,024, first fit                SLICES, but MAP for a long queue
       129 to 1,024, best fit                 MAP
       more                                   MAP
     only when a job starts                   COUNT
     never (bandwidth, licences, storage)     COUNT with desc.unnamed
     to measure the data structure of [1]     RANGE_TREE
   A long queue is a thousand bookings ahead or more because more is asked for than fits,
   or with desc.bookings > 0 for any reason.
   COA_INDEX_MAP (default) keeps groups (idle start, idle end, set of servers), sorted, in
   blocks of 64. Groups whose idle period has already begun are kept in a separate list.
   If there are many groups, it also remembers before which time requests of a given
   length and size are known to fail, until servers are given back; so do SLICES and COUNT
   if they are large. A calendar with desc.bookings > 0 remembers nothing: with thousands
   of bookings ahead, calls were measured to take up to 1.3 times as long on MAP, 2.5
   times on COUNT and 4 times on SLICES.
   COA_INDEX_RANGE_TREE is the data structure of [1], for comparison with the paper. The
   horizon is cut into slots of length `slot`, and each slot has a 2-dimensional tree of
   the idle periods that overlap it. This index is slower and larger than MAP and needs a
   horizon and a slot length. The slot length affects speed, never an answer. The tree can
   also be used alone: coa_rtree_*. Calls that build the trees anew (coa_load, coa_copy,
   coa_resize, and coa_flex_reschedule if nothing moves) change their shape: then searches
   visit other numbers of nodes, and COA_PLACE_PAPER, which follows the shape, may choose
   other servers for the same start.
   COA_INDEX_SLICES is for at most 1,024 servers. It cuts time into slices at the starts
   and ends of bookings, and each slice has a mask with one bit for each idle server. Of
   MAP, SLICES and RANGE_TREE it has the least code and, with up to 128 servers, usually
   takes the least memory. A call costs at most a few passes over the slices. It is faster
   than MAP with up to 128 servers, unless there is a long queue. With 1,024 servers it is
   faster with FIRST_FIT, unless there is a long queue, and with BEST_FIT only where jobs
   take up to a quarter of all servers:

     million requests a second   128 servers          1,024 servers
                                 best fit  first fit  best fit  first fit
     up to a quarter of   MAP         3.8        2.7       2.6        1.7
       all servers        SLICES      5.8        6.7       3.1        3.9
     up to 16 servers     MAP         4.0        2.8       2.9        1.6
                          SLICES      5.7        6.5       1.7        2.4
     half of them up to   MAP         1.6        1.0       1.3        0.7
       two weeks ahead    SLICES      2.3        3.6       1.1        1.9
     more requests than   MAP         0.9        0.7       0.6        0.5
       fit                SLICES      0.9        0.8       0.4        0.4

   (AMD EPYC, gcc 12.2 -O2, commit ddf110d; COUNT's figures are in bench/README.md.)
   MAP, SLICES and RANGE_TREE give the same answers: the same start, and the same servers
   for the same `place`.
   COA_INDEX_COUNT binds late. A booking is a promise of n servers; the calendar chooses
   the servers only when the booking starts: in coa_advance, or in coa_reserve if it
   starts now. Bookings are bound in the order of their starts, and of their ids if they
   start at the same moment, after the bookings that end at that moment have given back
   theirs. Each gets the lowest free servers. Binding cannot fail, because never more than
   N servers are promised, and a bound booking keeps its servers. Until a booking is bound
   it shows no runs (run_count 0, runs NULL). On the same bookings COUNT never answers
   with a later start than MAP, because it need not find servers that stay free for the
   whole booking. Whatever needs the servers before the start gives COA_E_ARG: `among`,
   coa_search, coa_commit, coa_idle, and every place but FIRST_FIT, which is the default.
   With desc.unnamed = 1 a COUNT calendar never says which servers. That is for what has
   no numbers: bandwidth, licences, gigabytes. A booking has so many units, and no runs
   after its start either; starts and counts are the same as with names. A booking takes
   up to a third less time, but no less where many requests wait. The units take no
   memory. coa_release with a set gives COA_E_ARG, and coa_holder COA_E_NOTFOUND.

   FLEXCO: one job at several sites, after [2]. A site is a calendar of any index, with
   its own servers, bookings and `now`; all sites use the same clock. coa_flex_reserve
   books R servers for a job: all sites that have a share of it give that share at the
   same time, or nothing is booked. It chooses the earliest end. A job at more than one
   site takes `overhead` longer, so a single site may end first; of equal ends the single
   site is chosen.
   Sites get their shares in the order of the list, beginning with site `first`, and each
   share is as large as possible. For next-fit the caller adds one to `first` for each new
   job. A site that has a share gives at least `least` servers, and at most `most_sites`
   sites have one. For example, of 8 and 9 free servers, with `least` 3, a job of 10 takes
   7 and 3. With `fixed` each site gives exactly its coa_site.servers. A job that can also
   have other shapes (servers, length) lists them in `molds`.
   coa_flex_reschedule moves a job that can now end earlier, for example because other
   jobs have ended early. The job's own servers count as free. COA_SHIFT may change its
   start, COA_REMAP how many servers each site gives, COA_MOLD its shape. The job never
   ends later than before. If it cannot end earlier, it keeps its id and its servers.
   A coa_flex is an object that has a list of sites and a key, any number. A job has one
   booking, a part, at each of its sites. All parts have the object's key and the job's
   id, which is above all ids used so far at the listed sites. All listed sites skip the
   ids up to it, those without a part too, so that they never give it again, with whatever
   list. The parts are all there is of a job: coa_save saves them with each calendar, and
   an object with the same key over the loaded calendars finds the jobs again. An object
   never touches what has another key, even if the ids are the same. Two jobs can have the
   same key and id only if they were made with lists that had no site in common, or after
   a site went back to an older state. Then the one whose part comes first is meant, and a
   list without its sites finds the other one; each part says to which it belongs. coa_get and coa_next show
   the parts of a job; their `parts` is not 0. coa_finish, coa_extend and coa_cancel
   refuse a part with COA_E_ARG, because they would leave the other parts as they are.
   A job is whole if all its parts are at the listed sites. One that is not is refused
   with COA_E_ARG: coa_flex_sites can list the missing site, coa_flex_orphan shows the
   parts that are here, and coa_flex_drop cancels them. When time moves, advance all
   sites: the latest `now` counts.
   CONTIGUOUS is not supported, because the number of consecutive free servers is not a
   sum over idle periods.

   MOVING A BOOKING
   A request with `replaces` asks what the calendar could do if a booking that has not
   begun were not there; coa_reserve then moves the booking in one step. A batch scheduler
   plans its queue anew in this way when a job ends early: one call for each job that
   waits, in the order of arrival. A job that cannot start sooner keeps its window and its
   servers, and the call costs no more than a search. Here booking 1 ends after 10 instead
   of 30, and the two that wait for it move up. examples/conservative.c is a whole
   scheduler of this kind.

    ---- replan.c
    #define COALLOC_IMPLEMENTATION
    #include "coalloc.h"
    #include <stdio.h>

    int main(void)
    {
        coa_desc desc = {0};
        coa_request req = {0};
        coa_calendar *cal;
        coa_booking b, moved;

        desc.servers = 8;
        if (coa_create(&cal, &desc) != COA_OK) return 1;
        req.servers = 5;
        for (req.length = 30; req.length > 0; req.length -= 10)
            if (coa_reserve(cal, &req, &b) != COA_OK) return 1;
        if (coa_advance(cal, 10) != COA_OK || coa_finish(cal, 1, 10) != COA_OK) return 1;
        for (b.id = 0; coa_next(cal, b.id, &b) == COA_OK;) {
            req.length = b.end - b.start;
            req.servers = b.servers;
            req.replaces = b.id;
            if (coa_reserve(cal, &req, &moved) != COA_OK) return 1;
            printf("booking %d: from %d to %d\n", (int)b.id, (int)b.start,
                   (int)moved.start);
        }
        coa_destroy(cal);
        return 0;
    }
    ---- output
    booking 2: from 30 to 10
    booking 3: from 50 to 30
    ----

   COSTS
     N servers, n of them asked for; B bookings.
     MAP: G groups of servers with equal idle periods, of which a call touches g with R
     runs of servers. Tree, short for RANGE_TREE: k = log2 of the idle periods in a slot;
     an idle period spans q slots. COUNT: bookings start or end at P points in time,
     P <= 2 B + 1; w of these points lie in windows tried in vain. SLICES: P slices of
     W = N / 64 words each, rounded up; R runs of servers are in the bookings of a call.
     mem: the call may ask for memory and fail with COA_E_NOMEM.

     coa_create             MAP O(1), tree O(N log N)                        mem
     coa_destroy            O(1), and the memory
     coa_reserve            search, then MAP O(g + R log R), tree O(n q k^2); FIRST_FIT
                            looks at the groups idle during the window, BEST_FIT only
                            at those it takes                                 mem
       with `replaces`      search and, on MAP, O(G). Only if the booking moves, or if the
                            request is CONTIGUOUS or asks for more servers, more time
                            or a later start than the booking's, then also as
                            coa_cancel and coa_reserve                        mem
     coa_earliest           MAP O(G), with a step perhaps more than once, tree O(k^2) for
                            each start tried; CONTIGUOUS also O(R log R + N / 64) for the
                            R runs of servers in idle periods                 mem
     coa_explain            as coa_earliest                                   mem
     coa_search             MAP O(G + R log R), tree O(k^2 + N log N)         mem
     coa_alternatives       coa_earliest, then MAP O(G + F log F) for the F runs of
                            servers idle at `ready`, tree O(k^2 + F log F)    mem
     coa_commit, coa_extend, coa_cancel, coa_finish
                            MAP O(G + R log R), tree O(n q k^2)               mem
     coa_block, coa_release, coa_widen
                            as coa_commit, and O(R)                           mem
     coa_in_the_way         O(log B) for each booking with an id up to the one shown, and
                            O(log of the runs of the set) for each of their runs
     coa_resize             as coa_copy                                       mem
     coa_advance            MAP O(log G) for each idle period that begins or ends, tree
                            O(1) for each slot that is over
     coa_get, coa_next      O(log B); coa_next amortised over a listing
     coa_set_tag            O(log B)
     coa_profile            MAP O(G), usually much less, tree O(B + R)
     coa_holes              as coa_profile, for each change of it from now to the end of
                            the last hole                                     mem
     coa_idle               O(R log R) for the runs of all bookings           mem
     coa_holder             O(B), and the runs of the bookings at that time
     coa_next_event         O(log^2 B) amortised, the first call O(B log B); O(B) with
                            desc.bookings or without memory
     coa_save               O(B + R)
     coa_load, coa_copy     MAP O(R log R), tree as coa_create and booking all anew  mem
     coa_check              O(G + R log R), tree O(R log R + its nodes)       mem
     coa_stats              O(B)

     On COUNT these cost:
     coa_create, coa_destroy                                   O(1); create mem
     coa_reserve            O(log P + w), and O(log P) for each run bound     mem
     coa_earliest, coa_explain   O(log P + w)
     coa_alternatives       coa_earliest, and O(P)
     coa_finish, coa_extend                                    O(log P)       mem
     coa_block              as coa_reserve                                    mem
     coa_release, coa_widen O(log P + R log R) for the R runs bound, and O(log P) for
                            each run bound or given back                      mem
     coa_resize             as coa_copy                                       mem
     coa_cancel             O(log P)
     coa_advance            O(log P) for each start and end passed and each run bound or
                            given back
     coa_profile            O(log P)
     coa_load, coa_copy     O(B log B + R log R)                              mem
     coa_check              O(P log P + R log R)                              mem

     On SLICES these cost at most:
     coa_create, coa_destroy                                   O(W); create mem
     coa_reserve, coa_earliest, coa_explain, coa_search, coa_alternatives, coa_commit,
     coa_extend, coa_finish, coa_cancel, coa_block, coa_release, coa_widen, coa_profile
                            O(P W); CONTIGUOUS O(P N); with `among` or a set of servers
                            also O(R); with a step perhaps more than once; now and then
                            O(B), and the runs of all bookings, to compact them. All
                            but coa_profile                                   mem
     coa_advance            O(1) for each slice that is over
     coa_load, coa_copy, coa_resize, coa_check  O(B log B + B W + R)          mem

     FlexCo calls on n sites, with S idle periods (MAP: groups) that start before the
     answer and A shapes:
     coa_flex_reserve, coa_flex_earliest, coa_flex_reschedule
                            MAP and COUNT O(A S log(n S)), tree O(A S k^2), SLICES
                            O(A S P W); up to n times that if all sites must be asked at
                            every start, or to keep order with most_sites < n or
                            least > 1; shares O(n^2) at most. Then as coa_reserve, and to
                            reschedule also as coa_cancel, for each part      mem
     coa_flex_cancel, coa_flex_drop, coa_flex_finish   O(n log B), and as coa_cancel and
                            coa_finish for each part                          mem
     coa_flex_get, coa_flex_next, coa_flex_orphan      O(n log B); the last two amortised
                            over a listing
     coa_flex_create, coa_flex_sites                   O(n^2)                  mem
     coa_flex_destroy                                  O(1), and the memory

     Other calls:
     coa_describe, coa_status_text, coa_version                O(1)
     coa_set_add, coa_set_remove, coa_set_count                O(runs); the first two mem
     coa_set_union, coa_set_intersection, coa_set_difference   O(runs); mem
     coa_set_equal          O(runs)
     coa_set_has            O(log runs)
     coa_set_clear, coa_set_free                               O(1)
     coa_arena_init, coa_memory_bound                          O(1)
     coa_arena_alloc, coa_arena_check                          O(holes in the arena)
     coa_rtree_create, coa_rtree_destroy, coa_rtree_size       O(1); create mem
     coa_rtree_insert, coa_rtree_remove    O(k^2) amortised; insert mem
     coa_rtree_candidates, coa_rtree_count, coa_rtree_search   O(k), O(k^2), O(k^2 + n)
     coa_rtree_depth, coa_rtree_check      O(m), O(m k^2) for m periods
   These costs hold for the usual sets, which have few runs each. Two cases cost up to
   the square of a number. MAP compiled with -Os: if thousands of groups of scattered
   single servers become idle, or are booked, at the same moment; else O(log) each. MAP:
   if thousands of different ends of idle periods occur within one search.

   ERRORS
   Every call that can fail returns a coa_status; coa_status_text gives it in words. A
   call that does not return COA_OK has changed nothing, whatever the reason, lack of
   memory included, except the counters of coa_stats, and *out where the comment of the
   call says so. NULL where an object is needed gives COA_E_ARG (coa_destroy,
   coa_set_free and similar calls ignore NULL).

   MEMORY
   All memory comes from one hook, which is given at creation:
   void *(*)(void *ctx, void *ptr, size_t old_size, size_t new_size). With ptr NULL it
   allocates, with new_size 0 it frees; both sizes are the true ones. A NULL hook means
   realloc and free. coa_destroy frees everything that a calendar took, and coa_set_free
   everything that a set took. An array that is full grows by half, or just to what is
   needed if there is no memory for more.
   To do without a heap, use an arena: a hook that takes its memory from a buffer of
   yours. With desc.bookings set, coa_create takes all the memory that the calendar needs.
   coa_memory_bound returns how large the buffer must be, and its comment says under which
   conditions that suffices; COA_MEMORY_BOUND is a constant for a static buffer,
   and so are COA_MEMORY_BOUND_SLICES and COA_MEMORY_BOUND_COUNT for those indexes.
   examples/arena.c is a complete program.

   The runs of a coa_booking are valid until the next call with that calendar other than
   coa_set_tag and those that may run at the same time (see THREADS), whatever that call
   returns. The parts of a coa_flex_booking are valid until the next call with that
   coa_flex, and their runs as long as those of a coa_booking. LIMITS says how much stack
   calls need.

   PERSISTENCE
   coa_save passes a stream of bytes to a function of the caller; coa_load gets the stream
   from another one. The stream has the bookings; coa_load rebuilds everything else from
   them: idle periods, trees, step function. After COA_OK the loaded calendar answers
   everything as the saved one would have, but see RANGE_TREE in INDEXES.
   The stream marks its own end; coa_load does not read what follows. All numbers are
   unsigned, little-endian, of the given number of bits; times are 64 bits in two's
   complement, COA_FOREVER is 2^63 - 1. Offsets are in bytes. This describes format
   version 4; coa_load refuses the older versions 1 to 3 with COA_E_ABI.

     header   0  the 8 bytes "COALLOC" and 0       48  last id given, 64 bits
              8  format version, 32: 4             56  attempts, 64       | of
             12  index, 32: coa_index              64  search visits, 64  | coa_stats_
             16  servers N, 32                     72  update visits, 64  | info
             20  unnamed, 32: 0 or 1               80  number of ids skipped, 64
             24  now, 64                           88  number of bookings, 32
             32  horizon, 64 (0 = none)            92  number of parts, 32
             40  slot, 64 (or 0)                   96  CRC of bytes 0 .. 95, 64
             The visits and the slot are 0 except on RANGE_TREE. Ids are skipped where
             coa_flex_reserve takes an id above those of all sites, or gives the site no
             part.
     bookings
             those alive, by id: id, start, end, tag (64 each), servers, attempts, flags
             (1: a block; else 0), number of runs (32 each), then for each run its first
             server and its number of servers (32 each). On COUNT a booking has no runs
             until it starts, and with `unnamed` none at all
     parts   of the bookings those that are parts of a job, by id: id (64), parts of the
             job, `mold` (32 each), key of its coa_flex, the job's mark (64 each)
     end     CRC of everything before it except the header's CRC, 64

   The CRC is CRC-64/XZ (polynomial 42F0E1EBA9EA3693 hexadecimal, reflected, initial value
   all ones, inverted at the end; that of "123456789" is 995DC9BBDF1939FA). It detects all
   damage that is confined to 64 neighbouring bits. Deliberate damage can have a right
   CRC, so coa_load also checks the whole content: no server is in two bookings at the
   same time; on COUNT exactly the bookings that have started have servers, unless they
   are unnamed, and at no time more servers are booked than there are. Whatever coa_load
   returns is a calendar that could have been saved.
   On MAP and COUNT the memory that coa_load takes is at most a small multiple of the
   bytes it has read and 16 KiB, whatever they claim; on SLICES up to 20 times as much.
   With desc.bookings it is also what coa_create takes for them and that many servers. On
   RANGE_TREE, once the checksums are right, it is as much as coa_create and the bookings
   take for that number of servers and slots. If the stream is not to be trusted, say in
   desc how many servers there are and how long a slot and the horizon are: a stream that
   disagrees is refused after its header.

   THREADS
   There are no globals. coa_get, coa_next, coa_in_the_way, coa_stats, coa_describe,
   coa_profile, coa_holder and coa_save may run at the same time on one calendar; so may
   coa_holes, coa_idle and coa_copy if several threads may call the hook. Every
   other call needs the calendar to itself, because searches use its scratch memory; a
   coa_flex_ call needs the object and all its sites to itself.

   DETERMINISM
   The same calls give the same answers, on every platform and with every hook. Ties are
   broken in the order that `place` defines, finally by the lowest server number. No
   floating point is used.

   LIMITS
   2^31 - 1 servers; 2^32 groups, runs and bookings alive (COUNT: 2^31 bookings); 2^24
   slots. Times are from INT64_MIN + 1 to COA_FOREVER - 1; COA_FOREVER itself means "never
   ends". Sums of times are checked: COA_E_RANGE. A request with a tiny step and many
   retries is answered without trying every start, see coa_reserve.
   Stack, with GCC on x86-64: less than 14 KiB, with RANGE_TREE less than 20 KiB, and what
   the hook takes. coa_load, coa_save and coa_check need most; with an optimiser and
   without RANGE_TREE all other calls need less than 3 KiB. The deepest recursion is 64
   levels in a range tree and as many in a secondary tree; with CONTIGUOUS it is log2 of
   the runs of servers in idle periods.

   OPTIONS, to be defined before the include that has COALLOC_IMPLEMENTATION:
     COALLOC_IMPLEMENTATION  create the implementation here
     COALLOC_STATIC          make all functions static: a private copy for this file.
                             Define it wherever the header is included
     COALLOC_NO_STDLIB       do not use realloc and free: every calendar and set needs a
                             hook, for example coa_arena_alloc. Still needed are memcpy,
                             memmove and memset, and what the compiler itself calls (for
                             64-bit division, say)
     COALLOC_NO_VECTOR       plain C only. Without it MAP and COUNT use SSE2, and MAP and
                             SLICES BMI2, if the compiler may; the answers are the same
   Parts that a program does not need can be left out, in any combination, but a calendar
   needs an index. Define these wherever the header is included: a call of a part that is
   left out is not declared. No type changes.
     COALLOC_NO_MAP          without the index MAP
     COALLOC_NO_RANGE_TREE   without the index RANGE_TREE and coa_rtree_*
     COALLOC_NO_COUNT        without the index COUNT
     COALLOC_NO_SLICES       without the index SLICES
     COALLOC_NO_CONTIGUOUS   COA_PLACE_CONTIGUOUS gives COA_E_ARG
     COALLOC_NO_LESSONS      no index remembers which requests have failed; see INDEXES
     COALLOC_NO_REPLACE      coa_request.replaces gives COA_E_ARG
     COALLOC_NO_FLEX         without coa_flex_*
     COALLOC_NO_SAVE         without coa_save and coa_load
     COALLOC_NO_CHECK        without coa_check
     COALLOC_NO_HOLES        without coa_holes
     COALLOC_NO_ARENA        without coa_arena_* and coa_memory_bound
   coa_create and coa_load give COA_E_ARG if the index is left out. COA_INDEX_DEFAULT is
   the first of MAP, COUNT, SLICES and RANGE_TREE that is there. With only one index its
   functions are called directly, so that a linker can drop those that nothing calls. What
   that saves, in bytes of code and constants on a Cortex-M3: gcc 12, -Os,
   -ffunction-sections, -fdata-sections, --gc-sections, COALLOC_NO_STDLIB. "These four
   calls" are coa_create, coa_reserve, coa_advance and coa_destroy. The C library and the
   compiler's own functions are not counted.
     left out                                      what one gets                  bytes
     -                                             all calls                      78698
     FLEX                                          all other calls                71382
     HOLES                                         all other calls                77842
     RANGE_TREE                                    all other calls                70400
     RANGE_TREE FLEX SAVE CHECK                    all other calls                57434
     -                                             these four calls               59778
     RANGE_TREE COUNT SLICES                       these four calls, MAP          26604
     RANGE_TREE COUNT SLICES, CONTIGUOUS to ARENA  these four calls, MAP          20048
     MAP RANGE_TREE SLICES, CONTIGUOUS to ARENA    these four calls, COUNT         9628
     MAP COUNT SLICES, CONTIGUOUS to ARENA         these four calls, RANGE_TREE    9536
     MAP RANGE_TREE COUNT, CONTIGUOUS to ARENA     these four calls, SLICES        7128

   SOURCES
   [1] C. Castillo, G. N. Rouskas, K. Harfoush, "Resource co-allocation for large-scale
   distributed environments", HPDC 2009. Comments name its sections where the code
   implements them; "the paper" is this one.
   [2] M. A. S. Netto, R. Buyya, "A flexible resource co-allocation model based on advance
   reservations with rescheduling support". FLEXCO implements its model (section 3), an
   exact form of algorithm 1 (section 4.1), and the metascheduler's steps of algorithm 2
   (section 4.2).

   HISTORY
   0.2.0  one interface for all indexes; coa_request.replaces and tag, coa_profile,
          coa_holes, coa_idle, coa_holder, coa_next_event, coa_copy, coa_block,
          coa_in_the_way, coa_release, coa_widen, coa_resize, set algebra; coa_flex is an
          object; format 3 of streams; CONTIGUOUS in one sweep; the index SLICES;
          coa_explain, COA_E_NEVER, COA_E_FOREIGN; COA_MEMORY_BOUND; COALLOC_NO_ parts;
          coa_desc.unnamed
   0.1.0  first version: calendar, MAP, RANGE_TREE and COUNT, coa_rtree, coa_save,
          coa_arena, coa_flex
*/

#ifndef COALLOC_H
#define COALLOC_H

#include <stddef.h>
#include <stdint.h>

#define COALLOC_VERSION_MAJOR 0
#define COALLOC_VERSION_MINOR 2
#define COALLOC_VERSION_PATCH 0

#if defined(COALLOC_STATIC)
#if defined(__GNUC__) || defined(__clang__)
#define COALLOC_DEF static __attribute__((unused))
#else
#define COALLOC_DEF static
#endif
#else
#define COALLOC_DEF extern
#endif

#if defined(__GNUC__) || defined(__clang__)
#define COALLOC_NODISCARD __attribute__((warn_unused_result))
#else
#define COALLOC_NODISCARD
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- statuses: one list, append-only ----------------------------------------------- */

#define COALLOC_STATUSES(X)                                                              \
    X(COA_OK, 0, "ok")                                                                   \
    X(COA_E_ARG, 1, "an argument is missing, out of order or not supported here")        \
    X(COA_E_NOMEM, 2, "out of memory; nothing changed")                                  \
    X(COA_E_BUSY, 3, "servers asked for are already taken in that window")               \
    X(COA_E_NOFIT, 4, "too few servers within the deadline, the retries or the horizon") \
    X(COA_E_NOTFOUND, 5, "no such booking: never made, cancelled, or already over")      \
    X(COA_E_PAST, 6, "the calendar has already passed that time")                        \
    X(COA_E_RANGE, 7, "a time or a server number is outside what the calendar can hold") \
    X(COA_E_CORRUPT, 8, "the calendar or the stream is damaged")                         \
    X(COA_E_ABI, 9, "header, implementation or stream is of another version")            \
    X(COA_E_IO, 10, "the caller's write function failed")                                \
    X(COA_E_NEVER, 11, "it can never fit")                                               \
    X(COA_E_FOREIGN, 12, "not a stream of ours")

typedef enum coa_status {
#define COALLOC_STATUS_ENUM(name, value, text) name = value,
    COALLOC_STATUSES(COALLOC_STATUS_ENUM)
#undef COALLOC_STATUS_ENUM
        COA_STATUS_COUNT
} coa_status;

/* ---- basic types ------------------------------------------------------------------- */

typedef int64_t coa_time; /* any unit, seconds by convention; windows are [start, end) */
typedef uint64_t coa_id;  /* a booking: 1, 2, 3, ... in the order made; 0 = none. */
                          /* Only FlexCo bookings may skip ids */

#define COA_FOREVER INT64_MAX /* the end of a window that never ends; as a length: */
                              /* a booking that never ends */
#define COA_MAX_SERVERS 0x7FFFFFFFu
#define COA_MAX_SLOTS 0x1000000u /* RANGE_TREE: most slots in a horizon */
#define COA_SLICES_SERVERS 1024u /* SLICES: most servers */
#define COA_UNTIL_HORIZON 0u     /* coa_request.retries: as many as there are */
#define COA_NO_RETRY UINT32_MAX  /* coa_request.retries: try the first start only */
#define COA_DEADLINE_0 INT64_MIN /* a deadline at time 0, because 0 means none */

/* The memory hook. With ptr NULL it allocates, with new_size 0 it frees, otherwise it
 * resizes; it returns NULL if there is no memory. old_size is the block's true size. A
 * NULL hook means the C library, unless COALLOC_NO_STDLIB is defined. */
typedef void *(*coa_alloc_fn)(void *ctx, void *ptr, size_t old_size, size_t new_size);

typedef struct coa_run { /* servers first .. first + count - 1 */
    uint32_t first, count;
} coa_run;

/* A set of servers: sorted, disjoint runs, none touching the next. Initialise it with
 * zeros; it can be used again and again; free it with coa_set_free. */
typedef struct coa_set {
    uint32_t count;    /* runs in use */
    uint32_t capacity; /* runs allocated */
    coa_run *runs;
    coa_alloc_fn alloc; /* NULL = the C library; any other is set before the first use */
    void *alloc_ctx;
} coa_set;

typedef enum coa_index {
    COA_INDEX_DEFAULT = 0,    /* MAP, or the first that is not left out: see OPTIONS */
    COA_INDEX_MAP = 1,        /* groups of servers with the same idle period */
    COA_INDEX_RANGE_TREE = 2, /* Castillo et al.: a 2-dimensional tree per time slot */
    COA_INDEX_COUNT = 3,      /* late binding: servers are chosen when a booking starts */
    COA_INDEX_SLICES = 4      /* time slices with a mask of servers; N <= 1024 */
} coa_index;

typedef enum coa_place {
    COA_PLACE_DEFAULT = 0,    /* BEST_FIT on MAP and SLICES, PAPER on RANGE_TREE, */
                              /* FIRST_FIT on COUNT */
    COA_PLACE_BEST_FIT = 1,   /* latest idle start (the past counts as now), then */
                              /* earliest idle end, then lowest server number */
    COA_PLACE_FIRST_FIT = 2,  /* lowest server numbers */
    COA_PLACE_CONTIGUOUS = 3, /* lowest n consecutive server numbers */
    COA_PLACE_PAPER = 4       /* order of the search in [1]; RANGE_TREE only */
} coa_place;

typedef struct coa_calendar coa_calendar;

typedef struct coa_desc {
    uint32_t servers;   /* N >= 1 */
    uint32_t index;     /* coa_index; 0 = COA_INDEX_DEFAULT */
    coa_time now;       /* the calendar's first moment */
    coa_time horizon;   /* H: bookings end by now + horizon; 0 = none */
    coa_time slot;      /* tau: RANGE_TREE needs it, and a horizon; else ignored */
    uint32_t bookings;  /* expected alive at once: coa_create takes memory for them; */
                        /* 0 = memory is taken as needed. See also INDEXES, MAP */
    uint32_t unnamed;   /* 1 = bookings say how many servers, never which: on COUNT, */
                        /* see INDEXES; else 0 */
    coa_alloc_fn alloc; /* NULL = the C library */
    void *alloc_ctx;
} coa_desc;

typedef struct coa_request {
    coa_time ready;    /* s_r: earliest start; a time in the past means now */
    coa_time length;   /* l_r > 0, or COA_FOREVER */
    uint32_t servers;  /* n_r >= 1 */
    uint32_t place;    /* coa_place; 0 = the default of the index */
    coa_time deadline; /* latest end; 0 = none; COA_DEADLINE_0 = the time 0 */
    coa_time step;     /* Delta-t between attempts; 0 = exact earliest start */
    uint32_t retries;  /* R_max, with a step: how many further starts to try; */
    /* COA_UNTIL_HORIZON (0) = all up to the deadline or the horizon; */
    /* COA_NO_RETRY = the first start only (with or without step) */
    uint32_t reserved;    /* must be 0 */
    const coa_set *among; /* only these servers; NULL = all */
    uint64_t tag;         /* the caller's; kept with the booking, and saved; 0 with */
                          /* `replaces`: the booking keeps the tag that it has */
    coa_id replaces; /* a booking that the answer replaces, see coa_reserve; 0 = none */
} coa_request;

typedef struct coa_booking {
    coa_id id;
    uint64_t tag;        /* coa_request.tag; 0 for coa_commit */
    coa_time start, end; /* [start, end) */
    uint32_t servers;
    uint32_t attempts; /* starts tried, the first included; 1 for coa_commit */
    uint32_t run_count;
    uint32_t parts;    /* 0, or, if this is a part of a job, how many parts the job has */
    uint32_t block;    /* 1 if it is a block, see coa_block; else 0 */
    uint32_t reserved; /* 0 */
    const coa_run
        *runs; /* sorted, none touching the next; see MEMORY. COUNT: NULL, and */
               /* run_count 0, until the booking starts; unnamed: always */
} coa_booking;

typedef struct coa_alternative_info {
    coa_time start;    /* earliest start for the servers and the length asked for; */
                       /* COA_FOREVER if there is none */
    coa_time length;   /* longest time from `ready` on for the servers asked for; */
                       /* 0 if not even one unit, COA_FOREVER if it never ends */
    uint32_t servers;  /* most servers from `ready` on for the length asked for */
    uint32_t reserved; /* 0 */
} coa_alternative_info;

typedef struct coa_reason { /* why a request is refused: see coa_explain */
    const char *field;      /* the member of coa_request: "servers"; NULL = none */
    int64_t value;          /* its value; of `among`, the servers or runs that it has */
    int64_t least, most; /* what it may be, if the other members stay: with any value */
                         /* from least to most this member is no reason for COA_E_ARG, */
                         /* COA_E_RANGE or COA_E_NEVER; most < least: nothing will do; */
                         /* of place, among and replaces 0 and 0, always allowed */
    coa_status status;
} coa_reason;

typedef struct coa_event { /* a booking starts or ends */
    coa_time time;
    coa_id id;
    int starts; /* 1: it starts, 0: it ends */
} coa_event;

typedef struct coa_stats_info {
    uint64_t bookings;      /* alive: not over, not cancelled */
    uint64_t runs;          /* runs of servers in them; COUNT: in the bound ones */
    uint64_t idle_groups;   /* MAP: groups. RANGE_TREE: idle periods. COUNT: points. */
                            /* SLICES: slices */
    uint64_t made;          /* bookings ever made */
    uint64_t attempts;      /* starts tried by coa_reserve, coa_earliest and */
                            /* coa_alternatives */
    uint64_t search_visits; /* RANGE_TREE: tree nodes visited by searches */
    uint64_t update_visits; /* RANGE_TREE: tree nodes visited by updates */
    uint64_t bytes;         /* memory held now */
    uint64_t bytes_peak;    /* the most memory held so far */
    uint64_t allocations;   /* calls to the hook that asked for memory */
} coa_stats_info;

/* Memory from one buffer of the caller. The members are for reading only. */
typedef struct coa_arena {
    unsigned char *base; /* the first aligned byte of the buffer */
    size_t size;         /* usable bytes */
    size_t used, peak;   /* bytes in use, now and at most so far */
    size_t first;        /* where the lowest hole begins */
} coa_arena;

/* ---- the calendar ------------------------------------------------------------------ */

/* A number that differs if header and implementation disagree on a public struct. */
#define COALLOC_ABI (COALLOC_VERSION_MAJOR * 0x1000000u + COA_I_SIZES)

/* coa_create(&cal, &desc) makes an empty calendar; destroy it with coa_destroy. After a
 * failure cal is NULL.
 * COA_E_ARG    no servers, an index that is unknown or left out, on SLICES more than
 *              COA_SLICES_SERVERS servers, a negative horizon, RANGE_TREE without horizon
 *              or with a slot that is not positive, or `unnamed` neither 0 nor, on
 *              COUNT, 1
 * COA_E_RANGE  too many servers or slots, or now + horizon overflows (on RANGE_TREE:
 *              now + horizon + two slots)
 * COA_E_ABI    this header and the implementation are of different versions
 * COA_E_NOMEM  also if there is no hook and COALLOC_NO_STDLIB is defined
 * Cost: see COSTS. Bindings without a preprocessor call coa_create_abi with the value of
 * COALLOC_ABI. */
#define coa_create(out, desc) coa_create_abi((out), (desc), COALLOC_ABI)
COALLOC_DEF COALLOC_NODISCARD coa_status coa_create_abi(coa_calendar **out,
                                                        const coa_desc *desc,
                                                        unsigned abi);

/* Frees the calendar and all its bookings. Ignores NULL. */
COALLOC_DEF void coa_destroy(coa_calendar *cal);

/* The online scheduler of [1], section 4.2: books req->servers servers for req->length at
 * the first start that fits. The starts tried are
 *   step = 0  the exact earliest start at or after `ready`;
 *   step > 0  ready, ready + step, ready + 2 step, ...: the first and `retries` further
 *             ones. COA_UNTIL_HORIZON, which is 0, sets no limit: then all starts are
 *             tried from which the booking ends by the deadline and the horizon.
 * A `ready` before now means now. For "exactly at t or not at all" set ready = t and
 * deadline = t + length. Of the servers in `among` it books those that `place` prefers.
 * Fills *out. out->attempts counts the starts tried, on COA_E_NOFIT too. With step = 0 it
 * is 1, or 0 if not even the first start meets the deadline and the horizon.
 * With `replaces` the answer takes the place of that booking, which must not have begun.
 * The search is made as if the booking were not there. If the answer is the booking's own
 * start, end and number of servers, it keeps its servers, provided that `among` has them
 * and, with CONTIGUOUS, that they are consecutive. Otherwise the servers are those that
 * `place` prefers as if the booking had been cancelled. The id stays the same, also in
 * the order of coa_next and of late binding; attempts become those of this call, and so
 * does the tag unless it is 0. If the call fails, the booking stays as it is.
 * Starts that cannot succeed are counted, but not tried. Only RANGE_TREE really makes the
 * first 65,535 attempts, as in [1].
 * COA_E_ARG    length or servers not positive, step negative, retries without a step,
 *              `reserved` not 0, an unknown place, PAPER on MAP or SLICES, runs in
 *              `among` not sorted and disjoint, or on COUNT any `among` and any place but
 *              the default and FIRST_FIT; `replaces` is a block or a part of a job
 * COA_E_NOTFOUND  there is no booking `replaces`
 * COA_E_PAST   the booking `replaces` has begun
 * COA_E_RANGE  ready + length overflows, `among` has a server that does not exist, or all
 *              ids up to 2^63 - 1 are used
 * COA_E_NOFIT  there is no such start, or the calendar has too few servers; out->id is 0.
 *              One status for "not now" and "never", so that a caller has one refusal to
 *              test for; coa_explain tells COA_E_NEVER from COA_E_NOFIT, after a refusal
 *              and at no cost to a request that fits
 * COA_E_NOMEM
 * Cost: see COSTS. */
COALLOC_DEF COALLOC_NODISCARD coa_status coa_reserve(coa_calendar *cal,
                                                     const coa_request *req,
                                                     coa_booking *out);

/* Finds the start that coa_reserve would choose, and books nothing. Statuses and search
 * cost are those of coa_reserve; *start is set on COA_OK only. With `replaces` it answers
 * as if that booking were not there. The calendar is not const
 * because the search uses its scratch memory. */
COALLOC_DEF COALLOC_NODISCARD coa_status coa_earliest(coa_calendar *cal,
                                                      const coa_request *req,
                                                      coa_time *start);

/* What to offer a refused client. Finds three alternatives, each exact and independent
 * of the others:
 *   out->start    another time: the start that coa_earliest gives for the same request
 *                 with deadline 0, or COA_FOREVER if that gives COA_E_NOFIT. `retries`
 *                 still limits it; COA_UNTIL_HORIZON lifts that limit too;
 *   out->servers  fewer servers: the most that are free during [ready, ready + length);
 *   out->length   less time: the longest length for which req->servers servers are free
 *                 from `ready` on.
 * A `ready` before now means now. Only servers of `among` count, and with CONTIGUOUS only
 * consecutive ones: out->servers is then the length of the longest run. No alternative
 * reaches beyond the horizon; if ready + length does, out->servers is 0. The deadline is
 * ignored. Returns COA_OK whether or not the request itself would fit. Books nothing;
 * *out is set on COA_OK only.
 * COA_E_ARG, COA_E_RANGE as coa_reserve; COA_E_NOMEM. Cost: see COSTS. */
COALLOC_DEF COALLOC_NODISCARD coa_status coa_alternatives(coa_calendar *cal,
                                                          const coa_request *req,
                                                          coa_alternative_info *out);

/* Says why coa_reserve refuses the request: which member, its value, and from what to
 * what it could be. Works it out anew, and books nothing. Returns why->status: that of
 * coa_earliest, except that COA_E_NOFIT becomes
 * COA_E_NEVER  no matter what is booked: more servers than there are (or than `among`
 *              has), a length beyond the horizon, or a deadline before ready + length;
 * COA_E_NOFIT  as things are: with other bookings, or later, it could fit. why->field is
 *              "ready" if the first start is beyond the horizon, else NULL, and
 *              coa_alternatives says what to offer.
 * COA_OK: it fits; why->field is NULL, as it is after an error that is not about a
 * member of the request. COA_E_ARG also if cal, req or why is NULL. Cost: that of
 * coa_earliest. */
COALLOC_DEF COALLOC_NODISCARD coa_status coa_explain(coa_calendar *cal,
                                                     const coa_request *req,
                                                     coa_reason *why);

/* Range search ([1], section 4.2): finds all servers of `among` (NULL = all) that are
 * idle during the whole of [start, end). They replace the content of *out, which can
 * serve for many searches.
 * COA_E_ARG    start >= end, a bad `among`, out == among, or a COUNT calendar
 * COA_E_PAST   start < now
 * COA_E_RANGE  end is beyond the horizon
 * COA_E_NOMEM. Cost: see COSTS. */
COALLOC_DEF COALLOC_NODISCARD coa_status coa_search(coa_calendar *cal, coa_time start,
                                                    coa_time end, const coa_set *among,
                                                    coa_set *out);

/* Books exactly these servers, all or none, during [start, end): for example those that
 * a user has picked from a search. Without a horizon `end` may be COA_FOREVER. After a
 * failure *out is 0.
 * COA_E_BUSY   one of them is taken; search again
 * COA_E_ARG, COA_E_PAST, COA_E_RANGE as coa_search, and COA_E_ARG for an empty set;
 * COA_E_NOMEM. Cost: that of booking in coa_reserve. */
COALLOC_DEF COALLOC_NODISCARD coa_status coa_commit(coa_calendar *cal, coa_time start,
                                                    coa_time end, const coa_set *servers,
                                                    coa_id *out);

/* Ends the booking at time `at`, no later than its present end. Its servers are idle from
 * then on. With at == now the booking is over and its id is no longer found: also if it
 * starts now, as a job does that has no run time. Call it before coa_advance to that
 * time: a booking whose end has come is over.
 * COA_E_ARG    at < its start, or at it and that is not now (use coa_cancel); at > its
 *              end (use coa_extend); or it is a part of a job (use coa_flex_finish)
 * COA_E_PAST   at < now
 * COA_E_RANGE  it is a block without an end, and `at` is beyond the horizon
 * COA_E_NOTFOUND, COA_E_NOMEM. Cost: see COSTS. */
COALLOC_DEF COALLOC_NODISCARD coa_status coa_finish(coa_calendar *cal, coa_id id,
                                                    coa_time at);

/* Makes the booking end later, at `end`, on the same servers. Its present end is allowed
 * and changes nothing.
 * COA_E_BUSY   one of its servers is booked before the new end. On COUNT: fewer servers
 *              than it has are free at some time before the new end
 * COA_E_ARG    end is before its present end (use coa_finish), or it is a part of a job
 * COA_E_RANGE  end is beyond the horizon
 * COA_E_NOTFOUND, COA_E_NOMEM. Cost as coa_finish. */
COALLOC_DEF COALLOC_NODISCARD coa_status coa_extend(coa_calendar *cal, coa_id id,
                                                    coa_time end);

/* Cancels the booking: its servers are idle for the rest of its time.
 * COA_E_ARG    it is a part of a job (use coa_flex_cancel)
 * COA_E_NOTFOUND, COA_E_NOMEM (not on COUNT). Cost as coa_finish. */
COALLOC_DEF COALLOC_NODISCARD coa_status coa_cancel(coa_calendar *cal, coa_id id);

/* Moves the calendar's time on to `now`. Bookings that end by then are over: their ids
 * are no longer found. On COUNT the bookings that start by then are bound to servers.
 * COA_E_PAST   `now` is before the calendar's present
 * COA_E_RANGE  now + horizon overflows (on RANGE_TREE: now + horizon + two slots)
 * Never asks for memory. Cost: see COSTS. */
COALLOC_DEF COALLOC_NODISCARD coa_status coa_advance(coa_calendar *cal, coa_time now);

/* Shows the booking with this id. COA_E_NOTFOUND if it was never made, is cancelled or
 * is over. Cost: O(log B). */
COALLOC_DEF COALLOC_NODISCARD coa_status coa_get(const coa_calendar *cal, coa_id id,
                                                 coa_booking *out);

/* Shows the booking with the lowest id above `after`. To list all bookings in the order
 * they were made, start with 0 and go on with each id shown, until COA_E_NOTFOUND. Cost:
 * O(log B), amortised over a listing. */
COALLOC_DEF COALLOC_NODISCARD coa_status coa_next(const coa_calendar *cal, coa_id after,
                                                  coa_booking *out);

/* Writes `size` >= 1 bytes of a saved calendar. Returns 0 if that succeeded, any other
 * number if not. The data is valid only until the function returns. */
typedef int (*coa_write_fn)(void *ctx, const void *data, size_t size);

/* Puts up to `size` >= 1 bytes of the stream into data and returns how many; fewer than
 * asked for are fine. 0 means the end of the stream or an error. */
typedef size_t (*coa_read_fn)(void *ctx, void *data, size_t size);

#ifndef COALLOC_NO_SAVE
/* Writes the bookings and the description of the calendar as a stream of bytes, in pieces
 * of up to 1024; see PERSISTENCE. The same calendar gives the same bytes, on every
 * platform.
 * COA_E_ARG    cal or write is NULL
 * COA_E_IO     write failed; it is not called again, and the bytes written so far are of
 *              no use
 * Never asks for memory. Changes neither the calendar nor its statistics. Cost: O(bytes
 * written). */
COALLOC_DEF COALLOC_NODISCARD coa_status coa_save(const coa_calendar *cal,
                                                  coa_write_fn write, void *ctx);

/* coa_load(&cal, &desc, read, ctx) makes the calendar that coa_save wrote. It continues
 * as if it had never stopped: the same ids, the same servers chosen, the same counters,
 * except that the counters of memory begin anew. On RANGE_TREE the trees are built anew,
 * see INDEXES, and coa_stats no longer counts idle periods that are over. Destroy the
 * calendar with coa_destroy.
 * desc->alloc and alloc_ctx are its hook; a NULL desc means the C library.
 * desc->bookings is as for coa_create; it is not part of the stream. servers, index,
 * unnamed, horizon, now (as it was when the calendar was saved) and, on RANGE_TREE, slot
 * must each be 0 or what the stream says; coa_describe tells all of them. Reads to the
 * end of the stream and not a byte more. After a failure cal is NULL.
 * COA_E_ARG      out or read is NULL, desc and stream disagree, or the stream's index is
 *                left out, see OPTIONS
 * COA_E_CORRUPT  the stream is cut short or damaged, or what it holds is no calendar
 *                although its checksums are right: all of it is checked before coa_load
 *                returns
 * COA_E_FOREIGN  the stream is another file: its first eight bytes are not ours
 * COA_E_ABI      the stream has another format version, or this header and the
 *                implementation are of different versions
 * COA_E_NOMEM    coa_load asks for no more memory than desc->bookings needs and a small
 *                multiple of the bytes read so far, on RANGE_TREE as much as coa_create
 *                and the bookings need. While it checks and rebuilds it needs more,
 *                which it then gives back: on MAP up to 200 bytes for each run in a
 *                booking, on COUNT 40, on SLICES 100 bytes for each booking, and 1 KiB
 * Cost: see COSTS, and O(bytes read). Bindings without a preprocessor call coa_load_abi
 * with the value of COALLOC_ABI. */
#define coa_load(out, desc, read, ctx) \
    coa_load_abi((out), (desc), (read), (ctx), COALLOC_ABI)
COALLOC_DEF COALLOC_NODISCARD coa_status coa_load_abi(coa_calendar **out,
                                                      const coa_desc *desc,
                                                      coa_read_fn read, void *ctx,
                                                      unsigned abi);
#endif

#ifndef COALLOC_NO_CHECK
/* Checks every invariant of the calendar, for tests: COA_OK or COA_E_CORRUPT; COA_E_NOMEM
 * if there is no memory for the check, which takes up to 200 bytes for each run in a
 * booking (on COUNT also 120 for each booking) and 50 for each run of idle servers, and
 * gives them back. Cost: see COSTS. */
COALLOC_DEF COALLOC_NODISCARD coa_status coa_check(const coa_calendar *cal);
#endif

/* Gives the description with every default resolved; `now` is the present, and `alloc` is
 * the hook in use, never NULL. O(1). */
COALLOC_DEF void coa_describe(const coa_calendar *cal, coa_desc *out);

/* Gives the counters; all are 0 for a NULL calendar. O(B). */
COALLOC_DEF void coa_stats(const coa_calendar *cal, coa_stats_info *out);

/* Returns a status in words, in static memory. O(1). */
COALLOC_DEF const char *coa_status_text(coa_status s);

/* Returns the version of the implementation, "major.minor.patch". O(1). */
COALLOC_DEF const char *coa_version(void);

/* ---- servers out of use, and other numbers of servers ------------------------------ */

/* Blocks n of these servers during [start, end), for maintenance or because they have
 * failed: nobody gets them. n = 0 means all of them; `servers` NULL means every server of
 * the calendar, and must be NULL on COUNT, where a block only leaves fewer servers to be
 * booked. If there is a choice, those that the default `place` prefers are blocked. `end`
 * may be COA_FOREVER, with a horizon as well. A block is a booking whose `block` is 1: it
 * has an id, is shown, saved and counted, and on COUNT with names bound when it starts.
 * coa_cancel ends it, coa_finish and coa_extend move its end, coa_release and coa_widen
 * change its servers. Nothing is blocked if bookings are in the way. After a failure *out
 * is 0.
 * COA_E_BUSY   too few of these servers are free; coa_in_the_way lists the bookings
 * COA_E_ARG    start >= end, a bad set, n is more than the set has, or on COUNT any set
 * COA_E_PAST   start < now
 * COA_E_RANGE  a finite end, or the start, is beyond the horizon, or the set has a server
 *              that does not exist
 * COA_E_NOMEM. Cost: see COSTS. */
COALLOC_DEF COALLOC_NODISCARD coa_status coa_block(coa_calendar *cal, coa_time start,
                                                   coa_time end, const coa_set *servers,
                                                   uint32_t n, coa_id *out);

/* Shows the booking or block with the lowest id above `after` that has one of these
 * servers (NULL = any) at some time in [start, end). To list all of them, start with 0
 * and go on with each id shown, until COA_E_NOTFOUND; they may meanwhile be finished,
 * cancelled or moved. On COUNT a booking that has not started may get any server, so it
 * counts as having one of these; so does every booking of a calendar without names.
 * COA_E_ARG    start >= end, or a bad set
 * COA_E_PAST   start < now
 * COA_E_RANGE  the set has a server that does not exist
 * COA_E_NOTFOUND. After a failure *out is as before. Cost: see COSTS. */
COALLOC_DEF COALLOC_NODISCARD coa_status coa_in_the_way(const coa_calendar *cal,
                                                        coa_time start, coa_time end,
                                                        const coa_set *servers,
                                                        coa_id after, coa_booking *out);

/* Gives the calendar another number of servers. It grows by servers that are idle from
 * now on, or loses the servers from number `servers` on if nothing is booked on them. All
 * bookings stay as they are. On RANGE_TREE the trees are built anew, see INDEXES.
 * COA_E_BUSY   a booking has one of the servers that are to go; coa_in_the_way with the
 *              set of them lists these. COUNT: or more servers are promised at some time
 *              than would be left
 * COA_E_ARG    no servers, or on SLICES more than COA_SLICES_SERVERS; COA_E_RANGE: too
 *              many
 * COA_E_NOMEM. It needs memory for a second calendar: coa_memory_bound is not enough, and
 * is for the number of servers that the calendar was created with. Cost as coa_load. */
COALLOC_DEF COALLOC_NODISCARD coa_status coa_resize(coa_calendar *cal, uint32_t servers);

/* Gives back n of these servers of a booking, from its start, or from now on if it has
 * started, until its end. n = 0 means all of the set; `servers` NULL means all that the
 * booking has. If there is a choice, those with the highest numbers are given back. The
 * booking keeps its id and its other servers; it no longer tells that it had more before.
 * COA_E_ARG    the booking has fewer than n of these servers, or no others (use
 *              coa_cancel), or n = 0 and the set has a server that the booking does not
 *              have; n = 0 and no set; it is a part of a job; a bad set; on COUNT a set,
 *              if the booking has not started or the servers are unnamed
 * COA_E_RANGE  the set has a server that does not exist
 * COA_E_NOTFOUND, COA_E_NOMEM. Cost as coa_finish, and O(R). */
COALLOC_DEF COALLOC_NODISCARD coa_status coa_release(coa_calendar *cal, coa_id id,
                                                     const coa_set *servers, uint32_t n);

/* Gives a booking n more servers of `among` (NULL = all), from its start, or from now on
 * if it has started, until its end: those that `place` prefers among the servers that are
 * free for all of that time. With CONTIGUOUS the new servers are n consecutive ones. The
 * booking keeps its id and its servers. On COUNT a booking that has started gets the
 * lowest free servers at once.
 * COA_E_NOFIT  there are no n free servers
 * COA_E_ARG    n = 0, it is a part of a job, `place` or `among` as for coa_reserve
 * COA_E_RANGE  `among` has a server that does not exist
 * COA_E_NOTFOUND, COA_E_NOMEM. Cost as coa_commit, and O(R). */
COALLOC_DEF COALLOC_NODISCARD coa_status coa_widen(coa_calendar *cal, coa_id id,
                                                   uint32_t n, uint32_t place,
                                                   const coa_set *among);

/* ---- looking at a calendar, and copying it ----------------------------------------- */

/* Sets *count to the number of servers of `among` (NULL = all) that are free at time t,
 * and *until to the next time at which that number is another one; COA_FOREVER if it
 * never changes again. To go through the whole profile, begin with t = now and go on with
 * each *until.
 * COA_E_ARG    a bad `among`, or on COUNT any `among`
 * COA_E_PAST   t < now
 * COA_E_RANGE  t is COA_FOREVER, or `among` has a server that does not exist
 * Never asks for memory. Cost: MAP O(G), usually much less: only blocks with a group that
 * is idle at t are examined; RANGE_TREE O(B + R); COUNT O(log P); SLICES the slices up to
 * *until. Times at which as many servers become idle as are taken do not end the answer;
 * each costs as much again. */
COALLOC_DEF COALLOC_NODISCARD coa_status coa_profile(const coa_calendar *cal, coa_time t,
                                                     const coa_set *among,
                                                     uint32_t *count, coa_time *until);

/* Gets the servers of `among` whose idle period is [start, end). Returns 0 to go on, any
 * other number to stop. The set is valid until the function returns; it may be copied,
 * but not changed. */
typedef int (*coa_idle_fn)(void *ctx, coa_time start, coa_time end,
                           const coa_set *servers);

/* Lists the idle periods of the servers in `among` (NULL = all) that end after `from`:
 * one call of `idle` for all servers with the same idle period, by start, then by end. A
 * period that has begun starts at `now`; one that never ends ends at COA_FOREVER. The
 * list is complete before the first call, so `idle` may call anything with this calendar.
 * COA_E_ARG    a bad `among`, or a COUNT calendar
 * COA_E_RANGE  `among` has a server that does not exist
 * COA_E_NOMEM  `idle` was not called
 * COUNT does not know which servers will be idle: coa_holes says how many. Cost: O(R log R) for the R runs of all bookings. */
COALLOC_DEF COALLOC_NODISCARD coa_status coa_idle(const coa_calendar *cal,
                                                  const coa_set *among, coa_time from,
                                                  coa_idle_fn idle, void *ctx);

#ifndef COALLOC_NO_HOLES
/* Gets a hole: `servers` is the smallest number that is free at any time in [start, end);
 * just before `start` and from `end` on fewer are free. Returns 0 to go on, any other
 * number to stop. It must not change the calendar. */
typedef int (*coa_hole_fn)(void *ctx, coa_time start, coa_time end, uint32_t servers);

/* Lists the holes with at least `servers` >= 1 servers that overlap [start, end), each
 * once: every window in which that many are free lies in one of them. A hole that reaches
 * back to `now` starts there; one that never ends ends at COA_FOREVER. They come in the
 * order of their ends, of those with the same end the shorter ones first.
 * COA_E_ARG    start >= end, or servers 0
 * COA_E_PAST   start < now
 * COA_E_NOMEM  there is no memory for all the holes that overlap at some time; `hole` has
 *              been called for those that ended before
 * Cost: that of coa_profile, from `now` to the end of the last hole. */
COALLOC_DEF COALLOC_NODISCARD coa_status coa_holes(const coa_calendar *cal,
                                                   coa_time start, coa_time end,
                                                   uint32_t servers, coa_hole_fn hole,
                                                   void *ctx);
#endif

/* Shows the booking that has this server at time t. On COUNT only bookings that have
 * started have servers.
 * COA_E_NOTFOUND  the server is idle then, or on COUNT not known yet, or unnamed
 * COA_E_PAST      t < now
 * COA_E_RANGE     there is no such server
 * Never asks for memory. Cost: O(B + R), where only bookings at time t count for R. */
COALLOC_DEF COALLOC_NODISCARD coa_status coa_holder(const coa_calendar *cal,
                                                    uint32_t server, coa_time t,
                                                    coa_booking *out);

/* Moves *event on to the next start or end of a booking. Events are ordered by time; at
 * one time ends come before starts, and each of them by id. To get those from time t on,
 * set event->time = t and the other members to 0; then go on with each event shown.
 * Events before `now` are over, and so are the ends at `now`, but starts at `now` are
 * shown. So this loop meets every event, with coa_advance between the ends of a moment
 * and its starts. At an end the booking is still found, and coa_finish may be called for
 * it; on COUNT a booking has its servers when it starts, and may be finished at once:
 *     while (coa_next_event(cal, &event) == COA_OK && event.time <= last)
 *         if (!event.starts) ended(event.id);
 *         else if (coa_advance(cal, event.time) == COA_OK) started(event.id);
 * A job that ends before its booking does is finished in the same order: first
 * coa_finish(cal, id, t) for all that end at t, then coa_advance(cal, t).
 * COA_E_NOTFOUND  there are no more events; *event is as before
 * The first call makes a list of all events, later ones bring it up to date; it takes 50
 * to 150 bytes for each booking. Without memory for it, and always with desc.bookings, a
 * call looks at all bookings instead; it never fails with COA_E_NOMEM.
 * Cost: O(log^2 B) amortised, O(B log B) at first; without the list O(B). */
COALLOC_DEF COALLOC_NODISCARD coa_status coa_next_event(coa_calendar *cal,
                                                        coa_event *event);

/* Gives a booking another tag, for example one that coa_commit made or a part of a job.
 * COA_E_NOTFOUND. Cost: O(log B). */
COALLOC_DEF COALLOC_NODISCARD coa_status coa_set_tag(coa_calendar *cal, coa_id id,
                                                     uint64_t tag);

/* coa_copy(&copy, cal, &desc) makes a second calendar with the same bookings, for example
 * to try something out. It answers everything as the first one would, ids, servers on
 * COUNT and the counters of coa_stats included, except that the counters of memory begin
 * anew. desc->alloc, alloc_ctx and bookings are its own; the other members must be 0 or
 * those of cal. A NULL desc means the hook and `bookings` of cal. After a failure *out is
 * NULL. Destroy it with coa_destroy.
 * COA_E_ARG    out or cal is NULL, or desc and cal disagree
 * COA_E_NOMEM  beyond what the calendar itself needs coa_copy takes memory for its work,
 *              at most about 100 bytes for each booking, run and idle group
 * On RANGE_TREE the trees are built anew, see INDEXES. Cost: as coa_load. */
COALLOC_DEF COALLOC_NODISCARD coa_status coa_copy(coa_calendar **out,
                                                  const coa_calendar *cal,
                                                  const coa_desc *desc);

/* ---- FlexCo: one booking at several calendars, see FLEXCO -------------------------- */

typedef struct coa_flex coa_flex; /* jobs at several sites */

typedef struct coa_site { /* a provider */
    coa_calendar *calendar;
    const coa_set *among; /* only these servers; NULL = all. COUNT: must be NULL */
    uint32_t servers;     /* its share, if the request is `fixed`; else ignored */
} coa_site;

typedef struct coa_mold { /* another shape of the same job */
    uint32_t servers;
    coa_time length;
} coa_mold;

typedef struct coa_flex_request {
    coa_time ready;      /* T^r: earliest start; a past time means the latest `now` */
    coa_time length;     /* T^x > 0, finite */
    coa_time overhead;   /* T^xo >= 0: how much longer a job takes at several sites */
    coa_time deadline;   /* latest end; 0 = none; COA_DEADLINE_0 = the time 0 */
    uint32_t servers;    /* R >= 1, at all sites together */
    uint32_t least;      /* smallest share of a site that has one; 0 = 1 */
    uint32_t most_sites; /* most sites that have a share; 0 = all */
    uint32_t first;      /* the cursor: site first mod n comes first, then the next */
    uint32_t place;      /* coa_place, but not CONTIGUOUS; 0 = each index's default */
    int fixed;           /* each site gives coa_site.servers, which add up to `servers` */
    const coa_mold *molds; /* shapes to use instead of (servers, length) */
    size_t mold_count;
} coa_flex_request;

typedef struct coa_flex_part { /* what one site gives */
    uint32_t site;             /* index in the object's list of sites */
    coa_booking booking;
} coa_flex_part;

typedef struct coa_flex_booking {
    coa_id id;           /* also the id of each part */
    coa_time start, end; /* also those of each part */
    uint32_t servers;    /* at all sites together */
    uint32_t mold;       /* 0 = (servers, length) itself, else 1 + index in molds */
    uint32_t examined;   /* starts looked at, which depend on the index */
    uint32_t part_count;
    const coa_flex_part *parts; /* in the order of sites; see MEMORY */
} coa_flex_booking;

/* What coa_flex_reschedule may change: COA_SHIFT the start, COA_REMAP how many servers
 * each site gives, COA_MOLD the shape, to (servers, length) or another of req->molds. */
typedef enum coa_flex_op { COA_SHIFT = 1, COA_REMAP = 2, COA_MOLD = 4 } coa_flex_op;

#ifndef COALLOC_NO_FLEX
/* Makes an object for the jobs at the sites 0 .. n - 1. It copies the list. The calendars
 * and the sets in it remain the caller's, and must stay until the object is destroyed or
 * has another list. `key` is any number; the jobs at these sites that have it are the
 * object's, those in loaded calendars included. Two objects with sites in common need
 * different keys, unless they always have the same list. alloc NULL = the C library.
 * COA_E_ARG    n = 0, or a calendar is NULL or listed twice
 * COA_E_NOMEM; after a failure *out is NULL. O(n^2). */
COALLOC_DEF COALLOC_NODISCARD coa_status coa_flex_create(coa_flex **out, uint64_t key,
                                                         const coa_site *sites,
                                                         uint32_t n, coa_alloc_fn alloc,
                                                         void *alloc_ctx);

/* Frees the object. The calendars stay as they are, with all jobs. Ignores NULL. */
COALLOC_DEF void coa_flex_destroy(coa_flex *flex);

/* Gives the object another list of sites, for example when a site fails or comes back, or
 * to change `among` or `servers`. A job is not found while one of its sites is not
 * listed. Statuses as coa_flex_create; after a failure the list is the old one. O(n^2). */
COALLOC_DEF COALLOC_NODISCARD coa_status coa_flex_sites(coa_flex *flex,
                                                        const coa_site *sites,
                                                        uint32_t n);

/* Books req->servers servers for req->length, or a shape in req->molds instead, at the
 * sites together: all parts at the same time, or nothing. It picks the earliest end.
 * Ties: the request's own shape first, then earlier molds; then a single site before
 * several; then the largest share at site `first`, then at the next site.
 * COA_E_ARG    a length or a number of servers that is not positive; `fixed` shares that
 *              do not add up to the servers of each shape; a place that some index here
 *              does not have; `among` as for coa_reserve
 * COA_E_RANGE  ready + length + overhead overflows, for a mold too; `among` has a server
 *              that does not exist; there are no more ids
 * COA_E_NOFIT  no such start within the horizons and the deadline; also, unless `fixed`,
 *              if `least` is more than the servers of every shape
 * COA_E_NOMEM
 * After a failure *out is 0 except out->examined, the number of starts looked at.
 * Cost: see COSTS. */
COALLOC_DEF COALLOC_NODISCARD coa_status coa_flex_reserve(coa_flex *flex,
                                                          const coa_flex_request *req,
                                                          coa_flex_booking *out);

/* Finds what coa_flex_reserve would book, the earliest common time of these sites, and
 * books nothing: out->id and the ids of the parts are 0, and the parts have no runs.
 * Statuses, *out after a failure and search cost are those of coa_flex_reserve. */
COALLOC_DEF COALLOC_NODISCARD coa_status coa_flex_earliest(coa_flex *flex,
                                                           const coa_flex_request *req,
                                                           coa_flex_booking *out);

/* Moves a job to the earliest end that `ops` allow, if that is earlier than its present
 * end; its own servers count as free. `req` is the request the job was made with, or a
 * newer one that asks for as many servers in the job's present shape. Without
 *   COA_SHIFT  the job keeps its start;
 *   COA_REMAP  a shape with as many servers leaves each site its share; a shape with
 *              another number is divided anew among the sites that the job has;
 *   COA_MOLD   the job keeps its shape, (servers, length) or one of molds.
 * A site that still has a share keeps the servers it has, as far as they are free at the
 * new time, the lowest first; any further servers are those that `place` prefers. COUNT:
 * that is so for a part that starts now and still does; others have no servers yet. A job
 * that moves is a new booking with a new id. If nothing ends earlier, the result is also
 * COA_OK, and *out is the old booking with its old id; RANGE_TREE has counted update
 * visits, and its trees may have another shape, see INDEXES.
 * COA_E_PAST      its start is before the latest `now`; a job that starts now may move
 * COA_E_NOTFOUND  there is no such job at these sites, or it is over
 * COA_E_ARG       also: no ops or unknown ones; the job is not whole, see
 *                 coa_flex_orphan; req does not ask for as many servers as the job has
 * All other statuses are as for coa_flex_reserve, but COA_E_NOFIT does not occur. A call
 * that does not return COA_OK changes nothing, not even *out, so the caller may pass
 * out->id as `id`; but out->parts are then no longer valid (see MEMORY).
 * Cost as coa_flex_reserve and coa_flex_cancel; nothing better costs the search, and on
 * MAP and RANGE_TREE to cancel each part and to book it again. */
COALLOC_DEF COALLOC_NODISCARD coa_status coa_flex_reschedule(coa_flex *flex, coa_id id,
                                                             const coa_flex_request *req,
                                                             uint32_t ops,
                                                             coa_flex_booking *out);

/* Shows the job with this id; out->examined is the value that the call which booked it
 * reported. COA_E_NOTFOUND if it was never made at these sites, or is cancelled, moved or
 * over; COA_E_ARG if it is not whole. After a failure *out is all 0. O(n log B). */
COALLOC_DEF COALLOC_NODISCARD coa_status coa_flex_get(coa_flex *flex, coa_id id,
                                                      coa_flex_booking *out);

/* Shows the job with the lowest id above `after`, as coa_next does; COA_E_NOTFOUND if
 * there is none. O(n log B), and O(1) for each part with such an id of a job that is not
 * shown. */
COALLOC_DEF COALLOC_NODISCARD coa_status coa_flex_next(coa_flex *flex, coa_id after,
                                                       coa_flex_booking *out);

/* Cancels all parts of a job, or none. COA_E_NOMEM, and statuses as coa_flex_get. Cost as
 * coa_cancel for each part, and O(n log B). */
COALLOC_DEF COALLOC_NODISCARD coa_status coa_flex_cancel(coa_flex *flex, coa_id id);

/* Ends all parts of a job at time `at`, or none, as coa_finish does. COA_E_NOMEM,
 * statuses as coa_flex_get, and COA_E_ARG and COA_E_PAST as coa_finish, where `now` is
 * the latest of the sites. Cost as coa_finish for each part, and O(n log B). */
COALLOC_DEF COALLOC_NODISCARD coa_status coa_flex_finish(coa_flex *flex, coa_id id,
                                                         coa_time at);

/* Shows the job with the lowest id above `after` that is not whole, with those of its
 * parts that are at these sites, its orphans: the other parts are at sites that are not
 * listed or in a calendar that was lost, or the parts differ in their times because the
 * calendars were not saved at the same moment. Orphans keep their servers until they are
 * over or dropped. Statuses and cost as coa_flex_next. */
COALLOC_DEF COALLOC_NODISCARD coa_status coa_flex_orphan(coa_flex *flex, coa_id after,
                                                         coa_flex_booking *out);

/* Cancels the parts here of a job that is not whole, all or none. COA_E_ARG if it is
 * whole; COA_E_NOTFOUND, COA_E_NOMEM. Cost as coa_flex_cancel. */
COALLOC_DEF COALLOC_NODISCARD coa_status coa_flex_drop(coa_flex *flex, coa_id id);
#endif

/* ---- sets of servers --------------------------------------------------------------- */

/* Adds or removes servers first .. first + count - 1. It is fine to add servers that are
 * in the set, or to remove servers that are not. COA_E_RANGE beyond COA_MAX_SERVERS,
 * COA_E_NOMEM. O(runs). */
COALLOC_DEF COALLOC_NODISCARD coa_status coa_set_add(coa_set *s, uint32_t first,
                                                     uint32_t count);
COALLOC_DEF COALLOC_NODISCARD coa_status coa_set_remove(coa_set *s, uint32_t first,
                                                        uint32_t count);

/* Returns the number of servers in the set. O(runs). */
COALLOC_DEF uint32_t coa_set_count(const coa_set *s);

/* Returns 1 if the server is in the set, else 0. O(log runs). */
COALLOC_DEF int coa_set_has(const coa_set *s, uint32_t server);

/* Returns 1 if both sets have the same servers, else 0. NULL is an empty set. O(runs). */
COALLOC_DEF int coa_set_equal(const coa_set *a, const coa_set *b);

/* Makes *out the servers that are in a or b; in both; in a but not in b. Any two of out,
 * a and b, or all three, may be the same set. COA_E_ARG: one is NULL. COA_E_NOMEM: *out
 * is as before. O(runs). */
COALLOC_DEF COALLOC_NODISCARD coa_status coa_set_union(coa_set *out, const coa_set *a,
                                                       const coa_set *b);
COALLOC_DEF COALLOC_NODISCARD coa_status coa_set_intersection(coa_set *out,
                                                              const coa_set *a,
                                                              const coa_set *b);
COALLOC_DEF COALLOC_NODISCARD coa_status coa_set_difference(coa_set *out,
                                                            const coa_set *a,
                                                            const coa_set *b);

/* Empties the set and keeps its memory. O(1). */
COALLOC_DEF void coa_set_clear(coa_set *s);

/* Empties the set and frees its memory; it can be used again. O(1). */
COALLOC_DEF void coa_set_free(coa_set *s);

/* ---- a calendar in one buffer ------------------------------------------------------ */

#ifndef COALLOC_NO_ARENA
/* Makes an arena of a buffer, which may have any alignment. Use it as
 *     desc.alloc = coa_arena_alloc; desc.alloc_ctx = &arena;
 * for as many calendars, sets and trees as fit; it must outlive them. An arena need not
 * be freed; to empty it, call this again. COA_E_ARG: a is NULL, or buffer is NULL and
 * size is not 0. O(1). */
COALLOC_DEF COALLOC_NODISCARD coa_status coa_arena_init(coa_arena *a, void *buffer,
                                                        size_t size);

/* The coa_alloc_fn of an arena; `arena` is a coa_arena. Sizes are rounded up to 16 bytes,
 * addresses are multiples of 16, and there is no other overhead. A freed block merges
 * with the holes next to it. An allocation takes the smallest hole that is large enough.
 * A block grows in place if the hole behind it suffices; otherwise it moves, if need be
 * into the holes on both its sides. Returns NULL and changes nothing if there is no room.
 * Cost: O(holes), and copying what moves. */
COALLOC_DEF void *coa_arena_alloc(void *arena, void *ptr, size_t old_size,
                                  size_t new_size);

/* Checks that the holes are in order, that none touches the next, and that together they
 * are what is not in use: COA_OK or COA_E_CORRUPT. The usual cause of damage is a program
 * that wrote past the end of a block. O(holes). */
COALLOC_DEF COALLOC_NODISCARD coa_status coa_arena_check(const coa_arena *a);

/* Returns the size of a buffer, of any alignment, that suffices for the arena of one
 * calendar with this description: coa_create succeeds, and no later call gives
 * COA_E_NOMEM as long as
 *   before the call   idle_groups <= 2 * desc->bookings + servers (or, if there are more
 *                     servers than bookings, 3 * desc->bookings + 1), and
 *   after it          bookings <= desc->bookings and runs <= 4 * desc->bookings,
 * all three as coa_stats shows them. A call with `replaces` counts as coa_cancel and then
 * coa_reserve: idle_groups must also be that low in between. 64 servers and 256 bookings
 * take less than 72 KiB. idle_groups is never more than 3 * runs. So the conditions
 * always hold if each booking has one run (COA_PLACE_CONTIGUOUS) and desc->bookings is
 * one and a half times the real number of bookings. Random bookings of 1 to 4 of 64
 * servers were seen to need 2.4 groups and 2.7 runs each, those of 1 to 9 servers 3.1
 * groups and 5.2 runs: for such bookings, set desc->bookings higher than their real
 * number.
 * A call that goes beyond the conditions uses what is left and may get COA_E_NOMEM,
 * coa_cancel and coa_finish included; calls succeed again when the conditions hold.
 * coa_advance always succeeds. coa_check, coa_holes, coa_idle, coa_load (which says how
 * much) and coa_copy, while they work, coa_flex_ calls, coa_resize, on COUNT coa_release and
 * coa_widen of bookings that have started, and sets ask for more memory. `now` and the
 * hook in desc are ignored.
 * COA_MEMORY_BOUND below is a constant that is never less: for a static buffer.
 * The sizes here are those of a 64-bit machine.
 * SLICES: the conditions are bookings <= desc->bookings and runs <= 4 * desc->bookings
 * after each call. It takes about 116 bytes for each booking and 32 more for each 64
 * servers, and 41 for each server. 64 servers and 256 bookings take less than 44 KiB.
 * COUNT: the only condition is bookings <= desc->bookings after each call. It takes about
 * 235 bytes for each booking and 32 for each server, and 5 KiB. Most of that is for the
 * worst case, time points stored as thinly spread as they can be. 64 servers and 256
 * bookings take less than 64 KiB. With desc->unnamed servers take nothing.
 * Returns 0 if there is no such bound: on RANGE_TREE, on MAP with more than 1,024
 * servers, if desc->bookings is 0, or if coa_create gives COA_E_ARG for desc; and if the
 * bound is more than SIZE_MAX, or needs an array of more than 2^32 - 1 elements. O(1). */
COALLOC_DEF size_t coa_memory_bound(const coa_desc *desc);

/* The size of a static buffer for so many servers and so many bookings: a constant
 * expression that is at least coa_memory_bound. On a 64-bit machine it is more by at most
 * 1/32 and 128 bytes, on COUNT by at most a third and 9 KiB. COA_MEMORY_BOUND is for MAP
 * with at most 1,024 servers; _SLICES and _COUNT are for those indexes. The arguments are
 * positive constants; with desc.unnamed, pass 1 server to _COUNT.
 *     static unsigned char buffer[COA_MEMORY_BOUND(64, 256)]; */
#define COA_MEMORY_BOUND(servers, bookings)                                        \
    (COA_I_BOUND_BOTH(servers, bookings) + 8160 + sizeof(char) * 104 * (servers) + \
     2300 * ((COA_I_BOUND_GROUPS(servers, bookings) + 2) / 60) +                   \
     8 * COA_I_BOUND_WORDS(servers) * (COA_I_BOUND_GROUPS(servers, bookings) + 9))
#define COA_MEMORY_BOUND_SLICES(servers, bookings)                                \
    (COA_I_BOUND_BOTH(servers, bookings) + 896 + sizeof(char) * 32 * (bookings) + \
     COA_I_BOUND_WORDS(servers) * (sizeof(char) * 32 * (bookings) + 56))
#define COA_MEMORY_BOUND_COUNT(servers, bookings)                            \
    (2736 + sizeof(char) * 82 * (bookings) + sizeof(char) * 32 * (servers) + \
     2056 * ((bookings) < 63 ? 1                                             \
                             : (sizeof(char) * 2 * (bookings) + 3) / 28 +    \
                                   ((bookings) < 1000 ? 5 : 12)))

/* Words of a mask; groups that can arise; what MAP and SLICES both have. sizeof(char)
 * makes a size_t without a cast. */
#define COA_I_BOUND_WORDS(servers) ((sizeof(char) * (servers) + 63) / 64)
#define COA_I_BOUND_GROUPS(servers, bookings)                                \
    (sizeof(char) * 3 * (servers) + ((bookings) < (servers)                  \
                                         ? sizeof(char) * 3 * (bookings) + 1 \
                                         : sizeof(char) * 2 * (bookings) + (servers)))
#define COA_I_BOUND_BOTH(servers, bookings)                           \
    (sizeof(char) * 84 * (bookings) + sizeof(char) * 36 * (servers) + \
     256 * COA_I_BOUND_WORDS(servers))
#endif

/* ---- the range tree of [1] alone --------------------------------------------------- */

typedef struct coa_period { /* `server` is idle during [start, end) */
    coa_time start, end;
    uint32_t server;
} coa_period;

/* [1], section 4.1: a tree of idle periods by start, descending; each node has a second
 * tree of the periods below it, by end. A tree of m periods is never deeper than
 * log(m) / log(10/7) = 1.95 log2(m), whatever the order of insertions and removals. */
typedef struct coa_rtree coa_rtree;

#ifndef COALLOC_NO_RANGE_TREE
/* Makes an empty tree. alloc NULL = the C library. COA_E_NOMEM: *out is NULL. */
COALLOC_DEF COALLOC_NODISCARD coa_status coa_rtree_create(coa_rtree **out,
                                                          coa_alloc_fn alloc,
                                                          void *alloc_ctx);
COALLOC_DEF void coa_rtree_destroy(coa_rtree *t);

/* Inserts a period. COA_E_ARG: start >= end. COA_E_BUSY: the tree has this very period.
 * COA_E_NOMEM. Amortised O(log^2 m). */
COALLOC_DEF COALLOC_NODISCARD coa_status coa_rtree_insert(coa_rtree *t,
                                                          const coa_period *p);

/* Removes a period. COA_E_NOTFOUND: the tree does not have it. Never asks for memory.
 * Amortised O(log^2 m). */
COALLOC_DEF COALLOC_NODISCARD coa_status coa_rtree_remove(coa_rtree *t,
                                                          const coa_period *p);

/* Returns the number of periods. O(1). */
COALLOC_DEF uint32_t coa_rtree_size(const coa_rtree *t);

/* Returns the number of levels below the root. O(m). */
COALLOC_DEF uint32_t coa_rtree_depth(const coa_rtree *t);

/* Phase 1 of [1], section 4.2: returns how many periods start at `start` or before.
 * O(log m). */
COALLOC_DEF uint32_t coa_rtree_candidates(const coa_rtree *t, coa_time start);

/* Phases 1 and 2: returns how many of these periods end at `end` or later. O(log^2 m). */
COALLOC_DEF uint32_t coa_rtree_count(const coa_rtree *t, coa_time start, coa_time end);

/* Writes the first n feasible periods in the order of [1]: subtrees in reverse order of
 * marking, each by end. If there are fewer it writes nothing: COA_E_NOFIT. COA_E_ARG if
 * n = 0 or start >= end. Never asks for memory. O(log^2 m + n). */
COALLOC_DEF COALLOC_NODISCARD coa_status coa_rtree_search(coa_rtree *t, coa_time start,
                                                          coa_time end, uint32_t n,
                                                          coa_period *out);

/* Checks sizes, order, medians, balance and secondary trees: COA_OK or COA_E_CORRUPT. */
COALLOC_DEF COALLOC_NODISCARD coa_status coa_rtree_check(const coa_rtree *t);
#endif

/* For COALLOC_ABI: an enumerator, so that a C++ file that uses it has no cast. */
enum {
    COA_I_SIZES = sizeof(coa_desc) + 3 * sizeof(coa_request) + 5 * sizeof(coa_booking) +
                  7 * sizeof(coa_set) + 11 * sizeof(coa_stats_info) +
                  13 * sizeof(coa_alternative_info) + 17 * sizeof(coa_arena) +
                  19 * sizeof(coa_flex_request) + 23 * sizeof(coa_flex_booking) +
                  29 * sizeof(coa_site) + 31 * sizeof(coa_mold) + 37 * sizeof(coa_event) +
                  41 * sizeof(coa_reason)
};

#ifdef __cplusplus
}
#endif
#endif /* COALLOC_H */

/* ---- implementation ---------------------------------------------------------------- */

#ifdef COALLOC_IMPLEMENTATION
#ifndef COALLOC_IMPLEMENTED
#define COALLOC_IMPLEMENTED

#include <string.h>
#ifndef COALLOC_NO_STDLIB
#include <stdlib.h>
#endif
#if defined(__SSE2__) && !defined(COALLOC_NO_VECTOR)
#include <immintrin.h>
#endif

/* >>parts: what is left out ---------------------------------------------------------- */

#if defined(COALLOC_NO_MAP) + defined(COALLOC_NO_RANGE_TREE) +   \
        defined(COALLOC_NO_COUNT) + defined(COALLOC_NO_SLICES) > \
    2
#ifndef COALLOC_NO_MAP
#define COA_I_ONLY coa_i_index_map
#elif !defined(COALLOC_NO_RANGE_TREE)
#define COA_I_ONLY coa_i_index_range_tree
#elif !defined(COALLOC_NO_COUNT)
#define COA_I_ONLY coa_i_index_count
#elif !defined(COALLOC_NO_SLICES)
#define COA_I_ONLY coa_i_index_slices
#else
#error "coalloc.h: a calendar needs an index"
#endif
#endif

#ifdef COALLOC_NO_CONTIGUOUS
#define COA_I_CONTIGUOUS 0
#else
#define COA_I_CONTIGUOUS 8 /* 1 << COA_PLACE_CONTIGUOUS */
#endif
#ifdef COALLOC_NO_REPLACE
#define COA_I_REPLACED(x) ((void)(x), 0)
#define COA_I_FOR_REPLACE(operation) NULL
#else
#define COA_I_REPLACED(x) (x)
#define COA_I_FOR_REPLACE(operation) operation
#endif
#if defined(COALLOC_NO_REPLACE) && defined(COALLOC_NO_FLEX)
#define COA_I_MOVED(q) ((void)(q)->moved, 0)
#else
#define COA_I_MOVED(q) ((q)->moved)
#endif

/* Operations of indexes that only a part calls which can be left out. */
#ifdef COALLOC_NO_FLEX
#define COA_I_FOR_FLEX(operation) NULL
#else
#define COA_I_FOR_FLEX(operation) operation
#endif
#ifdef COALLOC_NO_CHECK
#define COA_I_FOR_CHECK(operation) NULL
#else
#define COA_I_FOR_CHECK(operation) operation
#endif

#ifdef COALLOC_NO_LESSONS
#define COA_I_FOR_LESSONS(operation) NULL
#else
#define COA_I_FOR_LESSONS(operation) operation
#endif

/* For functions that only parts call which can be left out. */
#if defined(__GNUC__) || defined(__clang__)
#define COA_I_SOME static __attribute__((unused))
#else
#define COA_I_SOME static
#endif

/* >>memory --------------------------------------------------------------------------- */

#define COA_I_NONE 0u   /* the index that means none: pools start at 1 */
#define COA_I_DEPTH 64u /* above log(2^32) / log(10/7) = 62.2, see >>range tree */
#define COA_I_AT(type, vec) ((type *)(vec).at)

/* For functions that run several times in every booking and have few callers. */
#if defined(__OPTIMIZE_SIZE__) || !(defined(__GNUC__) || defined(__clang__))
#define COA_I_HOT COA_I_SOME
#else
#define COA_I_HOT static inline __attribute__((always_inline))
#endif
/* For functions that -Os would copy into their callers although calls are smaller. */
#if defined(__OPTIMIZE_SIZE__) && (defined(__GNUC__) || defined(__clang__))
#define COA_I_CALLED static __attribute__((unused, noinline))
#else
#define COA_I_CALLED COA_I_SOME
#endif
/* For pointers to words that no other pointer of the function points to. */
#if defined(__GNUC__) || defined(__clang__)
#define COA_I_RESTRICT __restrict
#else
#define COA_I_RESTRICT
#endif
/* For functions that run seldom, called by those that run often. */
#if defined(__GNUC__) || defined(__clang__)
#define COA_I_COLD static __attribute__((noinline))
#else
#define COA_I_COLD static
#endif

#if !defined(__OPTIMIZE_SIZE__) && (defined(__GNUC__) || defined(__clang__))
#define COA_I_PREFETCH(address) __builtin_prefetch(address)
#else
#define COA_I_PREFETCH(address) ((void)(address))
#endif

#ifndef COA_I_GROW /* tests leave no slack */
#define COA_I_GROW(n) ((n) + (n) / 2 + 8)
#endif

/* The hook of a calendar or tree, and its counters; all memory comes from here. */
typedef struct coa_i_mem {
    coa_alloc_fn fn;
    void *ctx;
    uint64_t bytes, peak, calls;
} coa_i_mem;

/* A growing array. Code reserves all room first and changes the object only afterwards,
 * so that a call that runs out of memory has changed nothing. */
typedef struct coa_i_vec {
    void *at;
    uint32_t count, capacity;
} coa_i_vec;

static void *coa_i_libc(void *ctx, void *ptr, size_t old_size, size_t new_size)
{
    (void)ctx;
    (void)old_size;
#ifdef COALLOC_NO_STDLIB
    (void)ptr;
    (void)new_size;
    return NULL;
#else
    if (new_size > 0) return realloc(ptr, new_size);
    free(ptr);
    return NULL;
#endif
}

static void *coa_i_resize(coa_i_mem *m, void *ptr, size_t old_size, size_t new_size)
{
    void *p = m->fn(m->ctx, ptr, old_size, new_size);
    if (new_size > 0) m->calls++;
    if (new_size > 0 && !p) return NULL;
    m->bytes += new_size;
    m->bytes -= old_size;
    if (m->bytes > m->peak) m->peak = m->bytes;
    return p;
}

static coa_i_mem coa_i_mem_of(coa_alloc_fn fn, void *ctx)
{
    coa_i_mem m = {NULL, NULL, 0, 0, 0};
    m.fn = fn ? fn : coa_i_libc;
    m.ctx = ctx;
    return m;
}

static void coa_i_free(coa_i_mem *m, void *ptr, size_t size)
{
    if (ptr) (void)coa_i_resize(m, ptr, size, 0);
}

/* Makes an object that begins with its coa_i_mem and is 0 otherwise; NULL without
 * memory. */
static void *coa_i_object_new(coa_alloc_fn fn, void *ctx, size_t size)
{
    coa_i_mem mem = coa_i_mem_of(fn, ctx);
    void *object = coa_i_resize(&mem, NULL, 0, size);
    if (!object) return NULL;
    memset(object, 0, size);
    *(coa_i_mem *)object = mem;
    return object;
}

static void coa_i_object_free(void *object, size_t size)
{
    coa_i_mem mem = *(coa_i_mem *)object;
    coa_i_free(&mem, object, size);
}

/* Makes room for exactly `capacity` items of `size` bytes; `capacity` is no less than the
 * present capacity. Without memory returns false and changes nothing. */
static int coa_i_room_exact(coa_i_mem *m, coa_i_vec *v, uint64_t capacity, size_t size)
{
    void *at;
    if (capacity > UINT32_MAX || capacity > SIZE_MAX / size) return 0;
    at = coa_i_resize(m, v->at, v->capacity * size, (size_t)capacity * size);
    if (!at) return 0;
    v->at = at;
    v->capacity = (uint32_t)capacity;
    return 1;
}

/* Makes an array larger: by half, or just to what is needed if there is no memory for
 * more. */
static int coa_i_grow(coa_i_mem *m, coa_i_vec *v, uint64_t need, size_t size)
{
    const uint64_t half_more = COA_I_GROW((uint64_t)v->capacity);
    uint64_t spare = half_more > need ? half_more - need : 0;
    while (!coa_i_room_exact(m, v, need + spare, size)) {
        if (spare == 0) return 0;
        spare /= 4;
    }
    return 1;
}

/* Makes room for `need` items. */
COA_I_HOT int coa_i_room(coa_i_mem *m, coa_i_vec *v, uint64_t need, size_t size)
{
    return need <= v->capacity || coa_i_grow(m, v, need, size);
}

/* Appends an item of `size` bytes; false without memory. */
COA_I_SOME int coa_i_append(coa_i_mem *m, coa_i_vec *v, const void *item, size_t size)
{
    if (!coa_i_room(m, v, (uint64_t)v->count + 1, size)) return 0;
    memcpy((unsigned char *)v->at + v->count++ * size, item, size);
    return 1;
}

static void coa_i_vec_free(coa_i_mem *m, coa_i_vec *v, size_t size)
{
    coa_i_free(m, v->at, v->capacity * size);
    memset(v, 0, sizeof *v);
}

/* ---- heaps, and a sort with one
 *
 * A heap is an array of items of `size` bytes. below(x, y) says whether x belongs below
 * y. The item at place i is above those at places 2 i + 1 and 2 i + 2. */

/* Puts an item into the free place `at` of a heap, or higher. */
COA_I_HOT void coa_i_heap_up(void *heap, uint32_t at, size_t size,
                             int (*below)(const void *, const void *), const void *item)
{
    unsigned char *a = (unsigned char *)heap;
    for (; at > 0 && below(a + (at - 1) / 2 * size, item); at = (at - 1) / 2)
        memcpy(a + at * size, a + (at - 1) / 2 * size, size);
    memcpy(a + at * size, item, size);
}

/* Puts an item into the free place `at` of a heap of n items, or lower. */
COA_I_HOT void coa_i_heap_down(void *heap, uint32_t n, uint32_t at, size_t size,
                               int (*below)(const void *, const void *), const void *item)
{
    unsigned char *a = (unsigned char *)heap;
    uint32_t child;
    for (; (child = 2 * at + 1) < n; at = child) {
        if (child + 1 < n && below(a + child * size, a + (child + 1) * size)) child++;
        if (!below(item, a + child * size)) break;
        memcpy(a + at * size, a + child * size, size);
    }
    memcpy(a + at * size, item, size);
}

/* Sorts n items of `size` <= 32 bytes in place and without recursion: O(n log n). */
static void coa_i_sort(void *base, uint32_t n, size_t size,
                       int (*less)(const void *, const void *))
{
    coa_time held[4]; /* aligned for any item */
    unsigned char *a = (unsigned char *)base;
    uint32_t root = n / 2, end = n;
    while (end > 1) { /* first makes a heap, then takes the greatest items from it */
        if (root > 0) {
            memcpy(held, a + --root * size, size);
        } else {
            memcpy(held, a + --end * size, size);
            memcpy(a + end * size, a, size);
        }
        coa_i_heap_down(a, end, root, size, less, held);
    }
}

#define COA_I_UNIT 16u /* of addresses and sizes; a coa_i_hole fits into it */

/* Rounds up a size. It is never near SIZE_MAX, because sizes larger than the arena are
 * refused before they are rounded. */
static size_t coa_i_units(size_t size)
{
    return (size + COA_I_UNIT - 1) / COA_I_UNIT * COA_I_UNIT;
}

/* ---- bits */

#if defined(__POPCNT__) && (defined(__GNUC__) || defined(__clang__))
#define COA_I_BITS_AT_ONCE 1 /* the processor counts them */
#else
#define COA_I_BITS_AT_ONCE 0
#endif

COA_I_SOME uint32_t coa_i_bits(uint64_t x)
{
#if COA_I_BITS_AT_ONCE
    return (uint32_t)__builtin_popcountll(x);
#else
    x -= (x >> 1) & 0x5555555555555555u;
    x = (x & 0x3333333333333333u) + ((x >> 2) & 0x3333333333333333u);
    x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
    return (uint32_t)((x * 0x0101010101010101u) >> 56);
#endif
}

/* Returns the number of the lowest bit that is set in x != 0. */
COA_I_SOME uint32_t coa_i_low_bit(uint64_t x)
{
#if defined(__GNUC__) || defined(__clang__)
    return (uint32_t)__builtin_ctzll(x);
#else
    return coa_i_bits((x & (0 - x)) - 1);
#endif
}

/* Returns the number of the highest bit that is set in x != 0. */
COA_I_CALLED uint32_t coa_i_high_bit(uint64_t x)
{
#if defined(__GNUC__) || defined(__clang__)
    return 63 - (uint32_t)__builtin_clzll(x);
#else
    uint32_t n = 0, half;
    for (half = 32; half > 0; half /= 2) {
        if (x >> half == 0) continue;
        x >>= half;
        n += half;
    }
    return n;
#endif
}

#ifndef COALLOC_NO_ARENA
/* >>arena: memory from one buffer -------------------------------------------------------
 *
 * The hook always gets a block's true size, so a block needs no header. The first bytes
 * of each hole hold its size and the offset of the next hole, in the order of addresses;
 * the last hole has a->size as its next. These numbers are copied in and out, because the
 * buffer has no type. */

typedef struct coa_i_hole {
    size_t size, next;
} coa_i_hole;

static coa_i_hole coa_i_hole_at(const coa_arena *a, size_t at)
{
    coa_i_hole h = {0, 0};
    if (at < a->size) memcpy(&h, a->base + at, sizeof h);
    return h;
}

/* Makes the hole at `at` follow the hole `before`, or be the first if `before` is
 * a->size. */
static void coa_i_hole_link(coa_arena *a, size_t before, size_t at)
{
    coa_i_hole h = coa_i_hole_at(a, before);
    if (before == a->size) {
        a->first = at;
    } else {
        h.next = at;
        memcpy(a->base + before, &h, sizeof h);
    }
}

/* Takes the first `size` bytes of the hole at `at`, which follows the hole `before`. */
static void coa_i_hole_take(coa_arena *a, size_t before, size_t at, size_t size)
{
    coa_i_hole h = coa_i_hole_at(a, at);
    h.size -= size;
    if (h.size > 0) {
        memcpy(a->base + at + size, &h, sizeof h);
        coa_i_hole_link(a, before, at + size);
    } else {
        coa_i_hole_link(a, before, h.next);
    }
    a->used += size;
}

/* Returns the last hole that begins before `at`, a->size if there is none. */
static size_t coa_i_hole_before(const coa_arena *a, size_t at)
{
    size_t before = a->size, next = a->first;
    while (next < at) {
        before = next;
        next = coa_i_hole_at(a, next).next;
    }
    return before;
}

static size_t coa_i_hole_next(const coa_arena *a, size_t before)
{
    return before == a->size ? a->first : coa_i_hole_at(a, before).next;
}

/* Makes `size` bytes at `at` a hole and merges it with the holes that it touches. */
static void coa_i_arena_free(coa_arena *a, size_t at, size_t size)
{
    const size_t before = coa_i_hole_before(a, at), next = coa_i_hole_next(a, before);
    coa_i_hole h = coa_i_hole_at(a, before), behind = coa_i_hole_at(a, next);
    const int joins = before != a->size && before + h.size == at;
    if (size == 0) return;
    a->used -= size;
    if (joins) {
        size += h.size;
        at = before;
    } else {
        coa_i_hole_link(a, before, at);
    }
    h.size = size;
    h.next = next;
    if (next < a->size && at + size == next) {
        h.size += behind.size;
        h.next = behind.next;
    }
    memcpy(a->base + at, &h, sizeof h);
}

/* Takes a new block from the smallest hole that is large enough; returns a->size if there
 * is none. */
static size_t coa_i_arena_new(coa_arena *a, size_t size)
{
    size_t before = a->size, at = a->first, best = a->size, best_before = a->size;
    size_t best_size = SIZE_MAX;
    while (at < a->size) {
        const coa_i_hole h = coa_i_hole_at(a, at);
        if (h.size >= size && h.size < best_size) {
            best = at;
            best_before = before;
            best_size = h.size;
        }
        before = at;
        at = h.next;
    }
    if (best < a->size) coa_i_hole_take(a, best_before, best, size);
    return best;
}

/* Makes a block of `held` bytes larger: in place, in another hole, or by moving it down
 * into the hole before it. Returns where it then is. If there is no room, returns a->size
 * and changes nothing. */
static size_t coa_i_arena_grow(coa_arena *a, size_t at, size_t held, size_t size)
{
    const size_t before = coa_i_hole_before(a, at), next = coa_i_hole_next(a, before);
    const size_t ahead = before < a->size ? coa_i_hole_at(a, before).size : 0;
    const size_t room = next == at + held ? coa_i_hole_at(a, next).size : 0;
    size_t to;
    if (room >= size - held) {
        coa_i_hole_take(a, before, next, size - held);
        return at;
    }
    to = coa_i_arena_new(a, size);
    if (to < a->size) {
        memcpy(a->base + to, a->base + at, held);
        coa_i_arena_free(a, at, held);
        return to;
    }
    if (before == a->size || before + ahead != at || ahead + held + room < size)
        return a->size;
    /* take the holes on both sides: this makes one block, too large at first */
    if (room > 0) coa_i_hole_take(a, before, next, room);
    coa_i_hole_take(a, coa_i_hole_before(a, before), before, ahead);
    memmove(a->base + before, a->base + at, held);
    coa_i_arena_free(a, before + size, ahead + held + room - size);
    return before;
}

COALLOC_DEF coa_status coa_arena_init(coa_arena *a, void *buffer, size_t size)
{
    const size_t skip = (COA_I_UNIT - (uintptr_t)buffer % COA_I_UNIT) % COA_I_UNIT;
    coa_i_hole all;
    if (!a || (!buffer && size > 0)) return COA_E_ARG;
    memset(a, 0, sizeof *a);
    if (size < skip + COA_I_UNIT) return COA_OK; /* an arena with no room at all */
    a->base = (unsigned char *)buffer + skip;
    a->size = (size - skip) / COA_I_UNIT * COA_I_UNIT;
    all.size = all.next = a->size;
    memcpy(a->base, &all, sizeof all);
    return COA_OK;
}

COALLOC_DEF void *coa_arena_alloc(void *arena, void *ptr, size_t old_size,
                                  size_t new_size)
{
    coa_arena *a = (coa_arena *)arena;
    const size_t held = ptr ? coa_i_units(old_size) : 0;
    size_t at, size;
    if (new_size > a->size) return NULL;
    size = coa_i_units(new_size);
    if (!ptr) {
        at = size > 0 ? coa_i_arena_new(a, size) : a->size;
    } else {
        at = (size_t)((unsigned char *)ptr - a->base);
        if (size > held)
            at = coa_i_arena_grow(a, at, held, size);
        else
            coa_i_arena_free(a, at + size, held - size);
    }
    if (a->used > a->peak) a->peak = a->used;
    return size > 0 && at < a->size ? a->base + at : NULL;
}

COALLOC_DEF coa_status coa_arena_check(const coa_arena *a)
{
    size_t at, end = 0, held = 0;
    coa_i_hole h;
    if (!a) return COA_E_ARG;
    for (at = a->first; at != a->size; at = h.next) {
        if (at > a->size || at % COA_I_UNIT != 0 || (held > 0 && at <= end))
            return COA_E_CORRUPT;
        h = coa_i_hole_at(a, at);
        if (h.size == 0 || h.size % COA_I_UNIT != 0 || h.size > a->size - at)
            return COA_E_CORRUPT;
        end = at + h.size;
        held += h.size;
    }
    return held == a->size - a->used && a->used <= a->size ? COA_OK : COA_E_CORRUPT;
}
#endif

/* >>servers found -------------------------------------------------------------------- */

/* A run of servers and its sort keys: items are ordered by a, then b, then first. */
typedef struct coa_i_item {
    coa_time a, b;
    uint32_t first, count;
} coa_i_item;

/* Called for each run of servers found. */
typedef void (*coa_i_found_fn)(void *ctx, coa_time a, coa_time b, uint32_t first,
                               uint32_t count);

/* A query: which servers are free during the window [start, end)? Or, for the operation
 * `earliest` of an index: when, in [start, latest], can a window of this length start? */
typedef struct coa_i_query {
    coa_time start, end;
    coa_time length, latest;
    const coa_set *among; /* NULL = all */
    uint32_t among_from;  /* the servers sought are in this run of it or behind it */
    uint32_t place;       /* resolved */
    int picked;           /* MAP has picked the groups for this window */
    int ruled_out;        /* known: no earlier start succeeds */
    coa_id moved;         /* the booking that moves to this window and is lifted; or 0 */
    int lifted;           /* the booking `old` is lifted for the search */
    struct coa_i_record *old; /* the booking that the request replaces, or NULL */
    /* of coa_i_item: servers of `old` that are idle from a start on, by a = that start;
     * NULL if it is lifted, see >>replacing */
    const coa_i_vec *own;
    uint64_t need; /* servers; UINT64_MAX = find all */
    uint64_t found;
    uint64_t visits; /* tree nodes visited */
    coa_i_mem *mem;
    coa_i_vec *items; /* of coa_i_item; NULL: call `each`, or only count */
    coa_i_found_fn each;
    void *ctx;
    coa_time first, step; /* CONTIGUOUS, step > 0: starts are first + k * step */
    int nomem;
} coa_i_query;

/* Sets all members to 0. A memset of so many bytes takes longer than the rest of a search
 * in a small calendar, as compilers make a loop of it. */
COA_I_HOT void coa_i_query_clear(coa_i_query *q)
{
    q->start = q->end = q->length = q->latest = q->first = q->step = 0;
    q->among = NULL;
    q->among_from = q->place = 0;
    q->picked = q->ruled_out = q->lifted = q->nomem = 0;
    q->moved = 0;
    q->old = NULL;
    q->own = NULL;
    q->need = q->found = q->visits = 0;
    q->mem = NULL;
    q->items = NULL;
    q->each = NULL;
    q->ctx = NULL;
}

/* Returns the start from which item i of q->own is idle, COA_FOREVER if there is none. */
COA_I_SOME coa_time coa_i_own_next(const coa_i_query *q, uint32_t i)
{
    return COA_I_REPLACED(q->own != NULL) && i < q->own->count
               ? COA_I_AT(coa_i_item, *q->own)[i].a
               : COA_FOREVER;
}

COA_I_SOME int coa_i_query_over(const coa_i_query *q)
{
    return q->nomem || q->found >= q->need;
}

/* Appends an item; false without memory. */
COA_I_HOT int coa_i_items_add(coa_i_mem *mem, coa_i_vec *items, coa_time a, coa_time b,
                              uint32_t first, uint32_t count)
{
    coa_i_item *it;
    if (!coa_i_room(mem, items, (uint64_t)items->count + 1, sizeof *it)) return 0;
    it = COA_I_AT(coa_i_item, *items) + items->count++;
    it->a = a;
    it->b = b;
    it->first = first;
    it->count = count;
    return 1;
}

static void coa_i_query_push(coa_i_query *q, coa_time a, coa_time b, uint32_t first,
                             uint32_t count)
{
    q->found += count;
    if (q->items)
        q->nomem |= !coa_i_items_add(q->mem, q->items, a, b, first, count);
    else if (q->each)
        q->each(q->ctx, a, b, first, count);
}

/* Returns the index of the first run from `lo` on that ends after `server`. */
static uint32_t coa_i_run_after(const coa_set *s, uint32_t lo, uint32_t server)
{
    uint32_t hi = s->count, mid;
    while (lo < hi) {
        mid = lo + (hi - lo) / 2;
        if (s->runs[mid].first + s->runs[mid].count <= server)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

/* Reports that servers first .. first + count - 1 are free: adds those in q->among. */
static void coa_i_emit(coa_i_query *q, coa_time a, coa_time b, uint32_t first,
                       uint32_t count)
{
    const uint32_t end = first + count;
    uint32_t i, lo, hi;
    if (!q->among) {
        coa_i_query_push(q, a, b, first, count);
        return;
    }
    for (i = coa_i_run_after(q->among, q->among_from, first);
         i < q->among->count && q->among->runs[i].first < end && !q->nomem; i++) {
        lo = q->among->runs[i].first;
        hi = lo + q->among->runs[i].count;
        if (lo < first) lo = first;
        if (hi > end) hi = end;
        coa_i_query_push(q, a, b, lo, hi - lo);
    }
}

static int coa_i_item_less(const void *x, const void *y)
{
    const coa_i_item *p = (const coa_i_item *)x, *q = (const coa_i_item *)y;
    if (p->a != q->a) return p->a < q->a;
    if (p->b != q->b) return p->b < q->b;
    return p->first < q->first;
}

static void coa_i_items_sort(coa_i_vec *items)
{
    coa_i_item *it = COA_I_AT(coa_i_item, *items);
    uint32_t i = 1;
    while (i < items->count && !coa_i_item_less(it + i, it + i - 1)) i++;
    if (i >= items->count) return;
    if (items->count > 24) {
        coa_i_sort(it, items->count, sizeof *it, coa_i_item_less);
        return;
    }
    for (; i < items->count; i++) {
        const coa_i_item held = it[i];
        uint32_t j = i;
        for (; j > 0 && coa_i_item_less(&held, it + j - 1); j--) it[j] = it[j - 1];
        it[j] = held;
    }
}

/* Sorts the items, and joins those that touch and have the same a and b. */
static void coa_i_items_join(coa_i_vec *items)
{
    coa_i_item *it = COA_I_AT(coa_i_item, *items);
    uint32_t i, n = 0;
    coa_i_items_sort(items);
    for (i = 0; i < items->count; i++) {
        if (n > 0 && it[n - 1].first + it[n - 1].count == it[i].first &&
            it[n - 1].a == it[i].a && it[n - 1].b == it[i].b)
            it[n - 1].count += it[i].count;
        else
            it[n++] = it[i];
    }
    items->count = n;
}

/* Returns how many items from i on have the same a and b as item i. */
COA_I_SOME uint32_t coa_i_items_alike(const coa_i_vec *items, uint32_t i)
{
    const coa_i_item *it = COA_I_AT(coa_i_item, *items) + i;
    uint32_t n = 1;
    while (i + n < items->count && it[n].a == it->a && it[n].b == it->b) n++;
    return n;
}

/* Makes the items runs of servers in the order of server numbers, with a = b = 0. */
static void coa_i_items_by_id(coa_i_vec *items)
{
    coa_i_item *it = COA_I_AT(coa_i_item, *items);
    uint32_t i;
    for (i = 0; i < items->count; i++) it[i].a = it[i].b = 0;
    coa_i_items_join(items);
}

/* Keeps the first n servers, in the order of the items. */
static void coa_i_items_keep(coa_i_vec *items, uint32_t n)
{
    coa_i_item *it = COA_I_AT(coa_i_item, *items);
    uint32_t i;
    for (i = 0; i < items->count && n > 0; i++) {
        if (it[i].count > n) it[i].count = n;
        n -= it[i].count;
    }
    items->count = i;
}

/* Keeps the lowest n consecutive servers of items in the order of server numbers; false
 * if there are no n consecutive ones. */
static int coa_i_items_keep_run(coa_i_vec *items, uint32_t n)
{
    coa_i_item *it = COA_I_AT(coa_i_item, *items);
    uint32_t i = 0;
    while (i < items->count && it[i].count < n) i++;
    if (i == items->count) return 0;
    it[0] = it[i];
    it[0].count = n;
    items->count = 1;
    return 1;
}

/* Copies items to runs; the items are in the order of server numbers, none touching the
 * next. */
static void coa_i_items_to_runs(const coa_i_vec *items, coa_run *runs)
{
    const coa_i_item *it = COA_I_AT(coa_i_item, *items);
    uint32_t i;
    for (i = 0; i < items->count; i++) {
        runs[i].first = it[i].first;
        runs[i].count = it[i].count;
    }
}

/* Returns the end of the longest sequence of ascending runs that begins at i. */
static uint32_t coa_i_runs_ascend(const coa_run *r, uint32_t i, uint32_t n)
{
    if (i < n) i++;
    while (i < n && r[i].first > r[i - 1].first) i++;
    return i;
}

/* One pass of a merge sort of n runs: merges each two neighbouring ascending sequences.
 * True if more than one sequence is left. */
static int coa_i_runs_merge(const coa_run *from, coa_run *to, uint32_t n)
{
    uint32_t a = 0, b, mid, end, k = 0, pairs = 0;
    for (; a < n; a = end, pairs++) {
        b = mid = coa_i_runs_ascend(from, a, n);
        end = coa_i_runs_ascend(from, mid, n);
        while (a < mid && b < end) {
            const int low = from[a].first < from[b].first;
            to[k++] = from[low ? a : b];
            a += (uint32_t)low;
            b += (uint32_t)!low;
        }
        while (a < mid) to[k++] = from[a++];
        while (b < end) to[k++] = from[b++];
    }
    return pairs > 1;
}

/* Copies n sorted runs and joins those that touch; returns how many there are then. `to`
 * may be `from`. */
COA_I_SOME uint32_t coa_i_runs_join(coa_run *to, const coa_run *from, uint32_t n)
{
    uint32_t i, k = 0;
    for (i = 0; i < n; i++) {
        if (k > 0 && to[k - 1].first + to[k - 1].count == from[i].first)
            to[k - 1].count += from[i].count;
        else
            to[k++] = from[i];
    }
    return k;
}

/* Sorts disjoint runs and merges those that touch. The runs are a few ascending
 * sequences, and the array has room for twice as many runs. */
COA_I_SOME void coa_i_runs_tidy(coa_i_vec *runs)
{
    coa_run *r = COA_I_AT(coa_run, *runs), *from = r, *to = r + runs->count;
    int more = coa_i_runs_ascend(r, 0, runs->count) < runs->count;
    while (more) {
        coa_run *const swap = to;
        more = coa_i_runs_merge(from, to, runs->count);
        to = from;
        from = swap;
    }
    runs->count = coa_i_runs_join(r, from, runs->count);
}

/* Returns the number of servers in n runs. */
COA_I_SOME uint32_t coa_i_runs_servers(const coa_run *runs, uint32_t n)
{
    uint32_t i, servers = 0;
    for (i = 0; i < n; i++) servers += runs[i].count;
    return servers;
}

#define COA_I_ONLY_A (1u << 1) /* `keep` of coa_i_runs_combine */
#define COA_I_BOTH (1u << 3)
#define COA_I_UNION (COA_I_ONLY_A | 1u << 2 | COA_I_BOTH)

/* Writes the servers that are in a (1), in b (2) or in both (3) if this bit of `keep` is
 * set, as runs none of which touches the next; returns the number of runs. If `to` is in
 * the array of a or b, that set's runs must begin at least one run more behind it than
 * the other set has; then no run is overwritten before it is read. */
static uint32_t coa_i_runs_combine(const coa_run *a, uint32_t na, const coa_run *b,
                                   uint32_t nb, uint32_t keep, coa_run *to)
{
    uint32_t i = 0, j = 0, n = 0, at = 0;
    while (i < na || j < nb) {
        const int in_a = i < na && a[i].first <= at, in_b = j < nb && b[j].first <= at;
        uint32_t next_a = UINT32_MAX, next_b = UINT32_MAX, next;
        if (i < na) next_a = in_a ? a[i].first + a[i].count : a[i].first;
        if (j < nb) next_b = in_b ? b[j].first + b[j].count : b[j].first;
        next = next_a < next_b ? next_a : next_b;
        i += in_a && next == next_a;
        j += in_b && next == next_b;
        if ((keep >> (in_a + 2 * in_b) & 1) != 0 && next > at) {
            if (n == 0 || to[n - 1].first + to[n - 1].count != at) {
                to[n].first = at;
                to[n++].count = 0;
            }
            to[n - 1].count += next - at;
        }
        at = next;
    }
    return n;
}

/* >>bookings: records in the order of their ids -----------------------------------------
 *
 * Ids only grow, so appending keeps the records sorted. The record of a booking that is
 * over or cancelled stays until the array is full; then all such records are removed at
 * once: O(1) amortised, and nothing to do when time moves. The runs of all bookings are
 * in one store, in the order in which the bookings were made; the store is compacted when
 * there is no more room at its end. */

#define COA_I_LAST_ID ((coa_id)INT64_MAX)

typedef struct coa_i_record {
    coa_id id;
    uint64_t tag;
    coa_time start, end;
    uint32_t servers;         /* 0: cancelled or finished */
    uint32_t attempts;        /* 0: it is a block, see coa_block */
    uint32_t runs, run_count; /* its runs in the store: the first one and their number */
} coa_i_record;

/* Further data of a booking that is a part of a job. It is stored separately, because
 * most bookings are no parts. */
typedef struct coa_i_job {
    coa_id id;            /* of the booking and of the job */
    uint64_t key;         /* of the coa_flex that made the job */
    uint64_t mark;        /* tells jobs of this id and key apart */
    uint32_t parts, mold; /* of the job */
} coa_i_job;

typedef struct coa_i_index coa_i_index; /* see >>index */

struct coa_calendar {
    coa_i_mem mem;
    coa_desc desc;            /* with every default resolved */
    const coa_i_index *index; /* its operations */
    void *state;              /* of the index */
    coa_time now;
    coa_i_vec records; /* of coa_i_record */
    coa_i_vec store;   /* of coa_run, see coa_i_runs_unowned */
    coa_i_vec jobs;    /* of coa_i_job, by id; also of some that are over */
    coa_id last_id;
    uint64_t passed;     /* number of ids up to last_id that no booking here ever had */
    coa_i_vec items;     /* of coa_i_item: servers found, then servers chosen */
    coa_i_vec wanted;    /* of coa_run: the servers chosen */
    coa_i_vec known;     /* of coa_time: what searches have learnt, see lessons */
    coa_time known_from; /* nothing is known of starts before this time */
    uint64_t attempts, search_visits;
    uint64_t update_visits; /* to be added to those that the index counts */
    coa_i_vec events;       /* of coa_event, see >>events */
    coa_id events_upto;     /* those of bookings with ids up to this one are listed */
    uint32_t events_sorted, events_stale;
};

/* >>index: all that the rest of the code knows of an index ------------------------------
 *
 * An index is a table of operations and a state of its own. The search, the alternatives,
 * FlexCo, coa_save and coa_check call these operations and nothing else. Operations
 * marked "named" may be NULL in an index that binds late, because they need to know the
 * servers of a booking before it starts.
 *
 * To add an index, step by step:
 * 1. Give it a name and a number in coa_index.
 * 2. Define its state, a struct, in a section of its own after >>sets. Add it to the
 *    union coa_i_state in >>plan, and write coa_i_X_of(c), which returns c->state as that
 *    type.
 * 3. Write setup, init and close, then take_room, take, give_room and give. A `_room`
 *    operation takes all memory that the next operation needs, and changes nothing else;
 *    the operation itself then cannot fail.
 * 4. Write idle, earliest, advance, stats, rebuild, lift, retake, follow and follow_next;
 *    deep, plan, periods, before, follow_from, shift and forget may be NULL, see their
 *    comments. For everything else an index that knows its servers may use the operations
 *    of >>named, which call those above: coa_i_named_choose, _book, _until, _profile and
 *    COA_I_NAMED_CHANGES. Write one of your own only where it is faster.
 * 5. Write check: first what only this index knows, then coa_i_idle_check.
 * 6. Fill in the table, and add it to coa_i_indexes. The flags say what the index needs:
 *    `tries` only if each attempt must be made, as in [1]. Put all of it into #ifndef
 *    COALLOC_NO_X, extend COA_I_ONLY in >>parts, and add a row to tests/gate/sizes.sh.
 * 7. In tests/coalloc, let the loops over indexes include it. prop_coalloc.c compares
 *    every answer with a model, oom_coalloc.c refuses every allocation, and test_save.c
 *    saves and loads.
 * 8. Describe it in INDEXES, and its costs in COSTS. */

typedef struct coa_i_at { /* row i of entry k */
    uint32_t k, i;
} coa_i_at;

typedef struct coa_i_share { /* an array whose size is known when a calendar is made */
    coa_i_vec *vec;          /* NULL: the index itself allocates it */
    size_t size;             /* of an item */
    uint64_t count;
} coa_i_share;

static uint32_t coa_i_plan_add(coa_i_share *list, uint32_t n, coa_i_vec *vec, size_t size,
                               uint64_t count)
{
    list[n].vec = vec;
    list[n].size = size;
    list[n].count = count;
    return n + 1;
}

/* The next change of the number of free servers: `more` are free from `time` on. */
typedef struct coa_i_change {
    coa_time time; /* COA_FOREVER: it never changes */
    int64_t more;
} coa_i_change;

/* How many servers are free during a window that moves on. */
typedef struct coa_i_follow {
    const coa_set *among; /* NULL = all */
    coa_time length;      /* of the window */
    coa_time until;       /* its latest start */
    uint64_t free;
    coa_time fall;   /* up to this start `free` does not fall */
    uint64_t usable; /* MAP: servers of usable groups */
    uint64_t rows;   /* MAP: rows of block `blocks` - 1 of `ahead` still to come */
    uint32_t blocks; /* MAP: blocks of `ahead` examined */
    coa_i_at begun;  /* MAP: behind the usable groups of `begun` */
} coa_i_follow;

struct coa_i_index {
    uint32_t number; /* coa_index */
    uint32_t places; /* a bit 1 << p for each coa_place p that it has */
    uint32_t place;  /* what COA_PLACE_DEFAULT means */
    uint32_t order;  /* the coa_place in whose order `idle` reports servers */
    int named;       /* the servers of a booking are known before it starts */
    int tries;       /* it makes every attempt, as [1] does */
    size_t size;     /* of its state */

    /* Sets up the state, which is all 0, from c->desc, without memory. NULL: nothing. */
    void (*setup)(coa_calendar *c);
    /* Makes all servers idle for ever; asks for memory. */
    coa_status (*init)(coa_calendar *c);
    void (*close)(coa_calendar *c);
    /* Appends its arrays to the list of coa_i_plan; returns the new length. NULL: their
     * size has no bound. */
    uint32_t (*plan)(coa_calendar *c, coa_i_share *list, uint32_t n, int *bounded);
    void (*advance)(coa_calendar *c);
    coa_status (*check)(const coa_calendar *c);
    void (*stats)(const coa_calendar *c, coa_stats_info *out);
    /* Is the calendar so large that lessons pay? NULL: it never is. */
    int (*deep)(const coa_calendar *c);

    /* Moves q->start to the first start in [q->start, q->latest]: COA_OK, COA_E_NOFIT,
     * COA_E_NOMEM. With CONTIGUOUS any q->need servers will do if there is `periods`. */
    coa_status (*earliest)(coa_calendar *c, coa_i_query *q);
    /* Reports the servers that are free during the window, or counts them. An index that
     * binds late only counts. */
    void (*idle)(coa_calendar *c, coa_i_query *q);
    /* Sets *until to the latest time until which q->need servers are free from q->start
     * on; to q->start or earlier if they are not even free then. */
    coa_status (*until)(coa_calendar *c, coa_i_query *q, coa_time *until);
    /* Adds to q->found the servers of q->among that are free at q->start, and tells *x
     * the next time at which some of them become idle or busy. */
    void (*profile)(const coa_calendar *c, coa_i_query *q, coa_i_change *x);

    /* Chooses q->need servers for the window, where so many are free. Takes the memory
     * to book them; `book` does it. */
    coa_status (*choose)(coa_calendar *c, coa_i_query *q);
    void (*book)(coa_calendar *c, const coa_i_query *q, coa_i_record *r);
    void (*show)(const coa_calendar *c, const coa_i_record *r, coa_booking *out);
    /* Gives back the servers of a booking from `at` on, which is before its end; all of
     * it if it has not started or `at` is now. */
    coa_status (*release_room)(coa_calendar *c, const coa_i_record *r, coa_time at);
    void (*release)(coa_calendar *c, coa_i_record *r, coa_time at);
    /* Keeps the servers of a booking until `end`; COA_E_BUSY if they are not free. */
    coa_status (*extend_room)(coa_calendar *c, coa_i_record *r, coa_time end);
    void (*extend)(coa_calendar *c, coa_i_record *r, coa_time end);
    /* Gives booking r q->need more servers during the window, the rest of its time;
     * COA_E_NOFIT if they are not free. The records may move. */
    coa_status (*widen_room)(coa_calendar *c, const coa_i_record *r, coa_i_query *q);
    void (*widen)(coa_calendar *c, coa_i_record *r, const coa_i_query *q);
    /* Gives back q->need of the servers of booking r in q->among during the window, the
     * rest of its time; need 0 means all of them, and the number is put there. COA_E_ARG
     * if it has not so many, or no others. The records may move. */
    coa_status (*narrow_room)(coa_calendar *c, const coa_i_record *r, coa_i_query *q);
    void (*narrow)(coa_calendar *c, coa_i_record *r, const coa_i_query *q);
    /* Takes or gives back these servers, all idle or all booked during the window.
     * Named. */
    coa_status (*take_room)(coa_calendar *c, coa_time start, coa_time end,
                            const coa_run *runs, uint32_t n);
    void (*take)(coa_calendar *c, coa_time start, coa_time end, const coa_run *runs,
                 uint32_t n);
    coa_status (*give_room)(coa_calendar *c, coa_time start, coa_time end,
                            const coa_run *runs, uint32_t n);
    void (*give)(coa_calendar *c, coa_time start, coa_time end, const coa_run *runs,
                 uint32_t n);
    /* The records and their runs in c->store come from outside, and all servers are idle:
     * enters all bookings; COA_E_CORRUPT if they contradict each other. Changes the
     * records as it likes. */
    coa_status (*rebuild)(coa_calendar *c);
    /* Reports the idle periods in which a window of q->length can start in [q->start,
     * q->latest], by start: a = start (INT64_MIN: it has begun), b = end. Named; NULL if
     * `earliest` finds consecutive servers. */
    void (*periods)(const coa_calendar *c, coa_i_query *q);
    /* Lifts a booking: gives back the time it has left, but keeps the memory to retake
     * it. The record stays. What follows is `retake`, which undoes this; or `book` for a
     * query with the booking's id in q->moved, which takes its place; or `forget`. */
    coa_status (*lift)(coa_calendar *c, const coa_i_record *r);
    void (*retake)(coa_calendar *c, const coa_i_record *r);
    void (*forget)(coa_calendar *c, const coa_i_record *r); /* NULL: nothing to do */
    /* Moves booking r to the window of q, without `lift`, `choose` and `book`: as many
     * servers, neither window begins now or lasts for ever. COA_E_NOMEM. NULL: there is
     * no faster way than those. */
    coa_status (*shift)(coa_calendar *c, coa_i_record *r, const coa_i_query *q);
    /* Reports the servers in q->among that are idle until `end`, with a = since when.
     * Named; NULL if a booking to be replaced is lifted for every search. */
    void (*before)(coa_calendar *c, coa_time end, coa_i_query *q);
    /* >>flex: follow a window from `start` on (NULL: nothing to do); move it to `start`;
     * return the next time up to f->until at which `more` further servers may be free, or
     * COA_FOREVER. */
    void (*follow_from)(coa_calendar *c, coa_i_follow *f, coa_time start);
    coa_status (*follow)(coa_calendar *c, coa_i_follow *f, coa_time start);
    coa_time (*follow_next)(coa_calendar *c, const coa_i_follow *f, coa_time start,
                            uint64_t more);
};

/* Returns the operations of a calendar's index. If only one index is compiled, the
 * compiler knows the table and makes direct calls of calls through it. */
#ifdef COA_I_ONLY
static const coa_i_index *coa_i_ops(const coa_calendar *c);
#else
static const coa_i_index *coa_i_ops(const coa_calendar *c) { return c->index; }
#endif

static coa_i_record *coa_i_records(const coa_calendar *c)
{
    return COA_I_AT(coa_i_record, c->records);
}

static int coa_i_alive(const coa_calendar *c, const coa_i_record *r)
{
    return (r->servers > 0) & (r->end > c->now);
}

static coa_run *coa_i_runs_of(const coa_calendar *c, const coa_i_record *r)
{
    return COA_I_AT(coa_run, c->store) + r->runs;
}

/* Returns the index of the first record or job with an id above `id`; each has its id at
 * its beginning. */
COA_I_HOT uint32_t coa_i_id_above(const coa_i_vec *v, size_t size, coa_id id)
{
    uint32_t lo = 0, hi = v->count, mid;
    while (lo < hi) {
        mid = lo + (hi - lo) / 2;
        if (*(const coa_id *)(const void *)((const unsigned char *)v->at + mid * size) <=
            id)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

static uint32_t coa_i_record_above(const coa_calendar *c, coa_id id)
{
    return coa_i_id_above(&c->records, sizeof(coa_i_record), id);
}

static coa_i_record *coa_i_booking(const coa_calendar *c, coa_id id)
{
    const coa_id after = c->last_id - id;
    uint32_t i = c->records.count;
    coa_i_record *r;
    if (after < i && coa_i_records(c)[i - 1 - (uint32_t)after].id == id)
        i -= (uint32_t)after; /* no record between is gone */
    else
        i = coa_i_record_above(c, id);
    r = i > 0 ? coa_i_records(c) + i - 1 : NULL;
    return r && r->id == id && coa_i_alive(c, r) ? r : NULL;
}

static coa_i_job *coa_i_jobs(const coa_calendar *c)
{
    return COA_I_AT(coa_i_job, c->jobs);
}

static uint32_t coa_i_job_above(const coa_calendar *c, coa_id id)
{
    return coa_i_id_above(&c->jobs, sizeof(coa_i_job), id);
}

/* Returns the data of the job that a booking is a part of; NULL if it is no part. */
static const coa_i_job *coa_i_job_of(const coa_calendar *c, coa_id id)
{
    const uint32_t i = coa_i_job_above(c, id);
    const coa_i_job *w = i > 0 ? coa_i_jobs(c) + i - 1 : NULL;
    return w && w->id == id ? w : NULL;
}

/* Returns the number of parts of the job that a booking is a part of; 0 if it is no
 * part. */
static uint32_t coa_i_parts_of(const coa_calendar *c, coa_id id)
{
    const coa_i_job *w = c->jobs.count > 0 ? coa_i_job_of(c, id) : NULL;
    return w ? w->parts : 0;
}

/* Runs in the store that belong to no booking: the first one has count 0, and its `first`
 * is their number (0: only this one). */
static coa_run coa_i_runs_unowned(uint32_t n)
{
    coa_run run;
    run.first = n;
    run.count = 0;
    return run;
}

static void coa_i_booking_drop(coa_calendar *c, coa_i_record *r)
{
    if (r->run_count > 0) *coa_i_runs_of(c, r) = coa_i_runs_unowned(r->run_count);
    r->servers = 0;
}

/* Compacts the store of runs; all records must be alive. Meanwhile the first run of each
 * booking and the record's `runs` and `run_count` are exchanged: the run then holds the
 * index of the record and the number of runs, and so tells whose runs follow. */
COA_I_COLD void coa_i_store_close_up(coa_calendar *c)
{
    coa_i_record *r = coa_i_records(c);
    coa_run *run = COA_I_AT(coa_run, c->store);
    uint32_t i, n, from, to = 0;
    for (i = 0; i < c->records.count; i++) {
        const coa_run head = {i, r[i].run_count};
        if (r[i].run_count == 0) continue;
        from = r[i].runs;
        r[i].runs = run[from].first;
        r[i].run_count = run[from].count;
        run[from] = head;
    }
    for (from = 0; from < c->store.count; from += n) {
        n = run[from].count;
        i = run[from].first;
        if (n == 0) {
            n = i > 0 ? i : 1;
            continue;
        }
        run[from].first = r[i].runs;
        run[from].count = r[i].run_count;
        memmove(run + to, run + from, n * sizeof *run);
        r[i].runs = to;
        r[i].run_count = n;
        to += n;
    }
    c->store.count = to;
}

/* Removes the records of bookings that are over or cancelled. */
COA_I_COLD void coa_i_bookings_close_up(coa_calendar *c)
{
    coa_i_record *r = coa_i_records(c), *const end = r + c->records.count, *to = r;
    for (; r != end; r++) {
        const int alive = coa_i_alive(c, r);
        if (r->run_count > 0 && r->servers > 0 && !alive) coa_i_booking_drop(c, r);
        *to = *r;
        to += alive;
    }
    c->records.count = (uint32_t)(to - coa_i_records(c));
}

/* Removes the `jobs` of bookings that are over or cancelled. */
static void coa_i_jobs_close_up(coa_calendar *c)
{
    coa_i_job *w = coa_i_jobs(c);
    uint32_t i, n = 0;
    for (i = 0; i < c->jobs.count; i++)
        if (coa_i_booking(c, w[i].id)) w[n++] = w[i];
    c->jobs.count = n;
}

/* Makes room for n more items in an array that has just been compacted. The array grows
 * unless a quarter of it is then free, or if its size is planned, unless the items fit. If
 * there is no memory for that, it is enough that the items fit. */
static int coa_i_bookings_grow(coa_calendar *c, coa_i_vec *v, uint32_t n, size_t size)
{
    const uint64_t need = (uint64_t)v->count + n;
    const int planned = c->desc.bookings > 0 && v != &c->jobs;
    const uint32_t slack = planned ? 0 : v->capacity / 4;
    return need <= v->capacity - slack ||
           coa_i_room(&c->mem, v, (uint64_t)v->capacity + n, size) ||
           coa_i_room(&c->mem, v, need, size);
}

COA_I_HOT int coa_i_records_room(coa_calendar *c)
{
    if (c->records.count < c->records.capacity) return 1;
    coa_i_bookings_close_up(c);
    return coa_i_bookings_grow(c, &c->records, 1, sizeof(coa_i_record));
}

COA_I_SOME int coa_i_jobs_room(coa_calendar *c)
{
    if (c->jobs.count < c->jobs.capacity) return 1;
    coa_i_jobs_close_up(c);
    return coa_i_bookings_grow(c, &c->jobs, 1, sizeof(coa_i_job));
}

COA_I_HOT int coa_i_store_room(coa_calendar *c, uint32_t n)
{
    if ((uint64_t)c->store.count + n <= c->store.capacity) return 1;
    coa_i_bookings_close_up(c);
    coa_i_store_close_up(c);
    return coa_i_bookings_grow(c, &c->store, n, sizeof(coa_run));
}

/* Makes room for one more booking of `runs` runs. */
COA_I_HOT int coa_i_booking_room(coa_calendar *c, uint32_t runs)
{
    return coa_i_records_room(c) && coa_i_store_room(c, runs);
}

/* Makes room for a booking to have n runs instead of those it has. Records may move. */
static int coa_i_runs_room(coa_calendar *c, const coa_i_record *r, uint32_t n)
{
    const uint32_t had = r->run_count;
    if (n <= had || (uint64_t)c->store.count + n <= c->store.capacity) return 1;
    coa_i_bookings_close_up(c);
    coa_i_store_close_up(c);
    return coa_i_bookings_grow(c, &c->store, n - had, sizeof(coa_run));
}

/* Writes to a record that it is a booking for the window of a query; the index writes its
 * runs. */
COA_I_CALLED void coa_i_record_write(const coa_calendar *c, coa_i_record *r,
                                     const coa_i_query *q)
{
    r->start = q->start;
    r->end = q->end;
    r->servers = (uint32_t)q->need;
    r->attempts = 1;
    r->runs = c->store.count;
    r->run_count = 0;
}

static int coa_i_is_block(const coa_i_record *r) { return r->attempts == 0; }

static coa_i_record *coa_i_booking_add(coa_calendar *c, const coa_i_query *q)
{
    coa_i_record *r = coa_i_records(c) + c->records.count++;
    r->id = ++c->last_id;
    r->tag = 0;
    coa_i_record_write(c, r, q);
    return r;
}

static void coa_i_booking_show(const coa_calendar *c, const coa_i_record *r,
                               coa_booking *out)
{
    out->id = r->id;
    out->tag = r->tag;
    out->start = r->start;
    out->end = r->end;
    out->servers = r->servers;
    out->block = (uint32_t)coa_i_is_block(r);
    out->attempts = r->attempts + out->block;
    out->parts = coa_i_parts_of(c, r->id);
    out->reserved = 0;
    coa_i_ops(c)->show(c, r, out);
}

/* >>events: starts and ends in order ----------------------------------------------------
 *
 * The first coa_next_event lists the starts and ends of all bookings. Later calls add
 * those of new bookings; a booking that gets another start or end adds both of its own at
 * once. An event that is no longer true stays in the list until many of them have been
 * passed over, or the array is full. The list consists of sorted sequences whose lengths
 * are the binary digits of the length of the list, the greatest first. So an addition
 * sorts only the last of them anew. */

static int coa_i_event_less(const void *x, const void *y)
{
    const coa_event *e = (const coa_event *)x, *f = (const coa_event *)y;
    if (e->time != f->time) return e->time < f->time;
    if (e->starts != f->starts) return e->starts < f->starts;
    return e->id < f->id;
}

static coa_event coa_i_event_of(const coa_i_record *r, int starts)
{
    coa_event e;
    e.time = starts ? r->start : r->end;
    e.id = r->id;
    e.starts = starts;
    return e;
}

/* Is there still a booking that starts or ends so? */
static int coa_i_event_true(const coa_calendar *c, const coa_event *e)
{
    const coa_i_record *r = coa_i_booking(c, e->id);
    return r && e->time == (e->starts ? r->start : r->end);
}

static void coa_i_events_clear(coa_calendar *c)
{
    c->events.count = c->events_sorted = c->events_stale = 0;
    c->events_upto = 0;
}

/* A booking has a new start or end. If the list has no room for them, it is made anew
 * when it is needed. */
static void coa_i_events_add(coa_calendar *c, const coa_i_record *r)
{
    coa_event *e;
    if (c->events.capacity - c->events.count < 2) {
        coa_i_events_clear(c);
        return;
    }
    e = COA_I_AT(coa_event, c->events) + c->events.count;
    e[0] = coa_i_event_of(r, 0);
    e[1] = coa_i_event_of(r, 1);
    c->events.count += 2;
}

/* Makes room for those of n more bookings; false without memory. A list that is compacted
 * or made anew gets half as much room again: so many changes come before the next time. */
static int coa_i_events_room(coa_calendar *c, uint32_t n)
{
    coa_event *e = COA_I_AT(coa_event, c->events);
    const uint32_t had = c->events.count;
    uint64_t need = had + 2 * (uint64_t)n;
    uint32_t i;
    if (had > 0 && need <= c->events.capacity) return 1;
    for (i = c->events.count = 0; i < had; i++)
        if (coa_i_event_true(c, e + i)) e[c->events.count++] = e[i];
    c->events_sorted = c->events_stale = 0;
    need -= had - c->events.count;
    return coa_i_room(&c->mem, &c->events, need + need / 2, sizeof *e) ||
           coa_i_room(&c->mem, &c->events, need, sizeof *e);
}

/* Brings the list up to date; false without memory. */
static int coa_i_events_update(coa_calendar *c)
{
    coa_event *e;
    uint32_t i, n, bit;
    if (c->events_stale > c->events.count) coa_i_events_clear(c);
    i = coa_i_record_above(c, c->events_upto);
    if (!coa_i_events_room(c, c->records.count - i)) return 0;
    for (; i < c->records.count; i++)
        if (coa_i_alive(c, coa_i_records(c) + i))
            coa_i_events_add(c, coa_i_records(c) + i);
    c->events_upto = c->last_id;
    n = c->events.count;
    if (n == c->events_sorted) return 1;
    bit = (uint32_t)1 << coa_i_high_bit(n ^ c->events_sorted);
    e = COA_I_AT(coa_event, c->events) + (n & ~(bit | (bit - 1)));
    for (; bit > 0; bit /= 2) {
        if ((n & bit) == 0) continue;
        coa_i_sort(e, bit, sizeof *e, coa_i_event_less);
        e += bit;
    }
    c->events_sorted = n;
    return 1;
}

/* Moves *best to the first event in the list that is after `from`, if there is one. */
static void coa_i_events_next(coa_calendar *c, const coa_event *from, coa_event *best)
{
    const coa_event *e = COA_I_AT(coa_event, c->events);
    uint32_t bit;
    for (bit = (uint32_t)1 << 31; bit > 0; bit /= 2) {
        uint32_t i = 0, half;
        if ((c->events.count & bit) == 0) continue;
        for (half = bit; half > 0; half /= 2) /* the length is a power of two */
            if (i + half <= bit && !coa_i_event_less(from, e + i + half - 1)) i += half;
        for (; i < bit && coa_i_event_less(e + i, best); i++) {
            if (coa_i_event_true(c, e + i))
                *best = e[i];
            else
                c->events_stale++;
        }
        e += bit;
    }
}

/* >>named: what indexes share that know the servers of a booking beforehand ---------- */

static coa_i_query coa_i_query_of(coa_calendar *c, coa_time start, coa_time end,
                                  const coa_set *among, uint64_t need, coa_i_vec *items)
{
    coa_i_query q;
    coa_i_query_clear(&q);
    q.start = start;
    q.end = end;
    q.among = among;
    q.need = need;
    q.mem = &c->mem;
    q.items = items;
    if (items) items->count = 0;
    return q;
}

/* Runs a query; false without memory. */
static int coa_i_idle(coa_calendar *c, coa_i_query *q)
{
    coa_i_ops(c)->idle(c, q);
    c->search_visits += q->visits;
    return !q->nomem;
}

/* Returns a set that consists of these runs, without copying them; it is only read. */
static coa_set coa_i_set_view(const coa_run *runs, uint32_t n)
{
    coa_set set;
    memset(&set, 0, sizeof set);
    set.runs = (coa_run *)(uintptr_t)runs;
    set.count = n;
    return set;
}

/* Returns the end of a window that starts at t; one of length COA_FOREVER never ends. */
COA_I_CALLED coa_time coa_i_end(coa_time t, coa_time length)
{
    return length == COA_FOREVER ? COA_FOREVER : t + length;
}

/* Returns the last start of a window of this length that ends by `end`; INT64_MIN if
 * there is none. */
static coa_time coa_i_last_start(coa_time end, coa_time length)
{
    if (end == COA_FOREVER) return COA_FOREVER - 1;
    if (length == COA_FOREVER || (end < 0 && length > end - INT64_MIN)) return INT64_MIN;
    return end - length;
}

/* Can the query start during the idle period [start, end)? */
COA_I_SOME int coa_i_can_start(const coa_i_query *q, coa_time start, coa_time end)
{
    const coa_time last = coa_i_last_start(end, q->length);
    return start <= last && q->start <= last && start <= q->latest;
}

/* Returns the time from which on a booking still has its servers: its start, or now. */
COA_I_CALLED coa_time coa_i_left_from(const coa_calendar *c, const coa_i_record *r)
{
    return r->start > c->now ? r->start : c->now;
}

/* Returns how many servers of a booking are in `among` (NULL = all). */
COA_I_SOME uint64_t coa_i_record_among(const coa_calendar *c, const coa_i_record *r,
                                       const coa_set *among)
{
    const coa_run *run = coa_i_runs_of(c, r);
    coa_i_query q;
    uint32_t i;
    if (!among) return r->servers;
    memset(&q, 0, sizeof q);
    q.among = among;
    for (i = 0; i < r->run_count; i++) coa_i_emit(&q, 0, 0, run[i].first, run[i].count);
    return q.found;
}

/* Copies items to c->wanted; they are in the order of server numbers, none touching the
 * next. */
static coa_status coa_i_want_items(coa_calendar *c)
{
    if (!coa_i_room(&c->mem, &c->wanted, c->items.count, sizeof(coa_run)))
        return COA_E_NOMEM;
    coa_i_items_to_runs(&c->items, COA_I_AT(coa_run, c->wanted));
    c->wanted.count = c->items.count;
    return COA_OK;
}

/* Moves the servers of a booking to the front of c->items, the lowest first; the others
 * keep their order. False without memory. */
static int coa_i_items_own_first(coa_calendar *c, const coa_i_record *r)
{
    const coa_set own = coa_i_set_view(coa_i_runs_of(c, r), r->run_count);
    const uint32_t n = c->items.count;
    coa_i_query q;
    uint32_t i;
    memset(&q, 0, sizeof q);
    q.mem = &c->mem;
    q.items = &c->items;
    for (i = 0; i < n; i++) { /* cut it where a run of the booking begins or ends */
        const coa_i_item it = COA_I_AT(coa_i_item, c->items)[i];
        const uint32_t end = it.first + it.count;
        uint32_t at = it.first, k = coa_i_run_after(&own, 0, at);
        while (at < end) {
            const int in = k < own.count && own.runs[k].first <= at;
            uint32_t upto = end;
            if (k < own.count) upto = own.runs[k].first + (in ? own.runs[k].count : 0);
            if (upto > end) upto = end;
            coa_i_query_push(&q, in ? INT64_MIN : (coa_time)i, 0, at, upto - at);
            k += (uint32_t)in;
            at = upto;
        }
    }
    if (q.nomem) return 0;
    c->items.count -= n;
    memmove(c->items.at, COA_I_AT(coa_i_item, c->items) + n,
            c->items.count * sizeof(coa_i_item));
    coa_i_items_sort(&c->items);
    return 1;
}

/* Puts q->need servers that are free during the window into c->wanted: of a booking that
 * moves its own, the lowest first, then those that q->place prefers. COA_E_NOFIT if there
 * are too few. */
static coa_status coa_i_want(coa_calendar *c, const coa_i_query *q)
{
    const int ordered = q->place == coa_i_ops(c)->order;
    coa_i_query all =
        coa_i_query_of(c, q->start, q->end, q->among,
                       ordered && COA_I_MOVED(q) == 0 ? q->need : UINT64_MAX, &c->items);
    if (!coa_i_idle(c, &all)) return COA_E_NOMEM;
    if (all.found < q->need) return COA_E_NOFIT;
    if (q->place == COA_PLACE_FIRST_FIT || q->place == COA_PLACE_CONTIGUOUS)
        coa_i_items_by_id(&c->items);
    else if (!ordered)
        coa_i_items_sort(&c->items);
    if (COA_I_MOVED(q) != 0 && !coa_i_items_own_first(c, coa_i_booking(c, q->moved)))
        return COA_E_NOMEM;
    if (q->place == COA_PLACE_CONTIGUOUS) {
        if (!coa_i_items_keep_run(&c->items, (uint32_t)q->need)) return COA_E_NOFIT;
    } else {
        coa_i_items_keep(&c->items, (uint32_t)q->need);
        coa_i_items_by_id(&c->items);
    }
    return coa_i_want_items(c);
}

/* Takes the memory to book the servers in c->wanted. */
static coa_status coa_i_wanted_room(coa_calendar *c, coa_time start, coa_time end)
{
    if (!coa_i_booking_room(c, c->wanted.count)) return COA_E_NOMEM;
    return coa_i_ops(c)->take_room(c, start, end, COA_I_AT(coa_run, c->wanted),
                                   c->wanted.count);
}

COA_I_SOME coa_status coa_i_named_choose(coa_calendar *c, coa_i_query *q)
{
    const coa_status s = coa_i_want(c, q);
    return s == COA_OK ? coa_i_wanted_room(c, q->start, q->end) : s;
}

/* Gives a record the runs in c->wanted. */
static void coa_i_record_wanted(coa_calendar *c, coa_i_record *r)
{
    r->run_count = c->wanted.count;
    memcpy(coa_i_runs_of(c, r), c->wanted.at, r->run_count * sizeof(coa_run));
    c->store.count += r->run_count;
}

COA_I_SOME void coa_i_named_book(coa_calendar *c, const coa_i_query *q, coa_i_record *r)
{
    coa_i_record_wanted(c, r);
    coa_i_ops(c)->take(c, q->start, q->end, coa_i_runs_of(c, r), r->run_count);
}

COA_I_SOME void coa_i_named_show(const coa_calendar *c, const coa_i_record *r,
                                 coa_booking *out)
{
    out->run_count = r->run_count;
    out->runs = coa_i_runs_of(c, r);
}

COA_I_SOME coa_status coa_i_named_release_room(coa_calendar *c, const coa_i_record *r,
                                               coa_time at)
{
    return coa_i_ops(c)->give_room(c, at, r->end, coa_i_runs_of(c, r), r->run_count);
}

COA_I_SOME void coa_i_named_release(coa_calendar *c, coa_i_record *r, coa_time at)
{
    coa_i_ops(c)->give(c, at, r->end, coa_i_runs_of(c, r), r->run_count);
}

COA_I_SOME coa_status coa_i_named_extend_room(coa_calendar *c, coa_i_record *r,
                                              coa_time end)
{
    const coa_set runs = coa_i_set_view(coa_i_runs_of(c, r), r->run_count);
    coa_i_query q = coa_i_query_of(c, r->end, end, &runs, UINT64_MAX, NULL);
    (void)coa_i_idle(c, &q);
    if (q.found < r->servers) return COA_E_BUSY;
    return coa_i_ops(c)->take_room(c, r->end, end, runs.runs, runs.count);
}

COA_I_SOME void coa_i_named_extend(coa_calendar *c, coa_i_record *r, coa_time end)
{
    coa_i_ops(c)->take(c, r->end, end, coa_i_runs_of(c, r), r->run_count);
}

/* The runs that a booking is to have when it is widened or narrowed; their number is
 * c->items.count, as they are in the memory of c->items. */
static coa_run *coa_i_runs_after(const coa_calendar *c)
{
    return COA_I_AT(coa_run, c->items);
}

/* Makes room for n runs of which none touches the next. */
COA_I_CALLED int coa_i_apart_room(coa_calendar *c, coa_i_vec *v, uint64_t n, size_t size)
{
    const uint64_t most = ((uint64_t)c->desc.servers + 1) / 2;
    return coa_i_room(&c->mem, v, n < most ? n : most, size);
}

/* Divides the servers of a booking: those that q asks for go to c->wanted, the highest of
 * them if it asks for fewer, the others to coa_i_runs_after. */
static coa_status coa_i_divide(coa_calendar *c, const coa_i_record *r, coa_i_query *q)
{
    const uint32_t listed = q->among ? q->among->count : 0;
    coa_booking b;
    coa_run *given;
    uint64_t stay;
    uint32_t n, i = 0;
    coa_i_ops(c)->show(c, r, &b);
    if (!coa_i_apart_room(c, &c->wanted, (uint64_t)b.run_count + listed, sizeof *given))
        return COA_E_NOMEM;
    given = COA_I_AT(coa_run, c->wanted);
    n = coa_i_runs_combine(b.runs, b.run_count, q->among ? q->among->runs : NULL, listed,
                           q->among ? COA_I_BOTH : COA_I_ONLY_A, given);
    q->found = coa_i_runs_servers(given, n);
    if (q->need == 0) q->need = q->among ? coa_set_count(q->among) : r->servers;
    if (q->need == 0 || q->need > q->found || q->need >= r->servers) return COA_E_ARG;
    for (stay = q->found - q->need; given[i].count <= stay; i++) stay -= given[i].count;
    given[i].first += (uint32_t)stay;
    given[i].count -= (uint32_t)stay;
    c->wanted.count = n -= i;
    memmove(given, given + i, n * sizeof *given);
    if (!coa_i_apart_room(c, &c->items, (uint64_t)b.run_count + n, sizeof(coa_i_item)))
        return COA_E_NOMEM;
    c->items.count = coa_i_runs_combine(b.runs, b.run_count, given, n, COA_I_ONLY_A,
                                        coa_i_runs_after(c));
    return COA_OK;
}

/* Writes the servers of a booking and those in c->wanted to coa_i_runs_after; false
 * without memory. */
static int coa_i_unite(coa_calendar *c, const coa_i_record *r)
{
    coa_booking b;
    coa_i_ops(c)->show(c, r, &b);
    if (!coa_i_apart_room(c, &c->items, (uint64_t)b.run_count + c->wanted.count,
                          sizeof(coa_i_item)))
        return 0;
    c->items.count =
        coa_i_runs_combine(b.runs, b.run_count, COA_I_AT(coa_run, c->wanted),
                           c->wanted.count, COA_I_UNION, coa_i_runs_after(c));
    return 1;
}

/* Gives a booking the servers in coa_i_runs_after; there must be room. */
static void coa_i_runs_replace(coa_calendar *c, coa_i_record *r)
{
    const uint32_t n = c->items.count;
    memset(coa_i_runs_of(c, r), 0, r->run_count * sizeof(coa_run));
    if (n > r->run_count) {
        r->run_count = 0;
        if ((uint64_t)c->store.count + n > c->store.capacity) coa_i_store_close_up(c);
        r->runs = c->store.count;
        c->store.count += n;
    }
    r->run_count = n;
    memcpy(coa_i_runs_of(c, r), coa_i_runs_after(c), n * sizeof(coa_run));
}

/* Takes the memory to give a booking the servers in c->wanted as well. */
COA_I_SOME coa_status coa_i_wanted_widen_room(coa_calendar *c, const coa_i_record *r,
                                              const coa_i_query *q)
{
    const coa_run *more = COA_I_AT(coa_run, c->wanted);
    if (!coa_i_unite(c, r) || !coa_i_runs_room(c, r, c->items.count)) return COA_E_NOMEM;
    return coa_i_ops(c)->take_room(c, q->start, q->end, more, c->wanted.count);
}

COA_I_SOME coa_status coa_i_named_widen_room(coa_calendar *c, const coa_i_record *r,
                                             coa_i_query *q)
{
    const coa_status s = coa_i_want(c, q);
    return s == COA_OK ? coa_i_wanted_widen_room(c, r, q) : s;
}

COA_I_SOME void coa_i_named_widen(coa_calendar *c, coa_i_record *r, const coa_i_query *q)
{
    coa_i_ops(c)->take(c, q->start, q->end, COA_I_AT(coa_run, c->wanted),
                       c->wanted.count);
    coa_i_runs_replace(c, r);
}

COA_I_SOME coa_status coa_i_named_narrow_room(coa_calendar *c, const coa_i_record *r,
                                              coa_i_query *q)
{
    const coa_status s = coa_i_divide(c, r, q);
    if (s != COA_OK) return s;
    if (!coa_i_runs_room(c, r, c->items.count)) return COA_E_NOMEM;
    return coa_i_ops(c)->give_room(c, q->start, q->end, COA_I_AT(coa_run, c->wanted),
                                   c->wanted.count);
}

COA_I_SOME void coa_i_named_narrow(coa_calendar *c, coa_i_record *r, const coa_i_query *q)
{
    coa_i_ops(c)->give(c, q->start, q->end, COA_I_AT(coa_run, c->wanted),
                       c->wanted.count);
    coa_i_runs_replace(c, r);
}

/* The operations from `show` to `narrow`. */
#define COA_I_NAMED_CHANGES                                                  \
    coa_i_named_show, coa_i_named_release_room, coa_i_named_release,         \
        coa_i_named_extend_room, coa_i_named_extend, coa_i_named_widen_room, \
        coa_i_named_widen, coa_i_named_narrow_room, coa_i_named_narrow

/* Returns the latest time until which n servers are all free; INT64_MIN if there are no
 * n. The items are sorted by end, the latest first. */
static coa_time coa_i_items_until(const coa_i_vec *items, uint32_t n)
{
    const coa_i_item *it = COA_I_AT(coa_i_item, *items);
    uint32_t i;
    for (i = 0; i < items->count; i++) {
        if (it[i].count >= n) return it[i].b;
        n -= it[i].count;
    }
    return INT64_MIN;
}

/* Returns the latest time until which n consecutive servers are all free; INT64_MIN if
 * there are no n. The items are disjoint, in the order of server numbers, and b is the
 * end. Items already passed are kept, in place, as a stack of growing ends: all servers
 * from `first` of an entry up to the present item are free until that end. */
static coa_time coa_i_items_run_until(coa_i_vec *items, uint32_t n)
{
    coa_i_item *it = COA_I_AT(coa_i_item, *items);
    coa_time best = INT64_MIN;
    uint32_t i, depth = 0, behind = 0;
    for (i = 0; i <= items->count; i++) {
        const int more = i < items->count, touches = more && it[i].first == behind;
        coa_i_item now = {0, 0, 0, 0};
        if (more) now = it[i];
        while (depth > 0 && (!touches || it[depth - 1].b >= now.b)) {
            const coa_i_item *top = it + --depth;
            if (behind - top->first >= n && top->b > best) best = top->b;
            now.first = touches ? top->first : now.first;
        }
        if (!more) break;
        behind = it[i].first + it[i].count;
        it[depth++] = now;
    }
    return best;
}

COA_I_SOME coa_status coa_i_named_until(coa_calendar *c, coa_i_query *q, coa_time *until)
{
    const int run = q->place == COA_PLACE_CONTIGUOUS;
    coa_i_query all =
        coa_i_query_of(c, q->start, q->start + 1, q->among, UINT64_MAX, &c->items);
    coa_i_item *it;
    uint32_t i;
    if (!coa_i_idle(c, &all)) return COA_E_NOMEM;
    it = COA_I_AT(coa_i_item, c->items);
    for (i = 0; i < c->items.count; i++) it[i].a = run ? it[i].first : ~it[i].b;
    coa_i_items_sort(&c->items);
    *until = run ? coa_i_items_run_until(&c->items, (uint32_t)q->need)
                 : coa_i_items_until(&c->items, (uint32_t)q->need);
    return COA_OK;
}

/* At time t `more` servers become idle, or with more < 0 busy. Keeps the next change. */
static void coa_i_change_at(coa_i_change *x, coa_time t, int64_t more)
{
    if (more == 0 || t > x->time) return;
    if (t < x->time) x->more = 0;
    x->time = t;
    x->more += more;
}

COA_I_SOME void coa_i_named_profile(const coa_calendar *c, coa_i_query *q,
                                    coa_i_change *x)
{
    const coa_i_record *r = coa_i_records(c);
    uint32_t i;
    q->found += q->among ? coa_set_count(q->among) : c->desc.servers;
    for (i = 0; i < c->records.count; i++) {
        const int begun = r[i].start <= q->start;
        const coa_time t = begun ? r[i].end : r[i].start;
        int64_t n;
        if (!coa_i_alive(c, r + i) || t <= q->start || (!begun && t > x->time)) continue;
        n = (int64_t)coa_i_record_among(c, r + i, q->among);
        if (begun) q->found -= (uint64_t)n;
        coa_i_change_at(x, t, begun ? n : -n);
    }
}

/* >>complement: the idle periods that follow from the bookings --------------------------
 *
 * A sweep over the servers. It keeps the bookings of the present server in the order of
 * time: they are ranked by start, and a bit says of each rank whether it is present.
 * Between two neighbours there is a gap, which lasts for the servers from since[rank of
 * the first] on until one of the two goes or another booking comes between them. Rank 0
 * is the past, the last rank the end of time. O(R log R) for R runs. */

#define COA_I_WORD_LEVELS 6u /* 64^6 > 2^32 */

typedef struct coa_i_gaps {
    coa_i_mem *mem;
    coa_i_vec runs;   /* of coa_i_item: those booked, by start; a = start, b = end */
    coa_i_vec opens;  /* of coa_i_item: a = the first server, b = the rank of a run */
    coa_i_vec closes; /* the same with the server behind the last one */
    coa_i_vec since;  /* of uint32_t, by rank */
    coa_i_vec bits;   /* of uint64_t: levels of words; a bit says that a word is not 0 */
    uint32_t level[COA_I_WORD_LEVELS]; /* where each begins */
    uint32_t levels;
    coa_i_vec *idle; /* of coa_i_item: a = start, b = ~end */
    coa_time now;
    coa_status status;
} coa_i_gaps;

static void coa_i_gaps_push(coa_i_gaps *g, coa_i_vec *v, coa_time a, coa_time b,
                            uint32_t first, uint32_t count)
{
    if (g->status == COA_OK && !coa_i_items_add(g->mem, v, a, b, first, count))
        g->status = COA_E_NOMEM;
}

static void coa_i_gaps_flip(coa_i_gaps *g, uint32_t rank)
{
    uint64_t *bits = COA_I_AT(uint64_t, g->bits);
    uint32_t l;
    for (l = 0; l < g->levels; l++, rank /= 64) {
        uint64_t *w = bits + g->level[l] + rank / 64;
        const uint64_t before = *w;
        *w ^= (uint64_t)1 << rank % 64;
        if (before != 0 && *w != 0) return;
    }
}

/* Returns the nearest rank that is present, before `rank` or (up = 1) after it. */
static uint32_t coa_i_gaps_near(const coa_i_gaps *g, uint32_t rank, int up)
{
    const uint64_t *bits = COA_I_AT(uint64_t, g->bits);
    uint32_t l = 0;
    for (;; l++, rank /= 64) {
        const uint64_t w = bits[g->level[l] + rank / 64];
        const uint64_t some =
            up ? w & ~(uint64_t)1 << rank % 64 : w & (((uint64_t)1 << rank % 64) - 1);
        if (some == 0) continue;
        rank = rank / 64 * 64 + (up ? coa_i_low_bit(some) : coa_i_high_bit(some));
        break;
    }
    while (l-- > 0) {
        const uint64_t w = bits[g->level[l] + rank];
        rank = rank * 64 + (up ? coa_i_low_bit(w) : coa_i_high_bit(w));
    }
    return rank;
}

/* The gap behind `rank` has lasted up to the server before `at`. */
static void coa_i_gaps_end(coa_i_gaps *g, uint32_t rank, uint32_t at)
{
    const coa_i_item *r = COA_I_AT(coa_i_item, g->runs);
    const uint32_t next = coa_i_gaps_near(g, rank, 1);
    uint32_t *since = COA_I_AT(uint32_t, g->since) + rank;
    if (r[rank].b < r[next].a && *since < at)
        coa_i_gaps_push(g, g->idle, r[rank].b > g->now ? r[rank].b : INT64_MIN,
                        ~r[next].a, *since, at - *since);
    *since = at;
}

static void coa_i_gaps_close(coa_i_gaps *g, uint32_t rank, uint32_t at)
{
    const uint32_t prev = coa_i_gaps_near(g, rank, 0);
    coa_i_gaps_end(g, prev, at);
    coa_i_gaps_end(g, rank, at);
    coa_i_gaps_flip(g, rank);
}

static void coa_i_gaps_open(coa_i_gaps *g, uint32_t rank, uint32_t at)
{
    const coa_i_item *r = COA_I_AT(coa_i_item, g->runs);
    const uint32_t prev = coa_i_gaps_near(g, rank, 0);
    if (r[prev].b > r[rank].a || r[rank].b > r[coa_i_gaps_near(g, rank, 1)].a)
        g->status = COA_E_CORRUPT; /* two bookings at once */
    coa_i_gaps_end(g, prev, at);
    coa_i_gaps_flip(g, rank);
    COA_I_AT(uint32_t, g->since)[rank] = at;
}

/* Lists the runs booked, and where they begin and end. */
static void coa_i_gaps_list(coa_i_gaps *g, const coa_calendar *c)
{
    const coa_i_record *r = coa_i_records(c);
    uint32_t i, k;
    coa_i_gaps_push(g, &g->runs, INT64_MIN, c->now, 0, 0);
    for (i = 0; i < c->records.count; i++) {
        const coa_run *run;
        if (!coa_i_alive(c, r + i)) continue;
        run = coa_i_runs_of(c, r + i);
        for (k = 0; k < r[i].run_count; k++)
            coa_i_gaps_push(g, &g->runs, r[i].start > c->now ? r[i].start : c->now,
                            r[i].end, run[k].first, run[k].count);
    }
    coa_i_gaps_push(g, &g->runs, COA_FOREVER, COA_FOREVER, UINT32_MAX, 0);
    coa_i_sort(g->runs.at, g->runs.count, sizeof(coa_i_item), coa_i_item_less);
    for (i = 1; i + 1 < g->runs.count; i++) {
        const coa_i_item run = COA_I_AT(coa_i_item, g->runs)[i];
        coa_i_gaps_push(g, &g->opens, run.first, i, 0, 0);
        coa_i_gaps_push(g, &g->closes, (coa_time)run.first + run.count, i, 0, 0);
    }
    coa_i_sort(g->opens.at, g->opens.count, sizeof(coa_i_item), coa_i_item_less);
    coa_i_sort(g->closes.at, g->closes.count, sizeof(coa_i_item), coa_i_item_less);
}

/* Takes the memory for the bits and `since`, all 0. */
static void coa_i_gaps_clear(coa_i_gaps *g)
{
    uint32_t n = g->runs.count, words = 0;
    do {
        n = (n - 1) / 64 + 1;
        g->level[g->levels++] = words;
        words += n;
    } while (n > 1);
    if (!coa_i_room(g->mem, &g->bits, words, sizeof(uint64_t)) ||
        !coa_i_room(g->mem, &g->since, g->runs.count, sizeof(uint32_t))) {
        g->status = COA_E_NOMEM;
        return;
    }
    memset(g->bits.at, 0, words * sizeof(uint64_t));
    memset(g->since.at, 0, g->runs.count * sizeof(uint32_t));
    coa_i_gaps_flip(g, 0);
    coa_i_gaps_flip(g, g->runs.count - 1);
}

static void coa_i_gaps_sweep(coa_i_gaps *g, uint32_t servers)
{
    const coa_i_item *open = COA_I_AT(coa_i_item, g->opens),
                     *close = COA_I_AT(coa_i_item, g->closes);
    uint32_t i = 0, j = 0;
    while (j < g->closes.count && g->status == COA_OK) {
        if (i < g->opens.count && open[i].a < close[j].a) {
            coa_i_gaps_open(g, (uint32_t)open[i].b, (uint32_t)open[i].a);
            i++;
        } else {
            coa_i_gaps_close(g, (uint32_t)close[j].b, (uint32_t)close[j].a);
            j++;
        }
    }
    if (g->status == COA_OK) coa_i_gaps_end(g, 0, servers);
}

/* Writes the idle periods to `idle`, by start (INT64_MIN: it has begun), then by end, the
 * latest first, then by server: a = start, b = ~end. COA_E_CORRUPT: a server is in two
 * bookings at once. */
static coa_status coa_i_complement(const coa_calendar *c, coa_i_mem *mem, coa_i_vec *idle)
{
    coa_i_gaps g;
    memset(&g, 0, sizeof g);
    g.mem = mem;
    g.idle = idle;
    g.now = c->now;
    coa_i_gaps_list(&g, c);
    if (g.status == COA_OK) coa_i_gaps_clear(&g);
    if (g.status == COA_OK) coa_i_gaps_sweep(&g, c->desc.servers);
    coa_i_vec_free(mem, &g.runs, sizeof(coa_i_item));
    coa_i_vec_free(mem, &g.opens, sizeof(coa_i_item));
    coa_i_vec_free(mem, &g.closes, sizeof(coa_i_item));
    coa_i_vec_free(mem, &g.since, sizeof(uint32_t));
    coa_i_vec_free(mem, &g.bits, sizeof(uint64_t));
    if (g.status == COA_OK) coa_i_items_join(idle);
    return g.status;
}

/* Are these sorted runs, none touching the next, of so many servers? */
COA_I_SOME int coa_i_runs_sane(const coa_calendar *c, const coa_run *runs, uint32_t n,
                               uint32_t servers)
{
    uint64_t end = 0, sum = 0;
    uint32_t i;
    for (i = 0; i < n; i++) {
        if (runs[i].count == 0 || (i > 0 && runs[i].first <= end)) return 0;
        end = (uint64_t)runs[i].first + runs[i].count;
        if (end > c->desc.servers) return 0;
        sum += runs[i].count;
    }
    return sum == servers;
}

static int coa_i_items_equal(const coa_i_vec *x, const coa_i_vec *y)
{
    const coa_i_item *p = COA_I_AT(coa_i_item, *x), *q = COA_I_AT(coa_i_item, *y);
    uint32_t i;
    if (x->count != y->count) return 0;
    for (i = 0; i < x->count; i++)
        if (p[i].a != q[i].a || p[i].b != q[i].b || p[i].first != q[i].first ||
            p[i].count != q[i].count)
            return 0;
    return 1;
}

/* Are the idle periods of the index those that follow from the bookings? */
COA_I_SOME coa_status coa_i_idle_check(const coa_calendar *c)
{
    coa_i_mem mem = c->mem; /* a copy: a check leaves no trace in the statistics */
    coa_i_vec idle, found;  /* of coa_i_item */
    coa_i_query all;
    coa_status s;
    uint32_t i;
    memset(&idle, 0, sizeof idle);
    memset(&found, 0, sizeof found);
    memset(&all, 0, sizeof all);
    all.start = INT64_MIN;
    all.length = 1;
    all.latest = COA_FOREVER - 1;
    all.need = UINT64_MAX;
    all.mem = &mem;
    all.items = &found;
    s = coa_i_complement(c, &mem, &idle);
    if (s == COA_OK) {
        coa_i_ops(c)->periods(c, &all);
        for (i = 0; i < found.count; i++) {
            coa_i_item *it = COA_I_AT(coa_i_item, found) + i;
            it->b = ~it->b;
        }
        coa_i_items_join(&found);
        s = all.nomem                           ? COA_E_NOMEM
            : !coa_i_items_equal(&idle, &found) ? COA_E_CORRUPT
                                                : COA_OK;
    }
    coa_i_vec_free(&mem, &idle, sizeof(coa_i_item));
    coa_i_vec_free(&mem, &found, sizeof(coa_i_item));
    return s;
}

#if !defined(COALLOC_NO_MAP) || !defined(COALLOC_NO_SLICES)
/* >>masks: sets of servers as words with a bit for each server ----------------------- */

/* Returns the lowest n set bits of x, which has more than n. */
COA_I_HOT uint64_t coa_i_low_bits(uint64_t x, uint32_t n)
{
#if defined(__BMI2__) && defined(__x86_64__) && !defined(COALLOC_NO_VECTOR)
    return _pdep_u64(((uint64_t)1 << n) - 1, x);
#elif defined(__OPTIMIZE_SIZE__)
    uint64_t rest = x;
    for (; n > 0; n--) rest &= rest - 1;
    return x ^ rest;
#else
    /* a, b, c: the number of bits in each pair, nibble and byte; `upto` adds up bytes */
    const uint64_t a = x - ((x >> 1) & 0x5555555555555555u),
                   b = (a & 0x3333333333333333u) + ((a >> 2) & 0x3333333333333333u),
                   c = (b + (b >> 4)) & 0x0F0F0F0F0F0F0F0Fu,
                   upto = c * 0x0101010101010101u; /* byte i: in bytes 0 .. i */
    uint32_t at, bits, more;
    /* halve the range, to 1 bit: the upper half if the lower has no more than n bits */
    at = ((((uint32_t)(upto >> 24) & 255) - 1 - n) >> 31) * 32;
    at += ((((uint32_t)(upto >> (at + 8)) & 255) - 1 - n) >> 31) * 16;
    at += ((((uint32_t)(upto >> at) & 255) - 1 - n) >> 31) * 8;
    n -= (uint32_t)(upto << 8 >> at) & 255;
    bits = (uint32_t)(b >> at) & 15;
    more = (bits - 1 - n) >> 31;
    at += more * 4;
    n -= more * bits;
    bits = (uint32_t)(a >> at) & 3;
    more = (bits - 1 - n) >> 31;
    at += more * 2;
    n -= more * bits;
    at += (((uint32_t)(x >> at) & 1) - 1 - n) >> 31;
    return x & (((uint64_t)1 << at) - 1);
#endif
}

/* Adds a run to a mask that has none of its servers, or removes it if it has all. */
COA_I_HOT void coa_i_mask_flip_run(uint64_t *mask, coa_run run)
{
#ifdef __OPTIMIZE_SIZE__
    uint32_t s = run.first;
    const uint32_t end = s + run.count;
    while (s < end) {
        const uint32_t w = s / 64;
        uint64_t bits = ~(uint64_t)0 << (s % 64);
        if (end / 64 == w) bits &= ~(~(uint64_t)0 << (end % 64));
        mask[w] ^= bits;
        s = (w + 1) * 64;
    }
#else
    const uint32_t at = run.first % 64;
    uint32_t n = run.count;
    mask += run.first / 64;
    if (n > 64 - at) {
        *mask++ ^= ~(uint64_t)0 << at;
        for (n -= 64 - at; n > 64; n -= 64) *mask++ ^= ~(uint64_t)0;
        *mask ^= ~(uint64_t)0 >> (64 - n);
    } else {
        *mask ^= ~(uint64_t)0 >> (64 - n) << at; /* nearly always */
    }
#endif
}

/* Adds n runs to a mask that has none of their servers, or removes them if it has all. */
static void coa_i_mask_flip(uint64_t *mask, const coa_run *runs, uint32_t n)
{
    uint32_t i;
    for (i = 0; i < n; i++) coa_i_mask_flip_run(mask, runs[i]);
}

/* Writes a mask as runs, at most words * 32 of them, and returns their number. */
COA_I_HOT uint32_t coa_i_mask_runs(const uint64_t *mask, uint32_t words, coa_run *runs)
{
    uint32_t w, n = 0, end = 0;
    for (w = 0; w < words; w++) {
        uint64_t x = mask[w];
        while (x != 0) {
            const uint64_t carried = x + (x & (0 - x)); /* the lowest run becomes 1 bit */
            const uint32_t low = coa_i_low_bit(x),
                           high = carried ? coa_i_low_bit(carried) : 64;
            if (n > 0 && end == w * 64 + low) {
                runs[n - 1].count += high - low;
            } else {
                runs[n].first = w * 64 + low;
                runs[n++].count = high - low;
            }
            end = w * 64 + high;
            x &= carried;
        }
    }
    return n;
}

/* Reports a mask in the order of server numbers. */
static void coa_i_mask_emit(const uint64_t *mask, uint32_t words, coa_i_query *q,
                            coa_time a, coa_time b)
{
    uint32_t w, first = 0, count = 0;
    for (w = 0; w < words; w++) {
        uint64_t x = mask[w];
        uint32_t at = w * 64;
        while (x != 0) {
            const uint32_t skip = coa_i_low_bit(x);
            uint32_t n;
            x >>= skip;
            at += skip;
            n = ~x ? coa_i_low_bit(~x) : 64;
            if (count > 0 && first + count == at) {
                count += n;
            } else {
                if (count > 0) coa_i_emit(q, a, b, first, count);
                first = at;
                count = n;
            }
            x = n < 64 ? x >> n : 0;
            at += n;
        }
    }
    if (count > 0) coa_i_emit(q, a, b, first, count);
}
#endif

#ifndef COALLOC_NO_MAP
/* >>sets: which servers, in slots of one pool -------------------------------------------
 *
 * In calendars of up to 1024 servers a set is a mask: one slot with a bit for each
 * server. In larger ones it is a chain of slots, nearly always just one, with up to seven
 * sorted runs each, none touching the next. A long chain may have a tree above it.
 * The comment of each operation below says how many slots it needs at most, so that
 * callers can reserve them in advance. */

#ifndef COA_I_MASK_SERVERS /* tests make these five small */
#define COA_I_MASK_SERVERS 1024u
#endif
#ifndef COA_I_CHUNK_RUNS
#define COA_I_CHUNK_RUNS 7u /* at least 3 */
#endif
#ifndef COA_I_LONG
#define COA_I_LONG 256u /* a chain so many times as long as another one gets a tree */
#endif
#ifndef COA_I_LOOKS
#define COA_I_LOOKS 16u /* how long a chain is takes time to count: one time in so many */
#endif
#ifndef COA_I_FAT
#define COA_I_FAT 64u /* rows of a block */
#endif
#if defined(__SSE2__) && !defined(COALLOC_NO_VECTOR) && COA_I_FAT == 64
#define COA_I_SSE2 1
#else
#define COA_I_SSE2 0
#endif
#define COA_I_SPARE_SLOTS 4u /* always kept free: coa_advance joins sets without memory */

#define COA_I_NODE 0x80000000u /* in `count` of a node, beside the number of children */

typedef struct coa_i_chunk { /* a slot of a chain, or a node of the tree above it */
    uint32_t count, next;
    coa_run runs[COA_I_CHUNK_RUNS];
} coa_i_chunk;

typedef struct coa_i_sets {
    coa_i_vec slots; /* of `size` bytes; [0] unused */
    size_t size;
    uint32_t words; /* of a mask; 0 = chains of runs */
    uint32_t free_head, free_count;
    uint32_t kept;  /* slots that joins must leave free for later steps */
    uint32_t looks; /* chains that might have been counted */
} coa_i_sets;

/* Returns the number of words of a mask, 0 if there are too many servers for masks. */
static uint32_t coa_i_mask_words(uint32_t servers)
{
    return servers <= COA_I_MASK_SERVERS ? (servers + 63) / 64 : 0;
}

static uint64_t *coa_i_mask(const coa_i_sets *p, uint32_t set)
{
    return COA_I_AT(uint64_t, p->slots) + (size_t)set * p->words;
}

static coa_i_chunk *coa_i_chunk_at(const coa_i_sets *p, uint32_t set)
{
    return COA_I_AT(coa_i_chunk, p->slots) + set;
}

static int coa_i_sets_room(coa_i_mem *mem, coa_i_sets *p, uint64_t n)
{
    n += COA_I_SPARE_SLOTS;
    if (n <= p->free_count) return 1;
    return coa_i_room(mem, &p->slots, p->slots.count + (n - p->free_count), p->size);
}

static uint32_t coa_i_slot_new(coa_i_sets *p)
{
    const uint32_t i = p->free_head;
    if (i == COA_I_NONE) return p->slots.count++;
    memcpy(&p->free_head, COA_I_AT(unsigned char, p->slots) + i * p->size,
           sizeof p->free_head);
    p->free_count--;
    return i;
}

static void coa_i_slot_drop(coa_i_sets *p, uint32_t i)
{
    memcpy(COA_I_AT(unsigned char, p->slots) + i * p->size, &p->free_head,
           sizeof p->free_head);
    p->free_head = i;
    p->free_count++;
}

/* Returns the first slot of the chain of a set. */
static uint32_t coa_i_set_chain(const coa_i_sets *p, uint32_t set)
{
#ifndef __OPTIMIZE_SIZE__
    while (set != COA_I_NONE && coa_i_chunk_at(p, set)->count & COA_I_NODE)
        set = coa_i_chunk_at(p, set)->runs[0].count;
#else
    (void)p;
#endif
    return set;
}

#ifndef __OPTIMIZE_SIZE__
static int coa_i_set_is_tree(const coa_i_sets *p, uint32_t set)
{
    return set != COA_I_NONE && (coa_i_chunk_at(p, set)->count & COA_I_NODE) != 0;
}

/* Removes a tree; returns the chain below it. */
COA_I_COLD uint32_t coa_i_nodes_drop(coa_i_sets *p, uint32_t set)
{
    uint32_t node, next;
    coa_i_chunk_at(p, set)->next = COA_I_NONE;
    while (coa_i_set_is_tree(p, set)) {
        node = set;
        set = coa_i_chunk_at(p, node)->runs[0].count;
        for (; node != COA_I_NONE; node = next) {
            next = coa_i_chunk_at(p, node)->next;
            coa_i_slot_drop(p, node);
        }
    }
    return set;
}

/* Removes the tree above a chain, if there is one. */
COA_I_HOT uint32_t coa_i_set_flat(coa_i_sets *p, uint32_t set)
{
    return coa_i_set_is_tree(p, set) ? coa_i_nodes_drop(p, set) : set;
}
#endif

static void coa_i_set_drop(coa_i_sets *p, uint32_t set)
{
#ifndef __OPTIMIZE_SIZE__
    if (!p->words) set = coa_i_set_flat(p, set);
#endif
    while (set != COA_I_NONE) {
        const uint32_t next = p->words ? COA_I_NONE : coa_i_chunk_at(p, set)->next;
        coa_i_slot_drop(p, set);
        set = next;
    }
}

/* Returns how many slots a set occupies, without the tree. */
COA_I_HOT uint32_t coa_i_set_slots(const coa_i_sets *p, uint32_t set)
{
    uint32_t n = set != COA_I_NONE;
    if (p->words) return n;
#ifndef __OPTIMIZE_SIZE__
    if (n && coa_i_chunk_at(p, set)->count & COA_I_NODE)
        return coa_i_chunk_at(p, set)->next;
#endif
    for (n = 0; set != COA_I_NONE; set = coa_i_chunk_at(p, set)->next) n++;
    return n;
}

static uint32_t coa_i_set_servers(const coa_i_sets *p, uint32_t set)
{
    uint32_t n = 0, i;
    if (p->words) {
        for (i = 0; i < p->words; i++) n += coa_i_bits(coa_i_mask(p, set)[i]);
        return n;
    }
    for (set = coa_i_set_chain(p, set); set != COA_I_NONE;
         set = coa_i_chunk_at(p, set)->next)
        for (i = 0; i < coa_i_chunk_at(p, set)->count; i++)
            n += coa_i_chunk_at(p, set)->runs[i].count;
    return n;
}

/* Writes a chain, run by run in ascending order; merges runs that touch. */
typedef struct coa_i_chain_writer {
    uint32_t first, last;
} coa_i_chain_writer;

static void coa_i_chain_write(coa_i_sets *p, coa_i_chain_writer *to_chain, uint32_t first,
                              uint32_t count)
{
    coa_i_chunk *c = coa_i_chunk_at(p, to_chain->last);
    if (count == 0) return;
    if (to_chain->last != COA_I_NONE) {
        coa_run *run = &c->runs[c->count - 1];
        if (run->first + run->count == first) {
            run->count += count;
            return;
        }
    }
    if (to_chain->last == COA_I_NONE || c->count == COA_I_CHUNK_RUNS) {
        const uint32_t slot = coa_i_slot_new(p);
        if (to_chain->last == COA_I_NONE)
            to_chain->first = slot;
        else
            c->next = slot;
        to_chain->last = slot;
        c = coa_i_chunk_at(p, slot);
        c->count = 0;
        c->next = COA_I_NONE;
    }
    c->runs[c->count].first = first;
    c->runs[c->count].count = count;
    c->count++;
}

/* Returns the server behind the last one of a slot. */
static uint32_t coa_i_chunk_end(const coa_i_chunk *c)
{
    return c->runs[c->count - 1].first + c->runs[c->count - 1].count;
}

/* Reads a chain, run by run; gives back each slot when it has been read to its end. */
typedef struct coa_i_chain_reader {
    uint32_t slot, at;
    coa_run run; /* count 0 = the chain has ended */
} coa_i_chain_reader;

static void coa_i_chain_next(coa_i_sets *p, coa_i_chain_reader *from_chain)
{
    coa_i_chunk *c = coa_i_chunk_at(p, from_chain->slot);
    from_chain->run.first = from_chain->run.count = 0;
    if (from_chain->slot == COA_I_NONE) return;
    if (from_chain->at == c->count) {
        const uint32_t next = c->next;
        coa_i_slot_drop(p, from_chain->slot);
        from_chain->slot = next;
        from_chain->at = 0;
        if (next == COA_I_NONE) return;
        c = coa_i_chunk_at(p, next);
    }
    from_chain->run = c->runs[from_chain->at++];
}

static coa_i_chain_reader coa_i_chain_open(coa_i_sets *p, uint32_t set)
{
    coa_i_chain_reader from_chain;
    from_chain.slot = set;
    from_chain.at = 0;
    coa_i_chain_next(p, &from_chain);
    return from_chain;
}

/* Makes a chain of n >= 1 sorted runs: n / 7 + 1 slots. */
static uint32_t coa_i_chain_of(coa_i_sets *p, const coa_run *runs, uint32_t n)
{
    uint32_t i;
#ifdef __OPTIMIZE_SIZE__
    coa_i_chain_writer to_chain = {COA_I_NONE, COA_I_NONE};
    for (i = 0; i < n; i++) coa_i_chain_write(p, &to_chain, runs[i].first, runs[i].count);
    return to_chain.first;
#else
    const uint32_t set = coa_i_slot_new(p);
    coa_i_chunk *c = coa_i_chunk_at(p, set);
    uint32_t count = 0, end = runs[0].first;
    for (i = 0; i < n; i++) {
        if (i > 0 && runs[i].first == end) {
            c->runs[count - 1].count += runs[i].count;
        } else {
            if (count == COA_I_CHUNK_RUNS) {
                c->count = count;
                c->next = coa_i_slot_new(p);
                c = coa_i_chunk_at(p, c->next);
                count = 0;
            }
            c->runs[count++] = runs[i];
        }
        end = runs[i].first + runs[i].count;
    }
    c->count = count;
    c->next = COA_I_NONE;
    return set;
#endif
}

/* Makes a set of n >= 1 sorted runs: n / 7 + 1 slots. */
static uint32_t coa_i_set_of(coa_i_sets *p, const coa_run *runs, uint32_t n)
{
    uint32_t set;
    if (!p->words) return coa_i_chain_of(p, runs, n);
    set = coa_i_slot_new(p);
    memset(coa_i_mask(p, set), 0, p->size);
    coa_i_mask_flip(coa_i_mask(p, set), runs, n);
    return set;
}

/* Copies a set: as many slots as the set has. */
static uint32_t coa_i_set_copy(coa_i_sets *p, uint32_t set)
{
    uint32_t first = COA_I_NONE, last = COA_I_NONE, slot, next;
    if (!p->words) set = coa_i_set_chain(p, set);
    for (; set != COA_I_NONE; set = next) {
        slot = coa_i_slot_new(p);
        memcpy(COA_I_AT(unsigned char, p->slots) + slot * p->size,
               COA_I_AT(unsigned char, p->slots) + set * p->size, p->size);
        next = p->words ? COA_I_NONE : coa_i_chunk_at(p, set)->next;
        if (first == COA_I_NONE)
            first = slot;
        else
            coa_i_chunk_at(p, last)->next = slot;
        last = slot;
    }
    return first;
}

#ifndef __OPTIMIZE_SIZE__
static void coa_i_chunk_delete(coa_i_chunk *c, uint32_t i)
{
    c->count--;
    memmove(c->runs + i, c->runs + i + 1, (c->count - i) * sizeof *c->runs);
}

/* Inserts a run as run i of slot `at`, and splits the slot if it is full: at most one
 * slot. */
COA_I_HOT uint32_t coa_i_chunk_insert(coa_i_sets *p, uint32_t at, uint32_t i, coa_run run)
{
    coa_i_chunk *c = coa_i_chunk_at(p, at), *d;
    if (c->count == COA_I_CHUNK_RUNS) {
        const uint32_t slot = coa_i_slot_new(p), half = COA_I_CHUNK_RUNS / 2;
        d = coa_i_chunk_at(p, slot);
        d->count = c->count - half;
        memcpy(d->runs, c->runs + half, d->count * sizeof *d->runs);
        d->next = c->next;
        c->count = half;
        c->next = slot;
        if (i > half) {
            at = slot;
            i -= half;
            c = d;
        }
    }
    memmove(c->runs + i + 1, c->runs + i, (c->count - i) * sizeof *c->runs);
    c->runs[i] = run;
    c->count++;
    return at;
}

/* Adds one run to a chain. The search for its place begins at slot `at`, which begins
 * before the run or is the first of the chain. Returns the slot that has the run then. At
 * most one slot. */
COA_I_HOT uint32_t coa_i_chain_add(coa_i_sets *p, uint32_t at, coa_run run)
{
    coa_i_chunk *c = coa_i_chunk_at(p, at), *d;
    uint32_t i = 0, j, next;
    while ((next = c->next) != COA_I_NONE &&
           coa_i_chunk_at(p, next)->runs[0].first < run.first) {
        at = next;
        c = coa_i_chunk_at(p, at);
    }
    while (i < c->count && c->runs[i].first < run.first) i++;
    /* run j of d is the next run; d = NULL unless it begins where the new run ends */
    d = i < c->count ? c : next != COA_I_NONE ? coa_i_chunk_at(p, next) : NULL;
    j = d == c ? i : 0;
    if (d && d->runs[j].first != run.first + run.count) d = NULL;
    if (i > 0 && c->runs[i - 1].first + c->runs[i - 1].count == run.first) {
        c->runs[i - 1].count += run.count;
        if (!d) return at;
        c->runs[i - 1].count += d->runs[j].count;
        coa_i_chunk_delete(d, j);
        if (d->count == 0) {
            c->next = d->next;
            coa_i_slot_drop(p, next);
        }
        return at;
    }
    if (!d) return coa_i_chunk_insert(p, at, i, run);
    d->runs[j].first = run.first;
    d->runs[j].count += run.count;
    return d == c ? at : next;
}

/* ---- sets: a tree above a long chain
 *
 * When a short chain is joined with a long one or cut out of it, the long one gets a B+
 * tree above it, if there are slots for that. A node is a slot too: run i stands for
 * child i, `count` is its slot, and no server of the child is below `first`, which means
 * nothing for child 0. Nodes of one level are linked as the chain is; `next` of the root
 * is the number of slots of the chain. The bounds stay when runs leave a child, and a new
 * run goes to the last slot that begins before it, so only the first slot of a chain ever
 * gets lower servers. Empty nodes are removed. A split leaves at least two children to
 * both nodes. So there are no more levels than the logarithm of the number of slots that
 * were ever made. */

#define COA_I_SET_LEVELS 34u

typedef struct coa_i_path { /* from the root, at depth 0, to a slot of the chain */
    uint32_t depth, slot[COA_I_SET_LEVELS], at[COA_I_SET_LEVELS];
} coa_i_path;

/* Are there n slots more than what later steps need? */
static int coa_i_sets_spare(const coa_i_sets *p, uint64_t n)
{
    return (uint64_t)p->free_count + (p->slots.capacity - p->slots.count) >=
           n + p->kept + COA_I_SPARE_SLOTS;
}

static uint32_t coa_i_node_children(const coa_i_chunk *c)
{
    return c->count & ~COA_I_NODE;
}

/* Makes a tree above a chain, or leaves it as it is if there are too few slots. */
static uint32_t coa_i_set_grow(coa_i_sets *p, uint32_t set)
{
    const uint32_t slots = coa_i_set_slots(p, set);
    uint32_t level = set, from, last;
    if (!coa_i_sets_spare(p, (uint64_t)slots / 2 + COA_I_SET_LEVELS)) return set;
    while (coa_i_chunk_at(p, level)->next != COA_I_NONE) {
        from = level;
        last = COA_I_NONE;
        for (; from != COA_I_NONE; from = coa_i_chunk_at(p, from)->next) {
            coa_i_chunk *c = coa_i_chunk_at(p, last);
            coa_run *child;
            if (last == COA_I_NONE || coa_i_node_children(c) == COA_I_CHUNK_RUNS) {
                const uint32_t slot = coa_i_slot_new(p);
                if (last == COA_I_NONE)
                    level = slot;
                else
                    c->next = slot;
                last = slot;
                c = coa_i_chunk_at(p, slot);
                c->count = COA_I_NODE;
                c->next = COA_I_NONE;
            }
            child = c->runs + coa_i_node_children(c);
            child->first = coa_i_chunk_at(p, from)->runs[0].first;
            child->count = from;
            c->count++;
        }
    }
    if (level != set) coa_i_chunk_at(p, level)->next = slots;
    return level;
}

/* Is *x a long chain beside y? Then it has a tree afterwards; false if it cannot. */
COA_I_COLD int coa_i_set_long(coa_i_sets *p, uint32_t *x, uint32_t y)
{
    const uint32_t slots = coa_i_set_slots(p, *x) / COA_I_LONG;
    if (slots == 0 || slots < coa_i_set_slots(p, y)) return 0;
    if (!coa_i_set_is_tree(p, *x)) *x = coa_i_set_grow(p, *x);
    return coa_i_set_is_tree(p, *x);
}

/* Moves a path that ends at `depth` to the slot before; false if it is the first one. */
static int coa_i_path_back(const coa_i_sets *p, coa_i_path *w, uint32_t depth)
{
    uint32_t d = depth;
    do
        if (d-- == 0) return 0;
    while (w->at[d] == 0);
    w->at[d]--;
    for (;;) {
        w->slot[d + 1] = coa_i_chunk_at(p, w->slot[d])->runs[w->at[d]].count;
        if (++d == depth) return 1;
        w->at[d] = coa_i_node_children(coa_i_chunk_at(p, w->slot[d])) - 1;
    }
}

/* Finds the last slot of the chain that begins at or before a server, else the first. */
static void coa_i_path_find(const coa_i_sets *p, uint32_t set, uint32_t server,
                            coa_i_path *w)
{
    const coa_i_chunk *c = coa_i_chunk_at(p, set);
    for (w->depth = 0; c->count & COA_I_NODE; w->depth++) {
        uint32_t i = coa_i_node_children(c) - 1;
        while (i > 0 && c->runs[i].first > server) i--;
        w->slot[w->depth] = set;
        w->at[w->depth] = i;
        set = c->runs[i].count;
        c = coa_i_chunk_at(p, set);
    }
    w->slot[w->depth] = set;
    while (coa_i_chunk_at(p, w->slot[w->depth])->runs[0].first > server &&
           coa_i_path_back(p, w, w->depth))
        continue;
}

/* Enters a slot that has been linked behind that of a path, which may be all of the set.
 * Returns the root. A slot for each node of the path and one more. */
static uint32_t coa_i_path_insert(coa_i_sets *p, const coa_i_path *w, uint32_t slot)
{
    const uint32_t root = w->slot[0],
                   slots = w->depth > 0 ? ++coa_i_chunk_at(p, root)->next : 2;
    coa_run all[COA_I_CHUNK_RUNS + 1];
    coa_i_chunk *c, *right;
    uint32_t d, i, n, half, top;
    for (d = w->depth; d-- > 0;) {
        c = coa_i_chunk_at(p, w->slot[d]);
        n = coa_i_node_children(c);
        i = w->at[d] + 1;
        memcpy(all, c->runs, i * sizeof *all);
        all[i].first = coa_i_chunk_at(p, slot)->runs[0].first;
        all[i].count = slot;
        memcpy(all + i + 1, c->runs + i, (n - i) * sizeof *all);
        half = ++n <= COA_I_CHUNK_RUNS ? n : n / 2;
        memcpy(c->runs, all, half * sizeof *all);
        c->count = COA_I_NODE | half;
        if (half == n) return root;
        slot = coa_i_slot_new(p);
        right = coa_i_chunk_at(p, slot);
        right->count = COA_I_NODE | (n - half);
        right->next = d > 0 ? c->next : COA_I_NONE;
        c->next = slot;
        memcpy(right->runs, all + half, (n - half) * sizeof *all);
    }
    top = coa_i_slot_new(p);
    c = coa_i_chunk_at(p, top);
    c->count = COA_I_NODE | 2;
    c->next = slots;
    c->runs[0].first = coa_i_chunk_at(p, root)->runs[0].first;
    c->runs[0].count = root;
    c->runs[1].first = coa_i_chunk_at(p, slot)->runs[0].first;
    c->runs[1].count = slot;
    return top;
}

/* Removes the slot of a path, which is empty, and the nodes that are then. Returns the
 * root; COA_I_NONE if nothing is left. */
static uint32_t coa_i_path_remove(coa_i_sets *p, const coa_i_path *w)
{
    uint32_t root = w->slot[0], d = w->depth, i;
    if (d > 0) coa_i_chunk_at(p, root)->next--;
    for (;; d--) {
        coa_i_path before = *w;
        coa_i_chunk *c = coa_i_chunk_at(p, w->slot[d]);
        if (coa_i_path_back(p, &before, d))
            coa_i_chunk_at(p, before.slot[d])->next = c->next;
        coa_i_slot_drop(p, w->slot[d]);
        if (d == 0) return COA_I_NONE;
        c = coa_i_chunk_at(p, w->slot[d - 1]);
        i = w->at[d - 1];
        if (--c->count == COA_I_NODE) continue;
        memmove(c->runs + i, c->runs + i + 1,
                (coa_i_node_children(c) - i) * sizeof *c->runs);
        break;
    }
    while (coa_i_chunk_at(p, root)->count == (COA_I_NODE | 1)) { /* no tree any more */
        const coa_i_chunk *c = coa_i_chunk_at(p, root);
        const uint32_t child = c->runs[0].count;
        if (coa_i_chunk_at(p, child)->count & COA_I_NODE)
            coa_i_chunk_at(p, child)->next = c->next;
        coa_i_slot_drop(p, root);
        root = child;
    }
    return root;
}

/* Adds one run. A slot for it, for each level, and one more. */
COA_I_COLD void coa_i_tree_add(coa_i_sets *p, uint32_t *set, coa_run run)
{
    coa_i_path w, behind;
    coa_i_chunk *c;
    uint32_t next;
    coa_i_path_find(p, *set, run.first + run.count, &behind);
    c = coa_i_chunk_at(p, behind.slot[behind.depth]);
    if (c->runs[0].first == run.first + run.count) { /* it may be alone in its slot */
        run.count += c->runs[0].count;
        coa_i_chunk_delete(c, 0);
        if (c->count == 0) *set = coa_i_path_remove(p, &behind);
        if (*set == COA_I_NONE) {
            *set = coa_i_set_of(p, &run, 1);
            return;
        }
    }
    coa_i_path_find(p, *set, run.first, &w);
    c = coa_i_chunk_at(p, w.slot[w.depth]);
    next = c->next;
    (void)coa_i_chain_add(p, w.slot[w.depth], run);
    if (c->next != next) *set = coa_i_path_insert(p, &w, c->next);
}

/* Takes n servers from `first` on out of run i of the slot of a path; false if the path
 * is no longer valid then. A slot for the run, for each level, and one more. */
COA_I_COLD int coa_i_tree_take(coa_i_sets *p, uint32_t *set, const coa_i_path *w,
                               uint32_t i, uint32_t first, uint32_t n)
{
    const uint32_t slot = w->slot[w->depth];
    coa_i_chunk *c = coa_i_chunk_at(p, slot);
    coa_run *run = c->runs + i, rest;
    const uint32_t next = c->next;
    rest.first = first + n;
    rest.count = run->first + run->count - rest.first;
    run->count = first - run->first;
    if (run->count == 0 && rest.count > 0) {
        *run = rest;
    } else if (run->count == 0) {
        coa_i_chunk_delete(c, i);
        if (c->count > 0) return 1;
        *set = coa_i_path_remove(p, w);
        return 0;
    } else if (rest.count > 0) {
        (void)coa_i_chunk_insert(p, slot, i + 1, rest);
        if (c->next == next) return 1;
        *set = coa_i_path_insert(p, w, c->next);
        return 0;
    }
    return 1;
}

/* Moves the servers that a chain has in common with a tree to a chain of their own. As
 * many slots as the chain has runs, three more for each slot of it, and one for each
 * level. */
static uint32_t coa_i_tree_cut(coa_i_sets *p, uint32_t *tree, uint32_t *chain)
{
    coa_i_chain_writer common = {COA_I_NONE, COA_I_NONE}, own = common;
    coa_i_chain_reader from = coa_i_chain_open(p, *chain);
    coa_run *run = &from.run; /* what is left of it */
    coa_i_path w;
    uint32_t i = 0;
    int found = 0; /* run i of the slot of w is the first that ends behind the last run */
    while (run->count > 0) {
        const coa_i_chunk *c = NULL;
        uint32_t n = run->count, both = 0;
        if (*tree != COA_I_NONE) {
            if (!found) {
                coa_i_path_find(p, *tree, run->first, &w);
                i = 0;
                found = 1;
            }
            c = coa_i_chunk_at(p, w.slot[w.depth]);
            while (i < c->count && c->runs[i].first + c->runs[i].count <= run->first) i++;
            if (i == c->count && c->next != COA_I_NONE) {
                const coa_i_chunk *next = coa_i_chunk_at(p, c->next);
                coa_i_path_find(p, *tree,
                                next->runs[0].first > run->first ? next->runs[0].first
                                                                 : run->first,
                                &w);
                i = 0;
                continue;
            }
            if (i < c->count && c->runs[i].first < run->first + n) {
                const coa_run *r = c->runs + i;
                n = r->first > run->first ? r->first - run->first : 0;
                both = r->first + r->count - (run->first + n);
                if (both > run->count - n) both = run->count - n;
            }
        }
        coa_i_chain_write(p, &own, run->first, n);
        coa_i_chain_write(p, &common, run->first + n, both);
        if (both > 0) found = coa_i_tree_take(p, tree, &w, i, run->first + n, both);
        run->first += n + both;
        run->count -= n + both;
        if (run->count > 0) continue;
        coa_i_chain_next(p, &from);
        found = 0;
    }
    *chain = own.first;
    return common.first;
}

/* Splits the lowest n servers off a tree, which has more: one slot. */
static uint32_t coa_i_tree_lowest(coa_i_sets *p, uint32_t *tree, uint32_t n)
{
    coa_i_chain_writer low = {COA_I_NONE, COA_I_NONE};
    coa_i_path w;
    int found = 0;
    while (n > 0) {
        coa_run run;
        if (!found) coa_i_path_find(p, *tree, 0, &w);
        run = coa_i_chunk_at(p, w.slot[w.depth])->runs[0];
        if (run.count > n) run.count = n;
        coa_i_chain_write(p, &low, run.first, run.count);
        found = coa_i_tree_take(p, tree, &w, 0, run.first, run.count);
        n -= run.count;
    }
    return low.first;
}
#endif

/* Hands on slots as they are from one chain to another: those of which only the first run
 * has been read and none of it used, before the first that ends after `upto`. Does not
 * leave two neighbours whose runs fit into one slot. */
COA_I_SOME void coa_i_chain_pass(coa_i_sets *p, coa_i_chain_reader *from_chain,
                                 coa_i_chain_writer *to_chain, uint32_t upto)
{
    const uint32_t first = from_chain->slot;
    uint32_t last = COA_I_NONE, next = first;
    if (first == COA_I_NONE || from_chain->at != 1 ||
        from_chain->run.count != coa_i_chunk_at(p, first)->runs[0].count)
        return;
    if (to_chain->last != COA_I_NONE &&
        coa_i_chunk_at(p, to_chain->last)->count + coa_i_chunk_at(p, first)->count <=
            COA_I_CHUNK_RUNS)
        return;
    while (next != COA_I_NONE && coa_i_chunk_end(coa_i_chunk_at(p, next)) <= upto) {
        last = next;
        next = coa_i_chunk_at(p, last)->next;
    }
    if (last == COA_I_NONE) return;
    if (to_chain->last == COA_I_NONE)
        to_chain->first = first;
    else
        coa_i_chunk_at(p, to_chain->last)->next = first;
    to_chain->last = last;
    coa_i_chunk_at(p, last)->next = COA_I_NONE;
    *from_chain = coa_i_chain_open(p, next);
}

static void coa_i_mask_join(uint64_t *to, const uint64_t *from, uint32_t words)
{
    uint32_t i;
    for (i = 0; i < words; i++) to[i] |= from[i];
}

/* Merges two chains into a new one and gives them back slot by slot. While it works it
 * needs at most three slots more than they had, and in the end no more than they had. */
static uint32_t coa_i_chain_merge(coa_i_sets *p, uint32_t x, uint32_t y)
{
    coa_i_chain_writer to_chain = {COA_I_NONE, COA_I_NONE};
    coa_i_chain_reader ex = coa_i_chain_open(p, x), ey = coa_i_chain_open(p, y);
    while (ex.run.count > 0 || ey.run.count > 0) {
        coa_i_chain_reader *low =
            ey.run.count == 0 || (ex.run.count > 0 && ex.run.first < ey.run.first) ? &ex
                                                                                   : &ey;
        coa_i_chain_write(p, &to_chain, low->run.first, low->run.count);
        coa_i_chain_next(p, low);
    }
    return to_chain.first;
}

#ifndef __OPTIMIZE_SIZE__
/* Makes *x the one of two sets with a tree, or else with more slots, and *y a chain; true
 * if *x has a tree. */
COA_I_COLD int coa_i_sets_grow(coa_i_sets *p, uint32_t *x, uint32_t *y)
{
    const uint32_t first = *x;
    int tree = coa_i_set_long(p, x, *y);
    if (!tree && coa_i_set_slots(p, *x) < coa_i_set_slots(p, *y)) {
        *x = *y;
        *y = first;
        tree = coa_i_set_long(p, x, *y);
    }
    *y = coa_i_set_flat(p, *y);
    if (!tree) *x = coa_i_set_flat(p, *x);
    return tree;
}

/* As coa_i_sets_grow, but seldom looks whether a chain should get a tree. */
static int coa_i_sets_order(coa_i_sets *p, uint32_t *x, uint32_t *y)
{
    uint32_t at = *x, other = *y;
    if (coa_i_set_is_tree(p, at) || coa_i_set_is_tree(p, other))
        return coa_i_sets_grow(p, x, y);
    while (at != COA_I_NONE && other != COA_I_NONE) {
        at = coa_i_chunk_at(p, at)->next;
        other = coa_i_chunk_at(p, other)->next;
    }
    if (at != other && ++p->looks % COA_I_LOOKS == 0) return coa_i_sets_grow(p, x, y);
    if (other != COA_I_NONE) {
        at = *x;
        *x = *y;
        *y = at;
    }
    return 0;
}
#endif

/* Joins two disjoint sets into one, which replaces both. Adds the shorter chain to the
 * other one, or to the tree above it, run by run; if there are too few slots for that, or
 * code is to be small, merges the chains instead. */
static uint32_t coa_i_set_join(coa_i_sets *p, uint32_t x, uint32_t y)
{
#ifndef __OPTIMIZE_SIZE__
    uint32_t i, at;
    int tree;
#endif
    if (p->words) {
        coa_i_mask_join(coa_i_mask(p, x), coa_i_mask(p, y), p->words);
        coa_i_slot_drop(p, y);
        return x;
    }
#ifndef __OPTIMIZE_SIZE__
    tree = coa_i_sets_order(p, &x, &y);
    for (at = x; y != COA_I_NONE;) {
        const coa_i_chunk added = *coa_i_chunk_at(p, y);
        if (!coa_i_sets_spare(p, tree ? 3 * COA_I_CHUNK_RUNS + COA_I_SET_LEVELS
                                      : COA_I_CHUNK_RUNS))
            break;
        coa_i_slot_drop(p, y);
        y = added.next;
        for (i = 0; i < added.count; i++)
            if (tree)
                coa_i_tree_add(p, &x, added.runs[i]);
            else
                at = coa_i_chain_add(p, at, added.runs[i]);
    }
    if (y == COA_I_NONE) return x;
    x = coa_i_set_flat(p, x);
#endif
    return coa_i_chain_merge(p, x, y);
}

/* Splits the lowest n servers off a set, which has more than n: one slot. */
static uint32_t coa_i_set_lowest(coa_i_sets *p, uint32_t *set, uint32_t n)
{
    const uint32_t low = *set, rest = coa_i_slot_new(p);
    uint32_t i = 0, j, last = low;
    coa_i_chunk *c, *r;
    if (p->words) {
        uint64_t *x = coa_i_mask(p, low), *y = coa_i_mask(p, rest);
        uint32_t bits;
        uint64_t kept;
        for (; (bits = coa_i_bits(x[i])) <= n; i++) {
            n -= bits;
            y[i] = 0;
        }
        kept = coa_i_low_bits(x[i], n);
        y[i] = x[i] ^ kept;
        x[i] = kept;
        while (++i < p->words) {
            y[i] = x[i];
            x[i] = 0;
        }
        *set = rest;
        return low;
    }
#ifndef __OPTIMIZE_SIZE__
    if (coa_i_chunk_at(p, low)->count & COA_I_NODE) {
        coa_i_slot_drop(p, rest);
        return coa_i_tree_lowest(p, set, n);
    }
#endif
    for (c = coa_i_chunk_at(p, last); n >= c->runs[i].count;) {
        n -= c->runs[i].count;
        if (++i < c->count) continue;
        if (n == 0) break;
        last = c->next;
        c = coa_i_chunk_at(p, last);
        i = 0;
    }
    /* run i of slot `last` is the first that stays, but n of its servers are split off */
    r = coa_i_chunk_at(p, rest);
    for (j = i, r->count = 0; j < c->count; j++) r->runs[r->count++] = c->runs[j];
    if (n > 0) {
        c->runs[i].count = n;
        r->runs[0].first += n;
        r->runs[0].count -= n;
    }
    r->next = c->next;
    c->count = i + (n > 0);
    c->next = COA_I_NONE;
    if (r->count == 0) {
        *set = r->next;
        coa_i_slot_drop(p, rest);
    } else {
        *set = rest;
    }
    return low;
}

/* Moves the servers that two sets have in common into a third set. A set that is then
 * empty is COA_I_NONE. Slots of a chain that have nothing in common with the other one
 * stay as they are. With r runs in both sets together, the third set takes at most
 * r / 7 + 1 slots, and each of the others so many more than it had. */
static uint32_t coa_i_set_cut(coa_i_sets *p, uint32_t *x, uint32_t *y)
{
    coa_i_chain_writer common = {COA_I_NONE, COA_I_NONE}, px = common, py = common;
    coa_i_chain_reader ex, ey;
    if (*x == COA_I_NONE || *y == COA_I_NONE) return COA_I_NONE;
    if (p->words) {
        const uint32_t both = coa_i_slot_new(p);
        uint64_t *mx = coa_i_mask(p, *x), *my = coa_i_mask(p, *y),
                 *m = coa_i_mask(p, both);
        uint64_t any = 0, any_x = 0, any_y = 0;
        uint32_t i;
        for (i = 0; i < p->words; i++) {
            any |= m[i] = mx[i] & my[i];
            any_x |= mx[i] ^= m[i];
            any_y |= my[i] ^= m[i];
        }
        if (!any_x) coa_i_slot_drop(p, *x), *x = COA_I_NONE;
        if (!any_y) coa_i_slot_drop(p, *y), *y = COA_I_NONE;
        if (any) return both;
        coa_i_slot_drop(p, both);
        return COA_I_NONE;
    }
#ifndef __OPTIMIZE_SIZE__
    if (coa_i_set_is_tree(p, *x) || coa_i_set_is_tree(p, *y) ||
        ++p->looks % COA_I_LOOKS == 0) {
        if (coa_i_set_long(p, x, *y)) {
            *y = coa_i_set_flat(p, *y);
            return coa_i_tree_cut(p, x, y);
        }
        if (coa_i_set_long(p, y, *x)) {
            *x = coa_i_set_flat(p, *x);
            return coa_i_tree_cut(p, y, x);
        }
        *x = coa_i_set_flat(p, *x);
        *y = coa_i_set_flat(p, *y);
    }
#endif
    ex = coa_i_chain_open(p, *x);
    ey = coa_i_chain_open(p, *y);
    while (ex.run.count > 0 || ey.run.count > 0) {
        /* what the lower run has before the other begins is its own; the rest is common
         */
        coa_i_chain_reader *low, *high;
        uint32_t own, both;
        int x_low;
#ifndef __OPTIMIZE_SIZE__
        coa_i_chain_pass(p, &ex, &px, ey.run.count > 0 ? ey.run.first : UINT32_MAX);
        coa_i_chain_pass(p, &ey, &py, ex.run.count > 0 ? ex.run.first : UINT32_MAX);
        if (ex.run.count == 0 && ey.run.count == 0) break;
#endif
        x_low = ey.run.count == 0 || (ex.run.count > 0 && ex.run.first <= ey.run.first);
        low = x_low ? &ex : &ey;
        high = x_low ? &ey : &ex;
        own = low->run.count;
        both = 0;
        if (high->run.count > 0 && high->run.first - low->run.first < own) {
            own = high->run.first - low->run.first;
            both = low->run.count - own;
            if (both > high->run.count) both = high->run.count;
        }
        coa_i_chain_write(p, x_low ? &px : &py, low->run.first, own);
        coa_i_chain_write(p, &common, low->run.first + own, both);
        low->run.first += own + both;
        low->run.count -= own + both;
        if (low->run.count == 0) coa_i_chain_next(p, low);
        if (both == 0) continue;
        high->run.first += both;
        high->run.count -= both;
        if (high->run.count == 0) coa_i_chain_next(p, high);
    }
    *x = px.first;
    *y = py.first;
    return common.first;
}

#ifndef __OPTIMIZE_SIZE__
/* Returns how many of n servers from `first` on are all in a mask, or all not in it. */
static uint32_t coa_i_mask_alike(const uint64_t *mask, uint32_t first, uint32_t n)
{
    const uint64_t same = 0 - (mask[first / 64] >> first % 64 & 1);
    uint64_t other = (mask[first / 64] ^ same) >> first % 64;
    uint32_t w = first / 64, found = 0;
    if (other == 0)
        for (found = 64 - first % 64; found < n && (other = mask[++w] ^ same) == 0;)
            found += 64;
    if (other != 0) found += coa_i_low_bit(other);
    return found < n ? found : n;
}

/* Adds the lowest n servers of a chain to a mask that has none of them, or removes them
 * if it has all; returns how many runs they are. */
static uint32_t coa_i_chain_flip(const coa_i_sets *p, uint32_t set, uint32_t n,
                                 uint64_t *mask)
{
    uint32_t runs = 0, i;
    for (set = coa_i_set_chain(p, set); n > 0; set = coa_i_chunk_at(p, set)->next) {
        const coa_i_chunk *c = coa_i_chunk_at(p, set);
        for (i = 0; i < c->count && n > 0; i++) {
            coa_run run = c->runs[i];
            if (run.count > n) run.count = n;
            coa_i_mask_flip_run(mask, run);
            n -= run.count;
        }
        runs += i;
    }
    return runs;
}

/* Removes a run from a mask if all of it is in the mask; returns whether it is. */
COA_I_HOT int coa_i_run_leave(uint64_t *mask, coa_run run)
{
    const uint32_t at = run.first % 64;
    uint64_t *word = mask + run.first / 64, bits;
    if (run.count > 64 - at) {
        if (!(*word >> at & 1) ||
            coa_i_mask_alike(mask, run.first, run.count) < run.count)
            return 0;
        coa_i_mask_flip_run(mask, run);
        return 1;
    }
    bits = ~(uint64_t)0 >> (64 - run.count) << at;
    if ((*word & bits) != bits) return 0;
    *word ^= bits;
    return 1;
}

/* Removes a chain of n servers from a mask if all of them are in it; returns whether they
 * are. */
static int coa_i_chain_leave(const coa_i_sets *p, uint32_t set, uint32_t n,
                             uint64_t *mask)
{
    const uint32_t first = coa_i_set_chain(p, set);
    uint32_t left = n, i;
    for (set = first; left > 0; set = coa_i_chunk_at(p, set)->next) {
        const coa_i_chunk *c = coa_i_chunk_at(p, set);
        for (i = 0; i < c->count; i++) {
            if (!coa_i_run_leave(mask, c->runs[i])) {
                if (left < n) (void)coa_i_chain_flip(p, first, n - left, mask);
                return 0;
            }
            left -= c->runs[i].count;
        }
    }
    return 1;
}

/* Does a chain consist of just these runs? */
static int coa_i_chain_is(const coa_i_sets *p, uint32_t set, const coa_run *runs,
                          uint32_t n)
{
    for (set = coa_i_set_chain(p, set); set != COA_I_NONE;
         set = coa_i_chunk_at(p, set)->next) {
        const coa_i_chunk *c = coa_i_chunk_at(p, set);
        if (n < c->count || memcmp(c->runs, runs, c->count * sizeof *runs) != 0) return 0;
        runs += c->count;
        n -= c->count;
    }
    return n == 0;
}

/* Moves the servers that a chain has in common with a mask to a chain of their own, as
 * coa_i_set_cut does. */
static uint32_t coa_i_chain_cut(coa_i_sets *p, uint32_t *x, uint64_t *mask)
{
    coa_i_chain_writer common = {COA_I_NONE, COA_I_NONE}, own = common;
    coa_i_chain_reader from = coa_i_chain_open(p, coa_i_set_flat(p, *x));
    while (from.run.count > 0) {
        coa_run run = from.run;
        const int both = (mask[run.first / 64] >> run.first % 64 & 1) != 0;
        run.count = coa_i_mask_alike(mask, run.first, run.count);
        if (both) coa_i_mask_flip(mask, &run, 1);
        coa_i_chain_write(p, both ? &common : &own, run.first, run.count);
        from.run.first += run.count;
        from.run.count -= run.count;
        if (from.run.count == 0) coa_i_chain_next(p, &from);
    }
    *x = own.first;
    return common.first;
}

/* Makes a chain of the servers in a mask. */
static uint32_t coa_i_mask_chain(coa_i_sets *p, const uint64_t *mask, uint32_t words)
{
    coa_i_chain_writer to_chain = {COA_I_NONE, COA_I_NONE};
    coa_run runs[32];
    uint32_t w, i, n;
    for (w = 0; w < words; w++) {
        n = coa_i_mask_runs(mask + w, 1, runs);
        for (i = 0; i < n; i++)
            coa_i_chain_write(p, &to_chain, w * 64 + runs[i].first, runs[i].count);
    }
    return to_chain.first;
}
#endif

static void coa_i_set_emit(const coa_i_sets *p, uint32_t set, coa_i_query *q, coa_time a,
                           coa_time b)
{
    uint32_t i, next;
#ifndef __OPTIMIZE_SIZE__
    uint32_t tree = COA_I_NONE;
#endif
    if (p->words) {
        coa_i_mask_emit(coa_i_mask(p, set), p->words, q, a, b);
        return;
    }
#ifndef __OPTIMIZE_SIZE__
    if (coa_i_chunk_at(p, set)->count & COA_I_NODE) tree = set;
#endif
    for (set = coa_i_set_chain(p, set); set != COA_I_NONE && !coa_i_query_over(q);
         set = next) {
        const coa_i_chunk *c = coa_i_chunk_at(p, set);
        next = c->next;
        if (q->among && q->among_from == q->among->count) break;
        if (q->among && q->among->runs[q->among_from].first >= coa_i_chunk_end(c)) {
            /* none of them is in `among` */
#ifndef __OPTIMIZE_SIZE__
            if (tree && c->next != COA_I_NONE) { /* nor in those that are passed over */
                coa_i_path w;
                coa_i_path_find(p, tree, q->among->runs[q->among_from].first, &w);
                if (w.slot[w.depth] != set) next = w.slot[w.depth];
            }
#endif
            continue;
        }
        for (i = 0; i < c->count && !coa_i_query_over(q); i++)
            coa_i_emit(q, a, b, c->runs[i].first, c->runs[i].count);
        if (!q->among) continue;
        q->among_from = coa_i_run_after(q->among, q->among_from, coa_i_chunk_end(c));
    }
    q->among_from = 0;
}

/* >>map: servers with the same idle period are one group --------------------------------
 *
 * Groups are stored as rows, in blocks of up to 64 rows, with a directory of the blocks.
 * There are two sequences of rows. `ahead` holds the idle periods that begin in the
 * future, by start ascending, then by end descending. `begun` holds those that have
 * begun, by end descending; they need no start. A window [s, e) is searched by walking
 * `ahead` back from the last start <= s, and then `begun` back from the last end >= e.
 * This is the order of BEST_FIT. The walk skips a block whose latest end is too early.
 * When time moves, rows leave `ahead` at the front and `begun` at the back, and no other
 * row moves.
 * FIRST_FIT passes over rows and blocks whose lowest server is too high.
 *
 * G groups are given G / 32 + 3 blocks. When an insertion finds no spare block, all
 * blocks are packed full, which makes half of them spare: O(1) amortised, and only
 * coa_i_map_room ever needs memory. */

#define COA_I_PAST INT64_MIN /* a start that means: the idle period has begun */
#ifndef COA_I_DEEP
#define COA_I_DEEP 4u /* with so many blocks in `ahead` it pays to remember sweeps */
#endif
#ifndef COA_I_FAR
#define COA_I_FAR 4096u /* more blocks than that do not stay in a cache near the core */
#endif
#define COA_I_EIGHT 8u /* rows moved at once; a block has room for as many at its end */

typedef struct coa_i_part { /* servers of a group: their number and their set */
    uint32_t servers, set;
} coa_i_part;

typedef struct coa_i_block { /* rows first .. last - 1, in columns */
    uint32_t first, last;
    int lost;                 /* the bounds of its entry may be wider than they need be */
    struct coa_i_block *next; /* the next spare block */
    coa_time key[COA_I_FAT + COA_I_EIGHT]; /* ahead: the start; begun: ~end */
    coa_time end[COA_I_FAT + COA_I_EIGHT];
    coa_i_part part[COA_I_FAT + COA_I_EIGHT];
    uint32_t low[COA_I_FAT + COA_I_EIGHT];  /* its lowest server; chains only, else 0 */
    uint16_t code[COA_I_FAT + COA_I_EIGHT]; /* coa_i_code of its length; ahead only */
} coa_i_block;

/* The directory has three arrays, so that those that searches read are short. */
typedef struct coa_i_entry {
    coa_time key;    /* of the first row */
    coa_time latest; /* no row ends later */
} coa_i_entry;

typedef struct coa_i_detail { /* what else is known of a block */
    coa_i_block *block;
    coa_time latest_finite; /* no row ends later than this and before COA_FOREVER */
    uint32_t low[2];        /* no row has a lower server; [1]: of those that never end */
} coa_i_detail;

typedef struct coa_i_rows {
    coa_i_vec dir;     /* of coa_i_entry; count = entries in use */
    coa_i_vec details; /* of coa_i_detail, one for each entry */
    coa_i_vec longest; /* of uint16_t, one for each entry: no row has a higher code */
    uint32_t first;    /* index at which all three begin */
} coa_i_rows;

typedef struct coa_i_group { /* a group that is not in a block */
    coa_time start, end;
    coa_i_part part;
} coa_i_group;

typedef struct coa_i_pick { /* servers of a row that a booking takes */
    coa_i_rows *rows;
    coa_i_block *block;
    coa_i_at at;
    uint32_t servers;
} coa_i_pick;

typedef struct coa_i_active { /* sweep: a row whose servers stay free until `end` */
    coa_time end;
    coa_i_at at;
    uint32_t servers;
} coa_i_active;

typedef struct coa_i_pending { /* sweep: rows of a block that are still to be examined */
    uint64_t rows, servers;
    uint32_t k;
} coa_i_pending;

typedef struct coa_i_map {
    coa_i_sets sets;
    coa_i_block *spare; /* blocks not in use */
    uint32_t blocks;    /* in use or spare */
    uint32_t groups;
    uint32_t servers; /* N */
    uint32_t tight;   /* desc.bookings is set: fewer spare blocks, packed more often */
    int late;         /* coa_i_map_book writes the masks that it takes as runs */
    int masked; /* the servers that a release looks for are in the mask, not a set */
    coa_i_rows ahead, begun;
    coa_i_vec picks;   /* of coa_i_pick: what one booking takes, last row first */
    coa_i_vec before;  /* of coa_i_group: idle periods left before its window ... */
    coa_i_vec after;   /* ... and after it; also the groups that a release joins */
    coa_i_vec active;  /* of coa_i_active, or a mask of all servers */
    coa_i_vec pending; /* of coa_i_pending: room for every block */
} coa_i_map;

static coa_i_map *coa_i_map_of(const coa_calendar *c) { return (coa_i_map *)c->state; }

static coa_i_entry *coa_i_entries(const coa_i_rows *r)
{
    return COA_I_AT(coa_i_entry, r->dir) + r->first;
}

static uint16_t *coa_i_longest(const coa_i_rows *r)
{
    return COA_I_AT(uint16_t, r->longest) + r->first;
}

static coa_i_detail *coa_i_details(const coa_i_rows *r)
{
    return COA_I_AT(coa_i_detail, r->details) + r->first;
}

static coa_i_block *coa_i_block_of(const coa_i_rows *r, uint32_t k)
{
    return coa_i_details(r)[k].block;
}

/* Returns the lowest server of a chain, 0 for a mask. */
static uint32_t coa_i_set_low(const coa_i_sets *p, uint32_t set)
{
    return p->words ? 0 : coa_i_chunk_at(p, coa_i_set_chain(p, set))->runs[0].first;
}

/* Returns the start of a row, which may be in either sequence. */
COA_I_CALLED coa_time coa_i_row_start(const coa_i_map *m, const coa_i_rows *r,
                                      const coa_i_block *b, uint32_t i)
{
    return r == &m->ahead ? b->key[i] : COA_I_PAST;
}

/* ---- map: codes of lengths
 *
 * A code tells in 15 bits how long an idle period lasts. It never falls as the length
 * grows: below 512 it is the length itself, above it keeps nine bits after the leading
 * one. A period can last as long as a request only if its code is no lower than that of
 * the request. Eight codes are compared at once. */

#define COA_I_CODE_FOREVER 0x7FFFu

static uint16_t coa_i_code(uint64_t length)
{
    const uint32_t shift = length < 512 ? 0 : coa_i_high_bit(length) - 9;
    return (uint16_t)((shift << 9) + (uint32_t)(length >> shift));
}

static uint16_t coa_i_code_between(coa_time start, coa_time end)
{
    return end == COA_FOREVER ? COA_I_CODE_FOREVER
                              : coa_i_code((uint64_t)end - (uint64_t)start);
}

/* Bits lo .. hi - 1; lo < 64. */
static uint64_t coa_i_bit_range(uint32_t lo, uint32_t hi)
{
    return (hi < 64 ? ((uint64_t)1 << hi) - 1 : ~(uint64_t)0) & (~(uint64_t)0 << lo);
}

/* Returns a bit for each of n <= 64 codes: 1 if it is `least` or more. All 64 may be
 * read, even if n is less. */
COA_I_HOT uint64_t coa_i_codes(const uint16_t *codes, uint32_t n, uint16_t least)
{
    uint64_t found = 0;
    uint32_t i;
#if COA_I_SSE2
    const __m128i below = _mm_set1_epi16((short)(least - 1));
    for (i = 0; i < 64; i += 16) {
        const __m128i *c = (const __m128i *)(const void *)(codes + i);
        const __m128i lo = _mm_cmpgt_epi16(_mm_loadu_si128(c), below),
                      hi = _mm_cmpgt_epi16(_mm_loadu_si128(c + 1), below);
        found |= (uint64_t)(uint32_t)_mm_movemask_epi8(_mm_packs_epi16(lo, hi)) << i;
    }
    return found & coa_i_bit_range(0, n);
#else
    for (i = 0; i < n; i++) found |= (uint64_t)(codes[i] >= least) << i;
    return found;
#endif
}

/* Returns a bit for each row of a block: 1 if its code is `least` or more. */
COA_I_CALLED uint64_t coa_i_block_lasting(const coa_i_block *b, uint16_t least)
{
    return coa_i_codes(b->code, b->last, least) & coa_i_bit_range(b->first, 64);
}

/* ---- map: rows in blocks */

static void coa_i_map_spare(coa_i_map *m, coa_i_block *b)
{
    b->next = m->spare;
    m->spare = b;
}

static int coa_i_rows_room(coa_i_mem *mem, coa_i_rows *r, uint64_t blocks)
{
    return coa_i_room(mem, &r->longest, blocks + 64, sizeof(uint16_t)) &&
           coa_i_room(mem, &r->details, blocks, sizeof(coa_i_detail)) &&
           coa_i_room(mem, &r->dir, blocks, sizeof(coa_i_entry));
}

/* Returns how many blocks are kept for so many groups: enough for both sequences when
 * they are packed, and one more. */
static uint64_t coa_i_map_blocks(const coa_i_map *m, uint64_t groups)
{
    return groups / (m->tight ? COA_I_FAT * 15 / 16 : COA_I_FAT / 2) + 3;
}

static int coa_i_map_blocks_room(coa_i_mem *mem, coa_i_map *m, uint64_t blocks)
{
    if (!coa_i_rows_room(mem, &m->ahead, blocks) ||
        !coa_i_rows_room(mem, &m->begun, blocks) ||
        !coa_i_room(mem, &m->pending, blocks, sizeof(coa_i_pending)))
        return 0;
    while (m->blocks < blocks) {
        coa_i_block *b = (coa_i_block *)coa_i_resize(mem, NULL, 0, sizeof *b);
        if (!b) return 0;
        coa_i_map_spare(m, b);
        m->blocks++;
    }
    return 1;
}

/* Makes room for `more` groups. Blocks never move, so there is no need for spare ones. */
static int coa_i_map_room(coa_i_mem *mem, coa_i_map *m, uint64_t more)
{
    const uint64_t blocks = coa_i_map_blocks(m, m->groups + more);
    return blocks <= m->blocks || coa_i_map_blocks_room(mem, m, blocks);
}

/* Returns the entry of the block where the row (key, end) is or would be. */
COA_I_HOT uint32_t coa_i_rows_entry(const coa_i_rows *r, coa_time key, coa_time end)
{
    const coa_i_entry *e = coa_i_entries(r);
    uint32_t k = 0, n = r->dir.count, half;
    for (; n > 1; n -= half) {
        const coa_i_entry *mid = e + k + (half = n / 2);
        if (mid->key < key) {
            k += half;
        } else if (mid->key == key) {
            const coa_i_block *b = coa_i_block_of(r, k + half);
            if (b->end[b->first] >= end) k += half;
        }
    }
    return k;
}

/* Asks the cache for the first bytes of a block, if there are so many blocks that it may
 * not hold them. All lines then come at once; a search would wait for one after the
 * other. */
COA_I_HOT void coa_i_rows_fetch(const coa_i_rows *r, uint32_t k, size_t bytes)
{
#ifndef __OPTIMIZE_SIZE__
    size_t i;
    if (r->dir.count > COA_I_FAR)
        for (i = 0; i < bytes; i += 64)
            COA_I_PREFETCH((const unsigned char *)coa_i_block_of(r, k) + i);
#else
    (void)r;
    (void)k;
    (void)bytes;
#endif
}

/* Returns the number of the row (key, end) of a block, or that of the row before which it
 * would be, which may be one past the last row. */
COA_I_HOT uint32_t coa_i_block_find(const coa_i_block *b, coa_time key, coa_time end)
{
    uint32_t i = b->first, n, half;
    for (n = b->last - b->first; n > 1; n -= half) {
        half = n / 2;
        i += half & (0u - (uint32_t)(b->key[i + half - 1] < key)); /* no branch */
    }
    i += (uint32_t)(b->key[i] < key);
    while (i < b->last && b->key[i] == key && b->end[i] > end) i++;
    return i;
}

/* Finds the row (key, end). If there is none, finds its place: before row i of entry k,
 * where i may be one past the last row of the block. */
COA_I_HOT coa_i_at coa_i_rows_find(const coa_i_rows *r, coa_time key, coa_time end)
{
    coa_i_at at = {0, 0};
    if (r->dir.count == 0) return at;
    at.k = coa_i_rows_entry(r, key, end);
    coa_i_rows_fetch(r, at.k, offsetof(coa_i_block, part));
    at.i = coa_i_block_find(coa_i_block_of(r, at.k), key, end);
    return at;
}

/* Moves *at to the first row of the next entry if it is behind the last row of its own;
 * false if there is no next row. */
static int coa_i_rows_settle(const coa_i_rows *r, coa_i_at *at)
{
    if (at->k >= r->dir.count) return 0;
    if (at->i < coa_i_block_of(r, at->k)->last) return 1;
    if (++at->k >= r->dir.count) return 0;
    at->i = coa_i_block_of(r, at->k)->first;
    return 1;
}

/* Moves *at to the row before; false if it is the first. */
static int coa_i_rows_back(const coa_i_rows *r, coa_i_at *at)
{
    if (at->k >= r->dir.count || at->i <= coa_i_block_of(r, at->k)->first) {
        if (at->k == 0) return 0;
        at->i = coa_i_block_of(r, --at->k)->last;
    }
    at->i--;
    return 1;
}

/* Copies eight items of eight bytes, all read before one is written. */
static void coa_i_copy_eight(void *to, const void *from)
{
    uint64_t held[COA_I_EIGHT];
    memcpy(held, from, sizeof held);
    memcpy(to, held, sizeof held);
}

COA_I_HOT void coa_i_block_copy_eight(coa_i_block *b, uint32_t to, uint32_t from)
{
    uint32_t low[COA_I_EIGHT];
    uint16_t held[COA_I_EIGHT];
    coa_i_copy_eight(b->key + to, b->key + from);
    coa_i_copy_eight(b->end + to, b->end + from);
    coa_i_copy_eight(b->part + to, b->part + from);
    memcpy(low, b->low + from, sizeof low);
    memcpy(b->low + to, low, sizeof low);
    memcpy(held, b->code + from, sizeof held);
    memcpy(b->code + to, held, sizeof held);
}

/* Opens a gap before row i: moves the rows from there on up by one. They move eight at a
 * time, which may also move unused rows behind the last one. */
static void coa_i_block_up(coa_i_block *b, uint32_t i)
{
    uint32_t eights = (b->last - i + COA_I_EIGHT - 1) / COA_I_EIGHT;
    while (eights-- > 0)
        coa_i_block_copy_eight(b, i + eights * COA_I_EIGHT + 1, i + eights * COA_I_EIGHT);
    b->last++;
}

/* Removes n rows from row i on: moves the rows behind them down. */
static void coa_i_block_down(coa_i_block *b, uint32_t i, uint32_t n)
{
    for (; i + n < b->last; i += COA_I_EIGHT) coa_i_block_copy_eight(b, i, i + n);
    b->last -= n;
}

/* Copies n rows of a block to row `at` of another, or of the same. */
static void coa_i_block_copy(coa_i_block *to, uint32_t at, const coa_i_block *from,
                             uint32_t first, uint32_t n)
{
    memmove(to->key + at, from->key + first, n * sizeof *to->key);
    memmove(to->end + at, from->end + first, n * sizeof *to->end);
    memmove(to->part + at, from->part + first, n * sizeof *to->part);
    memmove(to->low + at, from->low + first, n * sizeof *to->low);
    memmove(to->code + at, from->code + first, n * sizeof *to->code);
}

/* Copies n rows of a block to the end of another. */
static void coa_i_block_append(coa_i_block *to, const coa_i_block *from, uint32_t first,
                               uint32_t n)
{
    coa_i_block_copy(to, to->last, from, first, n);
    to->last += n;
}

/* Moves the rows to the front of the block. */
static void coa_i_block_slide(coa_i_block *b)
{
    const uint32_t first = b->first, n = b->last - b->first;
    b->first = b->last = 0;
    coa_i_block_append(b, b, first, n);
}

/* Widens the bounds of directory entry k for row i, which has other times or servers. */
COA_I_HOT void coa_i_rows_bound(coa_i_rows *r, uint32_t k, uint32_t i)
{
    coa_i_entry *e = coa_i_entries(r) + k;
    coa_i_detail *d = coa_i_details(r) + k;
    uint16_t *longest = coa_i_longest(r) + k;
    const coa_i_block *b = d->block;
    const coa_time end = b->end[i];
    const int never = end == COA_FOREVER;
    if (b->low[i] < d->low[never]) d->low[never] = b->low[i];
    if (end > e->latest) e->latest = end;
    if (!never && end > d->latest_finite) d->latest_finite = end;
    if (b->code[i] > *longest) *longest = b->code[i];
}

/* Recomputes the bounds of the directory entry k from its block. */
#ifndef __OPTIMIZE_SIZE__
static void coa_i_rows_bounds(coa_i_rows *r, uint32_t k)
{
    coa_i_detail *d = coa_i_details(r) + k;
    const coa_i_block *b = d->block;
    coa_time finite = INT64_MIN;
    uint32_t low = UINT32_MAX, low_never = UINT32_MAX, longest = 0, i;
    for (i = b->first; i < b->last; i++) { /* no branch: rows of both kinds are mixed */
        const coa_time end = b->end[i];
        const uint32_t never = 0u - (uint32_t)(end == COA_FOREVER);
        const coa_time ends = never ? INT64_MIN : end;
        const uint32_t a = b->low[i] | never, z = b->low[i] | ~never;
        finite = ends > finite ? ends : finite;
        low = a < low ? a : low;
        low_never = z < low_never ? z : low_never;
        longest = b->code[i] > longest ? b->code[i] : longest;
    }
    coa_i_entries(r)[k].latest = low_never < UINT32_MAX ? COA_FOREVER : finite;
    d->latest_finite = finite;
    d->low[0] = low;
    d->low[1] = low_never;
    coa_i_longest(r)[k] = (uint16_t)longest;
}
#else
static void coa_i_rows_bounds(coa_i_rows *r, uint32_t k)
{
    coa_i_detail *d = coa_i_details(r) + k;
    uint32_t i;
    coa_i_entries(r)[k].latest = d->latest_finite = INT64_MIN;
    d->low[0] = d->low[1] = UINT32_MAX;
    coa_i_longest(r)[k] = 0;
    for (i = d->block->first; i < d->block->last; i++) coa_i_rows_bound(r, k, i);
}
#endif

/* Recomputes the directory entry k from its block. */
static void coa_i_rows_sum_up(coa_i_rows *r, uint32_t k)
{
    coa_i_block *b = coa_i_details(r)[k].block;
    coa_i_entries(r)[k].key = b->key[b->first];
    coa_i_rows_bounds(r, k);
    b->lost = 0;
}

/* Moves n entries of the directory from `from` on to `to`. */
static void coa_i_rows_shift(coa_i_rows *r, uint32_t to, uint32_t from, uint32_t n)
{
    coa_i_entry *e = COA_I_AT(coa_i_entry, r->dir);
    coa_i_detail *d = COA_I_AT(coa_i_detail, r->details);
    uint16_t *longest = COA_I_AT(uint16_t, r->longest);
    memmove(e + to, e + from, n * sizeof *e);
    memmove(d + to, d + from, n * sizeof *d);
    memmove(longest + to, longest + from, n * sizeof *longest);
}

/* Removes entry k; moves the entries on one side of it, on the shorter one. */
static void coa_i_rows_drop_entry(coa_i_map *m, coa_i_rows *r, uint32_t k)
{
    const uint32_t at = r->first + k;
    coa_i_map_spare(m, coa_i_block_of(r, k));
    if (k < --r->dir.count / 2) {
        coa_i_rows_shift(r, r->first + 1, r->first, k);
        r->first++;
    } else {
        coa_i_rows_shift(r, at, at + 1, r->dir.count - k);
    }
}

/* Packs the rows into full blocks, from the first on; the blocks left over become
 * spare. */
static void coa_i_rows_pack(coa_i_map *m, coa_i_rows *r)
{
    uint32_t from, to = 0, k;
    for (k = 0; k < r->dir.count; k++) coa_i_block_slide(coa_i_block_of(r, k));
    for (from = 1; from < r->dir.count; from++) {
        coa_i_block *b = coa_i_block_of(r, from);
        while (to < from && b->first < b->last) {
            coa_i_block *a = coa_i_block_of(r, to);
            uint32_t n = COA_I_FAT - a->last;
            if (n > b->last - b->first) n = b->last - b->first;
            coa_i_block_append(a, b, b->first, n);
            b->first += n;
            if (a->last == COA_I_FAT) to++;
        }
        coa_i_block_slide(b);
    }
    for (k = r->dir.count; k-- > 0;) {
        if (coa_i_block_of(r, k)->last > 0)
            coa_i_rows_sum_up(r, k);
        else
            coa_i_rows_drop_entry(m, r, k);
    }
}

static void coa_i_map_pack(coa_i_map *m)
{
    coa_i_rows_pack(m, &m->ahead);
    coa_i_rows_pack(m, &m->begun);
}

/* Puts a new block behind entry k - 1; false if there is no spare one. */
static int coa_i_rows_open_block(coa_i_map *m, coa_i_rows *r, uint32_t k)
{
    const uint32_t at = r->first + k;
    coa_i_block *b = m->spare;
    if (!b) return 0;
    m->spare = b->next;
    b->first = b->last = 0;
    if (r->first > 0 &&
        (k <= r->dir.count / 2 || r->first + r->dir.count == r->dir.capacity)) {
        coa_i_rows_shift(r, r->first - 1, r->first, k);
        r->first--;
    } else {
        coa_i_rows_shift(r, at + 1, at, r->dir.count - k);
    }
    r->dir.count++;
    coa_i_details(r)[k].block = b;
    return 1;
}

/* Splits the full block of *at in two; false if there is no spare block. */
static int coa_i_rows_split(coa_i_map *m, coa_i_rows *r, coa_i_at *at)
{
    coa_i_block *a, *b;
    if (!coa_i_rows_open_block(m, r, at->k + 1)) return 0;
    a = coa_i_block_of(r, at->k);
    b = coa_i_block_of(r, at->k + 1);
    coa_i_block_append(b, a, COA_I_FAT / 2, COA_I_FAT - COA_I_FAT / 2);
    a->last = COA_I_FAT / 2;
    coa_i_rows_sum_up(r, at->k);
    coa_i_rows_sum_up(r, at->k + 1);
    if (at->i > a->last) {
        at->k++;
        at->i -= a->last;
    }
    return 1;
}

/* Makes room for a row before *at. False if it had to pack the blocks instead: then *at
 * must be found again. */
static int coa_i_rows_open(coa_i_map *m, coa_i_rows *r, coa_i_at *at)
{
    coa_i_block *b;
    if (r->dir.count == 0 && !coa_i_rows_open_block(m, r, 0)) {
        coa_i_map_pack(m);
        return 0;
    }
    b = coa_i_block_of(r, at->k);
    if (b->last == COA_I_FAT) {
        if (b->first > 0) {
            at->i -= b->first;
            coa_i_block_slide(b);
        } else if (!coa_i_rows_split(m, r, at)) {
            coa_i_map_pack(m);
            return 0;
        } else {
            b = coa_i_block_of(r, at->k);
        }
    }
    if (at->i == b->first && at->i > 0)
        at->i = --b->first;
    else
        coa_i_block_up(b, at->i);
    m->groups++;
    return 1;
}

/* Writes row i of a block. */
COA_I_HOT void coa_i_block_put(const coa_i_map *m, const coa_i_rows *r, coa_i_block *b,
                               uint32_t i, coa_time key, coa_time end, coa_i_part part)
{
    b->key[i] = key;
    b->end[i] = end;
    b->part[i] = part;
    b->low[i] = coa_i_set_low(&m->sets, part.set);
    b->code[i] = r == &m->ahead ? coa_i_code_between(key, end) : 0;
}

/* Writes a row and updates its directory entry. */
static void coa_i_rows_put(coa_i_map *m, coa_i_rows *r, coa_i_at at, coa_time key,
                           coa_time end, coa_i_part part)
{
    coa_i_block *b = coa_i_block_of(r, at.k);
    coa_i_block_put(m, r, b, at.i, key, end, part);
    if (b->last - b->first == 1) coa_i_rows_sum_up(r, at.k);
    coa_i_entries(r)[at.k].key = b->key[b->first];
    coa_i_rows_bound(r, at.k, at.i);
}

/* Removes n rows of entry k, from row i on; true if the block had only these and is
 * removed too. */
static int coa_i_rows_close_some(coa_i_map *m, coa_i_rows *r, uint32_t k, uint32_t i,
                                 uint32_t n)
{
    coa_i_block *b = coa_i_block_of(r, k);
    m->groups -= n;
    b->lost = 1;
    if (b->last - b->first == n) {
        coa_i_rows_drop_entry(m, r, k);
        return 1;
    }
    if (i > b->first) {
        coa_i_block_down(b, i, n);
    } else {
        b->first += n;
        coa_i_entries(r)[k].key = b->key[b->first];
    }
    return 0;
}

/* Removes row i of entry k; returns as coa_i_rows_close_some. */
static int coa_i_rows_close(coa_i_map *m, coa_i_rows *r, uint32_t k, uint32_t i)
{
    return coa_i_rows_close_some(m, r, k, i, 1);
}

/* A row has lost servers. Removes it if it has no more; returns as coa_i_rows_close. */
static int coa_i_rows_lost(coa_i_map *m, coa_i_rows *r, coa_i_at at)
{
    coa_i_block *b = coa_i_block_of(r, at.k);
    if (b->part[at.i].servers == 0) return coa_i_rows_close(m, r, at.k, at.i);
    b->low[at.i] = coa_i_set_low(&m->sets, b->part[at.i].set);
    b->lost = 1;
    return 0;
}

/* ---- map: groups */

/* Adds servers that are idle during [start, end); start is COA_I_PAST if the idle period
 * has begun. From now on the map owns the set. */
static void coa_i_map_add(coa_i_map *m, coa_time start, coa_time end, coa_i_part part)
{
    coa_i_rows *r = start == COA_I_PAST ? &m->begun : &m->ahead;
    const coa_time key = start == COA_I_PAST ? ~end : start;
    uint32_t low;
    coa_i_at at;
    do {
        at = coa_i_rows_find(r, key, end);
        if (r->dir.count > 0) {
            coa_i_block *b = coa_i_block_of(r, at.k);
            if (at.i < b->last && b->key[at.i] == key && b->end[at.i] == end) {
                coa_i_part *p = &b->part[at.i];
                p->set = coa_i_set_join(&m->sets, p->set, part.set);
                p->servers += part.servers;
                low = coa_i_set_low(&m->sets, p->set);
                if (low >= b->low[at.i]) return;
                b->low[at.i] = low;
                coa_i_rows_bound(r, at.k, at.i);
                return;
            }
        }
    } while (!coa_i_rows_open(m, r, &at));
    coa_i_rows_put(m, r, at, key, end, part);
}

/* Appends a group to `list` for coa_i_map_add_list. */
static void coa_i_groups_append(coa_i_vec *list, coa_time start, coa_time end,
                                uint32_t servers, uint32_t set)
{
    coa_i_group *g = COA_I_AT(coa_i_group, *list) + list->count++;
    g->start = start;
    g->end = end;
    g->part.servers = servers;
    g->part.set = set;
}

#ifndef __OPTIMIZE_SIZE__
#ifndef COA_I_MANY     /* tests make this small */
#define COA_I_MANY 16u /* so many groups may be joined in a mask of all servers */
#endif

/* So many items of m->active have room for a mask of all servers. */
static uint32_t coa_i_map_mask_items(const coa_i_map *m)
{
    return (uint32_t)((m->servers + 63) / 64 * sizeof(uint64_t) / sizeof(coa_i_active)) +
           1;
}

/* Is there room for a mask of all servers? coa_i_map_mask_room makes room for one. */
static int coa_i_map_has_mask(const coa_i_map *m)
{
    return m->active.capacity >= coa_i_map_mask_items(m);
}

static int coa_i_map_mask_room(coa_calendar *c)
{
    coa_i_map *m = coa_i_map_of(c);
    return coa_i_room(&c->mem, &m->active, coa_i_map_mask_items(m), sizeof(coa_i_active));
}

/* Are n runs so many that a mask of all servers finds those of a row faster? */
static int coa_i_map_masks(const coa_i_map *m, uint32_t n)
{
    return !m->sets.words && n >= COA_I_MANY && m->servers / 256 <= n;
}

static uint64_t *coa_i_map_mask_new(coa_i_map *m)
{
    uint64_t *mask = COA_I_AT(uint64_t, m->active);
    memset(mask, 0, (m->servers + 63) / 64 * sizeof *mask);
    return mask;
}

/* Joins the sets of n groups, which are chains, in a mask of all servers, if there is
 * room for one and that is faster. Gives the sets back unless they are shared. The new
 * set takes no more slots than they have. */
static int coa_i_groups_mask(coa_i_map *m, coa_i_group *g, uint32_t n, int shared)
{
    const uint32_t words = (m->servers + 63) / 64;
    uint64_t *mask;
    uint32_t i;
    if (m->sets.words || words / 32 > n || !coa_i_map_has_mask(m)) return 0;
    mask = coa_i_map_mask_new(m);
    for (i = 0; i < n; i++) {
        (void)coa_i_chain_flip(&m->sets, g[i].part.set, g[i].part.servers, mask);
        if (!shared) coa_i_set_drop(&m->sets, g[i].part.set);
        if (i > 0) g->part.servers += g[i].part.servers;
    }
    g->part.set = coa_i_mask_chain(&m->sets, mask, words);
    return 1;
}
#endif

/* Joins n groups with the same times, in pairs, then pairs of these, and so on: O(n log
 * n). */
static void coa_i_groups_join(coa_i_map *m, coa_i_group *g, uint32_t n, int shared)
{
    uint32_t step, i;
#ifndef __OPTIMIZE_SIZE__
    if (n >= COA_I_MANY && coa_i_groups_mask(m, g, n, shared)) return;
#endif
    for (i = 0; shared && i < n; i++)
        g[i].part.set = coa_i_set_copy(&m->sets, g[i].part.set);
    for (step = 1; step < n; step *= 2)
        for (i = 0; i + step < n; i += 2 * step) {
            coa_i_part *p = &g[i].part, *q = &g[i + step].part;
            p->set = coa_i_set_join(&m->sets, p->set, q->set);
            p->servers += q->servers;
        }
}

#ifndef __OPTIMIZE_SIZE__
/* Returns how many of n groups with the same start and rising ends become neighbours
 * before the row at `at`, which is the place of the first of them; 0 if there is a row
 * with the times of the first, or no row at all. */
static uint32_t coa_i_rows_between(const coa_i_rows *r, coa_i_at at, const coa_i_group *g,
                                   uint32_t n)
{
    const int begun = g->start == COA_I_PAST;
    const coa_i_block *b;
    coa_time key, end;
    uint32_t i;
    if (r->dir.count == 0) return 0;
    b = coa_i_block_of(r, at.k);
    if (at.i < b->last && b->end[at.i] == g->end && (begun || b->key[at.i] == g->start))
        return 0;
    if (at.i == b->first) return n; /* only the first block has no row before it */
    key = b->key[at.i - 1];
    end = b->end[at.i - 1];
    if (!begun && key < g->start) return n;
    for (i = 1; i < n && g[i].end < end;) i++;
    return i;
}

/* Puts n groups before the row at `at`, the last of them first, in one step. False if
 * there are not enough spare blocks. */
static int coa_i_rows_insert(coa_i_map *m, coa_i_rows *r, coa_i_at at,
                             const coa_i_group *g, uint32_t n)
{
    coa_i_block *b = coa_i_block_of(r, at.k);
    const coa_i_block *spare = m->spare;
    const uint32_t i = at.i - b->first, total = b->last - b->first + n,
                   most = total <= COA_I_FAT ? 1 : total / (COA_I_FAT * 7 / 8) + 1,
                   each = (total - 1) / most + 1,
                   blocks = (total - 1) / each + 1; /* none is empty */
    uint32_t k;
    for (k = 1; k < blocks; k++, spare = spare->next)
        if (!spare) return 0;
    for (k = 1; k < blocks; k++) (void)coa_i_rows_open_block(m, r, at.k + k);
    coa_i_block_slide(b);
    for (k = blocks; k-- > 0;) { /* from the last one on, as b has the rows until then */
        coa_i_block *to = coa_i_block_of(r, at.k + k);
        const uint32_t lo = k * each, hi = total - lo < each ? total : lo + each;
        uint32_t x = i + n > lo ? i + n : lo;
        if (x > hi) x = hi;
        if (x < hi) coa_i_block_copy(to, x - lo, b, x - n, hi - x);
        for (; x > lo && x > i; x--) {
            const coa_i_group *put = g + (i + n - x);
            coa_i_block_put(m, r, to, x - 1 - lo,
                            put->start == COA_I_PAST ? ~put->end : put->start, put->end,
                            put->part);
        }
        if (k > 0) coa_i_block_copy(to, 0, b, lo, x - lo);
        to->last = hi - lo;
        coa_i_rows_sum_up(r, at.k + k);
    }
    m->groups += n;
    return 1;
}

/* Adds the first of n groups with the same start and rising ends; returns how many. */
static uint32_t coa_i_map_add_some(coa_i_map *m, const coa_i_group *g, uint32_t n)
{
    const int begun = g->start == COA_I_PAST;
    coa_i_rows *r = begun ? &m->begun : &m->ahead;
    const coa_i_at at = coa_i_rows_find(r, begun ? ~g->end : g->start, g->end);
    n = coa_i_rows_between(r, at, g, n);
    if (n > 1 && coa_i_rows_insert(m, r, at, g, n)) return n;
    coa_i_map_add(m, g->start, g->end, g->part);
    return 1;
}

/* Adds the first groups of a list if they have the same start and rising ends, and are
 * many: then they are likely to be neighbours. Returns how many. */
static uint32_t coa_i_map_add_rising(coa_i_map *m, const coa_i_group *g, uint32_t n)
{
    uint32_t rising = 1, i, some;
    while (rising < n && g[rising].start == g->start &&
           g[rising].end > g[rising - 1].end && g[rising].part.servers > 0)
        rising++;
    if (rising < n && g[rising].start == g->start && g[rising].end == g[rising - 1].end)
        rising--; /* the last one is to be joined with the next */
    if (rising < COA_I_MANY || g->part.servers == 0) return 0;
    for (i = 0; i < rising; i += some) some = coa_i_map_add_some(m, g + i, rising - i);
    return rising;
}
#endif

/* Adds the groups of a list; neighbours with the same times are joined first. Shared sets
 * stay those of other groups. */
static void coa_i_map_add_list(coa_i_map *m, coa_i_vec *list, int shared)
{
    coa_i_group *g = COA_I_AT(coa_i_group, *list);
    uint32_t left = list->count, n;
    for (; left > 0; left -= n, g += n) {
#ifndef __OPTIMIZE_SIZE__
        n = left < COA_I_MANY || shared ? 0 : coa_i_map_add_rising(m, g, left);
        if (n > 0) continue;
#endif
        for (n = 1; n < left && g[n].start == g->start && g[n].end == g->end;) n++;
        coa_i_groups_join(m, g, n, shared);
        if (g->part.servers > 0) coa_i_map_add(m, g->start, g->end, g->part);
    }
    list->count = 0;
}

static void coa_i_rows_free(coa_i_mem *mem, coa_i_map *m, coa_i_rows *r)
{
    uint32_t k;
    for (k = 0; k < r->dir.count; k++) coa_i_map_spare(m, coa_i_block_of(r, k));
    coa_i_vec_free(mem, &r->dir, sizeof(coa_i_entry));
    coa_i_vec_free(mem, &r->details, sizeof(coa_i_detail));
    coa_i_vec_free(mem, &r->longest, sizeof(uint16_t));
}

static void coa_i_map_close(coa_calendar *c)
{
    coa_i_map *m = coa_i_map_of(c);
    coa_i_mem *mem = &c->mem;
    coa_i_vec_free(mem, &m->sets.slots, m->sets.size);
    coa_i_rows_free(mem, m, &m->ahead);
    coa_i_rows_free(mem, m, &m->begun);
    while (m->spare) {
        coa_i_block *b = m->spare;
        m->spare = b->next;
        coa_i_free(mem, b, sizeof *b);
    }
    coa_i_vec_free(mem, &m->picks, sizeof(coa_i_pick));
    coa_i_vec_free(mem, &m->before, sizeof(coa_i_group));
    coa_i_vec_free(mem, &m->after, sizeof(coa_i_group));
    coa_i_vec_free(mem, &m->active, sizeof(coa_i_active));
    coa_i_vec_free(mem, &m->pending, sizeof(coa_i_pending));
}

/* ---- map: search */

/* A walk over the rows that are idle during a window, in the order of BEST_FIT. */
typedef struct coa_i_walk {
    coa_i_map *map;
    coa_i_rows *rows;
    coa_i_block *block;
    coa_time end;
    coa_i_at at; /* the row found */
} coa_i_walk;

/* Returns the place behind the rows of `begun` that end at `end` or later. */
static coa_i_at coa_i_map_begun_until(const coa_i_map *m, coa_time end)
{
    coa_i_at at = {0, 0};
    const coa_i_block *b;
    if (m->begun.dir.count > 1) return coa_i_rows_find(&m->begun, ~end + 1, COA_FOREVER);
    if (m->begun.dir.count == 0) return at;
    b = coa_i_block_of(&m->begun, 0); /* usually few rows, and most of them too short */
    for (at.i = b->last; at.i > b->first && b->end[at.i - 1] < end; at.i--) {
    }
    return at;
}

static void coa_i_walk_begun(coa_i_walk *w)
{
    w->rows = &w->map->begun;
    w->at = coa_i_map_begun_until(w->map, w->end);
    w->block = w->rows->dir.count > 0 ? coa_i_block_of(w->rows, w->at.k) : NULL;
}

static coa_i_walk coa_i_map_walk(coa_i_map *m, coa_time start, coa_time end, coa_time now)
{
    coa_i_walk w;
    w.map = m;
    w.end = end;
    if (start > now && m->ahead.dir.count > 0) {
        w.rows = &m->ahead;
        w.at = coa_i_rows_find(w.rows, start, INT64_MIN);
        w.block = coa_i_block_of(w.rows, w.at.k);
    } else {
        coa_i_walk_begun(&w);
    }
    return w;
}

/* Goes to the next row; false if there is none. */
static int coa_i_walk_next(coa_i_walk *w)
{
    if (!w->block) return 0;
    for (;;) {
        const coa_i_block *b = w->block;
        uint32_t i = w->at.i;
        while (i > b->first)
            if (b->end[--i] >= w->end) {
                w->at.i = i;
                return 1;
            }
        do {
            if (w->at.k-- == 0) {
                if (w->rows == &w->map->begun) {
                    w->block = NULL;
                    return 0;
                }
                coa_i_walk_begun(w);
                if (!w->block) return 0;
                break;
            }
            w->block = coa_i_block_of(w->rows, w->at.k);
            w->at.i = w->block->last;
        } while (coa_i_entries(w->rows)[w->at.k].latest < w->end);
    }
}

/* Returns how many servers of a group are in `among` (NULL = all). */
static uint64_t coa_i_map_usable(const coa_i_map *m, coa_i_part part,
                                 const coa_set *among)
{
    coa_i_query q;
    if (!among) return part.servers;
    memset(&q, 0, sizeof q);
    q.among = among;
    q.need = UINT64_MAX;
    coa_i_set_emit(&m->sets, part.set, &q, 0, 0);
    return q.found;
}

/* Makes room for n picks, more than there is room for, and for the idle periods that all
 * of them leave before and after the window. */
static int coa_i_map_picks_room(coa_i_mem *mem, coa_i_map *m, uint64_t n)
{
    return coa_i_room(mem, &m->before, n, sizeof(coa_i_group)) &&
           coa_i_room(mem, &m->after, n, sizeof(coa_i_group)) &&
           coa_i_room_exact(mem, &m->picks, n, sizeof(coa_i_pick));
}

/* Makes room for one more pick. */
static int coa_i_map_pick_room(coa_i_mem *mem, coa_i_map *m)
{
    const uint64_t n = (uint64_t)m->picks.count + 1, more = COA_I_GROW(n);
    return (more > n && coa_i_map_picks_room(mem, m, more)) ||
           coa_i_map_picks_room(mem, m, n);
}

COA_I_HOT int coa_i_map_add_pick(coa_i_mem *mem, coa_i_map *m, coa_i_rows *r, coa_i_at at,
                                 uint32_t servers)
{
    coa_i_pick *p;
    if (m->picks.count == m->picks.capacity && !coa_i_map_pick_room(mem, m)) return 0;
    p = COA_I_AT(coa_i_pick, m->picks) + m->picks.count++;
    p->rows = r;
    p->block = coa_i_block_of(r, at.k);
    p->at = at;
    p->servers = servers;
    return 1;
}

static coa_i_part *coa_i_pick_part(const coa_i_pick *p)
{
    return p->block->part + p->at.i;
}

/* Picks rows before `at` that are idle until `end`, the last row first, until they have
 * `need` servers; from the last one picked only the missing servers are taken. Returns
 * how many servers are still missing. */
COA_I_HOT uint64_t coa_i_rows_pick(coa_i_mem *mem, coa_i_map *m, coa_i_rows *r,
                                   coa_i_at at, coa_time end, uint64_t need, int *nomem)
{
    for (;;) {
        const coa_i_block *b = coa_i_block_of(r, at.k);
        int lost = b->lost && at.i == b->last;
        while (at.i > b->first && need > 0) {
            uint64_t servers;
            if (b->end[--at.i] < end) continue;
            lost = 0;
            servers = b->part[at.i].servers < need ? b->part[at.i].servers : need;
            COA_I_PREFETCH(COA_I_AT(unsigned char, m->sets.slots) +
                           b->part[at.i].set * m->sets.size);
            if (!coa_i_map_add_pick(mem, m, r, at, (uint32_t)servers)) {
                *nomem = 1;
                return 0;
            }
            need -= servers;
        }
#ifndef __OPTIMIZE_SIZE__
        if (lost) coa_i_rows_sum_up(r, at.k); /* its `latest` was out of date */
#else
        (void)lost;
#endif
        do {
            if (need == 0 || at.k-- == 0) return need;
        } while (coa_i_entries(r)[at.k].latest < end);
        coa_i_rows_fetch(r, at.k, offsetof(coa_i_block, low));
        at.i = coa_i_block_of(r, at.k)->last;
    }
}

/* Returns the place behind the rows of `ahead`, which is not empty, that have begun by
 * `start` and can last until `end`. Looks into no block that is known to have none. */
COA_I_HOT coa_i_at coa_i_map_lasting(const coa_i_map *m, coa_time start, coa_time end)
{
    const coa_i_rows *r = &m->ahead;
#ifdef __OPTIMIZE_SIZE__
    (void)end;
    return coa_i_rows_find(r, start, INT64_MIN);
#else
    const coa_i_entry *e = coa_i_entries(r);
    const uint32_t k = coa_i_rows_entry(r, start, INT64_MIN);
    coa_i_at at = {0, 0};
    at.k = k;
    while (at.k > 0 && e[at.k].latest < end) at.k--;
    if (r->dir.count > COA_I_FAR) { /* where the rows are and where one will be */
        coa_i_rows_fetch(r, at.k, offsetof(coa_i_block, part));
        coa_i_rows_fetch(r, coa_i_rows_entry(r, end, INT64_MIN),
                         offsetof(coa_i_block, low));
    }
    at.i = at.k == k ? coa_i_block_find(coa_i_block_of(r, k), start, INT64_MIN)
                     : coa_i_block_of(r, at.k)->last;
    return at;
#endif
}

/* Picks groups that are idle during the window, in the order of BEST_FIT, until they have
 * q->need servers; q->picked tells whether it did. */
static coa_status coa_i_map_pick(coa_calendar *c, coa_i_query *q)
{
    coa_i_map *m = coa_i_map_of(c);
    const coa_time end = coa_i_end(q->start, q->length);
    uint64_t need = q->need;
    int nomem = 0;
    m->picks.count = 0;
    if (q->start > c->now && m->ahead.dir.count > 0)
        need = coa_i_rows_pick(&c->mem, m, &m->ahead, coa_i_map_lasting(m, q->start, end),
                               end, need, &nomem);
    if (need > 0 && m->begun.dir.count > 0)
        need = coa_i_rows_pick(&c->mem, m, &m->begun, coa_i_map_begun_until(m, end), end,
                               need, &nomem);
    q->picked = need == 0 && !nomem;
    return nomem ? COA_E_NOMEM : q->picked ? COA_OK : COA_E_NOFIT;
}

/* ---- map: FIRST_FIT
 *
 * From each group that is idle during the window FIRST_FIT takes the lowest servers, if
 * any. So it fills the picks as BEST_FIT does. */

typedef struct coa_i_source { /* the lowest run of a pick that is not taken yet */
    coa_run run;
    uint32_t slot, i; /* behind it comes run i of this slot */
    uint32_t pick;
} coa_i_source;

static int coa_i_source_lower(const void *x, const void *y)
{
    return ((const coa_i_source *)x)->run.first < ((const coa_i_source *)y)->run.first;
}

static int coa_i_source_higher(const void *x, const void *y)
{
    return coa_i_source_lower(y, x);
}

/* A search for the groups that may have some of the lowest servers. Their lowest runs are
 * in a heap in the memory of c->items, the highest on top. Without the top they do not
 * have enough servers. */
typedef struct coa_i_lowest {
    uint64_t found; /* servers in these runs */
    uint32_t below; /* only a group with a server below may be of use */
} coa_i_lowest;

/* Picks a row that is idle during the window and has a server below. False without
 * memory. */
static int coa_i_lowest_add(coa_i_lowest *l, coa_calendar *c, uint64_t need,
                            coa_i_rows *r, coa_i_at at)
{
    coa_i_map *m = coa_i_map_of(c);
    uint32_t *n = &c->items.count;
    coa_i_source *heap, s;
    if (!coa_i_room(&c->mem, &c->items, (uint64_t)*n + 1, sizeof(coa_i_item)) ||
        !coa_i_map_add_pick(&c->mem, m, r, at, 0))
        return 0;
    heap = COA_I_AT(coa_i_source, c->items);
    s.slot = coa_i_set_chain(&m->sets, coa_i_block_of(r, at.k)->part[at.i].set);
    s.run = coa_i_chunk_at(&m->sets, s.slot)->runs[0];
    s.i = 1;
    s.pick = m->picks.count - 1;
    l->found += s.run.count;
    coa_i_heap_up(heap, (*n)++, sizeof s, coa_i_source_lower, &s);
    while (l->found - heap->run.count >= need) {
        l->found -= heap->run.count;
        s = heap[--*n];
        coa_i_heap_down(heap, *n, 0, sizeof s, coa_i_source_lower, &s);
    }
    if (l->found >= need) l->below = heap->run.first;
    return 1;
}

#if COA_I_SSE2
/* Returns 0xFFFF for each of eight servers that is below, else 0. */
COA_I_HOT __m128i coa_i_below_eight(const uint32_t *servers, __m128i below)
{
    const __m128i *s = (const __m128i *)(const void *)servers;
    return _mm_packs_epi32(_mm_cmpgt_epi32(below, _mm_loadu_si128(s)),
                           _mm_cmpgt_epi32(below, _mm_loadu_si128(s + 1)));
}
#endif

/* Returns a bit for each of n <= 64 servers: 1 if it is below `below`. All 64 may be
 * read, even if n is less. */
COA_I_HOT uint64_t coa_i_below(const uint32_t *servers, uint32_t n, uint32_t below)
{
    uint64_t found = 0;
    uint32_t i;
#if COA_I_SSE2 /* numbers of servers are positive as signed ones too */
    const __m128i top =
        _mm_set1_epi32((int)(below < COA_MAX_SERVERS ? below : COA_MAX_SERVERS));
    for (i = 0; i < 64; i += 16) {
        const __m128i both = _mm_packs_epi16(coa_i_below_eight(servers + i, top),
                                             coa_i_below_eight(servers + i + 8, top));
        found |= (uint64_t)(uint32_t)_mm_movemask_epi8(both) << i;
    }
    return found & coa_i_bit_range(0, n);
#else
    for (i = 0; i < n; i++) found |= (uint64_t)(servers[i] < below) << i;
    return found;
#endif
}

/* Adds the rows before `at` that are idle until q->end. False without memory. */
static int coa_i_lowest_rows(coa_i_lowest *l, coa_calendar *c, const coa_i_query *q,
                             coa_i_rows *r, coa_i_at at)
{
    const coa_i_detail *d = coa_i_details(r);
    const coa_time end = coa_i_end(q->start, q->length);
    const int ahead = r == &coa_i_map_of(c)->ahead;
    for (;;) {
        const coa_i_block *b = d[at.k].block;
        uint64_t upto,
            rows = coa_i_below(b->low, at.i, l->below) & coa_i_bit_range(b->first, 64);
        if (ahead && rows) /* none starts after the last one */
            rows &= coa_i_codes(b->code, at.i, coa_i_code_between(b->key[at.i - 1], end));
        if (rows == 0 && at.i == b->last && b->lost) coa_i_rows_sum_up(r, at.k);
        for (upto = rows; upto; upto &= upto - 1)
            COA_I_PREFETCH(
                coa_i_chunk_at(&coa_i_map_of(c)->sets, b->part[coa_i_low_bit(upto)].set));
        while (rows) {
            at.i = coa_i_high_bit(rows);
            rows ^= (uint64_t)1 << at.i;
            if (b->low[at.i] < l->below && b->end[at.i] >= end &&
                !coa_i_lowest_add(l, c, q->need, r, at))
                return 0;
        }
        do {
            if (at.k-- == 0) return 1;
        } while (d[at.k].low[1] >= l->below &&
                 (d[at.k].latest_finite < end || d[at.k].low[0] >= l->below));
        at.i = d[at.k].block->last;
    }
}

/* Picks the groups that may have some of the lowest servers. The begun ones come first:
 * they last long, so enough servers are soon found. */
static coa_status coa_i_map_pick_sources(coa_calendar *c, const coa_i_query *q,
                                         coa_i_at begun)
{
    coa_i_map *m = coa_i_map_of(c);
    coa_i_lowest l = {0, UINT32_MAX};
    c->items.count = 0;
    if ((m->begun.dir.count > 0 && !coa_i_lowest_rows(&l, c, q, &m->begun, begun)) ||
        (q->start > c->now && m->ahead.dir.count > 0 &&
         !coa_i_lowest_rows(&l, c, q, &m->ahead,
                            coa_i_rows_find(&m->ahead, q->start, INT64_MIN))))
        return COA_E_NOMEM;
    return COA_OK;
}

/* Takes the lowest runs of the sources, until there are enough servers. */
static coa_status coa_i_map_merge_sources(coa_calendar *c, uint64_t need)
{
    coa_i_map *m = coa_i_map_of(c);
    coa_i_source *heap = COA_I_AT(coa_i_source, c->items), s;
    uint32_t n = c->items.count, i;
    for (i = n / 2; i-- > 0;) {
        s = heap[i];
        coa_i_heap_down(heap, n, i, sizeof s, coa_i_source_higher, &s);
    }
    for (;;) {
        const coa_i_chunk *chunk;
        uint32_t take;
        if (n == 0) return COA_E_NOFIT;
        s = heap[0];
        take = s.run.count < need ? s.run.count : (uint32_t)need;
        COA_I_AT(coa_i_pick, m->picks)[s.pick].servers += take;
        if ((need -= take) == 0) return COA_OK;
        chunk = coa_i_chunk_at(&m->sets, s.slot);
        if (s.i == chunk->count) {
            s.slot = chunk->next;
            s.i = 0;
        }
        if (s.slot != COA_I_NONE)
            s.run = coa_i_chunk_at(&m->sets, s.slot)->runs[s.i++];
        else
            s = heap[--n];
        coa_i_heap_down(heap, n, 0, sizeof s, coa_i_source_higher, &s);
    }
}

/* Picks all groups that are idle during the window, and takes the lowest bits of their
 * masks together. */
static coa_status coa_i_map_pick_masks(coa_calendar *c, const coa_i_query *q)
{
    coa_i_map *m = coa_i_map_of(c);
    coa_i_walk walk = coa_i_map_walk(m, q->start, coa_i_end(q->start, q->length), c->now);
    uint64_t all[(COA_I_MASK_SERVERS + 63) / 64] = {0}, need = q->need;
    coa_i_pick *p;
    uint32_t i, w, bits, words = m->sets.words;
    while (coa_i_walk_next(&walk)) {
        const uint64_t *mask = coa_i_mask(&m->sets, walk.block->part[walk.at.i].set);
        uint64_t some = 0;
        for (w = 0; w < words; w++) {
            all[w] |= mask[w];
            some |= mask[w];
        }
        if (some == 0) continue;
        if (!coa_i_map_add_pick(&c->mem, m, walk.rows, walk.at, 0)) return COA_E_NOMEM;
        for (w = bits = 0; w < words && bits < need; w++) bits += coa_i_bits(all[w]);
        words = w;
    }
    for (w = 0; (bits = coa_i_bits(all[w])) < need; need -= bits)
        if (++w == words) return COA_E_NOFIT;
    if (bits > need) all[w] = coa_i_low_bits(all[w], (uint32_t)need);
    p = COA_I_AT(coa_i_pick, m->picks);
    for (i = 0; i < m->picks.count; i++) {
        const uint64_t *mask = coa_i_mask(&m->sets, coa_i_pick_part(p + i)->set);
        for (bits = 0; bits <= w; bits++)
            p[i].servers += coa_i_bits(mask[bits] & all[bits]);
    }
    return COA_OK;
}

/* Picks groups that are idle during the window and have the lowest q->need servers;
 * `begun` is behind the begun ones. */
static coa_status coa_i_map_pick_lowest(coa_calendar *c, coa_i_query *q, coa_i_at begun)
{
    coa_i_map *m = coa_i_map_of(c);
    coa_i_pick *p;
    coa_status s;
    uint32_t i, n = 0;
    m->picks.count = 0;
    if (m->sets.words > 0)
        s = coa_i_map_pick_masks(c, q);
    else if ((s = coa_i_map_pick_sources(c, q, begun)) == COA_OK)
        s = coa_i_map_merge_sources(c, q->need);
    if (s != COA_OK) return s;
    p = COA_I_AT(coa_i_pick, m->picks);
    for (i = 0; i < m->picks.count; i++)
        if (p[i].servers > 0) p[n++] = p[i];
    m->picks.count = n;
    q->picked = 1;
    return COA_OK;
}

#ifndef __OPTIMIZE_SIZE__
/* Picks them if the begun groups before `begun` alone have enough servers, else
 * COA_E_NOFIT. */
static coa_status coa_i_map_try_lowest(coa_calendar *c, coa_i_query *q, coa_i_at begun)
{
    coa_i_map *m = coa_i_map_of(c);
    coa_i_at at = begun;
    uint64_t found = 0;
    while (found < q->need && coa_i_rows_back(&m->begun, &at))
        found += coa_i_block_of(&m->begun, at.k)->part[at.i].servers;
    return found < q->need ? COA_E_NOFIT : coa_i_map_pick_lowest(c, q, begun);
}
#endif

/* Reports the servers that are free during the window: the latest idle start first, then
 * the earliest idle end. */
static void coa_i_map_idle(coa_calendar *c, coa_i_query *q)
{
    coa_i_map *m = coa_i_map_of(c);
    coa_i_walk w = coa_i_map_walk(m, q->start, q->end, c->now);
    while (!coa_i_query_over(q) && coa_i_walk_next(&w)) {
        const coa_i_block *b = w.block;
        if (q->items)
            coa_i_set_emit(&m->sets, b->part[w.at.i].set, q,
                           ~coa_i_row_start(m, w.rows, b, w.at.i), b->end[w.at.i]);
        else
            q->found += coa_i_map_usable(m, b->part[w.at.i], q->among);
    }
}

/* Writes the picked servers as runs; their sets are masks. `all` is scratch memory. */
static void coa_i_map_show_masks(const coa_i_map *m, uint64_t *all, coa_i_vec *runs)
{
    const coa_i_pick *p = COA_I_AT(coa_i_pick, m->picks);
    uint32_t i, w;
    for (w = 0; w < m->sets.words; w++) all[w] = 0;
    for (i = 0; i < m->picks.count; i++) {
        const uint64_t *mask = coa_i_mask(&m->sets, coa_i_pick_part(p + i)->set);
        uint32_t left = p[i].servers;
        for (w = 0; left > 0; w++) {
            const uint32_t bits = coa_i_bits(mask[w]);
            all[w] |= bits <= left ? mask[w] : coa_i_low_bits(mask[w], left);
            left -= bits <= left ? bits : left;
        }
    }
    runs->count = coa_i_mask_runs(all, m->sets.words, COA_I_AT(coa_run, *runs));
}

/* Appends the lowest n servers of a chain. */
static int coa_i_chain_show(const coa_i_sets *p, uint32_t set, uint32_t n, coa_i_mem *mem,
                            coa_i_vec *runs)
{
    for (set = coa_i_set_chain(p, set); n > 0; set = coa_i_chunk_at(p, set)->next) {
        const coa_i_chunk *c = coa_i_chunk_at(p, set);
        coa_run *to;
        uint32_t i;
        if (!coa_i_room(mem, runs, (uint64_t)runs->count + c->count, sizeof *to))
            return 0;
        to = COA_I_AT(coa_run, *runs) + runs->count;
        for (i = 0; i < c->count && n > 0; i++) {
            to[i] = c->runs[i];
            if (to[i].count > n) to[i].count = n;
            n -= to[i].count;
        }
        runs->count += i;
    }
    return 1;
}

/* Writes the picked servers as sorted runs, none touching the next; false without memory.
 * Their sets are chains; masks are written when they are taken. */
static int coa_i_map_show_chains(const coa_i_map *m, coa_i_mem *mem, coa_i_vec *runs)
{
    const coa_i_pick *p = COA_I_AT(coa_i_pick, m->picks);
    uint32_t i;
    runs->count = 0;
    for (i = 0; i < m->picks.count; i++) {
        const coa_i_part part = *coa_i_pick_part(p + i);
#ifndef __OPTIMIZE_SIZE__
        if (part.servers == 1) { /* known without its set, rarely in the cache */
            coa_run *to;
            if (!coa_i_room(mem, runs, (uint64_t)runs->count + 1, sizeof *to)) return 0;
            to = COA_I_AT(coa_run, *runs) + runs->count++;
            to->first = p[i].block->low[p[i].at.i];
            to->count = 1;
            continue;
        }
#endif
        if (!coa_i_chain_show(&m->sets, part.set, p[i].servers, mem, runs)) return 0;
    }
    if (m->picks.count > 1) {
        const uint32_t n = runs->count;
#ifndef __OPTIMIZE_SIZE__
        const uint32_t words = (m->servers + 63) / 64;
        if (words / 4 < n) { /* then a mask of all servers sorts them faster */
            uint64_t *mask;
            if (!coa_i_room(mem, runs, (uint64_t)n + words, sizeof(coa_run))) return 0;
            mask = COA_I_AT(uint64_t, *runs) + n;
            memset(mask, 0, words * sizeof *mask);
            coa_i_mask_flip(mask, COA_I_AT(coa_run, *runs), n);
            runs->count = coa_i_mask_runs(mask, words, COA_I_AT(coa_run, *runs));
            return 1;
        }
#endif
        if (!coa_i_room(mem, runs, 2 * (uint64_t)n, sizeof(coa_run))) return 0;
        coa_i_runs_tidy(runs);
    }
    return 1;
}

/* ---- map: the sweep for the exact earliest start --------------------------------------
 *
 * The sweep goes through the groups by start. Servers become usable at the start of their
 * group and stop being usable at its end - length, so only a start of a group can be the
 * answer. The sweep skips a block whose longest period is too short. `usable` is an upper
 * bound of the number of usable servers: it includes blocks in `pending`, which are not
 * examined yet, and servers in `active` that are no longer usable. Both are examined only
 * when `usable` reaches the number needed. */
typedef struct coa_i_sweep {
    coa_i_map *map;
    coa_i_query *query;
    coa_time length, latest;
    coa_i_at begun;   /* behind the begun groups that are usable */
    coa_time soonest; /* no server drops out while the window ends by then */
    uint64_t usable;
    uint32_t own; /* so many items of query->own are usable */
} coa_i_sweep;

/* Starts the sweep; all begun groups that last until the end of the first window are
 * usable. */
static void coa_i_sweep_open(coa_i_sweep *w, coa_time end)
{
    coa_i_map *m = w->map;
    coa_i_at at = w->begun = coa_i_map_begun_until(m, end);
    m->active.count = m->pending.count = 0;
    w->soonest = INT64_MIN;
    w->usable = 0;
    while (coa_i_rows_back(&m->begun, &at))
        w->usable += coa_i_map_usable(m, coa_i_block_of(&m->begun, at.k)->part[at.i],
                                      w->query->among);
    while (coa_i_own_next(w->query, w->own) <= w->query->start)
        w->usable += COA_I_AT(coa_i_item, *w->query->own)[w->own++].count;
}

/* Moves the end of the window to `end`: drops servers that are not idle until then. */
static void coa_i_sweep_until(coa_i_sweep *w, coa_time end)
{
    coa_i_map *m = w->map;
    coa_i_active *a = COA_I_AT(coa_i_active, m->active);
    coa_i_pending *p = COA_I_AT(coa_i_pending, m->pending);
    coa_i_at at = w->begun;
    coa_time soonest = COA_FOREVER;
    uint32_t i, n;
    if (end <= w->soonest) return;
    for (i = n = 0; i < m->active.count; i++) {
        const int stays = a[i].end >= end;
        w->usable -= stays ? 0 : a[i].servers;
        if (stays && a[i].end < soonest) soonest = a[i].end;
        a[n] = a[i];
        n += (uint32_t)stays;
    }
    m->active.count = n;
    for (i = n = 0; i < m->pending.count; i++) {
        const coa_time latest = coa_i_entries(&m->ahead)[p[i].k].latest;
        const int stays = latest >= end;
        w->usable -= stays ? 0 : p[i].servers;
        if (stays && latest < soonest) soonest = latest;
        p[n] = p[i];
        n += (uint32_t)stays;
    }
    m->pending.count = n;
    while (coa_i_rows_back(&m->begun, &at)) {
        const coa_i_block *b = coa_i_block_of(&m->begun, at.k);
        if (b->end[at.i] >= end) {
            if (b->end[at.i] < soonest) soonest = b->end[at.i];
            break;
        }
        w->usable -= coa_i_map_usable(m, b->part[at.i], w->query->among);
        w->begun = at;
    }
    w->soonest = soonest;
}

static void coa_i_sweep_add(coa_i_sweep *w, const coa_i_block *b, uint32_t k, uint32_t i,
                            uint64_t servers)
{
    coa_i_active *a = COA_I_AT(coa_i_active, w->map->active) + w->map->active.count++;
    a->end = b->end[i];
    a->at.k = k;
    a->at.i = i;
    a->servers = (uint32_t)servers;
    if (a->end < w->soonest) w->soonest = a->end;
    w->usable += servers;
}

/* Makes usable the given rows of block k that last until `end`, the end of the window;
 * all of them start before the window. */
static void coa_i_sweep_admit(coa_i_sweep *w, uint32_t k, uint64_t rows, coa_time end)
{
    const coa_i_block *b = coa_i_block_of(&w->map->ahead, k);
    for (; rows != 0; rows &= rows - 1) {
        const uint32_t i = coa_i_low_bit(rows);
        if (b->end[i] >= end)
            coa_i_sweep_add(w, b, k, i,
                            coa_i_map_usable(w->map, b->part[i], w->query->among));
    }
}

/* Adds up the servers of the rows, up to the first row with which `usable` may be enough.
 * Returns the number of that row, 64 if there is none. */
static uint32_t coa_i_sweep_enough(const coa_i_sweep *w, const coa_i_block *b,
                                   uint64_t rows, uint64_t *servers)
{
    const uint64_t missing = w->query->need - w->usable;
    for (*servers = 0; rows != 0; rows &= rows - 1) {
        const uint32_t i = coa_i_low_bit(rows);
        *servers += b->part[i].servers;
        if (*servers >= missing) return i;
    }
    return 64;
}

/* Makes room to examine everything pending and one more block. */
static int coa_i_sweep_room(coa_i_sweep *w)
{
    const coa_i_map *m = w->map;
    uint64_t rows = m->active.count + (m->pending.count + (uint64_t)1) * COA_I_FAT;
    if (rows > m->servers) rows = m->servers; /* all idle at one time, hence disjoint */
    w->query->nomem =
        !coa_i_room(w->query->mem, &w->map->active, rows, sizeof(coa_i_active));
    return !w->query->nomem;
}

/* Examines everything pending for a window that ends at `end`. False without memory. */
static int coa_i_sweep_examine(coa_i_sweep *w, coa_time end)
{
    coa_i_map *m = w->map;
    coa_i_pending *p = COA_I_AT(coa_i_pending, m->pending);
    uint32_t i;
    if (!coa_i_sweep_room(w)) return 0;
    for (i = 0; i < m->pending.count; i++) {
        w->usable -= p[i].servers;
        coa_i_sweep_admit(w, p[i].k, p[i].rows, end);
    }
    m->pending.count = 0;
    return 1;
}

/* Tries the next start in query->own; true if it is the answer. False without memory. */
static int coa_i_sweep_own(coa_i_sweep *w)
{
    const coa_i_item own = COA_I_AT(coa_i_item, *w->query->own)[w->own++];
    const coa_time end = coa_i_end(own.a, w->length);
    coa_i_sweep_until(w, end);
    w->usable += own.count;
    if (w->usable < w->query->need || !coa_i_sweep_examine(w, end) ||
        w->usable < w->query->need)
        return 0;
    w->query->start = own.a;
    return 1;
}

/* Tries the starts of the given rows of block k, which last long enough; true if one is
 * the answer. It examines a row only if there may be enough servers with it, and then
 * all rows before it too. */
static int coa_i_sweep_block(coa_i_sweep *w, uint32_t k, uint64_t rows, coa_time first)
{
    const coa_i_block *b = coa_i_block_of(&w->map->ahead, k);
    const coa_time latest = coa_i_entries(&w->map->ahead)[k].latest;
    coa_i_pending *p;
    uint64_t servers;
    while (rows != 0) {
        const uint32_t i = coa_i_sweep_enough(w, b, rows, &servers);
        const uint64_t upto = i < 63 ? rows & (((uint64_t)2 << i) - 1) : rows;
        coa_time t, end;
        if (i == 64) {
            p = COA_I_AT(coa_i_pending, w->map->pending) + w->map->pending.count;
            if (w->map->pending.count > 0 && p[-1].k == k) { /* see coa_i_sweep_mixed */
                p[-1].rows |= rows;
                p[-1].servers += servers;
            } else {
                w->map->pending.count++;
                p->k = k;
                p->rows = rows;
                p->servers = servers;
            }
            w->usable += servers;
            if (latest < w->soonest) w->soonest = latest;
            return 0;
        }
        t = b->key[i] > first ? b->key[i] : first;
        if (t > w->latest) return 0;
        end = coa_i_end(t, w->length);
        coa_i_sweep_until(w, end);
        if (w->usable + servers >= w->query->need) { /* still enough: examine them */
            if (!coa_i_sweep_examine(w, end)) return 0;
            coa_i_sweep_admit(w, k, upto, end);
            rows ^= upto;
        }
        if (w->usable >= w->query->need) {
            w->query->start = t;
            return 1;
        }
    }
    return 0;
}

/* The same, and the starts in query->own up to the last row of the block. */
static int coa_i_sweep_mixed(coa_i_sweep *w, uint32_t k, uint64_t rows, coa_time first)
{
    const coa_i_block *b = coa_i_block_of(&w->map->ahead, k);
    coa_time t;
    while ((t = coa_i_own_next(w->query, w->own)) <= b->key[b->last - 1] &&
           t <= w->latest) {
        uint64_t before = rows;
        uint32_t i;
        for (i = b->last; i > b->first && b->key[i - 1] >= t; i--)
            before &= ~((uint64_t)1 << (i - 1));
        if (coa_i_sweep_block(w, k, before, first)) return 1;
        if (w->query->nomem) return 0;
        rows ^= before;
        if (coa_i_sweep_own(w)) return 1;
        if (w->query->nomem) return 0;
    }
    return coa_i_sweep_block(w, k, rows, first);
}

/* Picks the groups for the start that the sweep has found. The sweep knows all rows that
 * coa_i_map_pick would find, unless more rows begin at that very moment: then it returns
 * false and picks nothing. */
static int coa_i_sweep_pick(coa_i_sweep *w)
{
    coa_i_map *m = w->map;
    const coa_i_active *a = COA_I_AT(coa_i_active, m->active) + m->active.count;
    uint64_t need = w->query->need, servers;
    coa_i_at at = a[-1].at; /* the last row that the sweep has admitted */
    at.i++;
    if (coa_i_rows_settle(&m->ahead, &at) &&
        coa_i_block_of(&m->ahead, at.k)->key[at.i] <= w->query->start)
        return 0;
    m->picks.count = 0;
    for (; m->active.count > 0 && need > 0; m->active.count--, need -= servers) {
        a--;
        servers = a->servers < need ? a->servers : need;
        w->query->nomem |=
            !coa_i_map_add_pick(w->query->mem, m, &m->ahead, a->at, (uint32_t)servers);
    }
    for (at = w->begun; need > 0 && coa_i_rows_back(&m->begun, &at); need -= servers) {
        servers = coa_i_block_of(&m->begun, at.k)->part[at.i].servers;
        if (servers > need) servers = need;
        w->query->nomem |=
            !coa_i_map_add_pick(w->query->mem, m, &m->begun, at, (uint32_t)servers);
    }
    return 1;
}

/* Sweeps the groups of `ahead`; true if it finds a start. */
static int coa_i_sweep_ahead(coa_i_sweep *w, coa_time first)
{
    coa_i_rows *r = &w->map->ahead;
    const coa_i_entry *e = coa_i_entries(r);
    const uint16_t *longest = coa_i_longest(r);
    const uint16_t least =
        w->length == COA_FOREVER ? COA_I_CODE_FOREVER : coa_i_code((uint64_t)w->length);
    const coa_time end = coa_i_end(first, w->length), latest = w->latest;
    uint32_t base, k;
    for (base = 0; base < r->dir.count; base += 64) {
        const uint32_t n = r->dir.count - base;
        uint64_t some = coa_i_codes(longest + base, n < 64 ? n : 64, least);
        for (; some != 0; some &= some - 1) {
            uint64_t rows;
            k = base + coa_i_low_bit(some);
            if (e[k].latest < end) continue;
            if (e[k].key > latest) return 0;
            rows = coa_i_block_lasting(coa_i_block_of(r, k), least);
            if (rows == 0) coa_i_rows_sum_up(r, k); /* its `longest` was out of date */
            /* if the next block starts by `first`, all rows of this one do */
            if (k + 1 < r->dir.count && e[k + 1].key <= first) {
                if (!coa_i_sweep_room(w)) return 0;
                coa_i_sweep_admit(w, k, rows, end);
                if (w->usable < w->query->need) continue;
                w->query->start = first;
                return 1;
            }
            if (coa_i_sweep_mixed(w, k, rows, first)) return 1;
            if (w->query->nomem) return 0;
        }
    }
    return 0;
}

/* Finds the exact earliest start in [q->start, q->latest] for q->need servers and sets
 * q->start to it; false if there is none. If q->picked is set, which is allowed only
 * without `among`, it also tries to pick the groups; q->picked tells whether it did. */
static int coa_i_map_sweep(coa_i_map *m, coa_i_query *q)
{
    const coa_time first = q->start;
    coa_i_sweep w;
    int found;
    w.map = m;
    w.query = q;
    w.length = q->length;
    w.latest = q->latest;
    w.own = 0;
    coa_i_sweep_open(&w, coa_i_end(first, q->length));
    if (w.usable >= q->need) {
        q->picked = 0;
        return 1;
    }
    found = coa_i_sweep_ahead(&w, first);
    while (!found && !q->nomem && coa_i_own_next(q, w.own) <= q->latest)
        found = coa_i_sweep_own(&w);
    q->picked = found && q->picked && coa_i_sweep_pick(&w);
    return found && !q->nomem;
}

/* ---- map: taking */

/* Returns how many slots it takes to book the picks. Masks: a split and a copy of each
 * set, and masks for the servers wanted. Chains in `slots` slots: a cut, which may take
 * twice the slots, a copy of what it took and four joins. */
static uint64_t coa_i_map_take_slots(const coa_i_map *m, uint64_t slots, uint64_t picks)
{
    return m->sets.words ? 2 * picks + 2 : 8 * (slots + picks);
}

/* Do the idle periods before and after a window share their sets until all picks have
 * been taken? That is faster for many picks, as coa_i_groups_mask makes no copies. */
static int coa_i_map_shares(const coa_i_map *m)
{
#ifndef __OPTIMIZE_SIZE__
    return !m->sets.words && m->picks.count >= COA_I_MANY &&
           m->picks.count >= m->servers / 2048;
#else
    (void)m;
    return 0;
#endif
}

/* Takes the memory to book the picks; n is the number of runs of the set of servers
 * wanted, 0 if there is no such set. */
static int coa_i_map_take_room(coa_calendar *c, coa_time start, uint32_t n)
{
    coa_i_map *m = coa_i_map_of(c);
    const coa_i_pick *p = COA_I_AT(coa_i_pick, m->picks);
    const uint64_t picks = m->picks.count;
    /* where memory is tight, a booking leaves enough to give back any one booking */
    const uint64_t kept = m->tight ? (uint64_t)m->servers + 2 : 0;
    uint64_t slots = n / COA_I_CHUNK_RUNS + 1;
    uint32_t i;
    if (!m->sets.words && (start > c->now || n > 0))
        for (i = 0; i < picks; i++) {
            const coa_i_part part = *coa_i_pick_part(p + i);
            slots += part.servers == 1 ? 1 : coa_i_set_slots(&m->sets, part.set);
        }
#ifndef __OPTIMIZE_SIZE__
    if (coa_i_map_shares(m) && !coa_i_map_mask_room(c)) return 0;
#endif
    return coa_i_sets_room(&c->mem, &m->sets,
                           coa_i_map_take_slots(m, slots, picks) + kept) &&
           coa_i_map_room(&c->mem, m, 2 * picks + kept);
}

/* Can a row of `ahead` end earlier, at `end`, and keep its place? */
static int coa_i_map_can_shrink(const coa_i_map *m, coa_i_at at, coa_time end)
{
    const coa_time start = coa_i_block_of(&m->ahead, at.k)->key[at.i];
    const coa_i_block *b;
    at.i++;
    if (!coa_i_rows_settle(&m->ahead, &at)) return 1;
    b = coa_i_block_of(&m->ahead, at.k);
    return b->key[at.i] != start || b->end[at.i] < end;
}

/* Lets row i of entry k of `ahead`, which begins at `start`, end at `end`; it keeps its
 * place. */
COA_I_HOT void coa_i_map_end_row(coa_i_map *m, coa_i_block *b, uint32_t k, uint32_t i,
                                 coa_time start, coa_time end)
{
    b->end[i] = end;
    b->code[i] = coa_i_code_between(start, end);
    b->lost = 1;
    coa_i_rows_bound(&m->ahead, k, i);
}

/* Keeps the idle period that a pick leaves before or after the window in `list` until all
 * picks have been taken; if this is the only pick, inserts it at once. */
COA_I_HOT void coa_i_map_leave(coa_i_map *m, coa_i_vec *list, coa_time start,
                               coa_time end, uint32_t servers, uint32_t set)
{
#ifndef __OPTIMIZE_SIZE__
    if (m->picks.count == 1) {
        const coa_i_part part = {servers, set};
        coa_i_map_add(m, start, end, part);
        return;
    }
#else
    (void)m;
#endif
    coa_i_groups_append(list, start, end, servers, set);
}

/* Takes one pick: p->servers servers leave their row, and their idle time before and
 * after the window is kept. They are all servers of the row, or those in *want, or
 * without `want` the lowest ones. */
static void coa_i_map_take_pick(coa_i_map *m, const coa_i_pick *p, coa_time start,
                                coa_time end, coa_time now, uint32_t *want, uint64_t *all)
{
    coa_i_block *b = p->block;
    const uint32_t i = p->at.i;
    const coa_time st = coa_i_row_start(m, p->rows, b, i), et = b->end[i];
    const int after = end < et, whole = p->servers == b->part[i].servers;
    int before = st < start && start > now;
    const int kept = before; /* then the set stays in use */
    const int shares = coa_i_map_shares(m);
    uint32_t set = b->part[i].set, rest;
    if (!whole) {
        set = want ? coa_i_set_cut(&m->sets, &b->part[i].set, want)
                   : coa_i_set_lowest(&m->sets, &b->part[i].set, p->servers);
        b->part[i].servers -= p->servers;
        b->low[i] = coa_i_set_low(&m->sets, b->part[i].set);
        b->lost = 1;
    }
    if (all) coa_i_mask_join(all, coa_i_mask(&m->sets, set), m->sets.words);
    if (whole && before && p->rows == &m->ahead &&
        coa_i_map_can_shrink(m, p->at, start)) {
        coa_i_map_end_row(m, b, p->at.k, i, st, start);
        before = 0; /* it is the row */
    } else if (whole) {
        (void)coa_i_rows_close(m, p->rows, p->at.k, i);
    }
    rest = after && kept && !shares ? coa_i_set_copy(&m->sets, set) : set;
    if (before) coa_i_map_leave(m, &m->before, st, start, p->servers, set);
    if (after)
        coa_i_map_leave(m, shares && !kept ? &m->before : &m->after, end, et, p->servers,
                        rest);
    if (!kept && !after) coa_i_set_drop(&m->sets, set);
}

#ifndef __OPTIMIZE_SIZE__
/* Takes a pick that is all servers of a row of `ahead`, and idle before the window and
 * after it, if the row keeps its place when it ends where the window starts; returns
 * whether it did. */
static int coa_i_map_shorten(coa_i_map *m, const coa_i_pick *p, coa_time start,
                             coa_time end)
{
    coa_i_block *b = p->block;
    const uint32_t i = p->at.i;
    coa_i_detail *d;
    if (p->rows != &m->ahead || p->servers != b->part[i].servers || b->key[i] >= start ||
        b->end[i] <= end ||
        (i + 1 < b->last ? b->key[i + 1] == b->key[i] && b->end[i + 1] >= start
                         : !coa_i_map_can_shrink(m, p->at, start)))
        return 0;
    coa_i_groups_append(&m->after, end, b->end[i], p->servers, b->part[i].set);
    b->end[i] = start;
    b->code[i] = coa_i_code((uint64_t)start - (uint64_t)b->key[i]);
    b->lost = 1;
    d = coa_i_details(&m->ahead) + p->at.k;
    if (start > d->latest_finite) d->latest_finite = start;
    if (b->low[i] < d->low[0]) d->low[0] = b->low[i];
    return 1;
}

/* Takes the first of n picks if they are all servers of neighbouring rows that are not
 * idle before the window. Returns how many. */
static uint32_t coa_i_map_take_rows(coa_i_map *m, const coa_i_pick *p, uint32_t n,
                                    coa_time start, coa_time end, coa_time now)
{
    const coa_i_block *b = p->block;
    uint32_t i = p->at.i + 1, rows;
    for (rows = 0; rows < n; rows++) {
        if (p[rows].block != b || p[rows].at.i != i - 1 ||
            p[rows].servers != b->part[i - 1].servers ||
            (start > now && coa_i_row_start(m, p->rows, b, i - 1) < start))
            break;
        i--;
        if (b->end[i] > end)
            coa_i_groups_append(&m->before, end, b->end[i], p[rows].servers,
                                b->part[i].set);
        else
            coa_i_set_drop(&m->sets, b->part[i].set);
    }
    if (rows > 0) (void)coa_i_rows_close_some(m, p->rows, p->at.k, i, rows);
    return rows;
}

/* The sets of the groups in m->after are shared. Makes one group of them, of its own set,
 * if all of them end at one time and each pick left one: then it has the servers booked.
 * Returns whether it did. */
static int coa_i_map_after_all(coa_i_map *m, const coa_run *runs, uint32_t n)
{
    coa_i_group *g = COA_I_AT(coa_i_group, m->after);
    uint32_t i;
    if (m->after.count != m->picks.count) return 0;
    for (i = 1; i < m->after.count; i++)
        if (g[i].end != g->end) return 0;
    g->part.servers = coa_i_runs_servers(runs, n);
    g->part.set = coa_i_set_of(&m->sets, runs, n);
    m->after.count = 1;
    return 1;
}
#endif

/* Books the picks during [start, end): their servers, n runs, leave their groups and form
 * new ones for the rest of the idle period, before the window and after it. Picks go from
 * the last row to the first, so that taking one does not move the rows of the next. Adds
 * the masks taken to *all, if that is given; then the runs are not known yet. */
static void coa_i_map_take(coa_i_map *m, coa_time start, coa_time end, coa_time now,
                           const coa_run *runs, uint32_t n, uint32_t *want, uint64_t *all)
{
    const coa_i_pick *p = COA_I_AT(coa_i_pick, m->picks);
    const uint32_t picks = m->picks.count;
    int shared = coa_i_map_shares(m);
    uint32_t i;
    for (i = 0; i < picks; i++) {
#ifndef __OPTIMIZE_SIZE__
        if (shared && coa_i_map_shorten(m, p + i, start, end)) continue;
        if (shared) i += coa_i_map_take_rows(m, p + i, picks - i, start, end, now);
        if (i == picks) break;
#endif
        coa_i_map_take_pick(m, p + i, start, end, now, want, all);
    }
#ifndef __OPTIMIZE_SIZE__
    if (shared && coa_i_map_after_all(m, runs, n)) shared = 0;
#else
    (void)runs;
    (void)n;
#endif
    if (m->after.count > 0) coa_i_map_add_list(m, &m->after, shared);
    if (m->before.count > 0) coa_i_map_add_list(m, &m->before, 0);
}

/* Is no number of a server in a set, modulo 64, among the bits of `some`? May also return
 * 0 if none is. */
static int coa_i_set_misses(const coa_i_sets *p, uint32_t set, uint64_t some)
{
    const coa_i_chunk *c;
    uint32_t i;
    if (p->words) return 0;
    c = coa_i_chunk_at(p, coa_i_set_chain(p, set));
    for (i = 0; i < c->count; i++)
        if (c->runs[i].count > 1 || (some >> c->runs[i].first % 64 & 1)) return 0;
    return c->next == COA_I_NONE;
}

/* Picks the rows that hold these servers; COA_E_NOFIT if not all of them are idle during
 * the window. */
static coa_status coa_i_map_pick_runs(coa_calendar *c, coa_time start, coa_time end,
                                      const coa_run *runs, uint32_t n)
{
    coa_i_map *m = coa_i_map_of(c);
    coa_i_walk w = coa_i_map_walk(m, start, end, c->now);
    const coa_set want = coa_i_set_view(runs, n);
    uint32_t left = coa_i_runs_servers(runs, n), last = 0, i, j;
    uint64_t some = 0; /* the servers' numbers modulo 64 */
    for (i = 0; i < n; i++) {
        last = runs[i].first + (runs[i].count - 1);
        for (j = 0; j < runs[i].count && j < 64; j++)
            some |= (uint64_t)1 << (runs[i].first + j) % 64;
    }
    m->picks.count = 0;
    while (left > 0 && coa_i_walk_next(&w)) {
        const coa_i_part part = w.block->part[w.at.i];
        const uint32_t low = w.block->low[w.at.i];
        uint32_t servers;
        if (low > last ||
            (part.servers == 1 && m->sets.words == 0 && !(some >> low % 64 & 1)))
            continue;
        if (w.at.i >= w.block->first + 4) /* a set is rarely in the cache */
            COA_I_PREFETCH(COA_I_AT(unsigned char, m->sets.slots) +
                           w.block->part[w.at.i - 4].set * m->sets.size);
        if (part.servers < 64 && coa_i_set_misses(&m->sets, part.set, some)) continue;
        servers = (uint32_t)coa_i_map_usable(m, part, &want);
        if (servers > 0 && !coa_i_map_add_pick(&c->mem, m, w.rows, w.at, servers))
            return COA_E_NOMEM;
        left -= servers;
    }
    return left > 0 ? COA_E_NOFIT : COA_OK;
}

/* ---- map: giving back */

/* How many rows a release of [start, end) touches: `right` begin at `end`, and `left` end
 * at `start`; the latter are looked for only if the start is in the future. */
typedef struct coa_i_touch {
    uint64_t right, left, slots;
} coa_i_touch;

COA_I_CALLED void coa_i_map_touch_row(const coa_i_map *m, coa_i_part part, uint64_t *rows,
                                      coa_i_touch *t)
{
    ++*rows;
    t->slots += coa_i_set_slots(&m->sets, part.set);
}

/* Finds the row of `begun` that ends at `end`; false if there is none. */
static int coa_i_map_begun_at(const coa_i_map *m, coa_time end, coa_i_at *at)
{
    *at = coa_i_rows_find(&m->begun, ~end, end);
    return coa_i_rows_settle(&m->begun, at) &&
           coa_i_block_of(&m->begun, at->k)->end[at->i] == end;
}

/* Moves *at back to the nearest row of `ahead` before it that ends at `end`; false if
 * there is none. */
static int coa_i_map_back_to(const coa_i_map *m, coa_time end, coa_i_at *at)
{
    const coa_i_entry *e = coa_i_entries(&m->ahead);
    uint32_t k = at->k, i = at->i;
    for (;; i = coa_i_block_of(&m->ahead, k)->last) {
        const coa_i_block *b =
            k < m->ahead.dir.count ? coa_i_block_of(&m->ahead, k) : NULL;
        while (b && i > b->first) {
            if (b->end[--i] != end) continue;
            at->k = k;
            at->i = i;
            return 1;
        }
        do {
            if (k-- == 0) return 0;
        } while (e[k].latest < end);
    }
}

static void coa_i_map_touch(const coa_i_map *m, coa_time start, coa_time end,
                            coa_time now, coa_i_touch *t)
{
    coa_i_at at = coa_i_rows_find(&m->ahead, end, COA_FOREVER);
    const coa_i_block *b;
    memset(t, 0, sizeof *t);
    for (; coa_i_rows_settle(&m->ahead, &at); at.i++) {
        b = coa_i_block_of(&m->ahead, at.k);
        if (b->key[at.i] != end) break;
        coa_i_map_touch_row(m, b->part[at.i], &t->right, t);
    }
    if (start <= now) return;
    if (coa_i_map_begun_at(m, start, &at))
        coa_i_map_touch_row(m, coa_i_block_of(&m->begun, at.k)->part[at.i], &t->left, t);
    at = coa_i_rows_find(&m->ahead, start, COA_FOREVER);
    while (coa_i_map_back_to(m, start, &at))
        coa_i_map_touch_row(m, coa_i_block_of(&m->ahead, at.k)->part[at.i], &t->left, t);
}

/* Returns how many slots it takes to release servers that are joined with `rows` rows in
 * `slots` slots. Masks: one for the servers released and one for each group they form, of
 * which none is empty. */
static uint64_t coa_i_map_give_slots(const coa_i_map *m, uint64_t slots, uint64_t rows,
                                     uint64_t servers)
{
    if (m->sets.words == 0) return 16 * (slots + rows) + 32;
    return (rows + 1 < servers ? rows + 1 : servers) + 2;
}

/* The memory that a change needs: slots, new groups, and items of the two lists. */
typedef struct coa_i_need {
    uint64_t slots, groups, before, after;
} coa_i_need;

static coa_i_need coa_i_map_give_need(const coa_calendar *c, coa_time start, coa_time end,
                                      const coa_run *runs, uint32_t n)
{
    const coa_i_map *m = coa_i_map_of(c);
    const uint32_t servers = coa_i_runs_servers(runs, n);
    coa_i_touch t;
    coa_i_need need;
    uint64_t joined;
    coa_i_map_touch(m, start, end, c->now, &t);
    joined = t.left * (t.right + 1);
    if (joined > servers) joined = servers;
    need.groups = t.right + 1 + joined; /* none is empty */
    if (need.groups > servers) need.groups = servers;
    t.slots += n / COA_I_CHUNK_RUNS + 1;
    need.slots = coa_i_map_give_slots(m, t.slots, t.right + joined, servers);
    need.before = joined + 1;
    need.after = t.right + 1;
    return need;
}

static coa_status coa_i_map_need_room(coa_calendar *c, const coa_i_need *need)
{
    coa_i_map *m = coa_i_map_of(c);
    return coa_i_sets_room(&c->mem, &m->sets, need->slots) &&
                   coa_i_room(&c->mem, &m->before, need->before, sizeof(coa_i_group)) &&
                   coa_i_room(&c->mem, &m->after, need->after, sizeof(coa_i_group)) &&
                   coa_i_map_room(&c->mem, m, need->groups)
               ? COA_OK
               : COA_E_NOMEM;
}

static coa_status coa_i_map_give_room(coa_calendar *c, coa_time start, coa_time end,
                                      const coa_run *runs, uint32_t n)
{
    const coa_i_need need = coa_i_map_give_need(c, start, end, runs, n);
#ifndef __OPTIMIZE_SIZE__
    if (coa_i_map_masks(coa_i_map_of(c), n) && !coa_i_map_mask_room(c))
        return COA_E_NOMEM;
#endif
    return coa_i_map_need_room(c, &need);
}

#ifndef __OPTIMIZE_SIZE__
/* Is the mask of all servers to be used for n runs? */
static int coa_i_map_mask(coa_i_map *m, uint32_t n)
{
    return m->masked = coa_i_map_masks(m, n) && coa_i_map_has_mask(m);
}

/* Turns the mask into a set again. */
static void coa_i_map_unmask(coa_i_map *m, coa_i_part *want)
{
    if (m->masked && want->servers > 0)
        want->set = coa_i_mask_chain(&m->sets, COA_I_AT(uint64_t, m->active),
                                     (m->servers + 63) / 64);
    m->masked = 0;
}
#endif

/* Moves the servers that a row has in common with *want to `list`, as idle during
 * [start, end). The row may then be empty. */
COA_I_CALLED void coa_i_map_move(coa_i_map *m, coa_i_part *row, coa_i_part *want,
                                 coa_i_vec *list, coa_time start, coa_time end)
{
    uint32_t set, servers;
#ifndef __OPTIMIZE_SIZE__
    uint64_t *mask = COA_I_AT(uint64_t, m->active);
    if (m->masked && coa_i_chain_leave(&m->sets, row->set, row->servers, mask)) {
        /* nearly always */
        coa_i_groups_append(list, start, end, row->servers, row->set);
        want->servers -= row->servers;
        row->servers = 0;
        row->set = COA_I_NONE;
        return;
    }
    if (m->masked)
        set = coa_i_chain_cut(&m->sets, &row->set, mask);
    else
#endif
        set = coa_i_set_cut(&m->sets, &row->set, &want->set);
    servers = set == COA_I_NONE ? 0 : coa_i_set_servers(&m->sets, set);
    if (servers == 0) return;
    row->servers -= servers;
    want->servers -= servers;
    coa_i_groups_append(list, start, end, servers, set);
}

/* A row begins at `from` and ends where a release starts. Joins it with each group listed
 * in `after`: the servers that both have are idle from the start of the row to the end of
 * the group. */
static void coa_i_map_join_row(coa_i_map *m, coa_i_part *row, coa_time from)
{
    coa_i_group *g = COA_I_AT(coa_i_group, m->after);
    uint32_t j;
    for (j = 0; j < m->after.count && row->servers > 0; j++)
        coa_i_map_move(m, row, &g[j].part, &m->before, from, g[j].end);
}

#ifndef __OPTIMIZE_SIZE__
/* Can a row of `ahead` end later, at `end`, and keep its place? */
static int coa_i_map_can_grow(const coa_i_map *m, coa_i_at at, coa_time end)
{
    const coa_time start = coa_i_block_of(&m->ahead, at.k)->key[at.i];
    const coa_i_block *b;
    if (!coa_i_rows_back(&m->ahead, &at)) return 1;
    b = coa_i_block_of(&m->ahead, at.k);
    return b->key[at.i] != start || b->end[at.i] > end;
}

/* If all servers of a row of `ahead` are in the mask, which has those of the only group
 * of m->after, and the row keeps its place if it ends when that does, lets it end then;
 * returns whether it did. */
static int coa_i_map_lengthen(coa_i_map *m, coa_i_at at)
{
    coa_i_group *g = COA_I_AT(coa_i_group, m->after);
    coa_i_block *b = coa_i_block_of(&m->ahead, at.k);
    const coa_i_part part = b->part[at.i];
    if (!coa_i_map_can_grow(m, at, g->end) ||
        !coa_i_chain_leave(&m->sets, part.set, part.servers,
                           COA_I_AT(uint64_t, m->active)))
        return 0;
    g->part.servers -= part.servers;
    coa_i_map_end_row(m, b, at.k, at.i, b->key[at.i], g->end);
    return 1;
}

/* All servers of a row of `ahead` have gone to the list m->before. If they are one group
 * there, and the row keeps its place if it ends when that does, they come back. */
static int coa_i_map_grow(coa_i_map *m, coa_i_at at)
{
    const coa_i_group *g = COA_I_AT(coa_i_group, m->before) + m->before.count - 1;
    coa_i_block *b = coa_i_block_of(&m->ahead, at.k);
    if (!coa_i_map_can_grow(m, at, g->end)) return 0;
    b->part[at.i] = g->part;
    coa_i_map_end_row(m, b, at.k, at.i, g->start, g->end);
    m->before.count--;
    return 1;
}
#endif

/* Joins the groups in `after` with the rows that end at `start`. The servers released are
 * n runs. */
static void coa_i_map_join_left(coa_i_map *m, coa_time start, uint32_t n)
{
    coa_i_at at = coa_i_rows_find(&m->ahead, start, COA_FOREVER);
#ifndef __OPTIMIZE_SIZE__
    coa_i_part *const first = &COA_I_AT(coa_i_group, m->after)->part;
    if (m->after.count == 1 && coa_i_map_mask(m, n)) {
        (void)coa_i_chain_flip(&m->sets, first->set, first->servers,
                               coa_i_map_mask_new(m));
        coa_i_set_drop(&m->sets, first->set);
    }
#endif
    while (coa_i_map_back_to(m, start, &at)) {
        coa_i_block *b = coa_i_block_of(&m->ahead, at.k);
#ifndef __OPTIMIZE_SIZE__
        const uint32_t listed = m->before.count;
        if (m->after.count == 1 && first->servers == 0) break;
        if (m->masked && coa_i_map_lengthen(m, at)) continue;
#endif
        coa_i_map_join_row(m, &b->part[at.i], b->key[at.i]);
#ifndef __OPTIMIZE_SIZE__
        if (b->part[at.i].servers == 0 && m->before.count == listed + 1 &&
            coa_i_map_grow(m, at))
            continue;
#endif
        if (coa_i_rows_lost(m, &m->ahead, at))
            at.i = 0; /* the next one is in the block before */
    }
    if (coa_i_map_begun_at(m, start, &at)) {
        coa_i_map_join_row(m, &coa_i_block_of(&m->begun, at.k)->part[at.i], COA_I_PAST);
        (void)coa_i_rows_lost(m, &m->begun, at);
    }
#ifndef __OPTIMIZE_SIZE__
    coa_i_map_unmask(m, first);
#else
    (void)n;
#endif
}

#ifndef __OPTIMIZE_SIZE__
/* Moves the servers that row *at and those before it in its block have in common with
 * *want to m->after, as idle from `from` on, as long as the rows have the same start.
 * Moves *at to the first of these rows, or behind the row before it. */
static void coa_i_map_give_block(coa_i_map *m, coa_i_at *at, coa_i_part *want,
                                 coa_time from)
{
    coa_i_block *b = coa_i_block_of(&m->ahead, at->k);
    const coa_time end = b->key[at->i];
    uint32_t i = at->i + 1, behind = i; /* rows i .. behind - 1 have no servers left */
    while (want->servers > 0 && i > b->first && b->key[i - 1] == end) {
        coa_i_part *row = &b->part[--i];
        coa_i_map_move(m, row, want, &m->after, from, b->end[i]);
        if (row->servers == 0) continue;
        b->low[i] = coa_i_set_low(&m->sets, row->set);
        if (--behind > i) coa_i_block_copy(b, behind, b, i, 1);
    }
    at->i = i;
    b->lost = 1;
    if (behind > i && coa_i_rows_close_some(m, &m->ahead, at->k, i, behind - i))
        at->i = 0; /* the next one is in the block before */
}

/* If the last row of `ahead` that begins at `end` has just the servers of n runs, moves
 * it to m->after, as idle from `from` on; returns whether it did. */
static int coa_i_map_give_row(coa_i_map *m, coa_time end, coa_time from,
                              const coa_run *runs, uint32_t n, uint32_t servers)
{
    coa_i_at at = coa_i_rows_find(&m->ahead, end, INT64_MIN);
    const coa_i_block *b;
    if (m->sets.words || !coa_i_rows_back(&m->ahead, &at)) return 0;
    b = coa_i_block_of(&m->ahead, at.k);
    if (b->key[at.i] != end || b->part[at.i].servers != servers ||
        !coa_i_chain_is(&m->sets, b->part[at.i].set, runs, n))
        return 0;
    coa_i_groups_append(&m->after, from, b->end[at.i], servers, b->part[at.i].set);
    (void)coa_i_rows_close(m, &m->ahead, at.k, at.i);
    return 1;
}
#endif

/* Frees servers during [start, end) and joins this time with the idle periods that touch
 * it: first with those that begin at `end`, then each resulting group with those that end
 * at `start`. */
static void coa_i_map_give(coa_calendar *c, coa_time start, coa_time end,
                           const coa_run *runs, uint32_t n)
{
    coa_i_map *m = coa_i_map_of(c);
    const coa_time from = start > c->now ? start : COA_I_PAST;
    coa_i_at at = coa_i_rows_find(&m->ahead, end, INT64_MIN);
    coa_i_part want;
    want.servers = coa_i_runs_servers(runs, n);
    want.set = COA_I_NONE;
#ifndef __OPTIMIZE_SIZE__
    if (coa_i_map_give_row(m, end, from, runs, n, want.servers))
        want.servers = 0;
    else if (coa_i_map_mask(m, n))
        coa_i_mask_flip(coa_i_map_mask_new(m), runs, n);
    else
#endif
        want.set = coa_i_set_of(&m->sets, runs, n);
    while (want.servers > 0 && coa_i_rows_back(&m->ahead, &at) &&
           coa_i_block_of(&m->ahead, at.k)->key[at.i] == end) {
#ifndef __OPTIMIZE_SIZE__
        coa_i_map_give_block(m, &at, &want, from);
#else
        coa_i_block *b = coa_i_block_of(&m->ahead, at.k);
        coa_i_map_move(m, &b->part[at.i], &want, &m->after, from, b->end[at.i]);
        if (coa_i_rows_lost(m, &m->ahead, at))
            at.i = 0; /* the next one is in the block before */
#endif
    }
#ifndef __OPTIMIZE_SIZE__
    coa_i_map_unmask(m, &want);
#endif
    if (want.servers > 0)
        coa_i_groups_append(&m->after, from, end, want.servers, want.set);
    if (from == start) coa_i_map_join_left(m, start, n);
    coa_i_map_add_list(m, &m->before, 0);
    coa_i_map_add_list(m, &m->after, 0);
}

/* Removes periods that are over, and moves those that have begun from `ahead` to
 * `begun`. */
static void coa_i_map_advance(coa_calendar *c)
{
    coa_i_map *m = coa_i_map_of(c);
    const coa_time now = c->now;
    coa_i_at at;
    for (;;) {
        at.k = m->begun.dir.count;
        if (!coa_i_rows_back(&m->begun, &at)) break;
        if (coa_i_block_of(&m->begun, at.k)->end[at.i] > now) break;
        coa_i_set_drop(&m->sets, coa_i_block_of(&m->begun, at.k)->part[at.i].set);
        (void)coa_i_rows_close(m, &m->begun, at.k, at.i);
    }
    while (m->ahead.dir.count > 0 && coa_i_entries(&m->ahead)->key <= now) {
        const coa_i_block *b = coa_i_block_of(&m->ahead, 0);
        const coa_time end = b->end[b->first];
        const coa_i_part part = b->part[b->first];
        if (b->first + 4 < b->last) /* a set is rarely in the cache */
            COA_I_PREFETCH(COA_I_AT(unsigned char, m->sets.slots) +
                           b->part[b->first + 4].set * m->sets.size);
        (void)coa_i_rows_close(m, &m->ahead, 0, b->first);
        if (end <= now)
            coa_i_set_drop(&m->sets, part.set);
        else
            coa_i_map_add(m, COA_I_PAST, end, part);
    }
}

#ifndef COALLOC_NO_CHECK
/* ---- map: invariants */

#ifndef __OPTIMIZE_SIZE__
/* Checks one level of a tree, and adds its nodes to *used: together they have the slots
 * of the level below as children, in their order, and bounds that hold. */
static int coa_i_level_sane(const coa_i_sets *p, uint32_t first, int root, uint64_t *used)
{
    uint32_t node, child = coa_i_chunk_at(p, first)->runs[0].count, i;
    for (node = first; node != COA_I_NONE;
         node = root ? COA_I_NONE : coa_i_chunk_at(p, node)->next) {
        const coa_i_chunk *c = coa_i_chunk_at(p, node);
        if (node >= p->slots.count || ++*used > p->slots.count) return 0;
        if (c->count <= COA_I_NODE || c->count - COA_I_NODE > COA_I_CHUNK_RUNS) return 0;
        for (i = 0; i < c->count - COA_I_NODE; i++) {
            if (c->runs[i].count != child || child == COA_I_NONE ||
                child >= p->slots.count ||
                ((i > 0 || node != first) &&
                 c->runs[i].first >
                     coa_i_chunk_at(p, coa_i_set_chain(p, child))->runs[0].first))
                return 0;
            child = coa_i_chunk_at(p, child)->next;
        }
    }
    return child == COA_I_NONE;
}
#endif

static int coa_i_set_sane(const coa_i_sets *p, coa_i_part part, uint64_t *used)
{
    uint64_t end = 0;
    uint32_t i, n = 0, slot = part.set;
#ifndef __OPTIMIZE_SIZE__
    uint64_t chain;
    if (slot >= p->slots.count) return 0;
    while (!p->words && slot != COA_I_NONE &&
           coa_i_chunk_at(p, slot)->count & COA_I_NODE) {
        if (!coa_i_level_sane(p, slot, slot == part.set, used)) return 0;
        slot = coa_i_chunk_at(p, slot)->runs[0].count;
    }
    chain = *used;
#endif
    for (; slot != COA_I_NONE; slot = coa_i_chunk_at(p, slot)->next) {
        if (slot >= p->slots.count || ++*used > p->slots.count) return 0;
        if (p->words) break;
        if (coa_i_chunk_at(p, slot)->count - 1 >= COA_I_CHUNK_RUNS) return 0;
        for (i = 0; i < coa_i_chunk_at(p, slot)->count; i++, n++) {
            const coa_run r = coa_i_chunk_at(p, slot)->runs[i];
            if (r.count == 0 || (n > 0 && r.first <= end)) return 0;
            end = (uint64_t)r.first + r.count;
        }
    }
#ifndef __OPTIMIZE_SIZE__
    if (*used - chain != coa_i_set_slots(p, part.set)) return 0;
#endif
    return part.set != COA_I_NONE && part.servers > 0 &&
           coa_i_set_servers(p, part.set) == part.servers;
}

/* Checks one sequence: order, directory, sets. */
static int coa_i_rows_sane(const coa_i_map *m, const coa_i_rows *r, uint64_t *used,
                           uint64_t *groups)
{
    coa_time key = INT64_MIN, end = COA_FOREVER;
    uint32_t k, i;
    if (r->first > r->dir.capacity || r->dir.count > r->dir.capacity - r->first) return 0;
    for (k = 0; k < r->dir.count; k++) {
        const coa_i_entry *e = coa_i_entries(r) + k;
        const coa_i_detail *d = coa_i_details(r) + k;
        const coa_i_block *b = d->block;
        if (b->first >= b->last || b->last > COA_I_FAT) return 0;
        if (e->key != b->key[b->first]) return 0;
        for (i = b->first; i < b->last; i++, ++*groups) {
            const uint16_t code =
                r == &m->ahead ? coa_i_code_between(b->key[i], b->end[i]) : 0;
            if (r == &m->ahead ? b->key[i] >= b->end[i] : b->key[i] != ~b->end[i])
                return 0;
            if ((k > 0 || i > b->first) &&
                !(key < b->key[i] || (key == b->key[i] && end > b->end[i])))
                return 0;
            key = b->key[i];
            end = b->end[i];
            if (b->code[i] != code || code > coa_i_longest(r)[k] || end > e->latest ||
                (end < COA_FOREVER && end > d->latest_finite) ||
                b->low[i] < d->low[end == COA_FOREVER])
                return 0;
            if (!coa_i_set_sane(&m->sets, b->part[i], used) ||
                b->low[i] != coa_i_set_low(&m->sets, b->part[i].set))
                return 0;
        }
    }
    return 1;
}

/* Checks the rules of the structure itself. The calendar checks that no server is lost or
 * in two groups at once. */
static int coa_i_map_sane(const coa_i_map *m)
{
    uint64_t used = 0, groups = 0;
    return coa_i_rows_sane(m, &m->begun, &used, &groups) &&
           coa_i_rows_sane(m, &m->ahead, &used, &groups) && groups == m->groups &&
           used + m->sets.free_count + 1 == m->sets.slots.count;
}
#endif

/* ---- map: the operations of the index */

static void coa_i_map_setup(coa_calendar *c)
{
    coa_i_map *m = coa_i_map_of(c);
    m->tight = c->desc.bookings > 0;
    m->servers = c->desc.servers;
    m->sets.words = coa_i_mask_words(m->servers);
    m->sets.size = m->sets.words ? m->sets.words * sizeof(uint64_t) : sizeof(coa_i_chunk);
}

/* The most groups under the conditions of coa_memory_bound.
 *
 * Why there are at most 3 R groups: draw the R runs booked as rectangles, servers by
 * time. An idle group belongs to two of them that face each other along a server, with
 * only idle time between them; one of the two may be `now` or the end of time. These
 * pairs are the edges of a planar graph with R + 2 vertices, so there are at most 3 R.
 *
 * Groups that are idle at the same time have different servers. So with N servers
 *   at most N groups are picked, and each leaves at most two new ones;
 *   a release touches at most N groups on each side and makes at most 2 N + 1;
 *   fewer than N rows are active in a sweep;
 *   a search finds at most N runs, and at most (N + 1) / 2 that do not touch. */
static uint64_t coa_i_map_plan_groups(const coa_calendar *c)
{
    const uint64_t bookings = c->desc.bookings, servers = c->desc.servers;
    return bookings < servers ? 3 * bookings + 1 : 2 * bookings + servers;
}

/* A tight map packs its blocks more often and so uses fewer blocks. */
static uint64_t coa_i_map_plan_blocks(const coa_calendar *c)
{
    return coa_i_map_blocks(coa_i_map_of(c),
                            coa_i_map_plan_groups(c) + 3 * (uint64_t)c->desc.servers + 2);
}

static uint32_t coa_i_map_plan(coa_calendar *c, coa_i_share *list, uint32_t n,
                               int *bounded)
{
    coa_i_map *m = coa_i_map_of(c);
    const uint64_t servers = c->desc.servers;
    const uint64_t groups = coa_i_map_plan_groups(c);
    const uint64_t slots = groups + coa_i_map_take_slots(m, 0, servers) + servers + 2;
    const uint64_t blocks = coa_i_map_plan_blocks(c);
    *bounded = m->sets.words > 0;
    n = coa_i_plan_add(list, n, &m->ahead.dir, sizeof(coa_i_entry), blocks);
    n = coa_i_plan_add(list, n, &m->begun.dir, sizeof(coa_i_entry), blocks);
    n = coa_i_plan_add(list, n, &m->ahead.details, sizeof(coa_i_detail), blocks);
    n = coa_i_plan_add(list, n, &m->begun.details, sizeof(coa_i_detail), blocks);
    n = coa_i_plan_add(list, n, &m->ahead.longest, sizeof(uint16_t), blocks + 64);
    n = coa_i_plan_add(list, n, &m->begun.longest, sizeof(uint16_t), blocks + 64);
    n = coa_i_plan_add(list, n, &m->pending, sizeof(coa_i_pending), blocks);
    n = coa_i_plan_add(list, n, NULL, sizeof(coa_i_block), blocks);
    n = coa_i_plan_add(list, n, &m->sets.slots, m->sets.size,
                       1 + slots + COA_I_SPARE_SLOTS);
    n = coa_i_plan_add(list, n, &m->picks, sizeof(coa_i_pick), servers);
    n = coa_i_plan_add(list, n, &m->before, sizeof(coa_i_group), servers + 1);
    n = coa_i_plan_add(list, n, &m->after, sizeof(coa_i_group), servers + 1);
    return coa_i_plan_add(list, n, &m->active, sizeof(coa_i_active), servers);
}

/* Masks are written as runs to c->wanted. */
static coa_status coa_i_map_init(coa_calendar *c)
{
    coa_i_map *m = coa_i_map_of(c);
    coa_run all;
    coa_i_part part;
    if (!coa_i_room(&c->mem, &c->wanted, m->sets.words * 32, sizeof(coa_run)) ||
        (m->tight && !coa_i_map_blocks_room(&c->mem, m, coa_i_map_plan_blocks(c))) ||
        !coa_i_sets_room(&c->mem, &m->sets, 2) || !coa_i_map_room(&c->mem, m, 1))
        return COA_E_NOMEM;
    m->sets.slots.count = 1;
    all.first = 0;
    all.count = part.servers = m->servers;
    part.set = coa_i_set_of(&m->sets, &all, 1);
    coa_i_map_add(m, COA_I_PAST, COA_FOREVER, part);
    return COA_OK;
}

static void coa_i_map_stats(const coa_calendar *c, coa_stats_info *out)
{
    out->idle_groups = coa_i_map_of(c)->groups;
}

COA_I_SOME int coa_i_map_deep(const coa_calendar *c)
{
    return coa_i_map_of(c)->ahead.dir.count >= COA_I_DEEP;
}

/* Can groups be picked for a query of this place, before the servers are known? */
static int coa_i_map_picks(const coa_i_query *q, uint32_t place)
{
    return q->place == place && !q->among && COA_I_MOVED(q) == 0;
}

/* Are the servers free at q->start? */
static coa_status coa_i_map_attempt(coa_calendar *c, coa_i_query *q)
{
    coa_i_query now;
    if (coa_i_map_picks(q, COA_PLACE_BEST_FIT)) return coa_i_map_pick(c, q);
#ifndef __OPTIMIZE_SIZE__
    if (coa_i_map_picks(q, COA_PLACE_FIRST_FIT)) {
        const coa_i_map *m = coa_i_map_of(c);
        const coa_status s = coa_i_map_try_lowest(
            c, q, coa_i_map_begun_until(m, coa_i_end(q->start, q->length)));
        if (s != COA_E_NOFIT || q->start <= c->now || m->ahead.dir.count == 0) return s;
    }
#endif
    now = coa_i_query_of(c, q->start, coa_i_end(q->start, q->length), q->among, q->need,
                         NULL);
    coa_i_map_idle(c, &now);
    return now.found >= q->need ? COA_OK : COA_E_NOFIT;
}

static coa_status coa_i_map_earliest(coa_calendar *c, coa_i_query *q)
{
    const int own = COA_I_REPLACED(q->own != NULL);
    const int tries = !own && (!q->ruled_out || q->start == q->latest);
    const coa_status s = tries ? coa_i_map_attempt(c, q) : COA_E_NOFIT;
    if (s != COA_E_NOFIT || (q->start == q->latest && !own)) return s;
    q->picked = coa_i_map_picks(q, COA_PLACE_BEST_FIT) && !own;
    if (coa_i_map_sweep(coa_i_map_of(c), q)) return COA_OK;
    q->picked = 0;
    return q->nomem ? COA_E_NOMEM : COA_E_NOFIT;
}

static void coa_i_map_profile(const coa_calendar *c, coa_i_query *q, coa_i_change *x)
{
    coa_i_map *m = coa_i_map_of(c);
    coa_i_walk w = coa_i_map_walk(m, q->start, q->start + 1, c->now);
    coa_i_at at = coa_i_rows_find(&m->ahead, q->start, INT64_MIN);
    uint64_t n;
    while (coa_i_walk_next(&w)) {
        n = coa_i_map_usable(m, w.block->part[w.at.i], q->among);
        q->found += n;
        coa_i_change_at(x, w.block->end[w.at.i], -(int64_t)n);
    }
    for (; coa_i_rows_settle(&m->ahead, &at); at.i++) {
        const coa_i_block *b = coa_i_block_of(&m->ahead, at.k);
        if (b->key[at.i] > x->time) break;
        n = coa_i_map_usable(m, b->part[at.i], q->among);
        coa_i_change_at(x, b->key[at.i], (int64_t)n);
    }
}

/* Also picks their groups, for coa_i_map_take_runs. */
static coa_status coa_i_map_take_runs_room(coa_calendar *c, coa_time start, coa_time end,
                                           const coa_run *runs, uint32_t n)
{
    const coa_status s = coa_i_map_pick_runs(c, start, end, runs, n);
    if (s != COA_OK) return s;
    return coa_i_map_take_room(c, start, n) ? COA_OK : COA_E_NOMEM;
}

static void coa_i_map_take_runs(coa_calendar *c, coa_time start, coa_time end,
                                const coa_run *runs, uint32_t n)
{
    coa_i_map *m = coa_i_map_of(c);
    uint32_t want = coa_i_set_of(&m->sets, runs, n);
    coa_i_map_take(m, start, end, c->now, runs, n, &want, NULL);
    coa_i_set_drop(&m->sets, want);
}

#ifndef __OPTIMIZE_SIZE__
/* Writes the picked servers as coa_i_map_show_chains does, by way of a mask of all. */
static int coa_i_map_show_mask(coa_calendar *c)
{
    coa_i_map *m = coa_i_map_of(c);
    const coa_i_pick *p = COA_I_AT(coa_i_pick, m->picks);
    uint64_t *mask;
    uint32_t i, n = 0;
    if (!coa_i_map_mask_room(c)) return 0;
    mask = coa_i_map_mask_new(m);
    for (i = 0; i < m->picks.count; i++)
        n += coa_i_chain_flip(&m->sets, coa_i_pick_part(p + i)->set, p[i].servers, mask);
    if (!coa_i_room(&c->mem, &c->wanted, n, sizeof(coa_run))) return 0;
    c->wanted.count =
        coa_i_mask_runs(mask, (m->servers + 63) / 64, COA_I_AT(coa_run, c->wanted));
    return 1;
}
#endif

/* Writes the servers of the picked groups to c->wanted; false without memory. */
static int coa_i_map_want_picked(coa_calendar *c)
{
    uint64_t all[(COA_I_MASK_SERVERS + 63) / 64];
    const coa_i_map *m = coa_i_map_of(c);
#ifndef __OPTIMIZE_SIZE__
    if (coa_i_map_masks(m, m->picks.count)) return coa_i_map_show_mask(c);
#endif
    if (m->sets.words == 0) return coa_i_map_show_chains(m, &c->mem, &c->wanted);
    coa_i_map_show_masks(m, all, &c->wanted);
    return 1;
}

/* Masks are written as runs when they are taken if there is room for the most runs they
 * can have, else before. */
static coa_status coa_i_map_choose(coa_calendar *c, coa_i_query *q)
{
    coa_i_map *m = coa_i_map_of(c);
    if (!coa_i_map_picks(q, COA_PLACE_BEST_FIT) &&
        !coa_i_map_picks(q, COA_PLACE_FIRST_FIT)) {
        const coa_set *all = q->among;
        if (!all || q->place == COA_PLACE_CONTIGUOUS ||
            q->need < coa_i_runs_servers(all->runs, all->count))
            return coa_i_named_choose(c, q);
        if (!coa_i_room(&c->mem, &c->wanted, all->count, sizeof(coa_run)))
            return COA_E_NOMEM;
        c->wanted.count =
            coa_i_runs_join(COA_I_AT(coa_run, c->wanted), all->runs, all->count);
        return coa_i_wanted_room(c, q->start, q->end);
    }
    if (!q->picked) {
        const coa_status s =
            q->place == COA_PLACE_BEST_FIT
                ? coa_i_map_pick(c, q)
                : coa_i_map_pick_lowest(c, q,
                                        coa_i_map_begun_until(coa_i_map_of(c), q->end));
        if (s != COA_OK) return s;
    }
    m->late =
        m->sets.words > 0 && c->store.capacity - c->store.count >= m->sets.words * 32;
    return (m->late || coa_i_map_want_picked(c)) &&
                   coa_i_booking_room(c, m->late ? 0 : c->wanted.count) &&
                   coa_i_map_take_room(c, q->start, 0)
               ? COA_OK
               : COA_E_NOMEM;
}

static void coa_i_map_book(coa_calendar *c, const coa_i_query *q, coa_i_record *r)
{
    coa_i_map *m = coa_i_map_of(c);
    uint64_t all[(COA_I_MASK_SERVERS + 63) / 64];
    uint32_t w;
    if (!q->picked) {
        coa_i_named_book(c, q, r);
        return;
    }
    if (!m->late) {
        coa_i_record_wanted(c, r);
        coa_i_map_take(m, q->start, q->end, c->now, coa_i_runs_of(c, r), r->run_count,
                       NULL, NULL);
        return;
    }
    for (w = 0; w < m->sets.words; w++) all[w] = 0;
    coa_i_map_take(m, q->start, q->end, c->now, NULL, 0, NULL, all);
    r->run_count = coa_i_mask_runs(all, m->sets.words, coa_i_runs_of(c, r));
    c->store.count += r->run_count;
}

/* To retake the booking, its servers are picked from the rows that are idle during its
 * time already and from those that giving it back makes. There are then as many groups as
 * before, so these need no more blocks. */
static coa_status coa_i_map_lift(coa_calendar *c, const coa_i_record *r)
{
    coa_i_map *m = coa_i_map_of(c);
    const coa_time from = coa_i_left_from(c, r);
    coa_i_walk w = coa_i_map_walk(m, from, r->end, c->now);
    coa_i_need need =
        coa_i_map_give_need(c, from, r->end, coa_i_runs_of(c, r), r->run_count);
    uint64_t picks = need.groups,
             slots = need.slots + r->run_count / COA_I_CHUNK_RUNS + 1;
    for (; coa_i_walk_next(&w); picks++)
        slots += coa_i_set_slots(&m->sets, w.block->part[w.at.i].set);
    if (picks > r->servers) picks = r->servers; /* each has at least one of them */
    slots = coa_i_map_take_slots(m, slots, picks);
    need.slots += slots;
    if ((picks > m->picks.capacity && !coa_i_map_picks_room(&c->mem, m, picks)) ||
        coa_i_map_need_room(c, &need) != COA_OK)
        return COA_E_NOMEM;
    m->sets.kept = (uint32_t)slots;
    coa_i_map_give(c, from, r->end, coa_i_runs_of(c, r), r->run_count);
    m->sets.kept = 0;
    return COA_OK;
}

static void coa_i_map_retake(coa_calendar *c, const coa_i_record *r)
{
    const coa_time from = coa_i_left_from(c, r);
    const coa_run *runs = coa_i_runs_of(c, r);
    (void)coa_i_map_pick_runs(c, from, r->end, runs, r->run_count);
    coa_i_map_take_runs(c, from, r->end, runs, r->run_count);
}

#ifndef COALLOC_NO_FLEX
/* ---- map: following a window that moves on, for >>flex */

static int coa_i_active_below(const void *x, const void *y)
{
    return ((const coa_i_active *)x)->end > ((const coa_i_active *)y)->end;
}

/* Puts a usable row into the heap by end; false without memory. */
static int coa_i_follow_push(coa_i_mem *mem, coa_i_map *m, coa_i_follow *f, coa_time end,
                             coa_i_part part)
{
    const uint64_t servers = coa_i_map_usable(m, part, f->among);
    coa_i_active a;
    if (servers == 0) return 1;
    if (!coa_i_room(mem, &m->active, (uint64_t)m->active.count + 1, sizeof a)) return 0;
    memset(&a, 0, sizeof a);
    a.end = end;
    a.servers = (uint32_t)servers;
    coa_i_heap_up(m->active.at, m->active.count++, sizeof a, coa_i_active_below, &a);
    f->usable += servers;
    return 1;
}

/* Removes the row that ends first from the heap. */
static void coa_i_follow_pop(coa_i_map *m, coa_i_follow *f)
{
    const coa_i_active *a = COA_I_AT(coa_i_active, m->active);
    const coa_i_active last = a[--m->active.count];
    f->usable -= a->servers;
    coa_i_heap_down(m->active.at, m->active.count, 0, sizeof last, coa_i_active_below,
                    &last);
}

/* Goes to the next block with rows that last long enough, as far as codes tell, for
 * windows that end at `end` or later; false if there is none. */
static int coa_i_follow_more(const coa_i_map *m, coa_i_follow *f, coa_time end)
{
    const coa_i_rows *r = &m->ahead;
    const uint16_t code = coa_i_code((uint64_t)f->length);
    for (; f->rows == 0; f->blocks++) {
        if (f->blocks == r->dir.count) return 0;
        if (coa_i_longest(r)[f->blocks] < code ||
            coa_i_entries(r)[f->blocks].latest < end)
            continue;
        f->rows = coa_i_block_lasting(coa_i_block_of(r, f->blocks), code);
    }
    return 1;
}

/* Returns the block with the next such row; NULL if there is none. */
COA_I_HOT const coa_i_block *coa_i_follow_block(const coa_i_map *m, coa_i_follow *f,
                                                coa_time end)
{
    if (f->rows == 0 && !coa_i_follow_more(m, f, end)) return NULL;
    return coa_i_block_of(&m->ahead, f->blocks - 1);
}

/* Moves the window to [start, end): then exactly the rows that begin by `start` and last
 * until `end` are usable. False without memory. */
static int coa_i_follow_walk(coa_i_mem *mem, coa_i_map *m, coa_i_follow *f,
                             coa_time start, coa_time end)
{
    const coa_i_block *b;
    coa_i_at at;
    while ((b = coa_i_follow_block(m, f, end)) != NULL) {
        const uint32_t i = coa_i_low_bit(f->rows);
        if (b->key[i] > start) break;
        f->rows &= f->rows - 1;
        if (b->end[i] >= end && !coa_i_follow_push(mem, m, f, b->end[i], b->part[i]))
            return 0;
    }
    while (m->active.count > 0 && COA_I_AT(coa_i_active, m->active)->end < end)
        coa_i_follow_pop(m, f);
    for (at = f->begun; coa_i_rows_back(&m->begun, &at); f->begun = at) {
        b = coa_i_block_of(&m->begun, at.k);
        if (b->end[at.i] >= end) break;
        f->usable -= coa_i_map_usable(m, b->part[at.i], f->among);
    }
    return 1;
}

/* Returns the earliest end of a usable row. */
static coa_time coa_i_follow_first_end(const coa_i_map *m, const coa_i_follow *f)
{
    coa_i_at at = f->begun;
    coa_time first = COA_FOREVER;
    if (m->active.count > 0) first = COA_I_AT(coa_i_active, m->active)->end;
    if (coa_i_rows_back(&m->begun, &at)) {
        const coa_time end = coa_i_block_of(&m->begun, at.k)->end[at.i];
        if (end < first) first = end;
    }
    return first;
}

static void coa_i_map_follow_from(coa_calendar *c, coa_i_follow *f, coa_time start)
{
    coa_i_map *m = coa_i_map_of(c);
    coa_i_at at = f->begun = coa_i_map_begun_until(m, start + f->length);
    m->active.count = 0;
    f->usable = f->rows = 0;
    f->blocks = 0;
    while (coa_i_rows_back(&m->begun, &at)) {
        const coa_i_block *b = coa_i_block_of(&m->begun, at.k);
        for (at.i++; at.i > b->first; at.i--)
            f->usable += coa_i_map_usable(m, b->part[at.i - 1], f->among);
    }
}

static coa_status coa_i_map_follow(coa_calendar *c, coa_i_follow *f, coa_time start)
{
    coa_i_map *m = coa_i_map_of(c);
    coa_time until;
    if (!coa_i_follow_walk(&c->mem, m, f, start, start + f->length)) return COA_E_NOMEM;
    f->free = f->usable;
    until = coa_i_follow_first_end(m, f);
    f->fall = until == COA_FOREVER || until - f->length > f->until ? f->until
                                                                   : until - f->length;
    return COA_OK;
}

static coa_time coa_i_map_follow_next(coa_calendar *c, const coa_i_follow *f,
                                      coa_time start, uint64_t more)
{
    coa_i_follow ahead = *f;
    const coa_i_block *b;
    (void)start;
    while ((b = coa_i_follow_block(coa_i_map_of(c), &ahead, INT64_MIN)) != NULL) {
        const uint32_t i = coa_i_low_bit(ahead.rows);
        if (b->key[i] > f->until) break;
        ahead.rows &= ahead.rows - 1;
        if (b->end[i] < b->key[i] + f->length) continue;
        if (b->part[i].servers >= more) return b->key[i];
        more -= b->part[i].servers;
    }
    return COA_FOREVER;
}
#endif

/* Reports the periods of one sequence. */
static void coa_i_rows_periods(const coa_i_map *m, const coa_i_rows *r, coa_i_query *q)
{
    coa_i_at at = coa_i_rows_find(r, INT64_MIN, COA_FOREVER); /* the first row */
    for (; !coa_i_query_over(q) && coa_i_rows_settle(r, &at); at.i++) {
        const coa_i_block *b = coa_i_block_of(r, at.k);
        const coa_time start = coa_i_row_start(m, r, b, at.i);
        if (start > q->latest) return;
        if (coa_i_can_start(q, start, b->end[at.i]))
            coa_i_set_emit(&m->sets, b->part[at.i].set, q, start, b->end[at.i]);
    }
}

static void coa_i_map_periods(const coa_calendar *c, coa_i_query *q)
{
    coa_i_rows_periods(coa_i_map_of(c), &coa_i_map_of(c)->begun, q);
    coa_i_rows_periods(coa_i_map_of(c), &coa_i_map_of(c)->ahead, q);
}

/* Makes the groups that the idle periods form, instead of the group of all servers. */
static coa_status coa_i_map_rebuild(coa_calendar *c)
{
    coa_i_map *m = coa_i_map_of(c);
    coa_i_block *b = coa_i_block_of(&m->begun, 0);
    coa_i_vec idle; /* of coa_i_item */
    uint32_t i, n;
    coa_status s;
    memset(&idle, 0, sizeof idle);
    s = coa_i_complement(c, &c->mem, &idle);
    if (s == COA_OK) {
        coa_i_set_drop(&m->sets, b->part[b->first].set);
        (void)coa_i_rows_close(m, &m->begun, 0, b->first);
    }
    for (i = 0; s == COA_OK && i < idle.count; i += n) {
        coa_i_item *it = COA_I_AT(coa_i_item, idle) + i;
        coa_i_vec alike;
        alike.at = it;
        alike.count = alike.capacity = n = coa_i_items_alike(&idle, i);
        if (!coa_i_room(&c->mem, &c->wanted, n, sizeof(coa_run)) ||
            !coa_i_sets_room(&c->mem, &m->sets, n / COA_I_CHUNK_RUNS + 1) ||
            !coa_i_map_room(&c->mem, m, 1)) {
            s = COA_E_NOMEM;
        } else {
            coa_run *runs = COA_I_AT(coa_run, c->wanted);
            coa_i_part part;
            coa_i_items_to_runs(&alike, runs);
            part.servers = coa_i_runs_servers(runs, n);
            part.set = coa_i_set_of(&m->sets, runs, n);
            coa_i_map_add(m, it->a, ~it->b, part);
        }
    }
    coa_i_vec_free(&c->mem, &idle, sizeof(coa_i_item));
    return s;
}

#ifndef COALLOC_NO_CHECK
static coa_status coa_i_map_check(const coa_calendar *c)
{
    return coa_i_map_sane(coa_i_map_of(c)) ? coa_i_idle_check(c) : COA_E_CORRUPT;
}
#endif

static void coa_i_map_before(coa_calendar *c, coa_time end, coa_i_query *q)
{
    const coa_i_map *m = coa_i_map_of(c);
    coa_i_at at;
    const coa_i_block *b;
    if (coa_i_map_begun_at(m, end, &at)) {
        b = coa_i_block_of(&m->begun, at.k);
        coa_i_set_emit(&m->sets, b->part[at.i].set, q, COA_I_PAST, 0);
    }
    at = coa_i_rows_find(&m->ahead, end, COA_FOREVER);
    while (coa_i_map_back_to(m, end, &at)) {
        b = coa_i_block_of(&m->ahead, at.k);
        coa_i_set_emit(&m->sets, b->part[at.i].set, q, b->key[at.i], 0);
    }
}

static const coa_i_index coa_i_index_map = {
    COA_INDEX_MAP,
    1u << COA_PLACE_BEST_FIT | 1u << COA_PLACE_FIRST_FIT | COA_I_CONTIGUOUS,
    COA_PLACE_BEST_FIT,
    COA_PLACE_BEST_FIT,
    1,
    0,
    sizeof(coa_i_map),
    coa_i_map_setup,
    coa_i_map_init,
    coa_i_map_close,
    coa_i_map_plan,
    coa_i_map_advance,
    COA_I_FOR_CHECK(coa_i_map_check),
    coa_i_map_stats,
    COA_I_FOR_LESSONS(coa_i_map_deep),
    coa_i_map_earliest,
    coa_i_map_idle,
    coa_i_named_until,
    coa_i_map_profile,
    coa_i_map_choose,
    coa_i_map_book,
    COA_I_NAMED_CHANGES,
    coa_i_map_take_runs_room,
    coa_i_map_take_runs,
    coa_i_map_give_room,
    coa_i_map_give,
    coa_i_map_rebuild,
    coa_i_map_periods,
    coa_i_map_lift,
    coa_i_map_retake,
    NULL,
    NULL,
    coa_i_map_before,
    COA_I_FOR_FLEX(coa_i_map_follow_from),
    COA_I_FOR_FLEX(coa_i_map_follow),
    COA_I_FOR_FLEX(coa_i_map_follow_next)};
#endif

#ifndef COALLOC_NO_SLICES
/* >>slices: time slices with a mask of idle servers each --------------------------------
 *
 * A slice says which servers are idle from its `at` to that of the next slice; the last
 * slice never ends. Neighbouring slices differ, and the edge between two says how: if
 * servers are lost there, gained or both. So a search forward reads masks only where
 * servers are lost, and a search backward only where some are gained. Slices are stored
 * in an array with room at both ends, and an insertion moves the shorter side. Masks are
 * rows of another array and do not move.
 *
 * B bookings make at most 2 B + 1 slices: the first begins now, every other one where a
 * booking starts or ends. A change needs room for at most two more. */

#define COA_I_SLICE_WORDS (COA_SLICES_SERVERS / 64u)
#ifndef COA_I_SLICES_DEEP      /* tests make this small */
#define COA_I_SLICES_DEEP 128u /* with so many slices it pays to remember searches */
#endif
#define COA_I_LOSES 1u
#define COA_I_GAINS 2u

typedef struct coa_i_slice {
    coa_time at;
    uint32_t row;  /* of its mask */
    uint16_t idle; /* servers in the mask */
    uint16_t
        edge; /* against the slice before: COA_I_LOSES, COA_I_GAINS; first slice: 0 */
} coa_i_slice;

typedef struct coa_i_slices {
    coa_i_vec slices; /* of coa_i_slice: those in use are first .. slices.count - 1 */
    coa_i_vec masks;  /* rows of `words` words; row 0 is not used */
    coa_i_vec tried;  /* such rows, one for each slice: see coa_i_slices_next */
    uint32_t first;
    uint32_t words;
    uint32_t room;  /* for so many slices there is memory */
    uint32_t spare; /* the first of the rows not in use, linked by their first words */
    uint32_t from;  /* the first slice of the window found, */
    uint32_t to;    /* ... the slice behind it, */
    uint32_t idle;  /* ... servers idle during the window, */
    uint64_t window[COA_I_SLICE_WORDS]; /* ... their mask, */
    uint64_t chosen[COA_I_SLICE_WORDS]; /* ... and those of them that are to be booked */
} coa_i_slices;

static coa_i_slices *coa_i_slices_of(const coa_calendar *c)
{
    return (coa_i_slices *)c->state;
}

COA_I_HOT coa_i_slice *coa_i_slice_at(const coa_i_slices *x, uint32_t i)
{
    return COA_I_AT(coa_i_slice, x->slices) + i;
}

/* Functions with a parameter `words` get the constants 1, 2 and 16 where speed counts. */
COA_I_HOT uint64_t *coa_i_slice_row(const coa_i_slices *x, const coa_i_slice *s,
                                    uint32_t words)
{
    return COA_I_AT(uint64_t, x->masks) + (size_t)s->row * words;
}

COA_I_HOT uint64_t *coa_i_slice_mask(const coa_i_slices *x, uint32_t i, uint32_t words)
{
    return coa_i_slice_row(x, coa_i_slice_at(x, i), words);
}

/* Returns the slice that t is in; t is not before now. */
COA_I_HOT uint32_t coa_i_slice_find(const coa_i_slices *x, coa_time t)
{
    const coa_i_slice *s = coa_i_slice_at(x, 0);
    uint32_t i = x->first, n = x->slices.count - i, half;
    if (n == 1 || t < s[i + 1].at) return i;
    for (; n > 1; n -= half) {
        half = n / 2;
        i += s[i + half].at <= t ? half : 0;
    }
    return i;
}

/* Several words at once, where there are more than two: compilers that unroll a loop over
 * a mask make no vectors of it, and slow code of vectors that the processor has not. */
#if (defined(__SSE2__) || defined(__ARM_NEON)) && defined(__GNUC__) && \
    !defined(__OPTIMIZE_SIZE__) && !defined(COALLOC_NO_VECTOR)
#ifdef __AVX2__
#define COA_I_WIDE 4u
#else
#define COA_I_WIDE 2u
#endif
typedef uint64_t coa_i_wide
    __attribute__((vector_size(8 * COA_I_WIDE), aligned(8), may_alias));
#define COA_I_WIDE_AT(p) (*(coa_i_wide *)(void *)(p))
#define COA_I_WIDE_OF(p) (*(const coa_i_wide *)(const void *)(p))
#else
#define COA_I_WIDE 0u
#endif

/* Writes to `to` what both x and y have. */
COA_I_HOT void coa_i_mask_meet(uint64_t *to, const uint64_t *x, const uint64_t *y,
                               uint32_t words)
{
    uint32_t w = 0;
#if COA_I_WIDE
    for (; words > 2 && w + COA_I_WIDE <= words; w += COA_I_WIDE)
        COA_I_WIDE_AT(to + w) = COA_I_WIDE_OF(x + w) & COA_I_WIDE_OF(y + w);
#endif
    for (; w < words; w++) to[w] = x[w] & y[w];
}

/* Takes the servers of a mask out of m, or puts them in. */
COA_I_HOT void coa_i_mask_toggle(uint64_t *COA_I_RESTRICT m,
                                 const uint64_t *COA_I_RESTRICT mask, uint32_t words)
{
    uint32_t w = 0;
#if COA_I_WIDE
    for (; words > 2 && w + COA_I_WIDE <= words; w += COA_I_WIDE)
        COA_I_WIDE_AT(m + w) ^= COA_I_WIDE_OF(mask + w);
#endif
    for (; w < words; w++) m[w] ^= mask[w];
}

/* Has `a` any that `m` has not? */
COA_I_HOT int coa_i_mask_loses(const uint64_t *a, const uint64_t *m, uint32_t words)
{
    uint64_t any = 0;
    uint32_t w = 0;
#if COA_I_WIDE
    coa_i_wide wide = {0};
    for (; words > 2 && w + COA_I_WIDE <= words; w += COA_I_WIDE)
        wide |= COA_I_WIDE_OF(a + w) & ~COA_I_WIDE_OF(m + w);
    any = wide[0] | wide[1];
#if COA_I_WIDE > 2
    any |= wide[2] | wide[3];
#endif
#endif
    for (; w < words; w++) any |= a[w] & ~m[w];
    return any != 0;
}

/* Returns how many servers a mask has; `few`: most of its words are empty. */
COA_I_HOT uint32_t coa_i_mask_bits(const uint64_t *a, uint32_t words, int few)
{
    uint32_t w, n = 0;
    (void)few;
    for (w = 0; w < words; w++) {
#if !COA_I_BITS_AT_ONCE && !defined(__OPTIMIZE_SIZE__)
        if (few && a[w] == 0) continue;
#endif
        n += coa_i_bits(a[w]);
    }
    return n;
}

/* Moves to `lost` what `a` has and `m` has not; returns how many servers these are. */
COA_I_HOT uint32_t coa_i_mask_lose(uint64_t *COA_I_RESTRICT a,
                                   const uint64_t *COA_I_RESTRICT m,
                                   uint64_t *COA_I_RESTRICT lost, uint32_t words)
{
    uint32_t w = 0;
    if (words > 2 && !coa_i_mask_loses(a, m, words)) return 0; /* mostly none */
#if COA_I_WIDE
    for (; words > 2 && w + COA_I_WIDE <= words; w += COA_I_WIDE) {
        COA_I_WIDE_AT(lost + w) = COA_I_WIDE_AT(a + w) & ~COA_I_WIDE_OF(m + w);
        COA_I_WIDE_AT(a + w) &= COA_I_WIDE_OF(m + w);
    }
#endif
    for (; w < words; w++) {
        lost[w] = a[w] & ~m[w];
        a[w] &= m[w];
    }
    return coa_i_mask_bits(lost, words, 1);
}

COA_I_HOT void coa_i_mask_copy(uint64_t *to, const uint64_t *from, uint32_t words)
{
    memcpy(to, from, words * sizeof *to);
}

/* Returns the mask of q->among, written to `mask`; NULL if that is all servers. */
static const uint64_t *coa_i_mask_among(const coa_set *among, uint64_t *mask)
{
    if (!among) return NULL;
    memset(mask, 0, COA_I_SLICE_WORDS * sizeof *mask);
    coa_i_mask_flip(mask, among->runs, among->count);
    return mask;
}

/* Finds the lowest n consecutive servers of a mask. */
static int coa_i_mask_run(const uint64_t *mask, uint32_t words, uint32_t n,
                          uint32_t *first)
{
    uint32_t w, end = 0;
    *first = 0;
    for (w = 0; w < words; w++) {
        uint64_t x = mask[w];
        while (x != 0) {
            const uint64_t carried = x + (x & (0 - x)); /* the lowest run becomes 1 bit */
            const uint32_t low = w * 64 + coa_i_low_bit(x);
            if (end != low) *first = low;
            end = w * 64 + (carried ? coa_i_low_bit(carried) : 64);
            if (end - *first >= n) return 1;
            x &= carried;
        }
    }
    return 0;
}

/* Does a mask have as many servers as the query needs, with CONTIGUOUS in one run? */
COA_I_HOT int coa_i_mask_fits(const coa_i_query *q, const uint64_t *a, uint32_t idle,
                              uint32_t words)
{
    uint32_t first;
    if (idle < q->need) return 0;
    return !COA_I_CONTIGUOUS || q->place != COA_PLACE_CONTIGUOUS ||
           coa_i_mask_run(a, words, (uint32_t)q->need, &first);
}

/* Writes to `a` which servers of `among` (NULL = all) are idle in slice s; returns how
 * many they are. */
COA_I_HOT uint32_t coa_i_slice_idle(const coa_i_slices *x, const coa_i_slice *s,
                                    const uint64_t *among, uint64_t *a, uint32_t words)
{
    const uint64_t *mask = coa_i_slice_row(x, s, words);
    if (!among) {
        coa_i_mask_copy(a, mask, words);
        return s->idle;
    }
    coa_i_mask_meet(a, mask, among, words);
    return coa_i_mask_bits(a, words, 0);
}

/* ---- slices: search */

/* The window that moves on: slices i .. j - 1, and the servers that are idle in all of
 * them. If they are too few, the window must begin later, at a slice that gains servers.
 * Going back from slice j - 1, the servers idle from there to j are found for every
 * possible first slice, and kept in `tried`. As long as one of these slices will do, what
 * is kept needs only those intersected that are idle from j on. So each slice is kept at
 * most once. */
typedef struct coa_i_sliding {
    const coa_i_slice *i, *j;
    const coa_i_slice *pivot; /* `tried` has masks of windows that end with it */
    uint32_t idle;
} coa_i_sliding;

/* Moves the beginning of the window on, until enough servers are idle in it; to slice j
 * if there are too few in the one before. Sets `a` to the mask of the window; the mask
 * `since` is of those idle in the slices pivot .. j - 1. */
COA_I_HOT void coa_i_slices_next(const coa_i_slices *x, const coa_i_query *q,
                                 const uint64_t *among, coa_i_sliding *v, uint64_t *a,
                                 uint64_t *since, uint32_t words)
{
    const coa_i_slice *const first = coa_i_slice_at(x, x->first);
    uint64_t *const tried = COA_I_AT(uint64_t, x->tried);
    uint64_t b[COA_I_SLICE_WORDS], lost[COA_I_SLICE_WORDS];
    uint32_t left;
    while (v->i < v->pivot) {
        const uint64_t *kept = tried + (size_t)(++v->i - first) * words;
        if (!(v->i->edge & COA_I_GAINS)) continue;
        coa_i_mask_meet(a, kept, since, words);
        v->idle = coa_i_mask_bits(a, words, 0);
        if (coa_i_mask_fits(q, a, v->idle, words)) return;
    }
    v->i = v->j;
    left = coa_i_slice_idle(x, v->j - 1, among, b, words);
    if (!coa_i_mask_fits(q, b, left, words)) return;
    do {
        while (!((--v->i)->edge & COA_I_GAINS)) continue;
        coa_i_mask_copy(tried + (size_t)(v->i - first) * words, b, words);
        coa_i_mask_copy(a, b, words);
        v->idle = left;
        left -= coa_i_mask_lose(b, coa_i_slice_row(x, v->i - 1, words), lost, words);
    } while (coa_i_mask_fits(q, b, left, words));
    v->pivot = v->j - 1;
    coa_i_mask_copy(since, coa_i_slice_row(x, v->pivot, words), words);
}

/* Moves v->i on to the first slice that begins a window whose slices have enough idle
 * servers each, and sets v->j. Returns the start, or COA_FOREVER if it would be above
 * q->latest. */
COA_I_HOT coa_time coa_i_slices_enough(const coa_i_slices *x, const coa_i_query *q,
                                       coa_i_sliding *v)
{
    const coa_i_slice *const end = coa_i_slice_at(x, x->slices.count), *i = v->i, *j;
    const uint32_t need = (uint32_t)q->need;
    for (;; i = j) {
        coa_time t = q->start, until;
        while (i->idle < need)
            if (++i == end) return COA_FOREVER;
        if (i->at > t) t = i->at;
        if (t > q->latest) return COA_FOREVER;
        until = coa_i_end(t, q->length);
        j = i;
        do
            if (++j == end || j->at >= until) {
                v->i = i;
                v->j = j;
                return t;
            }
        while (j->idle >= need);
    }
}

/* Takes out of `a` what is not idle in all slices s .. end - 1. */
COA_I_HOT void coa_i_slices_meet(const coa_i_slices *x, const coa_i_slice *s,
                                 const coa_i_slice *end, uint64_t *a, uint32_t words)
{
    for (; s != end; s++)
        if (words <= 2 || s->edge & COA_I_LOSES)
            coa_i_mask_meet(a, a, coa_i_slice_row(x, s, words), words);
}

/* Moves q->start to the first start in [q->start, q->latest], and keeps the window. */
COA_I_HOT coa_status coa_i_slices_search(coa_i_slices *x, coa_i_query *q,
                                         const uint64_t *among, uint32_t words)
{
    const coa_i_slice *const all = coa_i_slice_at(x, 0), *const end =
                                                             all + x->slices.count;
    const uint32_t need = (uint32_t)q->need;
    uint64_t *const a = x->window, since[COA_I_SLICE_WORDS];
    coa_time t, until;
    coa_i_sliding v;
    v.i = all + coa_i_slice_find(x, q->start);
    for (;;) {
        t = coa_i_slices_enough(x, q, &v);
        if (t == COA_FOREVER) return COA_E_NOFIT;
        (void)coa_i_slice_idle(x, v.i, among, a, words);
        coa_i_slices_meet(x, v.i + 1, v.j, a, words);
        v.idle = coa_i_mask_bits(a, words, 0);
        if (coa_i_mask_fits(q, a, v.idle, words)) break;
        v.pivot = v.i;
        coa_i_mask_copy(since, a, words);
        do {
            const coa_i_slice *more = v.j;
            coa_i_slices_next(x, q, among, &v, a, since, words);
            if (v.i == v.j) break;
            t = v.i->at;
            if (t > q->latest) return COA_E_NOFIT;
            until = coa_i_end(t, q->length);
            while (v.j != end && v.j->at < until && v.j->idle >= need) v.j++;
            if (v.j != end && v.j->at < until) {
                v.i = v.j;
                break;
            }
            if (v.j == more) break;
            coa_i_slices_meet(x, more, v.j, a, words);
            coa_i_slices_meet(x, more, v.j, since, words);
            v.idle = coa_i_mask_bits(a, words, 0);
        } while (!coa_i_mask_fits(q, a, v.idle, words));
        if (v.i != v.j) break;
        if (v.i == end) return COA_E_NOFIT;
    }
    q->start = t;
    q->picked = 1;
    x->from = (uint32_t)(v.i - all);
    x->to = (uint32_t)(v.j - all);
    x->idle = v.idle;
    return COA_OK;
}

static coa_status coa_i_slices_earliest(coa_calendar *c, coa_i_query *q)
{
    coa_i_slices *x = coa_i_slices_of(c);
    uint64_t mask[COA_I_SLICE_WORDS];
    const uint64_t *among = coa_i_mask_among(q->among, mask);
    switch (x->words) {
#ifndef __OPTIMIZE_SIZE__
    case 1: return coa_i_slices_search(x, q, among, 1);
    case 2: return coa_i_slices_search(x, q, among, 2);
    case COA_I_SLICE_WORDS: return coa_i_slices_search(x, q, among, COA_I_SLICE_WORDS);
#endif
    default: return coa_i_slices_search(x, q, among, x->words);
    }
}

/* Finds the servers of the set (NULL = all) that are idle during [start, end), and keeps
 * the window. */
static void coa_i_slices_look(coa_i_slices *x, coa_time start, coa_time end,
                              const coa_set *set)
{
    const coa_i_slice *s = coa_i_slice_at(x, 0);
    uint64_t mask[COA_I_SLICE_WORDS], lost[COA_I_SLICE_WORDS];
    uint32_t j = x->from = coa_i_slice_find(x, start);
    x->idle =
        coa_i_slice_idle(x, s + j, coa_i_mask_among(set, mask), x->window, x->words);
    while (++j < x->slices.count && s[j].at < end)
        if (s[j].edge & COA_I_LOSES)
            x->idle -= coa_i_mask_lose(x->window, coa_i_slice_mask(x, j, x->words), lost,
                                       x->words);
    x->to = j;
}

static void coa_i_slices_idle(coa_calendar *c, coa_i_query *q)
{
    coa_i_slices *x = coa_i_slices_of(c);
    coa_i_slices_look(x, q->start, q->end, q->among);
    if (q->items || q->each)
        coa_i_mask_emit(x->window, x->words, q, 0, 0);
    else
        q->found += x->idle;
}

static coa_status coa_i_slices_until(coa_calendar *c, coa_i_query *q, coa_time *until)
{
    const coa_i_slices *x = coa_i_slices_of(c);
    uint64_t mask[COA_I_SLICE_WORDS], a[COA_I_SLICE_WORDS], lost[COA_I_SLICE_WORDS];
    uint32_t i = coa_i_slice_find(x, q->start),
             idle = coa_i_slice_idle(x, coa_i_slice_at(x, i),
                                     coa_i_mask_among(q->among, mask), a, x->words);
    *until = q->start;
    while (coa_i_mask_fits(q, a, idle, x->words)) {
        *until = COA_FOREVER;
        if (++i == x->slices.count) break;
        *until = coa_i_slice_at(x, i)->at;
        idle -= coa_i_mask_lose(a, coa_i_slice_mask(x, i, x->words), lost, x->words);
    }
    return COA_OK;
}

static void coa_i_slices_profile(const coa_calendar *c, coa_i_query *q, coa_i_change *x)
{
    const coa_i_slices *all = coa_i_slices_of(c);
    uint64_t mask[COA_I_SLICE_WORDS], a[COA_I_SLICE_WORDS];
    const uint64_t *among = coa_i_mask_among(q->among, mask);
    const coa_i_slice *s = coa_i_slice_at(all, coa_i_slice_find(all, q->start)),
                      *end = coa_i_slice_at(all, all->slices.count);
    const uint32_t idle = coa_i_slice_idle(all, s, among, a, all->words);
    q->found += idle;
    while (++s < end && x->more == 0)
        coa_i_change_at(x, s->at,
                        (int64_t)coa_i_slice_idle(all, s, among, a, all->words) - idle);
}

/* ---- slices: choice of servers */

/* Moves the lowest n servers of `a` to `out`; `a` has as many. */
COA_I_HOT void coa_i_mask_lowest(uint64_t *out, uint64_t *a, uint32_t n, uint32_t words)
{
    uint32_t w;
    for (w = 0; n > 0 && w < words; w++) {
        uint32_t bits;
        uint64_t low;
        if (words > 2 && a[w] == 0) continue;
        bits = coa_i_bits(a[w]);
        low = bits <= n ? a[w] : coa_i_low_bits(a[w], n);
        out[w] |= low;
        a[w] ^= low;
        n -= bits <= n ? bits : n;
    }
}

/* Adds to `out` those n servers of `a` that BEST_FIT prefers; `a` has more, and all are
 * idle during the window. Going back, it takes all that have become idle last. Of those
 * of whom it needs only some, it takes those that are needed first. */
COA_I_HOT void coa_i_slices_best_fit(const coa_i_slices *x, uint64_t *out, uint64_t *a,
                                     uint32_t n, uint32_t words)
{
    const coa_i_slice *s = coa_i_slice_at(x, x->from), *end = coa_i_slice_at(x, x->first);
    uint64_t group[COA_I_SLICE_WORDS];
    uint32_t w, count;
    for (; s != end; s--) {
        if (!(s->edge & COA_I_GAINS)) continue;
        count = coa_i_mask_lose(a, coa_i_slice_row(x, s - 1, words), group, words);
        if (count == 0) continue;
        if (count > n) {
            coa_i_mask_copy(a, group, words);
            break;
        }
        for (w = 0; w < words; w++) out[w] |= group[w];
        n -= count;
        if (n == 0) return;
    }
    end = coa_i_slice_at(x, x->slices.count);
    for (s = coa_i_slice_at(x, x->to); s != end; s++) {
        if (!(s->edge & COA_I_LOSES)) continue;
        count = coa_i_mask_lose(a, coa_i_slice_row(x, s, words), group, words);
        if (count == 0) continue;
        coa_i_mask_lowest(out, group, count < n ? count : n, words);
        if (count >= n) return;
        n -= count;
    }
    coa_i_mask_lowest(out, a, n, words);
}

/* Moves n servers of the window to `chosen`, which is empty if it has more than two
 * words. */
COA_I_HOT void coa_i_slices_choice(coa_i_slices *x, const coa_i_query *q, uint32_t n,
                                   uint32_t words)
{
    uint32_t w;
    for (w = 0; words <= 2 && w < words; w++) x->chosen[w] = 0;
    if (q->place == COA_PLACE_BEST_FIT && n < x->idle)
        coa_i_slices_best_fit(x, x->chosen, x->window, n, words);
    else
        coa_i_mask_lowest(x->chosen, x->window, n, words);
}

/* Moves the lowest n servers of a booking that are in the window to `own`; returns how
 * many these are. */
static uint32_t coa_i_slices_own(coa_calendar *c, coa_id id, uint64_t *own, uint32_t n)
{
    coa_i_slices *x = coa_i_slices_of(c);
    const coa_i_record *r = coa_i_booking(c, id);
    uint64_t others[COA_I_SLICE_WORDS], all[COA_I_SLICE_WORDS];
    uint32_t w, count;
    memset(others, 0, sizeof others);
    coa_i_mask_flip(others, coa_i_runs_of(c, r), r->run_count);
    for (w = 0; w < x->words; w++) others[w] = ~others[w];
    count = coa_i_mask_lose(x->window, others, all, x->words);
    x->idle -= count;
    if (count > n) count = n;
    if (count > 0) coa_i_mask_lowest(own, all, count, x->words);
    return count;
}

/* Chooses servers for the window, of a booking that moves its own first. COA_E_NOFIT if
 * there are too few. */
COA_I_HOT coa_status coa_i_slices_pick(coa_calendar *c, const coa_i_query *q)
{
    coa_i_slices *x = coa_i_slices_of(c);
    const uint32_t words = x->words;
    uint32_t n = (uint32_t)q->need, w;
    uint64_t own[COA_I_SLICE_WORDS];
    if (!q->picked) {
        coa_i_slices_look(x, q->start, q->end, q->among);
        if (!coa_i_mask_fits(q, x->window, x->idle, words)) return COA_E_NOFIT;
    }
    if (COA_I_CONTIGUOUS && q->place == COA_PLACE_CONTIGUOUS) {
        coa_run run;
        run.count = n;
        (void)coa_i_mask_run(x->window, words, n, &run.first);
        memset(x->chosen, 0, sizeof x->chosen);
        coa_i_mask_flip(x->chosen, &run, 1);
        return COA_OK;
    }
    if (COA_I_MOVED(q) != 0) {
        memset(own, 0, sizeof own);
        n -= coa_i_slices_own(c, q->moved, own, n);
    }
    if (words > 2) memset(x->chosen, 0, words * sizeof *x->chosen);
    switch (words) {
#ifndef __OPTIMIZE_SIZE__
    case 1: coa_i_slices_choice(x, q, n, 1); break;
    case 2: coa_i_slices_choice(x, q, n, 2); break;
    case COA_I_SLICE_WORDS: coa_i_slices_choice(x, q, n, COA_I_SLICE_WORDS); break;
#endif
    default: coa_i_slices_choice(x, q, n, words); break;
    }
    if (COA_I_MOVED(q) != 0)
        for (w = 0; w < words; w++) x->chosen[w] |= own[w];
    return COA_OK;
}

/* Writes the servers chosen to c->wanted. */
static void coa_i_slices_want(coa_calendar *c)
{
    const coa_i_slices *x = coa_i_slices_of(c);
    c->wanted.count = coa_i_mask_runs(x->chosen, x->words, COA_I_AT(coa_run, c->wanted));
}

/* ---- slices: changes */

COA_I_COLD coa_status coa_i_slices_grow(coa_calendar *c, uint64_t n)
{
    coa_i_slices *x = coa_i_slices_of(c);
    const size_t row = x->words * sizeof(uint64_t);
    if (!coa_i_room(&c->mem, &x->slices, n, sizeof(coa_i_slice)) ||
        !coa_i_room(&c->mem, &x->masks, n + 1, row) ||
        !coa_i_room(&c->mem, &x->tried, n, row))
        return COA_E_NOMEM;
    x->room = x->masks.capacity - 1;
    if (x->room > x->slices.capacity) x->room = x->slices.capacity;
    if (x->room > x->tried.capacity) x->room = x->tried.capacity;
    return COA_OK;
}

/* Makes room for two more slices. */
static coa_status coa_i_slices_room(coa_calendar *c)
{
    const coa_i_slices *x = coa_i_slices_of(c);
    const uint64_t n = (uint64_t)x->slices.count - x->first + 2;
    return n <= x->room ? COA_OK : coa_i_slices_grow(c, n);
}

/* Moves the slices to the middle of the array; returns by how many places. */
COA_I_COLD uint32_t coa_i_slices_center(coa_i_slices *x)
{
    coa_i_slice *s = coa_i_slice_at(x, x->first);
    const uint32_t by = (x->first + 1) / 2;
    memmove(s - by, s, (x->slices.count - x->first) * sizeof *s);
    x->first -= by;
    x->slices.count -= by;
    return by;
}

/* Inserts a slice like slice i - 1 as slice i; returns its index, which may become
 * i - 1. */
COA_I_HOT uint32_t coa_i_slice_insert(coa_i_slices *x, uint32_t i, uint32_t words)
{
    coa_i_slice *s;
    uint64_t *mask;
    uint32_t row = x->spare;
    if (x->slices.count == x->slices.capacity) i -= coa_i_slices_center(x);
    s = coa_i_slice_at(x, i);
    if (x->first > 0 && i - x->first < x->slices.count - i) {
        s--;
        memmove(s - (i - 1 - x->first) - 1, s - (i - 1 - x->first),
                (i - x->first) * sizeof *s);
        x->first--;
        i--;
    } else {
        memmove(s + 1, s, (x->slices.count - i) * sizeof *s);
        x->slices.count++;
    }
    if (row == COA_I_NONE) row = x->masks.count++;
    mask = COA_I_AT(uint64_t, x->masks) + (size_t)row * words;
    if (row == x->spare) x->spare = (uint32_t)*mask;
    *s = s[-1];
    s->row = row;
    s->edge = 0;
    coa_i_mask_copy(mask, coa_i_slice_mask(x, i - 1, words), words);
    return i;
}

/* Returns the slice that begins at t, which is in slice i; makes it if need be. */
COA_I_HOT uint32_t coa_i_slice_split(coa_i_slices *x, uint32_t i, coa_time t,
                                     uint32_t words)
{
    if (coa_i_slice_at(x, i)->at == t) return i;
    i = coa_i_slice_insert(x, i + 1, words);
    coa_i_slice_at(x, i)->at = t;
    return i;
}

static void coa_i_slice_free_row(coa_i_slices *x, uint32_t i)
{
    *coa_i_slice_mask(x, i, x->words) = x->spare;
    x->spare = coa_i_slice_at(x, i)->row;
}

/* Returns how the mask of slice i differs from the one before it. */
COA_I_HOT uint32_t coa_i_slice_edge(const coa_i_slices *x, uint32_t i, uint32_t words)
{
    const uint64_t *a = coa_i_slice_mask(x, i - 1, words),
                   *b = coa_i_slice_mask(x, i, words);
    uint64_t lost = 0, gained = 0;
    uint32_t w;
    for (w = 0; w < words; w++) {
        lost |= a[w] & ~b[w];
        gained |= b[w] & ~a[w];
    }
    return (lost != 0 ? COA_I_LOSES : 0) | (gained != 0 ? COA_I_GAINS : 0);
}

/* The mask of slice i or of the one before it has changed; `edge` says how the two differ
 * now if they did not differ the other way. Removes the slice if they are equal. */
COA_I_HOT void coa_i_slice_settle(coa_i_slices *x, uint32_t i, uint32_t edge,
                                  uint32_t words)
{
    coa_i_slice *s = coa_i_slice_at(x, 0);
    if (i == x->first || i == x->slices.count) return;
    s[i].edge = (uint16_t)((s[i].edge | edge) != (COA_I_LOSES | COA_I_GAINS)
                               ? edge
                               : coa_i_slice_edge(x, i, words));
    if (s[i].edge != 0) return;
    coa_i_slice_free_row(x, i);
    if (i - x->first < x->slices.count - i) {
        memmove(s + x->first + 1, s + x->first, (i - x->first) * sizeof *s);
        x->first++;
    } else {
        x->slices.count--;
        memmove(s + i, s + i + 1, (x->slices.count - i) * sizeof *s);
    }
}

/* Takes the servers of a mask during [start, end), where all of them are idle, or gives
 * them back; they are -n or n. Slice i has `start`, and `end` is in slice j or later. Of
 * wide masks only the words that change are visited, if they are few. */
COA_I_HOT void coa_i_slices_change(coa_i_slices *x, uint32_t i, uint32_t j,
                                   coa_time start, coa_time end,
                                   const uint64_t *COA_I_RESTRICT mask, int32_t n,
                                   uint32_t words)
{
    const uint32_t edge = n < 0 ? COA_I_LOSES : COA_I_GAINS;
    uint32_t some[COA_I_SLICE_WORDS], count = 0, behind = 0, k, w;
    uint32_t ahead = i - x->first; /* the array may move */
    for (w = 0; words > 2 && w < words; w++) {
        some[count] = w;
        count += mask[w] != 0;
    }
    if (end != COA_FOREVER) {
        j = coa_i_slice_split(x, j, end, words);
        behind = x->slices.count - j;
    }
    i = coa_i_slice_split(x, x->first + ahead, start, words);
    j = x->slices.count - behind;
    ahead = i - x->first;
    for (k = i; k < j; k++) {
        uint64_t *COA_I_RESTRICT m = coa_i_slice_mask(x, k, words);
        coa_i_slice *s = coa_i_slice_at(x, k);
        s->idle = (uint16_t)(s->idle + n);
        if (words > 2 && count <= 4)
            for (w = 0; w < count; w++) m[some[w]] ^= mask[some[w]];
        else
            coa_i_mask_toggle(m, mask, words);
    }
    coa_i_slice_settle(x, j, edge ^ (COA_I_LOSES | COA_I_GAINS), words);
    coa_i_slice_settle(x, x->first + ahead, edge, words);
}

/* Takes these servers during [start, end), all of them idle, or gives them back. */
static void coa_i_slices_change_runs(coa_calendar *c, coa_time start, coa_time end,
                                     const coa_run *runs, uint32_t n, int give)
{
    coa_i_slices *x = coa_i_slices_of(c);
    const uint32_t i = coa_i_slice_find(x, start), j = coa_i_slice_find(x, end);
    int32_t servers = (int32_t)coa_i_runs_servers(runs, n);
    uint64_t mask[COA_I_SLICE_WORDS];
    if (!give) servers = -servers;
    memset(mask, 0, sizeof mask);
    coa_i_mask_flip(mask, runs, n);
    switch (x->words) {
#ifndef __OPTIMIZE_SIZE__
    case 1: coa_i_slices_change(x, i, j, start, end, mask, servers, 1); break;
    case 2: coa_i_slices_change(x, i, j, start, end, mask, servers, 2); break;
    case COA_I_SLICE_WORDS:
        coa_i_slices_change(x, i, j, start, end, mask, servers, COA_I_SLICE_WORDS);
        break;
#endif
    default: coa_i_slices_change(x, i, j, start, end, mask, servers, x->words); break;
    }
}

/* ---- slices: the operations of the index */

static void coa_i_slices_setup(coa_calendar *c)
{
    coa_i_slices_of(c)->words = (c->desc.servers + 63) / 64;
}

static coa_status coa_i_slices_init(coa_calendar *c)
{
    coa_i_slices *x = coa_i_slices_of(c);
    coa_run all;
    coa_i_slice *s;
    if (coa_i_slices_room(c) != COA_OK ||
        !coa_i_room(&c->mem, &c->wanted, x->words * 32, sizeof(coa_run)))
        return COA_E_NOMEM;
    all.first = 0;
    all.count = c->desc.servers;
    x->masks.count = 2;
    x->slices.count = 1;
    s = coa_i_slice_at(x, 0);
    s->at = c->now;
    s->row = 1;
    s->idle = (uint16_t)all.count;
    s->edge = 0;
    memset(coa_i_slice_mask(x, 0, x->words), 0, x->words * sizeof(uint64_t));
    coa_i_mask_flip(coa_i_slice_mask(x, 0, x->words), &all, 1);
    return COA_OK;
}

static void coa_i_slices_close(coa_calendar *c)
{
    coa_i_slices *x = coa_i_slices_of(c);
    const size_t row = x->words * sizeof(uint64_t);
    coa_i_vec_free(&c->mem, &x->slices, sizeof(coa_i_slice));
    coa_i_vec_free(&c->mem, &x->masks, row);
    coa_i_vec_free(&c->mem, &x->tried, row);
}

static uint32_t coa_i_slices_plan(coa_calendar *c, coa_i_share *list, uint32_t n,
                                  int *bounded)
{
    coa_i_slices *x = coa_i_slices_of(c);
    const uint64_t slices = 2 * (uint64_t)c->desc.bookings + 3;
    const size_t row = x->words * sizeof(uint64_t);
    *bounded = 1;
    n = coa_i_plan_add(list, n, &x->slices, sizeof(coa_i_slice), slices);
    n = coa_i_plan_add(list, n, &x->masks, row, slices + 1);
    return coa_i_plan_add(list, n, &x->tried, row, slices);
}

static void coa_i_slices_advance(coa_calendar *c)
{
    coa_i_slices *x = coa_i_slices_of(c);
    coa_i_slice *s = coa_i_slice_at(x, x->first);
    for (; x->first + 1 < x->slices.count && s[1].at <= c->now; s++)
        coa_i_slice_free_row(x, x->first++);
    s->at = c->now;
    s->edge = 0;
}

static void coa_i_slices_stats(const coa_calendar *c, coa_stats_info *out)
{
    const coa_i_slices *x = coa_i_slices_of(c);
    out->idle_groups = x->slices.count - x->first;
}

/* The servers are written as runs when they are booked if there is room for the most runs
 * that they can form, else at once. */
static coa_status coa_i_slices_choose(coa_calendar *c, coa_i_query *q)
{
    const coa_status s = coa_i_slices_pick(c, q);
    const uint32_t most = coa_i_slices_of(c)->words * 32;
    if (s != COA_OK) return s;
    c->wanted.count = 0;
    if (c->store.capacity - c->store.count < (q->need < most ? q->need : most))
        coa_i_slices_want(c);
    return coa_i_booking_room(c, c->wanted.count) ? coa_i_slices_room(c) : COA_E_NOMEM;
}

COA_I_HOT void coa_i_slices_book_words(coa_calendar *c, const coa_i_query *q,
                                       coa_i_record *r, uint32_t words)
{
    coa_i_slices *x = coa_i_slices_of(c);
    const uint32_t to = x->to;
    const int at = to < x->slices.count && coa_i_slice_at(x, to)->at == q->end;
    if (c->wanted.count == 0) {
        r->run_count = coa_i_mask_runs(x->chosen, words, coa_i_runs_of(c, r));
        c->store.count += r->run_count;
    } else {
        coa_i_record_wanted(c, r);
    }
    coa_i_slices_change(x, x->from, at ? to : to - 1, q->start, q->end, x->chosen,
                        -(int32_t)q->need, words);
}

static void coa_i_slices_book(coa_calendar *c, const coa_i_query *q, coa_i_record *r)
{
    const coa_i_slices *x = coa_i_slices_of(c);
    switch (x->words) {
#ifndef __OPTIMIZE_SIZE__
    case 1: coa_i_slices_book_words(c, q, r, 1); break;
    case 2: coa_i_slices_book_words(c, q, r, 2); break;
    case COA_I_SLICE_WORDS: coa_i_slices_book_words(c, q, r, COA_I_SLICE_WORDS); break;
#endif
    default: coa_i_slices_book_words(c, q, r, x->words); break;
    }
}

static coa_status coa_i_slices_widen_room(coa_calendar *c, const coa_i_record *r,
                                          coa_i_query *q)
{
    const coa_status s = coa_i_slices_pick(c, q);
    if (s != COA_OK) return s;
    coa_i_slices_want(c);
    return coa_i_wanted_widen_room(c, r, q);
}

static coa_status coa_i_slices_change_room(coa_calendar *c, coa_time start, coa_time end,
                                           const coa_run *runs, uint32_t n)
{
    (void)start;
    (void)end;
    (void)runs;
    (void)n;
    return coa_i_slices_room(c);
}

static void coa_i_slices_take(coa_calendar *c, coa_time start, coa_time end,
                              const coa_run *runs, uint32_t n)
{
    coa_i_slices_change_runs(c, start, end, runs, n, 0);
}

static void coa_i_slices_give(coa_calendar *c, coa_time start, coa_time end,
                              const coa_run *runs, uint32_t n)
{
    coa_i_slices_change_runs(c, start, end, runs, n, 1);
}

/* What lifting leaves of the room suffices to take the booking again. */
static coa_status coa_i_slices_lift(coa_calendar *c, const coa_i_record *r)
{
    const coa_status s = coa_i_slices_room(c);
    if (s == COA_OK)
        coa_i_slices_give(c, coa_i_left_from(c, r), r->end, coa_i_runs_of(c, r),
                          r->run_count);
    return s;
}

static void coa_i_slices_retake(coa_calendar *c, const coa_i_record *r)
{
    coa_i_slices_take(c, coa_i_left_from(c, r), r->end, coa_i_runs_of(c, r),
                      r->run_count);
}

/* ---- slices: the slices that follow from the bookings */

/* Lists when bookings end and start, by time, then ends before starts: a = when, b = 1:
 * it starts, first = which record. False without memory. */
static int coa_i_slices_marks(const coa_calendar *c, coa_i_mem *mem, coa_i_vec *marks)
{
    const coa_i_record *r = coa_i_records(c);
    uint32_t i;
    for (i = 0; i < c->records.count; i++) {
        if (!coa_i_alive(c, r + i)) continue;
        if (!coa_i_items_add(mem, marks, coa_i_left_from(c, r + i), 1, i, 0)) return 0;
        if (r[i].end != COA_FOREVER && !coa_i_items_add(mem, marks, r[i].end, 0, i, 0))
            return 0;
    }
    coa_i_items_sort(marks);
    return 1;
}

/* A booking starts or ends. COA_E_CORRUPT if a server that it has is not idle. */
static coa_status coa_i_slices_mark(const coa_calendar *c, const coa_i_item *mark,
                                    uint64_t *idle, uint32_t *servers)
{
    const coa_i_record *r = coa_i_records(c) + mark->first;
    const uint32_t words = coa_i_slices_of(c)->words;
    uint64_t mask[COA_I_SLICE_WORDS];
    uint32_t w;
    memset(mask, 0, sizeof mask);
    coa_i_mask_flip(mask, coa_i_runs_of(c, r), r->run_count);
    for (w = 0; w < words; w++) {
        if (mark->b != 0 && (mask[w] & ~idle[w]) != 0) return COA_E_CORRUPT;
        idle[w] ^= mask[w];
    }
    *servers = mark->b != 0 ? *servers - r->servers : *servers + r->servers;
    return COA_OK;
}

/* Makes slice i, or without `build` compares it. */
static coa_status coa_i_slices_make(const coa_calendar *c, coa_calendar *build,
                                    uint32_t i, coa_time t, const uint64_t *idle,
                                    uint32_t servers)
{
    coa_i_slices *x = coa_i_slices_of(c);
    coa_i_slice *s;
    uint32_t w, edge;
    if (build) {
        if (coa_i_slices_room(build) != COA_OK) return COA_E_NOMEM;
        i = coa_i_slice_split(x, x->slices.count - 1, t, x->words);
        coa_i_mask_copy(coa_i_slice_mask(x, i, x->words), idle, x->words);
    } else if (i >= x->slices.count) {
        return COA_E_CORRUPT;
    }
    s = coa_i_slice_at(x, i);
    edge = i > x->first ? coa_i_slice_edge(x, i, x->words) : 0;
    if (build) {
        s->idle = (uint16_t)servers;
        s->edge = (uint16_t)edge;
    }
    for (w = 0; w < x->words; w++)
        if (coa_i_slice_mask(x, i, x->words)[w] != idle[w]) return COA_E_CORRUPT;
    return s->at == t && s->idle == servers && s->edge == edge ? COA_OK : COA_E_CORRUPT;
}

/* Makes all slices, or without `build` compares them. */
static coa_status coa_i_slices_replay(const coa_calendar *c, coa_i_mem *mem,
                                      coa_calendar *build)
{
    const coa_i_slices *x = coa_i_slices_of(c);
    const coa_run all = {0, c->desc.servers};
    uint64_t idle[COA_I_SLICE_WORDS], before[COA_I_SLICE_WORDS], differ = 1;
    coa_i_vec marks; /* of coa_i_item */
    coa_time t = c->now;
    uint32_t servers = all.count, made = 0, i = 0, w;
    coa_status s;
    memset(&marks, 0, sizeof marks);
    memset(idle, 0, sizeof idle);
    coa_i_mask_flip(idle, &all, 1);
    s = coa_i_slices_marks(c, mem, &marks) ? COA_OK : COA_E_NOMEM;
    while (s == COA_OK) {
        const coa_i_item *m = i < marks.count ? COA_I_AT(coa_i_item, marks) + i : NULL;
        if (m && m->a == t) {
            s = coa_i_slices_mark(c, m, idle, &servers);
            i++;
            continue;
        }
        for (w = 0; made > 0 && w < x->words; w++) differ |= idle[w] ^ before[w];
        if (differ != 0)
            s = coa_i_slices_make(c, build, x->first + made++, t, idle, servers);
        if (!m) break;
        coa_i_mask_copy(before, idle, x->words);
        differ = 0;
        t = m->a;
    }
    coa_i_vec_free(mem, &marks, sizeof(coa_i_item));
    return s == COA_OK && made < x->slices.count - x->first ? COA_E_CORRUPT : s;
}

#ifndef COALLOC_NO_LESSONS
static int coa_i_slices_deep(const coa_calendar *c)
{
    const coa_i_slices *x = coa_i_slices_of(c);
    return x->slices.count - x->first >= COA_I_SLICES_DEEP;
}
#endif

static coa_status coa_i_slices_rebuild(coa_calendar *c)
{
    return coa_i_slices_replay(c, &c->mem, c);
}

#ifndef COALLOC_NO_CHECK
static coa_status coa_i_slices_check(const coa_calendar *c)
{
    const coa_i_slices *x = coa_i_slices_of(c);
    const uint32_t used = x->slices.count - x->first;
    coa_i_mem mem = c->mem; /* a copy: a check leaves no trace in the statistics */
    uint32_t i, row, spare = 0;
    if (x->first >= x->slices.count || x->slices.count > x->slices.capacity ||
        x->masks.count > x->masks.capacity || used > x->tried.capacity)
        return COA_E_CORRUPT;
    for (i = x->first; i < x->slices.count; i++) {
        row = coa_i_slice_at(x, i)->row;
        if (row == COA_I_NONE || row >= x->masks.count) return COA_E_CORRUPT;
    }
    for (row = x->spare; row != COA_I_NONE; spare++) {
        if (row >= x->masks.count || spare > x->masks.count) return COA_E_CORRUPT;
        row = (uint32_t)COA_I_AT(uint64_t, x->masks)[(size_t)row * x->words];
    }
    return used + spare + 1 == x->masks.count ? coa_i_slices_replay(c, &mem, NULL)
                                              : COA_E_CORRUPT;
}
#endif

#ifndef COALLOC_NO_FLEX
/* What is free falls next where the window would reach a slice that loses servers. */
static coa_status coa_i_slices_follow(coa_calendar *c, coa_i_follow *f, coa_time start)
{
    coa_i_slices *x = coa_i_slices_of(c);
    uint32_t i;
    coa_i_slices_look(x, start, start + f->length, f->among);
    f->free = x->idle;
    f->fall = f->until;
    for (i = x->to; i < x->slices.count; i++) {
        const coa_i_slice *s = coa_i_slice_at(x, i);
        if (!(s->edge & COA_I_LOSES)) continue;
        if (s->at - f->length < f->fall) f->fall = s->at - f->length;
        break;
    }
    return COA_OK;
}

/* Returns the next start at which a server becomes idle. */
static coa_time coa_i_slices_follow_next(coa_calendar *c, const coa_i_follow *f,
                                         coa_time start, uint64_t more)
{
    const coa_i_slices *x = coa_i_slices_of(c);
    uint32_t i = coa_i_slice_find(x, start);
    (void)more;
    while (++i < x->slices.count && coa_i_slice_at(x, i)->at <= f->until)
        if (coa_i_slice_at(x, i)->edge & COA_I_GAINS) return coa_i_slice_at(x, i)->at;
    return COA_FOREVER;
}
#endif

static const coa_i_index coa_i_index_slices = {
    COA_INDEX_SLICES,
    1u << COA_PLACE_BEST_FIT | 1u << COA_PLACE_FIRST_FIT | COA_I_CONTIGUOUS,
    COA_PLACE_BEST_FIT,
    COA_PLACE_FIRST_FIT,
    1,
    0,
    sizeof(coa_i_slices),
    coa_i_slices_setup,
    coa_i_slices_init,
    coa_i_slices_close,
    coa_i_slices_plan,
    coa_i_slices_advance,
    COA_I_FOR_CHECK(coa_i_slices_check),
    coa_i_slices_stats,
    COA_I_FOR_LESSONS(coa_i_slices_deep),
    coa_i_slices_earliest,
    coa_i_slices_idle,
    coa_i_slices_until,
    coa_i_slices_profile,
    coa_i_slices_choose,
    coa_i_slices_book,
    coa_i_named_show,
    coa_i_named_release_room,
    coa_i_named_release,
    coa_i_named_extend_room,
    coa_i_named_extend,
    coa_i_slices_widen_room,
    coa_i_named_widen,
    coa_i_named_narrow_room,
    coa_i_named_narrow,
    coa_i_slices_change_room,
    coa_i_slices_take,
    coa_i_slices_change_room,
    coa_i_slices_give,
    coa_i_slices_rebuild,
    NULL,
    coa_i_slices_lift,
    coa_i_slices_retake,
    NULL,
    NULL,
    NULL,
    NULL,
    COA_I_FOR_FLEX(coa_i_slices_follow),
    COA_I_FOR_FLEX(coa_i_slices_follow_next)};
#endif

#ifndef COALLOC_NO_RANGE_TREE
/* >>range tree: Castillo et al., section 4.1 --------------------------------------------
 *
 * A tree holds idle periods in its leaves. A primary tree (dim 0) orders them by start,
 * descending, and each of its internal nodes has a secondary tree (dim 1) of the same
 * periods by end, ascending. An internal node stores the number of its leaves and `item`,
 * the last leaf of its left subtree; the start or end of that leaf is the median of the
 * paper.
 *
 * Balance: no child holds more than 7/10 of the leaves of its parent, so a tree of m
 * leaves has a depth of at most log(m) / log(10/7) = 1.95 log2(m). An update that breaks
 * this rule rebuilds the highest subtree that breaks it, by halving: O(log^2 m)
 * amortised. Halving gives the least sum of depths and so the fewest nodes in secondary
 * trees: a rebuild never needs more nodes than it has given back. */

typedef struct coa_i_tnode {
    uint32_t left, right; /* 0 in a leaf */
    uint32_t item;        /* leaf: the period; else the last leaf of the left subtree */
    uint32_t size;        /* number of leaves; in a dropped tree: the next dropped tree */
    uint32_t second;      /* root of the secondary tree */
} coa_i_tnode;

typedef struct coa_i_period {
    coa_time start, end;
    uint32_t server;
    uint32_t next; /* the server's next idle period; the next free record */
} coa_i_period;

typedef struct coa_i_trees { /* many trees, one pool */
    coa_i_vec nodes;         /* of coa_i_tnode; [0] unused */
    coa_i_vec periods;       /* of coa_i_period; [0] is the key of a look-up */
    coa_i_vec leaves;        /* of uint32_t: three scratch arrays of a rebuild */
    uint32_t dropped;        /* trees to reuse node by node: dropping a tree is O(1) */
    uint32_t free_period;
    uint32_t period_count; /* in use */
    uint64_t visits;       /* nodes that updates have visited */
} coa_i_trees;

static coa_i_tnode *coa_i_tnodes(const coa_i_trees *f)
{
    return COA_I_AT(coa_i_tnode, f->nodes);
}

static coa_i_period *coa_i_periods(const coa_i_trees *f)
{
    return COA_I_AT(coa_i_period, f->periods);
}

static int coa_i_trees_init(coa_i_mem *mem, coa_i_trees *f)
{
    if (!coa_i_room(mem, &f->nodes, 1, sizeof(coa_i_tnode)) ||
        !coa_i_room(mem, &f->periods, 1, sizeof(coa_i_period)))
        return 0;
    memset(f->nodes.at, 0, sizeof(coa_i_tnode));
    memset(f->periods.at, 0, sizeof(coa_i_period));
    f->nodes.count = f->periods.count = 1;
    return 1;
}

static void coa_i_trees_free(coa_i_mem *mem, coa_i_trees *f)
{
    coa_i_vec_free(mem, &f->nodes, sizeof(coa_i_tnode));
    coa_i_vec_free(mem, &f->periods, sizeof(coa_i_period));
    coa_i_vec_free(mem, &f->leaves, sizeof(uint32_t));
}

/* Returns a bound of the levels below the root of a tree of m leaves. */
static uint32_t coa_i_depth_bound(uint64_t m)
{
    uint32_t d = 0;
    for (; m > 1; m = m * 7 / 10) d++;
    return d;
}

/* Takes the memory for `periods` more periods and `inserts` insertions into trees; no
 * tree holds more than all periods. An insertion adds at most two nodes to each secondary
 * tree on its path, two to the primary tree, and one secondary tree of three nodes. */
static int coa_i_trees_room(coa_i_mem *mem, coa_i_trees *f, uint64_t periods,
                            uint64_t inserts)
{
    const uint64_t all = f->period_count + periods;
    const uint64_t each = 2 * (uint64_t)coa_i_depth_bound(all) + 5;
    if (all > UINT32_MAX / 3 || inserts > UINT32_MAX / each) return 0;
    return coa_i_room(mem, &f->nodes, f->nodes.count + inserts * each,
                      sizeof(coa_i_tnode)) &&
           coa_i_room(mem, &f->periods, f->periods.count + periods,
                      sizeof(coa_i_period)) &&
           coa_i_room(mem, &f->leaves, 3 * all, sizeof(uint32_t));
}

static void coa_i_tree_drop(coa_i_trees *f, uint32_t root)
{
    if (root == COA_I_NONE) return;
    coa_i_tnodes(f)[root].size = f->dropped;
    f->dropped = root;
}

static uint32_t coa_i_tnode_new(coa_i_trees *f, uint32_t item)
{
    uint32_t i = f->dropped;
    coa_i_tnode *n;
    if (i != COA_I_NONE) {
        n = coa_i_tnodes(f) + i;
        f->dropped = n->size;
        coa_i_tree_drop(f, n->left);
        coa_i_tree_drop(f, n->right);
        coa_i_tree_drop(f, n->second);
    } else {
        i = f->nodes.count++;
        n = coa_i_tnodes(f) + i;
    }
    n->left = n->right = n->second = COA_I_NONE;
    n->item = item;
    n->size = 1;
    f->visits++;
    return i;
}

static uint32_t coa_i_period_new(coa_i_trees *f, coa_time start, coa_time end,
                                 uint32_t server)
{
    uint32_t i = f->free_period;
    coa_i_period *p;
    if (i != COA_I_NONE)
        f->free_period = coa_i_periods(f)[i].next;
    else
        i = f->periods.count++;
    p = coa_i_periods(f) + i;
    p->start = start;
    p->end = end;
    p->server = server;
    p->next = COA_I_NONE;
    f->period_count++;
    return i;
}

static void coa_i_period_drop(coa_i_trees *f, uint32_t i)
{
    coa_i_periods(f)[i].next = f->free_period;
    f->free_period = i;
    f->period_count--;
}

/* Does period x come after y in the order of `dim`? Ties: the other time, then the
 * server. */
static int coa_i_period_after(const coa_i_trees *f, int dim, uint32_t x, uint32_t y)
{
    const coa_i_period *p = coa_i_periods(f) + x, *q = coa_i_periods(f) + y;
    if (dim == 0 && p->start != q->start) return p->start < q->start;
    if (p->end != q->end) return p->end > q->end;
    if (dim == 1 && p->start != q->start) return p->start < q->start;
    return p->server > q->server;
}

/* Writes the leaves of a subtree, in order, to `to`; returns the end. Recursion depth:
 * COA_I_DEPTH. */
static uint32_t *coa_i_tree_leaves(const coa_i_trees *f, uint32_t u, uint32_t *to)
{
    const coa_i_tnode *n = coa_i_tnodes(f) + u;
    if (n->left == COA_I_NONE) {
        *to = n->item;
        return to + 1;
    }
    return coa_i_tree_leaves(f, n->right, coa_i_tree_leaves(f, n->left, to));
}

/* Builds a tree of n sorted periods by halving. Recursion depth: log2 n. */
static uint32_t coa_i_tree_halves(coa_i_trees *f, const uint32_t *sorted, uint32_t n)
{
    const uint32_t half = n - n / 2, u = coa_i_tnode_new(f, sorted[half - 1]);
    uint32_t child;
    if (n == 1) return u;
    child = coa_i_tree_halves(f, sorted, half);
    coa_i_tnodes(f)[u].left = child;
    child = coa_i_tree_halves(f, sorted + half, n - half);
    coa_i_tnodes(f)[u].right = child;
    coa_i_tnodes(f)[u].size = n;
    return u;
}

/* Merges two neighbouring arrays, each sorted by end, using `spare`. */
static void coa_i_merge_ends(const coa_i_trees *f, uint32_t *at, uint32_t half,
                             uint32_t n, uint32_t *spare)
{
    uint32_t i = 0, j = half, k;
    for (k = 0; k < n; k++) {
        if (j == n || (i < half && !coa_i_period_after(f, 1, at[i], at[j])))
            spare[k] = at[i++];
        else
            spare[k] = at[j++];
    }
    memcpy(at, spare, n * sizeof *at);
}

/* Builds the tree of n periods sorted by start, with its secondary trees; leaves the
 * periods in by_end, sorted by end. */
static uint32_t coa_i_tree_build(coa_i_trees *f, const uint32_t *by_start, uint32_t n,
                                 uint32_t *by_end, uint32_t *spare)
{
    const uint32_t half = n - n / 2, u = coa_i_tnode_new(f, by_start[half - 1]);
    uint32_t child;
    if (n == 1) {
        by_end[0] = by_start[0];
        return u;
    }
    child = coa_i_tree_build(f, by_start, half, by_end, spare);
    coa_i_tnodes(f)[u].left = child;
    child = coa_i_tree_build(f, by_start + half, n - half, by_end + half, spare);
    coa_i_tnodes(f)[u].right = child;
    coa_i_merge_ends(f, by_end, half, n, spare);
    child = coa_i_tree_halves(f, by_end, n);
    coa_i_tnodes(f)[u].second = child;
    coa_i_tnodes(f)[u].size = n;
    return u;
}

static uint32_t coa_i_tree_rebuild(coa_i_trees *f, uint32_t root, int dim)
{
    const uint32_t n = coa_i_tnodes(f)[root].size;
    uint32_t *leaves = COA_I_AT(uint32_t, f->leaves);
    (void)coa_i_tree_leaves(f, root, leaves);
    coa_i_tree_drop(f, root);
    if (dim == 1) return coa_i_tree_halves(f, leaves, n);
    return coa_i_tree_build(f, leaves, n, leaves + n, leaves + 2 * (size_t)n);
}

/* Makes an internal node above leaf u and a new leaf of period p. */
static uint32_t coa_i_tree_fork(coa_i_trees *f, uint32_t u, int dim, uint32_t p)
{
    const uint32_t other = coa_i_tnodes(f)[u].item;
    const int after = coa_i_period_after(f, dim, p, other);
    const uint32_t leaf = coa_i_tnode_new(f, p),
                   top = coa_i_tnode_new(f, after ? other : p);
    uint32_t pair[2], second = COA_I_NONE;
    coa_i_tnode *n;
    if (dim == 0) {
        const int last = coa_i_period_after(f, 1, p, other);
        pair[0] = last ? other : p;
        pair[1] = last ? p : other;
        second = coa_i_tree_halves(f, pair, 2);
    }
    n = coa_i_tnodes(f) + top;
    n->left = after ? u : leaf;
    n->right = after ? leaf : u;
    n->size = 2;
    n->second = second;
    return top;
}

static int coa_i_too_heavy(uint32_t child, uint32_t parent)
{
    return 10 * (uint64_t)child > 7 * (uint64_t)parent;
}

/* Inserts a period that the tree does not have. Memory must be reserved. Calls itself
 * once, for dim 1. */
static void coa_i_tree_insert(coa_i_trees *f, uint32_t *root, int dim, uint32_t p)
{
    coa_i_tnode *nodes = coa_i_tnodes(f);
    uint32_t *link = root, *heavy = NULL, *next;
    while (*link != COA_I_NONE && nodes[*link].left != COA_I_NONE) {
        coa_i_tnode *n = nodes + *link;
        f->visits++;
        n->size++;
        if (dim == 0) coa_i_tree_insert(f, &n->second, 1, p);
        next = coa_i_period_after(f, dim, p, n->item) ? &n->right : &n->left;
        if (!heavy && coa_i_too_heavy(nodes[*next].size + 1, n->size)) heavy = link;
        link = next;
    }
    *link =
        *link == COA_I_NONE ? coa_i_tnode_new(f, p) : coa_i_tree_fork(f, *link, dim, p);
    if (heavy) *heavy = coa_i_tree_rebuild(f, *heavy, dim);
}

/* Removes a period that the tree has. Calls itself once, for dim 1. */
static void coa_i_tree_remove(coa_i_trees *f, uint32_t *root, int dim, uint32_t p)
{
    coa_i_tnode *nodes = coa_i_tnodes(f);
    uint32_t *link = root, *above = NULL, *heavy = NULL;
    uint32_t last_of = COA_I_NONE, parent, u;
    while (nodes[*link].left != COA_I_NONE) {
        coa_i_tnode *n = nodes + *link;
        const int right = coa_i_period_after(f, dim, p, n->item);
        const uint32_t child = right ? n->right : n->left;
        f->visits++;
        n->size--;
        if (n->item == p) last_of = *link;
        if (nodes[child].left != COA_I_NONE) {
            if (dim == 0) coa_i_tree_remove(f, &n->second, 1, p);
            if (!heavy &&
                coa_i_too_heavy(nodes[right ? n->left : n->right].size, n->size))
                heavy = link;
        }
        above = link;
        link = right ? &n->right : &n->left;
    }
    u = *link;
    if (!above) {
        *root = COA_I_NONE;
        coa_i_tree_drop(f, u);
        return;
    }
    /* the parent of the leaf is removed too: the sibling takes its place */
    parent = *above;
    *above = nodes[parent].left == u ? nodes[parent].right : nodes[parent].left;
    nodes[parent].left = u;
    nodes[parent].right = COA_I_NONE;
    coa_i_tree_drop(f, parent);
    if (last_of == parent) last_of = COA_I_NONE;
    if (last_of != COA_I_NONE) {
        for (u = nodes[last_of].left; nodes[u].left != COA_I_NONE; u = nodes[u].right) {
        }
        nodes[last_of].item = nodes[u].item;
    }
    if (heavy) *heavy = coa_i_tree_rebuild(f, *heavy, dim);
}

/* >>range search: section 4.2 -----------------------------------------------------------
 *
 * Phase 1 marks the subtrees that hold the candidates (idle start <= s_r); if s_r equals
 * a median it marks the right subtree. It marks subtrees from early starts to late ones;
 * phase 2 takes them in reverse order. */

typedef struct coa_i_marks {
    uint32_t at[COA_I_DEPTH];
    uint32_t count;
    uint64_t candidates;
} coa_i_marks;

/* Marks the subtrees of primary tree u that hold the periods which start at t or before
 * (dim 0: phase 1), or which end at t or later (dim 1: phase 2). */
static void coa_i_tree_mark(const coa_i_trees *f, uint32_t u, int dim, coa_time t,
                            coa_i_marks *k, uint64_t *visits)
{
    const coa_i_tnode *nodes = coa_i_tnodes(f);
    k->count = 0;
    k->candidates = 0;
    if (dim == 1 && nodes[u].left != COA_I_NONE) u = nodes[u].second;
    while (u != COA_I_NONE) {
        const coa_i_period *p = coa_i_periods(f) + nodes[u].item;
        const int in = dim == 0 ? p->start <= t : p->end >= t;
        const uint32_t all = nodes[u].left == COA_I_NONE ? u : nodes[u].right;
        ++*visits;
        if (in) {
            k->at[k->count++] = all;
            k->candidates += nodes[all].size;
        }
        u = in ? nodes[u].left : nodes[u].right;
    }
}

/* Reports the periods of a subtree in order, until the query has enough servers.
 * Recursion depth: COA_I_DEPTH. */
static void coa_i_tree_retrieve(const coa_i_trees *f, uint32_t u, coa_time now,
                                coa_i_query *q)
{
    const coa_i_tnode *n = coa_i_tnodes(f) + u;
    const coa_i_period *p;
    if (coa_i_query_over(q)) return;
    q->visits++;
    if (n->left != COA_I_NONE) {
        coa_i_tree_retrieve(f, n->left, now, q);
        coa_i_tree_retrieve(f, n->right, now, q);
        return;
    }
    p = coa_i_periods(f) + n->item;
    coa_i_emit(q, ~(p->start > now ? p->start : now), p->end, p->server, 1);
}

static void coa_i_tree_report(const coa_i_trees *f, uint32_t marked, coa_time now,
                              coa_i_query *q)
{
    coa_i_marks k;
    coa_i_tree_mark(f, marked, 1, q->end, &k, &q->visits);
    if (!q->items && !q->among) {
        q->found += k.candidates;
        return;
    }
    while (k.count > 0 && !coa_i_query_over(q))
        coa_i_tree_retrieve(f, k.at[--k.count], now, q);
}

/* Returns the latest start in a subtree. */
COA_I_CALLED coa_time coa_i_tree_latest(const coa_i_trees *f, uint32_t u,
                                        uint64_t *visits)
{
    const coa_i_tnode *nodes = coa_i_tnodes(f);
    for (; nodes[u].left != COA_I_NONE; ++*visits) u = nodes[u].left;
    ++*visits;
    return coa_i_periods(f)[nodes[u].item].start;
}

/* Runs both phases on two trees as if they were one: takes the marks of both in reverse
 * order of their latest start; of equal ones, that of the first tree comes first. Phase 2
 * runs only if there are q->need candidates. */
static void coa_i_trees_query(const coa_i_trees *f, uint32_t x, uint32_t y, coa_time now,
                              coa_i_query *q)
{
    coa_i_marks kx, ky;
    coa_i_tree_mark(f, x, 0, q->start, &kx, &q->visits);
    coa_i_tree_mark(f, y, 0, q->start, &ky, &q->visits);
    if (q->need != UINT64_MAX && kx.candidates + ky.candidates < q->need) return;
    while (kx.count + ky.count > 0 && !coa_i_query_over(q)) {
        const int from_x =
            ky.count == 0 ||
            (kx.count > 0 && coa_i_tree_latest(f, kx.at[kx.count - 1], &q->visits) >=
                                 coa_i_tree_latest(f, ky.at[ky.count - 1], &q->visits));
        coa_i_tree_report(f, from_x ? kx.at[--kx.count] : ky.at[--ky.count], now, q);
    }
}

/* Returns the earliest start after t in a tree, or `best` if that is earlier. */
COA_I_CALLED coa_time coa_i_tree_next(const coa_i_trees *f, uint32_t u, coa_time t,
                                      coa_time best)
{
    const coa_i_tnode *nodes = coa_i_tnodes(f);
    while (u != COA_I_NONE) {
        const coa_time start = coa_i_periods(f)[nodes[u].item].start;
        if (start > t && start < best) best = start;
        u = start > t ? nodes[u].right : nodes[u].left;
    }
    return best;
}

/* Returns a hash of a set of periods, whatever their order. Recursion depth:
 * COA_I_DEPTH. */
static uint64_t coa_i_tree_sum(const coa_i_trees *f, uint32_t u)
{
    const coa_i_tnode *n = coa_i_tnodes(f) + u;
    const uint64_t x = (n->item + 1) * 0x9E3779B97F4A7C15u;
    if (n->left == COA_I_NONE) return x ^ (x >> 29);
    return coa_i_tree_sum(f, n->left) + coa_i_tree_sum(f, n->right);
}

/* Checks order, sizes, medians, balance and the secondary trees of a subtree. Recursion
 * depth: COA_I_DEPTH, and once more for a secondary tree. */
static int coa_i_tree_sane(const coa_i_trees *f, uint32_t u, int dim, uint32_t depth)
{
    const coa_i_tnode *nodes = coa_i_tnodes(f), *n = nodes + u;
    uint32_t v;
    if (u == COA_I_NONE) return 1;
    if (u >= f->nodes.count || n->item >= f->periods.count || depth >= COA_I_DEPTH)
        return 0;
    if (n->left == COA_I_NONE)
        return n->right == COA_I_NONE && n->second == COA_I_NONE && n->size == 1;
    if (n->right == COA_I_NONE || n->left >= f->nodes.count || n->right >= f->nodes.count)
        return 0;
    if (n->size != nodes[n->left].size + nodes[n->right].size) return 0;
    if (coa_i_too_heavy(nodes[n->left].size, n->size) ||
        coa_i_too_heavy(nodes[n->right].size, n->size))
        return 0;
    if (!coa_i_tree_sane(f, n->left, dim, depth + 1) ||
        !coa_i_tree_sane(f, n->right, dim, depth + 1))
        return 0;
    for (v = n->left; nodes[v].left != COA_I_NONE; v = nodes[v].right) {
    }
    if (nodes[v].item != n->item) return 0;
    for (v = n->right; nodes[v].left != COA_I_NONE; v = nodes[v].left) {
    }
    if (!coa_i_period_after(f, dim, nodes[v].item, n->item)) return 0;
    if (dim == 1) return n->second == COA_I_NONE;
    return n->second != COA_I_NONE && n->second < f->nodes.count &&
           nodes[n->second].size == n->size && coa_i_tree_sane(f, n->second, 1, 0) &&
           coa_i_tree_sum(f, n->second) == coa_i_tree_sum(f, u);
}

/* >>slots: one tree per time slot, and one for periods that never end -------------------
 *
 * A finite period is in the tree of every slot that it overlaps and that is not over. A
 * period that never ends is only in the tree `open`, so that a new slot at the horizon
 * starts empty. The idle periods of each server are also linked in the order of time. */

typedef struct coa_i_slots_change { /* a period enters or leaves its trees */
    uint32_t from, to; /* those of slots from .. to - 1, counted from the oldest one; */
                       /* both 0: of none of them */
    uint32_t period;
    int in;
} coa_i_slots_change;

typedef struct coa_i_slots {
    coa_i_trees trees;
    coa_i_vec roots;   /* of uint32_t: a ring, slot q is at q mod roots.count */
    coa_i_vec heads;   /* of uint32_t: each server's first idle period */
    coa_i_vec changes; /* of coa_i_slots_change */
    uint32_t open;
    coa_time tau;
    coa_time first; /* number of the oldest slot alive */
} coa_i_slots;

static coa_i_slots *coa_i_slots_of(const coa_calendar *c)
{
    return (coa_i_slots *)c->state;
}

COA_I_CALLED coa_time coa_i_slot_of(const coa_i_slots *x, coa_time t)
{
    return t / x->tau - (t % x->tau < 0);
}

/* Returns the number of slots kept: one more than fit into the horizon, because the first
 * one has begun. */
static uint64_t coa_i_slot_count(const coa_desc *d)
{
    return (uint64_t)(d->horizon / d->slot) + (d->horizon % d->slot != 0) + 1;
}

COA_I_CALLED uint32_t *coa_i_slot_root(const coa_i_slots *x, coa_time slot)
{
    const coa_time n = (coa_time)x->roots.count;
    return COA_I_AT(uint32_t, x->roots) + (slot % n + n) % n;
}

/* Sets *from and *to: slots *from .. *to - 1, counted from the oldest one, hold the
 * finite period [start, end). */
static void coa_i_slots_span(const coa_i_slots *x, coa_time start, coa_time end,
                             uint32_t *from, uint32_t *to)
{
    const coa_time first = coa_i_slot_of(x, start), last = coa_i_slot_of(x, end - 1);
    *from = first > x->first ? (uint32_t)(first - x->first) : 0;
    *to = last >= x->first ? (uint32_t)(last - x->first) + 1 : 0;
}

/* Returns how many trees hold the period [start, end). */
static uint32_t coa_i_slots_width(const coa_i_slots *x, coa_time start, coa_time end)
{
    uint32_t from, to;
    if (end == COA_FOREVER) return 1;
    coa_i_slots_span(x, start, end, &from, &to);
    return to - from;
}

/* Takes the memory to change at most three periods of each of so many servers, for
 * `fresh` new periods, and for `inserts` insertions into trees. */
static coa_status coa_i_slots_room(coa_calendar *c, uint64_t servers, uint64_t fresh,
                                   uint64_t inserts)
{
    coa_i_slots *x = coa_i_slots_of(c);
    return coa_i_room(&c->mem, &x->changes, 3 * servers, sizeof(coa_i_slots_change)) &&
                   coa_i_trees_room(&c->mem, &x->trees, fresh, inserts)
               ? COA_OK
               : COA_E_NOMEM;
}

/* Lists that a period is to enter its trees or to leave them. */
static void coa_i_slots_put(coa_i_slots *x, uint32_t p, int in)
{
    const coa_i_period *rec = coa_i_periods(&x->trees) + p;
    coa_i_slots_change *change =
        COA_I_AT(coa_i_slots_change, x->changes) + x->changes.count++;
    change->period = p;
    change->in = in;
    change->from = change->to = 0;
    if (rec->end != COA_FOREVER)
        coa_i_slots_span(x, rec->start, rec->end, &change->from, &change->to);
}

static void coa_i_slots_change_tree(coa_i_slots *x, uint32_t *root,
                                    const coa_i_slots_change *change)
{
    if (change->in)
        coa_i_tree_insert(&x->trees, root, 0, change->period);
    else
        coa_i_tree_remove(&x->trees, root, 0, change->period);
}

/* Makes the changes listed, in the trees of one slot after the other: so a tree is in the
 * cache while it changes. Then drops the periods that have left. */
static void coa_i_slots_change_all(coa_i_slots *x)
{
    const coa_i_slots_change *change = COA_I_AT(coa_i_slots_change, x->changes);
    const uint32_t n = x->changes.count;
    uint32_t q = UINT32_MAX, next, i;
    for (i = 0; i < n; i++) {
        if (coa_i_periods(&x->trees)[change[i].period].end == COA_FOREVER)
            coa_i_slots_change_tree(x, &x->open, change + i);
        else if (change[i].from < change[i].to && change[i].from < q)
            q = change[i].from;
    }
    for (; q < UINT32_MAX; q = next) {
        uint32_t *root = coa_i_slot_root(x, x->first + q);
        for (i = 0, next = UINT32_MAX; i < n; i++) {
            if (change[i].from <= q && q < change[i].to)
                coa_i_slots_change_tree(x, root, change + i);
            /* the next slot in which something changes */
            if (change[i].to > q + 1 && change[i].from < next)
                next = change[i].from > q ? change[i].from : q + 1;
        }
    }
    for (i = 0; i < n; i++)
        if (!change[i].in) coa_i_period_drop(&x->trees, change[i].period);
    x->changes.count = 0;
}

static void coa_i_slots_close(coa_calendar *c)
{
    coa_i_slots *x = coa_i_slots_of(c);
    coa_i_mem *mem = &c->mem;
    coa_i_trees_free(mem, &x->trees);
    coa_i_vec_free(mem, &x->roots, sizeof(uint32_t));
    coa_i_vec_free(mem, &x->heads, sizeof(uint32_t));
    coa_i_vec_free(mem, &x->changes, sizeof(coa_i_slots_change));
}

static coa_status coa_i_slots_init(coa_calendar *c)
{
    const coa_desc *d = &c->desc;
    coa_i_mem *mem = &c->mem;
    coa_i_slots *x = coa_i_slots_of(c);
    const uint64_t slots = coa_i_slot_count(d);
    coa_i_trees *f = &x->trees;
    uint64_t nodes = 2 * (uint64_t)d->servers + 1; /* built by halving: log2 N levels */
    uint32_t i, *leaves;
    if (slots > COA_MAX_SLOTS) return COA_E_RANGE;
    for (i = 0; (uint64_t)1 << i < d->servers; i++) nodes += 2 * (uint64_t)d->servers;
    x->tau = d->slot;
    x->first = coa_i_slot_of(x, d->now);
    if (!coa_i_trees_init(mem, f) ||
        !coa_i_room(mem, &f->nodes, nodes, sizeof(coa_i_tnode)) ||
        !coa_i_trees_room(mem, f, d->servers, 0) ||
        !coa_i_room(mem, &x->roots, slots, sizeof(uint32_t)) ||
        !coa_i_room(mem, &x->heads, d->servers, sizeof(uint32_t)))
        return COA_E_NOMEM;
    x->roots.count = (uint32_t)slots;
    x->heads.count = d->servers;
    memset(x->roots.at, 0, (size_t)slots * sizeof(uint32_t));
    leaves = COA_I_AT(uint32_t, f->leaves);
    for (i = 0; i < d->servers; i++) {
        leaves[i] = coa_i_period_new(f, d->now, COA_FOREVER, i);
        COA_I_AT(uint32_t, x->heads)[i] = leaves[i];
    }
    x->open = coa_i_tree_build(f, leaves, d->servers, leaves + d->servers,
                               leaves + 2 * (size_t)d->servers);
    return COA_OK;
}

/* Returns the link to the server's last idle period that starts at t or before, or to its
 * first one. First frees the periods that ended before the oldest slot: they are in no
 * tree any more. */
static uint32_t *coa_i_slots_near(coa_i_slots *x, uint32_t server, coa_time t)
{
    coa_i_period *periods = coa_i_periods(&x->trees);
    uint32_t *link = COA_I_AT(uint32_t, x->heads) + server, i;
    while ((i = *link) != COA_I_NONE && periods[i].end != COA_FOREVER &&
           coa_i_slot_of(x, periods[i].end - 1) < x->first) {
        *link = periods[i].next;
        coa_i_period_drop(&x->trees, i);
    }
    while (*link != COA_I_NONE && (i = periods[*link].next) != COA_I_NONE &&
           periods[i].start <= t)
        link = &periods[*link].next;
    return link;
}

/* Returns the link to the server's idle period that covers [start, end), NULL if the
 * server is not idle throughout. */
static uint32_t *coa_i_slots_cover(coa_i_slots *x, uint32_t server, coa_time start,
                                   coa_time end)
{
    uint32_t *link = coa_i_slots_near(x, server, start);
    const coa_i_period *p = coa_i_periods(&x->trees) + *link;
    return *link != COA_I_NONE && p->start <= start && p->end >= end ? link : NULL;
}

static void coa_i_slots_idle(coa_calendar *c, coa_i_query *q)
{
    const coa_i_slots *x = coa_i_slots_of(c);
    const coa_time slot = coa_i_slot_of(x, q->start);
    const int inside = slot >= x->first && slot - x->first < (coa_time)x->roots.count;
    coa_i_trees_query(&x->trees, inside ? *coa_i_slot_root(x, slot) : COA_I_NONE, x->open,
                      c->now, q);
}

/* Returns the next time in (t, latest] at which a server becomes idle, COA_FOREVER if
 * there is none. */
static coa_time coa_i_slots_next(const coa_i_slots *x, coa_time t, coa_time latest)
{
    coa_time best = coa_i_tree_next(&x->trees, x->open, t, COA_FOREVER);
    coa_time q = coa_i_slot_of(x, t),
             end = coa_i_slot_of(x, latest < best ? latest : best);
    const coa_time last = x->first + (coa_time)x->roots.count - 1;
    if (end > last) end = last;
    for (; q <= end; q++) {
        const coa_time next = coa_i_tree_next(&x->trees, *coa_i_slot_root(x, q), t, best);
        if (next < best) return next;
    }
    return best;
}

/* Gives a server a new idle period, at this place in its list. */
static void coa_i_slots_piece(coa_i_slots *x, uint32_t *link, uint32_t server,
                              coa_time start, coa_time end)
{
    const uint32_t piece = coa_i_period_new(&x->trees, start, end, server);
    coa_i_periods(&x->trees)[piece].next = *link;
    *link = piece;
    coa_i_slots_put(x, piece, 1);
}

/* Returns how many trees hold what is left of idle period p beside [start, end). */
COA_I_CALLED uint64_t coa_i_slots_beside(const coa_i_slots *x, const coa_i_period *p,
                                         coa_time start, coa_time end)
{
    return (p->start < start ? coa_i_slots_width(x, p->start, start) : 0) +
           (end < p->end ? coa_i_slots_width(x, end, p->end) : 0);
}

/* Takes the memory to book all servers of the runs during [start, end); COA_E_BUSY if one
 * of them is not idle. */
static coa_status coa_i_slots_take_room(coa_calendar *c, coa_time start, coa_time end,
                                        const coa_run *runs, uint32_t n)
{
    coa_i_slots *x = coa_i_slots_of(c);
    uint64_t inserts = 0, servers = 0;
    uint32_t i, s;
    for (i = 0; i < n; i++) {
        for (s = runs[i].first; s < runs[i].first + runs[i].count; s++, servers++) {
            const uint32_t *link = coa_i_slots_cover(x, s, start, end);
            if (!link) return COA_E_BUSY;
            inserts +=
                coa_i_slots_beside(x, coa_i_periods(&x->trees) + *link, start, end);
        }
    }
    return coa_i_slots_room(c, servers, 2 * servers, inserts);
}

/* Section 4.2: replaces idle period i = (st, et) by j = (st, s_r) and k = (e_r, et). */
static void coa_i_slots_take(coa_calendar *c, coa_time start, coa_time end,
                             const coa_run *runs, uint32_t n)
{
    coa_i_slots *x = coa_i_slots_of(c);
    uint32_t i, s;
    for (i = 0; i < n; i++) {
        for (s = runs[i].first; s < runs[i].first + runs[i].count; s++) {
            uint32_t *link = coa_i_slots_cover(x, s, start, end);
            const coa_i_period was = coa_i_periods(&x->trees)[*link];
            coa_i_slots_put(x, *link, 0);
            *link = was.next;
            if (end < was.end) coa_i_slots_piece(x, link, s, end, was.end);
            if (was.start < start) coa_i_slots_piece(x, link, s, was.start, start);
        }
    }
    coa_i_slots_change_all(x);
}

/* Returns the idle period that a server has after [start, end) is freed: this time,
 * joined with the idle periods that touch it. */
static coa_i_period coa_i_slots_joined(coa_i_slots *x, uint32_t server, coa_time start,
                                       coa_time end)
{
    const coa_i_period *periods = coa_i_periods(&x->trees);
    const uint32_t at = *coa_i_slots_near(x, server, start);
    uint32_t next = at;
    coa_i_period p;
    p.start = start;
    p.end = end;
    p.server = server;
    p.next = COA_I_NONE;
    if (at != COA_I_NONE && periods[at].start < start) {
        if (periods[at].end == start) p.start = periods[at].start;
        next = periods[at].next;
    }
    if (next != COA_I_NONE && periods[next].start == end) p.end = periods[next].end;
    return p;
}

/* Takes the memory to free these servers and, with retake = 1, to book them again. */
static coa_status coa_i_slots_free_room(coa_calendar *c, coa_time start, coa_time end,
                                        const coa_run *runs, uint32_t n, int retake)
{
    coa_i_slots *x = coa_i_slots_of(c);
    uint64_t inserts = 0, servers = 0;
    uint32_t i, s;
    for (i = 0; i < n; i++) {
        for (s = runs[i].first; s < runs[i].first + runs[i].count; s++, servers++) {
            const coa_i_period p = coa_i_slots_joined(x, s, start, end);
            inserts += coa_i_slots_width(x, p.start, p.end);
            if (retake) inserts += coa_i_slots_beside(x, &p, start, end);
        }
    }
    return coa_i_slots_room(c, servers, servers, inserts);
}

static coa_status coa_i_slots_give_room(coa_calendar *c, coa_time start, coa_time end,
                                        const coa_run *runs, uint32_t n)
{
    return coa_i_slots_free_room(c, start, end, runs, n, 0);
}

static void coa_i_slots_give(coa_calendar *c, coa_time start, coa_time end,
                             const coa_run *runs, uint32_t n)
{
    coa_i_slots *x = coa_i_slots_of(c);
    uint32_t i, s;
    for (i = 0; i < n; i++) {
        for (s = runs[i].first; s < runs[i].first + runs[i].count; s++) {
            const coa_i_period p = coa_i_slots_joined(x, s, start, end);
            uint32_t *link = coa_i_slots_near(x, s, start), old;
            coa_i_period *periods = coa_i_periods(&x->trees);
            /* skip an earlier period that does not touch; then remove those that do */
            if (*link != COA_I_NONE && periods[*link].end < start)
                link = &periods[*link].next;
            while ((old = *link) != COA_I_NONE && periods[old].start <= p.end &&
                   periods[old].end >= p.start) {
                *link = periods[old].next;
                coa_i_slots_put(x, old, 0);
            }
            coa_i_slots_piece(x, link, s, p.start, p.end);
        }
    }
    coa_i_slots_change_all(x);
}

/* Section 4.1: drops the trees of slots that are over; new slots start with an empty
 * tree. */
static void coa_i_slots_advance(coa_calendar *c)
{
    coa_i_slots *x = coa_i_slots_of(c);
    const coa_time first = coa_i_slot_of(x, c->now);
    uint32_t n;
    for (n = 0; n < x->roots.count && x->first + (coa_time)n < first; n++) {
        uint32_t *root = coa_i_slot_root(x, x->first + (coa_time)n);
        coa_i_tree_drop(&x->trees, *root);
        *root = COA_I_NONE;
    }
    x->first = first;
}

#ifndef COALLOC_NO_CHECK
/* Checks that every tree is sane and that the trees hold exactly the servers' periods. */
static int coa_i_slots_sane(const coa_i_slots *x)
{
    const coa_i_trees *f = &x->trees;
    const coa_i_period *periods = coa_i_periods(f);
    uint64_t expected = 0, held = 0, alive = 0;
    uint32_t i, p;
    if (!coa_i_tree_sane(f, x->open, 0, 0)) return 0;
    held = x->open == COA_I_NONE ? 0 : coa_i_tnodes(f)[x->open].size;
    for (i = 0; i < x->roots.count; i++) {
        const uint32_t root = COA_I_AT(uint32_t, x->roots)[i];
        if (!coa_i_tree_sane(f, root, 0, 0)) return 0;
        if (root != COA_I_NONE) held += coa_i_tnodes(f)[root].size;
    }
    for (i = 0; i < x->heads.count; i++) {
        for (p = COA_I_AT(uint32_t, x->heads)[i]; p != COA_I_NONE; p = periods[p].next) {
            const uint32_t next = periods[p].next;
            if (p >= f->periods.count || next >= f->periods.count) return 0;
            if (periods[p].server != i || periods[p].start >= periods[p].end) return 0;
            if (next != COA_I_NONE && periods[next].start <= periods[p].end) return 0;
            expected += coa_i_slots_width(x, periods[p].start, periods[p].end);
            if (++alive > f->period_count) return 0;
        }
    }
    return held == expected && alive == f->period_count;
}
#endif

/* ---- slots: the operations of the index */

static void coa_i_slots_stats(const coa_calendar *c, coa_stats_info *out)
{
    out->idle_groups = coa_i_slots_of(c)->trees.period_count;
    out->update_visits = coa_i_slots_of(c)->trees.visits;
}

/* Section 4.2: makes one attempt after the other, each when a server becomes idle. */
static coa_status coa_i_slots_earliest(coa_calendar *c, coa_i_query *q)
{
    uint64_t own = 0;
    uint32_t i = 0;
    for (;;) {
        coa_i_query now = coa_i_query_of(c, q->start, coa_i_end(q->start, q->length),
                                         q->among, q->need, NULL);
        coa_time next;
        while (coa_i_own_next(q, i) <= q->start)
            own += COA_I_AT(coa_i_item, *q->own)[i++].count;
        (void)coa_i_idle(c, &now);
        if (now.found + own >= q->need) return COA_OK;
        if (q->start == q->latest) return COA_E_NOFIT;
        next = coa_i_slots_next(coa_i_slots_of(c), q->start, q->latest);
        q->start = coa_i_own_next(q, i) < next ? coa_i_own_next(q, i) : next;
        if (q->start > q->latest) return COA_E_NOFIT;
    }
}

static coa_status coa_i_slots_lift(coa_calendar *c, const coa_i_record *r)
{
    const coa_time from = coa_i_left_from(c, r);
    const coa_run *runs = coa_i_runs_of(c, r);
    const coa_status s = coa_i_slots_free_room(c, from, r->end, runs, r->run_count, 1);
    if (s == COA_OK) coa_i_slots_give(c, from, r->end, runs, r->run_count);
    return s;
}

static void coa_i_slots_retake(coa_calendar *c, const coa_i_record *r)
{
    coa_i_slots_take(c, coa_i_left_from(c, r), r->end, coa_i_runs_of(c, r), r->run_count);
}

#ifndef COALLOC_NO_FLEX
static coa_status coa_i_slots_follow(coa_calendar *c, coa_i_follow *f, coa_time start)
{
    coa_i_query q =
        coa_i_query_of(c, start, start + f->length, f->among, UINT64_MAX, NULL);
    (void)coa_i_idle(c, &q);
    f->free = q.found;
    f->fall = start;
    return COA_OK;
}

static coa_time coa_i_slots_follow_next(coa_calendar *c, const coa_i_follow *f,
                                        coa_time start, uint64_t more)
{
    (void)more;
    return start < f->until ? coa_i_slots_next(coa_i_slots_of(c), start, f->until)
                            : COA_FOREVER;
}
#endif

static void coa_i_slots_periods(const coa_calendar *c, coa_i_query *q)
{
    const coa_i_slots *x = coa_i_slots_of(c);
    const coa_i_period *p = coa_i_periods(&x->trees);
    coa_i_query all = *q;
    coa_i_vec items; /* of coa_i_item */
    const coa_i_item *it;
    uint32_t i, k;
    memset(&items, 0, sizeof items);
    all.items = &items;
    for (i = 0; i < x->heads.count; i++)
        for (k = COA_I_AT(uint32_t, x->heads)[i]; k != COA_I_NONE; k = p[k].next)
            if (p[k].end > c->now && coa_i_can_start(q, p[k].start, p[k].end))
                coa_i_emit(&all, p[k].start > c->now ? p[k].start : INT64_MIN, p[k].end,
                           i, 1);
    q->nomem |= all.nomem;
    coa_i_items_join(&items);
    it = COA_I_AT(coa_i_item, items);
    for (i = 0; i < items.count && !coa_i_query_over(q); i++)
        coa_i_query_push(q, it[i].a, it[i].b, it[i].first, it[i].count);
    coa_i_vec_free(q->mem, &items, sizeof *it);
}

/* Books what the records say, the latest first, so that each server's list of periods is
 * short up to the place of the booking. */
static coa_status coa_i_slots_rebuild(coa_calendar *c)
{
    coa_i_record *r = coa_i_records(c);
    uint32_t i;
    for (i = c->records.count; i-- > 0;) {
        const coa_time from = coa_i_left_from(c, r + i);
        const coa_run *runs = coa_i_runs_of(c, r + i);
        const coa_status s =
            coa_i_slots_take_room(c, from, r[i].end, runs, r[i].run_count);
        if (s != COA_OK) return s == COA_E_BUSY ? COA_E_CORRUPT : s;
        coa_i_slots_take(c, from, r[i].end, runs, r[i].run_count);
    }
    return COA_OK;
}

#ifndef COALLOC_NO_CHECK
static coa_status coa_i_slots_check(const coa_calendar *c)
{
    return coa_i_slots_sane(coa_i_slots_of(c)) ? coa_i_idle_check(c) : COA_E_CORRUPT;
}
#endif

static void coa_i_slots_before(coa_calendar *c, coa_time end, coa_i_query *q)
{
    const coa_i_slots *x = coa_i_slots_of(c);
    const coa_i_period *p = coa_i_periods(&x->trees);
    uint32_t i, s, k;
    for (i = 0; i < q->among->count; i++) {
        const uint32_t behind = q->among->runs[i].first + q->among->runs[i].count;
        for (s = q->among->runs[i].first; s < behind; s++) {
            k = COA_I_AT(uint32_t, x->heads)[s];
            for (; k != COA_I_NONE && p[k].start < end; k = p[k].next)
                if (p[k].end == end) coa_i_query_push(q, p[k].start, 0, s, 1);
        }
    }
}

static const coa_i_index coa_i_index_range_tree = {
    COA_INDEX_RANGE_TREE,
    1u << COA_PLACE_BEST_FIT | 1u << COA_PLACE_FIRST_FIT | COA_I_CONTIGUOUS |
        1u << COA_PLACE_PAPER,
    COA_PLACE_PAPER,
    COA_PLACE_PAPER,
    1,
    1,
    sizeof(coa_i_slots),
    NULL,
    coa_i_slots_init,
    coa_i_slots_close,
    NULL,
    coa_i_slots_advance,
    COA_I_FOR_CHECK(coa_i_slots_check),
    coa_i_slots_stats,
    NULL, /* lessons would save node visits, which are to be those of [1] */
    coa_i_slots_earliest,
    coa_i_slots_idle,
    coa_i_named_until,
    coa_i_named_profile,
    coa_i_named_choose,
    coa_i_named_book,
    COA_I_NAMED_CHANGES,
    coa_i_slots_take_room,
    coa_i_slots_take,
    coa_i_slots_give_room,
    coa_i_slots_give,
    coa_i_slots_rebuild,
    coa_i_slots_periods,
    coa_i_slots_lift,
    coa_i_slots_retake,
    NULL,
    NULL,
    coa_i_slots_before,
    NULL,
    COA_I_FOR_FLEX(coa_i_slots_follow),
    COA_I_FOR_FLEX(coa_i_slots_follow_next)};
#endif

#ifndef COALLOC_NO_COUNT
/* >>counts: how many servers are booked, as one step function of time -------------------
 *
 * The index of COUNT. Point i says how many servers are booked from time[i] to the next
 * point. The first point is for now; there is another one for every future start and end
 * of a booking. Points are stored in leaves, in columns; the leaves form a B+ tree. Its
 * inner nodes are forks. A fork stores for each child its first time, the fewest and the
 * most servers booked in it, and a number (`add`) to add to all of these, so that a
 * booking changes two paths, however long it is. Up to COA_I_POINTS points fit into one
 * leaf, and the code is optimised for this case. A node of the tree is a leaf or a
 * fork; a cursor consists of a point and the path to it.
 *
 * A change pushes the `add`s on its path down before it writes or joins nodes. So the
 * numbers in a leaf were true when they were last written, and every number stays within
 * -N .. N. On the path to the first leaf, what a fork stores about its first child is
 * never read and not kept up to date. */

#ifndef COA_I_POINTS /* tests make these two small */
#define COA_I_POINTS 128u
#endif
#ifndef COA_I_FANOUT
#define COA_I_FANOUT 64u
#endif
#ifndef COA_I_FAR_NODES
#define COA_I_FAR_NODES 1024u /* more nodes do not stay in a cache near the core */
#endif
#define COA_I_PADDED(n) (((n) + 15u) & ~15u) /* columns end with a full vector */
#define COA_I_LEVELS 34u                     /* see coa_i_counts_room */

typedef struct coa_i_leaf { /* points lo .. hi - 1 */
    uint32_t lo, hi;
    coa_time time[COA_I_PADDED(COA_I_POINTS)];
    int32_t busy[COA_I_PADDED(COA_I_POINTS)];
    uint32_t event[COA_I_PADDED(COA_I_POINTS)]; /* what starts or ends: see >>binding */
} coa_i_leaf;

typedef struct coa_i_fork {
    uint32_t count;
    uint32_t child[COA_I_PADDED(COA_I_FANOUT)];
    coa_time time[COA_I_PADDED(COA_I_FANOUT)];
    int32_t low[COA_I_PADDED(COA_I_FANOUT)], high[COA_I_PADDED(COA_I_FANOUT)];
    int32_t add[COA_I_PADDED(COA_I_FANOUT)];
} coa_i_fork;

typedef union coa_i_node {
    coa_i_leaf leaf;
    coa_i_fork fork;
    uint32_t next_free;
} coa_i_node;

typedef struct coa_i_counts {
    coa_i_vec nodes;                /* of coa_i_node */
    uint32_t free_head, free_count; /* 1 + the first unused node; how many are unused */
    uint32_t root, height;          /* height 0: the root is a leaf */
    uint32_t servers;
    uint32_t splits;  /* nodes split so far: a split may make cursors wrong */
    uint32_t last[2]; /* the point of a leaf [0] and child of a fork above leaves [1] that
                       * were last found: likely the next ones, too */
    uint64_t points;
} coa_i_counts;

/* A cursor: a point and the path to it; level 0 is the leaf. */
typedef struct coa_i_cursor {
    uint32_t node[COA_I_LEVELS], at[COA_I_LEVELS];
    int32_t sum[COA_I_LEVELS]; /* still to be added to the numbers in that node */
} coa_i_cursor;

static coa_i_leaf *coa_i_leaf_at(const coa_i_counts *c, uint32_t i)
{
    return &COA_I_AT(coa_i_node, c->nodes)[i].leaf;
}

static coa_i_fork *coa_i_fork_at(const coa_i_counts *c, uint32_t i)
{
    return &COA_I_AT(coa_i_node, c->nodes)[i].fork;
}

static uint32_t coa_i_node_begin(const coa_i_counts *c, uint32_t level, uint32_t i)
{
    return level > 0 ? 0 : coa_i_leaf_at(c, i)->lo;
}

static uint32_t coa_i_node_end(const coa_i_counts *c, uint32_t level, uint32_t i)
{
    return level > 0 ? coa_i_fork_at(c, i)->count : coa_i_leaf_at(c, i)->hi;
}

/* x + y; the sum may wrap around in a first entry that is not kept up to date. */
static inline int32_t coa_i_sum(int32_t x, int32_t y)
{
    return (int32_t)((uint32_t)x + (uint32_t)y);
}

/* ---- columns of numbers, four at a time ---- */

#if defined(__SSE2__) && !defined(COALLOC_NO_VECTOR)
#define COA_I_LANES 4u
typedef __m128i coa_i_lanes;
#define COA_I_LOAD(p) _mm_loadu_si128((const __m128i *)(const void *)(p))
#define COA_I_STORE(p, v) _mm_storeu_si128((__m128i *)(void *)(p), v)
#define COA_I_ALL(x) _mm_set1_epi32(x)
#define COA_I_ADD(v, w) _mm_add_epi32(v, w)
#define COA_I_ABOVE(v, w) \
    ((uint32_t)_mm_movemask_ps(_mm_castsi128_ps(_mm_cmpgt_epi32(v, w))))
/* v where `in` is all ones, w where it is 0 */
static inline coa_i_lanes coa_i_blend(coa_i_lanes v, coa_i_lanes w, coa_i_lanes in)
{
    return _mm_or_si128(_mm_and_si128(in, v), _mm_andnot_si128(in, w));
}
#define COA_I_LEAST(v, w) coa_i_blend(v, w, _mm_cmpgt_epi32(w, v))
#define COA_I_MOST(v, w) coa_i_blend(v, w, _mm_cmpgt_epi32(v, w))
static inline coa_i_lanes coa_i_lanes_of(coa_i_lanes v, coa_i_lanes w, uint32_t from,
                                         uint32_t to)
{
    const coa_i_lanes i = _mm_setr_epi32(0, 1, 2, 3);
    return coa_i_blend(v, w,
                       _mm_andnot_si128(_mm_cmpgt_epi32(COA_I_ALL((int32_t)from), i),
                                        _mm_cmpgt_epi32(COA_I_ALL((int32_t)to), i)));
}
#define COA_I_LANE_BITS ((1u << COA_I_LANES) - 1u)

/* Returns the first i in [from, to) for which a[i] + b[i] is above x (above = 1) or not
 * above x (above = 0); `to` if there is none. b NULL = all 0. */
static inline uint32_t coa_i_first(const int32_t *a, const int32_t *b, uint32_t from,
                                   uint32_t to, int32_t x, int above)
{
    const coa_i_lanes limit = COA_I_ALL(x);
    const uint32_t flip = above ? 0 : COA_I_LANE_BITS;
    uint32_t i = from & ~(COA_I_LANES - 1), hits, skip = from - i;
    for (; i < to; i += COA_I_LANES, skip = 0) {
        coa_i_lanes v = COA_I_LOAD(a + i);
        if (b) v = COA_I_ADD(v, COA_I_LOAD(b + i));
        hits = (COA_I_ABOVE(v, limit) ^ flip) >> skip;
        if (hits) {
            i += skip + coa_i_low_bit(hits);
            return i < to ? i : to;
        }
    }
    return to;
}

/* Returns a bit for each of a[0 .. n - 1], n <= 64: 1 if it is above x. The bits from n
 * on may be anything. */
static inline uint64_t coa_i_above(const int32_t *a, uint32_t n, int32_t x)
{
    const coa_i_lanes limit = COA_I_ALL(x);
    uint64_t bits = 0;
    uint32_t i;
    for (i = 0; i < n; i += 16, a += 16) { /* 16 answers at once, a byte each */
        const coa_i_lanes v = _mm_packs_epi32(_mm_cmpgt_epi32(COA_I_LOAD(a), limit),
                                              _mm_cmpgt_epi32(COA_I_LOAD(a + 4), limit)),
                          w = _mm_packs_epi32(_mm_cmpgt_epi32(COA_I_LOAD(a + 8), limit),
                                              _mm_cmpgt_epi32(COA_I_LOAD(a + 12), limit));
        bits |= (uint64_t)(uint32_t)_mm_movemask_epi8(_mm_packs_epi16(v, w)) << i;
    }
    return bits;
}

/* a[i] += d for i in [from, to). The first and the last lanes have a step of their own,
 * which adds 0 where nothing is to be added. */
static inline void coa_i_add_to(int32_t *a, uint32_t from, uint32_t to, int32_t d)
{
    const coa_i_lanes all = COA_I_ALL(d), none = COA_I_ALL(0);
    const uint32_t last = (to - 1) & ~(COA_I_LANES - 1);
    uint32_t i = from & ~(COA_I_LANES - 1);
    if (from >= to) return;
    COA_I_STORE(
        a + i, COA_I_ADD(COA_I_LOAD(a + i), coa_i_lanes_of(all, none, from - i, to - i)));
    for (i += COA_I_LANES; i < last; i += COA_I_LANES)
        COA_I_STORE(a + i, COA_I_ADD(COA_I_LOAD(a + i), all));
    if (i == last)
        COA_I_STORE(a + i,
                    COA_I_ADD(COA_I_LOAD(a + i), coa_i_lanes_of(all, none, 0, to - i)));
}

/* Updates, lane by lane, the least a[i] + b[i] in *low and the greatest c[i] + b[i] in
 * *high. Only lanes from .. to - 1 count. b NULL = all 0. */
static inline void coa_i_extremes_lanes(const int32_t *a, const int32_t *c,
                                        const int32_t *b, uint32_t from, uint32_t to,
                                        coa_i_lanes *low, coa_i_lanes *high)
{
    coa_i_lanes v = COA_I_LOAD(a), w = a == c ? v : COA_I_LOAD(c);
    if (b) {
        const coa_i_lanes add = COA_I_LOAD(b);
        v = COA_I_ADD(v, add);
        w = COA_I_ADD(w, add);
    }
    if (to - from < COA_I_LANES) {
        v = coa_i_lanes_of(v, *low, from, to);
        w = coa_i_lanes_of(w, *high, from, to);
    }
    *low = COA_I_LEAST(*low, v);
    *high = COA_I_MOST(*high, w);
}

/* Sets *low to the least a[i] + b[i] and *high to the greatest c[i] + b[i] for i in
 * [from, to), which is not empty. */
static inline void coa_i_extremes(const int32_t *a, const int32_t *c, const int32_t *b,
                                  uint32_t from, uint32_t to, int32_t *low, int32_t *high)
{
    coa_i_lanes l = COA_I_ALL(INT32_MAX), h = COA_I_ALL(INT32_MIN);
    int32_t lows[COA_I_LANES], highs[COA_I_LANES];
    uint32_t i = from & ~(COA_I_LANES - 1), k;
    if (i < from) {
        coa_i_extremes_lanes(a + i, c + i, b ? b + i : NULL, from - i,
                             to - i < COA_I_LANES ? to - i : COA_I_LANES, &l, &h);
        i += COA_I_LANES;
    }
    for (; i + COA_I_LANES <= to; i += COA_I_LANES)
        coa_i_extremes_lanes(a + i, c + i, b ? b + i : NULL, 0, COA_I_LANES, &l, &h);
    if (i < to) coa_i_extremes_lanes(a + i, c + i, b ? b + i : NULL, 0, to - i, &l, &h);
    COA_I_STORE(lows, l);
    COA_I_STORE(highs, h);
    *low = lows[0];
    *high = highs[0];
    for (k = 1; k < COA_I_LANES; k++) {
        *low = lows[k] < *low ? lows[k] : *low;
        *high = highs[k] > *high ? highs[k] : *high;
    }
}

#define COA_I_SHIFTS 1 /* there is coa_i_leaf_shift */

/* coa_i_extremes of a[i] alone, eight at a time: as differences of 16 bits to a[from].
 * False if one of them is too large for that. Columns are padded to 16. */
static inline int coa_i_extremes_near(const int32_t *a, uint32_t from, uint32_t to,
                                      int32_t *low, int32_t *high)
{
    const coa_i_lanes base = COA_I_ALL(a[from]);
    coa_i_lanes l = COA_I_ALL(0), h = l, v;
    uint32_t i = from & ~7u;
    int32_t least, most;
    for (; i < to; i += 8) {
        v = _mm_packs_epi32(_mm_sub_epi32(COA_I_LOAD(a + i), base),
                            _mm_sub_epi32(COA_I_LOAD(a + i + 4), base));
        if (i < from || i + 8 > to) { /* 0, as of a[from], for those outside */
            const coa_i_lanes at = _mm_add_epi16(_mm_setr_epi16(0, 1, 2, 3, 4, 5, 6, 7),
                                                 _mm_set1_epi16((int16_t)i));
            v = _mm_andnot_si128(_mm_cmpgt_epi16(_mm_set1_epi16((int16_t)from), at), v);
            v = _mm_and_si128(_mm_cmpgt_epi16(_mm_set1_epi16((int16_t)to), at), v);
        }
        l = _mm_min_epi16(l, v);
        h = _mm_max_epi16(h, v);
    }
    l = _mm_min_epi16(l, _mm_srli_si128(l, 8)); /* the zeros that enter change nothing */
    h = _mm_max_epi16(h, _mm_srli_si128(h, 8));
    l = _mm_min_epi16(l, _mm_srli_si128(l, 4));
    h = _mm_max_epi16(h, _mm_srli_si128(h, 4));
    l = _mm_min_epi16(l, _mm_srli_si128(l, 2));
    h = _mm_max_epi16(h, _mm_srli_si128(h, 2));
    least = (int16_t)_mm_extract_epi16(l, 0);
    most = (int16_t)_mm_extract_epi16(h, 0);
    *low = coa_i_sum(a[from], least);
    *high = coa_i_sum(a[from], most);
    return least > INT16_MIN && most < INT16_MAX;
}
#else
static inline uint64_t coa_i_above(const int32_t *a, uint32_t n, int32_t x)
{
    uint64_t bits = 0;
    uint32_t i;
    for (i = 0; i < n; i++) bits |= (uint64_t)(a[i] > x) << i;
    return bits;
}

static inline uint32_t coa_i_first(const int32_t *a, const int32_t *b, uint32_t from,
                                   uint32_t to, int32_t x, int above)
{
    for (; from < to; from++)
        if ((a[from] + (b ? b[from] : 0) > x) == above) return from;
    return to;
}

static inline void coa_i_add_to(int32_t *a, uint32_t from, uint32_t to, int32_t d)
{
    for (; from < to; from++) a[from] += d;
}

static inline void coa_i_extremes(const int32_t *a, const int32_t *c, const int32_t *b,
                                  uint32_t from, uint32_t to, int32_t *low, int32_t *high)
{
    *low = INT32_MAX;
    *high = INT32_MIN;
    for (; from < to; from++) {
        const int32_t add = b ? b[from] : 0, v = coa_i_sum(a[from], add),
                      w = coa_i_sum(c[from], add);
        if (v < *low) *low = v;
        if (w > *high) *high = w;
    }
}

static inline int coa_i_extremes_near(const int32_t *a, uint32_t from, uint32_t to,
                                      int32_t *low, int32_t *high)
{
    (void)a;
    (void)from;
    (void)to;
    *low = *high = 0;
    return 0;
}
#endif

/* Returns the last i in [lo, hi) with time[i] <= t; lo if there is none. Written so that
 * compilers make it without branches on times, which no processor foresees. */
static inline uint32_t coa_i_time_at(const coa_time *time, uint32_t lo, uint32_t hi,
                                     coa_time t)
{
    uint32_t n, half;
    for (n = hi - lo; n > 1; n -= half) {
        half = n / 2;
        lo += time[lo + half] <= t ? half : 0;
    }
    return lo;
}

/* The same, for which `guess` is likely to be the answer. */
static inline uint32_t coa_i_time_near(const coa_time *time, uint32_t lo, uint32_t hi,
                                       coa_time t, uint32_t guess)
{
#ifndef __OPTIMIZE_SIZE__
    if (guess >= lo && guess < hi && time[guess] <= t &&
        (guess + 1 == hi || time[guess + 1] > t))
        return guess;
#endif
    (void)guess;
    return coa_i_time_at(time, lo, hi, t);
}

/* ---- finding a point ---- */

/* Points s to the point that is valid at t. */
static inline void coa_i_cursor_find(const coa_i_counts *c, coa_time t, coa_i_cursor *s)
{
    uint32_t level = c->height, node = c->root;
    const coa_i_leaf *l;
    int32_t sum = 0;
    for (; level > 0; level--) {
        const coa_i_fork *f = coa_i_fork_at(c, node);
        const uint32_t k = coa_i_time_at(f->time, 0, f->count, t);
        s->node[level] = node;
        s->at[level] = k;
        s->sum[level] = sum;
        sum += f->add[k];
        node = f->child[k];
    }
    l = coa_i_leaf_at(c, node);
    s->node[0] = node;
    s->at[0] = coa_i_time_at(l->time, l->lo, l->hi, t);
    s->sum[0] = sum;
}

#ifndef __OPTIMIZE_SIZE__
/* Asks the cache for the leaf with the point that is valid at t, if there are so many
 * nodes that it may not hold it. All lines then come at once; a search would wait for one
 * after the other. */
COA_I_HOT void coa_i_counts_fetch(const coa_i_counts *c, coa_time t)
{
    uint32_t level = c->height, node = c->root;
    size_t i;
    if (c->nodes.count <= COA_I_FAR_NODES) return;
    for (; level > 0; level--) {
        const coa_i_fork *f = coa_i_fork_at(c, node);
        node = f->child[coa_i_time_at(f->time, 0, f->count, t)];
    }
    for (i = 0; i < sizeof(coa_i_leaf); i += 64)
        COA_I_PREFETCH((const unsigned char *)coa_i_leaf_at(c, node) + i);
}
#endif

/* Points s to the first point. */
static inline void coa_i_cursor_first(const coa_i_counts *c, coa_i_cursor *s)
{
    uint32_t level = c->height, node = c->root;
    int32_t sum = 0;
    for (; level > 0; level--) {
        const coa_i_fork *f = coa_i_fork_at(c, node);
        s->node[level] = node;
        s->at[level] = 0;
        s->sum[level] = sum;
        sum += f->add[0];
        node = f->child[0];
    }
    s->node[0] = node;
    s->at[0] = coa_i_leaf_at(c, node)->lo;
    s->sum[0] = sum;
}

static coa_time coa_i_cursor_time(const coa_i_counts *c, const coa_i_cursor *s)
{
    return coa_i_leaf_at(c, s->node[0])->time[s->at[0]];
}

static int32_t coa_i_cursor_busy(const coa_i_counts *c, const coa_i_cursor *s)
{
    return coa_i_leaf_at(c, s->node[0])->busy[s->at[0]] + s->sum[0];
}

/* Returns the limit for the stored numbers of a node, to which `sum` is still to be
 * added. */
COA_I_CALLED int32_t coa_i_limit_less(int32_t limit, int32_t sum)
{
    const int64_t x = (int64_t)limit - sum;
    return x > INT32_MAX ? INT32_MAX : (int32_t)x;
}

/* coa_i_cursor_seek beyond the leaf: goes up until a fork has, behind s, a child with
 * such a point, and then down to that point. */
static int coa_i_cursor_climb(const coa_i_counts *c, coa_i_cursor *s, int32_t limit,
                              int above, coa_time end)
{
    uint32_t level = 0, k;
    const coa_i_fork *f;
    const coa_i_leaf *l;
    do {
        if (level++ == c->height) return 0;
        f = coa_i_fork_at(c, s->node[level]);
        k = coa_i_first(above ? f->high : f->low, f->add, s->at[level] + 1, f->count,
                        coa_i_limit_less(limit, s->sum[level]), above);
    } while (k == f->count);
    for (;;) {
        const int32_t sum = s->sum[level] + f->add[k];
        const uint32_t node = f->child[k];
        if (f->time[k] >= end) return 0;
        s->at[level--] = k;
        s->node[level] = node;
        s->sum[level] = sum;
        if (level == 0) break;
        f = coa_i_fork_at(c, node);
        k = coa_i_first(above ? f->high : f->low, f->add, 0, f->count,
                        coa_i_limit_less(limit, sum), above);
    }
    l = coa_i_leaf_at(c, s->node[0]);
    s->at[0] = coa_i_first(l->busy, NULL, l->lo, l->hi,
                           coa_i_limit_less(limit, s->sum[0]), above);
    return 1;
}

/* A bit for each of 64 points of the leaf of a cursor: 1 if more than `limit` servers are
 * booked. */
typedef struct coa_i_view {
    uint32_t base;
    uint64_t above;
} coa_i_view;

static inline coa_i_view coa_i_view_of(const coa_i_counts *c, const coa_i_cursor *s,
                                       uint32_t at, int32_t limit)
{
    const coa_i_leaf *l = coa_i_leaf_at(c, s->node[0]);
    coa_i_view v;
    v.base = at & ~15u;
    v.above = coa_i_above(l->busy + v.base, l->hi - v.base < 64 ? l->hi - v.base : 64,
                          coa_i_limit_less(limit, s->sum[0]));
    return v;
}

static inline int coa_i_view_is_above(const coa_i_view *v, const coa_i_cursor *s)
{
    return (int)(v->above >> (s->at[0] - v->base) & 1);
}

/* Moves s, and the view with it, to the next point at which more than `limit` servers are
 * booked (above = 1) or at most `limit` (above = 0). It looks for a point before `end`,
 * but may also return one at or after `end`. False if it finds none: then s is no longer
 * valid. */
static inline int coa_i_cursor_seek(const coa_i_counts *c, coa_i_cursor *s, coa_i_view *v,
                                    int32_t limit, int above, coa_time end)
{
    const uint32_t hi = coa_i_leaf_at(c, s->node[0])->hi;
    uint64_t bits = (above ? v->above : ~v->above) & ~(uint64_t)1 << (s->at[0] - v->base);
    while (bits == 0 && v->base + 64 < hi) {
        *v = coa_i_view_of(c, s, v->base + 64, limit);
        bits = above ? v->above : ~v->above;
    }
    s->at[0] = v->base + (bits ? coa_i_low_bit(bits) : 64);
    if (s->at[0] < hi) return 1;
    if (c->height == 0 || !coa_i_cursor_climb(c, s, limit, above, end)) return 0;
    *v = coa_i_view_of(c, s, s->at[0], limit);
    return 1;
}

/* Moves q->start to the earliest time up to q->latest from which q->need servers are free
 * for q->length, or with q->own until the booking begins. False if there is none. */
static int coa_i_counts_earliest(coa_i_counts *c, coa_i_query *q)
{
    const coa_time enough = COA_I_REPLACED(q->own != NULL) ? q->old->start : COA_FOREVER;
    coa_i_cursor s;
    coa_i_view v;
    int32_t limit;
    coa_time t = q->start, end;
    if (q->need > c->servers) return 0;
    limit = (int32_t)(c->servers - (uint32_t)q->need);
#ifndef __OPTIMIZE_SIZE__
    coa_i_counts_fetch(c, t);
    coa_i_counts_fetch(c, coa_i_end(t, q->length)); /* where a booking will end */
#endif
    if (COA_I_REPLACED(q->own != NULL) &&
        q->latest > coa_i_last_start(enough, q->length)) {
        coa_i_cursor_find(c, enough - 1, &s); /* do windows fit that touch the booking? */
        if (coa_i_cursor_busy(c, &s) > limit)
            q->latest = coa_i_last_start(enough, q->length);
        if (t > q->latest) return 0;
    }
    coa_i_cursor_first(c, &s);
    if (t > coa_i_cursor_time(c, &s)) coa_i_cursor_find(c, t, &s);
    v = coa_i_view_of(c, &s, s.at[0], limit);
    if (coa_i_view_is_above(&v, &s)) {
        if (!coa_i_cursor_seek(c, &s, &v, limit, 0, COA_FOREVER)) return 0;
        t = coa_i_cursor_time(c, &s);
    }
    while (t <= q->latest) {
        c->last[0] = s.at[0];
        if (c->height > 0) c->last[1] = s.at[1];
        end = coa_i_end(t, q->length);
        if (end > enough) end = enough;
        if (!coa_i_cursor_seek(c, &s, &v, limit, 1, end) ||
            coa_i_cursor_time(c, &s) >= end) {
            q->start = t;
            return 1;
        }
        if (!coa_i_cursor_seek(c, &s, &v, limit, 0, COA_FOREVER)) return 0;
        t = coa_i_cursor_time(c, &s);
    }
    return 0;
}

/* Returns the least number of servers that are free at any time in [start, end), start >=
 * now. O(P). */
static uint32_t coa_i_counts_least(const coa_i_counts *c, coa_time start, coa_time end)
{
    coa_i_cursor s;
    coa_i_view v;
    int32_t most;
    coa_i_cursor_find(c, start, &s);
    most = coa_i_cursor_busy(c, &s);
    v = coa_i_view_of(c, &s, s.at[0], most);
    while (coa_i_cursor_seek(c, &s, &v, most, 1, end) && coa_i_cursor_time(c, &s) < end) {
        most = coa_i_cursor_busy(c, &s);
        v = coa_i_view_of(c, &s, s.at[0], most);
    }
    return c->servers - (uint32_t)most;
}

/* Returns the first time from `start` >= now on at which fewer than n servers are free;
 * COA_FOREVER if there is none. O(log P). */
static coa_time coa_i_counts_until(const coa_i_counts *c, coa_time start, uint32_t n)
{
    coa_i_cursor s;
    coa_i_view v;
    int32_t limit;
    if (n > c->servers) return start;
    limit = (int32_t)(c->servers - n);
    coa_i_cursor_find(c, start, &s);
    v = coa_i_view_of(c, &s, s.at[0], limit);
    if (coa_i_view_is_above(&v, &s)) return start;
    return coa_i_cursor_seek(c, &s, &v, limit, 1, COA_FOREVER) ? coa_i_cursor_time(c, &s)
                                                               : COA_FOREVER;
}

/* ---- changing points ---- */

static int coa_i_counts_init(coa_i_mem *mem, coa_i_counts *c, uint32_t servers,
                             coa_time now)
{
    coa_i_leaf *l;
    if (c->nodes.capacity == 0 &&
        !coa_i_room_exact(mem, &c->nodes, 1, sizeof(coa_i_node)))
        return 0;
    c->nodes.count = 1;
    memset(c->nodes.at, 0, sizeof(coa_i_node));
    l = coa_i_leaf_at(c, 0);
    l->hi = 1;
    l->time[0] = now;
    c->servers = servers;
    c->points = 1;
    return 1;
}

/* Makes room for `points` <= 2 more points. A new point may split the nodes on its path,
 * and the root if that is nearly full. A tree with nodes of their normal size never has
 * COA_I_LEVELS levels: by the bound below, each level has less than a tenth of the nodes
 * of the level under it. */
COA_I_HOT int coa_i_counts_room(coa_i_mem *mem, coa_i_counts *c, uint32_t points)
{
    uint64_t need = points;
    if (c->height == 0) {
        if (c->points + points <= COA_I_POINTS) return 1;
        need *= 3;
    } else if (coa_i_fork_at(c, c->root)->count + points <= COA_I_FANOUT) {
        need *= c->height;
    } else {
        need *= c->height + 3;
    }
    if (c->height + 3 > COA_I_LEVELS) return 0;
    return need <= c->free_count ||
           coa_i_room(mem, &c->nodes, c->nodes.count + need - c->free_count,
                      sizeof(coa_i_node));
}

/* Returns the most nodes that are in use with never more than `points` points, and those
 * that coa_i_counts_room may ask for in addition.
 *
 * Two neighbours under one fork, except the first leaf, together have at least h entries,
 * more than half of a full node: a node that was split or joined is itself at least half
 * full, and its neighbours are not empty; a node that lost an entry was joined, unless
 * the two had more. So a fork with c children has (c - 1) / 2 disjoint pairs of at least
 * h entries, and a level with e entries under m forks has n <= 2 e / h + m + 1 nodes. It
 * also has no more than e nodes. The tree gets no higher while the root has room. */
static uint64_t coa_i_counts_most(uint64_t points)
{
    uint64_t n[COA_I_LEVELS], all = 0, last;
    uint32_t top = 0, i;
    if (points <= COA_I_POINTS) return 1;
    do {
        for (i = 0; i <= top; i++) n[i] = points;
        n[++top] = 1;
        do { /* a smaller bound of one level makes those of its neighbours smaller */
            last = all;
            for (i = 0; i < top; i++) {
                const uint64_t half = (i > 0 ? COA_I_FANOUT : COA_I_POINTS) / 2 + 1;
                const uint64_t entries = i > 0 ? n[i - 1] : points;
                const uint64_t most = 2 * ((entries - 1) / half) + n[i + 1] + 1;
                if (most < n[i]) n[i] = most;
            }
            for (i = 0, all = 0; i <= top; i++) all += n[i];
        } while (all != last);
    } while (n[top - 1] + 2 > COA_I_FANOUT && top + 1 < COA_I_LEVELS);
    return all + 2 * (top > 1 ? (uint64_t)top + 2 : 1);
}

static uint32_t coa_i_node_new(coa_i_counts *c)
{
    coa_i_node *nodes = COA_I_AT(coa_i_node, c->nodes);
    uint32_t i = c->free_head;
    if (i > 0) {
        c->free_head = nodes[--i].next_free;
        c->free_count--;
    } else {
        i = c->nodes.count++;
    }
    memset(nodes + i, 0, sizeof *nodes);
    return i;
}

static void coa_i_node_drop(coa_i_counts *c, uint32_t i)
{
    COA_I_AT(coa_i_node, c->nodes)[i].next_free = c->free_head;
    c->free_head = i + 1;
    c->free_count++;
}

/* Moves entries from .. from + n - 1 of g to position `to` of f, which may be g. */
static void coa_i_fork_move(coa_i_fork *f, uint32_t to, const coa_i_fork *g,
                            uint32_t from, uint32_t n)
{
    memmove(f->child + to, g->child + from, n * sizeof *f->child);
    memmove(f->time + to, g->time + from, n * sizeof *f->time);
    memmove(f->low + to, g->low + from, n * sizeof *f->low);
    memmove(f->high + to, g->high + from, n * sizeof *f->high);
    memmove(f->add + to, g->add + from, n * sizeof *f->add);
    f->count = to + n;
}

/* Moves points from .. from + n - 1 of l to position `to` of m, which may be l. */
static inline void coa_i_leaf_move(coa_i_leaf *m, uint32_t to, const coa_i_leaf *l,
                                   uint32_t from, uint32_t n)
{
    memmove(m->time + to, l->time + from, n * sizeof *l->time);
    memmove(m->busy + to, l->busy + from, n * sizeof *l->busy);
    memmove(m->event + to, l->event + from, n * sizeof *l->event);
}

#ifdef COA_I_SHIFTS
/* Moves COA_I_LANES points of l from one position to another. */
static inline void coa_i_leaf_shift(coa_i_leaf *l, uint32_t to, uint32_t from)
{
    const coa_i_lanes t = COA_I_LOAD(l->time + from), u = COA_I_LOAD(l->time + from + 2),
                      b = COA_I_LOAD(l->busy + from), e = COA_I_LOAD(l->event + from);
    COA_I_STORE(l->time + to, t);
    COA_I_STORE(l->time + to + 2, u);
    COA_I_STORE(l->busy + to, b);
    COA_I_STORE(l->event + to, e);
}
#endif

/* Makes place for a point before point k: moves the points before it down (down = 1), or
 * it and those after it up. There is place. */
static inline void coa_i_leaf_part(coa_i_leaf *l, uint32_t k, int down)
{
#ifdef COA_I_SHIFTS
    /* Four at a time; at the outer end up to three entries that are no points too. */
    uint32_t i;
    if (down && l->lo >= COA_I_LANES) {
        for (i = k - ((k - l->lo + COA_I_LANES - 1) & ~(COA_I_LANES - 1)); i < k;
             i += COA_I_LANES)
            coa_i_leaf_shift(l, i - 1, i);
        return;
    }
    if (!down && l->hi + COA_I_LANES <= COA_I_PADDED(COA_I_POINTS)) {
        i = k + ((l->hi - k + COA_I_LANES - 1) & ~(COA_I_LANES - 1));
        while (i > k) {
            i -= COA_I_LANES;
            coa_i_leaf_shift(l, i + 1, i);
        }
        return;
    }
#endif
    if (down)
        coa_i_leaf_move(l, l->lo - 1, l, l->lo, k - l->lo);
    else
        coa_i_leaf_move(l, k + 1, l, k, l->hi - k);
}

COA_I_CALLED int coa_i_node_full(const coa_i_counts *c, uint32_t level, uint32_t i)
{
    if (level > 0) return coa_i_fork_at(c, i)->count == COA_I_FANOUT;
    return coa_i_leaf_at(c, i)->hi - coa_i_leaf_at(c, i)->lo == COA_I_POINTS;
}

/* Sets *low and *high to the least and the greatest number below node i of `level`. */
static void coa_i_node_range(const coa_i_counts *c, uint32_t level, uint32_t i,
                             int32_t *low, int32_t *high)
{
    if (level > 0) {
        const coa_i_fork *g = coa_i_fork_at(c, i);
        coa_i_extremes(g->low, g->high, g->add, 0, g->count, low, high);
    } else {
        const coa_i_leaf *l = coa_i_leaf_at(c, i);
        coa_i_extremes(l->busy, l->busy, NULL, l->lo, l->hi, low, high);
    }
}

/* Recomputes the least and the greatest number in entry k of f from its child, a node of
 * `level`. What they were tells whether they are likely to be near each other. */
static void coa_i_fork_sum_up(const coa_i_counts *c, coa_i_fork *f, uint32_t k,
                              uint32_t level)
{
    const coa_i_leaf *l = coa_i_leaf_at(c, f->child[k]);
    if (level > 0 || (uint32_t)f->high[k] - (uint32_t)f->low[k] > INT16_MAX ||
        !coa_i_extremes_near(l->busy, l->lo, l->hi, f->low + k, f->high + k))
        coa_i_node_range(c, level, f->child[k], f->low + k, f->high + k);
}

/* The same after d has been added to entries from .. to - 1 of the child. If that cannot
 * have changed the least number (d > 0) or the greatest one (d < 0) of a leaf, only the
 * points that have changed are looked at. */
static inline void coa_i_fork_changed(const coa_i_counts *c, coa_i_fork *f, uint32_t k,
                                      uint32_t level, uint32_t from, uint32_t to,
                                      int32_t d)
{
    int32_t low, high;
    if (level == 0 &&
        coa_i_extremes_near(coa_i_leaf_at(c, f->child[k])->busy, from, to, &low, &high) &&
        (d > 0 ? low - d > f->low[k] : high - d < f->high[k])) {
        if (low < f->low[k]) f->low[k] = low;
        if (high > f->high[k]) f->high[k] = high;
        return;
    }
    coa_i_fork_sum_up(c, f, k, level);
}

/* Adds d to the numbers of entries from .. to - 1 of a node. */
static void coa_i_node_add(const coa_i_counts *c, uint32_t level, uint32_t i,
                           uint32_t from, uint32_t to, int32_t d)
{
    coa_i_add_to(level > 0 ? coa_i_fork_at(c, i)->add : coa_i_leaf_at(c, i)->busy, from,
                 to, d);
}

/* Pushes `add` of entry k of f down into its child, a node of `level`. */
static void coa_i_fork_push(const coa_i_counts *c, coa_i_fork *f, uint32_t k,
                            uint32_t level)
{
    const uint32_t i = f->child[k];
    const int32_t d = f->add[k];
    if (d == 0) return;
    coa_i_node_add(c, level, i, coa_i_node_begin(c, level, i),
                   coa_i_node_end(c, level, i), d);
    f->add[k] = 0;
    f->low[k] = coa_i_sum(f->low[k], d);
    f->high[k] = coa_i_sum(f->high[k], d);
}

/* Splits child k of f, a full node of `level`, in two. */
static void coa_i_fork_split(coa_i_counts *c, coa_i_fork *f, uint32_t k, uint32_t level)
{
    const uint32_t left = f->child[k], right = coa_i_node_new(c);
    c->splits++;
    coa_i_fork_move(f, k + 1, f, k, f->count - k);
    f->child[k + 1] = right;
    if (level > 0) {
        coa_i_fork *g = coa_i_fork_at(c, left), *h = coa_i_fork_at(c, right);
        coa_i_fork_move(h, 0, g, COA_I_FANOUT / 2, g->count - COA_I_FANOUT / 2);
        g->count = COA_I_FANOUT / 2;
        f->time[k + 1] = h->time[0];
    } else {
        coa_i_leaf *l = coa_i_leaf_at(c, left), *m = coa_i_leaf_at(c, right);
        m->hi = COA_I_POINTS - COA_I_POINTS / 2;
        coa_i_leaf_move(m, 0, l, COA_I_POINTS / 2, m->hi);
        l->hi = COA_I_POINTS / 2;
        f->time[k + 1] = m->time[0];
    }
    coa_i_fork_sum_up(c, f, k, level);
    coa_i_fork_sum_up(c, f, k + 1, level);
}

/* Puts a new fork above a full root. */
static void coa_i_counts_raise(coa_i_counts *c)
{
    const uint32_t top = coa_i_node_new(c);
    coa_i_fork *f = coa_i_fork_at(c, top);
    f->count = 1;
    f->child[0] = c->root;
    f->time[0] = INT64_MIN;
    coa_i_fork_sum_up(c, f, 0, c->height);
    c->root = top;
    c->height++;
    c->splits++;
}

/* Points s to the point that is valid at t, and pushes down every `add` on the path. With
 * `grow`, as a new booking needs it, no node on the path is full afterwards, and the
 * point found last is likely to be the one; other calls mostly go to other points. */
static inline void coa_i_cursor_reach(coa_i_counts *c, coa_time t, int grow,
                                      coa_i_cursor *s)
{
    uint32_t level, node;
    const coa_i_leaf *l;
    if (grow && coa_i_node_full(c, c->height, c->root)) coa_i_counts_raise(c);
    node = c->root;
    for (level = c->height; level > 0; level--) {
        coa_i_fork *f = coa_i_fork_at(c, node);
        uint32_t k = coa_i_time_near(f->time, 0, f->count, t, c->last[1]);
        if (grow && coa_i_node_full(c, level - 1, f->child[k])) {
            coa_i_fork_split(c, f, k, level - 1);
            k += f->time[k + 1] <= t;
        }
        coa_i_fork_push(c, f, k, level - 1);
        c->last[1] = k;
        s->node[level] = node;
        s->at[level] = k;
        s->sum[level] = 0;
        node = f->child[k];
    }
    l = coa_i_leaf_at(c, node);
    s->node[0] = node;
    s->at[0] = grow ? coa_i_time_near(l->time, l->lo, l->hi, t, c->last[0])
                    : coa_i_time_at(l->time, l->lo, l->hi, t);
    s->sum[0] = 0;
}

/* Points s to the point at t and makes it if there is none; there must be room for it. */
static inline void coa_i_cursor_make(coa_i_counts *c, coa_time t, coa_i_cursor *s)
{
    coa_i_leaf *l;
    uint32_t k;
    int32_t busy;
    coa_i_cursor_reach(c, t, 1, s);
    l = coa_i_leaf_at(c, s->node[0]);
    k = s->at[0];
    if (l->time[k] == t) return;
    busy = l->busy[k];
    if (l->lo > 0 && (l->hi == COA_I_POINTS || k + 1 - l->lo < l->hi - k - 1)) {
        coa_i_leaf_part(l, k + 1, 1);
        l->lo--;
    } else {
        coa_i_leaf_part(l, ++k, 0);
        l->hi++;
    }
    l->time[k] = t;
    l->busy[k] = busy;
    l->event[k] = 0;
    s->at[0] = k;
    c->points++;
}

/* Recomputes what the forks on the path of s store about its nodes, from `level` up: d
 * has been added to entries from .. to - 1 of the lowest of these nodes. */
static void coa_i_cursor_sum_up(const coa_i_counts *c, const coa_i_cursor *s,
                                uint32_t level, uint32_t from, uint32_t to, int32_t d)
{
    for (; level < c->height; level++)
        coa_i_fork_changed(c, coa_i_fork_at(c, s->node[level + 1]), s->at[level + 1],
                           level, from, to, d);
}

/* Adds d to all points before s (behind = 0), or to s and all points after it (behind =
 * 1), in the nodes on its path below level `top`. */
static void coa_i_cursor_add(const coa_i_counts *c, const coa_i_cursor *s, uint32_t top,
                             int behind, int32_t d)
{
    uint32_t level;
    for (level = 0; level < top; level++) {
        const uint32_t i = s->node[level], at = s->at[level],
                       from = behind ? at + (level > 0) : coa_i_node_begin(c, level, i),
                       to = behind ? coa_i_node_end(c, level, i) : at;
        coa_i_node_add(c, level, i, from, to, d);
        if (level == c->height) return;
        coa_i_fork_changed(c, coa_i_fork_at(c, s->node[level + 1]), s->at[level + 1],
                           level, from, to, d);
    }
}

/* Books d more servers from point a (NULL: the first point) to point b (NULL: for ever).
 * Both come from coa_i_cursor_reach. */
COA_I_HOT void coa_i_counts_add(coa_i_counts *c, const coa_i_cursor *a,
                                const coa_i_cursor *b, int32_t d)
{
    uint32_t top = c->height;
    if (top == 0) {
        coa_i_leaf *l = coa_i_leaf_at(c, c->root);
        coa_i_add_to(l->busy, a ? a->at[0] : l->lo, b ? b->at[0] : l->hi, d);
    } else if (!a && !b) {
        coa_i_node_add(c, top, c->root, coa_i_node_begin(c, top, c->root),
                       coa_i_node_end(c, top, c->root), d);
    } else if (!a) {
        coa_i_cursor_add(c, b, top + 1, 0, d);
    } else if (!b) {
        coa_i_cursor_add(c, a, top + 1, 1, d);
    } else {
        while (top > 0 && a->at[top] == b->at[top]) top--;
        coa_i_cursor_add(c, a, top, 1, d);
        coa_i_cursor_add(c, b, top, 0, d);
        coa_i_node_add(c, top, a->node[top], a->at[top] + (top > 0), b->at[top], d);
        coa_i_cursor_sum_up(c, a, top, a->at[top], b->at[top], d);
    }
}

/* ---- removing points ---- */

/* Stores in the forks above that the node of s at `level` now begins at t. */
static void coa_i_cursor_begins(const coa_i_counts *c, const coa_i_cursor *s,
                                uint32_t level, coa_time t)
{
    while (level++ < c->height) {
        coa_i_fork_at(c, s->node[level])->time[s->at[level]] = t;
        if (s->at[level] > 0) return;
    }
}

/* Joins child k + 1 of fork f, at `level`, to child k if both together fill no more than
 * three quarters of a node. Returns how many entries child k had, or 0 if it did
 * nothing. */
static uint32_t coa_i_fork_join_two(coa_i_counts *c, coa_i_fork *f, uint32_t k,
                                    uint32_t level)
{
    const uint32_t below = level - 1, x = f->child[k], y = f->child[k + 1];
    const uint32_t most = below > 0 ? COA_I_FANOUT : COA_I_POINTS,
                   nx = coa_i_node_end(c, below, x) - coa_i_node_begin(c, below, x),
                   ny = coa_i_node_end(c, below, y) - coa_i_node_begin(c, below, y);
    if (nx + ny > most - most / 4) return 0;
    coa_i_fork_push(c, f, k, below);
    coa_i_fork_push(c, f, k + 1, below);
    if (below > 0) {
        coa_i_fork_move(coa_i_fork_at(c, x), nx, coa_i_fork_at(c, y), 0, ny);
        coa_i_fork_at(c, x)->time[nx] = f->time[k + 1];
    } else {
        coa_i_leaf *l = coa_i_leaf_at(c, x);
        coa_i_leaf_move(l, 0, l, l->lo, nx);
        coa_i_leaf_move(l, nx, coa_i_leaf_at(c, y), coa_i_leaf_at(c, y)->lo, ny);
        l->lo = 0;
        l->hi = nx + ny;
    }
    coa_i_node_drop(c, y);
    coa_i_fork_move(f, k + 1, f, k + 2, f->count - (k + 2));
    coa_i_fork_sum_up(c, f, k, below);
    return nx;
}

/* The same, and then again for the nodes below that have become neighbours. */
static void coa_i_fork_join(coa_i_counts *c, coa_i_fork *f, uint32_t k, uint32_t level)
{
    uint32_t n;
    while ((n = coa_i_fork_join_two(c, f, k, level)) > 0 && --level > 0) {
        f = coa_i_fork_at(c, f->child[k]);
        k = n - 1;
    }
}

/* Removes the root as long as it has only one child. */
static void coa_i_counts_lower(coa_i_counts *c)
{
    while (c->height > 0 && coa_i_fork_at(c, c->root)->count == 1) {
        coa_i_fork *f = coa_i_fork_at(c, c->root);
        const uint32_t root = f->child[0];
        coa_i_fork_push(c, f, 0, c->height - 1);
        coa_i_node_drop(c, c->root);
        c->root = root;
        c->height--;
    }
}

/* The nodes of s have lost an entry, from `level` up. Removes empty ones, and joins
 * sparse ones with a neighbour. */
static void coa_i_cursor_close_up(coa_i_counts *c, const coa_i_cursor *s, uint32_t level)
{
    for (; level < c->height; level++) {
        const uint32_t i = s->node[level], k = s->at[level + 1];
        coa_i_fork *f = coa_i_fork_at(c, s->node[level + 1]);
        if (coa_i_node_begin(c, level, i) == coa_i_node_end(c, level, i)) {
            coa_i_node_drop(c, i);
            coa_i_fork_move(f, k, f, k + 1, f->count - (k + 1));
            if (k == 0 && f->count > 0) coa_i_cursor_begins(c, s, level + 1, f->time[0]);
            continue;
        }
        coa_i_fork_sum_up(c, f, k, level);
        if (k + 1 < f->count) coa_i_fork_join(c, f, k, level + 1);
        if (k > 0) coa_i_fork_join(c, f, k - 1, level + 1);
    }
    coa_i_counts_lower(c);
}

/* Removes the point of s, at which nothing starts or ends any more. s comes from
 * coa_i_cursor_reach. */
static void coa_i_cursor_remove(coa_i_counts *c, const coa_i_cursor *s)
{
    coa_i_leaf *l = coa_i_leaf_at(c, s->node[0]);
    const uint32_t k = s->at[0];
    c->points--;
    if (k - l->lo < l->hi - k) {
        coa_i_leaf_move(l, l->lo + 1, l, l->lo, k - l->lo);
        l->lo++;
        if (k + 1 == l->lo && l->lo < l->hi) coa_i_cursor_begins(c, s, 0, l->time[l->lo]);
    } else {
        coa_i_leaf_move(l, k, l, k + 1, l->hi - k - 1);
        l->hi--;
    }
    if (c->height > 0) coa_i_cursor_close_up(c, s, 0);
}

/* Removes the only point of the first leaf if the next leaf begins by `now`. False if it
 * does not. */
static int coa_i_counts_next_leaf(coa_i_counts *c, coa_time now)
{
    coa_i_cursor s;
    uint32_t level = 1;
    coa_i_cursor_reach(c, INT64_MIN, 0, &s);
    while (level <= c->height && coa_i_fork_at(c, s.node[level])->count == 1) level++;
    if (level > c->height || coa_i_fork_at(c, s.node[level])->time[1] > now) return 0;
    coa_i_leaf_at(c, s.node[0])->hi = coa_i_leaf_at(c, s.node[0])->lo;
    coa_i_cursor_close_up(c, &s, 0);
    c->points--;
    return 1;
}

/* >>binding: COUNT says which servers only when a booking starts ------------------------
 *
 * Every booking is a promise of a number of servers. Its start, until it starts, and its
 * end are events: codes in doubly linked lists, one list for each point of the step
 * function. When time reaches a point, the bookings that end there give their servers
 * back; then those that start are bound in the order of their ids. (New events go to the
 * front of a list, so it is read backwards; it is sorted only if bookings have moved.) A
 * booking gets the lowest free servers; there are enough, because no more than N servers
 * are ever promised.
 *
 * All servers from `top` on are free. The free servers below `top` are pieces, that is,
 * runs: the lowest few are in an array, into which new pieces are merged, the others in a
 * heap. Pieces that touch are joined when they are taken, not when they are given back.
 * Binding turns the pieces there are into at most one run more, and giving back adds
 * none. So the room for one piece that each booking takes when it is made always
 * suffices.
 *
 * With desc.unnamed there are no servers to bind (`servers` is 0): every promise stays
 * without runs, as those are that wait for their start. */

typedef struct coa_i_promise {
    coa_run run; /* one run: the run; more: `first` is their place in the store. */
                 /* `count` is always the number of servers */
    coa_id id;   /* of the booking */
    uint32_t next[2], prev[2]; /* in the list of the end [0] and of the start [1]. */
                               /* prev[1] COA_I_BOUND: it is bound to next[1] runs */
} coa_i_promise;

#define COA_I_BOUND UINT32_MAX

#ifndef COA_I_NEAR /* so many that the heap is seldom needed; tests make it small */
#define COA_I_NEAR 256u
#endif

typedef struct coa_i_binding {
    coa_i_vec promises; /* of coa_i_promise; [0] unused */
    uint32_t free_head; /* linked by next[0] */
    uint32_t top, servers;
    uint32_t near_count;
    uint64_t
        near[COA_I_NEAR + 1]; /* the lowest pieces: first << 32 | count, from [1] on */
                              /* descending; [0] is above all */
    coa_i_vec far;            /* of uint64_t: the other pieces, a heap, lowest on top */
    coa_i_vec store;  /* of coa_run: (promise or 0, n) followed by its n runs, repeated */
    uint32_t waiting; /* promises that are not bound yet */
    uint64_t runs;    /* runs of bound promises */
    uint64_t several; /* servers in promises of more than one server */
} coa_i_binding;

static coa_i_promise *coa_i_promises(const coa_i_binding *b)
{
    return COA_I_AT(coa_i_promise, b->promises);
}

/* Returns the number of runs a promise is bound to, 0 if it is not bound yet. */
static inline uint32_t coa_i_promise_runs(const coa_i_promise *p)
{
    return p->prev[1] == COA_I_BOUND ? p->next[1] : 0;
}

static int coa_i_binding_init(coa_i_mem *mem, coa_i_binding *b, uint32_t servers)
{
    b->servers = servers;
    b->near[0] = UINT64_MAX;
    if (!coa_i_room(mem, &b->promises, 1, sizeof(coa_i_promise))) return 0;
    b->promises.count = 1;
    return 1;
}

/* Makes room for `more` pieces and runs more, and for `several` more servers in promises
 * of more than one. There are never more pieces and runs together than servers. Promises
 * of more than one run have together no more runs than there can be pieces, and no more
 * than they have servers. Each of them also has one item of the store for itself, at most
 * half as many again. The store has room for twice that, so that it is packed seldom. */
COA_I_HOT int coa_i_pieces_room(coa_i_mem *mem, coa_i_binding *b, uint64_t more,
                                uint64_t several)
{
    uint64_t pieces =
        b->near_count + (uint64_t)b->far.count + b->runs + b->waiting + more;
    uint64_t need = b->several + several;
    if (pieces > b->servers) pieces = b->servers;
    if (need > pieces) need = pieces;
    return coa_i_room(mem, &b->far, pieces, sizeof(uint64_t)) &&
           coa_i_room(mem, &b->store, 3 * need + 2, sizeof(coa_run));
}

/* Makes room for one more promise of n servers, or with `replaces` for one instead of
 * another, and for its binding. */
COA_I_HOT int coa_i_binding_room(coa_i_mem *mem, coa_i_binding *b, uint32_t n,
                                 int replaces)
{
    if (!replaces && b->free_head == 0 && b->promises.count == b->promises.capacity &&
        !coa_i_room(mem, &b->promises, (uint64_t)b->promises.count + 1,
                    sizeof(coa_i_promise)))
        return 0;
    return coa_i_pieces_room(mem, b, 1, n > 1 ? n : 0);
}

/* ---- free pieces ---- */

static uint64_t coa_i_piece(coa_run run) { return (uint64_t)run.first << 32 | run.count; }

static int coa_i_piece_below(const void *x, const void *y)
{
    return *(const uint64_t *)x > *(const uint64_t *)y;
}

static void coa_i_far_push(coa_i_binding *b, uint64_t piece)
{
    coa_i_heap_up(b->far.at, b->far.count++, sizeof piece, coa_i_piece_below, &piece);
}

static uint64_t coa_i_far_pop(coa_i_binding *b)
{
    const uint64_t *heap = COA_I_AT(uint64_t, b->far);
    const uint64_t lowest = heap[0], last = heap[--b->far.count];
    coa_i_heap_down(b->far.at, b->far.count, 0, sizeof last, coa_i_piece_below, &last);
    return lowest;
}

/* The array `near` is empty: moves the lowest pieces of `far` into it, or if there are
 * none, n servers from `top` on. */
COA_I_COLD void coa_i_near_fill(coa_i_binding *b, uint32_t n)
{
    uint32_t k = (COA_I_NEAR + 1) / 2;
    if (b->far.count == 0) {
        b->near[b->near_count = 1] = (uint64_t)b->top << 32 | n;
        b->top += n;
        return;
    }
    if (k > b->far.count) k = b->far.count;
    for (b->near_count = k; k > 0; k--) b->near[k] = coa_i_far_pop(b);
}

/* Moves the higher half of the pieces in `near` to `far`. */
static void coa_i_near_spill(coa_i_binding *b)
{
    const uint32_t n = (b->near_count + 1) / 2;
    uint32_t i;
    for (i = 1; i <= n; i++) coa_i_far_push(b, b->near[i]);
    b->near_count -= n;
    memmove(b->near + 1, b->near + 1 + n, b->near_count * sizeof *b->near);
}

/* Merges n >= 1 ascending runs, which are free now, into `near`, the lowest first. */
static inline void coa_i_near_merge(coa_i_binding *b, const coa_run *runs, uint32_t n)
{
    uint64_t *low = b->near + b->near_count, *to = low + n;
    uint32_t i;
    b->near_count += n;
    for (i = 0; i < n; i++) {
        const uint64_t piece = coa_i_piece(runs[i]);
        while (*low < piece) *to-- = *low--;
        *to-- = piece;
    }
}

static void coa_i_pieces_give(coa_i_binding *b, const coa_run *runs, uint32_t n)
{
    const coa_run *last = runs + n - 1;
    if (last->first + last->count == b->top) {
        b->top = last->first;
        if (--n == 0) return;
        last--;
    }
    if (b->near_count + n <= COA_I_NEAR &&
        (b->far.count == 0 || coa_i_piece(*last) < *COA_I_AT(uint64_t, b->far))) {
        coa_i_near_merge(b, runs, n);
        return;
    }
    for (; n > 0; n--, runs++) {
        if (b->near_count == COA_I_NEAR) coa_i_near_spill(b);
        if (b->far.count > 0 && coa_i_piece(*runs) > *COA_I_AT(uint64_t, b->far))
            coa_i_far_push(b, coa_i_piece(*runs));
        else
            coa_i_near_merge(b, runs, 1);
    }
}

/* Takes the lowest n free servers and writes them to `runs`, of which it returns the
 * number: at most n, and at most one more than there are pieces. */
COA_I_HOT uint32_t coa_i_pieces_take(coa_i_binding *b, uint32_t n, coa_run *runs)
{
    uint64_t *low = b->near + b->near_count, piece;
    coa_run *to = runs;                    /* behind the last run */
    uint32_t first = 0, end = COA_I_BOUND; /* of the last run */
    for (;; low--) {
        if (low == b->near) {
            coa_i_near_fill(b, n);
            low = b->near + b->near_count;
        }
        piece = *low;
        to += piece >> 32 != end;
        first = piece >> 32 != end ? (uint32_t)(piece >> 32) : first;
        to[-1].first = first;
        if ((uint32_t)piece >= n) break;
        n -= (uint32_t)piece;
        end = (uint32_t)(piece >> 32) + (uint32_t)piece;
        to[-1].count = end - first;
    }
    to[-1].count = (uint32_t)(piece >> 32) + n - first;
    *low = piece + ((uint64_t)n << 32) - n; /* what is left of it */
    b->near_count = (uint32_t)(low - b->near) - ((uint32_t)piece == n);
    return (uint32_t)(to - runs);
}

/* ---- binding ---- */

/* Compacts the store: moves its used items together. */
static void coa_i_store_pack(coa_i_binding *b)
{
    coa_run *s = COA_I_AT(coa_run, b->store);
    uint32_t from = 0, to = 0, n;
    for (; from < b->store.count; from += n) {
        n = s[from].count + 1;
        if (s[from].first == 0) continue;
        memmove(s + to, s + from, n * sizeof *s);
        coa_i_promises(b)[s[to].first].run.first = to + 1;
        to += n;
    }
    b->store.count = to;
}

/* Binds promise i to these n >= 1 runs, which may be those that follow in the store; the
 * store must have room for n + 1 items. */
COA_I_HOT void coa_i_bind_to(coa_i_binding *b, uint32_t i, const coa_run *runs,
                             uint32_t n)
{
    coa_i_promise *p = coa_i_promises(b) + i;
    coa_run *s = COA_I_AT(coa_run, b->store) + b->store.count;
    p->prev[1] = COA_I_BOUND;
    p->next[1] = n;
    b->runs += n;
    if (n == 1) {
        p->run = *runs;
        return;
    }
    s->first = i;
    s->count = n;
    if (runs != s + 1) memcpy(s + 1, runs, n * sizeof *s);
    p->run.first = b->store.count + 1;
    b->store.count += n + 1;
}

/* Binds a promise to the lowest free servers, if servers have names. */
static void coa_i_bind(coa_i_binding *b, uint32_t i)
{
    const uint32_t n = coa_i_promises(b)[i].run.count;
    const uint64_t most = (uint64_t)b->near_count + b->far.count + 1;
    coa_run *runs;
    if (b->servers == 0) return;
    if (b->store.count + (most < n ? most : n) + 1 > b->store.capacity)
        coa_i_store_pack(b);
    runs = COA_I_AT(coa_run, b->store) + b->store.count + 1;
    coa_i_bind_to(b, i, runs, coa_i_pieces_take(b, n, runs));
}

static inline uint32_t coa_i_promise_new(coa_i_binding *b, uint32_t n)
{
    uint32_t i = b->free_head;
    coa_i_promise *p;
    if (i != 0)
        b->free_head = coa_i_promises(b)[i].next[0];
    else
        i = b->promises.count++;
    p = coa_i_promises(b) + i;
    p->run.count = n;
    p->prev[1] = 0;
    if (n > 1) b->several += n;
    return i;
}

/* Removes a promise that is over; its servers, if it is bound, are free again. */
COA_I_HOT void coa_i_promise_drop(coa_i_binding *b, uint32_t i)
{
    coa_i_promise *p = coa_i_promises(b) + i;
    coa_run *s = COA_I_AT(coa_run, b->store);
    const uint32_t runs = coa_i_promise_runs(p);
    b->runs -= runs;
    if (p->run.count > 1) b->several -= p->run.count;
    if (runs == 1) {
        coa_i_pieces_give(b, &p->run, 1);
    } else if (runs > 1) {
        s += p->run.first;
        s[-1].first = 0;
        coa_i_pieces_give(b, s, runs);
    }
    p->next[0] = b->free_head;
    b->free_head = i;
}

static void coa_i_promise_show(const coa_i_binding *b, uint32_t i, coa_booking *out)
{
    const coa_i_promise *p = coa_i_promises(b) + i;
    out->run_count = coa_i_promise_runs(p);
    out->runs = out->run_count == 0   ? NULL
                : out->run_count == 1 ? &p->run
                                      : COA_I_AT(coa_run, b->store) + p->run.first;
}

/* ---- events: the code of an event is promise << 1, plus 1 for a start ---- */

static inline void coa_i_event_link(const coa_i_binding *b, uint32_t *head,
                                    uint32_t event)
{
    coa_i_promise *all = coa_i_promises(b), *p = all + (event >> 1);
    p->next[event & 1] = *head;
    p->prev[event & 1] = 0;
    if (*head) all[*head >> 1].prev[*head & 1] = event;
    *head = event;
}

static void coa_i_event_unlink(const coa_i_binding *b, uint32_t *head, uint32_t event)
{
    coa_i_promise *all = coa_i_promises(b), *p = all + (event >> 1);
    const uint32_t next = p->next[event & 1], prev = p->prev[event & 1];
    if (next) all[next >> 1].prev[next & 1] = prev;
    if (prev)
        all[prev >> 1].next[prev & 1] = next;
    else
        *head = next;
}

/* Merges two lists of starts, both in the order of their ids. */
static uint32_t coa_i_starts_merge(coa_i_promise *all, uint32_t x, uint32_t y)
{
    uint32_t first = 0, *to = &first;
    while (x && y) {
        uint32_t *from = all[x >> 1].id < all[y >> 1].id ? &x : &y;
        *to = *from;
        to = &all[*from >> 1].next[1];
        *from = *to;
    }
    *to = x ? x : y;
    return first;
}

/* Sorts a list of starts: list[i] is empty or has 2^i of them. */
static uint32_t coa_i_starts_sort(coa_i_promise *all, uint32_t starts)
{
    uint32_t list[32] = {0}, one, next, i;
    for (; starts; starts = next) {
        next = all[starts >> 1].next[1];
        all[starts >> 1].next[1] = 0;
        for (one = starts, i = 0; list[i]; list[i++] = 0)
            one = coa_i_starts_merge(all, list[i], one);
        list[i] = one;
    }
    for (one = 0, i = 0; i < 32; i++) one = coa_i_starts_merge(all, list[i], one);
    return one;
}

/* Carries out all events of one moment: ends, then starts in the order of their ids. */
COA_I_HOT void coa_i_events_happen(coa_i_binding *b, uint32_t event)
{
    coa_i_promise *all = coa_i_promises(b);
    uint32_t starts = 0, next;
    int sorted = 1;
    for (; event; event = next) {
        next = all[event >> 1].next[event & 1];
        if (event & 1) {
            sorted &= !starts || all[event >> 1].id < all[starts >> 1].id;
            all[event >> 1].next[1] = starts;
            starts = event;
        } else {
            coa_i_promise_drop(b, event >> 1);
        }
    }
    if (COA_I_REPLACED(!sorted)) starts = coa_i_starts_sort(all, starts);
    for (; starts; starts = next) {
        next = all[starts >> 1].next[1];
        b->waiting--;
        coa_i_bind(b, starts >> 1);
    }
}

/* >>promises: the operations of COUNT ------------------------------------------------ */

typedef struct coa_i_count {
    coa_i_counts counts;
    coa_i_binding binding;
} coa_i_count;

static coa_i_counts *coa_i_counts_of(const coa_calendar *c)
{
    return &((coa_i_count *)c->state)->counts;
}

static coa_i_binding *coa_i_binding_of(const coa_calendar *c)
{
    return &((coa_i_count *)c->state)->binding;
}

/* Returns how many servers can be told apart: all or none. */
static uint32_t coa_i_servers_named(const coa_calendar *c)
{
    return c->desc.unnamed ? 0 : c->desc.servers;
}

static coa_status coa_i_promises_init(coa_calendar *c)
{
    return coa_i_counts_init(&c->mem, coa_i_counts_of(c), c->desc.servers, c->now) &&
                   coa_i_binding_init(&c->mem, coa_i_binding_of(c),
                                      coa_i_servers_named(c))
               ? COA_OK
               : COA_E_NOMEM;
}

static void coa_i_promises_free(coa_calendar *c)
{
    coa_i_binding *b = coa_i_binding_of(c);
    coa_i_vec_free(&c->mem, &coa_i_counts_of(c)->nodes, sizeof(coa_i_node));
    coa_i_vec_free(&c->mem, &b->promises, sizeof(coa_i_promise));
    coa_i_vec_free(&c->mem, &b->far, sizeof(uint64_t));
    coa_i_vec_free(&c->mem, &b->store, sizeof(coa_run));
}

/* The arrays of COUNT. There are at most 2 points for each booking and one for `now`, and
 * two more for a moment: when a booking moves, the new points are made before the old
 * ones are removed. There are never more bound runs and free pieces together than
 * servers, see coa_i_binding_room. */
static uint32_t coa_i_promises_plan(coa_calendar *c, coa_i_share *list, uint32_t n,
                                    int *bounded)
{
    const uint64_t bookings = c->desc.bookings, servers = coa_i_servers_named(c);
    coa_i_binding *b = coa_i_binding_of(c);
    *bounded = 1;
    n = coa_i_plan_add(list, n, &coa_i_counts_of(c)->nodes, sizeof(coa_i_node),
                       coa_i_counts_most(2 * bookings + 3));
    n = coa_i_plan_add(list, n, &b->promises, sizeof(coa_i_promise), bookings + 1);
    if (servers > 0) n = coa_i_plan_add(list, n, &b->far, sizeof(uint64_t), servers);
    return coa_i_plan_add(list, n, &b->store, sizeof(coa_run), 3 * servers + 2);
}

static void coa_i_promises_stats(const coa_calendar *c, coa_stats_info *out)
{
    out->runs = coa_i_binding_of(c)->runs;
    out->idle_groups = coa_i_counts_of(c)->points;
}

COA_I_SOME int coa_i_promises_deep(const coa_calendar *c)
{
    return coa_i_counts_of(c)->points > 16 * COA_I_POINTS;
}

static coa_status coa_i_promises_earliest(coa_calendar *c, coa_i_query *q)
{
    return coa_i_counts_earliest(coa_i_counts_of(c), q) ? COA_OK : COA_E_NOFIT;
}

static void coa_i_promises_idle(coa_calendar *c, coa_i_query *q)
{
    q->found = coa_i_counts_least(coa_i_counts_of(c), q->start, q->end);
}

static coa_status coa_i_promises_until(coa_calendar *c, coa_i_query *q, coa_time *until)
{
    *until = coa_i_counts_until(coa_i_counts_of(c), q->start, (uint32_t)q->need);
    return COA_OK;
}

static void coa_i_promises_profile(const coa_calendar *c, coa_i_query *q, coa_i_change *x)
{
    const coa_i_counts *n = coa_i_counts_of(c);
    coa_i_cursor at, s;
    int32_t busy;
    int above;
    coa_i_cursor_find(n, q->start, &at);
    busy = coa_i_cursor_busy(n, &at);
    q->found += n->servers - (uint32_t)busy;
    for (above = 0; above < 2; above++) { /* the next point with fewer; with more */
        const int32_t limit = busy - !above;
        coa_i_view v = coa_i_view_of(n, &at, at.at[0], limit);
        s = at;
        if (coa_i_cursor_seek(n, &s, &v, limit, above, x->time))
            coa_i_change_at(x, coa_i_cursor_time(n, &s), busy - coa_i_cursor_busy(n, &s));
    }
}

/* Adds an event to the point of s. */
static inline void coa_i_promise_link(coa_calendar *c, const coa_i_cursor *s,
                                      uint32_t event)
{
    coa_i_event_link(coa_i_binding_of(c),
                     coa_i_leaf_at(coa_i_counts_of(c), s->node[0])->event + s->at[0],
                     event);
}

/* Removes an event from the point of s, and the point if it has no more events. */
static void coa_i_promise_unlink(coa_calendar *c, const coa_i_cursor *s, uint32_t event)
{
    coa_i_counts *counts = coa_i_counts_of(c);
    uint32_t *events = coa_i_leaf_at(counts, s->node[0])->event + s->at[0];
    coa_i_event_unlink(coa_i_binding_of(c), events, event);
    if (*events == 0) coa_i_cursor_remove(counts, s);
}

/* Books n servers more (or, with more = 0, fewer) during [start, end). There are points
 * at both ends, except at `now` and COA_FOREVER. */
static void coa_i_promise_add(coa_calendar *c, coa_time start, coa_time end, uint32_t n,
                              int more)
{
    coa_i_cursor a, b;
    if (start > c->now) coa_i_cursor_reach(coa_i_counts_of(c), start, 0, &a);
    if (end != COA_FOREVER) coa_i_cursor_reach(coa_i_counts_of(c), end, 0, &b);
    coa_i_counts_add(coa_i_counts_of(c), start > c->now ? &a : NULL,
                     end != COA_FOREVER ? &b : NULL, more ? (int32_t)n : -(int32_t)n);
}

/* Corrects s, which pointed to the point at t when its leaf began at `lo`; a later point
 * has been added since. */
static void coa_i_promise_correct(coa_calendar *c, coa_time t, coa_i_cursor *s,
                                  uint32_t lo, uint32_t splits)
{
    if (splits != coa_i_counts_of(c)->splits)
        coa_i_cursor_reach(coa_i_counts_of(c), t, 0, s);
    else
        s->at[0] -= lo - coa_i_leaf_at(coa_i_counts_of(c), s->node[0])->lo;
}

/* Enters a booking, bound or not: its points, its events and its servers. There must be
 * room. */
COA_I_HOT void coa_i_promise_enter(coa_calendar *c, const coa_i_record *r)
{
    coa_i_counts *counts = coa_i_counts_of(c);
    const int ahead = r->start > c->now;
    coa_i_cursor a, b;
    uint32_t lo = 0, splits = 0;
    coa_i_promises(coa_i_binding_of(c))[r->runs].id = r->id;
    if (ahead) {
        coa_i_cursor_make(counts, r->start, &a);
        coa_i_promise_link(c, &a, r->runs << 1 | 1);
        lo = coa_i_leaf_at(counts, a.node[0])->lo;
        splits = counts->splits;
        coa_i_binding_of(c)->waiting++;
    }
    if (r->end != COA_FOREVER) {
        coa_i_cursor_make(counts, r->end, &b);
        coa_i_promise_link(c, &b, r->runs << 1);
        if (ahead) coa_i_promise_correct(c, r->start, &a, lo, splits);
    }
    coa_i_counts_add(counts, ahead ? &a : NULL, r->end != COA_FOREVER ? &b : NULL,
                     (int32_t)r->servers);
}

static coa_status coa_i_promise_lift(coa_calendar *c, const coa_i_record *r)
{
    coa_i_promise_add(c, r->start, r->end, r->servers, 0);
    return COA_OK;
}

static void coa_i_promise_retake(coa_calendar *c, const coa_i_record *r)
{
    coa_i_promise_add(c, r->start, r->end, r->servers, 1);
}

/* Gives back n servers, those of a booking or with `lift` none any more, and removes its
 * events and their points. */
static void coa_i_promise_withdraw(coa_calendar *c, const coa_i_record *r, uint32_t n)
{
    coa_i_counts *counts = coa_i_counts_of(c);
    const int ahead = r->start > c->now, ends = r->end != COA_FOREVER;
    coa_i_cursor a, b;
    if (ahead) coa_i_cursor_reach(counts, r->start, 0, &a);
    if (ends) coa_i_cursor_reach(counts, r->end, 0, &b);
    if (n > 0) coa_i_counts_add(counts, ahead ? &a : NULL, ends ? &b : NULL, -(int32_t)n);
    if (ends) coa_i_promise_unlink(c, &b, r->runs << 1);
    if (!ahead) return;
    if (ends) coa_i_cursor_reach(counts, r->start, 0, &a); /* a point is gone */
    coa_i_promise_unlink(c, &a, r->runs << 1 | 1);
    coa_i_binding_of(c)->waiting--;
}

/* Returns the booking that moves to a window which starts now, if it has servers that it
 * keeps; else NULL. */
COA_I_HOT const coa_i_record *coa_i_promise_begun(const coa_calendar *c,
                                                  const coa_i_query *q)
{
    const coa_i_record *r = COA_I_MOVED(q) ? coa_i_booking(c, q->moved) : NULL;
    return r && r->start <= c->now && q->start <= c->now ? r : NULL;
}

COA_I_HOT int coa_i_promise_room(coa_calendar *c, uint32_t n, int replaces)
{
    if (c->records.count == c->records.capacity && !coa_i_booking_room(c, 0)) return 0;
    return coa_i_binding_room(&c->mem, coa_i_binding_of(c), n, replaces) &&
           coa_i_counts_room(&c->mem, coa_i_counts_of(c), 2);
}

/* Takes the memory for a promise, if it is bound, to have `more` servers more. */
static int coa_i_promise_more_room(coa_calendar *c, const coa_i_record *r, uint64_t more)
{
    coa_i_binding *b = coa_i_binding_of(c);
    const uint32_t had = coa_i_promise_runs(coa_i_promises(b) + r->runs);
    uint64_t most = (uint64_t)b->near_count + b->far.count + 1; /* runs to be taken */
    if (most > more) most = more;
    return coa_i_pieces_room(&c->mem, b, 1, more + 1) &&
           (had == 0 || (coa_i_room(&c->mem, &c->wanted, most, sizeof(coa_run)) &&
                         coa_i_room(&c->mem, &c->items, had + most, sizeof(coa_i_item))));
}

/* Takes the memory to give back what q asks for, and if the promise is bound divides its
 * servers, see coa_i_divide. */
static coa_status coa_i_promise_less_room(coa_calendar *c, const coa_i_record *r,
                                          coa_i_query *q)
{
    coa_i_binding *b = coa_i_binding_of(c);
    const uint32_t had = coa_i_promise_runs(coa_i_promises(b) + r->runs);
    coa_status s;
    if (had == 0)
        return q->among || q->need == 0 || q->need >= r->servers ? COA_E_ARG : COA_OK;
    s = coa_i_divide(c, r, q);
    if (s != COA_OK) return s;
    return coa_i_pieces_room(&c->mem, b, (uint64_t)c->items.count + c->wanted.count - had,
                             0)
               ? COA_OK
               : COA_E_NOMEM;
}

/* Takes the memory for a bound promise to have n servers: the lowest of those that it
 * has, or these and further ones. */
static coa_status coa_i_promise_change_room(coa_calendar *c, const coa_i_record *r,
                                            uint32_t n)
{
    coa_i_query q;
    if (n >= r->servers)
        return coa_i_promise_more_room(c, r, n - r->servers) ? COA_OK : COA_E_NOMEM;
    q = coa_i_query_of(c, 0, 0, NULL, r->servers - n, NULL);
    return coa_i_promise_less_room(c, r, &q);
}

/* Gives the promise of a booking n servers. If it is bound, it gives back those in
 * c->wanted and keeps coa_i_runs_after, or takes the lowest free servers in addition.
 * There must be room. */
static void coa_i_promise_change(coa_calendar *c, const coa_i_record *r, uint32_t n)
{
    coa_i_binding *b = coa_i_binding_of(c);
    coa_i_promise *p = coa_i_promises(b) + r->runs;
    coa_run *runs = COA_I_AT(coa_run, c->wanted);
    const uint32_t had = p->run.count, bound = coa_i_promise_runs(p);
    b->several -= had > 1 ? had : 0;
    b->several += n > 1 ? n : 0;
    if (bound > 0 && n != had) {
        if (n < had) {
            coa_i_pieces_give(b, runs, c->wanted.count);
        } else {
            c->wanted.count = coa_i_pieces_take(b, n - had, runs);
            (void)coa_i_unite(c, r); /* has room */
        }
        b->runs -= bound;
        if (bound > 1) COA_I_AT(coa_run, b->store)[p->run.first - 1].first = 0;
        if (b->store.count + (uint64_t)c->items.count + 1 > b->store.capacity)
            coa_i_store_pack(b);
        coa_i_bind_to(b, r->runs, coa_i_runs_after(c), c->items.count);
    }
    p->run.count = n;
}

static coa_status coa_i_promise_choose(coa_calendar *c, coa_i_query *q)
{
    const coa_i_record *r = coa_i_promise_begun(c, q);
    const coa_status s = r ? coa_i_promise_change_room(c, r, (uint32_t)q->need) : COA_OK;
    if (s != COA_OK) return s;
    return coa_i_promise_room(c, (uint32_t)q->need, COA_I_REPLACED(q->old != NULL))
               ? COA_OK
               : COA_E_NOMEM;
}

/* Promises servers, and binds them at once if the booking starts now. */
static void coa_i_promise_book(coa_calendar *c, const coa_i_query *q, coa_i_record *r)
{
    coa_i_binding *b = coa_i_binding_of(c);
    const coa_i_record *begun = coa_i_promise_begun(c, q);
    if (COA_I_MOVED(q)) coa_i_promise_withdraw(c, coa_i_booking(c, q->moved), 0);
    if (begun) {
        r->runs = begun->runs;
        coa_i_promise_change(c, r, r->servers);
    } else {
        if (COA_I_MOVED(q)) coa_i_promise_drop(b, coa_i_booking(c, q->moved)->runs);
        r->runs = coa_i_promise_new(b, r->servers);
        if (r->start <= c->now) coa_i_bind(b, r->runs);
    }
    coa_i_promise_enter(c, r);
}

static void coa_i_promise_record_show(const coa_calendar *c, const coa_i_record *r,
                                      coa_booking *out)
{
    coa_i_promise_show(coa_i_binding_of(c), r->runs, out);
}

/* Moves an event of a booking of n servers; the times may be COA_FOREVER for an end.
 * There must be room for one point. */
static void coa_i_promise_move(coa_calendar *c, uint32_t event, coa_time from,
                               coa_time to, uint32_t n)
{
    const int earlier = to < from, starts = (int)(event & 1);
    coa_i_counts *counts = coa_i_counts_of(c);
    const int leaves = from != COA_FOREVER, comes = to != COA_FOREVER;
    coa_i_cursor s, t;
    uint32_t *events = NULL;
    if (from == to) return;
    if (comes) coa_i_cursor_make(counts, to, &t);
    if (leaves) {
        coa_i_cursor_reach(counts, from, 0, &s);
        events = coa_i_leaf_at(counts, s.node[0])->event + s.at[0];
        coa_i_event_unlink(coa_i_binding_of(c), events, event);
    }
    if (comes) coa_i_promise_link(c, &t, event);
    if (earlier || !leaves) /* from is finite, or to is earlier */
        coa_i_counts_add(counts, &t, leaves ? &s : NULL,
                         starts ? (int32_t)n : -(int32_t)n);
    else
        coa_i_counts_add(counts, &s, comes ? &t : NULL,
                         starts ? -(int32_t)n : (int32_t)n);
    if (leaves && *events == 0) coa_i_cursor_remove(counts, &s);
}

static void coa_i_promise_move_end(coa_calendar *c, coa_i_record *r, coa_time end)
{
    coa_i_promise_move(c, r->runs << 1, r->end, end, r->servers);
}

static coa_status coa_i_promise_extend_room(coa_calendar *c, coa_i_record *r,
                                            coa_time end)
{
    coa_i_counts *counts = coa_i_counts_of(c);
    if (coa_i_counts_until(counts, r->end, r->servers) < end) return COA_E_BUSY;
    return coa_i_counts_room(&c->mem, counts, 1) ? COA_OK : COA_E_NOMEM;
}

static void coa_i_promise_forget(coa_calendar *c, const coa_i_record *r)
{
    coa_i_promise_withdraw(c, r, 0);
    coa_i_promise_drop(coa_i_binding_of(c), r->runs);
}

#ifndef COALLOC_NO_REPLACE
/* What makes the window shorter comes first: never more servers are booked than there
 * are. */
static coa_status coa_i_promise_shift(coa_calendar *c, coa_i_record *r,
                                      const coa_i_query *q)
{
    const uint32_t starts = r->runs << 1 | 1, ends = r->runs << 1;
    if (!coa_i_counts_room(&c->mem, coa_i_counts_of(c), 2)) return COA_E_NOMEM;
    if (q->start > r->start)
        coa_i_promise_move(c, starts, r->start, q->start, r->servers);
    coa_i_promise_move(c, ends, r->end, q->end, r->servers);
    if (q->start < r->start)
        coa_i_promise_move(c, starts, r->start, q->start, r->servers);
    return COA_OK;
}
#endif

static coa_status coa_i_promise_release_room(coa_calendar *c, const coa_i_record *r,
                                             coa_time at)
{
    return at <= coa_i_left_from(c, r) ||
                   coa_i_counts_room(&c->mem, coa_i_counts_of(c), 1)
               ? COA_OK
               : COA_E_NOMEM;
}

static void coa_i_promise_release(coa_calendar *c, coa_i_record *r, coa_time at)
{
    if (at > coa_i_left_from(c, r)) {
        coa_i_promise_move_end(c, r, at);
        return;
    }
    coa_i_promise_withdraw(c, r, r->servers);
    coa_i_promise_drop(coa_i_binding_of(c), r->runs);
}

static coa_status coa_i_promise_widen_room(coa_calendar *c, const coa_i_record *r,
                                           coa_i_query *q)
{
    coa_i_promises_idle(c, q);
    if (q->found < q->need) return COA_E_NOFIT;
    return coa_i_promise_more_room(c, r, q->need) ? COA_OK : COA_E_NOMEM;
}

static void coa_i_promise_widen(coa_calendar *c, coa_i_record *r, const coa_i_query *q)
{
    coa_i_promise_add(c, q->start, q->end, (uint32_t)q->need, 1);
    coa_i_promise_change(c, r, r->servers + (uint32_t)q->need);
}

static void coa_i_promise_narrow(coa_calendar *c, coa_i_record *r, const coa_i_query *q)
{
    coa_i_promise_add(c, q->start, q->end, (uint32_t)q->need, 0);
    coa_i_promise_change(c, r, r->servers - (uint32_t)q->need);
}

static void coa_i_promises_advance(coa_calendar *c)
{
    coa_i_counts *n = coa_i_counts_of(c);
    coa_i_cursor s;
    coa_i_leaf *l;
    uint32_t event;
    do {
        coa_i_cursor_first(n, &s);
        l = coa_i_leaf_at(n, s.node[0]);
        for (;;) {
            event = l->event[l->lo]; /* 0 at the first point that was there */
            if (l->lo + 4 < l->hi)   /* a promise is rarely in the cache */
                COA_I_PREFETCH(coa_i_promises(coa_i_binding_of(c)) +
                               (l->event[l->lo + 4] >> 1));
            l->event[l->lo] = 0;
            if (event) coa_i_events_happen(coa_i_binding_of(c), event);
            if (l->hi - l->lo == 1 || l->time[l->lo + 1] > c->now) break;
            l->lo++;
            n->points--;
        }
    } while (l->hi - l->lo == 1 && n->height > 0 && coa_i_counts_next_leaf(n, c->now));
    l->time[l->lo] = c->now;
}

typedef struct coa_i_pairs {
    coa_i_mem mem;   /* a copy: a check leaves no trace in the statistics */
    coa_i_vec items; /* of coa_i_item: a, b */
    int nomem;
} coa_i_pairs;

static void coa_i_pairs_add(coa_i_pairs *p, coa_time a, coa_time b)
{
    if (!p->nomem) p->nomem = !coa_i_items_add(&p->mem, &p->items, a, b, 0, 0);
}

/* Makes free pieces of the servers between the bound runs, which must not overlap.
 * The saved calendar may have had other pieces. This makes no difference, because pieces
 * that touch are joined when they are taken. */
static coa_status coa_i_promises_pieces(coa_calendar *c)
{
    coa_i_binding *b = coa_i_binding_of(c);
    coa_i_pairs bound;
    const coa_i_item *it;
    coa_time next = 0;
    uint32_t i, k;
    coa_status s = COA_OK;
    memset(&bound, 0, sizeof bound);
    bound.mem = c->mem;
    for (i = 0; i < c->records.count; i++) {
        coa_booking shown;
        coa_i_promise_show(b, coa_i_records(c)[i].runs, &shown);
        for (k = 0; k < shown.run_count; k++)
            coa_i_pairs_add(&bound, shown.runs[k].first, shown.runs[k].count);
    }
    if (bound.nomem || /* there are no more gaps than runs */
        (bound.items.count > 0 &&
         !coa_i_room(&c->mem, &b->far, 2 * b->runs + b->waiting, sizeof(uint64_t))))
        s = COA_E_NOMEM;
    it = COA_I_AT(coa_i_item, bound.items);
    k = bound.items.count;
    if (s == COA_OK && k > 0) {
        coa_i_sort(bound.items.at, k, sizeof *it, coa_i_item_less);
        b->top = (uint32_t)(it[k - 1].a + it[k - 1].b);
    }
    for (i = 0; i < k && s == COA_OK; next = it[i].a + it[i].b, i++) {
        coa_run gap;
        gap.first = (uint32_t)next;
        gap.count = (uint32_t)(it[i].a - next);
        if (it[i].a < next)
            s = COA_E_CORRUPT;
        else if (gap.count > 0)
            coa_i_pieces_give(b, &gap, 1);
    }
    coa_i_vec_free(&bound.mem, &bound.items, sizeof(coa_i_item));
    if (s == COA_OK && !coa_i_binding_room(&c->mem, b, 1, 0)) s = COA_E_NOMEM;
    return s;
}

/* Enters one record, whose runs are in c->store; checks that never more servers are
 * booked than there are. */
static coa_status coa_i_promise_rebuild(coa_calendar *c, coa_i_record *r)
{
    const coa_time from = coa_i_left_from(c, r);
    const coa_run *runs = coa_i_runs_of(c, r);
    const uint32_t n = r->run_count;
    coa_i_binding *to = coa_i_binding_of(c);
    if (coa_i_counts_until(coa_i_counts_of(c), from, r->servers) < r->end)
        return COA_E_CORRUPT;
    if (!coa_i_binding_room(&c->mem, to, r->servers, 0) ||
        !coa_i_counts_room(&c->mem, coa_i_counts_of(c), 2) ||
        !coa_i_room(&c->mem, &to->store, (uint64_t)to->store.count + n + 1,
                    sizeof(coa_run)))
        return COA_E_NOMEM;
    r->runs = coa_i_promise_new(to, r->servers);
    r->run_count = 0;
    if (n > 0) coa_i_bind_to(to, r->runs, runs, n);
    coa_i_promise_enter(c, r);
    return COA_OK;
}

static coa_status coa_i_promises_rebuild(coa_calendar *c)
{
    uint32_t i;
    coa_status s = COA_OK;
    for (i = 0; i < c->records.count && s == COA_OK; i++)
        s = coa_i_promise_rebuild(c, coa_i_records(c) + i);
    c->store.count = 0;
    return s == COA_OK ? coa_i_promises_pieces(c) : s;
}

#ifndef COALLOC_NO_FLEX
static coa_status coa_i_promises_follow(coa_calendar *c, coa_i_follow *f, coa_time start)
{
    f->free = coa_i_counts_least(coa_i_counts_of(c), start, start + f->length);
    f->fall = start;
    return COA_OK;
}

static coa_time coa_i_promises_follow_next(coa_calendar *c, const coa_i_follow *f,
                                           coa_time start, uint64_t more)
{
    coa_i_query q = coa_i_query_of(c, start, 0, NULL, f->free + more, NULL);
    q.length = f->length;
    q.latest = f->until;
    return coa_i_counts_earliest(coa_i_counts_of(c), &q) ? q.start : COA_FOREVER;
}
#endif

#ifndef COALLOC_NO_CHECK
/* The audit of COUNT checks that the forks of the tree are right about their children,
 * that the events at the points are those of the bookings, that the number of booked
 * servers changes by these events, and that each server below `top` is either free or
 * belongs to one bound promise. */

typedef struct coa_i_audit {
    const coa_i_counts *c;
    coa_i_pairs found, expected; /* time, event */
    coa_time last;               /* the time of the previous point */
    int64_t busy, most;          /* servers booked from there on, and at most so far */
    uint64_t points;
} coa_i_audit;

/* Checks the events of a point and the number of servers booked from it on. */
static int coa_i_audit_point(coa_i_audit *a, const coa_i_binding *b, coa_time t,
                             uint32_t event, int64_t busy)
{
    uint64_t left = 2 * (uint64_t)b->promises.count;
    uint32_t prev = 0;
    if (a->points++ == 0) {
        a->busy = busy;
        a->last = t;
        a->most = busy;
        return event == 0 && busy >= 0;
    }
    if (t <= a->last || event == 0) return 0;
    for (a->last = t; event != 0; event = coa_i_promises(b)[prev >> 1].next[prev & 1]) {
        const coa_i_promise *p = coa_i_promises(b) + (event >> 1);
        if (event >> 1 >= b->promises.count || p->prev[event & 1] != prev || left-- == 0)
            return 0;
        coa_i_pairs_add(&a->found, t, (coa_time)event);
        a->busy += event & 1 ? (int64_t)p->run.count : -(int64_t)p->run.count;
        prev = event;
    }
    if (busy > a->most) a->most = busy;
    return a->busy == busy && busy >= 0 && busy <= (int64_t)a->c->servers;
}

/* Checks node i at `level`; `sum` is still to be added to all its numbers; `first` if it
 * is on the path to the first leaf. Recursion depth: COA_I_LEVELS. */
static int coa_i_node_audit(coa_i_audit *a, const coa_i_binding *b, uint32_t level,
                            uint32_t i, int64_t sum, int first)
{
    uint32_t k;
    if (i >= a->c->nodes.count || level >= COA_I_LEVELS) return 0;
    if (level == 0) {
        const coa_i_leaf *l = coa_i_leaf_at(a->c, i);
        if (l->lo >= l->hi || l->hi > COA_I_POINTS) return 0;
        for (k = l->lo; k < l->hi; k++)
            if (!coa_i_audit_point(a, b, l->time[k], l->event[k], l->busy[k] + sum))
                return 0;
        return 1;
    }
    if (coa_i_fork_at(a->c, i)->count == 0 ||
        coa_i_fork_at(a->c, i)->count > COA_I_FANOUT)
        return 0;
    for (k = 0; k < coa_i_fork_at(a->c, i)->count; k++) {
        const coa_i_fork *f = coa_i_fork_at(a->c, i);
        const uint32_t below = f->child[k];
        int32_t low, high;
        if (below >= a->c->nodes.count) return 0;
        if (!first || k > 0) {
            coa_i_node_range(a->c, level - 1, below, &low, &high);
            if (low != f->low[k] || high != f->high[k]) return 0;
            if (f->time[k] !=
                (level > 1
                     ? coa_i_fork_at(a->c, below)->time[0]
                     : coa_i_leaf_at(a->c, below)->time[coa_i_leaf_at(a->c, below)->lo]))
                return 0;
        }
        if (!coa_i_node_audit(a, b, level - 1, below, sum + f->add[k], first && k == 0))
            return 0;
    }
    return 1;
}

/* Checks the bookings and collects what follows from them: events, the number of servers
 * booked now, and the servers bound. */
static int coa_i_audit_bookings(coa_i_audit *a, const coa_calendar *c, int64_t *busy,
                                coa_i_pairs *servers)
{
    const coa_i_record *r = coa_i_records(c);
    uint64_t runs = 0, several = 0;
    uint32_t i, k, waiting = 0;
    for (i = 0; i < c->records.count; i++) {
        const int bound = r[i].start <= c->now;
        coa_booking shown;
        uint32_t n = 0;
        if (i > 0 && r[i].id <= r[i - 1].id) return 0;
        if (!coa_i_alive(c, r + i)) continue;
        if (r[i].start >= r[i].end || r[i].runs >= coa_i_binding_of(c)->promises.count ||
            coa_i_promises(coa_i_binding_of(c))[r[i].runs].run.count != r[i].servers ||
            coa_i_promises(coa_i_binding_of(c))[r[i].runs].id != r[i].id)
            return 0;
        if (!bound)
            coa_i_pairs_add(&a->expected, r[i].start,
                            (coa_time)((uint64_t)r[i].runs << 1 | 1));
        if (r[i].end != COA_FOREVER)
            coa_i_pairs_add(&a->expected, r[i].end, (coa_time)((uint64_t)r[i].runs << 1));
        coa_i_promise_show(coa_i_binding_of(c), r[i].runs, &shown);
        for (k = 0; k < shown.run_count; n += shown.runs[k++].count) {
            if (shown.runs[k].count == 0 ||
                (k > 0 && shown.runs[k].first <=
                              shown.runs[k - 1].first + shown.runs[k - 1].count))
                return 0;
            coa_i_pairs_add(servers, shown.runs[k].first, shown.runs[k].count);
        }
        if (n != (bound && !c->desc.unnamed ? r[i].servers : 0)) return 0;
        *busy += bound ? (int64_t)r[i].servers : 0;
        waiting += !bound;
        runs += shown.run_count;
        several += r[i].servers > 1 ? r[i].servers : 0;
    }
    return waiting == coa_i_binding_of(c)->waiting && runs == coa_i_binding_of(c)->runs &&
           several == coa_i_binding_of(c)->several;
}

/* Checks that each server below `top` is in exactly one bound run or free piece. */
static int coa_i_audit_servers(const coa_i_binding *b, coa_i_pairs *servers)
{
    const uint64_t *heap = COA_I_AT(uint64_t, b->far);
    const coa_i_item *it;
    coa_time next = 0;
    uint32_t i;
    for (i = 0; i < b->far.count; i++) {
        if (i > 0 && heap[(i - 1) / 2] > heap[i]) return 0;
        if (b->near_count > 0 && heap[i] < b->near[1]) return 0;
        coa_i_pairs_add(servers, (coa_time)(heap[i] >> 32), (uint32_t)heap[i]);
    }
    for (i = 1; i <= b->near_count; i++) {
        if (b->near[i] >= b->near[i - 1]) return 0;
        coa_i_pairs_add(servers, (coa_time)(b->near[i] >> 32), (uint32_t)b->near[i]);
    }
    it = COA_I_AT(coa_i_item, servers->items);
    coa_i_sort(servers->items.at, servers->items.count, sizeof *it, coa_i_item_less);
    for (i = 0; i < servers->items.count; next += it[i++].b)
        if (it[i].a != next || it[i].b <= 0) return 0;
    return servers->nomem || (next == (coa_time)b->top && b->top <= b->servers);
}

static int coa_i_audit_events(coa_i_audit *a)
{
    coa_i_vec *f = &a->found.items, *e = &a->expected.items;
    uint32_t i;
    coa_i_sort(f->at, f->count, sizeof(coa_i_item), coa_i_item_less);
    coa_i_sort(e->at, e->count, sizeof(coa_i_item), coa_i_item_less);
    for (i = 0; i < f->count && i < e->count; i++)
        if (COA_I_AT(coa_i_item, *f)[i].a != COA_I_AT(coa_i_item, *e)[i].a ||
            COA_I_AT(coa_i_item, *f)[i].b != COA_I_AT(coa_i_item, *e)[i].b)
            return 0;
    return f->count == e->count;
}

/* Checks that there is always room for what binding may need. */
static int coa_i_audit_room(const coa_i_binding *b)
{
    uint64_t pieces = (uint64_t)b->near_count + b->far.count + b->runs + b->waiting;
    if (pieces > b->servers) pieces = b->servers;
    return b->far.capacity >= pieces &&
           b->store.capacity >=
               3 * (pieces < b->several ? pieces : b->several) + (b->waiting > 0 ? 2 : 0);
}

static coa_status coa_i_promises_check(const coa_calendar *c)
{
    const coa_i_counts *n = coa_i_counts_of(c);
    coa_i_audit a;
    coa_i_pairs servers;
    coa_i_cursor s;
    int64_t busy = 0;
    int sane;
    memset(&a, 0, sizeof a);
    memset(&servers, 0, sizeof servers);
    a.c = n;
    a.found.mem = a.expected.mem = servers.mem = c->mem;
    sane = (n->height == 0 || coa_i_fork_at(n, n->root)->count > 1) &&
           coa_i_node_audit(&a, coa_i_binding_of(c), n->height, n->root, 0, 1) &&
           a.points == n->points && coa_i_audit_room(coa_i_binding_of(c)) &&
           coa_i_audit_bookings(&a, c, &busy, &servers) &&
           coa_i_audit_servers(coa_i_binding_of(c), &servers);
    if (sane && !a.found.nomem && !a.expected.nomem) {
        coa_i_cursor_first(n, &s);
        sane =
            coa_i_audit_events(&a) && busy == coa_i_cursor_busy(n, &s) &&
            coa_i_cursor_time(n, &s) == c->now &&
            coa_i_counts_least(n, c->now, COA_FOREVER) == n->servers - (uint64_t)a.most;
    }
    coa_i_vec_free(&a.found.mem, &a.found.items, sizeof(coa_i_item));
    coa_i_vec_free(&a.expected.mem, &a.expected.items, sizeof(coa_i_item));
    coa_i_vec_free(&servers.mem, &servers.items, sizeof(coa_i_item));
    if (!sane) return COA_E_CORRUPT;
    return a.found.nomem || a.expected.nomem || servers.nomem ? COA_E_NOMEM : COA_OK;
}
#endif

static const coa_i_index coa_i_index_count = {COA_INDEX_COUNT,
                                              1u << COA_PLACE_FIRST_FIT,
                                              COA_PLACE_FIRST_FIT,
                                              COA_PLACE_FIRST_FIT,
                                              0,
                                              0,
                                              sizeof(coa_i_count),
                                              NULL,
                                              coa_i_promises_init,
                                              coa_i_promises_free,
                                              coa_i_promises_plan,
                                              coa_i_promises_advance,
                                              COA_I_FOR_CHECK(coa_i_promises_check),
                                              coa_i_promises_stats,
                                              COA_I_FOR_LESSONS(coa_i_promises_deep),
                                              coa_i_promises_earliest,
                                              coa_i_promises_idle,
                                              coa_i_promises_until,
                                              coa_i_promises_profile,
                                              coa_i_promise_choose,
                                              coa_i_promise_book,
                                              coa_i_promise_record_show,
                                              coa_i_promise_release_room,
                                              coa_i_promise_release,
                                              coa_i_promise_extend_room,
                                              coa_i_promise_move_end,
                                              coa_i_promise_widen_room,
                                              coa_i_promise_widen,
                                              coa_i_promise_less_room,
                                              coa_i_promise_narrow,
                                              NULL,
                                              NULL,
                                              NULL,
                                              NULL,
                                              coa_i_promises_rebuild,
                                              NULL,
                                              coa_i_promise_lift,
                                              coa_i_promise_retake,
                                              coa_i_promise_forget,
                                              COA_I_FOR_REPLACE(coa_i_promise_shift),
                                              NULL,
                                              NULL,
                                              COA_I_FOR_FLEX(coa_i_promises_follow),
                                              COA_I_FOR_FLEX(coa_i_promises_follow_next)};
#endif

/* >>search: the online scheduler's search for a start -------------------------------- */

/* Returns the latest end of a booking that ends. */
COA_I_CALLED coa_time coa_i_limit(const coa_calendar *c)
{
    return c->desc.horizon > 0 ? c->now + c->desc.horizon : COA_FOREVER - 1;
}

/* Is a window within what the calendar can hold? Only a block may last for ever where
 * there is a horizon. */
COA_I_CALLED int coa_i_window_fits(const coa_calendar *c, coa_time start, coa_time end,
                                   int block)
{
    const coa_time limit = coa_i_limit(c);
    return end <= limit ||
           (end == COA_FOREVER && (c->desc.horizon == 0 || (block && start <= limit)));
}

/* Is this a set of servers of the calendar? NULL is. */
static coa_status coa_i_set_check(const coa_calendar *c, const coa_set *s)
{
    uint64_t end = 0;
    uint32_t i;
    for (i = 0; s && i < s->count; i++) {
        if (s->runs[i].count == 0 || (i > 0 && s->runs[i].first < end)) return COA_E_ARG;
        end = (uint64_t)s->runs[i].first + s->runs[i].count;
        if (end > c->desc.servers) return COA_E_RANGE;
    }
    return COA_OK;
}

/* ---- lessons
 *
 * A large calendar remembers what searches have found out. Requests are classified by
 * length and by number of servers, both by powers of two. For each class `known` has a
 * time before which no request of that class or above can start. Bookings leave this
 * true. After a release, earlier starts may be possible again, up to the end of what was
 * released. */

#ifndef COALLOC_NO_LESSONS
#define COA_I_LENGTHS 32u /* classes of lengths */

static void coa_i_forget(coa_calendar *c)
{
    uint32_t i;
    for (i = 0; i < c->known.count; i++) COA_I_AT(coa_time, c->known)[i] = INT64_MIN;
    c->known_from = INT64_MIN;
}

/* Makes room for lessons where they may pay; false without memory. */
static int coa_i_lessons_init(coa_calendar *c)
{
    const uint32_t n = COA_I_LENGTHS * (coa_i_high_bit(c->desc.servers) + 1);
    if (c->desc.bookings > 0 || !coa_i_ops(c)->deep) return 1;
    if (!coa_i_room(&c->mem, &c->known, n, sizeof(coa_time))) return 0;
    c->known.count = n;
    coa_i_forget(c);
    return 1;
}

COA_I_CALLED uint32_t coa_i_length_class(uint64_t length)
{
    const uint32_t octave = length < 512 ? 0 : coa_i_high_bit(length) - 8;
    return octave < COA_I_LENGTHS ? octave : COA_I_LENGTHS - 1;
}

/* Returns a time `until`: no request for so many servers and so long can start in
 * [known_from, until). */
static coa_time coa_i_known(const coa_calendar *c, coa_time length, uint64_t servers)
{
    const uint32_t sizes = c->known.count / COA_I_LENGTHS;
    return COA_I_AT(
        coa_time,
        c->known)[coa_i_length_class((uint64_t)length) * sizes + coa_i_high_bit(servers)];
}

/* Records that no request at least this long and this large can start before `until`. */
static void coa_i_learn(coa_calendar *c, coa_time length, uint64_t servers,
                        coa_time until)
{
    const uint32_t sizes = c->known.count / COA_I_LENGTHS;
    const uint32_t size = coa_i_high_bit(2 * servers - 1);
    uint32_t i = length > 1 ? coa_i_length_class((uint64_t)length - 1) + 1 : 0, j;
    for (; i < COA_I_LENGTHS; i++) {
        coa_time *known = COA_I_AT(coa_time, c->known) + i * sizes;
        for (j = size; j < sizes && known[j] < until; j++) known[j] = until;
        if (j == size) break; /* so it is for all longer classes */
    }
}

/* Forgets what a release of servers until `end` makes doubtful. */
static void coa_i_unlearn(coa_calendar *c, coa_time end)
{
    coa_time most; /* of all that is known: INT64_MIN if nothing is */
    if (c->known.count == 0 || end <= c->known_from) return;
    most = COA_I_AT(coa_time, c->known)[c->known.count - 1];
    if (end < most)
        c->known_from = end;
    else if (most > INT64_MIN)
        coa_i_forget(c);
}

/* coa_i_earliest in a large calendar: skips the starts that the lessons rule out, and
 * learns from the result. */
COA_I_COLD coa_status coa_i_earliest_known(coa_calendar *c, coa_i_query *q)
{
    const coa_time ready = q->start, latest = q->latest;
    coa_time known, from;
    coa_status s;
    known = coa_i_known(c, q->length, q->need);
    if (COA_I_REPLACED(q->old != NULL) &&
        known > coa_i_last_start(q->old->start, q->length))
        known = coa_i_last_start(q->old->start, q->length); /* see >>replacing */
    if (known > ready && ready < c->known_from && c->known_from < known) {
        if (c->known_from <= latest) q->latest = c->known_from - 1;
        s = coa_i_ops(c)->earliest(c, q);
        q->latest = latest;
        if (s != COA_E_NOFIT) return s;
        q->start = c->known_from;
    }
    q->ruled_out = known > q->start && q->start >= c->known_from;
    if (q->ruled_out) q->start = known;
    if (q->start > latest) return COA_E_NOFIT;
    from = q->start;
    s = coa_i_ops(c)->earliest(c, q);
    /* what is learnt is true of any servers, not only of consecutive ones */
    if (q->place == COA_PLACE_CONTIGUOUS && !coa_i_ops(c)->periods) return s;
    if (!q->among && latest > ready &&
        (s == COA_E_NOFIT || (s == COA_OK && q->start > from)) &&
        (ready <= c->now || ready <= c->known_from || ready <= known))
        coa_i_learn(c, q->length, q->need, s == COA_OK ? q->start : latest + 1);
    return s;
}
#else
static int coa_i_lessons_init(coa_calendar *c)
{
    (void)c;
    return 1;
}

static void coa_i_unlearn(coa_calendar *c, coa_time end)
{
    (void)c;
    (void)end;
}
#endif

#if COA_I_CONTIGUOUS
/* ---- the earliest start for consecutive servers
 *
 * A sweep over the idle periods by start. Servers are usable from the start of an idle
 * period until its end - length. The first and the last servers of the periods cut all
 * servers into stretches, which are the leaves of a binary tree. The node of the
 * stretches lo .. hi - 1 is stored at `mid` = (lo + hi) / 2, the first stretch of its
 * right child; each node has another `mid`. Servers that become usable are marked at the
 * highest nodes that consist of them. When they stop being usable, the marks of the same
 * nodes are removed; until then there are no marks below these nodes. O(R log R) for R
 * runs of servers in idle periods. */

typedef struct coa_i_stretch {
    coa_time until;       /* node: until when all its usable servers remain so; */
                          /* COA_FOREVER: none is usable */
    coa_time alone;       /* the same for the leaf */
    uint32_t left, right; /* node: usable servers at its left and right end; */
                          /* left = COA_I_MARKED: the node is marked */
    uint32_t longest;     /* node: usable servers in its longest run */
    uint32_t first;       /* leaf: its first server */
} coa_i_stretch;

#define COA_I_MARKED UINT32_MAX

/* Returns the node of the stretches lo .. hi - 1, or a leaf as a node. */
static coa_i_stretch coa_i_stretch_node(const coa_i_stretch *t, uint32_t lo, uint32_t hi)
{
    const int leaf = hi - lo == 1;
    coa_i_stretch n = t[lo + (hi - lo) / 2];
    if (leaf) {
        n.until = n.alone;
        n.left = n.until < COA_FOREVER ? COA_I_MARKED : 0;
    }
    if (n.left == COA_I_MARKED)
        n.left = n.right = n.longest = t[hi].first - t[lo].first;
    else if (leaf)
        n.right = n.longest = 0;
    return n;
}

/* Marks a node, or removes its mark (COA_FOREVER). */
static void coa_i_stretch_set(coa_i_stretch *t, uint32_t lo, uint32_t hi, coa_time until)
{
    coa_i_stretch *n = t + lo + (hi - lo) / 2;
    if (hi - lo == 1) {
        n->alone = until;
        return;
    }
    n->until = until;
    n->left = until < COA_FOREVER ? COA_I_MARKED : 0;
    n->right = n->longest = 0;
}

static void coa_i_stretch_join(coa_i_stretch *t, uint32_t lo, uint32_t hi)
{
    const uint32_t mid = lo + (hi - lo) / 2;
    const coa_i_stretch x = coa_i_stretch_node(t, lo, mid),
                        y = coa_i_stretch_node(t, mid, hi);
    coa_i_stretch *n = t + mid;
    const int all_x = x.left == n->first - t[lo].first,
              all_y = y.left == t[hi].first - n->first;
    n->until = x.until < y.until ? x.until : y.until;
    n->left = all_x ? x.left + y.left : x.left;
    n->right = all_y ? x.right + y.right : y.right;
    n->longest = x.longest > y.longest ? x.longest : y.longest;
    if (x.right + y.left > n->longest) n->longest = x.right + y.left;
}

/* Makes the stretches from .. to - 1 usable; none of them is. Recursion depth: log2 of
 * the stretches. */
static void coa_i_stretch_mark(coa_i_stretch *t, uint32_t lo, uint32_t hi, uint32_t from,
                               uint32_t to, coa_time until)
{
    const uint32_t mid = lo + (hi - lo) / 2;
    if (from <= lo && hi <= to) {
        coa_i_stretch_set(t, lo, hi, until);
        return;
    }
    if (from < mid) coa_i_stretch_mark(t, lo, mid, from, to, until);
    if (to > mid) coa_i_stretch_mark(t, mid, hi, from, to, until);
    coa_i_stretch_join(t, lo, hi);
}

/* Removes what is not usable at `now`. Recursion depth as above. */
static void coa_i_stretch_expire(coa_i_stretch *t, uint32_t lo, uint32_t hi, coa_time now)
{
    const uint32_t mid = lo + (hi - lo) / 2;
    if ((hi - lo == 1 ? t[lo].alone : t[mid].until) >= now) return;
    if (hi - lo == 1 || t[mid].left == COA_I_MARKED) {
        coa_i_stretch_set(t, lo, hi, COA_FOREVER);
        return;
    }
    coa_i_stretch_expire(t, lo, mid, now);
    coa_i_stretch_expire(t, mid, hi, now);
    coa_i_stretch_join(t, lo, hi);
}

typedef struct coa_i_run_sweep {
    coa_i_query all; /* the idle periods */
    uint64_t *cuts;  /* a bit for each server at which a stretch begins */
    coa_i_stretch *stretches;
    uint32_t count; /* of stretches */
    uint32_t need;
    coa_time at; /* the start that is tried */
} coa_i_run_sweep;

static void coa_i_run_cut(void *ctx, coa_time start, coa_time end, uint32_t first,
                          uint32_t count)
{
    uint64_t *cuts = ((coa_i_run_sweep *)ctx)->cuts;
    (void)start;
    (void)end;
    cuts[first / 64] |= (uint64_t)1 << first % 64;
    cuts[(first + count) / 64] |= (uint64_t)1 << (first + count) % 64;
}

/* Returns the stretch that begins at a server. */
static uint32_t coa_i_run_stretch(const coa_i_run_sweep *s, uint32_t server)
{
    uint32_t lo = 0, n = s->count + 1, half;
    for (; n > 1; n -= half) {
        half = n / 2;
        if (s->stretches[lo + half].first <= server) lo += half;
    }
    return lo;
}

/* Returns the first start to be tried that is not before t. */
COA_I_CALLED coa_time coa_i_run_start(const coa_i_query *q, coa_time t)
{
    const uint64_t step = (uint64_t)q->step;
    const uint64_t over = step > 0 ? ((uint64_t)t - (uint64_t)q->first) % step : 0;
    if (over == 0) return t;
    if (t > 0 && step - over > (uint64_t)(COA_FOREVER - t)) return COA_FOREVER;
    return (coa_time)((uint64_t)t + (step - over));
}

static int coa_i_run_fits(const coa_i_run_sweep *s)
{
    return coa_i_stretch_node(s->stretches, 0, s->count).longest >= s->need;
}

/* The next idle period. */
static void coa_i_run_next(void *ctx, coa_time start, coa_time end, uint32_t first,
                           uint32_t count)
{
    coa_i_run_sweep *s = (coa_i_run_sweep *)ctx;
    const coa_time until = coa_i_last_start(end, s->all.length),
                   from = coa_i_run_start(&s->all, start > s->at ? start : s->at);
    if (from > until || from > s->all.latest) return;
    if (from > s->at) {
        if (coa_i_run_fits(s)) {
            s->all.need = 0; /* found: report no more periods */
            return;
        }
        s->at = from;
        coa_i_stretch_expire(s->stretches, 0, s->count, from);
    }
    coa_i_stretch_mark(s->stretches, 0, s->count, coa_i_run_stretch(s, first),
                       coa_i_run_stretch(s, first + count), until);
}

/* Makes the stretches, none of them usable; false without memory. */
static int coa_i_run_stretches(coa_calendar *c, coa_i_run_sweep *s)
{
    const uint32_t words = c->desc.servers / 64 + 1;
    uint64_t n = 0;
    uint32_t w;
    for (w = 0; w < words; w++) n += coa_i_bits(s->cuts[w]);
    if (!coa_i_room(&c->mem, &c->items,
                    (n * sizeof(coa_i_stretch) + sizeof(coa_i_item) - 1) /
                        sizeof(coa_i_item),
                    sizeof(coa_i_item)))
        return 0;
    s->stretches = COA_I_AT(coa_i_stretch, c->items);
    for (w = 0, n = 0; w < words; w++) {
        uint64_t bits = s->cuts[w];
        for (; bits != 0; bits &= bits - 1) {
            const coa_i_stretch none = {
                COA_FOREVER, COA_FOREVER, 0, 0, 0, w * 64 + coa_i_low_bit(bits)};
            s->stretches[n++] = none;
        }
    }
    s->count = n > 0 ? (uint32_t)n - 1 : 0; /* the last one only ends */
    return 1;
}

/* Moves q->start to the first start at which q->need consecutive servers are free. */
static coa_status coa_i_earliest_run(coa_calendar *c, coa_i_query *q)
{
    const uint32_t words = c->desc.servers / 64 + 1;
    const coa_time at = coa_i_run_start(q, q->start);
    coa_i_run_sweep sweep;
    coa_i_query now;
    coa_status s;
    if (at > q->latest) return COA_E_NOFIT;
    now = coa_i_query_of(c, at, coa_i_end(at, q->length), q->among, q->need, NULL);
    now.place = q->place;
    s = coa_i_want(c, &now);
    q->start = at;
    if (s != COA_E_NOFIT || at == q->latest) return s;
    if (!coa_i_room(&c->mem, &c->wanted, words, sizeof(coa_run))) return COA_E_NOMEM;
    memset(&sweep, 0, sizeof sweep);
    sweep.cuts = COA_I_AT(uint64_t, c->wanted);
    memset(sweep.cuts, 0, words * sizeof *sweep.cuts);
    sweep.need = (uint32_t)q->need;
    sweep.at = at;
    sweep.all = *q;
    sweep.all.need = UINT64_MAX;
    sweep.all.ctx = &sweep;
    sweep.all.each = coa_i_run_cut;
    coa_i_ops(c)->periods(c, &sweep.all);
    if (sweep.all.nomem || !coa_i_run_stretches(c, &sweep)) return COA_E_NOMEM;
    if (sweep.count == 0) return COA_E_NOFIT;
    sweep.all.each = coa_i_run_next;
    coa_i_ops(c)->periods(c, &sweep.all);
    if (sweep.all.nomem) return COA_E_NOMEM;
    if (!coa_i_run_fits(&sweep)) return COA_E_NOFIT;
    q->start = sweep.at;
    return COA_OK;
}
#endif

/* Moves q->start to the first start in [q->start, q->latest]. Consecutive servers cannot
 * be free before as many servers are. */
COA_I_HOT coa_status coa_i_earliest(coa_calendar *c, coa_i_query *q)
{
    coa_status s;
    q->picked = q->ruled_out = 0;
    if (q->need > c->desc.servers) return COA_E_NOFIT;
#ifndef COALLOC_NO_LESSONS
    if (c->known.count > 0 && coa_i_ops(c)->deep(c))
        s = coa_i_earliest_known(c, q);
    else
#endif
        s = coa_i_ops(c)->earliest(c, q);
#if COA_I_CONTIGUOUS
    if (s == COA_OK && coa_i_ops(c)->periods && q->place == COA_PLACE_CONTIGUOUS)
        return coa_i_earliest_run(c, q);
#endif
    return s;
}

/* Tries the starts first, first + step, ..., at most `most` of them (section 4.2), and
 * skips those that cannot succeed. RANGE_TREE makes every attempt, as the paper does, so
 * that it visits as many nodes; only after COA_I_PATIENCE attempts it skips them too. */
#define COA_I_PATIENCE 65536u

COA_I_COLD coa_status coa_i_find_step(coa_calendar *c, coa_i_query *q, coa_time step,
                                      uint64_t most, uint64_t *tried)
{
    const coa_time first = q->start, latest = q->latest;
    uint64_t k = 0;
    q->first = first;
    q->step = step;
    *tried = most;
    for (;;) {
        const coa_time t = (coa_time)((uint64_t)first + k * (uint64_t)step);
        const int each = coa_i_ops(c)->tries && k < COA_I_PATIENCE;
        coa_status s;
        q->start = t;
        q->latest = each ? t : latest;
        s = coa_i_earliest(c, q);
        if (s == COA_OK && q->start == t) {
            *tried = k + 1;
            return COA_OK;
        }
        if (s == COA_OK) /* round up, without a sum that may overflow */
            k = ((uint64_t)q->start - (uint64_t)first - 1) / (uint64_t)step + 1;
        else if (s == COA_E_NOFIT && each)
            k++;
        else
            return s;
        if (k >= most) return COA_E_NOFIT;
    }
}

/* Sets *to to the place that `place` means here. */
COA_I_HOT coa_status coa_i_place_check(const coa_calendar *c, uint32_t place,
                                       const coa_set *among, uint32_t *to)
{
    *to = place == COA_PLACE_DEFAULT ? coa_i_ops(c)->place : place;
    if (*to > COA_PLACE_PAPER || (coa_i_ops(c)->places >> *to & 1) == 0) return COA_E_ARG;
    if (!among) return COA_OK;
    return coa_i_ops(c)->named ? coa_i_set_check(c, among) : COA_E_ARG;
}

COA_I_HOT coa_status coa_i_request_check(const coa_calendar *c, const coa_request *req,
                                         uint32_t *place)
{
    if (req->length <= 0 || req->servers == 0 || req->step < 0 || req->reserved != 0)
        return COA_E_ARG;
    if (req->step == 0 && req->retries != 0 && req->retries != COA_NO_RETRY)
        return COA_E_ARG;
    return coa_i_place_check(c, req->place, req->among, place);
}

/* Finds the first of at most `most` starts, `step` apart; with step 0 the exact earliest
 * start. */
COA_I_HOT coa_status coa_i_find_start(coa_calendar *c, coa_i_query *q, coa_time step,
                                      uint64_t most, uint64_t *tried)
{
    return step == 0 ? coa_i_earliest(c, q) : coa_i_find_step(c, q, step, most, tried);
}

/* >>replacing: a request that replaces a booking --------------------------------------
 *
 * The search must answer as if the booking, [s0, e0), were not there. A scheduler mostly
 * asks whether a waiting job can start sooner: the same servers for the same length, or
 * less. Then the booking's own start is an answer, and a window that starts before s0
 * ends by e0. Of such windows those that end by s0 do not touch the booking. During the
 * others a server of the booking is idle if it is idle from the start of the window up to
 * s0. So the booking can stay where it is: q->own says how many of its servers are idle
 * for windows from which start on, beginning with the first window that touches it, and a
 * search adds them to the servers that it finds. COUNT needs no list: it looks for a
 * window that fits up to s0.
 *
 * For any other request the booking is lifted, that is, given back with the memory to
 * retake it, and the calendar is searched as it then is. A booking that does move is
 * lifted too before its new servers are chosen.
 *
 * Lessons count only for windows that end by s0. What is learnt without the booking is
 * true with it. */

/* Would these servers do for the request? */
static int coa_i_servers_do(const coa_calendar *c, const coa_i_record *r,
                            const coa_i_query *q)
{
    if (q->need > r->servers) return 0;
    if (q->place == COA_PLACE_CONTIGUOUS && r->run_count > 1) return 0;
    return coa_i_record_among(c, r, q->among) == r->servers;
}

/* Lists in c->items from which start on servers of booking r are idle for windows that
 * touch it; servers that are not idle before the booking are left out. */
static coa_status coa_i_own_list(coa_calendar *c, const coa_i_record *r, coa_time length)
{
    const coa_time touch = coa_i_last_start(r->start, length) + 1;
    coa_set runs;
    coa_i_query q;
    coa_i_item *it;
    uint32_t i;
    c->items.count = 0;
    if (!coa_i_ops(c)->named) return COA_OK;
    runs = coa_i_set_view(coa_i_runs_of(c, r), r->run_count);
    q = coa_i_query_of(c, 0, 0, &runs, UINT64_MAX, &c->items);
    coa_i_ops(c)->before(c, r->start, &q);
    if (q.nomem) return COA_E_NOMEM;
    it = COA_I_AT(coa_i_item, c->items);
    for (i = 0; i < c->items.count; i++)
        if (it[i].a < touch) it[i].a = touch;
    coa_i_items_sort(&c->items);
    return COA_OK;
}

/* May a request replace this booking? NULL: there is none. */
static coa_status coa_i_replace_check(const coa_calendar *c, const coa_i_record *r)
{
    if (!r) return COA_E_NOTFOUND;
    if (coa_i_parts_of(c, r->id) > 0 || coa_i_is_block(r)) return COA_E_ARG;
    return r->start > c->now ? COA_OK : COA_E_PAST;
}

/* coa_i_find_start as if booking q->old were not there. Leaves it lifted if q->lifted. */
COA_I_COLD coa_status coa_i_find_without(coa_calendar *c, coa_i_query *q, coa_time step,
                                         uint64_t most, uint64_t *tried)
{
    const coa_i_record *r = q->old;
    const coa_time latest = q->latest;
    const uint64_t ahead = (uint64_t)r->start - (uint64_t)q->start,
                   before = step > 0 ? ahead / (uint64_t)step : 0;
    const int tries_own = q->start <= r->start && r->start <= latest && before < most &&
                          (step == 0 || ahead % (uint64_t)step == 0);
    const coa_time last = tries_own ? r->start : latest;
    coa_status s = COA_E_NOFIT;
    if ((coa_i_ops(c)->named && !coa_i_ops(c)->before) ||
        q->place == COA_PLACE_CONTIGUOUS || !coa_i_servers_do(c, r, q) ||
        last > r->start || coa_i_end(last, q->length) > r->end) {
        s = coa_i_ops(c)->lift(c, r);
        q->lifted = s == COA_OK;
        return s == COA_OK ? coa_i_find_start(c, q, step, most, tried) : s;
    }
    if (tries_own) q->latest = r->start - 1;
    if (q->start <= q->latest) {
        s = coa_i_own_list(c, r, q->length);
        if (s != COA_OK) return s;
        q->own = &c->items; /* this search does not use them otherwise */
        s = coa_i_find_start(c, q, step, tries_own ? before : most, tried);
        q->own = NULL;
    }
    q->latest = latest;
    if (s != COA_E_NOFIT || !tries_own) return s;
    q->start = r->start;
    *tried = before + 1;
    return COA_OK;
}

/* Returns the latest end that a deadline of a request stands for. */
COA_I_CALLED coa_time coa_i_deadline(coa_time deadline)
{
    if (deadline == COA_DEADLINE_0) return 0;
    return deadline == 0 ? COA_FOREVER : deadline;
}

/* Finds the window of a request and tells how many starts were tried. If it replaces a
 * booking, that may be lifted afterwards: see coa_i_found. */
static coa_status coa_i_find(coa_calendar *c, const coa_request *req, coa_i_query *q,
                             uint32_t *attempts)
{
    const coa_time by = coa_i_deadline(req->deadline);
    coa_time limit = coa_i_limit(c);
    uint64_t most = 1, tried = 1;
    coa_status s;
    *attempts = 0;
    coa_i_query_clear(q);
    s = coa_i_request_check(c, req, &q->place);
    if (COA_I_REPLACED(req->replaces != 0)) q->old = coa_i_booking(c, req->replaces);
    if (s == COA_OK && req->replaces != 0)
        s = COA_I_REPLACED(1) ? coa_i_replace_check(c, q->old) : COA_E_ARG;
    if (s != COA_OK) return s;
    q->mem = &c->mem;
    q->among = req->among;
    q->need = req->servers;
    q->length = req->length;
    q->start = req->ready > c->now ? req->ready : c->now;
    if (req->length == COA_FOREVER) {
        if (c->desc.horizon > 0 || by != COA_FOREVER) return COA_E_NOFIT;
        q->latest = COA_FOREVER - 1;
    } else {
        if (q->start > 0 && req->length >= COA_FOREVER - q->start) return COA_E_RANGE;
        if (by < limit) limit = by;
        if (limit < 0 && req->length > limit - INT64_MIN) return COA_E_NOFIT;
        q->latest = limit - req->length;
    }
    if (q->start > q->latest) return COA_E_NOFIT;
    if (req->step == 0) {
        if (req->retries == COA_NO_RETRY) q->latest = q->start;
    } else {
        if (req->retries != COA_NO_RETRY)
            most = ((uint64_t)q->latest - (uint64_t)q->start) / (uint64_t)req->step + 1;
        if (req->retries != 0 && req->retries < most) most = (uint64_t)req->retries + 1;
    }
    s = COA_I_REPLACED(q->old != NULL) ? coa_i_find_without(c, q, req->step, most, &tried)
                                       : coa_i_find_start(c, q, req->step, most, &tried);
    if (s == COA_OK) q->end = coa_i_end(q->start, req->length);
    *attempts = tried < UINT32_MAX ? (uint32_t)tried : UINT32_MAX;
    c->attempts += *attempts;
    return s;
}

/* After coa_i_find: takes the booking again that was lifted. */
static void coa_i_found(coa_calendar *c, coa_i_query *q)
{
    if (COA_I_REPLACED(q->lifted)) coa_i_ops(c)->retake(c, q->old);
    q->lifted = 0;
}

/* Is the window found the booking's own, and would its servers do? */
static int coa_i_stays(const coa_calendar *c, const coa_i_query *q)
{
    return q->start == q->old->start && q->end == q->old->end &&
           q->need == q->old->servers && coa_i_servers_do(c, q->old, q);
}

/* Moves booking q->old to the window found. Sets *moved to its record. */
static coa_status coa_i_replace(coa_calendar *c, coa_i_query *q, coa_i_record **moved)
{
    const coa_id id = q->old->id;
    coa_i_record *r = q->old;
    coa_status s = COA_OK;
    if (coa_i_ops(c)->shift && !q->lifted && q->need == r->servers && q->start > c->now &&
        q->end != COA_FOREVER && r->end != COA_FOREVER) {
        s = coa_i_ops(c)->shift(c, r, q);
        if (s != COA_OK) return s;
        coa_i_unlearn(c, r->end);
        r->start = q->start;
        r->end = q->end;
        coa_i_events_add(c, r);
        *moved = r;
        return s;
    }
    if (!q->lifted) {
        s = coa_i_ops(c)->lift(c, q->old);
        q->lifted = s == COA_OK;
        q->picked = 0;
    }
    if (s == COA_OK) s = coa_i_ops(c)->choose(c, q);
    q->old = r = coa_i_booking(c, id); /* `choose` may have moved it */
    if (s != COA_OK) {
        coa_i_found(c, q);
        return s;
    }
    if (coa_i_ops(c)->forget) coa_i_ops(c)->forget(c, r);
    coa_i_unlearn(c, r->end);
    coa_i_booking_drop(c, r);
    coa_i_record_write(c, r, q);
    coa_i_events_add(c, r);
    coa_i_ops(c)->book(c, q, r);
    *moved = r;
    return COA_OK;
}

/* >>public: sets of servers ---------------------------------------------------------- */

static coa_status coa_i_set_room(coa_set *s, uint64_t runs)
{
    coa_i_mem mem = coa_i_mem_of(s->alloc, s->alloc_ctx);
    coa_i_vec v;
    v.at = s->runs;
    v.count = s->count;
    v.capacity = s->capacity;
    if (!coa_i_room(&mem, &v, runs, sizeof(coa_run))) return COA_E_NOMEM;
    s->runs = (coa_run *)v.at;
    s->capacity = v.capacity;
    return COA_OK;
}

/* Adds the servers `first` .. first + count - 1 to a set, or removes them (add = 0). */
COA_I_HOT coa_status coa_i_set_change(coa_set *s, uint32_t first, uint32_t count,
                                      uint32_t add)
{
    coa_run kept[2]; /* what comes instead of runs i .. j - 1 */
    uint32_t i, j, n = 0, lo = first, hi, end;
    if (!s) return COA_E_ARG;
    if (first > COA_MAX_SERVERS || count > COA_MAX_SERVERS - first) return COA_E_RANGE;
    if (count == 0) return COA_OK;
    hi = end = first + count;
    /* they overlap [first, end), or touch it when it is added */
    i = first >= add ? coa_i_run_after(s, 0, first - add) : 0;
    for (j = i; j < s->count && s->runs[j].first < end + add; j++) {
        if (s->runs[j].first < lo) lo = s->runs[j].first;
        if (s->runs[j].first + s->runs[j].count > hi)
            hi = s->runs[j].first + s->runs[j].count;
    }
    if (add || lo < first) {
        kept[n].first = lo;
        kept[n++].count = (add ? hi : first) - lo;
    }
    if (!add && hi > end) {
        kept[n].first = end;
        kept[n++].count = hi - end;
    }
    if (n > j - i && coa_i_set_room(s, (uint64_t)s->count + 1) != COA_OK)
        return COA_E_NOMEM;
    if (j - i != n)
        memmove(s->runs + i + n, s->runs + j, (s->count - j) * sizeof *s->runs);
    memcpy(s->runs + i, kept, n * sizeof *kept);
    s->count = s->count - (j - i) + n;
    return COA_OK;
}

COALLOC_DEF coa_status coa_set_add(coa_set *s, uint32_t first, uint32_t count)
{
    return coa_i_set_change(s, first, count, 1);
}

COALLOC_DEF coa_status coa_set_remove(coa_set *s, uint32_t first, uint32_t count)
{
    return coa_i_set_change(s, first, count, 0);
}

COALLOC_DEF uint32_t coa_set_count(const coa_set *s)
{
    uint32_t i, n = 0;
    for (i = 0; s && i < s->count; i++) n += s->runs[i].count;
    return n;
}

COALLOC_DEF int coa_set_has(const coa_set *s, uint32_t server)
{
    const uint32_t i = s ? coa_i_run_after(s, 0, server) : 0;
    return s && i < s->count && s->runs[i].first <= server;
}

COALLOC_DEF int coa_set_equal(const coa_set *a, const coa_set *b)
{
    const uint32_t n = a ? a->count : 0;
    uint32_t i = 0;
    if (n != (b ? b->count : 0)) return 0;
    while (i < n && a->runs[i].first == b->runs[i].first &&
           a->runs[i].count == b->runs[i].count)
        i++;
    return i == n;
}

static coa_status coa_i_set_combine(coa_set *out, const coa_set *a, const coa_set *b,
                                    uint32_t keep)
{
    const coa_run *x, *y;
    coa_status s;
    if (!out || !a || !b) return COA_E_ARG;
    s = coa_i_set_room(out, (uint64_t)a->count + b->count + 1);
    if (s != COA_OK) return s;
    x = a->runs;
    y = b->runs;
    if (out == a) {
        x = out->runs + b->count + 1;
        memmove(out->runs + b->count + 1, out->runs, a->count * sizeof *x);
    }
    if (out == b) y = out == a ? x : out->runs + a->count + 1;
    if (out == b && out != a)
        memmove(out->runs + a->count + 1, out->runs, b->count * sizeof *y);
    out->count = coa_i_runs_combine(x, a->count, y, b->count, keep, out->runs);
    return COA_OK;
}

COALLOC_DEF coa_status coa_set_union(coa_set *out, const coa_set *a, const coa_set *b)
{
    return coa_i_set_combine(out, a, b, COA_I_UNION);
}

COALLOC_DEF coa_status coa_set_intersection(coa_set *out, const coa_set *a,
                                            const coa_set *b)
{
    return coa_i_set_combine(out, a, b, COA_I_BOTH);
}

COALLOC_DEF coa_status coa_set_difference(coa_set *out, const coa_set *a,
                                          const coa_set *b)
{
    return coa_i_set_combine(out, a, b, COA_I_ONLY_A);
}

COALLOC_DEF void coa_set_clear(coa_set *s)
{
    if (s) s->count = 0;
}

COALLOC_DEF void coa_set_free(coa_set *s)
{
    coa_i_mem mem;
    if (!s) return;
    mem = coa_i_mem_of(s->alloc, s->alloc_ctx);
    coa_i_free(&mem, s->runs, s->capacity * sizeof *s->runs);
    s->runs = NULL;
    s->count = s->capacity = 0;
}

/* >>plan: memory for desc.bookings, taken at creation -----------------------------------
 *
 * One list says how many items each array holds at most under the conditions of
 * coa_memory_bound. coa_create allocates these arrays, and coa_memory_bound adds up their
 * sizes.
 */

#define COA_I_SHARES 20

/* Lists all arrays of the calendar that have a bound; returns their number. There is room
 * for a few more records and runs than can be alive, so that they are compacted less
 * often, and for the runs that a booking has while another one replaces it. */
static uint32_t coa_i_plan(coa_calendar *c, coa_i_share *list, int *bounded)
{
    const uint64_t bookings = c->desc.bookings, servers = c->desc.servers;
    uint32_t n = 0;
    memset(list, 0, COA_I_SHARES * sizeof *list);
    *bounded = 0;
    if (bookings == 0) return 0;
    n = coa_i_plan_add(list, n, &c->records, sizeof(coa_i_record),
                       bookings + bookings / 32 + 1);
    n = coa_i_plan_add(
        list, n, &c->store, sizeof(coa_run),
        coa_i_ops(c)->named ? 4 * bookings + bookings / 4 + 1 + (servers + 1) / 2 : 1);
    if (coa_i_ops(c)->named) {
        n = coa_i_plan_add(list, n, &c->items, sizeof(coa_i_item), (4 * servers + 6) / 3);
        n = coa_i_plan_add(list, n, &c->wanted, sizeof(coa_run),
                           (servers + 63) / 64 * 32);
    }
    return coa_i_ops(c)->plan ? coa_i_ops(c)->plan(c, list, n, bounded) : n;
}

/* The indexes that are compiled; the first is COA_INDEX_DEFAULT. */
static const coa_i_index *const coa_i_indexes[] = {
#ifndef COALLOC_NO_MAP
    &coa_i_index_map,
#endif
#ifndef COALLOC_NO_COUNT
    &coa_i_index_count,
#endif
#ifndef COALLOC_NO_SLICES
    &coa_i_index_slices,
#endif
#ifndef COALLOC_NO_RANGE_TREE
    &coa_i_index_range_tree,
#endif
};

/* Returns the operations of the index with this number, NULL if it is not compiled. */
static const coa_i_index *coa_i_index_of(uint32_t number)
{
    uint32_t i;
    for (i = 0; i < sizeof coa_i_indexes / sizeof *coa_i_indexes; i++)
        if (number == COA_INDEX_DEFAULT || coa_i_indexes[i]->number == number)
            return coa_i_indexes[i];
    return NULL;
}

/* The same for a description that has been checked. */
static const coa_i_index *coa_i_ops_for(const coa_desc *d)
{
#ifdef COA_I_ONLY
    (void)d;
    return &COA_I_ONLY;
#else
    return coa_i_index_of(d->index);
#endif
}

#ifdef COA_I_ONLY
static const coa_i_index *coa_i_ops(const coa_calendar *c)
{
    return coa_i_ops_for(&c->desc);
}
#endif

/* Sets up a calendar and its state, which are all 0 so far, from its description, without
 * memory. */
static void coa_i_calendar_of(coa_calendar *c, const coa_desc *desc, void *state)
{
    c->desc = *desc;
#ifndef COA_I_ONLY
    c->index = coa_i_ops_for(desc);
#endif
    c->desc.index = coa_i_ops(c)->number;
    c->state = state;
    if (c->desc.index != COA_INDEX_RANGE_TREE) c->desc.slot = 0;
    c->now = desc->now;
    if (coa_i_ops(c)->setup) coa_i_ops(c)->setup(c);
}

static coa_status coa_i_desc_check(const coa_desc *d)
{
    uint32_t index;
    if (d->servers == 0 || !coa_i_index_of(d->index) || d->horizon < 0) return COA_E_ARG;
    index = coa_i_ops_for(d)->number;
    if (d->unnamed > (index == COA_INDEX_COUNT)) return COA_E_ARG;
    if (index == COA_INDEX_RANGE_TREE && (d->horizon == 0 || d->slot <= 0))
        return COA_E_ARG;
    if (d->servers > COA_MAX_SERVERS || d->now == INT64_MIN) return COA_E_RANGE;
    return index == COA_INDEX_SLICES && d->servers > COA_SLICES_SERVERS ? COA_E_ARG
                                                                        : COA_OK;
}

/* The state of the index lies behind the calendar. */
static size_t coa_i_calendar_size(const coa_i_index *index)
{
    return coa_i_units(sizeof(coa_calendar)) + index->size;
}

static int coa_i_plan_reserve(coa_calendar *c)
{
    coa_i_share list[COA_I_SHARES];
    int bounded;
    const uint32_t n = coa_i_plan(c, list, &bounded);
    uint32_t i;
    for (i = 0; i < n; i++)
        if (list[i].vec &&
            !coa_i_room_exact(&c->mem, list[i].vec, list[i].count, list[i].size))
            return 0;
    return 1;
}

#ifndef COALLOC_NO_ARENA
/* The state of any index. */
typedef union coa_i_state {
#ifndef COALLOC_NO_MAP
    coa_i_map map;
#endif
#ifndef COALLOC_NO_RANGE_TREE
    coa_i_slots slots;
#endif
#ifndef COALLOC_NO_COUNT
    coa_i_count count;
#endif
#ifndef COALLOC_NO_SLICES
    coa_i_slices slices;
#endif
} coa_i_state;

COALLOC_DEF size_t coa_memory_bound(const coa_desc *desc)
{
    coa_i_share list[COA_I_SHARES];
    coa_calendar c;
    coa_i_state state;
    uint64_t bytes = COA_I_UNIT - 1; /* any alignment */
    uint32_t i, n;
    int bounded;
    if (!desc || coa_i_desc_check(desc) != COA_OK) return 0;
    memset(&c, 0, sizeof c);
    memset(&state, 0, sizeof state);
    coa_i_calendar_of(&c, desc, &state);
    bytes += coa_i_units(coa_i_calendar_size(coa_i_ops(&c)));
    n = coa_i_plan(&c, list, &bounded);
    if (!bounded) return 0;
    for (i = 0; i < n; i++) {
        if (list[i].count > UINT32_MAX) return 0;
        bytes += list[i].vec ? (list[i].count * list[i].size + COA_I_UNIT - 1) /
                                   COA_I_UNIT * COA_I_UNIT
                             : list[i].count * coa_i_units(list[i].size);
    }
    return n > 0 && bytes <= SIZE_MAX ? (size_t)bytes : 0;
}
#endif

/* >>public: the calendar ------------------------------------------------------------- */

/* Can the present be `now`? It can if no time up to the horizon, on RANGE_TREE up to two
 * slots beyond it, overflows. */
static int coa_i_now_fits(const coa_desc *d, uint32_t index, coa_time now)
{
    const coa_time slot = index == COA_INDEX_RANGE_TREE ? d->slot : 0;
    const coa_time tail = COA_FOREVER - 1 - d->horizon;
    return tail >= 0 && slot <= tail / 2 && now <= tail - 2 * slot;
}

/* Makes a calendar that has only its description and the memory that every calendar
 * needs, whatever its index; NULL without memory. */
static coa_calendar *coa_i_calendar_new(const coa_desc *desc)
{
    coa_calendar *c = (coa_calendar *)coa_i_object_new(
        desc->alloc, desc->alloc_ctx, coa_i_calendar_size(coa_i_ops_for(desc)));
    if (!c) return NULL;
    coa_i_calendar_of(c, desc, (unsigned char *)c + coa_i_units(sizeof *c));
    c->desc.alloc = c->mem.fn;
    if (coa_i_plan_reserve(c) && coa_i_room(&c->mem, &c->store, 1, sizeof(coa_run)) &&
        coa_i_room(&c->mem, &c->records, 1, sizeof(coa_i_record)) &&
        coa_i_lessons_init(c))
        return c;
    coa_destroy(c);
    return NULL;
}

/* Hands out a calendar, or destroys it if making it has failed. */
static coa_status coa_i_calendar_out(coa_calendar **out, coa_calendar *c, coa_status s)
{
    if (s == COA_OK)
        *out = c;
    else
        coa_destroy(c);
    return s;
}

COALLOC_DEF coa_status coa_create_abi(coa_calendar **out, const coa_desc *desc,
                                      unsigned abi)
{
    coa_calendar *c;
    coa_status s;
    if (!out) return COA_E_ARG;
    *out = NULL;
    if (abi != COALLOC_ABI) return COA_E_ABI;
    if (!desc) return COA_E_ARG;
    s = coa_i_desc_check(desc);
    if (s == COA_OK && !coa_i_now_fits(desc, coa_i_ops_for(desc)->number, desc->now))
        s = COA_E_RANGE;
    if (s != COA_OK) return s;
    c = coa_i_calendar_new(desc);
    return c ? coa_i_calendar_out(out, c, coa_i_ops(c)->init(c)) : COA_E_NOMEM;
}

/* Frees what depends on the number of servers. */
static void coa_i_contents_free(coa_calendar *c)
{
    coa_i_ops(c)->close(c);
    coa_i_vec_free(&c->mem, &c->records, sizeof(coa_i_record));
    coa_i_vec_free(&c->mem, &c->store, sizeof(coa_run));
    coa_i_vec_free(&c->mem, &c->items, sizeof(coa_i_item));
    coa_i_vec_free(&c->mem, &c->wanted, sizeof(coa_run));
    coa_i_vec_free(&c->mem, &c->known, sizeof(coa_time));
}

COALLOC_DEF void coa_destroy(coa_calendar *cal)
{
    if (!cal) return;
    coa_i_contents_free(cal);
    coa_i_vec_free(&cal->mem, &cal->jobs, sizeof(coa_i_job));
    coa_i_vec_free(&cal->mem, &cal->events, sizeof(coa_event));
    coa_i_object_free(cal, coa_i_calendar_size(coa_i_ops(cal)));
}

/* Chooses servers for a new booking; COA_E_RANGE if all ids are used. */
static coa_status coa_i_choose(coa_calendar *c, coa_i_query *q)
{
    return c->last_id < COA_I_LAST_ID ? coa_i_ops(c)->choose(c, q) : COA_E_RANGE;
}

COALLOC_DEF coa_status coa_reserve(coa_calendar *cal, const coa_request *req,
                                   coa_booking *out)
{
    coa_i_query q;
    coa_i_record *r;
    uint32_t attempts;
    coa_status s;
    if (out) memset(out, 0, sizeof *out);
    if (!cal || !req || !out) return COA_E_ARG;
    s = coa_i_find(cal, req, &q, &attempts);
    out->attempts = attempts;
    if (s != COA_OK || (COA_I_REPLACED(q.old != NULL) && coa_i_stays(cal, &q))) {
        coa_i_found(cal, &q);
        if (s != COA_OK) return s;
        r = q.old;
    } else if (COA_I_REPLACED(q.old != NULL)) {
        s = coa_i_replace(cal, &q, &r);
    } else {
        s = coa_i_choose(cal, &q);
        if (s == COA_OK) {
            r = coa_i_booking_add(cal, &q);
            coa_i_ops(cal)->book(cal, &q, r);
        }
    }
    if (s != COA_OK) return s;
    r->attempts = attempts;
    if (req->tag != 0) r->tag = req->tag;
    coa_i_booking_show(cal, r, out);
    return COA_OK;
}

COALLOC_DEF coa_status coa_earliest(coa_calendar *cal, const coa_request *req,
                                    coa_time *start)
{
    coa_i_query q;
    uint32_t attempts;
    coa_status s;
    if (!cal || !req || !start) return COA_E_ARG;
    s = coa_i_find(cal, req, &q, &attempts);
    coa_i_found(cal, &q);
    if (s == COA_OK) *start = q.start;
    return s;
}

/* Checks that a window is not in the past and is within what the calendar can hold. */
static coa_status coa_i_window_check(const coa_calendar *c, coa_time start, coa_time end,
                                     int block)
{
    if (start >= end) return COA_E_ARG;
    if (start < c->now) return COA_E_PAST;
    return coa_i_window_fits(c, start, end, block) ? COA_OK : COA_E_RANGE;
}

COALLOC_DEF coa_status coa_search(coa_calendar *cal, coa_time start, coa_time end,
                                  const coa_set *among, coa_set *out)
{
    coa_i_query q;
    coa_status s;
    if (!cal || !out || out == among || !coa_i_ops(cal)->named) return COA_E_ARG;
    s = coa_i_window_check(cal, start, end, 0);
    if (s == COA_OK) s = coa_i_set_check(cal, among);
    if (s != COA_OK) return s;
    q = coa_i_query_of(cal, start, end, among, UINT64_MAX, &cal->items);
    if (!coa_i_idle(cal, &q)) return COA_E_NOMEM;
    coa_i_items_by_id(&cal->items);
    s = coa_i_set_room(out, cal->items.count);
    if (s != COA_OK) return s;
    out->count = cal->items.count;
    coa_i_items_to_runs(&cal->items, out->runs);
    return COA_OK;
}

/* Books n of these servers (0 = all) during [start, end). */
static coa_status coa_i_hold(coa_calendar *c, coa_time start, coa_time end,
                             const coa_set *servers, uint32_t n, int block, coa_id *out)
{
    coa_i_record *r;
    coa_i_query q;
    coa_status s = coa_i_window_check(c, start, end, block);
    if (s == COA_OK) s = coa_i_set_check(c, servers);
    if (s != COA_OK) return s;
    q = coa_i_query_of(c, start, end, servers, coa_set_count(servers), NULL);
    if (n > q.need) return COA_E_ARG;
    if (n > 0) q.need = n;
    q.place = coa_i_ops(c)->place;
    if (!coa_i_ops(c)->named) { /* else `choose` looks at the servers */
        (void)coa_i_idle(c, &q);
        if (q.found < q.need) return COA_E_BUSY;
    }
    s = coa_i_choose(c, &q);
    if (s != COA_OK) return s == COA_E_NOFIT ? COA_E_BUSY : s;
    r = coa_i_booking_add(c, &q);
    if (block) r->attempts = 0;
    coa_i_ops(c)->book(c, &q, r);
    *out = r->id;
    return COA_OK;
}

COALLOC_DEF coa_status coa_commit(coa_calendar *cal, coa_time start, coa_time end,
                                  const coa_set *servers, coa_id *out)
{
    if (out) *out = 0;
    if (!cal || !servers || !out || servers->count == 0 || !coa_i_ops(cal)->named)
        return COA_E_ARG;
    return coa_i_hold(cal, start, end, servers, 0, 0, out);
}

/* Finds a booking that may be changed alone: no part of a job. */
static coa_status coa_i_alone(const coa_calendar *c, coa_id id, coa_i_record **r)
{
    if (!c) return COA_E_ARG;
    *r = coa_i_booking(c, id);
    if (!*r) return COA_E_NOTFOUND;
    return coa_i_parts_of(c, id) > 0 ? COA_E_ARG : COA_OK;
}

/* Takes the memory to end a booking at `at`. */
static coa_status coa_i_end_room(coa_calendar *c, const coa_i_record *r, coa_time at)
{
    return at < r->end ? coa_i_ops(c)->release_room(c, r, at) : COA_OK;
}

/* Ends a booking at `at`. It is over if that is now or before its start. */
static void coa_i_end_at(coa_calendar *c, coa_i_record *r, coa_time at)
{
    const int over = at <= coa_i_left_from(c, r);
    if (at < r->end) {
        coa_i_ops(c)->release(c, r, at);
        coa_i_unlearn(c, r->end);
    }
    r->end = at;
    if (over)
        coa_i_booking_drop(c, r);
    else
        coa_i_events_add(c, r);
}

/* May a booking [start, end) end at `at`? It may end as it starts if that is now. */
static coa_status coa_i_end_check(coa_time start, coa_time end, coa_time now, coa_time at)
{
    if (at < start || at > end || (at == start && at != now)) return COA_E_ARG;
    return at < now ? COA_E_PAST : COA_OK;
}

COALLOC_DEF coa_status coa_finish(coa_calendar *cal, coa_id id, coa_time at)
{
    coa_i_record *r;
    coa_status s = coa_i_alone(cal, id, &r);
    if (s == COA_OK) s = coa_i_end_check(r->start, r->end, cal->now, at);
    if (s != COA_OK) return s;
    if (at < r->end && at > coa_i_limit(cal)) return COA_E_RANGE; /* a block for ever */
    s = coa_i_end_room(cal, r, at);
    if (s == COA_OK) coa_i_end_at(cal, r, at);
    return s;
}

COALLOC_DEF coa_status coa_extend(coa_calendar *cal, coa_id id, coa_time end)
{
    coa_i_record *r;
    coa_status s = coa_i_alone(cal, id, &r);
    if (s != COA_OK) return s;
    if (end < r->end) return COA_E_ARG;
    if (end == r->end) return COA_OK;
    s = coa_i_window_check(cal, r->end, end, coa_i_is_block(r));
    if (s != COA_OK) return s;
    s = coa_i_ops(cal)->extend_room(cal, r, end);
    if (s != COA_OK) return s;
    coa_i_ops(cal)->extend(cal, r, end);
    r->end = end;
    coa_i_events_add(cal, r);
    return COA_OK;
}

COALLOC_DEF coa_status coa_cancel(coa_calendar *cal, coa_id id)
{
    coa_i_record *r;
    coa_status s = coa_i_alone(cal, id, &r);
    if (s == COA_OK) s = coa_i_end_room(cal, r, coa_i_left_from(cal, r));
    if (s == COA_OK) coa_i_end_at(cal, r, coa_i_left_from(cal, r));
    return s;
}

COALLOC_DEF coa_status coa_advance(coa_calendar *cal, coa_time now)
{
    if (!cal) return COA_E_ARG;
    if (now < cal->now) return COA_E_PAST;
    if (!coa_i_now_fits(&cal->desc, coa_i_ops(cal)->number, now)) return COA_E_RANGE;
    cal->now = now;
    coa_i_ops(cal)->advance(cal);
    return COA_OK;
}

COALLOC_DEF coa_status coa_get(const coa_calendar *cal, coa_id id, coa_booking *out)
{
    const coa_i_record *r = cal ? coa_i_booking(cal, id) : NULL;
    if (!cal || !out) return COA_E_ARG;
    if (!r) return COA_E_NOTFOUND;
    coa_i_booking_show(cal, r, out);
    return COA_OK;
}

COALLOC_DEF coa_status coa_next(const coa_calendar *cal, coa_id after, coa_booking *out)
{
    const coa_i_record *r, *end;
    if (!cal || !out) return COA_E_ARG;
    r = coa_i_records(cal) + coa_i_record_above(cal, after);
    end = coa_i_records(cal) + cal->records.count;
    while (r < end && !coa_i_alive(cal, r)) r++;
    if (r < end) {
        coa_i_booking_show(cal, r, out);
        return COA_OK;
    }
    return COA_E_NOTFOUND;
}

COALLOC_DEF void coa_describe(const coa_calendar *cal, coa_desc *out)
{
    if (!out) return;
    memset(out, 0, sizeof *out);
    if (!cal) return;
    *out = cal->desc;
    out->now = cal->now;
}

/* >>alternatives: what to offer a refused client, and why it is refused --------------- */

/* Sets *most to the number of servers that are free during the window, with CONTIGUOUS of
 * consecutive ones. */
static coa_status coa_i_free_during(coa_calendar *c, const coa_i_query *asked,
                                    coa_time end, uint32_t *most)
{
    const int run = asked->place == COA_PLACE_CONTIGUOUS;
    coa_i_query q = coa_i_query_of(c, asked->start, end, asked->among, UINT64_MAX,
                                   run ? &c->items : NULL);
    uint32_t i;
    if (!coa_i_idle(c, &q)) return COA_E_NOMEM;
    *most = run ? 0 : (uint32_t)q.found;
    if (run) coa_i_items_by_id(&c->items);
    for (i = 0; run && i < c->items.count; i++) {
        const uint32_t count = COA_I_AT(coa_i_item, c->items)[i].count;
        if (count > *most) *most = count;
    }
    return COA_OK;
}

/* Returns the longest length from `start` to `end`; 0 if there is none. */
static coa_time coa_i_most_length(coa_time start, coa_time end)
{
    const uint64_t length = end > start ? (uint64_t)end - (uint64_t)start : 0;
    return length < (uint64_t)COA_FOREVER ? (coa_time)length : COA_FOREVER - 1;
}

/* Fills in `servers` and `length`, the alternatives that start at q->start. */
static coa_status coa_i_alternatives_at(coa_calendar *c, coa_i_query *q,
                                        coa_alternative_info *out)
{
    const coa_time t = q->start, limit = coa_i_limit(c);
    coa_time until = t;
    coa_status s = COA_OK;
    if (t == COA_FOREVER) return COA_OK;
    if (coa_i_window_fits(c, t, coa_i_end(t, q->length), 0))
        s = coa_i_free_during(c, q, coa_i_end(t, q->length), &out->servers);
    if (s == COA_OK && (t < limit || c->desc.horizon == 0))
        s = coa_i_ops(c)->until(c, q, &until);
    out->length = coa_i_most_length(t, until < limit ? until : limit);
    if (until == COA_FOREVER && c->desc.horizon == 0) out->length = COA_FOREVER;
    return s;
}

/* Returns the servers that the request may have at most: all, those of `among`, or, if
 * they must be consecutive, those of its longest run. */
static uint32_t coa_i_most_servers(const coa_calendar *c, const coa_request *req)
{
    uint32_t i, n, all = 0, longest = 0;
    if (!req->among) return c->desc.servers;
    for (i = 0; i < req->among->count; i++) {
        n = req->among->runs[i].count;
        all += n;
        if (n > longest) longest = n;
    }
    return req->place == COA_PLACE_CONTIGUOUS ? longest : all;
}

typedef struct coa_i_doubt {
    int justified;
    coa_reason why;
} coa_i_doubt;

/* Looks for the first member of a request that is wrong by itself, or for which it can
 * never fit, or not yet; false if there is none. `longest` is the longest length with
 * which it could ever fit. */
static int coa_i_explain_member(const coa_calendar *c, const coa_request *req,
                                coa_reason *why)
{
    const coa_time start = req->ready > c->now ? req->ready : c->now,
                   horizon = c->desc.horizon, by = coa_i_deadline(req->deadline),
                   rest = coa_i_most_length(start > 0 ? start : 0, COA_FOREVER - 1),
                   until = coa_i_most_length(start, by), length = req->length;
    const int ends = length != COA_FOREVER,
              fits = length > 0 && (!ends || length <= rest);
    const coa_time end = fits ? coa_i_end(start, length) : COA_FOREVER,
                   latest = fits && horizon > 0 ? coa_i_limit(c) - length : COA_FOREVER,
                   before = COA_FOREVER - 1 - (length > 0 ? length : 0);
    const uint32_t most = coa_i_most_servers(c, req);
    coa_time longest = rest < until ? rest : until;
    uint32_t place;
    const coa_status placed = coa_i_place_check(c, req->place, NULL, &place),
                     among = coa_i_place_check(c, req->place, req->among, &place);
    coa_status replaces = COA_OK;
    if (horizon > 0 && horizon < longest) longest = horizon;
    if (req->replaces != 0)
        replaces = COA_I_REPLACED(1)
                       ? coa_i_replace_check(c, coa_i_booking(c, req->replaces))
                       : COA_E_ARG;
    {
        const coa_i_doubt doubts[] = {
            {length <= 0, {"length", length, 1, longest, COA_E_ARG}},
            {req->servers == 0, {"servers", 0, 1, most, COA_E_ARG}},
            {req->step < 0, {"step", req->step, 0, COA_FOREVER, COA_E_ARG}},
            {req->reserved != 0, {"reserved", req->reserved, 0, 0, COA_E_ARG}},
            {req->step == 0 && req->retries != 0 && req->retries != COA_NO_RETRY,
             {"retries", req->retries, 0, 0, COA_E_ARG}},
            {placed != COA_OK, {"place", req->place, 0, 0, placed}},
            {among != COA_OK, {"among", req->among ? req->among->count : 0, 0, 0, among}},
            {replaces != COA_OK, {"replaces", (int64_t)req->replaces, 0, 0, replaces}},
            {ends && rest < 1, {"ready", start, INT64_MIN, before, COA_E_RANGE}},
            {ends && !fits, {"length", length, 1, longest, COA_E_RANGE}},
            {req->servers > most, {"servers", req->servers, 1, most, COA_E_NEVER}},
            {(horizon > 0 && length > horizon) || (!ends && by != COA_FOREVER),
             {"length", length, 1, longest, COA_E_NEVER}},
            {by < end, {"deadline", by, end, COA_FOREVER - 1, COA_E_NEVER}},
            {start == COA_FOREVER,
             {"ready", start, INT64_MIN, COA_FOREVER - 1, COA_E_NEVER}},
            {start > latest, {"ready", req->ready, INT64_MIN, latest, COA_E_NOFIT}}};
        size_t i;
        for (i = 0; i < sizeof doubts / sizeof *doubts; i++) {
            if (!doubts[i].justified) continue;
            *why = doubts[i].why;
            return 1;
        }
    }
    return 0;
}

COALLOC_DEF coa_status coa_explain(coa_calendar *cal, const coa_request *req,
                                   coa_reason *why)
{
    coa_time start;
    if (!why) return COA_E_ARG;
    memset(why, 0, sizeof *why);
    why->status = COA_E_ARG;
    if (cal && req && !coa_i_explain_member(cal, req, why))
        why->status = coa_earliest(cal, req, &start);
    return why->status;
}

COALLOC_DEF coa_status coa_alternatives(coa_calendar *cal, const coa_request *req,
                                        coa_alternative_info *out)
{
    coa_alternative_info found;
    coa_request open;
    coa_i_query q;
    uint32_t attempts;
    coa_status s;
    if (!cal || !req || !out) return COA_E_ARG;
    memset(&found, 0, sizeof found);
    open = *req;
    open.deadline = 0;
    s = coa_i_find(cal, &open, &q, &attempts);
    found.start = s == COA_OK ? q.start : COA_FOREVER;
    q.start = req->ready > cal->now ? req->ready : cal->now;
    q.need = req->servers;
    if (s == COA_E_NOFIT) s = COA_OK;
    if (s == COA_OK && COA_I_REPLACED(q.old != NULL) && !q.lifted) {
        s = coa_i_ops(cal)->lift(cal, q.old);
        q.lifted = s == COA_OK;
    }
    if (s == COA_OK) s = coa_i_alternatives_at(cal, &q, &found);
    coa_i_found(cal, &q);
    if (s == COA_OK) *out = found;
    return s;
}

/* >>looking: profile, idle periods, holder, events ----------------------------------- */

COALLOC_DEF coa_status coa_profile(const coa_calendar *cal, coa_time t,
                                   const coa_set *among, uint32_t *count, coa_time *until)
{
    coa_i_query q;
    coa_i_change x;
    coa_status s;
    if (!cal || !count || !until || (among && !coa_i_ops(cal)->named)) return COA_E_ARG;
    if (t < cal->now) return COA_E_PAST;
    if (t == COA_FOREVER) return COA_E_RANGE;
    s = coa_i_set_check(cal, among);
    if (s != COA_OK) return s;
    memset(&q, 0, sizeof q);
    q.among = among;
    q.need = UINT64_MAX;
    x.time = t;
    do {
        const int first = x.time == t;
        q.start = x.time;
        q.found = 0;
        x.time = COA_FOREVER;
        x.more = 0;
        coa_i_ops(cal)->profile(cal, &q, &x);
        if (first) *count = (uint32_t)q.found;
    } while (x.more == 0 && x.time != COA_FOREVER);
    *until = x.time;
    return COA_OK;
}

COALLOC_DEF coa_status coa_idle(const coa_calendar *cal, const coa_set *among,
                                coa_time from, coa_idle_fn idle, void *ctx)
{
    coa_i_mem mem;
    coa_i_vec all, found; /* of coa_i_item */
    coa_i_vec runs;       /* of coa_run: those of the items found */
    coa_i_query q;
    const coa_i_item *it;
    uint32_t i, n;
    coa_status s;
    if (!cal || !idle || !coa_i_ops(cal)->named) return COA_E_ARG;
    s = coa_i_set_check(cal, among);
    if (s != COA_OK) return s;
    mem = cal->mem; /* a copy: this leaves no trace in the statistics */
    memset(&all, 0, sizeof all);
    memset(&found, 0, sizeof found);
    memset(&runs, 0, sizeof runs);
    memset(&q, 0, sizeof q);
    q.among = among;
    q.need = UINT64_MAX;
    q.mem = &mem;
    q.items = &found;
    s = coa_i_complement(cal, &mem, &all);
    it = COA_I_AT(coa_i_item, all);
    for (i = 0; s == COA_OK && i < all.count; i++)
        if (~it[i].b > from)
            coa_i_emit(&q, it[i].a > cal->now ? it[i].a : cal->now, ~it[i].b, it[i].first,
                       it[i].count);
    if (s == COA_OK &&
        (q.nomem || !coa_i_room(&mem, &runs, found.count, sizeof(coa_run))))
        s = COA_E_NOMEM;
    if (s == COA_OK) {
        coa_i_items_join(&found);
        coa_i_items_to_runs(&found, COA_I_AT(coa_run, runs));
    }
    it = COA_I_AT(coa_i_item, found);
    for (i = 0; s == COA_OK && i < found.count; i += n) {
        coa_set servers;
        n = coa_i_items_alike(&found, i);
        servers = coa_i_set_view(COA_I_AT(coa_run, runs) + i, n);
        if (idle(ctx, it[i].a, it[i].b, &servers) != 0) break;
    }
    coa_i_vec_free(&mem, &all, sizeof(coa_i_item));
    coa_i_vec_free(&mem, &found, sizeof(coa_i_item));
    coa_i_vec_free(&mem, &runs, sizeof(coa_run));
    return s;
}

#ifndef COALLOC_NO_HOLES
/* Goes through the profile. The stack has the holes that have begun, each with more
 * servers free than the one below it: they end when fewer are free. */
COALLOC_DEF coa_status coa_holes(const coa_calendar *cal, coa_time start, coa_time end,
                                 uint32_t servers, coa_hole_fn hole, void *ctx)
{
    coa_i_mem mem;
    coa_i_vec begun; /* of coa_i_item: a = since when, count = servers */
    coa_time t, since, until = COA_FOREVER;
    coa_status s = COA_OK;
    int stop = 0;
    if (!cal || !hole || start >= end || servers == 0) return COA_E_ARG;
    if (start < cal->now) return COA_E_PAST;
    mem = cal->mem; /* a copy: this leaves no trace in the statistics */
    memset(&begun, 0, sizeof begun);
    for (t = cal->now; s == COA_OK && !stop && (t < end || begun.count > 0); t = until) {
        const coa_i_item *top = COA_I_AT(coa_i_item, begun) + begun.count;
        uint32_t count = 0; /* at the end of time: of the holes that never end */
        if (t < COA_FOREVER) s = coa_profile(cal, t, NULL, &count, &until);
        if (count < servers) count = 0;
        for (since = t; begun.count > 0 && !stop && top[-1].count > count; top--) {
            since = top[-1].a;
            stop = t > start && hole(ctx, since, t, top[-1].count) != 0;
            begun.count--;
        }
        if (count > 0 && since < end && (begun.count == 0 || top[-1].count < count) &&
            !coa_i_items_add(&mem, &begun, since, 0, 0, count))
            s = COA_E_NOMEM;
    }
    coa_i_vec_free(&mem, &begun, sizeof(coa_i_item));
    return s;
}
#endif

COALLOC_DEF coa_status coa_holder(const coa_calendar *cal, uint32_t server, coa_time t,
                                  coa_booking *out)
{
    const coa_i_record *r;
    uint32_t i, k;
    if (!cal || !out) return COA_E_ARG;
    if (t < cal->now) return COA_E_PAST;
    if (server >= cal->desc.servers) return COA_E_RANGE;
    r = coa_i_records(cal);
    for (i = 0; i < cal->records.count; i++) {
        coa_booking b;
        if (!coa_i_alive(cal, r + i) || r[i].start > t || r[i].end <= t) continue;
        coa_i_ops(cal)->show(cal, r + i, &b);
        for (k = 0; k < b.run_count; k++) {
            if (server < b.runs[k].first || server - b.runs[k].first >= b.runs[k].count)
                continue;
            coa_i_booking_show(cal, r + i, out);
            return COA_OK;
        }
    }
    return COA_E_NOTFOUND;
}

/* Moves *best to the first event that is after `from`, if there is one. */
static void coa_i_events_search(const coa_calendar *c, const coa_event *from,
                                coa_event *best)
{
    const coa_i_record *r = coa_i_records(c);
    uint32_t i;
    int starts;
    for (i = 0; i < c->records.count; i++) {
        for (starts = 0; starts < 2 && coa_i_alive(c, r + i); starts++) {
            const coa_event e = coa_i_event_of(r + i, starts);
            if (coa_i_event_less(from, &e) && coa_i_event_less(&e, best)) *best = e;
        }
    }
}

/* With desc.bookings there is no memory for a list. */
COALLOC_DEF coa_status coa_next_event(coa_calendar *cal, coa_event *event)
{
    coa_event from, best;
    if (!cal || !event) return COA_E_ARG;
    from = *event;
    if (from.time < cal->now) { /* the starts at `now` come next */
        from.time = cal->now;
        from.starts = 0;
        from.id = UINT64_MAX;
    }
    best.time = COA_FOREVER;
    best.id = 0;
    best.starts = 0;
    if (cal->desc.bookings == 0 && coa_i_events_update(cal))
        coa_i_events_next(cal, &from, &best);
    else
        coa_i_events_search(cal, &from, &best);
    if (best.time == COA_FOREVER) return COA_E_NOTFOUND;
    *event = best;
    return COA_OK;
}

COALLOC_DEF coa_status coa_set_tag(coa_calendar *cal, coa_id id, uint64_t tag)
{
    coa_i_record *r = cal ? coa_i_booking(cal, id) : NULL;
    if (!cal) return COA_E_ARG;
    if (!r) return COA_E_NOTFOUND;
    r->tag = tag;
    return COA_OK;
}

/* >>copy ----------------------------------------------------------------------------- */

/* Takes the hook and `bookings` that the caller wants; false if what the caller says
 * about the calendar is wrong. */
static int coa_i_desc_adopt(coa_desc *d, const coa_desc *said)
{
    if (said->servers != 0 && said->servers != d->servers) return 0;
    if (said->index != 0 && said->index != d->index) return 0;
    if (said->unnamed != 0 && said->unnamed != d->unnamed) return 0;
    if (said->now != 0 && said->now != d->now) return 0;
    if (said->horizon != 0 && said->horizon != d->horizon) return 0;
    if (said->slot != 0 && said->slot != d->slot && d->index == COA_INDEX_RANGE_TREE)
        return 0;
    d->bookings = said->bookings;
    d->alloc = said->alloc;
    d->alloc_ctx = said->alloc_ctx;
    return 1;
}

typedef struct coa_i_header { /* what a calendar has besides its bookings */
    coa_desc desc;
    coa_id last_id;
    uint64_t attempts, search_visits, update_visits, passed;
    uint32_t bookings, parts; /* bookings alive; how many of them are parts of jobs */
} coa_i_header;

static void coa_i_header_of(const coa_calendar *c, coa_i_header *h)
{
    coa_stats_info st;
    uint32_t i;
    coa_stats(c, &st);
    coa_describe(c, &h->desc);
    h->last_id = c->last_id;
    h->attempts = st.attempts;
    h->search_visits = st.search_visits;
    h->update_visits = st.update_visits;
    h->passed = c->passed;
    h->bookings = (uint32_t)st.bookings;
    for (i = h->parts = 0; i < c->jobs.count; i++)
        if (coa_i_booking(c, coa_i_jobs(c)[i].id)) h->parts++;
}

/* Makes a calendar whose bookings come from outside; NULL without memory. What follows is
 * to put its bookings into it, and coa_i_calendar_build. */
static coa_calendar *coa_i_calendar_begin(const coa_i_header *h)
{
    coa_calendar *c = coa_i_calendar_new(&h->desc);
    if (!c) return NULL;
    c->last_id = h->last_id;
    c->passed = h->passed;
    c->attempts = h->attempts;
    c->search_visits = h->search_visits;
    return c;
}

/* Builds the index and hands out the calendar; s says whether it has all its bookings.
 * This does not count as update visits. */
static coa_status coa_i_calendar_build(coa_calendar **out, coa_calendar *c,
                                       const coa_i_header *h, coa_status s)
{
    coa_stats_info st;
    if (s == COA_OK) {
        s = coa_i_ops(c)->init(c);
        if (s == COA_E_RANGE) s = COA_E_CORRUPT; /* too many slots */
    }
    if (s == COA_OK) s = coa_i_ops(c)->rebuild(c);
    if (s == COA_OK) {
        coa_stats(c, &st);
        c->update_visits += h->update_visits - st.update_visits;
    }
    return coa_i_calendar_out(out, c, s);
}

/* Copies the bookings alive, with their runs in c->store. */
static coa_status coa_i_copy_bookings(coa_calendar *c, const coa_calendar *from)
{
    const coa_i_record *r = coa_i_records(from);
    const coa_i_job *w = coa_i_jobs(from);
    coa_stats_info st;
    coa_booking b;
    uint32_t i;
    coa_stats(from, &st);
    if (!coa_i_room(&c->mem, &c->records, st.bookings, sizeof(coa_i_record)) ||
        !coa_i_room(&c->mem, &c->store, st.runs, sizeof(coa_run)) ||
        !coa_i_room(&c->mem, &c->jobs, from->jobs.count, sizeof(coa_i_job)))
        return COA_E_NOMEM;
    for (i = 0; i < from->records.count; i++) {
        coa_i_record *to = coa_i_records(c) + c->records.count;
        if (!coa_i_alive(from, r + i)) continue;
        coa_i_ops(from)->show(from, r + i, &b);
        *to = r[i];
        to->runs = c->store.count;
        to->run_count = b.run_count;
        if (b.run_count > 0)
            memcpy(coa_i_runs_of(c, to), b.runs, b.run_count * sizeof(coa_run));
        c->store.count += b.run_count;
        c->records.count++;
    }
    for (i = 0; i < from->jobs.count; i++)
        if (coa_i_booking(from, w[i].id)) coa_i_jobs(c)[c->jobs.count++] = w[i];
    return COA_OK;
}

/* Makes a calendar with this description and the bookings of another one. */
static coa_status coa_i_calendar_again(coa_calendar **out, const coa_calendar *cal,
                                       const coa_desc *d)
{
    coa_calendar *c;
    coa_i_header h;
    coa_i_header_of(cal, &h);
    h.desc = *d;
    c = coa_i_calendar_begin(&h);
    if (!c) return COA_E_NOMEM;
    return coa_i_calendar_build(out, c, &h, coa_i_copy_bookings(c, cal));
}

COALLOC_DEF coa_status coa_copy(coa_calendar **out, const coa_calendar *cal,
                                const coa_desc *desc)
{
    coa_desc d;
    if (!out) return COA_E_ARG;
    *out = NULL;
    if (!cal) return COA_E_ARG;
    coa_describe(cal, &d);
    if (desc && !coa_i_desc_adopt(&d, desc)) return COA_E_ARG;
    return coa_i_calendar_again(out, cal, &d);
}

/* >>blocks: servers out of use, and other numbers of servers ------------------------- */

COALLOC_DEF coa_status coa_block(coa_calendar *cal, coa_time start, coa_time end,
                                 const coa_set *servers, uint32_t n, coa_id *out)
{
    coa_run all = {0, 0};
    coa_set every = coa_i_set_view(&all, 1);
    if (out) *out = 0;
    if (!cal || !out) return COA_E_ARG;
    if (servers && (servers->count == 0 || !coa_i_ops(cal)->named)) return COA_E_ARG;
    all.count = cal->desc.servers;
    return coa_i_hold(cal, start, end, servers ? servers : &every, n, 1, out);
}

/* Has the booking one of these servers? */
static int coa_i_has_any(const coa_booking *b, const coa_set *servers)
{
    uint32_t i, k;
    for (i = 0; i < b->run_count; i++) {
        k = coa_i_run_after(servers, 0, b->runs[i].first);
        if (k < servers->count &&
            servers->runs[k].first < b->runs[i].first + b->runs[i].count)
            return 1;
    }
    return 0;
}

COALLOC_DEF coa_status coa_in_the_way(const coa_calendar *cal, coa_time start,
                                      coa_time end, const coa_set *servers, coa_id after,
                                      coa_booking *out)
{
    coa_booking b;
    coa_status s;
    if (!cal || !out || start >= end) return COA_E_ARG;
    if (start < cal->now) return COA_E_PAST;
    s = coa_i_set_check(cal, servers);
    if (s != COA_OK) return s;
    while ((s = coa_next(cal, after, &b)) == COA_OK) {
        after = b.id;
        if (b.start < end && start < b.end &&
            (!servers || b.run_count == 0 || coa_i_has_any(&b, servers))) {
            *out = b;
            break;
        }
    }
    return s;
}

/* A calendar takes over the bookings and the index of its copy with other servers. */
static void coa_i_take_over(coa_calendar *c, coa_calendar *copy)
{
    const uint64_t peak = c->mem.bytes + copy->mem.peak;
    c->mem.calls += copy->mem.calls;
    c->mem.bytes += copy->mem.bytes;
    if (peak > c->mem.peak) c->mem.peak = peak;
    coa_i_contents_free(c);
    coa_i_vec_free(&c->mem, &copy->jobs, sizeof(coa_i_job));
    c->records = copy->records;
    c->store = copy->store;
    c->items = copy->items;
    c->wanted = copy->wanted;
    c->known = copy->known;
    c->known_from = copy->known_from;
    c->update_visits = copy->update_visits;
    c->desc.servers = copy->desc.servers;
    memcpy(c->state, copy->state, coa_i_ops(c)->size);
    coa_i_free(&c->mem, copy, coa_i_calendar_size(coa_i_ops(c)));
}

COALLOC_DEF coa_status coa_resize(coa_calendar *cal, uint32_t servers)
{
    coa_calendar *copy;
    coa_desc d;
    coa_id id = 0;
    coa_booking b;
    coa_status s;
    if (!cal) return COA_E_ARG;
    coa_describe(cal, &d);
    d.servers = servers;
    s = coa_i_desc_check(&d);
    if (s != COA_OK || servers == cal->desc.servers) return s;
    for (; coa_next(cal, id, &b) == COA_OK; id = b.id) {
        if (b.run_count == 0) continue;
        b.runs += b.run_count - 1;
        if (b.runs->first + b.runs->count > servers) return COA_E_BUSY;
    }
    s = coa_i_calendar_again(&copy, cal, &d);
    if (s == COA_E_CORRUPT) return COA_E_BUSY; /* COUNT: more are promised */
    if (s == COA_OK) coa_i_take_over(cal, copy);
    return s;
}

/* Finds a booking whose servers may change; q asks for n servers for the rest of its
 * time. */
static coa_status coa_i_rest_of(coa_calendar *c, coa_id id, const coa_set *among,
                                uint32_t n, coa_i_record **r, coa_i_query *q)
{
    const coa_status s = coa_i_alone(c, id, r);
    if (s == COA_OK)
        *q = coa_i_query_of(c, coa_i_left_from(c, *r), (*r)->end, among, n, NULL);
    return s;
}

COALLOC_DEF coa_status coa_release(coa_calendar *cal, coa_id id, const coa_set *servers,
                                   uint32_t n)
{
    coa_i_record *r;
    coa_i_query q;
    coa_status s = coa_i_rest_of(cal, id, servers, n, &r, &q);
    if (s == COA_OK) s = coa_i_set_check(cal, servers);
    if (s == COA_OK) s = coa_i_ops(cal)->narrow_room(cal, r, &q);
    if (s != COA_OK) return s;
    r = coa_i_booking(cal, id);
    coa_i_ops(cal)->narrow(cal, r, &q);
    r->servers -= (uint32_t)q.need;
    coa_i_unlearn(cal, r->end);
    return COA_OK;
}

COALLOC_DEF coa_status coa_widen(coa_calendar *cal, coa_id id, uint32_t n, uint32_t place,
                                 const coa_set *among)
{
    coa_i_record *r;
    coa_i_query q;
    coa_status s = coa_i_rest_of(cal, id, among, n, &r, &q);
    if (s == COA_OK) s = coa_i_place_check(cal, place, among, &q.place);
    if (s == COA_OK && n == 0) s = COA_E_ARG;
    if (s == COA_OK) s = coa_i_ops(cal)->widen_room(cal, r, &q);
    if (s != COA_OK) return s;
    r = coa_i_booking(cal, id);
    coa_i_ops(cal)->widen(cal, r, &q);
    r->servers += n;
    return COA_OK;
}

#ifndef COALLOC_NO_FLEX
/* >>flex: one booking at several calendars ----------------------------------------------
 *
 * This is an exact form of algorithm 1 of Netto and Buyya [2]. To find the earliest end
 * it makes two sweeps over common starts, one for bookings at several sites (longer by
 * the overhead) and one for bookings at a single site, and takes the one that ends first.
 *
 * An offer says what one site can give in a search. A sweep keeps for each offer how many
 * servers the site has during the window (`have`) and a time `rise`, before which it
 * cannot have more: until then `have` is an upper bound. The sum of all offers grows only
 * when one rises, so only these times are examined. At such a time the offer that rises
 * is updated. Only if all offers together then seem to have enough servers, the others
 * are updated too, if they may have fewer by now. While many servers are missing, an
 * updated offer gets slack: `have` is then so much more than it has, and it rises only
 * after it has gained that. How to update one depends on the index:
 *   MAP         walks the groups by start, once; the usable ones are in a heap by end
 *   RANGE_TREE  makes a range search; `rise` is the next time a server becomes idle
 *   COUNT       takes the least number free in the window; `rise` is the exact earliest
 *               start for one server more
 *
 * Which shares add up to the number needed: j sites, each with `least` or more, can give
 * any number from j * least to the sum of the j sites that have most. So it suffices to
 * add up the first min(R / least, most_sites) offers in the order of what they have
 * (`ranks`), and the largest possible shares, site by site, are found without trial and
 * error.
 *
 * A job that is to move is lifted at its sites for the time of the search: see `lift` in
 * coa_i_index. Booking takes two steps: first all sites take the memory, and then nothing
 * can fail. The jobs are kept in the calendars alone: each part stores the key of its
 * coa_flex and the number of parts, and has the id of the job, which is above all ids of
 * all sites. So a coa_flex has nothing to save. */

typedef struct coa_i_rank { /* an offer and the number of servers it has */
    uint32_t have, offer;   /* have: 0 or the offer's least .. most */
} coa_i_rank;

typedef struct coa_i_rise { /* before this time an offer cannot have more */
    coa_time time;
    uint32_t offer;
} coa_i_rise;

typedef struct coa_i_offer { /* what a site can give; offers are in the caller's order */
    coa_site site;
    uint32_t place;       /* resolved */
    uint32_t cap;         /* the most that it may give of the present shape */
    uint32_t least, most; /* bounds of its share; most 0: it gives nothing */
    uint32_t share;       /* its share in the best booking so far */
    uint32_t held;        /* its share in the old job; 0: it has none, or it is over */
    uint32_t rank;        /* its index in ranks */
    coa_i_follow at;      /* the window; up to at.fall `have` is no more than it has */
    coa_i_query query;    /* for its share */
} coa_i_offer;

struct coa_flex {
    coa_i_mem mem;
    uint64_t key;
    coa_id last;      /* the highest id it has given */
    coa_i_vec offers; /* of coa_i_offer; these arrays have an item for each site */
    coa_i_vec ranks;  /* of coa_i_rank: the same offers, by the servers they have */
    coa_i_vec rises;  /* of coa_i_rise, twice as many: see coa_i_rise_set */
    coa_i_vec parts;  /* of coa_flex_part: the result of a call */
};

typedef struct coa_i_flex { /* a call */
    coa_flex *flex;
    const coa_flex_request *req;
    coa_i_offer *offers;
    coa_i_rank *ranks;
    coa_i_rise *rises;
    uint32_t n;
    coa_time now;          /* the latest of the sites */
    coa_time from, to;     /* the first and the last start that may be tried */
    coa_time length;       /* of the window of the sweep */
    uint64_t need;         /* servers needed */
    uint64_t sum;          /* servers of the first `top` offers in ranks */
    uint32_t top;          /* below n: ranks are in order, else they need not be */
    uint32_t ops;          /* for a new job all */
    int given;             /* a site gives its cap, or it has no share */
    uint32_t lifted;       /* the old job is lifted at so many of the first sites */
    coa_flex_booking old;  /* the job that is to be changed or shown; id 0: none */
    coa_flex_booking best; /* the best booking so far; servers 0: none */
} coa_i_flex;

/* ---- flex: lifting a job */

/* Puts the job back at the sites where it is lifted. */
static void coa_i_flex_retake(coa_i_flex *f)
{
    for (; f->lifted > 0; f->lifted--) {
        const coa_i_offer *o = f->offers + f->lifted - 1;
        coa_calendar *c = o->site.calendar;
        if (o->held > 0) coa_i_ops(c)->retake(c, coa_i_booking(c, f->old.id));
    }
}

/* Lifts the job at all its sites; after a failure only at some. */
static coa_status coa_i_flex_lift(coa_i_flex *f)
{
    coa_status s = COA_OK;
    for (; f->lifted < f->n && s == COA_OK; f->lifted += s == COA_OK) {
        const coa_i_offer *o = f->offers + f->lifted;
        coa_calendar *c = o->site.calendar;
        if (o->held > 0) s = coa_i_ops(c)->lift(c, coa_i_booking(c, f->old.id));
    }
    return s;
}

/* ---- flex: the order of the offers, and the sum of what the first of them have */

static int coa_i_rank_less(const void *x, const void *y)
{
    return ((const coa_i_rank *)x)->have > ((const coa_i_rank *)y)->have;
}

static void coa_i_rank_put(coa_i_flex *f, uint32_t k, coa_i_rank r)
{
    if (k < f->top) f->sum += (uint64_t)r.have - f->ranks[k].have;
    f->ranks[k] = r;
    f->offers[r.offer].rank = k;
}

/* Offer i has so many servers now. */
static void coa_i_rank_change(coa_i_flex *f, uint32_t i, uint32_t have)
{
    const uint32_t last = f->top < f->n ? f->n - 1 : 0; /* 0: order does not matter */
    uint32_t k = f->offers[i].rank;
    coa_i_rank r = f->ranks[k];
    r.have = have;
    for (; k > 0 && last > 0 && f->ranks[k - 1].have < have; k--)
        coa_i_rank_put(f, k, f->ranks[k - 1]);
    for (; k < last && f->ranks[k + 1].have > have; k++)
        coa_i_rank_put(f, k, f->ranks[k + 1]);
    coa_i_rank_put(f, k, r);
}

/* Sets the time before which offer i cannot have more. The times of all n offers are the
 * leaves n .. 2 n - 1 of a tree; node k has the earlier one of nodes 2 k and 2 k + 1. */
static void coa_i_rise_set(coa_i_flex *f, uint32_t i, coa_time time)
{
    coa_i_rise *r = f->rises;
    uint32_t k = f->n + i;
    r[k].time = time;
    for (; k > 1; k /= 2) r[k / 2] = r[k].time < r[k ^ 1].time ? r[k] : r[k ^ 1];
}

/* ---- flex: a sweep */

/* Updates what an offer has for the window that begins at `start`. */
static coa_status coa_i_offer_look(coa_i_flex *f, uint32_t i, coa_time start)
{
    coa_i_offer *o = f->offers + i;
    coa_calendar *c = o->site.calendar;
    coa_status s = COA_OK;
    uint64_t have;
    o->at.fall = start;
    o->at.free = 0;
    if (start <= o->at.until) s = coa_i_ops(c)->follow(c, &o->at, start);
    have = o->at.free < o->least ? 0 : o->at.free;
    coa_i_rank_change(f, i, have < o->most ? (uint32_t)have : o->most);
    return s;
}

/* Finds the `rise` of an offer that has been updated for `start`. While servers are
 * missing, it gets its part of half of them as slack: its `rise` is then later, and the
 * sum still below `need`. */
static void coa_i_offer_wait(coa_i_flex *f, uint32_t i, coa_time start)
{
    coa_i_offer *o = f->offers + i;
    coa_calendar *c = o->site.calendar;
    const uint64_t missing = f->sum < f->need ? f->need - f->sum - 1 : 0;
    const uint64_t slack = missing / 2 / f->top;
    uint32_t have = f->ranks[o->rank].have;
    coa_time rise = COA_FOREVER; /* unless it can have more */
    uint64_t more = have > 0 ? slack + 1 : o->least - o->at.free;
    if (have > 0 && have < o->most && slack > 0) {
        have = slack < o->most - have ? have + (uint32_t)slack : o->most;
        coa_i_rank_change(f, i, have);
        o->at.fall = start - 1; /* it may have fewer */
    }
    if (have < o->most && start <= o->at.until)
        rise = coa_i_ops(c)->follow_next(c, &o->at, start, more);
    coa_i_rise_set(f, i, rise);
}

static coa_status coa_i_offer_update(coa_i_flex *f, uint32_t i, coa_time start)
{
    const coa_status s = coa_i_offer_look(f, i, start);
    coa_i_offer_wait(f, i, start);
    return s;
}

/* Begins a sweep from `start` to `latest`. */
static coa_status coa_i_flex_begin(coa_i_flex *f, coa_time start, coa_time latest)
{
    coa_status s = COA_OK;
    uint32_t i;
    for (f->sum = i = 0; i < f->n; i++) {
        const coa_i_rank nothing = {0, i};
        const coa_i_rise never = {COA_FOREVER, i};
        f->ranks[i] = nothing;
        f->rises[i] = f->rises[f->n + i] = never;
        f->offers[i].rank = i;
    }
    for (i = 0; i < f->n && s == COA_OK; i++) {
        coa_i_offer *o = f->offers + i;
        coa_calendar *c = o->site.calendar;
        o->at.among = o->site.among;
        o->at.length = f->length;
        o->at.until = INT64_MIN;
        if (o->most > 0) o->at.until = coa_i_last_start(coa_i_limit(c), f->length);
        if (o->at.until > latest) o->at.until = latest;
        if (start <= o->at.until && coa_i_ops(c)->follow_from)
            coa_i_ops(c)->follow_from(c, &o->at, start);
        s = coa_i_offer_look(f, i, start);
    }
    for (i = 0; i < f->n && s == COA_OK; i++) coa_i_offer_wait(f, i, start);
    return s;
}

/* Finds the earliest start in [*start, latest] from which `top` offers together have
 * `need` servers for the length; sets *start to it, and what all offers have to what they
 * have then. */
static coa_status coa_i_flex_sweep(coa_i_flex *f, coa_time *start, coa_time latest)
{
    coa_status s = *start > latest ? COA_E_NOFIT : coa_i_flex_begin(f, *start, latest);
    const coa_i_rise *next = f->rises + 1;
    uint32_t i;
    while (s == COA_OK) {
        f->best.examined += f->best.examined < UINT32_MAX;
        for (i = 0; i < f->n && f->sum >= f->need && s == COA_OK; i++)
            if (f->offers[i].at.fall < *start) s = coa_i_offer_update(f, i, *start);
        if (f->sum >= f->need) break;
        *start = next->time;
        if (*start > latest) return COA_E_NOFIT;
        while (next->time == *start && s == COA_OK)
            s = coa_i_offer_update(f, next->offer, *start);
    }
    return s;
}

/* ---- flex: shares */

/* Returns the least number of servers, x or more, that the offers in ranks can give, at
 * most `sites` of them, each with `least` or more; UINT64_MAX if they cannot give x. */
static uint64_t coa_i_flex_rest(const coa_i_flex *f, uint64_t x, uint32_t sites,
                                uint32_t least)
{
    uint64_t sum = 0, fewest = 0;
    uint32_t k;
    for (k = 0; sum < x; k++) {
        if (k == f->n) return UINT64_MAX;
        if (f->ranks[k].have == 0) continue;
        if (sites-- == 0) return UINT64_MAX;
        sum += f->ranks[k].have;
        fewest += least;
    }
    return x > fewest ? x : fewest;
}

/* Divides `need` servers among at most `sites` sites: in the order of the cursor, each
 * gets the largest share possible. Offers that have been dealt with have nothing more. */
static void coa_i_flex_shares(coa_i_flex *f, uint32_t sites, uint32_t least)
{
    uint64_t left = f->need, rest;
    uint32_t k;
    coa_i_sort(f->ranks, f->n, sizeof *f->ranks, coa_i_rank_less);
    for (k = 0; k < f->n; k++) f->offers[f->ranks[k].offer].rank = k;
    for (f->best.part_count = k = 0; k < f->n; k++) {
        coa_i_offer *o = f->offers + (f->req->first % f->n + k) % f->n;
        coa_i_rank *r = f->ranks + o->rank;
        const uint32_t most = r->have < left ? r->have : (uint32_t)left;
        r->have = o->share = 0;
        if (most == 0 || sites == 0) continue;
        rest = coa_i_flex_rest(f, left - most, sites - 1, least);
        if (rest > left || left - rest < least) continue;
        o->share = (uint32_t)(left - rest);
        left = rest;
        sites--;
        f->best.part_count++;
    }
}

/* ---- flex: the shapes of a request: (servers, length) and its molds */

static coa_mold coa_i_flex_mold(const coa_flex_request *req, size_t mold)
{
    coa_mold m;
    m.servers = req->servers;
    m.length = req->length;
    return mold > 0 ? req->molds[mold - 1] : m;
}

/* Searches for `need` servers at up to `sites` sites, each with `least` or more, to end
 * by `by`; what it finds is the best. */
static coa_status coa_i_flex_search(coa_i_flex *f, coa_time length, coa_time by,
                                    uint32_t sites, uint32_t least)
{
    coa_time start = f->from, latest = coa_i_last_start(by, length);
    coa_status s;
    uint32_t i;
    for (i = 0; i < f->n; i++) {
        coa_i_offer *o = f->offers + i;
        o->least = sites == 1 ? (uint32_t)f->need : f->given ? o->cap : least;
        o->most = o->least <= o->cap ? o->cap : 0;
        if (o->least > o->site.calendar->desc.servers) o->most = 0;
    }
    f->length = length;
    f->top = sites > 1 ? sites : f->n; /* any one that has something has enough */
    s = coa_i_flex_sweep(f, &start, latest < f->to ? latest : f->to);
    if (s != COA_OK) return s;
    f->best.start = start;
    f->best.end = start + length;
    f->best.servers = (uint32_t)f->need;
    coa_i_flex_shares(f, sites, least);
    return COA_OK;
}

/* Tries shape `mold`, to end by `by`: at several sites, then at a single site if that
 * ends no later. Only one of the two may fit. */
static coa_status coa_i_flex_try(coa_i_flex *f, uint32_t mold, coa_time by)
{
    const coa_flex_request *req = f->req;
    const coa_mold m = coa_i_flex_mold(req, mold);
    const int remap = (f->ops & COA_REMAP) != 0,
              keeps = !remap && m.servers == f->old.servers;
    uint32_t least = 1, sites = f->n, open = 0, i;
    coa_status several = COA_E_NOFIT, single;
    f->need = m.servers;
    f->given = keeps || req->fixed;
    for (i = 0; i < f->n; i++) {
        coa_i_offer *o = f->offers + i;
        o->cap = keeps ? o->held : req->fixed ? o->site.servers : m.servers;
        if (!f->given && !remap && o->held == 0) o->cap = 0;
        open += o->cap > 0;
    }
    if (!f->given && req->least > 1) least = req->least;
    if (!f->given && req->most_sites > 0) sites = req->most_sites;
    if (sites > open) sites = open;
    if (sites > m.servers / least) sites = m.servers / least;
    if (sites == 0) return COA_E_NOFIT;
    if (sites > 1)
        several = coa_i_flex_search(f, m.length + req->overhead, by, sites, least);
    if (several != COA_OK && several != COA_E_NOFIT) return several;
    if (several == COA_OK) by = f->best.end;
    single = coa_i_flex_search(f, m.length, by, 1, least);
    if (single == COA_E_NOFIT) single = several;
    if (single == COA_OK) f->best.mold = mold;
    return single;
}

/* Finds the best of all shapes that end by `by`: the earliest end; ties: the first
 * shape. */
static coa_status coa_i_flex_best(coa_i_flex *f, coa_time by)
{
    const int molds = (f->ops & COA_MOLD) != 0;
    uint32_t i = molds ? 0 : f->old.mold;
    coa_status s;
    do {
        s = coa_i_flex_try(f, i, by);
        if (s != COA_OK && s != COA_E_NOFIT) return s;
        if (s == COA_OK) by = f->best.end - 1;
    } while (molds && i++ < f->req->mold_count);
    return f->best.servers > 0 ? COA_OK : COA_E_NOFIT;
}

/* ---- flex: the sites of a call */

COALLOC_DEF coa_status coa_flex_sites(coa_flex *flex, const coa_site *sites, uint32_t n)
{
    uint32_t i, k;
    if (!flex || !sites || n == 0) return COA_E_ARG;
    for (i = 0; i < n; i++) {
        if (!sites[i].calendar) return COA_E_ARG;
        for (k = 0; k < i; k++)
            if (sites[k].calendar == sites[i].calendar) return COA_E_ARG;
    }
    if (!coa_i_room(&flex->mem, &flex->offers, n, sizeof(coa_i_offer)) ||
        !coa_i_room(&flex->mem, &flex->ranks, n, sizeof(coa_i_rank)) ||
        !coa_i_room(&flex->mem, &flex->rises, 2 * (uint64_t)n, sizeof(coa_i_rise)) ||
        !coa_i_room(&flex->mem, &flex->parts, n, sizeof(coa_flex_part)))
        return COA_E_NOMEM;
    for (i = 0; i < n; i++) COA_I_AT(coa_i_offer, flex->offers)[i].site = sites[i];
    flex->offers.count = n;
    return COA_OK;
}

COALLOC_DEF coa_status coa_flex_create(coa_flex **out, uint64_t key,
                                       const coa_site *sites, uint32_t n,
                                       coa_alloc_fn alloc, void *alloc_ctx)
{
    coa_flex *flex;
    coa_status s;
    if (!out) return COA_E_ARG;
    *out = NULL;
    flex = (coa_flex *)coa_i_object_new(alloc, alloc_ctx, sizeof *flex);
    if (!flex) return COA_E_NOMEM;
    flex->key = key;
    s = coa_flex_sites(flex, sites, n);
    if (s == COA_OK)
        *out = flex;
    else
        coa_flex_destroy(flex);
    return s;
}

COALLOC_DEF void coa_flex_destroy(coa_flex *flex)
{
    if (!flex) return;
    coa_i_vec_free(&flex->mem, &flex->offers, sizeof(coa_i_offer));
    coa_i_vec_free(&flex->mem, &flex->ranks, sizeof(coa_i_rank));
    coa_i_vec_free(&flex->mem, &flex->rises, sizeof(coa_i_rise));
    coa_i_vec_free(&flex->mem, &flex->parts, sizeof(coa_flex_part));
    coa_i_object_free(flex, sizeof *flex);
}

/* Describes a job in f->old: that of which site `lead` has a part, which has not more
 * parts than it says. COA_E_NOTFOUND if it is over; COA_E_ARG if it is not whole. */
static coa_status coa_i_flex_gather(coa_i_flex *f, coa_id id, const coa_i_job *lead)
{
    coa_flex_booking *b = &f->old;
    uint64_t servers = 0;
    uint32_t i, parts = lead->parts;
    int alike = 1;
    memset(b, 0, sizeof *b);
    for (i = 0; i < f->n; i++) {
        const coa_calendar *c = f->offers[i].site.calendar;
        const coa_i_job *w = coa_i_job_of(c, id);
        const coa_i_record *r = w ? coa_i_booking(c, id) : NULL;
        f->offers[i].held = 0;
        if (!r || r->end <= f->now || w->key != lead->key || w->mark != lead->mark ||
            b->part_count == parts)
            continue;
        alike &= b->part_count++ == 0 || (r->start == b->start && r->end == b->end &&
                                          w->parts == parts && w->mold == b->mold);
        b->start = r->start;
        b->end = r->end;
        b->mold = w->mold;
        b->examined = r->attempts;
        f->offers[i].held = r->servers;
        servers += r->servers;
    }
    if (b->part_count == 0) return COA_E_NOTFOUND;
    b->id = id;
    b->servers = (uint32_t)servers;
    return alike && b->part_count == parts && servers == b->servers ? COA_OK : COA_E_ARG;
}

/* Finds a job and describes it in f->old. COA_E_ARG if it is not whole: a part is at none
 * of these sites, or the parts differ. Of jobs with the same id it is the first that is
 * whole, or with whole = 0 that is not, else the last. */
static coa_status coa_i_flex_find(coa_i_flex *f, coa_id id, int whole)
{
    coa_status s = COA_E_NOTFOUND, one;
    const coa_i_job *w, *before = NULL;
    uint32_t i;
    for (i = 0; i < f->n; i++) {
        w = coa_i_job_of(f->offers[i].site.calendar, id);
        if (!w || w->key != f->flex->key || (before && w->mark == before->mark)) continue;
        one = coa_i_flex_gather(f, id, before = w);
        if (one != COA_E_NOTFOUND) s = one;
        if (one == (whole ? COA_OK : COA_E_ARG)) break;
    }
    return s;
}

/* Begins a call, for this job if id is not 0: see coa_i_flex_find. */
static coa_status coa_i_flex_open(coa_i_flex *f, coa_flex *flex, coa_id id, int whole)
{
    uint32_t i;
    memset(f, 0, sizeof *f);
    if (!flex) return COA_E_ARG;
    f->flex = flex;
    f->offers = COA_I_AT(coa_i_offer, flex->offers);
    f->ranks = COA_I_AT(coa_i_rank, flex->ranks);
    f->rises = COA_I_AT(coa_i_rise, flex->rises);
    f->n = flex->offers.count;
    f->now = INT64_MIN;
    for (i = 0; i < f->n; i++) {
        const coa_time now = f->offers[i].site.calendar->now;
        f->offers[i].held = 0;
        if (now > f->now) f->now = now;
    }
    return coa_i_flex_find(f, id, whole);
}

/* Finds the job with the lowest id above `after` that is whole, or with whole = 0 that is
 * not; false if there is none. */
static int coa_i_flex_next(coa_i_flex *f, coa_id after, int whole)
{
    while (after < UINT64_MAX) {
        coa_id next = 0;
        uint32_t i, k;
        for (i = 0; i < f->n; i++) {
            const coa_calendar *c = f->offers[i].site.calendar;
            const coa_i_job *w = coa_i_jobs(c);
            for (k = coa_i_job_above(c, after);
                 k < c->jobs.count && (next == 0 || w[k].id < next); k++)
                if (w[k].key == f->flex->key && coa_i_booking(c, w[k].id)) next = w[k].id;
        }
        if (next == 0) return 0;
        if (coa_i_flex_find(f, next, whole) == (whole ? COA_OK : COA_E_ARG)) return 1;
        after = next;
    }
    return 0;
}

/* ---- flex: requests */

/* Takes a request for which `ops` may be changed, and checks it and that each site
 * accepts it. */
static coa_status coa_i_flex_prepare(coa_i_flex *f, const coa_flex_request *req,
                                     uint32_t ops)
{
    const coa_time ready = req->ready > f->now ? req->ready : f->now;
    uint64_t given = 0;
    coa_status s = COA_OK;
    uint32_t i;
    f->req = req;
    f->ops = ops;
    f->from = ops & COA_SHIFT ? ready : f->old.start;
    f->to = ops & COA_SHIFT ? COA_FOREVER - 1 : f->old.start;
    if (req->overhead < 0 || (req->mold_count > 0 && !req->molds) ||
        req->mold_count > UINT32_MAX - 1 || req->place == COA_PLACE_CONTIGUOUS)
        return COA_E_ARG;
    for (i = 0; i < f->n; i++) given += f->offers[i].site.servers;
    for (i = 0; i <= req->mold_count; i++) {
        const coa_mold m = coa_i_flex_mold(req, i);
        if (m.servers == 0 || m.length <= 0) return COA_E_ARG;
        if (m.length > COA_FOREVER - 1 - req->overhead - (ready > 0 ? ready : 0))
            return COA_E_RANGE;
        if (req->fixed && given != m.servers) return COA_E_ARG;
    }
    for (i = 0; i < f->n && s == COA_OK; i++) {
        coa_i_offer *o = f->offers + i;
        s = coa_i_place_check(o->site.calendar, req->place, o->site.among, &o->place);
    }
    return s;
}

/* ---- flex: booking in two steps: memory for all, then all */

/* The first step at one site: chooses servers and takes the memory to book them. */
static coa_status coa_i_offer_room(const coa_i_flex *f, coa_i_offer *o)
{
    coa_calendar *c = o->site.calendar;
    coa_i_query *q = &o->query;
    *q = coa_i_query_of(c, f->best.start, f->best.end, o->site.among, o->share, NULL);
    q->length = q->end - q->start;
    q->place = o->place;
    q->moved = o->held > 0 ? f->old.id : 0;
    return coa_i_jobs_room(c) ? coa_i_ops(c)->choose(c, q) : COA_E_NOMEM;
}

/* Returns a number that jobs with the same id are most unlikely to share: it depends on
 * what each site gives, on its time and on its last id. */
static uint64_t coa_i_flex_mark(const coa_i_flex *f)
{
    uint64_t x = (uint64_t)f->best.start;
    uint32_t i;
    for (i = 0; i < f->n; i++) {
        const coa_calendar *c = f->offers[i].site.calendar;
        x = (x ^ f->offers[i].share) * 0x9E3779B97F4A7C15u + (x >> 29);
        x = (x ^ (uint64_t)c->now) * 0x9E3779B97F4A7C15u + (x >> 31);
        x = (x ^ c->last_id) * 0x9E3779B97F4A7C15u + (x >> 30);
    }
    return x;
}

/* The second step at one site: books the share, and ends the part that is lifted; cannot
 * fail. The id is taken even without a share: if this site is listed without the others,
 * no other job gets it. */
static void coa_i_offer_book(const coa_i_flex *f, const coa_i_offer *o, uint64_t mark)
{
    const coa_flex_booking *b = &f->best;
    const uint32_t given = o->share > 0;
    coa_calendar *c = o->site.calendar;
    coa_i_record *r;
    c->passed += b->id - given - c->last_id;
    c->last_id = b->id - given;
    if (given) {
        coa_i_job *w = coa_i_jobs(c) + c->jobs.count++;
        w->id = b->id;
        w->key = f->flex->key;
        w->mark = mark;
        w->parts = b->part_count;
        w->mold = b->mold;
        r = coa_i_booking_add(c, &o->query);
        r->attempts = b->examined;
        coa_i_ops(c)->book(c, &o->query, r);
    }
    if (o->held > 0) {
        r = coa_i_booking(c, f->old.id);
        if (o->share == 0 && coa_i_ops(c)->forget) coa_i_ops(c)->forget(c, r);
        coa_i_unlearn(c, r->end);
        coa_i_booking_drop(c, r);
    }
}

/* Books what has been found, instead of the job that is lifted. Its id is above all ids
 * of all sites. */
static coa_status coa_i_flex_book(coa_i_flex *f)
{
    const uint64_t mark = coa_i_flex_mark(f);
    coa_id last = f->flex->last;
    coa_status s = COA_OK;
    uint32_t i;
    for (i = 0; i < f->n; i++)
        if (f->offers[i].site.calendar->last_id > last)
            last = f->offers[i].site.calendar->last_id;
    if (last >= COA_I_LAST_ID) return COA_E_RANGE;
    for (i = 0; i < f->n && s == COA_OK; i++)
        if (f->offers[i].share > 0) s = coa_i_offer_room(f, f->offers + i);
    if (s != COA_OK) return s;
    f->best.id = f->flex->last = last + 1;
    for (i = 0; i < f->n; i++) coa_i_offer_book(f, f->offers + i, mark);
    return COA_OK;
}

/* ---- flex: the calls */

/* Shows a job; with id 0 one that has been found but is not booked. */
static void coa_i_flex_show(const coa_i_flex *f, const coa_flex_booking *job,
                            coa_flex_booking *out)
{
    coa_flex_part *p = COA_I_AT(coa_flex_part, f->flex->parts);
    uint32_t i;
    *out = *job;
    out->parts = p;
    for (i = 0; i < f->n; i++) {
        const coa_i_offer *o = f->offers + i;
        const coa_calendar *c = o->site.calendar;
        const uint32_t servers = job == &f->old ? o->held : o->share;
        if (servers == 0) continue;
        memset(p, 0, sizeof *p);
        p->site = i;
        p->booking.start = job->start;
        p->booking.end = job->end;
        p->booking.servers = servers;
        p->booking.parts = job->part_count;
        if (job->id != 0) coa_i_booking_show(c, coa_i_booking(c, job->id), &p->booking);
        p++;
    }
}

/* Searches for a new job, and books it unless it is only an offer. */
static coa_status coa_i_flex_ask(coa_flex *flex, const coa_flex_request *req, int book,
                                 coa_flex_booking *out)
{
    coa_i_flex f;
    coa_status s;
    if (out) memset(out, 0, sizeof *out);
    if (!flex || !req || !out) return COA_E_ARG;
    (void)coa_i_flex_open(&f, flex, 0, 1);
    s = coa_i_flex_prepare(&f, req, COA_SHIFT | COA_REMAP | COA_MOLD);
    if (s == COA_OK) s = coa_i_flex_best(&f, coa_i_deadline(req->deadline));
    if (s == COA_OK && book) s = coa_i_flex_book(&f);
    out->examined = f.best.examined;
    if (s == COA_OK) coa_i_flex_show(&f, &f.best, out);
    return s;
}

COALLOC_DEF coa_status coa_flex_reserve(coa_flex *flex, const coa_flex_request *req,
                                        coa_flex_booking *out)
{
    return coa_i_flex_ask(flex, req, 1, out);
}

COALLOC_DEF coa_status coa_flex_earliest(coa_flex *flex, const coa_flex_request *req,
                                         coa_flex_booking *out)
{
    return coa_i_flex_ask(flex, req, 0, out);
}

COALLOC_DEF coa_status coa_flex_reschedule(coa_flex *flex, coa_id id,
                                           const coa_flex_request *req, uint32_t ops,
                                           coa_flex_booking *out)
{
    coa_i_flex f;
    coa_time by;
    coa_status s;
    if (!req || !out || ops == 0 || ops > (COA_SHIFT | COA_REMAP | COA_MOLD))
        return COA_E_ARG;
    s = coa_i_flex_open(&f, flex, id, 1);
    if (s != COA_OK) return s;
    if (f.old.start < f.now) return COA_E_PAST;
    if (f.old.mold > 0 && (f.old.mold > req->mold_count || !req->molds)) return COA_E_ARG;
    if (coa_i_flex_mold(req, f.old.mold).servers != f.old.servers) return COA_E_ARG;
    s = coa_i_flex_prepare(&f, req, ops);
    if (s == COA_OK) s = coa_i_flex_lift(&f);
    by = coa_i_deadline(req->deadline);
    if (s == COA_OK) s = coa_i_flex_best(&f, by < f.old.end ? by : f.old.end - 1);
    if (s == COA_OK) s = coa_i_flex_book(&f);
    if (s != COA_OK) coa_i_flex_retake(&f);
    if (s != COA_OK && s != COA_E_NOFIT) return s;
    coa_i_flex_show(&f, s == COA_OK ? &f.best : &f.old, out); /* or it stays */
    return COA_OK;
}

COALLOC_DEF coa_status coa_flex_get(coa_flex *flex, coa_id id, coa_flex_booking *out)
{
    coa_i_flex f;
    coa_status s;
    if (!out) return COA_E_ARG;
    memset(out, 0, sizeof *out);
    s = coa_i_flex_open(&f, flex, id, 1);
    if (s == COA_OK) coa_i_flex_show(&f, &f.old, out);
    return s;
}

static coa_status coa_i_flex_show_next(coa_flex *flex, coa_id after, int whole,
                                       coa_flex_booking *out)
{
    coa_i_flex f;
    if (!out) return COA_E_ARG;
    memset(out, 0, sizeof *out);
    if (!flex) return COA_E_ARG;
    (void)coa_i_flex_open(&f, flex, 0, 1);
    if (!coa_i_flex_next(&f, after, whole)) return COA_E_NOTFOUND;
    coa_i_flex_show(&f, &f.old, out);
    return COA_OK;
}

COALLOC_DEF coa_status coa_flex_next(coa_flex *flex, coa_id after, coa_flex_booking *out)
{
    return coa_i_flex_show_next(flex, after, 1, out);
}

COALLOC_DEF coa_status coa_flex_orphan(coa_flex *flex, coa_id after,
                                       coa_flex_booking *out)
{
    return coa_i_flex_show_next(flex, after, 0, out);
}

/* Ends all parts of the job at `at`, or cancels those that begin later; all or none. */
static coa_status coa_i_flex_end(const coa_i_flex *f, coa_time at)
{
    coa_status s = COA_OK;
    uint32_t i, step;
    for (step = 0; step < 2; step++) {
        for (i = 0; i < f->n && s == COA_OK; i++) {
            coa_calendar *c = f->offers[i].site.calendar;
            coa_i_record *r = coa_i_booking(c, f->old.id);
            const coa_time from = r ? coa_i_left_from(c, r) : at;
            if (f->offers[i].held == 0) continue;
            if (step == 0) s = coa_i_end_room(c, r, at > from ? at : from);
            if (step == 1) coa_i_end_at(c, r, at > from ? at : from);
        }
    }
    return s;
}

COALLOC_DEF coa_status coa_flex_cancel(coa_flex *flex, coa_id id)
{
    coa_i_flex f;
    const coa_status s = coa_i_flex_open(&f, flex, id, 1);
    return s == COA_OK ? coa_i_flex_end(&f, INT64_MIN) : s;
}

COALLOC_DEF coa_status coa_flex_drop(coa_flex *flex, coa_id id)
{
    coa_i_flex f;
    const coa_status s = coa_i_flex_open(&f, flex, id, 0);
    if (s == COA_OK || !flex) return COA_E_ARG; /* it is whole */
    return s == COA_E_ARG ? coa_i_flex_end(&f, INT64_MIN) : s;
}

COALLOC_DEF coa_status coa_flex_finish(coa_flex *flex, coa_id id, coa_time at)
{
    coa_i_flex f;
    coa_status s = coa_i_flex_open(&f, flex, id, 1);
    if (s == COA_OK) s = coa_i_end_check(f.old.start, f.old.end, f.now, at);
    return s == COA_OK ? coa_i_flex_end(&f, at) : s;
}
#endif

#ifndef COALLOC_NO_CHECK
/* >>check -------------------------------------------------------------------------------
 *
 * Each index checks its own rules. An index that knows the servers of bookings is right
 * about them if its idle periods are those that follow from the bookings. */

static int coa_i_records_sane(const coa_calendar *c)
{
    const coa_i_record *r = coa_i_records(c);
    uint32_t i;
    for (i = 0; i < c->records.count; i++) {
        if (i > 0 && r[i].id <= r[i - 1].id) return 0;
        if (!coa_i_alive(c, r + i)) continue;
        if (r[i].start >= r[i].end || r[i].id > c->last_id) return 0;
        if (coa_i_ops(c)->named &&
            (r[i].runs > c->store.count || r[i].run_count > c->store.count - r[i].runs ||
             !coa_i_runs_sane(c, coa_i_runs_of(c, r + i), r[i].run_count, r[i].servers)))
            return 0;
    }
    return 1;
}

/* Checks that parts are in the order of their ids and do not last for ever, and that no
 * more bookings are alive than ids were given. */
static int coa_i_parts_sane(const coa_calendar *c)
{
    const coa_i_record *r = coa_i_records(c);
    const coa_i_job *w = coa_i_jobs(c);
    uint32_t i, alive = 0;
    for (i = 0; i < c->jobs.count; i++) {
        const coa_i_record *part = coa_i_booking(c, w[i].id);
        if (w[i].parts == 0 || (i > 0 && w[i].id <= w[i - 1].id)) return 0;
        if (part && (part->end == COA_FOREVER || coa_i_is_block(part))) return 0;
    }
    for (i = 0; i < c->records.count; i++)
        if (coa_i_alive(c, r + i)) alive++;
    return c->passed <= c->last_id && alive <= c->last_id - c->passed;
}

COALLOC_DEF coa_status coa_check(const coa_calendar *cal)
{
    if (!cal) return COA_E_ARG;
    if (!coa_i_records_sane(cal) || !coa_i_parts_sane(cal)) return COA_E_CORRUPT;
    return coa_i_ops(cal)->check(cal);
}
#endif

/* >>public: statistics and texts --------------------------------------------------- */

COALLOC_DEF void coa_stats(const coa_calendar *cal, coa_stats_info *out)
{
    uint32_t i;
    if (!out) return;
    memset(out, 0, sizeof *out);
    if (!cal) return;
    for (i = 0; i < cal->records.count; i++) {
        const coa_i_record *r = coa_i_records(cal) + i;
        if (!coa_i_alive(cal, r)) continue;
        out->bookings++;
        out->runs += r->run_count;
    }
    out->made = cal->last_id - cal->passed;
    out->attempts = cal->attempts;
    out->search_visits = cal->search_visits;
    out->bytes = cal->mem.bytes;
    out->bytes_peak = cal->mem.peak;
    out->allocations = cal->mem.calls;
    coa_i_ops(cal)->stats(cal, out);
    out->update_visits += cal->update_visits;
}

COALLOC_DEF const char *coa_status_text(coa_status s)
{
    switch (s) {
#define COA_I_TEXT(name, value, text) \
    case name: return text;
        COALLOC_STATUSES(COA_I_TEXT)
#undef COA_I_TEXT
    case COA_STATUS_COUNT: break;
    }
    return "unknown status";
}

#define COA_I_STRING(x) #x
#define COA_I_VERSION(a, b, c) COA_I_STRING(a) "." COA_I_STRING(b) "." COA_I_STRING(c)

COALLOC_DEF const char *coa_version(void)
{
    return COA_I_VERSION(COALLOC_VERSION_MAJOR, COALLOC_VERSION_MINOR,
                         COALLOC_VERSION_PATCH);
}

#ifndef COALLOC_NO_SAVE
/* >>stream: bytes out and in, little-endian, with a checksum ----------------------------
 *
 * CRC-64/XZ: polynomial 0x42F0E1EBA9EA3693 reflected, initial value all ones, inverted at
 * the end. It detects every change within 64 neighbouring bits, hence every single bit,
 * and all other changes except one in 2^64. */

#define COA_I_FORMAT 4u
#define COA_I_BUFFER 1024u

typedef struct coa_i_crc {
    uint64_t table[256];
    uint64_t sum; /* before it is inverted */
} coa_i_crc;

static void coa_i_crc_init(coa_i_crc *c)
{
    uint32_t i, k;
    for (i = 0; i < 256; i++) {
        uint64_t x = i;
        for (k = 0; k < 8; k++)
            x = (x >> 1) ^ ((x & 1) != 0 ? (uint64_t)0xC96C5795D7870F42u : 0);
        c->table[i] = x;
    }
    c->sum = UINT64_MAX;
}

static void coa_i_crc_add(coa_i_crc *c, unsigned char byte)
{
    c->sum = (c->sum >> 8) ^ c->table[(c->sum ^ byte) & 255];
}

typedef struct coa_i_writer {
    coa_write_fn fn;
    void *ctx;
    int failed;
    uint32_t used;
    coa_i_crc crc;
    unsigned char buffer[COA_I_BUFFER];
} coa_i_writer;

static void coa_i_flush(coa_i_writer *w)
{
    if (!w->failed && w->used > 0) w->failed = w->fn(w->ctx, w->buffer, w->used) != 0;
    w->used = 0;
}

/* Writes the lowest `bytes` bytes of x, at most eight. */
static void coa_i_write(coa_i_writer *w, uint32_t bytes, uint64_t x)
{
    if (w->used + bytes > COA_I_BUFFER) coa_i_flush(w);
    for (; bytes > 0; bytes--, x >>= 8) {
        w->buffer[w->used] = (unsigned char)(x & 255);
        coa_i_crc_add(&w->crc, w->buffer[w->used++]);
    }
}

/* Writes the checksum so far, and does not add it to the checksum: otherwise the one at
 * the end would not depend on the bytes before this one. */
static void coa_i_write_sum(coa_i_writer *w)
{
    const uint64_t sum = w->crc.sum;
    coa_i_write(w, 8, ~sum);
    w->crc.sum = sum;
}

/* Reads ahead, but never past the end of the stream: only bytes that are sure to come. */
typedef struct coa_i_reader {
    coa_read_fn fn;
    void *ctx;
    int failed;    /* the stream has ended too early; every number read then is 0 */
    uint64_t sure; /* the stream has at least so many more bytes */
    uint32_t at, used;
    coa_i_crc crc;
    unsigned char buffer[COA_I_BUFFER];
} coa_i_reader;

static void coa_i_sure(coa_i_reader *r, uint64_t bytes)
{
    if (r->sure < bytes) r->sure = bytes;
}

/* Fills the buffer with at least `need` bytes. */
static void coa_i_fill(coa_i_reader *r, uint32_t need)
{
    const uint32_t most = r->sure < COA_I_BUFFER ? (uint32_t)r->sure : COA_I_BUFFER;
    const uint32_t want = need < most ? most : need;
    r->used -= r->at;
    memmove(r->buffer, r->buffer + r->at, r->used);
    r->at = 0;
    while (r->used < need && !r->failed) {
        const size_t n = r->fn(r->ctx, r->buffer + r->used, want - r->used);
        r->failed = n == 0 || n > want - r->used;
        if (!r->failed) r->used += (uint32_t)n;
    }
}

static uint64_t coa_i_read(coa_i_reader *r, uint32_t bytes)
{
    uint64_t x = 0;
    uint32_t i;
    if (r->used - r->at < bytes && !r->failed) coa_i_fill(r, bytes);
    if (r->failed) return 0;
    for (i = 0; i < bytes; i++) {
        x |= (uint64_t)r->buffer[r->at] << (8 * i);
        coa_i_crc_add(&r->crc, r->buffer[r->at++]);
    }
    r->sure = r->sure < bytes ? 0 : r->sure - bytes;
    return x;
}

/* Reads a checksum of everything before it except other checksums; is it right? */
static int coa_i_read_sum(coa_i_reader *r)
{
    const uint64_t sum = r->crc.sum;
    const int right = coa_i_read(r, 8) == ~sum;
    r->crc.sum = sum;
    return right && !r->failed;
}

/* >>save: the format is described under PERSISTENCE ---------------------------------- */

/* "COALLOC" and a byte 0, which no text has. */
#define COA_I_MAGIC 0x00434F4C4C414F43u

/* A member of a structure, of 4 or 8 bytes, that is saved; bytes = 0 ends a list. */
typedef struct coa_i_field {
    unsigned char at, bytes;
} coa_i_field;

#define COA_I_FIELD(type, name)                         \
    {                                                   \
        offsetof(type, name), sizeof(((type *)0)->name) \
    }
#define COA_I_FIELDS_END \
    {                    \
        0, 0             \
    }

typedef struct coa_i_saved { /* a booking */
    coa_i_record record;     /* a block has 1 attempt; `runs` is not saved */
    uint32_t block;
} coa_i_saved;

static const coa_i_field coa_i_header_fields[] = {
    COA_I_FIELD(coa_i_header, desc.index),    COA_I_FIELD(coa_i_header, desc.servers),
    COA_I_FIELD(coa_i_header, desc.unnamed),  COA_I_FIELD(coa_i_header, desc.now),
    COA_I_FIELD(coa_i_header, desc.horizon),  COA_I_FIELD(coa_i_header, desc.slot),
    COA_I_FIELD(coa_i_header, last_id),       COA_I_FIELD(coa_i_header, attempts),
    COA_I_FIELD(coa_i_header, search_visits), COA_I_FIELD(coa_i_header, update_visits),
    COA_I_FIELD(coa_i_header, passed),        COA_I_FIELD(coa_i_header, bookings),
    COA_I_FIELD(coa_i_header, parts),         COA_I_FIELDS_END};

static const coa_i_field coa_i_saved_fields[] = {
    COA_I_FIELD(coa_i_saved, record.id),
    COA_I_FIELD(coa_i_saved, record.start),
    COA_I_FIELD(coa_i_saved, record.end),
    COA_I_FIELD(coa_i_saved, record.tag),
    COA_I_FIELD(coa_i_saved, record.servers),
    COA_I_FIELD(coa_i_saved, record.attempts),
    COA_I_FIELD(coa_i_saved, block),
    COA_I_FIELD(coa_i_saved, record.run_count),
    COA_I_FIELDS_END};

static const coa_i_field coa_i_run_fields[] = {
    COA_I_FIELD(coa_run, first), COA_I_FIELD(coa_run, count), COA_I_FIELDS_END};

static const coa_i_field coa_i_job_fields[] = {
    COA_I_FIELD(coa_i_job, id),   COA_I_FIELD(coa_i_job, parts),
    COA_I_FIELD(coa_i_job, mold), COA_I_FIELD(coa_i_job, key),
    COA_I_FIELD(coa_i_job, mark), COA_I_FIELDS_END};

/* Writes the members of a structure that `field` lists. A time is written in two's
 * complement, which int64_t always has. */
static void coa_i_write_fields(coa_i_writer *w, const coa_i_field *field,
                               const void *structure)
{
    for (; field->bytes > 0; field++) {
        const void *at = (const unsigned char *)structure + field->at;
        coa_i_write(w, field->bytes,
                    field->bytes == 4 ? *(const uint32_t *)at : *(const uint64_t *)at);
    }
}

static void coa_i_save_header(coa_i_writer *w, const coa_calendar *c)
{
    coa_i_header h;
    coa_i_header_of(c, &h);
    coa_i_write(w, 8, COA_I_MAGIC);
    coa_i_write(w, 4, COA_I_FORMAT);
    coa_i_write_fields(w, coa_i_header_fields, &h);
    coa_i_write_sum(w);
}

static void coa_i_save_bookings(coa_i_writer *w, const coa_calendar *c)
{
    const coa_i_record *r = coa_i_records(c);
    uint32_t i, k;
    for (i = 0; i < c->records.count && !w->failed; i++) {
        coa_i_saved saved;
        coa_booking b;
        if (!coa_i_alive(c, r + i)) continue;
        coa_i_booking_show(c, r + i, &b);
        saved.record = r[i];
        saved.record.attempts = b.attempts;
        saved.record.run_count = b.run_count;
        saved.block = b.block;
        coa_i_write_fields(w, coa_i_saved_fields, &saved);
        for (k = 0; k < b.run_count; k++)
            coa_i_write_fields(w, coa_i_run_fields, b.runs + k);
    }
}

static void coa_i_save_parts(coa_i_writer *w, const coa_calendar *c)
{
    const coa_i_job *part = coa_i_jobs(c);
    uint32_t i;
    for (i = 0; i < c->jobs.count && !w->failed; i++)
        if (coa_i_booking(c, part[i].id))
            coa_i_write_fields(w, coa_i_job_fields, part + i);
}

COALLOC_DEF coa_status coa_save(const coa_calendar *cal, coa_write_fn write, void *ctx)
{
    coa_i_writer w;
    if (!cal || !write) return COA_E_ARG;
    memset(&w, 0, sizeof w);
    w.fn = write;
    w.ctx = ctx;
    coa_i_crc_init(&w.crc);
    coa_i_save_header(&w, cal);
    coa_i_save_bookings(&w, cal);
    coa_i_save_parts(&w, cal);
    coa_i_write_sum(&w);
    coa_i_flush(&w);
    return w.failed ? COA_E_IO : COA_OK;
}

/* >>load: checks everything, and asks for no memory before the bytes are read -------- */

#define COA_I_BOOKING_BYTES 48u /* without its runs */
#define COA_I_PART_BYTES 32u
#define COA_I_SUM_BYTES 8u

static void coa_i_read_fields(coa_i_reader *r, const coa_i_field *field, void *structure)
{
    for (; field->bytes > 0; field++) {
        void *at = (unsigned char *)structure + field->at;
        const uint64_t x = coa_i_read(r, field->bytes);
        if (field->bytes == 4)
            *(uint32_t *)at = (uint32_t)x;
        else
            *(uint64_t *)at = x;
    }
}

static coa_status coa_i_load_header(coa_i_reader *r, coa_i_header *h)
{
    coa_desc *d = &h->desc;
    memset(h, 0, sizeof *h);
    coa_i_sure(r, 12);
    if (coa_i_read(r, 8) != COA_I_MAGIC) return r->failed ? COA_E_CORRUPT : COA_E_FOREIGN;
    if (coa_i_read(r, 4) != COA_I_FORMAT) return r->failed ? COA_E_CORRUPT : COA_E_ABI;
    coa_i_sure(r, 84 + 2 * COA_I_SUM_BYTES);
    coa_i_read_fields(r, coa_i_header_fields, h);
    if (!coa_i_read_sum(r)) return COA_E_CORRUPT;
    if (d->index <= COA_INDEX_SLICES && !coa_i_index_of(d->index)) return COA_E_ARG;
    if (d->index == COA_INDEX_DEFAULT || coa_i_desc_check(d) != COA_OK ||
        !coa_i_now_fits(d, d->index, d->now) || h->last_id > COA_I_LAST_ID ||
        h->passed > h->last_id || h->bookings > h->last_id - h->passed ||
        h->parts > h->bookings)
        return COA_E_CORRUPT;
    return d->index != COA_INDEX_RANGE_TREE &&
                   (d->slot != 0 || h->search_visits != 0 || h->update_visits != 0)
               ? COA_E_CORRUPT
               : COA_OK;
}

/* Reads a booking and its runs, which lie behind the others in c->store. */
static coa_status coa_i_load_booking(coa_i_reader *r, coa_calendar *c, coa_id last)
{
    coa_i_saved saved;
    coa_i_record *b = &saved.record;
    uint32_t i;
    coa_i_read_fields(r, coa_i_saved_fields, &saved);
    b->runs = c->store.count;
    if (r->failed || b->id <= last || b->id > c->last_id || b->attempts == 0 ||
        b->servers == 0 || saved.block > 1 || (saved.block && b->attempts != 1) ||
        b->start == INT64_MIN || b->start >= b->end || b->end <= c->now ||
        !coa_i_window_fits(c, b->start, b->end, saved.block == 1))
        return COA_E_CORRUPT;
    if (saved.block) b->attempts = 0;
    coa_i_sure(r, 8 * (uint64_t)b->run_count + COA_I_SUM_BYTES);
    for (i = 0; i < b->run_count; i++) {
        coa_run run;
        coa_i_read_fields(r, coa_i_run_fields, &run);
        if (r->failed) return COA_E_CORRUPT;
        if (!coa_i_append(&c->mem, &c->store, &run, sizeof run)) return COA_E_NOMEM;
    }
    /* where servers are chosen late, or never, there are none before */
    if (!coa_i_ops(c)->named && (b->start > c->now || c->desc.unnamed)
            ? b->run_count > 0
            : !coa_i_runs_sane(c, coa_i_runs_of(c, b), b->run_count, b->servers))
        return COA_E_CORRUPT;
    return coa_i_append(&c->mem, &c->records, b, sizeof *b) ? COA_OK : COA_E_NOMEM;
}

static coa_status coa_i_load_bookings(coa_i_reader *r, coa_calendar *c, uint32_t n)
{
    coa_status s = COA_OK;
    coa_id last = 0;
    for (; n > 0 && s == COA_OK; n--) {
        coa_i_sure(r, (uint64_t)n * COA_I_BOOKING_BYTES + COA_I_SUM_BYTES);
        s = coa_i_load_booking(r, c, last);
        if (s == COA_OK) last = coa_i_records(c)[c->records.count - 1].id;
    }
    return s;
}

/* Reads which bookings are parts, by id. */
static coa_status coa_i_load_parts(coa_i_reader *r, coa_calendar *c, uint32_t n)
{
    coa_id last = 0;
    for (; n > 0; n--) {
        const coa_i_record *b;
        coa_i_job part;
        coa_i_sure(r, (uint64_t)n * COA_I_PART_BYTES + COA_I_SUM_BYTES);
        coa_i_read_fields(r, coa_i_job_fields, &part);
        b = part.id > last ? coa_i_booking(c, part.id) : NULL;
        if (r->failed || !b || b->end == COA_FOREVER || coa_i_is_block(b) ||
            part.parts == 0)
            return COA_E_CORRUPT;
        if (!coa_i_append(&c->mem, &c->jobs, &part, sizeof part)) return COA_E_NOMEM;
        last = part.id;
    }
    return COA_OK;
}

COALLOC_DEF coa_status coa_load_abi(coa_calendar **out, const coa_desc *desc,
                                    coa_read_fn read, void *ctx, unsigned abi)
{
    coa_i_header h;
    coa_i_reader r;
    coa_calendar *c;
    coa_status s;
    if (!out) return COA_E_ARG;
    *out = NULL;
    if (abi != COALLOC_ABI) return COA_E_ABI;
    if (!read) return COA_E_ARG;
    memset(&r, 0, sizeof r);
    r.fn = read;
    r.ctx = ctx;
    coa_i_crc_init(&r.crc);
    s = coa_i_load_header(&r, &h);
    if (s == COA_OK && desc && !coa_i_desc_adopt(&h.desc, desc)) s = COA_E_ARG;
    if (s != COA_OK) return s;
    c = coa_i_calendar_begin(&h);
    if (!c) return COA_E_NOMEM;
    s = coa_i_load_bookings(&r, c, h.bookings);
    if (s == COA_OK) s = coa_i_load_parts(&r, c, h.parts);
    if (s == COA_OK && !coa_i_read_sum(&r)) s = COA_E_CORRUPT;
    return coa_i_calendar_build(out, c, &h, s);
}
#endif

#ifndef COALLOC_NO_RANGE_TREE
/* >>public: the tree alone ----------------------------------------------------------- */

struct coa_rtree {
    coa_i_mem mem;
    coa_i_trees trees;
    uint32_t root;
    coa_i_vec items; /* of coa_i_item: room for every period */
};

COALLOC_DEF coa_status coa_rtree_create(coa_rtree **out, coa_alloc_fn alloc,
                                        void *alloc_ctx)
{
    coa_rtree *t;
    if (!out) return COA_E_ARG;
    *out = NULL;
    t = (coa_rtree *)coa_i_object_new(alloc, alloc_ctx, sizeof *t);
    if (!t) return COA_E_NOMEM;
    if (!coa_i_trees_init(&t->mem, &t->trees)) {
        coa_rtree_destroy(t);
        return COA_E_NOMEM;
    }
    *out = t;
    return COA_OK;
}

COALLOC_DEF void coa_rtree_destroy(coa_rtree *t)
{
    if (!t) return;
    coa_i_trees_free(&t->mem, &t->trees);
    coa_i_vec_free(&t->mem, &t->items, sizeof(coa_i_item));
    coa_i_object_free(t, sizeof *t);
}

/* Returns the period in the tree that equals p, COA_I_NONE if there is none. */
static uint32_t coa_i_rtree_find(coa_rtree *t, const coa_period *p)
{
    const coa_i_tnode *nodes = coa_i_tnodes(&t->trees);
    coa_i_period *key = coa_i_periods(&t->trees);
    const coa_i_period *found;
    uint32_t u = t->root;
    if (u == COA_I_NONE) return COA_I_NONE;
    key->start = p->start;
    key->end = p->end;
    key->server = p->server;
    while (nodes[u].left != COA_I_NONE)
        u = coa_i_period_after(&t->trees, 0, 0, nodes[u].item) ? nodes[u].right
                                                               : nodes[u].left;
    found = key + nodes[u].item;
    return found->start == p->start && found->end == p->end && found->server == p->server
               ? nodes[u].item
               : COA_I_NONE;
}

COALLOC_DEF coa_status coa_rtree_insert(coa_rtree *t, const coa_period *p)
{
    if (!t || !p || p->start >= p->end) return COA_E_ARG;
    if (coa_i_rtree_find(t, p) != COA_I_NONE) return COA_E_BUSY;
    if (!coa_i_trees_room(&t->mem, &t->trees, 1, 1) ||
        !coa_i_room(&t->mem, &t->items, (uint64_t)t->trees.period_count + 1,
                    sizeof(coa_i_item)))
        return COA_E_NOMEM;
    coa_i_tree_insert(&t->trees, &t->root, 0,
                      coa_i_period_new(&t->trees, p->start, p->end, p->server));
    return COA_OK;
}

COALLOC_DEF coa_status coa_rtree_remove(coa_rtree *t, const coa_period *p)
{
    uint32_t i;
    if (!t || !p) return COA_E_ARG;
    i = coa_i_rtree_find(t, p);
    if (i == COA_I_NONE) return COA_E_NOTFOUND;
    coa_i_tree_remove(&t->trees, &t->root, 0, i);
    coa_i_period_drop(&t->trees, i);
    return COA_OK;
}

COALLOC_DEF uint32_t coa_rtree_size(const coa_rtree *t)
{
    return t && t->root != COA_I_NONE ? coa_i_tnodes(&t->trees)[t->root].size : 0;
}

static uint32_t coa_i_tree_depth(const coa_i_trees *f, uint32_t u)
{
    const coa_i_tnode *n = coa_i_tnodes(f) + u;
    uint32_t left, right;
    if (n->left == COA_I_NONE) return 0;
    left = coa_i_tree_depth(f, n->left);
    right = coa_i_tree_depth(f, n->right);
    return 1 + (left > right ? left : right);
}

COALLOC_DEF uint32_t coa_rtree_depth(const coa_rtree *t)
{
    return t && t->root != COA_I_NONE ? coa_i_tree_depth(&t->trees, t->root) : 0;
}

COALLOC_DEF uint32_t coa_rtree_candidates(const coa_rtree *t, coa_time start)
{
    coa_i_marks k;
    uint64_t visits = 0;
    if (!t) return 0;
    coa_i_tree_mark(&t->trees, t->root, 0, start, &k, &visits);
    return (uint32_t)k.candidates;
}

/* Runs both phases; returns the number of periods found. */
static uint32_t coa_i_rtree_query(const coa_rtree *t, coa_time start, coa_time end,
                                  uint64_t need, coa_i_vec *items)
{
    coa_i_query q;
    memset(&q, 0, sizeof q);
    q.start = start;
    q.end = end;
    q.need = need;
    q.items = items; /* with room for `need` items */
    coa_i_trees_query(&t->trees, t->root, COA_I_NONE, INT64_MIN, &q);
    return (uint32_t)q.found;
}

COALLOC_DEF uint32_t coa_rtree_count(const coa_rtree *t, coa_time start, coa_time end)
{
    return t ? coa_i_rtree_query(t, start, end, UINT64_MAX, NULL) : 0;
}

COALLOC_DEF coa_status coa_rtree_search(coa_rtree *t, coa_time start, coa_time end,
                                        uint32_t n, coa_period *out)
{
    const coa_i_item *it;
    uint32_t i;
    if (!t || !out || n == 0 || start >= end) return COA_E_ARG;
    t->items.count = 0;
    if (coa_i_rtree_query(t, start, end, n, &t->items) < n) return COA_E_NOFIT;
    it = COA_I_AT(coa_i_item, t->items);
    for (i = 0; i < n; i++) {
        out[i].start = ~it[i].a;
        out[i].end = it[i].b;
        out[i].server = it[i].first;
    }
    return COA_OK;
}

COALLOC_DEF coa_status coa_rtree_check(const coa_rtree *t)
{
    if (!t) return COA_E_ARG;
    return coa_i_tree_sane(&t->trees, t->root, 0, 0) &&
                   coa_rtree_size(t) == t->trees.period_count
               ? COA_OK
               : COA_E_CORRUPT;
}
#endif

#endif /* COALLOC_IMPLEMENTED */
#endif /* COALLOC_IMPLEMENTATION */

/*
MIT No Attribution

Copyright 2026 the coalloc authors

Permission is hereby granted, free of charge, to any person obtaining a copy of this
software and associated documentation files (the "Software"), to deal in the Software
without restriction, including without limitation the rights to use, copy, modify,
merge, publish, distribute, sublicense, and/or sell copies of the Software, and to
permit persons to whom the Software is furnished to do so.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED,
INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A
PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT
HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF
CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE
OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
*/
