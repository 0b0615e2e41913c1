/* Just stable beside just unstable: for each pair of runs that differ in the step alone, two
 * players in step, coloured by the stretch of their edges, with one scrubber over their energies.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/output/html.h"
#include "analysis/read/units.h"
#include "analysis/report/runs.h"

static void write_step(const study *s, const study_case *c, FILE *out)
{
    char step[UNIT_STEP];
    unit_step_text(s, case_number(c, &column_dt), 4, step);
    html_text(step, out);
}

static void write_view(const study *s, const study_case *c, const char *word, FILE *out)
{
    fputs("<figure><canvas tabindex=\"0\" role=\"img\" aria-describedby=\"keys-of-pairs\" "
          "aria-label=\"",
          out);
    html_text(case_simulation(c), out);
    fprintf(out, ", %s\"></canvas>\n<figcaption><strong>", word);
    write_step(s, c, out);
    fprintf(out, "</strong>: %s</figcaption></figure>\n", word);
}

static void write_controls(size_t number, FILE *out)
{
    fprintf(
        out,
        "<div class=\"energy\"></div>\n"
        "<label class=\"said\" for=\"time-%zu\">Time</label>\n"
        "<input id=\"time-%zu\" class=\"scrubber\" type=\"range\" min=\"0\" max=\"0\" step=\"1\" "
        "value=\"0\">\n"
        "<div class=\"controls\" role=\"group\" aria-label=\"Both players\">\n"
        "<button type=\"button\" data-action=\"back\" aria-label=\"One frame "
        "back\">◀︎</button>\n"
        "<button type=\"button\" data-action=\"play\">Play</button>\n"
        "<button type=\"button\" data-action=\"forward\" aria-label=\"One frame "
        "on\">▶︎</button>\n"
        "<label>Speed <select data-speed></select></label>\n"
        "<label><input type=\"checkbox\" data-loop checked> Loop</label>\n"
        "<button type=\"button\" data-action=\"reset\">Reset view</button>\n"
        "<span class=\"scale\" role=\"group\" aria-label=\"Colours of the stretch of "
        "edges\"></span>\n</div>\n"
        "<p class=\"readout\" role=\"status\"></p>\n",
        number, number);
}

static bool write_runs(const study *s, const study_case *const c[2], document *numbers, FILE *err,
                       FILE *out)
{
    frames f[2];
    bool done = frames_read(c[0], &f[0], err);
    if (!done)
        return false;
    done = frames_read(c[1], &f[1], err);
    if (done) {
        /* One box, and one scale of colours: that of the stable run, which the other leaves. */
        const mesh_box box = mesh_box_of_pair(&f[0], &f[1]);
        const double strain = fmax(run_strain(&f[0]), 1e-6);
        fputs("<script type=\"application/json\">[", out);
        done = run_write(s, c[0], &f[0], &box, strain, out);
        fputs(",\n", out);
        done = run_write(s, c[1], &f[1], &box, strain, out) && done;
        fputs("]</script>\n", out);
        for (size_t i = 0; i < 2; i++)
            run_numbers(s, c[i], &f[i], &box, numbers);
        frames_free(&f[1]);
    }
    frames_free(&f[0]);
    return done;
}

static bool write_pair(report *r, const study_case *const c[2], size_t number, FILE *out)
{
    fprintf(
        out,
        "<section class=\"pair\" id=\"pair-%zu\" aria-labelledby=\"pair-%zu-title\" data-pair>\n"
        "<h3 id=\"pair-%zu-title\">",
        number, number, number);
    html_text(case_simulation(c[0]), out);
    fputs(", ", out);
    html_text(case_method_title(c[0]), out);
    fputs(": ", out);
    write_step(&r->study, c[0], out);
    fputs(" and ", out);
    write_step(&r->study, c[1], out);
    fputs("</h3>\n<div class=\"two\">\n", out);
    write_view(&r->study, c[0], "stable", out);
    write_view(&r->study, c[1], "unstable", out);
    fputs("</div>\n", out);
    write_controls(number, out);
    document numbers = {0};
    run_numbers_begin(&numbers);
    const bool done = write_runs(&r->study, c, &numbers, r->err, out);
    fputs("<details><summary>The frames in numbers</summary>\n", out);
    report_document(r, &numbers, out);
    fputs("</details>\n", out);
    fputs("</section>\n", out);
    return done;
}

bool pairs_play(const report *r)
{
    for (size_t i = 0; i < r->study.count; i++)
        if (run_just_below(&r->study, &r->study.item[i]))
            return true;
    return false;
}

static void write(report *r, FILE *out)
{
    size_t number = 0;
    if (!pairs_play(r))
        return;
    fputs("<p id=\"keys-of-pairs\">Both runs at the same simulated time, seen from the same place. "
          "Colours are the stretch of the edges since the first frame; red dots are nodes that are "
          "held. Drag to turn both; the wheel goes nearer once a picture is chosen. On a picture: "
          "space plays, arrow keys step, shift and arrow keys turn, + and − go nearer and further, "
          "0 resets.</p>\n",
          out);
    for (size_t i = 0; i < r->study.count; i++) {
        const study_case *unstable = &r->study.item[i];
        const study_case *stable = run_just_below(&r->study, unstable);
        const study_case *const both[2] = {stable, unstable};
        if (stable)
            r->failed = !write_pair(r, both, ++number, out) || r->failed;
    }
}

const section_type section_pairs = {
    .id = "pairs", .title = "Just stable beside just unstable", .write = write};
