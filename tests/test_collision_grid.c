/* A grid of triangles against a list of all of them: its measures, the cell of each, their planes,
 * and the cells of a range. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "collision/triangle_grid.h"
#include "core/random.h"
#include "core/vec.h"
#include "support/near.h"

/* Octahedra here and there, away from the origin. */
enum { BODIES = 20, VERTICES = 6 * BODIES, TRIANGLES = 8 * BODIES };
static const size_t face[8][3] = {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4},
                                  {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}};

typedef struct fixture {
    trama_closed_surface *surface;
    trama_triangle_grid *grid;
    double x[3 * VERTICES], half[3], low[3];
    trama_extent box[TRIANGLES];
} fixture;

static void measure(fixture *f)
{
    for (size_t k = 0; k < 3; k++) {
        f->half[k] = 0.0;
        f->low[k] = HUGE_VAL;
        for (size_t t = 0; t < TRIANGLES; t++) {
            double low = HUGE_VAL, high = -HUGE_VAL;
            for (size_t i = 0; i < 3; i++) {
                const double at = f->x[3 * (6 * (t / 8) + face[t % 8][i]) + k];
                low = fmin(low, at);
                high = fmax(high, at);
            }
            f->box[t].low[k] = low;
            f->box[t].high[k] = high;
            f->low[k] = fmin(f->low[k], low);
            f->half[k] = fmax(f->half[k], 0.5 * (high - low));
        }
    }
}

static void set_up(fixture *f, uint64_t seed, double reach)
{
    size_t triangle[3 * TRIANGLES];
    trama_error error;
    trama_random random = {seed};
    for (size_t b = 0; b < BODIES; b++) {
        double centre[3];
        for (size_t k = 0; k < 3; k++)
            centre[k] = 7.0 - 20.0 * (double)k + trama_random_signed(&random);
        for (size_t i = 0; i < 6; i++)
            for (size_t k = 0; k < 3; k++)
                f->x[3 * (6 * b + i) + k] = centre[k] + 0.05 * trama_random_signed(&random) +
                                            (k == i / 2 ? (i % 2 ? -0.2 : 0.2) : 0.0);
        for (size_t i = 0; i < 24; i++)
            triangle[24 * b + i] = 6 * b + face[i / 3][i % 3];
    }
    measure(f);
    assert_int_equal(
        trama_closed_surface_create(VERTICES, TRIANGLES, triangle, &f->surface, &error), TRAMA_OK);
    assert_int_equal(trama_triangle_grid_create(f->surface, &f->grid, &error), TRAMA_OK);
    trama_triangle_grid_fill(f->grid, f->x, reach);
}

/* The first octahedron far away, and smaller: the cells would be too many. */
static void spread(fixture *f, double reach)
{
    for (size_t i = 0; i < 18; i++)
        f->x[i] = 30.0 + 0.9 * f->x[i];
    measure(f);
    trama_triangle_grid_fill(f->grid, f->x, reach);
}

static void tear_down(fixture *f)
{
    trama_triangle_grid_destroy(f->grid);
    trama_closed_surface_destroy(f->surface);
}

static double most_of(const double half[3])
{
    return fmax(half[0], fmax(half[1], half[2]));
}

/* As wide as the largest half box and the reach, but no more than that box, unless the cells would
 * be too many. */
static void cells_are_as_wide_as_boxes_with_the_reach(void **state)
{
    (void)state;
    static const double reach[4] = {0.0, 0.0625, 0.125, 9.0};
    for (size_t i = 0; i < 4; i++) {
        fixture f;
        set_up(&f, 3 + i, reach[i]);
        if (i % 2)
            spread(&f, reach[i]);
        const double most = most_of(f.half);
        double width = (most + fmin(reach[i], most)) / 1.25, cells = HUGE_VAL;
        while (cells > (double)f.grid->capacity) {
            width *= 1.25;
            cells = 1.0;
            for (size_t k = 0; k < 3; k++) {
                double high = -HUGE_VAL;
                for (size_t t = 0; t < TRIANGLES; t++)
                    high = fmax(high, f.box[t].high[k]);
                cells *= floor((high - f.low[k]) / width) + 1.0;
            }
        }
        assert_near(f.grid->width, width, 1e-14);
        assert_true(cells == (double)(f.grid->size[0] * f.grid->size[1] * f.grid->size[2]));
        for (size_t k = 0; k < 3; k++) {
            assert_near(f.grid->half[k], f.half[k], 0.0);
            assert_near(f.grid->low[k], f.low[k], 0.0);
        }
        tear_down(&f);
    }
}

static size_t cell_of(const fixture *f, size_t t)
{
    size_t at[3];
    for (size_t k = 0; k < 3; k++)
        at[k] =
            (size_t)((0.5 * (f->box[t].low[k] + f->box[t].high[k]) - f->low[k]) / f->grid->width);
    return at[0] + f->grid->size[0] * (at[1] + f->grid->size[1] * at[2]);
}

