#include "command/manual.h"
#include "results/terminal.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

static const char title[] = "benchmarks and validates solvers for cloth, soft and rigid bodies";

static const char description[] =
    "An experiment is a YAML file: one case, and how it is swept. trama runs the cases, each in a "
    "process of its own, records each as an HDF5 file with its provenance, and makes tables, "
    "plots and a report of them.";

/* --- options whose meaning is more than a word; ends with NULL --- */

static const manual_option of_run[] = {
    {"-o, --output DIR", "results go to DIR/EXPERIMENT/cases (default: results)"},
    {"-j, --workers N",
     "processes at a time (default: all processors); the results do not depend on it; cases that "
     "measure time always run alone. Under mpirun every rank runs one case at a time instead"},
    {"--threads N", "threads of each case (default: 1); the results do not depend on it"},
    {"--shard I/N",
     "only every N-th case, from the I-th; `trama merge` comes last. Cases that measure time are "
     "left out: --shard exclusive runs those, on a machine without other shards"},
    {"--dry-run", "list the cases, or every file that is refused, and run nothing"},
    {"--verbose", "on a terminal, a line for each case that ends, too; with --dry-run: print "
                  "every value of each case"},
    {"--only EXPR",
     "only cases for which EXPR holds: \"simulation == 'S1' and integrator.name == "
     "'verlet'\"; values are in SI units, times in s unless with their unit: task.dt < 2 ms"},
    {"--every-solver",
     "adds the solvers of other libraries and of --engine to the sweep over integrator.name; a "
     "solver that refuses a case is left out of it, and a line says so"},
    {"--again stale|bad|all|unplanned",
     "stale: run again cases with results or journals of another build, and remove journals of "
     "cases that are no longer planned; bad: run again cases that crashed, timed out or failed, "
     "or whose file or journal is damaged; all: run every case again; unplanned: run nothing "
     "again, but remove files and journals of cases that are no longer planned"},
    {"-q, --quiet", "errors only"},
    {NULL, NULL},
};

static const manual_option of_advise[] = {
    {"-o, --output DIR",
     "keeps the results there, so that `trama plot DIR` can draw the worst mode; "
     "results that exist are printed, not run again"},
    {"--only EXPR", "the first case for which it holds (default: the first of all)"},
    {"--time T", "simulated time to analyse, s (default: 2000 steps of half of symplectic Euler's "
                 "largest at the start)"},
    {"--accuracy A", "allowed error, relative to the displacement of the nodes (default: 0.01)"},
    {"--check", "bracket the predicted steps of the recommended method and of that of the "
                "configuration by runs"},
    {"--format md|csv|latex", "a table of all methods instead of text"},
    {NULL, NULL},
};

static const manual_option of_table[] = {
    {"--columns NAMES", "prints these values of each case: model.zeta,dt_stable,'published "
                        "dt_stable'; without TABLE, of all cases. A name is experiment, task, "
                        "model, method, status, answer, a swept path, a factor, a label, or a "
                        "quantity (`trama list quantities`)"},
    {"--only EXPR", "keeps cases for which EXPR holds, such as \"method == 'RK4' and dt > 2 ms\". "
                    "Values are in SI units, unless a number has a unit of time (s, ms, us, ns). "
                    "Write names with spaces in backquotes"},
    {"--sort NAMES", "sorts cases by these values; -NAME: from the largest down"},
    {"--format md|csv|latex", "for programs; on a terminal it is laid out for its width"},
    {NULL, NULL},
};

