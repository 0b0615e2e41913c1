/* `panels` and `figures` of a study block. */
#include "study/parts.h"

#include <string.h>
#include <strings.h>

typedef struct panel_range {
    double damping, radius[2];
} panel_range;

static const trama_field panel_table[] = {
    {TRAMA_FIELD_OF(panel_range, damping), .unit = "1", .minimum = 0, .maximum = 100,
     .summary = "c dt at which spectral radii are shown"},
    {TRAMA_FIELD_OF(panel_range, radius), .unit = "1", .minimum = 0, .maximum = 1e6,
     .fallback = {0.4, 2.6}, .summary = "smallest and largest radius shown"},
};
static const trama_fields panel_fields = TRAMA_FIELDS(panel_table, panel_range);

static bool read_members(const study_reader *in, const config_node *node, study_panel *panel)
{
    const config_node *of = config_get(node, "of");
    if (!of || of->kind != CONFIG_SEQUENCE || of->count == 0 || of->count > STUDY_PANEL_MAX)
        return config_fail(in->error, of ? of : node, "a panel needs of: [METHOD, ...], %d at most",
                           STUDY_PANEL_MAX);
    if (!study_part_room(in, of, &panel->member, of->count, sizeof *panel->member))
        return false;
    for (; panel->member_count < of->count; panel->member_count++)
        if (!config_text(of->item[panel->member_count], &panel->member[panel->member_count],
                         in->error))
            return false;
    return true;
}

static bool read_panel(const study_reader *in, const config_node *node, study_panel *panel)
{
    static const char *const others[] = {"title", "of", NULL};
    panel_range r;
    *panel = (study_panel){.title = ""};
    if (!config_fields(node, panel_fields, others, &r, in->error) ||
        !study_part_text(in, node, "title", &panel->title) || !read_members(in, node, panel))
        return false;
    panel->damping = r.damping;
    panel->low = r.radius[0];
    panel->high = r.radius[1];
    return r.radius[0] < r.radius[1] ||
           config_fail(in->error, node, "the radius of a panel; allowed: [LOW, HIGH], low first");
}

bool study_read_panels(const study_reader *in, const config_node *node)
{
    study_block *block = in->block;
    if (!node)
        return true;
    if (node->kind != CONFIG_SEQUENCE || node->count > STUDY_PANELS_MAX)
        return config_fail(in->error, node,
                           "panels is a list of at most %d {title: TEXT, of: "
                           "[METHOD, ...]}",
                           STUDY_PANELS_MAX);
    if (!study_part_room(in, node, &block->panel, node->count, sizeof *block->panel))
        return false;
    for (size_t i = 0; i < node->count; i++)
        if (!read_panel(in, node->item[i], &block->panel[block->panel_count++]))
            return false;
    return true;
}

/* ---- Figures of the study's own. */

static bool read_scale(const study_reader *in, const config_node *scales, const char *axis,
                       study_scale *scale)
{
    static const char *const names[] = {[STUDY_SCALE_LINEAR] = "linear", [STUDY_SCALE_LOG] = "log"};
    const config_node *node = config_get(scales, axis);
    const char *text;
    if (!node)
        return true;
    if (!config_text(node, &text, in->error))
        return false;
    for (*scale = STUDY_SCALE_LINEAR; *scale <= STUDY_SCALE_LOG; ++*scale)
        if (strcmp(text, names[*scale]) == 0)
            return true;
    return config_fail(in->error, node, "the scale of %s is '%s'; allowed: linear, log", axis,
                       text);
}

static bool read_scales(const study_reader *in, const config_node *node, study_figure *figure)
{
    static const char *const keys[] = {"x", "y"};
    return !node || (study_part_keys(in, node, "scale", keys, 2) &&
                     read_scale(in, node, "x", &figure->x_scale) &&
                     read_scale(in, node, "y", &figure->y_scale));
}

/* NAME, or {of: NAME, title: TEXT, unit: UNIT}. */
static bool read_values(const study_reader *in, const config_node *figure, const char *key,
                        study_values *values)
{
    static const char *const keys[] = {"of", "title", "unit"};
    const config_node *node = config_get(figure, key);
    *values = (study_values){.of = "", .title = "", .unit = ""};
    if (!node || node->kind != CONFIG_MAPPING)
        return study_part_text(in, figure, key, &values->of);
    return study_part_keys(in, node, key, keys, 3) &&
           study_part_text(in, node, "of", &values->of) &&
           study_part_text(in, node, "title", &values->title) &&
           study_part_text(in, node, "unit", &values->unit);
}

static bool read_bars(const study_reader *in, const config_node *node, study_figure *figure)
{
    figure->low = figure->high = "";
    if (node && (node->kind != CONFIG_SEQUENCE || node->count != 2))
        return config_fail(in->error, node,
                           "the bars of a figure; allowed: [LOW, HIGH], two names");
    return !node || (config_text(node->item[0], &figure->low, in->error) &&
                     config_text(node->item[1], &figure->high, in->error));
}

static bool read_name(const study_reader *in, const config_node *node, study_figure *figure)
{
    const config_node *name = config_get(node, "name");
    if (!name)
        return config_fail(
            in->error, node,
            "a figure is {name: NAME, title: TEXT, x: NAME, y: NAME, bars: [LOW, HIGH], marks: "
            "NAME, "
            "line: NAME, panel: NAME, only: EXPRESSION, scale: {x: linear, y: log}, kind: TEXT}; "
            "all but its name may be left out");
    if (!study_part_text(in, node, "name", &figure->name))
        return false;
    if (!study_is_name(figure->name))
        return config_fail(in->error, name,
                           "'%s' cannot name a figure; allowed: 1 to 64 letters, digits and _, the "
                           "first no digit",
                           figure->name);
    for (const study_figure *other = in->block->figure; other < figure; other++)
        if (strcasecmp(other->name, figure->name) == 0)
            return config_fail(in->error, name,
                               "the study has a figure '%s' already; allowed: another name",
                               figure->name);
    return true;
}

static bool read_figure(const study_reader *in, const config_node *node, study_figure *figure)
{
    static const char *const keys[] = {"name", "title", "x",    "y",     "bars", "marks",
                                       "line", "panel", "only", "scale", "kind"};
    return study_part_keys(in, node, "a figure", keys, sizeof keys / sizeof *keys) &&
           read_name(in, node, figure) && study_part_text(in, node, "title", &figure->title) &&
           read_values(in, node, "x", &figure->x) && read_values(in, node, "y", &figure->y) &&
           read_values(in, node, "marks", &figure->marks) &&
           read_bars(in, config_get(node, "bars"), figure) &&
           study_part_text(in, node, "line", &figure->line) &&
           study_part_text(in, node, "panel", &figure->panel) &&
           study_part_text(in, node, "only", &figure->only) &&
           study_part_text(in, node, "kind", &figure->kind) &&
           read_scales(in, config_get(node, "scale"), figure);
}

bool study_read_figures(const study_reader *in, const config_node *node)
{
    study_block *block = in->block;
    if (!node)
        return true;
    if (node->kind != CONFIG_SEQUENCE)
        return config_fail(in->error, node, "figures is a list of {name: NAME, x: NAME, y: NAME}");
    if (!study_part_count(in, node, "figures", STUDY_FIGURES_MAX) ||
        !study_part_room(in, node, &block->figure, node->count, sizeof *block->figure))
        return false;
    for (size_t i = 0; i < node->count; i++)
        if (!read_figure(in, node->item[i], &block->figure[block->figure_count++]))
            return false;
    return true;
}
