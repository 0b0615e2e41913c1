#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/compare/compare.h"

/* --- keys line by line --- */

typedef struct line {
    const char *text;
    size_t length, name; /* of all of it, and of what stands before " = " */
} line;

static line line_at(const char *text)
{
    line l = {.text = text, .length = strcspn(text, "\n")};
    const char *equals = strstr(text, " = ");
    l.name = equals && equals < text + l.length ? (size_t)(equals - text) : l.length;
    return l;
}

static const char *after(line l)
{
    return l.text + l.length + (l.text[l.length] == '\n');
}

static bool same_name(line a, line b)
{
    return a.name == b.name && strncmp(a.text, b.text, a.name) == 0;
}

/* The line of that name from `text` on; its text is NULL if there is none. */
static line find_name(const char *text, line wanted)
{
    while (*text) {
        const line l = line_at(text);
        if (same_name(l, wanted))
            return l;
        text = after(l);
    }
    return (line){0};
}

/* A field that one side does not know; items of lists are never that, they are another scene. */
static bool may_be_new(line l)
{
    return !memchr(l.text, '[', l.name);
}

/* No line of `a` says otherwise in `b`. */
static bool agrees(const char *a, const char *b)
{
    for (line l; *a; a = after(l)) {
        l = line_at(a);
        const line other = find_name(b, l);
        const bool equal =
            other.text && other.length == l.length && strncmp(other.text, l.text, l.length) == 0;
        if (!equal && (other.text || !may_be_new(l)))
            return false;
    }
    return true;
}

static bool may_match(const side_group *a, const side_group *b)
{
    return agrees(a->key, b->key) && agrees(b->key, a->key);
}

/* --- the two sides --- */

typedef struct matching {
    match *list;
    size_t count;
} matching;

static void add(matching *m, const side_group *baseline, const side_group *fresh)
{
    m->list[m->count++] = (match){baseline, fresh};
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

/* The only entry that lacks the side which `wanted` has and could stand beside it, or NULL. */
static match *only_partner(matching *m, const match *wanted)
{
    match *found = NULL;
    for (size_t i = 0; i < m->count; i++) {
        match *other = &m->list[i];
        if (!wanted->fresh == !other->fresh || !wanted->baseline == !other->baseline)
            continue;
        if (!may_match(wanted->fresh ? wanted->fresh : wanted->baseline,
                       other->fresh ? other->fresh : other->baseline))
            continue;
        if (found)
            return NULL;
        found = other;
    }
    return found;
}

static void join_left_over(matching *m)
{
    for (size_t i = 0; i < m->count; i++) {
        match *alone = &m->list[i];
        if (!alone->baseline || alone->fresh)
            continue;
        match *partner = only_partner(m, alone);
        if (!partner || only_partner(m, partner) != alone)
            continue;
        alone->fresh = partner->fresh;
        *partner = (match){NULL, NULL};
    }
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
    join_left_over(&m);
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

static void write_note(note *n, const char *what, line l)
{
    if (n->used < n->size)
        n->used += (size_t)snprintf(n->text + n->used, n->size - n->used, "%s%.*s; ", what,
                                    (int)l.name, l.text);
}

static void note_unknown(note *n, const char *a, const char *b, const char *what)
{
    for (line l; *a; a = after(l)) {
        l = line_at(a);
        if (!find_name(b, l).text)
            write_note(n, what, l);
    }
}

static void note_version(note *n, const char *a, const char *b, const char *name)
{
    const line wanted = {name, strlen(name), strlen(name)};
    const line old = find_name(a, wanted), new = find_name(b, wanted);
    if (!old.text || !new.text || n->used >= n->size)
        return;
    if (old.length == new.length && strncmp(old.text, new.text, old.length) == 0)
        return;
    n->used += (size_t)snprintf(n->text + n->used, n->size - n->used, "%s, was %.*s; ", name,
                                (int)(old.length - old.name - 3), old.text + old.name + 3);
}

void match_note(const match *m, char *text, size_t size)
{
    note n = {text, size, 0};
    text[0] = '\0';
    if (!m->baseline || !m->fresh)
        return;
    const char *a = case_text(m->baseline->item[0], &column_config_resolved);
    const char *b = case_text(m->fresh->item[0], &column_config_resolved);
    note_version(&n, a, b, "model.version");
    note_version(&n, a, b, "integrator.version");
    note_version(&n, a, b, "task.version");
    note_unknown(&n, m->baseline->key, m->fresh->key, "only in the baseline: ");
    note_unknown(&n, m->fresh->key, m->baseline->key, "only in the new: ");
}
