// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "peers.hpp"

#ifdef HAVE_NPP
#include <nppi_geometry_transforms.h>

#include "../common/npp.hpp"
#endif

namespace bench {

#ifdef HAVE_NPP

DeviceResize nppResize(int type, const cv::cudastripe::Resampling& resampling)
{
    const int interpolation = resampling.interpolation();
    const int mode = interpolation == cv::INTER_LINEAR  ? NPPI_INTER_LINEAR
                     : interpolation == cv::INTER_CUBIC ? NPPI_INTER_CUBIC
                     : interpolation == cv::INTER_AREA  ? NPPI_INTER_SUPER
                                                        : 0;
    if (mode == 0)
        return nullptr;
    const auto resize = type == CV_8UC3 ? nppiResize_8u_C3R_Ctx : type == CV_8UC4 ? nppiResize_8u_C4R_Ctx : nullptr;
    return [=](const cv::cuda::GpuMat& src, const cv::cuda::GpuMat& dst) {
        checkNpp(resize(src.data, int(src.step), {src.cols, src.rows}, {0, 0, src.cols, src.rows}, dst.data,
                        int(dst.step), {dst.cols, dst.rows}, {0, 0, dst.cols, dst.rows}, mode,
                        nppContext(launchStream().get())));
    };
}

#else

DeviceResize nppResize(int, const cv::cudastripe::Resampling&)
{
    return nullptr;
}

#endif

}  // namespace bench
