#include "support/standing.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/touching.h"

#include <math.h>
#include <string.h>

static const double tall = 1.0, wide = 0.02; /* m; of `tall` */

static void cross_of(const double a[3], const double b[3], double c[3])
{
    for (size_t i = 0; i < 3; i++)
        c[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

static void make_unit(double a[3])
{
    const double length = sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
    for (int i = 0; i < 3; i++)
        a[i] /= length;
}

void standing_directions(standing *s)
{
    double side[2][3];
    for (int i = 0; i < 3; i++) {
        side[0][i] = s->face[1][i] - s->face[0][i];
        side[1][i] = s->face[2][i] - s->face[0][i];
        s->across[i] = 0.7 * side[0][i] + 0.2 * side[1][i];
    }
    cross_of(side[0], side[1], s->normal);
    make_unit(s->normal);
    make_unit(s->across);
}

standing standing_askew(double height, bool held)
{
    standing s = {.face = {{0.0, 0.0, 0.0}, {0.4, 0.1, -0.3}, {0.3, 0.2, 0.1}},
                  .weight = {0.2, 0.5, 0.3},
                  .height = height,
                  .held = held};
    standing_directions(&s);
    return s;
}

void standing_set_in_motion(standing *s, double approach, double slide)
{
    memset(s->v, 0, sizeof s->v);
    for (size_t i = 0; i < STANDING_NODES; i++) {
        const bool lies = i > 0 && i < 4;
        const double part = s->held ? !lies : lies ? -0.25 : 0.75;
        for (int axis = 0; axis < 3; axis++)
            s->v[i][axis] = part * (-approach * s->normal[axis] + slide * s->across[axis]);
    }
}

/* ---- The contact, by its weights. */

static double weight_of(const standing *s, size_t node)
{
    return node == 0 ? 1.0 : node < 4 ? -s->weight[node - 1] : 0.0;
}

double standing_rate(const standing *s, double v[STANDING_NODES][3], const double direction[3])
{
    double sum = 0.0;
    for (size_t i = 0; i < 4; i++)
        for (int axis = 0; axis < 3; axis++)
            sum += weight_of(s, i) * v[i][axis] * direction[axis];
    return sum;
}

static double yield_of(const standing *s, size_t node)
{
    return s->held && node > 0 && node < 4 ? 0.0 : 1.0 / s->mass[node];
}

double standing_yield(const standing *s)
{
    double sum = 0.0;
    for (size_t i = 0; i < 4; i++)
        sum += weight_of(s, i) * weight_of(s, i) * yield_of(s, i);
    return sum;
}

void standing_compare(const standing *s, double after[STANDING_NODES][3],
                      double expected[STANDING_NODES][3], double least, const char *what)
{
    for (size_t i = 0; i < STANDING_NODES; i++)
        for (int axis = 0; axis < 3; axis++)
            if (!(fabs(after[i][axis] - expected[i][axis]) < least))
                fail_msg("%s%s: node %zu, axis %d: %.15g m/s, not %.15g", what,
                         s->held ? ", held" : "", i, axis, after[i][axis], expected[i][axis]);
}

void standing_expect(const standing *s, double after[STANDING_NODES][3], double normal,
                     double across, double least, const char *what)
{
    double expected[STANDING_NODES][3];
    for (size_t i = 0; i < STANDING_NODES; i++)
        for (int axis = 0; axis < 3; axis++) {
            const double impulse = normal * s->normal[axis] + across * s->across[axis];
            expected[i][axis] = s->v[i][axis] + weight_of(s, i) * yield_of(s, i) * impulse;
        }
    standing_compare(s, after, expected, least, what);
}

/* ---- A step. */

/* Corners in the order of trama_mesh_spec: all x, all y, all z. */
static void place_corner(const standing *s, double x[9])
{
    double other[3];
    cross_of(s->normal, s->across, other);
    for (size_t axis = 0; axis < 3; axis++) {
        double at = s->height * s->normal[axis];
        for (int i = 0; i < 3; i++)
            at += s->weight[i] * s->face[i][axis];
        x[3 * axis] = at;
        x[3 * axis + 1] = at + tall * (s->normal[axis] + wide * s->across[axis]);
        x[3 * axis + 2] = at + tall * (s->normal[axis] + wide * other[axis]);
    }
}

/* Node of the system that is node i of the scene: the standing triangle was added first. */
static size_t object_of(size_t i)
{
    return i > 0 && i < 4 ? 1 : 0;
}

static size_t index_of(const trama_system *system, size_t i, size_t axis)
{
    const size_t node = i == 0 ? 0 : i < 4 ? i - 1 : i - 3;
    return system->object[object_of(i)].q_begin + 3 * axis + node;
}

void standing_step(standing *s, const char *response, const char *settings, double h,
                   double after[STANDING_NODES][3])
{
    objects o;
    trama_triangle triangle = {{0, 1, 2}};
    trama_pin pin = touching_hold();
    double x[2][9];
    trama_scene_spec scene[2];
    memset(scene, 0, sizeof scene);
    place_corner(s, x[0]);
    for (size_t i = 0; i < 9; i++)
        x[1][i] = s->face[i % 3][i / 3];
    for (int k = 0; k < 2; k++)
        scene[k].mesh = (trama_mesh_spec){3, 1, x[k], &triangle};
    scene[1].pins = s->held ? &pin : NULL;
    scene[1].pin_count = s->held;
    objects_begin(&o);
    objects_add(&o, "stands", "bridson", "structural=0 bending=0 density=0.3 sweeps=0", &scene[0]);
    objects_add(&o, "lies", "bridson", "structural=0 bending=0 density=0.7 sweeps=0", &scene[1]);
    objects_join(&o, "touch", response, settings, 2, 0, 1);
    objects_make(&o, "symplectic_euler");
    trama_system *system = o.system;
    for (size_t i = 0; i < STANDING_NODES; i++) {
        s->mass[i] = system->mass[index_of(system, i, 0)];
        for (size_t axis = 0; axis < 3; axis++) {
            const size_t at = index_of(system, i, axis);
            system->v[at] = s->v[i][axis];
            s->x[i][axis] = system->q[at];
        }
    }
    objects_steps(&o, h, 1);
    for (size_t i = 0; i < STANDING_NODES; i++)
        for (size_t axis = 0; axis < 3; axis++)
            after[i][axis] = system->v[index_of(system, i, axis)];
    objects_end(&o);
}
