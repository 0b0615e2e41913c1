/* A small sheet with pins, stops and point_sets that hold it, as a test sets them. Include after
 * cmocka.h. */
#ifndef SUPPORT_HELD_H
#define SUPPORT_HELD_H

#include "support/sheet.h"

enum { HELD_M = 4, HELD_N = 3, HELD_NODES = HELD_M * HELD_N };

/* 4 x 3 nodes, 3 m x 2 m, x = k, z = l, with what a test holds. */
typedef struct held_sheet {
    trama_scene_spec spec;
    trama_pin pin[3];
    trama_stop stop[2];
    trama_point_set point_set[2];
    void *options;
    sheet_run run;
} held_sheet;

/* Pins, stops and point_sets are there, and none is turned on: that is their counts in the spec. */
void held_begin(held_sheet *s);
/* Under symplectic Euler, or the integrator of that name. */
void held_open(held_sheet *s);
void held_open_with(held_sheet *s, const char *integrator);
void held_close(held_sheet *s);

void held_steps(held_sheet *s, double h, int count);

/* k of a node, which is its x in m. */
double held_row(size_t node);

/* Where a node is, m. */
double held_at(const held_sheet *s, size_t node, size_t axis);
void held_assert_at(const held_sheet *s, size_t node, double x, double y, double z);

/* `rows` of time and place, s and m; `count` points, m. */
void held_set_path(trama_motion *motion, size_t rows, const double *value);
void held_set_points(trama_point_set *point_set, size_t count, const double *value);

#endif
