// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_CURRENT_CONTEXT_HPP
#define OPENCV_CUDASTRIPE_CURRENT_CONTEXT_HPP

#include <vector>

#include "cuda_driver.hpp"
#include "opencv2/core.hpp"

namespace cv { namespace cudastripe {

/** @brief Makes a context current on this thread for a scope, and then again what was current before, even if that was
none. A scope within another one of the same context costs nothing. */
class CurrentContext
{
public:
    explicit CurrentContext(CUcontext context) { enter(context); }
    ~CurrentContext() { leave(); }
    CurrentContext(const CurrentContext&) = delete;
    CurrentContext& operator=(const CurrentContext&) = delete;

    //! What the scope does, where its two ends are apart.
    static void enter(CUcontext context)
    {
        const bool pushes = scopes().empty() || scopes().back().context != context;
        if (pushes && CudaDriver::get().ctxPushCurrent(context) != CUDA_SUCCESS)
            CV_Error(Error::GpuApiCallError, "cudastripe: the context of the device cannot be made current");
        scopes().push_back({context, pushes});
    }
    static void leave() noexcept
    {
        const bool pushed = scopes().back().pushed;
        scopes().pop_back();
        CUcontext context;
        if (pushed)
            CudaDriver::find()->ctxPopCurrent(&context);
    }

private:
    struct Scope
    {
        CUcontext context;
        bool pushed;
    };
    // Of this thread, the innermost last.
    static std::vector<Scope>& scopes()
    {
        static thread_local std::vector<Scope> scopes;
        return scopes;
    }
};

}}  // namespace cv::cudastripe

#endif
