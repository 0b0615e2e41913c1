/* The barrier and the lagged friction of all pairs of two triangles, by the mesh: the sum by its
 * formula, its forces and those of friction by hand, and their matrices by differences. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/random.h"
#include "interaction/barrier_friction.h"
#include "support/near.h"
#include "support/triangles.h"

/* Components of the mesh, and room for those of the system, which pads its arrays. */
enum { N = 3 * TRIANGLES_VERTICES, ROOM = 32 };
static const double dhat = 0.4, kappa = 3.0;

typedef struct barrier {
    triangles two;
    trama_barrier_potential potential;
    double searched[N], square[N];
    double q[ROOM]; /* as the system has them */
} barrier;

static void begin(barrier *b)
{
    memset(b, 0, sizeof *b);
    triangles_begin(&b->two);
    assert_true(b->two.o.system->nv <= ROOM);
    b->potential = (trama_barrier_potential){.mesh = b->two.mesh,
                                             .near = &b->two.found,
                                             .dhat = dhat,
                                             .searched = b->searched,
                                             .square = b->square};
    for (size_t e = 0; e < b->two.mesh->soup->edges; e++)
        b->square[e] = 1.0 + 0.1 * (double)e;
}

static void end(barrier *b)
{
    triangles_end(&b->two);
}

static void search(barrier *b)
{
    trama_barrier_search(&b->potential, 0.0, b->q);
    assert_true(b->potential.is_searched && !b->potential.starved);
}

/* Two triangles that lie over each other at random, about 0.3 m apart. */
static void draw(barrier *b, trama_random *random)
{
    for (size_t i = 0; i < TRIANGLES_VERTICES; i++)
        for (size_t axis = 0; axis < 3; axis++)
            b->q[b->two.mesh->at[3 * i + axis]] =
                (axis == 1 ? (i < 3 ? 0.0 : 0.3) + 0.1 * trama_random_signed(random)
                           : trama_random_signed(random));
}

/* b(d) = -(d - dhat)^2 ln(d/dhat), times e of two edges. */
static double value_of(const barrier *b, const trama_mesh_contact *c)
{
    const double d = c->distance, *x = b->two.mesh->x0;
    const double value = -(d - dhat) * (d - dhat) * log(d / dhat);
    double u[3], v[3], crossed = 0.0;
    if (!c->edges)
        return value;
    for (size_t k = 0; k < 3; k++) {
        u[k] = x[3 * c->vertex[1] + k] - x[3 * c->vertex[0] + k];
        v[k] = x[3 * c->vertex[3] + k] - x[3 * c->vertex[2] + k];
    }
    for (size_t k = 0; k < 3; k++)
        crossed += pow(u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3], 2);
    const trama_soup *soup = b->two.mesh->soup;
    const double s = 1e-3 * b->square[trama_soup_edge(soup, c->vertex[0], c->vertex[1])] *
                     b->square[trama_soup_edge(soup, c->vertex[2], c->vertex[3])];
    return crossed < s ? (2.0 - crossed / s) * crossed / s * value : value;
}

static void the_sum_and_the_nearest_are_those_of_the_pairs(void **state)
{
    (void)state;
    trama_random random = {3};
    barrier b;
    size_t pairs = 0;
    begin(&b);
    for (int trial = 0; trial < 300; trial++) {
        double sum = 0.0, nearest = dhat;
        draw(&b, &random);
        search(&b);
        for (size_t i = 0; i < b.two.found.count; i++) {
            sum += value_of(&b, &b.two.found.item[i]);
            nearest = fmin(nearest, b.two.found.item[i].distance);
        }
        assert_near(trama_barrier_sum(&b.potential), sum, 1e-12 * (1.0 + sum));
        assert_true(trama_barrier_nearest(&b.potential) == nearest);
        pairs += b.two.found.count;
    }
    assert_true(pairs > 600);
    for (size_t i = 0; i < TRIANGLES_VERTICES; i++) /* far apart there is none */
        b.q[b.two.mesh->at[3 * i + 1]] = i < 3 ? 0.0 : 9.0;
    search(&b);
    assert_true(trama_barrier_nearest(&b.potential) == dhat &&
                trama_barrier_sum(&b.potential) == 0);
    end(&b);
}

