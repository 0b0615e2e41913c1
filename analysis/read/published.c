#include "analysis/read/published.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/read/study.h"
#include "core/numbers.h"

/* --- the study of an experiment --- */

experiment_study *experiment_study_make(const char *folder, record_study *plan, FILE *err)
{
    experiment_study *e = calloc(1, sizeof *e);
    char message[256];
    if (!e)
        return NULL;
    e->plan = *plan;
    *plan = (record_study){0};
    const study_block *block = &e->plan.block;
    e->folder = strdup(folder);
    e->table = calloc(block->table_count + 1, sizeof *e->table);
    for (size_t t = 0; e->table && t < block->table_count; t++)
        if (!csv_parse(block->table[t].text, &e->table[t], message, sizeof message)) {
            fprintf(err, "%s/study.h5: %s: %s\n", folder, block->table[t].file, message);
            e->damaged = true;
        }
    if (e->folder && e->table)
        return e;
    experiment_study_free(e);
    return NULL;
}

void experiment_study_free(experiment_study *e)
{
    if (!e)
        return;
    for (size_t t = 0; e->table && t < e->plan.block.table_count; t++)
        csv_free(&e->table[t]);
    free(e->table);
    free(e->folder);
    record_study_free(&e->plan);
    free(e);
}

/* --- a case in it --- */

/* The case as its study joins it to published tables. */
static study_joined joined_of(const study_case *c)
{
    return c->of ? (study_joined){&c->of->plan, c->of->table, c->planned - 1, c->factor, c->joined}
                 : (study_joined){0};
}

source_words source_words_at(const csv *table, size_t row)
{
    return (source_words){.page = csv_named(table, row, "page"),
                          .sentence = csv_named(table, row, "sentence"),
                          .translation = csv_named(table, row, "translation")};
}

bool case_joins_row(const study_case *c, size_t table, size_t row)
{
    if (!c->of || case_block(c)->table[table].match_count == 0)
        return c->of && c->joined[table] == (long)row;
    const study_joined of = joined_of(c);
    return study_joins_row(&of, table, row);
}

bool case_join_study(study_case *c, const experiment_study *e, size_t planned)
{
    c->of = e;
    c->planned = planned;
    study_joined of;
    const bool joined = study_join(&e->plan, e->table, planned - 1, &of);
    c->factor = of.factor;
    c->joined = of.joined;
    for (size_t t = 0; joined && t < e->plan.block.table_count && c->published < 0; t++)
        c->published = c->joined[t];
    if (!joined)
        case_leave_study(c);
    return joined;
}

void case_leave_study(study_case *c)
{
    study_joined of = joined_of(c);
    study_joined_free(&of);
    c->factor = NULL;
    c->joined = NULL;
    c->of = NULL;
}

const study_block *case_block(const study_case *c)
{
    return c->of ? &c->of->plan.block : &study_block_none;
}

/* --- factors --- */

const char *case_factor(const study_case *c, const char *name)
{
    const study_block *block = case_block(c);
    const size_t i = study_block_factor(block, name);
    return i < block->factor_count ? c->factor[i] : "";
}

static const char method[] = "method";

const char *case_subject(const study_case *c)
{
    const size_t i = study_block_subject(case_block(c));
    return i < case_block(c)->factor_count ? c->factor[i] : "";
}

const char *case_subject_factor(const study_case *c)
{
    const study_block *block = case_block(c);
    const size_t i = study_block_subject(block);
    return i < block->factor_count ? block->factor[i].name : "";
}

const char *case_method_factor(const study_case *c)
{
    const study_block *block = case_block(c);
    size_t i = 0;
    if (study_block_factor(block, method) < block->factor_count)
        return method;
    while (i < block->factor_count && !study_factor_is_method(&block->factor[i]))
        i++;
    return i < block->factor_count ? block->factor[i].name : "";
}

const char *case_method_word(const study_case *c)
{
    return case_factor(c, method);
}

bool case_path_is_method(const study_case *c, const char *path)
{
    const study_block *block = case_block(c);
    const size_t i = study_block_factor(block, method);
    return study_path_is_of_integrator(path) ||
           (i < block->factor_count && strcmp(block->factor[i].path, path) == 0);
}

static bool is_matched(const study_block *block, const char *name)
{
    for (size_t t = 0; t < block->table_count; t++)
        for (size_t i = 0; i < block->table[t].match_count; i++)
            if (strcmp(block->table[t].match[i], name) == 0)
                return true;
    return false;
}

void case_other_factors(const study_case *c, char *text, size_t size)
{
    const study_block *block = case_block(c);
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < block->factor_count && used < size; i++)
        if (study_factor_is_subject(block, i) && i != study_block_subject(block) &&
            c->factor[i][0] && !is_matched(block, block->factor[i].name))
            used +=
                (size_t)snprintf(text + used, size - used, "%s%s", used ? ", " : "", c->factor[i]);
}

bool case_counts_as_published(const study_case *c)
{
    const study_design *d = &case_block(c)->design;
    return d->varied[0] == '\0' && d->member[0] == '\0';
}

bool case_label_is_factor(const study_case *c, const char *label)
{
    const study_block *block = case_block(c);
    for (size_t i = 0; i < block->factor_count; i++)
        if (strncmp(block->factor[i].path, "labels.", 7) == 0 &&
            strcmp(block->factor[i].path + 7, label) == 0)
            return !study_design_has(&block->design, block->factor[i].name);
    return false;
}

bool case_is_required(const study_case *c)
{
    return c->of && c->of->plan.required && c->of->plan.required[c->planned - 1] != 0;
}

/* The case's own value is the published one, in every factor that a table matches. */
static bool is_no_variant(const study_case *c)
{
    const study_block *block = case_block(c);
    for (size_t t = 0; t < block->table_count; t++)
        for (size_t i = 0; c->joined[t] >= 0 && i < block->table[t].match_count; i++) {
            const char *name = block->table[t].match[i];
            const study_block plain = {0};
            if (!study_block_stands_for(&plain, case_factor(c, name),
                                        csv_named(&c->of->table[t], (size_t)c->joined[t], name)))
                return false;
        }
    return true;
}

bool case_is_printed(const study_case *c)
{
    return c->of && c->of->plan.printed && c->of->plan.printed[c->planned - 1] != 0 &&
           is_no_variant(c);
}

/* --- published values --- */

bool case_published_value(const study_case *c, const char *name, published_value *found)
{
    const study_joined of = joined_of(c);
    return c->of && study_published(&of, name, found);
}

double case_published(const study_case *c, const char *name)
{
    published_value found;
    return case_published_value(c, name, &found) ? found.value : TRAMA_NAN;
}

const char *case_published_cell(const study_case *c, const char *name, const char *column)
{
    published_value found;
    return case_published_value(c, name, &found) ? csv_named(found.csv, found.row, column) : "";
}
