// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// What a chain remembers of the images that it last met.

#ifndef OPENCV_CUDASTRIPE_COMPILED_LAST_HPP
#define OPENCV_CUDASTRIPE_COMPILED_LAST_HPP

#include <atomic>
#include <memory>

namespace cv { namespace cudastripe {

struct CompiledChain;

namespace detail {

//! The last compiled form of a chain, which images of the same types use again. Any number of threads.
class CompiledLast
{
public:
    CompiledLast() = default;
    CompiledLast(const CompiledLast& other) : chain_(other.get()) {}
    CompiledLast(CompiledLast&& other) noexcept : chain_(std::move(other.chain_)) {}
    CompiledLast& operator=(const CompiledLast& other)
    {
        set(other.get());
        return *this;
    }
    CompiledLast& operator=(CompiledLast&& other) noexcept
    {
        chain_ = std::move(other.chain_);
        return *this;
    }

    std::shared_ptr<const CompiledChain> get() const { return std::atomic_load(&chain_); }
    void set(std::shared_ptr<const CompiledChain> chain) const { std::atomic_store(&chain_, std::move(chain)); }

private:
    mutable std::shared_ptr<const CompiledChain> chain_;
};

}  // namespace detail

}}  // namespace cv::cudastripe

#endif
