/* expand.c - a user's C++ file in which every macro of the headers that a user writes is
 * expanded: none of them may bring a cast, or anything else, of which a compiler that is
 * set to report everything warns in that file. */
#include HEADER

#ifdef COALLOC_H
coa_status made(coa_calendar **cal, const coa_desc *desc, coa_read_fn read, void *ctx);
coa_status made(coa_calendar **cal, const coa_desc *desc, coa_read_fn read, void *ctx)
{
    static unsigned char slices[COA_MEMORY_BOUND_SLICES(64, 256)];
    static unsigned char count[COA_MEMORY_BOUND_COUNT(64, 256)];
    slices[0] = count[0] = 0;
    if (desc->servers > COA_MAX_SERVERS || desc->now == COA_FOREVER) return COA_E_ARG;
    return slices[0] + count[0] ? coa_create(cal, desc) : coa_load(cal, desc, read, ctx);
}
#endif

#ifdef NETSCHED_H
nets_status built(nets_network **net, const nets_desc *desc, nets_read_fn read, void *c);
nets_status built(nets_network **net, const nets_desc *desc, nets_read_fn read, void *c)
{
    if (desc->now == NETS_FOREVER) return NETS_E_ARG;
    return desc->now ? nets_create(net, desc) : nets_load(net, desc, read, c);
}
#endif

#ifdef SWF_H
uint32_t fields(const swf_job *job);
uint32_t fields(const swf_job *job)
{
    return job->repaired & SWF_REPAIRED_EXTRA ? SWF_LINE_MAX : SWF_REPAIR_FIELDS;
}
#endif
