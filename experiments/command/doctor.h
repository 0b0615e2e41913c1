/* trama doctor, up to the results file of a timing: what the program can use on this machine. */
#ifndef COMMAND_DOCTOR_H
#define COMMAND_DOCTOR_H

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>

/* Other programs that trama calls or works with, each with its version, or what it is missed for.
 */
void doctor_print_programs(FILE *out);

/* Solvers of other libraries and programs, by name, and who they are. */
void doctor_print_engines(FILE *out);

typedef struct doctor_place {
    char folder[PATH_MAX]; /* of the results of the timing */
    bool is_made;
} doctor_place;

/* Times a small cloth, for about two seconds, as the task `timing` does. Returns the exit code;
 * anything but 0 has said so on stderr. doctor_end removes the folder, in any case. */
int doctor_time(doctor_place *place);
void doctor_end(const doctor_place *place);

#endif
