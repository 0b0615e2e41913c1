/* The text of the report's page is right. test_report_browser.c opens the page. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/planted.h"
#include "support/record_sample.h"
#include "support/report_sample.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <zlib.h>

#include "analysis/analysis.h"
#include "analysis/output/html.h"
#include "analysis/report/mesh.h"
#include "analysis/report/svg.h"

static size_t occurrences(const char *text, const char *of)
{
    size_t count = 0;
    for (const char *at = strstr(text, of); at; at = strstr(at + 1, of))
        count++;
    return count;
}

static void assert_holds(const char *text, const char *what)
{
    if (!strstr(text, what))
        fail_msg("'%s' is not there", what);
}

/* What a writer prints, as text; to be freed. */
static char *printed(void (*write)(const char *, FILE *), const char *text)
{
    char *data;
    size_t size;
    FILE *out = open_memstream(&data, &size);
    write(text, out);
    fclose(out);
    return data;
}

static void texts_show_and_never_act(void **state)
{
    (void)state;
    static const struct {
        const char *text, *html, *json;
    } cases[] = {
        {"plain Δt", "plain Δt", "\"plain Δt\""},
        {"<b a=\"1\" c='2'>&", "&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;",
         "\"\\u003cb a=\\u00221\\u0022 c='2'\\u003e\\u0026\""},
        {"a\nb\tc\\", "a\nb\tc\\", "\"a\\u000ab\\u0009c\\u005c\""},
        {"\x01\x7F", "\uFFFD\uFFFD", "\"\\u0001\uFFFD\""},
        {"\xff\xc3(", "\uFFFD\uFFFD(", "\"\uFFFD\uFFFD(\""},
        {"\xed\xa0\x80", "\uFFFD\uFFFD\uFFFD", "\"\uFFFD\uFFFD\uFFFD\""}, /* a surrogate */
        {"\xc0\xbc", "\uFFFD\uFFFD", "\"\uFFFD\uFFFD\""},                 /* an overlong < */
        {"\xf0\x9f\xa7\xb5", "\xf0\x9f\xa7\xb5", "\"\xf0\x9f\xa7\xb5\""},
        {"\xf0\x9f", "\uFFFD\uFFFD", "\"\uFFFD\uFFFD\""}, /* cut short */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *html = printed(html_text, cases[i].text), *json = printed(html_json, cases[i].text);
        assert_string_equal(html, cases[i].html);
        assert_string_equal(json, cases[i].json);
        free(html);
        free(json);
    }
}

static void write_base64(const char *text, FILE *out)
{
    html_base64(text, strlen(text), out);
}

/* The examples of RFC 4648, section 10. */
static void base64_is_that_of_the_rfc(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"", ""},        {"f", "Zg=="},        {"fo", "Zm8="},
        {"foo", "Zm9v"}, {"foob", "Zm9vYg=="}, {"foobar", "Zm9vYmFy"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *text = printed(write_base64, cases[i][0]);
        assert_string_equal(text, cases[i][1]);
        free(text);
    }
}

static void rewrite(const char *text, FILE *out)
{
    svg_rewrite(text, &(svg_form){.prefix = "p-", .label = "name"}, out);
}

static void pictures_get_ids_of_their_own_and_short_facets(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"<?xml version=\"1.0\"?>\n<!-- x --><svg width='3'>",
         "\n<svg role=\"img\" aria-labelledby=\"name\" width='3'>"},
        {"<g id=\"a\"><title>tip</title><use xlink:href='#b' id='c' fill='url(#d)'/></g>",
         "<g id=\"p-a\" data-series=\"tip\"><use xlink:href='#p-b' id='p-c' "
         "fill='url(#p-d)'/></g>"},
        {"<text>id='a' &lt;</text>", "<text>id='a' &lt;</text>"},
        {"<polygon fill = 'rgb( 73,  45,  15)' points = '311.48,112.28 312.99,111.38 -0.04,-0.5 "
         "'/>\n\t<rect/>",
         "<path fill='#492d0f' d='M311.5 112.3l1.5-.9-313-111.9z'/><rect/>"},
        {"<polygon fill = 'rgb( 73,  45,  15)' points = '1,2 '/>",
         "<polygon fill = 'rgb( 73,  45,  15)' points = '1,2 '/>"},
        {"<polygon fill = 'rgb(999,1,1)' points = '1,2 3,4 5,6 '/>",
         "<polygon fill = 'rgb(999,1,1)' points = '1,2 3,4 5,6 '/>"},
        {"<tspan font-family=\"DejaVu Sans\" >",
         "<tspan font-family=\"DejaVu Sans, Verdana, sans-serif\" >"},
        {"<svg id='cut", "<svg role=\"img\" aria-labelledby=\"name\" id='p-cut"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *text = printed(rewrite, cases[i][0]);
        assert_string_equal(text, cases[i][1]);
        free(text);
    }
}

