/* The Cosserat-surface cloth of Wu and de Melo, discretised by finite differences.
 * Source: the Unicamp thesis, sections 2.4 (theory), 3.1 (discretisation), 4.1.2 (algorithms). The
 * schemes differ in the measure, in the Christoffel symbols, and at the edges; docs/cosserat.md
 * derives them. */
#include "core/advance.h"
#include "core/isa.h"
#include "core/memory.h"
#include "core/numbers.h"
#include "core/threads.h"
#include "model/cosserat/kernel_rows.h"
#include "model/cosserat/sheet.h"
#include "model/cosserat/shell.h"
#include "model/cosserat/viscous.h"
#include "model/model.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct parameters {
    double zeta[4], xi[4], phi[4]; /* 11, 12, 21, 22 */
    double mass, density;
    int scheme, measure;
    double young_thickness, poisson, bending; /* E h, nu, D: in the place of zeta, xi and phi */
    bool clamped[4];
    double young_thickness_2, bending_2, shear_thickness, twist; /* of an orthotropic sheet */
    double retardation;
} parameters;

typedef struct cosserat {
    const trama_scene *scene;
    cosserat_sheet sheet;
    cosserat_kernel *kernel;
    cosserat_shell *grid; /* the elements of the damping of a flat sheet, or NULL */
    void *tangent_room;   /* pages that nothing touches until a tangent is asked for */
} cosserat;

static const char *const scheme_names[] = {"reference",      "natural",     "zero", "literal",
                                           "no_christoffel", "variational", NULL};
static const char *const measure_names[] = {"scheme", "rest", "global", "local", NULL};

#define ALL_UNSET                                                                                  \
    {                                                                                              \
        TRAMA_NAN, TRAMA_NAN, TRAMA_NAN, TRAMA_NAN                                                 \
    }

