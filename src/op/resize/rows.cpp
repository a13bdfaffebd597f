// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// See rows.hpp. Rows of the source are summed across once, and kept until no row of the result needs them.

#include "rows.hpp"

#include "../simd/instruction_set.hpp"
#include "simd/across.hpp"
#include "sum_down.hpp"

namespace cv { namespace cudastripe {
namespace {

//! Sums a row of the source across.
template <class Math, int Channels>
CUDASTRIPE_INLINE void sumAcross(const typename Math::Sample* src, const SourceSpan* spans,
                                 const typename Math::Weight* weights, int width, int cols,
                                 typename Math::Middle* middle)
{
    using Sum = typename Math::Sum;
    const typename Unaligned<typename Math::Sample>::type* const row = src;
    typename Unaligned<typename Math::Middle>::type* to = middle;  // unaligned if it lies in the result
    for (int x = 0; x < cols; ++x, weights += width, to += Channels) {
        const typename Unaligned<typename Math::Sample>::type* pixel = row + size_t(spans[x].first) * Channels;
        Sum sums[Channels];
        for (int c = 0; c < Channels; ++c)
            sums[c] = Math::across(pixel[c], weights[0]);
        for (int k = 1; k < spans[x].count; ++k) {
            pixel += Channels;
            for (int c = 0; c < Channels; ++c)
                sums[c] = plus(sums[c], Math::across(pixel[c], weights[k]));
        }
        for (int c = 0; c < Channels; ++c)
            to[c] = Math::middle(sums[c]);
    }
}

//! The function for vectors; null if there is none.
template <class Math>
SumBytesAcross vectorsAcross(int channels, int width)
{
#ifdef CUDASTRIPE_X86
    static const auto choose = chooseVersion<SumBytesAcross (*)(int, int, MiddleKind)>(
        nullptr, &sse41::sumBytesAcross, &avx2::sumBytesAcross, &avx2::sumBytesAcross);
    if (choose && channels != 2 && kMiddleOf<Math> != MiddleKind::None)
        return choose(channels, width, kMiddleOf<Math>);
#endif
    return nullptr;
}

void premultiply(const uchar* src, int pixels, int channels, uchar* dst)
{
    for (int i = 0; i < pixels; ++i, src += channels, dst += channels) {
        for (int c = 0; c < channels - 1; ++c)
            dst[c] = PillowAlphaBytes::premultiplied(src[c], src[channels - 1]);
        dst[channels - 1] = src[channels - 1];
    }
}

void makeStraight(uchar* values, int pixels, int channels)
{
    for (int i = 0; i < pixels; ++i, values += channels) {
        for (int c = 0; c < channels - 1; ++c)
            values[c] = PillowAlphaBytes::straight(values[c], values[channels - 1]);
    }
}

//! Rows of the source that were summed across: as many as one row of the result needs.
template <class Math>
class ResizedRows
{
public:
    using Sample = typename Math::Sample;
    using Weight = typename Math::Weight;
    using Middle = typename Math::Middle;

    explicit ResizedRows(const HostWork<ResizeBody<Math>>& work)
        : work_(work.body),
          host_(work.host),
          spans_(work_.acrossSpans()),
          cols_(work.cols),
          sourceCols_(spans_[cols_ - 1].first + spans_[cols_ - 1].count),
          count_((Math::kDownFirst ? sourceCols_ : cols_) * work_.channels),
          stride_(size_t(count_) + kMiddleRoom),
          numbers_(keptRows(work.taps), -1),
          memory_(kReadsSource ? nullptr : new Middle[numbers_.size() * stride_]),
          rows_(size_t(work.taps)),
          sums_(numbers_.size() < size_t(work.taps) ? size_t(count_) : 0),
          vectors_(vectorsAcross<Math>(work_.channels, work_.across.width)),
          vectorCols_(vectors_ ? colsOfVectors() : 0)
    {
        if (Math::kPremultiplied || Math::kDownFirst)
            row_.resize(
                std::max(size_t(sourceCols_) * size_t(work_.channels), size_t(work_.src.rowBytes) / sizeof(Sample)));
    }

    void make(int64 y)
    {
        const int number = work_.firstResult + static_cast<int>(y);
        const SourceSpan span = work_.down.span(work_.table, number);
        Sample* const to = reinterpret_cast<Sample*>(work_.dst.row(y));
        const Weight* const weights = work_.down.template weightsOf<Weight>(work_.table, number);
        if constexpr (Math::kDownFirst) {
            sumColumns(span, weights, row_.data());
            sumRow(row_.data(), to);
        } else {
            sumColumns(span, weights, to);
        }
        if constexpr (Math::kPremultiplied)
            makeStraight(to, cols_, work_.channels);
    }

private:
    static constexpr bool kReadsSource = Math::kDownFirst && !Math::kPremultiplied;

    //! The rows that one row of the result needs, or one row if those take too much memory.
    size_t keptRows(int taps) const
    {
        constexpr size_t kMostBytes = size_t(8) << 20;
        return kReadsSource || size_t(taps) * stride_ * sizeof(Middle) <= kMostBytes ? size_t(taps) : 1;
    }

