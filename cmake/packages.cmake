# Four Debian packages by CPack: the library, what is needed to build with it, the programs, and the library to preload.
# scripts/package.sh makes them, in a build for /usr.

set(CUDASTRIPE_MAINTAINER "cudastripe developers" CACHE STRING "Maintainer of Debian packages: NAME <ADDRESS>")
set(library_package "libopencv-cudastripe${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}")
set(development_package libopencv-cudastripe-dev)
set(tools_package cudastripe-tools)
set(preload_package cudastripe-preload)
# Packages with CUDA replace those without, which have the same names.
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
if(CUDASTRIPE_HAVE_CUDA)
  set(CPACK_DEBIAN_PACKAGE_RELEASE "1+cuda${CUDAToolkit_VERSION_MAJOR}.${CUDAToolkit_VERSION_MINOR}")
endif()

set(packaging "${PROJECT_SOURCE_DIR}/packaging/debian")
set(made "${PROJECT_BINARY_DIR}/packaging")
set(changelog_author "${CUDASTRIPE_MAINTAINER}")
if(NOT changelog_author MATCHES "<")
  string(APPEND changelog_author " <>") # the form has a place for an address
endif()
string(TIMESTAMP package_date "%a, %d %b %Y %H:%M:%S +0000" UTC) # of SOURCE_DATE_EPOCH, if that is set
configure_file("${packaging}/changelog.in" "${made}/changelog.Debian" @ONLY)
configure_file("${packaging}/copyright.in" "${made}/copyright" @ONLY)
configure_file("${PROJECT_SOURCE_DIR}/CHANGELOG.md" "${made}/changelog" COPYONLY)
execute_process(COMMAND gzip -9nf "${made}/changelog.Debian" "${made}/changelog" COMMAND_ERROR_IS_FATAL ANY)
foreach(part library development tools preload)
  install(FILES "${made}/copyright" "${made}/changelog.Debian.gz" "${made}/changelog.gz"
    DESTINATION "share/doc/${${part}_package}" COMPONENT ${part})
  file(READ "${packaging}/lintian-overrides" overrides)
  if(part STREQUAL "library")
    string(APPEND overrides "# CPack writes these beside the trigger that is wanted.\nmaintscript-calls-ldconfig *\n")
  endif()
  file(WRITE "${made}/${part}.overrides" "${overrides}")
  install(FILES "${made}/${part}.overrides" DESTINATION share/lintian/overrides RENAME "${${part}_package}"
    COMPONENT ${part})
endforeach()

# Manual pages are made of what --help says.
find_program(HELP2MAN help2man REQUIRED)
function(add_manual tool name)
  if(TARGET ${tool})
    add_custom_command(OUTPUT "${made}/${tool}.1.gz" DEPENDS ${tool}
      COMMAND "${HELP2MAN}" --no-info "--name=${name}" --version-string=${PROJECT_VERSION} --output=${tool}.1
        $<TARGET_FILE:${tool}>
      COMMAND gzip -9nf ${tool}.1 WORKING_DIRECTORY "${made}" VERBATIM)
    set(manual ${manual} "${made}/${tool}.1.gz" PARENT_SCOPE)
  endif()
endfunction()
add_manual(stripe_convert "convert pictures and videos to YUV and back")
add_manual(stripe_mosaic "convert one picture larger than memory to YUV")
add_manual(stripe_timeline "draw when each stage of each stripe runs")
add_custom_target(package_contents DEPENDS opencv_cudastripe cudastripe_preload ${manual})
install(FILES ${manual} DESTINATION share/man/man1 COMPONENT tools)

set(CPACK_GENERATOR DEB)
set(CPACK_COMPONENTS_ALL library development tools preload)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGE_CONTACT "${CUDASTRIPE_MAINTAINER}")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_ENABLE_COMPONENT_DEPENDS ON)
set(CPACK_COMPONENT_DEVELOPMENT_DEPENDS library)
set(CPACK_COMPONENT_TOOLS_DEPENDS library)
set(CPACK_COMPONENT_PRELOAD_DEPENDS library)
set(about "Converts images between BGR and YUV formats, and applies chains of OpenCV's
operators. One call uses the GPU and all CPU cores together; without a GPU it
uses the CPU.")
if(CUDASTRIPE_HAVE_CUDA)
  string(APPEND about "\n\nBuilt with CUDA ${CUDAToolkit_VERSION_MAJOR}.${CUDAToolkit_VERSION_MINOR}.")
endif()
set(CPACK_COMPONENT_LIBRARY_DESCRIPTION "striped image conversion for OpenCV\n${about}")
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION "striped image conversion for OpenCV - development files\n${about}

This package has headers, and files for CMake and pkg-config.")
set(CPACK_COMPONENT_TOOLS_DESCRIPTION "programs that convert pictures and videos to YUV and back
stripe_convert converts pictures, folders and videos, which it reads by
FFmpeg's libraries; stripe_mosaic converts one picture larger than memory;
stripe_timeline draws what a call does on a GPU.")
set(CPACK_COMPONENT_PRELOAD_DESCRIPTION "faster cvtColor and resize for programs with Debian's OpenCV
With LD_PRELOAD=/usr/${CMAKE_INSTALL_LIBDIR}/cudastripe/libcudastripe_preload.so
a program that uses OpenCV's shared libraries converts and resizes by
cudastripe, with the same bytes.")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME ${library_package})
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME ${development_package})
set(CPACK_DEBIAN_TOOLS_PACKAGE_NAME ${tools_package})
set(CPACK_DEBIAN_PRELOAD_PACKAGE_NAME ${preload_package})
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SOURCE cudastripe)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SOURCE cudastripe)
set(CPACK_DEBIAN_TOOLS_PACKAGE_SOURCE cudastripe)
set(CPACK_DEBIAN_PRELOAD_PACKAGE_SOURCE cudastripe)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_TOOLS_PACKAGE_SECTION graphics)
set(CPACK_DEBIAN_PRELOAD_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "libopencv-dev (>= 4.6)")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_TOOLS_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PRELOAD_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS "${CMAKE_LIBRARY_OUTPUT_DIRECTORY}")
# CPack writes scripts that call ldconfig, and Debian wants a trigger. CPack's own shlibs would want this very version.
file(WRITE "${made}/shlibs" "libopencv_cudastripe ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR} ${library_package} (>= ${PROJECT_VERSION})\n")
file(WRITE "${made}/triggers" "activate-noawait ldconfig\n")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA "${made}/shlibs" "${made}/triggers")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_STRICT_PERMISSION ON)
include(CPack)
