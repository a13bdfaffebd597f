// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "schedule.hpp"

#include <algorithm>

#include "../common/name_list.hpp"
#include "../common/user_error.hpp"

using cv::cudastripe::IssueOrder;

namespace {

const Schedule schedules[] = {
    {"one-stream", IssueOrder::DepthFirst, true},
    {"dedicated", IssueOrder::Dedicated},
    {"depth-first", IssueOrder::DepthFirst},
    {"breadth-first", IssueOrder::BreadthFirst},
};

}  // namespace

std::vector<Schedule> parseSchedules(const std::string& list)
{
    std::vector<Schedule> chosen;
    for (const std::string& name : splitNames(list)) {
        bool known = false;
        for (const Schedule& schedule : schedules) {
            const bool meant = name == schedule.name || (name == "all" && !schedule.oneStream);
            known |= meant;
            const bool isNew = std::none_of(chosen.begin(), chosen.end(),
                                            [&](const Schedule& other) { return other.name == schedule.name; });
            if (meant && isNew)
                chosen.push_back(schedule);
        }
        if (!known) {
            throw UserError("--order=" + list + ": '" + name +
                            "' is none of dedicated, depth-first, breadth-first, one-stream and all");
        }
    }
    return chosen;
}

bool streamsMatter(const Schedule& schedule)
{
    return schedule.order != IssueOrder::Dedicated && !schedule.oneStream;
}

std::string describe(const Schedule& schedule, int streams)
{
    if (schedule.oneStream)
        return "one stream";
    if (schedule.order == IssueOrder::Dedicated)
        return "dedicated streams";
    return schedule.name + " on " + std::to_string(streams) + (streams == 1 ? " stream" : " streams");
}
