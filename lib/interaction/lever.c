#include "interaction/lever.h"

#include "rigid/pose.h"

#include <math.h>

/* ---- The plate. */

static vec times(const vec rows[3], vec x)
{
    return (vec){dot(rows[0], x), dot(rows[1], x), dot(rows[2], x)};
}

/* Inverse of a symmetric matrix. It is zero for a triangle without area, which turns nothing. */
static void invert(const vec m[3], vec inverse[3])
{
    const vec c[3] = {cross(m[1], m[2]), cross(m[2], m[0]), cross(m[0], m[1])};
    const double volume = dot(m[0], c[0]);
    for (size_t i = 0; i < 3; i++)
        inverse[i] = scaled(volume > 0.0 ? 1.0 / volume : 0.0, c[i]);
}

static void add_inertia(vec r, vec m[3])
{
    const double square = dot(r, r);
    m[0] = plus(m[0], (vec){square - r.x * r.x, -r.x * r.y, -r.x * r.z});
    m[1] = plus(m[1], (vec){-r.y * r.x, square - r.y * r.y, -r.y * r.z});
    m[2] = plus(m[2], (vec){-r.z * r.x, -r.z * r.y, square - r.z * r.z});
}

trama_lever trama_lever_of(const trama_contact *contact, const double *q)
{
    trama_lever l = {.weight = contact->foot.spot.weight};
    vec at[3], m[3] = {{0}};
    double from[3], to[3], x[3];
    for (size_t i = 0; i < 3; i++) {
        const trama_spot corner =
            trama_spot_of_vertex(contact->foot.spot.surface, contact->foot.spot.vertex[i]);
        trama_spot_position(&corner, q, x);
        at[i] = vec_of(x);
    }
    const vec middle = scaled(1.0 / 3.0, plus(plus(at[0], at[1]), at[2]));
    for (size_t i = 0; i < 3; i++) {
        l.r[i] = minus(at[i], middle);
        add_inertia(l.r[i], m);
    }
    invert(m, l.inverse);
    trama_spot_position(&contact->foot.spot, q, from);
    trama_spot_position(&contact->vertex, q, to);
    l.arm = minus(vec_of(to), vec_of(from));
    return l;
}

void trama_lever_share(const trama_lever *lever, vec force, vec corner[3])
{
    const vec turn = times(lever->inverse, cross(lever->arm, force));
    for (size_t i = 0; i < 3; i++)
        corner[i] = plus(scaled(lever->weight[i], force), cross(turn, lever->r[i]));
}

/* ---- A contact at a state. */

trama_contact_points trama_contact_points_of(const trama_contact *contact)
{
    const trama_spot *foot = &contact->foot.spot;
    trama_contact_points points = {.count = 1 + foot->count, .point = {contact->vertex}};
    for (size_t i = 0; i < foot->count; i++)
        points.point[1 + i] = trama_spot_of_vertex(foot->surface, foot->vertex[i]);
    return points;
}

/* The plate turns with sum r x v over its inertia. */
static void look_at_plate(trama_contact_state *at, const double *q, const double *v)
{
    const trama_contact_points points = trama_contact_points_of(at->contact);
    vec turning = {0.0, 0.0, 0.0};
    at->lever = trama_lever_of(at->contact, q);
    for (size_t i = 0; i < 3; i++) {
        double u[3];
        trama_spot_velocity(&points.point[1 + i], at->t, v, u);
        at->velocity[i] = vec_of(u);
        turning = plus(turning, cross(at->lever.r[i], at->velocity[i]));
    }
    at->spin = times(at->lever.inverse, turning);
}

trama_contact_state trama_contact_state_of(const trama_contact *contact, double t, const double *q,
                                           const double *v)
{
    trama_contact_state at = {.contact = contact, .t = t, .normal = vec_of(contact->foot.normal)};
    const trama_surface *touched = contact->foot.spot.surface;
    double slip[3], x[3];
    trama_contact_slip(contact, t, q, v, slip);
    at.slip = vec_of(slip);
    trama_spot_position(&contact->vertex, q, x);
    if (contact->foot.spot.count > 0)
        look_at_plate(&at, q, v);
    else
        touched->type->curves(touched->model, t, x, at.turning);
    return at;
}

/* ---- At a solid. */

/* How the velocity of a solid differs between two of its points, `way` apart. A solid is rigid, so
 * that this is linear, and a difference over any way is exact. */
static vec velocity_across(const trama_spot *foot, double t, vec way)
{
    const double length = sqrt(dot(way, way));
    trama_spot beside = *foot;
    double here[3], there[3];
    if (length == 0.0)
        return (vec){0.0, 0.0, 0.0};
    beside.at[0] += way.x / length;
    beside.at[1] += way.y / length;
    beside.at[2] += way.z / length;
    trama_spot_velocity(foot, t, NULL, here);
    trama_spot_velocity(&beside, t, NULL, there);
    return scaled(length, minus(vec_of(there), vec_of(here)));
}

static void change_at_solid(const trama_contact_state *at, const vec dx[], const vec dv[],
                            trama_contact_change *change)
{
    const trama_foot *foot = &at->contact->foot;
    const double *h = at->turning;
    change->gap = dot(at->normal, dx[0]);
    change->normal = (vec){h[0] * dx[0].x + h[1] * dx[0].y + h[2] * dx[0].z,
                           h[3] * dx[0].x + h[4] * dx[0].y + h[5] * dx[0].z,
                           h[6] * dx[0].x + h[7] * dx[0].y + h[8] * dx[0].z};
    const vec along = plus_scaled(dx[0], -change->gap, at->normal);
    const vec way = plus_scaled(along, -foot->distance, change->normal); /* of the foot */
    change->slip = minus(dv[0], velocity_across(&foot->spot, at->t, way));
}

