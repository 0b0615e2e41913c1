/* Benchmark of a sheet that drapes over a ball, beside Bullet's soft body where that is installed:
 * the same nodes, masses, lengths, triangles, polyhedron, gravity and friction, and the same rate
 * of damping, in one run. What differs is said in docs/collisions.md.
 *
 *   benchmark_drape [--seconds T] [EXPERIMENT.yaml] > drape.csv
 *
 * The experiment is configs/contact/drape-peer.yaml: a sheet, then a closed convex obstacle of
 * triangles. Steps are halved and doubled from the experiment's; a line for each.
 *
 * ns_per_node_step   the thread's own time
 * deepest_m          of nodes, and middles of edges and triangles, within the ball; at every 20 ms
 * sag_m              height of the ball's top over the lowest node, at the end
 * stretch            largest of the ratios of an edge's length to that at rest, at the end
 * rest_s             from when on no node moves by more than 1 mm in 0.1 s; empty: never
 * stable             all is finite, nothing stretched to twice its length, or left the ball below
 */
#include "benchmark/fixture/machine.h"
#include "benchmark/peer/bullet.h"
#include "clock.h"
#include "core/vec.h"
#include "plan/plan.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- The scene of both. */

typedef struct drape {
    const plan_case *c;
    plan_made made;
    const trama_mesh *sheet, *ball;
    size_t nodes;
    double *x, *then; /* of the nodes, now and 0.1 s ago, 3 each */
    double *corner, *rest, *mass, *start;
    size_t *edge;
    double radius, damping;
} drape;

static bool allocate(drape *d)
{
    d->x = calloc(3 * d->nodes, sizeof *d->x);
    d->then = calloc(3 * d->nodes, sizeof *d->then);
    d->start = calloc(3 * d->nodes, sizeof *d->start);
    d->mass = calloc(d->nodes, sizeof *d->mass);
    d->corner = calloc(3 * d->ball->nodes, sizeof *d->corner);
    d->rest = calloc(d->sheet->edge_count, sizeof *d->rest);
    d->edge = calloc(2 * d->sheet->edge_count, sizeof *d->edge);
    return d->x && d->then && d->start && d->mass && d->corner && d->rest && d->edge;
}

static vec place(const double *x, size_t i)
{
    return (vec){x[3 * i], x[3 * i + 1], x[3 * i + 2]};
}

static double length_of(const drape *d, size_t edge, const double *x)
{
    const vec along = minus(place(x, d->edge[2 * edge]), place(x, d->edge[2 * edge + 1]));
    return sqrt(dot(along, along));
}

/* The obstacles of the experiment are after its sheet, by name or not. */
static bool begin(drape *d, const plan_case *c)
{
    trama_error error;
    *d = (drape){.c = c};
    if (plan_make(c, &d->made, &error) != TRAMA_OK)
        return false;
    const trama_system *s = d->made.system;
    for (size_t o = 0; o < s->object_count; o++) {
        const trama_surface *surface = &s->object[o].surface;
        *(surface->is_prescribed ? &d->ball : &d->sheet) = surface->mesh;
        if (!surface->is_prescribed)
            d->damping = c->object[o].scene.damping;
    }
    d->nodes = s->nq / 3;
    if (!d->ball || !d->sheet || !allocate(d))
        return false;
    for (size_t o = 0; o < s->object_count; o++) {
        const trama_surface *surface = &s->object[o].surface;
        trama_surface_positions(surface, 0.0, s->q, surface->is_prescribed ? d->corner : d->start);
    }
    for (size_t i = 0; i < d->nodes; i++)
        d->mass[i] = s->mass[i];
    for (size_t e = 0; e < d->sheet->edge_count; e++) {
        memcpy(d->edge + 2 * e, d->sheet->edge[e].node, 2 * sizeof *d->edge);
        d->rest[e] = length_of(d, e, d->start);
    }
    for (size_t i = 0; i < d->ball->nodes; i++)
        d->radius = fmax(d->radius, d->corner[3 * i + 1]);
    return true;
}

static void end(drape *d)
{
    plan_unmake(&d->made);
    free(d->x);
    free(d->then);
    free(d->start);
    free(d->mass);
    free(d->corner);
    free(d->rest);
    free(d->edge);
}

/* ---- What is measured. */

