/* Energy and forces of plates, and the derivatives of the forces. */
#include "model/fem_cloth/plate.h"

static void corners_of(const fem_plate *p, size_t hinge, const vec *x, vec *corner)
{
    for (size_t i = 0; i < TRAMA_HINGE_NODES; i++)
        corner[i] = x[p->place[hinge][i]];
}

static hinge_bent bent_at(const fem_plate *p, size_t hinge, const vec *x)
{
    vec corner[TRAMA_HINGE_NODES];
    corners_of(p, hinge, x, corner);
    return hinge_bent_of(corner);
}

/* dU/dtheta of a hinge, N m, or its change. */
static double moment_of(const fem_plate *p, size_t hinge, const double *d)
{
    double moment = 0.0;
    for (size_t j = 0; j < p->hinges; j++)
        moment += p->stiffness[hinge][j] * d[j];
    return moment;
}

double trama_fem_plate_energy(const fem_plate *p, const vec *x)
{
    double d[FEM_PLATE_HINGES], energy = 0.0;
    for (size_t h = 0; h < p->hinges; h++)
        d[h] = bent_at(p, h, x).theta - p->angle[h];
    for (size_t h = 0; h < p->hinges; h++)
        energy += 0.5 * moment_of(p, h, d) * d[h];
    return energy;
}

static void clear(const fem_plate *p, vec *force)
{
    for (size_t i = 0; i < p->nodes; i++)
        force[i] = (vec){0.0, 0.0, 0.0};
}

void trama_fem_plate_forces(const fem_plate *p, const hinge_bent *bent, vec *force)
{
    double d[FEM_PLATE_HINGES];
    for (size_t h = 0; h < p->hinges; h++)
        d[h] = bent[p->edge[h]].theta - p->angle[h];
    clear(p, force);
    for (size_t h = 0; h < p->hinges; h++) {
        const double moment = moment_of(p, h, d);
        for (size_t i = 0; i < TRAMA_HINGE_NODES; i++) {
            vec *f = &force[p->place[h][i]];
            *f = plus_scaled(*f, -moment, bent[p->edge[h]].slope[i]);
        }
    }
}

/* Angles from those at rest, and their change. */
static void turn(const fem_plate *p, const trama_element_state *state, double *d, double *change)
{
    for (size_t h = 0; h < p->hinges; h++) {
        const hinge_bent bent = bent_at(p, h, state->x);
        d[h] = bent.theta - p->angle[h];
        change[h] = 0.0;
        for (size_t i = 0; i < TRAMA_HINGE_NODES; i++)
            change[h] += dot(bent.slope[i], state->dx[p->place[h][i]]);
    }
}

void trama_fem_plate_change(const fem_plate *p, const trama_element_state *state, vec *force)
{
    double d[FEM_PLATE_HINGES], change[FEM_PLATE_HINGES];
    trama_element_state own;
    vec part[TRAMA_ELEMENT_NODES];
    turn(p, state, d, change);
    clear(p, force);
    for (size_t h = 0; h < p->hinges; h++) {
        corners_of(p, h, state->x, own.x);
        corners_of(p, h, state->dx, own.dx);
        trama_hinge_moment_change(&own, moment_of(p, h, d), moment_of(p, h, change), part);
        for (size_t i = 0; i < TRAMA_HINGE_NODES; i++) {
            vec *f = &force[p->place[h][i]];
            *f = plus(*f, part[i]);
        }
    }
}
