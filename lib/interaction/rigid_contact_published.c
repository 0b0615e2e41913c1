/* The response of Mueller 2010 (Quadros 15 to 20) as printed, with its constants and its faults, to
 * show what they do; rigid_contact is the one to use.
 *
 * One point a pair and step is found and gathered into a manifold of four. Impulses act on the
 * velocities after gravity and before positions move:
 *   bias = 0.5 / h (a - b) . n - 1.0 m/s
 *   normal:   dj = m_n (-v_n - bias), the sum of all held at 0 or pushing, kept for the next step
 *   friction: dj = m_t (-v_t), held at 0.05 of that sum in each iteration, and not summed up
 * so bodies may approach at 1 m/s until the depth is 2 h (66 mm at the published h), and friction
 * is up to the iterations times 0.05. There is no restitution.
 *
 * As printed the two points of a hit coincide, and no depth can come of them (`detection:
 * published`); with the points of least depth (`exact`) the rest of the method can be seen. Not
 * printed are the iterations, and the distances of merging and breaking. */
#include "core/memory.h"
#include "interaction/rigid_pairs.h"

#include "interaction/pairs.h"
#include "rigid/mpr_published.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { EXACT, PUBLISHED };

typedef struct parameters {
    int broad_phase;
    int detection;
    bool boxes;
    long iterations;
    double correction, approach, friction, merge, breaking;
} parameters;

/* A point of contact while impulses are found: what an impulse along each axis does. */
typedef struct worker {
    trama_rigid_point *point;
    const double *normal;
    trama_row axis[3];
    double bias, mass_normal, mass_tangent;
} worker;

typedef struct published {
    trama_rigid_pairs pairs; /* first */
    parameters p;
    worker *worker;
    size_t workers, capacity;
    bool done; /* in this step */
} published;

static const char *const detections[] = {"exact", "published", NULL};

static const trama_field fields[] = {
    {TRAMA_CHOICE_OF(parameters, broad_phase, trama_rigid_broad_phases),
     .fallback = {TRAMA_RIGID_ALL_PAIRS},
     .summary = "how pairs that are near are found; all find the same"},
    {TRAMA_CHOICE_OF(parameters, detection, detections), .fallback = {EXACT},
     .summary = "exact: least depth; published: XenoCollide as printed (quadro 27)"},
    {TRAMA_FIELD_OF(parameters, boxes), .unit = "", .fallback = {1}, .later = true,
     .summary = "only pairs whose boxes overlap are looked at; false: every pair, as published"},
    {TRAMA_FIELD_OF(parameters, iterations), .unit = "1", .minimum = 1, .maximum = 10000,
     .fallback = {10}, .summary = "over all contacts; not printed: assumed"},
    {TRAMA_FIELD_OF(parameters, correction), .unit = "1", .maximum = 1.0, .fallback = {0.5},
     .summary = "share of a depth that is corrected in a step (quadro 18)"},
    {TRAMA_FIELD_OF(parameters, approach), .unit = "m/s", .maximum = DBL_MAX, .fallback = {1.0},
     .summary = "rate at which bodies in contact may approach (quadro 18)"},
    {TRAMA_FIELD_OF(parameters, friction), .unit = "1", .maximum = DBL_MAX, .fallback = {0.05},
     .summary = "of all bodies, in each iteration (quadro 20)"},
    {TRAMA_FIELD_OF(parameters, merge), .unit = "m", .minimum = DBL_MIN, .maximum = DBL_MAX,
     .fallback = {0.02}, .summary = "distance at which points are one; not printed: assumed"},
    {TRAMA_FIELD_OF(parameters, breaking), .unit = "m", .minimum = DBL_MIN, .maximum = DBL_MAX,
     .fallback = {0.02}, .summary = "gap or slip that ends a point; not printed: assumed"},
};

/* ---- Points, one a step (Quadros 15 and 16). */

/* A point of the world in a shape's frame. */
static void to_local(const trama_pose *pose, const double x[3], double local[3])
{
    for (size_t axis = 0; axis < 3; axis++)
        local[axis] = (x[0] - pose->x[0]) * pose->axes[0][axis] +
                      (x[1] - pose->x[1]) * pose->axes[1][axis] +
                      (x[2] - pose->x[2]) * pose->axes[2][axis];
}

static trama_mpr_result search(const published *self, const trama_rigid_pair *pair,
                               const trama_pose poses[2], trama_mpr_memory *memory)
{
    const trama_convex *a = &self->pairs.shape[pair->body[0]],
                       *b = &self->pairs.shape[pair->body[1]];
    const trama_mpr_options options = trama_mpr_default();
    return self->p.detection == PUBLISHED ? trama_mpr_published(a, &poses[0], b, &poses[1])
                                          : trama_mpr(a, &poses[0], b, &poses[1], &options, memory);
}

