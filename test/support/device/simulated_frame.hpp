// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "../../../src/device/simulated/simulated_device.hpp"
#include "../images/image_operation.hpp"

namespace opencv_test {

//! A BGRA image in page-locked memory of a simulated device, which a stream has yet to write, and what becomes of it.
class SimulatedFrame
{
public:
    explicit SimulatedFrame(SimulatedDevice& device, std::uint64_t seed = 1, Size size = Size(60, 70))
        : device_(device),
          src(size, CV_8UC4, device.allocate(MemoryKind::PageLocked, size_t(size.area()) * 4)),
          dst(size, CV_8UC3, device.allocate(MemoryKind::PageLocked, size_t(size.area()) * 3)),
          content_(dense(src, device.allocate(MemoryKind::Device, size_t(size.area()) * 4)))
    {
        RNG rng(seed);
        const Mat image = randomImage(size, CV_8UC4, rng);
        cv::cvtColor(image, expected_, COLOR_BGR2YUV);
        std::copy_n(image.data, content_.rowBytes, content_.base);
        src.setTo(0);
        dst.setTo(9);
    }
    ~SimulatedFrame()
    {
        device_.free(MemoryKind::PageLocked, src.data);
        device_.free(MemoryKind::PageLocked, dst.data);
        device_.free(MemoryKind::Device, content_.base);
    }
    SimulatedFrame(const SimulatedFrame&) = delete;
    SimulatedFrame& operator=(const SimulatedFrame&) = delete;

    //! Enqueues what writes the source.
    void produce(StreamId stream) const { device_.copyDown(stream, dense(src, src.data), content_, 1); }
    void convert(const StreamRef& stream, Striper& striper) const
    {
        cudastripe::cvtColor(src, Mat(dst), COLOR_BGR2YUV, stream, striper);
    }
    bool right() const { return differences(expected_, dst, 0).empty(); }

private:
    static PlaneView dense(const Mat& image, void* memory)
    {
        const int64 bytes = static_cast<int64>(image.total() * image.elemSize());
        return {static_cast<uchar*>(memory), bytes, bytes};
    }

    SimulatedDevice& device_;

public:
    Mat src, dst;

private:
    const PlaneView content_;
    Mat expected_;
};

inline StreamRef refTo(StreamId stream)
{
    return StreamHandle(stream.get());
}

}  // namespace opencv_test
