// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "plain_pipeline.hpp"

namespace bench {

/** @brief A pipeline whose kernels take a stripe out of a copy that is still in flight: they look at each word until it
is no longer the pattern that was laid there before.

CUDA promises nothing of such memory. So no kernel waits for ever, and what was taken may be compared behind the copy.
It has memory for uploads of its own. */
class ArrivingPipeline
{
public:
    explicit ArrivingPipeline(PipelineMachine& machine);

    //! How it is cut: stripes, the copies that bring them, and whether what was taken is compared with what came.
    struct Shape
    {
        std::vector<int> rows;  //!< of each stripe
        std::vector<int> ends;  //!< of each copy, in stripes
        int blocks;             //!< of the kernels that take, at most
        bool compared;
    };

    //! Waits for the result; throws if what was taken is not what came.
    HostFrame run(const Shape& shape);

private:
    enum HostWord
    {
        Differ,  //!< not zero if what was taken is not what came
        Turn,
    };
    static constexpr int kMostCopies = 4;

    void lay(int set, size_t fromByte, size_t bytes);
    void convert(const HostFrame& frame, const Shape& shape, int stripe, size_t row, int copy);
    void compare(size_t fromByte, size_t bytes);
    uint4* hostWord(HostWord word) const;
    uint4* flag(int copy) const;

    PipelineMachine& m_;
    std::shared_ptr<uchar> in_[PipelineMachine::kSets], taken_;
    std::shared_ptr<uchar> flags_;  // the turn of the latest call, behind each copy
    std::shared_ptr<uchar> host_;   // page-locked
    CudaStream tidy_;
    OrderEvent uploaded_[kMostCopies], tookAll_[kMostCopies], compared_, laid_[PipelineMachine::kSets];
    unsigned turn_ = 0;
    int set_ = 0;
};

}  // namespace bench
