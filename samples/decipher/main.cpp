// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// Deciphers an array in stripes: what a program does with cudastripe's function objects.

#include <cstdio>
#include <cstdlib>
#include <opencv2/core.hpp>

#include "../common/sample_main.hpp"
#include "../common/user_error.hpp"
#include "cpu_phases.hpp"
#include "decipher_job.hpp"
#include "entry_buffer.hpp"
#include "options.hpp"
#include "phase_table.hpp"

namespace {

constexpr std::uint64_t keyBits = 0x243f6a8885a308d3;  // digits of pi

template <class Work>
double timeMs(const Work& work)
{
    cv::TickMeter meter;
    meter.start();
    work();
    meter.stop();
    return meter.getTimeMilli();
}

int runAll(const Options& options)
{
    const std::int64_t count = options.entries;
    const std::int64_t bytes = count * static_cast<std::int64_t>(sizeof(std::uint64_t));
    const Encipher encipher = {{keyBits, options.rounds}};
    const Decipher decipher = {{keyBits, options.decipherRounds}};
    DecipherJob job(options.device, options.stripes);
    const EntryBuffer entries(count, job.device());
    std::printf("%lld entries (%.1f MiB, %s), %u rounds, %d stripes\n", static_cast<long long>(count),
                static_cast<double>(bytes) / (1 << 20), entries.pageLocked() ? "page-locked" : "pageable memory",
                options.rounds, options.stripes);
    std::fflush(stdout);

    std::vector<Phase> phases = {
        {"encipher", cpuPlace(), {}}, {"decipher", job.place(), {}}, {"check", cpuPlace(), {}}};
    std::int64_t wrong = 0;
    for (int run = 0; run <= options.repeat && wrong == 0; ++run) {
        if (run == 1) {
            for (Phase& phase : phases)
                phase.timesMs.clear();  // the first run has warmed up
        }
        phases[0].timesMs.push_back(timeMs([&] { encipherIndices(entries.data(), count, encipher); }));
        phases[1].timesMs.push_back(timeMs([&] { job.run(entries.data(), count, decipher); }));
        phases[2].timesMs.push_back(timeMs([&] { wrong = countWrong(entries.data(), count); }));
    }

    std::fputs(phaseTable(phases, bytes).c_str(), stdout);
    if (options.repeat > 0)
        std::printf("medians of %d\n", static_cast<int>(phases[0].timesMs.size()));
    if (wrong > 0) {
        std::printf("%lld of %lld entries wrong\n", static_cast<long long>(wrong), static_cast<long long>(count));
        return EXIT_FAILURE;
    }
    std::printf("all %lld entries right\n", static_cast<long long>(count));
    return EXIT_SUCCESS;
}

}  // namespace

int main(int argc, char** argv)
{
    return sampleMain("decipher", parseOptions, usage, runAll, argc, argv);
}
