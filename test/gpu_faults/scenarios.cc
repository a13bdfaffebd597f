// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../test_precomp.hpp"

#include "scenarios.hpp"

#include "../support/device/stream_graph.hpp"
#include "../support/images/placed_call.hpp"
#include "../support/operations/operator_operation.hpp"
#include "opencv2/cudastripe/simulate.hpp"

namespace opencv_test {
namespace {

const Size kSize(640, 480);

Mat source()
{
    RNG rng(11);
    return randomImage(kSize, CV_8UC4, rng);
}

ImageShape shapeOf(Placement placement)
{
    ImageShape shape;
    shape.placement = placement;
    return shape;
}

//! Images of a source and of its result, and what the result must be.
struct Images
{
    Images(const Backend& backend, Placement from, Placement to)
        : image(source()),
          src(backend, shapeOf(from), kSize, CV_8UC4),
          dst(backend, shapeOf(to), kSize, CV_8UC3),
          stream(*backend.device(), "caller")
    {
        src.set(image);
        cv::cvtColor(image, expected, COLOR_BGR2YUV);
    }
    void clear() { dst.set(Mat(kSize, CV_8UC3, Scalar::all(9))); }
    std::string wrong() const
    {
        return dst.guardsIntact() ? differences(expected, dst.get(), 0) : "bytes around the result have changed";
    }
    StreamRef ref() const { return StreamRef(StreamHandle(stream.id().get())); }

