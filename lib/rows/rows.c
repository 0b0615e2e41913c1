#include "rows/joined.h"

#include "core/hypot.h"
#include "core/memory.h"
#include "core/numbers.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Collecting. */

void trama_rows_begin(trama_rows *rows, trama_stage stage, double h, const double *inverse_mass)
{
    rows->stage = stage;
    rows->h = h;
    rows->inverse_mass = inverse_mass;
    rows->count = 0;
    rows->pushes = rows->repeated = rows->cut = false;
    rows->set.count = 0;
    if (stage != TRAMA_PUSH)
        trama_pair_rows_begin(&rows->pairs);
}

bool trama_rows_add_pair(trama_rows *rows, const trama_rows_pair *pair, trama_pair_place *place)
{
    const bool added = trama_pair_rows_add(&rows->pairs, rows->owner, rows->inverse_mass, rows->h,
                                           rows->stage == TRAMA_END, pair, place);
    rows->no_memory |= !added;
    return added;
}

void trama_rows_push_pair(trama_rows *rows, trama_pair_place place,
                          const double gap[TRAMA_PAIR_POINTS])
{
    rows->pushes = true;
    trama_pair_rows_push(&rows->pairs, place, rows->h, gap);
}

void trama_rows_pair_residuals(trama_rows *rows, const double *u)
{
    trama_pair_rows_residuals(&rows->pairs, u);
}

double trama_rows_pair_residual(const trama_rows *rows, trama_pair_place place, uint32_t point)
{
    return rows->pairs.block[place / TRAMA_LANES].point[point].residual[place % TRAMA_LANES];
}

void trama_rows_set(trama_rows *rows, size_t at, const double v[6])
{
    trama_set_body *grown =
        trama_with_room(rows->set.body, rows->set.count, &rows->set.capacity, sizeof *grown);
    if (!grown) {
        rows->no_memory = true;
        return;
    }
    rows->set.body = grown;
    trama_set_body *body = &rows->set.body[rows->set.count++];
    *body = (trama_set_body){.at = at};
    if (v)
        memcpy(body->v, v, sizeof body->v);
    rows->set.owner = rows->owner;
}

/* Whether there are pairs in this stage. */
static bool has_pairs(const trama_rows *rows)
{
    return rows->pairs.blocks > 0 && (rows->stage != TRAMA_PUSH || rows->pushes);
}

bool trama_rows_any(const trama_rows *rows)
{
    return rows->count > 0 || has_pairs(rows);
}

trama_row *trama_rows_add(trama_rows *rows, uint64_t key)
{
    trama_row *grown = trama_with_room(rows->row, rows->count, &rows->capacity, sizeof *rows->row);
    if (!grown) {
        rows->no_memory = true;
        return NULL;
    }
    rows->row = grown;
    trama_row *row = &rows->row[rows->count++];
    *row = (trama_row){
        .key = key, .owner = rows->owner, .low = -TRAMA_INFINITY, .high = TRAMA_INFINITY};
    return row;
}

void trama_row_component(trama_row *row, size_t index, double j)
{
    size_t i = 0;
    while (i < row->count && row->index[i] != index)
        i++;
    assert(i < TRAMA_ROW_MAX);
    if (i == row->count) {
        row->index[row->count++] = index;
        row->j[i] = 0.0;
    }
    row->j[i] += j;
}

double trama_row_rate(const trama_row *row, const double *u)
{
    double rate = row->prescribed;
    for (size_t i = 0; i < row->count; i++)
        rate += row->j[i] * u[row->index[i]];
    return rate;
}

/* ---- Solving. */

/* Compliance as a resistance to impulse, 1/kg. */
static double softness(const trama_rows *rows, const trama_row *row)
{
    return rows->stage == TRAMA_END ? 0.0 : row->compliance / (rows->h * rows->h);
}

static void prepare(const trama_rows *rows, trama_row *row)
{
    double yields = softness(rows, row);
    row->lowest = SIZE_MAX;
    row->highest = 0;
    for (size_t i = 0; i < row->count; i++) {
        row->lowest = row->index[i] < row->lowest ? row->index[i] : row->lowest;
        row->highest = row->index[i] > row->highest ? row->index[i] : row->highest;
        row->w[i] = rows->inverse_mass[row->index[i]] * row->j[i];
        yields += row->j[i] * row->w[i];
    }
    row->effective = yields > 0.0 ? 1.0 / yields : 0.0;
}

