#include "plan/obj.h"

#include "plan/mesh_file.h"
#include "plan/polygon.h"

#include <stdlib.h>
#include <string.h>

enum { CORNERS_MOST = 256 }; /* of a face: cutting takes their cube */

/* What is read of the text. Faces have their corners in `corner`, from first[i] to first[i + 1]. */
typedef struct reader {
    words w;
    mesh_placement place;
    trama_mesh_spec *mesh;
    double *point; /* 3 a vertex, as read */
    size_t *corner, *first, faces;
    int *vertex_line, *face_line, *triangle_line; /* where each stands in the file */
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
        return words_refuse(&r->w, "a corner names a vertex that does not exist");
    *vertex = (size_t)index;
    return true;
}

static bool read_face(reader *r)
{
    size_t count = 0, *corner = r->corner + r->first[r->faces];
    r->face_line[r->faces] = r->w.here.line;
    for (; words_next(&r->w); count++)
        if (count == CORNERS_MOST)
            return config_fail(r->w.error, &r->w.here, "a face has more than %d corners",
                               CORNERS_MOST);
        else if (!read_corner(r, &corner[count]))
            return false;
    if (count < 3)
        return words_refuse(&r->w, "a face is f a b c: a corner is missing");
    r->first[r->faces + 1] = r->first[r->faces] + count;
    r->faces++;
    return true;
}

static bool is_one_of(const char *word, const char *const *names)
{
    while (*names && strcmp(word, *names) != 0)
        names++;
    return *names != NULL;
}

/* What the surface of the faces does not depend on: points and lines, points and bases of free
 * forms, names, groups, looks. */
static bool is_passed_over(const char *word)
{
    static const char *const names[] = {
        "vt",       "vn",       "vp",     "p",          "l",         "o",      "g",
        "s",        "mg",       "usemtl", "usemap",     "mtllib",    "maplib", "bevel",
        "c_interp", "d_interp", "lod",    "shadow_obj", "trace_obj", "cstype", "deg",
        "step",     "bmat",     "ctech",  "stech",      NULL};
    return is_one_of(word, names);
}

static bool is_free_form(const char *word)
{
    static const char *const names[] = {"curv", "curv2", "surf", NULL};
    return is_one_of(word, names);
}

static bool read_line(reader *r)
{
    if (!words_next(&r->w) || is_passed_over(r->w.word))
        return true;
    if (strcmp(r->w.word, "v") == 0)
        return read_vertex(r);
    if (strcmp(r->w.word, "f") == 0)
        return read_face(r);
    if (is_free_form(r->w.word))
        return config_fail(r->w.error, &r->w.here,
                           "'%s' is a free-form surface; allowed: surfaces of faces (f)",
                           r->w.word);
    return config_fail(r->w.error, &r->w.here,
                       "unknown statement '%s'; allowed: those of OBJ, of which v and f are read",
                       r->w.word);
}

/* ---- The mesh. */

/* As much as a text of so many lines and words can have. */
static bool allocate(reader *r, size_t lines, size_t corners)
{
    r->vertex_line = calloc(lines, sizeof *r->vertex_line);
    r->face_line = calloc(lines, sizeof *r->face_line);
    r->point = calloc(3 * lines, sizeof *r->point);
    r->first = calloc(lines + 1, sizeof *r->first);
    r->corner = calloc(corners + 1, sizeof *r->corner);
    r->mesh->face = calloc(corners + 1, sizeof *r->mesh->face);
    r->triangle_line = calloc(corners + 1, sizeof *r->triangle_line);
    return r->vertex_line && r->face_line && r->point && r->first && r->corner && r->mesh->face &&
           r->triangle_line;
}

static bool refuse_face(reader *r, size_t face, const char *what)
{
    r->w.here.line = r->face_line[face];
    r->w.here.column = 1;
    return words_refuse(&r->w, what);
}

