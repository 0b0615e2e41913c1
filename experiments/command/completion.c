/* Completion for bash, made from the table of commands and the options of the manual. */
#include "command/manual.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

typedef enum word_kind { WORDS_END, WORDS_OPTION, WORDS_ALTERNATIVES, WORDS_PLACEHOLDER } word_kind;

/* The next word of a synopsis such as "slurm CONFIG... [-o DIR] [--format md|csv|latex]": an
 * option, words to type (which begin in lower case), or what stands for something else. Brackets
 * and commas are no part of it. */
static word_kind next_word(const char **at, const char **word, int *length)
{
    *at += strspn(*at, " [],");
    *word = *at;
    *length = (int)strcspn(*at, " [],");
    *at += *length;
    if (*length == 0)
        return WORDS_END;
    if (**word == '-')
        return WORDS_OPTION;
    return islower((unsigned char)**word) ? WORDS_ALTERNATIVES : WORDS_PLACEHOLDER;
}

/* The words to type: "models scenes" of "models|scenes|NAME". */
static void print_alternatives(const char *word, int length, FILE *out)
{
    const char *end = word + length, *before = "";
    for (int part; word < end; word += part + 1) {
        part = (int)strcspn(word, "| []");
        part = part < end - word ? part : (int)(end - word);
        if (isupper((unsigned char)*word))
            continue;
        const char *value = memchr(word, '=', (size_t)part); /* of "x=NAME" what is typed: x= */
        fprintf(out, "%s%.*s", before, value ? (int)(value - word) + 1 : part, word);
        before = " ";
    }
}

/* " slurm -o --output": what of a synopsis is typed as it stands, the options among it if wanted.
 */
static void print_words(const char *synopsis, bool options, FILE *out)
{
    const char *word;
    int length;
    bool is_value = false;
    for (word_kind kind; (kind = next_word(&synopsis, &word, &length)) != WORDS_END;) {
        if (kind == WORDS_OPTION ? options : kind == WORDS_ALTERNATIVES && !is_value) {
            fputc(' ', out);
            print_alternatives(word, length, out);
        }
        is_value = kind == WORDS_OPTION;
    }
}

/* A case for each option of the synopsis whose value is one of some words. */
static void print_value_cases(const char *name, const char *synopsis, FILE *out)
{
    const char *word, *option = NULL;
    int length, option_length = 0;
    for (word_kind kind; (kind = next_word(&synopsis, &word, &length)) != WORDS_END;) {
        if (kind == WORDS_ALTERNATIVES && option) {
            fprintf(out, "        *:%s:%.*s) values='", name, option_length, option);
            print_alternatives(word, length, out);
            fputs("' ;;\n", out);
        }
        option = kind == WORDS_OPTION ? word : NULL;
        option_length = length;
    }
}

static void print_option_words(const manual_option *options, FILE *out)
{
    for (; options && options->option; options++)
        print_words(options->option, true, out);
}

/* What may follow a command: where its options have a table, that is all of them. */
static void print_command_cases(const command *c, FILE *out)
{
    const manual_option *options = manual_options(c->name);
    if (!options)
        print_value_cases(c->name, c->arguments, out);
    for (const manual_option *o = options; o && o->option; o++)
        print_value_cases(c->name, o->option, out);
    fprintf(out, "        *:%s:*) words='--help", c->name);
    print_words(c->arguments, !options, out);
    print_option_words(options, out);
    print_option_words(manual_options("every command"), out);
    fputs("' ;;\n", out);
}

/* The names of all commands, and the end of a case. */
static void print_names(const command *commands, int count, FILE *out)
{
    for (int i = 0; i < count; i++)
        fprintf(out, " %s", commands[i].name);
    fputs("' ;;\n", out);
}

void manual_completion(const command *commands, int count, FILE *out)
{
    fputs("# Completion of trama for bash: commands, their options, files.\n"
          "_trama()\n"
          "{\n"
          "    local word=${COMP_WORDS[COMP_CWORD]} words='' values=''\n"
          "    case $COMP_CWORD:${COMP_WORDS[1]}:${COMP_WORDS[COMP_CWORD - 1]} in\n"
          "        1:*) words='--version --help help",
          out);
    print_names(commands, count, out);
    fputs("        *:help:*) words='", out);
    print_names(commands, count, out);
    for (int i = 0; i < count; i++)
        print_command_cases(&commands[i], out);
    fputs("    esac\n"
          "    mapfile -t COMPREPLY < <(compgen -W \"${values:-$words}\" -- \"$word\")\n"
          "    [[ $COMP_CWORD -eq 1 || $values || $word == -* ]] ||\n"
          "        mapfile -t -O \"${#COMPREPLY[@]}\" COMPREPLY < <(compgen -f -- \"$word\")\n"
          "}\n"
          "complete -o filenames -F _trama trama\n",
          out);
}
