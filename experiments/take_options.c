/* Takes the options that every command has out of its arguments. */
#include "take_options.h"

#include <stdio.h>
#include <string.h>

/* What follows "--NAME=" in the argument; NULL: it is no such option. */
static const char *value_in(const char *argument, const char *option)
{
    const size_t length = strlen(option);
    return strncmp(argument, option, length) == 0 && argument[length] == '=' ? argument + length + 1
                                                                             : NULL;
}

bool take_options(int *argc, char **argv, const char *option, const char *needs, take_value *take)
{
    int kept = *argc < 2 ? *argc : 2; /* the command's name is first */
    bool ours = true, taken = true;
    for (int i = 2; i < *argc && taken; i++) {
        ours &= strcmp(argv[i], "--") != 0;
        if (ours && value_in(argv[i], option)) {
            taken = take(value_in(argv[i], option));
        } else if (!ours || strcmp(argv[i], option) != 0) {
            argv[kept++] = argv[i];
        } else if (i + 1 < *argc) {
            taken = take(argv[++i]);
        } else {
            fprintf(stderr, "trama: option %s needs a value, %s\n", option, needs);
            taken = false;
        }
    }
    *argc = kept;
    argv[kept] = NULL;
    return taken;
}
