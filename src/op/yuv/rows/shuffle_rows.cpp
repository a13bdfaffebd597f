// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Planes that both formats have are copied. Others are split into luma and chroma and interleaved again, by blocks.

#include "rows.hpp"

#include <algorithm>

#include "means.hpp"
#include "samples.hpp"

namespace cv { namespace cudastripe {
namespace {

//! True if a plane of each packing holds the same samples in the same order.
bool samePlane(const YuvPacking& from, const PlanePacking& a, const YuvPacking& to, const PlanePacking& b)
{
    const bool luma = a.count[LumaSample] == a.length;
    if (a.length != b.length || (!luma && (from.cols != to.cols || from.rows != to.rows)))
        return false;
    for (int i = 0; i < a.length; ++i) {
        // Compares by U and V: packings may differ in the order of chroma.
        const bool both = a.kinds[i] != LumaSample && b.kinds[i] != LumaSample;
        const bool av = (a.kinds[i] == FirstChromaSample) == from.vFirst;
        const bool bv = (b.kinds[i] == FirstChromaSample) == to.vFirst;
        if (both ? av != bv : a.kinds[i] != b.kinds[i])
            return false;
    }
    return true;
}

template <class Src, class Dst>
class ShuffledBlocks
{
public:
    using Formula = YuvShuffleFormula<Src, Dst>;

    ShuffledBlocks(const Formula& shuffle, const YuvPacking& from, const YuvPacking& to, const YuvRows& work)
        : shuffle_(shuffle), from_(from), to_(to), work_(work), rows_(std::max(from.rows, to.rows))
    {
        identity_ = sizeof(Src) == sizeof(Dst) && shuffle.luma.kind == ScaleKind::Same &&
                    shuffle.from.depth == 8 * int(sizeof(Src));
        const Dst neutral = shuffle.saturated(shuffle.sampleOf(shuffle.chroma.of(shuffle.fromNeutral, 0)));
        for (int which = 0; which < 2 && !from.chroma; ++which) {
            std::fill(chroma_[which], chroma_[which] + kRoom, neutral);
            chromaPlaces_[which] = chroma_[which];
        }
    }

    void run()
    {
        bool left = false;
        for (int p = 0; p < to_.planeCount; ++p) {
            const int same = samePlaneOf(to_.planes[p]);
            copied_[p] = same >= 0;
            left = left || same < 0;
            if (same >= 0)
                copyPlane(work_.out[p], work_.in[same], to_.rowsOf(p, work_.rows));
        }
        for (int64 y = 0; left && y < work_.rows; y += rows_) {
            for (int64 x = 0; x < work_.cols; x += kBlockPixels)
                convert(y, x, static_cast<int>(std::min<int64>(kBlockPixels, work_.cols - x)));
        }
    }

private:
    static constexpr int kMaxRows = 2;
    static constexpr int kRoom = kBlockPixels + 9;
    using Places = const Src* [kMaxRows][kSampleKinds];

    int samePlaneOf(const PlanePacking& plane) const
    {
        for (int p = 0; identity_ && p < from_.planeCount; ++p) {
            if (samePlane(from_, from_.planes[p], to_, plane))
                return p;
        }
        return -1;
    }

    void copyPlane(const PlaneView& to, const PlaneView& from, int64 rows) const
    {
        if (to.base == from.base)
            return;
        forRows(to, from, rows, [&](uchar* row, const uchar* source, int64 bytes) {
            storeBytes(row, source, static_cast<size_t>(bytes), work_.nonTemporal);
        });
    }

    void convert(int64 y, int64 x, int pixels)
    {
        Places places = {};
        forPlaneRows(from_, y, rows_, [&](int p, int r, int64 row) {
            const PlanePacking& plane = from_.planes[p];
            split_.split(plane, samplesAt<const Src>(plane, work_.in[p], row, x), int(plane.groupsOf(pixels)), r,
                         places[r]);
        });
        for (int r = 0; r < rows_; ++r)
            luma(r, places[r][LumaSample], pixels);
        for (int which = 0; which < 2 && from_.chroma && to_.chroma; ++which)
            chroma(which, places, pixels);
        for (int r = 0; r < rows_ / to_.rows; ++r)
            store(r, y, x, pixels);
    }

    void luma(int row, const Src* from, int pixels)
    {
        if constexpr (sizeof(Src) == sizeof(Dst)) {
            if (identity_) {
                lumaPlaces_[row] = from;
                return;
            }
        }
        Dst* const to = luma_[row] + 1;
        convertCodes<Src, Dst>(shuffle_, {{from, nullptr}, to, pixels, 1, true, &shuffle_.luma});
        lumaPlaces_[row] = to;
    }

