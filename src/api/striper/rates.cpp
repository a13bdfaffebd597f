// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Rates in files, and as the user reads and sets them.

#include "opencv2/cudastripe/rates.hpp"

#include "../../plan/rate_fields.hpp"
#include "striper_impl.hpp"

namespace cv { namespace cudastripe {
namespace {

template <class R>
void writeFields(FileStorage& file, R rates)
{
    file << "{";
    visitFields(rates, [&](const char* name, auto value, double, double) { file << name << +value; });
    file << "}";
}

template <class R>
R fieldsIn(const FileNode& node)
{
    R rates;
    visitFields(rates, [&](const char* name, auto& value, double, double) {
        if (!node[name].isReal() && !node[name].isInt())
            CV_Error_(Error::StsParseError, ("cudastripe::Rates: %s is not a number", name));
        value = static_cast<std::decay_t<decltype(value)>>(node[name].real());
    });
    return rates;
}

void requirePlausible(const Rates& rates)
{
    String wrong = implausible(rates.host);
    for (const LinkRates& link : rates.links)
        wrong += implausible(link);
    if (!wrong.empty())
        CV_Error(Error::StsOutOfRange, "cudastripe::Rates:" + wrong);
}

}  // namespace

void Rates::write(FileStorage& file) const
{
    file << "{"
         << "host";
    writeFields(file, host);
    file << "links"
         << "[";
    for (const LinkRates& link : links)
        writeFields(file, link);
    file << "]"
         << "}";
}

void Rates::read(const FileNode& node)
{
    Rates found;
    found.host = fieldsIn<HostRates>(node["host"]);
    for (const FileNode& link : node["links"])
        found.links.push_back(fieldsIn<LinkRates>(link));
    requirePlausible(found);
    *this = found;
}

void write(FileStorage& file, const String&, const Rates& rates)
{
    rates.write(file);
}

void read(const FileNode& node, Rates& rates, const Rates& otherwise)
{
    rates = otherwise;
    if (!node.empty())
        rates.read(node);
}

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
