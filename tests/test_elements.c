/* Elements of every model that says what it is made of: their forces are the model's own, gradients
 * are those of the energy and Hessians those of the gradient, constraints and projections give the
 * energy back, and colours keep what shares a node apart. The tests loop over the models. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "element/element.h"
#include "support/soft.h"

typedef struct sample {
    const char *model, *settings;
} sample;

/* Every model with elements, and settings under which each kind of its elements has an energy. */
static const sample samples[] = {
    {"provot", "structural=30 shear=20 flexion=7 density=1 sweeps=0"},
    {"bridson", "structural=30 shear=20 density=1 sweeps=0"},
    {"lattice", "mass=2 edge=30 face=20 space=10"},
    {"fem_cloth", "mass=0.2 young_thickness=70 poisson=0.31 bending=0.02 bending_factor=rest"},
    {"fem_cloth", "mass=0.2 young_thickness=70 poisson=0.31 bending=0.02 bending_factor=rest "
                  "rest=angle rest_angle=0.4"},
    {"soft_body", "young=1000 poisson=0.3 density=10"},
    {"soft_body", "young=1000 poisson=0 density=10"},
};
enum { SAMPLES = sizeof samples / sizeof *samples };

static trama_scene_spec scene_of(const sample *s)
{
    trama_scene_spec scene = {0};
    if (strcmp(s->model, "soft_body") == 0)
        scene = soft_box(1.0, 0.5, 0.5, 1);
    else if (strcmp(s->model, "lattice") == 0)
        scene.lattice = (trama_lattice){.points = {3, 2, 3}, .side = {1.0, 0.7, 0.6}};
    else
        scene.grid =
            (trama_grid){.points = {4, 5}, .side = {0.9, 1.1}, .axis = {{1, 0, 0}, {0, 0, 1}}};
    return scene;
}

/* A model somewhere near rest, its elements, and its nodes. */
typedef struct subject {
    objects o;
    trama_element_set set;
    size_t nodes;
    vec *x, *gradient;
} subject;

static void begin(subject *s, const sample *of, double shake)
{
    const trama_scene_spec scene = scene_of(of);
    trama_error error;
    objects_begin(&s->o);
    objects_add(&s->o, "body", of->model, of->settings, &scene);
    objects_make(&s->o, "symplectic_euler");
    const trama_object *object = &s->o.system->object[0];
    soft_shake(s->o.system, shake, 0.0);
    s->nodes = object->nv / 3;
    assert_int_equal(trama_element_set_begin(&s->set, &error), TRAMA_OK);
    if (trama_element_set_add(&s->set, object->type, object->model, s->nodes, &error) != TRAMA_OK)
        fail_msg("%s", error.text);
    assert_int_equal(trama_element_set_end(&s->set, &error), TRAMA_OK);
    s->x = calloc(s->nodes, sizeof *s->x);
    s->gradient = calloc(s->nodes, sizeof *s->gradient);
    const double *q = s->o.system->q;
    for (size_t i = 0; i < s->nodes; i++)
        s->x[i] = (vec){q[i], q[s->nodes + i], q[2 * s->nodes + i]};
}

static void end(subject *s)
{
    trama_element_set_free(&s->set);
    free(s->x);
    free(s->gradient);
    objects_end(&s->o);
}

typedef void check(subject *s, const sample *of);

static void each(double shake, check *holds)
{
    for (size_t i = 0; i < SAMPLES; i++) {
        subject s;
        begin(&s, &samples[i], shake);
        holds(&s, &samples[i]);
        end(&s);
    }
}

/* ---- Against the model. */

static void every_model_with_elements_has_a_sample(void **state)
{
    (void)state;
    for (size_t m = 0; m < trama_model_count(); m++) {
        const trama_model_type *type = trama_model_at(m);
        const trama_composition *c = type->composition;
        bool found = !c || !(c->springs || c->bends || c->membranes || c->tetrahedra);
        for (size_t i = 0; i < SAMPLES; i++)
            found |= strcmp(samples[i].model, type->name) == 0;
        if (!found)
            fail_msg("%s has elements; give it a sample here", type->name);
    }
}

/* Of the largest force; measured: 1e-15 at most. */
static void check_forces(subject *s, const sample *of)
{
    const trama_system *system = s->o.system;
    const size_t n = s->nodes;
    double *a = calloc(system->nv, sizeof *a), largest = 0.0, apart = 0.0;
    trama_object_acceleration(&system->object[0], false, 0.0, system->q, system->v, a);
    trama_element_set_gradient(&s->set, s->x, s->gradient);
    for (size_t i = 0; i < 3 * n; i++) {
        const double force = system->mass[i] * a[i];
        largest = fmax(largest, fabs(force));
        apart = fmax(apart, fabs(force + (&s->gradient[i % n].x)[i / n]));
    }
    if (!(largest > 0.1 && apart < 1e-13 * largest))
        fail_msg("%s: %g N of %g N", of->model, apart, largest);
    free(a);
}

