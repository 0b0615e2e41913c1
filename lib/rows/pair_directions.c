/* Conjugate directions. Without friction the impulses sought are the least of
 *   f(lambda) = 1/2 u . M u + bias . lambda,   u = u0 + M^-1 J' lambda,
 * within their bounds. Two sweeps, there and back, change lambda by z: what a symmetric
 * preconditioner makes of minus the gradient. f is least in the plane of z and the last direction d
 * by two equations, as conjugate gradients would find it were there no bounds. The step is held to
 * the bounds; if f is not less for it, it is taken back, and directions begin anew. Contacts that
 * slide do not make f least: where sweeps raise f by as much as a step lowers it, both would go on
 * for ever, and directions rest. */
#include "rows/pairs.h"

#include <string.h>

/* Directions begin at the impulses at hand. */
static void begin_directions(trama_pair_rows *rows)
{
    rows->gained = 0.0;
    for (size_t i = 0; i < rows->blocks; i++)
        for (uint32_t p = 0; p < rows->block[i].points; p++) {
            trama_pair_block_way *way = &rows->block[i].way[p];
            memcpy(way->before, rows->block[i].point[p].lambda, sizeof way->before);
            memset(way->direction, 0, sizeof way->direction);
        }
    memcpy(rows->before, rows->slot, rows->slots * sizeof *rows->before);
    memset(rows->direction, 0, rows->slots * sizeof *rows->direction);
}

void trama_pair_rows_direct(trama_pair_rows *rows)
{
    rows->pause = 1;
    rows->rests = 0;
    begin_directions(rows);
}

/* Slopes of f along z and d, and products of both by the mass. */
typedef struct plane {
    double slope[2], zz, zd, dd;
} plane;

static plane plane_of(const trama_pair_rows *rows)
{
    plane at = {0};
    trama_pairs_loops_current()->slopes(rows->block, rows->blocks, at.slope);
    for (size_t s = 1; s < rows->slots; s++)
        for (int i = 0; i < 8; i++) {
            const double u = rows->slot[s].v[i], m = rows->mass[s].v[i];
            const double z = u - rows->before[s].v[i], d = rows->direction[s].v[i];
            at.slope[0] += u * m * z;
            at.slope[1] += u * m * d;
            at.zz += z * m * z;
            at.zd += z * m * d;
            at.dd += d * m * d;
        }
    return at;
}

/* What a step has added to the kinetic energy. */
static double kinetic_change(const trama_pair_rows *rows)
{
    double sum = 0.0;
    for (size_t s = 1; s < rows->slots; s++)
        for (int i = 0; i < 8; i++) {
            const double now = rows->slot[s].v[i], old = rows->swept[s].v[i];
            sum += 0.5 * rows->mass[s].v[i] * (now - old) * (now + old);
        }
    return sum;
}

static void take_back(trama_pair_rows *rows)
{
    for (size_t i = 0; i < rows->blocks; i++)
        for (uint32_t p = 0; p < rows->block[i].points; p++) {
            trama_pair_block_point *point = &rows->block[i].point[p];
            memcpy(point->lambda, rows->block[i].way[p].swept, sizeof point->lambda);
        }
    memcpy(rows->slot, rows->swept, rows->slots * sizeof *rows->slot);
    begin_directions(rows);
}

/* Each rest is twice as long as the last one. */
static bool is_resting(trama_pair_rows *rows, const plane *at)
{
    if (rows->rests > 0) {
        if (--rows->rests == 0)
            begin_directions(rows);
        return true;
    }
    const double by_sweeps = at->slope[0] - 0.5 * at->zz;
    if (rows->gained + by_sweeps < 0.0 || at->zz == 0.0)
        return false;
    rows->pause *= 2;
    rows->rests = rows->pause;
    return true;
}

void trama_pair_rows_accelerate(trama_pair_rows *rows)
{
    const plane at = plane_of(rows);
    if (is_resting(rows, &at))
        return;
    const double det = at.zz * at.dd - at.zd * at.zd;
    double a = at.zz > 0.0 ? -at.slope[0] / at.zz : 0.0, b = 0.0;
    if (det > 1e-10 * at.zz * at.dd) {
        a = (at.slope[1] * at.zd - at.slope[0] * at.dd) / det;
        b = (at.slope[0] * at.zd - at.slope[1] * at.zz) / det;
    }
    memcpy(rows->swept, rows->slot, rows->slots * sizeof *rows->swept);
    rows->gained = trama_pairs_loops_current()->step(rows->block, rows->blocks, rows->slot, a, b);
    rows->gained += kinetic_change(rows);
    if (!(rows->gained < 0.0)) {
        take_back(rows);
        return;
    }
    for (size_t s = 0; s < rows->slots; s++)
        for (int i = 0; i < 8; i++) {
            rows->direction[s].v[i] = rows->slot[s].v[i] - rows->before[s].v[i];
            rows->before[s].v[i] = rows->slot[s].v[i];
        }
}
