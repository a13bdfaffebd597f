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

/** @brief One operation for all images. Its units are pieces of the images of about equal size.

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
    //! Calls use(op, units) once for each image with its repeats. `units` units of the image are one unit of the batch.
    template <class Use>
    void forModels(const Use& use) const
    {
        for (size_t i = 0; i < images_.size(); ++i)
            use(*images_[i].op, pieces_[i].size);
    }

private:
    //! The pieces of an image and its repeats. A piece has `size` units of its image; the last one may have fewer.
    struct Pieces
    {
        int64 first;  //!< the batch's unit that is the first piece
        int64 size;   //!< units of the image in a piece
        int64 count;  //!< pieces of each image
    };

    std::vector<BatchImage> images_;
    std::vector<Pieces> pieces_;
    size_t count_ = 0;  //!< of images
};

}}  // namespace cv::cudastripe
