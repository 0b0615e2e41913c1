#include "interaction/zone_motion.h"

#include "core/vec.h"

#include <math.h>

/* ---- Bodies of vertices. */

/* A set of vertices: its masses, positions and velocities about their centre. */
typedef struct body {
    const size_t *vertex;
    size_t count;
    vec centre, mean; /* m, m/s */
    bool by_mass;     /* else all weigh the same */
} body;

static vec of(const double *x, size_t vertex)
{
    return (vec){x[3 * vertex], x[3 * vertex + 1], x[3 * vertex + 2]};
}

static void put(double *x, size_t vertex, vec value)
{
    x[3 * vertex] = value.x;
    x[3 * vertex + 1] = value.y;
    x[3 * vertex + 2] = value.z;
}

/* A mass of a zone: of a vertex, or a rigid body, for which its first vertex stands. */
typedef struct member {
    double mass; /* kg, or 1 */
    vec x, u;    /* m, m/s: of the centre */
    trama_mesh_body *rigid;
} member;

/* False of another vertex of a rigid body. A vertex yields the same along every axis unless a
 * component is held. */
static bool member_of(const trama_contact_mesh *mesh, size_t vertex, bool by_mass, member *m)
{
    *m = (member){.mass = 1.0,
                  .x = of(mesh->x0, vertex),
                  .u = of(mesh->u, vertex),
                  .rigid = by_mass ? trama_mesh_body_of(mesh, vertex) : NULL};
    if (m->rigid) {
        const double *x = m->rigid->axes.x;
        m->mass = 1.0 / m->rigid->inverse_mass;
        m->x = (vec){x[0], x[1], x[2]};
        m->u = m->rigid->v;
        return m->rigid->first == vertex;
    }
    if (by_mass)
        m->mass = 1.0 / mesh->yield[3 * vertex];
    return true;
}

static body body_of(const trama_contact_mesh *mesh, const size_t *vertex, size_t count,
                    bool by_mass)
{
    body b = {.vertex = vertex, .count = count, .by_mass = by_mass};
    double sum = 0.0;
    for (size_t i = 0; i < count; i++) {
        member m;
        if (!member_of(mesh, vertex[i], by_mass, &m))
            continue;
        sum += m.mass;
        b.centre = plus_scaled(b.centre, m.mass, m.x);
        b.mean = plus_scaled(b.mean, m.mass, m.u);
    }
    b.centre = scaled(1.0 / sum, b.centre);
    b.mean = scaled(1.0 / sum, b.mean);
    return b;
}

/* Solves A x = b with A = sum m (r^2 - r r^T), the tensor of inertia of points; `least` times its
 * trace is added to the diagonal, so that points on a line have an answer. */
typedef struct tensor {
    double xx, yy, zz, xy, xz, yz;
} tensor;

static void add_point(tensor *a, double m, vec r)
{
    a->xx += m * (r.y * r.y + r.z * r.z);
    a->yy += m * (r.x * r.x + r.z * r.z);
    a->zz += m * (r.x * r.x + r.y * r.y);
    a->xy -= m * r.x * r.y;
    a->xz -= m * r.x * r.z;
    a->yz -= m * r.y * r.z;
}

/* Of a rigid body about its own centre. */
static void add_rigid(tensor *a, const trama_mesh_body *rigid)
{
    const vec x = trama_mesh_body_spin(rigid, (vec){1.0, 0.0, 0.0}),
              y = trama_mesh_body_spin(rigid, (vec){0.0, 1.0, 0.0}),
              z = trama_mesh_body_spin(rigid, (vec){0.0, 0.0, 1.0});
    a->xx += x.x;
    a->yy += y.y;
    a->zz += z.z;
    a->xy += y.x;
    a->xz += z.x;
    a->yz += z.y;
}

static vec solve(const tensor *a, double least, vec b)
{
    const double more = least * (a->xx + a->yy + a->zz);
    const vec c1 = {a->xx + more, a->xy, a->xz}, c2 = {a->xy, a->yy + more, a->yz},
              c3 = {a->xz, a->yz, a->zz + more};
    const double det = dot(c1, cross(c2, c3));
    if (!(det > 0.0))
        return (vec){0.0, 0.0, 0.0};
    return (vec){dot(b, cross(c2, c3)) / det, dot(c1, cross(b, c3)) / det,
                 dot(c1, cross(c2, b)) / det};
}

/* r turned by the angle |turn| about its direction (6.2.5). */
static vec turned(vec turn, vec r)
{
    const double angle = sqrt(dot(turn, turn));
    if (angle == 0.0)
        return r;
    const vec axis = scaled(1.0 / angle, turn);
    const vec along = scaled(dot(r, axis), axis), across = minus(r, along);
    return plus(plus_scaled(along, cos(angle), across), scaled(sin(angle), cross(axis, across)));
}

/* ---- The motions. */

/* Provot's, with G the mean of all vertices; those that yield get it. */
static void move_as_published(trama_contact_mesh *mesh, const size_t *vertex, size_t count)
{
    const body b = body_of(mesh, vertex, count, false);
    vec omega = {0.0, 0.0, 0.0};
    for (size_t i = 0; i < count; i++) {
        const vec r = minus(of(mesh->x0, vertex[i]), b.centre);
        const vec v = minus(of(mesh->u, vertex[i]), b.mean);
        if (dot(r, r) > 0.0)
            omega = plus_scaled(omega, 1.0 / ((double)count * dot(r, r)), cross(r, v));
    }
    for (size_t i = 0; i < count; i++) {
        const vec r = minus(of(mesh->x0, vertex[i]), b.centre);
        const vec v = plus(b.mean, cross(omega, r));
        if (!mesh->fixed[vertex[i]])
            put(mesh->u, vertex[i], v);
    }
}

