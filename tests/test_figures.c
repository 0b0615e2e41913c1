/* The style sheet's colours are told apart by the colour-blind, every method looks like itself, and
 * pictures of surfaces show what is nearest. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/plot/png.h"
#include "analysis/plot/raster.h"
#include "analysis/plot/style.h"
#include "support/ciede2000.h"
#include "support/folder.h"
#include "support/pdf_text.h"
#include "support/svg_text.h"

/* --- the style sheet --- */

static bool same_look(series_style a, series_style b)
{
    return strcmp(a.colour, b.colour) == 0 && a.filled == b.filled;
}

/* Two colours of one sheet are told apart, and from white paper, also without red or green. */
static void assert_told_apart(const char *a, const char *b)
{
    static const double least = 10; /* 1 is just noticed side by side */
    for (int sight = 0; sight < SIGHTS; sight++)
        if (strcmp(a, b) != 0 && !(colour_distance(a, b, (enum sight)sight) > least))
            fail_msg("%s and %s: %.1f as %s sees them", a, b,
                     colour_distance(a, b, (enum sight)sight), sight_name((enum sight)sight));
}

/* Sharma, Wu and Dalal (2005), pairs 1, 7 and 17 of their table 1. */
static void the_measure_of_colours_is_the_published_one(void **state)
{
    (void)state;
    static const struct {
        lab a, b;
        double distance;
    } pairs[] = {{{50, 2.6772, -79.7751}, {50, 0, -82.7485}, 2.0425},
                 {{50, 0, 0}, {50, -1, 2}, 2.3669},
                 {{50, 2.5, 0}, {73, 25, -18}, 27.1492}};
    for (size_t i = 0; i < 3; i++)
        assert_float_equal(lab_distance(pairs[i].a, pairs[i].b), pairs[i].distance, 1e-4);
}

/* The looks of series, which are those of a study's methods: 21 that differ, of one colour by the
 * marker. */
static void series_are_told_apart_by_the_colour_blind(void **state)
{
    (void)state;
    for (size_t i = 0; i < STYLE_LOOKS; i++) {
        const series_style own = style_of_place(i);
        assert_told_apart(own.colour, "#ffffff");
        for (size_t j = 0; j < i; j++) {
            const series_style other = style_of_place(j);
            assert_false(same_look(own, other));
            assert_told_apart(own.colour, other.colour);
        }
    }
}

/* --- pictures --- */

static raster_ramp ramp_of(unsigned char red, unsigned char green)
{
    raster_ramp ramp = {0};
    for (size_t i = 0; i < RASTER_SHADES; i++) {
        ramp.rgb[i][0] = red;
        ramp.rgb[i][1] = green;
    }
    return ramp;
}

/* The lower left half of a square of 8 pixels, at depths of its three corners. */
static void draw_half(raster *r, double first, double second, double third, raster_paint paint)
{
    const double side = 8.0 * RASTER_SAMPLES;
    const raster_corner c[3] = {{0, 0, first, 1, {1, 1, 1, 1}},
                                {0, side, second, 1, {1, 1, 1, 1}},
                                {side, side, third, 1, {1, 1, 1, 1}}};
    raster_triangle(r, c, &paint);
}

static unsigned char *pixels_of(const raster *r)
{
    const raster_part whole = {0, 0, 8, 8};
    unsigned char *pixels = raster_pixels(r, &whole, 1);
    assert_non_null(pixels);
    return pixels;
}

/* Two triangles cut through each other: each is seen where it is nearer, in whatever order they are
 * drawn. Drawn whole one after the other, one of them would hide the other. */
