/* Results for the tests of the report: limits that agree, differ and fail late, runs with frames,
 * one of them broken, and texts that try to act. Include after cmocka.h. */
#ifndef TRAMA_TESTS_SUPPORT_REPORT_SAMPLE_H
#define TRAMA_TESTS_SUPPORT_REPORT_SAMPLE_H

/* Ends elements, attributes and scripts where it is not escaped; the last byte is broken UTF-8. */
#define SAMPLE_HOSTILE                                                                             \
    "</script></title></pre></td><script>alert(1)</script><img src=x "                             \
    "onerror=alert(2)>\"'&amp;\xff"
#define SAMPLE_HOSTILE_NAME "a<b>&'\"c"

/* Plants <folder> below the temporary folder of record_sample.h. */
void sample_results(const char *folder);

typedef struct sample_said {
    int code;
    char out[4096], err[4096];
} sample_said;

/* Writes its report.html. */
sample_said sample_report(const char *folder);

/* Fails, without the whole page, unless it has the part. */
void report_holds(const char *page, const char *part);

#endif
