/* A shell: a sheet that is curved at rest, a cylinder or a torus (Unicamp thesis, section 4.1.4: "a
 * radius and a length to define a cylinder, a larger and a smaller radius for a torus").
 * Node [a, b] is a points[1] + b. Index a goes along a cylinder's axis, or around a torus' axis; b
 * goes around the cylinder, or around the torus' tube. Rings are closed: after the last node comes
 * the first. */
#ifndef TRAMA_SCENE_SHELL_H
#define TRAMA_SCENE_SHELL_H

#include "core/status.h"
#include "scene/mesh.h"

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum trama_shell_form { TRAMA_CYLINDER, TRAMA_TORUS } trama_shell_form;

typedef struct trama_shell {
    int form;         /* trama_shell_form */
    long points[2];   /* 0: the scene has no shell */
    double radius;    /* of the cylinder; of the circle in the middle of the torus' tube, m */
    double length;    /* of a cylinder, m; 0: not given */
    double tube;      /* radius of a torus' tube, m; 0: not given */
    double origin[3]; /* middle of a cylinder's first ring; centre of a torus, m */
    double axis[3];   /* any length */
} trama_shell;

/* Fewest nodes of a ring: with fewer, a node would occur twice in another node's stencil. */
enum { TRAMA_RING_LEAST = 5 };

/* TRAMA_BAD_INPUT with a path below "shell": a missing or superfluous length, a ring with too few
 * nodes, a torus whose tube reaches its axis, an axis of length 0, or too many nodes. */
trama_status trama_shell_check(const trama_shell *shell, trama_error *error);
size_t trama_shell_nodes(const trama_shell *shell);
/* True if direction 0 (a) or 1 (b) is a ring. */
bool trama_shell_is_closed(const trama_shell *shell, int direction);
/* Positions at rest, 3 N, SoA. */
void trama_shell_place(const trama_shell *shell, double *q);
/* Its squares, each cut into two triangles, normals outwards; free with free(). NULL: no memory. */
trama_triangle *trama_shell_faces(const trama_shell *shell, size_t *count);

#ifdef __cplusplus
}
#endif

#endif
