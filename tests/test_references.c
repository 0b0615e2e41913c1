/* Every publication that a model, method, interaction or force cites has an entry, and every entry
 * is cited. The tests loop over the registries. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "integrator/elemental.h"
#include "references.h"

/* What has no publication: prescribed motion, and springs that obey Hooke's law. */
static const char *const without[] = {"plane",       "sphere",        "box",      "table",
                                      "round_table", "sphere_mesh",   "box_mesh", "mesh_obstacle",
                                      "lattice",     "spring_between"};

static bool needs_none(const char *name)
{
    for (size_t i = 0; i < sizeof without / sizeof *without; i++)
        if (strcmp(name, without[i]) == 0)
            return true;
    return false;
}

/* Overwrites the words of each entry that the text cites; their number. */
static size_t take_citations(char *text)
{
    size_t found = 0;
    for (size_t i = 0; i < trama_reference_count(); i++) {
        const trama_reference *r = trama_reference_at(i);
        if (!trama_reference_is_cited(r, text))
            continue;
        found++;
        memset(strstr(text, r->words), '.', strlen(r->words));
    }
    return found;
}

/* "1995", or the thesis by another name. */
static bool names_a_publication(const char *text)
{
    for (const char *c = text; *c; c++)
        if (isdigit((unsigned char)c[0]) && isdigit((unsigned char)c[1]) &&
            isdigit((unsigned char)c[2]) && isdigit((unsigned char)c[3]))
            return true;
    return strstr(text, "hesis") != NULL;
}

static void check(const char *name, const char *reference)
{
    char text[512];
    assert_non_null(reference);
    assert_true(strlen(reference) < sizeof text);
    snprintf(text, sizeof text, "%s", reference);
    const size_t found = take_citations(text);
    if ((found == 0) != needs_none(name) || names_a_publication(text))
        fail_msg("%s cites %zu entries of lib/references.def; without them its reference is '%s'",
                 name, found, text);
}

static void every_reference_has_an_entry(void **state)
{
    (void)state;
    for (size_t i = 0; i < trama_model_count(); i++)
        check(trama_model_at(i)->name, trama_model_at(i)->reference);
    for (size_t i = 0; i < trama_integrator_count(); i++)
        check(trama_integrator_at(i)->name, trama_integrator_at(i)->reference);
    for (size_t i = 0; i < trama_interaction_count(); i++)
        check(trama_interaction_at(i)->name, trama_interaction_at(i)->reference);
    for (size_t i = 0; i < trama_force_count(); i++)
        check(trama_force_at(i)->name, trama_force_at(i)->reference);
}

static bool is_cited(const trama_reference *r)
{
    bool cited = false;
    for (size_t i = 0; i < trama_model_count(); i++)
        cited |= trama_reference_is_cited(r, trama_model_at(i)->reference);
    for (size_t i = 0; i < trama_integrator_count(); i++)
        cited |= trama_reference_is_cited(r, trama_integrator_at(i)->reference);
    for (size_t i = 0; i < trama_interaction_count(); i++)
        cited |= trama_reference_is_cited(r, trama_interaction_at(i)->reference);
    for (size_t i = 0; i < trama_force_count(); i++)
        cited |= trama_reference_is_cited(r, trama_force_at(i)->reference);
    return cited;
}

static void every_entry_is_cited_and_in_order(void **state)
{
    (void)state;
    for (size_t i = 0; i < trama_reference_count(); i++) {
        const trama_reference *r = trama_reference_at(i);
        if (!is_cited(r))
            fail_msg("nothing cites %s", r->key);
        if (i > 0)
            assert_true(strcmp(trama_reference_at(i - 1)->key, r->key) < 0);
        for (size_t j = 0; j < i; j++)
            assert_null(strstr(trama_reference_at(j)->words, r->words));
    }
}

/* "year = {1995}": a name, and a value whose braces match; a comma or a quote would end a field. */
static void every_field_is_bibtex(void **state)
{
    (void)state;
    for (size_t i = 0; i < trama_reference_count(); i++)
        for (const char *const *field = trama_reference_at(i)->field; *field; field++) {
            const char *value = strstr(*field, " = ");
            assert_non_null(value);
            assert_true(strspn(*field, "abcdefghijklmnopqrstuvwxyz") == (size_t)(value - *field));
            int depth = 0;
            for (const char *c = value + 3; *c; c++) {
                depth += (*c == '{') - (*c == '}');
                assert_true(depth > 0 || c[1] == '\0' || strchr(*field, '{') == NULL);
            }
            assert_int_equal(depth, 0);
        }
}

static void words_are_found_whole(void **state)
{
    (void)state;
    const trama_reference r = {"gsl", "GSL", "book", NULL};
    assert_true(trama_reference_is_cited(&r, "GSL"));
    assert_true(trama_reference_is_cited(&r, "by (GSL), chapter 27"));
    assert_false(trama_reference_is_cited(&r, "GSL2"));
    assert_false(trama_reference_is_cited(&r, "a libGSL"));
    assert_true(trama_reference_is_cited(&r, "GSL2; GSL"));
}

static int register_all(void **state)
{
    trama_error error;
    (void)state;
    return trama_elementals_register(&error) == TRAMA_OK ? 0 : -1;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_reference_has_an_entry),
        cmocka_unit_test(every_entry_is_cited_and_in_order),
        cmocka_unit_test(every_field_is_bibtex),
        cmocka_unit_test(words_are_found_whole),
    };
    return cmocka_run_group_tests(tests, register_all, NULL);
}