static const manual_option of_plot[] = {
    {"NAME...", "draw only these plots: `response`, `energy` (which is drawn only on request) ...; "
                "later calls without NAME draw them again"},
    {"x=NAME y=NAME", "draws one chart of y (default: the answer) against x (default: the number "
                      "with the most values). Names are those of `trama table --columns`: "
                      "model.zeta, dt_stable, answer, a factor of the study; y=series/kinetic is a "
                      "history over time, y=series/OBJECT/QUANTITY one of an object"},
    {"line=NAME panel=NAME",
     "draws a line, and a panel, for each value of NAME (default: a line for each method, and a "
     "panel for each combination of the other values)"},
    {"only=EXPR", "draws the cases for which EXPR holds"},
    {"scale=SCALE",
     "linear or log, of both axes, or of x and y: linear,log (default: linear, unless "
     "all values are positive over more than a decade)"},
    {"kind=KIND", "lines or points (default: lines along what was swept)"},
    {"title=TEXT name=NAME",
     "title above the chart, and name of its files (default: none, y_by_x)"},
    {"-o, --output DIR", "write to this folder instead of DIR/plots"},
    {NULL, NULL},
};

static const manual_option of_script[] = {
    {"-o, --output DIR", "as for run"},
    {"--shards N", "tasks of the array (default: 10)"},
    {"--cpus N", "processors of a task, which runs one case at a time on each"},
    {"--time T, --mem M, --partition P, --account A", "limits of each task, as for sbatch"},
    {NULL, NULL},
};

static const manual_option of_import[] = {
    {"-o, --output DIR", "cases go to DIR/EXPERIMENT/cases (default: results); those of an earlier "
                         "import of the same experiment are replaced"},
    {NULL, NULL},
};

static const manual_option of_compare[] = {
    {"--against PROGRAM", "run CONFIG... by this other build and by this one, in turns"},
    {"--pairs N", "rounds of paired runs for timed cases (default: 30)"},
    {"--slower PERCENT", "a time that is longer by more than this is a regression (default: 5)"},
    {"--level P", "one-sided error, over all cases (default: 0.025)"},
    {"--force", "compare times of different machines, or times not taken in turn"},
    {"--confirm DIR", "a second measurement: DIR/baseline and DIR/new"},
    {"--only EXPR", "with --against: only cases for which EXPR holds"},
    {"-o, --output DIR", "with --against: keep the samples there"},
    {"--format md|csv|latex", "format of the table"},
    {"--junit FILE", "the verdicts as JUnit XML too"},
    {"--json FILE", "the verdicts and every value that changed, as JSON"},
    {"-q, --quiet", "no progress"},
    {NULL, NULL},
};

static const manual_option of_history[] = {
    {"--commit NAME", "add: commit of the results (default: the one that they name)"},
    {"--slower PERCENT",
     "add, show: smallest change of a time that is reported (default: 5); reference: the tolerance "
     "of each time (default: that in the file, else 10)"},
    {"--format md|csv", "show: csv has every change"},
    {"-o, --output DIR", "show: a page with figures, DIR/index.html"},
    {"--build COMMAND", "bisect: the command that builds a commit, in its tree (default: make "
                        "build; none if --program is given)"},
    {"--program PATH", "bisect: the program that runs CONFIG..., in the tree of the commit unless "
                       "the path is absolute (default: build/release/trama)"},
    {"--times",
     "bisect: find the commit that made it slower, by pairs of runs (trama compare --against)"},
    {"-- CONFIG...",
     "bisect: the arguments of trama run without -o; {} in them is the tree of the commit"},
    {NULL, NULL},
};

static const manual_option of_every_command[] = {
    {"--engine NAME=COMMAND", "adds a solver in another program, started by COMMAND, as the "
                              "integrator NAME; may be given several times"},
    {"--plugin FILE", "adds your own models, interactions and integrators from a shared library; "
                      "may be given several times"},
    {NULL, NULL},
};

static const struct {
    const char *command;
    const manual_option *options;
} groups[] = {
    {"run", of_run},         {"advise", of_advise},   {"table", of_table},
    {"plot", of_plot},       {"script", of_script},   {"import", of_import},
    {"compare", of_compare}, {"history", of_history}, {"every command", of_every_command},
};
enum { GROUPS = sizeof groups / sizeof groups[0] };

