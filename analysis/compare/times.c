/* Times: applies rule.h to the pairs of every part of every case. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/compare/compare.h"
#include "analysis/quantities/timing.h"
#include "core/numbers.h"

/* --- which cases have times --- */

/* Samples that were taken in turns, alone on the machine; other tasks note times too. */
static bool has_times(const study_case *c)
{
    const size_t rows = case_rows(c, &column_sample);
    return case_texts(c, &column_sample_part, rows) && case_integers(c, &column_sample_turn, rows);
}

static bool both_have_times(const match *m)
{
    return m->baseline && m->fresh && has_times(m->baseline->item[0]) &&
           has_times(m->fresh->item[0]);
}

/* --- machines --- */

/* What the time of an iteration depends on, and a file tells. */
static const results_column *const machine[] = {&column_run_host,      &column_run_cpu,
                                                &column_run_cpu_cache, &column_run_governor,
                                                &column_run_isa,       &column_run_processors};

/* A column's text, or its number. */
static void read_trait(const study_case *c, const results_column *column, char *text, size_t size)
{
    const double number = case_number(c, column);
    if (isnan(number))
        snprintf(text, size, "%s", case_text(c, column));
    else
        snprintf(text, size, "%g", number);
}

static bool same_machine(const match *m, finding *f)
{
    char old[100], new[100];
    for (size_t i = 0; i < sizeof machine / sizeof *machine; i++) {
        read_trait(m->baseline->item[0], machine[i], old, sizeof old);
        read_trait(m->fresh->item[0], machine[i], new, sizeof new);
        if (strcmp(old, new) == 0)
            continue;
        finding_say(f, "%s: %s, was %s; --force compares all the same", column_name(machine[i]),
                    new, old);
        return false;
    }
    return true;
}

/* --- evidence --- */

static void judge(const match *m, const char *part, const rule *r, bool forced, findings *found)
{
    finding *f = findings_add(found, m, VERDICT_INSUFFICIENT);
    size_t count;
    f->of_time = true;
    f->part = part;
    if (!forced && !same_machine(m, f)) {
        f->verdict = VERDICT_OTHER_MACHINE;
        return;
    }
    double *log_ratio = pairs_take(m, part, forced, &count, f->detail, sizeof f->detail);
    found->no_memory |= !log_ratio;
    if (log_ratio && count > 0)
        f->evidence = rule_judge(r, log_ratio, count);
    free(log_ratio);
}

static void weigh_parts(const match *m, const rule *r, bool forced, findings *found)
{
    const study_case *c = m->fresh->item[0];
    const size_t rows = case_rows(c, &column_sample_part);
    char *const *part = case_texts(c, &column_sample_part, rows);
    for (size_t i = 0; i < rows; i++)
        if (timing_part_begins(part, i))
            judge(m, part[i], r, forced, found);
}

/* --- all cases together --- */

/* The p, adjusted, of those that belong together, by number. */
typedef struct family {
    rule_p *member;
    size_t count;
} family;

static bool family_make(findings *found, bool (*belongs)(const finding *f), family *all)
{
    *all = (family){.member = calloc(found->count + 1, sizeof *all->member)};
    for (size_t i = 0; all->member && i < found->count; i++)
        if (belongs(&found->item[i]))
            all->member[all->count++] = (rule_p){found->item[i].evidence.p, i};
    if (all->member)
        rule_holm(all->member, all->count);
    for (size_t i = 0; i < all->count; i++)
        found->item[all->member[i].number].p = all->member[i].p;
    found->no_memory |= !all->member;
    return all->member != NULL;
}

static bool has_evidence(const finding *f)
{
    return f->of_time && f->evidence.pairs > 0;
}

static void undecided(finding *f, size_t needed)
{
    char said[sizeof f->detail];
    memcpy(said, f->detail, sizeof said);
    const char *then = said[0] ? "; " : "";
    f->verdict = VERDICT_INSUFFICIENT;
    if (f->evidence.pairs < needed)
        finding_say(f, "%zu pairs, needed are %zu%s%.300s", f->evidence.pairs, needed, then, said);
    else
        finding_say(f, "the interval reaches beyond the limit%s%.300s", then, said);
}

static void decide(finding *f, const rule *r, size_t needed)
{
    static const verdict verdicts[] = {[RULE_SLOWER] = VERDICT_SUSPECT,
                                       [RULE_NO_SLOWER] = VERDICT_NO_SLOWER,
                                       [RULE_FASTER] = VERDICT_FASTER};
    const rule_opinion opinion = rule_decide(r, &f->evidence, f->p);
    if (opinion == RULE_UNDECIDED || f->evidence.pairs < needed)
        undecided(f, needed);
    else
        f->verdict = verdicts[opinion];
}

void times_judge(const match *list, size_t count, const rule *r, bool forced, findings *found)
{
    family all;
    for (size_t i = 0; i < count; i++)
        if (both_have_times(&list[i]))
            weigh_parts(&list[i], r, forced, found);
    if (family_make(found, has_evidence, &all))
        for (size_t i = 0; i < all.count; i++)
            decide(&found->item[all.member[i].number], r, rule_pairs_needed(r, all.count));
    free(all.member);
}

/* --- measured again --- */

static bool is_suspect(const finding *f)
{
    return f->verdict == VERDICT_SUSPECT;
}

static const finding *same_time(const findings *again, const finding *f)
{
    for (size_t i = 0; i < again->count; i++) {
        const finding *other = &again->item[i];
        if (other->of_time && other->of->fresh && strcmp(other->part, f->part) == 0 &&
            strcmp(other->of->fresh->key, f->of->fresh->key) == 0)
            return other;
    }
    return NULL;
}

static void say_again(finding *f, const finding *second, const rule *r)
{
    const rule_evidence *e = &second->evidence;
    f->verdict = second->p <= r->level ? VERDICT_SLOWER : VERDICT_UNCONFIRMED;
    finding_say(f, "again: %+.1f %% [%+.1f, %+.1f], %zu pairs, p %.2g", 100 * expm1(e->median),
                100 * expm1(e->range.low), 100 * expm1(e->range.high), e->pairs, second->p);
}

/* What the second measurement has of each suspect, in the same order. */
static findings seconds_of(const findings *found, const findings *again)
{
    findings second = {0};
    for (size_t i = 0; i < found->count; i++) {
        if (!is_suspect(&found->item[i]))
            continue;
        const finding *other = same_time(again, &found->item[i]);
        finding *f = findings_add(&second, found->item[i].of, VERDICT_SUSPECT);
        f->evidence = other ? other->evidence : (rule_evidence){.p = 1.0};
    }
    return second;
}

/* Only the suspects count in the second measurement, and p is corrected for them alone. */
void times_confirm(findings *found, const findings *again, const rule *r)
{
    family all;
    findings second = seconds_of(found, again);
    family_make(&second, is_suspect, &all);
    found->no_memory |= second.no_memory;
    for (size_t i = 0, s = 0; !second.no_memory && i < found->count; i++)
        if (is_suspect(&found->item[i]))
            say_again(&found->item[i], &second.item[s++], r);
    free(all.member);
    free(second.item);
}
