/* Every model with a surface runs under every integrator with every response to contact, or is
 * refused for a stated reason: a sheet that is folded falls on a ball and on itself. Responses that
 * guarantee it leave nothing crossed. docs/collisions.md has the table of what ran;
 * `TRAMA_RENEW=1 ctest --test-dir build/release -R test_contact_pairs` makes it anew. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/penetration.h"
#include "support/rigid.h"

enum { STEPS = 3, ROWS = 6, COLUMNS = 3, NODES = ROWS * COLUMNS, MODELS = 16, RESPONSES = 24 };
static const double SIDE = 0.05, STEP = 1e-3; /* m; s */

/* ---- What runs. */

static const struct {
    const char *name, *settings;
} models[] = {
    {"cosserat", "zeta=100 xi=0.3 phi=0.001 mass=1"},
    {"bridson", "structural=40 shear=20 density=0.3 sweeps=0"},
    {"nedel", "mass=0.1 elasticity=40 curvature=0.1"},
    {"provot", "structural=40 shear=20 density=0.3 sweeps=0"},
    {"lattice", "mass=0.02 edge=40 face=40"},
    {"fem_cloth", "young_thickness=40 poisson=0.3 density=0.3"},
    {"soft_body", "mass=0.02 young=2000"},
    {"rigid_bodies", ""},
};
enum { MODEL_COUNT = sizeof models / sizeof *models };

/* Settings that are not the defaults; `holds`: nothing crosses. Interactions that are not here run
 * with their defaults. */
static const struct {
    const char *name, *settings, *title;
    bool holds;
} variants[] = {
    {"penalty_contact", "stiffness=200 thickness=0.002", "", false},
    {"bouncing_contact", "thickness=0.002", "", false},
    {"bridson_collision", "", "", true},
    {"barrier_contact", "", "", true},
    {"provot_collision", "", "", false},
    {"provot_collision", "response=corrected zones=corrected on_unresolved=halve", ", corrected",
     true},
    {"nedel_collision", "treatment=nearest", "", false},
    {"nedel_collision", "treatment=three", ", `three`", false},
    {"nedel_collision", "treatment=springs", ", `springs`", false},
};

typedef struct response {
    const char *name, *settings, *title;
    bool holds;
} response;

/* These join objects at places that are named, or fill what is between them, and look for no
 * contact. */
static bool joins(const char *name)
{
    const char *joint = strstr(name, "_joint");
    return strcmp(name, "spring_between") == 0 || strcmp(name, "attachment") == 0 ||
           strcmp(name, "air_layer") == 0 || (joint && strcmp(joint, "_joint") == 0);
}

static size_t list_responses(response *list)
{
    size_t count = 0;
    for (size_t i = 0; i < trama_interaction_count(); i++) {
        const char *name = trama_interaction_at(i)->name;
        const size_t begin = count;
        for (size_t v = 0; v < sizeof variants / sizeof *variants; v++)
            if (strcmp(variants[v].name, name) == 0)
                list[count++] =
                    (response){name, variants[v].settings, variants[v].title, variants[v].holds};
        if (count == begin && !joins(name))
            list[count++] = (response){name, "", "", false};
        assert_true(count < RESPONSES);
    }
    return count;
}

static bool has_model(const char *name)
{
    for (size_t m = 0; m < MODEL_COUNT; m++)
        if (strcmp(models[m].name, name) == 0)
            return true;
    return false;
}

/* An oscillator has no place; obstacles are what others fall on. */
static void every_model_that_falls_is_here(void **state)
{
    (void)state;
    for (size_t i = 0; i < trama_model_count(); i++) {
        const trama_model_type *type = trama_model_at(i);
        if ((type->pointwise || type->rigid) && !has_model(type->name))
            fail_msg("%s is missing here", type->name);
    }
}

/* ---- A scene. */

static void add_body(objects *o)
{
    const size_t bodies = rigid_add(o, NULL, NULL);
    rigid_add_body(o, bodies, "stone",
                   "shape=box side=0.1,0.04,0.06 position=0,0.021,0 velocity=0.2,-2,0");
    rigid_add_body(o, bodies, "ball", "shape=sphere radius=0.08 position=0,-0.08,0 motion=static");
}

