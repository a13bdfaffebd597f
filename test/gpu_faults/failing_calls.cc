// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "failing_calls.hpp"

#include <atomic>

namespace {

enum class Kind
{
    Plain,
    Acquire,
    Release
};

std::atomic<int> callsLeft{-1};
std::atomic<cudaError_t> chosen{cudaSuccess};
std::atomic<const char*> failed{nullptr};
std::atomic<int> balances[6];
const char* const balanceNames[] = {"streams", "events", "device memory", "stream's memory", "page-locked memory",
                                    "Pins"};

int balanceOf(const std::string& name)
{
    if (name.find("cudaStream") == 0)
        return 0;
    if (name.find("cudaEvent") == 0)
        return 1;
    if (name == "cudaMallocAsync" || name == "cudaFreeAsync")
        return 3;
    if (name.find("Host") == std::string::npos)
        return 2;
    return name.find("egister") == std::string::npos ? 4 : 5;
}

bool fails(const char* name)
{
    if (callsLeft.load() < 0 || callsLeft.fetch_sub(1) != 0)
        return false;
    failed = name;
    return true;
}

template <class Call>
cudaError_t make(Kind kind, const char* name, const Call& call)
{
    const bool fail = fails(name);
    if (fail && kind != Kind::Release)
        return chosen;
    const cudaError_t error = call();
    if (kind != Kind::Plain && error == cudaSuccess)
        balances[balanceOf(name)] += kind == Kind::Acquire ? 1 : -1;
    return fail ? chosen.load() : error;
}

}  // namespace

#define CALL(KIND, NAME, PARAMETERS, ARGUMENTS)                                  \
    extern "C" cudaError_t __real_##NAME PARAMETERS;                             \
    extern "C" cudaError_t __wrap_##NAME PARAMETERS                              \
    {                                                                            \
        return make(Kind::KIND, #NAME, [&] { return __real_##NAME ARGUMENTS; }); \
    }
#include "cuda_calls.inc"
#undef CALL

namespace opencv_test { namespace failing_calls {

void arm(int k, cudaError_t error)
{
    failed = nullptr;
    chosen = error;
    callsLeft = k;
}

bool reached()
{
    return failed != nullptr;
}

std::string disarm()
{
    callsLeft = -1;
    const char* const name = failed;
    return name ? name : "";
}

std::string held()
{
    std::string text;
    for (int i = 0; i < 6; ++i) {
        if (const int count = balances[i])
            text += std::to_string(count) + " " + balanceNames[i] + ", ";
    }
    return text;
}

}}  // namespace opencv_test::failing_calls
