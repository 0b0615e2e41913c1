# `cpack -G DEB` in a build folder that is configured for /usr makes a package of Debian: tools/package.sh.
# Whoever makes the package answers for it: MAINTAINER="Name <address>" in the environment, else what git says.
set(maintainer $ENV{MAINTAINER})
if(NOT maintainer)
  execute_process(COMMAND git log -1 "--format=%cn <%ce>" WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
    OUTPUT_VARIABLE maintainer OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
if(NOT maintainer)
  set(maintainer "The trama developers <trama@localhost>")
endif()
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME trama)
set(CPACK_PACKAGE_VENDOR "The trama developers")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "benchmarks and validates solvers for cloth, soft and rigid bodies")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
"Trama runs sweeps of experiments over published models and methods, and over
other solvers. It finds the largest stable time step, measures order, drift,
rest and cost, checks results against published values and closed forms,
records them in HDF5 and writes tables, figures and pages.
.
This package has the program, the library with its headers, the man page,
configurations, documents and examples.")
set(CPACK_DEBIAN_PACKAGE_MAINTAINER "${maintainer}")
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY "=")
set(CPACK_DEBIAN_PACKAGE_DEPENDS "gnuplot-nox")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "fontconfig")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_STRIP_FILES ON)
file(WRITE ${package}/triggers "activate-noawait ldconfig\n")
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA ${package}/triggers)
# Debian's format of these two files; what the sources have is CHANGELOG.md and LICENSE.
string(TIMESTAMP today "%a, %d %b %Y %H:%M:%S +0000" UTC)
file(WRITE ${package}/changelog "trama (${PROJECT_VERSION}) unstable; urgency=low

  * See CHANGELOG.md of the sources.

 -- ${maintainer}  ${today}
")
file(WRITE ${package}/copyright "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: trama

Files: *
Copyright: 2026 The trama developers
License: GPL-3+

License: GPL-3+
 On Debian systems the text of the GNU General Public License, version 3, is in
 /usr/share/common-licenses/GPL-3.
")
find_program(GZIP gzip)
add_custom_command(OUTPUT ${package}/changelog.gz ${package}/trama.1.gz
  COMMAND ${GZIP} -9nkf ${package}/changelog ${package}/trama.1 DEPENDS ${package}/trama.1 VERBATIM)
if(TRAMA_PACKAGE)
  add_custom_target(trama_compressed ALL DEPENDS ${package}/changelog.gz ${package}/trama.1.gz)
  install(FILES ${package}/changelog.gz ${package}/copyright DESTINATION ${CMAKE_INSTALL_DOCDIR})
endif()
include(CPack)
