#include "analysis/plot/shade.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/plot/raster.h"
#include "core/numbers.h"

static const double pieces_of_cm = 15;   /* along each direction, facets being divided to that */
static const double line_width = 0.009;  /* of a facet's edges, cm */
static const double hollow_width = 0.02; /* where there is nothing else */
static const double dot_size = 0.06;     /* of a node that is held */
static const double spread_nodes = 0.22; /* dots of nodes that lie closer are smaller */
static const double least_facet = 0.085; /* of a part whose facets' edges are drawn, cm across */

/* What lies on an obstacle must be seen before it, though chords of facets cut into its curves: an
 * obstacle counts as that much deeper, cm of paper. */
static const double sink = 0.13;

/* One frame's nodes and their normals, and the view. A part's front is the side that faces the eye
 * on the whole. */
typedef struct patch {
    const frames *frames;
    shade_kind kind;
    size_t frame, divide; /* each facet, along each direction */
    vector *normal;       /* of the nodes; of a flat facet, its own is taken */
    const camera *eye;
    double *front; /* of each part: sign of the area vectors' component toward the eye, there */
    bool *screen;  /* of each part: see shade_is_screen */
    bool *lines;   /* of each part: whether edges of its facets are drawn */
    raster_ramp (*ramp)[2]; /* of each colour: back, front */
    raster raster;
} patch;

static double length_of(vector v)
{
    return sqrt(vector_dot(v, v));
}

/* The area of a part. */
static double area_of(const frames *f, size_t frame, size_t part)
{
    const frames_part *p = &f->part[part];
    double size = 0;
    for (size_t i = p->first; i < p->first + p->facets; i++) {
        const vector area = frames_area(f, frame, i);
        size += vector_is_finite(area) ? length_of(area) : 0;
    }
    return size;
}

/* The area vectors of a surface that goes all around cancel, or nearly; as it begins, since a tube
 * that moves or folds goes around no less. */
double shade_front(const frames *f, size_t frame, size_t part, const view *v)
{
    static const double around = 0.1;
    const vector first = frames_part_facing(f, 0, part), now = frames_part_facing(f, frame, part);
    const bool faces = length_of(first) > around * area_of(f, 0, part);
    return faces && vector_dot(now, v->toward) < 0 ? -1 : 1;
}

