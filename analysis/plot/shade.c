#include "analysis/plot/shade.h"

#include <math.h>
#include <stdlib.h>

static const double pieces_of_cm = 15; /* along each direction, facets being divided to that */

/* A figure that is higher than a page (cm) is looked at from further off, or in part: it has no
 * more pieces than one of a page. gnuplot takes 0.2 s for each picture of 15 pieces a cm. */
static const double page = 30;

/* One frame's nodes and their normals, and the view. A part's front is the side that faces the eye
 * on the whole. */
typedef struct patch {
    const frames *frames;
    bool smooth;
    size_t frame, divide; /* each facet, along each direction */
    vector *normal;       /* of the nodes; of a facet with edges, its own is taken */
    const view *view;
    double *front; /* of each part: sign of the area vectors' component toward the eye, there */
} patch;

/* The area vectors of a closed surface cancel, but for rounding. */
double shade_front(const frames *f, size_t frame, size_t part, const view *v)
{
    static const double rounding = 1e-9;
    const double toward = vector_dot(frames_part_facing(f, frame, part), v->toward);
    double size = 0;
    for (size_t i = f->part[part].first; i < f->part[part].first + f->part[part].facets; i++) {
        const vector area = frames_area(f, frame, i);
        size += vector_is_finite(area) ? sqrt(vector_dot(area, area)) : 0;
    }
    return toward < -rounding * size ? -1 : 1;
}

size_t shade_colour(const frames *f, size_t part)
{
    return f->part[part].obstacle ? 0 : 1 + part % SHADE_COLOURS;
}

/* A surface is seen from the side that it faces, a lying one from above; the higher up the more it
 * lies, and somewhat from aside, so that folds show. */
view shade_view(const frames *f, size_t frame)
{
    const double degrees = 180 / 3.14159265358979323846, aside = 32;
    const vector facing = vector_unit(frames_facing(f, frame));
    const double sign = facing.y < -0.7 ? -1 : 1;
    const double level = hypot(facing.x, facing.z);
    const double front = level < 0.15 ? 0 : atan2(sign * facing.x, sign * facing.z) * degrees;
    return view_of(16 + 20 * fabs(facing.y), front + aside);
}

/* A node's normal: the area vectors of the facets around it. */
static void add_normals(patch *p)
{
    const frames *f = p->frames;
    for (size_t i = 0; i < f->facets; i++) {
        const size_t *corner = f->facet[i].corner;
        const vector area = frames_area(f, p->frame, i);
        for (size_t c = 0; c < 4; c++)
            if (c < 3 || corner[3] != corner[2])
                p->normal[corner[c]] = vector_sum(1, p->normal[corner[c]], 1, area);
    }
    for (size_t i = 0; i < f->nodes; i++)
        p->normal[i] = vector_unit(p->normal[i]);
}

/* Point between the corners of a facet: s goes from the first corner to the second, t to the
 * fourth. In a triangle the side s = 1 and the third corner meet at t = 1. */
static vector bilinear(const vector corner[4], double s, double t)
{
    const vector near = vector_sum(1 - s, corner[0], s, corner[1]);
    const vector far = vector_sum(1 - s, corner[3], s, corner[2]);
    return vector_sum(1 - t, near, t, far);
}

static vector position_at(const patch *p, size_t which, double s, double t)
{
    vector corner[4];
    for (size_t c = 0; c < 4; c++)
        corner[c] = frames_node(p->frames, p->frame, p->frames->facet[which].corner[c]);
    return bilinear(corner, s, t);
}

static vector normal_at(const patch *p, size_t which, double s, double t)
{
    vector corner[4];
    for (size_t c = 0; c < 4; c++)
        corner[c] = p->normal[p->frames->facet[which].corner[c]];
    return vector_unit(bilinear(corner, s, t));
}

/* Light from the eye's upper left, so that folds cast their shade whatever the view; it fades
 * smoothly to the side that is turned away from it (half Lambert), so that folds are seen there,
 * too. The side that is seen is the facet's own, not the interpolated normal's. */
static double brightness(const patch *p, size_t which, double s, double t)
{
    const view *v = p->view;
    const vector from_left = vector_sum(0.75, v->up, -0.65, v->right);
    const vector light = vector_unit(vector_sum(1, v->toward, 1, from_left));
    const vector area = frames_area(p->frames, p->frame, which);
    const double seen = vector_dot(area, v->toward) < 0 ? -1 : 1;
    const vector normal = p->smooth ? normal_at(p, which, s, t) : vector_unit(area);
    const double half = 0.5 + 0.5 * seen * vector_dot(normal, light);
    return seen * p->front[p->frames->facet[which].part] * (0.06 + 0.94 * half * half);
}