static void elements_have_the_forces_of_their_model(void **state)
{
    (void)state;
    each(0.05, check_forces);
}

static void check_energy(subject *s, const sample *of)
{
    double energy[TRAMA_ENERGY_MAX] = {0}, sum = 0.0;
    const trama_object *object = &s->o.system->object[0];
    object->type->energy(object->model, s->o.system->q, energy);
    for (size_t i = 0; i < TRAMA_ENERGY_MAX && object->type->energy_names[i]; i++)
        sum += energy[i];
    const double own = trama_element_set_energy(&s->set, s->x);
    if (!(fabs(own - sum) < 1e-12 * sum && sum > 1e-4))
        fail_msg("%s: %.17g J, not %.17g J", of->model, own, sum);
}

static void elements_have_the_energy_of_their_model(void **state)
{
    (void)state;
    each(0.05, check_energy);
}

/* ---- Each element by itself. */

enum { MOST = 3 * TRAMA_CORNERS };

static double *coordinate_of(const subject *s, const trama_element_group *g, size_t e, size_t i)
{
    return &(&s->x[g->node[g->kind->nodes * e + i / 3]].x)[i % 3];
}

/* By differences of fourth order. */
static void check_derivatives_of(subject *s, const trama_element_group *g, size_t e)
{
    static const double place[] = {-2.0, -1.0, 1.0, 2.0}, weight[] = {1.0, -8.0, 8.0, -1.0};
    const double step = 1e-3;
    const size_t n = 3 * g->kind->nodes;
    vec gradient[TRAMA_CORNERS], shifted[TRAMA_CORNERS];
    double hessian[MOST * MOST], energy, scale = 0.0, force = 0.0;
    g->kind->gradients(g, e, e + 1, s->x, gradient);
    g->kind->hessians(g, e, e + 1, false, s->x, hessian);
    for (size_t i = 0; i < n * n; i++)
        scale = fmax(scale, fabs(hessian[i]));
    for (size_t i = 0; i < n; i++)
        force = fmax(force, fabs((&gradient[i / 3].x)[i % 3]));
    for (size_t i = 0; i < n; i++) {
        double *x = coordinate_of(s, g, e, i), from = *x, slope = 0.0, column[MOST] = {0.0};
        for (size_t k = 0; k < 4; k++) {
            *x = from + step * place[k];
            g->kind->energies(g, e, e + 1, s->x, &energy);
            g->kind->gradients(g, e, e + 1, s->x, shifted);
            slope += weight[k] * energy / (12.0 * step);
            for (size_t j = 0; j < n; j++)
                column[j] += weight[k] * (&shifted[j / 3].x)[j % 3] / (12.0 * step);
        }
        *x = from;
        if (!(fabs(slope - (&gradient[i / 3].x)[i % 3]) < 1e-7 * (force + 1e-3 * scale)))
            fail_msg("%s: dU/dx %g, not %g", g->kind->name, (&gradient[i / 3].x)[i % 3], slope);
        for (size_t j = 0; j < n; j++)
            if (!(fabs(column[j] - hessian[n * j + i]) < 1e-6 * scale))
                fail_msg("%s: second derivative %g, not %g", g->kind->name, hessian[n * j + i],
                         column[j]);
    }
}

static void check_derivatives(subject *s, const sample *of)
{
    (void)of;
    for (size_t g = 0; g < s->set.groups; g++)
        for (size_t e = 0; e < s->set.group[g].count && e < 12; e++)
            check_derivatives_of(s, &s->set.group[g], e);
}

static void gradients_and_hessians_are_derivatives(void **state)
{
    (void)state;
    each(0.02, check_derivatives);
}

