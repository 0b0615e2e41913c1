#include "analysis/output/page_head.h"

void page_head(const char *title, const html_part *style, size_t parts, FILE *out)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
          "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
          "img-src data: file: 'self'; base-uri 'none'; form-action 'none'; style-src ",
          out);
    html_hash(style, parts, out);
    fputs("\">\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
          "<meta name=\"color-scheme\" content=\"light dark\">\n"
          "<link rel=\"icon\" href=\"data:,\">\n<title>",
          out);
    html_text(title, out);
    fputs("</title>\n<style>", out);
    for (size_t i = 0; i < parts; i++)
        fwrite(style[i].text, 1, style[i].size, out);
    fputs("</style>\n</head>\n<body>\n", out);
}
