# Tests which GPUs a build leaves out: cmake -P test/cuda_architectures.cmake

include("${CMAKE_CURRENT_LIST_DIR}/../cmake/cuda_architectures.cmake")

function(expect actual expected)
  if(NOT actual STREQUAL expected)
    message(FATAL_ERROR "'${actual}' instead of '${expected}'")
  endif()
endfunction()

# OpenCV's list for CUDA 12.
cudastripe_supported_architectures(list 50-real 52-real 60-real 61-real 70-real 75-real 80-real 86-real 89-real 90-real
  90-virtual)
expect("${list}" "70-real;75-real;80-real;86-real;89-real;90-real;90-virtual")
cudastripe_supported_architectures(list 61 70-virtual 90a 100f-real 120)
expect("${list}" "70-virtual;90a;100f-real;120")
cudastripe_supported_architectures(list native)
expect("${list}" "native")
set(CMAKE_CUDA_ARCHITECTURES_ALL_MAJOR 50-real 60-real 70-real 80-real 90)
cudastripe_supported_architectures(list all-major)
expect("${list}" "70-real;80-real;90")

set(flags --std=c++17 -gencode arch=compute_50,code=sm_50 -gencode arch=compute_61,code=sm_61
  -gencode arch=compute_70,code=sm_70 -gencode arch=compute_100,code=compute_100)
cudastripe_supported_gencodes(list ${flags})
expect("${list}" "--std=c++17;-gencode;arch=compute_70,code=sm_70;-gencode;arch=compute_100,code=compute_100")
cudastripe_supported_gencodes(list -gencode arch=compute_90,code=sm_90 -gencode arch=compute_52,code=compute_52)
expect("${list}" "-gencode;arch=compute_90,code=sm_90")
cudastripe_supported_gencodes(list)
expect("${list}" "")
