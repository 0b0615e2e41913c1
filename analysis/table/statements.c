/* What a publication says, sentence by sentence, with a verdict on each. */
#include "analysis/quantities/ledger.h"
#include "analysis/table/table.h"

#define ROW ledger_row
static const table_column columns[] = {
    {.name = "experiment", .value = cell_experiment},
    {"id", "id", ROW_TEXT(id)},
    {"page", "page", ROW_TEXT(is.page)},
    {"says", "what is said", ROW_TEXT(says)},
    {"kind", "kind", ROW_TEXT(kind)},
    {"verdict", "verdict", ROW_TOLD(outcome)},
    {.name = "judged", ROW_COUNT(judged)},
    {.name = "held", ROW_COUNT(held)},
    {.name = "judged_by", ROW_TEXT(judged_by)},
    {"why", "remark", ROW_TEXT(why)},
    {.name = "sentence", ROW_TEXT(is.sentence)},
    {.name = "translation", ROW_TEXT(is.translation)},
};

static const table_part by_kind = {
    .caption = "Statements by kind",
    .rows = ledger_kinds,
    .row_size = sizeof(ledger_kind),
    .more = ledger_kind_columns,
    .note = LEDGER_VERDICT_WORDS,
};

const table_type table_statements = {
    .name = "statements",
    .title = "What the source says, sentence by sentence",
    .filter = ledger_is_kept,
    TABLE_COLUMNS(columns),
    .rows = &ledger_rows,
    .use = TABLE_AS_DATA,
    .keys = KEYS_NONE,
    .complete = true,
    .marks = MARKS("≠: what is said does not come out, or not everywhere."),
    .before = PARTS(&by_kind),
};
