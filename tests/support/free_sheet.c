#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/numbers.h"
#include "measure/energy.h"
#include "support/free_sheet.h"
#include "support/piece.h"
#include "support/sheet.h"
#include "system_tangent.h"

static const double pi = 3.14159265358979323846;
enum { POINTS = 31, NODES = POINTS * POINTS };

static void begin(piece *run, const char *scheme)
{
    char settings[128];
    const trama_scene_spec scene = sheet_scene(POINTS, POINTS, 2, 2);
    snprintf(settings, sizeof settings, "scheme=%s density=0.1 zeta=100 xi=0.05 phi=0", scheme);
    piece_begin(run, &scene, "cosserat", settings, "velocity_verlet", NULL);
    double *q = run->system->q, *v = run->system->v;
    for (size_t i = 0; i < NODES; i++) {
        const double x = q[i], z = q[2 * NODES + i];
        q[NODES + i] = 0.2 * sin(pi * x / 2) * sin(pi * z / 2);
        v[i] = 0.1 * (z - 1); /* about the axis y through the middle */
        v[2 * NODES + i] = -0.1 * (x - 1);
    }
}

static double length3(const double p[3])
{
    return sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
}

static double total_energy(const piece *run)
{
    return piece_energy(run, run->system->q) + trama_kinetic_energy(run->system);
}

double free_sheet_angle(double h)
{
    return h * sqrt(24 * 100 / 0.1) * (POINTS - 1) / 2;
}

/* h^2 (v K v / 12 - F M^-1 F / 24); room: nv. */
static double modified_term(const trama_system *s, double h, double *room)
{
    static const trama_loads none = {0};
    double curvature = 0.0, force = 0.0;
    trama_system_tangent_product((trama_system *)s, 0.0, s->q, s->v, 1.0, 0.0, s->v, room);
    for (size_t i = 0; i < s->nv; i++)
        curvature -= s->v[i] * room[i];
    s->object[0].type->acceleration(s->object[0].model, 0.0, s->q, s->v, &none, room);
    for (size_t i = 0; i < s->nv; i++)
        force += s->mass[i] * room[i] * room[i];
    return h * h * (curvature / 12 - force / 24);
}

free_sheet_drift free_sheet_run(const char *scheme, double h, long steps, long looks)
{
    piece run;
    free_sheet_drift drift = {0};
    const bool has_energy = strcmp(scheme, "variational") == 0;
    double p[3], l[3], l0[3], momenta = 0.0;
    begin(&run, scheme);
    const trama_system *s = run.system;
    const double energy = total_energy(&run);
    double *room = sheet_numbers(s->nv);
    const double term = has_energy ? modified_term(s, h, room) : TRAMA_NAN;
    piece_angular_momentum(s, s->q, s->v, l0);
    for (size_t i = 0; i < s->nv; i++)
        momenta += fabs(s->mass[i] * s->v[i]);
    for (long look = 0; look < looks; look++) {
        piece_steps(&run, h, steps / looks);
        piece_momentum(s, s->v, p);
        piece_angular_momentum(s, s->q, s->v, l);
        for (int c = 0; c < 3; c++)
            l[c] -= l0[c];
        const double change = total_energy(&run) - energy;
        drift.energy = fmax(drift.energy, fabs(change) / energy);
        double *half = look < looks / 2 ? &drift.early : &drift.late;
        *half = has_energy ? fmax(*half, fabs(change + modified_term(s, h, room) - term) / energy)
                           : TRAMA_NAN;
        drift.momentum = fmax(drift.momentum, length3(p) / momenta);
        drift.angular = fmax(drift.angular, length3(l) / length3(l0));
    }
    free(room);
    piece_end(&run);
    return drift;
}
