/* Pairs of rigid bodies in the row solver: four at a time or one row after the other, the solution
 * is the same; the bits are the same for every instruction set; conjugate directions solve a tall
 * stack that sweeps alone do not, and leave what slides as it is. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/isa.h"
#include "core/random.h"
#include "rows/rows.h"
#include "support/near.h"

enum { BODIES = 9, N = 6 * BODIES, PAIRS = 14 };
static const double h = 0.01;

/* Bodies that touch at random points; the last has a prescribed motion. */
typedef struct problem {
    double inverse_mass[N], u[N];
    trama_rows_pair pair[PAIRS];
    double frame[PAIRS][2][3][3], arm[PAIRS][TRAMA_PAIR_POINTS][2][3];
    double impulse[PAIRS][TRAMA_PAIR_POINTS][3];
    size_t pairs;
} problem;

static void draw_axes(trama_random *random, double axis[3][3])
{
    double n[3], t[3], length = 0.0;
    for (int i = 0; i < 3; i++) {
        n[i] = trama_random_signed(random);
        t[i] = trama_random_signed(random);
        length += n[i] * n[i];
    }
    for (int i = 0; i < 3; i++)
        axis[0][i] = n[i] / sqrt(length);
    const double *a = axis[0];
    double b[3] = {a[1] * t[2] - a[2] * t[1], a[2] * t[0] - a[0] * t[2], a[0] * t[1] - a[1] * t[0]};
    length = sqrt(b[0] * b[0] + b[1] * b[1] + b[2] * b[2]);
    for (int i = 0; i < 3; i++)
        axis[1][i] = b[i] / length;
    const double *c = axis[1];
    const double d[3] = {a[1] * c[2] - a[2] * c[1], a[2] * c[0] - a[0] * c[2],
                         a[0] * c[1] - a[1] * c[0]};
    memcpy(axis[2], d, sizeof d);
}

static void draw(problem *p, uint64_t seed, double friction)
{
    trama_random random = {seed};
    memset(p, 0, sizeof *p);
    for (size_t i = 0; i < N; i++) {
        p->inverse_mass[i] =
            i % 6 < 3 && i % 6 > 0 ? p->inverse_mass[i - 1] : 1.1 + trama_random_signed(&random);
        p->u[i] = trama_random_signed(&random);
    }
    p->pairs = PAIRS;
    for (size_t i = 0; i < PAIRS; i++) {
        trama_rows_pair *pair = &p->pair[i];
        const size_t a = i % (BODIES - 1), b = (a + 1 + i / BODIES) % BODIES;
        pair->at[0] = 6 * a;
        pair->at[1] = b == BODIES - 1 ? TRAMA_NO_COMPONENTS : 6 * b;
        pair->friction = friction;
        pair->count = 1 + (uint32_t)(i % TRAMA_PAIR_POINTS);
        draw_axes(&random, pair->axis);
        for (int side = 0; side < 2; side++) {
            draw_axes(&random, p->frame[i][side]);
            pair->frame[side] = p->frame[i][side][0];
        }
        for (uint32_t k = 0; k < pair->count; k++) {
            pair->point[k].impulse = p->impulse[i][k];
            pair->point[k].gap = 0.002 * (1.0 + trama_random_signed(&random));
            for (int side = 0; side < 2; side++) {
                for (int j = 0; j < 3; j++)
                    p->arm[i][k][side][j] = trama_random_signed(&random);
                pair->point[k].arm[side] = p->arm[i][k][side];
            }
            if (b == BODIES - 1)
                pair->point[k].prescribed[0] = 0.1;
        }
    }
}

static long solve_pairs(problem *p, const trama_rows_spec *spec)
{
    trama_rows rows = {0};
    trama_rows_begin(&rows, TRAMA_MOVE, h, p->inverse_mass);
    for (size_t i = 0; i < p->pairs; i++) {
        trama_pair_place place;
        assert_true(trama_rows_add_pair(&rows, &p->pair[i], &place));
    }
    trama_rows_start(&rows, p->u);
    const long made = trama_rows_solve(&rows, spec, p->u);
    trama_rows_remember(&rows);
    trama_rows_free(&rows);
    return made;
}

