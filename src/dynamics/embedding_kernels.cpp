// SPDX-License-Identifier: Apache-2.0
// The arithmetic of the embedding: rows factored, masses recombined, rates solved for.
//
// Each kernel is written once for any sizes. For mechanisms of a few speeds the compiler makes one of it for every
// size: loops of one to four turns cost more than what they do. Larger ones are worked on four numbers at a time where
// the processor can, two at a time elsewhere. All of them do the same operations in the same order.
#include <cmath>
#include <numeric>
#include <type_traits>
#include <utility>

#include "dynamics/constrained_dynamics.h"
#include "dynamics/index.h"

namespace tangible {

namespace {

// n speeds, r of them dependent, p independent; and how many numbers are worked on at a time, of rows and of what there
// are p of.
struct AnySizes {
  using Pack = Pack2;
  using FreePack = Pack2;
  int n, r, p;
};
struct WideSizes {
  using Pack = Pack4;
  using FreePack = Pack4;
  int n, r, p;
};
template <int N, int R>
struct KnownSizes {
  using Pack = Pack2;
  using FreePack = std::conditional_t<N - R == 1, double, Pack2>;
  static constexpr int n = N, r = R, p = N - R;
};
template <class Pack>
constexpr int lanes = static_cast<int>(sizeof(Pack) / sizeof(double));
template <class Pack>
constexpr int whole(int width) {
  return (width + lanes<Pack> - 1) / lanes<Pack> * lanes<Pack>;
}

// Four numbers at a time need a processor that has registers for them.
#ifdef __x86_64__
const bool has_four_lanes = __builtin_cpu_supports("avx2");
template <class Work>
[[gnu::target("avx2")]] void with_four_lanes(int n, int r, const Work& work) {
  work(WideSizes{n, r, n - r});
}
#else
constexpr bool has_four_lanes = false;
template <class Work>
void with_four_lanes(int n, int r, const Work& work) {
  work(AnySizes{n, r, n - r});
}
#endif

template <int N, class Work>
void with_rank(int r, const Work& work) {
  switch (r) {
    case 0: return work(KnownSizes<N, 0>{});
    case 1: return work(KnownSizes<N, 1>{});
    case 2: return work(KnownSizes<N, std::min(2, N)>{});
    case 3: return work(KnownSizes<N, std::min(3, N)>{});
    default: return work(KnownSizes<N, N>{});
  }
}

template <class Work>
void with_sizes(int n, int r, const Work& work) {
  switch (n) {
    case 1: return with_rank<1>(r, work);
    case 2: return with_rank<2>(r, work);
    case 3: return with_rank<3>(r, work);
    case 4: return with_rank<4>(r, work);
    default: break;
  }
  return has_four_lanes ? with_four_lanes(n, r, work) : work(AnySizes{n, r, n - r});
}

// Whole packs, unaligned. Not by value: that would be another call convention where the processor has no such register.
template <class Pack>
[[gnu::always_inline]] inline void load(const double* x, Pack& pack) {
  __builtin_memcpy(&pack, x, sizeof pack);
}
template <class Pack>
[[gnu::always_inline]] inline void store(double* x, const Pack& pack) {
  __builtin_memcpy(x, &pack, sizeof pack);
}

// sum += a x
template <class Pack>
[[gnu::always_inline]] inline void add_scaled(Pack& sum, double a, const double* x) {
  Pack pack;
  load(x, pack);
  sum += a * pack;
}

}  // namespace

void ConstrainedDynamics::factor_rows(const double* constants) {
  with_sizes(
      n_, rank(), [&](auto sizes) __attribute__((always_inline)) { factor_rows_of(sizes, constants); });
}
void ConstrainedDynamics::recombine_mass() {
  bool definite = true;
  with_sizes(
      n_, rank(), [&](auto sizes) __attribute__((always_inline)) { definite = recombine_mass_of(sizes); });
  if (definite) return;
  const bool finite = std::isfinite(std::accumulate(mass_, mass_ + n_ * n_, 0.0));
  status_ = finite ? DynamicsStatus::singular_mass : DynamicsStatus::not_finite;
}
void ConstrainedDynamics::solve_rates(const double* forcing, const double* remainders, double* x) {
  with_sizes(
      n_, rank(), [&](auto sizes) __attribute__((always_inline)) {
        solve_dependent_of(sizes, remainders);
        solve_independent_of(sizes, forcing, x);
      });
}
void ConstrainedDynamics::solve_independent(const double* forcing, double* x) {
  with_sizes(
      n_, rank(), [&](auto sizes) __attribute__((always_inline)) { solve_independent_of(sizes, forcing, x); });
}

// Scaled rows [dependent | independent | constants], eliminated together.
template <class Sizes>
[[gnu::always_inline]] inline void ConstrainedDynamics::factor_rows_of(Sizes sizes, const double* constants) {
  const int* dependent = dependent_speeds().data();
  const int* independent = independent_speeds().data();
  const int* used = selection_.used_rows().data();
  const double* speed_scales = selection_.speed_scales();
  for (int k = 0; k < sizes.r; ++k) {
    const double* a = rows_ + used[k] * sizes.n;
    const double scale = selection_.row_scale(used[k]);
    double* target = lu_.row(k);
    pivot_[at(k)] = k;
    for (int s = 0; s < sizes.r; ++s) target[s] = scale * speed_scales[dependent[s]] * a[dependent[s]];
    for (int j = 0; j < sizes.p; ++j) target[sizes.r + j] = scale * a[independent[j]];
    target[sizes.n] = scale * constants[used[k]];
  }
  eliminate(sizes);
  D_is_frozen_ = smallest_pivot_ < limits.singular && has_regular_;
  if (D_is_frozen_) return;  // d_ stays
  substitute_back(sizes);
  has_regular_ = smallest_pivot_ >= limits.singular;
}

// Gauss with exchange of rows; the multipliers stay below the diagonal, for solve_dependent_of(). A pivot that vanishes
// at a singular configuration counts as infinite: what the rows no longer determine is left alone. Work begins at an
// even column, so that the multipliers of earlier columns are not touched.
template <class Sizes>
[[gnu::always_inline]] inline void ConstrainedDynamics::eliminate(Sizes sizes) {
  using Pack = typename Sizes::Pack;
  const auto row = [&](int k) { return lu_.row(pivot_[at(k)]); };
  const int width = even(sizes.n + 1);
  double smallest = 1, largest = 0;
  for (int k = 0; k < sizes.r; ++k) {
    int best = k;
    double size = std::abs(row(k)[k]);
    for (int i = k + 1; i < sizes.r; ++i)
      if (const double other = std::abs(row(i)[k]); other > size) {
        size = other;
        best = i;
      }
    std::swap(pivot_[at(k)], pivot_[at(best)]);
    smallest = size >= smallest ? smallest : size;  // takes a NaN too
    largest = size > largest ? size : largest;
    const double* source = row(k);
    const double inverse = size < limits.singular && has_regular_ ? 0 : 1 / source[k];
    inverse_pivot_[at(k)] = inverse;
    const int from = even(k);
    for (int i = k + 1; i < sizes.r; ++i) {
      double* target = row(i);
      const double factor = target[k] * inverse;
      for (int j = from; j < width; j += lanes<Pack>) {
        Pack pack;
        load(target + j, pack);
        add_scaled(pack, -factor, source + j);
        store(target + j, pack);
      }
      target[k] = factor;
    }
  }
  smallest_pivot_ = smallest;
  largest_pivot_ = largest;
}

// D = -A_dep^-1 A_ind and E = -A_dep^-1 C: with the columns of A_B, Gillespie (4) and (5) need the minus sign.
template <class Sizes>
[[gnu::always_inline]] inline void ConstrainedDynamics::substitute_back(Sizes sizes) {
  using Pack = typename Sizes::Pack;
  const int r = sizes.r, p = sizes.p;
  const int width = whole<Pack>(p + 1);
  for (int k = r; k-- > 0;) {
    const double* source = lu_.row(pivot_[at(k)]);
    double* target = d_.row(k);
    const double inverse = inverse_pivot_[at(k)];
    for (int j = 0; j < width; j += lanes<Pack>) {
      Pack sum;
      load(source + r + j, sum);
      for (int s = k + 1; s < r; ++s) add_scaled(sum, -source[s], d_.row(s) + j);
      sum *= inverse;
      store(target + j, sum);
    }
    for (int j = p + 1; j < width; ++j) target[j] = 0;
  }
  // Back from scaled dependent speeds; the largest entry is compared with both sides scaled.
  const int* independent = independent_speeds().data();
  const double* speed_scales = selection_.speed_scales();
  double largest = 0;
  for (int k = 0; k < r; ++k) {
    double* target = d_.row(k);
    for (int j = 0; j < p; ++j) largest = std::max(largest, std::abs(target[j]) * speed_scales[independent[j]]);
    const double scale = -speed_scales[dependent_speeds()[at(k)]];
    for (int j = 0; j < width; ++j) target[j] *= scale;
  }
  largest_d_ = largest;
}

// Gillespie (45) in numbers: T^T M T with T = [1; D].
template <class Sizes>
[[gnu::always_inline]] inline bool ConstrainedDynamics::recombine_mass_of(Sizes sizes) {
  using Pack = typename Sizes::FreePack;
  const int* dependent = dependent_speeds().data();
  const int* independent = independent_speeds().data();
  for (int i = 0; i < sizes.n; ++i) {
    const double* m = mass_ + i * sizes.n;
    double* target = mt_.row(i);
    for (int j = 0; j < sizes.p; ++j) target[j] = m[independent[j]];
    for (int j = sizes.p; j < whole<Pack>(sizes.p); ++j) target[j] = 0;
    for (int k = 0; k < sizes.p; k += lanes<Pack>) {
      Pack sum;
      load(target + k, sum);
      for (int s = 0; s < sizes.r; ++s) add_scaled(sum, m[dependent[s]], d_.row(s) + k);
      store(target + k, sum);
    }
  }
  // Column j of D against the dependent rows of M T.
  PaddedTable& reduced = reduced_.matrix();
  for (int j = 0; j < sizes.p; ++j) {
    double* target = reduced.row(j);
    const double* own = mt_.row(independent[j]);
    for (int k = 0; k <= j; k += lanes<Pack>) {
      Pack sum;
      load(own + k, sum);
      for (int s = 0; s < sizes.r; ++s) add_scaled(sum, d_.row(s)[j], mt_.row(dependent[s]) + k);
      store(target + k, sum);
    }
  }
  return reduced_.factor(sizes.p, limits.smallest_mass);
}

// G = -A_dep^-1 r by the factors at hand.
template <class Sizes>
[[gnu::always_inline]] inline void ConstrainedDynamics::solve_dependent_of(Sizes sizes, const double* remainders) {
  const int r = sizes.r;
  for (int k = 0; k < r; ++k) {
    const int i = selection_.used_rows()[at(pivot_[at(k)])];
    g_[at(k)] = selection_.row_scale(i) * remainders[i];
  }
  for (int k = 0; k < r; ++k)
    for (int i = k + 1; i < r; ++i) g_[at(i)] -= lu_.row(pivot_[at(i)])[k] * g_[at(k)];
  for (int k = r; k-- > 0;) {
    g_[at(k)] *= inverse_pivot_[at(k)];
    for (int i = 0; i < k; ++i) g_[at(i)] -= lu_.row(pivot_[at(i)])[k] * g_[at(k)];
  }
  for (int s = 0; s < r; ++s) g_[at(s)] *= -selection_.speed_scale(dependent_speeds()[at(s)]);
}

// Gillespie (44) in numbers, T^T (f - M [0; G]), where T^T M is what recombine_mass() left, M T, across; then
// Gillespie (46) for the rates, and the dependent ones from (5).
template <class Sizes>
[[gnu::always_inline]] inline void ConstrainedDynamics::solve_independent_of(Sizes sizes, const double* forcing,
                                                                             double* x) {
  using Pack = typename Sizes::FreePack;
  const int* dependent = dependent_speeds().data();
  const int* independent = independent_speeds().data();
  const int r = sizes.r, p = sizes.p;
  for (int j = 0; j < p; ++j) w_[at(j)] = forcing[independent[j]];
  for (int j = p; j < whole<Pack>(p); ++j) w_[at(j)] = 0;
  for (int k = 0; k < p; k += lanes<Pack>) {
    Pack sum;
    load(&w_[at(k)], sum);
    for (int s = 0; s < r; ++s) {
      add_scaled(sum, forcing[dependent[s]], d_.row(s) + k);
      add_scaled(sum, -g_[at(s)], mt_.row(dependent[s]) + k);
    }
    store(&w_[at(k)], sum);
  }
  reduced_.solve(w_.data(), p);
  for (int j = 0; j < p; ++j) x[independent[j]] = w_[at(j)];
  for (int s = 0; s < r; ++s) x[dependent[s]] = g_[at(s)] + dot(d_.row(s), w_.data(), p);
}

}  // namespace tangible
