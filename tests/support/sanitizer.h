/* ADDRESS_SANITIZER is defined where AddressSanitizer is at work, with gcc and with clang. */
#ifndef SUPPORT_SANITIZER_H
#define SUPPORT_SANITIZER_H

#if defined(__SANITIZE_ADDRESS__)
#define ADDRESS_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ADDRESS_SANITIZER 1
#endif
#endif

#endif
