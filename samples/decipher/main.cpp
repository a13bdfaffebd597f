// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// Deciphers an array in stripes: what a program does with cudastripe's function objects.

#include <atomic>
#include <climits>
#include <cstdio>
#include <cstdlib>

#include "../common/gpu.hpp"
#include "../common/measure.hpp"
#include "../common/sample_main.hpp"
#include "cipher.hpp"

namespace {

constexpr std::uint64_t keyBits = 0x243f6a8885a308d3;  // digits of pi

// The range counts blocks: an array may have more entries than an int holds.
template <class Body>
void forBlocks(std::int64_t count, const Body& body)
{
    const std::int64_t blockEntries = 4096, blocks = (count + blockEntries - 1) / blockEntries;
    cv::parallel_for_(cv::Range(0, static_cast<int>(blocks)), [&](const cv::Range& range) {
        body(range.start * blockEntries, std::min(count, range.end * blockEntries));
    });
}

// Entry i is i before it is enciphered, so no copy is kept for the check.
void encipherIndices(std::uint64_t* entries, std::int64_t count, const Encipher& encipher)
{
    forBlocks(count, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = begin; i < end; ++i)
            entries[i] = encipher(static_cast<std::uint64_t>(i));
    });
}

// How many entries are not their own index.
std::int64_t countWrong(const std::uint64_t* entries, std::int64_t count)
{
    std::atomic<std::int64_t> wrong{0};
    forBlocks(count, [&](std::int64_t begin, std::int64_t end) {
        std::int64_t wrongHere = 0;
        for (std::int64_t i = begin; i < end; ++i)
            wrongHere += entries[i] != static_cast<std::uint64_t>(i);
        wrong += wrongHere;
    });
    return wrong;
}

// A part of each run, and how long it took in each.
struct Phase
{
    std::string name, place;
    std::vector<double> timesMs;
};

void printPhases(std::vector<Phase> phases, std::int64_t bytes)
{
    // The total of each run, whose median is printed: a sum of medians would be no run's time.
    Phase total = {"total", "", std::vector<double>(phases.front().timesMs.size())};
    int placeWidth = 0;
    for (const Phase& phase : phases) {
        placeWidth = std::max(placeWidth, static_cast<int>(phase.place.size()));
        for (std::size_t run = 0; run < total.timesMs.size(); ++run)
            total.timesMs[run] += phase.timesMs[run];
    }
    phases.push_back(total);
    std::printf("%-10s%-*s%12s%12s\n", "phase", placeWidth, "where", "ms", "GB/s");
    for (const Phase& phase : phases) {
        const double ms = quantile(phase.timesMs);
        std::printf("%-10s%-*s%12.3f%12.3f\n", phase.name.c_str(), placeWidth, phase.place.c_str(), ms,
                    ms > 0 ? static_cast<double>(bytes) / ms / 1e6 : 0);
    }
}

int run(const Arguments& arguments)
{
    const std::int64_t count = arguments.number("entries", 0, std::int64_t(1) << 40), maxRounds = 1 << 20;
    const auto rounds = static_cast<std::uint32_t>(arguments.number("rounds", 1, maxRounds));
    const auto otherRounds = static_cast<std::uint32_t>(arguments.number("decipher-rounds", 1, maxRounds));
    const int repeat = static_cast<int>(arguments.number("repeat", 1, INT_MAX - 1));
    const int stripes = static_cast<int>(arguments.number("stripes", 1, INT_MAX));
    const int device = deviceOf(arguments, "cpu");
    const Encipher encipher = {{keyBits, rounds}};
    const Decipher decipher = {{keyBits, otherRounds > 0 ? otherRounds : rounds}};

    cv::cudastripe::Striper striper(paramsFor(device, stripes));
    const std::int64_t bytes = count * static_cast<std::int64_t>(sizeof(std::uint64_t));
    const HostMemory memory(static_cast<std::size_t>(bytes), device);
    std::uint64_t* const entries = memory.as<std::uint64_t>();
    std::printf("%lld entries (%.1f MiB, %s), %u rounds, %d stripes\n", static_cast<long long>(count),
                static_cast<double>(bytes) / (1 << 20), memory.problem.empty() ? "page-locked" : "pageable memory",
                rounds, stripes);
    std::fflush(stdout);

    const std::string place =
        device < 0 ? cpuName() : "GPU " + std::to_string(device) + " (" + gpuProperties(device).name + ")";
    std::vector<Phase> phases = {{"encipher", cpuName(), {}}, {"decipher", place, {}}, {"check", cpuName(), {}}};
    std::int64_t wrong = 0;
    for (int run = 0; run <= repeat && wrong == 0; ++run) {
        if (run == 1) {
            for (Phase& phase : phases)
                phase.timesMs.clear();  // the first run has warmed up
        }
        phases[0].timesMs.push_back(timeMs([&] { encipherIndices(entries, count, encipher); }));
        phases[1].timesMs.push_back(timeMs([&] { decipherEntries(entries, count, decipher, striper); }));
        phases[2].timesMs.push_back(timeMs([&] { wrong = countWrong(entries, count); }));
    }

    printPhases(phases, bytes);
    if (repeat > 0)
        std::printf("medians of %d\n", static_cast<int>(phases[0].timesMs.size()));
    if (wrong > 0)
        std::printf("%lld of %lld entries wrong\n", static_cast<long long>(wrong), static_cast<long long>(count));
    else
        std::printf("all %lld entries right\n", static_cast<long long>(count));
    return wrong > 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}

}  // namespace

const Sample thisSample = {
    "decipher",
    "Enciphers 0, 1, 2, ... on all cores, deciphers them with cudastripe, and checks them on all cores.",
    "",
    "  decipher\n"
    "  decipher --entries=1048577 --stripes=7 --device=cpu\n",
    {
        {"entries", "N", "67108864", "64-bit entries, 0 or more (default: 67108864, which is 512 MiB)"},
        {"rounds", "N", "1024", "rounds of the cipher, each with a key of its own (default: 1024)"},
        {"decipher-rounds", "N", "", "deciphers with so many rounds; with others than --rounds, the check fails"},
        {"stripes", "N", "32", "cuts the array into N stripes (default: 32)"},
        {"device", "DEVICE", "auto", "where to decipher: auto (default), cpu, or the number of a CUDA device"},
        {"repeat", "N", "", "runs all phases N times more and prints the median times of these"},
    },
    run,
};
