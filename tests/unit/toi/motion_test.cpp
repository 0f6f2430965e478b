#include <abut/motion.hpp>
#include <abut/shapes.hpp>

#include "quad/motion.hpp"

#include <cmath>

namespace abut {
namespace {

using test::quad;
using test::Quad;
using test::Random;

template <class Space>
class Motions : public ::testing::Test {};
using Dimensions = ::testing::Types<test::Space<double, 2>, test::Space<double, 3>>;
TYPED_TEST_SUITE(Motions, Dimensions);

TYPED_TEST(Motions, PosesAreWithinTheirBound) {
  constexpr int D = TypeParam::D;
  Random random(1);
  double worst = 0;
  for (int n = 0; n < 2000; ++n) {
    const auto m = test::random_motion<D>(random, n % 2 == 0 ? 4 : 400);
    const double t = random.unit();
    const Pose<double, D> pose = pose_at(m, t);
    const Vec<double, D> x = m.center + random.vec<double, D>(1);
    const auto off = norm(test::transform(pose, quad(x)) - test::position_at(m, t, quad(x)));
    const double reach = static_cast<double>(norm(quad(x) - quad(m.center))), arm = detail::norm(m.center);
    const double bound = (detail::motion_roundings<D> + std::fabs(m.angle)) * reach +
                         (2 * detail::rotation_roundings<D> + 4) * arm +
                         4 * (detail::norm(m.start.p) + detail::norm(m.velocity));
    const double part = static_cast<double>(off) / (bound * detail::unit_roundoff);
    worst = part > worst ? part : worst;
  }
  EXPECT_LE(worst, 1);
  EXPECT_GT(worst, 0.05);  // else the bound is useless
}

TYPED_TEST(Motions, BeginsAtItsStart) {
  constexpr int D = TypeParam::D;
  Random random(2);
  for (int n = 0; n < 100; ++n) {
    const auto m = test::random_motion<D>(random, 10);
    const Vec<double, D> x = random.vec<double, D>(1);
    EXPECT_LT(detail::norm(transform(pose_at(m, 0), x) - transform(m.start, x)), 1e-14);
  }
}

TYPED_TEST(Motions, BetweenTwoPosesEndsAtTheSecondByTheSmallerAngle) {
  constexpr int D = TypeParam::D;
  Random random(3);
  for (int n = 0; n < 2000; ++n) {
    const Pose<double, D> from{random.vec<double, D>(3), test::random_rotation<double, D>(random)};
    const Pose<double, D> to{random.vec<double, D>(3), test::random_rotation<double, D>(random)};
    const auto m = motion_between(from, to, random.vec<double, D>(1));
    EXPECT_LE(std::fabs(m.angle), 3.1415926535897936);
    for (int i = 0; i < 4; ++i) {
      const Vec<double, D> x = random.vec<double, D>(2);
      EXPECT_LT(detail::norm(transform(pose_at(m, 0), x) - transform(from, x)), 1e-14);
      EXPECT_LT(detail::norm(transform(pose_at(m, 1), x) - transform(to, x)), 3e-14);
    }
  }
}

TEST(Motion, BetweenPosesKeepsTheCenterOnALine) {
  const Pose2d from{{1, 2}, Rotation2d::by(0.5)}, to{{-3, 1}, Rotation2d::by(-2)};
  const Vec2d center{0.25, -1};
  const auto m = motion_between(from, to, center);
  const Vec2d begin = transform(from, center), end = transform(to, center);
  for (const double t : {0.25, 0.5, 0.75}) {
    EXPECT_LT(detail::norm(transform(pose_at(m, t), center) - (begin + (end - begin) * t)), 1e-14);
  }
}

TEST(Motion, BetweenEqualPosesIsStill) {
  const Pose3d pose{{1, 2, 3}, {1, 2, 3, 4}};
  const auto m = motion_between(pose, pose);
  EXPECT_EQ(m.angle, 0);
  EXPECT_EQ(m.velocity, Vec3d{});
  // A quaternion and its negative are one rotation.
  EXPECT_EQ(motion_between(pose, Pose3d{{1, 2, 3}, {-1, -2, -3, -4}}).angle, 0);
}

TEST(Motion, ZeroAxisRotatesNothing) {
  Motion3d m{.velocity = {1, 0, 0}, .axis = {0, 0, 0}, .angle = 5};
  EXPECT_EQ(transform(pose_at(m, 0.5), Vec3d{0, 1, 0}), (Vec3d{0.5, 1, 0}));
}

TEST(Motion, MovingTakesAMotionOfTheShapesScalarOrOfDouble) {
  const Box3f box{.half = {1, 1, 1}};
  EXPECT_EQ(moving(box, Motion3f{.angle = 0.5f}).motion.angle, 0.5);
  EXPECT_EQ(moving(box, Motion3d{.angle = 0.1}).motion.angle, 0.1);
}

TEST(Arctangent, IsWithinItsBound) {
  Random random(4);
  for (int n = 0; n < 6000; ++n) {
    const double angle = n < 3000 ? random.uniform(0, 3.1415926535897931) : std::fabs(random.spread(-60, 0));
    // tan a = y / x of the rounded numbers: the angle they represent differs from `angle` by a known sine.
    const double y = std::sin(angle), x = std::cos(angle), found = detail::arctangent(y, x);
    const test::QuadSineCosine r = test::sine_cosine(found);
    const Quad length = test::square_root(quad(x) * quad(x) + quad(y) * quad(y));
    const Quad off = (r.sine * quad(x) - r.cosine * quad(y)) / length;  // the sine of the difference
    EXPECT_LE(static_cast<double>(test::absolute(off)), 16 * detail::unit_roundoff * found) << angle;
  }
  EXPECT_EQ(detail::arctangent(0, 0), 0);
  EXPECT_EQ(detail::arctangent(0, 2), 0);
  EXPECT_EQ(detail::arctangent(0, -2), 0x1.921fb54442d18p+1);
  EXPECT_EQ(detail::arctangent(0x1p1000, 0x1p1000), detail::arctangent(1, 1));
  EXPECT_EQ(detail::arctangent(0x1p-1000, 0x1p-1000), detail::arctangent(1, 1));
}

}  // namespace
}  // namespace abut
