/* Position-based dynamics with compliance (XPBD): a step of h in `substeps` parts of h/n, each with
 * `iterations` sweeps over the constraints C of the elements, colour by colour. With the inertia w
 * = m/h^2 + c/h of elemental.h (N/m), each element in turn gets
 *
 *   dl = -(C + alpha l + gamma dC/dx.(x - x0)) / ((1 + gamma) dC/dx w^-1 dC/dx^T + alpha),
 *   l += dl,   x += w^-1 dC/dx^T dl,
 *
 * from x = y, l = 0. l is the published multiplier over h^2: with C in m the force l dC/dx, N, so
 * alpha is the element's own. gamma = alpha c/h for a damper c along a spring. An element of
 * several rows solves for them together.
 *
 * At its end C + alpha l = 0 holds, but x - y is a sum of steps along directions of the past, so
 * that the fixed point is not backward Euler; it is for one spring, or in one dimension. The
 * variant `momentum: restored` takes the residual of momentum r = w (x - y) - dC/dx^T l back before
 * each sweep, x -= r/W with W = w + sum |l|/length, which stands for w in the sweep too: without
 * that sum it diverges under tension. Its fixed point is backward Euler's step. It takes springs
 * alone.
 *
 * `contact: within` solves for contact after each sweep, of sheets with themselves and each other
 * (elemental_pairs.h) and of nodes with solids (elemental_contact.h), so that it is part of the
 * step; else it corrects the velocities that the step has left.
 *
 * Few sweeps are soft: a chain of N links that hangs has the top strain N g h^2/(K l0) after K red
 * and black sweeps a step, however stiff it is; other links of the colour that is swept first have
 * twice that of what hangs on them, those of the other none. l is 0 at each step's begin. */
#include "integrator/elemental_contact.h"
#include "integrator/elemental_pairs.h"
#include "integrator/links.h"

#include "core/numbers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { AS_PUBLISHED, RESTORED };
static const char *const momenta[] = {"published", "restored", NULL};
enum { AFTER, WITHIN };
static const char *const contacts[] = {"after", "within", NULL};

typedef struct parameters {
    long substeps, iterations;
    int momentum, contact;
} parameters;

static const trama_field fields[] = {
    {TRAMA_FIELD_OF(parameters, substeps), .unit = "1", .minimum = 1, .maximum = 1e6,
     .fallback = {1}, .summary = "parts of a step, each with its own prediction"},
    {TRAMA_FIELD_OF(parameters, iterations), .unit = "1", .minimum = 1, .maximum = 1e6,
     .fallback = {20}, .summary = "sweeps over the constraints in each substep"},
    {TRAMA_FIELD_OF(parameters, momentum), .unit = "", .choices = momenta,
     .summary = "published; restored: the residual of momentum is taken back before each sweep, "
                "which reaches backward Euler's step (springs alone)"},
    {TRAMA_CHOICE_OF(parameters, contact, contacts), .later = true,
     .summary =
         "after: corrects velocities after the step; within: nodes against solids, and sheets "
         "against themselves and each other, are constraints of each sweep, with friction "
         "and no restitution"},
};

typedef struct xpbd {
    trama_elemental elemental;       /* first */
    trama_elemental_contact contact; /* of none, or within: with solids, */
    trama_elemental_pairs pairs;     /* and of sheets */
    double **lambda;                 /* of each group: count x strains */
    double **alpha;                  /* count x strains x strains */
    double **rest;                   /* m (count), of groups that are links without dampers; NULL */
    double *weight;                  /* W (nodes), N/m: the inertia, or more */
    double *yield;                   /* 1/W */
} xpbd;

static void predict(xpbd *x, double h);
static void sweep(xpbd *x);
static void restore(xpbd *x);

