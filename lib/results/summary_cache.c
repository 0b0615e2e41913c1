/* The summary cache of a case: what the index and a resumed run want to know of it, as lines of
 * text between the bytes of HDF5 and the trailer, which covers them. HDF5 passes over it. It says
 * nothing that is not in the file, and stays because of the time that HDF5 needs: to resume 20 000
 * cases, all of which stand, takes 2.1 s of processor time with it, and 12.8 s without.
 *
 *   LF  path TAB value LF  ...  "trama: summary cache of the " bytes " bytes before this line"
 *
 * with the columns below and all labels (first values, as text), as /index/digest the digest of
 * /result, as /cache/layout the layout of the file (layout.c), as /cache/exploded "1" if the case
 * has (exploded.c), and then every single value in the order of the paths, as =path, with a letter
 * for its type (r0.0043, i10, tcompleted). Units and summaries are in the file alone. In values a
 * backslash, tab and line feed are \\, \t and \n. `bytes` has 8 digits. Earlier programs wrote
 * neither layout nor =path, and "trama: card of the ". */
#include "core/memory.h"
#include "results/door.h"
#include "results/hdf.h"
#include "results/layout.h"
#include "results/text_buffer.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FOOT_HEAD "trama: summary cache of the "
#define FOOT_HEAD_BEFORE "trama: card of the "
#define FOOT_TAIL " bytes before this line"

enum {
    DIGITS = 8,
    FOOT_MAX = sizeof FOOT_HEAD - 1 + DIGITS + sizeof FOOT_TAIL - 1,
    CACHE_MAX = 1 << 16,
    SMALL_FILE = 1 << 18
};

/* The columns of the cache. The last one says that there are frames, and has no value here. */
static const results_column *const in_cache[] = {&column_case_id, &column_case_experiment,
                                                 &column_case_status, &column_run_build,
                                                 &column_frames_time};
static const char layout_path[] = "/cache/layout", exploded_path[] = "/cache/exploded";
/* What the path of a single value begins with. */
enum { VALUE = '=' };
enum { IN_CACHE = sizeof in_cache / sizeof in_cache[0], FRAMES = IN_CACHE - 1 };

/* --- writing --- */

static void print_escaped(FILE *out, const char *value)
{
    for (const char *c = value; *c; c++)
        if (*c == '\\' || *c == '\t' || *c == '\n')
            fprintf(out, "\\%c", *c == '\\' ? '\\' : *c == '\t' ? 't' : 'n');
        else
            fputc(*c, out);
    fputc('\n', out);
}

static void print_line(FILE *out, const char *path, const char *value)
{
    fprintf(out, "%s\t", path);
    print_escaped(out, value);
}

static bool print_value(FILE *out, const bundle_column *column)
{
    char *value = column ? bundle_first_text(column) : NULL;
    if (value)
        print_line(out, column->path, value);
    free(value);
    return !column || value;
}

/* The letters of the types. */
enum { REAL = 'r', INTEGER = 'i', TEXT = 't' };

static bool print_single(FILE *out, const bundle_column *column)
{
    static const char letter[] = {
        [BUNDLE_REAL] = REAL, [BUNDLE_INTEGER] = INTEGER, [BUNDLE_TEXT] = TEXT};
    char *value = bundle_first_text(column);
    if (value)
        fprintf(out, "%c%s\t%c", VALUE, column->path, letter[column->type]);
    if (value)
        print_escaped(out, value);
    free(value);
    return value != NULL;
}

/* Layout and single values. */
static bool print_values(FILE *out, const bundle *b, const bundle_column *const *column)
{
    char layout[RECORD_LAYOUT + 1];
    bool printed = record_layout(b, layout);
    if (printed)
        print_line(out, layout_path, layout);
    if (record_has_exploded(b))
        print_line(out, exploded_path, "1");
    for (size_t i = 0; printed && i < b->count; i++)
        if (record_is_single(column[i]))
            printed = print_single(out, column[i]);
    return printed;
}

static bool is_case(const bundle *b)
{
    return bundle_get(b, &column_case_id) && bundle_get(b, &column_case_status);
}

static bool print_cache(FILE *out, const bundle *b)
{
    char digest[65];
    const bundle_column **column = bundle_in_order(b);
    bool printed = column != NULL;
    fputc('\n', out);
    for (size_t i = 0; i < FRAMES; i++)
        printed = printed && print_value(out, bundle_get(b, in_cache[i]));
    for (size_t i = 0; printed && i < b->count; i++)
        if (bundle_below(column[i]->path, group_labels))
            printed = print_value(out, column[i]);
    if (bundle_get(b, in_cache[FRAMES]))
        print_line(out, in_cache[FRAMES]->path, "");
    printed = record_digest(b, group_result, digest) && printed;
    print_line(out, column_index_digest.path, digest);
    printed = printed && print_values(out, b, column);
    free(column);
    return printed;
}

