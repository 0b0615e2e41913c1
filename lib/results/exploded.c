/* Files of versions without the bound `explosion` call a run completed whatever its end is: they
 * are judged by the last state in their history, as the bound judges each iteration
 * (core/explosion.h). */
#include "core/explosion.h"
#include "core/numbers.h"
#include "results/internal.h"
#include "results/layout.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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
static double largest_of(const char *line, const char *key)
{
    double largest = 0.0;
    while (*line) {
        const size_t length = strcspn(line, "\n"), name = strcspn(line, " \n");
        if (is_of(line, key) && name < length)
            largest = fmax(largest, length_of(line + name + strlen(" = ")));
        line += length + (line[length] == '\n');
    }
    return largest;
}

/* The last value of a column of reals, from memory or from its stream; NaN if there is none. */
static double last_of(const bundle *b, const results_column *column)
{
    const bundle_column *found = bundle_get(b, column);
    double value = TRAMA_NAN;
    const bool fits = found && found->type == BUNDLE_REAL && found->columns == 1 &&
                      found->rows > 0 && (found->real || found->stream.read);
    return fits && bundle_read_rows(found, found->rows - 1, 1, &value) ? value : TRAMA_NAN;
}

bool record_has_exploded(const bundle *b)
{
    const char *config = bundle_text(b, column_config_resolved.path, "");
    /* a bound that is infinite, which is written as a word, is switched off */
    if (strcmp(bundle_text(b, column_outcome.path, ""), "completed") != 0 ||
        strstr(config, "bounds.explosion = inf"))
        return false;
    const double given = largest_of(config, "explosion");
    const double explained = trama_explained(
        largest_of(config, "side"), largest_of(config, "velocity"), largest_of(config, "gravity"),
        last_of(b, &column_series_time), bundle_real(b, column_dt.path, TRAMA_NAN));
    return last_of(b, &column_series_displacement) / explained >
           (given > 0.0 ? given : TRAMA_EXPLOSION);
}