static void the_nearest_surface_is_seen_in_any_order(void **state)
{
    (void)state;
    const raster_ramp red = ramp_of(255, 0), green = ramp_of(0, 255);
    unsigned char *seen[2];
    for (size_t order = 0; order < 2; order++) {
        raster r;
        assert_true(raster_begin(&r, 8, 8));
        for (size_t k = 0; k < 2; k++)
            if (k == order)
                draw_half(&r, 1, 1, 0, (raster_paint){.ramp = &red});
            else
                draw_half(&r, 0, 0, 1, (raster_paint){.ramp = &green});
        seen[order] = pixels_of(&r);
        raster_free(&r);
    }
    assert_memory_equal(seen[0], seen[1], 3 * 64);
    const unsigned char *row = seen[0] + 3 * 8 * 7; /* the lowest */
    assert_true(row[0] == 255 && row[1] == 0);      /* on the left the red one is nearer */
    assert_true(row[3 * 6] == 0 && row[3 * 6 + 1] == 255);
    const unsigned char *corner = seen[0] + 3 * 7;
    assert_true(corner[0] == 255 && corner[1] == 255 && corner[2] == 255); /* nothing: white */
    free(seen[0]);
    free(seen[1]);
}

/* Triangles with a side in common cover every sample once: no gap, whatever the side's slope. */
static void neighbours_leave_no_gap(void **state)
{
    (void)state;
    const raster_ramp red = ramp_of(255, 0);
    const raster_paint paint = {.ramp = &red};
    const double side = 8.0 * RASTER_SAMPLES, x = 0.37 * side, y = 0.61 * side;
    const double ring[5][2] = {{0, 0}, {side, 0}, {side, side}, {0, side}, {0, 0}};
    raster r;
    assert_true(raster_begin(&r, 8, 8));
    for (size_t i = 0; i < 4; i++) {
        const raster_corner c[3] = {{x, y, 0, 1, {0}},
                                    {ring[i][0], ring[i][1], 0, 1, {0}},
                                    {ring[i + 1][0], ring[i + 1][1], 0, 1, {0}}};
        raster_triangle(&r, c, &paint);
    }
    unsigned char *pixels = pixels_of(&r);
    for (size_t i = 0; i < 64; i++)
        assert_true(pixels[3 * i] == 255 && pixels[3 * i + 1] == 0);
    free(pixels);
    raster_free(&r);
}

/* A broken mesh has corners far away or nowhere; it is drawn as far as the picture goes. */
static void what_lies_outside_is_left_out(void **state)
{
    (void)state;
    const raster_ramp red = ramp_of(255, 0);
    const raster_paint paint = {.ramp = &red};
    const double far[] = {1e30, 1e300, (double)NAN, (double)INFINITY};
    raster r;
    assert_true(raster_begin(&r, 8, 8));
    for (size_t i = 0; i < 4; i++) {
        const raster_corner c[3] = {
            {0, 0, 0, 1, {0}}, {far[i], 0, 0, 1, {0}}, {0, far[i], 0, 1, {0}}};
        raster_triangle(&r, c, &paint);
    }
    assert_int_equal(raster_drawn(&r, 0).width, 8);
    raster_free(&r);
    assert_true(raster_begin(&r, 8, 8));
    assert_int_equal(raster_drawn(&r, 0).width, 0);
    raster_free(&r);
}

static void a_picture_is_a_png(void **state)
{
    (void)state;
    static const unsigned char pixels[2 * 3 * 3] = {255, 0, 0, 0, 255, 0, 0, 0, 255};
    char *data = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&data, &size);
    assert_non_null(out);
    assert_true(png_write(pixels, 3, 2, 23622, out));
    fclose(out);
    static const unsigned char head[] = {0x89, 'P', 'N', 'G', 13, 10, 26, 10, 0, 0, 0, 13, 'I',
                                         'H',  'D', 'R', 0,   0,  0,  3,  0,  0, 0, 2, 8,  2};
    /* an empty chunk, and the checksum that every PNG ends with */
    static const unsigned char tail[] = {0, 0, 0, 0, 'I', 'E', 'N', 'D', 0xae, 0x42, 0x60, 0x82};
    assert_memory_equal(data, head, sizeof head);
    assert_memory_equal(data + size - sizeof tail, tail, sizeof tail);
    free(data);
}

