// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Means of boxes of bytes on the CPU. Columns are summed before rows; for integers the order does not matter.

#include "../simd/instruction_set.hpp"
#include "rows.hpp"

namespace cv { namespace cudastripe {
namespace {

//! Adds rows of a source.
template <class Sum>
CUDASTRIPE_INLINE void addRow(const uchar* row, int count, bool first, Sum* sums)
{
    if (first) {
        CUDASTRIPE_INDEPENDENT
        for (int i = 0; i < count; ++i)
            sums[i] = row[i];
    } else {
        CUDASTRIPE_INDEPENDENT
        for (int i = 0; i < count; ++i)
            sums[i] = static_cast<Sum>(sums[i] + row[i]);
    }
}

//! Sums boxes from the sums of columns.
template <class Sum, int Channels>
CUDASTRIPE_INLINE void addColumns(const Sum* columns, const SourceSpan* spans, int cols, unsigned* sums)
{
    for (int x = 0; x < cols; ++x, sums += Channels) {
        const Sum* pixel = columns + size_t(spans[x].first) * Channels;
        unsigned sum[Channels] = {};
        for (int k = 0; k < spans[x].count; ++k, pixel += Channels) {
            for (int c = 0; c < Channels; ++c)
                sum[c] += pixel[c];
        }
        for (int c = 0; c < Channels; ++c)
            sums[c] = sum[c];
    }
}

CUDASTRIPE_INLINE void meansOf(const BoxBytes& math, const unsigned* sums, int count, int rows, uchar* to)
{
    const int whole = rows == math.rows ? std::min(count, math.wholeSamples) : 0;
    const float part = 1.f / static_cast<float>(math.cols * math.rows);
    if (math.shifts) {
        CUDASTRIPE_INDEPENDENT
        for (int i = 0; i < whole; ++i)
            to[i] = static_cast<uchar>((sums[i] + 2) >> 2);
    } else {
        CUDASTRIPE_INDEPENDENT
        for (int i = 0; i < whole; ++i)
            to[i] = ofReal<uchar>(static_cast<float>(static_cast<int>(sums[i])) * part);
    }
    for (int i = whole; i < count; ++i)
        to[i] = math.result(sums[i], i, rows);
}

//! Makes the mean of 2 x 2 pixels at every source column but the last, then copies every second mean.
template <int Channels>
CUDASTRIPE_INLINE void halveRow(const uchar* a, const uchar* b, int cols, uchar* means, uchar* to)
{
    const int count = (2 * cols - 1) * Channels;
    CUDASTRIPE_INDEPENDENT
    for (int i = 0; i < count; ++i) {
        const ushort sum = static_cast<ushort>(a[i] + a[i + Channels] + b[i] + b[i + Channels] + 2);
        means[i] = static_cast<uchar>(sum >> 2);
    }
    if (Channels == 3) {
        for (int x = 0; x < cols - 1; ++x)
            std::memcpy(to + 3 * x, means + 6 * x, 4);
        std::memcpy(to + 3 * (cols - 1), means + 6 * (cols - 1), 3);
        return;
    }
    CUDASTRIPE_INDEPENDENT
    for (int x = 0; x < cols; ++x)
        std::memcpy(to + Channels * x, means + 2 * Channels * x, Channels);
}

CUDASTRIPE_INLINE void halveRowOfOne(const uchar* a, const uchar* b, int cols, uchar*, uchar* to)
{
    CUDASTRIPE_INDEPENDENT
    for (int x = 0; x < cols; ++x) {
        const ushort sum = static_cast<ushort>(a[2 * x] + a[2 * x + 1] + b[2 * x] + b[2 * x + 1] + 2);
        to[x] = static_cast<uchar>(sum >> 2);
    }
}

template <class Sum>
class Boxes
{
public:
    Boxes(const ResizeBody<BoxBytes>& work, int cols)
        : work_(work),
          spans_(work.acrossSpans()),
          cols_(cols),
          count_((spans_[cols - 1].first + spans_[cols - 1].count) * work.channels),
          columns_(size_t(count_)),
          sums_(size_t(cols) * size_t(work.channels))
    {
    }