/* Pieces are drawn in order of their middles' depth. What lies on an obstacle must come after it,
 * though the obstacle's pieces are larger: they count as deeper by twice the length of one, m. */
static double sink_of(const patch *p, size_t which)
{
    const frames *f = p->frames;
    const frames_facet *facet = &f->facet[which];
    if (!f->part[facet->part].obstacle)
        return 0;
    double longest = 0;
    for (size_t c = 0; c < 4; c++) {
        const vector side = vector_sum(1, frames_node(f, p->frame, facet->corner[(c + 1) % 4]), -1,
                                       frames_node(f, p->frame, facet->corner[c]));
        longest = fmax(longest, sqrt(vector_dot(side, side)));
    }
    return 2 * longest / (double)p->divide;
}

/* The piece whose shade the i-th point of a line carries: gnuplot (5.4; c1) gives a piece that of
 * the second line's first point, and so the one before it along s, and the next along t. */
static size_t piece_before(size_t i)
{
    return i > 0 ? i - 1 : 0;
}

static size_t piece_after(size_t j, size_t pieces)
{
    return j < pieces ? j : pieces - 1;
}

/* With several objects, a fifth column says how much deeper a piece counts. */
static void write_facet(const patch *p, size_t which, figure *out)
{
    const double part = (double)p->divide;
    const frames *f = p->frames;
    const double colour = f->parts > 1 ? 3 * (double)shade_colour(f, f->facet[which].part) : 0;
    for (size_t i = 0; i <= p->divide; i++) {
        for (size_t j = 0; j <= p->divide; j++) {
            const vector at = position_at(p, which, (double)i / part, (double)j / part);
            const double s = (double)piece_before(i), t = (double)piece_after(j, p->divide);
            figure_number(out, at.x);
            figure_number(out, at.y);
            figure_number(out, at.z);
            figure_number(out, colour + brightness(p, which, (s + 0.5) / part, (t + 0.5) / part));
            if (f->parts > 1)
                figure_number(out, sink_of(p, which));
            fputc('\n', out->data.stream);
        }
        fputs(i < p->divide ? "\n" : "", out->data.stream);
    }
    figure_end_block(out);
}

static void write_node(const patch *p, size_t node, double shade, figure *out)
{
    const vector at = frames_node(p->frames, p->frame, node);
    const double value[4] = {at.x, at.y, at.z, shade};
    for (size_t i = 0; i < 4; i++)
        figure_number(out, value[i]);
    if (p->frames->parts > 1)
        figure_number(out, 0); /* no obstacle */
    fputc('\n', out->data.stream);
}

/* Squares that are not divided, as one block: gnuplot takes 16 kB for a block. */
static void write_grid(const patch *p, size_t part, figure *out)
{
    const frames_part *grid = &p->frames->part[part];
    const double colour = p->frames->parts > 1 ? 3 * (double)shade_colour(p->frames, part) : 0;
    for (size_t k = 0; k < grid->m; k++) {
        for (size_t l = 0; l < grid->n; l++) {
            const size_t square = piece_before(k) * (grid->n - 1) + piece_after(l, grid->n - 1);
            write_node(p, grid->begin + k * grid->n + l,
                       colour + brightness(p, grid->first + square, 0.5, 0.5), out);
        }
        fputs(k + 1 < grid->m ? "\n" : "", out->data.stream);
    }
    figure_end_block(out);
}

static void write_part(const patch *p, size_t part, figure *out)
{
    const frames_part *q = &p->frames->part[part];
    if (p->divide == 1 && q->m > 1 && q->n > 1 && !q->obstacle)
        write_grid(p, part, out);
    else
        for (size_t i = q->first; i < q->first + q->facets; i++)
            write_facet(p, i, out);
}

/* Into how many pieces each facet is divided, so that pieces are about as large on every paper. */
static size_t division_of(const frames *f, const camera *eye, const figure *out)
{
    const double width = (eye->plot.right - eye->plot.left) * out->width;
    const double height = (eye->plot.top - eye->plot.bottom) * out->height;
    const double cm_of_metre = fmin(width, height) / (2 * eye->width);
    const vector across = vector_sum(1, eye->high, -1, eye->low);
    const double side = cm_of_metre * sqrt(across.x * across.y); /* of the picture, cm */
    const double pieces = pieces_of_cm * sqrt(fmin(1.0, page / out->height));
    const double divide = pieces * side / sqrt((double)f->facets);
    return divide > 1 ? (size_t)lround(divide) : 1;
}

