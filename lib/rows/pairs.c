#include "rows/pairs.h"

#include "core/isa.h"
#include "core/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#ifdef TRAMA_SEVERAL_ISAS
static const trama_pairs_loops *const loops[] = {&trama_kernel_pairs_v2, &trama_kernel_pairs_v3,
                                                 &trama_kernel_pairs_v4};
#else
static const trama_pairs_loops *const loops[] = {&trama_kernel_pairs_v2};
#endif

const trama_pairs_loops *trama_pairs_loops_current(void)
{
    return loops[trama_isa_current()];
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
    trama_pair_block *grown =
        trama_with_room(rows->block, rows->blocks, &rows->capacity, sizeof *grown);
    if (!grown)
        return NULL;
    rows->block = grown;
    if (rows->open_count == TRAMA_BLOCKS_OPEN)
        close_block(rows, 0);
    rows->open[rows->open_count++] = (uint32_t)rows->blocks;
    trama_pair_block *b = &rows->block[rows->blocks++];
    memset(b, 0, offsetof(trama_pair_block, point));
    for (uint32_t p = 0; p < points; p++)
        memset(&b->point[p], 0, offsetof(trama_pair_block_point, before));
    b->owner = owner;
    b->points = points;
    return b;
}

static void put_pair(trama_pair_block *b, uint32_t l, const double *inverse_mass,
                     const trama_rows_pair *pair)
{
    for (int side = 0; side < 2; side++) {
        const size_t at = pair->at[side];
        if (at == TRAMA_NO_COMPONENTS)
            continue;
        b->inverse[side][0][l] = inverse_mass[at];
        for (int i = 0; i < 3; i++)
            b->inverse[side][1 + i][l] = inverse_mass[at + 3 + (size_t)i];
    }
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < 3; i++)
            b->axis[k][i][l] = pair->axis[k][i];
    b->friction[l] = pair->friction;
}

/* Rate along direction j by a unit of impulse along k, 1/kg. */
static double yield(const trama_pair_block *b, uint32_t l, const trama_rows_pair *pair,
                    const struct trama_rows_pair_point *point, int j, int k)
{
    double sum = 0.0;
    if (j == k)
        sum = b->inverse[0][0][l] + b->inverse[1][0][l];
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < 3 && pair->at[side] != TRAMA_NO_COMPONENTS; i++)
            sum +=
                b->inverse[side][1 + i][l] * point->moment[side][j][i] * point->moment[side][k][i];
    return sum;
}

/* One effective mass for both directions of the disc: of the larger eigenvalue of their block, or
 * an impulse on the rim would not be against the slip (rows.c). */
static void put_masses(trama_pair_block *b, uint32_t l, const trama_rows_pair *pair,
                       const struct trama_rows_pair_point *from, trama_pair_block_point *to)
{
    const double normal = yield(b, l, pair, from, 0, 0);
    to->effective[l] = normal > 0.0 ? 1.0 / normal : 0.0;
    if (pair->friction == 0.0)
        return;
    const double x = yield(b, l, pair, from, 1, 1), y = yield(b, l, pair, from, 2, 2),
                 both = yield(b, l, pair, from, 1, 2), half = 0.5 * (x - y);
    const double most = 0.5 * (x + y) + sqrt(half * half + both * both);
    to->sideways[l] = most > 0.0 ? 1.0 / most : 0.0;
    for (int k = 0; k < 2; k++)
        to->coupling[k][l] = yield(b, l, pair, from, 0, 1 + k);
}

static void put_point(trama_pair_block *b, uint32_t l, uint32_t p, double h, bool end,
                      const trama_rows_pair *pair)
{
    const struct trama_rows_pair_point *from = &pair->point[p];
    trama_pair_block_point *to = &b->point[p];
    for (int side = 0; side < 2; side++)
        for (int k = 0; k < 3; k++)
            for (int i = 0; i < 3 && pair->at[side] != TRAMA_NO_COMPONENTS; i++)
                to->moment[side][k][i][l] = from->moment[side][k][i];
    put_masses(b, l, pair, from, to);
    for (int k = 0; k < 3; k++)
        to->bias[k][l] = from->prescribed[k];
    to->bias[0][l] += end ? -from->target : from->gap / h;
    const double normal = from->impulse[0] > 0.0 ? from->impulse[0] : 0.0;
    to->lambda[0][l] = to->effective[l] > 0.0 ? normal : 0.0;
    for (int k = 1; k < 3; k++)
        to->lambda[k][l] = to->sideways[l] > 0.0 ? from->impulse[k] : 0.0;
    b->impulse[p][l] = from->impulse;
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
    const uint32_t l = b->lanes++;
    b->slot[0][l] = slot[0];
    b->slot[1][l] = slot[1];
    put_pair(b, l, inverse_mass, pair);
    for (uint32_t p = 0; p < pair->count; p++)
        put_point(b, l, p, h, end, pair);
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

/* Adds a point's impulse along its three directions to the velocities of its bodies. */
static double apply(const trama_pair_block *b, const trama_pair_block_point *p, uint32_t l,
                    const double impulse[3], trama_slot *slot)
{
    double most = 0.0;
    for (int side = 0; side < 2; side++) {
        double *v = slot[b->slot[side][l]].v;
        for (int i = 0; i < 3; i++) {
            double push = 0.0, turn = 0.0;
            for (int k = 0; k < 3; k++) {
                push += impulse[k] * b->axis[k][i][l];
                turn += impulse[k] * p->moment[side][k][i][l];
            }
            push *= side == 0 ? -b->inverse[0][0][l] : b->inverse[1][0][l];
            turn *= b->inverse[side][1 + i][l];
            v[i] += push;
            v[4 + i] += turn;
            most = fmax(most, fmax(fabs(push), fabs(turn)));
        }
    }
    return most;
}

double trama_pair_rows_start(trama_pair_rows *rows)
{
    double most = 0.0;
    for (size_t i = 0; i < rows->blocks; i++) {
        const trama_pair_block *b = &rows->block[i];
        for (uint32_t l = 0; l < b->lanes; l++)
            for (uint32_t p = 0; p < b->points; p++) {
                const double(*lambda)[TRAMA_LANES] = b->point[p].lambda;
                const double impulse[3] = {lambda[0][l], lambda[1][l], lambda[2][l]};
                if (impulse[0] != 0.0 || impulse[1] != 0.0 || impulse[2] != 0.0)
                    most = fmax(most, apply(b, &b->point[p], l, impulse, rows->slot));
            }
    }
    return most;
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
                    b->impulse[p][l][k] = b->point[p].lambda[k][l];
    }
}

