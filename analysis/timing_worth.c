/* trama doctor: the reliability of times on this machine, by the samples of a timing. */
#include "analysis/analysis.h"

#include <math.h>
#include <string.h>

#include "analysis/quantities/timing.h"
#include "analysis/read/outcome.h"
#include "analysis/read/study.h"

static void print_circumstances(const timing_samples *s, FILE *out)
{
    fprintf(out, "timing    %zu samples of a small cloth: median %.4g µs a step, 95 %% interval ",
            s->count, 1e6 * s->median);
    fprintf(out, "%.4g to %.4g µs, MAD %.2g %%, %zu outliers\n", 1e6 * s->likely.low,
            1e6 * s->likely.high, 100.0 * s->mad / s->median, s->outliers);
    fprintf(out, "meanwhile waited %.2g %% of the time; others kept %.2g processors busy",
            100.0 * s->waiting, s->others);
    fprintf(out, ", a hypervisor took %.2g; the clock moved by %.2g %%\n", s->steal,
            100.0 * s->clock);
}

/* Two medians that differ by less than their intervals cannot be told apart. */
static void print_verdict(const timing_samples *s, const char *warnings, FILE *out)
{
    const double width = 100.0 * (s->likely.high - s->likely.low) / s->median;
    if (warnings[0])
        fprintf(out,
                "verdict   do not quote a time taken now (%s); results do not depend on it, and "
                "`trama compare --against` compares two builds in turns\n",
                warnings);
    else
        fprintf(out,
                "verdict   times can be quoted; methods that differ by less than %.2g %% would not "
                "be told apart by as many samples\n",
                width);
}

static int print_worth(const study_case *c, FILE *out, FILE *err)
{
    timing_samples samples;
    char warnings[128];
    if (!timing_samples_read(c, "", &samples)) {
        fprintf(err, "trama doctor: no memory\n");
        return OUTCOME_IO;
    }
    timing_warnings(c, &samples, warnings, sizeof warnings);
    print_circumstances(&samples, out);
    print_verdict(&samples, warnings, out);
    timing_samples_free(&samples);
    return OUTCOME_OK;
}

int analysis_timing_worth(const char *folder, FILE *out, FILE *err)
{
    study s;
    study_read_whole(folder, &s, err);
    int code = outcome_of_reading(&s, folder, err);
    if (s.count == 1 && code == OUTCOME_OK)
        code = print_worth(&s.item[0], out, err);
    study_free(&s);
    return fflush(out) == 0 ? code : OUTCOME_IO;
}
