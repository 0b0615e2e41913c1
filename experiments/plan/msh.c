/* Gmsh's ASCII formats 2.2 and 4.1 (Gmsh's reference manual, "MSH file format"). */
#include "plan/tetrahedra.h"

#include "plan/mesh_file.h"

#include <limits.h>
#include <string.h>

enum { TETRAHEDRON = 4, POINT = 15, TYPES_MOST = 140 };

/* The next line that has words. */
static bool next_line(words *w, const char *missing)
{
    words_skip_line(w);
    return words_next_line(w) || words_refuse(w, missing);
}

static const char ended[] = "the file ends within a section; allowed: its $End...";

/* ---- Vertices. */

/* `more` numbers may follow: parameters on an entity, which are passed over. */
static bool read_vertex(words *w, tetrahedra_file *f, long name, long more)
{
    const size_t i = f->vertex_count++;
    double parameter;
    f->name[i] = name;
    f->vertex_line[i] = w->here.line;
    for (size_t c = 0; c < 3; c++)
        if (!words_real(w, "a coordinate", &f->point[3 * i + c]))
            return false;
    for (long p = 0; p < more; p++)
        if (!words_real(w, "a parameter", &parameter))
            return false;
    return words_end_line(w, "a node has more than three coordinates");
}

/* 2.2: `count`, then `number x y z`. */
static bool read_nodes_2(words *w, tetrahedra_file *f, long most)
{
    long count, name;
    if (!next_line(w, ended) || !words_as_whole(w, "the number of nodes", 0, most, &count) ||
        !tetrahedra_reserve_vertices(f, w, count))
        return false;
    for (long i = 0; i < count; i++)
        if (!next_line(w, ended) ||
            !words_as_whole(w, "the number of a node", 1, LONG_MAX, &name) ||
            !read_vertex(w, f, name, 0))
            return false;
    return true;
}

/* 4.1: `blocks items ...`. */
static bool read_head_4(words *w, const char *items, long most, long *blocks, long *all)
{
    return next_line(w, ended) && words_as_whole(w, "the number of blocks", 0, most, blocks) &&
           words_whole(w, items, 0, most, all);
}

static bool check_sum(words *w, const char *items, long all, long sum)
{
    return sum == all || config_fail(w->error, &w->here,
                                     "the blocks have %ld %s; allowed: %ld, as the section's head "
                                     "says",
                                     sum, items, all);
}

/* The names of a block's nodes, a line each, then their places, a line each. */
static bool read_block(words *w, tetrahedra_file *f, long count, long parameters)
{
    const size_t first = f->vertex_count;
    if (!tetrahedra_reserve_vertices(f, w, count))
        return false;
    for (long i = 0; i < count; i++)
        if (!next_line(w, ended) ||
            !words_as_whole(w, "the number of a node", 1, LONG_MAX, &f->name[first + (size_t)i]))
            return false;
    for (long i = 0; i < count; i++) {
        words_skip_line(w);
        while (!words_next(w) && *w->at)
            words_skip_line(w);
        w->at = w->line; /* the first word is a coordinate */
        if (!read_vertex(w, f, f->name[first + (size_t)i], parameters))
            return false;
    }
    return true;
}

/* 4.1: `blocks nodes least most`, then for each block `dimension entity parametric nodes`. */
static bool read_nodes_4(words *w, tetrahedra_file *f, long most)
{
    long blocks, all, dimension, parametric, skipped, count, sum = 0;
    if (!read_head_4(w, "the number of nodes", most, &blocks, &all))
        return false;
    for (long b = 0; b < blocks; b++, sum += count)
        if (!next_line(w, ended) || !words_as_whole(w, "a dimension", 0, 3, &dimension) ||
            !words_whole(w, "an entity", LONG_MIN, LONG_MAX, &skipped) ||
            !words_whole(w, "parametric", 0, 1, &parametric) ||
            !words_whole(w, "the number of nodes", 0, most, &count) ||
            !read_block(w, f, count, parametric * dimension))
            return false;
    return check_sum(w, "nodes", all, sum);
}

/* ---- Elements. */

/* Whether it is one of those that are passed over: points, lines, triangles. */
static bool is_passed_over(long type)
{
    return type == POINT || type == 1 || type == 2;
}

static bool check_type(words *w, long type)
{
    return type == TETRAHEDRON || is_passed_over(type) ||
           config_fail(w->error, &w->here,
                       "elements of type %ld; allowed: tetrahedra of four nodes (4), and points "
                       "(15), lines (1) and triangles (2), which are passed over",
                       type);
}

static bool read_corners(words *w, tetrahedra_file *f)
{
    const size_t i = f->count++;
    f->line[i] = w->here.line;
    for (int c = 0; c < 4; c++)
        if (!words_whole(w, "a node of a tetrahedron", 1, LONG_MAX, &f->corner[i][c]))
            return false;
    return words_end_line(w, "a tetrahedron has more than four nodes");
}

