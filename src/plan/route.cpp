// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "route.hpp"

#include <algorithm>

namespace cv { namespace cudastripe {

bool has(const Route& route, Stage stage)
{
    return std::find(route.begin(), route.end(), stage) != route.end();
}

Route hostRoute()
{
    return {Stage::RunHost};
}

Route deviceRoute(End src, End dst)
{
    Route route;
    if (src == End::Ordinary)
        route.push_back(Stage::StageIn);
    if (src != End::Device)
        route.push_back(Stage::Upload);
    route.push_back(Stage::RunDevice);
    if (dst != End::Device)
        route.push_back(Stage::Download);
    if (dst == End::Ordinary)
        route.push_back(Stage::StageOut);
    return route;
}

Route directRoute(End src, End dst)
{
    Route route;
    if (src == End::Ordinary)
        route.push_back(Stage::StageIn);
    route.push_back(Stage::RunDevice);
    if (dst == End::Ordinary)
        route.push_back(Stage::StageOut);
    return route;
}

String toString(const Route& route)
{
    static const char* const names[] = {"stage in", "upload", "run on device", "run on host", "download", "stage out"};
    String text;
    for (Stage stage : route)
        text += (text.empty() ? "" : " > ") + String(names[static_cast<int>(stage)]);
    return text;
}

}}  // namespace cv::cudastripe
