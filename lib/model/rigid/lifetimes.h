/* Rigid bodies that are made and destroyed while a run goes. One that is not there takes part in
 * nothing: no force moves it, nothing touches it, and sums over the model leave it out. */
#ifndef TRAMA_MODEL_RIGID_LIFETIMES_H
#define TRAMA_MODEL_RIGID_LIFETIMES_H

#include "model/model.h"
#include "model/rigid/rigid.h"

/* Whether a body of it comes or goes; of any model. */
bool trama_rigid_has_lifetimes(const trama_rigid *rigid);
bool trama_model_has_lifetimes(const trama_model_type *type, const void *model);

/* Makes and destroys what is due by time t, s: who comes has the velocity that it was given, who
 * goes has none left (v, of the model). True: one came or went. */
bool trama_model_live(const trama_model_type *type, void *model, double t, const double *q,
                      double *v);

/* Whether the body is to be there at time t, s. */
bool trama_rigid_is_due(const trama_rigid_body *body, double t);
/* The velocity that a free body is made with, in its own components: v (6) at orientation q (4). */
void trama_rigid_first_velocity(const trama_rigid_body *body, const double *q, double *v);
/* As trama_model_type's `state`: who is there. */
void trama_rigid_lifetimes_state(void *model, trama_archive *archive);

#endif
