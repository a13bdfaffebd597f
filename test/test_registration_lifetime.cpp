// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "test_precomp.hpp"

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "support/frames.hpp"

// How long memory stays registered: what keeps it so, and what ends it.

namespace opencv_test { namespace {

const size_t kPlenty = size_t(1) << 26;

//! Counts what is given back.
class CountingAllocator final : public MatAllocator
{
public:
    UMatData* allocate(int dims, const int* sizes, int type, void* data, size_t* step, AccessFlag access,
                       UMatUsageFlags usage) const override
    {
        UMatData* u = Mat::getStdAllocator()->allocate(dims, sizes, type, data, step, access, usage);
        u->prevAllocator = u->currAllocator = this;
        return u;
    }
    bool allocate(UMatData* u, AccessFlag, UMatUsageFlags) const override { return u != nullptr; }
    void deallocate(UMatData* u) const override
    {
        ++freed;
        Mat::getStdAllocator()->deallocate(u);
    }

    mutable std::atomic<int> freed{0};
};

//! Memory of pages of its own, at an address that can be taken again.
class Pages
{
public:
    explicit Pages(size_t sizeBytes) : size_(sizeBytes), memory_(map(nullptr, 0)) {}
    ~Pages() { munmap(memory_, size_); }
    Pages(const Pages&) = delete;
    Pages& operator=(const Pages&) = delete;
    uchar* get() const { return static_cast<uchar*>(memory_); }
    //! Other pages at the same address.
    void replace()
    {
        munmap(memory_, size_);
        memory_ = map(memory_, MAP_FIXED);
    }

private:
    void* map(void* address, int flags) const
    {
        void* memory = mmap(address, size_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | flags, -1, 0);
        CV_Assert(memory != MAP_FAILED);
        return memory;
    }

    size_t size_;
    void* memory_;
};

class CUDASTRIPE_RegistrationLifetime : public testing::TestWithParam<BackendKind>
{
protected:
    void SetUp() override { backend.reset(new Backend(GetParam(), 71)); }

