/* Rows of one particle or several against sums by hand: velocities, rates, work and impulses, a
 * contact with friction as it is swept, and joined rows, which are solved at once. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/random.h"
#include "rows/rows.h"
#include "support/near.h"

enum { NV = 14, ROWS_MOST = 11, OWNERS = 3 };
static const double h = 0.02;

static double draw_row(trama_random *random, trama_row *row)
{
    for (int i = 0; i < 3; i++)
        trama_row_component(row, trama_random_bits(random) % NV, trama_random_signed(random));
    row->prescribed = 0.3 * trama_random_signed(random);
    row->gap = 0.01 * trama_random_signed(random);
    row->target = 0.3 * trama_random_signed(random);
    row->compliance = trama_random_bits(random) % 3 == 0 ? 1e-4 : 0.0;
    return row->compliance;
}

/* A joint's row, a contact with friction, and so on; with all that is drawn. */
static void add_rows(trama_random *random, trama_rows *rows, size_t kinds)
{
    for (size_t i = 0; i < kinds; i++) {
        rows->owner = i * OWNERS / kinds;
        const size_t normal = rows->count;
        trama_row *row = trama_rows_add(rows, 10 * i);
        draw_row(random, row);
        row->joined = i % 2 == 0;
        row->low = row->joined ? row->low : 0.0;
        for (size_t k = 1; k < 3 && i % 4 == 3; k++) {
            trama_row *tangent = trama_rows_add(rows, 10 * i + k);
            draw_row(random, tangent);
            tangent->compliance = 0.0;
            tangent->friction = 0.5;
            tangent->normal = normal;
        }
    }
}

static double rate_of(const trama_row *row, const double *u)
{
    double sum = 0.0;
    for (size_t i = 0; i < row->count; i++)
        sum += row->j[i] * u[row->index[i]];
    return sum;
}

static void note(void *context, size_t component)
{
    bool *touched = context;
    touched[component] = true;
}

static void check_row_sums(trama_rows *rows, const double *before, const double *after)
{
    double dissipated[OWNERS] = {0.0}, taken[OWNERS] = {0.0}, friction = 0.0, rubbed_away = 0.0,
           whole = 0.0;
    double impulse[OWNERS * NV] = {0.0}, given[OWNERS * NV] = {0.0}, rubbed[NV] = {0.0},
                            rubs[NV] = {0.0}, u[NV];
    bool touched[NV] = {false}, touches[NV] = {false};
    memcpy(u, before, sizeof u);
    for (size_t r = 0; r < rows->count; r++) {
        const trama_row *row = &rows->row[r];
        const double part = -0.5 * row->lambda * (rate_of(row, before) + rate_of(row, after)),
                     force = row->lambda / h;
        const bool is_spring = rows->stage == TRAMA_MOVE && row->compliance > 0.0;
        whole += part;
        rubbed_away += row->friction > 0.0 ? part : 0.0;
        taken[row->owner] += part;
        if (is_spring)
            taken[row->owner] -=
                0.5 * row->compliance * force * force - 0.5 * row->gap * row->gap / row->compliance;
        for (size_t i = 0; i < row->count; i++) {
            const size_t c = row->index[i];
            const double way = rows->inverse_mass[c] * row->j[i] * row->lambda;
            u[c] += way;
            touches[c] |= way != 0.0;
            rubs[c] += row->friction > 0.0 ? row->j[i] * row->lambda : 0.0;
            given[row->owner * NV + c] +=
                rows->inverse_mass[c] > 0.0 ? row->j[i] * row->lambda : 0.0;
        }
    }
    assert_near(trama_rows_work(rows, before, after, dissipated, &friction), whole, 1e-12);
    assert_near(friction, rubbed_away, 1e-12);
    trama_rows_impulses(rows, NV, impulse);
    trama_rows_friction(rows, rubbed);
    trama_rows_each_touched(rows, note, touched);
    for (size_t owner = 0; owner < OWNERS; owner++)
        assert_near(dissipated[owner], taken[owner], 1e-11);
    for (size_t c = 0; c < NV; c++) {
        assert_near(after[c], u[c], 1e-12);
        assert_near(rubbed[c], rubs[c], 1e-12);
        assert_int_equal(touched[c], touches[c]);
        for (size_t owner = 0; owner < OWNERS; owner++)
            assert_near(impulse[owner * NV + c], given[owner * NV + c], 1e-12);
    }
}

static void begin_rows(trama_random *random, trama_rows *rows, trama_stage stage,
                       double inverse_mass[NV], double u[NV])
{
    for (size_t c = 0; c < NV; c++) {
        inverse_mass[c] = c % 6 == 5 ? 0.0 : 1.2 + trama_random_signed(random);
        u[c] = trama_random_signed(random);
    }
    trama_rows_begin(rows, stage, h, inverse_mass);
}

