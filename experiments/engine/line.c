#include "engine/line.h"

#include <errno.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <unistd.h>

bool line_open(int *pool_end, int *case_end)
{
    int end[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, end) != 0)
        return false;
    if (end[0] >= FD_SETSIZE) { /* line_wait could not watch it */
        close(end[0]);
        close(end[1]);
        errno = EMFILE;
        return false;
    }
    *pool_end = end[0];
    *case_end = end[1];
    return true;
}

void line_close(int end)
{
    if (end >= 0)
        close(end);
}

/* A few bytes to a socket that holds no others are never cut; a reader that is gone is found out by
 * who waits for its answer. */
static void say(int end, const void *bytes, size_t size)
{
    while (send(end, bytes, size, MSG_NOSIGNAL) < 0 && errno == EINTR)
        ;
}

/* False at the end of the line. */
static bool hear(int end, void *bytes, size_t size)
{
    ssize_t got;
    while ((got = recv(end, bytes, size, MSG_WAITALL)) < 0 && errno == EINTR)
        ;
    return got == (ssize_t)size;
}

void line_give(int end, long number)
{
    say(end, &number, sizeof number);
}

line_event line_wait(int end, const sigset_t *mask)
{
    fd_set watched;
    char token;
    FD_ZERO(&watched);
    FD_SET(end, &watched);
    if (pselect(end + 1, &watched, NULL, NULL, NULL, mask) < 0)
        return LINE_SIGNAL;
    return hear(end, &token, sizeof token) ? LINE_GIVEN_BACK : LINE_ENDED;
}

long line_take(int end)
{
    long number;
    return hear(end, &number, sizeof number) ? number : -1;
}

void line_give_back(int end)
{
    say(end, &(char){0}, 1);
}
