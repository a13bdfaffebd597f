// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Compilation of kernels at run time. NVRTC is loaded if it is there; nothing links it.

#include "compile.hpp"

#if defined(HAVE_CUDASTRIPE_CUDA) && __has_include(<nvrtc.h>)

#include <dlfcn.h>
#include <nvrtc.h>

#include <cuda_runtime_api.h>

#include <memory>
#include <mutex>

namespace cv { namespace cudastripe {
namespace {

#define CUDASTRIPE_NVRTC_FUNCTIONS(ROW)      \
    ROW(createProgram, nvrtcCreateProgram)   \
    ROW(destroyProgram, nvrtcDestroyProgram) \
    ROW(compileProgram, nvrtcCompileProgram) \
    ROW(logSize, nvrtcGetProgramLogSize)     \
    ROW(log, nvrtcGetProgramLog)             \
    ROW(cubinSize, nvrtcGetCUBINSize)        \
    ROW(cubin, nvrtcGetCUBIN)                \
    ROW(errorString, nvrtcGetErrorString)

struct Nvrtc
{
#define CUDASTRIPE_MEMBER(MEMBER, FUNCTION) decltype(&::FUNCTION) MEMBER = nullptr;
    CUDASTRIPE_NVRTC_FUNCTIONS(CUDASTRIPE_MEMBER)
#undef CUDASTRIPE_MEMBER

    //! Null if the library is missing. The next call looks for it again.
    static const Nvrtc* find()
    {
        static std::mutex mutex;
        static std::unique_ptr<const Nvrtc> found;
        const std::lock_guard<std::mutex> lock(mutex);
        if (!found || !found->complete_)
            found.reset(new Nvrtc);
        return found->complete_ ? found.get() : nullptr;
    }

private:
    Nvrtc()
    {
        const std::string name = "libnvrtc.so." + std::to_string(CUDART_VERSION / 1000);
        void* library = dlopen(name.c_str(), RTLD_LAZY);
        if (!library)
            library = dlopen("libnvrtc.so", RTLD_LAZY);
        if (!library)
            return;
#define CUDASTRIPE_LOOK_UP(MEMBER, FUNCTION) MEMBER = reinterpret_cast<decltype(MEMBER)>(dlsym(library, #FUNCTION));
        CUDASTRIPE_NVRTC_FUNCTIONS(CUDASTRIPE_LOOK_UP)
#undef CUDASTRIPE_LOOK_UP
#define CUDASTRIPE_FOUND(MEMBER, FUNCTION) &&MEMBER
        complete_ = true CUDASTRIPE_NVRTC_FUNCTIONS(CUDASTRIPE_FOUND);
#undef CUDASTRIPE_FOUND
    }

    bool complete_ = false;
};

class Program
{
public:
    Program(const Nvrtc& nvrtc, const std::string& source, const char* function) : nvrtc_(nvrtc), function_(function)
    {
        check(nvrtc_.createProgram(&program_, source.c_str(), "chain.cu", 0, nullptr, nullptr), "nvrtcCreateProgram");
    }
    ~Program() { nvrtc_.destroyProgram(&program_); }
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;

    // With the options of cmake/arithmetic.cmake.
    std::vector<uchar> compile(int architecture) const
    {
        const std::string arch = "-arch=sm_" + std::to_string(architecture);
        const char* const options[] = {arch.c_str(), "-std=c++17",     "-default-device", "-fmad=false",
                                       "-ftz=false", "-prec-div=true", "-prec-sqrt=true"};
        const nvrtcResult result = nvrtc_.compileProgram(program_, static_cast<int>(std::size(options)), options);
        if (result != NVRTC_SUCCESS) {
            CV_Error_(Error::StsError, ("%s: NVRTC does not compile the chain for architecture %d: %s\n%s", function_,
                                        architecture, nvrtc_.errorString(result), log().c_str()));
        }
        size_t sizeBytes = 0;
        check(nvrtc_.cubinSize(program_, &sizeBytes), "nvrtcGetCUBINSize");
        std::vector<uchar> code(sizeBytes);
        check(nvrtc_.cubin(program_, reinterpret_cast<char*>(code.data())), "nvrtcGetCUBIN");
        return code;
    }

private:
    std::string log() const
    {
        size_t sizeBytes = 0;
        if (nvrtc_.logSize(program_, &sizeBytes) != NVRTC_SUCCESS || sizeBytes == 0)
            return std::string();
        std::string text(sizeBytes, ' ');
        return nvrtc_.log(program_, &text[0]) == NVRTC_SUCCESS ? text.substr(0, 2000) : std::string();
    }
    void check(nvrtcResult result, const char* call) const
    {
        if (result != NVRTC_SUCCESS)
            CV_Error_(Error::StsError, ("%s: %s failed: %s", function_, call, nvrtc_.errorString(result)));
    }

    const Nvrtc& nvrtc_;
    const char* const function_;
    nvrtcProgram program_ = nullptr;
};

}  // namespace

std::vector<uchar> compileKernels(const std::string& source, int architecture, const char* function)
{
    const Nvrtc* const nvrtc = Nvrtc::find();
    if (!nvrtc) {
        CV_Error_(Error::StsNotImplemented,
                  ("%s: the library libnvrtc.so.%d of the CUDA toolkit is not found; install it or name its "
                   "folder in LD_LIBRARY_PATH, or use the chain without compile()",
                   function, CUDART_VERSION / 1000));
    }
    return Program(*nvrtc, source, function).compile(architecture);
}

}}  // namespace cv::cudastripe

#else

namespace cv { namespace cudastripe {

std::vector<uchar> compileKernels(const std::string&, int, const char* function)
{
    CV_Error_(Error::StsNotImplemented, ("%s: this build has no CUDA, or its CUDA toolkit had no NVRTC", function));
}

}}  // namespace cv::cudastripe

#endif
