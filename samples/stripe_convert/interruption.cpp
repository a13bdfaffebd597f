// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "interruption.hpp"

#include <csignal>

namespace {

volatile std::sig_atomic_t receivedSignal = 0;

void remember(int signal)
{
    receivedSignal = signal;
    // A second one ends the program at once.
    std::signal(signal, SIG_DFL);
}

}  // namespace

void catchInterruptions()
{
    std::signal(SIGINT, remember);
    std::signal(SIGTERM, remember);
}

void throwIfInterrupted()
{
    if (receivedSignal != 0)
        throw Interruption{receivedSignal};
}
