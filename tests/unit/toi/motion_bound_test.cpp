/// No check at run time can verify the motion bound: here it is judged by itself, in 106 bits.
#include <abut/detail/toi/motion_bound.hpp>
#include <abut/shapes.hpp>

#include "quad/motion.hpp"

#include <vector>

namespace abut {
namespace {

using detail::Bounded;
using detail::Spin;
using test::Quad;
using test::quad;
using test::QuadVec;
using test::Random;

/// Bodies of a few points, a direction and its rate of rotation.
template <int D>
struct Scene {
  std::vector<Vec<double, D>> points_a, points_b;
  Motion<double, D> a, b;
  double time;
  Vec<double, D> n;
  Spin<D> w{};

  /// The true separation along the axis, `after` the time.
  Quad separation(double after) const {
    const double t = time + after;
    const QuadVec<D> axis = rotated_axis(after);
    Quad low = 0, high = 0;
    for (std::size_t i = 0; i < points_a.size(); ++i) {
      const Quad h = dot(axis, test::position_at(a, t, quad(points_a[i])));
      high = i == 0 || h > high ? h : high;
    }
    for (std::size_t i = 0; i < points_b.size(); ++i) {
      const Quad h = dot(axis, test::position_at(b, t, quad(points_b[i])));
      low = i == 0 || h < low ? h : low;
    }
    return (low - high) / norm(axis);
  }