/* Impulses go with the points' keys, which are numbers from 1 on in each pair. */
static double impulse_of(const trama_rigid_pair *last, uint64_t key)
{
    for (uint32_t p = 0; last && p < last->count; p++)
        if (last->manifold->point[p].key == key)
            return last->point[p].impulse;
    return 0.0;
}

/* Whether the new point is one with an old one (trama_manifold_add). */
static bool is_merged(const trama_manifold *m, const trama_manifold_point *found, double merge)
{
    for (uint32_t p = 0; p < m->count; p++) {
        double a = 0.0, b = 0.0;
        for (size_t axis = 0; axis < 3; axis++) {
            const double da = m->point[p].local_a[axis] - found->local_a[axis];
            const double db = m->point[p].local_b[axis] - found->local_b[axis];
            a += da * da;
            b += db * db;
        }
        if (fmin(a, b) <= merge * merge)
            return true;
    }
    return false;
}

static void gather(const trama_rigid_pairs *pairs, const trama_rigid_pair *last,
                   const trama_pose poses[2], double reach, trama_rigid_pair *pair)
{
    const published *self = (const published *)pairs;
    const trama_manifold_options options = {.merge = self->p.merge, .breaking = self->p.breaking};
    trama_manifold *m = pair->manifold;
    uint64_t key[TRAMA_MANIFOLD_POINTS], next = 1;
    (void)reach;
    *m = (trama_manifold){0};
    if (last && last->count > 0)
        trama_rigid_touch_copy(last, m, pair->point);
    for (uint32_t p = 0; p < m->count; p++)
        next = m->point[p].key >= next ? m->point[p].key + 1 : next;
    trama_manifold_refresh(m, &poses[0], &poses[1], &options);
    const trama_mpr_result hit = search(self, pair, poses, &pair->memory);
    if (hit.status == TRAMA_MPR_HIT) {
        trama_manifold_point found = {.key = next};
        const uint32_t count = m->count;
        for (uint32_t p = 0; p < count; p++)
            key[p] = m->point[p].key;
        memcpy(m->normal, hit.normal, sizeof m->normal);
        memcpy(found.a, hit.a, sizeof found.a);
        memcpy(found.b, hit.b, sizeof found.b);
        to_local(&poses[0], hit.a, found.local_a);
        to_local(&poses[1], hit.b, found.local_b);
        for (size_t axis = 0; axis < 3; axis++)
            found.gap += (hit.b[axis] - hit.a[axis]) * hit.normal[axis];
        const bool merged = is_merged(m, &found, options.merge);
        const uint32_t at = trama_manifold_add(m, &found, &options);
        if (merged && at < count)
            m->point[at].key = key[at]; /* it keeps its impulse */
    }
    for (uint32_t p = 0; p < m->count; p++)
        pair->point[p] =
            (trama_rigid_point){.slot = p, .impulse = impulse_of(last, m->point[p].key)};
}

/* ---- Impulses (Quadros 17 to 20). The velocity is of the first body seen from the second, along
 * the normal from the first to the second; impulses are on the first, and those that push are
 * negative. */

static void slip_of(const worker *w, const double *u, double slip[3])
{
    for (size_t axis = 0; axis < 3; axis++)
        slip[axis] = -trama_row_rate(&w->axis[axis], u);
}

/* 1 over what an impulse along a direction changes of the rate there. */
static double effective(const worker *w, const double direction[3])
{
    double sum = 0.0;
    for (size_t i = 0; i < w->axis[0].count; i++) {
        double j = 0.0, v = 0.0;
        for (size_t axis = 0; axis < 3; axis++) {
            j += direction[axis] * w->axis[axis].j[i];
            v += direction[axis] * w->axis[axis].w[i];
        }
        sum += j * v;
    }
    return sum > 0.0 ? 1.0 / sum : 0.0;
}

static void apply(const worker *w, const double direction[3], double impulse, double *u)
{
    for (size_t axis = 0; axis < 3; axis++)
        for (size_t i = 0; i < w->axis[axis].count; i++)
            u[w->axis[axis].index[i]] -= w->axis[axis].w[i] * direction[axis] * impulse;
}

/* The direction of the slip across the normal, or any (Quadro 19). */
static void tangent_of(const double normal[3], const double slip[3], double tangent[3])
{
    double other[3], square = 0.0;
    const double along = slip[0] * normal[0] + slip[1] * normal[1] + slip[2] * normal[2];
    for (size_t axis = 0; axis < 3; axis++) {
        tangent[axis] = slip[axis] - along * normal[axis];
        square += tangent[axis] * tangent[axis];
    }
    if (square <= (double)FLT_EPSILON)
        trama_tangents_of(normal, tangent, other);
    else
        for (size_t axis = 0; axis < 3; axis++)
            tangent[axis] /= sqrt(square);
}

