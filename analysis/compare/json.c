/* A comparison as JSON: the verdict on each case and time, and every value that changed. */
#include <math.h>

#include "analysis/compare/compare.h"
#include "analysis/output/file.h"
#include "analysis/output/html.h"
#include "core/numbers.h"

static void write_text(const char *name, const char *value, FILE *out)
{
    fprintf(out, "\"%s\": ", name);
    html_json(value, out);
    fputs(", ", out);
}

static void write_number(const char *name, double value, FILE *out)
{
    if (isfinite(value))
        fprintf(out, "\"%s\": %.17g", name, value);
    else
        fprintf(out, "\"%s\": null", name);
}

static void write_case(const match *of, FILE *out)
{
    char name[300];
    const study_case *c = finding_case(&(finding){.of = of});
    side_name(c, name, sizeof name);
    write_text("experiment", case_text(c, &column_case_experiment), out);
    write_text("case", name, out);
    write_text("id", case_text(c, &column_case_id), out);
    write_text("model", case_text(c, &column_case_model), out);
}

static void write_finding(const finding *f, FILE *out)
{
    const bool measured = f->evidence.pairs > 0;
    write_case(f->of, out);
    write_text("of", f->of_time ? "time" : "results", out);
    write_text("part", f->part, out);
    write_text("verdict", verdict_types[f->verdict].name, out);
    write_text("detail", f->detail, out);
    fprintf(out, "\"pairs\": %zu, ", f->evidence.pairs);
    write_number("ratio", measured ? exp(f->evidence.median) : TRAMA_NAN, out);
    fputs(", ", out);
    write_number("low", measured ? exp(f->evidence.range.low) : TRAMA_NAN, out);
    fputs(", ", out);
    write_number("high", measured ? exp(f->evidence.range.high) : TRAMA_NAN, out);
}

static void write_change(const change *c, FILE *out)
{
    write_case(c->of, out);
    write_text("what", c->what, out);
    write_text("now", c->now, out);
    write_text("was", c->was, out);
    fprintf(out, "\"outcome\": %s, \"place\": %zu, ", c->kind > CHANGE_VALUE ? "true" : "false",
            c->place);
    write_number("relative", c->relative, out);
}

static void write_comparison(const findings *found, FILE *out)
{
    fputs("{\"findings\": [", out);
    for (size_t i = 0; i < found->count; i++) {
        fputs(i ? ",\n  {" : "\n  {", out);
        write_finding(&found->item[i], out);
        fputc('}', out);
    }
    fputs("\n],\n\"changes\": [", out);
    for (size_t i = 0; i < found->changes; i++) {
        fputs(i ? ",\n  {" : "\n  {", out);
        write_change(&found->change[i], out);
        fputc('}', out);
    }
    fputs("\n]}\n", out);
}

bool compare_json(const findings *found, const char *file, FILE *err)
{
    text_buffer text;
    bool written = text_begin(&text);
    if (written) {
        write_comparison(found, text.stream);
        written = text_end(&text) && file_write(file, &text, err);
    }
    text_free(&text);
    return written;
}
