/* Systems of several objects for tests: objects and interactions are added by name, then made. Any
 * failure fails the test. Include after cmocka.h. */
#ifndef TRAMA_TESTS_SUPPORT_OBJECTS_H
#define TRAMA_TESTS_SUPPORT_OBJECTS_H

#include "integrator/integrator.h"
#include "support/piece.h"

enum { OBJECTS_MAX = 8 };

typedef struct objects {
    trama_object_spec object[OBJECTS_MAX];
    trama_interaction_spec interaction[OBJECTS_MAX];
    void *parameters[2 * OBJECTS_MAX], *options;
    trama_scene *scene[OBJECTS_MAX];
    trama_system_spec spec;
    trama_contact_options contact; /* the defaults; a test may change them before objects_make */
    trama_system *system;
    trama_integrator *integrator;
} objects;

void objects_begin(objects *o);
/* `settings` as piece_begin's; scene NULL: an empty one. */
void objects_add(objects *o, const char *name, const char *model, const char *settings,
                 const trama_scene_spec *scene);
/* `among`: `count` indices of objects, in the order in which they were added. */
void objects_join(objects *o, const char *name, const char *interaction, const char *settings,
                  size_t count, ...);
/* The same with a type that is not in the registry. */
void objects_join_type(objects *o, const char *name, const trama_interaction_type *type,
                       size_t count, const size_t *among);
void objects_make(objects *o, const char *integrator);
/* The same with settings of the integrator. */
void objects_make_with(objects *o, const char *integrator, const char *settings);
/* The same, but the integrator may refuse. */
trama_status objects_try(objects *o, const char *integrator, trama_error *error);
trama_status objects_try_with(objects *o, const char *integrator, const char *settings,
                              trama_error *error);
/* The error of a system that must be refused. */
trama_error objects_refused(objects *o);
/* Steps, each of which must succeed. */
void objects_steps(objects *o, double h, long count);
/* Puts the state of one, system and integrator, into another that was made alike. */
void objects_copy_state(objects *from, objects *to);
/* Sums of f and of x x f over all objects that have nodes, for an array like velocities; with
 * `mass`, momentum and angular momentum. */
void objects_sums(const trama_system *system, const double *q, const double *f, bool mass,
                  double sum[3], double turning[3]);
/* The number of this name that an interaction gives of the system's state. */
double objects_observed(const objects *o, size_t interaction, const char *name);
/* Steps of h to the time `end`, under the energy budget. */
typedef struct objects_energy {
    double unexplained;      /* J, the largest that nothing explains */
    double work, dissipated; /* J, at the end; work: of loads and led motion, less what air and
                                dampers took */
    double friction;         /* J, of what was dissipated */
} objects_energy;
objects_energy objects_budget(objects *o, double h, double end);
void objects_end(objects *o);

#endif
