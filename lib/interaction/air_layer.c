/* The layer of air between a cloth and a closed body: Chen, Feng and Wang, "Modeling friction and
 * air effects between cloth and deformable bodies", ACM Transactions on Graphics 32(4), 2013,
 * section 6. Each vertex i of the cloth has air Q_i = P_i V_i (J; mass times R T/M, at one
 * temperature), V_i = A_i d_i (air_cells.h). Its pressure pushes the cloth from the body
 * (air_law.h), and it flows through the cloth and along the layer (air_flow.h), once a step, after
 * the method. In a step the air is constant: a spring.
 *
 * The energy is what an isothermal change to the atmosphere's pressure could give,
 *
 *   E_i = P_atm V_i - Q_i + Q_i ln(P_i/P_atm) >= 0,   dE_i/dV_i = -(P_i - P_atm),
 *
 * 0 at P_atm. dE_i/dQ_i = ln(P_i/P_atm), so that every flow lowers it: what it takes is booked. At
 * the border of an open cloth the air has P_atm: no force, and no energy.
 *
 * A vertex that is within the body at a step's end, or a flow that is not solved, refuses the step.
 */

#include "interaction/air_flow.h"
#include "interaction/air_gas.h"
#include "interaction/interaction.h"

#include "core/memory.h"
#include "core/numbers.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct parameters {
    double ambient, overpressure, permeability, drop, propagation, tolerance;
    double wind[3], density;
    long iterations;
    int law, border, solver, volume;
    bool by_length;
} parameters;

typedef struct air_layer {
    parameters p;
    const trama_air_law *law;
    trama_air_gas gas;
    trama_air_flow *flow;
    double *next; /* J: the air after the step at hand */
    double *begun, *passage, *outside, *block;
    trama_air_flow_result flowed;
    bool is_flowed;               /* `next` is that of the step at hand */
    double leaked, opened, spent; /* J, since the run began */
    long most;                    /* iterations of a flow so far, at most */
} air_layer;

enum { PUBLISHED, GRADIENT };
static const char *const laws[] = {"published", "gradient", NULL};
enum { AMBIENT, SEALED };
static const char *const borders[] = {"ambient", "sealed", NULL};

enum { BY_DISTANCE, BY_ANGLE };
static const char *const volumes[] = {"distance", "angle", NULL};

static const trama_field fields[] = {
    {TRAMA_FIELD_OF(parameters, ambient), .unit = "Pa", .minimum = DBL_MIN, .maximum = DBL_MAX,
     .fallback = {101325.0}, .summary = "P_atm, outside; printed: 1.01 kPa"},
    {TRAMA_FIELD_OF(parameters, overpressure), .unit = "Pa", .minimum = -DBL_MAX,
     .maximum = DBL_MAX, .summary = "of the layer at the start, above -P_atm"},
    {TRAMA_FIELD_OF(parameters, permeability), .unit = "m/s", .maximum = DBL_MAX,
     .summary = "alpha: air through a unit of area and time at the pressure difference `drop`"},
    {TRAMA_FIELD_OF(parameters, drop), .unit = "Pa", .minimum = DBL_MIN, .maximum = DBL_MAX,
     .fallback = {200.0}, .summary = "dP, at which the permeability is measured"},
    {TRAMA_FIELD_OF(parameters, propagation), .unit = "m/s", .maximum = DBL_MAX,
     .summary = "k: flow from cell to cell through a unit of area and pressure; m^2/s by_length"},
    {TRAMA_FIELD_OF(parameters, by_length), .unit = "",
     .summary = "whether that flow is over the edge's length, so that k depends on no mesh"},
    {TRAMA_CHOICE_OF(parameters, law, laws), .fallback = {GRADIENT},
     .summary = "of the force: along the cloth's normals, or minus the slope of the air's energy; "
                "the published one feeds energy over a body that yields"},
    {TRAMA_CHOICE_OF(parameters, border, borders), .fallback = {AMBIENT},
     .summary = "of an open cloth: its vertices keep P_atm, or no air passes"},
    {TRAMA_FIELD_OF(parameters, wind), .unit = "m/s", .minimum = -DBL_MAX, .maximum = DBL_MAX,
     .later = true,
     .summary =
         "outside: its pressure on the cloth drives air through it, -rho (w.N)|w.N|/2 (assumed)"},
    {TRAMA_FIELD_AS("air_density", parameters, density), .unit = "kg/m^3", .minimum = DBL_MIN,
     .maximum = DBL_MAX, .fallback = {1.2}, .later = true, .summary = "rho, of that wind"},
    {TRAMA_CHOICE_OF(parameters, volume, volumes), .later = true,
     .summary =
         "of the air at a vertex: area times distance, or that times the cosine of the angle "
         "between the normals of cloth and body, which is unstable; law: published"},
    {TRAMA_CHOICE_OF(parameters, solver, trama_air_solver_names),
     .summary = "of the flow's linear system; published: bicgstab"},
    {TRAMA_FIELD_OF(parameters, tolerance), .unit = "1", .minimum = 1e-15, .maximum = 0.1,
     .fallback = {1e-10}, .summary = "of the flow's residual, over its right side"},
    {TRAMA_FIELD_OF(parameters, iterations), .unit = "1", .minimum = 1, .maximum = 1000000,
     .fallback = {1000}, .summary = "of the flow's solution, at most"},
};

