/* For dladdr. */
#define _GNU_SOURCE
#include "engine/provenance.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdlib.h>

/* The file that has the BLAS which this program is linked with, whatever links lead to it: the
 * system's administrator chooses among several. */
void provenance_blas(char *text, size_t size)
{
    char path[PATH_MAX];
    Dl_info found;
    void *product = dlsym(RTLD_DEFAULT, "dgemm_");
    const bool known = product && dladdr(product, &found) && realpath(found.dli_fname, path);
    snprintf(text, size, "%s", known ? path : "unknown");
}
