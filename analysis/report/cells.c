#include "analysis/report/cells.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/output/file.h"
#include "analysis/output/html.h"
#include "analysis/quantities/limits.h"
#include "analysis/quantities/predictions.h"
#include "analysis/quantities/response.h"
#include "analysis/read/alike.h"
#include "analysis/read/units.h"
#include "core/numbers.h"
#include "core/text.h"
#include "results/record.h"
#include "results/terminal.h"

/* --- addresses --- */

static void separate(char *address)
{
    const size_t used = strlen(address);
    if (used + 1 < CARD_ADDRESS)
        memcpy(address + used, "/", 2);
}

const char *cells_lead(const study *s)
{
    const study_case *lead = NULL;
    for (size_t i = 0; i < s->count; i++)
        if (case_counts_as_published(&s->item[i]) &&
            (!lead || card_rank(&s->item[i]) < card_rank(lead)))
            lead = &s->item[i];
    return lead ? case_text(lead, &column_case_experiment) : "";
}

void cells_address(const study *s, const study_case *c, bool leads, char address[CARD_ADDRESS])
{
    char variation[160];
    study_case_variation(s, c, variation, sizeof variation);
    address[0] = '\0';
    if (!leads) {
        card_address_add(address, case_text(c, &column_case_experiment));
        separate(address);
    }
    card_address_add(address, case_simulation(c));
    separate(address);
    card_address_add(address, case_integrator(c));
    card_address_add(address, variation);
}

/* --- facts --- */

/* Pairs of texts, as they come. */
typedef struct facts {
    FILE *out;
    size_t count;
    bool no_memory;
} facts;

