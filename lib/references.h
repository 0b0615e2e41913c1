/* The publications cited by `reference` strings, as BibTeX. To add one: a line in references.def,
 * in order of keys. */
#ifndef TRAMA_REFERENCES_H
#define TRAMA_REFERENCES_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct trama_reference {
    const char *key;          /* "provot1995" */
    const char *words;        /* as cited in a reference string: "Provot 1995" */
    const char *type;         /* of the entry: "article" */
    const char *const *field; /* "year = {1995}", NULL-terminated */
} trama_reference;

size_t trama_reference_count(void);
const trama_reference *trama_reference_at(size_t index);

/* True if `text`, the `reference` of a model, method, interaction or force, cites it: it contains
 * the words, with no letter or digit next to them. */
bool trama_reference_is_cited(const trama_reference *reference, const char *text);

#ifdef __cplusplus
}
#endif

#endif
