/* A library to be preloaded (LD_PRELOAD) that makes the N-th system call of some kinds fail, or be
 * the last thing that happens. By environment variables:
 *
 *   FAULT_CALLS   the kinds counted, with commas: open write fsync rename close mkdir unlink
 *                 truncate read (open: only what creates or truncates; close: what was opened so)
 *   FAULT_AT      which of them: from 1; 0: none, calls are only counted
 *   FAULT_ACTION  kill: SIGKILL to the whole process group, before the call is made
 *                 stop_state: a process other than the first stands still, before the call is made,
 * and writes so to FAULT_LOG; it does not heed SIGTERM and SIGINT short: a write takes half of its
 * bytes else a name such as ENOSPC: the call fails with it; ENOSPC+: and all after it FAULT_LOG
 * file in which the first process, when it exits, writes how many calls there were
 *
 * The count is one for a process and all that it forks, in memory that they share. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum kind { OPEN, WRITE, FSYNC, RENAME, CLOSE, MKDIR, UNLINK, TRUNCATE, READ, KINDS };
enum verdict { PASS, FAIL, SHORT };
enum { FILES_MAX = 1024 };

static const char *const kind_name[KINDS] = {"open",  "write",  "fsync",    "rename", "close",
                                             "mkdir", "unlink", "truncate", "read"};
static const struct {
    const char *name;
    int number;
} error_name[] = {{"ENOSPC", ENOSPC}, {"EIO", EIO},       {"EACCES", EACCES},
                  {"EROFS", EROFS},   {"EDQUOT", EDQUOT}, {"EMFILE", EMFILE}};

static struct {
    bool counted[KINDS];
    long at;
    bool kill, stop_state, half, all_after;
    int error;
    atomic_long *calls; /* shared by all processes */
    pid_t first;
    bool made[FILES_MAX]; /* descriptors opened to create or truncate */
} fault;

__attribute__((constructor)) static void begin(void)
{
    const char *calls = getenv("FAULT_CALLS"), *at = getenv("FAULT_AT");
    const char *action = getenv("FAULT_ACTION");
    for (int kind = 0; calls && kind < KINDS; kind++)
        fault.counted[kind] = strstr(calls, kind_name[kind]) != NULL;
    fault.at = at ? strtol(at, NULL, 10) : 0;
    fault.kill = action && strcmp(action, "kill") == 0;
    fault.stop_state = action && strcmp(action, "stop_state") == 0;
    fault.half = action && strcmp(action, "short") == 0;
    fault.all_after = action && strchr(action, '+');
    for (size_t i = 0; action && i < sizeof error_name / sizeof error_name[0]; i++)
        if (strncmp(action, error_name[i].name, strlen(error_name[i].name)) == 0)
            fault.error = error_name[i].number;
    fault.first = getpid();
    void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    fault.calls = page == MAP_FAILED ? NULL : page;
}

static void write_log(const char *text, size_t length)
{
    const char *log = getenv("FAULT_LOG");
    const int file =
        log ? (int)syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_TRUNC, 0666) : -1;
    if (file >= 0) {
        syscall(SYS_write, file, text, length);
        syscall(SYS_close, file);
    }
}

__attribute__((destructor)) static void end(void)
{
    char text[32];
    if (!fault.calls || getpid() != fault.first)
        return;
    const int length = snprintf(text, sizeof text, "%ld\n", atomic_load(fault.calls));
    write_log(text, (size_t)length);
}

static void stand_still(void)
{
    for (;;)
        pause();
}

