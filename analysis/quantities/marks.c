#include "analysis/quantities/marks.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void add_kind(beside *of, bool theory)
{
    of->theory |= theory;
    of->published |= !theory;
}

static void add_table(const experiment_study *e, size_t table, const char *quantity, beside *found)
{
    const study_table *of = &e->plan.block.table[table];
    for (size_t i = 0; !of->statements && i < of->comparison_count; i++) {
        if (quantity && strcmp(of->comparison[i].quantity, quantity) != 0)
            continue;
        for (size_t row = 0; row < e->table[table].rows; row++) {
            const published_value p = published_at(of, &e->table[table], &of->comparison[i], row);
            if (!isnan(p.value))
                add_kind(found, published_is_theory(&p));
        }
    }
}

beside beside_of(const study *s, const char *quantity)
{
    beside found = {false, false};
    for (size_t k = 0; k < s->experiments; k++)
        for (size_t t = 0; t < s->experiment[k]->plan.block.table_count; t++)
            add_table(s->experiment[k], t, quantity, &found);
    return found;
}

const char *beside_word(beside of)
{
    return !of.theory ? "published" : of.published ? "published or theory" : "theory";
}

const char *beside_as(beside of)
{
    return !of.theory     ? "as published"
           : of.published ? "as published, or as theory has it"
                          : "as theory has it";
}

/* The marks that occur among answers. */
typedef struct answer_marks {
    beside agrees, differs;  /* ✓, ≠: of what kind the values are that have one */
    bool other, late, parts; /* of other hardware; †; † */
} answer_marks;

static void add(answer_marks *m, const answer *a)
{
    m->late |= a->late;
    m->parts |= a->parts;
    if (isnan(a->published) || a->absent)
        return;
    if (a->beside)
        m->other = true;
    else
        add_kind(a->agrees ? &m->agrees : &m->differs, a->theory);
}

static bool any(beside of)
{
    return of.published || of.theory;
}

static answer_marks marks_of(const study *s, const case_list *cases)
{
    answer_marks marks = {0};
    for (size_t i = 0; i < cases->count; i++) {
        const answer a = answer_of(s, cases->item[i]);
        add(&marks, &a);
    }
    return marks;
}

void marks_visit(const study *s, const case_list *cases, mark_visit *visit, void *context)
{
    const answer_marks m = marks_of(s, cases);
    char line[256];
    if (any(m.agrees)) {
        snprintf(line, sizeof line, "✓: %s, within the study's tolerance or else in the digits %s.",
                 beside_as(m.agrees), m.agrees.published ? "printed" : "given");
        visit(line, context);
    }
    if (any(m.differs)) {
        snprintf(line, sizeof line, "≠: not %s; 10 ≠ 12: measured 10, %s 12.", beside_as(m.differs),
                 beside_word(m.differs));
        visit(line, context);
    }
    if (m.other)
        visit("10 (12): measured 10, published 12 of other hardware.", context);
    if (m.late)
        visit("†: a longer run fails, or gains energy that no work explains.", context);
    if (m.parts)
        visit(MARK_PARTS, context);
}