/* v^T H v of some vectors is never negative; and a block is that of the whole. */
static void check_positive(subject *s, const sample *of)
{
    trama_random random = {5};
    (void)of;
    for (size_t k = 0; k < s->set.groups; k++) {
        const trama_element_group *g = &s->set.group[k];
        const size_t n = 3 * g->kind->nodes;
        double h[MOST * MOST], v[MOST];
        for (size_t e = 0; e < g->count; e++) {
            g->kind->hessians(g, e, e + 1, true, s->x, h);
            for (int trial = 0; trial < 20; trial++) {
                double sum = 0.0, size = 0.0;
                for (size_t i = 0; i < n; i++)
                    v[i] = trama_random_signed(&random);
                for (size_t i = 0; i < n * n; i++) {
                    sum += v[i / n] * h[i] * v[i % n];
                    size = fmax(size, fabs(h[i]));
                }
                if (!(sum >= -1e-12 * size))
                    fail_msg("%s: %g along some way", g->kind->name, sum);
            }
            const size_t corner = e % g->kind->nodes, place = g->kind->nodes * e + corner;
            double block[9] = {0.0};
            vec gradient = {0.0, 0.0, 0.0}, whole[TRAMA_CORNERS];
            g->kind->blocks(g, &place, 1, true, s->x, &gradient, block);
            g->kind->gradients(g, e, e + 1, s->x, whole);
            assert_true(gradient.x == whole[corner].x && gradient.z == whole[corner].z);
            for (size_t i = 0; i < 9; i++)
                assert_true(block[i] == h[n * (3 * corner + i / 3) + 3 * corner + i % 3]);
        }
    }
}

static void positive_hessians_are_never_negative(void **state)
{
    (void)state;
    each(0.15, check_positive);
}

/* U = C^T alpha^-1 C/2 and dU = dC^T alpha^-1 C: alpha (alpha^-1 C) = C by elimination. */
static void solve(size_t n, double *a, double *b)
{
    for (size_t k = 0; k < n; k++)
        for (size_t i = 0; i < n; i++) {
            const double f = i == k ? 0.0 : a[n * i + k] / a[n * k + k];
            for (size_t j = 0; j < n; j++)
                a[n * i + j] -= f * a[n * k + j];
            b[i] -= f * b[k];
        }
    for (size_t k = 0; k < n; k++)
        b[k] /= a[n * k + k];
}

static void check_constraint_of(const subject *s, const trama_element_group *g, size_t e)
{
    const size_t rows = g->kind->strains, nodes = g->kind->nodes;
    double c[TRAMA_STRAINS], p[TRAMA_STRAINS], alpha[TRAMA_STRAINS * TRAMA_STRAINS], energy;
    vec jacobian[TRAMA_STRAINS * TRAMA_CORNERS], gradient[TRAMA_CORNERS];
    double sum = 0.0, force = 0.0;
    g->kind->constraints(g, e, e + 1, s->x, c, jacobian);
    g->kind->compliances(g, e, e + 1, alpha);
    g->kind->energies(g, e, e + 1, s->x, &energy);
    g->kind->gradients(g, e, e + 1, s->x, gradient);
    memcpy(p, c, sizeof p);
    solve(rows, alpha, p);
    for (size_t r = 0; r < rows; r++)
        sum += 0.5 * c[r] * p[r];
    if (!(fabs(sum - energy) < 1e-11 * energy + 1e-18))
        fail_msg("%s: %g J, not %g J", g->kind->name, sum, energy);
    for (size_t i = 0; i < nodes; i++)
        force = fmax(force, sqrt(dot(gradient[i], gradient[i])));
    for (size_t i = 0; i < nodes; i++) {
        vec left = gradient[i];
        for (size_t r = 0; r < rows; r++)
            left = plus_scaled(left, -p[r], jacobian[nodes * r + i]);
        if (!(sqrt(dot(left, left)) < 1e-10 * force + 1e-14))
            fail_msg("%s: the constraint's force is %g N off, of %g N", g->kind->name,
                     sqrt(dot(left, left)), force);
    }
}

/* U = w |A x - p|^2/2 and dU = w A^T (A x - p), and the metric is w A^T A. */
static void check_projection_of(const subject *s, const trama_element_group *g, size_t e)
{
    const size_t rows = g->kind->rows, nodes = g->kind->nodes;
    double weight, selector[3 * TRAMA_CORNERS], metric[TRAMA_CORNERS * TRAMA_CORNERS], energy;
    vec target[3], gradient[TRAMA_CORNERS];
    double sum = 0.0;
    g->kind->projections(g, e, e + 1, s->x, &weight, selector, target);
    g->kind->energies(g, e, e + 1, s->x, &energy);
    g->kind->gradients(g, e, e + 1, s->x, gradient);
    g->kind->metrics(g, e, e + 1, s->x, metric);
    for (size_t r = 0; r < rows; r++) {
        vec off = scaled(-1.0, target[r]);
        for (size_t i = 0; i < nodes; i++)
            off = plus_scaled(off, selector[nodes * r + i], s->x[g->node[nodes * e + i]]);
        sum += 0.5 * weight * dot(off, off);
        for (size_t i = 0; i < nodes; i++)
            gradient[i] = plus_scaled(gradient[i], -weight * selector[nodes * r + i], off);
        for (size_t i = 0; i < nodes * nodes; i++)
            metric[i] -= weight * selector[nodes * r + i / nodes] * selector[nodes * r + i % nodes];
    }
    assert_true(fabs(sum - energy) < 1e-12 * energy);
    for (size_t i = 0; i < nodes; i++)
        assert_true(dot(gradient[i], gradient[i]) < 1e-22 * weight);
    for (size_t i = 0; i < nodes * nodes; i++)
        assert_true(fabs(metric[i]) < 1e-10 * weight);
}

