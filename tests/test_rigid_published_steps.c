/* Each step of the response of Mueller 2010 beside its plain form: points gathered one a step,
 * impulses summed and held, friction that is not, for a cube that tumbles over the ground or into
 * another. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "core/random.h"
#include "core/vec.h"
#include "interaction/pairs.h"
#include "rigid/mpr_published.h"
#include "support/near.h"
#include "support/rigid.h"
#include "surface/bodies.h"

enum { MOST = 4 };

/* A point in both shapes' frames, the sum of its impulses, which is 0 or less, and its gap. */
typedef struct point {
    double local[2][3], sum, gap;
} point;

typedef struct gathered {
    point p[MOST + 1];
    size_t count;
    double normal[3];
    trama_mpr_memory memory;
    size_t merged, replaced, left_out, parted; /* how often */
} gathered;

typedef struct constants {
    int iterations;
    double correction, approach, friction, merge, breaking;
    bool published;
} constants;

/* Two bodies at the start of a step. Velocities: of centres, and angular, in the world. */
typedef struct two {
    trama_pose shape[2], axes[2];
    double v[2][3], w[2][3], mass[2], inertia[2]; /* mass 0: cannot move */
} two;

/* ---- Points. */

static void put(const trama_pose *pose, const double local[3], double x[3])
{
    for (int i = 0; i < 3; i++)
        x[i] = pose->x[i] + dot3(pose->axes[i], local);
}

static void take(const trama_pose *pose, const double x[3], double local[3])
{
    for (int k = 0; k < 3; k++) {
        local[k] = 0.0;
        for (int i = 0; i < 3; i++)
            local[k] += (x[i] - pose->x[i]) * pose->axes[i][k];
    }
}

static double distance(const double p[3], const double q[3])
{
    return sqrt((p[0] - q[0]) * (p[0] - q[0]) + (p[1] - q[1]) * (p[1] - q[1]) +
                (p[2] - q[2]) * (p[2] - q[2]));
}

/* The largest area of a quadrangle over four of five points, on the first body. */
static double area_without(const gathered *g, size_t out)
{
    double x[MOST][3], largest = 0.0;
    size_t n = 0;
    for (size_t i = 0; i <= MOST; i++)
        if (i != out)
            memcpy(x[n++], g->p[i].local[0], sizeof x[0]);
    static const int ways[3][4] = {{0, 1, 2, 3}, {0, 2, 1, 3}, {0, 3, 1, 2}}; /* diagonals */
    for (int k = 0; k < 3; k++) {
        double d[2][3], product[3];
        for (int i = 0; i < 3; i++) {
            d[0][i] = x[ways[k][1]][i] - x[ways[k][0]][i];
            d[1][i] = x[ways[k][3]][i] - x[ways[k][2]][i];
        }
        cross3(d[0], d[1], product);
        largest = worst_of(largest, 0.5 * sqrt(dot3(product, product)));
    }
    return largest;
}

/* The fifth comes in place of that without which the others span most, but not the deepest. */
static void choose_four(gathered *g)
{
    size_t deepest = 0, out = MOST + 1;
    double most = -1.0;
    for (size_t i = 1; i <= MOST; i++)
        deepest = g->p[i].gap < g->p[deepest].gap ? i : deepest;
    for (size_t i = 0; i <= MOST; i++)
        if (i != deepest && area_without(g, i) > most) {
            most = area_without(g, i);
            out = i;
        }
    g->left_out += out == MOST;
    g->replaced += out < MOST;
    g->p[out] = g->p[MOST];
    g->count = MOST;
}

static void gather_hit(gathered *g, const two *b, const trama_mpr_result *hit, double merge)
{
    point found = {.sum = 0.0};
    memcpy(g->normal, hit->normal, sizeof g->normal);
    take(&b->shape[0], hit->a, found.local[0]);
    take(&b->shape[1], hit->b, found.local[1]);
    for (int i = 0; i < 3; i++)
        found.gap += (hit->b[i] - hit->a[i]) * hit->normal[i];
    size_t same = MOST + 1;
    double least = merge;
    for (size_t i = 0; i < g->count; i++) {
        const double apart = fmin(distance(g->p[i].local[0], found.local[0]),
                                  distance(g->p[i].local[1], found.local[1]));
        if (apart <= least) {
            least = apart;
            same = i;
        }
    }
    if (same <= MOST) {
        found.sum = g->p[same].sum;
        g->p[same] = found;
        g->merged++;
        return;
    }
    g->p[g->count++] = found;
    if (g->count > MOST)
        choose_four(g);
}

