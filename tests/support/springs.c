#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/experiment.h"
#include "support/springs.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void springs_run(const char *folder, const char *const *edits)
{
    experiment_write("spring.yaml", experiment_spring, edits);
    const shell_end end = shell_run(SHELL("run", "spring.yaml", "-q", "-o", folder));
    if (end.code != 0)
        fail_msg("%s", end.err);
}

const char *springs_file(const char *folder, const char *integrator)
{
    static char path[512];
    char inner[256];
    record_names names;
    record_error error;
    snprintf(inner, sizeof inner, "%s/spring", folder);
    assert_int_equal(record_list(inner, &names, &error), RECORD_OK);
    path[0] = '\0';
    for (size_t i = 0; i < names.count && !path[0]; i++) {
        char trial[512];
        snprintf(trial, sizeof trial, "%s/%s", inner, names.name[i]);
        if (strcmp(experiment_text(trial, &column_case_integrator), integrator) == 0)
            strcpy(path, trial);
    }
    record_names_free(&names);
    if (!path[0])
        fail_msg("%s has no case of %s", folder, integrator);
    return path;
}

bundle_column *springs_column(bundle *b, const results_column *column)
{
    for (size_t i = 0; i < b->count; i++)
        if (strcmp(b->column[i].path, column->path) == 0)
            return &b->column[i];
    fail_msg("no column %s", column->path);
    return NULL;
}

void springs_edit(const char *folder, const char *integrator, void (*change)(bundle *b))
{
    char path[512];
    record_error error;
    strcpy(path, springs_file(folder, integrator));
    bundle b = experiment_read(path);
    change(&b);
    assert_int_equal(record_write(path, &b, &error), RECORD_OK);
    bundle_free(&b);
}

void springs_nudge(bundle *b)
{
    double *value = springs_column(b, &column_dt_stable)->real;
    *value = nextafter(*value, 1.0);
}

shell_end springs_compare(const char *baseline, const char *fresh)
{
    return shell_run(SHELL("compare", baseline, fresh));
}

const char *springs_first(const char *folder)
{
    static char path[256];
    experiment_write("spring.yaml", experiment_spring, NULL);
    assert_int_equal(shell_run(SHELL("run", "spring.yaml", "-o", folder)).code, 0);
    snprintf(path, sizeof path, "%s/spring/cases", folder);
    const experiment_names *names = experiment_list(path, ".h5");
    assert_int_equal(names->count, 3);
    snprintf(path, sizeof path, "%s/spring/cases/%s", folder, names->name[0]);
    return path;
}
