// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../test_precomp.hpp"

#include "../../src/device/simulated/engine_model.hpp"

namespace opencv_test { namespace {

using namespace cv::cudastripe;

// One byte takes a second, but a kernel's takes half of that.
DeviceProfile slowDevice()
{
    DeviceProfile profile = deviceProfile("unlimited");
    profile.uploadRate = profile.uploadRateBesideDownload = 1;
    profile.downloadRate = profile.downloadRateBesideUpload = 1;
    profile.kernelRate = 2;
    profile.hostCopyRate = profile.hostRunRate = 1;
    profile.hostMemoryRate = 100;
    return profile;
}

class CUDASTRIPE_EngineModel : public testing::Test
{
protected:
    size_t add(EngineModel& model, Stage stage, size_t queue, double bytes, std::vector<size_t> after = {})
    {
        return model.add({stage, 0, queue, bytes, model.now(), std::move(after)});
    }

    void finish(EngineModel& model)
    {
        while (model.advance(1e9)) {
        }
    }

    DeviceProfile profile = slowDevice();
};

TEST_F(CUDASTRIPE_EngineModel, copiesOfOneDirectionTakeTurns)
{
    EngineModel model(profile);
    add(model, Stage::Upload, 1, 3);
    const size_t second = add(model, Stage::Upload, 2, 2);
    finish(model);
    EXPECT_DOUBLE_EQ(3, model.started(second));
    EXPECT_DOUBLE_EQ(5, model.ended(second));
}

TEST_F(CUDASTRIPE_EngineModel, copiesOfBothDirectionsSlowEachOtherWhileBothRun)
{
    profile.uploadRateBesideDownload = 0.5;
    profile.downloadRateBesideUpload = 0.25;
    EngineModel model(profile);
    const size_t up = add(model, Stage::Upload, 1, 3), down = add(model, Stage::Download, 2, 1);
    finish(model);
    EXPECT_DOUBLE_EQ(4, model.ended(down));  // a quarter of a byte a second
    EXPECT_DOUBLE_EQ(5, model.ended(up));    // two bytes beside it, the third alone
}

TEST_F(CUDASTRIPE_EngineModel, oneCopyEngineServesBothDirections)
{
    profile.copyEngines = 1;
    EngineModel model(profile);
    add(model, Stage::Upload, 1, 3);
    const size_t down = add(model, Stage::Download, 2, 1);
    finish(model);
    EXPECT_DOUBLE_EQ(3, model.started(down));
}

TEST_F(CUDASTRIPE_EngineModel, aThirdCopyEngineServesEither)
{
    profile.copyEngines = 3;
    EngineModel model(profile);
    const size_t first = add(model, Stage::Upload, 1, 2), second = add(model, Stage::Upload, 2, 2);
    finish(model);
    EXPECT_DOUBLE_EQ(0, model.started(second));
    EXPECT_DOUBLE_EQ(4, model.ended(first));  // the link is shared
}

TEST_F(CUDASTRIPE_EngineModel, kernelsOnSeveralEnginesShareTheDevice)
{
    profile.kernelEngines = 2;
    EngineModel model(profile);
    const size_t a = add(model, Stage::RunDevice, 1, 4), b = add(model, Stage::RunDevice, 2, 2);
    finish(model);
    EXPECT_DOUBLE_EQ(2, model.ended(b));
    EXPECT_DOUBLE_EQ(3, model.ended(a));
}

TEST_F(CUDASTRIPE_EngineModel, aQueueOfAnEngineIsHeldUpByItsHead)
{
    for (HardwareQueues queues : {HardwareQueues::PerEngine, HardwareQueues::PerStream}) {
        profile.queues = queues;
        EngineModel model(profile);
        const size_t slow = add(model, Stage::RunDevice, 1, 8);
        add(model, Stage::Download, 1, 1, {slow});
        const size_t free = add(model, Stage::Download, 2, 1);
        finish(model);
        EXPECT_DOUBLE_EQ(queues == HardwareQueues::PerEngine ? 5 : 0, model.started(free));
    }
}

TEST_F(CUDASTRIPE_EngineModel, kernelsBackToBackHoldTheirCompletion)
{
    profile.heldCompletion = true;
    EngineModel model(profile);
    const size_t first = add(model, Stage::RunDevice, 1, 2);
    add(model, Stage::RunDevice, 2, 2);
    const size_t after = add(model, Stage::Download, 1, 1, {first});
    finish(model);
    EXPECT_DOUBLE_EQ(1, model.ended(first));
    EXPECT_DOUBLE_EQ(2, model.started(after));
}

TEST_F(CUDASTRIPE_EngineModel, aKernelOfTheSameStreamHoldsNothing)
{
    profile.heldCompletion = true;
    EngineModel model(profile);
    const size_t first = add(model, Stage::RunDevice, 1, 2), second = add(model, Stage::RunDevice, 1, 2, {first});
    finish(model);
    EXPECT_DOUBLE_EQ(1, model.started(second));
}

TEST_F(CUDASTRIPE_EngineModel, gapsAndLatenciesAreCharged)
{
    profile.uploadGapSeconds = 0.5;
    profile.startSeconds = 0.25;
    profile.handOverSeconds = 2;
    profile.switchSeconds = 1;
    profile.kernelGapSeconds = 0.125;
    EngineModel model(profile);
    const size_t a = add(model, Stage::Upload, 1, 1), b = add(model, Stage::Upload, 1, 1, {a});
    const size_t same = add(model, Stage::RunDevice, 1, 2, {b}), other = add(model, Stage::Download, 2, 1, {b});
    finish(model);
    EXPECT_DOUBLE_EQ(1.75, model.ended(a));
    EXPECT_DOUBLE_EQ(3.25, model.ended(b));  // its engine was not idle
    EXPECT_DOUBLE_EQ(3.25 + 1 + 0.125 + 1, model.ended(same));
    EXPECT_DOUBLE_EQ(3.25 + 2, model.started(other));
}

TEST_F(CUDASTRIPE_EngineModel, everythingInHostMemorySharesIt)
{
    profile.hostMemoryRate = 2;
    EngineModel model(profile);
    const size_t up = add(model, Stage::Upload, 1, 1);
    std::vector<size_t> host;
    for (size_t thread = 0; thread < 3; ++thread)
        host.push_back(add(model, Stage::RunHost, 100 + thread, 1));
    finish(model);
    EXPECT_DOUBLE_EQ(2, model.ended(up));  // four ask for one byte a second each, and get two together
    EXPECT_DOUBLE_EQ(2, model.ended(host[2]));
}

TEST_F(CUDASTRIPE_EngineModel, nothingStartsBeforeItIsIssued)
{
    EngineModel model(profile);
    const size_t late = model.add({Stage::Upload, 0, 1, 1, 5, {}});
    EXPECT_FALSE(model.advance(4));
    EXPECT_DOUBLE_EQ(4, model.now());
    finish(model);
    EXPECT_DOUBLE_EQ(5, model.started(late));
}

TEST(CUDASTRIPE_DeviceProfile, isFoundByItsNameInAnyCase)
{
    EXPECT_EQ("K20c", deviceProfile("k20C").name);
    try {
        deviceProfile("K80");
        ADD_FAILURE() << "found";
    } catch (const cv::Exception& e) {
        EXPECT_NE(std::string::npos, e.err.find("\"K80\"; known are C1060, C2050, K20c, H200, unlimited")) << e.err;
    }
}

}}  // namespace opencv_test
