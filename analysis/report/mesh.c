#include "analysis/report/mesh.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/html.h"

static const double most_away = 1.5; /* diagonals of the first shape */
static const double levels = 32767;

/* Middle and half extents of what was included. */
typedef struct extent {
    vector low, high;
    bool any;
} extent;

static void include(extent *e, vector v)
{
    if (!vector_is_finite(v))
        return;
    if (!e->any)
        *e = (extent){v, v, true};
    e->low = (vector){fmin(e->low.x, v.x), fmin(e->low.y, v.y), fmin(e->low.z, v.z)};
    e->high = (vector){fmax(e->high.x, v.x), fmax(e->high.y, v.y), fmax(e->high.z, v.z)};
}

static vector middle_of(const extent *e)
{
    return vector_sum(0.5, e->low, 0.5, e->high);
}

static double diagonal_of(const extent *e)
{
    const vector across = vector_sum(1, e->high, -1, e->low);
    return sqrt(vector_dot(across, across));
}

static vector node_at(const frames *f, size_t frame, size_t node)
{
    return frames_node(f, frame, node / f->n, node % f->n);
}

static extent extent_of_first(const frames *f)
{
    extent e = {0};
    for (size_t i = 0; i < f->m * f->n; i++)
        include(&e, node_at(f, 0, i));
    return e;
}

/* Of all frames, nodes within `reach` of `from`. */
static extent extent_within(const frames *f, vector from, double reach)
{
    extent e = {0};
    for (size_t i = 0; i < f->count; i++)
        for (size_t j = 0; j < f->m * f->n; j++) {
            const vector away = vector_sum(1, node_at(f, i, j), -1, from);
            if (vector_dot(away, away) <= reach * reach)
                include(&e, node_at(f, i, j));
        }
    return e;
}

mesh_box mesh_box_of(const frames *f, bool unstable)
{
    const extent first = extent_of_first(f);
    const double reach = unstable ? most_away * diagonal_of(&first) : 1e100;
    const extent shown = extent_within(f, middle_of(&first), reach);
    const vector half = vector_sum(0.5, shown.high, -0.5, shown.low);
    const double most = 1.0001 * fmax(half.x, fmax(half.y, half.z));
    return (mesh_box){middle_of(&shown), most > 0 ? most : 1};
}

int16_t mesh_quantise(double value, double centre, double half)
{
    const double level = levels * ((value - centre) / half);
    return fabs(level) <= levels ? (int16_t)lround(level) : MESH_OUTSIDE; /* NaN compares false */
}

bool mesh_is_inside(const mesh_box *box, vector v)
{
    return mesh_quantise(v.x, box->centre.x, box->half) != MESH_OUTSIDE &&
           mesh_quantise(v.y, box->centre.y, box->half) != MESH_OUTSIDE &&
           mesh_quantise(v.z, box->centre.z, box->half) != MESH_OUTSIDE;
}

size_t mesh_outside(const frames *f, size_t frame, const mesh_box *box)
{
    size_t count = 0;
    for (size_t i = 0; i < f->m * f->n; i++)
        count += !mesh_is_inside(box, node_at(f, frame, i));
    return count;
}

size_t mesh_sound_frame(const frames *f, const mesh_box *box)
{
    for (size_t i = f->count; i-- > 1;)
        if (mesh_outside(f, i, box) == 0)
            return i;
    return 0;
}

static uint16_t level_of(const frames *f, const mesh_box *box, size_t frame, size_t axis,
                         size_t node)
{
    const vector v = node_at(f, frame, node), c = box->centre;
    const double value[] = {v.x, v.y, v.z}, centre[] = {c.x, c.y, c.z};
    return (uint16_t)mesh_quantise(value[axis], centre[axis], box->half);
}

/* 0, -1, 1, -2, ... as 0, 1, 2, 3, ...: small changes have no high byte. */
static uint16_t zigzag(uint16_t change)
{
    return (uint16_t)(change << 1 ^ (change & 0x8000 ? 0xFFFF : 0));
}

/* One coordinate of one frame, to low and high bytes. */
static void put_plane(const frames *f, const mesh_box *box, size_t frame, size_t axis, uint8_t *low,
                      uint8_t *high)
{
    uint16_t before = 0;
    for (size_t i = 0; i < f->m * f->n; i++) {
        const uint16_t last = frame > 0 ? level_of(f, box, frame - 1, axis, i) : 0;
        const uint16_t change = (uint16_t)(level_of(f, box, frame, axis, i) - last);
        const uint16_t code = zigzag((uint16_t)(change - before));
        low[i] = (uint8_t)(code & 0xFF);
        high[i] = (uint8_t)(code >> 8);
        before = change;
    }
}

bool mesh_write(const frames *f, const mesh_box *box, FILE *out)
{
    const size_t nodes = f->m * f->n, planes = 3 * f->count;
    uint8_t *bytes = malloc(2 * nodes * planes);
    for (size_t i = 0; bytes && i < planes; i++)
        put_plane(f, box, i / 3, i % 3, bytes + i * nodes, bytes + (planes + i) * nodes);
    const bool done = bytes && html_packed(bytes, 2 * nodes * planes, out);
    free(bytes);
    return done;
}
