/// The promises of closed forms, checked for random pairs: a suite of tests for every kind of pair. A question (a type
/// of pair) has a `seed`; with_shapes(f), which calls f with its two shapes before they are placed; numbers(), which
/// returns pointers to all its lengths; body_a(), body_b(); and size(), which is that of docs/conventions.md.
#pragma once

#include "oracle/draw/spaces.hpp"
#include "oracle/judge/answers.hpp"

#include <abut/abut.hpp>

namespace oracle {

/// The relative position of two shapes.
enum class Stance {
  random,
  parallel,         ///< the same axes: faces, edges and vertices of boxes in line
  nearly_parallel,  ///< rotated by a tiny angle
  near,             ///< moved along the normal to a tiny gap
  touching,         ///< likewise, to a gap of zero
  overlapping,
  concentric,
  thin,     ///< up to a hundred thousand times thinner than long
  unequal,  ///< one a hundred thousand times as large as the other
  remote,   ///< far from the origins of their frames, about which they are rotated; where that is possible
  count
};

/// From origin to origin, in sizes: overlapping, else from `least` to `most`.
struct Spacing {
  double overlapping, least, most;
};

/// Two shapes, one placed or both.
template <class Question, class Scalar, int Dimension>
struct PlacedPair {
  using T = Scalar;
  static constexpr int D = Dimension;
  abut::Pose<T, D> pose_a, pose_b;
  bool placed_a = true, placed_b = true;

  /// Chooses the poses, after the shapes were drawn. `size` is the sum of their sizes, `unit` the scale of positions.
  void place_pair(Random& random, Stance stance, double unit, double size, const Spacing& spacing) {
    const bool in_line = stance == Stance::parallel || stance == Stance::nearly_parallel;
    const auto q = random.chance(0.3) ? abut::Rotation<double, D>{} : detail::rotation<D>(random);
    detail::assign(pose_a.q, q, random.decade(-2, 2));
    detail::assign(pose_b.q, in_line ? q : detail::rotation<D>(random), 1);
    if (stance == Stance::nearly_parallel) tilt(pose_b.q, static_cast<T>(random.decade(-12, -2)));
    const double far = stance == Stance::concentric ? 0
                       : stance == Stance::overlapping || random.chance(0.2)
                           ? spacing.overlapping * size
                           : random.between(spacing.least, spacing.most) * size;
    pose_a.p = abut::vec_cast<T>(detail::arrow<D>(random, unit));
    auto offset = detail::arrow<D>(random, far);
    if (in_line && random.chance(0.5)) offset = abut::detail::axis<double, D>(0) * far;
    pose_b.p = abut::vec_cast<T>(abut::detail::widen(pose_a.p) + offset);
    placed_a = random.chance(0.7);
    placed_b = !placed_a || random.chance(0.7);
    if (stance == Stance::near) approach(random.decade(-14, -2) * size);
    if (stance == Stance::touching) approach(0);
  }

  /// f of the two shapes, each placed if the pair says so.
  template <class A, class B, class F>
  auto with(const A& x, const B& y, const F& f) const {
    if (placed_a && placed_b) return f(place(x, pose_a), place(y, pose_b));
    return placed_a ? f(place(x, pose_a), y) : f(x, place(y, pose_b));
  }
  template <class F>
  auto with(const F& f) const {
    return question().with_shapes([&](const auto& x, const auto& y) { return with(x, y, f); });
  }
  auto query() const {
    return with([](const auto& x, const auto& y) { return abut::detail::signed_distance(x, y); });
  }
  auto traced() const {
    return with([](const auto& x, const auto& y) {
      return abut::detail::signed_distance(x, y, {}, [](const abut::GjkStep<D>&) {});
    });
  }

  /// Moves B along the normal to the given gap.
  void approach(double gap) {
    const auto r = query();
    const auto back = abut::detail::widen(r.normal) * (double(r.distance) - gap);
    if (placed_b) pose_b.p = abut::vec_cast<T>(abut::detail::widen(pose_b.p) - back);
  }

  /// The vertices of A or of B in world coordinates.
  Body<D> body_a(const std::vector<abut::Vec<T, D>>& vertices) const {
    return body(vertices, placed_a ? pose_a : abut::Pose<T, D>{});
  }
  Body<D> body_b(const std::vector<abut::Vec<T, D>>& vertices) const {
    return body(vertices, placed_b ? pose_b : abut::Pose<T, D>{});
  }
  static Body<D> body(const std::vector<abut::Vec<T, D>>& vertices, const abut::Pose<T, D>& pose) {
    Body<D> r;
    for (const auto& x : vertices) r.points.push_back(matrix(pose.q) * exact(x) + exact(pose.p));
    return r;
  }
  /// The distance between the origins of the frames.
  Real origin_distance() const {
    const abut::Vec<T, D> none{};
    return norm(exact(placed_b ? pose_b.p : none) - exact(placed_a ? pose_a.p : none));
  }

