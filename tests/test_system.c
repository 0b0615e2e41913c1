/* system, the frame of integrators, the registries, and the oscillator; with models and integrators
 * of the test's own, so that only the frame is on trial. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "integrator/integrator.h"
#include "system.h"

#include <math.h>
#include <string.h>

/* --- a pointwise model: free nodes of density 1, moved by the loads alone -----------------------
 */

typedef struct dust {
    size_t nodes;
    long corrections; /* calls of post_step */
    double t, h;      /* of the last of them */
} dust;

static dust the_dust;

static trama_status dust_create(const void *parameters, const trama_scene *scene, void **model,
                                trama_error *error)
{
    (void)parameters;
    (void)error;
    the_dust = (dust){.nodes = trama_scene_nodes(scene)};
    *model = &the_dust;
    return TRAMA_OK;
}

static void nothing_to_free(void *model)
{
    (void)model;
}

static void dust_dimensions(const void *model, size_t *nq, size_t *nv)
{
    *nq = *nv = 3 * ((const dust *)model)->nodes;
}

static const trama_scene *dust_scene; /* of the test that runs */

static void dust_initial(const void *model, double *q, double *v)
{
    (void)model;
    trama_scene_initial(dust_scene, q, v);
}

static void dust_acceleration(void *model, double t, const double *q, const double *v,
                              const trama_loads *loads, double *a)
{
    (void)t;
    (void)q;
    const size_t nodes = ((dust *)model)->nodes;
    double one[64];
    for (size_t i = 0; i < nodes; i++)
        one[i] = 1.0;
    memset(a, 0, 3 * nodes * sizeof *a);
    trama_loads_apply(loads, 0, nodes, nodes, one, NULL, NULL, NULL, v, a);
    trama_loads_apply_points(loads, 0, nodes, nodes, one, a);
}

/* Moves what may be moved, by as much as it is light. */
static void dust_shift(void *model, double t, double h, const double *inverse_mass, double *q,
                       double *v)
{
    dust *self = model;
    self->corrections++;
    self->t = t;
    self->h = h;
    for (size_t i = 0; i < 3 * self->nodes; i++) {
        q[i] += 0.125 * inverse_mass[i];
        v[i] += inverse_mass[i];
    }
}

static void dust_masses(const void *model, double *mass)
{
    for (size_t i = 0; i < 3 * ((const dust *)model)->nodes; i++)
        mass[i] = 0.25;
}

static const trama_model_type dust_type = {
    .name = "dust",
    .pointwise = true,
    .create = dust_create,
    .destroy = nothing_to_free,
    .dimensions = dust_dimensions,
    .initial = dust_initial,
    .acceleration = dust_acceleration,
};

/* --- a model with nq = 2, nv = 1: a unit vector that turns with angular velocity v --------------
 */

static trama_status rotor_create(const void *parameters, const trama_scene *scene, void **model,
                                 trama_error *error)
{
    (void)parameters;
    (void)scene;
    (void)error;
    static double none;
    *model = &none;
    return TRAMA_OK;
}

static void rotor_dimensions(const void *model, size_t *nq, size_t *nv)
{
    (void)model;
    *nq = 2;
    *nv = 1;
}

static void rotor_initial(const void *model, double *q, double *v)
{
    (void)model;
    q[0] = 0.6;
    q[1] = 0.8;
    v[0] = 2.5;
}

static void rotor_acceleration(void *model, double t, const double *q, const double *v,
                               const trama_loads *loads, double *a)
{
    (void)model;
    (void)q;
    (void)v;
    assert_true(loads->gravity[2] == 0.0 && loads->damping == 0.0 && loads->point_count == 0);
    a[0] = -t; /* v = 2.5 - t^2 / 2 */
}

static void rotor_drift(const void *model, double h, const double *v, const double *q_in,
                        double *q_out)
{
    (void)model;
    const double c = cos(h * v[0]), s = sin(h * v[0]), x = q_in[0], y = q_in[1];
    q_out[0] = c * x - s * y;
    q_out[1] = s * x + c * y;
}

