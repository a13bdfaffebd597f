// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "table.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>

#include "../common/sample_main.hpp"

using namespace cv::cudastripe;

namespace {

const char* const columns =
    "kernel,policy,distance,padding,block_threads,blocks_per_multiprocessor,median_ms,p10_ms,p90_ms,speed_up";

std::string spread(const Measurement& m)
{
    return cv::format("%.4f ms (%.4f to %.4f)", m.medianMs, m.p10Ms, m.p90Ms);
}

std::string text(const Measurements& loop)
{
    const Measurement& best =
        *std::min_element(loop.all.begin(), loop.all.end(),
                          [](const Measurement& a, const Measurement& b) { return a.medianMs < b.medianMs; });
    std::string lines = cv::format("%s: %s\n%-26s", loop.loop.c_str(), toString(loop.plain().shape).c_str(), "");
    for (int distance = 1; distance <= PrefetchShape::kMaxDistance; ++distance)
        lines += cv::format("%6d", distance);
    for (const Series& series : allSeries()) {
        lines += cv::format("\n%-26s", series.name().c_str());
        for (int distance = 1; distance <= PrefetchShape::kMaxDistance; ++distance) {
            const Measurement* const found = loop.find(series, distance);
            lines += found ? cv::format("%6.2f", loop.speedUp(*found)) : "     -";
        }
    }
    return lines + cv::format("\nplain: %s\nbest: %.2f x plain: %s, padding %d, distance %d: %s\n",
                              spread(loop.plain()).c_str(), loop.speedUp(best), toString(best.shape.policy).c_str(),
                              best.shape.padding, best.shape.distance, spread(best).c_str());
}

Prefetch parsePolicy(const std::string& name)
{
    for (int policy = 0; policy < kPrefetchPolicies; ++policy) {
        if (name == toString(static_cast<Prefetch>(policy)))
            return static_cast<Prefetch>(policy);
    }
    throw UserError("no policy is called '" + name + "'");
}

Measurement parseLine(const std::string& line, std::string& loop)
{
    std::istringstream in(line);
    std::string policy;
    Measurement m;
    PrefetchShape& shape = m.shape;
    char c[7] = {};
    std::getline(in, loop, ',');
    std::getline(in, policy, ',');
    in >> shape.distance >> c[0] >> shape.padding >> c[1] >> shape.blockThreads >> c[2] >>
        shape.blocksPerMultiprocessor >> c[3] >> m.medianMs >> c[4] >> m.p10Ms >> c[5] >> m.p90Ms >> c[6];
    if (!in || std::string(c, 7) != ",,,,,,," || !(m.medianMs > 0))
        throw UserError("not a line of " + std::string(columns));
    shape.policy = parsePolicy(policy);
    return m;
}

}  // namespace

std::string Series::name() const
{
    return std::string(toString(policy)) + (padded ? ", padded" : "");
}

bool Series::usesShared() const
{
    return shape(1, {}).sharedBytes(1) > 0;
}

PrefetchShape Series::shape(int distance, const PrefetchShape& like) const
{
    const int padding = padded ? PrefetchShape::conflictFreePadding(distance) : 0;
    return {policy, distance, padding, like.blockThreads, like.blocksPerMultiprocessor};
}

std::vector<Series> allSeries()
{
    std::vector<Series> all;
    for (int policy = 1; policy < kPrefetchPolicies; ++policy) {
        all.push_back({static_cast<Prefetch>(policy), false});
        if (all.back().usesShared())
            all.push_back({all.back().policy, true});
    }
    return all;
}

std::vector<PrefetchShape> allShapes(const Loop& loop)
{
    std::vector<PrefetchShape> all = {loop.shape};
    for (const Series& series : allSeries()) {
        for (int distance = 1; distance <= PrefetchShape::kMaxDistance; ++distance) {
            const PrefetchShape shape = series.shape(distance, loop.shape);
            if (std::find(all.begin(), all.end(), shape) == all.end())  // some distances need no padding
                all.push_back(shape);
        }
    }
    return all;
}

std::vector<double> resultOf(const Loop& loop, std::int64_t count)
{
    std::vector<double> result(static_cast<std::size_t>(count));
    for (std::size_t i = 0; i < result.size(); ++i)
        result[i] = loop.work(static_cast<double>(i));
    return result;
}

const Measurement& Measurements::plain() const
{
    for (const Measurement& measurement : all) {
        if (measurement.shape.policy == Prefetch::Plain)
            return measurement;
    }
    throw UserError(loop + ": there is no measurement of Plain");
}

const Measurement* Measurements::find(const Series& series, int distance) const
{
    for (const Measurement& measurement : all) {
        if (measurement.shape == series.shape(distance, measurement.shape))
            return &measurement;
    }
    return nullptr;
}

std::string text(const Table& table)
{
    std::string all = table.title + "\nspeed-up over plain by distance, medians\n";
    for (const Measurements& loop : table.loops)
        all += "\n" + text(loop);
    return all;
}

std::string csv(const Table& table)
{
    std::string lines = "# " + table.title + "\n" + columns + "\n";
    for (const Measurements& loop : table.loops) {
        for (const Measurement& m : loop.all) {
            lines +=
                cv::format("%s,%s,%d,%d,%d,%d,%.6f,%.6f,%.6f,%.4f\n", loop.loop.c_str(),
                           toString(m.shape.policy).c_str(), m.shape.distance, m.shape.padding, m.shape.blockThreads,
                           m.shape.blocksPerMultiprocessor, m.medianMs, m.p10Ms, m.p90Ms, loop.speedUp(m));
        }
    }
    return lines;
}

Table readCsv(const std::string& fileName)
{
    Table table;
    std::ifstream in(fileName);
    if (!in)
        throw UserError(fileName + ": cannot be read");
    char text[1000];
    for (int number = 1; in.getline(text, sizeof text); ++number) {
        const std::string line = text;
        if (line.substr(0, 2) == "# ")
            table.title = line.substr(2);
        if (line == columns || line.substr(0, 2) == "# ")
            continue;
        try {
            std::string loop;
            const Measurement m = parseLine(line, loop);
            if (table.loops.empty() || table.loops.back().loop != loop)
                table.loops.push_back({loop, {}});
            table.loops.back().all.push_back(m);
        } catch (const UserError& error) {
            throw UserError(fileName + ", line " + std::to_string(number) + ": " + error.what());
        }
    }
    if (!in.eof())
        throw UserError(fileName + ": cannot be read, or has a line that is too long");
    if (table.loops.empty())
        throw UserError(fileName + ": there are no measurements in it");
    return table;
}
