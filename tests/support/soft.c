#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "support/soft.h"

trama_scene_spec soft_box(double a, double b, double c, long cells)
{
    return (trama_scene_spec){.body = {.form = TRAMA_FORM_BOX, .cells = cells, .side = {a, b, c}}};
}

void soft_begin_with(objects *o, const trama_scene_spec *scene, const char *settings,
                     const char *method, const char *options)
{
    objects_begin(o);
    objects_add(o, "body", "soft_body", settings, scene);
    objects_make_with(o, method, options);
}

void soft_begin(objects *o, const trama_scene_spec *scene, const char *settings, const char *method)
{
    soft_begin_with(o, scene, settings, method, "");
}

matrix soft_random_matrix(trama_random *random, double size)
{
    matrix a;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            a.at[i][j] = size * trama_random_signed(random);
    return a;
}

matrix soft_rotation(void)
{
    const matrix k = matrix_cross((vec){2.0 / 7.0, 3.0 / 7.0, 6.0 / 7.0});
    const matrix square = matrix_product(k, k);
    return matrix_plus_diagonal(matrix_sum(sin(1.1), k, 1.0 - cos(1.1), square), 1.0);
}

void soft_place(trama_system *s, matrix a)
{
    const size_t n = s->nq / 3;
    for (size_t i = 0; i < n; i++) {
        const vec x = matrix_times(a, (vec){s->q[i], s->q[n + i], s->q[2 * n + i]});
        s->q[i] = x.x + 0.3;
        s->q[n + i] = x.y - 0.7;
        s->q[2 * n + i] = x.z + 0.1;
    }
}

void soft_shake(trama_system *s, double size, double speed)
{
    trama_random random = {11};
    for (size_t i = 0; i < s->nq; i++) {
        s->q[i] += size * trama_random_signed(&random);
        s->v[i] += speed * trama_random_signed(&random);
    }
}