static void step(trama_integrator *integrator, trama_system *system, double h)
{
    const parameters *p = integrator->parameters;
    xpbd *x = integrator->context;
    trama_elemental *e = &x->elemental;
    trama_elemental_take(e, system);
    for (long substep = 0; substep < p->substeps; substep++) {
        predict(x, h / (double)p->substeps);
        trama_elemental_contact_begin(&x->contact, system->t + (double)substep * e->h);
        trama_elemental_pairs_begin(&x->pairs, system->t + (double)substep * e->h);
        for (long i = 0; i < p->iterations; i++) {
            if (p->momentum == RESTORED)
                restore(x);
            sweep(x);
            integrator->status = trama_elemental_pairs_sweep(&x->pairs, e);
            if (integrator->status != TRAMA_STEP_OK)
                return;
            trama_elemental_contact_sweep(&x->contact, e);
        }
        if (substep == p->substeps - 1) {
            trama_elemental_gradient(e, e->x, e->gradient);
            trama_elemental_contact_balance(&x->contact, e, e->gradient);
            trama_elemental_pairs_balance(&x->pairs, e, e->gradient);
            integrator->solves.residual = trama_elemental_residual(e, e->gradient);
        }
        trama_elemental_contact_book(&x->contact, e, integrator->contact);
        trama_elemental_pairs_book(&x->pairs, e, integrator->contact);
        trama_elemental_advance(e);
    }
    integrator->solves.newton += p->substeps * p->iterations;
    trama_elemental_give(e, system);
}

static void predict(xpbd *x, double h)
{
    trama_elemental *e = &x->elemental;
    trama_elemental_predict(e, h);
    memcpy(x->weight, e->inertia, e->nodes * sizeof *x->weight);
    for (size_t g = 0; g < e->set.groups; g++) {
        const trama_element_group *group = &e->set.group[g];
        memset(x->lambda[g], 0, group->count * group->kind->strains * sizeof **x->lambda);
    }
}

/* ---- A sweep. */

/* Constraints of some elements of one colour, which share no node. */
enum { CHUNK = 32 };
typedef struct chunk {
    double c[CHUNK * TRAMA_STRAINS];
    vec along[CHUNK * TRAMA_STRAINS * TRAMA_CORNERS];
} chunk;

static vec by_axis(vec a, vec b)
{
    return (vec){a.x * b.x, a.y * b.y, a.z * b.z};
}

/* b of A b = b by Cholesky, in place; A is symmetric, positive definite, n x n. */
static void solve_rows(size_t n, double *a, double *b)
{
    for (size_t k = 0; k < n; k++) {
        for (size_t j = 0; j < k; j++)
            a[n * k + k] -= a[n * k + j] * a[n * k + j];
        a[n * k + k] = sqrt(a[n * k + k]);
        for (size_t i = k + 1; i < n; i++) {
            for (size_t j = 0; j < k; j++)
                a[n * i + k] -= a[n * i + j] * a[n * k + j];
            a[n * i + k] /= a[n * k + k];
        }
        for (size_t j = 0; j < k; j++)
            b[k] -= a[n * k + j] * b[j];
        b[k] /= a[n * k + k];
    }
    for (size_t k = n; k-- > 0;) {
        for (size_t j = k + 1; j < n; j++)
            b[k] -= a[n * j + k] * b[j];
        b[k] /= a[n * k + k];
    }
}

/* gamma of an element. */
static double damping_of(const trama_elemental *e, const trama_element_group *group, size_t element,
                         double alpha)
{
    return e->damped && group->kind->damping
               ? alpha * group->kind->damping(group->constants + element * group->kind->size) / e->h
               : 0.0;
}

static void solve_element(xpbd *x, size_t g, size_t element, const double *c, const vec *along)
{
    trama_elemental *e = &x->elemental;
    const trama_element_group *group = &e->set.group[g];
    const size_t rows = group->kind->strains, nodes = group->kind->nodes;
    const size_t *node = group->node + nodes * element;
    const double *alpha = x->alpha[g] + rows * rows * element;
    double *lambda = x->lambda[g] + rows * element;
    double a[TRAMA_STRAINS * TRAMA_STRAINS], change[TRAMA_STRAINS];
    const double gamma = damping_of(e, group, element, alpha[0]);
    for (size_t r = 0; r < rows; r++) {
        double moved = 0.0;
        change[r] = -c[r];
        for (size_t k = 0; k < rows; k++) {
            change[r] -= alpha[rows * r + k] * lambda[k];
            a[rows * r + k] = alpha[rows * r + k];
            for (size_t i = 0; i < nodes; i++)
                a[rows * r + k] +=
                    (1.0 + gamma) / x->weight[node[i]] *
                    dot(along[nodes * r + i], by_axis(e->is_free[node[i]], along[nodes * k + i]));
        }
        for (size_t i = 0; gamma != 0.0 && i < nodes; i++)
            moved += dot(along[nodes * r + i], minus(e->x[node[i]], e->x0[node[i]]));
        change[r] -= gamma * moved;
    }
    solve_rows(rows, a, change);
    for (size_t r = 0; r < rows; r++) {
        lambda[r] += change[r];
        for (size_t i = 0; i < nodes; i++)
            e->x[node[i]] = plus_scaled(e->x[node[i]], change[r] / x->weight[node[i]],
                                        by_axis(e->is_free[node[i]], along[nodes * r + i]));
    }
}

