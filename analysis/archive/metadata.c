/* The metadata of an archive. Sources: RO-Crate metadata specification 1.1 (P. Sefton et al. 2020);
 * Citation File Format 1.2.0. */
#include "analysis/archive/archive.h"

#include <string.h>

#include "analysis/output/html.h"
#include "results/text_buffer.h"

/* The first case that has a file says what made all. */
static const study_case *first_case(const study *s)
{
    for (size_t i = 0; i < s->count; i++)
        if (!s->item[i].absent)
            return &s->item[i];
    return &s->item[0];
}

static size_t cases_there(const study *s)
{
    size_t there = 0;
    for (size_t i = 0; i < s->count; i++)
        there += !s->item[i].absent;
    return there;
}

static const char *date_of(const study *s)
{
    const char *latest = "";
    for (size_t i = 0; i < s->count; i++) {
        const char *date = case_text(&s->item[i], &column_run_date);
        latest = strcmp(date, latest) > 0 ? date : latest;
    }
    return latest;
}

/* "dt-limits: how large a time step ...?", a line an experiment; `before` begins each. */
static void write_questions(const study *s, const char *before, FILE *out)
{
    const char *last = "";
    for (size_t i = 0; i < s->count; i++) {
        const char *name = case_text(&s->item[i], &column_case_experiment);
        const char *question = case_block(&s->item[i])->question;
        if (strcmp(name, last) != 0)
            fprintf(out, "%s%s%s%s\n", before, name, question && question[0] ? ": " : "",
                    question ? question : "");
        last = name;
    }
}

static void write_description(const study *s, FILE *out)
{
    text_buffer text;
    fputs("\"description\": ", out);
    if (text_begin(&text))
        write_questions(s, "", text.stream);
    html_json(text_end(&text) ? text.data : "", out);
    text_free(&text);
}

void archive_readme(const study *s, const char *first, FILE *out)
{
    const study_case *c = first_case(s);
    fputs("# A study by trama\n\n", out);
    write_questions(s, "- ", out);
    fprintf(out,
            "\n%zu cases with results, by %s %s, commit %s, on %s.\n\n`results/` has a file a case "
            "(HDF5), "
            "`configuration/` the files that they were made from, `SHA256SUMS` the checksum of "
            "each. Unpacked, or from the archive itself:\n\n    trama verify ARCHIVE.tar          "
            "# every byte\n    trama report results              # a page of it, "
            "results/report.html\n\nThe same again, and what differs, if anything does:\n\n",
            cases_there(s), case_text(c, &column_run_software),
            case_text(c, &column_run_software_version), case_text(c, &column_run_commit),
            case_text(c, &column_run_cpu));
    fputs("    trama run", out);
    for (const char *at = first; *at; at += strcspn(at, "\n") + 1)
        fprintf(out, " %.*s", (int)strcspn(at, "\n"), at);
    fputs(" -o again\n    trama compare results again\n", out);
    fputs("\nPlugins and other programs that made steps are not in it: `/run/plugin_name` and "
          "`/run/engine_name` of each case name them, with checksums.\n",
          out);
}

void archive_citation(const study *s, FILE *out)
{
    const study_case *c = first_case(s);
    fprintf(out,
            "cff-version: 1.2.0\nmessage: If you use this study, please cite it with the entry "
            "below.\ntype: dataset\ntitle: A study by trama\nauthors:\n  - name: whoever made this "
            "archive\ndate-released: %.10s\nreferences:\n  - type: software\n    title: trama\n"
            "    authors:\n      - name: The trama developers\n    version: %s\n    commit: %s\n",
            date_of(s), case_text(c, &column_run_software_version),
            case_text(c, &column_run_commit));
}

/* --- RO-Crate --- */

static void member(const char *name, const char *value, FILE *out)
{
    fprintf(out, "\"%s\": ", name);
    html_json(value, out);
}

static void write_root(const study *s, const archive_members *m, FILE *out)
{
    fputs("  {\"@id\": \"./\", \"@type\": \"Dataset\", ", out);
    member("name", "A study by trama", out);
    fprintf(out, ", \"datePublished\": \"%.10s\", ", date_of(s));
    write_description(s, out);
    fputs(", \"hasPart\": [", out);
    for (size_t i = 0; i < m->count; i++) {
        fputs(i ? ", {" : "{", out);
        member("@id", m->name[i], out);
        fputc('}', out);
    }
    fputs("], \"mentions\": {\"@id\": \"#run\"}},\n", out);
}

static void write_program(const study *s, FILE *out)
{
    const study_case *c = first_case(s);
    fputs("  {\"@id\": \"#trama\", \"@type\": \"SoftwareApplication\", ", out);
    member("name", case_text(c, &column_run_software), out);
    fputs(", ", out);
    member("softwareVersion", case_text(c, &column_run_software_version), out);
    fputs(", ", out);
    member("identifier", case_text(c, &column_run_commit), out);
    fputs("},\n  {\"@id\": \"#run\", \"@type\": \"CreateAction\", \"instrument\": {\"@id\": "
          "\"#trama\"}, \"result\": {\"@id\": \"./\"}, ",
          out);
    member("endTime", date_of(s), out);
    fputs("}", out);
}

void archive_crate(const study *s, const archive_members *m, FILE *out)
{
    fputs("{\"@context\": \"https://w3id.org/ro/crate/1.1/context\", \"@graph\": [\n"
          "  {\"@id\": \"ro-crate-metadata.json\", \"@type\": \"CreativeWork\", \"conformsTo\": "
          "{\"@id\": \"https://w3id.org/ro/crate/1.1\"}, \"about\": {\"@id\": \"./\"}},\n",
          out);
    write_root(s, m, out);
    write_program(s, out);
    for (size_t i = 0; i < m->count; i++) {
        fputs(",\n  {\"@type\": \"File\", ", out);
        member("@id", m->name[i], out);
        fputs(", ", out);
        member("sha256", m->digest[i], out);
        fputs(i < m->results ? ", \"encodingFormat\": \"application/x-hdf5\"}" : "}", out);
    }
    fputs("\n]}\n", out);
}
