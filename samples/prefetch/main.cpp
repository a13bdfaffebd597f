// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// Measures the prefetch policies of cudastripe's elementwise loops.

#include <cstdio>
#include <cstdlib>
#include <opencv2/cudastripe/prefetch.hpp>

#include "../common/gpu.hpp"
#include "../common/output_file.hpp"
#include "../common/sample_main.hpp"
#include "loop.hpp"

using namespace cv::cudastripe;

namespace {

// The shape, then each other policy at all distances, and again with padding if it uses shared memory.
std::vector<PrefetchShape> allShapes(PrefetchShape shape)
{
    std::vector<PrefetchShape> all = {shape};
    for (int policy = 1; policy < kPrefetchPolicies; ++policy) {
        shape.policy = static_cast<Prefetch>(policy);
        for (bool padded : {false, true}) {
            for (shape.distance = 1; shape.distance <= PrefetchShape::kMaxDistance; ++shape.distance) {
                shape.padding = padded ? PrefetchShape::conflictFreePadding(shape.distance) : 0;
                if (!padded || shape.sharedBytes(1) > 0)
                    all.push_back(shape);
            }
        }
    }
    return all;
}

// Prints speed-ups by policy and distance. Gives a line for each shape.
std::string report(const Loop& loop)
{
    std::string csv;
    std::printf("\n%s: %s\n%-26s", loop.name.c_str(), toString(loop.shapes[0]).c_str(), "");
    for (int distance = 1; distance <= PrefetchShape::kMaxDistance; ++distance)
        std::printf("%6d", distance);
    std::size_t best = 0;
    for (std::size_t i = 0; i < loop.shapes.size(); ++i) {
        const PrefetchShape& shape = loop.shapes[i];
        const std::vector<double>& ms = loop.timesMs[i];
        csv += cv::format("%s,%s,%d,%d,%d,%d,%.6f,%.6f,%.6f,%.4f\n", loop.name.c_str(), toString(shape.policy).c_str(),
                          shape.distance, shape.padding, shape.blockThreads, shape.blocksPerMultiprocessor,
                          quantile(ms), quantile(ms, 0.1), quantile(ms, 0.9), loop.speedUp(i));
        if (loop.speedUp(i) > loop.speedUp(best))
            best = i;
        if (i % PrefetchShape::kMaxDistance == 1)
            std::printf("\n%-26s", lineName(shape).c_str());
        if (i > 0)
            std::printf("%6.2f", loop.speedUp(i));
    }
    const auto spread = [&](std::size_t shape) {
        const std::vector<double>& ms = loop.timesMs[shape];
        return cv::format("%.4f ms (%.4f to %.4f)", quantile(ms), quantile(ms, 0.1), quantile(ms, 0.9));
    };
    std::printf("\nplain: %s\nbest: %.2f x plain: %s: %s\n", spread(0).c_str(), loop.speedUp(best),
                toString(loop.shapes[best]).c_str(), spread(best).c_str());
    return csv;
}

// Runs every shape of the loops on the CPU, and prints what came out.
bool checkEmulation(const std::vector<Loop>& loops)
{
    const int count = 3001;
    std::vector<double> in(count), out(count);
    std::iota(in.begin(), in.end(), 0.);
    std::size_t shapes = 0, wrong = 0;
    for (const Loop& loop : loops) {
        const std::vector<double> expected = loop.result(count);
        shapes += loop.shapes.size();
        for (const PrefetchShape& shape : loop.shapes) {
            std::fill(out.begin(), out.end(), -1);
            emulatePrefetched(in.data(), count, out.data(), loop.work, shape);
            wrong += out != expected;
        }
    }
    std::printf("emulated on the CPU: %zu launch shapes, %s\n", shapes,
                wrong == 0 ? "all right" : cv::format("%zu WRONG", wrong).c_str());
    return wrong == 0;
}

int run(const Arguments& arguments)
{
    const int rounds = static_cast<int>(arguments.number("rounds", 0, 1 << 20));
    const int blockThreads = static_cast<int>(arguments.number("block-threads", 1, 1024));
    const int blocks = static_cast<int>(arguments.number("blocks", 0, 32));
    std::vector<Loop> loops = {{"latency", {rounds}, allShapes({Prefetch::Plain, 1, 0, blockThreads, blocks})},
                               {"streaming", {1}, allShapes({Prefetch::Plain, 1, 0, 256, 0})}};
    const std::int64_t elements = arguments.number("elements", 1, std::int64_t(1) << 32);
    const int repeat = static_cast<int>(arguments.number("repeat", 1, 100000));
    // Different extensions, so that the files cannot be mixed up.
    const std::string pngName = arguments.fileName("out", ".png"),
                      csvName = arguments.has("csv") ? arguments.fileName("csv", ".csv") : "";
    const int device = deviceOf(arguments, "none");
    if (!checkEmulation(loops))
        return EXIT_FAILURE;
    if (device < 0) {
        std::printf("No CUDA device is used: nothing is measured.\n");
        return EXIT_SUCCESS;
    }
    OutputFile png(pngName);
    std::unique_ptr<OutputFile> csvFile;
    if (arguments.has("csv"))
        csvFile = std::make_unique<OutputFile>(csvName);
    const GpuProperties gpu = gpuProperties(device);
    const std::string title =
        cv::format("%s, %d multiprocessors; %lld doubles, %d rounds (streaming: 1), %d runs", gpu.name.c_str(),
                   gpu.multiprocessors, static_cast<long long>(elements), rounds, repeat);
    std::printf("%s\nspeed-up over plain by distance, medians\n", title.c_str());
    std::string table = "# " + title +
                        "\nkernel,policy,distance,padding,block_threads,blocks_per_multiprocessor,median_ms,p10_ms,"
                        "p90_ms,speed_up\n";
    for (Loop& loop : loops) {
        measure(loop, device, elements, repeat);
        table += report(loop);
    }
    png.writePicture(drawPlot(title, loops));
    png.commit();
    std::printf("\npicture: %s\n", oneLine(png.name()).c_str());
    if (csvFile) {
        csvFile->write(table);
        csvFile->commit();
        std::printf("table: %s\n", oneLine(csvFile->name()).c_str());
    }
    return EXIT_SUCCESS;
}

}  // namespace

const Sample thisSample = {
    "prefetch",
    "Measures what prefetching gains in two kernels, by policy, distance and padding: one that waits for\n"
    "memory with few threads, and one that streams with many. Without a GPU it checks the loops on the CPU.",
    "",
    "  prefetch --csv=prefetch.csv\n",
    {
        {"elements", "N", "16777216",
         "doubles in each array (default: 16777216, 128 MiB: more than an L2 cache holds)"},
        {"rounds", "N", "16", "steps of arithmetic on each element of the latency-limited kernel (default: 16)"},
        {"block-threads", "N", "128", "threads in a block of the latency-limited kernel, up to 1024 (default: 128)"},
        {"blocks", "N", "1", "its blocks on a multiprocessor, up to 32; 0: as many as fit (default: 1)"},
        {"repeat", "N", "31", "measured runs of each launch shape; medians are printed (default: 31)"},
        {"out", "FILE.png", "prefetch.png", "the picture (default: prefetch.png)"},
        {"csv", "FILE.csv", "", "writes all times to a file, too"},
        {"device", "DEVICE", "auto", "auto (default), none, or the number of a CUDA device"},
    },
    run,
};
