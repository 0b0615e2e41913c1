/* The site of two studies, with a front part as tools/docs.sh makes it, in headless Chromium: its
 * landing page on a screen and on a telephone, in
 * light and dark colours; every page that it links, without an error and without anything from
 * elsewhere. Without Chromium the test is skipped, and says so. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/browser.h"
#include "support/planted.h"
#include "support/record_sample.h"
#include "support/report_sample.h"
#include "support/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "analysis/analysis.h"

enum { LINK = 300 };

static const char *const landing_test[] = {"structure.js", "landing.js", NULL};

static const char front[] =
    "<p>In front of the studies.</p>\n<div class=\"scroll\" "
    "role=\"region\" tabindex=\"0\" aria-label=\"Sources\"><table>\n"
    "<thead><tr><th scope=\"col\">source</th></tr></thead>\n<tbody><tr>"
    "<td><a href=\"docs/front.part\">one</a></td></tr></tbody></table></div>\n";

static void plant_front(void)
{
    assert_int_equal(mkdir(sample_path("site"), 0777), 0);
    assert_int_equal(mkdir(sample_path("site/docs"), 0777), 0);
    FILE *out = fopen(sample_path("site/docs/front.part"), "w");
    assert_non_null(out);
    fputs(front, out);
    assert_int_equal(fclose(out), 0);
}

static int begin(void **state)
{
    const int begun = sample_folder_begin(state);
    char path[3][LINK];
    sample_results("one");
    sample_results("two");
    snprintf(path[0], LINK, "%s", sample_path("one"));
    snprintf(path[1], LINK, "%s", sample_path("two"));
    snprintf(path[2], LINK, "%s", sample_path("site"));
    plant_front();
    const char *const folder[] = {path[0], path[1]};
    FILE *null = fopen("/dev/null", "w");
    analysis_site(folder, 2, path[2], null, null);
    fclose(null);
    char *page = planted_text("site/index.html");
    browser_add_script(page, landing_test, "site/tested.html");
    free(page);
    return begun;
}

static void skip_without_chromium(const char *dom)
{
    if (dom)
        return;
    print_message("chromium is not installed: the site is not opened\n");
    skip();
}

static void passes_in(const char *window, const char *setting)
{
    char value[512];
    char *dom = browser_dom("site/tested.html", window, setting);
    skip_without_chromium(dom);
    browser_attribute(dom, "data-selftest", value, sizeof value);
    print_message("%s %s: %s\n", window, setting, value);
    text_assert_has(value, "passed: 2 studies, 2 pictures, least contrast ");
    free(dom);
}

static void the_landing_page_works_on_a_screen(void **state)
{
    (void)state;
    passes_in("--window-size=1280,900", "--blink-settings=preferredColorScheme=1");
}

static void the_landing_page_works_in_the_dark_on_a_telephone(void **state)
{
    (void)state;
    passes_in("--window-size=500,900", "--blink-settings=preferredColorScheme=0");
}

/* The next address of the page that is a file of the site, without its fragment; NULL: no more. */
static const char *next_link(const char *at, char link[LINK])
{
    static const char start[] = "href=\"";
    while ((at = strstr(at, start)) != NULL) {
        at += strlen(start);
        snprintf(link, LINK, "%.*s", (int)strcspn(at, "\"#"), at);
        if (*link && strncmp(link, "data:", 5) != 0)
            return at;
    }
    return NULL;
}

static size_t count_missing(const char *page, size_t *links)
{
    size_t missing = 0;
    char link[LINK], path[2 * LINK];
    *links = 0;
    for (const char *at = page; (at = next_link(at, link)) != NULL; ++*links) {
        snprintf(path, sizeof path, "site/%s", link);
        assert_null(strstr(link, "//")); /* nothing from elsewhere */
        missing += access(sample_path(path), R_OK) != 0;
    }
    return missing;
}

static void every_link_leads_to_a_file_of_the_site(void **state)
{
    (void)state;
    size_t links;
    char *page = planted_text("site/index.html");
    assert_int_equal(count_missing(page, &links), 0);
    print_message("%zu links\n", links);
    assert_true(links > 20);
    assert_int_equal(unlink(sample_path("site/two/tables/dt_limits.csv")), 0);
    assert_int_equal(count_missing(page, &links), 1); /* it can fail */
    free(page);
}

static void the_landing_page_begins_with_the_front_part(void **state)
{
    (void)state;
    char *page = planted_text("site/index.html");
    const char *at = strstr(page, front);
    assert_true(at && at < strstr(page, "The studies, and how much"));
    text_assert_lacks(page, "trama simulates cloths and bodies");
    free(page);
}

static void every_report_opens_without_an_error(void **state)
{
    (void)state;
    char link[LINK], path[2 * LINK];
    size_t reports = 0;
    char *page = planted_text("site/index.html");
    for (const char *at = page; (at = next_link(at, link)) != NULL;) {
        const size_t length = strlen(link);
        if (length < 5 || strcmp(link + length - 5, ".html") != 0)
            continue;
        snprintf(path, sizeof path, "site/%s", link);
        char *dom = browser_dom(path, "--window-size=1280,900", "--mute-audio");
        skip_without_chromium(dom);
        text_assert_has(dom, " data-errors=\"\"");
        text_assert_lacks(dom, "src=\"http");
        free(dom);
        reports++;
    }
    assert_int_equal(reports, 6); /* from the picture, a card, and in words */
    free(page);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_landing_page_works_on_a_screen),
        cmocka_unit_test(the_landing_page_works_in_the_dark_on_a_telephone),
        cmocka_unit_test(every_report_opens_without_an_error),
        cmocka_unit_test(the_landing_page_begins_with_the_front_part),
        cmocka_unit_test(every_link_leads_to_a_file_of_the_site),
    };
    return cmocka_run_group_tests(tests, begin, sample_folder_end);
}