static void gather(gathered *g, const two *b, const trama_convex *const shape[2],
                   const constants *c)
{
    const trama_mpr_options options = trama_mpr_default();
    size_t kept = 0;
    for (size_t i = 0; i < g->count; i++) {
        point p = g->p[i];
        double x[2][3], between[3];
        for (int side = 0; side < 2; side++)
            put(&b->shape[side], p.local[side], x[side]);
        for (int k = 0; k < 3; k++)
            between[k] = x[1][k] - x[0][k];
        p.gap = dot3(between, g->normal);
        const double aside = sqrt(fmax(dot3(between, between) - p.gap * p.gap, 0.0));
        if (p.gap <= c->breaking && aside <= c->breaking)
            g->p[kept++] = p;
        else
            g->parted++;
    }
    g->count = kept;
    const trama_mpr_result hit =
        c->published
            ? trama_mpr_published(shape[0], &b->shape[0], shape[1], &b->shape[1])
            : trama_mpr(shape[0], &b->shape[0], shape[1], &b->shape[1], &options, &g->memory);
    if (hit.status == TRAMA_MPR_HIT)
        gather_hit(g, b, &hit, c->merge);
    if (g->count == 0) /* the pair is forgotten */
        g->memory = (trama_mpr_memory){{0}, {0}};
}

/* ---- Impulses: on the first body, along the normal from it to the second. */

static void arm_of(const two *b, const point *p, int side, double arm[3])
{
    double x[2][3];
    put(&b->shape[0], p->local[0], x[0]);
    put(&b->shape[1], p->local[1], x[1]);
    for (int i = 0; i < 3; i++)
        arm[i] = 0.5 * (x[0][i] + x[1][i]) - b->axes[side].x[i];
}

/* Velocity of the first at the point, seen from the second. */
static void slip_of(const two *b, const point *p, double slip[3])
{
    for (int i = 0; i < 3; i++)
        slip[i] = 0.0;
    for (int side = 0; side < 2; side++) {
        double arm[3], turning[3];
        arm_of(b, p, side, arm);
        cross3(b->w[side], arm, turning);
        for (int i = 0; i < 3; i++)
            slip[i] += (side == 0 ? 1.0 : -1.0) * (b->v[side][i] + turning[i]);
    }
}

/* What slows an impulse of 1 along d, kg. */
static double mass_along(const two *b, const point *p, const double d[3])
{
    double yields = 0.0;
    for (int side = 0; side < 2; side++) {
        double arm[3], moment[3];
        arm_of(b, p, side, arm);
        cross3(arm, d, moment);
        if (b->mass[side] > 0.0)
            yields += 1.0 / b->mass[side] + dot3(moment, moment) / b->inertia[side];
    }
    return 1.0 / yields;
}

static void strike(two *b, const point *p, const double d[3], double impulse)
{
    for (int side = 0; side < 2; side++) {
        double arm[3], moment[3];
        arm_of(b, p, side, arm);
        cross3(arm, d, moment);
        for (int i = 0; i < 3 && b->mass[side] > 0.0; i++) {
            b->v[side][i] += (side == 0 ? impulse : -impulse) * d[i] / b->mass[side];
            b->w[side][i] += (side == 0 ? impulse : -impulse) * moment[i] / b->inertia[side];
        }
    }
}

static void tangent_of(const double n[3], const double slip[3], double tangent[3])
{
    double other[3], across[3];
    for (int i = 0; i < 3; i++)
        across[i] = slip[i] - dot3(slip, n) * n[i];
    const double size = sqrt(dot3(across, across));
    trama_tangents_of(n, tangent, other); /* any, where nothing slips */
    for (int i = 0; i < 3 && size * size > 1.1920929e-07; i++)
        tangent[i] = across[i] / size;
}

static void respond(gathered *g, two *b, const constants *c, double h)
{
    double mass[MOST][2], slip[3], tangent[3];
    const double *n = g->normal;
    for (size_t i = 0; i < g->count; i++) {
        slip_of(b, &g->p[i], slip);
        tangent_of(n, slip, tangent);
        mass[i][0] = mass_along(b, &g->p[i], n);
        mass[i][1] = mass_along(b, &g->p[i], tangent); /* as of the start, as printed */
        strike(b, &g->p[i], n, g->p[i].sum);
    }
    for (int k = 0; k < c->iterations; k++)
        for (size_t i = 0; i < g->count; i++) {
            point *p = &g->p[i];
            const double bias = c->correction / h * -p->gap - c->approach;
            slip_of(b, p, slip);
            const double sum = fmin(p->sum + mass[i][0] * (-dot3(slip, n) - bias), 0.0);
            strike(b, p, n, sum - p->sum);
            p->sum = sum;
            slip_of(b, p, slip);
            tangent_of(n, slip, tangent);
            strike(b, p, tangent, fmax(-mass[i][1] * dot3(slip, tangent), c->friction * sum));
        }
}

/* ---- Steps. */

