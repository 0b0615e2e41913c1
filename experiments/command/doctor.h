/* trama doctor, up to the results file of a timing: describes what the program can use on this
 * machine. */
#ifndef COMMAND_DOCTOR_H
#define COMMAND_DOCTOR_H

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>

/* Prints other programs that trama uses, each with its version, or the features that need it. */
void doctor_print_programs(FILE *out);

/* Prints the solvers of other libraries and programs, by name, with a description. */
void doctor_print_engines(FILE *out);

typedef struct doctor_place {
    char folder[PATH_MAX]; /* of the results of the timing */
    bool is_made;
} doctor_place;

/* Times a small cloth for about two seconds with the task `timing`. Returns the exit code; if not
 * 0, after a message on stderr. Call doctor_end in any case; it removes the folder. */
int doctor_time(doctor_place *place);
void doctor_end(const doctor_place *place);

#endif
