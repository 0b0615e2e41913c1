#include "command/command.h"
#include "core/field.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

static bool matches(const command_option *option, const char *argument)
{
    const size_t length = strlen(option->name);
    if (strncmp(argument, option->name, length) == 0 &&
        (argument[length] == '\0' || (option->value && argument[length] == '=')))
        return true;
    if (!option->short_name)
        return false;
    return strcmp(argument, option->short_name) == 0 ||
           (option->value && strncmp(argument, option->short_name, 2) == 0);
}

/* The value that the argument itself carries, --long=VALUE or -xVALUE, or NULL. */
static const char *attached(const char *argument)
{
    if (strncmp(argument, "--", 2) != 0)
        return argument[2] ? argument + 2 : NULL;
    const char *equals = strchr(argument, '=');
    return equals ? equals + 1 : NULL;
}

static const command_option *find(const char *argument, const command_option *options, int count)
{
    for (int i = 0; i < count; i++)
        if (matches(&options[i], argument))
            return &options[i];
    return NULL;
}

static int complain(const char *name, const char *argument, const command_option *options,
                    int count)
{
    const char *names[32] = {"--engine", "--plugin", "--help"}; /* of every command */
    size_t known = 3;
    for (int i = 0; i < count && known < sizeof names / sizeof *names; i++)
        names[known++] = options[i].name;
    const char *nearest = trama_nearest(argument, names, known);
    fprintf(stderr, "trama %s: unknown option '%s'%s%s; see `trama --help`\n", name, argument,
            nearest ? "; nearest: " : "", nearest ? nearest : "");
    return -1;
}

/* An option with a value may stand once, since one of two values would be dropped. A flag may be
 * repeated. */
static bool is_repeated(const command_option *option, const command_option *options,
                        unsigned long *taken)
{
    const unsigned long bit = 1UL << (option - options);
    const bool repeated = option->value && (*taken & bit);
    *taken |= bit;
    return repeated;
}

int command_options(int argc, char **argv, const command_option *options, int option_count)
{
    int operands = 0, only_operands = 0;
    unsigned long taken = 0;
    for (int i = 1; i < argc; i++) {
        if (only_operands || argv[i][0] != '-' || argv[i][1] == '\0') {
            argv[1 + operands++] = argv[i];
            continue;
        }
        if (strcmp(argv[i], "--") == 0) {
            only_operands = 1;
            continue;
        }
        const command_option *option = find(argv[i], options, option_count);
        if (!option)
            return complain(argv[0], argv[i], options, option_count);
        if (is_repeated(option, options, &taken)) {
            fprintf(stderr, "trama %s: option %s is given twice\n", argv[0], option->name);
            return -1;
        }
        if (option->flag)
            *option->flag = 1;
        else if (attached(argv[i]))
            *option->value = attached(argv[i]);
        else if (i + 1 < argc)
            *option->value = argv[++i];
        else {
            fprintf(stderr, "trama %s: option %s needs a value\n", argv[0], argv[i]);
            return -1;
        }
    }
    return operands;
}

bool command_takes_folder(const char *name, const char *folder, size_t deep)
{
    /* <experiment>/cases/<xx>/<id>.xdmf2 */
    const size_t below = 160, length = strlen(folder), most = PATH_MAX - below - deep;
    if (length == 0)
        fprintf(stderr, "trama %s: -o '' names no folder\n", name);
    if (length > most)
        fprintf(stderr, "trama %s: the name of the folder -o has %zu bytes; allowed: up to %zu\n",
                name, length, most);
    return length > 0 && length <= most;
}
