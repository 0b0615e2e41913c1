/* Surface traversal beside the exhaustive search of the same scene: triangles visited for a vertex
 * in a step, how many times faster the searches were, and vertices that ended inside. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/quantities/quantity.h"
#include "analysis/table/table.h"
#include "core/numbers.h"

/* The factor that says which search a case makes; -1: its study does not compare searches. */
static long search_factor(const study_case *c)
{
    const study_block *of = case_block(c);
    for (size_t f = 0; f < of->factor_count; f++)
        if (strcmp(of->factor[f].name, "search") == 0)
            return (long)f;
    return -1;
}

static bool is_walk(const study_case *c)
{
    const long f = search_factor(c);
    return f >= 0 && strcmp(c->factor[f], "traversal") == 0;
}

/* The case that differs in its search alone. */
static const study_case *exhaustive_of(const study *s, const study_case *c)
{
    const long search = search_factor(c);
    for (size_t i = 0; i < s->count; i++) {
        const study_case *other = &s->item[i];
        bool same = strcmp(case_text(other, &column_case_experiment),
                           case_text(c, &column_case_experiment)) == 0 &&
                    search_factor(other) == search &&
                    strcmp(other->factor[search], "exhaustive") == 0;
        for (size_t f = 0; same && f < case_block(c)->factor_count; f++)
            same = (long)f == search || strcmp(c->factor[f], other->factor[f]) == 0;
        if (same)
            return other;
    }
    return NULL;
}

/* "traversal size 33, speed 2" */
static void name_scene(const study_case *c, char *text, size_t size)
{
    const study_block *of = case_block(c);
    size_t used = (size_t)snprintf(text, size, "%s", case_text(c, &column_case_experiment));
    const char *between = " ";
    for (size_t f = 0; f < of->factor_count && used < size; f++) {
        if ((long)f == search_factor(c))
            continue;
        used += (size_t)snprintf(text + used, size - used, "%s%s %s", between, of->factor[f].name,
                                 c->factor[f]);
        between = ", ";
    }
}

typedef struct row {
    char scene[256];
    double vertices, visited, exhaustive, speedup, missed;
} row;

static double search_time(const study_case *c)
{
    return case_number(c, &column_contact_search_s) / case_number(c, &column_contact_steps);
}

static row row_of(const study *s, const study_case *c)
{
    const study_case *other = exhaustive_of(s, c);
    row r = {.vertices = case_number(c, &column_contact_points),
             .visited = quantity_of(s, c, "triangles_visited"),
             .missed = quantity_of(s, c, "vertices_inside"),
             .exhaustive = TRAMA_NAN,
             .speedup = TRAMA_NAN};
    name_scene(c, r.scene, sizeof r.scene);
    if (other) {
        r.exhaustive = quantity_of(s, other, "triangles_visited");
        r.speedup = search_time(other) / search_time(c);
    }
    return r;
}

static void rows(const study *s, const study_case *c, data_table *out)
{
    const row r = row_of(s, c);
    data_text(out, r.scene);
    data_real(out, r.vertices);
    data_real(out, r.visited);
    data_real(out, r.exhaustive);
    data_real(out, r.speedup);
    data_real(out, r.missed);
}

static void layout(const study *s, const case_list *cases, document *out)
{
    static const char *const header[] = {"scene",        "vertices", "triangles", "exhaustive",
                                         "times faster", "missed",   NULL};
    document_paragraph(out, "Surface traversal beside the exhaustive search over the same grid. "
                            "triangles, exhaustive: visited for a vertex in the first search of a "
                            "step, mean of the run. times faster: processor time of all searches. "
                            "missed: most vertices inside the body in any sample, by an exhaustive "
                            "search.");
    document_grid(out, "lrrrrr", "");
    document_cells(out, header);
    for (size_t i = 0; i < cases->count; i++) {
        const row r = row_of(s, cases->item[i]);
        document_cell(out, "%s", r.scene);
        document_real(out, r.vertices, 6);
        document_real(out, r.visited, 4);
        document_real(out, r.exhaustive, 4);
        document_real(out, r.speedup, 3);
        document_real(out, r.missed, 6);
    }
}

static const char *const columns[] = {
    "scene",  "vertices", "triangles_per_vertex", "exhaustive_triangles_per_vertex", "speedup",
    "missed", NULL};

const table_type table_traversal = {
    .name = "traversal",
    .title = "Surface traversal beside the exhaustive search",
    .task = "run",
    .filter = is_walk,
    .column = columns,
    .complete = true,
    .rows = rows,
    .layout = layout,
};