static void add_as_row(trama_rows *rows, const trama_rows_pair *pair, uint32_t point, int k,
                       uint64_t key)
{
    const size_t normal = rows->count - (size_t)k;
    trama_row *row = trama_rows_add(rows, key);
    for (int side = 0; side < 2; side++) {
        double moment[3];
        trama_rows_pair_moment(pair, point, side, k, moment);
        for (size_t i = 0; i < 3 && pair->at[side] != TRAMA_NO_COMPONENTS; i++) {
            trama_row_component(row, pair->at[side] + i,
                                side == 0 ? -pair->axis[k][i] : pair->axis[k][i]);
            trama_row_component(row, pair->at[side] + 3 + i, moment[i]);
        }
    }
    row->prescribed = pair->point[point].prescribed[k];
    if (k == 0) {
        row->low = 0.0;
        row->gap = pair->point[point].gap;
    } else {
        row->friction = pair->friction;
        row->normal = normal;
    }
}

static void note(void *context, size_t component)
{
    ((bool *)context)[component] = true;
}

/* Every `each`-th pair as rows, the others as pairs. */
static void solve_rows(problem *p, size_t each, const trama_rows_spec *spec)
{
    trama_rows rows = {0};
    trama_pair_place place;
    uint64_t key = 0;
    trama_rows_begin(&rows, TRAMA_MOVE, h, p->inverse_mass);
    for (size_t i = 0; i < p->pairs; i++)
        if (i % each != 0)
            assert_true(trama_rows_add_pair(&rows, &p->pair[i], &place));
        else
            for (uint32_t k = 0; k < p->pair[i].count; k++)
                for (int j = 0; j < (p->pair[i].friction > 0.0 ? 3 : 1); j++)
                    add_as_row(&rows, &p->pair[i], k, j, ++key);
    trama_rows_start(&rows, p->u);
    assert_true(trama_rows_solve(&rows, spec, p->u) <= spec->sweeps);
    trama_rows_free(&rows);
}

/* Without friction the velocities are unique, also where some are rows and the others pairs;
 * measured 3e-11. */
static void pairs_are_solved_as_rows_are(void **state)
{
    (void)state;
    static const trama_rows_spec exact = {.sweeps = 200000, .tolerance = 1e-14};
    double worst = 0.0;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        problem pairs, rows;
        draw(&pairs, seed, 0.0);
        draw(&rows, seed, 0.0);
        assert_true(solve_pairs(&pairs, &exact) <= exact.sweeps);
        solve_rows(&rows, 1 + seed % 4, &exact);
        for (size_t i = 0; i < N; i++)
            worst = worst_of(worst, fabs(pairs.u[i] - rows.u[i]));
    }
    print_message("pairs and rows: velocities differ by %.2g m/s at most\n", worst);
    assert_true(worst < 1e-8);
}

/* The impulses that were found solve the problem again at once. */
static void impulses_begin_the_next_solve(void **state)
{
    (void)state;
    static const trama_rows_spec exact = {.sweeps = 200000, .tolerance = 1e-13},
                                 near = {.sweeps = 3, .tolerance = 1e-6};
    problem first, again;
    draw(&first, 3, 0.5);
    draw(&again, 3, 0.5);
    assert_true(solve_pairs(&first, &exact) <= exact.sweeps);
    memcpy(again.impulse, first.impulse, sizeof again.impulse);
    assert_true(solve_pairs(&again, &near) <= 2);
    for (size_t i = 0; i < N; i++)
        assert_near(again.u[i], first.u[i], 1e-5);
}

/* Where no impulse is known, the normals come first: alone, they are the solution without friction.
 * An impulse that is known, and tangents, leave them out: then no sweep means no change. */
