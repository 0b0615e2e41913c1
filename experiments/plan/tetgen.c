#include "plan/tetrahedra.h"

#include <limits.h>

/* `<points> <dimension 3> <attributes> <markers>`, then `<number> x y z` and what is passed over.
 */
bool tetgen_read_nodes(words *w, tetrahedra_file *f)
{
    const long most = tetrahedra_lines(w->at);
    long count, dimension;
    if (!words_next_line(w))
        return words_refuse(w, "the file is empty; allowed: a line `points 3 attributes markers`");
    if (!words_as_whole(w, "the number of points", 1, most, &count) ||
        !words_whole(w, "the dimension", 3, 3, &dimension) ||
        !tetrahedra_reserve_vertices(f, w, count))
        return false;
    for (long i = 0; i < count; i++) {
        words_skip_line(w);
        if (!words_next_line(w))
            return words_refuse(w, "a point is missing: the file ends before");
        if (!words_as_whole(w, "the number of a point", 0, LONG_MAX, &f->name[i]))
            return false;
        f->vertex_line[i] = w->here.line;
        for (long c = 0; c < 3; c++)
            if (!words_real(w, "a coordinate", &f->point[3 * i + c]))
                return false;
        f->vertex_count++;
    }
    return true;
}

/* `<tetrahedra> <nodes each: 4> <attributes>`, then `<number> <node> <node> <node> <node>`. */
bool tetgen_read_elements(words *w, tetrahedra_file *f)
{
    const long most = tetrahedra_lines(w->at);
    long count, nodes, number;
    if (!words_next_line(w))
        return words_refuse(w, "the file is empty; allowed: a line `tetrahedra 4 attributes`");
    if (!words_as_whole(w, "the number of tetrahedra", 1, most, &count) ||
        !words_whole(w, "the nodes of a tetrahedron", 4, 4, &nodes) ||
        !tetrahedra_reserve(f, w, count))
        return false;
    for (long i = 0; i < count; i++) {
        words_skip_line(w);
        if (!words_next_line(w))
            return words_refuse(w, "a tetrahedron is missing: the file ends before");
        f->line[i] = w->here.line;
        if (!words_as_whole(w, "the number of a tetrahedron", 0, LONG_MAX, &number))
            return false;
        for (int c = 0; c < 4; c++)
            if (!words_whole(w, "the number of a point", 0, LONG_MAX, &f->corner[i][c]))
                return false;
        f->count++;
    }
    return true;
}
