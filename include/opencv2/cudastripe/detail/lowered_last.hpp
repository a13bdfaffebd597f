// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// What a chain remembers of the images that it was last used on.

#ifndef OPENCV_CUDASTRIPE_LOWERED_LAST_HPP
#define OPENCV_CUDASTRIPE_LOWERED_LAST_HPP

#include <atomic>
#include <memory>

namespace cv { namespace cudastripe {

struct LoweredChain;

namespace detail {

//! The instructions that a chain was last turned into, which images of the same types use again. Thread-safe.
class LoweredLast
{
public:
    LoweredLast() = default;
    LoweredLast(const LoweredLast& other) : chain_(other.get()) {}
    LoweredLast(LoweredLast&& other) noexcept : chain_(std::move(other.chain_)) {}
    LoweredLast& operator=(const LoweredLast& other)
    {
        set(other.get());
        return *this;
    }
    LoweredLast& operator=(LoweredLast&& other) noexcept
    {
        chain_ = std::move(other.chain_);
        return *this;
    }

    std::shared_ptr<const LoweredChain> get() const { return std::atomic_load(&chain_); }
    void set(std::shared_ptr<const LoweredChain> chain) const { std::atomic_store(&chain_, std::move(chain)); }

private:
    mutable std::shared_ptr<const LoweredChain> chain_;
};

}  // namespace detail

}}  // namespace cv::cudastripe

#endif
