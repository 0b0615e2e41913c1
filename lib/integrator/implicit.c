#include "integrator/implicit.h"

#include "core/memory.h"
#include "integrator/implicit_points.h"
#include "linear/direct.h"
#include "linear/krylov.h"
#include "system_tangent.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char automatic[] = "automatic", conjugate_gradients[] = "conjugate_gradients",
                  multigrid[] = "multigrid";
const char *const trama_implicit_solvers[] = {
    "automatic",          "cholmod",   "klu", "umfpack", "conjugate_gradients", "bicgstab",
    "cholmod_supernodal", "multigrid", NULL};

typedef struct implicit {
    const trama_solver_parameters *parameters;
    trama_linearisation linear;
    trama_triplets entries;
    trama_sparse *a;
    trama_direct *direct; /* or NULL: by Krylov's methods */
    trama_krylov *krylov; /* for `krylov_size` unknowns; NULL: none yet */
    size_t krylov_size;
    bool symmetric; /* conjugate gradients, else BiCGStab */
    bool by_levels; /* conjugate gradients over multigrid, made of each matrix */
    trama_multigrid *levels;
    trama_multigrid_points points;
    double *block, *b, *x, *diagonal; /* of the free coordinates, in room for all */
    double *right, *step;             /* nv, of trama_implicit_euler */
} implicit;

/* ---- Making. */

static trama_status refuse_tangent(const trama_integrator *integrator, const trama_error *why,
                                   trama_error *error)
{
    return trama_fail(error, TRAMA_BAD_INPUT, why->path, "%s needs tangents, and %s",
                      integrator->type->name, why->text);
}

static trama_status check_symmetry(const trama_integrator *integrator, const trama_system *system,
                                   const char *solver, trama_error *error)
{
    if (trama_system_tangent_is_symmetric(system))
        return TRAMA_OK;
    return trama_fail(
        error, TRAMA_BAD_INPUT, "solver",
        "solver: %s takes symmetric matrices, and the stiffness of this system is not "
        "declared symmetric, so %s would solve another problem; allowed: automatic, "
        "klu, umfpack, bicgstab",
        solver, integrator->type->name);
}

static trama_status allocate(implicit *i, size_t nv, trama_error *error)
{
    i->block = trama_doubles(5 * trama_padded(nv));
    if (!i->block)
        return trama_fail_memory(error);
    double *rest = i->block;
    i->b = trama_carve(&rest, nv);
    i->x = trama_carve(&rest, nv);
    i->diagonal = trama_carve(&rest, nv);
    i->right = trama_carve(&rest, nv);
    i->step = trama_carve(&rest, nv);
    return TRAMA_OK;
}

static trama_status choose(implicit *i, const trama_integrator *integrator,
                           const trama_system *system, const char *solver, const char **name,
                           trama_error *error)
{
    i->by_levels = strcmp(solver, multigrid) == 0;
    i->symmetric = i->by_levels || strcmp(solver, conjugate_gradients) == 0;
    if (strcmp(solver, automatic) == 0)
        solver = trama_system_tangent_is_symmetric(system) ? "cholmod" : "klu";
    const trama_direct_type *direct = trama_direct_find(solver);
    *name = solver;
    if (i->symmetric || (direct && direct->definite)) {
        const trama_status status = check_symmetry(integrator, system, solver, error);
        if (status != TRAMA_OK)
            return status;
    }
    return direct ? trama_direct_create(direct, &i->direct, error) : TRAMA_OK;
}

trama_status trama_implicit_open(trama_integrator *integrator, const trama_system *system,
                                 const char *solver, const trama_solver_parameters *parameters,
                                 trama_error *error)
{
    trama_error why;
    if (trama_system_has_matrices(system, &why) != TRAMA_OK)
        return refuse_tangent(integrator, &why, error);
    implicit *i = calloc(1, sizeof *i);
    if (!i)
        return trama_fail_memory(error);
    integrator->context = i;
    i->parameters = parameters;
    i->linear.convex = integrator->type->guarded;
    trama_status status = allocate(i, system->nv, error);
    if (status == TRAMA_OK)
        status = choose(i, integrator, system, solver, &integrator->solves.solver, error);
    if (status != TRAMA_OK)
        trama_implicit_close(integrator);
    return status;
}

void trama_implicit_close(trama_integrator *integrator)
{
    implicit *i = integrator->context;
    if (!i)
        return;
    trama_linearisation_free(&i->linear);
    trama_triplets_free(&i->entries);
    trama_sparse_destroy(i->a);
    trama_direct_destroy(i->direct);
    trama_krylov_destroy(i->krylov);
    trama_multigrid_destroy(i->levels);
    trama_implicit_points_free(&i->points);
    free(i->block);
    free(i);
    integrator->context = NULL;
}

