#include "plan/tetrahedra.h"

#include "plan/mesh_file.h"

#include <stdlib.h>
#include <string.h>

/* ---- Room. */

static bool grow(void **array, size_t count, size_t size)
{
    void *more = realloc(*array, count * size);
    if (more)
        *array = more;
    return more != NULL;
}

bool tetrahedra_reserve_vertices(tetrahedra_file *f, words *w, long more)
{
    const size_t count = f->vertex_room += (size_t)more;
    void *point = f->point, *name = f->name, *line = f->vertex_line;
    bool done = grow(&point, 3 * count + 1, sizeof *f->point);
    done = grow(&name, count + 1, sizeof *f->name) && done;
    done = grow(&line, count + 1, sizeof *f->vertex_line) && done;
    f->point = point;
    f->name = name;
    f->vertex_line = line;
    return done || words_fail_memory(w);
}

bool tetrahedra_reserve(tetrahedra_file *f, words *w, long more)
{
    const size_t count = f->room += (size_t)more;
    void *corner = f->corner, *line = f->line;
    bool done = grow(&corner, count + 1, sizeof *f->corner);
    done = grow(&line, count + 1, sizeof *f->line) && done;
    f->corner = corner;
    f->line = line;
    return done || words_fail_memory(w);
}

/* ---- From names to numbers. */

typedef struct named {
    long name;
    size_t index;
} named;

static int by_name(const void *a, const void *b)
{
    const named *p = a, *q = b;
    if (p->name != q->name)
        return p->name < q->name ? -1 : 1;
    return p->index < q->index ? -1 : p->index > q->index;
}

/* The place of a name in the order of names; their number: there is no such name. */
static size_t find_name(const named *order, size_t count, long name)
{
    size_t begin = 0, end = count;
    while (begin < end) {
        const size_t middle = begin + (end - begin) / 2;
        if (order[middle].name < name)
            begin = middle + 1;
        else
            end = middle;
    }
    return begin < count && order[begin].name == name ? begin : count;
}

static bool check_names(const tetrahedra_file *f, const named *order, words *vertices)
{
    for (size_t i = 0; i + 1 < f->vertex_count; i++)
        if (order[i].name == order[i + 1].name) {
            vertices->here.line = f->vertex_line[order[i + 1].index];
            vertices->here.column = 1;
            return words_refuse(vertices, "a vertex before this one has the same number");
        }
    return true;
}

static bool number_corners(const tetrahedra_file *f, const named *order, words *elements,
                           trama_tetrahedra *body)
{
    for (size_t i = 0; i < f->count; i++)
        for (int c = 0; c < 4; c++) {
            const size_t at = find_name(order, f->vertex_count, f->corner[i][c]);
            if (at == f->vertex_count) {
                elements->here.line = f->line[i];
                elements->here.column = 1;
                return config_fail(elements->error, &elements->here,
                                   "this tetrahedron names vertex %ld, which does not exist",
                                   f->corner[i][c]);
            }
            body->item[i].node[c] = order[at].index;
        }
    return true;
}

static bool resolve(tetrahedra_file *f, words *vertices, words *elements,
                    const mesh_placement *place, trama_tetrahedra *body)
{
    const size_t n = f->vertex_count;
    named *order = calloc(n + 1, sizeof *order);
    body->vertex_count = n;
    body->count = f->count;
    body->vertex = mesh_placed(place, n, f->point);
    body->item = calloc(f->count + 1, sizeof *body->item);
    bool done = order && body->vertex && body->item;
    if (!done)
        words_fail_memory(elements);
    for (size_t i = 0; done && i < n; i++)
        order[i] = (named){f->name[i], i};
    if (done)
        qsort(order, n, sizeof *order, by_name);
    done = done && check_names(f, order, vertices) && number_corners(f, order, elements, body);
    free(order);
    return done;
}

/* ---- The mesh as a whole: its faults stand at the line of the tetrahedron or the vertex. */

static bool tell(const tetrahedra_file *f, words *vertices, words *elements,
                 const trama_error *fault)
{
    const char *digits = strchr(fault->path, '[');
    if (fault->status != TRAMA_BAD_INPUT || !digits)
        return words_fail_memory(elements);
    const size_t index = strtoul(digits + 1, NULL, 10);
    const bool vertex = fault->path[0] == 'v';
    words *w = vertex ? vertices : elements;
    w->here.line = vertex ? f->vertex_line[index] : f->line[index];
    w->here.column = 1;
    return config_fail(w->error, &w->here, "this %s %s", vertex ? "vertex" : "tetrahedron",
                       fault->text);
}

static bool check(const tetrahedra_file *f, words *vertices, words *elements,
                  const trama_tetrahedra *body)
{
    trama_error fault;
    trama_mesh *mesh = NULL;
    if (body->count == 0)
        return words_refuse(elements, "the file has no tetrahedra");
    trama_status status = trama_tetrahedra_check(body, &fault);
    if (status == TRAMA_OK)
        status = trama_tetrahedra_boundary(body, &mesh, &fault);
    trama_mesh_destroy(mesh);
    return status == TRAMA_OK || tell(f, vertices, elements, &fault);
}

/* ---- The files. */

static bool read_both(words *nodes, words *elements, const mesh_placement *place, bool msh,
                      trama_tetrahedra *body)
{
    tetrahedra_file f = {0};
    const bool read = msh ? msh_read(elements, &f)
                          : tetgen_read_nodes(nodes, &f) && tetgen_read_elements(elements, &f);
    const bool done =
        read && resolve(&f, nodes, elements, place, body) && check(&f, nodes, elements, body);
    free(f.point);
    free(f.name);
    free(f.vertex_line);
    free(f.corner);
    free(f.line);
    return done;
}

bool tetrahedra_read(const config_node *node, config_store *store, trama_tetrahedra *body,
                     config_error *error)
{
    static const char *const others[] = {"file", "nodes", "elements", NULL};
    const config_node *file = config_get(node, "file"), *nodes = config_get(node, "nodes"),
                      *elements = config_get(node, "elements");
    mesh_placement place;
    words first, second;
    if (!mesh_placement_read(node, others, &place, error))
        return false;
    if (file ? nodes || elements : !nodes || !elements)
        return config_fail(error, node,
                           "tetrahedra need their file, `{file: toy.msh}` of Gmsh, or "
                           "`{nodes: toy.node, elements: toy.ele}` of TetGen");
    if (file) {
        if (!mesh_file_open(file, store, &second, error))
            return false;
        first = second;
    } else if (!mesh_file_open(nodes, store, &first, error) ||
               !mesh_file_open(elements, store, &second, error)) {
        return false;
    }
    return read_both(&first, &second, &place, file != NULL, body);
}
