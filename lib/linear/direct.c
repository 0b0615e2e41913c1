#include "linear/direct.h"

#include <stdlib.h>

#define TRAMA_DIRECT(name) extern const trama_direct_type trama_direct_##name;
#include "linear/directs.def"
#undef TRAMA_DIRECT

static const void *const built_in[] = {
#define TRAMA_DIRECT(name) &trama_direct_##name,
#include "linear/directs.def"
#undef TRAMA_DIRECT
};
const trama_registry trama_direct_registry = TRAMA_REGISTRY("direct solver", built_in, NULL);

TRAMA_REGISTRY_LOOKUP(trama_direct, trama_direct_registry)

const char *trama_direct_status_name(trama_direct_status status)
{
    static const char *const names[] = {"ok", "no memory", "singular", "indefinite"};
    return names[status];
}

trama_status trama_direct_create(const trama_direct_type *type, trama_direct **direct,
                                 trama_error *error)
{
    trama_direct *made = calloc(1, sizeof *made);
    *direct = made;
    if (!made)
        return trama_fail_memory(error);
    made->type = type;
    const trama_status status = type->create(&made->self, error);
    if (status != TRAMA_OK) {
        free(made);
        *direct = NULL;
    }
    return status;
}

void trama_direct_destroy(trama_direct *direct)
{
    if (!direct)
        return;
    direct->type->destroy(direct->self);
    free(direct);
}

bool trama_direct_is_new(const trama_direct *direct, const trama_sparse *a)
{
    return direct->pattern == 0 || direct->pattern != a->pattern || direct->rows != a->rows;
}

trama_direct_status trama_direct_analyse(trama_direct *direct, const trama_sparse *a)
{
    direct->pattern = 0;
    const trama_direct_status status = direct->type->analyse(direct->self, a);
    if (status != TRAMA_DIRECT_OK)
        return status;
    direct->pattern = a->pattern;
    direct->rows = a->rows;
    return TRAMA_DIRECT_OK;
}

/* The libraries compare pivots with zero, which no NaN fails. */
static bool is_finite(const trama_sparse *a)
{
    double sum = 0.0;
    for (size_t e = 0; e < a->start[a->rows]; e++)
        sum += 0.0 * a->value[e];
    return sum == 0.0;
}

trama_direct_status trama_direct_factorise(trama_direct *direct, const trama_sparse *a)
{
    if (!is_finite(a))
        return TRAMA_DIRECT_SINGULAR;
    return direct->type->factorise(direct->self, a);
}

trama_direct_status trama_direct_solve(trama_direct *direct, const trama_sparse *a, const double *b,
                                       double *x)
{
    return direct->type->solve(direct->self, a, b, x);
}
