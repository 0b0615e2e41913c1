/* The name and properties of a solver in another program: it is started and asked before planning,
 * and kept for its first problem. */
#include "program/partner.h"
#include "program/protocol.h"

#include "config/config.h"
#include "core/text.h"

#include <fcntl.h>
#include <limits.h>
#include <sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

program_times program_patience = {.name = 300.0, .problem = 300.0, .step = 600.0, .notice = 10.0};

static bool hear_name(partner *own, char *text, char *why, size_t size);
static bool take_answer(program *p, const char *text, char *why, size_t size);
static bool digest_files(program *p);

bool program_ask(program *p, char *why, size_t size)
{
    char *text = malloc(PROTOCOL_TEXT + 1);
    snprintf(why, size, "no memory");
    partner *own = text && digest_files(p) ? partner_start(p, why, size) : NULL;
    const bool told = own && hear_name(own, text, why, size) && take_answer(p, text, why, size);
    if (told)
        p->idle = own;
    else
        partner_stop(own);
    free(text);
    return told;
}

static void tell_if_late(const program *p, process *its);
static void add_missing_file(const program *p, char *why, size_t size);

static bool hear_name(partner *own, char *text, char *why, size_t size)
{
    static const char question[] = "{\"protocol\": 1}";
    const protocol_part part = {question, sizeof question - 1};
    const double until = protocol_until(program_patience.name);
    protocol_send(&own->p, PROTOCOL_HELLO, &part, 1, until); /* what comes back says the rest */
    tell_if_late(own->of, &own->p);
    if (protocol_receive(&own->p, PROTOCOL_HELLO, text, PROTOCOL_TEXT, true, until, why, size))
        return true;
    add_missing_file(own->of, why, size);
    process_kill(&own->p); /* then all that it wrote is heard */
    protocol_add_said(&own->said, why, size);
    return false;
}

/* A user should not wait for minutes without knowing what for. */
static void tell_if_late(const program *p, process *its)
{
    char command[256] = "";
    if (process_listen(its, protocol_until(program_patience.notice)) != PROCESS_SILENT)
        return;
    for (size_t i = 0; p->argument[i]; i++) {
        protocol_show(" ", i > 0, command, sizeof command);
        protocol_show(p->argument[i], strlen(p->argument[i]), command, sizeof command);
    }
    fprintf(stderr, "trama: waiting until '%s' sends its name, for %g s at most\n", command,
            program_patience.name);
}

/* The first argument that looks like a file and is none, if a file there has nearly its name. */
static void add_missing_file(const program *p, char *why, size_t size)
{
    for (size_t i = 1; p->argument[0] && p->argument[i]; i++) {
        const char *argument = p->argument[i];
        char best[NAME_MAX + 1] = "";
        if (strpbrk(argument, "./") && access(argument, F_OK) != 0)
            config_nearest_file(argument, best, sizeof best);
        if (*best) {
            const size_t used = strlen(why);
            snprintf(why + used, size - used, "; there is no file %s, nearest: %s", argument, best);
            return;
        }
    }
}

/* --- the answer --- */

/* A short text of the answer, without what no record or message may have. */
static bool take_text(const config_node *root, const char *key, char to[PROGRAM_TEXT], char *why,
                      size_t size)
{
    const config_node *node = config_get(root, key);
    const char *text = node && node->kind == CONFIG_SCALAR ? node->text : "";
    if (trama_is_name(text, PROGRAM_TEXT - 1, "_-.+ ")) {
        snprintf(to, PROGRAM_TEXT, "%s", text);
        return true;
    }
    snprintf(why, size, "does not send its %s; allowed: 1 to %d letters, digits, spaces and _-.+",
             key, PROGRAM_TEXT - 1);
    return false;
}

static bool take_version(const config_node *root, char *why, size_t size)
{
    const config_node *node = config_get(root, "protocol");
    config_error error;
    long version = 0;
    if (node && config_integer(node, &version, &error) && version == PROTOCOL_VERSION)
        return true;
    snprintf(why, size, "speaks version %ld of the protocol; allowed: %d", version,
             PROTOCOL_VERSION);
    return false;
}

static bool take_options(program *p, const config_node *root, char *why, size_t size)
{
    config_error error;
    if (program_read_options(root, &p->options, &error))
        return true;
    snprintf(why, size, "sends invalid options: %.400s", error.text);
    return false;
}

static bool take_answer(program *p, const char *text, char *why, size_t size)
{
    config_node *root;
    config_error error;
    p->answer = config_store_create();
    if (!p->answer)
        return false;
    if (!config_read(p->answer, p->name, text, &root, &error)) {
        snprintf(why, size, "sends its name in invalid JSON: %.120s", error.text);
        return false;
    }
    return take_version(root, why, size) && take_text(root, "name", p->own_name, why, size) &&
           take_text(root, "version", p->version, why, size) &&
           take_text(root, "precision", p->precision, why, size) &&
           take_options(p, root, why, size);
}

/* --- the files among its arguments: whether it is the same program as before --- */

static bool add_file(SHA2_CTX *sum, const char *path)
{
    unsigned char bytes[1 << 14];
    struct stat about;
    const int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (file < 0)
        return true; /* no file */
    ssize_t got = fstat(file, &about) == 0 && S_ISREG(about.st_mode) ? 1 : 0;
    while (got > 0 && (got = read(file, bytes, sizeof bytes)) > 0)
        SHA256Update(sum, bytes, (size_t)got);
    close(file);
    return got == 0;
}

static bool digest_files(program *p)
{
    SHA2_CTX sum;
    bool read = true;
    SHA256Init(&sum);
    for (size_t i = 0; read && p->argument[i]; i++) {
        SHA256Update(&sum, (const uint8_t *)p->argument[i], strlen(p->argument[i]) + 1);
        read = add_file(&sum, p->argument[i]);
    }
    SHA256End(&sum, p->digest);
    return read;
}