static void rotor_rates(const void *model, const double *q, const double *v, double *dq)
{
    (void)model;
    dq[0] = -v[0] * q[1];
    dq[1] = v[0] * q[0];
}

static const trama_model_type rotor_type = {
    .name = "rotor",
    .create = rotor_create,
    .destroy = nothing_to_free,
    .dimensions = rotor_dimensions,
    .initial = rotor_initial,
    .acceleration = rotor_acceleration,
    .drift = rotor_drift,
    .rates = rotor_rates,
};

/* --- an integrator: symplectic Euler that counts how often it began afresh -----------------------
 */

static long beginnings;

static void probe_step(trama_integrator *integrator, trama_system *system, double h)
{
    beginnings += integrator->fresh;
    double *a = trama_integrator_v(integrator, 0);
    trama_system_acceleration(system, system->t, system->q, system->v, a);
    trama_system_kick(system, h, a, system->v, system->v);
    trama_system_drift(system, h, system->v, system->q, system->q);
}

static const trama_integrator_type probe_type = {
    .name = "probe",
    .order = 1,
    .damped_order = 1,
    .stability = 2.0,
    .evaluations = 1,
    .q_arrays = 2,
    .v_arrays = 3,
    .step = probe_step,
};

/* --- scenes
 * --------------------------------------------------------------------------------------- */

typedef struct stage {
    trama_scene_spec spec;
    trama_pin pin;
    trama_scene *scene;
    trama_system *system;
    trama_integrator *integrator;
} stage;

/* A 3 x 2 grid; pin holds node [0, 0] = node 0 if it is turned on. */
static void begin_grid(stage *s)
{
    *s = (stage){0};
    trama_fields_default(trama_scene_fields, &s->spec);
    trama_fields_default(trama_grid_fields, &s->spec.grid);
    trama_fields_default(trama_pin_fields, &s->pin);
    s->pin.l[1] = 0;
    s->spec.grid.points[0] = 3;
    s->spec.grid.points[1] = 2;
    s->spec.grid.side[0] = s->spec.grid.side[1] = 1.0;
    s->spec.gravity[2] = -9.8;
    s->spec.pins = &s->pin;
}

static void begin_nothing(stage *s)
{
    *s = (stage){0};
    trama_fields_default(trama_scene_fields, &s->spec);
    trama_fields_default(trama_grid_fields, &s->spec.grid);
}

static void open_stage(stage *s, const trama_model_type *type, const void *parameters)
{
    trama_error error;
    trama_status status = trama_scene_create(&s->spec, &s->scene, &error);
    dust_scene = s->scene;
    if (status == TRAMA_OK)
        status = trama_system_create(type, parameters, s->scene, &s->system, &error);
    if (status == TRAMA_OK)
        status = trama_integrator_create(&probe_type, NULL, s->system, &s->integrator, &error);
    if (status != TRAMA_OK)
        fail_msg("%s: %s", error.path, error.text);
    beginnings = 0;
}

static void close_stage(stage *s)
{
    trama_integrator_destroy(s->integrator);
    trama_system_destroy(s->system);
    trama_scene_destroy(s->scene);
}

static void run(stage *s, long steps, double h)
{
    for (long i = 0; i < steps; i++)
        trama_integrator_step(s->integrator, s->system, h);
}

/* --- pins through the frame
 * ------------------------------------------------------------------------ */

static void pinned_node_stays_and_the_others_fall(void **state)
{
    (void)state;
    stage s;
    begin_grid(&s);
    s.spec.pin_count = 1;
    s.spec.velocity[0] = 0.7; /* also taken from the pinned node */
    open_stage(&s, &dust_type, NULL);
    double reference[18];
    trama_scene_reference(s.scene, reference);
    run(&s, 100, 0.01);
    for (size_t axis = 0; axis < 3; axis++) {
        assert_true(s.system->q[6 * axis] == reference[6 * axis]);
        assert_true(s.system->v[6 * axis] == 0.0);
    }
    for (size_t node = 1; node < 6; node++) {
        /* Symplectic Euler falls g h^2 n (n + 1) / 2 = 4.949 m. */
        assert_true(fabs(s.system->q[12 + node] - reference[12 + node] + 4.949) < 1e-12);
        assert_true(fabs(s.system->q[node] - reference[node] - 0.7) < 1e-12);
    }
    close_stage(&s);
}

