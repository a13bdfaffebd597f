// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include <limits>

#include "../../support/device/backend.hpp"
#include "../../support/process/refusal.hpp"
#include "../../support/resize/resize_modes.hpp"

namespace opencv_test { namespace {

using Filter = Resampling::Filter;

const double kNaN = std::numeric_limits<double>::quiet_NaN();

class CUDASTRIPE_ResizeBadInput : public testing::TestWithParam<BackendKind>
{
protected:
    void resize(InputArray src, Size dsize, double fx, double fy, int interpolation)
    {
        cudastripe::resize(src, dst_, dsize, fx, fy, interpolation, StreamRef(), *striper_);
    }
    void resize(InputArray src, Size dsize, const Resampling& resampling)
    {
        cudastripe::resize(src, dst_, dsize, resampling, StreamRef(), *striper_);
    }
    void TearDown() override
    {
        ASSERT_EQ(Size(6, 4), dst_.size());
        ASSERT_EQ(CV_8UC3, dst_.type());
        EXPECT_EQ(0, cv::norm(dst_, Mat(4, 6, CV_8UC3, Scalar::all(9)), NORM_INF)) << "dst was written";
    }

    Backend backend_{GetParam()};
    std::unique_ptr<Striper> striper_ = backend_.striper();
    const Mat src_{40, 60, CV_8UC3, Scalar::all(1)};
    Mat dst_{4, 6, CV_8UC3, Scalar::all(9)};
};

TEST_P(CUDASTRIPE_ResizeBadInput, emptySource)
{
    for (const ResizeMode& mode : allResizeModes())
        expectRefusal([&] { resize(Mat(), Size(3, 3), mode.resampling); }, {"cudastripe::resize", "src is empty"});
}

TEST_P(CUDASTRIPE_ResizeBadInput, typesThatAModeDoesNotTake)
{
    const char all[] = "1 to 4 channels of CV_8U, CV_8S, CV_16U, CV_16S, CV_32S, CV_32F, CV_64F";
    const char real[] = "1 to 4 channels of CV_8U, CV_16U, CV_32F";
    const char bytes[] = "1 to 4 channels of CV_8U";
    const char exact[] = "1 to 4 channels of CV_8U, CV_32F";
    const char pillow[] = "1 to 4 channels of CV_8U, CV_32F, but CV_32F only with one channel";
    struct Case
    {
        Resampling resampling;
        const char* name;
        const char* accepted;
        std::vector<int> types;
    };
    const Case cases[] = {
        {Resampling::opencv(INTER_NEAREST), "INTER_NEAREST", all, {CV_8UC(5), CV_64FC(5), CV_16FC1}},
        {Resampling::opencv(INTER_NEAREST_EXACT), "INTER_NEAREST_EXACT", all, {CV_8UC(5), CV_16FC4}},
        {Resampling::opencv(INTER_LINEAR), "INTER_LINEAR", real, {CV_8SC1, CV_16SC3, CV_32SC1, CV_64FC1, CV_8UC(5)}},
        {Resampling::opencv(INTER_AREA), "INTER_AREA", real, {CV_8SC1, CV_16SC3, CV_32SC1, CV_64FC1, CV_8UC(5)}},
        {Resampling::opencv(INTER_LINEAR_EXACT), "INTER_LINEAR_EXACT", exact, {CV_16UC1, CV_64FC3, CV_32FC(5)}},
        {Resampling::opencv(INTER_CUBIC), "INTER_CUBIC", bytes, {CV_8SC1, CV_16UC3, CV_32FC1, CV_8UC(5)}},
        {Resampling::opencv(INTER_LANCZOS4), "INTER_LANCZOS4", bytes, {CV_16UC1, CV_32FC3, CV_8UC(5)}},
        {Resampling::pillow(Filter::Box), "pillow Box", pillow, {CV_16UC1, CV_32FC3, CV_32FC2, CV_64FC1}},
        {Resampling::pillow(Filter::Lanczos, Resampling::Alpha::Premultiplied),
         "pillow Lanczos with premultiplied alpha",
         pillow,
         {CV_16UC4, CV_32FC4, CV_8UC(5)}},
    };
    for (const Case& each : cases) {
        for (const int type : each.types) {
            for (const Size size : {Size(3, 3), Size(60, 40)}) {
                expectRefusal([&] { resize(Mat(40, 60, type, Scalar()), size, each.resampling); },
                              {"cudastripe::resize: src has type ", typeToString(type).c_str(), each.name,
                               each.accepted, "convert it first"});
            }
        }
    }
}

TEST_P(CUDASTRIPE_ResizeBadInput, sizesAndFactors)
{
    struct Case
    {
        Size dsize;
        double fx, fy;
        std::vector<const char*> words;
    };
    const char neither[] = "give a size, or fx and fy above 0";
    const char tooSmall[] = "both must be at least 1";
    const Case cases[] = {
        {Size(), 0, 0, {"dsize is 0 x 0, fx 0 and fy 0", neither}},
        {Size(), 2, 0, {"dsize is 0 x 0, fx 2 and fy 0", neither}},
        {Size(), 0, 0.5, {"fx 0 and fy 0.5", neither}},
        {Size(), -1, 2, {"fx -1 and fy 2", neither}},
        {Size(), kNaN, 1, {"fx nan", neither}},
        {Size(5, 0), 0, 0, {"dsize is 5 x 0", neither}},
        {Size(0, 5), 0, 0, {"dsize is 0 x 5", neither}},
        {Size(-5, 5), 0, 0, {"dsize is -5 x 5", neither}},
        {Size(-5, -5), 0, 1, {"dsize is -5 x -5", neither}},
        {Size(), 0.001, 1, {"fx 0.001 and fy 1 make 0 x 40 of a source of 60 x 40", tooSmall}},
        {Size(), 1, 1e-9, {"make 60 x 0 of a source of 60 x 40", tooSmall}},
    };
    for (const Case& each : cases) {
        for (const ResizeMode& mode : opencvModes()) {
            const int interpolation = mode.resampling.interpolation();
            for (const char* word : each.words)
                expectRefusal([&] { resize(src_, each.dsize, each.fx, each.fy, interpolation); },
                              {"cudastripe::resize: ", word});
        }
    }
    for (const ResizeMode& mode : allResizeModes()) {
        expectRefusal([&] { resize(src_, Size(), mode.resampling); }, {"cudastripe::resize: ", "dsize is 0 x 0"});
        expectRefusal([&] { resize(src_, Size(3, -1), mode.resampling); }, {"cudastripe::resize: ", "dsize is 3 x -1"});
    }
}

TEST_P(CUDASTRIPE_ResizeBadInput, modesThatDoNotExist)
{
    const int unknown[] = {-1, INTER_MAX, INTER_LINEAR | WARP_INVERSE_MAP, INTER_LINEAR | WARP_FILL_OUTLIERS, 1000};
    for (const int interpolation : unknown) {
        const std::string given = "interpolation is " + std::to_string(interpolation);
        const auto call = [&] { resize(src_, Size(3, 3), 0, 0, interpolation); };
        expectRefusal(call, {"cudastripe::resize: ", given.c_str(), "INTER_NEAREST, INTER_LINEAR, INTER_CUBIC"});
        EXPECT_EQ(Error::StsBadFlag, refusalOf(call).code);
        expectRefusal([&] { Resampling::opencv(interpolation); }, {given.c_str(), "INTER_NEAREST_EXACT"});
    }
    for (const int filter : {-1, 5, 100})
        expectRefusal([&] { Resampling::pillow(Filter(filter)); },
                      {"cudastripe::Resampling::pillow: filter", std::to_string(filter).c_str()});
}

TEST_P(CUDASTRIPE_ResizeBadInput, boxesWithoutAnArea)
{
    const Resampling bicubic = Resampling::pillow(Filter::Bicubic);
    for (const Rect2d box : {Rect2d(), Rect2d(1, 1, 0, 3), Rect2d(1, 1, 3, -1), Rect2d(0, 0, kNaN, 1)})
        expectRefusal([&] { bicubic.inBox(box); },
                      {"cudastripe::Resampling::inBox: box is ", "pillow Bicubic", "give an area above 0"});
    expectRefusal([&] { bicubic.inBox(Rect2d(1, 1, 0.5, 0)); }, {"box is 0.5 x 0"});
    for (const ResizeMode& mode : opencvModes())
        expectRefusal([&] { mode.resampling.inBox(Rect2d(0, 0, 3, 2)); },
                      {"cudastripe::Resampling::inBox: box is 3 x 2 for INTER_", "for a filter of Pillow",
                       "resize a region of the image"});
}

TEST_P(CUDASTRIPE_ResizeBadInput, boxesBeyondTheSource)
{
    for (const Rect2d box : {Rect2d(-0.5, 0, 10, 10), Rect2d(0, -1, 10, 10), Rect2d(50.5, 0, 10, 10),
                             Rect2d(0, 30.25, 10, 10), Rect2d(kNaN, 0, 10, 10), Rect2d(0, 0, 61, 40)}) {
        const std::string given =
            format("the box of resampling is %g x %g at (%g, %g)", box.width, box.height, box.x, box.y);
        for (const ResizeMode& mode : pillowModes()) {
            const auto call = [&] { resize(src_, Size(3, 3), mode.resampling.inBox(box)); };
            expectRefusal(call, {"cudastripe::resize: ", given.c_str(), "src has 60 x 40", "inside it"});
            EXPECT_EQ(Error::StsOutOfRange, refusalOf(call).code);
        }
    }
}

TEST_P(CUDASTRIPE_ResizeBadInput, destinationsThatDoNotFit)
{
    const Resampling linear = Resampling::opencv(INTER_LINEAR);
    const auto into = [&](const _OutputArray& dst, Size size) {
        return [&, size] { cudastripe::resize(src_, dst, size, linear, StreamRef(), *striper_); };
    };
    Mat_<Vec4b> otherType(3, 5, Vec4b::all(9));
    const Mat constant = dst_;
    std::vector<Vec3b> row;
    expectRefusal(into(otherType, Size(5, 3)), {"dst is fixed at", "CV_8UC4", "5 x 3 of CV_8UC3"});
    expectRefusal(into(constant, Size(5, 3)), {"dst is fixed at", "5 x 3 of CV_8UC3"});
    expectRefusal(into(noArray(), Size(5, 3)), {"dst is noArray()"});
    expectRefusal(into(row, Size(5, 3)), {"dst is a std::vector", "one row", "5 x 3 of CV_8UC3"});
    EXPECT_EQ(Vec4b::all(9), otherType(0, 0));
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_ResizeBadInput, testing::Values(BackendKind::Host, BackendKind::Simulated),
                       backendName);

TEST(CUDASTRIPE_Resampling, isAValue)
{
    const std::vector<ResizeMode> modes = allResizeModes();
    for (size_t i = 0; i < modes.size(); ++i) {
        for (size_t k = 0; k < modes.size(); ++k) {
            EXPECT_EQ(i == k, modes[i].resampling == modes[k].resampling) << i << " and " << k;
            EXPECT_EQ(i == k, modes[i].resampling.name() == modes[k].resampling.name()) << i << " and " << k;
        }
    }
    const Resampling box = Resampling::pillow(Filter::Box), older = Resampling::pillow(Filter::Box, {}, 12);
    const Resampling part = box.inBox(Rect2d(1, 2, 3.5, 4));
    EXPECT_NE(box, older);
    EXPECT_NE(box, part);
    EXPECT_EQ(part, box.inBox(Rect2d(1, 2, 3.5, 4)));
    EXPECT_TRUE(box.box().empty());
    EXPECT_EQ(Rect2d(1, 2, 3.5, 4), part.box());
    EXPECT_EQ(-1, box.interpolation());
    EXPECT_EQ(12, older.version());
    EXPECT_EQ(13, box.version());
    EXPECT_EQ("INTER_LANCZOS4", Resampling::opencv(INTER_LANCZOS4).name());
    EXPECT_EQ("pillow Box", box.name());
}

}}  // namespace opencv_test
