/* Files of versions without the bound `explosion` call a run ok whatever its end is: they are
 * judged by the last state in their history, as the bound judges each iteration (core/explosion.h).
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/read/study.h"
#include "core/explosion.h"
#include "core/numbers.h"

/* Whether a line of a configuration is that of a key at the end of its path. */
static bool is_of(const char *line, const char *key)
{
    const size_t path = strcspn(line, " \n"), length = strlen(key);
    return path > length && line[path - length - 1] == '.' &&
           strncmp(line + path - length, key, length) == 0;
}

/* The length of "[0x0p+0, 1, 2]", or of one number. */
static double length_of(const char *values)
{
    double square = 0.0;
    for (char *end; *values != '\n' && *values; values = end) {
        const double value = strtod(values, &end);
        square += end > values && isfinite(value) ? value * value : 0.0;
        end += end == values;
    }
    return sqrt(square);
}

/* The largest that a configuration gives for a key; 0: it gives none. */
static double largest_of(const study_case *c, const char *key)
{
    const char *line = case_text(c, &column_config_resolved);
    double largest = 0.0;
    while (*line) {
        const size_t length = strcspn(line, "\n"), name = strcspn(line, " \n");
        if (is_of(line, key) && name < length)
            largest = fmax(largest, length_of(line + name + strlen(" = ")));
        line += length + (line[length] == '\n');
    }
    return largest;
}

static double last_of(const study_case *c, const results_column *column)
{
    const size_t rows = case_rows(c, column);
    const double *value = rows > 0 ? case_reals(c, column, rows) : NULL;
    return value ? value[rows - 1] : TRAMA_NAN;
}

/* The bound that was given: none that is infinite, which is written as a word. */
static bool is_switched_off(const study_case *c)
{
    return strstr(case_text(c, &column_config_resolved), "bounds.explosion = inf") != NULL;
}

bool case_has_exploded(const study_case *c)
{
    const double given = largest_of(c, "explosion");
    const double explained =
        trama_explained(largest_of(c, "side"), largest_of(c, "velocity"), largest_of(c, "gravity"),
                        last_of(c, &column_series_time), case_number(c, &column_dt));
    return strcmp(case_text(c, &column_outcome), "completed") == 0 && !is_switched_off(c) &&
           last_of(c, &column_series_displacement) / explained >
               (given > 0.0 ? given : TRAMA_EXPLOSION);
}

const char *case_status(const study_case *c)
{
    return c->exploded ? "unstable" : case_text(c, &column_case_status);
}

const char *case_outcome(const study_case *c)
{
    return c->exploded ? "unstable" : case_text(c, &column_outcome);
}

const char *case_failure(const study_case *c)
{
    return c->exploded ? "explosion" : case_text(c, &column_failure);
}
