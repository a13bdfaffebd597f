// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_FLAT_OP_HPP
#define OPENCV_CUDASTRIPE_FLAT_OP_HPP

#include "opencv2/cudastripe/flat_work.hpp"
#include "stripe_op.hpp"

namespace cv { namespace cudastripe {

/** @brief A caller's function object on arrays: the host form and the kernel come from the caller's compiler. */
class FlatOp final : public StripeOp
{
public:
    explicit FlatOp(const detail::FlatWork& work);

    int64 units() const override { return work_.count; }
    int granule() const override { return granule_; }
    bool flat() const override { return true; }
    bool sameBits() const override { return work_.sameBits == SameBits::Yes; }
    bool compiledForDevice() const override { return work_.calls.enqueue != nullptr; }
    const std::vector<PlaneSpec>& inputs() const override { return inputs_; }
    const std::vector<PlaneSpec>& outputs() const override { return outputs_; }
    void hostRun(const StripePlanes& planes, int64 units) const override;
    KernelRef kernel(const StripePlanes& planes, int64 units) const override;

private:
    detail::FlatWork work_;
    int granule_;
    std::vector<PlaneSpec> inputs_;
    std::vector<PlaneSpec> outputs_;
};

}}  // namespace cv::cudastripe

#endif