static const trama_field fields[] = {
    {TRAMA_FIELD_OF(parameters, zeta), .broadcast = true, .matrix = true, .fallback = ALL_UNSET,
     .unit = "N/m", .maximum = DBL_MAX,
     .summary = "resistance to stretching: a number, [11, 12, 21, 22] or [[11, 12], [21, 22]]"},
    {TRAMA_FIELD_OF(parameters, xi), .broadcast = true, .matrix = true, .fallback = ALL_UNSET,
     .unit = "N m", .maximum = DBL_MAX,
     .summary = "resistance to bending: a number, [11, 12, 21, 22] or [[11, 12], [21, 22]]"},
    {TRAMA_FIELD_OF(parameters, phi), .broadcast = true, .matrix = true, .fallback = ALL_UNSET,
     .unit = "N", .maximum = DBL_MAX,
     .summary = "coupling of both, the buckling factor: a number, [11, 12, 21, 22] or [[11, 12], "
                "[21, 22]]"},
    {TRAMA_FIELD_OF(parameters, mass), .unit = "kg", .minimum = DBL_MIN, .maximum = DBL_MAX,
     .fallback = {TRAMA_NAN}, .summary = "mass of the rest area; this or density"},
    {TRAMA_FIELD_OF(parameters, density), .unit = "kg/m^2", .minimum = DBL_MIN, .maximum = DBL_MAX,
     .fallback = {TRAMA_NAN}, .summary = "mass over rest area; this or mass"},
    {TRAMA_CHOICE_OF(parameters, scheme, scheme_names),
     .summary = "reference: strong form in the rest measure; natural: as printed, free edges; "
                "zero: de Melo's edges; literal: the thesis' edges as printed; no_christoffel: "
                "reference without the Christoffel symbols of Q, inconsistent where it bends; "
                "variational: the exact gradient of a discrete energy, which keeps momentum and "
                "energy"},
    {TRAMA_CHOICE_OF(parameters, measure, measure_names),
     .summary =
         "area that the mass is spread over: scheme (reference, no_christoffel, variational: "
         "rest, others: global), "
         "rest, global (mass/S, Algorithm 2), local (each node's own)"},
    {TRAMA_FIELD_OF(parameters, young_thickness), .later = true, .unit = "N/m", .maximum = DBL_MAX,
     .fallback = {TRAMA_NAN},
     .summary = "Young's modulus times thickness, E h, of scheme variational; with poisson and "
                "bending in the place of zeta, xi and phi"},
    {TRAMA_FIELD_OF(parameters, poisson), .later = true, .unit = "1", .minimum = -0.999,
     .maximum = 0.999, .fallback = {TRAMA_NAN}, .summary = "Poisson's ratio; with young_thickness"},
    {TRAMA_FIELD_OF(parameters, bending), .later = true, .unit = "N m", .maximum = DBL_MAX,
     .fallback = {TRAMA_NAN},
     .summary = "bending stiffness of a plate, D = E h^3/(12 (1 - nu^2)); with young_thickness"},
    {TRAMA_FIELD_OF(parameters, clamped), .later = true, .unit = "",
     .summary =
         "whether the edges k 0, k -1, l 0, l -1 are clamps, of scheme variational: pins hold "
         "two rows of such an edge, and the sheet bends from the inner of them on"},
    {TRAMA_FIELD_OF(parameters, young_thickness_2), .later = true, .unit = "N/m",
     .minimum = DBL_MIN, .maximum = DBL_MAX, .fallback = {TRAMA_NAN},
     .summary = "E_2 h along l of an orthotropic sheet, whose young_thickness is E_1 h along k and "
                "whose poisson is nu_12; with bending_2, shear_thickness and twist"},
    {TRAMA_FIELD_OF(parameters, bending_2), .later = true, .unit = "N m", .maximum = DBL_MAX,
     .fallback = {TRAMA_NAN},
     .summary = "D_22 of an orthotropic sheet, whose bending is D_11; D_12 = nu_12 D_22"},
    {TRAMA_FIELD_OF(parameters, shear_thickness), .later = true, .unit = "N/m", .maximum = DBL_MAX,
     .fallback = {TRAMA_NAN},
     .summary = "shear modulus times thickness, G h, of an orthotropic sheet"},
    {TRAMA_FIELD_OF(parameters, twist), .later = true, .unit = "N m", .maximum = DBL_MAX,
     .fallback = {TRAMA_NAN},
     .summary = "2 D_66 = G h^3/6 of an orthotropic sheet; (1 - nu) D of an isotropic one"},
    {TRAMA_FIELD_OF(parameters, retardation), .later = true, .unit = "s", .maximum = DBL_MAX,
     .summary = "tau of Kelvin and Voigt's damping, of scheme variational: every stress is that of "
                "the strain plus tau times its rate"},
};

/* 12 as 21, and no component left out. */
static trama_status check_components(const parameters *p, trama_error *error)
{
    static const char *const names[] = {"zeta", "xi", "phi"};
    const double *const given[] = {p->zeta, p->xi, p->phi};
    for (int i = 0; i < 3 && !isnan(given[i][0]); i++) {
        for (int c = 1; c < 4; c++)
            if (isnan(given[i][c]))
                return trama_fail(error, TRAMA_BAD_INPUT, names[i],
                                  "%s has a component that is no number; allowed: at least 0",
                                  names[i]);
        if (given[i][1] != given[i][2])
            return trama_fail(error, TRAMA_BAD_INPUT, names[i],
                              "%s is not symmetric: 12 is %.15g and 21 is %.15g", names[i],
                              given[i][1], given[i][2]);
    }
    return TRAMA_OK;
}

/* A name of a form of the material, and whether it was given. */
typedef struct given_name {
    const char *name;
    bool is;
} given_name;

