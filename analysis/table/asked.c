/* What a user asks of a table: the cases for which an expression holds, in the order of some
 * values, with the columns that are named. */
#include "analysis/table/asked.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/select/names.h"
#include "analysis/table/column.h"
#include "core/text.h"

static bool make_only(const table_words *words, table_asked *made, config_error *error);
static bool make_columns(const table_words *words, table_asked *made, config_error *error);
static bool make_sort(const table_words *words, table_asked *made, config_error *error);

bool table_asked_make(const study *s, const table_words *words, table_asked *made,
                      config_error *error)
{
    *made = (table_asked){.s = s};
    return make_only(words, made, error) && make_columns(words, made, error) &&
           make_sort(words, made, error);
}

void table_asked_free(table_asked *made)
{
    condition_free(&made->only);
    free(made->column);
    free(made->sort);
    free(made->descends);
    *made = (table_asked){0};
}

/* "expression:3: ..." becomes "--only:3: ...": the place is told by the option. */
static bool refuse(const char *option, config_error *error)
{
    const char *place = strchr(error->text, ':');
    char text[sizeof error->text];
    snprintf(text, sizeof text, "%s%.900s", option, place ? place : error->text);
    memcpy(error->text, text, sizeof text);
    return false;
}

static bool make_only(const table_words *words, table_asked *made, config_error *error)
{
    return condition_make(made->s, words->only, &made->only, error) || refuse("--only", error);
}

static bool make_columns(const table_words *words, table_asked *made, config_error *error)
{
    if (words->columns)
        made->column = names_variables(made->s, words->columns, &made->columns, error);
    return !words->columns || made->column || refuse("--columns", error);
}

/* Takes each - from before a name, and keeps which had one. */
static void take_signs(char *list, bool *descends)
{
    for (char *at = list; *at; at += *at == ',') {
        char *name = at + strspn(at, " ");
        *descends++ = *name == '-';
        *name = (char)(*name == '-' ? ' ' : *name);
        at += expression_part(at);
    }
}

static bool make_sort(const table_words *words, table_asked *made, config_error *error)
{
    if (!words->sort)
        return true;
    char *list = strdup(words->sort);
    made->descends = calloc(strlen(words->sort) + 1, sizeof *made->descends);
    if (list && made->descends) {
        take_signs(list, made->descends);
        made->sort = names_variables(made->s, list, &made->sorts, error);
    } else {
        config_fail(error, NULL, "no memory");
    }
    free(list);
    return made->sort || refuse("--sort", error);
}

/* --- cases --- */

/* A case, and its place before. */
typedef struct placed {
    const table_asked *asked;
    const study_case *c;
    size_t place;
} placed;

int table_asked_order(const table_asked *asked, const study_case *a, const study_case *b)
{
    int order = 0;
    for (size_t i = 0; order == 0 && i < asked->sorts; i++) {
        const datum of[2] = {variable_of(asked->s, &asked->sort[i], a),
                             variable_of(asked->s, &asked->sort[i], b)};
        const bool turned = asked->descends[i] && of[0].there && of[1].there; /* absent ones last */
        order = turned ? datum_order(&of[1], &of[0]) : datum_order(&of[0], &of[1]);
    }
    return order;
}

static int compare_cases(const void *a, const void *b)
{
    const placed *x = a, *y = b;
    const int order = table_asked_order(x->asked, x->c, y->c);
    return order ? order : (x->place > y->place) - (x->place < y->place);
}

static void sort_cases(const table_asked *asked, case_list *cases)
{
    placed *all = calloc(cases->count + 1, sizeof *all);
    if (!all) {
        study_miss(asked->s);
        return;
    }
    for (size_t i = 0; i < cases->count; i++)
        all[i] = (placed){asked, cases->item[i], i};
    qsort(all, cases->count, sizeof *all, compare_cases);
    for (size_t i = 0; i < cases->count; i++)
        cases->item[i] = all[i].c;
    free(all);
}

void table_asked_cases(const table_asked *asked, case_list *cases)
{
    size_t kept = 0;
    for (size_t i = 0; i < cases->count; i++)
        if (condition_holds(&asked->only, cases->item[i]))
            cases->item[kept++] = cases->item[i];
    cases->count = kept;
    if (asked->sorts > 0)
        sort_cases(asked, cases);
}

/* --- the table --- */

/* The columns, in the CSV two or three of an answer. */
typedef struct listed {
    table_column *column;
    char (*title)[VARIABLE_NAME]; /* room for the headings of answers */
    size_t count;
} listed;

/* "model.zeta [N/m]" */
static char *name_of(const variable *v)
{
    char name[VARIABLE_NAME + 64];
    snprintf(name, sizeof name, "%s%s%.40s%s", v->name, v->own[0] ? " [" : "", v->own,
             v->own[0] ? "]" : "");
    return strdup(name);
}

static bool add_column(table_column column, char *name, listed *l, table_result *m)
{
    column.name = m->heading[l->count] = name;
    l->column[l->count++] = column;
    return name != NULL;
}

/* The names are kept in the result. */
static bool list_columns(const table_asked *asked, listed *l, table_result *m)
{
    static const table_column word = {.value = cell_answer_word},
                              unit = {.value = cell_answer_unit};
    const size_t most = 3 * asked->columns + 1;
    m->heading = calloc(most, sizeof *m->heading);
    l->column = calloc(most, sizeof *l->column);
    l->title = calloc(most, sizeof *l->title);
    bool done = m->heading && l->column && l->title;
    for (size_t k = 0; done && k < asked->columns; k++) {
        const variable *v = &asked->column[k];
        done = add_column(column_of_variable(v, l->title[k]), name_of(v), l, m);
        if (done && variable_is_answer(v))
            done = add_column(word, strdup("answer_word"), l, m);
        if (done && variable_is_of_several(v))
            done = add_column(unit, strdup("answer_unit"), l, m);
    }
    return done;
}

static bool add_rows(const table_asked *asked, const case_list *cases, const listed *l,
                     table_result *m)
{
    table_row *row = calloc(cases->count + 1, sizeof *row);
    for (size_t i = 0; row && i < cases->count; i++) {
        row[i] = (table_row){.s = asked->s, .c = cases->item[i]};
        columns_data(l->column, l->count, &row[i], &m->data);
    }
    const bool done = row != NULL;
    if (done) {
        columns_grid(l->column, l->count, row, cases->count, "", &m->document);
        for (size_t k = 0; k < l->count; k++)
            column_note_empty(&l->column[k], row, cases->count, &m->document);
    }
    free(row);
    return done;
}

bool table_asked_table(const table_asked *asked, const table_type *type, table_result *m)
{
    static const table_type cases_type = {.name = "cases", .title = "Cases"};
    *m = (table_result){.type = type ? type : &cases_type};
    case_list cases = study_select(asked->s, type ? type->task : NULL, type ? type->filter : NULL);
    listed l = {0};
    bool done = cases.item && list_columns(asked, &l, m);
    if (done) {
        table_asked_cases(asked, &cases);
        m->data = data_of((const char *const *)m->heading);
        document_heading(&m->document, "%s", table_title(m->type, asked->s));
        done = add_rows(asked, &cases, &l, m) && !m->data.no_memory && !m->document.no_memory;
    }
    free(l.title);
    free(l.column);
    free(cases.item);
    return done;
}
