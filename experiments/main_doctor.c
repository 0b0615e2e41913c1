#include "main_doctor.h"
#include "main_shown.h"

#include "analysis/analysis.h"
#include "command/command.h"
#include "command/doctor.h"
#include "engine/provenance.h"

#include <stdio.h>

int command_doctor(int argc, char **argv)
{
    doctor_place place;
    const int operands = command_options(argc, argv, NULL, 0);
    if (operands < 0)
        return EXIT_USAGE;
    if (operands > 0) {
        fprintf(stderr, "trama doctor: takes no argument; see `trama --help`\n");
        return EXIT_USAGE;
    }
    provenance_print(stdout);
    printf("\n");
    provenance_print_machine(stdout);
    printf("\n");
    doctor_print_programs(stdout);
    printf("\n");
    doctor_print_engines(stdout);
    printf("\n");
    fflush(stdout);
    int code = doctor_time(&place);
    if (code == EXIT_OK)
        code = analysis_timing_worth(place.folder, shown_out(), shown_err());
    doctor_end(&place);
    return code;
}
