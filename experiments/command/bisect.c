#include "command/bisect.h"

#include "command/command.h"
#include "command/temporary.h"
#include "core/numbers.h"
#include "engine/signals.h"
#include "process/process.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef enum verdict { UNKNOWN, GOOD, BAD, BROKEN } verdict;

/* Commits from the one after the good to the bad, the earliest first. */
typedef struct commits {
    char *text; /* their names, with zeros between */
    const char **name;
    verdict *found;
    size_t count;
} commits;

typedef struct bisection {
    const bisect_request *asked;
    char self[PATH_MAX];
    char folder[PATH_MAX - 64];               /* of all of this */
    char tree[PATH_MAX], good_tree[PATH_MAX]; /* working trees */
    char fresh[PATH_MAX], good[PATH_MAX];     /* results */
    process_said said;
} bisection;

static bool begin(bisection *b);
static void end(bisection *b);
static bool list_commits(bisection *b, commits *list);
static void free_commits(commits *list);
static bool add_tree(bisection *b, const char *tree, const char *commit);
static bool try_good(bisection *b);
static verdict try_commit(bisection *b, const char *commit);
static size_t next_to_try(const commits *list);
static int tell(const bisection *b, const commits *list);

int bisect(const bisect_request *asked)
{
    commits list = {0};
    bisection *b = calloc(1, sizeof *b);
    int code = EXIT_IO;
    if (!b)
        return code;
    b->asked = asked;
    if (begin(b) && list_commits(b, &list) && try_good(b) && add_tree(b, b->tree, asked->bad)) {
        size_t at = list.count - 1;
        while (at < list.count && !signals_came()) {
            list.found[at] = try_commit(b, list.name[at]);
            at = list.found[list.count - 1] == BAD ? next_to_try(&list) : list.count;
        }
        code = tell(b, &list);
    }
    free_commits(&list);
    end(b);
    free(b);
    return code;
}

/* --- programs that it starts --- */

/* Says what a program said at last, if that is why there is no result. */
static bool run_program(bisection *b, const char *const *argument, const char *folder, int *code)
{
    process_end how;
    const process_plan plan = {.argument = argument,
                               .folder = folder,
                               .in = PROCESS_NOWHERE,
                               .out = PROCESS_HEARD,
                               .error = PROCESS_HEARD,
                               .said = &b->said,
                               .group = true};
    b->said.size = 0;
    b->said.text[0] = '\0';
    if (!process_run(&plan, TRAMA_INFINITY, &how)) {
        fprintf(stderr, "trama history: %s: %s\n", argument[0], strerror(errno));
        return false;
    }
    *code = how.how == PROCESS_EXITED ? how.code : -1;
    return *code >= 0;
}

static bool git(bisection *b, const char *const *argument)
{
    int code;
    const bool done = run_program(b, argument, NULL, &code) && code == 0;
    if (!done)
        fprintf(stderr, "trama history: git %s: %s\n", argument[1], b->said.text);
    return done;
}

/* --- places --- */

static bool begin(bisection *b)
{
    const ssize_t length = readlink("/proc/self/exe", b->self, sizeof b->self - 1);
    signals_hold(); /* or the trees would be left */
    if (length <= 0 || !temporary_make("history", b->folder, sizeof b->folder))
        return false;
    b->self[length] = '\0';
    snprintf(b->tree, sizeof b->tree, "%s/tree", b->folder);
    snprintf(b->good_tree, sizeof b->good_tree, "%s/good-tree", b->folder);
    snprintf(b->fresh, sizeof b->fresh, "%s/results", b->folder);
    snprintf(b->good, sizeof b->good, "%s/good-results", b->folder);
    return true;
}

static void end(bisection *b)
{
    if (!b->folder[0])
        return;
    if (signals_came())
        fprintf(stderr, "trama history: interrupted\n");
    temporary_remove(b->folder);
    git(b, (const char *const[]){"git", "worktree", "prune", NULL});
}

