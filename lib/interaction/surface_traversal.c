/* Cloths on the outside of one closed body, which is the last among the objects: Chen, Feng and
 * Wang 2013, section 4. The body is any closed mesh: of an obstacle, of rigid bodies, of a soft
 * body. The closest point of each vertex of the cloths is found at the end of the step by surface
 * traversal (collision/traversal.h), or for comparison exhaustively.
 *
 * With the signed distance d at the end of the step, L the longest edge of the cloths at the start,
 * H = 2L/3 the thickness and h the width of the repulsion:
 *   d < H + h   a spring repels: an impulse dt k (H + h - d), at most what undoes, by the end, a
 *               part of the overlap that there was at the beginning (Bridson et al. 2002; the paper
 *               says no more than "repulsion")
 *   d < H       a constraint: the impulse with which d is H at the end; of a vertex that was nearer
 *               at the step's beginning, with which it comes back at the speed `recovery`. For a
 *               vertex that is nearer at the run's start both distances begin at its own and grow
 *               at that speed, so that no energy comes from nothing
 * both along the normal at the closest point, and their opposites on the body by barycentric
 * weights. As long as no vertex is nearer than H, edges and the body's vertices cannot pass through
 * the cloth either, which is why H depends on L.
 *
 * `order: jacobi`, as published: all impulses of a round from the same velocities; the constraint
 * takes half of its impulse in the first round, all in the second ("growing"; assumed). Where many
 * vertices push one light body, they then push it together too far. `sequential`: one after
 * another. After `rounds` of these, vertices that are inside are lifted sequentially until none is.
 *
 * Guarantee: at the end of a step no vertex of the cloths is inside the body (but by tunnelling),
 * or the step is unresolved, and `on_unresolved` says what becomes of it.
 *
 * Friction is an option of this contact, for its load is the normal impulse of the step: Coulomb's
 * law or a measured curve (measured_friction.h). The impulse at a vertex is at most what stops its
 * sliding: sticking is what does not slide afterwards. So it takes energy from the sliding velocity
 * and never reverses it. Its limit is of the mean load of the step. */
#include "interaction/surface_traversal.h"

#include "interaction/collision.h"

#include <float.h>
#include <math.h>
#include <string.h>

static const char *const searches[] = {"traversal", "exhaustive", "printed", NULL};
static const char *const orders[] = {"sequential", "jacobi", NULL};

static const trama_field fields[] = {
    {TRAMA_FIELD_OF(trama_surface_traversal_options, thickness), .unit = "m", .minimum = DBL_MIN,
     .maximum = DBL_MAX, .fallback = {TRAMA_NAN},
     .summary =
         "H: the least distance that is kept; default: 2/3 of the longest edge of the cloths "
         "at the start (Chen et al., 4.2)"},
    {TRAMA_FIELD_OF(trama_surface_traversal_options, repulsion), .unit = "m", .maximum = DBL_MAX,
     .fallback = {1e-3}, .summary = "h: what is nearer than H + h is repelled (assumed)"},
    {TRAMA_FIELD_OF(trama_surface_traversal_options, stiffness), .unit = "N/m", .maximum = DBL_MAX,
     .fallback = {1000}, .summary = "of the repulsion of a vertex (assumed)"},
    {TRAMA_FIELD_OF(trama_surface_traversal_options, part), .unit = "1", .maximum = 1.0,
     .fallback = {0.1},
     .summary = "of the overlap that the repulsion may undo in a step (Bridson et al. 2002)"},
    {TRAMA_FIELD_OF(trama_surface_traversal_options, recovery), .unit = "m/s", .maximum = DBL_MAX,
     .fallback = {0.1}, .summary = "speed at which what is nearer than H comes back (assumed)"},
    {TRAMA_CHOICE_OF(trama_surface_traversal_options, search, searches),
     .fallback = {TRAMA_TRAVERSAL_WALK},
     .summary =
         "of the closest points: by surface traversal, of all triangles that are near, or by "
         "traversal with the guard as printed, which leaves none of these out"},
    {TRAMA_CHOICE_OF(trama_surface_traversal_options, order, orders),
     .fallback = {TRAMA_SURFACE_SEQUENTIAL},
     .summary = "of impulses: one after another, or all of a round at once (as published)"},
    {TRAMA_FIELD_OF(trama_surface_traversal_options, rounds), .unit = "1", .minimum = 1,
     .maximum = 1000, .fallback = {2},
     .summary = "of impulses in a step (Chen et al.: one or two)"},
    {TRAMA_FIELD_OF(trama_surface_traversal_options, rounds_most), .unit = "1", .minimum = 1,
     .maximum = 100000, .fallback = {100},
     .summary = "with those for what is still inside, at most (assumed)"},
    {TRAMA_CHOICE_OF(trama_surface_traversal_options, on_unresolved, trama_on_unresolved_names),
     .fallback = {TRAMA_UNRESOLVED_HALVE},
     .summary = "of a step at whose end a vertex is inside: record, halve, or refuse"},
    {TRAMA_FIELD_OF(trama_surface_traversal_options, friction), .unit = "1", .maximum = DBL_MAX,
     .summary = "mu of Coulomb's law"},
    {TRAMA_LIST_OF(trama_surface_traversal_options, friction_curve, TRAMA_FRICTION_ROW),
     .unit = "N, N, degrees",
     .summary = "measured friction: [[load, force, direction], ...], directions from the warp, 0 "
                "(isotropic), or 0 and 90, or 0, 45 and 90 (Chen et al., 5.2)"},
    {TRAMA_FIELD_OF(trama_surface_traversal_options, sample_area), .unit = "m^2",
     .maximum = DBL_MAX,
     .summary = "that the curve was measured on; 0: it holds for the force on a vertex (as "
                "published)"},
};

