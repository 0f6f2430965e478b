/// Options, features, statuses, and the use of the verb in a user's program.
#include "unit/expect_distance.hpp"

#include <limits>
#include <string_view>
#include <type_traits>

namespace abut {
namespace {

using test::expect_bounds_contain;
using test::expect_distance;
using test::make_vec;
using test::Quad;
using test::quad;
using test::Random;

template <class S>
class OptionsOfDistance : public ::testing::Test {};
TYPED_TEST_SUITE(OptionsOfDistance, test::Spaces);

/// A circle or sphere of radius 1 as its own core: it has infinitely many support points.
template <Scalar T, int D>
auto curved() {
  return custom<Vec<T, D>>([](const Vec<T, D>& d) {
    const double length = detail::norm(detail::widen(d));
    return length > 0 ? vec_cast<T>(detail::widen(d) / length) : detail::axis<T, D>(0);
  });
}

// --- Options -----------------------------------------------------------------------------------------------

TYPED_TEST(OptionsOfDistance, CutoffStopsWithAProofThatItLiesBeyond) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  Random random(1);
  for (int n = 0; n < 300; ++n) {
    const Triangle<T, D> a{random.vec<T, D>(1), random.vec<T, D>(1), random.vec<T, D>(1)};
    const Pose<T, D> pose{.p = make_vec<T, D>(7, 5, 3), .q = test::random_rotation<T, D>(random)};
    const auto b = place(Box<T, D>{make_vec<T, D>(1, 2, 3)}, pose);
    const auto full = distance(a, b);
    const auto cut = distance(a, b, {.cutoff = T(1)});
    ASSERT_EQ(cut.status, Status::cutoff);
    EXPECT_GT(cut.lower, T(1));
    EXPECT_LE(cut.iterations, full.iterations);
    EXPECT_LE(cut.lower, full.upper);
    EXPECT_GE(cut.upper, full.lower);
    EXPECT_TRUE(is_finite(cut.point_a) && is_finite(cut.point_b) && is_finite(cut.normal));
  }
}

TYPED_TEST(OptionsOfDistance, CutoffBeyondTheDistanceChangesNothing) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const Box<T, D> box{make_vec<T, D>(1, 1, 1)};
  const Point<T, D> point{make_vec<T, D>(4, 5, 0.5)};
  const auto full = distance(box, point), cut = distance(box, point, {.cutoff = T(5.5)});
  EXPECT_EQ(cut.status, Status::converged);
  EXPECT_EQ(cut.lower, full.lower);
  EXPECT_EQ(cut.upper, full.upper);
  EXPECT_EQ(cut.iterations, full.iterations);
}

TYPED_TEST(OptionsOfDistance, CutoffCountsTheRadii) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const auto a = inflate(Box<T, D>{}, T(1));                       // a ball that GJK answers
  const auto b = place(a, Pose<T, D>{.p = make_vec<T, D>(5, 0)});  // 3 apart, the centers 5
  EXPECT_EQ(distance(a, b, {.cutoff = T(4)}).status, Status::converged);
  EXPECT_EQ(distance(a, b, {.cutoff = T(2)}).status, Status::cutoff);
  EXPECT_GT(distance(a, b, {.cutoff = T(2)}).lower, T(2));
}

TYPED_TEST(OptionsOfDistance, NothingIsCutOffInClosedForm) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const Ball<T, D> a{{}, T(1)}, b{make_vec<T, D>(5, 0), T(1)};
  const auto full = distance(a, b), cut = distance(a, b, {.cutoff = T(2), .max_iterations = 1});
  EXPECT_EQ(cut.status, Status::converged);
  EXPECT_EQ(cut.lower, full.lower);
  EXPECT_EQ(cut.iterations, 0);
}

TYPED_TEST(OptionsOfDistance, IterationsAreCappedAndTheBoundsStillHold) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const auto far = Point<T, D>{make_vec<T, D>(3, 4, 0)};
  const auto ball = curved<T, D>();
  // Where a shape that computes in T places its points: within a few units of T of the unit sphere.
  for (int cap = 1; cap <= 12; ++cap) {
    const auto d = distance(ball, far, {.max_iterations = cap});
    EXPECT_LE(d.iterations, cap);
    EXPECT_TRUE(d.status == Status::iteration_limit || d.status == Status::converged);
    EXPECT_LE(double(d.lower), 4 + 4 * epsilon_of<T>);
    EXPECT_GE(double(d.upper), 4 - 4 * epsilon_of<T>);
  }
  const auto box = inflate(Box<T, D>{make_vec<T, D>(1, 1, 1)}, T(0.5));  // a box itself has a closed form
  EXPECT_EQ(distance(box, far, {.max_iterations = 1}).status, Status::iteration_limit);
}

TYPED_TEST(OptionsOfDistance, ToleranceLetsCurvedShapesStopEarlier) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const auto a = curved<T, D>();
  const auto b = place(curved<T, D>(), Pose<T, D>{.p = make_vec<T, D>(3, 4, 5)});
  const auto rough = distance(a, b, {.tolerance = T(1e-2)}), fine = distance(a, b);
  EXPECT_EQ(rough.status, Status::converged);
  EXPECT_LE(rough.upper - rough.lower, T(1e-2) * rough.upper + T(64 * epsilon_of<T>) * T(20));
  EXPECT_LE(rough.iterations, fine.iterations);
  EXPECT_LE(rough.lower, fine.upper);
  EXPECT_GE(rough.upper, fine.lower);
}