static void fact(facts *f, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void fact(facts *f, const char *name, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *text = trama_format(format, arguments);
    va_end(arguments);
    fputs(f->count++ ? ",[" : "[", f->out);
    html_json(name, f->out);
    fputc(',', f->out);
    html_json(text ? text : "", f->out);
    fputc(']', f->out);
    f->no_memory = f->no_memory || !text;
    free(text);
}

/* "12.31", and "12.31 ms" of a time step in s; – of what is no number. */
typedef struct told {
    char text[UNIT_STEP];
} told;

static told tell(double value)
{
    told t = {"–"};
    if (!isnan(value))
        snprintf(t.text, sizeof t.text, "%.4g", value);
    return t;
}

static told tell_step(const study *s, double step)
{
    told t = {"–"};
    if (!isnan(step))
        unit_step_text(s, step, 4, t.text);
    return t;
}

/* What the answer stands beside, and where that is printed. */
static void told_beside(const study_case *c, const answer *a, facts *f)
{
    const char *page = case_published_cell(c, a->of.quantity, "page"),
               *table = case_published_cell(c, a->of.quantity, "table");
    char where[256] = "";
    if (*page || *table)
        snprintf(where, sizeof where, " (%s%s%s%s)", page, *page && *table ? ", " : "",
                 *table ? "table " : "", table);
    fact(f, a->theory ? "Theory" : "Published", "%.4g %s%s%s", a->published, response_unit(&a->of),
         a->absent   ? ""
         : a->beside ? ": other hardware"
         : a->agrees ? ": agrees"
                     : ": differs",
         where);
}

static void told_answer(const study *s, const study_case *c, facts *f)
{
    const answer a = answer_of(s, c);
    const char *unit = response_unit(&a.of);
    if (!isnan(a.measured))
        fact(f, "Measured", "%.4g %s", a.measured, unit);
    if (!isnan(a.published))
        told_beside(c, &a, f);
    fact(f, "How it ended", "%s", case_status(c));
}

/* The prediction for the same system, if the results have one. */
static void told_prediction(const study *s, const case_list *predictions, const study_case *c,
                            facts *f)
{
    const study_case *p = alike_find(predictions, c);
    if (!p)
        return;
    fact(f, "Predicted from the first state", "%s",
         tell_step(s, predicted_number(p, &column_predicted_dt, PREDICTED_START)).text);
    fact(f, "Predicted from the worst state", "%s",
         tell_step(s, predicted_number(p, &column_predicted_dt, PREDICTED_WORST)).text);
    fact(f, "Measured by bisection", "%s", tell_step(s, predicted_measured(p)).text);
}

/* "node 42 of cloth"; "" where what failed is no node's: area, energy. */
static void place_of_failure(const study_case *c, char text[128])
{
    const double node = case_number(c, &column_failure_node);
    const char *object = case_text(c, &column_failure_object);
    text[0] = '\0';
    if (node >= 0)
        snprintf(text, 128, "node %.0f%s%.64s", node, *object ? " of " : "", object);
    else
        snprintf(text, 128, "%.64s", object);
}

/* What set the limit. */
static void told_failure(const study_case *c, facts *f)
{
    const char *failure = case_failure(c), *symptom = case_text(c, &column_symptom);
    const double value = case_number(c, &column_failure_value);
    char place[128];
    if (!*failure)
        return;
    place_of_failure(c, place);
    fact(f, "First failure", "%s%s%s", failure, isnan(value) ? "" : " ",
         isnan(value) ? "" : tell(value).text);
    fact(f, "At iteration", "%.0f", case_number(c, &column_failure_iteration));
    if (*place)
        fact(f, "Where", "%s", place);
    if (*symptom)
        fact(f, "First sign", "%s", symptom);
}

static void told_search(const study *s, const study_case *c, facts *f)
{
    const double stable = case_number(c, &column_dt_stable);
    const double unstable = case_number(c, &column_dt_unstable);
    char checks[128];
    if (strcmp(case_text(c, &column_case_task), "stable_step") != 0)
        return;
    if (!isnan(stable))
        fact(f, "Stable at", "%s", tell_step(s, stable).text);
    if (!isnan(unstable))
        fact(f, "Unstable at", "%s", tell_step(s, unstable).text);
    else if (limit_is_censored(c))
        fact(f, "Unstable at", "no step up to the cap of the search");
    told_failure(c, f);
    limit_checks(c, checks, sizeof checks);
    fact(f, "Checks", "%s", checks);
    if (isnan(case_number(c, &column_late_excess)))
        return;
    fact(f, "Spurious energy, longer check", "%s J, %s of the largest seen",
         tell(case_number(c, &column_late_excess)).text,
         tell(case_number(c, &column_late_growth)).text);
    fact(f, "End of the longer check", "%s",
         case_number(c, &column_late_iteration) >= 0 ? "unstable"
         : limit_holds_by_bounds_alone(c)            ? "within its bounds alone"
                                                     : "stable");
}

/* --- the command --- */

/* " and NAME == 'VALUE'": what the sweep set, but files, which have no name in a condition. */
static void add_condition(const bundle_column *column, size_t *count, FILE *out)
{
    swept_value value;
    char text[256];
    if (!swept_of(column, 0, &value) || strstr(value.path, ".include"))
        return;
    swept_exact_text(&value, text, sizeof text);
    fprintf(out, "%s%s == ", (*count)++ ? " and " : "", value.path);
    double number;
    const bool is_text = value.type == BUNDLE_TEXT &&
                         !trama_read_real(text, -TRAMA_INFINITY, TRAMA_INFINITY, &number);
    fprintf(out, is_text ? "'%s'" : "%s", text);
}

/* What is true of this case alone of its experiment, as --only takes it; "" if nothing is swept. */
static bool write_condition(const study_case *c, text_buffer *text)
{
    size_t count = 0;
    swept_value value;
    if (!text_begin(text))
        return false;
    for (size_t i = 0; i < c->data.count; i++)
        if (swept_of(&c->data.column[i], 0, &value))
            add_condition(&c->data.column[i], &count, text->stream);
    return text_end(text);
}

static bool write_command(const report *r, const study_case *c, FILE *out)
{
    const study_case *source = alike_source(&r->study, c);
    const size_t rows = case_rows(source, &column_config_file_name);
    char *const *name = case_texts(source, &column_config_file_name, rows);
    text_buffer text = {0}, condition = {0};
    bool done = write_condition(c, &condition) && text_begin(&text);
    if (done) {
        fputs("trama run ", text.stream);
        print_word(name && rows > 0 ? name[0] : "CONFIG", text.stream);
        fputs(condition.size > 0 ? " --only " : "", text.stream);
        if (condition.size > 0)
            print_word(condition.data, text.stream);
        fputs(" -o ", text.stream);
        print_word(r->folder[0], text.stream);
        done = text_end(&text);
    }
    if (done)
        html_json(text.data, out);
    text_free(&text);
    text_free(&condition);
    return done;
}

bool cells_details(const report *r, const case_list *predictions, const study_case *c, FILE *out)
{
    char title[256], digest[65];
    facts f = {out, 0, false};
    study_case_title(&r->study, c, title, sizeof title);
    fputs("{\"title\":", out);
    html_json(title, out);
    fputs(",\"subject\":", out);
    html_json(case_simulation(c), out);
    fputs(",\"method\":", out);
    html_json(case_method_title(c), out);
    fputs(",\"facts\":[", out);
    told_answer(&r->study, c, &f);
    told_prediction(&r->study, predictions, c, &f);
    told_search(&r->study, c, &f);
    if (!case_ended(c))
        fact(&f, "Message", "%s", case_text(c, &column_case_message));
    fact(&f, "Case", "%s", case_text(c, &column_case_id));
    fact(&f, "File", "%s", c->path);
    if (case_digest(c, digest))
        fact(&f, "SHA-256 of its result", "%s", digest);
    fputs("],\"command\":", out);
    const bool done = write_command(r, c, out);
    fputs("}", out);
    return done && !f.no_memory;
}