static void begin(objects *o, bool on_ground, bool cube_first, const constants *c,
                  trama_random *random)
{
    static const double earth[3] = {0.0, -9.81, 0.0};
    char cube[300], other[200], settings[300];
    double d[10];
    for (int i = 0; i < 10; i++)
        d[i] = trama_random_signed(random);
    snprintf(cube, sizeof cube,
             "shape=box side=1,1,1 mass=%g position=0,%g,0 orientation=1,%g,%g,%g "
             "velocity=%g,%g,%g angular_velocity=%g,%g,%g",
             2.0 + d[0], on_ground ? 0.9 : 1.4, d[1], d[2], d[3], 2.0 * d[4], d[5] - 1.0,
             2.0 * d[6], 2.0 * d[7], 2.0 * d[8], 2.0 * d[9]);
    if (on_ground)
        snprintf(other, sizeof other, "shape=box side=100,2,100 position=0,-1,0 motion=static");
    else
        snprintf(other, sizeof other,
                 "shape=box side=0.8,0.8,0.8 mass=1.5 velocity=0,1,0 angular_velocity=0.3,1,-2");
    snprintf(settings, sizeof settings,
             "iterations=%d correction=%g approach=%g friction=%g merge=%g breaking=%g "
             "detection=%s",
             c->iterations, c->correction, c->approach, c->friction, c->merge, c->breaking,
             c->published ? "published" : "exact");
    objects_begin(o);
    rigid_add(o, NULL, on_ground ? earth : NULL);
    rigid_add_body(o, 0, "first", cube_first ? cube : other);
    rigid_add_body(o, 0, "second", cube_first ? other : cube);
    objects_join(o, "touch", "rigid_contact_published", settings, 1, 0);
    objects_make(o, "symplectic_euler");
}

/* The bodies as they are, with gravity's part of the step. */
static two bodies_of(const objects *o, double h, bool on_ground)
{
    two b = {.mass = {0.0}};
    const trama_system *s = o->system;
    for (size_t side = 0; side < 2; side++) {
        const trama_body body = {&s->object[0].surface, side};
        trama_body_frame(&body, s->t, s->q, &b.axes[side], &b.shape[side]);
        if (!trama_body_is_free(&body))
            continue;
        const size_t at = trama_body_components(&body);
        b.mass[side] = 1.0 / s->inverse_mass[at];
        b.inertia[side] = 1.0 / s->inverse_mass[at + 3];
        for (size_t i = 0; i < 3; i++) {
            b.v[side][i] = s->v[at + i] - (on_ground && i == 1 ? 9.81 * h : 0.0);
            b.w[side][i] = dot3(b.axes[side].axes[i], s->v + at + 3);
        }
    }
    return b;
}

/* A cube turns with its angular velocity, which neither frame sees change. Points that differ by
 * the search's tolerance, 1e-9, are the same; measured 3e-9. */
static void check_velocities(const objects *o, const two *b, int step)
{
    const trama_system *s = o->system;
    for (size_t side = 0; side < 2; side++) {
        const trama_body body = {&s->object[0].surface, side};
        trama_pose axes;
        if (!trama_body_is_free(&body))
            continue;
        const size_t at = trama_body_components(&body);
        trama_body_axes(&body, s->t, s->q, &axes);
        for (size_t i = 0; i < 3; i++) {
            const double w = dot3(axes.axes[i], s->v + at + 3);
            if (!(fabs(s->v[at + i] - b->v[side][i]) < 1e-6 && fabs(w - b->w[side][i]) < 1e-6))
                fail_msg("step %d, body %zu, axis %zu: %.12g m/s and %.12g rad/s, not %.12g and "
                         "%.12g",
                         step, side, i, s->v[at + i], w, b->v[side][i], b->w[side][i]);
        }
    }
}

static void run(const constants *c, bool on_ground, bool cube_first, uint64_t seed, size_t seen[4])
{
    static const double h = 0.01;
    trama_random random = {seed};
    objects o;
    gathered g = {.count = 0};
    begin(&o, on_ground, cube_first, c, &random);
    const trama_convex *shape[2];
    for (size_t side = 0; side < 2; side++)
        shape[side] = trama_body_shape(&(trama_body){&o.system->object[0].surface, side});
    for (int step = 0; step < 250; step++) {
        two b = bodies_of(&o, h, on_ground);
        gather(&g, &b, shape, c);
        respond(&g, &b, c, h);
        objects_steps(&o, h, 1);
        check_velocities(&o, &b, step);
    }
    seen[0] += g.merged;
    seen[1] += g.replaced;
    seen[2] += g.left_out;
    seen[3] += g.parted;
    rigid_end(&o);
}

static void each_step_is_that_of_the_plain_form(void **state)
{
    (void)state;
    static const constants all[] = {
        {10, 0.5, 1.0, 0.05, 0.02, 0.02, false}, {1, 0.5, 0.0, 0.3, 0.2, 0.05, false},
        {4, 0.2, 0.3, 0.1, 0.01, 0.1, false},    {7, 0.8, 0.1, 0.0, 0.05, 0.3, false},
        {5, 0.5, 0.0, 0.1, 1e-4, 0.3, false},    {3, 0.5, 1.0, 0.05, 0.02, 0.05, true}};
    size_t seen[4] = {0};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        for (int way = 0; way < 16; way++)
            run(&all[i], way % 2, way / 2 % 2, 100 * i + (uint64_t)way, seen);
    print_message("points: %zu merged, %zu replaced, %zu left out, %zu parted\n", seen[0], seen[1],
                  seen[2], seen[3]);
    for (int k = 0; k < 4; k++)
        assert_true(seen[k] > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_step_is_that_of_the_plain_form),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
