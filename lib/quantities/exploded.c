/* Files of versions without the bound `explosion` call a run ok whatever its end is: they are
 * judged by the last state in their history, as the bound judges each iteration (core/explosion.h).
 */
#include "quantities/measured.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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
static double largest_of(const bundle *b, const char *key)
{
    const char *line = bundle_get_text(b, &column_config_resolved);
    double largest = 0.0;
    while (*line) {
        const size_t length = strcspn(line, "\n"), name = strcspn(line, " \n");
        if (is_of(line, key) && name < length)
            largest = fmax(largest, length_of(line + name + strlen(" = ")));
        line += length + (line[length] == '\n');
    }
    return largest;
}

static double last_of(const bundle *b, const results_column *column)
{
    const size_t rows = bundle_get_rows(b, column);
    const double *value = rows > 0 ? bundle_get_reals(b, column, rows) : NULL;
    return value ? value[rows - 1] : TRAMA_NAN;
}

/* The bound that was given: none that is infinite, which is written as a word. */
static bool is_switched_off(const bundle *b)
{
    return strstr(bundle_get_text(b, &column_config_resolved), "bounds.explosion = inf") != NULL;
}

bool measured_has_exploded(const bundle *b)
{
    const double given = largest_of(b, "explosion");
    const double explained =
        trama_explained(largest_of(b, "side"), largest_of(b, "velocity"), largest_of(b, "gravity"),
                        last_of(b, &column_series_time), bundle_get_number(b, &column_dt));
    return strcmp(bundle_get_text(b, &column_outcome), "completed") == 0 && !is_switched_off(b) &&
           last_of(b, &column_series_displacement) / explained >
               (given > 0.0 ? given : TRAMA_EXPLOSION);
}
