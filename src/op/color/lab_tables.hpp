// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The tables and weights of Lab.

#pragma once

#include <memory>

#include "../kernel_ref.hpp"
#include "formula/lab.hpp"

namespace cv { namespace cudastripe {

//! The formulas with tables of this process.
LabFormula labFormula(bool redFirst, bool linear);
OfLabFormula ofLabFormula(bool redFirst, bool linear);

//! The table of a formula as kernels need it.
std::shared_ptr<const KernelRef::ManyImages> tableOf(const LabFormula& formula);
std::shared_ptr<const KernelRef::ManyImages> tableOf(const OfLabFormula& formula);

}}  // namespace cv::cudastripe
