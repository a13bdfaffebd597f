// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Copies of the nearest pixels on the CPU.

#include "../simd/instruction_set.hpp"
#include "rows.hpp"

namespace cv { namespace cudastripe {
namespace {

//! Copies pixels of `Bytes` bytes. Three bytes are stored as a word, but for the last pixel.
template <int Bytes>
CUDASTRIPE_INLINE void copyPixels(const uchar* row, const SourceSpan* spans, int cols, uchar* to)
{
    int x = 0;
    for (; x < cols - 1; ++x, to += Bytes) {
        const uchar* const from = row + size_t(spans[x].first) * Bytes;
        if (Bytes == 3 && spans[x].first > 0) {
            // The word begins one byte before the pixel, so that no byte after the row is read.
            std::uint32_t word;
            std::memcpy(&word, from - 1, sizeof(word));
            word >>= 8;
            std::memcpy(to, &word, sizeof(word));
        } else {
            std::memcpy(to, from, Bytes);
        }
    }
    for (; x < cols; ++x, to += Bytes)
        std::memcpy(to, row + size_t(spans[x].first) * Bytes, Bytes);
}

//! Copies pixels of one word; compilers use gather instructions for this.
template <class Word>
CUDASTRIPE_INLINE void copyWords(const uchar* row, const SourceSpan* spans, int cols, uchar* to)
{
    typedef typename Unaligned<Word>::type Any;
    const Any* const from = reinterpret_cast<const Any*>(row);
    Any* const target = reinterpret_cast<Any*>(to);
    CUDASTRIPE_INDEPENDENT
    for (int x = 0; x < cols; ++x)
        target[x] = from[spans[x].first];
}

using CopyPixels = void (*)(const uchar*, const SourceSpan*, int, uchar*);

template <int Bytes>
CopyPixels copyOf()
{
    return Versions<&copyPixels<Bytes>>::forThisCpu();
}

CopyPixels copyOf(int bytes)
{
    switch (bytes) {
    case 1:
        return copyOf<1>();
    case 2:
        return copyOf<2>();
    case 3:
        return copyOf<3>();
    case 4:
        return Versions<&copyWords<std::uint32_t>>::forThisCpu();
    case 6:
        return copyOf<6>();
    case 8:
        return Versions<&copyWords<std::uint64_t>>::forThisCpu();
    case 12:
        return copyOf<12>();
    case 16:
        return copyOf<16>();
    case 24:
        return copyOf<24>();
    default:
        return copyOf<32>();
    }
}

}  // namespace

template <class Value>
void resizeRows(const HostWork<NearestBody<Value>>& work)
{
    const NearestBody<Value>& body = work.body;
    const int pixelBytes = body.channels * int(sizeof(Value));
    const CopyPixels copy = copyOf(pixelBytes);
    const BytePicks& picks = work.host.picks;
    int before = -1;
    for (int64 y = 0; y < work.rows; ++y) {
        const int row = body.down.span(body.table, body.firstResult + y).first;
        const uchar* const from = body.template sourceRow<uchar>(row, 0);
        if (std::exchange(before, row) == row)
            std::memcpy(body.dst.row(y), body.dst.row(y - 1), size_t(work.cols) * size_t(pixelBytes));
        else if (picks.possible())
            copyPicked(from, picks, body.dst.row(y));
        else
            copy(from, body.acrossSpans(), work.cols, body.dst.row(y));
    }
}

template void resizeRows(const HostWork<NearestBody<uchar>>&);
template void resizeRows(const HostWork<NearestBody<ushort>>&);
template void resizeRows(const HostWork<NearestBody<std::uint32_t>>&);
template void resizeRows(const HostWork<NearestBody<std::uint64_t>>&);

}}  // namespace cv::cudastripe
