// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../test_precomp.hpp"

#include "../support/device/busy_device.hpp"
#include "../support/images/placed_image.hpp"

// What calls take beside other work: by the route of their own choice, and by each that can be forced.

namespace opencv_test { namespace {

class CUDASTRIPE_BusyMachine : public testing::TestWithParam<std::tuple<Load, Size>>
{
protected:
    //! Of page-locked images, whose pixels do not matter; 0 if the route is not the one that is taken.
    double meanSeconds(Route route, int calls)
    {
        const Size size = std::get<1>(GetParam());
        const auto device = std::make_shared<BusyDevice>(std::get<0>(GetParam()), true);
        const Mat src(size, CV_8UC4, device->allocate(MemoryKind::PageLocked, size_t(size.area()) * 4));
        Mat dst(size, CV_8UC3, device->allocate(MemoryKind::PageLocked, size_t(size.area()) * 3));
        StriperParams params;
        params.route = route;
        const auto striper = makeStriper({device}, params);
        const auto convert = [&](Striper& s) { cudastripe::cvtColor(src, dst, COLOR_BGR2YUV, StreamRef(), s); };
        const bool taken = route == Route::Auto || striper->explain(convert).route == route;
        const double start = device->now();
        for (int i = 0; taken && i < calls; ++i)
            convert(*striper);
        const double seconds = (device->now() - start) / calls;
        device->free(MemoryKind::PageLocked, src.data);
        device->free(MemoryKind::PageLocked, dst.data);
        return seconds;
    }
};

TEST_P(CUDASTRIPE_BusyMachine, choosesNearlyTheBestRoute)
{
    double best = HUGE_VAL;
    for (Route route : {Route::Host, Route::Direct, Route::Striped, Route::Shared}) {
        const double seconds = meanSeconds(route, 31);
        if (seconds > 0)
            best = std::min(best, seconds);
    }
    EXPECT_LT(meanSeconds(Route::Auto, 1000), 1.15 * best);
}

const Load kLoads[] = {Load::None, Load::Gpu, Load::Cores, Load::Cpu};
CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_BusyMachine,
                       testing::Combine(testing::ValuesIn(kLoads),
                                        testing::Values(Size(1920, 1080), Size(3840, 2160))));

}}  // namespace opencv_test
