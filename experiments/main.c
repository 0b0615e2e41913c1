/* trama: the command line. */
#include "analysis/analysis.h"
#include "command/command.h"
#include "command/manual.h"
#include "engine/provenance.h"
#include "engine/signals.h"
#include "engines/engines.h"
#include "integrator/elemental.h"
#include "launch/launch.h"
#include "main_advise.h"
#include "main_archive.h"
#include "main_compare.h"
#include "main_doctor.h"
#include "main_history.h"
#include "main_laws.h"
#include "main_shown.h"
#include "plugin/numbers.h"
#include "plugin/plugin.h"
#include "program/program.h"
#include "results/record.h"

#include "core/field.h"

#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* The run, and the first screen of what it found. */
static int run_and_show(int argc, char **argv)
{
    char shown[PATH_MAX];
    const int code = command_run_for(argc, argv, shown, sizeof shown);
    if (shown[0])
        analysis_glance(shown, stdout);
    return code;
}

static int command_table(int argc, char **argv)
{
    analysis_table_options asked = {0};
    const command_option options[] = {{"--columns", NULL, &asked.columns, NULL},
                                      {"--only", NULL, &asked.only, NULL},
                                      {"--sort", NULL, &asked.sort, NULL},
                                      {"--format", NULL, &asked.format, NULL}};
    const int operands = command_options(argc, argv, options, 4);
    if (operands < 0)
        return EXIT_USAGE;
    if (operands != 1 && operands != 2) {
        fprintf(stderr, "trama table: one results folder is needed; see `trama --help`\n");
        return EXIT_USAGE;
    }
    asked.name = operands == 2 ? argv[2] : NULL;
    return analysis_table_with(argv[1], &asked, stdout, shown_err());
}

static int command_plot(int argc, char **argv)
{
    const char *folder = NULL;
    const command_option options[] = {{"--output", "-o", &folder, NULL}};
    const int operands = command_options(argc, argv, options, 1);
    if (operands < 0)
        return EXIT_USAGE;
    if (operands == 0) {
        fprintf(stderr, "trama plot: a results folder is needed; see `trama --help`\n");
        return EXIT_USAGE;
    }
    if (folder && !command_takes_folder("plot", folder, 0))
        return EXIT_USAGE;
    return analysis_plot_into(argv[1], folder, (const char *const *)(argv + 2),
                              (size_t)operands - 1, shown_out(), shown_err());
}

static int command_report(int argc, char **argv)
{
    analysis_report_options report = {0};
    int without = 0;
    const command_option options[] = {{"--output", "-o", &report.file, NULL},
                                      {"--since", NULL, &report.since, NULL},
                                      {"--no-plots", NULL, NULL, &without}};
    const int operands = command_options(argc, argv, options, 3);
    const char *file = report.file;
    if (operands < 0)
        return EXIT_USAGE;
    if (operands == 0 || (file && (!*file || file[strlen(file) - 1] == '/'))) {
        fprintf(stderr, operands
                            ? "trama report: -o needs a file's name; see `trama --help`\n"
                            : "trama report: a results folder is needed; see `trama --help`\n");
        return EXIT_USAGE;
    }
    report.draw = !without;
    return analysis_report_with((const char *const *)(argv + 1), (size_t)operands, &report,
                                shown_out(), shown_err());
}

static int command_site(int argc, char **argv)
{
    const char *folder = NULL;
    const command_option options[] = {{"--output", "-o", &folder, NULL}};
    const int operands = command_options(argc, argv, options, 1);
    if (operands < 0)
        return EXIT_USAGE;
    if (operands == 0) {
        fprintf(stderr, "trama site: a results folder is needed; see `trama --help`\n");
        return EXIT_USAGE;
    }
    if (folder && !command_takes_folder("site", folder, 0))
        return EXIT_USAGE;
    return analysis_site((const char *const *)(argv + 1), (size_t)operands, folder, shown_out(),
                         shown_err());
}

static int command_show(int argc, char **argv)
{
    const int operands = command_options(argc, argv, NULL, 0);
    if (operands < 0)
        return EXIT_USAGE;
    if (operands == 0) {
        fprintf(stderr, "trama show: a results file is needed; see `trama --help`\n");
        return EXIT_USAGE;
    }
    return analysis_show(argv[1], (const char *const *)(argv + 2), (size_t)operands - 1,
                         shown_out(), shown_err());
}

static int command_export(int argc, char **argv)
{
    const char *folder = NULL;
    int csv = 0, series = 0;
    const command_option options[] = {{"--output", "-o", &folder, NULL},
                                      {"--csv", NULL, NULL, &csv},
                                      {"--series", NULL, NULL, &series}};
    const int operands = command_options(argc, argv, options, 3);
    if (operands < 0)
        return EXIT_USAGE;
    if (operands != 1) {
        fprintf(stderr, "trama export: one results folder or file is needed; see `trama --help`\n");
        return EXIT_USAGE;
    }
    if (folder && !command_takes_folder("export", folder, 0))
        return EXIT_USAGE;
    return analysis_export(argv[1], folder, series != 0, shown_out(), shown_err());
}