    void make(int64 y)
    {
        static const auto add = Versions<&addRow<Sum>>::forThisCpu();
        static const auto means = Versions<&meansOf>::forThisCpu();
        using Across = void (*)(const Sum*, const SourceSpan*, int, unsigned*);
        static const Across across[] = {
            Versions<&addColumns<Sum, 1>>::forThisCpu(), Versions<&addColumns<Sum, 2>>::forThisCpu(),
            Versions<&addColumns<Sum, 3>>::forThisCpu(), Versions<&addColumns<Sum, 4>>::forThisCpu()};
        const SourceSpan rows = work_.down.span(work_.table, work_.firstResult + y);
        for (int k = 0; k < rows.count; ++k)
            add(work_.sourceRow<uchar>(rows.first + k, 0), count_, k == 0, columns_.data());
        across[work_.channels - 1](columns_.data(), spans_, cols_, sums_.data());
        means(work_.math, sums_.data(), cols_ * work_.channels, rows.count, work_.dst.row(y));
    }

private:
    const ResizeBody<BoxBytes>& work_;
    const SourceSpan* const spans_;
    const int cols_, count_;
    std::vector<Sum> columns_;
    std::vector<unsigned> sums_;
};

//! Makes rows by halving as long as their boxes are whole; returns how many.
int64 halveRows(const ResizeBody<BoxBytes>& work, const BytePicks& picks, int cols, int64 rows)
{
    using Halve = void (*)(const uchar*, const uchar*, int, uchar*, uchar*);
    static const Halve byChannels[] = {Versions<&halveRowOfOne>::forThisCpu(), Versions<&halveRow<2>>::forThisCpu(),
                                       Versions<&halveRow<3>>::forThisCpu(), Versions<&halveRow<4>>::forThisCpu()};
    if (!work.math.shifts || cols * work.channels > work.math.wholeSamples)
        return 0;
    std::vector<uchar> means(size_t(2 * cols) * size_t(work.channels));
    const int first = work.acrossSpans()[0].first * work.channels;
    for (int64 y = 0; y < rows; ++y) {
        const SourceSpan span = work.down.span(work.table, work.firstResult + y);
        if (span.count < 2)
            return y;
        const uchar* const upper = work.sourceRow<uchar>(span.first, 0);
        const uchar* const lower = work.sourceRow<uchar>(span.first + 1, 0);
        if (picks.possible())
            halvePicked(upper, lower, picks, work.dst.row(y));
        else
            byChannels[work.channels - 1](upper + first, lower + first, cols, means.data(), work.dst.row(y));
    }
    return rows;
}

template <class Sum>
void boxRows(const ResizeBody<BoxBytes>& work, int cols, int64 first, int64 rows)
{
    if (first == rows)
        return;
    Boxes<Sum> boxes(work, cols);
    for (int64 y = first; y < rows; ++y)
        boxes.make(y);
}

}  // namespace

template <>
void resizeRows(const HostWork<ResizeBody<BoxBytes>>& work)
{
    const int64 done = halveRows(work.body, work.host.picks, work.cols, work.rows);
    if (work.taps <= 0xffff / 0xff)
        boxRows<ushort>(work.body, work.cols, done, work.rows);
    else
        boxRows<unsigned>(work.body, work.cols, done, work.rows);
}

template <class Sample>
void resizeRows(const HostWork<BoxBody<Sample>>& work)
{
    for (int64 y = 0; y < work.rows; ++y) {
        for (int x = 0; x < work.cols; ++x)
            work.body(x, y);
    }
}

template void resizeRows(const HostWork<BoxBody<ushort>>&);
template void resizeRows(const HostWork<BoxBody<float>>&);

}}  // namespace cv::cudastripe
