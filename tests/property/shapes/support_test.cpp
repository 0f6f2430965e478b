/// Shapes of the user: proven like those of the library if their support function is right, harmless if it is wrong.
#include "oracle/judge/answers.hpp"

#include <rapidcheck/gtest.h>

namespace oracle {
namespace {

// --- Correct shapes, compared in the user's own arithmetic --------------------------------------------------

/// The least a user writes: a support function, with or without vertex ids, that compares in T about its local origin.
template <class T, int D>
struct Plain {
  const Points<T, D>* points;
  T r = T(0);
  bool numbered = true;

  abut::SupportPoint<abut::Vec<T, D>> support(abut::Vec<T, D> d) const {
    std::size_t best = 0;
    for (std::size_t i = 1; i < points->size(); ++i) {
      if (dot(d, (*points)[i]) > dot(d, (*points)[best])) best = i;
    }
    return {(*points)[best], numbered ? static_cast<abut::VertexId>(best) : abut::no_vertex};
  }
  T radius() const { return r; }
};

template <class T, int D>
abut::detail::SignedDistance<T, D> ask_plainly(const Pair<T, D>& p, bool numbered = true) {
  const Plain<T, D> a{&p.a, p.radius_a, numbered}, b{&p.b, p.radius_b, numbered};
  if (!p.posed) return abut::detail::signed_distance(a, b);
  return abut::detail::signed_distance(abut::place(a, p.pose_a), abut::place(b, p.pose_b));
}

template <class S>
struct UserShape : ::testing::Test {};
TYPED_TEST_SUITE(UserShape, Settings, SettingNames);

template <class T, int D>
void expect_truth_within(const Case<T, D>& c, const abut::detail::SignedDistance<T, D>& r) {
  EXPECT_TRUE(is_sane(r)) << c;
  EXPECT_TRUE(Real(r.lower) <= c.upper()) << c << ", lower too high by " << narrow((r.lower - c.upper()) / c.size);
  EXPECT_TRUE(Real(r.upper) >= c.lower()) << c << ", upper too low by " << narrow((c.lower() - r.upper) / c.size);
}

TYPED_TEST(UserShape, BoundsContainTheTruth) {
  for (const auto& c : corpus<TypeParam>()) expect_truth_within(c, ask_plainly(c.pair));
}

TYPED_TEST(UserShape, BoundsContainTheTruthWithoutVertexNumbers) {
  for (const auto& c : corpus<TypeParam>()) {
    const auto r = ask_plainly(c.pair, false);
    expect_truth_within(c, r);
    EXPECT_NE(r.status, abut::Status::iteration_limit) << c;
  }
}

TYPED_TEST(UserShape, ALambdaIsTheSameShape) {
  using V = abut::Vec<typename TypeParam::T, TypeParam::D>;
  for (const auto& c : corpus<TypeParam>()) {
    if (c.pair.posed || c.radii() > 0) continue;
    const Plain<typename TypeParam::T, TypeParam::D> a{&c.pair.a}, b{&c.pair.b};
    const auto r = abut::detail::signed_distance(abut::custom<V>([&](V d) { return a.support(d); }),
                                                 abut::custom<V>([&](V d) { return b.support(d); }));
    EXPECT_TRUE(same_bits(r, ask_plainly(c.pair))) << c;
  }
}

// --- Wrong support functions --------------------------------------------------------------------------------

enum class Lie { random, alternating, drifting, growing, constant, huge, opposite, not_a_number, infinite, count };

/// Returns correct points (of a box) `honest` times, then wrong ones.
template <class T, int D>
struct Liar {
  Lie lie;
  int honest;
  Random* random;
  int* calls;

  using V = abut::Vec<T, D>;

  abut::SupportPoint<V> support(V d) const {
    const int call = (*calls)++;
    V p;
    for (int i = 0; i < D; ++i) p[i] = d[i] > 0 ? T(1) : T(-1);
    if (call >= honest) p = lied(p, call);
    return {p, call % 3 == 0 ? abut::no_vertex : static_cast<abut::VertexId>(call)};
  }

  V lied(const V& truth, int call) const {
    const V noise = abut::vec_cast<T>(detail::arrow<D>(*random, random->decade(-8, 2)));
    switch (lie) {
      case Lie::random: return noise;
      case Lie::alternating: return call % 2 == 0 ? truth : truth * T(-3);
      case Lie::drifting: return truth * (T(1) + T(call) * T(1e-6));
      case Lie::growing: return truth * std::ldexp(T(1), call);
      case Lie::constant: return abut::detail::axis<T, D>(0) * T(5);
      case Lie::huge: return truth * (std::numeric_limits<T>::max() * T(0.9));
      case Lie::opposite: return -truth;
      case Lie::infinite: return truth * std::numeric_limits<T>::infinity();
      default: return truth * std::numeric_limits<T>::quiet_NaN();
    }
  }
};

/// The query ends within its limit, in any status, and without a NaN.
template <class T, int D>
void expect_survival(Lie lie, int honest, unsigned seed, int limit, bool placed) {
  Random random(seed);
  int calls = 0;
  const Liar<T, D> a{lie, honest, &random, &calls}, b{seed % 2 == 0 ? lie : Lie::random, honest + 3, &random, &calls};
  const abut::Pose<T, D> pose{abut::detail::axis<T, D>(0) * T(4), {}};
  const auto r = placed ? abut::detail::signed_distance(abut::place(a, pose), b, {.max_iterations = limit})
                        : abut::detail::signed_distance(a, b, {.max_iterations = limit});
  RC_ASSERT(r.iterations <= limit);
  const auto sane = is_sane(r);
  if (!sane) RC_FAIL(sane.message());
}

template <class T, int D>
void try_liars() {
  const int kind = *rc::gen::inRange(0, static_cast<int>(Lie::count)), honest = *rc::gen::inRange(0, 30);
  const unsigned seed = *rc::gen::inRange(0U, 1000U);
  const int limit = *rc::gen::inRange(1, 200);
  const bool placed = *rc::gen::arbitrary<bool>();
  expect_survival<T, D>(static_cast<Lie>(kind), honest, seed, limit, placed);
}

RC_GTEST_PROP(LyingSupport, EndsWithoutNaN2DFloat, ()) { try_liars<float, 2>(); }
RC_GTEST_PROP(LyingSupport, EndsWithoutNaN3DFloat, ()) { try_liars<float, 3>(); }
RC_GTEST_PROP(LyingSupport, EndsWithoutNaN2DDouble, ()) { try_liars<double, 2>(); }
RC_GTEST_PROP(LyingSupport, EndsWithoutNaN3DDouble, ()) { try_liars<double, 3>(); }

}  // namespace
}  // namespace oracle
