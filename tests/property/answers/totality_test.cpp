/// Bad arguments are reported, extreme ones are answered; no result is NaN.
#include "oracle/draw/any_shape.hpp"
#include "oracle/judge/answers.hpp"

#include <rapidcheck/gtest.h>

#include <limits>

namespace oracle {
namespace {

template <class S>
struct BadArgument : ::testing::Test {};
TYPED_TEST_SUITE(BadArgument, Settings, SettingNames);

template <class T>
std::array<T, 3> not_numbers() {
  const T inf = std::numeric_limits<T>::infinity();
  return {std::numeric_limits<T>::quiet_NaN(), inf, -inf};
}

/// An aggregate of numbers with number `i` replaced.
template <class T, class Aggregate>
Aggregate replaced(const Aggregate& whole, std::size_t i, T by) {
  auto numbers = std::bit_cast<std::array<T, sizeof(Aggregate) / sizeof(T)>>(whole);
  numbers[i] = by;
  return std::bit_cast<Aggregate>(numbers);
}

template <class T, int D>
void expect_invalid(const abut::detail::SignedDistance<T, D>& r, const std::string& what) {
  EXPECT_STREQ(abut::to_string(r.status), "invalid_argument") << what;
  EXPECT_TRUE(is_sane(r)) << what;
}

/// The bad shape as A by its own type; as B, against itself and placed through AnyShape, which is compiled once.
template <class S, class Bad>
void expect_rejected(const Bad& bad, const std::string& what) {
  using T = typename S::T;
  using Any = AnyShape<T, S::D>;
  const abut::Point<T, S::D> point{abut::detail::axis<T, S::D>(0)};
  const abut::Pose<T, S::D> pose{abut::detail::axis<T, S::D>(1), {}};
  const Any any{bad}, good{point};
  if constexpr (S::posed) {
    expect_invalid(abut::detail::signed_distance(abut::place(any, pose), good), what);
    expect_invalid(abut::detail::signed_distance(good, abut::place(any, pose)), what);
  } else {
    if constexpr (sizeof(T) == 4) expect_invalid(abut::detail::signed_distance(bad, point), what);
    expect_invalid(abut::detail::signed_distance(good, any), what);
    expect_invalid(abut::detail::signed_distance(any, any), what);
  }
}

template <class S, class Aggregate>
void expect_every_number_checked(const Aggregate& good, const std::string& name) {
  using T = typename S::T;
  for (std::size_t i = 0; i < sizeof(Aggregate) / sizeof(T); ++i) {
    for (const T bad : not_numbers<T>()) {
      expect_rejected<S>(replaced(good, i, bad), name + ", number " + std::to_string(i) + " is " + std::to_string(bad));
    }
  }
}

TYPED_TEST(BadArgument, InAnyNumberOfAnyShape) {
  using S = TypeParam;
  using T = typename S::T;
  constexpr int D = S::D;
  const abut::Vec<T, D> x = abut::detail::axis<T, D>(0), y = abut::detail::axis<T, D>(1);
  expect_every_number_checked<S>(abut::Point<T, D>{x}, "Point");
  expect_every_number_checked<S>(abut::Segment<T, D>{x, y}, "Segment");
  expect_every_number_checked<S>(abut::Triangle<T, D>{x, y, x + y}, "Triangle");
  expect_every_number_checked<S>(abut::Box<T, D>{x + y}, "Box");
  expect_every_number_checked<S>(abut::Ball<T, D>{x, T(1)}, "Ball");
  expect_every_number_checked<S>(abut::Capsule<T, D>{x, y, T(1)}, "Capsule");
  if constexpr (D == 3) {
    expect_every_number_checked<S>(abut::Tetrahedron<T, D>{x, y, x + y, abut::detail::axis<T, D>(2)}, "Tetrahedron");
  }
}

TYPED_TEST(BadArgument, InANegativeSize) {
  using S = TypeParam;
  using T = typename S::T;
  constexpr int D = S::D;
  const abut::Vec<T, D> x = abut::detail::axis<T, D>(0);
  const T tiny = -std::numeric_limits<T>::denorm_min();
  for (const T bad : {T(-1), tiny, std::numeric_limits<T>::lowest()}) {
    expect_rejected<S>(abut::Ball<T, D>{x, bad}, "Ball of negative radius");
    expect_rejected<S>(abut::Capsule<T, D>{x, x, bad}, "Capsule of negative radius");
    for (std::size_t i = 0; i < D; ++i) {
      expect_rejected<S>(replaced(abut::Box<T, D>{x}, i, bad), "Box of negative half extent");
    }
  }
}

TYPED_TEST(BadArgument, InTheRadiusOfAUsersShape) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const Points<T, D> one{abut::detail::axis<T, D>(0)};
  const Rounded<T, D> good{points<T, D>(one), T(1)};
  for (const T radius : {T(-1), not_numbers<T>()[0], not_numbers<T>()[1], not_numbers<T>()[2]}) {
    const Rounded<T, D> bad{good.core, radius};
    expect_invalid(abut::detail::signed_distance(bad, good), "radius of A " + std::to_string(radius));
    expect_invalid(abut::detail::signed_distance(good, bad), "radius of B " + std::to_string(radius));
  }
}

TYPED_TEST(BadArgument, InAPose) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const AnyShape<T, D> box{abut::Box<T, D>{abut::detail::axis<T, D>(0)}};
  const abut::Pose<T, D> good{abut::detail::axis<T, D>(1), {}};
  std::vector<abut::Pose<T, D>> poses;
  for (std::size_t i = 0; i < sizeof(good) / sizeof(T); ++i) {
    for (const T bad : not_numbers<T>()) poses.push_back(replaced(good, i, bad));
  }
  poses.push_back(replaced(good, D, T(0)));  // the identity without its 1: not a rotation
  for (const auto& pose : poses) {
    expect_invalid(abut::detail::signed_distance(abut::place(box, pose), box), "pose of A");
    expect_invalid(abut::detail::signed_distance(box, abut::place(box, pose)), "pose of B");
    expect_invalid(abut::detail::signed_distance(abut::place(box, good), abut::place(box, pose)),
                   "pose of B beside a good one");
    expect_invalid(abut::detail::signed_distance(abut::place(abut::place(box, pose), good), box), "pose inside a pose");
  }
}

