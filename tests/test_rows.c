/* The solver of rows agrees with a dense solution by enumeration on small random problems, and
 * starts warm. test_rows_friction.c tests friction. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/numbers.h"
#include "core/random.h"
#include "rows/rows.h"
#include "support/near.h"

enum { NV = 7, HELD = 3, ROWS = 5, COMPONENTS = 4, PROBLEMS = 200 };

static const trama_rows_spec exact = {.sweeps = 100000, .tolerance = 1e-13};
static const double h = 0.02;

typedef enum bounds { FREE, UNILATERAL, BOTH_SIDES } bounds;

/* What a row is made from. */
typedef struct draft {
    double j[NV], prescribed, gap, target, compliance, low, high;
} draft;

typedef struct problem {
    trama_stage stage;
    double inverse_mass[NV], u[NV];
    draft row[ROWS];
} problem;

static double between(trama_random *random, double low, double high)
{
    return low + 0.5 * (trama_random_signed(random) + 1.0) * (high - low);
}

/* Mostly of component `own`, which no other row has as much of: A is far from singular. */
static void draw_row(trama_random *random, bounds kind, bool soft, size_t own, draft *row)
{
    *row = (draft){.prescribed = trama_random_signed(random),
                   .gap = 0.02 * trama_random_signed(random),
                   .target = trama_random_signed(random),
                   .compliance = soft ? between(random, 1e-4, 1e-3) : 0.0,
                   .low = -TRAMA_INFINITY,
                   .high = TRAMA_INFINITY};
    for (int i = 0; i < COMPONENTS; i++)
        row->j[trama_random_bits(random) % NV] += 0.7 * trama_random_signed(random);
    row->j[own] += 2.0;
    if (kind != FREE)
        row->low = kind == UNILATERAL ? 0.0 : -0.3;
    if (kind == BOTH_SIDES)
        row->high = 0.2;
}

static problem draw(trama_random *random, trama_stage stage, bounds kind, bool soft)
{
    problem p = {.stage = stage};
    for (int i = 0; i < NV; i++) {
        p.inverse_mass[i] = i == HELD ? 0.0 : between(random, 0.5, 2.0);
        p.u[i] = trama_random_signed(random);
    }
    for (int r = 0; r < ROWS; r++)
        draw_row(random, kind, soft, (size_t)(r < HELD ? r : r + 1), &p.row[r]);
    return p;
}

/* ---- The dense solution: A lambda + b, as the rate that is left over at each row. */

typedef struct dense {
    double a[ROWS][ROWS], b[ROWS], lambda[ROWS];
} dense;

static void assemble(const problem *p, dense *d)
{
    for (int r = 0; r < ROWS; r++) {
        const draft *row = &p->row[r];
        d->b[r] = row->prescribed + (p->stage == TRAMA_MOVE ? row->gap / h : -row->target);
        for (int i = 0; i < NV; i++)
            d->b[r] += row->j[i] * p->u[i];
        for (int s = 0; s < ROWS; s++) {
            d->a[r][s] = r == s && p->stage == TRAMA_MOVE ? row->compliance / (h * h) : 0.0;
            for (int i = 0; i < NV; i++)
                d->a[r][s] += row->j[i] * p->inverse_mass[i] * p->row[s].j[i];
        }
    }
}

/* Gauss with pivots; the lambda of rows that are not `free` stands. */
static void eliminate(const dense *d, const bool *free, double *lambda)
{
    double a[ROWS][ROWS + 1];
    for (int r = 0; r < ROWS; r++) {
        a[r][ROWS] = free[r] ? -d->b[r] : lambda[r];
        for (int s = 0; s < ROWS; s++)
            a[r][s] = free[r] ? d->a[r][s] : r == s;
    }
    for (int k = 0; k < ROWS; k++) {
        int best = k;
        for (int r = k + 1; r < ROWS; r++)
            best = fabs(a[r][k]) > fabs(a[best][k]) ? r : best;
        for (int s = 0; s <= ROWS; s++) {
            const double swapped = a[k][s];
            a[k][s] = a[best][s];
            a[best][s] = swapped;
        }
        for (int r = 0; r < ROWS; r++) {
            const double share = r == k ? 0.0 : a[r][k] / a[k][k];
            for (int s = k; s <= ROWS; s++)
                a[r][s] -= share * a[k][s];
        }
    }
    for (int r = 0; r < ROWS; r++)
        lambda[r] = free[r] ? a[r][ROWS] / a[r][r] : lambda[r];
}