/* j of `a` times w of `b`. */
double trama_row_coupling(const trama_row *a, const trama_row *b)
{
    double sum = 0.0;
    if (a->highest < b->lowest || b->highest < a->lowest) /* as most rows of a chain are */
        return sum;
    for (size_t i = 0; i < a->count; i++)
        for (size_t k = 0; k < b->count; k++)
            if (a->index[i] == b->index[k])
                sum += a->j[i] * b->w[k];
    return sum;
}

/* One effective mass for both rows of a friction disc, 1 over the larger eigenvalue of their block:
 * with one each, the impulse on the disc's rim would not be against the slip, but turned towards
 * the direction that yields less. */
static void share_effective(trama_row *first, trama_row *second)
{
    if (first->effective == 0.0 || second->effective == 0.0)
        return;
    const double a = 1.0 / first->effective, b = 1.0 / second->effective;
    const double c = trama_row_coupling(first, second), half = 0.5 * (a - b);
    if (a == b && c == 0.0)
        return;
    first->effective = second->effective = 1.0 / (0.5 * (a + b) + sqrt(half * half + c * c));
}

/* Impulse of the row with the same owner and key in the step before. Those rows are in the same
 * order, so `at` moves on. */
static double remembered(const trama_rows *rows, const trama_row *row, size_t *at)
{
    if (rows->stage == TRAMA_PUSH || rows->repeated)
        return 0.0;
    const trama_warm *item = rows->warm[rows->stage].item;
    const size_t count = rows->warm[rows->stage].count;
    while (*at < count && (item[*at].owner < row->owner ||
                           (item[*at].owner == row->owner && item[*at].key < row->key)))
        ++*at;
    const bool found = *at < count && item[*at].owner == row->owner && item[*at].key == row->key;
    return found ? item[*at].lambda : 0.0;
}

/* Returns the largest change of a velocity component. */
double trama_row_apply(const trama_row *row, double impulse, double *u)
{
    double largest = 0.0;
    for (size_t i = 0; i < row->count; i++) {
        const double change = row->w[i] * impulse;
        u[row->index[i]] += change;
        largest = fmax(largest, fabs(change));
    }
    return largest;
}

double trama_row_error(const trama_rows *rows, const trama_row *row, const double *u)
{
    const double error = rows->stage == TRAMA_END
                             ? -row->target
                             : row->gap / rows->h + softness(rows, row) * row->lambda;
    return trama_row_rate(row, u) + error;
}

/* The impulse that would bring the row to where it is to be. */
static double wanted(const trama_rows *rows, const trama_row *row, const double *u)
{
    return row->lambda - row->effective * trama_row_error(rows, row, u);
}

static double set_impulse(trama_row *row, double lambda, double *u)
{
    const double change = lambda - row->lambda;
    row->lambda = lambda;
    return change == 0.0 ? 0.0 : trama_row_apply(row, change, u);
}

/* Two tangential rows against the normal one's impulse: Coulomb's disc. */
static double relax_friction(trama_rows *rows, size_t r, double *u)
{
    trama_row *first = &rows->row[r], *second = first + 1;
    const double radius = first->friction * rows->row[first->normal].lambda;
    double x = wanted(rows, first, u), y = wanted(rows, second, u);
    const double size = trama_hypot(x, y);
    if (size > radius) {
        x *= radius / size;
        y *= radius / size;
    }
    const double change = set_impulse(first, x, u);
    return fmax(change, set_impulse(second, y, u));
}

static double sweep_rows(trama_rows *rows, double *u)
{
    const bool as_one = rows->joined.count > 0;
    double largest = as_one ? trama_joined_solve(rows, u) : 0.0;
    for (size_t r = 0; r < rows->count; r++) {
        trama_row *row = &rows->row[r];
        if (as_one && row->joined)
            continue;
        if (row->friction > 0.0)
            largest = fmax(largest, relax_friction(rows, r++, u));
        else
            largest =
                fmax(largest,
                     set_impulse(row, fmin(fmax(wanted(rows, row, u), row->low), row->high), u));
    }
    return largest;
}

