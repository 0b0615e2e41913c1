/* The lattice of isosurface stuffing: a body-centred cubic one around a form; points too near to
 * the surface are moved onto it. For this folder only. */
#ifndef TRAMA_SCENE_FORM_LATTICE_H
#define TRAMA_SCENE_FORM_LATTICE_H

#include "core/vec.h"
#include "scene/form.h"

#include <stdbool.h>

/* Points have three coordinates, in halves of a cell, all even or all odd. A long edge joins points
 * of the same kind (2 along an axis), a short one those of different kinds (1 along every axis).
 * Every tetrahedron has a long edge of each kind and four short ones. */
typedef struct form_lattice {
    const trama_form *form;
    double half;            /* of a cell's side, m */
    long reach[3], size[3]; /* coordinates are -reach .. reach; their number */
    size_t places;          /* size[0] size[1] size[2]; one in four is a point */
    double *value;          /* of the function; 0 where a point was moved onto the surface */
    vec *at;                /* m, about the body's centre */
    size_t *name;           /* of the point's node, from 1; 0: none yet */
} form_lattice;

enum { FORM_NEIGHBOURS = 14 }; /* of a point */

/* Makes the lattice around the form, evaluates the function, positive inside, and moves points onto
 * the surface. False without memory; free it by trama_form_lattice_free in any case. */
bool trama_form_lattice_make(const trama_form *form, form_lattice *lattice);
void trama_form_lattice_free(form_lattice *lattice);

bool trama_form_lattice_is_point(const long c[3]);
/* The place, an index into the arrays, of coordinates within `reach`. */
size_t trama_form_lattice_place(const form_lattice *lattice, const long c[3]);
/* Neighbour `w` of a place; false outside the lattice, where the function is negative. */
bool trama_form_lattice_neighbour(const form_lattice *lattice, size_t place, size_t w,
                                  size_t *other);
/* The zero of the function between a point where it is positive and one where it is negative. */
vec trama_form_lattice_crossing(const form_lattice *lattice, vec positive, vec negative);

#endif