/* ---- Refusals, and times. */

trama_step_status trama_implicit_refuse(trama_integrator *integrator, trama_refusal_reason reason)
{
    integrator->solves.refused[reason]++;
    return reason == TRAMA_REFUSAL_MEMORY ? TRAMA_STEP_NO_MEMORY : TRAMA_STEP_REFUSED;
}

static trama_step_status status_of(trama_integrator *integrator, trama_direct_status status)
{
    static const trama_refusal_reason reason[] = {
        [TRAMA_DIRECT_NO_MEMORY] = TRAMA_REFUSAL_MEMORY,
        [TRAMA_DIRECT_SINGULAR] = TRAMA_REFUSAL_SINGULAR,
        [TRAMA_DIRECT_INDEFINITE] = TRAMA_REFUSAL_INDEFINITE,
    };
    return status == TRAMA_DIRECT_OK ? TRAMA_STEP_OK
                                     : trama_implicit_refuse(integrator, reason[status]);
}

/* s, by the clock that somebody has set; 0 without one. */
static double now(const trama_integrator *integrator)
{
    return integrator->clock ? integrator->clock() : 0.0;
}

/* ---- The matrix. */

/* Entries of ck K + cd D + M, always in this order. */
static void gather(implicit *i, const trama_system *system, double cd, double ck)
{
    const trama_sparse *const part[2] = {i->linear.k, i->linear.d};
    const double factor[2] = {ck, cd};
    trama_triplets_clear(&i->entries);
    for (int p = 0; p < 2; p++)
        for (size_t row = 0; row < part[p]->rows; row++)
            for (size_t e = part[p]->start[row]; e < part[p]->start[row + 1]; e++)
                trama_triplets_add(&i->entries, row, part[p]->column[e],
                                   factor[p] * part[p]->value[e]);
    for (size_t row = 0; row < i->linear.count; row++)
        trama_triplets_add(&i->entries, row, row, system->mass[i->linear.coordinate[row]]);
}

/* The matrix for as many coordinates as are free; numbers of patterns go on. */
static trama_status size_matrix(implicit *i, trama_error *error)
{
    const size_t n = i->linear.count;
    const unsigned long pattern = i->a ? i->a->pattern : 0;
    if (i->a && i->a->rows == n)
        return TRAMA_OK;
    trama_sparse_destroy(i->a);
    const trama_status status = trama_sparse_create(n, n, &i->a, error);
    if (status == TRAMA_OK)
        i->a->pattern = pattern;
    return status;
}

static trama_status assemble(implicit *i, trama_system *system, double t, const double *q,
                             const double *v, double cd, double ck, trama_error *error)
{
    trama_status status = trama_system_linearise(system, t, q, v, &i->linear, error);
    if (status == TRAMA_OK)
        status = size_matrix(i, error);
    if (status != TRAMA_OK)
        return status;
    gather(i, system, cd, ck);
    return trama_sparse_fill(i->a, &i->entries, error);
}

static trama_step_status factorise(trama_integrator *integrator, implicit *i)
{
    trama_solves *s = &integrator->solves;
    double start = now(integrator);
    trama_direct_status status = TRAMA_DIRECT_OK;
    if (trama_direct_is_new(i->direct, i->a)) {
        status = trama_direct_analyse(i->direct, i->a);
        const double end = now(integrator);
        s->analyse_s += end - start;
        s->analyses++;
        start = end;
    }
    if (status == TRAMA_DIRECT_OK) {
        status = trama_direct_factorise(i->direct, i->a);
        s->factorise_s += now(integrator) - start;
        s->factorisations++;
    }
    return status_of(integrator, status);
}

/* The levels of this matrix, of what is free where it is now. */
static trama_step_status make_levels(trama_integrator *integrator, implicit *i,
                                     const trama_system *system, const double *q)
{
    const double start = now(integrator);
    trama_multigrid_destroy(i->levels);
    i->levels = NULL;
    if (!trama_implicit_points(system, &i->linear, q, &i->points))
        return trama_implicit_refuse(integrator, TRAMA_REFUSAL_MEMORY);
    const trama_direct_status status = trama_multigrid_create(i->a, &i->points, &i->levels);
    integrator->solves.factorise_s += now(integrator) - start;
    return status_of(integrator, status);
}

