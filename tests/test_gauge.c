/* A gauge of a scene measures the mean position of its nodes, in the axes of the grid at rest. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "measure/gauge.h"
#include "support/draft.h"

#include <math.h>
#include <string.h>

enum { NODES = 20, ROWS = 5, COLUMNS = 4 }; /* of draft_begin's grid */

/* Grids turned anyhow, with a gauge on the last row. */
static trama_scene *turned(draft *d, const double axes[2][3])
{
    draft_begin(d);
    memcpy(d->spec.grid.axis, axes, sizeof d->spec.grid.axis);
    d->spec.grid.origin[0] = 3.0;
    d->spec.gauge = (trama_gauge){true, {-1, -1}, {0, -1}, {0, 2}, {3.0, 0.0, 0.0}};
    return draft_make(d);
}

/* Moves every node by k times (0.1, -0.02, 0.3) along axis1, axis2 and normal. */
static void bend(const trama_scene *scene, double *q)
{
    const trama_grid *grid = trama_scene_grid(scene);
    const double *normal = trama_scene_normal(scene);
    trama_scene_reference(scene, q);
    for (size_t i = 0; i < NODES; i++) {
        const size_t row = i / COLUMNS;
        for (size_t axis = 0; axis < 3; axis++)
            q[axis * NODES + i] += (double)row * (0.1 * grid->axis[0][axis] -
                                                  0.02 * grid->axis[1][axis] + 0.3 * normal[axis]);
    }
}

static void a_turned_sheet_reads_the_same(void **state)
{
    static const double axes[][2][3] = {
        {{1, 0, 0}, {0, 0, 1}}, {{0, 3, 4}, {-5, 0, 0}}, {{1, 1, 0}, {-1, 1, 3}}};
    (void)state;
    for (size_t i = 0; i < sizeof axes / sizeof *axes; i++) {
        draft d;
        double q[3 * NODES];
        trama_scene *scene = turned(&d, axes[i]);
        bend(scene, q);
        const trama_gauge_reading r = trama_gauge_read(scene, q);
        const double length = 4 * trama_scene_spacing(scene, 0);
        assert_true(fabs(r.moved[0] - 0.4) < 1e-14);
        assert_true(fabs(r.moved[1] + 0.08) < 1e-14);
        assert_true(fabs(r.moved[2] - 1.2) < 1e-14);
        assert_true(fabs(r.slope - 1.2 / (length + 0.4)) < 1e-14);
        trama_scene_destroy(scene);
    }
}

static void a_gauge_needs_nodes_of_a_grid(void **state)
{
    (void)state;
    draft d;
    draft_begin(&d);
    d.spec.gauge = (trama_gauge){true, {ROWS, ROWS}, {0, -1}, {0}, {0}};
    trama_scene *scene;
    trama_error error;
    assert_int_equal(trama_scene_create(&d.spec, &scene, &error), TRAMA_BAD_INPUT);
    assert_string_equal(error.path, "gauge.k");
    memset(&d.spec.grid, 0, sizeof d.spec.grid);
    d.spec.lattice = (trama_lattice){{2, 2, 2}, {1, 1, 1}, {0}};
    d.spec.gauge.k[0] = d.spec.gauge.k[1] = 0;
    assert_int_equal(trama_scene_create(&d.spec, &scene, &error), TRAMA_BAD_INPUT);
    assert_string_equal(error.path, "gauge");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_turned_sheet_reads_the_same),
        cmocka_unit_test(a_gauge_needs_nodes_of_a_grid),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
