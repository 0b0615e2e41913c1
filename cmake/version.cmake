# Writes trama_version.h at build time, only if it changes: the commit that a results file names.
execute_process(COMMAND git -C ${SOURCE} describe --always --dirty --abbrev=12
  OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
if(failed OR commit STREQUAL "")
  set(commit "no git")
endif()
set(text "#define TRAMA_VERSION \"${VERSION}\"
#define TRAMA_COMMIT \"${commit}\"
#define TRAMA_COMPILER \"${COMPILER}\"
#define TRAMA_BUILD_TYPE \"${BUILD_TYPE}\"
#define TRAMA_FLAGS \"${FLAGS}\"
#define TRAMA_FYAML_VERSION \"${FYAML}\"
")
set(old "")
if(EXISTS ${OUTPUT})
  file(READ ${OUTPUT} old)
endif()
if(NOT old STREQUAL text)
  file(WRITE ${OUTPUT} "${text}")
endif()
