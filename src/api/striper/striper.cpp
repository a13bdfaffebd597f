// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The public Striper: checks arguments and forwards.

#include "opencv2/cudastripe/striper.hpp"

#include <map>
#include <mutex>

#include "../../device/cuda/cuda_device.hpp"
#include "../../op/chain/op.hpp"
#include "../../op/color/yuv444/op.hpp"
#include "../../op/yuv/op.hpp"
#include "striper_impl.hpp"

namespace cv { namespace cudastripe {
namespace {

std::vector<std::shared_ptr<Device>> openDevices(const std::vector<int>& numbers)
{
    std::vector<std::shared_ptr<Device>> devices;
    for (int number : numbers) {
        if (auto device = openCudaDevice(number))
            devices.push_back(std::move(device));
    }
    return devices;
}

DeviceSource sourceOf(const std::vector<int>& numbers)
{
    return {[numbers] { return openDevices(numbers); }, nullptr};
}

// Two operations for each layout: one for separate planes, one for planes with two rows in each row of an image.
std::vector<std::unique_ptr<StripeOp>> yuvOps(Size size, int type)
{
    std::vector<std::unique_ptr<StripeOp>> ops;
    for (const YuvFormat& format : YuvFormat::all()) {
        const bool plain = format == YuvFormat(format.layout()).withDepth(format.depth());
        const Size block = format.blockSize();
        const Size whole(size.width - size.width % block.width, size.height - size.height % block.height);
        if (!plain || whole.empty() || CV_MAT_DEPTH(type) != format.imageDepth())
            continue;
        for (int fold : {1, 2})
            ops.push_back(makeYuvOp(format, ChannelOrder::BGR, whole, CV_MAT_CN(type), block.height * fold));
    }
    return ops;
}

}  // namespace

StriperParams StriperParams::forCurrentDevice()
{
    StriperParams params;
    const int number = currentCudaDevice();
    if (number >= 0)
        params.devices = {number};
    return params;
}

Striper::Striper(const StriperParams& params) : impl_(std::make_shared<Impl>(params, sourceOf(params.devices))) {}

Striper::Striper(std::shared_ptr<Impl> impl, std::shared_ptr<RouteChoice> explained)
    : impl_(std::move(impl)), explained_(std::move(explained))
{
}

Striper::~Striper() = default;

Striper& Striper::getDefault()
{
    // Never destroyed: at exit, CUDA may be gone before our static destructors run.
    static std::mutex& mutex = *new std::mutex;
    static std::map<int, Striper*>& stripers = *new std::map<int, Striper*>;
    const int number = usualCudaDevice();
    std::lock_guard<std::mutex> lock(mutex);
    Striper*& striper = stripers[number];
    if (!striper) {
        StriperParams params;
        params.devices = {number};
        const auto open = [number] {
            return number < cudaDeviceCount() ? openDevices({number}) : std::vector<std::shared_ptr<Device>>();
        };
        striper = makeStriperFrom({open, classifyByCuda}, params, true).release();
    }
    return *striper;
}

void Striper::reserve(Size size, int type, int concurrentCalls, bool pageableMemory)
{
    if (size.width <= 0 || size.height <= 0 || concurrentCalls <= 0) {
        CV_Error_(Error::StsOutOfRange, ("cudastripe::Striper::reserve: size is %d x %d and concurrentCalls is %d; all "
                                         "must be positive",
                                         size.width, size.height, concurrentCalls));
    }
    const int depth = CV_MAT_DEPTH(type), channels = CV_MAT_CN(type);
    if (depth > CV_64F || channels > 4) {
        CV_Error_(Error::StsUnsupportedFormat,
                  ("cudastripe::Striper::reserve: type is %s; accepted are 1 to 4 channels "
                   "of CV_8U to CV_64F",
                   typeToString(type).c_str()));
    }
    const bool converts = (PackedYuvConversion::kDepths >> depth & 1) && (channels == 3 || channels == 4);
    const auto chain = lowerChain(Chain().add(Scalar()), type, -1, "cudastripe::Striper::reserve");
    std::vector<std::unique_ptr<StripeOp>> ops;
    if (converts)
        ops = yuvOps(size, type);
    for (CutBy cut : {CutBy::Rows, CutBy::Elements}) {
        ops.push_back(makeChainOp(chain, size, Masking::None, cut));
        if (converts)
            ops.push_back(makePackedYuvOp(packedYuvConversions().front(), size, depth, channels, cut));
    }
    impl_->reserve(ops, concurrentCalls, pageableMemory);
}

void Striper::calibrate()
{
    impl_->deviceSet().requireSameProcess();
    for (const auto& entry : *impl_->deviceSet().open())
        entry->rates.measure();
}

const StriperParams& Striper::params() const
{
    return impl_->params();
}

std::vector<int> Striper::devices() const
{
    std::vector<int> numbers;
    for (const auto& entry : *impl_->deviceSet().open())
        numbers.push_back(entry->device->number());
    return numbers;
}

StriperUsage Striper::usage() const
{
    StriperUsage usage;
    if (const auto devices = impl_->deviceSet().opened()) {
        for (const auto& entry : *devices)
            entry->pool.addTo(usage);
    }
    return usage;
}

std::unique_ptr<Striper> makeStriper(const std::vector<std::shared_ptr<Device>>& devices, const StriperParams& params)
{
    return makeStriperFrom({[devices] { return devices; }, nullptr}, params);
}

std::unique_ptr<Striper> makeStriperFrom(const DeviceSource& source, const StriperParams& params, bool isDefault)
{
    return std::make_unique<Striper>(std::make_shared<Striper::Impl>(params, source, isDefault));
}

}}  // namespace cv::cudastripe
