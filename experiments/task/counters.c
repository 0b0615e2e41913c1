/* For syscall: the C library has no function for perf_event_open. */
#define _GNU_SOURCE
#include "task/counters.h"
#include "core/numbers.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static const struct {
    const results_column *column;
    uint32_t type;
    uint64_t config;
} kinds[COUNTERS] = {
    {&column_counters_cycles, PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES},
    {&column_counters_instructions, PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS},
    {&column_counters_cache_misses, PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_MISSES},
    {&column_counters_branch_misses, PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_MISSES},
    {&column_counters_page_faults, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS},
};

void counters_open(counters *c)
{
    for (size_t i = 0; i < COUNTERS; i++) {
        struct perf_event_attr kind = {.type = kinds[i].type, .size = sizeof kind};
        kind.config = kinds[i].config;
        kind.disabled = 1;
        kind.exclude_kernel = 1;
        kind.exclude_hv = 1;
        kind.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
        errno = 0;
        c->file[i] = (int)syscall(SYS_perf_event_open, &kind, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
        c->error[i] = c->file[i] < 0 ? errno : 0;
    }
}

void counters_close(counters *c)
{
    for (size_t i = 0; i < COUNTERS; i++)
        if (c->file[i] >= 0)
            close(c->file[i]);
}

static void tell(const counters *c, unsigned long request)
{
    for (size_t i = 0; i < COUNTERS; i++)
        if (c->file[i] >= 0)
            ioctl(c->file[i], request, 0);
}

void counters_start(const counters *c)
{
    tell(c, PERF_EVENT_IOC_RESET);
    tell(c, PERF_EVENT_IOC_ENABLE);
}

void counters_stop(const counters *c)
{
    tell(c, PERF_EVENT_IOC_DISABLE);
}

/* PERF_EVENT_IOC_RESET leaves the two times: their ratio is that since the counter was opened. */
static double read_one(int file)
{
    uint64_t said[3]; /* events, ns enabled, ns running */
    if (file < 0 || read(file, said, sizeof said) != (ssize_t)sizeof said || said[2] == 0)
        return TRAMA_NAN;
    return (double)said[0] * ((double)said[1] / (double)said[2]);
}

void counters_read(const counters *c, double event[COUNTERS])
{
    for (size_t i = 0; i < COUNTERS; i++)
        event[i] = read_one(c->file[i]);
}

void counters_add(const counters *c, double *const event[COUNTERS], size_t samples, bundle *results)
{
    const char *name[COUNTERS], *state[COUNTERS];
    char text[COUNTERS][96];
    for (size_t i = 0; i < COUNTERS; i++) {
        name[i] = column_name(kinds[i].column);
        state[i] = "counted";
        if (c->file[i] < 0) {
            snprintf(text[i], sizeof text[i], "absent: %s", strerror(c->error[i]));
            state[i] = text[i];
            continue;
        }
        bundle_put_reals(results, kinds[i].column, event[i], samples);
    }
    bundle_put_texts(results, &column_counters_name, name, COUNTERS);
    bundle_put_texts(results, &column_counters_state, state, COUNTERS);
}
