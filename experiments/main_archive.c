#include "main_archive.h"

#include "analysis/analysis.h"
#include "command/command.h"
#include "command/temporary.h"
#include "main_shown.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

/* results/limits -> limits.tar, here */
static void name_file(const char *folder, char file[PATH_MAX])
{
    size_t length = strlen(folder);
    while (length > 1 && folder[length - 1] == '/')
        length--;
    size_t begin = length;
    while (begin > 0 && folder[begin - 1] != '/')
        begin--;
    snprintf(file, PATH_MAX, "%.*s.tar", (int)(length - begin), folder + begin);
}

int command_archive(int argc, char **argv)
{
    const char *file = NULL;
    char usual[PATH_MAX], stage[PATH_MAX];
    const command_option options[] = {{"--output", "-o", &file, NULL}};
    const int operands = command_options(argc, argv, options, 1);
    if (operands < 0)
        return EXIT_USAGE;
    if (operands != 1 || (file && (!*file || file[strlen(file) - 1] == '/'))) {
        fprintf(stderr, operands == 1
                            ? "trama archive: -o needs a file's name; see `trama --help`\n"
                            : "trama archive: one results folder is needed; see `trama --help`\n");
        return EXIT_USAGE;
    }
    name_file(argv[1], usual);
    if (!temporary_make("archive", stage, sizeof stage))
        return EXIT_IO;
    const int code =
        analysis_archive(argv[1], stage, file ? file : usual, shown_out(), shown_err());
    temporary_remove(stage);
    return code;
}
