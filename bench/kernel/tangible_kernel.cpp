// SPDX-License-Identifier: Apache-2.0
// The kernel of this repository under measurement: plain trees and shared graphs.
#include <memory>

#include "kernel/measure.h"
#include "kernel/tree.h"
#include "symbolic/differentiate.h"
#include "symbolic/expr.h"
#include "symbolic/graph.h"
#include "symbolic/substitute.h"

namespace tangible::bench {
namespace {

// A graph of its own for each repetition: in a used one, building would only find what is there.
struct World {
  Graph graph;
  GraphScope scope{graph};
  Expr variable = symbol("x");
  std::vector<Expr> parameters;
  Expr root;

  explicit World(std::size_t parameter_count) {
    for (std::size_t i = 0; i < parameter_count; ++i) parameters.push_back(symbol("a" + std::to_string(i)));
  }
};

Expr build(const Postfix& tree, const World& world) {
  std::vector<Expr> stack;
  const auto pop = [&] {
    const Expr top = stack.back();
    stack.pop_back();
    return top;
  };
  for (const Step& step : tree) {
    switch (step.op) {
      case Step::Op::variable: stack.push_back(world.variable); break;
      case Step::Op::parameter: stack.push_back(world.parameters[step.argument]); break;
      case Step::Op::add: {
        const Expr right = pop();
        stack.back() += right;
        break;
      }
      case Step::Op::multiply: {
        const Expr right = pop();
        stack.back() *= right;
        break;
      }
      case Step::Op::power: stack.back() = pow(stack.back(), step.argument); break;
      case Step::Op::sin: stack.back() = sin(stack.back()); break;
      case Step::Op::cos: stack.back() = cos(stack.back()); break;
    }
  }
  return stack.back();
}

// What mechanics makes: a chain of links turned by angles w_i x, each link's end built from the last one's. Its nodes
// grow with the links, the tree it stands for doubles with each.
Expr build_chain(std::size_t nodes, const World& world) {
  constexpr std::size_t nodes_per_link = 11;
  Expr end_x = world.parameters[0];
  Expr end_y = world.parameters[1];
  for (std::size_t i = 0; i < nodes / nodes_per_link; ++i) {
    const Expr length = world.parameters[i % world.parameters.size()];
    const Expr angle = Expr(i + 1) * world.variable;
    const Expr s = sin(angle);
    const Expr c = cos(angle);
    const Expr x = c * end_x - s * end_y;
    end_y = s * end_x + c * end_y;
    end_x = x + length;
  }
  return end_x + end_y;
}

struct Subject {
  std::string name;  // tree or shared
  std::size_t nodes;
  std::size_t parameters;
  std::function<Expr(const World&)> build;
};

void register_subject(const Subject& subject) {
  const double nodes = static_cast<double>(subject.nodes);
  const auto empty = [=] { return std::make_unique<World>(subject.parameters); };
  const auto name = [=](const char* operation) {
    return "tangible/" + subject.name + "/" + operation + "/" + std::to_string(subject.nodes);
  };
  const auto count_bytes = [=](benchmark::State& state, const std::unique_ptr<World>& world, const auto&) {
    state.counters["bytes_per_node"] = static_cast<double>(world->graph.bytes()) / nodes;
    state.counters["graph_nodes"] = static_cast<double>(world->graph.size());
  };
  const auto built = [=] {
    auto world = empty();
    world->root = subject.build(*world);
    return world;
  };
  const auto substituted = [](const auto& world) {  // x by sin(a0) + a1
    const Expr replacement = sin(world->parameters[0]) + world->parameters[1];
    return substitute(world->root, {{world->variable, replacement}});
  };
  const auto derivative = [](const auto& world) { return differentiate(world->root, world->variable); };
  const auto root = [=](const auto& world) { return subject.build(*world); };
  measure(name("build"), empty, root, count_bytes);
  measure(name("differentiate"), built, derivative, count_bytes);
  measure(name("substitute"), built, substituted, count_bytes);
}

}  // namespace

void register_tangible() {
  for (const std::size_t nodes : {1'000u, 10'000u, 100'000u, 1'000'000u}) {
    const auto tree = std::make_shared<const Postfix>(plain_tree(nodes));
    register_subject(
        {"tree", nodes, count_parameters(*tree), [tree](const World& world) { return build(*tree, world); }});
    register_subject({"shared", nodes, 16, [nodes](const World& world) { return build_chain(nodes, world); }});
  }
}

}  // namespace tangible::bench