/* zeta, xi and phi, or E h, nu and D: all of one form, and nothing of the other. */
static trama_status check_form(const parameters *p, trama_error *error)
{
    const given_name shorts[] = {
        {"zeta", !isnan(p->zeta[0])}, {"xi", !isnan(p->xi[0])}, {"phi", !isnan(p->phi[0])}};
    const given_name moduli[] = {{"young_thickness", !isnan(p->young_thickness)},
                                 {"poisson", !isnan(p->poisson)},
                                 {"bending", !isnan(p->bending)}};
    const bool real = moduli[0].is || moduli[1].is || moduli[2].is;
    for (int i = 0; i < 3; i++) {
        const given_name *other = real ? &shorts[i] : &moduli[i];
        const given_name *own = real ? &moduli[i] : &shorts[i];
        if (other->is)
            return trama_fail(error, TRAMA_BAD_INPUT, other->name,
                              "%s does not go with young_thickness, poisson and bending: give "
                              "those, or zeta, xi and phi",
                              other->name);
        if (!own->is)
            return trama_fail(error, TRAMA_BAD_INPUT, own->name,
                              "required key '%s' is missing; allowed: zeta, xi and phi, or "
                              "young_thickness, poisson and bending",
                              own->name);
    }
    if (real && p->scheme != COSSERAT_VARIATIONAL)
        return trama_fail(error, TRAMA_BAD_INPUT, "scheme",
                          "scheme %s takes zeta, xi and phi; allowed with young_thickness, poisson "
                          "and bending: variational",
                          scheme_names[p->scheme]);
    return TRAMA_OK;
}

/* The four constants that make a sheet orthotropic: all of them, with the isotropic three. */
static trama_status check_orthotropic(const parameters *p, trama_error *error)
{
    const given_name own[] = {{"young_thickness_2", !isnan(p->young_thickness_2)},
                              {"bending_2", !isnan(p->bending_2)},
                              {"shear_thickness", !isnan(p->shear_thickness)},
                              {"twist", !isnan(p->twist)}};
    int count = 0;
    for (int i = 0; i < 4; i++)
        count += own[i].is;
    for (int i = 0; i < 4; i++)
        if (count > 0 && (isnan(p->poisson) || !own[i].is))
            return trama_fail(error, TRAMA_BAD_INPUT, own[i].name,
                              "an orthotropic sheet needs young_thickness, poisson, bending, "
                              "young_thickness_2, bending_2, shear_thickness and twist");
    const double nu = p->poisson;
    if (count > 0 && !(nu * nu * p->young_thickness_2 < p->young_thickness &&
                       nu * nu * p->bending_2 < p->bending))
        return trama_fail(error, TRAMA_BAD_INPUT, "poisson",
                          "poisson is %g; allowed: nu_12^2 below E_1/E_2 = %g and D_11/D_22 = %g",
                          nu, p->young_thickness / p->young_thickness_2, p->bending / p->bending_2);
    return TRAMA_OK;
}

static trama_status check_retardation(const parameters *p, trama_error *error)
{
    if (p->retardation == 0.0 || p->scheme == COSSERAT_VARIATIONAL)
        return TRAMA_OK;
    return trama_fail(error, TRAMA_BAD_INPUT, "retardation",
                      "scheme %s has no retardation; allowed with retardation: variational",
                      scheme_names[p->scheme]);
}

static trama_status check_measure(const parameters *p, trama_error *error)
{
    if (p->scheme != COSSERAT_VARIATIONAL || p->measure <= 1)
        return TRAMA_OK;
    return trama_fail(error, TRAMA_BAD_INPUT, "measure",
                      "scheme variational has no measure %s; allowed: scheme, rest",
                      measure_names[p->measure]);
}

