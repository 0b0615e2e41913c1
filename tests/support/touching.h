/* What tests of responses to collisions share: the models of cloth, sheets, obstacles that move,
 * and scenes in which something meets something. Include after cmocka.h. */
#ifndef TRAMA_TESTS_SUPPORT_TOUCHING_H
#define TRAMA_TESTS_SUPPORT_TOUCHING_H

#include "support/objects.h"

typedef struct touching_choice {
    const char *name, *settings;
} touching_choice;

/* The models of cloth: cosserat, provot, bridson, nedel. */
enum { TOUCHING_COSSERAT, TOUCHING_PROVOT, TOUCHING_BRIDSON, TOUCHING_NEDEL, TOUCHING_MODELS };
extern const touching_choice touching_models[TOUCHING_MODELS];
/* Responses by impulses that let nothing pass: bridson_collision, its impact zones alone, and
 * provot_collision as corrected. */
enum { TOUCHING_GUARDS = 3 };
extern const touching_choice touching_guards[TOUCHING_GUARDS];
/* The settings that correct provot_collision. */
#define TOUCHING_CORRECTED "response=corrected zones=corrected on_unresolved=halve"
/* Obstacles under a sheet of side 0.5 m whose corner is at the origin: a ball that rises and turns,
 * a box that rises, a round table that tilts, and a cylinder that lies, rises and turns. */
enum { TOUCHING_OBSTACLES = 4 };
extern const touching_choice touching_obstacles[TOUCHING_OBSTACLES];
/* Of the model provot: particles of 0.3 kg/m^2 that nothing joins. */
extern const char touching_loose[];

/* A sheet of points x points that lies flat from the corner (x, y, z) on, and is perturbed. */
trama_scene_spec touching_sheet(long points, double side, double x, double y, double z);
/* A pin that holds all nodes of a sheet. */
trama_pin touching_hold(void);

/* What the first interaction observes under that name. */
double touching_observed(const objects *o, const char *name);
/* J, of all velocities. */
double touching_kinetic(const trama_system *system);

/* These add objects and join them by `response`, named "touch"; objects_make comes after. */
/* A sheet of a model that falls at 3 m/s on a smaller one, which is held. */
void touching_begin_fall(objects *o, size_t model, const char *response, const char *settings);
/* A sheet of a model that falls at 3 m/s on an obstacle that moves. */
void touching_begin_obstacle(objects *o, size_t model, size_t obstacle, const char *response,
                             const char *settings);
/* Two sheets of loose particles that meet at 20 m/s. */
void touching_begin_loose(objects *o, const char *response, const char *settings);

/* One sheet of the model bridson that is folded over and touches itself: two flaps of `flap` rows
 * of `columns` nodes each, 2 cm apart, and a back of two rows that joins them; at most 12 rows and
 * 5 columns. One such sheet is there at a time. */
void touching_begin_folded(objects *o, size_t flap, size_t columns, const char *response,
                           const char *settings);
/* Throws the upper flap, whose nodes are the last, on the lower one: 100 m/s. */
void touching_throw(trama_system *system, size_t flap, size_t columns);

#endif
