/* write.c - characters are escaped one by one, numbers are as in base/text. */
#include "kit/write.h"

#include "base/text.h"
#include "kit/base.h"

#include <string.h>

void write_json_text(FILE *to, const char *text)
{
    if (!text) {
        fputs("null", to);
        return;
    }
    fputc('"', to);
    while (*text) {
        const int length = text_utf8_length(text);
        const unsigned c = (unsigned char)*text;
        if (length == 0)
            fputs("\\ufffd", to);
        else if (c < ' ')
            fprintf(to, "\\u%04x", c);
        else
            fprintf(to, "%s%.*s", c == '"' || c == '\\' ? "\\" : "", length, text);
        text += length ? length : 1;
    }
    fputc('"', to);
}

void write_json_number(FILE *to, double x)
{
    char text[TEXT_NUMBER];
    fputs(*text_number(x, text) ? text : "null", to);
}

void write_csv_text(FILE *to, const char *text, char end)
{
    const char *quote = text[strcspn(text, ",\"\r\n")] ? "\"" : "";
    fputs(quote, to);
    for (; *text; text++) {
        if (*text == '"') fputc('"', to);
        fputc(*text, to);
    }
    fputs(quote, to);
    fputc(end, to);
}

void write_csv_number(FILE *to, double x, char end)
{
    char text[TEXT_NUMBER];
    fputs(text_number(x, text), to);
    fputc(end, to);
}

void write_html_text(FILE *to, const char *text)
{
    for (; *text; text++) switch (*text) {
        case '<': fputs("&lt;", to); break;
        case '>': fputs("&gt;", to); break;
        case '&': fputs("&amp;", to); break;
        case '"': fputs("&quot;", to); break;
        default: fputc(*text, to);
        }
}

static void print_html(FILE *to, const void *text) { write_html_text(to, text); }

const char *write_html(const char *text)
{
    return text[strcspn(text, "<>&\"")] ? base_printed(print_html, text) : text;
}
