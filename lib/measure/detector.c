#include "measure/detector.h"
#include "core/explosion.h"
#include "core/numbers.h"

#include <math.h>

static bool finite_fires(const trama_observation *o, const trama_bounds *bounds,
                         trama_finding *finding)
{
    (void)bounds;
    *finding = o->displacement;
    return isnan(o->displacement.value);
}

static bool displacement_fires(const trama_observation *o, const trama_bounds *bounds,
                               trama_finding *finding)
{
    *finding = o->displacement;
    return o->displacement.value > bounds->displacement;
}

static bool strain_fires(const trama_observation *o, const trama_bounds *bounds,
                         trama_finding *finding)
{
    if (isinf(bounds->strain))
        return false;
    *finding = trama_system_strain(o->system);
    return !(finding->value <= bounds->strain);
}

static bool area_fires(const trama_observation *o, const trama_bounds *bounds,
                       trama_finding *finding)
{
    if (isinf(bounds->area))
        return false;
    *finding = trama_system_area(o->system);
    return !(finding->value <= bounds->area && finding->value >= 1.0 / bounds->area);
}

static bool energy_fires(const trama_observation *o, const trama_bounds *bounds,
                         trama_finding *finding)
{
    if (!o->budget || isinf(bounds->energy))
        return false;
    *finding = (trama_finding){trama_budget_growth(o->budget), TRAMA_NO_NODE, TRAMA_NO_OBJECT};
    return !(finding->value <= bounds->energy);
}

static bool explosion_fires(const trama_observation *o, const trama_bounds *bounds,
                            trama_finding *finding)
{
    *finding = o->displacement;
    finding->value /= o->reach;
    return finding->value > bounds->explosion;
}

const trama_detector trama_refusal = {
    "refused", "1",
    "an interaction, or the method, refused a step however often it was halved: its index", false,
    NULL};

static const void *const detectors[] = {
    &(const trama_detector){"finite", "", "a coordinate is not a finite number", false,
                            finite_fires},
    &(const trama_detector){"displacement", "m", "a node moves further in one iteration", false,
                            displacement_fires},
    &(const trama_detector){"strain", "1",
                            "an edge is longer or shorter than at rest by this share", true,
                            strain_fires},
    &(const trama_detector){"area", "1", "area over rest area, or its inverse", true, area_fires},
    &(const trama_detector){"energy", "1",
                            "energy that the work of the loads cannot explain, over the largest "
                            "seen",
                            false, energy_fires},
    &(const trama_detector){"explosion", "1",
                            "a node moves in one iteration this many times further than the size, "
                            "the speeds and the gravity of the scene explain",
                            false, explosion_fires},
};
const trama_registry trama_detector_registry = TRAMA_REGISTRY("detector", detectors, NULL);

const char *trama_bounds_missing(const trama_bounds *bounds, const trama_system *system)
{
    bool strain = isinf(bounds->strain), area = isinf(bounds->area);
    for (size_t o = 0; o < system->object_count; o++) {
        strain |= trama_object_has_strain(&system->object[o]);
        area |= trama_object_has_area(&system->object[o]);
    }
    return !strain ? "strain" : !area ? "area" : NULL;
}

const trama_detector *trama_detect(const trama_observation *observation, const trama_bounds *bounds,
                                   trama_finding *finding)
{
    for (size_t i = 0; i < sizeof detectors / sizeof *detectors; i++) {
        const trama_detector *detector = detectors[i];
        if (detector->fires(observation, bounds, finding))
            return detector;
    }
    return NULL;
}

static const trama_field fields[] = {
    {TRAMA_FIELD_OF(trama_bounds, displacement), .unit = "m", .maximum = TRAMA_INFINITY,
     .fallback = {TRAMA_INFINITY}, .summary = "largest displacement of a node in one iteration"},
    {TRAMA_FIELD_OF(trama_bounds, strain), .unit = "1", .maximum = TRAMA_INFINITY,
     .fallback = {TRAMA_INFINITY},
     .summary = "largest |l/l0 - 1| of an edge, or of a lattice's springs"},
    {TRAMA_FIELD_OF(trama_bounds, area), .unit = "1", .minimum = 1.0, .maximum = TRAMA_INFINITY,
     .fallback = {TRAMA_INFINITY}, .summary = "largest area over rest area, or its inverse"},
    {TRAMA_FIELD_OF(trama_bounds, energy), .unit = "1", .maximum = TRAMA_INFINITY,
     .fallback = {TRAMA_INFINITY},
     .summary = "largest unexplained growth of energy over the largest seen"},
    {TRAMA_FIELD_OF(trama_bounds, explosion), .unit = "1", .minimum = 1.0,
     .maximum = TRAMA_INFINITY, .fallback = {TRAMA_EXPLOSION}, .later = true,
     .summary =
         "largest displacement in one iteration over 1 m, the size of the scene and what its "
         "starting speeds and gravity move in it"},
};
const trama_fields trama_bounds_fields = TRAMA_FIELDS(fields, trama_bounds);