TYPED_TEST(OptionsOfDistance, ThatMakeNoSenseAreInvalid) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const T nan = std::numeric_limits<T>::quiet_NaN();
  const Point<T, D> a{}, b{make_vec<T, D>(1, 0)};
  EXPECT_EQ(distance(a, b, {.tolerance = T(-1)}).status, Status::invalid_argument);
  EXPECT_EQ(distance(a, b, {.tolerance = nan}).status, Status::invalid_argument);
  EXPECT_EQ(distance(a, b, {.cutoff = nan}).status, Status::invalid_argument);
  EXPECT_EQ(distance(a, b, {.max_iterations = 0}).status, Status::invalid_argument);
  EXPECT_EQ(distance(a, b, {.tolerance = T(0)}).status, Status::converged);
}

TYPED_TEST(OptionsOfDistance, ShapesThatAreNotFiniteAreInvalid) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const Point<T, D> fine{};
  for (const T bad : {detail::infinity<T>, -detail::infinity<T>, std::numeric_limits<T>::quiet_NaN()}) {
    for (int i = 0; i < D; ++i) {
      auto v = make_vec<T, D>(1, 1, 1);
      v[i] = bad;
      EXPECT_EQ(distance(fine, Point<T, D>{v}).status, Status::invalid_argument);
      EXPECT_EQ(distance(Segment<T, D>{{}, v}, fine).status, Status::invalid_argument);
      EXPECT_EQ(distance(Box<T, D>{v}, fine).status, Status::invalid_argument);
      EXPECT_EQ(distance(fine, place(fine, Pose<T, D>{.p = v})).status, Status::invalid_argument);
    }
  }
  EXPECT_EQ(distance(Box<T, D>{make_vec<T, D>(1, -1, 1)}, fine).status, Status::invalid_argument);
}

// --- Features ----------------------------------------------------------------------------------------------

TYPED_TEST(OptionsOfDistance, FeaturesNameTheVerticesThatSpanTheClosestPoints) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const Triangle<T, D> t{make_vec<T, D>(0, 0), make_vec<T, D>(4, 0), make_vec<T, D>(0, 4)};
  const auto vertex = distance(t, Point<T, D>{make_vec<T, D>(7, -4)});
  ASSERT_EQ(vertex.feature_count, 1);
  EXPECT_EQ(vertex.feature_a[0], 1U);
  EXPECT_EQ(vertex.feature_b[0], 0U);
  const auto edge = distance(t, Point<T, D>{make_vec<T, D>(5, 3)});
  ASSERT_EQ(edge.feature_count, 2);
  EXPECT_EQ(edge.feature_a[0] + edge.feature_a[1], 3U) << "b and c";
  EXPECT_NE(edge.feature_a[0], 0U);
  EXPECT_NE(edge.feature_a[1], 0U);
}

TYPED_TEST(OptionsOfDistance, TheSeparatingPlaneLiesHalfWay) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const Box<T, D> box{make_vec<T, D>(1, 1, 1)};
  const auto d = distance(box, place(box, Pose<T, D>{.p = make_vec<T, D>(6, 0.5, 0)}));
  const Plane<T, D> plane = d.separating_plane();
  EXPECT_EQ(plane.point.x, T(3));
  EXPECT_EQ(plane.normal, d.normal);
  // All of A is on one side by half of lower, all of B on the other: the support points along the normal show it.
  const auto a = box.support(detail::widen(d.normal)).point;
  const auto b = place(box, Pose<T, D>{.p = make_vec<T, D>(6, 0.5, 0)}).support(-detail::widen(d.normal)).point;
  EXPECT_LE(dot(detail::widen(d.normal), a - detail::widen(plane.point)), -double(d.lower) / 2);
  EXPECT_GE(dot(detail::widen(d.normal), b - detail::widen(plane.point)), double(d.lower) / 2);
}

// --- Use -------------------------------------------------------------------------------------------------------

namespace users_program {

using namespace std;   // NOLINT(google-build-using-namespace): std::distance is in it
using namespace abut;  // NOLINT(google-build-using-namespace)

float clearance() {
  const Box3f crate{.half = {1, 1, 1}};
  const Capsule3f arm{.a = {0, 0, -1}, .b = {0, 0, 1}, .radius = 0.25f};
  const Pose3f pose{.p = {3, 0, 0}, .q = Rotation3f::about({0, 1, 0}, 0.0f)};
  const auto gap = distance(crate, place(arm, pose), {.tolerance = 1e-6f, .cutoff = 100, .max_iterations = 50});
  return gap.distance;
}

}  // namespace users_program

TEST(DistanceCall, ReadsWellBesideUsingNamespaceStd) {
  EXPECT_NEAR(users_program::clearance(), 1.75f, 8 * epsilon_of<float> * 6);
}

TEST(DistanceResult, StartsAsNothingKnown) {
  constexpr detail::SignedDistance<float, 2> d;
  static_assert(d.status == Status::invalid_argument && d.lower == 0 && d.upper == detail::infinity<float>);
  static_assert(d.signed_lower == -detail::infinity<float> && d.signed_upper == detail::infinity<float> &&
                d.feature_count == 0);
  static_assert(std::is_trivially_copyable_v<Distance<double, 3>>);
  EXPECT_STREQ(to_string(d.status), "invalid_argument");
}

TEST(StatusName, IsDistinctForEach) {
  const Status all[] = {Status::converged,       Status::cutoff,       Status::stalled,
                        Status::iteration_limit, Status::inconclusive, Status::invalid_argument};
  for (const Status a : all) {
    EXPECT_STRNE(to_string(a), "unknown");
    for (const Status b : all) EXPECT_EQ(std::string_view(to_string(a)) == to_string(b), a == b);
  }
}

}  // namespace
}  // namespace abut
