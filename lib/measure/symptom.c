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
    const trama_object *object = trama_system_first(view->system);
    const trama_sawtooth wave = trama_sawtooth_of(object->scene, view->system->q + object->q_begin,
                                                  view->before + object->q_begin);
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

/* The last amplitude that is finite; 0 if none is. */
static double last_of(const double *amplitude, size_t count)
{
    while (count > 0 && !isfinite(amplitude[count - 1]))
        count--;
    return count > 0 ? amplitude[count - 1] : 0.0;
}

static trama_symptom symptom_of(const char *name, const double *amplitude, size_t onset,
                                size_t count)
{
    const double from = amplitude[onset];
    return (trama_symptom){name, (long)onset + 1,
                           from > 0.0 ? last_of(amplitude, count) / from : TRAMA_INFINITY};
}

/* A smooth motion has a little of either wave, which may grow too: the symptom is the one that is
 * larger in the end, before the iteration in which the detector fired; in that one both may burst.
 */
static trama_symptom judge(const history *past)
{
    const size_t count = past->count, in = trama_growth_onset(past->in_plane, count);
    const size_t out = trama_growth_onset(past->out_of_plane, count);
    const size_t before = count > 1 ? count - 1 : count;
    const bool larger = last_of(past->in_plane, before) >= last_of(past->out_of_plane, before);
    if (in < count && (larger || out == count))
        return symptom_of("saw-tooth in the surface", past->in_plane, in, count);
    if (out < count)
        return symptom_of("saw-tooth out of the surface", past->out_of_plane, out, count);
    return (trama_symptom){"none", -1, TRAMA_NAN};
}

trama_status trama_symptom_find(trama_system *system, trama_integrator *integrator,
                                const trama_run_spec *spec, trama_symptom *symptom,
                                trama_error *error)
{
    *symptom = (trama_symptom){"none", -1, TRAMA_NAN};
    const trama_object *object = trama_system_first(system);
    if (!object->type->pointwise || !trama_scene_is_grid(object->scene))
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
