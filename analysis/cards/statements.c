/* Published statements on the runs of an experiment that could have failed as printed. */
#include <stdlib.h>
#include <string.h>

#include "analysis/cards/group.h"
#include "analysis/quantities/claims.h"

typedef struct statements {
    size_t made, count, hold; /* all, those that could have failed, and those of them that hold */
    size_t others_hold, others_fail; /* of the others, by their bounds */
} statements;

static void count_other(const claim *found, statements *n)
{
    const claim_verdict verdict = claim_judge(found);
    n->others_hold += verdict == CLAIM_HOLDS;
    n->others_fail += verdict == CLAIM_FAILS;
}

static void count_claim(const claim *found, statements *n, FILE *out)
{
    n->made++;
    if (claim_stands(found) != CLAIM_COUNTS) {
        count_other(found, n);
        return;
    }
    n->count++;
    if (claim_judge(found) == CLAIM_HOLDS) {
        n->hold++;
        return;
    }
    const size_t named = n->count - n->hold;
    if (named <= CARD_NAMED)
        fprintf(out, "%s%s", named > 1 ? "; " : "Does not hold: ", found->words);
}

static statements count_statements(const card_group *g, FILE *out)
{
    statements n = {0};
    claim found;
    for (size_t i = 0; i < g->count; i++)
        for (size_t row = 0; claims_are_made(g->item[i]) && row < claims_count(g->item[i]); row++)
            if (claim_read(g->s, g->item[i], row, &found))
                count_claim(&found, &n, out);
    return n;
}

static void say_rest(const card_group *g, const statements *n, FILE *out)
{
    const size_t failed = n->count - n->hold, others = n->made - n->count;
    if (failed > CARD_NAMED)
        fprintf(out, " and %zu more", failed - CARD_NAMED);
    fputs(failed > 0 ? ". " : "", out);
    if (n->count > 0 && others > 0)
        fprintf(out, "%zu more could not have failed as printed. ", others);
    if (n->count == 0)
        fprintf(out, "By their bounds hold: %zu, do not: %zu; without a bound: %zu. ",
                n->others_hold, n->others_fail, others - n->others_hold - n->others_fail);
    group_say_broken(g, out);
}

/* Where none could have failed that is the answer, unless the study asks for a quantity. */
static bool applies(const card_group *g, const statements *n)
{
    return n->count > 0 || (n->made > 0 && !case_block(g->item[0])->column[0]);
}

static void fill(const statements *n, answer_card *card)
{
    const bool any = n->count > 0;
    card->kind = CARD_STATEMENTS;
    card->status = !any ? CARD_OPEN : n->hold == n->count ? CARD_AGREES : CARD_DIFFERS;
    card->value = card_text("%zu of %zu", n->hold, any ? n->count : n->made);
    card->unit =
        card_text("published statements %s", any ? "reproduced" : "could have failed as printed");
}

bool card_of_statements(const card_group *g, answer_card *card, bool *made)
{
    text_buffer text;
    if (!text_begin(&text))
        return false;
    const statements n = count_statements(g, text.stream);
    say_rest(g, &n, text.stream);
    char *said = text_take(&text, NULL);
    *made = said && applies(g, &n);
    if (*made) {
        fill(&n, card);
        card->beside = said;
        return card->value && card->unit;
    }
    const bool done = said != NULL;
    free(said);
    return done;
}
