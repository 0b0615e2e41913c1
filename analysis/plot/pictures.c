/* The panels of a figure of pictures, their texts and eyes. */
#include "analysis/plot/pictures.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/plot/legend.h"
#include "analysis/plot/sheet.h"
#include "core/memory.h"

static const double title_line = 0.45, label_line = 0.4, bar = 0.65; /* cm */

static void write_pictures(pictures *p, gallery *g);

picture *pictures_add(pictures *p)
{
    picture *grown = trama_with_room(p->item, p->count, &p->room, sizeof *grown);
    p->item = grown ? grown : p->item;
    p->no_memory |= !grown;
    picture *added = grown ? &p->item[p->count++] : &p->spare;
    *added = (picture){0};
    return added;
}

static bool joins_last_row(const pictures *p, size_t count, double title)
{
    return p->count > 0 && count == 1 && !p->closed && p->used < p->side &&
           (!p->roomy || fmax(p->widest, title) * (double)(p->used + 1) <= p->width);
}

picture pictures_next(pictures *p, size_t count, double title, gallery *g)
{
    const bool joins = joins_last_row(p, count, title);
    if (!joins && p->count > 0 && ++p->last_row == p->rows)
        pictures_draw(p, g);
    p->used = joins ? p->used : 0;
    p->widest = joins ? fmax(p->widest, title) : title;
    p->closed = count > 1;
    const picture next = {.row = p->last_row, .column = p->used};
    p->used += count;
    return next;
}

const frames *pictures_keep(pictures *p, frames *f)
{
    frames **grown = trama_with_room(p->kept, p->kept_count, &p->kept_room, sizeof(*grown));
    frames *own = grown && !p->reads_again ? malloc(sizeof *own) : NULL;
    p->kept = grown ? grown : p->kept;
    p->no_memory |= !grown || (!own && !p->reads_again);
    if (!own) {
        frames_free(f);
        return NULL;
    }
    *own = *f;
    return p->kept[p->kept_count++] = own;
}

static void forget(pictures *p)
{
    for (size_t i = 0; i < p->kept_count; i++) {
        frames_free(p->kept[i]);
        free(p->kept[i]);
    }
    free(p->kept);
    free(p->item);
    p->kept = NULL;
    p->item = NULL;
    p->count = p->room = p->kept_count = p->kept_room = p->last_row = 0;
}

void pictures_draw(pictures *p, gallery *g)
{
    if (p->no_memory) {
        fprintf(g->err, "%s: not made: no memory\n", p->name);
        g->failed = true;
    } else if (p->count > 0) {
        p->figures++;
        write_pictures(p, g);
    }
    forget(p);
}

/* --- panels --- */

static size_t lines_of(const char text[PICTURE_LINES][PICTURE_TEXT])
{
    return text[1][0] ? 2 : text[0][0] != '\0';
}

/* Panels that have room side by side; 0: as many as there are. */
static size_t across_of(const pictures *p)
{
    return p->narrow && p->count < p->side ? p->count : p->narrow ? p->side : p->across;
}

static double width_of(const pictures *p)
{
    return p->narrow && across_of(p) == 1 ? FIGURE_SINGLE : p->width;
}

/* Of a row: its panels, and most lines above and below them. */
typedef struct layout {
    size_t columns, above, below;
} layout;

static layout layout_of(const pictures *p, size_t row)
{
    layout all = {.columns = across_of(p)};
    for (size_t i = 0; i < p->count; i++) {
        const picture *own = &p->item[i];
        const size_t above = lines_of(own->above), below = lines_of(own->below);
        if (own->row != row)
            continue;
        all.columns = own->column < all.columns ? all.columns : own->column + 1;
        all.above = above > all.above ? above : all.above;
        all.below = below > all.below ? below : all.below;
    }
    all.below = p->outside ? PICTURE_LINES : all.below;
    return all;
}

/* Where there are no texts below, there is room for a bar that no picture hides. */
static edges edges_of(const pictures *p, const picture *own, double height)
{
    const layout all = layout_of(p, own->row);
    const double width = 1 / (double)all.columns, left = width * (double)own->column;
    const double top = height - p->row * (double)own->row;
    const double above = all.above ? 0.1 + title_line * (double)all.above : 0.15;
    const double below = all.below ? 0.2 + label_line * (double)all.below : bar;
    return (edges){left + 0.01, left + width - 0.01, (top - p->row + below) / height,
                   (top - above) / height};
}

static bool is_drawn(const picture *own)
{
    return own->of || own->run;
}

/* Whether all have one scale. */
static bool fit_eyes(pictures *p, const figure *f)
{
    camera *eye[FIGURE_PICTURES];
    size_t count = 0;
    for (size_t i = 0; i < p->count; i++) {
        const edges e = edges_of(p, &p->item[i], f->height);
        camera_fit(&p->item[i].eye, &e, f);
        if (is_drawn(&p->item[i]) && count < FIGURE_PICTURES)
            eye[count++] = &p->item[i].eye;
    }
    return p->one_scale && cameras_share_scale(eye, count);
}