static void free_axis_of_a_pin_moves_and_the_others_stay(void **state)
{
    (void)state;
    stage s;
    begin_grid(&s);
    s.spec.pin_count = 1;
    s.pin.free[2] = true;
    s.spec.gravity[0] = 3.0;
    open_stage(&s, &dust_type, NULL);
    run(&s, 100, 0.01);
    assert_true(s.system->q[0] == 0.0 && s.system->q[6] == 0.0);
    assert_true(fabs(s.system->q[12] + 4.949) < 1e-12);
    assert_true(s.system->q[12] == s.system->q[12 + 2]); /* as freely as a node that no pin holds */
    close_stage(&s);
}

static void moving_pin_moves_by_velocity_times_time(void **state)
{
    (void)state;
    stage s;
    begin_grid(&s);
    s.spec.pin_count = 1;
    s.pin.motion.velocity[0] = 0.75;
    s.pin.motion.velocity[2] = -2.385;
    open_stage(&s, &dust_type, NULL);
    run(&s, 300, 0.007); /* 2.1 s */
    assert_true(fabs(s.system->q[0] - 0.75 * 2.1) < 1e-13);
    assert_true(s.system->q[6] == 0.0);
    assert_true(fabs(s.system->q[12] + 2.385 * 2.1) < 1e-13);
    assert_true(s.system->v[0] == 0.75 && s.system->v[12] == -2.385);
    close_stage(&s);
}

/* Steps until `last`, and fails unless node 0 rests in exactly the iterations from..to. */
static void expect_rest(stage *s, long from, long to, long last, double h)
{
    for (long iteration = 1; iteration <= last; iteration++) {
        const double before = s->system->q[12];
        run(s, 1, h);
        const bool rests = s->system->q[12] == before;
        if (rests != (iteration >= from && iteration <= to))
            fail_msg("iteration %ld: the node %s", iteration, rests ? "rests" : "moves");
    }
}

static void pin_holds_in_its_iterations_exactly(void **state)
{
    (void)state;
    stage s;
    begin_grid(&s);
    s.spec.pin_count = 1;
    s.pin.interval.iterations[0] = 11;
    s.pin.interval.iterations[1] = 20;
    open_stage(&s, &dust_type, NULL);
    expect_rest(&s, 11, 20, 40, 0.01);
    /* Freed at iteration 21 from rest: the twentieth free step's velocity is g h 20. */
    assert_true(fabs(s.system->v[12] + 9.8 * 0.01 * 20) < 1e-13);
    close_stage(&s);
}

/* A pin from 0.1 s to 0.3 s holds the iterations that start then, whatever the step. */
static void pin_holds_in_its_seconds_exactly(void **state)
{
    (void)state;
    const struct {
        double h;
        long from, to;
    } cases[] = {{0.1, 2, 3}, {0.01, 11, 30}, {0.001, 101, 300}, {0.03, 5, 10}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        stage s;
        begin_grid(&s);
        s.spec.pin_count = 1;
        s.pin.interval.seconds[0] = 0.1;
        s.pin.interval.seconds[1] = 0.3;
        open_stage(&s, &dust_type, NULL);
        expect_rest(&s, cases[i].from, cases[i].to, cases[i].to + 20, cases[i].h);
        close_stage(&s);
    }
}

static void change_of_pins_does_not_begin_the_method_afresh(void **state)
{
    (void)state;
    stage s;
    begin_grid(&s);
    s.spec.pin_count = 1;
    s.pin.interval.iterations[0] = 3;
    s.pin.interval.iterations[1] = 5;
    open_stage(&s, &dust_type, NULL);
    run(&s, 10, 0.01);
    assert_int_equal(beginnings, 1);
    close_stage(&s);
}

