/* The summary cache of a case: what the index and a resumed run want to know of it, as lines of
 * text between the bytes of HDF5 and the trailer, which covers them. HDF5 passes over it. It says
 * nothing that is not in the file, and stays because of the time that HDF5 needs: to resume 20 000
 * cases, all of which stand, takes 2.1 s of processor time with it, and 12.8 s without.
 *
 *   LF  path TAB value LF  ...  "trama: summary cache of the " bytes " bytes before this line"
 *
 * with the columns below and all labels (first values, as text), the columns below /result that are
 * one value, with a letter for their type (r0.0043, i10, tcompleted), likewise the quantities and
 * the version of their list, as /cache/results how many of those there are, and as /index/digest
 * the digest of /result. Units and summaries are in the file
 * alone, and earlier programs wrote no results. In values a backslash, tab and line feed are \\, \t
 * and \n. `bytes` has 8 digits. Earlier programs wrote "trama: card of the ". */
#include "results/door.h"
#include "results/hdf.h"
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
/* How many results a cache holds. */
static const char results_path[] = "/cache/results";
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

/* The letters of the types of results. */
enum { REAL = 'r', INTEGER = 'i', TEXT = 't' };

static bool print_result(FILE *out, const bundle_column *column)
{
    static const char letter[] = {
        [BUNDLE_REAL] = REAL, [BUNDLE_INTEGER] = INTEGER, [BUNDLE_TEXT] = TEXT};
    char *value = bundle_first_text(column);
    if (value)
        fprintf(out, "%s\t%c", column->path, letter[column->type]);
    if (value)
        print_escaped(out, value);
    free(value);
    return value != NULL;
}

/* Whether a path is of what a cache holds with its type. */
static bool is_result(const char *path)
{
    return bundle_below(path, group_result) || bundle_below(path, group_quantity) ||
           strcmp(path, column_quantities_version.path) == 0;
}

/* The results that are one value, in memory. */
static bool print_results(FILE *out, const bundle_column *const *column, size_t columns)
{
    char number[24];
    size_t count = 0;
    bool printed = true;
    for (size_t i = 0; printed && i < columns; i++)
        if (is_result(column[i]->path) && column[i]->rows == 1 && column[i]->columns == 1 &&
            !column[i]->stream.read) {
            printed = print_result(out, column[i]);
            count++;
        }
    snprintf(number, sizeof number, "%zu", count);
    print_line(out, results_path, number);
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
    printed = printed && print_results(out, column, b->count);
    free(column);
    if (bundle_get(b, in_cache[FRAMES]))
        print_line(out, in_cache[FRAMES]->path, "");
    printed = record_digest(b, group_result, digest) && printed;
    print_line(out, column_index_digest.path, digest);
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

/* `value` begins with the letter of its type. */
static bool add_result(bundle *b, const char *path, const char *value)
{
    int64_t integer;
    double real;
    if (*value == TEXT)
        bundle_add_text(b, path, "", value + 1);
    else if (*value == INTEGER && read_integer(value + 1, &integer))
        bundle_add_integer(b, path, "", "", integer);
    else if (*value == REAL && read_real(value + 1, &real))
        bundle_add_real(b, path, "", "", real);
    else
        return false;
    return !b->no_memory;
}

/* Results are passed over unless they are wanted. */
static bool take_line(char *line, bool results, bundle *b)
{
    char *value = strchr(line, '\t');
    if (!value)
        return false;
    *value++ = '\0';
    const bool typed = is_result(line);
    if (typed && !results)
        return true;
    if (!unescape(value) || !bundle_has_room(b, line))
        return false;
    if (typed)
        return add_result(b, line, value);
    bundle_add_text(b, line, "", value);
    return !b->no_memory;
}

/* `text` begins and ends with a line feed. */
static bool take_lines(char *text, bool results, bundle *b)
{
    bool taken = true;
    char *line = text + 1;
    for (char *end = strchr(line, '\n'); taken && end; end = strchr(line, '\n')) {
        *end = '\0';
        taken = take_line(line, results, b);
        line = end + 1;
    }
    return taken && *line == '\0';
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

/* RECORD_MISSING if there is no cache, or one that we have not written; then, and without memory,
 * the bundle is empty. */
static record_status read_cache(int file, bool results, bundle *b)
{
    struct stat about;
    const off_t end = fstat(file, &about) == 0 ? about.st_size - RECORD_TRAILER : 0;
    const cache_place at = place_of(file, end);
    char *text = at.size ? calloc(1, at.size + 1) : NULL;
    const bool read = text && pread(file, text, at.size, at.first) == (ssize_t)at.size &&
                      is_cache(text, at.size) && take_lines(text, results, b) && is_case(b);
    const bool no_memory = (at.size && !text) || b->no_memory;
    free(text);
    if (read)
        return RECORD_OK;
    bundle_free(b);
    return no_memory ? RECORD_NO_MEMORY : RECORD_MISSING;
}

static record_status read_cache_of(const char *path, bool results, bundle *b)
{
    const int file = door_open(path, O_RDONLY | O_NONBLOCK);
    const record_status status = file >= 0 ? read_cache(file, results, b) : RECORD_MISSING;
    if (file >= 0)
        close(file);
    return status;
}

record_status record_verify_case(const char *path, bundle *b, record_error *error)
{
    const char *prefixes[IN_CACHE + 3] = {group_labels, group_result};
    for (size_t i = 0; i < IN_CACHE; i++)
        prefixes[i + 2] = in_cache[i]->path;
    bool complete;
    if (record_check_trailer(path, &complete, error) != RECORD_OK)
        return record_verify(path, prefixes, b, error);
    const record_status status = read_cache_of(path, false, b);
    if (status == RECORD_NO_MEMORY)
        return record_fail_memory(error, path);
    return status == RECORD_OK ? RECORD_OK : record_verify(path, prefixes, b, error);
}

record_status record_read_cache(const char *path, bundle *b)
{
    struct stat about;
    record_error error;
    bool complete;
    if (!door_stat(path, &about) || about.st_size > SMALL_FILE ||
        record_check_trailer(path, &complete, &error) != RECORD_OK)
        return RECORD_MISSING;
    return read_cache_of(path, true, b);
}

bool record_cache_has_results(const bundle *b)
{
    size_t results = 0;
    char count[24];
    for (size_t i = 0; i < b->count; i++)
        results += is_result(b->column[i].path);
    snprintf(count, sizeof count, "%zu", results);
    return strcmp(bundle_text(b, results_path, ""), count) == 0;
}
