# Instruments all targets that are defined later, for libFuzzer and its sanitizers.

if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  message(FATAL_ERROR "CUDASTRIPE_BUILD_FUZZERS needs Clang; the compiler is ${CMAKE_CXX_COMPILER_ID}")
endif()
set(CUDASTRIPE_SANITIZERS address,undefined)
add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:-fsanitize=fuzzer-no-link,${CUDASTRIPE_SANITIZERS}>"
  "$<$<COMPILE_LANGUAGE:CXX>:-fno-sanitize-recover=undefined>" "$<$<COMPILE_LANGUAGE:CXX>:-fno-omit-frame-pointer>"
  "$<$<COMPILE_LANGUAGE:CXX>:-Wno-overriding-t-option>")
add_link_options("-fsanitize=${CUDASTRIPE_SANITIZERS}")
# These files have hundreds of loops for each instruction set. With all sanitizers Clang takes many minutes for them.
file(GLOB many_loops src/op/chain/rows/avx2.cpp src/op/chain/rows/avx512.cpp src/op/chain/rows/plain.cpp src/op/chain/kernels.cpp)
set_source_files_properties(${many_loops} PROPERTIES
  COMPILE_OPTIONS "-fno-sanitize=undefined;-fno-sanitize=fuzzer-no-link")
