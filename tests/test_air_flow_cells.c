/* The flow of air over a step between a few cells, some of them open, against the linear system of
 * air_flow.h solved by elimination; and what solvers tell of their work. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "interaction/air_flow.h"
#include "support/near.h"

enum { CELLS = 5, EDGES = 6 };

/* Edges lead into an open cell and out of one, and join two open ones; a cell stands alone with an
 * open one. */
static const trama_edge edges[EDGES] = {{.node = {0, 1}}, {.node = {1, 2}}, {.node = {2, 0}},
                                        {.node = {3, 1}}, {.node = {3, 4}}, {.node = {2, 4}}};
static const double volume[CELLS] = {0.31, 0.17, 0.23, 0.41, 0.11},
                    area[CELLS] = {1.3, 0.7, 2.1, 1.9, 0.6},
                    passage[EDGES] = {0.9, 1.7, 0.4, 1.1, 2.3, 0.8},
                    wind[CELLS] = {40.0, -25.0, 11.0, 70.0, -90.0},
                    pressure[CELLS] = {300.0, -120.0, 75.0, 9.0, 210.0};
static const bool open_cells[2][CELLS] = {{false, false, false, true, true}, {false}};

static const trama_air_flow_options usual = {.ambient = 1e5,
                                             .permeability = 0.02,
                                             .drop = 200.0,
                                             .propagation = 3.0,
                                             .krylov = {1e-14, 200}};

/* J: what there is at the pressures above. */
static void fill(double air[CELLS])
{
    for (int i = 0; i < CELLS; i++)
        air[i] = (1e5 + pressure[i]) * volume[i];
}

static trama_air_flow_result flow(size_t solver, const trama_air_flow_options *o, const bool *open,
                                  double h, const double *outside, double next[CELLS])
{
    trama_air_flow *made;
    trama_error error;
    double air[CELLS];
    fill(air);
    assert_int_equal(trama_air_flow_create(CELLS, EDGES, edges, open, &trama_air_solvers[solver], o,
                                           &made, &error),
                     TRAMA_OK);
    const trama_air_flow_result found =
        trama_air_flow_step(made, h, volume, area, passage, outside, air, next);
    trama_air_flow_destroy(made);
    return found;
}

/* m x = b, by elimination. */
static void eliminate(double m[CELLS][CELLS], double b[CELLS])
{
    for (int i = 0; i < CELLS; i++)
        for (int r = 0; r < CELLS; r++) {
            const double part = m[r][i] / m[i][i];
            if (r == i)
                continue;
            for (int c = 0; c < CELLS; c++)
                m[r][c] -= part * m[i][c];
            b[r] -= part * b[i];
        }
    for (int i = 0; i < CELLS; i++)
        b[i] /= m[i][i];
}

typedef struct flows {
    double p[CELLS]; /* Pa */
    double leaked, opened;
} flows;

/* V (p - p0) = -h (G (p - o) + k L p) of closed cells, p = 0 of open ones. */
static flows flows_of(const trama_air_flow_options *o, const bool *open, double h,
                      const double *outside)
{
    flows f = {0};
    double m[CELLS][CELLS] = {{0}}, leak[CELLS];
    for (int i = 0; i < CELLS; i++) {
        leak[i] = open[i] ? 0.0 : h * o->permeability * area[i] * o->ambient / o->drop;
        m[i][i] = open[i] ? 1.0 : volume[i] + leak[i];
        f.p[i] = open[i] ? 0.0 : volume[i] * pressure[i] + (outside ? leak[i] * outside[i] : 0.0);
    }
    for (int e = 0; e < EDGES; e++)
        for (int end = 0; end < 2; end++) {
            const size_t i = edges[e].node[end], j = edges[e].node[1 - end];
            m[i][i] += open[i] ? 0.0 : h * o->propagation * passage[e];
            m[i][j] -= open[i] ? 0.0 : h * o->propagation * passage[e];
        }
    eliminate(m, f.p);
    for (int i = 0; i < CELLS; i++)
        f.leaked += leak[i] * (f.p[i] - (outside ? outside[i] : 0.0));
    for (int e = 0; e < EDGES; e++)
        for (int end = 0; end < 2; end++)
            if (open[edges[e].node[end]])
                f.opened += h * o->propagation * passage[e] * f.p[edges[e].node[1 - end]];
    return f;
}

