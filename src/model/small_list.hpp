// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// A list of a few values that needs no allocation.

#pragma once

#include <algorithm>
#include <initializer_list>
#include <memory>
#include <new>
#include <type_traits>

#include "opencv2/core.hpp"

namespace cv { namespace cudastripe {

//! Only values that were added are initialised and copied: calls make many lists of one value.
template <class T, size_t N>
class SmallList
{
public:
    static_assert(std::is_trivially_destructible<T>::value, "no destructor is called");

    SmallList() {}
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

    SmallList(const SmallList& other) : size_(other.size_)
    {
        std::uninitialized_copy(other.begin(), other.end(), values_);
    }
    SmallList& operator=(const SmallList& other)
    {
        size_ = other.size_;
        std::uninitialized_copy(other.begin(), other.end(), values_);
        return *this;
    }

    void push_back(const T& value)
    {
        CV_Assert(size_ < N);
        new (values_ + size_++) T(value);
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
    union
    {
        T values_[N];
    };
    size_t size_ = 0;
};

}}  // namespace cv::cudastripe