static const command commands[] = {
    {"new", "[chain|drape|incline|pendulum|oscillator|plate] [-o FILE]",
     "write an experiment file that runs as it stands; alone: list them", command_new},
    {"run",
     "CONFIG... [-o DIR] [-j N] [--threads N] [--shard I/N] [--dry-run] [--verbose] "
     "[--every-solver] [--only EXPR] "
     "[--again "
     "stale|bad|all|unplanned] [--quiet]",
     "run the cases of experiments; existing results are kept", run_and_show},
    {"advise",
     "CONFIG [-o DIR] [--only EXPR] [--time T] [--accuracy A] [--check] [--format md|csv|latex]",
     "the largest time step of each method, its cost and what limits it", command_advise},
    {"laws", "[FILE...] [--configs DIR] [--core] [--list] [-o DIR] [--only EXPR] [--quiet]",
     "run every law (configs/laws) with every available solver: table, page and laws.json in DIR; "
     "--core: twelve quick laws; --list: what each law tests",
     command_laws},
    {"merge", "CONFIG... [-o DIR] [--only EXPR]",
     "make the indices when all shards of a run have ended, and list missing cases", command_merge},
    {"import", "FILE... [-o DIR]",
     "import results of another program, as FILE describes them (docs/import.md)", command_import},
    {"script",
     "slurm CONFIG... [-o DIR] [--shards N] [--cpus N] [--time T] [--mem M] [--partition P] "
     "[--account A]",
     "write a script for Slurm: one task a shard, then timings alone on a node, then the merge",
     command_script},
    {"list",
     "[models|interactions|integrators|scenes|measures|quantities|WORD] [--names] [--bibtex]",
     "list models, methods, scenes and tasks with all fields; with WORD: that one, or all that "
     "have WORD in their name or description; --names: names alone; --bibtex: their publications",
     command_list},
    {"verify", "DIR|FILE...",
     "compare every byte of every results file, or archive, with its checksums; exit 4 if one is "
     "damaged",
     command_verify},
    {"index", "DIR... | CONFIG... [-o DIR]",
     "rebuild every index.h5 from the cases; study.h5 from CONFIG", command_index},
    {"table", "DIR [TABLE] [--columns NAMES] [--only EXPR] [--sort NAMES] [--format md|csv|latex]",
     "print the results beside published values, and the names of more tables; or one TABLE, such "
     "as dt_limits",
     command_table},
    {"plot",
     "DIR [NAME...] [x=NAME] [y=NAME] [line=NAME] [panel=NAME] [only=EXPR] [scale=SCALE] "
     "[kind=KIND] [title=TEXT] [name=NAME] [-o DIR]",
     "draw results as SVG and PDF, with gnuplot script and data, in DIR/plots or the folder of -o",
     command_plot},
    {"show", "FILE [PATH...]",
     "list the contents of a results file; print the values of PATHs (/result, /result/runs/dt) as "
     "CSV",
     command_show},
    {"export", "DIR|FILE [--csv] [--series] [-o DIR]",
     "write CSV files for spreadsheets, one for each experiment, a row for each case; --series: "
     "long columns too",
     command_export},
    {"compare", "BASELINE NEW [OPTION...] | --against PROGRAM CONFIG... [OPTION...]",
     "find results that differ from a baseline, and times that became longer", command_compare},
    {"baseline", "DIR [-o FILE]", "write the results as one text file, for later comparison",
     command_baseline},
    {"archive", "DIR [-o FILE]",
     "pack the study into one tar: results, their inputs, checksums, metadata; `trama verify` "
     "checks it",
     command_archive},
    {"history",
     "add FILE DIR [--commit NAME] | show FILE [-o DIR] | check|reference FILE TIMES | bisect GOOD "
     "BAD [OPTION...] -- CONFIG...",
     "keep results and times by commit in one file: show where they changed, as lines or a page; "
     "check the last times against references (TIMES, CSV); find the commit by bisection",
     command_history},
    {"doctor", "",
     "report on the program, the machine and missing tools, and how reliable times taken now are",
     command_doctor},
    {"report", "DIR... [-o FILE] [--since DIR] [--no-plots]",
     "write one HTML page with tables, plots and moving meshes, DIR/report.html; missing plots are "
     "drawn first",
     command_report},
    {"site", "DIR... [-o DIR]",
     "write a static site of several results folders: what was reproduced, what was not, and each "
     "folder's report, tables and plots",
     command_site},
};
enum { COMMANDS = sizeof commands / sizeof commands[0] };

static bool asks_help(const char *argument)
{
    return strcmp(argument, "--help") == 0 || strcmp(argument, "-h") == 0;
}

/* Anywhere among the arguments, but not behind --. */
static bool wants_help(int argc, char **argv)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (asks_help(argv[i]))
            return true;
    return false;
}

