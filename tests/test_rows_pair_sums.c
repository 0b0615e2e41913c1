/* Pairs of rigid bodies against sums by hand: velocities, rates, work and impulses, in blocks that
 * are full and in blocks that are not, of bodies that are free, held in part, and led. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/random.h"
#include "core/vec.h"
#include "rows/rows.h"
#include "support/near.h"

enum { BODIES = 12, N = 6 * BODIES, PAIRS = 14, OWNERS = 3, LED = BODIES };
static const double h = 0.02;

typedef struct problem {
    trama_stage stage;
    double inverse_mass[N], u[N];
    trama_rows_pair pair[PAIRS];
    double frame[BODIES][9], arm[PAIRS][TRAMA_PAIR_POINTS][2][3];
    double impulse[PAIRS][TRAMA_PAIR_POINTS][3];
    size_t pairs;
} problem;

/* ---- Problems at random. */

/* Three directions at right angles, right-handed, row by row. */
static void draw_axes(trama_random *random, double axis[3][3])
{
    double t[3], length[2];
    for (int i = 0; i < 3; i++) {
        axis[0][i] = trama_random_signed(random);
        t[i] = trama_random_signed(random);
    }
    cross3(axis[0], t, axis[1]);
    for (int k = 0; k < 2; k++) {
        length[k] = sqrt(dot3(axis[k], axis[k]));
        for (int i = 0; i < 3; i++)
            axis[k][i] /= length[k];
    }
    cross3(axis[0], axis[1], axis[2]);
}

/* Body 2 cannot move, body 5 only turn, and body 7 only about its last axis. */
static double inverse_mass_of(trama_random *random, size_t body, size_t i)
{
    const double drawn = 1.2 + trama_random_signed(random);
    const bool held = body == 2 || (body == 5 && i < 3) || (body == 7 && i >= 3 && i < 5);
    return held ? 0.0 : drawn;
}

static void draw_point(trama_random *random, problem *p, size_t i, uint32_t k)
{
    struct trama_rows_pair_point *point = &p->pair[i].point[k];
    point->gap = 0.01 * trama_random_signed(random);
    point->target = 0.3 * trama_random_signed(random);
    for (int j = 0; j < 3; j++) {
        point->prescribed[j] = 0.2 * trama_random_signed(random);
        p->impulse[i][k][j] = 0.1 * trama_random_signed(random);
        p->arm[i][k][0][j] = trama_random_signed(random);
        p->arm[i][k][1][j] = trama_random_signed(random);
    }
    point->impulse = p->impulse[i][k];
    point->arm[0] = p->arm[i][k][0];
    point->arm[1] = p->arm[i][k][1];
}

static void draw_pair(trama_random *random, problem *p, size_t i, uint32_t points)
{
    trama_rows_pair *pair = &p->pair[i];
    const size_t a = trama_random_bits(random) % BODIES,
                 b = (a + 1 + trama_random_bits(random) % BODIES) % (BODIES + 1);
    const size_t body[2] = {a, b};
    double axis[3][3];
    draw_axes(random, axis);
    memcpy(pair->axis, axis, sizeof axis);
    for (int side = 0; side < 2; side++) {
        pair->at[side] = body[side] == LED ? TRAMA_NO_COMPONENTS : 6 * body[side];
        pair->frame[side] = p->frame[body[side] % BODIES];
    }
    pair->friction = i % 5 == 4 ? 0.0 : 0.4;
    pair->count = points > 0 ? points : 1 + (uint32_t)(trama_random_bits(random) % 4);
    for (uint32_t k = 0; k < pair->count; k++)
        draw_point(random, p, i, k);
}

/* So many pairs; points: of each, 0 for any number. */
static void draw(problem *p, uint64_t seed, trama_stage stage, size_t pairs, uint32_t points)
{
    trama_random random = {seed};
    memset(p, 0, sizeof *p);
    p->stage = stage;
    p->pairs = pairs;
    for (size_t i = 0; i < N; i++) {
        p->inverse_mass[i] = i % 6 == 1 || i % 6 == 2 ? p->inverse_mass[i - 1]
                                                      : inverse_mass_of(&random, i / 6, i % 6);
        p->u[i] = trama_random_signed(&random);
    }
    for (size_t body = 0; body < BODIES; body++) {
        double axis[3][3];
        draw_axes(&random, axis);
        memcpy(p->frame[body], axis, sizeof axis);
    }
    for (size_t i = 0; i < pairs; i++)
        draw_pair(&random, p, i, points);
}

static size_t owner_of(const problem *p, size_t pair)
{
    return pair * OWNERS / p->pairs;
}

