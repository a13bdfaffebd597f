// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// The main() of samples that do nothing before they read their arguments: a linker takes it where there is no other.

#include "sample_main.hpp"

int main(int argc, char** argv)
{
    return sampleMain(thisSample, argc, argv);
}