/* All rows, then all pairs. Where there are both, they see what each has done to the other's
 * bodies. */
static double sweep(trama_rows *rows, bool backwards, bool normals, double *u)
{
    double largest = 0.0;
    if (rows->count > 0)
        largest = sweep_rows(rows, u);
    if (!has_pairs(rows))
        return largest;
    if (rows->count > 0)
        trama_pair_rows_load(&rows->pairs, u, rows->pairs.slot);
    const double change = trama_pair_rows_sweep(&rows->pairs, backwards, normals);
    if (rows->count > 0)
        trama_pair_rows_store(&rows->pairs, rows->pairs.slot, u);
    return fmax(largest, change);
}

void trama_rows_start(trama_rows *rows, double *u)
{
    size_t at = 0;
    for (size_t i = 0; i < rows->set.count; i++)
        memcpy(u + rows->set.body[i].at, rows->set.body[i].v, sizeof rows->set.body[i].v);
    if (rows->stage != TRAMA_PUSH) /* corrections of positions are as exact as MOVE was */
        rows->scale = 0.0;
    for (size_t r = 0; r < rows->count; r++) {
        trama_row *row = &rows->row[r];
        assert(r == 0 || row->owner > row[-1].owner ||
               (row->owner == row[-1].owner && row->key > row[-1].key));
        prepare(rows, row);
        row->lambda = fmin(fmax(remembered(rows, row, &at), row->low), row->high);
        rows->scale = fmax(rows->scale, trama_row_apply(row, row->lambda, u));
        if (r > 0 && row->friction > 0.0 && row->normal == row[-1].normal && row[-1].friction > 0.0)
            share_effective(row - 1, row);
    }
    trama_joined_make(rows);
    if (has_pairs(rows)) {
        trama_pair_rows_load(&rows->pairs, u, rows->pairs.slot);
        if (rows->stage != TRAMA_PUSH)
            rows->scale = fmax(rows->scale, trama_pair_rows_start(&rows->pairs));
        trama_pair_rows_store(&rows->pairs, rows->pairs.slot, u);
    }
}

enum { PLAIN_SWEEPS = 10 }; /* before conjugate directions: even */

/* At most `sweeps`, which go there and back. Of pairs alone, two past the plain ones are followed
 * by a step along a conjugate direction; the last is always a sweep, which holds to the bounds. */
static long solve(trama_rows *rows, long sweeps, double tolerance, bool normals, double *u)
{
    const bool alone = rows->count == 0;
    for (long made = 1; made <= sweeps; made++) {
        const double change = sweep(rows, made % 2 == 0, normals, u);
        rows->scale = fmax(rows->scale, change);
        if (!(change > tolerance * rows->scale))
            return made;
        if (!alone || made % 2 != 0 || made == sweeps)
            continue;
        if (made == PLAIN_SWEEPS)
            trama_pair_rows_direct(&rows->pairs);
        else if (made > PLAIN_SWEEPS)
            trama_pair_rows_accelerate(&rows->pairs);
    }
    return sweeps + 1;
}

/* Sweeps with friction find friction before they have found what presses, and lose it slowly: a
 * pyramid of a hundred layers then sways for ever. Impulses of the last step tell what presses. */
static bool knows_no_impulse(const trama_rows *rows)
{
    return rows->stage == TRAMA_MOVE && rows->count == 0 && rows->scale == 0.0;
}

long trama_rows_solve(trama_rows *rows, const trama_rows_spec *spec, double *u)
{
    if (!trama_rows_any(rows))
        return 1;
    if (has_pairs(rows))
        trama_pair_rows_load(&rows->pairs, u, rows->pairs.slot);
    if (spec->normal_sweeps > 0 && knows_no_impulse(rows))
        solve(rows, spec->normal_sweeps, spec->tolerance, true, u);
    const long made = solve(rows, spec->sweeps, spec->tolerance, rows->stage == TRAMA_PUSH, u);
    if (has_pairs(rows))
        trama_pair_rows_store(&rows->pairs, rows->pairs.slot, u);
    return made;
}

/* ---- What was done. */

typedef struct touching {
    void (*touch)(void *context, size_t component);
    void *context;
} touching;

static void touch_body(void *context, size_t at)
{
    const touching *t = context;
    for (size_t i = 0; i < 6; i++)
        t->touch(t->context, at + i);
}

