/* A loose triangle that stands on its first corner over another one, so that a vertex and a face
 * are the only two features that meet: what a response does to one contact. Include after cmocka.h.
 */
#ifndef TRAMA_TESTS_SUPPORT_STANDING_H
#define TRAMA_TESTS_SUPPORT_STANDING_H

#include "support/objects.h"

/* Velocities, m/s, and masses, kg: 0 is the corner, 1 to 3 are the face, 4 and 5 the others. */
enum { STANDING_NODES = 6 };

typedef struct standing {
    double face[3][3];           /* m; its normal is that of its order of corners */
    double weight[3];            /* barycentric, of the point under the corner */
    double height;               /* m, of the corner over the plane of the face */
    double normal[3], across[3]; /* unit, of the face; see standing_directions */
    bool held;                   /* the face */
    double v[STANDING_NODES][3];
    double mass[STANDING_NODES];
    double x[STANDING_NODES][3]; /* m, at the start */
} standing;

/* A corner over a face that lies askew, with sides of about 0.5, 0.4 and 0.6 m; all at rest. */
standing standing_askew(double height, bool held);
/* It approaches and slides, m/s: a free face takes a quarter of both. */
void standing_set_in_motion(standing *s, double approach, double slide);
/* The face's normal, and a direction in its plane, which is along no side. */
void standing_directions(standing *s);
/* The velocity of the corner less that of the face's point, m/s, along a direction. */
double standing_rate(const standing *s, double v[STANDING_NODES][3], const double direction[3]);
/* One step of h under a response; the velocities after it. Fills s->mass and s->x. */
void standing_step(standing *s, const char *response, const char *settings, double h,
                   double after[STANDING_NODES][3]);
/* sum w_i^2/m_i of the contact, 1/kg. */
double standing_yield(const standing *s);
/* Velocities are the expected ones, to `least` m/s. */
void standing_compare(const standing *s, double after[STANDING_NODES][3],
                      double expected[STANDING_NODES][3], double least, const char *what);
/* They are those before, and what impulses along the normal and across do, N s. */
void standing_expect(const standing *s, double after[STANDING_NODES][3], double normal,
                     double across, double least, const char *what);

#endif
