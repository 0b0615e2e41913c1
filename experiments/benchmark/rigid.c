/* Benchmark of rigid bodies in contact: the same boxes in our solver and, where the build found
 * them, in Bullet, ODE and MuJoCo. No body sleeps, all is in double precision, on one thread. The
 * engines' steps are interleaved; the clock counts the thread's own time. Penetration is that of
 * all pairs by separating axes on the poses that an engine gives, energy that of those velocities,
 * so the same measures for all.
 *
 *   benchmark_rigid [--scene NAME] [--engine NAME] [--settle STEPS] [--steps STEPS] [--dt SECONDS]
 *                   [--sweeps COUNT]
 *
 * Scenes: pile (1000 boxes, 8 s after they were dropped in random orientations), heap (the
 * same of 125, which MuJoCo can hold), pyramid (5050 boxes from rest), ratio (a box on which one of
 * 400 times its mass stands). An engine makes as many iterations in a step as are its default, ours
 * 10 unless --sweeps says so. */
#include "benchmark/fixture/machine.h"
#include "benchmark/fixture/oriented.h"
#include "benchmark/peer/engine.h"
#include "clock.h"
#include "collision/broad.h"
#include "core/numbers.h"
#include "core/random.h"
#include "core/sort.h"
#include "core/vec.h"
#include "model/rigid/rotation.h"
#include "rigid/sat.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double gravity = 9.81, density = 1000.0;

/* ---- Scenes. */

typedef struct bench_scene {
    const char *name;
    long settle, steps;
    size_t (*count)(void);
    void (*fill)(peer_box *box);
} bench_scene;

static peer_box box_at(double x, double y, double z)
{
    return (peer_box){{1.0, 1.0, 1.0}, density, {x, y, z}, {1.0, 0.0, 0.0, 0.0}};
}

static peer_box ground(void)
{
    return (peer_box){{200.0, 2.0, 200.0}, 0.0, {0.0, -1.0, 0.0}, {1.0, 0.0, 0.0, 0.0}};
}

/* Layers of `wide` by `wide`, 1.85 m apart, in random orientations. */
static void fill_lattice(int wide, peer_box *box)
{
    trama_random random = {1};
    box[0] = ground();
    for (int i = 0; i < wide * wide * wide; i++) {
        trama_pose pose;
        const int layer = i / (wide * wide), row = i / wide % wide;
        box[1 + i] = box_at(1.85 * (i % wide), 1.0 + 1.85 * layer, 1.85 * row);
        oriented_axes(&random, pose.axes);
        quaternion_put(quaternion_of_pose(&pose), box[1 + i].orientation);
        for (int axis = 0; axis < 3; axis++)
            box[1 + i].position[axis] += 0.05 * trama_random_signed(&random);
    }
}

static size_t pile_count(void)
{
    return 1001;
}

static void fill_pile(peer_box *box)
{
    fill_lattice(10, box);
}

static size_t heap_count(void)
{
    return 126;
}

static void fill_heap(peer_box *box)
{
    fill_lattice(5, box);
}

static size_t pyramid_count(void)
{
    return 5051;
}

static void fill_pyramid(peer_box *box)
{
    size_t at = 0;
    box[at++] = ground();
    for (int layer = 0; layer < 100; layer++)
        for (int i = 0; i < 100 - layer; i++)
            box[at++] = box_at(1.1 * (i + 0.5 * layer - 50.0), layer + 0.5, 0.0);
}

static size_t ratio_count(void)
{
    return 3;
}

static void fill_ratio(peer_box *box)
{
    box[0] = ground();
    box[1] = box_at(0.0, 0.5, 0.0);
    box[2] = box_at(0.0, 1.5, 0.0);
    box[2].mass = 400.0 * density;
}

static const bench_scene scenes[] = {
    {"pile", 480, 120, pile_count, fill_pile},
    {"heap", 480, 120, heap_count, fill_heap},
    {"pyramid", 0, 600, pyramid_count, fill_pyramid},
    {"ratio", 0, 600, ratio_count, fill_ratio},
};
enum { SCENES = sizeof scenes / sizeof scenes[0] };

/* ---- Engines. */

static const peer_engine *const engines[] = {
    &peer_trama,
#ifdef BENCHMARK_BULLET
    &peer_bullet,
#endif
#ifdef BENCHMARK_ODE
    &peer_ode,
#endif
#ifdef BENCHMARK_MUJOCO
    &peer_mujoco,
#endif
};
enum { ENGINES = sizeof engines / sizeof engines[0] };

