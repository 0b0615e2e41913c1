/* trama advise: the largest step of each method. The task `advice` runs as a case; its results file
 * is read back and printed. */
#include "main_advise.h"
#include "main_shown.h"

#include "analysis/analysis.h"
#include "command/advise.h"
#include "command/command.h"
#include "core/numbers.h"
#include "core/text.h"

#include <float.h>
#include <stdio.h>
#include <string.h>

static bool read_number(const char *option, const char *text, double *value)
{
    *value = TRAMA_NAN;
    if (!text || trama_read_real(text, -DBL_MAX, DBL_MAX, value))
        return true;
    fprintf(stderr, "trama advise: %s '%s' is not a number\n", option, text);
    return false;
}

/* Before anything is measured. */
static bool is_format(const char *format)
{
    if (!format || strcmp(format, "md") == 0 || strcmp(format, "csv") == 0 ||
        strcmp(format, "latex") == 0)
        return true;
    fprintf(stderr, "trama advise: --format '%s' is not one of md, csv, latex\n", format);
    return false;
}

static bool read_request(int argc, char **argv, advise_request *r, const char **format)
{
    const char *duration = NULL, *accuracy = NULL;
    int check = 0;
    *format = NULL;
    *r = (advise_request){.file = NULL};
    const command_option options[] = {
        {"--output", "-o", &r->folder, NULL}, {"--only", NULL, &r->only, NULL},
        {"--time", NULL, &duration, NULL},    {"--accuracy", NULL, &accuracy, NULL},
        {"--check", NULL, NULL, &check},      {"--format", NULL, format, NULL},
    };
    const int operands = command_options(argc, argv, options, sizeof options / sizeof options[0]);
    if (operands < 0 || !read_number("--time", duration, &r->duration) ||
        !read_number("--accuracy", accuracy, &r->accuracy) || !is_format(*format))
        return false;
    r->file = argv[1];
    r->check = check;
    if (operands == 1)
        return !r->folder || command_takes_folder("advise", r->folder, 0);
    fprintf(stderr, "trama advise: one configuration is needed; see `trama --help`\n");
    return false;
}

int command_advise(int argc, char **argv)
{
    advise_request r;
    advise_place place;
    const char *format;
    if (!read_request(argc, argv, &r, &format))
        return EXIT_USAGE;
    int code = advise_run(&r, &place);
    if (code == EXIT_OK && format)
        code = analysis_table(place.folder, "advice", format, stdout, shown_err());
    else if (code == EXIT_OK)
        code = analysis_advice(place.file, place.chosen, r.folder, shown_out(), shown_err());
    advise_end(&place);
    return code;
}
