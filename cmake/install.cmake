# What `cmake --install` puts where: the program, the library (static and shared) with its headers, a CMake package, a
# pkg-config file, the man page, completion for bash, documents and examples.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(package ${CMAKE_BINARY_DIR}/package)

# Nothing of the tree is read at run time but the laws, which `trama laws` looks for from its own place upwards: trama finds
# trama-mpi beside itself, and carries the report's page.
foreach(program trama_program trama_mpi)
  if(TARGET ${program})
    target_compile_definitions(${program} PRIVATE TRAMA_DOCUMENTS="${CMAKE_INSTALL_DOCDIR}")
  endif()
endforeach()
install(TARGETS trama_program RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
if(TARGET trama_mpi)
  install(TARGETS trama_mpi RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()

# Public headers: trama.h, trama_plugin.h, and all that they include. They include each other from <include>/trama.
set(headers trama.h trama_plugin.h)
set(unread ${headers})
while(unread)
  list(POP_FRONT unread header)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/lib/${header})
  file(STRINGS ${CMAKE_SOURCE_DIR}/lib/${header} lines REGEX "^#include \"")
  foreach(line ${lines})
    string(REGEX REPLACE "^#include \"([^\"]*)\".*" "\\1" named ${line})
    cmake_path(GET header PARENT_PATH room)
    if(NOT EXISTS ${CMAKE_SOURCE_DIR}/lib/${named}) # a neighbour, or a table of a registry
      set(named ${room}/${named})
    endif()
    if(NOT named IN_LIST headers)
      list(APPEND headers ${named})
      list(APPEND unread ${named})
    endif()
  endforeach()
endwhile()
foreach(header ${headers})
  get_filename_component(room ${header} DIRECTORY)
  install(FILES ${CMAKE_SOURCE_DIR}/lib/${header} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/trama/${room})
endforeach()
install(TARGETS trama trama_shared EXPORT trama
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
  INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} ${CMAKE_INSTALL_INCLUDEDIR}/trama)

# find_package(trama). Before 1.0 a minor version may change an interface.
set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/trama)
install(EXPORT trama FILE tramaTargets.cmake NAMESPACE trama:: DESTINATION ${package_folder})
configure_package_config_file(${CMAKE_SOURCE_DIR}/cmake/tramaConfig.cmake.in ${package}/tramaConfig.cmake
  INSTALL_DESTINATION ${package_folder})
write_basic_package_version_file(${package}/tramaConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${package}/tramaConfig.cmake ${package}/tramaConfigVersion.cmake DESTINATION ${package_folder})

# pkg-config. Paths are relative to the file's own folder, so that `cmake --install --prefix` may choose.
file(RELATIVE_PATH trama_prefix_from_pc /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
string(REGEX REPLACE "/$" "" trama_prefix_from_pc ${trama_prefix_from_pc})
set(trama_openmp_flags ${OpenMP_C_FLAGS})
configure_file(${CMAKE_SOURCE_DIR}/cmake/trama.pc.in ${package}/trama.pc @ONLY)
install(FILES ${package}/trama.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

# The program writes its own page and completion, so that they know what it knows.
add_custom_command(OUTPUT ${package}/trama.1 ${package}/trama
  COMMAND trama_program --man > ${package}/trama.1
  COMMAND trama_program --completion > ${package}/trama
  DEPENDS trama_program VERBATIM)
add_custom_target(trama_manual ALL DEPENDS ${package}/trama.1 ${package}/trama)
install(FILES ${package}/trama.1$<$<BOOL:${TRAMA_PACKAGE}>:.gz> DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${package}/trama DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)

install(FILES README.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY configs docs examples DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY analysis/reference DESTINATION ${CMAKE_INSTALL_DOCDIR}/analysis) # which configurations name