static void check_forms(subject *s, const sample *of)
{
    size_t projections = 0;
    for (size_t k = 0; k < s->set.groups; k++) {
        const trama_element_group *g = &s->set.group[k];
        for (size_t e = 0; e < g->count; e++) {
            check_constraint_of(s, g, e);
            if (g->kind->without_projection(g->constants + g->kind->size * e))
                continue;
            check_projection_of(s, g, e);
            projections++;
        }
    }
    const bool some = strcmp(of->model, "fem_cloth") != 0 && !strstr(of->settings, "poisson=0.3");
    assert_true(some == (projections > 0));
}

static void constraints_and_projections_give_the_energy_back(void **state)
{
    (void)state;
    each(0.05, check_forms);
}

/* ---- Colours. */

static void check_colours(subject *s, const sample *of)
{
    size_t colours, *colour = calloc(s->nodes, sizeof *colour);
    trama_error error;
    (void)of;
    assert_int_equal(trama_element_set_colour_nodes(&s->set, colour, &colours, &error), TRAMA_OK);
    for (size_t k = 0; k < s->set.groups; k++) {
        const trama_element_group *g = &s->set.group[k];
        const size_t nodes = g->kind->nodes;
        assert_int_equal(g->colour[g->colours], g->count);
        for (size_t c = 0; c < g->colours; c++)
            for (size_t i = nodes * g->colour[c]; i < nodes * g->colour[c + 1]; i++)
                for (size_t j = nodes * g->colour[c]; j < i; j++)
                    assert_true(g->node[i] != g->node[j]);
        for (size_t e = 0; e < g->count; e++)
            for (size_t i = 0; i < nodes; i++)
                for (size_t j = 0; j < i; j++)
                    assert_true(colour[g->node[nodes * e + i]] != colour[g->node[nodes * e + j]]);
        size_t corners = 0;
        for (size_t i = 0; i < s->nodes; i++)
            for (size_t p = g->start[i]; p < g->start[i + 1]; p++, corners++)
                assert_int_equal(g->node[g->place[p]], i);
        assert_int_equal(corners, nodes * g->count);
    }
    free(colour);
}

static void nothing_of_one_colour_shares_a_node(void **state)
{
    (void)state;
    each(0.0, check_colours);
}

/* ---- Refusals. */

static void what_has_no_energy_is_refused_by_name(void **state)
{
    static const struct {
        sample of;
        const char *words;
    } refused[] = {
        {{"bridson", "density=1 sweeps=0 bending=0.1"}, "factor is not held"},
        {{"bridson", "density=1"}, "limits of strain"},
        {{"provot", "structural=3 density=1"}, "the correction of springs"},
        {{"cosserat", "zeta=100 xi=0.3 phi=0.001 mass=10"}, "it has no elements"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        const trama_scene_spec scene = scene_of(&refused[i].of);
        trama_element_set set;
        trama_error error;
        objects o;
        objects_begin(&o);
        objects_add(&o, "body", refused[i].of.model, refused[i].of.settings, &scene);
        objects_make(&o, "symplectic_euler");
        assert_int_equal(trama_element_set_begin(&set, &error), TRAMA_OK);
        assert_int_equal(trama_element_set_add(&set, o.system->object[0].type,
                                               o.system->object[0].model, 20, &error),
                         TRAMA_BAD_INPUT);
        if (!strstr(error.text, refused[i].words) || !strstr(error.text, refused[i].of.model))
            fail_msg("%s", error.text);
        trama_element_set_free(&set);
        objects_end(&o);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_model_with_elements_has_a_sample),
        cmocka_unit_test(elements_have_the_forces_of_their_model),
        cmocka_unit_test(elements_have_the_energy_of_their_model),
        cmocka_unit_test(gradients_and_hessians_are_derivatives),
        cmocka_unit_test(positive_hessians_are_never_negative),
        cmocka_unit_test(constraints_and_projections_give_the_energy_back),
        cmocka_unit_test(nothing_of_one_colour_shares_a_node),
        cmocka_unit_test(what_has_no_energy_is_refused_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
