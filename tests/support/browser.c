#include "support/browser.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/record_sample.h"
#include "support/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SECONDS_MOST = 90 };

/* All that a process prints, NUL-terminated; to be freed. */
static char *read_all(int from)
{
    size_t size = 0, room = 1 << 16;
    char *text = malloc(room);
    ssize_t got;
    while (text && (got = read(from, text + size, room - size - 1)) > 0) {
        size += (size_t)got;
        if (room - size < 4096)
            text = realloc(text, room *= 2);
    }
    assert_non_null(text);
    text[size] = '\0';
    return text;
}

/* Chromium's own messages are of no interest; those of the page come out in the DOM. */
static void become_chromium(int out, char **arguments)
{
    dup2(out, STDOUT_FILENO);
    if (!freopen("/dev/null", "w", stderr))
        _exit(126);
    unsetenv("LD_PRELOAD");
    alarm(SECONDS_MOST);
    execvp(arguments[0], arguments);
    _exit(127);
}

char *browser_dom(const char *page, const char *window, const char *setting)
{
    char profile[300], url[400];
    int channel[2], status;
    snprintf(profile, sizeof profile, "--user-data-dir=%s", sample_path("profile"));
    snprintf(url, sizeof url, "file://%s", sample_path(page));
    const char *arguments[] = {"chromium",
                               "--headless",
                               "--no-sandbox",
                               "--disable-gpu",
                               "--disable-quic",
                               "--no-first-run",
                               "--disable-background-networking",
                               "--disable-component-update",
                               "--disable-sync",
                               "--disable-dev-shm-usage",
                               "--virtual-time-budget=60000",
                               "--dump-dom",
                               profile,
                               window,
                               setting,
                               url,
                               NULL};
    assert_int_equal(pipe(channel), 0);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        become_chromium(channel[1], (char **)arguments);
    close(channel[1]);
    char *dom = read_all(channel[0]);
    close(channel[0]);
    assert_int_equal(waitpid(child, &status, 0), child);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 127)
        return dom;
    free(dom);
    return NULL;
}

const char *browser_attribute(const char *dom, const char *name, char *value, size_t size)
{
    char start[64];
    snprintf(start, sizeof start, "%s=\"", name);
    const char *at = strstr(dom, start);
    at = at ? at + strlen(start) : "\"";
    snprintf(value, size, "%.*s", (int)strcspn(at, "\""), at);
    return value;
}

void browser_add_script(const char *page, const char *const *script, const char *copy)
{
    static const char policy[] = "Content-Security-Policy\" content=\"";
    const char *rest = strstr(page, policy), *scripts = rest ? strstr(rest, "script-src ") : NULL;
    const char *end = strstr(page, "</body>");
    FILE *out = fopen(sample_path(copy), "w");
    assert_true(out && rest && end);
    rest = scripts ? scripts + strlen("script-src ") : rest + strlen(policy);
    fprintf(out, "%.*s%s'nonce-test'%s%.*s", (int)(rest - page), page, scripts ? "" : "script-src ",
            scripts ? " " : "; ", (int)(end - rest), rest);
    for (; *script; script++) {
        char path[400];
        snprintf(path, sizeof path, "%s/tests/report/%s", TRAMA_SOURCE_DIR, *script);
        char *text = text_of_file(path);
        fprintf(out, "<script nonce=\"test\">\n%s</script>\n", text);
        free(text);
    }
    fputs(end, out);
    assert_int_equal(fclose(out), 0);
}
