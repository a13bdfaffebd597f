// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// Calls with function objects: right ones, and wrong ones with the sentence that refuses them.

#include <string>

#include <opencv2/cudastripe.hpp>

namespace stripe = cv::cudastripe;

uchar same(uchar x)
{
    return x;
}

struct Overloaded
{
    uchar operator()(uchar x) const { return x; }
    int operator()(int x) const { return x; }
};

void right(const cv::Mat& a, cv::Mat& b, cv::Mat_<uchar>& typed, cv::cuda::GpuMat& gpuMat, cv::UMat& shared,
           std::vector<cv::Mat>& list, const stripe::Chain& chain, const stripe::CompiledChain& compiled,
           cv::cuda::Stream& stream, int* p)
{
    const auto one = [](uchar x) { return x; };
    const auto two = [](const uchar& x, uchar) noexcept { return x; };
    stripe::transform(a, b, one);
    stripe::transform(a, gpuMat, one, stripe::SameBits::Yes);
    stripe::transform(a, typed, one, stream);
    stripe::transform(a, a, typed, two);
    stripe::transform(a, gpuMat, gpuMat, two, stream);
    stripe::transform(p, 5, p, [](auto x) { return x; });
    stripe::transform(
        p, p, 5, p, [](auto x, auto) { return x; }, stream);
    stripe::transform(p, 5, p, Overloaded());
    // These are no function objects.
    stripe::transform(a, b, stripe::Chain().add(1));
    stripe::transform(a, b, chain, stream);
    stripe::transform(a, b, compiled);
    stripe::transform(a, b, compiled, stream);
    stripe::transform(a, b, compiled, b);
    stripe::transform(a, a, typed, chain);
    stripe::transform(a, gpuMat, gpuMat, compiled, stream);
    stripe::transform(a, shared, shared, chain, b);
    stripe::transform(list, list, list, chain);
}

#ifdef REFUSED
void wrong(const cv::Mat& a, cv::Mat& b, int* p, const std::string& text)
{
    stripe::transform(a, b, [](auto x) { return x; });                             // refused: no lambda with auto
    stripe::transform(a, a, b, [](auto x, auto) { return x; });                    // refused: no lambda with auto
    stripe::transform(a, b, [n = 0](uchar x) mutable { return uchar(x + n++); });  // refused: or mutable
    stripe::transform(a, b, Overloaded());                                         // refused: not overloaded
    stripe::transform(a, b, [](uchar x, uchar) { return x; });                     // refused: as many arguments
    stripe::transform(a, a, b, [](uchar x) { return x; });                         // refused: as many arguments
    stripe::transform(a, b, [](uchar& x) { return x; });     // refused: by value or const reference
    stripe::transform(a, b, [](cv::Vec3b x) { return x; });  // refused: takes and gives Pixel<T, N>
    stripe::transform(a, b, [](uchar) {});                   // refused: takes and gives Pixel<T, N>
    stripe::transform(a, b, same);                           // refused: pass a function object
    stripe::transform(a, b, 5);                              // refused: pass a function object
    stripe::transform(a, b, a);                              // refused: not overloaded
    stripe::transform(a, b, cv::Matx33f());                  // refused: not overloaded
    stripe::transform(a, b, [text](uchar x) { return uchar(x + text.size()); });  // refused: trivially copyable
    stripe::transform(p, 5, p, [](const char*) { return 1; });                    // refused: takes the elements
    stripe::transform(p, 5, p, [n = 0](int x) mutable { return x + n++; });       // refused: that is const
    stripe::transform(p, 5, p, [](int) {});  // refused: gives what an element of dst
}
#endif
