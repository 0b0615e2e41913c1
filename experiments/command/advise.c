#include "command/advise.h"
#include "command/command.h"
#include "command/pending_cases.h"
#include "command/temporary.h"
#include "engine/signals.h"
#include "plan/name.h"
#include "plan/retask.h"
#include "task/advice.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* The first case, and in words which of several it is. */
static void choose(const plan *p, advise_place *place)
{
    char name[256];
    place->chosen[0] = '\0';
    if (p->row_count == 1)
        return;
    name_of_case(&p->cases[0], name, sizeof name);
    snprintf(place->chosen, sizeof place->chosen, "%s, %s of %zu planned cases%s", name,
             p->case_count == 1 ? "one" : "the first",
             p->case_count == 1 ? p->row_count : p->case_count,
             p->case_count == 1 ? "" : " (--only chooses)");
}

static bool set_parameter(const plan_case *c, const char *option, const char *name, double value,
                          double *to)
{
    const trama_field *field = trama_fields_find(*c->task->part[0].fields, name);
    char range[128];
    if (isnan(value))
        return true;
    *to = value;
    if (trama_field_allows(field, value))
        return true;
    trama_field_range(field, range, sizeof range);
    fprintf(stderr, "trama advise: %s %g; allowed: %s\n", option, value, range);
    return false;
}

static bool set_parameters(const advise_request *r, const plan_case *c)
{
    advice_parameters *p = c->task_parameters;
    if (r->check && p->check == ADVICE_CHECK_NONE)
        p->check = ADVICE_CHECK_RECOMMENDED;
    return set_parameter(c, "--time", "duration", r->duration, &p->duration) &&
           set_parameter(c, "--accuracy", "accuracy", r->accuracy, &p->accuracy);
}

static bool make_plan(const advise_request *r, plan *p, advise_place *place)
{
    config_error error = {0};
    char *files[] = {r->file};
    if (!plan_load(files, 1, r->only, p, &error)) {
        fprintf(stderr, "%s\n", error.text);
        return false;
    }
    if (p->case_count == 0) {
        fprintf(stderr, "trama advise: --only \"%s\" leaves no case\n", r->only);
        return false;
    }
    choose(p, place);
    bool ok = plan_retask(p, 0, &task_advice, &error);
    if (ok && !set_parameters(r, &p->cases[0]))
        return false;
    ok = ok && plan_settle(p, &error);
    if (!ok)
        fprintf(stderr, "%s\n", error.text);
    return ok;
}

static bool find_place(const advise_request *r, advise_place *place)
{
    signals_hold(); /* or the folder would be left */
    if (!r->folder)
        return place->is_temporary = temporary_make("advise", place->folder, sizeof place->folder);
    snprintf(place->folder, sizeof place->folder, "%s", r->folder);
    return true;
}

int advise_run(const advise_request *r, advise_place *place)
{
    plan p;
    int code = EXIT_USAGE;
    *place = (advise_place){.is_temporary = false};
    if (make_plan(r, &p, place)) {
        const request run = {.folder = place->folder,
                             .workers = 1,
                             .threads = 1,
                             .quiet = 1,
                             .gathers = true,
                             .unkept = !r->folder,
                             .shard = 1,
                             .shards = 1};
        code = find_place(r, place) ? command_run_plan(&run, &p) : EXIT_IO;
        pending_case_path(&run, &p.cases[0], place->file, sizeof place->file);
    }
    plan_free(&p);
    return code;
}

void advise_end(const advise_place *place)
{
    if (place->is_temporary)
        temporary_remove(place->folder);
}