/* ---- The gas. */

static double energy(void *interaction, double t, const double *q)
{
    air_layer *self = interaction;
    trama_air_cells_find(self->gas.cells, t, q);
    return trama_air_gas_energy(&self->gas, self->gas.air);
}

static double spent(const void *interaction)
{
    return ((const air_layer *)interaction)->spent;
}

static void forces(void *interaction, double t, const double *q, const double *v, double *f)
{
    const air_layer *self = interaction;
    (void)v;
    trama_air_gas_add_forces(&self->gas, self->law, 1.0, t, q, f);
}

/* What the published force does beside the slope of the energy, of either sign. */
static void losses(void *interaction, double t, const double *q, const double *v, double *f)
{
    const air_layer *self = interaction;
    (void)v;
    if (self->law == &trama_air_gradient)
        return;
    trama_air_gas_add_forces(&self->gas, self->law, 1.0, t, q, f);
    if (self->p.volume == BY_ANGLE)
        trama_air_gas_add_slopes(&self->gas, -1.0, t, q, f);
    else
        trama_air_gas_add_forces(&self->gas, &trama_air_gradient, -1.0, t, q, f);
}

static void tangent_product(void *interaction, double t, const double *q, const double *v,
                            double cq, double cv, const double *u, double *y)
{
    const air_layer *self = interaction;
    (void)v, (void)cv;
    trama_air_gas_add_product(&self->gas, self->law, t, q, cq, u, y);
}

static void tangent(void *interaction, double t, const double *q, const double *v,
                    trama_triplets *k, trama_triplets *d)
{
    const air_layer *self = interaction;
    (void)v, (void)d;
    trama_air_gas_add_stiffness(&self->gas, self->law, t, q, k);
}

static bool tangent_is_symmetric(const void *interaction)
{
    return ((const air_layer *)interaction)->law->symmetric;
}

/* ---- The flow. */

/* What wind adds to the pressure outside: above 0 where it comes from, below 0 where it goes. NULL:
 * there is none. Its push on the cloth is the scene's. */
static const double *pressure_outside(const air_layer *self, const double *q)
{
    const vec wind = {self->p.wind[0], self->p.wind[1], self->p.wind[2]};
    if (dot(wind, wind) == 0.0)
        return NULL;
    for (size_t i = 0; i < self->gas.cells->count; i++) {
        const double out = dot(wind, trama_air_cells_normal(self->gas.cells, q, i));
        self->outside[i] = -0.5 * self->p.density * out * fabs(out);
    }
    return self->outside;
}

static void make_flow(air_layer *self, const trama_moment *end, double h)
{
    trama_air_cells_find(self->gas.cells, end->t, end->q);
    trama_air_cells_passages(self->gas.cells, end->q, self->p.by_length, self->passage);
    self->flowed = trama_air_flow_step(self->flow, h, self->gas.cells->volume,
                                       self->gas.cells->area, self->passage,
                                       pressure_outside(self, end->q), self->gas.air, self->next);
    self->is_flowed = self->flowed.solved;
}

static bool has_volume(const air_layer *self)
{
    for (size_t i = 0; i < self->gas.cells->count; i++)
        if (!(self->gas.cells->volume[i] > 0.0))
            return false;
    return true;
}

/* Changes nothing. At the end's positions, which are sure by now, there is air under each vertex,
 * and it flows; or the step is refused. */
static trama_step_status filter(void *interaction, const trama_step_view *view, double *u,
                                trama_touched *touched)
{
    air_layer *self = interaction;
    const trama_moment end = {view->before.t + view->h, view->q, u};
    (void)touched;
    if (view->stage != TRAMA_END)
        return TRAMA_STEP_OK;
    trama_air_cells_find(self->gas.cells, end.t, end.q);
    self->is_flowed = false;
    if (!has_volume(self))
        return TRAMA_STEP_REFUSED;
    make_flow(self, &end, view->h);
    if (self->flowed.no_memory)
        return TRAMA_STEP_NO_MEMORY;
    return self->flowed.solved ? TRAMA_STEP_OK : TRAMA_STEP_REFUSED;
}

