// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef STRIPE_CONVERT_INTERRUPTION_HPP
#define STRIPE_CONVERT_INTERRUPTION_HPP

//! Lets Ctrl-C and a polite kill end the program by an exception, so that no temporary file stays behind.
void catchInterruptions();

//! @throws Interruption once a signal came.
void throwIfInterrupted();

struct Interruption
{
    int signal;
};

#endif
