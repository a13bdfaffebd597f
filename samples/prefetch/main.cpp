// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// Measures the prefetch policies of cudastripe's elementwise loops.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <opencv2/cudastripe/prefetch.hpp>

#include "../common/gpu.hpp"
#include "../common/output_file.hpp"
#include "../common/sample_main.hpp"
#include "table.hpp"

using namespace cv::cudastripe;

namespace {

// Runs every shape of the loops on the CPU, and prints what came out.
bool checkEmulation(const std::vector<Loop>& loops)
{
    const int count = 3001;
    std::vector<double> in(count), out(count);
    for (int i = 0; i < count; ++i)
        in[i] = i;
    int shapes = 0, wrong = 0;
    for (const Loop& loop : loops) {
        const std::vector<double> expected = resultOf(loop, count);
        for (const PrefetchShape& shape : allShapes(loop)) {
            std::fill(out.begin(), out.end(), -1);
            emulatePrefetched(in.data(), count, out.data(), loop.work, shape);
            ++shapes;
            wrong += out != expected;
        }
    }
    std::printf("emulated on the CPU: %d launch shapes, %s\n", shapes,
                wrong == 0 ? "all right" : cv::format("%d WRONG", wrong).c_str());
    return wrong == 0;
}

void publish(const Table& table, OutputFile& png)
{
    std::fputs(text(table).c_str(), stdout);
    png.writePicture(drawPlot(table));
    png.commit();
    std::printf("\npicture: %s\n", oneLine(png.name()).c_str());
}

int run(const Arguments& arguments)
{
    const int rounds = static_cast<int>(arguments.number("rounds", 0, 1 << 20));
    const int blockThreads = static_cast<int>(arguments.number("block-threads", 1, 1024));
    const int blocks = static_cast<int>(arguments.number("blocks", 0, 32));
    const std::vector<Loop> loops = {{"latency", {rounds}, {Prefetch::Plain, 1, 0, blockThreads, blocks}},
                                     {"streaming", {1}, {Prefetch::Plain, 1, 0, 256, 0}}};
    const std::int64_t elements = arguments.number("elements", 1, std::int64_t(1) << 32);
    const int repeat = static_cast<int>(arguments.number("repeat", 1, 100000));
    // Different extensions, so that the files cannot be mixed up.
    const std::string out = arguments.fileName("out", ".png"),
                      csvName = arguments.has("csv") ? arguments.fileName("csv", ".csv") : "";
    if (arguments.has("from")) {
        const Table table = readCsv(arguments.text("from"));
        OutputFile png(out);
        publish(table, png);
        return EXIT_SUCCESS;
    }
    const int device = deviceOf(arguments, "none");
    if (!checkEmulation(loops))
        return EXIT_FAILURE;
    if (device < 0) {
        std::printf("No CUDA device is used: nothing is measured.\n");
        return EXIT_SUCCESS;
    }
    OutputFile png(out);
    std::unique_ptr<OutputFile> csvFile;
    if (arguments.has("csv"))
        csvFile = std::make_unique<OutputFile>(csvName);
    const GpuProperties gpu = gpuProperties(device);
    Table table;
    table.title = cv::format("%s, %d multiprocessors; %lld doubles, %d rounds (streaming: 1), %d runs",
                             gpu.name.c_str(), gpu.multiprocessors, static_cast<long long>(elements), rounds, repeat);
    for (const Loop& loop : loops)
        table.loops.push_back(measure(loop, device, elements, repeat));
    publish(table, png);
    if (csvFile) {
        csvFile->write(csv(table));
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
    "  prefetch --csv=prefetch.csv\n"
    "  prefetch --from=prefetch.csv --out=again.png\n",
    {
        {"elements", "N", "16777216",
         "doubles in each array (default: 16777216, 128 MiB: more than an L2 cache holds)"},
        {"rounds", "N", "16", "steps of arithmetic on each element of the latency-limited kernel (default: 16)"},
        {"block-threads", "N", "128", "threads in a block of the latency-limited kernel, up to 1024 (default: 128)"},
        {"blocks", "N", "1", "its blocks on a multiprocessor, up to 32; 0: as many as fit (default: 1)"},
        {"repeat", "N", "31", "measured runs of each launch shape; medians are printed (default: 31)"},
        {"out", "FILE.png", "prefetch.png", "the picture (default: prefetch.png)"},
        {"csv", "FILE.csv", "", "writes all times to a file, too"},
        {"from", "FILE.csv", "", "measures nothing, but prints and draws what --csv has written"},
        {"device", "DEVICE", "auto", "auto (default), none, or the number of a CUDA device"},
    },
    run,
};
