// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <functional>
#include <memory>

namespace bench {

//! Something that is made when it is first asked for, so that cases that do not run cost nothing.
template <class T>
class Lazy
{
public:
    explicit Lazy(std::function<std::unique_ptr<T>()> make) : make_(std::move(make)) {}

    T& get()
    {
        if (!made_)
            made_ = make_();
        return *made_;
    }

private:
    std::function<std::unique_ptr<T>()> make_;
    std::unique_ptr<T> made_;
};

//! Shared by all cases of a size.
template <class T>
using SharedLazy = std::shared_ptr<Lazy<T>>;

}  // namespace bench
