/* Time of a step by layer: cloth, body, collision, friction and air, of runs that have timed their
 * parts (task run, `times`), beside the published time of the whole. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/quantities/quantity.h"
#include "analysis/table/table.h"
#include "core/numbers.h"

enum { CLOTH, BODY, COLLISION, FRICTION, AIR, REST, ALL, LAYERS };
static const char *const names[LAYERS] = {"cloth", "body", "collision", "friction",
                                          "air",   "rest", "all"};

static bool is_timed(const study_case *c)
{
    return !isnan(case_number(c, &column_contact_friction_s));
}

/* Seconds of the members of a family: of those that are called `name`, or of all others. */
static double seconds_of(const study_case *c, const results_column *family, const char *name,
                         bool others)
{
    double sum = 0.0;
    const char *path;
    for (size_t i = 0; (path = bundle_path(&c->data, i)) != NULL; i++) {
        char member[128];
        if (column_takes(family, path, member, sizeof member) &&
            (strcmp(member, name) == 0) != others)
            sum += bundle_real(&c->data, path, 0.0);
    }
    return sum;
}

/* ms a step. */
static void layers_of(const study_case *c, double ms[LAYERS])
{
    const double each = 1e3 / case_number(c, &column_contact_steps);
    const double friction = case_number(c, &column_contact_friction_s);
    ms[CLOTH] = each * seconds_of(c, &column_model_s, "soft_body", true);
    ms[BODY] = each * seconds_of(c, &column_model_s, "soft_body", false);
    ms[FRICTION] = each * friction;
    ms[COLLISION] = each * (seconds_of(c, &column_interaction_s, "air_layer", true) - friction);
    ms[AIR] = each * seconds_of(c, &column_interaction_s, "air_layer", false);
    ms[ALL] = each * case_number(c, &column_contact_step_s);
    ms[REST] = ms[ALL];
    for (int i = 0; i < REST; i++)
        ms[REST] -= ms[i];
}

static const char *scene_of(const study_case *c)
{
    const char *scene = case_label(c, "scene");
    return *scene ? scene : case_text(c, &column_case_experiment);
}

/* Of the whole; the papers print no other. */
static double published_ms(const study_case *c, int layer)
{
    char *end;
    const char *text = case_label(c, "published_ms");
    const double value = strtod(text, &end);
    return layer == ALL && end != text ? value : TRAMA_NAN;
}

static void rows(const study *s, const study_case *c, data_table *out)
{
    double ms[LAYERS];
    (void)s;
    layers_of(c, ms);
    for (int i = 0; i < LAYERS; i++) {
        data_text(out, scene_of(c));
        data_text(out, names[i]);
        data_real(out, ms[i]);
        data_real(out, published_ms(c, i));
    }
}

static void layout(const study *s, const case_list *cases, document *out)
{
    static const char *const header[] = {"scene", "cloth", "body", "collision", "friction",
                                         "air",   "rest",  "all",  "published", NULL};
    (void)s;
    document_paragraph(out, "Processor time of a step by layer, ms. rest: the method, and what is "
                            "between the layers. published: of the whole, on the machine of the "
                            "source.");
    document_grid(out, "lrrrrrrrr", "");
    document_cells(out, header);
    for (size_t k = 0; k < cases->count; k++) {
        double ms[LAYERS];
        layers_of(cases->item[k], ms);
        document_cell(out, "%s", scene_of(cases->item[k]));
        for (int i = 0; i < LAYERS; i++)
            document_real(out, ms[i], 3);
        document_real(out, published_ms(cases->item[k], ALL), 3);
    }
}

static const char *const columns[] = {"scene", "layer", "ms_per_step", "published_ms", NULL};

const table_type table_scenes = {
    .name = "scenes",
    .title = "Time of a step by layer",
    .task = "run",
    .filter = is_timed,
    .column = columns,
    .complete = true,
    .rows = rows,
    .layout = layout,
};
