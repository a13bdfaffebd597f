// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "opencv2/cudastripe/rates.hpp"

#include "../plan/plausible_rates.hpp"
#include "striper_impl.hpp"

namespace cv { namespace cudastripe {
namespace {

void writeTo(FileStorage& file, const LinkRates& rates)
{
    file << "{"
         << "upload" << rates.upload << "download" << rates.download << "kernel" << rates.kernel << "gapSeconds"
         << rates.gapSeconds << "measured" << int(rates.measured) << "}";
}

double numberIn(const FileNode& node, const char* name)
{
    if (!node[name].isReal() && !node[name].isInt())
        CV_Error_(Error::StsParseError, ("cudastripe::Rates: %s is not a number", name));
    return node[name].real();
}

LinkRates linkIn(const FileNode& node)
{
    LinkRates rates;
    rates.upload = numberIn(node, "upload");
    rates.download = numberIn(node, "download");
    rates.kernel = numberIn(node, "kernel");
    rates.gapSeconds = numberIn(node, "gapSeconds");
    rates.measured = numberIn(node, "measured") != 0;
    return rates;
}

void requirePlausible(const Rates& rates)
{
    if (!plausible(rates.host)) {
        CV_Error_(Error::StsOutOfRange,
                  ("cudastripe::Rates: host has copy %g, memory %g bytes per second and wakeSeconds %g; accepted are "
                   "1e8 to 1e13, 1e8 to 1e14, and 0 to 1e-3",
                   rates.host.copy, rates.host.memory, rates.host.wakeSeconds));
    }
    for (const LinkRates& link : rates.links) {
        if (!plausible(link)) {
            CV_Error_(
                Error::StsOutOfRange,
                ("cudastripe::Rates: a link has upload %g, download %g, kernel %g bytes per second and gapSeconds "
                 "%g; accepted are 1e8 to 1e13, 1e8 to 1e13, 1e9 to 1e15, and 1e-7 to 3e-5",
                 link.upload, link.download, link.kernel, link.gapSeconds));
        }
    }
}

}  // namespace

void Rates::write(FileStorage& file) const
{
    file << "{"
         << "host"
         << "{"
         << "copy" << host.copy << "memory" << host.memory << "wakeSeconds" << host.wakeSeconds << "measured"
         << int(host.measured) << "}"
         << "links"
         << "[";
    for (const LinkRates& link : links)
        writeTo(file, link);
    file << "]"
         << "}";
}

void Rates::read(const FileNode& node)
{
    Rates found;
    const FileNode cpu = node["host"], devices = node["links"];
    found.host = {numberIn(cpu, "copy"), numberIn(cpu, "memory"), numberIn(cpu, "wakeSeconds"),
                  numberIn(cpu, "measured") != 0};
    for (const FileNode& link : devices)
        found.links.push_back(linkIn(link));
    requirePlausible(found);
    *this = found;
}

void write(FileStorage& file, const String&, const Rates& rates)
{
    rates.write(file);
}

void read(const FileNode& node, Rates& rates, const Rates& otherwise)
{
    if (node.empty())
        rates = otherwise;
    else
        rates.read(node);
}

Rates Striper::Impl::rates()
{
    Rates rates;
    for (const auto& entry : *devices_.open()) {
        const DeviceRates::Known known = entry->rates.find(false);
        rates.host = known.host;
        rates.links.push_back(known.link);
    }
    return rates;
}

void Striper::Impl::setRates(const Rates& rates)
{
    const auto devices = devices_.open();
    if (rates.links.size() != devices->size()) {
        CV_Error_(Error::StsBadArg, ("cudastripe::Striper::setRates: rates has %d links; this Striper uses %s",
                                     int(rates.links.size()), deviceNames(*devices).c_str()));
    }
    requirePlausible(rates);
    for (size_t i = 0; i < devices->size(); ++i)
        (*devices)[i]->rates.set({rates.links[i], rates.host});
}

Rates Striper::rates() const
{
    return impl_->rates();
}

void Striper::setRates(const Rates& rates)
{
    impl_->setRates(rates);
}

}}  // namespace cv::cudastripe
