#include "plan/obj.h"

#include "plan/mesh_file.h"

#include <stdlib.h>
#include <string.h>

/* What is read of the text. */
typedef struct reader {
    words w;
    mesh_placement place;
    trama_mesh_spec *mesh;
    int *vertex_line, *face_line;
    double *point; /* 3 a vertex, as read */
} reader;

/* `v x y z`, and numbers which a mesh does not use: OBJ allows w, and many programs write a colour.
 */
static bool read_vertex(reader *r)
{
    const size_t i = r->mesh->vertex_count++;
    double other;
    r->vertex_line[i] = r->w.here.line;
    for (size_t c = 0; c < 3; c++)
        if (!words_real(&r->w, "a coordinate of `v x y z`", &r->point[3 * i + c]))
            return false;
    while (words_next(&r->w))
        if (!words_as_real(&r->w, "what follows `v x y z`", &other))
            return false;
    return true;
}

/* One corner `a`, `a/b`, `a//c` or `a/b/c`: the vertex it names, from 0. */
static bool read_corner(reader *r, size_t *vertex)
{
    char *end;
    const long given = strtol(r->w.word, &end, 10);
    const long count = (long)r->mesh->vertex_count;
    if (end == r->w.word || r->w.is_cut || (*end != '\0' && *end != '/') ||
        end[strspn(end, "/-0123456789")] != '\0' || given == 0)
        return words_refuse(
            &r->w, "a corner is the number of a vertex, from 1, or negative from the last");
    const long index = given > 0 ? given - 1 : count + given;
    if (index < 0 || (given < 0 && index >= count) || given > 100000000)
        return words_refuse(&r->w, "a corner names a vertex that is not there");
    *vertex = (size_t)index;
    return true;
}

static bool read_face(reader *r)
{
    trama_triangle *face = &r->mesh->face[r->mesh->face_count];
    r->face_line[r->mesh->face_count++] = r->w.here.line;
    for (size_t corner = 0; corner < 3; corner++)
        if (!words_next(&r->w))
            return words_refuse(&r->w, "a face is f a b c: a corner is missing");
        else if (!read_corner(r, &face->node[corner]))
            return false;
    return words_end_line(&r->w, "a face has more than three corners; allowed: triangles");
}

/* What the surface does not depend on. */
static bool is_passed_over(const char *word)
{
    static const char *const names[] = {"vt", "vn", "o", "g", "s", "usemtl", "mtllib"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(word, names[i]) == 0)
            return true;
    return word[0] == '#';
}

static bool read_line(reader *r)
{
    if (!words_next(&r->w) || is_passed_over(r->w.word))
        return true;
    if (strcmp(r->w.word, "v") == 0)
        return read_vertex(r);
    if (strcmp(r->w.word, "f") == 0)
        return read_face(r);
    return config_fail(
        r->w.error, &r->w.here,
        "unknown statement '%s'; allowed: v, f (and vt, vn, o, g, s, usemtl, mtllib, "
        "which are passed over)",
        r->w.word);
}

static bool allocate(reader *r, size_t lines)
{
    r->vertex_line = calloc(lines, sizeof *r->vertex_line);
    r->face_line = calloc(lines, sizeof *r->face_line);
    r->point = calloc(3 * lines, sizeof *r->point);
    r->mesh->face = calloc(lines, sizeof *r->mesh->face);
    return r->vertex_line && r->face_line && r->point && r->mesh->face;
}

static bool place_vertices(reader *r)
{
    r->mesh->vertex = mesh_placed(&r->place, r->mesh->vertex_count, r->point);
    return r->mesh->vertex || words_refuse(&r->w, "out of memory");
}

/* Whether `path` is LIST[index]. */
static bool names_entry(const char *path, const char *list, size_t *index)
{
    char *end;
    if (strncmp(path, list, strlen(list)) != 0)
        return false;
    *index = strtoul(path + strlen(list), &end, 10);
    return *end == ']';
}

/* The mesh as a whole; its faults stand at the line of the face or vertex. */
static bool check_mesh(reader *r)
{
    trama_mesh *mesh = NULL;
    trama_error fault;
    size_t index;
    if (r->mesh->face_count == 0)
        return words_refuse(&r->w, "the file has no faces");
    const trama_status status = trama_mesh_create(r->mesh, &mesh, &fault);
    trama_mesh_destroy(mesh);
    if (status == TRAMA_NO_MEMORY)
        return words_refuse(&r->w, "out of memory");
    if (status == TRAMA_OK)
        return true;
    r->w.here.column = 1;
    if (names_entry(fault.path, "faces[", &index))
        r->w.here.line = r->face_line[index];
    else if (names_entry(fault.path, "vertices[", &index))
        r->w.here.line = r->vertex_line[index];
    return config_fail(r->w.error, &r->w.here, "this %s %s", *fault.path == 'f' ? "face" : "vertex",
                       fault.text);
}

static bool read_text(reader *r)
{
    if (!allocate(r, (size_t)mesh_file_lines(r->w.at)))
        return words_refuse(&r->w, "out of memory");
    while (*r->w.at) {
        if (!read_line(r))
            return false;
        words_skip_line(&r->w);
    }
    return place_vertices(r) && check_mesh(r);
}

bool obj_read(const config_node *node, config_store *store, trama_mesh_spec *mesh,
              config_error *error)
{
    static const char *const others[] = {"file", NULL};
    reader r = {.mesh = mesh};
    const config_node *name = config_get(node, "file");
    if (!mesh_placement_read(node, others, &r.place, error))
        return false;
    if (!name)
        return config_fail(error, node, "a mesh needs its file, as in `mesh: {file: flag.obj}`");
    if (!mesh_file_open(name, store, false, &r.w, error))
        return false;
    const bool ok = read_text(&r);
    free(r.vertex_line);
    free(r.face_line);
    free(r.point);
    return ok;
}
