// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// Says which way a call takes and why, finds the fastest way by trying, and uses it.

#include <iostream>
#include <opencv2/cudastripe.hpp>

namespace stripe = cv::cudastripe;

int main()
{
    cv::Mat bgra(1080, 1920, CV_8UC4, cv::Scalar(1, 2, 3, 4)), yuv;
    const auto call = [&](stripe::Striper& striper) {
        stripe::cvtColor(bgra, yuv, cv::COLOR_BGR2YUV, stripe::StreamRef(), striper);
    };

    stripe::Striper& striper = stripe::Striper::getDefault();
    const stripe::RouteChoice choice = striper.explain(call);  // runs nothing: what each route would take
    std::cout << choice.toString() << "\n";

    const stripe::Tuning tuning = striper.tune(call, 3);  // runs each route three times
    std::cout << "fastest: " << tuning.toString() << "\n";

    // A tuning is a value: cv::FileStorage keeps it for the next start of the program.
    cv::FileStorage out(".yml", cv::FileStorage::WRITE | cv::FileStorage::MEMORY);
    out << "tuning" << tuning;
    const cv::FileStorage in(out.releaseAndGetString(), cv::FileStorage::READ | cv::FileStorage::MEMORY);
    stripe::Tuning stored;
    in["tuning"] >> stored;

    stripe::StriperParams params = stripe::StriperParams::forCurrentDevice();
    params.use(stored);
    stripe::Striper tuned(params);
    call(tuned);
    const bool right = yuv.at<cv::Vec3b>(0, 0)[0] == 2;  // luma of the colour above
    return right && stored.route == tuning.route && !choice.estimates.empty() ? 0 : 1;
}