static bool is_complementary(const problem *p, const dense *d, const bool *free,
                             const double *lambda)
{
    for (int r = 0; r < ROWS; r++) {
        double left = d->b[r];
        for (int s = 0; s < ROWS; s++)
            left += d->a[r][s] * lambda[s];
        if (free[r]                      ? lambda[r] < p->row[r].low || lambda[r] > p->row[r].high
            : lambda[r] == p->row[r].low ? left < 0.0
                                         : left > 0.0)
            return false;
    }
    return true;
}

/* Tries every row free, at its lower and at its upper bound. False if no choice fits. */
static bool solve_dense(const problem *p, dense *d)
{
    int choices = 1;
    assemble(p, d);
    for (int r = 0; r < ROWS; r++)
        choices *= 3;
    for (int choice = 0; choice < choices; choice++) {
        bool free[ROWS], possible = true;
        for (int r = 0, rest = choice; r < ROWS; r++, rest /= 3) {
            free[r] = rest % 3 == 0;
            d->lambda[r] = rest % 3 == 1 ? p->row[r].low : p->row[r].high;
            possible = possible && (free[r] || isfinite(d->lambda[r]));
        }
        if (!possible)
            continue;
        eliminate(d, free, d->lambda);
        if (is_complementary(p, d, free, d->lambda))
            return true;
    }
    return false;
}

/* ---- The same by rows. */

static void add(trama_rows *rows, const draft *row, uint64_t key)
{
    trama_row *made = trama_rows_add(rows, key);
    assert_non_null(made);
    made->prescribed = row->prescribed;
    made->gap = row->gap;
    made->target = row->target;
    made->compliance = row->compliance;
    made->low = row->low;
    made->high = row->high;
    for (size_t i = 0; i < NV; i++)
        if (row->j[i] != 0.0)
            trama_row_component(made, i, row->j[i]);
}

/* From the problem's velocities, in u; lambda by key. Returns the sweeps. */
static long solve(trama_rows *rows, const problem *p, const trama_rows_spec *spec, const int *order,
                  double *u, double *lambda)
{
    memcpy(u, p->u, sizeof p->u);
    trama_rows_begin(rows, p->stage, h, p->inverse_mass);
    for (int r = 0; r < ROWS; r++)
        add(rows, &p->row[order ? order[r] : r], (uint64_t)r);
    trama_rows_start(rows, u);
    const long sweeps = trama_rows_solve(rows, spec, u);
    for (int r = 0; r < ROWS; r++)
        lambda[order ? order[r] : r] = rows->row[r].lambda;
    return sweeps;
}

static void check_problem(const problem *p, double tolerance)
{
    trama_rows rows = {0};
    dense d;
    double u[NV], lambda[ROWS];
    assert_true(solve_dense(p, &d));
    assert_true(solve(&rows, p, &exact, NULL, u, lambda) <= exact.sweeps);
    for (int i = 0; i < NV; i++) {
        double expected = p->u[i], applied = p->u[i];
        for (int r = 0; r < ROWS; r++) {
            expected += p->inverse_mass[i] * p->row[r].j[i] * d.lambda[r];
            applied += p->inverse_mass[i] * p->row[r].j[i] * lambda[r];
        }
        assert_near(u[i], expected, tolerance);
        assert_near(u[i], applied, 1e-11);
    }
    assert_true(u[HELD] == p->u[HELD]);
    trama_rows_free(&rows);
}

static void check_kind(bounds kind)
{
    trama_random random = {.state = 41 + (uint64_t)kind};
    for (int i = 0; i < PROBLEMS; i++)
        for (int soft = 0; soft < 2; soft++) {
            const problem moved = draw(&random, TRAMA_MOVE, kind, soft);
            const problem ended = draw(&random, TRAMA_END, kind, soft);
            check_problem(&moved, 1e-8);
            check_problem(&ended, 1e-8);
        }
}

static void bilateral_rows_solve_the_linear_system(void **state)
{
    (void)state;
    check_kind(FREE);
}

static void unilateral_rows_solve_the_complementarity_problem(void **state)
{
    (void)state;
    check_kind(UNILATERAL);
}

static void bounded_rows_solve_the_complementarity_problem(void **state)
{
    (void)state;
    check_kind(BOTH_SIDES);
}