static void rows_do_what_their_impulses_sum_to(void **state)
{
    (void)state;
    static const trama_rows_spec few = {.sweeps = 3, .tolerance = 1e-16};
    trama_random random = {31};
    for (size_t trial = 0; trial < 300; trial++) {
        trama_rows rows = {0};
        double inverse_mass[NV], before[NV], u[NV];
        begin_rows(&random, &rows, trial % 2 ? TRAMA_MOVE : TRAMA_END, inverse_mass, before);
        memcpy(u, before, sizeof u);
        add_rows(&random, &rows, 1 + trial % 9);
        trama_rows_start(&rows, u);
        trama_rows_solve(&rows, &few, u);
        check_row_sums(&rows, before, u);
        trama_rows_free(&rows);
    }
}

/* One contact of three rows in any directions, swept by the definition: the normal, then both
 * tangents from one velocity, by what the stiffer way of their disc yields. */
static void sweep_contact(const double *inverse_mass, const trama_row *row, double lambda[3],
                          double *u)
{
    double yield[3][3] = {{0.0}}, to[2];
    for (size_t a = 0; a < 3; a++)
        for (size_t b = 0; b < 3; b++)
            for (size_t i = 0; i < row[a].count; i++)
                for (size_t k = 0; k < row[b].count; k++)
                    if (row[a].index[i] == row[b].index[k])
                        yield[a][b] += row[a].j[i] * inverse_mass[row[a].index[i]] * row[b].j[k];
    const double half = 0.5 * (yield[1][1] - yield[2][2]),
                 most = 0.5 * (yield[1][1] + yield[2][2]) + hypot(half, yield[1][2]);
    for (size_t a = 0; a < 3; a += 2) {
        double found[2] = {0.0};
        if (a == 0) {
            found[0] =
                fmax(0.0, lambda[0] - (rate_of(&row[0], u) + row[0].prescribed - row[0].target) /
                                          yield[0][0]);
        } else {
            const double radius = row[1].friction * lambda[0], size = hypot(to[0], to[1]);
            for (size_t k = 0; k < 2; k++)
                found[k] = size > radius ? to[k] * radius / size : to[k];
        }
        for (size_t k = 0; k < (a == 0 ? 1 : 2); k++) {
            const trama_row *at = &row[a == 0 ? 0 : 1 + k];
            for (size_t i = 0; i < at->count; i++)
                u[at->index[i]] +=
                    inverse_mass[at->index[i]] * at->j[i] * (found[k] - lambda[at - row]);
            lambda[at - row] = found[k];
        }
        for (size_t k = 0; k < 2; k++)
            to[k] = lambda[1 + k] -
                    (rate_of(&row[1 + k], u) + row[1 + k].prescribed - row[1 + k].target) / most;
    }
}

static void a_contact_of_rows_is_swept_as_by_hand(void **state)
{
    (void)state;
    trama_random random = {33};
    for (size_t trial = 0; trial < 300; trial++) {
        trama_rows rows = {0};
        double inverse_mass[NV], u[NV], by_hand[NV], lambda[3] = {0.0};
        const trama_rows_spec few = {.sweeps = 1 + (long)(trial % 4), .tolerance = 0.0};
        begin_rows(&random, &rows, TRAMA_END, inverse_mass, u);
        memcpy(by_hand, u, sizeof u);
        for (size_t r = 0; r < 3; r++) {
            trama_row *row = trama_rows_add(&rows, r);
            draw_row(&random, row);
            trama_row_component(row, r, 1.5);
            trama_row_component(row, 3, trial % 3 ? 1.0 : 0.0);
            row->low = r == 0 ? 0.0 : row->low;
            row->friction = r == 0 ? 0.0 : 0.6;
        }
        trama_rows_start(&rows, u);
        trama_rows_solve(&rows, &few, u);
        for (long sweep = 0; sweep < few.sweeps; sweep++)
            sweep_contact(inverse_mass, rows.row, lambda, by_hand);
        for (size_t c = 0; c < NV; c++)
            assert_near(u[c], by_hand[c], 1e-11);
        for (size_t r = 0; r < 3; r++)
            assert_near(rows.row[r].lambda, lambda[r], 1e-11);
        trama_rows_free(&rows);
    }
}

/* What is left of a row's condition. */
static double left_of(const trama_rows *rows, const trama_row *row, const double *u)
{
    const double rate = rate_of(row, u) + row->prescribed;
    return rows->stage == TRAMA_END ? rate - row->target
                                    : rate + row->gap / h + row->compliance * row->lambda / (h * h);
}

/* Joined rows alone: one sweep, and another that finds nothing to do. A row that says again what
 * one before it says gets no impulse, and all hold. */
