/* Published statements on the runs of an experiment: those that could have failed as printed. */
#include <stdlib.h>
#include <string.h>

#include "analysis/cards/group.h"
#include "analysis/quantities/claims.h"

enum { NAMED_MOST = 3 };

typedef struct statements {
    size_t made, count, hold; /* all, those that could have failed, and those of them that hold */
} statements;

static void count_claim(const claim *found, statements *n, FILE *out)
{
    n->made++;
    if (claim_stands(found) != CLAIM_COUNTS)
        return;
    n->count++;
    if (claim_judge(found) == CLAIM_HOLDS) {
        n->hold++;
        return;
    }
    const size_t named = n->count - n->hold;
    if (named <= NAMED_MOST)
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
    const size_t failed = n->count - n->hold;
    if (failed > NAMED_MOST)
        fprintf(out, " and %zu more", failed - NAMED_MOST);
    fputs(failed > 0 ? ". " : "", out);
    if (n->made > n->count)
        fprintf(out, "%zu more could not have failed as printed. ", n->made - n->count);
    group_say_broken(g, out);
}

bool card_of_statements(const card_group *g, answer_card *card, bool *made)
{
    text_buffer text;
    if (!text_begin(&text))
        return false;
    const statements n = count_statements(g, text.stream);
    say_rest(g, &n, text.stream);
    *made = n.count > 0;
    char *said = text_take(&text, NULL);
    const bool done = said != NULL;
    if (!*made) {
        free(said);
        return done;
    }
    card->kind = CARD_STATEMENTS;
    card->status = n.hold == n.count ? CARD_AGREES : CARD_DIFFERS;
    card->value = card_text("%zu of %zu", n.hold, n.count);
    card->unit = card_text("published statements reproduced");
    card->beside = said;
    return card->value && card->unit && card->beside;
}
