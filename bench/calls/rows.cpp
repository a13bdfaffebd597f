// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <iostream>
#include <sstream>

#include "calls.hpp"

namespace bench {

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
    std::ostringstream row;
    row << "{\"what\": " << std::quoted(what);
    try {
        const CallRow measured = measure();
        if (!std::isfinite(measured.asked) || !std::isfinite(measured.measured))
            CV_Error(cv::Error::StsInternal, "a result is no number");
        row << ", \"asked\": " << measured.asked << ", \"measured\": " << measured.measured
            << ", \"beside\": " << std::quoted(measured.beside) << "}";
    } catch (const std::exception& error) {
        std::string reason = error.what();
        reason.resize(std::min(reason.size(), reason.find('\n')));
        row << ", \"error\": " << std::quoted(reason) << "}";
    }
    std::cout << row.str() << std::endl;
    file_ << (first_ ? "\n" : ",\n") << row.str();
    first_ = false;
    if (!file_.flush())
        CV_Error(cv::Error::StsError, "cannot write the rows");
}

}  // namespace bench
