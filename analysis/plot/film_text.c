/* What is said of films, above and below. */
#include <math.h>
#include <string.h>

#include "analysis/plot/film.h"
#include "analysis/quantities/run_pairs.h"
#include "analysis/read/units.h"

/* What begins with ": " needs no comma before it. */
void film_write(const film *m, size_t i, const film_line line, char *text, size_t size)
{
    for (size_t k = 0; k < FILM_PARTS && line[k].say; k++) {
        char part[PICTURE_TEXT] = "";
        const size_t used = strlen(text);
        line[k].say(m, i, &line[k], part, sizeof part);
        const bool comma = used > 0 && *part && *part != ':';
        snprintf(text + used, size - used, "%s%s", comma ? ", " : "", part);
    }
}

/* --- of a case --- */

#define SAYS(name)                                                                                 \
    void name(const film *m, size_t i, const film_part *part, char *text, size_t size)
#define UNUSED (void)i, (void)part

SAYS(film_title)
{
    UNUSED;
    study_case_title(m->s, m->run, text, size);
}

SAYS(film_subject)
{
    UNUSED;
    snprintf(text, size, "%.300s", case_simulation(m->run));
}

SAYS(film_rest)
{
    char title[PICTURE_TEXT];
    const char *name = case_simulation(m->run);
    const size_t length = strlen(name);
    film_title(m, i, part, title, sizeof title);
    const bool begins = strncmp(title, name, length) == 0 && strncmp(title + length, ", ", 2) == 0;
    snprintf(text, size, "%.300s", begins ? title + length + 2 : "");
}

SAYS(film_each)
{
    char room[PARTITION_TEXT];
    UNUSED;
    snprintf(text, size, "%s", m->form->each(m->run, m->s, room));
}

SAYS(film_factor)
{
    (void)i;
    snprintf(text, size, "%.100s", case_factor(m->run, part->of));
}

SAYS(film_method)
{
    UNUSED;
    snprintf(text, size, "%.100s", m->of_one_method ? "" : case_method_title(m->run));
}

SAYS(film_step)
{
    char step[UNIT_STEP];
    UNUSED;
    unit_step_text(m->s, case_number(m->run, &column_dt), 6, step);
    snprintf(text, size, "Δt = %s", step);
}

SAYS(film_breaks)
{
    (void)i;
    const bool shown = m->frame[0] != FILM_NONE;
    snprintf(text, size, "%s", shown && run_is_unstable(m->run) ? part->of : "");
}

SAYS(film_broken)
{
    const size_t read = m->own.count;
    UNUSED;
    text[0] = '\0';
    if (m->broken > 0 && read < m->own.of)
        snprintf(text, size, ": %zu of %zu frames that were read are broken", m->broken, read);
    else if (m->broken > 0)
        snprintf(text, size, ": %zu later frame%s broken", m->broken,
                 m->broken == 1 ? " is" : "s are");
}

/* --- of a frame --- */

SAYS(film_iteration)
{
    (void)part;
    snprintf(text, size, "i = %lld", (long long)m->iteration[i]);
}

SAYS(film_time)
{
    const double *time = m->frame[i] != FILM_NONE ? m->own.time : NULL;
    const double t =
        time ? time[m->frame[i]] : (double)m->iteration[i] * case_number(m->run, &column_dt);
    if (m->iteration[i] < 0)
        text[0] = '\0';
    else if (isnan(t))
        film_iteration(m, i, part, text, size);
    else
        snprintf(text, size, "t = %.4g s", t);
}

SAYS(film_none)
{
    snprintf(text, size, "%s", m->frame[i] == FILM_NONE ? part->of : "");
}