    const Mat image;
    Mat expected;
    PlacedImage src, dst;
    OwnedStream stream;
};

Scenario oneCall(const Backend& backend, Placement from, Placement to, bool onStream, Route route)
{
    static const char* const places[] = {"pageable", "page-locked", "device"};
    Scenario scenario;
    scenario.name = std::string(places[int(from)]) + " to " + places[int(to)] + (onStream ? " on a stream, " : ", ") +
                    cudastripe::toString(route);
    scenario.params.route = route;
    const auto images = std::make_shared<Images>(backend, from, to);
    scenario.run = [=, &backend](Striper& striper) {
        images->clear();
        cudastripe::cvtColor(images->src.input(), images->dst.output(), COLOR_BGR2YUV,
                             onStream ? images->ref() : StreamRef(), striper);
        if (onStream)
            waitFor(*backend.device(), images->stream);
        return images->wrong();
    };
    return scenario;
}

//! Opens a device; images have gaps between their rows, so copies are of two dimensions.
Scenario ownStriper(const Backend& backend, Route route)
{
    Scenario scenario;
    scenario.name = std::string("a Striper of its own, ") + cudastripe::toString(route);
    ImageShape shape = shapeOf(Placement::PageLocked);
    shape.padding = 64;
    const auto src = std::make_shared<PlacedImage>(backend, shape, kSize, CV_8UC4);
    src->set(source());
    scenario.run = [=](Striper&) {
        StriperParams params = StriperParams::forCurrentDevice();
        params.route = route;
        Mat dst, expected;
        cv::cvtColor(source(), expected, COLOR_BGR2YUV);
        Striper striper(params);
        cudastripe::cvtColor(src->input(), dst, COLOR_BGR2YUV, StreamRef(), striper);
        return differences(expected, dst, 0);
    };
    return scenario;
}

Scenario pageLocked()
{
    Scenario scenario;
    scenario.name = "pinned and Pin";
    scenario.params.route = Route::Striped;
    scenario.run = [](Striper& striper) {
        const Mat image = source();
        Mat dst = pinned(kSize, CV_8UC3), expected;
        cv::cvtColor(image, expected, COLOR_BGR2YUV);
        const Pin pin(image);
        cudastripe::cvtColor(image, dst, COLOR_BGR2YUV, StreamRef(), striper);
        return differences(expected, dst, 0);
    };
    return scenario;
}

Scenario batch(const Backend& backend, Placement placement)
{
    Scenario scenario;
    scenario.name = placement == Placement::Pageable ? "batch, pageable" : "batch, device";
    scenario.run = [=, &backend](Striper& striper) {
        std::string wrong;
        Images a(backend, placement, placement), b(backend, placement, placement);
        const Chain chain = Chain().add(Scalar::all(3));
        if (placement == Placement::Pageable) {
            std::vector<Mat> src = {a.src.input().getMat(), b.src.input().getMat()}, dst;
            transform(src, dst, chain, noArray(), StreamRef(), striper);
            for (const Mat& result : dst)
                wrong += differences(a.image + Scalar::all(3), result, 0);
            return wrong;
        }
        // getGpuMat() throws in an OpenCV without CUDA.
        const auto gpuMat = [](const _InputArray& image) { return *static_cast<const cuda::GpuMat*>(image.getObj()); };
        std::vector<cuda::GpuMat> src = {gpuMat(a.src.input()), gpuMat(b.src.input())},
                                  dst = {gpuMat(a.dst.output()), gpuMat(b.dst.output())};
        cudastripe::cvtColor(src, dst, COLOR_BGR2YUV, a.ref(), striper);
        waitFor(*backend.device(), a.stream);
        return a.wrong() + b.wrong();
    };
    return scenario;
}

Scenario graph(const Backend& backend, Placement placement, Route route)
{
    Scenario scenario;
    scenario.name = std::string("graph, ") + (placement == Placement::OnDevice ? "device" : "page-locked") + ", " +
                    cudastripe::toString(route);
    scenario.params.route = route;
    const auto images = std::make_shared<Images>(backend, placement, placement);
    scenario.run = [=, &backend](Striper& striper) {
        images->clear();
        StreamGraph captured(backend, images->stream);
        cudastripe::cvtColor(images->src.input(), images->dst.output(), COLOR_BGR2YUV, images->ref(), striper);
        captured.end();
        captured.run();
        return images->wrong();
    };
    return scenario;
}

Scenario pipeline(const Backend& backend)
{
    Scenario scenario;
    scenario.name = "pipeline";
    const auto a = std::make_shared<Images>(backend, Placement::PageLocked, Placement::PageLocked);
    const auto b = std::make_shared<Images>(backend, Placement::PageLocked, Placement::PageLocked);
    scenario.run = [=, &backend](Striper& striper) {
        a->clear();
        b->clear();
        {
            Pipeline pipeline(a->ref(), striper);
            for (const auto& images : {a, b, a, b})
                cudastripe::cvtColor(images->src.input(), images->dst.output(), COLOR_BGR2YUV, pipeline, striper);
        }
        waitFor(*backend.device(), a->stream);
        return a->wrong() + b->wrong();
    };
    return scenario;
}

Scenario timeline(const Backend& backend)
{
    Scenario scenario;
    scenario.name = "timeline";
    const auto images = std::make_shared<Images>(backend, Placement::PageLocked, Placement::PageLocked);
    scenario.run = [=](Striper&) {
        images->clear();
        StriperParams params;
        params.calibrate = false;
        const Timeline measured = measureTimeline(0, params, [&](Striper& striper) {
            cudastripe::cvtColor(images->src.input(), images->dst.output(), COLOR_BGR2YUV, StreamRef(), striper);
        });
        return measured.entries.empty() ? "nothing was measured" : images->wrong();
    };
    return scenario;
}

}  // namespace

std::vector<Scenario> scenarios(const Backend& backend)
{
    std::vector<Scenario> all;
    for (Placement from : {Placement::Pageable, Placement::PageLocked, Placement::OnDevice}) {
        for (Placement to : {Placement::Pageable, Placement::PageLocked, Placement::OnDevice}) {
            for (Route route : {Route::Auto, Route::Striped})
                for (bool onStream : {false, true})
                    all.push_back(oneCall(backend, from, to, onStream, route));
        }
    }
    for (Route route : {Route::Direct, Route::Shared})
        all.push_back(oneCall(backend, Placement::PageLocked, Placement::PageLocked, false, route));
    for (Route route : {Route::Auto, Route::Striped})
        all.push_back(ownStriper(backend, route));
    all.push_back(pageLocked());
    all.push_back(batch(backend, Placement::Pageable));
    all.push_back(batch(backend, Placement::OnDevice));
    all.push_back(graph(backend, Placement::OnDevice, Route::Auto));
    all.push_back(graph(backend, Placement::PageLocked, Route::Striped));
    all.push_back(pipeline(backend));
    all.push_back(timeline(backend));
    return all;
}

}  // namespace opencv_test