static void held_coordinates_have_no_acceleration(void **state)
{
    (void)state;
    stage s;
    begin_grid(&s);
    s.spec.pin_count = 1;
    s.pin.free[0] = true;
    s.spec.gravity[0] = 1.5;
    s.spec.gravity[1] = -0.5;
    open_stage(&s, &dust_type, NULL);
    trama_system_begin(s.system, 0.01, true);
    double a[18], dq[18];
    trama_system_acceleration(s.system, 0.0, s.system->q, s.system->v, a);
    assert_true(a[0] == 1.5 && a[6] == 0.0 && a[12] == 0.0);
    assert_true(a[1] == 1.5 && a[7] == -0.5 && a[13] == -9.8);
    memset(a, 0, sizeof a);
    trama_system_rates(s.system, 0.0, s.system->q, s.system->v, dq, a);
    assert_true(a[0] == 1.5 && a[6] == 0.0 && a[13] == -9.8);
    assert_int_equal(s.system->evaluations, 2);
    close_stage(&s);
}

static void hold_gives_only_held_coordinates_their_velocity(void **state)
{
    (void)state;
    stage s;
    begin_grid(&s);
    s.spec.pin_count = 1;
    s.pin.free[1] = true;
    s.pin.motion.velocity[2] = 0.5;
    open_stage(&s, &dust_type, NULL);
    trama_system_begin(s.system, 0.01, true);
    double v[18];
    for (size_t i = 0; i < 18; i++)
        v[i] = 7.0;
    trama_system_hold(s.system, v);
    for (size_t i = 0; i < 18; i++)
        assert_true(v[i] == (i == 0 ? 0.0 : i == 12 ? 0.5 : 7.0));
    close_stage(&s);
}

static void post_step_is_told_what_is_held(void **state)
{
    (void)state;
    trama_model_type shifting = dust_type;
    shifting.post_step = dust_shift;
    stage s;
    begin_grid(&s);
    s.spec.pin_count = 1;
    s.pin.motion.velocity[1] = 2.0;
    s.spec.gravity[2] = 0.0;
    open_stage(&s, &shifting, NULL);
    run(&s, 1, 0.25);
    assert_int_equal(the_dust.corrections, 1);
    assert_true(the_dust.t == 0.25 && the_dust.h == 0.25);
    assert_true(s.system->q[0] == 0.0 && s.system->q[6] == 0.5 && s.system->q[12] == 0.0);
    assert_true(s.system->v[0] == 0.0 && s.system->v[6] == 2.0);
    assert_true(s.system->q[6 + 1] == 0.125 && s.system->v[6 + 1] == 1.0);
    close_stage(&s);
}

static long limits;       /* calls of dust_limit */
static double limited_at; /* q[1] of the last of them */

static void dust_limit(void *model, double h, const double *inverse_mass, const double *q,
                       double *v)
{
    (void)model;
    assert_true(h == 0.25 && inverse_mass[0] == 0.0 && inverse_mass[1] == 1.0);
    limits++;
    limited_at = q[1];
    v[1] = 3.0;
}

static void limit_acts_after_the_step_unless_the_method_calls_it(void **state)
{
    (void)state;
    trama_model_type limited = dust_type;
    limited.limit = dust_limit;
    trama_integrator_type own = probe_type;
    own.limits = true;
    for (int knows = 0; knows < 2; knows++) {
        stage s;
        begin_grid(&s);
        s.spec.pin_count = 1;
        open_stage(&s, &limited, NULL);
        if (knows)
            s.integrator->type = &own;
        limits = 0;
        run(&s, 2, 0.25);
        assert_int_equal(limits, knows ? 0 : 2);
        if (!knows) /* the second step moves by the 3 m/s that the first was limited to */
            assert_true(limited_at == 0.75 && s.system->v[1] == 3.0);
        close_stage(&s);
    }
}

static void inverse_mass_follows_what_is_held(void **state)
{
    (void)state;
    trama_model_type shifting = dust_type;
    shifting.post_step = dust_shift;
    shifting.masses = dust_masses;
    stage s;
    begin_grid(&s);
    s.spec.pin_count = 1;
    s.pin.interval.iterations[0] = 1;
    s.pin.interval.iterations[1] = 1;
    open_stage(&s, &shifting, NULL);
    assert_true(s.system->inverse_mass[0] == 0.0 && s.system->inverse_mass[1] == 4.0);
    run(&s, 2, 0.25);
    assert_true(s.system->inverse_mass[0] == 4.0);
    trama_system_reset(s.system);
    assert_true(s.system->inverse_mass[0] == 0.0);
    close_stage(&s);
}

