/* For MAP_ANONYMOUS. */
#define _GNU_SOURCE
#include "results/hdf.h"

#include <stdarg.h>
#include <stdio.h>
#include <sys/mman.h>

/* Whether that much could be had now. */
static bool has_memory(size_t bytes)
{
    void *room = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return room != MAP_FAILED && munmap(room, bytes) == 0;
}

/* Measured: 5 MiB for a table, a report and a short run, 4 of them where HDF5 starts. Its caches
 * grow with the file. */
static const size_t own_room = (size_t)16 << 20;

bool record_has_room(size_t bytes)
{
    return bytes <= SIZE_MAX - own_room && has_memory(own_room + bytes);
}

void record_begin(void)
{
    static bool begun;
    if (begun)
        return;
    begun = true;
    /* The first call of all: with its exit handler the library crashes where it could not get rid
     * of its last bytes. */
    H5dont_atexit();
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    /* A file may name a filter to be loaded as a shared object: never. */
    H5PLset_loading_state(0);
}

const char *record_library_version(void)
{
    static char text[48];
    unsigned major = 0, minor = 0, release = 0;
    H5get_libversion(&major, &minor, &release);
    snprintf(text, sizeof text, "%u.%u.%u", major, minor, release);
    return text;
}

typedef struct cause {
    char text[256];
    bool no_memory;
} cause;

static herr_t note_cause(unsigned depth, const H5E_error2_t *entry, void *data)
{
    cause *found = data;
    if (depth == 0)
        snprintf(found->text, sizeof found->text, "%s", entry->desc ? entry->desc : "");
    found->no_memory = found->no_memory || entry->maj_num == H5E_RESOURCE ||
                       entry->min_num == H5E_NOSPACE || entry->min_num == H5E_CANTALLOC;
    return 0;
}

record_status record_fail_hdf(record_error *error, record_status status, const char *path,
                              const char *format, ...)
{
    cause found = {"", false};
    H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, note_cause, &found);
    /* A call that fails and leaves no reason had no memory to note one. */
    if (found.no_memory || found.text[0] == '\0')
        return record_fail_memory(error, path);
    char what[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    return record_fail(error, status, path, "%s (%s)", what, found.text);
}

void record_close(hid_t id)
{
    if (id >= 0)
        H5Idec_ref(id);
}

hid_t record_boolean_type(void)
{
    static const int8_t no = 0, yes = 1;
    const hid_t type = H5Tenum_create(H5T_STD_I8LE);
    if (type >= 0 && H5Tenum_insert(type, "FALSE", &no) >= 0 &&
        H5Tenum_insert(type, "TRUE", &yes) >= 0)
        return type;
    record_close(type);
    return H5I_INVALID_HID;
}

hid_t record_text_type(size_t width)
{
    const hid_t type = H5Tcopy(H5T_C_S1);
    const bool made = type >= 0 && H5Tset_size(type, width > 0 ? width : 1) >= 0 &&
                      H5Tset_strpad(type, H5T_STR_NULLPAD) >= 0 &&
                      H5Tset_cset(type, H5T_CSET_UTF8) >= 0;
    if (made)
        return type;
    record_close(type);
    return H5I_INVALID_HID;
}

hid_t record_group_list(hid_t list_class)
{
    const unsigned links_in_header = 60000;
    const hid_t list = H5Pcreate(list_class);
    const bool made = list >= 0 && H5Pset_obj_track_times(list, false) >= 0 &&
                      H5Pset_link_phase_change(list, links_in_header, 0) >= 0;
    if (made)
        return list;
    record_close(list);
    return H5I_INVALID_HID;
}
