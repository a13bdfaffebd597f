// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <algorithm>
#include <chrono>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

namespace bench {

//! Empty if there is a GPU to use, else why not.
std::string whyNoGpu();

//! Records versions, threads and the GPU for reports. False if there is no GPU to measure; says why.
bool addMachineContext();

//! Whether a name is in a list that is separated by commas.
bool listed(const std::string& list, const std::string& name);

//! The threads that OpenCV had when the program began.
int allThreads();

//! Calls whose mean time is measured, waits included.
struct CallCase
{
    std::string name;
    int calls;  //!< that are timed together
    std::function<void()> work;
    int threads = allThreads();
    std::function<void()> check = nullptr;  //!< runs once, before all else; throws if a result is wrong
    std::function<void()> wake =
        nullptr;  //!< wakes up sleeping threads before the clock starts; if empty, the work does
};

//! Registers a case with Google Benchmark. What it throws is that case's failure, so that the others go on.
void registerCalls(const CallCase& callCase);

//! Passes arguments to Google Benchmark, by default for 31 repetitions of all cases in random order, or 11 with
//! --quick. Gives the arguments that are not Google Benchmark's.
std::vector<char*> initializeBenchmarks(int argc, char** argv);

//! Registers the cases of a program that has the main() of main.cpp.
void registerAll();

//! How long it takes to call this.
template <class Call>
double secondsOf(const Call& call)
{
    const auto start = std::chrono::steady_clock::now();
    call();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

inline double meanOf(const std::vector<double>& times)
{
    return std::accumulate(times.begin(), times.end(), 0.0) / double(times.size());
}

//! Interpolates linearly between the two nearest. @param part 0.5 gives the median, 1 the greatest.
inline double percentileOf(std::vector<double> times, double part)
{
    std::sort(times.begin(), times.end());
    const double position = double(times.size() - 1) * part;
    const size_t below = static_cast<size_t>(position), above = std::min(below + 1, times.size() - 1);
    return times[below] + (times[above] - times[below]) * (position - double(below));
}

}  // namespace bench
