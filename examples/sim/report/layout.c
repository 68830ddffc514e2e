/* layout.c - in each round all pairs of nodes repel each other, linked ones attract each
 * other, and the longest move allowed shrinks. */
#include "report/layout.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

enum { LAYOUT_NODES = 1000, LAYOUT_ROUNDS = 300 }; /* larger networks are left alone */

/* Pushes two nodes apart, or pulls them together along a link, by force * distance. */
static void layout_pair(struct netmap *m, struct netmap_point *move, uint32_t a,
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

/* Moves each node as the forces draw it, by at most `most`. */
static void layout_move(struct netmap *m, const struct netmap_point *move, double most)
{
    size_t i;
    for (i = 0; i < m->nodes; i++) {
        const double length = sqrt(move[i].x * move[i].x + move[i].y * move[i].y);
        const double part = length > most ? most / length : 1;
        m->node[i].x += move[i].x * part;
        m->node[i].y += move[i].y * part;
    }
}

void layout_place(struct netmap *m)
{
    struct netmap_point *move;
    uint32_t a, b;
    size_t k;
    int round;
    if (m->nodes < 3 || m->nodes > LAYOUT_NODES || m->plot.failed) return;
    move = (struct netmap_point *)malloc(m->nodes * sizeof *move);
    if (!move) {
        m->plot.failed = 1;
        return;
    }
    for (round = 0; round < LAYOUT_ROUNDS; round++) {
        for (a = 0; a < m->nodes; a++) move[a].x = move[a].y = 0;
        for (a = 0; a < m->nodes; a++)
            for (b = 0; b < a; b++) layout_pair(m, move, a, b, 0);
        for (k = 0; k < m->links; k++)
            layout_pair(m, move, m->link[k].a, m->link[k].b, 1);
        layout_move(m, move, 0.1 * (1 - (double)round / LAYOUT_ROUNDS));
    }
    free(move);
}
