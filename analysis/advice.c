/* trama advise: the contents of a results file of the task advice, in words and with units. */
#include "analysis/analysis.h"

#include <math.h>
#include <string.h>

#include "analysis/quantities/advice.h"
#include "analysis/quantities/timing.h"
#include "analysis/read/outcome.h"
#include "core/numbers.h"
#include "results/terminal.h"

/* "12.31 ms": four significant digits, and the prefix that leaves one to three before the point. */
typedef struct told {
    char text[40];
} told;

static told tell(double value, const char *unit)
{
    static const char *const prefix[] = {"f", "p", "n", "µ", "m", "", "k", "M"};
    enum { LAST = sizeof prefix / sizeof *prefix - 1, PLAIN = 5 };
    told t;
    int p = PLAIN;
    const double size = fabs(value);
    if (!isfinite(value)) {
        snprintf(t.text, sizeof t.text, "%s", isnan(value) ? "-" : "any");
        return t;
    }
    for (; p > 0 && size > 0.0 && size * pow(1e3, PLAIN - p) < 0.99995; p--)
        ;
    for (; p < LAST && size * pow(1e3, PLAIN - p) >= 999.95; p++)
        ;
    snprintf(t.text, sizeof t.text, "%.4g %s%s", value * pow(1e3, PLAIN - p), prefix[p], unit);
    return t;
}

/* A cell of `width` columns: prefixes may take two bytes for one. */
static void print_cell(const char *text, int width, FILE *out)
{
    int columns = 0;
    for (const char *at = text; *at; at++)
        columns += ((unsigned char)*at & 0xC0) != 0x80;
    fprintf(out, "%*s%s", columns < width ? width - columns : 1, "", text);
}

/* --- what it is about --- */

static void print_head(const study_case *c, const char *chosen, FILE *out)
{
    fprintf(out, "%s: %s, %.0f nodes, %s\n", case_simulation(c), case_text(c, &column_case_model),
            case_number(c, &column_nodes), case_text(c, &column_case_integrator));
    if (*chosen)
        fprintf(out, "%s\n", chosen);
    fputc('\n', out);
}

static void print_frequency(const study_case *c, FILE *out)
{
    const double start = advice_spectrum(c, &column_spectra_omega, false);
    const double worst = advice_spectrum(c, &column_spectra_omega, true);
    const double time = advice_spectrum(c, &column_spectra_time, true);
    const double dt = case_number(c, &column_dt), steps = case_number(c, &column_horizon);
    fprintf(out, "largest frequency  %.4g rad/s at the start, %.4g at worst, after %s\n", start,
            worst, tell(time, "s").text);
    fprintf(out, "looked at          %s, %zu spectra (%s products)", tell(steps * dt, "s").text,
            case_rows(c, &column_spectra_omega), case_text(c, &column_tangent));
    if (strcmp(case_outcome(c), "unstable") == 0)
        fprintf(out, "; the run fails at iteration %.0f of %.0f: %s",
                case_number(c, &column_run_failure_iteration), steps,
                case_text(c, &column_run_failure));
    fputc('\n', out);
}

/* --- what limits the step --- */

/* Shares of the stiffness of the mode of the largest frequency, or of the damping of the most
 * damped one, whichever limits the step. */
static void print_parts(const study_case *c, FILE *out)
{
    const size_t n = case_rows(c, &column_parts_name);
    char *const *owner = case_texts(c, &column_parts_owner, n);
    char *const *name = case_texts(c, &column_parts_name, n);
    const bool damped = advice_is_limited_by_damping(c);
    const double *part = case_reals(c, damped ? &column_parts_damping : &column_parts_curvature, n);
    double whole = 0.0;
    const char *before = "";
    for (size_t i = 0; part && i < n; i++)
        whole += part[i];
    fputs("limited by         ", out);
    for (size_t i = 0; owner && name && part && i < n; i++) {
        const double share = 100.0 * part[i] / whole;
        if (fabs(share) < 0.05)
            continue;
        fprintf(out, "%s%s%s%s %.4g %%", before, owner[i], *owner[i] ? " " : "", name[i], share);
        before = ", ";
    }
    fputs(!*before ? "nothing: no stiffness\n"
          : damped ? " of the most damped mode's damping\n"
                   : " of the worst mode's stiffness\n",
          out);
}

