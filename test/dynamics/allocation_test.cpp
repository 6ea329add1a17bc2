// SPDX-License-Identifier: Apache-2.0
// Nothing in the loop allocates: operator new is counted.
#include <cstdlib>
#include <new>

#include "dynamics/contact_forces.h"
#include "dynamics/impact.h"
#include "dynamics/projection.h"
#include "dynamics/random_system.h"

namespace {
long allocations = 0;
}  // namespace

void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace tangible {
namespace {

using testing::flat;

TEST(Allocation, the_counter_counts) {
  const long before = allocations;
  const std::vector<double> memory(3);
  EXPECT_GT(allocations, before);
}

TEST(Allocation, embedding_impacts_contacts_and_projection_take_no_memory) {
  std::mt19937 random(1);
  const testing::RandomSystem system = testing::random_system(random, 10, 12, 9);
  ConstrainedDynamics dynamics(10, 12);
  ImpactSolver impacts(10, 12, 3);
  ContactForceSolver forces(10, 3);
  const std::vector<int> bilateral{0, 1, 2, 3};
  const std::vector<int> other{1, 2, 10, 11};
  const std::vector<TouchingContact> contacts{{.normal = 4, .tangents = {5, 6}, .friction = 0.3, .restitution = 0.5},
                                              {.normal = 7, .tangents = {8, -1}, .friction = 0.5},
                                              {.normal = 9}};
  const std::vector<std::array<double, 2>> slips{{0, 0}, {1, 0}, {0, 0}};
  Eigen::VectorXd u = testing::uniform(random, 10, 1);
  Eigen::VectorXd x(10);
  Eigen::VectorXd by_row = Eigen::VectorXd::Zero(12);
  const std::vector<LoadCoupling> couplings{{1, flat(system.forcing)}};
  const auto evaluate = [&](std::span<const double>) {
    return ConfigurationPoint{flat(system.mass), flat(system.rows), flat(system.constants)};
  };
  const auto displace = [](std::span<double>, std::span<const double>) {};
  const long before = allocations;
  int done = 0;
  for (const std::vector<int>* active : {&bilateral, &other, &bilateral}) {
    dynamics.activate(*active);
    done += dynamics.embed(flat(system.mass), flat(system.rows), flat(system.constants)) == DynamicsStatus::ok;
    done += dynamics.solve(flat(system.forcing), flat(system.remainders), flat(x), flat(by_row)) == DynamicsStatus::ok;
    (void)dynamics.solve(flat(system.forcing), flat(system.remainders), couplings, flat(x), flat(by_row));
    dynamics.complete_speeds(flat(u));
    done += dynamics.impose(flat(system.constants), flat(u), flat(by_row)).status == DynamicsStatus::ok;
    for (const Restitution restitution : {Restitution::newton, Restitution::poisson}) {
      impacts.law.restitution = restitution;
      (void)impacts.resolve(dynamics, contacts, flat(system.constants), flat(u), flat(by_row));
    }
    (void)forces.resolve(dynamics, {contacts, slips, flat(system.forcing), flat(system.remainders)}, flat(x),
                         flat(by_row));
    (void)project_configuration(dynamics, {evaluate, displace}, flat(u), flat(x));
  }
  EXPECT_EQ(allocations, before);
  EXPECT_EQ(done, 9);
}

}  // namespace
}  // namespace tangible
