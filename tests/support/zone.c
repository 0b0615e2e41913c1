#include "support/zone.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/random.h"

void zone_begin(zone_mesh *f, double h, double speed)
{
    const trama_scene_spec scene = {.grid = {.points = {ZONE_SIDE, ZONE_SIDE},
                                             .side = {1.0, 1.0},
                                             .axis = {{1.0, 0.0, 0.0}, {0.0, 0.0, 1.0}}}};
    trama_random random = {11};
    trama_error error;
    objects_begin(&f->o);
    objects_add(&f->o, "sheet", "provot", "structural=1 density=1 sweeps=0", &scene);
    objects_join(&f->o, "self", "bridson_collision", "", 1, 0);
    objects_make(&f->o, "symplectic_euler");
    const trama_surface *surface = &f->o.system->object[0].surface;
    assert_int_equal(trama_contact_mesh_create(&surface, 1, &f->mesh, &error), TRAMA_OK);
    trama_contact_mesh_place(f->mesh, 0.0, f->o.system->q);
    f->mesh->h = h;
    for (size_t i = 0; i < ZONE_VERTICES; i++) {
        const double yield = 1.0 + (double)i;
        f->vertex[i] = i;
        f->mesh->fixed[i] = false;
        for (size_t axis = 0; axis < 3; axis++) {
            f->mesh->x0[3 * i + axis] += 0.3 * trama_random_signed(&random);
            f->mesh->u[3 * i + axis] = speed * trama_random_signed(&random);
            f->mesh->yield[3 * i + axis] = yield;
        }
    }
    trama_contact_mesh_move(f->mesh);
}

void zone_end(zone_mesh *f)
{
    trama_contact_mesh_destroy(f->mesh);
    objects_end(&f->o);
}