/* Each triangle stands once, among those of the cell of its box's centre, with that box. */
static void each_triangle_is_in_the_cell_of_its_centre(void **state)
{
    (void)state;
    fixture f;
    bool seen[TRIANGLES] = {false};
    set_up(&f, 11, 0.03);
    spread(&f, 0.03);
    const size_t cells = f.grid->size[0] * f.grid->size[1] * f.grid->size[2];
    assert_int_equal(f.grid->begin[0], 0);
    assert_int_equal(f.grid->begin[cells], TRIANGLES);
    for (size_t c = 0; c < cells; c++)
        for (uint32_t i = f.grid->begin[c]; i < f.grid->begin[c + 1]; i++) {
            const uint32_t t = f.grid->triangle[i];
            assert_int_equal(cell_of(&f, t), c);
            assert_false(seen[t]);
            seen[t] = true;
            for (size_t k = 0; k < 3; k++) {
                assert_near(f.grid->box[i].low[k], f.box[t].low[k], 0.0);
                assert_near(f.grid->box[i].high[k], f.box[t].high[k], 0.0);
            }
        }
    tear_down(&f);
}

/* A point lies beyond a triangle's plane by the volume of the two, six times. */
static void planes_are_those_of_the_triangles(void **state)
{
    (void)state;
    fixture f;
    trama_random random = {5};
    set_up(&f, 12, 0.1);
    for (size_t i = 0; i < TRIANGLES; i++) {
        const size_t t = f.grid->triangle[i];
        double p[3], side[3][3], product[3], beyond = -f.grid->plane[3][i];
        for (size_t k = 0; k < 3; k++) {
            p[k] = f.low[k] + trama_random_signed(&random);
            beyond += f.grid->plane[k][i] * (p[k] - f.low[k]);
            for (size_t c = 0; c < 3; c++)
                side[c][k] = f.x[3 * (6 * (t / 8) + face[t % 8][c]) + k] - p[k];
        }
        cross3(side[1], side[2], product);
        assert_near(beyond, -dot3(side[0], product), 1e-13);
    }
    tear_down(&f);
}

static bool is_near(const trama_extent *box, const double p[3], double reach)
{
    for (int k = 0; k < 3; k++)
        if (p[k] < box->low[k] - reach || p[k] > box->high[k] + reach)
            return false;
    return true;
}

static bool holds(const fixture *f, const trama_grid_range *range, size_t t)
{
    for (size_t z = range->first[2]; z <= range->last[2]; z++)
        for (size_t y = range->first[1]; y <= range->last[1]; y++) {
            uint32_t first, last;
            trama_triangle_grid_run(f->grid, range, y, z, &first, &last);
            for (uint32_t i = first; i < last; i++)
                if (f->grid->triangle[i] == t)
                    return true;
        }
    return false;
}

/* First and last cells are those of the ends, but for ends within rounding of a side. */
static void claim_cells(const fixture *f, const trama_grid_range *range, const double p[3],
                        double reach)
{
    for (size_t k = 0; k < 3; k++) {
        const double far = reach + f->half[k], most = (double)f->grid->size[k] - 1.0;
        const double first = (p[k] - far - f->low[k]) / f->grid->width,
                     last = (p[k] + far - f->low[k]) / f->grid->width;
        if (fabs(first - round(first)) > 1e-6)
            assert_int_equal(range->first[k], (size_t)fmin(fmax(floor(first), 0.0), most));
        if (fabs(last - round(last)) > 1e-6)
            assert_int_equal(range->last[k], (size_t)fmin(fmax(floor(last), 0.0), most));
    }
}

static void ranges_hold_what_is_near(void **state)
{
    (void)state;
    fixture f;
    trama_random random = {6};
    size_t far = 0, near = 0;
    set_up(&f, 13, 0.05);
    for (int trial = 0; trial < 600; trial++) {
        double p[3];
        const double reach = 0.1 * (trama_random_signed(&random) + 1.0);
        trama_grid_range range;
        for (size_t k = 0; k < 3; k++)
            p[k] = 7.0 - 20.0 * (double)k + 2.0 * trama_random_signed(&random);
        const bool any = trama_triangle_grid_range(f.grid, p, reach, &range);
        far += !any;
        if (any)
            claim_cells(&f, &range, p, reach);
        for (size_t t = 0; t < TRIANGLES; t++)
            if (is_near(&f.box[t], p, reach)) {
                assert_true(any && holds(&f, &range, t));
                near++;
            }
    }
    assert_true(far > 50 && near > 100);
    tear_down(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cells_are_as_wide_as_boxes_with_the_reach),
        cmocka_unit_test(each_triangle_is_in_the_cell_of_its_centre),
        cmocka_unit_test(planes_are_those_of_the_triangles),
        cmocka_unit_test(ranges_hold_what_is_near),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