static void add(const problem *p, trama_rows *rows, trama_pair_place *place)
{
    trama_rows_begin(rows, p->stage, h, p->inverse_mass);
    for (size_t i = 0; i < p->pairs; i++) {
        rows->owner = owner_of(p, i);
        assert_true(trama_rows_add_pair(rows, &p->pair[i], &place[i]));
    }
}

/* ---- By hand. */

/* What an impulse of 1 along direction k does to all components, before masses: the axis on the
 * second body, its opposite on the first, and arm x axis of both in their own frames. */
static void direction_of(const problem *p, size_t i, uint32_t point, int k, double j[N])
{
    const trama_rows_pair *pair = &p->pair[i];
    memset(j, 0, N * sizeof *j);
    for (int side = 0; side < 2; side++) {
        const double sign = side == 0 ? -1.0 : 1.0, *f = pair->frame[side];
        double moment[3];
        if (pair->at[side] == TRAMA_NO_COMPONENTS)
            continue;
        cross3(pair->point[point].arm[side], pair->axis[k], moment);
        for (size_t c = 0; c < 3; c++) {
            j[pair->at[side] + c] += sign * pair->axis[k][c];
            j[pair->at[side] + 3 + c] +=
                sign * (f[c] * moment[0] + f[3 + c] * moment[1] + f[6 + c] * moment[2]);
        }
    }
}

static double product(const double *a, const double *b)
{
    double sum = 0.0;
    for (size_t c = 0; c < N; c++)
        sum += a[c] * b[c];
    return sum;
}

static void push(const problem *p, double impulse, const double *j, double *u)
{
    for (size_t c = 0; c < N; c++)
        u[c] += p->inverse_mass[c] * impulse * j[c];
}

/* How far the rate of a normal is above its bound, at u. */
static double excess_of(const problem *p, size_t i, uint32_t point, const double *u)
{
    const struct trama_rows_pair_point *at = &p->pair[i].point[point];
    double j[N];
    direction_of(p, i, point, 0, j);
    return product(j, u) + at->prescribed[0] + (p->stage == TRAMA_END ? -at->target : at->gap / h);
}

typedef struct sums {
    double dissipated[OWNERS], friction, impulse[OWNERS][N], rubbed[N], u[N];
    bool touched[N];
} sums;

/* From the impulses as they are, between two velocities. */
static sums sums_of(const problem *p, const double *before, const double *after)
{
    sums s = {.friction = 0.0};
    memcpy(s.u, p->u, sizeof s.u);
    for (size_t i = 0; i < p->pairs; i++)
        for (uint32_t point = 0; point < p->pair[i].count; point++)
            for (int k = 0; k < 3; k++) {
                const double lambda = p->impulse[i][point][k];
                double j[N];
                direction_of(p, i, point, k, j);
                const double taken = -0.5 * lambda * (product(j, before) + product(j, after));
                push(p, lambda, j, s.u);
                s.dissipated[owner_of(p, i)] += taken;
                s.friction += k > 0 ? taken : 0.0;
                for (size_t c = 0; c < N; c++) {
                    s.impulse[owner_of(p, i)][c] += lambda * j[c];
                    s.rubbed[c] += k > 0 ? lambda * j[c] : 0.0;
                    s.touched[c] |=
                        lambda != 0.0 && p->inverse_mass[c - c % 6] > 0.0 &&
                        (p->pair[i].at[0] == c - c % 6 || p->pair[i].at[1] == c - c % 6);
                }
            }
    return s;
}

static void note(void *context, size_t component)
{
    bool *touched = context;
    touched[component] = true;
}

static void check_sums(const problem *p, trama_rows *rows, const double *u)
{
    const sums s = sums_of(p, p->u, u);
    double dissipated[OWNERS] = {0.25}, friction = 0.5, total = 0.0;
    double impulse[OWNERS * N] = {0.0}, rubbed[N] = {0.0};
    bool touched[N] = {false};
    const double whole = trama_rows_pair_work(rows, p->u, u, dissipated, &friction);
    trama_rows_impulses(rows, N, impulse);
    trama_rows_friction(rows, rubbed);
    trama_rows_each_touched(rows, note, touched);
    for (size_t c = 0; c < N; c++) {
        assert_near(u[c], s.u[c], 1e-11);
        assert_near(rubbed[c], s.rubbed[c], 1e-11);
        assert_int_equal(touched[c], s.touched[c]);
        for (size_t owner = 0; owner < OWNERS; owner++)
            assert_near(impulse[owner * N + c], s.impulse[owner][c], 1e-11);
    }
    for (size_t owner = 0; owner < OWNERS; owner++) {
        assert_near(dissipated[owner], s.dissipated[owner] + (owner == 0 ? 0.25 : 0.0), 1e-11);
        total += s.dissipated[owner];
    }
    assert_near(whole, total, 1e-11);
    assert_near(friction, s.friction + 0.5, 1e-11);
}