static void joined_rows_are_solved_at_once(void **state)
{
    (void)state;
    static const trama_rows_spec two = {.sweeps = 2, .tolerance = 1e-6};
    trama_random random = {32};
    for (size_t trial = 0; trial < 300; trial++) {
        trama_rows rows = {0};
        double inverse_mass[NV], u[NV];
        const size_t count = 1 + trial % ROWS_MOST;
        begin_rows(&random, &rows, trial % 2 ? TRAMA_MOVE : TRAMA_END, inverse_mass, u);
        for (size_t r = 0; r < count; r++) {
            trama_row *row = trama_rows_add(&rows, r);
            draw_row(&random, row);
            trama_row_component(row, r < 5 ? r : r < 10 ? r + 1 : r + 2, 3.0); /* none is held */
            row->joined = true;
        }
        if (trial % 3 == 0) { /* the first again, twice as large */
            trama_row *again = trama_rows_add(&rows, count), *first = &rows.row[0];
            first->compliance = 0.0;
            for (size_t i = 0; i < first->count; i++)
                trama_row_component(again, first->index[i], 2.0 * first->j[i]);
            again->prescribed = 2.0 * first->prescribed;
            again->gap = 2.0 * first->gap;
            again->target = 2.0 * first->target;
            again->joined = true;
        }
        trama_rows_start(&rows, u);
        assert_true(trama_rows_solve(&rows, &two, u) <= 2);
        for (size_t r = 0; r < rows.count; r++)
            assert_near(left_of(&rows, &rows.row[r], u), 0.0, 1e-9);
        if (trial % 3 == 0)
            assert_true(rows.row[count].lambda == 0.0);
        trama_rows_free(&rows);
    }
}

/* Two rows that are nearly one: what the second has of its own is e^2 of 1 + e^2, and it takes part
 * from 1e-10 on. Then both hold; else the second gets no impulse. */
static void a_row_takes_part_from_a_small_share_of_its_own_on(void **state)
{
    (void)state;
    static const trama_rows_spec one = {.sweeps = 1};
    static const double inverse_mass[2] = {1.0, 1.0}, share[2] = {0.95e-10, 1.05e-10};
    for (int k = 0; k < 2; k++) {
        trama_rows rows = {0};
        double u[2] = {0.5, 0.0};
        trama_rows_begin(&rows, TRAMA_END, h, inverse_mass);
        for (uint64_t r = 0; r < 2; r++) {
            trama_row *row = trama_rows_add(&rows, r);
            trama_row_component(row, 0, 1.0);
            if (r == 1)
                trama_row_component(row, 1, sqrt(share[k]));
            row->target = 1e-6 * (double)r;
            row->joined = true;
        }
        trama_rows_start(&rows, u);
        trama_rows_solve(&rows, &one, u);
        assert_near(u[0], 0.0, 1e-12);
        assert_near(u[1], k == 0 ? 0.0 : 1e-6 / sqrt(share[k]), 1e-7);
        assert_int_equal(rows.row[1].lambda != 0.0, k);
        trama_rows_free(&rows);
    }
}

/* A chain of particles, the first of which moves: joined at once they share its momentum. So are
 * 1024 rows; one more, and sweeps bring next to nothing of it to the end. */
static void more_joined_rows_than_a_matrix_may_have_are_swept(void **state)
{
    (void)state;
    enum { MOST = 1024 };
    static const trama_rows_spec two = {.sweeps = 2, .tolerance = 1e-9};
    static double inverse_mass[MOST + 2], u[MOST + 2];
    for (size_t count = MOST; count <= MOST + 1; count++) {
        trama_rows rows = {0};
        for (size_t c = 0; c <= count; c++) {
            inverse_mass[c] = 1.0;
            u[c] = c == 0 ? 1.0 : 0.0;
        }
        trama_rows_begin(&rows, TRAMA_END, h, inverse_mass);
        for (size_t r = count; r-- > 0;) { /* from the far end, so that a sweep brings no news */
            trama_row *row = trama_rows_add(&rows, count - r);
            trama_row_component(row, r, -1.0);
            trama_row_component(row, r + 1, 1.0);
            row->joined = true;
        }
        trama_rows_start(&rows, u);
        assert_int_equal(trama_rows_solve(&rows, &two, u), count == MOST ? 2 : 3);
        for (size_t c = 0; c <= count && count == MOST; c++)
            assert_near(u[c], 1.0 / (MOST + 1), 1e-11);
        if (count > MOST)
            assert_true(u[count] == 0.0 && u[0] > 0.1);
        trama_rows_free(&rows);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_do_what_their_impulses_sum_to),
        cmocka_unit_test(a_contact_of_rows_is_swept_as_by_hand),
        cmocka_unit_test(joined_rows_are_solved_at_once),
        cmocka_unit_test(a_row_takes_part_from_a_small_share_of_its_own_on),
        cmocka_unit_test(more_joined_rows_than_a_matrix_may_have_are_swept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
