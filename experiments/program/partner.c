/* A solver in another program, as an integrator of the library: it receives a problem and answers
 * with its representation; then it receives each step and answers with a state. A program that has
 * solved a problem is kept for the next one of the same process, since starting it takes longer. */
#include "program/partner.h"
#include "program/message.h"
#include "program/protocol.h"

#include "config/config.h"
#include "core/memory.h"
#include "core/numbers.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WHY = PARTNER_WHY };

static bool begin(partner *own, const trama_problem *problem, const void *options,
                  trama_mapping *mapping, char *why, size_t size);

/* The idle one, if it is of this process; its problem is at an end. */
static partner *take_idle(program *of)
{
    partner *found = of->idle;
    if (!found || found->owner != getpid())
        return NULL;
    of->idle = NULL;
    return found;
}

trama_status program_open(void *self, const trama_problem *problem, const void *options,
                          trama_mapping *mapping, void **solver, trama_error *error)
{
    program *of = self;
    char why[WHY] = "no memory";
    partner *own = take_idle(of);
    if (!own)
        own = partner_start(of, why, sizeof why);
    if (own && begin(own, problem, options, mapping, why, sizeof why)) {
        *solver = own;
        return TRAMA_OK;
    }
    partner_stop(own);
    return trama_fail(error, TRAMA_BAD_INPUT, "integrator.name", "%s %s", of->name, why);
}

void program_close(void *solver)
{
    partner *own = solver;
    if (!own)
        return;
    if (own->why[0] || own->owner != getpid()) {
        partner_stop(own);
        return;
    }
    partner_stop(own->of->idle);
    own->of->idle = own;
}

/* --- start and end --- */

/* A name without a folder is looked for along PATH. */
static void nearest_program(const char *name, char *best, size_t size)
{
    const char *at = strchr(name, '/') ? NULL : getenv("PATH");
    if (!at)
        config_nearest_file(name, best, size);
    while (at && *at) {
        char path[PATH_MAX];
        const size_t length = strcspn(at, ":");
        snprintf(path, sizeof path, "%.*s/%s", (int)length, at, name);
        config_nearest_file(path, best, size);
        at += length + (at[length] == ':');
    }
}

static void say_unstarted(const char *name, int reason, char *why, size_t size)
{
    char best[NAME_MAX + 1] = "";
    if (reason == ENOENT)
        nearest_program(name, best, sizeof best);
    snprintf(why, size, "cannot be started: %s: %s%s%s", name, strerror(reason),
             *best ? "; nearest: " : "", best);
}

partner *partner_start(program *of, char *why, size_t size)
{
    partner *own = calloc(1, sizeof *own);
    if (!own)
        return NULL;
    *own = (partner){.of = of, .owner = getpid(), .seconds = TRAMA_NAN};
    const process_plan plan = {.argument = (const char *const *)of->argument,
                               .in = PROCESS_PIPE,
                               .out = PROCESS_PIPE,
                               .error = PROCESS_HEARD,
                               .said = &own->said,
                               .group = true};
    if (process_start(&plan, &own->p))
        return own;
    say_unstarted(of->argument[0], errno, why, size);
    free(own);
    return NULL;
}

void partner_stop(partner *own)
{
    if (!own)
        return;
    if (own->owner == getpid() && own->p.pid != 0)
        process_kill(&own->p);
    process_close(&own->p);
    free(own->state);
    free(own);
}

/* --- a problem --- */

static bool send_problem(partner *own, const trama_problem *p, const void *options)
{
    problem_message m;
    const bool made = message_make(p, own->of, options, &m);
    const protocol_part part[] = {
        {m.length, sizeof m.length}, {m.header, m.size}, {m.numbers, m.count * sizeof(double)}};
    const bool sent = made && protocol_send(&own->p, PROTOCOL_PROBLEM, part, 3,
                                            protocol_until(program_patience.problem));
    message_free(&m);
    return sent;
}