/* An orthotropic plate likewise: nu_21 = nu_12 E_2/E_1, D_12 = nu_12 D_22. */
static void set_orthotropic(parameters *p, cosserat_sheet *s)
{
    const double nu = p->poisson, ratio = p->young_thickness_2 / p->young_thickness,
                 area = s->rest11 * s->rest22, both = 1.0 - nu * nu * ratio;
    p->zeta[0] = p->young_thickness / both / 6.0;
    p->zeta[1] = p->zeta[2] = p->shear_thickness;
    p->zeta[3] = p->young_thickness_2 / both / 6.0;
    p->xi[0] = p->bending / 6.0;
    p->xi[1] = p->xi[2] = 0.5 * p->twist;
    p->xi[3] = p->bending_2 / 6.0;
    for (int i = 0; i < 4; i++)
        p->phi[i] = 0.0;
    s->membrane_cross = nu * p->young_thickness_2 / both / area;
    s->bending_cross = nu * p->bending_2 / area;
}

/* An isotropic plate as zeta, xi and phi, but for Poisson's cross terms (docs/cosserat.md). */
static void set_moduli(parameters *p, cosserat_sheet *s)
{
    const double nu = p->poisson;
    if (isnan(nu))
        return;
    if (!isnan(p->young_thickness_2)) {
        set_orthotropic(p, s);
        return;
    }
    const double stretch = p->young_thickness / (1.0 - nu * nu), area = s->rest11 * s->rest22;
    for (int i = 0; i < 4; i++) {
        const double factor = i == 0 || i == 3 ? 1.0 / 6.0 : 0.5 * (1.0 - nu);
        p->zeta[i] = factor * stretch;
        p->xi[i] = factor * p->bending;
        p->phi[i] = 0.0;
    }
    s->membrane_cross = nu * stretch / area;
    s->bending_cross = nu * p->bending / area;
}

/* The material's constants in index coordinates, for a flat rest state (2.22). */
static void set_material(const parameters *given, cosserat_sheet *s)
{
    parameters own = *given, *p = &own;
    s->rest11 = s->h1 * s->h1;
    s->rest22 = s->h2 * s->h2;
    set_moduli(p, s);
    const double metric[] = {3.0 / (s->rest11 * s->rest11), 1.0 / (s->rest11 * s->rest22),
                             3.0 / (s->rest22 * s->rest22)};
    static const int component[] = {0, 1, 3};
    for (int i = 0; i < 3; i++) {
        s->membrane[i] = p->zeta[component[i]] * metric[i];
        s->bending[i] = 2.0 * p->xi[component[i]] * metric[i];
        s->coupling[i] = p->phi[component[i]] * metric[i];
        s->half_coupling[i] = 0.5 * s->coupling[i];
    }
}

static trama_status set_mass(const parameters *p, double area, double *mu0, trama_error *error)
{
    if (isnan(p->mass) && isnan(p->density))
        return trama_fail(error, TRAMA_BAD_INPUT, "mass", "give mass (kg) or density (kg/m^2)");
    *mu0 = isnan(p->mass) ? p->density : p->mass / area;
    if (!isnan(p->mass) && !isnan(p->density) && fabs(*mu0 - p->density) > 1e-9 * p->density)
        return trama_fail(
            error, TRAMA_BAD_INPUT, "density",
            "mass %.10g kg over %.10g m^2 is %.10g kg/m^2, and density is %.10g: give one of them",
            p->mass, area, *mu0, p->density);
    return TRAMA_OK;
}

static cosserat_kernel *best_kernel(void)
{
#ifdef TRAMA_SEVERAL_ISAS
    static cosserat_kernel *const kernels[] = {trama_cosserat_v2, trama_cosserat_v3,
                                               trama_cosserat_v4};
    return kernels[trama_isa_current()];
#else
    return trama_cosserat_v2;
#endif
}

/* Numbers in the row buffers of a block. */
static size_t buffer_size(const cosserat_sheet *s)
{
    return (size_t)WIDTH * columns_in_flight(traits_of(s->scheme)) + sides_size(s);
}

