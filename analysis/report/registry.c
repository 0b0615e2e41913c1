#include "analysis/report/report.h"

#define SECTION(name) extern const section_type section_##name;
#include "analysis/report/sections.def"
#undef SECTION

static const section_type *const registry[] = {
#define SECTION(name) &section_##name,
#include "analysis/report/sections.def"
#undef SECTION
};

size_t section_count(void)
{
    return sizeof registry / sizeof *registry;
}

const section_type *section_at(size_t index)
{
    return registry[index];
}

bool section_applies(const section_type *section, const report *r)
{
    return !section->applies || section->applies(r);
}
