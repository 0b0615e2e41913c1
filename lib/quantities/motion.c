/* Quantities of a motion: energy, momentum, the centre of mass, rest. */
#include "quantities/criteria.h"
#include "quantities/quantity.h"

#include "core/numbers.h"
#include "core/vec.h"
#include "results/config_values.h"

#include <math.h>
#include <string.h>

/* Without what contacts are said to dissipate: of bodies that bounce, that is the error. */
double quantity_mechanical_change(const measured_case *m, const quantity_entry *q)
{
    (void)q;
    const history kinetic = history_of(m, &column_series_kinetic);
    const history potential = history_of(m, &column_series_potential);
    return kinetic.value && potential.value
               ? history_last_state(m, &kinetic) + history_last_state(m, &potential) -
                     kinetic.value[0] - potential.value[0]
               : TRAMA_NAN;
}

double quantity_momentum_change(const measured_case *m, const quantity_entry *q)
{
    (void)q;
    const history p = history_of(m, &column_series_momentum);
    return p.value ? fabs(history_last(&p) - p.value[0]) / p.value[0] : TRAMA_NAN;
}

static const results_column *const angular_momentum[] = {&column_series_angular_momentum_x,
                                                         &column_series_angular_momentum_y,
                                                         &column_series_angular_momentum_z};

double quantity_angular_momentum(const measured_case *m, const quantity_entry *q)
{
    (void)q;
    double squares = 0.0;
    for (size_t axis = 0; axis < 3; axis++) {
        const history h = history_of(m, angular_momentum[axis]);
        const double l = history_last_state(m, &h);
        squares += l * l;
    }
    return sqrt(squares);
}

/* |L1 - L0| / |L0|. */
double quantity_angular_momentum_change(const measured_case *m, const quantity_entry *q)
{
    (void)q;
    double change = 0.0, before = 0.0;
    for (size_t axis = 0; axis < 3; axis++) {
        const history l = history_of(m, angular_momentum[axis]);
        if (!l.value)
            return TRAMA_NAN;
        const double difference = history_last(&l) - l.value[0];
        change += difference * difference;
        before += l.value[0] * l.value[0];
    }
    return sqrt(change / before);
}

/* The unit vector along the gravity of the case, as its configuration has it. False where there is
 * none, or objects have several: then nothing says which way is down. */
static bool has_down(const measured_case *m, double down[3])
{
    bool found = false;
    down[0] = down[1] = down[2] = 0.0;
    const char *at = bundle_get_text(m->data, &column_config_resolved);
    while ((at = config_value_of(at, "scene.gravity")) != NULL) {
        double g[3];
        const double size = config_numbers(at, g, 3) == 3 ? sqrt(dot3(g, g)) : 0.0;
        for (size_t axis = 0; size > 0.0 && axis < 3; axis++) {
            const double along = g[axis] / size;
            if (found && along != down[axis])
                return false;
            down[axis] = along;
        }
        found |= size > 0.0;
    }
    return found;
}

static const results_column *const centre[] = {&column_series_centre_x, &column_series_centre_y,
                                               &column_series_centre_z};

/* How far the centre of mass ends from where it began, along an axis. */
static double shift_of(const measured_case *m, size_t axis)
{
    const history h = history_of(m, centre[axis]);
    return h.value ? history_last_state(m, &h) - h.value[0] : TRAMA_NAN;
}

double quantity_shift_x(const measured_case *m, const quantity_entry *q)
{
    (void)q;
    return shift_of(m, 0);
}

double quantity_shift_y(const measured_case *m, const quantity_entry *q)
{
    (void)q;
    return shift_of(m, 1);
}

double quantity_shift_z(const measured_case *m, const quantity_entry *q)
{
    (void)q;
    return shift_of(m, 2);
}

double quantity_sideways(const measured_case *m, const quantity_entry *q)
{
    (void)q;
    return fabs(shift_of(m, 0));
}

double quantity_fall(const measured_case *m, const quantity_entry *q)
{
    (void)q;
    double down[3], fall = 0.0;
    if (!has_down(m, down))
        return TRAMA_NAN;
    for (size_t axis = 0; axis < 3; axis++)
        fall += down[axis] * shift_of(m, axis);
    return fall;
}