static void check(size_t solver, const trama_air_flow_options *o, const bool *open,
                  const double *outside)
{
    const double h = 0.02;
    double next[CELLS];
    const trama_air_flow_result found = flow(solver, o, open, h, outside, next);
    const flows f = flows_of(o, open, h, outside);
    assert_true(found.solved && !found.no_memory);
    for (int i = 0; i < CELLS; i++)
        assert_near(next[i], (o->ambient + f.p[i]) * volume[i], 1e-9);
    assert_near(found.leaked, f.leaked, 1e-9);
    assert_near(found.opened, f.opened, 1e-9);
}

/* Through the cloth alone, along the layer alone, and both; with wind and without. */
static void a_step_is_that_of_its_linear_system(void **state)
{
    (void)state;
    for (size_t solver = 0; solver < TRAMA_AIR_SOLVERS; solver++)
        for (int open = 0; open < 2; open++)
            for (int way = 1; way < 4; way++) {
                trama_air_flow_options o = usual;
                o.permeability *= way & 1;
                o.propagation *= way >> 1;
                check(solver, &o, open_cells[open], NULL);
                check(solver, &o, open_cells[open], wind);
            }
}

/* Where nothing flows closed cells keep their air to the bit, and open ones have the atmosphere's;
 * no system is solved. */
static void without_a_flow_only_open_cells_change(void **state)
{
    (void)state;
    trama_air_flow_options o = usual;
    double air[CELLS], next[CELLS];
    o.permeability = o.propagation = 0.0;
    fill(air);
    for (size_t solver = 0; solver < TRAMA_AIR_SOLVERS; solver++) {
        const trama_air_flow_result found = flow(solver, &o, open_cells[0], 0.02, wind, next);
        for (int i = 0; i < CELLS; i++)
            assert_true(next[i] == (open_cells[0][i] ? 1e5 * volume[i] : air[i]));
        assert_true(found.solved && found.leaked == 0.0 && found.opened == 0.0);
        assert_true(found.iterations == 0 && found.residual == 0.0);
    }
}

/* ---- Work. */

/* The first guess is what there is without a flow: in no time it is the solution. Where cells are
 * apart the matrix is its diagonal, which is the preconditioner: one iteration. Five cells that are
 * not apart take conjugate gradients five at most. */
static void iterations_are_those_that_the_system_needs(void **state)
{
    (void)state;
    double next[CELLS];
    trama_air_flow_options apart = usual;
    apart.propagation = 0.0;
    for (size_t solver = 0; solver < 2; solver++)
        for (int open = 0; open < 2; open++) {
            const bool *are = open_cells[open];
            assert_int_equal(flow(solver, &usual, are, 0.0, NULL, next).iterations, 0);
            assert_int_equal(flow(solver, &apart, are, 0.02, wind, next).iterations, 1);
            assert_in_range(flow(solver, &usual, are, 0.02, wind, next).iterations, 2, 5);
        }
    assert_int_equal(flow(2, &usual, open_cells[0], 0.02, wind, next).iterations, 0);
}

/* A system that is not solved says how far it came, and leaves the air as it was. */
static void what_is_not_solved_tells_its_residual_and_sets_nothing(void **state)
{
    (void)state;
    for (size_t solver = 0; solver < 2; solver++) {
        trama_air_flow_options o = usual;
        double next[CELLS] = {1.0, 2.0, 3.0, 4.0, 5.0};
        o.krylov.iterations = 1;
        const trama_air_flow_result found = flow(solver, &o, open_cells[0], 0.02, wind, next);
        assert_true(!found.solved && !found.no_memory);
        assert_int_equal(found.iterations, 1);
        assert_true(found.residual > 1e-6 && found.residual < 1.0);
        assert_true(found.leaked == 0.0 && found.opened == 0.0);
        for (int i = 0; i < CELLS; i++)
            assert_true(next[i] == i + 1.0);
        o.krylov = (trama_krylov_spec){2.0 * found.residual, 1};
        const trama_air_flow_result enough = flow(solver, &o, open_cells[0], 0.02, wind, next);
        assert_true(enough.solved && enough.residual == found.residual);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_step_is_that_of_its_linear_system),
        cmocka_unit_test(without_a_flow_only_open_cells_change),
        cmocka_unit_test(iterations_are_those_that_the_system_needs),
        cmocka_unit_test(what_is_not_solved_tells_its_residual_and_sets_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
