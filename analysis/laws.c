/* The table of laws as JSON, for use in a CI: a row for each case, and the cases that a solver
 * refused, with its message. */
#include "analysis/analysis.h"

#include <math.h>

#include "analysis/output/file.h"
#include "analysis/output/html.h"
#include "analysis/table/asked.h"
#include "analysis/table/table_result.h"
#include "core/numbers.h"
#include "core/text.h"

static void write_cell(const char *name, const char *cell, const char *before, FILE *out)
{
    double number;
    fputs(before, out);
    html_json(name, out);
    fputs(": ", out);
    if (!*cell)
        fputs("null", out);
    else if (trama_read_real(cell, -TRAMA_INFINITY, TRAMA_INFINITY, &number) && isfinite(number))
        fputs(cell, out);
    else
        html_json(cell, out);
}

/* Swept values of other experiments are none of a row's. */
static void write_cells(const data_table *of, size_t row, bool is_swept, FILE *out)
{
    for (size_t i = 0; i < of->columns; i++) {
        const char *cell = of->cell[row * of->columns + i];
        if (!is_swept || *cell)
            write_cell(of->column[i], cell, i || is_swept ? ", " : "", out);
    }
}

static void write_rows(const table_result *m, FILE *out)
{
    for (size_t row = 0; row < data_rows(&m->data); row++) {
        fputs(row ? ",\n  {" : "\n  {", out);
        write_cells(&m->data, row, false, out);
        write_cells(&m->swept, row, true, out);
        fputc('}', out);
    }
}

static void write_refused(const analysis_refusal *refused, size_t count, FILE *out)
{
    for (size_t i = 0; i < count; i++) {
        fputs(i ? ",\n  {" : "\n  {", out);
        write_cell("experiment", refused[i].experiment, "", out);
        write_cell("integrator", refused[i].solver, ", ", out);
        write_cell("why", refused[i].why, ", ", out);
        fputc('}', out);
    }
}

int analysis_laws(const char *folder, const analysis_refusal *refused, size_t count, FILE *err)
{
    static const char name[] = "laws.json";
    enum { DONE = 0, NO_RESULTS = 2, NOT_WRITTEN = 4 };
    const table_type *type = trama_registry_find(&table_registry, "laws");
    study s;
    table_result m = {0};
    text_buffer text = {0};
    study_read(folder, &s, err);
    const bool any = s.count > 0;
    const bool made = table_make(&s, type, NULL, 0, &m) && text_begin(&text);
    if (made) {
        fputs("{\"laws\": [", text.stream);
        write_rows(&m, text.stream);
        fputs("\n],\n\"refused\": [", text.stream);
        write_refused(refused, count, text.stream);
        fputs("\n]}\n", text.stream);
    }
    const bool written =
        made && text_finish(&text, name, err) && file_replace(folder, name, &text, err);
    text_free(&text);
    table_result_free(&m);
    study_free(&s);
    return !any ? NO_RESULTS : written ? DONE : NOT_WRITTEN;
}
