/* Shared by `bridson` and `fem_cloth`: a cloth whose nodes are the vertices of a triangle mesh, and
 * whose edges bend as hinges. */
#ifndef TRAMA_MODEL_PARTICLE_MESH_CLOTH_H
#define TRAMA_MODEL_PARTICLE_MESH_CLOTH_H

#include "core/field.h"
#include "core/numbers.h"
#include "model/particle/hinge.h"
#include "model/particle/particles.h"

#include <float.h>

typedef struct trama_mesh_cloth_parameters {
    double mass, density; /* kg, kg/m^2: one of them */
    int rest;             /* trama_hinge_rest */
    double rest_angle;    /* rad */
} trama_mesh_cloth_parameters;

extern const char *const trama_mesh_cloth_rest_names[];

/* The fields of the parameters above that are the member `member` of the parameters `type`: four
 * entries of a Field table. */
/* clang-format off */
#define TRAMA_MESH_CLOTH_FIELDS(type, member)                                                      \
    {TRAMA_FIELD_AS("mass", type, member.mass), .unit = "kg", .minimum = DBL_MIN,                  \
     .maximum = DBL_MAX, .fallback = {TRAMA_NAN},                                                  \
     .summary = "mass of the rest area; this or density"},                                         \
    {TRAMA_FIELD_AS("density", type, member.density), .unit = "kg/m^2", .minimum = DBL_MIN,        \
     .maximum = DBL_MAX, .fallback = {TRAMA_NAN},                                                  \
     .summary = "mass over rest area; this or mass. A node has a third of each triangle (Campos, " \
                "4.1)"},                                                                           \
    {TRAMA_FIELD_AS("rest", type, member.rest), .unit = "",                                        \
     .choices = trama_mesh_cloth_rest_names,                                                       \
     .summary = "angles at rest: flat; initial, of the initial positions, and lengths too "        \
                "(pre-sculpted folds); angle, rest_angle everywhere"},                             \
    {TRAMA_FIELD_AS("rest_angle", type, member.rest_angle), .unit = "rad", .minimum = -3.14,       \
     .maximum = 3.14,                                                                              \
     .summary = "theta0 of every inner edge with rest: angle; positive for a ridge"}
/* clang-format on */

typedef struct trama_mesh_cloth {
    trama_particles particles; /* first member; on the scene's mesh, or on `own` */
    trama_mesh *own;           /* of a grid, cut herringbone; a scene with a mesh keeps its own */
    double *extra;             /* workspace of 3 N numbers */
} trama_mesh_cloth;

/* Makes the mesh and the workspace, and leaves the positions at rest (3 N) in particles.normal
 * until normals are computed. Free the cloth in any case. TRAMA_BAD_INPUT (rest_angle),
 * TRAMA_NO_MEMORY. */
trama_status trama_mesh_cloth_make(const trama_mesh_cloth_parameters *parameters,
                                   const trama_scene *scene, trama_mesh_cloth *cloth,
                                   trama_error *error);
/* Sets the masses of a new cloth of `area` (m^2): each triangle gives a third to each node.
 * TRAMA_BAD_INPUT (mass, density). */
trama_status trama_mesh_cloth_weigh(const trama_mesh_cloth_parameters *parameters, double area,
                                    trama_mesh_cloth *cloth, trama_error *error);
void trama_mesh_cloth_free(trama_mesh_cloth *cloth);

#endif
