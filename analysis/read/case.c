#include <stdlib.h>
#include <string.h>

#include "analysis/read/study.h"
#include "core/numbers.h"

static const bundle_column *find(const study_case *c, const char *path, bundle_type type,
                                 size_t rows)
{
    const bundle_column *found = bundle_find(&c->data, path);
    const bool fits = found && found->type == type && found->columns == 1 && found->rows == rows;
    return fits && rows > 0 ? found : NULL;
}

const double *case_reals(const study_case *c, const char *path, size_t rows)
{
    const bundle_column *found = find(c, path, BUNDLE_REAL, rows);
    return found ? found->real : NULL;
}

const int64_t *case_integers(const study_case *c, const char *path, size_t rows)
{
    const bundle_column *found = find(c, path, BUNDLE_INTEGER, rows);
    return found ? found->integer : NULL;
}

char *const *case_texts(const study_case *c, const char *path, size_t rows)
{
    const bundle_column *found = find(c, path, BUNDLE_TEXT, rows);
    return found ? found->text : NULL;
}

size_t case_rows(const study_case *c, const char *path)
{
    const bundle_column *found = bundle_find(&c->data, path);
    return found ? found->rows : 0;
}

const char *case_text(const study_case *c, const char *path)
{
    char *const *text = case_texts(c, path, 1);
    return text && text[0] ? text[0] : "";
}

double case_number(const study_case *c, const char *path)
{
    const double *real = case_reals(c, path, 1);
    const int64_t *integer = case_integers(c, path, 1);
    if (real)
        return real[0];
    return integer ? (double)integer[0] : TRAMA_NAN;
}

const char *case_label(const study_case *c, const char *name)
{
    char path[256];
    const int length = snprintf(path, sizeof path, "/labels/%s", name);
    return length > 0 && (size_t)length < sizeof path ? case_text(c, path) : "";
}

const char *case_simulation(const study_case *c)
{
    const char *label = case_label(c, "simulation");
    return label[0] ? label : case_text(c, "/case/experiment");
}

const char *case_integrator(const study_case *c)
{
    const char *label = case_label(c, "integrator");
    return *label ? label : case_text(c, "/case/integrator");
}

bool case_ended(const study_case *c)
{
    static const char *const broken[] = {"timeout", "crashed", "failed"};
    const char *status = case_text(c, "/case/status");
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++)
        if (strcmp(status, broken[i]) == 0)
            return false;
    return status[0] != '\0';
}

double case_published(const study_case *c, const char *column)
{
    const long found = csv_column(&c->reference, column);
    return c->published < 0 || found < 0
               ? TRAMA_NAN
               : csv_number(&c->reference, (size_t)c->published, (size_t)found);
}

const char *case_published_text(const study_case *c, const char *column)
{
    const long found = csv_column(&c->reference, column);
    return c->published < 0 || found < 0
               ? ""
               : csv_cell(&c->reference, (size_t)c->published, (size_t)found);
}
