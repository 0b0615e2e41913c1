/* Field tables: every parameter is described once. The same table serves parsing, defaults, range
 * checks, `trama list`, the attributes of a results file, and the text that identifies a case. */
#ifndef TRAMA_CORE_FIELD_H
#define TRAMA_CORE_FIELD_H

#include "core/status.h"

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum trama_kind {
    TRAMA_REAL,    /* double */
    TRAMA_INTEGER, /* long */
    TRAMA_BOOLEAN, /* bool */
    TRAMA_CHOICE,  /* int, an index into `choices` */
    TRAMA_NAME,    /* trama_name; the default is none */
} trama_kind;

enum { TRAMA_NAME_MAX = 64 };

/* The name of another part of the case, "crate" or "crate[3]"; "": not given. */
typedef struct trama_name {
    char text[TRAMA_NAME_MAX];
} trama_name;

enum { TRAMA_LIST_MAX = 256 };

/* Storage of a field of kind TRAMA_REAL with `list` set: as many values as were given. */
typedef struct trama_reals {
    size_t count; /* values: a multiple of the field's count */
    double value[TRAMA_LIST_MAX];
} trama_reals;

typedef struct trama_field {
    const char *name;
    trama_kind kind;
    size_t count;   /* 1: a scalar; 2 to 4: an array of that fixed length */
    size_t offset;  /* offsetof in the struct that the table describes */
    bool list;      /* a trama_reals: any number of elements, up to TRAMA_LIST_MAX values in all
                       (kind REAL); if count > 1 the input is a list of lists */
    bool broadcast; /* count > 1: one scalar in the input sets all */
    bool matrix;    /* count 4: the input may also be rows, [[11, 12], [21, 22]] */
    bool required;  /* has no default */
    bool later;     /* added after cases were named: at its default it is left out of the text that
                       identifies a case, so that existing names stay */
    const char *unit; /* SI, as in "kg/m^2"; "1" for a pure number; "" for booleans and choices */
    const char *node_unit;      /* the unit if the model takes it per node, not per area; NULL: the
                                   same */
    const char *const *choices; /* NULL-terminated (kind CHOICE) */
    double minimum, maximum; /* inclusive; both 0: unbounded (kinds REAL and INTEGER). DBL_MIN as a
                                minimum: positive; -DBL_MAX, DBL_MAX: finite, else no bound;
                                -INFINITY, INFINITY: no bound, and infinity itself is allowed */
    double fallback[4];      /* the default of each element (all of them, even if `broadcast`); NAN:
                                not given (kind REAL); a list's default is empty */
    const char *summary;     /* one line: meaning, and source if there is one */
} trama_field;

/* Begins the row that describes a member of the struct `type`; the other initialisers follow:
 *
 *   {TRAMA_FIELD_OF(parameters, dt), .required = true, .unit = "s", .minimum = 1e-12,
 *    .maximum = 1e9, .summary = "time step"},
 *
 * Name, kind and count are those of the member: double (REAL), long (INTEGER), bool (BOOLEAN), int
 * (CHOICE) or an array of those, or trama_name (NAME); no other type compiles. */
#define TRAMA_FIELD_OF(type, member) TRAMA_FIELD_AS(#member, type, member)
/* The same for a member, or a member's member or element, under another name. */
#define TRAMA_FIELD_AS(field_name, type, member)                                                   \
    .name = field_name, .kind = TRAMA_KIND_OF(type, member),                                       \
    .count = TRAMA_COUNT_OF(type, member), .offset = offsetof(type, member)
/* The row of an int that is an index into `names`. */
#define TRAMA_CHOICE_OF(type, member, names)                                                       \
    TRAMA_FIELD_OF(type, member), .unit = "", .choices = (names)
/* The row of a trama_reals: a list of numbers (`width` 1), or of rows of `width` numbers each. */
#define TRAMA_LIST_OF(type, member, width) TRAMA_LIST_AS(#member, type, member, width)
#define TRAMA_LIST_AS(field_name, type, member, width)                                             \
    .name = field_name, .kind = TRAMA_LIST_KIND(type, member), .count = (width),                   \
    .offset = offsetof(type, member), .list = true

/* Selects one of the five by the type of a member or of its elements. */
#ifdef __cplusplus
#include "core/field_cplusplus.h"
#else
/* clang-format off */
#define TRAMA_BY_TYPE(type, member, real, integer, boolean, choice, name)                          \
    _Generic(((type *)0)->member,                                                                  \
             double: real, long: integer, bool: boolean, int: choice, trama_name: name,            \
             double *: real, long *: integer, bool *: boolean, int *: choice)
