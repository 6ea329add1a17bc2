// SPDX-License-Identifier: Apache-2.0
// CrossingLocator: where within a step the first root function crosses zero.
//
// In three phases. First the crossing is bracketed on the interpolated motion, with one evaluation per sample. Then the
// state just short of it is taken from a step that ends there, or from the interpolation where that is as accurate as
// any step. The remainder is a parabola so short that no step would be more accurate. The end that is kept is past the
// crossing.
#pragma once

#include <span>
#include <vector>

#include "simulation/searched_step.h"

namespace tangible {

class CrossingLocator {
 public:
  // longest_final_step: relative to the step; zero if the curvature of the motion is not known.
  CrossingLocator(std::size_t roots, double longest_final_step);

  struct Search {
    double h;          // the length of the step
    double tolerance;  // of the time of the crossing
    bool interpolates;
  };
  struct Location {
    SimulationStatus status = SimulationStatus::ok;
    double at = 0;                // where the step ends
    double final_step_start = 0;  // the last step before the final one ended there
    // The step ends before a jump that only its stages would have passed; the next one, much shorter, comes nearer.
    bool before_jump = false;
  };
  // start and end: root functions at the ends of the step, of which at least one has crossed.
  Location locate(SearchedStep& step, std::span<const double> start, std::span<const double> end, const Search& search);
  // Root functions past the crossing, and before it.
  std::vector<double>& past() { return high_; }
  std::vector<double>& before() { return low_; }

 private:
  struct Bracket {
    double low, high;
  };
  // Where which root function crosses zero, and its rate there.
  struct Prediction {
    std::size_t root;
    double at, slope;
  };
  struct FinalStepRange {
    double first, longest;
  };
  struct FinalStep {
    SimulationStatus status;
    bool arrived;
  };
  Prediction predict_crossing(Bracket bracket, double third) const;
  SimulationStatus bracket_crossing(Prediction& prediction);
  SimulationStatus refine_crossing(Prediction prediction);
  SimulationStatus end_at_bracket(Bracket bracket, Prediction prediction);
  FinalStep step_past_crossing(Bracket bracket, FinalStepRange range, Prediction prediction);

  const double longest_final_step_;
  SearchedStep* step_ = nullptr;
  Search search_{};
  Location location_;
  std::span<const double> start_;
  std::vector<double> low_, high_, sample_;
};

}  // namespace tangible
