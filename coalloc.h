/* coalloc.h - v0.5.0 - a calendar that finds and books free servers together - MIT-0

   A calendar has N servers. One search finds every server that is free for a whole
   window, or the earliest start at which n servers are free together. The calendar also
   books, trims, extends and cancels advance reservations. A "server" is anything
   booked as a single unit: a node, a seat, a room, a wavelength on a link.

   Do this in ONE C or C++ file to create the implementation:

       #define COALLOC_IMPLEMENTATION
       #include "coalloc.h"

   and include it without the define everywhere else.

   EXAMPLE: three requests, each for 5 of 8 servers.

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

   More examples of this size are in examples/README.md.
   In C++ write `= {}`: g++ -Wextra warns about `{0}`.

   CONTENTS of this comment: CALLS, WHAT IT IS NOT, WHY, CONCEPTS, INDEXES, FLEXCO,
   MOVING A BOOKING, COSTS, ERRORS, MEMORY, PERSISTENCE, THREADS, DETERMINISM, LIMITS,
   EMBEDDED, OPTIONS, SOURCES, HISTORY.
   To find a section of the code, search for its bookmark. Shared: >>parts, >>memory,
   >>arena, >>servers found, >>bookings, >>index (also: how to add one), >>events,
   >>named, >>masks, >>sets. MAP: >>map. SLICES: >>slices. RANGE_TREE: >>range tree,
   >>range search, >>time slots. COUNT: >>counts, >>binding, >>promises. Calls: >>search,
   >>replacing, >>plan, >>public, >>alternatives, >>looking, >>copy, >>blocks, >>moving,
   >>flex, >>check, >>stream, >>save, >>load.
   The licence is at the end of the file.

   CALLS. The details are at each declaration.
     make     coa_create             an empty calendar
              coa_destroy            free it
              coa_advance            advance its clock
              coa_resize             change the server count
              coa_copy               a copy, for what-if analysis
              coa_describe           its description, with every default resolved
     book     coa_reserve            the first start that fits; or move a booking
              coa_search             all servers that are free during a window
              coa_commit             exactly these servers, all or none
              coa_block              take servers out of use
              coa_drain              the same, and move the bookings in the way
     change   coa_finish             end a booking early
              coa_extend             end it later, and move the bookings in the way
              coa_cancel             cancel it
              coa_release            give back some of its servers
              coa_widen              get more servers for it
              coa_set_tag            change its tag
              coa_compress           move waiting bookings up
     ask      coa_earliest           the start that coa_reserve would choose
              coa_starts             the next few starts
              coa_alternatives       a later, smaller or shorter booking
              coa_explain            why a request is refused
     look     coa_get                one booking
              coa_next               all bookings, by id
              coa_in_the_way         the bookings on these servers
              coa_next_event         the next start or end of a booking
              coa_profile            how many servers are free, and until when
              coa_holes              when n servers are free
              coa_idle               which servers are idle, and when
              coa_stats              counters
              coa_status_text        a status in words
              coa_version            the version of the implementation
     sets     coa_set_add            add servers
              coa_set_remove         remove servers
              coa_set_combine        union, intersection, difference
              coa_set_count          how many servers it has
              coa_set_has            whether it has this server
              coa_set_free           free it
     FlexCo   coa_flex_create        an object for jobs at several sites
              coa_flex_destroy       free it
              coa_flex_sites         change its list of sites
              coa_flex_reserve       book a job to end earliest
              coa_flex_earliest      what coa_flex_reserve would book
              coa_flex_reschedule    move a job: earlier, or out of the way
              coa_flex_cancel        cancel a job
              coa_flex_finish        end a job early
              coa_flex_get           one job
              coa_flex_next          all jobs by id, or all with a missing part
     save     coa_save               a calendar as a stream of bytes
              coa_load               a calendar from such a stream
              coa_check              is this calendar sound? for tests
     memory   coa_arena_init         an arena in a buffer
              coa_arena_alloc        the function to set as desc.alloc
              coa_memory_bound       how large the buffer must be
     range    coa_rtree_create       standalone range tree of [1] (SOURCES)
     tree     coa_rtree_destroy      free it
              coa_rtree_insert       insert an idle period
              coa_rtree_remove       remove one
              coa_rtree_count        how many span a window
              coa_rtree_search       n of them, as in [1]

   WHAT IT IS NOT
   A calendar is not a queue: it answers each request immediately and never moves a
   booking by itself. It is not a daemon and not thread-safe. It does not record who made
   a booking: keep that yourself, under the booking's id or in its tag. A server is only a
   number; to ask for servers with some feature, pass their set as `among`.

   WHY
   With a list of intervals for each server, a search takes N steps; with a bitmap per
   time slot, one step per 64 servers per slot. The index MAP takes one step per distinct
   idle period, however many servers share it.

   CONCEPTS
   time      int64_t in any unit. Every interval is half-open: [start, end).
   now       the calendar's present. It never goes back. coa_advance to t drops
             bookings that end by t; coa_finish cannot find them afterwards.
   horizon   H: every booking must end by now + H. 0 = no horizon.
   idle period  a maximal interval during which one server is not booked.
   request   n servers for `length`, start >= `ready`: n_r, l_r, s_r in [1].
   booking   the answer to a request: a start, an end and the servers. Ids are 1, 2, 3 ...
             It has begun if its start is `now` or earlier; until then it can be moved.
   block     a booking whose `block` is 1: it takes its servers out of use, say for
             maintenance. It is refused if bookings are in its way: coa_drain
             moves them, coa_in_the_way lists them. Failed servers: MOVING A BOOKING.
   set       coa_set: sorted runs of server numbers; searches return it, `among` takes it.
             COA_SET_OF makes one from runs. For one server or one run:
                 coa_run run = {first, count};
                 coa_set servers = COA_SET_OF(&run, 1);
   tag       your own number for a booking, such as a job id.
   profile   how many servers are free at each time (coa_profile).
   hole      a maximal window in which at least n servers are free (coa_holes).
   event     the start or the end of a booking (coa_next_event).
   tests/coalloc/calls.txt shows calls and their answers, on every index.

   INDEXES
   Resources have numbers, or they are counted:
   servers   nodes, rooms, seats. A booking says which it has; coa_search and `among`
             choose by number. Leave coa_desc.index 0.
   units     bandwidth, licences, gigabytes. A booking says how many it has, never which:
             index = COA_INDEX_COUNT and unnamed = 1. Their number costs no memory.
   In between are servers that may be chosen when a booking starts, such as nodes for jobs
   in a queue: index = COA_INDEX_COUNT. Given the same bookings, it never starts a request
   later than the others do. An index is the data structure that a calendar searches:
   COA_INDEX_SLICES, the default up to 512 servers, takes at most 1,024. It cuts time into
   slices at the starts and ends of bookings, and each slice has a mask with one bit for
   each idle server. It has the least code, and a bound on its memory (coa_memory_bound).
   coa_resize beyond 1,024 servers turns it into MAP.
   COA_INDEX_MAP, the default above, keeps the groups of servers with the same idle
   period, sorted. It answers as SLICES does, faster with many servers or a long queue.
   COA_INDEX_COUNT is for units, and binds servers late: see below.
   COA_INDEX_RANGE_TREE is the data structure of [1], for comparison with the paper. It
   finds the same starts, and the same servers for the same `place`; it is slower and
   larger than MAP and needs a horizon and a slot length. The horizon is cut into slots of
   length `slot`, and each slot has a 2-dimensional tree of the idle periods that overlap
   it. The slot length affects speed, never an answer. The tree can also be used alone:
   coa_rtree_*. Calls that rebuild the trees (coa_load, coa_resize, and
   coa_flex_reschedule and coa_compress if nothing moves) change their shape: then
   searches visit other numbers of nodes, and COA_PLACE_PAPER, which follows the shape,
   may choose other servers for the same start.
   With 512 bookings or more, MAP, SLICES and COUNT remember before which time requests of
   a given length and size are known to fail, until servers are given back; not with
   desc.bookings > 0: with thousands of bookings calls then take up to 4 times as long.
   COUNT binds late. A booking is a promise of n servers; the calendar chooses the servers
   only when the booking starts: in coa_advance, or in coa_reserve if it starts now.
   Bookings are bound in the order of their starts, and of their ids if they start at the
   same moment, after the bookings that end at that moment have given back their servers.
   Each gets the lowest free servers. Binding cannot fail, because never more than N
   servers are promised, and a bound booking keeps its servers. With the same bookings,
   COUNT never starts a request later than MAP: it need not find servers that stay free
   for the whole booking. Whatever needs the servers before the start gives COA_E_ARG:
   `among`, coa_search, coa_commit, coa_idle, and every place but FIRST_FIT, which is the
   default. With `unnamed`, starts and counts are the same; a booking takes up to a
   third less time, or about as long if many requests wait.

   FLEXCO: one job at several sites, after [2]. A site is a calendar of any index, with
   its own servers, bookings and `now`; all sites use the same clock. coa_flex_reserve
   books R servers for a job: all sites that have a share of it give that share at the
   same time, or nothing is booked. It chooses the earliest end. A job at several sites
   takes `overhead` longer, so a single site may end first; at equal ends it is chosen.
   Sites get their shares in the order of the list, beginning with site `first`, and each
   share is as large as possible. For next-fit the caller adds one to `first` for each new
   job. A site that has a share gives at least `least` servers, and at most `most_sites`
   sites have one. For example, with 8 and 9 free servers and `least` 3, a job of 10 takes
   7 and 3. With `fixed`, each site gives exactly its coa_site.servers; the sites may then
   be CPUs, GPUs and memory of one machine (examples/resources.c, which asks them in turn,
   takes half the time). A job that can also have other shapes (servers, length) lists
   them in `molds`.
   A coa_flex is an object with a list of sites and a key, any number. A job has one
   booking, a part, at each of its sites. All parts have the object's key and the job's
   id. A new job's id is above all ids used so far at the listed sites or given by the
   object. All listed sites skip the ids up to it, even sites that have no part, so that
   the id is never given again, whatever the list. A job is nothing but its parts:
   coa_save saves them with each calendar, and an object with the same key over the loaded
   calendars finds the jobs again. An object never touches jobs with another key, even if
   the ids are the same. Two jobs can have the same key and id if they were made with
   lists that had no site in common, or if a site went back to an older state.
   coa_site.number tells them apart. It is a number of yours that names the history of a
   calendar; each part keeps the number of the first site, in the list, that has a part of
   its job. A number is given once, and a calendar keeps it as long as none of its history
   is lost, also when it is saved and loaded. It needs a new one
     if it goes back: it is loaded from a stream, and something was booked after that
     stream was saved; or it starts again, empty;
     if it is listed and is a copy of a calendar that is still in use.
   If you follow these rules, no call takes the parts of two jobs for one job, whatever
   sites are listed, in whatever order, with the first site or without it. If several
   jobs have the same key and id, a call takes the one whose part comes first in the list;
   a list without its sites finds the others. If two histories have the same number, a
   call can change a part of each of two jobs, and nothing detects that. Only booking uses
   the list's numbers; a job is found by the numbers in its parts. A copy has the same
   parts as its original. If both are listed, a job that has a part twice is not whole.
   A calendar that went back may have parts of a job that has ended since, and other sites
   may have parts of a job that this calendar no longer knows: neither job is whole.
   Calls that change times or servers of a single booking refuse a part with COA_E_ARG. A
   job is whole if all its parts are at the listed sites, once each, with the same times;
   coa_flex_sites, coa_flex_next and coa_flex_cancel deal with others, the orphans. When
   time moves, advance all sites: the latest `now` counts.
   coa_drain does not move parts. To free servers for maintenance, list the site with an
   `among` without them (coa_flex_sites); move each job that has one of them, with `ready`
   = its start (coa_flex_reschedule); then block them. On COUNT `ready` is the end of the
   maintenance. CONTIGUOUS is not supported: counts do not show consecutive servers.

   MOVING A BOOKING
   A booking keeps its start until a call moves it. When bookings have ended early, or
   were cancelled, call coa_compress: it moves waiting bookings to the earliest start that
   they can have. Without it they wait for the full requested times of the bookings ahead:
   when users requested five times the run time, jobs waited 600 times as long. Like all
   calls that move bookings it asks a function of yours what each wants, and reports each
   move. examples/conservative.c is a batch scheduler that does this.
   coa_reserve with `replaces` moves one booking, for example to a later time: it searches
   as if that booking, which must not have begun, were not there. coa_drain moves the
   bookings in the way of a block, coa_extend with `move` those before the new end; all or
   none.
   If servers have failed, finish what ran on them, block them and move the rest up:
       while (coa_in_the_way(cal, now, now + 1, &dead, id, &b, NULL) == COA_OK)
           if (id = b.id, !b.block && coa_finish(cal, id, now) == COA_OK) lost(b.tag);
       s = coa_drain(cal, now, repaired, &dead, 0, 0, ask, report, ctx, &id);
       if (s == COA_OK) s = coa_compress(cal, COA_ORDER_ID, ask, report, ctx, &n);
   If other blocks have some of these servers until then, release these there first
   (coa_release, or coa_cancel): a drain does not go over a block. If a booking finds no
   place (COA_E_NOFIT), cancel the one reported and drain again.
   A series, such as a room each week, all on the same servers or none, needs no special
   call: coa_search looks in each week among those found before, with two sets in turn
   (examples/series.c).

   COSTS are stated at each declaration. A cost without the name of an index holds for
   all; "mem" means that the call may ask for memory and fail with COA_E_NOMEM.
     N, n    servers of the calendar; servers requested
     B, R    bookings; runs of servers in the bookings or idle periods of a call
     G, g    MAP: groups of servers with equal idle periods; groups that a call touches
     k, q    RANGE_TREE: log2 of the idle periods in a slot; slots of an idle period
     P, w    COUNT: times at which bookings start or end, P <= 2 B + 1; how many are in
             windows that the search has rejected
     P, W    SLICES: slices, P <= 2 B + 1; words of a mask, N / 64 rounded up
   Two costs that many calls have:
    find    the search for a start: MAP O(G); RANGE_TREE O(k^2) for each start tried;
            COUNT O(log P + w) amortised; SLICES O(P W). It is longest if start after
            start nearly fits: before each long window ends, some server is taken, as when
            each server in turn has a short booking and the request wants all but one of
            them for longer. Then MAP takes up to G times and SLICES up to P times that,
            RANGE_TREE tries up to B starts, and COUNT has w up to P. With a step, MAP and
            SLICES search again for each window that is found but gone before the next
            step.
            CONTIGUOUS: MAP and RANGE_TREE also O(N), and for each run of idle servers
            as many steps as there are runs next to it; SLICES O(P N)
     change  one booking made, changed or ended: MAP O(G + R log R); RANGE_TREE
             O(n q k^2); COUNT O(log P), and as much for each run bound or given back;
             SLICES O(P W), and now and then O(B W) to compact the bookings
   These hold for the usual sets, which have few runs each. If thousands of groups of
   scattered single servers become idle or are booked at the same moment, MAP takes up to
   the square of their number.

   ERRORS
   Every call that can fail returns a coa_status; coa_status_text gives it in words. A
   call that does not return COA_OK has changed nothing, whatever the reason, lack of
   memory included, except the counters of coa_stats; coa_compress alone keeps the moves
   that it has made and reported. A failed call sets to NULL or 0 what it should have
   made or counted: a calendar or other object, an id, *found of coa_starts, *out of
   coa_reserve and of FlexCo's calls but coa_flex_reschedule. All other outputs keep their
   values, except *latest, *most, *why, out->attempts and out->examined, which give the
   reason, and `starts` of coa_starts. NULL instead of an object, or of an array with a
   count above 0, gives COA_E_ARG (coa_set_count, coa_set_has: 0; frees ignore NULL).

   MEMORY
   All memory comes from one hook, which is given at creation (coa_alloc_fn). To do
   without a heap, use an arena: a hook that takes its memory from a buffer of yours. On
   SLICES and COUNT with desc.bookings set, coa_create takes all the memory that the
   calendar needs, and coa_memory_bound says how large the buffer must be. MAP and
   RANGE_TREE work in an arena too, but no bound on the memory that they need is known in
   advance. examples/arena.c is a complete program.
   Giving back: on SLICES coa_cancel, coa_finish and coa_release never fail for memory; on
   COUNT coa_cancel never, and coa_finish not within that bound. On MAP and RANGE_TREE
   they can give COA_E_NOMEM, because the idle periods that they join may be more groups
   than before. Then nothing has changed, and the call can be repeated; a booking left
   alone ends in coa_advance, which never fails for memory.

   Calls that only look (coa_get, coa_next, coa_in_the_way) show a booking's runs in a set
   of the caller's. The runs in a coa_booking from another call are valid until the next
   call with that calendar other than coa_set_tag and the calls listed in THREADS; if a
   function of yours got it, until that function returns. A set that is passed to the
   calendar must not point at them. The parts of a coa_flex_booking are valid until the
   next call with that coa_flex, and so are the runs from coa_flex_get and coa_flex_next;
   runs from other calls are valid as long as a coa_booking's.

   PERSISTENCE
   coa_save passes a stream of bytes to a function of the caller; coa_load gets the stream
   from another one. The stream holds the bookings; coa_load rebuilds everything else from
   them: idle periods, trees, step function. After COA_OK the loaded calendar answers
   everything as the saved one would have, but see RANGE_TREE in INDEXES.
   A cursor of coa_next_event is not in the stream: save it, too, see there.
   The stream marks its own end; coa_load does not read what follows. All numbers are
   unsigned, little-endian, of the given number of bits; times are 64 bits in two's
   complement, COA_FOREVER is 2^63 - 1. Offsets are in bytes. This describes format
   version 5. coa_load refuses the versions 1 to 3 with COA_E_ABI, and it loads version 4,
   which 0.3 and 0.4 have saved; but a part of a job then becomes an ordinary booking,
   with its id, times, servers and tag, and coa_cancel ends it.
   A stream does not have the coa_site.number of its calendar: keep that yourself, and see
   FLEXCO for when a loaded calendar needs a new one.

     header   0  the 8 bytes "COALLOC" and 0       48  last id given, 64 bits
              8  format version, 32: 5             56  attempts, 64       | of
             12  index, 32: coa_index              64  search visits, 64  | coa_stats_
             16  servers N, 32                     72  update visits, 64  | info
             20  unnamed, 32: 0 or 1               80  number of ids skipped, 64
             24  now, 64                           88  number of bookings, 32
             32  horizon, 64 (0 = none)            92  number of parts, 32
             40  slot, 64 (or 0)                   96  CRC of bytes 0 .. 95, 64
             The visits and the slot are 0 except on RANGE_TREE. Ids are skipped where
             coa_flex_reserve takes an id above the last ids of all sites, or gives the
             site no part.
     bookings
             those alive, by id: id, start, end, tag (64 each), servers, attempts, flags
             (1: a block; else 0), number of runs (32 each), then for each run its first
             server and its number of servers (32 each). On COUNT, a booking has no runs
             until it starts, and with `unnamed` none at all
     parts   the bookings that are parts of a job, by id: how many of the job's parts come
             before it in the list of sites (32), id (64), parts of the job, `mold` (32
             each), key of its coa_flex, number of the job's first site, not 0 (64 each).
             Version 4 lacks the first of these, and has a hash as the last
     end     CRC of everything before it except the header's CRC, 64

   The CRC is CRC-64/XZ (polynomial 42F0E1EBA9EA3693 hexadecimal, reflected, initial value
   all ones, inverted at the end; "123456789" gives 995DC9BBDF1939FA). It detects all
   damage that is confined to 64 neighbouring bits. Deliberate damage can have a valid
   CRC, so coa_load also checks the whole content: no server is in two bookings at the
   same time; on COUNT exactly the bookings that have started have servers, unless they
   are unnamed, and at no time more servers are booked than there are. Whatever coa_load
   returns is a calendar that could have been saved.
   A stream cannot make coa_load take memory by claiming to need it; but with
   desc.bookings, and on RANGE_TREE, it takes as much as coa_create does for the number of
   servers in the header. If you do not trust the stream, set servers, slot and horizon in
   desc: a stream that disagrees is refused after its header.

   THREADS
   There are no globals. coa_get, coa_next, coa_in_the_way, coa_stats, coa_describe,
   coa_profile and coa_save may run at the same time on one calendar; so may coa_holes,
   coa_idle, coa_copy and coa_check if several threads may call the hook.
   Every other call needs the calendar to itself, because searches use its scratch memory;
   a coa_flex_ call needs the object and all its sites to itself.

   DETERMINISM
   The same calls give the same answers, on every platform and with every hook. Ties are
   broken as `place` defines, finally by the lowest server number. No floating point.

   LIMITS
   2^30 - 1 servers; 2^32 groups, runs and bookings alive (COUNT: 2^31 bookings); 2^24
   slots. Times are from INT64_MIN + 1 to COA_FOREVER - 1; COA_FOREVER itself means "never
   ends". Sums are checked: COA_E_RANGE. Bookings longer than 2^63 - 2 never move.
   No call can be given a time limit; COSTS says what to expect. For FlexCo alone,
   coa_flex_request.max_starts limits how many starts a search examines. With CONTIGUOUS,
   MAP and RANGE_TREE take 24 bytes for each server once a search tries a second start.
   Stack, with GCC on x86-64: less than 14 KiB, with RANGE_TREE less than 20 KiB, and what
   the hook takes; on MAP and SLICES, with an optimiser, less than 4 KiB. coa_save and
   coa_load hold 128 bytes of the stream at a time. The deepest recursion is 64 levels in
   a range tree and as many in a secondary tree; nothing else is recursive.
   Stack on a Cortex-M3 (arm-none-eabi-gcc 12.2 -mthumb -Os), in bytes, the sum over the
   deepest path of calls, of a calendar that has one index only:
                           MAP   COUNT  SLICES
     coa_load             2000    2600    1100
     coa_save              700     700     700
     coa_check            2500    3000    2200
     coa_reserve          1800    2300    1200
     all others           2800    3600    2200
   With RANGE_TREE it is up to 13 KiB.
   Compiling the implementation takes 9 s with gcc 12.2 -O2 (AMD EPYC), 2 s with -O0.

   EMBEDDED: machines of a few kilobytes. Take SLICES, leave out unneeded parts (OPTIONS),
   and set desc.bookings and an arena in a static buffer, as examples/arena.c
   does: with at most B bookings alive, no call that coa_memory_bound covers can fail for
   lack of memory; coa_advance, coa_cancel, coa_finish, coa_release, coa_extend, coa_widen
   and a move with `replaces` never do.
   RAM of N servers and B bookings: COA_MEMORY_BOUND_SLICES(N, B), in bytes
     F + 80 R + 8 n + W (24 R + 40)
   R: B + B / 32, rounded down; n: N / 2, W: N / 64, both rounded up; F: 327 on AVR, 375
   on 32-bit machines. coa_load needs up to 1024 more. LIMITS has the stack.
     N/B          4/4    8/16   16/32  64/256
     AVR              799    2063    3863   28079
     RV32IMC          847    2111    3911   28127
     Cortex-M0+       847    2111    3911   28127
     Cortex-M3        847    2111    3911   28127
   On AVR no object has more than 32 KiB. Code and constants, without the C library and
   the compiler's own functions, of a program that creates, reserves, cancels and advances
   in an arena; and one that also saves and loads (-Os; OPTIONS has more):
     bytes    without    with
     AVR            40924   54202
     RV32IMC        12378   16636
     Cortex-M0+     10572   14200
     Cortex-M3      10154   13648
   Time of the slowest single call in instructions of a Cortex-M3 (gcc 12.2 -O2, under
   QEMU): 64 servers, up to 256 bookings, random requests, and streams made to be bad for
   an index. `sh bench/embedded.sh` makes these tables.
     index    calls         reserve   refusal    cancel   advance     get
     SLICES   random          55639      3442     25912       390     239
     SLICES   adversarial   1025900   1023392     29217      4475     239
     COUNT    random          28848      2300      5815      3655     239
     COUNT    adversarial     55070     50061      6212     44434     239
     MAP      random          89986      2892     62490     12281     239
     MAP      adversarial    600183    136627   1098580    116232     239
   On SLICES with N <= 64, without a step and CONTIGUOUS, and with k the lesser of N and
   B / 2, no call was seen to take more than
     search         90 k (B - k) + 3000
     change         300 B + 8000
     coa_advance    50 B + 500
     coa_get        300
   though `sh bench/embedded.sh climb` looks for streams of calls that do. The longest
   search: every window is one server short, and the next begins one booking later. For
   MAP no worst stream is known.
   Interrupts: no call waits, locks or has a static variable, so an interrupt that can
   spare the time may make any call, unless it interrupted one with the same calendar or
   arena. The calls listed in THREADS may also interrupt each other: a handler can look
   (coa_get, coa_next, coa_profile) while the program only looks. Around any other call
   the program masks the interrupt; or the handler only notes the event and the program
   books it. Runs that a call shows are valid until the next change: a handler
   that changes the calendar makes them invalid for the program.
   Power: coa_save changes nothing, and coa_load refuses a stream that is cut at any byte
   (COA_E_CORRUPT) and erased flash (COA_E_FOREIGN, also if the first eight bytes are not
   whole); then out is NULL, all memory is given back, and another stream may be tried. So
   keep two slots and never erase the one with the newest whole stream: erase the other,
   write a sequence number with its complement, then the stream. At start-up load the slot
   with the higher number; if that is refused, the other, except after COA_E_NOMEM, as
   then only the buffer is too small. After a failure at any moment, this restores the
   last state whose coa_save returned COA_OK, or the one being saved.
   examples/flash_save.c does this, and cuts the power at each byte.

   OPTIONS, to be defined before the include that has COALLOC_IMPLEMENTATION:
     COALLOC_IMPLEMENTATION  create the implementation here
     COALLOC_STATIC          make all functions static: a private copy for this file. In
                             a file without the implementation gcc would warn of them
     COALLOC_DEF             put before each function (extern), for instance a visibility
                             or __declspec(dllexport), for a shared library
     COALLOC_NO_STDLIB       no <stdlib.h> and <string.h>: every calendar and set needs a
                             hook, for example coa_arena_alloc. memcpy, memmove and
                             memset are still linked, and what the compiler calls
     COALLOC_MEMCPY          yours in their place. Only a compiler that is neither gcc nor
     COALLOC_MEMMOVE         clang needs these three with COALLOC_NO_STDLIB
     COALLOC_MEMSET
     COALLOC_NO_VECTOR       plain C; else COUNT uses SSE2 for the same answers
   With Visual C++ put the implementation between the pragmas warning(push, 3) and
   warning(pop): at level 4 it is expected to give C4127, C4204 and C4505.
   Parts that a program does not need can be left out, in any combination, but a calendar
   needs an index. Define these wherever the header is included: calls of omitted parts
   are not declared. No type changes.
     COALLOC_NO_MAP          without the index MAP
     COALLOC_NO_RANGE_TREE   without the index RANGE_TREE and coa_rtree_*
     COALLOC_NO_COUNT        without the index COUNT
     COALLOC_NO_SLICES       without the index SLICES
     COALLOC_NO_CONTIGUOUS   COA_PLACE_CONTIGUOUS gives COA_E_ARG
     COALLOC_NO_LESSONS      no index remembers which requests have failed; see INDEXES
     COALLOC_NO_REPLACE      coa_request.replaces and `move` of coa_extend give
                             COA_E_ARG; without coa_drain and coa_compress
     COALLOC_NO_FLEX         without coa_flex_*
     COALLOC_NO_SAVE         without coa_save and coa_load
     COALLOC_NO_CHECK        without coa_check
     COALLOC_NO_HOLES        without coa_holes
     COALLOC_NO_ARENA        without coa_arena_* and coa_memory_bound
   coa_create and coa_load give COA_E_ARG if the index is left out. COA_INDEX_DEFAULT is
   then, up to 512 servers, the first of SLICES, MAP, COUNT and RANGE_TREE that is there;
   above, the first of MAP, COUNT, SLICES and RANGE_TREE. With only one index, its
   functions are called directly, so that a linker can drop those that nothing calls. What
   remains, in bytes of code and constants on a Cortex-M3 (gcc 12, -Os,
   -ffunction-sections, -fdata-sections, --gc-sections, COALLOC_NO_STDLIB): "these four
   calls" are coa_create, coa_reserve, coa_advance and coa_destroy. The C library and the
   compiler's own functions are not counted.
     left out                                      what one gets                  bytes
     -                                             all calls                      69223
     -                                             these four calls               44520
     FLEX                                          all other calls                62667
     HOLES                                         all other calls                68711
     RANGE_TREE                                    all other calls                62225
     RANGE_TREE FLEX SAVE CHECK                    all other calls                53435
     RANGE_TREE COUNT SLICES                       these four calls, MAP          20572
     RANGE_TREE COUNT SLICES, CONTIGUOUS to ARENA  these four calls, MAP          16960
     MAP RANGE_TREE SLICES, CONTIGUOUS to ARENA    these four calls, COUNT         9472
     MAP COUNT SLICES, CONTIGUOUS to ARENA         these four calls, RANGE_TREE   10292
     MAP RANGE_TREE COUNT, CONTIGUOUS to ARENA     these four calls, SLICES        6836

   SOURCES
   [1] C. Castillo, G. N. Rouskas, K. Harfoush, "Resource co-allocation for large-scale
   distributed environments", HPDC 2009. Comments name its sections where the code
   implements them; "the paper" is this one.
   [2] M. A. S. Netto, R. Buyya, "A flexible resource co-allocation model based on advance
   reservations with rescheduling support". FLEXCO is its model (section 3), an exact form
   of algorithm 1 (4.1), and the metascheduler's steps of algorithm 2 (4.2).

   HISTORY
   What 1.0 will promise, for all 1.x:
   kept     every name documented here, with its meaning and its value, but for
            COA_STATUS_COUNT. Names with coa_i_ or COA_I_ are private.
   answers  the same calls get the same statuses, ids, times, servers and lists, in the
            same order, if desc.index and `place` are set. Not kept: which index is the
            default, the counters of coa_stats, words of coa_status_text, bytes of memory.
   new      a minor version may add calls, statuses, values, and members at the end of
            structs, for which 0 means: as before. So set structs to 0, give a switch a
            default, and recompile the implementation and its users; otherwise COA_E_ABI.
   streams  every 1.x and 2.x loads what 0.4, 0.5 or an earlier 1.x has saved anywhere.
   Before 1.0 a minor version may change all of this; the changes are listed here.
   0.5.0  New: coa_compress; coa_extend can move bookings in its way; coa_drain asks what
          each booking wants, and a refusal reports only what finds no place; coa_version;
          flags of requests: COA_EXACTLY, COA_HAS_DEADLINE for COA_DEADLINE_0. coa_get,
          coa_next and coa_in_the_way show servers in a set of the caller's. FlexCo:
          coa_site.number, which must be set, tells jobs apart in place of
          COA_E_AMBIGUOUS; coa_flex_reschedule moves a job out of the way. Streams have
          format 5; parts of jobs in format 4 become bookings. On SLICES calls that change
          a booking or give it back never fail for memory; coa_save and coa_load take a
          fifth and a third of the stack. Gone: coa_commit_run (coa_commit with
          COA_SET_OF), coa_next_starts (one more parameter of coa_next_event), members
          `reserved` and open_visits
   0.4.0  New: coa_drain, coa_starts, coa_commit_run; coa_extend reports how far,
          coa_widen how many; coa_commit takes a tag, coa_holes `among`. FlexCo tells jobs
          apart for certain, or COA_E_AMBIGUOUS. coa_flex_next and coa_flex_cancel with a
          flag do what coa_flex_orphan and _drop did. Gone: max_looks, which bounded no
          time, and coa_set_clear (set `count` to 0). coa_next_starts is no longer const.
          Loads what 0.3 has saved
   0.3.0  the same answers from far less code: max_starts, coa_next_starts, coa_holes on
          every index, coa_set_combine. Streams have format 4; 1 to 3 are refused
   0.2.0  SLICES, `unnamed`, `replaces`, tags, blocks, profiles, events, copies
*/

#ifndef COALLOC_H
#define COALLOC_H

#include <stddef.h>
#include <stdint.h>

#define COALLOC_VERSION_MAJOR 0
#define COALLOC_VERSION_MINOR 5
#define COALLOC_VERSION_PATCH 0

#if defined(__noinline__) /* a macro of CUDA */
#define COA_I_APART __noinline__
#elif defined(_MSC_VER)
#define COA_I_APART __declspec(noinline)
#elif defined(__GNUC__) || defined(__clang__)
#define COA_I_APART __attribute__((__noinline__))
#else
#define COA_I_APART
#endif
#define COA_I_COLD static COA_I_APART /* seldom run, called by hot code */
#if defined(__GNUC__) || defined(__clang__)
#define COALLOC_NODISCARD __attribute__((__warn_unused_result__))
#define COA_I_UNUSED __attribute__((__unused__))
#define COA_I_RESTRICT __restrict /* no other pointer of the function points to it */
#define COA_I_LIBC(name) __builtin_##name
#else
#define COALLOC_NODISCARD
#define COA_I_UNUSED
#define COA_I_RESTRICT
#define COA_I_LIBC(name) name
#endif
#ifndef COALLOC_DEF
#ifdef COALLOC_STATIC
#define COALLOC_DEF static COA_I_UNUSED
#else
#define COALLOC_DEF extern
#endif
#endif

#define COALLOC_CALL COALLOC_DEF COALLOC_NODISCARD coa_status

#ifdef __cplusplus
extern "C" {
#endif

/* ---- statuses: one list, append-only ----------------------------------------------- */

#define COALLOC_STATUSES(X)                                                              \
    X(COA_OK, 0, "ok")                                                                   \
    X(COA_E_ARG, 1, "an argument is missing, out of order or not supported here")        \
    X(COA_E_NOMEM, 2, "out of memory; nothing changed")                                  \
    X(COA_E_BUSY, 3, "requested servers are already taken in that window")               \
    X(COA_E_NOFIT, 4, "too few servers within the deadline, the retries or the horizon") \
    X(COA_E_NOTFOUND, 5, "no such booking: never made, cancelled, or already over")      \
    X(COA_E_PAST, 6, "the calendar has already passed that time")                        \
    X(COA_E_RANGE, 7, "a time or a server number is outside what the calendar can hold") \
    X(COA_E_CORRUPT, 8, "the calendar or the stream is damaged")                         \
    X(COA_E_ABI, 9, "header, implementation or stream is of another version")            \
    X(COA_E_IO, 10, "the caller's write function failed")                                \
    X(COA_E_NEVER, 11, "it can never fit")                                               \
    X(COA_E_FOREIGN, 12, "not a stream of coalloc.h")                                    \
    X(COA_E_LIMIT, 13, "the search has looked at as much as the request allows")

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
#define COA_MAX_SERVERS 0x3FFFFFFFu
#define COA_MAX_SLOTS 0x1000000u /* the most slots of a horizon on RANGE_TREE */
#define COA_SLICES_SERVERS 1024u /* the most servers on SLICES */
#define COA_UNTIL_HORIZON 0u     /* coa_request.retries: try every start */
#define COA_NO_RETRY UINT32_MAX  /* coa_request.retries: try the first start only */

/* The memory hook. With ptr NULL it allocates, with new_size 0 it frees, otherwise it
 * resizes; it returns NULL if out of memory. old_size is the block's true size. A NULL
 * hook means the C library, unless COALLOC_NO_STDLIB is defined. */
typedef void *(*coa_alloc_fn)(void *ctx, void *ptr, size_t old_size, size_t new_size);

typedef struct coa_run { /* servers first .. first + count - 1 */
    uint32_t first, count;
} coa_run;

/* A set of servers: sorted, disjoint runs, none touching the next. Initialise it with
 * zeros; it can be reused; free it with coa_set_free. */
typedef struct coa_set {
    uint32_t count;    /* runs in use; set it to 0 to empty the set */
    uint32_t capacity; /* runs allocated */
    coa_run *runs;
    coa_alloc_fn alloc; /* NULL = the C library; any other is set before the first use */
    void *alloc_ctx;
} coa_set;

/* Initialises a read-only set from the caller's runs: coa_run run = {first, count};
 * coa_set servers = COA_SET_OF(&run, 1); */
#define COA_SET_OF(runs, count)        \
    {                                  \
        (count), 0, (runs), NULL, NULL \
    }

typedef enum coa_index {
    COA_INDEX_DEFAULT = 0,    /* SLICES up to 512 servers, else MAP; see also OPTIONS */
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
    COA_PLACE_PAPER = 4       /* as the search in [1] finds them; RANGE_TREE only */
} coa_place;

typedef struct coa_calendar coa_calendar;

typedef struct coa_desc {
    uint32_t servers;   /* N >= 1 */
    uint32_t index;     /* coa_index; 0 = COA_INDEX_DEFAULT */
    coa_time now;       /* the calendar's first moment */
    coa_time horizon;   /* H: bookings end by now + horizon; 0 = none */
    coa_time slot;      /* tau: RANGE_TREE needs it, and a horizon; else ignored */
    uint32_t bookings;  /* expected at the same time: coa_create takes memory for */
                        /* them; 0 = memory is taken as needed. See also INDEXES */
    uint32_t unnamed;   /* COUNT: 1 = bookings say how many servers, never which; on */
                        /* other indexes 0 */
    coa_alloc_fn alloc; /* NULL = the C library */
    void *alloc_ctx;
} coa_desc;

/* Flags of a request, combined with |. With COA_HAS_DEADLINE there is a deadline, even if
 * it is 0; with COA_EXACTLY it starts at `ready` or not at all. */
typedef enum coa_flag { COA_HAS_DEADLINE = 1, COA_EXACTLY = 2 } coa_flag;

typedef struct coa_request {
    coa_time ready;       /* s_r: earliest start; a time in the past means now */
    coa_time length;      /* l_r > 0, or COA_FOREVER */
    uint32_t servers;     /* n_r >= 1 */
    uint32_t place;       /* coa_place; 0 = the default of the index */
    coa_time deadline;    /* latest end; 0 = none, unless COA_HAS_DEADLINE */
    coa_time step;        /* Delta-t between attempts; 0 = exact earliest start */
    uint32_t retries;     /* R_max, with a step: how many further starts to try; */
                          /* COA_UNTIL_HORIZON (0) = all up to deadline or horizon; */
                          /* COA_NO_RETRY = the first start only, also without step */
    uint32_t flags;       /* coa_flag */
    const coa_set *among; /* only these servers; NULL = all */
    uint64_t tag;         /* the caller's; kept with the booking, and saved; 0 with */
                          /* `replaces`: the booking keeps its tag */
    coa_id replaces; /* a booking that the answer replaces, see coa_reserve; 0 = none */
} coa_request;

typedef struct coa_booking {
    coa_id id;
    uint64_t tag;        /* coa_request.tag */
    coa_time start, end; /* [start, end) */
    uint32_t servers;
    uint32_t attempts; /* starts tried, the first included; 1 for coa_commit */
    uint32_t run_count;
    uint32_t parts; /* 0, or, if this is a part of a job, how many parts the job has */
    uint32_t block; /* 1 if it is a block, see coa_block; else 0 */
    /* Sorted, none touching the next; see MEMORY. COUNT: NULL, and run_count 0, until the
     * booking starts; unnamed: always. coa_get and others that look: see there. */
    const coa_run *runs;
} coa_booking;

typedef struct coa_alternative_info {
    coa_time start;   /* earliest start for the requested servers and length; */
                      /* COA_FOREVER if there is none */
    coa_time length;  /* longest time from `ready` on for the requested servers; */
                      /* 0 if not even one unit, COA_FOREVER if it never ends */
    uint32_t servers; /* most servers from `ready` on for the requested length */
} coa_alternative_info;

typedef struct coa_reason { /* why a request is refused: see coa_explain */
    const char *field;      /* the member of coa_request: "servers"; NULL = none */
    int64_t value;          /* its value; for `among` how many servers or runs it has */
    /* With any value from least to most, and the other members as they are, this member
     * does not cause COA_E_ARG, COA_E_RANGE or COA_E_NEVER. most < least (only `ready`):
     * no value will do. 0, 0 for place, among, replaces: leave them out */
    int64_t least, most;
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
    uint64_t attempts;      /* starts that searches for one have tried */
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
    size_t first;        /* where the lowest gap begins */
} coa_arena;

/* ---- the calendar ------------------------------------------------------------------ */

/* A number that differs if header and implementation are of different major versions (of
 * different minor ones before 1.0) or disagree on a public struct. */
#define COALLOC_ABI                                                                  \
    ((COALLOC_VERSION_MAJOR ? COALLOC_VERSION_MAJOR * 64u : COALLOC_VERSION_MINOR) * \
         1021u +                                                                     \
     COA_I_SIZES)

/* coa_create(&cal, &desc) makes an empty calendar; destroy it with coa_destroy.
 * COA_E_ARG    no servers, an unknown or omitted index, on SLICES more than
 *              COA_SLICES_SERVERS servers, a negative horizon, RANGE_TREE without horizon
 *              or positive slot, or `unnamed` neither 0 nor, on COUNT, 1
 * COA_E_RANGE  too many servers or slots, `now` is not a time (see LIMITS), or now +
 *              horizon overflows (on RANGE_TREE: now + horizon + two slots)
 * COA_E_ABI    this header and the implementation are of different versions
 * COA_E_NOMEM  also if there is no hook and COALLOC_NO_STDLIB is defined
 * Cost: MAP and COUNT O(1), SLICES O(W), RANGE_TREE O(N log N); mem. Bindings without a
 * preprocessor call coa_create_abi with the value of COALLOC_ABI. */
#define coa_create(out, ...) coa_create_abi((out), (__VA_ARGS__), COALLOC_ABI)
COALLOC_CALL coa_create_abi(coa_calendar **out, const coa_desc *desc, unsigned abi);

/* Frees the calendar and all its bookings. Ignores NULL. Cost: O(1), and freeing. */
COALLOC_DEF void coa_destroy(coa_calendar *cal);

/* The online scheduler of [1], section 4.2: books req->servers servers for req->length at
 * the first start that fits. The starts tried are
 *   step = 0  the exact earliest start at or after `ready`;
 *   step > 0  ready, ready + step, ready + 2 step, ...: the first and `retries` further
 *             ones. COA_UNTIL_HORIZON, which is 0, sets no limit: then all starts are
 *             tried from which the booking ends by the deadline and the horizon.
 * For "exactly at t or not at all" set ready = t and flags = COA_EXACTLY: then the only
 * start tried is t, and a time in the past gives COA_E_NOFIT.
 * It books the servers of `among` that `place` prefers. Fills *out.
 * out->attempts counts the starts tried, on COA_E_NOFIT too. With step = 0 it is 1, or 0
 * if not even the first start meets the deadline and the horizon or COA_EXACTLY.
 * With `replaces`, the answer takes the place of that booking, which must not have begun.
 * The search is made as if the booking were not there. If the answer is the booking's own
 * start, end and number of servers, it keeps its servers, provided that `among` has them
 * and, with CONTIGUOUS, that they are consecutive. Otherwise the servers are those that
 * `place` prefers as if the booking had been cancelled. The id stays the same, also in
 * the order of coa_next and of late binding; attempts and the tag, unless it is 0, become
 * this call's. If the call fails, the booking stays as it is.
 * Starts that cannot fit are counted, not tried; on RANGE_TREE ([1]) 65,536 are tried.
 * COA_E_ARG    length or servers not positive, step negative, retries without a step,
 *              an unknown place or flag, PAPER on MAP or SLICES, runs in
 *              `among` not sorted and disjoint, or on COUNT any `among` and any place but
 *              the default and FIRST_FIT; `replaces` is a block or a part of a job
 * COA_E_NOTFOUND  there is no booking `replaces`
 * COA_E_PAST   the booking `replaces` has begun
 * COA_E_RANGE  ready + length overflows, `among` has a server that does not exist, or all
 *              ids up to 2^63 - 1 are used
 * COA_E_NOFIT  there is no such start, or the calendar has too few servers; out->id is 0.
 *              "Not now" and "never" share a status, so a caller tests for one refusal;
 *              coa_explain says if it is COA_E_NEVER
 * Cost: find and change (see COSTS), mem. On MAP, FIRST_FIT looks at the groups that are
 * idle during the window, BEST_FIT only at those that it takes. With `replaces`: find (on
 * MAP at least O(G)), and two changes if the booking moves, or if the request is
 * CONTIGUOUS or asks for more servers, a longer time or a later start. */
COALLOC_CALL coa_reserve(coa_calendar *cal, const coa_request *req, coa_booking *out);

/* Finds the start that coa_reserve would choose, and books nothing. Statuses and search
 * cost as coa_reserve. With `replaces`, it answers as if that booking were not there. Not
 * const, as it uses the calendar's scratch memory. Cost: find; mem, but not on COUNT. */
COALLOC_CALL coa_earliest(coa_calendar *cal, const coa_request *req, coa_time *start);

/* The next n starts that can be booked, for a client to choose from: the first one is
 * coa_earliest's. With a step, all others are further steps, and `retries` limits how
 * many are tried in all. Without a step, each is the earliest at or after the end of the
 * previous window, so that the windows do not overlap. Writes them to `starts`, and to
 * *found how many there are: fewer than n if there are no more, one with COA_EXACTLY, 0
 * after a failure; after COA_E_NOMEM it may have written some to `starts`. Statuses as
 * coa_earliest; COA_E_ARG also if n = 0. Cost: a find each; mem, but not on COUNT. */
COALLOC_CALL coa_starts(coa_calendar *cal, const coa_request *req, uint32_t n,
                        coa_time *starts, uint32_t *found);

/* What to offer a refused client. Finds three alternatives, each exact and independent
 * of the others:
 *   out->start    another time: the start that coa_earliest gives for the same request
 *                 without deadline and flags, or COA_FOREVER if that gives COA_E_NOFIT.
 *                 `retries` still limits it; COA_UNTIL_HORIZON lifts that limit too;
 *   out->servers  fewer servers: the most that are free during [ready, ready + length);
 *   out->length   less time: the longest length for which req->servers servers are free
 *                 from `ready` on.
 * Only servers of `among` count, and with CONTIGUOUS only consecutive ones: out->servers
 * is then the length of the longest run. No alternative reaches beyond the horizon; if
 * ready + length does, out->servers is 0. Deadline and flags are ignored: `ready` in the
 * past means now. Returns COA_OK even if the request would fit. Books nothing.
 * COA_E_ARG, COA_E_RANGE as coa_reserve. Cost: find; then, with F runs of servers idle at
 * `ready`, O(G + F log F) on MAP, O(k^2 + F log F) on RANGE_TREE, O(P) on COUNT and
 * O(P W) on SLICES; mem, except on COUNT. */
COALLOC_CALL coa_alternatives(coa_calendar *cal, const coa_request *req,
                              coa_alternative_info *out);

/* Says why coa_reserve refuses the request: which member, its value, and the range that
 * would do. Searches again, and books nothing. Returns why->status: as coa_earliest,
 * except that COA_E_NOFIT becomes
 * COA_E_NEVER  whatever is booked: more servers than there are (or than `among`
 *              has; with CONTIGUOUS, than its longest run has), a length beyond the
 *              horizon, a deadline before ready + length, or COA_EXACTLY in the past;
 * COA_E_NOFIT  as things are: with other bookings, or later, it could fit. why->field is
 *              "ready" if the first start is beyond the horizon, else NULL, and
 *              coa_alternatives says what to offer.
 * COA_OK: it fits; why->field is NULL, as after an error that no member causes. COA_E_ARG
 * also if cal, req or why is NULL. Cost: coa_earliest's. */
COALLOC_CALL coa_explain(coa_calendar *cal, const coa_request *req, coa_reason *why);

/* Range search ([1], section 4.2): finds all servers of `among` (NULL = all) that are
 * idle during the whole of [start, end). They replace the content of *out.
 * COA_E_ARG    start >= end, a bad `among`, out == among, or a COUNT calendar
 * COA_E_PAST   start < now
 * COA_E_RANGE  end is beyond the horizon, or a server does not exist
 * Cost: MAP O(G + R log R), RANGE_TREE O(k^2 + N log N), SLICES O(P W + R); mem. */
COALLOC_CALL coa_search(coa_calendar *cal, coa_time start, coa_time end,
                        const coa_set *among, coa_set *out);

/* Books exactly these servers, all or none, during [start, end): for example a user's
 * choice from a search; COA_SET_OF makes a set of consecutive ones, or of one. The
 * booking gets `tag`. Without a horizon, `end` may be COA_FOREVER.
 * COA_E_BUSY   one of them is taken; search again
 * COA_E_ARG, COA_E_PAST, COA_E_RANGE as coa_search; also COA_E_ARG: an empty set
 * Cost: change, mem. */
COALLOC_CALL coa_commit(coa_calendar *cal, coa_time start, coa_time end,
                        const coa_set *servers, uint64_t tag, coa_id *out);

/* Ends the booking at time `at`, no later than its present end. Its servers are idle from
 * then on. With at == now the booking is over and its id is no longer found: also if it
 * starts now, as a job with no run time does. Call it before coa_advance to that time: a
 * booking whose end has come is over.
 * COA_E_ARG    at < its start, or at it unless that is now (use coa_cancel); at > its end
 *              (use coa_extend); it is a part of a job (use coa_flex_finish)
 * COA_E_PAST   at < now
 * COA_E_RANGE  it is a block without an end, and `at` is beyond the horizon
 * COA_E_NOTFOUND. Cost: change, mem. */
COALLOC_CALL coa_finish(coa_calendar *cal, coa_id id, coa_time at);

/* The order in which coa_compress asks: by id, or by start at the call, then by id. */
typedef enum coa_order { COA_ORDER_ID = 0, COA_ORDER_START = 1 } coa_order;

/* Says what a booking that may move wants; returns 0, or another number if it stays.
 * The request has the servers and the length of the booking, its id in `replaces`, and in
 * `ready` the present for coa_compress, else the booking's start; all else in it is 0.
 * The function may change it, but not `replaces`; `tag` is not used; `among` must stay
 * until the next call of the function. It may be called several times for a booking, with
 * the same answer each time. It must not change the calendar. */
typedef int (*coa_ask_fn)(void *ctx, const coa_booking *booking, coa_request *request);

/* Gets a moved booking, as it is now, and its old start; or one that is in the way and
 * stays, or finds no place, with COA_FOREVER. It must not change the calendar. */
typedef void (*coa_report_fn)(void *ctx, const coa_booking *booking, coa_time was);

/* Makes the booking end later, at `end`, on the same servers. Its present end is allowed
 * and changes nothing. With `move`, bookings in the way move to later starts, all or
 * none, as in coa_drain; `ask`, `report` and ctx are coa_drain's, and only for `move`.
 * COA_E_BUSY   one of its servers is booked before the new end. On COUNT: fewer servers
 *              than it has are free before the new end. With `move`, only if something
 *              in the way stays
 * COA_E_NOFIT  with `move`: a booking in the way, which is reported, finds no place
 * COA_E_RANGE  end is beyond the horizon
 * After these three *latest is the latest end that it can have while nothing moves,
 * COA_FOREVER if it need not end at all. `latest` may be NULL.
 * COA_E_ARG    end is before its present end (use coa_finish), or it is a part of a job;
 *              with `move` as coa_drain, and if COALLOC_NO_REPLACE is defined
 * COA_E_NOTFOUND. Cost: change, mem; for *latest as coa_alternatives; moves as
 * coa_drain. */
COALLOC_CALL coa_extend(coa_calendar *cal, coa_id id, coa_time end, int move,
                        coa_ask_fn ask, coa_report_fn report, void *ctx,
                        coa_time *latest);

/* Cancels the booking: its servers are idle for the rest of its time.
 * COA_E_ARG    it is a part of a job (use coa_flex_cancel)
 * COA_E_NOTFOUND. Cost: change; mem, but not on COUNT and SLICES. */
COALLOC_CALL coa_cancel(coa_calendar *cal, coa_id id);

/* Moves the calendar's time on to `now`. Bookings that end by then are over: their ids
 * are no longer found. On COUNT, the bookings that start by then are bound to servers.
 * COA_E_PAST   `now` is before the calendar's present
 * COA_E_RANGE  now + horizon overflows (on RANGE_TREE: now + horizon + two slots)
 * Cost: MAP O(log G) for each idle period that begins or ends; RANGE_TREE O(1) for each
 * slot that is over, SLICES for each slice; COUNT O(log P) for each start and end passed
 * and each run bound or given back. It never asks for memory. */
COALLOC_CALL coa_advance(coa_calendar *cal, coa_time now);

/* Shows the booking with this id. Its servers replace the content of the caller's set
 * `servers`; out->runs and run_count are the set's, or NULL and 0 if `servers` is NULL.
 * COA_E_NOMEM  only with a set; the set is as it was
 * COA_E_NOTFOUND. Cost: O(log B), with a set O(R) more; mem with a set. */
COALLOC_CALL coa_get(const coa_calendar *cal, coa_id id, coa_booking *out,
                     coa_set *servers);

/* Shows the booking with the lowest id above `after`, and its servers as coa_get does. To
 * list all bookings, start with 0 and go on with each id shown, until COA_E_NOTFOUND.
 * Statuses as coa_get. Cost: as coa_get, amortised. */
COALLOC_CALL coa_next(const coa_calendar *cal, coa_id after, coa_booking *out,
                      coa_set *servers);

/* Writes `size` >= 1 bytes of a saved calendar. Returns 0 if that succeeded, any other
 * number if not. The data is valid only until the function returns. */
typedef int (*coa_write_fn)(void *ctx, const void *data, size_t size);

/* Puts up to `size` >= 1 bytes of the stream into data and returns how many; fewer than
 * `size` are fine. 0 means the end of the stream or an error. */
typedef size_t (*coa_read_fn)(void *ctx, void *data, size_t size);

#ifndef COALLOC_NO_SAVE
/* Writes the bookings and description of the calendar as a stream of bytes, in pieces of
 * up to 128; see PERSISTENCE. The same calendar gives the same bytes everywhere.
 * COA_E_ARG    cal or write is NULL
 * COA_E_IO     write failed; it is not called again, and the bytes written so far are of
 *              no use
 * It changes neither the calendar nor its statistics. Cost: O(B + R) for the bytes. */
COALLOC_CALL coa_save(const coa_calendar *cal, coa_write_fn write, void *ctx);

/* coa_load(&cal, &desc, read, ctx) makes the calendar that coa_save wrote. It continues
 * as if it had never stopped: the same ids, the same servers chosen, the same counters,
 * except that memory counters restart; on RANGE_TREE coa_stats no longer counts idle
 * periods that are over, see also INDEXES.
 * desc->alloc and alloc_ctx are its hook; a NULL desc means the C library.
 * desc->bookings is as for coa_create; it is not part of the stream. servers, index,
 * unnamed, horizon, now (as it was when the calendar was saved) and, on RANGE_TREE, slot
 * must each be 0 or what the stream says; coa_describe returns them. Reads just to the
 * end of the stream.
 * COA_E_ARG      out or read is NULL, desc and stream disagree, or the index is left out
 * COA_E_CORRUPT  the stream is cut short or damaged, or holds no calendar although its
 *                checksums are right
 * COA_E_FOREIGN  the stream is another file: its first eight bytes are not a calendar's
 * COA_E_ABI      the stream has another format version, or this header and the
 *                implementation are of different versions
 * COA_E_NOMEM    coa_load asks for no more memory than desc->bookings needs with as many
 *                servers as the header has, a small multiple of the bytes read so far (on
 *                SLICES 20 times as much) and 16 KiB; on RANGE_TREE, once the checksums
 *                are right, as much as coa_create and the bookings need. While it
 *                rebuilds, it needs more for a time: on MAP up to 200 bytes for each run
 *                in a booking, on COUNT 40, on SLICES 100 bytes for each booking, and 1
 *                KiB
 * Cost: O(bytes read), and to build the index COUNT O(B log B + R log R), the others as
 * coa_create and B changes; mem. Bindings call coa_load_abi with COALLOC_ABI. */
#define coa_load(out, desc, read, ctx) \
    coa_load_abi((out), (desc), (read), (ctx), COALLOC_ABI)
COALLOC_CALL coa_load_abi(coa_calendar **out, const coa_desc *desc, coa_read_fn read,
                          void *ctx, unsigned abi);
#endif

#ifndef COALLOC_NO_CHECK
/* Rebuilds the calendar from its bookings and compares, for tests: COA_OK; COA_E_CORRUPT
 * if the bookings contradict each other or the calendars differ: on COUNT, at the start
 * or end of a booking, in how many servers are idle or for how long; on other indexes, in
 * their idle periods. COA_E_NOMEM: no memory for the check, which takes as much as
 * coa_copy and, except on COUNT, 100 bytes for each run of idle servers, and gives them
 * back. Cost: coa_copy, and on COUNT coa_profile at each start and end of a booking, on
 * other indexes coa_idle. */
COALLOC_CALL coa_check(const coa_calendar *cal);
#endif

/* Gives the description with every default resolved; `now` is the present, and `alloc` is
 * the hook in use, never NULL. Cost: O(1). */
COALLOC_DEF void coa_describe(const coa_calendar *cal, coa_desc *out);

/* Gives the counters; all are 0 for a NULL calendar. Cost: O(B). */
COALLOC_DEF void coa_stats(const coa_calendar *cal, coa_stats_info *out);

/* Returns a status in words, in static memory. Cost: O(1). */
COALLOC_DEF const char *coa_status_text(coa_status s);

/* Returns the version of the implementation, as in line 1 here, in static memory. Sets
 * *abi, unless NULL, to its COALLOC_ABI, which bindings pass to coa_create_abi. O(1) */
COALLOC_DEF const char *coa_version(unsigned *abi);

/* ---- servers out of use, and other numbers of servers ------------------------------ */

/* Blocks n of these servers during [start, end), for maintenance: no request gets them. n
 * = 0 means all; `servers` NULL means every server of the calendar, and must be NULL on
 * COUNT, where a block only leaves fewer servers to be booked. If there is a choice,
 * those that the default `place` prefers are blocked. `end` may be COA_FOREVER, with a
 * horizon as well. A block is a booking whose `block` is 1: it has an id, is shown, saved
 * and counted, and on COUNT, unless `unnamed`, bound when it starts. coa_cancel ends it,
 * coa_finish and coa_extend move its end, coa_release and coa_widen change its servers.
 * Bookings in the way prevent a block: coa_in_the_way lists, coa_drain moves them.
 * COA_E_BUSY   too few of these servers are free; coa_in_the_way lists the bookings
 * COA_E_ARG    start >= end, a bad set, n is more than the set has, or on COUNT any set
 * COA_E_PAST   start < now
 * COA_E_RANGE  a finite end, or the start, is beyond the horizon, or the set has a server
 *              that does not exist
 * Cost: change, mem. */
COALLOC_CALL coa_block(coa_calendar *cal, coa_time start, coa_time end,
                       const coa_set *servers, uint32_t n, coa_id *out);

/* Shows the booking or block with the lowest id above `after` that has one of the servers
 * `asked` (NULL = any) at some time in [start, end), and its servers as coa_get does. To
 * list all of them, start with 0 and go on with each id shown, until COA_E_NOTFOUND; they
 * may meanwhile be finished, cancelled or moved. On COUNT, a booking that has not started
 * may get any server, so it counts as having one of these; an unnamed booking always
 * does.
 * COA_E_ARG    start >= end, a bad set `asked`, or servers == asked
 * COA_E_PAST   start < now
 * COA_E_RANGE  `asked` has a server that does not exist
 * COA_E_NOMEM  only with a set `servers`
 * COA_E_NOTFOUND. Cost: O(log B) for each booking with an id up to the one shown, and
 * O(log of the runs of `asked`) for each of their runs; mem with a set `servers`. */
COALLOC_CALL coa_in_the_way(const coa_calendar *cal, coa_time start, coa_time end,
                            const coa_set *asked, coa_id after, coa_booking *out,
                            coa_set *servers);

#ifndef COALLOC_NO_REPLACE
/* Moves bookings to earlier starts where servers have become free. With `ask` NULL each
 * asks for its present servers and length, from now on: its old `among`, `place`,
 * deadline and `ready` are ignored, and bookings of coa_commit move, too. Each booking
 * that has not begun is asked in turn, except blocks and parts of jobs, which never move.
 * If coa_reserve with `replaces` would give it an earlier start, it moves there, to the
 * servers that call would choose; otherwise it stays. It keeps its id, tag and
 * `attempts`. `report` (or NULL) gets each booking that moves; *moved (or NULL) is how
 * many moved. A move may make room for a booking asked before: call again.
 * With `ask` NULL it returns immediately if, since the last such call, nothing was given
 * back (except by bookings that are over) and each booking was made at its earliest
 * start: by coa_reserve without `among`, CONTIGUOUS, a step or a later `ready`.
 * COA_E_ARG, COA_E_RANGE  there is no such order, or as coa_reserve for what `ask` sets,
 *              which is looked at if `ready` is before the booking's start
 * After a failure, COA_E_NOMEM included, moved bookings stay moved, and were reported.
 * Cost: a find for each booking that waits, two changes unless it is on COUNT and stays,
 * and O(log B); by starts with desc.bookings O(B) instead of that; mem. */
COALLOC_CALL coa_compress(coa_calendar *cal, coa_order order, coa_ask_fn ask,
                          coa_report_fn report, void *ctx, uint32_t *moved);

/* Drains servers for a window: blocks them during [start, end), as coa_block does, and
 * moves bookings in the way. With `ask` NULL each asks for its present servers and
 * length, not before its start: its old `among`, `place` and deadline are ignored.
 * Bookings that have not begun are taken out; the block is made; then they are put back
 * by start, and by id if these are equal, each at the earliest start that it may have. So
 * they can have the drained servers before the window and after it. They keep id, tag,
 * `attempts` and, unless they are CONTIGUOUS, their servers that are free and allowed;
 * `place` chooses the others. Bookings that have begun, other blocks, parts of jobs and
 * what `ask` holds back stay. Without `partly`, all is done or nothing. With it, a
 * booking that finds no place within the horizon, or its deadline, stays, too, and the
 * drain begins again without it; the servers of all that stay are not blocked: a smaller
 * set may drain more. `report` (or NULL) gets, by start, the bookings that stay or get
 * another start or other servers; after COA_E_BUSY all that stay, after COA_E_NOFIT only
 * the one without a place. *out is the block; coa_cancel ends it when the work is done.
 * On COUNT `servers` is NULL, and n servers are drained, 0 = all. A booking moves only if
 * it leaves fewer than n; what stays is reported only if fewer than n can be drained;
 * with `partly`, the rest is then blocked. On other indexes n is 0, and `servers` NULL
 * means all.
 * COA_E_BUSY   something stays; with `partly`, only if no server is left to drain
 * COA_E_NOFIT  without `partly`: a booking, which is reported, finds no place
 * COA_E_ARG    start >= end, a bad or empty set, n or `servers` where they do not belong,
 *              or as coa_reserve for what `ask` sets
 * COA_E_PAST, COA_E_RANGE as coa_block, or coa_reserve for what `ask` sets
 * If nothing is in the way, it is coa_block. Else it needs memory for a second calendar,
 * as coa_resize does. Cost: coa_copy, and two changes and a find for each booking in the
 * way; with `partly` as much again for each that finds no place; mem. */
COALLOC_CALL coa_drain(coa_calendar *cal, coa_time start, coa_time end,
                       const coa_set *servers, uint32_t n, int partly, coa_ask_fn ask,
                       coa_report_fn report, void *ctx, coa_id *out);
#endif

/* Gives the calendar another number of servers. It grows by servers that are idle from
 * now on, or loses the servers from number `servers` on if nothing is booked on them. All
 * bookings stay as they are. SLICES becomes MAP beyond COA_SLICES_SERVERS servers.
 * COA_E_BUSY   a booking has a server that is to go: coa_in_the_way with these servers
 *              lists it. COUNT: also if at some time more are promised than would be left
 * COA_E_ARG    no servers, or on SLICES, where MAP is left out, more than
 *              COA_SLICES_SERVERS; COA_E_RANGE: too many
 * COA_E_NOMEM. It needs memory for a second calendar: coa_memory_bound, which is for the
 * number of servers at creation, is not enough. Cost: as coa_copy, mem. */
COALLOC_CALL coa_resize(coa_calendar *cal, uint32_t servers);

/* Gives back n of these servers of a booking, from its start, or from now on if it has
 * started, until its end. n = 0 means all of the set; `servers` NULL means all that the
 * booking has. If there is a choice, those with the highest numbers are given back. The
 * booking keeps its id and its other servers; it does not record that it had more before.
 * COA_E_ARG    the booking has fewer than n of these servers, or no others (use
 *              coa_cancel), or n = 0 and the set has a server that the booking does not
 *              have; n = 0 and no set; it is a part of a job; a bad set; on COUNT a set,
 *              if the booking has not started or the servers are unnamed
 * COA_E_RANGE  the set has a server that does not exist
 * COA_E_NOTFOUND. Cost: change, mem. */
COALLOC_CALL coa_release(coa_calendar *cal, coa_id id, const coa_set *servers,
                         uint32_t n);

/* Gives a booking n more servers of `among` (NULL = all), from its start, or from now on
 * if it has started, until its end: `place` chooses from the servers that are free for
 * all of that time. With CONTIGUOUS, the new servers are consecutive. The booking keeps
 * its id and its servers. On COUNT, a started booking gets the lowest free ones now.
 * COA_E_NOFIT  fewer are free: *most (or NULL) is how many, with CONTIGUOUS in a row
 * COA_E_ARG    n = 0, it is a part of a job, `place` or `among` as for coa_reserve
 * COA_E_RANGE  `among` has a server that does not exist
 * COA_E_NOTFOUND. Cost: change, mem. */
COALLOC_CALL coa_widen(coa_calendar *cal, coa_id id, uint32_t n, uint32_t place,
                       const coa_set *among, uint32_t *most);

/* ---- looking at a calendar, and copying it ----------------------------------------- */

/* Sets *count to the number of servers of `among` (NULL = all) that are free at time t,
 * and *until to the next time at which the number changes; COA_FOREVER if it never
 * changes again. For the whole profile, begin with t = now and go on with each *until.
 * COA_E_ARG    a bad `among`, or on COUNT any `among`
 * COA_E_PAST   t < now
 * COA_E_RANGE  t is COA_FOREVER, or `among` has a server that does not exist
 * Cost: MAP O(G), usually much less, as only blocks with a group that is idle at t are
 * examined; RANGE_TREE O(B + R); COUNT O(log P) amortised; SLICES the slices up to
 * *until. If as many servers become idle as are taken, the number stays the same, the
 * search goes on, and that time costs as much again. It never asks for memory. */
COALLOC_CALL coa_profile(const coa_calendar *cal, coa_time t, const coa_set *among,
                         uint32_t *count, coa_time *until);

/* Gets the servers of `among` whose idle period is [start, end). Returns 0 to go on, any
 * other number to stop. The set is valid until it returns, and must not be changed. */
typedef int (*coa_idle_fn)(void *ctx, coa_time start, coa_time end,
                           const coa_set *servers);

/* Lists the idle periods of the servers in `among` (NULL = all) that end after `from`:
 * one call of `idle` for all servers with the same idle period, by start, then by end. A
 * period that has begun starts at `now`; one that never ends ends at COA_FOREVER. The
 * list is complete before the first call, so `idle` may call anything with this calendar.
 * COA_E_ARG    a bad `among`, or a COUNT calendar
 * COA_E_RANGE  `among` has a server that does not exist
 * COA_E_NOMEM  `idle` was not called
 * COUNT does not know which servers will be idle: coa_holes says how many.
 * Cost: O(R log R), on SLICES O(P W) for each group that becomes idle together; mem. */
COALLOC_CALL coa_idle(const coa_calendar *cal, const coa_set *among, coa_time from,
                      coa_idle_fn idle, void *ctx);

#ifndef COALLOC_NO_HOLES
/* Gets a hole: `servers` is the smallest number that is free at any time in [start, end);
 * just before `start` and from `end` on fewer are free. Returns 0 to go on, any other
 * number to stop. It must not change the calendar. */
typedef int (*coa_hole_fn)(void *ctx, coa_time start, coa_time end, uint32_t servers);

/* Lists the holes with at least `servers` >= 1 servers of `among` (NULL = all) that
 * overlap [start, end), each once: every window in which that many are free lies in one
 * of them. A hole that reaches back to `now` starts there; one that never ends ends at
 * COA_FOREVER. They are sorted by end; at equal ends the shorter come first.
 * COA_E_ARG    start >= end, servers 0, a bad `among`, or on COUNT any
 * COA_E_PAST   start < now
 * COA_E_RANGE  `among` has a server that does not exist
 * COA_E_NOMEM  out of memory for overlapping holes; `hole` has been called for earlier
 *              ones
 * Cost: from `now` to the end of the last hole one walk on MAP and SLICES, and for each
 * change a coa_profile on COUNT and RANGE_TREE; mem. */
COALLOC_CALL coa_holes(const coa_calendar *cal, coa_time start, coa_time end,
                       const coa_set *among, uint32_t servers, coa_hole_fn hole,
                       void *ctx);
#endif

/* Moves *event on to the next start or end of a booking; with `starts` not 0 to the next
 * start. Events are ordered by time; at one time ends come before starts, and each of
 * them by id. To start at t, set event->time = t and the rest to 0; then go on with each
 * event shown. Events before `now` are over, and so are the ends at `now`, but starts at
 * `now` are shown. *event is a plain value. Keep it, and save it with the calendar;
 * otherwise the starts at `now` are shown again. To look ahead, use a copy. To begin
 * after the starts at `now`, set event->time = now + 1.
 * So this loop meets every event, with coa_advance between the ends of a moment and its
 * starts. At an end the booking is still found, and coa_finish may be called for it; on
 * COUNT a booking has its servers when it starts, and may be finished then:
 *     while (coa_next_event(cal, &event, 0) == COA_OK && event.time <= last)
 *         if (!event.starts) ended(event.id);
 *         else if (coa_advance(cal, event.time) == COA_OK) started(event.id);
 * A job that ends before its booking does is finished in the same order: first
 * coa_finish(cal, id, t) for all that end at t, then coa_advance(cal, t), then what
 * moves or makes bookings, such as coa_compress, then the starts at t. A booking that
 * gets the start t later, and has a lower id than the start shown last, is not shown.
 * COA_E_NOTFOUND  there are no more events
 * The first call makes a tree of all events, later ones bring it up to date; it takes 64
 * to 150 bytes for each booking. Without memory for it, and always with desc.bookings, a
 * call looks at all bookings instead; it never fails with COA_E_NOMEM.
 * Cost: O(log B) amortised, and as much for each booking made or changed since; without
 * the tree O(B). With `starts`, as much for each moment passed at which bookings end.
 * With event->id = 0 and a time after `now`, as a scheduler asks for its next start,
 * COUNT needs no tree: O(log P), and O(1) for each start and end from event->time to the
 * end of the time found. */
COALLOC_CALL coa_next_event(coa_calendar *cal, coa_event *event, int starts);

/* Gives a booking another tag, for example a block or a part of a job.
 * COA_E_NOTFOUND. Cost: O(log B). */
COALLOC_CALL coa_set_tag(coa_calendar *cal, coa_id id, uint64_t tag);

/* coa_copy(&copy, cal, &desc) makes a second calendar with the same bookings, for example
 * to try something out. It answers everything as the first one would, ids, servers on
 * COUNT and the counters of coa_stats included, except that memory counters restart.
 * desc->alloc, alloc_ctx and bookings are for the copy; the other members must be 0 or as
 * in cal. A NULL desc means the hook and `bookings` of cal. A FlexCo site needs a new
 * number.
 * COA_E_ARG    out or cal is NULL, or desc and cal disagree
 * COA_E_NOMEM  the copy has as much room as cal; while it is made it takes no more, or
 *              with new `bookings` about 100 bytes more for each booking, run and idle
 *              group
 * Cost: copying what cal has in memory; with other `bookings` as coa_load; mem. */
COALLOC_CALL coa_copy(coa_calendar **out, const coa_calendar *cal, const coa_desc *desc);

/* ---- FlexCo: one booking at several calendars, see FLEXCO -------------------------- */

typedef struct coa_flex coa_flex; /* jobs at several sites */

typedef struct coa_site { /* a provider */
    coa_calendar *calendar;
    const coa_set *among; /* only these servers; NULL = all. COUNT: must be NULL */
    uint32_t servers;     /* its share, if the request is `fixed`; else ignored */
    uint64_t number;      /* names the history of the calendar, see FLEXCO: not 0, and */
                          /* different for each; a new one if it goes back or is a copy */
} coa_site;

typedef struct coa_mold { /* another shape of the same job */
    uint32_t servers;
    coa_time length;
} coa_mold;

typedef struct coa_flex_request {
    coa_time ready;      /* T^r: earliest start; a past time means the latest `now` */
    coa_time length;     /* T^x > 0, finite */
    coa_time overhead;   /* T^xo >= 0: how much longer a job takes at several sites */
    coa_time deadline;   /* latest end; 0 = none, unless COA_HAS_DEADLINE */
    uint32_t servers;    /* R >= 1, at all sites together */
    uint32_t least;      /* smallest share of a site that has one; 0 = 1 */
    uint32_t most_sites; /* most sites that have a share; 0 = all */
    uint32_t first;      /* the cursor: site first mod n comes first, then the next */
    uint32_t place;      /* coa_place, but not CONTIGUOUS; 0 = each index's default */
    int fixed;           /* each site gives coa_site.servers, which add up to `servers` */
    uint32_t max_starts; /* how many may be examined, then COA_E_LIMIT; 0 = no limit */
    uint32_t flags;      /* coa_flag */
    const coa_mold *molds; /* shapes to use instead of (servers, length) */
    size_t mold_count;
} coa_flex_request;

typedef struct coa_flex_part { /* what one site gives */
    uint32_t site;             /* index in the object's list of sites */
    coa_booking booking;
} coa_flex_part;

typedef struct coa_flex_booking {
    coa_id id;           /* also the id of each part */
    coa_time start, end; /* also of each part */
    uint32_t servers;    /* at all sites together */
    uint32_t mold;       /* 0 = (servers, length) itself, else 1 + index in molds */
    uint32_t examined;   /* starts looked at, which depend on the index */
    uint32_t part_count;
    const coa_flex_part *parts; /* in the order of sites; see MEMORY */
} coa_flex_booking;

/* What coa_flex_reschedule may change: the start, how many servers each site gives, the
 * shape (servers and length) to another of req->molds. */
typedef enum coa_flex_op { COA_SHIFT = 1, COA_REMAP = 2, COA_MOLD = 4 } coa_flex_op;

#ifndef COALLOC_NO_FLEX
/* Makes an object for the jobs at the sites 0 .. n - 1. It copies the list. The calendars
 * and the sets in it remain the caller's, and must stay until the object is destroyed or
 * has another list. `key` is any number; the jobs at these sites that have it are the
 * object's, those in loaded calendars included. Two objects with sites in common need
 * different keys, unless they always have the same list. alloc NULL = the C library.
 * COA_E_ARG    n = 0; a calendar is NULL or listed twice; a number is 0, or two are equal
 * Cost: O(n^2), mem. */
COALLOC_CALL coa_flex_create(coa_flex **out, uint64_t key, const coa_site *sites,
                             uint32_t n, coa_alloc_fn alloc, void *alloc_ctx);

/* Frees the object. The calendars stay as they are, with all jobs. Ignores NULL. O(1) */
COALLOC_DEF void coa_flex_destroy(coa_flex *flex);

/* Gives the object another list of sites, for example when a site fails or comes back, or
 * to change `among` or `servers`. A job is not found while one of its sites is not
 * listed. Statuses as coa_flex_create. O(n^2), mem */
COALLOC_CALL coa_flex_sites(coa_flex *flex, const coa_site *sites, uint32_t n);

/* Books req->servers servers for req->length, or a shape in req->molds instead, at the
 * sites together: all parts at the same time, or nothing. It picks the earliest end.
 * Ties: the request's own shape first, then earlier molds; then a single site before
 * several; then the largest share at site `first`, then at the next site.
 * COA_E_ARG    a length or a number of servers that is not positive; `fixed` shares that
 *              do not add up to the servers of each shape; an unknown flag; a place that
 *              some index here does not have; `among` as for coa_reserve
 * COA_E_RANGE  ready + length + overhead overflows, for a mold too; `among` has a server
 *              that does not exist; there are no more ids
 * COA_E_LIMIT  max_starts have been examined, and more is needed
 * COA_E_NOFIT  no such start within the horizons and the deadline; also, unless `fixed`,
 *              if `least` is more than the servers of every shape
 * Cost, with S idle periods (MAP: groups) at the n sites that start before the answer and
 * A shapes: COUNT O(A S log(n S)); MAP as much, but up to G times that in the long case
 * of `find` in COSTS; RANGE_TREE O(A S k^2), SLICES O(A S P W). Up to n times that if all
 * sites must be asked at every start, or, with most_sites < n or least > 1, to keep the
 * order of sites; the shares take at most O(n^2). Then a change for each part. mem */
COALLOC_CALL coa_flex_reserve(coa_flex *flex, const coa_flex_request *req,
                              coa_flex_booking *out);

/* Finds what coa_flex_reserve would book, the earliest common time of these sites, and
 * books nothing: out->id and the ids of the parts are 0, and the parts have no runs.
 * Statuses as coa_flex_reserve. Cost of its search; mem. */
COALLOC_CALL coa_flex_earliest(coa_flex *flex, const coa_flex_request *req,
                               coa_flex_booking *out);

/* Moves a job to the earliest end that `req` and `ops` allow; its own servers count as
 * free. `req` is the request the job was made with, or a newer one that asks for as many
 * servers in the job's present shape. A job that may stay moves only if it then ends
 * earlier. It may not stay, and moves even if it then ends later,
 *   if it starts before req->ready, or with COA_EXACTLY not at req->ready;
 *   if it ends after the deadline;
 *   if it has a server that the `among` of its site, as listed now, leaves out.
 * Other members of `req` bind only a job that moves. So the same request only moves it to
 * an earlier end, and a later `ready` moves it out of the way. Without
 *   COA_SHIFT  the job keeps its start;
 *   COA_REMAP  a shape with as many servers leaves each site its share, and `least` and
 *              most_sites are ignored; others are divided again among the job's sites;
 *   COA_MOLD   the job keeps its shape, (servers, length) or one of molds.
 * A site that still has a share keeps the servers it has, as far as `among` has them and
 * they are free at the new time, the lowest first; `place` chooses any further servers.
 * On COUNT, this holds for a part that starts now and still does; other parts have no
 * servers yet. A job that moves is a new booking with a new id. If it may stay and
 * nothing ends earlier, the result is also COA_OK, and *out is the old booking with its
 * old id; RANGE_TREE has counted update visits, and trees may change shape (see INDEXES).
 * COA_E_PAST      its start is before the latest `now`; a job that starts now may move
 * COA_E_NOTFOUND  there is no such job at these sites, or it is over
 * COA_E_NOFIT     it may not stay, and `ops` allow no start that fits; it is as before
 * COA_E_ARG       also: no ops or unknown ones; the job is not whole, see
 *                 coa_flex_next; req does not ask for as many servers as the job has
 * All other statuses are as for coa_flex_reserve. A call that does not return COA_OK
 * changes nothing, not even *out, so the caller may pass out->id as `id`; but out->parts
 * are then no longer valid (see MEMORY).
 * Cost: as coa_flex_reserve and coa_flex_cancel, mem. If it stays, the search, and on MAP
 * and RANGE_TREE two changes for each part. */
COALLOC_CALL coa_flex_reschedule(coa_flex *flex, coa_id id, const coa_flex_request *req,
                                 uint32_t ops, coa_flex_booking *out);

/* Shows the job with this id; out->examined is the value that the call which booked it
 * reported. COA_E_NOTFOUND if it was never made at these sites, or is cancelled, moved or
 * over; COA_E_ARG if it is not whole. If several jobs have this id, the first that is
 * whole is shown, see FLEXCO. The object keeps the runs of what it shows until the next
 * call with it. Cost: O(n log B), for each job with this id, and O(R); mem. */
COALLOC_CALL coa_flex_get(coa_flex *flex, coa_id id, coa_flex_booking *out);

/* Shows the job with the lowest id above `after` that is whole; COA_E_NOTFOUND. With
 * `orphans`: the lowest job that is not whole, and its parts here, the orphans. Its other
 * parts may be at unlisted sites or lost; or the parts differ in their times, because the
 * calendars were not saved at the same moment; or a part is there twice, in a calendar
 * and its copy. Parts that are over by the latest `now` do not
 * count. Orphans keep their servers until they are over or cancelled. If several
 * jobs have one id, the first is shown, and the next when that one is gone. To cancel all
 * orphans, ask with `after` = 0 each time, until COA_E_NOTFOUND.
 * Cost: O(n log B), amortised, O(R), and O(1) for each part of jobs passed over; mem. */
COALLOC_CALL coa_flex_next(coa_flex *flex, coa_id after, int orphans,
                           coa_flex_booking *out);

/* Cancels all parts of a job, or none. With `orphan`, cancels the parts here of a job
 * that is not whole, as coa_flex_next shows it; COA_E_ARG if it is whole. Statuses as
 * coa_flex_get. Cost: a change for each part, and coa_flex_get; mem. */
COALLOC_CALL coa_flex_cancel(coa_flex *flex, coa_id id, int orphan);

/* Ends all parts of a job at time `at`, or none, as coa_finish does. Statuses as
 * coa_flex_get, and COA_E_ARG and COA_E_PAST as coa_finish, where `now` is the latest of
 * the sites. Cost: a change for each part, and O(n log B); mem. */
COALLOC_CALL coa_flex_finish(coa_flex *flex, coa_id id, coa_time at);

#endif

/* ---- sets of servers --------------------------------------------------------------- */

/* Adds or removes servers first .. first + count - 1. It is fine to add servers that are
 * in the set, or to remove servers that are not. COA_E_RANGE beyond COA_MAX_SERVERS.
 * Cost: O(runs), mem. */
COALLOC_CALL coa_set_add(coa_set *s, uint32_t first, uint32_t count);
COALLOC_CALL coa_set_remove(coa_set *s, uint32_t first, uint32_t count);

/* Returns the number of servers in the set. Cost: O(runs). */
COALLOC_DEF uint32_t coa_set_count(const coa_set *s);

/* Returns 1 if the server is in the set, else 0. Cost: O(log runs). */
COALLOC_DEF int coa_set_has(const coa_set *s, uint32_t server);

typedef enum coa_set_op {
    COA_SET_UNION = 0,        /* in a or in b */
    COA_SET_INTERSECTION = 1, /* in a and in b */
    COA_SET_DIFFERENCE = 2    /* in a, not in b */
} coa_set_op;

/* Makes *out the servers that `op` takes from a and b: coa_set_combine(&out, &a,
 * COA_SET_DIFFERENCE, &b) gives the servers of a that are not in b. Any of out, a and b
 * may be the same set. COA_E_ARG: a set is NULL, or no such `op`. Cost: O(runs), mem. */
COALLOC_CALL coa_set_combine(coa_set *out, const coa_set *a, coa_set_op op,
                             const coa_set *b);

/* Empties the set and frees its memory; it can be used again. Cost: O(1). */
COALLOC_DEF void coa_set_free(coa_set *s);

/* ---- a calendar in one buffer ------------------------------------------------------ */

#ifndef COALLOC_NO_ARENA
/* Makes an arena of a buffer, which may have any alignment. Use it as
 *     desc.alloc = coa_arena_alloc; desc.alloc_ctx = &arena;
 * for as many calendars, sets and trees as fit. It must outlive them; to empty it, call
 * this again. COA_E_ARG: a is NULL, or buffer is NULL and size is not 0. Cost: O(1). */
COALLOC_CALL coa_arena_init(coa_arena *a, void *buffer, size_t size);

/* The coa_alloc_fn of an arena; `arena` is a coa_arena. Sizes and addresses are multiples
 * of twice sizeof(size_t): 16 bytes on a 64-bit machine, 4 on AVR; there is no other
 * overhead. A freed block merges with the gaps next to it. An allocation takes the
 * smallest gap that is large enough. A block grows in place if the gap behind it
 * suffices; otherwise it moves, if need be into the gaps on both its sides. Returns NULL
 * and changes nothing if there is no room.
 * Cost: O(gaps), and copying what moves. */
COALLOC_DEF void *coa_arena_alloc(void *arena, void *ptr, size_t old_size,
                                  size_t new_size);

/* Returns the size of a buffer, of any alignment, that suffices for the arena of one
 * calendar with this description: coa_create succeeds, and no later call gives
 * COA_E_NOMEM as long as after each call no more than desc->bookings are alive. A call
 * that makes one more than that uses the rest, or gives COA_E_NOMEM. On SLICES all
 * the memory that a booking may ever need is taken when it is made, with a heap, too:
 * coa_cancel, coa_finish, coa_release, coa_extend, coa_widen and a coa_reserve that
 * replaces a booking never fail for lack of memory.
 * coa_advance always succeeds. More memory is taken by coa_flex_ calls, coa_resize and
 * sets; by coa_drain and coa_extend if something moves; on COUNT, by coa_release and
 * coa_widen of bookings that have started; and by coa_check, coa_holes, coa_idle,
 * coa_copy and coa_load (which says how much) while they work.
 * `now` and the hook in desc are ignored.
 * COA_MEMORY_BOUND_SLICES and _COUNT below are constants that are never less: for a
 * static buffer. The sizes here are for a 64-bit machine.
 * SLICES takes about 83 bytes for each booking and 25 more for each 64 servers, and 4 for
 * each server. 64 servers and 256 bookings take less than 28 KiB.
 * COUNT takes about 235 bytes for each booking and 32 for each server, and 5 KiB. Most of
 * that is for the worst case, time points stored as sparsely as possible. 64 servers and
 * 256 bookings take less than 64 KiB. With desc->unnamed, servers take nothing.
 * Returns 0 if there is no such bound: on MAP and RANGE_TREE, if desc->bookings is 0, or
 * if coa_create gives COA_E_ARG for desc; and if the bound is more than SIZE_MAX, or
 * needs an array of more than 2^32 - 1 elements. O(1). */
COALLOC_DEF size_t coa_memory_bound(const coa_desc *desc);

/* The size of a static buffer for so many servers and so many bookings: a constant
 * expression that is at least coa_memory_bound. On SLICES it is more by at most 32 bytes,
 * on COUNT on a 64-bit machine by at most 1/16 and 128 bytes. The arguments are positive
 * constants; with desc.unnamed, pass 1 server to _COUNT.
 *     static unsigned char buffer[COA_MEMORY_BOUND_SLICES(64, 256)]; */
#define COA_MEMORY_BOUND_SLICES(servers, bookings)                                \
    ((sizeof(size_t) > 4 ? 471 : 279 + 24 * sizeof(size_t)) +                     \
     COA_I_BOUND_RECORDS(bookings) * 80 + (UINT64_C(1) * (servers) + 1) / 2 * 8 + \
     COA_I_BOUND_WORDS(servers) * (24 * COA_I_BOUND_RECORDS(bookings) + 40))
#define COA_MEMORY_BOUND_COUNT(servers, bookings)                              \
    (2664 + UINT64_C(82) * (bookings) + UINT64_C(32) * (servers) +             \
     2056 * ((bookings) < 63     ? 1                                           \
             : (bookings) < 1007 ? (UINT64_C(2) * (bookings) + 2) / 65 * 2 + 5 \
                                 : UINT64_C(2) * (bookings) / 28 + 11))

/* Words of a mask; of 64 bits, so that a buffer too large is an error of the compiler. */
#define COA_I_BOUND_WORDS(servers) ((UINT64_C(1) * (servers) + 63) / 64)
#define COA_I_BOUND_RECORDS(bookings) \
    (UINT64_C(1) * (bookings) + UINT64_C(1) * (bookings) / 32)
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
/* Makes an empty tree. alloc NULL = the C library. COA_E_NOMEM. O(1) */
COALLOC_CALL coa_rtree_create(coa_rtree **out, coa_alloc_fn alloc, void *alloc_ctx);
/* Gives back all memory of a tree; NULL is ignored. O(m) */
COALLOC_DEF void coa_rtree_destroy(coa_rtree *t);

/* Inserts a period. COA_E_ARG: start >= end. COA_E_BUSY: the tree has this very period.
 * COA_E_NOMEM. Amortised O(log^2 m). */
COALLOC_CALL coa_rtree_insert(coa_rtree *t, const coa_period *p);

/* Removes a period; needs no memory. COA_E_NOTFOUND. Amortised O(log^2 m). */
COALLOC_CALL coa_rtree_remove(coa_rtree *t, const coa_period *p);

/* Phases 1 and 2 of [1], section 4.2: how many periods hold [start, end)? O(log^2 m). */
COALLOC_DEF uint32_t coa_rtree_count(const coa_rtree *t, coa_time start, coa_time end);

/* Writes the n feasible periods that [1] chooses: from the subtrees of phase 1 in reverse
 * order of marking, in each the ones that phase 2 marked, by end. COA_E_NOFIT: fewer,
 * none written. COA_E_ARG if n = 0 or start >= end. Needs no memory. O(log^2 m + n). */
COALLOC_CALL coa_rtree_search(coa_rtree *t, coa_time start, coa_time end, uint32_t n,
                              coa_period *out);
#endif

/* For COALLOC_ABI: an enumerator, so that a C++ file that uses it has no cast. */
enum {
    COA_I_SIZES =
        (sizeof(coa_desc) + 3 * sizeof(coa_request) + 5 * sizeof(coa_booking) +
         7 * sizeof(coa_set) + 11 * sizeof(coa_stats_info) +
         13 * sizeof(coa_alternative_info) + 17 * sizeof(coa_arena) +
         19 * sizeof(coa_flex_request) + 23 * sizeof(coa_flex_booking) +
         29 * sizeof(coa_site) + 31 * sizeof(coa_mold) + 37 * sizeof(coa_event) +
         41 * sizeof(coa_reason) + 43 * sizeof(coa_run) + 47 * sizeof(coa_flex_part) +
         53 * sizeof(coa_period)) %
        32749 /* fits an int of 16 bits */
};

#ifdef __cplusplus
}
#endif
#endif /* COALLOC_H */

/* ---- implementation ---------------------------------------------------------------- */

#ifdef COALLOC_IMPLEMENTATION
#ifndef COALLOC_IMPLEMENTED
#define COALLOC_IMPLEMENTED

#if !(defined(COALLOC_MEMCPY) && defined(COALLOC_MEMMOVE) && defined(COALLOC_MEMSET))
#ifndef COALLOC_NO_STDLIB
#include <string.h>
#elif !defined(__GNUC__) && !defined(__clang__)
#error \
    "coalloc.h: COALLOC_NO_STDLIB needs COALLOC_MEMCPY, COALLOC_MEMMOVE, COALLOC_MEMSET"
#endif
#endif
#ifndef COALLOC_MEMCPY
#define COALLOC_MEMCPY COA_I_LIBC(memcpy)
#endif
#ifndef COALLOC_MEMMOVE
#define COALLOC_MEMMOVE COA_I_LIBC(memmove)
#endif
#ifndef COALLOC_MEMSET
#define COALLOC_MEMSET COA_I_LIBC(memset)
#endif
#ifndef COALLOC_NO_STDLIB
#include <stdlib.h>
#endif

/* >>parts: code left out ------------------------------------------------------------- */

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
#define COA_I_NAMED_PLACES \
    (1u << COA_PLACE_BEST_FIT | 1u << COA_PLACE_FIRST_FIT | COA_I_CONTIGUOUS)
#ifdef COALLOC_NO_REPLACE
#define COA_I_REPLACED(x) ((void)(x), 0)
#else
#define COA_I_REPLACED(x) (x)
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

/* For functions that only parts call which can be left out. */
#define COA_I_SOME static COA_I_UNUSED

/* >>memory --------------------------------------------------------------------------- */

#define COA_I_NONE 0u   /* the index that means none: pools start at 1 */
#define COA_I_DEPTH 64u /* above log(2^32) / log(10/7) = 62.2, see >>range tree */
#define COA_I_AT(type, vec) ((type *)(vec).at)
#define COA_I_COPY(to, from, n) COALLOC_MEMCPY(to, from, (size_t)(n) * sizeof *(to))
#define COA_I_MOVE(to, from, n) COALLOC_MEMMOVE(to, from, (size_t)(n) * sizeof *(to))

/* For functions that run several times in every booking and have few callers. */
#if defined(__OPTIMIZE_SIZE__) || !(defined(__GNUC__) || defined(__clang__))
#define COA_I_HOT COA_I_SOME
#else
#define COA_I_HOT static inline __attribute__((__always_inline__))
#endif

#ifndef COA_I_GROW /* tests leave no slack */
#define COA_I_GROW(n) ((n) + (n) / 2 + 8)
#endif

/* The hook of a calendar or tree, and its counters; all memory comes from here. */
typedef struct coa_i_mem {
    coa_alloc_fn fn;
    void *ctx;
    size_t bytes, peak;
    uint64_t calls;
} coa_i_mem;

/* A growing array. Code reserves all room first and changes the object only afterwards,
 * so that a call that runs out of memory has changed nothing. A function that returns an
 * int returns false without memory. */
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
    const coa_i_mem m = {fn ? fn : coa_i_libc, ctx, 0, 0, 0};
    return m;
}

static void coa_i_free(coa_i_mem *m, void *ptr, size_t size)
{
    if (ptr) (void)coa_i_resize(m, ptr, size, 0);
}

/* Makes an object that begins with its coa_i_mem and is 0 otherwise, or returns NULL. */
static void *coa_i_object_new(coa_alloc_fn fn, void *ctx, size_t size)
{
    coa_i_mem mem = coa_i_mem_of(fn, ctx);
    void *object = coa_i_resize(&mem, NULL, 0, size);
    if (!object) return NULL;
    COALLOC_MEMSET(object, 0, size);
    *(coa_i_mem *)object = mem;
    return object;
}

static void coa_i_object_free(void *object, size_t size)
{
    coa_i_mem mem = *(coa_i_mem *)object;
    coa_i_free(&mem, object, size);
}

/* Makes room for exactly `capacity` items of `size` bytes; `capacity` is no less than the
 * present capacity. Out of memory, returns false and changes nothing. */
static int coa_i_room_exact(coa_i_mem *m, coa_i_vec *v, uint64_t capacity, size_t size)
{
    void *at;
    if (capacity > UINT32_MAX || capacity > SIZE_MAX / size) return 0;
    at = coa_i_resize(m, v->at, (size_t)v->capacity * size, (size_t)capacity * size);
    if (!at) return 0;
    v->at = at;
    v->capacity = (uint32_t)capacity;
    return 1;
}

/* Makes an array larger by half, or by the need alone if memory is short. */
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

COA_I_HOT int coa_i_room(coa_i_mem *m, coa_i_vec *v, uint64_t need, size_t size)
{
    return need <= v->capacity || coa_i_grow(m, v, need, size);
}

COA_I_SOME int coa_i_append(coa_i_mem *m, coa_i_vec *v, const void *item, size_t size)
{
    if (!coa_i_room(m, v, (uint64_t)v->count + 1, size)) return 0;
    COALLOC_MEMCPY((unsigned char *)v->at + v->count++ * size, item, size);
    return 1;
}

/* Makes an array a copy of another one with so many items in use, with as much room. */
static int coa_i_vec_copy_of(coa_i_mem *m, coa_i_vec *v, const coa_i_vec *from,
                             size_t used, size_t size)
{
    if (from->capacity > v->capacity && !coa_i_room_exact(m, v, from->capacity, size))
        return 0;
    if (used > 0) COALLOC_MEMCPY(v->at, from->at, used * size);
    v->count = from->count;
    return 1;
}

static int coa_i_vec_copy(coa_i_mem *m, coa_i_vec *v, const coa_i_vec *from, size_t size)
{
    return coa_i_vec_copy_of(m, v, from, (size_t)from->count, size);
}

static void coa_i_vec_free(coa_i_mem *m, coa_i_vec *v, size_t size)
{
    coa_i_free(m, v->at, (size_t)v->capacity * size);
    COALLOC_MEMSET(v, 0, sizeof *v);
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
        COALLOC_MEMCPY(a + at * size, a + (at - 1) / 2 * size, size);
    COALLOC_MEMCPY(a + at * size, item, size);
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
        COALLOC_MEMCPY(a + at * size, a + child * size, size);
    }
    COALLOC_MEMCPY(a + at * size, item, size);
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
            COALLOC_MEMCPY(held, a + --root * size, size);
        } else {
            COALLOC_MEMCPY(held, a + --end * size, size);
            COALLOC_MEMCPY(a + end * size, a, size);
        }
        coa_i_heap_down(a, end, root, size, less, held);
    }
}

/* ---- bits */

/* Returns how many bits are set in n <= 31 words. Adds bytes: two words at a time. */
COA_I_HOT uint32_t coa_i_bits(const uint64_t *a, uint32_t n)
{
    uint64_t sum = 0;
    uint32_t i;
    for (i = 0; i < n; i++) {
#if defined(__POPCNT__) && (defined(__GNUC__) || defined(__clang__))
        sum += (uint64_t)__builtin_popcountll(a[i]);
    }
#else
        uint64_t x = a[i] - ((a[i] >> 1) & 0x5555555555555555u);
        x = (x & 0x3333333333333333u) + ((x >> 2) & 0x3333333333333333u);
        sum += (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
    }
    if (n < 4) return (uint32_t)((sum * 0x0101010101010101u) >> 56);
    sum = (sum & 0x00FF00FF00FF00FFu) + ((sum >> 8) & 0x00FF00FF00FF00FFu);
    sum = (sum * 0x0001000100010001u) >> 48;
#endif
    return (uint32_t)sum;
}

/* Returns the number of the lowest bit that is set in x != 0. */
COA_I_SOME uint32_t coa_i_low_bit(uint64_t x)
{
#if defined(__GNUC__) || defined(__clang__)
    return (uint32_t)__builtin_ctzll(x);
#else
    x = (x & (0 - x)) - 1;
    return coa_i_bits(&x, 1);
#endif
}

/* Returns the number of the highest bit that is set in x != 0. */
COA_I_SOME uint32_t coa_i_high_bit(uint64_t x)
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

/* Returns the number of runs of a mask: of bits that are set, the one below not. */
COA_I_SOME uint32_t coa_i_mask_run_count(const uint64_t *mask, uint32_t words)
{
    uint64_t below = 0;
    uint32_t w, n = 0;
    for (w = 0; w < words; w++) {
        const uint64_t begin = mask[w] & ~(mask[w] << 1 | below);
        n += coa_i_bits(&begin, 1);
        below = mask[w] >> 63;
    }
    return n;
}

#ifndef COALLOC_NO_ARENA
/* >>arena: memory from one buffer -------------------------------------------------------
 *
 * The hook always gets a block's true size, so a block needs no header. The first bytes
 * of each gap hold its size and the offset of the next gap, in the order of addresses;
 * the last gap has a->size as its next. They are copied, as the buffer has no type. */

typedef struct coa_i_gap {
    size_t size, next;
} coa_i_gap;

#define COA_I_UNIT (2 * sizeof(size_t)) /* of addresses and sizes; one coa_i_gap */

/* Rounds up a size; those near SIZE_MAX, larger than the arena, were refused before. */
static size_t coa_i_units(size_t size)
{
    return (size + COA_I_UNIT - 1) / COA_I_UNIT * COA_I_UNIT;
}

static coa_i_gap coa_i_gap_at(const coa_arena *a, size_t at)
{
    coa_i_gap h = {0, 0};
    if (at < a->size) COALLOC_MEMCPY(&h, a->base + at, sizeof h);
    return h;
}

/* Makes the gap at `at` follow the gap `before`; a->size: makes it the first. */
static void coa_i_gap_link(coa_arena *a, size_t before, size_t at)
{
    coa_i_gap h = coa_i_gap_at(a, before);
    if (before == a->size) {
        a->first = at;
    } else {
        h.next = at;
        COALLOC_MEMCPY(a->base + before, &h, sizeof h);
    }
}

/* Takes the first `size` bytes of the gap at `at`, which follows the gap `before`. */
static void coa_i_gap_take(coa_arena *a, size_t before, size_t at, size_t size)
{
    coa_i_gap h = coa_i_gap_at(a, at);
    h.size -= size;
    if (h.size > 0) {
        COALLOC_MEMCPY(a->base + at + size, &h, sizeof h);
        coa_i_gap_link(a, before, at + size);
    } else {
        coa_i_gap_link(a, before, h.next);
    }
    a->used += size;
}

/* Returns the last gap that begins before `at`, a->size if there is none. */
static size_t coa_i_gap_before(const coa_arena *a, size_t at)
{
    size_t before = a->size, next = a->first;
    while (next < at) {
        before = next;
        next = coa_i_gap_at(a, next).next;
    }
    return before;
}

static size_t coa_i_gap_next(const coa_arena *a, size_t before)
{
    return before == a->size ? a->first : coa_i_gap_at(a, before).next;
}

/* Makes `size` bytes at `at` a gap and merges it with the gaps that it touches. */
static void coa_i_arena_free(coa_arena *a, size_t at, size_t size)
{
    const size_t before = coa_i_gap_before(a, at), next = coa_i_gap_next(a, before);
    coa_i_gap h = coa_i_gap_at(a, before), behind = coa_i_gap_at(a, next);
    const int joins = before != a->size && before + h.size == at;
    if (size == 0) return;
    a->used -= size;
    if (joins) {
        size += h.size;
        at = before;
    } else {
        coa_i_gap_link(a, before, at);
    }
    h.size = size;
    h.next = next;
    if (next < a->size && at + size == next) {
        h.size += behind.size;
        h.next = behind.next;
    }
    COALLOC_MEMCPY(a->base + at, &h, sizeof h);
}

/* Takes a block from the smallest gap that is large enough; a->size if there is none. */
static size_t coa_i_arena_new(coa_arena *a, size_t size)
{
    size_t before = a->size, at = a->first, best = a->size, best_before = a->size;
    size_t best_size = SIZE_MAX;
    while (at < a->size) {
        const coa_i_gap h = coa_i_gap_at(a, at);
        if (h.size >= size && h.size < best_size) {
            best = at;
            best_before = before;
            best_size = h.size;
        }
        before = at;
        at = h.next;
    }
    if (best < a->size) coa_i_gap_take(a, best_before, best, size);
    return best;
}

/* Makes a block of `held` bytes larger: in place, in another gap, or by moving it down
 * into the gap before it. Returns where it then is; a->size if there is no room. */
static size_t coa_i_arena_grow(coa_arena *a, size_t at, size_t held, size_t size)
{
    const size_t before = coa_i_gap_before(a, at), next = coa_i_gap_next(a, before);
    const size_t ahead = before < a->size ? coa_i_gap_at(a, before).size : 0;
    const size_t room = next == at + held ? coa_i_gap_at(a, next).size : 0;
    size_t to;
    if (room >= size - held) {
        coa_i_gap_take(a, before, next, size - held);
        return at;
    }
    to = coa_i_arena_new(a, size);
    if (to < a->size) {
        COALLOC_MEMCPY(a->base + to, a->base + at, held);
        coa_i_arena_free(a, at, held);
        return to;
    }
    if (before == a->size || before + ahead != at || ahead + held + room < size)
        return a->size;
    /* take the gaps on both sides: this makes one block, too large at first */
    if (room > 0) coa_i_gap_take(a, before, next, room);
    coa_i_gap_take(a, coa_i_gap_before(a, before), before, ahead);
    COALLOC_MEMMOVE(a->base + before, a->base + at, held);
    coa_i_arena_free(a, before + size, ahead + held + room - size);
    return before;
}

COALLOC_DEF coa_status coa_arena_init(coa_arena *a, void *buffer, size_t size)
{
    const size_t skip = (COA_I_UNIT - (uintptr_t)buffer % COA_I_UNIT) % COA_I_UNIT;
    coa_i_gap all;
    if (!a || (!buffer && size > 0)) return COA_E_ARG;
    COALLOC_MEMSET(a, 0, sizeof *a);
    if (size < skip + COA_I_UNIT) return COA_OK; /* an arena with no room at all */
    a->base = (unsigned char *)buffer + skip;
    a->size = (size - skip) / COA_I_UNIT * COA_I_UNIT;
    all.size = all.next = a->size;
    COALLOC_MEMCPY(a->base, &all, sizeof all);
    return COA_OK;
}

COALLOC_DEF void *coa_arena_alloc(void *arena, void *ptr, size_t old_size,
                                  size_t new_size)
{
    coa_arena *a = (coa_arena *)arena;
    const size_t held = ptr ? coa_i_units(old_size) : 0;
    size_t at, size;
    if (!a || new_size > a->size) return NULL;
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
    uint32_t place;       /* coa_place, the default replaced by what it stands for */
    int picked;           /* for this window MAP has the groups, SLICES the servers, */
                          /* RANGE_TREE the subtrees */
    int ruled_out;        /* known: no earlier start succeeds */
    int longest;          /* asked of `idle`: until when are q->need servers free? */
    coa_id moved;         /* the booking that moves to this window and is lifted; or 0 */
    int unlifted;         /* COUNT: `old` is not lifted for the search; see >>replacing */
    int lifted;           /* the booking `old` is lifted for the search */
    struct coa_i_record *old; /* the booking that the request replaces, or NULL */
    uint64_t need;            /* servers; UINT64_MAX = find all */
    uint64_t found;
    uint64_t visits; /* tree nodes visited */
    coa_i_mem *mem;
    coa_i_vec *items; /* of coa_i_item; NULL: call `each`, or only count */
    coa_i_found_fn each;
    void *ctx;
    coa_time first, step; /* CONTIGUOUS, step > 0: starts are first + k * step */
    coa_status failed;    /* COA_E_NOMEM: reports no more */
} coa_i_query;

/* Sets all members to 0. A memset of so many bytes takes longer than the rest of a search
 * in a small calendar, as compilers make a loop of it. */
COA_I_HOT void coa_i_query_clear(coa_i_query *q)
{
    q->start = q->end = q->length = q->latest = q->first = q->step = 0;
    q->among = NULL;
    q->among_from = q->place = 0;
    q->picked = q->ruled_out = q->longest = q->unlifted = q->lifted = 0;
    q->failed = COA_OK;
    q->moved = 0;
    q->old = NULL;
    q->need = q->found = q->visits = 0;
    q->mem = NULL;
    q->items = NULL;
    q->each = NULL;
    q->ctx = NULL;
}

COA_I_SOME int coa_i_query_over(const coa_i_query *q)
{
    return q->failed != COA_OK || q->found >= q->need;
}

COA_I_HOT int coa_i_items_add(coa_i_mem *mem, coa_i_vec *items, coa_time a, coa_time b,
                              uint32_t first, uint32_t count)
{
    const coa_i_item item = {a, b, first, count};
    if (!coa_i_room(mem, items, (uint64_t)items->count + 1, sizeof item)) return 0;
    COA_I_AT(coa_i_item, *items)[items->count++] = item;
    return 1;
}

static void coa_i_query_push(coa_i_query *q, coa_time a, coa_time b, uint32_t first,
                             uint32_t count)
{
    q->found += count;
    if (!q->items) {
        if (q->each) q->each(q->ctx, a, b, first, count);
    } else if (!coa_i_items_add(q->mem, q->items, a, b, first, count)) {
        q->failed = COA_E_NOMEM;
    }
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
         i < q->among->count && q->among->runs[i].first < end && !q->failed; i++) {
        lo = q->among->runs[i].first;
        hi = lo + q->among->runs[i].count;
        while (i + 1 < q->among->count && q->among->runs[i + 1].first == hi)
            hi +=
                q->among->runs[++i].count; /* they may touch: the plan has room for one */
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
    coa_i_sort(it, items->count, sizeof *it, coa_i_item_less);
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

/* Keeps the lowest n consecutive servers of items sorted by server; false: too few. */
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

/* Copies items, sorted by server and none touching the next, to runs. */
static void coa_i_items_to_runs(const coa_i_vec *items, coa_run *runs)
{
    const coa_i_item *it = COA_I_AT(coa_i_item, *items);
    uint32_t i;
    for (i = 0; i < items->count; i++) {
        runs[i].first = it[i].first;
        runs[i].count = it[i].count;
    }
}

COA_I_SOME int coa_i_run_less(const void *x, const void *y)
{
    return ((const coa_run *)x)->first < ((const coa_run *)y)->first;
}

/* Sorts disjoint runs. A few, some of them in order, are quickest sorted by insertion. */
COA_I_SOME void coa_i_runs_sort(coa_run *r, uint32_t n)
{
    uint32_t i, k;
    if (n > 64) coa_i_sort(r, n, sizeof *r, coa_i_run_less);
    for (i = 1; i < n && n <= 64; i++) {
        const coa_run run = r[i];
        for (k = i; k > 0 && r[k - 1].first > run.first; k--) r[k] = r[k - 1];
        r[k] = run;
    }
}

/* Copies n sorted runs, joins those that touch, returns how many. `to` may be `from`. */
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

static uint32_t coa_i_runs_servers(const coa_run *runs, uint32_t n)
{
    uint32_t i, servers = 0;
    for (i = 0; i < n; i++) servers += runs[i].count;
    return servers;
}

#define COA_I_ONLY_A (1u << 1) /* `keep` of coa_i_runs_combine */
#define COA_I_BOTH (1u << 3)
#define COA_I_UNION (COA_I_ONLY_A | 1u << 2 | COA_I_BOTH)

/* Writes the servers in a (1), in b (2) or in both (3) if this bit of `keep` is set, as
 * runs none of which touches the next; returns the number of runs. If `to` is in the
 * array of a or b, that set's runs must begin at least one run more behind it than the
 * other set has, so that it overwrites nothing unread. */
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
        if ((keep >> (in_a + 2 * in_b) & 1) != 0) {
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

#if !defined(COALLOC_NO_SLICES) || !defined(COALLOC_NO_MAP)
/* >>masks: sets of servers as words with a bit for each server ----------------------- */

#ifndef COALLOC_NO_SLICES
/* Returns the lowest n set bits of x, which has more than n. */
COA_I_SOME uint64_t coa_i_low_bits(uint64_t x, uint32_t n)
{
    uint64_t above = x;
    for (; n > 0; n--) above &= above - 1;
    return x ^ above;
}
#endif

/* Adds a run to a mask that has none of its servers, or removes it if it has all. */
COA_I_HOT void coa_i_mask_flip_run(uint64_t *mask, coa_run run)
{
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
}

/* Adds n runs to a mask that has none of their servers, or removes them if it has all. */
static void coa_i_mask_flip(uint64_t *mask, const coa_run *runs, uint32_t n)
{
    uint32_t i;
    for (i = 0; i < n; i++) coa_i_mask_flip_run(mask, runs[i]);
}

/* Returns the first server from `at` on whose bit is set in mask ^ flip, words * 64 if
 * there is none; flip is 0 or all ones. */
COA_I_SOME uint32_t coa_i_mask_from(const uint64_t *mask, uint32_t words, uint32_t at,
                                    uint64_t flip)
{
    uint32_t w = at / 64;
    uint64_t x;
    if (w >= words) return words * 64;
    for (x = (mask[w] ^ flip) >> at % 64 << at % 64; x == 0; x = mask[w] ^ flip)
        if (++w == words) return words * 64;
    return w * 64 + coa_i_low_bit(x);
}

/* Moves on to the next run of a mask, from an empty run at 0 to the first, if any. */
COA_I_SOME int coa_i_mask_next(const uint64_t *mask, uint32_t words, coa_run *run)
{
    run->first = coa_i_mask_from(mask, words, run->first + run->count, 0);
    run->count = coa_i_mask_from(mask, words, run->first, ~(uint64_t)0) - run->first;
    return run->count > 0;
}

/* Writes a mask as runs, at most words * 32 of them, and returns their number. With
 * coa_i_mask_next a booking would take 1.07 times as long. */
COA_I_HOT uint32_t coa_i_mask_runs(const uint64_t *mask, coa_run *runs, uint32_t words)
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
COA_I_SOME void coa_i_mask_emit(const uint64_t *mask, uint32_t words, coa_i_query *q,
                                coa_time a, coa_time b)
{
    coa_run run = {0, 0};
    while (coa_i_mask_next(mask, words, &run)) coa_i_emit(q, a, b, run.first, run.count);
}
#endif

/* >>bookings: records in the order of their ids -----------------------------------------
 *
 * Ids only grow, so appending keeps the records sorted. The record of a booking that is
 * over or cancelled stays until the array is full; then all such records are removed at
 * once: O(1) amortised, and nothing to do when time moves. The runs of all bookings are
 * in one store, in the order in which they were booked; it is compacted when full. An
 * index with `masks` has no such store: each record has a mask of its servers, in a row
 * with the record's number, and a booking to be shown becomes runs in c->store. */

#define COA_I_LAST_ID ((coa_id)INT64_MAX)

/* Room for more records than can be alive, so that they are compacted less often. */
#define COA_I_RECORDS(bookings) ((uint64_t)(bookings) + (bookings) / 32)

typedef struct coa_i_record {
    coa_id id;
    uint64_t tag;
    coa_time start, end;
    uint32_t servers;         /* 0: cancelled or finished */
    uint32_t attempts;        /* 0: it is a block, see coa_block */
    uint32_t runs, run_count; /* its runs in the store: the first one and their number */
} coa_i_record;

/* Further data of a booking that is a part of a job; stored apart: few have it. */
typedef struct coa_i_job_part {
    coa_id id;            /* of the booking and of the job */
    uint64_t key;         /* of the coa_flex that made the job */
    uint64_t first;       /* the number of the first site that has a part of the job */
    uint32_t parts, mold; /* of the job */
    uint32_t before;      /* how many of the parts are at sites before this one's */
} coa_i_job_part;

typedef struct coa_i_index coa_i_index; /* see >>index */

struct coa_calendar {
    coa_i_mem mem;
    coa_desc desc;            /* with every default resolved */
    const coa_i_index *index; /* its operations */
    void *state;              /* of the index */
    coa_time now;
    coa_i_vec records; /* of coa_i_record */
    coa_i_vec store;   /* of coa_run, see coa_i_booking_drop; or of the booking shown */
    coa_i_vec owned;   /* of uint64_t: masks of the records, see coa_i_owned */
    coa_i_vec parts;   /* of coa_i_job_part, by id; also of some that are over */
    coa_id last_id;
    uint64_t passed;     /* number of ids up to last_id that no booking here ever had */
    coa_i_vec items;     /* of coa_i_item: servers found, then servers chosen */
    coa_i_vec wanted;    /* of coa_run: the servers chosen */
    coa_time freed;      /* see >>moving */
    coa_i_vec known;     /* of coa_time: what searches have learnt, see lessons */
    coa_time known_from; /* nothing is known of starts before this time */
    uint64_t attempts, search_visits;
    uint64_t update_visits; /* to be added to those that the index counts */
    coa_i_vec events;       /* of coa_i_event, see >>events; [0] belongs to splaying; */
                            /* count 0: there is no tree */
    coa_id events_upto;     /* entries of bookings with ids up to this one are there */
    uint32_t events_root, events_new; /* of the tree; of the list of entries to come */
};

/* >>index: all that the rest of the code knows of an index ------------------------------
 *
 * An index is a table of operations and a state. The search, the alternatives, FlexCo,
 * coa_save and coa_check call these operations and nothing else; coa_next_event,
 * coa_release and coa_widen also call functions of COUNT. Operations marked "named" may
 * be NULL in an index that binds late, as they need a booking's servers before its start.
 *
 * To add an index, step by step:
 * 1. Give it a name and a number in coa_index.
 * 2. Define its state, a struct, in a new section after >>sets. Add it to the union
 *    coa_i_state in >>plan, and write coa_i_X_of(c): c->state as that type.
 * 3. Write init and close, then `room` and `change`: a booking's window becomes another
 *    one. `room` takes all memory that `change` needs and changes nothing else; `change`
 *    then cannot fail. For an index that knows its servers coa_i_step_choose chooses
 *    which it gives or takes.
 * 4. Write idle, earliest, advance, stats, rebuild, follow and copy, and periods if it
 *    can list them; for show and profile >>named has what serves any index that knows its
 *    servers.
 * 5. Write an audit of its structure in tests/coalloc/audit.c.
 * 6. Fill in the table, and add it to coa_i_indexes. The flags say what the index needs:
 *    `tries` only if each attempt must be made, as in [1]. Put all of it into #ifndef
 *    COALLOC_NO_X, extend COA_I_ONLY in >>parts, and add a row to tests/gate/sizes.sh.
 * 7. In tests/coalloc, let the loops over indexes include it: prop_calendar.c compares
 *    every answer with a model and refuses every allocation, test_save.c saves and loads.
 * 8. Describe it in INDEXES. */

typedef struct coa_i_at { /* row i of entry k */
    uint32_t k, i;
} coa_i_at;

typedef struct coa_i_share { /* an array whose size is known when a calendar is made */
    coa_i_vec *vec;
    size_t size; /* of an item */
    uint64_t count;
} coa_i_share;

static uint32_t coa_i_plan_add(coa_i_share *list, uint32_t n, coa_i_vec *vec, size_t size,
                               uint64_t count)
{
    const coa_i_share share = {vec, size, count};
    list[n] = share;
    return n + 1;
}

/* The next change of the number of free servers: `more` are free from `time` on. */
typedef struct coa_i_change {
    coa_time time; /* COA_FOREVER: it never changes */
    int64_t more;
} coa_i_change;

#ifndef COA_I_CHANGES
#define COA_I_CHANGES \
    64u /* changes of the number of idle servers that coa_profile notes */
#endif

/* A walk from change to change: what MAP keeps of it. `begun` and `ahead` are places in
 * these sequences: the groups of `ahead` before its place are noted as far as they still
 * end. The next changes are noted, the latest first. */
typedef struct coa_i_changes {
    int goes_on; /* 0: it is to begin */
    coa_i_change at[COA_I_CHANGES];
    uint32_t count;
    coa_time known; /* they are all those before this time */
    coa_i_at begun, ahead;
} coa_i_changes;

/* How many servers are free during a window that moves on. */
typedef struct coa_i_follow {
    const coa_set *among; /* NULL = all */
    coa_time length;      /* of the window */
    coa_time until;       /* its latest start */
    uint64_t free;
    coa_time fall;   /* up to this start `free` does not fall */
    coa_time rise;   /* see `follow` */
    int begins;      /* it has not been moved yet */
    uint64_t usable; /* MAP: servers of the groups that are usable now */
    uint64_t rows;   /* MAP: bits: rows of block `ahead` to be seen, if long enough */
    uint32_t ahead;  /* MAP: the block of m->ahead that the walk has reached */
    coa_i_at begun;  /* MAP: the usable groups of m->begun are those before this place */
} coa_i_follow;

/* What a booking holds of a calendar. */
typedef struct coa_i_window {
    coa_time start, end;
    uint32_t servers; /* 0: none, or the booking is lifted */
} coa_i_window;

/* A booking's window becomes another one: it is made, ends earlier or later, moves, gets
 * more servers or fewer, is lifted or goes. */
typedef struct coa_i_step {
    coa_i_record *r; /* as it was; a booking that is made: as it is; NULL in `room` */
    coa_i_window was, is;
    coa_i_query *q;      /* `room` chooses q->need servers; NULL: they are in `runs` */
    int lift;            /* the booking is lifted, or taken again */
    int give;            /* these servers are given back, not taken, */
    coa_time start, end; /* during this window */
    const coa_run *runs; /* NULL on an index that binds late or has masks */
    uint32_t count;
    const uint64_t *mask; /* on an index that has masks */
} coa_i_step;

struct coa_i_index {
    uint32_t number; /* coa_index */
    uint32_t places; /* a bit 1 << p for each coa_place p that it has */
    uint32_t place;  /* what COA_PLACE_DEFAULT means */
    uint32_t order;  /* the coa_place in whose order `idle` reports servers */
    int named;       /* the servers of a booking are known before it starts */
    int masks;       /* and kept as masks */
    int tries;       /* it makes every attempt, as [1] does */
    int consecutive; /* with CONTIGUOUS `earliest` finds consecutive servers */
    size_t size;     /* of its state */

    /* Adds its arrays to coa_i_plan's list; returns the new length. NULL: no bound. */
    uint32_t (*plan)(coa_calendar *c, coa_i_share *list, uint32_t n);
    void (*show)(const coa_calendar *c, const coa_i_record *r, coa_booking *out);
    /* Reports the idle periods in which a window of q->length can start in [q->start,
     * q->latest]: a = start (INT64_MIN: it has begun), b = end; unless `earliest` finds
     * consecutive servers, by start. Named. */
    void (*periods)(const coa_calendar *c, coa_i_query *q);
    /* Adds to q->found the servers of q->among that are free at q->start, unless the walk
     * goes on, and sets *x to the next time at which some become idle or busy. */
    void (*profile)(const coa_calendar *c, coa_i_query *q, coa_i_change *x,
                    coa_i_changes *walk);
    /* The records and their runs in c->store come from outside, and all servers are idle:
     * enters all bookings; COA_E_CORRUPT if they clash. Changes the records at will. */
    coa_status (*rebuild)(coa_calendar *c);

    /* Makes all servers idle for ever; the state is all 0. */
    coa_status (*init)(coa_calendar *c);
    void (*free_all)(coa_calendar *c);
    void (*advance)(coa_calendar *c);
    void (*stats)(const coa_calendar *c, coa_stats_info *out);
    /* Moves q->start to the first start in [q->start, q->latest]: COA_OK, COA_E_NOFIT,
     * COA_E_NOMEM. With CONTIGUOUS any q->need servers will do unless `consecutive`. */
    coa_status (*earliest)(coa_calendar *c, coa_i_query *q);
    /* Reports the servers that are free during the window, or counts them: SLICES and an
     * index that binds late only count. With q->longest one that is not named, or finds
     * consecutive servers, instead sets q->end to when fewer than q->need are free. */
    void (*idle)(coa_calendar *c, coa_i_query *q);
    /* >>flex: moves a window to `start`, or with more > 0 sets f->rise to the next time
     * up to f->until at which `more` further servers may be free, or COA_FOREVER. */
    coa_status (*follow)(coa_calendar *c, coa_i_follow *f, coa_time start, uint64_t more);
    /* Takes the memory for a step, and chooses its servers, COA_E_NOFIT if there are too
     * few. To lift a booking it takes the memory to retake it, too. */
    coa_status (*room)(coa_calendar *c, coa_i_step *x);
    void (*change)(coa_calendar *c, const coa_i_step *x);
    /* Copies the state of a calendar with as many servers, and all that it has room for;
     * the state is all 0, but for planned memory. False without memory. */
    int (*copy)(coa_calendar *c, const coa_calendar *from);
};

/* The operations that every index x has, from `init` on. */
#define COA_I_OPERATIONS(x)                                                         \
    coa_i_##x##_init, coa_i_##x##_close, coa_i_##x##_advance, coa_i_##x##_stats,    \
        coa_i_##x##_earliest, coa_i_##x##_idle, COA_I_FOR_FLEX(coa_i_##x##_follow), \
        coa_i_##x##_step_room, coa_i_##x##_step, coa_i_##x##_copy

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

#ifndef COALLOC_NO_SLICES
#define COA_I_MASKS(c) (coa_i_ops(c)->masks)
#else
#define COA_I_MASKS(c) ((void)(c), 0)
#endif

COA_I_SOME uint32_t coa_i_words(const coa_calendar *c)
{
    return (c->desc.servers + 63) / 64;
}

/* The mask of a booking's servers. */
COA_I_SOME uint64_t *coa_i_owned(const coa_calendar *c, const coa_i_record *r)
{
    return COA_I_AT(uint64_t, c->owned) + (size_t)(r - coa_i_records(c)) * coa_i_words(c);
}

/* Returns the index of the first record or job above `id`; both begin with their ids. */
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

static coa_i_job_part *coa_i_job_parts(const coa_calendar *c)
{
    return COA_I_AT(coa_i_job_part, c->parts);
}

/* Returns the data of the job that a booking is a part of; NULL if of none. */
static const coa_i_job_part *coa_i_job_part_of(const coa_calendar *c, coa_id id)
{
    const uint32_t i = coa_i_id_above(&c->parts, sizeof(coa_i_job_part), id);
    const coa_i_job_part *w = i > 0 ? coa_i_job_parts(c) + i - 1 : NULL;
    return w && w->id == id ? w : NULL;
}

/* Returns how many parts the job has that a booking is a part of; 0 if it is none. */
static uint32_t coa_i_parts_of(const coa_calendar *c, coa_id id)
{
    const coa_i_job_part *w = c->parts.count > 0 ? coa_i_job_part_of(c, id) : NULL;
    return w ? w->parts : 0;
}

/* Runs in the store that belong to no booking: the first one has count 0, and its `first`
 * is their number (0: only this one). */
static void coa_i_booking_drop(coa_calendar *c, coa_i_record *r)
{
    const coa_run unowned = {r->run_count, 0};
    if (r->run_count > 0) *coa_i_runs_of(c, r) = unowned;
    r->servers = 0;
}

/* A walk over the runs of a booking, in order, however its index keeps them. */
typedef struct coa_i_held {
    coa_run run;
    const coa_run *next; /* of `left` further ones; or they are in a mask */
    const uint64_t *mask;
    uint32_t left, words;
} coa_i_held;

static coa_i_held coa_i_held_by(const coa_calendar *c, const coa_i_record *r)
{
    coa_i_held w = {{0, 0}, NULL, NULL, 0, 0};
    coa_booking b;
    if (COA_I_MASKS(c)) {
        w.mask = coa_i_owned(c, r);
        w.words = coa_i_words(c);
    } else {
        coa_i_ops(c)->show(c, r, &b);
        w.next = b.runs;
        w.left = b.run_count;
    }
    return w;
}

/* Returns how many runs a booking's servers are; COUNT: 0 until it starts. */
static uint32_t coa_i_run_count(const coa_calendar *c, const coa_i_record *r)
{
    const coa_i_held w = coa_i_held_by(c, r);
    return w.mask ? coa_i_mask_run_count(w.mask, w.words) : w.left;
}

static int coa_i_held_next(coa_i_held *w)
{
#ifndef COALLOC_NO_SLICES
    if (w->mask) return coa_i_mask_next(w->mask, w->words, &w->run);
#endif
    if (w->left == 0) return 0;
    w->left--;
    w->run = *w->next++;
    return 1;
}

/* Compacts the store of runs; all records must be alive. Meanwhile the first run of each
 * booking and the record's `runs` and `run_count` are exchanged: the run then holds the
 * index of the record whose runs follow, and their number. */
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
        COA_I_MOVE(run + to, run + from, n);
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
        if (COA_I_MASKS(c) && to != r)
            COA_I_MOVE(coa_i_owned(c, to), coa_i_owned(c, r), coa_i_words(c));
        *to = *r;
        to += alive;
    }
    c->records.count = (uint32_t)(to - coa_i_records(c));
}

/* Makes room for n more items in an array that has just been compacted. The array grows
 * unless a quarter of it is then free, or if its size is planned, unless the items fit.
 * If there is no memory for that, it is enough that the items fit. */
static int coa_i_bookings_grow(coa_calendar *c, coa_i_vec *v, uint32_t n, size_t size)
{
    const uint64_t need = (uint64_t)v->count + n;
    const int planned = c->desc.bookings > 0 && v != &c->parts;
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

/* Makes room for one more part; first removes those over or cancelled. */
COA_I_SOME int coa_i_job_parts_room(coa_calendar *c)
{
    coa_i_job_part *w = coa_i_job_parts(c);
    uint32_t i, n = 0;
    if (c->parts.count < c->parts.capacity) return 1;
    for (i = 0; i < c->parts.count; i++)
        if (coa_i_booking(c, w[i].id)) w[n++] = w[i];
    c->parts.count = n;
    return coa_i_bookings_grow(c, &c->parts, 1, sizeof(coa_i_job_part));
}

/* Makes room for a booking to have n runs instead of `had`. Records may move. */
COA_I_HOT int coa_i_store_room(coa_calendar *c, uint32_t n, uint32_t had)
{
    if (n <= had || (uint64_t)c->store.count + n <= c->store.capacity) return 1;
    coa_i_bookings_close_up(c);
    coa_i_store_close_up(c);
    return coa_i_bookings_grow(c, &c->store, n - had, sizeof(coa_run));
}

/* Makes room for a booking of `runs` runs; one that moves has its record. */
COA_I_HOT int coa_i_booking_room(coa_calendar *c, const coa_i_query *q, uint32_t runs)
{
    return (COA_I_REPLACED(q->old != NULL) || coa_i_records_room(c)) &&
           coa_i_store_room(c, runs, 0);
}

/* Makes a record a booking for the window of a query; the index writes its runs. */
COA_I_SOME void coa_i_record_write(const coa_calendar *c, coa_i_record *r,
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

/* All of a booking but its servers. */
static void coa_i_booking_head(const coa_calendar *c, const coa_i_record *r,
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
    out->run_count = 0;
    out->runs = NULL;
}

/* With its servers; if they are a mask, in c->store, so not for calls that share the
 * calendar. */
static void coa_i_booking_show(const coa_calendar *c, const coa_i_record *r,
                               coa_booking *out)
{
    coa_i_booking_head(c, r, out);
    coa_i_ops(c)->show(c, r, out);
}

/* >>events: starts and ends in order ----------------------------------------------------
 *
 * A splay tree of the starts and ends of all bookings, which the first call that asks for
 * it makes: each look moves what it finds to the root, so going on from there is quick,
 * and any sequence of n looks takes O(n log n). What bookings made or changed meanwhile
 * add is listed, and enters the tree with the next look. An event that is no longer true
 * leaves the tree when a look meets it. If the array is full, the tree is rebuilt. */

typedef struct coa_i_event {
    coa_event is;
    uint32_t child[2]; /* the roots of the trees before and after; of events not */
                       /* in the tree: [0] is the next one in their list */
} coa_i_event;

static coa_i_event *coa_i_events(const coa_calendar *c)
{
    return COA_I_AT(coa_i_event, c->events);
}

/* Returns -1 if x comes before y, 1 if behind, 0 if they are equal. */
static int coa_i_event_order(const coa_event *x, const coa_event *y)
{
    if (x->time != y->time) return x->time < y->time ? -1 : 1;
    if (x->starts != y->starts) return x->starts < y->starts ? -1 : 1;
    return x->id < y->id ? -1 : x->id > y->id;
}

static coa_event coa_i_event_of(const coa_i_record *r, int starts)
{
    const coa_event e = {starts ? r->start : r->end, r->id, starts};
    return e;
}

/* Is there still a booking that starts or ends so? */
static int coa_i_event_true(const coa_calendar *c, const coa_event *e)
{
    const coa_i_record *r = coa_i_booking(c, e->id);
    return r && e->time == (e->starts ? r->start : r->end);
}

/* Makes e, or if tree t has no such event a neighbour, the root, and returns that. */
static uint32_t coa_i_events_splay(coa_i_event *all, uint32_t t, const coa_event *e)
{
    uint32_t at[2] = {0, 0},
             next; /* the last of those before e, the first of the rest: */
    int order;     /* these form two trees; all[0].child[1] and [0] are their roots */
    if (t == 0) return 0;
    all[0].child[0] = all[0].child[1] = 0;
    while ((order = coa_i_event_order(&all[t].is, e)) != 0) {
        const int d = order < 0;
        next = all[t].child[d];
        if (next != 0 && coa_i_event_order(&all[next].is, e) == order) {
            all[t].child[d] = all[next].child[!d];
            all[next].child[!d] = t;
            t = next;
            next = all[t].child[d];
        }
        if (next == 0) break;
        all[at[!d]].child[d] = t;
        at[!d] = t;
        t = next;
    }
    all[at[0]].child[1] = all[t].child[0];
    all[at[1]].child[0] = all[t].child[1];
    all[t].child[0] = all[0].child[1];
    all[t].child[1] = all[0].child[0];
    return t;
}

/* A booking has a new start or end. A tree without room for them is rebuilt later. */
static void coa_i_events_add(coa_calendar *c, const coa_i_record *r)
{
    uint32_t starts;
    if (c->events.count == 0) return;
    if (c->events.capacity - c->events.count < 2) c->events.count = 0;
    for (starts = 0; starts < 2 && c->events.count > 0; starts++) {
        coa_i_event *e = coa_i_events(c) + c->events.count;
        e->is = coa_i_event_of(r, (int)starts);
        e->child[0] = c->events_new;
        c->events_new = c->events.count++;
    }
}

/* Enters event i into the tree. */
static void coa_i_events_enter(coa_calendar *c, uint32_t i)
{
    coa_i_event *all = coa_i_events(c), *x = all + i;
    const uint32_t t = coa_i_events_splay(all, c->events_root, &x->is);
    const int order = t == 0 ? 1 : coa_i_event_order(&all[t].is, &x->is), d = order > 0;
    c->events_root = order == 0 ? t : i;
    if (order == 0) return;
    x->child[d] = t;
    x->child[!d] = t == 0 ? 0 : all[t].child[!d];
    if (t != 0) all[t].child[!d] = 0;
}

/* Brings the tree up to date, or rebuilds it; false without memory. */
static int coa_i_events_update(coa_calendar *c)
{
    const uint64_t need = 2 * (uint64_t)c->records.count + 1;
    uint32_t i = coa_i_record_above(c, c->events_upto);
    if (c->events.count == 0 || c->events.count + need - 2 * i > c->events.capacity) {
        c->events.count = c->events_root = c->events_new = i = 0;
        if (!coa_i_room(&c->mem, &c->events, need + need / 2, sizeof(coa_i_event)) &&
            !coa_i_room(&c->mem, &c->events, need, sizeof(coa_i_event)))
            return 0;
        c->events.count = 1;
    }
    for (; i < c->records.count; i++)
        if (coa_i_alive(c, coa_i_records(c) + i))
            coa_i_events_add(c, coa_i_records(c) + i);
    c->events_upto = c->last_id;
    while ((i = c->events_new) != 0) {
        c->events_new = coa_i_events(c)[i].child[0];
        coa_i_events_enter(c, i);
    }
    return 1;
}

/* Sets *best to the first event behind `from` that is true, if there is one. */
static void coa_i_events_next(coa_calendar *c, const coa_event *from, coa_event *best)
{
    coa_i_event *all = coa_i_events(c);
    for (;;) {
        uint32_t t = coa_i_events_splay(all, c->events_root, from),
                 *link = &c->events_root;
        *link = t;
        if (t != 0 && coa_i_event_order(&all[t].is, from) <= 0) {
            link = &all[t].child[1];
            t = *link = coa_i_events_splay(all, *link, from);
        }
        if (t == 0) return;
        if (coa_i_event_true(c, &all[t].is)) {
            *best = all[t].is;
            return;
        }
        *link = coa_i_events_splay(all, all[t].child[0], &all[t].is);
        if (*link != 0)
            all[*link].child[1] = all[t].child[1];
        else
            *link = all[t].child[1];
    }
}

/* Sets *best to the first event behind `from`, without a tree. */
static void coa_i_events_search(const coa_calendar *c, const coa_event *from,
                                coa_event *best)
{
    uint32_t i;
    int starts;
    for (i = 0; i < c->records.count; i++) {
        for (starts = 0; starts < 2 && coa_i_alive(c, coa_i_records(c) + i); starts++) {
            const coa_event e = coa_i_event_of(coa_i_records(c) + i, starts);
            if (coa_i_event_order(from, &e) < 0 && coa_i_event_order(&e, best) < 0)
                *best = e;
        }
    }
}

/* Moves *event on; with desc.bookings there is no memory for a tree. */
static coa_status coa_i_event_next(coa_calendar *c, coa_event *event)
{
    coa_event best = {COA_FOREVER, 0, 0};
    if (c->desc.bookings == 0 && coa_i_events_update(c))
        coa_i_events_next(c, event, &best);
    else
        coa_i_events_search(c, event, &best);
    if (best.time == COA_FOREVER) return COA_E_NOTFOUND;
    *event = best;
    return COA_OK;
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

COA_I_SOME void coa_i_query_all(coa_i_query *q, coa_i_mem *mem, coa_i_vec *items)
{
    coa_i_query_clear(q);
    q->start = INT64_MIN;
    q->length = 1;
    q->latest = COA_FOREVER - 1;
    q->need = UINT64_MAX;
    q->mem = mem;
    q->items = items;
}

/* Runs a query; false without memory. */
static int coa_i_idle(coa_calendar *c, coa_i_query *q)
{
    coa_i_ops(c)->idle(c, q);
    c->search_visits += q->visits;
    return q->failed == COA_OK;
}

/* Returns a set that consists of these runs, without copying them; it is only read. */
COA_I_HOT coa_set coa_i_set_view(const coa_run *runs, uint32_t n)
{
    const coa_set set = COA_SET_OF((coa_run *)(uintptr_t)runs, n);
    return set;
}

/* Returns the end of a window that starts at t; one of length COA_FOREVER never ends. */
COA_I_SOME coa_time coa_i_end(coa_time t, coa_time length)
{
    return length == COA_FOREVER ? COA_FOREVER : t + length;
}

/* Returns the last start of a window of this length that ends by `end`, or INT64_MIN. */
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
COA_I_SOME coa_time coa_i_left_from(const coa_calendar *c, const coa_i_record *r)
{
    return r->start > c->now ? r->start : c->now;
}

/* Returns how many servers of a booking are in `among` (NULL = all). */
COA_I_SOME uint64_t coa_i_record_among(const coa_calendar *c, const coa_i_record *r,
                                       const coa_set *among)
{
    coa_i_held w = coa_i_held_by(c, r);
    coa_i_query q;
    if (!among) return r->servers;
    COALLOC_MEMSET(&q, 0, sizeof q);
    q.among = among;
    while (coa_i_held_next(&w)) coa_i_emit(&q, 0, 0, w.run.first, w.run.count);
    return q.found;
}

/* Moves the servers of a booking to the front of c->items, the lowest first; the others
 * keep their order. False without memory. */
static int coa_i_items_own_first(coa_calendar *c, const coa_i_record *r)
{
    const coa_set own = coa_i_set_view(coa_i_runs_of(c, r), r->run_count);
    const uint32_t n = c->items.count;
    coa_i_query q;
    uint32_t i;
    COALLOC_MEMSET(&q, 0, sizeof q);
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
    if (q.failed) return 0;
    c->items.count -= n;
    COALLOC_MEMMOVE(c->items.at, COA_I_AT(coa_i_item, c->items) + n,
                    (size_t)c->items.count * sizeof(coa_i_item));
    coa_i_items_sort(&c->items);
    return 1;
}

/* Puts q->need servers that are free during the window into c->wanted: if a booking moves
 * its own, the lowest first, then as q->place prefers; or COA_E_NOFIT. */
static coa_status coa_i_want(coa_calendar *c, const coa_i_query *q)
{
    const int ordered = q->place == coa_i_ops(c)->order;
    coa_i_query all =
        coa_i_query_of(c, q->start, q->end, q->among,
                       ordered && COA_I_MOVED(q) == 0 ? q->need : UINT64_MAX, &c->items);
    all.picked = q->picked;
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
    if (!coa_i_room(&c->mem, &c->wanted, c->items.count, sizeof(coa_run)))
        return COA_E_NOMEM;
    coa_i_items_to_runs(&c->items, COA_I_AT(coa_run, c->wanted));
    c->wanted.count = c->items.count;
    return COA_OK;
}

/* Chooses the servers of a step; for a new booking takes the memory for its record. */
COA_I_SOME coa_status coa_i_step_choose(coa_calendar *c, coa_i_step *x)
{
    const coa_status s = coa_i_want(c, x->q);
    if (s != COA_OK) return s;
    x->runs = COA_I_AT(coa_run, c->wanted);
    x->count = c->wanted.count;
    return x->r || coa_i_booking_room(c, x->q, x->count) ? COA_OK : COA_E_NOMEM;
}

COA_I_SOME void coa_i_named_show(const coa_calendar *c, const coa_i_record *r,
                                 coa_booking *out)
{
    out->run_count = r->run_count;
    out->runs = coa_i_runs_of(c, r);
}

/* The runs that a booking is to have when it is widened or narrowed; their number is
 * c->items.count, as they are in the memory of c->items. */
static coa_run *coa_i_runs_after(const coa_calendar *c)
{
    return COA_I_AT(coa_run, c->items);
}

/* Makes room for n runs of which none touches the next. */
COA_I_SOME int coa_i_apart_room(coa_calendar *c, coa_i_vec *v, uint64_t n, size_t size)
{
    const uint64_t most = ((uint64_t)c->desc.servers + 1) / 2;
    return coa_i_room(&c->mem, v, n < most ? n : most, size);
}

/* Divides the servers of a booking: what q asks for goes to c->wanted, the highest if it
 * asks for fewer, the others to coa_i_runs_after. */
static coa_status coa_i_divide(coa_calendar *c, const coa_i_record *r, coa_i_query *q)
{
    const uint32_t listed = q->among ? q->among->count : 0;
    coa_booking b;
    coa_run *given;
    uint64_t stay;
    uint32_t n, i = 0;
    coa_i_ops(c)->show(c, r, &b);
    if (b.run_count == 0) /* COUNT: which servers is not known yet, or never */
        return q->among || q->need == 0 || q->need >= r->servers ? COA_E_ARG : COA_OK;
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
    COA_I_MOVE(given, given + i, n);
    if (!coa_i_apart_room(c, &c->items, (uint64_t)b.run_count + n, sizeof(coa_i_item)))
        return COA_E_NOMEM;
    c->items.count = coa_i_runs_combine(b.runs, b.run_count, given, n, COA_I_ONLY_A,
                                        coa_i_runs_after(c));
    return COA_OK;
}

/* Writes the servers of a booking and those in c->wanted to coa_i_runs_after. */
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
    COALLOC_MEMSET(coa_i_runs_of(c, r), 0, (size_t)r->run_count * sizeof(coa_run));
    if (n > r->run_count) {
        r->run_count = 0;
        if ((uint64_t)c->store.count + n > c->store.capacity) coa_i_store_close_up(c);
        r->runs = c->store.count;
        c->store.count += n;
    }
    r->run_count = n;
    COA_I_COPY(coa_i_runs_of(c, r), coa_i_runs_after(c), n);
}

/* ---- steps: how bookings change */

/* The step by which a booking that has `had` servers in its window gets this one. */
static coa_i_step coa_i_step_of(const coa_calendar *c, coa_i_record *r, uint32_t had,
                                coa_time start, coa_time end, uint32_t servers)
{
    coa_i_step x;
    COALLOC_MEMSET(&x, 0, sizeof x);
    x.r = r;
    x.was.start = r->start;
    x.was.end = x.end = r->end;
    x.was.servers = had;
    x.is.start = start;
    x.is.end = end;
    x.is.servers = servers;
    x.start = coa_i_left_from(c, r);
    x.give = servers < had;
    if (servers == had && end != r->end) {
        x.give = end < r->end;
        x.start = x.give ? end : r->end;
        x.end = x.give ? r->end : end;
    }
    if (COA_I_MASKS(c)) {
        x.mask = coa_i_owned(c, r);
    } else if (coa_i_ops(c)->named) {
        x.runs = coa_i_runs_of(c, r);
        x.count = r->run_count;
    }
    return x;
}

/* The step that makes a booking for a query. (No memset: see coa_i_query_clear.) */
COA_I_SOME void coa_i_step_to_make(coa_i_step *x, coa_i_query *q, coa_i_record *r)
{
    x->r = r;
    x->q = q;
    x->was.start = x->was.end = x->lift = x->give = 0;
    x->was.servers = x->count = 0;
    x->runs = NULL;
    x->mask = NULL;
    x->start = x->is.start = q->start;
    x->end = x->is.end = q->end;
    x->is.servers = (uint32_t)q->need;
}

static coa_status coa_i_choose(coa_calendar *c, coa_i_query *q)
{
    coa_i_step x;
    coa_i_step_to_make(&x, q, NULL);
    return coa_i_ops(c)->room(c, &x);
}

/* Books the servers chosen for a record that has been written. */
static void coa_i_book(coa_calendar *c, coa_i_query *q, coa_i_record *r)
{
    coa_i_step x;
    coa_i_step_to_make(&x, q, r);
    if (!COA_I_MASKS(c) && coa_i_ops(c)->named) {
        x.runs = coa_i_runs_of(c, r);
        x.count = r->run_count = c->wanted.count;
        COA_I_COPY(coa_i_runs_of(c, r), c->wanted.at, x.count);
        c->store.count += x.count;
    }
    coa_i_ops(c)->change(c, &x);
}

/* Lifts a booking: gives back the time it has left, but keeps the memory to retake it.
 * What follows is coa_i_retake; or coa_i_book for a query with the booking's id in
 * q->moved, which takes its place; or coa_i_forget_lifted. */
COA_I_SOME coa_status coa_i_lift(coa_calendar *c, coa_i_record *r)
{
    coa_i_step x = coa_i_step_of(c, r, r->servers, r->start, r->end, 0);
    coa_status s;
    x.lift = 1;
    s = coa_i_ops(c)->room(c, &x);
    if (s == COA_OK) coa_i_ops(c)->change(c, &x);
    return s;
}

COA_I_SOME void coa_i_retake(coa_calendar *c, coa_i_record *r)
{
    coa_i_step x = coa_i_step_of(c, r, 0, r->start, r->end, r->servers);
    x.lift = 1;
    coa_i_ops(c)->change(c, &x);
}

/* A lifted booking goes: COUNT has kept its promise. */
COA_I_SOME void coa_i_forget_lifted(coa_calendar *c, coa_i_record *r)
{
    const coa_i_step x = coa_i_step_of(c, r, 0, 0, 0, 0);
    if (!coa_i_ops(c)->named) coa_i_ops(c)->change(c, &x);
}

/* Books what the records say, the latest first: a server's list of idle periods is then
 * short up to the place of the booking. */
COA_I_SOME coa_status coa_i_named_rebuild(coa_calendar *c)
{
    coa_status s = COA_OK;
    uint32_t i;
    for (i = c->records.count; s == COA_OK && i-- > 0;) {
        coa_i_record *r = coa_i_records(c) + i;
        coa_i_step x = coa_i_step_of(c, r, 0, r->start, r->end, r->servers);
        s = coa_i_ops(c)->room(c, &x);
        if (s == COA_OK) coa_i_ops(c)->change(c, &x);
    }
    return s == COA_E_BUSY || s == COA_E_NOFIT ? COA_E_CORRUPT : s;
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
                                    coa_i_change *x, coa_i_changes *walk)
{
    const coa_i_record *r = coa_i_records(c);
    uint32_t i;
    (void)walk;
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

/* Can a booking have this run behind one that ends before *end, -1 if it is the first? */
COA_I_SOME int coa_i_run_sane(const coa_calendar *c, coa_run run, int64_t *end)
{
    const uint64_t past = (uint64_t)run.first + run.count;
    if (run.count == 0 || run.first <= *end || past > c->desc.servers) return 0;
    *end = (int64_t)past;
    return 1;
}

/* Are these the runs that a booking has: sorted, none touching the next, of all its
 * servers? Where servers are chosen late, or never, there are none before. */
COA_I_SOME int coa_i_runs_sane(const coa_calendar *c, const coa_i_record *r,
                               const coa_run *runs, uint32_t n)
{
    int64_t end = -1;
    uint64_t sum = 0;
    uint32_t i;
    if (COA_I_MASKS(c))
        return coa_i_bits(coa_i_owned(c, r), coa_i_words(c)) == r->servers;
    if (!coa_i_ops(c)->named && (r->start > c->now || c->desc.unnamed)) return n == 0;
    for (i = 0; i < n; i++) {
        if (!coa_i_run_sane(c, runs[i], &end)) return 0;
        sum += runs[i].count;
    }
    return sum == r->servers;
}

#ifndef COALLOC_NO_MAP
/* >>sets: which servers, in slots of one pool -------------------------------------------
 *
 * A set is a chain of slots, nearly always just one, with up to seven sorted runs each,
 * none touching the next. The comment of each operation below says how many slots it
 * needs at most, so that callers can reserve them in advance. */

#ifndef COA_I_CHUNK_RUNS    /* tests make these two small */
#define COA_I_CHUNK_RUNS 7u /* at least 3 */
#endif
#ifndef COA_I_FAT
#define COA_I_FAT 64u /* rows of a block */
#endif
#define COA_I_SPARE_SLOTS 4u /* always kept free: coa_advance joins sets without memory */

typedef struct coa_i_chunk { /* a slot of a chain */
    uint32_t count, next;
    coa_run runs[COA_I_CHUNK_RUNS];
} coa_i_chunk;

typedef struct coa_i_sets {
    coa_i_vec chunks; /* of coa_i_chunk; [0] unused */
    uint32_t free_head, free_count;
    uint32_t kept; /* slots that joins must leave free for later steps */
} coa_i_sets;

static coa_i_chunk *coa_i_chunk_at(const coa_i_sets *p, uint32_t set)
{
    return COA_I_AT(coa_i_chunk, p->chunks) + set;
}

static int coa_i_sets_room(coa_i_mem *mem, coa_i_sets *p, uint64_t n)
{
    n += COA_I_SPARE_SLOTS;
    if (n <= p->free_count) return 1;
    return coa_i_room(mem, &p->chunks, p->chunks.count + (n - p->free_count),
                      sizeof(coa_i_chunk));
}

static uint32_t coa_i_slot_new(coa_i_sets *p)
{
    const uint32_t i = p->free_head;
    if (i == COA_I_NONE) return p->chunks.count++;
    p->free_head = coa_i_chunk_at(p, i)->next;
    p->free_count--;
    return i;
}

static void coa_i_slot_drop(coa_i_sets *p, uint32_t i)
{
    coa_i_chunk_at(p, i)->next = p->free_head;
    p->free_head = i;
    p->free_count++;
}

static void coa_i_chain_drop(coa_i_sets *p, uint32_t set)
{
    while (set != COA_I_NONE) {
        const uint32_t next = coa_i_chunk_at(p, set)->next;
        coa_i_slot_drop(p, set);
        set = next;
    }
}

COA_I_HOT uint32_t coa_i_chain_slots(const coa_i_sets *p, uint32_t set)
{
    uint32_t n;
    for (n = 0; set != COA_I_NONE; set = coa_i_chunk_at(p, set)->next) n++;
    return n;
}

static uint32_t coa_i_chain_servers(const coa_i_sets *p, uint32_t set)
{
    uint32_t n = 0;
    for (; set != COA_I_NONE; set = coa_i_chunk_at(p, set)->next) {
        const coa_i_chunk *c = coa_i_chunk_at(p, set);
        n += coa_i_runs_servers(c->runs, c->count);
    }
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
    coa_i_chain_reader from_chain = {COA_I_NONE, 0, {0, 0}};
    from_chain.slot = set;
    coa_i_chain_next(p, &from_chain);
    return from_chain;
}

/* Makes a set of n >= 1 sorted runs: n / 7 + 1 slots. */
static uint32_t coa_i_chain_of(coa_i_sets *p, const coa_run *runs, uint32_t n)
{
    coa_i_chain_writer to_chain = {COA_I_NONE, COA_I_NONE};
    uint32_t i;
    for (i = 0; i < n; i++) coa_i_chain_write(p, &to_chain, runs[i].first, runs[i].count);
    return to_chain.first;
}

/* Copies a set: as many slots as the set has. */
static uint32_t coa_i_chain_copy(coa_i_sets *p, uint32_t set)
{
    uint32_t first = COA_I_NONE, last = COA_I_NONE, slot;
    for (; set != COA_I_NONE; set = coa_i_chunk_at(p, set)->next) {
        slot = coa_i_slot_new(p);
        *coa_i_chunk_at(p, slot) = *coa_i_chunk_at(p, set);
        if (first == COA_I_NONE)
            first = slot;
        else
            coa_i_chunk_at(p, last)->next = slot;
        last = slot;
    }
    return first;
}

/* Are there enough slots to add the runs of one slot and for all later steps? */
static int coa_i_sets_spare(const coa_i_sets *p)
{
    return (uint64_t)p->free_count + (p->chunks.capacity - p->chunks.count) >=
           (uint64_t)COA_I_CHUNK_RUNS + p->kept + COA_I_SPARE_SLOTS;
}

static void coa_i_chunk_delete(coa_i_chunk *c, uint32_t i)
{
    c->count--;
    COA_I_MOVE(c->runs + i, c->runs + i + 1, c->count - i);
}

/* Inserts a run as run i of slot `at`; a full slot is split: at most one slot. */
COA_I_HOT uint32_t coa_i_chunk_insert(coa_i_sets *p, uint32_t at, uint32_t i, coa_run run)
{
    coa_i_chunk *c = coa_i_chunk_at(p, at), *d;
    if (c->count == COA_I_CHUNK_RUNS) {
        const uint32_t slot = coa_i_slot_new(p), half = COA_I_CHUNK_RUNS / 2;
        d = coa_i_chunk_at(p, slot);
        d->count = c->count - half;
        COA_I_COPY(d->runs, c->runs + half, d->count);
        d->next = c->next;
        c->count = half;
        c->next = slot;
        if (i > half) {
            at = slot;
            i -= half;
            c = d;
        }
    }
    COA_I_MOVE(c->runs + i + 1, c->runs + i, c->count - i);
    c->runs[i] = run;
    c->count++;
    return at;
}

/* Adds one run to a chain: at most one slot. The search for its place begins at slot
 * `at`, which begins before the run or is the first. Returns the slot that gets it. */
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

/* Moves whole slots from one chain to another: if only the first run has been read and
 * none of it used, before the first that ends after `upto`. Does not leave two neighbours
 * whose runs fit into one slot. With it cancelling a FlexCo job of half the servers takes
 * under half the instructions. */
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

/* Makes *x the longer one of two chains. */
static void coa_i_sets_order(const coa_i_sets *p, uint32_t *x, uint32_t *y)
{
    const uint32_t first = *x;
    uint32_t at = first, other = *y;
    while (at != COA_I_NONE && other != COA_I_NONE) {
        at = coa_i_chunk_at(p, at)->next;
        other = coa_i_chunk_at(p, other)->next;
    }
    if (other == COA_I_NONE) return;
    *x = *y;
    *y = first;
}

/* Joins two disjoint sets into one, which replaces both. Adds the shorter chain to the
 * other one run by run; if there are too few slots for that, merges them instead. */
static uint32_t coa_i_chain_join(coa_i_sets *p, uint32_t x, uint32_t y)
{
    uint32_t i, at;
    coa_i_sets_order(p, &x, &y);
    for (at = x; y != COA_I_NONE;) {
        const coa_i_chunk added = *coa_i_chunk_at(p, y);
        if (!coa_i_sets_spare(p)) break;
        coa_i_slot_drop(p, y);
        y = added.next;
        for (i = 0; i < added.count; i++) at = coa_i_chain_add(p, at, added.runs[i]);
    }
    if (y == COA_I_NONE) return x;
    return coa_i_chain_merge(p, x, y);
}

/* Splits the lowest n >= 1 servers off a set, which has more than n: one slot. */
static uint32_t coa_i_chain_lowest(coa_i_sets *p, uint32_t *set, uint32_t n)
{
    const uint32_t low = *set, rest = coa_i_slot_new(p);
    coa_i_chunk *c = coa_i_chunk_at(p, low), *const r = coa_i_chunk_at(p, rest);
    uint32_t i = 0, j;
    while (n > c->runs[i].count) {
        n -= c->runs[i].count;
        if (++i < c->count) continue;
        c = coa_i_chunk_at(p, c->next);
        i = 0;
    }
    c->runs[i].count -= n; /* of run i the lowest n, before which all go */
    r->next = c->next;
    r->count = 0;
    for (j = i + (c->runs[i].count == 0); j < c->count; j++)
        r->runs[r->count++] = c->runs[j];
    if (c->runs[i].count > 0) r->runs[0].first += n;
    c->runs[i].count = n;
    c->count = i + 1;
    c->next = COA_I_NONE;
    *set = r->count > 0 ? rest : r->next;
    if (r->count == 0) coa_i_slot_drop(p, rest);
    return low;
}

/* Moves the servers that two sets have in common into a third set; *x is not empty. A set
 * that is then empty is COA_I_NONE. Slots of a chain that have nothing in common with the
 * other one stay as they are. With r runs in both sets together, the third set takes at
 * most r / 7 + 1 slots, and each of the others so many more than it had. */
static uint32_t coa_i_chain_cut(coa_i_sets *p, uint32_t *x, uint32_t *y)
{
    coa_i_chain_writer common = {COA_I_NONE, COA_I_NONE}, px = common, py = common;
    coa_i_chain_reader ex, ey;
    if (*y == COA_I_NONE) return COA_I_NONE;
    ex = coa_i_chain_open(p, *x);
    ey = coa_i_chain_open(p, *y);
    for (;;) {
        /* the lower run is alone until the higher one begins; from there they overlap */
        coa_i_chain_reader *low, *high;
        uint32_t own, both;
        int x_low;
        coa_i_chain_pass(p, &ex, &px, ey.run.count > 0 ? ey.run.first : UINT32_MAX);
        coa_i_chain_pass(p, &ey, &py, ex.run.count > 0 ? ex.run.first : UINT32_MAX);
        if (ex.run.count == 0 && ey.run.count == 0) break;
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

static void coa_i_chain_emit(const coa_i_sets *p, uint32_t set, coa_i_query *q,
                             coa_time a, coa_time b)
{
    uint32_t i;
    for (; set != COA_I_NONE && !coa_i_query_over(q);
         set = coa_i_chunk_at(p, set)->next) {
        const coa_i_chunk *c = coa_i_chunk_at(p, set);
        if (q->among && q->among_from == q->among->count) break;
        if (q->among && q->among->runs[q->among_from].first >= coa_i_chunk_end(c))
            continue; /* none of them is in `among` */
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
 * future, by start ascending, then by end descending. `begun` holds the others, by end
 * descending; they need no start. A window [s, e) is searched by walking `ahead` back
 * from the last start <= s, and then `begun` back from the last end >= e. This is the
 * order of BEST_FIT. The walk skips a block whose latest end is too early. When time
 * moves, rows leave `ahead` at the front and enter `begun`, or leave that at the back.
 * FIRST_FIT passes over rows and blocks whose lowest server is too high.
 *
 * G groups are given G / 32 + 3 blocks. When an insertion finds no spare block, all are
 * packed, so half are spare: O(1) amortised, and only coa_i_map_room needs memory. */

#define COA_I_PAST INT64_MIN /* a start that means: the idle period has begun */
typedef struct coa_i_part {  /* servers of a group: their number and their set */
    uint32_t servers, set;
} coa_i_part;

typedef struct coa_i_block { /* rows first .. last - 1, in columns */
    uint32_t first, last;
    int lost;                 /* the bounds of its entry may be wider than they need be */
    struct coa_i_block *next; /* the next spare block */
    coa_time key[COA_I_FAT];  /* ahead: the start; begun: ~end */
    coa_time end[COA_I_FAT];
    coa_i_part part[COA_I_FAT];
    uint32_t low[COA_I_FAT]; /* its lowest server */
} coa_i_block;

typedef struct coa_i_entry { /* of the directory */
    coa_time key;            /* of the first row */
    coa_time latest;         /* no row ends later */
    coa_time latest_finite;  /* no row ends later than this and before COA_FOREVER */
    uint64_t longest;        /* no row lasts longer */
    coa_i_block *block;
    uint32_t low[2]; /* no row has a lower server; [1]: of those that never end */
} coa_i_entry;

typedef struct coa_i_rows {
    coa_i_vec dir;  /* of coa_i_entry; count = entries in use */
    uint32_t first; /* index at which they begin */
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

typedef struct coa_i_active { /* a usable group of `ahead`: its end, its servers */
    coa_time end;
    uint32_t servers;
} coa_i_active;

typedef struct coa_i_map {
    coa_i_sets sets;
    coa_i_block *spare; /* blocks not in use */
    uint32_t blocks;    /* in use or spare */
    uint32_t groups;
    uint32_t servers; /* N */
    coa_i_rows ahead, begun;
    coa_i_vec picks;  /* of coa_i_pick: what one booking takes, last row first */
    coa_i_vec before; /* of coa_i_group: idle periods left before its window ... */
    coa_i_vec after;  /* ... and after it; also the groups that a release joins */
    coa_i_vec active; /* of coa_i_active, see coa_i_follow */
} coa_i_map;

static coa_i_map *coa_i_map_of(const coa_calendar *c) { return (coa_i_map *)c->state; }

static coa_i_entry *coa_i_entries(const coa_i_rows *r)
{
    return COA_I_AT(coa_i_entry, r->dir) + r->first;
}

static coa_i_block *coa_i_block_of(const coa_i_rows *r, uint32_t k)
{
    return coa_i_entries(r)[k].block;
}

static uint32_t coa_i_chain_low(const coa_i_sets *p, uint32_t set)
{
    return coa_i_chunk_at(p, set)->runs[0].first;
}

COA_I_SOME coa_time coa_i_row_start(const coa_i_map *m, const coa_i_rows *r,
                                    const coa_i_block *b, uint32_t i)
{
    return r == &m->ahead ? b->key[i] : COA_I_PAST;
}

COA_I_HOT uint64_t coa_i_row_lasts(const coa_i_block *b, uint32_t i)
{
    return b->end[i] == COA_FOREVER ? UINT64_MAX
                                    : (uint64_t)b->end[i] - (uint64_t)b->key[i];
}

/* ---- map: rows in blocks */

static void coa_i_map_spare(coa_i_map *m, coa_i_block *b)
{
    b->next = m->spare;
    m->spare = b;
}

/* Returns how many blocks groups are given: enough for both sequences, and one more. */
static uint64_t coa_i_map_blocks(uint64_t groups) { return groups / (COA_I_FAT / 2) + 3; }

static int coa_i_map_blocks_room(coa_i_mem *mem, coa_i_map *m, uint64_t blocks)
{
    if (!coa_i_room(mem, &m->ahead.dir, blocks, sizeof(coa_i_entry)) ||
        !coa_i_room(mem, &m->begun.dir, blocks, sizeof(coa_i_entry)))
        return 0;
    while (m->blocks < blocks) {
        coa_i_block *b = (coa_i_block *)coa_i_resize(mem, NULL, 0, sizeof *b);
        if (!b) return 0;
        coa_i_map_spare(m, b);
        m->blocks++;
    }
    return 1;
}

/* Makes room for `more` groups. */
static int coa_i_map_room(coa_i_mem *mem, coa_i_map *m, uint64_t more)
{
    const uint64_t blocks = coa_i_map_blocks(m->groups + more);
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

/* Returns the row (key, end) of a block, or where it would be inserted, up to `last`. */
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

/* Finds the row (key, end), or where it would be inserted: see coa_i_block_find. */
COA_I_HOT coa_i_at coa_i_rows_find(const coa_i_rows *r, coa_time key, coa_time end)
{
    coa_i_at at = {0, 0};
    if (r->dir.count == 0) return at;
    at.k = coa_i_rows_entry(r, key, end);
    at.i = coa_i_block_find(coa_i_block_of(r, at.k), key, end);
    return at;
}

/* If *at is behind the last row of its entry, moves it to the next row; false: none. */
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

static void coa_i_block_copy(coa_i_block *to, uint32_t at, const coa_i_block *from,
                             uint32_t first, uint32_t n)
{
    COA_I_MOVE(to->key + at, from->key + first, n);
    COA_I_MOVE(to->end + at, from->end + first, n);
    COA_I_MOVE(to->part + at, from->part + first, n);
    COA_I_MOVE(to->low + at, from->low + first, n);
}

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
    const coa_i_block *b = e->block;
    const coa_time end = b->end[i];
    const int never = end == COA_FOREVER;
    const uint64_t lasts = coa_i_row_lasts(b, i);
    if (b->low[i] < e->low[never]) e->low[never] = b->low[i];
    if (end > e->latest) e->latest = end;
    if (!never && end > e->latest_finite) e->latest_finite = end;
    if (lasts > e->longest) e->longest = lasts;
}

/* Recomputes the directory entry k from its block. */
static void coa_i_rows_sum_up(coa_i_rows *r, uint32_t k)
{
    coa_i_entry *e = coa_i_entries(r) + k;
    coa_i_block *b = e->block;
    uint32_t i;
    e->key = b->key[b->first];
    e->latest = e->latest_finite = INT64_MIN;
    e->low[0] = e->low[1] = UINT32_MAX;
    e->longest = 0;
    for (i = b->first; i < b->last; i++) coa_i_rows_bound(r, k, i);
    b->lost = 0;
}

static void coa_i_rows_shift(coa_i_rows *r, uint32_t to, uint32_t from, uint32_t n)
{
    coa_i_entry *e = COA_I_AT(coa_i_entry, r->dir);
    COA_I_MOVE(e + to, e + from, n);
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

/* Packs the rows into full blocks; the blocks left over become spare. */
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
    coa_i_entries(r)[k].block = b;
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

/* Makes room for a row before *at; false if it packed blocks instead: find *at again. */
static int coa_i_rows_open(coa_i_map *m, coa_i_rows *r, coa_i_at *at)
{
    coa_i_block *b = r->dir.count > 0 ? coa_i_block_of(r, at->k) : NULL;
    if (b ? b->last - b->first == COA_I_FAT && !coa_i_rows_split(m, r, at)
          : !coa_i_rows_open_block(m, r, 0)) {
        coa_i_rows_pack(m, &m->ahead);
        coa_i_rows_pack(m, &m->begun);
        return 0;
    }
    b = coa_i_block_of(r, at->k);
    if (b->last == COA_I_FAT) {
        at->i -= b->first;
        coa_i_block_slide(b);
    }
    if (at->i == b->first && at->i > 0)
        at->i = --b->first;
    else
        coa_i_block_copy(b, at->i + 1, b, at->i, b->last++ - at->i);
    m->groups++;
    return 1;
}

static void coa_i_rows_put(coa_i_map *m, coa_i_rows *r, coa_i_at at, coa_time key,
                           coa_time end, coa_i_part part)
{
    coa_i_block *b = coa_i_block_of(r, at.k);
    b->key[at.i] = key;
    b->end[at.i] = end;
    b->part[at.i] = part;
    b->low[at.i] = coa_i_chain_low(&m->sets, part.set);
    if (b->last - b->first == 1) coa_i_rows_sum_up(r, at.k);
    coa_i_entries(r)[at.k].key = b->key[b->first];
    coa_i_rows_bound(r, at.k, at.i);
}

/* Removes row i of entry k; true if the block had no other and is removed too. */
static int coa_i_rows_close(coa_i_map *m, coa_i_rows *r, uint32_t k, uint32_t i)
{
    coa_i_block *b = coa_i_block_of(r, k);
    m->groups--;
    b->lost = 1;
    if (b->last - b->first == 1) {
        coa_i_rows_drop_entry(m, r, k);
        return 1;
    }
    if (i > b->first) {
        coa_i_block_copy(b, i, b, i + 1, --b->last - i);
    } else {
        b->first++;
        coa_i_entries(r)[k].key = b->key[b->first];
    }
    return 0;
}

/* A row has lost servers. Removes it if it has no more; returns as coa_i_rows_close. */
static int coa_i_rows_lost(coa_i_map *m, coa_i_rows *r, coa_i_at at)
{
    coa_i_block *b = coa_i_block_of(r, at.k);
    if (b->part[at.i].servers == 0) return coa_i_rows_close(m, r, at.k, at.i);
    b->low[at.i] = coa_i_chain_low(&m->sets, b->part[at.i].set);
    b->lost = 1;
    return 0;
}

/* ---- map: groups */

/* Adds servers idle in [start, end), COA_I_PAST if begun; the map then owns the set. */
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
                p->set = coa_i_chain_join(&m->sets, p->set, part.set);
                p->servers += part.servers;
                low = coa_i_chain_low(&m->sets, p->set);
                if (low >= b->low[at.i]) return;
                b->low[at.i] = low;
                coa_i_rows_bound(r, at.k, at.i);
                return;
            }
        }
    } while (!coa_i_rows_open(m, r, &at));
    coa_i_rows_put(m, r, at, key, end, part);
}

static void coa_i_groups_append(coa_i_vec *list, coa_time start, coa_time end,
                                uint32_t servers, uint32_t set)
{
    const coa_i_group group = {start, end, {servers, set}};
    COA_I_AT(coa_i_group, *list)[list->count++] = group;
}

/* Joins n groups with the same times: pairs, then pairs of these ...: O(n log n). */
static void coa_i_groups_join(coa_i_map *m, coa_i_group *g, uint32_t n)
{
    uint32_t step, i;
    for (step = 1; step < n; step *= 2)
        for (i = 0; i + step < n; i += 2 * step) {
            coa_i_part *p = &g[i].part, *q = &g[i + step].part;
            p->set = coa_i_chain_join(&m->sets, p->set, q->set);
            p->servers += q->servers;
        }
}

/* Adds the groups of a list; neighbours with the same times are joined first. */
static void coa_i_map_add_list(coa_i_map *m, coa_i_vec *list)
{
    coa_i_group *g = COA_I_AT(coa_i_group, *list);
    uint32_t left = list->count, n;
    for (; left > 0; left -= n, g += n) {
        for (n = 1; n < left && g[n].start == g->start && g[n].end == g->end;) n++;
        coa_i_groups_join(m, g, n);
        if (g->part.servers > 0) coa_i_map_add(m, g->start, g->end, g->part);
    }
    list->count = 0;
}

static void coa_i_rows_free(coa_i_mem *mem, coa_i_map *m, coa_i_rows *r)
{
    uint32_t k;
    for (k = 0; k < r->dir.count; k++) coa_i_map_spare(m, coa_i_block_of(r, k));
    coa_i_vec_free(mem, &r->dir, sizeof(coa_i_entry));
}

static void coa_i_map_close(coa_calendar *c)
{
    coa_i_map *m = coa_i_map_of(c);
    coa_i_mem *mem = &c->mem;
    coa_i_vec_free(mem, &m->sets.chunks, sizeof(coa_i_chunk));
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
}

static void coa_i_rows_copy(coa_i_map *m, coa_i_rows *to, const coa_i_rows *from)
{
    uint32_t k;
    for (k = 0; k < from->dir.count; k++) {
        coa_i_block *b = m->spare;
        m->spare = b->next;
        *b = *coa_i_block_of(from, k);
        coa_i_entries(to)[k] = coa_i_entries(from)[k];
        coa_i_entries(to)[k].block = b;
    }
    to->dir.count = k;
}

static int coa_i_map_copy(coa_calendar *c, const coa_calendar *from)
{
    coa_i_map *m = coa_i_map_of(c);
    const coa_i_map *f = coa_i_map_of(from);
    if (!coa_i_map_blocks_room(&c->mem, m, f->blocks) ||
        !coa_i_vec_copy(&c->mem, &m->sets.chunks, &f->sets.chunks, sizeof(coa_i_chunk)))
        return 0;
    m->sets.free_head = f->sets.free_head;
    m->sets.free_count = f->sets.free_count;
    m->groups = f->groups;
    m->servers = f->servers;
    coa_i_rows_copy(m, &m->ahead, &f->ahead);
    coa_i_rows_copy(m, &m->begun, &f->begun);
    return 1;
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
    return coa_i_rows_find(&m->begun, ~end + 1, COA_FOREVER);
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

static int coa_i_walk_next(coa_i_walk *w)
{
    while (w->block) {
        const coa_i_block *b = w->block;
        uint32_t i = w->at.i;
        while (i > b->first)
            if (b->end[--i] >= w->end) {
                w->at.i = i;
                return 1;
            }
        while (w->at.k > 0 && coa_i_entries(w->rows)[w->at.k - 1].latest < w->end)
            w->at.k--;
        w->block = NULL;
        if (w->at.k > 0) {
            w->block = coa_i_block_of(w->rows, --w->at.k);
            w->at.i = w->block->last;
        } else if (w->rows != &w->map->begun) {
            coa_i_walk_begun(w);
        }
    }
    return 0;
}

/* Returns how many servers of a group are in `among` (NULL = all). */
static uint64_t coa_i_map_usable(const coa_i_map *m, coa_i_part part,
                                 const coa_set *among)
{
    coa_i_query q;
    if (!among) return part.servers;
    COALLOC_MEMSET(&q, 0, sizeof q);
    q.among = among;
    q.need = UINT64_MAX;
    coa_i_chain_emit(&m->sets, part.set, &q, 0, 0);
    return q.found;
}

/* Makes room for n > capacity picks, and for the idle periods they leave both sides. */
static int coa_i_map_picks_room(coa_i_mem *mem, coa_i_map *m, uint64_t n)
{
    return coa_i_room(mem, &m->before, n, sizeof(coa_i_group)) &&
           coa_i_room(mem, &m->after, n, sizeof(coa_i_group)) &&
           coa_i_room_exact(mem, &m->picks, n, sizeof(coa_i_pick));
}

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

/* Picks groups that are idle during the window, in the order of BEST_FIT, up to q->need
 * servers; q->picked: all. */
static coa_status coa_i_map_pick(coa_calendar *c, coa_i_query *q)
{
    coa_i_map *m = coa_i_map_of(c);
    coa_i_walk w = coa_i_map_walk(m, q->start, coa_i_end(q->start, q->length), c->now);
    uint64_t need = q->need, servers;
    m->picks.count = 0;
    for (; need > 0 && coa_i_walk_next(&w); need -= servers) {
        servers = w.block->part[w.at.i].servers;
        if (servers > need) servers = need;
        if (!coa_i_map_add_pick(&c->mem, m, w.rows, w.at, (uint32_t)servers))
            return COA_E_NOMEM;
    }
    q->picked = need == 0;
    return q->picked ? COA_OK : COA_E_NOFIT;
}

/* ---- map: FIRST_FIT
 *
 * It fills the picks as BEST_FIT does: of each idle group it takes the lowest servers. */

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
 * in a heap in c->items, the highest on top; without that they have too few servers. */
typedef struct coa_i_lowest {
    uint64_t found; /* servers in these runs */
    uint32_t below; /* only a group with a server below may be of use */
} coa_i_lowest;

/* Picks a row that is idle during the window and has a server below. */
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
    s.slot = coa_i_block_of(r, at.k)->part[at.i].set;
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

/* Returns a bit for each of the first n rows of a block that has a server below `low` and
 * ends at `end` or later. No branch for each row: FIRST_FIT up to 1.25 times as fast. */
COA_I_HOT uint64_t coa_i_block_lower(const coa_i_block *b, uint32_t n, uint32_t low,
                                     coa_time end)
{
    uint64_t rows = 0;
    uint32_t i;
    for (i = n; i-- > b->first;)
        rows += rows + ((uint32_t)(b->low[i] < low) & (uint32_t)(b->end[i] >= end));
    return rows << b->first;
}

/* Adds the rows before `at` that are idle until q->end. False without memory. */
static int coa_i_lowest_rows(coa_i_lowest *l, coa_calendar *c, const coa_i_query *q,
                             coa_i_rows *r, coa_i_at at)
{
    const coa_i_entry *e = coa_i_entries(r);
    const coa_time end = coa_i_end(q->start, q->length);
    for (;;) {
        const coa_i_block *b = e[at.k].block;
        uint64_t rows = coa_i_block_lower(b, at.i, l->below, end);
        if (rows == 0 && at.i == b->last && b->lost) coa_i_rows_sum_up(r, at.k);
        for (; rows != 0; rows ^= (uint64_t)1 << at.i) {
            at.i = coa_i_high_bit(rows);
            if (b->low[at.i] < l->below && !coa_i_lowest_add(l, c, q->need, r, at))
                return 0;
        }
        do {
            if (at.k-- == 0) return 1;
        } while (e[at.k].low[1] >= l->below &&
                 (e[at.k].latest_finite < end || e[at.k].low[0] >= l->below));
        at.i = e[at.k].block->last;
    }
}

/* Picks the groups that may have some of the lowest servers. The begun ones come first:
 * they last long, so enough servers are soon found. False without memory. */
static int coa_i_map_pick_sources(coa_calendar *c, const coa_i_query *q, coa_i_at begun)
{
    coa_i_map *m = coa_i_map_of(c);
    coa_i_lowest l = {0, UINT32_MAX};
    c->items.count = 0;
    if (m->begun.dir.count > 0 && !coa_i_lowest_rows(&l, c, q, &m->begun, begun))
        return 0;
    return q->start <= c->now || m->ahead.dir.count == 0 ||
           coa_i_lowest_rows(&l, c, q, &m->ahead,
                             coa_i_rows_find(&m->ahead, q->start, INT64_MIN));
}

/* Takes the lowest runs of the sources, which have enough servers. */
static void coa_i_map_merge_sources(coa_calendar *c, uint64_t need)
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
        s = heap[0];
        take = s.run.count < need ? s.run.count : (uint32_t)need;
        COA_I_AT(coa_i_pick, m->picks)[s.pick].servers += take;
        if ((need -= take) == 0) return;
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

/* Picks groups with the lowest q->need servers; `begun`: after the groups begun. */
static coa_status coa_i_map_pick_lowest(coa_calendar *c, coa_i_query *q, coa_i_at begun)
{
    coa_i_map *m = coa_i_map_of(c);
    coa_i_pick *p;
    uint32_t i, n = 0;
    m->picks.count = 0;
    if (!coa_i_map_pick_sources(c, q, begun)) return COA_E_NOMEM;
    coa_i_map_merge_sources(c, q->need);
    p = COA_I_AT(coa_i_pick, m->picks);
    for (i = 0; i < m->picks.count; i++)
        if (p[i].servers > 0) p[n++] = p[i];
    m->picks.count = n;
    q->picked = 1;
    return COA_OK;
}

/* Reports the servers that are free during the window, in the order of BEST_FIT. */
static void coa_i_map_idle(coa_calendar *c, coa_i_query *q)
{
    coa_i_map *m = coa_i_map_of(c);
    coa_i_walk w = coa_i_map_walk(m, q->start, q->end, c->now);
    while (!coa_i_query_over(q) && coa_i_walk_next(&w)) {
        const coa_i_block *b = w.block;
        if (q->items)
            coa_i_chain_emit(&m->sets, b->part[w.at.i].set, q,
                             ~coa_i_row_start(m, w.rows, b, w.at.i), b->end[w.at.i]);
        else
            q->found += coa_i_map_usable(m, b->part[w.at.i], q->among);
    }
}

/* Appends the lowest n servers of a chain. */
static int coa_i_chain_show(const coa_i_sets *p, uint32_t set, uint32_t n, coa_i_mem *mem,
                            coa_i_vec *runs)
{
    for (; n > 0; set = coa_i_chunk_at(p, set)->next) {
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
 * With the mask a FlexCo job of half of all servers takes 0.8 of the time. */
static int coa_i_map_show_chains(const coa_i_map *m, coa_i_mem *mem, coa_i_vec *runs)
{
    const coa_i_pick *p = COA_I_AT(coa_i_pick, m->picks);
    uint32_t i;
    runs->count = 0;
    for (i = 0; i < m->picks.count; i++) {
        const coa_i_part part = *coa_i_pick_part(p + i);
        if (!coa_i_chain_show(&m->sets, part.set, p[i].servers, mem, runs)) return 0;
    }
    if (m->picks.count > 1) {
        const uint32_t n = runs->count, words = (m->servers - 1) / 64 + 1;
        uint64_t *mask;
        if (words / 4 < n) { /* then a mask of all servers sorts them faster */
            if (!coa_i_room(mem, runs, (uint64_t)n + words, sizeof(coa_run))) return 0;
            mask = COA_I_AT(uint64_t, *runs) + n;
            COALLOC_MEMSET(mask, 0, (size_t)words * sizeof *mask);
            coa_i_mask_flip(mask, COA_I_AT(coa_run, *runs), n);
            runs->count = coa_i_mask_runs(mask, COA_I_AT(coa_run, *runs), words);
            return 1;
        }
        coa_i_runs_sort(COA_I_AT(coa_run, *runs), n);
        runs->count =
            coa_i_runs_join(COA_I_AT(coa_run, *runs), COA_I_AT(coa_run, *runs), n);
    }
    return 1;
}

/* ---- map: a window that moves on
 *
 * For the exact earliest start and for >>flex. A group of `ahead` becomes usable at its
 * start and stops being usable at its end - length, so only a start of a group can be the
 * earliest start. `ahead` is walked once; blocks without a period so long are skipped. */

/* Puts row i of a block of `ahead` among the usable groups; false without memory. */
COA_I_HOT int coa_i_follow_push(coa_i_mem *mem, coa_i_map *m, coa_i_follow *f,
                                const coa_i_block *b, uint32_t i)
{
    const uint32_t servers = f->among
                                 ? (uint32_t)coa_i_map_usable(m, b->part[i], f->among)
                                 : b->part[i].servers;
    coa_i_active *a;
    if (!coa_i_room(mem, &m->active, (uint64_t)m->active.count + 1, sizeof *a)) return 0;
    a = COA_I_AT(coa_i_active, m->active) + m->active.count;
    m->active.count += servers > 0;
    a->end = b->end[i];
    a->servers = servers;
    f->usable += servers;
    return 1;
}

/* Drops the usable groups that end before `end`. */
static void coa_i_follow_drop(coa_i_map *m, coa_i_follow *f, coa_time end)
{
    coa_i_active *a = COA_I_AT(coa_i_active, m->active);
    coa_i_at at = f->begun;
    uint32_t i, n = 0;
    for (i = 0; i < m->active.count; i++) { /* no branch that depends on an end */
        const int stays = a[i].end >= end;
        f->usable -= a[i].servers & ((uint32_t)stays - 1);
        a[n] = a[i];
        n += (uint32_t)stays;
    }
    m->active.count = n;
    for (; coa_i_rows_back(&m->begun, &at); f->begun = at) {
        const coa_i_block *b = coa_i_block_of(&m->begun, at.k);
        if (b->end[at.i] >= end) break;
        f->usable -= coa_i_map_usable(m, b->part[at.i], f->among);
    }
}

/* Returns a bit for each row of a block of `ahead` that may last as long as `length`. */
COA_I_HOT uint64_t coa_i_block_lasting(const coa_i_block *b, coa_time length)
{
    uint64_t rows = 0;
    uint32_t i;
    for (i = b->last; i-- > b->first;) /* a sum past COA_FOREVER is negative */
        rows += rows + (b->end[i] >= (coa_time)((uint64_t)b->key[i] + (uint64_t)length));
    return rows << b->first;
}

/* Begins with the groups that have begun and last until the end of the window. */
static void coa_i_map_follow_from(coa_calendar *c, coa_i_follow *f, coa_time start)
{
    coa_i_map *m = coa_i_map_of(c);
    coa_i_at at = f->begun = coa_i_map_begun_until(m, coa_i_end(start, f->length));
    m->active.count = 0;
    f->usable = f->rows = 0;
    f->ahead = UINT32_MAX; /* before the first */
    while (coa_i_rows_back(&m->begun, &at))
        f->usable +=
            coa_i_map_usable(m, coa_i_block_of(&m->begun, at.k)->part[at.i], f->among);
}

/* Goes on to the next block of `ahead` that begins by `start` and has rows that last long
 * enough and until `end`, unless f->rows has some; false if there is none. */
static int coa_i_follow_block(coa_i_map *m, coa_i_follow *f, coa_time start, coa_time end)
{
    const coa_i_entry *e = coa_i_entries(&m->ahead);
    uint32_t k = f->ahead;
    while (f->rows == 0) {
        if (++k >= m->ahead.dir.count || e[k].key > start) return 0;
        f->ahead = k;
        if (e[k].longest < (uint64_t)f->length || e[k].latest < end) continue;
        f->rows = coa_i_block_lasting(e[k].block, f->length);
        if (f->rows == 0) coa_i_rows_sum_up(&m->ahead, k); /* e[k].longest was too wide */
    }
    return 1;
}

/* Adds the groups of `ahead` that begin by `start` and last until `end`. */
static int coa_i_follow_add(coa_i_mem *mem, coa_i_map *m, coa_i_follow *f, coa_time start,
                            coa_time end)
{
    for (; f->rows != 0 || coa_i_follow_block(m, f, start, end); f->rows &= f->rows - 1) {
        const coa_i_block *b = coa_i_block_of(&m->ahead, f->ahead);
        const uint32_t i = coa_i_low_bit(f->rows);
        if (b->key[i] > start) break;
        if (b->end[i] >= end && !coa_i_follow_push(mem, m, f, b, i)) return 0;
    }
    return 1;
}

/* Moves q->start to the exact earliest start up to q->latest for q->need servers. Groups
 * are added without a look at the ends of others, until there may be enough servers. */
static coa_status coa_i_map_sweep(coa_calendar *c, coa_i_query *q)
{
    coa_i_map *m = coa_i_map_of(c);
    coa_i_follow f;
    f.among = q->among;
    f.length = q->length;
    coa_i_map_follow_from(c, &f, q->start);
    if (!coa_i_follow_add(&c->mem, m, &f, q->start, coa_i_end(q->start, f.length)))
        return COA_E_NOMEM;
    if (f.usable >= q->need) return COA_OK;
    for (; f.rows != 0 || coa_i_follow_block(m, &f, q->latest, INT64_MIN);
         f.rows &= f.rows - 1) {
        const coa_i_block *b = coa_i_block_of(&m->ahead, f.ahead);
        const uint32_t i = coa_i_low_bit(f.rows);
        if (!coa_i_follow_push(&c->mem, m, &f, b, i)) return COA_E_NOMEM;
        if (f.usable < q->need) continue;
        if (b->key[i] > q->latest) break;
        coa_i_follow_drop(m, &f, coa_i_end(b->key[i], f.length));
        if (f.usable < q->need) continue;
        q->start = b->key[i];
        return COA_OK;
    }
    return COA_E_NOFIT;
}

/* ---- map: taking */

/* Takes the memory to book the picks; n: runs of the servers wanted, 0: the lowest. */
static int coa_i_map_take_room(coa_calendar *c, coa_time start, uint32_t n)
{
    coa_i_map *m = coa_i_map_of(c);
    const coa_i_pick *p = COA_I_AT(coa_i_pick, m->picks);
    const uint64_t picks = m->picks.count;
    uint64_t chunks = n / COA_I_CHUNK_RUNS + 1;
    uint32_t i;
    if (start > c->now || n > 0)
        for (i = 0; i < picks; i++) {
            const coa_i_part part = *coa_i_pick_part(p + i);
            chunks += part.servers == 1 ? 1 : coa_i_chain_slots(&m->sets, part.set);
        }
    return coa_i_sets_room(&c->mem, &m->sets, 8 * (chunks + picks)) &&
           coa_i_map_room(&c->mem, m, 2 * picks);
}

/* Takes one pick: p->servers servers leave their row, and their idle time before and, if
 * `rest`, after the window is kept. They are the whole row, *want, or the lowest. */
static void coa_i_map_take_pick(coa_i_map *m, const coa_i_pick *p, coa_time start,
                                coa_time end, coa_time now, uint32_t *want, int rest)
{
    coa_i_block *b = p->block;
    const uint32_t i = p->at.i;
    const coa_time st = coa_i_row_start(m, p->rows, b, i), et = b->end[i];
    const int after = end < et && rest, whole = p->servers == b->part[i].servers;
    const int before = st < start && start > now;
    uint32_t set = b->part[i].set, copy;
    if (!whole) {
        set = want ? coa_i_chain_cut(&m->sets, &b->part[i].set, want)
                   : coa_i_chain_lowest(&m->sets, &b->part[i].set, p->servers);
        b->part[i].servers -= p->servers;
        b->low[i] = coa_i_chain_low(&m->sets, b->part[i].set);
        b->lost = 1;
    }
    if (whole) (void)coa_i_rows_close(m, p->rows, p->at.k, i);
    copy = after && before ? coa_i_chain_copy(&m->sets, set) : set;
    if (before) coa_i_groups_append(&m->before, st, start, p->servers, set);
    if (after) coa_i_groups_append(&m->after, end, et, p->servers, copy);
    if (!before && !after) coa_i_chain_drop(&m->sets, set);
}

/* Books the picks during [start, end): their servers, n runs, leave their groups and form
 * new ones for the rest of the idle period, before the window and after it. Picks go from
 * the last row to the first, so that taking one does not move the rows of the next. */
static void coa_i_map_take(coa_i_map *m, coa_time start, coa_time end, coa_time now,
                           uint32_t *want, const coa_run *runs, uint32_t n)
{
    const coa_i_pick *p = COA_I_AT(coa_i_pick, m->picks);
    const uint32_t picks = m->picks.count;
    const coa_time et = p->block->end[p->at.i];
    int one = picks > 1 && end < et; /* one group after the window: all idle until `et` */
    uint32_t i;
    for (i = 1; one && i < picks; i++) one = p[i].block->end[p[i].at.i] == et;
    for (i = 0; i < picks; i++)
        coa_i_map_take_pick(m, p + i, start, end, now, want, !one);
    if (one)
        coa_i_groups_append(&m->after, end, et, coa_i_runs_servers(runs, n),
                            coa_i_chain_of(&m->sets, runs, n));
    if (m->after.count > 0) coa_i_map_add_list(m, &m->after);
    if (m->before.count > 0) coa_i_map_add_list(m, &m->before);
}

/* Picks the rows that hold these servers; COA_E_NOFIT if not all are idle so long. */
static coa_status coa_i_map_pick_runs(coa_calendar *c, coa_time start, coa_time end,
                                      const coa_run *runs, uint32_t n)
{
    coa_i_map *m = coa_i_map_of(c);
    coa_i_walk w = coa_i_map_walk(m, start, end, c->now);
    const coa_set want = coa_i_set_view(runs, n);
    const uint32_t last = runs[n - 1].first + (runs[n - 1].count - 1);
    uint32_t left = coa_i_runs_servers(runs, n), servers;
    m->picks.count = 0;
    while (left > 0 && coa_i_walk_next(&w)) {
        const coa_i_part part = w.block->part[w.at.i];
        if (w.block->low[w.at.i] > last) continue;
        servers = (uint32_t)coa_i_map_usable(m, part, &want);
        if (servers > 0 && !coa_i_map_add_pick(&c->mem, m, w.rows, w.at, servers))
            return COA_E_NOMEM;
        left -= servers;
    }
    return left > 0 ? COA_E_NOFIT : COA_OK;
}

/* ---- map: giving back */

/* Begins a walk over the rows that end at `end`: of `ahead`, last first, then `begun`. */
static coa_i_walk coa_i_map_ending(coa_i_map *m, coa_time end)
{
    coa_i_walk w;
    w.map = m;
    w.end = end;
    w.rows = &m->ahead;
    w.at = coa_i_rows_find(&m->ahead, end, COA_FOREVER);
    w.block = m->ahead.dir.count > 0 ? coa_i_block_of(&m->ahead, w.at.k) : NULL;
    return w;
}

/* Goes to the next such row; false if there is none. The row may then be removed. */
static int coa_i_walk_ending(coa_i_walk *w)
{
    const coa_i_entry *e = coa_i_entries(w->rows);
    if (w->rows == &w->map->begun) return 0;
    while (w->block) {
        while (w->at.i > w->block->first)
            if (w->block->end[--w->at.i] == w->end) return 1;
        do {
            w->block = w->at.k-- > 0 ? e[w->at.k].block : NULL;
        } while (w->block && e[w->at.k].latest_finite < w->end);
        if (w->block) w->at.i = w->block->last;
    }
    w->rows = &w->map->begun;
    w->at = coa_i_rows_find(w->rows, ~w->end, w->end);
    if (!coa_i_rows_settle(w->rows, &w->at)) return 0;
    w->block = coa_i_block_of(w->rows, w->at.k);
    return w->block->end[w->at.i] == w->end;
}

/* The memory that a change needs: slots, new groups, and items of the two lists. */
typedef struct coa_i_need {
    uint64_t chunks, groups, before, after;
} coa_i_need;

/* What a release of [start, end) needs: it may join rows that begin at `end`, on its
 * right, and, if it starts in the future, rows that end at `start`, on its left. */
static coa_i_need coa_i_map_give_need(const coa_calendar *c, coa_time start, coa_time end,
                                      const coa_run *runs, uint32_t n)
{
    coa_i_map *m = coa_i_map_of(c);
    const uint32_t servers = coa_i_runs_servers(runs, n);
    uint64_t left = 0, right = 0, chunks = n / COA_I_CHUNK_RUNS + 1, joined;
    coa_i_at at = coa_i_rows_find(&m->ahead, end, COA_FOREVER);
    coa_i_walk w = coa_i_map_ending(m, start);
    coa_i_need need;
    for (; coa_i_rows_settle(&m->ahead, &at); at.i++, right++) {
        const coa_i_block *b = coa_i_block_of(&m->ahead, at.k);
        if (b->key[at.i] != end) break;
        chunks += coa_i_chain_slots(&m->sets, b->part[at.i].set);
    }
    for (; start > c->now && coa_i_walk_ending(&w); left++)
        chunks += coa_i_chain_slots(&m->sets, w.block->part[w.at.i].set);
    joined = left * (right + 1);
    if (joined > servers) joined = servers;
    need.groups = right + 1 + joined; /* none is empty */
    if (need.groups > servers) need.groups = servers;
    need.chunks = 16 * (chunks + right + joined) + 32;
    need.before = joined + 1;
    need.after = right + 1;
    return need;
}

static coa_status coa_i_map_need_room(coa_calendar *c, coa_i_need need)
{
    coa_i_map *m = coa_i_map_of(c);
    return coa_i_sets_room(&c->mem, &m->sets, need.chunks) &&
                   coa_i_room(&c->mem, &m->before, need.before, sizeof(coa_i_group)) &&
                   coa_i_room(&c->mem, &m->after, need.after, sizeof(coa_i_group)) &&
                   coa_i_map_room(&c->mem, m, need.groups)
               ? COA_OK
               : COA_E_NOMEM;
}

/* Moves the servers of a row that *want has, too, to `list`, as idle in [start, end). */
COA_I_SOME void coa_i_map_move(coa_i_map *m, coa_i_part *row, coa_i_part *want,
                               coa_i_vec *list, coa_time start, coa_time end)
{
    const uint32_t set = coa_i_chain_cut(&m->sets, &row->set, &want->set),
                   servers = coa_i_chain_servers(&m->sets, set);
    if (servers == 0) return;
    row->servers -= servers;
    want->servers -= servers;
    coa_i_groups_append(list, start, end, servers, set);
}

/* Joins the groups listed in `after` with the rows that end at `start`, where a release
 * starts: what both have is idle from the start of the row to the end of the group. */
static void coa_i_map_join_left(coa_i_map *m, coa_time start)
{
    coa_i_group *g = COA_I_AT(coa_i_group, m->after);
    coa_i_walk w = coa_i_map_ending(m, start);
    uint32_t j;
    while (coa_i_walk_ending(&w)) {
        coa_i_part *row = &w.block->part[w.at.i];
        const coa_time from = coa_i_row_start(m, w.rows, w.block, w.at.i);
        for (j = 0; j < m->after.count && row->servers > 0; j++)
            coa_i_map_move(m, row, &g[j].part, &m->before, from, g[j].end);
        (void)coa_i_rows_lost(m, w.rows, w.at);
    }
}

/* Frees servers during [start, end) and joins this time with the idle periods that touch
 * it: from `end` on, then for each result up to `start`. */
static void coa_i_map_give(coa_calendar *c, coa_time start, coa_time end,
                           const coa_run *runs, uint32_t n)
{
    coa_i_map *m = coa_i_map_of(c);
    const coa_time from = start > c->now ? start : COA_I_PAST;
    coa_i_at at = coa_i_rows_find(&m->ahead, end, INT64_MIN);
    coa_i_part want = {coa_i_runs_servers(runs, n), coa_i_chain_of(&m->sets, runs, n)};
    while (want.servers > 0 && coa_i_rows_back(&m->ahead, &at) &&
           coa_i_block_of(&m->ahead, at.k)->key[at.i] == end) {
        coa_i_block *b = coa_i_block_of(&m->ahead, at.k);
        coa_i_map_move(m, &b->part[at.i], &want, &m->after, from, b->end[at.i]);
        if (coa_i_rows_lost(m, &m->ahead, at))
            at.i = 0; /* the next one is in the block before */
    }
    if (want.servers > 0)
        coa_i_groups_append(&m->after, from, end, want.servers, want.set);
    if (from == start) coa_i_map_join_left(m, start);
    coa_i_map_add_list(m, &m->before);
    coa_i_map_add_list(m, &m->after);
}

/* Removes periods that are over, and moves periods that have begun to `begun`. */
static void coa_i_map_advance(coa_calendar *c)
{
    coa_i_map *m = coa_i_map_of(c);
    const coa_time now = c->now;
    coa_i_at at = {0, 0};
    for (;;) {
        at.k = m->begun.dir.count;
        if (!coa_i_rows_back(&m->begun, &at)) break;
        if (coa_i_block_of(&m->begun, at.k)->end[at.i] > now) break;
        coa_i_chain_drop(&m->sets, coa_i_block_of(&m->begun, at.k)->part[at.i].set);
        (void)coa_i_rows_close(m, &m->begun, at.k, at.i);
    }
    while (m->ahead.dir.count > 0 && coa_i_entries(&m->ahead)->key <= now) {
        const coa_i_block *b = coa_i_block_of(&m->ahead, 0);
        const coa_time end = b->end[b->first];
        const coa_i_part part = b->part[b->first];
        (void)coa_i_rows_close(m, &m->ahead, 0, b->first);
        if (end <= now)
            coa_i_chain_drop(&m->sets, part.set);
        else
            coa_i_map_add(m, COA_I_PAST, end, part);
    }
}

/* ---- map: the operations of the index */

static coa_status coa_i_map_init(coa_calendar *c)
{
    coa_i_map *m = coa_i_map_of(c);
    const coa_run all = {0, c->desc.servers};
    coa_i_part part = {all.count, COA_I_NONE};
    if (!coa_i_sets_room(&c->mem, &m->sets, 2) || !coa_i_map_room(&c->mem, m, 1))
        return COA_E_NOMEM;
    m->sets.chunks.count = 1;
    m->servers = all.count;
    part.set = coa_i_chain_of(&m->sets, &all, 1);
    coa_i_map_add(m, COA_I_PAST, COA_FOREVER, part);
    return COA_OK;
}

static void coa_i_map_stats(const coa_calendar *c, coa_stats_info *out)
{
    out->idle_groups = coa_i_map_of(c)->groups;
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
    now = coa_i_query_of(c, q->start, coa_i_end(q->start, q->length), q->among, q->need,
                         NULL);
    coa_i_map_idle(c, &now);
    return now.found >= q->need ? COA_OK : COA_E_NOFIT;
}

static coa_status coa_i_map_earliest(coa_calendar *c, coa_i_query *q)
{
    if (!q->ruled_out) {
        const coa_status s = coa_i_map_attempt(c, q);
        if (s != COA_E_NOFIT || q->start == q->latest) return s;
    }
    return coa_i_map_sweep(c, q);
}

/* Adds a change. If there are too many, the latest is forgotten. */
static void coa_i_changes_add(coa_i_changes *x, coa_time t, int64_t more)
{
    uint32_t i = x->count;
    if (more == 0 || t >= x->known) return;
    while (i > 0 && x->at[i - 1].time < t) i--;
    if (i > 0 && x->at[i - 1].time == t) {
        x->at[i - 1].more += more;
        return;
    }
    if (x->count < COA_I_CHANGES) {
        COA_I_MOVE(x->at + i + 1, x->at + i, x->count++ - i);
    } else if (i > 0) {
        x->known = x->at[0].time;
        COA_I_MOVE(x->at, x->at + 1, --i);
    } else {
        x->known = t;
        return;
    }
    x->at[i].time = t;
    x->at[i].more = more;
}

/* Begins after time t: notes when the groups end that have begun since `now`. */
static void coa_i_changes_from(coa_i_changes *x, const coa_calendar *c, coa_time t,
                               const coa_set *among)
{
    coa_i_map *m = coa_i_map_of(c);
    coa_i_walk w = coa_i_map_walk(m, t, t + 1, c->now);
    x->count = 0;
    x->known = COA_FOREVER;
    x->begun = coa_i_map_begun_until(m, t + 1);
    x->ahead = coa_i_rows_find(&m->ahead, t, INT64_MIN);
    while (coa_i_walk_next(&w) && w.rows == &m->ahead)
        coa_i_changes_add(x, w.block->end[w.at.i],
                          -(int64_t)coa_i_map_usable(m, w.block->part[w.at.i], among));
}

/* Notes further groups, up to the next change. */
static void coa_i_changes_more(coa_i_changes *x, const coa_i_map *m, const coa_set *among)
{
    const coa_i_block *b;
    coa_i_at at = x->begun;
    for (; coa_i_rows_back(&m->begun, &at); x->begun = at) {
        b = coa_i_block_of(&m->begun, at.k);
        if (b->end[at.i] > (x->count > 0 ? x->at[x->count - 1].time : x->known)) break;
        coa_i_changes_add(x, b->end[at.i],
                          -(int64_t)coa_i_map_usable(m, b->part[at.i], among));
    }
    for (; coa_i_rows_settle(&m->ahead, &x->ahead); x->ahead.i++) {
        const uint32_t i = x->ahead.i;
        int64_t n;
        b = coa_i_block_of(&m->ahead, x->ahead.k);
        if (b->key[i] > (x->count > 0 ? x->at[x->count - 1].time : x->known)) break;
        n = (int64_t)coa_i_map_usable(m, b->part[i], among);
        coa_i_changes_add(x, b->key[i], n);
        coa_i_changes_add(x, b->end[i], -n);
    }
}

/* Goes from change to change until the number is another. The groups of `ahead` are read
 * again only if there were too many ends to note. */
static void coa_i_map_profile(const coa_calendar *c, coa_i_query *q, coa_i_change *next,
                              coa_i_changes *x)
{
    coa_i_map *m = coa_i_map_of(c);
    coa_i_walk w = coa_i_map_walk(m, q->start, q->start + 1, c->now);
    next->time = q->start;
    while (!x->goes_on && coa_i_walk_next(&w))
        q->found += coa_i_map_usable(m, w.block->part[w.at.i], q->among);
    if (!x->goes_on) coa_i_changes_from(x, c, q->start, q->among);
    for (x->goes_on = 1;;) {
        coa_i_changes_more(x, m, q->among);
        if (x->count > 0) {
            *next = x->at[--x->count];
            if (next->more != 0) return;
        } else if (x->known < COA_FOREVER) {
            coa_i_changes_from(x, c, next->time, q->among);
        } else {
            next->time = COA_FOREVER;
            return;
        }
    }
}

/* Picks the groups of a booking to be made, which need not be found again to be taken. */
static coa_status coa_i_map_pick_groups(coa_calendar *c, coa_i_query *q)
{
    coa_i_map *m = coa_i_map_of(c);
    coa_status s = COA_OK;
    if (!q->picked)
        s = q->place == COA_PLACE_BEST_FIT
                ? coa_i_map_pick(c, q)
                : coa_i_map_pick_lowest(c, q, coa_i_map_begun_until(m, q->end));
    if (s != COA_OK) return s;
    return coa_i_map_show_chains(m, &c->mem, &c->wanted) &&
                   coa_i_booking_room(c, q, c->wanted.count) &&
                   coa_i_map_take_room(c, q->start, 0)
               ? COA_OK
               : COA_E_NOMEM;
}

/* Takes the memory to lift a booking. To retake it, its servers are picked from rows idle
 * during its time already and from rows that giving it back makes: as many as before, so
 * no more blocks. */
static coa_status coa_i_map_lift_room(coa_calendar *c, const coa_i_step *x)
{
    coa_i_map *m = coa_i_map_of(c);
    coa_i_walk w = coa_i_map_walk(m, x->start, x->end, c->now);
    coa_i_need need = coa_i_map_give_need(c, x->start, x->end, x->runs, x->count);
    uint64_t picks = need.groups, chunks = need.chunks + x->count / COA_I_CHUNK_RUNS + 1;
    for (; coa_i_walk_next(&w); picks++)
        chunks += coa_i_chain_slots(&m->sets, w.block->part[w.at.i].set);
    if (picks > x->was.servers) picks = x->was.servers; /* each has at least one */
    chunks = 8 * (chunks + picks);
    need.chunks += chunks;
    if ((picks > m->picks.capacity && !coa_i_map_picks_room(&c->mem, m, picks)) ||
        coa_i_map_need_room(c, need) != COA_OK)
        return COA_E_NOMEM;
    m->sets.kept = (uint32_t)chunks;
    return COA_OK;
}

static coa_status coa_i_map_step_room(coa_calendar *c, coa_i_step *x)
{
    coa_status s = COA_OK;
    if (x->q && !x->r &&
        (coa_i_map_picks(x->q, COA_PLACE_BEST_FIT) ||
         coa_i_map_picks(x->q, COA_PLACE_FIRST_FIT)))
        return coa_i_map_pick_groups(c, x->q);
    if (x->q && !x->r && x->q->among && x->q->place != COA_PLACE_CONTIGUOUS &&
        x->q->need == coa_set_count(x->q->among)) { /* a commit: no search before */
        const uint32_t n = x->q->among->count;
        if (!coa_i_room(&c->mem, &c->wanted, n, sizeof(coa_run)) ||
            !coa_i_booking_room(c, x->q, n))
            return COA_E_NOMEM;
        x->runs = COA_I_AT(coa_run, c->wanted);
        x->count = c->wanted.count =
            coa_i_runs_join(COA_I_AT(coa_run, c->wanted), x->q->among->runs, n);
    } else if (x->q) {
        s = coa_i_step_choose(c, x);
    }
    if (s != COA_OK) return s;
    if (x->lift) return coa_i_map_lift_room(c, x);
    if (x->give)
        return coa_i_map_need_room(
            c, coa_i_map_give_need(c, x->start, x->end, x->runs, x->count));
    s = coa_i_map_pick_runs(c, x->start, x->end, x->runs, x->count);
    if (s != COA_OK) return s;
    return coa_i_map_take_room(c, x->start, x->count) ? COA_OK : COA_E_NOMEM;
}

static void coa_i_map_step(coa_calendar *c, const coa_i_step *x)
{
    coa_i_map *m = coa_i_map_of(c);
    uint32_t want;
    if (x->give) {
        coa_i_map_give(c, x->start, x->end, x->runs, x->count);
        m->sets.kept = 0;
        return;
    }
    if (x->q && x->q->picked) {
        coa_i_map_take(m, x->start, x->end, c->now, NULL, x->runs, x->count);
        return;
    }
    if (x->lift) (void)coa_i_map_pick_runs(c, x->start, x->end, x->runs, x->count);
    want = coa_i_chain_of(&m->sets, x->runs, x->count);
    coa_i_map_take(m, x->start, x->end, c->now, &want, x->runs, x->count);
    coa_i_chain_drop(&m->sets, want);
}

static void coa_i_rows_periods(const coa_i_map *m, const coa_i_rows *r, coa_i_query *q)
{
    coa_i_at at = coa_i_rows_find(r, INT64_MIN, COA_FOREVER); /* the first row */
    for (; !coa_i_query_over(q) && coa_i_rows_settle(r, &at); at.i++) {
        const coa_i_block *b = coa_i_block_of(r, at.k);
        const coa_time start = coa_i_row_start(m, r, b, at.i);
        if (start > q->latest) return;
        if (coa_i_can_start(q, start, b->end[at.i]))
            coa_i_chain_emit(&m->sets, b->part[at.i].set, q, start, b->end[at.i]);
    }
}

static void coa_i_map_periods(const coa_calendar *c, coa_i_query *q)
{
    coa_i_rows_periods(coa_i_map_of(c), &coa_i_map_of(c)->begun, q);
    coa_i_rows_periods(coa_i_map_of(c), &coa_i_map_of(c)->ahead, q);
}

#ifndef COALLOC_NO_FLEX
/* Adds up groups that begin after the window and last so long, up to `more` servers. */
static coa_time coa_i_map_follow_next(coa_i_map *m, const coa_i_follow *f, uint64_t more)
{
    coa_i_follow next = *f;
    uint64_t found = 0;
    for (; next.rows != 0 || coa_i_follow_block(m, &next, f->until, INT64_MIN);
         next.rows &= next.rows - 1) {
        const coa_i_block *b = coa_i_block_of(&m->ahead, next.ahead);
        const uint32_t i = coa_i_low_bit(next.rows);
        found += b->part[i].servers;
        if (found >= more) return b->key[i] <= f->until ? b->key[i] : COA_FOREVER;
    }
    return COA_FOREVER;
}

/* Returns the earliest end of a usable group. */
static coa_time coa_i_follow_soonest(const coa_i_map *m, const coa_i_follow *f)
{
    const coa_i_active *a = COA_I_AT(coa_i_active, m->active);
    coa_i_at at = f->begun;
    coa_time soonest = COA_FOREVER;
    uint32_t i;
    if (coa_i_rows_back(&m->begun, &at))
        soonest = coa_i_block_of(&m->begun, at.k)->end[at.i];
    for (i = 0; i < m->active.count; i++)
        if (a[i].end < soonest) soonest = a[i].end;
    return soonest;
}

static coa_status coa_i_map_follow(coa_calendar *c, coa_i_follow *f, coa_time start,
                                   uint64_t more)
{
    coa_i_map *m = coa_i_map_of(c);
    coa_time end, until;
    if (more > 0) {
        f->rise = coa_i_map_follow_next(m, f, more);
        return COA_OK;
    }
    if (f->begins) coa_i_map_follow_from(c, f, start);
    f->begins = 0;
    end = coa_i_end(start, f->length);
    if (!coa_i_follow_add(&c->mem, m, f, start, end)) return COA_E_NOMEM;
    coa_i_follow_drop(m, f, end);
    f->free = f->usable;
    until = coa_i_follow_soonest(m, f);
    f->fall = until == COA_FOREVER || until - f->length > f->until ? f->until
                                                                   : until - f->length;
    return COA_OK;
}
#endif

/* clang-format off */
static const coa_i_index coa_i_index_map = {
    COA_INDEX_MAP, COA_I_NAMED_PLACES, COA_PLACE_BEST_FIT, COA_PLACE_BEST_FIT, 1, 0, 0, 0,
    sizeof(coa_i_map), NULL, coa_i_named_show, coa_i_map_periods, coa_i_map_profile,
    coa_i_named_rebuild, COA_I_OPERATIONS(map)};
/* clang-format on */
#endif

#ifndef COALLOC_NO_SLICES
/* >>slices: time slices with a mask of idle servers each --------------------------------
 *
 * A slice says which servers are idle from its `at` to the next slice's; the last slice
 * never ends. Neighbouring slices differ, and the edge between two says how: if servers
 * are lost there, gained or both. So a search forward reads masks only where servers are
 * lost, and a search backward only where some are gained. Slices are stored in an array
 * with room at both ends, and an insertion moves the shorter side. Masks never move.
 *
 * B bookings make at most 2 B + 1 slices: the first begins now, every other one where a
 * booking starts or ends. A change needs room for at most two more. */

#define COA_I_SLICE_WORDS (COA_SLICES_SERVERS / 64u)
#define COA_I_LOSES 1u
#define COA_I_GAINS 2u

typedef struct coa_i_slice {
    coa_time at;
    uint32_t row;  /* of its mask */
    uint16_t idle; /* servers in the mask */
    uint16_t edge; /* since the slice before: COA_I_LOSES, COA_I_GAINS; first slice: 0 */
} coa_i_slice;

typedef struct coa_i_slices {
    coa_i_vec slices; /* of coa_i_slice, beginning at number `first` of the array */
    coa_i_vec masks;  /* rows of `words` words; rows of slices begin with row 2 */
    uint32_t first, words;
    uint64_t most;  /* there is room for so many bookings */
    uint32_t spare; /* the first of the rows not in use, linked by their first words */
    uint32_t from;  /* the first slice of the window found, */
    uint32_t to;    /* ... the slice behind it, */
    uint32_t idle;  /* ... servers idle during the window */
} coa_i_slices;

/* The mask of the servers idle during that window, and the mask to be booked. */
#define COA_I_WINDOW(x) COA_I_AT(uint64_t, (x)->masks)
#define COA_I_CHOSEN(x) (COA_I_WINDOW(x) + (x)->words)

/* Calls f(..., words), which is copied for 1, 2 and the most words, as loops over so many
 * are much faster: 1.5 times at 128 servers. */
#ifdef __OPTIMIZE_SIZE__
#define COA_I_BY_WORDS(n, f, ...) f(__VA_ARGS__, n)
#else
#define COA_I_BY_WORDS(n, f, ...)                                   \
    ((n) == 1                   ? f(__VA_ARGS__, 1)                 \
     : (n) == 2                 ? f(__VA_ARGS__, 2)                 \
     : (n) == COA_I_SLICE_WORDS ? f(__VA_ARGS__, COA_I_SLICE_WORDS) \
                                : f(__VA_ARGS__, n))
#endif

static coa_i_slices *coa_i_slices_of(const coa_calendar *c)
{
    return (coa_i_slices *)c->state;
}

COA_I_HOT coa_i_slice *coa_i_slice_at(const coa_i_slices *x, uint32_t i)
{
    return COA_I_AT(coa_i_slice, x->slices) + x->first + i;
}

COA_I_HOT uint64_t *coa_i_slice_mask(const coa_i_slices *x, const coa_i_slice *s,
                                     uint32_t words)
{
    return COA_I_AT(uint64_t, x->masks) + (size_t)s->row * words;
}

/* Returns the slice that t is in; t is not before now. */
COA_I_HOT uint32_t coa_i_slice_find(const coa_i_slices *x, coa_time t)
{
    const coa_i_slice *s = coa_i_slice_at(x, 0);
    uint32_t i = 0, n = x->slices.count, half;
    if (n == 1 || t < s[1].at) return 0;
    for (; n > 1; n -= half) {
        half = n / 2;
        i += s[i + half].at <= t ? half : 0;
    }
    return i;
}

/* Moves to `lost` what `a` has and `m` has not; returns how many servers these are. */
COA_I_HOT uint32_t coa_i_mask_lose(uint64_t *COA_I_RESTRICT a,
                                   const uint64_t *COA_I_RESTRICT m,
                                   uint64_t *COA_I_RESTRICT lost, uint32_t words)
{
    uint64_t any = 0;
    uint32_t w;
    for (w = 0; w < words; w++) any |= a[w] & ~m[w];
    if (words > 2 && any == 0) return 0; /* mostly */
    for (w = 0; w < words; w++) {
        lost[w] = a[w] & ~m[w];
        a[w] &= m[w];
    }
    return coa_i_bits(lost, words);
}

/* Returns the mask of q->among, written to `mask`; NULL if that is all servers. */
static const uint64_t *coa_i_mask_among(const coa_set *among, uint64_t *mask)
{
    if (!among) return NULL;
    COALLOC_MEMSET(mask, 0, COA_I_SLICE_WORDS * sizeof *mask);
    coa_i_mask_flip(mask, among->runs, among->count);
    return mask;
}

/* Finds the lowest n consecutive servers of a mask. */
static int coa_i_mask_run(const uint64_t *mask, uint32_t words, uint32_t n, coa_run *run)
{
    run->first = run->count = 0;
    while (coa_i_mask_next(mask, words, run))
        if (run->count >= n) return 1;
    return 0;
}

/* Does a mask have as many servers as the query needs, with CONTIGUOUS in one run? */
COA_I_HOT int coa_i_mask_fits(const coa_i_query *q, const uint64_t *a, uint32_t idle,
                              uint32_t words)
{
    coa_run run;
    if (idle < q->need) return 0;
    return !COA_I_CONTIGUOUS || q->place != COA_PLACE_CONTIGUOUS ||
           coa_i_mask_run(a, words, (uint32_t)q->need, &run);
}

/* Sets `a` to the servers of `among` (NULL = all) idle in slice s; returns how many. */
COA_I_HOT uint32_t coa_i_slice_idle(const coa_i_slices *x, const coa_i_slice *s,
                                    const uint64_t *among, uint64_t *a, uint32_t words)
{
    uint32_t w;
    COA_I_COPY(a, coa_i_slice_mask(x, s, words), words);
    if (!among) return s->idle;
    for (w = 0; w < words; w++) a[w] &= among[w];
    return coa_i_bits(a, words);
}

/* ---- slices: search */

/* Moves q->start to the first start in [q->start, q->latest], and keeps the window. First
 * finds one, i .. end - 1, whose slices have enough idle servers each; then those idle in
 * all of them. If they are too few, the window must begin later, at a slice that
 * gains servers: going back from the window's end finds the earliest such slice. */
COA_I_HOT coa_status coa_i_slices_search(coa_i_slices *x, coa_i_query *q,
                                         const uint64_t *among, uint32_t words)
{
    const coa_i_slice *const all = coa_i_slice_at(x, 0), *const last =
                                                             all + x->slices.count;
    const coa_i_slice *i = all + coa_i_slice_find(x, q->start), *j = i, *end = i, *k;
    uint64_t *const a = COA_I_WINDOW(x), b[COA_I_SLICE_WORDS], lost[COA_I_SLICE_WORDS];
    uint32_t left, w;
    for (;;) {
        const coa_time t = i->at > q->start ? i->at : q->start;
        coa_time until;
        if (t > q->latest) return COA_E_NOFIT;
        until = coa_i_end(t, q->length);
        while (end != last && end->at < until && end->idle >= q->need) end++;
        if (end != last && end->at < until) {
            do
                if (++end == last) return COA_E_NOFIT;
            while (end->idle < q->need);
            i = j = end;
            continue;
        }
        if (j == i) x->idle = coa_i_slice_idle(x, j++, among, a, words);
        for (; j != end; j++)
            if (words <= 2 || j->edge & COA_I_LOSES) {
                const uint64_t *m = coa_i_slice_mask(x, j, words);
                for (w = 0; w < words; w++) a[w] &= m[w];
            }
        x->idle = coa_i_bits(a, words);
        if (coa_i_mask_fits(q, a, x->idle, words)) {
            q->start = t;
            break;
        }
        i = end;
        left = coa_i_slice_idle(x, end - 1, among, b, words);
        for (k = end - 1; coa_i_mask_fits(q, b, left, words); k--) {
            if (!(k->edge & COA_I_GAINS)) continue;
            i = k;
            COA_I_COPY(a, b, words);
            left -= coa_i_mask_lose(b, coa_i_slice_mask(x, k - 1, words), lost, words);
        }
        if (i == last) return COA_E_NOFIT;
    }
    q->picked = 1;
    x->from = (uint32_t)(i - all);
    x->to = (uint32_t)(end - all);
    return COA_OK;
}

static coa_status coa_i_slices_earliest(coa_calendar *c, coa_i_query *q)
{
    coa_i_slices *x = coa_i_slices_of(c);
    uint64_t mask[COA_I_SLICE_WORDS];
    const uint64_t *among = coa_i_mask_among(q->among, mask);
    return COA_I_BY_WORDS(x->words, coa_i_slices_search, x, q, among);
}

/* Makes the window the servers of a mask (NULL = all) that are idle in [start, end). */
static void coa_i_slices_look(coa_i_slices *x, coa_time start, coa_time end,
                              const uint64_t *among)
{
    const coa_i_slice *s = coa_i_slice_at(x, 0);
    uint64_t *const a = COA_I_WINDOW(x), lost[COA_I_SLICE_WORDS];
    uint32_t j = x->from = coa_i_slice_find(x, start);
    x->idle = coa_i_slice_idle(x, s + j, among, a, x->words);
    while (++j < x->slices.count && s[j].at < end)
        x->idle -=
            coa_i_mask_lose(a, coa_i_slice_mask(x, s + j, x->words), lost, x->words);
    x->to = j;
}

static void coa_i_slices_idle(coa_calendar *c, coa_i_query *q)
{
    coa_i_slices *x = coa_i_slices_of(c);
    uint64_t lost[COA_I_SLICE_WORDS], mask[COA_I_SLICE_WORDS];
    coa_i_slices_look(x, q->start, q->longest ? q->start + 1 : q->end,
                      coa_i_mask_among(q->among, mask));
    if (q->longest) {
        const coa_i_slice *s = coa_i_slice_at(x, 0);
        uint32_t j = x->to;
        q->end = q->start;
        while (coa_i_mask_fits(q, COA_I_WINDOW(x), x->idle, x->words)) {
            q->end = j < x->slices.count ? s[j].at : COA_FOREVER;
            if (j == x->slices.count) return;
            x->idle -= coa_i_mask_lose(
                COA_I_WINDOW(x), coa_i_slice_mask(x, s + j++, x->words), lost, x->words);
        }
    } else
        q->found += x->idle;
}

/* All are asked for: of each group that becomes idle, until its last server is lost. */
static void coa_i_slices_periods(const coa_calendar *c, coa_i_query *q)
{
    const coa_i_slices *x = coa_i_slices_of(c);
    const coa_i_slice *s = coa_i_slice_at(x, 0), *const end = s + x->slices.count, *k;
    uint64_t group[COA_I_SLICE_WORDS], lost[COA_I_SLICE_WORDS];
    coa_time start = INT64_MIN;
    uint32_t w, n;
    for (; s < end; s++) {
        n = coa_i_slice_idle(x, s, NULL, group, x->words);
        if (s->edge != 0) {
            start = s->at;
            for (w = 0; w < x->words; w++)
                group[w] &= ~coa_i_slice_mask(x, s - 1, x->words)[w];
            n = coa_i_bits(group, x->words);
        }
        for (k = s + 1; n > 0; k++) {
            const int ends = k == end;
            const uint32_t gone =
                ends ? n
                     : coa_i_mask_lose(group, coa_i_slice_mask(x, k, x->words), lost,
                                       x->words);
            n -= gone;
            if (gone > 0)
                coa_i_mask_emit(ends ? group : lost, x->words, q, start,
                                ends ? COA_FOREVER : k->at);
        }
    }
}

static void coa_i_slices_profile(const coa_calendar *c, coa_i_query *q, coa_i_change *x,
                                 coa_i_changes *walk)
{
    const coa_i_slices *all = coa_i_slices_of(c);
    uint64_t mask[COA_I_SLICE_WORDS], a[COA_I_SLICE_WORDS];
    const uint64_t *among = coa_i_mask_among(q->among, mask);
    const coa_i_slice *s = coa_i_slice_at(all, coa_i_slice_find(all, q->start)),
                      *end = coa_i_slice_at(all, all->slices.count);
    const uint32_t idle = coa_i_slice_idle(all, s, among, a, all->words);
    (void)walk;
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
    for (w = 0; w < words && n > 0; w++) {
        const uint32_t bits = coa_i_bits(a + w, 1);
        const uint64_t low = bits <= n ? a[w] : coa_i_low_bits(a[w], n);
        out[w] |= low;
        a[w] ^= low;
        n -= bits <= n ? bits : n;
    }
}

/* Adds to `out` the n servers of the window that BEST_FIT prefers; it has more. Going
 * back from the window it takes the servers that became idle last. If it needs only some
 * of the last group, it takes the first to end, going forward. */
COA_I_HOT void coa_i_slices_best_fit(coa_i_slices *x, uint64_t *out, uint32_t n,
                                     uint32_t words)
{
    const coa_i_slice *s = coa_i_slice_at(x, x->from), *end = coa_i_slice_at(x, 0);
    uint64_t *a = COA_I_WINDOW(x), group[COA_I_SLICE_WORDS];
    uint32_t count, w;
    for (; s != end; s--) {
        if (!(s->edge & COA_I_GAINS)) continue;
        count = coa_i_mask_lose(a, coa_i_slice_mask(x, s - 1, words), group, words);
        if (words > 2 && count == 0) continue;
        if (count > n) {
            COA_I_COPY(a, group, words);
            break;
        }
        for (w = 0; w < words; w++) out[w] |= group[w];
        n -= count;
        if (n == 0) return;
    }
    end = coa_i_slice_at(x, x->slices.count);
    for (s = coa_i_slice_at(x, x->to); s != end; s++) {
        if (!(s->edge & COA_I_LOSES)) continue;
        count = coa_i_mask_lose(a, coa_i_slice_mask(x, s, words), group, words);
        if (words > 2 && count == 0) continue;
        if (count >= n) {
            coa_i_mask_lowest(out, group, n, words);
            return;
        }
        for (w = 0; w < words; w++) out[w] |= group[w];
        n -= count;
    }
    coa_i_mask_lowest(out, a, n, words);
}

/* Adds n servers of the window to those chosen. */
COA_I_HOT void coa_i_slices_choice(coa_i_slices *x, const coa_i_query *q, uint32_t n,
                                   uint32_t words)
{
    if (q->place == COA_PLACE_BEST_FIT && n < x->idle)
        coa_i_slices_best_fit(x, COA_I_CHOSEN(x), n, words);
    else
        coa_i_mask_lowest(COA_I_CHOSEN(x), COA_I_WINDOW(x), n, words);
}

/* Chooses servers for the window: of a booking that moves its own first, the lowest of
 * them. COA_E_NOFIT if there are too few. */
static coa_status coa_i_slices_want(coa_calendar *c, const coa_i_query *q)
{
    coa_i_slices *x = coa_i_slices_of(c);
    coa_run run;
    uint64_t others[COA_I_SLICE_WORDS], own[COA_I_SLICE_WORDS];
    uint32_t n = (uint32_t)q->need, count, w;
    if (!q->picked) {
        coa_i_slices_look(x, q->start, q->end, coa_i_mask_among(q->among, others));
        if (!coa_i_mask_fits(q, COA_I_WINDOW(x), x->idle, x->words)) return COA_E_NOFIT;
    }
    COALLOC_MEMSET(COA_I_CHOSEN(x), 0, (size_t)x->words * sizeof(uint64_t));
    if (COA_I_CONTIGUOUS && q->place == COA_PLACE_CONTIGUOUS) {
        (void)coa_i_mask_run(COA_I_WINDOW(x), x->words, n, &run);
        run.count = n;
        coa_i_mask_flip_run(COA_I_CHOSEN(x), run);
        return COA_OK;
    }
    if (COA_I_MOVED(q) != 0) {
        const uint64_t *had = coa_i_owned(c, coa_i_booking(c, q->moved));
        for (w = 0; w < x->words; w++) others[w] = ~had[w];
        count = coa_i_mask_lose(COA_I_WINDOW(x), others, own, x->words);
        x->idle -= count;
        if (count > n) count = n;
        coa_i_mask_lowest(COA_I_CHOSEN(x), own, count, x->words);
        n -= count;
    }
    COA_I_BY_WORDS(x->words, coa_i_slices_choice, x, q, n);
    return COA_OK;
}

/* Chooses the servers of a booking that q asks for, the highest if it asks for fewer, to
 * be given back: coa_i_divide for masks. */
static coa_status coa_i_slices_divide(coa_calendar *c, const coa_i_record *r,
                                      coa_i_query *q)
{
    coa_i_slices *x = coa_i_slices_of(c);
    uint64_t mask[COA_I_SLICE_WORDS], *given = COA_I_CHOSEN(x);
    const uint64_t *among = coa_i_mask_among(q->among, mask), *own = coa_i_owned(c, r);
    uint32_t w;
    for (w = 0; w < x->words; w++) given[w] = own[w] & (among ? among[w] : own[w]);
    q->found = coa_i_bits(given, x->words);
    if (q->need == 0) q->need = q->among ? coa_set_count(q->among) : r->servers;
    if (q->need == 0 || q->need > q->found || q->need >= r->servers) return COA_E_ARG;
    coa_i_mask_lowest(COA_I_WINDOW(x), given, (uint32_t)(q->found - q->need), x->words);
    return COA_OK;
}

/* ---- slices: changes */

/* Makes room for so many bookings; later changes of one, or its end, need no more. */
static coa_status coa_i_slices_room(coa_calendar *c, uint64_t records)
{
    coa_i_slices *x = coa_i_slices_of(c);
    const uint64_t n = 2 * records + 3;
    uint64_t most;
    if (records <= x->most && x->slices.capacity > 0) return COA_OK;
    if (!coa_i_room(&c->mem, &c->owned, records * x->words, sizeof(uint64_t)) ||
        !coa_i_room(&c->mem, &x->slices, n, sizeof(coa_i_slice)) ||
        !coa_i_room(&c->mem, &x->masks, n + 2, (size_t)x->words * 8))
        return COA_E_NOMEM;
    most = c->owned.capacity / x->words;
    if ((x->slices.capacity - 3) / 2 < most) most = (x->slices.capacity - 3) / 2;
    if ((x->masks.capacity - 5) / 2 < most) most = (x->masks.capacity - 5) / 2;
    x->most = most;
    return COA_OK;
}

COA_I_COLD void coa_i_slices_center(coa_i_slices *x)
{
    coa_i_slice *s = coa_i_slice_at(x, 0);
    x->first /= 2;
    COA_I_MOVE(coa_i_slice_at(x, 0), s, x->slices.count);
}

/* Returns the slice that begins at t, which is in slice i; makes it if need be. */
COA_I_HOT uint32_t coa_i_slice_split(coa_i_slices *x, uint32_t i, coa_time t,
                                     uint32_t words)
{
    coa_i_slice *s = coa_i_slice_at(x, i);
    uint64_t *mask;
    uint32_t row = x->spare;
    if (s->at == t) return i;
    if (x->first + x->slices.count == x->slices.capacity) coa_i_slices_center(x);
    s = coa_i_slice_at(x, i);
    if (i < x->slices.count / 2 && x->first > 0) {
        COA_I_MOVE(s - i - 1, s - i, i + 1);
        x->first--;
        s--;
    } else {
        COA_I_MOVE(s + 2, s + 1, x->slices.count - i - 1);
    }
    x->slices.count++;
    if (row == COA_I_NONE) row = x->masks.count++;
    mask = COA_I_AT(uint64_t, x->masks) + (size_t)row * words;
    if (row == x->spare) x->spare = (uint32_t)*mask;
    COA_I_COPY(mask, coa_i_slice_mask(x, s, words), words);
    s[1].at = t;
    s[1].row = row;
    s[1].idle = s->idle;
    s[1].edge = 0;
    return i + 1;
}

static void coa_i_slice_free_row(coa_i_slices *x, const coa_i_slice *s)
{
    *coa_i_slice_mask(x, s, x->words) = x->spare;
    x->spare = s->row;
}

/* Slice i or the one before it has changed: finds how they differ; joins equal ones. */
COA_I_HOT void coa_i_slice_settle(coa_i_slices *x, uint32_t i, uint32_t words)
{
    coa_i_slice *s = coa_i_slice_at(x, i);
    const uint64_t *a, *b;
    uint64_t lost = 0, gained = 0;
    uint32_t w;
    if (i == 0 || i == x->slices.count) return;
    a = coa_i_slice_mask(x, s - 1, words);
    b = coa_i_slice_mask(x, s, words);
    for (w = 0; w < words; w++) {
        lost |= a[w] & ~b[w];
        gained |= b[w] & ~a[w];
    }
    s->edge = (uint16_t)((lost != 0 ? COA_I_LOSES : 0) | (gained != 0 ? COA_I_GAINS : 0));
    if (s->edge != 0) return;
    coa_i_slice_free_row(x, s);
    x->slices.count--;
    if (i < x->slices.count / 2) {
        COA_I_MOVE(s - i + 1, s - i, i);
        x->first++;
    } else {
        COA_I_MOVE(s, s + 1, x->slices.count - i);
    }
}

/* Takes the servers of a mask during [start, end), where all of them are idle, or gives
 * them back; they are -n or n. `start` is in slice i, `end` in slice j. Of wide masks
 * only the words that change are visited, if they are few. */
COA_I_HOT void coa_i_slices_change(coa_i_slices *x, uint32_t i, uint32_t j,
                                   coa_time start, coa_time end,
                                   const uint64_t *COA_I_RESTRICT mask, int32_t n,
                                   uint32_t words)
{
    const uint32_t at = i;
    uint32_t some[COA_I_SLICE_WORDS], count = 0, k, w;
    for (w = 0; words > 2 && w < words; w++) {
        some[count] = w;
        count += mask[w] != 0;
    }
    j = end != COA_FOREVER ? coa_i_slice_split(x, j, end, words) : x->slices.count;
    i = coa_i_slice_split(x, i, start, words);
    j += i - at;
    for (k = i; k < j; k++) {
        coa_i_slice *s = coa_i_slice_at(x, k);
        uint64_t *COA_I_RESTRICT m = coa_i_slice_mask(x, s, words);
        s->idle = (uint16_t)(s->idle + n);
        if (words > 2 && count <= 4)
            for (w = 0; w < count; w++) m[some[w]] ^= mask[some[w]];
        else
            for (w = 0; w < words; w++) m[w] ^= mask[w];
    }
    coa_i_slice_settle(x, j, words);
    coa_i_slice_settle(x, i, words);
}

/* ---- slices: the operations of the index */

static coa_status coa_i_slices_init(coa_calendar *c)
{
    coa_i_slices *x = coa_i_slices_of(c);
    const coa_run all = {0, c->desc.servers};
    const coa_i_slice first = {c->now, 2, (uint16_t)all.count, 0};
    uint64_t *mask;
    x->words = coa_i_words(c);
    if (coa_i_slices_room(c, c->records.count) != COA_OK ||
        !coa_i_room(&c->mem, &c->store, (c->desc.servers + 1) / 2, sizeof(coa_run)))
        return COA_E_NOMEM;
    x->masks.count = 3;
    x->slices.count = 1;
    *coa_i_slice_at(x, 0) = first;
    mask = coa_i_slice_mask(x, &first, x->words);
    COALLOC_MEMSET(mask, 0, (size_t)x->words * 8);
    coa_i_mask_flip_run(mask, all);
    return COA_OK;
}

static void coa_i_slices_close(coa_calendar *c)
{
    coa_i_slices *x = coa_i_slices_of(c);
    coa_i_vec_free(&c->mem, &x->slices, sizeof(coa_i_slice));
    coa_i_vec_free(&c->mem, &x->masks, (size_t)x->words * 8);
}

static int coa_i_slices_copy(coa_calendar *c, const coa_calendar *from)
{
    coa_i_slices *x = coa_i_slices_of(c);
    const coa_i_slices *f = coa_i_slices_of(from);
    x->words = f->words;
    x->first = f->first;
    x->most = f->most;
    x->spare = f->spare;
    return coa_i_vec_copy_of(&c->mem, &x->slices, &f->slices,
                             (size_t)(f->first + f->slices.count), sizeof(coa_i_slice)) &&
           coa_i_vec_copy(&c->mem, &x->masks, &f->masks, (size_t)x->words * 8) &&
           coa_i_vec_copy_of(&c->mem, &c->owned, &from->owned,
                             (size_t)from->records.count * (size_t)x->words,
                             sizeof(uint64_t));
}

static uint32_t coa_i_slices_plan(coa_calendar *c, coa_i_share *list, uint32_t n)
{
    coa_i_slices *x = coa_i_slices_of(c);
    const uint64_t records = COA_I_RECORDS(c->desc.bookings), slices = 2 * records + 3;
    x->words = coa_i_words(c);
    n = coa_i_plan_add(list, n, &c->owned, sizeof(uint64_t), records * x->words);
    n = coa_i_plan_add(list, n, &x->slices, sizeof(coa_i_slice), slices);
    return coa_i_plan_add(list, n, &x->masks, (size_t)x->words * 8, slices + 2);
}

static void coa_i_slices_advance(coa_calendar *c)
{
    coa_i_slices *x = coa_i_slices_of(c);
    coa_i_slice *s = coa_i_slice_at(x, 0);
    for (; x->slices.count > 1 && s[1].at <= c->now; s++) {
        coa_i_slice_free_row(x, s);
        x->first++;
        x->slices.count--;
    }
    s->at = c->now;
    s->edge = 0;
}

static void coa_i_slices_stats(const coa_calendar *c, coa_stats_info *out)
{
    out->idle_groups = coa_i_slices_of(c)->slices.count;
}

static void coa_i_slices_show(const coa_calendar *c, const coa_i_record *r,
                              coa_booking *out)
{
    coa_run *runs = COA_I_AT(coa_run, c->store);
    out->run_count =
        COA_I_BY_WORDS(coa_i_words(c), coa_i_mask_runs, coa_i_owned(c, r), runs);
    out->runs = runs;
}

static coa_status coa_i_slices_step_room(coa_calendar *c, coa_i_step *step)
{
    const coa_status s = step->q ? coa_i_slices_want(c, step->q) : COA_OK;
    if (s != COA_OK || !step->q || step->r || COA_I_REPLACED(step->q->old != NULL))
        return s;
    if (!coa_i_records_room(c)) return COA_E_NOMEM;
    if (coa_i_slices_room(c, (uint64_t)c->records.count + 1) == COA_OK) return COA_OK;
    coa_i_bookings_close_up(c);
    return coa_i_slices_room(c, (uint64_t)c->records.count + 1);
}

static void coa_i_slices_step(coa_calendar *c, const coa_i_step *step)
{
    coa_i_slices *x = coa_i_slices_of(c);
    const uint32_t was = step->was.servers, is = step->is.servers;
    const int32_t n = (int32_t)(is > was ? is - was : was > is ? was - is : is);
    const uint64_t *mask = step->q ? COA_I_CHOSEN(x) : step->mask;
    uint32_t i = x->from, j = x->to;
    if (step->q) { /* the choice has found the slices and made the mask */
        COA_I_COPY(coa_i_owned(c, step->r), mask, x->words);
        if (j == x->slices.count || coa_i_slice_at(x, j)->at != step->end) j--;
    } else {
        i = coa_i_slice_find(x, step->start);
        j = coa_i_slice_find(x, step->end);
    }
    COA_I_BY_WORDS(x->words, coa_i_slices_change, x, i, j, step->start, step->end, mask,
                   step->give ? n : -n);
}

/* The booking of a step gets the servers chosen, or gives them back. */
static void coa_i_slices_own_change(coa_calendar *c, coa_i_step *step)
{
    uint64_t *own = coa_i_owned(c, step->r);
    uint32_t w;
    step->mask = COA_I_CHOSEN(coa_i_slices_of(c));
    for (w = 0; w < coa_i_words(c); w++) own[w] ^= step->mask[w];
}

static coa_status coa_i_slices_rebuild(coa_calendar *c)
{
    coa_i_slices *x = coa_i_slices_of(c);
    coa_i_record *r = coa_i_records(c), *const end = r + c->records.count;
    for (; r != end; r++) {
        const coa_i_step step = coa_i_step_of(c, r, 0, r->start, r->end, r->servers);
        coa_i_slices_look(x, step.start, step.end, step.mask);
        if (x->idle < r->servers) return COA_E_CORRUPT;
        coa_i_slices_step(c, &step);
    }
    return COA_OK;
}

#ifndef COALLOC_NO_FLEX
/* The free servers can become more only where a slice gains some, and fewer only where
 * the window reaches a slice that loses some. */
static coa_status coa_i_slices_follow(coa_calendar *c, coa_i_follow *f, coa_time start,
                                      uint64_t more)
{
    coa_i_slices *x = coa_i_slices_of(c);
    const coa_i_slice *s, *end = coa_i_slice_at(x, x->slices.count);
    uint64_t mask[COA_I_SLICE_WORDS];
    if (more > 0) {
        s = coa_i_slice_at(x, coa_i_slice_find(x, start));
        while (++s < end && !(s->edge & COA_I_GAINS)) continue;
        f->rise = s < end && s->at <= f->until ? s->at : COA_FOREVER;
        return COA_OK;
    }
    coa_i_slices_look(x, start, start + f->length, coa_i_mask_among(f->among, mask));
    f->free = x->idle;
    s = coa_i_slice_at(x, x->to);
    while (s < end && !(s->edge & COA_I_LOSES)) s++;
    f->fall = s < end && s->at - f->length < f->until ? s->at - f->length : f->until;
    return COA_OK;
}
#endif

/* clang-format off */
static const coa_i_index coa_i_index_slices = {
    COA_INDEX_SLICES, COA_I_NAMED_PLACES, COA_PLACE_BEST_FIT, COA_PLACE_FIRST_FIT,
    1, 1, 0, 1, sizeof(coa_i_slices), coa_i_slices_plan, coa_i_slices_show,
    coa_i_slices_periods, coa_i_slices_profile, coa_i_slices_rebuild,
    COA_I_OPERATIONS(slices)};
/* clang-format on */
#endif

#ifndef COALLOC_NO_RANGE_TREE
/* >>range tree: Castillo et al., section 4.1 --------------------------------------------
 *
 * Here and in >>range search, coa_i_rtree_* deal with any one tree; in >>time slots,
 * coa_i_rt_* with all trees of a calendar: they are the index RANGE_TREE.
 *
 * The paper's symbols, and where they are here:
 *   T_q          tree of slot q       coa_i_rt_root
 *   T_q^s        primary tree, dim 0: idle periods by start, descending
 *   T_q^e(u)     secondary tree, dim 1, `second` of node u: the periods below u by end
 *   st_i, et_i   coa_i_period.start and .end; id_i: its server
 *   medians      start or end of `item`, the last leaf of the left subtree; sizes: `size`
 *   s_r, e_r, n_r      coa_i_query.start, .end, .need; Delta-t, R_max: step, retries
 *   tau, H, Q    coa_desc.slot, .horizon, coa_i_rt_slot_count
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

typedef struct coa_i_forest { /* many trees, one pool */
    coa_i_vec nodes;          /* of coa_i_tnode; [0] unused */
    coa_i_vec periods;        /* of coa_i_period; [0] is the key of a look-up */
    coa_i_vec leaves;         /* of uint32_t: three scratch arrays of a rebuild; or */
                              /* the marks of a search */
    uint32_t dropped;         /* trees to reuse node by node: dropping a tree is O(1) */
    uint32_t free_period;
    uint32_t period_count; /* in use */
    uint64_t visits;       /* nodes that updates have visited */
} coa_i_forest;

static coa_i_tnode *coa_i_tnodes(const coa_i_forest *f)
{
    return COA_I_AT(coa_i_tnode, f->nodes);
}

static coa_i_period *coa_i_periods(const coa_i_forest *f)
{
    return COA_I_AT(coa_i_period, f->periods);
}

static int coa_i_forest_init(coa_i_mem *mem, coa_i_forest *f)
{
    if (!coa_i_room(mem, &f->nodes, 1, sizeof(coa_i_tnode)) ||
        !coa_i_room(mem, &f->periods, 1, sizeof(coa_i_period)))
        return 0;
    COALLOC_MEMSET(f->nodes.at, 0, sizeof(coa_i_tnode));
    f->nodes.count = f->periods.count = 1;
    return 1;
}

static void coa_i_forest_free(coa_i_mem *mem, coa_i_forest *f)
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
static int coa_i_forest_room(coa_i_mem *mem, coa_i_forest *f, uint64_t periods,
                             uint64_t inserts)
{
    const uint64_t all = f->period_count + periods;
    const uint64_t each = 2 * (uint64_t)coa_i_depth_bound(all) + 5;
    return coa_i_room(mem, &f->nodes, f->nodes.count + inserts * each,
                      sizeof(coa_i_tnode)) &&
           coa_i_room(mem, &f->periods, f->periods.count + periods,
                      sizeof(coa_i_period)) &&
           coa_i_room(mem, &f->leaves, 3 * all, sizeof(uint32_t));
}

static void coa_i_rtree_drop(coa_i_forest *f, uint32_t root)
{
    if (root == COA_I_NONE) return;
    coa_i_tnodes(f)[root].size = f->dropped;
    f->dropped = root;
}

static uint32_t coa_i_tnode_new(coa_i_forest *f, uint32_t item)
{
    uint32_t i = f->dropped;
    coa_i_tnode *n;
    if (i != COA_I_NONE) {
        n = coa_i_tnodes(f) + i;
        f->dropped = n->size;
        coa_i_rtree_drop(f, n->left);
        coa_i_rtree_drop(f, n->right);
        coa_i_rtree_drop(f, n->second);
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

/* Gives a new node its children and its secondary tree. */
static void coa_i_tnode_join(coa_i_forest *f, uint32_t u, uint32_t left, uint32_t right,
                             uint32_t second)
{
    coa_i_tnode *nodes = coa_i_tnodes(f), *n = nodes + u;
    n->left = left;
    n->right = right;
    n->size = nodes[left].size + nodes[right].size;
    n->second = second;
}

static uint32_t coa_i_period_new(coa_i_forest *f, coa_time start, coa_time end,
                                 uint32_t server)
{
    const coa_i_period p = {start, end, server, COA_I_NONE};
    uint32_t i = f->free_period;
    if (i != COA_I_NONE)
        f->free_period = coa_i_periods(f)[i].next;
    else
        i = f->periods.count++;
    coa_i_periods(f)[i] = p;
    f->period_count++;
    return i;
}

static void coa_i_period_drop(coa_i_forest *f, uint32_t i)
{
    coa_i_periods(f)[i].next = f->free_period;
    f->free_period = i;
    f->period_count--;
}

/* Is period x after y in the order of `dim`? Ties: the other time, then the server. */
static int coa_i_period_after(const coa_i_forest *f, int dim, uint32_t x, uint32_t y)
{
    const coa_i_period *p = coa_i_periods(f) + x, *q = coa_i_periods(f) + y;
    if (dim == 0 && p->start != q->start) return p->start < q->start;
    if (p->end != q->end) return p->end > q->end;
    if (dim == 1 && p->start != q->start) return p->start < q->start;
    return p->server > q->server;
}

/* Writes the leaves of a subtree, in order, to `to`; returns the end. */
static uint32_t *coa_i_rtree_leaves(const coa_i_forest *f, uint32_t u, uint32_t *to)
{
    const coa_i_tnode *n = coa_i_tnodes(f) + u;
    if (n->left == COA_I_NONE) {
        *to = n->item;
        return to + 1;
    }
    return coa_i_rtree_leaves(f, n->right, coa_i_rtree_leaves(f, n->left, to));
}

/* Merges two neighbouring arrays, each sorted by end, using `spare`. */
static void coa_i_merge_ends(const coa_i_forest *f, uint32_t *at, uint32_t half,
                             uint32_t n, uint32_t *spare)
{
    uint32_t i = 0, j = half, k;
    for (k = 0; k < n; k++) {
        if (j == n || (i < half && !coa_i_period_after(f, 1, at[i], at[j])))
            spare[k] = at[i++];
        else
            spare[k] = at[j++];
    }
    COA_I_COPY(at, spare, n);
}

/* Builds a tree of n sorted periods by halving; for dim 0 also its secondary trees, and
 * leaves the periods in by_end, sorted by end. Recursion depth: log2 n. */
static uint32_t coa_i_rtree_build(coa_i_forest *f, int dim, const uint32_t *sorted,
                                  uint32_t n, uint32_t *by_end, uint32_t *spare)
{
    const uint32_t half = n - n / 2, u = coa_i_tnode_new(f, sorted[half - 1]);
    uint32_t left, right, second = COA_I_NONE;
    if (n == 1) {
        if (dim == 0) by_end[0] = sorted[0];
        return u;
    }
    left = coa_i_rtree_build(f, dim, sorted, half, by_end, spare);
    right = coa_i_rtree_build(f, dim, sorted + half, n - half,
                              dim == 0 ? by_end + half : NULL, spare);
    if (dim == 0) {
        coa_i_merge_ends(f, by_end, half, n, spare);
        second = coa_i_rtree_build(f, 1, by_end, n, NULL, NULL);
    }
    coa_i_tnode_join(f, u, left, right, second);
    return u;
}

static uint32_t coa_i_rtree_rebuild(coa_i_forest *f, uint32_t root, int dim)
{
    const uint32_t n = coa_i_tnodes(f)[root].size;
    uint32_t *leaves = COA_I_AT(uint32_t, f->leaves);
    (void)coa_i_rtree_leaves(f, root, leaves);
    coa_i_rtree_drop(f, root);
    return coa_i_rtree_build(f, dim, leaves, n, leaves + n, leaves + 2 * (size_t)n);
}

/* Makes an internal node above leaf u and a new leaf of period p. */
static uint32_t coa_i_rtree_fork(coa_i_forest *f, uint32_t u, int dim, uint32_t p)
{
    const uint32_t other = coa_i_tnodes(f)[u].item;
    const int after = coa_i_period_after(f, dim, p, other),
              last = coa_i_period_after(f, 1, p, other);
    const uint32_t leaf = coa_i_tnode_new(f, p),
                   top = coa_i_tnode_new(f, after ? other : p);
    const uint32_t by_end[2] = {last ? other : p, last ? p : other};
    coa_i_tnode_join(f, top, after ? u : leaf, after ? leaf : u,
                     dim == 0 ? coa_i_rtree_build(f, 1, by_end, 2, NULL, NULL)
                              : COA_I_NONE);
    return top;
}

static int coa_i_too_heavy(uint32_t child, uint32_t parent)
{
    return 10 * (uint64_t)child > 7 * (uint64_t)parent;
}

/* Inserts a period that the tree does not have, in reserved memory; recurs for dim 1. */
static void coa_i_rtree_insert(coa_i_forest *f, uint32_t *root, int dim, uint32_t p)
{
    coa_i_tnode *nodes = coa_i_tnodes(f);
    uint32_t *link = root, *heavy = NULL, *next;
    while (*link != COA_I_NONE && nodes[*link].left != COA_I_NONE) {
        coa_i_tnode *n = nodes + *link;
        f->visits++;
        n->size++;
        if (dim == 0) coa_i_rtree_insert(f, &n->second, 1, p);
        next = coa_i_period_after(f, dim, p, n->item) ? &n->right : &n->left;
        if (!heavy && coa_i_too_heavy(nodes[*next].size + 1, n->size)) heavy = link;
        link = next;
    }
    *link =
        *link == COA_I_NONE ? coa_i_tnode_new(f, p) : coa_i_rtree_fork(f, *link, dim, p);
    if (heavy) *heavy = coa_i_rtree_rebuild(f, *heavy, dim);
}

/* Removes a period that the tree has. Calls itself once, for dim 1. */
static void coa_i_rtree_remove(coa_i_forest *f, uint32_t *root, int dim, uint32_t p)
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
            if (dim == 0) coa_i_rtree_remove(f, &n->second, 1, p);
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
        coa_i_rtree_drop(f, u);
        return;
    }
    /* the parent of the leaf is removed too: the sibling takes its place */
    parent = *above;
    *above = nodes[parent].left == u ? nodes[parent].right : nodes[parent].left;
    nodes[parent].left = u;
    nodes[parent].right = COA_I_NONE;
    coa_i_rtree_drop(f, parent);
    if (last_of == parent) last_of = COA_I_NONE;
    if (last_of != COA_I_NONE) {
        for (u = nodes[last_of].left; nodes[u].left != COA_I_NONE; u = nodes[u].right) {
        }
        nodes[last_of].item = nodes[u].item;
    }
    if (heavy) *heavy = coa_i_rtree_rebuild(f, *heavy, dim);
}

/* >>range search: section 4.2 -----------------------------------------------------------
 *
 * Phase 1 marks the subtrees that hold the candidates (idle start <= s_r), from early
 * starts to late ones; if s_r equals a median, the right one. Phase 2 searches the
 * secondary trees of these subtrees in reverse order. In each it marks the subtrees whose
 * periods end late enough, from late ends to early ones, and stops as soon as n_r periods
 * are marked in all. Then the marked periods are read, of each secondary tree by end:
 * where a tree has more than are needed, it gives late-ending ones. */

typedef struct coa_i_marks {
    uint32_t at[COA_I_DEPTH];
    uint32_t count;
    uint64_t candidates;
} coa_i_marks;

/* Marks the subtrees of primary tree u that hold the periods which start at t or before
 * (dim 0: phase 1), or which end at t or later (dim 1: phase 2), until it has `most`. */
static void coa_i_rtree_mark(const coa_i_forest *f, uint32_t u, int dim, coa_time t,
                             uint64_t most, coa_i_marks *k, uint64_t *visits)
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
            if (k->candidates >= most) return;
        }
        u = in ? nodes[u].left : nodes[u].right;
    }
}

/* Reports the periods of a subtree in order, until the query has enough servers. */
static void coa_i_rtree_retrieve(const coa_i_forest *f, uint32_t u, coa_time now,
                                 coa_i_query *q)
{
    const coa_i_tnode *n = coa_i_tnodes(f) + u;
    const coa_i_period *p;
    if (coa_i_query_over(q)) return;
    q->visits++;
    if (n->left != COA_I_NONE) {
        coa_i_rtree_retrieve(f, n->left, now, q);
        coa_i_rtree_retrieve(f, n->right, now, q);
        return;
    }
    p = coa_i_periods(f) + n->item;
    coa_i_emit(q, ~(p->start > now ? p->start : now), p->end, p->server, 1);
}

COA_I_SOME coa_time coa_i_rtree_latest(const coa_i_forest *f, uint32_t u,
                                       uint64_t *visits)
{
    const coa_i_tnode *nodes = coa_i_tnodes(f);
    for (; nodes[u].left != COA_I_NONE; ++*visits) u = nodes[u].left;
    ++*visits;
    return coa_i_periods(f)[nodes[u].item].start;
}

/* Runs both phases on two trees as if they were one: takes the marks of both in reverse
 * order of their latest start; of equal ones, the first tree's comes first. Phase 2 runs
 * only if there are q->need candidates. Only counts the servers of `among` below each
 * mark, until the query has enough. The marks of phase 2 go to `marks`, which has room,
 * in the order in which they are read; NULL: nowhere. */
static void coa_i_forest_search(const coa_i_forest *f, uint32_t x, uint32_t y,
                                coa_i_query *q, coa_i_vec *marks)
{
    coa_i_marks kx, ky, k;
    uint32_t n;
    coa_i_rtree_mark(f, x, 0, q->start, UINT64_MAX, &kx, &q->visits);
    coa_i_rtree_mark(f, y, 0, q->start, UINT64_MAX, &ky, &q->visits);
    if (marks) marks->count = 0;
    if (q->need != UINT64_MAX && kx.candidates + ky.candidates < q->need) return;
    while (kx.count + ky.count > 0 && !coa_i_query_over(q)) {
        const int from_x =
            ky.count == 0 ||
            (kx.count > 0 && coa_i_rtree_latest(f, kx.at[kx.count - 1], &q->visits) >=
                                 coa_i_rtree_latest(f, ky.at[ky.count - 1], &q->visits));
        coa_i_rtree_mark(f, from_x ? kx.at[--kx.count] : ky.at[--ky.count], 1, q->end,
                         q->among ? UINT64_MAX : q->need - q->found, &k, &q->visits);
        if (!q->among) q->found += k.candidates;
        for (n = 0; q->among && n < k.count && !coa_i_query_over(q); n++)
            coa_i_rtree_retrieve(f, k.at[n], 0, q);
        if (q->among) k.count = n;
        while (marks && k.count > 0)
            COA_I_AT(uint32_t, *marks)[marks->count++] = k.at[--k.count];
    }
}

/* Searches, unless the search has been made and q->picked says so, and reports. */
static void coa_i_forest_query(const coa_i_forest *f, uint32_t x, uint32_t y,
                               coa_time now, coa_i_query *q, coa_i_vec *marks)
{
    coa_i_vec *items = q->items;
    uint32_t i;
    q->items = NULL;
    if (!q->picked) coa_i_forest_search(f, x, y, q, marks);
    q->items = items;
    if (!items) return;
    q->found = 0;
    for (i = 0; i < marks->count; i++)
        coa_i_rtree_retrieve(f, COA_I_AT(uint32_t, *marks)[i], now, q);
}

/* Returns the earliest start after t in a tree, or `best` if that is earlier. */
COA_I_SOME coa_time coa_i_rtree_next(const coa_i_forest *f, uint32_t u, coa_time t,
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

/* >>time slots: one tree for each, and one for periods that never end -------------------
 *
 * A finite period is in the tree of every slot that it overlaps and that is not over. A
 * period that never ends is only in the tree `open`, so that a new slot at the horizon
 * starts empty. The idle periods of each server are also linked in the order of time. */

typedef struct coa_i_rt_change { /* a period enters or leaves its trees */
    uint32_t period, in;
    uint32_t from, to; /* the trees of slots from .. to - 1, counted from the oldest one
*/
} coa_i_rt_change;

#define COA_I_NOT_IDLE UINT64_MAX /* instead of a number of insertions */

typedef struct coa_i_rt {
    coa_i_forest trees;
    coa_i_vec roots;   /* of uint32_t: a ring, slot q is at q mod roots.count */
    coa_i_vec heads;   /* of uint32_t: each server's first idle period */
    coa_i_vec changes; /* of coa_i_rt_change */
    uint32_t open;
    coa_time tau;
    coa_time first; /* number of the oldest slot alive */
} coa_i_rt;

static coa_i_rt *coa_i_rt_of(const coa_calendar *c) { return (coa_i_rt *)c->state; }

COA_I_SOME coa_time coa_i_rt_slot(const coa_i_rt *x, coa_time t)
{
    return t / x->tau - (t % x->tau < 0);
}

/* Returns how many slots are kept: one more than the horizon has; the first has begun. */
static uint64_t coa_i_rt_slot_count(const coa_desc *d)
{
    return (uint64_t)(d->horizon / d->slot) + (d->horizon % d->slot != 0) + 1;
}

COA_I_SOME uint32_t *coa_i_rt_root(const coa_i_rt *x, coa_time slot)
{
    const coa_time n = (coa_time)x->roots.count;
    return COA_I_AT(uint32_t, x->roots) + (slot % n + n) % n;
}

/* Sets *from and *to: the slots from .. to - 1 (0 = oldest) that hold a finite period. */
static void coa_i_rt_span(const coa_i_rt *x, coa_time start, coa_time end, uint32_t *from,
                          uint32_t *to)
{
    const coa_time first = coa_i_rt_slot(x, start), last = coa_i_rt_slot(x, end - 1);
    *from = first > x->first ? (uint32_t)(first - x->first) : 0;
    *to = last >= x->first ? (uint32_t)(last - x->first) + 1 : 0;
}

/* Returns how many trees hold the period [start, end). */
static uint32_t coa_i_rt_width(const coa_i_rt *x, coa_time start, coa_time end)
{
    uint32_t from, to;
    if (end == COA_FOREVER) return 1;
    coa_i_rt_span(x, start, end, &from, &to);
    return to - from;
}

/* Lists that a period is to enter its trees, or with in = 0 to leave them. */
static void coa_i_rt_put(coa_i_rt *x, uint32_t p, uint32_t in)
{
    const coa_i_period *rec = coa_i_periods(&x->trees) + p;
    coa_i_rt_change change = {p, in, 0, 0};
    if (rec->end != COA_FOREVER)
        coa_i_rt_span(x, rec->start, rec->end, &change.from, &change.to);
    COA_I_AT(coa_i_rt_change, x->changes)[x->changes.count++] = change;
}

static void coa_i_rt_change_tree(coa_i_rt *x, uint32_t *root,
                                 const coa_i_rt_change *change)
{
    if (change->in)
        coa_i_rtree_insert(&x->trees, root, 0, change->period);
    else
        coa_i_rtree_remove(&x->trees, root, 0, change->period);
}

/* Makes the changes listed, in the trees of one slot after the other: so a tree is in the
 * cache while it changes, up to 3.5 times as fast in deep calendars. Then drops old
 * periods. */
static void coa_i_rt_change_all(coa_i_rt *x)
{
    const coa_i_rt_change *change = COA_I_AT(coa_i_rt_change, x->changes),
                          *const end = change + x->changes.count, *i;
    uint32_t q = UINT32_MAX, last = 0;
    for (i = change; i < end; i++) {
        if (coa_i_periods(&x->trees)[i->period].end == COA_FOREVER)
            coa_i_rt_change_tree(x, &x->open, i);
        if (i->from < i->to && i->from < q) q = i->from;
        if (i->to > last) last = i->to;
    }
    for (; q < last; q++)
        for (i = change; i < end; i++)
            if (i->from <= q && q < i->to)
                coa_i_rt_change_tree(x, coa_i_rt_root(x, x->first + q), i);
    for (i = change; i < end; i++)
        if (!i->in) coa_i_period_drop(&x->trees, i->period);
    x->changes.count = 0;
}

static void coa_i_rt_close(coa_calendar *c)
{
    coa_i_rt *x = coa_i_rt_of(c);
    coa_i_mem *mem = &c->mem;
    coa_i_forest_free(mem, &x->trees);
    coa_i_vec_free(mem, &x->roots, sizeof(uint32_t));
    coa_i_vec_free(mem, &x->heads, sizeof(uint32_t));
    coa_i_vec_free(mem, &x->changes, sizeof(coa_i_rt_change));
}

static int coa_i_rt_copy(coa_calendar *c, const coa_calendar *from)
{
    coa_i_rt *x = coa_i_rt_of(c);
    const coa_i_rt *f = coa_i_rt_of(from);
    const coa_i_vec none = {NULL, 0, 0};
    *x = *f;
    x->trees.nodes = x->trees.periods = x->trees.leaves = none;
    x->roots = x->heads = x->changes = none;
    return coa_i_vec_copy(&c->mem, &x->trees.nodes, &f->trees.nodes,
                          sizeof(coa_i_tnode)) &&
           coa_i_vec_copy(&c->mem, &x->trees.periods, &f->trees.periods,
                          sizeof(coa_i_period)) &&
           coa_i_vec_copy(&c->mem, &x->trees.leaves, &f->trees.leaves, 4) &&
           coa_i_vec_copy(&c->mem, &x->roots, &f->roots, 4) &&
           coa_i_vec_copy(&c->mem, &x->heads, &f->heads, 4) &&
           coa_i_vec_copy(&c->mem, &x->changes, &f->changes, sizeof(coa_i_rt_change));
}

static coa_status coa_i_rt_init(coa_calendar *c)
{
    const coa_desc *d = &c->desc;
    coa_i_mem *mem = &c->mem;
    coa_i_rt *x = coa_i_rt_of(c);
    const uint64_t slot_count = coa_i_rt_slot_count(d);
    coa_i_forest *f = &x->trees;
    uint64_t nodes = 2 * (uint64_t)d->servers + 1; /* built by halving: log2 N levels */
    uint32_t i, *leaves;
    if (slot_count > COA_MAX_SLOTS) return COA_E_RANGE;
    for (i = 0; (uint64_t)1 << i < d->servers; i++) nodes += 2 * (uint64_t)d->servers;
    x->tau = d->slot;
    x->first = coa_i_rt_slot(x, d->now);
    if (!coa_i_forest_init(mem, f) ||
        !coa_i_room(mem, &f->nodes, nodes, sizeof(coa_i_tnode)) ||
        !coa_i_forest_room(mem, f, d->servers, 0) ||
        !coa_i_room(mem, &x->roots, slot_count, sizeof(uint32_t)) ||
        !coa_i_room(mem, &x->heads, d->servers, sizeof(uint32_t)))
        return COA_E_NOMEM;
    x->roots.count = (uint32_t)slot_count;
    x->heads.count = d->servers;
    COALLOC_MEMSET(x->roots.at, 0, (size_t)slot_count * sizeof(uint32_t));
    leaves = COA_I_AT(uint32_t, f->leaves);
    for (i = 0; i < d->servers; i++) {
        leaves[i] = coa_i_period_new(f, d->now, COA_FOREVER, i);
        COA_I_AT(uint32_t, x->heads)[i] = leaves[i];
    }
    x->open = coa_i_rtree_build(f, 0, leaves, d->servers, leaves + d->servers,
                                leaves + 2 * (size_t)d->servers);
    return COA_OK;
}

/* Returns the link to the server's last idle period that starts at t or before, or to its
 * first one. First frees periods that ended before the oldest slot: no tree has them. */
static uint32_t *coa_i_rt_near(coa_i_rt *x, uint32_t server, coa_time t)
{
    coa_i_period *periods = coa_i_periods(&x->trees);
    uint32_t *link = COA_I_AT(uint32_t, x->heads) + server, i;
    while ((i = *link) != COA_I_NONE && periods[i].end != COA_FOREVER &&
           coa_i_rt_slot(x, periods[i].end - 1) < x->first) {
        *link = periods[i].next;
        coa_i_period_drop(&x->trees, i);
    }
    while (*link != COA_I_NONE && (i = periods[*link].next) != COA_I_NONE &&
           periods[i].start <= t)
        link = &periods[*link].next;
    return link;
}

/* Returns the link to the server's idle period that covers [start, end), or NULL. */
static uint32_t *coa_i_rt_cover(coa_i_rt *x, uint32_t server, coa_time start,
                                coa_time end)
{
    uint32_t *link = coa_i_rt_near(x, server, start);
    const coa_i_period *p = coa_i_periods(&x->trees) + *link;
    return *link != COA_I_NONE && p->start <= start && p->end >= end ? link : NULL;
}

/* The marks are kept in the scratch arrays: there are no more marks than periods. */
static void coa_i_rt_idle(coa_calendar *c, coa_i_query *q)
{
    coa_i_rt *x = coa_i_rt_of(c);
    coa_i_forest_query(&x->trees, *coa_i_rt_root(x, coa_i_rt_slot(x, q->start)), x->open,
                       c->now, q, &x->trees.leaves);
}

/* Returns the next time in (t, latest] at which a server becomes idle, or COA_FOREVER. */
static coa_time coa_i_rt_next(const coa_i_rt *x, coa_time t, coa_time latest)
{
    coa_time best = coa_i_rtree_next(&x->trees, x->open, t, COA_FOREVER);
    const coa_time end = coa_i_rt_slot(x, latest < best ? latest : best);
    coa_time q = coa_i_rt_slot(x, t);
    for (; q <= end; q++) {
        const coa_time next = coa_i_rtree_next(&x->trees, *coa_i_rt_root(x, q), t, best);
        if (next < best) return next;
    }
    return best;
}

/* Returns how many trees hold the rest of idle period p, outside [start, end). */
static uint64_t coa_i_rt_beside(const coa_i_rt *x, const coa_i_period *p, coa_time start,
                                coa_time end)
{
    return (p->start < start ? coa_i_rt_width(x, p->start, start) : 0) +
           (end < p->end ? coa_i_rt_width(x, end, p->end) : 0);
}

/* Gives a server a new idle period, at this place in its list. */
static void coa_i_rt_add(coa_i_rt *x, uint32_t *link, uint32_t server, coa_time start,
                         coa_time end)
{
    const uint32_t p = coa_i_period_new(&x->trees, start, end, server);
    coa_i_periods(&x->trees)[p].next = *link;
    *link = p;
    coa_i_rt_put(x, p, 1);
}

/* Removes the idle period at this place in a list. */
static void coa_i_rt_remove(coa_i_rt *x, uint32_t *link)
{
    const uint32_t p = *link;
    *link = coa_i_periods(&x->trees)[p].next;
    coa_i_rt_put(x, p, 0);
}

/* Section 4.2: idle period i = (st, et) becomes j = (st, s_r) and k = (e_r, et). */
static uint64_t coa_i_rt_take_one(coa_i_rt *x, uint32_t server, coa_time start,
                                  coa_time end)
{
    uint32_t *link = coa_i_rt_cover(x, server, start, end);
    const coa_i_period was = coa_i_periods(&x->trees)[*link];
    coa_i_rt_remove(x, link);
    if (end < was.end) coa_i_rt_add(x, link, server, end, was.end);
    if (was.start < start) coa_i_rt_add(x, link, server, was.start, start);
    return 0;
}

/* Returns how many insertions into trees coa_i_rt_take_one makes, or COA_I_NOT_IDLE. */
static uint64_t coa_i_rt_take_needs(coa_i_rt *x, uint32_t server, coa_time start,
                                    coa_time end)
{
    const uint32_t *link = coa_i_rt_cover(x, server, start, end);
    return link ? coa_i_rt_beside(x, coa_i_periods(&x->trees) + *link, start, end)
                : COA_I_NOT_IDLE;
}

/* Returns the idle period that freeing [start, end) makes, with those that touch it. */
static coa_i_period coa_i_rt_joined(coa_i_rt *x, uint32_t server, coa_time start,
                                    coa_time end)
{
    const coa_i_period *periods = coa_i_periods(&x->trees);
    const uint32_t at = *coa_i_rt_near(x, server, start);
    uint32_t next = at;
    coa_i_period p = {start, end, COA_I_NONE, COA_I_NONE};
    if (at != COA_I_NONE && periods[at].start < start) {
        if (periods[at].end == start) p.start = periods[at].start;
        next = periods[at].next;
    }
    if (next != COA_I_NONE && periods[next].start == end) p.end = periods[next].end;
    return p;
}

static uint64_t coa_i_rt_give_one(coa_i_rt *x, uint32_t server, coa_time start,
                                  coa_time end)
{
    const coa_i_period p = coa_i_rt_joined(x, server, start, end);
    uint32_t *link = coa_i_rt_near(x, server, start);
    coa_i_period *periods = coa_i_periods(&x->trees);
    /* skip an earlier period that does not touch; then remove those that do */
    if (*link != COA_I_NONE && periods[*link].end < start) link = &periods[*link].next;
    while (*link != COA_I_NONE && periods[*link].start <= p.end) coa_i_rt_remove(x, link);
    coa_i_rt_add(x, link, server, p.start, p.end);
    return 0;
}

/* Returns how many insertions it takes to give the time back and to take it again. */
static uint64_t coa_i_rt_give_needs(coa_i_rt *x, uint32_t server, coa_time start,
                                    coa_time end)
{
    const coa_i_period p = coa_i_rt_joined(x, server, start, end);
    return coa_i_rt_width(x, p.start, p.end) + coa_i_rt_beside(x, &p, start, end);
}

/* Calls `one` for each server; returns the sum, or COA_I_NOT_IDLE if `one` does. */
static uint64_t coa_i_rt_each(coa_calendar *c, coa_time start, coa_time end,
                              const coa_run *runs, uint32_t n,
                              uint64_t (*one)(coa_i_rt *, uint32_t, coa_time, coa_time))
{
    uint64_t needs, sum = 0;
    uint32_t i, s;
    for (i = 0; i < n; i++)
        for (s = runs[i].first; s < runs[i].first + runs[i].count; s++, sum += needs) {
            needs = one(coa_i_rt_of(c), s, start, end);
            if (needs == COA_I_NOT_IDLE) return needs;
        }
    return sum;
}

/* Takes the memory for so many insertions, and to change at most three periods of each
 * server, of which two are new. */
static coa_status coa_i_rt_room(coa_calendar *c, const coa_run *runs, uint32_t n,
                                uint64_t inserts)
{
    coa_i_rt *x = coa_i_rt_of(c);
    const uint64_t servers = coa_i_runs_servers(runs, n);
    if (inserts == COA_I_NOT_IDLE) return COA_E_BUSY;
    return coa_i_room(&c->mem, &x->changes, 3 * servers, sizeof(coa_i_rt_change)) &&
                   coa_i_forest_room(&c->mem, &x->trees, 2 * servers, inserts)
               ? COA_OK
               : COA_E_NOMEM;
}

static coa_status coa_i_rt_step_room(coa_calendar *c, coa_i_step *x)
{
    const coa_status s = x->q ? coa_i_step_choose(c, x) : COA_OK;
    return s == COA_OK
               ? coa_i_rt_room(
                     c, x->runs, x->count,
                     coa_i_rt_each(c, x->start, x->end, x->runs, x->count,
                                   x->give ? coa_i_rt_give_needs : coa_i_rt_take_needs))
               : s;
}

static void coa_i_rt_step(coa_calendar *c, const coa_i_step *x)
{
    (void)coa_i_rt_each(c, x->start, x->end, x->runs, x->count,
                        x->give ? coa_i_rt_give_one : coa_i_rt_take_one);
    coa_i_rt_change_all(coa_i_rt_of(c));
}

/* Section 4.1: drops the trees of slots that are over; new slots have empty trees. */
static void coa_i_rt_advance(coa_calendar *c)
{
    coa_i_rt *x = coa_i_rt_of(c);
    const coa_time first = coa_i_rt_slot(x, c->now);
    uint32_t n;
    for (n = 0; n < x->roots.count && x->first + (coa_time)n < first; n++) {
        uint32_t *root = coa_i_rt_root(x, x->first + (coa_time)n);
        coa_i_rtree_drop(&x->trees, *root);
        *root = COA_I_NONE;
    }
    x->first = first;
}

/* ---- time slots: the operations of the index */

static void coa_i_rt_stats(const coa_calendar *c, coa_stats_info *out)
{
    out->idle_groups = coa_i_rt_of(c)->trees.period_count;
    out->update_visits = coa_i_rt_of(c)->trees.visits;
}

/* Section 4.2: makes one attempt after the other, each when a server becomes idle. */
static coa_status coa_i_rt_earliest(coa_calendar *c, coa_i_query *q)
{
    for (; q->start <= q->latest;
         q->start = coa_i_rt_next(coa_i_rt_of(c), q->start, q->latest)) {
        coa_i_query now = coa_i_query_of(c, q->start, coa_i_end(q->start, q->length),
                                         q->among, q->need, NULL);
        (void)coa_i_idle(c, &now);
        q->picked = now.found >= q->need && q->place == COA_PLACE_PAPER;
        if (now.found >= q->need) return COA_OK;
    }
    return COA_E_NOFIT;
}

#ifndef COALLOC_NO_FLEX
static coa_status coa_i_rt_follow(coa_calendar *c, coa_i_follow *f, coa_time start,
                                  uint64_t more)
{
    coa_i_query q =
        coa_i_query_of(c, start, start + f->length, f->among, UINT64_MAX, NULL);
    f->rise = COA_FOREVER;
    if (more == 0) {
        (void)coa_i_idle(c, &q);
        f->free = q.found;
        f->fall = start;
    } else if (start < f->until) {
        f->rise = coa_i_rt_next(coa_i_rt_of(c), start, f->until);
    }
    return COA_OK;
}
#endif

static void coa_i_rt_periods(const coa_calendar *c, coa_i_query *q)
{
    const coa_i_rt *x = coa_i_rt_of(c);
    const coa_i_period *p = coa_i_periods(&x->trees);
    coa_i_query all = *q;
    coa_i_vec items; /* of coa_i_item */
    const coa_i_item *it;
    uint32_t i, k;
    COALLOC_MEMSET(&items, 0, sizeof items);
    all.items = &items;
    for (i = 0; i < x->heads.count; i++)
        for (k = COA_I_AT(uint32_t, x->heads)[i]; k != COA_I_NONE; k = p[k].next)
            if (p[k].end > c->now && coa_i_can_start(q, p[k].start, p[k].end))
                coa_i_emit(&all, p[k].start > c->now ? p[k].start : INT64_MIN, p[k].end,
                           i, 1);
    if (all.failed) q->failed = all.failed;
    coa_i_items_join(&items);
    it = COA_I_AT(coa_i_item, items);
    for (i = 0; i < items.count && !coa_i_query_over(q); i++)
        coa_i_query_push(q, it[i].a, it[i].b, it[i].first, it[i].count);
    coa_i_vec_free(q->mem, &items, sizeof *it);
}

/* clang-format off */
static const coa_i_index coa_i_index_range_tree = {
    COA_INDEX_RANGE_TREE, COA_I_NAMED_PLACES | 1u << COA_PLACE_PAPER, COA_PLACE_PAPER,
    COA_PLACE_PAPER, 1, 0, 1, 0, sizeof(coa_i_rt), NULL, coa_i_named_show,
    coa_i_rt_periods, coa_i_named_profile, coa_i_named_rebuild, COA_I_OPERATIONS(rt)};
/* clang-format on */
#endif

#ifndef COALLOC_NO_COUNT
/* >>counts: how many servers are booked, as one step function of time -------------------
 *
 * COUNT has three sections. This one, coa_i_counts_*, says how many servers; >>binding,
 * coa_i_bind* and coa_i_piece*, says which; >>promises joins the two: coa_i_late_* are
 * the operations of the index, coa_i_promise_* what they do to the promise of a booking.
 *
 * The step function has a point for now and one for every future start and end of a
 * booking; each says how many servers are booked from then on. The points are the entries
 * of leaves, and the nodes of a B+ tree above these are forks. An entry has a time and a
 * number to `add`: the servers booked from a point on are the sum of `add` over the
 * entries from the root to the point. So a booking changes two paths, however long it is.
 * Most calendars are one leaf: up to COA_I_POINTS points fit into it.
 *
 * An entry of a fork also has bounds of the sums below it. A change only widens them; a
 * search that finds nothing where it looked because of a bound makes it exact. (If each
 * change made them exact, bookings would take up to 1.15 times as long.)
 *
 * A change pushes what forks add on its path down to the leaf before it writes. Then the
 * sums on its path are numbers of booked servers, and it cuts the bounds there to 0 .. N.
 * So sums stay within -N .. N, and bounds, with `add`, within -N .. 2 N. */

#ifndef COA_I_POINTS /* tests make these two small */
#define COA_I_POINTS 128u
#endif
#ifndef COA_I_FANOUT
#define COA_I_FANOUT 64u
#endif
#define COA_I_PADDED(n) (((n) + 15u) & ~15u) /* see coa_i_above */
#define COA_I_LEVELS 34u                     /* see coa_i_counts_room */

typedef struct coa_i_node { /* has entries lo .. hi - 1; unused: lo is the next unused */
    uint32_t lo, hi;
    int32_t add[COA_I_PADDED(COA_I_POINTS)];
    uint32_t below[COA_I_PADDED(COA_I_POINTS)]; /* leaf: what starts or ends, see */
                                                /* >>binding; inner: the child */
    union {
        coa_time time[COA_I_PADDED(COA_I_POINTS)]; /* inner: of the first point below */
        struct {
            coa_time time[COA_I_PADDED(COA_I_FANOUT)];
            int32_t low[COA_I_PADDED(COA_I_FANOUT)],
                high[COA_I_PADDED(COA_I_FANOUT)]; /* sums of `add` below */
        } inner;
    } col;
} coa_i_node;

typedef struct coa_i_counts {
    coa_i_vec nodes;                /* of coa_i_node */
    uint32_t free_head, free_count; /* 1 + the first unused node; how many are unused */
    uint32_t root, height;          /* height 0: the root is a leaf */
    uint32_t servers;
    uint64_t points;
} coa_i_counts;

#define COA_I_UNSEEN UINT32_MAX

/* A cursor: a point and the path to it; level 0 is the leaf. */
typedef struct coa_i_cursor {
    uint32_t node[COA_I_LEVELS], at[COA_I_LEVELS];
    int32_t sum[COA_I_LEVELS]; /* of `add` above that node */
    /* What coa_i_cursor_seek saw last: of the entries from `base` on of node `seen`, bit
     * i of `above` says if more than `limit` servers are booked at entry base + i. */
    uint32_t seen, base;
    int32_t limit;
    uint64_t above;
    int learns; /* coa_i_cursor_seek makes bounds exact: not if threads may share them */
} coa_i_cursor;

static coa_i_node *coa_i_node_at(const coa_i_counts *c, uint32_t i)
{
    return COA_I_AT(coa_i_node, c->nodes) + i;
}

/* Returns how many entries a node of this level can have. */
static uint32_t coa_i_node_most(uint32_t level)
{
    return level > 0 ? COA_I_FANOUT : COA_I_POINTS;
}

/* ---- columns of numbers, several at a time where the processor can ---- */

#if defined(__SSE2__) && defined(__GNUC__) && !defined(COALLOC_NO_VECTOR)
#define COA_I_LANES 4u
typedef int32_t coa_i_lanes
    __attribute__((__vector_size__(16), __aligned__(4), __may_alias__));
typedef uint32_t coa_i_wraps __attribute__((__vector_size__(16)));
#define COA_I_LOAD(p) (*(const coa_i_lanes *)(const void *)(p))
#define COA_I_STORE(p, v) (*(coa_i_lanes *)(void *)(p) = (v))
/* sums of lanes that are not in use may wrap around */
#define COA_I_PLUS(v, w) ((coa_i_lanes)((coa_i_wraps)(v) + (coa_i_wraps)(w)))

/* Returns all ones in the lanes in which a[i] + b[i] is above x; b NULL = all 0. */
static inline coa_i_lanes coa_i_lanes_above(const int32_t *a, const int32_t *b,
                                            uint32_t i, int32_t x)
{
    const coa_i_lanes v = COA_I_LOAD(a + i); /* lanes not in use may hold anything */
    return (b ? COA_I_PLUS(v, COA_I_LOAD(b + i)) : v) > x;
}

/* Adds d to a[i], a[i + 1] .. as far as they are in [from, to). */
static inline void coa_i_lanes_add(int32_t *a, uint32_t i, uint32_t from, uint32_t to,
                                   int32_t d)
{
    const coa_i_lanes lane = {0, 1, 2, 3}, all = {d, d, d, d}, at = lane + (int32_t)i;
    const coa_i_lanes more = all & (at >= (int32_t)from) & (at < (int32_t)to);
    COA_I_STORE(a + i, COA_I_PLUS(COA_I_LOAD(a + i), more));
}
#else
#define COA_I_LANES 0u
#endif

/* Returns a bit for each i < n <= 64: 1 if a[i] + b[i] is above x. b NULL = all 0. The
 * bits from n on, and of entries that are not in use, may be anything. */
static inline uint64_t coa_i_above(const int32_t *a, const int32_t *b, uint32_t n,
                                   int32_t x)
{
    uint64_t bits = 0;
    uint32_t i;
#if COA_I_LANES
    for (i = 0; i < n; i += 16) { /* 16 answers at once, a byte each */
        bits |= (uint64_t)(uint32_t)__builtin_ia32_pmovmskb128(__builtin_ia32_packsswb128(
                    __builtin_ia32_packssdw128(coa_i_lanes_above(a, b, i, x),
                                               coa_i_lanes_above(a, b, i + 4, x)),
                    __builtin_ia32_packssdw128(coa_i_lanes_above(a, b, i + 8, x),
                                               coa_i_lanes_above(a, b, i + 12, x))))
                << i;
    }
#else
    for (i = 0; i < n; i++) {
        const uint32_t sum = (uint32_t)a[i] + (b ? (uint32_t)b[i] : 0);
        bits |= (uint64_t)((int32_t)sum > x) << i;
    }
#endif
    return bits;
}

/* a[i] += d for i in [from, to). */
static inline void coa_i_add_to(int32_t *a, uint32_t from, uint32_t to, int32_t d)
{
#if COA_I_LANES
    const coa_i_lanes all = {d, d, d, d};
    uint32_t i = from & ~(COA_I_LANES - 1);
    if (from >= to) return;
    coa_i_lanes_add(a, i, from, to, d);
    for (i += COA_I_LANES; i + COA_I_LANES <= to; i += COA_I_LANES)
        COA_I_STORE(a + i, COA_I_PLUS(COA_I_LOAD(a + i), all));
    if (i < to) coa_i_lanes_add(a, i, from, to, d);
#else
    for (; from < to; from++) a[from] += d;
#endif
}

/* Returns the last i in [lo, hi) with time[i] <= t; lo if there is none. Written so that
 * compilers make it without branches on times, which would be mispredicted. */
static inline uint32_t coa_i_time_at(const coa_time *time, uint32_t lo, uint32_t hi,
                                     coa_time t)
{
    uint32_t n = hi - lo, half;
    if (n == 1 || t < time[lo + 1]) return lo;
    for (; n > 1; n -= half) {
        half = n / 2;
        lo += time[lo + half] <= t ? half : 0;
    }
    return lo;
}

/* ---- finding a point ---- */

/* Enters the child of the entry of s at `level`. */
static inline const coa_i_node *coa_i_cursor_down(const coa_i_counts *c, coa_i_cursor *s,
                                                  uint32_t level)
{
    const coa_i_node *f = coa_i_node_at(c, s->node[level]);
    const uint32_t k = s->at[level];
    s->node[level - 1] = f->below[k];
    s->sum[level - 1] = s->sum[level] + f->add[k];
    return coa_i_node_at(c, f->below[k]);
}

/* Points s to the point that is valid at t; to the first one if t is before it. */
COA_I_HOT void coa_i_cursor_find(const coa_i_counts *c, coa_time t, coa_i_cursor *s)
{
    uint32_t level = c->height;
    const coa_i_node *n = coa_i_node_at(c, c->root);
    s->node[level] = c->root;
    s->sum[level] = 0;
    s->seen = COA_I_UNSEEN;
    s->learns = 0;
    for (; level > 0; level--) {
        s->at[level] = coa_i_time_at(n->col.time, n->lo, n->hi, t);
        n = coa_i_cursor_down(c, s, level);
    }
    s->at[0] = coa_i_time_at(n->col.time, n->lo, n->hi, t);
}

static coa_time coa_i_cursor_time(const coa_i_counts *c, const coa_i_cursor *s)
{
    return coa_i_node_at(c, s->node[0])->col.time[s->at[0]];
}

static int32_t coa_i_cursor_busy(const coa_i_counts *c, const coa_i_cursor *s)
{
    return coa_i_node_at(c, s->node[0])->add[s->at[0]] + s->sum[0];
}

/* Moves s to the next point. False, and s stays, if there is none. */
static int coa_i_cursor_step(const coa_i_counts *c, coa_i_cursor *s)
{
    uint32_t level = 0;
    const coa_i_node *n = coa_i_node_at(c, s->node[0]);
    while (s->at[level] == n->hi - 1) {
        if (level++ == c->height) return 0;
        n = coa_i_node_at(c, s->node[level]);
    }
    for (s->at[level]++; level > 0; level--) {
        n = coa_i_cursor_down(c, s, level);
        s->at[level - 1] = n->lo;
    }
    return 1;
}

/* Looks at up to 64 entries of the node of s at `level`, among them entry `from`: at
 * which of them are more than `limit` servers booked, at some point below (above = 1) or
 * at every one (above = 0)? */
static inline void coa_i_cursor_see(const coa_i_counts *c, coa_i_cursor *s,
                                    uint32_t level, uint32_t from, int32_t limit,
                                    int above)
{
    const coa_i_node *n = coa_i_node_at(c, s->node[level]);
    const int32_t *extreme = above ? n->col.inner.high : n->col.inner.low;
    s->seen = s->node[level];
    s->base = from & ~15u;
    s->limit = limit;
    s->above =
        coa_i_above(n->add + s->base, level > 0 ? extreme + s->base : NULL,
                    n->hi - s->base < 64 ? n->hi - s->base : 64, limit - s->sum[level]);
}

/* Points s, at `level`, to the first entry from `from` on with a point at which more than
 * `limit` servers are booked (above = 1) or at most `limit` (above = 0). False if the
 * node has none. What it sees of 64 points of a leaf it keeps. */
COA_I_HOT int coa_i_cursor_pick(const coa_i_counts *c, coa_i_cursor *s, uint32_t level,
                                uint32_t from, int32_t limit, int above)
{
    const uint32_t i = s->node[level], hi = coa_i_node_at(c, i)->hi;
    for (; from < hi; from = s->base + 64) {
        uint64_t bits;
        if (s->seen != i || s->limit != limit || from - s->base >= 64)
            coa_i_cursor_see(c, s, level, from, limit, above);
        bits = (above ? s->above : ~s->above) >> (from - s->base);
        if (hi - from < 64) bits &= ((uint64_t)1 << (hi - from)) - 1;
        if (bits == 0) continue;
        s->at[level] = from + coa_i_low_bit(bits);
        return 1;
    }
    return 0;
}

/* Recomputes what entry k of f says of its child, a node of `level`. */
static void coa_i_fork_sum_up(const coa_i_counts *c, coa_i_node *f, uint32_t k,
                              uint32_t level)
{
    const coa_i_node *n = coa_i_node_at(c, f->below[k]);
    int32_t low = INT32_MAX, high = INT32_MIN;
    uint32_t i;
    for (i = n->lo; i < n->hi; i++) {
        const int32_t l = n->add[i] + (level > 0 ? n->col.inner.low[i] : 0),
                      h = n->add[i] + (level > 0 ? n->col.inner.high[i] : 0);
        low = l < low ? l : low;
        high = h > high ? h : high;
    }
    f->col.inner.low[k] = low;
    f->col.inner.high[k] = high;
}

/* coa_i_cursor_seek beyond the leaf: goes up where a node has no such point behind s, and
 * down where a fork may have one; if there is none and s->learns, the fork learns it. */
COA_I_COLD int coa_i_cursor_climb(const coa_i_counts *c, coa_i_cursor *s, int32_t limit,
                                  int above, coa_time end)
{
    uint32_t level = 1, from = s->at[1] + 1;
    for (;;) {
        const coa_i_node *n = coa_i_node_at(c, s->node[level]);
        if (coa_i_cursor_pick(c, s, level, from, limit, above)) {
            if (n->col.time[s->at[level]] >= end) return 0;
            if (level == 0) return 1;
            from = coa_i_cursor_down(c, s, level--)->lo;
        } else {
            if (level++ == c->height) return 0;
            if (s->learns && from == n->lo)
                coa_i_fork_sum_up(c, coa_i_node_at(c, s->node[level]), s->at[level],
                                  level - 1);
            from = s->at[level] + 1;
        }
    }
}

/* Moves s to the next point at which more than `limit` servers are booked (above = 1) or
 * at most `limit` (above = 0). It looks for a point before `end`, but may also return one
 * at or after `end`. False if it finds none: then s is no longer valid. */
COA_I_HOT int coa_i_cursor_seek(const coa_i_counts *c, coa_i_cursor *s, int32_t limit,
                                int above, coa_time end)
{
    return coa_i_cursor_pick(c, s, 0, s->at[0] + 1, limit, above) ||
           (c->height > 0 && coa_i_cursor_climb(c, s, limit, above, end));
}

/* Moves q->start to the earliest time up to q->latest from which q->need servers are free
 * for q->length, or with q->unlifted until booking q->old begins. */
static coa_status coa_i_counts_earliest(coa_i_counts *c, coa_i_query *q)
{
    const coa_time enough = COA_I_REPLACED(q->unlifted) ? q->old->start : COA_FOREVER;
    coa_i_cursor s;
    int32_t limit;
    coa_time t = q->start, end;
    if (q->need > c->servers) return COA_E_NOFIT;
    limit = (int32_t)(c->servers - (uint32_t)q->need);
    if (COA_I_REPLACED(q->unlifted) && q->latest > coa_i_last_start(enough, q->length)) {
        coa_i_cursor_find(c, enough - 1, &s); /* do windows fit that touch the booking? */
        if (coa_i_cursor_busy(c, &s) > limit)
            q->latest = coa_i_last_start(enough, q->length);
    }
    coa_i_cursor_find(c, t, &s);
    s.learns = 1;
    if (coa_i_cursor_busy(c, &s) > limit) {
        if (!coa_i_cursor_seek(c, &s, limit, 0, COA_FOREVER)) return COA_E_NOFIT;
        t = coa_i_cursor_time(c, &s);
    }
    while (t <= q->latest) {
        end = coa_i_end(t, q->length);
        if (end > enough) end = enough;
        if (!coa_i_cursor_seek(c, &s, limit, 1, end) || coa_i_cursor_time(c, &s) >= end) {
            q->start = t;
            return COA_OK;
        }
        if (!coa_i_cursor_seek(c, &s, limit, 0, COA_FOREVER)) return COA_E_NOFIT;
        t = coa_i_cursor_time(c, &s);
    }
    return COA_E_NOFIT;
}

/* Returns the fewest servers free at any time in [start, end), start >= now. O(P). */
static uint32_t coa_i_counts_least(const coa_i_counts *c, coa_time start, coa_time end)
{
    coa_i_cursor s;
    int32_t most;
    coa_i_cursor_find(c, start, &s);
    do {
        most = coa_i_cursor_busy(c, &s);
    } while (coa_i_cursor_seek(c, &s, most, 1, end) && coa_i_cursor_time(c, &s) < end);
    return c->servers - (uint32_t)most;
}

/* Returns the first time from `start` >= now on at which fewer than n servers are free;
 * COA_FOREVER if there is none. O(log P) amortised. */
static coa_time coa_i_counts_until(const coa_i_counts *c, coa_time start, uint32_t n)
{
    coa_i_cursor s;
    int32_t limit;
    if (n > c->servers) return start;
    limit = (int32_t)(c->servers - n);
    coa_i_cursor_find(c, start, &s);
    s.learns = 1;
    if (coa_i_cursor_busy(c, &s) > limit) return start;
    return coa_i_cursor_seek(c, &s, limit, 1, COA_FOREVER) ? coa_i_cursor_time(c, &s)
                                                           : COA_FOREVER;
}

/* ---- nodes and their entries ---- */

static uint32_t coa_i_node_new(coa_i_counts *c)
{
    uint32_t i = c->free_head;
    if (i > 0) {
        c->free_head = coa_i_node_at(c, --i)->lo;
        c->free_count--;
    } else {
        i = c->nodes.count++;
    }
    coa_i_node_at(c, i)->lo = coa_i_node_at(c, i)->hi = 0;
    return i;
}

static void coa_i_node_drop(coa_i_counts *c, uint32_t i)
{
    coa_i_node_at(c, i)->lo = c->free_head;
    c->free_head = i + 1;
    c->free_count++;
}

/* Moves n entries of l, from `from` on, to `to` of m, which may be l; both at `level`. */
static inline void coa_i_node_move(coa_i_node *m, uint32_t to, const coa_i_node *l,
                                   uint32_t from, uint32_t n, uint32_t level)
{
    COA_I_MOVE(m->add + to, l->add + from, n);
    COA_I_MOVE(m->below + to, l->below + from, n);
    COA_I_MOVE(m->col.time + to, l->col.time + from, n);
    if (level == 0) return;
    COA_I_MOVE(m->col.inner.low + to, l->col.inner.low + from, n);
    COA_I_MOVE(m->col.inner.high + to, l->col.inner.high + from, n);
}

/* Moves the entries of a leaf before entry k one down (down = 1), or it and those after
 * it one up; 16 bytes at a time, and at the outer end up to three entries that are not in
 * use. False if there are no such three. With memmove bookings take 1.2 times as long. */
static inline int coa_i_leaf_shift(coa_i_node *l, uint32_t k, int down)
{
#if COA_I_LANES
    const uint32_t most = (down ? k - l->lo : l->hi - k) + COA_I_LANES - 1,
                   by = down ? UINT32_MAX : 1;
    uint32_t n = most & ~(COA_I_LANES - 1), i = down ? k - n : k + n - COA_I_LANES;
    if (down ? n >= k : k + n >= COA_I_PADDED(COA_I_POINTS)) return 0;
    for (; n > 0; n -= COA_I_LANES, i -= by * COA_I_LANES) {
        const uint32_t to = i + by;
        const coa_i_lanes add = COA_I_LOAD(l->add + i), below = COA_I_LOAD(l->below + i),
                          time = COA_I_LOAD(l->col.time + i),
                          more = COA_I_LOAD(l->col.time + i + 2);
        COA_I_STORE(l->add + to, add);
        COA_I_STORE(l->below + to, below);
        COA_I_STORE(l->col.time + to, time);
        COA_I_STORE(l->col.time + to + 2, more);
    }
    return 1;
#else
    return (void)l, (void)k, (void)down, 0;
#endif
}

/* Makes place for an entry before entry k of a node that is not full: moves the entries
 * before it down, or it and those after it up. Returns the place. */
COA_I_HOT uint32_t coa_i_node_open(coa_i_node *l, uint32_t k, uint32_t level)
{
    const int down =
        l->lo > 0 && (l->hi == coa_i_node_most(level) || k - l->lo < l->hi - k);
    if (level > 0 || !coa_i_leaf_shift(l, k, down)) {
        if (down)
            coa_i_node_move(l, l->lo - 1, l, l->lo, k - l->lo, level);
        else
            coa_i_node_move(l, k + 1, l, k, l->hi - k, level);
    }
    if (!down) {
        l->hi++;
        return k;
    }
    l->lo--;
    return k - 1;
}

/* Removes entry k of a node; those before it stay where they are. */
static void coa_i_node_close(coa_i_node *l, uint32_t k, uint32_t level)
{
    if (k == l->lo) {
        l->lo++;
        return;
    }
    coa_i_node_move(l, k, l, k + 1, l->hi - k - 1, level);
    l->hi--;
}

/* Pushes `add` of entry k of f down into its child. */
static void coa_i_fork_push(const coa_i_counts *c, coa_i_node *f, uint32_t k)
{
    coa_i_node *n = coa_i_node_at(c, f->below[k]);
    const int32_t d = f->add[k];
    if (d == 0) return;
    coa_i_add_to(n->add, n->lo, n->hi, d);
    f->add[k] = 0;
    f->col.inner.low[k] += d;
    f->col.inner.high[k] += d;
}

/* ---- changing points ---- */

static int coa_i_counts_init(coa_i_mem *mem, coa_i_counts *c, uint32_t servers,
                             coa_time now)
{
    coa_i_node *l;
    if (c->nodes.capacity == 0 &&
        !coa_i_room_exact(mem, &c->nodes, 1, sizeof(coa_i_node)))
        return 0;
    c->nodes.count = 1;
    l = coa_i_node_at(c, 0);
    COALLOC_MEMSET(l, 0, sizeof *l);
    l->hi = 1;
    l->col.time[0] = now;
    c->servers = servers;
    c->points = 1;
    return 1;
}

/* Makes room for two more points. Each may split the nodes on its path, and the root if
 * that is nearly full. A tree with nodes of their normal size never has COA_I_LEVELS
 * levels: by the bound below, each level has under a tenth of the one below. */
COA_I_HOT int coa_i_counts_room(coa_i_mem *mem, coa_i_counts *c)
{
    const coa_i_node *root = coa_i_node_at(c, c->root);
    uint32_t need = 2 * c->height;
    if (root->hi - root->lo + 2 > coa_i_node_most(c->height)) need += 4;
    if (c->height + 3 > COA_I_LEVELS) return 0;
    return need <= c->free_count ||
           coa_i_room(mem, &c->nodes, (uint64_t)c->nodes.count + need - c->free_count,
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
        do { /* a smaller bound of one level makes its neighbours' smaller */
            last = all;
            for (i = 0; i < top; i++) {
                const uint64_t half = coa_i_node_most(i) / 2 + 1;
                const uint64_t entries = i > 0 ? n[i - 1] : points;
                const uint64_t most = 2 * ((entries - 1) / half) + n[i + 1] + 1;
                if (most < n[i]) n[i] = most;
            }
            for (i = 0, all = 0; i <= top; i++) all += n[i];
        } while (all != last);
    } while (n[top - 1] + 2 > COA_I_FANOUT && top + 1 < COA_I_LEVELS);
    return all + 2 * (top > 1 ? (uint64_t)top + 1 : 1);
}

/* Points s to the point that is valid at t, and pushes down every `add` on the path: the
 * sums of s are then 0 and not stored. */
COA_I_HOT void coa_i_cursor_reach(const coa_i_counts *c, coa_time t, coa_i_cursor *s)
{
    uint32_t level;
    coa_i_cursor_find(c, t, s);
    for (level = c->height; level > 0; level--)
        coa_i_fork_push(c, coa_i_node_at(c, s->node[level]), s->at[level]);
}

/* Splits the highest of the full nodes that are above each other from the leaf of s on;
 * puts a new fork above the root if that is full. */
COA_I_COLD void coa_i_cursor_split(coa_i_counts *c, const coa_i_cursor *s)
{
    uint32_t level = 0, half, k = 0;
    coa_i_node *f, *l, *m;
    for (; level < c->height; level++) {
        m = coa_i_node_at(c, s->node[level + 1]);
        if (m->hi - m->lo < COA_I_FANOUT) break;
    }
    half = coa_i_node_most(level) / 2;
    if (level < c->height) {
        k = s->at[level + 1];
        f = coa_i_node_at(c, s->node[level + 1]);
    } else {
        const uint32_t root = c->root;
        c->root = coa_i_node_new(c);
        c->height++;
        f = coa_i_node_at(c, c->root);
        f->hi = 1;
        f->below[k] = root;
        f->add[k] = 0;
        f->col.time[k] = INT64_MIN;
    }
    k = coa_i_node_open(f, k + 1, level + 1);
    f->below[k] = coa_i_node_new(c);
    l = coa_i_node_at(c, f->below[k - 1]);
    m = coa_i_node_at(c, f->below[k]);
    m->hi = coa_i_node_most(level) - half;
    l->hi = half;
    coa_i_node_move(m, 0, l, half, m->hi, level);
    f->add[k] = f->add[k - 1];
    f->col.time[k] = m->col.time[0];
    coa_i_fork_sum_up(c, f, k - 1, level);
    coa_i_fork_sum_up(c, f, k, level);
}

/* Points s to the point at t, or to the first one if that is later; makes the point if
 * there is none. There must be room for it. */
COA_I_HOT void coa_i_cursor_make(coa_i_counts *c, coa_time t, coa_i_cursor *s)
{
    coa_i_node *l;
    uint32_t k;
    coa_i_cursor_reach(c, t, s);
    l = coa_i_node_at(c, s->node[0]);
    if (l->col.time[s->at[0]] >= t) return; /* later: t is before the first point */
    while (l->hi - l->lo == COA_I_POINTS) {
        coa_i_cursor_split(c, s);
        coa_i_cursor_reach(c, t, s);
        l = coa_i_node_at(c, s->node[0]);
    }
    k = s->at[0] = coa_i_node_open(l, s->at[0] + 1, 0);
    l->col.time[k] = t;
    l->add[k] = l->add[k - 1];
    l->below[k] = 0;
    c->points++;
}

/* Adds d to entries from .. to - 1 of the node of s at `level`; widens its bounds. */
static inline void coa_i_cursor_add(const coa_i_counts *c, const coa_i_cursor *s,
                                    uint32_t level, uint32_t from, uint32_t to, int32_t d)
{
    coa_i_add_to(coa_i_node_at(c, s->node[level])->add, from, to, d);
    if (level < c->height) {
        coa_i_node *f = coa_i_node_at(c, s->node[level + 1]);
        int32_t *low = f->col.inner.low + s->at[level + 1],
                *high = f->col.inner.high + s->at[level + 1];
        const int32_t up = d > 0 ? d : 0, down = up - d, most = (int32_t)c->servers - up;
        *low = (*low > down ? *low : down) - down; /* nothing is pending above */
        *high = (*high < most ? *high : most) + up;
    }
}

/* Points *a and *b to the points at `start` and at `end`, and makes missing ones. If
 * `start` is past, *a is the first point; with COA_FOREVER *b is past all. */
COA_I_HOT void coa_i_cursors_make(coa_i_counts *c, coa_time start, coa_time end,
                                  coa_i_cursor *a, coa_i_cursor *b)
{
    const uint32_t nodes = c->nodes.count - c->free_count;
    uint32_t lo;
    coa_i_cursor_make(c, start, a);
    lo = coa_i_node_at(c, a->node[0])->lo;
    if (end != COA_FOREVER) {
        coa_i_cursor_make(c, end, b);
    } else {
        coa_i_cursor_reach(c, end, b);
        b->at[0]++;
    }
    if (nodes != c->nodes.count - c->free_count)
        coa_i_cursor_reach(c, start, a); /* a node has been split */
    else
        a->at[0] -= lo - coa_i_node_at(c, a->node[0])->lo;
}

/* Books d more servers from point a to point b; see coa_i_cursors_make. */
COA_I_HOT void coa_i_counts_add(const coa_i_counts *c, const coa_i_cursor *a,
                                const coa_i_cursor *b, int32_t d)
{
    uint32_t top = c->height, level;
    while (top > 0 && a->at[top] == b->at[top]) top--;
    for (level = 0; level < top; level++) {
        coa_i_cursor_add(c, a, level, a->at[level] + (level > 0),
                         coa_i_node_at(c, a->node[level])->hi, d);
        coa_i_cursor_add(c, b, level, coa_i_node_at(c, b->node[level])->lo, b->at[level],
                         d);
    }
    coa_i_cursor_add(c, a, top, a->at[top] + (top > 0), b->at[top], d);
    while (++top < c->height) coa_i_cursor_add(c, a, top, 0, 0, d);
}

/* ---- removing points ---- */

/* Updates the forks above: the node of s at `level` now begins with its entry lo. */
static void coa_i_cursor_begins(const coa_i_counts *c, const coa_i_cursor *s,
                                uint32_t level)
{
    const coa_i_node *n = coa_i_node_at(c, s->node[level]);
    while (level++ < c->height) {
        coa_i_node *f = coa_i_node_at(c, s->node[level]);
        f->col.time[s->at[level]] = n->col.time[n->lo];
        if (s->at[level] > f->lo) return;
    }
}

/* Joins child k + 1 of fork f, a node of `level`, to child k if both fill at most three
 * quarters of a node; then, in the same way, the new neighbours below. */
static void coa_i_fork_join(coa_i_counts *c, coa_i_node *f, uint32_t k, uint32_t level)
{
    for (;; level--) {
        coa_i_node *x = coa_i_node_at(c, f->below[k]),
                   *y = coa_i_node_at(c, f->below[k + 1]);
        const uint32_t most = coa_i_node_most(level), n = x->hi - x->lo,
                       m = y->hi - y->lo;
        if (n + m > most - most / 4) return;
        coa_i_fork_push(c, f, k);
        coa_i_fork_push(c, f, k + 1);
        coa_i_node_move(x, 0, x, x->lo, n, level);
        coa_i_node_move(x, n, y, y->lo, m, level);
        x->lo = 0;
        x->hi = n + m;
        coa_i_node_drop(c, f->below[k + 1]);
        coa_i_node_close(f, k + 1, level + 1);
        coa_i_fork_sum_up(c, f, k, level);
        if (level == 0) return;
        f = x;
        k = n - 1;
    }
}

/* Removes the point of s, at which nothing starts or ends any more. Nodes on its path
 * that are empty then are removed too, and sparse ones joined with a neighbour; so is the
 * root as long as it has only one child. */
static void coa_i_cursor_remove(coa_i_counts *c, const coa_i_cursor *s)
{
    uint32_t level = 0, k = s->at[0];
    coa_i_node *n = coa_i_node_at(c, s->node[0]), *f;
    c->points--;
    coa_i_node_close(n, k, 0);
    for (; level < c->height; level++, n = f) {
        if (n->lo < n->hi && k < n->lo) coa_i_cursor_begins(c, s, level);
        k = s->at[level + 1];
        f = coa_i_node_at(c, s->node[level + 1]);
        if (n->lo == n->hi) {
            coa_i_node_drop(c, s->node[level]);
            coa_i_node_close(f, k, level + 1);
            continue;
        }
        if (k + 1 < f->hi) coa_i_fork_join(c, f, k, level);
        if (k > f->lo) coa_i_fork_join(c, f, k - 1, level);
        k = f->lo; /* it begins as before */
    }
    for (; c->height > 0 && n->hi - n->lo == 1; n = coa_i_node_at(c, c->root)) {
        coa_i_fork_push(c, n, n->lo);
        k = n->below[n->lo];
        coa_i_node_drop(c, c->root);
        c->root = k;
        c->height--;
    }
}

/* >>binding: COUNT says which servers only when a booking starts ------------------------
 *
 * A booking is a promise of servers. Its start, until it starts, and its end are events:
 * codes in doubly linked lists, one list for each point of the step function. When time
 * reaches a point, the bookings that end there give their servers back; then those
 * starting there are bound by id. (New events go to the front of a list, so it is read
 * backwards; it is sorted only if bookings have moved.) A booking gets the lowest free
 * servers; there are enough, as never more than N are promised.
 *
 * All servers from `top` on are free. The free servers below `top` are pieces, that is,
 * runs: the lowest few are in a sorted array, the others in a heap. (With a heap alone,
 * bookings take up to 1.2 times as long.) Pieces that touch are joined when they are
 * taken, not when they are given back. Binding turns the pieces there are into at most
 * one run more, and giving back adds none. So the room for one piece that each booking
 * takes when it is made always suffices.
 *
 * With desc.unnamed there are no servers to bind (`servers` is 0): every promise stays
 * without runs, as those are that wait for their start. */

typedef struct coa_i_promise {
    coa_run run; /* one run: the run; more: `first` is their place in the store. */
                 /* `count` is always the number of servers */
    coa_id id;   /* of the booking */
    uint32_t next[2], prev[2]; /* in the list of the end [0] and of the start [1]. */
                               /* prev[1] COA_I_IS_BOUND: it is bound to next[1] runs */
} coa_i_promise;

#define COA_I_IS_BOUND UINT32_MAX

#ifndef COA_I_NEAR /* so many that the heap is seldom needed; tests make it small */
#define COA_I_NEAR 256u
#endif

typedef struct coa_i_binding {
    coa_i_vec promises; /* of coa_i_promise; [0] unused */
    uint32_t free_head; /* linked by next[0] */
    uint32_t top, servers;
    uint32_t waiting; /* promises that are not bound yet */
    uint64_t runs;    /* runs of bound promises */
    uint64_t several; /* servers in promises of more than one server */
    coa_i_vec store;  /* of coa_run: (promise or 0, n) followed by its n runs, repeated */
    coa_i_vec rest;   /* of uint64_t: pieces that are not near, a heap, lowest on top */
    uint32_t near_count;
    uint64_t low[COA_I_NEAR + 1]; /* the lowest free pieces, first << 32 | count, */
                                  /* descending from [1] on; [0] is above all */
} coa_i_binding;

static coa_i_promise *coa_i_promises(const coa_i_binding *b)
{
    return COA_I_AT(coa_i_promise, b->promises);
}

/* Returns the number of runs a promise is bound to, 0 if it is not bound yet. */
static inline uint32_t coa_i_promise_runs(const coa_i_promise *p)
{
    return p->prev[1] == COA_I_IS_BOUND ? p->next[1] : 0;
}

static int coa_i_binding_init(coa_i_mem *mem, coa_i_binding *b, uint32_t servers)
{
    b->servers = servers;
    b->low[0] = UINT64_MAX;
    if (!coa_i_room(mem, &b->promises, 1, sizeof(coa_i_promise))) return 0;
    b->promises.count = 1;
    return 1;
}

/* Makes room for `more` further pieces or runs, and for `several` further servers in
 * promises of two servers or more. All pieces and runs together are at most as many as
 * the servers. The store keeps the runs of promises with two or more: no more runs than
 * there can be pieces, nor than these promises have servers, and one item for each such
 * promise, so at most 1.5 times that. Twice as much room makes packing it rare. */
COA_I_HOT int coa_i_pieces_room(coa_i_mem *mem, coa_i_binding *b, uint64_t more,
                                uint64_t several)
{
    uint64_t pieces =
        (uint64_t)b->near_count + b->rest.count + b->runs + b->waiting + more;
    uint64_t need = b->several + several;
    if (pieces > b->servers) pieces = b->servers;
    if (need > pieces) need = pieces;
    return coa_i_room(mem, &b->rest, pieces, sizeof(uint64_t)) &&
           coa_i_room(mem, &b->store, 3 * need + 2, sizeof(coa_run));
}

/* ---- free pieces ---- */

static uint64_t coa_i_piece(coa_run run) { return (uint64_t)run.first << 32 | run.count; }

static int coa_i_piece_below(const void *x, const void *y)
{
    return *(const uint64_t *)x > *(const uint64_t *)y;
}

static void coa_i_far_push(coa_i_binding *b, uint64_t piece)
{
    coa_i_heap_up(b->rest.at, b->rest.count++, sizeof piece, coa_i_piece_below, &piece);
}

/* Fills the empty array `low`: the lowest of `rest`, or if none, n servers from `top`. */
COA_I_COLD void coa_i_near_fill(coa_i_binding *b, uint32_t n)
{
    uint64_t *heap = COA_I_AT(uint64_t, b->rest);
    uint32_t k = (COA_I_NEAR + 1) / 2;
    if (b->rest.count == 0) {
        b->low[b->near_count = 1] = (uint64_t)b->top << 32 | n;
        b->top += n;
        return;
    }
    if (k > b->rest.count) k = b->rest.count;
    for (b->near_count = k; k > 0; k--) {
        b->low[k] = *heap;
        b->rest.count--;
        coa_i_heap_down(heap, b->rest.count, 0, sizeof *heap, coa_i_piece_below,
                        heap + b->rest.count);
    }
}

/* The array `low` is full: moves its higher half to `rest`. */
COA_I_COLD void coa_i_near_spill(coa_i_binding *b)
{
    const uint32_t n = (COA_I_NEAR + 1) / 2;
    uint32_t i;
    for (i = 1; i <= n; i++) coa_i_far_push(b, b->low[i]);
    b->near_count -= n;
    COA_I_MOVE(b->low + 1, b->low + 1 + n, b->near_count);
}

/* Merges n ascending runs into `low`, the lowest first; they fit. */
static inline void coa_i_near_merge(coa_i_binding *b, const coa_run *runs, uint32_t n)
{
    uint64_t *low = b->low + b->near_count, *to = low + n;
    b->near_count += n;
    for (; n > 0; n--, runs++) {
        const uint64_t piece = coa_i_piece(*runs);
        while (*low < piece) *to-- = *low--;
        *to-- = piece;
    }
}

/* Makes n >= 1 ascending runs free. */
static void coa_i_pieces_give(coa_i_binding *b, const coa_run *runs, uint32_t n)
{
    uint32_t k; /* so many go to `low` */
    if (runs[n - 1].first + runs[n - 1].count == b->top) b->top = runs[--n].first;
    for (; n > 0; n -= k, runs += k) {
        if (b->near_count == COA_I_NEAR) coa_i_near_spill(b);
        for (k = 0; k < n && b->near_count + k < COA_I_NEAR; k++)
            if (b->rest.count > 0 && coa_i_piece(runs[k]) > *COA_I_AT(uint64_t, b->rest))
                break;
        if (k > 0)
            coa_i_near_merge(b, runs, k);
        else
            coa_i_far_push(b, coa_i_piece(runs[k++]));
    }
}

/* Takes the lowest n free servers and writes them to `runs`, of which it returns the
 * number: at most n, and at most one more than there are pieces. */
COA_I_HOT uint32_t coa_i_pieces_take(coa_i_binding *b, uint32_t n, coa_run *runs)
{
    uint64_t *low = b->low + b->near_count, piece;
    coa_run *to = runs;                       /* behind the last run */
    uint32_t first = 0, end = COA_I_IS_BOUND; /* of the last run */
    for (;; low--) {
        if (low == b->low) {
            coa_i_near_fill(b, n);
            low = b->low + b->near_count;
        }
        piece = *low;
        to += piece >> 32 != end; /* a branch would be mispredicted */
        first = piece >> 32 != end ? (uint32_t)(piece >> 32) : first;
        to[-1].first = first;
        if ((uint32_t)piece >= n) break;
        n -= (uint32_t)piece;
        end = (uint32_t)(piece >> 32) + (uint32_t)piece;
        to[-1].count = end - first;
    }
    to[-1].count = (uint32_t)(piece >> 32) + n - first;
    *low = piece + ((uint64_t)n << 32) - n; /* the rest of it */
    b->near_count = (uint32_t)(low - b->low) - ((uint32_t)piece == n);
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
        COA_I_MOVE(s + to, s + from, n);
        coa_i_promises(b)[s[to].first].run.first = to + 1;
        to += n;
    }
    b->store.count = to;
}

/* Binds promise i to these n >= 1 runs, which may follow in the store; the store must
 * have room for n + 1 items. */
COA_I_HOT void coa_i_bind_to(coa_i_binding *b, uint32_t i, const coa_run *runs,
                             uint32_t n)
{
    coa_i_promise *p = coa_i_promises(b) + i;
    coa_run *s = COA_I_AT(coa_run, b->store) + b->store.count;
    p->prev[1] = COA_I_IS_BOUND;
    p->next[1] = n;
    b->runs += n;
    if (n == 1) {
        p->run = *runs;
        return;
    }
    s->first = i;
    s->count = n;
    if (runs != s + 1) COA_I_COPY(s + 1, runs, n);
    p->run.first = b->store.count + 1;
    b->store.count += n + 1;
}

/* Binds a promise to the lowest free servers, if servers have names. */
static void coa_i_bind(coa_i_binding *b, uint32_t i)
{
    const uint32_t n = coa_i_promises(b)[i].run.count;
    const uint64_t most = (uint64_t)b->near_count + b->rest.count + 1;
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

/* Returns the runs that a promise is bound to. */
static coa_run *coa_i_promise_bound(const coa_i_binding *b, coa_i_promise *p)
{
    return coa_i_promise_runs(p) == 1 ? &p->run
                                      : COA_I_AT(coa_run, b->store) + p->run.first;
}

/* Takes the runs of a bound promise from it. */
static void coa_i_unbind(coa_i_binding *b, coa_i_promise *p)
{
    const uint32_t runs = coa_i_promise_runs(p);
    b->runs -= runs;
    if (runs > 1) coa_i_promise_bound(b, p)[-1].first = 0;
}

/* Removes a promise that is over; its servers, if it is bound, are free again. */
COA_I_HOT void coa_i_promise_drop(coa_i_binding *b, uint32_t i)
{
    coa_i_promise *p = coa_i_promises(b) + i;
    const uint32_t runs = coa_i_promise_runs(p);
    if (p->run.count > 1) b->several -= p->run.count;
    if (runs > 0) coa_i_pieces_give(b, coa_i_promise_bound(b, p), runs);
    coa_i_unbind(b, p);
    p->next[0] = b->free_head;
    b->free_head = i;
}

/* ---- events: the code of an event is promise << 1, plus 1 for a start ---- */

static inline void coa_i_promise_link(const coa_i_binding *b, uint32_t *head,
                                      uint32_t event)
{
    coa_i_promise *all = coa_i_promises(b), *p = all + (event >> 1);
    p->next[event & 1] = *head;
    p->prev[event & 1] = 0;
    if (*head) all[*head >> 1].prev[*head & 1] = event;
    *head = event;
}

static void coa_i_promise_unlink(const coa_i_binding *b, uint32_t *head, uint32_t event)
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
COA_I_HOT void coa_i_moment_passes(coa_i_binding *b, uint32_t event)
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

/* >>promises: the operations of COUNT, which binds late ------------------------------ */

typedef struct coa_i_late {
    coa_i_counts counts;
    coa_i_binding binding;
} coa_i_late;

static coa_i_counts *coa_i_counts_of(const coa_calendar *c)
{
    return &((coa_i_late *)c->state)->counts;
}

static coa_i_binding *coa_i_binding_of(const coa_calendar *c)
{
    return &((coa_i_late *)c->state)->binding;
}

/* Returns how many servers have names: all or none. */
static uint32_t coa_i_servers_named(const coa_calendar *c)
{
    return c->desc.unnamed ? 0 : c->desc.servers;
}

static coa_status coa_i_late_init(coa_calendar *c)
{
    return coa_i_counts_init(&c->mem, coa_i_counts_of(c), c->desc.servers, c->now) &&
                   coa_i_binding_init(&c->mem, coa_i_binding_of(c),
                                      coa_i_servers_named(c))
               ? COA_OK
               : COA_E_NOMEM;
}

static int coa_i_late_copy(coa_calendar *c, const coa_calendar *from)
{
    coa_i_late *x = (coa_i_late *)c->state;
    const coa_i_late *f = (const coa_i_late *)from->state, had = *x;
    *x = *f;
    x->counts.nodes = had.counts.nodes;
    x->binding.promises = had.binding.promises;
    x->binding.rest = had.binding.rest;
    x->binding.store = had.binding.store;
    return coa_i_vec_copy(&c->mem, &x->counts.nodes, &f->counts.nodes,
                          sizeof(coa_i_node)) &&
           coa_i_vec_copy(&c->mem, &x->binding.promises, &f->binding.promises,
                          sizeof(coa_i_promise)) &&
           coa_i_vec_copy(&c->mem, &x->binding.rest, &f->binding.rest, 8) &&
           coa_i_vec_copy(&c->mem, &x->binding.store, &f->binding.store, sizeof(coa_run));
}

static void coa_i_late_close(coa_calendar *c)
{
    coa_i_binding *b = coa_i_binding_of(c);
    coa_i_vec_free(&c->mem, &coa_i_counts_of(c)->nodes, sizeof(coa_i_node));
    coa_i_vec_free(&c->mem, &b->promises, sizeof(coa_i_promise));
    coa_i_vec_free(&c->mem, &b->rest, sizeof(uint64_t));
    coa_i_vec_free(&c->mem, &b->store, sizeof(coa_run));
}

/* The arrays of COUNT. There are at most 2 points for each booking and one for `now`, and
 * two more for a moment: when a booking moves, the new points are made before the old
 * ones are removed. Bound runs and free pieces are at most N (coa_i_pieces_room). */
static uint32_t coa_i_late_plan(coa_calendar *c, coa_i_share *list, uint32_t n)
{
    const uint64_t bookings = c->desc.bookings, servers = coa_i_servers_named(c);
    coa_i_binding *b = coa_i_binding_of(c);
    n = coa_i_plan_add(list, n, &coa_i_counts_of(c)->nodes, sizeof(coa_i_node),
                       coa_i_counts_most(2 * bookings + 3));
    n = coa_i_plan_add(list, n, &b->promises, sizeof(coa_i_promise), bookings + 1);
    if (servers > 0) n = coa_i_plan_add(list, n, &b->rest, sizeof(uint64_t), servers);
    return coa_i_plan_add(list, n, &b->store, sizeof(coa_run), 3 * servers + 2);
}

static void coa_i_late_stats(const coa_calendar *c, coa_stats_info *out)
{
    out->runs = coa_i_binding_of(c)->runs;
    out->idle_groups = coa_i_counts_of(c)->points;
}

static coa_status coa_i_late_earliest(coa_calendar *c, coa_i_query *q)
{
    return coa_i_counts_earliest(coa_i_counts_of(c), q);
}

static void coa_i_late_idle(coa_calendar *c, coa_i_query *q)
{
    if (q->longest)
        q->end = coa_i_counts_until(coa_i_counts_of(c), q->start, (uint32_t)q->need);
    else
        q->found = coa_i_counts_least(coa_i_counts_of(c), q->start, q->end);
}

static void coa_i_late_profile(const coa_calendar *c, coa_i_query *q, coa_i_change *x,
                               coa_i_changes *walk)
{
    const coa_i_counts *n = coa_i_counts_of(c);
    coa_i_cursor at, s;
    int32_t busy;
    int above;
    (void)walk;
    coa_i_cursor_find(n, q->start, &at);
    busy = coa_i_cursor_busy(n, &at);
    q->found += n->servers - (uint32_t)busy;
    for (above = 0; above < 2; above++) { /* the next point with fewer; with more */
        s = at;
        if (coa_i_cursor_seek(n, &s, busy - !above, above, x->time))
            coa_i_change_at(x, coa_i_cursor_time(n, &s), busy - coa_i_cursor_busy(n, &s));
    }
}

/* ---- how a booking changes ---- */

/* Returns when a window starts or ends if that is still to come, else COA_FOREVER. */
COA_I_SOME coa_time coa_i_window_event(const coa_calendar *c, const coa_i_window *w,
                                       uint32_t starts)
{
    if (w->start == w->end || (starts && w->start <= c->now)) return COA_FOREVER;
    return starts ? w->start : w->end;
}

/* Returns the list of events at the point of a cursor. */
static uint32_t *coa_i_cursor_events(const coa_calendar *c, const coa_i_cursor *s)
{
    return coa_i_node_at(coa_i_counts_of(c), s->node[0])->below + s->at[0];
}

/* Makes room for one more promise. */
static int coa_i_promise_room(coa_calendar *c)
{
    coa_i_binding *b = coa_i_binding_of(c);
    return b->free_head != 0 ||
           coa_i_room(&c->mem, &b->promises, (uint64_t)b->promises.count + 1,
                      sizeof(coa_i_promise));
}

/* Takes the memory for a promise, if it is bound, to have n servers more. */
static coa_status coa_i_promise_more(coa_calendar *c, const coa_i_record *r, uint64_t n)
{
    coa_i_binding *b = coa_i_binding_of(c);
    const uint32_t had = coa_i_promise_runs(coa_i_promises(b) + r->runs);
    uint64_t most = (uint64_t)b->near_count + b->rest.count + 1; /* runs to be taken */
    if (most > n) most = n;
    if (!coa_i_pieces_room(&c->mem, b, 1, n + 1)) return COA_E_NOMEM;
    return had == 0 || (coa_i_room(&c->mem, &c->wanted, most, sizeof(coa_run)) &&
                        coa_i_room(&c->mem, &c->items, had + most, sizeof(coa_i_item)))
               ? COA_OK
               : COA_E_NOMEM;
}

/* Takes the memory for a bound promise to give back the servers in c->wanted. */
static coa_status coa_i_promise_less(coa_calendar *c, const coa_i_record *r)
{
    coa_i_binding *b = coa_i_binding_of(c);
    const uint32_t had = coa_i_promise_runs(coa_i_promises(b) + r->runs);
    const uint64_t more = (uint64_t)c->items.count + c->wanted.count - had;
    return had == 0 || coa_i_pieces_room(&c->mem, b, more, 0) ? COA_OK : COA_E_NOMEM;
}

/* Takes the memory for a promise to have n servers: if it is bound, the lowest of those
 * that it has, or these and further ones. */
static coa_status coa_i_promise_resize_room(coa_calendar *c, const coa_i_record *r,
                                            uint32_t n)
{
    coa_i_query q;
    coa_status s;
    if (n >= r->servers) return coa_i_promise_more(c, r, n - r->servers);
    q = coa_i_query_of(c, 0, 0, NULL, r->servers - n, NULL);
    s = coa_i_divide(c, r, &q);
    return s == COA_OK ? coa_i_promise_less(c, r) : s;
}

/* Takes the memory for the points of a booking to change. */
static coa_status coa_i_promise_change_room(coa_calendar *c)
{
    return coa_i_counts_room(&c->mem, coa_i_counts_of(c)) ? COA_OK : COA_E_NOMEM;
}

/* Counts a promise of `had` servers as one of n. */
static void coa_i_promise_count(coa_i_binding *b, uint32_t had, uint32_t n)
{
    if (had > 1) b->several -= had;
    if (n > 1) b->several += n;
}

/* Gives the promise of a booking n servers; the step function has them already. If it is
 * bound, it gives back those in c->wanted and keeps coa_i_runs_after, or takes the lowest
 * free servers in addition. */
static void coa_i_promise_resize(coa_calendar *c, const coa_i_record *r, uint32_t n)
{
    coa_i_binding *b = coa_i_binding_of(c);
    coa_i_promise *p = coa_i_promises(b) + r->runs;
    const uint32_t had = p->run.count;
    coa_i_promise_count(b, had, n);
    if (coa_i_promise_runs(p) > 0 && n != had) {
        coa_run *runs = COA_I_AT(coa_run, c->wanted);
        if (n < had) {
            coa_i_pieces_give(b, runs, c->wanted.count);
        } else {
            c->wanted.count = coa_i_pieces_take(b, n - had, runs);
            (void)coa_i_unite(c, r); /* has room */
        }
        coa_i_unbind(b, p);
        if (b->store.count + (uint64_t)c->items.count + 1 > b->store.capacity)
            coa_i_store_pack(b);
        coa_i_bind_to(b, r->runs, coa_i_runs_after(c), c->items.count);
    }
    p->run.count = n;
}

/* Enters a window of promise i, or with enters = 0 removes it: its servers, and its
 * events (the end, the start) with a time in `events`. All points stay. */
COA_I_HOT void coa_i_window_enter(coa_calendar *c, uint32_t i, const coa_i_window *w,
                                  const coa_time events[2], int enters)
{
    coa_i_binding *b = coa_i_binding_of(c);
    coa_i_cursor s[2]; /* the end, the start */
    uint32_t k;
    coa_i_cursors_make(coa_i_counts_of(c), w->start, w->end, s + 1, s);
    for (k = 0; k < 2; k++) {
        if (events[k] == COA_FOREVER) continue;
        if (enters)
            coa_i_promise_link(b, coa_i_cursor_events(c, s + k), i << 1 | k);
        else
            coa_i_promise_unlink(b, coa_i_cursor_events(c, s + k), i << 1 | k);
        b->waiting += enters ? k : 0 - k;
    }
    coa_i_counts_add(coa_i_counts_of(c), s + 1, s,
                     enters ? (int32_t)w->servers : -(int32_t)w->servers);
}

/* Turns the window of a booking's promise into another one; either may be none. There
 * must be room. Without a window the promise is removed; if it now begins, bound. */
static void coa_i_promise_change(coa_calendar *c, const coa_i_step *x)
{
    coa_i_binding *b = coa_i_binding_of(c);
    const uint32_t i = x->r->runs;
    coa_i_promise *p = coa_i_promises(b) + i;
    coa_i_cursor s;
    coa_time from[2], to[2]; /* of the end and the start, if that changes */
    uint32_t k;
    p->id = x->r->id;
    for (k = 0; k < 2; k++) to[k] = coa_i_window_event(c, &x->is, k);
    if (x->was.start < x->was.end) {
        for (k = 0; k < 2; k++) {
            from[k] = coa_i_window_event(c, &x->was, k);
            if (from[k] == to[k]) from[k] = to[k] = COA_FOREVER;
        }
        coa_i_window_enter(c, i, &x->was, from, 0);
    }
    if (x->is.start < x->is.end) coa_i_window_enter(c, i, &x->is, to, 1);
    for (k = 0; k < 2 && x->was.start < x->was.end; k++) {
        if (from[k] == COA_FOREVER) continue;
        coa_i_cursor_find(coa_i_counts_of(c), from[k], &s);
        if (*coa_i_cursor_events(c, &s) == 0) coa_i_cursor_remove(coa_i_counts_of(c), &s);
    }
    if (x->is.start == x->is.end)
        coa_i_promise_drop(b, i);
    else if (x->is.start <= c->now && coa_i_promise_runs(p) == 0)
        coa_i_bind(b, i);
}

/* The booking that moves to a window that starts now, if it keeps servers; else NULL. */
COA_I_HOT const coa_i_record *coa_i_promise_begun(const coa_calendar *c,
                                                  const coa_i_query *q)
{
    const coa_i_record *r = COA_I_MOVED(q) ? coa_i_booking(c, q->moved) : NULL;
    return r && r->start <= c->now && q->start <= c->now ? r : NULL;
}

static coa_status coa_i_promise_choose(coa_calendar *c, coa_i_query *q)
{
    const uint32_t n = (uint32_t)q->need;
    const coa_i_record *begun = coa_i_promise_begun(c, q);
    const coa_status s = begun ? coa_i_promise_resize_room(c, begun, n) : COA_OK;
    if (s != COA_OK) return s;
    if (c->records.count == c->records.capacity && !coa_i_booking_room(c, q, 0))
        return COA_E_NOMEM;
    if (!COA_I_REPLACED(q->old != NULL) && !coa_i_promise_room(c)) return COA_E_NOMEM;
    if (!coa_i_pieces_room(&c->mem, coa_i_binding_of(c), 1, n > 1 ? n : 0))
        return COA_E_NOMEM;
    return coa_i_promise_change_room(c);
}

/* Promises servers, and binds them at once if the booking starts now. */
static void coa_i_promise_book(coa_calendar *c, const coa_i_step *x)
{
    const coa_i_record *begun = coa_i_promise_begun(c, x->q);
    coa_i_step moved;
    if (!begun) {
        if (COA_I_MOVED(x->q)) coa_i_forget_lifted(c, coa_i_booking(c, x->q->moved));
        x->r->runs = coa_i_promise_new(coa_i_binding_of(c), x->is.servers);
        coa_i_promise_change(c, x);
        return;
    }
    moved = *x;
    moved.was.start = begun->start;
    moved.was.end = begun->end;
    x->r->runs = begun->runs;
    coa_i_promise_change(c, &moved);
    coa_i_promise_resize(c, x->r, x->is.servers);
}

static void coa_i_late_show(const coa_calendar *c, const coa_i_record *r,
                            coa_booking *out)
{
    const coa_i_binding *b = coa_i_binding_of(c);
    coa_i_promise *p = coa_i_promises(b) + r->runs;
    out->run_count = coa_i_promise_runs(p);
    out->runs = out->run_count > 0 ? coa_i_promise_bound(b, p) : NULL;
}

static coa_status coa_i_late_step_room(coa_calendar *c, coa_i_step *x)
{
    if (x->q) return coa_i_promise_choose(c, x->q);
    return x->lift || x->is.servers == 0 ? COA_OK : coa_i_promise_change_room(c);
}

static void coa_i_late_step(coa_calendar *c, const coa_i_step *x)
{
    coa_i_binding *b = coa_i_binding_of(c);
    coa_i_promise *p;
    if (x->q) {
        coa_i_promise_book(c, x);
        return;
    }
    p = coa_i_promises(b) + x->r->runs;
    if (x->is.servers > 0 && coa_i_promise_runs(p) == 0) {
        coa_i_promise_count(b, p->run.count, x->is.servers);
        p->run.count = x->is.servers;
    }
    coa_i_promise_change(c, x);
}

/* Takes the memory for a promise to have n servers, see coa_i_resize_booking. */
COA_I_SOME coa_status coa_i_promise_n_room(coa_calendar *c, const coa_i_record *r,
                                           uint32_t n, coa_i_query *q)
{
    if (!q) return coa_i_promise_less(c, r);
    coa_i_late_idle(c, q);
    if (q->found < q->need) return COA_E_NOFIT;
    return coa_i_promise_more(c, r, n - r->servers);
}

/* Moves *event on to the first start from its time on, which is after `now`: walks the
 * points up to one at which a booking starts. */
static coa_status coa_i_late_start(const coa_calendar *c, coa_event *event)
{
    const coa_i_promise *all = coa_i_promises(coa_i_binding_of(c));
    coa_event first = {0, UINT64_MAX, 1};
    coa_i_cursor s;
    uint32_t i;
    coa_i_cursor_find(coa_i_counts_of(c), event->time, &s);
    do {
        first.time = coa_i_cursor_time(coa_i_counts_of(c), &s);
        if (first.time < event->time) continue;
        for (i = *coa_i_cursor_events(c, &s); i; i = all[i >> 1].next[i & 1])
            if ((i & 1) && all[i >> 1].id < first.id) first.id = all[i >> 1].id;
        if (first.id == UINT64_MAX) continue;
        *event = first;
        return COA_OK;
    } while (coa_i_cursor_step(coa_i_counts_of(c), &s));
    return COA_E_NOTFOUND;
}

static void coa_i_late_advance(coa_calendar *c)
{
    coa_i_counts *n = coa_i_counts_of(c);
    coa_i_cursor s;
    coa_i_node *l;
    for (;;) {
        coa_i_cursor_find(n, INT64_MIN, &s);
        l = coa_i_node_at(n, s.node[0]);
        for (;; l->lo++, n->points--) {
            const uint32_t event = l->below[l->lo]; /* 0 at the point for `now` */
            l->below[l->lo] = 0;
            if (event) coa_i_moment_passes(coa_i_binding_of(c), event);
            if (l->hi - l->lo == 1 || l->col.time[l->lo + 1] > c->now) break;
        }
        if (l->hi - l->lo > 1) break;
        s.at[0] = l->lo;
        if (!coa_i_cursor_step(n, &s) || coa_i_cursor_time(n, &s) > c->now) break;
        coa_i_cursor_find(n, INT64_MIN, &s); /* the leaf's only point */
        coa_i_cursor_remove(n, &s);
    }
    l->col.time[l->lo] = c->now;
}

/* Makes free pieces of the servers between the bound runs, which must not overlap.
 * The saved calendar may have had other pieces. This makes no difference, because pieces
 * that touch are joined when they are taken. */
static coa_status coa_i_late_pieces(coa_calendar *c)
{
    coa_i_binding *b = coa_i_binding_of(c);
    coa_status s = coa_i_pieces_room(&c->mem, b, b->runs + 1, 0) ? COA_OK : COA_E_NOMEM;
    coa_time next = 0;
    coa_booking shown;
    uint32_t i, k;
    for (i = 0; i < c->records.count; i++) {
        coa_i_late_show(c, coa_i_records(c) + i, &shown);
        for (k = 0; k < shown.run_count; k++)
            if (!coa_i_items_add(&c->mem, &c->items, shown.runs[k].first,
                                 shown.runs[k].count, 0, 0))
                s = COA_E_NOMEM;
    }
    coa_i_sort(c->items.at, c->items.count, sizeof(coa_i_item), coa_i_item_less);
    for (i = 0; i < c->items.count && s == COA_OK; i++) {
        const coa_i_item it = COA_I_AT(coa_i_item, c->items)[i];
        const coa_run gap = {(uint32_t)next, (uint32_t)(it.a - next)};
        if (it.a < next) s = COA_E_CORRUPT;
        if (it.a > next) coa_i_pieces_give(b, &gap, 1);
        next = it.a + it.b;
        b->top = (uint32_t)next;
    }
    coa_i_vec_free(&c->mem, &c->items, sizeof(coa_i_item));
    return s;
}

/* Enters a record with runs in c->store; checks that the servers never run out. */
static coa_status coa_i_promise_rebuild(coa_calendar *c, coa_i_record *r)
{
    const coa_time from = coa_i_left_from(c, r);
    const coa_run *runs = coa_i_runs_of(c, r);
    const uint32_t n = r->run_count;
    coa_i_step x;
    coa_i_binding *b = coa_i_binding_of(c);
    if (coa_i_counts_until(coa_i_counts_of(c), from, r->servers) < r->end)
        return COA_E_CORRUPT;
    if (!coa_i_promise_room(c) ||
        !coa_i_room(&c->mem, &b->store, (uint64_t)b->store.count + n + 1,
                    sizeof(coa_run)) ||
        !coa_i_pieces_room(&c->mem, b, 1, r->servers) ||
        coa_i_promise_change_room(c) != COA_OK)
        return COA_E_NOMEM;
    r->runs = coa_i_promise_new(b, r->servers);
    r->run_count = 0;
    if (n > 0) coa_i_bind_to(b, r->runs, runs, n);
    x = coa_i_step_of(c, r, 0, r->start, r->end, r->servers);
    x.was.end = x.was.start; /* it had none */
    coa_i_promise_change(c, &x);
    return COA_OK;
}

static coa_status coa_i_late_rebuild(coa_calendar *c)
{
    uint32_t i;
    coa_status s = COA_OK;
    for (i = 0; i < c->records.count && s == COA_OK; i++)
        s = coa_i_promise_rebuild(c, coa_i_records(c) + i);
    return s == COA_OK ? coa_i_late_pieces(c) : s;
}

#ifndef COALLOC_NO_FLEX
static coa_status coa_i_late_follow(coa_calendar *c, coa_i_follow *f, coa_time start,
                                    uint64_t more)
{
    coa_i_counts *n = coa_i_counts_of(c);
    coa_i_query q = coa_i_query_of(c, start, 0, NULL, f->free + more, NULL);
    q.length = f->length;
    q.latest = f->until;
    if (more == 0) {
        f->free = coa_i_counts_least(n, start, start + f->length);
        f->fall = start;
    } else {
        f->rise = coa_i_counts_earliest(n, &q) == COA_OK ? q.start : COA_FOREVER;
    }
    return COA_OK;
}
#endif

/* clang-format off */
static const coa_i_index coa_i_index_count = {
    COA_INDEX_COUNT, 1u << COA_PLACE_FIRST_FIT, COA_PLACE_FIRST_FIT, COA_PLACE_FIRST_FIT,
    0, 0, 0, 1, sizeof(coa_i_late), coa_i_late_plan, coa_i_late_show, NULL,
    coa_i_late_profile, coa_i_late_rebuild, COA_I_OPERATIONS(late)};
/* clang-format on */
#endif

/* >>search: the online scheduler's search for a start -------------------------------- */

/* Returns the latest end of a booking that ends. */
COA_I_SOME coa_time coa_i_limit(const coa_calendar *c)
{
    return c->desc.horizon > 0 ? c->now + c->desc.horizon : COA_FOREVER - 1;
}

/* Can the calendar hold a window? With a horizon only a block may last for ever. */
COA_I_SOME int coa_i_window_fits(const coa_calendar *c, coa_time start, coa_time end,
                                 int block)
{
    const coa_time limit = coa_i_limit(c);
    return end <= limit ||
           (end == COA_FOREVER && (c->desc.horizon == 0 || (block && start <= limit)));
}

/* Is there a set, and are there the runs that it counts? */
static int coa_i_set_is(const coa_set *s) { return s && (s->count == 0 || s->runs); }

/* Is this a set of servers of the calendar? NULL is. */
static coa_status coa_i_set_check(const coa_calendar *c, const coa_set *s)
{
    uint64_t end = 0;
    uint32_t i;
    if (s && !coa_i_set_is(s)) return COA_E_ARG;
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
 * true; a release may make earlier starts possible, up to the end of what it released. */

#ifndef COALLOC_NO_LESSONS
#ifndef COA_I_DEEP
#define COA_I_DEEP 512u /* with so many bookings it pays to remember */
#endif
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
    if (c->desc.bookings > 0 || coa_i_ops(c)->tries) return 1;
    if (!coa_i_room(&c->mem, &c->known, n, sizeof(coa_time))) return 0;
    c->known.count = n;
    coa_i_forget(c);
    return 1;
}

COA_I_SOME uint32_t coa_i_length_class(uint64_t length)
{
    const uint32_t octave = length < 512 ? 0 : coa_i_high_bit(length) - 8;
    return octave < COA_I_LENGTHS ? octave : COA_I_LENGTHS - 1;
}

/* Returns `until`: so many servers for so long cannot start in [known_from, until). */
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

/* Forgets what may no longer be true after a release of servers until `end`. */
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

/* coa_i_earliest that skips starts which lessons rule out, and learns from the result. */
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
    /* lessons are true of any servers, not only of consecutive ones */
    if (q->place == COA_PLACE_CONTIGUOUS && coa_i_ops(c)->consecutive) return s;
    if (!q->among && latest > ready &&
        (s == COA_E_NOFIT || (s == COA_OK && q->start > from)) &&
        (ready <= c->now || ready <= c->known_from || ready <= known))
        coa_i_learn(c, q->length, q->need, s == COA_OK ? q->start : latest + 1);
    return s;
}
#else
#define coa_i_lessons_init(c) 1
#define coa_i_unlearn(c, end) ((void)(end))
#endif

/* Servers have been given back, until `end`. */
static void coa_i_given_back(coa_calendar *c, coa_time end)
{
    if (end > c->freed) c->freed = end;
    coa_i_unlearn(c, end);
}

#if COA_I_CONTIGUOUS
/* ---- the earliest start for consecutive servers
 *
 * A sweep over the idle periods by start. Servers are usable from the start of an idle
 * period until its end - length. Enough consecutive servers become usable only with a
 * run that has some of them. So when a run becomes usable, it is enough to add up the
 * usable runs next to it. A run is noted at its first and at its last server; a server
 * has one idle period at a time, so usable runs never overlap. O(N), and for each run
 * O(usable runs next to it), fewer than the servers needed. */

typedef struct coa_i_run_sweep {
    coa_i_query all; /* the idle periods; its need is 0 when a start is found */
    coa_i_item *at;  /* of server i at[i + 1]: a = until when the run that begins with */
                     /* it is usable, `first` = how many servers that are; b and */
                     /* `count` the same of the run that ends with it */
    uint32_t need;
    coa_time start; /* the one that is tried */
} coa_i_run_sweep;

/* Returns the first start to be tried that is not before t. */
COA_I_SOME coa_time coa_i_run_start(const coa_i_query *q, coa_time t)
{
    const uint64_t step = (uint64_t)q->step;
    const uint64_t over = step > 0 ? ((uint64_t)t - (uint64_t)q->first) % step : 0;
    if (over == 0) return t;
    if (t > 0 && step - over > (uint64_t)(COA_FOREVER - t)) return COA_FOREVER;
    return (coa_time)((uint64_t)t + (step - over));
}

/* The next run of servers in an idle period. */
static void coa_i_run_next(void *ctx, coa_time start, coa_time end, uint32_t first,
                           uint32_t count)
{
    coa_i_run_sweep *s = (coa_i_run_sweep *)ctx;
    const coa_time until = coa_i_last_start(end, s->all.length),
                   from = coa_i_run_start(&s->all, start > s->start ? start : s->start);
    uint32_t n = count, i;
    if (s->all.need == 0 || from > until || from > s->all.latest) return;
    s->start = from;
    s->at[first + 1].a = s->at[first + count].b = until;
    s->at[first + 1].first = s->at[first + count].count = count;
    for (i = first; n < s->need && s->at[i].b >= from; i -= s->at[i].count)
        n += s->at[i].count;
    for (i = first + count + 1; n < s->need && s->at[i].a >= from; i += s->at[i].first)
        n += s->at[i].first;
    if (n >= s->need) s->all.need = 0; /* report no more of them */
}

/* Moves q->start to the first start at which q->need consecutive servers are free. */
static coa_status coa_i_earliest_run(coa_calendar *c, coa_i_query *q)
{
    const uint32_t ends = c->desc.servers + 2;
    const coa_time start = coa_i_run_start(q, q->start);
    coa_i_run_sweep sweep;
    coa_i_query now;
    coa_status s;
    uint32_t i;
    if (start > q->latest) return COA_E_NOFIT;
    now = coa_i_query_of(c, start, coa_i_end(start, q->length), q->among, q->need, NULL);
    now.place = q->place;
    s = coa_i_want(c, &now);
    q->start = start;
    if (s != COA_E_NOFIT || start == q->latest) return s;
    if (!coa_i_room(&c->mem, &c->items, ends, sizeof(coa_i_item))) return COA_E_NOMEM;
    sweep.at = COA_I_AT(coa_i_item, c->items);
    for (i = 0; i < ends; i++) sweep.at[i].a = sweep.at[i].b = INT64_MIN;
    sweep.need = (uint32_t)q->need;
    sweep.start = start;
    sweep.all = *q;
    sweep.all.need = UINT64_MAX;
    sweep.all.ctx = &sweep;
    sweep.all.each = coa_i_run_next;
    coa_i_ops(c)->periods(c, &sweep.all);
    q->start = sweep.start;
    if (sweep.all.failed) return sweep.all.failed;
    return sweep.all.need == 0 ? COA_OK : COA_E_NOFIT;
}
#endif

/* Moves q->start to the first start in [q->start, q->latest]. n consecutive servers are
 * never free before any n. */
COA_I_HOT coa_status coa_i_earliest(coa_calendar *c, coa_i_query *q)
{
    coa_status s;
    q->picked = q->ruled_out = 0;
    if (q->need > c->desc.servers) return COA_E_NOFIT;
#ifndef COALLOC_NO_LESSONS
    if (c->known.count > 0 && c->records.count >= COA_I_DEEP)
        s = coa_i_earliest_known(c, q);
    else
#endif
        s = coa_i_ops(c)->earliest(c, q);
#if COA_I_CONTIGUOUS
    if (s == COA_OK && !coa_i_ops(c)->consecutive && q->place == COA_PLACE_CONTIGUOUS)
        return coa_i_earliest_run(c, q);
#endif
    return s;
}

/* Tries the starts first, first + step, ..., at most `most` of them (section 4.2), and
 * skips hopeless ones. RANGE_TREE makes every attempt, as the paper does, to visit as
 * many nodes, and skips them only after COA_I_PATIENCE attempts. */
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

#define COA_I_FLAGS (COA_HAS_DEADLINE | COA_EXACTLY)

COA_I_HOT coa_status coa_i_request_check(const coa_calendar *c, const coa_request *req,
                                         uint32_t *place)
{
    if (req->length <= 0 || req->servers == 0 || req->step < 0) return COA_E_ARG;
    if (req->step == 0 && req->retries != 0 && req->retries != COA_NO_RETRY)
        return COA_E_ARG;
    if (req->flags > COA_I_FLAGS) return COA_E_ARG;
    return coa_i_place_check(c, req->place, req->among, place);
}

/* Finds the first of up to `most` starts `step` apart; step 0: the exact earliest. */
COA_I_HOT coa_status coa_i_find_start(coa_calendar *c, coa_i_query *q, coa_time step,
                                      uint64_t most, uint64_t *tried)
{
    return step == 0 ? coa_i_earliest(c, q) : coa_i_find_step(c, q, step, most, tried);
}

/* >>replacing: a request that replaces a booking --------------------------------------
 *
 * The search must answer as if the booking, [s0, e0), were not there. So the booking is
 * lifted, that is, given back with the memory to retake it, for the search.
 *
 * COUNT need not lift it for what a scheduler mostly asks: whether a waiting job can
 * start sooner, with no more servers and no longer. Its own start s0 is then an answer,
 * and a window that starts before s0 ends by e0; from s0 on it can use the booking's own
 * servers, so only its part before s0 must be free (q->unlifted). Without this, schedules
 * of whole logs with conservative backfilling took 1.1 to 1.9 times as long.
 *
 * A lesson learnt with the booking in place holds only for windows that end by s0; one
 * learnt while it is lifted holds with it, too. */

/* Does the request allow the servers of this booking? */
static int coa_i_servers_do(const coa_calendar *c, const coa_i_record *r,
                            const coa_i_query *q)
{
    if (q->need > r->servers) return 0;
    if (q->place == COA_PLACE_CONTIGUOUS && coa_i_run_count(c, r) > 1) return 0;
    return coa_i_record_among(c, r, q->among) == r->servers;
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
    if (coa_i_ops(c)->named || !coa_i_servers_do(c, r, q) || last > r->start ||
        coa_i_end(last, q->length) > r->end) {
        s = coa_i_lift(c, q->old);
        q->lifted = s == COA_OK;
        return s == COA_OK ? coa_i_find_start(c, q, step, most, tried) : s;
    }
    if (last == r->start) q->latest = last - 1; /* s0 is an answer, or not a step */
    if (q->start <= q->latest) {
        q->unlifted = 1;
        s = coa_i_find_start(c, q, step, tries_own ? before : most, tried);
        q->unlifted = 0;
    }
    q->latest = latest;
    if (s != COA_E_NOFIT || !tries_own) return s;
    q->start = r->start;
    *tried = before + 1;
    return COA_OK;
}

/* Returns the latest end that the deadline of a request allows. */
COA_I_SOME coa_time coa_i_deadline(coa_time deadline, uint32_t flags)
{
    return deadline == 0 && !(flags & COA_HAS_DEADLINE) ? COA_FOREVER : deadline;
}

/* Finds the window of a request and counts the starts tried. If it replaces a booking,
 * that may be lifted afterwards: see coa_i_found. */
static coa_status coa_i_find(coa_calendar *c, const coa_request *req, coa_i_query *q,
                             uint32_t *attempts)
{
    const coa_time by = coa_i_deadline(req->deadline, req->flags);
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
    if ((req->flags & COA_EXACTLY) && req->ready < q->latest) q->latest = req->ready;
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
static void coa_i_found(coa_calendar *c, const coa_i_query *q)
{
    if (COA_I_REPLACED(q->lifted)) coa_i_retake(c, q->old);
}

/* Is the window found the booking's own, and does the request allow its servers? */
static int coa_i_unmoved(const coa_calendar *c, const coa_i_query *q)
{
    return q->start == q->old->start && q->end == q->old->end &&
           q->need == q->old->servers && coa_i_servers_do(c, q->old, q);
}

/* Moves booking q->old to the window found. Sets *moved to its record. */
static coa_status coa_i_replace(coa_calendar *c, coa_i_query *q, coa_i_record **moved)
{
    const coa_id id = q->old->id;
    const uint32_t attempts = q->old->attempts;
    const coa_status s = coa_i_choose(c, q);
    coa_i_record *r = q->old = coa_i_booking(c, id); /* coa_i_choose may have moved it */
    coa_i_step x;
    if (s != COA_OK) return s;
    x = coa_i_step_of(c, r, q->lifted ? 0 : r->servers, q->start, q->end,
                      (uint32_t)q->need);
    coa_i_given_back(c, r->end);
    if (coa_i_ops(c)->named) {
        coa_i_booking_drop(c, r);
        coa_i_record_write(c, r, q);
        r->attempts = attempts;
        coa_i_book(c, q, r);
    } else {
        coa_i_ops(c)->change(c, &x);
        r->start = q->start;
        r->end = q->end;
        r->servers = (uint32_t)q->need;
    }
    coa_i_events_add(c, r);
    *moved = r;
    return COA_OK;
}

/* >>public: sets of servers ---------------------------------------------------------- */

static coa_status coa_i_set_room(coa_set *s, uint64_t runs)
{
    coa_i_mem mem = coa_i_mem_of(s->alloc, s->alloc_ctx);
    coa_i_vec v = {s->runs, s->count, s->capacity};
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
    if (!coa_i_set_is(s)) return COA_E_ARG;
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
    if (n == 0 && j == i) return COA_OK; /* nothing of it was there */
    if (n > j - i && coa_i_set_room(s, (uint64_t)s->count + 1) != COA_OK)
        return COA_E_NOMEM;
    if (j - i != n) COA_I_MOVE(s->runs + i + n, s->runs + j, s->count - j);
    COA_I_COPY(s->runs + i, kept, n);
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
    return coa_i_set_is(s) ? coa_i_runs_servers(s->runs, s->count) : 0;
}

COALLOC_DEF int coa_set_has(const coa_set *s, uint32_t server)
{
    const int is = coa_i_set_is(s);
    const uint32_t i = is ? coa_i_run_after(s, 0, server) : 0;
    return is && i < s->count && s->runs[i].first <= server;
}

COALLOC_DEF coa_status coa_set_combine(coa_set *out, const coa_set *a, coa_set_op op,
                                       const coa_set *b)
{
    static const uint32_t keep[] = {COA_I_UNION, COA_I_BOTH, COA_I_ONLY_A};
    const coa_run *x, *y;
    coa_status s;
    if (!out || !coa_i_set_is(a) || !coa_i_set_is(b)) return COA_E_ARG;
    if ((unsigned)op > COA_SET_DIFFERENCE) return COA_E_ARG;
    s = coa_i_set_room(out, (uint64_t)a->count + b->count + 1);
    if (s != COA_OK) return s;
    x = a->runs;
    y = b->runs;
    if (out == a) {
        x = out->runs + b->count + 1;
        COA_I_MOVE(out->runs + b->count + 1, out->runs, a->count);
    }
    if (out == b) y = out == a ? x : out->runs + a->count + 1;
    if (out == b && out != a) COA_I_MOVE(out->runs + a->count + 1, out->runs, b->count);
    out->count = coa_i_runs_combine(x, a->count, y, b->count, keep[op], out->runs);
    return COA_OK;
}

COALLOC_DEF void coa_set_free(coa_set *s)
{
    coa_i_mem mem;
    if (!s) return;
    mem = coa_i_mem_of(s->alloc, s->alloc_ctx);
    coa_i_free(&mem, s->runs, (size_t)s->capacity * sizeof *s->runs);
    s->runs = NULL;
    s->count = s->capacity = 0;
}

/* >>plan: memory for desc.bookings, taken at creation -----------------------------------
 *
 * One list says how many items each array holds at most under the conditions of
 * coa_memory_bound, which adds up their sizes; coa_create allocates these arrays. */

#define COA_I_SHARES 8 /* four here, and at most four of the index */

/* Lists all arrays of the calendar that have a bound; returns their number. */
static uint32_t coa_i_plan(coa_calendar *c, coa_i_share *list)
{
    const uint64_t bookings = c->desc.bookings, servers = c->desc.servers;
    const uint64_t apart = (servers + 1) / 2, runs = apart < 4 ? apart : 4;
    const int masks = COA_I_MASKS(c), kept = coa_i_ops(c)->named && !masks;
    uint32_t n = 0;
    COALLOC_MEMSET(list, 0, COA_I_SHARES * sizeof *list);
    if (bookings == 0) return 0;
    n = coa_i_plan_add(list, n, &c->records, sizeof(coa_i_record),
                       COA_I_RECORDS(bookings));
    n = coa_i_plan_add(list, n, &c->store, sizeof(coa_run),
                       kept    ? runs * bookings + bookings / 4 + 1 + apart
                       : masks ? apart
                               : 1);
    if (kept) {
        n = coa_i_plan_add(list, n, &c->items, sizeof(coa_i_item), servers + 2);
        n = coa_i_plan_add(list, n, &c->wanted, sizeof(coa_run), apart);
    }
    return coa_i_ops(c)->plan ? coa_i_ops(c)->plan(c, list, n) : n;
}

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

/* Up to so many servers SLICES was never slower than MAP in bench_calendar's streams. */
#define COA_I_SLICES_BEST 512u

/* Returns the index that a description asks for, NULL if it is not compiled. */
static const coa_i_index *coa_i_index_of(const coa_desc *d)
{
    uint32_t i;
#ifndef COALLOC_NO_SLICES
    if (d->index == COA_INDEX_DEFAULT && d->servers <= COA_I_SLICES_BEST)
        return &coa_i_index_slices;
#endif
    for (i = 0; i < sizeof coa_i_indexes / sizeof *coa_i_indexes; i++)
        if (d->index == COA_INDEX_DEFAULT || coa_i_indexes[i]->number == d->index)
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
    return coa_i_index_of(d);
#endif
}

#ifdef COA_I_ONLY
static const coa_i_index *coa_i_ops(const coa_calendar *c)
{
    return coa_i_ops_for(&c->desc);
}
#endif

/* Sets up a calendar that is all 0, and its state, from its description. */
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
}

static coa_status coa_i_desc_check(const coa_desc *d)
{
    uint32_t index;
    if (d->servers == 0 || !coa_i_index_of(d) || d->horizon < 0) return COA_E_ARG;
    index = coa_i_ops_for(d)->number;
    if (d->unnamed > (index == COA_INDEX_COUNT)) return COA_E_ARG;
    if (index == COA_INDEX_RANGE_TREE && (d->horizon == 0 || d->slot <= 0))
        return COA_E_ARG;
    if (d->servers > COA_MAX_SERVERS || d->now == INT64_MIN) return COA_E_RANGE;
    return index == COA_INDEX_SLICES && d->servers > COA_SLICES_SERVERS ? COA_E_ARG
                                                                        : COA_OK;
}

static int coa_i_plan_reserve(coa_calendar *c)
{
    coa_i_share list[COA_I_SHARES];
    const uint32_t n = coa_i_plan(c, list);
    uint32_t i;
    for (i = 0; i < n; i++)
        if (!coa_i_room_exact(&c->mem, list[i].vec, list[i].count, list[i].size))
            return 0;
    return 1;
}

/* The state of any index. */
typedef union coa_i_state {
#ifndef COALLOC_NO_MAP
    coa_i_map map;
#endif
#ifndef COALLOC_NO_RANGE_TREE
    coa_i_rt rt;
#endif
#ifndef COALLOC_NO_COUNT
    coa_i_late count;
#endif
#ifndef COALLOC_NO_SLICES
    coa_i_slices slices;
#endif
} coa_i_state;

#ifndef COALLOC_NO_ARENA
COALLOC_DEF size_t coa_memory_bound(const coa_desc *desc)
{
    coa_i_share list[COA_I_SHARES];
    coa_calendar c;
    coa_i_state state;
    uint64_t bytes = COA_I_UNIT - 1; /* any alignment */
    uint32_t i, n;
    if (!desc || coa_i_desc_check(desc) != COA_OK) return 0;
    COALLOC_MEMSET(&c, 0, sizeof c);
    coa_i_calendar_of(&c, desc, &state);
    bytes += coa_i_units(sizeof c) + coa_i_units(coa_i_ops(&c)->size);
    if (!coa_i_ops(&c)->plan) return 0;
    n = coa_i_plan(&c, list);
    for (i = 0; i < n; i++) {
        if (list[i].count > UINT32_MAX) return 0;
        bytes +=
            (list[i].count * list[i].size + COA_I_UNIT - 1) / COA_I_UNIT * COA_I_UNIT;
    }
    return n > 0 && bytes <= SIZE_MAX ? (size_t)bytes : 0;
}
#endif

/* >>public: the calendar ------------------------------------------------------------- */

/* Can the present be `now`? Not if now + horizon (RANGE_TREE: + 2 slots) overflows. */
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
    coa_calendar *c =
        (coa_calendar *)coa_i_object_new(desc->alloc, desc->alloc_ctx, sizeof *c);
    if (!c) return NULL;
    coa_i_calendar_of(c, desc, NULL);
    c->desc.alloc = c->mem.fn;
    c->freed = COA_FOREVER;
    c->state = coa_i_resize(&c->mem, NULL, 0, coa_i_ops(c)->size);
    if (c->state) COALLOC_MEMSET(c->state, 0, coa_i_ops(c)->size);
    if (c->state && coa_i_plan_reserve(c) &&
        coa_i_room(&c->mem, &c->store, 1, sizeof(coa_run)) &&
        coa_i_room(&c->mem, &c->records, 1, sizeof(coa_i_record)) &&
        coa_i_lessons_init(c))
        return c;
    coa_destroy(c);
    return NULL;
}

/* Sets *out to a calendar that has been made, or destroys it if that failed. */
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
    if (c->state) coa_i_ops(c)->free_all(c);
    coa_i_free(&c->mem, c->state, coa_i_ops(c)->size);
    coa_i_vec_free(&c->mem, &c->records, sizeof(coa_i_record));
    coa_i_vec_free(&c->mem, &c->store, sizeof(coa_run));
    coa_i_vec_free(&c->mem, &c->owned, sizeof(uint64_t));
    coa_i_vec_free(&c->mem, &c->items, sizeof(coa_i_item));
    coa_i_vec_free(&c->mem, &c->wanted, sizeof(coa_run));
    coa_i_vec_free(&c->mem, &c->known, sizeof(coa_time));
}

COALLOC_DEF void coa_destroy(coa_calendar *cal)
{
    if (!cal) return;
    coa_i_contents_free(cal);
    coa_i_vec_free(&cal->mem, &cal->parts, sizeof(coa_i_job_part));
    coa_i_vec_free(&cal->mem, &cal->events, sizeof(coa_i_event));
    coa_i_object_free(cal, sizeof *cal);
}

/* Chooses servers for a new booking; COA_E_RANGE if all ids are used. */
static coa_status coa_i_choose_new(coa_calendar *c, coa_i_query *q)
{
    return c->last_id < COA_I_LAST_ID ? coa_i_choose(c, q) : COA_E_RANGE;
}

COALLOC_DEF coa_status coa_reserve(coa_calendar *cal, const coa_request *req,
                                   coa_booking *out)
{
    coa_i_query q;
    coa_i_record *r = NULL;
    uint32_t attempts;
    coa_status s;
    if (out) COALLOC_MEMSET(out, 0, sizeof *out);
    if (!cal || !req || !out) return COA_E_ARG;
    s = coa_i_find(cal, req, &q, &attempts);
    out->attempts = attempts;
    if (s != COA_OK || (COA_I_REPLACED(q.old != NULL) && coa_i_unmoved(cal, &q))) {
        coa_i_found(cal, &q);
        if (s != COA_OK) return s;
        r = q.old;
    } else if (COA_I_REPLACED(q.old != NULL)) {
        s = coa_i_replace(cal, &q, &r);
        if (s != COA_OK) coa_i_found(cal, &q);
    } else {
        s = coa_i_choose_new(cal, &q);
        if (s == COA_OK) {
            r = coa_i_booking_add(cal, &q);
            coa_i_book(cal, &q, r);
        }
    }
    if (s != COA_OK) return s;
    r->attempts = attempts;
    if (req->tag != 0) r->tag = req->tag;
    if (r->start > cal->freed && (req->ready > cal->now || req->step > 0 || req->among ||
                                  q.place == COA_PLACE_CONTIGUOUS))
        cal->freed = r->start;
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

COALLOC_DEF coa_status coa_starts(coa_calendar *cal, const coa_request *req, uint32_t n,
                                  coa_time *starts, uint32_t *found)
{
    coa_request r;
    coa_i_query q;
    uint32_t count = 0, attempts;
    coa_status s = COA_OK;
    if (found) *found = 0;
    if (!cal || !req || !starts || !found || n == 0) return COA_E_ARG;
    for (r = *req; count < n;) {
        s = coa_i_find(cal, &r, &q, &attempts);
        coa_i_found(cal, &q);
        if (s != COA_OK) break;
        starts[count++] = q.start;
        if (r.retries == COA_NO_RETRY || q.end == COA_FOREVER || (r.flags & COA_EXACTLY))
            break;
        if (q.start > COA_FOREVER - r.step) break;
        r.ready = r.step > 0 ? q.start + r.step : q.end;
        if (r.retries > 0 && attempts > r.retries) break; /* that was the last one */
        if (r.retries > 0) r.retries -= attempts;
        if (r.retries == 0 && req->retries > 0) r.retries = COA_NO_RETRY;
    }
    if (count > 0 && (s == COA_E_NOFIT || s == COA_E_RANGE)) s = COA_OK;
    if (s == COA_OK) *found = count;
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
    q = coa_i_query_of(cal, start, end, among, UINT64_MAX,
                       COA_I_MASKS(cal) ? NULL : &cal->items);
    if (!coa_i_idle(cal, &q)) return COA_E_NOMEM;
#ifndef COALLOC_NO_SLICES
    if (COA_I_MASKS(cal)) {
        const uint64_t *mask = COA_I_WINDOW(coa_i_slices_of(cal));
        const uint32_t words = coa_i_words(cal);
        s = coa_i_set_room(out, coa_i_mask_run_count(mask, words));
        if (s == COA_OK) out->count = coa_i_mask_runs(mask, out->runs, words);
        return s;
    }
#endif
    coa_i_items_by_id(&cal->items);
    s = coa_i_set_room(out, cal->items.count);
    if (s != COA_OK) return s;
    out->count = cal->items.count;
    coa_i_items_to_runs(&cal->items, out->runs);
    return COA_OK;
}

/* Sets *most to how many servers, with CONTIGUOUS in one run, are free in the window. */
static coa_status coa_i_free_during(coa_calendar *c, const coa_i_query *asked,
                                    coa_time end, uint32_t *most)
{
    int run = asked->place == COA_PLACE_CONTIGUOUS;
    coa_i_query q = coa_i_query_of(c, asked->start, end, asked->among, UINT64_MAX,
                                   run && !COA_I_MASKS(c) ? &c->items : NULL);
    uint32_t i;
    if (!coa_i_idle(c, &q)) return COA_E_NOMEM;
    *most = run ? 0 : (uint32_t)q.found;
#ifndef COALLOC_NO_SLICES
    if (run && COA_I_MASKS(c)) {
        coa_run next = {0, 0};
        while (coa_i_mask_next(COA_I_WINDOW(coa_i_slices_of(c)), coa_i_words(c), &next))
            if (next.count > *most) *most = next.count;
        run = 0;
    }
#endif
    if (run) coa_i_items_by_id(&c->items);
    for (i = 0; run && i < c->items.count; i++)
        if (COA_I_AT(coa_i_item, c->items)[i].count > *most)
            *most = COA_I_AT(coa_i_item, c->items)[i].count;
    return COA_OK;
}

/* Returns the latest time until which items with `need` servers are idle, which is one of
 * their ends: halves the time between these, and drops the items of the other half. */
static coa_time coa_i_items_until(coa_i_vec *items, uint64_t need)
{
    coa_i_item *it = COA_I_AT(coa_i_item, *items);
    for (;;) {
        coa_time low = COA_FOREVER, high = INT64_MIN, mid;
        uint64_t n = 0;
        uint32_t i, k = 0;
        for (i = 0; i < items->count; i++) {
            if (it[i].b < low) low = it[i].b;
            if (it[i].b > high) high = it[i].b;
        }
        if (low == high) return low;
        mid = high - (coa_time)(((uint64_t)high - (uint64_t)low) / 2);
        for (i = 0; i < items->count; i++) n += it[i].b >= mid ? it[i].count : 0;
        for (i = 0; i < items->count; i++)
            if ((it[i].b >= mid) == (n >= need)) it[k++] = it[i];
        items->count = k;
        if (n < need) need -= n;
    }
}

/* Sets *until to the latest time until which asked->need servers, with CONTIGUOUS in one
 * run, are free from asked->start on; to asked->start if they are not even free then. */
static coa_status coa_i_free_until(coa_calendar *c, const coa_i_query *asked,
                                   coa_time *until)
{
    coa_i_query q = coa_i_query_of(c, asked->start, asked->start + 1, asked->among,
                                   UINT64_MAX, &c->items);
    coa_i_item *it;
    uint32_t i, k;
    q.place = asked->place;
    q.longest = coa_i_ops(c)->consecutive;
    if (q.longest) q.need = asked->need;
    if (!coa_i_idle(c, &q)) return COA_E_NOMEM;
    *until = q.longest ? q.end : q.start;
    if (q.longest || q.found < asked->need) return COA_OK;
    it = COA_I_AT(coa_i_item, c->items); /* b: until when they are idle */
    if (q.place != COA_PLACE_CONTIGUOUS) {
        *until = coa_i_items_until(&c->items, asked->need);
        return COA_OK;
    }
    for (i = 0; i < c->items.count; i++) it[i].a = it[i].first;
    coa_i_items_sort(&c->items);
    for (i = 0; i < c->items.count; i++) { /* runs from run i on */
        coa_time end = COA_FOREVER;
        uint64_t n = 0;
        for (k = i; k < c->items.count && n < asked->need; k++) {
            if (k > i && it[k].first != it[k - 1].first + it[k - 1].count) break;
            n += it[k].count;
            if (it[k].b < end) end = it[k].b;
        }
        if (n >= asked->need && end > *until) *until = end;
    }
    return COA_OK;
}

/* Books n of these servers (0 = all) during [start, end). */
static coa_status coa_i_hold(coa_calendar *c, coa_time start, coa_time end,
                             const coa_set *servers, uint32_t n, int block, uint64_t tag,
                             coa_id *out)
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
    s = coa_i_choose_new(c, &q);
    if (s != COA_OK) return s == COA_E_NOFIT ? COA_E_BUSY : s;
    r = coa_i_booking_add(c, &q);
    if (block)
        r->attempts = 0;
    else if (start > c->freed)
        c->freed = start;
    r->tag = tag;
    coa_i_book(c, &q, r);
    *out = r->id;
    return COA_OK;
}

COALLOC_DEF coa_status coa_commit(coa_calendar *cal, coa_time start, coa_time end,
                                  const coa_set *servers, uint64_t tag, coa_id *out)
{
    if (out) *out = 0;
    if (!cal || !servers || !out || servers->count == 0 || !coa_i_ops(cal)->named)
        return COA_E_ARG;
    return coa_i_hold(cal, start, end, servers, 0, 0, tag, out);
}

/* Finds a booking that may be changed alone: no part of a job. */
static coa_status coa_i_alone(const coa_calendar *c, coa_id id, coa_i_record **r)
{
    if (!c) return COA_E_ARG;
    *r = coa_i_booking(c, id);
    if (!*r) return COA_E_NOTFOUND;
    return coa_i_parts_of(c, id) > 0 ? COA_E_ARG : COA_OK;
}

/* The step by which a booking ends at `at`: over, if that is now or before its start. */
static coa_i_step coa_i_step_to_end(const coa_calendar *c, coa_i_record *r, coa_time at)
{
    return at > coa_i_left_from(c, r)
               ? coa_i_step_of(c, r, r->servers, r->start, at, r->servers)
               : coa_i_step_of(c, r, r->servers, 0, 0, 0);
}

/* Takes the memory to end a booking at `at`. */
static coa_status coa_i_end_room(coa_calendar *c, coa_i_record *r, coa_time at)
{
    coa_i_step x = coa_i_step_to_end(c, r, at);
    return at < r->end ? coa_i_ops(c)->room(c, &x) : COA_OK;
}

static void coa_i_end_at(coa_calendar *c, coa_i_record *r, coa_time at)
{
    const coa_i_step x = coa_i_step_to_end(c, r, at);
    if (at < r->end) {
        coa_i_ops(c)->change(c, &x);
        coa_i_given_back(c, r->end);
    }
    r->end = at;
    if (x.is.servers == 0)
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

#ifndef COALLOC_NO_REPLACE
/* What coa_drain and coa_extend share: a window that is to be cleared, see >>moving. */
typedef struct coa_i_clearing {
    coa_time start, end;
    const coa_set *asked; /* of these servers; NULL: all, or on COUNT any n */
    uint32_t n;
    int partly;
    coa_id grows; /* for this booking, which is to end at `end`; 0: for a block */
    coa_ask_fn ask;
    coa_report_fn report;
    void *ctx;
} coa_i_clearing;

static coa_status coa_i_clear(coa_calendar *cal, const coa_i_clearing *k, coa_id *out);
#endif

/* Makes a booking end later, which its servers, or enough of them, are free for. */
static coa_status coa_i_end_later(coa_calendar *c, coa_i_record *r, coa_time end)
{
    coa_i_step x = coa_i_step_of(c, r, r->servers, r->start, end, r->servers);
    const coa_status s = coa_i_ops(c)->room(c, &x);
    if (s != COA_OK) return s;
    coa_i_ops(c)->change(c, &x);
    r->end = end;
    coa_i_events_add(c, r);
    return COA_OK;
}

COALLOC_DEF coa_status coa_extend(coa_calendar *cal, coa_id id, coa_time end, int move,
                                  coa_ask_fn ask, coa_report_fn report, void *ctx,
                                  coa_time *latest)
{
    coa_i_record *r;
    coa_time until = 0;
    coa_i_query q;
    coa_booking b;
    coa_set own;
    coa_status s = coa_i_alone(cal, id, &r);
    if (s != COA_OK) return s;
    if (end < r->end || (move && !COA_I_REPLACED(1))) return COA_E_ARG;
    if (end == r->end) return COA_OK;
    s = coa_i_window_check(cal, r->end, end, coa_i_is_block(r));
    coa_i_booking_show(cal, r, &b);
    own = coa_i_set_view(b.runs, b.run_count);
    q = coa_i_query_of(cal, r->end, end, coa_i_ops(cal)->named ? &own : NULL, UINT64_MAX,
                       NULL);
    if (s == COA_OK) (void)coa_i_idle(cal, &q);
    if (s == COA_OK && q.found < r->servers) s = COA_E_BUSY;
    if (s != COA_OK && latest) {
        q.need = r->servers;
        if (coa_i_free_until(cal, &q, &until) != COA_OK) return COA_E_NOMEM;
        if (!coa_i_window_fits(cal, r->end, until, coa_i_is_block(r)))
            until = coa_i_limit(cal);
    }
#ifndef COALLOC_NO_REPLACE
    if (s == COA_E_BUSY && move) {
        coa_i_clearing k = {r->end, end, q.among, r->servers, 0, id, ask, report, ctx};
        coa_set has = {0, 0, NULL, cal->mem.fn,
                       cal->mem.ctx}; /* while others are shown */
        if (k.asked) k.asked = &has;
        s = coa_set_combine(&has, &own, COA_SET_UNION, &own);
        if (s == COA_OK) s = coa_i_clear(cal, &k, &id);
        coa_set_free(&has);
        if (s == COA_OK) return s;
    }
#else
    (void)ask, (void)report, (void)ctx;
#endif
    if (latest && (s == COA_E_BUSY || s == COA_E_NOFIT || s == COA_E_RANGE))
        *latest = until;
    return s == COA_OK ? coa_i_end_later(cal, r, end) : s;
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

/* Shows a booking (NULL: there is none) with its servers in a set, or without them. */
static coa_status coa_i_look(const coa_calendar *c, const coa_i_record *r,
                             coa_booking *out, coa_set *servers)
{
    if (!r) return COA_E_NOTFOUND;
    if (servers) {
        coa_i_held w = coa_i_held_by(c, r);
        if (coa_i_set_room(servers, coa_i_run_count(c, r)) != COA_OK) return COA_E_NOMEM;
        for (servers->count = 0; coa_i_held_next(&w);)
            servers->runs[servers->count++] = w.run;
    }
    coa_i_booking_head(c, r, out);
    out->runs = servers ? servers->runs : NULL;
    out->run_count = servers ? servers->count : 0;
    return COA_OK;
}

COALLOC_DEF coa_status coa_get(const coa_calendar *cal, coa_id id, coa_booking *out,
                               coa_set *servers)
{
    if (!cal || !out) return COA_E_ARG;
    return coa_i_look(cal, coa_i_booking(cal, id), out, servers);
}

/* Returns the first booking alive with an id above `after`; NULL if there is none. */
static const coa_i_record *coa_i_record_next(const coa_calendar *c, coa_id after)
{
    const coa_i_record *r = coa_i_records(c) + coa_i_record_above(c, after),
                       *const end = coa_i_records(c) + c->records.count;
    while (r < end && !coa_i_alive(c, r)) r++;
    return r < end ? r : NULL;
}

COALLOC_DEF coa_status coa_next(const coa_calendar *cal, coa_id after, coa_booking *out,
                                coa_set *servers)
{
    if (!cal || !out) return COA_E_ARG;
    return coa_i_look(cal, coa_i_record_next(cal, after), out, servers);
}

COALLOC_DEF void coa_describe(const coa_calendar *cal, coa_desc *out)
{
    if (!out) return;
    COALLOC_MEMSET(out, 0, sizeof *out);
    if (!cal) return;
    *out = cal->desc;
    out->now = cal->now;
}

/* >>alternatives: what to offer a refused client, and why it is refused -------------- */

/* Returns the longest length from `start` to `end`; 0 if there is none. */
static coa_time coa_i_length_of(coa_time start, coa_time end)
{
    const uint64_t length = end > start ? (uint64_t)end - (uint64_t)start : 0;
    return length < (uint64_t)COA_FOREVER ? (coa_time)length : COA_FOREVER - 1;
}

/* Returns the most servers that the request may have: all, `among`, or, if they must be
 * consecutive, its longest run. */
static uint32_t coa_i_most_servers(const coa_calendar *c, const coa_request *req)
{
    const int run = req->place == COA_PLACE_CONTIGUOUS;
    uint32_t i, n = 0, longest = 0;
    if (!coa_i_set_is(req->among)) return c->desc.servers;
    for (i = 0; i < req->among->count; i++) { /* runs may touch */
        const coa_run *r = req->among->runs + i;
        if (run && i > 0 && r[-1].first + r[-1].count < r->first) n = 0;
        if ((n += r->count) > longest) longest = n;
    }
    return longest;
}

typedef struct coa_i_refusal {
    int applies;
    coa_reason why;
} coa_i_refusal;

/* Looks for the first member of a request that is wrong by itself, or for which it can
 * never fit, or not yet. `longest` is the longest length with which it could ever fit. */
static int coa_i_explain_member(const coa_calendar *c, const coa_request *req,
                                coa_reason *why)
{
    const coa_time start = req->ready > c->now ? req->ready : c->now,
                   horizon = c->desc.horizon,
                   by = coa_i_deadline(req->deadline, req->flags),
                   rest = coa_i_length_of(start > 0 ? start : 0, COA_FOREVER - 1),
                   until = coa_i_length_of(start, by), length = req->length;
    const int exactly = (req->flags & COA_EXACTLY) != 0, ends = length != COA_FOREVER,
              fits = length > 0 && (!ends || length <= rest);
    const coa_time end = fits ? coa_i_end(start, length) : COA_FOREVER,
                   latest =
                       fits && length <= horizon ? coa_i_limit(c) - length : COA_FOREVER,
                   before = COA_FOREVER - 1 - (length > 0 ? length : 0),
                   first = exactly ? c->now : INT64_MIN;
    const uint32_t most = coa_i_most_servers(c, req);
    coa_time longest = until >= 1 && until < rest ? until : rest;
    uint32_t place;
    const coa_status placed = coa_i_place_check(c, req->place, NULL, &place),
                     among = coa_i_place_check(c, req->place, req->among, &place);
    coa_status replaces = COA_OK;
    if (horizon > 0 && horizon < longest) longest = horizon;
    if (longest < 1) longest = 1; /* then `ready` is a reason */
    if (req->replaces != 0)
        replaces = COA_I_REPLACED(1)
                       ? coa_i_replace_check(c, coa_i_booking(c, req->replaces))
                       : COA_E_ARG;
    {
        const coa_i_refusal refusals[] = {
            {length <= 0, {"length", length, 1, longest, COA_E_ARG}},
            {req->servers == 0,
             {"servers", 0, 1, most > 0 ? most : c->desc.servers, COA_E_ARG}},
            {req->step < 0, {"step", req->step, 0, COA_FOREVER, COA_E_ARG}},
            {req->step == 0 && req->retries != 0 && req->retries != COA_NO_RETRY,
             {"retries", req->retries, 0, 0, COA_E_ARG}},
            {req->flags > COA_I_FLAGS, {"flags", req->flags, 0, COA_I_FLAGS, COA_E_ARG}},
            {placed != COA_OK, {"place", req->place, 0, 0, placed}},
            {among != COA_OK, {"among", req->among ? req->among->count : 0, 0, 0, among}},
            {replaces != COA_OK, {"replaces", (int64_t)req->replaces, 0, 0, replaces}},
            {ends && rest < 1,
             {"ready", req->ready, before < c->now ? COA_FOREVER : first, before,
              COA_E_RANGE}},
            {ends && !fits, {"length", length, 1, longest, COA_E_RANGE}},
            {most == 0, {"among", 0, 0, 0, COA_E_NEVER}},
            {req->servers > most, {"servers", req->servers, 1, most, COA_E_NEVER}},
            {(horizon > 0 && length > horizon) || (!ends && by != COA_FOREVER),
             {"length", length, 1, longest, COA_E_NEVER}},
            {by < end, {"deadline", by, end, COA_FOREVER - 1, COA_E_NEVER}},
            {start == COA_FOREVER, {"ready", start, first, COA_FOREVER - 1, COA_E_NEVER}},
            {exactly && req->ready < c->now,
             {"ready", req->ready, first, ends ? before : COA_FOREVER - 1, COA_E_NEVER}},
            {start > latest, {"ready", req->ready, first, latest, COA_E_NOFIT}}};
        size_t i;
        for (i = 0; i < sizeof refusals / sizeof *refusals; i++) {
            if (!refusals[i].applies) continue;
            *why = refusals[i].why;
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
    COALLOC_MEMSET(why, 0, sizeof *why);
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
    coa_time limit, until = INT64_MIN;
    uint32_t attempts;
    int open_end;
    coa_status s;
    if (!cal || !req || !out) return COA_E_ARG;
    limit = coa_i_limit(cal);
    open_end = cal->desc.horizon == 0;
    COALLOC_MEMSET(&found, 0, sizeof found);
    open = *req;
    open.deadline = 0;
    if (open.flags <= COA_I_FLAGS) open.flags = 0;
    s = coa_i_find(cal, &open, &q, &attempts);
    found.start = s == COA_OK ? q.start : COA_FOREVER;
    q.start = req->ready > cal->now ? req->ready : cal->now;
    q.need = req->servers;
    if (s == COA_E_NOFIT) s = COA_OK;
    if (s == COA_OK && COA_I_REPLACED(q.old != NULL) && !q.lifted) {
        s = coa_i_lift(cal, q.old);
        q.lifted = s == COA_OK;
    }
    if (s == COA_OK && q.start < COA_FOREVER &&
        coa_i_window_fits(cal, q.start, coa_i_end(q.start, q.length), 0))
        s = coa_i_free_during(cal, &q, coa_i_end(q.start, q.length), &found.servers);
    if (s == COA_OK && q.start < COA_FOREVER) {
        if (q.start < limit || open_end) s = coa_i_free_until(cal, &q, &until);
        found.length = coa_i_length_of(q.start, until < limit ? until : limit);
        if (until == COA_FOREVER && open_end) found.length = COA_FOREVER;
    }
    coa_i_found(cal, &q);
    if (s == COA_OK) *out = found;
    return s;
}

/* >>looking: profile, idle periods, holes, events ------------------------------------ */

static void coa_i_profile_begin(coa_i_query *q, coa_i_change *x, coa_i_changes *walk,
                                const coa_set *among, coa_time t)
{
    COALLOC_MEMSET(q, 0, sizeof *q);
    q->among = among;
    x->time = t;
    x->more = 0;
    walk->goes_on = 0;
}

/* Returns how many are free at x->time, and moves it on to the next change of that. */
static uint32_t coa_i_profile_next(const coa_calendar *c, coa_i_query *q, coa_i_change *x,
                                   coa_i_changes *walk)
{
    const int64_t more = x->more;
    const uint64_t had = q->found;
    uint64_t count = 0;
    int first = 1;
    for (; first || (x->more == 0 && x->time != COA_FOREVER); first = 0) {
        q->start = x->time;
        x->time = COA_FOREVER;
        x->more = 0;
        coa_i_ops(c)->profile(c, q, x, walk);
        if (first) count = more == 0 ? q->found : had + (uint64_t)more;
    }
    q->found = count;
    return (uint32_t)count;
}

COALLOC_DEF coa_status coa_profile(const coa_calendar *cal, coa_time t,
                                   const coa_set *among, uint32_t *count, coa_time *until)
{
    coa_i_query q;
    coa_i_changes walk;
    coa_i_change x;
    coa_status s;
    if (!cal || !count || !until || (among && !coa_i_ops(cal)->named)) return COA_E_ARG;
    if (t < cal->now) return COA_E_PAST;
    if (t == COA_FOREVER) return COA_E_RANGE;
    s = coa_i_set_check(cal, among);
    if (s != COA_OK) return s;
    coa_i_profile_begin(&q, &x, &walk, among, t);
    *count = coa_i_profile_next(cal, &q, &x, &walk);
    *until = x.time;
    return COA_OK;
}

COALLOC_DEF coa_status coa_idle(const coa_calendar *cal, const coa_set *among,
                                coa_time from, coa_idle_fn idle, void *ctx)
{
    coa_i_mem mem;
    coa_i_vec found; /* of coa_i_item */
    coa_i_vec runs;  /* of coa_run: runs of the items found */
    coa_i_query q;
    coa_i_item *it;
    uint32_t i, n = 0;
    coa_status s;
    if (!cal || !idle || !coa_i_ops(cal)->named) return COA_E_ARG;
    s = coa_i_set_check(cal, among);
    if (s != COA_OK) return s;
    mem = cal->mem; /* a copy: this leaves no trace in the statistics */
    COALLOC_MEMSET(&found, 0, sizeof found);
    COALLOC_MEMSET(&runs, 0, sizeof runs);
    coa_i_query_all(&q, &mem, &found);
    q.among = among;
    coa_i_ops(cal)->periods(cal, &q);
    it = COA_I_AT(coa_i_item, found);
    for (i = 0; i < found.count; i++) {
        it[n] = it[i];
        if (it[n].a == INT64_MIN) it[n].a = cal->now;
        n += it[i].b > from;
    }
    found.count = n;
    coa_i_items_join(&found);
    if (q.failed || !coa_i_room(&mem, &runs, found.count, sizeof(coa_run)))
        s = COA_E_NOMEM;
    else
        coa_i_items_to_runs(&found, COA_I_AT(coa_run, runs));
    for (i = 0; s == COA_OK && i < found.count; i += n) {
        coa_set servers;
        for (n = 1;
             i + n < found.count && it[i + n].a == it[i].a && it[i + n].b == it[i].b;)
            n++;
        servers = coa_i_set_view(COA_I_AT(coa_run, runs) + i, n);
        if (idle(ctx, it[i].a, it[i].b, &servers) != 0) break;
    }
    coa_i_vec_free(&mem, &found, sizeof(coa_i_item));
    coa_i_vec_free(&mem, &runs, sizeof(coa_run));
    return s;
}

#ifndef COALLOC_NO_HOLES
/* Goes through the profile. The stack has the holes that have begun, each with more
 * servers free than the one below it: they end when fewer are free. */
COALLOC_DEF coa_status coa_holes(const coa_calendar *cal, coa_time start, coa_time end,
                                 const coa_set *among, uint32_t servers, coa_hole_fn hole,
                                 void *ctx)
{
    coa_i_mem mem;
    coa_i_vec begun; /* of coa_i_item: a = since when, count = servers */
    coa_i_query q;
    coa_i_changes walk;
    coa_i_change x;
    coa_time t, since;
    coa_status s;
    uint32_t most = 0; /* servers in the last of those begun */
    int stop = 0;
    if (!cal || !hole || start >= end || servers == 0) return COA_E_ARG;
    if (among && !coa_i_ops(cal)->named) return COA_E_ARG;
    if (start < cal->now) return COA_E_PAST;
    s = coa_i_set_check(cal, among);
    mem = cal->mem; /* a copy: this leaves no trace in the statistics */
    COALLOC_MEMSET(&begun, 0, sizeof begun);
    coa_i_profile_begin(&q, &x, &walk, among, cal->now);
    while (s == COA_OK && !stop && (x.time < end || begun.count > 0)) {
        uint32_t count = 0; /* at the end of time: of the holes that never end */
        t = x.time;
        if (t < COA_FOREVER) count = coa_i_profile_next(cal, &q, &x, &walk);
        if (count < servers) count = 0;
        for (since = t; begun.count > 0 && !stop; begun.count--) {
            const coa_i_item *top = COA_I_AT(coa_i_item, begun) + begun.count - 1;
            most = top->count;
            if (most <= count) break;
            since = top->a;
            stop = t > start && hole(ctx, since, t, most) != 0;
        }
        if (count > 0 && since < end && (begun.count == 0 || most < count) &&
            !coa_i_items_add(&mem, &begun, since, 0, 0, count))
            s = COA_E_NOMEM;
    }
    coa_i_vec_free(&mem, &begun, sizeof(coa_i_item));
    return s;
}
#endif

COALLOC_DEF coa_status coa_next_event(coa_calendar *cal, coa_event *event, int starts)
{
    coa_event from;
    coa_status s;
    if (!cal || !event) return COA_E_ARG;
    from = *event;
    if (from.time < cal->now) { /* the starts at `now` come next */
        from.time = cal->now;
        from.starts = 0;
        from.id = UINT64_MAX;
    }
#ifndef COALLOC_NO_COUNT
    if (starts && from.id == 0 && from.time > cal->now &&
        coa_i_ops(cal)->number == COA_INDEX_COUNT)
        return coa_i_late_start(cal, event);
#endif
    do {
        if (starts && !from.starts) { /* behind the ends of this moment */
            from.starts = 1;
            from.id = 0;
        }
        s = coa_i_event_next(cal, &from);
    } while (s == COA_OK && starts && !from.starts);
    if (s == COA_OK) *event = from;
    return s;
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

/* Takes the caller's hook and `bookings`; false if the rest is wrong. */
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
    for (i = h->parts = 0; i < c->parts.count; i++)
        if (coa_i_booking(c, coa_i_job_parts(c)[i].id)) h->parts++;
}

/* Makes a calendar whose bookings come from outside; NULL without memory. The caller adds
 * its bookings, then calls coa_i_calendar_build. */
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

/* Checks bookings that come from outside: each of them, that the ids of bookings and of
 * parts ascend, and that there are no more bookings than ids were given. */
static int coa_i_bookings_sane(const coa_calendar *c)
{
    const coa_i_record *r = coa_i_records(c), *b;
    const coa_i_job_part *w = coa_i_job_parts(c);
    uint32_t i;
    for (i = 0; i < c->records.count; i++, r++)
        if (r->id <= (i > 0 ? r[-1].id : 0) || r->id > c->last_id || r->servers == 0 ||
            r->start == INT64_MIN || r->start >= r->end || r->end <= c->now ||
            !coa_i_window_fits(c, r->start, r->end, coa_i_is_block(r)) ||
            !coa_i_runs_sane(c, r, coa_i_runs_of(c, r), r->run_count))
            return 0;
    for (i = 0; i < c->parts.count; i++, w++) {
        b = coa_i_booking(c, w->id);
        if (!b || b->end == COA_FOREVER || coa_i_is_block(b) || w->before >= w->parts ||
            (i > 0 && w->id <= w[-1].id))
            return 0;
    }
    return c->passed <= c->last_id && c->records.count <= c->last_id - c->passed;
}

/* Checks the bookings, builds the index and hands out the calendar; s says whether it has
 * all its bookings. This does not count as update visits. */
static coa_status coa_i_calendar_build(coa_calendar **out, coa_calendar *c,
                                       const coa_i_header *h, coa_status s)
{
    coa_stats_info st;
    if (s == COA_OK && !coa_i_bookings_sane(c)) s = COA_E_CORRUPT;
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

/* Adds a record that comes from outside, without servers yet. False without memory. */
static int coa_i_outside_add(coa_calendar *c, coa_i_record r)
{
    const uint32_t n = c->records.count, words = COA_I_MASKS(c) ? coa_i_words(c) : 0;
    r.runs = c->store.count;
    r.run_count = 0;
    if (!coa_i_room(&c->mem, &c->owned, ((uint64_t)n + 1) * words, sizeof(uint64_t)) ||
        !coa_i_append(&c->mem, &c->records, &r, sizeof r))
        return 0;
    if (words > 0)
        COALLOC_MEMSET(coa_i_owned(c, coa_i_records(c) + n), 0,
                       (size_t)words * sizeof(uint64_t));
    return 1;
}

/* Gives the last of these records a further run. False without memory. */
static int coa_i_outside_run(coa_calendar *c, coa_run run)
{
    coa_i_record *r = coa_i_records(c) + c->records.count - 1;
#ifndef COALLOC_NO_SLICES
    if (COA_I_MASKS(c)) {
        coa_i_mask_flip_run(coa_i_owned(c, r), run);
        return 1;
    }
#endif
    r->run_count++;
    return coa_i_append(&c->mem, &c->store, &run, sizeof run);
}

/* Copies the bookings alive. */
static coa_status coa_i_copy_bookings(coa_calendar *c, const coa_calendar *from)
{
    const coa_i_record *r = coa_i_records(from), *const end = r + from->records.count;
    coa_i_held w;
    uint32_t i;
    for (; r < end; r++) {
        if (!coa_i_alive(from, r)) continue;
        if (!COA_I_MASKS(from) && coa_i_ops(from)->named &&
            r->run_count > from->store.count - r->runs)
            return COA_E_CORRUPT; /* for coa_check */
        if (!coa_i_outside_add(c, *r)) return COA_E_NOMEM;
        for (w = coa_i_held_by(from, r); coa_i_held_next(&w);)
            if (!coa_i_outside_run(c, w.run)) return COA_E_NOMEM;
    }
    for (i = 0; i < from->parts.count; i++) {
        const coa_i_job_part part = coa_i_job_parts(from)[i];
        if (coa_i_booking(from, part.id) &&
            !coa_i_append(&c->mem, &c->parts, &part, sizeof part))
            return COA_E_NOMEM;
    }
    return COA_OK;
}

/* Makes a calendar with this description and all of another one; or only its bookings. */
static coa_status coa_i_calendar_copy(coa_calendar **out, const coa_calendar *cal,
                                      const coa_desc *d, int again)
{
    coa_calendar *c;
    coa_i_header h;
    coa_i_header_of(cal, &h);
    h.desc = *d;
    c = coa_i_calendar_begin(&h);
    if (!c) return COA_E_NOMEM;
    if (again) return coa_i_calendar_build(out, c, &h, coa_i_copy_bookings(c, cal));
    c->update_visits = cal->update_visits;
    if (!coa_i_vec_copy(&c->mem, &c->records, &cal->records, sizeof(coa_i_record)) ||
        !coa_i_vec_copy(&c->mem, &c->store, &cal->store, sizeof(coa_run)) ||
        !coa_i_vec_copy(&c->mem, &c->parts, &cal->parts, sizeof(coa_i_job_part)) ||
        !coa_i_ops(c)->copy(c, cal))
        return coa_i_calendar_out(out, c, COA_E_NOMEM);
    return coa_i_calendar_out(out, c, COA_OK);
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
    return coa_i_calendar_copy(out, cal, &d, /* again if other arrays are planned */
                               d.bookings != 0 && d.bookings != cal->desc.bookings);
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
    return coa_i_hold(cal, start, end, servers ? servers : &every, n, 1, 0, out);
}

/* Has the booking one of these servers? Those not known yet, or never, may be any. */
static int coa_i_has_any(const coa_calendar *c, const coa_i_record *r,
                         const coa_set *servers)
{
    coa_i_held w = coa_i_held_by(c, r);
    if (!coa_i_held_next(&w)) return 1;
    do {
        const uint32_t k = coa_i_run_after(servers, 0, w.run.first);
        if (k < servers->count && servers->runs[k].first < w.run.first + w.run.count)
            return 1;
    } while (coa_i_held_next(&w));
    return 0;
}

COALLOC_DEF coa_status coa_in_the_way(const coa_calendar *cal, coa_time start,
                                      coa_time end, const coa_set *asked, coa_id after,
                                      coa_booking *out, coa_set *servers)
{
    const coa_i_record *r;
    coa_status s;
    if (!cal || !out || start >= end || (asked && asked == servers)) return COA_E_ARG;
    if (start < cal->now) return COA_E_PAST;
    s = coa_i_set_check(cal, asked);
    if (s != COA_OK) return s;
    for (; (r = coa_i_record_next(cal, after)) != NULL; after = r->id) {
        if (r->start >= end || start >= r->end) continue;
        if (!asked || coa_i_has_any(cal, r, asked)) break;
    }
    return coa_i_look(cal, r, out, servers);
}

/* Takes over the bookings and the index of a copy that has been changed. */
static void coa_i_take_over(coa_calendar *c, coa_calendar *copy)
{
    const size_t peak = c->mem.bytes + copy->mem.peak;
    c->mem.calls += copy->mem.calls;
    c->mem.bytes += copy->mem.bytes;
    if (peak > c->mem.peak) c->mem.peak = peak;
    coa_i_contents_free(c);
    coa_i_vec_free(&c->mem, &copy->parts, sizeof(coa_i_job_part));
    copy->mem = c->mem;
    copy->parts = c->parts;
    copy->events = c->events;
    copy->events.count = 0;
    *c = *copy;
    coa_i_free(&c->mem, copy, sizeof *copy);
}

COALLOC_DEF coa_status coa_resize(coa_calendar *cal, uint32_t servers)
{
    coa_calendar *copy;
    coa_desc d;
    const coa_i_record *r;
    coa_id id = 0;
    coa_i_held w;
    coa_status s;
    if (!cal) return COA_E_ARG;
    coa_describe(cal, &d);
    d.servers = servers;
#ifndef COALLOC_NO_MAP
    if (d.index == COA_INDEX_SLICES && servers > COA_SLICES_SERVERS)
        d.index = COA_INDEX_MAP; /* which answers as SLICES does */
#endif
    s = coa_i_desc_check(&d);
    if (s != COA_OK || servers == cal->desc.servers) return s;
    for (; (r = coa_i_record_next(cal, id)) != NULL; id = r->id) {
        for (w = coa_i_held_by(cal, r); coa_i_held_next(&w);)
            if (w.run.first + w.run.count > servers) return COA_E_BUSY;
    }
    s = coa_i_calendar_copy(&copy, cal, &d, 1);
    if (s == COA_E_CORRUPT) return COA_E_BUSY; /* COUNT: more are promised */
    if (s == COA_OK) coa_i_take_over(cal, copy);
    return s;
}

#ifndef COALLOC_NO_REPLACE
/* >>moving: bookings that have not begun get other starts -------------------------------
 *
 * A booking that waits is sure to have no earlier start for as many servers, whichever,
 * and as long, unless servers have been given back in a time that is still to come; or
 * unless it never had the earliest one, and that is possible until it starts. The latest
 * of all such times is c->freed: if that has come, coa_compress has nothing to do. */

/* Fills in what a booking wants and asks; not 0: it stays, as one too long does. */
static int coa_i_ask(const coa_calendar *c, const coa_i_record *r, coa_time ready,
                     coa_ask_fn ask, void *ctx, coa_request *req)
{
    coa_booking b;
    int stays;
    COALLOC_MEMSET(req, 0, sizeof *req);
    req->ready = ready;
    req->length = r->end < COA_FOREVER ? coa_i_length_of(r->start, r->end) : COA_FOREVER;
    req->servers = r->servers;
    req->replaces = r->id;
    stays = coa_i_end(r->start, req->length) < r->end;
    if (stays || !ask) return stays;
    coa_i_booking_show(c, r, &b);
    stays = ask(ctx, &b, req);
    req->replaces = r->id;
    return stays;
}

/* Reports that a booking has another start than it had, or with COA_FOREVER stays. */
static void coa_i_report(const coa_calendar *c, coa_id id, coa_time was,
                         coa_report_fn report, void *ctx)
{
    coa_booking b;
    if (!report) return;
    coa_i_booking_show(c, coa_i_booking(c, id), &b);
    report(ctx, &b, was);
}

/* Moves a booking to what a request finds, if it then starts earlier; what would end as
 * if it kept its start, or later, is not searched for. *r may lie elsewhere then. */
static coa_status coa_i_move_up(coa_calendar *c, coa_i_record **r, coa_request *req)
{
    const coa_time was = (*r)->start, by = coa_i_deadline(req->deadline, req->flags);
    coa_i_query q;
    uint32_t tried;
    coa_status s;
    if (req->length > 0 && req->length < COA_FOREVER - (was > 0 ? was : 0) &&
        by >= was + req->length) {
        req->deadline = was + req->length - 1;
        req->flags |= COA_HAS_DEADLINE;
    }
    s = coa_i_find(c, req, &q, &tried);
    if (s == COA_OK && q.start < was) {
        s = coa_i_replace(c, &q, r);
        if (s == COA_OK) return s;
        *r = coa_i_booking(c, req->replaces);
    }
    coa_i_found(c, &q);
    return s == COA_E_NOFIT ? COA_OK : s;
}

/* Returns the booking after r, or the first one; NULL if there are no more. By starts it
 * is the one of the next event, which is never one that r has moved up. */
static coa_i_record *coa_i_pass_next(coa_calendar *c, coa_order order, coa_event *at,
                                     coa_i_record *r)
{
    coa_i_record *const end = coa_i_records(c) + c->records.count;
    if (order == COA_ORDER_START)
        return coa_i_event_next(c, at) == COA_OK ? coa_i_booking(c, at->id) : NULL;
    for (r = r ? r + 1 : coa_i_records(c); r < end; r++)
        if (coa_i_alive(c, r)) return r;
    return NULL;
}

COALLOC_DEF coa_status coa_compress(coa_calendar *cal, coa_order order, coa_ask_fn ask,
                                    coa_report_fn report, void *ctx, uint32_t *moved)
{
    coa_event at = {0, 0, 1};
    coa_request req;
    coa_i_record *r = NULL;
    uint32_t n = 0;
    coa_status s = COA_OK;
    if (moved) *moved = 0;
    if (!cal || (unsigned)order > COA_ORDER_START) return COA_E_ARG;
    if (!ask && cal->freed <= cal->now) return COA_OK;
    if (!ask) cal->freed = INT64_MIN; /* what moves gives back its time */
    at.time = cal->now;
    while (s == COA_OK && (r = coa_i_pass_next(cal, order, &at, r)) != NULL) {
        const coa_time was = r->start;
        if (!at.starts || was <= cal->now || coa_i_replace_check(cal, r) != COA_OK ||
            coa_i_ask(cal, r, cal->now, ask, ctx, &req) != 0 || req.ready >= was)
            continue;
        s = coa_i_move_up(cal, &r, &req);
        if (s != COA_OK || r->start == was) continue;
        n++;
        coa_i_report(cal, r->id, was, report, ctx);
    }
    if (s != COA_OK) cal->freed = COA_FOREVER;
    if (moved) *moved = n;
    return s;
}

/* Clears a window in c, a copy, and takes it: removes from `left` what bookings of the
 * list that stay have (first 1), lifts the others in the way (count 1), makes the block
 * or extends the booking, and moves them. One that finds no place becomes one that stays
 * (first 2): COA_E_NOFIT. */
static coa_status coa_i_clear_copy(coa_calendar *c, const coa_i_clearing *k,
                                   coa_i_vec *list, coa_set *left, coa_id *out)
{
    const int named = coa_i_ops(c)->named;
    coa_i_item *const first = COA_I_AT(coa_i_item, *list), *it;
    coa_i_item *const last = first + list->count;
    coa_status s = COA_OK;
    coa_i_record *r;
    coa_booking b;
    coa_i_query q;
    uint32_t tried, n = k->n, any = 0;
    for (it = first; it < last && s == COA_OK; it++) {
        coa_set has;
        if (!it->first || !named) continue;
        any = 1;
        coa_i_booking_show(c, coa_i_booking(c, (coa_id)it->b), &b);
        has = coa_i_set_view(b.runs, b.run_count);
        s = coa_set_combine(left, left, COA_SET_DIFFERENCE, &has);
    }
    for (it = first; it < last && s == COA_OK; it++) {
        r = coa_i_booking(c, (coa_id)it->b);
        it->count = !it->first && (!named || coa_i_has_any(c, r, left));
        if (it->count) s = coa_i_lift(c, r);
    }
    q = coa_i_query_of(c, k->start, k->end, NULL, UINT64_MAX, NULL);
    if (s == COA_OK && !named) (void)coa_i_idle(c, &q);
    if (k->partly && !named && q.found < n) n = (uint32_t)q.found;
    if (s != COA_OK) return s;
    if (n == 0 || (named ? left->count == 0 || (any && !k->partly) : q.found < n))
        s = COA_E_BUSY;
    else if (k->grows != 0)
        s = coa_i_end_later(c, coa_i_booking(c, k->grows), k->end);
    else
        s = coa_block(c, k->start, k->end, named ? left : NULL, named ? 0 : n, out);
    for (it = first; it < last && s == COA_OK; it++) {
        coa_request req;
        if (it->count == 0) continue;
        r = coa_i_booking(c, (coa_id)it->b);
        (void)coa_i_ask(c, r, r->start, k->ask, k->ctx, &req);
        req.replaces = 0; /* it is lifted */
        s = coa_i_find(c, &req, &q, &tried);
        if (s == COA_E_NOFIT) it->first = 2;
        if (s != COA_OK) return s;
        q.old = r;
        q.lifted = 1;
        if (q.place != COA_PLACE_CONTIGUOUS) q.moved = r->id; /* it keeps what it can */
        q.picked = 0;
        s = coa_i_replace(c, &q, &r);
    }
    return s;
}

/* Makes the block, or extends the booking, and moves bookings in the way. */
static coa_status coa_i_clear(coa_calendar *cal, const coa_i_clearing *k, coa_id *out)
{
    const int named = coa_i_ops(cal)->named;
    const coa_run all = {0, cal->desc.servers};
    const coa_set every = coa_i_set_view(&all, 1);
    const coa_set *asked = k->asked ? k->asked : &every;
    coa_calendar *copy = NULL;
    coa_i_mem mem = cal->mem;      /* a copy: this leaves no trace in the statistics */
    coa_i_vec list = {NULL, 0, 0}; /* of coa_i_item: a = start, b = id, see above */
    coa_set left = {0, 0, NULL, mem.fn, mem.ctx};
    const coa_i_item *it;
    coa_request req;
    coa_booking b;
    coa_desc d;
    uint32_t i;
    coa_status s = COA_OK;
    for (b.id = 0;
         coa_in_the_way(cal, k->start, k->end, k->asked, b.id, &b, NULL) == COA_OK;) {
        const coa_i_record *r = coa_i_booking(cal, b.id);
        const int stays = coa_i_replace_check(cal, r) != COA_OK ||
                          coa_i_ask(cal, r, r->start, k->ask, k->ctx, &req) != 0;
        if (!coa_i_items_add(&mem, &list, b.start, (coa_time)b.id, (uint32_t)stays, 0))
            s = COA_E_NOMEM;
    }
    coa_i_items_sort(&list);
    coa_describe(cal, &d);
    do { /* once more for each that finds no place */
        coa_destroy(copy);
        copy = NULL;
        if (s == COA_E_NOFIT) s = COA_OK;
        if (s == COA_OK) s = coa_set_combine(&left, asked, COA_SET_UNION, asked);
        if (s == COA_OK) s = coa_i_calendar_copy(&copy, cal, &d, 0);
        if (s == COA_OK) s = coa_i_clear_copy(copy, k, &list, &left, out);
    } while (s == COA_E_NOFIT && k->partly);
    if (s == COA_OK) {
        coa_i_take_over(cal, copy);
    } else {
        *out = 0;
        coa_destroy(copy);
    }
    it = COA_I_AT(coa_i_item, list);
    if (s != COA_OK && s != COA_E_BUSY && s != COA_E_NOFIT) list.count = 0;
    for (i = 0; i < list.count; i++, it++) {
        const coa_id id = (coa_id)it->b;
        if (it->first ? (s == COA_E_NOFIT ? it->first == 2
                                          : named || s != COA_OK ||
                                                coa_i_booking(cal, *out)->servers < k->n)
                      : s == COA_OK && it->count &&
                            (named || coa_i_booking(cal, id)->start != it->a))
            coa_i_report(cal, id, it->first ? COA_FOREVER : it->a, k->report, k->ctx);
    }
    coa_i_vec_free(&mem, &list, sizeof(coa_i_item));
    coa_set_free(&left);
    return s;
}

COALLOC_DEF coa_status coa_drain(coa_calendar *cal, coa_time start, coa_time end,
                                 const coa_set *servers, uint32_t n, int partly,
                                 coa_ask_fn ask, coa_report_fn report, void *ctx,
                                 coa_id *out)
{
    coa_i_clearing k = {start, end, servers, n, partly, 0, ask, report, ctx};
    coa_status s;
    if (out) *out = 0;
    if (!cal || !out || n > cal->desc.servers || (n > 0 && coa_i_ops(cal)->named))
        return COA_E_ARG;
    if (n == 0) k.n = cal->desc.servers;
    s = coa_block(cal, start, end, servers, n, out);
    return s == COA_E_BUSY ? coa_i_clear(cal, &k, out) : s;
}
#endif

/* Finds a booking whose servers may change; q asks for n for the rest of its time. */
static coa_status coa_i_rest_of(coa_calendar *c, coa_id id, const coa_set *among,
                                uint32_t n, coa_i_record **r, coa_i_query *q)
{
    const coa_status s = coa_i_alone(c, id, r);
    if (s == COA_OK)
        *q = coa_i_query_of(c, coa_i_left_from(c, *r), (*r)->end, among, n, NULL);
    return s;
}

/* Gives a booking n servers: it gives back c->wanted, or gets what q asks for. On COUNT
 * coa_i_promise_resize changes a booking that has begun. */
static coa_status coa_i_resize_booking(coa_calendar *c, coa_id id, uint32_t n,
                                       coa_i_query *q)
{
    const int named = coa_i_ops(c)->named && !COA_I_MASKS(c);
    coa_i_record *r = coa_i_booking(c, id);
    coa_i_step x = coa_i_step_of(c, r, r->servers, r->start, r->end, n);
    coa_status s;
    x.q = q;
    if (named) {
        x.runs = COA_I_AT(coa_run, c->wanted);
        x.count = c->wanted.count;
    }
#ifndef COALLOC_NO_COUNT
    if (!coa_i_ops(c)->named)
        s = coa_i_promise_n_room(c, r, n, q);
    else
#endif
        s = coa_i_ops(c)->room(c, &x);
    if (s != COA_OK) return s;
    if (named &&
        ((q && !coa_i_unite(c, r)) || !coa_i_store_room(c, c->items.count, r->run_count)))
        return COA_E_NOMEM;
    x.q = NULL;
    x.r = r = coa_i_booking(c, id); /* room for runs may have moved it */
#ifndef COALLOC_NO_SLICES
    if (COA_I_MASKS(c)) coa_i_slices_own_change(c, &x);
#endif
    coa_i_ops(c)->change(c, &x);
    if (named) coa_i_runs_replace(c, r);
#ifndef COALLOC_NO_COUNT
    if (!coa_i_ops(c)->named) coa_i_promise_resize(c, r, n);
#endif
    r->servers = n;
    return COA_OK;
}

COALLOC_DEF coa_status coa_release(coa_calendar *cal, coa_id id, const coa_set *servers,
                                   uint32_t n)
{
    coa_i_record *r;
    coa_i_query q;
    coa_status s = coa_i_rest_of(cal, id, servers, n, &r, &q);
    if (s == COA_OK) s = coa_i_set_check(cal, servers);
#ifndef COALLOC_NO_SLICES
    if (s == COA_OK && COA_I_MASKS(cal))
        s = coa_i_slices_divide(cal, r, &q);
    else
#endif
        if (s == COA_OK)
        s = coa_i_divide(cal, r, &q);
    if (s == COA_OK)
        s = coa_i_resize_booking(cal, id, r->servers - (uint32_t)q.need, NULL);
    if (s == COA_OK) coa_i_given_back(cal, coa_i_booking(cal, id)->end);
    return s;
}

COALLOC_DEF coa_status coa_widen(coa_calendar *cal, coa_id id, uint32_t n, uint32_t place,
                                 const coa_set *among, uint32_t *most)
{
    coa_i_record *r;
    coa_i_query q;
    coa_status s = coa_i_rest_of(cal, id, among, n, &r, &q);
    if (s == COA_OK) s = coa_i_place_check(cal, place, among, &q.place);
    if (s == COA_OK && n == 0) s = COA_E_ARG;
    if (s == COA_OK && n > UINT32_MAX - r->servers) s = COA_E_NOFIT;
    if (s == COA_OK) s = coa_i_resize_booking(cal, id, r->servers + n, &q);
    if (s == COA_E_NOFIT && most && coa_i_free_during(cal, &q, q.end, most) != COA_OK)
        return COA_E_NOMEM;
    return s;
}

#ifndef COALLOC_NO_FLEX
/* >>flex: one booking at several calendars ----------------------------------------------
 *
 * An exact form of algorithm 1 of Netto and Buyya [2]: two sweeps over common starts, one
 * for bookings at several sites (longer by the overhead), one for a single site; the one
 * that ends first is taken. The paper's lines, and what does the same here:
 *   1-4           ask each site m_i for its sorted time slots: no list is made, the
 *                 operation `follow` of the site's index walks them as far as needed
 *   8, 9          cs, the next start to try          coa_i_flex_sweep, the rises
 *   12, 13, 18    servers m_i has from cs on         coa_i_offer_update
 *   10, 14, 20    their sum, against R_j             f->sum, coa_i_rank_put; f->need
 *   13, 15-17     a single site, no overhead         coa_i_flex_search with 1 site
 *   20-22, 24-28  the better of the two              coa_i_flex_try, f->best
 *   25, 27        the sub-requests                   coa_i_flex_shares
 *   30-32         submit them                        coa_i_flex_book
 * R_j, T_j^x, T_j^xo, T_j^r: `servers`, `length`, `overhead`, `ready` of a request.
 *
 * An offer says what one site can give in a search. A sweep keeps for each offer how many
 * servers the site has during the window (`have`) and a time `rise`, before which it
 * cannot have more: until then `have` is an upper bound. The sum of all offers grows only
 * when one rises, so only these times are examined. At such a time the offer that rises
 * is updated. Only if all offers together then seem to have enough servers, the others
 * are updated too, if they may have fewer by now. While many servers are missing, an
 * updated offer gets slack: `have` is then so much more than it has, and it rises only
 * after it has gained that. How to update one depends on the index:
 *   MAP         walks the groups by start, once, and keeps a list of the usable ones
 *   RANGE_TREE  makes a range search; `rise` is the next time a server becomes idle
 *   COUNT       takes the least number free in the window; `rise` is the exact earliest
 *               start for one server more
 *   SLICES      looks at the slices of the window; `rise` is the next that gains servers
 *
 * Which shares add up to the number needed: j sites, each with `least` or more, can give
 * any number from j * least to the sum of the j largest sites. So it suffices to add up
 * the first min(R / least, most_sites) offers by size (`ranks`), and the largest possible
 * shares are found without backtracking.
 *
 * A job that is to move is lifted (coa_i_lift) at its sites during the search. To book,
 * all sites first take the memory; then nothing can fail. Jobs are kept in the calendars
 * alone (coa_i_job_part), so a coa_flex has nothing to save. */

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
    coa_id last;     /* the highest id it has given */
    coa_i_vec sites; /* the memory of the four arrays */
    uint32_t n;      /* sites */
    coa_i_offer *offers;
    coa_i_rank *ranks;    /* the same offers, by the servers they have */
    coa_i_rise *rises;    /* twice as many: see coa_i_rise_set */
    coa_flex_part *parts; /* the result of a call */
    coa_i_vec runs;       /* of coa_run: of parts that coa_flex_get or _next shows */
    /* of a call: */
    const coa_flex_request *req;
    coa_time now;          /* the latest of the sites */
    coa_time from, to;     /* the first and the last start that may be tried */
    coa_time length;       /* of the window of the sweep */
    uint64_t need;         /* servers needed */
    uint64_t sum;          /* servers of the first `top` offers in ranks */
    uint32_t top;          /* how many are added up; if that is all n, in any order */
    uint32_t ops;          /* what may change: COA_SHIFT, ...; all for a new job */
    int given;             /* each site gives exactly its cap, or nothing */
    int stays;             /* the old job is as asked for: it moves to end earlier only */
    uint32_t lifted;       /* the old job is lifted at so many of the first sites */
    coa_flex_booking old;  /* the job that is to be changed or shown; id 0: none */
    coa_flex_booking best; /* the best booking so far; servers 0: none */
};

/* ---- flex: lifting a job */

static void coa_i_flex_retake(coa_flex *f)
{
    for (; f->lifted > 0; f->lifted--) {
        const coa_i_offer *o = f->offers + f->lifted - 1;
        coa_calendar *c = o->site.calendar;
        if (o->held > 0) coa_i_retake(c, coa_i_booking(c, f->old.id));
    }
}

/* Lifts the job at all its sites; after a failure only at some. */
static coa_status coa_i_flex_lift(coa_flex *f)
{
    coa_status s = COA_OK;
    for (; f->lifted < f->n && s == COA_OK; f->lifted += s == COA_OK) {
        const coa_i_offer *o = f->offers + f->lifted;
        coa_calendar *c = o->site.calendar;
        if (o->held > 0) s = coa_i_lift(c, coa_i_booking(c, f->old.id));
    }
    return s;
}

/* ---- flex: the order of the offers, and the sum of what the first of them have */

static int coa_i_rank_less(const void *x, const void *y)
{
    return ((const coa_i_rank *)x)->have > ((const coa_i_rank *)y)->have;
}

static void coa_i_rank_put(coa_flex *f, uint32_t k, coa_i_rank r)
{
    if (k < f->top) f->sum += (uint64_t)r.have - f->ranks[k].have;
    f->ranks[k] = r;
    f->offers[r.offer].rank = k;
}

/* Offer i has so many servers now. */
static void coa_i_rank_change(coa_flex *f, uint32_t i, uint32_t have)
{
    const uint32_t last = f->top < f->n ? f->n - 1 : 0; /* 0: any order will do */
    const coa_i_rank r = {have, i};
    uint32_t k = f->offers[i].rank;
    for (; k > 0 && last > 0 && f->ranks[k - 1].have < have; k--)
        coa_i_rank_put(f, k, f->ranks[k - 1]);
    for (; k < last && f->ranks[k + 1].have > have; k++)
        coa_i_rank_put(f, k, f->ranks[k + 1]);
    coa_i_rank_put(f, k, r);
}

/* Sets the time before which offer i cannot have more. The times of all n offers are the
 * leaves n .. 2 n - 1 of a tree; node k has the earlier one of nodes 2 k and 2 k + 1. */
static void coa_i_rise_set(coa_flex *f, uint32_t i, coa_time time)
{
    coa_i_rise *r = f->rises;
    uint32_t k = f->n + i;
    r[k].time = time;
    for (; k > 1; k /= 2) r[k / 2] = r[k].time < r[k ^ 1].time ? r[k] : r[k ^ 1];
}

/* ---- flex: a sweep */

/* Updates what an offer has for the window that begins at `start`. */
static coa_status coa_i_offer_look(coa_flex *f, uint32_t i, coa_time start)
{
    coa_i_offer *o = f->offers + i;
    coa_calendar *c = o->site.calendar;
    coa_status s = COA_OK;
    uint32_t have;
    o->at.fall = start;
    o->at.free = 0;
    if (start <= o->at.until) s = coa_i_ops(c)->follow(c, &o->at, start, 0);
    have = o->at.free < o->most ? (uint32_t)o->at.free : o->most;
    coa_i_rank_change(f, i, o->at.free < o->least ? 0 : have);
    return s;
}

/* Finds the `rise` of an offer updated for `start`. While servers are missing, it gets
 * its part of half of them as slack: it rises later, and the sum stays below `need`. */
static void coa_i_offer_wait(coa_flex *f, uint32_t i, coa_time start)
{
    coa_i_offer *o = f->offers + i;
    coa_calendar *c = o->site.calendar;
    const uint64_t slack = f->sum < f->need ? (f->need - f->sum - 1) / 2 / f->top : 0;
    uint32_t have = f->ranks[o->rank].have;
    uint64_t more = have > 0 ? slack + 1 : o->least - o->at.free;
    if (have > 0 && have < o->most && slack > 0) {
        have += (uint32_t)slack; /* below `most`, which is `need`; the sum has `have` */
        coa_i_rank_change(f, i, have);
        o->at.fall = start - 1; /* it may have fewer */
    }
    o->at.rise = COA_FOREVER; /* unless it can have more, for which it needs no memory */
    if (have < o->most && start <= o->at.until)
        (void)coa_i_ops(c)->follow(c, &o->at, start, more);
    coa_i_rise_set(f, i, o->at.rise);
}

static coa_status coa_i_offer_update(coa_flex *f, uint32_t i, coa_time start)
{
    const coa_status s = coa_i_offer_look(f, i, start);
    coa_i_offer_wait(f, i, start);
    return s;
}

static coa_status coa_i_flex_begin(coa_flex *f, coa_time start, coa_time latest)
{
    coa_status s = COA_OK;
    uint32_t i;
    for (f->sum = i = 0; i < f->n; i++) {
        const coa_i_rise never = {COA_FOREVER, i};
        f->rises[i] = f->rises[f->n + i] = never;
        f->ranks[i].have = 0;
        f->ranks[i].offer = f->offers[i].rank = i;
    }
    for (i = 0; i < f->n && s == COA_OK; i++) {
        coa_i_offer *o = f->offers + i;
        const coa_time last = coa_i_last_start(coa_i_limit(o->site.calendar), f->length);
        o->at.among = o->site.among;
        o->at.length = f->length;
        o->at.until = o->most == 0 ? INT64_MIN : last < latest ? last : latest;
        o->at.begins = 1;
        s = coa_i_offer_look(f, i, start);
    }
    for (i = 0; i < f->n && s == COA_OK; i++) coa_i_offer_wait(f, i, start);
    return s;
}

/* Moves *start to the earliest start, by `latest`, from which `top` offers together have
 * `need` servers for the length, and all offers to what they have then. */
static coa_status coa_i_flex_sweep(coa_flex *f, coa_time *start, coa_time latest)
{
    coa_status s = *start > latest ? COA_E_NOFIT : coa_i_flex_begin(f, *start, latest);
    const coa_i_rise *next = f->rises + 1;
    const uint32_t most = f->req->max_starts; /* 0: no limit */
    uint32_t i;
    while (s == COA_OK) {
        if (most > 0 && f->best.examined == most) return COA_E_LIMIT;
        f->best.examined += f->best.examined < UINT32_MAX;
        for (i = 0; i < f->n && s == COA_OK && f->sum >= f->need; i++)
            if (f->offers[i].at.fall < *start && f->ranks[f->offers[i].rank].have > 0)
                s = coa_i_offer_update(f, i, *start);
        if (s != COA_OK || f->sum >= f->need) break;
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
static uint64_t coa_i_flex_rest(const coa_flex *f, uint64_t x, uint32_t sites,
                                uint32_t least)
{
    uint64_t sum = 0, fewest = 0;
    uint32_t k;
    for (k = 0; sum < x && sites > 0; k++) {
        sum += f->ranks[k].have;
        fewest += f->ranks[k].have > 0 ? least : 0;
        sites -= f->ranks[k].have > 0;
    }
    if (sum < x) return UINT64_MAX;
    return x > fewest ? x : fewest;
}

/* Divides `need` servers among at most `sites` sites: in the order of the cursor, each
 * gets the largest share possible. Offers that have been dealt with have nothing more. */
static void coa_i_flex_shares(coa_flex *f, uint32_t sites, uint32_t least)
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
        if (most == 0) continue;
        rest = coa_i_flex_rest(f, left - most, sites - 1, least);
        if (rest > left || left - rest < least) continue;
        o->share = (uint32_t)(left - rest);
        left = rest;
        sites--;
        f->best.part_count++;
    }
}

/* ---- flex: the shapes of a request: (servers, length) and its molds */

static coa_mold coa_i_flex_mold(const coa_flex_request *req, uint32_t mold)
{
    const coa_mold own = {req->servers, req->length};
    return mold > 0 ? req->molds[mold - 1] : own;
}

/* Searches `need` servers by `by`: at up to `sites` sites, each with `least` or more. */
static coa_status coa_i_flex_search(coa_flex *f, coa_time length, coa_time by,
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

/* Tries shape `mold`, by `by`: at several sites, then at one if that ends no later. */
static coa_status coa_i_flex_try(coa_flex *f, uint32_t mold, coa_time by)
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

/* Finds the best of all shapes that end by the deadline, and before the old job if that
 * may stay: the earliest end; ties: the first shape. */
static coa_status coa_i_flex_best(coa_flex *f)
{
    const int molds = (f->ops & COA_MOLD) != 0;
    coa_time by = coa_i_deadline(f->req->deadline, f->req->flags);
    uint32_t i = molds ? 0 : f->old.mold;
    coa_status s;
    if (f->stays) by = f->old.end - 1; /* which is by the deadline */
    do {
        s = coa_i_flex_try(f, i, by);
        if (s != COA_OK && s != COA_E_NOFIT) return s;
        if (s == COA_OK) by = f->best.end - 1;
    } while (molds && i++ < f->req->mold_count);
    return f->best.servers > 0 ? COA_OK : COA_E_NOFIT;
}

/* ---- flex: the sites of a call */

#define COA_I_SITE_SIZE                                                     \
    (sizeof(coa_i_offer) + sizeof(coa_flex_part) + 2 * sizeof(coa_i_rise) + \
     sizeof(coa_i_rank))

COALLOC_DEF coa_status coa_flex_sites(coa_flex *flex, const coa_site *sites, uint32_t n)
{
    uint32_t i, k;
    if (!flex || !sites || n == 0) return COA_E_ARG;
    for (i = 0; i < n; i++) {
        if (!sites[i].calendar || sites[i].number == 0) return COA_E_ARG;
        for (k = 0; k < i; k++)
            if (sites[k].calendar == sites[i].calendar ||
                sites[k].number == sites[i].number)
                return COA_E_ARG;
    }
    if (!coa_i_room(&flex->mem, &flex->sites, n, COA_I_SITE_SIZE)) return COA_E_NOMEM;
    flex->offers = COA_I_AT(coa_i_offer, flex->sites);
    flex->parts = (coa_flex_part *)(void *)(flex->offers + n);
    flex->rises = (coa_i_rise *)(void *)(flex->parts + n);
    flex->ranks = (coa_i_rank *)(void *)(flex->rises + 2 * (size_t)n);
    for (i = 0; i < n; i++) flex->offers[i].site = sites[i];
    flex->n = n;
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
    if (s != COA_OK) coa_flex_destroy(flex);
    *out = s == COA_OK ? flex : NULL;
    return s;
}

COALLOC_DEF void coa_flex_destroy(coa_flex *flex)
{
    if (!flex) return;
    coa_i_vec_free(&flex->mem, &flex->sites, COA_I_SITE_SIZE);
    coa_i_vec_free(&flex->mem, &flex->runs, sizeof(coa_run));
    coa_i_object_free(flex, sizeof *flex);
}

/* Returns the part that site i has of a job with this id, unless it is over; or NULL. */
static const coa_i_job_part *coa_i_flex_part(const coa_flex *f, coa_id id, uint32_t i)
{
    const coa_calendar *c = f->offers[i].site.calendar;
    const coa_i_job_part *w = coa_i_job_part_of(c, id);
    const coa_i_record *r = w && w->key == f->key ? coa_i_booking(c, id) : NULL;
    return r && r->end > f->now ? w : NULL;
}

/* Describes in f->old the job that site `lead` has a part of: the parts of its id, key
 * and first site. COA_E_ARG if it is not whole. */
static coa_status coa_i_flex_gather(coa_flex *f, coa_id id, uint32_t lead)
{
    const uint64_t first = coa_i_flex_part(f, id, lead)->first;
    coa_flex_booking *b = &f->old;
    int whole = 1;
    uint32_t k, parts = 0;
    COALLOC_MEMSET(b, 0, sizeof *b);
    b->id = id;
    for (k = 0; k < f->n; k++) f->ranks[k].have = 0; /* the parts before which are k */
    for (k = 0; k < f->n; k++) {
        const coa_i_job_part *v = coa_i_flex_part(f, id, k);
        const coa_i_record *r = v ? coa_i_booking(f->offers[k].site.calendar, id) : NULL;
        f->offers[k].held = 0;
        if (!v || v->first != first) continue;
        whole &= b->part_count++ == 0 || (r->start == b->start && r->end == b->end &&
                                          v->parts == parts && v->mold == b->mold);
        whole &= r->servers <= UINT32_MAX - b->servers && v->before < f->n &&
                 f->ranks[v->before].have++ == 0;
        b->start = r->start;
        b->end = r->end;
        b->mold = v->mold;
        b->examined = r->attempts;
        b->servers += f->offers[k].held = r->servers;
        parts = v->parts;
    }
    return whole && b->part_count == parts ? COA_OK : COA_E_ARG;
}

/* Finds a job and describes it in f->old. COA_E_ARG if it is not whole: a part is at none
 * of these sites, or the parts differ. Of jobs with the same id it is the first that is
 * whole, or with whole = 0 that is not, else the last. */
static coa_status coa_i_flex_find(coa_flex *f, coa_id id, int whole)
{
    coa_status s = COA_E_NOTFOUND;
    uint32_t i;
    for (i = 0; i < f->n && (s == COA_E_NOTFOUND || (s == COA_OK) != whole); i++)
        if (f->offers[i].held == 0 && coa_i_flex_part(f, id, i))
            s = coa_i_flex_gather(f, id, i);
    return s;
}

/* Begins a call, for this job if id is not 0: see coa_i_flex_find. */
static coa_status coa_i_flex_open(coa_flex *f, coa_id id, int whole)
{
    uint32_t i;
    if (!f) return COA_E_ARG;
    COALLOC_MEMSET(&f->old, 0, sizeof f->old);
    COALLOC_MEMSET(&f->best, 0, sizeof f->best);
    f->lifted = 0;
    f->stays = 0;
    f->now = INT64_MIN;
    for (i = 0; i < f->n; i++) {
        const coa_time now = f->offers[i].site.calendar->now;
        f->offers[i].held = 0;
        if (now > f->now) f->now = now;
    }
    return coa_i_flex_find(f, id, whole);
}

/* ---- flex: requests */

/* Takes a request that may change `ops`; checks it, also with each site. */
static coa_status coa_i_flex_prepare(coa_flex *f, const coa_flex_request *req,
                                     uint32_t ops)
{
    const coa_time ready = req->ready > f->now ? req->ready : f->now;
    uint64_t given = 0;
    coa_status s = COA_OK;
    uint32_t i;
    f->req = req;
    f->ops = ops;
    f->from = ops & COA_SHIFT || ready > f->old.start ? ready : f->old.start;
    f->to = ops & COA_SHIFT ? COA_FOREVER : f->old.start;
    if ((req->flags & COA_EXACTLY) && req->ready < f->to) f->to = req->ready;
    if (req->overhead < 0 || (req->mold_count > 0 && !req->molds) ||
        req->mold_count + UINT64_C(1) > UINT32_MAX || req->place == COA_PLACE_CONTIGUOUS)
        return COA_E_ARG;
    for (i = 0; i < f->n; i++) given += f->offers[i].site.servers;
    for (i = 0; i <= req->mold_count; i++) {
        const coa_mold m = coa_i_flex_mold(req, i);
        if (m.servers == 0 || m.length <= 0 || req->flags > COA_I_FLAGS) return COA_E_ARG;
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

/* May the old job stay as it is: do its times and its servers suit the request? */
static int coa_i_flex_stays(const coa_flex *f)
{
    int stays = f->from <= f->old.start && f->old.start <= f->to &&
                f->old.end <= coa_i_deadline(f->req->deadline, f->req->flags);
    uint32_t i;
    for (i = 0; i < f->n; i++) {
        const coa_i_offer *o = f->offers + i;
        const coa_calendar *c = o->site.calendar;
        if (o->held > 0)
            stays &= coa_i_record_among(c, coa_i_booking(c, f->old.id), o->site.among) ==
                     o->held;
    }
    return stays;
}

/* ---- flex: booking in two steps: memory for all, then all */

/* The first step at one site: chooses servers and takes the memory to book them. */
static coa_status coa_i_offer_room(const coa_flex *f, coa_i_offer *o)
{
    coa_calendar *c = o->site.calendar;
    coa_i_query *q = &o->query;
    *q = coa_i_query_of(c, f->best.start, f->best.end, o->site.among, o->share, NULL);
    q->length = q->end - q->start;
    q->place = o->place;
    q->moved = o->held > 0 ? f->old.id : 0;
    return coa_i_job_parts_room(c) ? coa_i_choose(c, q) : COA_E_NOMEM;
}

/* The second step at one site: books the share, ends the part that is lifted. The id is
 * taken even without a share, so that the site never gives it when it is listed alone. */
static void coa_i_offer_book(const coa_flex *f, coa_i_offer *o, coa_i_job_part *part)
{
    const coa_flex_booking *b = &f->best;
    const uint32_t given = o->share > 0;
    coa_calendar *c = o->site.calendar;
    coa_i_record *r;
    c->passed += b->id - given - c->last_id;
    c->last_id = b->id - given;
    if (given) {
        coa_i_job_parts(c)[c->parts.count++] = *part;
        part->before++;
        r = coa_i_booking_add(c, &o->query);
        r->attempts = b->examined;
        coa_i_book(c, &o->query, r);
    }
    if (o->held > 0) {
        r = coa_i_booking(c, f->old.id);
        if (o->share == 0) coa_i_forget_lifted(c, r);
        coa_i_given_back(c, r->end);
        coa_i_booking_drop(c, r);
    }
}

/* Books the parts found instead of the lifted job, with an id above all ids. */
static coa_status coa_i_flex_book(coa_flex *f)
{
    coa_i_job_part part = {0, f->key, 0, f->best.part_count, f->best.mold, 0};
    coa_id last = f->last;
    coa_status s = COA_OK;
    uint32_t i;
    for (i = f->n; i-- > 0;) {
        const coa_i_offer *o = f->offers + i;
        if (o->site.calendar->last_id > last) last = o->site.calendar->last_id;
        if (o->share > 0) part.first = o->site.number;
    }
    if (last >= COA_I_LAST_ID) return COA_E_RANGE;
    for (i = 0; i < f->n && s == COA_OK; i++)
        if (f->offers[i].share > 0) s = coa_i_offer_room(f, f->offers + i);
    if (s != COA_OK) return s;
    part.id = f->best.id = f->last = last + 1;
    for (i = 0; i < f->n; i++) coa_i_offer_book(f, f->offers + i, &part);
    return COA_OK;
}

/* ---- flex: the calls */

/* Shows a job; with id 0 one that has been found but is not booked. */
static void coa_i_flex_show(const coa_flex *f, const coa_flex_booking *job,
                            coa_flex_booking *out)
{
    coa_flex_part *p = f->parts;
    uint32_t i;
    *out = *job;
    out->parts = p;
    for (i = 0; i < f->n; i++) {
        const coa_i_offer *o = f->offers + i;
        const coa_calendar *c = o->site.calendar;
        const uint32_t servers = job == &f->old ? o->held : o->share;
        if (servers == 0) continue;
        COALLOC_MEMSET(p, 0, sizeof *p);
        p->site = i;
        p->booking.start = job->start;
        p->booking.end = job->end;
        p->booking.servers = servers;
        p->booking.parts = job->part_count;
        if (job->id != 0) coa_i_booking_show(c, coa_i_booking(c, job->id), &p->booking);
        p++;
    }
}

/* Shows the old job, with the servers of its parts in memory of the object. */
static coa_status coa_i_flex_look(coa_flex *f, coa_flex_booking *out)
{
    coa_run *to;
    uint32_t i;
    uint64_t n = 0;
    coa_i_flex_show(f, &f->old, out);
    for (i = 0; i < out->part_count; i++) n += f->parts[i].booking.run_count;
    if (!coa_i_room(&f->mem, &f->runs, n, sizeof(coa_run))) {
        COALLOC_MEMSET(out, 0, sizeof *out);
        return COA_E_NOMEM;
    }
    to = COA_I_AT(coa_run, f->runs);
    for (i = 0; i < out->part_count; i++) {
        coa_booking *b = &f->parts[i].booking;
        if (b->run_count == 0) continue;
        COA_I_COPY(to, b->runs, b->run_count);
        b->runs = to;
        to += b->run_count;
    }
    return COA_OK;
}

/* Searches for a new job, and books it unless it is only an offer. */
static coa_status coa_i_flex_ask(coa_flex *flex, const coa_flex_request *req, int book,
                                 coa_flex_booking *out)
{
    coa_status s;
    if (out) COALLOC_MEMSET(out, 0, sizeof *out);
    if (!flex || !req || !out) return COA_E_ARG;
    (void)coa_i_flex_open(flex, 0, 1);
    s = coa_i_flex_prepare(flex, req, COA_SHIFT | COA_REMAP | COA_MOLD);
    if (s == COA_OK) s = coa_i_flex_best(flex);
    if (s == COA_OK && book) s = coa_i_flex_book(flex);
    out->examined = flex->best.examined;
    if (s == COA_OK) coa_i_flex_show(flex, &flex->best, out);
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
    coa_status s;
    if (!req || !out || ops == 0 || ops > (COA_SHIFT | COA_REMAP | COA_MOLD))
        return COA_E_ARG;
    s = coa_i_flex_open(flex, id, 1);
    if (s != COA_OK) return s;
    if (flex->old.start < flex->now) return COA_E_PAST;
    if ((flex->old.mold > 0 && (flex->old.mold > req->mold_count || !req->molds)) ||
        coa_i_flex_mold(req, flex->old.mold).servers != flex->old.servers)
        return COA_E_ARG;
    s = coa_i_flex_prepare(flex, req, ops);
    if (s != COA_OK) return s;
    flex->stays = coa_i_flex_stays(flex);
    s = coa_i_flex_lift(flex);
    if (s == COA_OK) s = coa_i_flex_best(flex);
    if (s == COA_OK) s = coa_i_flex_book(flex);
    if (s != COA_OK) coa_i_flex_retake(flex);
    if (s != COA_OK && !(s == COA_E_NOFIT && flex->stays)) return s;
    coa_i_flex_show(flex, s == COA_OK ? &flex->best : &flex->old, out); /* or it stays */
    return COA_OK;
}

COALLOC_DEF coa_status coa_flex_get(coa_flex *flex, coa_id id, coa_flex_booking *out)
{
    coa_status s;
    if (!out) return COA_E_ARG;
    COALLOC_MEMSET(out, 0, sizeof *out);
    s = coa_i_flex_open(flex, id, 1);
    return s == COA_OK ? coa_i_flex_look(flex, out) : s;
}

COALLOC_DEF coa_status coa_flex_next(coa_flex *flex, coa_id after, int orphans,
                                     coa_flex_booking *out)
{
    coa_id next = after;
    coa_status s;
    uint32_t i, k;
    if (!out) return COA_E_ARG;
    COALLOC_MEMSET(out, 0, sizeof *out);
    if (coa_i_flex_open(flex, 0, 1) == COA_E_ARG) return COA_E_ARG;
    do {
        after = next;
        for (next = i = 0; i < flex->n; i++) {
            const coa_calendar *c = flex->offers[i].site.calendar;
            const coa_i_job_part *w = coa_i_job_parts(c);
            flex->offers[i].held = 0;
            for (k = coa_i_id_above(&c->parts, sizeof *w, after);
                 k < c->parts.count && (next == 0 || w[k].id < next); k++)
                if (w[k].key == flex->key && coa_i_booking(c, w[k].id)) next = w[k].id;
        }
        if (next == 0) return COA_E_NOTFOUND;
        s = coa_i_flex_find(flex, next, !orphans);
    } while (s == COA_E_NOTFOUND || (s == COA_OK) == (orphans != 0));
    return coa_i_flex_look(flex, out);
}

/* Ends all parts of the job at `at`, or cancels later ones; all or none. */
static coa_status coa_i_flex_end(const coa_flex *f, coa_time at)
{
    coa_status s = COA_OK;
    uint32_t i, step;
    for (step = 0; step < 2; step++) {
        for (i = 0; i < f->n && s == COA_OK; i++) {
            coa_calendar *c = f->offers[i].site.calendar;
            coa_i_record *r = coa_i_booking(c, f->old.id);
            if (f->offers[i].held == 0) continue;
            if (step == 0) s = coa_i_end_room(c, r, at);
            if (step == 1) coa_i_end_at(c, r, at);
        }
    }
    return s;
}

COALLOC_DEF coa_status coa_flex_cancel(coa_flex *flex, coa_id id, int orphan)
{
    const coa_status s = coa_i_flex_open(flex, id, !orphan);
    if (!flex || s == COA_E_NOTFOUND) return flex ? s : COA_E_ARG;
    return (s == COA_OK) == !orphan ? coa_i_flex_end(flex, INT64_MIN) : COA_E_ARG;
}

COALLOC_DEF coa_status coa_flex_finish(coa_flex *flex, coa_id id, coa_time at)
{
    coa_status s = coa_i_flex_open(flex, id, 1);
    if (s == COA_OK) s = coa_i_end_check(flex->old.start, flex->old.end, flex->now, at);
    return s == COA_OK ? coa_i_flex_end(flex, at) : s;
}
#endif

#ifndef COALLOC_NO_CHECK
/* >>check -------------------------------------------------------------------------------
 *
 * A calendar is right if it answers as one that is rebuilt from its bookings does. How
 * the structure of each index is made is checked by tests/coalloc/audit.c. */

/* No memcmp, of which compilers may make a call of bcmp. */
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

/* Do two calendars have as many servers free at time t, and until the same time, and, if
 * the index knows them, the same idle periods, at whatever time? */
static coa_status coa_i_compare(const coa_calendar *x, const coa_calendar *y, coa_time t)
{
    const coa_calendar *const c[2] = {x, y};
    coa_i_mem mem = x->mem; /* a copy: this leaves no trace in the statistics */
    coa_i_vec items[2];     /* of coa_i_item */
    coa_time until[2];
    uint32_t idle[2], i;
    coa_status s = COA_OK;
    COALLOC_MEMSET(items, 0, sizeof items);
    for (i = 0; i < 2 && s == COA_OK; i++) {
        coa_i_query q;
        coa_i_query_all(&q, &mem, items + i);
        if (coa_i_ops(x)->periods) coa_i_ops(x)->periods(c[i], &q);
        s = coa_profile(c[i], t, NULL, idle + i, until + i);
        coa_i_items_join(items + i);
        if (q.failed) s = COA_E_NOMEM;
    }
    if (s == COA_OK && (idle[0] != idle[1] || until[0] != until[1] ||
                        !coa_i_items_equal(items, items + 1)))
        s = COA_E_CORRUPT;
    for (i = 0; i < 2; i++) coa_i_vec_free(&mem, items + i, sizeof(coa_i_item));
    return s;
}

COALLOC_DEF coa_status coa_check(const coa_calendar *cal)
{
    coa_calendar *rebuilt = NULL;
    coa_desc d;
    coa_stats_info was, is;
    const coa_i_record *r;
    coa_status s;
    uint32_t i;
    if (!cal) return COA_E_ARG;
    coa_describe(cal, &d);
    d.bookings = 0; /* no more memory than the bookings need */
    s = coa_i_calendar_copy(&rebuilt, cal, &d, 1);
    if (s != COA_OK) return s;
    coa_stats(cal, &was);
    coa_stats(rebuilt, &is);
    s = was.runs == is.runs ? coa_i_compare(cal, rebuilt, cal->now) : COA_E_CORRUPT;
    for (i = 0; i < cal->records.count && !coa_i_ops(cal)->periods && s == COA_OK; i++) {
        r = coa_i_records(cal) + i;
        if (!coa_i_alive(cal, r)) continue;
        s = coa_i_compare(cal, rebuilt, coa_i_left_from(cal, r));
        if (s == COA_OK && r->end < COA_FOREVER) s = coa_i_compare(cal, rebuilt, r->end);
    }
    coa_destroy(rebuilt);
    return s;
}
#endif

/* >>public: statistics and texts --------------------------------------------------- */

COALLOC_DEF void coa_stats(const coa_calendar *cal, coa_stats_info *out)
{
    uint32_t i;
    if (!out) return;
    COALLOC_MEMSET(out, 0, sizeof *out);
    if (!cal) return;
    for (i = 0; i < cal->records.count; i++) {
        const coa_i_record *r = coa_i_records(cal) + i;
        if (!coa_i_alive(cal, r)) continue;
        out->bookings++;
        out->runs += coa_i_run_count(cal, r);
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

COALLOC_DEF const char *coa_version(unsigned *abi)
{
    if (abi) *abi = COALLOC_ABI;
    return "0.5.0";
}

#ifndef COALLOC_NO_SAVE
/* >>stream: bytes out and in, little-endian, with a checksum ----------------------------
 *
 * Its CRC detects all changes within 64 neighbouring bits, and others but one in 2^64. */

#define COA_I_FORMAT 5u
#define COA_I_FORMAT_0_4 4u /* of its parts no more is known than the bookings */
#define COA_I_BUFFER 128u   /* on the stack, as is the table: both are small */

typedef struct coa_i_crc {
    uint64_t table[16]; /* for four bits */
    uint64_t sum;       /* before it is inverted */
} coa_i_crc;

static void coa_i_crc_init(coa_i_crc *c)
{
    uint32_t i, k;
    for (i = 0; i < 16; i++) {
        uint64_t x = i;
        for (k = 0; k < 4; k++)
            x = (x >> 1) ^ ((x & 1) != 0 ? (uint64_t)0xC96C5795D7870F42u : 0);
        c->table[i] = x;
    }
    c->sum = UINT64_MAX;
}

static void coa_i_crc_add(coa_i_crc *c, unsigned char byte)
{
    const uint64_t sum = c->sum ^ byte, half = (sum >> 4) ^ c->table[sum & 15];
    c->sum = (half >> 4) ^ c->table[half & 15];
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
    if (!w->failed) w->failed = w->fn(w->ctx, w->buffer, (size_t)w->used) != 0;
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
    int failed; /* the stream has ended too early; every number read then is 0 */
    uint32_t format;
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
    COA_I_MOVE(r->buffer, r->buffer + r->at, r->used);
    r->at = 0;
    while (r->used < need && !r->failed) {
        const size_t n = r->fn(r->ctx, r->buffer + r->used, (size_t)(want - r->used));
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
    r->sure -= bytes;
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
    coa_i_record record;     /* a block has 1 attempt, in memory 0; `runs` is not saved */
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

static const coa_i_field coa_i_job_part_fields[] = {
    COA_I_FIELD(coa_i_job_part, before), /* not in COA_I_FORMAT_0_4 */
    COA_I_FIELD(coa_i_job_part, id),     COA_I_FIELD(coa_i_job_part, parts),
    COA_I_FIELD(coa_i_job_part, mold),   COA_I_FIELD(coa_i_job_part, key),
    COA_I_FIELD(coa_i_job_part, first),  COA_I_FIELDS_END};

/* Writes the members of a structure that `field` lists; int64_t is two's complement. */
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
    coa_i_held walk;
    coa_i_saved saved;
    uint32_t i;
    for (i = 0; i < c->records.count && !w->failed; i++) {
        if (!coa_i_alive(c, r + i)) continue;
        saved.record = r[i];
        saved.record.run_count = coa_i_run_count(c, r + i);
        saved.block = (uint32_t)coa_i_is_block(r + i);
        saved.record.attempts += saved.block;
        coa_i_write_fields(w, coa_i_saved_fields, &saved);
        for (walk = coa_i_held_by(c, r + i); coa_i_held_next(&walk);) {
            coa_i_write(w, 4, walk.run.first);
            coa_i_write(w, 4, walk.run.count);
        }
    }
}

static void coa_i_save_parts(coa_i_writer *w, const coa_calendar *c)
{
    const coa_i_job_part *part = coa_i_job_parts(c);
    uint32_t i;
    for (i = 0; i < c->parts.count && !w->failed; i++)
        if (coa_i_booking(c, part[i].id))
            coa_i_write_fields(w, coa_i_job_part_fields, part + i);
}

COALLOC_DEF coa_status coa_save(const coa_calendar *cal, coa_write_fn write, void *ctx)
{
    coa_i_writer w;
    if (!cal || !write) return COA_E_ARG;
    COALLOC_MEMSET(&w, 0, sizeof w);
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
#define COA_I_PART_BYTES 32u    /* or more */
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
    COALLOC_MEMSET(h, 0, sizeof *h);
    coa_i_sure(r, 12);
    if (coa_i_read(r, 8) != COA_I_MAGIC) return r->failed ? COA_E_CORRUPT : COA_E_FOREIGN;
    r->format = (uint32_t)coa_i_read(r, 4);
    if (r->format != COA_I_FORMAT && r->format != COA_I_FORMAT_0_4)
        return r->failed ? COA_E_CORRUPT : COA_E_ABI;
    coa_i_sure(r, 84 + 2 * COA_I_SUM_BYTES);
    coa_i_read_fields(r, coa_i_header_fields, h);
    if (!coa_i_read_sum(r)) return COA_E_CORRUPT;
    if (d->index <= COA_INDEX_SLICES && !coa_i_index_of(d)) return COA_E_ARG;
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

static coa_status coa_i_load_bookings(coa_i_reader *r, coa_calendar *c, uint32_t n)
{
    coa_i_saved saved;
    coa_i_record *b = &saved.record;
    coa_run run;
    int64_t end;
    uint32_t i;
    for (; n > 0; n--) {
        coa_i_sure(r, (uint64_t)n * COA_I_BOOKING_BYTES + COA_I_SUM_BYTES);
        coa_i_read_fields(r, coa_i_saved_fields, &saved);
        if (r->failed || saved.block > 1 || b->attempts == 0 ||
            (saved.block && b->attempts != 1))
            return COA_E_CORRUPT;
        b->attempts -= saved.block;
        coa_i_sure(r, 8 * (uint64_t)b->run_count + COA_I_SUM_BYTES);
        if (!coa_i_outside_add(c, *b)) return COA_E_NOMEM;
        for (i = 0, end = -1; i < b->run_count; i++) {
            coa_i_read_fields(r, coa_i_run_fields, &run);
            if (r->failed || !coa_i_run_sane(c, run, &end)) return COA_E_CORRUPT;
            if (!coa_i_outside_run(c, run)) return COA_E_NOMEM;
        }
    }
    return COA_OK;
}

/* Reads which bookings are parts. */
static coa_status coa_i_load_parts(coa_i_reader *r, coa_calendar *c, uint32_t n)
{
    const int old = r->format == COA_I_FORMAT_0_4;
    for (; n > 0; n--) {
        coa_i_job_part part = {0, 0, 0, 0, 0, 0};
        coa_i_sure(r, (uint64_t)n * COA_I_PART_BYTES + COA_I_SUM_BYTES);
        coa_i_read_fields(r, coa_i_job_part_fields + old, &part);
        if (r->failed || (part.first == 0 && !old)) return COA_E_CORRUPT;
        if (!coa_i_append(&c->mem, &c->parts, &part, sizeof part)) return COA_E_NOMEM;
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
    COALLOC_MEMSET(&r, 0, sizeof r);
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
    s = coa_i_calendar_build(out, c, &h, s);
    if (s == COA_OK && r.format == COA_I_FORMAT_0_4) c->parts.count = 0;
    return s;
}
#endif

#ifndef COALLOC_NO_RANGE_TREE
/* >>public: the tree alone ----------------------------------------------------------- */

struct coa_rtree {
    coa_i_mem mem;
    coa_i_forest trees;
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
    if (!coa_i_forest_init(&t->mem, &t->trees)) {
        coa_rtree_destroy(t);
        return COA_E_NOMEM;
    }
    *out = t;
    return COA_OK;
}

COALLOC_DEF void coa_rtree_destroy(coa_rtree *t)
{
    if (!t) return;
    coa_i_forest_free(&t->mem, &t->trees);
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
    if (!coa_i_forest_room(&t->mem, &t->trees, 1, 1) ||
        !coa_i_room(&t->mem, &t->items, (uint64_t)t->trees.period_count + 1,
                    sizeof(coa_i_item)))
        return COA_E_NOMEM;
    coa_i_rtree_insert(&t->trees, &t->root, 0,
                       coa_i_period_new(&t->trees, p->start, p->end, p->server));
    return COA_OK;
}

COALLOC_DEF coa_status coa_rtree_remove(coa_rtree *t, const coa_period *p)
{
    uint32_t i;
    if (!t || !p) return COA_E_ARG;
    i = coa_i_rtree_find(t, p);
    if (i == COA_I_NONE) return COA_E_NOTFOUND;
    coa_i_rtree_remove(&t->trees, &t->root, 0, i);
    coa_i_period_drop(&t->trees, i);
    return COA_OK;
}

/* Runs both phases; returns the number of periods found. */
static uint32_t coa_i_rtree_query(const coa_rtree *t, coa_time start, coa_time end,
                                  uint64_t need, coa_i_vec *items)
{
    coa_i_vec marks = t->trees.leaves; /* the same memory */
    coa_i_query q;
    COALLOC_MEMSET(&q, 0, sizeof q);
    q.start = start;
    q.end = end;
    q.need = need;
    q.items = items; /* with room for `need` items */
    coa_i_forest_query(&t->trees, t->root, COA_I_NONE, INT64_MIN, &q,
                       items ? &marks : NULL);
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
