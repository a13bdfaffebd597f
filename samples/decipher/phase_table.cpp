// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "phase_table.hpp"

#include <algorithm>
#include <opencv2/core.hpp>

namespace {

double median(std::vector<double> values)
{
    const auto middle = values.begin() + values.size() / 2;
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

// A run's total is its own: the sum of medians would belong to none.
Phase totalOf(const std::vector<Phase>& phases)
{
    Phase total = {"total", "", phases.front().timesMs};
    for (std::size_t phase = 1; phase < phases.size(); ++phase) {
        for (std::size_t run = 0; run < total.timesMs.size(); ++run)
            total.timesMs[run] += phases[phase].timesMs[run];
    }
    return total;
}

}  // namespace

std::string phaseTable(const std::vector<Phase>& phases, std::int64_t arrayBytes)
{
    std::vector<Phase> rows = phases;
    rows.push_back(totalOf(phases));
    int placeWidth = 0;
    for (const Phase& row : rows)
        placeWidth = std::max(placeWidth, static_cast<int>(row.place.size()));

    std::string text = cv::format("%-10s%-*s%12s%12s\n", "phase", placeWidth, "where", "ms", "GB/s");
    for (const Phase& row : rows) {
        const double ms = median(row.timesMs);
        const double speed = ms > 0 ? static_cast<double>(arrayBytes) / ms / 1e6 : 0;
        text += cv::format("%-10s%-*s%12.3f%12.3f\n", row.name.c_str(), placeWidth, row.place.c_str(), ms, speed);
    }
    return text;
}
