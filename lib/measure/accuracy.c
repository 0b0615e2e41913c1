#include "measure/accuracy.h"
#include "core/memory.h"
#include "core/numbers.h"
#include "measure/line.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

/* Adds the squares of an object's nodes; components: 3 of nodes, 1 of coordinates. */
static void add_squares(const double *q, const double *reference, size_t nodes, size_t components,
                        double *sum, double *largest)
{
    for (size_t i = 0; i < nodes; i++) {
        double square = 0.0;
        for (size_t c = 0; c < components; c++) {
            const double difference = q[c * nodes + i] - reference[c * nodes + i];
            square += difference * difference;
        }
        *sum += square;
        *largest = fmax(*largest, square);
    }
}

trama_deviation trama_deviation_of(const trama_system *system, const double *q,
                                   const double *reference)
{
    double sum = 0.0, largest = 0.0;
    size_t nodes = 0;
    for (size_t o = 0; o < system->object_count; o++) {
        const trama_object *object = &system->object[o];
        const size_t components = object->type->pointwise ? 3 : 1, own = object->nq / components;
        add_squares(q + object->q_begin, reference + object->q_begin, own, components, &sum,
                    &largest);
        nodes += own;
    }
    if (!isfinite(sum))
        return (trama_deviation){TRAMA_NAN, TRAMA_NAN};
    return (trama_deviation){sqrt(sum / (double)nodes), sqrt(largest)};
}

/* Whether another velocity gives another acceleration. `work` has room for 3 nv. */
static bool depends_on_velocity(trama_system *system, double *work)
{
    const size_t nv = system->nv;
    double *other = work, *a = work + nv, *b = work + 2 * nv;
    trama_system_reset(system);
    trama_system_begin(system, 0.0);
    for (size_t i = 0; i < nv; i++)
        other[i] = system->v[i] + 1.0;
    trama_system_acceleration(system, system->t, system->q, system->v, a);
    trama_system_acceleration(system, system->t, system->q, other, b);
    trama_system_reset(system);
    for (size_t i = 0; i < nv; i++)
        if (a[i] < b[i] || a[i] > b[i])
            return true;
    return false;
}

/* The lower of two orders, of which 0 is no bound. */
static int lower(int order, int limit)
{
    return limit > 0 && limit < order ? limit : order;
}

static int limited_order(const trama_system *system, int order)
{
    for (size_t o = 0; o < system->object_count; o++) {
        const trama_model_type *type = system->object[o].type;
        order = lower(order, type->order_limit_of ? type->order_limit_of(system->object[o].model)
                                                  : type->order_limit);
    }
    for (size_t i = 0; i < system->acting_count; i++)
        order = lower(order, system->acting[i].type->order_limit);
    return order;
}

trama_status trama_stated_order(const trama_integrator_type *type, trama_system *system, int *order,
                                trama_error *error)
{
    double *work = trama_doubles(3 * system->nv);
    if (!work)
        return trama_fail_memory(error);
    *order =
        limited_order(system, depends_on_velocity(system, work) ? type->damped_order : type->order);
    free(work);
    return TRAMA_OK;
}

/* Local order between points i and i + 1. */
static double local_order(const double *dt, const double *error, size_t i)
{
    return log(error[i] / error[i + 1]) / log(dt[i] / dt[i + 1]);
}

/* One past the last point whose error stands above the floor. */
static size_t end_of_resolved(const double *error, size_t count, double floor)
{
    while (count > 0 && !(error[count - 1] > floor))
        count--;
    return count;
}

/* NAN compares false: a run that was not stable ends the asymptotic part. */
static size_t start_of_asymptotic(const double *dt, const double *error, size_t end, double floor)
{
    size_t first = end - 2;
    const double finest = local_order(dt, error, first);
    while (first > 0 && error[first - 1] > floor &&
           fabs(local_order(dt, error, first - 1) - finest) <= TRAMA_ORDER_SPREAD)
        first--;
    return first;
}

static trama_order fit(const double *dt, const double *error, size_t first, size_t count)
{
    double x[TRAMA_LIST_MAX], y[TRAMA_LIST_MAX];
    for (size_t i = 0; i < count; i++) {
        x[i] = log(dt[first + i]);
        y[i] = log(error[first + i]);
    }
    const trama_line line = trama_line_fit(x, y, count);
    return (trama_order){line.slope, line.low, line.high, exp(line.intercept), first, count};
}

trama_order trama_order_fit(const double *dt, const double *error, size_t count, double floor)
{
    assert(count <= TRAMA_LIST_MAX);
    const trama_order none = {TRAMA_NAN, TRAMA_NAN, TRAMA_NAN, TRAMA_NAN, 0, 0};
    const size_t end = end_of_resolved(error, count, floor);
    if (end < 2 || !(error[end - 2] > floor))
        return none;
    const size_t first = start_of_asymptotic(dt, error, end, floor);
    return fit(dt, error, first, end - first);
}
