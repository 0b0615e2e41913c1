#include "plugin/plugin.h"
#include "plugin/apart.h"
#include "plugin/numbers.h"
#include "plugin/surroundings.h"

#include "config/config.h"
#include "core/text.h"
#include "take_options.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sha2.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PLUGINS_MAX = 32, LOADING_SECONDS = 10 };
static plugin_entry plugins[PLUGINS_MAX];
static size_t count;

static const char symbol[] = "trama_plugin_table";

size_t plugin_count(void)
{
    return count;
}

const plugin_entry *plugin_at(size_t index)
{
    return &plugins[index];
}

const plugin_entry *plugin_of_model(const trama_model_type *type)
{
    for (size_t p = 0; p < count; p++)
        for (size_t i = 0; i < plugins[p].table->model_count; i++)
            if (plugins[p].table->models[i] == type)
                return &plugins[p];
    return NULL;
}

const plugin_entry *plugin_of_integrator(const trama_integrator_type *type)
{
    for (size_t p = 0; p < count; p++)
        for (size_t i = 0; i < plugins[p].table->integrator_count; i++)
            if (plugins[p].table->integrators[i] == type)
                return &plugins[p];
    return NULL;
}

const plugin_entry *plugin_of_interaction(const trama_interaction_type *type)
{
    for (size_t p = 0; p < count; p++)
        for (size_t i = 0; i < plugins[p].table->interaction_count; i++)
            if (plugins[p].table->interactions[i] == type)
                return &plugins[p];
    return NULL;
}

/* ---- A table that was made for this program. */

static bool is_name(const char *name)
{
    return trama_is_name(name, 64, "_-.+");
}

static bool check_head(const trama_plugin *table, char *why, size_t size)
{
    static const trama_plugin_layout here = TRAMA_PLUGIN_LAYOUT;
    if (table->abi != TRAMA_PLUGIN_ABI) {
        snprintf(why, size, "was made for version %u of the plugin interface; allowed: %d",
                 table->abi, (int)TRAMA_PLUGIN_ABI);
        return false;
    }
    if (memcmp(&table->layout, &here, sizeof here) != 0) {
        snprintf(why, size,
                 "was compiled with other headers than this program (sizes of structs differ); "
                 "compile it again with the headers of this program");
        return false;
    }
    return true;
}

/* As many types as it says. */
static bool check_list(const char *what, size_t length, const void *const *list, char *why,
                       size_t size)
{
    size_t i = 0;
    while (i < length && list && list[i])
        i++;
    if (i < length)
        snprintf(why, size, "states that it has %zu %s, but number %zu is NULL", length, what,
                 i + 1);
    return i == length;
}

static bool check_table(const trama_plugin *table, char *why, size_t size)
{
    if (!is_name(table->name) || !is_name(table->version)) {
        snprintf(why, size, "has no name or no version; allowed: 1 to 64 letters, digits, _-.+");
        return false;
    }
    for (size_t p = 0; p < count; p++)
        if (strcmp(plugins[p].table->name, table->name) == 0) {
            snprintf(why, size, "is named %s, as %s is", table->name, plugins[p].path);
            return false;
        }
    if (table->model_count + table->integrator_count + table->interaction_count == 0) {
        snprintf(why, size, "has neither a model nor an integrator nor an interaction");
        return false;
    }
    return check_list("interactions", table->interaction_count,
                      (const void *const *)table->interactions, why, size) &&
           check_list("models", table->model_count, (const void *const *)table->models, why,
                      size) &&
           check_list("integrators", table->integrator_count,
                      (const void *const *)table->integrators, why, size);
}

static bool join_registries(const trama_plugin *table, char *why, size_t size)
{
    trama_error error = {0};
    trama_status status = TRAMA_OK;
    for (size_t i = 0; i < table->model_count && status == TRAMA_OK; i++)
        status = trama_model_register(table->models[i], &error);
    for (size_t i = 0; i < table->integrator_count && status == TRAMA_OK; i++)
        status = trama_integrator_register(table->integrators[i], &error);
    for (size_t i = 0; i < table->interaction_count && status == TRAMA_OK; i++)
        status = trama_interaction_register(table->interactions[i], &error);
    if (status != TRAMA_OK)
        snprintf(why, size, "%s", error.text);
    return status == TRAMA_OK;
}

/* ---- The file. */

static void say_unread(const char *path, int reason, char *why, size_t size)
{
    char best[NAME_MAX + 1] = "";
    if (reason == ENOENT)
        config_nearest_file(path, best, sizeof best);
    snprintf(why, size, "cannot be read: %s%s%s%s", strerror(reason),
             *best ? ", nearest there: '" : "", best, *best ? "'" : "");
}

