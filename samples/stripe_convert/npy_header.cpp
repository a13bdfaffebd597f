// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "npy_header.hpp"

#include <opencv2/core.hpp>

std::string npyHeader(const std::string& type, const std::vector<std::int64_t>& shape)
{
    std::string sizes;
    for (std::int64_t size : shape)
        sizes += (sizes.empty() ? "" : ", ") + std::to_string(size);
    // The magic number, the version, and the length of the text as two bytes.
    const std::size_t textBytes = kNpyHeaderBytes - 10;
    std::string header = "\x93NUMPY";
    for (std::size_t byte : {std::size_t(1), std::size_t(0), textBytes % 256, textBytes / 256})
        header += char(byte);
    header += "{'descr': '" + type + "', 'fortran_order': False, 'shape': (" + sizes + "), }";
    CV_Assert(header.size() < kNpyHeaderBytes);
    header.resize(kNpyHeaderBytes - 1, ' ');
    return header + "\n";
}
