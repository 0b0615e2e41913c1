/* Every kind of force from outside (lib/force) acts as its formula says, on every model that takes
 * forces. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/numbers.h"
#include "force/force.h"
#include "measure/energy.h"
#include "measure/spectrum.h"
#include "support/cloth.h"
#include "support/near.h"
#include "system_tangent.h"

enum { M = 5, N = 4, NODES = M * N, NV = 3 * NODES };
static const double spacing = 0.25;

/* ---- Forces as a scene has them. */

static const trama_force_type *kind(const char *name)
{
    const trama_force_type *type = trama_force_find(name);
    assert_non_null(type);
    return type;
}

static void set(const trama_force *force, const char *name, size_t i, double value)
{
    const trama_field *field = trama_fields_find(force->type->parameters, name);
    assert_non_null(field);
    ((double *)trama_field_at(field, force->parameters))[i] = value;
}

/* A force with the type's defaults, on all nodes; fields without a default get odd values. */
static trama_force force_of(const trama_force_type *type)
{
    trama_force force = {type, calloc(1, type->parameters.size)};
    assert_non_null(force.parameters);
    trama_fields_default(type->parameters, force.parameters);
    *trama_force_target_of(&force) =
        (trama_force_target){{0, -1}, {0, -1}, {0, 0}, trama_force_target_of(&force)->interval};
    if (type->among) {
        const long k[2] = {M - 2, M - 1}, l[2] = {0, N - 1};
        memcpy(trama_force_target_of(&force)->k, k, sizeof k);
        memcpy(trama_force_target_of(&force)->l, l, sizeof l);
    }
    for (size_t f = 0; f < type->parameters.count; f++) {
        const trama_field *field = &type->parameters.field[f];
        for (size_t i = 0; field->required && field->kind == TRAMA_REAL && i < field->count; i++)
            set(&force, field->name, i, 0.7 + 0.3 * (double)i);
    }
    return force;
}

static trama_force attractor(double strength, double radius, double x, double y, double z)
{
    const double centre[3] = {x, y, z};
    trama_force force = force_of(kind("attractor"));
    set(&force, "strength", 0, strength);
    set(&force, "radius", 0, radius);
    for (size_t axis = 0; axis < 3; axis++)
        set(&force, "centre", axis, centre[axis]);
    return force;
}

/* ---- Models that take forces. */

static const struct {
    const char *model;
    cloth_value values[8];
} materials[] = {
    {"cosserat", {{"zeta", 0}, {"xi", 0}, {"phi", 0}, {"density", 0.4}, {"measure", 3}, {NULL, 0}}},
    {"provot", {{"structural", 50}, {"shear", 20}, {"density", 0.5}, {"sweeps", 0}, {NULL, 0}}},
    {"bridson", {{"structural", 50}, {"shear", 20}, {"density", 0.5}, {"sweeps", 0}, {NULL, 0}}},
    {"nedel", {{"elasticity", 50}, {"mass", 0.02}, {"friction", 0.36}, {NULL, 0}}},
    {"lattice", {{"mass", 1.5}, {"edge", 30}, {NULL, 0}}},
    {"fem_cloth", {{"young_thickness", 50}, {"poisson", 0.3}, {"density", 0.5}, {NULL, 0}}},
    {"soft_body", {{"mass", 1.5}, {"young", 30}, {NULL, 0}}},
};
enum { MATERIALS = sizeof materials / sizeof materials[0] };

static cloth sheet_under(size_t material, const trama_force *forces, size_t count)
{
    trama_scene_spec spec = cloth_scene(M, N, spacing);
    spec.forces = (trama_force *)(uintptr_t)forces;
    spec.force_count = count;
    if (strcmp(materials[material].model, "lattice") == 0) {
        trama_fields_default(trama_grid_fields, &spec.grid);
        spec.lattice = (trama_lattice){.points = {M, 2, N / 2}, .side = {1.0, 0.3, 0.4}};
    }
    if (trama_model_find(materials[material].model)->tetrahedral) {
        trama_fields_default(trama_grid_fields, &spec.grid);
        spec.body = (trama_form){.form = TRAMA_FORM_BOX, .cells = 1, .side = {1.0, 0.25, 0.25}};
    }
    return cloth_of(materials[material].model, &spec, materials[material].values,
                    "symplectic_euler");
}

static void every_model_that_takes_forces_is_tested(void **state)
{
    (void)state;
    for (size_t i = 0; i < trama_model_count(); i++) {
        const trama_model_type *type = trama_model_at(i);
        bool found = !type->inverse_measure;
        for (size_t m = 0; m < MATERIALS; m++)
            found = found || strcmp(materials[m].model, type->name) == 0;
        if (!found)
            fail_msg("%s takes forces; give it a material here", type->name);
    }
}

