#include "rigid/sat.h"
#include "core/numbers.h"
#include "rigid/difference.h"

#include <math.h>

typedef struct boxes {
    trama_difference pair;
    double half_a[3], half_b[3];
    vec edge_b[3]; /* of the second, in the first's frame */
    double depth;
    int axis;
    vec normal; /* in the first's frame */
} boxes;

static const vec edge_a[3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};

/* Half the widths of the boxes along n, less what is between them. */
INLINE void try_axis(boxes *s, int axis, vec n, double preference)
{
    const double between = dot(s->pair.x, n);
    const double depth = s->half_a[0] * fabs(n.x) + s->half_a[1] * fabs(n.y) +
                         s->half_a[2] * fabs(n.z) + s->half_b[0] * fabs(dot(s->edge_b[0], n)) +
                         s->half_b[1] * fabs(dot(s->edge_b[1], n)) +
                         s->half_b[2] * fabs(dot(s->edge_b[2], n)) - fabs(between);
    if (depth >= s->depth - preference)
        return;
    s->depth = depth;
    s->axis = axis;
    s->normal = scaled(between < 0.0 ? -1.0 : 1.0, n);
}

static void try_edges(boxes *s, double preference)
{
    const double face = s->depth;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            const vec product = cross(edge_a[i], s->edge_b[j]);
            const double square = dot(product, product);
            if (square < 1e-16)
                continue;
            try_axis(s, 6 + 3 * i + j, scaled(1.0 / sqrt(square), product),
                     s->depth == face ? preference : 0.0);
        }
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

static void find_points(const boxes *s, vec *a, vec *b)
{
    const vec origin = {0.0, 0.0, 0.0};
    const vec of_a = corner(origin, edge_a, s->half_a, s->normal),
              of_b = corner(s->pair.x, s->edge_b, s->half_b, scaled(-1.0, s->normal));
    if (s->axis < 3) {
        *b = of_b;
        *a = plus_scaled(of_b, s->depth, s->normal);
    } else if (s->axis < 6) {
        *a = of_a;
        *b = plus_scaled(of_a, -s->depth, s->normal);
    } else {
        const vec u = edge_a[(s->axis - 6) / 3], v = s->edge_b[(s->axis - 6) % 3];
        *a = nearest_on_line(of_a, u, of_b, v);
        *b = plus_scaled(*a, -s->depth, s->normal);
    }
}

trama_sat_result trama_sat_boxes(const trama_convex *a, const trama_pose *pose_a,
                                 const trama_convex *b, const trama_pose *pose_b, double preference)
{
    boxes s = {.depth = TRAMA_INFINITY};
    trama_difference_set(&s.pair, a, pose_a, b, pose_b);
    for (int i = 0; i < 3; i++) {
        s.half_a[i] = 0.5 * a->size[i];
        s.half_b[i] = 0.5 * b->size[i];
        s.edge_b[i] = (vec){s.pair.r[0][i], s.pair.r[1][i], s.pair.r[2][i]};
    }
    for (int i = 0; i < 3; i++)
        try_axis(&s, i, edge_a[i], 0.0);
    for (int i = 0; i < 3; i++)
        try_axis(&s, 3 + i, s.edge_b[i], 0.0);
    try_edges(&s, preference);
    trama_sat_result result = {.depth = s.depth, .axis = s.axis};
    trama_difference_turn(pose_a, s.normal, result.normal);
    if (s.depth >= 0.0) {
        vec on_a, on_b;
        find_points(&s, &on_a, &on_b);
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
