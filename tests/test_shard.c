/* A plan in shards and the merge that ends it give the results of one run, and the script for Slurm
 * runs them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/experiment.h"
#include "support/folder.h"
#include "support/shell.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const char alone[] =
    "experiment: alone\n"
    "case:\n"
    "  model: {name: oscillator, omega: 10}\n"
    "  integrator: {name: verlet}\n"
    "  task: {name: timing, dt: 0.01, iterations: 100, repeats: 2, warmup: 10}\n";

/* Seven cases, and one that measures time. */
static void write_experiments(void)
{
    experiment_write(
        "seven.yaml", experiment_spring,
        EDITS(
            "experiment: spring", "experiment: seven", "[verlet, symplectic_euler, rk4]",
            "[verlet, symplectic_euler, rk4, leapfrog, rk4_thesis_mean, rk2_thesis, rk4_thesis]"));
    experiment_write("alone.yaml", alone, NULL);
}

static shell_end run_shard(const char *shard, const char *folder)
{
    return shell_run(SHELL("run", "seven.yaml", "alone.yaml", "-o", folder, "--shard", shard));
}

static void shards_merged_have_the_bits_of_one_run(void **state)
{
    (void)state;
    static const char *const shards[] = {"1/3", "2/3", "3/3"};
    static const size_t after[] = {3, 5, 7};
    write_experiments();
    assert_int_equal(shell_run(SHELL("run", "seven.yaml", "-o", "one", "-j", "1")).code, 0);
    assert_int_equal(shell_run(SHELL("run", "seven.yaml", "-o", "two", "-j", "2")).code, 0);
    for (size_t i = 0; i < 3; i++) {
        const shell_end end = run_shard(shards[i], "parts");
        assert_int_equal(end.code, 0);
        assert_non_null(
            strstr(end.err, "\n1 case that measures time is left to --shard exclusive\n"));
        assert_int_equal(experiment_list("parts/seven/cases", ".h5")->count, after[i]);
        assert_false(experiment_stands("parts/seven/index.h5"));
    }
    assert_int_equal(experiment_list("parts/alone/cases", ".h5")->count, 0);
    char *one = experiment_digests("one/seven/cases"), *two = experiment_digests("two/seven/cases"),
         *parts = experiment_digests("parts/seven/cases");
    assert_string_equal(one, two);
    assert_string_equal(one, parts);
    shell_end end = shell_run(SHELL("merge", "seven.yaml", "alone.yaml", "-o", "parts"));
    assert_int_equal(end.code, 3);
    assert_ptr_equal(strstr(end.out, "7 of 8 cases are in parts\nmissing: parts/alone/cases/"),
                     end.out);
    assert_int_equal(run_shard("exclusive", "parts").code, 0);
    end = shell_run(SHELL("merge", "seven.yaml", "alone.yaml", "-o", "parts"));
    assert_int_equal(end.code, 0);
    assert_string_equal(end.out, "8 of 8 cases are in parts\n");
    bundle index = experiment_read("parts/seven/index.h5");
    assert_int_equal(bundle_get(&index, &column_index_id)->rows, 7);
    bundle_free(&index);
    free(one);
    free(two);
    free(parts);
}

static void what_is_no_shard_is_refused(void **state)
{
    (void)state;
    static const char *const shards[] = {"0/3", "4/3", "1/", "1", "1/3x", "x/3", "-1/3", "1/0", ""};
    write_experiments();
    for (size_t i = 0; i < sizeof shards / sizeof shards[0]; i++) {
        const shell_end end = run_shard(shards[i], "none");
        assert_int_equal(end.code, 2);
        assert_non_null(strstr(end.err, "is not I/N with I from 1 to N"));
    }
    assert_false(experiment_stands("none"));
}

static void a_merge_needs_a_folder_and_a_plan(void **state)
{
    (void)state;
    write_experiments();
    assert_int_equal(shell_run(SHELL("merge", "-o", "one")).code, 2);
    assert_int_equal(shell_run(SHELL("merge", "seven.yaml", "-o", "")).code, 2);
    assert_int_equal(shell_run(SHELL("merge", "seven.yaml", "-o", "nowhere")).code, 4);
}

