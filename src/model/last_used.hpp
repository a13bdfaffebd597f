// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// A cache of values that take long to make.

#pragma once

#include <list>
#include <memory>
#include <mutex>
#include <unordered_map>

namespace cv { namespace cudastripe {

//! Values that were made last, the latest first. Thread-safe.
template <class Key, class Value, class Hash>
class LastUsed
{
public:
    using Shared = std::shared_ptr<const Value>;

    explicit LastUsed(size_t most) : most_(most) {}

    //! The value of a key. `sizeOf(value)`: the sizes of all values that are kept are at most `most` together.
    template <class Make, class SizeOf>
    Shared get(const Key& key, const Make& make, const SizeOf& sizeOf)
    {
        if (Shared known = find(key))
            return known;
        const Shared made = make();
        const size_t size = sizeOf(*made);
        if (size > most_)
            return made;
        std::lock_guard<std::mutex> lock(mutex_);
        if (places_.count(key))  // another thread was faster
            return made;
        entries_.push_front({key, made, size});
        places_.emplace(key, entries_.begin());
        size_ += size;
        while (size_ > most_) {
            size_ -= entries_.back().size;
            places_.erase(entries_.back().key);
            entries_.pop_back();
        }
        return made;
    }

private:
    struct Entry
    {
        Key key;
        Shared value;
        size_t size;
    };

    Shared find(const Key& key)
    {
        std::lock_guard<std::mutex> lock(mutex_);
        const auto found = places_.find(key);
        if (found == places_.end())
            return nullptr;
        entries_.splice(entries_.begin(), entries_, found->second);
        return found->second->value;
    }

    const size_t most_;
    std::mutex mutex_;
    size_t size_ = 0;
    std::list<Entry> entries_;
    std::unordered_map<Key, typename std::list<Entry>::iterator, Hash> places_;
};

}}  // namespace cv::cudastripe