static void sweep_colour(xpbd *x, size_t g, size_t first, size_t end)
{
    const trama_element_group *group = &x->elemental.set.group[g];
    const size_t rows = group->kind->strains, nodes = group->kind->nodes;
    chunk now;
    for (size_t begin = first; begin < end; begin += CHUNK) {
        const size_t stop = begin + CHUNK < end ? begin + CHUNK : end;
        group->kind->constraints(group, begin, stop, x->elemental.x, now.c, now.along);
        for (size_t k = begin; k < stop; k++)
            solve_element(x, g, k, now.c + rows * (k - begin),
                          now.along + rows * nodes * (k - begin));
    }
}

static void sweep_links(xpbd *x, size_t g)
{
    trama_elemental *e = &x->elemental;
    const trama_element_group *group = &e->set.group[g];
    const trama_links links = {group->node, x->rest[g], x->alpha[g], x->lambda[g]};
    const trama_linked nodes = {x->weight, x->yield, e->holds ? e->is_free : NULL, e->x};
    for (size_t i = 0; i < e->nodes; i++)
        x->yield[i] = 1.0 / x->weight[i];
    for (size_t c = 0; c < group->colours; c++)
        trama_links_sweep(&links, group->colour[c], group->colour[c + 1], &nodes);
}

static void sweep(xpbd *x)
{
    const trama_element_set *set = &x->elemental.set;
    for (size_t g = 0; g < set->groups; g++) {
        if (x->rest[g])
            sweep_links(x, g);
        for (size_t c = 0; !x->rest[g] && c < set->group[g].colours; c++)
            sweep_colour(x, g, set->group[g].colour[c], set->group[g].colour[c + 1]);
    }
}

/* ---- The residual of momentum. */

/* Adds |l|/length of each spring to the weights, and -l dC/dx to the residual. */
static void add_tension(xpbd *x, size_t g, vec *residual)
{
    trama_elemental *e = &x->elemental;
    const trama_element_group *group = &e->set.group[g];
    double c;
    vec along[2];
    for (size_t k = 0; k < group->count; k++) {
        const size_t *node = group->node + 2 * k;
        const double lambda = x->lambda[g][k];
        group->kind->constraints(group, k, k + 1, e->x, &c, along);
        const vec r = minus(e->x[node[1]], e->x[node[0]]);
        const double length = sqrt(dot(r, r));
        for (size_t i = 0; i < 2; i++) {
            residual[node[i]] = plus_scaled(residual[node[i]], -lambda, along[i]);
            x->weight[node[i]] += length > 0.0 ? fabs(lambda) / length : 0.0;
        }
    }
}

static void restore(xpbd *x)
{
    trama_elemental *e = &x->elemental;
    memcpy(x->weight, e->inertia, e->nodes * sizeof *x->weight);
    trama_elemental_inertial(e, e->x, e->gradient);
    for (size_t g = 0; g < e->set.groups; g++)
        if (e->set.group[g].count > 0)
            add_tension(x, g, e->gradient);
    trama_elemental_clear_held(e, e->gradient);
    for (size_t i = 0; i < e->nodes; i++)
        e->x[i] = plus_scaled(e->x[i], -1.0 / x->weight[i], e->gradient[i]);
}

/* ---- Making. */

static trama_status check(const trama_integrator *integrator, const xpbd *x, trama_error *error)
{
    const parameters *p = integrator->parameters;
    const trama_element_set *set = &x->elemental.set;
    for (size_t g = 0; p->momentum == RESTORED && g < set->groups; g++)
        if (set->group[g].count > 0 && !set->group[g].kind->damping)
            return trama_fail(error, TRAMA_BAD_INPUT, "integrator.momentum",
                              "momentum: restored is for springs, and the system has %s; allowed: "
                              "published",
                              set->group[g].kind->name);
    if (p->momentum == RESTORED && p->contact == WITHIN)
        return trama_fail(error, TRAMA_BAD_INPUT, "integrator.contact",
                          "momentum: restored, and contact: within; allowed: contact: after");
    return TRAMA_OK;
}

