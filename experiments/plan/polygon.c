/* Triangulation of polygons by ear clipping. */
#include "plan/polygon.h"

#include "core/vec.h"

#include <math.h>

/* Its points are seen from its first corner, in units of its extent: no product of theirs
 * overflows.
 */
typedef struct polygon {
    const double *point;
    size_t count, *corner;
    vec origin, normal;
    double extent;
} polygon;

static vec place(const double *point, size_t vertex)
{
    return (vec){point[3 * vertex], point[3 * vertex + 1], point[3 * vertex + 2]};
}

static vec at(const polygon *p, size_t i)
{
    return scaled(1.0 / p->extent, minus(place(p->point, p->corner[i % p->count]), p->origin));
}

static double extent_of(const polygon *p)
{
    double extent = 0.0;
    for (size_t i = 0; i < p->count; i++) {
        const vec d = minus(place(p->point, p->corner[i]), p->origin);
        extent = fmax(extent, fmax(fabs(d.x), fmax(fabs(d.y), fabs(d.z))));
    }
    return extent > 0.0 ? extent : 1.0;
}

/* Twice the area along its normal, of the triangle of three points. */
static vec area_of(vec a, vec b, vec c)
{
    return cross(minus(b, a), minus(c, a));
}

/* Twice the mean area of the polygon along its normal (Newell): the sum of a fan's. */
static vec normal_of(const polygon *p)
{
    vec normal = {0.0, 0.0, 0.0};
    for (size_t i = 1; i + 1 < p->count; i++)
        normal = plus(normal, area_of(at(p, 0), at(p, i), at(p, i + 1)));
    return normal;
}

/* Whether p lies in the triangle or on its border, seen along the normal. */
static bool is_inside(vec point, const vec t[3], vec normal)
{
    for (int i = 0; i < 3; i++)
        if (dot(area_of(t[i], t[(i + 1) % 3], point), normal) < 0.0)
            return false;
    return true;
}

/* Corner i turns left, and the triangle with its neighbours holds no other corner. */
static bool is_ear(const polygon *p, size_t i)
{
    const vec t[3] = {at(p, i + p->count - 1), at(p, i), at(p, i + 1)};
    if (!(dot(area_of(t[0], t[1], t[2]), p->normal) > 0.0))
        return false;
    for (size_t other = i + 2; other < i + p->count - 1; other++)
        if (is_inside(at(p, other), t, p->normal))
            return false;
    return true;
}

static trama_triangle triangle_at(const polygon *p, size_t i)
{
    return (trama_triangle){{p->corner[(i + p->count - 1) % p->count], p->corner[i % p->count],
                             p->corner[(i + 1) % p->count]}};
}

static void drop_corner(polygon *p, size_t i)
{
    p->count--;
    for (size_t k = i; k < p->count; k++)
        p->corner[k] = p->corner[k + 1];
}

bool polygon_cut(const double *point, size_t count, size_t *corner, trama_triangle *triangle)
{
    polygon p = {.point = point, .count = count, .corner = corner};
    p.origin = place(point, corner[0]);
    p.extent = extent_of(&p);
    p.normal = normal_of(&p);
    while (p.count > 3) {
        size_t i = 1; /* the first corner last: it is the apex of a fan */
        while (i <= p.count && !is_ear(&p, i))
            i++;
        if (i > p.count)
            return false;
        *triangle++ = triangle_at(&p, i);
        drop_corner(&p, i % p.count);
    }
    *triangle = triangle_at(&p, 1);
    return count == 3 || is_ear(&p, 1);
}