static double along_of(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void prepare(const published *self, worker *w, const trama_step_view *view, double *u)
{
    double slip[3], tangent[3];
    for (size_t axis = 0; axis < 3; axis++)
        for (size_t i = 0; i < w->axis[axis].count; i++)
            w->axis[axis].w[i] = view->inverse_mass[w->axis[axis].index[i]] * w->axis[axis].j[i];
    w->bias = self->p.correction / view->h * -w->point->gap - self->p.approach;
    slip_of(w, u, slip);
    tangent_of(w->normal, slip, tangent);
    w->mass_normal = effective(w, w->normal);
    w->mass_tangent = effective(w, tangent);
    apply(w, w->normal, w->point->impulse, u);
}

static void solve(const published *self, worker *w, double *u)
{
    double slip[3], tangent[3];
    slip_of(w, u, slip);
    const double wanted = w->mass_normal * (-along_of(slip, w->normal) - w->bias);
    const double normal = fmin(wanted, -w->point->impulse);
    w->point->impulse += normal;
    apply(w, w->normal, normal, u);
    slip_of(w, u, slip);
    tangent_of(w->normal, slip, tangent);
    apply(w, tangent,
          fmax(w->mass_tangent * -along_of(slip, tangent), self->p.friction * w->point->impulse),
          u);
}

/* ---- The step. */

static trama_step_status list_points(published *self, const trama_step_view *view)
{
    static const double along[3][3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    self->workers = 0;
    for (size_t i = 0; i < self->pairs.now.count; i++)
        for (uint32_t p = 0; p < self->pairs.now.pair[i].count; p++) {
            trama_rigid_pair *pair = &self->pairs.now.pair[i];
            worker *grown =
                trama_with_room(self->worker, self->workers, &self->capacity, sizeof *grown);
            if (!grown)
                return TRAMA_STEP_NO_MEMORY;
            self->worker = grown;
            worker *w = &self->worker[self->workers++];
            *w = (worker){.point = &pair->point[p], .normal = pair->manifold->normal};
            for (size_t axis = 0; axis < 3; axis++)
                trama_rigid_point_row(&self->pairs, pair, w->point, view->before.t, view->h,
                                      view->before.q, along[axis], &w->axis[axis]);
        }
    return TRAMA_STEP_OK;
}

static trama_step_status begin(void *interaction, const trama_moment *now, double h)
{
    published *self = interaction;
    (void)h;
    self->done = false;
    return trama_rigid_pairs_find(&self->pairs, now->t, now->q, self->p.breaking)
               ? TRAMA_STEP_OK
               : TRAMA_STEP_NO_MEMORY;
}

static trama_step_status filter(void *interaction, const trama_step_view *view, double *u,
                                trama_touched *touched)
{
    published *self = interaction;
    if (view->stage != TRAMA_MOVE || self->done)
        return TRAMA_STEP_OK;
    self->done = true;
    if (list_points(self, view) != TRAMA_STEP_OK)
        return TRAMA_STEP_NO_MEMORY;
    for (size_t i = 0; i < self->workers; i++)
        prepare(self, &self->worker[i], view, u);
    for (long n = 0; n < self->p.iterations; n++)
        for (size_t i = 0; i < self->workers; i++)
            solve(self, &self->worker[i], u);
    for (size_t i = 0; i < self->workers; i++)
        for (size_t k = 0; k < self->worker[i].axis[0].count; k++)
            trama_touch(touched, self->worker[i].axis[0].index[k]);
    return TRAMA_STEP_OK;
}

static void advance(void *interaction, const trama_moment *end, double h)
{
    (void)end, (void)h;
    trama_rigid_pairs_keep(interaction);
}

static void destroy(void *interaction)
{
    published *self = interaction;
    if (self)
        free(self->worker);
    trama_rigid_pairs_destroy(interaction);
}

static trama_status create(const void *given, const trama_surface *const *among, size_t count,
                           void **interaction, trama_error *error)
{
    const trama_status status =
        trama_rigid_pairs_create(among, count, ((const parameters *)given)->broad_phase,
                                 sizeof(published), interaction, error);
    published *self = *interaction;
    if (self) {
        self->p = *(const parameters *)given;
        self->pairs.detect = gather;
        self->pairs.every = !self->p.boxes;
    }
    return status;
}

const trama_interaction_type trama_interaction_rigid_contact_published = {
    .name = "rigid_contact_published",
    .summary = "contact of rigid bodies as Mueller printed it, with its constants and faults",
    .reference = "Mueller 2010, Quadros 15 to 20",
    .version = 2, /* 2: what it gives back counts as excess */
    .parameters = TRAMA_FIELDS(fields, parameters),
    TRAMA_RIGID_RESPONSE,
    .create = create,
    .destroy = destroy,
    .begin = begin,
    .filter = filter,
    .advance = advance,
    .restart = trama_rigid_pairs_restart,
    .state = trama_rigid_pairs_state,
    .remark = trama_rigid_arrivals_remark,
};
