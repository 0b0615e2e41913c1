/* From the entries of `bodies` to bodies: what the files that make them share. */
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

/* The kinds of trama_rigid_spec's shape, as shape.h names them; NULL ends them. */
extern const char *const trama_rigid_shapes[8];

/* An entry that is being made, and where faults of it are. */
typedef struct trama_rigid_entry {
    const char *name;
    const trama_rigid_spec *spec;
    trama_error *error;
} trama_rigid_entry;

/* TRAMA_BAD_INPUT of the entry's field, or of the entry as a whole: "". */
trama_status trama_rigid_refuse(const trama_rigid_entry *e, const char *field, const char *format,
                                ...) __attribute__((format(printf, 3, 4)));

/* The entry's shape, whose polyhedron, if it is one, `kind` keeps. Errors: TRAMA_BAD_INPUT,
 * TRAMA_NO_MEMORY. */
trama_status trama_rigid_make_shape(const trama_rigid_entry *e, trama_rigid_kind *kind,
                                    trama_convex *shape);

/* Mass, centre and moments of the entry's polyhedron at density 1 kg/m^3. Errors: TRAMA_BAD_INPUT,
 * TRAMA_NO_MEMORY. */
trama_status trama_rigid_weigh_polyhedron(const trama_rigid_entry *e,
                                          const trama_polyhedron *polyhedron, trama_mass *mass);

/* How many bodies an entry is, and whether its arrangement can be: TRAMA_BAD_INPUT. */
size_t trama_rigid_bodies_of(const trama_rigid_spec *spec);
trama_status trama_rigid_check_arrangement(const trama_rigid_entry *e);
/* Makes `count` bodies of the first one, each in its place and with its name. */
void trama_rigid_arrange(const trama_rigid_entry *e, size_t count, trama_rigid_body *body);

#endif
