/* The experiment files that `trama new` writes, embedded by the build (cmake/embed.cmake). */
#ifndef COMMAND_TEMPLATES_H
#define COMMAND_TEMPLATES_H

#include <stddef.h>

#define TEMPLATE(name)                                                                             \
    extern const unsigned char template_##name[];                                                  \
    extern const size_t template_##name##_size;
#include "command/templates.def"
#undef TEMPLATE

#endif
