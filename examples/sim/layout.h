/* layout.h - where to draw the nodes of a network that has no map: neighbours near each
 * other, all others apart (T. Fruchterman, E. Reingold: Graph drawing by force-directed
 * placement. Software: Practice and Experience 21(11), 1129-1164, 1991).
 *
 * From where the nodes are, however bad; two in one place stay there. Computed with + - *
 * / and sqrt alone, so that the picture is the same on every machine.
 */
#ifndef SIM_LAYOUT_H
#define SIM_LAYOUT_H

#include "netmap.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

enum { SIM_LAYOUT_NODES = 1000, SIM_LAYOUT_ROUNDS = 300 }; /* of more: as they are */

/* Pushes two nodes apart, or pulls them together along a link: by force * distance. */
static inline void sim_layout_pair(sim_netmap *m, sim_netmap_point *move, uint32_t a,
                                   uint32_t b, int linked)
{
    const double k2 = 1.0 / (double)m->nodes; /* the area of a node, in a unit square */
    const double dx = m->node[a].x - m->node[b].x, dy = m->node[a].y - m->node[b].y;
    const double square = dx * dx + dy * dy;
    double force;
    if (!(square > 1e-12)) return;
    force = linked ? -sqrt(square / k2) : k2 / square;
    move[a].x += dx * force;
    move[a].y += dy * force;
    move[b].x -= dx * force;
    move[b].y -= dy * force;
}

/* Each node goes where it is drawn, but no farther than `most`. */
static inline void sim_layout_move(sim_netmap *m, const sim_netmap_point *move,
                                   double most)
{
    size_t i;
    for (i = 0; i < m->nodes; i++) {
        const double length = sqrt(move[i].x * move[i].x + move[i].y * move[i].y);
        const double part = length > most ? most / length : 1;
        m->node[i].x += move[i].x * part;
        m->node[i].y += move[i].y * part;
    }
}

static inline void sim_layout(sim_netmap *m)
{
    sim_netmap_point *move;
    uint32_t a, b;
    size_t k;
    int round;
    if (m->nodes < 3 || m->nodes > SIM_LAYOUT_NODES || m->plot.failed) return;
    move = (sim_netmap_point *)malloc(m->nodes * sizeof *move);
    if (!move) {
        m->plot.failed = 1;
        return;
    }
    for (round = 0; round < SIM_LAYOUT_ROUNDS; round++) {
        for (a = 0; a < m->nodes; a++) move[a].x = move[a].y = 0;
        for (a = 0; a < m->nodes; a++)
            for (b = 0; b < a; b++) sim_layout_pair(m, move, a, b, 0);
        for (k = 0; k < m->links; k++)
            sim_layout_pair(m, move, m->link[k].a, m->link[k].b, 1);
        sim_layout_move(m, move, 0.1 * (1 - (double)round / SIM_LAYOUT_ROUNDS));
    }
    free(move);
}

#endif
