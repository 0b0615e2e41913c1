#include "analysis/quantities/quantity.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/quantities/air.h"
#include "analysis/quantities/contact.h"
#include "analysis/quantities/equilibrium.h"
#include "analysis/quantities/history.h"
#include "analysis/quantities/predictions.h"
#include "analysis/quantities/rests.h"
#include "analysis/quantities/shape_distance.h"
#include "analysis/quantities/timing.h"
#include "core/numbers.h"
#include "results/quantities.h"

/* In the state that a case came to rest in, or else in the last of a run. */
static double final_of(const study_case *c, const results_column *end, const results_column *series)
{
    const bool broken = strcmp(case_status(c), "unstable") == 0;
    const double rest = broken ? TRAMA_NAN : case_number(c, end);
    return isnan(rest) ? history_last(c, series) : rest;
}

/* The same of what a model observes of itself. */
static double last_observed(const study_case *c, const char *name)
{
    column_member m;
    return history_last(c, column_named(&column_series_observed, name, &m));
}

static double derived_stretch(const study_case *c)
{
    return last_observed(c, "stretch_structural");
}
static double derived_turn(const study_case *c)
{
    return last_observed(c, "turn");
}
static double derived_out_of_plane(const study_case *c)
{
    return history_last(c, &column_series_out_of_plane);
}
static double derived_projection(const study_case *c)
{
    return history_last(c, &column_series_projection);
}
static double derived_fold_lines(const study_case *c)
{
    return history_last(c, &column_series_fold_lines_k) +
           history_last(c, &column_series_fold_lines_l);
}
static double derived_strain(const study_case *c)
{
    return history_last(c, &column_series_strain);
}
static double derived_area_ratio(const study_case *c)
{
    return history_last(c, &column_series_area_ratio);
}
static double derived_sawtooth_in_plane(const study_case *c)
{
    return history_last(c, &column_series_sawtooth_in_plane);
}
static double derived_gauge_axis1(const study_case *c)
{
    return final_of(c, &column_end_gauge_axis1, &column_series_gauge_axis1);
}
static double derived_gauge_axis2(const study_case *c)
{
    return final_of(c, &column_end_gauge_axis2, &column_series_gauge_axis2);
}
static double derived_gauge_normal(const study_case *c)
{
    return final_of(c, &column_end_gauge_normal, &column_series_gauge_normal);
}
static double derived_gauge_slope(const study_case *c)
{
    return final_of(c, &column_end_gauge_slope, &column_series_gauge_slope);
}
/* Slope of log(y) over time by least squares, where y lies between low and high; NAN of fewer than
 * five samples. */
static double log_slope(const double *time, const double *y, size_t count, double low, double high)
{
    double n = 0, t = 0, l = 0, tt = 0, tl = 0;
    for (size_t i = 0; i < count; i++) {
        if (!(y[i] >= low && y[i] <= high))
            continue;
        const double log_y = log(y[i]);
        n++;
        t += time[i];
        l += log_y;
        tt += time[i] * time[i];
        tl += time[i] * log_y;
    }
    return n >= 5 ? (n * tl - t * l) / (n * tt - t * t) : (double)NAN;
}

/* While a fold is small it grows exponentially; before that, what it grows from has many modes. */
static double derived_fold_growth(const study_case *c)
{
    size_t count, times;
    const double *y = history_of(c, &column_series_out_of_plane, &count);
    const double *time = history_of(c, &column_series_time, &times);
    double least = TRAMA_INFINITY, largest = 0.0;
    for (size_t i = 0; y && i < count; i++) {
        least = y[i] > 0.0 ? fmin(least, y[i]) : least;
        largest = fmax(largest, y[i]);
    }
    return y && time && times == count ? log_slope(time, y, count, 100 * least, 1e-3 * largest)
                                       : (double)NAN;
}

static double derived_energy_added(const study_case *c)
{
    return history_last(c, &column_series_excess);
}

/* Without what contacts are said to dissipate: of bodies that bounce, that is the error. */
static double derived_mechanical_change(const study_case *c)
{
    size_t kinetics, potentials;
    const double *kinetic = history_of(c, &column_series_kinetic, &kinetics);
    const double *potential = history_of(c, &column_series_potential, &potentials);
    return kinetic && potential
               ? history_last(c, &column_series_kinetic) +
                     history_last(c, &column_series_potential) - kinetic[0] - potential[0]
               : (double)NAN;
}
static double derived_momentum(const study_case *c)
{
    return history_last(c, &column_series_momentum);
}
static double derived_momentum_change(const study_case *c)
{
    size_t count;
    const double *p = history_of(c, &column_series_momentum, &count);
    return p && count > 0 ? fabs(p[count - 1] - p[0]) / p[0] : TRAMA_NAN;
}
static double derived_angular_momentum(const study_case *c)
{
    const double x = history_last(c, &column_series_angular_momentum_x);
    const double y = history_last(c, &column_series_angular_momentum_y);
    const double z = history_last(c, &column_series_angular_momentum_z);
    return sqrt(x * x + y * y + z * z);
}

