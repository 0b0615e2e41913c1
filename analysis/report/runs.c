#include "analysis/report/runs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/output/html.h"
#include "quantities/history.h"

static void write_iterations(const frames *f, FILE *out)
{
    fputs("\"iteration\":[", out);
    for (size_t i = 0; i < f->count; i++)
        fprintf(out, "%s%lld", i ? "," : "", (long long)f->iteration[i]);
    fputs("]", out);
}

/* What a part's nodes lie on: a grid's sides, or the nodes of every triangle, counted from the
 * part's first. */
static void write_facets(const frames *f, const frames_part *part, FILE *out)
{
    if (part->m > 0) {
        fprintf(out, "\"m\":%zu,\"n\":%zu", part->m, part->n);
        return;
    }
    fprintf(out, "\"nodes\":%zu,\"triangles\":[", part->nodes);
    for (size_t i = 0; i < 3 * part->facets; i++)
        fprintf(out, "%s%zu", i ? "," : "",
                f->facet[part->first + i / 3].corner[i % 3] - part->begin);
    fputs("]", out);
}

/* The objects, each with the sign of its front and the number of its colours. */
static void write_parts(const frames *f, size_t frame, const view *v, FILE *out)
{
    fputs(",\"parts\":[", out);
    for (size_t i = 0; i < f->parts; i++) {
        fputs(i ? ",{" : "{", out);
        if (*f->part[i].name) {
            fputs("\"name\":", out);
            html_json(f->part[i].name, out);
            fprintf(out, ",\"obstacle\":%s,", f->part[i].obstacle ? "true" : "false");
        }
        write_facets(f, &f->part[i], out);
        fprintf(out, ",\"colour\":%zu,\"front\":%.0f}", f->parts > 1 ? shade_colour(f, i) : 1,
                shade_front(f, frame, i, v));
    }
    fputs("]", out);
}

/* The eye as angles of view_of, radians, and what it sees. */
static void write_view(const frames *f, size_t frame, FILE *out)
{
    const view v = shade_view(f, frame);
    fprintf(out, "\"elevation\":%.4f,\"azimuth\":%.4f", asin(fmax(-1, fmin(1, v.toward.y))),
            atan2(v.toward.x, v.toward.z));
    write_parts(f, frame, &v, out);
}

/* Whether other nodes are held at a frame than at the one before. */
static bool holds_others(const frames *f, size_t frame)
{
    for (size_t i = 0; i < f->own; i++)
        if (frames_holds(f, frame, i) != (frame > 0 && frames_holds(f, frame - 1, i)))
            return true;
    return false;
}

/* The nodes that are held, after the first frame that holds just these. */
static void write_held(const frames *f, FILE *out)
{
    size_t written = 0;
    fputs("\"held\":[", out);
    for (size_t frame = 0; frame < f->count; frame++) {
        if (!holds_others(f, frame))
            continue;
        fprintf(out, "%s[%zu", written++ ? "," : "", frame);
        for (size_t i = 0; i < f->own; i++)
            if (frames_holds(f, frame, i))
                fprintf(out, ",%zu", i);
        fputs("]", out);
    }
    fputs("],", out);
}

/* --- stretch --- */

/* The stretch of an edge since the first frame; 0 of an edge that has no length there. */
static double stretch(const frames *f, size_t frame, size_t a, size_t b)
{
    const vector first = vector_sum(1, frames_node(f, 0, a), -1, frames_node(f, 0, b));
    const vector now = vector_sum(1, frames_node(f, frame, a), -1, frames_node(f, frame, b));
    const double length = sqrt(vector_dot(first, first));
    return length > 0 ? sqrt(vector_dot(now, now)) / length - 1 : 0;
}

/* Visits the sides of a facet; of a triangle the last two corners are one. */
typedef void side_visit(const frames *f, size_t frame, size_t a, size_t b, double *value);

static void visit_sides(const frames *f, size_t frame, side_visit *visit, double *value)
{
    for (size_t i = 0; i < f->facets; i++)
        for (size_t k = 0; k < 4; k++) {
            const size_t a = f->facet[i].corner[k], b = f->facet[i].corner[(k + 1) % 4];
            if (a != b && a < f->own && b < f->own)
                visit(f, frame, a, b, value);
        }
}

static void take_largest(const frames *f, size_t frame, size_t a, size_t b, double *value)
{
    const double now = fabs(stretch(f, frame, a, b));
    *value = now > *value ? now : *value;
}

double run_strain(const frames *f)
{
    double largest = 0;
    for (size_t frame = 1; frame < f->count; frame++)
        visit_sides(f, frame, take_largest, &largest);
    return largest;
}

/* At each node the stretch of the edge there that has changed most. */
static void take_at_nodes(const frames *f, size_t frame, size_t a, size_t b, double *value)
{
    const double now = stretch(f, frame, a, b);
    const size_t node[2] = {a, b};
    for (size_t i = 0; i < 2; i++)
        if (!(fabs(now) <= fabs(value[node[i]])))
            value[node[i]] = now;
}

