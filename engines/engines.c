/* Every solver of another library that this build has. */
#include "engines/engines.h"

#include "core/numbers.h"

#include <stdio.h>

#define ENGINE(name) extern const trama_solver_type engine_##name;
#include "engines/engines.def"
#undef ENGINE

static const trama_solver_type *const engines[] = {
#define ENGINE(name) &engine_##name,
#include "engines/engines.def"
#undef ENGINE
    NULL};

bool engines_register(void)
{
    trama_error error;
    for (size_t i = 0; engines[i]; i++)
        if (trama_solver_register(engines[i], &error) != TRAMA_OK) {
            fprintf(stderr, "trama: %s: %s\n", engines[i]->name, error.text);
            return false;
        }
    return true;
}

void engines_tell_loss(const trama_problem *problem, trama_state *state)
{
    double *body = state->body[0].position;
    for (size_t i = 0; i < 3 * problem->nodes; i++)
        state->position[i] = state->velocity[i] = TRAMA_NAN;
    for (size_t i = 0; i < TRAMA_SOLID_NUMBERS * problem->bodies; i++)
        body[i] = TRAMA_NAN;
}