static void the_order_of_rows_does_not_change_the_answer(void **state)
{
    (void)state;
    static const int order[ROWS] = {3, 0, 4, 2, 1};
    trama_random random = {.state = 5};
    for (int i = 0; i < PROBLEMS; i++) {
        const problem p = draw(&random, TRAMA_MOVE, UNILATERAL, true);
        trama_rows first = {0}, second = {0}, third = {0};
        double u[NV], permuted[NV], again[NV], a[ROWS], b[ROWS];
        solve(&first, &p, &exact, NULL, u, a);
        solve(&second, &p, &exact, order, permuted, b);
        for (int r = 0; r < ROWS; r++)
            assert_near(b[r], a[r], 1e-9);
        for (int k = 0; k < NV; k++)
            assert_near(permuted[k], u[k], 1e-9);
        solve(&third, &p, &exact, NULL, again, b);
        assert_memory_equal(again, u, sizeof u);
        trama_rows_free(&first);
        trama_rows_free(&second);
        trama_rows_free(&third);
    }
}

static void too_few_sweeps_are_reported(void **state)
{
    (void)state;
    trama_random random = {.state = 6};
    const problem p = draw(&random, TRAMA_MOVE, FREE, false);
    const trama_rows_spec few = {.sweeps = 3, .tolerance = 1e-13},
                          rough = {.sweeps = 100000, .tolerance = 1e-3};
    trama_rows rows = {0};
    double u[NV], lambda[ROWS];
    assert_int_equal(solve(&rows, &p, &few, NULL, u, lambda), 4);
    const long loose = solve(&rows, &p, &rough, NULL, u, lambda);
    assert_true(1 < loose && loose < solve(&rows, &p, &exact, NULL, u, lambda));
    trama_rows_free(&rows);
}

static void rows_of_what_is_held_do_nothing(void **state)
{
    (void)state;
    const double inverse_mass[NV] = {1.0, 1.0, 1.0};
    double u[NV] = {0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9};
    const double before[NV] = {0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9};
    trama_rows rows = {0};
    trama_rows_begin(&rows, TRAMA_END, h, inverse_mass);
    add(&rows, &(draft){.j = {[4] = 1.0}, .low = -1.0, .high = 1.0}, 0);
    trama_rows_start(&rows, u);
    assert_int_equal(trama_rows_solve(&rows, &exact, u), 1);
    assert_memory_equal(u, before, sizeof u);
    assert_true(rows.row[0].lambda == 0.0);
    trama_rows_free(&rows);
}

/* ---- The warm start. */

/* Exactly the impulses found are applied before the first sweep, which then changes next to
 * nothing. */
static void a_warm_start_gives_the_same_answer_in_fewer_sweeps(void **state)
{
    (void)state;
    trama_random random = {.state = 9};
    const trama_rows_spec spec = {.sweeps = 100000, .tolerance = 1e-11};
    for (int i = 0; i < PROBLEMS; i++) {
        const problem p = draw(&random, i % 2 ? TRAMA_MOVE : TRAMA_END, UNILATERAL, true);
        trama_rows rows = {0};
        double cold[NV], warm[NV], a[ROWS], b[ROWS];
        const long first = solve(&rows, &p, &spec, NULL, cold, a);
        trama_rows_remember(&rows);
        const long second = solve(&rows, &p, &spec, NULL, warm, b);
        assert_true(second <= 2 && second <= first);
        for (int r = 0; r < ROWS; r++)
            assert_near(b[r], a[r], 1e-8);
        for (int k = 0; k < NV; k++)
            assert_near(warm[k], cold[k], 1e-8);
        trama_rows_free(&rows);
    }
}

static const double unit_mass[NV] = {1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0};

/* A row of component `index` of that owner and key. */
static trama_row *add_of(trama_rows *rows, size_t owner, uint64_t key, size_t index)
{
    rows->owner = owner;
    trama_row *row = trama_rows_add(rows, key);
    trama_row_component(row, index, 1.0);
    return row;
}

/* Remembers, of a stage, impulses `sign` times 1, 2, 3, 4 of (owner, key) (0, 3), (0, 7), (2, 1),
 * (2, 7). */
static void remember_four(trama_rows *rows, trama_stage stage, double sign)
{
    static const struct {
        size_t owner;
        uint64_t key;
    } given[] = {{0, 3}, {0, 7}, {2, 1}, {2, 7}};
    trama_rows_begin(rows, stage, h, unit_mass);
    for (size_t r = 0; r < 4; r++)
        add_of(rows, given[r].owner, given[r].key, r)->lambda = sign * (double)(r + 1);
    trama_rows_remember(rows);
}