/* The least rows and nodes of a block. With fewer than 16 rows, the three rows that a block
 * computes beside its own cost more than a thread saves. With fewer nodes than TRAMA_ADVANCE_LEAST
 * has coordinates for, waking the thread costs more. Areas, padded to whole lines, must find room
 * among the accelerations. */
enum { ROWS_LEAST = 16, NODES_LEAST = TRAMA_ADVANCE_LEAST / 3, COLUMNS_LEAST = 8 };

static size_t block_count(const cosserat_sheet *s)
{
    const size_t by_rows = s->m / ROWS_LEAST, by_nodes = s->m * s->n / NODES_LEAST;
    const size_t worth = s->n < COLUMNS_LEAST ? 0 : by_rows < by_nodes ? by_rows : by_nodes;
    return worth < 1 ? 1 : worth < trama_threads() ? worth : trama_threads();
}

static void destroy(void *model)
{
    cosserat *c = model;
    if (c) {
        free(c->sheet.buffers);
        trama_cosserat_shell_destroy(c->sheet.shell);
        trama_cosserat_shell_destroy(c->grid);
        free(c->tangent_room);
        free(c->sheet.inverse_mu);
    }
    free(c);
}

/* Which area the mass is spread over, where the parameters leave it to the scheme. */
static cosserat_density density_of(cosserat_scheme scheme)
{
    return cosserat_is_reference(scheme) || scheme == COSSERAT_VARIATIONAL ? COSSERAT_REST
                                                                           : COSSERAT_GLOBAL;
}

static bool has_tangent(const cosserat_sheet *s)
{
    return density_of(s->scheme) == COSSERAT_REST && s->density == COSSERAT_REST;
}

static trama_status check_clamps(const parameters *p, trama_error *error)
{
    for (int edge = 0; edge < 4; edge++)
        if (p->clamped[edge] && p->scheme != COSSERAT_VARIATIONAL)
            return trama_fail(error, TRAMA_BAD_INPUT, "clamped",
                              "scheme %s has no clamps; allowed with clamped: variational",
                              scheme_names[p->scheme]);
    return TRAMA_OK;
}

static trama_status check(const parameters *p, trama_error *error)
{
    trama_status status = check_form(p, error);
    if (status == TRAMA_OK)
        status = check_orthotropic(p, error);
    if (status == TRAMA_OK)
        status = check_retardation(p, error);
    if (status == TRAMA_OK)
        status = check_clamps(p, error);
    if (status == TRAMA_OK)
        status = check_measure(p, error);
    return status == TRAMA_OK ? check_components(p, error) : status;
}

/* A sheet that is curved at rest, from constants for spacings of 1 m. */
static trama_status set_shell(const trama_shell *form, cosserat *c, double *area,
                              trama_error *error)
{
    cosserat_sheet *s = &c->sheet;
    if (s->scheme != COSSERAT_VARIATIONAL)
        return trama_fail(error, TRAMA_BAD_INPUT, "scheme",
                          "scheme %s is flat at rest, and the scene has a shell; allowed: "
                          "variational",
                          scheme_names[s->scheme]);
    s->shell = trama_cosserat_shell_create(form, s);
    if (!s->shell)
        return trama_fail_memory(error);
    *area = s->shell->area;
    s->blocks = 1;
    c->kernel = trama_cosserat_shell_kernel;
    return TRAMA_OK;
}

/* The elements of the damping: those of the shell, or of the grid, from constants for spacings of
 * 1 m. */
static trama_status set_dampers(const parameters *p, cosserat *c, trama_error *error)
{
    cosserat_sheet *s = &c->sheet, unit = {.h1 = 1.0, .h2 = 1.0};
    s->retardation = p->retardation;
    if (p->retardation == 0.0)
        return TRAMA_OK;
    set_material(p, &unit);
    if (!s->shell)
        c->grid = trama_cosserat_grid_create(s, &unit);
    s->dampers = s->shell ? s->shell : c->grid;
    return s->dampers ? TRAMA_OK : trama_fail_memory(error);
}