static const manual_option codes[] = {
    {"0", "success"},
    {"1", "a result that must agree differs"},
    {"2", "usage or configuration; nothing was run"},
    {"3", "some cases failed; the others have their results"},
    {"4", "input or output failed"},
    {"130", "interrupted; the same command resumes"},
    {NULL, NULL},
};
_Static_assert(EXIT_DIFFERS == 1 && EXIT_USAGE == 2 && EXIT_CASES == 3 && EXIT_IO == 4 &&
                   EXIT_SIGNAL == 130,
               "the codes above");

const manual_option *manual_options(const char *name)
{
    for (int i = 0; i < GROUPS; i++)
        if (strcmp(groups[i].command, name) == 0)
            return groups[i].options;
    return NULL;
}

/* What `run`, `advise` ... leave. Paths are below the folder of results. */
static const manual_option files[] = {
    {"DIR/EXPERIMENT/cases/XX/ID.h5", "the results of one case, with its configuration"},
    {"DIR/EXPERIMENT/cases/XX/ID.part",
     "the journal of an interrupted case; the same command resumes it"},
    {"DIR/EXPERIMENT/study.h5",
     "the plan of the experiment: its question, published values, cases"},
    {"DIR/EXPERIMENT/index.h5", "a row for each case, with all its single values"},
    {"DIR/tables, DIR/plots, DIR/csv, DIR/report.html",
     "output of `trama table`, `plot`, `export` and `report`"},
    {"share/doc/trama",
     "below the prefix of the installation: documents, examples and configurations"},
    {NULL, NULL},
};

static const manual_option examples[] = {
    {"trama new pendulum; trama run pendulum.yaml; trama table results/pendulum",
     "a first experiment: its file, its cases, its answers beside the closed form"},
    {"trama run drape.yaml --only \"interactions.touch.friction > 0\" -j 4",
     "some of its cases, four at a time"},
    {"trama table results/drape --columns points,friction,fall --sort fall --format csv",
     "values of each case for another program"},
    {"trama plot results/drape x=friction y=fall line=points", "one chart of these values"},
    {"trama advise drape.yaml", "the largest time step of each method, and what limits it"},
    {"trama list damping", "all entries that mention damping"},
    {"trama run cloth.yaml --engine mine='python3 my_solver.py'",
     "a solver of your own, which the file names as integrator: mine"},
    {"trama laws --engine mine='python3 my_solver.py'",
     "for each law the largest step at which it is within 1 %"},
    {"trama baseline results/drape -o drape.txt; trama compare drape.txt results/drape",
     "changes since the baseline; exit code 1 if a result that must agree differs"},
    {NULL, NULL},
};

/* --- help --- */

void manual_first(FILE *out)
{
    fprintf(out,
            "trama: %s. First commands:\n"
            "  trama new pendulum              write an experiment file that runs; `trama new` "
            "lists more\n"
            "  trama run pendulum.yaml         run its cases; results go to results/pendulum\n"
            "  trama table results/pendulum    the answers, beside the closed form or what was "
            "published\n"
            "  trama report results/pendulum   the same as a page with figures\n"
            "  trama list WORD                 models, methods, fields that mention WORD\n"
            "`trama --help` lists all commands, `trama help COMMAND` explains one.\n"
            "`man trama` has examples; docs/tutorial is a tutorial of five pages.\n",
            title);
}

static void print_options(const manual_option *options, FILE *out)
{
    enum { INDENT = 25, WIDTH = 96 };
    for (; options->option; options++) {
        const int length = fprintf(out, "  %-*s", INDENT - 2, options->option);
        if (length > INDENT)
            fprintf(out, "\n%*s", INDENT, "");
        print_wrapped(options->text, WIDTH - INDENT, INDENT, out);
    }
}

