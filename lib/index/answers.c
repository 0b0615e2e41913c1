/* The answers of the cases of an index to their study (study/answer.h). They follow from the cases
 * and the study block alone. Those in index.h5 are used if it was written for the current files and
 * block; otherwise all are derived again, without opening files of cases whose quantities are
 * recorded. */
#include "index/table.h"

#include "core/memory.h"
#include "quantities/quantities.h"
#include "results/columns/columns.h"

#include <errno.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

typedef struct known_answer {
    study_answer answer;
    bool is_case, others;
} known_answer;

/* What a task of the experiment is asked for (study_response_place). */
typedef struct task_place {
    char *task;
    size_t place;
} task_place;

struct index_answers {
    bundle stored; /* the columns of index.h5, if they hold */
    known_answer *of;
    char **word; /* of answers, one each */
    size_t words, room;
    task_place *task;
    size_t tasks, task_room;
    csv *table; /* of the study, where a limit is held to one; or NULL */
};

static bool take_stored(const results_index *x, struct index_answers *a);
static bool derive(results_index *x, struct index_answers *a);

/* Of a folder without study.h5 one that says nothing. */
static const study_block *block_of(const results_index *x)
{
    return x->plan->rows > 0 ? &x->plan->block : &study_block_none;
}

bool index_is_case(const results_index *x, size_t row)
{
    return x->row[row].status == RECORD_OK && !x->row[row].foreign && !x->row[row].left;
}

static void make(results_index *x)
{
    struct index_answers *a = x->answers = calloc(1, sizeof *a);
    if (a)
        a->of = calloc(x->count + 1, sizeof *a->of);
    if (a && a->of && (take_stored(x, a) || derive(x, a)))
        return;
    index_answers_free(x, a);
    x->answers = NULL;
    x->no_memory = true;
}

void index_answers_free(const results_index *x, struct index_answers *a)
{
    if (!a)
        return;
    bundle_free(&a->stored);
    for (size_t i = 0; i < a->words; i++)
        free(a->word[i]);
    for (size_t i = 0; i < a->tasks; i++)
        free(a->task[i].task);
    for (size_t t = 0; a->table && t < block_of(x)->table_count; t++)
        csv_free(&a->table[t]);
    free(a->word);
    free(a->task);
    free(a->table);
    free(a->of);
    free(a);
}

bool index_has_answers(const results_index *x)
{
    if (!x->answers && !x->no_memory)
        make((results_index *)x); /* what it says does not change */
    return x->answers != NULL;
}

const study_answer *index_answer(const results_index *x, size_t row, bool *others)
{
    index_has_answers(x);
    const known_answer *known = x->answers ? &x->answers->of[row] : NULL;
    *others = known && known->others;
    return known && known->is_case ? &known->answer : NULL;
}

bool index_study_digest(const results_index *x, char digest[RECORD_SEAL + 1])
{
    static const results_column *const parts[] = {&column_study_block, &column_study_published};
    bundle b = {0};
    digest[0] = '\0';
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        const bundle_column *c = bundle_get(&x->plan->data, parts[i]);
        if (c && c->type == BUNDLE_TEXT && c->columns == 1)
            bundle_add_texts(&b, parts[i]->path, "", (const char *const *)c->text, c->rows);
    }
    const bool made = !b.no_memory && (b.count == 0 || record_digest(&b, "/", digest));
    bundle_free(&b);
    return made;
}

/* --- as index.h5 has them --- */

static const struct {
    const char *name;
    size_t place;
} marks[] = {{"at_least", offsetof(study_answer, at_least)},
             {"late", offsetof(study_answer, late)},
             {"energy", offsetof(study_answer, energy)},
             {"grid", offsetof(study_answer, grid)}};
enum { MARKS = sizeof marks / sizeof *marks };
static const char others_mark[] = "others";

static bool *mark_of(study_answer *a, size_t i)
{
    return (bool *)((char *)a + marks[i].place);
}

void index_answer_marks(const study_answer *a, bool others, char text[ANSWER_MARKS])
{
    study_answer own = *a;
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i <= MARKS; i++)
        if (i < MARKS ? *mark_of(&own, i) : others)
            used += (size_t)snprintf(text + used, ANSWER_MARKS - used, "%s%s", used ? " " : "",
                                     i < MARKS ? marks[i].name : others_mark);
}

