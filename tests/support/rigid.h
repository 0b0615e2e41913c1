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
/* Frees the bodies, then all else. */
void rigid_end(objects *o);

const trama_rigid *rigid_of(const objects *o, size_t object);
/* Angular momentum about the origin of the world, kg m^2/s, and kinetic energy, J. */
void rigid_angular_momentum(const objects *o, double angular[3]);
double rigid_kinetic(const objects *o);

#endif
