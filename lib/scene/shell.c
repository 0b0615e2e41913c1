#include "scene/shell.h"

#include "core/vec.h"

#include <math.h>
#include <stdlib.h>

enum { NODES_MAX = 100000000 };

static const double two_pi = 6.28318530717958647692;

bool trama_shell_is_closed(const trama_shell *shell, int direction)
{
    return direction == 1 || shell->form == TRAMA_TORUS;
}

static trama_status check_lengths(const trama_shell *shell, trama_error *error)
{
    const bool torus = shell->form == TRAMA_TORUS;
    if (!torus && shell->length == 0.0)
        return trama_fail(error, TRAMA_BAD_INPUT, "shell.length",
                          "a cylinder has a radius and a length; length is missing");
    if (!torus && shell->tube != 0.0)
        return trama_fail(error, TRAMA_BAD_INPUT, "shell.tube",
                          "a cylinder has no tube; allowed: radius and length");
    if (torus && shell->tube == 0.0)
        return trama_fail(error, TRAMA_BAD_INPUT, "shell.tube",
                          "a torus has a radius and that of its tube; tube is missing");
    if (torus && shell->length != 0.0)
        return trama_fail(error, TRAMA_BAD_INPUT, "shell.length",
                          "a torus has no length; allowed: radius and tube");
    if (torus && !(shell->tube < shell->radius))
        return trama_fail(error, TRAMA_BAD_INPUT, "shell.tube",
                          "the tube of radius %g m reaches the axis of the torus; allowed: below "
                          "its radius, %g m",
                          shell->tube, shell->radius);
    return TRAMA_OK;
}

trama_status trama_shell_check(const trama_shell *shell, trama_error *error)
{
    const long *points = shell->points;
    if (points[0] > NODES_MAX / points[1])
        return trama_fail(error, TRAMA_BAD_INPUT, "shell.points",
                          "points: %ld x %ld nodes; allowed: %d together", points[0], points[1],
                          NODES_MAX);
    for (int d = 0; d < 2; d++)
        if (trama_shell_is_closed(shell, d) && points[d] < TRAMA_RING_LEAST)
            return trama_fail(error, TRAMA_BAD_INPUT, "shell.points",
                              "points[%d]: a ring of %ld nodes; allowed: at least %d", d, points[d],
                              TRAMA_RING_LEAST);
    if (shell->axis[0] == 0.0 && shell->axis[1] == 0.0 && shell->axis[2] == 0.0)
        return trama_fail(error, TRAMA_BAD_INPUT, "shell.axis",
                          "axis is zero; it needs a direction");
    return check_lengths(shell, error);
}

size_t trama_shell_nodes(const trama_shell *shell)
{
    return (size_t)shell->points[0] * (size_t)shell->points[1];
}

/* Unit vectors: the axis, and two at right angles to it and to each other, right-handed. The first
 * is taken from the axis of coordinates that is furthest from the shell's. */
typedef struct axes {
    vec along, first, second;
} axes;

static axes axes_of(const trama_shell *shell)
{
    const double *d = shell->axis;
    const double most = fmax(fabs(d[0]), fmax(fabs(d[1]), fabs(d[2])));
    const vec part = {d[0] / most, d[1] / most, d[2] / most};
    const vec along = scaled(1.0 / sqrt(dot(part, part)), part);
    const double x = fabs(along.x), y = fabs(along.y), z = fabs(along.z);
    const vec other = x <= y && x <= z ? (vec){1, 0, 0} : y <= z ? (vec){0, 1, 0} : (vec){0, 0, 1};
    const vec off = plus_scaled(other, -dot(other, along), along);
    const vec first = scaled(1.0 / sqrt(dot(off, off)), off);
    return (axes){along, first, cross(along, first)};
}

static vec around(const axes *is, double angle)
{
    return combined(cos(angle), is->first, sin(angle), is->second);
}

/* Around the cylinder against the right hand, so that the sheet's normal points outwards. */
static vec place(const trama_shell *shell, const axes *is, long a, long b)
{
    const double s = (double)b / (double)shell->points[1];
    if (shell->form == TRAMA_CYLINDER) {
        const double height = shell->length * ((double)a / (double)(shell->points[0] - 1));
        return combined(height, is->along, shell->radius, around(is, -two_pi * s));
    }
    const vec out = around(is, two_pi * ((double)a / (double)shell->points[0]));
    return combined(shell->radius + shell->tube * cos(two_pi * s), out,
                    shell->tube * sin(two_pi * s), is->along);
}

void trama_shell_place(const trama_shell *shell, double *q)
{
    const size_t nodes = trama_shell_nodes(shell);
    const axes is = axes_of(shell);
    size_t node = 0;
    for (long a = 0; a < shell->points[0]; a++)
        for (long b = 0; b < shell->points[1]; b++, node++) {
            const vec r = place(shell, &is, a, b);
            q[node] = shell->origin[0] + r.x;
            q[nodes + node] = shell->origin[1] + r.y;
            q[2 * nodes + node] = shell->origin[2] + r.z;
        }
}

trama_triangle *trama_shell_faces(const trama_shell *shell, size_t *count)
{
    const size_t m = (size_t)shell->points[0], n = (size_t)shell->points[1];
    const size_t rows = m - (trama_shell_is_closed(shell, 0) ? 0 : 1);
    trama_triangle *face = calloc(2 * rows * n, sizeof *face), *next = face;
    *count = 2 * rows * n;
    for (size_t a = 0; face && a < rows; a++)
        for (size_t b = 0; b < n; b++, next += 2) {
            const size_t a1 = (a + 1) % m, b1 = (b + 1) % n;
            const size_t corner[4] = {a * n + b, a1 * n + b, a1 * n + b1, a * n + b1};
            const size_t cut = (a + b) % 2; /* along alternating diagonals, as grids are */
            next[0] = (trama_triangle){{corner[0], corner[1], corner[cut ? 3 : 2]}};
            next[1] = (trama_triangle){{corner[cut ? 1 : 0], corner[2], corner[3]}};
        }
    return face;
}
