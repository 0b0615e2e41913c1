/* Isosurface stuffing: a body bounded by the zero set of a function, filled with tetrahedra of a
 * body-centred cubic lattice (Labelle and Shewchuk, Isosurface Stuffing: Fast Tetrahedral Meshes
 * with Good Dihedral Angles, 2007). For this folder only. */
#ifndef TRAMA_SCENE_FORM_STUFFING_H
#define TRAMA_SCENE_FORM_STUFFING_H

#include "scene/form.h"

/* Fills a ball, a pillow or a capsule. Errors: TRAMA_NO_MEMORY; *made is to be freed in any case.
 */
trama_status trama_form_stuff(const trama_form *form, trama_tetrahedra *made, trama_error *error);

#endif