/* --- texts --- */

/* A figure of 17.5 cm with two texts as gnuplot writes them, the second at x. */
static const char *fault_of(double width, double x, double size, const char *anchor)
{
    static char svg[800];
    snprintf(svg, sizeof svg,
             "<svg\n width=\"%.0f\" height=\"300\">\n"
             "<g transform=\"translate(100.00,50.00)\" stroke=\"none\" font-size=\"10.60\" "
             "text-anchor=\"start\">\n<text><tspan>Symplectic</tspan></text>\n</g>\n"
             "<g transform=\"translate(%.2f,52.00)\" stroke=\"none\" font-size=\"%.2f\" "
             "text-anchor=\"%s\">\n<text><tspan>Euler</tspan></text>\n</g>\n</svg>",
             width, x, size, anchor);
    return svg_fault(svg);
}

static void a_text_that_cannot_be_read_is_found(void **state)
{
    (void)state;
    assert_null(fault_of(661, 170, 10.6, "start"));
    assert_string_equal(fault_of(661, 140, 10.6, "start"),
                        "'Euler' and 'Symplectic' overlap at 140, 44");
    assert_null(fault_of(661, 90, 10.6, "end"));
    assert_non_null(strstr(fault_of(661, 650, 10.6, "start"), "'Euler' leaves the figure"));
    assert_non_null(strstr(fault_of(661, 10, 10.6, "end"), "'Euler' leaves the figure"));
    assert_string_equal(fault_of(661, 300, 6, "middle"), "type of 4.5 pt");
    assert_string_equal(fault_of(500, 300, 10.6, "middle"), "13.23 cm wide");
}

/* The same of print: gnuplot's PDF of two texts, the second at x, in a figure of 8.5 cm. */
static const char *print_fault_of(double x)
{
    char command[400];
    snprintf(
        command, sizeof command,
        "gnuplot -e \"set terminal pdfcairo size 8.5cm,3cm font 'DejaVu Sans,8' fontscale 0.75; "
        "set output 'print.pdf'; unset border; unset tics; set label 'Symplectic' at screen "
        "0.1, 0.5; set label 'Euler' at screen %g, 0.45; plot [0:1] [0:1] NaN notitle\"",
        x);
    assert_int_equal(system(command), 0);
    return pdf_fault("print.pdf");
}

static void a_text_that_cannot_be_printed_is_found(void **state)
{
    folder_enter(state);
    if (pdf_can_be_read()) {
        assert_null(print_fault_of(0.4));
        assert_non_null(strstr(print_fault_of(0.2), "'Euler' and 'Symplectic' overlap at 48, "));
        assert_non_null(strstr(print_fault_of(0.95), "'Eule' leaves the figure: 228 to "));
        assert_string_equal(pdf_fault("none.pdf"), "pdftotext cannot read it");
    }
    folder_leave(state);
}

/* --- figures that somebody has: TRAMA_FIGURES=results/thesis/plots test_figures --- */

static void figures_at_hand_are_legible(void **state)
{
    (void)state;
    const char *folder = getenv("TRAMA_FIGURES");
    if (!folder)
        skip();
    assert_true(svg_assert_all_legible(folder) > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_measure_of_colours_is_the_published_one),
        cmocka_unit_test(series_are_told_apart_by_the_colour_blind),
        cmocka_unit_test(the_nearest_surface_is_seen_in_any_order),
        cmocka_unit_test(neighbours_leave_no_gap),
        cmocka_unit_test(what_lies_outside_is_left_out),
        cmocka_unit_test(a_picture_is_a_png),
        cmocka_unit_test(a_text_that_cannot_be_read_is_found),
        cmocka_unit_test(a_text_that_cannot_be_printed_is_found),
        cmocka_unit_test(figures_at_hand_are_legible),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
