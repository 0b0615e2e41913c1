/* Sweep and prune along one axis (D. Baraff 1992, "Dynamic simulation of non-penetrating rigid
 * bodies"; J. D. Cohen et al. 1995, "I-COLLIDE"): boxes are sorted by their low ends along the axis
 * of largest variance of the centres; each box is compared with its successors up to its high end.
 * The order is kept between calls, since slow motion leaves it nearly sorted. */
#include "collision/broad_list.h"

#include <stdlib.h>

typedef struct end {
    double low, high;
    uint32_t body;
} end;

typedef struct sweep {
    end *end;
    size_t count;
    int axis;
} sweep;

static void *create(void)
{
    return calloc(1, sizeof(sweep));
}

static void destroy(void *state)
{
    sweep *s = state;
    free(s->end);
    free(s);
}

static bool reserve(void *state, size_t bodies)
{
    sweep *s = state;
    end *grown = realloc(s->end, bodies * sizeof *grown);
    if (grown)
        s->end = grown;
    return grown;
}

static void insert(void *state, const trama_broad *broad, uint32_t body)
{
    sweep *s = state;
    (void)broad;
    s->end[s->count++].body = body;
}

static void take_out(void *state, const trama_broad *broad, uint32_t body)
{
    sweep *s = state;
    size_t kept = 0;
    (void)broad;
    for (size_t i = 0; i < s->count; i++)
        if (s->end[i].body != body)
            s->end[kept++] = s->end[i];
    s->count = kept;
}

static void move(void *state, const trama_broad *broad, uint32_t body)
{
    (void)state, (void)broad, (void)body; /* find reads all boxes */
}

/* The axis along which the centres have the largest variance. */
static int widest_axis(const sweep *s, const trama_broad *broad)
{
    int best = 0;
    double most = -1.0;
    for (int axis = 0; axis < 3; axis++) {
        double mean = 0.0, square = 0.0;
        for (size_t i = 0; i < s->count; i++) {
            const trama_extent *box = &broad->box[s->end[i].body];
            const double from = 0.5 * (box->low[axis] + box->high[axis]) - mean;
            mean += from / (double)(i + 1); /* Welford 1962 */
            square += from * (0.5 * (box->low[axis] + box->high[axis]) - mean);
        }
        if (square > most) {
            most = square;
            best = axis;
        }
    }
    return best;
}

static int by_low(const void *a, const void *b)
{
    const end *p = a, *q = b;
    if (p->low != q->low)
        return p->low < q->low ? -1 : 1;
    return p->body < q->body ? -1 : p->body > q->body;
}

/* By insertion, which is linear for what is nearly sorted; the library's sort if it is not. */
static void sort(sweep *s)
{
    size_t shifts = 0;
    for (size_t i = 1; i < s->count; i++) {
        const end moved = s->end[i];
        size_t place = i;
        for (; place > 0 && s->end[place - 1].low > moved.low; place--)
            s->end[place] = s->end[place - 1];
        s->end[place] = moved;
        shifts += i - place;
        if (shifts > 8 * s->count) {
            qsort(s->end, s->count, sizeof *s->end, by_low);
            return;
        }
    }
}

static bool find(void *state, trama_broad *broad)
{
    sweep *s = state;
    s->axis = widest_axis(s, broad);
    for (size_t i = 0; i < s->count; i++) {
        s->end[i].low = broad->box[s->end[i].body].low[s->axis];
        s->end[i].high = broad->box[s->end[i].body].high[s->axis];
    }
    sort(s);
    for (size_t i = 0; i < s->count; i++) {
        const trama_extent *box = &broad->box[s->end[i].body];
        for (size_t j = i + 1; j < s->count && s->end[j].low <= s->end[i].high; j++)
            if (trama_extent_near(box, &broad->box[s->end[j].body], 0.0) &&
                !trama_broad_add(broad, s->end[i].body, s->end[j].body))
                return false;
    }
    return true;
}

const trama_broad_type trama_broad_sweep_and_prune = {
    .name = "sweep_and_prune",
    .summary = "boxes sorted along the axis on which they spread most",
    .reference = "Baraff 1992; Cohen et al. 1995",
    .create = create,
    .destroy = destroy,
    .reserve = reserve,
    .insert = insert,
    .remove = take_out,
    .move = move,
    .find = find,
};
