/* Instead of libFuzzer: takes every file of the folders that are named, in order, and of each also
 * its beginnings, cut off at every sixteenth. */
#include "fuzz.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

static void replay(const char *folder, const char *name)
{
    enum { LARGEST = 1 << 16, PARTS = 16 };
    static uint8_t bytes[LARGEST];
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    if (!file) {
        perror(path);
        exit(1);
    }
    const size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    for (size_t part = 0; part <= PARTS; part++)
        LLVMFuzzerTestOneInput(bytes, size * part / PARTS);
}

static size_t replay_folder(const char *folder)
{
    struct dirent **entry;
    const int count = scandir(folder, &entry, NULL, alphasort);
    size_t replayed = 0;
    for (int i = 0; i < count; i++) {
        if (entry[i]->d_name[0] != '.') {
            replay(folder, entry[i]->d_name);
            replayed++;
        }
        free(entry[i]);
    }
    if (count >= 0)
        free(entry);
    return replayed;
}

int main(int argc, char **argv)
{
    size_t replayed = 0;
    for (int i = 1; i < argc; i++)
        replayed += replay_folder(argv[i]);
    printf("%zu files\n", replayed);
    return replayed > 0 ? 0 : 1;
}
