/* Rigid bodies that are created and destroyed during a run. An absent body is ignored: no force or
 * contact acts on it, and sums over the model leave it out. */
#ifndef TRAMA_MODEL_RIGID_LIFETIMES_H
#define TRAMA_MODEL_RIGID_LIFETIMES_H

#include "model/model.h"
#include "model/rigid/rigid.h"

/* True if a body of the model appears or vanishes; for any model. */
bool trama_rigid_has_lifetimes(const trama_rigid *rigid);
bool trama_model_has_lifetimes(const trama_model_type *type, const void *model);

/* True if a body has still to appear or to vanish after time t, s. */
bool trama_model_awaits(const trama_model_type *type, const void *model, double t);

/* Creates and destroys the bodies due by time t, s: new ones get their configured velocity,
 * vanished ones velocity 0 (v, of the model). Returns true if there were any. */
bool trama_model_live(const trama_model_type *type, void *model, double t, const double *q,
                      double *v);

/* True if the body must exist at time t, s. */
bool trama_rigid_is_due(const trama_rigid_body *body, double t);
/* The initial velocity of a free body, in its own components: v (6) at orientation q (4). */
void trama_rigid_first_velocity(const trama_rigid_body *body, const double *q, double *v);
/* As trama_model_type's `state`: archives which bodies exist. */
void trama_rigid_lifetimes_state(void *model, trama_archive *archive);

#endif
