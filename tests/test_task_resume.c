/* A case that continues after a cut keeps the trials that were finished before it had a journal,
 * makes no trial twice, and writes checkpoints more rarely before they fill the disk. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "clock.h"
#include "core/numbers.h"
#include "support/piece.h"
#include "support/record_sample.h"
#include "support/sheet.h"
#include "task/journal.h"
#include "task/resume.h"

#include <stdlib.h>
#include <string.h>

enum { TRIALS = 3, HORIZON = 60 };
static const double steps[TRIALS] = {0.004, 0.008, 0.016};

/* A case in a process of its own, as it were. */
typedef struct process {
    piece piece;
    task_journal journal;
    task_bench bench;
} process;

static void begin(process *p, const char *path)
{
    static trama_pin pins[1];
    trama_scene_spec scene = sheet_scene(5, 4, 1.0, 0.7);
    trama_error error;
    pins[0] = sheet_pin(0, 0);
    scene.pins = pins;
    scene.pin_count = 1;
    scene.gravity[1] = -9.8;
    scene.damping = 0.2;
    *p = (process){.journal = {.path = path, .head = {"0123456789abcdef", "a build"}}};
    piece_begin(&p->piece, &scene, "provot", "structural=30 shear=20 density=1", "symplectic_euler",
                NULL);
    p->bench = (task_bench){
        .system = p->piece.system, .integrator = p->piece.integrator, .journal = &p->journal};
    assert_int_equal(task_journal_begin(&p->journal, 0.0, &error), TRAMA_OK);
}

static void end(process *p)
{
    task_journal_end(&p->journal);
    piece_end(&p->piece);
}

static trama_outcome make_trial(process *p, size_t number)
{
    trama_outcome outcome;
    trama_error error;
    const trama_run_spec spec = {
        .h = steps[number],
        .horizon = HORIZON,
        .bounds = {TRAMA_INFINITY, TRAMA_INFINITY, TRAMA_INFINITY, TRAMA_INFINITY, TRAMA_INFINITY},
        .budget = number == 1};
    if (task_resume_trial(&p->bench, &spec, &outcome, &error) != TRAMA_OK)
        fail_msg("%s", error.text);
    return outcome;
}

static void assert_same(const trama_outcome *a, const trama_outcome *b)
{
    assert_int_equal(a->ending, b->ending);
    assert_int_equal(a->iteration, b->iteration);
    assert_int_equal(a->evaluations, b->evaluations);
    assert_ptr_equal(a->detector, b->detector);
    assert_int_equal(a->finding.node, b->finding.node);
    assert_int_equal(a->finding.object, b->finding.object);
    assert_memory_equal(&a->finding.value, &b->finding.value, sizeof a->finding.value);
    assert_memory_equal(&a->growth, &b->growth, sizeof a->growth);
    assert_memory_equal(&a->excess, &b->excess, sizeof a->excess);
}

/* All trials, and a checkpoint in the last: the first of the case, with which the journal comes. */
static void make_all(const char *path, trama_outcome outcome[TRIALS])
{
    process p;
    begin(&p, path);
    for (size_t i = 0; i < TRIALS; i++) {
        assert_false(task_journal_is_open(&p.journal));
        if (i == TRIALS - 1)
            p.journal.next = 0.0; /* a checkpoint is due */
        outcome[i] = make_trial(&p, i);
    }
    assert_true(task_journal_is_open(&p.journal));
    assert_int_equal(record_journal_count(p.journal.open, RECORD_JOURNAL_TRIAL), TRIALS);
    end(&p);
}

/* Its last record goes, the last trial, as if the process had been killed in it. */
static void cut_last(const char *path)
{
    const sample_bytes whole = sample_read(path);
    sample_write(path, whole.bytes, whole.size - 1);
    free(whole.bytes);
}

