#include "analysis/report/report.h"

#define SECTION(name) extern const section_type section_##name;
#include "analysis/report/sections.def"
#undef SECTION

static const void *const built_in[] = {
#define SECTION(name) &section_##name,
#include "analysis/report/sections.def"
#undef SECTION
};
const trama_registry section_registry = TRAMA_REGISTRY("section", built_in, NULL);