/* The cache to be freed, with its foot; NULL if there is no memory. */
static char *make_cache(const bundle *b, size_t *size)
{
    text_buffer text;
    if (text_begin(&text) && print_cache(text.stream, b) && fflush(text.stream) == 0) {
        fprintf(text.stream, FOOT_HEAD "%0*zu" FOOT_TAIL, DIGITS, text.size);
        return text_take(&text, size);
    }
    text_free(&text);
    return NULL;
}

char *record_make_cache(const bundle *b, size_t *size)
{
    *size = 0;
    if (!is_case(b))
        return strdup("");
    char *cache = make_cache(b, size);
    *size = cache && *size <= CACHE_MAX ? *size : 0; /* a file may lack one */
    return cache;
}

/* --- reading --- */

/* Ends the value at its tab or line feed, in place. False for what is never written. */
static bool unescape(char *value)
{
    char *to = value;
    for (const char *from = value; *from; from++) {
        const char escaped = *from == '\\' ? *++from : '\0';
        if (*from == '\t' || (escaped && !strchr("\\tn", escaped)) || *from == '\0')
            return false;
        *to++ = escaped == 't' ? '\t' : escaped == 'n' ? '\n' : *from;
    }
    *to = '\0';
    return true;
}

/* A whole number of 64 bits, as it is printed. */
static bool read_integer(const char *text, int64_t *value)
{
    char *end, again[24];
    *value = strtoll(text, &end, 10);
    snprintf(again, sizeof again, "%" PRId64, *value);
    return strcmp(text, again) == 0;
}

/* A real as strtod takes it, also nan and inf. */
static bool read_real(const char *text, double *value)
{
    char *end;
    *value = strtod(text, &end);
    return end > text && *end == '\0';
}

/* `text` begins with the letter of its type. */
static bool read_single(const char *path, const char *text, swept_value *value)
{
    *value = (swept_value){.path = path, .unit = "", .summary = "", .text = text + 1};
    value->type = *text == TEXT ? BUNDLE_TEXT : *text == REAL ? BUNDLE_REAL : BUNDLE_INTEGER;
    return *text == TEXT || (*text == INTEGER && read_integer(text + 1, &value->integer)) ||
           (*text == REAL && read_real(text + 1, &value->real));
}

/* A line is taken apart in place; an error ends the work. */
typedef bool line_taker(const char *path, const char *value, void *to);

static bool take_line(char *line, line_taker *take, void *to)
{
    char *value = strchr(line, '\t');
    if (!value)
        return false;
    *value++ = '\0';
    return unescape(value) && take(line, value, to);
}

/* `text` begins and ends with a line feed. */
static bool take_lines(char *text, line_taker *take, void *to)
{
    bool taken = true;
    char *line = text + 1;
    for (char *end = strchr(line, '\n'); taken && end; end = strchr(line, '\n')) {
        *end = '\0';
        taken = take_line(line, take, to);
        line = end + 1;
    }
    return taken && *line == '\0';
}

/* What a resumed run wants. */
static bool take_fact(const char *path, const char *value, void *to)
{
    bundle *b = to;
    if (*path == VALUE || strcmp(path, layout_path) == 0 || strcmp(path, exploded_path) == 0 ||
        bundle_below(path, group_result)) /* which earlier programs wrote */
        return true;
    if (!bundle_has_room(b, path))
        return false;
    bundle_add_text(b, path, "", value);
    return !b->no_memory;
}

/* A cache in its file: `size` bytes from `first`; size 0: there is none. */
typedef struct cache_place {
    off_t first;
    size_t size;
} cache_place;

/* The cache whose foot ends at `end` and begins with `head`. */
static cache_place place_before(int file, off_t end, const char *head)
{
    char foot[FOOT_MAX + 1] = "", *rest;
    const size_t length = strlen(head), all = length + DIGITS + sizeof FOOT_TAIL - 1;
    const off_t begin = end - (off_t)all;
    if (begin < 0 || pread(file, foot, all, begin) != (ssize_t)all ||
        memcmp(foot, head, length) != 0 || strcmp(foot + length + DIGITS, FOOT_TAIL) != 0 ||
        strspn(foot + length, "0123456789") != DIGITS)
        return (cache_place){0};
    const size_t size = strtoul(foot + length, &rest, 10);
    const bool fits = size >= 2 && size <= CACHE_MAX && (off_t)size <= begin;
    return fits ? (cache_place){begin - (off_t)size, size} : (cache_place){0};
}

