/* The kinds of convex shapes, and shapes of given sizes. */
#include "rigid/shape.h"
#include "core/registry.h"

#include <math.h>

#define TRAMA_CONVEX(name) extern const trama_convex_type trama_convex_##name;
#include "rigid/shapes.def"
#undef TRAMA_CONVEX

#define TRAMA_CONVEX(name) &trama_convex_##name,
static const void *const types[] = {
#include "rigid/shapes.def"
};
#undef TRAMA_CONVEX

static const trama_registry registry = TRAMA_REGISTRY("shape", types, NULL);

TRAMA_REGISTRY_LOOKUP(trama_convex, registry)

trama_status trama_convex_make(trama_convex *shape, const trama_convex_type *type,
                               const double *size, trama_error *error)
{
    *shape = (trama_convex){.type = type};
    if (type->size_count == 0)
        return trama_fail(error, TRAMA_BAD_INPUT, "shape",
                          "a %s has no sizes: it is made of corners", type->name);
    for (size_t i = 0; i < type->size_count; i++) {
        if (!(size[i] > 0.0) || !isfinite(size[i]))
            return trama_fail(error, TRAMA_BAD_INPUT, type->size_name[i],
                              "%s of a %s is %g m; it must be positive and finite",
                              type->size_meaning[i], type->name, size[i]);
        shape->size[i] = size[i];
    }
    shape->radius = type->radius(shape);
    return TRAMA_OK;
}

trama_convex trama_convex_of_polyhedron(const trama_polyhedron *polyhedron)
{
    trama_convex shape = {.type = &trama_convex_polyhedron, .polyhedron = polyhedron};
    shape.radius = shape.type->radius(&shape);
    return shape;
}
