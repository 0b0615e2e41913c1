#include "scene/form.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "scene/form_stuffing.h"

enum { CELLS_MAX = 1000000 }; /* in all */
enum { ROUND_LEAST = 3 };

static const double pi = 3.14159265358979323846;

static bool has_sides(const trama_form *body)
{
    return body->form == TRAMA_FORM_BOX || body->form == TRAMA_FORM_PILLOW;
}

/* ---- Checks. */

static trama_status check_given(const trama_form *body, const char *name, double value, bool needed,
                                trama_error *error)
{
    static const char *const forms[] = {"box", "ball", "pillow", "capsule"};
    char path[32];
    snprintf(path, sizeof path, "body.%s", name);
    if ((value > 0.0) == needed)
        return TRAMA_OK;
    return trama_fail(error, TRAMA_BAD_INPUT, path, "%s: %g m of a %s; allowed: %s", name, value,
                      forms[body->form],
                      needed ? "above 0" : "none, for this form has no such length");
}

/* Along each axis, m. */
static void extents(const trama_form *body, double extent[3])
{
    for (int axis = 0; axis < 3; axis++)
        extent[axis] = has_sides(body) ? body->side[axis] : 2.0 * body->radius;
    extent[0] += has_sides(body) ? 0.0 : body->length;
}

/* Cells along an axis, of which the shortest extent has the number that is given: the nearest whole
 * number, at least one. */
static double cells_along(const trama_form *body, int axis)
{
    double extent[3];
    extents(body, extent);
    const double shortest = fmin(extent[0], fmin(extent[1], extent[2]));
    return fmax(1.0, floor((double)body->cells * extent[axis] / shortest + 0.5));
}

trama_status trama_form_check(const trama_form *body, trama_error *error)
{
    const bool round = body->form == TRAMA_FORM_BALL || body->form == TRAMA_FORM_CAPSULE;
    trama_status status = TRAMA_OK;
    for (int axis = 0; axis < 3 && status == TRAMA_OK; axis++)
        status = check_given(body, "side", body->side[axis], has_sides(body), error);
    if (status == TRAMA_OK)
        status = check_given(body, "radius", body->radius, round, error);
    if (status == TRAMA_OK)
        status = check_given(body, "length", body->length, body->form == TRAMA_FORM_CAPSULE, error);
    if (status != TRAMA_OK)
        return status;
    if (body->form != TRAMA_FORM_BOX && body->cells < ROUND_LEAST)
        return trama_fail(error, TRAMA_BAD_INPUT, "body.cells",
                          "cells: %ld; allowed: at least %d of a round form, which fewer do not "
                          "show",
                          body->cells, ROUND_LEAST);
    const double cells = cells_along(body, 0) * cells_along(body, 1) * cells_along(body, 2);
    return cells <= CELLS_MAX
               ? TRAMA_OK
               : trama_fail(error, TRAMA_BAD_INPUT, "body.cells",
                            "cells: %ld along the shortest extent are %g in all; allowed: %d",
                            body->cells, cells, CELLS_MAX);
}

/* ---- A box. */

typedef struct blocks {
    size_t cells[3];
} blocks;

static size_t node_at(const blocks *b, size_t i, size_t j, size_t k)
{
    return (i * (b->cells[1] + 1) + j) * (b->cells[2] + 1) + k;
}

static void place_nodes(const trama_form *body, const blocks *b, trama_tetrahedra *made)
{
    const size_t nodes = made->vertex_count;
    for (size_t i = 0; i <= b->cells[0]; i++)
        for (size_t j = 0; j <= b->cells[1]; j++)
            for (size_t k = 0; k <= b->cells[2]; k++) {
                const size_t at[3] = {i, j, k};
                for (size_t axis = 0; axis < 3; axis++)
                    made->vertex[axis * nodes + node_at(b, i, j, k)] =
                        body->centre[axis] +
                        body->side[axis] * ((double)at[axis] / (double)b->cells[axis] - 0.5);
            }
}

/* The corners of a cell as bits x y z. One kind has corners cut off at 0, 3, 5 and 6, the other at
 * 7, 4, 2 and 1: neighbours of the other kind have the same diagonals on the face between them. The
 * second is the first seen in a mirror, so two nodes change places. */
static const unsigned char five[2][5][4] = {
    {{0, 4, 2, 1}, {3, 1, 2, 7}, {5, 4, 1, 7}, {6, 2, 4, 7}, {1, 2, 4, 7}},
    {{7, 3, 5, 6}, {4, 6, 5, 0}, {2, 3, 6, 0}, {1, 5, 3, 0}, {6, 5, 3, 0}},
};

static void cut_cell(const blocks *b, size_t i, size_t j, size_t k, trama_tetrahedra *made)
{
    for (size_t t = 0; t < 5; t++) {
        trama_tetrahedron *item = &made->item[made->count++];
        for (size_t c = 0; c < 4; c++) {
            const unsigned corner = five[(i + j + k) % 2][t][c];
            item->node[c] =
                node_at(b, i + (corner >> 2 & 1U), j + (corner >> 1 & 1U), k + (corner & 1U));
        }
        if (trama_tetrahedron_six_volumes(made, made->count - 1) < 0.0) {
            const size_t kept = item->node[0];
            item->node[0] = item->node[1];
            item->node[1] = kept;
        }
    }
}

static trama_status fill_box(const trama_form *body, trama_tetrahedra *made, trama_error *error)
{
    blocks b;
    for (int axis = 0; axis < 3; axis++)
        b.cells[axis] = (size_t)cells_along(body, axis);
    const size_t cells = b.cells[0] * b.cells[1] * b.cells[2];
    made->vertex_count = (b.cells[0] + 1) * (b.cells[1] + 1) * (b.cells[2] + 1);
    made->vertex = calloc(3 * made->vertex_count, sizeof *made->vertex);
    made->item = calloc(5 * cells, sizeof *made->item);
    if (!made->vertex || !made->item)
        return trama_fail_memory(error);
    place_nodes(body, &b, made);
    for (size_t i = 0; i < b.cells[0]; i++)
        for (size_t j = 0; j < b.cells[1]; j++)
            for (size_t k = 0; k < b.cells[2]; k++)
                cut_cell(&b, i, j, k, made);
    return TRAMA_OK;
}

/* ---- Any. */

trama_status trama_form_fill(const trama_form *body, trama_tetrahedra *made, trama_error *error)
{
    *made = (trama_tetrahedra){0};
    return body->form == TRAMA_FORM_BOX ? fill_box(body, made, error)
                                        : trama_form_stuff(body, made, error);
}

double trama_form_volume(const trama_form *body)
{
    const double r = body->radius, box = body->side[0] * body->side[1] * body->side[2];
    const double rounded = tgamma(1.25) * tgamma(1.25) / tgamma(1.5) * 2.0 / 3.0;
    const double volumes[] = {box, 4.0 / 3.0 * pi * r * r * r, box * rounded,
                              pi * r * r * (body->length + 4.0 / 3.0 * r)};
    return volumes[body->form];
}
