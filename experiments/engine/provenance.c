#include "engine/provenance.h"
#include "core/isa.h"
#include "core/threads.h"
#include "engine/engine.h"
#include "linear/direct.h"
#include "plugin/numbers.h"
#include "plugin/plugin.h"
#include "program/program.h"
#include "results/record.h"
#include "trama_version.h"

#include <gnu/libc-version.h>
#include <gsl/gsl_version.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

/* Appends the plugin, if there is one and it is not there yet. */
static void name_plugin(const plugin_entry *plugin, char *text, size_t size)
{
    const size_t used = strlen(text);
    if (plugin && !strstr(text, plugin->sha256))
        snprintf(text + used, size - used, ", plugin %s %s (%s)", plugin->table->name,
                 plugin->table->version, plugin->sha256);
}

/* Likewise a solver in another program, which is another one when its files are. */
static void name_program(const program *p, char *text, size_t size)
{
    const size_t used = strlen(text);
    if (p)
        snprintf(text + used, size - used, ", engine %s %s (%s)", p->own_name, p->version,
                 p->digest);
}

void provenance_build(const plan_case *c, char *text, size_t size)
{
    snprintf(text, size,
             "trama " TRAMA_VERSION " (" TRAMA_COMMIT "), " TRAMA_COMPILER ", " TRAMA_BUILD_TYPE
             ", " TRAMA_FLAGS);
    for (size_t o = 0; o < c->object_count; o++)
        name_plugin(plugin_of_model(c->object[o].model), text, size);
    for (size_t i = 0; i < c->interaction_count; i++)
        name_plugin(plugin_of_interaction(c->interaction[i].type), text, size);
    name_plugin(plugin_of_integrator(c->integrator), text, size);
    name_program(program_of(c->integrator), text, size);
}

/* The rest of the first line of `file` that begins with `key`, after its colon; "unknown" if none.
 */
static void line_of(const char *file, const char *key, char *text, size_t size)
{
    char line[512];
    snprintf(text, size, "unknown");
    FILE *in = fopen(file, "r");
    while (in && fgets(line, sizeof line, in)) {
        if (strncmp(line, key, strlen(key)) != 0)
            continue;
        const char *value = *key ? strchr(line, ':') : line;
        value = value ? value + (*key != '\0') : line;
        value += strspn(value, " \t");
        snprintf(text, size, "%.*s", (int)strcspn(value, "\n"), value);
        break;
    }
    if (in)
        fclose(in);
}

/* What the system's files say of the machine. */
enum { CPU, CACHE, MEMORY, GOVERNOR, FACTS };

static const struct {
    const results_column *column;
    const char *file, *key;
} fact[FACTS] = {
    [CPU] = {&column_run_cpu, "/proc/cpuinfo", "model name"},
    [CACHE] = {&column_run_cpu_cache, "/proc/cpuinfo", "cache size"},
    [MEMORY] = {&column_run_memory, "/proc/meminfo", "MemTotal"},
    [GOVERNOR] = {&column_run_governor, "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor",
                  ""},
};

/* It does not change while a program runs, and to ask costs as much as a small case. */
static const char *machine_fact(size_t which)
{
    static char text[FACTS][512];
    if (text[which][0] == '\0')
        line_of(fact[which].file, fact[which].key, text[which], sizeof text[which]);
    return text[which];
}

void provenance_ask_machine(void)
{
    for (size_t i = 0; i < FACTS; i++)
        machine_fact(i);
}

static void add_plugins(bundle *results)
{
    enum { COLUMNS = 4 };
    const size_t count = plugin_count();
    const char **text = calloc(COLUMNS * count + 1, sizeof *text);
    if (!text) {
        results->no_memory = true;
        return;
    }
    for (size_t i = 0; i < count; i++) {
        text[i] = plugin_at(i)->table->name;
        text[count + i] = plugin_at(i)->table->version;
        text[2 * count + i] = plugin_at(i)->path;
        text[3 * count + i] = plugin_at(i)->sha256;
    }
    static const results_column *const columns[COLUMNS] = {
        &column_run_plugin_name, &column_run_plugin_version, &column_run_plugin_file,
        &column_run_plugin_sha256};
    for (size_t f = 0; f < COLUMNS && count > 0; f++)
        bundle_put_texts(results, columns[f], text + f * count, count);
    free(text);
}

/* "CHOLMOD 3.0.14, KLU 1.3.9, ..." */
static void name_direct_solvers(char *text, size_t size)
{
    text[0] = '\0';
    for (size_t i = 0; i < trama_direct_count(); i++) {
        char version[64];
        const size_t used = strlen(text);
        trama_direct_at(i)->version(version, sizeof version);
        if (strstr(text, version)) /* one library, two solvers */
            continue;
        snprintf(text + used, size - used, "%s%s", i > 0 ? ", " : "", version);
    }
}

