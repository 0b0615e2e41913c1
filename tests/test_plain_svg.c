/* A picture may stand within a page if it is one of gnuplot's kind, and no other may. test_door
 * shows the same of figures that gnuplot has drawn. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analysis/output/plain_svg.h"

#include <stdio.h>
#include <string.h>

static const char head[] = "<svg xmlns=\"http://www.w3.org/2000/svg\" "
                           "xmlns:xlink=\"http://www.w3.org/1999/xlink\" width=\"10\">";

static void a_figure_of_gnuplot_is_told_from_any_other(void **state)
{
    (void)state;
    static const struct {
        const char *inside;
        bool plain;
    } table[] = {
        {"<g id='gnuplot_plot_1'><title>RK4 &lt; 2</title><path d='M1,2 L3,4'/></g>", true},
        {"<image width='1' xlink:href='data:image/png;base64,iVBO\nRw=='/>", true},
        {"<text><tspan font-size=\"10\">&#916;t</tspan></text><use xlink:href='#gpPt1'/>", true},
        {"<script>alert(1)</script>", false},
        {"<SCRIPT/>", false},
        {"<g onload='alert(1)'/>", false},
        {"<foreignObject><meta http-equiv='refresh' content='0;url=http://x'/></foreignObject>",
         false},
        {"<style>@import url(http://x)</style>", false},
        {"<g style='background: url(http://x)'/>", false},
        {"<image xlink:href='http://x/y.png'/>", false},
        {"<image href='http://x/y.png'/>", false},
        {"<image xlink:href='data:image/svg+xml;base64,PHN2Zz4='/>", false},
        {"<a xlink:href='javascript:alert(1)'><text>x</text></a>", false},
        {"<use xlink:href='http://x/y.svg#a'/>", false},
        {"<rect fill='url(http://x/y.svg#a)'/>", false},
        {"<rect fill='URL( http://x)'/>", false},
        {"<rect fill='u\\72l(http://x)'/>", false},
        {"<g><title>a<img src='x'/></title></g>", false},
        {"<g><title a='b'>c</title></g>", false},
        {"<g class='skip'/>", false},
        {"<g id='main'/>", false},
        {"<!-- a --><g/>", false},
        {"<![CDATA[<script>]]>", false},
        {"<?xml-stylesheet href='http://x'?>", false},
        {"<animate attributeName='href'/><set/>", false},
        {"<svg/>", false},
        {"<g>", false},
        {"</g>", false},
        {"<g></path>", false},
        {"&x;", false},
        {"</svg><script/><svg>", false},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        char text[512];
        snprintf(text, sizeof text, "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n%s%s</svg>\n",
                 head, table[i].inside);
        if (svg_is_plain(text, strlen(text)) != table[i].plain)
            fail_msg("%s", text);
    }
    static const char *const others[] = {
        "",
        "x",
        "<!DOCTYPE svg [<!ENTITY x 'y'>]><svg></svg>",
        "<?xml version=\"1.0\" encoding=\"iso-2022-jp\"?><svg></svg>",
        "<svg>\377</svg>",
        "<svg>\033</svg>",
        "<svg></svg><svg/>"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_false(svg_is_plain(others[i], strlen(others[i])));
    static const char more[] = "<svg></svg>\0<script/>";
    assert_true(svg_is_plain(more, strlen(more)));
    assert_false(svg_is_plain(more, sizeof more - 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_figure_of_gnuplot_is_told_from_any_other),
    };
    return cmocka_run_group_tests_name("plain_svg", tests, NULL, NULL);
}
