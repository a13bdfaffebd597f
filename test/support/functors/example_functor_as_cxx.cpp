// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#define CUDASTRIPE_EXAMPLE runExampleAsCxx
#include "example_functor.cu"
