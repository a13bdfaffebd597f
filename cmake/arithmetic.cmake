# Host and device must round alike, whatever the build around us asks for (ENABLE_FAST_MATH and CUDA_FAST_MATH of OpenCV,
# flags of the user): our options come last and undo it.

# No fused multiply-add but where it is written. Loops with comparisons of real numbers become vectors only where nobody
# watches floating-point exceptions.
set(CUDASTRIPE_CXX_OPTIONS -fno-fast-math -fno-unsafe-math-optimizations -fno-associative-math -fno-reciprocal-math
  -fno-finite-math-only -fsigned-zeros -ffp-contract=off -fno-trapping-math -fno-math-errno)

# With fast math, linking adds code that takes denormal numbers for zero from the start of the program.
set(CUDASTRIPE_LINK_OPTIONS -fno-fast-math -fno-unsafe-math-optimizations)

# Functions that host code of .cu files shares with others must not come from there with other arithmetic.
string(REPLACE ";" "," CUDASTRIPE_NVCC_HOST_OPTIONS "${CUDASTRIPE_CXX_OPTIONS}")
set(CUDASTRIPE_CUDA_OPTIONS -ftz=false -prec-div=true -prec-sqrt=true -fmad=false
  "-Xcompiler=${CUDASTRIPE_NVCC_HOST_OPTIONS}")

# Nothing undoes what --use_fast_math says about functions such as sin: it goes, from this folder's flags alone. To be
# called when all languages are known.
macro(cudastripe_drop_fast_math)
  foreach(flags CMAKE_CUDA_FLAGS CMAKE_CUDA_FLAGS_RELEASE CMAKE_CUDA_FLAGS_RELWITHDEBINFO CMAKE_CUDA_FLAGS_DEBUG
      CUDA_NVCC_FLAGS)
    if(${flags})
      string(REGEX REPLACE "(^|[ ;])--?use_fast_math" "\\1" ${flags} "${${flags}}")
    endif()
  endforeach()
  # OpenCV without CUDA as a language of CMake takes options of nvcc from here alone.
  if(COMMAND ocv_define_module AND NOT ENABLE_CUDA_FIRST_CLASS_LANGUAGE)
    list(APPEND CUDA_NVCC_FLAGS ${CUDASTRIPE_CUDA_OPTIONS})
  endif()
endmacro()
