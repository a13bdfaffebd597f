// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef STRIPE_CONVERT_SHARD_HPP
#define STRIPE_CONVERT_SHARD_HPP

#include <cstdint>
#include <string>
#include <vector>

#include "../common/sample_main.hpp"

//! The part of the inputs that one process of several converts.
struct Shard
{
    int index = 0, count = 1;
    bool byBytes = false;  //!< parts of about the same number of bytes; else by a hash of the name

    struct Item
    {
        std::string name;  //!< the same on every node
        std::int64_t bytes;
    };
    //! Which of the items belong to the part. Each belongs to one, whatever their order.
    std::vector<bool> choose(const std::vector<Item>& items) const;
};

//! What --shard and --balance say, else the environment of a Slurm array or an indexed job of Kubernetes.
//! @param several whether there is something to divide: one file that is named is never left out by the environment.
//! @throws UserError if the two numbers make no sense.
Shard shardOf(const Arguments& arguments, bool several);

#endif