/* A value comes back to half of a level of the half box; what is outside or no number is marked. */
static void frames_are_quantised_within_half_a_level(void **state)
{
    (void)state;
    assert_int_equal(mesh_quantise(12, 2, 10), MESH_LEVELS);
    assert_int_equal(mesh_quantise(-8, 2, 10), -MESH_LEVELS);
    assert_int_equal(mesh_quantise(2, 2, 10), 0);
    assert_int_equal(mesh_quantise(12.002, 2, 10), MESH_OUTSIDE);
    assert_int_equal(mesh_quantise((double)NAN, 2, 10), MESH_OUTSIDE);
    assert_int_equal(mesh_quantise((double)INFINITY, 2, 10), MESH_OUTSIDE);
    for (int i = 0; i <= 540; i++) {
        const double x = -8 + 0.037 * i;
        const double back = 2 + 10 * mesh_quantise(x, 2, 10) / (double)MESH_LEVELS;
        assert_true(fabs(back - x) <= 0.5001 * 10 / MESH_LEVELS);
    }
}

static unsigned char from_base64(char letter)
{
    static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    return (unsigned char)(strchr(digit, letter) - digit);
}

/* Unpacks what html_packed wrote; the size must be as told. */
static void unpack(const char *text, unsigned char *bytes, size_t size)
{
    unsigned char packed[4096];
    size_t count = 0;
    uLongf unpacked = (uLongf)size;
    for (size_t i = 0; text[i]; i += 4) {
        unsigned long group = 0;
        for (size_t j = 0; j < 4; j++)
            group = group << 6 | (text[i + j] == '=' ? 0 : from_base64(text[i + j]));
        assert_true(count + 3 <= sizeof packed);
        for (size_t j = 0; j < 3; j++)
            packed[count++] = (unsigned char)(group >> (16 - 8 * j) & 255);
    }
    assert_int_equal(uncompress(bytes, &unpacked, packed, (uLong)count), Z_OK);
    assert_int_equal(unpacked, size);
}

enum { GRID = 3, FRAMES = 4, NODES = GRID * GRID, VALUES = 3 * NODES * FRAMES };

/* As page.js does: adds the differences up along the nodes and over the frames. */
static void undo_differences(const unsigned char *bytes, int16_t level[FRAMES][3][NODES])
{
    for (size_t plane = 0; plane < 3 * FRAMES; plane++)
        for (size_t i = 0, change = 0; i < NODES; i++) {
            const size_t at = plane * NODES + i;
            const unsigned code = bytes[at] | (unsigned)bytes[VALUES + at] << 8;
            change += code >> 1 ^ (code & 1 ? 0xFFFFu : 0u);
            const int16_t last = plane < 3 ? 0 : level[plane / 3 - 1][plane % 3][i];
            level[plane / 3][plane % 3][i] = (int16_t)(uint16_t)((uint16_t)last + change);
        }
}

