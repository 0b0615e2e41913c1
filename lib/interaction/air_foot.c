#include "interaction/air_foot.h"

#include "core/numbers.h"
#include "core/vec.h"

#include <math.h>

static vec node_at(const trama_surface *body, const double *q, size_t node)
{
    const double *x = q + body->q_begin + node;
    return (vec){x[0], x[body->vertices], x[2 * body->vertices]};
}

static void corners_of(const trama_surface *body, const double *q, size_t triangle, vec x[3])
{
    for (size_t c = 0; c < 3; c++)
        x[c] = node_at(body, q, body->mesh->triangle[triangle].node[c]);
}

static vec area_vector(const vec x[3])
{
    return cross(minus(x[1], x[0]), minus(x[2], x[0]));
}

/* Whether the triangle has every corner of the foot whose weight is not 0. */
static bool holds(const trama_triangle *triangle, const trama_spot *foot)
{
    for (size_t w = 0; w < 3; w++) {
        bool has = foot->weight[w] == 0.0;
        for (size_t c = 0; c < 3; c++)
            has = has || triangle->node[c] == foot->vertex[w];
        if (!has)
            return false;
    }
    return true;
}

/* The angle of a triangle at the corner that is the foot; 1 of a foot on an edge or a face, where
 * all triangles count alike. */
static double angle_at(const trama_triangle *triangle, const vec x[3], const trama_spot *foot)
{
    size_t corner = 3, of_foot = 0;
    for (size_t w = 0; w < 3; w++)
        of_foot += foot->weight[w] != 0.0;
    for (size_t w = 0; w < 3 && of_foot == 1; w++)
        for (size_t c = 0; c < 3; c++)
            if (foot->weight[w] != 0.0 && triangle->node[c] == foot->vertex[w])
                corner = c;
    if (corner == 3)
        return 1.0;
    const vec a = minus(x[(corner + 1) % 3], x[corner]), b = minus(x[(corner + 2) % 3], x[corner]);
    const vec s = cross(a, b);
    return atan2(sqrt(dot(s, s)), dot(a, b));
}

/* The normal out of the body at a foot: of its face, or the sum over the triangles at its edge or
 * corner, by their angles there. Its product with the way to a point whose foot it is has the right
 * sign (Baerentzen and Aanaes 2005). */
static vec pseudonormal(const trama_surface *body, const double *q, const trama_spot *foot)
{
    vec sum = {0.0, 0.0, 0.0};
    for (size_t t = 0; t < body->mesh->triangle_count; t++) {
        const trama_triangle *triangle = &body->mesh->triangle[t];
        vec x[3];
        if (!holds(triangle, foot))
            continue;
        corners_of(body, q, t, x);
        const vec s = area_vector(x);
        const double length = sqrt(dot(s, s));
        if (length > 0.0)
            sum = plus_scaled(sum, angle_at(triangle, x, foot) / length, s);
    }
    return sum;
}

void trama_air_foot(const trama_surface *body, double t, const double *q, const double x[3],
                    trama_foot *foot)
{
    if (!trama_surface_nearest(body, t, q, x, TRAMA_INFINITY, SIZE_MAX, foot)) {
        *foot = (trama_foot){.distance = TRAMA_NAN};
        return;
    }
    if (trama_surface_is_solid(body))
        return;
    const vec out = pseudonormal(body, q, &foot->spot);
    if (dot(out, (vec){foot->normal[0], foot->normal[1], foot->normal[2]}) >= 0.0)
        return;
    foot->distance = -foot->distance;
    for (size_t axis = 0; axis < 3; axis++)
        foot->normal[axis] = -foot->normal[axis];
}

const char *trama_air_foot_missing(const trama_surface *body)
{
    if (trama_surface_is_solid(body))
        return trama_surface_inside_missing(body);
    if (!body->mesh || trama_surface_nodes(body) == 0)
        return "an object without a surface of triangles";
    for (size_t e = 0; e < body->mesh->edge_count; e++)
        if (body->mesh->edge[e].triangle[1] == TRAMA_NONE)
            return "a surface with a border";
    return NULL;
}

double trama_air_foot_volume(const trama_surface *body, const double *q)
{
    double sum = 0.0;
    const vec origin = node_at(body, q, body->mesh->triangle[0].node[0]);
    for (size_t t = 0; t < body->mesh->triangle_count; t++) {
        vec x[3];
        corners_of(body, q, t, x);
        sum += dot(minus(x[0], origin), area_vector(x));
    }
    return sum / 6.0;
}
