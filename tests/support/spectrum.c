#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/spectrum.h"

trama_spectrum spectrum_of(trama_system *system, const trama_spectrum_spec *spec)
{
    trama_tangent *tangent;
    trama_spectrum spectrum;
    trama_error error;
    assert_int_equal(trama_tangent_create(system, spec, &tangent, &error), TRAMA_OK);
    assert_int_equal(
        trama_spectrum_largest(tangent, system, system->q, system->v, spec, &spectrum, &error),
        TRAMA_OK);
    trama_tangent_destroy(tangent);
    return spectrum;
}

trama_spectrum spectrum_at(trama_system *system, double tolerance, long products)
{
    const trama_spectrum_spec spec = {tolerance, products, 1, TRAMA_TANGENT_EXACT};
    return spectrum_of(system, &spec);
}