/* What Krylov's methods need instead: room, and the diagonal as a preconditioner. */
static trama_step_status precondition(trama_integrator *integrator, implicit *i)
{
    trama_error error;
    if (i->krylov_size != i->a->rows) {
        trama_krylov_destroy(i->krylov);
        i->krylov_size = 0;
        if (trama_krylov_create(i->a->rows, &i->krylov, &error) != TRAMA_OK)
            return trama_implicit_refuse(integrator, TRAMA_REFUSAL_MEMORY);
        i->krylov_size = i->a->rows;
    }
    trama_sparse_diagonal(i->a, i->diagonal);
    for (size_t e = 0; e < i->a->rows; e++)
        if (i->symmetric ? !(i->diagonal[e] > 0.0) : i->diagonal[e] == 0.0)
            return trama_implicit_refuse(integrator, TRAMA_REFUSAL_INDEFINITE);
    return TRAMA_STEP_OK;
}

trama_step_status trama_implicit_prepare(trama_integrator *integrator, trama_system *system,
                                         double t, const double *q, const double *v, double cd,
                                         double ck)
{
    implicit *i = integrator->context;
    trama_error error;
    const double start = now(integrator);
    if (assemble(i, system, t, q, v, cd, ck, &error) != TRAMA_OK)
        return trama_implicit_refuse(integrator, TRAMA_REFUSAL_MEMORY);
    integrator->solves.assemble_s += now(integrator) - start;
    integrator->solves.assemblies++;
    integrator->solves.unknowns = (long)i->a->rows;
    integrator->solves.entries = (long)i->a->start[i->a->rows];
    if (i->a->rows == 0) /* all is held */
        return TRAMA_STEP_OK;
    const trama_step_status status =
        i->direct ? factorise(integrator, i) : precondition(integrator, i);
    return status == TRAMA_STEP_OK && i->by_levels ? make_levels(integrator, i, system, q) : status;
}

/* ---- Solutions. */

static trama_krylov_result by_krylov(implicit *i, const trama_operator *a,
                                     const trama_krylov_spec *spec)
{
    if (i->by_levels) {
        const trama_operator levels = trama_multigrid_operator(i->levels);
        return trama_conjugate_gradients_by(i->krylov, a, &levels, i->b, spec, i->x);
    }
    return (i->symmetric ? trama_conjugate_gradients : trama_bicgstab)(i->krylov, a, i->diagonal,
                                                                       i->b, spec, i->x);
}

static trama_step_status iterate(trama_integrator *integrator, implicit *i)
{
    const trama_krylov_spec spec = {i->parameters->residual, i->parameters->products};
    const trama_operator a = trama_sparse_operator(i->a);
    memset(i->x, 0, i->a->rows * sizeof *i->x);
    const trama_krylov_result result = by_krylov(i, &a, &spec);
    integrator->solves.products += result.products;
    if (result.broken && i->symmetric)
        return trama_implicit_refuse(integrator, TRAMA_REFUSAL_INDEFINITE);
    return result.converged ? TRAMA_STEP_OK
                            : trama_implicit_refuse(integrator, TRAMA_REFUSAL_SOLVER);
}

trama_step_status trama_implicit_solve(trama_integrator *integrator, const double *b, double *x)
{
    implicit *i = integrator->context;
    const double start = now(integrator);
    for (size_t e = 0; e < i->linear.count; e++)
        i->b[e] = b[i->linear.coordinate[e]];
    trama_step_status status = TRAMA_STEP_OK;
    if (i->a->rows > 0)
        status = i->direct ? status_of(integrator, trama_direct_solve(i->direct, i->a, i->b, i->x))
                           : iterate(integrator, i);
    memset(x, 0, integrator->nv * sizeof *x);
    for (size_t e = 0; e < i->linear.count; e++)
        x[i->linear.coordinate[e]] = i->x[e];
    integrator->solves.solve_s += now(integrator) - start;
    integrator->solves.solutions++;
    return status;
}

trama_step_status trama_implicit_euler(trama_integrator *integrator, trama_system *system, double h,
                                       double share, double *excess)
{
    implicit *i = integrator->context;
    double *a = i->step, *right = i->right;
    trama_step_status status = trama_implicit_prepare(integrator, system, system->t, system->q,
                                                      system->v, share * h, h * h);
    if (status != TRAMA_STEP_OK)
        return status;
    trama_system_acceleration(system, system->t, system->q, system->v, a);
    trama_system_tangent_product(system, system->t, system->q, system->v, h * h, 0.0, system->v,
                                 right); /* -h^2 K v */
    for (size_t c = 0; c < system->nv; c++)
        right[c] += h * system->mass[c] * a[c] + (excess ? excess[c] : 0.0);
    status = trama_implicit_solve(integrator, right, i->step);
    if (status == TRAMA_STEP_OK) {
        trama_system_kick(system, 1.0, i->step, system->v, system->v);
        trama_system_drift(system, h, system->v, system->q, system->q);
    }
    return status;
}
