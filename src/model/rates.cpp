// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Rates and tunings in files.

#include "opencv2/cudastripe/route.hpp"

#include <climits>

#include "opencv2/cudastripe/striper.hpp"
#include "rate_fields.hpp"

namespace cv { namespace cudastripe {

template <class Visit>
void visitFields(Tuning& tuning, const Visit& visit)
{
    visit("hostShare", tuning.hostShare, StriperParams::kAutoShare, 1);
    visit("stripes", tuning.stripes, 0, INT_MAX);
    visit("threads", tuning.threads, 0, INT_MAX);
    visit("seconds", tuning.seconds, 0, HUGE_VAL);
}

namespace {

template <class R>
void writeFields(FileStorage& file, R values)
{
    visitFields(values, [&](const char* name, auto value, double, double) { file << name << +value; });
}

template <class R>
R fieldsIn(const FileNode& node, const char* what)
{
    R values;
    visitFields(values, [&](const char* name, auto& value, double, double) {
        using Value = std::decay_t<decltype(value)>;
        const FileNode found = node[name];
        if (!found.isInt() && (std::is_integral<Value>::value || !found.isReal()))
            CV_Error_(Error::StsParseError,
                      ("%s: %s is missing or no%s number", what, name, std::is_integral<Value>::value ? " whole" : ""));
        value = static_cast<Value>(found.real());
    });
    return values;
}

}  // namespace

void Rates::write(FileStorage& file) const
{
    file << "{"
         << "host"
         << "{";
    writeFields(file, host);
    file << "}"
         << "links"
         << "[";
    for (const LinkRates& link : links) {
        file << "{";
        writeFields(file, link);
        file << "}";
    }
    file << "]"
         << "}";
}

void Rates::read(const FileNode& node)
{
    Rates found;
    found.host = fieldsIn<HostRates>(node["host"], "cudastripe::Rates");
    if (!node["links"].isSeq())
        CV_Error(Error::StsParseError, "cudastripe::Rates: links is missing or no list");
    for (const FileNode& link : node["links"])
        found.links.push_back(fieldsIn<LinkRates>(link, "cudastripe::Rates"));
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

void Tuning::write(FileStorage& file) const
{
    file << "{"
         << "route" << cudastripe::toString(route);
    writeFields(file, *this);
    file << "}";
}

void Tuning::read(const FileNode& node)
{
    Tuning found = fieldsIn<Tuning>(node, "cudastripe::Tuning");
    const String name(node["route"]), wrong = implausible(found);
    while (cudastripe::toString(found.route) != name) {
        if (found.route == Route::Shared)
            CV_Error_(Error::StsParseError,
                      ("cudastripe::Tuning: route is \"%s\"; it must be auto, host, direct, striped or shared",
                       name.c_str()));
        found.route = static_cast<Route>(static_cast<int>(found.route) + 1);
    }
    if (!wrong.empty())
        CV_Error(Error::StsOutOfRange, "cudastripe::Tuning:" + wrong);
    *this = found;
}

void write(FileStorage& file, const String&, const Tuning& tuning)
{
    tuning.write(file);
}

void read(const FileNode& node, Tuning& tuning, const Tuning& otherwise)
{
    tuning = otherwise;
    if (!node.empty())
        tuning.read(node);
}

}}  // namespace cv::cudastripe
