/* trama laws: every law with every available solver, including those of the command line
 * (--engine). A case that a solver refuses is not an error; it is reported. */
#include "main_laws.h"
#include "main_shown.h"

#include "analysis/analysis.h"
#include "command/command.h"

#include <glob.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Where an installation has documents, below its prefix (cmake/install.cmake); programs of the
 * tests are never installed. */
#ifndef TRAMA_DOCUMENTS
#define TRAMA_DOCUMENTS "share/doc/trama"
#endif

static const char usual_files[] = "configs/laws/*.yaml", usual_folder[] = "results/laws";
/* Of a law whose solvers and steps are quick, so that a CI can hold a solver to it. */
static const char core_mark[] = "# core:";

enum { LAWS_MAX = 1024 };

typedef struct laws {
    char *file[LAWS_MAX];
    size_t files;
    glob_t found;
    const char *folder, *only, *configs;
    int list, quiet, core;
    analysis_refusal *refused; /* each reason of a solver once an experiment */
    size_t refusals;
    bool no_memory;
} laws;

static bool read_request(int argc, char **argv, laws *l);
static bool find_files(laws *l);
static void keep_core(laws *l);
static int list_laws(const laws *l);
static int run_laws(laws *l);

int command_laws(int argc, char **argv)
{
    static laws l;
    int code = EXIT_USAGE;
    if (read_request(argc, argv, &l))
        code = l.list ? list_laws(&l) : run_laws(&l);
    for (size_t i = 0; i < l.refusals; i++) {
        free((char *)l.refused[i].experiment);
        free((char *)l.refused[i].solver);
        free((char *)l.refused[i].why);
    }
    free(l.refused);
    globfree(&l.found);
    return code;
}

static bool read_request(int argc, char **argv, laws *l)
{
    l->folder = usual_folder;
    const command_option options[] = {
        {"--output", "-o", &l->folder, NULL},   {"--only", NULL, &l->only, NULL},
        {"--configs", NULL, &l->configs, NULL}, {"--quiet", "-q", NULL, &l->quiet},
        {"--list", NULL, NULL, &l->list},       {"--core", NULL, NULL, &l->core}};
    const int operands = command_options(argc, argv, options, sizeof options / sizeof *options);
    if (operands < 0 || !command_takes_folder("laws", l->folder, 0))
        return false;
    if (operands > 0 && l->configs) {
        fprintf(stderr, "trama laws: --configs and files exclude each other\n");
        return false;
    }
    if (operands == 0 && !find_files(l))
        return false;
    l->files = operands ? (size_t)operands : l->found.gl_pathc;
    if (l->files > LAWS_MAX) {
        fprintf(stderr, "trama laws: too many files\n");
        return false;
    }
    memcpy(l->file, operands ? argv + 1 : l->found.gl_pathv, l->files * sizeof *l->file);
    if (l->core)
        keep_core(l);
    if (l->files == 0)
        fprintf(stderr, "trama laws: none of these laws is of the core\n");
    return l->files > 0;
}

/* ---- Where laws are. */

static bool has_files(laws *l, const char *folder, const char *below)
{
    char pattern[PATH_MAX + 512];
    snprintf(pattern, sizeof pattern, "%s/%s", folder, below);
    return glob(pattern, 0, NULL, &l->found) == 0;
}

/* From the folder of the program upwards: a tree that it was built in has configs/, and one that it
 * was installed in has them among its documents. */
static bool found_by_program(laws *l)
{
    char path[PATH_MAX], installed[256];
    const ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    path[length > 0 ? length : 0] = '\0';
    snprintf(installed, sizeof installed, "%s/%s", TRAMA_DOCUMENTS, usual_files);
    for (char *end = strrchr(path, '/'); end; end = strrchr(path, '/')) {
        *end = '\0';
        if (has_files(l, path, usual_files) || has_files(l, path, installed))
            return true;
    }
    return false;
}

static bool find_files(laws *l)
{
    if (l->configs ? has_files(l, l->configs, "*.yaml")
                   : glob(usual_files, 0, NULL, &l->found) == 0 || found_by_program(l))
        return true;
    if (l->configs)
        fprintf(stderr, "trama laws: --configs '%s': no file *.yaml is there\n", l->configs);
    else
        fprintf(stderr,
                "trama laws: there is no %s here, nor beside the program; allowed: files of laws, "
                "or --configs DIR\n",
                usual_files);
    return false;
}

static bool is_core(const char *path)
{
    char line[1024];
    bool found = false;
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file) && line[0] == '#')
        found |= strncmp(line, core_mark, strlen(core_mark)) == 0;
    if (file)
        fclose(file);
    return found;
}

