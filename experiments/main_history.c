#include "main_history.h"

#include "analysis/analysis.h"
#include "command/bisect.h"
#include "command/command.h"
#include "core/numbers.h"
#include "core/text.h"
#include "main_shown.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

typedef struct request {
    const char *commit, *slower, *format, *folder, *build, *program;
    double least;
    int times;
    int operands;
    char **operand;
    char **behind; /* -- */
    int behind_count;
} request;

static int usage(const char *what)
{
    fprintf(stderr, "trama history: %s; see `trama help history`\n", what);
    return EXIT_USAGE;
}

static int add(const request *r)
{
    if (r->operands != 2)
        return usage("add needs the history's file and a results folder");
    return analysis_history_add(r->operand[0], r->operand[1], r->commit, r->least, shown_out(),
                                shown_err());
}

static int show(const request *r)
{
    if (r->operands != 1)
        return usage("show needs the history's file");
    if (strcmp(r->format, "md") != 0 && strcmp(r->format, "csv") != 0)
        return usage("--format is md or csv");
    if (r->folder && !command_takes_folder("history", r->folder, 0))
        return EXIT_USAGE;
    return analysis_history_show(r->operand[0], r->least, r->format, r->folder, shown_out(),
                                 shown_err());
}

static int check(const request *r)
{
    if (r->operands != 2)
        return usage("check needs the history's file and that of the references");
    return analysis_history_check(r->operand[0], r->operand[1], shown_out(), shown_err());
}

static int refer(const request *r)
{
    if (r->operands != 2)
        return usage("reference needs the history's file and that of the references");
    return analysis_history_refer(r->operand[0], r->operand[1], r->slower ? r->least : TRAMA_NAN,
                                  shown_out(), shown_err());
}

static int run_bisection(const request *r)
{
    if (r->operands != 2 || r->behind_count == 0)
        return usage("bisect needs two commits, the good one first, and behind -- what to run");
    return bisect(&(bisect_request){
        .good = r->operand[0],
        .bad = r->operand[1],
        .build = r->build     ? r->build
                 : r->program ? ""
                              : "make build",
        .program = r->program ? r->program : "build/release/trama",
        .arguments = r->behind,
        .argument_count = r->behind_count,
        .times = r->times,
    });
}

static const struct {
    const char *name;
    int (*run)(const request *r);
} parts[] = {{"add", add},
             {"show", show},
             {"check", check},
             {"reference", refer},
             {"bisect", run_bisection}};

/* What stands behind -- is no option of this command. */
static int split(int argc, char **argv, request *r)
{
    int own = 0;
    while (own < argc && strcmp(argv[own], "--") != 0)
        own++;
    r->behind = argv + own + 1;
    r->behind_count = own < argc ? argc - own - 1 : 0;
    return own;
}

int command_history(int argc, char **argv)
{
    request r = {.format = "md"};
    double percent = 5.0;
    const command_option options[] = {
        {"--commit", NULL, &r.commit, NULL}, {"--slower", NULL, &r.slower, NULL},
        {"--format", NULL, &r.format, NULL}, {"--output", "-o", &r.folder, NULL},
        {"--build", NULL, &r.build, NULL},   {"--program", NULL, &r.program, NULL},
        {"--times", NULL, NULL, &r.times},
    };
    const int own = split(argc, argv, &r);
    r.operands = command_options(own, argv, options, sizeof options / sizeof options[0]) - 1;
    r.operand = argv + 2;
    if (r.operands < -1)
        return EXIT_USAGE;
    if (r.slower && !trama_read_real(r.slower, 0.1, 1000, &percent))
        return usage("--slower is a number of percent from 0.1 to 1000");
    r.least = percent / 100.0;
    for (size_t i = 0; r.operands >= 0 && i < sizeof parts / sizeof *parts; i++)
        if (strcmp(argv[1], parts[i].name) == 0)
            return parts[i].run(&r);
    return usage("add, show, check, reference or bisect is needed first");
}
