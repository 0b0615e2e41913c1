#include "analysis/table/table.h"

#define TABLE(name) extern const table_type table_##name;
#include "analysis/table/tables.def"
#undef TABLE

static const table_type *const registry[] = {
#define TABLE(name) &table_##name,
#include "analysis/table/tables.def"
#undef TABLE
};

size_t table_count(void)
{
    return sizeof registry / sizeof *registry;
}

const table_type *table_at(size_t index)
{
    return registry[index];
}
