/* Cloths on a closed body: no vertex ends inside, however it is hit; sliding is Coulomb's; friction
 * takes energy out, stops and never reverses; a measured curve is read between its points and in
 * the direction of the material. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "interaction/measured_friction.h"
#include "interaction/surface_traversal.h"
#include "support/folder.h"
#include "support/plans.h"
#include "support/touching.h"

/* ---- Sizes. */

/* Of two cloths, of rectangles of 0.2 m by 0.15 m and of squares of 0.1 m, in two triangles each:
 * vertices have thirds of triangles, all together the area of their cloth; the thickness is two
 * thirds of the longest edge. */
static void areas_and_thickness_are_those_of_the_cloths(void **state)
{
    (void)state;
    static const trama_scene_spec scenes[2] = {
        {.grid = {.points = {4, 4},
                  .side = {0.6, 0.45},
                  .origin = {0.0, 0.5, 0.0},
                  .axis = {{1.0, 0.0, 0.0}, {0.0, 0.6, 0.8}}}},
        {.grid = {.points = {3, 3},
                  .side = {0.2, 0.2},
                  .origin = {0.0, 0.3, 0.0},
                  .axis = {{1.0, 0.0, 0.0}, {0.0, 0.0, 1.0}}}}};
    static const char cloth[] = "structural=100 shear=100 density=0.2 sweeps=0";
    for (size_t first = 0; first < 2; first++) {
        objects o;
        double sum[2] = {0.0};
        const size_t large = first == 0 ? 0 : 9;
        objects_begin(&o);
        objects_add(&o, "one", "provot", cloth, &scenes[first]);
        objects_add(&o, "two", "provot", cloth, &scenes[1 - first]);
        objects_add(&o, "body", "box_mesh", "low=-5,-1,-5 high=5,0,5 points=2,2,2", NULL);
        objects_join(&o, "touch", "surface_traversal", "", 3, 0, 1, 2);
        objects_make(&o, "symplectic_euler");
        const trama_surface_traversal *self = o.system->acting[0].self;
        assert_int_equal(self->vertices, 25);
        for (size_t i = 0; i < 25; i++) {
            const bool is_large = i >= large && i < large + 16;
            const double thirds = self->response.area[i] / (is_large ? 0.005 : 0.005 / 3.0);
            sum[is_large ? 0 : 1] += self->response.area[i];
            assert_true(thirds > 0.5 && fabs(thirds - round(thirds)) < 1e-9);
        }
        assert_true(fabs(sum[0] - 0.6 * 0.45) < 1e-12 && fabs(sum[1] - 0.2 * 0.2) < 1e-12);
        assert_true(fabs(self->response.options.thickness - 2.0 / 3.0 * 0.25) < 1e-12);
        objects_end(&o);
    }
}

/* ---- Nothing ends inside. */

static void add_cloth(objects *o, double height, double speed)
{
    const trama_scene_spec sheet = {.grid = {.points = {13, 13},
                                             .side = {1.0, 1.0},
                                             .origin = {-0.5, height, -0.5},
                                             .axis = {{1.0, 0.0, 0.0}, {0.0, 0.0, 1.0}}},
                                    .gravity = {0.0, -9.81, 0.0},
                                    .velocity = {0.3, -speed, 0.1},
                                    .perturbation = 0.01,
                                    .seed = 3};
    objects_add(o, "cloth", "provot", "structural=100 shear=100 density=0.2 sweeps=0", &sheet);
}

static void drop(const char *model, const char *body, const char *settings, double speed, double h,
                 long steps)
{
    objects o;
    double contacts = 0.0;
    objects_begin(&o);
    add_cloth(&o, 0.32, speed);
    objects_add(&o, "body", model, body, NULL);
    objects_join(&o, "touch", "surface_traversal", settings, 2, 0, 1);
    objects_make(&o, "symplectic_euler");
    for (long i = 0; i < steps; i++) {
        objects_steps(&o, h, 1);
        contacts += touching_observed(&o, "contacts");
        assert_true(isfinite(touching_observed(&o, "visited"))); /* from the first search on */
        if (touching_observed(&o, "inside") != 0.0 ||
            !(touching_observed(&o, "least_distance") > 0.0))
            fail_msg("%s %s: %g inside, nearest %g m", model, settings,
                     touching_observed(&o, "inside"), touching_observed(&o, "least_distance"));
    }
    assert_true(contacts > 20.0);
    objects_end(&o);
}

