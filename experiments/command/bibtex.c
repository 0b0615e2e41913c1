/* trama list --bibtex: an entry for each publication that the program cites. */
#include "command/bibtex.h"
#include "references.h"

#include "integrator/integrator.h"

#include <stdio.h>
#include <string.h>

/* What can cite: a kind of things with a name and a reference each. */
typedef struct citing {
    const char *kind; /* as `trama list` has it */
    const char *noun;
    size_t (*count)(void);
    void (*at)(size_t index, const char **name, const char **reference);
} citing;

#define CITING_AT(what)                                                                            \
    static void what##_at(size_t index, const char **name, const char **reference)                 \
    {                                                                                              \
        *name = trama_##what##_at(index)->name;                                                    \
        *reference = trama_##what##_at(index)->reference;                                          \
    }
CITING_AT(model)
CITING_AT(interaction)
CITING_AT(integrator)
CITING_AT(force)

static const citing kinds[] = {
    {"models", "model", trama_model_count, model_at},
    {"interactions", "interaction", trama_interaction_count, interaction_at},
    {"integrators", "integrator", trama_integrator_count, integrator_at},
    {"scenes", "force", trama_force_count, force_at}};

/* Prints, or only counts, what of a kind cites the reference. */
static size_t print_citing(const citing *of, const trama_reference *r, bool print)
{
    size_t found = 0;
    for (size_t i = 0; i < of->count(); i++) {
        const char *name, *text;
        of->at(i, &name, &text);
        if (!text || !trama_reference_is_cited(r, text))
            continue;
        found++;
        if (print)
            printf("%% %s %s: %s\n", of->noun, name, text);
    }
    return found;
}

static size_t print_all_citing(const char *kind, const trama_reference *r, bool print)
{
    size_t found = 0;
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++)
        if (!kind || strcmp(kind, kinds[k].kind) == 0)
            found += print_citing(&kinds[k], r, print);
    return found;
}

static void print_entry(const trama_reference *r)
{
    printf("@%s{%s", r->type, r->key);
    for (const char *const *field = r->field; *field; field++)
        printf(",\n  %s", *field);
    printf("\n}\n");
}

void bibtex_print(const char *kind)
{
    bool first = true;
    for (size_t i = 0; i < trama_reference_count(); i++) {
        const trama_reference *r = trama_reference_at(i);
        if (print_all_citing(kind, r, false) == 0)
            continue;
        if (!first)
            printf("\n");
        first = false;
        print_all_citing(kind, r, true);
        print_entry(r);
    }
}