/* ---- A kind by itself. */

static void every_kind_says_what_it_acts_on_and_is_pure(void **state)
{
    (void)state;
    const double r[3] = {0.3, -0.2, 1.1}, v[3] = {2.0, 0.5, -1.0};
    for (size_t i = 0; i < trama_force_count(); i++) {
        const trama_force_type *type = trama_force_at(i);
        const trama_field *k = trama_fields_find(type->parameters, "k");
        const trama_field *l = trama_fields_find(type->parameters, "l");
        trama_force force = force_of(type);
        double f[3], again[3];
        assert_true(!type->at != !type->among && (!type->among || type->newtons));
        assert_true(*type->name && *type->summary && *type->reference && type->version >= 1);
        assert_true(k && k->offset == offsetof(trama_force_target, k));
        assert_true(l && l->offset == offsetof(trama_force_target, l));
        assert_non_null(trama_fields_find(type->parameters, "iterations"));
        assert_non_null(trama_fields_find(type->parameters, "seconds"));
        trama_force_target_of(&force)->k[1] = 3; /* as a scene would have resolved it */
        trama_force_target_of(&force)->l[1] = 0;
        if (type->at) {
            type->at(force.parameters, 0.4, r, v, f);
            type->at(force.parameters, 0.4, r, v, again);
            assert_memory_equal(f, again, sizeof f);
            assert_true(isfinite(f[0] + f[1] + f[2]) && f[0] != 0.0);
        }
        free(force.parameters);
    }
}

/* In a wind of 1 m/s along x a node at (4, 4, 0) m/s goes at 5 m/s along (3, 4, 0) in the air. */
static void quadratic_drag_goes_by_the_square_of_the_speed(void **state)
{
    (void)state;
    const double r[3] = {0}, v[3] = {4.0, 4.0, 0.0};
    double f[3];
    trama_force force = force_of(kind("quadratic_drag"));
    set(&force, "strength", 0, 2.0);
    set(&force, "wind", 0, 1.0);
    force.type->at(force.parameters, 0.0, r, v, f);
    assert_true(f[0] == -30.0 && f[1] == -40.0 && f[2] == 0.0);
    free(force.parameters);
}

/* 3 N/s along x make 7.5 N after 2.5 s, and at x = 2 m a potential of -15 J. */
static void ramp_grows_with_time(void **state)
{
    (void)state;
    const double r[3] = {2.0, 1.0, 0.0}, v[3] = {0};
    double f[3];
    trama_force force = force_of(kind("ramp"));
    for (size_t axis = 0; axis < 3; axis++)
        set(&force, "rate", axis, axis == 0 ? 3.0 : 0.0);
    force.type->at(force.parameters, 2.5, r, v, f);
    assert_true(f[0] == 7.5 && f[1] == 0.0 && f[2] == 0.0);
    assert_true(force.type->potential(force.parameters, 2.5, r) == -15.0);
    free(force.parameters);
}

static double potential(double strength, double radius, double x, double y, double z)
{
    return -strength * radius / sqrt(1.0 + (x * x + y * y + z * z) / (radius * radius));
}

static void attractor_is_the_gradient_of_its_potential(void **state)
{
    (void)state;
    const trama_force force = attractor(3.0, 0.5, 1.0, 2.0, -1.0);
    const double v[3] = {0}, step = 1e-5;
    for (int place = 0; place < 8; place++) {
        const double x[3] = {0.3 * place, 0.1 - 0.2 * place, 0.05 * place * place};
        const double r[3] = {1.0 + x[0], 2.0 + x[1], -1.0 + x[2]};
        double f[3];
        force.type->at(force.parameters, 0.0, r, v, f);
        for (int axis = 0; axis < 3; axis++) {
            double up[3] = {x[0], x[1], x[2]}, down[3] = {x[0], x[1], x[2]};
            up[axis] += step;
            down[axis] -= step;
            const double slope = (potential(3.0, 0.5, up[0], up[1], up[2]) -
                                  potential(3.0, 0.5, down[0], down[1], down[2])) /
                                 (2 * step);
            assert_near(f[axis], -slope, 1e-8);
        }
    }
    free(force.parameters);
}

/* ---- On models. */