/* A face of three corners is a triangle whatever it is like; the mesh looks at it. */
static bool cut_face(reader *r, size_t face)
{
    size_t *corner = r->corner + r->first[face];
    const size_t count = r->first[face + 1] - r->first[face];
    for (size_t i = 0; i < count && count > 3; i++)
        if (corner[i] >= r->mesh->vertex_count)
            return refuse_face(r, face, "this face names a vertex that does not exist");
    trama_triangle *triangle = r->mesh->face + r->mesh->face_count;
    for (size_t i = 0; i < count - 2; i++)
        r->triangle_line[r->mesh->face_count++] = r->face_line[face];
    if (count > 3)
        return polygon_cut(r->point, count, corner, triangle) ||
               refuse_face(
                   r, face,
                   "this face of more than three corners has no area, or crosses or touches "
                   "itself: it cannot be cut into triangles");
    *triangle = (trama_triangle){{corner[0], corner[1], corner[2]}};
    return true;
}

/* A face of more than three corners with its corners from the least to the largest. */
typedef struct outline {
    const size_t *corner;
    size_t count, face;
} outline;

static int by_number(const void *a, const void *b)
{
    const size_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static int by_corners(const void *a, const void *b)
{
    const outline *x = a, *y = b;
    if (x->count != y->count)
        return by_number(&x->count, &y->count);
    for (size_t i = 0; i < x->count; i++)
        if (x->corner[i] != y->corner[i])
            return by_number(&x->corner[i], &y->corner[i]);
    return by_number(&x->face, &y->face);
}

static bool have_same_corners(const outline *a, const outline *b)
{
    return a->count == b->count && memcmp(a->corner, b->corner, a->count * sizeof *a->corner) == 0;
}

static bool refuse_twin(reader *r, size_t *sorted, outline *all)
{
    size_t count = 0;
    memcpy(sorted, r->corner, r->first[r->faces] * sizeof *sorted);
    for (size_t face = 0; face < r->faces; face++) {
        size_t *corner = sorted + r->first[face];
        const size_t corners = r->first[face + 1] - r->first[face];
        qsort(corner, corners, sizeof *corner, by_number);
        if (corners > 3)
            all[count++] = (outline){corner, corners, face};
    }
    qsort(all, count, sizeof *all, by_corners);
    for (size_t i = 1; i < count; i++)
        if (have_same_corners(&all[i - 1], &all[i]))
            return refuse_face(r, all[i].face, "this face has the same corners as an earlier face");
    return true;
}

/* Cut from another corner, or turned, a face given twice has no triangle twice: it is seen before
 * it is cut. Triangles the mesh looks at. */
static bool check_outlines(reader *r)
{
    size_t *sorted = malloc((r->first[r->faces] + 1) * sizeof *sorted);
    outline *all = malloc((r->faces + 1) * sizeof *all);
    const bool fit = sorted && all ? refuse_twin(r, sorted, all) : words_fail_memory(&r->w);
    free(sorted);
    free(all);
    return fit;
}

static bool cut_faces(reader *r)
{
    if (!check_outlines(r))
        return false;
    for (size_t face = 0; face < r->faces; face++)
        if (!cut_face(r, face))
            return false;
    return true;
}

static bool place_vertices(reader *r)
{
    r->mesh->vertex = mesh_placed(&r->place, r->mesh->vertex_count, r->point);
    return r->mesh->vertex || words_fail_memory(&r->w);
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
        return words_fail_memory(&r->w);
    if (status == TRAMA_OK)
        return true;
    r->w.here.column = 1;
    if (names_entry(fault.path, "faces[", &index))
        r->w.here.line = r->triangle_line[index];
    else if (names_entry(fault.path, "vertices[", &index))
        r->w.here.line = r->vertex_line[index];
    return config_fail(r->w.error, &r->w.here, "this %s %s", *fault.path == 'f' ? "face" : "vertex",
                       fault.text);
}

static bool read_text(reader *r)
{
    if (!allocate(r, (size_t)mesh_file_lines(r->w.at), mesh_file_words(r->w.at)))
        return words_fail_memory(&r->w);
    r->w.continues = true;
    while (*r->w.at) {
        if (!read_line(r))
            return false;
        words_skip_line(&r->w);
    }
    return cut_faces(r) && place_vertices(r) && check_mesh(r);
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
    if (!mesh_file_open(name, store, &r.w, error))
        return false;
    const bool ok = read_text(&r);
    free(r.vertex_line);
    free(r.face_line);
    free(r.triangle_line);
    free(r.first);
    free(r.corner);
    free(r.point);
    return ok;
}
