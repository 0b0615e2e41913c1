#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/planted.h"
#include "support/planted_study.h"
#include "support/record_sample.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "analysis/analysis.h"
#include "analysis/output/file.h"
#include "analysis/output/plain_svg.h"
#include "core/numbers.h"

bundle planted_case(const char *experiment, const char *task, const char *integrator,
                    const char *status)
{
    bundle b = {0};
    bundle_put_text(&b, &column_case_experiment, experiment);
    bundle_put_text(&b, &column_case_task, task);
    bundle_put_text(&b, &column_case_integrator, integrator);
    bundle_put_text(&b, &column_case_status, status);
    bundle_put_text(&b, &column_case_message, "");
    bundle_put_text(&b, &column_run_cpu, "a processor");
    bundle_put_text(&b, &column_run_compiler, "a compiler");
    return b;
}

void planted_labels(bundle *b, const char *simulation, const char *method, const char *required,
                    const char *reference)
{
    if (simulation)
        bundle_add_text(b, "/labels/simulation", "", simulation);
    planted_study_note(method, required, reference);
}

static void limit_runs(bundle *b, double stable, double unstable, long iteration)
{
    const double dt[] = {stable, unstable}, value[] = {TRAMA_NAN, 1.5};
    const int64_t made[] = {1725, iteration}, node[] = {-1, 42};
    const char *const purpose[] = {"search", "search"}, *const detector[] = {"", "strain"};
    const char *const outcome[] = {"completed", "unstable"};
    bundle_put_reals(b, &column_runs_dt, dt, 2);
    bundle_put_reals(b, &column_runs_value, value, 2);
    bundle_put_integers(b, &column_runs_iteration, made, 2);
    bundle_put_integers(b, &column_runs_node, node, 2);
    bundle_put_texts(b, &column_runs_purpose, purpose, 2);
    bundle_put_texts(b, &column_runs_outcome, outcome, 2);
    bundle_put_texts(b, &column_runs_detector, detector, 2);
}

void planted_limit(bundle *b, double stable, double unstable, const char *failure, long iteration)
{
    bundle_put_real(b, &column_dt_stable, stable);
    bundle_put_real(b, &column_dt_unstable, unstable);
    bundle_put_text(b, &column_failure, failure);
    bundle_put_integer(b, &column_failure_iteration, iteration);
    bundle_put_integer(b, &column_horizon, 1725);
    bundle_put_integer(b, &column_scan_stable, 0);
    limit_runs(b, stable, unstable, iteration);
}

void planted_run(bundle *b, double dt, const char *outcome, size_t samples)
{
    static const char *const energies[] = {"kinetic", "membrane", "gravity", "work", "excess"};
    double *value = calloc(samples, sizeof *value);
    bundle_put_real(b, &column_dt, dt);
    bundle_put_text(b, &column_outcome, outcome);
    for (size_t i = 0; i < samples; i++)
        value[i] = dt * (double)i;
    bundle_put_reals(b, &column_series_time, value, samples);
    if (strcmp(outcome, "unstable") == 0) {
        value[samples - 2] = 1e300;
        value[samples - 1] = TRAMA_NAN;
    }
    for (size_t i = 0; i < sizeof energies / sizeof *energies; i++) {
        char path[64];
        snprintf(path, sizeof path, "/result/series/%s", energies[i]);
        bundle_add_reals(b, path, "J", "", value, samples, 1);
    }
    bundle_put_reals(b, &column_series_strain, value, samples);
    free(value);
}

void planted_samples(bundle *b, long nodes, const double *seconds, size_t count, double evaluations)
{
    bundle_put_reals(b, &column_sample, seconds, count);
    bundle_put_integer(b, &column_nodes, nodes);
    bundle_put_real(b, &column_evaluations_per_iteration, evaluations);
}

void planted_criteria(bundle *b, double dt, const planted_criterion *criterion, size_t count)
{
    const char *name[16], *unit[16], *state[16];
    double threshold[16];
    int64_t iteration[16];
    for (size_t i = 0; i < count; i++) {
        name[i] = criterion[i].name;
        unit[i] = strcmp(name[i], "kinetic") == 0 ? "J" : "m";
        threshold[i] = criterion[i].threshold;
        iteration[i] = criterion[i].iteration;
        state[i] = criterion[i].state  ? criterion[i].state
                   : iteration[i] >= 0 ? "reached"
                                       : "not reached";
    }
    bundle_put_real(b, &column_dt, dt);
    bundle_put_texts(b, &column_criteria_name, name, count);
    bundle_put_texts(b, &column_criteria_unit, unit, count);
    bundle_put_reals(b, &column_criteria_threshold, threshold, count);
    bundle_put_integers(b, &column_criteria_iteration, iteration, count);
    bundle_put_texts(b, &column_criteria_state, state, count);
}

/* Half of the broken nodes are far away, half are not numbers. */
static double coordinate(double sound, size_t from_last, size_t broken)
{
    if (from_last >= broken)
        return sound;
    return from_last % 2 ? TRAMA_NAN : 1e12 * (sound + 1);
}