void trama_rows_each_touched(trama_rows *rows, void (*touch)(void *context, size_t component),
                             void *context)
{
    touching to = {touch, context};
    for (size_t i = 0; i < rows->set.count; i++)
        touch_body(&to, rows->set.body[i].at);
    for (size_t r = 0; r < rows->count; r++)
        for (size_t i = 0; i < rows->row[r].count; i++)
            if (rows->row[r].w[i] != 0.0 && rows->row[r].lambda != 0.0)
                touch(context, rows->row[r].index[i]);
    if (has_pairs(rows))
        trama_pair_rows_each_moved(&rows->pairs, touch_body, &to);
}

/* What a compliant row of MOVE stores as a spring, J: its gap goes to -compliance lambda / h. */
static double stored(const trama_rows *rows, const trama_row *row)
{
    if (rows->stage != TRAMA_MOVE || row->compliance == 0.0)
        return 0.0;
    const double force = row->lambda / rows->h;
    return 0.5 * (row->compliance * force * force - row->gap * row->gap / row->compliance);
}

double trama_rows_work(trama_rows *rows, const double *before, const double *after,
                       double *dissipated, double *friction)
{
    double whole = 0.0;
    for (size_t r = 0; r < rows->count; r++) {
        const trama_row *row = &rows->row[r];
        const double rates =
            trama_row_rate(row, before) + trama_row_rate(row, after) - 2.0 * row->prescribed;
        const double part = -0.5 * row->lambda * rates;
        dissipated[row->owner] += part - stored(rows, row);
        whole += part;
        *friction += row->friction > 0.0 ? part : 0.0;
    }
    return whole;
}

double trama_rows_pair_work(trama_rows *rows, const double *before, const double *after,
                            double *dissipated, double *friction)
{
    return trama_pair_rows_work(&rows->pairs, before, after, dissipated, friction);
}

void trama_rows_impulses(trama_rows *rows, size_t stride, double *impulse)
{
    for (size_t r = 0; r < rows->count; r++) {
        const trama_row *row = &rows->row[r];
        for (size_t i = 0; i < row->count; i++)
            if (rows->inverse_mass[row->index[i]] > 0.0)
                impulse[stride * row->owner + row->index[i]] += row->lambda * row->j[i];
    }
    if (has_pairs(rows))
        trama_pair_rows_impulses(&rows->pairs, stride, impulse);
}

void trama_rows_friction(trama_rows *rows, double *impulse)
{
    for (size_t r = 0; r < rows->count; r++) {
        const trama_row *row = &rows->row[r];
        for (size_t i = 0; row->friction > 0.0 && i < row->count; i++)
            impulse[row->index[i]] += row->lambda * row->j[i];
    }
    if (has_pairs(rows))
        trama_pair_rows_friction(&rows->pairs, impulse);
}

/* ---- Remembering. */

bool trama_rows_reserve_warm(trama_rows *rows, trama_stage stage, size_t count)
{
    size_t *capacity = &rows->warm[stage].capacity;
    while (*capacity < count) {
        trama_warm *item = rows->warm[stage].item;
        if (!(item = trama_with_room(item, *capacity, capacity, sizeof *item)))
            return false;
        rows->warm[stage].item = item;
    }
    return true;
}

void trama_rows_remember(trama_rows *rows)
{
    const trama_stage stage = rows->stage;
    trama_pair_rows_remember(&rows->pairs);
    if (rows->repeated)
        return;
    rows->warm[stage].count = 0;
    if (!trama_rows_reserve_warm(rows, stage, rows->count)) {
        rows->no_memory = true;
        return;
    }
    for (size_t r = 0; r < rows->count; r++)
        rows->warm[stage].item[r] =
            (trama_warm){rows->row[r].owner, rows->row[r].key, rows->row[r].lambda};
    rows->warm[stage].count = rows->count;
}

void trama_rows_free(trama_rows *rows)
{
    trama_pair_rows_free(&rows->pairs);
    free(rows->set.body);
    free(rows->row);
    free(rows->warm[0].item);
    free(rows->warm[1].item);
    free(rows->joined.row);
    free(rows->joined.first);
    free(rows->joined.matrix);
    free(rows->joined.impulse);
    *rows = (trama_rows){0};
}
