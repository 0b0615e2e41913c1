/* Positions over time: NumPy arrays, and tables of time, node, x, y, z. */
#include "import/inside.h"

#include "core/memory.h"
#include "core/numbers.h"
#include "core/text.h"

#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A place in a file, as config_fail takes it. */
static config_node at(const char *path, long line)
{
    return (config_node){.file = path, .line = (int)line, .column = 1};
}

static bool fail_system(const char *path, config_error *error)
{
    const config_node where = at(path, 1);
    return config_fail(error, &where, "%s", strerror(errno));
}

bool film_take(film *f, const size_t *shape, const double *values)
{
    f->frames = shape[0];
    f->nodes = shape[1];
    bool made = true;
    for (size_t a = 0; a < 3; a++)
        made = (f->axis[a] = calloc(f->frames * f->nodes + 1, sizeof(double))) && made;
    for (size_t i = 0; made && i < f->frames * f->nodes; i++)
        for (size_t a = 0; a < 3; a++)
            f->axis[a][i] = values[3 * i + a];
    return made;
}

void film_free(film *f)
{
    for (size_t a = 0; a < 3; a++)
        free(f->axis[a]);
    free(f->time);
    *f = (film){0};
}

/* --- NumPy's format, versions 1 and 2: a head of text, then the values --- */

/* "{'descr': '<f8', 'fortran_order': False, 'shape': (12, 100, 3), }" */
static const char *read_shape(const char *head, size_t rank, size_t *shape, bool *single)
{
    const char *descr = strstr(head, "'descr':"), *tuple = strstr(head, "'shape': (");
    char *end = NULL;
    size_t count = 1;
    if (!descr || !tuple || !strstr(head, "'fortran_order': False"))
        return "has no header of NumPy in C order";
    descr += strspn(descr + 8, " ") + 8;
    *single = strncmp(descr, "'<f4'", 5) == 0;
    if (!*single && strncmp(descr, "'<f8'", 5) != 0)
        return "has another type of numbers; allowed: little-endian float32 or float64";
    tuple += strlen("'shape': (");
    for (size_t i = 0; i < rank; i++) {
        shape[i] = strtoul(tuple, &end, 10);
        if (end == tuple || shape[i] > FILM_NUMBERS_MAX ||
            (shape[i] > 0 && count > FILM_NUMBERS_MAX / shape[i]))
            return "has another shape, or too many numbers; allowed: (frames, nodes, 3) of up to "
                   "134217728";
        count *= shape[i];
        tuple = end + strspn(end, ", ");
    }
    return *tuple == ')' ? NULL
                         : "has more dimensions; allowed: (frames, nodes, 3), and of times one";
}

static const char *read_head(FILE *in, size_t rank, size_t *shape, bool *single)
{
    enum { HEAD_MAX = 1 << 16 };
    unsigned char first[12];
    static char head[HEAD_MAX + 1];
    if (fread(first, 1, 10, in) != 10 || memcmp(first, "\x93NUMPY", 6) != 0 || first[6] < 1 ||
        first[6] > 2 || (first[6] == 2 && fread(first + 10, 1, 2, in) != 2))
        return "is not an array of NumPy";
    size_t size = (size_t)first[8] | (size_t)first[9] << 8;
    if (first[6] == 2)
        size |= (size_t)first[10] << 16 | (size_t)first[11] << 24;
    if (size > HEAD_MAX || fread(head, 1, size, in) != size)
        return "ends within its header";
    head[size] = '\0';
    return read_shape(head, rank, shape, single);
}

/* Little-endian, whatever the machine is. */
static double number_of(const unsigned char *byte, bool single)
{
    uint64_t bits = 0;
    for (size_t i = 0; i < (single ? 4 : 8); i++)
        bits |= (uint64_t)byte[i] << (8 * i);
    const uint32_t half = (uint32_t)bits;
    float small;
    double large;
    memcpy(&small, &half, sizeof small);
    memcpy(&large, &bits, sizeof large);
    return single ? (double)small : large;
}

static const char *read_numbers(FILE *in, size_t count, bool single, double *values)
{
    const size_t size = single ? 4 : 8;
    unsigned char byte[8];
    for (size_t i = 0; i < count; i++) {
        if (fread(byte, 1, size, in) != size)
            return "ends before its last number";
        values[i] = number_of(byte, single);
    }
    return fgetc(in) == EOF ? NULL : "has data after its last number";
}

