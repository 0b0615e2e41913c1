/* Series over time, of a run as long as it may be. */
#include <math.h>

#include "analysis/plot/figure.h"
#include "core/numbers.h"

/* What is written, and where it comes from. */
typedef struct series {
    figure *out;
    const double *time;
    size_t count;
    figure_value *value;
    const void *context;
} series;

static void write_all(const series *s, size_t rows)
{
    for (size_t row = 0; row < rows; row++) {
        figure_number(s->out, s->time[row]);
        for (size_t i = 0; i < s->count; i++)
            figure_number(s->out, s->value(s->context, i, row));
        fputc('\n', s->out->data.stream);
    }
}

/* The least and the largest finite value of rows [first, end), the earlier one first; NAN if there
 * is none. */
static void extremes_of(const series *s, size_t i, size_t first, size_t end, double found[2])
{
    double least = TRAMA_INFINITY, largest = -TRAMA_INFINITY;
    bool rises = true; /* the least came first */
    for (size_t row = first; row < end; row++) {
        const double value = s->value(s->context, i, row);
        if (!isfinite(value))
            continue;
        if (value < least)
            rises = false;
        if (value > largest)
            rises = true;
        least = fmin(least, value);
        largest = fmax(largest, value);
    }
    found[0] = rises ? least : largest;
    found[1] = rises ? largest : least;
    if (least > largest)
        found[0] = found[1] = TRAMA_NAN;
}

static void write_part(const series *s, size_t first, size_t end)
{
    double found[2];
    for (size_t k = 0; k < 2; k++) {
        figure_number(s->out, s->time[k == 0 ? first : end - 1]);
        for (size_t i = 0; i < s->count; i++) {
            extremes_of(s, i, first, end, found);
            figure_number(s->out, found[k]);
        }
        fputc('\n', s->out->data.stream);
    }
}

void figure_series_parts(figure *f, size_t parts, const double *time, size_t rows, size_t count,
                         figure_value *value, const void *context)
{
    const series s = {f, time, count, value, context};
    if (rows <= 2 * parts) {
        write_all(&s, rows);
        return;
    }
    fprintf(f->data.stream, "# of %zu rows: least and largest value of each of %zu parts\n", rows,
            parts);
    for (size_t part = 0; part < parts; part++)
        write_part(&s, part * rows / parts, (part + 1) * rows / parts);
}

void figure_series(figure *f, const double *time, size_t rows, size_t count, figure_value *value,
                   const void *context)
{
    figure_series_parts(f, FIGURE_PARTS, time, rows, count, value, context);
}
