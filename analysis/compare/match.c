/* Matches the cases of two sides, with remarks on uncertain matches. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/compare/compare.h"

/* --- cases that may belong together though their keys differ --- */

static const char *digest_of(const side_group *g)
{
    return case_text(g->item[0], &column_config_digest);
}

/* Two digests that differ are two configurations. */
static bool lacks_digest(const side_group *a, const side_group *b)
{
    return !*digest_of(a) || !*digest_of(b);
}

static bool same_text(const side_group *a, const side_group *b, const results_column *column)
{
    return strcmp(case_text(a->item[0], column), case_text(b->item[0], column)) == 0;
}

static bool same_id(const side_group *a, const side_group *b)
{
    return same_text(a, b, &column_case_id);
}

static bool tells_apart(const bundle_column *c, const side_group *other)
{
    if (!group_rest(group_labels, c->path) && !group_rest(group_swept, c->path))
        return false;
    const bundle_column *its = bundle_find(&other->item[0]->data, c->path);
    return its && !columns_same(c, its);
}

/* Equal names, and no label or swept value that both have differs. */
static bool same_names(const side_group *a, const side_group *b)
{
    static const results_column *const names[] = {&column_case_experiment, &column_case_task,
                                                  &column_case_model, &column_case_integrator};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!same_text(a, b, names[i]))
            return false;
    const bundle *columns = &a->item[0]->data;
    for (size_t i = 0; i < columns->count; i++)
        if (tells_apart(&columns->column[i], b))
            return false;
    return true;
}

typedef bool group_relation(const side_group *a, const side_group *b);

/* --- the two sides --- */

typedef struct matching {
    match *list;
    size_t count;
} matching;

static void add(matching *m, const side_group *baseline, const side_group *fresh)
{
    m->list[m->count++] = (match){.baseline = baseline, .fresh = fresh};
}

static void merge_equal(const side *a, const side *b, matching *m)
{
    for (size_t i = 0, j = 0; i < a->groups || j < b->groups;) {
        const int order = i == a->groups   ? 1
                          : j == b->groups ? -1
                                           : strcmp(a->group[i].key, b->group[j].key);
        add(m, order <= 0 ? &a->group[i] : NULL, order >= 0 ? &b->group[j] : NULL);
        i += order <= 0;
        j += order >= 0;
    }
}

/* Cases of one identity belong together, though what their files set differs, as where one names a
 * value that was the default of the other's program. Names do where a digest is lacking. */
static bool same_names_undigested(const side_group *a, const side_group *b)
{
    return lacks_digest(a, b) && same_names(a, b);
}

/* The only entry that lacks the side which `wanted` has and may stand beside it, or NULL. */
static match *only_partner(matching *m, const match *wanted, group_relation *may_match)
{
    match *found = NULL;
    const side_group *alone = wanted->fresh ? wanted->fresh : wanted->baseline;
    for (size_t i = 0; i < m->count; i++) {
        match *other = &m->list[i];
        if (!wanted->fresh == !other->fresh || !wanted->baseline == !other->baseline)
            continue;
        const side_group *its = other->fresh ? other->fresh : other->baseline;
        if (!may_match(alone, its))
            continue;
        if (found)
            return NULL;
        found = other;
    }
    return found;
}

static void join_left_over(matching *m, group_relation *may_match, bool by_names)
{
    for (size_t i = 0; i < m->count; i++) {
        match *alone = &m->list[i];
        if (!alone->baseline || alone->fresh)
            continue;
        match *partner = only_partner(m, alone, may_match);
        if (!partner || only_partner(m, partner, may_match) != alone)
            continue;
        alone->fresh = partner->fresh;
        alone->by_names = by_names;
        *partner = (match){.baseline = NULL};
    }
}

static bool any_lacks_digest(const side *s)
{
    for (size_t i = 0; i < s->groups; i++)
        if (!*digest_of(&s->group[i]))
            return true;
    return false;
}

static void close_gaps(matching *m)
{
    size_t kept = 0;
    for (size_t i = 0; i < m->count; i++)
        if (m->list[i].baseline || m->list[i].fresh)
            m->list[kept++] = m->list[i];
    m->count = kept;
}

static int by_name(const void *left, const void *right)
{
    const match *a = left, *b = right;
    char name[2][300];
    side_name((a->fresh ? a->fresh : a->baseline)->item[0], name[0], sizeof name[0]);
    side_name((b->fresh ? b->fresh : b->baseline)->item[0], name[1], sizeof name[1]);
    return natural_order(name[0], name[1]);
}

bool match_sides(const side *baseline, const side *fresh, match **list, size_t *count)
{
    matching m = {.list = calloc(baseline->groups + fresh->groups + 1, sizeof *m.list)};
    *list = m.list;
    if (!m.list)
        return false;
    merge_equal(baseline, fresh, &m);
    join_left_over(&m, same_id, false);
    if (any_lacks_digest(baseline) || any_lacks_digest(fresh))
        join_left_over(&m, same_names_undigested, true);
    close_gaps(&m);
    qsort(m.list, m.count, sizeof *m.list, by_name);
    *count = m.count;
    return true;
}

/* --- what is to be known of a match --- */

typedef struct note {
    char *text;
    size_t size, used;
} note;

static void write_note(note *n, const char *text)
{
    if (n->used < n->size)
        n->used += (size_t)snprintf(n->text + n->used, n->size - n->used, "%s; ", text);
}

/* The parts of a case that have a version. */
typedef struct versions {
    size_t count;
    char *const *of;
    const int64_t *number;
} versions;

static versions versions_of(const study_case *c)
{
    versions v = {.count = case_rows(c, &column_config_version)};
    v.of = case_texts(c, &column_config_version_of, v.count);
    v.number = case_integers(c, &column_config_version, v.count);
    if (!v.of || !v.number)
        v.count = 0;
    return v;
}

/* True if there is a version that differs. */
static bool note_versions(note *n, const study_case *baseline, const study_case *fresh)
{
    const versions old = versions_of(baseline), new = versions_of(fresh);
    char text[256];
    bool differ = false;
    for (size_t i = 0; i < new.count; i++)
        for (size_t j = 0; j < old.count; j++)
            if (strcmp(new.of[i], old.of[j]) == 0 && new.number[i] != old.number[j]) {
                snprintf(text, sizeof text, "version of %.160s: %" PRId64 ", was %" PRId64,
                         new.of[i], new.number[i], old.number[j]);
                write_note(n, text);
                differ = true;
            }
    return differ;
}

static void note_names(note *n, const match *m)
{
    char text[256];
    snprintf(text, sizeof text, "matched by names, labels and swept values, as %s has no %s",
             *digest_of(m->baseline) ? "the new" : "the baseline", column_config_digest.path);
    write_note(n, text);
}

void match_note(const match *m, char *text, size_t size)
{
    note n = {text, size, 0};
    text[0] = '\0';
    if (!m->baseline || !m->fresh)
        return;
    if (m->by_names)
        note_names(&n, m);
    const bool explained = note_versions(&n, m->baseline->item[0], m->fresh->item[0]);
    if (!explained && !m->by_names && !same_id(m->baseline, m->fresh)) {
        char said[128];
        snprintf(said, sizeof said, "other defaults or fields, see %s",
                 column_config_resolved.path);
        write_note(&n, said);
    }
}
