/* A derived quantity: its description and computation. quantities.def lists them. */
#ifndef QUANTITIES_QUANTITY_H
#define QUANTITIES_QUANTITY_H

#include "quantities/history.h"
#include "quantities/quantities.h"

typedef struct quantity_entry quantity_entry;
struct quantity_entry {
    results_column column; /* name below /quantity, unit, summary */
    double (*of)(const measured_case *m,
                 const quantity_entry *q); /* NULL: it needs other cases too */
    /* its inputs, for quantities that share a function */
    const results_column *series, *end; /* columns of the history and of the last state */
    const char *observed;               /* name of an observed quantity of objects and
                                           interactions */
};

/* All entries of quantities.def, in its order; the last has no `column.path`. */
extern const quantity_entry quantity_list[];

/* The functions of quantities.def: for single quantities, and shared ones. NAN if the case has
 * none. */
#define OWN(name, unit, summary)                                                                   \
    double quantity_##name(const measured_case *m, const quantity_entry *q);
#define QUANTITY(name, unit, of, series, end, observed, summary)
#include "quantities/quantities.def"
double quantity_by_last(const measured_case *m, const quantity_entry *q);
double quantity_by_end(const measured_case *m, const quantity_entry *q);
double quantity_by_last_state(const measured_case *m, const quantity_entry *q);
double quantity_by_last_sample(const measured_case *m, const quantity_entry *q);
double quantity_by_last_sum(const measured_case *m, const quantity_entry *q);
double quantity_by_largest(const measured_case *m, const quantity_entry *q);
double quantity_by_largest_sum(const measured_case *m, const quantity_entry *q);
double quantity_by_finest(const measured_case *m, const quantity_entry *q);
double quantity_by_least(const measured_case *m, const quantity_entry *q);

#endif