void trama_pair_rows_each_moved(const trama_pair_rows *rows,
                                void (*moved)(void *context, size_t at), void *context)
{
    for (size_t i = 0; i < rows->blocks; i++) {
        const trama_pair_block *b = &rows->block[i];
        for (uint32_t l = 0; l < b->lanes; l++) {
            bool any = false;
            for (uint32_t p = 0; p < b->points; p++)
                any |= b->point[p].lambda[0][l] != 0.0 || b->point[p].lambda[1][l] != 0.0 ||
                       b->point[p].lambda[2][l] != 0.0;
            for (int side = 0; side < 2 && any; side++)
                if (b->slot[side][l] > 0 && b->inverse[side][0][l] > 0.0)
                    moved(context, rows->at[b->slot[side][l]]);
        }
    }
}

/* The rate of separation along direction k at velocities u, without its prescribed part. */
static double rate(const trama_pair_rows *rows, const trama_pair_block *b,
                   const trama_pair_block_point *p, uint32_t l, int k, const double *u)
{
    double sum = 0.0;
    for (int side = 0; side < 2; side++) {
        const size_t at = rows->at[b->slot[side][l]];
        for (size_t i = 0; i < 3 && at != TRAMA_NO_COMPONENTS; i++)
            sum += (side == 0 ? -b->axis[k][i][l] : b->axis[k][i][l]) * u[at + i] +
                   p->moment[side][k][i][l] * u[at + 3 + i];
    }
    return sum;
}

double trama_pair_rows_residual(const trama_pair_rows *rows, trama_pair_place place, uint32_t point,
                                const double *u)
{
    const trama_pair_block *b = &rows->block[place / TRAMA_LANES];
    const uint32_t l = (uint32_t)(place % TRAMA_LANES);
    return rate(rows, b, &b->point[point], l, 0, u) + b->point[point].bias[0][l];
}

/* An impulse's part is its product with the mean of the rates before and after. */
double trama_pair_rows_work(trama_pair_rows *rows, const double *before, const double *after,
                            double *dissipated, double *friction)
{
    double whole = 0.0;
    for (size_t i = 0; i < rows->blocks; i++) {
        const trama_pair_block *b = &rows->block[i];
        double part = 0.0;
        for (uint32_t l = 0; l < b->lanes; l++)
            for (uint32_t p = 0; p < b->points; p++)
                for (int k = 0; k < 3; k++) {
                    const double lambda = b->point[p].lambda[k][l];
                    const double taken = lambda == 0.0
                                             ? 0.0
                                             : 0.5 * lambda *
                                                   (rate(rows, b, &b->point[p], l, k, before) +
                                                    rate(rows, b, &b->point[p], l, k, after));
                    part -= taken;
                    *friction -= k > 0 ? taken : 0.0;
                }
        dissipated[b->owner] += part;
        whole += part;
    }
    return whole;
}

static void add_impulse(const trama_pair_rows *rows, const trama_pair_block *b,
                        const trama_pair_block_point *p, uint32_t l, int k, double *impulse)
{
    const double lambda = p->lambda[k][l];
    for (int side = 0; side < 2; side++) {
        const size_t at = rows->at[b->slot[side][l]];
        for (size_t i = 0; i < 3 && at != TRAMA_NO_COMPONENTS; i++) {
            impulse[at + i] += (side == 0 ? -b->axis[k][i][l] : b->axis[k][i][l]) * lambda;
            impulse[at + 3 + i] += p->moment[side][k][i][l] * lambda;
        }
    }
}

/* From direction `first` on: 0, the normal; 1, friction. */
static void add_impulses(const trama_pair_rows *rows, int first, size_t stride, double *impulse)
{
    for (size_t i = 0; i < rows->blocks; i++) {
        const trama_pair_block *b = &rows->block[i];
        for (uint32_t l = 0; l < b->lanes; l++)
            for (uint32_t p = 0; p < b->points; p++)
                for (int k = first; k < 3; k++)
                    add_impulse(rows, b, &b->point[p], l, k, impulse + stride * b->owner);
    }
}

void trama_pair_rows_impulses(const trama_pair_rows *rows, size_t stride, double *impulse)
{
    add_impulses(rows, 0, stride, impulse);
}

void trama_pair_rows_friction(const trama_pair_rows *rows, double *impulse)
{
    add_impulses(rows, 1, 0, impulse);
}

void trama_pair_rows_free(trama_pair_rows *rows)
{
    free(rows->block);
    free(rows->slot);
    free(rows->mass);
    free(rows->before);
    free(rows->swept);
    free(rows->direction);
    free(rows->at);
    free(rows->slot_of);
    *rows = (trama_pair_rows){0};
}
