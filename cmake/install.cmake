include(CMakePackageConfigHelpers)

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/opencv_cudastripe")
install(TARGETS opencv_cudastripe EXPORT opencv_cudastripe_targets
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
  RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY include/opencv2 DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT opencv_cudastripe_targets NAMESPACE opencv:: DESTINATION ${package_dir})
configure_package_config_file("${CMAKE_CURRENT_LIST_DIR}/opencv_cudastripeConfig.cmake.in"
  "${CMAKE_BINARY_DIR}/opencv_cudastripeConfig.cmake" INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file("${CMAKE_BINARY_DIR}/opencv_cudastripeConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES "${CMAKE_BINARY_DIR}/opencv_cudastripeConfig.cmake"
  "${CMAKE_BINARY_DIR}/opencv_cudastripeConfigVersion.cmake" DESTINATION ${package_dir})
