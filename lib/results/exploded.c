/* Files of versions without the bound `explosion` mark every finished run as completed. They are
 * judged by the last state in their history, as the bound judges each iteration
 * (core/explosion.h). */
#include "core/explosion.h"
#include "core/numbers.h"
#include "results/config_values.h"
#include "results/internal.h"
#include "results/layout.h"

#include <math.h>
#include <string.h>

/* The largest that a configuration gives for a key, of vectors their length; 0: it gives none. */
static double largest_of(const char *config, const char *key)
{
    double largest = 0.0;
    for (const char *at = config; (at = config_value_of(at, key)) != NULL;) {
        double value[3], square = 0.0;
        const size_t count = config_numbers(at, value, sizeof value / sizeof *value);
        for (size_t i = 0; i < count; i++)
            square += isfinite(value[i]) ? value[i] * value[i] : 0.0;
        largest = fmax(largest, sqrt(square));
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
