/* trama list: all entries with their fields; the entries that mention a word; or names alone. */
#include "command/bibtex.h"
#include "command/command.h"
#include "command/list_entry.h"
#include "command/outline.h"
#include "core/text.h"
#include "integrator/integrator.h"
#include "measure/detector.h"
#include "model/model.h"
#include "plan/parts.h"
#include "quantities/quantities.h"
#include "results/path.h"
#include "results/terminal.h"
#include "task/task.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct names {
    const char *name[1024];
    size_t count;
} names;

typedef struct kind {
    const char *name;
    void (*print)(FILE *out);
    void (*names)(names *list);
} kind;

static void list_models(FILE *out), list_interactions(FILE *out), list_integrators(FILE *out),
    list_scenes(FILE *out), list_measures(FILE *out), list_quantities(FILE *out);
static void name_models(names *list), name_interactions(names *list), name_integrators(names *list),
    name_scenes(names *list), name_measures(names *list), name_quantities(names *list);

static const kind kinds[] = {
    {"models", list_models, name_models},
    {"interactions", list_interactions, name_interactions},
    {"integrators", list_integrators, name_integrators},
    {"scenes", list_scenes, name_scenes},
    {"measures", list_measures, name_measures},
    {"quantities", list_quantities, name_quantities},
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };
static const char kind_names[] = "models, interactions, integrators, scenes, measures, quantities";

static const kind *kind_of(const char *name);
static void list_all(const kind *of, FILE *out);
static void list_names(const kind *of);
static bool print_named(const char *name);
static bool search(const char *word);
static void say_unknown(const char *name);

int command_list(int argc, char **argv)
{
    int bibtex = 0, only_names = 0;
    const command_option options[] = {{"--bibtex", NULL, NULL, &bibtex},
                                      {"--names", NULL, NULL, &only_names}};
    const int operands = command_options(argc, argv, options, 2);
    if (operands < 0)
        return EXIT_USAGE;
    if (operands > 1 || (bibtex && only_names)) {
        fprintf(stderr, "trama list: %s\n",
                operands > 1 ? "one of models, interactions, integrators, scenes, measures, "
                               "quantities, or one name"
                             : "--bibtex and --names exclude each other");
        return EXIT_USAGE;
    }
    const kind *of = operands ? kind_of(argv[1]) : NULL;
    if (operands && !of && (bibtex || only_names || !(print_named(argv[1]) || search(argv[1])))) {
        say_unknown(argv[1]);
        return EXIT_USAGE;
    }
    if (bibtex)
        bibtex_print(of ? of->name : NULL);
    else if (only_names)
        list_names(of);
    else if (!operands || of)
        list_all(of, stdout);
    return EXIT_OK;
}

static const kind *kind_of(const char *name)
{
    for (size_t i = 0; i < KINDS; i++)
        if (strcmp(name, kinds[i].name) == 0)
            return &kinds[i];
    return NULL;
}

static void list_all(const kind *of, FILE *out)
{
    for (size_t i = 0; i < KINDS; i++)
        if (!of || of == &kinds[i]) {
            if (!of && i > 0)
                fprintf(out, "\n");
            kinds[i].print(out);
        }
}

/* Of one kind a line a name; of all a line a kind. */
static void list_names(const kind *of)
{
    enum { INDENT = 14 };
    const size_t columns = terminal_columns(stdout);
    for (size_t i = 0; i < KINDS; i++) {
        names list = {.count = 0};
        char text[1 << 14] = "";
        size_t used = 0;
        if (of && of != &kinds[i])
            continue;
        kinds[i].names(&list);
        for (size_t k = 0; k < list.count && used < sizeof text; k++)
            used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", k ? " " : "",
                                     list.name[k]);
        for (size_t k = 0; of && k < list.count; k++)
            printf("%s\n", list.name[k]);
        if (of)
            continue;
        printf("%-*s", INDENT, kinds[i].name);
        print_wrapped(text, columns > 2 * INDENT ? columns - INDENT : 0, INDENT, stdout);
    }
}

/* Prints what has that name, of any kind; a name of two kinds is printed twice. */
static bool print_named(const char *name)
{
    bool found = false;
    for (size_t k = 0; k < LIST_KINDS; k++) {
        const void *entry = trama_registry_find(list_kinds[k].registry, name);
        if (!entry)
            continue;
        printf("%s%s\n", found ? "\n" : "", list_kinds[k].registry->kind);
        list_kinds[k].print(entry, stdout);
        found = true;
    }
    return found;
}

/* Prints every line of the whole list that has the word, below what it belongs to. */
static bool search(const char *word)
{
    char *text = NULL;
    size_t size;
    FILE *all = open_memstream(&text, &size);
    if (!all)
        return false;
    list_all(NULL, all);
    const bool found = fclose(all) == 0 && outline_search(text, word, stdout);
    free(text);
    return found;
}

