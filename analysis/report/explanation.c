/* Why the methods of a publication share nearly one limit: z of each, from the eigenvalues of its
 * own step, over the largest frequency of the sheet, which is the same for all. In words and
 * numbers, all of them from the results. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/plot/style.h"
#include "analysis/quantities/limits.h"
#include "analysis/quantities/predictions.h"
#include "analysis/read/alike.h"
#include "analysis/report/report.h"
#include "core/numbers.h"

static const double same_z = 0.005; /* of z: to three digits the same */
static const double lost_z = 0.1;   /* of z, to damping: a method that damping makes unstable */

static bool is_published(const study_case *c)
{
    return !isnan(case_published(c, "dt_stable"));
}

/* z of the undamped oscillator, from the integrator's stability map; NAN: not there. */
static double undamped_z(const study *s, const study_case *c)
{
    for (size_t i = 0; i < s->count; i++)
        if (strcmp(case_text(&s->item[i], &column_case_task), "stability_map") == 0 &&
            strcmp(case_integrator(&s->item[i]), case_integrator(c)) == 0 &&
            alike_order(&s->item[i], c, alike_in_method) == 0)
            return case_number(&s->item[i], &column_map_z);
    return TRAMA_NAN;
}

/* The z that most methods have, and how many. */
static double common_z(const study *s, const case_list *cases, size_t *methods, size_t *sharing)
{
    double common = TRAMA_NAN;
    *methods = *sharing = 0;
    for (size_t i = 0; i < cases->count; i = integrator_run(cases, i)) {
        const double z = undamped_z(s, cases->item[i]);
        size_t alike = 0;
        for (size_t j = 0; j < cases->count; j = integrator_run(cases, j))
            alike += fabs(undamped_z(s, cases->item[j]) / z - 1) <= same_z;
        if (alike > *sharing) {
            *sharing = alike;
            common = z;
        }
        ++*methods;
    }
    return common;
}

static void z_in_words(const study *s, const case_list *cases, document *d)
{
    char list[512] = "";
    size_t used = 0, methods, sharing;
    const double common = common_z(s, cases, &methods, &sharing);
    for (size_t i = 0; i < cases->count && used < sizeof list; i = integrator_run(cases, i)) {
        char z[32] = "has no map";
        if (!isnan(undamped_z(s, cases->item[i])))
            snprintf(z, sizeof z, "%.4g", undamped_z(s, cases->item[i]));
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%s %s", i ? ", " : "",
                                 case_method_title(cases->item[i]), z);
    }
    document_paragraph(d,
                       "An undamped oscillator of frequency ω stays bounded up to ω Δt = z, which "
                       "the eigenvalues of a method's own step tell: %s. %zu of the %zu methods "
                       "have z = %.4g.",
                       list, sharing, methods, common);
}

/* Values over the methods of one simulation: of all, or of those that have a certain z. */
typedef double value_of(const study_case *c);

static double worst_omega(const study_case *c)
{
    return predicted_number(c, &column_predicted_omega_max, PREDICTED_WORST);
}

static double worst_damping(const study_case *c)
{
    return predicted_number(c, &column_predicted_damping, PREDICTED_WORST) / worst_omega(c);
}

static range over_methods(const study *s, const case_list *cases, const char *simulation, double z,
                          value_of *value)
{
    range r = range_empty();
    for (size_t i = 0; i < cases->count; i++) {
        const study_case *c = cases->item[i];
        const bool counts = isnan(z) || fabs(undamped_z(s, c) / z - 1) <= same_z;
        if (counts && strcmp(case_simulation(c), simulation) == 0)
            range_include(&r, value(c));
    }
    return range_is_empty(&r) ? (range){TRAMA_NAN, TRAMA_NAN} : r;
}

static double spread(range r)
{
    return 100 * (r.high / r.low - 1);
}

/* How far the methods are apart, over all simulations. */
typedef struct shared {
    double omega, limit; /* %, the most of any simulation */
    double resolution;   /* s, to which limits are published */
    range step;          /* to which limits are published, % of the measured limit */
} shared;

static shared share(const study *s, const case_list *cases, const char **simulation, size_t count)
{
    size_t methods, sharing;
    const double z = common_z(s, cases, &methods, &sharing);
    shared all = {0, 0, limit_resolution(cases->item[0]), range_empty()};
    for (size_t i = 0; i < count; i++) {
        const range limit = over_methods(s, cases, simulation[i], z, predicted_measured);
        const range omega = over_methods(s, cases, simulation[i], TRAMA_NAN, worst_omega);
        all.omega = fmax(all.omega, spread(omega));
        all.limit = fmax(all.limit, spread(limit));
        range_include(&all.step, 100 * all.resolution / limit.high);
    }
    return all;
}

