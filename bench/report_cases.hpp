// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "opencv2/cudastripe.hpp"
#include "report_case.hpp"
#include "route_stripers.hpp"

// Each adds its cases to a group. Mechanisms that begin with ours/ are what the dispatcher chooses from, and ours/auto
// what it chooses.

namespace bench {

//! The choice by itself, and each route that is possible, forced.
void addOurCases(ReportGroup& group);
//! The same frame again and again: if it fits into a cache, not what a stream of frames sees.
void addWarmCases(ReportGroup& group);
//! OpenCV's calls, libyuv, and a copy of memory by as many threads.
void addCpuCases(ReportGroup& group);
//! What needs a GPU: the transfers alone, and those who use streams themselves, with this library's kernel.
void addGpuCases(ReportGroup& group);
//! Page-locked frames one after the other in streams, and what a call with a stream costs its caller.
void addStreamCases(ReportGroup& group);

//! Pageable memory that a Striper has registered. Alone in a group: to all others it is page-locked until the case
//! ends.
void addRegisteredCase(ReportGroup& group);

//! From page-locked memory to the device, where results stay.
void addToDeviceCases(ReportGroup& group);

//! Measures the device while nothing else runs.
void calibrateOurs();

}  // namespace bench
