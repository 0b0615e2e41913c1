/* Hinges: two triangles that meet at an edge, with the energy of model/particle/hinge.h with a
 * constant factor c, U = K c [2 (cos(theta0/2) - cos(theta/2)) - sin(theta0/2) (theta - theta0)]. C
 * has the sign of theta - theta0 and C^2 = 2 U/(K c), so alpha = 1/(K c) (1/J); for a hinge that is
 * flat at rest it is 2 sqrt(2) sin(theta/4). C and its slope are smooth through theta0. The energy
 * has no projection. */
#include "model/particle/hinge.h"

#include <math.h>

enum { NODES = TRAMA_HINGE_NODES, STRAINS = 1 };
enum { X3 = TRAMA_HINGE_X3, X4 = TRAMA_HINGE_X4, X1 = TRAMA_HINGE_X1, X2 = TRAMA_HINGE_X2 };

typedef struct constants {
    double stiffness;           /* K c, N m */
    double sine, angle, cosine; /* sin(theta0/2), theta0 (rad), cos(theta0/2) */
    double damping;             /* K^d, N s */
    bool held;                  /* the factor is */
} constants;

typedef struct state {
    bool positive;
    hinge_bent at;
    vec x[NODES];
} state;

/* U/(K c) for d = theta - theta0, without the cancellation of its formula:
 *   4 cos(theta0/2) sin(d/4)^2 + sin(theta0/2) (2 sin(d/2) - d). */
INLINE double share_of(const constants *h, double d)
{
    const double s = sin(0.25 * d), square = d * d;
    const double odd =
        fabs(d) < 1e-2 ? d * square * (-1.0 / 24.0 + square * (1.0 / 1920.0 - square / 322560.0))
                       : 2.0 * sin(0.5 * d) - d;
    return 4.0 * h->cosine * s * s + h->sine * odd;
}

/* Its derivative, sin(theta/2) - sin(theta0/2). */
INLINE double moment_of(const constants *h, double d)
{
    const double s = sin(0.25 * d);
    return 2.0 * s * (h->cosine * cos(0.25 * d) - h->sine * s);
}

INLINE double energy_of(const constants *h, const vec *p)
{
    return h->stiffness * share_of(h, hinge_bent_of(p).theta - h->angle);
}

INLINE void gradient_of(const constants *h, const vec *p, vec *g)
{
    const hinge_bent b = hinge_bent_of(p);
    const double moment = h->stiffness * moment_of(h, b.theta - h->angle);
    for (int i = 0; i < NODES; i++)
        g[i] = scaled(moment, b.slope[i]);
}

INLINE state state_of(const constants *h, bool positive, const vec *p)
{
    state s = {.positive = positive, .at = hinge_bent_of(p)};
    (void)h;
    for (int i = 0; i < NODES; i++)
        s.x[i] = p[i];
    return s;
}

/* Positive: without the second derivative of theta. */
INLINE void change_of(const constants *h, const state *s, const vec *dp, vec *dg)
{
    if (s->positive) {
        double dtheta = 0.0;
        for (int i = 0; i < NODES; i++)
            dtheta += dot(s->at.slope[i], dp[i]);
        const double along = 0.5 * h->stiffness * cos(0.5 * s->at.theta) * dtheta;
        for (int i = 0; i < NODES; i++)
            dg[i] = scaled(along, s->at.slope[i]);
        return;
    }
    const trama_hinge own = {1.0, h->sine, h->angle, 1.0};
    const bend_constants bend = {h->stiffness, 0.0};
    trama_element_state at = {.x = {{0.0, 0.0, 0.0}}};
    vec force[TRAMA_ELEMENT_NODES];
    for (int i = 0; i < NODES; i++) {
        at.x[i] = s->x[i];
        at.dx[i] = dp[i];
    }
    trama_hinge_change(&own, &bend, true, &at, force);
    force[X4] = scaled(-1.0, plus(force[X1], plus(force[X2], force[X3])));
    for (int i = 0; i < NODES; i++)
        dg[i] = scaled(-1.0, force[i]);
}

/* C' = U'/(K c C), and its limit sqrt(cos(theta0/2)/2) at theta0. */
INLINE void constraint_of(const constants *h, const vec *p, double *c, vec *jacobian)
{
    const hinge_bent b = hinge_bent_of(p);
    const double d = b.theta - h->angle, share = share_of(h, d);
    c[0] = copysign(sqrt(2.0 * (share > 0.0 ? share : 0.0)), d);
    const double rate = fabs(c[0]) > 1e-8 ? moment_of(h, d) / c[0] : sqrt(0.5 * h->cosine);
    for (int i = 0; i < NODES; i++)
        jacobian[i] = scaled(rate, b.slope[i]);
}

INLINE void compliance_of(const constants *h, double *alpha)
{
    alpha[0] = 1.0 / h->stiffness;
}

/* By the sizes of theta's derivatives, whose directions agree where the hinge is flat. */
INLINE void metric_of(const constants *h, const vec *p, double *metric)
{
    const hinge_bent b = hinge_bent_of(p);
    const face t1 = face_of(p[X1], p[X3], p[X4]), t2 = face_of(p[X2], p[X4], p[X3]);
    const vec n = plus(t1.normal, t2.normal), along = dot(n, n) > 0.0 ? n : t1.normal;
    double a[NODES], length = sqrt(dot(along, along));
    for (int i = 0; i < NODES; i++)
        a[i] = dot(b.slope[i], along) / length;
    for (int i = 0; i < NODES; i++)
        for (int j = 0; j < NODES; j++)
            metric[NODES * i + j] = 0.5 * h->stiffness * h->cosine * a[i] * a[j];
}

#include "element/batch.h"

static size_t count(const trama_model_type *type, const void *model)
{
    return type->composition->bends ? type->composition->bends(model) : 0;
}

static bool take(const trama_model_type *type, const void *model, size_t index, void *made,
                 size_t *node)
{
    const trama_bend bend = type->composition->bend(model, index);
    constants *h = made;
    h->held = !isnan(bend.factor);
    h->stiffness = bend.stiffness * (h->held ? bend.factor : 1.0);
    h->damping = bend.damping;
    h->sine = bend.sine;
    h->angle = 2.0 * asin(bend.sine);
    h->cosine = cos(0.5 * h->angle);
    memcpy(node, bend.node, sizeof bend.node);
    return bend.stiffness != 0.0 || bend.damping != 0.0;
}

static const char *without_energy(const void *own)
{
    const constants *h = own;
    if (h->damping != 0.0)
        return "the damping of bending elements";
    return h->held ? NULL : "bending elements whose factor is not held, which have no energy";
}

static const char *without_projection(const void *own)
{
    (void)own;
    return "the energy of an angle";
}

const trama_element_kind trama_element_hinges = {
    .name = "hinges",
    .summary = "two triangles that meet at an edge, at an angle",
    .reference = "Bridson et al. 2003, with the factor of rest",
    TRAMA_ELEMENT_BATCHES,
    .count = count,
    .take = take,
    .without_energy = without_energy,
    .without_projection = without_projection,
};