/* Pairs are searched for where positions have changed, and not again. */
static void the_same_positions_are_searched_once(void **state)
{
    (void)state;
    trama_random random = {4};
    barrier b;
    begin(&b);
    const long *searches = &b.two.mesh->clock->searches;
    draw(&b, &random);
    for (long i = 0; i < 3; i++) {
        b.q[b.two.mesh->at[i == 1 ? 0 : N - 1]] += 1e-9;
        search(&b);
        search(&b);
        assert_int_equal(*searches, i + 1);
        assert_memory_equal(b.searched, b.two.mesh->x0, sizeof b.searched);
    }
    end(&b);
}

/* ---- Forces. */

static double sum_at(barrier *b, size_t i, double by)
{
    const double before = b->q[i];
    b->q[i] += by;
    search(b);
    const double sum = trama_barrier_sum(&b->potential);
    b->q[i] = before;
    return sum;
}

/* By central differences of the sum; they miss where the closest points jump, which are few. */
static void forces_are_minus_the_gradient_of_the_sum(void **state)
{
    (void)state;
    trama_random random = {5};
    barrier b;
    begin(&b);
    int missed = 0;
    for (int trial = 0; trial < 60; trial++) {
        double f[ROOM], g[N];
        draw(&b, &random);
        search(&b);
        for (size_t i = 0; i < ROOM; i++)
            f[i] = 0.25;
        trama_barrier_forces(&b.potential, kappa, f);
        trama_barrier_gradient(&b.potential, g);
        for (size_t c = 0; c < N; c++) {
            const size_t i = b.two.mesh->at[c];
            const double slope = (sum_at(&b, i, 1e-6) - sum_at(&b, i, -1e-6)) / 2e-6;
            missed += !(fabs(g[c] - slope) < 1e-6 * (1.0 + fabs(slope)));
            assert_near(f[i] - 0.25, -kappa * g[c], 1e-12 * (1.0 + fabs(g[c])));
        }
    }
    assert_true(missed < 5);
    end(&b);
}

/* A dense matrix of -df/dq and -df/dv. */
typedef struct dense {
    double at[2][ROOM][ROOM];
} dense;

static void add_entry(void *context, bool damping, size_t row, size_t column, double value)
{
    ((dense *)context)->at[damping][row][column] += value;
}

/* Along one direction, by differences of the forces. */
static void the_matrix_is_that_of_the_forces(void **state)
{
    (void)state;
    trama_random random = {6};
    barrier b;
    begin(&b);
    int missed = 0;
    for (int trial = 0; trial < 60; trial++) {
        static dense m;
        double f[2][ROOM] = {{0.0}}, u[ROOM], at[ROOM];
        draw(&b, &random);
        memcpy(at, b.q, sizeof at);
        search(&b);
        memset(&m, 0, sizeof m);
        trama_barrier_visit(&b.potential, TRAMA_BARRIER_EXACT, kappa, add_entry, &m);
        for (size_t i = 0; i < ROOM; i++)
            u[i] = trama_random_signed(&random);
        for (int side = 0; side < 2; side++) {
            for (size_t i = 0; i < ROOM; i++)
                b.q[i] = at[i] + (side ? 1e-7 : -1e-7) * u[i];
            search(&b);
            trama_barrier_forces(&b.potential, kappa, f[side]);
        }
        for (size_t r = 0; r < ROOM; r++) {
            double product = 0.0;
            for (size_t c = 0; c < ROOM; c++) {
                product += m.at[0][r][c] * u[c];
                assert_true(m.at[1][r][c] == 0.0);
            }
            const double slope = (f[0][r] - f[1][r]) / 2e-7;
            missed += !(fabs(product - slope) < 1e-5 * (10.0 + fabs(slope)));
        }
    }
    assert_true(missed < 40); /* of 1080 */
    end(&b);
}

/* ---- Friction. */

/* Draws until something is near, and takes its normal forces. */
static void take(barrier *b, trama_friction *friction, trama_random *random, double velocity[N])
{
    do {
        draw(b, random);
        search(b);
    } while (b->two.found.count < 2);
    assert_true(trama_friction_take(friction, &b->potential, kappa));
    for (size_t c = 0; c < N; c++)
        velocity[c] = 0.2 * trama_random_signed(random);
}

/* -(e b)' by the distance, at the pairs as they lie. */
static double load_of(const barrier *b, const trama_mesh_contact *c)
{
    trama_mesh_contact at = *c;
    at.distance = c->distance + 1e-7;
    const double more = value_of(b, &at);
    at.distance = c->distance - 1e-7;
    return (value_of(b, &at) - more) / 2e-7;
}

