#include "support/solvers.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engines/engines.h"
#include "program/program.h"
#include "solver/solver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PYTHON "/usr/bin/python3"
#define NODE TRAMA_SOURCE_DIR "/engines/node"

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
    /* Asked for by name: it takes 640 MB of files to start. */
    {"test -n \"${TRAMA_TEST_BLENDER:-}\" && " PYTHON
     " -c 'import numpy' 2>/dev/null && blender --version >/dev/null 2>&1",
     "--engine=blender=" PYTHON " '" TRAMA_SOURCE_DIR "/engines/blender.py'"},
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

/* All of engines/node, if their packages are installed. */
static bool register_node(void)
{
    program_file found[PROGRAM_FILES];
    char option[1024];
    bool taken = true;
    if (system("node --version >/dev/null 2>&1 && test -d '" NODE "/node_modules'") != 0)
        return true;
    const size_t count = program_found(NODE, found);
    for (size_t i = 0; taken && i < count; i++) {
        snprintf(option, sizeof option, "--engine=%.127s=node '%.767s'", found[i].name,
                 found[i].path);
        taken = register_program(option);
    }
    return taken && count > 0;
}

int solvers_register(void **state)
{
    (void)state;
    if (!engines_register() || !register_node())
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
