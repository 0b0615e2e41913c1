#include "analysis/table/table.h"

#define TABLE(name) extern const table_type table_##name;
#include "study/tables.def"
#undef TABLE

static const void *const built_in[] = {
#define TABLE(name) &table_##name,
#include "study/tables.def"
#undef TABLE
};
const trama_registry table_registry = TRAMA_REGISTRY("table", built_in, NULL);