static void print_damping(const study_case *c, FILE *out)
{
    const size_t n = case_rows(c, &column_parts_name);
    char *const *owner = case_texts(c, &column_parts_owner, n);
    char *const *name = case_texts(c, &column_parts_name, n);
    const double *damping = case_reals(c, &column_parts_damping, n);
    const double omega = advice_spectrum(c, &column_spectra_omega, true);
    const double whole = advice_spectrum(c, &column_spectra_damping, true) + 0.0; /* no -0 */
    fprintf(out, "damping            %.4g 1/s of that mode", whole);
    if (omega > 0.0)
        fprintf(out, ", %.4g of critical", whole / (2.0 * omega));
    for (size_t i = 0; owner && name && damping && i < n; i++)
        if (fabs(damping[i]) > 1e-3 * fabs(whole))
            fprintf(out, "; %s%s%s %.4g", owner[i], *owner[i] ? " " : "", name[i], damping[i]);
    fputc('\n', out);
}

static void print_place(const study_case *c, FILE *out)
{
    const double row = case_number(c, &column_mode_row),
                 column = case_number(c, &column_mode_column);
    const double *at = case_reals(c, &column_mode_position, 3);
    const char *object = case_text(c, &column_mode_object);
    fprintf(out, "where              %s%s%s %.0f", object, *object ? ", " : "",
            at && isfinite(at[0]) ? "node" : "coordinate", case_number(c, &column_mode_node));
    if (row >= 0)
        fprintf(out, " (k %.0f, l %.0f)", row, column);
    if (at && isfinite(at[0]))
        fprintf(out, " at (%.4g, %.4g, %.4g) m", at[0], at[1], at[2]);
    fputc('\n', out);
    const char *without = case_text(c, &column_without);
    if (*without)
        fprintf(out, "predicted without  %s: no linear operators\n", without);
}

/* --- the methods --- */

static void print_comparison(const study_case *c, FILE *out)
{
    fprintf(out, "errors             r.m.s. after %s, against %s at %s (its own error %s)",
            tell(case_number(c, &column_accuracy_end), "s").text,
            case_text(c, &column_reference_integrator),
            tell(case_number(c, &column_reference_dt), "s").text,
            tell(case_number(c, &column_reference_error_rms), "m").text);
    fprintf(out, "; nodes go %s\n", tell(case_number(c, &column_advice_way), "m").text);
    if (case_number(c, &column_reference_error_rms) >
        case_number(c, &column_advice_accuracy) * case_number(c, &column_advice_way))
        fputs("                   that is asked of the methods: a smaller error cannot be told\n",
              out);
    fprintf(out,
            "costs              processor time, medians of %.0f samples, all methods in turns; of "
            "steps above 20 ms the mean of a run\n",
            case_number(c, &column_advice_samples));
}

static void print_header(bool checked, FILE *out)
{
    static const char *const header[] = {"at start", "at worst", "error",   "advised",
                                         "error",    "a step",   "a second"};
    fprintf(out, "\n  %-18s", "largest steps");
    for (size_t i = 0; i < sizeof header / sizeof *header; i++)
        print_cell(header[i], 11, out);
    fprintf(out, "%s\n", checked ? "  runs: stable, unstable" : "");
}

static void print_method(const advice_methods *m, size_t i, bool checked, FILE *out)
{
    fprintf(out, "%c %-18s", i == m->recommended ? '*' : i == m->own ? '>' : ' ', m->name[i]);
    print_cell(tell(m->dt_start[i], "s").text, 11, out);
    print_cell(tell(m->dt[i], "s").text, 11, out);
    print_cell(tell(m->error_limit[i], "m").text, 11, out);
    print_cell(tell(m->step[i], "s").text, 11, out);
    print_cell(tell(m->error[i], "m").text, 11, out);
    print_cell(tell(m->cost[i], "s").text, 11, out);
    print_cell(tell(m->cost_second[i], "s").text, 11, out);
    if (checked && !isnan(m->check_stable[i]))
        fprintf(out, "  %s, %s", tell(m->check_stable[i], "s").text,
                tell(m->check_unstable[i], "s").text);
    if (strcmp(m->limit[i], "stability") != 0)
        fprintf(out, "  %s",
                strcmp(m->limit[i], "grows") == 0  ? "grows at every step"
                : strcmp(m->limit[i], "none") == 0 ? "no limit by stability"
                                                   : "refused:");
    fprintf(out, "%s%s\n", *m->note[i] ? "  " : "", m->note[i]);
}

