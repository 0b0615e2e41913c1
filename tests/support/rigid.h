/* Rigid bodies in tests: an object of support/objects.h whose bodies are added by name. Include
 * after cmocka.h. */
#ifndef TRAMA_TESTS_SUPPORT_RIGID_H
#define TRAMA_TESTS_SUPPORT_RIGID_H

#include "model/rigid/rigid.h"
#include "support/objects.h"

/* An object "bodies" of the model rigid_bodies without bodies; `settings` as piece_parameters'.
 * gravity (m/s^2) may be NULL. Its index. */
size_t rigid_add(objects *o, const char *settings, const double gravity[3]);
/* Adds a body, or an arrangement; `settings` of its fields. What was added, for what settings
 * cannot say (lists); it holds until the next is added. */
trama_rigid_spec *rigid_add_body(objects *o, size_t object, const char *name, const char *settings);
/* Bodies under gravity, object 0, on a ground whose top is y = 0; `ground` are more settings of it,
 * NULL: without it. */
void rigid_begin_on_ground(objects *o, const double gravity[3], const char *ground);
/* Makes the system: its only object's bodies meet by rigid_contact with these settings. */
void rigid_touch(objects *o, const char *settings, const char *method);
/* Sets a list of three. */
void rigid_set(double *to, double x, double y, double z);
/* On a ground, a box of 10 kg that 150 N pull at an angle (rad) from x towards z, as a slanted
 * gravity; both of friction 0.4. */
void rigid_begin_pulled(objects *o, double angle);
/* Its velocity along the pull and across, m/s. */
void rigid_pulled_velocity(const objects *o, double angle, double v[2]);
/* Eight boxes and balls that fly into each other; `more` are settings of each. */
void rigid_add_swarm(objects *o, const char *more);
/* Frees the bodies, then all else. */
void rigid_end(objects *o);

const trama_rigid *rigid_of(const objects *o, size_t object);
/* Angular momentum about the origin of the world, kg m^2/s, and kinetic energy, J. */
void rigid_angular_momentum(const objects *o, double angular[3]);
double rigid_kinetic(const objects *o);

#endif
