// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The types that bodies of kernels use. NVRTC, which compiles chains at run time, has neither OpenCV nor std.

#ifndef OPENCV_CUDASTRIPE_DETAIL_BASIC_TYPES_HPP
#define OPENCV_CUDASTRIPE_DETAIL_BASIC_TYPES_HPP

#ifndef __CUDACC_RTC__

#include <climits>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "opencv2/core/cvdef.h"

#else

#define CV_EXPORTS
#define CV_Assert(condition)
#define CV_8U 0
#define CV_8S 1
#define CV_16U 2
#define CV_16S 3
#define CV_32S 4
#define CV_32F 5
#define CV_64F 6
#define UCHAR_MAX 255
#define SCHAR_MIN (-128)
#define SCHAR_MAX 127
#define USHRT_MAX 65535
#define SHRT_MIN (-32768)
#define SHRT_MAX 32767
#define INT_MIN (-2147483647 - 1)
#define INT_MAX 2147483647

typedef unsigned char uchar;
typedef signed char schar;
typedef unsigned short ushort;
typedef long int64;
typedef unsigned long uintptr_t;

namespace std {

typedef unsigned short uint16_t;
typedef int int32_t;
typedef unsigned int uint32_t;
typedef long int64_t;
typedef unsigned long uint64_t;

struct false_type
{
    static constexpr bool value = false;
};
struct true_type
{
    static constexpr bool value = true;
};

template <class A, class B>
struct is_same : false_type
{
};
template <class A>
struct is_same<A, A> : true_type
{
};

template <class T>
struct is_floating_point : false_type
{
};
template <>
struct is_floating_point<float> : true_type
{
};
template <>
struct is_floating_point<double> : true_type
{
};

template <bool first, class A, class B>
struct conditional
{
    using type = A;
};
template <class A, class B>
struct conditional<false, A, B>
{
    using type = B;
};
template <bool first, class A, class B>
using conditional_t = typename conditional<first, A, B>::type;

}  // namespace std

#endif

#endif