    std::unique_ptr<Backend> backend;
};

#define SKIP_IF_UNAVAILABLE()  \
    if (!backend->available()) \
    CUDASTRIPE_SKIP(backend->skipReason())

TEST_P(CUDASTRIPE_RegistrationLifetime, forgottenMemoryMayBeFreedAndItsAddressUsedAgain)
{
    SKIP_IF_UNAVAILABLE();
    const auto striper = registering(*backend, kPlenty, true);
    Pages srcPages(kSrcBytes), dstPages(kDstBytes);
    Mat src(kFrameSize, CV_8UC4, srcPages.get()), dst(kFrameSize, CV_8UC3, dstPages.get());
    for (int round = 0; round < 3; ++round) {
        for (int i = 0; i < 4; ++i) {
            EXPECT_EQ(i < 2 ? 0 : 2, striper->usage().registrations);
            convertNew(src, dst, *striper);
        }
        EXPECT_EQ(MemoryKind::PageLocked, backend->device()->classify(src.data).kind);
        striper->forget(src.data + 100, 1);  // any byte of it
        EXPECT_EQ(1, striper->usage().registrations);
        EXPECT_EQ(MemoryKind::Pageable, backend->device()->classify(src.data).kind);
        if (round == 1)
            striper->forgetAll();
        else
            striper->forget(dst.data, kDstBytes);
        EXPECT_EQ(0, striper->usage().registrations);
        EXPECT_EQ(0u, striper->usage().registeredBytes);
        srcPages.replace();
        dstPages.replace();
    }
}

TEST_P(CUDASTRIPE_RegistrationLifetime, memoryThatNobodyOwnsIsLeftAloneUnlessAskedFor)
{
    SKIP_IF_UNAVAILABLE();
    const auto striper = registering(*backend, kPlenty);
    std::vector<uchar> srcBytes(kSrcBytes), dstBytes(kDstBytes);
    Mat src(kFrameSize, CV_8UC4, srcBytes.data()), dst(kFrameSize, CV_8UC3, dstBytes.data());
    UMat mapped(kFrameSize, CV_8UC4, Scalar::all(3)), mappedResult(kFrameSize, CV_8UC3);
    for (int i = 0; i < 4; ++i) {
        convertNew(src, dst, *striper);
        cudastripe::cvtColor(mapped, mappedResult, COLOR_BGR2YUV, StreamRef(), *striper);
    }
    EXPECT_EQ(0, striper->usage().registrations);
}

TEST_P(CUDASTRIPE_RegistrationLifetime, anImageStaysAllocatedWhileItIsRegistered)
{
    SKIP_IF_UNAVAILABLE();
    const CountingAllocator allocator;
    {
        const auto striper = registering(*backend, kPlenty);
        Frame frame, other;
        for (Mat* image : {&frame.src, &frame.dst}) {
            const Size size = image->size();
            const int type = image->type();
            image->release();
            image->allocator = const_cast<CountingAllocator*>(&allocator);
            image->create(size, type);
        }
        for (int i = 0; i < 3; ++i)
            frame.convert(*striper);
        EXPECT_EQ(2, striper->usage().registrations);
        frame.src.release();
        EXPECT_EQ(0, allocator.freed);
        other.convert(*striper);  // any later call notices
        EXPECT_EQ(1, allocator.freed);
        EXPECT_EQ(1, striper->usage().registrations);
        frame.dst.release();
        EXPECT_EQ(1, allocator.freed);
    }
    EXPECT_EQ(2, allocator.freed);
}

// They may well lie where the last one did, and are not worth registering.
TEST_P(CUDASTRIPE_RegistrationLifetime, imagesThatAreMadeForOneCallAreHardlyEverRegistered)
{
    SKIP_IF_UNAVAILABLE();
    const auto striper = registering(*backend, kPlenty);
    int registrations = 0;
    for (int i = 0; i < 60; ++i) {
        Frame frame;
        const int before = striper->usage().registrations;
        frame.convert(*striper);
        registrations += std::max(0, striper->usage().registrations - before);
    }
    EXPECT_LE(registrations, 12);
}

TEST_P(CUDASTRIPE_RegistrationLifetime, theStriperGivesBackWhatItRegistered)
{
    SKIP_IF_UNAVAILABLE();
    Frame frame;
    auto striper = registering(*backend, kPlenty);
    for (int i = 0; i < 3; ++i)
        frame.convert(*striper);
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        // The driver's registrations are the parent's.
        int result = 0;
        try {
            striper->forgetAll();
            result = 1;
        } catch (const cv::Exception& e) {
            result = e.err.find("fork") != std::string::npos ? 0 : 2;
        }
        striper.reset();
        if (backend->simulated() && backend->simulated()->registrations().count() != 2)
            result = 3;
        _exit(result);
    }
    int status = -1;
    ASSERT_EQ(child, waitpid(child, &status, 0));
    EXPECT_EQ(0, WEXITSTATUS(status));
    frame.convert(*striper);
    EXPECT_EQ(MemoryKind::PageLocked, backend->device()->classify(frame.src.data).kind);
    striper.reset();
    EXPECT_EQ(MemoryKind::Pageable, backend->device()->classify(frame.src.data).kind);
}

// Threads with images of their own and one in common, while another forgets whatever there is.
TEST_P(CUDASTRIPE_RegistrationLifetime, manyThreads)
{
    SKIP_IF_UNAVAILABLE();
    const auto striper = registering(*backend, 3 * (kSrcBytes + kDstBytes));
    RNG rng(73);
    const Mat common = randomImage(kFrameSize, CV_8UC4, rng);
    Mat expected;
    cv::cvtColor(common, expected, COLOR_BGR2YUV);
    std::atomic<int> wrong{0}, running{4};
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
        threads.emplace_back([&, t] {
            const OwnedStream stream(*backend->device(), "caller");
            Mat own = common.clone(), dst(kFrameSize, CV_8UC3), whole(2 * kFrameSize.height, kFrameSize.width, CV_8UC3);
            for (int i = 0; i < 40; ++i) {
                Mat result = i % 5 ? dst : whole.rowRange(i, i + kFrameSize.height);
                const StreamRef ref = t % 2 ? StreamRef(StreamHandle(StreamId(stream).get())) : StreamRef();
                result.setTo(Scalar::all(9));
                cudastripe::cvtColor(i % 2 ? own : common, result, COLOR_BGR2YUV, ref, *striper);
                wrong += !differences(expected, result, 0).empty();
            }
            --running;
        });
    }
    while (running > 0) {
        striper->forget(common.data, kSrcBytes);
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        EXPECT_LE(striper->usage().registeredBytes, striper->params().registrationLimit);
    }
    for (std::thread& thread : threads)
        thread.join();
    EXPECT_EQ(0, wrong);
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_RegistrationLifetime,
                       testing::Values(BackendKind::Simulated, BackendKind::Cuda));

}}  // namespace opencv_test
