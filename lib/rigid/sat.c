#include "rigid/sat.h"
#include "core/isa.h"
#include "core/numbers.h"
#include "rigid/difference.h"
#include "rigid/pose.h"
#include "rigid/sat_axes.h"

#include <math.h>

#ifdef TRAMA_SEVERAL_ISAS
static void (*const fill_axes[])(trama_sat_axes *) = {trama_kernel_sat_v2, trama_kernel_sat_v3,
                                                      trama_kernel_sat_v4};
#else
static void (*const fill_axes[])(trama_sat_axes *) = {trama_kernel_sat_v2};
#endif

/* The axis of the least depth so far. */
typedef struct least {
    double depth;
    int axis;
} least;

static void try_axis(const trama_sat_axes *s, int axis, double preference, least *best)
{
    const double depth = s->group[axis / 3].depth[axis % 3];
    if (depth >= best->depth - preference)
        return;
    *best = (least){depth, axis};
}

static least find_least(const trama_sat_axes *s, double preference)
{
    least best = {TRAMA_INFINITY, 0};
    for (int axis = 0; axis < 6; axis++)
        try_axis(s, axis, 0.0, &best);
    const double face = best.depth;
    for (int axis = 6; axis < 15; axis++)
        if (!(s->group[axis / 3].square[axis % 3] < 1e-16))
            try_axis(s, axis, best.depth == face ? preference : 0.0, &best);
    return best;
}

/* The corner furthest along n, of a box with these edges about `centre`. */
static vec corner(vec centre, const vec edge[3], const double half[3], vec n)
{
    vec x = centre;
    for (int i = 0; i < 3; i++)
        x = plus_scaled(x, copysign(half[i], dot(edge[i], n)), edge[i]);
    return x;
}

/* The point of the line p + s u that is nearest to the line q + t v; u, v unit and not parallel. */
static vec nearest_on_line(vec p, vec u, vec q, vec v)
{
    const vec between = minus(q, p);
    const double c = dot(u, v);
    return plus_scaled(p, (dot(between, u) - c * dot(between, v)) / (1.0 - c * c), u);
}

static void find_points(const trama_sat_axes *s, const least *best, vec normal, vec *a, vec *b)
{
    static const vec origin = {0.0, 0.0, 0.0},
                     edge_a[3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    const vec edge_b[3] = {{s->edge_b[0][0], s->edge_b[1][0], s->edge_b[2][0]},
                           {s->edge_b[0][1], s->edge_b[1][1], s->edge_b[2][1]},
                           {s->edge_b[0][2], s->edge_b[1][2], s->edge_b[2][2]}};
    const vec of_a = corner(origin, edge_a, s->half_a, normal),
              of_b = corner(vec_of(s->x), edge_b, s->half_b, scaled(-1.0, normal));
    if (best->axis < 3) {
        *b = of_b;
        *a = plus_scaled(of_b, best->depth, normal);
    } else if (best->axis < 6) {
        *a = of_a;
        *b = plus_scaled(of_a, -best->depth, normal);
    } else {
        const vec u = edge_a[(best->axis - 6) / 3], v = edge_b[(best->axis - 6) % 3];
        *a = nearest_on_line(of_a, u, of_b, v);
        *b = plus_scaled(*a, -best->depth, normal);
    }
}

trama_sat_result trama_sat_boxes(const trama_convex *a, const trama_pose *pose_a,
                                 const trama_convex *b, const trama_pose *pose_b, double preference)
{
    trama_difference pair;
    trama_sat_axes s;
    trama_difference_set(&pair, a, pose_a, b, pose_b);
    vec_put(pair.x, s.x);
    for (int i = 0; i < 3; i++) {
        s.half_a[i] = 0.5 * a->size[i];
        s.half_b[i] = 0.5 * b->size[i];
        for (int k = 0; k < TRAMA_SAT_LANES; k++)
            s.edge_b[i][k] = k < 3 ? pair.r[i][k] : 0.0;
    }
    fill_axes[trama_isa_current()](&s);
    const least best = find_least(&s, preference);
    const int g = best.axis / 3, l = best.axis % 3;
    const vec normal = scaled(s.group[g].between[l] < 0.0 ? -1.0 : 1.0,
                              (vec){s.group[g].n[0][l], s.group[g].n[1][l], s.group[g].n[2][l]});
    trama_sat_result result = {.depth = best.depth, .axis = best.axis};
    trama_difference_turn(pose_a, normal, result.normal);
    if (best.depth >= 0.0) {
        vec on_a, on_b;
        find_points(&s, &best, normal, &on_a, &on_b);
        trama_difference_place(pose_a, on_a, result.a);
        trama_difference_place(pose_a, on_b, result.b);
    }
    return result;
}

double trama_sat_gap(const trama_convex *a, const trama_pose *pose_a, const trama_convex *b,
                     const trama_pose *pose_b, const double axis[3])
{
    double along[3], between = 0.0, reach = 0.0;
    for (int i = 0; i < 3; i++) {
        along[i] = pose_a->axes[i][0] * axis[0] + pose_a->axes[i][1] * axis[1] +
                   pose_a->axes[i][2] * axis[2];
        between += along[i] * (pose_b->x[i] - pose_a->x[i]);
        reach += a->size[i] * fabs(axis[i]);
    }
    for (int i = 0; i < 3; i++)
        reach += b->size[i] * fabs(pose_b->axes[0][i] * along[0] + pose_b->axes[1][i] * along[1] +
                                   pose_b->axes[2][i] * along[2]);
    return fabs(between) - 0.5 * reach;
}
