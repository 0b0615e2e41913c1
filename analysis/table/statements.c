/* What a publication says, sentence by sentence, with a verdict on each. */
#include "analysis/quantities/ledger.h"
#include "analysis/table/table.h"

#define TEXT(member) .value = cell_made_text, .of = AT(ledger_row, member)
#define COUNT(member) .value = cell_made_count, .of = AT(ledger_row, member)
static const table_column columns[] = {
    {.name = "experiment", .value = cell_experiment},
    {"id", "id", TEXT(id)},
    {"page", "page", TEXT(page)},
    {"says", "what is said", TEXT(says)},
    {"kind", "kind", TEXT(kind)},
    {"verdict", "verdict", .value = cell_told, .of = AT(ledger_row, outcome)},
    {.name = "judged", COUNT(judged)},
    {.name = "held", COUNT(held)},
    {.name = "judged_by", TEXT(judged_by)},
    {"why", "remark", TEXT(why)},
    {.name = "sentence", TEXT(sentence)},
    {.name = "translation", TEXT(translation)},
};

static const table_column kinds[] = {
    {NULL, "kind", .value = cell_made_text, .of = AT(ledger_kind, kind)},
};

static const table_part by_kind = {
    .caption = "Statements by kind",
    TABLE_COLUMNS(kinds),
    .rows = ledger_kinds,
    .row_size = sizeof(ledger_kind),
    .more = ledger_verdict_columns,
    .note = "Judged by the cases of this folder, where the source's setting is printed: "
            "reproduced, in part, refuted. Beside: a time of another machine, a setting that is "
            "fitted, or no bound. Not run: its cases are not in this folder. Open: not judged.",
};

const table_type table_statements = {
    .name = "statements",
    .title = "What the source says, sentence by sentence",
    .filter = ledger_is_kept,
    TABLE_COLUMNS(columns),
    .keys = KEYS_NONE,
    .complete = true,
    .row_count = ledger_count,
    .read = ledger_read,
    .row_size = sizeof(ledger_row),
    .marks = MARKS("≠: what is said does not come out, or not everywhere."),
    .before = PARTS(&by_kind),
};
