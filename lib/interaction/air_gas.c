#include "interaction/air_gas.h"

#include "core/numbers.h"

#include <math.h>
#include <string.h>

/* ---- Pressure and energy. */

double trama_air_gas_excess(const trama_air_gas *gas, size_t cell)
{
    const double volume = gas->cells->volume[cell];
    return volume > 0.0 ? gas->air[cell] / volume - gas->ambient : TRAMA_NAN;
}

/* (1 + x) ln(1 + x) - x, without the loss of figures where x is small. */
static double excess_energy(double x)
{
    double sum = 0.0, power = x;
    if (!(fabs(x) < 1e-2))
        return (1.0 + x) * log1p(x) - x;
    for (int k = 2; k < 10; k++) {
        power *= k == 2 ? x : -x;
        sum += power / (k * (k - 1));
    }
    return sum;
}

double trama_air_gas_energy(const trama_air_gas *gas, const double *air)
{
    double sum = 0.0;
    for (size_t i = 0; i < gas->cells->count; i++) {
        const double at_rest = gas->ambient * gas->cells->volume[i];
        if (!gas->open[i])
            sum += at_rest > 0.0 ? at_rest * excess_energy((air[i] - at_rest) / at_rest)
                                 : TRAMA_INFINITY;
    }
    return sum;
}

/* ---- Forces. */

/* The shape of a cell, at t and q, for which the cells were found; false: it is open. */
static bool take_sealed(const trama_air_gas *gas, size_t cell, double t, const double *q,
                        trama_air_shape *shape)
{
    if (!gas->open[cell])
        trama_air_shape_take(gas->cells, cell, t, q, shape);
    return !gas->open[cell];
}

static void add(const trama_air_gas *gas, const trama_air_shape *shape, double sign, const vec f[],
                double *to)
{
    for (size_t p = 0; p < shape->points; p++) {
        size_t stride;
        const size_t at = trama_air_point(gas->cells, shape, p, &stride);
        to[at] += sign * f[p].x;
        to[at + stride] += sign * f[p].y;
        to[at + 2 * stride] += sign * f[p].z;
    }
}

void trama_air_gas_add_forces(const trama_air_gas *gas, const trama_air_law *law, double sign,
                              double t, const double *q, double *f)
{
    trama_air_shape shape;
    trama_air_cells_find(gas->cells, t, q);
    for (size_t i = 0; i < gas->cells->count; i++) {
        if (!take_sealed(gas, i, t, q, &shape))
            continue;
        law->forces(&shape, trama_air_gas_excess(gas, i), gas->room);
        add(gas, &shape, sign, gas->room, f);
    }
}

/* ---- Their changes. */

/* How the points of a cell move, and how its forces change by that: in the gas' room. */
typedef struct changes {
    vec *dx, *slope, *df;
} changes;

static changes changes_of(const trama_air_gas *gas)
{
    const size_t most = gas->cells->points_most;
    return (changes){gas->room, gas->room + most, gas->room + 2 * most};
}

static void find_change(const trama_air_gas *gas, const trama_air_law *law,
                        const trama_air_shape *shape, const changes *by)
{
    trama_air_change change = {.area_slope = by->slope};
    const double volume = gas->cells->volume[shape->cell],
                 pressure = gas->air[shape->cell] / volume;
    trama_air_shape_changes(shape, by->dx, &change);
    law->changes(shape, &change, pressure - gas->ambient,
                 -pressure / volume * trama_air_shape_volume(shape, &change), by->df);
}

static const vec axes[3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};

/* dV by a point of a cell. */
static vec slope_of(const trama_air_shape *shape, const changes *by, size_t point)
{
    double slope[3];
    for (size_t axis = 0; axis < 3; axis++) {
        trama_air_change change = {.area_slope = by->slope};
        by->dx[point] = axes[axis];
        trama_air_shape_changes(shape, by->dx, &change);
        slope[axis] = trama_air_shape_volume(shape, &change);
    }
    by->dx[point] = (vec){0.0, 0.0, 0.0};
    return (vec){slope[0], slope[1], slope[2]};
}

void trama_air_gas_add_slopes(const trama_air_gas *gas, double sign, double t, const double *q,
                              double *f)
{
    const changes by = changes_of(gas);
    trama_air_shape shape;
    trama_air_cells_find(gas->cells, t, q);
    for (size_t i = 0; i < gas->cells->count; i++) {
        if (!take_sealed(gas, i, t, q, &shape))
            continue;
        memset(by.dx, 0, shape.points * sizeof *by.dx);
        for (size_t p = 0; p < shape.points; p++)
            by.df[p] = scaled(trama_air_gas_excess(gas, i), slope_of(&shape, &by, p));
        add(gas, &shape, sign, by.df, f);
    }
}

void trama_air_gas_add_product(const trama_air_gas *gas, const trama_air_law *law, double t,
                               const double *q, double cq, const double *u, double *y)
{
    const changes by = changes_of(gas);
    trama_air_shape shape;
    trama_air_cells_find(gas->cells, t, q);
    for (size_t i = 0; i < gas->cells->count; i++) {
        if (!take_sealed(gas, i, t, q, &shape))
            continue;
        for (size_t p = 0; p < shape.points; p++) {
            size_t stride;
            const double *of = u + trama_air_point(gas->cells, &shape, p, &stride);
            by.dx[p] = scaled(cq, (vec){of[0], of[stride], of[2 * stride]});
        }
        find_change(gas, law, &shape, &by);
        add(gas, &shape, 1.0, by.df, y);
    }
}

/* Minus the changes of all forces of a cell, as a column. */
static void add_column(const trama_air_gas *gas, const trama_air_shape *shape, size_t column,
                       const vec df[], trama_triplets *k)
{
    for (size_t p = 0; p < shape->points; p++) {
        size_t stride;
        const size_t row = trama_air_point(gas->cells, shape, p, &stride);
        trama_triplets_add(k, row, column, -df[p].x);
        trama_triplets_add(k, row + stride, column, -df[p].y);
        trama_triplets_add(k, row + 2 * stride, column, -df[p].z);
    }
}

void trama_air_gas_add_stiffness(const trama_air_gas *gas, const trama_air_law *law, double t,
                                 const double *q, trama_triplets *k)
{
    const changes by = changes_of(gas);
    trama_air_shape shape;
    trama_air_cells_find(gas->cells, t, q);
    for (size_t i = 0; i < gas->cells->count; i++) {
        if (!take_sealed(gas, i, t, q, &shape))
            continue;
        memset(by.dx, 0, shape.points * sizeof *by.dx);
        for (size_t c = 0; c < 3 * shape.points; c++) {
            size_t stride;
            const size_t at = trama_air_point(gas->cells, &shape, c / 3, &stride);
            by.dx[c / 3] = axes[c % 3];
            find_change(gas, law, &shape, &by);
            by.dx[c / 3] = (vec){0.0, 0.0, 0.0};
            add_column(gas, &shape, at + c % 3 * stride, by.df, k);
        }
    }
}
