// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef STRIPE_TIMELINE_SCHEDULE_HPP
#define STRIPE_TIMELINE_SCHEDULE_HPP

#include <opencv2/cudastripe/striper.hpp>
#include <string>
#include <vector>

//! A way to issue stripes, as it is named on the command line.
struct Schedule
{
    std::string name;
    cv::cudastripe::IssueOrder order;
    bool oneStream = false;  //!< nothing overlaps: what the others are compared with
};

//! Those that a list such as "one-stream,all" names, each once. @throws UserError that lists the names.
std::vector<Schedule> parseSchedules(const std::string& list);

bool streamsMatter(const Schedule& schedule);

//! Such as "dedicated streams" or "breadth-first on 4 streams".
std::string describe(const Schedule& schedule, int streams);

#endif