/* ---- Closest points. */

static void find(trama_surface_traversal *self)
{
    trama_contact_clock *clock = self->mesh->clock;
    const double from = clock->now ? clock->now() : 0.0;
    trama_traversal_find(self->traversal, (trama_traversal_method)self->p.search,
                         trama_surface_traversal_body(self, self->mesh->x1), self->mesh->x1);
    if (clock->now)
        clock->spent += clock->now() - from;
}

/* ---- A step. */

static trama_step_status begin(void *interaction, const trama_moment *now, double h)
{
    trama_surface_traversal *self = interaction;
    (void)h;
    self->first = true;
    self->gave_up = false;
    trama_surface_response_begin(&self->response, now->q);
    if (!self->started) {
        trama_contact_mesh_place(self->mesh, now->t, now->q);
        trama_traversal_start(self->traversal, trama_surface_traversal_body(self, self->mesh->x0),
                              self->mesh->x0);
        self->started = true;
    }
    return self->refusing ? TRAMA_STEP_REFUSED : TRAMA_STEP_OK;
}

static size_t count_inside(const trama_surface_traversal *self, const trama_traversal *traversal)
{
    size_t inside = 0;
    for (size_t i = 0; i < self->vertices; i++)
        inside += trama_traversal_points(traversal)[i].distance >= 0.0 ? 0 : 1;
    return inside;
}

/* Rounds, until nothing needs an impulse. Later filters of a step lift only what is inside. */
static void resolve(trama_surface_traversal *self)
{
    for (long round = self->first ? 0 : self->p.rounds; round <= self->p.rounds_most; round++) {
        find(self);
        if (self->first && round == 0) {
            self->visited += (double)trama_traversal_last_work(self->traversal).visited;
            self->searches += (double)self->vertices;
        }
        if (!trama_surface_response_round(&self->response, round))
            return;
        trama_contact_mesh_move(self->mesh);
    }
    find(self);
}

static trama_step_status filter(void *interaction, const trama_step_view *view, double *u,
                                trama_touched *touched)
{
    trama_surface_traversal *self = interaction;
    if (view->stage == TRAMA_END || self->gave_up)
        return TRAMA_STEP_OK;
    if (self->first)
        trama_surface_response_gather(&self->response, view, u);
    else
        trama_contact_mesh_gather(self->mesh, view, u);
    resolve(self);
    self->first = false;
    memcpy(self->end, self->mesh->x1, 3 * self->mesh->vertices * sizeof *self->end);
    self->gave_up = count_inside(self, self->traversal) > 0;
    if (self->gave_up && self->p.on_unresolved != TRAMA_UNRESOLVED_RECORD) {
        self->refusing = self->p.on_unresolved == TRAMA_UNRESOLVED_REFUSE;
        return TRAMA_STEP_REFUSED;
    }
    trama_contact_mesh_scatter(self->mesh, u, touched);
    return TRAMA_STEP_OK;
}

