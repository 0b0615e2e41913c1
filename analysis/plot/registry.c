#include "analysis/plot/plot.h"

#define PLOT(name) extern const plot_type plot_##name;
#include "study/plots.def"
#undef PLOT

static const void *const built_in[] = {
#define PLOT(name) &plot_##name,
#include "study/plots.def"
#undef PLOT
};
const trama_registry plot_registry = TRAMA_REGISTRY("plot", built_in, NULL);
