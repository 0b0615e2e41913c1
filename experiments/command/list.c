/* trama list: what there is, with the fields of each, from the same tables that the reader uses. */
#include "command/bibtex.h"
#include "command/command.h"
#include "core/text.h"
#include "integrator/integrator.h"
#include "measure/detector.h"
#include "measure/equilibrium.h"
#include "model/model.h"
#include "plan/parts.h"
#include "quantities/quantities.h"
#include "results/path.h"
#include "results/terminal.h"
#include "solver/solver.h"
#include "task/task.h"

#include <dirent.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

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
static void print_told(const char *text, size_t indent)
{
    enum { NARROW = 20 };
    const size_t columns = terminal_columns(stdout);
    print_wrapped(text, columns > indent + NARROW ? columns - indent : 0, indent, stdout);
}

/* What it says behind `indent`, and further lines a little further in. */
static void __attribute__((format(printf, 2, 3)))
print_entry(const char *indent, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *text = trama_format(format, arguments);
    va_end(arguments);
    printf("%s", indent);
    print_told(text ? text : "not enough memory", strlen(indent) + 4);
    free(text);
}

/* "name unit summary (range; default)" */
static void print_field(const trama_field *f, const void *defaults, const char *indent)
{
    char range[256], usual[300], text[2048];
    trama_field_range(f, range, sizeof range);
    default_text(f, defaults, usual, sizeof usual);
    snprintf(text, sizeof text, "%s (%s; %s)", f->summary, range, usual);
    const int before = printf("%s%-18s %-8s ", indent, f->name, f->unit);
    print_told(text, before > 0 ? (size_t)before : 0);
}

static void print_fields(trama_fields fields, const char *indent)
{
    void *defaults = calloc(1, fields.size ? fields.size : 1);
    if (defaults && fields.size)
        trama_fields_default(fields, defaults);
    for (size_t i = 0; defaults && i < fields.count; i++)
        print_field(&fields.field[i], defaults, indent);
    free(defaults);
}

/* ---- One thing, of each kind that has a registry. */

static void print_model(const void *entry)
{
    const trama_model_type *type = entry;
    print_entry("  ", "%s: %s", type->name, type->summary);
    print_entry("    ", "%s", type->reference);
    print_fields(type->parameters, "      ");
    if (type->pointwise)
        print_entry("      ", "the scene's damping and drag are %s",
                    type->air == TRAMA_AIR_PER_AREA ? "per area, N s/m^3"
                    : type->air == TRAMA_AIR_RATE   ? "per node, N s/m; air_damping is per area"
                                                    : "per node, N s/m");
    if (!type->entries.name)
        return;
    print_entry("      ", "%s: a mapping from names; each is %s", type->entries.name,
                type->entries.summary);
    print_fields(*type->entries.fields, "        ");
}

static void print_interaction(const void *entry)
{
    const trama_interaction_type *type = entry;
    print_entry("  ", "%s: %s", type->name, type->summary);
    print_entry("    ", "%s", type->reference);
    printf("    among %zu", type->least);
    if (type->most > type->least)
        printf(" to %zu", type->most);
    printf(" objects\n");
    print_fields(type->parameters, "      ");
}

/* What its documents recommend, and which. */
static void print_recommended(const trama_integrator_type *type)
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
        print_entry("      ", "recommended: %s (%s)", text, solver->recommended_by);
    free(values);
}

/* Who it is; what order it has, and how far it is stable, is not known of it. */
static void print_solver(const trama_integrator_type *type)
{
    const trama_solver_type *solver = trama_solver_of(type);
    print_entry("    ", "%s %s, %s; order and stability are not known", solver->own,
                solver->own_version, solver->precision);
    print_fields(type->parameters, "      ");
    print_recommended(type);
}

static void print_integrator(const void *entry)
{
    const trama_integrator_type *type = entry;
    print_entry("  ", "%s: %s", type->name, type->summary);
    print_entry("    ", "%s", type->reference);
    if (trama_solver_of(type)) {
        print_solver(type);
        return;
    }
    print_entry("    ",
                "order %d (damped %d), stable to omega dt = %.4g, %d force evaluations a step",
                type->order, type->damped_order, type->stability, type->evaluations);
    print_fields(type->parameters, "      ");
}

static void print_force(const void *entry)
{
    const trama_force_type *type = entry;
    print_entry("      ", "%s: %s", type->name, type->summary);
    print_entry("        ", "%s", type->reference);
    print_fields(type->parameters, "          ");
}

static void print_task(const void *entry)
{
    const task_type *type = entry;
    print_entry("  ", "%s: %s", type->name, type->summary);
    for (const task_part *part = type->part; part->fields; part++) {
        if (part->key)
            printf("    %s\n", part->key);
        print_fields(*part->fields, "      ");
    }
}

static void print_detector(const void *entry)
{
    const trama_detector *detector = entry;
    print_entry("  ", "%s: %s", detector->name, detector->summary);
}

static const struct {
    const trama_registry *registry;
    void (*print)(const void *entry);
} listed[] = {
    {&trama_model_registry, print_model},
    {&trama_interaction_registry, print_interaction},
    {&trama_integrator_registry, print_integrator},
    {&trama_force_registry, print_force},
    {&task_registry, print_task},
    {&trama_detector_registry, print_detector},
};
enum { LISTED = sizeof listed / sizeof listed[0] };

