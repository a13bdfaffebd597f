// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include <cstdlib>

#include "../../support/images/placed_images.hpp"
#include "../../support/operations/cvt_yuv_operations.hpp"
#include "../../support/operations/from_yuv_operations.hpp"
#include "../../support/resize/network_steps.hpp"
#include "opencv2/cudastripe/network.hpp"

// The input of networks from anything that can be drawn, beside the same steps one by one.

namespace opencv_test { namespace {

using cudastripe::NetworkBox;
using cudastripe::NetworkInput;
using cudastripe::toNetwork;

constexpr int kLeastSide = 8;  // thinner parts have sides of 0 pixels in some pictures

// The environment can ask for more.
int networksToDraw()
{
    const char* given = std::getenv("CUDASTRIPE_TEST_NETWORKS");
    return given ? std::atoi(given) : 400;
}

//! What a network takes, and how its input is made, step by step; planes, one below the other.
struct DrawnNetwork
{
    NetworkInput input;
    std::function<Mat(const Mat&)> steps;
    TensorLayout layout = TensorLayout::CHW;
    int depth = CV_32F;
};

//! Frames of colours or of a format, and the pixels that they stand for.
struct DrawnFrames
{
    std::vector<Mat> frames, pixels;
    std::optional<YuvFormat> format;
    ChromaUpsampling upsampling = ChromaUpsampling::Nearest;
};

//! Those whose samples are bytes, as the presets take them.
std::vector<YuvFormat> formatsOfBytes()
{
    std::vector<YuvFormat> all = yuvLayoutsAndDepths(YuvMatrix::BT709, YuvRange::Limited);
    all.erase(
        std::remove_if(all.begin(), all.end(), [](const YuvFormat& f) { return CV_MAT_DEPTH(f.imageType()) != CV_8U; }),
        all.end());
    return all;
}

class CUDASTRIPE_RandomNetworks : public testing::TestWithParam<BackendKind>
{
protected:
    int drawn(int least, int most) { return rng_.uniform(least, most + 1); }
    bool coin() { return drawn(0, 1) == 1; }