/* 2.2: `count`, then `number type tags tag ... node ...`. */
static bool read_elements_2(words *w, tetrahedra_file *f, long most)
{
    long count, skipped, type, tags;
    if (!next_line(w, ended) || !words_as_whole(w, "the number of elements", 0, most, &count) ||
        !tetrahedra_reserve(f, w, count))
        return false;
    for (long i = 0; i < count; i++) {
        if (!next_line(w, ended) ||
            !words_as_whole(w, "the number of an element", 1, LONG_MAX, &skipped) ||
            !words_whole(w, "the type of an element", 1, TYPES_MOST, &type) ||
            !check_type(w, type) || !words_whole(w, "the number of tags", 0, 1000, &tags))
            return false;
        for (long t = 0; t < tags; t++)
            if (!words_whole(w, "a tag", LONG_MIN, LONG_MAX, &skipped))
                return false;
        if (type == TETRAHEDRON && !read_corners(w, f))
            return false;
    }
    return true;
}

/* 4.1: `blocks elements least most`, then for each block `dimension entity type elements`. */
static bool read_elements_4(words *w, tetrahedra_file *f, long most)
{
    long blocks, all, skipped, type, count, sum = 0;
    if (!read_head_4(w, "the number of elements", most, &blocks, &all))
        return false;
    for (long b = 0; b < blocks; b++, sum += count) {
        if (!next_line(w, ended) || !words_as_whole(w, "a dimension", 0, 3, &skipped) ||
            !words_whole(w, "an entity", LONG_MIN, LONG_MAX, &skipped) ||
            !words_whole(w, "the type of elements", 1, TYPES_MOST, &type) || !check_type(w, type) ||
            !words_whole(w, "the number of elements", 0, most, &count) ||
            (type == TETRAHEDRON && !tetrahedra_reserve(f, w, count)))
            return false;
        for (long i = 0; i < count; i++)
            if (!next_line(w, ended) ||
                !words_as_whole(w, "the number of an element", 1, LONG_MAX, &skipped) ||
                (type == TETRAHEDRON && !read_corners(w, f)))
                return false;
    }
    return check_sum(w, "elements", all, sum);
}

/* ---- The file. */

/* `version type size`. */
static bool read_format(words *w, bool *four)
{
    long type;
    if (!next_line(w, ended))
        return false;
    *four = strcmp(w->word, "4.1") == 0;
    if (!*four && strcmp(w->word, "2.2") != 0)
        return config_fail(w->error, &w->here, "Gmsh's format %s; allowed: 2.2 and 4.1", w->word);
    if (!words_whole(w, "the type of file", 0, 1, &type))
        return false;
    return type == 0 || words_refuse(w, "a binary file; allowed: ASCII (type 0)");
}

/* Passes over the rest of a section, to $End and its name. */
static bool end_section(words *w, const char *name, bool known)
{
    char end[72] = "$End";
    strncat(end, name + 1, sizeof end - strlen(end) - 1);
    for (words_skip_line(w); words_next_line(w); words_skip_line(w)) {
        if (strcmp(w->word, end) == 0)
            return true;
        if (known)
            return config_fail(w->error, &w->here, "'%s' where the section ends; allowed: %s",
                               w->word, end);
    }
    return config_fail(w->error, &w->here, "the file ends within %s; allowed: its %s", name, end);
}

bool msh_read(words *w, tetrahedra_file *f)
{
    const long most = mesh_file_lines(w->at);
    bool format = false, four = false, nodes = false, elements = false;
    for (; words_next_line(w); words_skip_line(w)) {
        char section[sizeof w->word];
        memcpy(section, w->word, sizeof section);
        bool known = true, read = true;
        if (section[0] != '$')
            return config_fail(w->error, &w->here, "'%s'; allowed: a section, as $Nodes", section);
        if ((format && strcmp(section, "$MeshFormat") == 0) ||
            (nodes && strcmp(section, "$Nodes") == 0) ||
            (elements && strcmp(section, "$Elements") == 0))
            return config_fail(w->error, &w->here, "a second %s; allowed: one", section);
        if (strcmp(section, "$MeshFormat") == 0) {
            format = read = read_format(w, &four);
        } else if (!format) {
            return words_refuse(w, "a section before $MeshFormat; allowed: that one first");
        } else if (strcmp(section, "$Nodes") == 0) {
            nodes = read = (four ? read_nodes_4 : read_nodes_2)(w, f, most);
        } else if (strcmp(section, "$Elements") == 0) {
            elements = read = (four ? read_elements_4 : read_elements_2)(w, f, most);
        } else {
            known = false;
        }
        if (!read || !end_section(w, section, known))
            return false;
    }
    return (nodes && elements) || words_refuse(w, "the file has no $Nodes or no $Elements");
}
