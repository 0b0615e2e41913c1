#include "plan/mesh_file.h"

#include "core/field.h"

#include <float.h>
#include <stdlib.h>

static const trama_field table[] = {
    {TRAMA_FIELD_OF(mesh_placement, scale), .unit = "m", .minimum = DBL_MIN, .maximum = DBL_MAX,
     .fallback = {1}, .summary = "length of the file's unit"},
    {TRAMA_FIELD_OF(mesh_placement, origin), .unit = "m",
     .summary = "where the file's origin lies"},
};
static const trama_fields fields = TRAMA_FIELDS(table, mesh_placement);

bool mesh_placement_read(const config_node *node, const char *const *others, mesh_placement *place,
                         config_error *error)
{
    return config_fields(node, fields, others, place, error);
}

double *mesh_placed(const mesh_placement *place, size_t count, const double *point)
{
    double *vertex = calloc(3 * count + 1, sizeof *vertex);
    for (size_t i = 0; vertex && i < count; i++)
        for (size_t c = 0; c < 3; c++)
            vertex[c * count + i] = place->origin[c] + place->scale * point[3 * i + c];
    return vertex;
}

bool mesh_file_open(const config_node *name, config_store *store, words *w, config_error *error)
{
    config_attached file;
    if (!config_attach(store, name, NULL, CONFIG_MESH, &file, error))
        return false;
    *w = words_of(file.name, file.text, error);
    return true;
}

long mesh_file_lines(const char *text)
{
    long lines = 1;
    for (; *text; text++)
        lines += *text == '\n' || *text == '\r';
    return lines;
}

size_t mesh_file_words(const char *text)
{
    size_t count = 1;
    for (; *text; text++)
        count += *text == ' ' || *text == '\t' || *text == '\n' || *text == '\r';
    return count;
}