static void normals_come_first_where_no_impulse_is_known(void **state)
{
    (void)state;
    static const trama_rows_spec exact = {.sweeps = 200000, .tolerance = 1e-14},
                                 first = {.sweeps = 0, .tolerance = 1e-14, .normal_sweeps = 200000};
    for (uint64_t seed = 1; seed <= 5; seed++) {
        problem smooth, rough, known, started;
        draw(&smooth, seed, 0.0);
        draw(&rough, seed, 0.5);
        draw(&known, seed, 0.5);
        draw(&started, seed, 0.5);
        known.impulse[3][0][0] = started.impulse[3][0][0] = 0.01;
        solve_pairs(&smooth, &exact);
        solve_pairs(&rough, &first);
        solve_pairs(&known, &first);
        solve_pairs(&started, &(trama_rows_spec){.sweeps = 0});
        for (size_t i = 0; i < N; i++)
            assert_near(rough.u[i], smooth.u[i], 1e-8);
        assert_memory_equal(known.u, started.u, sizeof known.u);
    }
}

/* Bodies 2 and 5 are given velocities, one of them 0, before the impulses that are known act: as if
 * they had come with them. All of their components count as touched. */
static void velocities_that_are_set_are_those_at_the_start(void **state)
{
    (void)state;
    static const double v[6] = {0.3, -0.2, 0.7, 0.1, -0.5, 0.9};
    static const trama_rows_spec some = {.sweeps = 5, .tolerance = 1e-14};
    problem came, set;
    trama_rows rows = {0};
    trama_pair_place place;
    bool touched[N] = {false};
    draw(&came, 4, 0.3);
    draw(&set, 4, 0.3);
    came.impulse[1][1][0] = set.impulse[1][1][0] = 0.2;
    for (size_t i = 0; i < 6; i++) {
        came.u[6 * 2 + i] = v[i];
        came.u[6 * 5 + i] = 0.0;
    }
    trama_rows_begin(&rows, TRAMA_MOVE, h, set.inverse_mass);
    rows.owner = 1;
    trama_rows_set(&rows, 6 * 2, v);
    trama_rows_set(&rows, 6 * 5, NULL);
    assert_int_equal(rows.set.owner, 1);
    trama_rows_each_touched(&rows, note, touched);
    for (size_t i = 0; i < N; i++)
        assert_int_equal(touched[i], i / 6 == 2 || i / 6 == 5);
    for (size_t i = 0; i < set.pairs; i++)
        assert_true(trama_rows_add_pair(&rows, &set.pair[i], &place));
    trama_rows_start(&rows, set.u);
    trama_rows_solve(&rows, &some, set.u);
    trama_rows_begin(&rows, TRAMA_END, h, set.inverse_mass); /* forgets them */
    assert_int_equal(rows.set.count, 0);
    trama_rows_free(&rows);
    solve_pairs(&came, &some);
    assert_memory_equal(came.u, set.u, sizeof came.u);
}

static void bits_do_not_depend_on_the_instruction_set(void **state)
{
    (void)state;
    static const trama_rows_spec some = {.sweeps = 40, .tolerance = 1e-15};
    const trama_isa best = trama_isa_current();
    problem reference, p;
    draw(&reference, 5, 0.4);
    assert_true(trama_isa_force(TRAMA_ISA_V2));
    solve_pairs(&reference, &some);
    for (trama_isa isa = TRAMA_ISA_V3; isa < TRAMA_ISA_COUNT; isa++) {
        if (!trama_isa_available(isa))
            continue;
        draw(&p, 5, 0.4);
        assert_true(trama_isa_force(isa));
        solve_pairs(&p, &some);
        assert_memory_equal(p.u, reference.u, sizeof p.u);
        assert_memory_equal(p.impulse, reference.impulse, sizeof p.impulse);
    }
    trama_isa_force(best);
}

