/* Solvers in other programs: `--engine NAME='COMMAND ARG...'`. Only programs that the user names on
 * the command line are started. Each joins the integrators under its name. */
#ifndef PROGRAM_PROGRAM_H
#define PROGRAM_PROGRAM_H

#include "program/options.h"
#include "solver/solver.h"

enum { PROGRAM_WORDS = 64, PROGRAM_TEXT = 128 };

/* The program that the user named, and its own description. */
typedef struct program {
    char name[PROGRAM_TEXT];
    char *given;                       /* NAME=COMMAND, by the command line of this run */
    char *argument[PROGRAM_WORDS + 1]; /* the words of the command */
    char own_name[PROGRAM_TEXT], version[PROGRAM_TEXT], precision[PROGRAM_TEXT];
    char digest[65];      /* SHA-256 of the arguments that are files, hex */
    config_store *answer; /* the texts of its options */
    program_options options;
    trama_solver_type type;
    struct partner *idle; /* a running one, for the next problem (partner.c); or NULL */
} program;

/* Takes `--engine NAME=COMMAND` and `--engine=NAME=COMMAND` out of the arguments behind the command
 * (up to `--`), in place. Each program is started, sends its description, and waits for its first
 * problem. False and one line on stderr if one does not start, sends nothing, or has a name that is
 * taken. */
bool program_take_options(int *argc, char **argv);

size_t program_count(void);
const program *program_at(size_t index);
/* The program of an integrator, or NULL. */
const program *program_of(const trama_integrator_type *type);

/* Splits a command into words at spaces; '...' and "..." are kept together, and a backslash quotes
 * the next character. No shell. False if a quote is not closed, or there are none or too many. Free
 * with program_free_words. */
bool program_words(const char *command, char *word[PROGRAM_WORDS + 1]);
void program_free_words(char *word[PROGRAM_WORDS + 1]);

/* partner.c: the functions of trama_solver_type, whose `self` is the program. */
trama_status program_open(void *self, const trama_problem *problem, const void *options,
                          trama_mapping *mapping, void **solver, trama_error *error);
trama_step_status program_step(void *solver, double h, trama_state *state);
void program_account(const void *solver, trama_account *account);
void program_close(void *solver);
const char *program_failure(const void *solver);

/* Time limits for a program, s. The first two are long: before it answers, a program may load
 * hundreds of megabytes from a shared disk, and compile the problem. */
typedef struct program_times {
    double name;    /* its description */
    double problem; /* its answer to a problem */
    double step;
    double notice; /* after which the user is told that the program waits for the description */
} program_times;
extern program_times program_patience;

/* found.c: finds the Node.js solvers in a folder, in order of name, at most as many as there is
 * room for. Returns their number. */
enum { PROGRAM_FILES = 32 };
typedef struct program_file {
    char name[PROGRAM_TEXT], path[768];
} program_file;
size_t program_found(const char *folder, program_file found[PROGRAM_FILES]);

/* Asks the program of a command for its description, without adding it to the integrators. False
 * and the reason; call program_forget in any case. */
bool program_meet(program *p, const char *command, char *why, size_t size);
void program_forget(program *p);

/* hello.c: starts the program and asks for its description. False and the reason. */
bool program_ask(program *p, char *why, size_t size);

#endif