  static void add_numbers(abut::Vec<T, D>& v, std::vector<T*>& all) {
    for (int i = 0; i < D; ++i) all.push_back(&v[i]);
  }

 private:
  const Question& question() const { return static_cast<const Question&>(*this); }

  static void tilt(abut::Rotation<T, 2>& q, T by) { q.s += by; }
  static void tilt(abut::Rotation<T, 3>& q, T by) { q.x += by; }
};

/// Calls f with questions of each stance in turn.
template <class Question, class F>
void for_each_question(const F& f) {
  Random random(Question::seed);
  for (int i = 0; i < 10 * trials(); ++i) {
    const int stance = i % static_cast<int>(Stance::count);
    f(Question(random, static_cast<Stance>(stance)),
      "stance " + std::to_string(stance) + ", question " + std::to_string(i));
  }
}

/// The bounds contain the truth and are as close to each other as `converged` promises.
template <class Question>
void expect_bounds(const Question& q, const std::string& which) {
  const auto truth = distance(q.body_a(), q.body_b());
  const auto r = q.query();
  using T = typename Question::T;
  EXPECT_TRUE(is_sane(r)) << which;
  EXPECT_TRUE(Real(r.lower) <= truth.upper) << which;
  EXPECT_TRUE(Real(r.upper) >= truth.lower) << which;
  if (r.status != abut::Status::converged) return;
  const Real units = sizeof(T) == 4 ? 8 : 32;
  const Real allowed = Real(abut::default_tolerance<T>) * r.upper + units * abut::epsilon_of<T> * q.size();
  EXPECT_TRUE(Real(r.upper) - r.lower <= allowed) << which << ": " << r.lower << " " << r.upper;
  EXPECT_TRUE(!r.cores_meet || truth.lower <= q.size() * Real(32 * abut::epsilon_of<double>)) << which;
}

/// The points are in their shapes, apart by the distance, and the normal separates them.
template <class Question>
void expect_points(const Question& q, const std::string& which) {
  const auto r = q.query();
  using T = typename Question::T;
  if (r.status != abut::Status::converged) return;
  const auto a = q.body_a(), b = q.body_b();
  const Real units = sizeof(T) == 4 ? 1 : 12;
  const Real rounding = units * abut::epsilon_of<T> * (q.size() + norm(exact(r.point_a)) + norm(exact(r.point_b)));
  EXPECT_TRUE(outside(exact(r.point_a), a) <= rounding) << which;
  EXPECT_TRUE(outside(exact(r.point_b), b) <= rounding) << which;
  const auto off = exact(r.point_b) - exact(r.point_a) - exact(r.normal) * Real(r.signed_distance);
  EXPECT_TRUE(norm(off) <= 4 * rounding) << which << ", " << narrow(norm(off) / rounding) << " roundings";
  const Real between = lowest(b, exact(r.normal)) - highest(a, exact(r.normal));
  EXPECT_TRUE(Real(r.signed_lower) - between <= Real(10 * abut::epsilon_of<T>) * q.size()) << which;
}

/// The ids name the vertices that the points are made of, in pairs: the points of both shapes have the same weights.
template <class Question>
void expect_features(const Question& q, const std::string& which) {
  constexpr int D = Question::D;
  const auto r = q.query();
  using T = typename Question::T;
  if (r.status != abut::Status::converged) return;
  ASSERT_TRUE(1 <= r.feature_count && r.feature_count <= (r.cores_meet ? D + 1 : D)) << which;
  const Body<D> a = q.body_a(), b = q.body_b();
  Body<D> of_a, of_b, of_difference;
  for (int i = 0; i < r.feature_count; ++i) {
    ASSERT_TRUE(r.feature_a[i] < a.points.size() && r.feature_b[i] < b.points.size()) << which;
    of_a.points.push_back(a.points[r.feature_a[i]]);
    of_b.points.push_back(b.points[r.feature_b[i]]);
    of_difference.points.push_back(of_b.points.back() - of_a.points.back());
  }
  const Real rounding = Real(16 * abut::epsilon_of<T>) * (q.size() + norm(exact(r.point_a)) + norm(exact(r.point_b)));
  EXPECT_TRUE(outside(exact(r.point_a), of_a) <= rounding) << which;
  EXPECT_TRUE(outside(exact(r.point_b), of_b) <= rounding) << which;
  EXPECT_TRUE(outside(exact(r.point_b) - exact(r.point_a), of_difference) <= rounding) << which;
}

/// With a trace GJK answers the same query: the two pairs of bounds must intersect.
template <class Question>
void expect_agrees_with_traced(const Question& q, const std::string& which) {
  const auto r = q.query(), s = q.traced();
  EXPECT_TRUE(r.signed_lower <= s.signed_upper && s.signed_lower <= r.signed_upper) << which;
  EXPECT_GT(s.iterations, 0) << which;
}

/// With A and B swapped the distance is the same, along the same line.
template <class Question>
void expect_symmetry(const Question& q, const std::string& which) {
  const auto r = q.query();
  using T = typename Question::T;
  const auto s = q.with([](const auto& x, const auto& y) { return abut::detail::signed_distance(y, x); });
  EXPECT_TRUE(r.lower <= s.upper && s.lower <= r.upper) << which;
  EXPECT_TRUE(r.status == s.status || r.lower == 0) << which;
  const Real apart = r.lower, size = q.size();
  if (!(apart > size * Real(0.01))) return;
  // A bound on the angle: the normals of two planes that are both within 64 eps size of the best.
  EXPECT_TRUE(norm(exact(r.normal) + exact(s.normal)) < Real(64 * 100) * square_root(Real(abut::epsilon_of<T>)))
      << which;
}

/// No length is special, also near overflow and underflow, as long as sums of a few lengths are finite.
template <class Question>
void expect_scaling(const Question& given, Random& random, const std::string& which) {
  using T = typename Question::T;
  constexpr int most = sizeof(T) == 4 ? 120 : 1000;
  Question q = given;
  const auto r = q.query();
  int low = -most, high = most;
  const auto include = [&](T x) {
    if (x == 0 || !abut::is_finite(x)) return;
    low = std::max(low, std::numeric_limits<T>::min_exponent + 1 - std::ilogb(x));
    high = std::min(high, std::numeric_limits<T>::max_exponent - 6 - std::ilogb(x));
  };
  for (const T* x : q.numbers()) include(*x);
  for (const T x : lengths(r)) include(x);
  if (low > 0 || high < 0) return;  // something is subnormal already
  for (const int k : {low, high, random.integer(low, high)}) {
    q = given;
    for (T* x : q.numbers()) *x = std::ldexp(*x, k);
    const auto s = q.query();
    const auto before = lengths(r), after = lengths(s);
    for (std::size_t i = 0; i < before.size(); ++i) {
      if (before[i] == 0) {  // a tiny number may have been rounded to zero
        EXPECT_EQ(std::ldexp(after[i], -k), 0) << which << ", length " << i << ", k = " << k;
      } else {
        EXPECT_EQ(std::ldexp(before[i], k), after[i]) << which << ", length " << i << ", k = " << k;
      }
    }
    EXPECT_TRUE(same_except_lengths(r, s)) << which << ", k = " << k;
  }
}

/// Type-erased shapes, both or one of them.
template <class Question>
void expect_as_shape_refs(const Question& q, const std::string& which) {
  using Ref = abut::ShapeRef<typename Question::T, Question::D>;
  const auto query = [](const auto& x, const auto& y) { return abut::detail::signed_distance(x, y); };
  q.with_shapes([&](const auto& x, const auto& y) {
    const Ref a = x, b = y;
    EXPECT_TRUE(same_bits(q.query(), q.with(a, b, query))) << which;
    EXPECT_TRUE(same_bits(q.query(), q.with(x, b, query))) << which;
  });
}

template <class Question>
struct ClosedForm : ::testing::Test {};
TYPED_TEST_SUITE_P(ClosedForm);

TYPED_TEST_P(ClosedForm, BoundsContainTheTruthAndKeepTheContract) {
  for_each_question<TypeParam>(expect_bounds<TypeParam>);
}
TYPED_TEST_P(ClosedForm, PointsLieInThemAndApartByTheDistance) {
  for_each_question<TypeParam>(expect_points<TypeParam>);
}
TYPED_TEST_P(ClosedForm, FeaturesSpanThePoints) { for_each_question<TypeParam>(expect_features<TypeParam>); }
TYPED_TEST_P(ClosedForm, AgreesWithTheTracedQuery) {
  for_each_question<TypeParam>(expect_agrees_with_traced<TypeParam>);
}
TYPED_TEST_P(ClosedForm, IsSymmetric) { for_each_question<TypeParam>(expect_symmetry<TypeParam>); }
TYPED_TEST_P(ClosedForm, ScalesByPowersOfTwoBitForBit) {
  Random random(5);
  for_each_question<TypeParam>([&](const auto& q, const std::string& which) { expect_scaling(q, random, which); });
}
TYPED_TEST_P(ClosedForm, AnswersThroughShapeRefBitForBit) {
  for_each_question<TypeParam>(expect_as_shape_refs<TypeParam>);
}

REGISTER_TYPED_TEST_SUITE_P(ClosedForm, BoundsContainTheTruthAndKeepTheContract, PointsLieInThemAndApartByTheDistance,
                            FeaturesSpanThePoints, AgreesWithTheTracedQuery, IsSymmetric, ScalesByPowersOfTwoBitForBit,
                            AnswersThroughShapeRefBitForBit);

}  // namespace oracle
