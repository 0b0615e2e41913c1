#include "study/listing_source.h"

#include <string.h>

#include "core/numbers.h"
#include "core/text.h"

/* The next word of *text, up to a space; false at the end, or if it does not fit. */
static bool next_word(const char **text, char word[LISTING_WORD_MAX])
{
    const size_t length = strcspn(*text, " ");
    if (length == 0 || length >= LISTING_WORD_MAX)
        return false;
    memcpy(word, *text, length);
    word[length] = '\0';
    *text += length + ((*text)[length] == ' ');
    return true;
}

static bool take_word(const char **text, const char *wanted)
{
    const char *rest = *text;
    char word[LISTING_WORD_MAX];
    if (!next_word(&rest, word) || strcmp(word, wanted) != 0)
        return false;
    *text = rest;
    return true;
}

/* "QUANTITY" or "published QUANTITY". */
static bool read_quantity(const char **text, listing_source *source)
{
    if (source->count == LISTING_QUANTITIES_MAX)
        return false;
    listing_quantity *q = &source->quantity[source->count++];
    q->published = take_word(text, "published");
    return next_word(text, q->name);
}

static bool read_count(const char *text, listing_source *source)
{
    (void)source;
    return *text == '\0';
}

static bool read_error(const char *text, listing_source *source)
{
    listing_quantity *q = &source->quantity[source->count++];
    return next_word(&text, q->name) && *text == '\0';
}

static bool read_largest(const char *text, listing_source *source)
{
    return read_quantity(&text, source) && *text == '\0';
}

static bool read_spread(const char *text, listing_source *source)
{
    while (*text)
        if (!read_quantity(&text, source))
            return false;
    return source->count > 0;
}

static bool read_exponent(const char *text, listing_source *source)
{
    return read_quantity(&text, source) && take_word(&text, "by") &&
           next_word(&text, source->factor) && *text == '\0';
}

/* "FACTOR where QUANTITY is NUMBER". */
static bool read_reached(const char *text, listing_source *source)
{
    char number[LISTING_WORD_MAX];
    return next_word(&text, source->factor) && take_word(&text, "where") &&
           read_quantity(&text, source) && take_word(&text, "is") && next_word(&text, number) &&
           *text == '\0' && trama_read_real(number, 0.0, TRAMA_INFINITY, &source->number);
}

static const struct {
    const char *word;
    listing_kind kind;
    bool (*read)(const char *rest, listing_source *source);
} kinds[] = {
    {"error", LISTING_ERROR, read_error},          {"count", LISTING_COUNT, read_count},
    {"largest", LISTING_LARGEST, read_largest},    {"spread", LISTING_SPREAD, read_spread},
    {"exponent", LISTING_EXPONENT, read_exponent},
};

bool listing_source_read(const char *text, listing_source *source)
{
    *source = (listing_source){.kind = LISTING_FIRST};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        const char *rest = text;
        if (take_word(&rest, kinds[i].word)) {
            source->kind = kinds[i].kind;
            return kinds[i].read(rest, source);
        }
    }
    if (strstr(text, " where ")) {
        source->kind = LISTING_REACHED;
        return read_reached(text, source);
    }
    return read_quantity(&text, source) && *text == '\0';
}

/* The text up to `end`; false if it does not fit, or is empty. */
static bool take_text(const char *from, const char *end, char text[COMPANION_WORDS])
{
    const size_t length = (size_t)(end - from);
    if (length == 0 || length >= COMPANION_WORDS)
        return false;
    memcpy(text, from, length);
    text[length] = '\0';
    return true;
}

bool companion_source_read(const char *text, companion_source *source)
{
    static const char where[] = " where ", is[] = " is ";
    const char *by = strstr(text, where), *value = by ? strstr(by, is) : NULL;
    return value && take_text(text, by, source->name) &&
           take_text(by + sizeof where - 1, value, source->by) &&
           take_text(value + sizeof is - 1, value + strlen(value), source->value);
}

bool extreme_source_read(const char *text, extreme_source *source)
{
    listing_source by = {0};
    companion_source words;
    if (!companion_source_read(text, &words))
        return false;
    const char *quantity = words.by;
    source->least = strcmp(words.value, "least") == 0;
    const bool read = (source->least || strcmp(words.value, "largest") == 0) &&
                      read_quantity(&quantity, &by) && *quantity == '\0';
    source->quantity = by.quantity[0];
    return read && take_text(words.name, words.name + strlen(words.name), source->of);
}
