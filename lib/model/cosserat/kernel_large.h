/* For sheets larger than the near caches: prefetches rows, and reports nodes as soon as their
 * accelerations are known, so that they can be moved while in cache. A panel computes from copies
 * of its positions. The next panel needs the last columns of this one, which have moved by then:
 * `sides` has their old positions. Included by kernel_cosserat.c only. */
#ifndef TRAMA_MODEL_COSSERAT_KERNEL_LARGE_H
#define TRAMA_MODEL_COSSERAT_KERNEL_LARGE_H

#include "model/cosserat/kernel_frame.h"

/* --- positions --- */

/* x; y and z are the next columns. */
INLINE double *copied(const panel *p, size_t k)
{
    return base(p->scratch + (COPIES + 3 * (ptrdiff_t)(k % COPIED_ROWS)) * WIDTH);
}

/* Copies row k over the columns that the panel reads. */
INLINE void copy_row(const step *j, const panel *p, size_t k)
{
    const cosserat_sheet *s = j->sheet;
    const double *x = j->q + k * s->n + p->first, *y = x + s->m * s->n, *z = y + s->m * s->n;
    const ptrdiff_t end = p->count + (p->right ? 0 : 1);
    double *to = copied(p, k), *side = p->sides + k * SIDE_NUMBERS;
#pragma omp simd
    for (ptrdiff_t l = 0; l < end; l++)
        put(to, 0, l, (vec){x[l], y[l], z[l]});
    for (ptrdiff_t i = 0; i < LOOKS_BACK; i++, side += 3) {
        const ptrdiff_t l = p->from - LOOKS_BACK + i;
        const vec ours = vec_at(to, 0, p->to - LOOKS_BACK + i);
        if (!p->left)
            put(to, 0, l, (vec){side[0], side[1], side[2]});
        if (!p->right)
            side[0] = ours.x, side[1] = ours.y, side[2] = ours.z;
    }
}

/* Ghosts beyond the last row: 2 edge - inner. */
INLINE void copy_ghosts(const cosserat_sheet *s, const panel *p)
{
    double *edge = copied(p, s->m - 1), *inner = copied(p, s->m - 2), *to = copied(p, s->m);
#pragma omp simd
    for (ptrdiff_t l = p->left ? 0 : -1; l < p->count + (p->right ? 0 : 1); l++)
        put(to, 0, l, combined(2.0, vec_at(edge, 0, l), -1.0, vec_at(inner, 0, l)));
}

/* Before row k is used: copies it and its neighbours. */
INLINE void copy_ahead(const step *j, const panel *p, size_t k)
{
    const size_t m = j->sheet->m, start = p->block.start;
    if (k == start && k > 0)
        copy_row(j, p, k - 1);
    if (k == start)
        copy_row(j, p, k);
    if (k + 1 < m)
        copy_row(j, p, k + 1);
    else
        copy_ghosts(j->sheet, p);
}

INLINE positions copied_positions(const panel *p, size_t k)
{
    const double *x0 = column(copied(p, k), 0), *x1 = column(copied(p, k + 1), 0);
    return (positions){x0, x0 + WIDTH, x0 + 2 * WIDTH, x1, x1 + WIDTH, x1 + 2 * WIDTH};
}

INLINE positions positions_at(traits t, const step *j, const panel *p, size_t k)
{
    return t.large ? copied_positions(p, k) : positions_of(j->sheet, p, j->q, k);
}

/* --- memory --- */

/* Prefetches a row of a component of an array of nv, if the row exists. The processor's own
 * prefetching restarts on every page, and a row of a large sheet fills one. */
INLINE void fetch(const step *j, const panel *p, const double *of, size_t k, size_t component)
{
    const cosserat_sheet *s = j->sheet;
    if (k >= s->m)
        return;
    const double *row = of + (component * s->m + k) * s->n + p->first;
    const ptrdiff_t last = p->count - (p->right ? 1 : 0);
    for (ptrdiff_t l = p->from; l < last; l += 8)
        __builtin_prefetch(row + l);
    __builtin_prefetch(row + last);
}

/* True if accelerations must be written to memory: not if a listener takes them, unless something
 * is added to them afterwards. */
INLINE bool keeps(const step *j)
{
    return !j->listener || j->sheet->density == COSSERAT_LOCAL || j->loads->drag != 0.0;
}

/* Prefetches the data of the next calls for a component, so that memory works during
 * computation. */
INLINE void fetch_ahead(traits t, const step *j, const panel *p, size_t k, size_t component)
{
    if (!t.large)
        return;
    fetch(j, p, j->q, k + 2, component);
    fetch(j, p, j->v, k - 1, component); /* none of k = 0 */
    if (keeps(j))
        fetch(j, p, j->a, k - 1, component);
}

/* --- nodes that are done with --- */

/* True if no other block reads row k. */
INLINE bool is_own(const panel *p, size_t k)
{
    return k >= p->block.own && k < p->block.own_end;
}

/* Reports that row k has its accelerations in this panel. */
INLINE void tell(const step *j, const panel *p, size_t k, row_vectors a)
{
    double *const at[3] = {a.x + p->from, a.y + p->from, a.z + p->from};
    if (j->listener && is_own(p, k))
        j->listener->done(j->listener->context, k * j->sheet->n + (size_t)(p->first + p->from),
                          (size_t)(p->to - p->from), at);
}

#endif
