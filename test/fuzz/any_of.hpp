// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <fuzzer/FuzzedDataProvider.h>

#include <vector>

namespace opencv_test {

//! Any of a list that is not empty.
template <class T>
const T& anyOf(const std::vector<T>& list, FuzzedDataProvider& data)
{
    return list[data.ConsumeIntegralInRange<size_t>(0, list.size() - 1)];
}

}  // namespace opencv_test