static void no_vertex_of_a_cloth_ends_inside(void **state)
{
    (void)state;
    static const char *const settings[] = {"friction=0.3", "order=jacobi", "search=exhaustive",
                                           "thickness=0.002 repulsion=0"};
    static const char ball[] = "radius=0.25 points=17,17 angular_velocity=0,5,3";
    for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++) {
        drop("sphere_mesh", ball, settings[i], 1.0, 2e-3, 100);
        drop("sphere_mesh", ball, settings[i], 20.0, 5e-3, 10); /* a tenth of a metre a step */
        drop("box_mesh", "low=-0.2,-0.2,-0.2 high=0.2,0.2,0.2 points=3,3,3", settings[i], 2.0, 2e-3,
             100);
    }
}

/* ---- Friction. */

/* A sheet that lies on a block, with gravity at an angle to it; its velocity along x, after a time
 * under `h`. */
static double slide(double slope, double push, const char *settings, double end)
{
    objects o;
    const double h = 1e-3;
    const trama_scene_spec sheet = {.grid = {.points = {6, 6},
                                             .side = {0.5, 0.5},
                                             .origin = {0.0, 0.1, 0.0},
                                             .axis = {{1.0, 0.0, 0.0}, {0.0, 0.0, 1.0}}},
                                    .gravity = {9.81 * sin(slope), -9.81 * cos(slope), 0.0},
                                    .velocity = {push, 0.0, 0.0}};
    objects_begin(&o);
    objects_add(&o, "cloth", "provot", "structural=100 shear=100 density=0.2 sweeps=0", &sheet);
    objects_add(&o, "body", "box_mesh", "low=-5,-1,-5 high=5,0,5 points=2,2,2", NULL);
    objects_join(&o, "touch", "surface_traversal", settings, 2, 0, 1);
    objects_make(&o, "symplectic_euler");
    double last = push;
    for (long i = 0; i < (long)(end / h + 0.5); i++) {
        objects_steps(&o, h, 1);
        const double now = o.system->v[14];
        assert_true(now >= -1e-10); /* friction never reverses; springs round */
        assert_true(push == 0.0 || now <= last + 1e-10);
        last = now;
    }
    assert_int_equal((long)touching_observed(&o, "contacts"), 36);
    objects_end(&o);
    return last;
}

static void a_sheet_slides_as_coulomb_says(void **state)
{
    (void)state;
    const char rubs[] = "friction=0.4 thickness=0.1 repulsion=0";
    /* a = g (sin s - mu cos s): 1.8557 m/s^2 at 30 degrees */
    const double slope = 0.5235987755982988,
                 expected = 0.2 * 9.81 * (sin(slope) - 0.4 * cos(slope));
    assert_true(fabs(slide(slope, 0.0, rubs, 0.2) - expected) < 1e-9 * expected); /* 3e-13 */
    assert_true(slide(0.3, 0.0, rubs, 0.2) < 1e-12); /* tan 0.3 = 0.309: it sticks */
    assert_true(fabs(slide(0.0, 1.0, rubs, 0.1) - (1.0 - 0.1 * 0.4 * 9.81)) < 1e-9);
    assert_true(slide(0.0, 1.0, rubs, 0.3) < 1e-12); /* stops after 0.255 s, and stays */
}

/* How much of its speed a sheet loses that slides at an angle to its warp, m/s in 0.1 s. */
static double braked(const char *curve, double degrees)
{
    objects o;
    char settings[128];
    const double angle = degrees * 3.14159265358979323846 / 180.0;
    const trama_scene_spec sheet = {.grid = {.points = {6, 6},
                                             .side = {0.5, 0.5},
                                             .origin = {0.0, 0.1, 0.0},
                                             .axis = {{1.0, 0.0, 0.0}, {0.0, 0.0, 1.0}}},
                                    .gravity = {0.0, -10.0, 0.0},
                                    .velocity = {cos(angle), 0.0, sin(angle)}};
    snprintf(settings, sizeof settings, "friction_curve=%s thickness=0.1 repulsion=0", curve);
    objects_begin(&o);
    objects_add(&o, "cloth", "provot", "structural=100 shear=100 density=0.2 sweeps=0", &sheet);
    objects_add(&o, "body", "box_mesh", "low=-5,-1,-5 high=5,0,5 points=2,2,2", NULL);
    objects_join(&o, "touch", "surface_traversal", settings, 2, 0, 1);
    objects_make(&o, "symplectic_euler");
    objects_steps(&o, 1e-3, 100);
    const double *v = o.system->v;
    const double along = v[14] * cos(angle) + v[72 + 14] * sin(angle);
    assert_true(fabs(v[14] * sin(angle) - v[72 + 14] * cos(angle)) < 1e-9); /* it goes straight */
    objects_end(&o);
    return 1.0 - along;
}

