// SPDX-License-Identifier: Apache-2.0
// Extreme sizes: a million deep, a million wide, a million names. Depth costs heap, never stack.
#include <gtest/gtest.h>
#include <pthread.h>

#include <algorithm>
#include <ctime>
#include <functional>
#include <stdexcept>

#include "symbolic/differentiate.h"
#include "symbolic/evaluate.h"
#include "symbolic/graph.h"
#include "symbolic/memo.h"
#include "symbolic/print.h"
#include "symbolic/substitute.h"

namespace tangible {
namespace {

constexpr int million = 1'000'000;

// Runs the work on a thread whose stack a recursion of a million levels would overflow a hundred times over.
void with_little_stack(std::function<void()> work) {
  constexpr std::size_t stack_bytes = 512 * 1024;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, stack_bytes);
  pthread_t thread{};
  const auto run = [](void* argument) -> void* {
    (*static_cast<std::function<void()>*>(argument))();
    return nullptr;
  };
  if (pthread_create(&thread, &attributes, run, &work) != 0) throw std::runtime_error("no thread");
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
}

// sin(sin(... sin(x) + y ...) + y) + y
Expr deep_expression(Expr x, Expr y) {
  Expr e = x;
  for (int i = 0; i < million; ++i) e = sin(e) + y;
  return e;
}

TEST(Limits, a_million_deep_expression_differentiates_substitutes_and_evaluates) {
  with_little_stack([] {
    Graph graph;
    const GraphScope scope(graph);
    const Expr x = symbol("x");
    const Expr y = symbol("y");
    const Expr deep = deep_expression(x, y);
    EXPECT_GT(graph.size(), 2u * million);
    EXPECT_LT(graph.bytes() / graph.size(), 64u);

    // At x = y = 0 each level is sin(0) = 0 with slope cos(0) = 1.
    const Expr slope = differentiate(deep, x);
    const Values origin = {{x, 0.0}, {y, 0.0}};
    EXPECT_EQ(evaluate(deep, origin), 0.0);
    EXPECT_EQ(evaluate(slope, origin), 1.0);
    EXPECT_TRUE(depends_on(slope, x));

    EXPECT_EQ(substitute(deep, {{x, y}, {y, x}}), deep_expression(y, x));
    EXPECT_EQ(substitute(deep, {{x, 0}, {y, 0}}), Expr(0));
  });
}

TEST(Limits, a_million_deep_expression_prints) {
  with_little_stack([] {
    Graph graph;
    const GraphScope scope(graph);
    const Expr deep = deep_expression(symbol("x"), symbol("y"));
    const std::string text = to_text(deep);
    EXPECT_EQ(std::ranges::count(text, '('), million);
    EXPECT_EQ(std::ranges::count(text, ')'), million);
    EXPECT_EQ(std::ranges::count(text, '+'), million);
  });
}

// x_{n+1} = x_n^2 + x_n y_n ... written out would have 2^n letters; with names its text grows with the graph.
TEST(Limits, what_is_shared_a_million_times_prints_with_names) {
  with_little_stack([] {
    Graph graph;
    const GraphScope scope(graph);
    Expr e = symbol("x");
    constexpr int levels = 100'000;
    for (int i = 0; i < levels; ++i) e = sin(e) * cos(e) + symbol("y");
    const std::string text = to_text(e);
    EXPECT_EQ(std::ranges::count(text, '\n'), levels - 1);  // a line for each level below the last
    EXPECT_LT(text.size(), std::size_t{levels} * 60);
  });
}

TEST(Limits, a_million_symbols_are_distinct_and_their_sum_holds_them_all) {
  Graph graph;
  const GraphScope scope(graph);
  std::vector<Expr> symbols;
  for (int i = 0; i < million; ++i) symbols.push_back(symbol("s" + std::to_string(i)));
  const Expr total = sum(symbols);
  EXPECT_EQ(pairs(total).size(), static_cast<std::size_t>(million));
  EXPECT_EQ(symbols_in(std::span(&total, 1)), symbols);
  EXPECT_EQ(symbol("s123456"), symbols[123456]);
  EXPECT_EQ(differentiate(total, symbols[777'777]), Expr(1));
  EXPECT_EQ(pairs(total - symbols[5]).size(), static_cast<std::size_t>(million) - 1);
  EXPECT_LT(graph.bytes() / graph.size(), 64u);
}

TEST(Limits, a_million_numbers_are_distinct) {
  Graph graph;
  const GraphScope scope(graph);
  for (int i = 0; i < million; ++i) (void)Expr(Rational(i, 1'000'003));
  EXPECT_EQ(graph.size(), static_cast<std::size_t>(million) + 5);  // zero was there, as were five others
  EXPECT_EQ(Expr(Rational(77, 1'000'003)).value(), Rational(77, 1'000'003));
}

double processor_seconds(const std::function<void()>& work) {
  const auto now = [] {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
  };
  double best = 1e300;
  for (int i = 0; i < 3; ++i) {
    const double start = now();
    work();
    best = std::min(best, now() - start);
  }
  return best;
}

// Ten times as many terms: linear work takes ten times as long, caches and the logarithm of sorting a little more,
// quadratic work a hundred times.
TEST(Limits, wide_sums_and_products_take_time_in_proportion) {
  const auto build = [](int count, bool as_product) {
    Graph graph;
    const GraphScope scope(graph);
    std::vector<Expr> parts;
    for (int i = count; i > 0; --i) {
      const Expr turning = sin(symbol("s" + std::to_string(i)));
      parts.push_back(as_product ? turning + i : turning * i);
    }
    Expr one_by_one = as_product ? 1 : 0;
    for (const Expr part : parts) one_by_one = as_product ? one_by_one * part : one_by_one + part;
    const Expr fires_if_already_true = as_product ? product(parts) : sum(parts);
    EXPECT_FALSE(fires_if_already_true.is_zero() || one_by_one.is_zero());
  };
  for (const bool as_product : {false, true}) {
    const double some = processor_seconds([&] { build(20'000, as_product); });
    const double many = processor_seconds([&] { build(200'000, as_product); });
    EXPECT_LT(many / some, 35.0) << (as_product ? "products" : "sums");
  }
}

}  // namespace
}  // namespace tangible
