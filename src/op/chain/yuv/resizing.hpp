// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The resized pixels that a chain begins with.

#pragma once

#include <optional>

#include "../../resize/resizer.hpp"
#include "../op.hpp"
#include "decoder.hpp"
#include "resized_source.hpp"

namespace cv { namespace cudastripe {

class ChainResizing
{
public:
    //! `type`: of the pixels.
    ChainResizing(const Chain& chain, const ChainPicture& picture, int type);

    const PlaneSpecs& inputs() const { return inputs_; }
    //! How many times longer a CPU thread takes than it takes to copy a byte, and the bytes.
    double hostTime() const { return hostTime_; }
    //! What a kernel of cost 1 moves while this one resizes, bytes.
    double kernelTime() const;
    //! Rows of the result that a CPU makes at once: a multiple of the granule.
    int rowsAtOnce(int granule) const;
    //! Rows of the result that should stay together.
    int granule() const { return resizer_->granule(); }
    const ResizeTables& tables() const { return resizer_->tables(); }

    //! Memory of a thread for rows of the source.
    class Buffer
    {
    public:
        uchar* of(size_t bytes)
        {
            if (bytes > size_)
                memory_.reset(new uchar[size_ = bytes]);
            return memory_.get();
        }

    private:
        std::unique_ptr<uchar[]> memory_;
        size_t size_ = 0;
    };

    //! Makes rows of the result on the calling thread.
    void run(const StripePlanes& planes, const PlaneView& result, int64 rows, Buffer& buffer) const;
    //! Makes rows of the output of an operation that does nothing else.
    void runAll(const StripeOp& op, const StripePlanes& planes, int64 rows) const;

    //! Gives use(source) with the source of a kernel on `rows` rows of the result.
    template <class Use>
    KernelRef withSource(const StripePlanes& planes, int64 rows, const Use& use) const
    {
        if (!decoder_) {
            const auto begin = static_cast<int>(tables().rows().begin(planes.first));
            const ResizedPart part = {0, -begin, picture_.part.height - 1};
            return use(sourceOf(ResizedImagePixels{planes.in[0], part, channels_}, planes.first));
        }
        const Decoded decoded = decodedFor(planes, rows);
        const ResizedPart part = {picture_.part.x, picture_.part.y - static_cast<int>(decoded.planes.first),
                                  picture_.part.height - 1};
        const FromYuv& from = decoder_->format();
        ResizedYuvPixels pixels = {decoder_->interpolates(), {}, from.formulas, {}, part};
        if (pixels.interpolates)
            pixels.linear = decoder_->linearSource(decoded.planes, decoded.rows);
        else
            pixels.places = YuvPlaces(from.packing, decoded.planes.in);
        return use(sourceOf(pixels, planes.first));
    }

private:
    //! Rows of the picture that some rows of the result need: whole blocks.
    struct Decoded
    {
        StripePlanes planes;
        int64 rows;
    };

    int64 firstRow(int64 result) const;
    int64 endRow(int64 result) const;
    PlaneSpec specOf(const PlaneSpec& plane, std::vector<SourceSpan>& spans, RowSpans& rows) const;
    Decoded decodedFor(const StripePlanes& planes, int64 rows) const;

    template <class Pixels>
    ChainResizedSource<Pixels> sourceOf(const Pixels& pixels, int64 firstResult) const
    {
        return {pixels,   resizer_->method(), tables().across(), tables().down(), static_cast<int>(firstResult),
                channels_};
    }

    std::unique_ptr<Resizer> resizer_;
    std::optional<ChainDecoder> decoder_;
    PlaneSpecs inputs_;
    const int channels_;
    const int64 pixelBytes_;
    const ChainPicture picture_;
    double hostTime_;
    std::vector<SourceSpan> spans_[YuvPacking::kMaxPlanes];
    RowSpans rowSpans_[YuvPacking::kMaxPlanes];
};

}}  // namespace cv::cudastripe
