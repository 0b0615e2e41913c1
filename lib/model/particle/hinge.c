/* Hinges at rest, their angles and energy, and the tangent of their forces.
 *
 * sin(theta/2) is |n1 - n2|/2 in the kernels, whose derivative is 0/0 in the plane; in the tangent
 * it is cos(theta/2)/2 dtheta, with dtheta = -sum u_i . dx_i by the bending mode u. */
#include "model/particle/hinge.h"

#include "core/numbers.h"

#include <string.h>

/* ---- Angles, rest and energy. */

typedef struct opened {
    vec n1, n2; /* unit normals */
    vec d2;     /* x2 - x4 */
    vec e;      /* unit, from x3 to x4 */
} opened;

static vec at(const trama_mesh *mesh, const double *q, size_t i)
{
    return (vec){q[i], q[mesh->nodes + i], q[2 * mesh->nodes + i]};
}

static opened open_at(const trama_mesh *mesh, size_t edge, const double *q)
{
    const trama_edge *e = &mesh->edge[edge];
    const vec x1 = at(mesh, q, e->opposite[0]), x2 = at(mesh, q, e->opposite[1]);
    const vec x3 = at(mesh, q, e->node[0]), x4 = at(mesh, q, e->node[1]), along = minus(x4, x3);
    return (opened){face_of(x1, x3, x4).normal, face_of(x2, x4, x3).normal, minus(x2, x4),
                    scaled(1.0 / sqrt(dot(along, along)), along)};
}

static bool is_border(const trama_mesh *mesh, size_t edge)
{
    return mesh->edge[edge].triangle[1] == TRAMA_NONE;
}

double trama_hinge_half_sine(const trama_mesh *mesh, size_t edge, const double *q)
{
    if (is_border(mesh, edge))
        return 0.0;
    const opened h = open_at(mesh, edge, q);
    return half_sine(h.n1, h.n2, h.d2);
}

double trama_hinge_angle(const trama_mesh *mesh, size_t edge, const double *q)
{
    if (is_border(mesh, edge))
        return 0.0;
    const opened h = open_at(mesh, edge, q);
    return atan2(dot(cross(h.n1, h.n2), h.e), dot(h.n1, h.n2));
}

trama_hinge trama_hinge_at_rest(const trama_mesh *mesh, size_t edge, const double *q,
                                trama_hinge_rest rest, double angle)
{
    const trama_edge *e = &mesh->edge[edge];
    trama_hinge made = {0};
    if (is_border(mesh, edge))
        return made;
    const vec along = minus(at(mesh, q, e->node[1]), at(mesh, q, e->node[0]));
    const double length = sqrt(dot(along, along));
    made.inner = 1.0;
    made.factor =
        length * length / 2.0 /
        (trama_mesh_area(mesh, e->triangle[0], q) + trama_mesh_area(mesh, e->triangle[1], q));
    if (rest == TRAMA_HINGE_INITIAL) {
        made.angle = trama_hinge_angle(mesh, edge, q);
        made.sine = trama_hinge_half_sine(mesh, edge, q);
    } else if (rest == TRAMA_HINGE_ANGLE) {
        made.angle = angle;
        made.sine = sin(angle / 2.0);
    }
    return made;
}

double trama_hinge_energy(const trama_mesh *mesh, size_t edge, const trama_hinge *hinge,
                          double elastic, const double *q)
{
    if (hinge->inner == 0.0)
        return 0.0;
    const double theta = trama_hinge_angle(mesh, edge, q);
    return elastic * hinge->factor *
           (2.0 * (cos(hinge->angle / 2.0) - cos(theta / 2.0)) -
            hinge->sine * (theta - hinge->angle));
}

trama_bend trama_hinge_bend(const trama_edge *edge, const trama_hinge *hinge, bend_constants bend,
                            bool held)
{
    size_t node[TRAMA_ELEMENT_NODES];
    trama_bend made = {.stiffness = hinge->inner * bend.elastic,
                       .damping = hinge->inner * bend.damping,
                       .sine = hinge->sine,
                       .factor = held ? hinge->factor : TRAMA_NAN};
    trama_hinge_find(edge, node);
    memcpy(made.node, node, sizeof made.node);
    return made;
}

/* ---- Tangent. */

enum { X3 = TRAMA_HINGE_X3, X4 = TRAMA_HINGE_X4, X1 = TRAMA_HINGE_X1, X2 = TRAMA_HINGE_X2 };

void trama_hinge_find(const trama_edge *edge, size_t node[TRAMA_ELEMENT_NODES])
{
    node[X3] = edge->node[0];
    node[X4] = edge->node[1];
    node[X1] = edge->opposite[0];
    node[X2] = edge->opposite[1];
}

/* A triangle's area vector N by m = N/|N|^2 and |N|, with their changes. */
typedef struct moving_face {
    vec normal, m, dm;
    double area, darea;
} moving_face;

static moving_face face_at(const trama_element_state *s, int a, int b, int c)
{
    const face now = face_of(s->x[a], s->x[b], s->x[c]);
    const vec dn = plus(cross(minus(s->dx[b], s->dx[a]), minus(s->x[c], s->x[a])),
                        cross(minus(s->x[b], s->x[a]), minus(s->dx[c], s->dx[a])));
    const double darea = dot(now.normal, dn);
    return (moving_face){
        now.normal, scaled(now.inverse, now.normal),
        scaled(now.inverse * now.inverse, plus_scaled(dn, -2.0 * darea, now.normal)), now.area,
        darea};
}

