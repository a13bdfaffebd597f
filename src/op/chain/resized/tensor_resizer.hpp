// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The only pass of a chain that resizes by INTER_LINEAR, whose steps then turn bytes into a tensor.

#pragma once

#include "../../resize/resizer.hpp"
#include "../tensor/byte_kernels.hpp"
#include "picture_rows.hpp"
#include "placed_rows.hpp"

namespace cv { namespace cudastripe {

//! Makes each pixel of the tensor from the source, so that no images lie between.
class TensorResizer final : public StripeOp
{
public:
    //! True if such a kernel exists. `chain`: the steps; `fromYuv`: they get decoded pixels.
    static bool takes(const LoweredChain& chain, const ResizeMethod& method, bool fromYuv);

    //! The decoder of a YUV format; null for an image.
    struct Decoding
    {
        const ChainDecoder* decoder;
        const PictureRows* rows;
    };
    //! All references must live as long as this. `whole`: the operation whose only pass this is.
    TensorResizer(const StripeOp& whole, const ChainPicture& picture, const PlacedRows& rows, const Resizer& resizer,
                  const Decoding& decoding, std::shared_ptr<const LoweredChain> chain, const ToTensor& tensor);

    //! Never called: CPUs resize rows.
    void hostRun(const StripePlanes& planes, int64 units) const override;
    KernelRef kernel(const StripePlanes& planes, int64 units) const override;

private:
    template <class Pixels>
    KernelRef kernelOf(const Pixels& pixels, const StripePlanes& planes, int64 units) const;

    const ChainPicture& picture_;
    const PlacedRows& rows_;
    const Resizer& resizer_;
    const Decoding decoding_;
    const std::shared_ptr<const LoweredChain> chain_;
    const ToTensor tensor_;
};

}}  // namespace cv::cudastripe
