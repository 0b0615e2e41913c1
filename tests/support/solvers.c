#include "support/solvers.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engines/engines.h"
#include "program/program.h"
#include "solver/solver.h"

#include <stdlib.h>
#include <string.h>

#define PYTHON "/usr/bin/python3"
#define NODE TRAMA_SOURCE_DIR "/engines/node/"

/* Programs, each with a command of the shell that tells whether what it needs is there. */
static const struct {
    const char *there, *option;
} programs[] = {
    {PYTHON " -c 'import numpy' 2>/dev/null",
     "--engine=python=" PYTHON " '" TRAMA_SOURCE_DIR "/examples/engine/cloth.py'"},
    {PYTHON " -c 'import numpy' 2>/dev/null",
     "--engine=tumbling=" PYTHON " '" TRAMA_SOURCE_DIR "/examples/engine/tumbling.py'"},
    {"node --version >/dev/null 2>&1",
     "--engine=javascript=node '" TRAMA_SOURCE_DIR "/examples/engine/cloth.mjs'"},
    {"node --version >/dev/null 2>&1 && test -d '" NODE "node_modules'",
     "--engine=jolt=node '" NODE "jolt.mjs'"},
    {"node --version >/dev/null 2>&1 && test -d '" NODE "node_modules'",
     "--engine=rapier=node '" NODE "rapier.mjs'"},
    {"node --version >/dev/null 2>&1 && test -d '" NODE "node_modules'",
     "--engine=cannon=node '" NODE "cannon.mjs'"},
};

static bool register_program(const char *option)
{
    char trama[] = "trama", run[] = "run", *own = strdup(option);
    char *argument[] = {trama, run, own, NULL};
    int count = 3;
    const bool taken = own && program_take_options(&count, argument);
    free(own);
    return taken;
}

int solvers_register(void **state)
{
    (void)state;
    if (!engines_register())
        return -1;
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++)
        if (system(programs[i].there) == 0 && !register_program(programs[i].option))
            return -1;
    return 0;
}

void solvers_each(solvers_taker *takes, solvers_law *holds)
{
    size_t solvers = 0;
    for (size_t i = 0; i < trama_integrator_count(); i++) {
        const trama_integrator_type *type = trama_integrator_at(i);
        if (!trama_solver_of(type) || !takes(type->name))
            continue;
        solvers++;
        holds(type->name);
    }
    if (solvers == 0)
        skip();
}
