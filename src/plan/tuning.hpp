// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The numbers that the choice of a route depends on, besides the rates of a machine.

#pragma once

namespace cv { namespace cudastripe {

// Fitted to calls on an H200 behind PCIe Gen5 x16 with 1 to 16 CPU threads.
constexpr double kLaunchSeconds = 18e-6;        //!< a kernel's launch, the event after it, and the way across the bus
constexpr double kStripedSeconds = 35e-6;       //!< first copy, kernel and last copy start one after the other
constexpr double kKernelMeetingSeconds = 5e-6;  //!< one side waits for the other; 4 times that for a ring of 4
constexpr double kShareSeconds = 10e-6;         //!< time until the calling thread works beside a kernel
constexpr double kOneMoreSeconds = 0.125e-6;    //!< one more converting thread delays all others
constexpr double kOneMoreStagingSeconds = 1.5e-6;  //!< one more staging thread delays all others
constexpr double kMaxDividedSeconds = 1e-3;        //!< longer calls are striped, not divided
constexpr double kStagingBeside = 1. / 16;         //!< fraction of the shorter of staging and bus without overlap
constexpr double kTapered = 1.1;            //!< cost of tapered stripes in sqrt(gap * other stages); of equal ones: 2
constexpr double kDirectShare = 0.92;       //!< fraction of the link's rate that kernels reach
constexpr double kBeside = 1.15;            //!< time of a kernel beside threads, relative to one alone
constexpr double kSharedMemory = 1.13;      //!< rate of threads plus devices, relative to that of the faster side
constexpr double kMinDivisionGain = 0.85;   //!< a division must take less than this fraction of a kernel's time
constexpr double kMinPart = 0.05;           //!< least fraction of an image on either side of a division
constexpr double kMinClaimBytes = 1 << 15;  //!< least claim of a CPU thread: some microseconds

// Chosen on an AMD EPYC without a GPU.
constexpr double kCheapBytes = 1.6e5;  //!< calls of at most so many bytes * cost run on the calling thread alone

// Of the breaker; chosen, not measured.
constexpr double kLateDevice = 2;           //!< relative to the predicted time
constexpr double kProbeSeconds = 100e-6;    //!< a small copy up, a kernel and a copy down
constexpr double kFirstPauseSeconds = 0.1;  //!< until the first probe
constexpr double kMaxPauseSeconds = 10;     //!< between two probes

}}  // namespace cv::cudastripe