static void add_linear_algebra(bundle *results)
{
    char versions[256], blas[512];
    name_direct_solvers(versions, sizeof versions);
    bundle_put_text(results, &column_run_library_suitesparse, versions);
    provenance_blas(blas, sizeof blas);
    bundle_put_text(results, &column_run_library_blas, blas);
}

/* Who writes the file. */
static void add_software(bundle *results)
{
    bundle_put_text(results, &column_run_software, "trama");
    bundle_put_text(results, &column_run_software_version, TRAMA_VERSION);
    bundle_put_text(results, &column_run_commit, TRAMA_COMMIT);
}

static void add_program(const plan_case *c, bundle *results)
{
    char build[2048];
    provenance_build(c, build, sizeof build);
    add_software(results);
    bundle_put_text(results, &column_run_build, build);
    bundle_put_text(results, &column_run_compiler, TRAMA_COMPILER);
    bundle_put_text(results, &column_run_flags, TRAMA_FLAGS);
    bundle_put_text(results, &column_run_library_hdf5, record_library_version());
    bundle_put_text(results, &column_run_library_gsl, gsl_version);
    add_linear_algebra(results);
    bundle_put_text(results, &column_run_library_fyaml, TRAMA_FYAML_VERSION);
    bundle_put_text(results, &column_run_library_c, gnu_get_libc_version());
}

/* Bytes of the data caches of levels 1 to 3; 0 where the system does not say. */
static void add_caches(bundle *results)
{
    static const int names[] = {_SC_LEVEL1_DCACHE_SIZE, _SC_LEVEL2_CACHE_SIZE,
                                _SC_LEVEL3_CACHE_SIZE};
    int64_t bytes[3];
    for (size_t i = 0; i < 3; i++) {
        const long size = sysconf(names[i]);
        bytes[i] = size > 0 ? size : 0;
    }
    bundle_put_integers(results, &column_run_cpu_caches, bytes, 3);
}

static void add_machine(bundle *results)
{
    struct utsname host;
    if (uname(&host) != 0)
        memset(&host, 0, sizeof host);
    bundle_put_text(results, &column_run_host, host.nodename);
    bundle_put_text(results, &column_run_system, host.release);
    for (size_t i = 0; i < FACTS; i++)
        bundle_put_text(results, fact[i].column, machine_fact(i));
    add_caches(results);
    bundle_put_integer(results, &column_run_processors, sysconf(_SC_NPROCESSORS_ONLN));
    bundle_put_text(results, &column_run_isa, trama_isa_name(trama_isa_current()));
    bundle_put_text(results, &column_run_denormals, numbers_denormals());
}

static void add_date(bundle *results)
{
    char date[64];
    const time_t now = time(NULL);
    struct tm utc;
    gmtime_r(&now, &utc);
    strftime(date, sizeof date, "%Y-%m-%d %H:%M:%S +0000", &utc);
    bundle_put_text(results, &column_run_date, date);
}

void provenance_add_import(bundle *results)
{
    add_software(results);
    bundle_put_text(results, &column_run_build, "imported");
    add_date(results);
}

void provenance_add(const plan_case *c, bundle *results, int pinned)
{
    add_program(c, results);
    add_plugins(results);
    add_machine(results);
    add_date(results);
    bundle_put_integer(results, &column_run_threads, (int64_t)trama_threads());
    bundle_put_integer(results, &column_run_seed, ENGINE_SEED);
    bundle_put_integer(results, &column_run_pinned, pinned);
}

const char *provenance_version(void)
{
    return TRAMA_VERSION;
}

void provenance_print(FILE *out)
{
    fprintf(out, "trama %s\ncommit    %s\ncompiler  %s\nbuild     %s\nflags     %s\n",
            TRAMA_VERSION, TRAMA_COMMIT, TRAMA_COMPILER, TRAMA_BUILD_TYPE, TRAMA_FLAGS);
    char solvers[256], blas[512];
    name_direct_solvers(solvers, sizeof solvers);
    provenance_blas(blas, sizeof blas);
    fprintf(out,
            "libraries HDF5 %s, GSL %s, libfyaml %s, %s, BLAS %s\nkernels   %s\nthreads   %s\n",
            record_library_version(), gsl_version, TRAMA_FYAML_VERSION, solvers, blas,
            trama_isa_name(trama_isa_current()), trama_threads_kind());
    for (size_t i = 0; i < plugin_count(); i++)
        fprintf(out, "plugin    %s %s, %s, SHA-256 %s\n", plugin_at(i)->table->name,
                plugin_at(i)->table->version, plugin_at(i)->path, plugin_at(i)->sha256);
}

void provenance_print_machine(FILE *out)
{
    char load[128];
    line_of("/proc/loadavg", "", load, sizeof load);
    fprintf(out, "processor %s, %ld of them, cache %s\nmemory    %s\n", machine_fact(CPU),
            sysconf(_SC_NPROCESSORS_ONLN), machine_fact(CACHE), machine_fact(MEMORY));
    fprintf(out, "governor  %s\nload      %s\n", machine_fact(GOVERNOR), load);
}
