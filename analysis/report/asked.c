/* What was asked, and of which publication. */
#include <stdlib.h>
#include <string.h>

#include "analysis/cards/card.h"
#include "analysis/quantities/response.h"
#include "analysis/report/report.h"

/* The case whose study leads the page; NULL of no case. */
static const study_case *leading(const report *r)
{
    const study_case *first = NULL;
    for (size_t i = 0; i < r->study.count; i++)
        if (!first || card_rank(&r->study.item[i]) < card_rank(first))
            first = &r->study.item[i];
    return first;
}

/* "summary: TEXT" of the experiment's own file, where that is a plain text on one line. */
static bool read_summary(const study_case *c, char *text, size_t size)
{
    static const char key[] = "summary: ";
    const size_t rows = case_rows(c, &column_config_file_text);
    char *const *file = case_texts(c, &column_config_file_text, rows);
    const char *at = file && rows > 0 ? file[0] : NULL;
    while (at && strncmp(at, key, sizeof key - 1) != 0) {
        at = strchr(at, '\n');
        at = at ? at + 1 : NULL;
    }
    if (!at)
        return false;
    at += sizeof key - 1;
    size_t length = strcspn(at, "\r\n");
    const char *comment = strstr(at, " #");
    if (comment && (size_t)(comment - at) < length)
        length = (size_t)(comment - at);
    if (length == 0 || strchr("'\"|>&*!", *at))
        return false;
    snprintf(text, size, "%.*s", (int)length, at);
    return true;
}

/* Whether its study compares values with a table: the largest steps, of what is of rank 0. */
static bool compares_values(const study_case *c)
{
    const study_block *of = case_block(c);
    for (size_t t = 0; t < of->table_count; t++)
        if (of->table[t].comparison_count > 0)
            return true;
    return false;
}

static bool is_asked(const study_case *const *first, size_t count, const char *question)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(case_block(first[i])->question, question) == 0)
            return true;
    return false;
}

const study_case **report_questions(const report *r, size_t *count)
{
    const study_case **first = calloc(r->study.count + 1, sizeof(*first));
    const study_case *lead = leading(r);
    const bool one = lead && card_rank(lead) == 0 && compares_values(lead);
    *count = 0;
    for (size_t i = 0; first && i < r->study.count; i++) {
        const study_case *c = &r->study.item[i];
        const char *question = case_block(c)->question;
        if (question[0] && case_counts_as_published(c) && !is_asked(first, *count, question))
            first[(*count)++] = c;
    }
    if (!first)
        study_miss(&r->study);
    *count = one || *count < 2 ? 0 : *count;
    return first;
}

bool report_asks_several(const report *r)
{
    size_t count;
    const study_case **first = report_questions(r, &count);
    free(first);
    return count > 0;
}

/* "Collisions: 17 questions", by the folders' names. */
static void name_folders(const report *r, size_t count, const char *of, char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < r->folders && used < size; i++) {
        const char *name = strrchr(r->folder[i], '/');
        used += (size_t)snprintf(text + used, size - used, "%s%s", i ? ", " : "",
                                 name && name[1] ? name + 1 : r->folder[i]);
    }
    if (used < size)
        snprintf(text + used, size - used, ": %zu %s", count, of);
}

static void ask_of(const study_case *c, char *text, size_t size)
{
    const char *question = c ? case_block(c)->question : "";
    if (question[0]) {
        snprintf(text, size, "%s", question);
    } else if (!c || !read_summary(c, text, size)) {
        const response of = c ? response_of(c) : (response){.task = "", .quantity = "", .unit = ""};
        snprintf(text, size, "%s: %s", c ? case_text(c, &column_case_experiment) : "no cases",
                 response_words(&of));
    }
}

void report_question(const report *r, char *text, size_t size)
{
    size_t questions;
    const study_case **first = report_questions(r, &questions);
    const study_case *lead = leading(r);
    if (first && questions > 0)
        name_folders(r, questions, "questions", text, size);
    else if (lead && !case_block(lead)->question[0] && r->study.experiments > 1)
        name_folders(r, r->study.experiments, "experiments", text, size);
    else
        ask_of(lead, text, size);
    free(first);
    if ((unsigned char)text[0] < 0x80 && text[0] >= 'a' && text[0] <= 'z')
        text[0] = (char)(text[0] - 'a' + 'A');
}

static bool is_there(char *const *source, size_t count, const char *text)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(source[i], text) == 0)
            return true;
    return false;
}

static bool add_sources(const experiment_study *e, char **source, size_t *count)
{
    char text[600];
    for (size_t t = 0; e && t < e->plan.block.table_count; t++) {
        csv_source(e->plan.block.table[t].text, text, sizeof text);
        if (text[0] == '\0' || is_there(source, *count, text))
            continue;
        source[*count] = strdup(text);
        if (!source[*count])
            return false;
        ++*count;
    }
    return true;
}

char **report_sources(const report *r, size_t *count)
{
    size_t most = 0;
    *count = 0;
    for (size_t i = 0; i < r->study.experiments; i++)
        most += r->study.experiment[i]->plan.block.table_count;
    char **source = calloc(most + 1, sizeof *source);
    bool done = source != NULL;
    for (int rank = 0; done && rank < CARD_RANKS; rank++)
        for (size_t i = 0; done && i < r->study.count; i++)
            if (card_rank(&r->study.item[i]) == rank)
                done = add_sources(r->study.item[i].of, source, count);
    if (done)
        return source;
    report_sources_free(source, *count);
    return NULL;
}

void report_sources_free(char **source, size_t count)
{
    for (size_t i = 0; source && i < count; i++)
        free(source[i]);
    free(source);
}
