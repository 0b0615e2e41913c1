/* Every registered model has a page in docs/models, its own or, of obstacles, a common one, with
 * what a reader of a paper looks for. The parameters on it are made of the registry: `TRAMA_RENEW=1
 * build/release/tests/test_model_pages` makes them anew. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/field.h"
#include "model/model.h"
#include "references.h"
#include "support/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PAGES TRAMA_SOURCE_DIR "/docs/models/"

static const char *const headings[] = {"Equations", "Parameters", "What it lacks",
                                       "What limits its step", "Source"};

enum { PATH = 512 };

static void page_of(const char *model, char path[PATH])
{
    snprintf(path, PATH, PAGES "%s.md", model);
    FILE *own = fopen(path, "r");
    if (own)
        fclose(own);
    else
        snprintf(path, PATH, PAGES "obstacles.md");
}

/* What stands below the heading, to be freed. */
static char *section_of(const char *path, const char *heading)
{
    char line[64];
    snprintf(line, sizeof line, "\n## %s\n", heading);
    char *page = text_of_file(path), *start = strstr(page, line);
    if (!start)
        fail_msg("%s has no section %s", path, heading);
    start += strlen(line);
    char *end = strstr(start, "\n## ");
    char *section = strndup(start, end ? (size_t)(end - start) : strlen(start));
    assert_non_null(section);
    free(page);
    return section;
}

static void every_model_has_a_page_with_every_section(void **state)
{
    (void)state;
    for (size_t i = 0; i < trama_model_count(); i++)
        for (size_t h = 0; h < sizeof headings / sizeof headings[0]; h++) {
            char path[PATH];
            page_of(trama_model_at(i)->name, path);
            char *section = section_of(path, headings[h]);
            if (strspn(section, " \n") == strlen(section))
                fail_msg("%s: the section %s is empty", path, headings[h]);
            free(section);
        }
}

static void every_page_names_the_publications_that_its_model_cites(void **state)
{
    (void)state;
    for (size_t i = 0; i < trama_model_count(); i++) {
        const trama_model_type *model = trama_model_at(i);
        char path[PATH];
        page_of(model->name, path);
        char *source = section_of(path, "Source");
        for (size_t r = 0; r < trama_reference_count(); r++)
            if (trama_reference_is_cited(trama_reference_at(r), model->reference) &&
                !strstr(source, trama_reference_at(r)->words))
                fail_msg("%s: the section Source does not name %s, which %s cites", path,
                         trama_reference_at(r)->words, model->name);
        free(source);
    }
}

/* A bar would end the cell. */
static void print_cell(FILE *out, const char *text)
{
    fprintf(out, " ");
    for (const char *c = text; *c; c++)
        fprintf(out, *c == '|' ? "\\%c" : "%c", *c);
    fprintf(out, " |");
}

static void print_default(FILE *out, const trama_field *f, const void *defaults)
{
    char value[256];
    trama_field_print(f, defaults, false, value, sizeof value);
    print_cell(out, f->required                                           ? "required"
                    : f->list || strstr(value, "nan") || value[0] == '\0' ? "not given"
                                                                          : value);
}

static void print_table(FILE *out, trama_fields fields)
{
    void *defaults = calloc(1, fields.size ? fields.size : 1);
    assert_non_null(defaults);
    if (fields.size)
        trama_fields_default(fields, defaults);
    fprintf(out, "| parameter | unit | default | allowed | meaning |\n|---|---|---|---|---|\n");
    for (size_t i = 0; i < fields.count; i++) {
        const trama_field *f = &fields.field[i];
        char range[256];
        trama_field_range(f, range, sizeof range);
        fprintf(out, "| `%s` |", f->name);
        print_cell(out, f->unit);
        print_default(out, f, defaults);
        print_cell(out, range);
        print_cell(out, f->summary);
        fprintf(out, "\n");
    }
    free(defaults);
}

static char *table_of(const trama_model_type *model)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    print_table(out, model->parameters);
    if (model->entries.name) {
        fprintf(out, "\n`%s` is a mapping from names; each is %s:\n\n", model->entries.name,
                model->entries.summary);
        print_table(out, *model->entries.fields);
    }
    fclose(out);
    return text;
}

/* The tables of the page lie between `<!-- parameters of NAME -->` and `<!-- end of parameters
 * -->`. */
static void parameters_on_the_page_are_those_of_the_registry(void **state)
{
    (void)state;
    static const char ends[] = "\n<!-- end of parameters -->\n";
    for (size_t i = 0; i < trama_model_count(); i++) {
        const trama_model_type *model = trama_model_at(i);
        char path[PATH], begins[128];
        page_of(model->name, path);
        snprintf(begins, sizeof begins, "<!-- parameters of %s -->\n\n", model->name);
        char *page = text_of_file(path), *table = table_of(model);
        char *start = strstr(page, begins), *end = start ? strstr(start, ends) : NULL;
        if (!end)
            fail_msg("%s has no parameters of %s", path, model->name);
        start += strlen(begins);
        if (getenv("TRAMA_RENEW")) {
            FILE *out = fopen(path, "w");
            assert_non_null(out);
            fprintf(out, "%.*s%s%s", (int)(start - page), page, table, end);
            assert_int_equal(fclose(out), 0);
        } else if (strlen(table) != (size_t)(end - start) ||
                   memcmp(table, start, strlen(table)) != 0) {
            fail_msg("%s: the parameters of %s are others; TRAMA_RENEW=1 makes them anew:\n%s",
                     path, model->name, table);
        }
        free(page);
        free(table);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_model_has_a_page_with_every_section),
        cmocka_unit_test(every_page_names_the_publications_that_its_model_cites),
        cmocka_unit_test(parameters_on_the_page_are_those_of_the_registry),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
