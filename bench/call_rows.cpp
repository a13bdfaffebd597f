// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "call_rows.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <sstream>

#include "opencv2/core.hpp"

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

CallRows::CallRows(const std::string& path) : path_(path)
{
    write();
    std::cout << "   asked  measured  holds\n";
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
        std::cout << cv::format("%8.3f  %8.3f  %-5s  ", measured.asked, measured.measured,
                                measured.measured <= measured.asked ? "yes" : "NO")
                  << what << "\n                           " << measured.beside << std::endl;
    } catch (const std::exception& error) {
        std::string reason = error.what();
        reason.resize(std::min(reason.size(), reason.find('\n')));
        row += ", \"error\": " + inQuotes(reason);
        std::cout << "                 failed " << what << "\n                           " << reason << std::endl;
    }
    rows_.push_back(row + "}");
    write();
}

void CallRows::write() const
{
    std::ofstream file(path_);
    file << "{\"rows\": [";
    for (size_t i = 0; i < rows_.size(); ++i)
        file << (i > 0 ? ",\n" : "\n") << rows_[i];
    file << "\n]}\n";
    if (!file.flush())
        CV_Error_(cv::Error::StsError, ("cannot write %s", path_.c_str()));
}

}  // namespace bench