static bool take_rests(xpbd *x, size_t g)
{
    const trama_element_group *group = &x->elemental.set.group[g];
    if (!group->kind->rests || group->count == 0 || x->elemental.damped)
        return true;
    x->rest[g] = calloc(group->count, sizeof **x->rest);
    if (x->rest[g])
        group->kind->rests(group, 0, group->count, x->rest[g]);
    return x->rest[g];
}

static bool allocate(xpbd *x)
{
    const trama_element_set *set = &x->elemental.set;
    x->weight = calloc(x->elemental.nodes + 1, sizeof *x->weight);
    x->lambda = calloc(set->groups, sizeof *x->lambda);
    x->alpha = calloc(set->groups, sizeof *x->alpha);
    x->rest = calloc(set->groups, sizeof *x->rest);
    x->yield = calloc(x->elemental.nodes + 1, sizeof *x->yield);
    bool made = x->weight && x->lambda && x->alpha && x->rest && x->yield;
    for (size_t g = 0; made && g < set->groups; g++) {
        const trama_element_group *group = &set->group[g];
        const size_t rows = group->kind->strains;
        x->lambda[g] = calloc(group->count * rows + 1, sizeof **x->lambda);
        x->alpha[g] = calloc(group->count * rows * rows + 1, sizeof **x->alpha);
        made = x->lambda[g] && x->alpha[g];
        if (made)
            group->kind->compliances(group, 0, group->count, x->alpha[g]);
        made = made && take_rests(x, g);
    }
    return made;
}

static void end(trama_integrator *integrator)
{
    xpbd *x = integrator->context;
    if (!x)
        return;
    for (size_t g = 0; g < x->elemental.set.groups; g++) {
        free(x->lambda ? x->lambda[g] : NULL);
        free(x->alpha ? x->alpha[g] : NULL);
        free(x->rest ? x->rest[g] : NULL);
    }
    free(x->lambda);
    free(x->alpha);
    free(x->rest);
    free(x->yield);
    free(x->weight);
    trama_elemental_contact_free(&x->contact);
    trama_elemental_pairs_free(&x->pairs);
    trama_elemental_free(&x->elemental);
    free(x);
    integrator->context = NULL;
}

static trama_status take_contact(xpbd *x, const trama_system *system, trama_step *step,
                                 trama_error *error)
{
    trama_status status = trama_elemental_contact_make(&x->contact, system, step, error);
    if (status == TRAMA_OK)
        status = trama_elemental_pairs_make(&x->pairs, &x->elemental, system, error);
    if (status == TRAMA_OK && x->contact.count == 0 && !x->pairs.acting)
        return trama_fail(error, TRAMA_BAD_INPUT, "integrator.contact",
                          "contact: within, and nothing is contact that it takes; allowed: "
                          "bouncing_contact, bridson_collision, or contact: after");
    return status;
}

static trama_status begin(trama_integrator *integrator, const trama_system *system,
                          trama_error *error)
{
    xpbd *x = calloc(1, sizeof *x);
    if (!x)
        return trama_fail_memory(error);
    integrator->context = x;
    trama_status status = trama_elemental_make(&x->elemental, integrator->type, system, error);
    if (status == TRAMA_OK)
        status = trama_elemental_unforced(system, integrator->type, error);
    if (status == TRAMA_OK)
        status = check(integrator, x, error);
    if (status == TRAMA_OK && !allocate(x))
        status = trama_fail_memory(error);
    const parameters *p = integrator->parameters;
    if (status == TRAMA_OK && p->contact == WITHIN)
        status = take_contact(x, system, integrator->contact, error);
    integrator->solves.solver = "constraints";
    if (status != TRAMA_OK)
        end(integrator);
    return status;
}

const trama_integrator_type trama_integrator_xpbd = {
    .name = "xpbd",
    .summary = "position-based dynamics with compliance, in substeps of few sweeps",
    .reference = "Macklin et al. 2016; Macklin et al. 2019 (small steps)",
    .version = 2, /* 2: contact: within takes pairs of bridson_collision */
    .parameters = TRAMA_FIELDS(fields, parameters),
    .order = 1,
    .damped_order = 1,
    .stability = TRAMA_INFINITY,
    .step = step,
    .open = begin,
    .close = end,
};
