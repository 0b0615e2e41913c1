#include "plan/tetrahedra.h"

#include "plan/mesh_file.h"

#include <limits.h>

/* What a file is a list of. */
typedef struct list_kind {
    const char *empty;   /* what is wrong if nothing is there */
    const char *count;   /* of the items */
    const char *each;    /* the second number of the head, which is `size` */
    const char *missing; /* what is wrong if the file ends too early */
    const char *further; /* what is wrong if it goes on */
    const char *number;  /* of an item */
    long size;
} list_kind;

/* `count size`, then how many attributes and markers an item has more, *more in all. */
static bool read_head(words *w, const list_kind *kind, long *count, long *more)
{
    const long most = mesh_file_lines(w->at);
    long size, attributes = 0, markers = 0;
    if (!words_next_line(w))
        return words_refuse(w, kind->empty);
    if (!words_as_whole(w, kind->count, 1, most, count) ||
        !words_whole(w, kind->each, kind->size, kind->size, &size) ||
        (words_next(w) &&
         (!words_as_whole(w, "the number of attributes", 0, 1000, &attributes) ||
          (words_next(w) && !words_as_whole(w, "the number of markers", 0, 1, &markers)))))
        return false;
    *more = attributes + markers;
    return words_end_line(w, "more words than the first line of such a file has");
}

/* Goes to the next item, whose number and line it finds. */
static bool begin_item(words *w, const list_kind *kind, long *number, int *line)
{
    words_skip_line(w);
    if (!words_next_line(w))
        return words_refuse(w, kind->missing);
    *line = w->here.line;
    return words_as_whole(w, kind->number, 0, LONG_MAX, number);
}

/* The item has no more than its attributes and marker, which are passed over. */
static bool end_item(words *w, long more)
{
    double value;
    for (long i = 0; i < more && words_next(w); i++)
        if (!words_as_real(w, "an attribute or a marker", &value))
            return false;
    return words_end_line(w, "a line has more words than the file's first line states");
}

static bool end_list(words *w, const list_kind *kind)
{
    words_skip_line(w);
    return !words_next_line(w) || words_refuse(w, kind->further);
}

/* `<points> <dimension 3> <attributes> <markers>`, then `<number> x y z` and what is passed over.
 */
bool tetgen_read_nodes(words *w, tetrahedra_file *f)
{
    static const list_kind points = {
        "the file is empty; allowed: a line `points 3 attributes markers`",
        "the number of points",
        "the dimension",
        "a point is missing: the file ends before",
        "more points than the file's first line states",
        "the number of a point",
        3};
    long count = 0, more;
    if (!read_head(w, &points, &count, &more) || !tetrahedra_reserve_vertices(f, w, count))
        return false;
    for (long i = 0; i < count; i++) {
        if (!begin_item(w, &points, &f->name[i], &f->vertex_line[i]))
            return false;
        for (long c = 0; c < 3; c++)
            if (!words_real(w, "a coordinate", &f->point[3 * i + c]))
                return false;
        if (!end_item(w, more))
            return false;
        f->vertex_count++;
    }
    return end_list(w, &points);
}

/* `<tetrahedra> <nodes each: 4> <attributes>`, then `<number> <node> <node> <node> <node>`. */
bool tetgen_read_elements(words *w, tetrahedra_file *f)
{
    static const list_kind tetrahedra = {
        "the file is empty; allowed: a line `tetrahedra 4 attributes`",
        "the number of tetrahedra",
        "the nodes of a tetrahedron",
        "a tetrahedron is missing: the file ends before",
        "more tetrahedra than the file's first line states",
        "the number of a tetrahedron",
        4};
    long count = 0, number, more;
    if (!read_head(w, &tetrahedra, &count, &more) || !tetrahedra_reserve(f, w, count))
        return false;
    for (long i = 0; i < count; i++) {
        if (!begin_item(w, &tetrahedra, &number, &f->line[i]))
            return false;
        for (int c = 0; c < 4; c++)
            if (!words_whole(w, "the number of a point", 0, LONG_MAX, &f->corner[i][c]))
                return false;
        if (!end_item(w, more))
            return false;
        f->count++;
    }
    return end_list(w, &tetrahedra);
}
