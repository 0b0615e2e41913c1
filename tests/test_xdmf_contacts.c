/* Contacts in the sidecar for ParaView: what a reader joins for each vector of each frame, against
 * a file whose every number is another one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/record_sample.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CONTACTS = 3, FRAMES = 2 };

/* Two contacts in the first frame, one in the second. */
static const int64_t frame_of[CONTACTS] = {0, 0, 1}, first[CONTACTS] = {4, 5, 6},
                     second[CONTACTS] = {7, 8, -1};
static const struct vector {
    const char *attribute, *column[3]; /* NULL: the place, which is the geometry */
    double value[CONTACTS][3];
} vectors[] = {
    {NULL, {"x", "y", "z"}, {{0.1, 0.2, 0.3}, {0.4, 0.5, 0.6}, {0.7, 0.8, 0.9}}},
    {"normal",
     {"normal_x", "normal_y", "normal_z"},
     {{0.36, 0.48, 0.8}, {0.6, 0, -0.8}, {-0.48, 0.8, 0.36}}},
    {"force", {"force_x", "force_y", "force_z"}, {{11, 12, 13}, {14, 15, 16}, {17, 18, 19}}},
    {"torque", {"torque_x", "torque_y", "torque_z"}, {{21, 22, 23}, {24, 25, 26}, {27, 28, 29}}},
};
enum { VECTORS = sizeof vectors / sizeof *vectors };

static void add_integers(bundle *b, const char *name, const int64_t value[CONTACTS])
{
    char path[64];
    snprintf(path, sizeof path, "/frames/touch/contacts/%s", name);
    bundle_add_integers(b, path, "1", "", value, CONTACTS, 1);
}

static void add_vector(bundle *b, const struct vector *v)
{
    for (size_t axis = 0; axis < 3; axis++) {
        double value[CONTACTS];
        char path[64];
        snprintf(path, sizeof path, "/frames/touch/contacts/%s", v->column[axis]);
        for (size_t i = 0; i < CONTACTS; i++)
            value[i] = v->value[i][axis];
        bundle_add_reals(b, path, "1", "", value, CONTACTS, 1);
    }
}

/* A film of one node, with contacts; the text of its sidecar, to be freed. */
static char *sidecar_of(const char *file, const char *sidecar)
{
    const double time[FRAMES] = {0, 0.1}, zero[FRAMES] = {0};
    const int64_t points[2] = {1, 1};
    record_error error;
    bundle b = {0};
    bundle_add_reals(&b, "/frames/time", "s", "", time, FRAMES, 1);
    bundle_add_reals(&b, "/frames/x", "m", "", zero, FRAMES, 1);
    bundle_add_reals(&b, "/frames/y", "m", "", zero, FRAMES, 1);
    bundle_add_reals(&b, "/frames/z", "m", "", zero, FRAMES, 1);
    bundle_add_integers(&b, "/config/points", "1", "", points, 2, 1);
    add_integers(&b, "frame", frame_of);
    add_integers(&b, "first", first);
    add_integers(&b, "second", second);
    for (size_t v = 0; v < VECTORS; v++)
        add_vector(&b, &vectors[v]);
    sample_record(sample_path(file), &b);
    bundle_free(&b);
    if (record_xdmf(sample_path(file), &error) != RECORD_OK)
        fail_msg("%s", error.text);
    sample_bytes text = sample_read(sample_path(sidecar));
    text.bytes[text.size] = '\0';
    return (char *)text.bytes;
}

static const char *after(const char *text, const char *part)
{
    const char *found = strstr(text, part);
    if (!found)
        fail_msg("%s is not in:\n%s", part, text);
    return found + strlen(part);
}

/* Reads the next hyperslab: the column that it names, and which rows of it. */
static const char *read_slab(const char *text, const bundle *file, double value[CONTACTS],
                             size_t *count)
{
    size_t rows;
    char *end;
    text = after(text, "ItemType=\"HyperSlab\" Dimensions=\"");
    *count = strtoul(text, NULL, 10);
    text = after(text, "Dimensions=\"3 1\">");
    const size_t begin = strtoul(text, &end, 10), stride = strtoul(end, &end, 10);
    assert_int_equal(stride, 1);
    assert_int_equal(strtoul(end, NULL, 10), *count);
    text = after(text, "Dimensions=\"");
    rows = strtoul(text, NULL, 10);
    text = after(text, "touch.h5:");
    char path[64];
    snprintf(path, sizeof path, "%.*s", (int)strcspn(text, "<"), text);
    const bundle_column *column = bundle_find(file, path);
    assert_non_null(column);
    assert_int_equal(column->rows, rows);
    assert_true(begin + *count <= rows);
    for (size_t i = 0; i < *count; i++)
        value[i] = column->type == BUNDLE_REAL ? column->real[begin + i]
                                               : (double)column->integer[begin + i];
    return text;
}

/* Three slabs in a row are x, y and z of the contacts of the frame. */
static void expect_vector(const char *grid, const bundle *file, const struct vector *v,
                          size_t frame)
{
    char name[64];
    snprintf(name, sizeof name, "<Attribute Name=\"%s\" AttributeType=\"Vector\"", v->attribute);
    const char *at = after(grid, v->attribute ? name : "GeometryType=\"X_Y_Z\">");
    if (v->attribute)
        at = after(at, "Function=\"JOIN($0, $1, $2)\"");
    for (size_t axis = 0; axis < 3; axis++) {
        double value[CONTACTS];
        size_t count, seen = 0;
        at = read_slab(at, file, value, &count);
        for (size_t i = 0; i < CONTACTS; i++)
            if (frame_of[i] == (int64_t)frame && value[seen++] != v->value[i][axis])
                fail_msg("%s of contact %zu, axis %zu: %g, not %g",
                         v->attribute ? v->attribute : "place", i, axis, value[seen - 1],
                         v->value[i][axis]);
        assert_int_equal(count, seen);
    }
}

static void expect_number(const char *grid, const bundle *file, const char *attribute,
                          const int64_t expected[CONTACTS], size_t frame)
{
    char name[64];
    double value[CONTACTS];
    size_t count, seen = 0;
    snprintf(name, sizeof name, "<Attribute Name=\"%s\" AttributeType=\"Scalar\"", attribute);
    read_slab(after(grid, name), file, value, &count);
    for (size_t i = 0; i < CONTACTS; i++)
        if (frame_of[i] == (int64_t)frame)
            assert_int_equal((int64_t)value[seen++], expected[i]);
    assert_int_equal(count, seen);
}

static void every_vector_has_its_components_in_order(void **state)
{
    (void)state;
    char *text = sidecar_of("touch.h5", "touch.xdmf2");
    bundle file = sample_back(sample_path("touch.h5"));
    const char *grid = text;
    for (size_t frame = 0; frame < FRAMES; frame++) {
        grid = after(grid, "<Grid Name=\"touch\" GridType=\"Uniform\">");
        for (size_t v = 0; v < VECTORS; v++)
            expect_vector(grid, &file, &vectors[v], frame);
        expect_number(grid, &file, "first", first, frame);
        expect_number(grid, &file, "second", second, frame);
    }
    assert_null(strstr(grid, "<Grid Name=\"touch\""));
    bundle_free(&file);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_vector_has_its_components_in_order),
    };
    return cmocka_run_group_tests_name("xdmf_contacts", tests, sample_folder_begin,
                                       sample_folder_end);
}
