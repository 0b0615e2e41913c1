/* Shared by the files that make bodies from the entries of `bodies`. */
#ifndef TRAMA_MODEL_RIGID_BUILD_H
#define TRAMA_MODEL_RIGID_BUILD_H

#include "model/rigid/rigid.h"

/* Arrangements (trama_rigid_spec). */
enum {
    TRAMA_RIGID_SINGLE,
    TRAMA_RIGID_LINE,
    TRAMA_RIGID_PYRAMID,
    TRAMA_RIGID_WALL,
    TRAMA_RIGID_PILE
};

/* The kinds of trama_rigid_spec's shape, with the names of shape.h; ended by NULL. */
extern const char *const trama_rigid_shapes[8];

/* An entry being made, and the place for its errors. */
typedef struct trama_rigid_entry {
    const char *name;
    const trama_rigid_spec *spec;
    trama_error *error;
} trama_rigid_entry;

/* TRAMA_BAD_INPUT of the entry's field, or of the entry as a whole: "". */
trama_status trama_rigid_refuse(const trama_rigid_entry *e, const char *field, const char *format,
                                ...) __attribute__((format(printf, 3, 4)));

/* Makes the entry's shape; `kind` stores the polyhedron, if it is one. Errors: TRAMA_BAD_INPUT,
 * TRAMA_NO_MEMORY. */
trama_status trama_rigid_make_shape(const trama_rigid_entry *e, trama_rigid_kind *kind,
                                    trama_convex *shape);

/* Mass, centre and moments of the entry's polyhedron at density 1 kg/m^3. Errors: TRAMA_BAD_INPUT,
 * TRAMA_NO_MEMORY. */
trama_status trama_rigid_weigh_polyhedron(const trama_rigid_entry *e,
                                          const trama_polyhedron *polyhedron, trama_mass *mass);

/* Number of bodies of an entry; and a check of its arrangement: TRAMA_BAD_INPUT. */
size_t trama_rigid_bodies_of(const trama_rigid_spec *spec);
trama_status trama_rigid_check_arrangement(const trama_rigid_entry *e);
/* Makes `count` bodies from the first one, each with its position and name. */
void trama_rigid_arrange(const trama_rigid_entry *e, size_t count, trama_rigid_body *body);

#endif