/* Where a rotation of the zone about its centre takes r. */
typedef vec rotate(const vec *turn, vec r);

static vec turned_once(const vec *turn, vec r)
{
    return turned(*turn, r);
}

/* A rigid body goes along, and turns by the same rotation. */
static void carry_rigid(const trama_contact_mesh *mesh, const body *b, const vec *turn,
                        rotate *rotated, trama_mesh_body *rigid)
{
    const trama_pose *from = &rigid->axes;
    const vec r = minus((vec){from->x[0], from->x[1], from->x[2]}, b->centre);
    trama_pose to;
    double w[3];
    for (size_t c = 0; c < 3; c++) {
        const vec axis = rotated(turn, (vec){from->axes[0][c], from->axes[1][c], from->axes[2][c]});
        to.axes[0][c] = axis.x;
        to.axes[1][c] = axis.y;
        to.axes[2][c] = axis.z;
    }
    trama_body_turning(from, &to, mesh->h, w);
    rigid->v = plus_scaled(b->mean, 1.0 / mesh->h, minus(rotated(turn, r), r));
    rigid->w = (vec){w[0], w[1], w[2]};
}

/* All that can move, as one: bodies have their vertices with them when the mesh is moved. */
static void carry(trama_contact_mesh *mesh, const body *b, const vec *turn, rotate *rotated,
                  const size_t *vertex, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        trama_mesh_body *rigid = trama_mesh_body_of(mesh, vertex[i]);
        const vec r = minus(of(mesh->x0, vertex[i]), b->centre);
        if (!rigid)
            put(mesh->u, vertex[i],
                plus_scaled(b->mean, 1.0 / mesh->h, minus(rotated(turn, r), r)));
        else if (rigid->first == vertex[i])
            carry_rigid(mesh, b, turn, rotated, rigid);
    }
}

/* The free body: momentum, angular momentum, exact rotation. */
static void move_freely(trama_contact_mesh *mesh, const size_t *vertex, size_t count)
{
    const body b = body_of(mesh, vertex, count, true);
    tensor inertia = {0};
    vec angular = {0.0, 0.0, 0.0};
    for (size_t i = 0; i < count; i++) {
        member m;
        if (!member_of(mesh, vertex[i], true, &m))
            continue;
        const vec r = minus(m.x, b.centre);
        add_point(&inertia, m.mass, r);
        angular = plus_scaled(angular, m.mass, cross(r, minus(m.u, b.mean)));
        if (m.rigid) {
            add_rigid(&inertia, m.rigid);
            angular = plus(angular, trama_mesh_body_spin(m.rigid, m.rigid->w));
        }
    }
    const vec turn = scaled(mesh->h, solve(&inertia, 1e-14, angular));
    carry(mesh, &b, &turn, turned_once, vertex, count);
}

/* How fixed vertices move: the rotations that carry them from x0 to x1 about their centre, one
 * after another, by Gauss and Newton from none at all. */
enum { TURNS = 12 };

static vec turned_by_all(const vec *turn, vec r)
{
    for (int i = 0; i < TURNS; i++)
        r = turned(turn[i], r);
    return r;
}

/* The largest distance that the rotation leaves, m. */
static double find_turns(const trama_contact_mesh *mesh, const body *b, vec *turn)
{
    double worst = 0.0;
    for (int k = 0; k <= TURNS; k++) {
        tensor inertia = {0};
        vec torque = {0.0, 0.0, 0.0};
        worst = 0.0;
        for (size_t i = 0; i < b->count; i++) {
            const vec r = minus(of(mesh->x0, b->vertex[i]), b->centre);
            const vec moved = scaled(mesh->h, minus(of(mesh->u, b->vertex[i]), b->mean));
            const vec now = turned_by_all(turn, r), left = minus(plus(r, moved), now);
            worst = fmax(worst, dot(left, left));
            add_point(&inertia, 1.0, now);
            torque = plus(torque, cross(now, left));
        }
        if (k < TURNS)
            turn[k] = solve(&inertia, 1e-12, torque);
    }
    return sqrt(worst);
}

/* The motion of the fixed vertices, `count` of them, for all of the zone; false if they move apart
 * by more than rounding. */
static bool move_along(trama_contact_mesh *mesh, const size_t *fixed, size_t count,
                       const size_t *free_one, size_t free_count)
{
    const body b = body_of(mesh, fixed, count, false);
    vec turn[TURNS] = {{0.0, 0.0, 0.0}};
    double size = 0.0;
    for (size_t i = 0; i < count; i++) {
        const vec r = minus(of(mesh->x0, fixed[i]), b.centre);
        size = fmax(size, dot(r, r));
    }
    if (find_turns(mesh, &b, turn) > 1e-9 * sqrt(size))
        return false;
    carry(mesh, &b, turn, turned_by_all, free_one, free_count);
    return true;
}

bool trama_zone_move(trama_contact_mesh *mesh, trama_zone_motion motion, size_t *vertex,
                     size_t count)
{
    size_t fixed = 0;
    if (motion == TRAMA_ZONES_PUBLISHED) {
        move_as_published(mesh, vertex, count);
        return true;
    }
    for (size_t i = 0; i < count; i++) /* the fixed ones first */
        if (mesh->fixed[vertex[i]]) {
            const size_t swapped = vertex[fixed];
            vertex[fixed++] = vertex[i];
            vertex[i] = swapped;
        }
    if (fixed > 0)
        return move_along(mesh, vertex, fixed, vertex + fixed, count - fixed);
    move_freely(mesh, vertex, count);
    return true;
}