bool npy_read(const char *path, size_t rank, size_t *shape, double **values, config_error *error)
{
    bool single = false;
    size_t count = 1;
    *values = NULL;
    FILE *in = fopen(path, "rb");
    if (!in)
        return fail_system(path, error);
    const char *why = read_head(in, rank, shape, &single);
    for (size_t i = 0; !why && i < rank; i++)
        count *= shape[i];
    *values = why ? NULL : calloc(count + 1, sizeof **values);
    if (!why)
        why = *values ? read_numbers(in, count, single, *values) : "out of memory";
    fclose(in);
    const config_node where = at(path, 1);
    return !why || config_fail(error, &where, "%s", why);
}

/* --- a table: time,node,x,y,z, frame after frame, the nodes of each from 0 on --- */

typedef struct rows {
    const char *path;
    config_error *error;
    film *f;
    size_t filled, room, time_room; /* of nodes in all frames; of frames */
    long line;
} rows;

static bool refuse(const rows *r, const char *what)
{
    const config_node where = at(r->path, r->line);
    return config_fail(r->error, &where, "%s", what);
}

static bool read_numbers_of(const rows *r, char *line, double number[5])
{
    for (size_t i = 0; i < 5; i++) {
        const size_t length = strcspn(line, ",\r\n");
        const bool last = line[length] != ',';
        line[length] = '\0';
        if (last != (i == 4) ||
            !trama_read_real(line, -TRAMA_INFINITY, TRAMA_INFINITY, &number[i]) ||
            !isfinite(number[i]))
            return refuse(r, "no row of five finite numbers; allowed: time,node,x,y,z");
        line += length + 1;
    }
    return true;
}

static bool begin_frame(rows *r, double time)
{
    film *f = r->f;
    if (f->frames == 1)
        f->nodes = r->filled;
    if (f->frames > 0 && r->filled != f->frames * f->nodes)
        return refuse(
            r, "a frame has another number of nodes than the first; allowed: the same number");
    double *grown = trama_with_room(f->time, f->frames, &r->time_room, sizeof *grown);
    if (!grown)
        return refuse(r, "out of memory");
    f->time = grown;
    f->time[f->frames++] = time;
    return true;
}

static bool grow(rows *r)
{
    const size_t room = r->room ? 2 * r->room : 1024;
    if (r->filled < r->room)
        return true;
    if (room > FILM_NUMBERS_MAX / 3)
        return refuse(r, "too many positions; allowed: 44739242");
    for (size_t a = 0; a < 3; a++) {
        double *grown = realloc(r->f->axis[a], room * sizeof *grown);
        if (!grown)
            return refuse(r, "out of memory");
        r->f->axis[a] = grown;
    }
    r->room = room;
    return true;
}

static bool add_row(rows *r, const double number[5])
{
    film *f = r->f;
    const bool begins = f->frames == 0 || number[0] != f->time[f->frames - 1];
    if (begins && !begin_frame(r, number[0]))
        return false;
    const size_t first = (f->frames - 1) * f->nodes, node = r->filled - first;
    if (number[1] != (double)(f->frames == 1 ? r->filled : node))
        return refuse(r, "unexpected node; allowed: 0, 1, 2 ... in every frame");
    if (!grow(r))
        return false;
    for (size_t a = 0; a < 3; a++)
        f->axis[a][r->filled] = number[2 + a];
    r->filled++;
    return true;
}

static bool read_rows(rows *r, FILE *in)
{
    char *line = NULL;
    size_t size = 0;
    bool read = true, headed = false;
    while (read && getline(&line, &size, in) > 0) {
        double number[5] = {0.0};
        r->line++;
        if (line[0] == '#' || line[strspn(line, " \t\r\n")] == '\0')
            continue;
        if (headed)
            read = read_numbers_of(r, line, number) && add_row(r, number);
        else
            read = strncmp(line, "time,node,x,y,z", 15) == 0 ||
                   refuse(r, "unknown header; allowed: time,node,x,y,z");
        headed = true;
    }
    free(line);
    if (read && r->f->frames == 1)
        r->f->nodes = r->filled;
    return read && (r->filled == r->f->frames * r->f->nodes ||
                    refuse(r, "the last frame has another number of nodes than the first; allowed: "
                              "the same number"));
}

bool film_of_csv(const char *path, film *f, config_error *error)
{
    rows r = {.path = path, .error = error, .f = f};
    FILE *in = fopen(path, "r");
    if (!in)
        return fail_system(path, error);
    const bool read = read_rows(&r, in);
    fclose(in);
    return read;
}
