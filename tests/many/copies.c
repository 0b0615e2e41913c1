/* Many cases for measurements of the analysis: every planned case of a folder gets a file. It is a
 * copy of one case of the same task, with the id, labels and swept values of the planned one, and
 * with numbers of its own: every single real below /result is scaled by a factor of the row. copies
 * FOLDER TEMPLATE.h5: FOLDER has study.h5 (`trama index CONFIG` writes it) and cases/. */
#include "results/columns/columns.h"
#include "results/record.h"
#include "study/study.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_of_case(const char *path)
{
    return strcmp(path, column_case_id.path) == 0 ||
           strcmp(path, column_case_integrator.path) == 0 ||
           strcmp(path, column_case_experiment.path) == 0 || group_rest(group_swept, path) ||
           group_rest(group_labels, path) || strcmp(path, column_dt.path) == 0;
}

static void copy(const bundle_column *c, double factor, bundle *to)
{
    const bool scaled = c->rows == 1 && c->columns == 1 && group_rest(group_result, c->path);
    if (c->real && c->rows == 1 && c->columns == 1)
        bundle_add_real(to, c->path, c->unit, c->summary, (scaled ? factor : 1) * c->real[0]);
    else if (c->real)
        bundle_add_reals(to, c->path, c->unit, c->summary, c->real, c->rows, c->columns);
    else if (c->integer)
        bundle_add_integers(to, c->path, c->unit, c->summary, c->integer, c->rows, c->columns);
    else
        bundle_add_texts(to, c->path, c->summary, (const char *const *)c->text, c->rows);
    to->column[to->count - 1].single = c->single;
    to->column[to->count - 1].boolean = c->boolean;
}

static bool write_case(const char *path, const record_study *plan, size_t row, const bundle *of,
                       record_error *error)
{
    bundle b = {0};
    for (size_t i = 0; i < of->count; i++)
        if (!is_of_case(of->column[i].path))
            copy(&of->column[i], 1 + 1e-3 * (double)(row % 997), &b);
    record_study_case(plan, row, &b);
    const bool done = !b.no_memory && record_write_later(path, &b, getpid(), error) == RECORD_OK;
    bundle_free(&b);
    return done;
}

/* The path of a case's file, whose folder is made. */
static char *make_path(const char *folder, const char *id)
{
    char path[PATH_MAX];
    record_case_path(folder, id, path, sizeof path);
    char *slash = strrchr(path, '/');
    *slash = '\0';
    mkdir(path, 0777);
    *slash = '/';
    return strdup(path);
}

/* Files get their names a few thousand at a time. */
enum { TOGETHER = 5000 };

static bool write_cases(const char *folder, const record_study *plan, size_t first, size_t end,
                        const bundle *of, record_error *error)
{
    static char *path[TOGETHER];
    size_t count = 0;
    bool done = true;
    for (size_t row = first; done && row < end; row++) {
        path[count] = make_path(folder, plan->id[row]);
        done = path[count] && write_case(path[count], plan, row, of, error);
        count += path[count] != NULL;
    }
    done = done && record_commit((const char *const *)path, count, error) == count;
    while (count > 0)
        free(path[--count]);
    return done;
}

int main(int count, char **word)
{
    record_error error = {0};
    record_study plan = {0};
    bundle of = {0};
    bool done = count == 3 && record_study_read(word[1], &plan, &error) == RECORD_OK &&
                record_read(word[2], NULL, &of, &error) == RECORD_OK;
    for (size_t row = 0, end; done && row < plan.rows; row = end) {
        end = row + TOGETHER < plan.rows ? row + TOGETHER : plan.rows;
        done = write_cases(word[1], &plan, row, end, &of, &error);
    }
    if (!done)
        fprintf(stderr, "copies FOLDER TEMPLATE.h5: %s\n", error.text);
    bundle_free(&of);
    record_study_free(&plan);
    return done ? 0 : 1;
}
