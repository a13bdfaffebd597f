// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef STRIPE_MOSAIC_CHECKPOINT_HPP
#define STRIPE_MOSAIC_CHECKPOINT_HPP

#include <map>
#include <string>
#include <vector>

#include "output_layout.hpp"
#include "ranks.hpp"

//! An output that is not whole yet, OUTPUT.part, and beside it OUTPUT.bands: a line for each finished band. Rank 0 has
//! it. Bands of any size count, so that a run with other ranks or other memory goes on. @throws UserError
class Checkpoint
{
public:
    //! Goes on with what is there, or begins. @param key what makes the output: lines of another key are refused.
    //! @param reserve allocates the disk's space at the beginning.
    Checkpoint(const std::string& output, const OutputLayout& layout, const std::string& key, bool restart,
               bool reserve);
    ~Checkpoint();
    Checkpoint(const Checkpoint&) = delete;
    Checkpoint& operator=(const Checkpoint&) = delete;

    const std::string& partName() const { return part_; }
    //! What is left, cut into bands of at most so many rows.
    std::vector<Band> missing(int bandRows) const;
    //! Adds bands whose data is on the disk; returns when the lines are there, too.
    void add(const std::vector<DoneBand>& done);
    int rowsDone() const { return rowsDone_; }
    //! Of all rows, whoever converted them.
    std::uint64_t hash() const;
    //! The output gets its name, and the checkpoint is removed.
    void commit();

private:
    bool load(const std::string& key);
    void begin(const OutputLayout& layout, const std::string& key, bool reserve);
    void insert(const DoneBand& done);

    const std::string output_, part_, bands_;
    const int rows_;
    const std::int64_t bytes_;
    int file_ = -1;
    int rowsDone_ = 0;
    std::map<int, DoneBand> done_;
};

#endif
