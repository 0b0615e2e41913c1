/* For ppoll. */
#define _GNU_SOURCE
#include "engine/channel.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/socket.h>

/* A reader that is gone is found out by who waits for its answer. */
static void say(int end, const void *bytes, size_t size)
{
    while (send(end, bytes, size, MSG_NOSIGNAL) < 0 && errno == EINTR)
        ;
}

/* A whole message, of any size. */
static ssize_t hear(int end, void *bytes, size_t size, int flags)
{
    ssize_t got;
    while ((got = recv(end, bytes, size, flags | MSG_TRUNC)) < 0 && errno == EINTR)
        ;
    return got;
}

void channel_give(int end, long number)
{
    say(end, &number, sizeof number);
}

/* The system counts what is not to be watched too, and refuses more than a process may have open.
 */
static size_t list_open(struct pollfd *watched, const int *ends, size_t count)
{
    size_t listed = 0;
    for (size_t i = 0; i < count; i++)
        if (ends[i] >= 0)
            watched[listed++] = (struct pollfd){.fd = ends[i], .events = POLLIN};
    return listed;
}

static void keep_heard(int *ends, size_t count, const struct pollfd *watched, bool any)
{
    for (size_t i = 0; i < count; i++) {
        if (ends[i] < 0)
            continue;
        if (!any || watched->revents == 0)
            ends[i] = -1;
        watched++;
    }
}

int channel_wait(int *ends, size_t count, double seconds, const sigset_t *mask)
{
    enum { AT_ONCE = 64 };
    struct pollfd few[AT_ONCE], *watched = few;
    const struct timespec limit = {(time_t)seconds,
                                   (long)((seconds - (double)(time_t)seconds) * 1e9)};
    if (count > AT_ONCE && !(watched = calloc(count, sizeof *watched)))
        return -1;
    const size_t listed = list_open(watched, ends, count);
    const int ready = ppoll(watched, listed, seconds < 0.0 ? NULL : &limit, mask);
    keep_heard(ends, count, watched, ready > 0);
    if (watched != few)
        free(watched);
    return ready;
}

channel_state channel_hear(int end, channel_message *message)
{
    const ssize_t got = hear(end, message, sizeof *message, MSG_DONTWAIT);
    if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
        return CHANNEL_SILENT;
    return got == (ssize_t)sizeof *message ? CHANNEL_SAYS : CHANNEL_ENDED;
}

long channel_take(int end)
{
    long number;
    return hear(end, &number, sizeof number, 0) == (ssize_t)sizeof number ? number : -1;
}

void channel_say(int end, const channel_message *message)
{
    say(end, message, sizeof *message);
}
