#include "analysis/plot/frames.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "results/record.h"

static const int64_t points_most = 1000000000; /* along a direction; nodes are counted in 64 bits */

static const double most_away = 1.5; /* diagonals of the first frame */

double vector_dot(vector a, vector b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

vector vector_sum(double a, vector x, double b, vector y)
{
    return (vector){a * x.x + b * y.x, a * x.y + b * y.y, a * x.z + b * y.z};
}

vector vector_cross(vector a, vector b)
{
    return (vector){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

vector vector_unit(vector a)
{
    const double length = sqrt(vector_dot(a, a));
    return length > 0 ? vector_sum(1 / length, a, 0, a) : (vector){0, 0, 0};
}

bool vector_is_finite(vector a)
{
    return isfinite(a.x) && isfinite(a.y) && isfinite(a.z);
}

static const double *reals_of(const bundle_column *found, size_t rows, size_t columns)
{
    const bool fits =
        found && found->type == BUNDLE_REAL && found->rows == rows && found->columns == columns;
    return fits ? found->real : NULL;
}

/* Squares of a grid, node = k n + l, in order of their first corner. */
static void add_squares(frames *f, size_t which)
{
    const frames_part *p = &f->part[which];
    for (size_t i = 0; i < p->facets; i++) {
        const size_t a = p->begin + i / (p->n - 1) * p->n + i % (p->n - 1);
        f->facet[p->first + i] = (frames_facet){{a, a + p->n, a + p->n + 1, a + 1}, which};
    }
}

/* Triangles of a mesh. False if one names a node that is not there. */
static bool add_triangles(frames *f, size_t which)
{
    const frames_part *p = &f->part[which];
    for (size_t i = 0; i < p->facets; i++) {
        frames_facet *facet = &f->facet[p->first + i];
        facet->part = which;
        for (size_t c = 0; c < 4; c++) {
            const int64_t node = p->corner->integer[3 * i + (c < 3 ? c : 2)];
            if (node < 0 || (uint64_t)node >= p->nodes)
                return false;
            facet->corner[c] = p->begin + (size_t)node;
        }
    }
    return true;
}

static bool add_facets(frames *f)
{
    f->facet = calloc(f->facets + 1, sizeof *f->facet);
    bool there = f->facet && f->facets > 0;
    for (size_t i = 0; there && i < f->parts; i++) {
        if (f->part[i].corner)
            there = add_triangles(f, i);
        else
            add_squares(f, i);
    }
    return there;
}

/* --- what the file holds of an object --- */

/* The column of the object of that name; "": of the only object, which has none. */
static const bundle_column *column_of(const bundle *b, const results_column *family,
                                      const char *name)
{
    column_member m;
    const results_column *column = column_named(family, name, &m);
    return column ? bundle_find(b, column->path) : NULL;
}

/* Checks every shape against the nodes before anything is looked at. How the nodes are joined the
 * case says of its only object, and the frames of each that has a name. */
static bool read_part(const frames *f, const study_case *c, frames_part *p)
{
    const bundle_column *points = bundle_get(&c->data, &column_config_points);
    p->corner = bundle_get(&c->data, &column_config_triangles);
    if (*p->name) {
        points = column_of(&f->joined, &column_frames_points, p->name);
        p->corner = column_of(&f->joined, &column_frames_triangles, p->name);
    }
    if (!points || points->type != BUNDLE_INTEGER || points->rows * points->columns != 2)
        return false;
    const int64_t m = points->integer[0], n = points->integer[1];
    if (m < 1 || n < 1 || m > points_most || n > points_most)
        return false;
    p->nodes = (size_t)m * (size_t)n;
    if (p->corner && (p->corner->type != BUNDLE_INTEGER || p->corner->columns != 3))
        return false;
    p->rows = (size_t)m;
    p->columns = (size_t)n;
    p->m = p->corner ? 0 : (size_t)m;
    p->n = p->corner ? 0 : (size_t)n;
    p->facets = p->corner ? p->corner->rows : (p->m - 1) * (p->n - 1);
    p->x = reals_of(column_of(&f->data, &column_frames_x, p->name), f->count, p->nodes);
    p->y = reals_of(column_of(&f->data, &column_frames_y, p->name), f->count, p->nodes);
    p->z = reals_of(column_of(&f->data, &column_frames_z, p->name), f->count, p->nodes);
    p->held = reals_of(column_of(&f->data, &column_frames_held, p->name), f->count, p->nodes);
    return p->x && p->y && p->z;
}

/* Puts a part behind the others. */
static void add_part(frames *f, frames_part p)
{
    p.begin = f->nodes;
    p.first = f->facets;
    f->nodes += p.nodes;
    f->facets += p.facets;
    f->own += p.obstacle ? 0 : p.nodes;
    f->part[f->parts++] = p;
}

static bool is_obstacle(const frames *f, const char *name)
{
    const bundle_column *told = column_of(&f->joined, &column_frames_obstacle, name);
    return told && told->type == BUNDLE_INTEGER && told->rows == 1 && told->integer[0] == 1;
}

/* Objects with names, obstacles or the others. */
static bool add_named(const study_case *c, frames *f, bool obstacles)
{
    bool fit = true;
    for (size_t i = 0; fit && i < f->joined.count; i++) {
        frames_part p = {.obstacle = obstacles};
        if (!column_takes(&column_frames_points, f->joined.column[i].path, p.name, sizeof p.name) ||
            is_obstacle(f, p.name) != obstacles)
            continue;
        fit = read_part(f, c, &p);
        if (fit)
            add_part(f, p);
    }
    return fit;
}

/* The only object, which has no name. */
static bool add_only(const study_case *c, frames *f)
{
    frames_part p = {0};
    const bool fits = read_part(f, c, &p);
    if (fits)
        add_part(f, p);
    return fits;
}

static bool find_columns(const study_case *c, frames *f)
{
    const bundle_column *iteration = bundle_get(&f->data, &column_frames_iteration);
    f->part = calloc(f->joined.count + 1, sizeof *f->part);
    if (!f->part || !iteration || iteration->type != BUNDLE_INTEGER || iteration->columns != 1 ||
        iteration->rows != f->count)
        return false;
    f->iteration = iteration->integer;
    f->time = reals_of(bundle_get(&f->data, &column_frames_time), f->count, 1);
    const bool short_form = bundle_get(&f->data, &column_frames_x) != NULL;
    if (short_form ? !add_only(c, f) : !add_named(c, f, false) || !add_named(c, f, true))
        return false;
    f->m = f->parts == 1 ? f->part->m : 0;
    f->n = f->parts == 1 ? f->part->n : 0;
    return add_facets(f);
}

bool frames_are_told(const study_case *c)
{
    return case_rows(c, &column_frames_time) > 0;
}

/* --- reading --- */

/* Columns that have a row a frame. */
static bool is_of_frames(const bundle_column *c)
{
    static const results_column *const columns[] = {
        &column_frames_iteration, &column_frames_time,  &column_frames_x,      &column_frames_y,
        &column_frames_z,         &column_frames_speed, &column_frames_strain, &column_frames_held};
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++)
        if (column_says(columns[i], c->path) > 0)
            return true;
    return false;
}

/* The paths of the columns that have a row a frame, or of the others, to be freed. */
static const char **paths_of(const bundle *shapes, bool of_frames)
{
    const char **path = calloc(shapes->count + 1, sizeof *path);
    for (size_t i = 0, count = 0; path && i < shapes->count; i++)
        if (is_of_frames(&shapes->column[i]) == of_frames)
            path[count++] = shapes->column[i].path;
    return path;
}

/* How many of the file's frames are read. */
static size_t count_of(const bundle *shapes, size_t of)
{
    double bytes = 0.0;
    for (size_t i = 0; i < shapes->count; i++)
        if (is_of_frames(&shapes->column[i]))
            bytes += (double)sizeof(double) * (double)shapes->column[i].columns;
    const double most = fmax(2.0, FRAMES_BYTES / fmax(1.0, bytes));
    return (double)of <= most ? of : (size_t)most;
}

/* Evenly spaced, the first and the last among them; to be freed. */
static size_t *rows_of(size_t of, size_t count)
{
    size_t *row = calloc(count + 1, sizeof *row);
    for (size_t i = 0; row && i < count; i++)
        row[i] = count < 2 ? 0 : i * (of - 1) / (count - 1);
    return row;
}

static bool read_columns(const char *path, const bundle *shapes, frames *f, record_error *error)
{
    const bundle_column *iteration = bundle_get(shapes, &column_frames_iteration);
    f->of = iteration ? iteration->rows : 0;
    f->count = count_of(shapes, f->of);
    const char **own = paths_of(shapes, true), **others = paths_of(shapes, false);
    size_t *row = rows_of(f->of, f->count);
    const bool ready = own && others && row;
    bool read = ready && f->count > 0 &&
                record_read_rows(path, own, row, f->count, &f->data, error) == RECORD_OK;
    read = read &&
           (!others[0] || record_read_rows(path, others, NULL, 0, &f->joined, error) == RECORD_OK);
    if (!ready)
        snprintf(error->text, sizeof error->text, "%.900s: not enough memory", path);
    free(row);
    free(others);
    free(own);
    return read;
}

/* --- what is held --- */

static bool is_moved(const frames *f, size_t node)
{
    const vector first = frames_node(f, 0, node);
    for (size_t frame = 1; frame < f->count; frame++) {
        const vector now = frames_node(f, frame, node);
        if (now.x != first.x || now.y != first.y || now.z != first.z)
            return true;
    }
    return false;
}

/* Where the frames do not tell what is held. False without memory. */
static bool find_still(frames *f)
{
    size_t moved = 0;
    for (size_t i = 0; i < f->parts; i++)
        if (f->part[i].held)
            return true;
    f->still = calloc(f->nodes + 1, sizeof *f->still);
    if (!f->still)
        return false;
    for (size_t i = 0; i < f->own; i++) {
        f->still[i] = !is_moved(f, i);
        moved += !f->still[i];
    }
    if (moved == 0)
        memset(f->still, 0, f->nodes * sizeof *f->still);
    return true;
}

bool frames_holds(const frames *f, size_t frame, size_t node)
{
    const frames_part *p = f->part;
    if (f->still)
        return f->still[node];
    while (node >= p->begin + p->nodes)
        p++;
    return p->held && p->held[frame * p->nodes + node - p->begin] != 0.0;
}

static void lose(const study_case *c, const char *why, FILE *err)
{
    fprintf(err, "%s\n", why);
    if (c->frames_lost)
        *c->frames_lost = true;
}

bool frames_read(const study_case *c, frames *f, FILE *err)
{
    static const char *const prefixes[] = {group_frames, NULL};
    record_error error = {0};
    bundle shapes = {0};
    *f = (frames){0};
    if (c->frames_lost && *c->frames_lost)
        return false;
    bool read = record_read_small(c->path, prefixes, 0, &shapes, &error) == RECORD_OK &&
                read_columns(c->path, &shapes, f, &error);
    bundle_free(&shapes);
    errno = 0;
    read = read && find_columns(c, f) && find_still(f);
    if (!read && errno == ENOMEM)
        snprintf(error.text, sizeof error.text, "%.900s: there is not enough memory", c->path);
    if (!read && error.text[0])
        lose(c, error.text, err);
    if (!read)
        frames_free(f);
    return read;
}

void frames_free(frames *f)
{
    free(f->facet);
    free(f->part);
    free(f->still);
    bundle_free(&f->data);
    bundle_free(&f->joined);
    *f = (frames){0};
}

vector frames_node(const frames *f, size_t frame, size_t node)
{
    const frames_part *p = f->part;
    while (node >= p->begin + p->nodes)
        p++;
    const size_t i = frame * p->nodes + node - p->begin;
    return (vector){p->x[i], p->y[i], p->z[i]};
}

bool frames_end_whole(const frames *f)
{
    return f->count > 0 && f->iteration[f->count - 1] > 0 && frames_finite(f, f->count - 1);
}

bool frames_end(const study_case *c)
{
    return frames_are_told(c) && case_ended(c);
}

bool frames_finite(const frames *f, size_t frame)
{
    for (size_t i = 0; i < f->nodes; i++)
        if (!vector_is_finite(frames_node(f, frame, i)))
            return false;
    return true;
}

void extent_include(extent *e, vector v)
{
    if (!vector_is_finite(v))
        return;
    if (!e->any)
        *e = (extent){v, v, true};
    e->low = (vector){fmin(e->low.x, v.x), fmin(e->low.y, v.y), fmin(e->low.z, v.z)};
    e->high = (vector){fmax(e->high.x, v.x), fmax(e->high.y, v.y), fmax(e->high.z, v.z)};
}

vector extent_middle(const extent *e)
{
    return vector_sum(0.5, e->low, 0.5, e->high);
}

static double extent_diagonal(const extent *e)
{
    const vector across = vector_sum(1, e->high, -1, e->low);
    return sqrt(vector_dot(across, across));
}

extent frames_first(const frames *f)
{
    extent e = {0};
    for (size_t i = 0; i < f->nodes; i++)
        extent_include(&e, frames_node(f, 0, i));
    return e;
}

double frames_reach(const extent *first)
{
    return most_away * extent_diagonal(first);
}

bool frames_sound(const frames *f, size_t frame)
{
    const extent first = frames_first(f);
    const vector middle = extent_middle(&first);
    const double reach = frames_reach(&first);
    for (size_t i = 0; i < f->own; i++) {
        const vector away = vector_sum(1, frames_node(f, frame, i), -1, middle);
        if (!(vector_dot(away, away) <= reach * reach)) /* also what is no number */
            return false;
    }
    return true;
}

vector frames_area(const frames *f, size_t frame, size_t facet)
{
    const size_t *corner = f->facet[facet].corner;
    const vector a =
        vector_sum(1, frames_node(f, frame, corner[2]), -1, frames_node(f, frame, corner[0]));
    const vector b =
        vector_sum(1, frames_node(f, frame, corner[3]), -1, frames_node(f, frame, corner[1]));
    const vector product = vector_cross(a, b);
    return vector_sum(0.5, product, 0, product);
}

static vector facing(const frames *f, size_t frame, size_t first, size_t facets)
{
    vector sum = {0, 0, 0};
    for (size_t i = first; i < first + facets; i++) {
        const vector area = frames_area(f, frame, i);
        sum = vector_is_finite(area) ? vector_sum(1, sum, 1, area) : sum;
    }
    return sum;
}

vector frames_facing(const frames *f, size_t frame)
{
    return facing(f, frame, 0, f->facets);
}

vector frames_part_facing(const frames *f, size_t frame, size_t part)
{
    return facing(f, frame, f->part[part].first, f->part[part].facets);
}
