// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Splits runs of pixels by channel while they are bytes, then turns each channel into values: by loops that the
// compiler vectorises for each instruction set.

#include "byte_rows.hpp"

#include "../../simd/instruction_set.hpp"
#include "../../simd/non_temporal_store.hpp"
#include "split.hpp"

namespace cv { namespace cudastripe {
namespace {

constexpr int kRun = 1024;  // pixels that stay in the L1 cache

struct ByteRun
{
    alignas(64) uchar bytes[4][kRun];    // by channel
    alignas(64) uchar values[kRun * 4];  // before they are stored past the caches
};

template <class T>
CUDASTRIPE_INLINE void lookUp(const T (&table)[256], const uchar* bytes, uchar* to, int count)
{
    typename Unaligned<T>::type* const out = reinterpret_cast<typename Unaligned<T>::type*>(to);
    for (int i = 0; i < count; ++i)
        out[i] = table[bytes[i]];
}

CUDASTRIPE_INLINE void valuesOf(const ByteValues& values, TensorValue value, int channel, const uchar* bytes, uchar* to,
                                int count)
{
    if (value != TensorValue::Float)
        return lookUp(values.words(value).values[channel], bytes, to, count);
    if (!values.isLine)
        return lookUp(values.values.values[channel], bytes, to, count);
    const ByteLine line = values.line;
    Unaligned<float>::type* const out = reinterpret_cast<Unaligned<float>::type*>(to);
    CUDASTRIPE_INDEPENDENT
    for (int i = 0; i < count; ++i)
        out[i] = line.of(channel, bytes[i]);
}

CUDASTRIPE_INLINE void writeRow(const TensorShape& shape, const BytePixels& pixels, const TensorRows& work, int64 row)
{
    const int64 valueBytes = shape.valueBytes();
    ByteRun run;
    uchar* const bytes[4] = {run.bytes[0], run.bytes[1], run.bytes[2], run.bytes[3]};
    for (int64 first = 0; first < work.cols; first += kRun) {
        const int count = static_cast<int>(std::min<int64>(kRun, work.cols - first));
        splitPixels(pixels.channels, work.pixels.row(row) + first * pixels.channels, bytes, count,
                    [](uchar byte) { return byte; });
        for (int c = 0; c < shape.planes; ++c) {
            uchar* const to = work.out[shape.planeOf(c)].row(row) + first * valueBytes;
            uchar* const results = work.nonTemporal ? run.values : to;
            valuesOf(pixels.values, shape.value, c, run.bytes[pixels.from[c]], results, count);
            if (work.nonTemporal)
                storeNonTemporal(to, results, static_cast<size_t>(count * valueBytes));
        }
    }
}

}  // namespace

void writeByteTensorRows(const TensorShape& shape, const BytePixels& bytes, const TensorRows& work)
{
    static const auto write = Versions<&writeRow>::forThisCpu();
    for (int64 y = 0; y < work.rows; ++y)
        write(shape, bytes, work, y);
}

}}  // namespace cv::cudastripe
