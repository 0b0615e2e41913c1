/* Claims with what becomes of each, as tables have them. */
#include "analysis/quantities/claims.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/quantities/quantity.h"

static told_value bound_of(const claim *of);
static told_value unit_of(const claim *of);
static told_value told_of_measured(const study_case *c, const claim *of);
static told_value counts_of(const claim *of);
static bool read(const study *s, const study_case *c, size_t row, void *to);

const told_rows claim_rows = {.size = sizeof(claim_row), .count = claims_count, .read = read};

static bool read(const study *s, const study_case *c, size_t row, void *to)
{
    claim_row *made = to;
    if (!claim_read(s, c, row, &made->is))
        return false;
    made->verdict = claim_verdict_name(claim_judge(&made->is));
    made->bound = bound_of(&made->is);
    made->unit = unit_of(&made->is);
    made->measured = told_of_measured(c, &made->is);
    made->counts = counts_of(&made->is);
    return true;
}

/* A pure number has none. */
static told_value unit_of(const claim *of)
{
    told_value made = told_text(strcmp(of->unit, "1") == 0 ? "" : of->unit);
    made.word = made.text;
    return made;
}

/* Of a claim on a pair the value is a ratio. */
static const char *word_of(const claim *of, double value)
{
    return *of->over ? NULL : quantity_word(of->quantity, value);
}

/* "at most 1", and whose bound that is. */
static told_value bound_of(const claim *of)
{
    const bool one_sided = *of->relation && strcmp(of->relation, "equals") != 0;
    told_value made = told_number(claim_bound(of));
    const char *word = word_of(of, made.value);
    char said[40];
    if (isnan(made.value))
        return made;
    snprintf(said, sizeof said, "%.3g", made.value);
    told_in_words(&made, "%s%s%s%s", one_sided && !word ? of->relation : "",
                  one_sided && !word ? " " : "", word ? word : said,
                  isnan(of->published) ? " (ours)" : "");
    return made;
}

/* A claim that counts has a sign, whichever way it came out. */
static told_value told_of_measured(const study_case *c, const claim *of)
{
    told_value made = told_number(of->measured);
    made.word = isnan(of->measured) ? case_why_not(c, of->quantity) : word_of(of, of->measured);
    if (claim_stands(of) == CLAIM_COUNTS)
        made.sign = (claim_judge(of) == CLAIM_HOLDS) - (claim_judge(of) == CLAIM_FAILS);
    return made;
}

static told_value counts_of(const claim *of)
{
    const claim_standing standing = claim_stands(of);
    told_value made = told_text(claim_standing_name(standing));
    if (standing == CLAIM_IS_VARIANT && of->configuration[0])
        told_in_words(&made, "no: %s", of->configuration);
    return made;
}
