/* Bodies that are built in: tetrahedra that fill a box, a ball, a pillow or a capsule. The same
 * numbers give the same bits everywhere. */
#ifndef TRAMA_SCENE_FORM_H
#define TRAMA_SCENE_FORM_H

#include "core/status.h"
#include "scene/tetrahedra.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How a body is shaped. Its axes are those of the room.
 *
 * box: sides a, b, c.
 * ball: a radius.
 * pillow: sides a, b, c, and ((2x/a)^4 + (2z/c)^4)^(1/2) + (2y/b)^2 < 1: a rounded cushion, whose
 *   plan is a square of rounded corners and whose seam has no edge.
 * capsule: a cylinder along x of a length and a radius, with hemispheres at its ends. */
typedef enum trama_form_kind {
    TRAMA_FORM_BOX,
    TRAMA_FORM_BALL,
    TRAMA_FORM_PILLOW,
    TRAMA_FORM_CAPSULE,
} trama_form_kind;

typedef struct trama_form {
    int form;         /* trama_form_kind */
    long cells;       /* along the shortest extent; 0: the scene has no body */
    double side[3];   /* of a box and of a pillow, m; 0: not given */
    double radius;    /* of a ball and of a capsule, m; 0: not given */
    double length;    /* of a capsule, between the centres of its ends, m; 0: not given */
    double centre[3]; /* m */
} trama_form;

/* TRAMA_BAD_INPUT with a path below "body": a length that the form lacks or does not have, too many
 * cells. */
trama_status trama_form_check(const trama_form *body, trama_error *error);

/* Fills a body that was checked; the arrays of *made are the caller's to free, in any case.
 *
 * A box: cells as near to cubes as whole numbers allow, each cut into five tetrahedra, of two kinds
 * in turn. Node [i, j, k] is (i n_y + j) n_z + k, n_y and n_z the nodes along y and z: the first
 * n_y n_z are those of the face at the least x, the last those at the greatest.
 * The others: isosurface stuffing of a body-centred cubic lattice (Labelle and Shewchuk 2007),
 * nodes in the order of x, then y, then z.
 * Errors: TRAMA_NO_MEMORY. */
trama_status trama_form_fill(const trama_form *body, trama_tetrahedra *made, trama_error *error);

/* The volume of the form itself, m^3, which the tetrahedra approach: of a pillow, sides a, b, c,
 * a b c Gamma(5/4)^2 / Gamma(3/2) times 2/3. */
double trama_form_volume(const trama_form *body);

#ifdef __cplusplus
}
#endif

#endif
