// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// Measures the prefetch policies of cudastripe's elementwise loops.

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "../common/new_file.hpp"
#include "../common/png_file.hpp"
#include "../common/sample_main.hpp"
#include "../common/user_error.hpp"
#include "device_loop.hpp"
#include "emulation.hpp"
#include "options.hpp"
#include "plot.hpp"

using namespace cv::cudastripe;

namespace {

std::vector<Loop> makeLoops(const Options& options)
{
    Loop latency{"latency", {options.rounds}, {}}, streaming{"streaming", {1}, {}};
    latency.shape.blockThreads = options.blockThreads;
    latency.shape.blocksPerMultiprocessor = options.blocks;
    return {latency, streaming};
}

std::string readFile(const std::string& fileName)
{
    std::ifstream file(fileName, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    if (!file || !text)
        throw UserError(fileName + ": cannot be read");
    return text.str();
}

void writeText(const std::string& text, const std::string& fileName)
{
    std::ofstream file(fileName, std::ios::binary);
    file << text;
    file.close();  // buffered bytes meet a full disk only here
    if (!file)
        CV_Error(cv::Error::StsError, "unknown reason");
}

void publish(const Table& table, NewFile& png, const Options& options)
{
    std::fputs(text(table).c_str(), stdout);
    const cv::Mat picture = drawPlot(table);
    png.write([&](const std::string& fileName) { writePng(picture, fileName); });
    png.commit();
    std::printf("\npicture: %s\n", options.out.c_str());
}

int measureAll(const Options& options)
{
    const std::vector<Loop> loops = makeLoops(options);
    if (!checkEmulation(loops))
        return EXIT_FAILURE;
    const auto device = options.useDevice ? DeviceLoop::make(options.device, options.elements) : nullptr;
    if (!device && options.device >= 0)
        throw UserError(cv::format("--device=%d: this build or this machine has no such CUDA device", options.device));
    if (!device) {
        std::printf("No CUDA device is used: nothing is measured.\n");
        return EXIT_SUCCESS;
    }
    NewFile png(options.out);
    std::unique_ptr<NewFile> csvFile;
    if (!options.csv.empty())
        csvFile = std::make_unique<NewFile>(options.csv);
    Table table;
    table.title = cv::format("%s; %lld doubles, %d rounds (streaming: 1), %d runs", device->description().c_str(),
                             static_cast<long long>(options.elements), options.rounds, options.repeat);
    for (const Loop& loop : loops)
        table.loops.push_back(measure(*device, loop, options.repeat));
    publish(table, png, options);
    if (csvFile) {
        csvFile->write([&](const std::string& fileName) { writeText(csv(table), fileName); });
        csvFile->commit();
        std::printf("table: %s\n", options.csv.c_str());
    }
    return EXIT_SUCCESS;
}

int run(const Options& options)
{
    if (options.from.empty())
        return measureAll(options);
    const Table table = parseCsv(readFile(options.from), options.from);
    NewFile png(options.out);
    publish(table, png, options);
    return EXIT_SUCCESS;
}

}  // namespace

int main(int argc, char** argv)
{
    return sampleMain("prefetch", parseOptions, usage, run, argc, argv);
}
