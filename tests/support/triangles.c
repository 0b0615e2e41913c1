#include "support/triangles.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

void triangles_begin(triangles *f)
{
    static double x[2][9] = {{0.0, 1.0}, {5.0, 6.0, 5.0}}; /* axis by axis: apart */
    static trama_triangle triangle = {{0, 1, 2}};
    const trama_surface *surface[2];
    trama_scene_spec scene[2];
    trama_error error;
    memset(scene, 0, sizeof scene);
    memset(&f->found, 0, sizeof f->found);
    objects_begin(&f->o);
    for (int i = 0; i < 2; i++) {
        x[i][8] = 1.0;
        scene[i].mesh = (trama_mesh_spec){3, 1, x[i], &triangle};
        objects_add(&f->o, i ? "second" : "first", "bridson",
                    "structural=0 bending=0 density=1 sweeps=0", &scene[i]);
    }
    objects_join(&f->o, "touch", "bridson_collision", "", 2, 0, 1);
    objects_make(&f->o, "symplectic_euler");
    for (int i = 0; i < 2; i++)
        surface[i] = &f->o.system->object[i].surface;
    assert_int_equal(trama_contact_mesh_create(surface, 2, &f->mesh, &error), TRAMA_OK);
    for (size_t i = 0; i < 3 * (size_t)TRIANGLES_VERTICES; i++)
        f->mesh->yield[i] = 1.0;
}

void triangles_end(triangles *f)
{
    trama_mesh_contacts_free(&f->found);
    trama_contact_mesh_destroy(f->mesh);
    objects_end(&f->o);
}