/* ---- Measures, the same for all. */

typedef struct measures {
    double deepest, mean; /* m, over the pairs that overlap */
    double energy;        /* J, kinetic and of height */
} measures;

static trama_pose pose_of(const peer_state *s)
{
    trama_pose pose;
    memcpy(pose.x, s->position, sizeof pose.x);
    quaternion_turn(quaternion_at(s->orientation), &pose);
    return pose;
}

static trama_extent extent_of(const peer_box *box, const trama_pose *pose)
{
    trama_extent extent;
    for (int i = 0; i < 3; i++) {
        double half = 0.0;
        for (int k = 0; k < 3; k++)
            half += 0.5 * fabs(pose->axes[i][k]) * box->side[k];
        extent.low[i] = pose->x[i] - half;
        extent.high[i] = pose->x[i] + half;
    }
    return extent;
}

static double energy_of(const peer_box *box, const peer_state *s, const trama_pose *pose)
{
    const vec w = turned_back(pose, (vec){s->spin[0], s->spin[1], s->spin[2]});
    const double *l = box->side, x = l[0] * l[0], y = l[1] * l[1], z = l[2] * l[2];
    const double turning = (y + z) * w.x * w.x + (z + x) * w.y * w.y + (x + y) * w.z * w.z;
    return box->mass *
           (0.5 * dot3(s->velocity, s->velocity) + turning / 24.0 + gravity * s->position[1]);
}

static void measure_depths(const peer_scene *scene, const trama_pose *pose, trama_broad *broad,
                           measures *m)
{
    trama_error error;
    trama_broad_pairs pairs;
    long count = 0;
    if (trama_broad_pairs_find(broad, &pairs, &error) != TRAMA_OK)
        return;
    for (size_t i = 0; i < pairs.count; i++) {
        trama_convex shape[2];
        const uint32_t a = pairs.pair[i].first, b = pairs.pair[i].second;
        trama_convex_make(&shape[0], trama_convex_find("box"), scene->box[a].side, &error);
        trama_convex_make(&shape[1], trama_convex_find("box"), scene->box[b].side, &error);
        const double depth = trama_sat_boxes(&shape[0], &pose[a], &shape[1], &pose[b], 0.0).depth;
        m->deepest = fmax(m->deepest, depth);
        m->mean += fmax(depth, 0.0);
        count += depth > 0.0;
    }
    m->mean /= (double)(count > 0 ? count : 1);
}

static measures measure(const peer_scene *scene, const peer_state *state)
{
    measures m = {0.0, 0.0, 0.0};
    trama_broad *broad;
    trama_error error;
    trama_pose *pose = calloc(scene->count, sizeof *pose);
    if (!pose ||
        trama_broad_create(trama_broad_find("sweep_and_prune"), &broad, &error) != TRAMA_OK) {
        free(pose);
        return m;
    }
    for (size_t i = 0; i < scene->count; i++) {
        pose[i] = pose_of(&state[i]);
        const trama_extent extent = extent_of(&scene->box[i], &pose[i]);
        trama_broad_insert(broad, (uint32_t)i, &extent, &error);
        if (scene->box[i].mass > 0.0)
            m.energy += energy_of(&scene->box[i], &state[i], &pose[i]);
    }
    measure_depths(scene, pose, broad, &m);
    trama_broad_destroy(broad);
    free(pose);
    return m;
}

/* The furthest that a box that began to be timed here has come. */
static double drift_of(size_t count, const peer_state *from, const peer_state *to)
{
    double most = 0.0;
    for (size_t i = 0; i < count; i++) {
        double square = 0.0;
        for (int axis = 0; axis < 3; axis++) {
            const double d = to[i].position[axis] - from[i].position[axis];
            square += d * d;
        }
        most = fmax(most, sqrt(square));
    }
    return most;
}

/* ---- Runs. */

typedef struct run {
    const peer_engine *engine;
    void *self;
    peer_state *begin, *end;
    double *seconds;
    double deepest; /* m, at every tenth step */
    measures first, last;
} run;

typedef struct options {
    const char *scene, *engine;
    long settle, steps, sweeps; /* -1: the scene's */
    double h;
} options;

static void look(const peer_scene *scene, run *r, peer_state *state, measures *m)
{
    r->engine->state(r->self, state);
    *m = measure(scene, state);
    r->deepest = fmax(r->deepest, m->deepest);
}