bool shade_is_screen(const frames *f, size_t frame, size_t part, const view *v)
{
    static const double flat = 1 - 1e-9;
    const vector facing = frames_part_facing(f, frame, part);
    return f->part[part].obstacle && vector_dot(facing, v->toward) < 0 &&
           length_of(facing) >= flat * area_of(f, frame, part);
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

view shade_view_shared(const frames *f, size_t frame)
{
    static const double edge_on = 0.25; /* sine of the angle between the sheet and the eye */
    const view common = view_common();
    const vector facing = vector_unit(frames_facing(f, frame));
    const bool faces = vector_dot(facing, facing) > 0;
    return faces && fabs(vector_dot(facing, common.toward)) < edge_on ? shade_view(f, frame)
                                                                      : common;
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
 * too. 0 to 1; `seen` is 1 on the side of the facet's area vector, -1 on the other. */
static double brightness(const patch *p, vector normal, double seen)
{
    const view *v = &p->eye->view;
    const vector from_left = vector_sum(0.75, v->up, -0.65, v->right);
    const vector light = vector_unit(vector_sum(1, v->toward, 1, from_left));
    const double half = 0.5 + 0.5 * seen * vector_dot(normal, light);
    return 0.06 + 0.94 * half * half;
}

/* How far a place in a facet is from its edges, 0 on each: of a triangle (1 - s)(1 - t), s (1 - t)
 * and t are its barycentric coordinates. */
static void edge_distances(const frames_facet *facet, double s, double t, double edge[RASTER_EDGES])
{
    const bool triangle = facet->corner[2] == facet->corner[3];
    edge[0] = t;
    edge[1] = triangle ? (1 - s) * (1 - t) : 1 - s;
    edge[2] = triangle ? 1 : 1 - t;
    edge[3] = triangle ? s * (1 - t) : s;
}

static raster_corner corner_at(const patch *p, size_t which, double s, double t, double seen)
{
    const frames_facet *facet = &p->frames->facet[which];
    const bool obstacle = p->frames->part[facet->part].obstacle;
    const double samples = SHADE_RESOLUTION * RASTER_SAMPLES;
    const vector at = camera_place(p->eye, position_at(p, which, s, t));
    const vector normal = p->kind == SHADE_SMOOTH
                              ? normal_at(p, which, s, t)
                              : vector_unit(frames_area(p->frames, p->frame, which));
    raster_corner c = {.x = samples * at.x + 0.5 * (double)p->raster.width,
                       .y = 0.5 * (double)p->raster.height - samples * at.y,
                       .depth = at.z - (obstacle ? sink : 0),
                       .shade = brightness(p, normal, seen)};
    edge_distances(facet, s, t, c.edge);
    return c;
}

/* A piece of a facet as two triangles. */
static void draw_piece(patch *p, size_t which, size_t i, size_t j, double seen,
                       const raster_paint *paint)
{
    const double part = (double)p->divide;
    const double s = (double)i / part, t = (double)j / part, next = 1 / part;
    const raster_corner a = corner_at(p, which, s, t, seen);
    const raster_corner b = corner_at(p, which, s + next, t, seen);
    const raster_corner c = corner_at(p, which, s + next, t + next, seen);
    const raster_corner d = corner_at(p, which, s, t + next, seen);
    const raster_corner first[3] = {a, b, c}, second[3] = {a, c, d};
    raster_triangle(&p->raster, first, paint);
    raster_triangle(&p->raster, second, paint);
}

/* A facet's size on paper, cm: the root of the product of its sides. */
static double size_of(const patch *p, size_t which)
{
    const vector area = frames_area(p->frames, p->frame, which);
    return pow(vector_dot(area, area), 0.25) / p->eye->scale;
}

/* The side that is seen is the facet's own, not the interpolated normal's. */
static void draw_facet(patch *p, size_t which)
{
    const size_t part = p->frames->facet[which].part;
    const double toward = vector_dot(frames_area(p->frames, p->frame, which), p->eye->view.toward);
    const double seen = toward < 0 ? -1 : 1;
    const bool hollow = p->kind == SHADE_EDGES || p->screen[part];
    const double width = hollow ? hollow_width : p->lines[part] ? line_width : 0;
    const raster_paint paint = {
        .ramp = &p->ramp[shade_colour(p->frames, part)][seen * p->front[part] > 0],
        .line = 0.5 * width * SHADE_RESOLUTION * RASTER_SAMPLES,
        .hollow = hollow,
    };
    for (size_t i = 0; i < p->divide; i++)
        for (size_t j = 0; j < p->divide; j++)
            draw_piece(p, which, i, j, seen, &paint);
}

/* Of `count` facets; a broken mesh may have facets of any size. */
static double mean_size(const patch *p, size_t first, size_t count)
{
    double sum = 0;
    for (size_t i = first; i < first + count; i++) {
        const double size = size_of(p, i);
        sum += size < 10 ? size : 10; /* also what is no number */
    }
    return sum / (double)count;
}

static bool has_lines(const patch *p, const frames_part *part)
{
    return !part->obstacle && part->facets > 0 &&
           mean_size(p, part->first, part->facets) >= least_facet;
}

/* Into how many pieces each facet is divided, so that pieces are about as large on every paper. */
static size_t division_of(const patch *p)
{
    const double divide =
        p->kind == SHADE_SMOOTH ? pieces_of_cm * mean_size(p, 0, p->frames->facets) : 1;
    return divide > 1 ? (size_t)lround(divide) : 1;
}

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

static unsigned char component(const char *colour, size_t k)
{
    const unsigned long rgb = strtoul(colour + 1, NULL, 16);
    return (unsigned char)(rgb >> (16 - 8 * k) & 0xff);
}

/* Linear between dark, middle and light. */
static void make_ramp(const char *dark, const char *middle, const char *light, raster_ramp *ramp)
{
    static const double bend = 0.54; /* where the middle is */
    for (size_t i = 0; i < RASTER_SHADES; i++) {
        const double at = (double)i / (RASTER_SHADES - 1);
        const double share = at < bend ? at / bend : (at - bend) / (1 - bend);
        for (size_t k = 0; k < 3; k++) {
            const double from = component(at < bend ? dark : middle, k);
            const double to = component(at < bend ? middle : light, k);
            ramp->rgb[i][k] = (unsigned char)lround((1 - share) * from + share * to);
        }
    }
}

static void make_ramps(patch *p)
{
    for (size_t i = 0; i <= SHADE_COLOURS; i++) {
        make_ramp(shades[i][2], shades[i][1], shades[i][0], &p->ramp[i][0]);
        make_ramp(shades[i][3], shades[i][4], shades[i][5], &p->ramp[i][1]);
    }
}

/* --- the picture in the figure --- */

enum { SCREEN = 2 }; /* how much coarser a picture is in SVG, for screens, than in PDF, for print */

/* Of a panel with more nodes the data have the first and those that are held: millions of numbers
 * that nothing draws are in the results file, as frames. */
enum { NODES_MOST = 10000 };

static size_t pixels_of(double cm)
{
    return (size_t)lround(cm * SHADE_RESOLUTION);
}

/* The nodes: x, y, z, m; and of those that are held, where they are, pixels of the picture. */
static void write_nodes(const patch *p, const raster_part *part, figure *out)
{
    const double middle_x = (double)p->raster.width / RASTER_SAMPLES / 2;
    const double middle_y = (double)p->raster.height / RASTER_SAMPLES / 2;
    const double bottom = (double)(part->top + part->height);
    for (size_t i = 0; i < p->frames->nodes; i++) {
        const vector node = frames_node(p->frames, p->frame, i);
        const vector at = camera_place(p->eye, node);
        const bool held = frames_holds(p->frames, p->frame, i);
        const double none = TRAMA_NAN;
        if (p->frames->nodes > NODES_MOST && i > 0 && !held)
            continue;
        figure_number(out, node.x);
        figure_number(out, node.y);
        figure_number(out, node.z);
        figure_number(out, held ? middle_x + SHADE_RESOLUTION * at.x - (double)part->left : none);
        figure_number(out, held ? bottom - middle_y + SHADE_RESOLUTION * at.y : none);
        fputc('\n', out->data.stream);
    }
    figure_end_block(out);
}

/* Shows the part of the panel's picture at its place. */
static void write_command(const patch *p, const raster_part *part, size_t print, size_t screen,
                          figure *out)
{
    const double pixel = 1 / SHADE_RESOLUTION; /* cm */
    const double dot = 0.22 * fmin(1, mean_size(p, 0, p->frames->facets) /
                                          spread_nodes); /* gnuplot's point size */
    const edges *panel = &p->eye->panel;
    const edges at = {panel->left + pixel * (double)part->left / out->width,
                      panel->left + pixel * (double)(part->left + part->width) / out->width,
                      panel->top - pixel * (double)(part->top + part->height) / out->height,
                      panel->top - pixel * (double)part->top / out->height};
    edges_write(&at, out->script.stream);
    fprintf(out->script.stream,
            "set xrange [-0.5:%zu-0.5]\nset yrange [-0.5:%zu-0.5]\n"
            "if (format eq 'svg') { picture = '%s.%zu.png'; step = %d } "
            "else { picture = '%s.%zu.png'; step = 1 }\n"
            "plot picture binary filetype=png dx=step dy=step origin=(0.5*step-0.5,0.5*step-0.5) "
            "with rgbimage, \\\n"
            "  data index %zu using 4:5 with points pt 7 ps %.3f lc rgb 'white', \\\n"
            "  data index %zu using 4:5 with points pt 7 ps %.3f lc rgb '#b2182b'\n",
            part->width, part->height, out->name, screen, SCREEN, out->name, print, out->blocks - 1,
            1.45 * dot, out->blocks - 1, dot);
}

/* The number of the picture among the figure's; 0 without memory. */
static size_t add_picture(const patch *p, const raster_part *part, size_t coarse, figure *out)
{
    unsigned char *pixels = raster_pixels(&p->raster, part, coarse);
    const size_t picture =
        pixels ? figure_picture(out, pixels, part->width / coarse, part->height / coarse,
                                SHADE_RESOLUTION / (double)coarse)
               : 0;
    free(pixels);
    return picture;
}

static bool show(const patch *p, figure *out)
{
    const raster_part part = raster_drawn(&p->raster, pixels_of(dot_size));
    const bool any = part.width > 2 && part.height > 2;
    write_nodes(p, &part, out);
    if (!any) {
        fputs("plot [0:1] [0:1] 2 notitle\n", out->script.stream); /* labels alone */
        return true;
    }
    const size_t print = add_picture(p, &part, 1, out);
    const size_t screen = print > 0 ? add_picture(p, &part, SCREEN, out) : 0;
    if (screen > 0)
        write_command(p, &part, print, screen, out);
    return screen > 0;
}

static bool begin_patch(patch *p, const figure *out)
{
    const edges *panel = &p->eye->panel;
    p->normal = calloc(p->frames->nodes, sizeof *p->normal);
    p->front = calloc(p->frames->parts, sizeof *p->front);
    p->screen = calloc(p->frames->parts, sizeof *p->screen);
    p->lines = calloc(p->frames->parts, sizeof *p->lines);
    p->ramp = calloc(SHADE_COLOURS + 1, sizeof *p->ramp);
    return raster_begin(&p->raster, pixels_of((panel->right - panel->left) * out->width),
                        pixels_of((panel->top - panel->bottom) * out->height)) &&
           p->normal && p->front && p->screen && p->lines && p->ramp;
}

static void end_patch(patch *p)
{
    raster_free(&p->raster);
    free(p->normal);
    free(p->front);
    free(p->screen);
    free(p->lines);
    free(p->ramp);
}

bool shade_draw(const frames *f, size_t frame, const camera *eye, shade_kind kind, figure *out)
{
    patch p = {.frames = f, .kind = kind, .frame = frame, .eye = eye};
    bool drawn = begin_patch(&p, out);
    for (size_t i = 0; drawn && i < f->parts; i++) {
        p.front[i] = shade_front(f, frame, i, &eye->view);
        p.screen[i] = shade_is_screen(f, frame, i, &eye->view);
        p.lines[i] = has_lines(&p, &f->part[i]);
    }
    if (drawn) {
        add_normals(&p);
        make_ramps(&p);
        p.divide = division_of(&p);
        for (size_t i = 0; i < f->facets; i++)
            draw_facet(&p, i);
        drawn = show(&p, out);
    }
    end_patch(&p);
    return drawn;
}

void shade_begin(figure *f)
{
    fprintf(f->data.stream,
            "# nodes: x, y, z (m), and pixels of the picture where one is held; a block a panel; "
            "of more than %d nodes the first and those that are held\n",
            NODES_MOST);
    fputs("unset border\nunset tics\nunset key\nunset colorbox\nset multiplot\n", f->script.stream);
}
