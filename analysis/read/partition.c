#include <stdlib.h>
#include <string.h>

#include "analysis/read/partition.h"

const char *partition_title(const study_case *c, const void *of, char room[PARTITION_TEXT])
{
    (void)of, (void)room;
    return case_method_title(c);
}

const char *partition_method(const study_case *c, const void *of, char room[PARTITION_TEXT])
{
    (void)of, (void)room;
    return case_integrator(c);
}

const char *partition_subject(const study_case *c, const void *of, char room[PARTITION_TEXT])
{
    (void)of, (void)room;
    return case_simulation(c);
}

const char *partition_experiment(const study_case *c, const void *of, char room[PARTITION_TEXT])
{
    (void)of, (void)room;
    return case_text(c, &column_case_experiment);
}

bool partition_is_one(const study_case *const *item, size_t count, partition_text *text)
{
    char room[PARTITION_TEXT], first[PARTITION_TEXT];
    bool one = true;
    for (size_t i = 1; one && i < count; i++)
        one = strcmp(text(item[i], NULL, room), text(item[0], NULL, first)) == 0;
    return one;
}

typedef struct told {
    char room[PARTITION_TEXT];
    const char *text; /* elsewhere; NULL: in the room, which moves as cases are sorted */
    size_t item;
} told;

static const char *text_of(const told *t)
{
    return t->text ? t->text : t->room;
}

static int by_text(const void *a, const void *b)
{
    const told *left = a, *right = b;
    return strcmp(text_of(left), text_of(right));
}

bool partition_whole(size_t count, partition *p)
{
    *p = (partition){.class_of = calloc(count + 1, sizeof *p->class_of),
                     .classes = count > 0,
                     .room = calloc(count + 1, sizeof *p->room)};
    return p->class_of && p->room;
}

bool partition_make(const study_case *const *item, size_t count, partition_text *text,
                    const void *of, partition *p)
{
    told *all = calloc(count + 1, sizeof *all);
    const bool made = partition_whole(count, p) && all;
    p->classes = 0;
    for (size_t i = 0; made && i < count; i++) {
        all[i].item = i;
        const char *own = text(item[i], of, all[i].room);
        all[i].text = own == all[i].room ? NULL : own;
    }
    if (made)
        qsort(all, count, sizeof *all, by_text);
    for (size_t i = 0; made && i < count; i++) {
        p->classes += i == 0 || by_text(&all[i - 1], &all[i]) != 0;
        p->class_of[all[i].item] = p->classes - 1;
    }
    free(all);
    return made;
}

void partition_free(partition *p)
{
    free(p->class_of);
    free(p->room);
    *p = (partition){0};
}

bool partition_settles(const partition *a, const partition *b, size_t count)
{
    size_t *first = a->room; /* of each class of a: the class of b, from 1 */
    bool settled = true;
    for (size_t i = 0; i < a->classes; i++)
        first[i] = 0;
    for (size_t i = 0; settled && i < count; i++) {
        size_t *known = &first[a->class_of[i]];
        settled = *known == 0 || *known == b->class_of[i] + 1;
        *known = b->class_of[i] + 1;
    }
    return settled;
}

typedef struct pair {
    size_t a, b, item;
} pair;

static int by_pair(const void *a, const void *b)
{
    const pair *left = a, *right = b;
    const int order = (left->a > right->a) - (left->a < right->a);
    return order ? order : (left->b > right->b) - (left->b < right->b);
}

bool partition_refine(partition *a, const partition *b, size_t count)
{
    pair *all = calloc(count + 1, sizeof *all);
    if (!all)
        return false;
    for (size_t i = 0; i < count; i++)
        all[i] = (pair){a->class_of[i], b->class_of[i], i};
    qsort(all, count, sizeof *all, by_pair);
    a->classes = 0;
    for (size_t i = 0; i < count; i++) {
        a->classes += i == 0 || by_pair(&all[i - 1], &all[i]) != 0;
        a->class_of[all[i].item] = a->classes - 1;
    }
    free(all);
    return true;
}
