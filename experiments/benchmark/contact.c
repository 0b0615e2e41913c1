/* Benchmark of collisions: runs every case of the named experiments and prints a line of
 * contact.csv for each: the collisions that its response missed, its changes of energy and
 * momentum, and its time. One process, with the number of threads of --threads (1); a time is that
 * of the whole run.
 *
 *   benchmark_contact [--threads N] EXPERIMENT.yaml... > contact.csv
 *
 *   deepest_m           largest depth of an edge in a triangle, at every tenth step
 *   energy_gained_J     by springs and elastic impacts
 *   momentum_error      largest change of momentum, less gravity's, kg m/s; empty where something
 *                       is held or prescribed, or air damps
 *   detection_share     time of the searches over the time of the run
 *   ns_per_vertex_step  over the vertices that can move */
#include "benchmark/fixture/machine.h"
#include "benchmark/fixture/task_value.h"
#include "clock.h"
#include "core/threads.h"
#include "interaction/collision.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* In the order of TRAMA_COLLISION_OBSERVED. */
enum { UNRESOLVED_STEPS = 2, DEEPEST = 4, GAINED = 6 };

typedef struct bench {
    const plan_case *c;
    plan_made made;
    trama_integrator *integrator;
    trama_system *system;
    const trama_acting *acting; /* the response */
    long steps;
    size_t vertices;
    double seconds, deepest, momentum[3], error;
} bench;

static bool is_response(const trama_interaction_type *type)
{
    const size_t length = strlen(type->name), end = strlen("_collision");
    return length > end && strcmp(type->name + length - end, "_collision") == 0;
}

/* ---- Momentum. */

static void momentum_of(const trama_system *system, double momentum[3])
{
    memset(momentum, 0, 3 * sizeof *momentum);
    for (size_t o = 0; o < system->object_count; o++) {
        const trama_object *object = &system->object[o];
        const size_t n = object->nv / 3;
        for (size_t i = 0; i < 3 * n; i++)
            momentum[i / n] += system->mass[object->v_begin + i] * system->v[object->v_begin + i];
    }
}

/* Whether nothing acts from outside but gravity. */
static bool is_free(const bench *b)
{
    for (size_t o = 0; o < b->c->object_count; o++) {
        const trama_scene_spec *scene = &b->c->object[o].scene;
        const bool led = b->system->object[o].nv == 0;
        if (led || scene->damping != 0.0 || scene->drag != 0.0 || scene->pin_count > 0)
            return false;
    }
    return true;
}

static void watch_momentum(bench *b)
{
    double now[3];
    momentum_of(b->system, now);
    for (size_t axis = 0; axis < 3; axis++) {
        double gravity = 0.0;
        for (size_t o = 0; o < b->system->object_count; o++) {
            const trama_object *object = &b->system->object[o];
            const size_t n = object->nv / 3;
            for (size_t i = 0; i < n; i++)
                gravity += b->system->mass[object->v_begin + axis * n + i] *
                           b->c->object[o].scene.gravity[axis];
        }
        b->error = fmax(b->error, fabs(now[axis] - b->momentum[axis] - gravity * b->system->t));
    }
}

/* ---- A case. */

static bool begin(bench *b, const plan_case *c)
{
    trama_error error;
    *b = (bench){.c = c};
    if (plan_make(c, &b->made, &error) != TRAMA_OK)
        return false;
    b->system = b->made.system;
    for (size_t i = 0; i < b->system->acting_count; i++)
        if (is_response(b->system->acting[i].type))
            b->acting = &b->system->acting[i];
    for (size_t o = 0; o < b->system->object_count; o++)
        b->vertices += b->system->object[o].nv / 3;
    return b->acting && trama_integrator_create(c->integrator, c->integrator_parameters, b->system,
                                                &b->integrator, &error) == TRAMA_OK;
}

static void look(bench *b, double *value)
{
    b->acting->type->observe(b->acting->self, b->system->t, b->system->q, b->system->v, value);
    b->deepest = fmax(b->deepest, value[DEEPEST]);
}

static void run(bench *b, double h, long steps, double *value)
{
    const bool free = is_free(b);
    trama_contact_clock *clock = ((trama_collision *)b->acting->self)->mesh->clock;
    clock->now = seconds_now;
    momentum_of(b->system, b->momentum);
    for (b->steps = 0; b->steps < steps; b->steps++) {
        const double start = seconds_now();
        if (trama_integrator_step(b->integrator, b->system, h) != TRAMA_STEP_OK)
            break;
        b->seconds += seconds_now() - start;
        if (free)
            watch_momentum(b);
        if (b->steps % 10 == 9)
            look(b, value);
    }
    look(b, value);
    if (!free)
        b->error = TRAMA_NAN;
}

static void print_row(const bench *b, const double *value)
{
    const trama_contact_clock *clock = ((trama_collision *)b->acting->self)->mesh->clock;
    char models[256], momentum[32] = "";
    plan_model_names(b->c, models, sizeof models);
    for (char *comma = strchr(models, ','); comma; comma = strchr(comma, ','))
        *comma = '+';
    if (!isnan(b->error))
        snprintf(momentum, sizeof momentum, "%.3g", b->error);
    printf("%s,%s,%s,%s,%zu,%ld,%.3g,%.0f,%.3g,%s,%.3f,%.0f\n", b->c->experiment->name, models,
           b->acting->type->name, b->c->integrator->name, b->vertices, b->steps, b->deepest,
           value[UNRESOLVED_STEPS], value[GAINED], momentum, clock->spent / b->seconds,
           1e9 * b->seconds / ((double)b->vertices * (double)b->steps));
    fflush(stdout);
}

static void measure(const plan_case *c)
{
    bench b;
    double value[TRAMA_OBSERVABLES_MAX];
    if (begin(&b, c)) {
        run(&b, task_value(c, "dt"), (long)task_value(c, "horizon"), value);
        print_row(&b, value);
    }
    trama_integrator_destroy(b.integrator);
    plan_unmake(&b.made);
}

int main(int count, char **text)
{
    plan p;
    config_error error;
    int first = 1;
    if (count > 2 && strcmp(text[1], "--threads") == 0) {
        trama_threads_set((size_t)strtoul(text[2], NULL, 10));
        first = 3;
    }
    if (!plan_load(text + first, (size_t)(count - first), NULL, &p, &error)) {
        fprintf(stderr, "%s\n", error.text);
        return EXIT_FAILURE;
    }
    puts("scene,model,response,integrator,points,steps,deepest_m,unresolved_steps,energy_gained_J,"
         "momentum_error,detection_share,ns_per_vertex_step");
    for (size_t i = 0; i < p.case_count; i++)
        measure(&p.cases[i]);
    plan_free(&p);
    return EXIT_SUCCESS;
}
