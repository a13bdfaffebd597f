// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// What an object remembers of its last use.

#ifndef OPENCV_CUDASTRIPE_LAST_MADE_HPP
#define OPENCV_CUDASTRIPE_LAST_MADE_HPP

#include <atomic>
#include <memory>

namespace cv { namespace cudastripe { namespace detail {

//! What was last made from an object's members, for the next use with the same arguments. Thread-safe.
template <class Made>
class LastMade
{
public:
    LastMade() = default;
    LastMade(const LastMade& other) : made_(other.get()) {}
    LastMade(LastMade&& other) noexcept : made_(std::move(other.made_)) {}
    LastMade& operator=(const LastMade& other)
    {
        set(other.get());
        return *this;
    }
    LastMade& operator=(LastMade&& other) noexcept
    {
        made_ = std::move(other.made_);
        return *this;
    }

    std::shared_ptr<Made> get() const { return std::atomic_load(&made_); }
    void set(std::shared_ptr<Made> made) const { std::atomic_store(&made_, std::move(made)); }

private:
    mutable std::shared_ptr<Made> made_;
};

}}}  // namespace cv::cudastripe::detail

#endif
