// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "../../support/images/image_operation.hpp"
#include "../../support/images/placed_image.hpp"
#include "../../support/process/refusal.hpp"

namespace opencv_test { namespace {

class CUDASTRIPE_Tune : public testing::TestWithParam<BackendKind>
{
};

TEST_P(CUDASTRIPE_Tune, findsAWayThatGivesTheSameBits)
{
    Backend backend(GetParam());
    CUDASTRIPE_SKIP_WITHOUT(backend);
    const auto striper = backend.striper();
    RNG rng(223);
    const Mat src = randomImage(Size(320, 240), CV_8UC4, rng);
    Mat expected, dst;
    cv::cvtColor(src, expected, COLOR_BGR2YUV);
    int runs = 0;
    const auto call = [&](Striper& s) {
        cudastripe::cvtColor(src, dst, COLOR_BGR2YUV, StreamRef(), s);
        ++runs;
    };
    const Tuning tuning = striper->tune(call, 3);
    EXPECT_NE(Route::Auto, tuning.route);
    EXPECT_GT(tuning.seconds, 0);
    EXPECT_GE(runs, 6);
    EXPECT_TRUE(tuning.route != Route::Host || tuning.threads >= 1) << tuning.toString();
    EXPECT_NE(String::npos, tuning.toString().find(toString(tuning.route)));
    StriperParams params;
    EXPECT_EQ(tuning.route, params.use(tuning).route);
    EXPECT_EQ(tuning.threads, params.threads);
    dst.setTo(0);
    cudastripe::cvtColor(src, dst, COLOR_BGR2YUV, StreamRef(), *backend.striper(params));
    EXPECT_EQ(std::string(), differences(expected, dst, 0));
    expectRefusal([&] { striper->tune(call, 0); }, {"rounds is 0", "1 or more"});
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_Tune,
                       testing::Values(BackendKind::Host, BackendKind::Simulated, BackendKind::Cuda));

TEST(CUDASTRIPE_Tuning, canBeStored)
{
    Tuning tuning;
    tuning.route = Route::Shared;
    tuning.threads = 7;
    tuning.seconds = 0.25;
    FileStorage file("", FileStorage::WRITE | FileStorage::MEMORY | FileStorage::FORMAT_YAML);
    file << "tuning" << tuning;
    const FileStorage stored(file.releaseAndGetString(), FileStorage::READ | FileStorage::MEMORY);
    Tuning read;
    stored["tuning"] >> read;
    EXPECT_EQ(tuning.toString(), read.toString());
    EXPECT_EQ("shared, 7 threads: 250.000 ms", read.toString());
}

TEST(CUDASTRIPE_Tuning, isReadWholeOrNotAtAll)
{
    struct Case
    {
        const char* text;
        std::initializer_list<const char*> words;
    };
    const Case cases[] = {
        {"{ route: fast, hostShare: -1., stripes: 0, threads: 0, seconds: 1. }", {"route is \"fast\"", "striped"}},
        {"{ hostShare: -1., stripes: 0, threads: 0, seconds: 1. }", {"route is \"\"", "striped"}},
        {"{ route: shared, stripes: 0, threads: 0, seconds: 1. }", {"hostShare is missing"}},
        {"{ route: shared }", {"hostShare is missing"}},
        {"{ route: host, hostShare: x, stripes: 0, threads: 0, seconds: 1. }", {"hostShare is missing or no number"}},
        {"{ route: host, hostShare: 7, stripes: 0, threads: 0, seconds: 1. }", {"hostShare is 7", "-1 to 1"}},
        {"{ route: host, hostShare: -1., stripes: 1e30, threads: 0, seconds: 1. }", {"stripes is", "whole number"}},
        {"{ route: host, hostShare: -1., stripes: -1, threads: 0, seconds: 1. }", {"stripes is -1", "0 to"}},
        {"{ route: host, hostShare: -1., stripes: 0, threads: 4.7, seconds: 1. }", {"threads is", "whole number"}},
        {"{ route: host, hostShare: -1., stripes: 0, threads: 4, seconds: -5 }", {"seconds is -5"}},
        {"{ route: host, hostShare: -1., stripes: 0, threads: 4 }", {"seconds is missing"}},
        {"7", {}},
        {"[ host ]", {}},
    };
    for (const Case& wrong : cases) {
        SCOPED_TRACE(wrong.text);
        const FileStorage file(String("%YAML:1.0\n---\ntuning: ") + wrong.text + "\n",
                               FileStorage::READ | FileStorage::MEMORY);
        Tuning read;
        read.threads = 3;
        expectRefusal([&] { read.read(file["tuning"]); }, wrong.words);
        EXPECT_EQ(3, read.threads);
    }
}

TEST(CUDASTRIPE_Tuning, givesParamsAllThatItSays)
{
    Tuning tuning;
    tuning.route = Route::Shared;
    tuning.hostShare = 0.25;
    tuning.stripes = 3;
    tuning.threads = 7;
    StriperParams params;
    params.use(tuning);
    EXPECT_EQ(Route::Shared, params.route);
    EXPECT_EQ(0.25, params.hostShare);
    EXPECT_EQ(3, params.stripes);
    EXPECT_EQ(7, params.threads);
}

}}  // namespace opencv_test
