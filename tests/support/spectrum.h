/* The largest frequency of a system where it stands; a failure fails the test. */
#ifndef SUPPORT_SPECTRUM_H
#define SUPPORT_SPECTRUM_H

#include "measure/spectrum.h"

trama_spectrum spectrum_of(trama_system *system, const trama_spectrum_spec *spec);

/* By exact tangents, `products` of them at most, to a relative `tolerance`. */
trama_spectrum spectrum_at(trama_system *system, double tolerance, long products);

#endif
