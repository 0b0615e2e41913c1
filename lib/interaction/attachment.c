/* Points of one object's surface held to points of another's, each anywhere on its surface: seams,
 * hooks, a sheet on a frame. r = x1 - x2 between the two ends of a point, at rest zero.
 *
 *   force: F = -k r - c dr/dt on the first end, -F on the second
 *   row:   r = 0 at the end of every step, softened by the compliance
 *
 * Tangent of the force: -dF/dr = k, -dF/dv = c, for each axis by itself. */
#include "interaction/interaction.h"

#include "core/numbers.h"
#include "core/vec.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { FORCE, ROW };

typedef struct parameters {
    int kind;
    double stiffness, damping, compliance, within;
    trama_reals points;
    double k[2], l[2];
} parameters;

/* The two ends of a point, where a solid has them at t = 0. */
typedef struct joint {
    trama_spot end[2];
} joint;

typedef struct attachment {
    parameters p;
    const trama_surface *surface[2];
    size_t count;
    joint *joint;
} attachment;

static const char *const kinds[] = {"force", "row", NULL};

static const trama_field fields[] = {
    {TRAMA_CHOICE_OF(parameters, kind, kinds), .fallback = {ROW},
     .summary = "held by a force (a stiff spring), or by a row, after the step"},
    {TRAMA_FIELD_OF(parameters, stiffness), .unit = "N/m", .maximum = DBL_MAX,
     .fallback = {TRAMA_NAN}, .summary = "k of each point, of a force"},
    {TRAMA_FIELD_OF(parameters, damping), .unit = "N s/m", .maximum = DBL_MAX,
     .summary = "c of each point, of a force"},
    {TRAMA_FIELD_OF(parameters, compliance), .unit = "m/N", .maximum = DBL_MAX,
     .summary = "of each point, of a row; 0: rigid"},
    {TRAMA_FIELD_OF(parameters, within), .unit = "m", .maximum = DBL_MAX, .fallback = {1e-6},
     .summary = "largest distance between two ends at the start"},
    {TRAMA_LIST_OF(parameters, points, 3), .unit = "m",
     .summary = "[[x, y, z], ...]: where the surfaces are held together at the start; or k and l"},
    {TRAMA_FIELD_OF(parameters, k), .broadcast = true, .unit = "1", .minimum = -1e9, .maximum = 1e9,
     .fallback = {TRAMA_NAN, TRAMA_NAN},
     .summary = "first and last k of the nodes of the first object that are held, each to the "
                "nearest point of the second; negative: from the end, -1 the last; default: all"},
    {TRAMA_FIELD_OF(parameters, l), .broadcast = true, .unit = "1", .minimum = -1e9, .maximum = 1e9,
     .fallback = {TRAMA_NAN, TRAMA_NAN},
     .summary = "first and last l of them: [0, 0] is the first node of each row k; default: all"},
};

/* ---- The law. */

static joint at_time(const joint *at, double t)
{
    return (joint){{trama_spot_carried(&at->end[0], t), trama_spot_carried(&at->end[1], t)}};
}

static void apart(const joint *at, double t, const double *q, double r[3])
{
    double first[3], second[3];
    const joint now = at_time(at, t);
    trama_spot_position(&now.end[0], q, first);
    trama_spot_position(&now.end[1], q, second);
    for (int axis = 0; axis < 3; axis++)
        r[axis] = first[axis] - second[axis];
}

static void rate(const joint *at, double t, const double *v, double dr[3])
{
    double first[3], second[3];
    const joint now = at_time(at, t);
    trama_spot_velocity(&now.end[0], t, v, first);
    trama_spot_velocity(&now.end[1], t, v, second);
    for (int axis = 0; axis < 3; axis++)
        dr[axis] = first[axis] - second[axis];
}

static void push(const joint *at, const double force[3], double *f)
{
    trama_spot_push(&at->end[0], force, f);
    trama_spot_push(&at->end[1], (double[]){-force[0], -force[1], -force[2]}, f);
}

