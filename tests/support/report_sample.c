#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/planted.h"
#include "support/record_sample.h"
#include "support/report_sample.h"

#include <stdio.h>
#include <string.h>

#include "analysis/analysis.h"

static const char reference[] = "simulation,method,dt_max_s,iterations,ti_s\n"
                                "S1,verlet,0.012,1150,0.0018\nS2,verlet,0.004,2050,0.0072\n";

static void plant_limit(const char *folder, const char *id, const char *simulation, double stable,
                        long late)
{
    bundle b = planted_case("dt-limits", "stable_step", "verlet", "ok");
    planted_labels(&b, simulation, "verlet", "true", reference);
    planted_limit(&b, stable, stable + 0.001, "strain", 41);
    bundle_put_integer(&b, &column_late_iteration, late);
    bundle_put_integer(&b, &column_failure_node, 42);
    bundle_add_real(&b, column_failure_value.path, "1", "", 1.5);
    planted_write(&b, folder, id);
}

/* A sheet that moves: each frame lies 0.3 m above the one before. */
static void lift_frames(bundle *b)
{
    for (size_t i = 0; i < b->count; i++) {
        const bundle_column *c = &b->column[i];
        if (strcmp(c->path, "/frames/y") != 0)
            continue;
        for (size_t frame = 0; frame < c->rows; frame++)
            for (size_t node = 0; node < c->columns; node++)
                c->real[frame * c->columns + node] += 0.3 * (double)frame;
    }
}

static void plant_run(const char *folder, const char *id, double dt, size_t broken)
{
    static const char *const name[] = {"configs/run.yaml"};
    static const char *const text[] = {SAMPLE_HOSTILE};
    bundle b = planted_case("instability", "run", "verlet", broken ? "unstable" : "ok");
    planted_labels(&b, "S1", NULL, NULL, NULL);
    planted_run(&b, dt, broken ? "unstable" : "completed", 20);
    planted_frames(&b, 3, 4, 36, 3, broken);
    lift_frames(&b);
    bundle_put_texts(&b, &column_config_file_name, name, 1);
    bundle_put_texts(&b, &column_config_file_text, text, 1);
    bundle_put_texts(&b, &column_config_assumed_path, name, 1);
    bundle_put_texts(&b, &column_config_assumed_reason, text, 1);
    bundle_put_text(&b, &column_run_date, "2026-01-02 03:04:05 +0000");
    planted_write(&b, folder, id);
}

void sample_results(const char *folder)
{
    plant_limit(folder, "00", "S1", 0.012, 1856);
    plant_limit(folder, "01", "S2", 0.003, -1);
    plant_run(folder, "02", 0.012, 0);
    plant_run(folder, "03", 0.013, 2);
    bundle b = planted_case(SAMPLE_HOSTILE_NAME, "stable_step", SAMPLE_HOSTILE, "timeout");
    planted_labels(&b, SAMPLE_HOSTILE, NULL, NULL, NULL);
    planted_write(&b, folder, "04");
}

sample_said sample_report(const char *folder)
{
    sample_said s = {0};
    FILE *out = fmemopen(s.out, sizeof s.out, "w"), *err = fmemopen(s.err, sizeof s.err, "w");
    const char *path = sample_path(folder);
    s.code = analysis_report(&path, 1, NULL, out, err);
    fclose(out);
    fclose(err);
    return s;
}

void report_holds(const char *page, const char *part)
{
    if (!strstr(page, part))
        fail_msg("'%s' is not there", part);
}