/* ---- At a triangle. */

/* The foot is nearest among the points of its face, edge or corner, so that the arm is across each
 * of its edges e: d(arm . e) = 0, with d arm = `moved` - sum dw e. Weights that are 0 stay so. */
static void change_weights(const trama_lever *l, vec moved, const vec dr[3], double dw[3])
{
    size_t of[3], count = 0;
    vec e[2], de[2];
    double right[2], g[2][2];
    dw[0] = dw[1] = dw[2] = 0.0;
    for (size_t i = 0; i < 3; i++)
        if (l->weight[i] != 0.0)
            of[count++] = i;
    if (count < 2)
        return;
    for (size_t a = 0; a + 1 < count; a++) {
        e[a] = minus(l->r[of[a + 1]], l->r[of[0]]);
        de[a] = minus(dr[of[a + 1]], dr[of[0]]);
        right[a] = dot(moved, e[a]) + dot(l->arm, de[a]);
    }
    if (count == 2) {
        dw[of[1]] = right[0] / dot(e[0], e[0]);
    } else {
        for (size_t a = 0; a < 2; a++)
            for (size_t b = 0; b < 2; b++)
                g[a][b] = dot(e[a], e[b]);
        const double det = g[0][0] * g[1][1] - g[0][1] * g[1][0];
        dw[of[1]] = (g[1][1] * right[0] - g[0][1] * right[1]) / det;
        dw[of[2]] = (g[0][0] * right[1] - g[1][0] * right[0]) / det;
    }
    dw[of[0]] = -dw[of[1]] - (count == 3 ? dw[of[2]] : 0.0);
}

/* The change of the inertia sum (r^2 - r r^T), applied to x. */
static vec inertia_change(const trama_lever *l, const vec dr[3], vec x)
{
    vec sum = {0.0, 0.0, 0.0};
    for (size_t i = 0; i < 3; i++) {
        const vec r = l->r[i];
        sum = plus_scaled(sum, 2.0 * dot(r, dr[i]), x);
        sum = minus(sum, combined(dot(r, x), dr[i], dot(dr[i], x), r));
    }
    return sum;
}

/* Change of the plate's velocity at the lever's end: sum w v + spin x arm. */
static vec carried_change(const trama_contact_state *at, const trama_contact_change *change,
                          const vec dv[])
{
    const trama_lever *l = &at->lever;
    vec turning = {0.0, 0.0, 0.0}, sum = turning;
    for (size_t i = 0; i < 3; i++) {
        turning = plus(turning, cross(change->r[i], at->velocity[i]));
        turning = plus(turning, cross(l->r[i], dv[1 + i]));
        sum = plus(sum, combined(change->weight[i], at->velocity[i], l->weight[i], dv[1 + i]));
    }
    const vec spin = times(l->inverse, minus(turning, inertia_change(l, change->r, at->spin)));
    return plus(sum, plus(cross(spin, l->arm), cross(at->spin, change->arm)));
}

static void change_at_triangle(const trama_contact_state *at, const vec dx[], const vec dv[],
                               trama_contact_change *change)
{
    const trama_lever *l = &at->lever;
    const double distance = at->contact->foot.distance;
    const vec middle = scaled(1.0 / 3.0, plus(plus(dx[1], dx[2]), dx[3]));
    vec moved = dx[0];
    for (size_t i = 0; i < 3; i++) {
        change->r[i] = minus(dx[1 + i], middle);
        moved = plus_scaled(moved, -l->weight[i], dx[1 + i]);
    }
    change_weights(l, moved, change->r, change->weight);
    change->arm = moved;
    for (size_t i = 0; i < 3; i++)
        change->arm = plus_scaled(change->arm, -change->weight[i], l->r[i]);
    change->gap = dot(at->normal, change->arm);
    if (distance > 0.0) /* where it is 0 there is no normal, and no force */
        change->normal = scaled(1.0 / distance, plus_scaled(change->arm, -change->gap, at->normal));
    change->slip = minus(dv[0], carried_change(at, change, dv));
}

/* ---- Both. */

trama_contact_change trama_contact_changes(const trama_contact_state *at, const vec dx[],
                                           const vec dv[])
{
    trama_contact_change change = {0};
    if (at->contact->foot.spot.count > 0)
        change_at_triangle(at, dx, dv, &change);
    else
        change_at_solid(at, dx, dv, &change);
    return change;
}

/* Corner i carries -(w force + turn x r), turn = inertia^-1 (arm x force). */
void trama_contact_share_changes(const trama_contact_state *at, const trama_contact_change *change,
                                 vec force, vec d_force, vec on_point[])
{
    const trama_lever *l = &at->lever;
    on_point[0] = d_force;
    if (at->contact->foot.spot.count == 0)
        return;
    const vec turn = times(l->inverse, cross(l->arm, force));
    const vec torque = plus(cross(change->arm, force), cross(l->arm, d_force));
    const vec d_turn = times(l->inverse, minus(torque, inertia_change(l, change->r, turn)));
    for (size_t i = 0; i < 3; i++) {
        const vec pushed = combined(change->weight[i], force, l->weight[i], d_force);
        const vec turned = plus(cross(d_turn, l->r[i]), cross(turn, change->r[i]));
        on_point[1 + i] = scaled(-1.0, plus(pushed, turned));
    }
}