static void shared_in_words(const shared *all, document *d)
{
    document_paragraph(
        d,
        "The largest frequency of the sheet along a run, ω_max, belongs to the sheet: from one "
        "method to another it differs by at most %.2g %%. So the limits z / ω_max of methods of "
        "one z are one limit. Bisected to 0.1 %%, the measured ones differ by at most %.2g %%; the "
        "published ones are printed to %.3g ms, which is %.0f to %.0f %% of the limit, and seldom "
        "tells "
        "them apart.",
        all->omega, all->limit, 1e3 * all->resolution, all->step.low, all->step.high);
}

/* A method of another z, and one whose z damping takes away. */
static void exceptions_in_words(const study *s, const case_list *cases, document *d)
{
    size_t methods, sharing;
    const double common = common_z(s, cases, &methods, &sharing);
    for (size_t i = 0, end; i < cases->count; i = end) {
        const double z = undamped_z(s, cases->item[i]);
        const char *title = case_method_title(cases->item[i]);
        range damped = range_empty(), reached = range_empty();
        end = integrator_run(cases, i);
        for (size_t j = i; j < end; j++) {
            range_include(&damped,
                          predicted_number(cases->item[j], &column_predicted_z, PREDICTED_WORST));
            range_include(&reached,
                          predicted_measured(cases->item[j]) * worst_omega(cases->item[j]));
        }
        if (range_is_empty(&reached) || range_is_empty(&damped))
            continue;
        if (fabs(z / common - 1) > same_z)
            document_paragraph(d,
                               "%s has z = %.4g, %.3g %% less than those; measured, ω_max Δt is "
                               "%.3f to %.3f at its limits.",
                               title, z, 100 * (1 - z / common), reached.low, reached.high);
        else if (damped.high < (1 - lost_z) * z)
            document_paragraph(d,
                               "%s: with the damping of the sheet z falls to %.3f, from where on "
                               "it grows, but so slowly that runs of these lengths last until "
                               "ω_max Δt is %.3f to %.3f. Its limit is one of patience.",
                               title, damped.low, reached.low, reached.high);
    }
}

static void range_cell(range r, double unit, int decimals, document *d)
{
    char low[32], high[32];
    if (isnan(r.low)) {
        document_cell(d, "–");
        return;
    }
    snprintf(low, sizeof low, "%.*f", decimals, unit * r.low);
    snprintf(high, sizeof high, "%.*f", decimals, unit * r.high);
    if (strcmp(low, high) == 0)
        document_cell(d, "%s", low);
    else
        document_cell(d, "%s to %s", low, high);
}

static double published_step(const study_case *c)
{
    return case_published(c, "dt_stable");
}

static void shared_grid(const study *s, const case_list *cases, const char **simulation,
                        size_t count, document *d)
{
    static const char *const header[] = {
        "Simulation",   "ω_max (rad/s)",  "c/ω_max", "z / ω_max (ms)",
        "Bracket (ms)", "Published (ms)", NULL};
    size_t methods, sharing;
    const double z = common_z(s, cases, &methods, &sharing);
    char caption[256];
    snprintf(caption, sizeof caption,
             "Largest frequency at the worst state of a run and its damping, over the %zu methods; "
             "z / ω_max, and the bracket that runs found, over the %zu of z = %.4g",
             methods, sharing, z);
    document_grid(d, "lrrrrr", caption);
    document_cells(d, header);
    for (size_t i = 0; i < count; i++) {
        range omega = over_methods(s, cases, simulation[i], TRAMA_NAN, worst_omega);
        const range own = over_methods(s, cases, simulation[i], z, worst_omega);
        document_cell(d, "%s", simulation[i]);
        range_cell(omega, 1, 1, d);
        range_cell(over_methods(s, cases, simulation[i], TRAMA_NAN, worst_damping), 1, 4, d);
        range_cell((range){z / own.high, z / own.low}, 1e3, 3, d);
        range_cell(over_methods(s, cases, simulation[i], z, predicted_measured), 1e3, 3, d);
        range_cell(over_methods(s, cases, simulation[i], z, published_step), 1e3, 0, d);
    }
}

void report_why(const study *s, document *d)
{
    size_t count, methods, sharing;
    case_list cases = study_select(s, "predict", is_published);
    const char **simulation = case_simulations(&cases, &count);
    if (simulation && cases.count > 0 && !isnan(common_z(s, &cases, &methods, &sharing))) {
        const shared all = share(s, &cases, simulation, count);
        document_heading(d, "Why the methods share nearly one limit");
        z_in_words(s, &cases, d);
        if (!range_is_empty(&all.step))
            shared_in_words(&all, d);
        exceptions_in_words(s, &cases, d);
        shared_grid(s, &cases, simulation, count, d);
    }
    d->no_memory |= !simulation;
    free(simulation);
    free(cases.item);
}