/* The first sample of the last fifth of a run. */
static size_t last_fifth(size_t count)
{
    return count - count / 5;
}

/* Of positions: velocities may fall for ever where a correction holds every node in its place. */
double quantity_tremor(const measured_case *m, const quantity_entry *q)
{
    (void)q;
    const history displacement = history_of(m, &column_series_displacement);
    const size_t first = last_fifth(displacement.count);
    double sum = 0.0;
    for (size_t i = first; i < displacement.count; i++)
        sum += displacement.value[i];
    return displacement.count >= 5 ? sum / (double)(displacement.count - first) : TRAMA_NAN;
}

/* The range of the centre of mass along a direction, from a sample on. */
static double range_along(const double down[3], const history h[3], size_t first)
{
    double low = TRAMA_INFINITY, high = -TRAMA_INFINITY;
    for (size_t i = first; i < h[0].count; i++) {
        const double at[3] = {h[0].value[i], h[1].value[i], h[2].value[i]};
        low = fmin(low, dot3(down, at));
        high = fmax(high, dot3(down, at));
    }
    return high - low;
}

double quantity_swing(const measured_case *m, const quantity_entry *q)
{
    (void)q;
    double down[3];
    history h[3];
    for (size_t axis = 0; axis < 3; axis++)
        h[axis] = history_of(m, centre[axis]);
    const size_t count = h[0].count;
    if (!has_down(m, down) || count < 5 || h[1].count != count || h[2].count != count)
        return TRAMA_NAN;
    const double all = range_along(down, h, 0);
    const double late = range_along(down, h, last_fifth(count));
    return all > 0.0 ? late / all : TRAMA_NAN;
}

/* 0: the motion is steady. Of samples of every iteration what trembles from step to step is large.
 */
double quantity_jitter(const measured_case *m, const quantity_entry *q)
{
    (void)q;
    const history moved = history_of(m, &column_series_displacement);
    double changes = 0.0, squares = 0.0;
    for (size_t i = 1; i < moved.count; i++) {
        const double change = moved.value[i] - moved.value[i - 1];
        changes += change * change;
        squares += moved.value[i] * moved.value[i];
    }
    return squares > 0.0 ? sqrt(changes / squares) : TRAMA_NAN;
}

/* By a criterion of the task equilibrium, which asks for ten such steps in a row. */
double quantity_steps_to_rest(const measured_case *m, const quantity_entry *q)
{
    (void)q;
    criterion of;
    for (size_t i = 0; criterion_of(m->data, i, &of); i++)
        if (strcmp(of.name, "displacement") == 0 && fabs(of.threshold - 1e-6) <= 1e-12 &&
            of.iteration >= 0)
            return (double)of.iteration;
    return TRAMA_NAN;
}

double quantity_iterations_to_rest(const measured_case *m, const quantity_entry *q)
{
    (void)q;
    criterion of, second;
    const bool only = criterion_of(m->data, 0, &of) && !criterion_of(m->data, 1, &second);
    return only && of.iteration > 0 ? (double)of.iteration : TRAMA_NAN;
}

double quantity_slowing(const measured_case *m, const quantity_entry *q)
{
    (void)q;
    const history p = history_of(m, &column_series_momentum);
    const history time = history_of(m, &column_series_time);
    return p.count > 1 && time.count == p.count
               ? (p.value[0] - history_last(&p)) /
                     (p.value[0] * (history_last(&time) - time.value[0]))
               : TRAMA_NAN;
}

/* The last sample before a body has fallen. */
double quantity_seconds_stood(const measured_case *m, const quantity_entry *q)
{
    (void)q;
    const history moved = history_observed(m, "moved_radii");
    const history time = history_of(m, &column_series_time);
    double stood = 0.0;
    if (!moved.value || time.count != moved.count)
        return TRAMA_NAN;
    for (size_t i = 0; i < moved.count && moved.value[i] < 0.5; i++)
        stood = time.value[i];
    return stood;
}

double quantity_unstable(const measured_case *m, const quantity_entry *q)
{
    (void)q;
    return strcmp(measured_outcome(m), "unstable") == 0;
}
