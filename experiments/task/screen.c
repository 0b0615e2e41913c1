#include "task/screen.h"

#include <math.h>

task_screen task_screen_of(double interval, double step)
{
    return (task_screen){.interval = interval, .step = step};
}

double task_screen_frames(double interval, double step, long horizon)
{
    return ceil(((double)horizon + 1.0) * step / interval) + 2.0;
}

/* Quadro 22. */
static long update(task_screen *screen, double delta)
{
    screen->left += delta;
    const long steps = (long)(screen->left / screen->step);
    screen->left -= (double)steps * screen->step;
    return steps;
}

bool task_screen_shows(task_screen *screen, long iteration)
{
    if (iteration != screen->due)
        return false;
    screen->repeated += screen->frames > 0 && screen->steps == 0;
    screen->most = screen->steps > screen->most ? screen->steps : screen->most;
    screen->late = fmax(screen->late, screen->left);
    screen->frames++;
    screen->steps = update(screen, screen->interval);
    screen->due += screen->steps;
    return true;
}

void task_screen_state(task_screen *screen, trama_archive *archive)
{
    trama_archive_reals(archive, &screen->left, 1);
    trama_archive_integer(archive, &screen->steps);
    trama_archive_integer(archive, &screen->due);
    trama_archive_integer(archive, &screen->frames);
    trama_archive_integer(archive, &screen->repeated);
    trama_archive_integer(archive, &screen->most);
    trama_archive_reals(archive, &screen->late, 1);
}

void task_screen_add(const task_screen *screen, bundle *results)
{
    bundle_put_integer(results, &column_screen_frames, screen->frames);
    bundle_put_integer(results, &column_screen_repeated, screen->repeated);
    bundle_put_integer(results, &column_screen_steps, screen->most);
    bundle_put_real(results, &column_screen_late, screen->late);
}
