// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Calls cvtColor and resize in many ways, and prints a sum of each result's bytes.

#include <cstdint>
#include <cstdio>
#include <initializer_list>

#include "opencv2/imgproc.hpp"

namespace {

void print(const char* name, int number, const cv::Mat& image)
{
    std::uint64_t hash = 1469598103934665603u;
    for (int y = 0; y < image.rows; ++y) {
        const uchar* const row = image.ptr(y);
        for (size_t i = 0; i < image.cols * image.elemSize(); ++i)
            hash = (hash ^ row[i]) * 1099511628211u;
    }
    std::printf("%s %d %dx%d type %d: %016llx\n", name, number, image.cols, image.rows, image.type(),
                static_cast<unsigned long long>(hash));
}

//! Converts by a code, if this OpenCV has it and it takes the type.
void convert(const cv::Mat& src, int code)
{
    cv::Mat dst;
    try {
        cv::cvtColor(src, dst, code);
    } catch (const cv::Exception&) {
        return;
    }
    print("code", code, dst);
}

}  // namespace

int main()
{
    // An assertion that fails prints to stderr; here it is expected.
    cv::redirectError([](int, const char*, const char*, const char*, int, void*) { return 0; });
    cv::RNG rng(7);
    for (const cv::Size size : {cv::Size(640, 560), cv::Size(130, 180), cv::Size(32, 24)}) {
        for (const int type : {CV_8UC1, CV_8UC2, CV_8UC3, CV_8UC4, CV_16UC1, CV_16UC3, CV_16UC4, CV_32FC3}) {
            // With a gap between rows.
            cv::Mat memory(size + cv::Size(3, 0), type);
            const int depth = CV_MAT_DEPTH(type);
            rng.fill(memory, cv::RNG::UNIFORM, 0, depth == CV_8U ? 256 : depth == CV_16U ? 65536 : 1);
            const cv::Mat src = memory(cv::Rect(cv::Point(), size));
            for (int code = 0; code < 155; ++code)
                convert(src, code);
            for (const int mode :
                 {cv::INTER_NEAREST, cv::INTER_LINEAR, cv::INTER_CUBIC, cv::INTER_AREA, cv::INTER_LANCZOS4}) {
                for (const cv::Size to : {size / 4, size / 2, size * 2, cv::Size(300, 211)}) {
                    cv::Mat dst;
                    cv::resize(src, dst, to, 0, 0, mode);
                    print("resize", mode, dst);
                }
            }
        }
    }
    const cv::Mat luma(360, 640, CV_8UC1, cv::Scalar(90)), chroma(180, 320, CV_8UC2, cv::Scalar(100, 140));
    cv::Mat dst;
    cv::cvtColorTwoPlane(luma, chroma, dst, cv::COLOR_YUV2BGR_NV12);
    print("two planes", 0, dst);
}