/* What becomes of the call at hand. */
static enum verdict judge(enum kind kind)
{
    if (!fault.calls || !fault.counted[kind])
        return PASS;
    const long number = atomic_fetch_add(fault.calls, 1) + 1;
    if (fault.at == 0 || !(number == fault.at || (fault.all_after && number > fault.at)))
        return PASS;
    if (fault.kill) {
        kill(0, SIGKILL);
        stand_still();
    }
    if (fault.stop_state) {
        if (getpid() == fault.first)
            return PASS;
        write_log("halted\n", 7);
        stand_still();
    }
    errno = fault.error;
    return fault.half ? SHORT : FAIL;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static void note_file(int file, bool made)
{
    if (file >= 0 && file < FILES_MAX)
        fault.made[file] = made;
}

static int open_at(int folder, const char *path, int flags, mode_t mode)
{
    const bool makes = (flags & (O_CREAT | O_TRUNC)) != 0;
    if (makes && judge(OPEN) != PASS)
        return -1;
    const int file = REAL(openat)(folder, path, flags, mode);
    note_file(file, makes);
    return file;
}

static mode_t mode_of(int flags, va_list more)
{
    return flags & O_CREAT ? va_arg(more, mode_t) : 0;
}

/* NOLINTBEGIN(readability-inconsistent-declaration-parameter-name): the C library says __fd. */
#define OPENER(name, parameters, folder)                                                           \
    int name parameters                                                                            \
    {                                                                                              \
        va_list more;                                                                              \
        va_start(more, flags);                                                                     \
        const mode_t mode = mode_of(flags, more);                                                  \
        va_end(more);                                                                              \
        return open_at(folder, path, flags, mode);                                                 \
    }

OPENER(open, (const char *path, int flags, ...), AT_FDCWD)
OPENER(open64, (const char *path, int flags, ...), AT_FDCWD)
OPENER(openat, (int folder, const char *path, int flags, ...), folder)
OPENER(openat64, (int folder, const char *path, int flags, ...), folder)

ssize_t write(int file, const void *bytes, size_t size)
{
    const enum verdict verdict = file > STDERR_FILENO ? judge(WRITE) : PASS;
    if (verdict == FAIL)
        return -1;
    return REAL(write)(file, bytes, verdict == SHORT && size > 1 ? size / 2 : size);
}

ssize_t pwrite(int file, const void *bytes, size_t size, off_t offset)
{
    const enum verdict verdict = judge(WRITE);
    if (verdict == FAIL)
        return -1;
    return REAL(pwrite)(file, bytes, verdict == SHORT && size > 1 ? size / 2 : size, offset);
}

ssize_t read(int file, void *bytes, size_t size)
{
    return judge(READ) == PASS ? REAL(read)(file, bytes, size) : -1;
}

ssize_t pread(int file, void *bytes, size_t size, off_t offset)
{
    return judge(READ) == PASS ? REAL(pread)(file, bytes, size, offset) : -1;
}

ssize_t pread64(int file, void *bytes, size_t size, off64_t offset)
{
    return judge(READ) == PASS ? REAL(pread64)(file, bytes, size, offset) : -1;
}

int close(int file)
{
    const bool made = file >= 0 && file < FILES_MAX && fault.made[file];
    const int closed = REAL(close)(file); /* Linux closes whatever close says */
    note_file(file, false);
    return made && judge(CLOSE) != PASS ? -1 : closed;
}

/* It would only take time: what is killed here is a process, not the machine. */
int fsync(int file)
{
    (void)file;
    return judge(FSYNC) == PASS ? 0 : -1;
}

int fdatasync(int file)
{
    return fsync(file);
}

int syncfs(int file)
{
    return fsync(file);
}

int rename(const char *from, const char *to)
{
    return judge(RENAME) == PASS ? REAL(rename)(from, to) : -1;
}

int renameat(int old_folder, const char *from, int new_folder, const char *to)
{
    return judge(RENAME) == PASS ? REAL(renameat)(old_folder, from, new_folder, to) : -1;
}

int mkdir(const char *path, mode_t mode)
{
    return judge(MKDIR) == PASS ? REAL(mkdir)(path, mode) : -1;
}

int mkdirat(int folder, const char *path, mode_t mode)
{
    return judge(MKDIR) == PASS ? REAL(mkdirat)(folder, path, mode) : -1;
}

int unlink(const char *path)
{
    return judge(UNLINK) == PASS ? REAL(unlink)(path) : -1;
}

int unlinkat(int folder, const char *path, int flags)
{
    return judge(UNLINK) == PASS ? REAL(unlinkat)(folder, path, flags) : -1;
}

int ftruncate(int file, off_t size)
{
    return judge(TRUNCATE) == PASS ? REAL(ftruncate)(file, size) : -1;
}
/* NOLINTEND(readability-inconsistent-declaration-parameter-name) */
