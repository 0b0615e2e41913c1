/* A keeper process between this program and one that it starts in its own process group. It is
 * forked from this program, starts the other program, and waits for its end, for SIGTERM, or for
 * the death of this program; then it kills the group. Thus no process of the group outlives this
 * program, however that ends. Finally the keeper ends as the started program did, with its exit
 * code or by its signal. */
/* For prctl. */
#define _GNU_SOURCE
#include "process/internal.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* What the keeper waits for. It leaves the group of this program, to which a terminal sends
 * signals. */
static sigset_t hold_signals(void)
{
    sigset_t awaited;
    sigemptyset(&awaited);
    sigaddset(&awaited, SIGTERM);
    sigaddset(&awaited, SIGCHLD);
    sigprocmask(SIG_BLOCK, &awaited, NULL);
    signal(SIGTERM, SIG_DFL);
    signal(SIGCHLD, SIG_DFL);
    setpgid(0, 0);
    return awaited;
}

_Noreturn static void end_likewise(int status)
{
    if (WIFSIGNALED(status)) {
        sigset_t none;
        sigemptyset(&none);
        setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
        signal(WTERMSIG(status), SIG_DFL);
        sigprocmask(SIG_SETMASK, &none, NULL);
        raise(WTERMSIG(status));
    }
    _exit(WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_FAILURE);
}

/* It ends with its keeper, should somebody kill that. */
static pid_t start(const process_plan *plan, process_ends *its)
{
    const pid_t keeper = getpid(), program = fork();
    if (program == 0) {
        setpgid(0, 0);
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() == keeper)
            process_become(plan, its);
        _exit(EXIT_FAILURE);
    }
    return program;
}

_Noreturn void process_keep(const process_plan *plan, process_ends *its, pid_t parent)
{
    const sigset_t awaited = hold_signals();
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    const pid_t program = getppid() == parent ? start(plan, its) : -1;
    if (program < 0)
        process_fail(its, errno);
    process_close_ends(its);
    int came = SIGCHLD;
    while (came == SIGCHLD && !process_is_over(program))
        came = sigwaitinfo(&awaited, NULL) == SIGTERM ? SIGTERM : SIGCHLD;
    const int status = process_end_group(program);
    if (getppid() != parent && plan->abandoned)
        plan->abandoned(plan->context);
    end_likewise(status);
}
