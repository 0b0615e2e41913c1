/* Messages: a head of 12 bytes, kind (u32) and length (u64), then that number of bytes. */
#include "program/protocol.h"

#include "clock.h"
#include "core/text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { HEAD = 12, SMALL = 64 };

static const char *const names[] = {"no message", "its name", "a problem", "its mapping",
                                    "a step",     "a state",  "a failure"};
enum { KINDS = sizeof names / sizeof *names };

double protocol_until(double seconds)
{
    return seconds_now() + seconds;
}

/* --- numbers, whatever the machine's order of bytes --- */

static void put(unsigned char *to, uint64_t value, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++)
        to[i] = (unsigned char)(value >> (8 * i));
}

static uint64_t take(const unsigned char *from, size_t bytes)
{
    uint64_t value = 0;
    for (size_t i = 0; i < bytes; i++)
        value |= (uint64_t)from[i] << (8 * i);
    return value;
}

bool protocol_send(process *p, protocol_kind kind, const protocol_part *part, size_t parts,
                   double until)
{
    unsigned char first[HEAD + SMALL]; /* the head, and what fits behind it: a step at once */
    size_t begun = HEAD, sent = 0;
    uint64_t length = 0;
    for (size_t i = 0; i < parts; i++)
        length += part[i].size;
    put(first, (uint64_t)kind, 4);
    put(first + 4, length, 8);
    for (; sent < parts && part[sent].size <= sizeof first - begun; sent++) {
        memcpy(first + begun, part[sent].bytes, part[sent].size);
        begun += part[sent].size;
    }
    bool all = process_send(p, first, begun, until) == PROCESS_DONE;
    for (; all && sent < parts; sent++)
        all = part[sent].size == 0 ||
              process_send(p, part[sent].bytes, part[sent].size, until) == PROCESS_DONE;
    return all;
}

/* --- receiving --- */

static bool took(process_talk talk, const char *what, char *why, size_t size)
{
    if (talk == PROCESS_GONE)
        snprintf(why, size, "has ended instead of sending %s", what);
    else if (talk == PROCESS_SILENT)
        snprintf(why, size, "did not send %s in time", what);
    return talk == PROCESS_DONE;
}

void protocol_show(const char *from, size_t length, char *to, size_t size)
{
    char shown[TRAMA_SHOWN];
    size_t used = strlen(to);
    for (size_t i = 0; i < length;) {
        i += trama_show_character(from + i, length - i, shown);
        const size_t bytes = strlen(shown);
        if (used + bytes >= size)
            return;
        memcpy(to + used, shown, bytes + 1);
        used += bytes;
    }
}

/* The text of a failure that it tells. */
static void take_failure(process *p, uint64_t length, double until, char *why, size_t size)
{
    char text[256] = "";
    const size_t shown = length < sizeof text - 1 ? (size_t)length : sizeof text - 1;
    const bool heard = shown > 0 && process_receive(p, text, shown, until) == PROCESS_DONE;
    snprintf(why, size, "says: %s", heard ? "" : "nothing");
    protocol_show(text, heard ? shown : 0, why, size);
}

bool protocol_receive(process *p, protocol_kind kind, void *bytes, size_t size, bool text,
                      double until, char *why, size_t why_size)
{
    unsigned char head[HEAD];
    if (!took(process_receive(p, head, HEAD, until), names[kind], why, why_size))
        return false;
    const uint64_t got = take(head, 4), length = take(head + 4, 8);
    if (got == PROTOCOL_FAILURE) {
        take_failure(p, length, until, why, why_size);
        return false;
    }
    if (got != (uint64_t)kind) {
        snprintf(why, why_size, "sends %s instead of %s", names[got < KINDS ? got : 0],
                 names[kind]);
        return false;
    }
    if (text ? length > size : length != size) {
        snprintf(why, why_size, "sends %s of %llu bytes; allowed: %s%zu", names[kind],
                 (unsigned long long)length, text ? "at most " : "", size);
        return false;
    }
    if (!took(process_receive(p, bytes, (size_t)length, until), names[kind], why, why_size))
        return false;
    if (text)
        ((char *)bytes)[length] = '\0';
    return true;
}

void protocol_add_said(const process_said *said, char *why, size_t size)
{
    const char *text = said->text;
    size_t end = strlen(text);
    while (end > 0 && text[end - 1] == '\n')
        end--;
    size_t begin = end;
    while (begin > 0 && text[begin - 1] != '\n')
        begin--;
    const size_t used = strlen(why);
    if (end > begin)
        snprintf(why + used, size - used, "; it wrote: ");
    protocol_show(text + begin, end - begin, why, size);
}
