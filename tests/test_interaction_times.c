/* The time that a run keeps of an interaction (`times: true`) is all that its functions take in a
 * step, by a clock of the test's own, which goes on in them alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "support/objects.h"

enum {
    BEGIN,
    FORCES,
    ROWS,
    PUSH,
    FILTER,
    ADVANCE,
    ADMISSIBLE,
    BALANCE,
    ACCEPTED,
    RENEW,
    FUNCTIONS
};

static double now, spent[FUNCTIONS]; /* s */

static double read_clock(void)
{
    return now;
}

static void spend(int function)
{
    const double seconds = (double)(1L << function);
    now += seconds;
    spent[function] += seconds;
}

static trama_status create(const void *parameters, const trama_surface *const *among, size_t count,
                           void **self, trama_error *error)
{
    (void)parameters, (void)among, (void)count;
    *self = malloc(1);
    return *self ? TRAMA_OK : trama_fail_memory(error);
}

static trama_step_status begin(void *self, const trama_moment *start, double h)
{
    (void)self, (void)start, (void)h;
    spend(BEGIN);
    return TRAMA_STEP_OK;
}

static void forces(void *self, double t, const double *q, const double *v, double *f)
{
    (void)self, (void)t, (void)q, (void)v, (void)f;
    spend(FORCES);
}

static void rows(void *self, const trama_step_view *view, trama_rows *rows)
{
    (void)self, (void)view, (void)rows;
    spend(ROWS);
}

static void push(void *self, const trama_step_view *view, trama_rows *rows)
{
    (void)self, (void)view, (void)rows;
    spend(PUSH);
}

static trama_step_status filter(void *self, const trama_step_view *view, double *u,
                                trama_touched *touched)
{
    (void)self, (void)view, (void)u, (void)touched;
    spend(FILTER);
    return TRAMA_STEP_OK;
}

static void advance(void *self, const trama_moment *end, double h)
{
    (void)self, (void)end, (void)h;
    spend(ADVANCE);
}

static trama_step_status admissible(void *self, const trama_moment *from, const trama_moment *to,
                                    double *part)
{
    (void)self, (void)from, (void)to, (void)part;
    spend(ADMISSIBLE);
    return TRAMA_STEP_OK;
}

static bool balance(void *self, const trama_moment *iterate, const double *left,
                    const double *moves)
{
    (void)self, (void)iterate, (void)left, (void)moves;
    spend(BALANCE);
    return false;
}

static bool accepted(void *self, const trama_moment *iterate)
{
    (void)self, (void)iterate;
    spend(ACCEPTED);
    return false;
}

static bool renew(void *self, const trama_moment *solution)
{
    (void)self, (void)solution;
    spend(RENEW);
    return false;
}

static const trama_interaction_type explicit_one = {.name = "explicit_one",
                                                    .summary = "takes time",
                                                    .reference = "a test's",
                                                    .version = 1,
                                                    .least = 1,
                                                    .most = 1,
                                                    .order_limit = 1,
                                                    .create = create,
                                                    .destroy = free,
                                                    .begin = begin,
                                                    .forces = forces,
                                                    .rows = rows,
                                                    .push = push,
                                                    .filter = filter,
                                                    .advance = advance};
static const trama_interaction_type guard = {.name = "guard",
                                             .summary = "takes time in an iteration",
                                             .reference = "a test's",
                                             .version = 1,
                                             .least = 1,
                                             .most = 1,
                                             .order_limit = 1,
                                             .create = create,
                                             .destroy = free,
                                             .admissible = admissible,
                                             .balance = balance,
                                             .accepted = accepted,
                                             .renew = renew};

/* Two steps, in which the functions from `first` to `last` take time. */
static void check_times(const trama_interaction_type *type, const char *method, int first, int last)
{
    objects o;
    double all = 0.0;
    const trama_scene_spec sheet = {
        .grid = {.points = {3, 3}, .side = {1, 1}, .axis = {{1, 0, 0}, {0, 0, 1}}},
        .velocity = {0.1, 0.2, 0.0}};
    objects_begin(&o);
    objects_add(&o, "sheet", "provot", "structural=30 density=1 sweeps=0", &sheet);
    objects_join_type(&o, "timed", type, 1, (size_t[]){0});
    objects_make(&o, method);
    for (int i = 0; i < FUNCTIONS; i++)
        spent[i] = 0.0;
    o.system->clock = read_clock;
    objects_steps(&o, 1e-3, 2);
    for (int i = 0; i < FUNCTIONS; i++) {
        if ((spent[i] > 0.0) != (i >= first && i <= last))
            fail_msg("%s: function %d took %g s", type->name, i, spent[i]);
        all += spent[i];
    }
    if (!(o.system->acting[0].seconds == all))
        fail_msg("%s: %g s of %g s are counted", type->name, o.system->acting[0].seconds, all);
    assert_true(o.system->object[0].seconds == 0.0);
    objects_end(&o);
}

static void the_time_of_an_interaction_is_all_that_it_takes(void **state)
{
    (void)state;
    check_times(&explicit_one, "symplectic_euler", BEGIN, ADVANCE);
    check_times(&guard, "backward_euler", ADMISSIBLE, RENEW);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_time_of_an_interaction_is_all_that_it_takes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
