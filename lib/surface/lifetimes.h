/* Whether rigid bodies of a surface are there: some are made and destroyed while a run goes
 * (model/rigid/lifetimes.h). */
#ifndef TRAMA_SURFACE_LIFETIMES_H
#define TRAMA_SURFACE_LIFETIMES_H

#include "surface/bodies.h"

#ifdef __cplusplus
extern "C" {
#endif

bool trama_body_is_there(const trama_body *body);
/* Whether a body of it comes or goes. */
bool trama_surface_has_lifetimes(const trama_surface *surface);

#ifdef __cplusplus
}
#endif

#endif
