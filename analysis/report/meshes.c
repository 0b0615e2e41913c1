/* Recorded runs as moving pictures: for each experiment a player, whose runs are chosen from a
 * list, and the same in numbers. page.js draws; this writes what it draws from. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/output/html.h"
#include "analysis/report/mesh.h"

enum { ROWS_MOST = 12 }; /* of the table in words, a run */

static bool is_unstable(const study_case *c)
{
    return strcmp(case_text(c, &column_case_status), "unstable") == 0 ||
           strcmp(case_text(c, &column_outcome), "unstable") == 0;
}

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

/* Whether a node stays where it is. */
static bool is_held(const frames *f, size_t node)
{
    const vector first = frames_node(f, 0, node);
    for (size_t frame = 1; frame < f->count; frame++) {
        const vector now = frames_node(f, frame, node);
        if (now.x != first.x || now.y != first.y || now.z != first.z)
            return false;
    }
    return true;
}

/* What holds the sheet: nodes that no frame sees moved, where others are. */
static void write_pins(const frames *f, FILE *out)
{
    size_t count = 0, held = 0;
    for (size_t i = 0; i < f->own; i++)
        held += is_held(f, i);
    fputs("\"pins\":[", out);
    for (size_t i = 0; held < f->own && i < f->own; i++)
        if (is_held(f, i))
            fprintf(out, "%s%zu", count++ ? "," : "", i);
    fputs("],", out);
}

/* One run as an object of JSON. */
static bool write_run(const study *s, const study_case *c, const frames *f, const mesh_box *box,
                      FILE *out)
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
    fputs(",\"status\":", out);
    html_json(is_unstable(c) ? "unstable" : "stable", out);
    fprintf(out, ",\"dt\":%.9g,\"half\":%.9g,\"sound\":%zu,", isfinite(dt) ? dt : 0, box->half,
            mesh_sound_frame(f, box));
    write_pins(f, out);
    write_view(f, mesh_sound_frame(f, box), out);
    fputc(',', out);
    write_iterations(f, out);
    fputs(",\"data\":\"", out);
    const bool whole = mesh_write(f, box, out);
    fputs("\"}", out);
    return whole;
}

/* Lowest and highest node (y is up), and the furthest that a node has come since the first frame;
 * over nodes in the box, without those that only show an obstacle. */
static void height_cells(const frames *f, size_t frame, const mesh_box *box, document *d)
{
    double low = (double)NAN, high = (double)NAN, moved = (double)NAN;
    for (size_t i = 0; i < f->own; i++) {
        const vector now = frames_node(f, frame, i);
        const vector way = vector_sum(1, now, -1, frames_node(f, 0, i));
        if (!mesh_is_inside(box, now))
            continue;
        low = fmin(low, now.y);
        high = fmax(high, now.y);
        moved = fmax(moved, sqrt(vector_dot(way, way)));
    }
    document_real(d, low, 4);
    document_real(d, high, 4);
    document_real(d, moved, 4);
}

static void number_rows(const study *s, const study_case *c, const frames *f, const mesh_box *box,
                        document *d)
{
    const size_t rows = f->count < ROWS_MOST ? f->count : ROWS_MOST;
    char title[256];
    study_case_title(s, c, title, sizeof title);
    for (size_t i = 0; i < rows; i++) {
        const size_t frame = rows < 2 ? 0 : i * (f->count - 1) / (rows - 1);
        document_cell(d, "%s%s", title, is_unstable(c) ? ", unstable" : "");
        document_cell(d, "%lld", (long long)f->iteration[frame]);
        document_real(d, (double)f->iteration[frame] * case_number(c, &column_dt), 4);
        height_cells(f, frame, box, d);
        document_count(d, (double)mesh_outside(f, frame, box));
    }
}

static void begin_numbers(document *d)
{
    static const char *const header[] = {"Run",         "Iteration", "Time (s)",  "Lowest (m)",
                                         "Highest (m)", "Moved (m)", "Not shown", NULL};
    document_grid(d, "lrrrrrr",
                  "Frames in numbers, at most 12 a run: lowest and highest node, the furthest that "
                  "a node has come since the first frame, nodes too far away to be shown");
    document_cells(d, header);
}