static cache_place place_of(int file, off_t end)
{
    const cache_place place = place_before(file, end, FOOT_HEAD);
    return place.size ? place : place_before(file, end, FOOT_HEAD_BEFORE);
}

static bool is_cache(const char *text, size_t size)
{
    return text[0] == '\n' && strlen(text) == size;
}

/* The text of the cache, to be freed; NULL if there is none, with *no_memory. */
static char *read_text(int file, bool *no_memory)
{
    struct stat about;
    const off_t end = fstat(file, &about) == 0 ? about.st_size - RECORD_TRAILER : 0;
    const cache_place at = place_of(file, end);
    char *text = at.size ? calloc(1, at.size + 1) : NULL;
    *no_memory = at.size && !text;
    if (text && pread(file, text, at.size, at.first) == (ssize_t)at.size && is_cache(text, at.size))
        return text;
    free(text);
    return NULL;
}

static char *read_text_of(const char *path, bool *no_memory)
{
    const int file = door_open(path, O_RDONLY | O_NONBLOCK);
    char *text = file >= 0 ? read_text(file, no_memory) : NULL;
    if (file >= 0)
        close(file);
    else
        *no_memory = errno == ENOMEM;
    return text;
}

/* RECORD_MISSING if there is no cache, or one that we have not written; then, and without memory,
 * the bundle is empty. */
static record_status read_facts(const char *path, bundle *b)
{
    bool no_memory;
    char *text = read_text_of(path, &no_memory);
    const bool read = text && take_lines(text, take_fact, b) && is_case(b);
    no_memory = no_memory || b->no_memory;
    free(text);
    if (read)
        return RECORD_OK;
    bundle_free(b);
    return no_memory ? RECORD_NO_MEMORY : RECORD_MISSING;
}

record_status record_verify_case(const char *path, bundle *b, record_error *error)
{
    const char *prefixes[IN_CACHE + 3] = {group_labels, group_result};
    for (size_t i = 0; i < IN_CACHE; i++)
        prefixes[i + 2] = in_cache[i]->path;
    bool complete;
    if (record_check_trailer(path, &complete, error) != RECORD_OK)
        return record_verify(path, prefixes, b, error);
    const record_status status = read_facts(path, b);
    if (status == RECORD_NO_MEMORY)
        return record_fail_memory(error, path);
    return status == RECORD_OK ? RECORD_OK : record_verify(path, prefixes, b, error);
}

/* --- single values --- */

static bool add_value(record_values *v, const swept_value *value)
{
    swept_value *grown = trama_with_room(v->value, v->count, &v->capacity, sizeof *grown);
    v->no_memory |= !grown;
    if (!grown)
        return false;
    v->value = grown;
    v->value[v->count++] = *value;
    return true;
}

static bool take_value(const char *path, const char *text, void *to)
{
    record_values *v = to;
    swept_value value;
    if (strcmp(path, layout_path) == 0)
        v->layout = text;
    else if (strcmp(path, exploded_path) == 0)
        v->exploded = true;
    else if (strcmp(path, column_index_digest.path) == 0)
        v->digest = text;
    else if (*path == VALUE)
        return read_single(path + 1, text, &value) && add_value(v, &value);
    return true;
}

record_status record_read_values(const char *path, record_values *v)
{
    struct stat about;
    record_error error;
    bool complete;
    *v = (record_values){0};
    if (!door_stat(path, &about))
        return errno == ENOMEM ? RECORD_NO_MEMORY : RECORD_MISSING;
    if (about.st_size > SMALL_FILE || record_check_trailer(path, &complete, &error) != RECORD_OK)
        return about.st_size <= SMALL_FILE && error.status == RECORD_NO_MEMORY ? RECORD_NO_MEMORY
                                                                               : RECORD_MISSING;
    v->lines = read_text_of(path, &v->no_memory);
    if (v->lines && take_lines(v->lines, take_value, v) && v->layout && v->digest)
        return RECORD_OK;
    const bool no_memory = v->no_memory;
    record_values_free(v);
    return no_memory ? RECORD_NO_MEMORY : RECORD_MISSING;
}

void record_values_free(record_values *v)
{
    free(v->lines);
    free(v->value);
    *v = (record_values){0};
}