static void forces(void *interaction, double t, const double *q, const double *v, double *f)
{
    const attachment *self = interaction;
    for (size_t i = 0; i < self->count && self->p.kind == FORCE; i++) {
        double r[3], dr[3], force[3];
        apart(&self->joint[i], t, q, r);
        rate(&self->joint[i], t, v, dr);
        for (int axis = 0; axis < 3; axis++)
            force[axis] = -self->p.stiffness * r[axis] - self->p.damping * dr[axis];
        push(&self->joint[i], force, f);
    }
}

/* Losses of the dampers. */
static void losses(void *interaction, double t, const double *q, const double *v, double *f)
{
    const attachment *self = interaction;
    (void)q;
    for (size_t i = 0; i < self->count && self->p.kind == FORCE; i++) {
        double dr[3], force[3];
        rate(&self->joint[i], t, v, dr);
        for (int axis = 0; axis < 3; axis++)
            force[axis] = -self->p.damping * dr[axis];
        push(&self->joint[i], force, f);
    }
}

static void tangent_product(void *interaction, double t, const double *q, const double *v,
                            double cq, double cv, const double *u, double *y)
{
    const attachment *self = interaction;
    const double c = cq * self->p.stiffness + cv * self->p.damping;
    (void)q, (void)v;
    for (size_t i = 0; i < self->count && self->p.kind == FORCE; i++) {
        double first[3], second[3], force[3];
        trama_spot_coordinates(&self->joint[i].end[0], u, first);
        trama_spot_coordinates(&self->joint[i].end[1], u, second);
        for (int axis = 0; axis < 3; axis++)
            force[axis] = -c * (first[axis] - second[axis]);
        push(&self->joint[i], force, y);
    }
    (void)t;
}

static void tangent(void *interaction, double t, const double *q, const double *v,
                    trama_triplets *k, trama_triplets *d)
{
    const attachment *self = interaction;
    const double stiffness = self->p.stiffness, damping = self->p.damping;
    const double of_k[9] = {stiffness, 0, 0, 0, stiffness, 0, 0, 0, stiffness};
    const double of_d[9] = {damping, 0, 0, 0, damping, 0, 0, 0, damping};
    (void)t, (void)q, (void)v;
    for (size_t i = 0; i < self->count && self->p.kind == FORCE; i++) {
        const trama_spot *end = self->joint[i].end;
        trama_spots_add_matrix(&end[0], &end[1], of_k, k);
        trama_spots_add_matrix(&end[0], &end[1], of_d, d);
    }
}

/* Of springs of zero length between the ends. */
static double of_springs(const attachment *self, double stiffness, double t, const double *q)
{
    double sum = 0.0;
    for (size_t i = 0; i < self->count; i++) {
        double r[3];
        apart(&self->joint[i], t, q, r);
        sum += 0.5 * stiffness * dot3(r, r);
    }
    return sum;
}

static double energy(void *interaction, double t, const double *q)
{
    const attachment *self = interaction;
    return self->p.kind == FORCE ? of_springs(self, self->p.stiffness, t, q) : 0.0;
}

static double stored(void *interaction, double t, const double *q)
{
    const attachment *self = interaction;
    const bool compliant = self->p.kind == ROW && self->p.compliance > 0.0;
    return compliant ? of_springs(self, 1.0 / self->p.compliance, t, q) : 0.0;
}

/* A compliant row is a spring, and says nothing of velocities. */
static void rows(void *interaction, const trama_step_view *view, trama_rows *rows)
{
    const attachment *self = interaction;
    const bool move = view->stage == TRAMA_MOVE;
    if (self->p.kind != ROW || (!move && self->p.compliance > 0.0))
        return;
    const double t = move ? view->before.t : view->before.t + view->h;
    for (size_t i = 0; i < self->count; i++) {
        double r[3];
        const joint now = at_time(&self->joint[i], t);
        apart(&self->joint[i], view->before.t, view->before.q, r);
        for (size_t axis = 0; axis < 3; axis++) {
            double direction[3] = {0.0, 0.0, 0.0};
            trama_row *row = trama_rows_add(rows, 4 * i + axis);
            if (!row)
                return;
            direction[axis] = 1.0;
            for (int end = 0; end < 2; end++)
                trama_spot_row(&now.end[end], t, move ? view->h : 0.0, direction,
                               end == 0 ? 1.0 : -1.0, row);
            row->gap = r[axis];
            row->compliance = self->p.compliance;
        }
    }
}

