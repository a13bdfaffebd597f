// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Resizing on the CPU.

#pragma once

#include "body.hpp"

namespace cv { namespace cudastripe {

//! Work for the CPU. The planes of the body begin with the first row that is made.
template <class Body>
struct HostWork
{
    const Body& body;
    const HostTaps& host;
    int cols;    //!< of the result
    int64 rows;  //!< to make
    int taps;    //!< the most source rows that one of them needs
};

//! Makes rows on the calling thread.
template <class Math>
void resizeRows(const HostWork<ResizeBody<Math>>& work);
template <>
void resizeRows(const HostWork<ResizeBody<BoxBytes>>& work);
template <class Value>
void resizeRows(const HostWork<NearestBody<Value>>& work);
template <class Sample>
void resizeRows(const HostWork<BoxBody<Sample>>& work);

//! Needs no planes of the body. `rowBytes`: of the source.
template <class Math>
HostTaps hostTapsOf(const ResizeBody<Math>& body, int cols, int64 rowBytes);
template <class Value>
HostTaps hostTapsOf(const NearestBody<Value>& body, int cols, int64 rowBytes);
HostTaps hostTapsOf(const ResizeBody<BoxBytes>& body, int cols, int64 rowBytes);
template <class Sample>
HostTaps hostTapsOf(const BoxBody<Sample>&, int, int64)
{
    return {};
}

//! How vectors keep the sums of a row, if they make them.
template <class Math>
inline constexpr MiddleKind kMiddleOf = MiddleKind::None;
template <>
inline constexpr MiddleKind kMiddleOf<LinearBytes> = MiddleKind::Shorts;
template <>
inline constexpr MiddleKind kMiddleOf<LinearExactBytes> = MiddleKind::Words;
template <>
inline constexpr MiddleKind kMiddleOf<CubicBytes> = MiddleKind::Floats;
template <>
inline constexpr MiddleKind kMiddleOf<LanczosBytes> = MiddleKind::Ints;
template <>
inline constexpr MiddleKind kMiddleOf<PillowBytes> = MiddleKind::Bytes;
template <>
inline constexpr MiddleKind kMiddleOf<PillowAlphaBytes> = MiddleKind::Bytes;
template <class Math>
inline constexpr MiddleKind kMiddleOf<DownFirst<Math>> = kMiddleOf<Math>;

}}  // namespace cv::cudastripe
