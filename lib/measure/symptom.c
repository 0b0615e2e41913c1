#include "measure/symptom.h"
#include "core/memory.h"
#include "core/numbers.h"

#include <math.h>
#include <stdlib.h>

typedef struct history {
    double *in_plane, *out_of_plane;
    size_t count;
} history;

static void keep(void *context, const trama_view *view)
{
    history *past = context;
    if (view->system->iteration == 0)
        return;
    const trama_sawtooth wave =
        trama_sawtooth_of(view->system->scene, view->system->q, view->before);
    past->in_plane[past->count] = wave.in_plane;
    past->out_of_plane[past->count] = wave.out_of_plane;
    past->count++;
}

static double larger_of_pair(const double *amplitude, size_t i)
{
    return fmax(amplitude[i], amplitude[i - 1]);
}

size_t trama_growth_onset(const double *amplitude, size_t count)
{
    size_t end = count; /* what is not finite at the end is growth */
    while (end > 0 && !isfinite(amplitude[end - 1]))
        end--;
    size_t onset = end;
    while (onset >= 4 &&
           larger_of_pair(amplitude, onset - 3) < larger_of_pair(amplitude, onset - 1))
        onset -= 2;
    return onset == end ? count : onset - 2;
}

static double grown(const double *amplitude, size_t onset, size_t count)
{
    size_t end = count;
    while (end > onset && !isfinite(amplitude[end - 1]))
        end--;
    return end > onset && amplitude[onset] > 0.0 ? amplitude[end - 1] / amplitude[onset]
                                                 : TRAMA_INFINITY;
}

static trama_symptom judge(const history *past)
{
    const size_t in = trama_growth_onset(past->in_plane, past->count);
    const size_t out = trama_growth_onset(past->out_of_plane, past->count);
    if (in == past->count && out == past->count)
        return (trama_symptom){"none", -1, TRAMA_NAN};
    if (in <= out)
        return (trama_symptom){"saw-tooth in the surface", (long)in + 1,
                               grown(past->in_plane, in, past->count)};
    return (trama_symptom){"saw-tooth out of the surface", (long)out + 1,
                           grown(past->out_of_plane, out, past->count)};
}

trama_status trama_symptom_find(trama_system *system, trama_integrator *integrator,
                                const trama_run_spec *spec, trama_symptom *symptom,
                                trama_error *error)
{
    *symptom = (trama_symptom){"none", -1, TRAMA_NAN};
    if (!system->type->pointwise)
        return TRAMA_OK;
    const size_t horizon = (size_t)spec->horizon;
    double *block = trama_doubles(2 * trama_padded(horizon));
    if (!block)
        return trama_fail_memory(error);
    double *rest = block;
    history past = {trama_carve(&rest, horizon), trama_carve(&rest, horizon), 0};
    trama_run_spec again = *spec;
    again.observe = keep;
    again.context = &past;
    trama_outcome outcome;
    trama_status status = trama_run(system, integrator, &again, &outcome, error);
    if (status == TRAMA_OK && outcome.ending == TRAMA_UNSTABLE)
        *symptom = judge(&past);
    free(block);
    return status;
}