/* A border of a piece's own colour closes the hairlines that PDF viewers leave between them; in SVG
 * they are crisp, and gnuplot 5.4 would fill the border black. */
static void write_commands(const patch *p, const camera *eye, size_t block, figure *out)
{
    camera deep = *eye;
    double sink = 0;
    for (size_t i = 0; i < p->frames->facets; i++)
        sink = fmax(sink, sink_of(p, i));
    deep.low.z -= sink;
    camera_write(&deep, out->script.stream);
    fputs(p->smooth ? "if (format eq 'pdf') { set pm3d border retrace lw 0.45 } "
                      "else { set pm3d noborder }\n"
                    : "set pm3d border lc rgb '#0b2236' lw 0.35\n",
          out->script.stream);
    fprintf(
        out->script.stream,
        "splot data index %zu:%zu using (X($1,$2,$3)):(Y($1,$2,$3)%s):(Z($1,$2,$3)):4 with pm3d\n",
        block, out->blocks - 1, p->frames->parts > 1 ? "+D*$5" : "");
}

/* The colours of the only object, and of the first of several: one colour a side. */
static const char one_object[] =
    "set cbrange [-1:1]\n"
    "set palette defined (-1 '#fbe3c4', -0.55 '#d9a066', -0.02 '#3d2408', "
    "0.02 '#06202f', 0.55 '#4f9cc7', 1 '#eaf6ff')\n";

/* From the back in full light to dark, and from dark to the front in full light: of an obstacle
 * greys, of objects colours of Okabe and Ito (2008), which the colour-blind tell apart: blue and
 * orange, green and purple, vermilion and sky, yellow and blue. */
enum { SHADES = 6, BACK = 1, FRONT = 4 };
static const char *const shades[SHADE_COLOURS + 1][SHADES] = {
    {"#dddddd", "#999999", "#222222", "#222222", "#999999", "#f4f4f4"},
    {"#fbe3c4", "#d9a066", "#3d2408", "#06202f", "#4f9cc7", "#eaf6ff"},
    {"#f7dcea", "#cc79a7", "#3a1528", "#00251a", "#009e73", "#d5f5ea"},
    {"#d9effb", "#56b4e9", "#0d2c40", "#331500", "#d55e00", "#ffe3d0"},
    {"#cfe4f5", "#0072b2", "#001c2c", "#333000", "#d8cc20", "#fdfbd8"},
};

const char *shade_side(size_t colour, bool front)
{
    return shades[colour][front ? FRONT : BACK];
}

static void write_colours(FILE *script)
{
    static const double at[SHADES] = {-1, -0.55, -0.02, 0.02, 0.55, 1};
    fprintf(script, "set cbrange [-1:%d]\nset palette defined (", 3 * SHADE_COLOURS + 1);
    for (size_t i = 0; i <= SHADE_COLOURS; i++)
        for (size_t j = 0; j < SHADES; j++)
            fprintf(script, "%s%.2f '%s'", i + j ? ", " : "", 3 * (double)i + at[j], shades[i][j]);
    fputs(")\n", script);
}

bool shade_draw(const frames *f, size_t frame, const camera *eye, bool smooth, figure *out)
{
    const size_t block = out->blocks;
    patch p = {f,
               smooth,
               frame,
               smooth ? division_of(f, eye, out) : 1,
               calloc(f->nodes, sizeof(vector)),
               &eye->view,
               calloc(f->parts, sizeof(double))};
    const bool drawn = p.normal && p.front, several = f->parts > 1;
    for (size_t i = 0; drawn && i < f->parts; i++)
        p.front[i] = shade_front(f, frame, i, &eye->view);
    if (drawn) {
        add_normals(&p);
        for (size_t i = 0; i < f->parts; i++)
            write_part(&p, i, out);
        if (several)
            write_colours(out->script.stream);
        write_commands(&p, eye, block, out);
        fputs(several ? one_object : "", out->script.stream);
    }
    free(p.normal);
    free(p.front);
    return drawn;
}

/* All are readable in grey; c1: a piece has one colour, that of one of its points. */
void shade_setup(FILE *script)
{
    fputs("unset border\nunset tics\nunset key\nunset colorbox\n"
          "set pm3d depthorder corners2color c1\n",
          script);
    fputs(one_object, script);
}
