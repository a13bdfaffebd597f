// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Rates as the user reads and sets them.

#include "../../model/rate_fields.hpp"
#include "striper_impl.hpp"

namespace cv { namespace cudastripe {

Rates Striper::rates() const
{
    Rates rates;
    for (const auto& entry : *impl_->deviceSet().open()) {
        const KnownRates known = entry->rates.find(false);
        rates.host = known.host;
        rates.links.push_back(known.link);
    }
    return rates;
}

void Striper::setRates(const Rates& rates)
{
    const auto devices = impl_->deviceSet().open();
    if (rates.links.size() != devices->size()) {
        CV_Error_(Error::StsBadArg, ("cudastripe::Striper::setRates: rates has %d links; this Striper uses %s",
                                     int(rates.links.size()), deviceNames(*devices).c_str()));
    }
    requirePlausible(rates);
    for (size_t i = 0; i < devices->size(); ++i)
        (*devices)[i]->rates.set({rates.links[i], rates.host});
}

}}  // namespace cv::cudastripe
