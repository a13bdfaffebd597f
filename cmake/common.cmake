# What both builds ask of the library's sources.

# Host and device must round alike: no fused multiply-add but where it is written.
# Loops with comparisons of real numbers become vectors only where nobody watches floating-point exceptions.
set(CUDASTRIPE_CXX_OPTIONS -ffp-contract=off -fno-trapping-math -fno-math-errno)

option(CUDASTRIPE_WITH_NVTX "Show calls and stripe stages in NVIDIA's profilers" OFF)
option(CUDASTRIPE_WERROR "Treat warnings in this module's sources as errors" OFF)
set(CUDASTRIPE_WARNINGS -Wall -Wextra -Wshadow)
if(CUDASTRIPE_WERROR)
  list(APPEND CUDASTRIPE_WARNINGS -Werror)
endif()

# Functors that nvcc compiles for GPUs are plain C++ without it.
function(cudastripe_compile_as_cxx)
  set_source_files_properties(${ARGN} PROPERTIES LANGUAGE CXX COMPILE_OPTIONS "-x;c++")
endfunction()

function(cudastripe_target_options target)
  target_compile_features(${target} PUBLIC cxx_std_17)
  target_compile_options(${target} PRIVATE
    "$<$<COMPILE_LANGUAGE:CXX>:${CUDASTRIPE_WARNINGS};${CUDASTRIPE_CXX_OPTIONS}>")
  if(CUDASTRIPE_WITH_NVTX)
    target_compile_definitions(${target} PRIVATE CUDASTRIPE_WITH_NVTX)
  endif()
endfunction()
