/* trama script slurm: a script of a job array for `sbatch`, one task per shard, followed by the
 * cases that measure time, alone on a node, and the merge. */
#include "command/command.h"
#include "core/text.h"
#include "plan/plan.h"
#include "plugin/plugin.h"
#include "program/program.h"
#include "results/terminal.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct script {
    const char *folder, *shards, *time, *memory, *processors, *partition, *account;
    char **files;
    int file_count;
    bool exclusive; /* there are cases that measure time */
    char program[PATH_MAX], here[PATH_MAX];
} script;

/* Configurations come last, behind --: their names may begin with a dash. */
static void print_command(const script *s, const char *step, const char *options)
{
    print_word(s->program, stdout);
    printf(" %s", step);
    for (size_t i = 0; i < plugin_count(); i++) {
        fputs(" --plugin ", stdout);
        print_word(plugin_at(i)->path, stdout);
    }
    for (size_t i = 0; i < program_count(); i++) {
        fputs(" --engine ", stdout);
        print_word(program_at(i)->given, stdout);
    }
    fputs(" -o ", stdout);
    print_word(s->folder, stdout);
    printf("%s --", options);
    for (int i = 0; i < s->file_count; i++) {
        putchar(' ');
        print_word(s->files[i], stdout);
    }
}

static void print_directive(const char *name, const char *value)
{
    if (value)
        printf("#SBATCH --%s=%s\n", name, value);
}

/* Values of directives are not quoted by sbatch: only what needs no quotes is allowed. */
static bool is_plain(const char *option, const char *value)
{
    if (!value || trama_is_name(value, SIZE_MAX, "-_.:,+"))
        return true;
    fprintf(stderr, "trama script: %s '%s'; allowed: letters, digits and -_.:,+\n", option, value);
    return false;
}

static void print_head(const script *s)
{
    printf(
        "#!/bin/bash\n"
        "# Written by `trama script slurm`. `bash THIS_FILE` submits everything: the array, one\n"
        "# task a shard%s, then the merge.\n"
        "#SBATCH --job-name=trama\n"
        "#SBATCH --array=1-%s\n"
        "#SBATCH --ntasks=1\n",
        s->exclusive ? "; then the cases that measure time, alone on a node" : "", s->shards);
    print_directive("cpus-per-task", s->processors);
    print_directive("time", s->time);
    print_directive("mem", s->memory);
    print_directive("partition", s->partition);
    print_directive("account", s->account);
}

/* The steps in the order of their dependence; each is this file again, with the name of a step.
 * Only a task of an array has a number: whoever calls this file from another job, as within salloc,
 * submits too. */
static void print_submission(const script *s)
{
    printf("submit() { # STEP OPTION...: prints the job's number\n"
           "    local step=$1\n"
           "    shift\n"
           "    TRAMA_STEP=$step sbatch --parsable --export=ALL \"$@\" \"$script\"\n"
           "}\n"
           "if [ -z \"${SLURM_ARRAY_TASK_ID:-}\" ]; then\n"
           "    script=$(realpath \"$0\")\n"
           "    last=$(submit shard)\n"
           "    echo \"cases: job $last, tasks 1 to %s\"\n",
           s->shards);
    if (s->exclusive)
        printf(
            "    last=$(submit exclusive --array=1 --exclusive --dependency=afterany:\"$last\")\n"
            "    echo \"cases that measure time: job $last\"\n");
    printf("    last=$(submit merge --array=1 --dependency=afterany:\"$last\")\n"
           "    echo \"merge: job $last\"\n"
           "    exit\n"
           "fi\n");
}

static void print_steps(const script *s)
{
    char shard[128];
    snprintf(shard, sizeof shard,
             " -j \"${SLURM_CPUS_PER_TASK:-1}\" --shard \"$SLURM_ARRAY_TASK_ID/%s\"", s->shards);
    printf("case ${TRAMA_STEP:-shard} in\n    shard) exec ");
    print_command(s, "run --quiet", shard);
    if (s->exclusive) {
        fputs(" ;;\n    exclusive) exec ", stdout);
        print_command(s, "run --quiet", " --shard exclusive");
    }
    fputs(" ;;\n    merge) exec ", stdout);
    print_command(s, "merge", "");
    fputs(" ;;\n    *)\n        echo \"TRAMA_STEP=$TRAMA_STEP is no step of this script\" >&2\n"
          "        exit 2\n        ;;\nesac\n",
          stdout);
}

static void print_script(const script *s)
{
    print_head(s);
    fputs("set -euo pipefail\ncd ", stdout);
    print_word(s->here, stdout);
    fputs("\n", stdout);
    print_submission(s);
    print_steps(s);
}

/* Configurations are checked now, not by a hundred tasks later. */
static bool look_at_plan(script *s)
{
    plan p;
    config_error error = {0};
    const bool loaded = plan_load(s->files, (size_t)s->file_count, NULL, &p, &error);
    if (!loaded)
        fprintf(stderr, "%s\n", error.text);
    for (size_t i = 0; loaded && i < p.case_count; i++)
        s->exclusive |= p.cases[i].task->exclusive;
    plan_free(&p);
    return loaded;
}

static bool find_places(script *s)
{
    const ssize_t length = readlink("/proc/self/exe", s->program, sizeof s->program - 1);
    if (length > 0 && getcwd(s->here, sizeof s->here))
        return true;
    fprintf(stderr,
            "trama script: the path of the program or of the current folder cannot be read: %s\n",
            strerror(errno));
    return false;
}

static bool is_count(const char *option, const char *text)
{
    long value;
    if (!text || (*text >= '1' && trama_read_integer(text, 1, 100000, &value)))
        return true;
    fprintf(stderr, "trama script: %s '%s' is not a number from 1 to 100000\n", option, text);
    return false;
}

static bool check(const script *s)
{
    return command_takes_folder("script", s->folder, 0) && is_count("--shards", s->shards) &&
           is_count("--cpus", s->processors) && is_plain("--time", s->time) &&
           is_plain("--mem", s->memory) && is_plain("--partition", s->partition) &&
           is_plain("--account", s->account);
}

int command_script(int argc, char **argv)
{
    script s = {.folder = "results", .shards = "10"};
    const command_option options[] = {
        {"--output", "-o", &s.folder, NULL},   {"--shards", NULL, &s.shards, NULL},
        {"--time", NULL, &s.time, NULL},       {"--mem", NULL, &s.memory, NULL},
        {"--cpus", NULL, &s.processors, NULL}, {"--partition", NULL, &s.partition, NULL},
        {"--account", NULL, &s.account, NULL},
    };
    const int operands = command_options(argc, argv, options, sizeof options / sizeof options[0]);
    if (operands < 2 || strcmp(argv[1], "slurm") != 0) {
        if (operands >= 0)
            fprintf(stderr, "trama script: slurm and a configuration are needed; see "
                            "`trama --help`\n");
        return EXIT_USAGE;
    }
    s.files = argv + 2;
    s.file_count = operands - 1;
    if (!check(&s) || !look_at_plan(&s))
        return EXIT_USAGE;
    if (!find_places(&s))
        return EXIT_IO;
    print_script(&s);
    return EXIT_OK;
}
