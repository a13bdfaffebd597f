// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// A list of a few values that needs no allocation.

#pragma once

#include <algorithm>
#include <initializer_list>

#include "opencv2/core.hpp"

namespace cv { namespace cudastripe {

template <class T, size_t N>
class SmallList
{
public:
    SmallList() = default;
    SmallList(std::initializer_list<T> values)
    {
        for (const T& value : values)
            push_back(value);
    }

    SmallList(size_t count, const T& value)
    {
        while (size_ < count)
            push_back(value);
    }

    void push_back(const T& value)
    {
        CV_Assert(size_ < N);
        values_[size_++] = value;
    }

    size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    T* begin() { return values_; }
    T* end() { return values_ + size_; }
    const T* begin() const { return values_; }
    const T* end() const { return values_ + size_; }
    const T& front() const { return values_[0]; }
    T& operator[](size_t i) { return values_[i]; }
    const T& operator[](size_t i) const { return values_[i]; }

private:
    T values_[N] = {};
    size_t size_ = 0;
};

}}  // namespace cv::cudastripe
