/* One character of UTF-8 (RFC 3629: no overlong forms, no surrogates, nothing above U+10FFFF). */
#include "config/inside.h"

static const struct {
    unsigned char mask, lead;
    uint32_t minimum; /* the first character that needs so many bytes */
} forms[] = {{0x80, 0x00, 0x0}, {0xE0, 0xC0, 0x80}, {0xF0, 0xE0, 0x800}, {0xF8, 0xF0, 0x10000}};

size_t config_utf8(const char *text, size_t left, uint32_t *code)
{
    const unsigned char *byte = (const unsigned char *)text;
    size_t form = 0;
    while (form < 4 && (byte[0] & forms[form].mask) != forms[form].lead)
        form++;
    if (form == 4 || form + 1 > left)
        return 0;
    uint32_t value = byte[0] & (unsigned char)~forms[form].mask;
    for (size_t i = 1; i <= form; i++) {
        if ((byte[i] & 0xC0) != 0x80)
            return 0;
        value = value << 6 | (byte[i] & 0x3Fu);
    }
    if (value < forms[form].minimum || value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF))
        return 0;
    *code = value;
    return form + 1;
}
