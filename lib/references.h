/* The publications that `reference` strings cite, as BibTeX has them. To add one: a line in
 * references.def, in order of key. */
#ifndef TRAMA_REFERENCES_H
#define TRAMA_REFERENCES_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct trama_reference {
    const char *key;          /* "provot1995" */
    const char *words;        /* by which a reference string cites it: "Provot 1995" */
    const char *type;         /* of the entry: "article" */
    const char *const *field; /* "year = {1995}", NULL-terminated */
} trama_reference;

size_t trama_reference_count(void);
const trama_reference *trama_reference_at(size_t index);

/* Whether `text`, the `reference` of a model, a method, an interaction or a force, cites it: its
 * words stand in the text, and no letter or digit touches them. */
bool trama_reference_is_cited(const trama_reference *reference, const char *text);

#ifdef __cplusplus
}
#endif

#endif
