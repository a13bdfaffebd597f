// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_PIXEL_HPP
#define OPENCV_CUDASTRIPE_PIXEL_HPP

#include <type_traits>

#include "opencv2/core/hal/interface.h"
#include "opencv2/cudastripe/detail/host_device.hpp"

namespace cv { namespace cudastripe {

namespace detail {

//! OpenCV's number of a depth; negative if it has none.
template <class T>
constexpr int kDepth = -1;
template <>
inline constexpr int kDepth<uchar> = CV_8U;
template <>
inline constexpr int kDepth<schar> = CV_8S;
template <>
inline constexpr int kDepth<ushort> = CV_16U;
template <>
inline constexpr int kDepth<short> = CV_16S;
template <>
inline constexpr int kDepth<int> = CV_32S;
template <>
inline constexpr int kDepth<float> = CV_32F;
template <>
inline constexpr int kDepth<double> = CV_64F;

}  // namespace detail

//! @addtogroup cudastripe_functor
//! @{

/** @brief A pixel as it lies in an image: N values of T, in the image's order of channels.

For code that runs on the host and in kernels; needs no CUDA toolkit. It is aligned as T is, since rows of an image may
start at any multiple of T, and uninitialized unless values are given.

@tparam T uchar, schar, ushort, short, int, float or double
@tparam N 1 to 4 */
template <class T, int N>
struct Pixel
{
    static_assert(detail::kDepth<T> >= 0, "T may be uchar, schar, ushort, short, int, float or double");
    static_assert(1 <= N && N <= 4, "a pixel has 1 to 4 channels");

    T values[N];  //!< in the order of the channels

    Pixel() = default;

    //! From N numbers, each converted as by static_cast<T>: no saturation.
    template <class... V, class = std::enable_if_t<sizeof...(V) == N && (std::is_arithmetic<V>::value && ...)>>
    CV_CUDASTRIPE_HD constexpr Pixel(V... v) : values{static_cast<T>(v)...}
    {
    }

    //! The value of a channel, from 0 to N - 1; not checked.
    CV_CUDASTRIPE_HD constexpr T& operator[](int channel) { return values[channel]; }
    //! The value of a channel, from 0 to N - 1; not checked.
    CV_CUDASTRIPE_HD constexpr const T& operator[](int channel) const { return values[channel]; }
};

//! True if all values are equal.
template <class T, int N>
CV_CUDASTRIPE_HD constexpr bool operator==(const Pixel<T, N>& a, const Pixel<T, N>& b)
{
    for (int i = 0; i < N; ++i) {
        if (!(a[i] == b[i]))
            return false;
    }
    return true;
}

//! True if any values differ.
template <class T, int N>
CV_CUDASTRIPE_HD constexpr bool operator!=(const Pixel<T, N>& a, const Pixel<T, N>& b)
{
    return !(a == b);
}

//! OpenCV's type of an image of such pixels, or of plain numbers: CV_8UC4 for Pixel<uchar, 4>; negative if there is
//! none.
template <class P>
constexpr int kPixelType = detail::kDepth<P>;
//! The same for pixels of several values.
template <class T, int N>
constexpr int kPixelType<Pixel<T, N>> = CV_MAKETYPE(detail::kDepth<T>, N);

//! @}

}}  // namespace cv::cudastripe

#endif
