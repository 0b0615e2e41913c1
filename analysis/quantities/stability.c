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

static bool read(const study *s, const study_case *c, size_t index, void *made)
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

const told_rows stability_rows = {.size = sizeof(stability_row), .read = read};

/* Of the first case that says so; NAN if none has a map. */
static double damping_of(const case_list *cases)
{
    double damping = TRAMA_NAN;
    for (size_t i = 0; isnan(damping) && i < cases->count; i++)
        damping = case_number(cases->item[i], &column_map_damping);
    return damping;
}

void stability_words(const study *s, const case_list *cases, char text[TOLD_PARAGRAPH])
{
    const double damping = damping_of(cases);
    (void)s;
    const int used = snprintf(
        text, TOLD_PARAGRAPH,
        "z: the largest stable omega dt, from the eigenvalues of the integrator's "
        "own step on x'' = -omega² x - c x'; 0: it grows at every step; at least: "
        "it was sought no further. loss: flip, an eigenvalue passes -1; oscillation, a complex "
        "pair leaves the unit circle; divergence, an eigenvalue passes +1.");
    if (!isnan(damping) && used > 0)
        snprintf(text + used, TOLD_PARAGRAPH - (size_t)used, " damped: at c = %.3g omega.",
                 damping);
}
