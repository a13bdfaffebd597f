// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Pipeline: frames that overlap on one stream.

#include "../../device/wait_for.hpp"
#include "pipeline_impl.hpp"

namespace cv { namespace cudastripe {
namespace {

constexpr size_t kMaxRemembered = 64;  // frames

void requireStream(const StreamRef& stream)
{
    if (!stream.given())
        CV_Error(Error::StsBadArg, "cudastripe::Pipeline: no stream is given; a pipeline needs one");
    if (stream.pipeline()) {
        CV_Error(Error::StsBadArg,
                 "cudastripe::Pipeline: stream is another pipeline; give the stream itself, and one "
                 "pipeline for each stream");
    }
}

// Takes a pipeline for one call of one thread, until the result is destroyed.
auto take(std::atomic<bool>& running, const char* function)
{
    if (running.exchange(true))
        CV_Error_(Error::StsBadArg, ("%s: the pipeline is in use by another thread; make one for each", function));
    const auto giveBack = [](std::atomic<bool>* taken) { *taken = false; };
    return std::unique_ptr<std::atomic<bool>, decltype(giveBack)>(&running, giveBack);
}

}  // namespace

Pipeline::Impl::Impl(const StreamRef& stream, Striper& striper)
    : striper_((requireStream(stream), striper.shared())), stream_(stream.handle())
{
    DeviceSet& devices = striper_->deviceSet();
    devices.requireSameProcess();
    const auto list = devices.open();
    if (isNoStream(*list, stream))
        return;
    StreamOwner owner = StreamOwner::ThisDevice;
    entry_ = streamOwner(*list, stream, "cudastripe::Pipeline", owner);
    Device& device = *entry_->device;
    const StreamId id = stream_ ? StreamId(stream_) : device.defaultStream();
    if (device.capture(id)) {
        CV_Error_(Error::StsBadArg,
                  ("cudastripe::Pipeline: stream %p is being captured into a graph; give the calls the "
                   "stream itself",
                   stream_));
    }
    identity_ = device.identity(id);
}

void Pipeline::Impl::run(const Operation& operation, const StreamRef& stream, const Striper::Impl& given)
{
    if (&given != striper_.get() && !given.isDefault()) {
        CV_Error_(Error::StsBadArg, ("%s: striper is not the one that the pipeline was made with", operation.function));
    }
    const auto taken = take(running_, operation.function);
    if (!entry_)
        return striper_->run(operation, stream);
    EventPool::Loan ended = entry_->frames.lend();
    striper_->run(operation, stream, {&last_, identity_, *ended});
    ended_.push_back(std::move(ended));
    if (ended_.size() > kMaxRemembered)
        ended_.pop_front();  // a later frame ends after it
}

void Pipeline::Impl::wait(int framesInFlight)
{
    if (framesInFlight < 0 || framesInFlight >= static_cast<int>(kMaxRemembered)) {
        CV_Error_(Error::StsOutOfRange, ("cudastripe::Pipeline::wait: framesInFlight is %d; it may be 0 to %d",
                                         framesInFlight, static_cast<int>(kMaxRemembered) - 1));
    }
    const auto taken = take(running_, "cudastripe::Pipeline::wait");
    while (ended_.size() > static_cast<size_t>(framesInFlight)) {
        waitFor(*entry_->device, *ended_.front());
        ended_.pop_front();
    }
}

Pipeline::Pipeline(const StreamRef& stream, Striper& striper) : impl_(new Impl(stream, striper)) {}

Pipeline::~Pipeline() = default;

void Pipeline::wait(int framesInFlight)
{
    impl_->wait(framesInFlight);
}

StreamRef::StreamRef(Pipeline& pipeline) : handle_(pipeline.impl().stream()), given_(true), pipeline_(&pipeline) {}

}}  // namespace cv::cudastripe
