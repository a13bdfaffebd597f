// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "perf_precomp.hpp"

namespace opencv_test { namespace {

enum class Form
{
    KernelOnly,  //!< nothing is copied
    OneStripe,   //!< upload, kernel and download behind one another
    Striped
};

//! Where the image lies, where the result shall lie, and how it gets there.
struct Transfer
{
    Memory src;
    Memory dst;
    Form form;
};

void PrintTo(const Transfer& transfer, std::ostream* os)
{
    static const char* const forms[] = {"KernelOnly", "OneStripe", "Striped"};
    *os << toString(transfer.src) << "-" << toString(transfer.dst) << "-" << forms[static_cast<int>(transfer.form)];
}

// Stripes exist only where something is copied.
std::vector<Transfer> transfers()
{
    std::vector<Transfer> list;
    for (Memory src : {Memory::Pageable, Memory::PageLocked, Memory::Device}) {
        for (Memory dst : {Memory::Pageable, Memory::PageLocked, Memory::Device}) {
            if (src == Memory::Device && dst == Memory::Device) {
                list.push_back({src, dst, Form::KernelOnly});
            } else {
                list.push_back({src, dst, Form::OneStripe});
                list.push_back({src, dst, Form::Striped});
            }
        }
    }
    return list;
}

#define CUDASTRIPE_PERF_SIZES testing::Values(szVGA, sz720p, sz1080p, sz2160p, sz4320p)

void convert(InputArray src, OutputArray dst, cudastripe::Striper& striper)
{
    cudastripe::cvtColor(src, dst, COLOR_BGR2YUV, cudastripe::StreamRef(), striper);
}

using Size_Transfer = WithParams<ConversionTest, Size, Transfer>;

// The same images again and again: what fits into a cache stays there.
PERF_TEST_P(Size_Transfer, BgraToYuv, testing::Combine(CUDASTRIPE_PERF_SIZES, testing::ValuesIn(transfers())))
{
    requireCuda();
    const Size size = GET_PARAM(0);
    const Transfer transfer = GET_PARAM(1);

    cudastripe::StriperParams params;
    params.devices = {cuda::getDevice()};
    params.stripes = transfer.form == Form::OneStripe ? 1 : 0;
    cudastripe::Striper striper(params);
    striper.reserve(size, CV_8UC4, 1, transfer.src == Memory::Pageable || transfer.dst == Memory::Pageable);

    measure({transfer.src, size, CV_8UC4}, {transfer.dst, size, CV_8UC3},
            [&](InputArray src, OutputArray dst) { convert(src, dst, striper); });
}

struct Size_Only : ConversionTest, testing::WithParamInterface<Size>
{
};

PERF_TEST_P(Size_Only, BgraToYuvOnCpu, CUDASTRIPE_PERF_SIZES)
{
    cudastripe::Striper striper{cudastripe::StriperParams()};
    measure({Memory::Pageable, GetParam(), CV_8UC4}, {Memory::Pageable, GetParam(), CV_8UC3},
            [&](InputArray src, OutputArray dst) { convert(src, dst, striper); });
}

}}  // namespace opencv_test
