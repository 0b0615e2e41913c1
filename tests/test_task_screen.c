/* Frames at a screen's own times: each shows the state after the last whole step before its time,
 * by whole numbers; and a run moves as it does without them, to the bit. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "support/experiment.h"
#include "support/folder.h"
#include "support/near.h"
#include "support/shell.h"
#include "support/springs.h"
#include "task/screen.h"

/* ---- The accumulator. */

/* Frames every `frame` and steps of `step`, both in microseconds, for `horizon` steps. */
static void check_by_whole_numbers(long frame, long step, long horizon)
{
    const double interval = 1e-6 * (double)frame;
    task_screen screen = task_screen_of(interval, 1e-6 * (double)step);
    long k = 0, repeated = 0, most = 0, late = 0;
    for (long i = 0; i <= horizon; i++)
        for (; task_screen_shows(&screen, i); k++) {
            const long steps = k * frame / step - (k - 1) * frame / step;
            assert_int_equal(i, k * frame / step);
            late = k * frame % step > late ? k * frame % step : late;
            repeated += k > 0 && steps == 0;
            most = k > 0 && steps > most ? steps : most;
        }
    assert_int_equal(k, ((horizon + 1) * step - 1) / frame + 1);
    assert_true((double)k <= task_screen_frames(interval, 1e-6 * (double)step, horizon));
    assert_int_equal(screen.frames, k);
    assert_int_equal(screen.repeated, repeated);
    assert_int_equal(screen.most, most);
    assert_near(screen.late, 1e-6 * (double)late, 1e-11);
    assert_true(screen.late < 1e-6 * (double)step);
}

/* A screen that is faster than the steps of 33 ms, slower, and slower than ten of them. */
static void a_frame_shows_the_last_whole_step_before_it(void **state)
{
    (void)state;
    static const long frames[] = {6944, 16667, 33331, 41667, 333337};
    for (size_t i = 0; i < sizeof frames / sizeof frames[0]; i++)
        check_by_whole_numbers(frames[i], 33000, 300);
}

/* ---- Runs. */

static const char task[] =
    "stable_step, horizon: 200, search: {first: 0.005, increment: 0.005, cap: 0.1}";

static bundle run_with(const char *frames)
{
    char path[256], run[128];
    snprintf(run, sizeof run, "run, dt: 0.01, horizon: 40%s", frames);
    experiment_write("screen.yaml", experiment_cloth,
                     EDITS("experiment: cloth", "experiment: screen", task, run));
    folder_remove("out");
    assert_int_equal(shell_run(SHELL("run", "screen.yaml", "-o", "out")).code, 0);
    snprintf(path, sizeof path, "out/screen/cases/%s",
             experiment_list("out/screen/cases", ".h5")->name[0]);
    return experiment_read(path);
}

/* Every 16.3 ms: after 0, 1, 3, 4, ... steps of 10 ms, 26 of them until the step after the last
 * would be due; the last of them shows the last state. */
static void a_run_keeps_them_and_moves_as_without_them(void **state)
{
    (void)state;
    bundle with = run_with(", frames_time: 0.0163"), without = run_with(", frames_every: 40");
    const bundle_column *at = springs_column(&with, &column_frames_iteration);
    assert_int_equal(at->rows, 26);
    size_t late = 0;
    for (size_t k = 0; k < at->rows; k++) {
        assert_int_equal(at->integer[k], 163 * k / 100);
        late = 163 * k % 100 > late ? 163 * k % 100 : late;
    }
    column_member m;
    const results_column *y = column_named(&column_frames_y, "", &m);
    const bundle_column *x = springs_column(&with, y), *last = springs_column(&without, y);
    assert_true(last->rows == 2 && last->columns == x->columns);
    assert_memory_equal(x->real + 25 * x->columns, last->real + last->columns,
                        x->columns * sizeof *x->real);
    assert_int_equal(springs_column(&with, &column_screen_repeated)->integer[0], 0);
    assert_int_equal(springs_column(&with, &column_screen_steps)->integer[0], 2);
    assert_near(springs_column(&with, &column_screen_late)->real[0], 1e-4 * (double)late, 1e-12);
    bundle_free(&with);
    bundle_free(&without);
}

/* 4.3 ms: two or three frames a step show one state. */
static void a_fast_screen_shows_states_again(void **state)
{
    (void)state;
    bundle b = run_with(", frames_time: 0.0043");
    const bundle_column *at = springs_column(&b, &column_frames_iteration);
    size_t again = 0;
    for (size_t k = 1; k < at->rows; k++)
        again += at->integer[k] == at->integer[k - 1];
    assert_int_equal(again, springs_column(&b, &column_screen_repeated)->integer[0]);
    assert_int_equal(again, at->rows - 41);
    bundle_free(&b);
}

static void what_it_cannot_be_with_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *frames, *says;
    } faults[] = {
        {", frames_time: 0.016, frames_every: 3", "frames_time: with frames or frames_every; "},
        {", frames_time: 0.016, frames: [3]", "frames_time: with frames or frames_every; "},
        {", frames_time: 0.016, steps_vary: 0.1", "frames_time: with steps_vary; allowed: "},
        {", frames_time: 1e-9",
         "makes 4.1e+08 frames of 1e-07 steps; allowed: up to 1000000 of each"},
        {", frames_time: 1e6", "frames_time: 1e+06 s makes 3 frames of 1e+08 steps; allowed: "},
    };
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        char run[128];
        snprintf(run, sizeof run, "run, dt: 0.01, horizon: 40%s", faults[i].frames);
        experiment_write("screen.yaml", experiment_cloth, EDITS(task, run));
        const shell_end end = shell_run(SHELL("run", "screen.yaml", "-o", "out"));
        if (end.code == 0 || !strstr(end.err, faults[i].says))
            fail_msg("%s: %s", faults[i].frames, end.err);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_frame_shows_the_last_whole_step_before_it),
        cmocka_unit_test(a_run_keeps_them_and_moves_as_without_them),
        cmocka_unit_test(a_fast_screen_shows_states_again),
        cmocka_unit_test(what_it_cannot_be_with_is_refused),
    };
    return cmocka_run_group_tests_name("task: screen", tests, folder_enter, folder_leave);
}