TYPED_TEST(BadArgument, InTheOptions) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const AnyShape<T, D> box{abut::Box<T, D>{abut::detail::axis<T, D>(0)}};
  const AnyShape<T, D> ball{abut::Ball<T, D>{abut::detail::axis<T, D>(0) * T(4), T(1)}};
  for (const T bad : not_numbers<T>()) {
    expect_invalid(abut::detail::signed_distance(box, ball, {.tolerance = bad}), "tolerance " + std::to_string(bad));
  }
  expect_invalid(abut::detail::signed_distance(box, ball, {.tolerance = T(-1)}), "negative tolerance");
  expect_invalid(abut::detail::signed_distance(box, ball, {.cutoff = std::numeric_limits<T>::quiet_NaN()}), "cutoff");
  expect_invalid(abut::detail::signed_distance(box, ball, {.max_iterations = 0}), "no iterations");
  expect_invalid(abut::detail::signed_distance(box, ball, {.max_iterations = -5}), "negative iterations");
  const T inf = std::numeric_limits<T>::infinity();
  for (const T fine : {inf, -inf, T(-1), T(0)}) {
    const auto r = abut::detail::signed_distance(box, ball, {.cutoff = fine});
    EXPECT_TRUE(is_sane(r) && r.lower <= T(2) && T(2) <= r.upper) << "cutoff " << fine;
  }
}

