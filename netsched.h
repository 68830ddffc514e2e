/* netsched.h - v0.5.0 - books links and local resources together - MIT-0

   A network has nodes, links with capacity and delay, and local resources at nodes: CPUs,
   storage, licences, clusters. A request asks for bandwidth between two nodes and for
   local resources at both ends, all at the same time. netsched.h finds the earliest start
   within a window, chooses the links and units to use, and books all of them or none.

   Do this in ONE C or C++ file to create the implementation:

       #define NETSCHED_IMPLEMENTATION
       #include "netsched.h"

   and include it without the define everywhere else.

   EXAMPLE: two paths of capacity 10 lead from node 0 to node 1. A request for bandwidth
   15, for 30 s, is split over both. Links 1, 3 and 5 lead back.

    ---- example.c
    #define NETSCHED_IMPLEMENTATION
    #include "netsched.h"
    #include <stdio.h>

    int main(void)
    {
        nets_network *net;
        nets_request req = {0};
        nets_plan plan = {0};
        nets_id id;
        uint32_t i, k;

        if (nets_create(&net, NULL) != NETS_OK) return 1;
        for (i = 0; i < 3; i++)
            if (nets_add_node(net, NULL) != NETS_OK) return 1;
        if (nets_add_duplex(net, 0, 1, 10, 0, NULL) != NETS_OK ||
            nets_add_duplex(net, 0, 2, 10, 0, NULL) != NETS_OK ||
            nets_add_duplex(net, 2, 1, 10, 0, NULL) != NETS_OK)
            return 1;
        req.to = 1;
        req.bandwidth = 15;
        req.length = 30;
        req.splittable = 1;
        for (i = 0; i < 2; i++) {
            if (nets_first_slot(net, &req, &plan) != NETS_OK) return 1;
            if (nets_commit(net, &plan, &id) != NETS_OK) return 1;
            printf("booking %d starts at %d:", (int)id, (int)plan.start);
            for (k = 0; k < plan.count; k++)
                printf("%s %d of link %u", k ? "," : "", (int)plan.uses[k].amount,
                       plan.uses[k].index);
            puts("");
        }
        nets_plan_free(&plan);
        nets_destroy(net);
        return 0;
    }
    ---- output
    booking 1 starts at 0: 10 of link 0, 5 of link 2, 5 of link 4
    booking 2 starts at 30: 10 of link 0, 5 of link 2, 5 of link 4
    ----

   In C++ write `= {}`: g++ -Wextra warns about `{0}`.

   CONTENTS of this comment: CALLS, WHAT IT IS NOT, WHY, CONCEPTS, FIRST SLOT, MULTICOST,
   SEVERAL ENDS, LIGHT PATHS, NETWORKS IN FILES, COSTS, ERRORS, MEMORY, PERSISTENCE,
   THREADS, DETERMINISM, LIMITS, OPTIONS, SOURCES, HISTORY. To find a section of the
   code, search for its bookmark: >>memory, >>arithmetic, >>profiles, >>spans, >>network,
   >>bookings, >>stream, >>save, >>load, >>text, >>search, >>legs, >>room. MULTICOST:
   >>multicost, >>slots, >>views, >>paths by several costs, >>pairs of path and cluster,
   >>the search. The licence is at the end.

   CALLS. Details are at each declaration; examples in tests/netsched/calls.txt.
     make     nets_create            a network
              nets_destroy           free it
              nets_add_node          a node, numbered from 0
              nets_add_link          a link in one direction
              nets_add_duplex        a link in each direction
              nets_add_partition     local resources of one type at a node
              nets_add_unit          a unit of a partition
              nets_allow             let one unit reach another
              nets_add_cluster       CPUs of one speed at a node, for nets_multicost
              nets_add_waves         wavelengths on a link
              nets_set_converter     a node that converts wavelengths
              nets_set_group         the risk group of a link
              nets_advance           advance its clock
     ask      nets_first_slot        the earliest start, and a plan for it
              nets_starts            all starts
              nets_alternatives      what to offer a refused client
              nets_explain           why a request is refused
              nets_max_flow          max flow between two nodes
     book     nets_commit            book a whole plan, or nothing
              nets_block             take a resource out of use: maintenance
              nets_fail              take it out even if in use
              nets_drain             take it out, and move the bookings in the way
     change   nets_finish            end a booking early
              nets_extend            end it later
              nets_set_capacity      change a link's capacity
              nets_cancel            cancel a booking
              nets_commit            move, reroute or resize it: nets_request.replaces
              nets_set_tag           change its tag
     look     nets_get               one booking
              nets_next              all bookings, by id
              nets_next_event        the next start or end of a booking
              nets_in_the_way        bookings on a resource, at a node or in a group
              nets_profile_of        how much of a resource is free, and when
              nets_interval          the basic intervals
              nets_get_link          a link as it was added
              nets_get_partition     a partition
              nets_get_unit          a unit
              nets_get_cluster       a cluster
              nets_get_wave          the link and number of a wavelength
              nets_wave_of           the resource number of a wavelength
              nets_stats             counters
              nets_check             is this network sound? for tests
              nets_status_text       a status in words
              nets_version           the version of the implementation
     plans    nets_plan_free         free a plan
     tasks    nets_multicost         which cluster, which path, and when: MULTICOST
              nets_route_plan        its answer as a plan
              nets_view_create       what a scheduler knows of the network
              nets_view_learn        news of a link, cluster or unit
              nets_view_take         news of a booking
              nets_view_give         news of a released booking
              nets_view_forget       drop the past
              nets_view_profile      its profile of a resource
              nets_view_destroy      free it
              nets_slots_get         a bit of nets_slots, for a score function
              nets_slots_weight      how many of its bits are 1
     save     nets_save              a network as a stream of bytes
              nets_load              a network from such a stream
     memory   nets_memory_bound      how large a network's buffer must be
     profile  a profile without a network: nets_profile_init, nets_profile_take,
              nets_profile_give, nets_profile_add, nets_profile_copy,
              nets_profile_value, nets_profile_min, nets_profile_next,
              nets_profile_earliest, nets_profile_starts, nets_profile_forget,
              nets_profile_free. A set of times: nets_spans_add,
              nets_spans_combine, nets_spans_has, nets_spans_clear, nets_spans_free

   WHAT IT IS NOT
   It is neither a router nor a queue: it answers each request immediately, never changes
   a booking by itself, sends nothing over the network and reads no files. It does not
   interpret the unit of an amount: Mb/s, cores or terabytes are the same to it. A request
   asks for bandwidth between two nodes and resources at both, or for several such pairs;
   to book servers by their numbers, use coalloc.h. To copy a network, use nets_save and
   nets_load.

   WHY
   A simple program asks for one resource at a time (a path, then the storage, then the
   CPUs) and starts over if the last one is busy. Another divides time into basic
   intervals, with a maximum flow for each. Here one search covers all resources and skips
   times it can rule out. A plan that fits also fits later, until a resource it uses runs
   short. A failed search gives a minimum cut; until more is free in that cut, no
   later start can succeed (see >>search).

   CONCEPTS
   profile   nets_profile, the paper's TR list: a step function that says how much of a
             resource is free at each time. It can also be used alone.
   ST list   nets_spans: the set of times at which something may start.
   network   Nodes, links and local resources. All nets_add functions may be called
             at any time.
   partition The local resources of one type (T-ID) at a node. The partitions of a node
             form a chain, for example: node, CPUs, memory. Each unit of a partition has
             a compatibility class (C-ID); at each end a job uses units of one C-ID of
             each type. Between two neighbours in the chain either every unit reaches
             every other, or only the pairs given to nets_allow do. A request says what it
             needs of which type in lists of nets_need, at_from and at_to.
   plan      The answer to a request: a list of uses, each a certain amount of one
             resource during [from, to).
   booking   A plan that was committed: it has an id, which never changes.
   block     A resource that no request gets during a window, because of maintenance. It
             is kept as a booking whose `block` is 1; it is refused over bookings.
   failure   A block that applies even over bookings: the free amount may then be
             negative, until they end or are moved. Its `block` is 2.
   group     Links that fail together, a risk group: the two directions of a cable, cables
             in one duct. See nets_set_group.
   leg       One of several transfers in a request, which start together.

   EXAMPLE of a profile alone: 10 of something, of which 8 and later 2 more are taken.

    ---- profile.c
    #define NETSCHED_IMPLEMENTATION
    #include "netsched.h"
    #include <stdio.h>

    int main(void)
    {
        nets_profile free_now;
        nets_time start;
        nets_profile_init(&free_now, 10, NULL, NULL);
        if (nets_profile_take(&free_now, 0, 60, 8) != NETS_OK) return 1;
        if (nets_profile_take(&free_now, 20, 40, 2) != NETS_OK) return 1;
        printf("at 30: %d free\n", (int)nets_profile_value(&free_now, 30));
        if (nets_profile_earliest(&free_now, 2, 25, 0, 1000, &start) != NETS_OK) return 1;
        printf("2 for 25 s: from %d on\n", (int)start);
        nets_profile_free(&free_now);
        return 0;
    }
    ---- output
    at 30: 0 free
    2 for 25 s: from 40 on
    ----

   FIRST SLOT
   nets_first_slot solves the problem MRFS of paper 3: it finds the earliest start t in
   the window such that, from t on and for the whole length, the network carries the
   bandwidth from s to d and the local resources at s and d provide what the request
   needs. The paper has four algorithms:

     algorithm   the job                            accessibility of local resources
     WS-RC       split over paths and units         observed: units are in the graph
     WN-RC       one path, one unit of each type    observed
     WS-RN       split                              every unit reaches every other
     WN-RN       one path, one unit of each type    every unit reaches every other

   Where pairs (nets_allow) do not restrict the request, RC and RN find the same start,
   and RN is faster. A split may change from one basic interval to the next,
   unless the request is `fixed`. A split job is divided into equal parts, so that each
   unit and link carries whole parts of it. For types joined by pairs, their number is the
   least common multiple of the amounts requested (section 4.1). A use carries `flow` of
   `whole` parts and books that fraction of the requested amount, rounded up, which always
   fits.
   nets_starts gives all feasible starts; nets_interval lists the basic intervals.
   nets_alternatives says what to offer a refused client, and nets_explain names the
   member of the request that keeps it from fitting and says whether it can ever fit.
   nets_max_flow gives the largest flow between two nodes. A request that names a booking
   in `replaces` is answered as if that booking were given back; when its plan is
   committed, it replaces the booking, which keeps its id. So the rate or the route of a
   booking that has begun can be changed from now on. Its uses until now are then no
   longer part of it; to know what it has carried, look at it before (nets_get).

   Which links. `via` lists the only links that a request may use, `avoid` links that it
   must not use; both apply to a split, too. One path can have a limit of its links,
   max_hops, and of the sum of their delays, max_delay. All four can be combined, also for
   light paths and legs, and the start is exact: the first at which such a path is free.
   The path has the fewest links; with max_delay, also the least delay of such paths.

   A volume. A transfer often has an amount of data and a deadline, not a rate. A request
   with `volume` > 0 is for one constant rate r in [least, most] during volume / r,
   rounded up (least 0 means 1, most 0 means any). The answer has the earliest end over
   all these rates and all starts in the window; at equal ends, the lowest rate, which
   starts first. plan.bandwidth is the rate. `bandwidth` and `length` are not read. The
   end is exact, for one path, a split and a light path, with max_hops, max_delay, `via`,
   `avoid`, local resources and `replaces`; local resources are held from start to end. It
   is one search that leaves out most rates, not one search per rate. A window that is too
   short even for the rate `most` is NETS_E_NOFIT, not NETS_E_ARG as with a length. A rate
   that changes over time is not considered. Legs, nets_starts and nets_alternatives do
   not take a volume (NETS_E_ARG): to make an offer, ask without a deadline; nets_explain
   names the lowest rate that would be done in time.

   MULTICOST
   nets_multicost solves the problem of paper 4: the data of a task are at a source; which
   cluster should run it, by which path and when should the data be sent, and when should
   the task run, so that it ends as early as possible? Time is divided into slots. The
   vector of a link has one bit for each slot: is the rate free in that slot? The vector
   of a path is the AND of its links' vectors, each shifted by the delay from the source
   to that link; R(b), where the first run of b ones begins, is the earliest slot in which
   b slots of data can be sent. The vector of a cluster says when its CPUs are free; the
   slots before the data are there (EST) count as taken (MUV).

     method       paths to a node that it keeps                     what it finds
     NETS_EXACT   all but those that cannot lead to a better end    the earliest end
     NETS_MC_T    the non-dominated ones, (3) with <= (`strict`: <) nearly always that end
     NETS_AWMC_T  those not dominated by delay and number of ones   mostly that end, in
                                                                    polynomial time
     NETS_MC_B    considers links only; NETS_ECT considers clusters only

   The cost vector of a task can have further parameters (section 4.1), nets_cost: a cost
   of each link (the sum or the maximum along the path) and of each cluster. They
   count wherever paths or pairs are compared, and decide between equal scores; each can
   have a limit. Hops are the simplest: 1 of every link.

   A task can have `needs`, amounts of local resources at the node of its cluster, storage
   for example. Each is held on one unit, from when the first data arrive until the task
   ends; at the source's own node, from when it starts. The data are sent, and the task
   starts, as early as these units allow. NETS_EXACT still finds the earliest end. Pairs
   (nets_allow) are not considered.

   Equation (3) can prune the best path: a path with less delay and more free slots may
   still miss a gap of the next link. NETS_EXACT compares paths by the times at which data
   can arrive, and so prunes no path that could turn out better.
   A scheduler knows the network through a view, which may be out of date. A view does not
   see later commits: call nets_view_take with the uses of the plan,
   or nets_view_learn; otherwise the next answer will be the same one. By default a view
   follows the paper: news of a link takes as long to reach a scheduler as data takes to
   reach that link. If all share one clock and a fresh view, set `shared_clock`; without
   it the computed times would be too early.
   nets_route_plan turns an answer into a plan for nets_commit. A score function looks
   into vectors with nets_slots_get and nets_slots_weight.

   EXAMPLE: data at node 0, a cluster at node 1 and one that is twice as fast at node 2,
   which is farther away: 30 ticks instead of 10. The link to node 1 is taken until 50.
   A slot is a tick; 20 of data are sent at rate 1.

    ---- multicost.c
    #define NETSCHED_IMPLEMENTATION
    #include "netsched.h"
    #include <stdio.h>

    int main(void)
    {
        nets_network *net;
        nets_view *view;
        nets_view_desc desc = {0};
        nets_task task = {0};
        nets_route route;
        uint32_t i;

        if (nets_create(&net, NULL) != NETS_OK) return 1;
        for (i = 0; i < 3; i++)
            if (nets_add_node(net, NULL) != NETS_OK) return 1;
        if (nets_add_link(net, 0, 1, 1, 10, NULL) != NETS_OK ||
            nets_add_link(net, 0, 2, 1, 30, NULL) != NETS_OK ||
            nets_add_cluster(net, 1, 4, 1, NULL) != NETS_OK ||
            nets_add_cluster(net, 2, 4, 2, NULL) != NETS_OK ||
            nets_block(net, NETS_LINK, 0, 0, 50, 1, NULL) != NETS_OK)
            return 1;
        desc.slots_l = 256;
        desc.tau_l = 1;
        desc.shared_clock = 1;
        if (nets_view_create(&view, net, &desc) != NETS_OK) return 1;
        task.method = NETS_EXACT;
        task.data = 20;
        task.rate = 1;
        task.workload = 100;
        if (nets_multicost(view, &task, &route) != NETS_OK) return 1;
        printf("cluster %u: send at %d, run from %d to %d\n", route.cluster,
               (int)route.send, (int)route.start, (int)route.end);
        nets_view_destroy(view);
        nets_destroy(net);
        return 0;
    }
    ---- output
    cluster 1: send at 0, run from 50 to 100
    ----

   SEVERAL ENDS
   A request with `legs` asks for several transfers that start together: from two
   archives to one centre, from one site to many, a path and its backup. Legs share links
   and units: two legs over one link take both their bandwidths, and their needs of a type
   at one node add up; only one of them asks for what serves both. There is one plan,
   whose uses say which leg they are of, and one booking, which is committed, extended,
   finished, replaced, explained and saved as one. examples/three_sites.c and
   examples/coflow.c show more.

   Only these members of a leg are read: from, to, bandwidth, length (0: the request's),
   at_from, at_to and their counts, splittable, fixed, algorithm, max_hops, max_delay,
   via, avoid and their counts, light, first_wave, waves. Leg 0 is the request itself; its
   other members are for all. With `disjoint`, no two legs share a link or a
   risk group (a duplex link is one); with _NODES, they share no node either, except a
   common end.

   Legs are searched in turn, each on what the ones before it leave; where that fails,
   ways around each other are tried, up to max_tries of them at each start. The start is
   the earliest one if at most one leg is split and the tries suffice. Equal legs, each on
   one path, are packed together, by counting how many of them each link and unit has room
   for: their start is always the earliest. (Not if they are light or `disjoint`, or have
   max_hops or max_delay.) Unproven answers are marked: plan.limited is 1 if an earlier
   start may exist; NETS_E_LIMIT means that no start was found, but one may exist. So
   ended 875 of 100,000 random requests of two or three legs, and no start was late
   (tests/netsched/prop_netsched.c: legs). nets_starts and nets_alternatives do not take
   legs (NETS_E_ARG).

   EXAMPLE: data from the disks of nodes 0 and 1 to node 2, at 5 from each for 4 hours,
   while 8 CPUs there work on both. Node 2 has 12 CPUs, so a second job comes later; then
   the link from node 0 fails, and bookings in the way move. The caller numbers the types
   of local resources.

    ---- sites.c
    #define NETSCHED_IMPLEMENTATION
    #include "netsched.h"
    #include <stdio.h>

    enum { DISK, CPU };

    static nets_status book(nets_network *net, nets_id moved, nets_id *id)
    {
        static const nets_need disk = {DISK, 1}, cpus = {CPU, 8};
        nets_request req = {0}, leg;
        nets_plan plan = {0};
        nets_status s;
        req.to = 2;
        req.bandwidth = 5;
        req.length = 4;
        req.at_from = &disk;
        req.at_from_count = 1;
        leg = req;
        leg.from = 1;
        req.at_to = &cpus;
        req.at_to_count = 1;
        req.replaces = moved;
        req.legs = &leg;
        req.leg_count = 1;
        s = nets_first_slot(net, &req, &plan);
        if (s == NETS_OK) s = nets_commit(net, &plan, id);
        if (s == NETS_OK) printf("job %d starts at %d\n", (int)*id, (int)plan.start);
        nets_plan_free(&plan);
        return s;
    }

    int main(void)
    {
        nets_network *net;
        nets_booking b = {0};
        nets_id id;
        uint32_t i, p;

        if (nets_create(&net, NULL) != NETS_OK) return 1;
        for (i = 0; i < 3; i++)
            if (nets_add_node(net, NULL) != NETS_OK ||
                nets_add_partition(net, i, i < 2 ? DISK : CPU, NETS_FULL, &p) !=
                    NETS_OK ||
                nets_add_unit(net, p, i < 2 ? 2 : 12, 0, NULL) != NETS_OK)
                return 1;
        for (i = 0; i < 2; i++)
            if (nets_add_link(net, i, 2, 10, 0, NULL) != NETS_OK) return 1;
        for (i = 0; i < 2; i++)
            if (book(net, 0, &id) != NETS_OK) return 1;
        if (nets_fail(net, NETS_LINK, 0, 6, 9, 0, NULL) != NETS_OK) return 1;
        while (nets_in_the_way(net, NETS_LINK, 0, 6, 9, b.id, &b) == NETS_OK)
            if (!b.block && book(net, b.id, &id) != NETS_OK) return 1;
        nets_destroy(net);
        return 0;
    }
    ---- output
    job 1 starts at 0
    job 2 starts at 4
    job 2 starts at 9
    ----

   LIGHT PATHS
   nets_add_waves gives wavelengths to a link; links may have different sets.
   nets_set_converter marks a node that can convert wavelengths. A wavelength of a link is
   a resource of amount 1, NETS_WAVE, number nets_wave_of: it is free or booked as a
   whole, and no part of the link's capacity.

   A request with `light` set asks for a light path (paper 1's lambda scheduling, section
   3.2): from the source to the destination, one wavelength of each link for the whole
   length. A light path keeps its wavelength (continuity), except that it may change it at
   converters; so a route may make a detour to a converter, and may pass a node twice, on
   two wavelengths. The request may also have local resources at both ends and
   `replaces`, and be given to nets_starts, nets_alternatives and nets_explain. With a
   bandwidth, the path also takes that much of the capacity of each link, twice if it
   passes it twice; if that is not free, ways around are tried, max_tries at each start.
   first_wave and waves limit the wavelengths. To try routes of your own in turn, call
   nets_first_slot with `via` for each.

   EXAMPLE: three light paths of 60 s from node 0 by node 1 to node 2. Both links have the
   wavelengths 0 and 1.

    ---- waves.c
    #define NETSCHED_IMPLEMENTATION
    #include "netsched.h"
    #include <stdio.h>

    int main(void)
    {
        nets_network *net;
        nets_request req = {0};
        nets_plan plan = {0};
        nets_wave_info wave;
        nets_id id;
        uint32_t i, k;

        if (nets_create(&net, NULL) != NETS_OK) return 1;
        for (i = 0; i < 3; i++)
            if (nets_add_node(net, NULL) != NETS_OK) return 1;
        for (i = 0; i < 2; i++)
            if (nets_add_link(net, i, i + 1, 1, 0, NULL) != NETS_OK ||
                nets_add_waves(net, i, 0, 2) != NETS_OK)
                return 1;
        req.to = 2;
        req.length = 60;
        req.light = 1;
        for (i = 0; i < 3; i++) {
            if (nets_first_slot(net, &req, &plan) != NETS_OK) return 1;
            if (nets_commit(net, &plan, &id) != NETS_OK) return 1;
            printf("light path %d starts at %d:", (int)id, (int)plan.start);
            for (k = 0; k < plan.count; k++)
                if (nets_get_wave(net, plan.uses[k].index, &wave) == NETS_OK)
                    printf(" link %u wavelength %u", wave.link, (unsigned)wave.wave);
            puts("");
        }
        nets_plan_free(&plan);
        nets_destroy(net);
        return 0;
    }
    ---- output
    light path 1 starts at 0: link 0 wavelength 0 link 1 wavelength 0
    light path 2 starts at 0: link 0 wavelength 1 link 1 wavelength 1
    light path 3 starts at 60: link 0 wavelength 0 link 1 wavelength 0
    ----

   NETWORKS IN FILES
   Two files that you can copy read them: `make network_file` writes network_file.h and
   network_file.c; examples/network.c is a program with them. They read SNDlib's native
   format, GraphML as in the Internet Topology Zoo, and the format described here:
   a text of lines, in which '#' begins a comment and blanks separate words. The first
   words of a line have a fixed order; the fields NAME=VALUE follow in any order. [...]
   can be left out.

   node NAME [x=X y=Y | lon=LON lat=LAT]
       A place of the network. x and y are for drawing. lon and lat are degrees east and
       north; delays are computed from them, too. NAME has no blank, '#' or '='.
   link FROM TO [capacity=C] [delay=D] [oneway]
       Links in both directions, each with the whole capacity; one link if `oneway`. Two
       nodes may have several. C is in the simulator's unit, or in bit/s or byte/s with K,
       M, G or T (2.5G, 1GB/s); it must come to a whole number of that unit. D is a whole
       number of the simulator's ticks, or a time with us, ms or s: 1.5ms. Without D the
       delay follows from lon and lat, at 200 km per ms; without these it is 2 ms. Without
       C, capacity is 1 Gb/s. A program may have other defaults.
   resource NODE TYPE amount=A [units=N] [cid=C]
       N (default 1) units of amount A each, of compatibility class C (default 0). The
       first line of a type at a node makes a partition, which is reached from the
       partition made before it at that node; further lines of the type add units. Units
       are numbered from 0.
   access NODE TYPE full|pairs
       How the partition is reached from the one before it: each unit from each (full;
       the default), or only by the pairs in `allow` lines.
   allow NODE TYPE UNIT TYPE UNIT
       A unit of the partition before, and a unit that can be reached from it.
   cluster NODE cpus=N speed=S
       N processors of that speed, in units of work per tick.

   Names must be defined before they are used. Example:

       node ornl lon=-84.31 lat=35.93      # Oak Ridge
       node sunn lon=-122.04 lat=37.37
       link ornl sunn capacity=10G
       resource ornl cpu units=4 amount=16 cid=1
       resource ornl memory units=2 amount=64
       access ornl memory pairs
       allow ornl cpu 0 memory 1
       resource sunn cpu units=2 amount=32
       resource sunn memory amount=256
       cluster ornl cpus=25 speed=1000

   COSTS are at the declarations: P steps of a profile, E links, V nodes, B bookings. A
   call that may ask for memory has NETS_E_NOMEM among its statuses.

   ERRORS
   Every call that can fail returns a nets_status; nets_status_text gives its text. A call
   that does not return NETS_OK has changed nothing, whatever the reason, out of memory
   included; except that nets_first_slot also fills the plan on NETS_E_NOFIT. What a call
   makes (a network, a view, a set) is its first argument, what it finds or reports, its
   last. NULL where an object is needed is NETS_E_ARG (nets_destroy, nets_plan_free and
   the other freeing functions ignore it).
   There is one rule for the past: a request that was ready before now may start from now
   on (NETS_EXACTLY: not at all); a window that begins before now is NETS_E_PAST, in
   nets_commit, nets_block, nets_fail, nets_in_the_way, nets_interval and nets_max_flow.

   MEMORY
   There is one hook, given at creation: void *(*)(void *ctx, void *ptr, size_t old_size,
   size_t new_size). ptr NULL allocates, new_size 0 frees, both sizes are exact. NULL
   means realloc and free. nets_destroy frees all that the network took. Views, plans and
   sets can have another hook; if it is NULL, a view uses its network's, and a plan or set
   uses the hook of the network or view that fills it. nets_cancel and nets_advance never
   ask for memory: each booking reserves the room for giving it back.
   To do without a heap, use an arena, a hook that takes its memory from your buffer:
   coa_arena_alloc of coalloc.h, whose hooks are of the same type. With desc.room, a
   network takes all its memory when it is made, and when links and units are added.
   Within that room nets_first_slot, nets_max_flow, nets_commit, nets_block,
   nets_fail, nets_extend, nets_finish and nets_cancel never ask for more, not even for
   the first plan that you have filled; fill that one again and again. nets_memory_bound
   says how large the buffer must be; examples/network_arena.c is a complete program.
   The uses of a nets_booking are valid until the next call that changes the network;
   profiles of a network or view until it changes; what a nets_route points to until the
   next search of the view. Plans, sets, lists and vectors belong to the caller.
   A profile from which nothing was ever taken uses no memory. A step takes 16 bytes; a
   link 70 to 105, as arrays grow by half, and 120 more once searches have reached it.

   PERSISTENCE
   nets_save passes a stream of bytes to a function of the caller; nets_load gets the
   stream from another one. Profiles are not saved: nets_load adds all objects and books
   all bookings again, which also checks them. Views and plans are not in the stream. The
   stream marks its own end; nets_load does not read what follows. All numbers are
   little-endian, of the given number of bits; times and amounts are in two's complement,
   NETS_FOREVER is 2^63 - 1. This is format version 4.

     header      the 8 bytes "NETSSCH" and 0, format version (32), now, last id given (64
                 each), numbers of nodes, links, partitions, units, pairs, clusters,
                 wavelengths and bookings (32 each), CRC of all this (64)
     node        1 if it converts wavelengths, else 0 (32)
     link        from, to (32 each), capacity, delay (64 each), group (32)
     partition   node, type, access (32 each)
     unit        partition, cid (32 each), amount (64)
     pair        a and b of nets_allow (32 each)
     cluster     node (32), cpus, speed (64 each)
     wavelength  link, number (32 each)
     booking     1: a block, 2: a failure, else 0; number of uses (32 each), id, tag (64
                 each), then for each use kind, index, leg (32 each), from, to, amount,
                 flow, whole (64 each)
     end         CRC of everything before it except the header's CRC (64)

   Format 3, of 0.4, is still loaded. Its links have no group; a link and the next, if
   that leads back, get one. Its blocks become failures, which they were in effect.
   The CRC is CRC-64/XZ, as in coalloc.h. Deliberate damage can have a right CRC; what
   nets_load returns then is still a network that could have been made by calls.

   THREADS
   There are no globals, so each thread can have its own networks. On one network, several
   threads may look at the same time: nets_get, nets_next, nets_next_event, nets_get_...,
   nets_in_the_way, nets_stats, nets_interval, nets_check, nets_save and the functions
   that read a profile. Any other call needs the network alone, nets_first_slot, too. A
   view is for one thread at a time, whatever others do with its network, which only
   nets_view_create and nets_view_learn read. (Without its own hook a view uses its
   network's: it must then allow calls from several threads, as realloc does.)

   DETERMINISM
   The same calls give the same answers on every platform. Starts and completions are
   exact, so they depend on nothing else; which of several equal paths or splits is taken
   depends on the order in which links and units were added. There is no floating point.

   LIMITS
   2^31 - 1 of each kind of object, but searches handle up to 2^29 nodes, units and links
   (else NETS_E_RANGE), and for light paths up to 2^29 pairs of node and wavelength; 4,096
   wavelengths of a link (NETS_WAVES_MOST); amounts up to NETS_MOST, 2^62 - 1. Times from
   INT64_MIN + the length to NETS_FOREVER - 1; NETS_FOREVER means "never ends".
   A search for WS-RC, or for several legs, ends with NETS_E_LIMIT: see max_combinations
   and max_tries. nets_drain leaves bookings that last longer than 2^63 - 2.
   Stack, with GCC on x86-64: less than 8 KiB, plus what the hook uses. No recursion.

   OPTIONS, to be defined before the include that has NETSCHED_IMPLEMENTATION:
     NETSCHED_IMPLEMENTATION  creates the implementation here
     NETSCHED_STATIC          makes all functions static: a private copy for this file.
                              In one without the implementation gcc would warn about it
     NETSCHED_DEF             put before each function (extern): as COALLOC_DEF
     NETSCHED_NO_STDLIB       no <stdlib.h> and <string.h>: each network, plan and set
                              needs a hook. memcpy, memmove and memset are still linked
     NETSCHED_MEMCPY          yours in their place. Only a compiler that is neither gcc
     NETSCHED_MEMMOVE         nor clang needs these three with NETSCHED_NO_STDLIB
     NETSCHED_MEMSET
   Visual C++ is expected to give C4127, C4204 and C4505 at warning level 4.
   Parts that a program does not need can be left out, in any combination. Define these
   wherever the header is included: a call of a part that is left out is not declared. No
   type changes.
     NETSCHED_NO_FIRST_SLOT   without nets_first_slot, nets_starts, nets_alternatives,
                              nets_max_flow, nets_explain and nets_drain
     NETSCHED_NO_EXPLAIN      without nets_explain
     NETSCHED_NO_MULTICOST    without nets_slots_*, nets_view_*, nets_multicost and
                              nets_route_plan
     NETSCHED_NO_SAVE         without nets_save and nets_load
     NETSCHED_NO_ROOM         without nets_memory_bound; desc.room gives NETS_E_ARG
   What remains, in bytes of code and constants on a Cortex-M3 (gcc 12, -Os,
   -ffunction-sections, -fdata-sections, NETSCHED_NO_STDLIB). For the last line, a program
   that takes from a profile, searches it and gives back is linked with --gc-sections. The
   C library and the compiler's own functions are not counted.
     left out                                      what one gets                  bytes
     -                                             all calls                      57683
     FIRST_SLOT                                    all other calls                28255
     EXPLAIN                                       all other calls                55093
     MULTICOST                                     all other calls                45231
     SAVE                                          all other calls                54928
     ROOM                                          all other calls                55975
     EXPLAIN MULTICOST SAVE ROOM                   first slot                     37960
     FIRST_SLOT SAVE ROOM                          multicost                      24466
     FIRST_SLOT MULTICOST SAVE ROOM                network and bookings           11636
     FIRST_SLOT MULTICOST SAVE ROOM                profiles alone                  1572

   SOURCES
   [3] Y. Li, S. Ranka, S. Sahni, M. Schmalz, "Network Centered Multiple Resource
   Scheduling in e-Science Applications" ("paper 3").
   [4] K. Christodoulopoulos, E. Varvarigos, "Routing and Scheduling in Grids" ("paper
   4").
   [1] C. Castillo, G. N. Rouskas, K. Harfoush, "Resource co-allocation for large-scale
   distributed environments", HPDC 2009 ("paper 1").
   Sections are cited where they are implemented.

   HISTORY
   What 1.0 will promise, for all 1.x:
   kept     every name documented here, with its meaning and its value, but for
            NETS_STATUS_COUNT. Names with nets_i_ or NETS_I_ are private.
   answers  the same calls get the same statuses, ids, starts, paths, units, routes and
            lists, in the same order. Not kept: nets_stats, words of nets_status_text,
            bytes of memory, and what a search that gave up (`limited`) has found.
   new      a minor version may add calls, statuses, values, and members at the end of
            structs, for which 0 means: as before. So set structs to 0, give a switch a
            default, and recompile the implementation and its users; otherwise NETS_E_ABI.
   streams  every 1.x and 2.x loads what 0.4, 0.5 or an earlier 1.x has saved anywhere.
   Before 1.0 a minor version may change all of this; the changes are listed here.
   0.5.0  nets_block is refused where bookings are, as coa_block is; nets_fail applies
          over them. Risk groups, nets_set_group, NETS_GROUP: `disjoint` goes by them, and
          NETS_DISJOINT_NODES keeps nodes apart, too. Uses of a booking before it is
          replaced are no longer part of it. NETS_DEADLINE_0 is gone: nets_request.flags,
          NETS_HAS_DEADLINE, NETS_EXACTLY. A length NETS_FOREVER never ends, from any time
          on. A plan of your own needs only the members that nets_commit lists. A light
          path with a rate is offered only over links that have the rate free as often as
          it passes them. nets_extend reports how far, nets_view_take and nets_view_give
          get uses. Streams have format 4; 3 is still loaded. New: nets_drain, a volume by
          a deadline, `avoid`, max_delay, needs of a task, nets_set_capacity, equal legs,
          nets_profile_add, _copy and _next, nets_next_event, nets_set_tag, nets_check,
          nets_version. Names:
            nets_spans_intersect, nets_spans_union nets_spans_combine
            nets_memory_bound(room)                takes the description, nets_desc
   0.4.0  a light path is a kind of request, with local resources and a rate:
            nets_first_lightpath                   nets_first_slot
            nets_lightpath_request                 nets_request, with `light`
            nets_paths                             gone: nets_request.via and max_hops
            nets_slots_fill, _set, _of_profile,    gone: a score looks with
            _and, _run, _clear_first, _covers,     nets_slots_get and nets_slots_weight
            _free
            nets_version, max_instants             gone
            a start in the past: NETS_E_PAST       now, as in coalloc.h
            replaces, if it has begun: PAST        changes it from now on, under its id
          A block takes its amount whatever is booked: nets_block is never BUSY. New:
          requests of several legs, nets_in_the_way, NETS_NODE. Streams have format 3
   0.3.0  one kind of booking, and the words of coalloc.h; gone: volumes; amounts of types
          joined by pairs that have no common multiple up to NETS_MOST. Streams: format 2
   0.2.0  nets_cost, nets_explain, nets_interval, nets_save, nets_load; `replaces`; parts
          that can be left out; larger amounts; EXACT gives up at 16,384 paths
   0.1.0  first: profiles, networks, first slot, multicost, wavelengths
*/

#ifndef NETSCHED_H
#define NETSCHED_H

#include <stddef.h>
#include <stdint.h>

#if defined(NETSCHED_NO_FIRST_SLOT) && !defined(NETSCHED_NO_EXPLAIN)
#define NETSCHED_NO_EXPLAIN
#endif

#define NETSCHED_VERSION_MAJOR 0
#define NETSCHED_VERSION_MINOR 5
#define NETSCHED_VERSION_PATCH 0

#if defined(__noinline__) /* a macro of CUDA */
#define NETS_I_APART __noinline__
#elif defined(_MSC_VER)
#define NETS_I_APART __declspec(noinline)
#elif defined(__GNUC__) || defined(__clang__)
#define NETS_I_APART __attribute__((__noinline__))
#else
#define NETS_I_APART
#endif
#if defined(__GNUC__) || defined(__clang__)
#define NETSCHED_NODISCARD __attribute__((__warn_unused_result__))
#define NETS_I_UNUSED __attribute__((__unused__))
#define NETS_I_INLINE inline __attribute__((__always_inline__))
#define NETS_I_LIBC(name) __builtin_##name
#else
#define NETSCHED_NODISCARD
#define NETS_I_UNUSED
#define NETS_I_INLINE
#define NETS_I_LIBC(name) name
#endif

#ifndef NETSCHED_DEF
#ifdef NETSCHED_STATIC
#define NETSCHED_DEF static NETS_I_UNUSED
#else
#define NETSCHED_DEF extern
#endif
#endif

/* A call that can fail. */
#define NETSCHED_CALL NETSCHED_DEF NETSCHED_NODISCARD nets_status

#ifdef __cplusplus
extern "C" {
#endif

/* ---- statuses: one list, append-only ----------------------------------------------- */

#define NETSCHED_STATUSES(X)                                                       \
    X(NETS_OK, 0, "ok")                                                            \
    X(NETS_E_ARG, 1, "an argument is missing, out of order or not supported here") \
    X(NETS_E_NOMEM, 2, "out of memory; nothing changed")                           \
    X(NETS_E_BUSY, 3, "not enough is free in that window")                         \
    X(NETS_E_NOFIT, 4, "no start in the window fits")                              \
    X(NETS_E_NOTFOUND, 5, "no such booking")                                       \
    X(NETS_E_PAST, 6, "time is before now")                                        \
    X(NETS_E_RANGE, 7, "a time, an amount or a count is out of range")             \
    X(NETS_E_CORRUPT, 8, "the stream is cut short or damaged")                     \
    X(NETS_E_ABI, 9, "header and implementation are of different versions")        \
    X(NETS_E_LIMIT, 10, "the limit set on the search was reached")                 \
    X(NETS_E_IO, 11, "the stream could not be written")                            \
    X(NETS_E_NEVER, 12, "no start fits, whatever is booked")                       \
    X(NETS_E_FOREIGN, 13, "not a stream of netsched.h")

typedef enum nets_status {
#define NETSCHED_I_STATUS(name, value, text) name = value,
    NETSCHED_STATUSES(NETSCHED_I_STATUS)
#undef NETSCHED_I_STATUS
        NETS_STATUS_COUNT
} nets_status;

/* ---- times, amounts, memory -------------------------------------------------------- */

typedef int64_t nets_time;   /* any unit; intervals are half-open, [start, end) */
typedef int64_t nets_amount; /* any unit, the same for all resources of a type */
typedef uint64_t nets_id;    /* identifies a booking; 0 = none */

#define NETS_FOREVER INT64_MAX /* the end of what never ends; its length, too */
#define NETS_IDS_MOST UINT64_C(0x7FFFFFFFFFFFFFFF) /* ids are 1 .. NETS_IDS_MOST */
#define NETS_NONE UINT32_MAX                       /* no node, link, partition, ... */
#define NETS_MOST (INT64_MAX / 2) /* the largest amount; the sum of two fits int64_t */

/* The memory hook: ptr NULL allocates, new_size 0 frees, both sizes are exact. NULL
 * instead of a hook means the C library. */
typedef void *(*nets_alloc_fn)(void *ctx, void *ptr, size_t old_size, size_t new_size);

/* ---- profiles: TR lists (paper 3, section 2.2) ------------------------------------- */

typedef struct nets_step { /* the paper's (t_i, r_i): r_i is free from t_i to t_(i+1) */
    nets_time time;
    nets_amount amount;
} nets_step;

/* How much of one resource is free over time; negative where a failure overlaps bookings
 * (see nets_fail). Canonical after every call: times ascend, and neighbouring amounts
 * differ. You may only read the members. A profile from which
 * nothing was taken has no steps. */
typedef struct nets_profile {
    uint32_t count, capacity; /* steps, and room for them */
    nets_amount first;        /* free before the first step */
    nets_step *steps;
    nets_alloc_fn alloc;
    void *alloc_ctx;
} nets_profile;

/* Makes a profile in which `amount` is always free. An amount outside 0 .. NETS_MOST
 * becomes the nearer of these two. Asks for no memory. O(1) */
NETSCHED_DEF void nets_profile_init(nets_profile *p, nets_amount amount,
                                    nets_alloc_fn alloc, void *alloc_ctx);

/* Frees the profile's memory; in the profile that remains, nothing is ever free. O(1) */
NETSCHED_DEF void nets_profile_free(nets_profile *p);

/* take: reduces the free amount during [start, end) by `amount`; give: increases it.
 * `end` may be NETS_FOREVER.
 * NETS_E_BUSY   take: less than `amount` is free at some time in [start, end)
 * NETS_E_RANGE  give: more than NETS_MOST would be free
 * NETS_E_ARG    start >= end or a negative amount
 * NETS_E_NOMEM
 * Cost: O(log P + steps from `start` on) for P steps. */
NETSCHED_CALL nets_profile_take(nets_profile *p, nets_time start, nets_time end,
                                nets_amount amount);
NETSCHED_CALL nets_profile_give(nets_profile *p, nets_time start, nets_time end,
                                nets_amount amount);

/* Adds `delta` to the free amount during [start, end), whatever it is: with a negative
 * delta the amount may become negative. NETS_E_RANGE: it would be outside -NETS_MOST ..
 * NETS_MOST; NETS_E_ARG, NETS_E_NOMEM. Cost: as take. */
NETSCHED_CALL nets_profile_add(nets_profile *p, nets_time start, nets_time end,
                               nets_amount delta);

/* Replaces *p by a copy of `from`, with the memory and the hook of *p. NETS_E_ARG,
 * NETS_E_NOMEM. O(P) */
NETSCHED_CALL nets_profile_copy(nets_profile *p, const nets_profile *from);

/* The amount that is free at time t. O(log P) */
NETSCHED_DEF nets_amount nets_profile_value(const nets_profile *p, nets_time t);

/* The least amount that is free during [start, end), or, if start >= end, the amount that
 * is free at start. O(log P + steps in the window) */
NETSCHED_DEF nets_amount nets_profile_min(const nets_profile *p, nets_time start,
                                          nets_time end);

/* The next time after t from which another amount is free, or NETS_FOREVER. O(log P) */
NETSCHED_DEF nets_time nets_profile_next(const nets_profile *p, nets_time t);

/* Finds the earliest x >= start such that `amount` is free during all of
 * [x, x + length) and x + length <= end; `end` may be NETS_FOREVER.
 * NETS_E_NOFIT  there is no such x
 * NETS_E_ARG    length <= 0 or a negative amount
 * Cost: O(log P + steps passed). */
NETSCHED_CALL nets_profile_earliest(const nets_profile *p, nets_amount amount,
                                    nets_time length, nets_time start, nets_time end,
                                    nets_time *x);

/* Forgets the steps before `now`. O(P) */
NETSCHED_DEF void nets_profile_forget(nets_profile *p, nets_time now);

/* ---- sets of times: ST lists (paper 3, section 2.2) -------------------------------- */

typedef struct nets_span { /* the paper's pair (a, b), as [a, b + 1) */
    nets_time from, to;
} nets_span;

/* A set of times as sorted spans, which neither overlap nor touch. You own the struct:
 * all zero is an empty set; nets_spans_free frees its memory. Set the hook before first
 * use, or leave it NULL. */
typedef struct nets_spans {
    uint32_t count, capacity;
    nets_span *at;
    nets_alloc_fn alloc;
    void *alloc_ctx;
} nets_spans;

/* Adds all times in [from, to).
 * NETS_E_ARG  from >= to
 * NETS_E_NOMEM. O(spans) */
NETSCHED_CALL nets_spans_add(nets_spans *s, nets_time from, nets_time to);

typedef enum nets_spans_op {
    NETS_UNION = 0,        /* in a or in b */
    NETS_INTERSECTION = 1, /* in a and in b */
    NETS_DIFFERENCE = 2    /* in a, not in b */
} nets_spans_op;

/* Makes *out the times that `op` takes from a and b: nets_spans_combine(&out, &a,
 * NETS_DIFFERENCE, &b) gives the times of a that are not in b. Any of out, a and b may be
 * the same set.
 * NETS_E_ARG  a set is NULL, or there is no such `op`
 * NETS_E_NOMEM. O(spans of a and b) */
NETSCHED_CALL nets_spans_combine(nets_spans *out, const nets_spans *a, nets_spans_op op,
                                 const nets_spans *b);

/* 1 if t is in the set, else 0. O(log spans) */
NETSCHED_DEF int nets_spans_has(const nets_spans *s, nets_time t);

/* Empties the set; clear keeps its memory, free frees it. O(1) */
NETSCHED_DEF void nets_spans_clear(nets_spans *s);
NETSCHED_DEF void nets_spans_free(nets_spans *s);

/* The ST list of a profile: replaces *out by all x in [start, end - length] such that
 * `amount` is free during [x, x + length). NETS_E_ARG as nets_profile_earliest;
 * NETS_E_NOMEM. O(log P + steps in the window) */
NETSCHED_CALL nets_profile_starts(const nets_profile *p, nets_amount amount,
                                  nets_time length, nets_time start, nets_time end,
                                  nets_spans *out);

/* ---- the network (paper 3, section 2.1) -------------------------------------------- */

typedef struct nets_network nets_network;

/* How large a network may become, if all its memory is taken when it is made. */
typedef struct nets_room {
    uint32_t nodes, links, partitions, units, pairs, clusters; /* of each, at most */
    uint32_t bookings; /* neither cancelled nor over, at most; blocks count */
    uint32_t uses;     /* of a booking or a plan, refused ones included, at most; */
                       /* nets_first_slot then never makes a plan with more */
    uint32_t shared;   /* uses of one resource by these bookings, and by the plan that */
                       /* is made, at most */
    uint32_t needs;    /* types asked for at both ends together, at most */
} nets_room;

typedef struct nets_desc {
    const nets_room *room; /* NULL: memory is taken as it is needed */
    nets_time now;         /* nothing is booked before it */
    nets_alloc_fn alloc;   /* NULL = the C library */
    void *alloc_ctx;
} nets_desc;

typedef enum nets_access {
    NETS_FULL = 0, /* every unit reaches every unit of the partition before it */
    NETS_PAIRS = 1 /* only the pairs given to nets_allow do */
} nets_access;

typedef enum nets_kind { /* the kind of resource */
                         NETS_LINK = 0,
                         NETS_UNIT = 1,
                         NETS_CLUSTER = 2,
                         NETS_WAVE = 3, /* a wavelength of a link, as a whole: amount 1 */
                         /* only of nets_block, nets_fail and nets_in_the_way: */
                         NETS_NODE =
                             4, /* all at a node, links and wavelengths included */
                         NETS_GROUP = 5 /* the links of a risk group, with wavelengths */
} nets_kind;

typedef struct nets_link_info {
    uint32_t from, to;
    nets_amount capacity;
    nets_time delay;
    uint32_t group; /* its risk group, or NETS_NONE: see nets_set_group */
} nets_link_info;

typedef struct nets_partition_info {
    uint32_t node, type; /* type: the paper's T-ID */
    uint32_t place;      /* in the node's chain of partitions: 0 is next to the node */
    uint32_t units;
    nets_access access;
} nets_partition_info;

typedef struct nets_unit_info {
    uint32_t partition, cid; /* cid: the paper's C-ID */
    nets_amount amount;
} nets_unit_info;

typedef struct nets_cluster_info {
    uint32_t node;
    nets_amount cpus;
    int64_t speed; /* work done by one CPU in one unit of time */
} nets_cluster_info;

typedef struct nets_wave_info { /* a wavelength of a link */
    uint32_t link, wave;
} nets_wave_info;

typedef struct nets_stats_info {
    uint32_t nodes, links, partitions, units, clusters, waves;
    uint64_t bookings; /* neither cancelled nor over */
    nets_time now;
    uint64_t bytes, bytes_peak; /* memory now, and the most so far */
} nets_stats_info;

/* A number that differs if header and implementation are of different major versions (of
 * different minor ones before 1.0) or disagree on a public struct. */
#define NETSCHED_ABI                                                                    \
    ((NETSCHED_VERSION_MAJOR ? NETSCHED_VERSION_MAJOR * 64u : NETSCHED_VERSION_MINOR) * \
         1021u +                                                                        \
     NETS_I_SIZES)

/* nets_create(&net, &desc) creates a network without nodes; nets_destroy frees it. desc
 * NULL means all zero. With a `room` all its memory is taken now, except that a resource
 * takes its own when it is added; and bookings that are over are dropped immediately,
 * which makes nets_advance, nets_commit and nets_cancel O(bookings). *out is NULL after a
 * failure.
 * NETS_E_ARG    `out` is NULL
 * NETS_E_ABI    the implementation was compiled from another version of this header
 * NETS_E_RANGE  too much room
 * NETS_E_NOMEM. O(1), or O(room) */
#define nets_create(out, ...) nets_create_abi((out), (__VA_ARGS__), NETSCHED_ABI)
NETSCHED_CALL nets_create_abi(nets_network **out, const nets_desc *desc, unsigned abi);

#ifndef NETSCHED_NO_ROOM
/* Returns the size of a buffer, of any alignment, that suffices for the coa_arena of
 * coalloc.h (or any other arena that takes the smallest gap that is large enough, merges
 * gaps, and rounds sizes up to 16 bytes) of one network that is created or loaded with
 * desc->room, and of one plan; 0 if no buffer can be so large, or desc->room is NULL.
 * Within that room these never return NETS_E_NOMEM: nets_create, nets_load, nets_add_...,
 * nets_allow, nets_first_slot, nets_max_flow, nets_commit, nets_block, nets_fail,
 * nets_extend and nets_cancel. A booking that is replaced counts until the new one is
 * booked. These need more memory: nets_starts, nets_alternatives, nets_explain, views,
 * wavelengths, light paths, max_delay and a volume. Sizes are for this machine. O(1) */
NETSCHED_DEF size_t nets_memory_bound(const nets_desc *desc);
#endif

/* Frees the network and all its bookings. Ignores NULL. O(all there is) */
NETSCHED_DEF void nets_destroy(nets_network *net);

/* The nets_add functions. Each kind of object (nodes, links, ...) is numbered from 0 in
 * the order of adding. Nothing can be removed; to close a link, use nets_block. *out
 * becomes the new number; `out` may be NULL.
 * NETS_E_ARG    an object does not exist, or as each function says
 * NETS_E_RANGE  the 2^31st object, or an amount above NETS_MOST
 * NETS_E_NOMEM. O(1) amortised */
NETSCHED_CALL nets_add_node(nets_network *net, uint32_t *out);

/* link: adds a link from node to node, in one direction. duplex: adds a link in each
 * direction, numbers *out and *out + 1. NETS_E_ARG: both nodes are the same,
 * capacity <= 0, or delay < 0. Parallel links are allowed. O(1) amortised */
NETSCHED_CALL nets_add_link(nets_network *net, uint32_t from, uint32_t to,
                            nets_amount capacity, nets_time delay, uint32_t *out);
NETSCHED_CALL nets_add_duplex(nets_network *net, uint32_t a, uint32_t b,
                              nets_amount capacity, nets_time delay, uint32_t *out);

/* Changes the capacity of a link, from now on. Bookings and blocks keep their
 * amounts; if these exceed it, the free amount is negative, as after nets_fail.
 * NETS_E_ARG: no such link, or capacity <= 0; NETS_E_RANGE: capacity above NETS_MOST, or
 * bookings exceed it by NETS_MOST. Never asks for memory. O(P) */
NETSCHED_CALL nets_set_capacity(nets_network *net, uint32_t link, nets_amount capacity);

/* Adds a partition of local resources at the outer end of the node's chain. The first
 * partition is next to the node; a job reaches each partition through those before it. If
 * a job does not ask for a partition's type, it uses nothing of it; the partition then
 * restricts the job only if its boundary on either side has pairs. NETS_E_ARG: the node
 * has that type, or `access` is NETS_PAIRS for the first one. O(length of the chain) */
NETSCHED_CALL nets_add_partition(nets_network *net, uint32_t node, uint32_t type,
                                 nets_access access, uint32_t *out);

/* Adds a unit of `amount` > 0. A job can combine units of a partition that have the same
 * cid. O(1) amortised, or, if a unit was added that has a greater cid, O(units there) */
NETSCHED_CALL nets_add_unit(nets_network *net, uint32_t partition, nets_amount amount,
                            uint32_t cid, uint32_t *out);

/* Allows a pair: unit b, of a partition with NETS_PAIRS, reaches unit a of the partition
 * before it. O(pairs of b) */
NETSCHED_CALL nets_allow(nets_network *net, uint32_t a, uint32_t b);

/* Adds a cluster: CPUs of one speed at a node, for multicost. NETS_E_ARG: cpus or
 * speed <= 0. O(1) amortised */
NETSCHED_CALL nets_add_cluster(nets_network *net, uint32_t node, nets_amount cpus,
                               int64_t speed, uint32_t *out);

#define NETS_WAVES_MOST 4096u /* wavelengths of a link have numbers below this */

/* Gives a link the wavelengths first .. first + count - 1; those that it already has stay
 * as they are. Each is a resource of amount 1, NETS_WAVE, numbered in the order of adding
 * among all links' wavelengths; nets_wave_of gives that number, or NETS_NONE. It has
 * nothing to do with the link's capacity.
 * NETS_E_ARG    no such link, or count is 0
 * NETS_E_RANGE  beyond NETS_WAVES_MOST
 * NETS_E_NOMEM. O(first + count) */
NETSCHED_CALL nets_add_waves(nets_network *net, uint32_t link, uint32_t first,
                             uint32_t count);
NETSCHED_DEF uint32_t nets_wave_of(const nets_network *net, uint32_t link, uint32_t wave);

/* Makes the node a converter: a light path may leave it on another wavelength than it
 * arrived on. At all other nodes it keeps its wavelength. NETS_E_ARG. O(1) */
NETSCHED_CALL nets_set_converter(nets_network *net, uint32_t node);

/* Puts the link into a risk group: links of one group fail together, as those in one duct
 * do. `group` is any number of yours below 2^31. A link is in one group at most, at first
 * in none, NETS_NONE; but nets_add_duplex puts both directions into a new one, 2^31 + the
 * number of the first. nets_fail and nets_block take a group as a whole, NETS_GROUP, and
 * legs can be kept apart by it: nets_request.disjoint. NETS_E_ARG: no such link. O(1) */
NETSCHED_CALL nets_set_group(nets_network *net, uint32_t link, uint32_t group);

/* Describe an object as it was added. NETS_E_ARG: there is no such object. O(1) */
NETSCHED_CALL nets_get_link(const nets_network *net, uint32_t link, nets_link_info *out);
NETSCHED_CALL nets_get_partition(const nets_network *net, uint32_t partition,
                                 nets_partition_info *out);
NETSCHED_CALL nets_get_unit(const nets_network *net, uint32_t unit, nets_unit_info *out);
NETSCHED_CALL nets_get_cluster(const nets_network *net, uint32_t cluster,
                               nets_cluster_info *out);
NETSCHED_CALL nets_get_wave(const nets_network *net, uint32_t index, nets_wave_info *out);

/* The number of objects of each kind, and `now`. All zero if net is NULL. O(bookings) */
NETSCHED_DEF void nets_stats(const nets_network *net, nets_stats_info *out);

/* The profile of a link, unit, cluster or wavelength: its free amount. NULL if there
 * is no such resource. Valid until the next call that changes the network. O(1) */
NETSCHED_DEF const nets_profile *nets_profile_of(const nets_network *net, nets_kind kind,
                                                 uint32_t index);

/* The basic interval of paper 3, section 2.2, that contains t: the longest span, from now
 * on, during which the profiles of all links and units stay as they are. To list all
 * basic intervals begin with now and go on with out->to, until that is NETS_FOREVER.
 * NETS_E_ARG
 * NETS_E_PAST  t < now. O(log P) for each link and unit */
NETSCHED_CALL nets_interval(const nets_network *net, nets_time t, nets_span *out);

/* Moves the network's time forward to `now` and forgets all that is over, bookings and
 * their ids included. NETS_E_PAST if `now` is before the network's time. Never asks for
 * memory. O(1) amortised */
NETSCHED_CALL nets_advance(nets_network *net, nets_time now);

/* ---- first slot: MRFS (paper 3, sections 3 and 4) ---------------------------------- */

typedef enum nets_algorithm {
    NETS_CHOOSE = 0, /* by `splittable` and whether pairs restrict the request */
    NETS_WS_RC = 1,  /* split over paths and units; accessibility observed */
    NETS_WN_RC = 2,  /* one path, one unit of each type; accessibility observed */
    NETS_WS_RN = 3,  /* as WS_RC if every unit reaches every other */
    NETS_WN_RN = 4   /* as WN_RC if every unit reaches every other */
} nets_algorithm;

typedef struct nets_need { /* an element of the paper's RV: an amount of one type */
    uint32_t type;
    nets_amount amount;
} nets_need;

/* nets_request.flags: one or both of these */
#define NETS_HAS_DEADLINE 1u /* the deadline counts, even if it is 0 */
#define NETS_EXACTLY 2u      /* starts at `ready`, or not at all; not if that is past */

/* nets_request.disjoint: no two legs share */
#define NETS_DISJOINT_LINKS 1 /* a link or a risk group */
#define NETS_DISJOINT_NODES 2 /* these or a node, except a common end */

typedef struct nets_request {
    uint32_t from, to;  /* nodes s and d; the same: see nets_first_slot */
    nets_time ready;    /* st of ResWin <st, et>: the earliest start; in the past: now */
    nets_time deadline; /* et: the latest end; 0 = none, but see `flags` */
    nets_time length;   /* dur, at least 1; NETS_FOREVER: it never ends */
    nets_amount bandwidth;            /* R_0, at least 1; for a light path 0 = none */
    const nets_need *at_from, *at_to; /* local resources at both ends: R_1, R_2, ... */
    uint32_t at_from_count, at_to_count;
    int splittable;            /* 1: over several paths and units; 0: over one of each */
    int fixed;                 /* splittable only: one split for the whole length */
    nets_algorithm algorithm;  /* NETS_CHOOSE, or the one to use */
    uint32_t max_combinations; /* of C-IDs that WS-RC tries at a time; 0 = 65,536 */
    nets_id replaces;    /* a booking that the answer replaces: what it uses counts as */
                         /* free; 0 = none */
    uint32_t flags;      /* NETS_HAS_DEADLINE, NETS_EXACTLY */
    uint64_t tag;        /* the caller's; kept with the booking, and saved; 0 with */
                         /* `replaces`: the booking keeps the tag that it has */
    uint32_t max_hops;   /* links of the path, at most; one path only; 0 = any number */
    const uint32_t *via; /* the only links that it may use; NULL = all */
    uint32_t via_count, avoid_count;
    const uint32_t *avoid; /* links that it must not use */
    nets_time max_delay;   /* sum over the path's links; one path only; 0 = any */
    nets_amount volume, least, most; /* volume > 0: see A VOLUME in FIRST SLOT */
    int light;                       /* 1: a light path: see LIGHT PATHS */
    uint32_t first_wave,
        waves; /* wavelengths that it may use: the lowest, and how many */
               /* from there on; 0 = all */
    const struct nets_request *legs; /* further legs, which start together with this */
    uint32_t leg_count;              /* request: see SEVERAL ENDS */
    int disjoint;                    /* 0, NETS_DISJOINT_LINKS or NETS_DISJOINT_NODES */
    uint32_t max_tries; /* of ways for the legs around each other, or of a light path */
                        /* around links it passes twice, at each start; 0 = 16 */
} nets_request;

/* The use of one resource. The job is divided into `whole` equal parts, and this resource
 * carries `flow` of them. `amount` is booked for that: flow / whole of the amount
 * that the request asks of the type, rounded up. All uses of a plan have the same
 * `whole`, unless that would be more than NETS_MOST: then `whole` is for the types that
 * are joined by pairs, or for this type alone. */
typedef struct nets_use {
    uint32_t index; /* of the link, unit or cluster */
    nets_kind kind;
    uint32_t leg; /* 0: of the request itself; else of its legs[leg - 1] */
    nets_time from, to;
    nets_amount amount;
    int64_t flow, whole;
} nets_use;

/* A plan owns its memory: set it to zero first, use it as often as you like, free it with
 * nets_plan_free. Uses are sorted by `from`. Ties: first units at the source, from the
 * outermost partition inwards; then links; then units at the destination, outwards. Links
 * are in the order of the path if there is one path, else, and in a refused plan, in the
 * order of their numbers. With several legs, the uses of each are together, in this
 * order; the legs are in the order in which they were searched. */
typedef struct nets_plan {
    uint32_t count, capacity;
    nets_use *uses;
    nets_time start, end;
    nets_amount bandwidth;    /* as in the request; the rate found for a volume */
    nets_algorithm algorithm; /* the one that was used */
    nets_id replaces;         /* as in the request */
    uint64_t tag;             /* as in the request */
    int refused;              /* 1: the uses are the bottleneck; nets_commit rejects it */
    int limited;              /* 1: it might start earlier: not all combinations, tries */
                              /* or splits of its legs were examined */
    uint32_t combinations;    /* of C-IDs: the most that were tried at a time */
    uint64_t searches;        /* path searches, including those that found none */
    uint64_t instants;        /* times at which feasibility was decided */
    nets_alloc_fn alloc;
    void *alloc_ctx;
} nets_plan;

#ifndef NETSCHED_NO_FIRST_SLOT
/* MRFS: finds the earliest start in the window at which, for `length`, the network
 * carries `bandwidth` from s to d and each end has the local resources needed there; and
 * chooses the resources. Books nothing. If from == to it asks for the local resources
 * `at_to` of that node alone (bandwidth and at_from_count are 0): CPUs without a link.
 * NETS_OK       *plan is the answer, which nets_commit can book
 * NETS_E_NOFIT  no start fits. plan->start is the last one that was ruled out, plan->uses
 *               are its bottleneck: the links or units of a minimum cut, or the units of
 *               one type at one end, each with its free amount. The same resources rule
 *               out all later starts. flow and whole are 0; [from, to) is
 *               the instant examined, or the whole length for one path or `fixed`.
 *               Such a plan cannot be booked.
 * NETS_E_NEVER  an end has no unit of a type that the request asks for there, so no start
 *               fits whatever is booked: perhaps the type is mistyped
 * NETS_E_ARG    a node does not exist; from == to with anything but needs at `at_to`;
 *               length, bandwidth (unless from == to or `light`) or an amount is not
 *               positive; a type twice at one end; the window is shorter than the length;
 *               unknown flags; the algorithm contradicts `splittable`, or is RN
 *               where pairs matter; `fixed` without `splittable`; `light`, max_hops or
 *               max_delay with it; max_delay < 0; `least` or `most` without `volume`, or
 *               most < least
 * NETS_E_RANGE  ready + length or ready - length overflows; an amount is above
 *               NETS_MOST; or the job may be split and the amounts of types joined by
 *               pairs have no common multiple up to NETS_MOST
 * NETS_E_LIMIT  max_combinations were tried without success and there are more; or no
 *               start of all legs, or of a light path that passes a link twice, was
 *               found, but one may exist: nets_explain says which limit was met
 * NETS_E_NOTFOUND  there is no booking `replaces`; NETS_E_ARG also if it is a block or
 *               failure
 * NETS_E_NOMEM  also if the plan would have more uses than desc.room says
 * After all but OK and NOFIT *plan is empty. `net` is not const because its scratch
 * memory is used.
 *
 * The start is exact and does not depend on how the search proceeds, unless
 * plan->limited says that max_combinations (of the C-IDs of types joined by pairs) or
 * max_tries were tried, and that there are more. At equal starts, WS-RC takes the first
 * combination: C-IDs ascend, and the last type of the destination varies fastest. It
 * tries only combinations of C-IDs each of which could start early enough by itself. At
 * the earliest start a light path has the fewest hops, then the lowest
 * link, then the lowest wavelength where two routes part (with max_delay: the fewest
 * hops, then the least delay); if that path passes a link twice that lacks twice the
 * rate, another path is taken; in a refusal that link is the bottleneck.
 *
 * Cost: a search touches only what it reaches: O(links reached) for each path searched,
 * and log P + steps passed + via_count for each link or wavelength examined. Memory for
 * light paths: some 100 bytes for each wavelength of a link. max_delay: O(hops) times
 * that, and 16 bytes for each node reached. A volume: O(log most) such searches, and as
 * many again for each rate that would end first if the window began later. */
NETSCHED_CALL nets_first_slot(nets_network *net, const nets_request *req,
                              nets_plan *plan);

/* Replaces *out by all starts in the window that fit, as an ST list: what the paper's
 * extended Bellman-Ford leaves at the destination (section 4.2), or its runs of feasible
 * basic intervals (4.1), over all combinations of C-IDs. *out is empty if no start fits.
 * Other statuses are as for nets_first_slot, except that NETS_E_NOFIT and NETS_E_NEVER
 * do not occur (*out is empty then), that NETS_E_LIMIT occurs whenever there are more
 * than max_combinations, or max_tries, and that legs or a volume are NETS_E_ARG.
 * Cost: a search for each combination and each change of feasibility. */
NETSCHED_CALL nets_starts(nets_network *net, const nets_request *req, nets_spans *out);
#endif

typedef struct nets_alternative_info {
    nets_time start; /* the earliest if the window had no end, or NETS_FOREVER */
    /* flow / whole of every amount fits at the requested start; rounded down if the job
     * would have to be divided into more than NETS_MOST parts (see nets_use) */
    int64_t flow, whole;
    nets_amount bandwidth; /* that fraction of the bandwidth, rounded down */
    nets_time split_start; /* the earliest start, as `start`, if the request could be */
                           /* split; equals `start` if it is splittable. Also FOREVER */
                           /* if that needs more than max_combinations, or more parts */
                           /* than NETS_MOST */
} nets_alternative_info;

typedef struct nets_reason { /* why a request is refused: see nets_explain */
    const char *field;       /* the member of nets_request, such as "length"; */
                             /* "amount" or "type" of a need; NULL = none */
    const nets_need *need;   /* the need that has this member, else NULL */
    int64_t value;           /* its value */
    int64_t least, most;     /* what it could be, the other members as they are; an */
                             /* amount or bandwidth: what would fit at `ready`. */
    /* most < least: no value will do; 0 and 0 for a type and for */
    /* replaces: leave it out */
    uint32_t leg; /* of the request, as in nets_use */
    nets_status status;
} nets_reason;

#ifndef NETSCHED_NO_FIRST_SLOT
/* What to offer a refused client: a later start, a smaller job at the requested start, or
 * the earliest start over several paths and units. Each is exact, independently of the
 * others. Statuses as nets_first_slot, except that NETS_E_NOFIT and NETS_E_NEVER do not
 * occur (nothing is found then), that NETS_E_LIMIT occurs whenever there are more than
 * max_combinations, and that legs or a volume are NETS_E_ARG. Cost: several searches. */
NETSCHED_CALL nets_alternatives(nets_network *net, const nets_request *req,
                                nets_alternative_info *out);

#ifndef NETSCHED_NO_EXPLAIN
/* Says why nets_first_slot refuses the request: which member, its value, and the range
 * that would do. Searches again, and books nothing. Returns why->status: as
 * nets_first_slot, except that NETS_E_NOFIT becomes one of two. why->field is NULL if the
 * status is not about a member.
 * NETS_OK       it fits
 * NETS_E_NEVER  it would not fit even if there were only blocks and failures:
 *               no links lead to `to`, or max_hops, max_delay, `via` or `avoid` are too
 *               narrow, or the window, or the `ready` of NETS_EXACTLY, is over;
 *               the bandwidth alone, or one need alone (with bandwidth 1), is too large:
 *               why->most is what would fit at `ready`; or all are together (NULL).
 *               For a volume, "bandwidth" is about the lowest rate that is done in time;
 *               "volume": it is too large even at the rate `most`
 * NETS_E_NOFIT  as things are; nets_alternatives says what to offer
 * NETS_E_ARG    also if net, req or why is NULL
 * NETS_E_LIMIT  also in the second search
 * Cost: at most three searches as in nets_first_slot, two more
 * for each need, and O(P) for each use of each booking. */
NETSCHED_CALL nets_explain(nets_network *net, const nets_request *req, nets_reason *why);
#endif

/* The largest flow from node to node that the network carries with one split during all
 * of [start, end), or `limit` if the flow is larger (0 = no limit).
 * NETS_E_ARG    also from == to, where no link limits the flow
 * NETS_E_PAST   start < now
 * NETS_E_RANGE  the flow exceeds NETS_MOST
 * NETS_E_NOMEM. O(V^2 E); measured: less than E */
NETSCHED_CALL nets_max_flow(nets_network *net, uint32_t from, uint32_t to,
                            nets_time start, nets_time end, nets_amount limit,
                            nets_amount *flow);
#endif

/* Books all of the plan, or nothing. You may also make a plan yourself: all zero but for
 * its uses and their count. A use needs kind, index, from, to and amount; in the booking
 * its leg is 0, its flow and whole are 1. If plan->replaces is set, that booking is
 * replaced and keeps its id, and its tag if plan->tag is 0. *out becomes the booking's
 * id, 0 after a failure; `out` may be NULL.
 * NETS_E_BUSY      a resource is not free (any more)
 * NETS_E_ARG       the plan is empty or a refusal; a use has amount <= 0, from >= to or a
 *                  resource that does not exist; plan->replaces is a block or failure
 * NETS_E_PAST      a use begins before now
 * NETS_E_NOTFOUND  there is no booking plan->replaces
 * NETS_E_RANGE     the last id, NETS_IDS_MOST, was given
 * NETS_E_NOMEM
 * Cost: nets_profile_take for each use. */
NETSCHED_CALL nets_commit(nets_network *net, const nets_plan *plan, nets_id *out);

typedef struct nets_booking {
    nets_id id;
    uint64_t tag;
    nets_time start, end; /* [start, end): of all its uses together */
    uint32_t count;
    int block;            /* 1: a block, 2: a failure: see nets_block, nets_fail */
    const nets_use *uses; /* see MEMORY */
} nets_booking;

/* Blocks an amount of a resource during [start, end), for maintenance. amount = 0 means
 * all that the resource has. A link that is blocked as a whole is blocked with its
 * wavelengths; NETS_GROUP blocks all links of a risk group, whose number is `index`, with
 * their wavelengths; NETS_NODE a node with all that is at it: its units and clusters, and
 * the links that lead to it or from it, with their wavelengths. A block is a booking
 * whose `block` is 1: it has an id, is shown and saved; nets_cancel ends it, nets_finish
 * and nets_extend move its end. Nothing is blocked while bookings or other blocks are in
 * the way; nets_in_the_way shows them. `out` may be NULL; after a failure *out is 0.
 * NETS_E_BUSY   less than `amount` is free
 * NETS_E_ARG    there is no such resource or group, or nothing at the node; start >= end;
 *               the amount is negative, more than the resource has, or not 0 with
 *               NETS_NODE or NETS_GROUP
 * NETS_E_PAST   start < now
 * NETS_E_RANGE, NETS_E_NOMEM as nets_commit. Cost: as nets_commit; with NETS_NODE or
 * NETS_GROUP O(all resources) */
NETSCHED_CALL nets_block(nets_network *net, nets_kind kind, uint32_t index,
                         nets_time start, nets_time end, nets_amount amount,
                         nets_id *out);

/* Records that an amount of a resource, by default all, has failed and is out of use
 * until `end`: as nets_block, with `block` 2, but it applies even over bookings. Bookings
 * in its window stay, nets_in_the_way shows them, and the free amount may be negative; if
 * one of them ends early, its share stays out of use. When the resource works again, call
 * nets_cancel or nets_finish with the failure's id; if it takes longer, nets_extend. If
 * it failed before now, `start` is now. Statuses as nets_block, but never NETS_E_BUSY;
 * NETS_E_RANGE also if in all NETS_MOST more were taken than a resource has. Cost: as
 * nets_block. */
NETSCHED_CALL nets_fail(nets_network *net, nets_kind kind, uint32_t index,
                        nets_time start, nets_time end, nets_amount amount, nets_id *out);

/* Shows the booking, block or failure with the lowest id above `after` that uses this
 * resource at some time in [start, end). A link includes its wavelengths; NETS_NODE is
 * any resource at the node; NETS_GROUP any link of the group, with its wavelengths. To
 * list all of them, start with 0 and go on with each id shown, until NETS_E_NOTFOUND;
 * they may meanwhile be finished, cancelled or moved.
 * NETS_E_ARG    there is no such resource, node or group, or start >= end
 * NETS_E_PAST   start < now
 * NETS_E_NOTFOUND. After a failure *out is as before. Cost: O(1) for each use of each
 * booking with an id up to the one shown. */
NETSCHED_CALL nets_in_the_way(const nets_network *net, nets_kind kind, uint32_t index,
                              nets_time start, nets_time end, nets_id after,
                              nets_booking *out);

#ifndef NETSCHED_NO_FIRST_SLOT
/* Says how a booking in the way should move; returns 0, or another number if it
 * stays. `request` has what the network knows: replaces; ready, its start, or now if it
 * has begun, and then the flag NETS_EXACTLY; length, the remaining time; all else in it
 * is 0. Set the ends, the bandwidth and so on, as for nets_first_slot; a change of
 * `replaces` is ignored. Use the tag to find your record. On one path, the rate is the
 * amount of a use. For a volume, request only what is left: what was sent before now no
 * longer counts. The function is called once for each booking, before anything changes;
 * lists that the request names must stay until nets_drain returns. It must not change the
 * network. */
typedef int (*nets_ask_fn)(void *ctx, const nets_booking *booking, nets_request *request);

/* Gets a booking that has moved, as it is now, and the start that it had; or one that is
 * in the way and stays: then `was` is NETS_FOREVER. It must not change the network. */
typedef void (*nets_report_fn)(void *ctx, const nets_booking *booking, nets_time was);

/* Drains a resource, a node or a group for a window: blocks all of it during [start,
 * end), as nets_block does with amount 0, and moves the bookings in the way. `ask`
 * decides, in the order of their ids, how they should move. All that may move give back
 * their resources; the block is made; then, in the order of their starts (or ids if these
 * are equal), each gets the first slot of its request, and keeps its id. For a cable that
 * has failed, call nets_fail, then nets_drain with `partly`: a drain over a failure is a
 * failure, too.
 * Without `partly`, all bookings are moved or nothing changes. With it, bookings that
 * `ask` leaves stay; one that has no slot stays, too, and the drain begins again without
 * it. The block then applies over them, as a failure does (its `block` is 2): what they
 * give back there stays out of use. The same holds, with or without `partly`, where other
 * blocks and failures are: these do not move, and `ask` is not called for them. At the
 * end `report` (or NULL) gets the bookings asked about, in the order of starts; after
 * NETS_E_BUSY, those that `ask` lets stay or, if there are none, the first without a
 * slot. *out is the block, 0 after a failure; `out` may be NULL.
 * NETS_E_BUSY   without `partly`: a booking stays
 * NETS_E_ARG    as nets_block; or `ask` is NULL, or has made a bad request, which ends
 *               the call with `partly`, too: a mistake must not look like a lack of room
 * Others as nets_block and nets_first_slot. Cost: nets_first_slot and nets_commit for
 * each booking in the way; with `partly` as much again for each that has no slot. */
NETSCHED_CALL nets_drain(nets_network *net, nets_kind kind, uint32_t index,
                         nets_time start, nets_time end, int partly, nets_ask_fn ask,
                         nets_report_fn report, void *ctx, nets_id *out);
#endif

/* Cancels the booking: what it uses is free for the rest of its time. Never asks for
 * memory.
 * NETS_E_NOTFOUND  it was never made, was cancelled, or is over
 * Cost: nets_profile_give for each use. */
NETSCHED_CALL nets_cancel(nets_network *net, nets_id id);

/* Ends the booking at time `at`, no later than its present end. Its uses are cut there;
 * those that would begin at `at` or later are dropped. If nothing of it is left from now
 * on, as with at == now, the booking is over, and its id is no longer found. Never asks
 * for memory.
 * NETS_E_ARG    at < its start, or at it and that is not now (use nets_cancel); at > its
 *               end (use nets_extend)
 * NETS_E_PAST   at < now
 * NETS_E_NOTFOUND. Cost: as nets_cancel. */
NETSCHED_CALL nets_finish(nets_network *net, nets_id id, nets_time at);

/* Makes the booking end later, at `end`: its uses that last until its present end go on,
 * with the same amounts of the same resources. Legs that end earlier are not
 * extended; to extend them, use `replaces`. Its present end is allowed and changes
 * nothing. A failure goes on whatever is booked.
 * NETS_E_BUSY   one of these resources has less free before the new end. *latest is then
 *               the latest end that the booking can have; `latest` may be NULL
 * NETS_E_ARG    end is before its present end (use nets_finish)
 * NETS_E_NOTFOUND, NETS_E_NOMEM. Cost: nets_profile_take for each use; to find *latest
 * O(uses) more for each use. */
NETSCHED_CALL nets_extend(nets_network *net, nets_id id, nets_time end,
                          nets_time *latest);

/* Gives a booking another tag. NETS_E_NOTFOUND. O(log bookings) */
NETSCHED_CALL nets_set_tag(nets_network *net, nets_id id, uint64_t tag);

typedef struct nets_event { /* a booking starts or ends */
    nets_time time;
    nets_id id;
    int starts; /* 1: it starts, 0: it ends */
} nets_event;

/* Moves *event on to the next start or end of a booking, or, with `starts` 1, to the next
 * start. Events are ordered by time; at one time ends come before starts, and each of
 * them by id. To start at t, set event->time = t and the other members to 0; then go on
 * with each event shown. Events before `now` are over, and so are the ends at `now`, but
 * starts at `now` are shown.
 * NETS_E_NOTFOUND  there are no more events; *event is as before. O(bookings) */
NETSCHED_CALL nets_next_event(const nets_network *net, nets_event *event, int starts);

/* For tests: NETS_OK, or NETS_E_CORRUPT if a profile differs from what bookings leave of
 * its resource, or a list is out of order. Asks for no memory. Cost: for each use of each
 * booking, and each step, a look at all uses of all bookings. */
NETSCHED_CALL nets_check(const nets_network *net);

/* get: the booking with this id; next: the one with the lowest id above `after`.
 * NETS_E_NOTFOUND if there is none. O(log bookings), amortised over a listing */
NETSCHED_CALL nets_get(const nets_network *net, nets_id id, nets_booking *out);
NETSCHED_CALL nets_next(const nets_network *net, nets_id after, nets_booking *out);

/* Empties the plan and frees its memory; the plan can be used again. O(1) */
NETSCHED_DEF void nets_plan_free(nets_plan *plan);

/* ---- saving and loading: see PERSISTENCE ------------------------------------------- */

/* Gets the next record of the stream, `size` >= 1 bytes; returns 0, or anything else to
 * stop nets_save. */
typedef int (*nets_write_fn)(void *ctx, const void *data, size_t size);

/* Puts up to `size` >= 1 bytes of the stream into data and returns how many; fewer than
 * `size` are fine. 0 means the end of the stream or an error. */
typedef size_t (*nets_read_fn)(void *ctx, void *data, size_t size);

#ifndef NETSCHED_NO_SAVE
/* Writes all objects and bookings to a stream. Asks for no memory.
 * NETS_E_ARG; NETS_E_IO: `write` has failed. O(all there is) */
NETSCHED_CALL nets_save(const nets_network *net, nets_write_fn write, void *ctx);

/* nets_load(&net, &desc, read, ctx) makes the network that nets_save wrote. It continues
 * as the saved one would have: same numbers and ids, same answers. desc gives the hook
 * and the room; its `now` must be 0; NULL means all zero. *out is NULL after a failure.
 * NETS_E_ARG      `read` is NULL, or desc->now is not 0
 * NETS_E_FOREIGN  the stream is another file: its first eight bytes are not a network's
 * NETS_E_ABI      header and implementation, or the stream, are of different versions
 * NETS_E_CORRUPT  the stream is cut short or damaged, or it describes an impossible
 *                 network although its checksums are right
 * NETS_E_NOMEM
 * Takes memory only for bytes already read: 3 bytes for each byte of a booking, up to 12
 * for each byte of a wavelength, which has 8 bytes there, 60 here; and arrays grow by
 * half. Cost: as adding and booking all again. */
#define nets_load(out, desc, read, ctx) \
    nets_load_abi((out), (desc), (read), (ctx), NETSCHED_ABI)
NETSCHED_CALL nets_load_abi(nets_network **out, const nets_desc *desc, nets_read_fn read,
                            void *ctx, unsigned abi);
#endif

/* The text of a status. O(1) */
NETSCHED_DEF const char *nets_status_text(nets_status s);

/* Returns the version of the implementation, as in line 1 here, in static memory. Sets
 * *abi, unless NULL, to its NETSCHED_ABI, which bindings pass to nets_create_abi. O(1) */
NETSCHED_DEF const char *nets_version(unsigned *abi);

/* ---- multicost (paper 4) ---------------------------------------------------------- */

/* A binary availability vector (section 2), as a score function sees it. Bit k, counted
 * from 0, stands for slot k; `beyond` stands for every slot after the last. Bit k is bit
 * k % 64 of words[k / 64]; the unused bits of the last word equal `beyond`. */
typedef struct nets_slots {
    uint32_t count; /* the paper's dimension, u_l or u_m; below 2^31 */
    int beyond;     /* 0 or 1 */
    uint64_t *words;
} nets_slots;

#ifndef NETSCHED_NO_MULTICOST
/* Bit k; `beyond` if k >= count. O(1) */
NETSCHED_DEF int nets_slots_get(const nets_slots *s, uint64_t k);

/* The slot availability weight of section 4.2: the number of bits that are 1; `beyond`
 * does not count. O(count / 64) */
NETSCHED_DEF uint32_t nets_slots_weight(const nets_slots *s);
#endif

/* A scheduler's knowledge of the links, clusters and units of a network, which may be out
 * of date: its utilization database (section 2). A view also holds the scratch memory of
 * its searches and keeps it from one search to the next. */
typedef struct nets_view nets_view;

typedef struct nets_view_desc {
    uint32_t slots_l, slots_m; /* u_l, at least 1, and u_m; slots_m 0 = slots_l */
    nets_time tau_l, tau_m;    /* length of a slot, at least 1; tau_m 0 = tau_l */
    int shared_clock;          /* 1: vectors are shifted by d, not by 2 d: see below */
    nets_alloc_fn alloc;
    void *alloc_ctx;
} nets_view_desc;

#ifndef NETSCHED_NO_MULTICOST
/* Makes a view of the network as it is now. Later additions to the network are not in it.
 * The view reads the network only here and in nets_view_learn; the network must live
 * until the last of these calls.
 *
 * Delays count in slots; the delay of each link is rounded up. The vector of a path has a
 * 1 for each slot in which its source can send. With a shared clock, all vectors begin at
 * the task's origin, and the vector of a link that data reach d after they are sent is
 * shifted by d. By default it is shifted by 2 d, as in equation (1): there the vector of
 * a link begins when the news of the link left it, d before the origin (see `age` in
 * nets_view_learn; with age 0 it begins at the origin).
 * NETS_E_ARG    no slots or a tau < 0, tau_l = 0
 * NETS_E_RANGE  too many slots
 * NETS_E_NOMEM. *out is NULL after a failure.
 * Cost: O(nodes + links + clusters + units + steps of their profiles). Memory: u / 8
 * bytes for each link and cluster. */
NETSCHED_CALL nets_view_create(nets_view **out, const nets_network *net,
                               const nets_view_desc *desc);
NETSCHED_DEF void nets_view_destroy(nets_view *view); /* ignores NULL */

/* Sets the view's profile of a link, cluster or unit to `p`, or, if p is NULL, to the
 * network's present one. `age` is how long news of the link takes to arrive: unless the
 * clock is shared, the link's vector begins `age` before the origin of a task. For
 * clusters and units `age` must be 0.
 * NETS_E_ARG, NETS_E_NOMEM. O(steps) */
NETSCHED_CALL nets_view_learn(nets_view *view, nets_kind kind, uint32_t index,
                              const nets_profile *p, nets_time age);

/* News of a booking: take reduces the free amounts in the view by these uses, of a plan
 * or a nets_booking; give increases them. All of it or nothing. The age stays. Resources
 * that the view lacks, such as wavelengths, are ignored. Statuses as nets_profile_take.
 * Cost: nets_profile_take for each use. */
NETSCHED_CALL nets_view_take(nets_view *view, const nets_use *uses, uint32_t count);
NETSCHED_CALL nets_view_give(nets_view *view, const nets_use *uses, uint32_t count);

/* Forgets the time before `now`. Call it now and then to save memory. O(steps) */
NETSCHED_DEF void nets_view_forget(nets_view *view, nets_time now);

/* The view's profile of a link, cluster or unit, or NULL if there is none. Valid until it
 * changes. O(1) */
NETSCHED_DEF const nets_profile *nets_view_profile(const nets_view *view, nets_kind kind,
                                                   uint32_t index);
#endif

typedef enum nets_method {
    NETS_AWMC_T = 0, /* prunes paths by delay and weight (section 4.2): polynomial */
    NETS_MC_T = 1,   /* by (3), as printed only if `strict`; can prune the best path */
    NETS_EXACT = 2,  /* prunes only paths that lead to nothing better */
    NETS_MC_B = 3,   /* by links alone: clusters count as free, and the data arrive as */
                     /* early as possible, nearly always */
    NETS_ECT = 4     /* by clusters alone: links count as free, so it sends immediately */
} nets_method;

/* A further parameter of the cost vector (section 4.1), for example hops, or the tasks
 * that a cluster has executed. Costs are at least 0; a sum above INT64_MAX is INT64_MAX.
 */
typedef struct nets_cost {
    int64_t link;            /* of every link: 1 counts hops */
    const int64_t *links;    /* added to that, by link of the view; NULL: nothing */
    const int64_t *clusters; /* by cluster; NULL: 0 */
    int max;                 /* 0: the sum along a path; 1: the largest counts */
    int64_t limit;           /* the most that the answer may cost; 0 = any */
} nets_cost;

/* What a score function judges: a path, a cluster at its end and the resulting times. */
typedef struct nets_offer {
    uint32_t cluster, link_count;
    nets_time delay;        /* of the path, d_p, in whole slots */
    nets_time send, arrive; /* R_p(b); EST, when all data have arrived */
    nets_time start, end;   /* of execution */
    const nets_slots *path; /* the path's vector; without bits if links count as free */
    const nets_slots *cpus; /* the cluster's after MUV; likewise */
    const int64_t *costs;   /* of path and cluster, in the order of task->costs */
} nets_offer;

/* The function f of section 4.4: the offer with the least score is taken. The score must
 * not grow if the delay, a time or a cost decreases, nor if a bit becomes 1; otherwise a
 * path may be pruned, before it is scored, although its score would be better. */
typedef int64_t (*nets_score_fn)(void *ctx, const nets_offer *offer);

typedef struct nets_task {
    uint32_t source; /* the node where the data are, S or R */
    nets_method method;
    nets_time origin;    /* the data can be sent from then on; slot 0 begins then */
    nets_amount data;    /* I: sent in data / rate, rounded up; 0: links count as free */
    nets_amount rate;    /* r, taken on each link, at least 1 */
    nets_amount cpus;    /* taken at the cluster; 0 = 1 */
    int64_t workload;    /* W: runs for workload / speed, rounded up */
    nets_time bound;     /* D: the task must end by origin + bound; a length, not a */
                         /* time as nets_request.deadline is; 0 = at any time */
    int strict;          /* equation (3) with <: equal delay does not prune */
    uint32_t max_labels; /* most paths held, pruned ones included; */
                         /* 0 = 65,536, or with EXACT 16,384 */
    nets_score_fn score; /* NULL = the completion time, `end` */
    void *score_ctx;
    const nets_cost *costs; /* further parameters of the cost vector */
    uint32_t cost_count, need_count;
    const nets_need *needs; /* of local resources at the node of the cluster */
} nets_task;

typedef struct nets_route {
    uint32_t cluster;      /* NETS_NONE: there is no answer */
    uint32_t link_count;   /* 0: the cluster is at the source, nothing is sent */
    const uint32_t *links; /* from the source on; until the next search of the view */
    nets_time send, arrive, start, end;
    const int64_t *costs; /* in the order of task->costs; valid as `links` */
    int64_t score;
    uint32_t paths;  /* |P_n-d|: non-dominated paths from the source to other nodes */
    uint32_t widest; /* the most of them at one node */
    uint32_t pairs;  /* |PM_n-d|: non-dominated pairs among those that end in time */
    uint64_t labels; /* paths examined */
} nets_route;

#ifndef NETSCHED_NO_MULTICOST
/* Chooses the cluster and the path for a task, and when to send and run it (section 4):
 * the (path, cluster) pair with the least score. Ties, among the pairs that no other one
 * dominates (see below): the least costs, in their order, then the lowest cluster, the
 * earliest arrival, the least delay, the most weight, the path found first. So a cluster
 * that is free more often, or faster, is taken before one with a lower number.
 *
 * Paths visit no node twice. The method decides which paths to a node are kept. Path A
 * prunes path B to the same node:
 *   AWMC_T  if B has no less delay and no more weight. The weight is the number of ones
 *           in the path's vector; all slots beyond the vector together count as one
 *   MC_T    if B has no less delay, and ones only where A has ones: equation (3)
 *   EXACT   if A can go on over all links over which B can, and the data then arrive no
 *           later. Paths that cannot end before an answer already found are pruned, too.
 *           With a score: if B has equal delay, and ones only where A has ones
 *   MC_B    as MC_T; clusters count as free, and the score is the arrival
 *   ECT     as AWMC_T; links count as free, so one path of least delay is left
 * If the task has costs, A must not cost more than B either, in any of them. If two paths
 * would prune each other, the first one found prunes the other; with `strict` neither
 * does, except with EXACT. Then equation (5) prunes pairs; a pair dominates another only
 * if its cluster is at least as fast, and if it does not cost more. So the best pair of
 * the paths kept is never pruned. Paths and pairs above the limit of a cost are left out.
 * If the task has needs, no pair is pruned.
 *
 * b and the run's length are rounded up to slots, EST to slots of the cluster; the run
 * ends workload / speed after its start. At a cluster of the source node, the data are
 * there from the origin on. If there is a bound, slots beyond the vectors count as taken;
 * else a slot counts as free if the resource is free after its last change, even if it is
 * taken in that slot: to book the answer, give the view slots up to the last change, or a
 * bound.
 * NETS_OK       *route is the answer. Books nothing; see nets_route_plan
 * NETS_E_NOFIT  no cluster can run the task, or none in time; methods other than EXACT
 *               may have missed one
 * NETS_E_ARG    no such node or method, rate < 1, something is negative, also a cost, or
 *               the amount of a need is not positive
 * NETS_E_RANGE  a time overflows
 * NETS_E_LIMIT  more than max_labels paths would have to be held
 * NETS_E_NOMEM
 * After all but OK only the counts in *route are valid. Neither the network nor what the
 * view knows changes; `view` is not const because its scratch memory is used.
 *
 * Cost: AWMC-T keeps at most u_l + 1 paths at each node (unless `strict`); if the task
 * has costs, so many for each combination of them. With the other methods, the number may
 * grow exponentially with the network. With EXACT it seldom does, because most paths end
 * too late; if the task has a score, it does. Each path examined costs u_l / 64 words and
 * a comparison with the paths at its node, mostly by delay and weight alone. Vectors are
 * computed only for routes reached, in O(u_l / 64 + steps), and again if origin, rate,
 * cpus or what the view knows has changed; if time has moved on by whole slots, only the
 * new slots are computed. Words after the last change of any link are not touched.
 * Memory: u_l / 8 + 72 bytes for each path held, and 8 for each of its costs, kept for
 * the next call. With EXACT the time until NETS_E_LIMIT grows as the square of
 * max_labels: some 0.1 s with 16,384, 3 s with 65,536. */
NETSCHED_CALL nets_multicost(nets_view *view, const nets_task *task, nets_route *route);

/* Makes the plan with which nets_commit books a route: `rate` of each link while the data
 * pass it, for data / rate, `cpus` of the cluster from start to end, and a unit for each
 * need. If the view was out of date, nets_commit may return NETS_E_BUSY. After a failure
 * the plan is empty.
 * NETS_E_ARG   the route holds no answer, or belongs to another view or task
 * NETS_E_BUSY  the view has changed, and a need is no longer free
 * NETS_E_RANGE, NETS_E_NOMEM. O(links + units at the node) */
NETSCHED_CALL nets_route_plan(const nets_view *view, const nets_task *task,
                              const nets_route *route, nets_plan *plan);
#endif

/* For NETSCHED_ABI: an enumerator, so that a C++ file that uses it has no cast. */
enum {
    NETS_I_SIZES =
        (sizeof(nets_step) + 3 * sizeof(nets_profile) + 5 * sizeof(nets_span) +
         7 * sizeof(nets_spans) + 11 * sizeof(nets_desc) + 13 * sizeof(nets_link_info) +
         17 * sizeof(nets_partition_info) + 19 * sizeof(nets_unit_info) +
         23 * sizeof(nets_cluster_info) + 29 * sizeof(nets_stats_info) +
         31 * sizeof(nets_need) + 37 * sizeof(nets_request) + 41 * sizeof(nets_use) +
         43 * sizeof(nets_plan) + 47 * sizeof(nets_alternative_info) +
         53 * sizeof(nets_booking) + 59 * sizeof(nets_slots) +
         61 * sizeof(nets_view_desc) + 67 * sizeof(nets_offer) + 107 * sizeof(nets_cost) +
         113 * sizeof(nets_room) + 71 * sizeof(nets_task) + 73 * sizeof(nets_route) +
         97 * sizeof(nets_wave_info) + 127 * sizeof(nets_reason) +
         131 * sizeof(nets_event)) %
        32749 /* fits an int of 16 bits */
};

#ifdef __cplusplus
}
#endif
#endif /* NETSCHED_H */

/* ---- implementation ---------------------------------------------------------------- */

#ifdef NETSCHED_IMPLEMENTATION
#ifndef NETSCHED_IMPLEMENTED
#define NETSCHED_IMPLEMENTED

#if !(defined(NETSCHED_MEMCPY) && defined(NETSCHED_MEMMOVE) && defined(NETSCHED_MEMSET))
#ifndef NETSCHED_NO_STDLIB
#include <string.h>
#elif !defined(__GNUC__) && !defined(__clang__)
#error "netsched.h: NETSCHED_NO_STDLIB needs NETSCHED_MEMCPY, _MEMMOVE and _MEMSET"
#endif
#endif
#ifndef NETSCHED_MEMCPY
#define NETSCHED_MEMCPY NETS_I_LIBC(memcpy)
#endif
#ifndef NETSCHED_MEMMOVE
#define NETSCHED_MEMMOVE NETS_I_LIBC(memmove)
#endif
#ifndef NETSCHED_MEMSET
#define NETSCHED_MEMSET NETS_I_LIBC(memset)
#endif
#ifndef NETSCHED_NO_STDLIB
#include <stdlib.h>
#endif

/* >>memory --------------------------------------------------------------------------- */

/* For functions that several parts use; that -Os would copy into their callers although
 * calls are smaller; and that run often and are called from few places. */
#define NETS_I_SHARED static NETS_I_UNUSED
#if defined(__OPTIMIZE_SIZE__)
#define NETS_I_CALLED static NETS_I_UNUSED NETS_I_APART
#define NETS_I_HOT NETS_I_SHARED
#define NETS_I_SMALL 1 /* without code that only makes rows of bits faster */
#else
#define NETS_I_CALLED NETS_I_SHARED
#define NETS_I_HOT static NETS_I_INLINE
#define NETS_I_SMALL 0
#endif

#ifndef NETS_I_GROW /* tests define it without slack */
#define NETS_I_GROW(n) ((n) + (n) / 2 + 8)
#endif
#ifndef NETS_I_MOST             /* tests make it small */
#define NETS_I_MOST 0x7FFFFFFFu /* the most of anything that is counted */
#endif

/* All memory comes from here. */
static void *nets_i_resize(nets_alloc_fn fn, void *ctx, void *ptr, size_t old_size,
                           size_t new_size)
{
    if (fn) return fn(ctx, ptr, old_size, new_size);
#ifndef NETSCHED_NO_STDLIB
    if (new_size) return realloc(ptr, new_size);
    free(ptr);
#endif
    return NULL;
}

/* Makes room for `need` items of `size` bytes in an array with less; it grows by half.
 * `at` is the address of the pointer to it, of any type; *capacity is the number of items
 * it has room for, also after a failure. */
static nets_status nets_i_grow(nets_alloc_fn fn, void *ctx, void *at, uint32_t *capacity,
                               uint64_t need, size_t size)
{
    uint64_t more = NETS_I_GROW((uint64_t)*capacity);
    void *array;
    if (more < need) more = need;
    if (more > NETS_I_MOST) more = NETS_I_MOST;
    if (need > more) return NETS_E_RANGE;
    if (more > SIZE_MAX / size) return NETS_E_NOMEM;
    NETSCHED_MEMCPY(&array, at, sizeof array);
    array = nets_i_resize(fn, ctx, array, (size_t)*capacity * size, (size_t)more * size);
    if (!array) return NETS_E_NOMEM;
    NETSCHED_MEMCPY(at, &array, sizeof array);
    *capacity = (uint32_t)more;
    return NETS_OK;
}

NETS_I_HOT nets_status nets_i_room(nets_alloc_fn fn, void *ctx, void *at,
                                   uint32_t *capacity, uint64_t need, size_t size)
{
    return need <= *capacity ? NETS_OK : nets_i_grow(fn, ctx, at, capacity, need, size);
}

static void nets_i_drop(nets_alloc_fn fn, void *ctx, void *at, uint32_t capacity,
                        size_t size)
{
    if (at) (void)nets_i_resize(fn, ctx, at, (size_t)capacity * size, 0);
}

/* Room in an array for `need` items, and its end; the memory is `owner`'s. */
#define NETS_I_ROOM(owner, array, capacity, need)                                \
    nets_i_room((owner)->alloc, (owner)->alloc_ctx, &(array), &(capacity), need, \
                sizeof *(array))
#define NETS_I_DROP(owner, array, capacity) \
    nets_i_drop((owner)->alloc, (owner)->alloc_ctx, array, capacity, sizeof *(array))

/* Gives an object this hook, unless it has a hook or memory already. */
#define NETS_I_HOOK(x, memory, fn, ctx)                                \
    ((x)->alloc_ctx = (x)->alloc || (memory) ? (x)->alloc_ctx : (ctx), \
     (x)->alloc = (x)->alloc || (memory) ? (x)->alloc : (fn))

/* An array, its room, its end. */
#define NETS_I_VECTOR(type)       \
    struct {                      \
        type *at;                 \
        uint32_t count, capacity; \
    }
#define NETS_I_FIT(owner, v, need) NETS_I_ROOM(owner, (v).at, (v).capacity, need)
#define NETS_I_FREE(owner, v) NETS_I_DROP(owner, (v).at, (v).capacity)
/* Copies or moves n items. */
#define NETS_I_COPY(to, from, n) NETSCHED_MEMCPY(to, from, (size_t)(n) * sizeof *(to))
#define NETS_I_MOVE(to, from, n) NETSCHED_MEMMOVE(to, from, (size_t)(n) * sizeof *(to))

/* A heap of items of `size` bytes, at most NETS_I_ITEM: no item is before its parent. */
typedef int (*nets_i_before)(const void *ctx, const void *a, const void *b);

#define NETS_I_ITEM 64u

NETS_I_HOT void nets_i_swap(char *a, char *b, size_t size)
{
    char held[NETS_I_ITEM];
    NETSCHED_MEMCPY(held, a, size);
    NETSCHED_MEMCPY(a, b, size);
    NETSCHED_MEMCPY(b, held, size);
}

/* Moves item i up to its place. */
NETS_I_HOT void nets_i_heap_up(void *heap, uint32_t i, size_t size, nets_i_before before,
                               const void *ctx)
{
    char *at = (char *)heap;
    while (i && before(ctx, at + i * size, at + (i - 1) / 2 * size)) {
        nets_i_swap(at + i * size, at + (i - 1) / 2 * size, size);
        i = (i - 1) / 2;
    }
}

/* Moves item i down to its place. */
NETS_I_HOT void nets_i_heap_down(void *heap, uint32_t count, uint64_t i, size_t size,
                                 nets_i_before before, const void *ctx)
{
    char *at = (char *)heap;
    uint64_t child;
    while ((child = 2 * i + 1) < count) {
        if (child + 1 < count && before(ctx, at + (child + 1) * size, at + child * size))
            child++;
        if (!before(ctx, at + child * size, at + i * size)) return;
        nets_i_swap(at + i * size, at + child * size, size);
        i = child;
    }
}

/* Takes the first item out of a heap of `count`, to its end. */
NETS_I_HOT void nets_i_heap_pop(void *heap, uint32_t count, size_t size,
                                nets_i_before before, const void *ctx)
{
    nets_i_swap((char *)heap, (char *)heap + (count - 1) * size, size);
    nets_i_heap_down(heap, count - 1, 0, size, before, ctx);
}

/* >>arithmetic ----------------------------------------------------------------------- */

/* Sets *sum to a + b; returns 1 if the sum does not fit. */
NETS_I_SHARED int nets_i_add(int64_t a, int64_t b, int64_t *sum)
{
    if (b > 0 ? a > INT64_MAX - b : a < INT64_MIN - b) return 1;
    *sum = a + b;
    return 0;
}

/* Sets *product to a * b, for a, b >= 0; returns 1 if the product does not fit. */
NETS_I_SHARED int nets_i_multiply(int64_t a, int64_t b, int64_t *product)
{
    if (b > 0 && a > INT64_MAX / b) return 1;
    *product = a * b;
    return 0;
}

NETS_I_SHARED int64_t nets_i_ceil_div(int64_t a, int64_t b) /* a >= 0, b > 0 */
{
    return a / b + (a % b != 0);
}

NETS_I_CALLED int64_t nets_i_least(int64_t a, int64_t b) { return a < b ? a : b; }

/* The end of what lasts so long from t on; FOREVER never ends. */
NETS_I_SHARED nets_time nets_i_until(nets_time t, nets_time length)
{
    return length == NETS_FOREVER ? length : t + length;
}

/* The latest start of what lasts so long and must end by `end`. */
NETS_I_SHARED nets_time nets_i_last(nets_time end, nets_time length)
{
    if (length == NETS_FOREVER) return end == length ? length - 1 : INT64_MIN;
    return end < INT64_MIN + length ? INT64_MIN : end - length;
}

/* >>profiles ------------------------------------------------------------------------- */

/* The first of `count` items, `size` bytes apart, whose number is above t; `at` is where
 * the first one has its number, of 64 bits and below 2^63. */
NETS_I_HOT uint32_t nets_i_above(const void *at, uint32_t count, size_t size, int64_t t)
{
    uint32_t low = 0, high = count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        int64_t number;
        NETSCHED_MEMCPY(&number, (const char *)at + middle * size, sizeof number);
        if (number <= t)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The first step after t; the piece that contains t ends there. */
static uint32_t nets_i_step_after(const nets_profile *p, nets_time t)
{
    return p->count ? nets_i_above(&p->steps->time, p->count, sizeof *p->steps, t) : 0;
}

/* The amount in piece i, which lies between steps i - 1 and i. */
static nets_amount nets_i_piece(const nets_profile *p, uint32_t i)
{
    return i ? p->steps[i - 1].amount : p->first;
}

static nets_time nets_i_piece_end(const nets_profile *p, uint32_t i)
{
    return i < p->count ? p->steps[i].time : NETS_FOREVER;
}

NETSCHED_DEF void nets_profile_init(nets_profile *p, nets_amount amount,
                                    nets_alloc_fn alloc, void *alloc_ctx)
{
    NETSCHED_MEMSET(p, 0, sizeof *p);
    p->first = amount > NETS_MOST ? NETS_MOST : amount > 0 ? amount : 0;
    p->alloc = alloc;
    p->alloc_ctx = alloc_ctx;
}

NETSCHED_DEF void nets_profile_free(nets_profile *p)
{
    if (!p) return;
    NETS_I_DROP(p, p->steps, p->capacity);
    nets_profile_init(p, 0, p->alloc, p->alloc_ctx);
}

static nets_status nets_i_profile_room(nets_profile *p, uint64_t count)
{
    return NETS_I_ROOM(p, p->steps, p->capacity, count);
}

/* The step at time t; inserts it if there is none. */
static uint32_t nets_i_split(nets_profile *p, nets_time t)
{
    const uint32_t i = nets_i_step_after(p, t);
    nets_step *at = p->steps + i;
    if (i && at[-1].time == t) return i - 1;
    NETS_I_MOVE(at + 1, at, p->count++ - i);
    at->time = t;
    at->amount = nets_i_piece(p, i);
    return i;
}

/* Removes step i if the amount does not change there. */
static void nets_i_unite(nets_profile *p, uint32_t i)
{
    nets_step *at = p->steps + i;
    if (i < p->count && at->amount == nets_i_piece(p, i))
        NETS_I_MOVE(at, at + 1, --p->count - i);
}

/* Adds delta, which may be negative, during [start, end). The caller has made room for
 * two steps. */
static void nets_i_profile_add(nets_profile *p, nets_time start, nets_time end,
                               nets_amount delta)
{
    const uint32_t i = nets_i_split(p, start);
    const uint32_t j = end == NETS_FOREVER ? p->count : nets_i_split(p, end);
    uint32_t k;
    for (k = i; k < j; k++) p->steps[k].amount += delta;
    nets_i_unite(p, j);
    nets_i_unite(p, i);
}

NETSCHED_DEF nets_amount nets_profile_value(const nets_profile *p, nets_time t)
{
    return p ? nets_i_piece(p, nets_i_step_after(p, t)) : 0;
}

/* The minimum from piece i to `end`. */
NETS_I_CALLED nets_amount nets_i_min_from(const nets_profile *p, uint32_t i,
                                          nets_time end)
{
    nets_amount least = nets_i_piece(p, i);
    for (; i < p->count && p->steps[i].time < end; i++)
        least = nets_i_least(least, p->steps[i].amount);
    return least;
}

NETSCHED_DEF nets_amount nets_profile_min(const nets_profile *p, nets_time start,
                                          nets_time end)
{
    return p ? nets_i_min_from(p, nets_i_step_after(p, start), end) : 0;
}

NETSCHED_DEF nets_status nets_profile_take(nets_profile *p, nets_time start,
                                           nets_time end, nets_amount amount)
{
    if (!p || start >= end || amount < 0) return NETS_E_ARG;
    if (nets_profile_min(p, start, end) < amount) return NETS_E_BUSY;
    return nets_profile_add(p, start, end, -amount);
}

NETSCHED_DEF nets_status nets_profile_add(nets_profile *p, nets_time start, nets_time end,
                                          nets_amount delta)
{
    nets_amount sum;
    nets_status s;
    uint32_t i;
    if (!p || start >= end) return NETS_E_ARG;
    for (i = nets_i_step_after(p, start);; i++) {
        if (nets_i_add(nets_i_piece(p, i), delta, &sum) || sum > NETS_MOST ||
            sum < -NETS_MOST)
            return NETS_E_RANGE;
        if (nets_i_piece_end(p, i) >= end) break;
    }
    s = nets_i_profile_room(p, (uint64_t)p->count + 2);
    if (s == NETS_OK && delta) nets_i_profile_add(p, start, end, delta);
    return s;
}

NETSCHED_DEF nets_status nets_profile_give(nets_profile *p, nets_time start,
                                           nets_time end, nets_amount amount)
{
    return amount < 0 ? NETS_E_ARG : nets_profile_add(p, start, end, amount);
}

NETSCHED_DEF nets_status nets_profile_copy(nets_profile *p, const nets_profile *from)
{
    nets_status s;
    if (!p || !from) return NETS_E_ARG;
    if (p == from) return NETS_OK;
    s = nets_i_profile_room(p, from->count);
    if (s != NETS_OK) return s;
    p->first = from->first;
    p->count = from->count;
    if (p->count) NETS_I_COPY(p->steps, from->steps, p->count);
    return NETS_OK;
}

NETSCHED_DEF nets_time nets_profile_next(const nets_profile *p, nets_time t)
{
    return p ? nets_i_piece_end(p, nets_i_step_after(p, t)) : NETS_FOREVER;
}

/* The earliest start at or after t such that `amount` is free for `length`, or FOREVER.
 * *i must be the piece that contains t and becomes the piece that contains the answer, so
 * that a search from a later t can continue from there. All starts before *until are as
 * good. */
static nets_time nets_i_earliest(const nets_profile *p, nets_amount amount,
                                 nets_time length, nets_time t, uint32_t *i,
                                 nets_time *until)
{
    uint32_t k = *i;
    nets_time end;
    if (t > nets_i_last(NETS_FOREVER, length)) return NETS_FOREVER;
    end = nets_i_until(t, length);
    for (;;) {
        if (nets_i_piece(p, k) < amount) { /* no start before this piece ends */
            do {
                if (k >= p->count) return NETS_FOREVER;
                k++;
            } while (nets_i_piece(p, k) < amount);
            *i = k;
            t = p->steps[k - 1].time;
            if (t > nets_i_last(NETS_FOREVER, length)) return NETS_FOREVER;
            end = nets_i_until(t, length);
        }
        if (nets_i_piece_end(p, k) >= end) {
            *until = nets_i_piece_end(p, k);
            if (*until != NETS_FOREVER) *until -= length - 1;
            return t;
        }
        k++;
    }
}

NETSCHED_DEF nets_status nets_profile_earliest(const nets_profile *p, nets_amount amount,
                                               nets_time length, nets_time start,
                                               nets_time end, nets_time *x)
{
    uint32_t i;
    nets_time t, until;
    if (!p || !x || length <= 0 || amount < 0) return NETS_E_ARG;
    i = nets_i_step_after(p, start);
    t = nets_i_earliest(p, amount, length, start, &i, &until);
    if (t == NETS_FOREVER || nets_i_until(t, length) > end) return NETS_E_NOFIT;
    *x = t;
    return NETS_OK;
}

NETSCHED_DEF void nets_profile_forget(nets_profile *p, nets_time now)
{
    uint32_t i;
    if (!p) return;
    i = nets_i_step_after(p, now);
    if (!i) return;
    p->first = p->steps[i - 1].amount;
    p->count -= i;
    NETS_I_MOVE(p->steps, p->steps + i, p->count);
}

/* >>spans ---------------------------------------------------------------------------- */

/* Adds a span that neither begins nor ends before the last one does. The caller has made
 * room. */
static void nets_i_spans_append(nets_spans *s, nets_time from, nets_time to)
{
    if (s->count && s->at[s->count - 1].to >= from) {
        s->at[s->count - 1].to = to;
        return;
    }
    s->at[s->count].from = from;
    s->at[s->count++].to = to;
}

/* The first span that ends after t. */
static uint32_t nets_i_span_at(const nets_spans *s, nets_time t)
{
    return s->count ? nets_i_above(&s->at->to, s->count, sizeof *s->at, t) : 0;
}

NETSCHED_DEF nets_status nets_spans_add(nets_spans *s, nets_time from, nets_time to)
{
    nets_status status;
    uint32_t i, j;
    if (!s || from >= to) return NETS_E_ARG;
    status = NETS_I_FIT(s, *s, (uint64_t)s->count + 1);
    if (status != NETS_OK) return status;
    i = nets_i_span_at(s, from);
    if (i && s->at[i - 1].to == from) i--;
    for (j = i; j < s->count && s->at[j].from <= to; j++) { /* i .. j - 1 merge */
        from = nets_i_least(from, s->at[j].from);
        if (s->at[j].to > to) to = s->at[j].to;
    }
    NETS_I_MOVE(s->at + i + 1, s->at + j, s->count - j);
    s->count = s->count - (j - i) + 1;
    s->at[i].from = from;
    s->at[i].to = to;
    return NETS_OK;
}

/* Bound k of a set: the spans' begins and ends in turn. */
static nets_time nets_i_bound_of(const nets_spans *s, uint64_t k)
{
    if (k / 2 >= s->count) return NETS_FOREVER;
    return k % 2 ? s->at[k / 2].to : s->at[k / 2].from;
}

/* Goes through the bounds of both sets: where an even number of one's has passed, a time
 * is outside it. The result is made behind what `out` has, if that is a or b. */
NETSCHED_DEF nets_status nets_spans_combine(nets_spans *out, const nets_spans *a,
                                            nets_spans_op op, const nets_spans *b)
{
    nets_spans made;
    uint64_t i = 0, j = 0;
    uint32_t old;
    nets_status s;
    if (!out || !a || !b || (unsigned)op > NETS_DIFFERENCE) return NETS_E_ARG;
    old = out == a || out == b ? out->count : 0;
    s = NETS_I_FIT(out, *out, (uint64_t)old + a->count + b->count);
    if (s != NETS_OK || !out->at) return s;
    made = *out;
    made.at += old;
    made.count = 0;
    while (i / 2 < a->count || j / 2 < b->count) {
        const nets_time x = nets_i_bound_of(a, i), y = nets_i_bound_of(b, j);
        const nets_time from = nets_i_least(x, y);
        i += x == from && i / 2 < a->count;
        j += y == from && j / 2 < b->count;
        if (op == NETS_UNION          ? i % 2 || j % 2
            : op == NETS_INTERSECTION ? i % 2 && j % 2
                                      : i % 2 && j % 2 == 0)
            nets_i_spans_append(
                &made, from, nets_i_least(nets_i_bound_of(a, i), nets_i_bound_of(b, j)));
    }
    NETS_I_MOVE(out->at, made.at, made.count);
    out->count = made.count;
    return NETS_OK;
}

NETSCHED_DEF int nets_spans_has(const nets_spans *s, nets_time t)
{
    uint32_t i;
    if (!s) return 0;
    i = nets_i_span_at(s, t);
    return i < s->count && s->at[i].from <= t;
}

NETSCHED_DEF void nets_spans_clear(nets_spans *s)
{
    if (s) s->count = 0;
}

NETSCHED_DEF void nets_spans_free(nets_spans *s)
{
    if (!s) return;
    NETS_I_FREE(s, *s);
    s->at = NULL;
    s->count = s->capacity = 0;
}

NETSCHED_DEF nets_status nets_profile_starts(const nets_profile *p, nets_amount amount,
                                             nets_time length, nets_time start,
                                             nets_time end, nets_spans *out)
{
    nets_status s;
    uint32_t i;
    nets_time t = start;
    if (!p || !out || length <= 0 || amount < 0) return NETS_E_ARG;
    i = nets_i_step_after(p, start);
    s = NETS_I_FIT(out, *out, (uint64_t)p->count / 2 + 1); /* the most good pieces */
    if (s != NETS_OK) return s;
    out->count = 0;
    for (;;) { /* find a start, then the last start before the amount is not free */
        nets_time last;
        t = nets_i_earliest(p, amount, length, t, &i, &last);
        if (t == NETS_FOREVER || nets_i_until(t, length) > end) return NETS_OK;
        while (i < p->count && nets_i_piece(p, i + 1) >= amount) i++;
        last = nets_i_last(nets_i_least(nets_i_piece_end(p, i), end), length);
        nets_i_spans_append(out, t, last + 1);
        if (i >= p->count) return NETS_OK;
        t = p->steps[i++].time;
    }
}

/* >>network -------------------------------------------------------------------------- */

/* A resource that is booked by amounts: a link, a unit, a cluster's CPUs. */
typedef struct nets_i_resource {
    nets_profile free;
    uint32_t live; /* uses of bookings that may still be given back */
} nets_i_resource;

typedef struct nets_i_node {
    uint32_t first, last; /* innermost and outermost partition, or NETS_NONE */
    uint32_t converts;    /* 1: a light path may change its wavelength there */
} nets_i_node;

typedef struct nets_i_partition {
    nets_partition_info is;
    uint32_t next;        /* the next partition outwards */
    uint32_t before;      /* the next partition inwards; NETS_NONE: the node */
    uint32_t first, last; /* of its units, by C-ID; equal ones in the order of adding */
} nets_i_partition;

typedef struct nets_i_unit {
    nets_unit_info is;
    uint32_t place; /* position in its partition */
    uint32_t next;  /* the next unit of its partition, by C-ID */
    uint32_t pair;  /* its first pair with a unit of the partition before */
    uint32_t tried; /* 1: of the C-ID for which the graph is made; set only for that */
} nets_i_unit;

typedef struct nets_i_pair {
    uint32_t unit; /* of the partition before */
    uint32_t from; /* the unit that reaches it */
    uint32_t next; /* the next pair of the same unit `from` */
} nets_i_pair;

typedef struct nets_i_wave {
    nets_wave_info is;
    uint32_t next; /* the next wavelength of its link, in ascending order */
} nets_i_wave;

typedef struct nets_i_booking {
    nets_booking b; /* count 0: it was cancelled */
    nets_use *uses;
    uint32_t capacity; /* of uses; 0: they lie in the pool */
} nets_i_booking;

/* The lists of a network: type, name, number in a nets_room r. Bookings are sorted by id;
 * those that were cancelled stay until nets_i_sweep. With reserved room the uses
 * of bookings lie in a pool of equal places, and the memory of the first plan waits. */
#define NETS_I_LISTS(X)                                      \
    X(nets_i_node, nodes, r->nodes)                          \
    X(nets_link_info, links, r->links)                       \
    X(nets_i_partition, partitions, r->partitions)           \
    X(nets_i_unit, units, r->units)                          \
    X(nets_i_pair, pairs, r->pairs)                          \
    X(nets_cluster_info, clusters, r->clusters)              \
    X(nets_i_wave, waves, net->waves.count)                  \
    X(uint32_t, fibres, net->fibres.count)                   \
    X(nets_i_booking, bookings, (uint64_t)r->bookings + 1)   \
    X(nets_use, pool, ((uint64_t)r->bookings + 1) * r->uses) \
    X(uint32_t, vacant, (uint64_t)r->bookings + 1)           \
    X(nets_use, first_plan, r->uses)

struct nets_network {
    nets_alloc_fn alloc; /* nets_i_counted, and the network: for all its memory */
    void *alloc_ctx;
    nets_alloc_fn outer; /* the caller's */
    void *outer_ctx;
    uint64_t bytes, bytes_peak;
    nets_time now;
#define NETS_I_LIST(type, name, number) NETS_I_VECTOR(type) name;
    NETS_I_LISTS(NETS_I_LIST)
#undef NETS_I_LIST
    NETS_I_VECTOR(nets_i_resource) resource[4]; /* by nets_kind */
    uint32_t beyond;                            /* all wavelengths are below this */
    uint32_t converters;                        /* nodes that convert */
    uint32_t alive, swept_at;
    uint32_t steps; /* each resource has room for so many from the beginning; 0: none */
    uint32_t uses;  /* that a plan has at most, nets_room.uses; 0: any number */
    nets_id last_id;
    int loading;                  /* links may have less than is booked of them */
    struct nets_i_search *search; /* scratch memory of searches */
};

/* The hook for all memory of a network: it counts the bytes. */
static void *nets_i_counted(void *ctx, void *ptr, size_t old_size, size_t new_size)
{
    nets_network *net = (nets_network *)ctx;
    void *p = nets_i_resize(net->outer, net->outer_ctx, ptr, old_size, new_size);
    if (new_size && !p) return NULL;
    net->bytes += new_size;
    net->bytes -= old_size;
    if (net->bytes > net->bytes_peak) net->bytes_peak = net->bytes;
    return p;
}

static nets_i_resource *nets_i_resource_of(const nets_network *net, nets_kind kind,
                                           uint32_t index)
{
    if ((unsigned)kind > NETS_WAVE || index >= net->resource[kind].count) return NULL;
    return net->resource[kind].at + index;
}

/* All that a resource has. */
static nets_amount nets_i_total(const nets_network *net, nets_kind kind, uint32_t index)
{
    return kind == NETS_LINK      ? net->links.at[index].capacity
           : kind == NETS_UNIT    ? net->units.at[index].is.amount
           : kind == NETS_CLUSTER ? net->clusters.at[index].cpus
                                  : 1;
}

/* Room for one more item in a list of a network. */
#define NETS_I_MORE(net, v) NETS_I_FIT(net, v, (uint64_t)(v).count + 1)

/* Makes room for `more` resources of a kind. A kind of a network with reserved room have
 * room for their steps, too. */
static nets_status nets_i_more_resources(nets_network *net, nets_kind kind, uint32_t more)
{
    const uint32_t count = net->resource[kind].count;
    nets_status s = NETS_I_FIT(net, net->resource[kind], (uint64_t)count + more);
    nets_i_resource *at;
    uint32_t i;
    if (s != NETS_OK) return s;
    at = net->resource[kind].at + count;
    for (i = 0; i < more && s == NETS_OK; i++) {
        nets_profile_init(&at[i].free, 0, nets_i_counted, net);
        s = nets_i_profile_room(&at[i].free, net->steps);
    }
    while (s != NETS_OK && i-- > 0) nets_profile_free(&at[i].free);
    return s;
}

NETS_I_CALLED void nets_i_new_resource(nets_network *net, nets_kind kind,
                                       nets_amount total)
{
    nets_i_resource *r = &net->resource[kind].at[net->resource[kind].count++];
    r->free.first = total;
    r->live = 0;
}

static nets_status nets_i_reserve(nets_network *net, const nets_room *room);

NETSCHED_DEF nets_status nets_create_abi(nets_network **out, const nets_desc *desc,
                                         unsigned abi)
{
    static const nets_desc all_zero = {NULL, 0, NULL, NULL};
    nets_network *net;
    nets_status s = NETS_OK;
    if (!out) return NETS_E_ARG;
    *out = NULL;
    if (abi != NETSCHED_ABI) return NETS_E_ABI;
    if (!desc) desc = &all_zero;
    net =
        (nets_network *)nets_i_resize(desc->alloc, desc->alloc_ctx, NULL, 0, sizeof *net);
    if (!net) return NETS_E_NOMEM;
    NETSCHED_MEMSET(net, 0, sizeof *net);
    net->alloc = nets_i_counted;
    net->alloc_ctx = net;
    net->outer = desc->alloc;
    net->outer_ctx = desc->alloc_ctx;
    net->bytes = net->bytes_peak = sizeof *net;
    net->now = desc->now;
    if (desc->room) s = nets_i_reserve(net, desc->room);
    if (s == NETS_OK)
        *out = net;
    else
        nets_destroy(net);
    return s;
}

#ifndef NETSCHED_NO_FIRST_SLOT
static void nets_i_search_destroy(nets_network *net);
#endif
static void nets_i_uses_forget(nets_network *net, nets_i_booking *k);

NETSCHED_DEF void nets_destroy(nets_network *net)
{
    unsigned kind;
    uint32_t i;
    if (!net) return;
#ifndef NETSCHED_NO_FIRST_SLOT
    nets_i_search_destroy(net);
#endif
    for (i = 0; i < net->bookings.count; i++)
        nets_i_uses_forget(net, net->bookings.at + i);
    for (kind = 0; kind <= NETS_WAVE; kind++) {
        for (i = 0; i < net->resource[kind].count; i++)
            nets_profile_free(&net->resource[kind].at[i].free);
        NETS_I_FREE(net, net->resource[kind]);
    }
#define NETS_I_LIST(type, name, number) NETS_I_FREE(net, net->name);
    NETS_I_LISTS(NETS_I_LIST)
#undef NETS_I_LIST
    (void)nets_i_resize(net->outer, net->outer_ctx, net, sizeof *net, 0);
}

/* Counting sort of the links by the node they leave: links of v become
 * sorted[at[v]] .. sorted[at[v + 1] - 1], in ascending order. */
NETS_I_SHARED void nets_i_sort_links(const nets_network *net, uint32_t *at,
                                     uint32_t *sorted)
{
    const nets_link_info *links = net->links.at;
    const uint32_t nodes = net->nodes.count;
    uint32_t i;
    NETSCHED_MEMSET(at, 0, ((size_t)nodes + 1) * sizeof *at);
    for (i = 0; i < net->links.count; i++) at[links[i].from]++;
    for (i = 1; i <= nodes; i++) at[i] += at[i - 1];
    for (i = net->links.count; i-- > 0;) sorted[--at[links[i].from]] = i;
}

static void nets_i_tell(uint32_t *out, uint32_t number)
{
    if (out) *out = number;
}

NETSCHED_DEF nets_status nets_add_node(nets_network *net, uint32_t *out)
{
    nets_i_node *n;
    nets_status s;
    if (!net) return NETS_E_ARG;
    s = NETS_I_MORE(net, net->nodes);
    if (s != NETS_OK) return s;
    n = net->nodes.at + net->nodes.count;
    n->first = n->last = NETS_NONE;
    n->converts = 0;
    nets_i_tell(out, net->nodes.count++);
    return NETS_OK;
}

#define NETS_I_DUPLEX ((uint32_t)1 << 31) /* the groups of duplex links begin there */

/* Adds one link or, if `ways` is 2, also the link back. */
static nets_status nets_i_add_links(nets_network *net, uint32_t from, uint32_t to,
                                    nets_amount capacity, nets_time delay, unsigned ways,
                                    uint32_t *out)
{
    nets_status s;
    unsigned way;
    if (!net || from >= net->nodes.count || to >= net->nodes.count || from == to ||
        capacity <= 0 || delay < 0)
        return NETS_E_ARG;
    if (capacity > NETS_MOST) return NETS_E_RANGE;
    s = NETS_I_FIT(net, net->links, (uint64_t)net->links.count + ways);
    if (s == NETS_OK) s = nets_i_more_resources(net, NETS_LINK, ways);
    if (s != NETS_OK) return s;
    nets_i_tell(out, net->links.count);
    for (way = 0; way < ways; way++) {
        const nets_link_info l = {way ? to : from, way ? from : to, capacity, delay,
                                  ways > 1 ? NETS_I_DUPLEX + net->links.count - way
                                           : NETS_NONE};
        net->links.at[net->links.count++] = l;
        nets_i_new_resource(net, NETS_LINK, capacity);
    }
    return NETS_OK;
}

NETSCHED_DEF nets_status nets_add_link(nets_network *net, uint32_t from, uint32_t to,
                                       nets_amount capacity, nets_time delay,
                                       uint32_t *out)
{
    return nets_i_add_links(net, from, to, capacity, delay, 1, out);
}

NETSCHED_DEF nets_status nets_add_duplex(nets_network *net, uint32_t a, uint32_t b,
                                         nets_amount capacity, nets_time delay,
                                         uint32_t *out)
{
    return nets_i_add_links(net, a, b, capacity, delay, 2, out);
}

NETSCHED_DEF nets_status nets_set_capacity(nets_network *net, uint32_t link,
                                           nets_amount capacity)
{
    nets_profile *p;
    nets_amount delta;
    uint32_t i;
    if (!net || link >= net->links.count || capacity <= 0) return NETS_E_ARG;
    if (capacity > NETS_MOST) return NETS_E_RANGE;
    delta = capacity - net->links.at[link].capacity;
    p = &net->resource[NETS_LINK].at[link].free;
    if (nets_i_min_from(p, nets_i_step_after(p, net->now), NETS_FOREVER) <
        -NETS_MOST - (delta < 0 ? delta : 0))
        return NETS_E_RANGE;
    nets_profile_forget(p, net->now);
    p->first += delta;
    for (i = 0; i < p->count; i++) p->steps[i].amount += delta;
    net->links.at[link].capacity = capacity;
    return NETS_OK;
}

/* The partition of a type at a node, or NETS_NONE. */
static uint32_t nets_i_partition_of(const nets_network *net, uint32_t node, uint32_t type)
{
    const nets_i_partition *all = net->partitions.at;
    uint32_t p = net->nodes.at[node].first;
    while (p != NETS_NONE && all[p].is.type != type) p = all[p].next;
    return p;
}

NETSCHED_DEF nets_status nets_add_partition(nets_network *net, uint32_t node,
                                            uint32_t type, nets_access access,
                                            uint32_t *out)
{
    nets_i_partition *all, *p;
    nets_i_node *n;
    nets_status s;
    if (!net || node >= net->nodes.count || (unsigned)access > NETS_PAIRS ||
        nets_i_partition_of(net, node, type) != NETS_NONE)
        return NETS_E_ARG;
    n = net->nodes.at + node;
    if (n->first == NETS_NONE && access != NETS_FULL) return NETS_E_ARG;
    s = NETS_I_MORE(net, net->partitions);
    if (s != NETS_OK) return s;
    all = net->partitions.at;
    p = all + net->partitions.count;
    NETSCHED_MEMSET(p, 0, sizeof *p);
    p->is.node = node;
    p->is.type = type;
    p->is.access = access;
    p->before = n->last;
    p->next = p->first = p->last = NETS_NONE;
    if (n->last == NETS_NONE) {
        n->first = net->partitions.count;
    } else {
        p->is.place = all[n->last].is.place + 1;
        all[n->last].next = net->partitions.count;
    }
    n->last = net->partitions.count;
    nets_i_tell(out, net->partitions.count++);
    return NETS_OK;
}

NETSCHED_DEF nets_status nets_add_unit(nets_network *net, uint32_t partition,
                                       nets_amount amount, uint32_t cid, uint32_t *out)
{
    nets_i_partition *p;
    nets_i_unit *u;
    uint32_t *at;
    nets_status s;
    if (!net || partition >= net->partitions.count || amount <= 0) return NETS_E_ARG;
    if (amount > NETS_MOST) return NETS_E_RANGE;
    s = NETS_I_MORE(net, net->units);
    if (s == NETS_OK) s = nets_i_more_resources(net, NETS_UNIT, 1);
    if (s != NETS_OK) return s;
    p = net->partitions.at + partition;
    u = net->units.at + net->units.count;
    u->is.partition = partition;
    u->is.cid = cid;
    u->is.amount = amount;
    u->place = p->is.units;
    u->pair = NETS_NONE;
    at = &p->first;
    if (p->last != NETS_NONE && net->units.at[p->last].is.cid <= cid)
        at = &net->units.at[p->last].next;
    while (*at != NETS_NONE && net->units.at[*at].is.cid <= cid)
        at = &net->units.at[*at].next;
    u->next = *at;
    *at = net->units.count;
    if (u->next == NETS_NONE) p->last = net->units.count;
    p->is.units++;
    nets_i_new_resource(net, NETS_UNIT, amount);
    nets_i_tell(out, net->units.count++);
    return NETS_OK;
}

NETSCHED_DEF nets_status nets_allow(nets_network *net, uint32_t a, uint32_t b)
{
    nets_i_pair pair = {a, b, NETS_NONE};
    const nets_i_partition *p;
    nets_i_unit *units;
    nets_status s;
    uint32_t i;
    if (!net || a >= net->units.count || b >= net->units.count) return NETS_E_ARG;
    units = net->units.at;
    p = net->partitions.at + units[b].is.partition;
    if (p->is.access != NETS_PAIRS || p->before != units[a].is.partition)
        return NETS_E_ARG;
    for (i = units[b].pair; i != NETS_NONE; i = net->pairs.at[i].next)
        if (net->pairs.at[i].unit == a) return NETS_OK;
    s = NETS_I_MORE(net, net->pairs);
    if (s != NETS_OK) return s;
    pair.next = units[b].pair;
    net->pairs.at[net->pairs.count] = pair;
    units[b].pair = net->pairs.count++;
    return NETS_OK;
}

NETSCHED_DEF nets_status nets_add_cluster(nets_network *net, uint32_t node,
                                          nets_amount cpus, int64_t speed, uint32_t *out)
{
    const nets_cluster_info c = {node, cpus, speed};
    nets_status s;
    if (!net || node >= net->nodes.count || cpus <= 0 || speed <= 0) return NETS_E_ARG;
    if (cpus > NETS_MOST) return NETS_E_RANGE;
    s = NETS_I_MORE(net, net->clusters);
    if (s == NETS_OK) s = nets_i_more_resources(net, NETS_CLUSTER, 1);
    if (s != NETS_OK) return s;
    net->clusters.at[net->clusters.count] = c;
    nets_i_new_resource(net, NETS_CLUSTER, cpus);
    nets_i_tell(out, net->clusters.count++);
    return NETS_OK;
}

NETSCHED_DEF nets_status nets_add_waves(nets_network *net, uint32_t link, uint32_t first,
                                        uint32_t count)
{
    nets_status s;
    nets_i_wave *w;
    uint32_t wave, *at, fresh = count;
    if (!net || link >= net->links.count || !count) return NETS_E_ARG;
    if ((uint64_t)first + count > NETS_WAVES_MOST) return NETS_E_RANGE;
    s = NETS_I_FIT(net, net->fibres, (uint64_t)link + 1);
    if (s != NETS_OK) return s;
    while (net->fibres.count <= link) net->fibres.at[net->fibres.count++] = NETS_NONE;
    for (wave = first; wave < first + count; wave++)
        fresh -= nets_wave_of(net, link, wave) != NETS_NONE;
    s = NETS_I_FIT(net, net->waves, (uint64_t)net->waves.count + fresh);
    if (s == NETS_OK) s = nets_i_more_resources(net, NETS_WAVE, fresh);
    at = &net->fibres.at[link];
    for (wave = first; wave < first + count && s == NETS_OK; wave++) {
        while (*at != NETS_NONE && net->waves.at[*at].is.wave < wave)
            at = &net->waves.at[*at].next;
        if (*at != NETS_NONE && net->waves.at[*at].is.wave == wave) continue;
        w = net->waves.at + net->waves.count;
        w->is.link = link;
        w->is.wave = wave;
        w->next = *at;
        *at = net->waves.count++;
        if (net->beyond <= wave) net->beyond = wave + 1;
        nets_i_new_resource(net, NETS_WAVE, 1);
    }
    return s;
}

NETSCHED_DEF nets_status nets_set_converter(nets_network *net, uint32_t node)
{
    if (!net || node >= net->nodes.count) return NETS_E_ARG;
    net->converters += !net->nodes.at[node].converts;
    net->nodes.at[node].converts = 1;
    return NETS_OK;
}

NETSCHED_DEF nets_status nets_set_group(nets_network *net, uint32_t link, uint32_t group)
{
    if (!net || link >= net->links.count) return NETS_E_ARG;
    net->links.at[link].group = group;
    return NETS_OK;
}

NETSCHED_DEF uint32_t nets_wave_of(const nets_network *net, uint32_t link, uint32_t wave)
{
    uint32_t i;
    if (!net || link >= net->fibres.count) return NETS_NONE;
    i = net->fibres.at[link];
    while (i != NETS_NONE && net->waves.at[i].is.wave < wave) i = net->waves.at[i].next;
    return i != NETS_NONE && net->waves.at[i].is.wave == wave ? i : NETS_NONE;
}

#define NETS_I_GET(what, list, item)                                                  \
    NETSCHED_DEF nets_status nets_get_##what(const nets_network *net, uint32_t index, \
                                             nets_##what##_info *out)                 \
    {                                                                                 \
        if (!net || !out || index >= net->list.count) return NETS_E_ARG;              \
        *out = item;                                                                  \
        return NETS_OK;                                                               \
    }
NETS_I_GET(link, links, net->links.at[index])
NETS_I_GET(partition, partitions, net->partitions.at[index].is)
NETS_I_GET(unit, units, net->units.at[index].is)
NETS_I_GET(cluster, clusters, net->clusters.at[index])
NETS_I_GET(wave, waves, net->waves.at[index].is)

NETSCHED_DEF void nets_stats(const nets_network *net, nets_stats_info *out)
{
    const nets_i_booking *b;
    uint32_t i;
    if (!out) return;
    NETSCHED_MEMSET(out, 0, sizeof *out);
    if (!net) return;
    b = net->bookings.at;
    out->nodes = net->nodes.count;
    out->links = net->links.count;
    out->partitions = net->partitions.count;
    out->units = net->units.count;
    out->clusters = net->clusters.count;
    out->waves = net->waves.count;
    for (i = 0; i < net->bookings.count; i++)
        out->bookings += b[i].b.count && b[i].b.end > net->now;
    out->now = net->now;
    out->bytes = net->bytes;
    out->bytes_peak = net->bytes_peak;
}

NETSCHED_DEF nets_status nets_interval(const nets_network *net, nets_time t,
                                       nets_span *out)
{
    unsigned kind;
    uint32_t i, k;
    if (!net || !out) return NETS_E_ARG;
    if (t < net->now) return NETS_E_PAST;
    out->from = net->now;
    out->to = NETS_FOREVER;
    for (kind = NETS_LINK; kind <= NETS_UNIT; kind++)
        for (i = 0; i < net->resource[kind].count; i++) {
            const nets_profile *p = nets_profile_of(net, (nets_kind)kind, i);
            k = nets_i_step_after(p, t);
            if (k && p->steps[k - 1].time > out->from) out->from = p->steps[k - 1].time;
            out->to = nets_i_least(out->to, nets_i_piece_end(p, k));
        }
    return NETS_OK;
}

NETSCHED_DEF const nets_profile *nets_profile_of(const nets_network *net, nets_kind kind,
                                                 uint32_t index)
{
    const nets_i_resource *r = net ? nets_i_resource_of(net, kind, index) : NULL;
    return r ? &r->free : NULL;
}

/* >>bookings ------------------------------------------------------------------------- */

/* Makes room so that all live uses, and `more` new ones, can be cut short or given back
 * in any order without asking for memory: every step that can appear then is a present
 * step or an end of a use. Forgets the past first, which may make room. */
static nets_status nets_i_resource_room(const nets_network *net, nets_i_resource *r,
                                        uint32_t more)
{
    if (r->free.count && r->free.steps[0].time <= net->now)
        nets_profile_forget(&r->free, net->now);
    return nets_i_profile_room(&r->free, (uint64_t)r->free.count + 2 * (uint64_t)r->live +
                                             2 + 2 * (uint64_t)more);
}

/* The position of the first booking with an id above `after`. */
static uint32_t nets_i_booking_above(const nets_network *net, nets_id after)
{
    const nets_i_booking *at = net->bookings.at;
    return after > NETS_IDS_MOST || !at
               ? net->bookings.count
               : nets_i_above(&at->b.id, net->bookings.count, sizeof *at, (int64_t)after);
}

/* The booking with this id, or NULL if it was cancelled or is over, or the id is 0. */
static nets_i_booking *nets_i_find(const nets_network *net, nets_id id)
{
    nets_i_booking *k;
    const uint32_t i = id ? nets_i_booking_above(net, id - 1) : net->bookings.count;
    if (i >= net->bookings.count) return NULL;
    k = net->bookings.at + i;
    return k->b.id == id && k->b.count && k->b.end > net->now ? k : NULL;
}

NETS_I_SHARED nets_status nets_i_plan_room(nets_plan *plan, uint64_t count)
{
    return NETS_I_ROOM(plan, plan->uses, plan->capacity, count);
}

/* Appends a use to a plan. The caller has made room. */
NETS_I_SHARED void nets_i_plan_put(nets_plan *plan, nets_kind kind, uint32_t index,
                                   nets_time from, nets_time to, nets_amount amount)
{
    const nets_use u = {index, kind, 0, from, to, amount, 1, 1};
    plan->uses[plan->count++] = u;
    if (plan->count == 1 || to > plan->end) plan->end = to;
    if (plan->count == 1) plan->start = from;
}

/* May this booking be replaced? */
static nets_status nets_i_replaceable(const nets_network *net, nets_id id)
{
    const nets_i_booking *k = nets_i_find(net, id);
    if (id && !k) return NETS_E_NOTFOUND;
    return id && k->b.block ? NETS_E_ARG : NETS_OK;
}

static void nets_i_use_add(nets_network *net, const nets_use *u, nets_time from,
                           nets_amount delta)
{
    if (from < net->now) from = net->now;
    if (from < u->to)
        nets_i_profile_add(&nets_i_resource_of(net, u->kind, u->index)->free, from, u->to,
                           delta);
}

/* Gives back the part of a booking that lies after now, or takes it again after that.
 * Cannot fail, because there is room. */
static void nets_i_uses_add(nets_network *net, const nets_i_booking *k, int give)
{
    const nets_use *u = k->uses, *end = u ? u + k->b.count : u;
    for (; u < end; u++) nets_i_use_add(net, u, u->from, give ? u->amount : -u->amount);
}

/* What the booking to be replaced uses counts as free: it is given back before the search
 * and taken again after it. Neither needs memory. */
NETS_I_SHARED void nets_i_lend(nets_network *net, nets_id id, int give)
{
    const nets_i_booking *k = nets_i_find(net, id);
    if (k) nets_i_uses_add(net, k, give);
}

/* Counts the uses of a booking after the first `kept` as given back. */
static void nets_i_uses_drop(nets_network *net, nets_i_booking *k, uint32_t kept)
{
    for (; k->b.count > kept; k->b.count--) {
        const nets_use *u = &k->uses[k->b.count - 1];
        nets_i_resource_of(net, u->kind, u->index)->live--;
    }
}

/* Memory for the uses of a booking: 1, or 0 if there is none. */
static int nets_i_uses_new(nets_network *net, nets_i_booking *k, uint32_t count)
{
    if (net->vacant.count && count <= net->uses) {
        k->uses = net->pool.at + (size_t)net->vacant.at[--net->vacant.count] * net->uses;
        return 1;
    }
    k->capacity = count;
    k->uses = (nets_use *)nets_i_counted(net, NULL, 0, (size_t)count * sizeof(nets_use));
    return k->uses != NULL;
}

static void nets_i_uses_free(nets_network *net, nets_i_booking *k)
{
    if (k->uses && !k->capacity)
        net->vacant.at[net->vacant.count++] =
            (uint32_t)(k->uses - net->pool.at) / net->uses;
    else
        NETS_I_DROP(net, k->uses, k->capacity);
    k->uses = NULL;
}

/* Frees the uses of a booking; room for giving them back is no longer reserved. */
static void nets_i_uses_forget(nets_network *net, nets_i_booking *k)
{
    nets_i_uses_drop(net, k, 0);
    nets_i_uses_free(net, k);
}

/* Drops bookings that are over or were cancelled, once those cancelled, or those added
 * since the last time, are as many as the others: so the cost per booking stays constant,
 * and nets_next passes few that were cancelled. With reserved room, drops them at
 * once. */
static void nets_i_sweep(nets_network *net)
{
    nets_i_booking *at = net->bookings.at;
    uint32_t i, kept = 0;
    if (!net->steps && net->bookings.count < 2 * (uint64_t)net->alive + 16 &&
        net->bookings.count < 2 * (uint64_t)net->swept_at + 16)
        return;
    for (i = 0; i < net->bookings.count; i++) {
        if (at[i].b.count && at[i].b.end <= net->now) nets_i_uses_forget(net, &at[i]);
        if (at[i].b.count) at[kept++] = at[i];
    }
    net->bookings.count = net->alive = net->swept_at = kept;
}

NETSCHED_DEF nets_status nets_advance(nets_network *net, nets_time now)
{
    if (!net) return NETS_E_ARG;
    if (now < net->now) return NETS_E_PAST;
    net->now = now;
    nets_i_sweep(net);
    return NETS_OK;
}

enum { NETS_I_BLOCKS = 1, NETS_I_FAILS = 2 }; /* nets_booking.block */

/* Is the plan valid? Checked before nets_commit changes anything. */
static nets_status nets_i_plan_sane(const nets_network *net, const nets_plan *plan)
{
    uint32_t i;
    if (!plan->count || !plan->uses || plan->refused) return NETS_E_ARG;
    for (i = 0; i < plan->count; i++) {
        const nets_use *u = &plan->uses[i];
        if (!nets_i_resource_of(net, u->kind, u->index) || u->from >= u->to ||
            u->amount <= 0)
            return NETS_E_ARG;
        if (u->from < net->now) return NETS_E_PAST;
    }
    return NETS_OK;
}

/* Takes a use, if it is free or of a failure, and room to give it back. */
static nets_status nets_i_use_take(nets_network *net, const nets_use *u, int block)
{
    nets_i_resource *r = nets_i_resource_of(net, u->kind, u->index);
    const nets_amount free = nets_profile_min(&r->free, u->from, u->to);
    const nets_status s = nets_i_resource_room(net, r, 1);
    if (s != NETS_OK) return s;
    if (block != NETS_I_FAILS && free < u->amount &&
        !(net->loading && u->kind == NETS_LINK))
        return NETS_E_BUSY;
    if (free < u->amount - NETS_MOST) return NETS_E_RANGE;
    nets_i_profile_add(&r->free, u->from, u->to, -u->amount);
    r->live++;
    return s;
}

/* Takes the uses of a booking, or none of them. */
static nets_status nets_i_uses_take(nets_network *net, nets_i_booking *k)
{
    nets_status s = NETS_OK;
    const uint32_t count = k->b.count;
    for (k->b.count = 0; k->b.count < count && s == NETS_OK;) {
        s = nets_i_use_take(net, &k->uses[k->b.count], k->b.block);
        if (s == NETS_OK) k->b.count++;
    }
    if (s == NETS_OK) return s;
    nets_i_uses_add(net, k, 1);
    nets_i_uses_drop(net, k, 0);
    return s;
}

/* When a booking starts and ends. */
static void nets_i_booking_bounds(nets_i_booking *k)
{
    uint32_t i;
    k->b.start = k->uses[0].from;
    k->b.end = k->uses[0].to;
    for (i = 1; i < k->b.count; i++) {
        k->b.start = nets_i_least(k->b.start, k->uses[i].from);
        if (k->uses[i].to > k->b.end) k->b.end = k->uses[i].to;
    }
}

/* Books `fresh`, whose uses are set, under the id of `old` or, if that is NULL, a new
 * one. *was, unless NULL, becomes what `old` was; room for its uses stays. nets_load
 * takes what failures have after all else. */
static nets_status nets_i_book(nets_network *net, nets_i_booking *fresh,
                               nets_i_booking *old, nets_i_booking *was, int later,
                               nets_id *out)
{
    nets_status s = NETS_OK;
    nets_i_booking_bounds(fresh);
    if (old) nets_i_uses_add(net, old, 1);
    if (!later) s = nets_i_uses_take(net, fresh);
    if (s != NETS_OK) {
        if (old) nets_i_uses_add(net, old, 0);
        nets_i_uses_free(net, fresh);
        return s;
    }
    fresh->b.id = old ? old->b.id : ++net->last_id;
    if (old) {
        if (!fresh->b.tag) fresh->b.tag = old->b.tag;
        if (was)
            *was = *old;
        else
            nets_i_uses_forget(net, old);
        *old = *fresh;
    } else {
        net->bookings.at[net->bookings.count++] = *fresh;
        net->alive++;
    }
    if (out) *out = fresh->b.id;
    return NETS_OK;
}

/* A new booking with room for so many uses, and room for it in the list, unless it
 * replaces another. */
static nets_status nets_i_booking_new(nets_network *net, uint32_t count, nets_id replaces,
                                      nets_i_booking *fresh)
{
    nets_status s;
    if (!replaces && net->last_id >= NETS_IDS_MOST) return NETS_E_RANGE;
    s = NETS_I_MORE(net, net->bookings);
    if (s != NETS_OK) return s;
    NETSCHED_MEMSET(fresh, 0, sizeof *fresh);
    fresh->b.count = count;
    return nets_i_uses_new(net, fresh, count) ? NETS_OK : NETS_E_NOMEM;
}

/* Books a plan; as a block or failure, if `block` says so. A plan that no search has made
 * says nothing of legs and flow. */
static nets_status nets_i_commit(nets_network *net, const nets_plan *plan, int block,
                                 nets_i_booking *was, nets_id *out)
{
    nets_i_booking fresh;
    uint32_t i;
    nets_status s = nets_i_replaceable(net, plan->replaces);
    if (s == NETS_OK) s = nets_i_plan_sane(net, plan);
    if (s == NETS_OK) s = nets_i_booking_new(net, plan->count, plan->replaces, &fresh);
    if (s != NETS_OK) return s;
    NETS_I_COPY(fresh.uses, plan->uses, plan->count);
    for (i = 0; i < plan->count && plan->algorithm == NETS_CHOOSE; i++) {
        fresh.uses[i].leg = 0;
        fresh.uses[i].flow = fresh.uses[i].whole = 1;
    }
    fresh.b.tag = plan->tag;
    fresh.b.block = block;
    return nets_i_book(net, &fresh, nets_i_find(net, plan->replaces), was,
                       block == NETS_I_FAILS, out);
}

NETSCHED_DEF nets_status nets_commit(nets_network *net, const nets_plan *plan,
                                     nets_id *out)
{
    if (out) *out = 0;
    return net && plan ? nets_i_commit(net, plan, 0, NULL, out) : NETS_E_ARG;
}

/* A booking is given back: all of it that lies after now. */
static void nets_i_end(nets_network *net, nets_i_booking *k)
{
    nets_i_uses_add(net, k, 1);
    nets_i_uses_forget(net, k);
    net->alive--;
    nets_i_sweep(net);
}

NETSCHED_DEF nets_status nets_cancel(nets_network *net, nets_id id)
{
    nets_i_booking *k;
    if (!net) return NETS_E_ARG;
    k = nets_i_find(net, id);
    if (!k) return NETS_E_NOTFOUND;
    nets_i_end(net, k);
    return NETS_OK;
}

NETSCHED_DEF nets_status nets_finish(nets_network *net, nets_id id, nets_time at)
{
    nets_i_booking *k;
    uint32_t i, kept = 0;
    if (!net) return NETS_E_ARG;
    k = nets_i_find(net, id);
    if (!k) return NETS_E_NOTFOUND;
    if (at < net->now) return NETS_E_PAST;
    if (at > k->b.end || at < k->b.start || (at == k->b.start && at > net->now))
        return NETS_E_ARG;
    if (at == net->now) return nets_cancel(net, id);
    for (i = 0; i < k->b.count; i++) {
        nets_use u = k->uses[i];
        nets_i_use_add(net, &u, u.from > at ? u.from : at, u.amount);
        if (u.to > at) u.to = at;
        k->uses[i] = k->uses[kept]; /* those that begin later go to the end */
        k->uses[kept] = u;
        kept += u.from < at;
    }
    nets_i_uses_drop(net, k, kept);
    nets_i_booking_bounds(k);
    if (net->steps) nets_i_sweep(net); /* all that is left may be over */
    return NETS_OK;
}

/* What uses that end with u take together of its resource. */
static nets_amount nets_i_taken_with(const nets_use *uses, uint32_t count,
                                     const nets_use *u)
{
    nets_amount sum = 0;
    for (; count; count--, uses++)
        if (uses->kind == u->kind && uses->index == u->index && uses->to == u->to)
            sum += uses->amount;
    return sum;
}

/* The latest end that a booking can have: until then each resource that it uses at its
 * present end has free what all its uses there take. */
static nets_time nets_i_latest_end(const nets_network *net, const nets_i_booking *k)
{
    nets_time latest = NETS_FOREVER;
    uint32_t i, j;
    for (i = 0; i < k->b.count; i++) {
        const nets_use *u = &k->uses[i];
        const nets_profile *p = nets_profile_of(net, u->kind, u->index);
        const nets_amount sum = nets_i_taken_with(k->uses, k->b.count, u);
        if (u->to != k->b.end) continue;
        j = nets_i_step_after(p, u->to);
        while (j < p->count && nets_i_piece(p, j) >= sum) j++;
        if (nets_i_piece(p, j) < sum)
            latest = nets_i_least(latest, j ? p->steps[j - 1].time : u->to);
    }
    return latest > k->b.end ? latest : k->b.end;
}

NETSCHED_DEF nets_status nets_extend(nets_network *net, nets_id id, nets_time end,
                                     nets_time *latest)
{
    nets_i_booking *k;
    nets_status s = NETS_OK;
    nets_time was;
    uint32_t i;
    if (!net) return NETS_E_ARG;
    k = nets_i_find(net, id);
    if (!k) return NETS_E_NOTFOUND;
    was = k->b.end;
    if (end < was) return NETS_E_ARG;
    for (i = 0; i < k->b.count && s == NETS_OK && end > was; i++) {
        nets_use u = k->uses[i];
        if (u.to != was) continue;
        u.from = was;
        u.to = end;
        s = nets_i_use_take(net, &u, k->b.block);
        if (s == NETS_OK) nets_i_resource_of(net, u.kind, u.index)->live--;
        if (s == NETS_OK) k->uses[i].to = end;
    }
    while (s != NETS_OK && i-- > 0) {
        nets_use *u = &k->uses[i];
        if (u->to != end) continue;
        nets_i_use_add(net, u, was, u->amount);
        u->to = was;
    }
    if (s == NETS_OK) k->b.end = end;
    if (s == NETS_E_BUSY && latest) *latest = nets_i_latest_end(net, k);
    return s;
}

/* Is a resource at this one: the same, a wavelength of the link, of the group, or
 * anything at the node? */
static int nets_i_is_at(const nets_network *net, nets_kind kind, uint32_t index,
                        nets_kind of, uint32_t i)
{
    uint32_t node;
    if (of == NETS_WAVE && kind != NETS_WAVE)
        i = net->waves.at[i].is.link, of = NETS_LINK;
    if (of == kind) return i == index;
    if (kind == NETS_GROUP) return of == NETS_LINK && net->links.at[i].group == index;
    if (kind != NETS_NODE) return 0;
    if (of == NETS_LINK && net->links.at[i].to == index) return 1;
    node = of == NETS_LINK   ? net->links.at[i].from
           : of == NETS_UNIT ? net->partitions.at[net->units.at[i].is.partition].is.node
                             : net->clusters.at[i].node;
    return node == index;
}

/* Is there such a resource, node or group? */
static int nets_i_exists(const nets_network *net, nets_kind kind, uint32_t index)
{
    uint32_t i;
    if (!net) return 0;
    if (kind == NETS_NODE) return index < net->nodes.count;
    if (kind != NETS_GROUP) return nets_i_resource_of(net, kind, index) != NULL;
    for (i = 0; i < net->links.count && index != NETS_NONE; i++)
        if (net->links.at[i].group == index) return 1;
    return 0;
}

/* Counts what a block of this amount (0 = all) takes there, and writes the uses to `u`,
 * unless that is NULL. */
static uint32_t nets_i_all_at(const nets_network *net, nets_kind kind, uint32_t index,
                              nets_amount amount, nets_use *u)
{
    const int with = kind >= NETS_NODE || (kind == NETS_LINK && !amount);
    unsigned of;
    uint32_t n = 0, i, to;
    for (of = NETS_LINK; of <= NETS_WAVE; of++) {
        const nets_kind each = (nets_kind)of;
        i = each == kind ? index : 0;
        to = each == kind                                       ? index + 1
             : with && (kind != NETS_LINK || each == NETS_WAVE) ? net->resource[of].count
                                                                : 0;
        for (; i < to; i++) {
            if (!nets_i_is_at(net, kind, index, each, i)) continue;
            if (u) {
                u[n].kind = each;
                u[n].index = i;
                u[n].amount = amount ? amount : nets_i_total(net, each, i);
            }
            n++;
        }
    }
    return n;
}

static nets_status nets_i_close(nets_network *net, nets_kind kind, uint32_t index,
                                nets_time start, nets_time end, nets_amount amount,
                                int block, nets_id *out)
{
    nets_i_booking fresh;
    nets_status s;
    uint32_t i;
    if (out) *out = 0;
    if (!nets_i_exists(net, kind, index) || start >= end || amount < 0 ||
        (amount && (kind >= NETS_NODE || amount > nets_i_total(net, kind, index))))
        return NETS_E_ARG;
    if (start < net->now) return NETS_E_PAST;
    i = nets_i_all_at(net, kind, index, amount, NULL);
    if (!i) return NETS_E_ARG;
    s = nets_i_booking_new(net, i, 0, &fresh);
    if (s != NETS_OK) return s;
    NETSCHED_MEMSET(fresh.uses, 0, (size_t)i * sizeof *fresh.uses);
    (void)nets_i_all_at(net, kind, index, amount, fresh.uses);
    while (i-- > 0) {
        fresh.uses[i].from = start;
        fresh.uses[i].to = end;
        fresh.uses[i].flow = fresh.uses[i].whole = 1;
    }
    fresh.b.block = block;
    return nets_i_book(net, &fresh, NULL, NULL, 0, out);
}

NETSCHED_DEF nets_status nets_block(nets_network *net, nets_kind kind, uint32_t index,
                                    nets_time start, nets_time end, nets_amount amount,
                                    nets_id *out)
{
    return nets_i_close(net, kind, index, start, end, amount, NETS_I_BLOCKS, out);
}

NETSCHED_DEF nets_status nets_fail(nets_network *net, nets_kind kind, uint32_t index,
                                   nets_time start, nets_time end, nets_amount amount,
                                   nets_id *out)
{
    return nets_i_close(net, kind, index, start, end, amount, NETS_I_FAILS, out);
}

NETSCHED_DEF nets_status nets_set_tag(nets_network *net, nets_id id, uint64_t tag)
{
    nets_i_booking *k = net ? nets_i_find(net, id) : NULL;
    if (!k) return net ? NETS_E_NOTFOUND : NETS_E_ARG;
    k->b.tag = tag;
    return NETS_OK;
}

/* Is event a before event b? */
static int nets_i_event_before(const nets_event *a, const nets_event *b)
{
    if (a->time != b->time) return a->time < b->time;
    return a->starts != b->starts ? a->starts < b->starts : a->id < b->id;
}

NETSCHED_DEF nets_status nets_next_event(const nets_network *net, nets_event *event,
                                         int starts)
{
    nets_event best = {NETS_FOREVER, 0, 0}, e;
    nets_booking b;
    if (!net || !event) return NETS_E_ARG;
    for (b.id = 0; nets_next(net, b.id, &b) == NETS_OK;)
        for (e.id = b.id, e.starts = starts != 0; e.starts < 2; e.starts++) {
            e.time = e.starts ? b.start : b.end;
            if (e.time >= net->now && nets_i_event_before(event, &e) &&
                nets_i_event_before(&e, &best))
                best = e;
        }
    if (!best.id) return NETS_E_NOTFOUND;
    *event = best;
    return NETS_OK;
}

/* Is the free amount of a resource at t what bookings leave? */
static int nets_i_is_right(const nets_network *net, nets_kind kind, uint32_t index,
                           nets_time t)
{
    const nets_i_booking *k = net->bookings.at, *end = k ? k + net->bookings.count : k;
    uint64_t left = (uint64_t)nets_i_total(net, kind, index);
    uint32_t i;
    if (t < net->now || t == NETS_FOREVER) return 1;
    for (; k < end; k++)
        for (i = 0; i < k->b.count; i++) {
            const nets_use *u = &k->uses[i];
            if (u->kind == kind && u->index == index && u->from <= t && t < u->to)
                left -= (uint64_t)u->amount;
        }
    return left == (uint64_t)nets_profile_value(nets_profile_of(net, kind, index), t);
}

static int nets_i_is_sound(const nets_network *net, nets_kind kind, uint32_t index)
{
    const nets_i_resource *r = nets_i_resource_of(net, kind, index);
    const nets_profile *p = &r->free;
    uint32_t i, k, live = 0;
    int sound = p->count <= p->capacity && nets_i_is_right(net, kind, index, net->now);
    for (i = 0; i < p->count && sound; i++)
        sound = p->steps[i].amount != nets_i_piece(p, i) &&
                (!i || p->steps[i].time > p->steps[i - 1].time) &&
                nets_i_is_right(net, kind, index, p->steps[i].time);
    for (i = 0; i < net->bookings.count; i++)
        for (k = 0; k < net->bookings.at[i].b.count && sound; k++) {
            const nets_use *u = &net->bookings.at[i].uses[k];
            if (u->kind != kind || u->index != index) continue;
            live++;
            sound = nets_i_is_right(net, kind, index, u->from) &&
                    nets_i_is_right(net, kind, index, u->to);
        }
    return sound && live == r->live && p->capacity >= 2 * (uint64_t)live;
}

NETSCHED_DEF nets_status nets_check(const nets_network *net)
{
    unsigned kind;
    uint32_t i, alive = 0;
    if (!net) return NETS_E_ARG;
    for (kind = NETS_LINK; kind <= NETS_WAVE; kind++)
        for (i = 0; i < net->resource[kind].count; i++)
            if (!nets_i_is_sound(net, (nets_kind)kind, i)) return NETS_E_CORRUPT;
    for (i = 0; i < net->bookings.count; i++) {
        const nets_i_booking *k = &net->bookings.at[i];
        if (i && k->b.id <= k[-1].b.id) return NETS_E_CORRUPT;
        alive += k->b.count > 0;
    }
    return alive == net->alive ? NETS_OK : NETS_E_CORRUPT;
}

NETSCHED_DEF nets_status nets_get(const nets_network *net, nets_id id, nets_booking *out)
{
    const nets_i_booking *k;
    if (!net || !out) return NETS_E_ARG;
    k = nets_i_find(net, id);
    if (!k) return NETS_E_NOTFOUND;
    *out = k->b;
    out->uses = k->uses;
    return NETS_OK;
}

NETSCHED_DEF nets_status nets_next(const nets_network *net, nets_id after,
                                   nets_booking *out)
{
    const nets_i_booking *k, *end;
    if (!net || !out) return NETS_E_ARG;
    if (!net->bookings.count) return NETS_E_NOTFOUND;
    k = net->bookings.at;
    end = k + net->bookings.count;
    for (k += nets_i_booking_above(net, after); k < end; k++)
        if (k->b.count && k->b.end > net->now) return nets_get(net, k->b.id, out);
    return NETS_E_NOTFOUND;
}

NETSCHED_DEF nets_status nets_in_the_way(const nets_network *net, nets_kind kind,
                                         uint32_t index, nets_time start, nets_time end,
                                         nets_id after, nets_booking *out)
{
    nets_booking b;
    uint32_t i;
    if (!nets_i_exists(net, kind, index) || !out || start >= end) return NETS_E_ARG;
    if (start < net->now) return NETS_E_PAST;
    for (b.id = after; nets_next(net, b.id, &b) == NETS_OK;)
        for (i = 0; i < b.count; i++)
            if (b.uses[i].from < end && b.uses[i].to > start &&
                nets_i_is_at(net, kind, index, b.uses[i].kind, b.uses[i].index)) {
                *out = b;
                return NETS_OK;
            }
    return NETS_E_NOTFOUND;
}

/* The memory that was reserved for a plan becomes this one's, if it has none and has the
 * hook of the network. */
NETS_I_SHARED void nets_i_plan_memory(nets_network *net, nets_plan *plan)
{
    if (plan->uses || plan->alloc != net->outer || plan->alloc_ctx != net->outer_ctx)
        return;
    plan->uses = net->first_plan.at;
    plan->capacity = net->first_plan.capacity;
    net->bytes -= plan->capacity * sizeof(nets_use);
    NETSCHED_MEMSET(&net->first_plan, 0, sizeof net->first_plan);
}

/* Empties a plan. */
NETS_I_SHARED void nets_i_plan_clear(nets_plan *plan)
{
    plan->count = plan->combinations = 0;
    plan->start = plan->end = 0;
    plan->bandwidth = 0;
    plan->algorithm = NETS_CHOOSE;
    plan->replaces = plan->tag = 0;
    plan->refused = plan->limited = 0;
    plan->searches = plan->instants = 0;
}

NETSCHED_DEF void nets_plan_free(nets_plan *plan)
{
    if (!plan) return;
    NETS_I_DROP(plan, plan->uses, plan->capacity);
    plan->uses = NULL;
    plan->capacity = 0;
    nets_i_plan_clear(plan);
}

/* Frees its own plan; with reserved room, the memory lent for it is there again. */
NETS_I_SHARED void nets_i_plan_done(nets_network *net, nets_plan *plan)
{
    if (!net->uses) nets_plan_free(plan);
    if (!plan->uses) return;
    net->first_plan.at = plan->uses;
    net->first_plan.capacity = plan->capacity;
    net->bytes += plan->capacity * sizeof(nets_use);
}

#ifndef NETSCHED_NO_SAVE
/* >>stream: records out and in, little-endian, with a checksum (CRC-64/XZ) ----------- */

#define NETS_I_FORMAT 4u
#define NETS_I_MAGIC UINT64_C(0x004843535354454E) /* "NETSSCH" and a byte 0 */
#define NETS_I_NUMBERS 10u                        /* of a record, at most */

/* What a stream has, in this order: of how many bytes the numbers of a record are. The
 * uses of a booking follow it. */
enum {
    NETS_I_NODES,
    NETS_I_LINKS,
    NETS_I_PARTITIONS,
    NETS_I_UNITS,
    NETS_I_PAIRS,
    NETS_I_CLUSTERS,
    NETS_I_WAVES,
    NETS_I_BOOKINGS,
    NETS_I_USES,
    NETS_I_SECTIONS = NETS_I_USES
};

static const char *const nets_i_form[] = {"4",   "44884", "444",  "448",     "44",
                                          "488", "44",    "4488", "44488888"};

static const char nets_i_head_form[] = "8844444444";

typedef struct nets_i_stream {
    nets_write_fn put;
    nets_read_fn take;
    void *ctx;
    int failed; /* or it ended too early; every number read then is 0 */
    uint64_t crc;
} nets_i_stream;

/* Adds bytes to the checksum, four bits at a time; it is inverted at the end. */
static void nets_i_crc_add(nets_i_stream *io, const unsigned char *bytes, uint32_t n)
{
    static const uint64_t table[16] = {
        0x0000000000000000, 0x7D9BA13851336649, 0xFB374270A266CC92, 0x86ACE348F355AADB,
        0x64B62BCAEBC387A1, 0x192D8AF2BAF0E1E8, 0x9F8169BA49A54B33, 0xE21AC88218962D7A,
        0xC96C5795D7870F42, 0xB4F7F6AD86B4690B, 0x325B15E575E1C3D0, 0x4FC0B4DD24D2A599,
        0xADDA7C5F3C4488E3, 0xD041DD676D77EEAA, 0x56ED3E2F9E224471, 0x2B769F17CF112238};
    uint64_t crc = io->crc;
    for (; n; n--) {
        crc ^= *bytes++;
        crc = crc >> 4 ^ table[crc & 15];
        crc = crc >> 4 ^ table[crc & 15];
    }
    io->crc = crc;
}

static void nets_i_put(nets_i_stream *io, const char *form, const uint64_t *x)
{
    unsigned char bytes[8 * NETS_I_NUMBERS];
    uint32_t n = 0;
    int k;
    for (; *form; form++, x++)
        for (k = 0; k < *form - '0'; k++) bytes[n++] = (unsigned char)(*x >> 8 * k & 255);
    nets_i_crc_add(io, bytes, n);
    if (!io->failed) io->failed = io->put(io->ctx, bytes, (size_t)n) != 0;
}

/* Reads a record; never past its end. Returns 1, or 0 after a failure. */
static int nets_i_get(nets_i_stream *io, const char *form, uint64_t *x)
{
    unsigned char bytes[8 * NETS_I_NUMBERS] = {0};
    const char *f;
    uint32_t n = 0, have = 0;
    int k;
    for (f = form; *f; f++) n += (uint32_t)(*f - '0');
    while (have < n && !io->failed) {
        const size_t more = io->take(io->ctx, bytes + have, (size_t)(n - have));
        io->failed = !more || more > n - have;
        have += io->failed ? 0 : (uint32_t)more;
    }
    nets_i_crc_add(io, bytes, n);
    for (n = 0; *form; form++, x++)
        for (*x = 0, k = 0; k < *form - '0'; k++)
            *x |= io->failed ? 0 : (uint64_t)bytes[n++] << 8 * k;
    return !io->failed;
}

/* Writes the checksum so far, and does not add it to the checksum. */
static void nets_i_put_sum(nets_i_stream *io)
{
    const uint64_t crc = io->crc, sum = ~crc;
    nets_i_put(io, "8", &sum);
    io->crc = crc;
}

/* Reads a checksum of everything before it except other checksums; is it right? */
static int nets_i_get_sum(nets_i_stream *io)
{
    const uint64_t crc = io->crc;
    uint64_t sum;
    const int right = nets_i_get(io, "8", &sum) && sum == ~crc;
    io->crc = crc;
    return right;
}

/* Two's complement, on any machine. */
static int64_t nets_i_signed(uint64_t x)
{
    return x <= (uint64_t)INT64_MAX ? (int64_t)x : -(int64_t)(UINT64_MAX - x) - 1;
}

/* >>save: the format is described under PERSISTENCE ---------------------------------- */

static void nets_i_row(uint64_t *x, uint32_t a, uint32_t b, int64_t c, int64_t d)
{
    x[0] = a;
    x[1] = b;
    x[2] = (uint64_t)c;
    x[3] = (uint64_t)d;
}

/* The record of an object, in the order of its nets_add function. */
static void nets_i_row_of(const nets_network *net, unsigned what, uint32_t i, uint64_t *x)
{
    if (what == NETS_I_NODES) {
        x[0] = net->nodes.at[i].converts;
    } else if (what == NETS_I_LINKS) {
        const nets_link_info *l = &net->links.at[i];
        nets_i_row(x, l->from, l->to, l->capacity, l->delay);
        x[4] = l->group;
    } else if (what == NETS_I_PARTITIONS) {
        const nets_partition_info *p = &net->partitions.at[i].is;
        nets_i_row(x, p->node, p->type, p->access, 0);
    } else if (what == NETS_I_UNITS) {
        const nets_unit_info *u = &net->units.at[i].is;
        nets_i_row(x, u->partition, u->cid, u->amount, 0);
    } else if (what == NETS_I_PAIRS) {
        nets_i_row(x, net->pairs.at[i].unit, net->pairs.at[i].from, 0, 0);
    } else if (what == NETS_I_CLUSTERS) {
        const nets_cluster_info *c = &net->clusters.at[i];
        x[0] = c->node;
        x[1] = (uint64_t)c->cpus;
        x[2] = (uint64_t)c->speed;
    } else {
        nets_i_row(x, net->waves.at[i].is.link, net->waves.at[i].is.wave, 0, 0);
    }
}

static void nets_i_save_booking(nets_i_stream *io, const nets_booking *b)
{
    uint64_t x[NETS_I_NUMBERS];
    const nets_use *u = b->uses;
    nets_i_row(x, (uint32_t)b->block, b->count, 0, 0);
    x[2] = b->id;
    x[3] = b->tag;
    nets_i_put(io, nets_i_form[NETS_I_BOOKINGS], x);
    for (; u < b->uses + b->count; u++) {
        nets_i_row(x, (uint32_t)u->kind, u->index, u->leg, u->from);
        x[4] = (uint64_t)u->to;
        x[5] = (uint64_t)u->amount;
        x[6] = (uint64_t)u->flow;
        x[7] = (uint64_t)u->whole;
        nets_i_put(io, nets_i_form[NETS_I_USES], x);
    }
}

NETSCHED_DEF nets_status nets_save(const nets_network *net, nets_write_fn write,
                                   void *ctx)
{
    static const uint64_t begin[2] = {NETS_I_MAGIC, NETS_I_FORMAT};
    uint64_t head[NETS_I_NUMBERS], x[NETS_I_NUMBERS];
    nets_stats_info all;
    nets_booking b;
    nets_i_stream io;
    unsigned what;
    uint32_t i;
    if (!net || !write) return NETS_E_ARG;
    NETSCHED_MEMSET(&io, 0, sizeof io);
    io.put = write;
    io.ctx = ctx;
    io.crc = UINT64_MAX;
    nets_stats(net, &all);
    head[0] = (uint64_t)net->now;
    head[1] = net->last_id;
    nets_i_row(head + 2, all.nodes, all.links, all.partitions, all.units);
    nets_i_row(head + 6, net->pairs.count, all.clusters, all.waves, 0);
    head[2 + NETS_I_BOOKINGS] = all.bookings;
    nets_i_put(&io, "84", begin);
    nets_i_put(&io, nets_i_head_form, head);
    nets_i_put_sum(&io);
    for (what = 0; what < NETS_I_BOOKINGS; what++)
        for (i = 0; i < head[2 + what] && !io.failed; i++) {
            nets_i_row_of(net, what, i, x);
            nets_i_put(&io, nets_i_form[what], x);
        }
    for (b.id = 0; !io.failed && nets_next(net, b.id, &b) == NETS_OK;)
        nets_i_save_booking(&io, &b);
    nets_i_put_sum(&io);
    return io.failed ? NETS_E_IO : NETS_OK;
}

/* >>load: checks everything by adding and booking it again --------------------------- */

/* Adds an object. */
static nets_status nets_i_load_row(nets_network *net, uint32_t what, const uint64_t *x)
{
    const uint32_t a = (uint32_t)x[0], b = (uint32_t)x[1];
    const uint32_t pairs = net->pairs.count, waves = net->waves.count;
    nets_status s;
    switch (what) {
    case NETS_I_NODES:
        s = a > 1 ? NETS_E_CORRUPT : nets_add_node(net, NULL);
        return s == NETS_OK && a ? nets_set_converter(net, net->nodes.count - 1) : s;
    case NETS_I_LINKS:
        s = nets_add_link(net, a, b, nets_i_signed(x[2]), nets_i_signed(x[3]), NULL);
        return s == NETS_OK ? nets_set_group(net, net->links.count - 1, (uint32_t)x[4])
                            : s;
    case NETS_I_PARTITIONS:
        return x[2] > NETS_PAIRS ? NETS_E_CORRUPT
                                 : nets_add_partition(net, a, b, (nets_access)x[2], NULL);
    case NETS_I_UNITS: return nets_add_unit(net, a, nets_i_signed(x[2]), b, NULL);
    case NETS_I_PAIRS:
        s = nets_allow(net, a, b);
        return s == NETS_OK && net->pairs.count == pairs ? NETS_E_CORRUPT : s;
    case NETS_I_CLUSTERS:
        return nets_add_cluster(net, a, nets_i_signed(x[1]), nets_i_signed(x[2]), NULL);
    default:
        s = nets_add_waves(net, a, b, 1);
        return s == NETS_OK && net->waves.count == waves ? NETS_E_CORRUPT : s;
    }
}

/* Reads the uses of a booking into `plan`, and books it. */
static nets_status nets_i_load_booking(nets_i_stream *io, nets_network *net,
                                       nets_plan *plan, const uint64_t *booking,
                                       nets_time now)
{
    const nets_id id = booking[2];
    uint64_t count = booking[1];
    if (id <= net->last_id || booking[0] > NETS_I_FAILS) return NETS_E_CORRUPT;
    for (plan->count = 0; count; count--) {
        uint64_t x[NETS_I_NUMBERS];
        nets_use *u;
        const nets_status s = nets_i_plan_room(plan, (uint64_t)plan->count + 1);
        if (s != NETS_OK) return s;
        if (!nets_i_get(io, nets_i_form[NETS_I_USES], x) || x[0] > NETS_WAVE)
            return NETS_E_CORRUPT;
        u = &plan->uses[plan->count];
        nets_i_plan_put(plan, (nets_kind)x[0], (uint32_t)x[1], nets_i_signed(x[3]),
                        nets_i_signed(x[4]), nets_i_signed(x[5]));
        u->leg = (uint32_t)x[2];
        u->flow = nets_i_signed(x[6]);
        u->whole = nets_i_signed(x[7]);
    }
    if (!plan->count || plan->end <= now) return NETS_E_CORRUPT;
    net->last_id = id - 1;
    plan->tag = booking[3];
    plan->algorithm = NETS_WS_RC; /* so that legs and flow stay */
    return nets_i_commit(net, plan, (int)booking[0], NULL, NULL);
}

static nets_status nets_i_load_failure(nets_network *net, nets_i_booking *k)
{
    const nets_use *u = k->uses, *end = u + k->b.count;
    for (; u < end; u++)
        if (u->kind != NETS_LINK && u->amount > nets_i_total(net, u->kind, u->index))
            return NETS_E_CORRUPT;
    return nets_i_uses_take(net, k);
}

/* Format 3 had no groups: a link and the next one, if that leads back, were one. */
static void nets_i_pair_links(nets_network *net)
{
    nets_link_info *l = net->links.at;
    uint32_t i;
    for (i = 0; i + 1 < net->links.count; i++)
        if (l[i].group == NETS_NONE && l[i].from == l[i + 1].to &&
            l[i].to == l[i + 1].from)
            l[i].group = l[i + 1].group = NETS_I_DUPLEX + i;
}

/* Reads everything after the first numbers of the header into an empty network, whose
 * time is the beginning of time, because bookings may have begun. */
static nets_status nets_i_load_all(nets_i_stream *io, nets_network *net, nets_plan *plan,
                                   int format)
{
    uint64_t head[NETS_I_NUMBERS], x[NETS_I_NUMBERS];
    uint32_t what;
    nets_time now;
    nets_status s = NETS_OK;
    if (!nets_i_get(io, nets_i_head_form, head) || !nets_i_get_sum(io))
        return NETS_E_CORRUPT;
    now = nets_i_signed(head[0]);
    for (what = 0; what < NETS_I_SECTIONS; what++)
        for (; head[2 + what]; head[2 + what]--) {
            const int old = what == NETS_I_LINKS && format == 3;
            x[4] = NETS_NONE;
            if (!nets_i_get(io, old ? "4488" : nets_i_form[what], x))
                return NETS_E_CORRUPT;
            if (what == NETS_I_BOOKINGS && format == 3 && x[0]) x[0]++; /* a failure */
            s = what == NETS_I_BOOKINGS ? nets_i_load_booking(io, net, plan, x, now)
                                        : nets_i_load_row(net, what, x);
            if (s != NETS_OK) return s;
        }
    for (what = 0; what < net->bookings.count && s == NETS_OK; what++)
        if (net->bookings.at[what].b.block == NETS_I_FAILS)
            s = nets_i_load_failure(net, &net->bookings.at[what]);
    if (format == 3) nets_i_pair_links(net);
    if (s != NETS_OK) return s;
    if (!nets_i_get_sum(io) || head[1] < net->last_id || head[1] > NETS_IDS_MOST)
        return NETS_E_CORRUPT;
    net->last_id = head[1];
    return nets_advance(net, now);
}

NETSCHED_DEF nets_status nets_load_abi(nets_network **out, const nets_desc *desc,
                                       nets_read_fn read, void *ctx, unsigned abi)
{
    nets_desc begin;
    nets_network *net;
    nets_i_stream io;
    nets_plan plan;
    nets_status s;
    uint64_t x;
    if (!out) return NETS_E_ARG;
    *out = NULL;
    if (abi != NETSCHED_ABI) return NETS_E_ABI;
    if (!read || (desc && desc->now)) return NETS_E_ARG;
    NETSCHED_MEMSET(&io, 0, sizeof io);
    io.take = read;
    io.ctx = ctx;
    io.crc = UINT64_MAX;
    if (!nets_i_get(&io, "8", &x)) return NETS_E_CORRUPT;
    if (x != NETS_I_MAGIC) return NETS_E_FOREIGN;
    if (!nets_i_get(&io, "4", &x)) return NETS_E_CORRUPT;
    if (x != NETS_I_FORMAT && x != 3) return NETS_E_ABI;
    NETSCHED_MEMSET(&begin, 0, sizeof begin);
    if (desc) begin = *desc;
    begin.now = INT64_MIN;
    s = nets_create(&net, &begin);
    if (s != NETS_OK) return s;
    NETSCHED_MEMSET(&plan, 0, sizeof plan);
    plan.alloc = net->outer;
    plan.alloc_ctx = net->outer_ctx;
    nets_i_plan_memory(net, &plan);
    net->loading = 1;
    s = nets_i_load_all(&io, net, &plan, (int)x);
    net->loading = 0;
    nets_i_plan_done(net, &plan);
    if (s == NETS_OK)
        *out = net;
    else
        nets_destroy(net);
    return s == NETS_OK || s == NETS_E_NOMEM ? s : NETS_E_CORRUPT;
}
#endif

/* >>text ----------------------------------------------------------------------------- */

NETSCHED_DEF const char *nets_status_text(nets_status s)
{
    switch (s) {
#define NETSCHED_I_TEXT(name, value, text) \
    case name: return text;
        NETSCHED_STATUSES(NETSCHED_I_TEXT)
#undef NETSCHED_I_TEXT
    case NETS_STATUS_COUNT: break;
    }
    return "unknown status";
}

NETSCHED_DEF const char *nets_version(unsigned *abi)
{
    if (abi) *abi = NETSCHED_ABI;
    return "0.5.0";
}

#ifndef NETSCHED_NO_FIRST_SLOT
/* >>search ----------------------------------------------------------------------------
 *
 * One search serves all of first slot. It maintains a flow from the source to the sink at
 * an instant t, and two certificates say how far t can move in one step:
 *
 *   if the flow meets the demand, it does so until one of the few arcs that it uses has
 *   less than the flow on it;
 *   if it does not, it gives a minimum cut, and no flow meets the demand before the
 *   capacity of that cut has grown to the demand. No time in between is examined.
 *
 * So no list of basic intervals is made. Three settings express what a request asks for:
 * the demand `whole`; the `span`, the time over which the capacity of an arc is a
 * minimum; and the `hold`, the number of consecutive instants that must be feasible.
 *
 *   splittable           whole = demand  span = 1         hold = length
 *   splittable, fixed    whole = demand  span = length  hold = 1
 *   one path (WN)        whole = 1       span = length  hold = 1; the capacity of an
 *                        arc is 1 if it has all that is asked, else 0
 *
 * Between the network and the local resources at either end, and between partitions of
 * which every unit reaches every other, all flow passes one node. So a job that is split
 * is searched part by part: the network, and partitions joined by pairs. All that agree
 * on a start can carry the job from then on, each with its own amounts and C-IDs.
 *
 * A flow that no longer fits is computed again. Rerouting it around the arc that has less
 * took ten times as long in a steady state with 1000 bookings on 100 nodes: the paths
 * become long and fragment the capacity for the requests that follow.
 *
 * Paths are searched from both ends at once, level by level, always on the side with
 * fewer nodes in its last level. The profile of an arc is read when a search gets there,
 * so most of a large network is never touched. The paths found have the fewest hops.
 *
 * Words: a `way` connects two nodes: an arc and, if there is one, the opposite arc. A
 * `pipe` holds the flow of a way. A way's code names one of its two directions.
 */

/* A way between two nodes, as one of the nodes sees it: an arc, together with the next
 * arc if that is the opposite one. Flow goes along a way on the arc of that direction, or
 * by cancelling flow of the opposite direction. */
typedef struct nets_i_way {
    uint32_t other;
    uint32_t code; /* 4 * arc, + 2 if there is an opposite arc, + 1 if the arc enters */
} nets_i_way;

/* The flow of a way, and its residual capacity in each direction, valid from t to
 * `until`. What searches read most often is kept together here. */
typedef struct nets_i_pipe {
    int64_t left[2];
    int64_t capacity; /* of its first arc; the net flow is capacity - left[0] */
    nets_time until;
    uint32_t stamp;  /* the graph for which this was set */
    uint32_t listed; /* 1: it is among the carriers */
} nets_i_pipe;

typedef struct nets_i_arc {
    int64_t capacity;
    nets_time until; /* the capacity is valid from t to this time */
    uint32_t stamp;  /* the graph for which all of this was set */
    uint32_t piece;  /* the piece of its profile that contains t */
    uint32_t use;    /* its last use in the plan */
} nets_i_arc;

typedef struct nets_i_mark {
    uint32_t seen;  /* 2 * the search that reached it, + 1 if from the sink's side */
    uint32_t level; /* number of arcs to that side's end */
    uint32_t next;  /* the first of its ways that a path may still take */
} nets_i_mark;

/* An arc that is not a link: a unit of a local resource, or a connection of units. */
typedef struct nets_i_extra {
    uint32_t from, to;
    uint32_t unit;   /* NETS_NONE: no limit */
    uint32_t demand; /* the number of the demand on that unit */
    int64_t scale;
} nets_i_extra;

/* One type at one end. */
typedef struct nets_i_demand {
    uint32_t partition;
    uint32_t end;              /* 0: at the source, 1: at the destination */
    nets_amount asked, amount; /* in the request, and in the present search */
    uint32_t unit;   /* the first unit of the C-ID being tried; WN: the unit itself */
    uint32_t chosen; /* WS-RC: the same of the C-ID chosen, and of that tried first */
    uint32_t first, part;
    uint32_t bounds; /* its bounds begin here */
} nets_i_demand;

/* A part of the local resources at one end: partitions that are joined by pairs. Between
 * parts every unit reaches every other, so parts and network can be searched one by
 * one. */
typedef struct nets_i_part {
    uint32_t end;
    uint32_t first, last; /* partition: the innermost and the outermost */
    int64_t whole;        /* the number of equal parts of the job there */
} nets_i_part;

/* A path from the source, of those with so many arcs the one with the least delay. */
typedef struct nets_i_near {
    nets_time delay;
    uint32_t code, before; /* its last way; the path without it */
} nets_i_near;

/* The limits that may make an answer come late: max_combinations, max_tries. */
enum { NETS_I_COMBINATIONS = 1, NETS_I_TRIES = 2 };

/* What a leg may not use. */
typedef struct nets_i_bar {
    uint32_t leg, index;
    nets_kind kind;
    uint32_t tried; /* 0: it is still to be tried */
} nets_i_bar;

#ifndef NETS_I_BARS /* room for so many, for each use that there is room for */
#define NETS_I_BARS 16
#endif
/* A request after checking. */
typedef struct nets_i_case {
    const nets_request *req;
    nets_time ready, latest; /* the earliest start, not before now, and the latest */
    nets_amount bandwidth;   /* at one node, and of a light path that has none: 1 */
    int single, constrained;
    uint32_t combinations; /* of C-IDs: the most to try */
    uint32_t max_hops, via_count, avoid_count;
    nets_time max_delay;           /* 0: any */
    uint32_t waves_from, waves_to; /* wavelengths of a light path */
    int rated;                     /* a light path that also takes capacity of links */
    int restricted;                /* not all arcs of the network may be used */
    int equal;                     /* all legs at once: see nets_i_equal_legs */
    nets_reason why;               /* the fault of the request */
} nets_i_case;

/* The lists of a search: type, name, the most items of any graph. The ways of the network
 * come first: node v has first[v] .. first[v + 1] - 1; `states` are for light paths the
 * first node of the graph for each node. Then the graph of the request: local resources
 * at the ends, and at new nodes numbered after the network's. Then the flow; `parts` of
 * the local resources, if the job may be split; by demand and unit
 * `bounds`: no start with its C-ID is before this; of legs `bars`: see >>legs; and
 * `short_ways`: see nets_i_meet_near. */
#define NETS_I_SCRATCH(X)                                         \
    X(uint32_t, first, (uint64_t)r->nodes + 1)                    \
    X(uint32_t, states, 0)                                        \
    X(uint32_t, other_first, 0)                                   \
    X(nets_i_way, other_ways, 0)                                  \
    X(nets_i_way, ways, 2 * (uint64_t)r->links + 1)               \
    X(nets_i_extra, extras, extras)                               \
    X(uint32_t, extra_first, more + 3)                            \
    X(nets_i_way, extra_ways, 2 * (extras + r->links) + 1)        \
    X(nets_i_pipe, pipes, arcs)                                   \
    X(nets_i_arc, arcs, arcs)                                     \
    X(uint32_t, carriers, arcs)                                   \
    X(uint32_t, cut, arcs)                                        \
    X(uint32_t, over, arcs)                                       \
    X(nets_i_mark, marks, nodes)                                  \
    X(uint32_t, queue, nodes)                                     \
    X(nets_i_demand, demands, r->needs)                           \
    X(nets_i_part, parts, r->needs + 2 * (uint64_t)r->partitions) \
    X(nets_time, bounds, r->units)                                \
    X(nets_i_bar, bars, (uint64_t)r->uses *NETS_I_BARS)           \
    X(nets_i_near, short_ways, 0)

typedef struct nets_i_search {
    nets_network *net;
    nets_i_case ask;
    nets_request of_leg;     /* ask.req, if there are several */
    uint32_t leg, order;     /* that is searched for; of the legs */
    unsigned unsure;         /* which limits were met */
    const nets_request *all; /* of which this leg must be disjoint, or NULL */
    const nets_plan *beside; /* the legs of it that are placed */
    nets_plan one;           /* the plan of one leg */
    nets_kind kind;          /* of what its paths take: NETS_LINK or NETS_WAVE */
    nets_kind kept; /* the kind of `first` and `ways`; `other_...` have the other */
    uint32_t nodes, links; /* nodes and arcs of the network's graph of that kind */
    uint32_t listed[2][4]; /* by kind: when its ways were listed, the numbers of nodes, */
                           /* arcs, converters; and the nodes of its graph */
#define NETS_I_LIST(type, name, number) NETS_I_VECTOR(type) name;
    NETS_I_SCRATCH(NETS_I_LIST)
#undef NETS_I_LIST
    uint32_t extra_nodes;
    uint32_t ends[2], ends_from[2]; /* nodes of its graph at each end: number, first */
    uint32_t end_node[2], source, sink;
    uint32_t most_hops;     /* arcs of a path at most */
    uint32_t depth[2];      /* levels whose ways were followed, from each side */
    uint32_t combinations;  /* of C-IDs: the most that were tried at a time */
    int limited;            /* more could have been tried */
    int failed;             /* there was no memory for `short_ways` */
    uint32_t stamp, number; /* of the graph; of the search */
    uint32_t count[2];      /* nodes reached from each side */
    uint32_t done[2];       /* of these, the nodes whose ways were followed */
    uint32_t side;          /* the side that was searched completely, without success */
    int single;             /* one path */
    int64_t whole, need, scale, value; /* need, scale: of an arc; value: of the flow */
    nets_amount rate;                  /* that a light path takes of its links */
    const nets_i_resource *supply;     /* of the arcs of the network */
    nets_time t, hold, start;          /* start: of the run found */
    uint64_t span, searches, instants;
    nets_spans some; /* starts of a part */
} nets_i_search;

/* ---- fractions ---- */

/* n * a / b, rounded down, for 0 <= a <= b and b > 0; works bit by bit, because the
 * product may not fit. */
static int64_t nets_i_share(int64_t a, int64_t b, int64_t n)
{
    const uint64_t whole = (uint64_t)b;
    uint64_t quotient = 0, rest = 0;
    unsigned shift = 63;
    while (shift-- > 0) {
        rest = 2 * rest + ((uint64_t)n >> shift & 1 ? (uint64_t)a : 0);
        quotient = 2 * quotient + rest / whole;
        rest %= whole;
    }
    return (int64_t)quotient;
}

/* Makes *whole the least common multiple of itself and n; returns 1 if that is too
 * large. */
static int nets_i_multiple(int64_t *whole, int64_t n)
{
    int64_t a = *whole, b = n;
    while (b) { /* the greatest common divisor */
        const int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return nets_i_multiply(*whole / a, n, whole) || *whole > NETS_MOST;
}

/* ---- memory of a search ---- */

static nets_i_search *nets_i_search_of(nets_network *net)
{
    nets_i_search *g = net->search;
    if (g) return g;
    g = (nets_i_search *)nets_i_counted(net, NULL, 0, sizeof *g);
    if (!g) return NULL;
    NETSCHED_MEMSET(g, 0, sizeof *g);
    g->net = net;
    g->some.alloc = g->one.alloc = nets_i_counted;
    g->some.alloc_ctx = g->one.alloc_ctx = net;
    net->search = g;
    return g;
}

static void nets_i_search_destroy(nets_network *net)
{
    nets_i_search *g = net->search;
    if (!g) return;
#define NETS_I_LIST(type, name, number) NETS_I_FREE(net, g->name);
    NETS_I_SCRATCH(NETS_I_LIST)
#undef NETS_I_LIST
    nets_spans_free(&g->some);
    nets_plan_free(&g->one);
    (void)nets_i_counted(net, g, sizeof *g, 0);
    net->search = NULL;
}

/* ---- the graph ---- */

/* 1 if link a + 1 is the opposite of link a. */
static uint32_t nets_i_paired(const nets_link_info *links, uint32_t a, uint32_t count)
{
    return a + 1 < count && links[a].from == links[a + 1].to &&
           links[a].to == links[a + 1].from;
}

/* The node of the graph that stands for a node, for light paths on a wavelength: at a
 * converter for all of them. */
static uint32_t nets_i_state(const nets_i_search *g, uint32_t node, uint32_t wave)
{
    if (g->kind == NETS_LINK) return node;
    return g->states.at[node] + (g->net->nodes.at[node].converts ? 0 : wave);
}

/* The node of the graph to which an arc of the network leads, or, if `to` is 0, from
 * which. */
static uint32_t nets_i_arc_end(const nets_i_search *g, uint32_t arc, int to)
{
    const nets_link_info *l = g->net->links.at;
    const nets_wave_info *w;
    if (g->kind == NETS_LINK) return to ? l[arc].to : l[arc].from;
    w = &g->net->waves.at[arc].is;
    return nets_i_state(g, to ? l[w->link].to : l[w->link].from, w->wave);
}

/* Numbers the nodes of the graph: the network's, or for each one for each wavelength. */
static nets_status nets_i_number_states(nets_i_search *g)
{
    const nets_network *net = g->net;
    uint64_t nodes = 0;
    uint32_t v;
    nets_status s;
    g->nodes = net->nodes.count;
    if (g->kind == NETS_LINK) return NETS_OK;
    s = NETS_I_FIT(net, g->states, (uint64_t)net->nodes.count);
    if (s != NETS_OK) return s;
    for (v = 0; v < net->nodes.count; v++) {
        g->states.at[v] = (uint32_t)nodes;
        nodes += net->nodes.at[v].converts ? 1 : net->beyond;
        if (nodes > NETS_I_MOST) return NETS_E_RANGE;
    }
    g->nodes = (uint32_t)nodes;
    return NETS_OK;
}

/* Lists the ways of every node, sorted by node: counts them, adds the counts up and fills
 * in from the back, so that first[v] is in the end where the ways of v begin. */
NETS_I_CALLED nets_status nets_i_index_links(nets_i_search *g)
{
    const nets_network *net = g->net;
    const int light = g->kind == NETS_WAVE;
    const nets_link_info *links = net->links.at;
    const uint32_t count = net->resource[g->kind].count;
    const uint32_t pairs = light ? 0 : count; /* wavelengths are never paired */
    uint32_t *first, v, a, *listed = g->listed[light];
    nets_i_way *ways;
    nets_status s;
    if (g->kept != g->kind) {
        nets_i_swap((char *)&g->first, (char *)&g->other_first, sizeof g->first);
        nets_i_swap((char *)&g->ways, (char *)&g->other_ways, sizeof g->ways);
        g->kept = g->kind;
    }
    g->nodes = listed[3];
    g->links = count;
    if (listed[0] == net->nodes.count && listed[1] == count &&
        (!light || listed[2] == net->converters))
        return NETS_OK;
    listed[0] = NETS_NONE;
    s = nets_i_number_states(g);
    if (s == NETS_OK) s = NETS_I_FIT(net, g->first, (uint64_t)g->nodes + 1);
    if (s == NETS_OK) s = NETS_I_FIT(net, g->ways, 2 * (uint64_t)count + 1);
    if (s != NETS_OK) return s;
    first = g->first.at;
    ways = g->ways.at;
    NETSCHED_MEMSET(first, 0, ((size_t)g->nodes + 1) * sizeof *first);
    for (a = 0; a < count; a += 1 + nets_i_paired(links, a, pairs)) {
        first[nets_i_arc_end(g, a, 0)]++;
        first[nets_i_arc_end(g, a, 1)]++;
    }
    for (v = 1; v <= g->nodes; v++) first[v] += first[v - 1];
    for (a = 0; a < count; a += 1 + nets_i_paired(links, a, pairs)) {
        const uint32_t code = 4 * a + 2 * nets_i_paired(links, a, pairs);
        const uint32_t from = nets_i_arc_end(g, a, 0), to = nets_i_arc_end(g, a, 1);
        nets_i_way *w = &ways[--first[from]];
        w->other = to;
        w->code = code;
        w = &ways[--first[to]];
        w->other = from;
        w->code = code + 1;
    }
    listed[0] = net->nodes.count;
    listed[1] = count;
    listed[2] = net->converters;
    listed[3] = g->nodes;
    return NETS_OK;
}

/* The node that a way leads to in the direction of the code, or, if `to` is 0, the node
 * from which it leads. */
static uint32_t nets_i_way_end(const nets_i_search *g, uint32_t code, int to)
{
    const uint32_t arc = code >> 2;
    const int head = to ^ (int)(code & 1);
    const nets_i_extra *x;
    if (arc < g->links) return nets_i_arc_end(g, arc, head);
    x = g->extras.at + arc - g->links;
    return head ? x->to : x->from;
}

/* The number of a node among those with arcs of local resources, or NETS_NONE. */
static uint32_t nets_i_local(const nets_i_search *g, uint32_t v)
{
    if (v >= g->nodes) return v - g->nodes + g->ends[0] + g->ends[1];
    if (v - g->ends_from[0] < g->ends[0]) return v - g->ends_from[0];
    if (v - g->ends_from[1] < g->ends[1]) return v - g->ends_from[1] + g->ends[0];
    return NETS_NONE;
}

static uint32_t nets_i_new_node(nets_i_search *g) { return g->nodes + g->extra_nodes++; }

/* The demand on a partition at an end, or NULL if there is none. */
static const nets_i_demand *nets_i_demand_on(const nets_i_search *g, uint32_t end,
                                             uint32_t partition)
{
    const nets_i_demand *d = g->demands.at;
    uint32_t i;
    for (i = 0; i < g->demands.count; i++)
        if (d[i].partition == partition && d[i].end == end) return &d[i];
    return NULL;
}

/* The outermost partition of an end for which there is a demand, or NETS_NONE. */
static uint32_t nets_i_outermost(const nets_i_search *g, uint32_t end)
{
    const nets_i_partition *all = g->net->partitions.at;
    uint32_t p = g->net->nodes.at[g->end_node[end]].last;
    while (p != NETS_NONE && !nets_i_demand_on(g, end, p)) p = all[p].before;
    return p;
}

/* Between two partitions (or a partition and the node, or the outside) there is a
 * boundary: one node of the graph if every unit reaches every other, else one node for
 * each unit on either side and arcs for the pairs. This adds the arc of a unit between
 * its nodes at the inner and the outer boundary. */
static nets_status nets_i_join(nets_i_search *g, uint32_t end, uint32_t inner,
                               uint32_t outer, uint32_t unit, const nets_i_demand *d)
{
    const nets_i_extra x = {end ? inner : outer, end ? outer : inner,
                            d ? unit : NETS_NONE, d ? (uint32_t)(d - g->demands.at) : 0,
                            d && g->ask.equal     ? 0
                            : d && !g->ask.single ? g->whole / d->amount
                                                  : 1};
    const nets_status s = NETS_I_MORE(g->net, g->extras);
    if (s == NETS_OK) g->extras.at[g->extras.count++] = x;
    return s;
}

/* Adds the arcs of partitions p to `outermost` of one end, from the node `inside`
 * outwards (paper 3, section 2.1, figure 1). At a boundary with pairs, the nodes on each
 * side are numbered in the order of the units; a pair of which neither unit is tried has
 * no arc, because no path gets there. *terminal becomes the outermost node. */
static nets_status nets_i_join_chain(nets_i_search *g, uint32_t end, uint32_t p,
                                     uint32_t outermost, uint32_t inside,
                                     uint32_t *terminal)
{
    const nets_i_partition *all = g->net->partitions.at;
    nets_i_unit *units = g->net->units.at;
    const nets_i_pair *pairs = g->net->pairs.at;
    uint32_t by_pairs = 0; /* 1: the inner boundary has pairs; its first nodes are */
    uint32_t before = 0;   /* `before` and `inside` */
    nets_status s = NETS_OK;
    for (;; p = all[p].next) {
        const nets_i_demand *d = nets_i_demand_on(g, end, p);
        const int last = p == outermost;
        const uint32_t pairs_next = !last && all[all[p].next].is.access == NETS_PAIRS;
        const uint32_t outside = nets_i_new_node(g);
        if (g->most_hops < NETS_NONE) g->most_hops += 1 + pairs_next;
        uint32_t u, i;
        g->extra_nodes += pairs_next * all[p].is.units; /* one too many */
        if (!d && !by_pairs && !pairs_next)
            s = nets_i_join(g, end, inside, outside, NETS_NONE, NULL);
        else
            for (u = all[p].first; u != NETS_NONE; u = units[u].next) {
                const int tried =
                    !d || g->ask.single || units[u].is.cid == units[d->unit].is.cid;
                const uint32_t inner = inside + by_pairs * units[u].place;
                const uint32_t outer = outside + pairs_next * units[u].place;
                units[u].tried = (uint32_t)tried;
                for (i = units[u].pair; i != NETS_NONE && s == NETS_OK; i = pairs[i].next)
                    if (tried || units[pairs[i].unit].tried)
                        s = nets_i_join(g, end, before + units[pairs[i].unit].place,
                                        inner, NETS_NONE, NULL);
                if (tried && s == NETS_OK) s = nets_i_join(g, end, inner, outer, u, d);
            }
        *terminal = outside;
        if (last || s != NETS_OK) return s;
        inside = before = outside;
        by_pairs = pairs_next;
        if (pairs_next) {
            inside = g->nodes + g->extra_nodes;
            g->extra_nodes += all[all[p].next].is.units;
        }
    }
}

/* Lists the ways of the nodes that have extra arcs, the network's among them: a node's
 * ways lie together, the network's first. If both ends are one node, it has none of the
 * network. */
static nets_status nets_i_index_extras(nets_i_search *g)
{
    const nets_i_extra *x = g->extras.at;
    const uint32_t *links = g->first.at;
    const uint32_t count = g->extras.count;
    const uint32_t ends = g->ends[0] + g->ends[1];
    const uint64_t nodes = (uint64_t)g->extra_nodes + ends;
    const int joined = g->end_node[0] != g->end_node[1];
    uint64_t all = 2 * (uint64_t)count + 1;
    uint32_t *first, i, v;
    nets_i_way *ways;
    nets_status s = NETS_I_FIT(g->net, g->extra_first, nodes + 1);
    for (i = 0; i < 2 && joined; i++)
        all += links[g->ends_from[i] + g->ends[i]] - links[g->ends_from[i]];
    if (s == NETS_OK) s = NETS_I_FIT(g->net, g->extra_ways, all);
    if (s != NETS_OK) return s;
    first = g->extra_first.at;
    ways = g->extra_ways.at;
    NETSCHED_MEMSET(first, 0, (size_t)(nodes + 1) * sizeof *first);
    for (i = 0; i < ends && joined; i++) {
        v = i < g->ends[0] ? g->ends_from[0] + i : g->ends_from[1] + i - g->ends[0];
        first[i] = links[v + 1] - links[v];
    }
    for (i = 0; i < count; i++) {
        first[nets_i_local(g, x[i].from)]++;
        first[nets_i_local(g, x[i].to)]++;
    }
    for (i = 1; i <= nodes; i++) first[i] += first[i - 1];
    for (i = count; i-- > 0;) { /* from the back, as in nets_i_index_links */
        nets_i_way *w = &ways[--first[nets_i_local(g, x[i].to)]];
        w->other = x[i].from;
        w->code = 4 * (g->links + i) + 1;
        w = &ways[--first[nets_i_local(g, x[i].from)]];
        w->other = x[i].to;
        w->code = 4 * (g->links + i);
    }
    for (i = 0; i < ends && joined; i++) {
        uint32_t k;
        v = i < g->ends[0] ? g->ends_from[0] + i : g->ends_from[1] + i - g->ends[0];
        for (k = links[v + 1]; k-- > links[v];) ways[--first[i]] = g->ways.at[k];
    }
    return NETS_OK;
}

/* The ways of a node: from here to *end. */
NETS_I_HOT const nets_i_way *nets_i_ways_of(const nets_i_search *g, uint32_t v,
                                            const nets_i_way **end)
{
    const nets_i_way *ways = g->ways.at;
    const uint32_t *first = g->first.at + v;
    const uint32_t x = g->extra_nodes ? nets_i_local(g, v) : NETS_NONE;
    if (x != NETS_NONE) {
        ways = g->extra_ways.at;
        first = g->extra_first.at + x;
    }
    *end = ways + first[1];
    return ways + first[0];
}

/* Forgets the flow and all that was read of profiles. */
static void nets_i_no_flow(nets_i_search *g)
{
    if (g->stamp == 0 || g->stamp == UINT32_MAX || g->number > UINT32_MAX / 4) {
        if (g->arcs.at) { /* as long as they were refused, pipes has nothing */
            NETSCHED_MEMSET(g->pipes.at, 0,
                            (size_t)g->pipes.capacity * sizeof(nets_i_pipe));
            NETSCHED_MEMSET(g->arcs.at, 0, (size_t)g->arcs.capacity * sizeof(nets_i_arc));
        }
        NETSCHED_MEMSET(g->marks.at, 0, (size_t)g->marks.capacity * sizeof(nets_i_mark));
        g->stamp = g->number = 0;
    }
    g->stamp++;
    g->carriers.count = 0;
    g->value = 0;
}

/* For light paths, joins the nodes of an end, of the wavelengths that may be used, to a
 * new one: *node. */
static nets_status nets_i_join_waves(nets_i_search *g, uint32_t end, uint32_t *node)
{
    const uint32_t v = g->end_node[end], all = g->net->nodes.at[v].converts;
    const uint32_t beyond = all ? 1 : g->ask.waves_to;
    uint32_t w = all ? 0 : g->ask.waves_from;
    nets_status s = NETS_OK;
    *node = nets_i_new_node(g);
    for (; w < beyond && s == NETS_OK; w++)
        s = nets_i_join(g, end, nets_i_state(g, v, w), *node, NETS_NONE, NULL);
    return s;
}

/* What a graph contains, besides the number of a part. */
enum { NETS_I_NETWORK = -1, NETS_I_ALL = -2 };

/* Makes the graph of the network from end to end, without local resources or with all of
 * them, or the graph of a part; the flow is zero. */
static nets_status nets_i_graph(nets_i_search *g, int64_t what)
{
    const nets_i_part *part = what < 0 ? NULL : g->parts.at + what;
    nets_status s = nets_i_index_links(g);
    uint64_t arcs, nodes;
    uint32_t end, node[2];
    g->extras.count = g->extra_nodes = 0;
    for (end = 0; end < 2 && s == NETS_OK; end++) {
        const uint32_t v = g->end_node[end];
        const int light = g->kind == NETS_WAVE;
        g->ends[end] = light && !g->net->nodes.at[v].converts ? g->net->beyond : 1;
        node[end] = g->ends_from[end] = nets_i_state(g, v, 0);
        if (light) s = nets_i_join_waves(g, end, &node[end]);
    }
    g->most_hops = g->ask.max_hops; /* and, of a light path, the arcs of its ends */
    if (g->kind == NETS_WAVE && g->most_hops < NETS_NONE) g->most_hops += 2;
    for (end = 0; end < 2 && s == NETS_OK && what == NETS_I_ALL; end++) {
        const uint32_t outermost = nets_i_outermost(g, end);
        if (outermost != NETS_NONE)
            s = nets_i_join_chain(g, end, g->net->nodes.at[g->end_node[end]].first,
                                  outermost, node[end], &node[end]);
    }
    if (s == NETS_OK && what >= 0) {
        node[!part->end] = nets_i_new_node(g);
        s = nets_i_join_chain(g, part->end, part->first, part->last, node[!part->end],
                              &node[part->end]);
    }
    g->source = node[0];
    g->sink = node[1];
    g->supply = g->net->resource[g->kind].at;
    if (s == NETS_OK && g->extra_nodes) s = nets_i_index_extras(g);
    arcs = (uint64_t)g->links + g->extras.count;
    nodes = (uint64_t)g->nodes + g->extra_nodes;
    if (s == NETS_OK && (arcs > NETS_I_MOST / 4 || nodes > NETS_I_MOST / 4))
        s = NETS_E_RANGE;
    if (s == NETS_OK && (arcs > g->pipes.capacity || arcs > g->arcs.capacity ||
                         nodes > g->marks.capacity))
        g->stamp = 0; /* new memory has no stamps */
    if (s == NETS_OK) s = NETS_I_FIT(g->net, g->pipes, arcs);
    if (s == NETS_OK) s = NETS_I_FIT(g->net, g->arcs, arcs);
    if (s == NETS_OK) s = NETS_I_FIT(g->net, g->carriers, arcs);
    if (s == NETS_OK) s = NETS_I_FIT(g->net, g->cut, arcs);
    if (s == NETS_OK) s = NETS_I_FIT(g->net, g->over, arcs);
    if (s == NETS_OK) s = NETS_I_FIT(g->net, g->marks, nodes);
    if (s == NETS_OK) s = NETS_I_FIT(g->net, g->queue, nodes);
    if (s != NETS_OK) return s;
    nets_i_no_flow(g);
    return NETS_OK;
}

/* ---- capacity ---- */

static const nets_i_resource *nets_i_arc_resource(const nets_i_search *g, uint32_t arc,
                                                  int64_t *need, int64_t *scale)
{
    const nets_i_extra *x;
    if (arc < g->links) {
        *need = g->need;
        *scale = g->scale;
        return g->supply + arc;
    }
    x = g->extras.at + arc - g->links;
    *need = *scale = 1;
    if (x->unit == NETS_NONE) return NULL;
    *need = g->demands.at[x->demand].amount;
    *scale = x->scale;
    return g->net->resource[NETS_UNIT].at + x->unit;
}

#define NETS_I_ENDLESS UINT64_MAX /* a span that never ends */

/* The end of a span. A span that begins before time 0 may be longer than INT64_MAX. */
static nets_time nets_i_span_end(nets_time t, uint64_t span)
{
    return span == NETS_I_ENDLESS ? NETS_FOREVER : (nets_time)((uint64_t)t + span);
}

static uint64_t nets_i_span_of(nets_time length)
{
    return length == NETS_FOREVER ? NETS_I_ENDLESS : (uint64_t)length;
}

/* The earliest time at which the minimum over the span may be higher: when the span has
 * left the last of its lowest pieces. */
static nets_time nets_i_span_rise(const nets_profile *p, uint32_t i, nets_time t,
                                  uint64_t span)
{
    nets_amount least = nets_i_piece(p, i);
    uint32_t lowest = i;
    for (; i < p->count && p->steps[i].time < nets_i_span_end(t, span); i++)
        if (p->steps[i].amount <= least) {
            least = p->steps[i].amount;
            lowest = i + 1;
        }
    if (least <= 0) /* less than nothing is as good as nothing */
        while (lowest < p->count && p->steps[lowest].amount <= 0) lowest++;
    return nets_i_piece_end(p, lowest);
}

/* The link of a use, or NETS_NONE. */
static uint32_t nets_i_link_of(const nets_network *net, nets_kind kind, uint32_t index)
{
    return kind == NETS_LINK   ? index
           : kind == NETS_WAVE ? net->waves.at[index].is.link
                               : NETS_NONE;
}

/* Is a node an end of this leg, to which links lead? */
static int nets_i_is_end(const nets_request *all, uint32_t leg, uint32_t node)
{
    const nets_request *r = leg ? &all->legs[leg - 1] : all;
    return r->from != r->to && (node == r->from || node == r->to);
}

/* Do links a and b of two legs have in common what disjoint legs must not? *bar is then
 * what the other leg must not use. */
static int nets_i_meets(const nets_network *net, const nets_request *all, uint32_t a,
                        uint32_t of_a, uint32_t b, uint32_t of_b, nets_i_bar *bar)
{
    const nets_link_info *x = net->links.at + a, *y = net->links.at + b;
    int i;
    if (a == NETS_NONE || b == NETS_NONE) return 0;
    bar->kind = x->group == NETS_NONE ? NETS_LINK : NETS_GROUP;
    bar->index = x->group == NETS_NONE ? a : x->group;
    if (x->group == NETS_NONE ? a == b : x->group == y->group) return 1;
    bar->kind = NETS_NODE;
    for (i = 0; i < 2 && all->disjoint == NETS_DISJOINT_NODES; i++) {
        bar->index = i ? x->from : x->to;
        if ((bar->index == y->from || bar->index == y->to) &&
            !(nets_i_is_end(all, of_a, bar->index) &&
              nets_i_is_end(all, of_b, bar->index)))
            return 1;
    }
    return 0;
}

/* Must the leg that is searched for not pass a node, because it is an end of another? */
static int nets_i_is_apart(const nets_i_search *g, uint32_t node)
{
    const nets_request *all = g->all;
    uint32_t leg = 0;
    if (!all || all->disjoint != NETS_DISJOINT_NODES || nets_i_is_end(all, g->leg, node))
        return 0;
    while (leg <= all->leg_count && !nets_i_is_end(all, leg, node)) leg++;
    return leg <= all->leg_count;
}

/* May the leg that is searched for not use this resource? */
static int nets_i_barred(const nets_i_search *g, nets_kind kind, uint32_t index)
{
    const nets_i_bar *b = g->bars.at, *end = b ? b + g->bars.count : b;
    for (; b < end; b++)
        if (b->tried && b->index == index && b->kind == kind && b->leg == g->leg)
            return 1;
    return 0;
}

/* Does a leg use what keeps this leg, which must be disjoint, from a link? */
static int nets_i_beside(const nets_i_search *g, uint32_t link)
{
    const nets_use *u = g->all ? g->beside->uses : NULL;
    const nets_use *end = u ? u + g->beside->count : NULL;
    nets_i_bar bar;
    for (; u < end; u++)
        if (nets_i_meets(g->net, g->all, link, g->leg,
                         nets_i_link_of(g->net, u->kind, u->index), u->leg, &bar))
            return 1;
    return 0;
}

/* Is an arc one that the request, or a leg of it, must not use? Not now, if `now` is set,
 * because of another leg. */
static int nets_i_left_out(const nets_i_search *g, uint32_t arc, int now)
{
    const nets_i_case *c = &g->ask;
    const nets_link_info *l;
    uint32_t link = arc, i = 0;
    if (arc >= g->links) /* or NETS_NONE */
        return nets_i_barred(g, NETS_UNIT, g->extras.at[arc - g->links].unit);
    if (g->kind == NETS_WAVE) {
        const nets_wave_info *w = &g->net->waves.at[arc].is;
        if (w->wave < c->waves_from || w->wave >= c->waves_to ||
            nets_i_barred(g, NETS_WAVE, arc))
            return 1;
        link = w->link;
    }
    while (i < c->via_count && c->req->via[i] != link) i++;
    if (c->via_count && i == c->via_count) return 1;
    for (i = 0; i < c->avoid_count; i++)
        if (c->req->avoid[i] == link) return 1;
    l = g->net->links.at + link;
    if (nets_i_is_apart(g, l->from) || nets_i_is_apart(g, l->to) ||
        (now && nets_i_beside(g, link)))
        return 1;
    return g->bars.count &&
           (nets_i_barred(g, NETS_LINK, link) || nets_i_barred(g, NETS_GROUP, l->group) ||
            nets_i_barred(g, NETS_NODE, l->from) || nets_i_barred(g, NETS_NODE, l->to));
}

/* For an arc of a light path with a rate: the earliest start at or after t from which the
 * wavelength is free for the span and its link has the rate. All starts before *until
 * are as good. */
static nets_time nets_i_rated_earliest(const nets_i_search *g, uint32_t arc,
                                       nets_amount need, nets_time *until)
{
    const nets_profile *wave = &g->net->resource[NETS_WAVE].at[arc].free;
    const nets_profile *link =
        &g->net->resource[NETS_LINK].at[g->net->waves.at[arc].is.link].free;
    const nets_time span = g->ask.req->length;
    nets_time t, x = g->t, other;
    do {
        uint32_t i = nets_i_step_after(wave, x);
        t = nets_i_earliest(wave, need, span, x, &i, until);
        if (t == NETS_FOREVER) return t;
        i = nets_i_step_after(link, t);
        x = nets_i_earliest(link, g->rate, span, t, &i, &other);
        if (x == t) *until = nets_i_least(*until, other);
    } while (x != t && x != NETS_FOREVER);
    return x;
}

/* What an arc with this amount free can carry, in parts of the whole; of equal legs (no
 * scale), how many of them. */
static int64_t nets_i_carries(const nets_i_search *g, nets_amount amount, int64_t need,
                              int64_t scale)
{
    if (!scale) return amount > 0 ? nets_i_least(amount / need, g->whole) : 0;
    return amount >= need ? g->whole : amount > 0 ? amount * scale : 0;
}

/* 1 if an arc is free from t on for the length of one path, else 0. */
static NETS_I_APART int64_t nets_i_look_single(nets_i_search *g, uint32_t arc,
                                               const nets_i_resource *r, nets_amount need)
{
    nets_i_arc *a = g->arcs.at + arc;
    const nets_time x = g->ask.rated && arc < g->links
                            ? nets_i_rated_earliest(g, arc, need, &a->until)
                            : nets_i_earliest(&r->free, need, g->ask.req->length, g->t,
                                              &a->piece, &a->until);
    if (x > g->t) a->until = x;
    return a->capacity = x == g->t;
}

/* Reads the capacity of an arc at t, in parts of the whole. */
static int64_t nets_i_look(nets_i_search *g, uint32_t arc)
{
    nets_i_arc *a = g->arcs.at + arc;
    int64_t need, scale;
    const nets_i_resource *r = nets_i_arc_resource(g, arc, &need, &scale);
    const int anew = a->stamp != g->stamp;
    a->stamp = g->stamp;
    if (!r) { /* it is not looked at again */
        a->until = NETS_FOREVER;
        return a->capacity = NETS_MOST;
    }
    if (anew) a->piece = nets_i_step_after(&r->free, g->t);
    while (a->piece < r->free.count && r->free.steps[a->piece].time <= g->t) a->piece++;
    if (g->single) {
        return nets_i_look_single(g, arc, r, need);
    } else {
        const nets_amount amount =
            nets_i_min_from(&r->free, a->piece, nets_i_span_end(g->t, g->span));
        a->until = g->span > 1 ? g->t + 1 : nets_i_piece_end(&r->free, a->piece);
        return a->capacity = nets_i_carries(g, amount, need, scale);
    }
}

/* The same, where some arcs must not be used: these carry nothing, for ever. */
static NETS_I_APART int64_t nets_i_look_if(nets_i_search *g, uint32_t arc)
{
    nets_i_arc *a = g->arcs.at + arc;
    if (a->stamp == g->stamp || !nets_i_left_out(g, arc, 1)) return nets_i_look(g, arc);
    a->stamp = g->stamp;
    a->until = NETS_FOREVER;
    return a->capacity = 0;
}

NETS_I_HOT int64_t nets_i_capacity(nets_i_search *g, uint32_t arc)
{
    const nets_i_arc *a = g->arcs.at + arc;
    if (a->stamp == g->stamp && g->t < a->until) return a->capacity;
    return g->ask.restricted ? nets_i_look_if(g, arc) : nets_i_look(g, arc);
}

/* The earliest time after t at which an arc of the cut may carry more: it carries less
 * than the whole, so it is of a resource. */
static nets_time nets_i_rise(nets_i_search *g, uint32_t arc)
{
    const nets_i_arc *a = g->arcs.at + arc;
    const int64_t capacity = nets_i_capacity(g, arc);
    const nets_i_resource *r;
    int64_t need, scale;
    uint32_t i = a->piece;
    if (g->single || a->until == NETS_FOREVER) return a->until;
    r = nets_i_arc_resource(g, arc, &need, &scale);
    if (g->span > 1) return nets_i_span_rise(&r->free, i, g->t, g->span);
    while (i < r->free.count &&
           nets_i_carries(g, r->free.steps[i].amount, need, scale) <= capacity)
        i++;
    return nets_i_piece_end(&r->free, i);
}

/* The arc of a way in the direction of the code; whether there is none, so that flow can
 * go there only by cancelling. */
static uint32_t nets_i_arc_of(uint32_t code) { return (code >> 2) + (code & 1); }
static int nets_i_one_way(uint32_t code) { return (code & 3) == 1; }

/* The net flow of a way; negative against the direction of its first arc. */
static int64_t nets_i_flow(const nets_i_search *g, uint32_t code)
{
    const nets_i_pipe *p = g->pipes.at + (code >> 2);
    return p->stamp == g->stamp ? p->capacity - p->left[0] : 0;
}

/* Computes the residual capacity of a way in each direction: the capacity of the arc in
 * that direction, less the flow in it, or plus the opposite flow, which can be
 * cancelled. */
static void nets_i_look_left(nets_i_search *g, uint32_t code)
{
    const uint32_t arc = code >> 2;
    const int64_t flow = nets_i_flow(g, code);
    nets_i_pipe *p = g->pipes.at + arc;
    const nets_i_arc *a = g->arcs.at + arc;
    p->capacity = nets_i_capacity(g, arc);
    p->left[0] = p->capacity - flow;
    p->left[1] = flow;
    p->until = a->until;
    if (code & 2) {
        p->left[1] += nets_i_capacity(g, arc + 1);
        p->until = nets_i_least(p->until, a[1].until);
    }
    if (p->stamp != g->stamp) p->listed = 0;
    p->stamp = g->stamp;
}

/* The residual capacity of a way in the direction of the code. */
NETS_I_HOT int64_t nets_i_left(nets_i_search *g, uint32_t code)
{
    const nets_i_pipe *p = g->pipes.at + (code >> 2);
    if (p->stamp != g->stamp || g->t >= p->until) nets_i_look_left(g, code);
    return p->left[code & 1];
}

/* ---- paths ---- */

/* Where a side's i-th node stands in the queue: the source's side fills it from the
 * front, the sink's from the back. */
static uint32_t *nets_i_queue(const nets_i_search *g, uint32_t side, uint32_t i)
{
    uint32_t *queue = g->queue.at;
    return side ? queue + (g->nodes + g->extra_nodes - 1) - i : queue + i;
}

/* Begins a search: each side has reached its own end only. */
static void nets_i_begin(nets_i_search *g)
{
    uint32_t side;
    g->searches++;
    g->number++;
    g->over.count = g->depth[0] = g->depth[1] = 0;
    for (side = 0; side < 2; side++) {
        const uint32_t v = side ? g->sink : g->source;
        nets_i_mark *m = g->marks.at + v;
        m->seen = 2 * g->number + side;
        m->level = m->next = 0;
        *nets_i_queue(g, side, 0) = v;
        g->count[side] = 1;
        g->done[side] = 0;
    }
}

/* Searches level by level until the sides meet; `over` are then all ways between the two
 * sides at these levels. Returns 0 if they cannot meet; one side has then found all that
 * it can reach. From the sink's side ways are followed against their direction. What does
 * not change is copied to local variables, because a compiler must assume that any number
 * written might be a member of the search. */
static int nets_i_meet(nets_i_search *g)
{
    const nets_i_pipe *const pipes = g->pipes.at;
    nets_i_mark *const marks = g->marks.at;
    uint32_t *const over = g->over.at;
    const uint32_t stamp = g->stamp;
    const uint32_t enough = g->single && g->kind == NETS_LINK ? 1 : NETS_NONE;
    const nets_time t = g->t;
    uint32_t met = 0;
    for (;;) {
        const uint32_t side = g->count[1] - g->done[1] < g->count[0] - g->done[0];
        const uint32_t seen = 2 * g->number + side, level = g->count[side];
        const ptrdiff_t step = side ? -1 : 1;
        const uint32_t *next = nets_i_queue(g, side, g->done[side]);
        const uint32_t *const last = nets_i_queue(g, side, level);
        uint32_t *tail = nets_i_queue(g, side, level);
        for (; next != last && met < enough; next += step) {
            const uint32_t next_level = marks[*next].level + 1;
            const nets_i_way *end, *w = nets_i_ways_of(g, *next, &end);
            for (; w < end; w++) {
                nets_i_mark *m = &marks[w->other];
                const nets_i_pipe *p;
                uint32_t code;
                if (m->seen == seen) continue;
                code = w->code ^ side;
                p = &pipes[code >> 2];
                if (p->stamp != stamp || t >= p->until) nets_i_look_left(g, code);
                if (p->left[code & 1] <= 0) continue;
                if (m->seen == (seen ^ 1)) {
                    over[met++] = code;
                    continue;
                }
                m->seen = seen;
                m->level = next_level;
                m->next = 0;
                *tail = w->other;
                tail += step;
            }
        }
        g->done[side] = (uint32_t)(step * (next - nets_i_queue(g, side, 0)));
        g->count[side] = (uint32_t)(step * (tail - nets_i_queue(g, side, 0)));
        g->over.count = met;
        g->depth[side]++;
        if (met) return 1;
        if (tail == last || g->depth[0] + g->depth[1] >= g->most_hops) {
            g->side = tail == last ? side : 2;
            return 0;
        }
    }
}

/* Searches from the source level by level, for one path within max_delay: at each level
 * `short_ways` has the nodes to which so many arcs lead with less delay than fewer do.
 * The path has the fewest arcs, of these the least delay. Returns 0 if there is none: it
 * needs one of the arcs, out of the nodes reached, that carry nothing. */
static int nets_i_meet_near(nets_i_search *g)
{
    nets_i_mark *const marks = g->marks.at;
    const nets_link_info *links = g->net->links.at;
    const uint32_t seen = 2 * g->number;
    uint32_t from = 0, to, hops = 0;
    g->side = 3;
    g->short_ways.count = 0;
    if (NETS_I_MORE(g->net, g->short_ways) != NETS_OK) return !(g->failed = 1);
    g->short_ways.at[g->short_ways.count++].delay = 0;
    for (;
         from < g->short_ways.count && hops < g->most_hops && marks[g->sink].seen != seen;
         hops++)
        for (to = g->short_ways.count; from < to; from++) {
            const uint32_t v =
                from ? nets_i_way_end(g, g->short_ways.at[from].code, 1) : g->source;
            const nets_time passed = g->short_ways.at[from].delay;
            const nets_i_way *end, *w = nets_i_ways_of(g, v, &end);
            if (marks[v].next != from && marks[v].next < to) continue; /* less delay */
            for (; w < end; w++) {
                nets_i_mark *m = &marks[w->other];
                const uint32_t arc = nets_i_arc_of(w->code);
                const nets_time delay =
                    arc >= g->links ? 0
                                    : links[nets_i_link_of(g->net, g->kind, arc)].delay;
                if (nets_i_one_way(w->code) || delay > g->ask.max_delay - passed ||
                    (m->seen == seen &&
                     g->short_ways.at[m->next].delay <= passed + delay) ||
                    nets_i_left(g, w->code) <= 0)
                    continue;
                if (NETS_I_MORE(g->net, g->short_ways) != NETS_OK)
                    return !(g->failed = 1);
                if (m->seen != seen) *nets_i_queue(g, 0, g->count[0]++) = w->other;
                m->seen = seen;
                m->next = g->short_ways.count++;
                g->short_ways.at[m->next].delay = passed + delay;
                g->short_ways.at[m->next].code = w->code;
                g->short_ways.at[m->next].before = from;
            }
        }
    return marks[g->sink].seen == seen;
}

/* Sends an amount along a way, whose residual capacity must be up to date; returns the
 * rest. */
static int64_t nets_i_push(nets_i_search *g, uint32_t code, int64_t amount)
{
    nets_i_pipe *p = g->pipes.at + (code >> 2);
    p->left[~code & 1] += amount;
    if (!p->listed) {
        p->listed = 1;
        g->carriers.at[g->carriers.count++] = code & ~1u;
    }
    return p->left[code & 1] -= amount;
}

/* The next of the ways of v that leads one level down and has residual capacity, or
 * NULL. */
static const nets_i_way *nets_i_down(nets_i_search *g, uint32_t v, uint32_t turn)
{
    nets_i_mark *const marks = g->marks.at, *m = &marks[v];
    const uint32_t seen = m->seen, level = m->level - 1;
    const nets_i_way *end, *w = nets_i_ways_of(g, v, &end);
    for (w += m->next; w < end; w++, m->next++)
        if (marks[w->other].level == level && marks[w->other].seen == seen &&
            nets_i_left(g, w->code ^ turn) > 0)
            return w;
    return NULL;
}

/* Half of a path: from where the sides met to the end of one side. It is built from there
 * and has come to node v. */
typedef struct nets_i_half {
    uint32_t side, v, count, *ways;
} nets_i_half;

/* Removes the last way of a half path, which will not be tried again. */
static void nets_i_step_back(nets_i_search *g, nets_i_half *h)
{
    h->v = nets_i_way_end(g, h->ways[--h->count], (int)(h->side ^ 1));
    g->marks.at[h->v].next++;
}

/* Extends a half path to its end, level by level; returns 0 if that is impossible. */
static int nets_i_walk(nets_i_search *g, nets_i_half *h)
{
    const uint32_t turn = h->side ^ 1;
    while (g->marks.at[h->v].level > 0) {
        const nets_i_way *w = nets_i_down(g, h->v, turn);
        if (w) {
            h->ways[h->count++] = w->code ^ turn;
            h->v = w->other;
        } else if (h->count) {
            nets_i_step_back(g, h);
        } else {
            return 0;
        }
    }
    return 1;
}

/* What can be sent along half a path, at most `most`. */
static int64_t nets_i_most(const nets_i_search *g, const nets_i_half *h, int64_t most)
{
    const nets_i_pipe *const pipes = g->pipes.at;
    uint32_t i;
    for (i = 0; i < h->count; i++)
        most = nets_i_least(most, pipes[h->ways[i] >> 2].left[h->ways[i] & 1]);
    return most;
}

/* Sends an amount along half a path, then cuts the half path before its first full
 * way. */
static void nets_i_send(nets_i_search *g, nets_i_half *h, int64_t amount)
{
    uint32_t i = h->count;
    while (i-- > 0) {
        if (nets_i_push(g, h->ways[i], amount) > 0) continue;
        h->count = i + 1;
        nets_i_step_back(g, h);
    }
}

/* Dinic's blocking flow: sends along paths over each way on which the sides met, until
 * there is none or `limit` is sent; returns the amount sent. Both halves of a path follow
 * levels that are known to lead to their end, so few attempts fail. */
static int64_t nets_i_block(nets_i_search *g, int64_t limit)
{
    uint32_t *over = g->over.at;
    int64_t sent = 0;
    uint32_t i;
    for (i = 0; i < g->over.count && sent < limit; i++) {
        nets_i_half up, down;
        int64_t amount;
        up.side = up.count = down.count = 0;
        down.side = 1;
        up.v = nets_i_way_end(g, over[i], 0);
        down.v = nets_i_way_end(g, over[i], 1);
        up.ways = g->cut.at;
        down.ways = over + g->over.count; /* there is room: no way is in both */
        while (sent < limit && (amount = nets_i_left(g, over[i])) > 0 &&
               nets_i_walk(g, &up) && nets_i_walk(g, &down)) {
            amount = nets_i_least(amount, limit - sent);
            amount = nets_i_most(g, &down, nets_i_most(g, &up, amount));
            (void)nets_i_push(g, over[i], amount);
            nets_i_send(g, &up, amount);
            nets_i_send(g, &down, amount);
            sent += amount;
        }
    }
    return sent;
}

/* Increases the flow up to the whole, always along paths with the fewest ways. If a
 * search finds no path, the flow is a maximum. */
static void nets_i_augment(nets_i_search *g)
{
    while (g->value < g->whole) {
        nets_i_begin(g);
        if (g->ask.max_delay) {
            uint32_t i;
            if (!nets_i_meet_near(g)) return;
            for (i = g->marks.at[g->sink].next; i; i = g->short_ways.at[i].before)
                (void)nets_i_push(g, g->short_ways.at[i].code, 1);
            g->value++;
        } else {
            if (!nets_i_meet(g)) return;
            g->value += nets_i_block(g, g->whole - g->value);
        }
    }
}

/* The code of a carrier in the direction of its flow. */
static uint32_t nets_i_along(const nets_i_search *g, uint32_t code)
{
    return nets_i_flow(g, code) < 0 ? code | 1u : code & ~1u;
}

/* Does the flow still fit at t? Removes ways without flow from the carriers. */
static int nets_i_still_fits(nets_i_search *g)
{
    uint32_t *carriers = g->carriers.at, i = 0;
    while (i < g->carriers.count) {
        const uint32_t code = nets_i_along(g, carriers[i]);
        if (nets_i_left(g, code) < 0) return 0;
        if (nets_i_flow(g, code)) {
            i++;
        } else {
            g->pipes.at[code >> 2].listed = 0;
            carriers[i] = carriers[--g->carriers.count];
        }
    }
    return 1;
}

/* Sets the flow to zero. */
static void nets_i_drain(nets_i_search *g)
{
    const uint32_t *carriers = g->carriers.at;
    uint32_t i;
    for (i = 0; i < g->carriers.count; i++) {
        (void)nets_i_push(g, carriers[i], -nets_i_flow(g, carriers[i]));
        g->pipes.at[carriers[i] >> 2].listed = 0;
    }
    g->carriers.count = 0;
    g->value = 0;
}

/* Keeps the flow if it still fits, else sets it to zero; then increases it up to the
 * whole. Returns 1 if it is the whole. */
static int nets_i_fill(nets_i_search *g)
{
    g->instants++;
    if (!nets_i_still_fits(g)) nets_i_drain(g);
    if (g->source == g->sink) g->value = g->whole; /* no link is needed */
    nets_i_augment(g);
    return g->value == g->whole;
}

/* ---- certificates ---- */

/* The amount that a way's flow takes of a resource; *arc becomes the arc concerned. */
static nets_amount nets_i_taken(const nets_i_search *g, uint32_t code, uint32_t *arc)
{
    const int64_t flow = nets_i_flow(g, code);
    int64_t need, scale;
    *arc = nets_i_arc_of(nets_i_along(g, code));
    (void)nets_i_arc_resource(g, *arc, &need, &scale);
    return g->single ? need : nets_i_ceil_div(flow < 0 ? -flow : flow, scale);
}

/* The time until which the flow can stay as it is, but examined only up to `enough`. */
static nets_time nets_i_holds(nets_i_search *g, nets_time enough)
{
    const uint32_t *carriers = g->carriers.at;
    const nets_time span = g->span == NETS_I_ENDLESS ? 1 : (nets_time)g->span;
    nets_time until = enough;
    uint32_t i;
    for (i = 0; i < g->carriers.count; i++) {
        uint32_t arc, k;
        const nets_amount taken = nets_i_taken(g, carriers[i], &arc);
        int64_t need, scale;
        const nets_i_resource *r = nets_i_arc_resource(g, arc, &need, &scale);
        nets_time end;
        if (!r || nets_i_flow(g, carriers[i]) == 0) continue;
        (void)nets_i_capacity(g, arc); /* so that its piece contains t */
        if (g->single) until = nets_i_least(until, g->arcs.at[arc].until);
        if (g->single) continue;
        for (k = g->arcs.at[arc].piece;
             k < r->free.count && r->free.steps[k].amount >= taken; k++)
            if (r->free.steps[k].time - span >= until) break;
        end = nets_i_piece_end(&r->free, k);
        if (end != NETS_FOREVER) until = nets_i_least(until, end - span + 1);
    }
    return until;
}

/* After a search without success, finds a minimum cut: the arcs out of the nodes that the
 * source reaches, or into the nodes that reach the sink. If it ended because a path would
 * have too many hops or too much delay, the arcs out of and into the nodes that both
 * sides have done that carry nothing: without one of these there is no path that is short
 * enough. */
static void nets_i_find_cut(nets_i_search *g)
{
    const nets_i_mark *marks = g->marks.at;
    const uint32_t both = g->side == 2, all = g->side >= 2;
    uint32_t i, side;
    g->cut.count = 0;
    for (side = all ? 0 : g->side; side < (both ? 2 : all ? 1 : g->side + 1); side++) {
        const uint32_t seen = 2 * g->number + side;
        for (i = 0; i < (both ? g->done[side] : g->count[side]); i++) {
            const nets_i_way *end,
                *w = nets_i_ways_of(g, *nets_i_queue(g, side, i), &end);
            for (; w < end; w++) {
                const uint32_t code = w->code ^ side;
                if (nets_i_one_way(code) || (!all && marks[w->other].seen == seen))
                    continue;
                if (all && (nets_i_left(g, code) > 0 ||
                            (side && marks[w->other].seen == seen - 1 &&
                             marks[w->other].level < g->depth[0])))
                    continue;
                g->cut.at[g->cut.count++] = nets_i_arc_of(code);
            }
        }
    }
}

/* Moves t to the earliest time at which the cut admits the whole. If that is after
 * `latest`, returns 0 and leaves t at the last time examined. */
static int nets_i_jump(nets_i_search *g, nets_time latest)
{
    const uint32_t *cut = g->cut.at;
    int64_t carries;
    uint32_t i;
    nets_i_find_cut(g);
    do {
        nets_time next = NETS_FOREVER;
        for (i = 0; i < g->cut.count; i++)
            next = nets_i_least(next, nets_i_rise(g, cut[i]));
        if (next > latest) return 0;
        g->t = next;
        carries = 0;
        for (i = 0; i < g->cut.count && carries < g->whole; i++)
            carries += nets_i_capacity(g, cut[i]); /* two amounts at most */
    } while (carries < g->whole);
    return 1;
}

/* ---- from a flow to uses of resources ---- */

/* The next way of v, from the k-th on, whose flow leads from v to a node that is not
 * `done`, or NETS_NONE. */
static uint32_t nets_i_flows_on(const nets_i_search *g, uint32_t v, uint32_t *k,
                                uint32_t done)
{
    const nets_i_mark *marks = g->marks.at;
    const nets_i_way *end, *w = nets_i_ways_of(g, v, &end);
    for (w += *k; w < end; w++, ++*k) {
        const int64_t flow = nets_i_flow(g, w->code);
        if ((w->code & 1 ? flow < 0 : flow > 0) && marks[w->other].seen != done)
            return w->code;
    }
    return NETS_NONE;
}

static void nets_i_enter(nets_i_search *g, uint32_t v, uint32_t depth)
{
    const nets_i_mark m = {2 * g->number, depth, 0};
    g->marks.at[v] = m;
}

/* Removes the flow that circulates in a cycle, and unmarks its nodes. */
static void nets_i_cut_circle(nets_i_search *g, const uint32_t *ways, uint32_t count)
{
    int64_t round = INT64_MAX;
    uint32_t i;
    for (i = 0; i < count; i++) {
        const int64_t flow = nets_i_flow(g, ways[i]);
        round = nets_i_least(round, flow < 0 ? -flow : flow);
    }
    for (i = 0; i < count; i++) {
        (void)nets_i_push(g, ways[i] ^ 1, round);
        g->marks.at[nets_i_way_end(g, ways[i], 1)].seen = 0;
    }
}

/* Removes cycles from the flow: paths found one after another may together contain a
 * cycle, whose flow is useless. A depth-first search finds them: a way that leads back to
 * a node of the present path closes a cycle. A node is done when none of its ways leads
 * to a cycle. */
static void nets_i_straighten(nets_i_search *g)
{
    nets_i_mark *marks = g->marks.at;
    const uint32_t *carriers = g->carriers.at;
    const uint32_t here = 2 * ++g->number, done = here + 1;
    uint32_t *path = g->cut.at, i;
    for (i = 0; i < g->carriers.count; i++) {
        uint32_t v = nets_i_way_end(g, nets_i_along(g, carriers[i]), 0), depth = 0;
        if (marks[v].seen == done) continue;
        nets_i_enter(g, v, 0);
        for (;;) {
            const uint32_t code = nets_i_flows_on(g, v, &marks[v].next, done);
            if (code == NETS_NONE) {
                marks[v].seen = done;
                if (depth == 0) break;
                v = nets_i_way_end(g, path[--depth], 0);
                continue;
            }
            path[depth++] = code;
            v = nets_i_way_end(g, code, 1);
            if (marks[v].seen == here) {
                const uint32_t bottom = marks[v].level;
                nets_i_cut_circle(g, path + bottom, depth - bottom);
                depth = bottom;
            }
            nets_i_enter(g, v, depth);
        }
    }
}

/* Adds a use, or extends the last use of the resource, whose position is *last. In a
 * refusal, where flow is 0, the amount is the free one, at least 0. */
static nets_status nets_i_use(const nets_i_search *g, nets_plan *plan, uint32_t *last,
                              nets_kind kind, uint32_t index, nets_time from,
                              nets_time to, nets_amount amount, int64_t flow,
                              int64_t whole)
{
    nets_use *u;
    nets_status s;
    if (*last < plan->count) {
        u = &plan->uses[*last];
        if (u->kind == kind && u->index == index && u->to == from && u->flow == flow) {
            u->to = to;
            return NETS_OK;
        }
    }
    if (g->net->uses && plan->count >= g->net->uses) return NETS_E_NOMEM;
    s = nets_i_plan_room(plan, (uint64_t)plan->count + 1);
    if (s != NETS_OK) return s;
    if (!flow) amount = nets_profile_min(nets_profile_of(g->net, kind, index), from, to);
    *last = plan->count;
    nets_i_plan_put(plan, kind, index, from, to, amount > 0 ? amount : 0);
    u = &plan->uses[*last];
    u->flow = flow;
    u->whole = whole;
    return NETS_OK;
}

/* The same for an arc: of a light path with a rate also for its link. An arc without a
 * limit uses nothing. */
static nets_status nets_i_use_arc(nets_i_search *g, nets_plan *plan, uint32_t *last,
                                  uint32_t arc, nets_time from, nets_time to,
                                  nets_amount amount, int64_t flow, int64_t whole)
{
    const int extra = arc >= g->links;
    const uint32_t index = extra ? g->extras.at[arc - g->links].unit : arc;
    uint32_t none = NETS_NONE;
    nets_status s;
    if (index == NETS_NONE) return NETS_OK;
    s = nets_i_use(g, plan, last, extra ? NETS_UNIT : g->kind, index, from, to, amount,
                   flow, whole);
    if (s != NETS_OK || extra || !g->ask.rated) return s;
    return nets_i_use(g, plan, &none, NETS_LINK, g->net->waves.at[arc].is.link, from, to,
                      g->rate, flow, whole);
}

/* Adds the use of a way's flow during [from, to). */
static nets_status nets_i_use_way(nets_i_search *g, nets_plan *plan, uint32_t code,
                                  nets_time from, nets_time to)
{
    const int64_t flow = nets_i_flow(g, code);
    uint32_t arc;
    const nets_amount amount = nets_i_taken(g, code, &arc);
    if (flow == 0) return NETS_OK;
    return nets_i_use_arc(g, plan, &g->arcs.at[arc].use, arc, from, to, amount,
                          flow < 0 ? -flow : flow, g->whole);
}

/* Does an arc come before another one: by link, then by wavelength? */
static int nets_i_sooner(const nets_i_search *g, uint32_t a, uint32_t b)
{
    const nets_i_wave *w = g->net->waves.at;
    if (b == NETS_NONE || a >= g->links) return b == NETS_NONE && a != b;
    return w[a].is.link != w[b].is.link ? w[a].is.link < w[b].is.link
                                        : w[a].is.wave < w[b].is.wave;
}

/* The arc with the lowest link, then wavelength, with which a path of so many arcs leads
 * from v to the sink, or NETS_NONE. */
static uint32_t nets_i_lowest(nets_i_search *g, uint32_t v, uint32_t left)
{
    const nets_i_way *end, *w = nets_i_ways_of(g, v, &end);
    uint32_t best = NETS_NONE;
    for (; w < end; w++) {
        const nets_i_mark *m = &g->marks.at[w->other];
        const uint32_t arc = w->code >> 2;
        if ((w->code & 1) || m->seen != 2 * g->number + 1 || m->level != left - 1 ||
            nets_i_left(g, w->code) <= 0)
            continue;
        if (nets_i_sooner(g, arc, best)) best = arc;
    }
    return best;
}

/* After a search that made the sides meet, marks the nodes of the source's side on all
 * shortest paths as if the sink's side had reached them; returns the number of arcs of
 * these paths. */
static uint32_t nets_i_reach_back(nets_i_search *g)
{
    nets_i_mark *marks = g->marks.at;
    const uint32_t here = 2 * g->number, there = here + 1;
    const uint32_t *over = g->over.at;
    const uint32_t arcs = 1 + marks[nets_i_way_end(g, over[0], 0)].level +
                          marks[nets_i_way_end(g, over[0], 1)].level;
    uint32_t i, count = 0;
    for (i = 0; i < g->over.count; i++) {
        const uint32_t v = nets_i_way_end(g, over[i], 0);
        if (marks[v].seen == here) *nets_i_queue(g, 1, count++) = v;
        marks[v].seen = there;
    }
    for (i = 0; i < count; i++) {
        const uint32_t v = *nets_i_queue(g, 1, i), level = marks[v].level;
        const nets_i_way *end, *w = nets_i_ways_of(g, v, &end);
        for (; w < end && level; w++) {
            nets_i_mark *m = &marks[w->other];
            if (m->seen != here || m->level != level - 1 ||
                nets_i_left(g, w->code ^ 1) <= 0)
                continue;
            m->seen = there;
            *nets_i_queue(g, 1, count++) = w->other;
        }
        marks[v].level = arcs - level;
    }
    return arcs;
}

/* Adds the uses of a light path: of those with the fewest hops that with the lowest link,
 * then wavelength, where two part. From a node that stands for all wavelengths of an end,
 * the best of their arcs is the next. */
static nets_status nets_i_record_light(nets_i_search *g, nets_plan *plan, nets_time from,
                                       nets_time to)
{
    uint32_t v = g->source, left;
    nets_status s = NETS_OK;
    nets_i_drain(g);
    for (left = nets_i_reach_back(g); left > 0 && s == NETS_OK; left--) {
        uint32_t arc = nets_i_lowest(g, v, left);
        int64_t need, scale;
        if (arc >= g->links && nets_i_way_end(g, 4 * arc, 1) < g->nodes) {
            const nets_i_way *end, *w = nets_i_ways_of(g, v, &end);
            arc = NETS_NONE;
            for (left--; w < end; w++) {
                const uint32_t next = nets_i_lowest(g, w->other, left);
                if (w->other < g->nodes && nets_i_sooner(g, next, arc)) arc = next;
            }
        }
        (void)nets_i_arc_resource(g, arc, &need, &scale);
        s = nets_i_use_arc(g, plan, &g->arcs.at[arc].use, arc, from, to, need, 1, 1);
        v = nets_i_way_end(g, 4 * arc, 1);
    }
    return s;
}

/* Adds the uses of equal legs: each part of the flow is the path of a leg. */
static nets_status nets_i_record_equal(nets_i_search *g, nets_plan *plan, nets_time from,
                                       nets_time to)
{
    nets_status s = NETS_OK;
    uint32_t leg, v, code;
    nets_i_straighten(g);
    for (leg = 0; leg < g->whole && s == NETS_OK; leg++)
        for (v = g->source; v != g->sink && s == NETS_OK;
             v = nets_i_way_end(g, code, 1)) {
            uint32_t last = 0, arc;
            int64_t need, scale;
            code = nets_i_flows_on(g, v, &last, NETS_NONE);
            (void)nets_i_push(g, code ^ 1, 1);
            arc = nets_i_arc_of(code);
            if (!nets_i_arc_resource(g, arc, &need, &scale)) continue;
            last = NETS_NONE;
            s = nets_i_use_arc(g, plan, &last, arc, from, to, need, 1, 1);
            if (s == NETS_OK) plan->uses[last].leg = leg;
        }
    return s;
}

/* Adds the uses of the flow during [from, to). If it is one path, in the order of the
 * path. */
static nets_status nets_i_record(nets_i_search *g, nets_plan *plan, nets_time from,
                                 nets_time to)
{
    const uint32_t *carriers = g->carriers.at;
    nets_status s = NETS_OK;
    uint32_t i, v, code;
    if (g->kind == NETS_WAVE && !g->ask.max_delay)
        return nets_i_record_light(g, plan, from, to);
    if (g->ask.equal) return nets_i_record_equal(g, plan, from, to);
    if (g->single) {
        for (v = g->source; v != g->sink; v = nets_i_way_end(g, code, 1)) {
            i = 0;
            code = nets_i_flows_on(g, v, &i, NETS_NONE);
            if (s == NETS_OK) s = nets_i_use_way(g, plan, code, from, to);
        }
        return s;
    }
    nets_i_straighten(g);
    for (i = 0; i < g->carriers.count && s == NETS_OK; i++)
        s = nets_i_use_way(g, plan, carriers[i], from, to);
    return s;
}

/* Sets the plan to the minimum cut at t: each of its arcs with the amount that is
 * free. */
static nets_status nets_i_record_cut(nets_i_search *g, nets_plan *plan)
{
    const uint32_t *cut = g->cut.at;
    nets_status s = NETS_OK;
    uint32_t i;
    plan->count = 0;
    plan->start = g->t;
    plan->end = nets_i_span_end(g->t, g->span);
    for (i = 0; i < g->cut.count && s == NETS_OK; i++) {
        uint32_t last = NETS_NONE;
        if (g->ask.restricted && nets_i_left_out(g, cut[i], 0)) continue;
        s = nets_i_use_arc(g, plan, &last, cut[i], g->t, plan->end, 0, 0, 0);
    }
    return s;
}

/* ---- runs ---- */

/* Finds the earliest start from t to `latest` of `hold` consecutive feasible instants,
 * g->start, and adds its uses to the plan, or, if there is none (NETS_E_NOFIT), makes the
 * plan the cut; plan NULL: writes nothing. (Paper 3, section 4.1, the left part of figure
 * 2, and 4.2.) A run that ends too early may have more uses than any answer: with
 * reserved room it goes on without being written when there is no room for more. */
static nets_status nets_i_run(nets_i_search *g, nets_time latest, nets_plan *plan)
{
    const uint32_t before = plan ? plan->count : 0;
    nets_status s, written = NETS_OK;
    g->start = g->t;
    for (;;) {
        nets_time until;
        if (!nets_i_fill(g)) {
            if (!nets_i_jump(g, latest)) {
                s = plan ? nets_i_record_cut(g, plan) : NETS_OK;
                return s == NETS_OK ? NETS_E_NOFIT : s;
            }
            g->start = g->t;
            if (plan) plan->count = before;
            written = NETS_OK;
            continue;
        }
        until =
            g->hold > 1 ? nets_i_holds(g, nets_i_until(g->start, g->hold)) : g->start + 1;
        if (plan && written == NETS_OK)
            written = nets_i_record(
                g, plan, g->t, g->hold > 1 ? until : nets_i_span_end(g->start, g->span));
        else if (plan)
            nets_i_straighten(g); /* so that the flow goes on as if it were written */
        if (written != NETS_OK && !g->net->uses) return written;
        if (until >= nets_i_until(g->start, g->hold)) break;
        g->t = until;
    }
    if (plan) plan->start = g->start;
    if (plan)
        plan->end = g->hold > 1 ? nets_i_until(g->start, g->hold)
                                : nets_i_span_end(g->start, g->span);
    return written;
}

/* Adds to *out all starts from t to `latest` of `hold` consecutive feasible instants. */
static nets_status nets_i_all_runs(nets_i_search *g, nets_time latest, nets_spans *out)
{
    nets_status s;
    for (;;) {
        nets_time start;
        const nets_time enough =
            nets_i_until(latest, g->hold); /* one after the last instant needed */
        if (!nets_i_fill(g) && !nets_i_jump(g, latest)) return NETS_OK;
        if (g->value < g->whole) continue;
        start = g->t;
        do {
            g->t = nets_i_holds(g, enough);
        } while (g->t < enough && nets_i_fill(g));
        if (g->t >= nets_i_until(start, g->hold)) {
            s = nets_spans_add(out, start, nets_i_last(g->t, g->hold) + 1);
            if (s != NETS_OK) return s;
        }
        if (g->t >= enough || !nets_i_jump(g, latest)) return NETS_OK;
    }
}

/* ---- local resources without constraints (paper 3, sections 4.3 and 4.4) ---- */

/* The first unit of the next C-ID, or NETS_NONE. */
static uint32_t nets_i_next_group(const nets_network *net, uint32_t unit)
{
    const nets_i_unit *units = net->units.at;
    const uint32_t cid = units[unit].is.cid;
    while (unit != NETS_NONE && units[unit].is.cid == cid) unit = units[unit].next;
    return unit;
}

/* The earliest start at or after t from which the units of one C-ID together have the
 * amount for the length: at every instant or, if `fixed`, with one split. FOREVER:
 * none. */
static nets_time nets_i_group_earliest(const nets_network *net, const nets_i_demand *d,
                                       nets_time t, nets_time length, int fixed)
{
    const nets_i_unit *units = net->units.at;
    const uint32_t cid = units[d->unit].is.cid;
    nets_time at = t; /* the time being checked */
    for (;;) {
        nets_amount sum = 0;
        nets_time next = NETS_FOREVER;
        uint32_t u;
        if (t > nets_i_last(NETS_FOREVER, length)) return NETS_FOREVER;
        for (u = d->unit; u != NETS_NONE && units[u].is.cid == cid && sum < d->amount;
             u = units[u].next) {
            const nets_profile *p = &nets_i_resource_of(net, NETS_UNIT, u)->free;
            const uint32_t i = nets_i_step_after(p, at);
            const nets_amount free =
                fixed ? nets_i_min_from(p, i, nets_i_span_end(at, nets_i_span_of(length)))
                      : nets_i_piece(p, i);
            next = nets_i_least(next,
                                fixed ? nets_i_span_rise(p, i, at, nets_i_span_of(length))
                                      : nets_i_piece_end(p, i));
            if (free > 0 && !nets_i_barred(net->search, NETS_UNIT, u)) sum += free;
        }
        if (sum >= d->amount && (fixed || next >= nets_i_until(t, length))) return t;
        if (sum < d->amount) t = next;
        if (next == NETS_FOREVER) return NETS_FOREVER;
        at = next;
    }
}

/* The earliest start at or after t from which one unit has the requested amount; it
 * becomes d->unit. Ties: the first one. */
static nets_time nets_i_unit_earliest(const nets_network *net, nets_i_demand *d,
                                      nets_time t, nets_time length)
{
    uint32_t u = net->partitions.at[d->partition].first;
    nets_time best = NETS_FOREVER, until;
    for (; u != NETS_NONE && best > t; u = net->units.at[u].next) {
        const nets_profile *p = &net->resource[NETS_UNIT].at[u].free;
        uint32_t i = nets_i_step_after(p, t);
        const nets_time x = nets_i_earliest(p, d->amount, length, t, &i, &until);
        if (x >= best || nets_i_barred(net->search, NETS_UNIT, u)) continue;
        best = x;
        d->unit = u;
    }
    return best;
}

/* Sets the plan to the bottleneck: all units of the partition, each with the amount that
 * is free of it for the length. */
static nets_status nets_i_record_short(const nets_i_search *g, const nets_i_demand *d,
                                       nets_time t, nets_time length, nets_plan *plan)
{
    const nets_network *net = g->net;
    const nets_i_unit *units = net->units.at;
    uint32_t u = net->partitions.at[d->partition].first;
    nets_status s = NETS_OK;
    plan->count = 0;
    for (; u != NETS_NONE && s == NETS_OK; u = units[u].next) {
        uint32_t last = NETS_NONE;
        s = nets_i_use(g, plan, &last, NETS_UNIT, u, t, nets_i_until(t, length), 0, 0, 0);
    }
    return s;
}

/* ---- order of uses ---- */

/* The rank of a use among those with the same `from`: units at the source from the
 * outermost inwards, links, units at the destination outwards; then by number, or, for
 * the links of one path, in the order of the path. */
static uint64_t nets_i_use_rank(const nets_i_search *g, const nets_use *u)
{
    const nets_i_partition *p;
    if (u->kind == g->kind && g->single)
        return ((uint64_t)1 << 62) + g->arcs.at[u->index].use;
    if (u->kind != NETS_UNIT)
        return ((uint64_t)(u->kind == g->kind ? 2 : 3) << 61) + u->index;
    p = g->net->partitions.at + g->net->units.at[u->index].is.partition;
    return p->is.node == g->end_node[1]
               ? ((uint64_t)2 << 62) + ((uint64_t)p->is.place << 31) + u->index
               : ((uint64_t)(NETS_I_MOST - p->is.place) << 31) + u->index;
}

static int nets_i_use_after(const void *ctx, const void *a, const void *b)
{
    const nets_i_search *g = (const nets_i_search *)ctx;
    const nets_use *x = (const nets_use *)a, *y = (const nets_use *)b;
    if (x->from != y->from) return x->from > y->from;
    return nets_i_use_rank(g, x) > nets_i_use_rank(g, y);
}

/* Heapsort: it works in place and without recursion. No two uses are equal. */
static void nets_i_sort_uses(const nets_i_search *g, nets_plan *plan)
{
    uint32_t i;
    for (i = plan->count / 2; i-- > 0;)
        nets_i_heap_down(plan->uses, plan->count, i, sizeof(nets_use), nets_i_use_after,
                         g);
    for (i = plan->count; i > 1; i--)
        nets_i_heap_pop(plan->uses, i, sizeof(nets_use), nets_i_use_after, g);
}

/* ---- requests ---- */

static nets_status nets_i_because(nets_reason *why, const nets_need *need,
                                  nets_status status, const char *field, int64_t value,
                                  int64_t least, int64_t most)
{
#ifdef NETSCHED_NO_EXPLAIN
    (void)need, (void)field, (void)value, (void)least, (void)most;
#else
    why->need = need;
    why->field = field;
    why->value = value;
    why->least = least;
    why->most = most;
#endif
    return why->status = status;
}

/* Adds the types asked for at one end to the demands. If the end lacks one of the types,
 * g->ask.why says so, NETS_E_NEVER. */
static nets_status nets_i_add_demands(nets_i_search *g, uint32_t end, uint32_t node,
                                      const nets_need *needs, uint32_t count)
{
    nets_i_case *c = &g->ask;
    nets_i_demand *d;
    uint32_t i, k, p, units;
    if (count && !needs) return nets_i_because(&c->why, NULL, NETS_E_ARG, NULL, 0, 0, 0);
    for (i = 0; i < count; i++) {
        const nets_need *n = &needs[i];
        if (n->amount <= 0 || n->amount > NETS_MOST)
            return nets_i_because(&c->why, n, n->amount > 0 ? NETS_E_RANGE : NETS_E_ARG,
                                  "amount", n->amount, 1, NETS_MOST);
        for (k = 0; k < i; k++)
            if (needs[k].type == n->type)
                return nets_i_because(&c->why, n, NETS_E_ARG, "type", n->type, 0, 0);
        p = nets_i_partition_of(g->net, node, n->type);
        units = p == NETS_NONE ? 0 : g->net->partitions.at[p].is.units;
        if (!units && c->why.status == NETS_OK)
            (void)nets_i_because(&c->why, n, NETS_E_NEVER, "type", n->type, 0, 0);
        if (p == NETS_NONE) continue;
        if (NETS_I_MORE(g->net, g->demands) != NETS_OK ||
            NETS_I_FIT(g->net, g->bounds, (uint64_t)g->bounds.count + units) != NETS_OK)
            return NETS_E_NOMEM;
        d = g->demands.at + g->demands.count++;
        d->partition = p;
        d->end = end;
        d->asked = d->amount = n->amount;
        d->unit = d->chosen = NETS_NONE;
        d->bounds = g->bounds.count;
        for (k = 0; k < units; k++) g->bounds.at[g->bounds.count++] = INT64_MIN;
    }
    return NETS_OK;
}

/* Divides the local resources of both ends into parts. */
static nets_status nets_i_divide(nets_i_search *g)
{
    const nets_i_partition *all = g->net->partitions.at;
    nets_i_demand *d = g->demands.at;
    uint32_t end, p, i;
    g->parts.count = 0;
    for (end = 0; end < 2; end++) {
        const uint32_t outermost = nets_i_outermost(g, end);
        if (outermost == NETS_NONE) continue;
        p = NETS_NONE;
        while (p != outermost) {
            nets_i_part *part;
            int asked = 0;
            if (NETS_I_MORE(g->net, g->parts) != NETS_OK) return NETS_E_NOMEM;
            part = g->parts.at + g->parts.count;
            part->end = end;
            part->first =
                p == NETS_NONE ? g->net->nodes.at[g->end_node[end]].first : all[p].next;
            part->whole = 1;
            for (p = part->first;
                 p != outermost && all[all[p].next].is.access == NETS_PAIRS;)
                p = all[p].next;
            part->last = p;
            for (i = 0; i < g->demands.count; i++) {
                const uint32_t place = all[d[i].partition].is.place;
                if (d[i].end != end || place < all[part->first].is.place ||
                    place > all[p].is.place)
                    continue;
                asked = 1;
                d[i].part = g->parts.count;
                if (nets_i_multiple(&part->whole, d[i].amount)) return NETS_E_RANGE;
            }
            /* one partition of which nothing is asked does not matter */
            g->parts.count += asked || part->first != part->last;
        }
    }
    return NETS_OK;
}

/* The end of a request's window. */
static nets_time nets_i_window_end(const nets_request *req)
{
    return req->deadline || req->flags & NETS_HAS_DEADLINE ? req->deadline : NETS_FOREVER;
}

/* Checks the window: [start, end) must have room for the length. The starts that can be:
 * not before now, and at most the length before the end. */
static nets_status nets_i_understand_window(const nets_network *net, nets_i_case *c)
{
    const nets_time start = c->req->ready, length = c->req->length;
    const nets_time end = nets_i_window_end(c->req);
    const uint64_t between = start < end ? (uint64_t)end - (uint64_t)start : 0;
    c->ready = start > net->now ? start : net->now;
    if (length > 0) {
        const nets_time soon = length == NETS_FOREVER ? INT64_MIN : INT64_MIN + length;
        const nets_status s =
            start >= end ? NETS_E_ARG
            : c->ready > nets_i_last(NETS_FOREVER, length) || c->ready < soon
                ? NETS_E_RANGE
                : NETS_OK;
        c->latest = nets_i_last(end, length);
        if (s != NETS_OK)
            return nets_i_because(&c->why, NULL, s, "ready", start,
                                  soon > net->now ? soon : net->now, c->latest);
        if (end >= soon && start <= c->latest) {
            if (c->req->flags & NETS_EXACTLY) c->latest = start;
            return NETS_OK;
        }
    }
    return nets_i_because(&c->why, NULL, NETS_E_ARG, "length", length, 1,
                          between < INT64_MAX && end != NETS_FOREVER ? (int64_t)between
                                                                     : INT64_MAX);
}

/* Makes the request the one that is searched for, net->search->ask. Checks it, in this
 * order; `why` names the fault. */
static nets_status nets_i_understand(nets_network *net, const nets_request *req)
{
    const int64_t last = (int64_t)net->nodes.count - 1;
    const nets_i_partition *const parts = net->partitions.at;
    nets_i_search *g = nets_i_search_of(net);
    uint32_t end, p;
    nets_i_case *c;
    nets_reason *why;
    nets_status s;
    int asks;
    if (!g) return NETS_E_NOMEM;
    g->searches = g->instants = 0;
    c = &g->ask;
    why = &c->why;
    NETSCHED_MEMSET(c, 0, sizeof *c);
#define NETS_I_WRONG(field, value, least, most) \
    nets_i_because(why, NULL, NETS_E_ARG, field, value, least, most)
    if (req->volume || req->least || req->most) {
        const nets_amount least = req->least > 1 ? req->least : 1;
        if (req->leg_count)
            return NETS_I_WRONG("leg_count", req->volume, 1, NETS_FOREVER);
        if (req->volume <= 0 || req->least < 0)
            return NETS_I_WRONG("volume", req->volume, 1, NETS_FOREVER);
        if (req->most && req->most < least)
            return NETS_I_WRONG("most", req->most, least, NETS_MOST);
        g->of_leg = *req;
        g->of_leg.bandwidth = least;
        g->of_leg.length = 1;
        g->of_leg.volume = g->of_leg.least = g->of_leg.most = 0;
        req = &g->of_leg;
    }
    /* two nodes are asked for links; one for local resources at its one end, alone */
    asks = req->from != req->to ? req->bandwidth != 0 || req->light
                                : !req->bandwidth && !req->light && !req->at_from_count &&
                                      req->at_to_count;
    c->req = req;
    c->combinations = req->max_combinations ? req->max_combinations : 65536;
    if (req->from > last) return NETS_I_WRONG("from", req->from, 0, last);
    if (req->to > last || (!asks && req->to == req->from))
        return NETS_I_WRONG("to", req->to, 0, last);
    if ((unsigned)req->algorithm > NETS_WN_RN)
        return NETS_I_WRONG("algorithm", (int64_t)req->algorithm, 0,
                            req->splittable ? NETS_CHOOSE : NETS_WN_RN);
    if (req->bandwidth < 0 || !asks || req->bandwidth > NETS_MOST)
        return nets_i_because(why, NULL,
                              req->bandwidth > NETS_MOST ? NETS_E_RANGE : NETS_E_ARG,
                              "bandwidth", req->bandwidth, 1, NETS_MOST);
    c->bandwidth = req->bandwidth ? req->bandwidth : 1;
    c->single = !req->splittable;
    if (req->fixed && c->single) return NETS_I_WRONG("fixed", req->fixed, 0, 0);
    if (!c->single && (req->light || req->max_hops || req->max_delay))
        return NETS_I_WRONG("splittable", req->splittable, 0, 0);
    if (req->max_delay < 0)
        return NETS_I_WRONG("max_delay", req->max_delay, 1, NETS_FOREVER);
    if (req->leg_count && !req->legs)
        return NETS_I_WRONG("leg_count", req->leg_count, 0, 0);
    if (req->flags > (NETS_HAS_DEADLINE | NETS_EXACTLY))
        return NETS_I_WRONG("flags", req->flags, 0, 0);
    if (req->via_count && !req->via)
        return NETS_I_WRONG("via_count", req->via_count, 0, 0);
    if (req->avoid_count && !req->avoid)
        return NETS_I_WRONG("avoid_count", req->avoid_count, 0, 0);
    g->kind = req->light ? NETS_WAVE : NETS_LINK;
    c->max_hops = req->max_hops ? req->max_hops : NETS_NONE;
    c->via_count = req->via_count;
    c->avoid_count = req->avoid_count;
    c->max_delay = req->from != req->to ? req->max_delay : 0;
    c->rated = req->light && req->bandwidth;
    c->restricted =
        req->light || req->via_count || req->avoid_count || g->bars.count || g->all;
    c->waves_from = req->first_wave;
    c->waves_to = net->beyond;
    if (req->waves && (uint64_t)req->first_wave + req->waves < net->beyond)
        c->waves_to = req->first_wave + req->waves;
    s = nets_i_understand_window(net, c);
    if (s != NETS_OK) return s;
    s = nets_i_replaceable(net, req->replaces);
    if (s != NETS_OK)
        return nets_i_because(why, NULL, s, "replaces", (int64_t)req->replaces, 0, 0);
    g->demands.count = g->bounds.count = 0;
    g->end_node[0] = req->from;
    g->end_node[1] = req->to;
    s = nets_i_add_demands(g, 0, req->from, req->at_from, req->at_from_count);
    if (s == NETS_OK) s = nets_i_add_demands(g, 1, req->to, req->at_to, req->at_to_count);
    if (s != NETS_OK) return s;
    for (end = 0; end < 2; end++) /* pairs matter inside the outermost partition asked */
        for (p = nets_i_outermost(g, end); p != NETS_NONE; p = parts[p].before)
            c->constrained |= parts[p].is.access == NETS_PAIRS;
    if (req->algorithm != NETS_CHOOSE) {
        const int rn = req->algorithm >= NETS_WS_RN;
        const int wn = req->algorithm == NETS_WN_RC || req->algorithm == NETS_WN_RN;
        if (wn != c->single || (rn && c->constrained))
            return NETS_I_WRONG("algorithm", (int64_t)req->algorithm, NETS_CHOOSE,
                                NETS_CHOOSE);
        c->constrained = !rn;
    }
#undef NETS_I_WRONG
    if (why->status == NETS_OK && !c->single) s = nets_i_divide(g);
    if (s == NETS_E_RANGE) /* one path need not be divided into equal parts */
        (void)nets_i_because(why, NULL, s, "splittable", req->splittable, 0, 0);
    return s == NETS_OK ? why->status : s;
}

/* The number of equal parts into which the whole job can be divided: the least common
 * multiple of bandwidth and all amounts. An exact version of the base value of section
 * 4.1. */
static nets_status nets_i_common_whole(const nets_i_search *g, nets_amount bandwidth,
                                       int64_t *whole)
{
    uint32_t i;
    *whole = bandwidth;
    for (i = 0; i < g->demands.count; i++)
        if (nets_i_multiple(whole, g->demands.at[i].asked)) return NETS_E_RANGE;
    return NETS_OK;
}

/* Sets the demand, the units of capacity, span and hold of a search. */
static void nets_i_set_demand(nets_i_search *g, nets_amount bandwidth, int64_t whole)
{
    const nets_i_case *c = &g->ask;
    g->single = c->single;
    g->rate = bandwidth;
    g->need = g->kind == NETS_LINK ? bandwidth : 1;
    g->whole = c->single ? 1 : whole;
    g->scale = c->single ? 1 : whole / bandwidth;
    g->t = c->ready;
    g->span = c->single || c->req->fixed ? nets_i_span_of(c->req->length) : 1;
    g->hold = c->single || c->req->fixed ? 1 : c->req->length;
}

/* ---- combinations of C-IDs ---- */

/* From this unit on, the first of a C-ID with which the job may start by `latest`. */
static uint32_t nets_i_group_from(const nets_i_search *g, const nets_i_demand *d,
                                  uint32_t unit, nets_time latest)
{
    while (unit != NETS_NONE &&
           g->bounds.at[d->bounds + g->net->units.at[unit].place] > latest)
        unit = nets_i_next_group(g->net, unit);
    return unit;
}

/* Goes on to the next combination of C-IDs of a part with which the job may start by
 * `latest`, or, if `from` is 0, to the first one; the last demand varies fastest. Demands
 * before number `from` stay, if they can. Returns 0 if there is none. */
static int nets_i_next_combination(nets_i_search *g, uint32_t part, nets_time latest,
                                   uint32_t from)
{
    nets_i_demand *d = g->demands.at;
    uint32_t i = from;
    while (i-- > 0) {
        if (d[i].part != part) continue;
        d[i].unit =
            nets_i_group_from(g, &d[i], nets_i_next_group(g->net, d[i].unit), latest);
        if (d[i].unit != NETS_NONE) break;
    }
    if (from && i == UINT32_MAX) return 0;
    while (++i < g->demands.count) {
        if (d[i].part != part) continue;
        d[i].unit = nets_i_group_from(
            g, &d[i], g->net->partitions.at[d[i].partition].first, latest);
        if (d[i].unit == NETS_NONE) return 0;
    }
    return 1;
}

/* The number of demands up to the first of a part whose C-ID can no longer start by
 * `latest`; without such a demand, of all. */
static uint32_t nets_i_too_late(const nets_i_search *g, uint32_t part, nets_time latest)
{
    const nets_i_demand *d = g->demands.at;
    uint32_t i = 0;
    while (i < g->demands.count &&
           (d[i].part != part ||
            nets_i_group_from(g, &d[i], d[i].unit, latest) == d[i].unit))
        i++;
    return i < g->demands.count ? i + 1 : i;
}

/* Finds, for each C-ID that a part may use, the earliest start at or after t that its own
 * units allow, and chooses the best C-ID of each type. */
static void nets_i_bound(nets_i_search *g, uint32_t part, nets_time t)
{
    const nets_i_unit *units = g->net->units.at;
    nets_i_demand *d = g->demands.at;
    uint32_t i;
    for (i = 0; i < g->demands.count; i++) {
        nets_time best = NETS_FOREVER;
        uint32_t u = g->net->partitions.at[d[i].partition].first;
        if (d[i].part != part) continue;
        d[i].chosen = u;
        for (; u != NETS_NONE; u = nets_i_next_group(g->net, u)) {
            nets_time x;
            d[i].unit = u;
            x = nets_i_group_earliest(g->net, &d[i], t, g->ask.req->length,
                                      g->ask.req->fixed);
            g->bounds.at[d[i].bounds + units[u].place] = x;
            if (x >= best) continue;
            best = x;
            d[i].chosen = u;
        }
        d[i].first = d[i].chosen;
    }
}

/* Copies between `unit` and `chosen` of a part's demands; returns 1 if these units are
 * those that were tried first. */
static int nets_i_choose(nets_i_search *g, uint32_t part, int choose)
{
    nets_i_demand *d = g->demands.at;
    uint32_t i;
    int first = 1;
    for (i = 0; i < g->demands.count; i++) {
        if (d[i].part != part) continue;
        first = first && d[i].unit == d[i].first;
        if (choose > 0) d[i].chosen = d[i].unit;
        if (choose < 0) d[i].unit = d[i].chosen;
    }
    return first;
}

/* Makes the graph of a part, with its present C-IDs. */
static nets_status nets_i_part_graph(nets_i_search *g, uint32_t part)
{
    const int64_t whole = g->parts.at[part].whole;
    nets_i_set_demand(g, whole, whole);
    return nets_i_graph(g, part);
}

/* nets_i_run for a part, from t on, with its present C-IDs. */
static nets_status nets_i_part_run(nets_i_search *g, uint32_t part, nets_time t,
                                   nets_time latest, nets_plan *plan)
{
    const nets_status s = nets_i_part_graph(g, part);
    g->t = t;
    return s == NETS_OK ? nets_i_run(g, latest, plan) : s;
}

/* The earliest start of a part at or after *t, over all combinations of C-IDs; the first
 * of those with equal starts is chosen. First tries the C-IDs that can each start
 * earliest, and then, in order, only combinations that could start earlier, or as early
 * if they come before it. NETS_E_NOFIT: the plan says why. */
static nets_status nets_i_part_earliest(nets_i_search *g, uint32_t part, nets_time *t,
                                        nets_plan *plan)
{
    const nets_time begin = *t;
    const uint32_t most = g->ask.combinations;
    uint32_t tried = 1, from = 0;
    nets_time latest = g->ask.latest;
    nets_status found, s;
    nets_i_bound(g, part, begin);
    (void)nets_i_choose(g, part, -1);
    found = nets_i_part_run(g, part, begin, latest, NULL);
    if (found != NETS_OK && found != NETS_E_NOFIT) return found;
    if (found == NETS_OK) *t = latest = g->start;
    while (nets_i_next_combination(g, part, latest, from)) {
        s = NETS_E_NOFIT;
        if (nets_i_choose(g, part, 0)) { /* tried first */
            if (found == NETS_OK && latest == *t) latest--;
        } else if (tried == most) {
            g->limited = 1;
            g->unsure |= NETS_I_COMBINATIONS;
            break;
        } else {
            tried++;
            s = nets_i_part_run(g, part, begin, latest, NULL);
        }
        if (s != NETS_OK && s != NETS_E_NOFIT) return s;
        if (s == NETS_OK) {
            found = s;
            *t = g->start;
            latest = *t - 1;
            (void)nets_i_choose(g, part, 1);
        }
        if (latest < begin) break;
        from = nets_i_too_late(g, part, latest);
    }
    if (tried > g->combinations) g->combinations = tried;
    if (found == NETS_OK) return found;
    s = nets_i_record_cut(g, plan); /* of the last one tried */
    return s == NETS_OK ? NETS_E_NOFIT : s;
}

/* Expresses all flows in parts of the whole job, if it can be divided so. */
static void nets_i_use_common_whole(const nets_i_search *g, nets_amount bandwidth,
                                    nets_plan *plan)
{
    int64_t whole;
    uint32_t i;
    if (nets_i_common_whole(g, bandwidth, &whole) != NETS_OK) return;
    for (i = 0; i < plan->count; i++) {
        plan->uses[i].flow *= whole / plan->uses[i].whole;
        plan->uses[i].whole = whole;
    }
}

/* The earliest start at or after *t from which local resources number i have the amount
 * requested: a part, or for one path one type at one end. The bound of a C-ID is its
 * start if the part is one partition; the best was chosen. */
static nets_status nets_i_one_earliest(nets_i_search *g, uint32_t i, nets_time *t,
                                       nets_plan *plan)
{
    const nets_i_case *c = &g->ask;
    nets_i_demand *d = g->demands.at;
    nets_status s;
    nets_time x;
    if (c->single) {
        x = nets_i_unit_earliest(g->net, d += i, *t, c->req->length);
    } else if (g->parts.at[i].first != g->parts.at[i].last) {
        return nets_i_part_earliest(g, i, t, plan);
    } else {
        nets_i_bound(g, i, *t);
        while (d->part != i) d++;
        x = g->bounds.at[d->bounds + g->net->units.at[d->chosen].place];
    }
    if (x > c->latest) {
        s = nets_i_record_short(g, d, *t, c->req->length, plan);
        return s == NETS_OK ? NETS_E_NOFIT : s;
    }
    *t = x;
    return NETS_OK;
}

/* WS and WN-RN: the network and all local resources in turn give their earliest start at
 * or after t, until they agree. */
static nets_status nets_i_agree(nets_i_search *g, nets_plan *plan)
{
    const nets_i_case *c = &g->ask;
    const nets_i_demand *d = g->demands.at;
    const uint32_t count = c->single ? g->demands.count : g->parts.count;
    nets_time t = c->ready;
    nets_status s = NETS_OK;
    uint32_t i, agreed;
    g->t = NETS_FOREVER; /* there is no graph yet */
    /* the network comes last because it costs most: all agree when neither a round of the
     * local resources nor the network moves t */
    for (;;) {
        for (agreed = 0, i = 0; agreed < count; i = i + 1 < count ? i + 1 : 0) {
            nets_time x = t;
            s = nets_i_one_earliest(g, i, &x, plan);
            if (s != NETS_OK) return s;
            agreed = x > t ? 1 : agreed + 1;
            t = x;
        }
        if (plan->count && plan->start == t) break;
        if (t < g->t || c->single || g->extra_nodes) s = nets_i_graph(g, NETS_I_NETWORK);
        nets_i_set_demand(g, c->bandwidth, c->bandwidth);
        g->t = t;
        plan->count = 0;
        if (s == NETS_OK) s = nets_i_run(g, c->latest, plan);
        if (s != NETS_OK) return s;
        if (plan->start == t) break;
        t = plan->start;
    }
    for (i = 0; i < count && s == NETS_OK; i++) {
        uint32_t last = NETS_NONE;
        if (c->single) {
            s = nets_i_use(g, plan, &last, NETS_UNIT, d[i].unit, t,
                           nets_i_until(t, c->req->length), d[i].amount, d[i].amount,
                           d[i].amount);
        } else {
            (void)nets_i_choose(g, i, -1);
            s = nets_i_part_run(g, i, t, t, plan);
        }
    }
    if (s == NETS_OK && !c->single) nets_i_use_common_whole(g, c->bandwidth, plan);
    return s;
}

/* ---- answers ---- */

static nets_status nets_i_seek(nets_i_search *g, nets_plan *plan)
{
    const nets_i_case *c = &g->ask;
    nets_status s;
    g->combinations = 0;
    g->limited = 0;
    plan->count = 0;
    plan->start = c->ready;
    if (c->ready > c->latest) return NETS_E_NOFIT; /* the window is over */
    if (c->constrained && c->single) { /* one graph of the network and all local ones */
        plan->algorithm = NETS_WN_RC;
        g->combinations = 1;
        nets_i_set_demand(g, c->bandwidth, 1);
        s = nets_i_graph(g, NETS_I_ALL);
        if (s == NETS_OK) s = nets_i_run(g, c->latest, plan);
    } else {
        plan->algorithm = c->constrained ? NETS_WS_RC
                          : c->single    ? NETS_WN_RN
                                         : NETS_WS_RN;
        s = nets_i_agree(g, plan);
    }
    plan->combinations = g->combinations;
    plan->limited = g->limited;
    if (s == NETS_E_NOFIT && g->limited) return NETS_E_LIMIT;
    /* one path is in order already, unless its local resources were added after it */
    if (s == NETS_E_NOFIT) g->single = 0; /* links by number */
    if (s == NETS_E_NOFIT ||
        (s == NETS_OK && (!c->single || (g->demands.count && !c->constrained))))
        nets_i_sort_uses(g, plan);
    return s;
}

/* Adds a bar if it is not among those from number `old` on. Without room for more, some
 * are not tried. */
static nets_status nets_i_add_bar(nets_i_search *g, uint32_t old, const nets_i_bar *bar,
                                  int *exact)
{
    uint32_t i = old;
    nets_status s;
    while (i < g->bars.count &&
           (g->bars.at[i].leg != bar->leg || g->bars.at[i].index != bar->index ||
            g->bars.at[i].kind != bar->kind))
        i++;
    if (i < g->bars.count) return NETS_OK;
    if (g->net->uses && g->bars.count == g->bars.capacity) {
        *exact = 0;
        return NETS_OK;
    }
    s = NETS_I_MORE(g->net, g->bars);
    if (s == NETS_OK) g->bars.at[g->bars.count++] = *bar;
    return s;
}

/* Goes on to the next bars to be tried, of those from number `old` on, depth first;
 * returns 0 if there are none. */
static int nets_i_next_bars(nets_i_search *g, uint32_t old)
{
    while (g->bars.count > old && g->bars.at[g->bars.count - 1].tried) g->bars.count--;
    if (g->bars.count == old) return 0;
    g->bars.at[g->bars.count - 1].tried = 1;
    return 1;
}

/* Does a light path pass a link more often than its rate is free there? Then no path that
 * passes the link on all of these wavelengths fits before *next: each becomes a bar. */
static nets_status nets_i_bar_passes(nets_i_search *g, const nets_plan *plan,
                                     uint32_t *link, nets_time *next, int *exact)
{
    const uint32_t old = g->bars.count;
    uint32_t i, k, at;
    for (i = 0; i < plan->count; i++) {
        const nets_use *u = &plan->uses[i];
        const nets_profile *p;
        nets_amount sum = g->ask.bandwidth;
        nets_time until;
        if (u->kind != NETS_WAVE) continue;
        *link = nets_i_link_of(g->net, u->kind, u->index);
        p = nets_profile_of(g->net, NETS_LINK, *link);
        for (k = 0; k <= i; k++) {
            const nets_i_bar bar = {g->leg, plan->uses[k].index, NETS_WAVE, 0};
            nets_status s;
            if (plan->uses[k].kind != NETS_WAVE ||
                nets_i_link_of(g->net, NETS_WAVE, bar.index) != *link)
                continue;
            s = nets_i_add_bar(g, old, &bar, exact);
            if (s != NETS_OK) return s;
            if (k < i) sum += g->ask.bandwidth;
        }
        if (nets_profile_min(p, u->from, u->to) < sum) {
            at = nets_i_step_after(p, u->from);
            *next = nets_i_least(
                *next, nets_i_earliest(p, sum, g->ask.req->length, u->from, &at, &until));
            return NETS_E_NOFIT;
        }
        g->bars.count = old;
    }
    return NETS_OK;
}

/* The earliest plan. A light path with a rate that passes a link too often is barred from
 * one of these passes in turn, depth first, up to max_tries times at each start. */
static nets_status nets_i_answer(nets_i_search *g, nets_plan *plan)
{
    nets_i_case *c = &g->ask;
    const nets_time ready = c->ready;
    const uint32_t old = g->bars.count;
    const uint32_t most = c->req->max_tries ? c->req->max_tries : 16;
    nets_status s = nets_i_seek(g, plan);
    int exact = 1;
    while (s == NETS_OK && c->rated && g->net->converters) {
        nets_time next = NETS_FOREVER;
        uint32_t link, tries = 1, last = NETS_NONE;
        c->ready = plan->start;
        s = nets_i_bar_passes(g, plan, &link, &next, &exact);
        if (s == NETS_OK) break;
        while (s == NETS_E_NOFIT && tries < most && nets_i_next_bars(g, old)) {
            tries++;
            s = nets_i_seek(g, plan);
            if (s == NETS_OK && plan->start > c->ready) {
                next = nets_i_least(next, plan->start);
                s = NETS_E_NOFIT;
            }
            if (s == NETS_OK) s = nets_i_bar_passes(g, plan, &link, &next, &exact);
        }
        if (s == NETS_E_NOFIT && nets_i_next_bars(g, old)) exact = 0;
        g->bars.count = old;
        if (s != NETS_E_NOFIT) break;
        if (next <= c->latest) {
            c->ready = next;
            s = nets_i_seek(g, plan);
            continue;
        }
        plan->count = 0; /* the bottleneck is that link */
        plan->start = c->ready;
        plan->end = nets_i_span_end(c->ready, g->span);
        s = nets_i_use(g, plan, &last, NETS_LINK, link, plan->start, plan->end, 0, 0, 0);
        if (s == NETS_OK) s = NETS_E_NOFIT;
    }
    c->ready = ready;
    if (exact) return s;
    plan->limited = g->limited = 1;
    g->unsure |= NETS_I_TRIES;
    return s == NETS_E_NOFIT ? NETS_E_LIMIT : s;
}

/* >>legs -----------------------------------------------------------------------------
 *
 * All legs of a request start together. They are searched one after another, each on what
 * those before it leave: the plan of each is borrowed from the profiles until all are
 * found. If a leg does not fit at t, one of these is the reason:
 *
 *   it does not fit at t alone: t moves to its earliest start, which no start of all
 *   together precedes;
 *   several legs together ask for more than is free of its bottleneck: t moves to the
 *   time at which that much is free;
 *   the legs before it are in its way. Its bottleneck then contains a resource that one
 *   of them does not use in any solution that there may be. Each of them is in turn
 *   barred from each such resource, and all is searched again: a tree of bars, which is
 *   searched depth first, for several orders of the legs. If that fails, too, no start
 *   fits before a resource in one of these bottlenecks has more free.
 *
 * So the start is exact if at most one leg can be split, the last of an order, and the
 * tree is searched to its end for that order. Whatever is not proven is marked: limited.
 */

/* The leg that comes i-th in an order: the legs in turn from any of them on, in one
 * direction or the other; with three legs these are all orders. */
static uint32_t nets_i_leg_at(const nets_i_search *g, uint32_t i, uint32_t count)
{
    return (g->order & 1 ? g->order / 2 + count - i : g->order / 2 + i) % count;
}

/* A leg as a separate request. */
static void nets_i_leg_request(const nets_request *all, uint32_t leg, nets_request *r)
{
    *r = leg ? all->legs[leg - 1] : *all;
    if (!r->length) r->length = all->length;
    r->ready = all->ready;
    r->deadline = all->deadline;
    r->flags = all->flags;
    r->max_combinations = all->max_combinations;
    r->max_tries = all->max_tries;
    if (leg) r->volume = r->least = r->most = 0;
    r->replaces = 0;
    r->legs = NULL;
    r->leg_count = 0;
}

/* Makes a leg, from t on, the request that is searched for. */
static nets_status nets_i_leg(nets_i_search *g, const nets_request *all, uint32_t leg,
                              nets_time t)
{
    const uint64_t searches = g->searches, instants = g->instants;
    nets_status s;
    g->leg = leg;
    nets_i_leg_request(all, leg, &g->of_leg);
    s = nets_i_understand(g->net, &g->of_leg);
    if (t > g->ask.ready) g->ask.ready = t;
    g->searches = searches;
    g->instants = instants;
    return s;
}

/* Sets g->one to the earliest plan of a leg in [t, latest]. */
static nets_status nets_i_leg_run(nets_i_search *g, const nets_request *all, uint32_t leg,
                                  nets_time t, nets_time latest, nets_plan *plan)
{
    nets_status s = nets_i_leg(g, all, leg, t);
    uint32_t i;
    nets_i_plan_clear(&g->one);
    g->ask.latest = latest;
    if (s == NETS_OK) s = nets_i_answer(g, &g->one);
    for (i = 0; i < g->one.count; i++) g->one.uses[i].leg = leg;
    if (g->one.combinations > plan->combinations)
        plan->combinations = g->one.combinations;
    plan->limited |= g->one.limited;
    return s == NETS_E_LIMIT && g->unsure & NETS_I_TRIES ? NETS_E_NOFIT : s;
}

/* Adds g->one to a plan and takes it from the profiles. With reserved room there is room
 * for the steps: see nets_i_room_steps. */
static nets_status nets_i_borrow(nets_i_search *g, nets_plan *plan)
{
    const uint64_t count = (uint64_t)plan->count + g->one.count;
    nets_status s = g->net->uses && count > g->net->uses ? NETS_E_NOMEM
                                                         : nets_i_plan_room(plan, count);
    uint32_t i;
    for (i = 0; i < g->one.count && s == NETS_OK; i++) {
        const nets_use *u = &g->one.uses[i];
        nets_profile *p = &nets_i_resource_of(g->net, u->kind, u->index)->free;
        s = nets_i_profile_room(p, (uint64_t)p->count + 2);
        if (s != NETS_OK) break;
        nets_i_profile_add(p, u->from, u->to, -u->amount);
        plan->uses[plan->count++] = *u;
    }
    return s;
}

/* Sets the plan to the uses of all legs at t, or, if the first leg starts later, moves t
 * there. NETS_E_NOFIT: g->leg does not fit, and g->one says why. */
static nets_status nets_i_together(nets_i_search *g, const nets_request *all,
                                   nets_time *t, nets_time latest, nets_plan *plan)
{
    nets_status s = NETS_OK;
    uint32_t i;
    plan->count = 0;
    g->all = all->disjoint ? all : NULL;
    g->beside = plan;
    for (i = 0; i <= all->leg_count && s == NETS_OK; i++) {
        s = nets_i_leg_run(g, all, nets_i_leg_at(g, i, all->leg_count + 1), *t,
                           i ? *t : latest, plan);
        if (s == NETS_OK && !i) *t = g->one.start;
        if (s == NETS_OK && (!i || g->one.end > plan->end)) plan->end = g->one.end;
        if (s == NETS_OK) s = nets_i_borrow(g, plan);
    }
    g->all = NULL;
    for (i = plan->count; i-- > 0;) /* backwards: there is room for the steps of then */
        nets_i_use_add(g->net, &plan->uses[i], plan->uses[i].from, plan->uses[i].amount);
    return s;
}

/* The earliest time after t at which more is free. */
static nets_time nets_i_more_free(const nets_profile *p, nets_time t)
{
    uint32_t i = nets_i_step_after(p, t);
    while (i < p->count && p->steps[i].amount < nets_i_piece(p, i)) i++;
    return i < p->count ? p->steps[i].time : NETS_FOREVER;
}

/* Does the use v of a leg keep another leg from u? *bar is then what v's leg must not
 * use for that. */
static int nets_i_in_way(const nets_network *net, const nets_request *all,
                         const nets_use *u, const nets_use *v, nets_i_bar *bar)
{
    const nets_i_bar whole = {v->leg, v->index, v->kind, 0};
    *bar = whole;
    if (v->kind == u->kind && v->index == u->index && v->to > u->from && v->from < u->to)
        return 1;
    return all->disjoint &&
           nets_i_meets(net, all, nets_i_link_of(net, u->kind, u->index), u->leg,
                        nets_i_link_of(net, v->kind, v->index), v->leg, bar);
}

/* After g->leg did not fit, adds to the bars those that may help, still to be tried, and
 * moves *next to a time at which more of its bottleneck is free, if that is earlier.
 * *exact becomes 0 if other bars, or none, might help as well. */
static nets_status nets_i_blame(nets_i_search *g, const nets_request *all,
                                const nets_plan *plan, nets_time *next, int *exact)
{
    const uint32_t old = g->bars.count;
    nets_status s = NETS_OK;
    uint32_t i, k, j;
    if (g->ask.constrained && !g->ask.single) *exact = 0; /* only of one combination */
    if (g->ask.rated && g->one.count == 1) *exact = 0;    /* or one way round */
    for (i = 0; i < g->one.count; i++) {
        const nets_use *u = &g->one.uses[i];
        const nets_profile *p = nets_profile_of(g->net, u->kind, u->index);
        if (nets_i_barred(g, u->kind, u->index)) continue;
        *next = nets_i_least(*next, nets_i_more_free(p, u->from));
        for (k = 0; k < plan->count && s == NETS_OK; k++) {
            const nets_use *v = &plan->uses[k];
            nets_i_bar bar;
            if (!nets_i_in_way(g->net, all, u, v, &bar)) continue;
            if (v->leg ? all->legs[v->leg - 1].splittable : all->splittable) *exact = 0;
            for (j = 0; j < k; j++) /* light that passes a link twice: once might do */
                if (v->kind == NETS_LINK && plan->uses[j].leg == v->leg &&
                    plan->uses[j].kind == v->kind && plan->uses[j].index == v->index)
                    *exact = 0;
            s = nets_i_add_bar(g, old, &bar, exact);
        }
    }
    return s;
}

/* The legs have met at t, where each fits alone, but together they do not: tries ways
 * around each other, in several orders. NETS_E_NOFIT: no start before *next fits, if
 * *exact. */
static nets_status nets_i_around(nets_i_search *g, const nets_request *all, nets_time t,
                                 nets_plan *plan, nets_time *next, int *exact)
{
    const uint32_t most = all->max_tries ? all->max_tries : 16;
    const uint32_t orders = 2 * all->leg_count + 2;
    uint32_t tries = 0;
    nets_status s = NETS_E_NOFIT;
    *next = NETS_FOREVER;
    *exact = 0;
    for (g->order = 0; g->order < orders && s == NETS_E_NOFIT && !*exact; g->order++) {
        if (all->leg_count == 1 && g->order & 1) continue; /* the same as another */
        *exact = 1;
        do {
            s = nets_i_together(g, all, &t, t, plan);
            if (s == NETS_E_NOFIT) {
                s = nets_i_blame(g, all, plan, next, exact);
                if (s == NETS_OK) s = NETS_E_NOFIT;
            }
        } while (s == NETS_E_NOFIT && ++tries < most && nets_i_next_bars(g, 0));
        if (tries >= most) g->unsure |= NETS_I_TRIES;
        if (g->bars.count && tries >= most) *exact = 0;
        g->bars.count = 0;
    }
    g->order = 0;
    return s;
}

/* What a leg asks of the bottleneck g->one: its bandwidth, if the links are a cut between
 * its ends, or its needs there of the type of the units. */
static nets_amount nets_i_asks_of(const nets_i_search *g, const nets_request *r)
{
    const nets_use *u = g->one.uses;
    const nets_partition_info *p;
    nets_amount sum = 0;
    uint32_t i;
    if (u->kind == NETS_LINK) {
        const uint32_t seen = 2 * g->number + g->side;
        const int from = g->marks.at[r->from].seen == seen;
        const int to = g->marks.at[r->to].seen == seen;
        return from != to && from != (int)g->side ? r->bandwidth : 0;
    }
    p = &g->net->partitions.at[g->net->units.at[u->index].is.partition].is;
    for (i = 0; i < r->at_from_count && r->from == p->node; i++)
        if (r->at_from[i].type == p->type) sum += r->at_from[i].amount;
    for (i = 0; i < r->at_to_count && r->to == p->node; i++)
        if (r->at_to[i].type == p->type) sum += r->at_to[i].amount;
    return sum;
}

/* The free amount of the whole bottleneck during [t, t + length), of each resource with
 * at least `least`. */
static nets_amount nets_i_free_of(const nets_i_search *g, nets_time t, nets_time length,
                                  nets_amount least)
{
    nets_amount sum = 0;
    uint32_t i;
    for (i = 0; i < g->one.count && sum < NETS_MOST; i++) {
        const nets_use *u = &g->one.uses[i];
        const nets_amount free = nets_profile_min(
            nets_profile_of(g->net, u->kind, u->index), t, nets_i_until(t, length));
        if (free >= least) sum += free;
    }
    return sum;
}

/* The next time after t at which more (or only another amount) is free of one of them. */
static nets_time nets_i_change_of(const nets_i_search *g, nets_time t, int more)
{
    nets_time next = NETS_FOREVER;
    uint32_t i;
    for (i = 0; i < g->one.count; i++) {
        const nets_use *u = &g->one.uses[i];
        const nets_profile *p = nets_profile_of(g->net, u->kind, u->index);
        next = nets_i_least(next, more ? nets_i_more_free(p, t)
                                       : nets_i_piece_end(p, nets_i_step_after(p, t)));
    }
    return next;
}

/* Do several legs together ask for more than is free of the bottleneck of g->leg? Then no
 * start before *t fits, which moves. If all of them take one path, each stays on its
 * resources for its whole length. */
static int nets_i_too_much(const nets_i_search *g, const nets_request *all, nets_time *t,
                           nets_time latest)
{
    const nets_use *u = g->one.uses;
    nets_time end = u->to, at = u->from, length = NETS_FOREVER;
    nets_amount sum = 0, least = NETS_MOST;
    uint32_t i, legs = 0;
    int single = 1;
    for (i = 0; i < g->one.count; i++)
        if (u[i].kind != u->kind) return 0;
    if (u->kind == NETS_UNIT
            ? g->ask.constrained
            : g->ask.restricted || g->ask.max_hops != NETS_NONE || g->ask.max_delay)
        return 0;
    for (i = 0; i <= all->leg_count; i++) {
        const nets_request *r = i ? &all->legs[i - 1] : all;
        const nets_time its = r->length ? r->length : all->length;
        const nets_amount asked = nets_i_asks_of(g, r);
        if (!asked || nets_i_until(*t, its) <= at) continue;
        legs++;
        single = single && !r->splittable;
        length = nets_i_least(length, its);
        least = nets_i_least(least, asked);
        sum = nets_i_least(NETS_MOST, sum + asked);
    }
    if (legs < 2) return 0;
    end = nets_i_least(end, nets_i_until(*t, length));
    if (single) at = *t;
    if (!single) length = least = 1;
    while (nets_i_free_of(g, at, length, least) >= sum) {
        at = nets_i_change_of(g, at, 0);
        if (single || at >= end) return 0;
    }
    do at = nets_i_change_of(g, at, 1);
    while (at <= latest && nets_i_free_of(g, at, length, least) < sum);
    *t = at;
    return 1;
}

/* The earliest start of all legs together; g->one says why there is none. */
static nets_status nets_i_meet_at(nets_i_search *g, const nets_request *all, nets_time *t,
                                  nets_time latest, nets_plan *plan)
{
    for (;;) {
        nets_time next;
        int exact;
        nets_status s = nets_i_together(g, all, t, latest, plan);
        if (s != NETS_E_NOFIT || !g->leg) return s;
        if (g->one.count && nets_i_too_much(g, all, t, latest)) {
            if (*t > latest) return s;
            continue;
        }
        s = nets_i_leg_run(g, all, g->leg, *t, latest, plan); /* alone */
        if (s != NETS_OK) return s;
        if (g->one.start > *t) {
            *t = g->one.start;
            continue;
        }
        s = nets_i_around(g, all, *t, plan, &next, &exact);
        if (s != NETS_E_NOFIT) return s;
        plan->limited |= !exact;
        if (next > latest) return s;
        *t = next;
    }
}

/* Checks all legs. Sets *latest to the latest start that all can have, and g->leg to the
 * first one that has it, or that is wrong. */
static nets_status nets_i_check_legs(nets_i_search *g, const nets_request *all,
                                     nets_time *latest)
{
    nets_status s = NETS_OK;
    uint32_t i, first = 0;
    *latest = NETS_FOREVER;
    for (i = 0; i <= all->leg_count && s == NETS_OK; i++) {
        s = nets_i_leg(g, all, i, INT64_MIN);
        if (g->ask.latest < *latest) first = i;
        *latest = nets_i_least(*latest, g->ask.latest);
    }
    if (s == NETS_OK) g->leg = first;
    return s;
}

static int nets_i_same_needs(const nets_need *a, const nets_need *b, uint32_t count)
{
    while (count && a->type == b->type && a->amount == b->amount) a++, b++, count--;
    return !count;
}

static int nets_i_same_links(const uint32_t *a, const uint32_t *b, uint32_t count)
{
    while (count && *a == *b) a++, b++, count--;
    return !count;
}

/* Do all legs ask for the same, each on one path that is limited by capacity alone? */
static int nets_i_equal_legs(const nets_request *a)
{
    const nets_request *b = a->legs, *const end = b + a->leg_count;
    if (a->splittable || a->light || a->max_hops || a->max_delay || a->disjoint) return 0;
    while (b < end && b->from == a->from && b->to == a->to &&
           b->bandwidth == a->bandwidth && (!b->length || b->length == a->length) &&
           b->at_from_count == a->at_from_count && b->at_to_count == a->at_to_count &&
           b->via_count == a->via_count && b->avoid_count == a->avoid_count &&
           !b->splittable && !b->light && !b->max_hops && !b->max_delay &&
           nets_i_same_needs(a->at_from, b->at_from, a->at_from_count) &&
           nets_i_same_needs(a->at_to, b->at_to, a->at_to_count) &&
           nets_i_same_links(a->via, b->via, a->via_count) &&
           nets_i_same_links(a->avoid, b->avoid, a->avoid_count))
        b++;
    return b == end;
}

/* Equal legs: one flow of as many parts as there are legs, in the graph of all, where an
 * arc carries as many as have room there for the whole length. So the start is exact. */
static nets_status nets_i_pack(nets_i_search *g, uint32_t legs, nets_plan *plan)
{
    nets_status s;
    g->ask.equal = 1;
    plan->algorithm = g->ask.constrained ? NETS_WN_RC : NETS_WN_RN;
    plan->combinations = g->ask.constrained != 0;
    nets_i_set_demand(g, g->ask.bandwidth, 1);
    g->single = 0;
    g->scale = 0;
    g->whole = legs;
    s = nets_i_graph(g, NETS_I_ALL);
    if (s == NETS_OK) s = nets_i_run(g, g->ask.latest, plan);
    if (s == NETS_E_NOFIT) nets_i_sort_uses(g, plan);
    return s;
}

/* Makes g->one the plan of the request. */
static nets_status nets_i_take_one(nets_i_search *g, nets_plan *plan)
{
    const nets_status s = nets_i_plan_room(plan, g->one.count);
    if (s != NETS_OK) return s;
    if (g->one.count) NETS_I_COPY(plan->uses, g->one.uses, g->one.count);
    plan->count = g->one.count;
    plan->start = g->one.start;
    plan->end = g->one.end;
    return s;
}

static nets_status nets_i_legs(nets_i_search *g, const nets_request *all, nets_plan *plan)
{
    nets_time t = g->ask.ready, latest;
    nets_status s = nets_i_check_legs(g, all, &latest);
    if (s == NETS_OK && t <= latest && nets_i_equal_legs(all)) {
        s = nets_i_leg(g, all, 0, t);
        g->ask.latest = latest;
        return s == NETS_OK ? nets_i_pack(g, all->leg_count + 1, plan) : s;
    }
    if (s == NETS_OK) s = nets_i_meet_at(g, all, &t, latest, plan);
    if (s == NETS_E_NOFIT && plan->limited) s = NETS_E_LIMIT;
    plan->start = t;
    if (s == NETS_E_NOFIT && nets_i_take_one(g, plan) != NETS_OK) s = NETS_E_NOMEM;
    return s;
}

/* A volume: the rate in [least, most] with the earliest end, of these the lowest, and the
 * plan for it. None of the rates from `low` to `high` starts before the lowest of them
 * would for the length of the highest. So the range is halved, high rates first, and a
 * part of it is left as soon as that start leads to no earlier end than is known. Rates
 * with the same length are as good as the lowest of them. */
static nets_status nets_i_volume(nets_i_search *g, const nets_request *req,
                                 nets_plan *plan)
{
    nets_request at = *req;
    nets_amount low[64], rate = 0, high = req->most ? req->most : NETS_MOST;
    nets_time from[64], start = 0, end = nets_i_window_end(req), latest;
    const nets_time last = req->flags & NETS_EXACTLY ? g->ask.latest : NETS_FOREVER;
    uint32_t n = 1;
    nets_status s = NETS_OK;
    low[0] = g->ask.bandwidth;
    from[0] = g->ask.ready;
    high = nets_i_least(high, req->volume > low[0] ? req->volume : low[0]);
    at.volume = at.least = at.most = at.deadline = 0;
    at.flags = 0;
    nets_i_plan_clear(&g->one);
    g->one.start = from[0];
    while (n) {
        at.bandwidth = low[n - 1];
        at.length = nets_i_ceil_div(req->volume, high);
        if (!nets_i_add(end, -at.length, &latest) && from[n - 1] <= latest &&
            from[n - 1] <= last) {
            s = nets_i_leg_run(g, &at, 0, from[n - 1], nets_i_least(latest, last), plan);
            if (s != NETS_OK && s != NETS_E_NOFIT && s != NETS_E_LIMIT) return s;
            if (s == NETS_OK) from[n - 1] = g->one.start;
            if (s == NETS_OK && nets_i_ceil_div(req->volume, low[n - 1]) > at.length) {
                low[n] = low[n - 1] + (high - low[n - 1]) / 2 + 1;
                from[n] = from[n - 1];
                n++;
                continue;
            }
            if (s == NETS_OK) {
                rate = low[n - 1];
                start = from[n - 1];
                end = start + at.length;
            }
        }
        high = low[--n] - 1;
    }
    if (rate) {
        at.bandwidth = rate;
        at.length = end - start;
        s = nets_i_leg_run(g, &at, 0, start, start, plan);
    } else {
        if (s == NETS_OK) nets_i_plan_clear(&g->one);
        s = plan->limited ? NETS_E_LIMIT : NETS_E_NOFIT;
    }
    if (nets_i_take_one(g, plan) != NETS_OK) s = NETS_E_NOMEM;
    plan->bandwidth = rate;
    plan->algorithm = g->one.algorithm;
    return s;
}

NETSCHED_DEF nets_status nets_first_slot(nets_network *net, const nets_request *req,
                                         nets_plan *plan)
{
    nets_status s;
    if (!net || !req || !plan) return NETS_E_ARG;
    NETS_I_HOOK(plan, plan->uses, net->outer, net->outer_ctx);
    nets_i_plan_memory(net, plan);
    nets_i_plan_clear(plan);
    s = nets_i_understand(net, req);
    if (s == NETS_OK) {
        nets_i_search *g = net->search;
        g->unsure = 0;
        g->failed = 0;
        plan->bandwidth = req->bandwidth;
        nets_i_lend(net, req->replaces, 1);
        s = req->leg_count ? nets_i_legs(g, req, plan)
            : req->volume  ? nets_i_volume(g, req, plan)
                           : nets_i_answer(g, plan);
        nets_i_lend(net, req->replaces, 0);
        plan->searches = g->searches;
        plan->instants = g->instants;
        if (g->failed) s = NETS_E_NOMEM;
    }
    if (s == NETS_OK) {
        plan->replaces = req->replaces;
        plan->tag = req->tag;
    }
    if (s == NETS_E_NOFIT) plan->refused = 1;
    if (s != NETS_OK && s != NETS_E_NOFIT) nets_i_plan_clear(plan);
    return s;
}

/* Sets *out to all starts of a part, over all combinations of C-IDs. */
static nets_status nets_i_part_starts(nets_i_search *g, uint32_t part, nets_spans *out)
{
    const nets_i_case *c = &g->ask;
    uint32_t left = g->ask.combinations, from = 0;
    nets_status s = NETS_OK;
    out->count = 0;
    nets_i_bound(g, part, c->ready);
    while (s == NETS_OK && nets_i_next_combination(g, part, c->latest, from)) {
        if (left-- == 0) return NETS_E_LIMIT;
        s = nets_i_part_graph(g, part);
        if (s == NETS_OK) s = nets_i_all_runs(g, c->latest, out);
        from = g->demands.count;
    }
    return s;
}

/* The same for a light path that might pass a link too often: from plan to plan, each for
 * as long as all that it uses is free. */
static nets_status nets_i_light_starts(nets_i_search *g, nets_spans *out)
{
    nets_i_case *c = &g->ask;
    for (;;) {
        nets_time until = c->latest + 1, x;
        uint32_t i, k;
        nets_status s;
        nets_i_plan_clear(&g->one);
        s = nets_i_answer(g, &g->one);
        if (s == NETS_E_NOFIT) return NETS_OK;
        if (s == NETS_OK && g->limited) s = NETS_E_LIMIT;
        if (s != NETS_OK) return s;
        for (i = 0; i < g->one.count; i++) {
            const nets_use *u = &g->one.uses[i];
            const nets_profile *p = nets_profile_of(g->net, u->kind, u->index);
            const nets_amount sum = nets_i_taken_with(g->one.uses, g->one.count, u);
            k = nets_i_step_after(p, u->from);
            (void)nets_i_earliest(p, sum, c->req->length, u->from, &k, &x);
            until = nets_i_least(until, x);
        }
        s = nets_spans_add(out, g->one.start, until);
        if (s != NETS_OK || until > c->latest) return s;
        c->ready = until;
    }
}

/* Sets *out to all starts: for one path of one graph, else of the network and of all
 * parts alike. */
static nets_status nets_i_starts(nets_i_search *g, nets_spans *out)
{
    const nets_i_case *c = &g->ask;
    nets_status s;
    uint32_t i;
    if (c->rated && g->net->converters) return nets_i_light_starts(g, out);
    nets_i_set_demand(g, c->bandwidth, c->single ? 1 : c->bandwidth);
    s = nets_i_graph(g, c->single ? NETS_I_ALL : NETS_I_NETWORK);
    if (s == NETS_OK) s = nets_i_all_runs(g, c->latest, out);
    for (i = 0; !c->single && i < g->parts.count && out->count && s == NETS_OK; i++) {
        s = nets_i_part_starts(g, i, &g->some);
        if (s == NETS_OK) s = nets_spans_combine(out, out, NETS_INTERSECTION, &g->some);
    }
    return s;
}

NETSCHED_DEF nets_status nets_starts(nets_network *net, const nets_request *req,
                                     nets_spans *out)
{
    nets_status s;
    if (!net || !req || !out || req->leg_count || req->volume) return NETS_E_ARG;
    NETS_I_HOOK(out, out->at, net->outer, net->outer_ctx);
    out->count = 0;
    s = nets_i_understand(net, req);
    if (s == NETS_E_NEVER) return NETS_OK;
    if (s != NETS_OK || net->search->ask.ready > net->search->ask.latest) return s;
    net->search->failed = 0;
    nets_i_lend(net, req->replaces, 1);
    s = nets_i_starts(net->search, out);
    nets_i_lend(net, req->replaces, 0);
    if (net->search->failed) s = NETS_E_NOMEM;
    if (s != NETS_OK) out->count = 0;
    return s;
}

/* The minimum over the length, from the requested start, of the flow possible with
 * these C-IDs. */
static int64_t nets_i_least_value(nets_i_search *g)
{
    const nets_time enough = nets_i_until(g->t, g->hold);
    int64_t least = g->whole;
    do {
        (void)nets_i_fill(g);
        least = nets_i_least(least, g->value);
        g->t = nets_i_holds(g, enough); /* `enough` if there is no flow */
    } while (g->t < enough);
    return least;
}

/* Does the fraction flow / whole of the job fit on one path at the requested start? */
static nets_status nets_i_fraction_fits(nets_i_search *g, int64_t flow, int64_t whole)
{
    nets_i_demand *d = g->demands.at;
    const nets_amount asked = g->ask.bandwidth;
    nets_status s;
    uint32_t i;
    for (i = 0; i < g->demands.count; i++) /* rounded up */
        d[i].amount = d[i].asked - nets_i_share(whole - flow, whole, d[i].asked);
    g->ask.bandwidth = asked - nets_i_share(whole - flow, whole, asked);
    g->ask.latest = g->ask.ready;
    nets_i_plan_clear(&g->one);
    s = nets_i_answer(g, &g->one);
    for (i = 0; i < g->demands.count; i++) d[i].amount = d[i].asked;
    g->ask.bandwidth = asked;
    return s;
}

/* The largest fraction of the job that fits on one path at the requested start. Some
 * resource on that path has no more, so it is a whole amount of one type: finds the
 * largest such amount of each type. */
static nets_status nets_i_largest_single(nets_i_search *g, int64_t *flow, int64_t *whole)
{
    nets_status s = nets_i_fraction_fits(g, *flow = 1, *whole = 1);
    uint32_t i;
    if (s != NETS_E_NOFIT) return s;
    *flow = 0;
    for (i = 0; i <= g->demands.count; i++) {
        const int64_t n =
            i < g->demands.count ? g->demands.at[i].asked : g->ask.bandwidth;
        const int64_t known = nets_i_share(*flow, *whole, n);
        int64_t most = known, too_much = n;
        while (too_much - most > 1) {
            const int64_t middle = most + (too_much - most) / 2;
            s = nets_i_fraction_fits(g, middle, n);
            if (s != NETS_OK && s != NETS_E_NOFIT) return s;
            if (s == NETS_OK)
                most = middle;
            else
                too_much = middle;
        }
        if (most == known) continue;
        *flow = most;
        *whole = n;
    }
    return NETS_OK;
}

/* The largest part of a part's whole that it can carry from the requested start on, over
 * all combinations of C-IDs. */
static nets_status nets_i_part_largest(nets_i_search *g, uint32_t part, int64_t *flow)
{
    uint32_t left = g->ask.combinations, from = 0;
    *flow = 0;
    while (nets_i_next_combination(g, part, NETS_FOREVER, from)) {
        const nets_status s = nets_i_part_graph(g, part);
        int64_t least;
        if (s != NETS_OK) return s;
        if (left-- == 0) return NETS_E_LIMIT;
        least = nets_i_least_value(g);
        if (least > *flow) *flow = least;
        if (least == g->whole) break;
        from = g->demands.count;
    }
    return NETS_OK;
}

/* The largest fraction of a job that may be split: the least of network and parts. */
static nets_status nets_i_largest_split(nets_i_search *g, int64_t *flow, int64_t *whole)
{
    const nets_i_case *c = &g->ask;
    nets_status s = nets_i_graph(g, NETS_I_NETWORK);
    uint32_t i;
    nets_i_set_demand(g, c->bandwidth, c->bandwidth);
    *flow = s == NETS_OK ? nets_i_least_value(g) : 0;
    *whole = c->bandwidth;
    for (i = 0; i < g->parts.count && *flow && s == NETS_OK; i++) {
        const int64_t n = g->parts.at[i].whole;
        int64_t most;
        s = nets_i_part_largest(g, i, &most);
        if (s != NETS_OK || nets_i_share(most, n, *whole) >= *flow) continue;
        *flow = most;
        *whole = n;
    }
    return s;
}

static nets_status nets_i_alternatives(nets_i_search *g, nets_alternative_info *out)
{
    nets_i_case *c = &g->ask;
    nets_status s;
    int64_t whole;
    nets_i_plan_clear(&g->one);
    c->latest =
        nets_i_last(NETS_FOREVER, c->req->length); /* as if the window had no end */
    s = nets_i_answer(g, &g->one);
    out->start = s == NETS_OK ? g->one.start : NETS_FOREVER;
    if (s == NETS_OK && g->limited) return NETS_E_LIMIT;
    if (s != NETS_OK && s != NETS_E_NOFIT) return s;
    s = c->single ? nets_i_largest_single(g, &out->flow, &out->whole)
                  : nets_i_largest_split(g, &out->flow, &out->whole);
    if (s != NETS_OK) return s;
    out->bandwidth = nets_i_share(out->flow, out->whole, c->req->bandwidth);
    if (nets_i_common_whole(g, c->bandwidth, &whole) == NETS_OK) {
        out->flow *= whole / out->whole;
        out->whole = whole;
    }
    return NETS_OK;
}

/* The two offers for the request as it is. */
static nets_status nets_i_offer(nets_network *net, const nets_request *req,
                                nets_alternative_info *out)
{
    nets_status s = nets_i_understand(net, req);
    if (s == NETS_E_NEVER) { /* an end lacks a type: no start, and nothing fits */
        out->start = NETS_FOREVER;
        out->flow = out->bandwidth = 0;
        out->whole = 1;
    } else if (s == NETS_OK) {
        net->search->failed = 0;
        nets_i_lend(net, req->replaces, 1);
        s = nets_i_alternatives(net->search, out);
        nets_i_lend(net, req->replaces, 0);
        if (net->search->failed) s = NETS_E_NOMEM;
    }
    return s == NETS_E_NEVER ? NETS_OK : s;
}

NETSCHED_DEF nets_status nets_alternatives(nets_network *net, const nets_request *req,
                                           nets_alternative_info *out)
{
    nets_alternative_info found, over_all;
    nets_request split;
    nets_status s;
    if (!net || !req || !out || req->leg_count || req->volume) return NETS_E_ARG;
    split = *req;
    s = nets_i_offer(net, req, &found);
    found.split_start = found.start;
    if (s == NETS_OK && !req->splittable && !req->light && !req->max_hops &&
        !req->max_delay) {
        split.splittable = 1;
        split.algorithm = NETS_CHOOSE;
        s = nets_i_offer(net, &split, &over_all);
        found.split_start = s == NETS_OK ? over_all.start : NETS_FOREVER;
        if (s == NETS_E_LIMIT || s == NETS_E_RANGE)
            s = NETS_OK; /* not found with so few combinations, or in parts */
    }
    if (s != NETS_OK) return s;
    *out = found;
    return NETS_OK;
}

#ifndef NETSCHED_NO_EXPLAIN
/* Counts what all bookings use as free, or takes it again. Neither needs memory: at any
 * moment any of them could be cancelled. */
static void nets_i_lend_all(nets_network *net, int give)
{
    const nets_i_booking *k = net->bookings.at;
    uint32_t i;
    for (i = 0; i < net->bookings.count; i++, k++)
        if (!k->b.block) nets_i_uses_add(net, k, give);
}

/* What keeps links from leading to the other end, whatever is free of them: 1, max_hops;
 * 2, max_delay; 3, via; 4, avoid; 5, there are none; 0, nothing: a path for nothing fits.
 * The graph is the last offer's: of the network alone. */
static unsigned nets_i_apart(nets_i_search *g)
{
    unsigned i = 0;
    g->need = g->rate = INT64_MIN;
    g->t = g->ask.ready; /* the last offer may have gone on to the end of time */
    for (; i < 5; i++) {
        if (i == 1) g->most_hops = NETS_NONE;
        if (i == 2) g->ask.max_delay = 0;
        if (i == 3) g->ask.via_count = 0;
        if (i == 4) g->ask.avoid_count = 0;
        nets_i_no_flow(g);
        if (nets_i_fill(g)) break;
    }
    return i;
}

/* Which does not fit alone: the bandwidth, or a need, and what of it would at the start
 * that is asked for. NETS_OK: each does. */
static nets_status nets_i_explain_alone(nets_network *net, const nets_request *req,
                                        nets_plan *plan, nets_reason *why)
{
    const uint32_t here = req->at_from_count, needs = here + req->at_to_count;
    static const char *const apart[] = {"light", "max_hops", "max_delay",
                                        "via",   "avoid",    "to"};
    const int64_t values[] = {req->light,     req->max_hops,    req->max_delay,
                              req->via_count, req->avoid_count, req->to};
    uint32_t i;
    for (i = req->from == req->to; i <= needs; i++) { /* the network first */
        nets_request alone = *req;
        nets_alternative_info most;
        nets_amount value;
        unsigned k;
        const nets_need *need = i == 0      ? NULL
                                : i <= here ? &req->at_from[i - 1]
                                            : &req->at_to[i - 1 - here];
        nets_status s;
        alone.algorithm = NETS_CHOOSE;
        alone.at_from = alone.at_to = need;
        alone.at_from_count = need && i <= here;
        alone.at_to_count = need && i > here;
        if (need) alone.bandwidth = req->bandwidth != 0;
        s = nets_first_slot(net, &alone, plan);
        if (s == NETS_OK) continue;
        if (s == NETS_E_NOFIT) s = nets_i_offer(net, &alone, &most);
        if (s != NETS_OK) return s;
        k = need ? 0 : nets_i_apart(net->search);
        if (net->search->failed) return NETS_E_NOMEM;
        if (k || (!need && !req->bandwidth))
            return nets_i_because(why, NULL, NETS_E_NEVER, apart[k], values[k], 1, 0);
        value = need ? need->amount : req->bandwidth;
        return nets_i_because(why, need, NETS_E_NEVER, need ? "amount" : "bandwidth",
                              value, 1, nets_i_share(most.flow, most.whole, value));
    }
    return NETS_OK;
}

/* Makes a request for a volume one for the lowest rate that is done in time. */
static nets_status nets_i_slowest(nets_network *net, nets_request *req, nets_reason *why)
{
    const nets_status s = nets_i_understand(net, req);
    const nets_i_case *c = &net->search->ask;
    const nets_amount volume = req->volume, most = req->most ? req->most : NETS_MOST;
    nets_amount rate = c->bandwidth, sum;
    nets_time window;
    if (s != NETS_OK) return s;
    if (nets_i_add(nets_i_window_end(req), -c->ready, &window)) window = NETS_FOREVER;
    if (c->ready < 0) window = nets_i_least(window, c->ready - INT64_MIN); /* LIMITS */
    if (rate < nets_i_ceil_div(volume, window)) rate = nets_i_ceil_div(volume, window);
    if (nets_i_multiply(most, window, &sum)) sum = NETS_FOREVER;
    if (rate > most)
        return nets_i_because(why, NULL, NETS_E_NEVER, "volume", volume, 1, sum);
    req->bandwidth = rate;
    req->length = nets_i_ceil_div(volume, rate);
    req->volume = req->least = req->most = 0;
    return NETS_OK;
}

/* Does a request that does not fit do so without any booking? */
static nets_status nets_i_explain_never(nets_network *net, const nets_request *req,
                                        nets_plan *plan, nets_reason *why)
{
    nets_request free_of = *req;
    nets_status s;
    free_of.replaces = 0;
    nets_i_lend_all(net, 1);
    s = nets_first_slot(net, &free_of, plan);
    if (s == NETS_E_NOFIT) {
        uint32_t leg;
        for (leg = 0, s = NETS_OK; leg <= req->leg_count && s == NETS_OK; leg++) {
            nets_i_leg_request(req, leg, &free_of);
            if (req->volume) s = nets_i_slowest(net, &free_of, why);
            if (s == NETS_OK) s = nets_i_explain_alone(net, &free_of, plan, why);
            if (s != NETS_OK) why->leg = leg;
        }
    } else {
        s = s == NETS_OK ? NETS_E_NOFIT : s;
    }
    nets_i_lend_all(net, 0);
    return s == NETS_OK ? NETS_E_NEVER : s;
}

/* Which limit the search met. Without one, legs that can be split were not tried in all
 * ways. */
static void nets_i_explain_limit(const nets_i_search *g, const nets_request *req,
                                 nets_reason *why)
{
    const int tries = (g->unsure & NETS_I_TRIES) != 0;
    const int64_t given = tries ? req->max_tries : req->max_combinations;
    const int64_t used = tries && !given ? 16 : tries ? given : g->ask.combinations;
    if (!g->unsure)
        (void)nets_i_because(why, NULL, NETS_E_LIMIT, "splittable", 1, 0, 0);
    else
        (void)nets_i_because(why, NULL, NETS_E_LIMIT,
                             tries ? "max_tries" : "max_combinations", given, used + 1,
                             UINT32_MAX);
}

NETSCHED_DEF nets_status nets_explain(nets_network *net, const nets_request *req,
                                      nets_reason *why)
{
    nets_plan plan;
    nets_request of;
    nets_time latest = NETS_FOREVER;
    uint32_t leg = 0;
    nets_status s;
    if (!why) return NETS_E_ARG;
    (void)nets_i_because(why, NULL, NETS_E_ARG, NULL, 0, 0, 0);
    why->leg = 0;
    if (!net || !req) return NETS_E_ARG;
    s = nets_i_understand(net, req);
    if (s == NETS_OK) {
        net->search->leg = 0;
        latest = net->search->ask.latest;
        if (req->leg_count) s = nets_i_check_legs(net->search, req, &latest);
        leg = net->search->leg;
    }
    if (net->search) *why = net->search->ask.why;
    why->leg = leg;
    if (s != NETS_OK) return why->status = s;
    if (net->now > latest) {
        nets_i_leg_request(req, leg, &of);
        if (req->volume)
            of.length = req->most ? nets_i_ceil_div(req->volume, req->most) : 1;
        latest = nets_i_last(nets_i_window_end(req), of.length);
        if (latest >= net->now)
            return nets_i_because(why, NULL, NETS_E_NEVER, "ready", req->ready, net->now,
                                  latest);
        if (nets_i_add(net->now, of.length, &latest)) latest = NETS_FOREVER;
        return nets_i_because(why, NULL, NETS_E_NEVER, "deadline", req->deadline, latest,
                              NETS_FOREVER);
    }
    why->leg = 0;
    NETSCHED_MEMSET(&plan, 0, sizeof plan);
    s = nets_first_slot(net, req, &plan);
    if (s == NETS_E_LIMIT) nets_i_explain_limit(net->search, req, why);
    if (s == NETS_E_NOFIT) s = nets_i_explain_never(net, req, &plan, why);
    nets_i_plan_done(net, &plan);
    return why->status = s;
}
#endif

typedef struct nets_i_mover { /* a booking in the way of a drain */
    nets_request asks;
    nets_i_booking was; /* once it has moved with its uses, which can be taken again */
    int stays;          /* 1: `ask` leaves it, 2: it finds no place */
} nets_i_mover;

/* Asks what booking b should become. */
static void nets_i_ask(const nets_network *net, const nets_booking *b, nets_ask_fn ask,
                       void *ctx, nets_i_mover *m)
{
    const nets_time ready = b->start > net->now ? b->start : net->now;
    const uint64_t left = (uint64_t)b->end - (uint64_t)ready;
    nets_request *r = &m->asks;
    NETSCHED_MEMSET(m, 0, sizeof *m);
    m->was.b = *b;
    r->replaces = b->id;
    r->ready = ready;
    r->length = b->end == NETS_FOREVER ? b->end : (nets_time)left;
    r->flags = b->start > net->now ? 0 : NETS_EXACTLY;
    m->stays = (b->end != NETS_FOREVER && left >= NETS_FOREVER) || ask(ctx, b, r) != 0;
    r->replaces = b->id;
}

/* Gives back what all have that may move, then moves them. If one finds no place
 * (NETS_E_BUSY) it is marked, and all is as it was; there is room for that. */
static nets_status nets_i_move(nets_network *net, nets_i_mover *m, uint32_t count,
                               nets_plan *plan)
{
    nets_i_mover *const end = count ? m + count : m, *i, *last = NULL;
    nets_status s = NETS_OK;
    for (i = m; i < end; i++)
        if (!i->stays) nets_i_lend(net, i->was.b.id, 1);
    for (i = m; i < end && s == NETS_OK; i++) {
        if (i->stays) continue;
        last = i;
        nets_i_lend(net, i->was.b.id, 0);
        s = nets_first_slot(net, &i->asks, plan);
        if (s == NETS_OK) s = nets_i_commit(net, plan, 0, &i->was, NULL);
        if (s != NETS_OK) nets_i_lend(net, i->was.b.id, 1);
    }
    if (s == NETS_OK) return s;
    for (i = m; i < end; i++) {
        nets_i_booking *k = nets_i_find(net, i->was.b.id);
        if (!i->was.uses) continue;
        nets_i_uses_add(net, k, 1);
        nets_i_uses_forget(net, k);
        *k = i->was;
        i->was.uses = NULL;
    }
    for (i = m; i < end; i++)
        if (!i->stays) nets_i_lend(net, i->was.b.id, 0);
    if (s != NETS_E_NOFIT && s != NETS_E_LIMIT && s != NETS_E_NEVER) return s;
    last->stays = 2;
    return NETS_E_BUSY;
}

NETSCHED_DEF nets_status nets_drain(nets_network *net, nets_kind kind, uint32_t index,
                                    nets_time start, nets_time end, int partly,
                                    nets_ask_fn ask, nets_report_fn report, void *ctx,
                                    nets_id *out)
{
    NETS_I_VECTOR(nets_i_mover) in = {NULL, 0, 0}; /* by start, then id */
    nets_i_booking *k;
    nets_booking b;
    nets_plan plan;
    nets_id id;
    nets_status s = NETS_OK;
    int stay = 0, over = 0;
    uint32_t i;
    if (out) *out = 0;
    if (!net || !ask) return NETS_E_ARG;
    for (b.id = 0; s == NETS_OK &&
                   nets_in_the_way(net, kind, index, start, end, b.id, &b) == NETS_OK;) {
        over |= b.block;
        if (b.block) continue;
        s = NETS_I_MORE(net, in);
        if (s != NETS_OK) continue;
        for (i = in.count++; i && in.at[i - 1].was.b.start > b.start; i--)
            in.at[i] = in.at[i - 1];
        nets_i_ask(net, &b, ask, ctx, &in.at[i]);
        stay |= in.at[i].stays;
    }
    if (s == NETS_OK && stay && !partly) s = NETS_E_BUSY;
    if (s == NETS_OK)
        s = nets_i_close(net, kind, index, start, end, 0, NETS_I_FAILS, &id);
    if (s == NETS_OK) {
        NETSCHED_MEMSET(&plan, 0, sizeof plan);
        do {
            s = nets_i_move(net, in.at, in.count, &plan);
            stay |= s == NETS_E_BUSY;
        } while (s == NETS_E_BUSY && partly);
        nets_i_plan_done(net, &plan);
        k = nets_i_find(net, id);
        k->b.block = stay || over ? NETS_I_FAILS : NETS_I_BLOCKS;
        if (s != NETS_OK) {
            nets_i_uses_add(net, k, 1);
            nets_i_uses_forget(net, k);
            net->bookings.count--;
            net->alive--;
            net->last_id--;
        } else if (out) {
            *out = id;
        }
    }
    for (i = 0; i < in.count; i++)
        if (in.at[i].was.uses) nets_i_uses_forget(net, &in.at[i].was);
    for (i = 0; i < in.count && report; i++)
        if ((s == NETS_OK || (s == NETS_E_BUSY && in.at[i].stays)) &&
            nets_get(net, in.at[i].was.b.id, &b) == NETS_OK)
            report(ctx, &b, in.at[i].stays ? NETS_FOREVER : in.at[i].was.b.start);
    NETS_I_FREE(net, in);
    return s;
}

NETSCHED_DEF nets_status nets_max_flow(nets_network *net, uint32_t from, uint32_t to,
                                       nets_time start, nets_time end, nets_amount limit,
                                       nets_amount *flow)
{
    nets_i_search *g;
    nets_amount most;
    nets_status s;
    if (!net || !flow || from >= net->nodes.count || to >= net->nodes.count ||
        from == to || start >= end || limit < 0)
        return NETS_E_ARG;
    if (start < net->now) return NETS_E_PAST;
    g = nets_i_search_of(net);
    if (!g) return NETS_E_NOMEM;
    g->end_node[0] = from;
    g->end_node[1] = to;
    g->kind = NETS_LINK;
    NETSCHED_MEMSET(&g->ask, 0, sizeof g->ask);
    g->ask.max_hops = NETS_NONE;
    s = nets_i_graph(g, NETS_I_NETWORK);
    if (s != NETS_OK) return s;
    most = limit && limit < NETS_MOST ? limit : NETS_MOST;
    g->single = 0;
    g->need = g->whole = most;
    g->scale = 1;
    g->t = start;
    g->span = (uint64_t)end - (uint64_t)start;
    g->hold = 1;
    if (nets_i_fill(g) && !limit) { /* is there more? */
        nets_i_begin(g);
        if (nets_i_meet(g)) return NETS_E_RANGE;
    }
    *flow = g->value;
    return NETS_OK;
}
#endif

/* >>room: for all of a network ------------------------------------------------------- */

#ifdef NETSCHED_NO_ROOM
static nets_status nets_i_reserve(nets_network *net, const nets_room *room)
{
    (void)net;
    (void)room;
    return NETS_E_ARG;
}
#else
/* Makes room in all arrays of a network, of which none has any yet. */
static nets_status nets_i_reserve_lists(nets_network *net, const nets_room *r)
{
    nets_status s = NETS_I_FIT(net, net->resource[NETS_LINK], r->links);
#define NETS_I_LIST(type, name, number) \
    if (s == NETS_OK) s = NETS_I_FIT(net, net->name, number);
    NETS_I_LISTS(NETS_I_LIST)
#undef NETS_I_LIST
    if (s == NETS_OK) s = NETS_I_FIT(net, net->resource[NETS_UNIT], r->units);
    if (s == NETS_OK) s = NETS_I_FIT(net, net->resource[NETS_CLUSTER], r->clusters);
    return s;
}

#ifndef NETSCHED_NO_FIRST_SLOT
/* The same, if s is NETS_OK, for searches: for the graph of all units of two nodes. */
static nets_status nets_i_reserve_search(nets_network *net, nets_i_search *g,
                                         const nets_room *r, nets_status s)
{
    const uint64_t extras = (uint64_t)r->units + r->pairs + 2 * (uint64_t)r->partitions;
    const uint64_t more = 2 * (uint64_t)r->units + 2 * (uint64_t)r->partitions + 4;
    const uint64_t arcs = r->links + extras, nodes = r->nodes + more;
#define NETS_I_LIST(type, name, number) \
    if (s == NETS_OK) s = NETS_I_FIT(net, g->name, number);
    NETS_I_SCRATCH(NETS_I_LIST)
#undef NETS_I_LIST
    return s == NETS_OK ? NETS_I_ROOM(net, g->one.uses, g->one.capacity, r->uses) : s;
}
#endif

/* The steps of a resource with so many uses: see nets_i_resource_room. */
static uint64_t nets_i_room_steps(const nets_room *r)
{
    return 4 * ((uint64_t)r->shared + 1);
}

static nets_status nets_i_reserve(nets_network *net, const nets_room *room)
{
    nets_status s = NETS_E_RANGE;
    if (nets_i_room_steps(room) <= NETS_I_MOST) s = nets_i_reserve_lists(net, room);
#ifndef NETSCHED_NO_FIRST_SLOT
    if (s == NETS_OK && !nets_i_search_of(net)) s = NETS_E_NOMEM;
    s = nets_i_reserve_search(net, net->search, room, s);
#endif
    if (s != NETS_OK) return s;
    net->steps = (uint32_t)nets_i_room_steps(room);
    net->uses = room->uses;
    while (net->uses && net->vacant.count <= room->bookings) {
        net->vacant.at[net->vacant.count] = net->vacant.count;
        net->vacant.count++;
    }
    return s;
}

#define NETS_I_GRAIN 16u /* an arena rounds sizes up to a multiple of this */

/* A hook that gives no memory and adds up what would be asked for. */
static void *nets_i_adding(void *ctx, void *ptr, size_t old_size, size_t new_size)
{
    uint64_t *sum = (uint64_t *)ctx;
    (void)ptr;
    (void)old_size;
    *sum += (new_size + NETS_I_GRAIN - 1) / NETS_I_GRAIN * NETS_I_GRAIN;
    return ctx;
}

/* All is allocated once, and stays; so there are no holes. */
NETSCHED_DEF size_t nets_memory_bound(const nets_desc *desc)
{
    const nets_room *room = desc ? desc->room : NULL;
    nets_network net;
    nets_profile one;
    uint64_t sum = 0, each = 0, resources;
    nets_status s;
#ifndef NETSCHED_NO_FIRST_SLOT
    nets_i_search g;
    NETSCHED_MEMSET(&g, 0, sizeof g);
#endif
    if (!room || nets_i_room_steps(room) > NETS_I_MOST) return 0;
    NETSCHED_MEMSET(&net, 0, sizeof net);
    net.alloc = nets_i_adding;
    net.alloc_ctx = &sum;
    s = nets_i_reserve_lists(&net, room);
#ifndef NETSCHED_NO_FIRST_SLOT
    s = nets_i_reserve_search(&net, &g, room, s);
    sum += sizeof g + NETS_I_GRAIN;
#endif
    if (s != NETS_OK) return 0;
    sum += sizeof net + 2 * NETS_I_GRAIN;
    nets_profile_init(&one, 0, nets_i_adding, &each);
    s = nets_i_profile_room(&one, nets_i_room_steps(room));
    resources = (uint64_t)room->links + room->units + room->clusters;
    if (s != NETS_OK || each > UINT64_MAX / 4 / (resources + 1)) return 0;
    sum += resources * each;
    return sum < SIZE_MAX ? (size_t)sum : 0;
}
#endif

#ifndef NETSCHED_NO_MULTICOST
/* >>multicost: a separate part, up to the end of the code ------------------------------
 *
 * It reads a network in two places, both in >>views: nets_view_create copies its nodes,
 * links, clusters and free amounts, and nets_view_learn without a profile copies the free
 * amount of one link or cluster. It never changes the network. Besides these it needs
 * only >>memory, >>arithmetic, >>profiles and, to write nets_route_plan's answer, a plan.
 *
 * The symbols of paper 4, and where they are here:
 *   S or R (the source), I, W, D       nets_task.source, .data, .workload, .bound
 *   l and m, links and clusters        nets_i_hop, nets_view.sites; each has a picture
 *   C_l, d_l                           nets_task.rate, nets_i_hop.delay
 *   b = I / C_l                        nets_i_multicost.burst, in slots
 *   u_l, u_m; tau_l, tau_m             nets_i_side.slot_count; .tau
 *   C^_l, W^_m, their vectors          nets_i_side_row
 *   & and LSH, equation (1)            nets_i_bits_and, with nets_i_multicost.shift
 *   p, V(p): a path, equation (2)      nets_i_label with its row and further costs
 *   weight(C^_p), section 4.2          nets_i_label_weight
 *   dominates, equation (3); P_n-d     nets_i_label_prunes; nets_i_label_all
 *   R_p(b), EST(p, b)                  nets_i_match_path; nets_i_match.est
 *   MUV, no slot before EST            nets_i_match_cluster looks from EST on
 *   pm, V(pm): a pair, equation (4)    nets_i_match: a label and its cluster's row
 *   dominates, equation (5); PM_n-d    nets_i_match_dominates; nets_i_match_all
 *   f(V(pm)), section 4.4              nets_i_match_score, nets_i_match_choose
 *
 * First, rows of bits. After its n words a row continues for ever with its `fill`, which
 * is 0 or all ones. The unused bits of the last word equal the fill, so all functions
 * below can treat rows as endless. */

#define NETS_I_ONES UINT64_C(0xFFFFFFFFFFFFFFFF)

static uint32_t nets_i_bits_words(uint64_t count)
{
    return (uint32_t)((count + 63) / 64);
}

/* Sets bits from .. to - 1, with to <= 64 * n, to zeros. */
static void nets_i_bits_clear(uint64_t *w, uint64_t from, uint64_t to)
{
    while (from < to) {
        const uint64_t i = from / 64, end = to < (i + 1) * 64 ? to : (i + 1) * 64;
        const uint64_t mask =
            (NETS_I_ONES << (from % 64)) & (NETS_I_ONES >> ((64 - end % 64) % 64));
        w[i] &= ~mask;
        from = end;
    }
}

/* The number of ones in a word. */
static uint32_t nets_i_bits_ones_of(uint64_t x)
{
    x -= x >> 1 & UINT64_C(0x5555555555555555);
    x = (x & UINT64_C(0x3333333333333333)) + (x >> 2 & UINT64_C(0x3333333333333333));
    x = (x + (x >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F);
    return (uint32_t)((x * UINT64_C(0x0101010101010101)) >> 56);
}

/* The index of the lowest one in a word; 64 if there is none. */
static uint32_t nets_i_bits_lowest(uint64_t x)
{
    return nets_i_bits_ones_of(~x & (x - 1));
}

/* The number of ones at the upper end of a word. */
static uint32_t nets_i_bits_top(uint64_t x)
{
    uint64_t zeros = ~x; /* becomes ones from its highest one down */
    zeros |= zeros >> 1;
    zeros |= zeros >> 2;
    zeros |= zeros >> 4;
    zeros |= zeros >> 8;
    zeros |= zeros >> 16;
    zeros |= zeros >> 32;
    return nets_i_bits_ones_of(~zeros);
}

/* Adds three bits at each place: *low becomes the lower bit of the sum, the upper bit is
 * returned. */
NETS_I_CALLED uint64_t nets_i_bits_add(uint64_t *low, uint64_t b, uint64_t c)
{
    const uint64_t a = *low, half = a ^ b;
    *low = half ^ c;
    return (a & b) | (half & c);
}

/* The number of ones in a row: adds eight words place by place, and counts only the
 * carries, each with its value. (One by one a task takes 1.3 times as long with vectors
 * of 4096 slots.) */
static uint32_t nets_i_bits_ones(const uint64_t *w, uint32_t n)
{
    uint64_t ones = 0, twos = 0, fours = 0;
    uint32_t sum = 0;
    for (; !NETS_I_SMALL && n >= 8; n -= 8, w += 8) {
        const uint64_t a = nets_i_bits_add(&ones, w[0], w[1]);
        const uint64_t b = nets_i_bits_add(&ones, w[2], w[3]);
        const uint64_t c = nets_i_bits_add(&ones, w[4], w[5]);
        const uint64_t d = nets_i_bits_add(&ones, w[6], w[7]);
        const uint64_t e = nets_i_bits_add(&twos, a, b);
        const uint64_t f = nets_i_bits_add(&twos, c, d);
        sum += 8 * nets_i_bits_ones_of(nets_i_bits_add(&fours, e, f));
    }
    if (!NETS_I_SMALL)
        sum += 4 * nets_i_bits_ones_of(fours) + 2 * nets_i_bits_ones_of(twos) +
               nets_i_bits_ones_of(ones);
    for (; n; n--) sum += nets_i_bits_ones_of(*w++);
    return sum;
}

/* Word i of a row shifted left by `shift`; left, as in the paper, means towards bit 0. */
static uint64_t nets_i_bits_word(const uint64_t *w, uint32_t n, uint64_t fill,
                                 uint64_t shift, uint32_t i)
{
    const uint64_t at = i + shift / 64, low = at < n ? w[at] : fill;
    const unsigned by = shift % 64;
    if (!by) return low;
    return low >> by | (at + 1 < n ? w[at + 1] : fill) << (64 - by);
}

/* out = v & LSH_shift(w); v has n words, w has wn <= n. `out` may be v or w. */
static void nets_i_bits_and(uint64_t *out, const uint64_t *v, uint32_t n,
                            const uint64_t *w, uint32_t wn, uint64_t fill, uint64_t shift)
{
    const uint64_t skip = shift / 64;
    const unsigned by = shift % 64;
    uint32_t i = 0, whole = 0; /* words whose bits all come from w, not from its fill */
    if (skip < wn) {
        whole = wn - (uint32_t)skip - (by > 0);
        w += skip;
    }
    if (by)
        for (; i < whole; i++) out[i] = v[i] & (w[i] >> by | w[i + 1] << (64 - by));
    else
        for (; i < whole; i++) out[i] = v[i] & w[i];
    if (i < n && by && skip < wn) {
        out[i] = v[i] & (w[i] >> by | fill << (64 - by));
        i++;
    }
    for (; i < n; i++) out[i] = v[i] & fill;
}

/* Bit k stays 1 only if a run of b ones begins there. Works by doubling. */
static void nets_i_bits_erode(uint64_t *w, uint32_t n, uint64_t fill, uint64_t b)
{
    uint64_t done = 1;
    if (b > (uint64_t)n * 64 + 1) b = (uint64_t)n * 64 + 1; /* more changes nothing */
    while (done < b) {
        const uint64_t step = done < b - done ? done : b - done;
        nets_i_bits_and(w, w, n, w, n, fill, step);
        done += step;
    }
}

/* Finds the first run of b >= 1 ones that begins at `from` or later; returns 0 if there
 * is none. In each word it tries the runs in the order in which they begin: first the run
 * that continues from the words before, then those within the word. A run at the upper
 * end continues in the next word. */
static int nets_i_bits_run(const uint64_t *w, uint32_t n, uint64_t fill, uint64_t from,
                           uint64_t b, uint64_t *at)
{
    uint64_t open = 0; /* length of the run that ends just before word i */
    uint64_t i = from / 64;
    for (; i < n; i++) {
        uint64_t x = w[i], y, done;
        if (i == from / 64) x &= NETS_I_ONES << (from % 64);
        *at = i * 64 - open;
        open += x == NETS_I_ONES ? 64 : nets_i_bits_lowest(~x);
        if (open >= b) return 1;
        if (x == NETS_I_ONES) continue;
        for (y = b < 64 ? x : 0, done = 1; y && done < b;) {
            const uint64_t step = done < b - done ? done : b - done;
            y &= y >> step;
            done += step;
        }
        *at = i * 64 + nets_i_bits_lowest(y);
        if (y) return 1;
        open = nets_i_bits_top(x);
    }
    *at = i * 64 - open;
    if (*at < from) *at = from;
    return fill != 0;
}

/* Does a, shifted by `shift` = s(b) - s(a) slots, cover b? Bit k of b is compared with
 * bit k + shift of a; a is 0 before its bit 0. 1 if no bit of b is 1 where the bit of a
 * is 0. */
static int nets_i_bits_cover(const uint64_t *a, uint64_t fill_a, const uint64_t *b,
                             uint64_t fill_b, uint32_t n, int64_t shift)
{
    uint32_t i;
    if (fill_b & ~fill_a) return 0;
    if (shift == 0) {
        for (i = 0; i < n; i++)
            if (b[i] & ~a[i]) return 0;
    } else if (shift > 0) {
        for (i = 0; i < n; i++)
            if (b[i] & ~nets_i_bits_word(a, n, fill_a, (uint64_t)shift, i)) return 0;
    } else {
        const uint64_t by = (uint64_t)-shift;
        uint64_t first;
        if (nets_i_bits_run(b, n, fill_b, 0, 1, &first) && first < by) return 0;
        for (i = 0; i < n; i++)
            if (nets_i_bits_word(b, n, fill_b, by, i) & ~a[i]) return 0;
    }
    return 1;
}

/* a / b, rounded down, for a >= 0 and b > 0. Division of 32-bit numbers is faster. */
NETS_I_CALLED uint64_t nets_i_bits_slot(nets_time a, nets_time b)
{
    return a <= UINT32_MAX && b <= UINT32_MAX ? (uint32_t)a / (uint32_t)b
                                              : (uint64_t)(a / b);
}

/* Turns each bit into whether the number of ones up to it is even: so ones at the begin
 * and the end of a run become a run of zeros. Works on words without branches, because
 * where runs begin and end cannot be predicted. */
static void nets_i_bits_even(uint64_t *w, uint32_t n)
{
    uint64_t odd = 0; /* all ones if the words before have an odd number */
    uint32_t k;
    for (k = 0; k < n; k++) {
        uint64_t x = w[k];
        x ^= x << 1;
        x ^= x << 2;
        x ^= x << 4;
        x ^= x << 8;
        x ^= x << 16;
        x ^= x << 32;
        x ^= odd;
        odd = 0 - (x >> 63);
        w[k] = ~x;
    }
}

/* Sets the first `count` bits from a profile: a bit is 1 if at least r is free in the
 * whole slot. */
static void nets_i_bits_read(uint64_t *w, uint64_t count, uint64_t fill,
                             const nets_profile *p, nets_amount r, nets_time origin,
                             nets_time tau)
{
    const nets_time end = origin + (nets_time)count * tau;
    const uint32_t n = nets_i_bits_words(count);
    uint32_t i = nets_i_step_after(p, origin), k;
    nets_time from = origin;
    uint64_t done = 0; /* the slot after those that are taken so far */
    for (k = 0; k < n; k++) w[k] = NETS_I_SMALL ? NETS_I_ONES : 0;
    for (; from < end; from = nets_i_piece_end(p, i), i++) {
        const nets_time to = nets_i_least(nets_i_piece_end(p, i), end);
        uint64_t first;
        if (nets_i_piece(p, i) >= r) continue;
        first = nets_i_bits_slot(from - origin, tau);
        if (first < done) first = done;
        done = nets_i_bits_slot(to - origin - 1, tau) + 1;
        if (NETS_I_SMALL) nets_i_bits_clear(w, first, done);
        if (NETS_I_SMALL || first >= done) continue;
        w[first / 64] ^= UINT64_C(1) << (first % 64);
        if (done < n * UINT64_C(64)) w[done / 64] ^= UINT64_C(1) << (done % 64);
    }
    if (!NETS_I_SMALL) nets_i_bits_even(w, n);
    if (!fill) nets_i_bits_clear(w, count, (uint64_t)n * 64);
}

/* The fill of a row: is r free after the last step of the profile? */
static uint64_t nets_i_bits_beyond(const nets_profile *p, nets_amount r)
{
    return nets_i_piece(p, p->count) >= r ? NETS_I_ONES : 0;
}

/* >>slots ---------------------------------------------------------------------------- */

NETSCHED_DEF int nets_slots_get(const nets_slots *s, uint64_t k)
{
    if (!s) return 0;
    return k < s->count ? (int)(s->words[k / 64] >> (k % 64) & 1) : s->beyond;
}

NETSCHED_DEF uint32_t nets_slots_weight(const nets_slots *s)
{
    uint32_t n;
    if (!s) return 0;
    n = nets_i_bits_words(s->count);
    return nets_i_bits_ones(s->words, n) - (s->beyond ? n * 64 - s->count : 0);
}

/* >>views ---------------------------------------------------------------------------- */

/* The parameters for which rows are computed. */
typedef struct nets_i_purpose {
    nets_time origin;
    nets_amount amount;
    uint64_t run;   /* a bit is 1 where a run of so many ones begins */
    int bounded;    /* slots beyond the row count as taken */
    uint32_t words; /* in every row, all words after these equal the fill */
} nets_i_purpose;

/* A picture: what a view knows of a link or a cluster, and the state of the row that is
 * computed from it. */
typedef struct nets_i_picture {
    nets_profile free;
    nets_time age;
    uint64_t fill;       /* of its row */
    uint64_t read;       /* the side's `reads` when the row was made; 0: out of date */
    nets_i_purpose made; /* the parameters for which the row was made */
} nets_i_picture;

typedef struct nets_i_side {    /* all links, or all clusters */
    uint32_t slot_count, words; /* u_l or u_m, of a whole row; its words */
    nets_time tau;              /* tau_l or tau_m */
    NETS_I_VECTOR(nets_i_picture) pictures;
    NETS_I_VECTOR(uint64_t) rows; /* C^_l or W^_m, one for each */
    nets_i_purpose purpose;
    uint64_t reads; /* counts changes of `purpose` */
    int changed;    /* a picture has changed since `purpose` was set */
} nets_i_side;

typedef struct nets_i_hop { /* a link l */
    uint32_t from, to;
    int64_t delay; /* d_l, in slots */
} nets_i_hop;

typedef struct nets_i_stop { /* a node */
    uint32_t labels;         /* the first of the labels that end here, in order */
    uint32_t kept;           /* the number of them that have been extended */
    uint32_t heaviest;       /* the largest weight of these */
    uint32_t seen;           /* 1 + the last extended label whose path visits the node */
    uint32_t stores;         /* its first unit */
} nets_i_stop;

typedef struct nets_i_store { /* a unit of a local resource */
    uint32_t type, next;      /* the next one at its node */
} nets_i_store;

/* A label is a path p from the source with V(p), equation (2): its delay and its row.
 * Labels are extended in the order of ascending delay, then of descending weight.
 * Both only become worse with each link, so a label that was extended is never pruned
 * later by a rule that compares delays. A label that is pruned before its turn is
 * skipped. */
typedef struct nets_i_label {
    int64_t delay;   /* d_p, in slots */
    uint64_t sample; /* one word of its row, which tells most rows apart */
    uint64_t nodes;  /* a bit for each node, the same for nodes 64 apart */
    uint32_t weight; /* of its row; all slots beyond count as one */
    uint32_t node, link;
    uint32_t parent; /* the path without its last link; NETS_NONE: there is none */
    uint32_t next;   /* the next label at its node */
    uint32_t length; /* number of links */
    short state, beyond;
} nets_i_label;

enum { NETS_I_WAITING, NETS_I_EXTENDED, NETS_I_PRUNED };

typedef struct nets_i_turn { /* of a label, in the heap */
    int64_t delay;
    uint32_t weight, label;
} nets_i_turn;

typedef struct nets_i_match { /* pm, a (path, cluster) pair that ends in time */
    uint32_t label, cluster;  /* V(pm): V(p), and the cluster's row from est on */
    uint64_t est;             /* EST(p, b), in slots of the cluster */
    uint64_t from; /* nothing is sent, or, at the source, run before this slot */
    nets_time send, arrive, start, end;
} nets_i_match;

/* The lists of a view: nodes, links, clusters, and the links that leave v: out[out_at[v]]
 * .. out[out_at[v + 1] - 1]. The others are scratch memory of searches, kept for the next
 * one; the row of a label has only the words in use; after the costs of the labels come
 * the costs of an offer, or of the route. */
#define NETS_I_VIEW(X)          \
    X(nets_i_stop, stops)       \
    X(nets_i_hop, hops)         \
    X(uint32_t, out_at)         \
    X(uint32_t, out)            \
    X(nets_cluster_info, sites) \
    X(nets_i_store, stores)     \
    X(nets_i_label, labels)     \
    X(uint64_t, rows)           \
    X(nets_i_turn, heap)        \
    X(nets_i_match, pairs)      \
    X(uint32_t, route)          \
    X(uint64_t, offered)        \
    X(int64_t, costs)

struct nets_view {
    nets_alloc_fn alloc;
    void *alloc_ctx;
    const nets_network *net;
    int shared_clock;
    nets_i_side links, clusters, units; /* units have no rows */
#define NETS_I_LIST(type, name) NETS_I_VECTOR(type) name;
    NETS_I_VIEW(NETS_I_LIST)
#undef NETS_I_LIST
};

/* The picture of a link, cluster or unit, marked as changed, or NULL if there is none. */
static nets_i_picture *nets_i_picture_change(nets_view *view, nets_kind kind,
                                             uint32_t index)
{
    nets_i_side *side;
    if (!nets_view_profile(view, kind, index)) return NULL;
    side = kind == NETS_LINK      ? &view->links
           : kind == NETS_CLUSTER ? &view->clusters
                                  : &view->units;
    side->changed = 1;
    side->pictures.at[index].read = 0;
    return &side->pictures.at[index];
}

/* Makes pictures of all links or all clusters of the network as it is now, and room for
 * their rows. */
static nets_status nets_i_side_fill(nets_view *view, nets_i_side *side, nets_kind kind)
{
    const uint32_t count = view->net->resource[kind].count;
    nets_status s = NETS_I_FIT(view, side->pictures, count);
    if (s == NETS_OK) s = NETS_I_FIT(view, side->rows, (uint64_t)count * side->words);
    while (s == NETS_OK && side->pictures.count < count) {
        nets_i_picture *pic = &side->pictures.at[side->pictures.count];
        const nets_i_resource *r = view->net->resource[kind].at + side->pictures.count++;
        NETSCHED_MEMSET(pic, 0, sizeof *pic);
        nets_profile_init(&pic->free, 0, view->alloc, view->alloc_ctx);
        s = nets_profile_copy(&pic->free, &r->free);
    }
    return s;
}

static nets_status nets_i_view_fill(nets_view *view)
{
    const nets_network *net = view->net;
    uint32_t i;
    nets_status s = nets_i_side_fill(view, &view->links, NETS_LINK);
    if (s == NETS_OK) s = nets_i_side_fill(view, &view->clusters, NETS_CLUSTER);
    if (s == NETS_OK) s = nets_i_side_fill(view, &view->units, NETS_UNIT);
    if (s == NETS_OK) s = NETS_I_FIT(view, view->stops, net->nodes.count);
    if (s == NETS_OK) s = NETS_I_FIT(view, view->out_at, (uint64_t)net->nodes.count + 1);
    if (s == NETS_OK) s = NETS_I_FIT(view, view->out, net->links.count);
    if (s == NETS_OK) s = NETS_I_FIT(view, view->hops, net->links.count);
    if (s == NETS_OK) s = NETS_I_FIT(view, view->sites, net->clusters.count);
    if (s == NETS_OK) s = NETS_I_FIT(view, view->stores, net->units.count);
    if (s != NETS_OK) return s;
    view->stops.count = net->nodes.count;
    for (i = 0; i < view->stops.count; i++) view->stops.at[i].stores = NETS_NONE;
    for (i = net->units.count; i-- > 0;) {
        const nets_partition_info *p =
            &net->partitions.at[net->units.at[i].is.partition].is;
        view->stores.at[i].type = p->type;
        view->stores.at[i].next = view->stops.at[p->node].stores;
        view->stops.at[p->node].stores = i;
    }
    view->sites.count = net->clusters.count;
    nets_i_sort_links(net, view->out_at.at, view->out.at);
    for (i = 0; i < net->links.count; i++) {
        const nets_link_info *l = &net->links.at[i];
        const nets_i_hop hop = {l->from, l->to,
                                nets_i_ceil_div(l->delay, view->links.tau)};
        view->hops.at[view->hops.count++] = hop;
    }
    if (net->clusters.count)
        NETS_I_COPY(view->sites.at, net->clusters.at, net->clusters.count);
    return NETS_OK;
}

static void nets_i_side_free(nets_view *view, nets_i_side *side)
{
    uint32_t i;
    for (i = 0; i < side->pictures.count; i++)
        nets_profile_free(&side->pictures.at[i].free);
    NETS_I_FREE(view, side->pictures);
    NETS_I_FREE(view, side->rows);
}

NETSCHED_DEF void nets_view_destroy(nets_view *view)
{
    if (!view) return;
    nets_i_side_free(view, &view->links);
    nets_i_side_free(view, &view->clusters);
    nets_i_side_free(view, &view->units);
#define NETS_I_LIST(type, name) NETS_I_FREE(view, view->name);
    NETS_I_VIEW(NETS_I_LIST)
#undef NETS_I_LIST
    (void)nets_i_resize(view->alloc, view->alloc_ctx, view, sizeof *view, 0);
}

NETSCHED_DEF nets_status nets_view_create(nets_view **out, const nets_network *net,
                                          const nets_view_desc *desc)
{
    nets_alloc_fn alloc;
    void *alloc_ctx;
    nets_view *view;
    nets_status s;
    if (!out) return NETS_E_ARG;
    *out = NULL;
    if (!net || !desc || !desc->slots_l || desc->tau_l <= 0 || desc->tau_m < 0)
        return NETS_E_ARG;
    if (desc->slots_l > NETS_I_MOST || desc->slots_m > NETS_I_MOST) return NETS_E_RANGE;
    alloc = desc->alloc ? desc->alloc : net->outer;
    alloc_ctx = desc->alloc ? desc->alloc_ctx : net->outer_ctx;
    view = (nets_view *)nets_i_resize(alloc, alloc_ctx, NULL, 0, sizeof *view);
    if (!view) return NETS_E_NOMEM;
    NETSCHED_MEMSET(view, 0, sizeof *view);
    view->alloc = alloc;
    view->alloc_ctx = alloc_ctx;
    view->net = net;
    view->shared_clock = desc->shared_clock;
    view->links.slot_count = desc->slots_l;
    view->links.tau = desc->tau_l;
    view->clusters.slot_count = desc->slots_m ? desc->slots_m : desc->slots_l;
    view->clusters.tau = desc->tau_m ? desc->tau_m : desc->tau_l;
    view->links.words = nets_i_bits_words(view->links.slot_count);
    view->clusters.words = nets_i_bits_words(view->clusters.slot_count);
    s = nets_i_view_fill(view);
    if (s == NETS_OK)
        *out = view;
    else
        nets_view_destroy(view);
    return s;
}

NETSCHED_DEF nets_status nets_view_learn(nets_view *view, nets_kind kind, uint32_t index,
                                         const nets_profile *p, nets_time age)
{
    nets_i_picture *pic = nets_i_picture_change(view, kind, index);
    nets_status s;
    if (!pic || age < 0 || (age && kind != NETS_LINK)) return NETS_E_ARG;
    s = nets_profile_copy(&pic->free, p ? p : nets_profile_of(view->net, kind, index));
    if (s == NETS_OK) pic->age = age;
    return s;
}

static nets_status nets_i_view_change(nets_view *view, const nets_use *uses,
                                      uint32_t count, int give)
{
    nets_status s = NETS_OK;
    nets_i_picture *pic;
    uint32_t i;
    if (!view || !uses) return NETS_E_ARG;
    for (i = 0; i < count && s == NETS_OK; i++) {
        const nets_use *u = &uses[i];
        pic = nets_i_picture_change(view, u->kind, u->index);
        if (pic)
            s = (give ? nets_profile_give : nets_profile_take)(&pic->free, u->from, u->to,
                                                               u->amount);
    }
    if (s == NETS_OK) return s;
    for (i--; i-- > 0;) { /* backwards: there is room for the steps of then */
        const nets_use *u = &uses[i];
        pic = nets_i_picture_change(view, u->kind, u->index);
        if (pic)
            nets_i_profile_add(&pic->free, u->from, u->to, give ? -u->amount : u->amount);
    }
    return s;
}

NETSCHED_DEF nets_status nets_view_take(nets_view *view, const nets_use *uses,
                                        uint32_t count)
{
    return nets_i_view_change(view, uses, count, 0);
}

NETSCHED_DEF nets_status nets_view_give(nets_view *view, const nets_use *uses,
                                        uint32_t count)
{
    return nets_i_view_change(view, uses, count, 1);
}

/* Forgets the past; rows that begin at `now` or later stay valid. */
static void nets_i_side_forget(const nets_view *view, const nets_i_side *side,
                               nets_time now)
{
    uint32_t i;
    for (i = 0; i < side->pictures.count; i++) {
        nets_i_picture *pic = &side->pictures.at[i];
        if (pic->read && pic->made.origin - (view->shared_clock ? 0 : pic->age) < now)
            pic->read = 0;
        nets_profile_forget(&pic->free, now);
    }
}

NETSCHED_DEF void nets_view_forget(nets_view *view, nets_time now)
{
    if (!view) return;
    nets_i_side_forget(view, &view->links, now);
    nets_i_side_forget(view, &view->clusters, now);
    nets_i_side_forget(view, &view->units, now);
}

NETSCHED_DEF const nets_profile *nets_view_profile(const nets_view *view, nets_kind kind,
                                                   uint32_t index)
{
    const nets_i_side *side;
    if (!view || (unsigned)kind > NETS_CLUSTER) return NULL;
    side = kind == NETS_LINK      ? &view->links
           : kind == NETS_CLUSTER ? &view->clusters
                                  : &view->units;
    return index < side->pictures.count ? &side->pictures.at[index].free : NULL;
}

/* The number of words after which all words of every row equal its fill: those up to the
 * last time at which a profile changes. NETS_E_RANGE: the times of a row overflow. */
static nets_status nets_i_side_words(const nets_i_side *side,
                                     const nets_i_purpose *wanted, int shared_clock,
                                     uint32_t *words)
{
    nets_time last = 0; /* the last change, since the row's beginning */
    uint32_t i;
    *words = wanted->bounded ? side->words : 0;
    for (i = 0; i < side->pictures.count; i++) {
        const nets_i_picture *pic = &side->pictures.at[i];
        const nets_profile *p = &pic->free;
        nets_time from = wanted->origin, end;
        if ((!shared_clock && nets_i_add(from, -pic->age, &from)) ||
            nets_i_multiply(side->tau, side->slot_count, &end) ||
            nets_i_add(from, end, &end))
            return NETS_E_RANGE;
        if (!nets_i_bits_beyond(p, wanted->amount)) *words = side->words;
        if (!p->count || p->steps[p->count - 1].time <= from) continue;
        if (p->steps[p->count - 1].time >= end)
            *words = side->words;
        else if (p->steps[p->count - 1].time - from > last)
            last = p->steps[p->count - 1].time - from;
    }
    if (*words < side->words)
        *words = nets_i_bits_words((uint64_t)nets_i_ceil_div(last, side->tau));
    return NETS_OK;
}

/* Sets the parameters for which rows are computed from now on. */
static nets_status nets_i_side_begin(nets_i_side *side, nets_i_purpose *wanted,
                                     int shared_clock)
{
    const nets_i_purpose *now = &side->purpose;
    const int same = side->reads && now->origin == wanted->origin &&
                     now->amount == wanted->amount && now->run == wanted->run &&
                     now->bounded == wanted->bounded;
    wanted->words = now->words;
    if (same && !side->changed) return NETS_OK;
    if (nets_i_side_words(side, wanted, shared_clock, &wanted->words) != NETS_OK)
        return NETS_E_RANGE;
    side->changed = 0;
    if (same && now->words == wanted->words) return NETS_OK;
    side->purpose = *wanted;
    side->reads++;
    return NETS_OK;
}

/* If time has moved on by whole slots, moves the part of a row that is still valid to its
 * beginning. Returns the number of words moved. */
static uint32_t nets_i_picture_shift(const nets_i_side *side, const nets_i_picture *pic,
                                     uint64_t *row)
{
    const nets_i_purpose *made = &pic->made, *wanted = &side->purpose;
    const uint64_t bits =
        made->words < side->words ? made->words * UINT64_C(64) : side->slot_count;
    const uint64_t *from;
    uint64_t slot_count;
    uint32_t keep, i;
    if (!pic->read || made->amount != wanted->amount || made->run != 1 ||
        wanted->run != 1 || made->origin > wanted->origin)
        return 0;
    slot_count = (uint64_t)wanted->origin - (uint64_t)made->origin;
    if (slot_count % (uint64_t)side->tau) return 0;
    slot_count /= (uint64_t)side->tau;
    if (slot_count >= bits) return 0;
    keep = (uint32_t)((bits - slot_count) / 64);
    if (keep > wanted->words) keep = wanted->words;
    from = row + slot_count / 64;
    if (slot_count % 64)
        for (i = 0; i < keep; i++)
            row[i] = from[i] >> (slot_count % 64) | from[i + 1] << (64 - slot_count % 64);
    else
        NETS_I_MOVE(row, from, keep);
    return keep;
}

/* The row of a link or cluster; computes it if necessary. */
static const uint64_t *nets_i_side_row(const nets_view *view, const nets_i_side *side,
                                       uint32_t i, uint64_t *fill)
{
    const nets_i_purpose *wanted = &side->purpose;
    nets_i_picture *pic = &side->pictures.at[i];
    uint64_t *row = side->rows.at + (size_t)side->words * i;
    if (pic->read != side->reads) {
        const uint64_t all = (uint64_t)wanted->words * 64;
        const uint64_t count = all < side->slot_count ? all : side->slot_count;
        const uint32_t kept = nets_i_picture_shift(side, pic, row);
        const nets_time from = wanted->origin - (view->shared_clock ? 0 : pic->age);
        pic->fill = wanted->bounded ? 0 : nets_i_bits_beyond(&pic->free, wanted->amount);
        nets_i_bits_read(row + kept, count - (uint64_t)kept * 64, pic->fill, &pic->free,
                         wanted->amount, from + side->tau * kept * 64, side->tau);
        nets_i_bits_erode(row, wanted->words, pic->fill, wanted->run);
        pic->read = side->reads;
        pic->made = *wanted;
    }
    *fill = pic->fill;
    return row;
}

/* >>paths by several costs ----------------------------------------------------------- */

typedef enum nets_i_rule {
    NETS_I_BY_WEIGHT, /* delay and weight */
    NETS_I_BY_SLOTS,  /* delay and row: equation (3) */
    NETS_I_BY_COSTS,  /* equal delay, row: dominates after any further link, too */
    NETS_I_BY_END     /* the same if only the time of arrival counts */
} nets_i_rule;

typedef struct nets_i_multicost {
    nets_view *view;
    const nets_task *task;
    nets_route *route;
    uint32_t cost_count;
    nets_i_rule rule;
    int links_count; /* 0: links count as free; rows have no words and are all ones */
    int clusters_count;
    int64_t shift;        /* a link's row is shifted by this times the delay */
    uint32_t words, bits; /* of a label's row */
    int64_t burst;        /* b */
    uint64_t run;         /* length of the run of ones that a label's row needs */
    uint32_t most;        /* most labels allowed */
    int overflow;         /* an answer was skipped because its times do not fit */
    nets_time earliest;   /* earliest end found so far */
} nets_i_multicost;

/* The sum of a few delays below this does not overflow. */
#define NETS_I_FAR (INT64_MAX / 8)

static nets_i_label *nets_i_label_at(const nets_i_multicost *m, uint32_t i)
{
    return m->view->labels.at + i;
}

static uint64_t *nets_i_label_row(const nets_i_multicost *m, uint32_t i)
{
    /* Without a grid of utilisation there are no rows: NULL + 0 is undefined in C. */
    return m->words ? m->view->rows.at + (size_t)m->words * i : NULL;
}

/* The costs of a label, or, after all labels, of an offer. */
static int64_t *nets_i_label_costs(const nets_i_multicost *m, uint32_t i)
{
    return m->view->costs.at + (size_t)m->cost_count * i;
}

/* The cost of a path with one thing more. */
static int64_t nets_i_cost_join(const nets_cost *c, int64_t path, int64_t more)
{
    if (c->max) return path > more ? path : more;
    return path > INT64_MAX - more ? INT64_MAX : path + more;
}

/* The order of two labels by the first cost in which they differ: below, above or 0. */
static int nets_i_label_order(const nets_i_multicost *m, uint32_t a, uint32_t b)
{
    uint32_t k;
    for (k = 0; k < m->cost_count; k++) {
        const int64_t x = nets_i_label_costs(m, a)[k], y = nets_i_label_costs(m, b)[k];
        if (x != y) return x < y ? -1 : 1;
    }
    return 0;
}

static int nets_i_turn_before(const void *ctx, const void *x, const void *y)
{
    const nets_i_multicost *m = (const nets_i_multicost *)ctx;
    const nets_i_turn *a = (const nets_i_turn *)x, *b = (const nets_i_turn *)y;
    int order;
    if (a->delay != b->delay) return a->delay < b->delay;
    if (a->weight != b->weight) return a->weight > b->weight;
    order = m->cost_count ? nets_i_label_order(m, a->label, b->label) : 0;
    return order ? order < 0 : a->label < b->label;
}

/* Adds a label to the heap. The caller has made room. */
static void nets_i_turn_push(const nets_i_multicost *m, uint32_t label)
{
    const nets_i_label *l = nets_i_label_at(m, label);
    const nets_i_turn t = {l->delay, l->weight, label};
    nets_i_turn *at = m->view->heap.at;
    at[m->view->heap.count] = t;
    nets_i_heap_up(at, m->view->heap.count++, sizeof t, nets_i_turn_before, m);
}

/* The number of nodes of path i that are `to` or on the path that is being extended. */
static uint32_t nets_i_label_shared(const nets_i_multicost *m, uint32_t i,
                                    uint32_t extended, uint32_t to)
{
    uint32_t shared = 0;
    for (; i != NETS_NONE; i = nets_i_label_at(m, i)->parent) {
        const uint32_t node = nets_i_label_at(m, i)->node;
        shared += node == to || m->view->stops.at[node].seen == extended + 1;
    }
    return shared;
}

static uint64_t nets_i_label_fill(const nets_i_label *l)
{
    return l->beyond ? NETS_I_ONES : 0;
}

/* nets_i_bits_cover for the rows of two paths. */
static int nets_i_label_cover(const nets_i_multicost *m, uint32_t a, uint32_t b,
                              int64_t shift)
{
    const nets_i_label *la = nets_i_label_at(m, a), *lb = nets_i_label_at(m, b);
    if (!shift && (lb->sample & ~la->sample)) return 0;
    return nets_i_bits_cover(nets_i_label_row(m, a), nets_i_label_fill(la),
                             nets_i_label_row(m, b), nets_i_label_fill(lb), m->words,
                             shift);
}

/* Does delay a admit that its path dominates the one with delay b? */
static int nets_i_label_sooner(const nets_i_multicost *m, int64_t a, int64_t b)
{
    return m->task->strict ? a < b : a <= b;
}

/* Does path a prune path b, which ends at the same node? One of the two is `fresh`. Path
 * a may prune b only if every continuation of b is possible for a, too. So for the exact
 * rules all nodes of a must be on b, else a link that b can take might lead back to a
 * node of a. */
static int nets_i_label_prunes(const nets_i_multicost *m, uint32_t a, uint32_t b,
                               uint32_t fresh)
{
    const nets_i_label *la = nets_i_label_at(m, a), *lb = nets_i_label_at(m, b);
    int64_t shift = 0;
    uint32_t k;
    for (k = 0; k < m->cost_count; k++)
        if (nets_i_label_costs(m, a)[k] > nets_i_label_costs(m, b)[k]) return 0;
    switch (m->rule) {
    case NETS_I_BY_WEIGHT:
        return nets_i_label_sooner(m, la->delay, lb->delay) && la->weight >= lb->weight;
    case NETS_I_BY_SLOTS:
        return nets_i_label_sooner(m, la->delay, lb->delay) && la->weight >= lb->weight &&
               nets_i_label_cover(m, a, b, 0);
    case NETS_I_BY_COSTS:
        if (la->delay != lb->delay) return 0;
        break;
    case NETS_I_BY_END:
        /* shift a so that it needs the same slots of all further links as b does. If rows
         * are shifted by 2 d and a has less delay, its data then arrive later than b's */
        if (m->shift == 2 && la->delay < lb->delay) return 0;
        if (m->shift == 2 && m->task->need_count && la->delay > lb->delay)
            return 0; /* its data would be stored earlier */
        shift = m->shift * (lb->delay - la->delay);
    }
    if (la->nodes & ~lb->nodes || !nets_i_label_cover(m, a, b, shift)) return 0;
    return nets_i_label_shared(m, a == fresh ? b : a, nets_i_label_at(m, fresh)->parent,
                               la->node) == la->length + 1;
}

/* Is the fresh label pruned by another one at its node? If not, its place is after
 * *after. */
static int nets_i_label_pruned(const nets_i_multicost *m, uint32_t fresh, uint32_t *after)
{
    const nets_i_label *l = nets_i_label_at(m, fresh);
    uint32_t i = m->view->stops.at[l->node].labels;
    *after = NETS_NONE;
    for (; i != NETS_NONE; i = nets_i_label_at(m, i)->next) {
        const nets_i_label *other = nets_i_label_at(m, i);
        if (other->delay < l->delay ||
            (other->delay == l->delay &&
             (other->weight > l->weight ||
              (other->weight == l->weight && nets_i_label_order(m, i, fresh) <= 0))))
            *after = i;
        else if (other->delay > l->delay && m->rule != NETS_I_BY_END)
            return 0;
        if (nets_i_label_prunes(m, i, fresh, fresh)) return 1;
    }
    return 0;
}

/* Puts the fresh label in its place and prunes others by it. The labels before it have
 * less delay, or equal delay and more weight, or equal weight, too, and no more costs:
 * only the rule NETS_I_BY_END may prune them. */
static void nets_i_label_keep(const nets_i_multicost *m, uint32_t fresh, uint32_t after)
{
    nets_i_label *l = nets_i_label_at(m, fresh);
    uint32_t *first = &m->view->stops.at[l->node].labels, *at;
    at = after == NETS_NONE ? first : &nets_i_label_at(m, after)->next;
    l->next = *at;
    *at = fresh;
    if (m->rule == NETS_I_BY_END) at = first;
    while (*at != NETS_NONE) {
        nets_i_label *other = nets_i_label_at(m, *at);
        if (other != l && other->state == NETS_I_WAITING &&
            nets_i_label_prunes(m, fresh, *at, fresh)) {
            other->state = NETS_I_PRUNED;
            *at = other->next;
        } else {
            at = &other->next;
        }
    }
}

/* Makes room for one more label, its row and its place in the heap. */
static nets_status nets_i_label_room(const nets_i_multicost *m)
{
    nets_view *view = m->view;
    const uint64_t count = (uint64_t)view->labels.count + 1;
    nets_status s = NETS_I_FIT(view, view->labels, count);
    if (s == NETS_OK) s = NETS_I_FIT(view, view->heap, count);
    if (s == NETS_OK) s = NETS_I_FIT(view, view->costs, (count + 1) * m->cost_count);
    if (s == NETS_OK) s = NETS_I_FIT(view, view->rows, count * m->words);
    return s == NETS_E_RANGE ? NETS_E_NOMEM : s;
}

/* The weight of a row: its ones; all slots beyond count as one. */
static uint32_t nets_i_label_weight(const nets_i_multicost *m, const uint64_t *row,
                                    int beyond)
{
    return nets_i_bits_ones(row, m->words) - (beyond ? m->words * 64 - m->bits - 1 : 0);
}

/* The time that is so many slots after the origin; returns 1 if it does not fit. */
static int nets_i_since(nets_time origin, uint64_t slot_count, nets_time tau,
                        nets_time *since, nets_time *at)
{
    return slot_count > INT64_MAX || nets_i_multiply(tau, (int64_t)slot_count, since) ||
           nets_i_add(origin, *since, at);
}

/* When the data are sent over a path, from slot pair->from on, and when they arrive
 * (section 3.2); 0 if never. */
static int nets_i_match_path(nets_i_multicost *m, nets_i_match *pair)
{
    const nets_i_label *l = nets_i_label_at(m, pair->label);
    const nets_i_side *links = &m->view->links, *clusters = &m->view->clusters;
    const nets_time origin = m->task->origin;
    uint64_t r = l->length ? pair->from : 0;
    nets_time since;
    if (l->length && m->task->data &&
        !nets_i_bits_run(nets_i_label_row(m, pair->label), m->words, nets_i_label_fill(l),
                         r, m->run, &r))
        return 0;
    if (nets_i_since(origin, r, links->tau, &since, &pair->send) ||
        nets_i_since(origin,
                     r + (l->length ? (uint64_t)m->burst : 0) + (uint64_t)l->delay,
                     links->tau, &since, &pair->arrive)) {
        m->overflow = 1;
        return 0;
    }
    pair->est = (uint64_t)nets_i_ceil_div(since, clusters->tau);
    return 1;
}

/* What a pair costs. */
static int64_t nets_i_match_cost(const nets_i_multicost *m, const nets_i_match *pair,
                                 uint32_t k)
{
    const nets_cost *c = &m->task->costs[k];
    return nets_i_cost_join(c, nets_i_label_costs(m, pair->label)[k],
                            c->clusters ? c->clusters[pair->cluster] : 0);
}

/* When the cluster runs the task; returns 0 if never, not in time or at too high a
 * cost. */
static int nets_i_match_cluster(nets_i_multicost *m, nets_i_match *pair)
{
    const nets_task *task = m->task;
    const nets_i_side *side = &m->view->clusters;
    const nets_time length =
        nets_i_ceil_div(task->workload, m->view->sites.at[pair->cluster].speed);
    const uint64_t run = (uint64_t)nets_i_ceil_div(length, side->tau);
    uint64_t at = nets_i_label_at(m, pair->label)->length ? pair->est : pair->from;
    nets_time since;
    uint32_t k;
    for (k = 0; k < m->cost_count; k++)
        if (task->costs[k].limit && nets_i_match_cost(m, pair, k) > task->costs[k].limit)
            return 0;
    if (m->view->sites.at[pair->cluster].cpus < (task->cpus ? task->cpus : 1)) return 0;
    if (run && m->clusters_count) {
        uint64_t fill;
        const uint64_t *row = nets_i_side_row(m->view, side, pair->cluster, &fill);
        if (!nets_i_bits_run(row, side->purpose.words, fill, at, run, &at)) return 0;
    }
    if (nets_i_since(task->origin, at, side->tau, &since, &pair->start) ||
        nets_i_add(since, length, &since) ||
        nets_i_add(task->origin, since, &pair->end)) {
        m->overflow = 1;
        return 0;
    }
    return !task->bound || since <= task->bound;
}

/* How long sending the data takes. */
static nets_time nets_i_task_burst(const nets_task *task)
{
    return nets_i_ceil_div(task->data, task->rate);
}

/* The first unit at a node that has a need during [from, to), or NETS_NONE: then *next is
 * the earliest time from which on one may have it. */
static uint32_t nets_i_store_of(const nets_view *view, uint32_t node, const nets_need *n,
                                nets_time from, nets_time to, nets_time *next)
{
    uint32_t u = view->stops.at[node].stores;
    *next = NETS_FOREVER;
    for (; u != NETS_NONE; u = view->stores.at[u].next) {
        const nets_profile *p = &view->units.pictures.at[u].free;
        uint32_t i = nets_i_step_after(p, from), lacks = NETS_NONE;
        if (view->stores.at[u].type != n->type) continue;
        for (;; i++) {
            if (nets_i_piece(p, i) < n->amount) lacks = i;
            if (nets_i_piece_end(p, i) >= to) break;
        }
        if (lacks == NETS_NONE) return u;
        *next = nets_i_least(*next, nets_i_piece_end(p, lacks));
    }
    return NETS_NONE;
}

/* Since when a task needs local resources: when the first data arrive; never, if it has
 * neither data nor work. */
static nets_time nets_i_store_from(const nets_view *view, const nets_task *task,
                                   uint32_t links, nets_time arrive, nets_time start)
{
    const nets_time tau = view->links.tau;
    if (!task->data && !task->workload) return NETS_FOREVER;
    return links ? arrive - nets_i_ceil_div(nets_i_task_burst(task), tau) * tau : start;
}

/* When the data are sent and the task runs, as early as its needs are free meanwhile; 0
 * if never, not in time or at too high a cost. While a unit lacks something, no later
 * sending begins to store before it lacks nothing. */
static int nets_i_match_times(nets_i_multicost *m, nets_i_match *pair)
{
    const nets_task *task = m->task;
    const uint32_t links = nets_i_label_at(m, pair->label)->length;
    const uint64_t tau = (uint64_t)(links ? m->view->links.tau : m->view->clusters.tau);
    for (pair->from = 0;;) {
        nets_time from, next, latest = INT64_MIN;
        uint32_t k;
        if (!nets_i_match_path(m, pair) || !nets_i_match_cluster(m, pair)) return 0;
        if (!task->need_count) return 1;
        from = nets_i_store_from(m->view, task, links, pair->arrive, pair->start);
        for (k = 0; k < task->need_count && from < pair->end; k++)
            if (nets_i_store_of(m->view, m->view->sites.at[pair->cluster].node,
                                &task->needs[k], from, pair->end, &next) == NETS_NONE &&
                next > latest)
                latest = next;
        if (latest == INT64_MIN) return 1;
        if (latest == NETS_FOREVER) return 0;
        pair->from = ((uint64_t)latest - (uint64_t)task->origin + tau - 1) / tau;
        if (links) pair->from -= (uint64_t)nets_i_label_at(m, pair->label)->delay;
    }
}

/* Is a label too late, so that no continuation of it can end as early as the best end
 * found? A continuation has no more free slots and arrives no earlier. If there are
 * clusters at the label's node, their ends count as found. */
static int nets_i_label_late(nets_i_multicost *m, uint32_t label)
{
    nets_i_match pair, here;
    int late = 1;
    pair.label = label;
    pair.from = 0;
    if (!nets_i_match_path(m, &pair)) return 1;
    for (pair.cluster = 0; pair.cluster < m->view->sites.count; pair.cluster++) {
        if (!nets_i_match_cluster(m, &pair)) continue;
        here = pair;
        if (m->view->sites.at[pair.cluster].node == nets_i_label_at(m, label)->node &&
            (!m->task->need_count || nets_i_match_times(m, &here)))
            m->earliest = nets_i_least(m->earliest, here.end);
        late = late && pair.end > m->earliest;
    }
    return late;
}

/* Sets the costs of a path with one link more; returns 0 if one is above its limit. */
static int nets_i_label_pay(const nets_i_multicost *m, uint32_t from, uint32_t fresh,
                            uint32_t link)
{
    uint32_t k;
    for (k = 0; k < m->cost_count; k++) {
        const nets_cost *c = &m->task->costs[k];
        int64_t *cost = &nets_i_label_costs(m, fresh)[k];
        const int64_t here = c->links ? c->links[link] : 0;
        *cost = nets_i_cost_join(c, nets_i_label_costs(m, from)[k],
                                 here > INT64_MAX - c->link ? INT64_MAX : here + c->link);
        if (c->limit && *cost > c->limit) return 0;
    }
    return 1;
}

/* Extends a path by one link and keeps the new path unless it is pruned. */
static nets_status nets_i_label_extend(nets_i_multicost *m, uint32_t from, uint32_t by)
{
    nets_view *view = m->view;
    const nets_i_hop *hop = &view->hops.at[by];
    const uint32_t fresh = view->labels.count;
    const nets_i_label *parent = nets_i_label_at(m, from);
    nets_i_label *l;
    nets_status s;
    uint32_t after;
    m->route->labels++;
    if (hop->delay > NETS_I_FAR || parent->delay + hop->delay > NETS_I_FAR) {
        m->overflow = 1;
        return NETS_OK;
    }
    /* the new label weighs no more than its parent; labels extended have no more delay */
    if (m->rule == NETS_I_BY_WEIGHT && !m->task->strict && !m->cost_count &&
        m->view->stops.at[hop->to].heaviest >= parent->weight)
        return NETS_OK;
    s = nets_i_label_room(m);
    if (s != NETS_OK) return s;
    if (!nets_i_label_pay(m, from, fresh, by)) return NETS_OK;
    parent = nets_i_label_at(m, from);
    l = nets_i_label_at(m, fresh);
    {
        const nets_i_label made = {parent->delay + hop->delay,
                                   0,
                                   parent->nodes | UINT64_C(1) << (hop->to % 64),
                                   parent->weight,
                                   hop->to,
                                   by,
                                   from,
                                   NETS_NONE,
                                   parent->length + 1,
                                   NETS_I_WAITING,
                                   parent->beyond};
        *l = made;
    }
    if (m->links_count) {
        uint64_t *row = nets_i_label_row(m, fresh), fill;
        const uint64_t *link = nets_i_side_row(view, &view->links, by, &fill);
        l->beyond = l->beyond && fill;
        nets_i_bits_and(row, nets_i_label_row(m, from), m->words, link, m->words, fill,
                        (uint64_t)(m->shift * parent->delay));
        l->weight = nets_i_label_weight(m, row, l->beyond);
        if (m->words) l->sample = row[m->words / 2];
    }
    if (!l->weight) return NETS_OK; /* nothing can ever be sent */
    if (m->rule == NETS_I_BY_END && nets_i_label_late(m, fresh)) return NETS_OK;
    if (nets_i_label_pruned(m, fresh, &after)) return NETS_OK;
    if (fresh > m->most) return NETS_E_LIMIT;
    nets_i_label_keep(m, fresh, after);
    nets_i_turn_push(m, fresh);
    view->labels.count++;
    return NETS_OK;
}

/* Begins with the path without links, whose slots are all free. */
static nets_status nets_i_label_first(nets_i_multicost *m)
{
    nets_view *view = m->view;
    nets_i_label *l;
    uint32_t i;
    nets_status s;
    for (i = 0; i < view->stops.count; i++) {
        nets_i_stop *stop = &m->view->stops.at[i];
        stop->labels = NETS_NONE;
        stop->kept = stop->heaviest = stop->seen = 0;
    }
    view->labels.count = view->heap.count = view->pairs.count = 0;
    s = nets_i_label_room(m);
    if (s != NETS_OK) return s;
    l = nets_i_label_at(m, 0);
    NETSCHED_MEMSET(l, 0, sizeof *l);
    l->node = m->task->source;
    l->nodes = UINT64_C(1) << (l->node % 64);
    l->link = l->parent = l->next = NETS_NONE;
    l->beyond = !m->links_count || !m->task->bound;
    l->weight = m->bits + (l->beyond != 0);
    for (i = 0; i < m->words; i++) nets_i_label_row(m, 0)[i] = NETS_I_ONES;
    if (!l->beyond)
        nets_i_bits_clear(nets_i_label_row(m, 0), m->bits, (uint64_t)m->words * 64);
    if (m->words) l->sample = nets_i_label_row(m, 0)[m->words / 2];
    m->view->stops.at[l->node].labels = 0;
    for (i = 0; i < m->cost_count; i++) nets_i_label_costs(m, 0)[i] = 0;
    nets_i_turn_push(m, 0);
    view->labels.count = 1;
    if (m->rule == NETS_I_BY_END) (void)nets_i_label_late(m, 0);
    return NETS_OK;
}

/* Finds the non-dominated paths from the source to all nodes (section 4.1). */
static nets_status nets_i_label_all(nets_i_multicost *m)
{
    nets_view *view = m->view;
    nets_status s = nets_i_label_first(m);
    while (s == NETS_OK && view->heap.count) {
        const uint32_t i = view->heap.at->label;
        nets_i_label *l = nets_i_label_at(m, i);
        nets_i_stop *stop = &m->view->stops.at[l->node];
        uint32_t k, end;
        nets_i_heap_pop(view->heap.at, view->heap.count--, sizeof(nets_i_turn),
                        nets_i_turn_before, m);
        if (l->state == NETS_I_PRUNED) continue;
        l->state = NETS_I_EXTENDED;
        if (l->weight > stop->heaviest) stop->heaviest = l->weight;
        if (i) m->route->paths++;
        if (i && ++stop->kept > m->route->widest) m->route->widest = stop->kept;
        for (k = i; k != NETS_NONE; k = nets_i_label_at(m, k)->parent)
            m->view->stops.at[nets_i_label_at(m, k)->node].seen = i + 1;
        end = view->out_at.at[l->node + 1];
        for (k = view->out_at.at[l->node]; k < end && s == NETS_OK; k++)
            if (m->view->stops.at[view->hops.at[view->out.at[k]].to].seen != i + 1)
                s = nets_i_label_extend(m, i, view->out.at[k]);
    }
    return s;
}

/* >>pairs of path and cluster -------------------------------------------------------- */

/* Is the cluster of a free whenever b's is, from b's EST on? a arrives no later. */
static int nets_i_match_free(const nets_i_multicost *m, const nets_i_match *a,
                             const nets_i_match *b)
{
    const nets_i_side *side = &m->view->clusters;
    const uint64_t *wa, *wb;
    uint64_t fill_a, fill_b, mask = NETS_I_ONES << (b->est % 64), i = b->est / 64;
    if (a->cluster == b->cluster || !m->clusters_count) return 1;
    wa = nets_i_side_row(m->view, side, a->cluster, &fill_a);
    wb = nets_i_side_row(m->view, side, b->cluster, &fill_b);
    for (; i < side->purpose.words; i++, mask = NETS_I_ONES)
        if (wb[i] & ~wa[i] & mask) return 0;
    return fill_a >= fill_b;
}

/* Equation (5), extended to clusters of different speeds: does pair a dominate b? It must
 * arrive no later: either its path does, or it sends nothing. */
static int nets_i_match_dominates(const nets_i_multicost *m, const nets_i_match *a,
                                  const nets_i_match *b)
{
    const nets_i_label *la = nets_i_label_at(m, a->label);
    const nets_i_label *lb = nets_i_label_at(m, b->label);
    uint32_t k;
    if (m->task->need_count) return 0; /* their free times differ */
    for (k = 0; k < m->cost_count; k++)
        if (nets_i_match_cost(m, a, k) > nets_i_match_cost(m, b, k)) return 0;
    return nets_i_label_sooner(m, la->delay, lb->delay) && la->weight >= lb->weight &&
           m->view->sites.at[a->cluster].speed >= m->view->sites.at[b->cluster].speed &&
           a->est <= b->est && nets_i_match_free(m, a, b) &&
           (a->label == b->label || nets_i_label_cover(m, a->label, b->label, 0));
}

/* Adds a pair to the non-dominated ones if it is not dominated. The caller has made
 * room. */
static void nets_i_match_keep(nets_i_multicost *m, const nets_i_match *fresh)
{
    nets_i_match *at = m->view->pairs.at;
    const uint32_t count = m->view->pairs.count;
    uint32_t i, kept = 0;
    for (i = 0; i < count; i++)
        if (nets_i_match_dominates(m, &at[i], fresh)) return;
    for (i = 0; i < count; i++)
        if (!nets_i_match_dominates(m, fresh, &at[i])) at[kept++] = at[i];
    at[kept++] = *fresh;
    m->view->pairs.count = kept;
}

/* Finds the non-dominated pairs, in the order of clusters, then of the labels at the
 * node. */
static nets_status nets_i_match_all(nets_i_multicost *m)
{
    nets_view *view = m->view;
    nets_i_match fresh;
    for (fresh.cluster = 0; fresh.cluster < view->sites.count; fresh.cluster++) {
        fresh.label = m->view->stops.at[m->view->sites.at[fresh.cluster].node].labels;
        for (; fresh.label != NETS_NONE;
             fresh.label = nets_i_label_at(m, fresh.label)->next) {
            nets_status s;
            if (!nets_i_match_times(m, &fresh)) continue;
            s = NETS_I_MORE(view, view->pairs);
            if (s != NETS_OK) return s;
            nets_i_match_keep(m, &fresh);
        }
    }
    m->route->pairs = view->pairs.count;
    return NETS_OK;
}

/* Copies a row to a vector for the score function. `words` has room for all of it. */
static void nets_i_offer_slots(nets_slots *s, uint64_t *words, uint32_t count,
                               const uint64_t *row, uint32_t n, uint64_t fill)
{
    uint32_t i;
    NETSCHED_MEMSET(s, 0, sizeof *s);
    s->count = count;
    s->beyond = fill != 0;
    s->words = words;
    for (i = 0; i < nets_i_bits_words(count); i++) words[i] = i < n ? row[i] : fill;
}

/* Writes what a pair costs after the costs of all labels; NULL: there are none. */
static const int64_t *nets_i_match_costs(const nets_i_multicost *m,
                                         const nets_i_match *pair)
{
    int64_t *costs;
    uint32_t k;
    if (!m->cost_count) return NULL;
    costs = nets_i_label_costs(m, m->view->labels.count);
    for (k = 0; k < m->cost_count; k++) costs[k] = nets_i_match_cost(m, pair, k);
    return costs;
}

/* The order of two pairs by the first cost in which they differ: below, above or 0. */
static int nets_i_match_order(const nets_i_multicost *m, const nets_i_match *a,
                              const nets_i_match *b)
{
    uint32_t k;
    for (k = 0; k < m->cost_count; k++) {
        const int64_t x = nets_i_match_cost(m, a, k), y = nets_i_match_cost(m, b, k);
        if (x != y) return x < y ? -1 : 1;
    }
    return 0;
}

/* The score of a pair. Vectors that count as free have no bits. `offered` has room. */
static int64_t nets_i_match_score(const nets_i_multicost *m, const nets_i_match *pair)
{
    const nets_view *view = m->view;
    const nets_i_side *links = &view->links, *clusters = &view->clusters;
    const nets_i_label *l = nets_i_label_at(m, pair->label);
    uint64_t *words = view->offered.at, fill = NETS_I_ONES;
    const uint64_t *row = NULL;
    nets_slots path, cpus;
    if (!m->task->score) return m->task->method == NETS_MC_B ? pair->arrive : pair->end;
    nets_i_offer_slots(&path, words, m->links_count ? links->slot_count : 0,
                       nets_i_label_row(m, pair->label), m->words, nets_i_label_fill(l));
    if (m->clusters_count) row = nets_i_side_row(view, clusters, pair->cluster, &fill);
    nets_i_offer_slots(&cpus, words + links->words,
                       m->clusters_count ? clusters->slot_count : 0, row,
                       clusters->purpose.words, fill);
    nets_i_bits_clear(cpus.words, 0, pair->est < cpus.count ? pair->est : cpus.count);
    {
        const nets_offer offer = {pair->cluster,
                                  l->length,
                                  l->delay * links->tau,
                                  pair->send,
                                  pair->arrive,
                                  pair->start,
                                  pair->end,
                                  &path,
                                  &cpus,
                                  nets_i_match_costs(m, pair)};
        return m->task->score(m->task->score_ctx, &offer);
    }
}

/* Makes the pair with the least score the route (section 4.4). */
static nets_status nets_i_match_choose(nets_i_multicost *m)
{
    nets_view *view = m->view;
    nets_route *route = m->route;
    const nets_i_match *at, *best = NULL;
    const nets_i_label *l;
    uint32_t i, k;
    nets_status s = NETS_OK;
    if (!view->pairs.count) return m->overflow ? NETS_E_RANGE : NETS_E_NOFIT;
    if (m->task->score)
        s = NETS_I_FIT(view, view->offered,
                       (uint64_t)view->links.words + view->clusters.words);
    if (s == NETS_OK) s = NETS_I_FIT(view, view->route, view->stops.count);
    if (s != NETS_OK) return s;
    at = view->pairs.at;
    for (i = 0; i < view->pairs.count; i++) {
        const int64_t score = nets_i_match_score(m, &at[i]);
        const int equal = best && score == route->score;
        const int order = equal ? nets_i_match_order(m, &at[i], best) : -1;
        if ((best && score > route->score) || order > 0) continue;
        if (order == 0 &&
            (at[i].cluster != best->cluster || at[i].arrive >= best->arrive))
            continue;
        best = &at[i];
        route->score = score;
    }
    l = nets_i_label_at(m, best->label);
    route->cluster = best->cluster;
    route->link_count = k = l->length;
    route->links = view->route.at;
    for (; k; l = nets_i_label_at(m, l->parent)) view->route.at[--k] = l->link;
    route->send = best->send;
    route->arrive = best->arrive;
    route->start = best->start;
    route->end = best->end;
    route->costs = nets_i_match_costs(m, best);
    return NETS_OK;
}

/* >>the search ----------------------------------------------------------------------- */

/* Are all of these costs at least 0? */
static int nets_i_costs_sane(const int64_t *costs, uint32_t count)
{
    uint32_t i;
    for (i = 0; costs && i < count; i++)
        if (costs[i] < 0) return 0;
    return 1;
}

static nets_status nets_i_task_sane(const nets_view *view, const nets_task *task)
{
    uint32_t k;
    if (task->cost_count && !task->costs) return NETS_E_ARG;
    for (k = 0; k < task->cost_count; k++)
        if (task->costs[k].limit < 0 || task->costs[k].link < 0 ||
            !nets_i_costs_sane(task->costs[k].links, view->links.pictures.count) ||
            !nets_i_costs_sane(task->costs[k].clusters, view->sites.count))
            return NETS_E_ARG;
    if (task->need_count && !task->needs) return NETS_E_ARG;
    for (k = 0; k < task->need_count; k++)
        if (task->needs[k].amount <= 0) return NETS_E_ARG;
    return task->source < view->stops.count && (unsigned)task->method <= NETS_ECT &&
                   task->data >= 0 && task->rate > 0 && task->cpus >= 0 &&
                   task->workload >= 0 && task->bound >= 0
               ? NETS_OK
               : NETS_E_ARG;
}

/* Sets the rules of a search and the parameters of its rows. */
static nets_status nets_i_multicost_begin(nets_i_multicost *m, nets_view *view,
                                          const nets_task *task)
{
    nets_i_purpose wanted;
    nets_status s = NETS_OK;
    m->view = view;
    m->task = task;
    m->cost_count = task->cost_count;
    m->links_count = task->method != NETS_ECT && task->data;
    m->clusters_count = task->method != NETS_MC_B;
    m->rule = task->method == NETS_AWMC_T || task->method == NETS_ECT ? NETS_I_BY_WEIGHT
              : task->method != NETS_EXACT                            ? NETS_I_BY_SLOTS
              : task->score                                           ? NETS_I_BY_COSTS
                                                                      : NETS_I_BY_END;
    m->shift = view->shared_clock ? 1 : 2;
    m->burst = nets_i_ceil_div(nets_i_task_burst(task), view->links.tau);
    m->most = task->max_labels             ? task->max_labels
              : task->method == NETS_EXACT ? 16384 /* it compares each with all others */
                                           : 65536;
    m->overflow = 0;
    m->earliest = NETS_FOREVER;
    wanted.words = 0;
    wanted.origin = task->origin;
    wanted.bounded = task->bound > 0;
    wanted.amount = task->rate;
    wanted.run = m->rule == NETS_I_BY_END ? (uint64_t)m->burst : 1;
    m->run = m->rule == NETS_I_BY_END ? 1 : (uint64_t)m->burst;
    if (m->links_count) s = nets_i_side_begin(&view->links, &wanted, view->shared_clock);
    m->words = m->links_count && s == NETS_OK ? wanted.words : 0;
    m->bits = m->words < view->links.words ? m->words * 64 : view->links.slot_count;
    wanted.amount = task->cpus ? task->cpus : 1;
    wanted.run = 1;
    if (s == NETS_OK && m->clusters_count)
        s = nets_i_side_begin(&view->clusters, &wanted, 1);
    return s;
}

NETSCHED_DEF nets_status nets_multicost(nets_view *view, const nets_task *task,
                                        nets_route *route)
{
    nets_i_multicost m;
    nets_status s;
    if (route) {
        NETSCHED_MEMSET(route, 0, sizeof *route);
        route->cluster = NETS_NONE;
    }
    if (!view || !task || !route) return NETS_E_ARG;
    s = nets_i_task_sane(view, task);
    if (s != NETS_OK) return s;
    m.route = route;
    s = nets_i_multicost_begin(&m, view, task);
    if (s == NETS_OK) s = nets_i_label_all(&m);
    if (s == NETS_OK) s = nets_i_match_all(&m);
    if (s == NETS_OK) s = nets_i_match_choose(&m);
    return s;
}

/* Appends the uses of the links; data reach each link after the delays of those before
 * it. Checks that the links lead to the cluster and that their times fit. */
static nets_status nets_i_route_links(const nets_view *view, const nets_task *task,
                                      const nets_route *route, nets_plan *plan)
{
    const nets_cluster_info *sites = view->sites.at;
    const nets_time burst = nets_i_task_burst(task);
    nets_time from = route->send, to;
    uint32_t node = task->source, i;
    for (i = 0; i < route->link_count; i++) {
        const uint32_t link = route->links[i];
        if (link >= view->hops.count || view->hops.at[link].from != node)
            return NETS_E_ARG;
        if (nets_i_add(from, burst, &to)) return NETS_E_RANGE;
        if (burst) nets_i_plan_put(plan, NETS_LINK, link, from, to, task->rate);
        if (nets_i_multiply(view->hops.at[link].delay, view->links.tau, &to) ||
            nets_i_add(from, to, &from))
            return NETS_E_RANGE;
        node = view->hops.at[link].to;
    }
    return node == sites[route->cluster].node ? NETS_OK : NETS_E_ARG;
}

NETSCHED_DEF nets_status nets_route_plan(const nets_view *view, const nets_task *task,
                                         const nets_route *route, nets_plan *plan)
{
    nets_time from, next;
    nets_status s;
    uint32_t k, unit;
    if (!plan) return NETS_E_ARG;
    nets_i_plan_clear(plan);
    if (!view || !task || !route || route->cluster >= view->sites.count ||
        route->link_count >= view->stops.count || route->start > route->end ||
        nets_i_task_sane(view, task) != NETS_OK)
        return NETS_E_ARG;
    NETS_I_HOOK(plan, plan->uses, view->alloc, view->alloc_ctx);
    s = nets_i_plan_room(plan, (uint64_t)route->link_count + 1 + task->need_count);
    if (s == NETS_OK) s = nets_i_route_links(view, task, route, plan);
    from = nets_i_store_from(view, task, route->link_count, route->arrive, route->start);
    for (k = 0; k < task->need_count && s == NETS_OK && from < route->end; k++) {
        unit = nets_i_store_of(view, view->sites.at[route->cluster].node, &task->needs[k],
                               from, route->end, &next);
        if (unit == NETS_NONE)
            s = NETS_E_BUSY;
        else
            nets_i_plan_put(plan, NETS_UNIT, unit, from, route->end,
                            task->needs[k].amount);
    }
    if (s != NETS_OK)
        nets_i_plan_clear(plan);
    else if (route->start < route->end)
        nets_i_plan_put(plan, NETS_CLUSTER, route->cluster, route->start, route->end,
                        task->cpus ? task->cpus : 1);
    return s;
}
#endif

#endif /* NETSCHED_IMPLEMENTED */
#endif /* NETSCHED_IMPLEMENTATION */

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