/* ---- What is claimed. */

static void check_rates(const problem *p, trama_rows *rows, const trama_pair_place *place,
                        const double *u)
{
    trama_rows_pair_residuals(rows, u);
    for (size_t i = 0; i < p->pairs; i++)
        for (uint32_t point = 0; point < p->pair[i].count; point++)
            assert_near(trama_rows_pair_residual(rows, place[i], point), excess_of(p, i, point, u),
                        1e-11);
}

/* After a few sweeps, whatever is still wrong then. */
static void pairs_do_what_their_impulses_sum_to(void **state)
{
    (void)state;
    static const trama_rows_spec few = {.sweeps = 14, .tolerance = 1e-16};
    for (size_t pairs = 1; pairs <= PAIRS; pairs++)
        for (uint64_t seed = 0; seed < 12; seed++) {
            problem p;
            trama_rows rows = {0};
            trama_pair_place place[PAIRS];
            double u[N];
            draw(&p, 100 * pairs + seed, seed % 2 ? TRAMA_MOVE : TRAMA_END, pairs,
                 (uint32_t)(seed % 5));
            memcpy(u, p.u, sizeof u);
            add(&p, &rows, place);
            trama_rows_start(&rows, u);
            trama_rows_solve(&rows, &few, u);
            trama_rows_remember(&rows);
            check_sums(&p, &rows, u);
            check_rates(&p, &rows, place, u);
            trama_rows_free(&rows);
        }
}

/* What a sweep does with one pair, by the definition: at each point the normal to where its rate is
 * at the bound, then both tangents by what the stiffer way of the disc yields, held to the disc. */
static void sweep_by_hand(problem *p, double *u)
{
    for (uint32_t point = 0; point < p->pair[0].count; point++) {
        double *lambda = p->impulse[0][point], j[3][N], w[3][N], yield[3][3];
        for (int k = 0; k < 3; k++) {
            direction_of(p, 0, point, k, j[k]);
            for (size_t c = 0; c < N; c++)
                w[k][c] = p->inverse_mass[c] * j[k][c];
        }
        for (int a = 0; a < 3; a++)
            for (int b = 0; b < 3; b++)
                yield[a][b] = product(j[a], w[b]);
        const double normal = fmax(lambda[0] - excess_of(p, 0, point, u) / yield[0][0], 0.0);
        push(p, normal - lambda[0], j[0], u);
        lambda[0] = normal;
        const double half = 0.5 * (yield[1][1] - yield[2][2]),
                     most = 0.5 * (yield[1][1] + yield[2][2]) + hypot(half, yield[1][2]);
        double to[2];
        for (int k = 1; k < 3; k++)
            to[k - 1] =
                lambda[k] - (product(j[k], u) + p->pair[0].point[point].prescribed[k]) / most;
        const double radius = p->pair[0].friction * normal, size = hypot(to[0], to[1]);
        for (int k = 1; k < 3; k++) {
            const double held = size > radius ? to[k - 1] * radius / size : to[k - 1];
            push(p, held - lambda[k], j[k], u);
            lambda[k] = held;
        }
    }
}

/* The impulses that are given are applied first: normals that pull are dropped. */
static void start_by_hand(problem *p, double *u)
{
    for (uint32_t point = 0; point < p->pair[0].count; point++)
        for (int k = 0; k < 3; k++) {
            double *lambda = &p->impulse[0][point][k], j[N];
            *lambda = k == 0 ? fmax(*lambda, 0.0) : *lambda;
            direction_of(p, 0, point, k, j);
            push(p, *lambda, j, u);
        }
}

static void a_pair_is_swept_as_by_hand(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 200; seed++) {
        problem p, hand;
        trama_rows rows = {0};
        trama_pair_place place[PAIRS];
        double u[N], by_hand[N];
        const trama_rows_spec few = {.sweeps = 1 + (long)(seed % 4), .tolerance = 0.0};
        draw(&p, 7000 + seed, seed % 3 ? TRAMA_MOVE : TRAMA_END, 1, 0);
        if (p.pair[0].at[0] == 12 || p.pair[0].at[1] == 12) /* with what is held no pair yields */
            continue;
        memcpy(&hand, &p, sizeof p);
        for (uint32_t point = 0; point < p.pair[0].count; point++)
            hand.pair[0].point[point].impulse = hand.impulse[0][point];
        memcpy(u, p.u, sizeof u);
        memcpy(by_hand, p.u, sizeof u);
        add(&p, &rows, place);
        trama_rows_start(&rows, u);
        trama_rows_solve(&rows, &few, u);
        trama_rows_remember(&rows);
        start_by_hand(&hand, by_hand);
        for (long sweep = 0; sweep < few.sweeps; sweep++)
            sweep_by_hand(&hand, by_hand);
        for (size_t c = 0; c < N; c++)
            assert_near(u[c], by_hand[c], 1e-11);
        for (uint32_t point = 0; point < p.pair[0].count; point++)
            for (int k = 0; k < 3; k++)
                assert_near(p.impulse[0][point][k], hand.impulse[0][point][k], 1e-11);
        trama_rows_free(&rows);
    }
}

