#include "rows/pairs.h"

#include "core/isa.h"
#include "core/memory.h"
#include "core/vec.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#ifdef TRAMA_SEVERAL_ISAS
static const trama_pairs_loops *const loops[] = {&trama_kernel_pairs_v2, &trama_kernel_pairs_v3,
                                                 &trama_kernel_pairs_v4};
static const trama_pair_passes *const all_passes[] = {
    &trama_kernel_pair_passes_v2, &trama_kernel_pair_passes_v3, &trama_kernel_pair_passes_v4};
#else
static const trama_pairs_loops *const loops[] = {&trama_kernel_pairs_v2};
static const trama_pair_passes *const all_passes[] = {&trama_kernel_pair_passes_v2};
#endif

const trama_pairs_loops *trama_pairs_loops_current(void)
{
    return loops[trama_isa_current()];
}

static const trama_pair_passes *passes(void)
{
    return all_passes[trama_isa_current()];
}

void trama_rows_pair_moment(const trama_rows_pair *pair, uint32_t point, int side, int k,
                            double moment[3])
{
    const double *f = pair->frame[side], *arm = pair->point[point].arm[side], *axis = pair->axis[k];
    const double sign = side == 0 ? -1.0 : 1.0;
    double in[3], own[3];
    for (int i = 0; i < 3; i++) {
        own[i] = f[i] * axis[0] + f[3 + i] * axis[1] + f[6 + i] * axis[2];
        in[i] = sign * (f[i] * arm[0] + f[3 + i] * arm[1] + f[6 + i] * arm[2]);
    }
    cross3(in, own, moment);
}

/* ---- Blocks. */

static bool shares_a_body(const trama_pair_block *b, const uint32_t slot[2])
{
    for (int side = 0; side < 2; side++)
        for (uint32_t l = 0; l < b->lanes && slot[side] > 0; l++)
            if (b->slot[0][l] == slot[side] || b->slot[1][l] == slot[side])
                return true;
    return false;
}

static void close_block(trama_pair_rows *rows, size_t i)
{
    rows->open_count--;
    for (; i < rows->open_count; i++)
        rows->open[i] = rows->open[i + 1];
}

/* Lanes that no pair takes have arms and axes of 0, as prescribed bodies have. */
static void empty(trama_pair_block *b, trama_pair_block_source *source)
{
    static const double none[9];
    const uint32_t points = b->points;
    for (uint32_t i = 0; i < 2 * TRAMA_LANES; i++) {
        source->frame[i % 2][i / 2] = none;
        for (uint32_t p = 0; p < points; p++)
            source->arm[p][i % 2][i / 2] = none;
    }
    for (uint32_t p = 0; p < points; p++) {
        memset(b->point[p].bias, 0, sizeof b->point[p].bias);
        memset(b->point[p].lambda, 0, sizeof b->point[p].lambda);
    }
}

/* Points of blocks that have moved in memory. */
static void point_anew(trama_pair_rows *rows)
{
    trama_pair_block_point *point = rows->point;
    trama_pair_block_way *way = rows->way;
    for (trama_pair_block *b = rows->block; b < rows->block + rows->blocks; b++) {
        b->point = point;
        b->way = way;
        point += b->points;
        way += b->points;
    }
}

/* Room for one more block with so many points; false without memory. */
static bool reserve_block(trama_pair_rows *rows, uint32_t more)
{
    const size_t points = rows->points + more - 1;
    trama_pair_block *block =
        trama_with_room(rows->block, rows->blocks, &rows->capacity, sizeof *block);
    rows->block = block ? block : rows->block;
    trama_pair_block_source *source =
        trama_with_room(rows->source, rows->blocks, &rows->source_capacity, sizeof *source);
    rows->source = source ? source : rows->source;
    trama_pair_block_point *point =
        trama_with_room(rows->point, points, &rows->point_capacity, sizeof *point);
    trama_pair_block_way *way =
        trama_with_room(rows->way, points, &rows->way_capacity, sizeof *way);
    const bool moved = (point && point != rows->point) || (way && way != rows->way);
    rows->point = point ? point : rows->point;
    rows->way = way ? way : rows->way;
    if (moved)
        point_anew(rows);
    return block && source && point && way;
}