/* 1/mu of the sheet's node, times what Nedel's friction leaves. */
static double expected_inverse(size_t material, const trama_system *system, size_t node)
{
    const bool by_area = strcmp(materials[material].model, "cosserat") == 0;
    const double kept = strcmp(materials[material].model, "nedel") == 0 ? 0.64 : 1.0;
    const double inverse = system->object[0].type->inverse_measure(system->object[0].model)[node];
    if (!by_area)
        assert_near(inverse, 1.0 / system->mass[node], 1e-12 / system->mass[node]);
    return kept * inverse;
}

/* The acceleration of a node that forces give: those in newtons over its mass, others over its
 * measure. */
static void expected_at(const trama_force *forces, size_t count, size_t material,
                        const trama_system *s, size_t node, double a[3])
{
    const double r[3] = {s->q[node], s->q[NODES + node], s->q[2 * NODES + node]};
    const double v[3] = {s->v[node], s->v[NODES + node], s->v[2 * NODES + node]};
    const double kept = strcmp(materials[material].model, "nedel") == 0 ? 0.64 : 1.0;
    const trama_force_nodes nodes = {NODES, N, s->q};
    a[0] = a[1] = a[2] = 0.0;
    for (size_t i = 0; i < count; i++) {
        double all[NV] = {0}, f[3] = {0};
        if (forces[i].type->among)
            forces[i].type->among(forces[i].parameters, &nodes, all);
        else
            forces[i].type->at(forces[i].parameters, 0.2, r, v, f);
        const double inverse =
            forces[i].type->newtons ? kept / s->mass[node] : expected_inverse(material, s, node);
        for (size_t axis = 0; axis < 3; axis++)
            a[axis] += (f[axis] + all[axis * NODES + node]) * inverse;
    }
}

/* Forces on rows of a grid go to the end; the number of the others. */
static size_t without_rows(trama_force *forces, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (!forces[i].type->among) {
            const trama_force last = forces[kept];
            forces[kept++] = forces[i];
            forces[i] = last;
        }
    return kept;
}

/* In the order of the registry all kinds pull: what is added is their sum. */
static void every_model_adds_every_force_over_its_measure(void **state)
{
    (void)state;
    trama_force forces[8];
    const size_t count = trama_force_count();
    assert_true(count <= 8);
    for (size_t i = 0; i < count; i++)
        forces[i] = force_of(trama_force_at(i));
    for (size_t m = 0; m < MATERIALS; m++) {
        const bool rows = strcmp(materials[m].model, "lattice") != 0 &&
                          !trama_model_find(materials[m].model)->tetrahedral;
        const size_t taken = rows ? count : without_rows(forces, count);
        cloth c = sheet_under(m, forces, taken);
        trama_system *s = c.system;
        double with[NV], without[NV];
        cloth_shake(s->q, NV, 0.02, 5);
        cloth_shake(s->v, NV, 1.0, 6);
        trama_object_acceleration(&s->object[0], true, 0.2, s->q, s->v, with);
        trama_object_acceleration(&s->object[0], false, 0.2, s->q, s->v, without);
        for (size_t node = 0; node < NODES; node++) {
            double a[3];
            expected_at(trama_scene_spec_of(c.scene)->forces, taken, m, s, node, a);
            for (size_t axis = 0; axis < 3; axis++)
                assert_near(with[axis * NODES + node] - without[axis * NODES + node], a[axis],
                            1e-9);
        }
        cloth_end(&c);
    }
    for (size_t i = 0; i < count; i++)
        free(forces[i].parameters);
}

static void a_force_acts_on_its_nodes_in_its_interval(void **state)
{
    (void)state;
    trama_force pull = attractor(2.0, 0.5, 0.1, 0.2, 3.0);
    trama_force_target *on = trama_force_target_of(&pull);
    on->k[0] = on->k[1] = -1;
    on->l[1] = 1;
    on->interval.iterations[0] = on->interval.iterations[1] = 2;
    cloth c = sheet_under(1, &pull, 1);
    for (int iteration = 1; iteration <= 3; iteration++) {
        double a[NV];
        memset(c.system->v, 0, NV * sizeof *a);
        trama_scene_initial(c.scene, c.system->q, c.system->v); /* flat: no force of its own */
        c.system->iteration = iteration - 1;
        trama_system_begin(c.system, 0.01);
        trama_system_acceleration(c.system, 0.0, c.system->q, c.system->v, a);
        for (size_t node = 0; node < NODES; node++) {
            const bool named = node == NODES - N || node == NODES - N + 1;
            assert_true(named && iteration == 2 ? a[2 * NODES + node] > 0.1
                                                : fabs(a[2 * NODES + node]) < 1e-12);
        }
    }
    cloth_end(&c);
    free(pull.parameters);
}

/* ---- What follows by itself: the account of energy, and the tangent. */