/* False: the engine cannot, or there is no memory. */
static bool open_run(const peer_scene *scene, const peer_engine *engine, long sweeps, long steps,
                     run *r)
{
    peer_scene own = *scene;
    own.iterations = engine == &peer_trama ? sweeps : 0;
    *r = (run){.engine = engine, .self = engine->open(&own)};
    r->begin = calloc(scene->count, sizeof *r->begin);
    r->end = calloc(scene->count, sizeof *r->end);
    r->seconds = calloc((size_t)steps, sizeof *r->seconds);
    return r->self && r->begin && r->end && r->seconds;
}

static void close_run(run *r)
{
    if (r->self)
        r->engine->close(r->self);
    free(r->begin);
    free(r->end);
    free(r->seconds);
}

static void time_steps(const peer_scene *scene, run *runs, size_t count, long steps)
{
    for (long s = 0; s < steps; s++)
        for (size_t e = 0; e < count; e++) {
            const double start = thread_seconds_now();
            runs[e].engine->step(runs[e].self);
            runs[e].seconds[s] = thread_seconds_now() - start;
            if (s % 10 == 9)
                look(scene, &runs[e], runs[e].end, &runs[e].last);
        }
}

static void print_run(const bench_scene *scene, const peer_scene *world, run *r, long steps)
{
    look(world, r, r->end, &r->last);
    trama_sort(r->seconds, (size_t)steps);
    const double *ms = r->seconds;
    printf("%-8s %-7s %8.3f %8.3f %8.3f %8.3f %8ld %10.3g %10.3g %10.3g %11.4g %10.3g\n",
           scene->name, r->engine->name, 1e3 * ms[steps / 2], 1e3 * ms[steps / 4],
           1e3 * ms[3 * steps / 4], 1e3 * ms[steps - 1], r->engine->contacts(r->self), r->deepest,
           r->last.deepest, r->last.mean, r->last.energy - r->first.energy,
           drift_of(world->count, r->begin, r->end));
    fflush(stdout);
}

static void run_scene(const bench_scene *scene, const options *o)
{
    peer_scene world = {.count = scene->count(), .gravity = gravity, .friction = 0.5, .h = o->h};
    peer_box *box = calloc(world.count, sizeof *box);
    const long settle = o->settle >= 0 ? o->settle : scene->settle,
               steps = o->steps > 0 ? o->steps : scene->steps;
    run runs[ENGINES] = {0};
    size_t count = 0;
    scene->fill(box);
    world.box = box;
    for (size_t e = 0; e < ENGINES; e++) {
        if (o->engine && strcmp(o->engine, engines[e]->name) != 0)
            continue;
        if (open_run(&world, engines[e], o->sweeps, steps, &runs[count]))
            count++;
        else
            close_run(&runs[count]);
    }
    for (size_t e = 0; e < count; e++) {
        for (long s = 0; s < settle; s++)
            runs[e].engine->step(runs[e].self);
        look(&world, &runs[e], runs[e].begin, &runs[e].first);
        runs[e].deepest = 0.0;
    }
    time_steps(&world, runs, count, steps);
    for (size_t e = 0; e < count; e++) {
        print_run(scene, &world, &runs[e], steps);
        close_run(&runs[e]);
    }
    free(box);
}

int main(int count, char **text)
{
    options o = {.settle = -1, .steps = -1, .sweeps = 10, .h = 1.0 / 60.0};
    for (int i = 1; i + 1 < count; i += 2) {
        const char *name = text[i], *value = text[i + 1];
        if (strcmp(name, "--scene") == 0)
            o.scene = value;
        else if (strcmp(name, "--engine") == 0)
            o.engine = value;
        else if (strcmp(name, "--settle") == 0)
            o.settle = strtol(value, NULL, 10);
        else if (strcmp(name, "--steps") == 0)
            o.steps = strtol(value, NULL, 10);
        else if (strcmp(name, "--sweeps") == 0)
            o.sweeps = strtol(value, NULL, 10);
        else if (strcmp(name, "--dt") == 0)
            o.h = strtod(value, NULL);
    }
    machine_pin();
    machine_print();
    printf("steps of %g s\n", o.h);
    puts("scene    engine  ms: median   lowest quarter, highest quarter, most; contacts; deepest, "
         "at "
         "the end, mean, m; energy gained, J; drift, m");
    for (size_t i = 0; i < SCENES; i++)
        if (!o.scene || strcmp(o.scene, scenes[i].name) == 0)
            run_scene(&scenes[i], &o);
    return EXIT_SUCCESS;
}
