/* light.h - light paths as tests count them: the link and the number of each wavelength,
 * instead of the uses of a plan. */
#ifndef LIGHT_H
#define LIGHT_H

#include "netsched.h"
#include "test.h"

#define LIGHT_MOST 64

typedef struct light {
    uint32_t count;
    nets_wave_info at[LIGHT_MOST];
    nets_time start, end;
} light;

static inline void light_of(const nets_network *net, const nets_use *uses, uint32_t count,
                            light *out)
{
    uint32_t i;
    for (i = out->count = 0; i < count; i++) {
        CHECK(uses[i].from == uses[0].from && uses[i].to == uses[0].to);
        out->start = uses[i].from;
        out->end = uses[i].to;
        if (uses[i].kind != NETS_WAVE) continue;
        CHECK(out->count < LIGHT_MOST && uses[i].amount == 1);
        CHECK_EQ(nets_get_wave(net, uses[i].index, &out->at[out->count++]), NETS_OK);
    }
}

/* The first slot of a light path; its uses of wavelengths alone are told. */
static inline nets_status light_first(nets_network *net, const nets_request *req,
                                      nets_plan *plan, light *out)
{
    const nets_status s = nets_first_slot(net, req, plan);
    memset(out, 0, sizeof *out);
    if (s != NETS_OK) return s;
    light_of(net, plan->uses, plan->count, out);
    CHECK(plan->start == out->start && plan->end == out->end);
    return s;
}

static inline const nets_profile *light_profile(const nets_network *net, uint32_t link,
                                                uint32_t wave)
{
    return nets_profile_of(net, NETS_WAVE, nets_wave_of(net, link, wave));
}

#endif
