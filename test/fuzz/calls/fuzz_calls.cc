// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include <thread>

#include "../../support/images/placed_call.hpp"
#include "../../support/process/cache_folder.hpp"
#include "batch.hpp"
#include "blobs.hpp"
#include "owned.hpp"
#include "planes.hpp"
#include "refusals.hpp"

// Every input is a few calls on one Striper over simulated devices: what they are, how their images lie, how they are
// cut, on which streams they run and where a device fails.

namespace opencv_test { namespace {

class Scenario
{
public:
    explicit Scenario(FuzzedDataProvider& data) : data_(data), devices_(data) {}

    void run()
    {
        const int steps = data_.ConsumeIntegralInRange(1, 4);
        for (int i = 0; i < steps; ++i)
            step();
        forget();
        devices_.requireNoFindings();
    }

private:
    void step()
    {
        switch (data_.ConsumeIntegralInRange(0, 12)) {
        case 0:
            return requireRefusal(drawOperation(data_), devices_, data_);
        case 1:
            return forget();
        case 2:
            return callTwoAtOnce();
        case 3:
            return callWithFault();
        case 4:
            finish();
            return callOnOwnedMemory(drawOperation(data_), devices_, data_);
        case 5:
            return callIntoPlanes(devices_, data_);
        case 10:
            return callOnBatch(devices_, data_);
        case 11:
            return callInGraph();
        case 12:
            return callIntoBlobs(devices_, data_);
        default:
            return callAndLeave();
        }
    }

    std::unique_ptr<PlacedCall> drawCall()
    {
        const ImageOperation operation = drawOperation(data_);
        const int type = anyOf(operation.srcTypes, data_);
        const bool fits = operation.mayReplaceSource && operation.dstType(type) == type &&
                          operation.dstSize(Size(4, 4)) == Size(4, 4);
        const bool inPlace = data_.ConsumeBool() && fits;
        const Size size = drawSize(operation, data_);
        RNG rng = drawRng(data_);
        const Sample sample =
            randomSample(operation, size, type, rng, devices_.backend().device() && data_.ConsumeBool());
        return std::make_unique<PlacedCall>(operation, devices_.backend(), sample, inPlace);
    }

    // Of a stream's call nothing is known before the stream has passed.
    void callAndLeave()
    {
        auto call = drawCall();
        const StreamRef stream = devices_.drawStream(data_, true);
        const int times = call->repeatable() ? data_.ConsumeIntegralInRange(1, 3) : 1;
        bool ended = true;
        for (int i = 0; i < times; ++i)
            ended = devices_.tryCall([&] { call->run(stream, devices_.striper()); }) && ended;
        (ended ? calls_ : thrown_).push_back(std::move(call));
    }

    void callTwoAtOnce()
    {
        auto first = drawCall(), second = drawCall();
        const StreamRef a = devices_.drawStream(data_, true), b = devices_.drawStream(data_, false);
        bool firstEnded = false;
        std::thread other([&] { firstEnded = devices_.tryCall([&] { first->run(a, devices_.striper()); }); });
        const bool secondEnded = devices_.tryCall([&] { second->run(b, devices_.striper()); });
        other.join();
        (firstEnded ? calls_ : thrown_).push_back(std::move(first));
        (secondEnded ? calls_ : thrown_).push_back(std::move(second));
    }

    void callWithFault()
    {
        finish();
        auto call = drawCall();
        const StreamRef stream = devices_.drawStream(data_, true);
        const bool ended = devices_.tryWithFault([&] { call->run(stream, devices_.striper()); }, data_);
        (ended ? calls_ : thrown_).push_back(std::move(call));
    }

    // Captured, perhaps with a fault, and launched. Memory of any kind is drawn; a graph refuses pageable memory.
    void callInGraph()
    {
        finish();
        SimulatedDevice* const device = devices_.backend().simulated();
        if (!device || devices_.dead())
            return;
        auto call = drawCall();
        const OwnedStream stream(*device, "captured");
        const auto capture = [&] { call->run(StreamHandle(stream.id().get()), devices_.striper()); };
        device->beginCapture(stream);
        const bool captured = data_.ConsumeBool() ? devices_.tryWithFault([&] { unlessRefused(capture); }, data_)
                                                  : devices_.tryCall([&] { unlessRefused(capture); });
        const std::shared_ptr<SimulatedGraph> graph = device->endCapture(stream);
        if (captured && !std::exchange(refused_, false)) {
            for (int i = call->repeatable() ? 2 : 1; i > 0; --i)
                device->launch(*graph, stream);
            waitFor(*device, stream);
            EXPECT_EQ(std::string(), call->wrong());
        }
        thrown_.push_back(std::move(call));
    }

    void unlessRefused(const std::function<void()>& capture)
    {
        try {
            capture();
        } catch (const cv::Exception& e) {
            refused_ = e.err.find("is being captured into a graph: ") != std::string::npos;
            if (!refused_)
                throw;
        }
    }

    // Lets memory go, which later calls may get again.
    void forget()
    {
        finish();
        calls_.clear();
        thrown_.clear();
    }

    void finish()
    {
        devices_.wait();
        for (const auto& call : calls_)
            EXPECT_EQ(std::string(), call->wrong());
    }

    FuzzedDataProvider& data_;
    FuzzDevices devices_;
    bool refused_ = false;                                     // by a graph
    std::vector<std::unique_ptr<PlacedCall>> calls_, thrown_;  // thrown: what they wrote is not known
};

}}  // namespace opencv_test

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv)
{
    opencv_test::useCacheFolderOfItsOwn();
    testing::InitGoogleTest(argc, *argv);
    // What fails ends the process, so that the input is kept.
    GTEST_FLAG_SET(throw_on_failure, true);
    cv::setNumThreads(2);
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, size_t size)
{
    FuzzedDataProvider data(bytes, size);
    opencv_test::Scenario(data).run();
    return 0;
}
