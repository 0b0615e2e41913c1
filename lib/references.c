#include "references.h"

#include <ctype.h>
#include <string.h>

static const trama_reference references[] = {
#define REFERENCE(key, words, type, ...)                                                           \
    {#key, words, type, (const char *const[]){__VA_ARGS__, NULL}},
#include "references.def"
#undef REFERENCE
};

size_t trama_reference_count(void)
{
    return sizeof references / sizeof references[0];
}

const trama_reference *trama_reference_at(size_t index)
{
    return &references[index];
}

bool trama_reference_is_cited(const trama_reference *reference, const char *text)
{
    const size_t length = strlen(reference->words);
    for (const char *at = text; (at = strstr(at, reference->words)); at++)
        if ((at == text || !isalnum((unsigned char)at[-1])) && !isalnum((unsigned char)at[length]))
            return true;
    return false;
}
