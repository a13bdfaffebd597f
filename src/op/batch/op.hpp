// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The operation of a call on many images.

#pragma once

#include <memory>
#include <vector>

#include "../stripe_op.hpp"

namespace cv { namespace cudastripe {

//! An image of a batch, what happens to it, and its repeats.
struct BatchImage
{
    std::unique_ptr<StripeOp> op;
    StripePlanes planes;
    std::vector<PlaneShift> shifts;  //!< bytes from `planes` to the planes of each repeat
};

/** @brief The operations of all images as one: its units are pieces of the images, all about equally large.

It knows the planes of its images: of a StripePlanes argument it uses only `first`. */
class CV_EXPORTS BatchOp final : public StripeOp
{
public:
    explicit BatchOp(std::vector<BatchImage> images);

    void hostRun(const StripePlanes& planes, int64 units) const override;
    //! One kernel for all images of those units; see @ref BatchKernel.
    KernelRef kernel(const StripePlanes& planes, int64 units) const override;
    void forEachAccess(const StripePlanes& planes, int64 units, const UseAccess& use) const override;

    //! What to do with `units` units of an image.
    using UseImage = std::function<void(const StripeOp& op, const StripePlanes& planes, int64 units)>;
    //! Calls use() for each image that has some of the batch's `units` units from `first` on.
    void forImages(int64 first, int64 units, const UseImage& use) const;
    //! Calls use(op, units) for each image, but only once for an image and its repeats: so many of its units are one of
    //! the batch's.
    template <class Use>
    void forModels(const Use& use) const
    {
        for (size_t i = 0; i < images_.size(); ++i)
            use(*images_[i].op, pieces_[i].size);
    }

private:
    //! The units of an image and its repeats: each has pieces of `size` of its own units; the last may be smaller.
    struct Pieces
    {
        int64 first;  //!< of the batch's units
        int64 size;   //!< of a piece, in the image's units
        int64 count;  //!< of an image
    };

    std::vector<BatchImage> images_;
    std::vector<Pieces> pieces_;
    size_t count_ = 0;  //!< of images
};

}}  // namespace cv::cudastripe