/* Where the step ended is where the filter saw it end, unless something else moved it. */
static void advance(void *interaction, const trama_moment *end, double h)
{
    trama_surface_traversal *self = interaction;
    (void)h;
    trama_contact_mesh_place(self->mesh, end->t, end->q);
    if (memcmp(self->end, self->mesh->x0, 3 * self->mesh->vertices * sizeof *self->end) != 0)
        find(self);
    trama_traversal_accept(self->traversal);
    self->unresolved_steps += self->gave_up;
}

static void restart(void *interaction)
{
    trama_surface_traversal *self = interaction;
    trama_surface_response *r = &self->response;
    r->contacts = self->unresolved_steps = 0;
    r->lost = r->gained = r->rubbed = self->visited = self->searches = 0.0;
    self->started = self->refusing = false;
}

/* `refusing` is none of it: it outlives the step that is taken back. */
static void state(void *interaction, trama_archive *archive)
{
    trama_surface_traversal *self = interaction;
    trama_archive_integer(archive, &self->response.contacts);
    trama_archive_integer(archive, &self->unresolved_steps);
    trama_archive_reals(archive, &self->response.lost, 1);
    trama_archive_reals(archive, &self->response.gained, 1);
    trama_archive_reals(archive, &self->response.rubbed, 1);
    trama_archive_reals(archive, &self->visited, 1);
    trama_archive_reals(archive, &self->searches, 1);
    trama_archive_flag(archive, &self->started);
    trama_traversal_state(self->traversal, archive);
}

static void observe(void *interaction, double t, const double *q, const double *v, double *value)
{
    trama_surface_traversal *self = interaction;
    (void)v;
    trama_contact_mesh_place(self->mesh, t, q);
    trama_traversal_start(self->judge, trama_surface_traversal_body(self, self->mesh->x0),
                          self->mesh->x0);
    double least = TRAMA_INFINITY;
    for (size_t i = 0; i < self->vertices; i++)
        least = fmin(least, trama_traversal_points(self->judge)[i].distance);
    value[0] = (double)self->response.contacts;
    value[1] = least;
    value[2] = (double)count_inside(self, self->judge);
    value[3] = (double)self->unresolved_steps;
    value[4] = self->searches > 0.0 ? self->visited / self->searches : TRAMA_NAN;
    value[5] = self->response.lost;
    value[6] = self->response.gained;
    value[7] = self->response.rubbed;
}

static double searched(void *interaction, double (*clock)(void))
{
    trama_contact_clock *of_searches = ((trama_surface_traversal *)interaction)->mesh->clock;
    of_searches->now = clock;
    return of_searches->spent;
}

static double friction_taken(const void *interaction)
{
    return ((const trama_surface_traversal *)interaction)->response.rubbed;
}

static double rubbed(const void *interaction)
{
    const trama_surface_traversal *self = interaction;
    return self->mesh->clock->friction;
}

const trama_interaction_type trama_interaction_surface_traversal = {
    .name = "surface_traversal",
    .summary = "vertices of cloths against a closed body: closest points by walking, measured "
               "friction",
    .reference = "Chen, Feng and Wang 2013",
    .version = 3, /* 3: what it gives back counts as excess */
    .parameters = TRAMA_FIELDS(fields, trama_surface_traversal_options),
    .least = 2,
    .most = TRAMA_AMONG_MAX,
    .order_limit = 1,
    .observed = {{"contacts", "1", "vertices that got an impulse in the last step"},
                 {"least_distance", "m",
                  "of a vertex from the body, by an exhaustive search; "
                  "negative inside"},
                 {"inside", "1", "vertices inside the body, by the same search"},
                 {"unresolved_steps", "1", "steps so far that ended with a vertex inside"},
                 {"visited", "1",
                  "triangles that a step's first search visited for a vertex, mean "
                  "so far"},
                 {"impact_lost", "J",
                  "energy that impulses took out so far, by the mean velocity of their step"},
                 {"impact_gained", "J", "energy that they put in, likewise"},
                 {"friction_lost", "J", "part of the first that friction took"}},
    .create = trama_surface_traversal_create,
    .destroy = trama_surface_traversal_destroy,
    .check = trama_surface_traversal_check,
    .begin = begin,
    .friction_taken = friction_taken,
    .filter = filter,
    .advance = advance,
    .restart = restart,
    .state = state,
    .observe = observe,
    .searched = searched,
    .rubbed = rubbed,
};
