/* What a page of the report is made of comes back as it was: texts, pictures, packed frames. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <zlib.h>

#include "analysis/output/html.h"
#include "analysis/report/mesh.h"
#include "analysis/report/svg.h"

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

static void pictures_get_ids_of_their_own(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"<?xml version=\"1.0\"?>\n<!-- x --><svg width='3'>",
         "\n<svg role=\"img\" aria-labelledby=\"name\" width='3'>"},
        {"<g id=\"a\"><title>tip</title><use xlink:href='#b' id='c' fill='url(#d)'/></g>",
         "<g id=\"p-a\" data-series=\"tip\"><use xlink:href='#p-b' id='p-c' "
         "fill='url(#p-d)'/></g>"},
        {"<text>id='a' &lt;</text>", "<text>id='a' &lt;</text>"},
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_show_and_never_act),
        cmocka_unit_test(base64_is_that_of_the_rfc),
        cmocka_unit_test(pictures_get_ids_of_their_own),
        cmocka_unit_test(frames_are_quantised_within_half_a_level),
        cmocka_unit_test(packed_frames_lose_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