/* For the installation: the man page, the completion of bash. */
static void print_for_install(const char *what)
{
    if (strcmp(what, "--man") == 0)
        manual_page(commands, COMMANDS, provenance_version(), stdout);
    else
        manual_completion(commands, COMMANDS, stdout);
}

/* NULL, and a line, if there is none. */
static const command *find_command(const char *name)
{
    const char *names[COMMANDS];
    for (size_t i = 0; i < COMMANDS; i++) {
        names[i] = commands[i].name;
        if (strcmp(name, names[i]) == 0)
            return &commands[i];
    }
    const char *nearest = trama_nearest(name, names, COMMANDS);
    fprintf(stderr, "trama: unknown command '%s'%s%s; see `trama --help`\n", name,
            nearest ? "; nearest: " : "", nearest ? nearest : "");
    return NULL;
}

static int run_command(int argc, char **argv)
{
    if (argc < 2) {
        manual_first(stderr);
        return EXIT_USAGE;
    }
    if (strcmp(argv[1], "--version") == 0) {
        provenance_print(stdout);
        return EXIT_OK;
    }
    if (strcmp(argv[1], "--man") == 0 || strcmp(argv[1], "--completion") == 0) {
        print_for_install(argv[1]);
        return EXIT_OK;
    }
    const bool asked = strcmp(argv[1], "help") == 0;
    const char *name = argv[asked && argc > 2 ? 2 : 1];
    if (asks_help(name) || (asked && argc == 2)) {
        manual_help(commands, COMMANDS, stdout);
        return EXIT_OK;
    }
    const command *c = find_command(name);
    if (!c)
        return EXIT_USAGE;
    if (!asked && !wants_help(argc, argv))
        return c->run(argc - 1, argv + 1);
    manual_help_of(c, stdout);
    return EXIT_OK;
}

/* Room for what the program and its libraries put there; beyond it is death without a word. */
static bool has_room_to_work(void)
{
    const rlim_t needed = 256 * 1024;
    struct rlimit stack;
    if (getrlimit(RLIMIT_STACK, &stack) != 0 || stack.rlim_cur >= needed)
        return true;
    fprintf(stderr,
            "trama: the stack is limited to %llu KiB (ulimit -s); at least %llu are needed\n",
            (unsigned long long)stack.rlim_cur / 1024, (unsigned long long)needed / 1024);
    return false;
}

/* `trama run` reports the interruption; for other commands the shell does, and stops its own loop.
 * Their output files are never half written (record_replace). */
static void let_signals_end(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "run") == 0)
        signals_end_at_once("interrupted before any case began; the same command resumes\n",
                            EXIT_SIGNAL);
    else
        signals_release();
}

/* A descriptor that the caller has closed would be given to the next file that is opened, and what
 * is printed would go there. It still is an error to print anything to a closed standard output. */
static void hold_standard_streams(void)
{
    static const int modes[] = {
        [STDIN_FILENO] = O_RDONLY, [STDOUT_FILENO] = O_RDONLY, [STDERR_FILENO] = O_WRONLY};
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++)
        if (fcntl(stream, F_GETFD) < 0 && open("/dev/null", modes[stream]) != stream)
            exit(EXIT_IO);
}

/* Processor time for one column of a results file; a file that takes longer is damaged. */
static const double READING_SECONDS = 20.0;

/* A closed pipe ends a run, which holds signals to its end, as it does while cases run. It has
 * ended any other command already, unless the caller ignores SIGPIPE. */
static int code_of_lost_output(void)
{
    if (signals_came())
        return EXIT_SIGNAL;
    fprintf(stderr, "trama: standard output cannot be written\n");
    return EXIT_IO;
}

/* Those that are not among the registry's own. False, and a line, without memory. */
static bool register_methods(void)
{
    trama_error error;
    if (trama_elementals_register(&error) == TRAMA_OK)
        return engines_register();
    fprintf(stderr, "trama: %s\n", error.text);
    return false;
}

int main(int argc, char **argv)
{
    signals_hold();
    hold_standard_streams();
    if (!has_room_to_work())
        return EXIT_IO;
    launch_begin(argc, argv);
    let_signals_end(argc, argv);
    signal(SIGXFSZ, SIG_IGN); /* a file size limit is an error of the write, not the end */
    numbers_reset();
    record_guard(READING_SECONDS);
    if (!shown_begin()) {
        fprintf(stderr, "trama: out of memory\n");
        return launch_end(EXIT_IO);
    }
    int code = EXIT_IO;
    if (register_methods()) {
        const bool taken = plugin_take_options(&argc, argv) && program_take_options(&argc, argv);
        code = taken ? run_command(argc, argv) : EXIT_USAGE;
    }
    const bool shown = shown_end();
    if (!shown || fflush(stdout) != 0 || ferror(stdout))
        code = code_of_lost_output();
    return launch_end(code);
}
