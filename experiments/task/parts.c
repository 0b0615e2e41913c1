#include "task/parts.h"

#include <stdlib.h>

void task_add_parts(const trama_mode_part *part, size_t count, bundle *results)
{
    double *reals = calloc(2 * count + 1, sizeof *reals);
    const char **texts = calloc(2 * count + 1, sizeof *texts);
    results->no_memory |= !reals || !texts;
    for (size_t i = 0; !results->no_memory && i < count; i++) {
        texts[i] = part[i].owner;
        texts[count + i] = part[i].name;
        reals[i] = part[i].curvature;
        reals[count + i] = part[i].damping;
    }
    if (!results->no_memory) {
        bundle_put_texts(results, &column_parts_owner, texts, count);
        bundle_put_texts(results, &column_parts_name, texts + count, count);
        bundle_put_reals(results, &column_parts_curvature, reals, count);
        bundle_put_reals(results, &column_parts_damping, reals + count, count);
    }
    free(reals);
    free(texts);
}
