/* What of the cases is not trama's own: solvers of other libraries and programs, and plugins. */
#include "analysis/report/foreign.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/output/html.h"
#include "core/memory.h"

bool foreign_is_below(const char *path, const char *folder)
{
    const size_t length = strlen(folder);
    return strncmp(path, folder, length) == 0 && (path[length] == '/' || folder[length - 1] == '/');
}

/* A solver in a program or a library, or a plugin, that cases were made with. */
typedef struct foreign {
    const char *option; /* by which it is given; "": it is built in */
    const char *name, *own, *version, *sha256;
} foreign;

typedef struct foreign_list {
    foreign *item;
    size_t count, room;
    bool no_memory;
} foreign_list;

static void add_foreign(foreign_list *all, foreign next)
{
    for (size_t i = 0; i < all->count; i++)
        if (strcmp(all->item[i].option, next.option) == 0 &&
            strcmp(all->item[i].name, next.name) == 0 &&
            strcmp(all->item[i].sha256, next.sha256) == 0)
            return;
    foreign *grown = trama_with_room(all->item, all->count, &all->room, sizeof *grown);
    all->no_memory |= !grown;
    if (!grown)
        return;
    all->item = grown;
    all->item[all->count++] = next;
}

static void add_plugins(const study_case *c, foreign_list *all)
{
    const size_t rows = case_rows(c, &column_run_plugin_name);
    char *const *name = case_texts(c, &column_run_plugin_name, rows);
    char *const *version = case_texts(c, &column_run_plugin_version, rows);
    char *const *sha256 = case_texts(c, &column_run_plugin_sha256, rows);
    for (size_t i = 0; name && i < rows; i++)
        add_foreign(all, (foreign){"--plugin", name[i], "", version ? version[i] : "",
                                   sha256 ? sha256[i] : ""});
}

/* A program has a digest; what the library was built with has none. Imported cases were made by
 * nobody who runs this. */
static void add_engine(const study_case *c, foreign_list *all)
{
    const char *own = case_text(c, &column_run_engine_name);
    const char *sha256 = case_text(c, &column_run_engine_sha256);
    if (*own && !*case_text(c, &column_run_origin))
        add_foreign(all, (foreign){*sha256 ? "--engine" : "", case_text(c, &column_case_integrator),
                                   own, case_text(c, &column_run_engine_version), sha256});
}

/* Of a folder, or (NULL) of all. To be freed. */
static foreign_list foreign_of(const study *s, const char *folder)
{
    foreign_list all = {0};
    for (size_t i = 0; i < s->count; i++)
        if (!folder || foreign_is_below(s->item[i].path, folder)) {
            add_plugins(&s->item[i], &all);
            add_engine(&s->item[i], &all);
        }
    return all;
}

/* Commands that others recorded are not repeated: whoever runs this fills in his own. */
bool foreign_write_options(const study *s, const char *folder, FILE *out)
{
    foreign_list all = foreign_of(s, folder);
    for (size_t i = 0; i < all.count; i++) {
        if (!*all.item[i].option)
            continue;
        const bool plugin = strcmp(all.item[i].option, "--plugin") == 0;
        fprintf(out, " \\\n    %s ", all.item[i].option);
        if (!plugin)
            html_word(all.item[i].name, out);
        html_text(plugin ? "FILE" : "='COMMAND ARG...'", out);
    }
    free(all.item);
    return !all.no_memory;
}

static void write_rows(const foreign_list *all, document *d)
{
    static const char *const header[] = {"Option",  "Name",    "Its own name",
                                         "Version", "SHA-256", NULL};
    if (all->count > 0) {
        document_grid(d, "lllll",
                      "Solvers and plugins that are not part of trama: COMMAND and FILE are yours");
        document_cells(d, header);
    }
    for (size_t i = 0; i < all->count; i++) {
        const foreign *one = &all->item[i];
        document_cell(d, "%s", *one->option ? one->option : "built in");
        document_cell(d, "%s", one->name);
        document_cell(d, "%s", one->own);
        document_cell(d, "%s", one->version);
        document_cell(d, "%s", one->sha256);
    }
}

void foreign_write(report *r, FILE *out)
{
    foreign_list all = foreign_of(&r->study, NULL);
    document d = {.no_memory = all.no_memory};
    write_rows(&all, &d);
    free(all.item);
    report_document(r, &d, out);
}

bool foreign_has_engine(const study *s)
{
    bool any = false;
    foreign_list all = foreign_of(s, NULL);
    for (size_t i = 0; i < all.count; i++)
        any = any || strcmp(all.item[i].option, "--plugin") != 0;
    free(all.item);
    return any;
}
