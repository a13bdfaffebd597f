// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Which chains with a YUV format or a tensor at an end have kernels.

#pragma once

#include "../op/chain/yuv/body.hpp"
#include "chain.cuh"
#include "kernels.hpp"

#define CUDASTRIPE_CHAIN_YUV_BODIES(DO, BODY)   \
    DO(BODY<ChainImageSource, ChainYuvSink>)    \
    DO(BODY<ChainYuvSource, ChainImageSink>)    \
    DO(BODY<ChainYuvSource, ChainYuvSink>)      \
    DO(BODY<ChainImageSource, ChainTensorSink>) \
    DO(BODY<ChainYuvSource, ChainTensorSink>)
