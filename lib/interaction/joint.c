#include "interaction/joint.h"

#include "interaction/pairs.h"
#include "rigid/pose.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* An end, in the frame of its body's shape, or in the world. */
typedef struct end {
    bool is_world;
    trama_body body;
    double at[3], axis[3], across[2][3];
} end;

static const double rounding = 1e-12; /* of a joint, over its lever */

struct trama_joint {
    end end[2];
    double length;         /* m, of the distance that is held */
    double lever;          /* m, of both ends the largest, at the start */
    trama_carried carried; /* in the last step */
};

/* ---- Which bodies. */

static bool find_body(const trama_surface *surface, const char *name, trama_body *body)
{
    *body = (trama_body){surface, 0};
    for (; body->index < trama_surface_bodies(surface); body->index++)
        if (strcmp(trama_body_name(body), name) == 0)
            return true;
    return false;
}

/* Bodies of an arrangement, "chain[0]" and so on, stand one after another: the first, and how many;
 * 0: there is none of that name. */
static size_t find_arrangement(const trama_surface *surface, const char *name, trama_body *first)
{
    char member[TRAMA_NAME_MAX + 24];
    size_t count = 0;
    trama_body body;
    for (;; count++) {
        snprintf(member, sizeof member, "%s[%zu]", name, count);
        if (!find_body(surface, member, &body))
            return count;
        if (count == 0)
            *first = body;
    }
}

static trama_status refuse_name(const trama_surface *surface, const char *field, const char *name,
                                trama_error *error)
{
    const trama_body first = {surface, 0};
    return trama_fail(error, TRAMA_BAD_INPUT, field,
                      "'%s' has no body '%s'; allowed: a name of its bodies, such as '%s'",
                      surface->name, name, trama_body_name(&first));
}

static trama_status make_joints(trama_joints *self, size_t count, trama_error *error)
{
    self->count = count;
    self->joint = calloc(count + 1, sizeof *self->joint);
    return self->joint ? TRAMA_OK : trama_fail_memory(error);
}

/* Each of an arrangement to the next. */
static trama_status join_successive(trama_joints *self, const trama_body *first, size_t bodies,
                                    trama_error *error)
{
    if (bodies < 2)
        return trama_fail(error, TRAMA_BAD_INPUT, "to",
                          "'%s' is held to itself, and is one body; allowed: another body",
                          self->p.body.text);
    if (make_joints(self, bodies - 1, error) != TRAMA_OK)
        return error->status;
    for (size_t i = 0; i < self->count; i++)
        for (size_t side = 0; side < 2; side++)
            self->joint[i].end[side].body = (trama_body){first->surface, first->index + i + side};
    return TRAMA_OK;
}

static trama_status join_two(trama_joints *self, const trama_surface *of_first,
                             const trama_surface *of_second, trama_error *error)
{
    const trama_joint_parameters *p = &self->p;
    if (make_joints(self, 1, error) != TRAMA_OK)
        return error->status;
    end *ends = self->joint[0].end;
    ends[1].is_world = p->to.text[0] == '\0';
    if (!find_body(of_first, p->body.text, &ends[0].body))
        return refuse_name(of_first, "body", p->body.text, error);
    if (!ends[1].is_world && !find_body(of_second, p->to.text, &ends[1].body))
        return refuse_name(of_second, "to", p->to.text, error);
    if (!ends[1].is_world && ends[0].body.surface == ends[1].body.surface &&
        ends[0].body.index == ends[1].body.index)
        return trama_fail(error, TRAMA_BAD_INPUT, "to",
                          "'%s' is held to itself; allowed: another body", p->to.text);
    if (!trama_body_is_free(&ends[0].body) &&
        (ends[1].is_world || !trama_body_is_free(&ends[1].body)))
        return trama_fail(error, TRAMA_BAD_INPUT, "body",
                          "neither '%s' nor what it is held to can move; allowed: one that is free",
                          p->body.text);
    return TRAMA_OK;
}