void planted_frames(bundle *b, int m, int n, long first, size_t count, size_t broken)
{
    const size_t nodes = (size_t)m * (size_t)n, across = (size_t)n;
    const int64_t points[2] = {m, n};
    const bundle_column *step = bundle_get(b, &column_dt);
    double *axis[3], *time = calloc(count, sizeof *time);
    int64_t *iteration = calloc(count, sizeof *iteration);
    static const char *const path[] = {"/frames/x", "/frames/y", "/frames/z"};
    for (size_t a = 0; a < 3; a++)
        axis[a] = calloc(count * nodes, sizeof *axis[a]);
    for (size_t i = 0; i < count * nodes; i++) {
        const size_t node = i % nodes, row = node / across;
        const double k = (double)row, l = (double)(node % across);
        const double position[] = {k, 0.4 * sin(k) * cos(l), l};
        for (size_t a = 0; a < 3; a++)
            axis[a][i] = coordinate(position[a], nodes - 1 - node, broken);
        const size_t frame = i / nodes;
        iteration[frame] = first + (long)frame;
        time[frame] = step ? step->real[0] * (double)iteration[frame] : 0;
    }
    bundle_put_integers(b, &column_config_points, points, 2);
    bundle_put_integers(b, &column_frames_iteration, iteration, count);
    bundle_put_reals(b, &column_frames_time, time, count);
    for (size_t a = 0; a < 3; a++) {
        bundle_add_reals(b, path[a], "m", "", axis[a], count, nodes);
        free(axis[a]);
    }
    free(iteration);
    free(time);
}

void planted_triangles(bundle *b, int m, int n)
{
    const size_t squares = (size_t)(m - 1) * (size_t)(n - 1);
    int64_t *corner = calloc(6 * squares, sizeof *corner);
    for (size_t i = 0; i < squares; i++) {
        const int64_t a = (int64_t)(i / (size_t)(n - 1)) * n + (int64_t)(i % (size_t)(n - 1));
        const int64_t six[] = {a, a + n, a + n + 1, a, a + n + 1, a + 1};
        memcpy(corner + 6 * i, six, sizeof six);
    }
    for (size_t i = 0; i < b->count; i++)
        if (strcmp(b->column[i].path, "/config/points") == 0) {
            b->column[i].integer[0] = (int64_t)m * n;
            b->column[i].integer[1] = 1;
        }
    bundle_put_integer_matrix(b, &column_config_triangles, corner, 2 * squares, 3);
    free(corner);
}

void planted_write(bundle *b, const char *folder, const char *id)
{
    char path[256];
    const char *experiment = bundle_text(b, column_case_experiment.path, "");
    mkdir(sample_path(folder), 0777);
    snprintf(path, sizeof path, "%s/%s", folder, experiment);
    mkdir(sample_path(path), 0777);
    snprintf(path, sizeof path, "%s/%s/cases", folder, experiment);
    planted_study_add(b, folder, id);
    mkdir(sample_path(path), 0777);
    snprintf(path, sizeof path, "%s/%s/cases/%s.h5", folder, experiment, id);
    sample_record(sample_path(path), b);
    bundle_free(b);
}

char *planted_text(const char *name)
{
    sample_bytes file = sample_read(sample_path(name));
    char *text = malloc(file.size + 1);
    assert_non_null(text);
    memcpy(text, file.bytes, file.size);
    text[file.size] = '\0';
    free(file.bytes);
    return text;
}

/* --- what the analysis makes of them --- */

/* Figures, if there is no format: what is asked for alone, if it is not NULL. */
static planted_said say(const char *folder, const char *format, const char *asked)
{
    planted_said said = {0};
    FILE *out = fmemopen(said.out, sizeof said.out, "w");
    FILE *err = fmemopen(said.err, sizeof said.err, "w");
    said.code =
        format ? analysis_table(sample_path(folder), NULL, format, out, err)
               : analysis_plot_into(sample_path(folder), NULL, &asked, asked ? 1 : 0, out, err);
    fclose(out);
    fclose(err);
    return said;
}

planted_said planted_table(const char *folder, const char *format)
{
    return say(folder, format, NULL);
}

/* Every figure is of what may stand within a page and in a site. */
static void assert_plain(const char *folder)
{
    struct dirent **entry = NULL;
    char *plots = path_join(sample_path(folder), "plots");
    assert_non_null(plots);
    const int count = path_entries(plots, &entry);
    for (int i = 0; i < count; i++) {
        const char *name = entry[i]->d_name, *end = strrchr(name, '.');
        text_buffer svg = {0};
        if (end && strcmp(end, ".svg") == 0) {
            assert_true(file_read(plots, name, &svg, stderr));
            if (!svg_is_plain(svg.data, svg.size))
                fail_msg("%s has what is not on the list of gnuplot's elements", name);
        }
        text_free(&svg);
        free(entry[i]);
    }
    free(entry);
    free(plots);
}

planted_said planted_plot(const char *folder)
{
    const planted_said said = say(folder, NULL, NULL);
    assert_plain(folder);
    return said;
}

planted_said planted_plot_of(const char *folder, const char *asked)
{
    const planted_said said = say(folder, NULL, asked);
    assert_plain(folder);
    return said;
}

void planted_assert_file(const char *name, const char *expected)
{
    char *text = planted_text(name);
    assert_string_equal(text, expected);
    free(text);
}

void planted_assert_file_has(const char *name, const char *part)
{
    char *text = planted_text(name);
    if (!strstr(text, part))
        fail_msg("%s has not '%s':\n%s", name, part, text);
    free(text);
}

void planted_assert_file_lacks(const char *name, const char *part)
{
    char *text = planted_text(name);
    if (strstr(text, part))
        fail_msg("%s has '%s':\n%s", name, part, text);
    free(text);
}
