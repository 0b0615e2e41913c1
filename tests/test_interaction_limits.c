/* What interactions are given: the last value that is allowed is taken, and means what it says; the
 * next is refused at its place. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "support/near.h"
#include "support/objects.h"

static const double gravity = 9.81;

/* ---- Refused or taken. */

static trama_scene_spec sheet_at(double height)
{
    trama_scene_spec scene = {.grid = {.points = {3, 4},
                                       .side = {1.0, 1.5},
                                       .origin = {0.0, height, 0.0},
                                       .axis = {{1.0, 0.0, 0.0}, {0.0, 0.0, 1.0}}}};
    scene.gravity[1] = -gravity;
    return scene;
}

static void begin_sheet(objects *o, double height, const char *interaction, const char *settings)
{
    const trama_scene_spec scene = sheet_at(height);
    objects_begin(o);
    objects_add(o, "sheet", "provot", "structural=0 shear=0 flexion=0 mass=1 sweeps=0", &scene);
    objects_add(o, "floor", "plane", NULL, NULL);
    objects_join(o, "touch", interaction, settings, 2, 0, 1);
}

static void begin_oscillators(objects *o, double apart, const char *interaction,
                              const char *settings)
{
    char right[80];
    snprintf(right, sizeof right, "omega=3 position=%g", apart);
    objects_begin(o);
    objects_add(o, "left", "oscillator", "omega=3 position=0", NULL);
    objects_add(o, "right", "oscillator", right, NULL);
    objects_join(o, "touch", interaction, settings, 2, 0, 1);
}

static void begin_sheets(objects *o, double height, const char *interaction, const char *settings)
{
    const trama_scene_spec low = sheet_at(0.0), high = sheet_at(height);
    objects_begin(o);
    objects_add(o, "low", "provot", "mass=1", &low);
    objects_add(o, "high", "provot", "mass=1", &high);
    objects_join(o, "touch", interaction, settings, 2, 0, 1);
}

typedef void beginning(objects *o, double height, const char *interaction, const char *settings);

/* refused: the path's end; NULL: it is taken. */
static const struct {
    beginning *begin;
    double height;
    const char *interaction, *settings, *refused;
} cases[] = {
    {begin_sheet, 0.0, "attachment", "kind=row k=0,2 l=0,3", NULL},
    {begin_sheet, 0.0, "attachment", "kind=row k=2,2", NULL},
    {begin_sheet, 0.0, "attachment", "kind=row k=3,3", "k"},
    {begin_sheet, 0.0, "attachment", "kind=row k=-3,-1", NULL},
    {begin_sheet, 0.0, "attachment", "kind=row k=-4,-1", "k"},
    {begin_sheet, 0.0, "attachment", "kind=row k=2,1", "k"},
    {begin_sheet, 0.0, "attachment", "kind=row k=0.5,1", "k"},
    {begin_sheet, 0.0, "attachment", "kind=row l=3,3", NULL},
    {begin_sheet, 0.0, "attachment", "kind=row l=0,4", "l"},
    {begin_sheet, 0.0, "attachment", "kind=row l=-4,-4", NULL},
    {begin_sheet, 0.0, "attachment", "kind=row l=-5,-4", "l"},
    {begin_sheet, 0.0, "attachment", "kind=row l=-1,-2", "l"},
    {begin_sheet, 0.5, "attachment", "kind=row k=1,1 within=0.5", NULL},
    {begin_sheet, -0.5, "attachment", "kind=row k=1,1 within=0.5", NULL},
    {begin_sheet, 0.5, "attachment", "kind=row k=1,1 within=0.4999", "k"},
    {begin_sheet, -0.5, "attachment", "kind=row l=1,1 within=0.4999", "l"},
    {begin_sheet, 0.0, "attachment", "kind=force k=1,1", "stiffness"},
    {begin_sheet, 0.0, "attachment", "kind=force stiffness=0 k=1,1", NULL},
    {begin_sheet, 0.0, "attachment", "kind=force stiffness=1 compliance=1 k=1,1", "compliance"},
    {begin_sheet, 0.0, "attachment", "kind=row damping=1 k=1,1", "damping"},
    {begin_sheet, 0.0, "attachment", "kind=row stiffness=1 k=1,1", "stiffness"},
    {begin_sheet, 0.0, "attachment", "kind=row", "points"},
    {begin_sheet, 0.0, "attachment", "kind=row points=0,0,0 k=1,1", "k"},
    {begin_sheet, 0.0, "attachment", "kind=row points=0,0,0", NULL},
    {begin_oscillators, 1.0, "spring_between", "stiffness=1 first=0 second=0", NULL},
    {begin_oscillators, 1.0, "spring_between", "stiffness=1 first=-1 second=-1", NULL},
    {begin_oscillators, 1.0, "spring_between", "stiffness=1 first=1", "first"},
    {begin_oscillators, 1.0, "spring_between", "stiffness=1 second=-2", "second"},
    {begin_oscillators, 0.0, "spring_between", "stiffness=1", NULL},
    {begin_sheets, 1.0, "spring_between", "stiffness=1 first=2,3 second=-3,-4", NULL},
    {begin_sheets, 1.0, "spring_between", "stiffness=1 first=3,0", "first"},
    {begin_sheets, 1.0, "spring_between", "stiffness=1 second=0,-5", "second"},
    {begin_sheets, 0.0, "spring_between", "stiffness=1", "first"},
    {begin_sheet, 0.0, "bouncing_contact", "", NULL},
    {begin_sheet, -1e-10, "bouncing_contact", "", NULL},
    {begin_sheet, -1e-6, "bouncing_contact", "", "among"},
    {begin_sheets, 1.0, "bouncing_contact", "thickness=0.01", NULL},
    {begin_sheets, 1.0, "bouncing_contact", "thickness=0", "thickness"},
};

