/* The linker (--wrap) sends the program's own calls here. */
#define _GNU_SOURCE
#include "support/scarcity.h"

#include <dirent.h>
#include <errno.h>
#include <stddef.h>
#include <stdio.h>

static struct {
    bool counting, all_after;
    long at, made, live;
} scarcity;

void scarcity_begin(long at, bool all_after)
{
    scarcity.at = at;
    scarcity.all_after = all_after;
    scarcity.made = 0;
    scarcity.counting = true;
}

long scarcity_end(void)
{
    scarcity.counting = false;
    return scarcity.made;
}

long scarcity_live(void)
{
    return scarcity.live;
}

static bool fails(void)
{
    if (!scarcity.counting)
        return false;
    const long number = ++scarcity.made;
    const bool failing =
        scarcity.at > 0 && (number == scarcity.at || (scarcity.all_after && number > scarcity.at));
    if (failing)
        errno = ENOMEM;
    return failing;
}

/* NOLINTBEGIN(bugprone-reserved-identifier): the linker's names. `block`: what free gives back. */
#define WRAP(type, name, parameters, arguments, block)                                             \
    type __real_##name parameters;                                                                 \
    type __wrap_##name parameters;                                                                 \
    type __wrap_##name parameters                                                                  \
    {                                                                                              \
        type made = fails() ? NULL : __real_##name arguments;                                      \
        scarcity.live += (block) && made;                                                          \
        return made;                                                                               \
    }

WRAP(void *, malloc, (size_t size), (size), true)
WRAP(void *, calloc, (size_t count, size_t size), (count, size), true)
WRAP(void *, realloc, (void *before, size_t size), (before, size), !before)
WRAP(void *, aligned_alloc, (size_t alignment, size_t size), (alignment, size), true)
WRAP(char *, strdup, (const char *text), (text), true)
WRAP(char *, strndup, (const char *text, size_t size), (text, size), true)
WRAP(FILE *, fopencookie, (void *cookie, const char *mode, cookie_io_functions_t calls),
     (cookie, mode, calls), false)
WRAP(DIR *, opendir, (const char *path), (path), false)
WRAP(DIR *, fdopendir, (int folder), (folder), false)

void __real_free(void *block);
void __wrap_free(void *block);
void __wrap_free(void *block)
{
    scarcity.live -= block != NULL;
    __real_free(block);
}
/* NOLINTEND(bugprone-reserved-identifier) */
