/* The mass of a surface or a body, from a mass or a density. */
#ifndef TRAMA_MODEL_PARTICLE_TOTAL_H
#define TRAMA_MODEL_PARTICLE_TOTAL_H

#include "core/status.h"

/* mass (kg) or density (kg over `unit`, "m^2" or "m^3") times area or volume (`size`, in `unit`),
 * whichever is not NAN; *total in kg. Errors: TRAMA_BAD_INPUT with path "mass" if neither is given,
 * "density" if both are and disagree. */
trama_status trama_total_mass(double mass, double density, double size, const char *unit,
                              double *total, trama_error *error);

#endif