static void add_sheet(objects *o, size_t model)
{
    trama_scene_spec scene = {.velocity = {0.2, -2.0, 0.0}};
    if (strcmp(models[model].name, "lattice") == 0)
        scene.lattice = (trama_lattice){
            .points = {3, 3, 3}, .side = {0.1, 0.1, 0.1}, .origin = {-0.047, 3e-3, -0.051}};
    else if (trama_model_find(models[model].name)->tetrahedral)
        scene.body = (trama_form){.form = TRAMA_FORM_BOX,
                                  .cells = 2,
                                  .side = {0.1, 0.1, 0.1},
                                  .centre = {3e-3, 0.053, -1e-3}};
    else
        scene.grid = (trama_grid){.points = {ROWS, COLUMNS},
                                  .side = {(ROWS - 1) * SIDE, (COLUMNS - 1) * SIDE},
                                  .origin = {-0.047, 3e-3, -0.051},
                                  .axis = {{1.0, 0.0, 0.0}, {0.0, 0.0, 1.0}}};
    objects_add(o, "sheet", models[model].name, models[model].settings, &scene);
}

/* The sheet in two flaps of the same lengths, one above the other, which closes. */
static void fold(trama_system *s)
{
    if (s->object[0].nq != 3 * NODES)
        return;
    for (size_t i = ROWS / 2 * COLUMNS; i < NODES; i++) {
        const size_t row = i / COLUMNS, under = i - (2 * row - (ROWS - 1)) * COLUMNS;
        s->q[i] = s->q[under] + (row == ROWS / 2 ? 0.0 : 1e-3);
        s->q[NODES + i] = s->q[NODES + under] + SIDE;
        s->q[2 * NODES + i] = s->q[2 * NODES + under] + 3e-3;
        s->v[NODES + i] -= row == ROWS / 2 ? 0.0 : 60.0;
    }
    s->disturbed = true;
}

static bool build(objects *o, const char *method, trama_error *error)
{
    o->spec.object = o->object;
    o->spec.interaction = o->interaction;
    o->spec.contact = &o->contact;
    if (trama_system_build(&o->spec, &o->system, error) != TRAMA_OK)
        return false;
    const trama_integrator_type *type = trama_integrator_find(method);
    o->options = piece_parameters(type->parameters, NULL);
    fold(o->system);
    return trama_integrator_create(type, o->options, o->system, &o->integrator, error) == TRAMA_OK;
}

/* These act among bodies of one object. */
static bool is_of_bodies(const char *name)
{
    return strncmp(name, "rigid_contact", strlen("rigid_contact")) == 0;
}

/* Of the scene under `touch`, or of a free fall. */
static bool begin(objects *o, size_t model, const response *touch, const char *method,
                  trama_error *error)
{
    const bool is_rigid = strcmp(models[model].name, "rigid_bodies") == 0;
    objects_begin(o);
    if (is_rigid)
        add_body(o);
    else
        add_sheet(o, model);
    if (!is_rigid || (touch && !is_of_bodies(touch->name)))
        objects_add(o, "ball", "sphere_mesh", "radius=0.08 position=0,-0.08,0 points=7,9", NULL);
    if (touch && is_rigid && is_of_bodies(touch->name))
        objects_join(o, "touch", touch->name, touch->settings, 1, 0);
    else if (touch)
        objects_join(o, "touch", touch->name, touch->settings, 2, 0, 1);
    return build(o, method, error);
}

/* ---- A run. */

typedef struct outcome {
    bool ran, stopped;         /* stopped: a step was refused, with all its halves */
    size_t crossed;            /* edges, at the end */
    double q[3 * NODES + 100]; /* at the end */
    char reason[512];          /* why it was refused */
} outcome;

static size_t crossed_by(const trama_system *s)
{
    return s->object[0].surface.mesh ? penetration_crossings(s) : 0;
}

