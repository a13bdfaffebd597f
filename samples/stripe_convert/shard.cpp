// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "shard.hpp"

#include <algorithm>
#include <climits>
#include <cstdlib>
#include <numeric>
#include <tuple>

#include "../common/digest.hpp"

namespace {

std::string environment(const char* name)
{
    const char* const value = std::getenv(name);
    return value ? value : "";
}

Shard checked(const std::string& index, const std::string& count, const std::string& what)
{
    Shard shard;
    shard.index = parseNumber(index, INT_MAX);
    shard.count = parseNumber(count, INT_MAX);
    if (shard.index < 0 || shard.index >= shard.count)
        throw UserError(what + ": not I/N, a part from 0 to N-1 of N parts");
    return shard;
}

Shard fromSlurm(const std::string& id)
{
    const int task = parseNumber(id, INT_MAX),
              step = std::max(1, parseNumber(environment("SLURM_ARRAY_TASK_STEP"), INT_MAX)),
              first = std::max(0, parseNumber(environment("SLURM_ARRAY_TASK_MIN"), INT_MAX));
    const std::string count = environment("SLURM_ARRAY_TASK_COUNT");
    return checked(std::to_string((task - first) / step), count,
                   "task " + id + " of an array of " + (count.empty() ? "unknown size" : count) +
                       ", by SLURM_ARRAY_TASK_ID, _MIN, _STEP and _COUNT; --shard=I/N says another part");
}

Shard fromEnvironment()
{
    const std::string task = environment("SLURM_ARRAY_TASK_ID"), pod = environment("JOB_COMPLETION_INDEX");
    if (!task.empty())
        return fromSlurm(task);
    if (!pod.empty()) {
        const std::string count = environment("JOB_COMPLETIONS");
        return checked(pod, count,
                       "JOB_COMPLETION_INDEX=" + pod + " and JOB_COMPLETIONS=" + count +
                           ", which the Job must set to its completions");
    }
    return {};
}

}  // namespace

Shard shardOf(const Arguments& arguments, bool several)
{
    const std::string& text = arguments.text("shard");
    const size_t slash = text.find('/');
    Shard shard;
    if (arguments.has("shard"))
        shard =
            checked(text.substr(0, slash), slash == std::string::npos ? "" : text.substr(slash + 1), "--shard=" + text);
    else if (several)
        shard = fromEnvironment();
    shard.byBytes = arguments.isSecond("balance", "hash", "bytes");
    return shard;
}

std::vector<bool> Shard::choose(const std::vector<Item>& items) const
{
    std::vector<bool> chosen(items.size());
    if (!byBytes) {
        for (size_t i = 0; i < items.size(); ++i) {
            Digest digest;
            digest.add(items[i].name);
            chosen[i] = digest.value() % std::uint64_t(count) == std::uint64_t(index);
        }
        return chosen;
    }
    // The largest first, each to the part that has the least.
    std::vector<size_t> order(items.size());
    std::iota(order.begin(), order.end(), size_t(0));
    std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
        return std::tie(items[b].bytes, items[a].name, a) < std::tie(items[a].bytes, items[b].name, b);
    });
    std::vector<std::pair<std::int64_t, int>> parts;  // a heap, the least on top
    for (int i = 0; i < std::min(count, int(items.size())); ++i)
        parts.emplace_back(0, -i);
    for (size_t i : order) {
        std::pop_heap(parts.begin(), parts.end());
        chosen[i] = -parts.back().second == index;
        parts.back().first -= items[i].bytes;
        std::push_heap(parts.begin(), parts.end());
    }
    return chosen;
}