/* Whether a list of names, or the keys of a mapping, has the name; *how: the key's value. */
static bool names(const config_node *node, const char *name, const char **how)
{
    for (size_t i = 0; node && i < node->count; i++) {
        const config_node *own = node->kind == CONFIG_MAPPING ? node->key[i] : node->item[i];
        if (own->kind != CONFIG_SCALAR || strcmp(own->text, name) != 0)
            continue;
        const config_node *value = node->kind == CONFIG_MAPPING ? node->item[i] : NULL;
        *how = value && value->kind == CONFIG_SCALAR ? value->text : "";
        return true;
    }
    return false;
}

static void read_mapping(const config_node *root, trama_mapping *mapping)
{
    *mapping = (trama_mapping){0};
    for (int f = 0; f < TRAMA_FEATURES; f++) {
        const char *name = trama_feature_name((trama_feature)f), *how = "";
        if (names(config_get(root, "refused"), name, &how))
            mapping->taking[f] = TRAMA_REFUSES;
        else if (names(config_get(root, "approximate"), name, &how))
            mapping->taking[f] = TRAMA_APPROXIMATES;
        else if (names(config_get(root, "exact"), name, &how))
            mapping->taking[f] = TRAMA_TAKES;
        protocol_show(how, strlen(how), mapping->how[f], TRAMA_SOLVER_WORDS);
    }
}

static bool receive_mapping(partner *own, trama_mapping *mapping, char *why, size_t size)
{
    char *text = malloc(PROTOCOL_TEXT + 1);
    config_store *store = config_store_create();
    config_node *root;
    config_error error;
    bool got = text && store &&
               protocol_receive(&own->p, PROTOCOL_MAPPING, text, PROTOCOL_TEXT, true,
                                protocol_until(program_patience.problem), why, size);
    if (got && !config_read(store, own->of->name, text, &root, &error)) {
        snprintf(why, size, "sends a mapping in invalid JSON: %.120s", error.text);
        got = false;
    }
    if (got)
        read_mapping(root, mapping);
    config_store_destroy(store);
    free(text);
    return got;
}

/* Of a state. */
static size_t numbers_of(const partner *own)
{
    return 2 + 6 * own->nodes + TRAMA_SOLID_NUMBERS * own->bodies;
}

static bool begin(partner *own, const trama_problem *problem, const void *options,
                  trama_mapping *mapping, char *why, size_t size)
{
    free(own->state);
    own->nodes = problem->nodes;
    own->bodies = problem->bodies;
    own->seconds = TRAMA_NAN;
    own->state = trama_doubles(numbers_of(own));
    if (!own->state)
        return false;
    snprintf(why, size, "has ended instead of taking a problem");
    if (send_problem(own, problem, options) && receive_mapping(own, mapping, why, size))
        return true;
    protocol_add_said(&own->said, why, size);
    return false;
}

/* --- a step --- */

static bool receive_state(partner *own, trama_state *state)
{
    const size_t rows = 3 * own->nodes;
    if (!protocol_receive(&own->p, PROTOCOL_STATE, own->state, numbers_of(own) * sizeof(double),
                          false, protocol_until(program_patience.step), own->why, WHY))
        return false;
    state->time = own->state[0];
    own->seconds = own->state[1];
    memcpy(state->position, own->state + 2, rows * sizeof(double));
    memcpy(state->velocity, own->state + 2 + rows, rows * sizeof(double));
    memcpy(state->body, own->state + 2 + 2 * rows, own->bodies * sizeof *state->body);
    return true;
}

trama_step_status program_step(void *solver, double h, trama_state *state)
{
    partner *own = solver;
    const uint64_t once = 1;
    const protocol_part part[] = {{&h, sizeof h}, {&once, sizeof once}};
    own->why[0] = '\0';
    if (!protocol_send(&own->p, PROTOCOL_STEP, part, 2, protocol_until(program_patience.step)))
        snprintf(own->why, WHY, "has ended before a step");
    else if (receive_state(own, state))
        return TRAMA_STEP_OK;
    char why[WHY];
    snprintf(why, sizeof why, "%.199s", own->why);
    protocol_add_said(&own->said, why, sizeof why);
    snprintf(own->why, sizeof own->why, "%s %s", own->of->name, why);
    return TRAMA_STEP_FAILED;
}

const char *program_failure(const void *solver)
{
    return ((const partner *)solver)->why;
}

void program_account(const void *solver, trama_account *account)
{
    account->seconds = ((const partner *)solver)->seconds;
}
