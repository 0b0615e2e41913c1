#include "analysis/report/mesh.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/output/html.h"

static const double levels = MESH_LEVELS;

/* Includes the nodes within `reach` of `from`, over all frames. */
static void include_within(const frames *f, vector from, double reach, extent *e)
{
    for (size_t i = 0; i < f->count; i++)
        for (size_t j = 0; j < f->nodes; j++) {
            const vector away = vector_sum(1, frames_node(f, i, j), -1, from);
            if (vector_dot(away, away) <= reach * reach)
                extent_include(e, frames_node(f, i, j));
        }
}

static mesh_box box_around(const extent *shown)
{
    const vector half = vector_sum(0.5, shown->high, -0.5, shown->low);
    const double most = 1.0001 * fmax(half.x, fmax(half.y, half.z));
    return (mesh_box){extent_middle(shown), most > 0 ? most : 1};
}

mesh_box mesh_box_of(const frames *f, bool unstable)
{
    const extent first = frames_first(f);
    extent shown = {0};
    include_within(f, extent_middle(&first), unstable ? frames_reach(&first) : 1e100, &shown);
    return box_around(&shown);
}

mesh_box mesh_box_of_pair(const frames *stable, const frames *unstable)
{
    const extent first = frames_first(stable);
    extent shown = {0};
    include_within(stable, extent_middle(&first), frames_reach(&first), &shown);
    include_within(unstable, extent_middle(&first), frames_reach(&first), &shown);
    return box_around(&shown);
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
    for (size_t i = 0; i < f->nodes; i++)
        count += !mesh_is_inside(box, frames_node(f, frame, i));
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
    const vector v = frames_node(f, frame, node), c = box->centre;
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
    for (size_t i = 0; i < f->nodes; i++) {
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
    const size_t nodes = f->nodes, planes = 3 * f->count;
    uint8_t *bytes = malloc(2 * nodes * planes);
    for (size_t i = 0; bytes && i < planes; i++)
        put_plane(f, box, i / 3, i % 3, bytes + i * nodes, bytes + (planes + i) * nodes);
    const bool done = bytes && html_packed(bytes, 2 * nodes * planes, out);
    free(bytes);
    return done;
}
