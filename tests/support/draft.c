#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/draft.h"

const double draft_nodes[60];

void draft_begin(draft *d)
{
    trama_fields_default(trama_scene_fields, &d->spec);
    trama_fields_default(trama_grid_fields, &d->spec.grid);
    d->spec.grid.points[0] = 5;
    d->spec.grid.points[1] = 4;
    d->spec.grid.side[0] = 2.0;
    d->spec.grid.side[1] = 4.5;
    for (int i = 0; i < DRAFT_PARTS; i++) {
        trama_fields_default(trama_pin_fields, &d->pins[i]);
        trama_fields_default(trama_force_point.parameters, &d->forces[i]);
        d->listed[i] = (trama_force){&trama_force_point, &d->forces[i]};
        d->pins[i].l[1] = d->forces[i].on.l[1] = 0; /* node [0, 0], not all of row 0 */
    }
    d->spec.pins = d->pins;
    d->spec.forces = d->listed;
}

trama_scene *draft_make(const draft *d)
{
    trama_scene *scene;
    trama_error error;
    if (trama_scene_create(&d->spec, &scene, &error) != TRAMA_OK)
        fail_msg("%s: %s", error.path, error.text);
    return scene;
}

trama_activity *draft_activity(const trama_scene *scene)
{
    trama_activity *activity;
    trama_error error;
    assert_int_equal(trama_activity_create(scene, &activity, &error), TRAMA_OK);
    return activity;
}
