// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The engines of a device in virtual time.

#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "opencv2/cudastripe/simulate.hpp"

namespace cv { namespace cudastripe {

//! A copy, a kernel, or work of a host thread.
struct EngineTask
{
    Stage stage;
    int stripe;
    size_t queue;               //!< its stream, or its host thread
    double bytes;               //!< moved, or read and written
    double issued;              //!< seconds; no engine starts it before
    std::vector<size_t> after;  //!< tasks that must have signalled before it starts

    bool onHost() const { return stage == Stage::StageIn || stage == Stage::StageOut || stage == Stage::RunHost; }
};

/** @brief Runs tasks on the engines of a device in virtual time.

A task occupies an engine, first for a gap, then at a rate that depends on what else is running: copies of both
directions slow each other, kernels share one rate, and copies and host work share the rate of host memory. */
class CV_EXPORTS EngineModel
{
public:
    explicit EngineModel(const DeviceProfile& profile);

    //! Adds a task, in the order of issue; it must not have been issued before now().
    size_t add(const EngineTask& task);

    double now() const { return now_; }
    //! Lets time pass until `seconds` or until a task ends, whichever is first; true if a task ended.
    bool advance(double seconds);
    //! True if the task has ended and its end has been signalled.
    bool signalled(size_t id) const { return tasks_[id].signalled <= now_; }

    size_t size() const { return tasks_.size(); }
    const EngineTask& task(size_t id) const { return tasks_[id]; }
    double started(size_t id) const { return tasks_[id].started; }
    double ended(size_t id) const { return tasks_[id].ended; }
    //! The name of the engine that ran a device's task.
    String engineOf(size_t id) const { return engines_[tasks_[id].engine].name; }

private:
    struct Task : EngineTask
    {
        explicit Task(const EngineTask& task) : EngineTask(task), bytesLeft(task.bytes) {}
        //! Runs for a while; true if the task then has ended.
        bool pass(double seconds, double rate);

        double bytesLeft;
        double gap = 0;  //!< seconds left before bytes move
        size_t engine = 0;
        bool hasEnded = false;
        double started = 0, ended = 0, signalled = HUGE_VAL;
    };

    struct Engine
    {
        String name;
        std::vector<Stage> stages;
        bool busy = false;
        double idleSince = -1;
        std::optional<size_t> lastQueue = {};

        bool serves(Stage stage) const { return std::count(stages.begin(), stages.end(), stage) > 0; }
    };

    double readyAt(const Task& task) const;
    double gapOf(const Task& task, const Engine& engine) const;
    bool blockedInQueue(size_t place) const;
    void startReady();
    double rateOf(Stage stage) const;
    //! The rates of running tasks, in the order of `running_`, within the rate of host memory.
    std::vector<double> ratesOfRunning() const;
    //! The time when a waiting task becomes ready, or a running one ends its gap or its bytes, whichever is first.
    double nextChange(const std::vector<double>& rates) const;
    void end(size_t id);
    bool heldBySuccessor(size_t id) const;

    const DeviceProfile profile_;
    double now_ = 0;
    std::vector<Engine> engines_;
    std::vector<Task> tasks_;
    std::vector<size_t> waiting_;  // in the order of issue
    std::vector<size_t> running_;
};

}}  // namespace cv::cudastripe
