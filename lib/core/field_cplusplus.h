/* field.h for C++: kind and count of a struct's member, which C finds by _Generic. */
#ifndef TRAMA_CORE_FIELD_CPLUSPLUS_H
#define TRAMA_CORE_FIELD_CPLUSPLUS_H

#include "core/field.h"

#ifdef __cplusplus
extern "C++" {
template <typename member> struct trama_member;
template <> struct trama_member<double> {
    static constexpr trama_kind kind = TRAMA_REAL;
};
template <> struct trama_member<long> {
    static constexpr trama_kind kind = TRAMA_INTEGER;
};
template <> struct trama_member<bool> {
    static constexpr trama_kind kind = TRAMA_BOOLEAN;
};
template <> struct trama_member<int> {
    static constexpr trama_kind kind = TRAMA_CHOICE;
};
template <> struct trama_member<trama_name> {
    static constexpr trama_kind kind = TRAMA_NAME;
};
template <typename element, size_t length>
struct trama_member<element[length]> : trama_member<element> {
};
template <typename member> struct trama_list_member;
template <> struct trama_list_member<trama_reals> {
    static constexpr trama_kind kind = TRAMA_REAL;
};
template <typename member> struct trama_length {
    static constexpr size_t count = 1;
};
template <typename element, size_t length> struct trama_length<element[length]> {
    static constexpr size_t count = length;
};
}
#define TRAMA_KIND_OF(type, member) (trama_member<decltype(type::member)>::kind)
#define TRAMA_COUNT_OF(type, member) (trama_length<decltype(type::member)>::count)
#define TRAMA_LIST_KIND(type, member) (trama_list_member<decltype(type::member)>::kind)

/* A row of a table, for compilers that lack designated initialisers or warn of them:
 *   TRAMA_FIELD_ROW(options, parts, "1", 1, 1000, 20, "parts of a step")
 * and for an int that is an index into names: TRAMA_FIELD_CHOICE_ROW(options, kind, names, 0,
 * "..."). */
#define TRAMA_FIELD_ROW(type, member, unit, minimum, maximum, fallback, summary)                   \
    trama_field_row(#member, TRAMA_KIND_OF(type, member), TRAMA_COUNT_OF(type, member),            \
                    offsetof(type, member), unit, nullptr, minimum, maximum, fallback, summary)
#define TRAMA_FIELD_CHOICE_ROW(type, member, names, fallback, summary)                             \
    trama_field_row(#member, TRAMA_KIND_OF(type, member), TRAMA_COUNT_OF(type, member),            \
                    offsetof(type, member), "", names, 0, 0, fallback, summary)
inline trama_field trama_field_row(const char *name, trama_kind kind, size_t count, size_t offset,
                                   const char *unit, const char *const *choices, double minimum,
                                   double maximum, double fallback, const char *summary)
{
    trama_field row = {};
    row.name = name;
    row.kind = kind;
    row.count = count;
    row.offset = offset;
    row.unit = unit;
    row.choices = choices;
    row.minimum = minimum;
    row.maximum = maximum;
    for (double &each : row.fallback)
        each = fallback;
    row.summary = summary;
    return row;
}
#endif

#endif