/* Every level comes back, also from one end of the box to the other, and what is outside. */
static void packed_frames_lose_nothing(void **state)
{
    (void)state;
    double x[FRAMES * NODES], y[FRAMES * NODES], z[FRAMES * NODES];
    const int64_t iteration[FRAMES] = {0, 1, 2, 3};
    const mesh_box box = {{0, 0, 0}, 1};
    for (size_t i = 0; i < FRAMES * NODES; i++) {
        x[i] = sin(1.0 + (double)(i * i));
        y[i] = i % 2 ? -1 : 1;
        z[i] = i % 5 == 3 ? (double)NAN : 1e-3 * (double)i;
    }
    frames_part part = {.nodes = NODES, .x = x, .y = y, .z = z};
    const frames f = {.count = FRAMES,
                      .nodes = NODES,
                      .own = NODES,
                      .iteration = iteration,
                      .parts = 1,
                      .part = &part};
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    assert_true(mesh_write(&f, &box, out));
    fclose(out);
    unsigned char bytes[2 * VALUES];
    int16_t level[FRAMES][3][NODES];
    unpack(text, bytes, sizeof bytes);
    undo_differences(bytes, level);
    for (size_t i = 0; i < FRAMES * NODES; i++) {
        assert_int_equal(level[i / NODES][0][i % NODES], mesh_quantise(x[i], 0, 1));
        assert_int_equal(level[i / NODES][1][i % NODES], mesh_quantise(y[i], 0, 1));
        assert_int_equal(level[i / NODES][2][i % NODES], mesh_quantise(z[i], 0, 1));
    }
    free(text);
}

/* What made a folder stands with that folder, whatever other folders are on the page. */
static void each_folder_of_a_page_has_the_commands_that_made_it(void **state)
{
    (void)state;
    char first[PATH_MAX], second[PATH_MAX], page[PATH_MAX], part[2 * PATH_MAX];
    sample_results("first");
    bundle b = planted_case("other", "run", "verlet", "ok");
    bundle_put_texts(&b, &column_config_file_name, (const char *const[]){"configs/other.yaml"}, 1);
    bundle_put_texts(&b, &column_config_file_text, (const char *const[]){"experiment: other"}, 1);
    planted_write(&b, "second", "00");
    snprintf(first, sizeof first, "%s", sample_path("first"));
    snprintf(second, sizeof second, "%s", sample_path("second"));
    snprintf(page, sizeof page, "%s", sample_path("both.html"));
    const char *const folders[] = {first, second};
    FILE *null = fopen("/dev/null", "w");
    analysis_report(folders, 2, page, null, null);
    fclose(null);
    char *text = planted_text("both.html");
    snprintf(part, sizeof part, "trama run \\\n    configs/run.yaml \\\n    -o %s\n", first);
    assert_holds(text, part);
    snprintf(part, sizeof part, "trama run \\\n    configs/other.yaml \\\n    -o %s\n", second);
    assert_holds(text, part);
    free(text);
}

/* One case from a configuration of that name, and its page. */
static char *page_of_a_case(const char *folder, const char *configuration)
{
    char page[64];
    bundle b = planted_case("one", "stable_step", "verlet", "ok");
    planted_limit(&b, 0.012, 0.013, "strain", 41);
    bundle_put_texts(&b, &column_config_file_name, (const char *const[]){configuration}, 1);
    bundle_put_texts(&b, &column_config_file_text, (const char *const[]){"experiment: one"}, 1);
    planted_write(&b, folder, "00");
    sample_report(folder);
    snprintf(page, sizeof page, "%s/report.html", folder);
    return planted_text(page);
}

static void what_a_shell_would_read_is_quoted(void **state)
{
    (void)state;
    char *page = page_of_a_case("quoted", "dad's $sheet.yaml");
    assert_holds(page, "trama run \\\n    &#39;dad&#39;\\&#39;&#39;s $sheet.yaml&#39; \\\n    -o ");
    free(page);
}

static void a_page_without_frames_says_so(void **state)
{
    (void)state;
    char *page = page_of_a_case("still", "one.yaml");
    assert_holds(page, "No run has kept several shapes");
    free(page);
}

static char *page_since(const char *folder, const char *since, int code)
{
    char page[64];
    char to[256], from[256];
    FILE *null = fopen("/dev/null", "w");
    snprintf(to, sizeof to, "%s", sample_path(folder));
    snprintf(from, sizeof from, "%s", sample_path(since));
    const char *const folders[] = {to};
    assert_int_equal(analysis_report_since(folders, 1, from, NULL, null, null), code);
    fclose(null);
    snprintf(page, sizeof page, "%s/report.html", folder);
    return planted_text(page);
}

static void plant_sheet(const char *folder, const char *experiment, const char *id, int points)
{
    bundle b = planted_case(experiment, "run", "rk4", "ok");
    planted_labels(&b, experiment, NULL, NULL, NULL);
    planted_run(&b, 0.01, "completed", 20);
    planted_frames(&b, points, points, 0, 2, 0);
    planted_write(&b, folder, id);
}

