#include "analysis/plot/plot.h"

#define PLOT(name) extern const plot_type plot_##name;
#include "analysis/plot/plots.def"
#undef PLOT

static const plot_type *const registry[] = {
#define PLOT(name) &plot_##name,
#include "analysis/plot/plots.def"
#undef PLOT
};

size_t plot_count(void)
{
    return sizeof registry / sizeof *registry;
}

const plot_type *plot_at(size_t index)
{
    return registry[index];
}
