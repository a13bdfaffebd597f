# What is installed, and where. Parts: library, development (headers, and files for CMake and pkg-config), tools, preload.

include(CMakePackageConfigHelpers)

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/opencv_cudastripe")
install(TARGETS opencv_cudastripe EXPORT opencv_cudastripe_targets
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library NAMELINK_COMPONENT development
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development
  RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT library)
install(DIRECTORY include/opencv2 DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development)
install(EXPORT opencv_cudastripe_targets NAMESPACE opencv:: DESTINATION ${package_dir} COMPONENT development)
configure_package_config_file("${CMAKE_CURRENT_LIST_DIR}/opencv_cudastripeConfig.cmake.in"
  "${CMAKE_BINARY_DIR}/opencv_cudastripeConfig.cmake" INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file("${CMAKE_BINARY_DIR}/opencv_cudastripeConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES "${CMAKE_BINARY_DIR}/opencv_cudastripeConfig.cmake"
  "${CMAKE_BINARY_DIR}/opencv_cudastripeConfigVersion.cmake" DESTINATION ${package_dir} COMPONENT development)

include("${CMAKE_CURRENT_LIST_DIR}/pkg_config.cmake")

# Installs programs, which find the library beside them when both are moved.
function(cudastripe_install_tools)
  file(RELATIVE_PATH to_library "${CMAKE_INSTALL_FULL_BINDIR}" "${CMAKE_INSTALL_FULL_LIBDIR}")
  set_target_properties(${ARGN} PROPERTIES INSTALL_RPATH "$ORIGIN/${to_library}")
  install(TARGETS ${ARGN} EXPORT opencv_cudastripe_tools RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT tools)
endfunction()

# The file that names the programs is installed with them: without it, the component `tools` is missing.
function(cudastripe_export_tools)
  install(EXPORT opencv_cudastripe_tools NAMESPACE opencv::
    DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/opencv_cudastripe COMPONENT tools)
endfunction()
