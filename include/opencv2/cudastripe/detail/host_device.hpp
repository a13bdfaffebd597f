// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_DETAIL_HOST_DEVICE_HPP
#define OPENCV_CUDASTRIPE_DETAIL_HOST_DEVICE_HPP

#if __cplusplus < 201703L && !defined(_MSC_VER)
#error "cudastripe needs C++17: compile with -std=c++17 or later (CMake: target_compile_features(... cxx_std_17))"
#endif

//! A namespace for each compiler: the same templates differ between nvcc and others.
#ifdef __CUDACC__
#define CV_CUDASTRIPE_COMPILER by_nvcc
#else
#define CV_CUDASTRIPE_COMPILER by_host_compiler
#endif

//! Marks a function that runs on the host and, if nvcc compiles it, in kernels.
#ifdef __CUDACC__
#define CV_CUDASTRIPE_HD __host__ __device__
#else
#define CV_CUDASTRIPE_HD
#endif

//! Marks a kernel's parameter that is read in place, on cards that can; others make a copy for each thread.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 700
#define CV_CUDASTRIPE_GRID_CONSTANT __grid_constant__
#else
#define CV_CUDASTRIPE_GRID_CONSTANT
#endif

#endif
