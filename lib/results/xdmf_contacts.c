/* Contacts and joints in the sidecar for ParaView: for each frame a set of points, which are
 * hyperslabs of the columns below /frames/<interaction>/contacts. Vectors are stored there as three
 * columns, which XDMF joins. */
#include "results/xdmf.h"

#include <inttypes.h>

enum { AXES = 3 };

static const results_column *const places[AXES] = {&column_contacts_x, &column_contacts_y,
                                                   &column_contacts_z};
static const struct vector {
    const char *name;
    const results_column *axis[AXES];
} vectors[] = {
    {"normal", {&column_contacts_normal_x, &column_contacts_normal_y, &column_contacts_normal_z}},
    {"force", {&column_contacts_force_x, &column_contacts_force_y, &column_contacts_force_z}},
    {"torque", {&column_contacts_torque_x, &column_contacts_torque_y, &column_contacts_torque_z}},
};
static const struct number {
    const char *name;
    const results_column *column;
} numbers[] = {{"first", &column_contacts_first}, {"second", &column_contacts_second}};
enum { VECTORS = sizeof vectors / sizeof *vectors, NUMBERS = sizeof numbers / sizeof *numbers };

/* ---- What the file holds. */

static bool is_of(const bundle *b, const results_column *column, const xdmf_contacts *c)
{
    column_member m;
    const bundle_column *found = bundle_find(b, column_named(column, c->name, &m)->path);
    return found && found->type == (bundle_type)column->type && found->columns == 1 &&
           found->rows == c->rows;
}

static bool are_of(const bundle *b, const results_column *const axis[AXES], const xdmf_contacts *c)
{
    return is_of(b, axis[0], c) && is_of(b, axis[1], c) && is_of(b, axis[2], c);
}

bool xdmf_contacts_take(const bundle *small, const bundle *shapes, size_t frames, xdmf_contacts *c)
{
    column_member m;
    const bundle_column *frame =
        bundle_find(small, column_named(&column_contacts_frame, c->name, &m)->path);
    if (!frame || frame->type != BUNDLE_INTEGER || frame->columns != 1)
        return false;
    c->frame = frame->integer;
    c->rows = frame->rows;
    bool whole = are_of(shapes, places, c);
    for (size_t i = 0; i < VECTORS; i++)
        whole = whole && are_of(shapes, vectors[i].axis, c);
    for (size_t i = 0; i < NUMBERS; i++)
        whole = whole && is_of(shapes, numbers[i].column, c);
    for (size_t i = 0; whole && i < c->rows; i++)
        whole = c->frame[i] >= (i > 0 ? c->frame[i - 1] : 0) && c->frame[i] < (int64_t)frames;
    return whole;
}

/* ---- What is printed. */

/* Rows of the columns: `count` from `begin` on, in a file. */
typedef struct part {
    const char *file;
    const xdmf_contacts *contacts;
    size_t begin, count;
} part;

static part part_of(const char *file, const xdmf_contacts *c, size_t frame)
{
    part p = {file, c, 0, 0};
    while (p.begin < c->rows && c->frame[p.begin] < (int64_t)frame)
        p.begin++;
    while (p.begin + p.count < c->rows && c->frame[p.begin + p.count] == (int64_t)frame)
        p.count++;
    return p;
}

static void print_column(FILE *out, const part *p, const results_column *family)
{
    column_member m;
    xdmf_print_rows(out, p->file, column_named(family, p->contacts->name, &m), p->contacts->rows,
                    p->begin, p->count);
}

static void print_vector(FILE *out, const part *p, const struct vector *vector)
{
    fprintf(out,
            "          <Attribute Name=\"%s\" AttributeType=\"Vector\" Center=\"Node\">\n"
            "            <DataItem ItemType=\"Function\" Function=\"JOIN($0, $1, $2)\" "
            "Dimensions=\"%zu 3\">\n",
            vector->name, p->count);
    for (size_t i = 0; i < AXES; i++)
        print_column(out, p, vector->axis[i]);
    fputs("            </DataItem>\n          </Attribute>\n", out);
}

static void print_number(FILE *out, const part *p, const struct number *number)
{
    fprintf(out, "          <Attribute Name=\"%s\" AttributeType=\"Scalar\" Center=\"Node\">\n",
            number->name);
    print_column(out, p, number->column);
    fputs("          </Attribute>\n", out);
}

void xdmf_print_contacts(FILE *out, const char *file, const xdmf_contacts *c, size_t frame)
{
    const part p = part_of(file, c, frame);
    if (p.count == 0)
        return;
    fputs("        <Grid Name=\"", out);
    xdmf_print_escaped(out, c->name);
    fprintf(out,
            "\" GridType=\"Uniform\">\n"
            "          <Topology TopologyType=\"Polyvertex\" NumberOfElements=\"%zu\" "
            "NodesPerElement=\"1\"/>\n"
            "          <Geometry GeometryType=\"X_Y_Z\">\n",
            p.count);
    for (size_t i = 0; i < AXES; i++)
        print_column(out, &p, places[i]);
    fputs("          </Geometry>\n", out);
    for (size_t i = 0; i < VECTORS; i++)
        print_vector(out, &p, &vectors[i]);
    for (size_t i = 0; i < NUMBERS; i++)
        print_number(out, &p, &numbers[i]);
    fputs("        </Grid>\n", out);
}
