# Settings that OpenCV's build does not make for the targets of this module.

# OpenCV does not collect .cu files for tests. They are added here if CUDA is a language of CMake.
if(TARGET opencv_test_cudastripe)
  set(nvcc FALSE)
  if(HAVE_CUDA AND ENABLE_CUDA_FIRST_CLASS_LANGUAGE)
    set(nvcc TRUE)
  endif()
  cudastripe_compile_test_functors(${nvcc})
  cudastripe_compile_together(opencv_test_cudastripe)
  target_sources(opencv_test_cudastripe PRIVATE ${CUDASTRIPE_TEST_FUNCTORS})
  get_filename_component(root "${CMAKE_CURRENT_LIST_DIR}/.." ABSOLUTE)
  set_source_files_properties("${root}/test/op/test_example_functor.cpp" "${root}/test/support/process/doc_part.cpp" PROPERTIES
    COMPILE_DEFINITIONS "CUDASTRIPE_SOURCE_DIR=\"${root}\"")
endif()
if(TARGET opencv_test_cudastripe AND HAVE_CUDA AND ENABLE_CUDA_FIRST_CLASS_LANGUAGE)
  target_sources(opencv_test_cudastripe PRIVATE "${CMAKE_CURRENT_LIST_DIR}/../test/support/device/spin_kernel.cu")
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