/* Whether a mark is among those of a text. */
static bool has_mark(const char *text, const char *mark)
{
    const size_t length = strlen(mark);
    for (const char *at = text; (at = strstr(at, mark)); at += length)
        if ((at == text || at[-1] == ' ') && (at[length] == ' ' || !at[length]))
            return true;
    return false;
}

enum { STUDY, QUANTITY, VALUE, LOWER, UPPER, UNIT, WORD, MARK, COLUMNS };
static const results_column *const columns[COLUMNS] = {
    [STUDY] = &column_answer_study, [QUANTITY] = &column_answer_quantity,
    [VALUE] = &column_answer_value, [LOWER] = &column_answer_lower,
    [UPPER] = &column_answer_upper, [UNIT] = &column_answer_unit,
    [WORD] = &column_answer_word,   [MARK] = &column_answer_marks,
};

static void take_row(const bundle_column *const *from, size_t row, known_answer *known)
{
    study_answer *a = &known->answer;
    *a = (study_answer){
        .of = {.task = "", .quantity = from[QUANTITY]->text[row], .unit = from[UNIT]->text[row]},
        .value = from[VALUE]->real[row],
        .lower = from[LOWER]->real[row],
        .upper = from[UPPER]->real[row],
        .word = from[WORD]->text[row]};
    for (size_t i = 0; i < MARKS; i++)
        *mark_of(a, i) = has_mark(from[MARK]->text[row], marks[i].name);
    known->others = has_mark(from[MARK]->text[row], others_mark);
    known->is_case = true;
}

/* False if index.h5 has none, or they are to another study or of other files. */
static bool take_stored(const results_index *x, struct index_answers *a)
{
    const char *path[COLUMNS + 1] = {NULL};
    const bundle_column *from[COLUMNS];
    char digest[RECORD_SEAL + 1];
    record_error error;
    for (size_t i = 0; i < COLUMNS; i++)
        path[i] = columns[i]->path;
    if (x->stale || record_read_rows(x->file, path, NULL, 0, &a->stored, &error) != RECORD_OK)
        return false;
    const index_identity now = index_identify(x->file);
    bool holds = index_is_same(&now, &x->identity);
    for (size_t i = 0; holds && i < COLUMNS; i++) {
        from[i] = bundle_get(&a->stored, columns[i]);
        holds = from[i] && from[i]->columns == 1 && from[i]->rows == x->stored &&
                (int)from[i]->type == (int)columns[i]->type;
    }
    holds = index_study_digest(x, digest) && holds;
    for (size_t i = 0; holds && i < x->count; i++) {
        if (!index_is_case(x, i))
            continue;
        holds = x->row[i].stored < x->stored &&
                strcmp(from[STUDY]->text[x->row[i].stored], digest) == 0;
        if (holds)
            take_row(from, x->row[i].stored, &a->of[i]);
    }
    return holds;
}

/* --- from the columns of the cases --- */

/* A part that cannot be read lacks its values, as whoever reads it next says. */
static void ignore(void *context, const char *why)
{
    (void)context, (void)why;
}

bool index_open_case(results_index *x, size_t row, index_opened *c)
{
    c->columns = index_case_make(x, row, ignore, NULL);
    x->no_memory |= !c->columns;
    if (!c->columns)
        return false;
    errno = 0;
    c->data = (bundle){.source = index_case_source(c->columns)};
    return true;
}

/* Quantities say by errno that memory was short for them. */
void index_close_case(results_index *x, index_opened *c)
{
    x->no_memory |= errno == ENOMEM || index_case_no_memory(c->columns);
    index_case_free(c->columns);
}

static measured_case measured(const results_index *x, size_t row, const index_opened *c)
{
    return (measured_case){.data = &c->data, .exploded = x->row[row].exploded};
}

/* The cases of a task. */
typedef struct of_task {
    results_index *x;
    const char *task;
} of_task;

/* Whether a case of the task has a value of the quantity. */
static bool any_has(const void *context, const char *quantity)
{
    const of_task *of = context;
    bool any = false;
    for (size_t i = 0; !any && i < of->x->count; i++) {
        index_opened c;
        if (!index_is_case(of->x, i) || !index_open_case(of->x, i, &c))
            continue;
        const measured_case m = measured(of->x, i, &c);
        any = strcmp(bundle_get_text(&c.data, &column_case_task), of->task) == 0 &&
              measured_has_ended(&m) && !isnan(quantity_of_case(&m, quantity));
        index_close_case(of->x, &c);
    }
    return any;
}

