/* Search in a text whose indentation shows its hierarchy. */
#include "command/outline.h"
#include "results/terminal.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { DEPTH_MAX = 16, FURTHER_IN = 4, NARROW = 20 };

typedef struct line {
    const char *text; /* behind its blanks */
    size_t indent, length;
    bool printed;
} line;

/* The line at hand, the last, and those that it belongs to. */
typedef struct branch {
    line line[DEPTH_MAX];
    size_t depth;
} branch;

static const char *next_line(const char *at, line *read);
static void hang(branch *b, const line *new);
static bool has_word(const line *l, const char *word);
static void print_branch(branch *b, FILE *out);

bool outline_search(const char *text, const char *word, FILE *out)
{
    branch b = {.depth = 0};
    bool found = false;
    line read;
    while (*word && (text = next_line(text, &read))) {
        hang(&b, &read);
        if (!has_word(&read, word))
            continue;
        print_branch(&b, out);
        found = true;
    }
    return found;
}

/* NULL at the end; else what follows the line. */
static const char *next_line(const char *at, line *read)
{
    if (!*at)
        return NULL;
    const size_t indent = strspn(at, " "), length = strcspn(at + indent, "\n");
    *read = (line){.text = at + indent, .indent = indent, .length = length};
    at += indent + length;
    return *at ? at + 1 : at;
}

/* Lines that are not less indented are not what it belongs to. */
static void hang(branch *b, const line *new)
{
    while (b->depth > 0 && b->line[b->depth - 1].indent >= new->indent)
        b->depth--;
    if (b->depth == DEPTH_MAX)
        b->depth--;
    b->line[b->depth++] = *new;
}

static bool has_word(const line *l, const char *word)
{
    const size_t length = strlen(word);
    for (size_t i = 0; i + length <= l->length; i++)
        if (strncasecmp(l->text + i, word, length) == 0)
            return true;
    return false;
}

/* As it is; on a narrow terminal in lines that fit it. */
static void print_line(const line *l, FILE *out)
{
    const size_t columns = terminal_columns(out), further = l->indent + FURTHER_IN;
    const bool fits = l->indent + l->length <= columns || columns <= further + NARROW;
    char *text = fits ? NULL : strndup(l->text, l->length);
    fprintf(out, "%*s", (int)l->indent, "");
    if (text)
        print_wrapped(text, columns - further, further, out);
    else
        fprintf(out, "%.*s\n", (int)l->length, l->text);
    free(text);
}

static void print_branch(branch *b, FILE *out)
{
    for (size_t i = 0; i < b->depth; i++) {
        if (!b->line[i].printed)
            print_line(&b->line[i], out);
        b->line[i].printed = true;
    }
}
