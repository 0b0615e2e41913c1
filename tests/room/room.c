#include "room/room.h"

#include "support/shell.h"

#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
#ifdef ROOM_PROGRAM
    shell_use_ordinarily(ROOM_PROGRAM);
#endif
    for (const room_test *t = room_tests; argc == 2 && t->name; t++)
        if (strcmp(t->name, argv[1]) == 0)
            return t->run();
    fprintf(stderr, "name one of these tests:");
    for (const room_test *t = room_tests; t->name; t++)
        fprintf(stderr, " %s", t->name);
    fputc('\n', stderr);
    return 2;
}