/* A run that is refused says why; one that leaves numbers fails the test. Where it
 * stops, the table says so. */
static void run(size_t model, const response *touch, const char *method, outcome *found)
{
    objects o;
    trama_error error = {0};
    *found = (outcome){.ran = begin(&o, model, touch, method, &error)};
    snprintf(found->reason, sizeof found->reason, "%s", error.text);
    if (!found->ran && !error.text[0])
        fail_msg("%s, %s, %s: refused without a reason", models[model].name,
                 touch ? touch->name : "-", method);
    for (int i = 0; found->ran && !found->stopped && i < STEPS; i++) {
        found->stopped = trama_integrator_step(o.integrator, o.system, STEP) != TRAMA_STEP_OK;
        if (found->stopped && !touch)
            fail_msg("%s, %s: step %d of a free fall is refused", models[model].name, method, i);
        found->crossed = crossed_by(o.system);
        if (touch && touch->holds && found->crossed > 0)
            fail_msg("%s, %s %s, %s: %zu edges cross after step %d", models[model].name,
                     touch->name, touch->settings, method, found->crossed, i);
    }
    for (size_t i = 0; found->ran && i < o.system->nq; i++) {
        assert_true(i < sizeof found->q / sizeof *found->q && isfinite(o.system->q[i]));
        found->q[i] = o.system->q[i];
    }
    rigid_end(&o);
}

/* ---- The table. */

typedef struct text {
    char *s;
    size_t length, room;
} text;

__attribute__((format(printf, 2, 3))) static void say(text *t, const char *format, ...)
{
    va_list list, again;
    va_start(list, format);
    va_copy(again, list);
    const size_t more = (size_t)vsnprintf(NULL, 0, format, list);
    if (t->length + more >= t->room) {
        t->room = 2 * (t->length + more + 1);
        t->s = realloc(t->s, t->room);
        assert_non_null(t->s);
    }
    vsnprintf(t->s + t->length, t->room - t->length, format, again);
    t->length += more;
    va_end(list);
    va_end(again);
}

/* What is refused, by reason. */
typedef struct refusals {
    size_t count;
    struct {
        char reason[512];
        text pairs, methods;
        size_t model, response; /* the last */
    } of[64];
} refusals;

/* Reasons that differ in the method's name alone are one, with a list of methods. */
static void note_refusal(refusals *all, const char *reason, const char *method, size_t model,
                         size_t number, const response *touch)
{
    const size_t named = strncmp(reason, method, strlen(method)) == 0 ? strlen(method) : 0;
    char quoted[80];
    size_t i = 0;
    while (i < all->count && strcmp(all->of[i].reason, reason + named) != 0)
        i++;
    assert_true(i < 64);
    if (i == all->count) {
        snprintf(all->of[i].reason, sizeof all->of[i].reason, "%s", reason + named);
        all->of[i].model = SIZE_MAX;
        all->count++;
    }
    snprintf(quoted, sizeof quoted, "`%s`", method);
    if (named > 0 && (!all->of[i].methods.s || !strstr(all->of[i].methods.s, quoted)))
        say(&all->of[i].methods, "%s%s", all->of[i].methods.length > 0 ? ", " : "", quoted);
    if (all->of[i].model == model && all->of[i].response == number)
        return;
    say(&all->of[i].pairs, "%s`%s` with `%s`%s", all->of[i].pairs.length > 0 ? ", " : "",
        models[model].name, touch->name, touch->title);
    all->of[i].model = model;
    all->of[i].response = number;
}

static bool same_places(const outcome *a, const outcome *b)
{
    for (size_t i = 0; i < sizeof a->q / sizeof *a->q; i++)
        if (a->q[i] != b->q[i])
            return false;
    return true;
}

