/* A figure has the whole of a series that a page can show, and all extremes of a longer one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analysis/plot/figure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MANY = 60000, SPIKE = 41234 };

/* A slope; a sawtooth of two rows, with one spike; one with numbers in one part alone. */
static double value_at(const void *context, size_t series, size_t row)
{
    (void)context;
    const double sign = row % 2 ? -1.0 : 1.0;
    if (series == 0)
        return 2.385 * (double)row;
    if (series == 1)
        return row == SPIKE ? 1e6 : sign;
    return row < MANY / FIGURE_PARTS ? sign : (double)NAN;
}

enum { SERIES = 3 };

/* Lines of the data, in `value` as they come. */
static size_t write(size_t rows, double (*value)[1 + SERIES])
{
    figure f = {0};
    size_t count = 0;
    double *time = calloc(rows, sizeof *time);
    assert_non_null(time);
    for (size_t i = 0; i < rows; i++)
        time[i] = 0.5 * (double)i;
    assert_true(text_begin(&f.data));
    figure_series(&f, time, rows, SERIES, value_at, NULL);
    assert_true(text_end(&f.data));
    for (char *line = strtok(f.data.data, "\n"); line; line = strtok(NULL, "\n")) {
        char *end = line;
        for (size_t i = 0; *line != '#' && i <= SERIES; i++)
            value[count][i] = strtod(end, &end);
        count += *line != '#';
    }
    text_free(&f.data);
    free(time);
    return count;
}

static double lines[2 * FIGURE_PARTS + 1][1 + SERIES];

static void short_series_are_written_whole(void **state)
{
    (void)state;
    assert_int_equal(write(2 * FIGURE_PARTS, lines), 2 * FIGURE_PARTS);
    for (size_t i = 0; i < 2 * FIGURE_PARTS; i++) {
        assert_true(lines[i][0] == 0.5 * (double)i);
        assert_true(lines[i][2] == (i % 2 ? -1.0 : 1.0));
    }
}

static void long_series_keep_the_extremes_of_every_part(void **state)
{
    (void)state;
    const size_t part = MANY / FIGURE_PARTS;
    assert_int_equal(write(MANY, lines), 2 * FIGURE_PARTS);
    for (size_t i = 0; i < FIGURE_PARTS; i++) {
        const double *first = lines[2 * i], *second = lines[2 * i + 1];
        const double row = (double)(i * part), last = row + (double)part - 1.0;
        assert_true(first[0] == 0.5 * row && second[0] == 0.5 * last);
        assert_true(fabs(first[1] - 2.385 * row) < 1e-3 && fabs(second[1] - 2.385 * last) < 1e-3);
        const double top = SPIKE / part == i ? 1e6 : 1.0;
        assert_true(fmax(first[2], second[2]) == top && fmin(first[2], second[2]) == -1.0);
        assert_true(i == 0 ? first[3] == 1.0 && second[3] == -1.0
                           : isnan(first[3]) && isnan(second[3]));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(short_series_are_written_whole),
        cmocka_unit_test(long_series_keep_the_extremes_of_every_part),
    };
    return cmocka_run_group_tests_name("series of a figure", tests, NULL, NULL);
}
