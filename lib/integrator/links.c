#include "integrator/links.h"

#include "core/isa.h"

#ifdef TRAMA_SEVERAL_ISAS
static trama_links_loop *const loops[] = {trama_kernel_links_v2, trama_kernel_links_v3,
                                          trama_kernel_links_v4};
#else
static trama_links_loop *const loops[] = {trama_kernel_links_v2};
#endif

void trama_links_sweep(const trama_links *links, size_t begin, size_t end,
                       const trama_linked *nodes)
{
    loops[trama_isa_current()](links, begin, end, nodes);
}