static bool corrects(const void *interaction)
{
    return ((const attachment *)interaction)->p.kind == ROW;
}

static bool joins(const void *interaction)
{
    const attachment *self = interaction;
    return self->p.kind == ROW && self->p.compliance == 0.0;
}

static void observe(void *interaction, double t, const double *q, const double *v, double *value)
{
    const attachment *self = interaction;
    (void)v;
    value[0] = 0.0;
    for (size_t i = 0; i < self->count; i++) {
        double r[3];
        apart(&self->joint[i], t, q, r);
        value[0] = fmax(value[0], sqrt(dot3(r, r)));
    }
}

/* ---- Making. */

static trama_status check_kind(const parameters *p, trama_error *error)
{
    if (p->kind == FORCE && isnan(p->stiffness))
        return trama_fail(error, TRAMA_BAD_INPUT, "stiffness",
                          "an attachment by force needs a stiffness, in N/m");
    if (p->kind == ROW && (!isnan(p->stiffness) || p->damping != 0.0))
        return trama_fail(error, TRAMA_BAD_INPUT, isnan(p->stiffness) ? "damping" : "stiffness",
                          "stiffness and damping are of an attachment by force; allowed: "
                          "compliance, or `kind: force`");
    if (p->kind == FORCE && p->compliance != 0.0)
        return trama_fail(error, TRAMA_BAD_INPUT, "compliance",
                          "compliance is of an attachment by row; allowed: stiffness, or `kind: "
                          "row`");
    if ((p->points.count > 0) == (!isnan(p->k[0]) || !isnan(p->l[0])))
        return trama_fail(error, TRAMA_BAD_INPUT, p->points.count > 0 ? "k" : "points",
                          "an attachment is given by points, or by nodes k and l of the first "
                          "object; allowed: one of them");
    return TRAMA_OK;
}

/* Nodes of the range on an axis of `points`, counted from 0; not given: all. TRAMA_BAD_INPUT if it
 * leaves them. */
static trama_status resolve(const double given[2], long points, const char *name, long range[2],
                            trama_error *error)
{
    for (int end = 0; end < 2; end++) {
        range[end] = isnan(given[end]) ? -end : (long)given[end];
        if (!isnan(given[end]) && given[end] != floor(given[end]))
            return trama_fail(error, TRAMA_BAD_INPUT, name, "%s: %g; allowed: whole numbers", name,
                              given[end]);
        range[end] += range[end] < 0 ? points : 0;
        if (range[end] < 0 || range[end] >= points)
            return trama_fail(error, TRAMA_BAD_INPUT, name,
                              "%s %g is outside the object; allowed: 0 to %ld, or -%ld to -1", name,
                              given[end], points - 1, points);
    }
    if (range[0] > range[1])
        return trama_fail(error, TRAMA_BAD_INPUT, name, "%s ends before it begins", name);
    return TRAMA_OK;
}

static trama_status make_joints(attachment *self, size_t count, trama_error *error)
{
    self->count = count;
    self->joint = calloc(count + 1, sizeof *self->joint);
    return self->joint ? TRAMA_OK : trama_fail_memory(error);
}

static trama_status join_nodes(attachment *self, trama_error *error)
{
    const long *points = trama_scene_grid(self->surface[0]->scene)->points;
    long k[2] = {0}, l[2] = {0};
    size_t i = 0;
    if (trama_surface_nodes(self->surface[0]) == 0)
        return trama_fail(error, TRAMA_BAD_INPUT, "among", "'%s' has no nodes to attach",
                          self->surface[0]->name);
    trama_status status = resolve(self->p.k, points[0], "k", k, error);
    if (status == TRAMA_OK)
        status = resolve(self->p.l, points[1], "l", l, error);
    if (status == TRAMA_OK)
        status = make_joints(self, (size_t)((k[1] - k[0] + 1) * (l[1] - l[0] + 1)), error);
    for (long row = k[0]; status == TRAMA_OK && row <= k[1]; row++)
        for (long column = l[0]; column <= l[1]; column++)
            self->joint[i++].end[0] =
                trama_spot_of_vertex(self->surface[0], (size_t)(row * points[1] + column));
    return status;
}