static bool corrects(const void *interaction)
{
    (void)interaction;
    return false;
}

static void advance(void *interaction, const trama_moment *end, double h)
{
    air_layer *self = interaction;
    trama_air_cells_find(self->gas.cells, end->t, end->q);
    if (!self->is_flowed)
        make_flow(self, end, h);
    self->spent += trama_air_gas_energy(&self->gas, self->gas.air) -
                   trama_air_gas_energy(&self->gas, self->next);
    self->leaked += self->flowed.leaked;
    self->opened += self->flowed.opened;
    if (self->flowed.iterations > self->most)
        self->most = self->flowed.iterations;
    memcpy(self->gas.air, self->next, self->gas.cells->count * sizeof *self->gas.air);
    self->is_flowed = false;
    trama_air_cells_accept(self->gas.cells);
}

static void restart(void *interaction)
{
    air_layer *self = interaction;
    memcpy(self->gas.air, self->begun, self->gas.cells->count * sizeof *self->gas.air);
    self->leaked = self->opened = self->spent = 0.0;
    self->most = 0;
    self->is_flowed = false;
    trama_air_cells_restart(self->gas.cells);
}

static void state(void *interaction, trama_archive *archive)
{
    air_layer *self = interaction;
    trama_archive_reals(archive, self->gas.air, self->gas.cells->count);
    trama_archive_reals(archive, &self->leaked, 1);
    trama_archive_reals(archive, &self->opened, 1);
    trama_archive_reals(archive, &self->spent, 1);
    trama_archive_integer(archive, &self->most);
    trama_air_cells_state(self->gas.cells, archive);
}

/* ---- Making. */

static trama_status refuse_vertex(const trama_air_cells *cells, size_t i, trama_error *error)
{
    if (cells->by_angle && cells->foot[i].distance > 0.0)
        return trama_fail(error, TRAMA_BAD_INPUT, "volume",
                          "volume: angle has no air at vertex %zu of '%s' at the start, where the "
                          "normals of cloth and body are a right angle apart or more; allowed: "
                          "less, or volume: distance",
                          i, cells->cloth->name);
    return trama_fail(error, TRAMA_BAD_INPUT, "among",
                      "vertex %zu of '%s' is %.3g m within '%s' at the start, where there "
                      "is no air; allowed: outside",
                      i, cells->cloth->name, fabs(cells->foot[i].distance), cells->body->name);
}

/* The air at the start, and the side of the cloth that it is on. */
static trama_status check(void *interaction, const trama_moment *start, trama_error *error)
{
    air_layer *self = interaction;
    trama_air_cells *cells = self->gas.cells;
    const trama_surface *body = cells->body;
    if (cells->feet.traversal && !(trama_air_feet_volume(&cells->feet, start->t, start->q) > 0.0))
        return trama_fail(error, TRAMA_BAD_INPUT, "among[1]",
                          "the triangles of '%s' are turned inside out at the start; allowed: "
                          "normals out of it",
                          body->name);
    trama_air_cells_find(cells, start->t, start->q);
    trama_air_cells_face(cells, start->q);
    trama_air_cells_find(cells, start->t, start->q);
    for (size_t i = 0; i < cells->count; i++)
        if (!(cells->volume[i] > 0.0))
            return refuse_vertex(cells, i, error);
    for (size_t i = 0; i < cells->count; i++)
        self->begun[i] =
            (self->p.ambient + (self->gas.open[i] ? 0.0 : self->p.overpressure)) * cells->volume[i];
    restart(self);
    return TRAMA_OK;
}

static trama_status allocate(air_layer *self, trama_error *error)
{
    const size_t n = self->gas.cells->count, edges = self->gas.cells->cloth->mesh->edge_count;
    self->block = trama_doubles(4 * trama_padded(n) + trama_padded(edges));
    self->gas.open = calloc(n + 1, sizeof *self->gas.open);
    self->gas.room = calloc(3 * self->gas.cells->points_most, sizeof *self->gas.room);
    if (!self->block || !self->gas.open || !self->gas.room)
        return trama_fail_memory(error);
    double *rest = self->block;
    self->gas.air = trama_carve(&rest, n);
    self->next = trama_carve(&rest, n);
    self->begun = trama_carve(&rest, n);
    self->outside = trama_carve(&rest, n);
    self->passage = trama_carve(&rest, edges);
    for (size_t i = 0; i < n; i++)
        self->gas.open[i] = self->p.border == AMBIENT && self->gas.cells->border[i];
    return TRAMA_OK;
}

