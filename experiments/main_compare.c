/* trama compare and trama baseline. With --against it measures two builds before it compares them:
 * each build computes the results once, and both run the timed cases in rounds. */
#include "main_compare.h"
#include "main_shown.h"

#include "analysis/analysis.h"
#include "command/ab_comparison.h"
#include "command/command.h"
#include "core/text.h"

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct request {
    analysis_comparison wanted;
    const char *against, *folder, *only, *confirm;
    double pairs;
    int quiet;
    char *const *operands;
    int operand_count;
} request;

/* --- arguments --- */

static bool read_number(const char *option, const char *text, double low, double high,
                        double *value)
{
    if (!text || trama_read_real(text, low, high, value))
        return true;
    fprintf(stderr, "trama compare: %s '%s' is not a number from %g to %g\n", option, text, low,
            high);
    return false;
}

static bool check(const request *r)
{
    enum { ROUNDS = sizeof "/confirm/baseline/round-000" - 1 };
    const char *fault = NULL;
    if (!r->against && r->operand_count != 2)
        fault = "two results folders are needed, the baseline's first";
    else if (r->against && r->operand_count == 0)
        fault = "--against needs configurations";
    else if (r->against && r->confirm)
        fault = "--confirm needs two results folders; --against measures again by itself";
    else if (!r->against && (r->folder || r->only))
        fault = "-o and --only need --against";
    if (!fault)
        return (!r->folder || command_takes_folder("compare", r->folder, ROUNDS)) &&
               (!r->confirm || command_takes_folder("compare", r->confirm, ROUNDS));
    fprintf(stderr, "trama compare: %s; see `trama --help`\n", fault);
    return false;
}

static bool read_request(int argc, char **argv, request *r)
{
    const char *limit = NULL, *level = NULL, *pairs = NULL;
    int force = 0;
    *r = (request){.wanted = {.format = "md"}};
    const command_option options[] = {
        {"--against", NULL, &r->against, NULL},    {"--output", "-o", &r->folder, NULL},
        {"--only", NULL, &r->only, NULL},          {"--pairs", NULL, &pairs, NULL},
        {"--slower", NULL, &limit, NULL},          {"--level", NULL, &level, NULL},
        {"--confirm", NULL, &r->confirm, NULL},    {"--force", NULL, NULL, &force},
        {"--junit", NULL, &r->wanted.junit, NULL}, {"--format", NULL, &r->wanted.format, NULL},
        {"--json", NULL, &r->wanted.json, NULL},   {"--quiet", "-q", NULL, &r->quiet},
    };
    double percent = 5.0;
    r->wanted.level = 0.025;
    r->pairs = 30;
    r->operand_count = command_options(argc, argv, options, sizeof options / sizeof options[0]);
    r->operands = argv + 1;
    if (r->operand_count < 0 || !check(r) || !read_number("--slower", limit, 0.1, 1000, &percent) ||
        !read_number("--level", level, 1e-6, 0.2, &r->wanted.level) ||
        !read_number("--pairs", pairs, 1, 999, &r->pairs))
        return false;
    r->wanted.limit = percent / 100.0;
    r->wanted.force = force;
    return true;
}

/* --- two folders --- */

static int compare_folders(request *r)
{
    char again[2][PATH_MAX + 16];
    r->wanted.baseline = r->operands[0];
    r->wanted.fresh = r->operands[1];
    if (r->confirm) {
        snprintf(again[0], sizeof again[0], "%s/baseline", r->confirm);
        snprintf(again[1], sizeof again[1], "%s/new", r->confirm);
        r->wanted.again_baseline = again[0];
        r->wanted.again_fresh = again[1];
    }
    return analysis_compare(&r->wanted, shown_out(), shown_err());
}

/* --- two programs --- */

/* Measures first, and again if times are suspect. */
static int compare_programs(request *r)
{
    const ab_comparison_request asked = {.baseline = r->against,
                                         .files = r->operands,
                                         .file_count = (size_t)r->operand_count,
                                         .only = r->only,
                                         .folder = r->folder,
                                         .pairs = (size_t)r->pairs,
                                         .quiet = r->quiet};
    ab_comparison c;
    int code = ab_comparison_begin(&asked, &c);
    if (code == EXIT_OK)
        code = ab_comparison_measure(&c);
    if (code == EXIT_OK) {
        r->wanted.baseline = c.baseline;
        r->wanted.fresh = c.fresh;
        r->wanted.again_baseline = c.again_baseline;
        r->wanted.again_fresh = c.again_fresh;
        r->wanted.measure_again = ab_comparison_measure_again;
        r->wanted.context = &c;
        code = analysis_compare(&r->wanted, shown_out(), shown_err());
    }
    ab_comparison_end(&c);
    return code;
}

int command_compare(int argc, char **argv)
{
    request r;
    if (!read_request(argc, argv, &r))
        return EXIT_USAGE;
    return r.against ? compare_programs(&r) : compare_folders(&r);
}

int command_baseline(int argc, char **argv)
{
    const char *file = NULL;
    const command_option options[] = {{"--output", "-o", &file, NULL}};
    const int operands = command_options(argc, argv, options, 1);
    if (operands < 0)
        return EXIT_USAGE;
    if (operands != 1 || (file && (!*file || file[strlen(file) - 1] == '/'))) {
        fprintf(stderr, operands == 1
                            ? "trama baseline: -o needs a file's name; see `trama --help`\n"
                            : "trama baseline: one results folder is needed; see `trama --help`\n");
        return EXIT_USAGE;
    }
    return analysis_baseline(argv[1], file, shown_out(), shown_err());
}