/* All methods with one model and one response: a cell. */
static size_t run_pair(size_t model, size_t number, const response *touch, const outcome *free_fall,
                       text *cell, refusals *all)
{
    const size_t methods = trama_integrator_count();
    size_t ran = 0, crossed = 0, stopped = 0;
    for (size_t m = 0; m < methods; m++) {
        static outcome found;
        const char *method = trama_integrator_at(m)->name;
        run(model, touch, method, &found);
        if (found.ran && !found.stopped && same_places(&found, &free_fall[m]))
            fail_msg("%s, %s, %s: nothing was touched", models[model].name, touch->name, method);
        ran += found.ran;
        crossed += found.crossed > 0;
        stopped += found.stopped;
        if (!found.ran)
            note_refusal(all, found.reason, method, model, number, touch);
    }
    if (ran == 0)
        say(cell, " refused |");
    else
        say(cell, " %zu", ran);
    if (crossed > 0)
        say(cell, ", %zu crossed", crossed);
    if (stopped > 0)
        say(cell, ", %zu stopped", stopped);
    if (ran > 0)
        say(cell, " |");
    return ran;
}

static void say_refusals(text *table, refusals *all)
{
    for (size_t i = 0; i < all->count; i++) {
        if (all->of[i].methods.s)
            say(table, "- %s: the method%s. These are %s\n", all->of[i].pairs.s, all->of[i].reason,
                all->of[i].methods.s);
        else
            say(table, "- %s: %s\n", all->of[i].pairs.s, all->of[i].reason);
        free(all->of[i].pairs.s);
        free(all->of[i].methods.s);
    }
}

static char *make_table(void)
{
    response touch[RESPONSES];
    static outcome free_fall[MODEL_COUNT][64];
    static refusals all;
    text table = {0};
    const size_t count = list_responses(touch), methods = trama_integrator_count();
    size_t ran = 0;
    assert_true(methods <= 64);
    say(&table, "| response |");
    for (size_t i = 0; i < MODEL_COUNT; i++) {
        say(&table, " `%s` |", models[i].name);
        for (size_t m = 0; m < methods; m++)
            run(i, NULL, trama_integrator_at(m)->name, &free_fall[i][m]);
    }
    say(&table, "\n|---|");
    for (size_t i = 0; i < MODEL_COUNT; i++)
        say(&table, "---|");
    for (size_t r = 0; r < count; r++) {
        say(&table, "\n| `%s`%s |", touch[r].name, touch[r].title);
        for (size_t i = 0; i < MODEL_COUNT; i++)
            ran += run_pair(i, r, &touch[r], free_fall[i], &table, &all);
    }
    say(&table, "\n\nOf %zu methods; %zu runs. Refused, and why:\n\n", methods, ran);
    say_refusals(&table, &all);
    return table.s;
}

static const char page_file[] = TRAMA_SOURCE_DIR "/docs/collisions.md";
static const char begins[] = "<!-- pairs -->\n", ends[] = "<!-- end of pairs -->\n";

static char *read_page(void)
{
    FILE *in = fopen(page_file, "rb");
    assert_non_null(in);
    char *page = calloc(1, 1 << 20);
    assert_non_null(page);
    assert_true(fread(page, 1, (1 << 20) - 1, in) > 0);
    fclose(in);
    return page;
}

static void write_page(const char *before, size_t length, const char *table, const char *after)
{
    FILE *out = fopen(page_file, "wb");
    assert_non_null(out);
    fwrite(before, 1, length, out);
    fputs(table, out);
    fputs(after, out);
    assert_int_equal(fclose(out), 0);
}

static void every_pair_runs_or_is_refused_as_the_page_says(void **state)
{
    (void)state;
    char *page = read_page(), *table = make_table();
    char *start = strstr(page, begins), *end = strstr(page, ends);
    assert_true(start && end && start < end);
    start += strlen(begins);
    if (getenv("TRAMA_RENEW"))
        write_page(page, (size_t)(start - page), table, end);
    else if (strlen(table) != (size_t)(end - start) ||
             memcmp(table, start, (size_t)(end - start)) != 0)
        fail_msg("%s does not have this table; TRAMA_RENEW=1 makes it anew:\n%s", page_file, table);
    free(page);
    free(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_model_that_falls_is_here),
        cmocka_unit_test(every_pair_runs_or_is_refused_as_the_page_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