/* An open block that can take the pair; else a new one. NULL without memory. */
static trama_pair_block *find_block(trama_pair_rows *rows, size_t owner, uint32_t points,
                                    const uint32_t slot[2])
{
    for (size_t i = 0; i < rows->open_count; i++) {
        trama_pair_block *b = &rows->block[rows->open[i]];
        if (b->owner != owner || b->points != points || shares_a_body(b, slot))
            continue;
        if (b->lanes == TRAMA_LANES - 1)
            close_block(rows, i);
        return b;
    }
    if (!reserve_block(rows, points))
        return NULL;
    if (rows->open_count == TRAMA_BLOCKS_OPEN)
        close_block(rows, 0);
    rows->open[rows->open_count++] = (uint32_t)rows->blocks;
    trama_pair_block *b = &rows->block[rows->blocks];
    *b = (trama_pair_block){.owner = owner,
                            .points = points,
                            .point = rows->point + rows->points,
                            .way = rows->way + rows->points};
    empty(b, &rows->source[rows->blocks++]);
    rows->points += points;
    return b;
}

static void put_pair(trama_pair_block *b, trama_pair_block_source *source, uint32_t l,
                     const double *inverse_mass, const trama_rows_pair *pair)
{
    for (int side = 0; side < 2; side++) {
        const size_t at = pair->at[side];
        if (at == TRAMA_NO_COMPONENTS)
            continue;
        source->frame[side][l] = pair->frame[side];
        b->inverse[side][0][l] = inverse_mass[at];
        for (int i = 0; i < 3; i++)
            b->inverse[side][1 + i][l] = inverse_mass[at + 3 + (size_t)i];
    }
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < 3; i++)
            b->axis[k][i][l] = pair->axis[k][i];
    b->friction[l] = pair->friction;
}

static void put_point(trama_pair_block *b, trama_pair_block_source *source, uint32_t l, uint32_t p,
                      double h, bool end, const trama_rows_pair *pair)
{
    const struct trama_rows_pair_point *from = &pair->point[p];
    trama_pair_block_point *to = &b->point[p];
    for (int side = 0; side < 2; side++)
        if (pair->at[side] != TRAMA_NO_COMPONENTS)
            source->arm[p][side][l] = from->arm[side];
    source->impulse[p][l] = from->impulse;
    for (int k = 0; k < 3; k++) {
        to->bias[k][l] = from->prescribed[k];
        to->lambda[k][l] = from->impulse[k];
    }
    to->bias[0][l] += end ? -from->target : from->gap / h;
}

bool trama_pair_rows_add(trama_pair_rows *rows, size_t owner, const double *inverse_mass, double h,
                         bool end, const trama_rows_pair *pair, trama_pair_place *place)
{
    uint32_t slot[2];
    if (!trama_pair_slot_find(rows, pair->at[0], inverse_mass, &slot[0]) ||
        !trama_pair_slot_find(rows, pair->at[1], inverse_mass, &slot[1]))
        return false;
    trama_pair_block *b = find_block(rows, owner, pair->count, slot);
    if (!b)
        return false;
    trama_pair_block_source *source = &rows->source[b - rows->block];
    const uint32_t l = b->lanes++;
    b->slot[0][l] = slot[0];
    b->slot[1][l] = slot[1];
    put_pair(b, source, l, inverse_mass, pair);
    for (uint32_t p = 0; p < pair->count; p++)
        put_point(b, source, l, p, h, end, pair);
    rows->pairs++;
    *place = (size_t)(b - rows->block) * TRAMA_LANES + l;
    return true;
}

void trama_pair_rows_push(trama_pair_rows *rows, trama_pair_place place, double h,
                          const double gap[TRAMA_PAIR_POINTS])
{
    trama_pair_block *b = &rows->block[place / TRAMA_LANES];
    const size_t l = place % TRAMA_LANES;
    for (uint32_t p = 0; p < b->points; p++) {
        b->point[p].bias[0][l] = gap[p] / h;
        for (int k = 0; k < 3; k++)
            b->point[p].lambda[k][l] = 0.0;
    }
}

