/* A derived quantity: how it is told, and how it is computed. quantities.def lists them. */
#ifndef QUANTITIES_QUANTITY_H
#define QUANTITIES_QUANTITY_H

#include "quantities/history.h"
#include "quantities/quantities.h"

typedef struct quantity_entry quantity_entry;
struct quantity_entry {
    results_column column; /* name below /quantity, unit, summary */
    double (*of)(const measured_case *m,
                 const quantity_entry *q); /* NULL: it needs other cases too */
    /* what it is computed from, where quantities share a function */
    const results_column *series, *end; /* columns of the history and of the last state */
    const char *observed;               /* name of what objects and interactions observe */
};

/* All that quantities.def lists, in its order; the last has no `column.path`. */
extern const quantity_entry quantity_list[];

/* The functions of quantities.def: those of single quantities, and those that several share. NAN
 * where the case has none. */
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