/* |L1 - L0| / |L0|. */
static double derived_angular_momentum_change(const study_case *c)
{
    static const results_column *const axes[] = {&column_series_angular_momentum_x,
                                                 &column_series_angular_momentum_y,
                                                 &column_series_angular_momentum_z};
    double change = 0.0, before = 0.0;
    for (size_t axis = 0; axis < 3; axis++) {
        size_t count;
        const double *l = history_of(c, axes[axis], &count);
        if (!l || count == 0)
            return (double)NAN;
        change += (l[count - 1] - l[0]) * (l[count - 1] - l[0]);
        before += l[0] * l[0];
    }
    return sqrt(change / before);
}

/* How far the centre of mass ends from the vertical plane x = const that it began in. */
static double derived_sideways(const study_case *c)
{
    size_t count;
    const double *x = history_of(c, &column_series_centre_x, &count);
    return x ? fabs(history_last(c, &column_series_centre_x) - x[0]) : (double)NAN;
}

/* How far the centre of mass ends below where it began. */
static double derived_fall(const study_case *c)
{
    size_t count;
    const double *y = history_of(c, &column_series_centre_y, &count);
    return y ? y[0] - history_last(c, &column_series_centre_y) : TRAMA_NAN;
}

/* The first sample of the last fifth of a run. */
static size_t last_fifth(size_t count)
{
    return count - count / 5;
}

/* Largest displacement of a node in an iteration, the mean of the last fifth of the run, m. Of
 * positions: velocities may fall for ever where a correction holds every node in its place. */
static double derived_tremor(const study_case *c)
{
    size_t count;
    const double *displacement = history_of(c, &column_series_displacement, &count);
    const size_t first = last_fifth(count);
    double sum = 0.0;
    for (size_t i = first; displacement && i < count; i++)
        sum += displacement[i];
    return count >= 5 && displacement ? sum / (double)(count - first) : (double)NAN;
}

static double range_of(const double *value, size_t first, size_t count)
{
    double low = value[first], high = value[first];
    for (size_t i = first; i < count; i++) {
        low = fmin(low, value[i]);
        high = fmax(high, value[i]);
    }
    return high - low;
}

/* Range of the height of the centre of mass in the last fifth of the run over that of the run. */
static double derived_swing(const study_case *c)
{
    size_t count;
    const double *height = history_of(c, &column_series_centre_y, &count);
    if (!height || count < 5)
        return (double)NAN;
    const double all = range_of(height, 0, count);
    return all > 0.0 ? range_of(height, last_fifth(count), count) / all : (double)NAN;
}

/* Steps until no node moves further than 1e-6 m in one, ten in a row; of the task equilibrium. */
static double derived_steps_to_rest(const study_case *c)
{
    criterion of;
    for (size_t i = 0; criterion_at(c, i, &of); i++)
        if (strcmp(of.name, "displacement") == 0 && fabs(of.threshold - 1e-6) <= 1e-12 &&
            of.iteration >= 0)
            return (double)of.iteration;
    return (double)NAN;
}

/* ---- Rigid bodies: what an object or an interaction of any name observes of itself. */

static double last_of_any(const study_case *c, const char *name)
{
    size_t count;
    const double *value = history_observed(c, name, &count);
    const bool whole = strcmp(case_outcome(c), "completed") == 0;
    return value && whole ? value[count - 1] : TRAMA_NAN;
}

static double derived_drift(const study_case *c)
{
    return history_largest(c, "moved");
}
static double derived_drift_radii(const study_case *c)
{
    return history_largest(c, "moved_radii");
}
static double derived_slowing(const study_case *c)
{
    size_t count, times;
    const double *p = history_of(c, &column_series_momentum, &count);
    const double *time = history_of(c, &column_series_time, &times);
    return p && count > 1 && times == count
               ? (p[0] - p[count - 1]) / (p[0] * (time[count - 1] - time[0]))
               : TRAMA_NAN;
}
/* The last sample before a body has fallen. */
static double derived_seconds_stood(const study_case *c)
{
    size_t count, times;
    const double *moved = history_observed(c, "moved_radii", &count);
    const double *time = history_of(c, &column_series_time, &times);
    double stood = 0.0;
    if (!moved || !time || times != count)
        return TRAMA_NAN;
    for (size_t i = 0; i < count && moved[i] < 0.5; i++)
        stood = time[i];
    return stood;
}
static double derived_penetration(const study_case *c)
{
    return history_largest(c, "penetration");
}
static double derived_penetration_at_end(const study_case *c)
{
    return last_of_any(c, "penetration");
}
static double derived_travel_x(const study_case *c)
{
    return last_of_any(c, "travel_x");
}
static double derived_travel_y(const study_case *c)
{
    return last_of_any(c, "travel_y");
}
static double derived_travel_z(const study_case *c)
{
    return last_of_any(c, "travel_z");
}