static void say_unknown(const char *name)
{
    names known = {.count = 0};
    for (size_t i = 0; i < KINDS; i++)
        known.name[known.count++] = kinds[i].name;
    for (size_t i = 0; i < KINDS; i++)
        kinds[i].names(&known);
    const char *nearest = trama_nearest(name, known.name, known.count);
    fprintf(stderr,
            "trama list: '%s' is neither one of %s nor in the name or description of an "
            "entry%s%s\n",
            name, kind_names, nearest ? "; nearest: " : "", nearest ? nearest : "");
}

/* ---- All of a kind. */

static void print_all(const trama_registry *registry, FILE *out)
{
    for (size_t k = 0; k < LIST_KINDS; k++)
        for (size_t i = 0; list_kinds[k].registry == registry && i < trama_registry_count(registry);
             i++)
            list_kinds[k].print(trama_registry_at(registry, i), out);
}

static void list_models(FILE *out)
{
    fprintf(out, "Models\n");
    print_all(&trama_model_registry, out);
}

static void list_interactions(FILE *out)
{
    fprintf(out, "Interactions: contact, joints and forces between objects\n");
    print_all(&trama_interaction_registry, out);
    fprintf(out, "  contact: how a case makes steps with rows and filters\n");
    list_fields(out, trama_contact_fields, "      ");
}

static void list_integrators(FILE *out)
{
    fprintf(out, "Integrators\n");
    print_all(&trama_integrator_registry, out);
}

static void print_scene_part(const scene_part *part, FILE *out)
{
    fprintf(out, "    %s%s%s\n", part->key, part->said ? ": " : "", part->said ? part->said : "");
    if (part->name)
        fprintf(out, "      %-18s %-8s %s\n", part->name, "", part->name_summary);
    if (part->fields)
        list_fields(out, *part->fields, "      ");
}

static void list_scene_fields(FILE *out)
{
    fprintf(out, "Scenes: keys of a scene\n");
    list_fields(out, trama_scene_fields, "      ");
    for (size_t i = 0; i < scene_part_count; i++) {
        print_scene_part(&scene_parts[i], out);
        if (scene_parts[i].kinds)
            print_all(scene_parts[i].kinds, out);
    }
}

static void list_scene_files(const char *folder, int depth, FILE *out)
{
    struct dirent **entry;
    const int count = depth > 4 ? -1 : path_entries(folder, &entry);
    for (int i = 0; i < count; i++) {
        struct stat status;
        char *path = path_join(folder, entry[i]->d_name);
        if (path && stat(path, &status) == 0 && S_ISDIR(status.st_mode))
            list_scene_files(path, depth + 1, out);
        else if (path && strstr(path, "/scenes/") && strstr(path, ".yaml"))
            fprintf(out, "    %s\n", path);
        free(path);
        free(entry[i]);
    }
    if (count >= 0)
        free(entry);
}

static void list_scenes(FILE *out)
{
    list_scene_fields(out);
    fprintf(out, "  files below configs/\n");
    list_scene_files("configs", 0, out);
}

static void list_measures(FILE *out)
{
    fprintf(out, "Measures: tasks\n");
    print_all(&task_registry, out);
    fprintf(out, "Measures: instability detectors (bounds of a case)\n");
    print_all(&trama_detector_registry, out);
    list_fields(out, trama_bounds_fields, "      ");
}

static void list_quantities(FILE *out)
{
    fprintf(out, "Quantities: results that a `study:` compares with published values\n");
    const char *name[QUANTITIES_MAX];
    const size_t count = quantity_names(name);
    for (size_t i = 0; i < count; i++) {
        const results_column *q = quantity_find(name[i]);
        list_entry(out, "  ", "%s [%s]: %s", name[i], q->unit, q->summary);
    }
}

/* ---- The names of a kind. */

static void add_name(names *list, const char *name)
{
    if (list->count < sizeof list->name / sizeof *list->name)
        list->name[list->count++] = name;
}

static void add_registry(names *list, const trama_registry *registry)
{
    for (size_t i = 0; i < trama_registry_count(registry); i++)
        add_name(list, trama_registry_name(registry, i));
}

static void name_models(names *list)
{
    add_registry(list, &trama_model_registry);
}

static void name_interactions(names *list)
{
    add_registry(list, &trama_interaction_registry);
}

static void name_integrators(names *list)
{
    add_registry(list, &trama_integrator_registry);
}

static void name_scenes(names *list)
{
    for (size_t i = 0; i < trama_scene_fields.count; i++)
        add_name(list, trama_scene_fields.field[i].name);
    for (size_t i = 0; i < scene_part_count; i++) {
        add_name(list, scene_parts[i].key);
        if (scene_parts[i].kinds)
            add_registry(list, scene_parts[i].kinds);
    }
}

static void name_measures(names *list)
{
    add_registry(list, &task_registry);
    add_registry(list, &trama_detector_registry);
}

static void name_quantities(names *list)
{
    const char *name[QUANTITIES_MAX];
    const size_t count = quantity_names(name);
    for (size_t i = 0; i < count; i++)
        add_name(list, name[i]);
}