/* --- the figure --- */

static void write_picture(const pictures *p, const picture *own, bool scale, figure *f, gallery *g);
static void write_texts(const pictures *p, size_t i, const edges *e, figure *f);

/* What is drawn, each once. */
static size_t frames_of(const pictures *p, const frames *all[FIGURE_PICTURES])
{
    size_t count = 0;
    for (size_t i = 0; i < p->count; i++) {
        size_t known = 0;
        while (known < count && all[known] != p->item[i].of)
            known++;
        if (known == count && p->item[i].of && count < FIGURE_PICTURES)
            all[count++] = p->item[i].of;
    }
    return count;
}

static void write_pictures(pictures *p, gallery *g)
{
    const frames *all[FIGURE_PICTURES];
    const size_t count = frames_of(p, all);
    const double rows = (double)p->item[p->count - 1].row + 1, key = legend_height(all, count);
    char name[FIGURE_NAME];
    bool first = true;
    figure f;
    snprintf(name, sizeof name, p->figures > 1 ? "%.80s-%zu" : "%.90s", p->name, p->figures);
    if (!figure_begin(&f, g, name, width_of(p), p->row * rows + key))
        return;
    const bool shared = fit_eyes(p, &f);
    shade_begin(&f);
    for (size_t i = 0; i < p->count; i++) {
        const picture *own = &p->item[i];
        const edges e = edges_of(p, own, f.height);
        fputs("unset label\nunset arrow\n", f.script.stream);
        if (i == 0)
            legend_write(all, count, &f);
        write_texts(p, i, &e, &f);
        write_picture(p, own, own->scale && (first || !shared), &f, g);
        first = first && !is_drawn(own);
    }
    fputs("unset multiplot\n", f.script.stream);
    figure_end(&f, g);
}

static void write_line(const char *text, double middle, double height, figure *f)
{
    if (!text[0])
        return;
    fputs("set label ", f->script.stream);
    figure_text(f, text);
    fprintf(f->script.stream, " at screen %.5f, screen %.5f center\n", middle, height / f->height);
}

static void write_texts(const pictures *p, size_t i, const edges *e, figure *f)
{
    const picture *own = &p->item[i];
    const double middle = (e->left + e->right) / 2, top = f->height - p->row * (double)own->row;
    const double columns = own->over_row ? 1 : (double)layout_of(p, own->row).columns;
    for (size_t k = 0; k < PICTURE_LINES; k++) {
        char text[PICTURE_TEXT + 8];
        sheet_fit(own->above[k], f->width / columns - 0.2, text, sizeof text);
        write_line(text, own->over_row ? 0.5 : middle, top - 0.28 - title_line * (double)k, f);
        if (k == 0 && own->below[0][0])
            snprintf(text, sizeof text, "(%c) %s", 'a' + (char)(i % 26), own->below[0]);
        else
            snprintf(text, sizeof text, "%s", own->below[k]);
        write_line(text, middle, e->bottom * f->height - 0.28 - label_line * (double)k, f);
    }
}

static void write_scale(const picture *own, const edges *e, bool below, figure *f)
{
    const edges strip = {e->left, e->right, e->bottom - (bar - 0.1) / f->height, e->bottom};
    camera_write_scale(&own->eye, below ? &strip : e, f);
}

/* The number of nodes of its own that the panel does not show. */
static size_t count_unseen(const frames *of, const picture *own, const figure *f)
{
    size_t unseen = 0;
    for (size_t i = 0; i < of->own; i++)
        unseen += !camera_sees(&own->eye, frames_node(of, own->frame, i), f);
    return unseen;
}

static void write_frame(const pictures *p, const picture *own, const frames *of, figure *f)
{
    const edges *e = &own->eye.panel;
    const size_t unseen = p->outside ? count_unseen(of, own, f) : 0;
    char text[64];
    snprintf(text, sizeof text, "%zu nodes outside", unseen);
    if (unseen > 0)
        write_line(text, (e->left + e->right) / 2, e->bottom * f->height - 0.28 - label_line, f);
    shade_draw(of, own->frame, &own->eye, unseen > 0 ? SHADE_EDGES : p->kind, f);
}

static void write_picture(const pictures *p, const picture *own, bool scale, figure *f, gallery *g)
{
    frames read = {0};
    const bool reads = !own->of && own->run,
               there = own->of || (reads && frames_read(own->run, &read, g->err));
    if (there && scale)
        write_scale(own, &own->eye.panel, layout_of(p, own->row).below == 0, f);
    if (there)
        write_frame(p, own, own->of ? own->of : &read, f);
    else /* nothing but the texts */
        fputs("plot [0:1] [0:1] 2 notitle\n", f->script.stream);
    if (reads && there)
        frames_free(&read);
}