static void no_trial_is_made_twice(void **state)
{
    (void)state;
    trama_outcome expected[TRIALS];
    const char *path = sample_path("late.part");
    make_all(path, expected);
    cut_last(path);
    process p;
    begin(&p, path);
    assert_true(task_journal_is_open(&p.journal));
    assert_int_equal(record_journal_count(p.journal.open, RECORD_JOURNAL_TRIAL), TRIALS - 1);
    for (size_t i = 0; i < TRIALS; i++) {
        const long before = p.piece.system->evaluations;
        const trama_outcome outcome = make_trial(&p, i);
        const long made = p.piece.system->evaluations - before;
        assert_same(&outcome, &expected[i]);
        if (i < TRIALS - 1)
            assert_int_equal(made, 0);
        else
            assert_in_range(made, 1, HORIZON - 16);
    }
    assert_int_equal(task_journal_now(&p.journal).continued, 1);
    end(&p);
}

/* A journal whose first trial is asked for with another step, horizon or budget. */
static void a_trial_of_another_run_is_refused(void **state)
{
    (void)state;
    static const struct {
        double h;
        long horizon;
        bool budget;
    } others[] = {{0.005, HORIZON, false}, {0.004, HORIZON + 1, false}, {0.004, HORIZON, true}};
    trama_outcome expected[TRIALS];
    const char *path = sample_path("other.part");
    make_all(path, expected);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        process p;
        trama_outcome outcome;
        trama_error error;
        begin(&p, path);
        const trama_run_spec spec = {.h = others[i].h,
                                     .horizon = others[i].horizon,
                                     .bounds = {TRAMA_INFINITY, TRAMA_INFINITY, TRAMA_INFINITY,
                                                TRAMA_INFINITY, TRAMA_INFINITY},
                                     .budget = others[i].budget};
        assert_true(task_resume_trial(&p.bench, &spec, &outcome, &error) != TRAMA_OK);
        assert_non_null(strstr(error.text, "trial 0 of this journal does not belong to this case"));
        end(&p);
    }
}

static void an_outcome_of_any_detector_comes_back(void **state)
{
    (void)state;
    const size_t count = trama_registry_count(&trama_detector_registry);
    for (size_t i = 0; i <= count + 1; i++) {
        trama_outcome out = {.ending = TRAMA_UNSTABLE, .iteration = 7, .growth = 0.3}, back = {0};
        out.finding = (trama_finding){2.385, 4, TRAMA_NO_OBJECT};
        out.detector = i < count    ? trama_registry_at(&trama_detector_registry, i)
                       : i == count ? &trama_refusal
                                    : NULL;
        trama_archive archive = {0};
        trama_outcome_state(&out, &archive);
        trama_archive_load(&archive);
        trama_outcome_state(&back, &archive);
        assert_same(&out, &back);
        trama_archive_free(&archive);
    }
}

static void assert_next(task_journal *j, double least, double most)
{
    trama_error error;
    trama_archive checkpoint = {0};
    const double now = seconds_now();
    task_journal_save_head(j, &checkpoint);
    assert_int_equal(task_journal_checkpoint(j, &checkpoint, &error), TRAMA_OK);
    assert_true(j->next - now >= least && j->next - now < most);
    trama_archive_free(&checkpoint);
}

/* A case that has taken a million seconds, and then one with many bytes of checkpoints. */
static void many_bytes_of_checkpoints_make_them_rare(void **state)
{
    (void)state;
    process p;
    begin(&p, sample_path("rare.part"));
    p.journal.started -= 1e6;
    assert_next(&p.journal, 20.0, 1e4);
    p.journal.checkpointed = 257e6;
    assert_next(&p.journal, 1e5, 2e5);
    end(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_trial_is_made_twice),
        cmocka_unit_test(a_trial_of_another_run_is_refused),
        cmocka_unit_test(an_outcome_of_any_detector_comes_back),
        cmocka_unit_test(many_bytes_of_checkpoints_make_them_rare),
    };
    return cmocka_run_group_tests_name("task resume", tests, sample_folder_begin,
                                       sample_folder_end);
}
