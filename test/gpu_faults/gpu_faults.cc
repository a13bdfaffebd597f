// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../test_precomp.hpp"

#include <unistd.h>

#include <csignal>
#include <map>

#include "failing_calls.hpp"
#include "processes.hpp"
#include "scenarios.hpp"

// Lets each call of the CUDA runtime that a use of the library makes fail, one after the other. The use must throw a
// cv::Exception or give the right result, and the next one must work. Prints what came of it, by the kind of the call.

namespace opencv_test { namespace {

struct Outcome
{
    int failed = 0, thrown = 0, right = 0, wrong = 0;
};

char now[256];

[[noreturn]] void hang(int)
{
    const char text[] = "HANG: ";
    const bool written = write(2, text, sizeof(text) - 1) > 0 && write(2, now, strlen(now)) > 0;
    _exit(written ? 3 : 4);
}

size_t freeBytes()
{
    size_t bytes = 0, total = 0;
    cudaDeviceSynchronize();
    cudaMemPool_t pool;
    if (cudaDeviceGetDefaultMemPool(&pool, 0) == cudaSuccess)
        cudaMemPoolTrimTo(pool, 0);
    return cudaMemGetInfo(&bytes, &total) == cudaSuccess ? bytes : 0;
}

class Faults
{
public:
    int run()
    {
        const Backend backend(BackendKind::Cuda);
        if (!backend.available()) {
            std::printf("skipped: %s\n", backend.skipReason());
            return 77;
        }
        for (const Scenario& scenario : scenarios(backend))
            failEachCall(backend, scenario);
        std::printf("%-40s %8s %8s %8s %8s\n", "call", "failed", "thrown", "right", "wrong");
        for (const auto& [name, outcome] : outcomes_)
            std::printf("%-40s %8d %8d %8d %8d\n", name.c_str(), outcome.failed, outcome.thrown, outcome.right,
                        outcome.wrong);
        std::printf("%zu kinds of calls, %d problems\n", outcomes_.size(), problems_);
        return problems_ > 0;
    }

private:
    void failEachCall(const Backend& backend, const Scenario& scenario)
    {
        std::snprintf(now, sizeof(now), "%s, without a fault\n", scenario.name.c_str());
        alarm(300);
        require(scenario, -1, scenario.run(*backend.striper(scenario.params)));
        const size_t freeBefore = freeBytes();
        int k = 0;
        while (failCall(backend, scenario, k))
            ++k;
        alarm(0);
        const size_t freeAfter = freeBytes();
        if (freeAfter + (size_t(2) << 20) < freeBefore)
            problem(scenario, k, std::to_string(freeBefore - freeAfter) + " bytes of device memory less");
        std::printf("%-60s %4d calls failed\n", scenario.name.c_str(), k);
        std::fflush(stdout);
    }

    //! False if the use makes fewer calls.
    bool failCall(const Backend& backend, const Scenario& scenario, int k)
    {
        static const cudaError_t errors[] = {cudaErrorMemoryAllocation, cudaErrorInvalidValue, cudaErrorUnknown,
                                             cudaErrorLaunchOutOfResources, cudaErrorNotSupported};
        std::snprintf(now, sizeof(now), "%s, call %d\n", scenario.name.c_str(), k);
        const std::string heldBefore = failing_calls::held();
        std::string wrong, thrown, name;
        {
            auto striper = backend.striper(scenario.params);
            failing_calls::arm(k, errors[k % 5]);
            try {
                wrong = scenario.run(*striper);
            } catch (const cv::Exception& error) {
                thrown = error.err.empty() ? "no text" : error.err;
            }
            if (!failing_calls::reached())  // calls that are left may be those of the end
                striper.reset();
            name = failing_calls::disarm();
            cudaGetLastError();
            if (!striper)
                striper = backend.striper(scenario.params);
            if (!name.empty())
                runAgain(scenario, k, name, *striper);
        }
        if (name.empty())
            return false;
        if (failing_calls::held() != heldBefore)
            problem(scenario, k, name + ": held " + heldBefore + "then " + failing_calls::held());
        Outcome& outcome = outcomes_[name];
        ++outcome.failed;
        ++(!thrown.empty() ? outcome.thrown : wrong.empty() ? outcome.right : outcome.wrong);
        require(scenario, k, thrown.empty() ? wrong : "");
        return true;
    }

    void runAgain(const Scenario& scenario, int k, const std::string& name, Striper& striper)
    {
        try {
            require(scenario, k, scenario.run(striper));
        } catch (const cv::Exception& error) {
            problem(scenario, k, "the next call failed after " + name + ": " + error.err);
        }
    }

    void require(const Scenario& scenario, int k, const std::string& wrong)
    {
        if (!wrong.empty())
            problem(scenario, k, wrong);
    }

    void problem(const Scenario& scenario, int k, const std::string& what)
    {
        ++problems_;
        std::printf("PROBLEM: %s, call %d: %s\n", scenario.name.c_str(), k, what.c_str());
    }

    std::map<std::string, Outcome> outcomes_;
    int problems_ = 0;
};

}}  // namespace opencv_test

int main(int argc, char** argv)
{
    testing::InitGoogleTest(&argc, argv);
    const cv::CommandLineParser arguments(argc, argv, "{case||}");
    if (arguments.has("case"))
        return opencv_test::runCase(arguments.get<cv::String>("case"));
    std::signal(SIGALRM, opencv_test::hang);
    const int status = opencv_test::Faults().run();
    return status == 77 ? status : status + opencv_test::runProcesses() > 0;
}
