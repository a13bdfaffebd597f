# Options that both builds set for the targets of this module.

include("${CMAKE_CURRENT_LIST_DIR}/arithmetic.cmake")

option(CUDASTRIPE_WITH_NVTX "Show calls and stripe stages in NVIDIA's profilers" OFF)
option(CUDASTRIPE_WERROR "Treat warnings in this module's sources as errors" OFF)
set(CUDASTRIPE_WARNINGS -Wall -Wextra -Wshadow)
if(CUDASTRIPE_WERROR)
  list(APPEND CUDASTRIPE_WARNINGS -Werror)
endif()

# Without nvcc, files with functors for GPUs are compiled as plain C++.
function(cudastripe_compile_as_cxx)
  set_source_files_properties(${ARGN} PROPERTIES LANGUAGE CXX COMPILE_OPTIONS "-x;c++")
endfunction()

get_filename_component(tests "${CMAKE_CURRENT_LIST_DIR}/../test/support/functors" ABSOLUTE)
set(CUDASTRIPE_TEST_FUNCTORS
  "${tests}/flat_operations.cu"
  "${tests}/image_functors.cu"
  "${tests}/prefetch_operations.cu"
  "${tests}/example_functor.cu")

# Lambdas that run on host and device need a flag of nvcc.
function(cudastripe_compile_test_functors nvcc)
  if(nvcc)
    set_source_files_properties(${CUDASTRIPE_TEST_FUNCTORS} PROPERTIES COMPILE_OPTIONS --extended-lambda)
  else()
    cudastripe_compile_as_cxx(${CUDASTRIPE_TEST_FUNCTORS})
  endif()
endfunction()

function(cudastripe_target_options target)
  target_compile_features(${target} PUBLIC cxx_std_17)
  target_compile_options(${target} PRIVATE
    "$<$<COMPILE_LANGUAGE:CXX>:${CUDASTRIPE_WARNINGS};${CUDASTRIPE_CXX_OPTIONS}>"
    "$<$<COMPILE_LANGUAGE:CUDA>:${CUDASTRIPE_CUDA_OPTIONS}>")
  # Older Clang warns that -fno-trapping-math overrides a part of -fno-unsafe-math-optimizations, which is intended.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 18)
    target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:-Wno-overriding-t-option>")
  endif()
  target_link_options(${target} PRIVATE "$<$<LINK_LANGUAGE:CXX>:${CUDASTRIPE_LINK_OPTIONS}>")
  if(CUDASTRIPE_WITH_NVTX)
    target_compile_definitions(${target} PRIVATE CUDASTRIPE_WITH_NVTX)
  endif()
endfunction()

# Compiles eight sources as one. This takes a quarter of the time, since headers are read only once.
function(cudastripe_compile_together target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 8)
endfunction()

include("${CMAKE_CURRENT_LIST_DIR}/chain_headers.cmake")