/* A page plays a sheet of a few facets; of one with more than it can hold it says so. */
static void what_a_page_cannot_hold_is_told(void **state)
{
    (void)state;
    plant_sheet("sizes", "small", "00", 4);
    plant_sheet("sizes", "large", "01", 225);
    char *page = page_since("sizes", "sizes", 0);
    assert_holds(page, "aria-label=\"small\"");
    assert_null(strstr(page, "<canvas tabindex=\"0\" role=\"img\" aria-describedby=\"keys\" "
                             "aria-label=\"large\""));
    assert_holds(page, "large: 1 run of more than 50000 facets, too many for a page.");
    assert_true(strlen(page) < 1000000);
    free(page);
}

static void plant_picture(const char *name)
{
    static const char picture[] = "<svg viewBox='0 0 9 9'><path d='M0 0'/></svg>";
    char path[64];
    snprintf(path, sizeof path, "captions/plots/%s.svg", name);
    sample_write(sample_path(path), picture, sizeof picture - 1);
}

/* Known by their whole name, by its start, or not at all. */
static void a_picture_has_a_caption_by_its_name(void **state)
{
    (void)state;
    sample_make_folder("captions");
    sample_make_folder("captions/plots");
    plant_picture("drapes");
    plant_picture("shapes_rk4_thesis");
    plant_picture("of_my_own");
    char *page = page_of_a_case("captions", "one.yaml");
    assert_holds(page, ". One sheet under several models: limits of the time step, and what a "
                       "drape costs</span>");
    assert_holds(page, ". Final shapes under RK4 (thesis)</span>");
    assert_holds(page, ". of my own</span>");
    free(page);
}

/* A picture that no packing makes small. */
static void plant_large_picture(const char *path, size_t size)
{
    char *text = malloc(size + 100);
    uint32_t random = 1;
    size_t used = (size_t)sprintf(text, "<svg viewBox='0 0 9 9'><path d='M0 0");
    while (used < size) {
        random = random * 1664525u + 1013904223u;
        used += (size_t)sprintf(text + used, "l%u %u", random >> 20, random >> 8 & 0xFFF);
    }
    used += (size_t)sprintf(text + used, "'/></svg>");
    sample_write(sample_path(path), text, used);
    free(text);
}

/* What is behind captions and titles anyway; the first page links there. */
static void past_three_megabytes_the_rest_is_an_appendix(void **state)
{
    (void)state;
    sample_results("large");
    sample_make_folder("large/plots");
    plant_large_picture("large/plots/energy_a.svg", 6000000);
    plant_large_picture("large/plots/drift.svg", 1000);
    const sample_said s = sample_report("large");
    assert_holds(s.out, "large/report.html (0.");
    assert_holds(s.out, "large/report-appendix.html (");
    char *page = planted_text("large/report.html"),
         *rest = planted_text("large/report-appendix.html");
    assert_true(strlen(page) < 3000000 && strlen(rest) > 3000000);
    assert_holds(page, "id=\"plot-drift\"");
    assert_holds(rest, "id=\"plot-energy_a\"");
    assert_holds(page,
                 "<a href=\"report-appendix.html#figures\">In the appendix: more figures (1)</a>");
    assert_holds(rest, "<a href=\"report.html\">Back to the report</a>");
    assert_holds(page, "<a href=\"plots/drift.svg\">svg</a>");
    assert_holds(rest, "<details class=\"hashes\">");
    assert_null(strstr(page, "<details class=\"hashes\">"));
    assert_null(strstr(rest, "id=\"plot-drift\""));
    free(page);
    free(rest);
}

/* A search, a timing and a run, of which all that is measured can differ. */
static void plant_measured(const char *folder, double stable, double seconds, double height)
{
    const double sample[] = {seconds, 1.001 * seconds, 1.002 * seconds, 0.999 * seconds};
    bundle b = planted_case("more", "stable_step", "rk4", "ok");
    planted_labels(&b, "T1", NULL, NULL, NULL);
    planted_limit(&b, stable, stable + 0.001, "strain", 41);
    planted_write(&b, folder, "00");
    b = planted_case("clock", "timing", "rk4", "ok");
    planted_labels(&b, "T1", NULL, NULL, NULL);
    planted_samples(&b, 100, sample, 4, 4);
    planted_write(&b, folder, "01");
    b = planted_case("shape", "run", "rk4", "ok");
    planted_labels(&b, "T1", NULL, NULL, NULL);
    planted_run(&b, 0.01, "completed", 20);
    planted_frames(&b, 3, 4, 0, 2, 0);
    for (size_t i = 0; i < b.count; i++)
        if (strcmp(b.column[i].path, "/frames/y") == 0)
            b.column[i].real[12 + 5] += height;
    bundle_put_real(&b, &column_end_drop, 1 + height);
    planted_write(&b, folder, "02");
}