/* Nodes and spacing. */
static void set_grid(const trama_scene *scene, const trama_shell *form, cosserat_sheet *s)
{
    const long *points = form ? form->points : trama_scene_grid(scene)->points;
    s->m = (size_t)points[0];
    s->n = (size_t)points[1];
    s->h1 = form ? 1.0 : trama_scene_spacing(scene, 0);
    s->h2 = form ? 1.0 : trama_scene_spacing(scene, 1);
}

static trama_status create(const void *given, const trama_scene *scene, void **model,
                           trama_error *error)
{
    const parameters *p = given;
    const trama_grid *grid = trama_scene_grid(scene);
    const trama_shell *form = trama_scene_shell(scene);
    double area = grid->side[0] * grid->side[1];
    cosserat *c = calloc(1, sizeof *c);
    if (!c)
        return trama_fail_memory(error);
    cosserat_sheet *s = &c->sheet;
    c->scene = scene;
    set_grid(scene, form, s);
    s->scheme = (cosserat_scheme)p->scheme;
    s->density = p->measure == 0 ? density_of(s->scheme) : (cosserat_density)(p->measure - 1);
    memcpy(s->clamped, p->clamped, sizeof s->clamped);
    set_material(p, s);
    trama_status status = check(p, error);
    c->kernel = best_kernel();
    s->blocks = block_count(s);
    if (status == TRAMA_OK && form)
        status = set_shell(form, c, &area, error);
    if (status == TRAMA_OK)
        status = set_mass(p, area, &s->mu0, error);
    if (status == TRAMA_OK)
        status = set_dampers(p, c, error);
    s->block_buffer = buffer_size(s);
    s->buffers = trama_doubles(s->blocks * s->block_buffer);
    const bool pulled = trama_scene_spec_of(scene)->force_count > 0, tangent = has_tangent(s);
    if (pulled)
        s->inverse_mu = trama_doubles(s->m * s->n);
    if (tangent)
        c->tangent_room = calloc(trama_cosserat_tangent_room(s), 1);
    if (status == TRAMA_OK &&
        (!s->buffers || (pulled && !s->inverse_mu) || (tangent && !c->tangent_room)))
        status = trama_fail_memory(error);
    if (status != TRAMA_OK)
        destroy(c);
    else
        *model = c;
    return status;
}

static void dimensions(const void *model, size_t *nq, size_t *nv)
{
    const cosserat *c = model;
    *nq = *nv = 3 * c->sheet.m * c->sheet.n;
}

static void initial(const void *model, double *q, double *v)
{
    const cosserat *c = model;
    trama_scene_initial(c->scene, q, v);
}

static void acceleration(void *model, double t, const double *q, const double *v,
                         const trama_loads *loads, double *a)
{
    cosserat *c = model;
    (void)t;
    c->kernel(&c->sheet, q, v, loads, a, NULL);
    if (c->sheet.dampers && !loads->none)
        trama_cosserat_damp(c->sheet.dampers, c->sheet.retardation, c->sheet.mu0, q, v, a);
}

static void sweep(void *model, double t, const double *q, const double *v, const trama_loads *loads,
                  double *a, trama_nodes_done *done, void *context)
{
    cosserat *c = model;
    const size_t nodes = c->sheet.m * c->sheet.n;
    if (c->sheet.dampers) {
        acceleration(model, t, q, v, loads, a);
        done(context, 0, nodes, (double *const[3]){a, a + nodes, a + 2 * nodes});
        return;
    }
    c->kernel(&c->sheet, q, v, loads, a, &(cosserat_listener){done, context});
}

static const char *tangent_missing(const void *model)
{
    const cosserat_sheet *s = &((const cosserat *)model)->sheet;
    if (has_tangent(s))
        return NULL;
    return density_of(s->scheme) == COSSERAT_REST
               ? "a measure other than rest"
               : "a scheme other than reference, no_christoffel and variational";
}

