# Host and device must round identically. These options come last, so they undo OpenCV's ENABLE_FAST_MATH and
# CUDA_FAST_MATH and the flags of the user.

# Fused multiply-adds only where the source has them. GCC vectorises loops with comparisons of real numbers only with
# -fno-trapping-math.
set(CUDASTRIPE_CXX_OPTIONS -fno-fast-math -fno-unsafe-math-optimizations -fno-associative-math -fno-reciprocal-math
  -fno-finite-math-only -fsigned-zeros -ffp-contract=off -fno-trapping-math -fno-math-errno)

# With fast math, GCC links start-up code that flushes denormal numbers to zero.
set(CUDASTRIPE_LINK_OPTIONS -fno-fast-math -fno-unsafe-math-optimizations)

# The host code of .cu files shares inline functions with other files, so it needs the same options.
string(REPLACE ";" "," CUDASTRIPE_NVCC_HOST_OPTIONS "${CUDASTRIPE_CXX_OPTIONS}")
set(CUDASTRIPE_CUDA_OPTIONS -ftz=false -prec-div=true -prec-sqrt=true -fmad=false
  "-Xcompiler=${CUDASTRIPE_NVCC_HOST_OPTIONS}")

# No option undoes the approximate sin and others of --use_fast_math, so this removes it from the flags of this folder.
# Call it after all languages are enabled.
macro(cudastripe_drop_fast_math)
  foreach(flags CMAKE_CUDA_FLAGS CMAKE_CUDA_FLAGS_RELEASE CMAKE_CUDA_FLAGS_RELWITHDEBINFO CMAKE_CUDA_FLAGS_DEBUG
      CUDA_NVCC_FLAGS)
    if(${flags})
      string(REGEX REPLACE "(^|[ ;])--?use_fast_math" "\\1" ${flags} "${${flags}}")
    endif()
  endforeach()
  # Without CUDA as a language of CMake, OpenCV takes the options of nvcc only from this variable.
  if(COMMAND ocv_define_module AND NOT ENABLE_CUDA_FIRST_CLASS_LANGUAGE)
    list(APPEND CUDA_NVCC_FLAGS ${CUDASTRIPE_CUDA_OPTIONS})
  endif()
endmacro()
