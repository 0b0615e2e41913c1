/* field.h for C++: what a member of a struct is, which C asks by _Generic. */
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
#endif

#endif