static bool ends_with(const char *path, const char *name)
{
    const size_t length = strlen(path), end = strlen(name);
    return length >= end && strcmp(path + length - end, name) == 0 &&
           (length == end || path[length - end - 1] == '.' || path[length - end - 1] == ' ');
}

static void the_last_that_is_allowed_is_taken_and_the_next_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        objects o;
        cases[i].begin(&o, cases[i].height, cases[i].interaction, cases[i].settings);
        if (cases[i].refused) {
            const trama_error error = objects_refused(&o);
            if (!ends_with(error.path, cases[i].refused))
                fail_msg("%s %s: %s: %s", cases[i].interaction, cases[i].settings, error.path,
                         error.text);
        } else {
            objects_make(&o, "symplectic_euler");
        }
        objects_end(&o);
    }
}

/* ---- What is held. */

/* Nodes k, l of 3 x 4 in rows, '#' if they are held. */
static void ranges_hold_the_nodes_that_they_name(void **state)
{
    (void)state;
    static const struct {
        const char *range, *held;
    } ranges[] = {
        {"k=0,0", "####"
                  "...."
                  "...."},
        {"k=1,-1", "...."
                   "####"
                   "####"},
        {"l=-1,-1", "...#"
                    "...#"
                    "...#"},
        {"k=0,1 l=1,2", ".##."
                        ".##."
                        "...."},
        {"k=-1,-1 l=0,0", "...."
                          "...."
                          "#..."},
        {"points=0,0,0,1,0,1.5", "#..."
                                 "...."
                                 "...#"},
    };
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
        objects o;
        char settings[80];
        snprintf(settings, sizeof settings, "kind=row %s", ranges[i].range);
        begin_sheet(&o, 0.0, "attachment", settings);
        objects_make(&o, "symplectic_euler");
        objects_steps(&o, 1e-3, 1);
        for (size_t node = 0; node < 12; node++)
            assert_near(o.system->v[12 + node], ranges[i].held[node] == '#' ? 0.0 : -1e-3 * gravity,
                        1e-12);
        objects_end(&o);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_last_that_is_allowed_is_taken_and_the_next_refused),
        cmocka_unit_test(ranges_hold_the_nodes_that_they_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