static long solve_with(trama_rows *rows, problem *p)
{
    static const trama_rows_spec spec = {.sweeps = 80, .tolerance = 1e-15};
    trama_pair_place place[PAIRS];
    add(p, rows, place);
    trama_rows_start(rows, p->u);
    const long sweeps = trama_rows_solve(rows, &spec, p->u);
    trama_rows_remember(rows);
    return sweeps;
}

/* Nothing is left of an earlier problem in the solver. */
static void a_used_solver_solves_to_the_bits_of_a_new_one(void **state)
{
    (void)state;
    trama_rows used = {0};
    for (uint64_t seed = 0; seed < 60; seed++) {
        problem first, again;
        trama_rows fresh = {0};
        draw(&first, 11000 + seed, TRAMA_MOVE, 1 + seed % PAIRS, 0);
        draw(&again, 11000 + seed, TRAMA_MOVE, 1 + seed % PAIRS, 0);
        const long sweeps = solve_with(&fresh, &first);
        assert_int_equal(solve_with(&used, &again), sweeps);
        assert_memory_equal(again.u, first.u, sizeof first.u);
        assert_memory_equal(again.impulse, first.impulse, sizeof first.impulse);
        trama_rows_free(&fresh);
    }
    trama_rows_free(&used);
}

/* ---- Pushes. */

/* In PUSH the pairs of MOVE start without impulses, and have normals alone. */
static void pushed_pairs_close_their_gaps_without_friction(void **state)
{
    (void)state;
    static const trama_rows_spec many = {.sweeps = 20000, .tolerance = 1e-12};
    for (uint64_t seed = 0; seed < 20; seed++) {
        problem p;
        trama_rows rows = {0};
        trama_pair_place place[PAIRS];
        double u[N], pushed[N] = {0.0}, gap[PAIRS][TRAMA_PAIR_POINTS];
        trama_random random = {seed};
        draw(&p, 9000 + seed, TRAMA_MOVE, 1 + seed % 5, 1 + (uint32_t)(seed % 2));
        memcpy(u, p.u, sizeof u);
        add(&p, &rows, place);
        trama_rows_start(&rows, u);
        trama_rows_solve(&rows, &many, u);
        trama_rows_begin(&rows, TRAMA_PUSH, h, p.inverse_mass);
        assert_false(trama_rows_any(&rows));
        for (size_t i = p.pairs; i-- > 0;) { /* none overwrites what a later one was given */
            for (uint32_t point = 0; point < p.pair[i].count; point++)
                gap[i][point] = 1e-3 * trama_random_signed(&random);
            trama_rows_push_pair(&rows, place[i], gap[i]);
        }
        assert_true(trama_rows_any(&rows));
        trama_rows_start(&rows, pushed);
        for (size_t c = 0; c < N; c++)
            assert_true(pushed[c] == 0.0);
        trama_rows_solve(&rows, &many, pushed);
        trama_pair_rows_remember(&rows.pairs); /* as the solver has them, to look at */
        trama_rows_pair_residuals(&rows, pushed);
        memset(p.u, 0, sizeof p.u);
        for (size_t i = 0; i < p.pairs; i++)
            for (uint32_t point = 0; point < p.pair[i].count; point++) {
                const double *lambda = p.impulse[i][point];
                double j[N];
                direction_of(&p, i, point, 0, j);
                assert_true(lambda[0] >= 0.0 && lambda[1] == 0.0 && lambda[2] == 0.0);
                const double left = product(j, pushed) + gap[i][point] / h;
                assert_near(trama_rows_pair_residual(&rows, place[i], point), left, 1e-12);
                assert_near(lambda[0] * left, 0.0, 1e-8);
                push(&p, lambda[0], j, p.u);
            }
        for (size_t c = 0; c < N; c++)
            assert_near(pushed[c], p.u[c], 1e-11);
        trama_rows_free(&rows);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pairs_do_what_their_impulses_sum_to),
        cmocka_unit_test(a_pair_is_swept_as_by_hand),
        cmocka_unit_test(a_used_solver_solves_to_the_bits_of_a_new_one),
        cmocka_unit_test(pushed_pairs_close_their_gaps_without_friction),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