/* The script is a shell's to read: bash says whether it can, and what it makes of the words. */
static void the_script_is_sound_whatever_the_names(void **state)
{
    (void)state;
    write_experiments();
    assert_int_equal(rename("seven.yaml", "it's $(one); two.yaml"), 0);
    const shell_end end =
        shell_run(SHELL("script", "slurm", "it's $(one); two.yaml", "alone.yaml", "-o", "a b",
                        "--shards", "12", "--time", "1:00:00", "--mem", "2G", "--partition", "long",
                        "--account", "cloth", "--cpus", "4"));
    assert_int_equal(end.code, 0);
    static const char *const lines[] = {"\n#SBATCH --array=1-12\n",
                                        "\n#SBATCH --time=1:00:00\n",
                                        "\n#SBATCH --mem=2G\n",
                                        "\n#SBATCH --partition=long\n",
                                        "\n#SBATCH --account=cloth\n",
                                        "\n#SBATCH --cpus-per-task=4\n",
                                        " -o \"a b\" ",
                                        " -- 'it'\\''s $(one); two.yaml' alone.yaml ;;",
                                        "--shard \"$SLURM_ARRAY_TASK_ID/12\"",
                                        "--array=1 --exclusive --dependency=afterany:",
                                        " --shard exclusive -- ",
                                        " merge "};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        if (!strstr(end.out, lines[i]))
            fail_msg("the script lacks '%s':\n%s", lines[i], end.out);
    folder_write("job.sh", end.out);
    const pid_t pid = fork();
    if (pid == 0) {
        execlp("bash", "bash", "-n", "job.sh", (char *)NULL);
        _exit(127);
    }
    int status;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, 0);
}

/* As Slurm would, one step after the other. */
static shell_end run_step(const char *environment)
{
    char words[256];
    snprintf(words, sizeof words, "%s exec bash ./job.sh", environment);
    return shell_run_by(words, SHELL(NULL));
}

/* Within salloc there is a job, and the script was called by hand all the same. */
static void every_step_of_the_script_works_whatever_the_names(void **state)
{
    (void)state;
    write_experiments();
    assert_int_equal(rename("seven.yaml", "-seven.yaml"), 0);
    folder_write("job.sh", shell_run(SHELL("script", "slurm", "--shards", "2", "-o", "-steps", "--",
                                           "-seven.yaml"))
                               .out);
    assert_int_equal(run_step("SLURM_JOB_ID=7 SLURM_ARRAY_TASK_ID=1").code, 0);
    assert_int_equal(run_step("SLURM_JOB_ID=7 SLURM_ARRAY_TASK_ID=2 TRAMA_STEP=shard").code, 0);
    const shell_end merged = run_step("SLURM_JOB_ID=8 SLURM_ARRAY_TASK_ID=1 TRAMA_STEP=merge");
    assert_int_equal(merged.code, 0);
    assert_string_equal(merged.out, "7 of 7 cases are in -steps\n");
    assert_int_equal(run_step("SLURM_ARRAY_TASK_ID=1 TRAMA_STEP=none").code, 2);
    folder_write("sbatch", "#!/bin/sh\necho \"$TRAMA_STEP\"\n");
    assert_int_equal(chmod("sbatch", 0700), 0);
    const shell_end submitted = run_step("PATH=.:$PATH SLURM_JOB_ID=9");
    assert_int_equal(submitted.code, 0);
    assert_string_equal(submitted.out, "cases: job shard, tasks 1 to 2\nmerge: job merge\n");
}

static void a_script_without_timings_asks_for_no_node_alone(void **state)
{
    (void)state;
    write_experiments();
    const shell_end end = shell_run(SHELL("script", "slurm", "seven.yaml", "--shards", "2"));
    assert_int_equal(end.code, 0);
    assert_null(strstr(end.out, "exclusive"));
    static const char *const bad[][2] = {{"--shards", "0"},  {"--shards", "x"},
                                         {"--time", "1;rm"}, {"--partition", "a b"},
                                         {"--cpus", "two"},  {"-o", ""}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_int_equal(
            shell_run(SHELL("script", "slurm", "seven.yaml", bad[i][0], bad[i][1])).code, 2);
    assert_int_equal(shell_run(SHELL("script", "pbs", "seven.yaml")).code, 2);
    assert_int_equal(shell_run(SHELL("script", "slurm", "nothing.yaml")).code, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shards_merged_have_the_bits_of_one_run),
        cmocka_unit_test(what_is_no_shard_is_refused),
        cmocka_unit_test(a_merge_needs_a_folder_and_a_plan),
        cmocka_unit_test(the_script_is_sound_whatever_the_names),
        cmocka_unit_test(every_step_of_the_script_works_whatever_the_names),
        cmocka_unit_test(a_script_without_timings_asks_for_no_node_alone),
    };
    return cmocka_run_group_tests(tests, folder_enter, folder_leave);
}