/* ---- Impulses. */

double trama_pair_rows_start(trama_pair_rows *rows)
{
    return passes()->start(rows->block, rows->source, rows->blocks, rows->slot);
}

double trama_pair_rows_sweep(trama_pair_rows *rows, bool backwards, bool normals)
{
    return trama_pairs_loops_current()->sweep(rows->block, rows->blocks, rows->slot, backwards,
                                              normals);
}

void trama_pair_rows_remember(const trama_pair_rows *rows)
{
    for (size_t i = 0; i < rows->blocks; i++) {
        const trama_pair_block *b = &rows->block[i];
        for (uint32_t l = 0; l < b->lanes; l++)
            for (uint32_t p = 0; p < b->points; p++)
                for (int k = 0; k < 3; k++)
                    rows->source[i].impulse[p][l][k] = b->point[p].lambda[k][l];
    }
}

static bool has_impulse(const trama_pair_block *b, uint32_t l)
{
    bool any = false;
    for (uint32_t p = 0; p < b->points; p++)
        for (int k = 0; k < 3; k++)
            any |= b->point[p].lambda[k][l] != 0.0;
    return any;
}

void trama_pair_rows_each_moved(trama_pair_rows *rows, void (*moved)(void *context, size_t at),
                                void *context)
{
    memset(rows->moved, 0, rows->slots * sizeof *rows->moved);
    for (const trama_pair_block *b = rows->block; b < rows->block + rows->blocks; b++)
        for (uint32_t l = 0; l < b->lanes; l++) {
            const bool any = has_impulse(b, l);
            for (int side = 0; side < 2; side++)
                rows->moved[b->slot[side][l]] |= any && b->inverse[side][0][l] > 0.0;
        }
    for (size_t s = 1; s < rows->slots; s++)
        if (rows->moved[s])
            moved(context, rows->at[s]);
}

void trama_pair_rows_residuals(trama_pair_rows *rows, const double *u)
{
    if (rows->blocks == 0)
        return;
    trama_pair_rows_load(rows, u, rows->slot);
    passes()->residuals(rows->block, rows->blocks, rows->slot);
}

double trama_pair_rows_work(trama_pair_rows *rows, const double *before, const double *after,
                            double *dissipated, double *friction)
{
    if (rows->blocks == 0)
        return 0.0;
    trama_pair_rows_load(rows, before, rows->before);
    trama_pair_rows_load(rows, after, rows->slot);
    return passes()->work(rows->block, rows->blocks, rows->before, rows->slot, dissipated,
                          friction);
}

/* From direction `first` on: 0, the normal; 1, friction. Blocks of an owner lie together. */
static void add_impulses(trama_pair_rows *rows, int first, size_t stride, double *impulse)
{
    size_t end;
    for (size_t i = 0; i < rows->blocks; i = end) {
        double *own = impulse + stride * rows->block[i].owner;
        for (end = i + 1; end < rows->blocks && rows->block[end].owner == rows->block[i].owner;)
            end++;
        trama_pair_rows_load(rows, own, rows->slot);
        passes()->impulses(rows->block + i, end - i, first, rows->slot);
        trama_pair_rows_store(rows, rows->slot, own);
    }
}

void trama_pair_rows_impulses(trama_pair_rows *rows, size_t stride, double *impulse)
{
    add_impulses(rows, 0, stride, impulse);
}

void trama_pair_rows_friction(trama_pair_rows *rows, double *impulse)
{
    add_impulses(rows, 1, 0, impulse);
}

void trama_pair_rows_free(trama_pair_rows *rows)
{
    free(rows->block);
    free(rows->source);
    free(rows->point);
    free(rows->way);
    free(rows->slot);
    free(rows->mass);
    free(rows->before);
    free(rows->swept);
    free(rows->direction);
    free(rows->moved);
    free(rows->at);
    free(rows->slot_of);
    *rows = (trama_pair_rows){0};
}
