// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// See engine_model.hpp.

#include "engine_model.hpp"

namespace cv { namespace cudastripe {
namespace {

constexpr double kInstant = 1e-13;  // seconds: times that differ by less count as equal

}  // namespace

EngineModel::EngineModel(const DeviceProfile& profile) : profile_(profile)
{
    CV_Assert(profile.copyEngines >= 1 && profile.copyEngines <= 3 && profile.kernelEngines >= 1);
    if (profile.copyEngines > 1) {
        engines_.push_back({"upload engine", {Stage::Upload}});
        engines_.push_back({"download engine", {Stage::Download}});
    }
    if (profile.copyEngines != 2)
        engines_.push_back({"copy engine", {Stage::Upload, Stage::Download}});
    for (int i = 0; i < profile.kernelEngines; ++i)
        engines_.push_back({i == 0 ? String("kernel engine") : format("kernel engine %d", i + 1), {Stage::RunDevice}});
}

size_t EngineModel::add(const EngineTask& task)
{
    CV_Assert(task.issued >= now_ - kInstant);
    const size_t id = tasks_.size();
    tasks_.emplace_back(task);
    waiting_.push_back(id);
    return id;
}

double EngineModel::readyAt(const Task& task) const
{
    double ready = task.issued;
    for (size_t other : task.after) {
        const Task& before = tasks_[other];
        const double latency = before.queue != task.queue || before.onHost() ? profile_.handOverSeconds
                               : before.stage != task.stage                  ? profile_.switchSeconds
                                                                             : 0;
        ready = std::max(ready, before.signalled + latency);
    }
    return ready;
}

double EngineModel::gapOf(const Task& task, const Engine& engine) const
{
    if (task.stage == Stage::RunDevice)
        return profile_.kernelGapSeconds;
    double gap = engine.idleSince < now_ - kInstant ? profile_.startSeconds : 0;
    if (engine.lastQueue && engine.lastQueue != task.queue)
        gap += profile_.otherStreamSeconds;
    return gap + (task.stage == Stage::Upload ? profile_.uploadGapSeconds : profile_.downloadGapSeconds);
}

// If each engine has one queue, only the first task that waits for an engine may start there.
bool EngineModel::blockedInQueue(size_t place) const
{
    const Task& task = tasks_[waiting_[place]];
    if (profile_.queues == HardwareQueues::PerStream || task.onHost())
        return false;
    return std::any_of(waiting_.begin(), waiting_.begin() + std::ptrdiff_t(place), [&](size_t earlier) {
        return std::any_of(engines_.begin(), engines_.end(), [&](const Engine& engine) {
            return engine.serves(task.stage) && engine.serves(tasks_[earlier].stage);
        });
    });
}

void EngineModel::startReady()
{
    std::vector<std::pair<double, size_t>> ready;
    for (size_t i = 0; i < waiting_.size(); ++i) {
        const double at = readyAt(tasks_[waiting_[i]]);
        if (at <= now_ + kInstant && !blockedInQueue(i))
            ready.push_back({at, waiting_[i]});
    }
    // Tasks start in the order in which they became ready. Those that became ready at once start in the order of issue.
    std::sort(ready.begin(), ready.end());
    for (const auto& candidate : ready) {
        Task& task = tasks_[candidate.second];
        if (!task.onHost()) {
            const auto engine = std::find_if(engines_.begin(), engines_.end(),
                                             [&](const Engine& e) { return !e.busy && e.serves(task.stage); });
            if (engine == engines_.end())
                continue;
            task.engine = size_t(engine - engines_.begin());
            task.gap = gapOf(task, *engine);
            engine->busy = true;
        }
        task.started = now_;
        running_.push_back(candidate.second);
        waiting_.erase(std::find(waiting_.begin(), waiting_.end(), candidate.second));
    }
}

double EngineModel::rateOf(Stage stage) const
{
    const auto running = [&](Stage wanted) {
        return std::count_if(running_.begin(), running_.end(),
                             [&](size_t other) { return tasks_[other].stage == wanted && tasks_[other].gap <= 0; });
    };
    switch (stage) {
    case Stage::Upload:
        return (running(Stage::Download) ? profile_.uploadRateBesideDownload : profile_.uploadRate) /
               double(running(stage));
    case Stage::Download:
        return (running(Stage::Upload) ? profile_.downloadRateBesideUpload : profile_.downloadRate) /
               double(running(stage));
    case Stage::RunDevice:
        return profile_.kernelRate / double(running(stage));
    case Stage::RunHost:
        return profile_.hostRunRate;
    default:
        return profile_.hostCopyRate;
    }
}

// If copy engines and host threads need more than the memory's rate, all are slowed by the same factor.
std::vector<double> EngineModel::ratesOfRunning() const
{
    std::vector<double> rates;
    double wanted = 0;
    for (size_t id : running_) {
        rates.push_back(rateOf(tasks_[id].stage));
        if (tasks_[id].stage != Stage::RunDevice && tasks_[id].gap <= 0)
            wanted += rates.back();
    }
    const double share = wanted > profile_.hostMemoryRate ? profile_.hostMemoryRate / wanted : 1;
    for (size_t i = 0; i < running_.size(); ++i)
        rates[i] *= tasks_[running_[i]].stage == Stage::RunDevice ? 1 : share;
    return rates;
}

double EngineModel::nextChange(const std::vector<double>& rates) const
{
    double next = HUGE_VAL;
    for (size_t id : waiting_) {
        const double at = readyAt(tasks_[id]);
        if (at > now_ + kInstant)
            next = std::min(next, at);
    }
    for (size_t i = 0; i < running_.size(); ++i) {
        const Task& task = tasks_[running_[i]];
        next = std::min(next, now_ + (task.gap > 0 ? task.gap : task.bytesLeft / rates[i]));
    }
    return next;
}

bool EngineModel::Task::pass(double seconds, double rate)
{
    if (gap > 0) {
        gap = gap - seconds <= kInstant ? 0 : gap - seconds;
        if (gap > 0 || bytesLeft > 0)
            return false;
    } else {
        bytesLeft -= seconds * rate;
    }
    return bytesLeft <= rate * kInstant;
}

bool EngineModel::advance(double seconds)
{
    for (;;) {
        startReady();
        const std::vector<double> rates = ratesOfRunning();
        const double next = std::min(seconds, nextChange(rates));
        if (next == HUGE_VAL)
            return false;
        const double passed = std::max(0., next - now_);
        std::vector<size_t> ending;
        for (size_t i = 0; i < running_.size(); ++i) {
            if (tasks_[running_[i]].pass(passed, rates[i]))
                ending.push_back(running_[i]);
        }
        now_ = std::max(now_, next);
        for (size_t id : ending)
            end(id);
        if (!ending.empty())
            return true;
        if (now_ >= seconds)
            return false;
    }
}

void EngineModel::end(size_t id)
{
    running_.erase(std::find(running_.begin(), running_.end(), id));
    tasks_[id].hasEnded = true;
    tasks_[id].ended = now_;
    if (!tasks_[id].onHost()) {
        Engine& engine = engines_[tasks_[id].engine];
        engine.busy = false;
        engine.idleSince = now_;
        engine.lastQueue = tasks_[id].queue;
    }
    // Earlier kernels that were held back by this one signal now, too.
    for (size_t i = id + 1; i-- > 0;) {
        Task& task = tasks_[i];
        if (task.onHost() && i != id)
            continue;
        if (!task.hasEnded || signalled(i) || heldBySuccessor(i))
            return;
        task.signalled = now_;
    }
}

// With heldCompletion, a kernel cannot signal while the device's next task, in the order of issue, is a kernel of
// another stream that has not signalled.
bool EngineModel::heldBySuccessor(size_t id) const
{
    if (!profile_.heldCompletion || tasks_[id].stage != Stage::RunDevice)
        return false;
    size_t next = id + 1;
    while (next < tasks_.size() && tasks_[next].onHost())
        ++next;
    return next < tasks_.size() && tasks_[next].stage == Stage::RunDevice && tasks_[next].queue != tasks_[id].queue &&
           !signalled(next);
}

}}  // namespace cv::cudastripe
