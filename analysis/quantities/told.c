#include "analysis/quantities/told.h"

#include <stdarg.h>
#include <stdio.h>

#include "core/numbers.h"

told_value told_number(double value)
{
    return (told_value){.value = value};
}

told_value told_text(const char *text)
{
    return (told_value){.value = TRAMA_NAN, .text = text};
}

void told_in_words(told_value *of, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(of->words, sizeof of->words, format, arguments);
    va_end(arguments);
}
