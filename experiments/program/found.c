/* Finds the solvers of a folder: files NAME.mjs that begin with #!; other files are parts of
 * them. */
#include "program/program.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_program(const char *path)
{
    char first[2] = "";
    FILE *in = fopen(path, "r");
    const bool is = in && fread(first, 1, sizeof first, in) == sizeof first &&
                    memcmp(first, "#!", sizeof first) == 0;
    if (in)
        fclose(in);
    return is;
}

size_t program_found(const char *folder, program_file found[PROGRAM_FILES])
{
    static const char end[] = ".mjs";
    struct dirent **entry = NULL;
    const int entries = scandir(folder, &entry, NULL, alphasort);
    size_t count = 0;
    for (int i = 0; i < entries; i++) {
        const char *name = entry[i]->d_name;
        const size_t length = strlen(name), own = length - strlen(end);
        if (count < PROGRAM_FILES && length > strlen(end) && own < PROGRAM_TEXT &&
            strcmp(name + own, end) == 0) {
            program_file *file = &found[count];
            snprintf(file->name, sizeof file->name, "%.*s", (int)own, name);
            snprintf(file->path, sizeof file->path, "%.500s/%.255s", folder, name);
            count += is_program(file->path);
        }
        free(entry[i]);
    }
    free(entry);
    return count;
}
