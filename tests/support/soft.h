/* Soft bodies for tests: made, moved and shaken. Include after cmocka.h. */
#ifndef TRAMA_TESTS_SUPPORT_SOFT_H
#define TRAMA_TESTS_SUPPORT_SOFT_H

#include "core/random.h"
#include "model/soft_body/matrix.h"
#include "support/objects.h"

/* A box of sides a, b, c with so many cells along the shortest. */
trama_scene_spec soft_box(double a, double b, double c, long cells);
/* One soft body of `settings` in `scene`, and a method with settings of its own ("": none). */
void soft_begin(objects *o, const trama_scene_spec *scene, const char *settings,
                const char *method);
void soft_begin_with(objects *o, const trama_scene_spec *scene, const char *settings,
                     const char *method, const char *options);
/* Entries from -size to size. */
matrix soft_random_matrix(trama_random *random, double size);
/* By 1.1 rad about an axis along no other. */
matrix soft_rotation(void);
/* q = A X + c. */
void soft_place(trama_system *system, matrix a);
/* Moves nodes by up to `size` along every axis, and adds velocities of up to `speed`. */
void soft_shake(trama_system *system, double size, double speed);

#endif
