/* Every solver of another library that this build has. */
#include "engines/engines.h"

#include "solver/solver.h"

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