trama_status trama_joints_create(const trama_joint_parameters *parameters,
                                 const trama_joint_law *law, const trama_surface *const *among,
                                 size_t count, void **interaction, trama_error *error)
{
    trama_joints *self = *interaction = calloc(1, sizeof *self);
    trama_body first;
    size_t all;
    if (!self)
        return trama_fail_memory(error);
    self->law = law;
    self->p = *parameters;
    if (trama_surfaces_bodies(among, count, &all, error) != TRAMA_OK)
        return error->status;
    const bool one = strcmp(self->p.body.text, self->p.to.text) == 0 && count == 1;
    const size_t bodies = one ? find_arrangement(among[0], self->p.body.text, &first) : 0;
    return bodies > 0 ? join_successive(self, &first, bodies, error)
                      : join_two(self, among[0], among[count - 1], error);
}

void trama_joints_destroy(void *interaction)
{
    trama_joints *self = interaction;
    if (self)
        free(self->joint);
    free(self);
}

/* ---- Where the ends are in their bodies. */

static void pose_of(const end *e, double t, const double *q, trama_pose *pose)
{
    *pose = (trama_pose){{0.0}, {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}}};
    if (!e->is_world)
        trama_body_pose(&e->body, t, q, pose);
}

/* Fixes an end that is at `at` at the start; `axis` is a unit vector. */
static void fix_end(end *e, const trama_moment *start, const double at[3], const double axis[3])
{
    trama_pose pose;
    double arm[3], across[2][3];
    pose_of(e, start->t, start->q, &pose);
    for (size_t i = 0; i < 3; i++)
        arm[i] = at[i] - pose.x[i];
    trama_tangents_of(axis, across[0], across[1]);
    vec_put(turned_back(&pose, vec_of(arm)), e->at);
    vec_put(turned_back(&pose, vec_of(axis)), e->axis);
    vec_put(turned_back(&pose, vec_of(across[0])), e->across[0]);
    vec_put(turned_back(&pose, vec_of(across[1])), e->across[1]);
}

