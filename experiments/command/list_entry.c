/* One entry of `trama list` with its fields, from the tables that the reader of configurations
 * uses. */
#include "command/list_entry.h"
#include "core/text.h"
#include "integrator/integrator.h"
#include "measure/detector.h"
#include "model/model.h"
#include "results/terminal.h"
#include "solver/solver.h"
#include "task/task.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* "default 0.5", or that there is none: NAN stands for a value that is not given. */
static void default_text(const trama_field *f, const void *defaults, char *text, size_t size)
{
    char value[256];
    trama_field_print(f, defaults, false, value, sizeof value);
    if (f->required)
        snprintf(text, size, "required");
    else if (f->list || strstr(value, "nan") || *value == '\0')
        snprintf(text, size, "default: not given");
    else
        snprintf(text, size, "default %s", value);
}

/* What stands behind `indent`; on a terminal in lines that fit it. */
static void print_told(const char *text, size_t indent, FILE *out)
{
    enum { NARROW = 20 };
    const size_t columns = terminal_columns(out);
    print_wrapped(text, columns > indent + NARROW ? columns - indent : 0, indent, out);
}

/* What it says behind `indent`, and further lines a little further in. */
void list_entry(FILE *out, const char *indent, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *text = trama_format(format, arguments);
    va_end(arguments);
    fprintf(out, "%s", indent);
    print_told(text ? text : "not enough memory", strlen(indent) + 4, out);
    free(text);
}

/* "name unit summary (range; default)" */
static void print_field(const trama_field *f, const void *defaults, const char *indent, FILE *out)
{
    char range[256], usual[300], text[2048];
    trama_field_range(f, range, sizeof range);
    default_text(f, defaults, usual, sizeof usual);
    snprintf(text, sizeof text, "%s (%s; %s)", f->summary, range, usual);
    const int before = fprintf(out, "%s%-18s %-8s ", indent, f->name, f->unit);
    print_told(text, before > 0 ? (size_t)before : 0, out);
}

void list_fields(FILE *out, trama_fields fields, const char *indent)
{
    void *defaults = calloc(1, fields.size ? fields.size : 1);
    if (defaults && fields.size)
        trama_fields_default(fields, defaults);
    for (size_t i = 0; defaults && i < fields.count; i++)
        print_field(&fields.field[i], defaults, indent, out);
    free(defaults);
}

/* ---- One thing, of each kind that has a registry. */

static void print_model(const void *entry, FILE *out)
{
    const trama_model_type *type = entry;
    list_entry(out, "  ", "%s: %s", type->name, type->summary);
    list_entry(out, "    ", "%s", type->reference);
    list_fields(out, type->parameters, "      ");
    if (type->pointwise)
        list_entry(out, "      ", "the scene's damping and drag are %s",
                   type->air == TRAMA_AIR_PER_AREA ? "per area, N s/m^3"
                   : type->air == TRAMA_AIR_RATE   ? "per node, N s/m; air_damping is per area"
                                                   : "per node, N s/m");
    if (!type->entries.name)
        return;
    list_entry(out, "      ", "%s: a mapping from names; each is %s", type->entries.name,
               type->entries.summary);
    list_fields(out, *type->entries.fields, "        ");
}

static void print_interaction(const void *entry, FILE *out)
{
    const trama_interaction_type *type = entry;
    list_entry(out, "  ", "%s: %s", type->name, type->summary);
    list_entry(out, "    ", "%s", type->reference);
    fprintf(out, "    among %zu", type->least);
    if (type->most > type->least)
        fprintf(out, " to %zu", type->most);
    fprintf(out, " objects\n");
    list_fields(out, type->parameters, "      ");
}

/* What its documents recommend, and which. */
static void print_recommended(const trama_integrator_type *type, FILE *out)
{
    const trama_solver_type *solver = trama_solver_of(type);
    void *values = calloc(1, type->parameters.size);
    char text[1024] = "", one[256];
    for (const trama_recommended *r = solver->recommended; values && r && r->option; r++) {
        const trama_field *field = trama_fields_find(type->parameters, r->option);
        const size_t used = strlen(text);
        trama_solver_recommend(type, r, values);
        trama_field_print(field, values, false, one, sizeof one);
        snprintf(text + used, sizeof text - used, "%s%s %s", used ? ", " : "", r->option, one);
    }
    if (text[0])
        list_entry(out, "      ", "recommended: %s (%s)", text, solver->recommended_by);
    free(values);
}

/* Who it is; what order it has, and how far it is stable, is not known of it. */
static void print_solver(const trama_integrator_type *type, FILE *out)
{
    const trama_solver_type *solver = trama_solver_of(type);
    list_entry(out, "    ", "%s %s, %s; order and stability are not known", solver->own,
               solver->own_version, solver->precision);
    list_fields(out, type->parameters, "      ");
    print_recommended(type, out);
}

static void print_integrator(const void *entry, FILE *out)
{
    const trama_integrator_type *type = entry;
    list_entry(out, "  ", "%s: %s", type->name, type->summary);
    list_entry(out, "    ", "%s", type->reference);
    if (trama_solver_of(type)) {
        print_solver(type, out);
        return;
    }
    list_entry(out, "    ",
               "order %d (damped %d), stable to omega dt = %.4g, %d force evaluations a step",
               type->order, type->damped_order, type->stability, type->evaluations);
    list_fields(out, type->parameters, "      ");
}

static void print_force(const void *entry, FILE *out)
{
    const trama_force_type *type = entry;
    list_entry(out, "      ", "%s: %s", type->name, type->summary);
    list_entry(out, "        ", "%s", type->reference);
    list_fields(out, type->parameters, "          ");
}

static void print_task(const void *entry, FILE *out)
{
    const task_type *type = entry;
    list_entry(out, "  ", "%s: %s", type->name, type->summary);
    for (const task_part *part = type->part; part->fields; part++) {
        if (part->key)
            fprintf(out, "    %s\n", part->key);
        list_fields(out, *part->fields, "      ");
    }
}

static void print_detector(const void *entry, FILE *out)
{
    const trama_detector *detector = entry;
    list_entry(out, "  ", "%s: %s", detector->name, detector->summary);
}

const list_kind list_kinds[LIST_KINDS] = {
    {&trama_model_registry, print_model},
    {&trama_interaction_registry, print_interaction},
    {&trama_integrator_registry, print_integrator},
    {&trama_force_registry, print_force},
    {&task_registry, print_task},
    {&trama_detector_registry, print_detector},
};