/* Prints what has that name, of any kind; a name of two kinds is printed twice. */
static bool print_named(const char *name)
{
    bool found = false;
    for (size_t k = 0; k < LISTED; k++) {
        const void *entry = trama_registry_find(listed[k].registry, name);
        if (!entry)
            continue;
        printf("%s%s\n", found ? "\n" : "", listed[k].registry->kind);
        listed[k].print(entry);
        found = true;
    }
    return found;
}

static void print_all(const trama_registry *registry)
{
    for (size_t k = 0; k < LISTED; k++)
        for (size_t i = 0; listed[k].registry == registry && i < trama_registry_count(registry);
             i++)
            listed[k].print(trama_registry_at(registry, i));
}

/* ---- All of a kind. */

static void list_models(void)
{
    printf("Models\n");
    print_all(&trama_model_registry);
}

static void list_interactions(void)
{
    printf("Interactions: what acts among objects\n");
    print_all(&trama_interaction_registry);
    printf("  contact: how a case makes steps with rows and filters\n");
    print_fields(trama_contact_fields, "      ");
}

static void list_integrators(void)
{
    printf("Integrators\n");
    print_all(&trama_integrator_registry);
}

static void print_scene_part(const scene_part *part)
{
    printf("    %s%s%s\n", part->key, part->said ? ": " : "", part->said ? part->said : "");
    if (part->name)
        printf("      %-18s %-8s %s\n", part->name, "", part->name_summary);
    if (part->fields)
        print_fields(*part->fields, "      ");
}

static void list_scene_fields(void)
{
    printf("Scenes: keys of a scene\n");
    print_fields(trama_scene_fields, "      ");
    for (size_t i = 0; i < scene_part_count; i++) {
        print_scene_part(&scene_parts[i]);
        if (scene_parts[i].kinds)
            print_all(scene_parts[i].kinds);
    }
}

static void list_scene_files(const char *folder, int depth)
{
    struct dirent **entry;
    const int count = depth > 4 ? -1 : path_entries(folder, &entry);
    for (int i = 0; i < count; i++) {
        struct stat status;
        char *path = path_join(folder, entry[i]->d_name);
        if (path && stat(path, &status) == 0 && S_ISDIR(status.st_mode))
            list_scene_files(path, depth + 1);
        else if (path && strstr(path, "/scenes/") && strstr(path, ".yaml"))
            printf("    %s\n", path);
        free(path);
        free(entry[i]);
    }
    if (count >= 0)
        free(entry);
}

static void list_scenes(void)
{
    list_scene_fields();
    printf("  files below configs/\n");
    list_scene_files("configs", 0);
}

static void list_measures(void)
{
    printf("Measures: tasks\n");
    print_all(&task_registry);
    printf("Measures: instability detectors (bounds of a case)\n");
    print_all(&trama_detector_registry);
    print_fields(trama_bounds_fields, "      ");
}

static void list_quantities(void)
{
    printf("Quantities: what published values are compared with (`study:` of an experiment)\n");
    const char *name[QUANTITIES_MAX];
    const size_t count = quantity_names(name);
    for (size_t i = 0; i < count; i++) {
        const results_column *q = quantity_find(name[i]);
        print_entry("  ", "%s [%s]: %s", name[i], q->unit, q->summary);
    }
}

static const struct {
    const char *name;
    void (*print)(void);
} kinds[] = {{"models", list_models},           {"interactions", list_interactions},
             {"integrators", list_integrators}, {"scenes", list_scenes},
             {"measures", list_measures},       {"quantities", list_quantities}};

static const char names[] = "models, interactions, integrators, scenes, measures, quantities";

enum { KINDS = sizeof kinds / sizeof kinds[0] };

static void say_unknown(const char *name)
{
    const char *known[512];
    size_t count = 0;
    for (size_t i = 0; i < KINDS; i++)
        known[count++] = kinds[i].name;
    for (size_t k = 0; k < LISTED; k++)
        for (size_t i = 0; i < trama_registry_count(listed[k].registry); i++)
            if (count < sizeof known / sizeof known[0])
                known[count++] = trama_registry_name(listed[k].registry, i);
    const char *nearest = trama_nearest(name, known, count);
    fprintf(stderr, "trama list: '%s' is neither one of %s nor the name of a thing in them%s%s\n",
            name, names, nearest ? "; nearest: " : "", nearest ? nearest : "");
}

static const char *kind_of(const char *name)
{
    for (size_t i = 0; i < KINDS; i++)
        if (strcmp(name, kinds[i].name) == 0)
            return name;
    return NULL;
}

static void list_all(const char *kind)
{
    for (size_t i = 0; i < KINDS; i++)
        if (!kind || strcmp(kind, kinds[i].name) == 0) {
            if (!kind && i > 0)
                printf("\n");
            kinds[i].print();
        }
}

int command_list(int argc, char **argv)
{
    int bibtex = 0;
    const command_option options[] = {{"--bibtex", NULL, NULL, &bibtex}};
    const int operands = command_options(argc, argv, options, 1);
    if (operands < 0)
        return EXIT_USAGE;
    if (operands > 1) {
        fprintf(stderr, "trama list: one of %s, or one name\n", names);
        return EXIT_USAGE;
    }
    const char *kind = operands ? kind_of(argv[1]) : NULL;
    if (operands && !kind && (bibtex || !print_named(argv[1]))) {
        say_unknown(argv[1]);
        return EXIT_USAGE;
    }
    if (bibtex)
        bibtex_print(kind);
    else if (!operands || kind)
        list_all(kind);
    return EXIT_OK;
}
