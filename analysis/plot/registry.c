#include "analysis/plot/chart.h"
#include "analysis/plot/film.h"

static const void *const built_in[] = {
#define PLOT(name) &plot_##name,
#include "study/plots.def"
#undef PLOT
};
const trama_registry plot_registry = TRAMA_REGISTRY("plot", built_in, NULL);

bool plot_draw(const plot_type *plot, const study *s, gallery *g)
{
    bool any = false;
    for (size_t i = 0; i < plot->film_count; i++)
        any = film_draw(&plot->films[i], s, g) || any;
    for (size_t i = 0; i < plot->chart_count; i++)
        any = chart_draw(&plot->charts[i], s, g) || any;
    return any;
}

bool plot_offers(const plot_type *plot, const study *s)
{
    bool any = false;
    for (size_t i = 0; plot->on_request && !any && i < plot->chart_count; i++)
        any = chart_has_cases(&plot->charts[i], s);
    return any;
}