/* --- defaults and own drift
 * -------------------------------------------------------------------------- */

static void without_drift_and_rates_positions_move_by_velocity(void **state)
{
    (void)state;
    stage s;
    begin_grid(&s);
    open_stage(&s, &dust_type, NULL);
    double q[18], v[18], a[18], out[18];
    for (size_t i = 0; i < 18; i++) {
        q[i] = 0.3 * (double)i;
        v[i] = 1.0 - (double)i;
        a[i] = 2.5 * (double)i;
    }
    trama_system_drift(s.system, 0.01, v, q, out);
    for (size_t i = 0; i < 18; i++)
        assert_true(out[i] == q[i] + 0.01 * v[i]);
    trama_system_drift(s.system, 0.01, v, q, q); /* in place */
    assert_memory_equal(q, out, sizeof q);
    trama_system_kick(s.system, -0.5, a, v, out);
    for (size_t i = 0; i < 18; i++)
        assert_true(out[i] == v[i] - 0.5 * a[i]);
    trama_system_kick(s.system, -0.5, a, v, v);
    assert_memory_equal(v, out, sizeof v);
    trama_system_rates(s.system, 0.0, q, v, out, a);
    assert_memory_equal(out, v, sizeof v);
    close_stage(&s);
}

static void masses_default_to_one(void **state)
{
    (void)state;
    trama_model_type weighty = dust_type;
    weighty.masses = dust_masses;
    const struct {
        const trama_model_type *type;
        double mass;
    } cases[] = {{&dust_type, 1.0}, {&weighty, 0.25}};
    for (size_t c = 0; c < 2; c++) {
        stage s;
        begin_grid(&s);
        open_stage(&s, cases[c].type, NULL);
        for (size_t i = 0; i < 18; i++)
            assert_true(s.system->mass[i] == cases[c].mass);
        close_stage(&s);
    }
}

/* q + h dq/dt would grow to |q| = 1.12; by turning it stays 1. */
static void rotor_keeps_its_length_by_its_own_drift(void **state)
{
    (void)state;
    enum { STEPS = 400 };
    const double h = 0.01;
    stage s;
    begin_nothing(&s);
    open_stage(&s, &rotor_type, NULL);
    assert_int_equal(s.system->nq, 2);
    assert_int_equal(s.system->nv, 1);
    run(&s, STEPS, h);
    const double *q = s.system->q;
    assert_true(fabs(hypot(q[0], q[1]) - 1.0) < 1e-13); /* measured 4e-16 */
    double angle = atan2(0.8, 0.6), velocity = 2.5;
    for (int i = 0; i < STEPS; i++) {
        velocity -= h * (i * h);
        angle += h * velocity;
    }
    assert_true(fabs(q[0] - cos(angle)) < 1e-12 && fabs(q[1] - sin(angle)) < 1e-12);
    close_stage(&s);
}

static void rates_of_the_rotor_are_its_own(void **state)
{
    (void)state;
    stage s;
    begin_nothing(&s);
    open_stage(&s, &rotor_type, NULL);
    double dq[2], dv[1];
    trama_system_rates(s.system, 3.0, s.system->q, s.system->v, dq, dv);
    assert_true(dq[0] == -2.0 && dq[1] == 1.5 && dv[0] == -3.0);
    close_stage(&s);
}

/* --- time, reset, fresh
 * ------------------------------------------------------------------------------ */

static void time_is_a_product_and_not_a_sum(void **state)
{
    (void)state;
    stage s;
    begin_nothing(&s);
    open_stage(&s, &rotor_type, NULL);
    run(&s, 1000, 0.1);
    assert_true(s.system->t == 1000 * 0.1); /* a sum of 0.1 is off by 1.4e-12 */
    assert_int_equal(s.system->iteration, 1000);
    assert_int_equal(s.system->evaluations, 1000);
    run(&s, 10, 0.025);
    assert_true(s.system->t == 1000 * 0.1 + 10 * 0.025);
    assert_int_equal(beginnings, 2);
    close_stage(&s);
}

