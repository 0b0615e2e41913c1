#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/oscillator.h"

#include <stdio.h>

enum { SETTINGS = 256 };

/* The options as piece.h takes them. */
static const char *settings_of(oscillator_method method, char settings[SETTINGS])
{
    snprintf(settings, SETTINGS, "%s %s", method.options[0] ? method.options[0] : "",
             method.options[1] ? method.options[1] : "");
    return settings;
}

void *oscillator_options(oscillator_method method)
{
    const trama_integrator_type *type = trama_integrator_find(method.name);
    char settings[SETTINGS];
    assert_non_null(type);
    return piece_parameters(type->parameters, settings_of(method, settings));
}

/* 17 digits give every double again. */
void oscillator_begin(piece *run, oscillator_method method, oscillator_spring spring)
{
    const trama_scene_spec nowhere = {0};
    char parameters[SETTINGS], options[SETTINGS];
    snprintf(parameters, sizeof parameters,
             "omega=%.17g damping=%.17g cubic=%.17g position=%.17g velocity=%.17g", spring.omega,
             spring.damping, spring.cubic, spring.position, spring.velocity);
    piece_begin(run, &nowhere, "oscillator", parameters, method.name, settings_of(method, options));
}

double oscillator_energy(const piece *run, oscillator_spring spring)
{
    const double x = run->system->q[0], v = run->system->v[0], square = x * x;
    return 0.5 * v * v + 0.5 * spring.omega * spring.omega * square +
           0.25 * spring.cubic * square * square;
}
