// SPDX-License-Identifier: Apache-2.0
// Numerical Kane in the loop: the rows that hold now, embedded in the unconstrained equations without allocation.
//
// The unconstrained system at one state is mass u' = forcing + rows^T force, and every declared constraint is a row
// rows u + constants = 0 with its rate rows u' + remainders = 0. Which of the rows are active is data. For the active
// ones: partition of the speeds, D and E of Gillespie (5), recombination (44) and (45) with T = [1; D], p equations in
// p unknowns.
//
// The same algebra answers four questions. solve() finds the x that minimises x^T M x / 2 - f^T x under A x + r = 0
// (Gauss's principle), which is
//   the accelerations     f = forcing,   r = rate remainders;
//   speeds after imposing f = M u-,      r = constants                    (impose);
//   a projection          f = 0,         r = errors of the configuration  (project, dynamics/projection.h);
//   a response            f = a load,    r = 0                            (evaluate_response).
//
// Arrays are the caller's, row by row; rows are indexed as declared, active or not. Memory is taken by the
// constructor, nothing below allocates, throws or locks.
#pragma once

#include <span>
#include <vector>

#include "dynamics/dense.h"
#include "dynamics/speed_selection.h"

namespace tangible {

enum class DynamicsStatus {
  ok,
  singular_configuration,  // rows that are independent elsewhere are not here: D of the last regular state is held
  inconsistent_rows,       // a redundant row contradicts the rows it depends on
  singular_mass,           // a freedom without mass is left: no accelerations
  friction_paradox,        // a friction load grows faster than the normal force that should carry it
  too_many_couplings,      // more friction loads than the capacity given to the constructor
  not_finite               // the caller's numbers are not numbers
};

// When the choice of speeds is made again. D is measured in scaled speeds (dynamics/speed_selection.h), where the best
// choice has entries near one.
struct EmbeddingLimits {
  SelectionTolerances selection;
  double reselect = 100;         // entries of D above it: choose again, before accuracy suffers
  double pivot_decay = 0.3;      // pivots that fall so far below their best: rows that were dropped may serve better
  double singular = 1e-6;        // pivots below it: at a singular configuration, unless
  double regular = 1e-3;         // every row adds so much to the others: then other speeds serve
  double outgrown = 8;           // pivots above it: a row has become so much longer than when it was scaled
  double rank_rise = 1e-3;       // a dropped row moves by so much: it determines a speed after all
  double inconsistent = 1e-4;    // relative error of a row that follows from others
  double smallest_mass = 1e-13;  // of an embedded pivot, against its diagonal entry
};

// Friction that follows a constraint force: each unit of the force of an active row adds `load` to the forcing.
struct LoadCoupling {
  int row = 0;                   // declared index of an active row
  std::span<const double> load;  // nu generalized forces per unit of the row's force
};

// The effect of an impulse on the kinetic energy; rows that move (constants not zero) may add energy.
struct ImpositionReport {
  DynamicsStatus status = DynamicsStatus::ok;
  double energy_before = 0;
  double energy_after = 0;
  double loss() const { return energy_before - energy_after; }
};

class ConstrainedDynamics {
 public:
  // speeds: nu; rows: number of declared rows; couplings: most friction loads at a time.
  ConstrainedDynamics(int speeds, int rows, int couplings = 8);

  EmbeddingLimits limits;

  // The rows that are active from now on. The next embed() chooses speeds afresh. generic_rank, if known (evaluated at
  // other configurations that satisfy the rows), separates a singular start from rows redundant everywhere.
  void activate(std::span<const int> rows, int generic_rank = -1);

  // At one state: partition, D, E, and the embedded mass matrix factored. The arrays must stay until the last solve().
  // mass: nu x nu, symmetric; rows: all declared, m x nu; constants: m.
  [[nodiscard]] DynamicsStatus embed(std::span<const double> mass, std::span<const double> rows,
                                     std::span<const double> constants);

  // Dependent speeds from the independent ones, Gillespie (5).
  void complete_speeds(std::span<double> u) const;

  // See above; x has nu entries. row_forces, if not empty, gets the forces of all declared rows, zero where inactive:
  // rows^T row_forces = mass x - forcing, of smallest norm where they are not unique.
  [[nodiscard]] DynamicsStatus solve(std::span<const double> forcing, std::span<const double> remainders,
                                     std::span<double> x, std::span<double> row_forces = {});
  // The same with loads that follow the forces of rows. row_forces is not optional here.
  [[nodiscard]] DynamicsStatus solve(std::span<const double> forcing, std::span<const double> remainders,
                                     std::span<const LoadCoupling> couplings, std::span<double> x,
                                     std::span<double> row_forces);
  // Speeds after the active rows were imposed at once, rows u+ + constants = 0, with the momenta of the remaining
  // freedom unchanged: u+ = T w + u_p, (T^T M T) w = T^T M (u- - u_p). Valid for redundant rows. Needs embed() at this
  // configuration. impulses: by declared row, or empty. u stays as it was if the status is bad.
  [[nodiscard]] ImpositionReport impose(std::span<const double> constants, std::span<double> u,
                                        std::span<double> impulses = {});
  // The d of smallest d^T M d with rows d + errors = 0.
  [[nodiscard]] DynamicsStatus project(std::span<const double> errors, std::span<double> d);
  // x = T (T^T M T)^-1 T^T load: what the freedom that is left answers to a load.
  void evaluate_response(std::span<const double> load, std::span<double> x);

