/* Existence of a surface's rigid bodies, which may be created and destroyed during a run
 * (model/rigid/lifetimes.h). */
#ifndef TRAMA_SURFACE_LIFETIMES_H
#define TRAMA_SURFACE_LIFETIMES_H

#include "surface/bodies.h"

#ifdef __cplusplus
extern "C" {
#endif

bool trama_body_is_there(const trama_body *body);
/* True if one of its bodies appears or vanishes. */
bool trama_surface_has_lifetimes(const trama_surface *surface);

#ifdef __cplusplus
}
#endif

#endif
