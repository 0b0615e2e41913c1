#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "analysis/read/study.h"

/* A word without a vowel is an abbreviation: rk4, gsl, rkf45. */
static bool is_abbreviation(const char *word, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (strchr("aeiouy", word[i]))
            return false;
    return true;
}

static bool is_plain(const char *name)
{
    return islower((unsigned char)*name) &&
           strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_") == strlen(name);
}

/* A title that is being put together; what does not fit is left out. */
typedef struct title {
    char *text;
    size_t size, used;
    bool after_abbreviation, in_brackets;
} title;

static void add(title *t, const char *text, size_t length)
{
    for (size_t i = 0; i < length && t->used + 1 < t->size; i++)
        t->text[t->used++] = text[i];
    t->text[t->used] = '\0';
}

static void add_word(title *t, const char *word, size_t length)
{
    const bool abbreviation = is_abbreviation(word, length);
    char written[64];
    snprintf(written, sizeof written, "%.*s", (int)length, word);
    const bool opens = t->after_abbreviation && !abbreviation;
    if (t->in_brackets)
        add(t, ", ", 2);
    else if (t->used > 0)
        add(t, opens ? " (" : " ", opens ? 2 : 1);
    t->in_brackets |= opens;
    t->after_abbreviation = abbreviation;
    for (size_t i = 0; !t->in_brackets && written[i] && (abbreviation || i == 0); i++)
        written[i] = (char)toupper((unsigned char)written[i]);
    add(t, written, strlen(written));
}

void integrator_title(const char *name, char *text, size_t size)
{
    title t = {.text = text, .size = size};
    if (!is_plain(name)) {
        snprintf(text, size, "%s", name);
        return;
    }
    for (const char *word = name; *word;) {
        const size_t length = strcspn(word, "_");
        add_word(&t, word, length);
        word += length + (word[length] == '_');
    }
    if (t.in_brackets)
        add(&t, ")", 1);
}

/* Solvers of other programs by their integrators, and what they call themselves. */
enum { SOLVERS = 32 };
typedef struct solver_names {
    const char *integrator[SOLVERS], *own[SOLVERS];
    size_t count;
} solver_names;

static const char *own_name(const solver_names *all, const char *integrator)
{
    for (size_t i = 0; i < all->count; i++)
        if (strcmp(all->integrator[i], integrator) == 0)
            return all->own[i];
    return "";
}

static void add_solver(const study_case *c, solver_names *all)
{
    const char *name = case_text(c, &column_case_integrator),
               *own = case_text(c, &column_run_engine_name);
    if (!*own || *own_name(all, name) || all->count == SOLVERS)
        return;
    all->integrator[all->count] = name;
    all->own[all->count++] = own;
}

/* "ODE", "MuJoCo 3": a name that begins with the solver's own is written as that is. */
static void title_method(study_case *c, const char *own)
{
    const char *said = case_integrator(c), *name = case_text(c, &column_case_integrator);
    const size_t length = strlen(own);
    if (strncmp(said, name, strlen(name)) == 0)
        integrator_title(said, c->method, sizeof c->method);
    else
        snprintf(c->method, sizeof c->method, "%s", said);
    if (length < sizeof c->method && strncasecmp(c->method, own, length) == 0)
        memcpy(c->method, own, length);
}

void study_title_methods(study *s, size_t first)
{
    solver_names all = {0};
    for (size_t i = first; i < s->count; i++)
        add_solver(&s->item[i], &all);
    for (size_t i = first; i < s->count; i++)
        title_method(&s->item[i], own_name(&all, case_text(&s->item[i], &column_case_integrator)));
}

size_t integrator_run(const case_list *cases, size_t first)
{
    size_t end = first;
    while (end < cases->count &&
           strcmp(case_integrator(cases->item[end]), case_integrator(cases->item[first])) == 0)
        end++;
    return end;
}