  int speeds() const { return n_; }
  int rows() const { return m_; }
  int rank() const { return selection_.rank(); }
  std::span<const double> mass() const { return {mass_, static_cast<std::size_t>(n_ * n_)}; }
  const double* row(int i) const { return rows_ + i * n_; }
  std::span<const int> active_rows() const { return {active_.data(), active_count_}; }
  std::span<const int> independent_speeds() const { return selection_.independent(); }
  std::span<const int> dependent_speeds() const { return selection_.dependent(); }
  // Rows that follow from the others at this state.
  std::span<const int> redundant_rows() const { return selection_.dropped_rows(); }
  bool force_is_unique(int row) const { return unique_[static_cast<std::size_t>(row)] != 0; }
  // D(s, r): dependent speed s by independent speed r; E(s).
  double D(int s, int r) const { return d_.row(s)[r]; }
  double E(int s) const { return d_.row(s)[selection_.independent().size()]; }
  // Largest entry of D in scaled speeds, smallest pivot of the scaled rows, and how often speeds were chosen.
  double largest_D() const { return largest_d_; }
  double smallest_pivot() const { return smallest_pivot_; }
  // Of the last solution with friction loads: one without friction, zero where Painleve's paradox begins.
  double friction_margin() const { return friction_margin_; }
  long selections() const { return selections_; }

 private:
  void select(int highest_rank);
  bool has_better_selection();
  void factor_rows(const double* constants);
  void recombine_mass();
  bool rank_rises() const;
  void relate_dropped_rows();
  void solve_transposed(double* g, double* lambda) const;
  bool dropped_rows_are_finite(const double* constants) const;
  bool contradicts(const double* values, const double* x) const;
  bool unsolvable() const { return status_ == DynamicsStatus::singular_mass || status_ == DynamicsStatus::not_finite; }
  void solve_rates(const double* forcing, const double* remainders, double* x);
  void solve_independent(const double* forcing, double* x);
  // Their arithmetic for sizes known at compile time, and for any others; see embedding_kernels.cpp.
  template <class Sizes>
  void factor_rows_of(Sizes sizes, const double* constants);
  template <class Sizes>
  void eliminate(Sizes sizes);
  template <class Sizes>
  void substitute_back(Sizes sizes);
  template <class Sizes>
  bool recombine_mass_of(Sizes sizes);
  template <class Sizes>
  void solve_dependent_of(Sizes sizes, const double* remainders);
  template <class Sizes>
  void solve_independent_of(Sizes sizes, const double* forcing, double* x);
  void distribute_forces(const double* forcing, const double* x, double* row_forces);

  int n_;
  int m_;
  const double* mass_ = nullptr;
  const double* rows_ = nullptr;
  SpeedSelection selection_;
  SpeedSelection other_;  // to compare with
  std::vector<int> active_;
  std::size_t active_count_ = 0;
  int generic_rank_ = 0;
  bool rank_is_known_ = false;
  bool chosen_ = false;       // a selection for the active rows exists
  bool D_is_frozen_ = false;  // D is that of an earlier state
  bool has_regular_ = false;  // there is an earlier state to hold
  double largest_d_ = 0;
  double friction_margin_ = 1;
  double best_pivot_ = 0;  // since the speeds were chosen
  double smallest_pivot_ = 1;
  double largest_pivot_ = 0;
  long selections_ = 0;
  DynamicsStatus status_ = DynamicsStatus::ok;
  PaddedTable lu_;          // r x (r + p + 1): scaled dependent columns, independent ones, constants
  std::vector<int> pivot_;  // row of lu_, and index in used_rows, of the k-th pivot
  std::vector<double> inverse_pivot_;
  PaddedTable d_;                     // r x (p + 1): D and E
  std::vector<double> g_;             // r: dependent rates are D w' + G
  std::vector<double> zero_;          // r
  PaddedTable mt_;                    // n x p: M T
  SymmetricFactor reduced_;           // T^T M T
  std::vector<double> w_;             // p
  std::vector<double> h_;             // n: scratch
  std::vector<double> momentum_;      // n
  std::vector<double> speeds_after_;  // n
  std::vector<double> load_;          // r: scratch
  std::vector<double> lambda_;        // r
  PaddedTable relation_;              // dropped x r: a dropped row as a combination of used ones
  SymmetricFactor gram_;              // r: 1 + C^T C for forces of smallest norm
  std::vector<char> unique_;          // m
  int coupling_capacity_;
  PaddedTable response_;         // couplings x n
  PaddedTable response_forces_;  // couplings x m
  PaddedTable coupling_;         // couplings x (couplings + 1)
};

}  // namespace tangible