/* `variational` has a potential. Without moments the force is the gradient of the stretching energy
 * (tangent.c). */
static bool tangent_is_symmetric(const void *model, const trama_loads *loads)
{
    const cosserat_sheet *s = &((const cosserat *)model)->sheet;
    if (s->scheme == COSSERAT_VARIATIONAL)
        return loads->drag == 0.0 && (loads->none || !s->dampers);
    bool flat = cosserat_is_reference(s->scheme) && loads->drag == 0.0;
    for (int ab = 0; ab < 3; ab++)
        flat = flat && s->bending[ab] == 0.0 && s->coupling[ab] == 0.0;
    return flat;
}

static void tangent_product(void *model, double t, const double *q, const double *v,
                            const trama_loads *loads, double cq, double cv, const double *u,
                            double *y)
{
    const cosserat *self = model;
    (void)t;
    trama_cosserat_tangent_product(&self->sheet, self->tangent_room, q, v, loads, cq, cv, u, y);
}

static void tangent(void *model, double t, const double *q, const double *v,
                    const trama_loads *loads, trama_triplets *k, trama_triplets *d)
{
    const cosserat *self = model;
    (void)t;
    trama_cosserat_tangent(&self->sheet, self->tangent_room, q, v, loads, k, d);
}

static const double *inverse_measure(const void *model)
{
    return ((const cosserat *)model)->sheet.inverse_mu;
}

static void energy(void *model, const double *q, double *energies)
{
    const cosserat *c = model;
    if (c->sheet.shell)
        trama_cosserat_shell_energy(c->sheet.shell, q, energies);
    else if (c->sheet.scheme == COSSERAT_VARIATIONAL)
        trama_cosserat_energy_variational(&c->sheet, q, energies);
    else
        trama_cosserat_energy(&c->sheet, q, energies);
}

/* "Every node has the full cell's mass, edge nodes too" (Algorithm 2); of `variational` that of its
 * own share of a cell. */
static void masses(const void *model, double *mass)
{
    const cosserat_sheet *s = &((const cosserat *)model)->sheet;
    const double cell = s->mu0 * s->h1 * s->h2;
    for (size_t i = 0; s->shell && i < 3 * s->m * s->n; i++)
        mass[i] = s->mu0 * s->shell->share[i % (s->m * s->n)];
    for (size_t i = 0; !s->shell && i < 3 * s->m * s->n; i++) {
        const size_t k = i / s->n % s->m, l = i % s->n;
        const double share = cosserat_share(k, s->m) * cosserat_share(l, s->n);
        mass[i] = s->scheme == COSSERAT_VARIATIONAL ? share * cell : cell;
    }
}

static bool is_damped(const void *model)
{
    return ((const cosserat *)model)->sheet.dampers != NULL;
}

static const trama_damping_type damping = {"Kelvin and Voigt's damping", is_damped};

const trama_model_type trama_model_cosserat = {
    .name = "cosserat",
    .summary = "Cosserat-surface cloth by finite differences",
    .reference = "de Melo 2004; Green, Naghdi and Wainwright 1965; Unicamp thesis, (2.2)-(2.25), "
                 "section 3.1",
    .version = 2,
    .parameters = TRAMA_FIELDS(fields, parameters),
    .pointwise = true,
    .air = TRAMA_AIR_PER_AREA,
    .rectangular = true,
    .shells = true,
    .energy_names = {"stretching", "bending", "coupling"},
    .create = create,
    .destroy = destroy,
    .dimensions = dimensions,
    .initial = initial,
    .acceleration = acceleration,
    .sweep = sweep,
    .tangent_product = tangent_product,
    .tangent = tangent,
    .tangent_is_symmetric = tangent_is_symmetric,
    .tangent_missing = tangent_missing,
    .inverse_measure = inverse_measure,
    .damping = &damping,
    .energy = energy,
    .masses = masses,
};
