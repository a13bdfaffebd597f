// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "../any_of.hpp"

namespace opencv_test {

// Each gives one input to what reads such inputs. It must be refused by an exception of the documented kind, or be read
// into a value that is valid.

//! YuvFormat::fromName() and fromTags().
void readFormat(FuzzedDataProvider& data);
//! Rates and Tuning from a FileStorage.
void readSettings(FuzzedDataProvider& data);
//! CompiledChain::read().
void readCompiledChain(FuzzedDataProvider& data);
//! PNM and raw pictures of stripe_mosaic.
void readPicture(FuzzedDataProvider& data);
//! Command lines of the samples.
void readArguments(FuzzedDataProvider& data);
//! Arrays of any type, shape and number for any function of the library.
void callOnAnyArrays(FuzzedDataProvider& data);

}  // namespace opencv_test