static void method_begins_afresh_when_h_changes_or_on_restart(void **state)
{
    (void)state;
    stage s;
    begin_nothing(&s);
    open_stage(&s, &rotor_type, NULL);
    const struct {
        double h;
        long beginnings;
    } cases[] = {{0.1, 1}, {0.1, 1}, {0.2, 2}, {0.2, 2}, {0.1, 3}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        run(&s, 1, cases[i].h);
        assert_int_equal(beginnings, cases[i].beginnings);
    }
    trama_integrator_restart(s.integrator);
    run(&s, 3, 0.1);
    assert_int_equal(beginnings, 4);
    close_stage(&s);
}

static void reset_repeats_the_run_to_the_bit(void **state)
{
    (void)state;
    stage s;
    begin_grid(&s);
    s.spec.perturbation = 1e-3;
    s.spec.damping = 0.2;
    s.spec.pin_count = 1;
    s.pin.interval.iterations[0] = 1;
    s.pin.interval.iterations[1] = 25;
    open_stage(&s, &dust_type, NULL);
    double q[2][18], v[2][18];
    for (int round = 0; round < 2; round++) {
        trama_system_reset(s.system);
        trama_integrator_restart(s.integrator);
        assert_true(s.system->t == 0.0 && s.system->iteration == 0 && s.system->evaluations == 0);
        run(&s, 50, 0.013);
        memcpy(q[round], s.system->q, sizeof q[round]);
        memcpy(v[round], s.system->v, sizeof v[round]);
    }
    assert_memory_equal(q[0], q[1], sizeof q[0]);
    assert_memory_equal(v[0], v[1], sizeof v[0]);
    close_stage(&s);
}

static void workspace_arrays_are_apart_and_zeroed(void **state)
{
    (void)state;
    stage s;
    begin_nothing(&s);
    open_stage(&s, &rotor_type, NULL);
    assert_int_equal(trama_integrator_q(s.integrator, 1) - trama_integrator_q(s.integrator, 0), 2);
    assert_int_equal(trama_integrator_v(s.integrator, 2) - trama_integrator_v(s.integrator, 0), 2);
    for (size_t i = 0; i < 4; i++)
        assert_true(trama_integrator_q(s.integrator, 0)[i] == 0.0);
    close_stage(&s);
}

/* --- what is refused
 * --------------------------------------------------------------------------------- */

static trama_status system_status(stage *s, const trama_model_type *type, const void *parameters,
                                  trama_error *error)
{
    assert_int_equal(trama_scene_create(&s->spec, &s->scene, error), TRAMA_OK);
    dust_scene = s->scene;
    s->system = (trama_system *)(void *)s; /* to be set to NULL */
    const trama_status status = trama_system_create(type, parameters, s->scene, &s->system, error);
    if (status != TRAMA_OK)
        assert_null(s->system);
    close_stage(s);
    return status;
}

static void model_and_grid_must_match(void **state)
{
    (void)state;
    trama_error error;
    stage s;
    begin_nothing(&s);
    assert_int_equal(system_status(&s, &dust_type, NULL, &error), TRAMA_BAD_INPUT);
    assert_string_equal(error.path, "grid");
    assert_non_null(strstr(error.text, "dust needs a scene with a grid"));
    begin_grid(&s);
    assert_int_equal(system_status(&s, &rotor_type, NULL, &error), TRAMA_BAD_INPUT);
    assert_string_equal(error.path, "grid");
    assert_non_null(strstr(error.text, "rotor takes no grid"));
}

static long openings, closings;

static trama_status open_fails(trama_integrator *integrator, const trama_system *system,
                               trama_error *error)
{
    (void)integrator;
    (void)system;
    openings++;
    return trama_fail(error, TRAMA_BAD_INPUT, "context", "no context today");
}

