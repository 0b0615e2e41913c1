#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "analysis/compare/compare.h"
#include "core/memory.h"

finding *findings_add(findings *f, const match *of, verdict said)
{
    static finding nowhere;
    finding *grown = trama_with_room(f->item, f->count, &f->capacity, sizeof *grown);
    f->no_memory = f->no_memory || !grown;
    if (!grown)
        return &nowhere;
    f->item = grown;
    f->item[f->count] = (finding){.of = of, .part = "", .verdict = said, .p = 1.0};
    return &f->item[f->count++];
}

void findings_free(findings *f)
{
    free(f->item);
    free(f->change);
}

void findings_change(findings *f, const change *c)
{
    change *grown = trama_with_room(f->change, f->changes, &f->room, sizeof *grown);
    f->no_memory = f->no_memory || !grown;
    if (!grown)
        return;
    f->change = grown;
    f->change[f->changes++] = *c;
}

void finding_say(finding *f, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(f->detail, sizeof f->detail, format, arguments);
    va_end(arguments);
}

const study_case *finding_case(const finding *f)
{
    return (f->of->fresh ? f->of->fresh : f->of->baseline)->item[0];
}