static double potential_of(const trama_system *s, double measure)
{
    double sum = 0.0;
    for (size_t i = 0; i < NODES; i++)
        sum += measure * potential(0.05, 0.4, s->q[i] - 0.5, s->q[NODES + i] - 0.3,
                                   s->q[2 * NODES + i] - 0.6);
    return sum;
}

/* Measured: 1e-5 of the work. */
static void its_work_is_in_the_energy_budget(void **state)
{
    (void)state;
    const trama_force pull = attractor(0.05, 0.4, 0.5, 0.3, 0.6);
    cloth c = sheet_under(1, &pull, 1);
    trama_budget *budget;
    trama_error error;
    double before[NV];
    assert_int_equal(trama_budget_create(c.system, &budget, &error), TRAMA_OK);
    trama_budget_begin(budget, c.system, c.integrator);
    const double start = potential_of(c.system, 1.0);
    for (int i = 0; i < 500; i++) {
        memcpy(before, c.system->q, sizeof before);
        trama_integrator_step(c.integrator, c.system, 1e-3);
        trama_budget_update(budget, c.system, c.integrator, before);
    }
    const double work = start - potential_of(c.system, 1.0);
    assert_true(work > 0.01);
    assert_near(trama_budget_work(budget), work, 1e-3 * work);
    assert_near(trama_budget_excess(budget), 0.0, 1e-2 * work);
    assert_near(trama_budget_potential(budget), potential_of(c.system, 1.0), 1e-12);
    trama_budget_destroy(budget);
    cloth_end(&c);
    free(pull.parameters);
}

static void tangent_product(cloth *c, const double *u, double *y)
{
    trama_tangent *tangent;
    trama_spectrum_spec spec;
    trama_error error;
    trama_fields_default(trama_spectrum_fields, &spec);
    assert_int_equal(trama_tangent_create(c->system, &spec, &tangent, &error), TRAMA_OK);
    const bool pulled = trama_scene_spec_of(c->scene)->force_count > 0;
    assert_string_equal(trama_tangent_name(tangent), pulled ? "differences" : "exact");
    trama_tangent_apply(tangent, c->system, c->system->q, c->system->v, u, y);
    trama_tangent_destroy(tangent);
}

/* Near its centre the attractor is a spring of strength/radius to it. */
static void its_stiffness_is_in_the_tangent(void **state)
{
    (void)state;
    const trama_force pull = attractor(1e5, 1e4, 0.5, 0.3, 0.0);
    double u[NV] = {0}, with[NV], without[NV];
    cloth_shake(u, NV, 1.0, 9);
    cloth pulled = sheet_under(1, &pull, 1), alone = sheet_under(1, NULL, 0);
    tangent_product(&pulled, u, with);
    tangent_product(&alone, u, without);
    for (size_t i = 0; i < NV; i++)
        assert_near(with[i] - without[i], 10.0 / pulled.system->mass[i] * u[i],
                    1e-4 * 10.0 / pulled.system->mass[i]);
    cloth_end(&pulled);
    cloth_end(&alone);
    free(pull.parameters);
}

/* ---- A couple, and a pull in all. */

/* Of a crumpled sheet: no force in all, and the moment along the outer row, about any point. */
static void a_couple_is_a_moment_and_no_force(void **state)
{
    (void)state;
    trama_force couple = force_of(kind("couple"));
    set(&couple, "moment", 0, 0.3);
    double q[NV], f[NV] = {0}, sum[3] = {0}, moment[3] = {0};
    for (size_t i = 0; i < NODES; i++) {
        const size_t row = i / N;
        q[i] = spacing * (double)row;
        q[NODES + i] = spacing * (double)(i % N);
        q[2 * NODES + i] = 0.1 * q[i] * q[i];
    }
    couple.type->among(couple.parameters, &(trama_force_nodes){NODES, N, q}, f);
    for (size_t i = 0; i < NODES; i++) {
        const double r[3] = {q[i] - 0.2, q[NODES + i], q[2 * NODES + i]};
        const double g[3] = {f[i], f[NODES + i], f[2 * NODES + i]};
        for (size_t a = 0; a < 3; a++) {
            sum[a] += g[a];
            moment[a] += r[(a + 1) % 3] * g[(a + 2) % 3] - r[(a + 2) % 3] * g[(a + 1) % 3];
        }
    }
    for (size_t a = 0; a < 3; a++)
        assert_near(sum[a], 0.0, 1e-15);
    assert_near(moment[0], 0.0, 1e-15);
    assert_near(moment[1], -0.3, 1e-15); /* x towards z: about -y */
    assert_near(moment[2], 0.0, 1e-15);
    assert_true(f[2 * NODES + NODES - 1] > 0.0); /* the outer row goes along the normal */
    free(couple.parameters);
}