    void sumColumns(SourceSpan span, const Weight* weights, Sample* to)
    {
        const auto rowOf = [&](int k) { return middleRow(std::clamp(span.first + k, 0, work_.lastSource)); };
        if (sums_.empty()) {
            for (int k = 0; k < span.count; ++k)
                rows_[size_t(k)] = rowOf(k);
            fillRows();
            return sumRows(work_.math, rows_.data(), weights, span.count, count_, to);
        }
        static const auto add = Versions<&addRow<Math>>::forThisCpu();
        for (int i = 0; i < span.count; ++i) {
            const int k = Math::kLastRowFirst ? span.count - 1 - i : i;
            const Middle* const row = rowOf(k);
            fillRows();
            add(row, weights[k], i == 0, count_, sums_.data());
        }
        for (int x = 0; x < count_; ++x)
            to[x] = work_.math.result(sums_[size_t(x)], x, span.count);
    }

    //! What is summed down: a source row, or the row in memory that is made from it, complete after fillRows().
    const Middle* middleRow(int number)
    {
        const Sample* const row = work_.template sourceRow<Sample>(number, 0);
        if constexpr (kReadsSource) {
            return row;
        } else {
            const size_t slot = static_cast<size_t>(number) % numbers_.size();
            Middle* const middle = memory_.get() + slot * stride_;
            if (std::exchange(numbers_[slot], number) != number) {
                newRows_.push_back(row);
                newMiddles_.push_back(middle);
            }
            return middle;
        }
    }

    void fillRows()
    {
        if constexpr (!kReadsSource) {
            bool filled = false;
            if constexpr (kMiddleOf<Math> != MiddleKind::None && !Math::kPremultiplied) {
                filled = host_.sums.picks.possible();
                if (filled)
                    sumPicked(newRows_.data(), int(newRows_.size()), host_.sums, kMiddleOf<Math>, newMiddles_.data());
            }
            for (size_t i = 0; !filled && i < newRows_.size(); ++i)
                fill(newRows_[i], static_cast<Middle*>(newMiddles_[i]));
            newRows_.clear();
            newMiddles_.clear();
        }
    }

    void fill(const Sample* row, Middle* middle)
    {
        if constexpr (Math::kDownFirst) {
            premultiply(row, sourceCols_, work_.channels, middle);
        } else if constexpr (Math::kPremultiplied) {
            premultiply(row, sourceCols_, work_.channels, row_.data());
            sumRow(row_.data(), middle);
        } else {
            sumRow(row, middle);
        }
    }

    void sumRow(const Sample* row, Middle* middle)
    {
        using Sum = void (*)(const Sample*, const SourceSpan*, const Weight*, int, int, Middle*);
        static const Sum byChannels[] = {
            Versions<&sumAcross<Math, 1>>::forThisCpu(), Versions<&sumAcross<Math, 2>>::forThisCpu(),
            Versions<&sumAcross<Math, 3>>::forThisCpu(), Versions<&sumAcross<Math, 4>>::forThisCpu()};
        const Weight* const weights = work_.across.template weightsOf<Weight>(work_.table, 0);
        const int width = work_.across.width, done = vectorCols_;
        if constexpr (kMiddleOf<Math> != MiddleKind::None) {
            if (host_.sums.picks.possible()) {
                void* const to = middle;
                return sumPicked(&row, 1, host_.sums, kMiddleOf<Math>, &to);
            }
        }
        if constexpr (std::is_same<Weight, short>::value) {
            if (done > 0)
                vectors_({row, spans_, weights, width, done, middle});
        } else if constexpr (kSplits) {
            if (done > 0)
                vectors_({row, spans_, host_.split.data(), splitWidth(width), done, middle});
        }
        byChannels[work_.channels - 1](row, spans_ + done, weights + size_t(done) * size_t(width), width, cols_ - done,
                                       middle + size_t(done) * size_t(work_.channels));
    }

    static constexpr bool kSplits = kMiddleOf<Math> == MiddleKind::Bytes;

    //! How many results vectors can make without reading a byte after the last pixel that is needed.
    int colsOfVectors() const
    {
        const int width = kSplits ? splitWidth(work_.across.width) : work_.across.width;
        const int64 end = int64(sourceCols_) * work_.channels, bytes = bytesRead(work_.channels, width);
        int cols = Math::kDownFirst ? cols_ - 1 : cols_;  // storing the last one might write a byte too many
        while (cols > 0 && int64(spans_[cols - 1].first) * work_.channels + bytes > end)
            --cols;
        return work_.channels == 1 ? cols / 4 * 4 : cols;
    }

    const ResizeBody<Math>& work_;
    const HostTaps& host_;
    const SourceSpan* const spans_;
    const int cols_, sourceCols_;
    const int count_;           // values of a row that is summed down
    const size_t stride_;       // between rows in memory
    std::vector<int> numbers_;  // of the rows in memory
    std::unique_ptr<Middle[]> memory_;
    std::vector<const Middle*> rows_;
    std::vector<const Sample*> newRows_;    // of the source, to be summed across
    std::vector<void*> newMiddles_;         // where their sums go
    std::vector<typename Math::Sum> sums_;  // of columns, if memory has too few rows for them
    const SumBytesAcross vectors_;          // null if there are none
    const int vectorCols_;                  // results that they make
    std::vector<Sample> row_;               // of the source's width; holds a row between two steps
};

}  // namespace

template <class Math>
void resizeRows(const HostWork<ResizeBody<Math>>& work)
{
    ResizedRows<Math> resized(work);
    for (int64 y = 0; y < work.rows; ++y)
        resized.make(y);
}

#define CUDASTRIPE_RESIZE_ROWS(...) template void resizeRows(const HostWork<ResizeBody<__VA_ARGS__>>&);
CUDASTRIPE_SUMS(CUDASTRIPE_RESIZE_ROWS)

}}  // namespace cv::cudastripe
