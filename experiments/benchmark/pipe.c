/* Benchmark of the communication with a solver in another program (docs/engine-protocol.md): µs of
 * the message of one step, of 289 and of 10 000 nodes, without the time of the solver.
 *
 *   benchmark_pipe [COMMAND]
 *
 * COMMAND is a solver that takes nodes under gravity, such as 'node engines/node/cannon.mjs'.
 * Without it the benchmark starts itself as the other program, and answers immediately. The table
 * has the median, the quartiles, the 99 % quantile and the largest time. */
#include "benchmark/fixture/machine.h"
#include "clock.h"
#include "core/field.h"
#include "core/median.h"
#include "core/memory.h"
#include "core/sort.h"
#include "integrator/integrator.h"
#include "program/program.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { STEPS = 4000, WARM_UP = 200, HEAD = 12 };

static int answer_at_once(void);
static const trama_solver_type *start(const char *command);
static bool measure(const trama_solver_type *solver, size_t nodes);

int main(int argc, char **argv)
{
    static const size_t nodes[] = {289, 10000};
    char own[512], path[400] = "";
    if (argc > 1 && strcmp(argv[1], "--answer") == 0)
        return answer_at_once();
    const ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    path[length > 0 ? length : 0] = '\0';
    snprintf(own, sizeof own, "'%s' --answer", path);
    const trama_solver_type *solver = start(argc > 1 ? argv[1] : own);
    if (!solver)
        return EXIT_FAILURE;
    machine_print();
    printf("solver    %s %s\n", solver->own, solver->own_version);
    puts("us of a message     nodes  median  quartiles         99 %  largest");
    for (size_t i = 0; i < sizeof nodes / sizeof *nodes; i++)
        if (!measure(solver, nodes[i]))
            return EXIT_FAILURE;
    return EXIT_SUCCESS;
}

/* --- measuring --- */

static const trama_solver_type *start(const char *command)
{
    char trama[] = "benchmark", run[] = "run", option[1024];
    char *argument[] = {trama, run, option, NULL};
    int count = 3;
    snprintf(option, sizeof option, "--engine=pipe=%s", command);
    return program_take_options(&count, argument) ? &program_at(0)->type : NULL;
}

/* Nodes of 1 kg that fall. */
static bool make_problem(trama_problem *p, size_t nodes)
{
    *p = (trama_problem){.nodes = nodes, .gravity = {0.0, -9.81, 0.0}};
    p->has[TRAMA_HAS_GRAVITY] = true;
    p->mass = trama_doubles(nodes);
    p->position = trama_doubles(3 * nodes);
    p->velocity = trama_doubles(3 * nodes);
    p->drag = trama_doubles(nodes);
    p->held = trama_doubles(3 * nodes);
    if (!p->mass || !p->position || !p->velocity || !p->drag || !p->held)
        return false;
    for (size_t i = 0; i < nodes; i++) {
        p->mass[i] = 1.0;
        p->position[3 * i] = 0.1 * (double)i;
    }
    return true;
}

static void free_problem(trama_problem *p)
{
    free(p->mass);
    free(p->position);
    free(p->velocity);
    free(p->drag);
    free(p->held);
}

/* us of a step, less what the program says that it worked meanwhile. */
static bool time_steps(const trama_solver_type *solver, void *own, trama_state *state, double *us)
{
    double worked = 0.0;
    for (size_t i = 0; i < WARM_UP + STEPS; i++) {
        const double begun = seconds_now();
        if (solver->step(own, 1e-4, state) != TRAMA_STEP_OK) {
            fprintf(stderr, "%s\n", solver->failure(own));
            return false;
        }
        const double took = seconds_now() - begun;
        trama_account account = {0.0};
        solver->account(own, &account);
        if (i >= WARM_UP)
            us[i - WARM_UP] = 1e6 * (took - (account.seconds - worked));
        worked = account.seconds;
    }
    return true;
}

