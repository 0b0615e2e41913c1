#include "scene/form_lattice.h"

#include <math.h>
#include <stdlib.h>

/* A short edge's point may not be nearer to a crossing of the surface than this share of the edge,
 * nor a long edge's: such a point is moved onto the crossing (Labelle and Shewchuk 2007, table 1,
 * the choice for the best least angle). */
static const double near_long = 0.24999, near_short = 0.41189;

enum { BISECTIONS = 60 };

static const long way[FORM_NEIGHBOURS][3] = {
    {-2, 0, 0}, {-1, -1, -1}, {-1, -1, 1}, {-1, 1, -1}, {-1, 1, 1}, {0, -2, 0}, {0, 0, -2},
    {0, 0, 2},  {0, 2, 0},    {1, -1, -1}, {1, -1, 1},  {1, 1, -1}, {1, 1, 1},  {2, 0, 0},
};

static bool is_long(size_t w)
{
    return way[w][0] % 2 == 0;
}

/* ---- The function: positive inside. */

static double square(double x)
{
    return x * x;
}

static double inside(const trama_form *form, vec x)
{
    const double r = form->radius;
    if (form->form == TRAMA_FORM_PILLOW) {
        const double a = square(2.0 * x.x / form->side[0]), b = square(2.0 * x.z / form->side[2]);
        return 1.0 - sqrt(a * a + b * b) - square(2.0 * x.y / form->side[1]);
    }
    x.x = fmax(fabs(x.x) - 0.5 * form->length, 0.0); /* a ball's is a capsule of no length */
    return 1.0 - dot(x, x) / (r * r);
}

vec trama_form_lattice_crossing(const form_lattice *l, vec positive, vec negative)
{
    for (int i = 0; i < BISECTIONS; i++) {
        const vec middle = combined(0.5, positive, 0.5, negative);
        if (inside(l->form, middle) > 0.0)
            positive = middle;
        else
            negative = middle;
    }
    return combined(0.5, positive, 0.5, negative);
}

/* ---- The lattice. */

bool trama_form_lattice_is_point(const long c[3])
{
    return (c[0] - c[1]) % 2 == 0 && (c[0] - c[2]) % 2 == 0;
}

size_t trama_form_lattice_place(const form_lattice *l, const long c[3])
{
    return (size_t)(((c[0] + l->reach[0]) * l->size[1] + c[1] + l->reach[1]) * l->size[2] + c[2] +
                    l->reach[2]);
}

static void coordinates_of(const form_lattice *l, size_t place, long c[3])
{
    c[2] = (long)place % l->size[2] - l->reach[2];
    c[1] = (long)place / l->size[2] % l->size[1] - l->reach[1];
    c[0] = (long)place / l->size[2] / l->size[1] - l->reach[0];
}

bool trama_form_lattice_neighbour(const form_lattice *l, size_t place, size_t w, size_t *other)
{
    long c[3];
    coordinates_of(l, place, c);
    for (int axis = 0; axis < 3; axis++) {
        c[axis] += way[w][axis];
        if (c[axis] < -l->reach[axis] || c[axis] > l->reach[axis])
            return false;
    }
    *other = trama_form_lattice_place(l, c);
    return true;
}

/* With a cell of room around the body. */
static bool lay_out(const trama_form *form, form_lattice *l)
{
    double extent[3];
    for (int axis = 0; axis < 3; axis++)
        extent[axis] = form->form == TRAMA_FORM_PILLOW ? form->side[axis] : 2.0 * form->radius;
    extent[0] += form->form == TRAMA_FORM_CAPSULE ? form->length : 0.0;
    l->form = form;
    l->half = 0.5 * fmin(extent[0], fmin(extent[1], extent[2])) / (double)form->cells;
    l->places = 1;
    for (int axis = 0; axis < 3; axis++) {
        l->reach[axis] = (long)ceil(0.5 * extent[axis] / l->half) + 2;
        l->size[axis] = 2 * l->reach[axis] + 1;
        l->places *= (size_t)l->size[axis];
    }
    l->value = calloc(l->places, sizeof *l->value);
    l->at = calloc(l->places, sizeof *l->at);
    l->name = calloc(l->places, sizeof *l->name);
    return l->value && l->at && l->name;
}

static void evaluate(form_lattice *l)
{
    for (size_t i = 0; i < l->places; i++) {
        long c[3];
        coordinates_of(l, i, c);
        l->at[i] = scaled(l->half, (vec){(double)c[0], (double)c[1], (double)c[2]});
        l->value[i] = trama_form_lattice_is_point(c) ? inside(l->form, l->at[i]) : -1.0;
    }
}

/* Moves a point onto the nearest crossing on its edges, if that is too near. */
static void warp_point(form_lattice *l, size_t i)
{
    double least = 1.0;
    vec to = l->at[i];
    for (size_t w = 0; w < FORM_NEIGHBOURS; w++) {
        size_t j;
        if (!trama_form_lattice_neighbour(l, i, w, &j) || !(l->value[i] * l->value[j] < 0.0))
            continue;
        const vec cut = l->value[i] > 0.0 ? trama_form_lattice_crossing(l, l->at[i], l->at[j])
                                          : trama_form_lattice_crossing(l, l->at[j], l->at[i]);
        const vec all = minus(l->at[j], l->at[i]), part = minus(cut, l->at[i]);
        const double share = sqrt(dot(part, part) / dot(all, all));
        const double limit = is_long(w) ? near_long : near_short;
        if (share < limit && share / limit < least) {
            least = share / limit;
            to = cut;
        }
    }
    if (least < 1.0) {
        l->at[i] = to;
        l->value[i] = 0.0;
    }
}

static void warp(form_lattice *l)
{
    for (size_t i = 0; i < l->places; i++) {
        long c[3];
        coordinates_of(l, i, c);
        if (trama_form_lattice_is_point(c) && l->value[i] != 0.0)
            warp_point(l, i);
    }
}

bool trama_form_lattice_make(const trama_form *form, form_lattice *l)
{
    if (!lay_out(form, l))
        return false;
    evaluate(l);
    warp(l);
    return true;
}

void trama_form_lattice_free(form_lattice *l)
{
    free(l->value);
    free(l->at);
    free(l->name);
}
