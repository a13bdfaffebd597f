// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// Measures one CPU thread with every code that is cv::cvtColor's own, at every depth, beside cv::cvtColor. Caveats:
// - VGA and 1080p have one image each, which stays in caches as far as they hold it; 8K has two that take turns.
// - Results of large images pass the caches by, as they do for callers; cv::cvtColor's do not.
// - CUDASTRIPE_BENCH_SIDES=FIRST:LAST:STEP asks for square images of floats instead, each again and again, by 1, 2 and
//   16 threads: where do caches end?
// - Only times of one run may be compared: the repetitions of all cases are interleaved in random order.

#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstdlib>

#include "../src/op/yuv/codes.hpp"
#include "../src/op/yuv444/op.hpp"
#include "benchmark_main.hpp"
#include "host_frames.hpp"
#include "machine_context.hpp"
#include "opencv2/cudastripe.hpp"
#include "opencv2/imgproc.hpp"

namespace {

using namespace cv::cudastripe;

struct RowSize
{
    std::string name;
    cv::Size pixels;
    int calls;  // of a repetition
    int threads = 1;
    int before = 1;  // calls that are not timed
};

const RowSize kSizes[] = {{"VGA", {640, 480}, 8}, {"1080p", {1920, 1080}, 2}, {"8K", {7680, 4320}, 2}};

struct Row
{
    int code;
    std::string name;
    int depth, channels;

    //! Of cv::cvtColor, for an image of four by four pixels. Empty if OpenCV is too old to have the code.
    cv::Mat smallResult() const
    {
        cv::Mat result;
        try {
            cv::cvtColor(cv::Mat(4, 4, CV_MAKETYPE(depth, channels), cv::Scalar::all(0)), result, code);
        } catch (const cv::Exception&) {
        }
        return result;
    }
};

std::vector<Row> rows()
{
    std::vector<Row> all;
    for (const PackedYuvConversion& conversion : packedYuvConversions()) {
        for (int depth : {CV_8U, CV_16U, CV_32F}) {
            for (int channels : {3, 4})
                all.push_back({conversion.code, conversion.name, depth, channels});
        }
    }
    for (const YuvCode& code : yuvCodes())
        all.push_back({code.code, code.name, CV_8U, std::string(code.name).find("A2YUV") != std::string::npos ? 4 : 3});
    return all;
}

//! Memory of the largest images, which all cases have in turn. What is in it are floats from 0 to 1, whatever a case
//! takes them for.
class Images
{
public:
    Images()
    {
        const cv::Size most = kSizes[2].pixels;
        for (Image& image : images_) {
            image.in = bench::pageableMemory(size_t(most.area()) * CV_ELEM_SIZE(CV_32FC4));
            image.out = bench::pageableMemory(size_t(most.area()) * CV_ELEM_SIZE(CV_32FC3));
            cv::Mat floats(most, CV_32FC4, image.in.get());
            cv::randu(floats, 0, 1);
        }
    }

    bench::HostFrame at(const RowSize& size, const Row& row, const cv::Mat& smallResult, int call) const
    {
        const Image& image = images_[size.pixels == kSizes[2].pixels ? call % 2 : 0];
        const cv::Size outSize(size.pixels.width, size.pixels.height * smallResult.rows / 4);
        return {cv::Mat(size.pixels, CV_MAKETYPE(row.depth, row.channels), image.in.get()),
                cv::Mat(outSize, smallResult.type(), image.out.get())};
    }

private:
    struct Image
    {
        bench::MemoryKind in, out;
    };
    Image images_[2];
};

using Convert = std::function<void(const cv::Mat&, cv::Mat&, int)>;

void registerCase(const std::string& name, const RowSize& size, const Row& row, const bench::SharedLazy<Images>& images,
                  const Convert& convert)
{
    const cv::Mat smallResult = row.smallResult();
    if (smallResult.empty())
        return;
    const auto run = [=](benchmark::State& state) {
        cv::setNumThreads(size.threads);
        int call = 0;
        const auto once = [&] {
            bench::HostFrame frame = images->get().at(size, row, smallResult, call++);
            convert(frame.in, frame.out, row.code);
        };
        for (int i = 0; i < size.before; ++i)
            once();
        for (auto _ : state)
            once();
    };
    benchmark::RegisterBenchmark(name.c_str(), run)
        ->Iterations(size.calls)
        ->UseRealTime()
        ->Unit(benchmark::kMillisecond);
}

void registerRow(const RowSize& size, const Row& row, const bench::SharedLazy<Images>& images,
                 const std::shared_ptr<Striper>& striper)
{
    static const char* const depths[] = {"8U", "", "16U", "", "", "32F"};
    const std::string name = size.name + "/" + row.name + "/" + depths[row.depth] + (row.channels == 3 ? "/3/" : "/4/");
    registerCase(name + "cudastripe", size, row, images, [=](const cv::Mat& in, cv::Mat& out, int code) {
        cv::cudastripe::cvtColor(in, out, code, StreamRef(), *striper);
    });
    registerCase(name + "cv_cvtColor", size, row, images,
                 [](const cv::Mat& in, cv::Mat& out, int code) { cv::cvtColor(in, out, code); });
}

//! The squares that the environment asks for, by each number of threads.
std::vector<RowSize> squares()
{
    std::vector<RowSize> all;
    const char* const sides = std::getenv("CUDASTRIPE_BENCH_SIDES");
    int first, last, step;
    if (!sides || std::sscanf(sides, "%d:%d:%d", &first, &last, &step) != 3 || first < 1 || last > 4096 || step < 1)
        return all;
    for (int side = first; side <= last; side += step) {
        for (int threads : {1, 2, 16})
            all.push_back({std::to_string(side) + "x" + std::to_string(threads), {side, side}, 20, threads, 5});
    }
    return all;
}

}  // namespace

int main(int argc, char** argv)
{
    return bench::runBenchmarks(argc, argv, [] {
        bench::addMachineContext();
        const char* const disabled = std::getenv("OPENCV_CPU_DISABLE");
        benchmark::AddCustomContext("without", disabled ? disabled : "");
        const auto images = std::make_shared<bench::Lazy<Images>>([] { return std::make_unique<Images>(); });
        StriperParams params;
        params.route = Route::Host;
        const auto striper = std::make_shared<Striper>(params);
        const std::vector<RowSize> sides = squares();
        for (const RowSize& size : sides)
            registerRow(size, {cv::COLOR_BGR2YUV, "COLOR_BGR2YUV", CV_32F, 3}, images, striper);
        for (const RowSize& size : kSizes) {
            for (const Row& row : sides.empty() ? rows() : std::vector<Row>())
                registerRow(size, row, images, striper);
        }
    });
}
