/* trama archive: a study as one file, with everything needed to check it and to run it again. */
#include "analysis/archive/archive.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analysis/analysis.h"
#include "analysis/output/file.h"
#include "analysis/read/outcome.h"
#include "core/numbers.h"
#include "process/process.h"
#include "results/door.h"

typedef struct packing {
    const study *of;
    const char *folder, *stage, *file;
    archive_members members;
    text_buffer first; /* the files that a run is given */
    FILE *err;
} packing;

static bool stage_file(packing *p, const char *name, const text_buffer *text, bool listed)
{
    return file_replace(p->stage, name, text, p->err) &&
           (!listed || archive_add_staged(&p->members, p->stage, name, p->err));
}

/* What write() says, as a file. */
#define STAGE(p, name, listed, write)                                                              \
    do {                                                                                           \
        text_buffer text;                                                                          \
        bool made = text_begin(&text);                                                             \
        if (made) {                                                                                \
            write;                                                                                 \
            made = text_end(&text) && stage_file(p, name, &text, listed);                          \
            text_free(&text);                                                                      \
        }                                                                                          \
        if (!made)                                                                                 \
            return false;                                                                          \
    } while (0)

/* The metadata list all but themselves and the checksums; the checksums all but themselves. */
static bool stage(packing *p)
{
    if (!archive_add_results(&p->members, p->folder, p->err) || !text_begin(&p->first) ||
        !archive_configurations(p->of, p->stage, &p->members, p->first.stream, p->err) ||
        !text_end(&p->first))
        return false;
    STAGE(p, "README.md", true, archive_readme(p->of, p->first.data, text.stream));
    STAGE(p, "CITATION.cff", true, archive_citation(p->of, text.stream));
    STAGE(p, "ro-crate-metadata.json", true, archive_crate(p->of, &p->members, text.stream));
    STAGE(p, "SHA256SUMS", false, archive_sums(&p->members, text.stream));
    return true;
}

/* The results files from where they stand, which may be large: by a list of their names. */
static bool write_list(packing *p, char list[])
{
    text_buffer text;
    bool made = text_begin(&text);
    for (size_t i = 0; made && i < p->members.results; i++)
        fprintf(text.stream, "%s\n", p->members.name[i] + strlen("results/"));
    made = made && text_end(&text) && file_write(list, &text, p->err);
    text_free(&text);
    return made;
}

static bool run_tar(packing *p, const char *const *argument)
{
    process_said *said = calloc(1, sizeof *said);
    process_end end = {PROCESS_LATE, 0};
    const process_plan plan = {
        .argument = argument, .error = PROCESS_HEARD, .said = said, .group = true};
    const bool started = said && process_run(&plan, TRAMA_INFINITY, &end);
    const bool packed = started && end.how == PROCESS_EXITED && end.code == 0;
    if (!packed)
        fprintf(p->err, "%s: not made: tar: %s\n", p->file, started ? said->text : strerror(errno));
    free(said);
    return packed;
}

static bool pack(packing *p, const char *target, char *list)
{
    const char *const staged[] = {
        "tar",       "--create",  "--file",      target, "--format=posix", "--numeric-owner",
        "--owner=0", "--group=0", "--sort=name", "-C",   p->stage,         ".",
        NULL};
    const char *const results[] = {"tar",
                                   "--append",
                                   "--file",
                                   target,
                                   "--format=posix",
                                   "--numeric-owner",
                                   "--owner=0",
                                   "--group=0",
                                   "--transform",
                                   "s,^,./results/,",
                                   "-C",
                                   p->folder,
                                   "--verbatim-files-from",
                                   "-T",
                                   list,
                                   NULL};
    return write_list(p, list) && run_tar(p, staged) && run_tar(p, results);
}

/* Under another name until it is whole. */
static bool pack_whole(packing *p)
{
    char target[4200], list[4200];
    snprintf(target, sizeof target, "%.4000s.%ld.part", p->file, (long)getpid());
    snprintf(list, sizeof list, "%.4000s.files", p->stage);
    const bool packed = pack(p, target, list) && door_rename(target, p->file);
    if (!packed)
        door_remove(target);
    door_remove(list);
    return packed;
}

int analysis_archive(const char *folder, const char *stage_in, const char *file, FILE *out,
                     FILE *err)
{
    study s;
    study_read(folder, &s, err);
    int code = outcome_of_reading(&s, folder, err);
    if (code == OUTCOME_OK || code == OUTCOME_BROKEN_CASES) {
        packing p = {.of = &s, .folder = folder, .stage = stage_in, .file = file, .err = err};
        if (!stage(&p) || !pack_whole(&p))
            code = OUTCOME_IO;
        else
            fprintf(out, "archive: %s (%zu files, %.1f MB)\n", file, p.members.count + 1,
                    (double)p.members.bytes / 1e6);
        archive_members_free(&p.members);
        text_free(&p.first);
    }
    study_free(&s);
    return code;
}
