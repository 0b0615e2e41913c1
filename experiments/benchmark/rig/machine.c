/* sched_setaffinity */
#define _GNU_SOURCE
#include "benchmark/rig/machine.h"

#include <sched.h>
#include <stdio.h>
#include <string.h>

/* The file's first line that begins with `key`, under `name`; nothing if there is none. */
static void print_line(const char *name, const char *path, const char *key)
{
    char line[512];
    FILE *in = fopen(path, "r");
    while (in && fgets(line, sizeof line, in))
        if (strncmp(line, key, strlen(key)) == 0) {
            const char *colon = strchr(line, ':');
            printf("%-13s %s", name, key[0] && colon ? colon + 2 : line);
            break;
        }
    if (in)
        fclose(in);
}

void machine_print(void)
{
    static const char cpu[] = "/sys/devices/system/cpu/cpu0/";
    static const struct {
        const char *name, *file;
    } facts[] = {{"cache 1, data", "cache/index0/size"},
                 {"cache 2", "cache/index2/size"},
                 {"cache 3", "cache/index3/size"},
                 {"governor", "cpufreq/scaling_governor"}};
    print_line("processor", "/proc/cpuinfo", "model name");
    print_line("clock, MHz", "/proc/cpuinfo", "cpu MHz");
    for (size_t i = 0; i < sizeof facts / sizeof facts[0]; i++) {
        char path[128];
        snprintf(path, sizeof path, "%s%s", cpu, facts[i].file);
        print_line(facts[i].name, path, "");
    }
    print_line("load", "/proc/loadavg", "");
    printf("%-13s %s\n", "compiler", __VERSION__);
#ifdef TRAMA_FLAGS
    printf("%-13s %s\n", "flags", TRAMA_FLAGS);
#endif
}

static cpu_set_t unpinned;

int machine_pin(void)
{
    cpu_set_t one;
    const int cpu = sched_getcpu();
    sched_getaffinity(0, sizeof unpinned, &unpinned);
    CPU_ZERO(&one);
    CPU_SET((unsigned)cpu, &one);
    return sched_setaffinity(0, sizeof one, &one) == 0 ? cpu : -1;
}

void machine_unpin(void)
{
    sched_setaffinity(0, sizeof unpinned, &unpinned);
}