/* A column of eight, whose lowest weighs a thousandth of the highest, stands on what does not move:
 * at rest, each impulse is the weight above it. What moves is one of the six components of a body,
 * pushed along an axis, or turned about one by a push along the next at an arm along the last. */
static void fill_column(problem *p, size_t moves)
{
    const size_t axis = moves < 3 ? moves : (moves + 1) % 3, arm = (moves + 2) % 3;
    memset(p, 0, sizeof *p);
    for (size_t b = 0; b + 1 < BODIES; b++) {
        const double inverse = pow(10.0, -3.0 * (double)b / (BODIES - 2.0));
        trama_rows_pair *pair = &p->pair[p->pairs++];
        for (size_t i = 0; i < 6; i++)
            p->inverse_mass[6 * b + i] = moves < 3 || i == moves ? inverse : 0.0;
        p->u[6 * b + moves] = -9.81 * h;
        pair->at[0] = b == 0 ? TRAMA_NO_COMPONENTS : 6 * (b - 1);
        pair->at[1] = 6 * b;
        pair->axis[0][axis] = pair->axis[1][(axis + 1) % 3] = pair->axis[2][(axis + 2) % 3] = 1.0;
        pair->count = 1;
        pair->friction = 0.5;
        pair->point[0].impulse = p->impulse[b][0];
        for (int side = 0; side < 2; side++) {
            for (int k = 0; k < 3; k++)
                p->frame[b][side][k][k] = 1.0;
            p->arm[b][0][side][arm] = moves < 3 ? 0.0 : -1.0;
            pair->frame[side] = p->frame[b][side][0];
            pair->point[0].arm[side] = p->arm[b][0][side];
        }
    }
}

static void a_column_with_the_heavy_above_is_solved_in_hundreds_of_sweeps(void **state)
{
    (void)state;
    static const trama_rows_spec exact = {.sweeps = 400, .tolerance = 1e-10};
    for (size_t moves = 0; moves < 6; moves++) {
        problem p;
        double above = 0.0;
        fill_column(&p, moves);
        const long made = solve_pairs(&p, &exact);
        print_message("column of 1:1000 along component %zu: %ld sweeps\n", moves, made);
        assert_in_range(made, 10, 40);
        for (size_t b = BODIES - 1; b-- > 0;) {
            above += 9.81 * h / p.inverse_mass[6 * b + moves];
            assert_near(p.impulse[b][0][0], above, 1e-6 * above);
            assert_near(p.u[6 * b + moves], 0.0, 1e-6);
        }
    }
}

/* More bodies than the list of open blocks holds, in chains that share bodies: no lane of a block
 * shares a body that can move with another. */
static void lanes_share_no_body(void **state)
{
    (void)state;
    problem p;
    trama_rows rows = {0};
    draw(&p, 7, 0.3);
    trama_rows_begin(&rows, TRAMA_MOVE, h, p.inverse_mass);
    for (size_t i = 0; i < 10 * PAIRS; i++) {
        trama_pair_place place;
        assert_true(trama_rows_add_pair(&rows, &p.pair[(7 * i) % PAIRS], &place));
    }
    size_t lanes = 0;
    for (size_t i = 0; i < rows.pairs.blocks; i++) {
        const trama_pair_block *b = &rows.pairs.block[i];
        lanes += b->lanes;
        for (uint32_t x = 0; x < 2 * b->lanes; x++)
            for (uint32_t y = 0; y < x; y++) {
                const uint32_t first = b->slot[x % 2][x / 2], second = b->slot[y % 2][y / 2];
                assert_true(first != second || first == 0);
            }
    }
    assert_int_equal(lanes, 10 * PAIRS);
    trama_rows_free(&rows);
}

/* ---- Columns beside each other. */

enum { COLUMNS = 8, LEVELS = 20 };

typedef struct columns {
    double inverse_mass[6 * COLUMNS * LEVELS], u[6 * COLUMNS * LEVELS];
    double impulse[LEVELS][COLUMNS][3];
    long sweeps;
} columns;

