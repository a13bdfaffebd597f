// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "format_frames.hpp"

namespace bench {

FormatFrames::FormatFrames(Allocate allocate)
{
    // The largest of all cases: four channels of 16 bits, and three full planes of them.
    constexpr size_t pixels = size_t(FormatCase::kWidth) * FormatCase::kHeight;
    for (int i = 0; i < kFrames; ++i) {
        memory_.push_back({allocate(pixels * 8), allocate(pixels * 6)});
        cv::Mat in(FormatCase::kHeight, FormatCase::kWidth, CV_8UC(8), memory_.back().in.get());
        cv::randu(in, 0, 256);
        std::fill_n(memory_.back().out.get(), pixels * 6, uchar(0));
    }
}

HostFrame FormatFrames::next(const FormatCase& formatCase)
{
    const Memory& memory = memory_[next_];
    next_ = (next_ + 1) % memory_.size();
    return {cv::Mat(formatCase.size(), formatCase.inType(), memory.in.get()),
            cv::Mat(formatCase.outSize(), formatCase.format.imageType(), memory.out.get())};
}

}  // namespace bench