TYPED_TEST(BadArgument, InAPointSetIsNamed) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  using Set = abut::PointSet<T, D>;
  const auto empty = Set::from({});
  ASSERT_FALSE(empty);
  EXPECT_EQ(empty.error().kind, abut::PointsError::Kind::empty);
  for (std::size_t i = 0; i < 5; ++i) {
    for (std::size_t k = 0; k < D; ++k) {
      for (const T bad : not_numbers<T>()) {
        Points<T, D> p(5, abut::detail::axis<T, D>(0));
        p[i] = replaced(p[i], k, bad);
        const auto set = Set::from(p);
        ASSERT_FALSE(set);
        EXPECT_EQ(set.error().kind, abut::PointsError::Kind::not_finite);
        EXPECT_EQ(set.error().index, i);
      }
    }
  }
}

// --- Extreme numbers ---------------------------------------------------------------------------------------

template <class T>
std::vector<T> extremes() {
  using L = std::numeric_limits<T>;
  std::vector<T> r{0, 1, T(0.1), 3};
  for (const T x :
       {L::max(), L::max() / 2, std::sqrt(L::max()), L::epsilon(), std::sqrt(L::min()), L::min(), L::denorm_min()}) {
    r.push_back(x);
    r.push_back(-x);
  }
  return r;
}

template <class T, int D>
Points<T, D> draw_points() {
  const auto number = rc::gen::elementOf(extremes<T>());
  Points<T, D> r(static_cast<std::size_t>(*rc::gen::inRange(1, 6)));
  for (auto& p : r) {
    for (int i = 0; i < D; ++i) p[i] = *number;
  }
  return r;
}

/// Answered, without a NaN, and correct.
template <class T, int D>
void try_extremes(bool posed) {
  const auto number = rc::gen::elementOf(extremes<T>());
  Pair<T, D> p;
  p.a = draw_points<T, D>();
  p.b = draw_points<T, D>();
  p.posed = posed;
  if (posed) {
    for (auto* v : {&p.pose_a.p, &p.pose_b.p}) {
      for (int i = 0; i < D; ++i) (*v)[i] = *number;
    }
    p.pose_a.q = replaced(p.pose_a.q, 1, *number);
    p.pose_b.q = replaced(p.pose_b.q, 0, *rc::gen::elementOf(std::vector<T>{1, std::numeric_limits<T>::min()}));
  }
  if (*rc::gen::arbitrary<bool>()) p.radius_a = std::abs(*number);
  const auto r = query(p);
  RC_ASSERT(r.status != abut::Status::invalid_argument);
  const auto sane = is_sane(r);
  if (!sane) RC_FAIL(sane.message());
  const Case<T, D> c(p);
  RC_ASSERT(Real(r.lower) <= c.upper());
  RC_ASSERT(Real(r.upper) >= c.lower());
}

RC_GTEST_PROP(ExtremeNumbers, AreAnswered2DFloat, ()) { try_extremes<float, 2>(false); }
RC_GTEST_PROP(ExtremeNumbers, AreAnswered3DFloat, ()) { try_extremes<float, 3>(false); }
RC_GTEST_PROP(ExtremeNumbers, AreAnswered2DDouble, ()) { try_extremes<double, 2>(false); }
RC_GTEST_PROP(ExtremeNumbers, AreAnswered3DDouble, ()) { try_extremes<double, 3>(false); }
RC_GTEST_PROP(ExtremeNumbers, AreAnswered2DFloatPosed, ()) { try_extremes<float, 2>(true); }
RC_GTEST_PROP(ExtremeNumbers, AreAnswered3DFloatPosed, ()) { try_extremes<float, 3>(true); }
RC_GTEST_PROP(ExtremeNumbers, AreAnswered2DDoublePosed, ()) { try_extremes<double, 2>(true); }
RC_GTEST_PROP(ExtremeNumbers, AreAnswered3DDoublePosed, ()) { try_extremes<double, 3>(true); }

}  // namespace
}  // namespace oracle