static void what_changed_since_an_older_folder_is_told(void **state)
{
    (void)state;
    plant_measured("older", 0.002, 1e-3, 0);
    plant_measured("newer", 0.003, 2e-3, 0.25);
    char *page = page_since("newer", "older", 0);
    assert_holds(page, "<section id=\"changes\"");
    assert_holds(page, "<td class=\"number\">2</td><td class=\"number\">3</td>"
                       "<td class=\"number\">+50 %</td>");
    assert_holds(page, "<td class=\"number\">2</td><td class=\"text\">longer</td>");
    assert_holds(page, "A node ends at most 0.25 m from where it ended then.");
    free(page);
    page = page_since("newer", "newer", 0);
    assert_holds(page, "Every answer that both have is the same.");
    assert_holds(page, "cannot be told apart");
    assert_null(strstr(page, "<h3>Shapes</h3>"));
    free(page);
    page = page_since("newer", "nowhere", 4);
    free(page);
}

static void the_page_has_every_section_and_says_what_came_out(void **state)
{
    (void)state;
    static const char *const there[] = {
        "<html lang=\"en\">", "<a class=\"skip\" href=\"#main\">", "<nav aria-label=\"Contents\">",
        "<section id=\"front\"", "<section id=\"matrix\"", "<section id=\"summary\"",
        "<section id=\"tables\"", "<section id=\"pairs\"", "<section id=\"figures\"",
        "<section id=\"assumptions\"", "<section id=\"provenance\"", "<section id=\"again\"",
        "1 of 2 published largest time steps came out", "Of the 2 that must come out, 1 does not.",
        /* S1 holds, with a note; S2 is 0.003, not 0.004 */
        "<strong>1 of 2</strong> published values come out",
        "1 does not come out (ms): Verlet: S2 3 ≠ 4.",
        "<td class=\"number late\" id=\"S1/verlet\"><a href=\"#S1/verlet\" data-cell>12 ✓ †",
        "<td class=\"number differs\" id=\"S2/verlet\"><a href=\"#S2/verlet\" data-cell>3 ≠ 4",
        "0.004 s fails at iteration 41: strain is 1.5 at node 42", "1856 †",
        /* the runs, in words too */
        "\"title\":\"S1, Verlet, Δt = 12 ms\",\"subject\":\"S1\",",
        "\"method\":\"Verlet\",\"status\":\"stable\",\"dt\":0.012,",
        "\"parts\":[{\"m\":3,\"n\":4,\"colour\":1,\"front\":", "\"iteration\":[36,37,38]",
        "S1, Verlet, Δt = 13 ms, unstable", "a processor", "2026-01-02 03:04:05 +0000",
        "build/release/trama run \\\n    configs/run.yaml", "There are no plots in"};
    sample_results("page");
    const sample_said s = sample_report("page");
    assert_int_equal(s.code, 3); /* the case that timed out */
    assert_holds(s.out, "page/report.html (0.");
    char *page = planted_text("page/report.html");
    for (size_t i = 0; i < sizeof there / sizeof *there; i++)
        assert_holds(page, there[i]);
    /* 0.4 sin k cos l, and 0.3 m more each frame */
    assert_holds(page, ">36</td><td class=\"number\">0.432</td><td class=\"number\">-0.3601</td>"
                       "<td class=\"number\">0.3637</td><td class=\"number\">0</td>");
    assert_holds(page, ">38</td><td class=\"number\">0.456</td><td class=\"number\">0.2399</td>"
                       "<td class=\"number\">0.9637</td><td class=\"number\">0.6</td>");
    assert_null(strstr(page, "No run has kept several shapes"));
    assert_null(strstr(page, "\"#models\"")); /* nothing is claimed of a cloth model here */
    assert_int_equal(occurrences(page, "<th scope=\"col\""), occurrences(page, " scope=\"col\""));
    assert_int_equal(occurrences(page, "<table"), occurrences(page, "<caption>"));
    free(page);
}

