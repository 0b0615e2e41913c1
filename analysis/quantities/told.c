#include "analysis/quantities/told.h"

#include "core/numbers.h"

told_value told_number(double value)
{
    return (told_value){.value = value};
}

told_value told_count(double count)
{
    return (told_value){.value = count, .is_count = true};
}

told_value told_range(double low, double high)
{
    return (told_value){.value = low, .high = high, .is_range = true};
}

told_value told_text(const char *text)
{
    return (told_value){.value = TRAMA_NAN, .text = text};
}