#define TRAMA_KIND_OF(type, member)                                                                \
    TRAMA_BY_TYPE(type, member, TRAMA_REAL, TRAMA_INTEGER, TRAMA_BOOLEAN, TRAMA_CHOICE, TRAMA_NAME)
#define TRAMA_COUNT_OF(type, member)                                                               \
    (sizeof(((type *)0)->member) /                                                                 \
     (TRAMA_BY_TYPE(type, member, sizeof(double), sizeof(long), sizeof(bool), sizeof(int),         \
                    sizeof(trama_name))))
#define TRAMA_LIST_KIND(type, member) _Generic(((type *)0)->member, trama_reals: TRAMA_REAL)
/* clang-format on */
#endif

/* A table, and the size of the struct that it describes. */
typedef struct trama_fields {
    const trama_field *field;
    size_t count;
    size_t size; /* sizeof the struct */
} trama_fields;

#define TRAMA_FIELDS(table, type)                                                                  \
    {                                                                                              \
        (table), sizeof(table) / sizeof((table)[0]), sizeof(type)                                  \
    }
#define TRAMA_NO_FIELDS                                                                            \
    {                                                                                              \
        NULL, 0, 0                                                                                 \
    }

/* Named entries, each a struct of one table. In the input they are a mapping `KEY: {NAME: {...},
 * ...}` among the fields of a struct, which keeps them in order. */
typedef struct trama_entries {
    size_t count;
    const char **name; /* they outlive the entries */
    void *item;        /* count structs */
} trama_entries;

typedef struct trama_entries_type {
    const char *name;           /* the key; NULL: there are no entries */
    const char *summary;        /* what an entry is, one line */
    const trama_fields *fields; /* of each */
    size_t offset;              /* of the trama_entries in the struct that holds them */
    size_t mesh_offset; /* in the struct of an entry: a trama_mesh_spec, which the configuration
                           reads from a file (`mesh`); 0: none */
} trama_entries_type;

/* The entries within `parameters`. */
static inline trama_entries *trama_entries_of(const trama_entries_type *type, void *parameters)
{
    return (trama_entries *)((char *)parameters + type->offset);
}
/* Frees both arrays, but not the names. */
void trama_entries_free(trama_entries *entries);

/* Writes every default into `parameters` (fields.size bytes, zeroed first). */
void trama_fields_default(trama_fields fields, void *parameters);

/* The field of that name, or NULL. */
const trama_field *trama_fields_find(trama_fields fields, const char *name);

/* A suggestion for a mistyped `name`: of `count` names the nearest by edit distance, if that is at
 * most a third of the longer name (at least 2); else the first with a word that begins with `name`
 * (of three characters or more); else NULL. */
const char *trama_nearest(const char *name, const char *const *names, size_t count);

/* True if `value` lies in the field's range (finite unless the range allows infinity). */
bool trama_field_allows(const trama_field *field, double value);

/* The allowed range in words: "0 < x", "from 0 to 1 m", "one of reference, natural". */
void trama_field_range(const trama_field *field, char *text, size_t size);

/* Checks every value in `parameters` against its range; NAN is allowed where the default is NAN.
 * The error's path is `prefix` followed by the field's name. */
trama_status trama_fields_check(trama_fields fields, const void *parameters, const char *prefix,
                                trama_error *error);

/* True if the field has a default and its value equals it bit for bit; for a list, if it is
 * empty. */
bool trama_field_is_default(const trama_field *field, const void *parameters);

/* Sets a field from text: a number (inf and nan too), true or false, a choice or a name; several
 * elements as "1,2,3", or one for all; a list as whole rows. Returns false for any other text; the
 * field may then be partly set. Check ranges with trama_fields_check. */
bool trama_field_read(const trama_field *field, void *parameters, const char *text);

/* Prints the value, choices by name, arrays as [a, b]. `exact`: canonical, doubles as %a; else for
 * people, doubles with the fewest decimals that read back as the same bits. Returns the length
 * needed, as snprintf. */
int trama_field_print(const trama_field *field, const void *parameters, bool exact, char *text,
                      size_t size);

/* Address of the field's storage inside `parameters`. */
void *trama_field_at(const trama_field *field, void *parameters);

#ifdef __cplusplus
}
#endif

#endif