enum { STRAIN_LEVELS = 63 };

/* Levels from -63 to 63 of the scale; what is past its ends, or no number, is at one. */
static int level_of(double value, double scale)
{
    const double level = STRAIN_LEVELS * value / scale;
    if (!(level < STRAIN_LEVELS))
        return STRAIN_LEVELS;
    return level > -STRAIN_LEVELS ? (int)lround(level) : -STRAIN_LEVELS;
}

/* Frame after frame, of each node the level less that of the frame before, modulo 256. */
static bool write_strain(const frames *f, double scale, FILE *out)
{
    uint8_t *bytes = calloc(f->nodes * f->count + 1, 1);
    double *value = calloc(f->nodes + 1, sizeof *value);
    int *last = calloc(f->nodes + 1, sizeof *last);
    bool done = bytes && value && last;
    for (size_t frame = 0; done && frame < f->count; frame++) {
        memset(value, 0, f->nodes * sizeof *value);
        visit_sides(f, frame, take_at_nodes, value);
        for (size_t i = 0; i < f->nodes; i++) {
            const int level = level_of(value[i], scale);
            bytes[frame * f->nodes + i] = (uint8_t)(level - last[i]);
            last[i] = level;
        }
    }
    fprintf(out, ",\"scale\":%.3g,\"strain\":\"", scale);
    done = done && html_packed(bytes, f->nodes * f->count, out);
    fputs("\"", out);
    free(bytes);
    free(value);
    free(last);
    return done;
}

/* --- energy --- */

enum { SAMPLES_MOST = 200 };

static void write_series(const char *name, const double *value, size_t count, FILE *out)
{
    const size_t stride = count / SAMPLES_MOST + 1;
    fprintf(out, ",\"%s\":[", name);
    for (size_t i = 0; i < count; i += stride)
        if (isfinite(value[i]))
            fprintf(out, "%s%.4g", i ? "," : "", value[i]);
        else
            fputs(i ? ",null" : "null", out);
    fputs("]", out);
}

static void write_energy(const study_case *c, FILE *out)
{
    const measured_case m = case_measured(c);
    const history time = history_of(&m, &column_series_time);
    const history kinetic = history_of(&m, &column_series_kinetic);
    if (!time.value || !kinetic.value || time.count != kinetic.count)
        return;
    write_series("time", time.value, time.count, out);
    write_series("kinetic", kinetic.value, kinetic.count, out);
}

/* --- a run --- */

/* One frame as the only one. */
static bool frame_alone(const frames *f, size_t frame, frames *alone)
{
    *alone = *f;
    alone->part = calloc(f->parts + 1, sizeof *alone->part);
    for (size_t i = 0; alone->part && i < f->parts; i++) {
        const size_t skipped = frame * f->part[i].nodes;
        alone->part[i] = f->part[i];
        alone->part[i].x += skipped;
        alone->part[i].y += skipped;
        alone->part[i].z += skipped;
        alone->part[i].held += f->part[i].held ? skipped : 0;
    }
    alone->count = 1;
    alone->iteration += frame;
    return alone->part != NULL;
}

bool run_write_shape(const study *s, const study_case *c, const frames *f, FILE *out)
{
    frames alone;
    const mesh_box box = mesh_box_of(f, run_is_unstable(c));
    if (!frame_alone(f, mesh_sound_frame(f, &box), &alone))
        return false;
    const mesh_box close = mesh_box_of(&alone, false);
    const bool done = run_write(s, c, &alone, &close, 0, out);
    free(alone.part);
    return done;
}

bool run_fits_page(const frames *f)
{
    return f->facets <= RUN_FACETS_MOST;
}

bool run_write(const study *s, const study_case *c, const frames *f, const mesh_box *box,
               double strain, FILE *out)
{
    char title[256];
    const double dt = case_number(c, &column_dt);
    study_case_title(s, c, title, sizeof title);
    if (f->count < f->of)
        snprintf(title + strlen(title), sizeof title - strlen(title), " (%zu of %zu frames)",
                 f->count, f->of);
    fputs("{\"id\":", out);
    html_json(case_text(c, &column_case_id), out);
    fputs(",\"title\":", out);
    html_json(title, out);
    fputs(",\"subject\":", out);
    html_json(case_simulation(c), out);
    fputs(",\"method\":", out);
    html_json(case_method_title(c), out);
    fputs(",\"status\":", out);
    html_json(run_is_unstable(c) ? "unstable" : "stable", out);
    fprintf(out, ",\"dt\":%.9g,\"half\":%.9g,\"sound\":%zu,", isfinite(dt) ? dt : 0, box->half,
            mesh_sound_frame(f, box));
    write_held(f, out);
    write_view(f, mesh_sound_frame(f, box), out);
    fputc(',', out);
    write_iterations(f, out);
    fputs(",\"data\":\"", out);
    bool whole = mesh_write(f, box, out);
    fputs("\"", out);
    if (strain > 0) {
        write_energy(c, out);
        whole = write_strain(f, strain, out) && whole;
    }
    fputs("}", out);
    return whole;
}
