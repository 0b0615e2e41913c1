/* What a plot is: one const entry, of descriptions of charts (chart.h) or of films (film.h). To add
 * one: write its file, export its plot_type, add a line to plots.def. */
#ifndef ANALYSIS_PLOT_PLOT_H
#define ANALYSIS_PLOT_PLOT_H

#include "analysis/plot/figure.h"
#include "analysis/read/study.h"
#include "core/registry.h"

/* The caption of a figure in the report, by name, possibly with a page number, "NAME-2"; a name
 * here that ends with _ is a prefix. */
typedef struct plot_caption {
    const char *figure, *text;
    const char *note; /* how to read it; NULL: nothing special */
} plot_caption;

typedef struct plot_type {
    const char *name;
    const char *needs;               /* what has to be in the results, for people */
    const struct chart_form *charts; /* PLOT_CHARTS(forms) */
    size_t chart_count;
    const struct film_form *films; /* PLOT_FILMS(forms) */
    size_t film_count;
    const plot_caption *captions; /* PLOT_CAPTIONS(...); NULL: the names of its figures say it */
    bool on_request;              /* drawn by its name alone */
    bool last;                    /* in the report, after what studies ask for */
    bool fits_column; /* also drawn as wide as one column of a journal: of the gallery's width */
} plot_type;

#define PLOT_CHARTS(forms) .charts = (forms), .chart_count = sizeof(forms) / sizeof *(forms)

#define PLOT_FILMS(forms) .films = (forms), .film_count = sizeof(forms) / sizeof *(forms)

#define PLOT_CAPTIONS(...)                                                                         \
    .captions = (const plot_caption[])                                                             \
    {                                                                                              \
        __VA_ARGS__,                                                                               \
        {                                                                                          \
            NULL, NULL, NULL                                                                       \
        }                                                                                          \
    }

#define PLOT(name) extern const plot_type plot_##name;
#include "study/plots.def"
#undef PLOT

/* Makes all its figures. False: the results hold nothing to draw. */
bool plot_draw(const plot_type *plot, const study *s, gallery *g);

/* For a plot drawn on request: true if there is something to draw. */
bool plot_offers(const plot_type *plot, const study *s);

/* The registry of plot_type, in the order of plots.def. */
extern const trama_registry plot_registry;

#endif