static void write_player(const char *experiment, size_t number, size_t runs, FILE *out)
{
    static const struct control {
        const char *action, *text, *label;
    } controls[] = {
        {"back", "◀︎", "One frame back"},  {"play", "Play", NULL},
        {"forward", "▶︎", "One frame on"}, {"left", "⟲", "Turn to the left"},
        {"right", "⟳", "Turn to the right"},   {"up", "↥", "Look from higher up"},
        {"down", "↧", "Look from lower"},      {"in", "+", "Nearer"},
        {"out", "−", "Further away"},          {"reset", "Reset view", NULL},
    };
    fprintf(out,
            "<p><label for=\"run-%zu\">Run (%zu)</label> <select id=\"run-%zu\"></select></p>\n"
            "<canvas tabindex=\"0\" role=\"img\" aria-describedby=\"keys\" aria-label=\"",
            number, runs, number);
    html_text(experiment, out);
    fputs("\"></canvas>\n<div class=\"controls\" role=\"group\" aria-label=\"Player of ", out);
    html_text(experiment, out);
    fputs("\">\n", out);
    for (size_t i = 0; i < sizeof controls / sizeof *controls; i++) {
        fprintf(out, "<button type=\"button\" data-action=\"%s\"", controls[i].action);
        if (controls[i].label)
            fprintf(out, " aria-label=\"%s\" title=\"%s\"", controls[i].label, controls[i].label);
        fprintf(out, ">%s</button>\n", controls[i].text);
    }
    fprintf(out,
            "<label for=\"frame-%zu\">Frame</label> <input id=\"frame-%zu\" type=\"range\" "
            "min=\"0\" max=\"0\" step=\"1\" value=\"0\">\n</div>\n"
            "<ul class=\"legend\" hidden></ul>\n"
            "<p class=\"readout\" role=\"status\"></p>\n",
            number, number);
}

/* Runs of one experiment that have several frames; the first of each is where `cases` has it. */
typedef struct player {
    size_t runs;
    text_buffer data; /* the runs as JSON, between commas */
    document numbers;
} player;

static void add_run(report *r, player *p, const study_case *c)
{
    frames f;
    if (!frames_read(c, &f, r->err))
        return;
    if (f.count > 1) {
        const mesh_box box = mesh_box_of(&f, is_unstable(c));
        fputs(p->runs++ ? ",\n" : "", p->data.stream);
        r->failed = !write_run(&r->study, c, &f, &box, p->data.stream) || r->failed;
        number_rows(&r->study, c, &f, &box, &p->numbers);
    }
    frames_free(&f);
}

static void write_experiment(report *r, const char *experiment, player *p, size_t number, FILE *out)
{
    fprintf(
        out,
        "<section class=\"player\" id=\"player-%zu\" aria-labelledby=\"mesh-%zu\" data-player>\n"
        "<h3 id=\"mesh-%zu\">",
        number, number, number);
    html_text(experiment, out);
    fputs("</h3>\n", out);
    write_player(experiment, number, p->runs, out);
    fputs("<script type=\"application/json\">[", out);
    fwrite(p->data.data, 1, p->data.size, out);
    fputs("]</script>\n<details><summary>The frames in numbers</summary>\n", out);
    report_document(r, &p->numbers, out);
    fputs("</details>\n</section>\n", out);
}

/* The cases of one experiment; true if there was something to play. */
static bool play_experiment(report *r, const case_list *cases, const char *experiment,
                            size_t number, FILE *out)
{
    player p = {0};
    bool whole = text_begin(&p.data);
    begin_numbers(&p.numbers);
    for (size_t i = 0; whole && i < cases->count; i++)
        if (strcmp(case_text(cases->item[i], &column_case_experiment), experiment) == 0)
            add_run(r, &p, cases->item[i]);
    whole = whole && text_end(&p.data);
    if (whole && p.runs > 0)
        write_experiment(r, experiment, &p, number, out);
    if (!whole)
        fprintf(r->err, "no memory for the frames of %s\n", experiment);
    r->failed = r->failed || !whole;
    document_free(&p.numbers);
    text_free(&p.data);
    return p.runs > 0;
}

static void write_help(FILE *out)
{
    fputs(
        "<p id=\"keys\">Drag a picture to turn it. With the keyboard, on a picture: space plays "
        "and pauses, the left and right arrow keys step, Home and End go to the first and last "
        "frame, shift and an arrow key turn, + and − go nearer and further away, 0 resets the "
        "view. One side of a sheet is blue, the other orange; of several objects a list below the "
        "picture tells the colours; y is up.</p>\n"
        "<noscript><p>The players need JavaScript; the figures below and the tables of frames "
        "do not.</p></noscript>\n",
        out);
}

static void play_task(report *r, const char *task, size_t *players, FILE *out)
{
    size_t count;
    case_list cases = study_select(&r->study, task, frames_are_told);
    const char **experiment = report_distinct(&r->study, &column_case_experiment, &count);
    for (size_t i = 0; experiment && i < count; i++)
        *players += play_experiment(r, &cases, experiment[i], *players + 1, out);
    free(experiment);
    free(cases.item);
}

static void write(report *r, FILE *out)
{
    size_t players = 0;
    write_help(out);
    play_task(r, "run", &players, out);
    play_task(r, "equilibrium", &players, out);
    if (players == 0)
        fputs("<p>No run has kept several shapes of a sheet.</p>\n", out);
}

const section_type section_meshes = {.id = "meshes", .title = "Meshes in motion", .write = write};
