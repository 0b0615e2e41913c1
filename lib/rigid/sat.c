#include "rigid/sat.h"
#include "core/numbers.h"
#include "rigid/difference.h"

#include <math.h>

typedef struct boxes {
    trama_difference pair;
    double half_a[3], half_b[3];
    trama_sat_result least;
    vec normal; /* in the first's frame */
} boxes;

/* Half the width of a box along d. */
static double half_width(const double half[3], vec d)
{
    return half[0] * fabs(d.x) + half[1] * fabs(d.y) + half[2] * fabs(d.z);
}

/* The overlap along a direction of any length. */
static void try_axis(boxes *s, int axis, vec d)
{
    const double square = dot(d, d);
    if (square < 1e-16)
        return;
    const vec n = scaled(1.0 / sqrt(square), d);
    const double(*r)[3] = (const double(*)[3])s->pair.r;
    const vec in_b = {dot((vec){r[0][0], r[1][0], r[2][0]}, n),
                      dot((vec){r[0][1], r[1][1], r[2][1]}, n),
                      dot((vec){r[0][2], r[1][2], r[2][2]}, n)};
    const double between = dot(s->pair.x, n);
    const double depth = half_width(s->half_a, n) + half_width(s->half_b, in_b) - fabs(between);
    if (depth >= s->least.depth)
        return;
    s->least.depth = depth;
    s->least.axis = axis;
    s->normal = scaled(between < 0.0 ? -1.0 : 1.0, n);
}

trama_sat_result trama_sat_boxes(const trama_convex *a, const trama_pose *pose_a,
                                 const trama_convex *b, const trama_pose *pose_b)
{
    boxes s = {.least = {.depth = TRAMA_INFINITY}};
    vec edge_a[3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}}, edge_b[3];
    trama_difference_set(&s.pair, a, pose_a, b, pose_b);
    for (int i = 0; i < 3; i++) {
        s.half_a[i] = 0.5 * a->size[i];
        s.half_b[i] = 0.5 * b->size[i];
        edge_b[i] = (vec){s.pair.r[0][i], s.pair.r[1][i], s.pair.r[2][i]};
    }
    for (int i = 0; i < 3; i++)
        try_axis(&s, i, edge_a[i]);
    for (int i = 0; i < 3; i++)
        try_axis(&s, 3 + i, edge_b[i]);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            try_axis(&s, 6 + 3 * i + j, cross(edge_a[i], edge_b[j]));
    trama_difference_turn(pose_a, s.normal, s.least.normal);
    return s.least;
}
