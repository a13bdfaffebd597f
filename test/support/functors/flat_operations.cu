// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "flat_operations.hpp"

#include <array>
#include <cmath>
#include <cstring>

#include "opencv2/cudastripe/functor.hpp"

// Where there is no CUDA compiler this is compiled as C++, and the functors run on the host alone.

namespace opencv_test {
namespace {

struct Rgb
{
    unsigned char r, g, b;
};

struct TimesTwo
{
    CV_CUDASTRIPE_HD std::uint64_t operator()(std::uint64_t x) const { return 2 * x; }
};

struct Mean
{
    CV_CUDASTRIPE_HD int operator()(int a, int b) const
    {
        return static_cast<int>((static_cast<std::int64_t>(a) + b) >> 1);
    }
};

struct Scale
{
    double factor;
    CV_CUDASTRIPE_HD double operator()(unsigned char x) const { return x * factor; }
};

struct Weigh
{
    unsigned red, green, blue;
    CV_CUDASTRIPE_HD unsigned char operator()(Rgb p) const
    {
        return static_cast<unsigned char>((red * p.r + green * p.g + blue * p.b) >> 8);
    }
};

struct Blend
{
    CV_CUDASTRIPE_HD Rgb operator()(Rgb a, std::int64_t b) const
    {
        return {static_cast<unsigned char>(a.r ^ b), static_cast<unsigned char>(a.g ^ (b >> 8)),
                static_cast<unsigned char>(a.b ^ (b >> 16))};
    }
};

struct SineAndCosine
{
    CV_CUDASTRIPE_HD float operator()(float i) const
    {
        const float s = sinf(i), c = cosf(i);
        return sqrtf(s * s + c * c);
    }
};

template <class T>
T load(const void* from)
{
    T value;
    std::memcpy(&value, from, sizeof(T));
    return value;
}

template <class T>
void store(void* to, const T& value)
{
    std::memcpy(to, &value, sizeof(T));
}

template <class In, class Out, class F>
FlatOperation unary(const char* name, const F& f)
{
    FlatOperation operation;
    operation.name = name;
    operation.inputBytes = {sizeof(In)};
    operation.outputBytes = sizeof(Out);
    operation.inPlace = sizeof(In) == sizeof(Out);
    operation.run = [f](const void* const* in, int64 count, void* out, const StreamRef& stream, Striper& striper) {
        transform(static_cast<const In*>(in[0]), count, static_cast<Out*>(out), f, SameBits::Yes, stream, striper);
    };
    return operation;
}

template <class A, class B, class Out, class F>
FlatOperation binary(const char* name, const F& f)
{
    FlatOperation operation;
    operation.name = name;
    operation.inputBytes = {sizeof(A), sizeof(B)};
    operation.outputBytes = sizeof(Out);
    operation.inPlace = sizeof(A) == sizeof(Out);
    operation.run = [f](const void* const* in, int64 count, void* out, const StreamRef& stream, Striper& striper) {
        transform(static_cast<const A*>(in[0]), static_cast<const B*>(in[1]), count, static_cast<Out*>(out), f,
                  SameBits::Yes, stream, striper);
    };
    return operation;
}

}  // namespace

std::vector<FlatOperation> flatOperations()
{
    std::vector<FlatOperation> list;
    list.push_back(unary<std::uint64_t, std::uint64_t>("times two", TimesTwo()));
    list.back().reference = [](const void* const* in, void* out) {
        const auto x = load<std::uint64_t>(in[0]);
        store(out, x + x);
    };
    list.push_back(binary<int, int, int>("mean", Mean()));
    list.back().reference = [](const void* const* in, void* out) {
        const double sum = double(load<int>(in[0])) + load<int>(in[1]);
        store(out, static_cast<int>(std::floor(sum / 2)));
    };
    list.push_back(unary<unsigned char, double>("bytes to doubles", Scale{0.25}));
    list.back().reference = [](const void* const* in, void* out) { store(out, load<unsigned char>(in[0]) / 4.0); };
    list.push_back(unary<Rgb, unsigned char>("weigh", Weigh{77, 150, 29}));
    list.back().reference = [](const void* const* in, void* out) {
        const auto p = load<std::array<unsigned char, 3>>(in[0]);
        store(out, static_cast<unsigned char>((77 * p[0] + 150 * p[1] + 29 * p[2]) / 256));
    };
    list.push_back(binary<Rgb, std::int64_t, Rgb>("blend", Blend()));
    list.back().reference = [](const void* const* in, void* out) {
        auto p = load<std::array<unsigned char, 3>>(in[0]);
        const auto b = load<std::array<unsigned char, 8>>(in[1]);
        for (size_t i = 0; i < 3; ++i)
            p[i] = static_cast<unsigned char>(p[i] ^ b[i]);
        store(out, p);
    };
    return list;
}

void makeOnes(const float* src, int64 count, float* dst, const StreamRef& stream, Striper& striper)
{
    transform(src, count, dst, SineAndCosine(), SameBits::No, stream, striper);
}

}  // namespace opencv_test
