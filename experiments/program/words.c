/* Splits a command into words, without a shell. */
#include "program/program.h"

#include <stdlib.h>
#include <string.h>

/* One word from *text on, into `to`; false if a quote is not closed. */
static bool next_word(const char **text, char *to)
{
    const char *from = *text;
    char quote = '\0';
    for (; *from && (quote || *from != ' '); from++) {
        if (quote ? *from == quote : *from == '\'' || *from == '"') {
            quote = quote ? '\0' : *from;
            continue;
        }
        if (*from == '\\' && quote != '\'' && from[1])
            from++;
        *to++ = *from;
    }
    *to = '\0';
    *text = from;
    return quote == '\0';
}

bool program_words(const char *command, char *word[PROGRAM_WORDS + 1])
{
    size_t count = 0;
    bool whole = true;
    memset(word, 0, (PROGRAM_WORDS + 1) * sizeof *word);
    while (whole && *(command += strspn(command, " "))) {
        word[count] = count < PROGRAM_WORDS ? malloc(strlen(command) + 1) : NULL;
        whole = word[count] && next_word(&command, word[count]);
        count += word[count] != NULL;
    }
    if (whole && count > 0)
        return true;
    program_free_words(word);
    return false;
}

void program_free_words(char *word[PROGRAM_WORDS + 1])
{
    for (size_t i = 0; i < PROGRAM_WORDS; i++) {
        free(word[i]);
        word[i] = NULL;
    }
}