/* Rows [1, 0.5, 0], [1, 0.3, 90]: by g loads of 1 N/N, a sheet loses g t (0.5 cos^2 + 0.3 sin^2).
 */
static void a_cloth_is_braked_by_the_direction_of_its_threads(void **state)
{
    (void)state;
    static const double angles[] = {0, 30, 45, 60, 90, 150};
    for (size_t i = 0; i < 6; i++) {
        const double c = cos(angles[i] * 3.14159265358979323846 / 180.0);
        const double wanted = 10.0 * 0.1 * (0.3 + 0.2 * c * c);
        assert_true(fabs(braked("1,0.5,0,1,0.3,90", angles[i]) - wanted) < 1e-9);
        assert_true(fabs(braked("1,0.4,0", angles[i]) - 0.4) < 1e-9);
    }
}

static trama_friction friction_of(size_t rows, const double *row, double sample_area)
{
    trama_friction friction;
    trama_error error;
    trama_reals list = {.count = 3 * rows};
    memcpy(list.value, row, 3 * rows * sizeof *row);
    assert_int_equal(trama_friction_make(&friction, 0.0, &list, sample_area, "curve", &error),
                     TRAMA_OK);
    return friction;
}

static double force(const trama_friction *friction, double load, double degrees)
{
    const double angle = degrees * 3.14159265358979323846 / 180.0;
    return trama_friction_force(friction, load, 0.01, (double[]){cos(angle), sin(angle)});
}

static void check_force(const trama_friction *friction, double load, double degrees, double wanted)
{
    const double got = force(friction, load, degrees);
    if (!(fabs(got - wanted) < 1e-12))
        fail_msg("%g N at %g degrees: %g N, not %g", load, degrees, got, wanted);
}

static void a_measured_curve_is_read_between_its_points_and_in_its_directions(void **state)
{
    (void)state;
    const double isotropic[] = {0.5, 0.3, 0, 1.0, 0.5, 0};
    trama_friction f = friction_of(2, isotropic, 0.0);
    check_force(&f, 0.0, 0, 0.0);
    check_force(&f, 0.25, 70, 0.15);
    check_force(&f, 0.75, 20, 0.4);
    check_force(&f, 2.0, 0, 0.9); /* straight on */
    const double falling[] = {0.5, 0.3, 0, 1.0, 0.2, 0};
    f = friction_of(2, falling, 0.0);
    check_force(&f, 0.75, 0, 0.25);
    check_force(&f, 1.0, 0, 0.2);
    check_force(&f, 9.0, 0, 0.2); /* where the straight line would be below 0 */
    f = friction_of(2, isotropic, 0.0);
    const double two[] = {1.0, 0.5, 0, 1.0, 0.3, 90};
    f = friction_of(2, two, 0.0);
    check_force(&f, 2.0, 0, 1.0);
    check_force(&f, 2.0, 90, 0.6);
    check_force(&f, 1.0, 30, 0.75 * 0.5 + 0.25 * 0.3);
    check_force(&f, 1.0, 45, 0.4);
    check_force(&f, 1.0, 225, 0.4);
    const double three[] = {1.0, 0.5, 0, 1.0, 0.3, 90, 1.0, 0.45, 45};
    f = friction_of(3, three, 0.0);
    check_force(&f, 1.0, 45, 0.45);
    check_force(&f, 1.0, -45, 0.35);
    check_force(&f, 1.0, 90, 0.3);
    /* By area: twice the vertices of half the area rub as much. */
    f = friction_of(2, isotropic, 0.04);
    const double u[] = {1.0, 0.0};
    assert_true(fabs(2.0 * trama_friction_force(&f, 0.1, 0.005, u) -
                     trama_friction_force(&f, 0.2, 0.01, u)) < 1e-15);
    assert_true(fabs(trama_friction_force(&f, 0.2, 0.01, u) - 0.25 * (0.3 + 0.6 * 0.2)) < 1e-15);
}

/* ---- Bad input. */

static const char *refusal(const char *cloth, const char *body, const char *among,
                           const char *touch)
{
    char text[2048];
    snprintf(text, sizeof text,
             "experiment: start\n"
             "case:\n"
             "  objects:\n"
             "    cloth: {model: {name: bridson, structural: 100, density: 0.2, sweeps: 0}, "
             "scene: {%s}}\n"
             "    body: {model: %s}\n"
             "  interactions:\n"
             "    touch: {name: surface_traversal, among: %s%s}\n"
             "  integrator: {name: symplectic_euler}\n"
             "  task: {name: run, dt: 0.001, horizon: 10}\n",
             cloth, body, among, touch);
    folder_write("start.yaml", text);
    char *file = "start.yaml";
    return plans_refusal(&file, 1, NULL);
}

