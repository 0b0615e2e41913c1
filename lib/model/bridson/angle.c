/* The dihedral angle of an edge's two triangles, for rest angles and energies. */
#include "model/bridson/element.h"
#include "model/bridson/fabric.h"

typedef struct hinge {
    vec n1, n2; /* unit normals */
    vec d2;     /* x2 - x4 */
    vec e;      /* unit, from x3 to x4 */
} hinge;

static vec at(const bridson_fabric *f, const double *q, size_t i)
{
    return (vec){q[i], q[f->nodes + i], q[2 * f->nodes + i]};
}

static hinge hinge_of(const bridson_fabric *f, size_t edge, const double *q)
{
    const trama_edge *e = &f->mesh->edge[edge];
    const vec x1 = at(f, q, e->opposite[0]), x2 = at(f, q, e->opposite[1]);
    const vec x3 = at(f, q, e->node[0]), x4 = at(f, q, e->node[1]), along = minus(x4, x3);
    return (hinge){face_of(x1, x3, x4).normal, face_of(x2, x4, x3).normal, minus(x2, x4),
                   scaled(1.0 / sqrt(dot(along, along)), along)};
}

double trama_bridson_half_sine(const bridson_fabric *fabric, size_t edge, const double *q)
{
    if (fabric->mesh->edge[edge].triangle[1] == TRAMA_NONE)
        return 0.0;
    const hinge h = hinge_of(fabric, edge, q);
    return half_sine(h.n1, h.n2, h.d2);
}

double trama_bridson_angle(const bridson_fabric *fabric, size_t edge, const double *q)
{
    if (fabric->mesh->edge[edge].triangle[1] == TRAMA_NONE)
        return 0.0;
    const hinge h = hinge_of(fabric, edge, q);
    return atan2(dot(cross(h.n1, h.n2), h.e), dot(h.n1, h.n2));
}