/* Where the third node of a triangle stands along the edge: s = d . e / e . e, and its change. */
typedef struct moving_share {
    double s, ds;
} moving_share;

static moving_share share_of(const trama_element_state *state, int node, vec e, vec de)
{
    const vec d = minus(state->x[node], state->x[X4]), dd = minus(state->dx[node], state->dx[X4]);
    const double square = dot(e, e), s = dot(d, e) / square;
    return (moving_share){s, (dot(dd, e) + dot(d, de) - 2.0 * s * dot(e, de)) / square};
}

/* One triangle's part of sum u_i . w_i / |E|, w_i velocities or changes seen from X4. */
static double mode_along(vec m, double s, vec w, vec w3)
{
    return dot(m, plus_scaled(w, s, w3));
}
static vec seen(const vec *x, int node)
{
    return minus(x[node], x[X4]);
}

/* The change of `rate`, one triangle's part of sum u_i . v_i / |E|. */
static double rate_change(const trama_element_state *state, int node, const moving_face *f,
                          moving_share along)
{
    const vec w3 = seen(state->v, X3);
    return mode_along(f->dm, along.s, seen(state->v, node), w3) + along.ds * dot(f->m, w3) +
           mode_along(f->m, along.s, seen(state->dv, node), seen(state->dv, X3));
}

/* A hinge: what its forces are made of, and the changes. */
typedef struct moving_hinge {
    moving_face f1, f2;
    moving_share s1, s2;
    double strength, dstrength; /* F_1 = strength m_1 */
} moving_hinge;

/* Bend angle: sin(theta/2), and its change by the bending mode. */
static double sine_of(const trama_element_state *state, const moving_hinge *h, double length,
                      double *change)
{
    const vec sum = plus(h->f1.normal, h->f2.normal), dx3 = seen(state->dx, X3);
    const double dtheta = -length * (mode_along(h->f1.m, h->s1.s, seen(state->dx, X1), dx3) +
                                     mode_along(h->f2.m, h->s2.s, seen(state->dx, X2), dx3));
    *change = 0.25 * sqrt(dot(sum, sum)) * dtheta;
    return half_sine(h->f1.normal, h->f2.normal, minus(state->x[X2], state->x[X4]));
}

/* Without its strength. */
static moving_hinge placed(const trama_element_state *state, vec e, vec de)
{
    return (moving_hinge){face_at(state, X1, X3, X4),
                          face_at(state, X2, X4, X3),
                          share_of(state, X1, e, de),
                          share_of(state, X2, e, de),
                          0.0,
                          0.0};
}

static moving_hinge hinge_of(const trama_hinge *own, const bend_constants *bend, bool held,
                             const trama_element_state *state, vec e, vec de)
{
    moving_hinge h = placed(state, e, de);
    const double square = dot(e, e), dsquare = 2.0 * dot(e, de), length = sqrt(square);
    const double areas = h.f1.area + h.f2.area;
    const double factor = held ? bend->elastic * own->factor : bend->elastic * square / areas;
    const double growth =
        held ? 0.0 : dsquare / square - (h.f1.darea + h.f2.darea) / areas; /* of the factor */
    double dsine;
    const double bent = sine_of(state, &h, length, &dsine) - own->sine;
    const vec w3 = seen(state->v, X3);
    const double rate = mode_along(h.f1.m, h.s1.s, seen(state->v, X1), w3) +
                        mode_along(h.f2.m, h.s2.s, seen(state->v, X2), w3);
    const double drate = rate_change(state, X1, &h.f1, h.s1) + rate_change(state, X2, &h.f2, h.s2);
    const double moment = factor * bent - bend->damping * square * rate;
    const double dmoment =
        factor * (dsine + bent * growth) - bend->damping * (dsquare * rate + square * drate);
    h.strength = length * moment;
    h.dstrength = length * dmoment + 0.5 * dsquare / length * moment;
    return h;
}

static void change_forces(const moving_hinge *h, vec force[TRAMA_ELEMENT_NODES])
{
    const vec f1 = scaled(h->strength, h->f1.m), f2 = scaled(h->strength, h->f2.m);
    force[X1] = combined(h->dstrength, h->f1.m, h->strength, h->f1.dm);
    force[X2] = combined(h->dstrength, h->f2.m, h->strength, h->f2.dm);
    force[X3] = plus(combined(h->s1.s, force[X1], h->s1.ds, f1),
                     combined(h->s2.s, force[X2], h->s2.ds, f2));
}

void trama_hinge_change(const trama_hinge *hinge, const bend_constants *bend, bool held,
                        const trama_element_state *state, vec force[TRAMA_ELEMENT_NODES])
{
    const vec e = minus(state->x[X4], state->x[X3]), de = minus(state->dx[X4], state->dx[X3]);
    const moving_hinge h = hinge_of(hinge, bend, held, state, e, de);
    change_forces(&h, force);
}

void trama_hinge_moment_change(const trama_element_state *state, double moment, double dmoment,
                               vec force[TRAMA_ELEMENT_NODES])
{
    const vec e = minus(state->x[X4], state->x[X3]), de = minus(state->dx[X4], state->dx[X3]);
    moving_hinge h = placed(state, e, de);
    const double length = sqrt(dot(e, e));
    h.strength = length * moment;
    h.dstrength = length * dmoment + dot(e, de) / length * moment;
    change_forces(&h, force);
    force[X4] = scaled(-1.0, plus(force[X1], plus(force[X2], force[X3])));
}
