/* The largest velocity among vertices, and of solids where a vertex is: of the second sheet, the
 * last vertex and the second solid too. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "interaction/pairs.h"
#include "support/near.h"
#include "support/objects.h"

enum { NODES = 4 };

static trama_scene_spec sheet(double y)
{
    return (trama_scene_spec){.grid = {.points = {2, 2},
                                       .side = {1.0, 1.0},
                                       .origin = {2.0, y, 3.0},
                                       .axis = {{1.0, 0.0, 0.0}, {0.0, 0.0, 1.0}}}};
}

/* Two sheets above a floor that moves and a ball that turns about x = 0, z = 0. */
static const trama_pairs *begin(objects *o, double floor, double spin)
{
    char text[2][120];
    const trama_scene_spec low = sheet(1.0), high = sheet(2.0);
    snprintf(text[0], sizeof text[0], "velocity=0,0,%g", floor);
    snprintf(text[1], sizeof text[1], "radius=0.5 position=0,0.5,0 angular_velocity=0,%g,0", spin);
    objects_begin(o);
    objects_add(o, "low", "provot", "structural=0 shear=0 density=1 sweeps=0", &low);
    objects_add(o, "high", "provot", "structural=0 shear=0 density=1 sweeps=0", &high);
    objects_add(o, "floor", "plane", text[0], NULL);
    objects_add(o, "ball", "sphere", text[1], NULL);
    objects_join(o, "touch", "bouncing_contact", "thickness=0.01", 4, 0, 1, 2, 3);
    objects_make(o, "symplectic_euler");
    return o->system->acting[0].self;
}

static double speed_of(const objects *o, const trama_pairs *pairs)
{
    return trama_pairs_speed(pairs, 0.0, o->system->q, o->system->v);
}

static void the_fastest_vertex_of_any_sheet_counts(void **state)
{
    (void)state;
    objects o;
    const trama_pairs *pairs = begin(&o, 0.0, 0.0);
    assert_true(speed_of(&o, pairs) == 0.0);
    for (size_t s = 0; s < 2; s++)
        for (size_t i = 0; i < NODES; i++) {
            double *v = o.system->v + o.system->object[s].v_begin;
            v[i] = 2.0;
            v[NODES + i] = -3.0;
            v[2 * NODES + i] = 6.0;
            assert_near(speed_of(&o, pairs), 7.0, 1e-14);
            v[i] = v[NODES + i] = v[2 * NODES + i] = 0.0;
        }
    objects_end(&o);
}

/* The ball's motion is continued to the vertices: the farthest is sqrt(3^2 + 4^2) m off its axis.
 */
static void the_fastest_solid_at_a_vertex_counts(void **state)
{
    (void)state;
    static const struct {
        double floor, spin, speed;
    } cases[] = {{0.7, 0.0, 0.7}, {-0.7, 0.1, 0.7}, {0.0, 0.2, 1.0}, {0.7, -0.2, 1.0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        objects o;
        const trama_pairs *pairs = begin(&o, cases[i].floor, cases[i].spin);
        assert_near(speed_of(&o, pairs), cases[i].speed, 1e-14);
        o.system->v[0] = 1.5; /* a vertex that is faster than both */
        assert_near(speed_of(&o, pairs), 1.5, 1e-14);
        objects_end(&o);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_fastest_vertex_of_any_sheet_counts),
        cmocka_unit_test(the_fastest_solid_at_a_vertex_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
