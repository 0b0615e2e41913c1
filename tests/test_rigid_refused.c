/* A step that another interaction refuses after a response has moved bodies leaves nothing behind:
 * its halves are those of a run with half the step, to the bit, and so are impulses kept, events
 * and sleep. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/rigid.h"

static double largest; /* s: step that is accepted */
static long refused;

static trama_status create(const void *parameters, const trama_surface *const *among, size_t count,
                           void **self, trama_error *error)
{
    (void)parameters, (void)among, (void)count;
    *self = malloc(1);
    return *self ? TRAMA_OK : trama_fail_memory(error);
}

static trama_step_status filter(void *self, const trama_step_view *view, double *u,
                                trama_touched *touched)
{
    (void)self, (void)u, (void)touched;
    if (view->h <= largest)
        return TRAMA_STEP_OK;
    refused++;
    return TRAMA_STEP_REFUSED;
}

static const trama_interaction_type refusing = {.name = "refusing",
                                                .summary = "refuses large steps",
                                                .reference = "a test's",
                                                .version = 1,
                                                .least = 1,
                                                .most = 1,
                                                .order_limit = 1,
                                                .create = create,
                                                .destroy = free,
                                                .filter = filter};

static void begin(objects *o, const char *response, const char *settings)
{
    static const double earth[3] = {0.0, -9.81, 0.0};
    rigid_begin_on_ground(o, earth, "friction=0.3 restitution=0.4");
    rigid_add_body(o, 0, "box",
                   "shape=box side=1,0.5,1 position=0,0.3,0 friction=0.3 velocity=1,0,0.5");
    rigid_add_body(o, 0, "ball",
                   "shape=sphere radius=0.3 position=0.2,1.1,0 velocity=0,-6,0 restitution=0.4 "
                   "friction=0.3 angular_velocity=3,0,7");
    rigid_add_body(o, 0, "still", "shape=box side=1,0.5,1 position=5,0.25,0");
    objects_join(o, "touch", response, settings, 1, 0);
    objects_join_type(o, "refusing", &refusing, 1, (size_t[]){0});
    objects_make(o, "symplectic_euler");
}

/* All that the response keeps. */
static void save(const objects *o, trama_archive *archive)
{
    const trama_acting *acting = &o->system->acting[0];
    trama_archive_save(archive);
    acting->type->state(acting->self, archive);
}

static void check(const char *response, const char *settings)
{
    objects once, halved;
    trama_archive kept[2] = {{0}, {0}};
    const double h = 1.0 / 64.0;
    refused = 0;
    begin(&once, response, settings);
    begin(&halved, response, settings);
    for (int step = 0; step < 40; step++) {
        largest = 1.0;
        objects_steps(&once, 0.5 * h, 2);
        largest = 0.75 * h;
        objects_steps(&halved, h, 1);
        const trama_system *a = once.system, *b = halved.system;
        assert_memory_equal(a->q, b->q, a->nq * sizeof *a->q);
        assert_memory_equal(a->v, b->v, a->nv * sizeof *a->v);
        save(&once, &kept[0]);
        save(&halved, &kept[1]);
        assert_int_equal(kept[0].size, kept[1].size);
        assert_memory_equal(kept[0].byte, kept[1].byte, kept[0].size);
    }
    assert_true(refused >= 40);
    for (int i = 0; i < 2; i++)
        trama_archive_free(&kept[i]);
    rigid_end(&once);
    rigid_end(&halved);
}

static void a_refused_step_leaves_nothing_behind(void **state)
{
    (void)state;
    check("rigid_contact", NULL);
    check("rigid_contact", "sleep=0.2");
    check("rigid_contact", "moment=arrival");
    check("rigid_contact_soft", NULL);
    check("rigid_contact_soft", "substeps=1");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_refused_step_leaves_nothing_behind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
