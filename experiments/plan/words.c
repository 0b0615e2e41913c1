#include "plan/words.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

words words_of(const char *file, const char *text, config_error *error)
{
    words w = {.at = text, .line = text, .error = error};
    w.here.file = file;
    w.here.line = w.here.column = 1;
    return w;
}

bool words_refuse(words *w, const char *what)
{
    return config_fail(w->error, &w->here, "%s", what);
}

bool words_fail_memory(words *w)
{
    return config_fail_memory(w->error, &w->here);
}

static bool ends_line(char c)
{
    return c == '\n' || c == '\r';
}

static void end_line(words *w)
{
    w->at += w->at[0] == '\r' && w->at[1] == '\n' ? 2 : ends_line(*w->at);
    w->line = w->at;
    w->here.line++;
}

static bool is_joined(const words *w)
{
    return w->continues && w->at[0] == '\\' && ends_line(w->at[1]);
}

static void skip_blanks(words *w)
{
    for (;;)
        if (*w->at == ' ' || *w->at == '\t') {
            w->at++;
        } else if (is_joined(w)) {
            w->at++;
            end_line(w);
        } else {
            return;
        }
}

static bool is_in_word(const words *w)
{
    return *w->at && !ends_line(*w->at) && *w->at != ' ' && *w->at != '\t' && !is_joined(w);
}

bool words_next(words *w)
{
    skip_blanks(w);
    w->here.column = (int)(w->at - w->line) + 1;
    if (*w->at == '#')
        w->at += strcspn(w->at, "\r\n");
    size_t length = 0;
    w->is_cut = false;
    for (; is_in_word(w); w->at++)
        if (length + 1 < sizeof w->word)
            w->word[length++] = *w->at;
        else
            w->is_cut = true;
    w->word[length] = '\0';
    return length > 0;
}

/* A number whose end is cut off would be another one. */
static bool check_length(words *w, const char *what)
{
    return !w->is_cut || config_fail(w->error, &w->here,
                                     "%s has more than %zu characters; allowed: "
                                     "fewer",
                                     what, sizeof w->word - 1);
}

void words_skip_line(words *w)
{
    while (words_next(w))
        continue;
    end_line(w);
}

bool words_next_line(words *w)
{
    while (!words_next(w)) {
        if (!*w->at)
            return false;
        words_skip_line(w);
    }
    return true;
}

bool words_as_real(words *w, const char *what, double *value)
{
    config_node node = w->here;
    node.kind = CONFIG_SCALAR;
    node.text = w->word;
    return check_length(w, what) && config_real(&node, value, w->error) &&
           (isfinite(*value) ||
            config_fail(w->error, &w->here, "%s '%s'; allowed: a finite number", what, w->word));
}

bool words_real(words *w, const char *what, double *value)
{
    return words_next(w) ? words_as_real(w, what, value)
                         : config_fail(w->error, &w->here, "%s is missing", what);
}

bool words_as_whole(words *w, const char *what, long least, long most, long *value)
{
    char *end;
    if (!check_length(w, what))
        return false;
    errno = 0;
    *value = strtol(w->word, &end, 10);
    return (end != w->word && *end == '\0' && errno == 0 && *value >= least && *value <= most) ||
           config_fail(w->error, &w->here, "%s '%s'; allowed: a whole number from %ld to %ld", what,
                       w->word, least, most);
}

bool words_whole(words *w, const char *what, long least, long most, long *value)
{
    return words_next(w) ? words_as_whole(w, what, least, most, value)
                         : config_fail(w->error, &w->here, "%s is missing", what);
}

bool words_end_line(words *w, const char *what)
{
    return !words_next(w) || config_fail(w->error, &w->here, "%s", what);
}