    //! Makes the chroma that the result's rows share. It may be the mean of two rows of the source's chroma, or of
    //! larger blocks.
    void chroma(int which, const Places& places, int pixels)
    {
        const int kind = FirstChromaSample + (shuffle_.swapped ? 1 - which : which);
        const bool two = to_.rows > from_.rows && shuffle_.sumRows;
        const Src* const first = places[0][kind];
        const Src* const second = two ? places[1][kind] : nullptr;
        const int factor = std::max(1, to_.cols / from_.cols), repeats = std::max(1, from_.cols / to_.cols);
        const int most = std::max(from_.cols, to_.cols), count = (pixels + most - 1) / most;
        const int lone = factor > 1 && pixels % factor > 0 ? 1 : 0;  // if 1, the last mean is of one column
        if constexpr (sizeof(Src) == sizeof(Dst)) {
            if (identity_ && !second && from_.cols == to_.cols) {
                chromaPlaces_[which] = first;
                return;
            }
        }
        Dst* const to = chroma_[which] + 1;
        Dst* const codes = repeats > 1 ? fewer_ + 1 : to;
        convertCodes<Src, Dst>(shuffle_,
                               {{first, second}, codes, count - lone, factor, shuffle_.sumCols, &shuffle_.chroma});
        if (lone) {
            const Src* const last[] = {first + pixels - 1, second ? second + pixels - 1 : nullptr};
            convertCodes<Src, Dst>(shuffle_, {{last[0], last[1]}, codes + count - 1, 1, 1, true, &shuffle_.chroma});
        }
        if (repeats > 1) {
            const Dst* same[] = {codes, codes, codes, codes};
            mergeChannels(same, to, count, repeats);
        }
        chromaPlaces_[which] = to;
    }

    //! Stores the samples that belong to row `chromaRow` of the result's chroma.
    void store(int chromaRow, int64 y, int64 x, int pixels)
    {
        forPlaneRows(to_, y + chromaRow * to_.rows, to_.rows, [&](int p, int r, int64 row) {
            const PlanePacking& plane = to_.planes[p];
            if (!copied_[p])
                merge_.store(plane, {lumaPlaces_[chromaRow * to_.rows + r], chromaPlaces_[0], chromaPlaces_[1]},
                             samplesAt<Dst>(plane, work_.out[p], row, x), int(plane.groupsOf(pixels)),
                             work_.nonTemporal);
        });
    }

    const Formula& shuffle_;
    const YuvPacking &from_, &to_;
    const YuvRows& work_;
    const int rows_;  //!< that share chroma in either layout
    bool identity_;   //!< codes stay as they are
    bool copied_[YuvPacking::kMaxPlanes] = {};
    const Dst* lumaPlaces_[kMaxRows] = {};
    const Dst* chromaPlaces_[2] = {};
    SampleSplit<Src> split_;
    SampleMerge<Dst> merge_;
    alignas(64) Dst luma_[kMaxRows][kRoom];
    alignas(64) Dst chroma_[2][kRoom];
    alignas(64) Dst fewer_[kRoom];
};

}  // namespace

template <class Src, class Dst>
void shuffleYuvRows(const YuvShuffleFormula<Src, Dst>& shuffle, const YuvPacking& from, const YuvPacking& to,
                    const YuvRows& work)
{
    YuvRows part = work;
    part.rows -= work.rows % std::max(from.rows, to.rows);
    if (part.rows > 0)
        ShuffledBlocks<Src, Dst>(shuffle, from, to, part).run();
    if (part.rows == work.rows)
        return;
    PlaneView in[YuvPacking::kMaxPlanes], out[YuvPacking::kMaxPlanes];
    repeatRow(from, work.in, part.rows, in);
    repeatRow(to, work.out, part.rows, out);
    ShuffledBlocks<Src, Dst>(shuffle, from, to, {in, out, work.cols, 2, 0, work.nonTemporal}).run();
}

#define CUDASTRIPE_INSTANTIATE(...)                                                                           \
    template void shuffleYuvRows(const YuvShuffleFormula<__VA_ARGS__>&, const YuvPacking&, const YuvPacking&, \
                                 const YuvRows&);
CUDASTRIPE_INSTANTIATE(uchar, uchar)
CUDASTRIPE_INSTANTIATE(uchar, ushort)
CUDASTRIPE_INSTANTIATE(ushort, uchar)
CUDASTRIPE_INSTANTIATE(ushort, ushort)

}}  // namespace cv::cudastripe