static double derived_unstable(const study_case *c)
{
    return strcmp(case_outcome(c), "unstable") == 0;
}
static double derived_measured_limit(const study_case *c)
{
    return predicted_measured(c);
}
static double derived_estimate_over_measured(const study_case *c)
{
    return predicted_by_source(c) / predicted_measured(c);
}
static double derived_predicted_over_measured(const study_case *c)
{
    return predicted_number(c, &column_predicted_ratio, PREDICTED_WORST);
}
static double derived_processing_time(const study_case *c)
{
    return timing_median(c) / case_number(c, &column_dt);
}

static double derived_processor_time(const study_case *c)
{
    return timing_processor_median(c);
}

static double derived_iteration_time(const study_case *c)
{
    return timing_median(c);
}

static const struct {
    const char *name;
    double (*of)(const study_case *c);
} derived[] = {
    {"stretch", derived_stretch},
    {"turn", derived_turn},
    {"out_of_plane", derived_out_of_plane},
    {"projection", derived_projection},
    {"fold_lines", derived_fold_lines},
    {"strain", derived_strain},
    {"area_ratio", derived_area_ratio},
    {"sawtooth_in_plane", derived_sawtooth_in_plane},
    {"gauge_axis1", derived_gauge_axis1},
    {"gauge_axis2", derived_gauge_axis2},
    {"gauge_normal", derived_gauge_normal},
    {"gauge_slope", derived_gauge_slope},
    {"fold_growth", derived_fold_growth},
    {"energy_added", derived_energy_added},
    {"mechanical_change", derived_mechanical_change},
    {"momentum", derived_momentum},
    {"momentum_change", derived_momentum_change},
    {"angular_momentum", derived_angular_momentum},
    {"angular_momentum_change", derived_angular_momentum_change},
    {"sideways", derived_sideways},
    {"fall", derived_fall},
    {"tremor", derived_tremor},
    {"swing", derived_swing},
    {"steps_to_rest", derived_steps_to_rest},
    {"unstable", derived_unstable},
    {"measured_limit", derived_measured_limit},
    {"estimate_over_measured", derived_estimate_over_measured},
    {"predicted_over_measured", derived_predicted_over_measured},
    {"processing_time", derived_processing_time},
    {"iteration_time", derived_iteration_time},
    {"processor_time", derived_processor_time},
    {"drift", derived_drift},
    {"drift_radii", derived_drift_radii},
    {"slowing", derived_slowing},
    {"seconds_stood", derived_seconds_stood},
    {"penetration", derived_penetration},
    {"penetration_at_end", derived_penetration_at_end},
    {"travel_x", derived_travel_x},
    {"travel_y", derived_travel_y},
    {"travel_z", derived_travel_z},
};

double quantity_of(const study *s, const study_case *c, const char *name)
{
    const results_column *column = quantity_find(name);
    if (strcmp(name, "rest_iterations") == 0)
        return rests_iterations(rests_of(s), c);
    if (strcmp(name, "rest_time") == 0)
        return timing_median(c) * rests_iterations(rests_of(s), c);
    if (strcmp(name, "shape_distance") == 0)
        return shape_distance(s, c);
    for (size_t i = 0; i < sizeof derived / sizeof *derived; i++)
        if (strcmp(derived[i].name, name) == 0)
            return derived[i].of(c);
    double of_contact, of_air;
    if (contact_quantity(c, name, &of_contact))
        return of_contact;
    if (air_quantity(c, name, &of_air))
        return of_air;
    return column ? case_number(c, column) : (double)NAN;
}

bool quantity_is_at_least(const study_case *c, const char *name)
{
    static const struct {
        const char *name;
        const results_column *loss;
    } limits[] = {{"z", &column_map_loss},
                  {"z_tolerated", &column_map_loss},
                  {"z_damped", &column_map_loss_damped}};
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        if (strcmp(name, limits[i].name) == 0 && strcmp(case_text(c, limits[i].loss), "none") == 0)
            return true;
    return false;
}

const char *quantity_word(const char *name, double value)
{
    static const struct {
        const char *name, *words[2];
    } yes_or_no[] = {
        {"unstable", {"stable", "unstable"}},
        {"late_bounds_alone", {"no", "yes"}},
        {"bisected_late_bounds_alone", {"no", "yes"}},
    };
    for (size_t i = 0; i < sizeof yes_or_no / sizeof *yes_or_no; i++)
        if (strcmp(yes_or_no[i].name, name) == 0 && (value == 0.0 || value == 1.0))
            return yes_or_no[i].words[value == 1.0];
    return NULL;
}

void quantity_title(const char *name, char *text, size_t size)
{
    snprintf(text, size, "%s", name);
    for (char *at = text; *at; at++)
        *at = *at == '_' || *at == '/' ? ' ' : *at;
}
