# What the targets that OpenCV's build has made of this module still need.

# OpenCV collects no kernels for tests; without CUDA as a language of CMake the tests do without theirs.
if(TARGET opencv_test_cudastripe)
  set(functors "${CMAKE_CURRENT_LIST_DIR}/../test/support/flat_operations.cu")
  if(NOT HAVE_CUDA OR NOT ENABLE_CUDA_FIRST_CLASS_LANGUAGE)
    cudastripe_compile_as_cxx("${functors}")
  endif()
  target_sources(opencv_test_cudastripe PRIVATE "${functors}")
endif()
if(TARGET opencv_test_cudastripe AND HAVE_CUDA AND ENABLE_CUDA_FIRST_CLASS_LANGUAGE)
  target_sources(opencv_test_cudastripe PRIVATE "${CMAKE_CURRENT_LIST_DIR}/../test/support/spin_kernel.cu")
  target_compile_definitions(opencv_test_cudastripe PRIVATE HAVE_CUDASTRIPE_SPIN_KERNEL)
endif()

foreach(target opencv_cudastripe opencv_test_cudastripe opencv_perf_cudastripe)
  if(NOT TARGET ${target})
    continue()
  endif()
  cudastripe_target_options(${target})
  if(HAVE_CUDA)
    target_compile_definitions(${target} PRIVATE HAVE_CUDASTRIPE_CUDA)
  endif()
endforeach()