static double distance(const double a[3], const double b[3])
{
    const double apart[3] = {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
    return sqrt(dot3(apart, apart));
}

/* At least the body's radius: from a centre that is met but for rounding, or nearly, there is no
 * length by which to measure. */
static double lever_of(const end *e, const trama_moment *start, const double at[3])
{
    double centre[3];
    if (e->is_world)
        return 0.0;
    trama_body_centre(&e->body, start->t, start->q, centre);
    return fmax(distance(at, centre), trama_body_shape(&e->body)->radius);
}

/* The joints of an arrangement are moved along with the first body of each. */
static void shift_of(const trama_joints *self, const trama_moment *start, size_t i, double shift[3])
{
    double first[3], own[3];
    trama_body_centre(&self->joint[0].end[0].body, start->t, start->q, first);
    trama_body_centre(&self->joint[i].end[0].body, start->t, start->q, own);
    for (size_t axis = 0; axis < 3; axis++)
        shift[axis] = own[axis] - first[axis];
}

trama_status trama_joints_check(void *interaction, const trama_moment *start, trama_error *error)
{
    trama_joints *self = interaction;
    const trama_joint_parameters *p = &self->p;
    const double size = sqrt(dot3(p->axis, p->axis));
    if (!(size > 0.0))
        return trama_fail(error, TRAMA_BAD_INPUT, "axis", "the axis is zero; allowed: any other");
    const double axis[3] = {p->axis[0] / size, p->axis[1] / size, p->axis[2] / size};
    for (size_t i = 0; i < self->count; i++) {
        trama_joint *joint = &self->joint[i];
        double shift[3], at[2][3];
        shift_of(self, start, i, shift);
        for (size_t k = 0; k < 3; k++) {
            at[0][k] = p->at[k] + shift[k];
            at[1][k] = p->at_to[k] + shift[k];
        }
        joint->length = distance(at[0], at[1]);
        joint->lever =
            fmax(lever_of(&joint->end[0], start, at[0]), lever_of(&joint->end[1], start, at[1]));
        fix_end(&joint->end[0], start, at[0], axis);
        fix_end(&joint->end[1], start, at[1], axis);
    }
    return TRAMA_OK;
}

/* The ends of bodies at these poses. */
static trama_joint_state placed_ends(const trama_joint *joint, const trama_pose poses[2])
{
    trama_joint_state state = {.length = joint->length};
    for (size_t side = 0; side < 2; side++) {
        const end *e = &joint->end[side];
        const trama_pose *pose = &poses[side];
        vec_put(placed(pose, vec_of(e->at)), state.x[side]);
        vec_put(turned(pose, vec_of(e->axis)), state.axis[side]);
        vec_put(turned(pose, vec_of(e->across[0])), state.across[side][0]);
        vec_put(turned(pose, vec_of(e->across[1])), state.across[side][1]);
    }
    return state;
}

static trama_joint_state state_of(const trama_joint *joint, double t, const double *q)
{
    trama_pose poses[2];
    pose_of(&joint->end[0], t, q, &poses[0]);
    pose_of(&joint->end[1], t, q, &poses[1]);
    return placed_ends(joint, poses);
}

static bool moves(const end *e)
{
    return !e->is_world && trama_body_is_free(&e->body);
}

/* Where velocities u carry the ends in the step. */
static trama_joint_state carried_state(const trama_joint *joint, const trama_step_view *view,
                                       const double *u)
{
    trama_pose poses[2];
    for (size_t side = 0; side < 2; side++) {
        const end *e = &joint->end[side];
        if (moves(e))
            trama_body_carried(&e->body, view->h, view->before.q,
                               u + trama_body_components(&e->body), &poses[side]);
        else
            pose_of(e, view->before.t + view->h, view->q, &poses[side]);
    }
    return placed_ends(joint, poses);
}

/* ---- Rows. */

void trama_joint_place_row(const trama_joint_state *state, size_t i, trama_joint_row *row)
{
    row->direction[i] = 1.0;
    row->gap = state->x[0][i] - state->x[1][i];
}

static bool is_zero(const double v[3])
{
    return v[0] == 0.0 && v[1] == 0.0 && v[2] == 0.0;
}

/* The row of C's rate at (t, q); h as trama_body_row's. */
static trama_row *add_row(const trama_joint *joint, const trama_joint_state *state,
                          const trama_joint_row *c, uint64_t key, double t, double h,
                          const double *q, trama_rows *rows)
{
    trama_row *row = trama_rows_add(rows, key);
    for (size_t side = 0; side < 2 && row; side++) {
        const end *e = &joint->end[side];
        const double sign = side == 0 ? 1.0 : -1.0;
        if (e->is_world)
            continue;
        if (!is_zero(c->direction))
            trama_body_row(&e->body, t, h, q, state->x[side], c->direction, sign, row);
        if (!is_zero(c->turning))
            trama_body_turn_row(&e->body, t, q, c->turning, sign, row);
    }
    return row;
}

static double gap_of(const trama_joints *self, const trama_joint_state *state, size_t i)
{
    trama_joint_row c = {0};
    self->law->row(state, i, &c);
    return c.gap;
}

/* What is left of C after MOVE, for PUSH; less than what MOVE solves it to is nothing. */
static double left_over(const trama_joints *self, size_t j, size_t i, const trama_step_view *view)
{
    const trama_joint *joint = &self->joint[j];
    const trama_joint_state last = state_of(joint, view->before.t + view->h, view->q);
    const double gap = gap_of(self, &last, i);
    return fabs(gap) > rounding * joint->lever ? gap : 0.0;
}

static void add_rows(const trama_joints *self, size_t j, const trama_step_view *view,
                     trama_rows *rows)
{
    const trama_joint *joint = &self->joint[j];
    const bool at_end = view->stage == TRAMA_END;
    const double t = at_end ? view->before.t + view->h : view->before.t;
    const double *q = at_end ? view->q : view->before.q;
    const trama_joint_state state = state_of(joint, t, q);
    for (size_t i = 0; i < self->law->rows; i++) {
        trama_joint_row c = {0};
        self->law->row(&state, i, &c);
        trama_row *row = add_row(joint, &state, &c, TRAMA_JOINT_ROWS * j + i, t,
                                 at_end ? 0.0 : view->h, q, rows);
        if (!row)
            return;
        row->joined = true;
        if (view->stage != TRAMA_PUSH)
            continue;
        row->gap = left_over(self, j, i, view);
        row->prescribed = 0.0;
    }
}

void trama_joints_rows(void *interaction, const trama_step_view *view, trama_rows *rows)
{
    trama_joints *self = interaction;
    if (view->stage == TRAMA_MOVE)
        self->linearized = 0;
    for (size_t j = 0; j < self->count; j++)
        add_rows(self, j, view, rows);
}

double trama_joints_linearize(void *interaction, const trama_step_view *view, const double *u,
                              trama_rows *rows)
{
    trama_joints *self = interaction;
    trama_joint_state state;
    double left = 0.0;
    for (size_t r = 0; r < rows->count; r++) {
        trama_row *row = &rows->row[r];
        const size_t j = row->key / TRAMA_JOINT_ROWS, i = row->key % TRAMA_JOINT_ROWS;
        if (row->owner != rows->owner)
            continue;
        if (i == 0)
            state = carried_state(&self->joint[j], view, u);
        const double gap = gap_of(self, &state, i);
        row->gap = gap - view->h * trama_row_rate(row, u);
        left = fmax(left, fabs(gap) / self->joint[j].lever);
    }
    if (++self->linearized == 2) /* the first was before it */
        self->left = left;
    return left;
}

void trama_joints_push(void *interaction, const trama_step_view *view, trama_rows *rows)
{
    trama_joints_rows(interaction, view, rows);
}

trama_step_status trama_joints_filter(void *interaction, const trama_step_view *view, double *u,
                                      trama_touched *touched)
{
    const trama_joints *self = interaction;
    (void)u, (void)touched;
    return view->stage == TRAMA_MOVE && !(self->left <= self->p.apart) ? TRAMA_STEP_REFUSED
                                                                       : TRAMA_STEP_OK;
}

void trama_joints_observe(void *interaction, double t, const double *q, const double *v,
                          double *value)
{
    const trama_joints *self = interaction;
    (void)v;
    value[0] = 0.0;
    for (size_t j = 0; j < self->count; j++) {
        const trama_joint_state state = state_of(&self->joint[j], t, q);
        for (size_t i = 0; i < self->law->rows; i++)
            value[0] = fmax(value[0], fabs(gap_of(self, &state, i)));
    }
}

/* ---- Reactions. */

static long number_of(const end *e)
{
    return e->is_world ? -1 : (long)e->body.index;
}

/* Where the end of the first body is, at the moment of the rows. */
static void begin_carried(trama_joint *joint, const trama_joint_state *state)
{
    joint->carried =
        (trama_carried){.body = {number_of(&joint->end[0]), number_of(&joint->end[1])}};
    memcpy(joint->carried.at, state->x[0], sizeof joint->carried.at);
}

void trama_joints_solved(void *interaction, const trama_step_view *view, size_t owner,
                         const trama_rows *rows)
{
    trama_joints *self = interaction;
    const bool at_end = view->stage == TRAMA_END;
    const double t = at_end ? view->before.t + view->h : view->before.t;
    const double *q = at_end ? view->q : view->before.q;
    trama_joint_state state = {0};
    for (size_t r = 0; r < rows->count; r++) {
        const size_t j = rows->row[r].key / TRAMA_JOINT_ROWS,
                     i = rows->row[r].key % TRAMA_JOINT_ROWS;
        trama_joint_row c = {0};
        if (rows->row[r].owner != owner)
            continue;
        trama_carried *carried = &self->joint[j].carried;
        if (i == 0)
            state = state_of(&self->joint[j], t, q);
        if (i == 0 && !at_end)
            begin_carried(&self->joint[j], &state);
        self->law->row(&state, i, &c);
        for (size_t axis = 0; axis < 3; axis++) {
            carried->impulse[axis] += rows->row[r].lambda * c.direction[axis];
            carried->moment[axis] += rows->row[r].lambda * c.turning[axis];
        }
    }
}

size_t trama_joints_carriers(const void *interaction)
{
    return ((const trama_joints *)interaction)->count;
}

void trama_joints_carried(const void *interaction, size_t index, trama_carried *carried)
{
    *carried = ((const trama_joints *)interaction)->joint[index].carried;
}

/* ---- For other solvers. */

static size_t count_of(const void *interaction)
{
    return ((const trama_joints *)interaction)->count;
}

static trama_joint_part part_of(const void *interaction, size_t index, double t, const double *q)
{
    const trama_joints *self = interaction;
    const trama_joint *joint = &self->joint[index];
    const trama_joint_state state = state_of(joint, t, q);
    trama_joint_part part = {.kind = self->law->kind, .length = joint->length};
    memcpy(part.at, state.x, sizeof part.at);
    memcpy(part.axis, state.axis[0], sizeof part.axis);
    for (size_t side = 0; side < 2; side++) {
        part.of[side] = joint->end[side].is_world ? NULL : joint->end[side].body.surface;
        part.body[side] = joint->end[side].body.index;
    }
    return part;
}

const trama_interaction_composition trama_joints_composition = {.joints = count_of,
                                                                .joint = part_of};