static bool add_tree(bisection *b, const char *tree, const char *commit)
{
    return git(b, (const char *const[]){"git", "worktree", "add", "--quiet", "--detach", tree,
                                        commit, NULL});
}

/* --- commits --- */

static bool split_lines(const char *text, commits *list)
{
    const size_t length = strlen(text);
    list->text = strdup(text);
    list->name = calloc(length + 1, sizeof *list->name);
    list->found = calloc(length + 1, sizeof *list->found);
    if (!list->text || !list->name || !list->found)
        return false;
    char *rest = NULL;
    for (char *line = strtok_r(list->text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
        list->name[list->count++] = line;
    return true;
}

static bool list_commits(bisection *b, commits *list)
{
    char range[512];
    snprintf(range, sizeof range, "%.200s..%.200s", b->asked->good, b->asked->bad);
    if (!git(b, (const char *const[]){"git", "rev-list", "--first-parent", "--reverse",
                                      "--abbrev-commit", range, "--", NULL}))
        return false;
    if (b->said.size >= PROCESS_SAID_MAX) {
        fprintf(stderr, "trama history: '%s' has too many commits; allowed: some thousands\n",
                range);
        return false;
    }
    if (!split_lines(b->said.text, list))
        return false;
    if (list->count == 0)
        fprintf(stderr, "trama history: no commit is in '%s'; the good one comes first\n", range);
    return list->count > 0;
}

static void free_commits(commits *list)
{
    free(list->text);
    free(list->name);
    free(list->found);
}

/* The middle of those between the last good and the first bad one that nobody has tried yet;
 * count: there is none. */
static size_t next_to_try(const commits *list)
{
    size_t low = 0, high = list->count, unknown = 0;
    for (size_t i = 0; i < list->count; i++)
        low = list->found[i] == GOOD ? i + 1 : low;
    while (high > low && list->found[high - 1] != BAD)
        high--;
    for (size_t i = low; i < list->count; i++)
        if (list->found[i] == BAD) {
            high = i;
            break;
        }
    for (size_t i = low; i < high; i++)
        unknown += list->found[i] == UNKNOWN;
    size_t skip = unknown / 2;
    for (size_t i = low; i < high; i++)
        if (list->found[i] == UNKNOWN && skip-- == 0)
            return i;
    return list->count;
}

/* --- a commit --- */

static bool build(bisection *b, const char *tree)
{
    enum { WORDS = 64 };
    const char *word[WORDS + 1] = {NULL};
    char *text = strdup(b->asked->build), *rest = NULL;
    int code = 0, words = 0;
    for (char *at = text ? strtok_r(text, " ", &rest) : NULL; at && words < WORDS;
         at = strtok_r(NULL, " ", &rest))
        word[words++] = at;
    const bool built = text && (words == 0 || (run_program(b, word, tree, &code) && code == 0));
    free(text);
    return built;
}

/* The text with the tree for each {}: to be freed. NULL without memory. */
static char *with_tree(const char *text, const char *tree)
{
    char *made = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&made, &size);
    if (!out)
        return NULL;
    for (const char *at = text; *at;) {
        const bool place = at[0] == '{' && at[1] == '}';
        place ? fputs(tree, out) : fputc(*at, out);
        at += place ? 2 : 1;
    }
    if (fclose(out) == 0)
        return made;
    free(made);
    return NULL;
}

/* PROGRAM run -o FOLDER ARGUMENT...; or, without a folder, PROGRAM compare --against GOOD
 * ARGUMENT... */
static bool run_in(bisection *b, const char *tree, const char *folder, int *code)
{
    char program[2 * PATH_MAX], against[2 * PATH_MAX];
    const size_t given = (size_t)b->asked->argument_count;
    char **word = calloc(given + 5, sizeof *word);
    bool made = word != NULL;
    snprintf(program, sizeof program, "%s%s%s", b->asked->program[0] == '/' ? "" : tree,
             b->asked->program[0] == '/' ? "" : "/", b->asked->program);
    snprintf(against, sizeof against, "%s/%s", b->good_tree, b->asked->program);
    const char *const first[] = {program, folder ? "run" : "compare", folder ? "-o" : "--against",
                                 folder ? folder : against};
    for (size_t i = 0; made && i < 4 + given; i++) {
        word[i] = with_tree(i < 4 ? first[i] : b->asked->arguments[i - 4], tree);
        made = word[i] != NULL;
    }
    const bool ran = made && run_program(b, (const char *const *)word, NULL, code);
    for (size_t i = 0; word && word[i]; i++)
        free(word[i]);
    free(word);
    return ran;
}

/* Cases that fail are results too. */
static bool has_run(int code)
{
    return code == EXIT_OK || code == EXIT_DIFFERS || code == EXIT_CASES;
}

static bool try_good(bisection *b)
{
    int code = EXIT_OK;
    fprintf(stderr, "%s: ", b->asked->good);
    const bool done =
        add_tree(b, b->good_tree, b->asked->good) && build(b, b->good_tree) &&
        (b->asked->times || (run_in(b, b->good_tree, b->good, &code) && has_run(code)));
    fprintf(stderr,
            done ? "built; its results are the reference\n" : "cannot be built and run:\n%s\n",
            b->said.text);
    return done;
}

static verdict judge(bisection *b)
{
    int code;
    if (b->asked->times)
        return !run_in(b, b->tree, NULL, &code) ? BROKEN
               : code == EXIT_OK                ? GOOD
               : code == EXIT_DIFFERS           ? BAD
                                                : BROKEN;
    temporary_remove(b->fresh);
    if (!run_in(b, b->tree, b->fresh, &code) || !has_run(code))
        return BROKEN;
    const char *const compare[] = {b->self, "compare", "--force", b->good, b->fresh, NULL};
    if (!run_program(b, compare, NULL, &code))
        return BROKEN;
    return code == EXIT_DIFFERS ? BAD : code == EXIT_OK || code == EXIT_CASES ? GOOD : BROKEN;
}

static verdict try_commit(bisection *b, const char *commit)
{
    static const char *const words[] = {
        [GOOD] = "as before", [BAD] = "differs", [BROKEN] = "cannot be built and run"};
    const char *const checkout[] = {"git",     "-C",       b->tree, "checkout",
                                    "--quiet", "--detach", commit,  NULL};
    fprintf(stderr, "%s: ", commit);
    const verdict found = git(b, checkout) && build(b, b->tree) ? judge(b) : BROKEN;
    fprintf(stderr, "%s\n", words[found]);
    return found;
}

/* --- what came out --- */

static void show_commit(bisection *b, const char *commit)
{
    const char *const show[] = {"git",          "show", "--no-patch", "--format=%h %ad %an: %s",
                                "--date=short", commit, NULL};
    if (git(b, show))
        printf("%s", b->said.text);
}

static int tell(const bisection *b, const commits *list)
{
    size_t low = 0, high = 0;
    if (signals_came())
        return EXIT_SIGNAL;
    if (list->found[list->count - 1] == BROKEN) {
        fprintf(stderr, "%s\n", b->said.text);
        return EXIT_IO;
    }
    if (list->found[list->count - 1] == GOOD) {
        printf("no difference between %s and %s\n", b->asked->good, b->asked->bad);
        return EXIT_DIFFERS;
    }
    for (size_t i = 0; i < list->count; i++)
        low = list->found[i] == GOOD ? i + 1 : low;
    for (high = low; list->found[high] != BAD; high++)
        ;
    printf(low == high ? "the first commit that differs:\n"
                       : "the first commit that differs is one of these, some of which cannot be "
                         "built and run:\n");
    for (size_t i = low; i <= high; i++)
        show_commit((bisection *)b, list->name[i]);
    return EXIT_OK;
}
