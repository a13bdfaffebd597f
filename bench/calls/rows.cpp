// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <iostream>
#include <sstream>

#include "calls.hpp"

namespace bench {
namespace {

// As JSON has it.
std::string inQuotes(const std::string& text)
{
    std::ostringstream out;
    out << std::quoted(text);
    return out.str();
}

}  // namespace

CallRows::CallRows(const std::string& path) : file_(path)
{
    file_ << "{\"rows\": [";
}

CallRows::~CallRows()
{
    file_ << "\n]}\n";
}

void CallRows::add(const std::string& what, const std::function<CallRow()>& measure)
{
    std::string row = "{\"what\": " + inQuotes(what);
    try {
        const CallRow measured = measure();
        if (!std::isfinite(measured.asked) || !std::isfinite(measured.measured))
            CV_Error(cv::Error::StsInternal, "what came out is no number");
        row += cv::format(", \"asked\": %.6g, \"measured\": %.6g, \"beside\": ", measured.asked, measured.measured);
        row += inQuotes(measured.beside);
    } catch (const std::exception& error) {
        std::string reason = error.what();
        reason.resize(std::min(reason.size(), reason.find('\n')));
        row += ", \"error\": " + inQuotes(reason);
    }
    row += "}";
    std::cout << row << std::endl;
    file_ << (first_ ? "\n" : ",\n") << row;
    first_ = false;
    if (!file_.flush())
        CV_Error(cv::Error::StsError, "cannot write the rows");
}

}  // namespace bench
