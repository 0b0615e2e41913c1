/* The simulated system of a case of an index, by which cases of several tasks that simulate the
 * same are recognised. */
#include "core/numbers.h"
#include "index/table.h"
#include "results/columns/columns.h"
#include "results/config_digests.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The step that the case was given, s; NAN where a search found it. */
static double given_step(const bundle *data)
{
    const bool searched = !isnan(bundle_get_number(data, &column_dt_stable));
    return searched ? TRAMA_NAN : bundle_get_number(data, &column_dt);
}

/* The digest that the file has, or else one of its configuration. */
static void read_digest(const bundle *data, char digest[RECORD_SEAL + 1])
{
    const char *recorded = bundle_get_text(data, &column_config_system);
    if (recorded[0])
        snprintf(digest, RECORD_SEAL + 1, "%s", recorded);
    else
        config_part_digest(bundle_get_text(data, &column_config_resolved), CONFIG_SYSTEM, digest);
}

/* The case's word for a factor, or else what its file says. To be freed. */
static char *word_of(const study_joined *joined, size_t factor, const bundle *data,
                     const results_column *otherwise)
{
    const bool named = joined->plan && factor < joined->plan->block.factor_count &&
                       joined->factor[factor][0] != '\0';
    return strdup(named ? joined->factor[factor] : bundle_get_text(data, otherwise));
}

bool index_system_read(const results_index *x, const csv *table, size_t row, const bundle *data,
                       index_system *of)
{
    const study_block *block = &x->plan->block;
    const size_t planned = x->row[row].planned;
    study_joined joined = {0};
    published_value p;
    *of = (index_system){.step = given_step(data), .published = TRAMA_NAN};
    const bool is_planned = planned < x->plan->rows;
    const bool made = !is_planned || study_join(x->plan, table, planned, &joined);
    if (made && is_planned && study_published(&joined, "rest_iterations", &p))
        of->published = p.value;
    if (made) {
        of->subject = word_of(&joined, study_block_subject(block), data, &column_case_experiment);
        of->method =
            word_of(&joined, study_block_factor(block, "method"), data, &column_case_integrator);
        read_digest(data, of->digest);
    }
    if (joined.plan)
        study_joined_free(&joined);
    return of->subject && of->method;
}

void index_system_free(index_system *of)
{
    free(of->subject);
    free(of->method);
    *of = (index_system){0};
}

int index_system_order(const index_system *a, const index_system *b)
{
    int order = strcmp(a->subject, b->subject);
    order = order ? order : strcmp(a->method, b->method);
    return order ? order : strcmp(a->digest, b->digest);
}
