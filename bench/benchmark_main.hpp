// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <functional>

namespace benchmark {
class State;
}

namespace bench {

using BenchmarkFunction = std::function<void(benchmark::State&)>;

//! Tells what the function throws as that benchmark's failure, so that the others go on.
BenchmarkFunction guarded(const BenchmarkFunction& function);

/** @brief What main() does: registers and runs, by default 31 repetitions of all cases in random order, or 11 with
--quick.

@return the exit status; what was thrown has been printed. */
int runBenchmarks(int argc, char** argv, const std::function<void()>& registerAll);

}  // namespace bench
