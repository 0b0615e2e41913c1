#include <stdlib.h>
#include <string.h>

#include "analysis/report/report.h"

void report_document(report *r, document *d, FILE *out)
{
    if (d->no_memory) {
        r->failed = true;
        fprintf(r->err, "no memory for the report\n");
    } else {
        document_html(d, 3, out);
    }
    document_free(d);
}

const char **report_distinct(const study *s, const results_column *column, size_t *count)
{
    const char **name = calloc(s->count + 1, sizeof *name);
    *count = 0;
    for (size_t i = 0; name && i < s->count; i++) {
        const char *wanted = case_text(&s->item[i], column);
        if (wanted[0])
            names_add(name, count, wanted);
    }
    return name;
}
