#include "analysis/quantities/stability.h"

#include <math.h>

#include "analysis/quantities/quantity.h"
#include "core/numbers.h"

static told_value z_of(const study_case *c, const char *quantity, const results_column *z)
{
    told_value made = told_number(case_number(c, z));
    if (quantity_is_at_least(c, quantity))
        told_in_words(&made, "at least %.5g", made.value);
    return made;
}

static told_value loss_of(const study_case *c, const char *quantity, const results_column *z,
                          const results_column *loss)
{
    told_value made = told_text(case_text(c, loss));
    made.word = made.text;
    made.is_words = quantity_is_at_least(c, quantity);
    if (made.is_words)
        told_in_words(&made, "none up to %.5g", case_number(c, z));
    return made;
}

bool stability_row_read(const study *s, const study_case *c, size_t index, void *made)
{
    const double count = case_number(c, &column_map_evaluations),
                 evaluations = count > 0 ? count : TRAMA_NAN;
    (void)s, (void)index;
    *(stability_row *)made = (stability_row){
        .z = z_of(c, "z", &column_map_z),
        .loss = loss_of(c, "z", &column_map_z, &column_map_loss),
        .z_damped = z_of(c, "z_damped", &column_map_z_damped),
        .loss_damped = loss_of(c, "z_damped", &column_map_z_damped, &column_map_loss_damped),
        .evaluations = evaluations,
        .efficiency =
            quantity_is_at_least(c, "z") ? TRAMA_NAN : case_number(c, &column_map_z) / evaluations,
    };
    return true;
}
