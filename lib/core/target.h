/* Node ranges and time intervals, which pins, stops and forces have in common. */
#ifndef TRAMA_CORE_TARGET_H
#define TRAMA_CORE_TARGET_H

#include "core/field.h"
#include "core/numbers.h"

#ifdef __cplusplus
extern "C" {
#endif

/* When something acts: always if neither member is given; giving both is an error. Iterations
 * include both ends. Seconds mean from <= t < to, with t the time at the start of an iteration.
 * Since n h is rounded, a time less than 1e-12 (relative) below a limit counts as the limit. NAN:
 * not given. */
typedef struct trama_interval {
    double iterations[2];
    double seconds[2];
} trama_interval;

enum { TRAMA_TARGET_MAX = 100000000 }; /* bound of a node index */

/* Number of indices in first..last, if `skip` are left out after each. */
static inline long trama_target_count(const long range[2], long skip)
{
    return (range[1] - range[0]) / (1 + skip) + 1;
}

/* Rows of a Field table: of `long k[2], l[2], skip[2]` and of `trama_interval interval`, which are
 * members of `type`, or of its member where `of` names one ("on.", with the dot). The last
 * arguments are for k: .required = true, or .fallback = {0, -1}. */
/* clang-format off */
#define TRAMA_NODE_FIELDS(type, of, ...)                                                           \
    {TRAMA_FIELD_AS("k", type, of k), .broadcast = true, .unit = "1", __VA_ARGS__,                 \
     .minimum = -TRAMA_TARGET_MAX, .maximum = TRAMA_TARGET_MAX,                                    \
     .summary = "first and last k of the nodes, or vertex of a mesh; negative: from the end, -1 "  \
                "the last"},                                                                       \
    {TRAMA_FIELD_AS("l", type, of l), .broadcast = true, .unit = "1",                              \
     .minimum = -TRAMA_TARGET_MAX, .maximum = TRAMA_TARGET_MAX, .fallback = {0, -1},               \
     .summary = "first and last l of the nodes; negative: from the end, -1 the last; default: all"}, \
    {TRAMA_FIELD_AS("skip", type, of skip), .broadcast = true, .later = true, .unit = "1",         \
     .maximum = TRAMA_TARGET_MAX,                                                                  \
     .summary = "number of nodes skipped after each one along k and l"}
#define TRAMA_INTERVAL_FIELDS(type, of)                                                            \
    {TRAMA_FIELD_AS("iterations", type, of interval.iterations), .unit = "1", .minimum = 1,        \
     .maximum = TRAMA_INFINITY, .fallback = {TRAMA_NAN, TRAMA_NAN},                                \
     .summary = "first and last iteration in which it acts, counted from 1; default: always"},            \
    {TRAMA_FIELD_AS("seconds", type, of interval.seconds), .unit = "s", .maximum = TRAMA_INFINITY, \
     .fallback = {TRAMA_NAN, TRAMA_NAN},                                                           \
     .summary = "acts in iterations that start at t with from <= t < to; default: always"}
/* clang-format on */

#ifdef __cplusplus
}
#endif

#endif
