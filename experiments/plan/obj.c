#include "plan/obj.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How the vertices come to lie in the scene. */
typedef struct placement {
    double scale, origin[3];
} placement;

static const trama_field table[] = {
    {TRAMA_FIELD_OF(placement, scale), .unit = "m", .minimum = DBL_MIN, .maximum = DBL_MAX,
     .fallback = {1}, .summary = "length of the file's unit"},
    {TRAMA_FIELD_OF(placement, origin), .unit = "m", .summary = "where the file's origin lies"},
};
static const trama_fields fields = TRAMA_FIELDS(table, placement);

/* The text as it is read: line by line, word by word. */
typedef struct reader {
    const char *at;   /* next character */
    config_node here; /* file, line and column of the word, for messages */
    char word[64];    /* the word */
    const char *line; /* start of the line */
    placement place;
    trama_mesh_spec *mesh;
    int *vertex_line, *face_line;
    double *point; /* 3 a vertex, as read */
    config_error *error;
} reader;

static bool refuse(reader *r, const char *what)
{
    return config_fail(r->error, &r->here, "%s", what);
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* A line ends with LF, CR LF, or CR alone. */
static bool ends_line(char c)
{
    return c == '\n' || c == '\r';
}

/* The next word of the line; false at its end. A longer one than any number is cut, and is none. */
static bool next_word(reader *r)
{
    while (is_blank(*r->at))
        r->at++;
    r->here.column = (int)(r->at - r->line) + 1;
    size_t length = 0;
    for (; *r->at && !ends_line(*r->at) && !is_blank(*r->at); r->at++)
        if (length + 1 < sizeof r->word)
            r->word[length++] = *r->at;
    r->word[length] = '\0';
    return length > 0;
}

static void skip_line(reader *r)
{
    r->at += strcspn(r->at, "\r\n");
    r->at += r->at[0] == '\r' && r->at[1] == '\n' ? 2 : ends_line(*r->at);
    r->line = r->at;
    r->here.line++;
}

static bool read_number(reader *r, double *value)
{
    if (!next_word(r))
        return refuse(r, "a vertex is v x y z: a number is missing");
    const config_node node = {.kind = CONFIG_SCALAR,
                              .text = r->word,
                              .file = r->here.file,
                              .line = r->here.line,
                              .column = r->here.column};
    return config_real(&node, value, r->error) &&
           (isfinite(*value) || refuse(r, "a coordinate is a finite number"));
}

/* `v x y z`, and w, which OBJ allows and a polygon mesh does not use. */
static bool read_vertex(reader *r)
{
    const size_t i = r->mesh->vertex_count++;
    r->vertex_line[i] = r->here.line;
    for (size_t c = 0; c < 3; c++)
        if (!read_number(r, &r->point[3 * i + c]))
            return false;
    return true;
}

/* One corner `a`, `a/b`, `a//c` or `a/b/c`: the vertex it names, from 0. */
static bool read_corner(reader *r, size_t *vertex)
{
    char *end;
    const long given = strtol(r->word, &end, 10);
    const long count = (long)r->mesh->vertex_count;
    if (end == r->word || (*end != '\0' && *end != '/') || given == 0)
        return refuse(r, "a corner is the number of a vertex, from 1, or negative from the last");
    const long index = given > 0 ? given - 1 : count + given;
    if (index < 0 || (given < 0 && index >= count) || given > 100000000)
        return refuse(r, "a corner names a vertex that is not there");
    *vertex = (size_t)index;
    return true;
}

static bool read_face(reader *r)
{
    trama_triangle *face = &r->mesh->face[r->mesh->face_count];
    r->face_line[r->mesh->face_count++] = r->here.line;
    for (size_t corner = 0; corner < 3; corner++)
        if (!next_word(r))
            return refuse(r, "a face is f a b c: a corner is missing");
        else if (!read_corner(r, &face->node[corner]))
            return false;
    return !next_word(r) || refuse(r, "a face has more than three corners; allowed: triangles");
}

/* What the surface does not depend on. */
static bool is_passed_over(const char *word)
{
    static const char *const words[] = {"vt", "vn", "o", "g", "s", "usemtl", "mtllib"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcmp(word, words[i]) == 0)
            return true;
    return word[0] == '#';
}

static bool read_line(reader *r)
{
    if (!next_word(r) || is_passed_over(r->word))
        return true;
    if (strcmp(r->word, "v") == 0)
        return read_vertex(r);
    if (strcmp(r->word, "f") == 0)
        return read_face(r);
    return config_fail(
        r->error, &r->here,
        "unknown statement '%s'; allowed: v, f (and vt, vn, o, g, s, usemtl, mtllib, "
        "which are passed over)",
        r->word);
}

/* An upper bound: CR LF counts for two. */
static size_t count_lines(const char *text)
{
    size_t lines = 1;
    for (; *text; text++)
        lines += ends_line(*text);
    return lines;
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
    const size_t count = r->mesh->vertex_count;
    r->mesh->vertex = calloc(3 * count + 1, sizeof *r->mesh->vertex);
    for (size_t i = 0; r->mesh->vertex && i < count; i++)
        for (size_t c = 0; c < 3; c++)
            r->mesh->vertex[c * count + i] =
                r->place.origin[c] + r->place.scale * r->point[3 * i + c];
    return r->mesh->vertex || refuse(r, "out of memory");
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
        return refuse(r, "the file has no faces");
    const trama_status status = trama_mesh_create(r->mesh, &mesh, &fault);
    trama_mesh_destroy(mesh);
    if (status == TRAMA_OK)
        return true;
    r->here.column = 1;
    if (names_entry(fault.path, "faces[", &index))
        r->here.line = r->face_line[index];
    else if (names_entry(fault.path, "vertices[", &index))
        r->here.line = r->vertex_line[index];
    return config_fail(r->error, &r->here, "this %s %s", *fault.path == 'f' ? "face" : "vertex",
                       fault.text);
}

static bool read_text(reader *r, const char *text)
{
    r->at = r->line = text;
    r->here.line = 1;
    r->here.column = 1;
    if (!allocate(r, count_lines(text)))
        return refuse(r, "out of memory");
    while (*r->at) {
        if (!read_line(r))
            return false;
        skip_line(r);
    }
    return place_vertices(r) && check_mesh(r);
}

/* The name of the file among the store's whose text this is. */
static const char *name_of(const config_store *store, const char *text)
{
    size_t i = 0;
    while (config_store_file_text(store, i) != text)
        i++;
    return config_store_file_name(store, i);
}

bool obj_read(const config_node *node, config_store *store, trama_mesh_spec *mesh,
              config_error *error)
{
    static const char *const others[] = {"file", NULL};
    reader r = {.mesh = mesh, .error = error};
    const config_node *name = config_get(node, "file");
    const char *text;
    if (!config_fields(node, fields, others, &r.place, error))
        return false;
    if (!name)
        return config_fail(error, node, "a mesh needs its file, as in `mesh: {file: flag.obj}`");
    if (!config_attach(store, name, NULL, &text, error))
        return false;
    r.here.file = name_of(store, text);
    const bool ok = read_text(&r, text);
    free(r.vertex_line);
    free(r.face_line);
    free(r.point);
    return ok;
}