/* Nodes of a model by areas as of one by masses. */
static void a_pull_is_a_force_in_all_on_every_model(void **state)
{
    (void)state;
    trama_force pull = force_of(kind("pull"));
    trama_force_target_of(&pull)->k[0] = M - 1;
    for (size_t m = 0; m + 1 < MATERIALS; m++) {
        cloth c = sheet_under(m, &pull, 1);
        const double kept = strcmp(materials[m].model, "nedel") == 0 ? 0.64 : 1.0;
        double with[NV], without[NV], sum = 0.0;
        trama_object_acceleration(&c.system->object[0], true, 0, c.system->q, c.system->v, with);
        trama_object_acceleration(&c.system->object[0], false, 0, c.system->q, c.system->v,
                                  without);
        for (size_t i = 0; i < NODES; i++)
            sum += c.system->mass[i] * (with[i] - without[i]);
        assert_near(sum, 0.7 * kept, 1e-12);
        cloth_end(&c);
    }
    free(pull.parameters);
}

/* ---- Refused. */

static void a_couple_needs_two_neighbouring_rows_of_a_grid(void **state)
{
    (void)state;
    trama_force couple = force_of(kind("couple"));
    trama_scene_spec spec = cloth_scene(M, N, spacing);
    trama_scene *scene;
    trama_error error;
    spec.forces = &couple;
    spec.force_count = 1;
    trama_force_target_of(&couple)->k[0] = M - 3;
    assert_int_equal(trama_scene_create(&spec, &scene, &error), TRAMA_BAD_INPUT);
    assert_string_equal(error.path, "forces[0].k");
    trama_force_target_of(&couple)->k[0] = M - 2;
    trama_force_target_of(&couple)->l[0] = N - 1;
    assert_int_equal(trama_scene_create(&spec, &scene, &error), TRAMA_BAD_INPUT);
    assert_string_equal(error.path, "forces[0].k");
    free(couple.parameters);
}

/* The exact tangent knows no force that varies: it is refused, not left out. */
static void what_cannot_be_had_is_refused(void **state)
{
    (void)state;
    trama_model_type without = *trama_model_find("provot");
    trama_force pull = attractor(1, 1, 0, 0, 0);
    trama_scene_spec spec = cloth_scene(M, N, spacing);
    void *parameters = calloc(1, without.parameters.size);
    trama_scene *scene;
    trama_system *system;
    trama_error error;
    assert_non_null(parameters);
    trama_fields_default(without.parameters, parameters);
    *(double *)trama_field_at(trama_fields_find(without.parameters, "mass"), parameters) = 0.5;
    spec.forces = &pull;
    spec.force_count = 1;
    without.inverse_measure = NULL;
    assert_int_equal(trama_scene_create(&spec, &scene, &error), TRAMA_OK);
    assert_int_equal(trama_system_create(&without, parameters, scene, &system, &error),
                     TRAMA_BAD_INPUT);
    assert_string_equal(error.path, "forces");
    assert_non_null(strstr(error.text, "takes no forces"));
    without.inverse_measure = trama_model_find("provot")->inverse_measure;
    assert_int_equal(trama_system_create(&without, parameters, scene, &system, &error), TRAMA_OK);
    assert_int_equal(trama_system_has_tangent(system, &error), TRAMA_BAD_INPUT);
    assert_string_equal(error.path, "scene.forces[0]");
    trama_system_destroy(system);
    trama_scene_destroy(scene);
    free(parameters);
    free(pull.parameters);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_model_that_takes_forces_is_tested),
        cmocka_unit_test(every_kind_says_what_it_acts_on_and_is_pure),
        cmocka_unit_test(quadratic_drag_goes_by_the_square_of_the_speed),
        cmocka_unit_test(ramp_grows_with_time),
        cmocka_unit_test(attractor_is_the_gradient_of_its_potential),
        cmocka_unit_test(every_model_adds_every_force_over_its_measure),
        cmocka_unit_test(a_force_acts_on_its_nodes_in_its_interval),
        cmocka_unit_test(its_work_is_in_the_energy_budget),
        cmocka_unit_test(its_stiffness_is_in_the_tangent),
        cmocka_unit_test(what_cannot_be_had_is_refused),
        cmocka_unit_test(a_couple_is_a_moment_and_no_force),
        cmocka_unit_test(a_pull_is_a_force_in_all_on_every_model),
        cmocka_unit_test(a_couple_needs_two_neighbouring_rows_of_a_grid),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