static double depth_of(size_t level)
{
    return -1e-3 * (1.0 + 0.3 * (double)level);
}

/* Columns of bodies let in to each other, under their weight, of which each is twice as heavy as
 * the one before; the upper are heavier, so that sweeps alone need thousands. */
static void solve_columns(columns *c, size_t count)
{
    static const double none[9] = {0.0};
    static const trama_rows_spec spec = {.sweeps = 1000, .tolerance = 1e-9};
    trama_rows rows = {0};
    memset(c, 0, sizeof *c);
    for (size_t i = 0; i < sizeof c->u / sizeof *c->u; i++) {
        const size_t body = i / 6 / COLUMNS, column = i / 6 % COLUMNS;
        c->inverse_mass[i] = pow(1.4, -(double)body) * pow(2.0, -(double)column);
        c->u[i] = i % 6 == 1 ? -9.81 * h : 0.0;
    }
    trama_rows_begin(&rows, TRAMA_MOVE, h, c->inverse_mass);
    for (size_t level = 0; level < LEVELS; level++)
        for (size_t column = 0; column < count; column++) {
            trama_pair_place place;
            trama_rows_pair pair = {.count = 1, .friction = 0.5, .frame = {none, none}};
            const size_t body = level * COLUMNS + column;
            pair.at[0] = level == 0 ? TRAMA_NO_COMPONENTS : 6 * (body - COLUMNS);
            pair.at[1] = 6 * body;
            pair.axis[0][1] = pair.axis[1][2] = pair.axis[2][0] = 1.0;
            pair.point[0].impulse = c->impulse[level][column];
            pair.point[0].gap = depth_of(level);
            pair.point[0].arm[0] = pair.point[0].arm[1] = none;
            assert_true(trama_rows_add_pair(&rows, &pair, &place));
        }
    trama_rows_start(&rows, c->u);
    c->sweeps = trama_rows_solve(&rows, &spec, c->u);
    trama_rows_remember(&rows);
    trama_rows_free(&rows);
}

/* Four lie in the lanes of one block, level by level, eight in two: sums over all columns weigh
 * each by its mass, and the step along a direction is that of one. Without such steps none is
 * solved in 1000 sweeps. */
static void columns_beside_each_other_take_the_sweeps_of_one(void **state)
{
    (void)state;
    static columns four, eight;
    solve_columns(&four, 4);
    solve_columns(&eight, 8);
    print_message("%ld and %ld sweeps\n", four.sweeps, eight.sweeps);
    assert_in_range(four.sweeps, 20, 60);
    assert_in_range(eight.sweeps, four.sweeps - 10, four.sweeps + 10);
    for (size_t column = 0; column < 8; column++) {
        double speed[LEVELS], above = 0.0;
        for (size_t level = 0; level < LEVELS; level++)
            speed[level] = (level > 0 ? speed[level - 1] : 0.0) - depth_of(level) / h;
        for (size_t level = LEVELS; level-- > 0;) {
            const size_t body = level * COLUMNS + column;
            above += (speed[level] + 9.81 * h) / eight.inverse_mass[6 * body];
            assert_near(eight.u[6 * body + 1], speed[level], 1e-6);
            assert_near(eight.impulse[level][column][0], above, 1e-5 * above);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pairs_are_solved_as_rows_are),
        cmocka_unit_test(impulses_begin_the_next_solve),
        cmocka_unit_test(normals_come_first_where_no_impulse_is_known),
        cmocka_unit_test(velocities_that_are_set_are_those_at_the_start),
        cmocka_unit_test(bits_do_not_depend_on_the_instruction_set),
        cmocka_unit_test(a_column_with_the_heavy_above_is_solved_in_hundreds_of_sweeps),
        cmocka_unit_test(lanes_share_no_body),
        cmocka_unit_test(columns_beside_each_other_take_the_sweeps_of_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