/* How far a point is behind all faces of the ball; 0 outside. */
static double depth_of(const drape *d, vec p)
{
    double least = TRAMA_INFINITY;
    if (!(dot(p, p) < d->radius * d->radius))
        return 0.0;
    for (size_t t = 0; t < d->ball->triangle_count && least > 0.0; t++) {
        const size_t *v = d->ball->triangle[t].node;
        const vec a = place(d->corner, v[0]),
                  n = cross(minus(place(d->corner, v[1]), a), minus(place(d->corner, v[2]), a));
        least = fmin(least, dot(minus(a, p), n) / sqrt(dot(n, n)));
    }
    return fmax(least, 0.0);
}

static double deepest_of(const drape *d)
{
    double deepest = 0.0;
    for (size_t i = 0; i < d->nodes; i++)
        deepest = fmax(deepest, depth_of(d, place(d->x, i)));
    for (size_t e = 0; e < d->sheet->edge_count; e++)
        deepest = fmax(deepest, depth_of(d, scaled(0.5, plus(place(d->x, d->edge[2 * e]),
                                                             place(d->x, d->edge[2 * e + 1])))));
    for (size_t t = 0; t < d->sheet->triangle_count; t++) {
        const size_t *v = d->sheet->triangle[t].node;
        const vec sum = plus(plus(place(d->x, v[0]), place(d->x, v[1])), place(d->x, v[2]));
        deepest = fmax(deepest, depth_of(d, scaled(1.0 / 3.0, sum)));
    }
    return deepest;
}

typedef struct outcome {
    double seconds, deepest, sag, stretch, rest;
    long steps;
    bool stable;
} outcome;

/* The largest way of a node in the 0.1 s that are over. */
static double moved(drape *d)
{
    double most = 0.0;
    for (size_t i = 0; i < d->nodes; i++) {
        const vec way = minus(place(d->x, i), place(d->then, i));
        most = fmax(most, dot(way, way));
    }
    memcpy(d->then, d->x, 3 * d->nodes * sizeof *d->x);
    return sqrt(most);
}

static void look(const drape *d, outcome *o)
{
    double lowest = TRAMA_INFINITY;
    bool finite = true;
    for (size_t i = 0; i < d->nodes; i++) {
        finite = finite && isfinite(d->x[3 * i]) && isfinite(d->x[3 * i + 1]);
        lowest = fmin(lowest, d->x[3 * i + 1]);
    }
    o->sag = d->radius - lowest;
    o->stretch = 0.0;
    for (size_t e = 0; e < d->sheet->edge_count; e++)
        o->stretch = fmax(o->stretch, length_of(d, e, d->x) / d->rest[e]);
    o->stable = finite && o->stretch < 2.0 && place(d->x, d->nodes / 2).y > 0.0;
}

/* ---- Runs. */

/* Either one: a step, which may fail, and the positions after it. */
typedef struct runner {
    void *self;
    bool (*step)(void *self, double h);
    void (*positions)(const void *self, double *x);
} runner;

static outcome run(drape *d, const runner *r, double h, double seconds)
{
    outcome o = {.rest = TRAMA_NAN};
    const long looks = lround(0.02 / h) > 0 ? lround(0.02 / h) : 1,
               tenth = lround(0.1 / h) > 0 ? lround(0.1 / h) : 1, steps = lround(seconds / h);
    memcpy(d->then, d->start, 3 * d->nodes * sizeof *d->then);
    for (o.steps = 0; o.steps < steps; o.steps++) {
        const double begun = thread_seconds_now();
        const bool made = r->step(r->self, h);
        o.seconds += thread_seconds_now() - begun;
        if (!made) {
            o.stable = false;
            return o;
        }
        const long done = o.steps + 1;
        if (done % looks != 0 && done % tenth != 0)
            continue;
        r->positions(r->self, d->x);
        look(d, &o);
        if (!o.stable)
            return o;
        if (done % looks == 0)
            o.deepest = fmax(o.deepest, deepest_of(d));
        if (done % tenth != 0)
            continue;
        if (!(moved(d) < 1e-3))
            o.rest = TRAMA_NAN;
        else if (isnan(o.rest))
            o.rest = (double)(done - tenth) * h;
    }
    r->positions(r->self, d->x);
    look(d, &o);
    return o;
}

static void print(const drape *d, const char *what, int iterations, double h, const outcome *o)
{
    char rest[32] = "", sweeps[16] = "";
    if (!isnan(o->rest) && o->stable)
        snprintf(rest, sizeof rest, "%.2f", o->rest);
    if (iterations > 0)
        snprintf(sweeps, sizeof sweeps, "%d", iterations);
    printf("%s,%zu,%s,%g,%.0f,%.2e,%.3f,%.3f,%s,%d\n", what, d->nodes, sweeps, h,
           1e9 * o->seconds / ((double)o->steps * (double)d->nodes), o->deepest, o->sag, o->stretch,
           rest, o->stable);
    fflush(stdout);
}

