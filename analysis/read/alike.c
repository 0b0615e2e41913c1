#include "analysis/read/alike.h"

#include <string.h>

static bool begins(const char *line, const char *prefix)
{
    return strncmp(line, prefix, strlen(prefix)) == 0;
}

bool alike_in_system(const char *line)
{
    return !begins(line, "experiment = ") && !begins(line, "labels.") && !begins(line, "task.") &&
           !begins(line, "bounds.");
}

bool alike_in_method(const char *line)
{
    return begins(line, "integrator.");
}

/* The first line from `text` on that counts; "" at the end. */
static const char *next_line(const char *text, alike_line *counts)
{
    while (*text && !counts(text)) {
        text += strcspn(text, "\n");
        text += *text == '\n';
    }
    return text;
}

int alike_order(const study_case *a, const study_case *b, alike_line *counts)
{
    const char *x = next_line(case_text(a, &column_config_resolved), counts);
    const char *y = next_line(case_text(b, &column_config_resolved), counts);
    while (*x && *y) {
        const size_t length = strcspn(x, "\n"), other = strcspn(y, "\n");
        const int order = memcmp(x, y, length < other ? length : other);
        if (order || length != other)
            return order ? order : (length > other) - (length < other);
        x = next_line(x + length + (x[length] == '\n'), counts);
        y = next_line(y + other + (y[other] == '\n'), counts);
    }
    return (*x != '\0') - (*y != '\0');
}

const study_case *alike_find(const study *s, const study_case *c, const char *task,
                             case_filter *filter)
{
    for (size_t i = 0; i < s->count; i++) {
        const study_case *other = &s->item[i];
        if (strcmp(case_text(other, &column_case_task), task) == 0 &&
            strcmp(case_simulation(other), case_simulation(c)) == 0 &&
            strcmp(case_integrator(other), case_integrator(c)) == 0 && (!filter || filter(other)) &&
            alike_order(other, c, alike_in_system) == 0)
            return other;
    }
    return NULL;
}