static trama_status open_succeeds(trama_integrator *integrator, const trama_system *system,
                                  trama_error *error)
{
    (void)integrator;
    (void)system;
    (void)error;
    openings++;
    return TRAMA_OK;
}

static void count_closing(trama_integrator *integrator)
{
    (void)integrator;
    closings++;
}

static void context_is_closed_if_it_was_opened(void **state)
{
    (void)state;
    stage s;
    begin_nothing(&s);
    open_stage(&s, &rotor_type, NULL);
    trama_integrator_type type = probe_type;
    trama_integrator *integrator = s.integrator;
    trama_error error;
    type.close = count_closing;
    type.open = open_fails;
    openings = closings = 0;
    assert_int_equal(trama_integrator_create(&type, NULL, s.system, &integrator, &error),
                     TRAMA_BAD_INPUT);
    assert_null(integrator);
    assert_string_equal(error.path, "context");
    assert_true(openings == 1 && closings == 0);
    type.open = open_succeeds;
    assert_int_equal(trama_integrator_create(&type, NULL, s.system, &integrator, &error), TRAMA_OK);
    trama_integrator_destroy(integrator);
    assert_true(openings == 2 && closings == 1);
    close_stage(&s);
}

static void destroying_nothing_is_harmless(void **state)
{
    (void)state;
    trama_scene_destroy(NULL);
    trama_activity_destroy(NULL);
    trama_system_destroy(NULL);
    trama_integrator_destroy(NULL);
}

/* --- registries and the oscillator
 * -------------------------------------------------------------------- */

static void registries_find_every_entry_by_its_name(void **state)
{
    (void)state;
    assert_true(trama_model_count() > 0 && trama_integrator_count() > 0);
    for (size_t i = 0; i < trama_model_count(); i++)
        assert_ptr_equal(trama_model_find(trama_model_at(i)->name), trama_model_at(i));
    for (size_t i = 0; i < trama_integrator_count(); i++)
        assert_ptr_equal(trama_integrator_find(trama_integrator_at(i)->name),
                         trama_integrator_at(i));
    assert_null(trama_model_find("cosserats"));
    assert_null(trama_integrator_find("eulers"));
}

typedef struct oscillator_parameters {
    double omega, damping, cubic, position, velocity;
} oscillator_parameters;

/* The parameters by name, so that the test knows nothing of the model's struct but its fields. */
static void oscillator_set(void *parameters, const char *name, double value)
{
    const trama_model_type *type = trama_model_find("oscillator");
    const trama_field *field = trama_fields_find(type->parameters, name);
    assert_non_null(field);
    *(double *)trama_field_at(field, parameters) = value;
}

static void open_oscillator(stage *s, oscillator_parameters *parameters, double damping,
                            double cubic)
{
    const trama_model_type *type = trama_model_find("oscillator");
    assert_true(type->parameters.size == sizeof *parameters);
    trama_fields_default(type->parameters, parameters);
    oscillator_set(parameters, "omega", 3.0);
    oscillator_set(parameters, "damping", damping);
    oscillator_set(parameters, "cubic", cubic);
    oscillator_set(parameters, "position", 0.5);
    oscillator_set(parameters, "velocity", -2.0);
    begin_nothing(s);
    open_stage(s, type, parameters);
}

static void oscillator_has_its_force_and_initial_state(void **state)
{
    (void)state;
    stage s;
    oscillator_parameters parameters;
    open_oscillator(&s, &parameters, 0.25, 4.0);
    assert_true(s.system->q[0] == 0.5 && s.system->v[0] == -2.0);
    double a;
    trama_system_acceleration(s.system, 0.0, s.system->q, s.system->v, &a);
    assert_true(a == -9.0 * 0.5 + 0.25 * 2.0 - 4.0 * 0.125);
    close_stage(&s);
}

