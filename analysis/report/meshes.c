/* What was simulated, as pictures, and recorded runs in motion: for each experiment a player, whose
 * runs are chosen from a list, and the same in numbers. page.js draws; this writes what it draws
 * from. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/output/html.h"
#include "analysis/report/runs.h"
#include "analysis/report/thumbs.h"

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

/* Runs of one experiment that have several frames, as many as one player takes. */
typedef struct player {
    const char *experiment;
    size_t of;        /* which of the experiment's players, from 1 */
    size_t runs;      /* so far */
    text_buffer data; /* the runs as JSON, between commas */
    document numbers;
} player;

/* Past this the next run begins another player: a page of the appendix holds a few. */
enum { PLAYER_MOST = 1000000 };
/* Of a report of several pages the first holds players up to this together, or, where pairs play on
 * it, none. */
enum { FIRST_MOST = 1500000 };

/* The players of a page, as they are made. */
typedef struct stage {
    report *r;
    FILE *out;
    size_t number;    /* of the next player, among all, from 1 */
    size_t size;      /* of all so far, wherever they play */
    size_t elsewhere; /* that play on another page */
    bool begun;       /* one plays on this */
} stage;

static bool player_begin(player *p)
{
    p->runs = 0;
    p->numbers = (document){0};
    run_numbers_begin(&p->numbers);
    return text_begin(&p->data);
}

static void write_title(const player *p, FILE *out)
{
    html_text(p->experiment, out);
    if (p->of > 1)
        fprintf(out, ", part %zu", p->of);
}

static void write_help(FILE *out)
{
    fputs("<details id=\"keys\"><summary>Keys and colours of the players</summary>\n<ul>\n"
          "<li>Drag: turn the picture</li>\n<li>Space: play, pause</li>\n"
          "<li>Left and right arrow keys: a frame back, a frame on</li>\n"
          "<li>Home, End: first and last frame</li>\n<li>Shift and an arrow key: turn</li>\n"
          "<li>+, −: nearer, further away; 0: reset the view</li>\n"
          "<li>Blue and orange: the two sides of a sheet; of several objects a list below the "
          "picture tells the colours</li>\n<li>y is up</li>\n</ul></details>\n"
          "<noscript><p>The players need JavaScript; the figures below and the tables of frames "
          "do not.</p></noscript>\n",
          out);
}

static void player_write(stage *s, player *p)
{
    FILE *out = s->out;
    if (!s->begun)
        write_help(out);
    s->begun = true;
    report_part(s->r, out);
    fprintf(
        out,
        "<section class=\"player\" id=\"player-%zu\" aria-labelledby=\"mesh-%zu\" data-player>\n"
        "<h3 id=\"mesh-%zu\">",
        s->number, s->number, s->number);
    write_title(p, out);
    fputs("</h3>\n", out);
    write_player(p->experiment, s->number, p->runs, out);
    fputs("<script type=\"application/json\">[", out);
    fwrite(p->data.data, 1, p->data.size, out);
    fputs("]</script>\n<details><summary>The frames in numbers</summary>\n", out);
    report_document(s->r, &p->numbers, out);
    fputs("</details>\n</section>\n", out);
}

/* Whether the next player belongs on the page that is being written. */
static bool plays_here(stage *s, size_t size)
{
    s->size += size;
    const bool first = !s->r->pages || (!pairs_play(s->r) && s->size <= FIRST_MOST);
    return first != s->r->is_rest;
}

/* Writes a player that has runs; false without memory. */
static bool player_end(stage *s, player *p)
{
    const bool whole = text_end(&p->data);
    if (whole && p->runs > 0) {
        if (plays_here(s, p->data.size))
            player_write(s, p);
        else
            s->elsewhere++;
        s->number++;
        p->of++;
    }
    document_free(&p->numbers);
    text_free(&p->data);
    return whole;
}

static void add_run(report *r, player *p, const study_case *c, const frames *f)
{
    const mesh_box box = mesh_box_of(f, run_is_unstable(c));
    fputs(p->runs++ ? ",\n" : "", p->data.stream);
    r->failed = !run_write(&r->study, c, f, &box, 0, p->data.stream) || r->failed;
    run_numbers(&r->study, c, f, &box, &p->numbers);
}

static bool is_full(player *p)
{
    return fflush(p->data.stream) == 0 && p->data.size > PLAYER_MOST;
}

/* A run that a page can hold; whether there is memory. */
static bool play_run(stage *s, player *p, const study_case *c, size_t *large)
{
    frames f;
    bool whole = true;
    if (!frames_read(c, &f, s->r->err))
        return true;
    if (f.count > 1 && !run_fits_page(&f)) {
        ++*large;
    } else if (f.count > 1) {
        add_run(s->r, p, c, &f);
        if (is_full(p))
            whole = player_end(s, p) && player_begin(p);
    }
    frames_free(&f);
    return whole;
}

static void write_large(const char *experiment, size_t large, FILE *out)
{
    fputs("<p>", out);
    html_text(experiment, out);
    fprintf(out,
            ": %zu run%s of more than %d facets, too many for a page. ParaView opens the .xdmf2 "
            "files beside the results.</p>\n",
            large, large == 1 ? "" : "s", RUN_FACETS_MOST);
}

static void play_experiment(stage *s, const case_list *cases, const char *experiment)
{
    report *r = s->r;
    player p = {.experiment = experiment, .of = 1};
    bool whole = player_begin(&p);
    size_t large = 0;
    for (size_t i = 0; whole && i < cases->count; i++)
        if (strcmp(case_text(cases->item[i], &column_case_experiment), experiment) == 0 &&
            !run_is_paired(&r->study, cases->item[i]))
            whole = play_run(s, &p, cases->item[i], &large);
    whole = whole && player_end(s, &p);
    if (large > 0 && !r->is_rest)
        write_large(experiment, large, s->out);
    if (!whole)
        fprintf(r->err, "no memory for the frames of %s\n", experiment);
    r->failed = r->failed || !whole;
}

static void play_task(stage *s, const char *task)
{
    size_t count;
    case_list cases = study_select(&s->r->study, task, frames_are_told);
    const char **experiment = report_distinct(&s->r->study, &column_case_experiment, &count);
    for (size_t i = 0; experiment && i < count; i++)
        play_experiment(s, &cases, experiment[i]);
    free(experiment);
    free(cases.item);
}

static void write(report *r, FILE *out)
{
    stage s = {.r = r, .out = out, .number = 1};
    if (!r->is_rest)
        thumbs_write(r, out);
    play_task(&s, "run");
    play_task(&s, "equilibrium");
    report_elsewhere(r, "meshes", s.elsewhere, "players", out);
}

const section_type section_meshes = {
    .id = "meshes", .title = "Shapes and motion", .write = write, .write_rest = write};