study_response index_response(results_index *x, const char *task)
{
    struct index_answers *a = x->answers;
    size_t i = 0;
    while (i < a->tasks && strcmp(a->task[i].task, task) != 0)
        i++;
    if (i == a->tasks) {
        const of_task of = {x, task};
        task_place *grown = trama_with_room(a->task, a->tasks, &a->task_room, sizeof *grown);
        a->task = grown ? grown : a->task;
        char *name = grown ? strdup(task) : NULL;
        x->no_memory |= !name;
        if (!name)
            return study_response_of(block_of(x), task);
        a->task[a->tasks++] =
            (task_place){name, study_response_place(block_of(x), task, any_has, &of)};
    }
    return study_response_at(block_of(x), a->task[i].task, a->task[i].place);
}

/* --- derived --- */

/* Few words are said by many cases. */
static const char *keep_word(struct index_answers *a, const char *word)
{
    for (size_t i = 0; i < a->words; i++)
        if (strcmp(a->word[i], word) == 0)
            return a->word[i];
    char **grown = trama_with_room(a->word, a->words, &a->room, sizeof *grown);
    if (!grown)
        return NULL;
    a->word = grown;
    a->word[a->words] = strdup(word);
    return a->word[a->words] ? a->word[a->words++] : NULL;
}

/* A table that is no CSV is empty; whoever shows the study says so. False without memory. */
static bool parse_tables(const results_index *x, struct index_answers *a)
{
    const study_block *block = block_of(x);
    char message[256];
    errno = 0;
    a->table = calloc(block->table_count + 1, sizeof *a->table);
    for (size_t t = 0; a->table && t < block->table_count; t++)
        csv_parse(block->table[t].text, &a->table[t], message, sizeof message);
    return a->table && errno != ENOMEM;
}

/* Whether the limit of a case is held to a printed one, which came from the grid of a search. */
static bool is_held_to_grid(results_index *x, size_t row, const study_response *of)
{
    const size_t planned = x->row[row].planned;
    const bool may_be = block_of(x)->table_count > 0 && study_is_limit(of->quantity);
    study_joined joined = {0};
    published_value p;
    if (!may_be || planned >= x->plan->rows)
        return false;
    const bool made = study_join(x->plan, x->answers->table, planned, &joined);
    const bool held = made && study_published(&joined, of->quantity, &p) &&
                      !published_is_theory(&p) && !isnan(p.value);
    x->no_memory |= !made;
    if (joined.plan)
        study_joined_free(&joined);
    return held;
}

/* With what other cases say of it, as far as the index knows them; *left: it does not. */
static study_answer answer_of(const index_deciding *others, const study_response *of, size_t row,
                              const measured_case *m, bool *left)
{
    index_decided with = {0};
    const bool needs_others = quantity_needs_others(of->quantity);
    if (needs_others)
        with = index_decide(others, of->quantity, row, m);
    *left = with.left;
    return needs_others && !with.left ? study_answer_with(of, m, false, with.value, with.why)
                                      : study_answer_of(of, m, is_held_to_grid(others->x, row, of));
}

static bool derive_row(const index_deciding *others, size_t row, known_answer *known)
{
    results_index *x = others->x;
    index_opened c;
    if (!index_open_case(x, row, &c))
        return false;
    const measured_case m = measured(x, row, &c);
    const study_response of = index_response(x, bundle_get_text(&c.data, &column_case_task));
    known->is_case = true;
    known->answer = answer_of(others, &of, row, &m, &known->others);
    known->answer.word = keep_word(x->answers, known->answer.word);
    index_close_case(x, &c);
    return known->answer.word && !x->no_memory;
}

static bool derive(results_index *x, struct index_answers *a)
{
    index_deciding others = {0};
    bool done = parse_tables(x, a) && index_deciding_make(x, a->table, &others);
    for (size_t i = 0; done && i < x->count; i++)
        done = !index_is_case(x, i) || derive_row(&others, i, &a->of[i]);
    index_deciding_free(&others);
    return done;
}
