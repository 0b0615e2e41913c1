#include "analysis/table/made.h"

#include <stdlib.h>
#include <string.h>

/* The sheet as a grid: the layout of tables that have none of their own. */
static void plain_layout(const sheet *s, document *out)
{
    char align[32] = "";
    memset(align, 'l', s->columns < sizeof align ? s->columns : sizeof align - 1);
    document_grid(out, align, "");
    document_cells(out, s->column);
    for (size_t i = 0; i < s->count; i++)
        document_cell(out, "%s", s->cell[i]);
}

bool table_make(const study *s, const table_type *type, made_table *m)
{
    *m = (made_table){.type = type, .sheet = sheet_of(type->column)};
    case_list cases = study_select(s, type->task, type->filter);
    for (size_t i = 0; i < cases.count; i++)
        type->rows(s, cases.item[i], &m->sheet);
    document_heading(&m->document, "%s", type->title);
    if (cases.count == 0)
        document_paragraph(&m->document, "No cases.");
    else if (type->layout)
        type->layout(s, &cases, &m->document);
    else
        plain_layout(&m->sheet, &m->document);
    const bool whole = cases.item && !m->sheet.no_memory && !m->document.no_memory;
    free(cases.item);
    return whole;
}

void made_table_free(made_table *m)
{
    document_free(&m->document);
    sheet_free(&m->sheet);
}
