#include "scene/motion.h"
#include "core/vec.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { ROW = 4 };

static bool is_zero(const double vector[3])
{
    return vector[0] == 0.0 && vector[1] == 0.0 && vector[2] == 0.0;
}

bool trama_motion_is_uniform(const trama_motion *motion)
{
    return is_zero(motion->angular_velocity) && motion->path.count == 0;
}

bool trama_motion_is_rest(const trama_motion *motion)
{
    return trama_motion_is_uniform(motion) && is_zero(motion->velocity);
}

bool trama_motion_turns(const trama_motion *motion)
{
    return !is_zero(motion->angular_velocity);
}

/* The part of the path that holds `time`: from row `first` - 1 (before row 0: zero) to row `first`;
 * the number of rows after the last. */
static size_t part_at(const trama_reals *path, double time)
{
    size_t row = 0;
    while (row < path->count / ROW && path->value[ROW * row] <= time)
        row++;
    return row;
}

static const double *row_before(const trama_reals *path, size_t row)
{
    static const double begin[ROW];
    return row == 0 ? begin : path->value + ROW * (row - 1);
}

/* p(time). */
static void along_path(const trama_reals *path, double time, double shift[3])
{
    const size_t row = part_at(path, time);
    const double *from = row_before(path, row);
    const double *to = row < path->count / ROW ? path->value + ROW * row : NULL;
    const double share = to ? (time - from[0]) / (to[0] - from[0]) : 0.0;
    for (int axis = 0; axis < 3; axis++)
        shift[axis] = from[1 + axis] + (to ? share * (to[1 + axis] - from[1 + axis]) : 0.0);
}

static void path_velocity(const trama_reals *path, double time, double velocity[3])
{
    const size_t row = part_at(path, time);
    const double *from = row_before(path, row);
    const double *to = row < path->count / ROW ? path->value + ROW * row : NULL;
    for (int axis = 0; axis < 3; axis++)
        velocity[axis] = to ? (to[1 + axis] - from[1 + axis]) / (to[0] - from[0]) : 0.0;
}

/* R(omega time) d by Rodrigues' formula: d cos + (u x d) sin + u (u . d) (1 - cos). */
static void rotate(const double omega[3], double time, const double d[3], double result[3])
{
    const double rate = sqrt(dot3(omega, omega));
    const double u[3] = {omega[0] / rate, omega[1] / rate, omega[2] / rate};
    const double cosine = cos(rate * time), sine = sin(rate * time);
    const double along = dot3(u, d);
    double across[3];
    cross3(u, d, across);
    for (int axis = 0; axis < 3; axis++)
        result[axis] = cosine * (d[axis] - along * u[axis]) + sine * across[axis] + along * u[axis];
}

/* The arm (r0 - c), turned. */
static void turned_arm(const trama_motion *motion, double time, const double from[3], double arm[3])
{
    const double d[3] = {from[0] - motion->centre[0], from[1] - motion->centre[1],
                         from[2] - motion->centre[2]};
    rotate(motion->angular_velocity, time, d, arm);
}

void trama_motion_place(const trama_motion *motion, double time, const double from[3], double to[3])
{
    const bool turns = trama_motion_turns(motion);
    double shift[3], arm[3];
    along_path(&motion->path, time, shift);
    if (turns)
        turned_arm(motion, time, from, arm);
    for (int axis = 0; axis < 3; axis++)
        to[axis] = (turns ? motion->centre[axis] + arm[axis] : from[axis]) +
                   motion->velocity[axis] * time + shift[axis];
}

void trama_motion_back(const trama_motion *motion, double time, const double to[3], double from[3])
{
    const bool turns = !is_zero(motion->angular_velocity);
    double shift[3], arm[3];
    along_path(&motion->path, time, shift);
    for (int axis = 0; axis < 3; axis++)
        from[axis] = to[axis] - motion->velocity[axis] * time - shift[axis];
    if (!turns)
        return;
    for (int axis = 0; axis < 3; axis++)
        from[axis] -= motion->centre[axis];
    rotate(motion->angular_velocity, -time, from, arm);
    for (int axis = 0; axis < 3; axis++)
        from[axis] = motion->centre[axis] + arm[axis];
}

void trama_motion_turn(const trama_motion *motion, double time, const double direction[3],
                       double turned[3])
{
    if (is_zero(motion->angular_velocity))
        memcpy(turned, direction, 3 * sizeof *turned);
    else
        rotate(motion->angular_velocity, time, direction, turned);
}

void trama_motion_velocity(const trama_motion *motion, double time, const double from[3],
                           double velocity[3])
{
    double arm[3], turning[3] = {0.0, 0.0, 0.0}, along[3];
    path_velocity(&motion->path, time, along);
    if (trama_motion_turns(motion)) {
        turned_arm(motion, time, from, arm);
        cross3(motion->angular_velocity, arm, turning);
    }
    for (int axis = 0; axis < 3; axis++)
        velocity[axis] = motion->velocity[axis] + turning[axis] + along[axis];
}

trama_status trama_motion_check(const trama_motion *motion, const char *prefix, trama_error *error)
{
    const trama_reals *path = &motion->path;
    char name[sizeof error->path];
    snprintf(name, sizeof name, "%spath", prefix);
    if (path->count % ROW != 0)
        return trama_fail(error, TRAMA_BAD_INPUT, name,
                          "path has %zu values; allowed: rows of time, x, y, z", path->count);
    for (size_t row = 0; row < path->count / ROW; row++) {
        const double time = path->value[ROW * row], before = row_before(path, row)[0];
        if (!(time > before))
            return trama_fail(error, TRAMA_BAD_INPUT, name,
                              "path is at time %g s after %g s; allowed: times that ascend, from "
                              "above 0",
                              time, before);
    }
    return TRAMA_OK;
}