static void print_usage(const command *c, FILE *out)
{
    enum { INDENT = 6, WIDTH = 96 };
    fprintf(out, "  trama %s ", c->name);
    print_wrapped(c->arguments, WIDTH - 16, 16, out);
    fprintf(out, "%*s", INDENT, "");
    print_wrapped(c->summary, WIDTH - INDENT, INDENT, out);
}

void manual_help(const command *commands, int count, FILE *out)
{
    fprintf(out, "trama: %s\n\nusage:\n", title);
    for (int i = 0; i < count; i++)
        print_usage(&commands[i], out);
    fputs("  trama --version | --help | help COMMAND | COMMAND --help\n", out);
    for (int i = 0; i < GROUPS; i++) {
        fprintf(out, "\noptions of %s:\n", groups[i].command);
        print_options(groups[i].options, out);
    }
    fputs("\nexit codes:\n", out);
    print_options(codes, out);
}

void manual_help_of(const command *c, FILE *out)
{
    const manual_option *options = manual_options(c->name);
    fputs("usage:\n", out);
    print_usage(c, out);
    fputs("\noptions:\n", out);
    if (options)
        print_options(options, out);
    print_options(of_every_command, out);
    fputs("\nexit codes, and the other commands: trama --help\n", out);
}

/* --- man page --- */

/* Text for roff: characters that it would set as others in print stand for themselves, and no line
 * begins as a request does. */
static void print_roff(const char *text, FILE *out)
{
    static const struct {
        char plain;
        const char *roff;
    } escapes[] = {{'-', "\\-"},   {'\\', "\\e"},  {'\'', "\\(aq"},
                   {'`', "\\(ga"}, {'^', "\\(ha"}, {'~', "\\(ti"}};
    if (*text == '.')
        fputs("\\&", out);
    for (; *text; text++) {
        const char *escape = NULL;
        for (size_t i = 0; i < sizeof escapes / sizeof escapes[0]; i++)
            if (*text == escapes[i].plain)
                escape = escapes[i].roff;
        if (escape)
            fputs(escape, out);
        else
            fputc(*text, out);
    }
}

/* An entry: its name in bold and arguments behind it, and what it does. */
static void print_entry(const char *name, const char *arguments, const char *text, FILE *out)
{
    fputs(".TP\n\\fB", out);
    print_roff(name, out);
    fputs("\\fR ", out);
    print_roff(arguments, out);
    fputc('\n', out);
    print_roff(text, out);
    fputc('\n', out);
}

static void print_entries(const manual_option *options, FILE *out)
{
    for (; options->option; options++)
        print_entry(options->option, "", options->text, out);
}

void manual_page(const command *commands, int count, const char *version, FILE *out)
{
    fprintf(out,
            ".TH TRAMA 1 \"\" \"trama %s\" \"User Commands\"\n.nh\n.ad l\n.SH NAME\ntrama \\- ",
            version);
    print_roff(title, out);
    fputs("\n.SH SYNOPSIS\n.B trama\n.I command\n[\\fIarguments\\fR]\n.SH DESCRIPTION\n", out);
    print_roff(description, out);
    fputs("\n.SH COMMANDS\n", out);
    for (int i = 0; i < count; i++)
        print_entry(commands[i].name, commands[i].arguments, commands[i].summary, out);
    print_entry("--version", "", "compiler, flags, libraries", out);
    print_entry("--help", "", "a summary of this page, or of COMMAND", out);
    fputs(".SH OPTIONS\n", out);
    for (int i = 0; i < GROUPS; i++) {
        fprintf(out, ".SS Of %s\n", groups[i].command);
        print_entries(groups[i].options, out);
    }
    fputs(".SH EXIT STATUS\n", out);
    print_entries(codes, out);
    fputs(".SH EXAMPLES\n", out);
    print_entries(examples, out);
    fputs(".SH FILES\n", out);
    print_entries(files, out);
    fputs(".SH SEE ALSO\n.BR h5dump (1),\n.BR gnuplot (1)\n", out);
}
