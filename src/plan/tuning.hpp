// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

namespace cv { namespace cudastripe {

// The numbers that the choice of a route depends on, beside the rates of a machine. Those of the first block were
// fitted to calls on an H200 behind PCIe Gen5 x16 with 1 to 16 CPU threads; those of the breaker are chosen, not
// measured.

constexpr double kLaunchSeconds = 18e-6;   //!< a kernel's launch, the event behind it, and the way across the bus
constexpr double kStripedSeconds = 35e-6;  //!< the first copy, the kernel and the last copy begin one after the other
constexpr double kKernelMeetingSeconds = 5e-6;     //!< one side waits for the other; 4 times that for a ring of 4
constexpr double kShareSeconds = 10e-6;            //!< the calling thread, before it takes its part beside a kernel
constexpr double kOneMoreSeconds = 0.125e-6;       //!< all other threads, for one more that converts
constexpr double kOneMoreStagingSeconds = 1.5e-6;  //!< all other threads, for one more that stages
constexpr double kMostDividedSeconds = 1e-3;       //!< a call whose front one kernel does; longer ones are striped
constexpr double kStagingBeside = 1. / 16;         //!< of the shorter of staging and bus does not overlap
constexpr double kTapered = 1.1;                   //!< times what ideal stripes cost; equal ones would have 2 here
constexpr double kDirectShare = 0.92;              //!< of the link's rate that kernels reach
constexpr double kBeside = 1.15;                   //!< times what kernels take alone, beside threads
constexpr double kSharedMemory = 1.13;             //!< times the rate of CPU memory, threads and devices together
constexpr double kLeastDivisionGain = 0.85;  //!< times what the kernel alone takes: what divides for less gains nothing
constexpr double kLeastPart = 0.05;          //!< of an image, on either side of a division
constexpr double kLeastClaimBytes = 1 << 15;  //!< of a CPU thread: takes some microseconds

//! Times their cost: the calling thread alone does calls of at most so many bytes. Chosen on an AMD EPYC without a GPU.
constexpr double kCheapBytes = 1.6e5;

constexpr double kLateDevice = 2;           //!< times what was predicted
constexpr double kLookSeconds = 100e-6;     //!< a small copy up, a kernel and a copy down
constexpr double kFirstPauseSeconds = 0.1;  //!< until a device that was late is looked at
constexpr double kMostPauseSeconds = 10;

}}  // namespace cv::cudastripe