static bool measure(const trama_solver_type *solver, size_t nodes)
{
    static double us[STEPS];
    trama_problem p;
    trama_mapping mapping;
    trama_error error = {0};
    void *own = NULL;
    trama_state state = {.position = trama_doubles(3 * nodes),
                         .velocity = trama_doubles(3 * nodes)};
    void *options = calloc(1, solver->options.size + 1);
    bool done = make_problem(&p, nodes) && state.position && state.velocity && options;
    if (done)
        trama_fields_default(solver->options, options);
    if (done && solver->open(solver->self, &p, options, &mapping, &own, &error) != TRAMA_OK) {
        fprintf(stderr, "%s\n", error.text);
        done = false;
    }
    done = done && time_steps(solver, own, &state, us);
    if (done) {
        trama_sort(us, STEPS);
        printf("%23zu  %6.1f  %6.1f to %6.1f  %7.1f  %7.1f\n", nodes,
               trama_quantile(us, STEPS, 0.5), trama_quantile(us, STEPS, 0.25),
               trama_quantile(us, STEPS, 0.75), trama_quantile(us, STEPS, 0.99), us[STEPS - 1]);
    }
    if (own)
        solver->close(own);
    free(options);
    free(state.position);
    free(state.velocity);
    free_problem(&p);
    return done;
}

/* --- the other side: a program that answers at once --- */

static bool read_all(void *bytes, size_t size)
{
    for (char *at = bytes; size > 0;) {
        const ssize_t got = read(STDIN_FILENO, at, size);
        if (got <= 0)
            return false;
        at += got;
        size -= (size_t)got;
    }
    return true;
}

static bool write_all(const void *bytes, size_t size)
{
    for (const char *at = bytes; size > 0;) {
        const ssize_t put = write(STDOUT_FILENO, at, size);
        if (put <= 0)
            return false;
        at += put;
        size -= (size_t)put;
    }
    return true;
}

static void head(unsigned char *to, uint32_t kind, uint64_t length)
{
    memcpy(to, &kind, 4);
    memcpy(to + 4, &length, 8);
}

static bool say(uint32_t kind, const char *text)
{
    unsigned char first[HEAD];
    head(first, kind, strlen(text));
    return write_all(first, HEAD) && write_all(text, strlen(text));
}

/* The state: positions and velocities behind the masses, as they came; time and own seconds 0. */
static unsigned char *make_state(const char *problem, size_t *size)
{
    uint64_t header;
    memcpy(&header, problem, 8);
    const char *nodes = strstr(problem + 8, "\"nodes\": ");
    const size_t count = nodes ? strtoul(nodes + 9, NULL, 10) : 0, rows = 48 * count;
    unsigned char *state = calloc(1, HEAD + 16 + rows);
    *size = HEAD + 16 + rows;
    if (state) {
        head(state, 5, 16 + rows);
        memcpy(state + HEAD + 16, problem + 8 + header + 8 * count, rows);
    }
    return state;
}

static int answer_at_once(void)
{
    unsigned char first[HEAD], *state = NULL;
    size_t size = 0;
    for (bool goes_on = true; goes_on && read_all(first, HEAD);) {
        uint32_t kind;
        uint64_t length;
        memcpy(&kind, first, 4);
        memcpy(&length, first + 4, 8);
        char *data = calloc(1, length + 1);
        goes_on = data && read_all(data, length);
        if (goes_on && kind == 1)
            goes_on = say(1, "{\"protocol\": 1, \"name\": \"answer\", \"version\": \"1\", "
                             "\"precision\": \"float64\"}");
        if (goes_on && kind == 2) {
            free(state);
            state = make_state(data, &size);
            goes_on = state && say(3, "{\"exact\": [\"gravity\"]}");
        }
        if (goes_on && kind == 4 && state) {
            double time, h;
            memcpy(&time, state + HEAD, 8);
            memcpy(&h, data, 8);
            time += h;
            memcpy(state + HEAD, &time, 8);
            goes_on = write_all(state, size);
        }
        free(data);
    }
    free(state);
    return EXIT_SUCCESS;
}
