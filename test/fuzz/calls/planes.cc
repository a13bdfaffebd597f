// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "planes.hpp"

#include "../../reference/yuv_linear_reference.hpp"
#include "../../reference/yuv_reference.hpp"
#include "../../support/images/placed_planes.hpp"
#include "../../support/operations/yuv_operations.hpp"

namespace opencv_test {

void callIntoPlanes(FuzzDevices& devices, FuzzedDataProvider& data)
{
    static const std::vector<YuvFormat> formats = YuvFormat::all();
    const YuvFormat& format = anyOf(formats, data);
    const ChannelOrder order = data.ConsumeBool() ? ChannelOrder::RGB : ChannelOrder::BGR;
    ImageOperation operation = yuvFormatOperation(format, order);
    operation.block = pictureUnit(format);
    const Size size = drawSize(operation, data);
    RNG rng = drawRng(data);
    const Mat src = randomImage(size, anyOf(operation.srcTypes, data), rng);
    const bool onDevice = devices.backend().device() && data.ConsumeBool();
    const PlacedPlanes planes(devices.backend(), format, size, [&](int) {
        ImageShape shape;
        if (onDevice)
            shape.placement = Placement::OnDevice;
        else if (devices.backend().device())
            shape.placement = data.PickValueInArray({Placement::Pageable, Placement::PageLocked});
        shape.offset = data.ConsumeIntegralInRange(0, 3);
        shape.padding = data.ConsumeIntegralInRange(0, 5);
        return shape;
    });
    const StreamRef stream = devices.drawStream(data, true);
    const bool ended = devices.tryCall([&] {
        std::vector<Mat> mats;
        std::vector<cuda::GpuMat> gpuMats;
        if (onDevice)
            gpuMats = planes.gpuMats();
        else
            mats = planes.mats();
        const _OutputArray dst = onDevice ? _OutputArray(gpuMats) : _OutputArray(mats);
        cudastripe::cvtToYuv(src, dst, format, order, stream, devices.striper());
    });
    devices.wait();
    EXPECT_TRUE(planes.guardsIntact()) << operation.name;
    if (!ended)
        return;
    const Mat expected = yuvSamples(src, format, order == ChannelOrder::RGB);
    EXPECT_EQ(std::string(), differences(expected, planes.samples(), operation.tolerance(src.depth())))
        << operation.name;
    FromYuvParams params;
    params.upsampling = data.ConsumeBool() ? ChromaUpsampling::Linear : ChromaUpsampling::Nearest;
    Mat colours;
    const bool read = devices.tryCall([&] {
        if (onDevice)
            cudastripe::cvtFromYuv(planes.gpuMats(), colours, format, params, StreamRef(), devices.striper());
        else
            cudastripe::cvtFromYuv(planes.mats(), colours, format, params, StreamRef(), devices.striper());
    });
    if (!read)
        return;
    const YuvPicture picture = pictureOf(planes.samples(), size, format);
    const Mat real = params.upsampling == ChromaUpsampling::Linear
                         ? linearColoursOfPicture(picture, format, false, 3, colourDepth(format))
                         : coloursOfPicture(picture, format, false, 3);
    EXPECT_EQ(std::string(), differences(real, colours, 1)) << format.name();
}

}  // namespace opencv_test