 private:
  QuadVec<D> rotated_axis(double after) const {
    if constexpr (D == 2) {
      return test::rotated(quad(n), quad(w) * quad(after));
    } else {
      const QuadVec<3> rate = quad(w);
      const Quad speed = norm(rate);
      return speed > 0 ? test::rotated(quad(n), speed * quad(after), rate) : quad(n);
    }
  }
};

template <int D>
Spin<D> random_spin(Random& random, double most) {
  if constexpr (D == 2) {
    return random.uniform(-most, most);
  } else {
    return random.vec<double, 3>(most);
  }
}

/// The case that attains the bound: one point per body, straight behind n, rotating about an axis perpendicular to n.
template <int D>
void make_extreme(Random& random, Scene<D>& s) {
  const auto aim = [&](Motion<double, D>& m, std::vector<Vec<double, D>>& points, double sign) {
    m.velocity = {};
    if constexpr (D == 3) m.axis = detail::perpendicular(s.n) + s.n * random.uniform(-0.05, 0.05);
    const auto q = pose_at(m, s.time).q;
    const Vec<double, D> behind = s.n * sign + random.vec<double, D>(0.05);
    points = {m.center + detail::transposed_times(detail::matrix(q), behind)};
  };
  aim(s.a, s.points_a, -1);
  aim(s.b, s.points_b, 1);
  if constexpr (D == 3) s.b.axis = s.a.axis;
  s.w = {};
}

template <int D>
Scene<D> random_scene(Random& random) {
  Scene<D> s;
  const int count = random.integer(1, 5);
  for (int i = 0; i < count; ++i) {
    s.points_a.push_back(random.vec<double, D>(1));
    s.points_b.push_back(random.vec<double, D>(1));
  }
  const double angle = random.integer(0, 3) == 0 ? 60 : 4;
  s.a = test::random_motion<D>(random, angle);
  s.b = test::random_motion<D>(random, angle);
  s.time = random.uniform(0, 0.75);
  s.n = random.vec<double, D>(1) + detail::axis<double, D>(0) * 1.5;
  s.n = s.n / detail::norm(s.n);
  const int kind = random.integer(0, 3);
  if (kind == 1) s.w = random_spin<D>(random, 4);
  if (kind == 2) s.w = s.a.angle * detail::RotationPath<D>(s.a).axis;
  if (kind == 3) make_extreme(random, s);
  return s;
}

template <int D>
auto pair_of(const Scene<D>& s) {
  auto pair =
      detail::MovingPair(*PointSet<double, D>::from(s.points_a), s.a, *PointSet<double, D>::from(s.points_b), s.b);
  pair.move_to(s.time);
  return pair;
}

template <class Space>
class MotionBounds : public ::testing::Test {};
using Dimensions = ::testing::Types<test::Space<double, 2>, test::Space<double, 3>>;
TYPED_TEST_SUITE(MotionBounds, Dimensions);

/// f(D) is never above the separation; and comes within a twentieth of K D^2 / 2, so that a K too small by a tenth
/// would fail.
TYPED_TEST(MotionBounds, IsNeverAboveTheTrueSeparation) {
  constexpr int D = TypeParam::D;
  Random random(11);
  double least = 1;
  for (int n = 0; n < 3000; ++n) {
    const Scene<D> s = random_scene<D>(random);
    const auto pair = pair_of(s);
    detail::MotionBound bound(pair, s.n, 0);
    const double after = (1 - s.time) * random.unit() * (n % 2 == 0 ? 1.0 : 0.05);
    const double f = bound.lower_bound(s.w, {}, after);
    const Quad slack = s.separation(after) - quad(f);
    ASSERT_GE(static_cast<double>(slack), 0) << n << " after " << after;
    const double part = static_cast<double>(slack) / (bound.bend() * after * after / 2);
    least = part < least ? part : least;
  }
  EXPECT_LT(least, 0.05);
}

/// Without time or rotation it is the separation itself, within rounding.
TYPED_TEST(MotionBounds, IsTheSeparationNow) {
  constexpr int D = TypeParam::D;
  Random random(12);
  for (int n = 0; n < 500; ++n) {
    const Scene<D> s = random_scene<D>(random);
    const auto pair = pair_of(s);
    detail::MotionBound bound(pair, s.n, 0);
    const double off = static_cast<double>(s.separation(0) - quad(bound.lower_bound(s.w, {}, 0)));
    ASSERT_GE(off, 0);
    ASSERT_LE(off, 2 * pair.height_error());
  }
}

/// The bodies are apart for all of the time that free_for() returns.
TYPED_TEST(MotionBounds, ProvesOnlyWhatIsFree) {
  constexpr int D = TypeParam::D;
  Random random(13);
  int proven = 0;
  for (int n = 0; n < 3000; ++n) {
    const Scene<D> s = random_scene<D>(random);
    const auto pair = pair_of(s);
    const double now = detail::MotionBound(pair, s.n, 0).lower_bound({}, {}, 0);
    const double target = random.unit() * now;
    if (!(target > 0)) continue;
    detail::MotionBound bound(pair, s.n, target);
    const bool a_rotates = s.a.angle != 0, b_rotates = s.b.angle != 0;
    const Bounded by{a_rotates && random.unit() < 0.4, b_rotates && random.unit() < 0.4};
    Scene<D> along = s;
    if (by.a_by_extent || by.b_by_extent) along.w = {};
    const double free = bound.free_for(along.w, by, 1 - s.time, 0);
    proven += free > 0 ? 1 : 0;
    for (int i = 0; i <= 8; ++i) {
      ASSERT_GT(static_cast<double>(along.separation(free * i / 8) - quad(target)), 0) << n << " part " << i;
    }
  }
  EXPECT_GT(proven, 250);
}

/// A long ellipse that rotates below a point. At gaps below about 1e-8 of its short radius, which is 1, its end rises
/// faster than any number of tangents can follow: the answer is then 0 rather than too long. Gaps go from a quarter of
/// that radius to where rounding is a thousandth of them; a hundred times above those 1e-8 the answer must be positive.
TEST(MotionBound, OfALongEllipseIsNoLongerThanItIsFree) {
  constexpr double length = 4;
  const Ellipsoid2d ellipse{.radii = {length, 1}};
  const Point2d point{};
  bool silent = false;
  constexpr double least_gap = 1e-12, surely_proven = 1e-6;  // lengths, of the short radius
  for (double gap = 0.25; gap > least_gap; gap *= 0.25) {
    const Motion2d rotates{.angle = 1}, still{.start = {.p = {0, 1 + gap}}};
    const detail::MovingPair<Ellipsoid2d, Point2d> pair(ellipse, rotates, point, still);
    detail::MotionBound<Ellipsoid2d, Point2d> bound(pair, {0, 1}, 0);
    ASSERT_GT(bound.lower_bound(0, {}, 0), 0) << gap;
    const double free = bound.free_for(0, {}, 1, 0);
    // For its height h, h^2 - 1 is (length^2 - 1) sin^2, which may be at most (1 + gap)^2 - 1.
    const double sine = sine_cosine(free).sine;
    EXPECT_LT((length * length - 1) * sine * sine, gap * (2 + gap)) << gap;
    EXPECT_TRUE(free > 0 || gap < surely_proven) << gap;
    silent = silent || free == 0;
  }
  EXPECT_TRUE(silent);
}

TEST(LargerRoot, IsFoundAtAnyScale) {
  for (const double scale : {1.0, 0x1p-900, 0x1p900}) {
    EXPECT_DOUBLE_EQ(detail::larger_root(2 * scale, 0, scale), 2);
    EXPECT_DOUBLE_EQ(detail::larger_root(1 * scale, -2 * scale, 0), 0.5);
    EXPECT_DOUBLE_EQ(detail::larger_root(4 * scale, 2 * scale, 4 * scale), 2);
    EXPECT_EQ(detail::larger_root(1 * scale, 1 * scale, 0), detail::infinity<double>);
    EXPECT_EQ(detail::larger_root(1 * scale, 0, 0), detail::infinity<double>);
  }
}

}  // namespace
}  // namespace abut