/* A sheet so high, m; and one without rows and columns, whose warp nobody knows. */
#define GRID(height) "grid: {points: [5, 5], side: [0.4, 0.4], origin: [-0.2, " height ", -0.2]}"
#define MESH "mesh: {file: sheet.obj}"

static void what_it_cannot_do_is_refused_with_its_place(void **state)
{
    (void)state;
    const char ball[] = "{name: sphere_mesh, radius: 0.25, points: [9, 9]}",
               both[] = "[cloth, body]";
    const struct {
        const char *cloth, *body, *among, *touch, *message;
    } cases[] = {
        {GRID("0.3"), ball, both, "", "(not refused)"},
        {GRID("0.2"), ball, both, "",
         "start.yaml:7:45: vertex 6 of 'cloth', at [-0.1, 0.2, -0.1], is inside 'body' at the "
         "start"},
        {GRID("0.3"), "{name: table, side: [1, 1], points: [5, 5]}", both, "",
         "of 'body', triangle 0 has a side that no other triangle has; allowed: a closed surface"},
        {GRID("0.3"), "{name: sphere, radius: 0.25}", both, "", "'body' has no triangles"},
        {GRID("0.3"), ball, "[body, cloth]", "",
         "'body' has no nodes; allowed: cloths, and after them the body"},
        {GRID("0.3"), ball, both, ", friction: -0.1",
         "start.yaml:7:70: friction: '-0.1' is out of range; allowed: at least 0"},
        {GRID("0.3"), ball, both, ", friction_curve: [[1, 1, 0], [1, 2, 0]]",
         "start.yaml:7:88: load 1 N after 1 N in the direction of 0 "
         "degrees"},
        {GRID("0.3"), ball, both, ", friction_curve: [[1, 1, 30]]",
         "direction 30; allowed: degrees from the warp, 0, 45 or 90"},
        {GRID("0.3"), ball, both, ", friction_curve: [[1, -1, 0]]",
         "force -1 N; allowed: not below 0"},
        {GRID("0.3"), ball, both, ", friction_curve: [[1, 1, 90]]", "no row of 0 degrees"},
        {GRID("0.3"), ball, both, ", friction_curve: {csv: good.csv}", "(not refused)"},
        {GRID("0.3"), ball, both, ", friction_curve: {csv: falls.csv}",
         "falls.csv:4:1: load 0.5 N after 1 N in the direction of 90 degrees"},
        {GRID("0.3"), ball, both, ", friction_curve: {csv: word.csv}",
         "word.csv:2:7: friction_curve[2]: 'warp' is not a number"},
        {GRID("0.3"), ball, both, ", friction: 1, friction_curve: [[1, 1, 0]]",
         "friction and friction_curve; allowed: one of them"},
        {MESH, ball, both, ", friction_curve: [[1, 1, 0]]", "(not refused)"},
        {MESH, ball, both, ", friction_curve: {csv: good.csv}",
         "start.yaml:7:46: friction depends on the direction in 'cloth', whose warp is not known; "
         "allowed: a grid, a model that is told its warp, or a curve of 0 degrees alone"},
    };
    folder_write("sheet.obj", "v 0 0.3 0\nv 0.1 0.3 0\nv 0.1 0.3 0.1\nv 0 0.3 0.1\n"
                              "f 1 3 2\nf 1 4 3\n");
    folder_write("good.csv", "load,force,direction\n1,0.5,0\n1,0.4,90\n");
    folder_write("falls.csv", "load,force,direction\n1,0.5,0\n1,0.4,90\n0.5,0.4,90\n");
    folder_write("word.csv", "load,force,direction\n1,0.5,warp\n");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *said = refusal(cases[i].cloth, cases[i].body, cases[i].among, cases[i].touch);
        if (!strstr(said, cases[i].message) || strchr(said, '\n'))
            fail_msg("'%s', not '%s'", said, cases[i].message);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(areas_and_thickness_are_those_of_the_cloths),
        cmocka_unit_test(no_vertex_of_a_cloth_ends_inside),
        cmocka_unit_test(a_sheet_slides_as_coulomb_says),
        cmocka_unit_test(a_cloth_is_braked_by_the_direction_of_its_threads),
        cmocka_unit_test(a_measured_curve_is_read_between_its_points_and_in_its_directions),
        cmocka_unit_test(what_it_cannot_do_is_refused_with_its_place),
    };
    return cmocka_run_group_tests(tests, folder_enter_in_memory, folder_leave);
}
