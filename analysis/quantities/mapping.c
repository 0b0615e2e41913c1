#include "analysis/quantities/mapping.h"

#include <stdio.h>
#include <string.h>

bool mapping_is_said(const study_case *c)
{
    return case_text(c, &column_run_engine_name)[0] != '\0';
}

static size_t count_lines(const char *text)
{
    size_t count = text[0] != '\0';
    for (; *text; text++)
        count += *text == '\n';
    return count;
}

static size_t count(const study_case *c)
{
    return count_lines(case_text(c, &column_run_engine_exact)) +
           count_lines(case_text(c, &column_run_engine_approximate));
}

/* The i-th line, and its length. */
static const char *line_at(const char *text, size_t i, size_t *length)
{
    for (; i > 0; i--)
        text = strchr(text, '\n') + 1;
    *length = strcspn(text, "\n");
    return text;
}

/* "springs: by constraints" */
static bool read(const study *s, const study_case *c, size_t index, void *made)
{
    mapping_line *line = made;
    const char *exact = case_text(c, &column_run_engine_exact),
               *approximate = case_text(c, &column_run_engine_approximate);
    const size_t first = count_lines(exact);
    const bool is_exact = index < first;
    size_t length;
    const char *text =
        is_exact ? line_at(exact, index, &length) : line_at(approximate, index - first, &length);
    (void)s;
    snprintf(line->words, sizeof line->words, "%.*s", (int)length, text);
    char *colon = strstr(line->words, ": ");
    line->feature = line->words;
    line->taken = is_exact ? "exactly" : "approximately";
    line->how = colon ? colon + 2 : "";
    if (colon)
        *colon = '\0';
    return true;
}

const told_rows mapping_rows = {.size = sizeof(mapping_line), .count = count, .read = read};
