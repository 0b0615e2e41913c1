/* Published values and theory beside measured ones, whatever the quantity, with where they stand in
 * the source. Rows of a table that no case measures, and cases that no row is of, are listed too.
 */
#include "analysis/quantities/compared.h"
#include "analysis/table/table.h"

#define TEXT(member) .value = cell_made_text, .of = AT(compared, member)
#define WORDS(member) .value = cell_made_words, .of = AT(compared, member)
#define REAL(member) .value = cell_made_real, .of = AT(compared, member)
#define VALUE(member) .value = cell_told, .of = AT(compared, member)
static const table_column columns[] = {
    {.name = "experiment", TEXT(experiment)},
    {.name = "simulation", WORDS(subject)},
    {.name = "integrator", TEXT(integrator)},
    {.name = "quantity", TEXT(quantity)},
    {.name = "unit", TEXT(unit)},
    {.heading = "published", VALUE(of_print)},
    {.heading = "theory", VALUE(of_theory)},
    {.name = "published", REAL(published)},
    {.name = "tolerance", REAL(tolerance)},
    {.name = "measured", .heading = "measured", VALUE(measured)},
    {.name = "verdict", .heading = "verdict", VALUE(verdict)},
    {.name = "must", TEXT(must)},
    {.name = "printed", TEXT(printed)},
    {.heading = "evidence", TEXT(evidence)},
    {.name = "kind", TEXT(kind)},
    {.name = "page", .heading = "page", TEXT(page)},
    {.name = "sentence", .heading = "sentence", TEXT(sentence)},
    {.name = "table", TEXT(file)},
    {.name = "source", WORDS(source)},
};

const table_type table_published = {
    .name = "published",
    .title = "Published values and what was measured",
    .titled = compared_title,
    .filter = verdict_is_asked,
    TABLE_COLUMNS(columns),
    .row_count = comparisons_of,
    .read = compared_read,
    .read_unmeasured = compared_read_unmeasured,
    .row_size = sizeof(compared),
    .unmeasured = true,
    .printed = true,
    .shown = AT(compared, is_response),
    .caption = &(const table_column){WORDS(caption)},
    .told = PARAGRAPHS(compared_words),
    .marks = MARKS("fitted: no evidence, for it chose what is not printed.",
                   "hardware: no evidence, for it is a time of another machine.",
                   "theory: no evidence, for no source prints it.",
                   "variant: no evidence, for the case is not as the source prints it."),
};