static trama_status create(const void *given, const trama_surface *const *among, size_t count,
                           void **interaction, trama_error *error)
{
    air_layer *self = *interaction = calloc(1, sizeof *self);
    (void)count;
    if (!self)
        return trama_fail_memory(error);
    const parameters *p = &self->p;
    self->p = *(const parameters *)given;
    self->gas.ambient = p->ambient;
    self->law = p->law == PUBLISHED ? &trama_air_published : &trama_air_gradient;
    if (p->volume == BY_ANGLE && p->law != PUBLISHED)
        return trama_fail(
            error, TRAMA_BAD_INPUT, "volume",
            "volume: angle has the published force alone; allowed: law: published, or "
            "volume: distance");
    if (!(p->overpressure > -p->ambient))
        return trama_fail(error, TRAMA_BAD_INPUT, "overpressure",
                          "overpressure: %g Pa leaves no pressure; allowed: above -P_atm, %g Pa",
                          p->overpressure, -p->ambient);
    const trama_air_flow_options options = {
        .ambient = p->ambient,
        .permeability = p->permeability,
        .drop = p->drop,
        .propagation = p->propagation,
        .krylov = {.tolerance = p->tolerance, .iterations = p->iterations}};
    trama_status status = trama_air_cells_create(among[0], among[1], &self->gas.cells, error);
    if (status == TRAMA_OK)
        self->gas.cells->by_angle = p->volume == BY_ANGLE;
    if (status == TRAMA_OK)
        status = allocate(self, error);
    if (status == TRAMA_OK)
        status = trama_air_flow_create(self->gas.cells->count, among[0]->mesh->edge_count,
                                       among[0]->mesh->edge, self->gas.open,
                                       &trama_air_solvers[p->solver], &options, &self->flow, error);
    return status;
}

static void destroy(void *interaction)
{
    air_layer *self = interaction;
    if (!self)
        return;
    trama_air_flow_destroy(self->flow);
    trama_air_cells_destroy(self->gas.cells);
    free(self->gas.open);
    free(self->gas.room);
    free(self->block);
    free(self);
}

static void observe(void *interaction, double t, const double *q, const double *v, double *value)
{
    air_layer *self = interaction;
    double air = 0.0, volume = 0.0, highest = -TRAMA_INFINITY, lowest = TRAMA_INFINITY,
           nearest = TRAMA_INFINITY;
    (void)v;
    trama_air_cells_find(self->gas.cells, t, q);
    for (size_t i = 0; i < self->gas.cells->count; i++) {
        const double excess = self->gas.open[i] ? 0.0 : trama_air_gas_excess(&self->gas, i);
        nearest = fmin(nearest, self->gas.cells->foot[i].distance);
        highest = fmax(highest, excess);
        lowest = fmin(lowest, excess);
        air += self->gas.open[i] ? 0.0 : self->gas.air[i];
        volume += self->gas.open[i] ? 0.0 : self->gas.cells->volume[i];
    }
    value[0] = air;
    value[1] = volume;
    value[2] = highest;
    value[3] = lowest;
    value[4] = nearest;
    value[5] = self->leaked;
    value[6] = self->opened;
    value[7] = (double)self->most;
}

const trama_interaction_type trama_interaction_air_layer = {
    .name = "air_layer",
    .summary = "air between a cloth, the first, and a closed body: pressure, flow through the "
               "cloth and along the layer",
    .reference = "Chen, Feng and Wang 2013, section 6",
    .version = 2, /* 2: feet are found without a guard where the surface is far */
    .parameters = TRAMA_FIELDS(fields, parameters),
    .least = 2,
    .most = 2,
    .order_limit = 1, /* air flows after a step; a foot goes from one triangle to the next */
    .observed = {{"air", "J", "sum of P V over the cells that are not open"},
                 {"volume", "m^3", "of these cells"},
                 {"highest", "Pa", "largest pressure of a cell, above the atmosphere's"},
                 {"lowest", "Pa", "least pressure of a cell, above the atmosphere's"},
                 {"distance", "m", "least distance of a vertex from the body"},
                 {"leaked", "J", "air (P V) that went out through the cloth so far"},
                 {"opened", "J", "air that went out at an open border so far"},
                 {"iterations", "1", "of the flow's solution, the most of any step so far"}},
    .create = create,
    .destroy = destroy,
    .check = check,
    .forces = forces,
    .losses = losses,
    .tangent_product = tangent_product,
    .tangent = tangent,
    .tangent_is_symmetric = tangent_is_symmetric,
    .filter = filter,
    .corrects = corrects,
    .advance = advance,
    .restart = restart,
    .state = state,
    .energy = energy,
    .spent = spent,
    .observe = observe,
};