static void destroy(void *interaction)
{
    attachment *self = interaction;
    if (self)
        free(self->joint);
    free(self);
}

static trama_status create(const void *given, const trama_surface *const *among, size_t count,
                           void **interaction, trama_error *error)
{
    attachment *self = calloc(1, sizeof *self);
    (void)count;
    if (!self)
        return trama_fail_memory(error);
    *interaction = self;
    self->p = *(const parameters *)given;
    self->surface[0] = among[0];
    self->surface[1] = among[1];
    if (check_kind(&self->p, error) != TRAMA_OK)
        return error->status;
    return self->p.points.count > 0 ? make_joints(self, self->p.points.count / 3, error)
                                    : join_nodes(self, error);
}

/* The point of a surface nearest to x at the start. */
static trama_status find_end(const attachment *self, size_t end, size_t i,
                             const trama_moment *start, const double x[3], trama_spot *spot,
                             trama_error *error)
{
    char path[64];
    trama_foot foot;
    snprintf(path, sizeof path,
             self->p.points.count > 0 ? "points[%zu]"
             : isnan(self->p.k[0])    ? "l"
                                      : "k",
             i);
    if (!trama_surface_nearest(self->surface[end], start->t, start->q, x, TRAMA_INFINITY, &foot))
        return trama_fail(error, TRAMA_BAD_INPUT, "among", "'%s' has no surface to be held to",
                          self->surface[end]->name);
    if (!(fabs(foot.distance) <= self->p.within))
        return trama_fail(
            error, TRAMA_BAD_INPUT, path,
            "point %zu, at [%g, %g, %g] m, is %.3g m from '%s' at the start; allowed: "
            "at most `within`, %g m",
            i, x[0], x[1], x[2], fabs(foot.distance), self->surface[end]->name, self->p.within);
    *spot = foot.spot;
    return TRAMA_OK;
}

/* Finds the ends where the objects begin. What is held to two places at once is apart from one of
 * them, and is refused so. */
static trama_status check(void *interaction, const trama_moment *start, trama_error *error)
{
    attachment *self = interaction;
    const bool nodes = self->p.points.count == 0;
    trama_status status = TRAMA_OK;
    for (size_t i = 0; i < self->count && status == TRAMA_OK; i++) {
        double x[3];
        if (nodes)
            trama_spot_position(&self->joint[i].end[0], start->q, x);
        for (int axis = 0; axis < 3 && !nodes; axis++)
            x[axis] = self->p.points.value[3 * i + (size_t)axis];
        for (size_t end = nodes ? 1 : 0; end < 2 && status == TRAMA_OK; end++)
            status = find_end(self, end, i, start, x, &self->joint[i].end[end], error);
    }
    return status;
}

static bool tangent_is_symmetric(const void *interaction)
{
    (void)interaction;
    return true;
}

const trama_interaction_type trama_interaction_attachment = {
    .name = "attachment",
    .summary = "points of one surface held to points of another, by a force or by a row",
    .reference = "barycentric coordinates; compliance: Macklin et al. 2016 (XPBD)",
    .version = 4, /* 4: k without l is the whole row */
    .parameters = TRAMA_FIELDS(fields, parameters),
    .least = 2,
    .most = 2,
    .observed = {{"apart", "m", "largest distance between two ends"}},
    .create = create,
    .destroy = destroy,
    .check = check,
    .forces = forces,
    .losses = losses,
    .tangent_product = tangent_product,
    .tangent = tangent,
    .tangent_is_symmetric = tangent_is_symmetric,
    .rows = rows,
    .corrects = corrects,
    .joins = joins,
    .energy = energy,
    .stored = stored,
    .observe = observe,
};