static void oscillator_force_is_minus_the_gradient_of_its_energy(void **state)
{
    (void)state;
    stage s;
    oscillator_parameters parameters;
    open_oscillator(&s, &parameters, 0.0, 4.0);
    const double d = 1e-4, q = 0.7, low = q - d, high = q + d, v = 0.0;
    double e_low, e_high, a;
    s.system->type->energy(s.system->model, &low, &e_low);
    s.system->type->energy(s.system->model, &high, &e_high);
    trama_system_acceleration(s.system, 0.0, &q, &v, &a);
    /* Central difference of a quartic: off by cubic q d^2 = 2.8e-8. */
    assert_true(fabs(a + (e_high - e_low) / (2.0 * d)) < 4e-8);
    assert_true(fabs(a + (e_high - e_low) / (2.0 * d)) > 1e-8);
    assert_string_equal(s.system->type->energy_names[0], "elastic");
    assert_null(s.system->type->energy_names[1]);
    close_stage(&s);
}

/* Symplectic Euler's error at t = 1 halves with h: the frame carries a first-order method. */
static void oscillator_under_the_frame_converges_to_the_exact_motion(void **state)
{
    (void)state;
    double error[2];
    for (int i = 0; i < 2; i++) {
        const long steps = 1000L << i;
        stage s;
        oscillator_parameters parameters;
        open_oscillator(&s, &parameters, 0.0, 0.0);
        run(&s, steps, 1.0 / (double)steps);
        error[i] = s.system->q[0] - (0.5 * cos(3.0) - 2.0 / 3.0 * sin(3.0));
        close_stage(&s);
    }
    const double order = log2(error[0] / error[1]);
    assert_true(order > 0.95 && order < 1.05); /* measured 0.996 */
}

static void oscillator_out_of_range_is_refused(void **state)
{
    (void)state;
    const trama_model_type *type = trama_model_find("oscillator");
    const struct {
        const char *field;
        double value;
    } cases[] = {
        {"omega", -1.0}, {"damping", -0.5}, {"cubic", TRAMA_INFINITY}, {"position", TRAMA_NAN}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        oscillator_parameters parameters;
        trama_fields_default(type->parameters, &parameters);
        oscillator_set(&parameters, cases[i].field, cases[i].value);
        stage s;
        begin_nothing(&s);
        trama_error error;
        assert_int_equal(system_status(&s, type, &parameters, &error), TRAMA_BAD_INPUT);
        assert_string_equal(error.path, cases[i].field);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pinned_node_stays_and_the_others_fall),
        cmocka_unit_test(free_axis_of_a_pin_moves_and_the_others_stay),
        cmocka_unit_test(moving_pin_moves_by_velocity_times_time),
        cmocka_unit_test(pin_holds_in_its_iterations_exactly),
        cmocka_unit_test(pin_holds_in_its_seconds_exactly),
        cmocka_unit_test(change_of_pins_does_not_begin_the_method_afresh),
        cmocka_unit_test(held_coordinates_have_no_acceleration),
        cmocka_unit_test(hold_gives_only_held_coordinates_their_velocity),
        cmocka_unit_test(post_step_is_told_what_is_held),
        cmocka_unit_test(limit_acts_after_the_step_unless_the_method_calls_it),
        cmocka_unit_test(inverse_mass_follows_what_is_held),
        cmocka_unit_test(without_drift_and_rates_positions_move_by_velocity),
        cmocka_unit_test(masses_default_to_one),
        cmocka_unit_test(rotor_keeps_its_length_by_its_own_drift),
        cmocka_unit_test(rates_of_the_rotor_are_its_own),
        cmocka_unit_test(time_is_a_product_and_not_a_sum),
        cmocka_unit_test(method_begins_afresh_when_h_changes_or_on_restart),
        cmocka_unit_test(reset_repeats_the_run_to_the_bit),
        cmocka_unit_test(workspace_arrays_are_apart_and_zeroed),
        cmocka_unit_test(model_and_grid_must_match),
        cmocka_unit_test(context_is_closed_if_it_was_opened),
        cmocka_unit_test(destroying_nothing_is_harmless),
        cmocka_unit_test(registries_find_every_entry_by_its_name),
        cmocka_unit_test(oscillator_has_its_force_and_initial_state),
        cmocka_unit_test(oscillator_force_is_minus_the_gradient_of_its_energy),
        cmocka_unit_test(oscillator_under_the_frame_converges_to_the_exact_motion),
        cmocka_unit_test(oscillator_out_of_range_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