/* ---- trama. */

typedef struct ours {
    plan_made made;
    trama_integrator *integrator;
} ours;

static bool step_ours(void *self, double h)
{
    const ours *o = self;
    return trama_integrator_step(o->integrator, o->made.system, h) == TRAMA_STEP_OK;
}

static void positions_ours(const void *self, double *x)
{
    const trama_system *s = ((const ours *)self)->made.system;
    for (size_t o = 0; o < s->object_count; o++)
        if (!s->object[o].surface.is_prescribed)
            trama_surface_positions(&s->object[o].surface, s->t, s->q, x);
}

static bool measure_ours(drape *d, double h, double seconds)
{
    ours o = {0};
    trama_error error;
    outcome found = {0};
    if (plan_make(d->c, &o.made, &error) == TRAMA_OK &&
        trama_integrator_create(d->c->integrator, d->c->integrator_parameters, o.made.system,
                                &o.integrator, &error) == TRAMA_OK) {
        found = run(d, &(runner){&o, step_ours, positions_ours}, h, seconds);
        print(d, "trama", 0, h, &found);
    }
    trama_integrator_destroy(o.integrator);
    plan_unmake(&o.made);
    return found.stable;
}

/* ---- Bullet. */

#ifdef BENCHMARK_BULLET
static bool step_bullet(void *self, double h)
{
    peer_bullet_step(self, h);
    return true;
}

static void positions_bullet(const void *self, double *x)
{
    peer_bullet_positions(self, x);
}

/* A number of the interaction's parameters. */
static double touch_value(const drape *d, const char *name)
{
    const trama_interaction_type *type = d->made.system->acting[0].type;
    const trama_field *field = trama_fields_find(type->parameters, name);
    return field ? *(const double *)((const char *)d->c->interaction[0].parameters + field->offset)
                 : 0.0;
}

static bool measure_bullet(drape *d, int iterations, double h, double seconds)
{
    const peer_bullet_scene scene = {.nodes = d->nodes,
                                     .edges = d->sheet->edge_count,
                                     .triangles = d->sheet->triangle_count,
                                     .corners = d->ball->nodes,
                                     .x = d->start,
                                     .mass = d->mass,
                                     .edge = d->edge,
                                     .triangle = d->sheet->triangle[0].node,
                                     .corner = d->corner,
                                     .gravity = {0.0, -9.81, 0.0},
                                     .friction = touch_value(d, "friction"),
                                     .margin = touch_value(d, "thickness"),
                                     .damping = d->damping / d->mass[d->nodes / 2],
                                     .iterations = iterations};
    peer_bullet *peer = peer_bullet_create(&scene);
    if (!peer)
        return false;
    const outcome found = run(d, &(runner){peer, step_bullet, positions_bullet}, h, seconds);
    print(d, "Bullet", iterations, h, &found);
    peer_bullet_destroy(peer);
    return found.stable;
}
#else
static bool measure_bullet(drape *d, int iterations, double h, double seconds)
{
    (void)d, (void)iterations, (void)h, (void)seconds;
    return false;
}
#endif

/* Doubles the step while it is stable. */
static void measure_all(drape *d, double h, double seconds)
{
    static const int iterations[] = {1, 10, 50};
    for (double step = h; measure_ours(d, step, seconds);)
        step *= 2.0;
    for (size_t i = 0; i < sizeof iterations / sizeof *iterations; i++)
        for (double step = 1.0 / 240.0; measure_bullet(d, iterations[i], step, seconds);)
            step *= 2.0;
}

int main(int count, char **text)
{
    char *file = "configs/contact/drape-peer.yaml";
    double seconds = 4.0;
    plan p;
    config_error error;
    drape d;
    if (count > 2 && strcmp(text[1], "--seconds") == 0) {
        seconds = strtod(text[2], NULL);
        text += 2;
        count -= 2;
    }
    if (count > 1)
        file = text[1];
    if (!plan_load(&file, 1, NULL, &p, &error)) {
        fprintf(stderr, "%s\n", error.text);
        return EXIT_FAILURE;
    }
    puts("program,nodes,iterations,step_s,ns_per_node_step,deepest_m,sag_m,stretch,rest_s,stable");
    const bool ok = begin(&d, &p.cases[0]);
    if (ok)
        measure_all(&d, 0.001, seconds);
    end(&d);
    plan_free(&p);
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
