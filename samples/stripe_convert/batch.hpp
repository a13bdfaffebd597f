// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef STRIPE_CONVERT_BATCH_HPP
#define STRIPE_CONVERT_BATCH_HPP

#include "job_runner.hpp"
#include "report.hpp"

//! Runs all jobs; one that fails does not stop the others. Writes the report after the last. @return whether all are
//! done. @throws Interruption
bool convertAll(const Plan& plan, Converter& converter, const RunOptions& options, Report& report);

#endif
