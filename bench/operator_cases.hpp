// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

namespace bench {

//! One operator and five, by this library and by OpenCV's calls one after the other, on some numbers of threads.
void registerOperatorsOnCpu();
//! Page-locked to page-locked memory: the bound, this library, and cv::cuda if there is one.
void registerOperatorsFromHost();
//! Device to device memory: this library, CUB, cv::cuda if there is one, and a copy of as many bytes.
void registerOperatorsOnDevice();

}  // namespace bench
