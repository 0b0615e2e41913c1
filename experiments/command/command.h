/* The commands of `trama`. Each takes its own arguments (argv[0] is its name) and returns the exit
 * code: 0 ok, 1 regression or reproduction out of tolerance, 2 usage or configuration, 3 some cases
 * failed, 4 input/output, 130 interrupted. */
#ifndef COMMAND_COMMAND_H
#define COMMAND_COMMAND_H

#include <stdbool.h>
#include <stddef.h>

enum {
    EXIT_OK = 0,
    EXIT_DIFFERS = 1,
    EXIT_USAGE = 2,
    EXIT_CASES = 3,
    EXIT_IO = 4,
    EXIT_SIGNAL = 130
};

typedef struct command {
    const char *name, *arguments, *summary;
    int (*run)(int argc, char **argv);
} command;

int command_new(int argc, char **argv);
int command_merge(int argc, char **argv);
int command_script(int argc, char **argv);
int command_run(int argc, char **argv);
/* The same; `shown` is the results folder to suggest to the user, of the only experiment or of all,
 * if the whole run is complete and --quiet was not given; else "". */
int command_run_for(int argc, char **argv, char *shown, size_t size);
/* The same with every available solver (plan/solvers.h); `refused` is called for each case that is
 * left out because its solver refuses it. */
typedef void command_refused(void *context, const char *experiment, const char *solver,
                             const char *why);
int command_run_by_all(int argc, char **argv, command_refused *refused, void *context, char *shown,
                       size_t size);
int command_list(int argc, char **argv);
int command_verify(int argc, char **argv);
int command_import(int argc, char **argv);
int command_index(int argc, char **argv);
int command_index_folders(int argc, char **argv); /* its operands are folders */

/* Options: `-x VALUE`, `-xVALUE`, `--long VALUE`, `--long=VALUE`, flags; the rest are operands,
 * moved to the front of argv[1..]. Returns the number of operands, or -1 after a line on stderr. A
 * value that is given twice is an error. */
typedef struct command_option {
    const char *name;       /* "--only" */
    const char *short_name; /* "-o", or NULL */
    const char **value;     /* takes a value, or */
    int *flag;              /* is set to 1 */
} command_option;
int command_options(int argc, char **argv, const command_option *options, int option_count);

/* Whether a folder is valid for -o: its name is not empty, and short enough for the paths of all
 * files below it, with results folders up to `deep` bytes below. False after a line on stderr. */
bool command_takes_folder(const char *name, const char *folder, size_t deep);

#endif