/* mu times the normal force of each pair limits the smoothed law; both points get the same. */
static void friction_is_that_of_each_pair(void **state)
{
    (void)state;
    trama_random random = {7};
    barrier b;
    begin(&b);
    trama_friction friction = {.mu = 0.3, .eps_v = 0.1};
    for (int trial = 0; trial < 100; trial++) {
        double v[N], f[ROOM] = {0.0}, expected[ROOM] = {0.0};
        take(&b, &friction, &random, v);
        assert_int_equal(friction.count, b.two.found.count);
        trama_friction_forces(&friction, b.two.mesh, v, f);
        for (size_t k = 0; k < friction.count; k++) {
            const trama_mesh_contact *c = &b.two.found.item[k];
            double slip[3] = {0.0}, along = 0.0, speed = 0.0;
            for (size_t i = 0; i < 4; i++)
                for (size_t axis = 0; axis < 3; axis++)
                    slip[axis] += c->weight[i] * v[3 * c->vertex[i] + axis];
            for (size_t axis = 0; axis < 3; axis++)
                along += slip[axis] * c->normal[axis];
            for (size_t axis = 0; axis < 3; axis++) {
                slip[axis] -= along * c->normal[axis];
                speed += slip[axis] * slip[axis];
            }
            speed = sqrt(speed);
            const double y = fmin(speed / 0.1, 1.0),
                         force = 0.3 * kappa * load_of(&b, c) * (2.0 * y - y * y);
            for (size_t i = 0; i < 12; i++)
                expected[b.two.mesh->at[3 * c->vertex[i / 3] + i % 3]] -=
                    c->weight[i / 3] * force * slip[i % 3] / speed;
        }
        for (size_t i = 0; i < ROOM; i++)
            assert_near(f[i], expected[i], 1e-6);
    }
    friction.mu = 0.0; /* none is taken */
    assert_true(trama_friction_take(&friction, &b.potential, kappa));
    assert_int_equal(friction.count, 0);
    trama_friction_free(&friction);
    end(&b);
}

/* Of components that are no unknowns there is neither a force nor an entry. */
static void the_matrix_of_friction_is_that_of_its_forces(void **state)
{
    (void)state;
    trama_random random = {8};
    barrier b;
    begin(&b);
    trama_friction friction = {.mu = 0.3, .eps_v = 0.1};
    for (size_t trial = 0; trial < 100; trial++) {
        static dense m;
        const size_t led = trial % N;
        double v[N], u[N], along[ROOM] = {0.0}, f[2][ROOM] = {{0.0}};
        take(&b, &friction, &random, v);
        size_t *at = b.two.mesh->at;
        for (size_t c = 0; c < N; c++) {
            along[at[c]] = u[c] = c == led ? 0.0 : trama_random_signed(&random);
        }
        const size_t kept = at[led];
        at[led] = TRAMA_NONE;
        memset(&m, 0, sizeof m);
        trama_friction_visit(&friction, b.two.mesh, v, add_entry, &m);
        for (int side = 0; side < 2; side++) {
            double other[N];
            for (size_t c = 0; c < N; c++)
                other[c] = v[c] + (side ? 1e-7 : -1e-7) * u[c];
            trama_friction_forces(&friction, b.two.mesh, other, f[side]);
        }
        for (size_t r = 0; r < ROOM; r++) {
            double product = 0.0;
            for (size_t c = 0; c < ROOM; c++) {
                product += m.at[1][r][c] * along[c];
                assert_true(m.at[0][r][c] == 0.0);
                assert_true((r != kept && c != kept) || m.at[1][r][c] == 0.0);
            }
            assert_near(product, (f[0][r] - f[1][r]) / 2e-7, 1e-5);
            assert_true(r != kept || f[0][r] == 0.0);
        }
        at[led] = kept;
    }
    trama_friction_free(&friction);
    end(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_sum_and_the_nearest_are_those_of_the_pairs),
        cmocka_unit_test(the_same_positions_are_searched_once),
        cmocka_unit_test(forces_are_minus_the_gradient_of_the_sum),
        cmocka_unit_test(the_matrix_is_that_of_the_forces),
        cmocka_unit_test(friction_is_that_of_each_pair),
        cmocka_unit_test(the_matrix_of_friction_is_that_of_its_forces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
