// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The table of rates: their names, and the range of values that machines have.

#pragma once

#include "opencv2/cudastripe/route.hpp"

namespace cv { namespace cudastripe {

//! Calls `visit(name, value, least, most)` for each rate.
template <class Visit>
void visitFields(LinkRates& rates, const Visit& visit)
{
    visit("upload", rates.upload, 1e8, 1e13);
    visit("download", rates.download, 1e8, 1e13);
    visit("kernel", rates.kernel, 1e9, 1e15);
    visit("gapSeconds", rates.gapSeconds, 1e-7, 3e-5);
    visit("measured", rates.measured, 0, 1);
}

template <class Visit>
void visitFields(HostRates& rates, const Visit& visit)
{
    visit("copy", rates.copy, 1e8, 1e13);
    visit("memory", rates.memory, 1e8, 1e14);
    visit("wakeSeconds", rates.wakeSeconds, 0, 1e-3);
    visit("measured", rates.measured, 0, 1);
}

//! A sentence for each rate outside its range; empty if there is none.
template <class R>
String implausible(R rates)
{
    String text;
    visitFields(rates, [&](const char* name, double value, double least, double most) {
        if (!(value >= least && value <= most))
            text += format(" %s is %g; it must be %g to %g.", name, value, least, most);
    });
    return text;
}

//! Throws if a rate is outside its range.
inline void requirePlausible(const Rates& rates)
{
    String wrong = implausible(rates.host);
    for (const LinkRates& link : rates.links)
        wrong += implausible(link);
    if (!wrong.empty())
        CV_Error(Error::StsOutOfRange, "cudastripe::Rates:" + wrong);
}

}}  // namespace cv::cudastripe