    DrawnNetwork drawBlob()
    {
        BlobParams params;
        params.size = Size(drawn(28, 80), drawn(28, 80));
        params.paddingmode = drawn(0, 2);
        params.swapRB = coin();
        params.borderValue = Scalar(drawn(0, 255), drawn(0, 255), drawn(0, 255), drawn(0, 255));
        if (coin())
            params.mean = Scalar(rng_.uniform(0., 255.), rng_.uniform(0., 255.), 127.5, 3);
        params.scalefactor = coin() ? Scalar::all(1 / 255.) : Scalar(rng_.uniform(0., 2.), 1 / 57., 0.0173, 1);
        return {NetworkInput::opencvBlob(params), [=](const Mat& frame) { return blobSteps(frame, params); }};
    }
    DrawnNetwork drawNetwork()
    {
        const int side = drawn(1, 70), more = side + drawn(0, 30);
        const Size size(drawn(28, 80), drawn(28, 80));
        const int preset = drawn(0, 4);
        if (preset == 0)
            return drawBlob();
        DrawnNetwork network =
            preset == 1
                ? DrawnNetwork{NetworkInput::ultralytics(size), [=](const Mat& m) { return ultralyticsSteps(m, size); }}
            : preset == 2 ? DrawnNetwork{NetworkInput::imagenet(side, more),
                                         [=](const Mat& m) { return imagenetSteps(m, side, more); }}
            : preset == 3
                ? DrawnNetwork{NetworkInput::clip(side), [=](const Mat& m) { return clipSteps(m, side); }}
                : DrawnNetwork{NetworkInput::siglip(side), [=](const Mat& m) { return siglipSteps(m, side); }};
        network.layout = coin() ? TensorLayout::CHW : TensorLayout::HWC;
        network.depth = coin() ? CV_32F : CV_16F;
        network.input.tensor(network.layout, network.depth);
        return network;
    }
    Size drawSize() { return Size(drawn(kLeastSide, 200), drawn(kLeastSide, 200)); }
    DrawnFrames drawFrames(int count)
    {
        DrawnFrames all;
        if (coin()) {
            const int types[] = {CV_8UC1, CV_8UC3, CV_8UC4};
            const int type = types[drawn(0, 2)];
            for (int i = 0; i < count; ++i)
                all.frames.push_back(randomImage(drawSize(), type, rng_));
            all.pixels = all.frames;
            return all;
        }
        all.format = formats_[size_t(drawn(0, int(formats_.size()) - 1))];
        all.upsampling = coin() ? ChromaUpsampling::Linear : ChromaUpsampling::Nearest;
        FromYuvParams params;
        params.upsampling = all.upsampling;
        for (int i = 0; i < count; ++i) {
            const Size size = drawSize();
            const Size blocks((size.width + 3) & -4, (size.height + 3) & -4);
            all.frames.push_back(
                randomYuvImage(all.format->imageSize(blocks), all.format->imageType(), rng_, *all.format));
            all.pixels.emplace_back();
            cudastripe::cvtFromYuv(all.frames.back(), all.pixels.back(), *all.format, params, StreamRef(), *host_);
        }
        return all;
    }
    //! A part of a frame, and a box that rounds to it. Where the box reaches beyond the frame, the part is cut off, or
    //! made larger by pixels of `border`.
    std::pair<Mat, NetworkBox> drawBox(const std::vector<Mat>& pixels, const std::optional<Scalar>& border)
    {
        const int frame = drawn(0, int(pixels.size()) - 1);
        const Size size = pixels[size_t(frame)].size();
        const Size part(drawn(kLeastSide, size.width), drawn(kLeastSide, size.height));
        const Point at(drawn(0, size.width - part.width), drawn(0, size.height - part.height));
        const auto beyond = [&](int edge, int end, int most) { return edge == end && coin() ? drawn(0, most) : 0; };
        const int left = beyond(at.x, 0, 30), top = beyond(at.y, 0, 9);
        const int right = beyond(at.x + part.width, size.width, 70),
                  bottom = beyond(at.y + part.height, size.height, 8);
        const auto near = [&](int edge) { return edge + rng_.uniform(-0.49, 0.49); };
        const Point2d from(near(at.x - left), near(at.y - top));
        const Point2d to(near(at.x + part.width + right), near(at.y + part.height + bottom));
        Mat cut = pixels[size_t(frame)](Rect(at, part)).clone();
        if (border)
            cv::copyMakeBorder(cut, cut, top, bottom, left, right, cv::BORDER_CONSTANT, *border);
        return {cut, NetworkBox{Rect2d(from, to), frame}};
    }
    static void expectPicture(Mat planes, const DrawnNetwork& network, const Mat& blob, int i)
    {
        if (network.depth == CV_16F)
            planes.convertTo(planes, CV_16F);
        if (network.layout == TensorLayout::HWC) {
            const int rows = network.input.size().height, channels = planes.rows / rows;
            std::vector<Mat> all;
            for (int c = 0; c < channels; ++c)
                all.push_back(planes.rowRange(c * rows, (c + 1) * rows));
            cv::merge(all, planes);
        }
        ASSERT_EQ(std::string(), differences(planes, cudastripe::tensorImage(blob, i, network.layout), 0));
    }
    void check()
    {
        DrawnNetwork network = drawNetwork();
        const DrawnFrames drawn = drawFrames(this->drawn(1, 3));
        if (drawn.format)
            network.input.fromYuv(*drawn.format, drawn.upsampling);
        std::vector<NetworkBox> boxes;
        std::vector<Mat> parts = drawn.pixels;
        std::optional<Scalar> border;
        if (coin()) {
            border = Scalar(this->drawn(0, 255), this->drawn(0, 255), 7, 250);
            network.input.padBoxes(*border);
        }
        if (coin()) {
            parts.clear();
            for (int i = this->drawn(1, 5); i > 0; --i) {
                const auto [part, box] = drawBox(drawn.pixels, border);
                parts.push_back(part);
                boxes.push_back(box);
            }
        }
        const auto placements = placementsOn(backend_);
        const PlacedImages src(backend_, placements[size_t(this->drawn(0, int(placements.size()) - 1))], drawn.frames);
        Mat blob;
        if (boxes.empty())
            toNetwork(src.input(), blob, network.input, StreamRef(), *striper_);
        else
            toNetwork(src.input(), boxes, blob, network.input, StreamRef(), *striper_);
        ASSERT_EQ(int(parts.size()), blob.size[0]);
        for (int i = 0; i < blob.size[0]; ++i)
            expectPicture(network.steps(parts[size_t(i)]), network, blob, i);
    }

    Backend backend_{GetParam(), 97};
    const std::unique_ptr<Striper> striper_ = backend_.available() ? backend_.striper() : nullptr;
    const std::unique_ptr<Striper> host_ = Backend(BackendKind::Host).striper();
    const std::vector<YuvFormat> formats_ = formatsOfBytes();
    RNG rng_{101};
};

TEST_P(CUDASTRIPE_RandomNetworks, equalTheStepsOneByOne)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    for (int i = 0; i < networksToDraw() && !HasFatalFailure(); ++i) {
        SCOPED_TRACE(i);
        check();
    }
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_RandomNetworks, testing::ValuesIn(kAllBackends), backendName);

}}  // namespace opencv_test
