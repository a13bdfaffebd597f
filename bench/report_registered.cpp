// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include <limits>

#include "report_cases.hpp"

namespace bench {
namespace {

using cv::cudastripe::StreamRef;
using cv::cudastripe::Striper;
using cv::cudastripe::StriperParams;

// Registers a frame's memory when it comes for the second time, and lets go of all when it ends.
class RegisteredCase
{
public:
    explicit RegisteredCase(const ReportGroup& group)
        : workload_(group.workload),
          frames_(group.frames),
          count_(framesInRotation(group.workload, group.size)),
          striper_(limitless())
    {
    }

    void work(const HostFrame& frame)
    {
        if (!registered_) {
            registered_ = true;
            for (int i = 0; i < 2 * count_; ++i)
                call(frames_->next(), striper_);
            if (striper_.usage().registrations != 2 * count_)
                CV_Error(cv::Error::StsError, "the driver does not register the frames' memory");
        }
        call(frame, striper_);
    }

    cv::cudastripe::RouteChoice choice()
    {
        return striper_.explain([this](Striper& striper) { call(frames_->first(), striper); });
    }

private:
    static StriperParams limitless()
    {
        StriperParams params = StriperParams::forCurrentDevice();
        params.registrationLimit = std::numeric_limits<size_t>::max();
        params.registerUnowned = true;
        return params;
    }

    void call(const HostFrame& frame, Striper& striper)
    {
        cv::Mat out = frame.out;
        workload_.ours(frame.in, out, StreamRef(), striper);
    }

    const ReportWorkload& workload_;
    const std::shared_ptr<FrameRing> frames_;
    const int count_;
    bool registered_ = false;
    Striper striper_;
};

}  // namespace

void addRegisteredCase(ReportGroup& group)
{
    const auto registered = std::make_shared<RegisteredCase>(group);
    ReportCase chosen = {"registered/auto", [=](const HostFrame& frame) { registered->work(frame); }, group.bytes()};
    chosen.choice = [=] { return registered->choice(); };
    group.cases.push_back(chosen);
}

}  // namespace bench
