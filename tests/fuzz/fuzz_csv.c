/* The reader of published tables gives cells, or one line that says why not. */
#include "fuzz.h"

#include "results/csv.h"

#include <stdlib.h>
#include <string.h>

static void look_at(const csv *table)
{
    for (size_t column = 0; column < table->columns; column++) {
        if (csv_column(table, csv_name(table, column)) < 0)
            abort();
        for (size_t row = 0; row < table->rows; row++) {
            const volatile double number = csv_number(table, row, column);
            (void)number;
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char message[256] = "";
    csv table = {0};
    char *text = malloc(size + 1);
    if (!text)
        return 0;
    memcpy(text, data, size);
    text[size] = '\0';
    if (csv_parse(text, &table, message, sizeof message))
        look_at(&table);
    else
        fuzz_expect_line(message);
    csv_free(&table);
    free(text);
    return 0;
}