static void warm_starts_go_by_owner_key_and_stage(void **state)
{
    (void)state;
    trama_rows rows = {0};
    double u[NV] = {0};
    remember_four(&rows, TRAMA_MOVE, 1.0);
    remember_four(&rows, TRAMA_END, -1.0);
    trama_rows_begin(&rows, TRAMA_MOVE, h, unit_mass);
    add_of(&rows, 0, 1, 0);             /* new, before all */
    add_of(&rows, 0, 3, 1);             /* 1 */
    add_of(&rows, 1, 7, 2);             /* another's key */
    add_of(&rows, 2, 1, 3)->high = 2.5; /* 3, more than is allowed now */
    add_of(&rows, 2, 2, 4);             /* new, between */
    add_of(&rows, 2, 7, 5);             /* 4 */
    add_of(&rows, 2, UINT64_MAX, 6);    /* new, after all */
    trama_rows_start(&rows, u);
    const double expected[NV] = {0.0, 1.0, 0.0, 2.5, 0.0, 4.0, 0.0};
    for (size_t r = 0; r < NV; r++) {
        assert_true(rows.row[r].lambda == expected[r]);
        assert_true(u[r] == expected[r]);
    }
    assert_true(rows.scale == 4.0);
    trama_rows_begin(&rows, TRAMA_END, h, unit_mass);
    add_of(&rows, 0, 3, 0);
    trama_rows_start(&rows, u);
    assert_true(rows.row[0].lambda == -1.0);
    trama_rows_begin(&rows, TRAMA_MOVE, h, unit_mass);
    trama_rows_remember(&rows); /* no rows: all forgotten */
    trama_rows_begin(&rows, TRAMA_MOVE, h, unit_mass);
    add_of(&rows, 0, 3, 0);
    trama_rows_start(&rows, u);
    assert_true(rows.row[0].lambda == 0.0);
    trama_rows_free(&rows);
}

static void rows_beyond_the_room_keep_those_before(void **state)
{
    (void)state;
    enum { MANY = 1000 };
    trama_rows rows = {0};
    assert_true(trama_rows_reserve_warm(&rows, TRAMA_END, MANY));
    const trama_warm *item = rows.warm[TRAMA_END].item;
    trama_rows_begin(&rows, TRAMA_END, h, unit_mass);
    for (uint64_t key = 0; key < MANY; key++)
        add_of(&rows, 4, key, (size_t)key % NV)->lambda = (double)key;
    assert_int_equal(rows.count, MANY);
    trama_rows_remember(&rows);
    assert_ptr_equal(rows.warm[TRAMA_END].item, item); /* room was reserved */
    assert_int_equal(rows.warm[TRAMA_END].count, MANY);
    for (size_t r = 0; r < MANY; r++) {
        assert_int_equal(rows.row[r].key, r);
        assert_int_equal(rows.row[r].owner, 4);
        assert_int_equal(rows.row[r].index[0], r % NV);
        assert_true(rows.row[r].j[0] == 1.0 && rows.row[r].count == 1);
        assert_true(rows.row[r].low == -TRAMA_INFINITY && rows.row[r].high == TRAMA_INFINITY);
        assert_true(item[r].lambda == (double)r && item[r].key == r && item[r].owner == 4);
    }
    trama_rows_free(&rows);
}

static void a_component_that_comes_twice_is_summed(void **state)
{
    (void)state;
    const double u[NV] = {0.0, 10.0, 100.0};
    trama_rows rows = {0};
    trama_rows_begin(&rows, TRAMA_END, h, unit_mass);
    trama_row *row = trama_rows_add(&rows, 0);
    row->prescribed = 0.5;
    trama_row_component(row, 2, 0.25);
    trama_row_component(row, 1, 3.0);
    trama_row_component(row, 2, -2.0);
    assert_int_equal(row->count, 2);
    assert_near(trama_row_rate(row, u), 0.5 + 30.0 - 175.0, 1e-12);
    trama_rows_free(&rows);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bilateral_rows_solve_the_linear_system),
        cmocka_unit_test(unilateral_rows_solve_the_complementarity_problem),
        cmocka_unit_test(bounded_rows_solve_the_complementarity_problem),
        cmocka_unit_test(the_order_of_rows_does_not_change_the_answer),
        cmocka_unit_test(too_few_sweeps_are_reported),
        cmocka_unit_test(rows_of_what_is_held_do_nothing),
        cmocka_unit_test(a_warm_start_gives_the_same_answer_in_fewer_sweeps),
        cmocka_unit_test(warm_starts_go_by_owner_key_and_stage),
        cmocka_unit_test(rows_beyond_the_room_keep_those_before),
        cmocka_unit_test(a_component_that_comes_twice_is_summed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
