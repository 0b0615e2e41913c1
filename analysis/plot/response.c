/* The answer of a study against its widest coordinate of numbers: the first figure. One for each
 * experiment and each quantity that its cases answer with. */
#include "analysis/quantities/response.h"

#include "analysis/plot/chart.h"

static const char *quantity(const study_case *c, const void *of, char room[PARTITION_TEXT])
{
    (void)of, (void)room;
    return response_of(c).quantity;
}

static bool answers(const study_case *c)
{
    return response_of(c).quantity[0] != '\0';
}

static const chart_form forms[] = {
    {.name = "response", .filter = answers, .each = {partition_experiment, quantity}}};

const plot_type plot_response = {
    .name = "response",
    .needs = "two cases or more that answer with a number",
    PLOT_CHARTS(forms),
    .fits_column = true,
    PLOT_CAPTIONS({"response", "What each case answers", NULL},
                  {"response_", "What each case answers: ", NULL}),
};