static void print_methods(const advice_methods *m, FILE *out)
{
    bool checked = false;
    for (size_t i = 0; i < m->count; i++)
        checked |= !isnan(m->check_stable[i]);
    print_header(checked, out);
    for (size_t i = 0; i < m->count; i++)
        print_method(m, i, checked, out);
    fputs("  * recommended, > the configuration's own\n", out);
}

/* --- the sentence --- */

static void print_recommended(const study_case *c, const advice_methods *m, FILE *out)
{
    const size_t r = m->recommended;
    const double way = case_number(c, &column_advice_way);
    fprintf(out, "Use %s with a step of %s", m->name[r], tell(m->step[r], "s").text);
    if (m->step[r] > 0.999 * case_number(c, &column_advice_share) * m->dt[r] - 1e-12 * m->dt[r])
        fprintf(out, ", %.3g of the largest that is predicted to be stable", m->step[r] / m->dt[r]);
    fprintf(out, ": a second of simulated time costs %s", tell(m->cost_second[r], "s").text);
    if (isfinite(m->error[r]))
        fprintf(out, ", and after %s positions are off by %s (%.2g %% of the way)",
                tell(case_number(c, &column_accuracy_end), "s").text, tell(m->error[r], "m").text,
                100.0 * m->error[r] / way);
    fputs(".\n", out);
}

static void print_own(const advice_methods *m, FILE *out)
{
    const size_t o = m->own;
    if (o == m->recommended || o == m->count)
        return;
    fprintf(out, "The configuration's %s ", m->name[o]);
    if (isnan(m->dt[o]))
        fputs("is not predicted", out);
    else if (isinf(m->dt[o]))
        fputs("has no limit by stability", out);
    else
        fprintf(out, "is predicted to be stable up to %s", tell(m->dt[o], "s").text);
    if (m->accurate[o])
        fprintf(out, "; it keeps the accuracy at %s, where a second costs %s",
                tell(m->step[o], "s").text, tell(m->cost_second[o], "s").text);
    else
        fprintf(out, "; it keeps the accuracy at no step that was tried");
    fputs(".\n", out);
}

static void print_sentence(const study_case *c, const advice_methods *m, FILE *out)
{
    fputc('\n', out);
    if (m->recommended == m->count)
        fputs("No method can be recommended: nothing here limits a step, or nothing could be "
              "compared.\n",
              out);
    else
        print_recommended(c, m, out);
    print_own(m, out);
}

/* What keeps the times from being quoted. False without memory. */
static bool print_warnings(const study_case *c, const advice_methods *m, FILE *out)
{
    char text[256];
    timing_samples s;
    if (m->recommended == m->count)
        return true;
    if (!timing_samples_read(c, m->name[m->recommended], &s))
        return false;
    timing_warnings(c, &s, text, sizeof text);
    timing_samples_free(&s);
    if (*text)
        fprintf(out, "Mind the times: %s.\n", text);
    return true;
}

static int print_advice(const study_case *c, const char *chosen, const char *folder, FILE *out,
                        FILE *err)
{
    const advice_methods m = advice_methods_of(c);
    const char *failure = case_text(c, &column_case_headline);
    if (m.count == 0 || strcmp(case_status(c), "unstable") == 0) {
        fprintf(err, "trama advise: %s\n", failure);
        return OUTCOME_BROKEN_CASES;
    }
    print_head(c, chosen, out);
    print_frequency(c, out);
    print_parts(c, out);
    if (advice_is_limited_by_damping(c))
        fprintf(out, "damping            %.4g 1/s of that mode, which has %.4g rad/s\n",
                case_number(c, &column_advice_damping),
                case_number(c, &column_advice_damping_omega));
    else
        print_damping(c, out);
    print_place(c, out);
    print_comparison(c, out);
    print_methods(&m, out);
    print_sentence(c, &m, out);
    if (!print_warnings(c, &m, out)) {
        fprintf(err, "trama advise: not enough memory\n");
        return OUTCOME_IO;
    }
    if (folder) {
        fputs("The worst mode as a picture: trama plot ", out);
        print_word(folder, out);
        fputc('\n', out);
    }
    return OUTCOME_OK;
}

int analysis_advice(const char *file, const char *chosen, const char *folder, FILE *out, FILE *err)
{
    study s;
    study_read_file(file, &s, err);
    int code = outcome_of_reading(&s, file, err);
    if (s.count == 1 && code == OUTCOME_OK)
        code = print_advice(&s.item[0], chosen, folder, out, err);
    study_free(&s);
    return fflush(out) == 0 ? code : OUTCOME_IO;
}