/* False, and why, if it cannot be read. A FIFO or a device may have no end. */
static bool hash_file(const char *path, char hex[65], char *why, size_t size)
{
    uint8_t digest[SHA256_DIGEST_LENGTH], bytes[65536];
    SHA2_CTX sha;
    struct stat status;
    ssize_t got = 0;
    const int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (file < 0 || fstat(file, &status) != 0)
        got = -1;
    const bool regular = got == 0 && S_ISREG(status.st_mode);
    SHA256Init(&sha);
    while (regular && (got = read(file, bytes, sizeof bytes)) > 0)
        SHA256Update(&sha, bytes, (size_t)got);
    if (got < 0)
        say_unread(path, errno, why, size);
    else if (!regular)
        snprintf(why, size, "is %s; allowed: a shared library",
                 S_ISDIR(status.st_mode) ? "a folder" : "not a regular file");
    if (file >= 0)
        close(file);
    if (got < 0 || !regular)
        return false;
    SHA256Final(digest, &sha);
    for (size_t i = 0; i < sizeof digest; i++)
        snprintf(hex + 2 * i, 3, "%02x", digest[i]);
    return true;
}

/* What the loader says, without the path, which the message has already. */
static const char *loader_says(const char *path)
{
    const char *text = dlerror();
    const size_t length = strlen(path);
    if (!text)
        return "unknown reason";
    return strncmp(text, path, length) == 0 && strncmp(text + length, ": ", 2) == 0
               ? text + length + 2
               : text;
}

/* The library's table; NULL, and why. A library stays loaded once its table is taken: types point
 * into it. */
static const trama_plugin *open_table(const char *path, char *why, size_t size)
{
    surroundings_note();
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    const int changed = surroundings_changed();
    const trama_plugin *table = NULL;
    char change[128];
    if (!library)
        snprintf(why, size, "cannot be loaded: %s", loader_says(path));
    else if (numbers_changed(change, sizeof change))
        snprintf(why, size,
                 "changes the arithmetic of this program: %s; compile and link it without", change);
    else if (changed)
        snprintf(why, size, "changes the state of this process: %s", surroundings_words(changed));
    else if (!(table = dlsym(library, symbol)))
        snprintf(why, size, "is not a plugin: it does not export %s", symbol);
    else if (!check_head(table, why, size))
        table = NULL;
    if (library && !table)
        dlclose(library);
    return table;
}

static bool take(const char *path, plugin_entry *entry, char *why, size_t size)
{
    return (entry->table = open_table(path, why, size)) && check_table(entry->table, why, size) &&
           join_registries(entry->table, why, size);
}

static bool take_apart(void *context, size_t index, char *why, size_t size)
{
    plugin_entry entry;
    (void)index;
    return take(context, &entry, why, size);
}

/* Loads it and reads its table where it can do no harm. */
static bool try_apart(char *path, char *why, size_t size)
{
    size_t index;
    char text[APART_TEXT];
    const apart_end end =
        apart_each(take_apart, path, 1, LOADING_SECONDS, &index, text, sizeof text);
    snprintf(why, size,
             end == APART_LOST     ? "%s while it is loaded"
             : end == APART_UNABLE ? "cannot be tried in a separate process: %s"
                                   : "%s",
             text);
    return end == APART_DONE;
}

/* Without a slash the loader would look among the system's libraries. */
bool plugin_load(const char *path, char *message, size_t size)
{
    char why[APART_TEXT + 64], full[PATH_MAX];
    plugin_entry *entry = &plugins[count];
    if (count == PLUGINS_MAX)
        snprintf(why, sizeof why, "exceeds the number of plugins; allowed: %d", PLUGINS_MAX);
    else if (snprintf(full, sizeof full, "%s%s", strchr(path, '/') ? "" : "./", path) >=
             (int)sizeof full)
        snprintf(why, sizeof why, "cannot be read: its name is too long");
    else if (hash_file(full, entry->sha256, why, sizeof why) && try_apart(full, why, sizeof why) &&
             take(full, entry, why, sizeof why)) {
        entry->path = strdup(path);
        count += entry->path != NULL;
        if (entry->path)
            return true;
        snprintf(why, sizeof why, "cannot be kept: out of memory");
    }
    snprintf(message, size, "plugin %s %s", path, why);
    return false;
}

/* ---- Options. */

static bool load_or_say(const char *path)
{
    char message[PATH_MAX + 1200];
    if (plugin_load(path, message, sizeof message))
        return true;
    fprintf(stderr, "trama: %s\n", message);
    return false;
}

bool plugin_take_options(int *argc, char **argv)
{
    return take_options(argc, argv, "--plugin", "the file of a plugin", load_or_say);
}
