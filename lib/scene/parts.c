#include "scene/parts.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>

trama_status trama_scene_fail_at(trama_error *error, const char *prefix, const char *name,
                                 const char *sentence)
{
    char path[sizeof error->path];
    snprintf(path, sizeof path, "%s%s", prefix, name);
    return trama_fail(error, TRAMA_BAD_INPUT, path, "%s", sentence);
}

trama_status trama_scene_resolve_range(long range[2], long points, const char *prefix,
                                       const char *name, const char *what, trama_error *error)
{
    const long given[2] = {range[0], range[1]};
    char path[sizeof error->path];
    snprintf(path, sizeof path, "%s%s", prefix, name);
    for (int end = 0; end < 2; end++) {
        range[end] += range[end] < 0 ? points : 0;
        if (range[end] < 0 || range[end] >= points)
            return trama_fail(error, TRAMA_BAD_INPUT, path,
                              "%s %ld is outside the %s; allowed: 0 to %ld, or -%ld to -1 from "
                              "the end",
                              name, given[end], what, points - 1, points);
    }
    if (range[0] > range[1])
        return trama_fail(error, TRAMA_BAD_INPUT, path,
                          "%s ends before it begins: [%ld, %ld] is nodes %ld to %ld", name,
                          given[0], given[1], range[0], range[1]);
    return TRAMA_OK;
}

trama_status trama_scene_resolve_nodes(const trama_scene_spec *spec, long k[2], long l[2],
                                       const char *prefix, trama_error *error)
{
    const char *what = spec->tetrahedra.count > 0    ? "body"
                       : spec->lattice.points[0] > 0 ? "lattice"
                       : spec->shell.points[0] > 0   ? "shell"
                       : spec->mesh.face_count > 0   ? "mesh"
                                                     : "grid";
    const trama_status status =
        trama_scene_resolve_range(k, spec->grid.points[0], prefix, "k", what, error);
    return status == TRAMA_OK
               ? trama_scene_resolve_range(l, spec->grid.points[1], prefix, "l", what, error)
               : status;
}

/* An end that was given; of an interval, both ends are given or neither. */
static bool half_given(const double ends[2])
{
    return isnan(ends[0]) != isnan(ends[1]);
}

static bool whole(double value)
{
    return isinf(value) || value == floor(value);
}

static trama_status fail_interval(trama_error *error, const char *prefix, const char *name,
                                  const double ends[2], const char *sentence)
{
    char path[sizeof error->path];
    snprintf(path, sizeof path, "%s%s", prefix, name);
    return trama_fail(error, TRAMA_BAD_INPUT, path, "%s: the interval [%g, %g] %s", name, ends[0],
                      ends[1], sentence);
}

trama_status trama_scene_check_interval(const trama_interval *interval, const char *prefix,
                                        trama_error *error)
{
    const double *iterations = interval->iterations, *seconds = interval->seconds;
    if (half_given(iterations))
        return trama_scene_fail_at(error, prefix, "iterations", "an interval needs both its ends");
    if (half_given(seconds))
        return trama_scene_fail_at(error, prefix, "seconds", "an interval needs both its ends");
    if (!isnan(iterations[0]) && !isnan(seconds[0]))
        return trama_scene_fail_at(error, prefix, "seconds",
                                   "an interval is given in iterations or in seconds, not in both");
    if (!isnan(iterations[0]) && !(whole(iterations[0]) && whole(iterations[1])))
        return trama_scene_fail_at(error, prefix, "iterations", "iterations are whole numbers");
    if (iterations[1] < iterations[0])
        return fail_interval(error, prefix, "iterations", iterations,
                             "ends before it begins; allowed: first <= last");
    if (seconds[1] <= seconds[0])
        return fail_interval(error, prefix, "seconds", seconds,
                             "ends before or as it begins; allowed: from < to");
    return TRAMA_OK;
}