/* The one script is the page's own, and no element comes from a text. */
static void texts_of_files_stay_texts(void **state)
{
    (void)state;
    static const char *const absent[] = {"alert(1)</script>", "<img src=x",
                                         "http:", "https:", "<link rel=\"style"};
    sample_results("hostile");
    sample_report("hostile");
    char *page = planted_text("hostile/report.html");
    assert_holds(page, "&lt;script&gt;alert(1)&lt;/script&gt;");
    assert_holds(page, "a&lt;b&gt;&amp;&#39;&quot;c");
    /* the shapes, the cells, one pair's frames, and the program */
    assert_int_equal(occurrences(page, "<script"), 4);
    assert_int_equal(occurrences(page, "\xff"), 0);
    for (size_t i = 0; i < sizeof absent / sizeof *absent; i++)
        if (strstr(page, absent[i]))
            fail_msg("'%s' is there", absent[i]);
    free(page);
}

static void same_results_give_the_same_page(void **state)
{
    (void)state;
    sample_results("twice");
    sample_report("twice");
    char *first = planted_text("twice/report.html");
    sample_report("twice");
    char *second = planted_text("twice/report.html");
    assert_string_equal(first, second);
    free(first);
    free(second);
}

static void several_folders_make_one_page(void **state)
{
    (void)state;
    char out[1024] = "", err[4096] = "", file[256];
    sample_results("one");
    sample_results("two");
    snprintf(file, sizeof file, "%s", sample_path("both.html"));
    const char *folders[] = {sample_path("one"), sample_path("two")};
    FILE *to = fmemopen(out, sizeof out, "w"), *errors = fmemopen(err, sizeof err, "w");
    assert_int_equal(analysis_report(folders, 2, file, to, errors), 3);
    fclose(to);
    fclose(errors);
    char *page = planted_text("both.html");
    assert_holds(page, "<p>10 cases.</p>");
    assert_holds(page, "1 of 2 published");
    free(page);
}

static void what_cannot_be_made_is_said(void **state)
{
    (void)state;
    char out[256] = "", err[4096] = "";
    sample_make_folder("empty");
    const sample_said nothing = sample_report("empty");
    assert_int_equal(nothing.code, 2);
    assert_holds(nothing.err, "no results here");
    sample_results("there");
    const char *folder = sample_path("there");
    FILE *to = fmemopen(out, sizeof out, "w"), *errors = fmemopen(err, sizeof err, "w");
    assert_int_equal(analysis_report(&folder, 1, sample_path("no/such/page.html"), to, errors), 4);
    fclose(to);
    fclose(errors);
    assert_string_equal(out, "");
    assert_holds(err, "no/such/page.html: not written: No such file");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_show_and_never_act),
        cmocka_unit_test(base64_is_that_of_the_rfc),
        cmocka_unit_test(pictures_get_ids_of_their_own_and_short_facets),
        cmocka_unit_test(frames_are_quantised_within_half_a_level),
        cmocka_unit_test(packed_frames_lose_nothing),
        cmocka_unit_test(past_three_megabytes_the_rest_is_an_appendix),
        cmocka_unit_test(what_changed_since_an_older_folder_is_told),
        cmocka_unit_test(the_page_has_every_section_and_says_what_came_out),
        cmocka_unit_test(each_folder_of_a_page_has_the_commands_that_made_it),
        cmocka_unit_test(what_a_shell_would_read_is_quoted),
        cmocka_unit_test(a_page_without_frames_says_so),
        cmocka_unit_test(what_a_page_cannot_hold_is_told),
        cmocka_unit_test(a_picture_has_a_caption_by_its_name),
        cmocka_unit_test(texts_of_files_stay_texts),
        cmocka_unit_test(same_results_give_the_same_page),
        cmocka_unit_test(several_folders_make_one_page),
        cmocka_unit_test(what_cannot_be_made_is_said),
    };
    return cmocka_run_group_tests(tests, sample_folder_begin, sample_folder_end);
}