static void keep_core(laws *l)
{
    size_t kept = 0;
    for (size_t i = 0; i < l->files; i++)
        if (is_core(l->file[i]))
            l->file[kept++] = l->file[i];
    l->files = kept;
}

/* ---- The list: the comments at the head of each file. */

static int list_laws(const laws *l)
{
    for (size_t i = 0; i < l->files; i++) {
        char line[1024];
        FILE *file = fopen(l->file[i], "r");
        if (!file) {
            fprintf(stderr, "%s: the file cannot be read\n", l->file[i]);
            return EXIT_USAGE;
        }
        fprintf(shown_out(), "%s%s\n", i ? "\n" : "", l->file[i]);
        while (fgets(line, sizeof line, file) && line[0] == '#')
            fprintf(shown_out(), "  %s", line + strspn(line, "# "));
        fclose(file);
    }
    return EXIT_OK;
}

/* ---- The run. */

static void hear(void *context, const char *experiment, const char *solver, const char *why)
{
    laws *l = context;
    for (size_t i = 0; i < l->refusals; i++)
        if (strcmp(l->refused[i].experiment, experiment) == 0 &&
            strcmp(l->refused[i].solver, solver) == 0 && strcmp(l->refused[i].why, why) == 0)
            return;
    analysis_refusal *grown = realloc(l->refused, (l->refusals + 1) * sizeof *grown);
    l->no_memory |= !grown;
    if (!grown)
        return;
    l->refused = grown;
    l->refused[l->refusals] = (analysis_refusal){strdup(experiment), strdup(solver), strdup(why)};
    const analysis_refusal *added = &l->refused[l->refusals++];
    l->no_memory |= !added->experiment || !added->solver || !added->why;
}

/* The arguments of `run`. */
static int run_cases(laws *l)
{
    static char run[] = "run", output[] = "-o", quiet[] = "-q", only[] = "--only";
    static char *argument[LAWS_MAX + 8];
    char shown[PATH_MAX];
    int count = 0;
    argument[count++] = run;
    for (size_t i = 0; i < l->files; i++)
        argument[count++] = l->file[i];
    argument[count++] = output;
    argument[count++] = (char *)l->folder;
    if (l->quiet)
        argument[count++] = quiet;
    if (l->only) {
        argument[count++] = only;
        argument[count++] = (char *)l->only;
    }
    argument[count] = NULL;
    return command_run_by_all(count, argument, hear, l, shown, sizeof shown);
}

/* What follows "file:line:column: " in a message of the plan. */
static const char *reason_of(const analysis_refusal *r)
{
    const char *end = strstr(r->why, ": ");
    return end ? end + 2 : r->why;
}

static bool is_alike(const analysis_refusal *a, const analysis_refusal *b)
{
    return strcmp(a->solver, b->solver) == 0 && strcmp(reason_of(a), reason_of(b)) == 0;
}

/* A line a solver and reason: "ode refuses billiard, bounce: ode does not take bodies". */
static void tell_refusals(const laws *l, FILE *out)
{
    for (size_t i = 0; i < l->refusals; i++) {
        const analysis_refusal *of = &l->refused[i];
        bool told = false;
        for (size_t k = 0; k < i; k++)
            told |= is_alike(&l->refused[k], of);
        for (size_t k = i; !told && k < l->refusals; k++)
            if (is_alike(&l->refused[k], of))
                fprintf(out, "%s%s%s", k == i ? of->solver : "", k == i ? " refuses " : ", ",
                        l->refused[k].experiment);
        if (!told)
            fprintf(out, ": %s\n", reason_of(of));
    }
}

static int report(const laws *l)
{
    char *said = NULL;
    size_t size;
    FILE *lines = open_memstream(&said, &size);
    if (lines) {
        tell_refusals(l, lines);
        fclose(lines);
    }
    const analysis_report_options options = {.draw = true, .said = said};
    const int code =
        said ? analysis_report_with(&l->folder, 1, &options, shown_out(), shown_err()) : EXIT_IO;
    free(said);
    return code;
}

static int worse(int a, int b)
{
    return a ? a : b;
}

static int run_laws(laws *l)
{
    const int ran = run_cases(l);
    if (l->no_memory) {
        fprintf(stderr, "trama laws: out of memory\n");
        return EXIT_IO;
    }
    if (ran != EXIT_OK && ran != EXIT_CASES)
        return ran;
    if (!l->quiet)
        tell_refusals(l, shown_err());
    const int written = analysis_laws(l->folder, l->refused, l->refusals, shown_err());
    const int reported = report(l);
    const int shown = analysis_table(l->folder, "laws", NULL, shown_out(), shown_err());
    return worse(worse(worse(written, ran), reported), shown);
}
