# What `cmake --install` and `make package` install: the headers and the compiled part with their CMake and pkg-config
# files (component dev), and the command line with its man page and completions, if it is built (component tool). No
# installed file contains the prefix, so the folder may be moved.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/abut)
install(TARGETS abut abut_headers abut_io EXPORT abut_targets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT dev)
if(TARGET abut_c)
  install(TARGETS abut_c EXPORT abut_targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT dev)
  if(TARGET abut_c_shared)
    install(TARGETS abut_c_shared EXPORT abut_targets LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT dev)
  endif()
  install(FILES ${PROJECT_SOURCE_DIR}/bindings/c/include/abut.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT dev)
endif()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/abut DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT dev)
install(EXPORT abut_targets NAMESPACE abut:: FILE abutTargets.cmake DESTINATION ${package_dir} COMPONENT dev)

# The targets are the configuration: abut depends on no other package. abut::tbb is there if the user's project has
# found TBB before. Before 1.0.0 a minor version may change the API.
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/abutConfig.cmake @ONLY CONTENT [[
include("${CMAKE_CURRENT_LIST_DIR}/abutTargets.cmake")
if(TARGET TBB::tbb AND NOT TARGET abut::tbb)
  add_library(abut::tbb INTERFACE IMPORTED)
  set_target_properties(abut::tbb PROPERTIES INTERFACE_LINK_LIBRARIES "abut::abut;TBB::tbb")
endif()
]])
write_basic_package_version_file(${PROJECT_BINARY_DIR}/abutConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/abutConfig.cmake ${PROJECT_BINARY_DIR}/abutConfigVersion.cmake
  DESTINATION ${package_dir} COMPONENT dev)

# The relative path from the folder of abut.pc and abut_c.pc to the prefix.
file(RELATIVE_PATH to_prefix /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
string(REGEX REPLACE "/$" "" to_prefix "${to_prefix}")
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/abut.pc @ONLY CONTENT [[
prefix=${pcfiledir}/@to_prefix@
includedir=${prefix}/@CMAKE_INSTALL_INCLUDEDIR@
libdir=${prefix}/@CMAKE_INSTALL_LIBDIR@

Name: abut
Description: @PROJECT_DESCRIPTION@
Version: @PROJECT_VERSION@
Cflags: -I${includedir} -std=c++20 -ffp-contract=off
Libs: -L${libdir} -labut
]])
install(FILES ${PROJECT_BINARY_DIR}/abut.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT dev)
# For C: `pkg-config --libs abut_c` links the shared library, and with --static adds what the static one needs.
if(TARGET abut_c)
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/abut_c.pc @ONLY CONTENT [[
prefix=${pcfiledir}/@to_prefix@
includedir=${prefix}/@CMAKE_INSTALL_INCLUDEDIR@
libdir=${prefix}/@CMAKE_INSTALL_LIBDIR@

Name: abut_c
Description: @PROJECT_DESCRIPTION@: the C API
Version: @PROJECT_VERSION@
Cflags: -I${includedir}
Libs: -L${libdir} -labut_c
Libs.private: -labut -lstdc++ -lm
]])
  install(FILES ${PROJECT_BINARY_DIR}/abut_c.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT dev)
endif()
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/libabut-dev RENAME copyright
  COMPONENT dev)

if(TARGET abut_tool)
  install(TARGETS abut_tool RUNTIME COMPONENT tool)
  install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/abut RENAME copyright
    COMPONENT tool)
  get_target_property(help abut_tool ABUT_HELP)
  if(help)
    install(FILES ${help}/abut.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT tool)
    install(FILES ${help}/abut.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME abut
      COMPONENT tool)
    install(FILES ${help}/_abut DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions COMPONENT tool)
    install(FILES ${help}/abut.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT tool)
  endif()
endif()

# The Debian packages are libabut-dev, the headers and libraries, and abut, the command line.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_VENDOR "The abut authors")
set(CPACK_PACKAGE_CONTACT "The abut authors <authors@abut.invalid>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/packages)
set(CPACK_COMPONENTS_ALL dev)
if(TARGET abut_tool)
  list(APPEND CPACK_COMPONENTS_ALL tool)
endif()
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_DEV_PACKAGE_NAME libabut-dev)
set(CPACK_DEBIAN_DEV_PACKAGE_SECTION libdevel)
set(CPACK_COMPONENT_DEV_DESCRIPTION "${PROJECT_DESCRIPTION}: C++20 headers, library and C API")
set(CPACK_DEBIAN_TOOL_PACKAGE_NAME abut)
set(CPACK_DEBIAN_TOOL_PACKAGE_SECTION science)
set(CPACK_DEBIAN_TOOL_PACKAGE_SHLIBDEPS ON)
set(CPACK_COMPONENT_TOOL_DESCRIPTION "${PROJECT_DESCRIPTION}: command line")
include(CPack)
