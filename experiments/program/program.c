/* The programs named on the command line, each a solver among the integrators. */
#include "program/partner.h"

#include "core/text.h"
#include "take_options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PROGRAMS_MAX = 32, WHY = 512 };
static program *programs[PROGRAMS_MAX];
static size_t count;

static bool take_program(const char *value);

bool program_take_options(int *argc, char **argv)
{
    return take_options(argc, argv, "--engine",
                        "NAME='COMMAND ARG...', a solver that is another program", take_program);
}

size_t program_count(void)
{
    return count;
}

const program *program_at(size_t index)
{
    return programs[index];
}

const program *program_of(const trama_integrator_type *type)
{
    const trama_solver_type *solver = trama_solver_of(type);
    return solver && solver->open == program_open ? solver->self : NULL;
}

/* --- one of them --- */

/* "NAME=COMMAND" into both; false, and why, if it is none. */
static bool read_value(const char *value, program *p, char *why, size_t size)
{
    const char *equals = strchr(value, '=');
    const size_t length = equals ? (size_t)(equals - value) : 0;
    if (!equals || length == 0 || length >= PROGRAM_TEXT) {
        snprintf(why, size, "is no NAME=COMMAND");
        return false;
    }
    memcpy(p->name, value, length);
    p->given = strdup(value);
    if (p->given && program_words(equals + 1, p->argument))
        return true;
    snprintf(why, size, "has no command; allowed: 1 to %d words, quotes closed", PROGRAM_WORDS);
    return false;
}

static bool join_registry(program *p, char *why, size_t size)
{
    trama_error error;
    p->type = (trama_solver_type){
        .name = p->name,
        .summary = "a solver in another program",
        .reference = p->own_name,
        .version = 1,
        .own = p->own_name,
        .own_version = p->version,
        .precision = p->precision,
        .options = program_fields(&p->options),
        .recommended = p->options.recommended_count > 0 ? p->options.recommended : NULL,
        .recommended_by = p->options.recommended_by,
        .open = program_open,
        .step = program_step,
        .failure = program_failure,
        .account = program_account,
        .close = program_close,
        .self = p,
        .elsewhere = true};
    if (trama_solver_register(&p->type, &error) == TRAMA_OK)
        return true;
    snprintf(why, size, "%s", error.text);
    return false;
}

bool program_meet(program *p, const char *command, char *why, size_t size)
{
    *p = (program){.name = ""};
    snprintf(why, size, "has no command");
    return program_words(command, p->argument) && program_ask(p, why, size);
}

void program_forget(program *p)
{
    partner_stop(p->idle);
    program_free_words(p->argument);
    config_store_destroy(p->answer);
    free(p->given);
}

static void free_program(program *p)
{
    if (p)
        program_forget(p);
    free(p);
}

static bool take_program(const char *value)
{
    char why[WHY] = "is one too many, or memory is short";
    program *p = count < PROGRAMS_MAX ? calloc(1, sizeof *p) : NULL;
    if (p && read_value(value, p, why, sizeof why) && program_ask(p, why, sizeof why) &&
        join_registry(p, why, sizeof why)) {
        programs[count++] = p;
        return true;
    }
    fprintf(stderr, "trama: --engine %.100s: %s\n", value, why);
    free_program(p);
    return false;
}
