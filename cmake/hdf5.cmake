# HDF5 as programs link it: shared, and static where a target asks for it by its property QUICK_START. The shared library
# brings some 30 others for files on the web (libcurl's), whose loading takes longer than a short command; the tests start
# programs thousands of times. Of the archive nothing is linked that needs them.
include(CheckCSourceCompiles)
cmake_path(GET HDF5_C_LIBRARY_hdf5 PARENT_PATH hdf5_folder)
find_library(HDF5_ARCHIVE libhdf5.a HINTS ${hdf5_folder} NO_DEFAULT_PATH)
find_library(HDF5_SZIP sz)
set(hdf5_quick ${HDF5_C_LIBRARIES})
if(HDF5_ARCHIVE AND HDF5_SZIP)
  set(archive ${HDF5_ARCHIVE} ${HDF5_SZIP} z ${CMAKE_DL_LIBS} m)
  set(CMAKE_REQUIRED_INCLUDES ${HDF5_INCLUDE_DIRS})
  set(CMAKE_REQUIRED_LIBRARIES ${archive})
  check_c_source_compiles("#include <hdf5.h>
    int main(void) { return H5Fopen(\"\", H5F_ACC_RDONLY, H5P_DEFAULT) < 0; }" HDF5_ARCHIVE_SUFFICES)
  unset(CMAKE_REQUIRED_INCLUDES)
  unset(CMAKE_REQUIRED_LIBRARIES)
  if(HDF5_ARCHIVE_SUFFICES)
    set(hdf5_quick ${archive})
  endif()
endif()
add_library(trama_hdf5 INTERFACE)
target_include_directories(trama_hdf5 SYSTEM INTERFACE ${HDF5_INCLUDE_DIRS})
target_compile_definitions(trama_hdf5 INTERFACE ${HDF5_DEFINITIONS})
target_link_libraries(trama_hdf5 INTERFACE
  "$<IF:$<BOOL:$<TARGET_PROPERTY:QUICK_START>>,${hdf5_quick},${HDF5_C_LIBRARIES}>")
