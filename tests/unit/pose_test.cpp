#include <abut/pose.hpp>

#include "quad/rotation.hpp"
#include "unit/spaces.hpp"

#include <limits>

namespace abut {
namespace {

using test::make_vec;
using test::Quad;
using test::quad;
using test::QuadVec;
using test::Random;
using test::random_rotation;

template <class S>
class Poses : public ::testing::Test {};
TYPED_TEST_SUITE(Poses, test::Spaces);

/// A rotation by 90 degrees, about z in 3D: exact in its numbers, whose length is not 1.
template <Scalar T, int D>
Rotation<T, D> quarter_turn() {
  if constexpr (D == 2) {
    return {T(0), T(1)};
  } else {
    return {T(1), T(0), T(0), T(1)};
  }
}

/// Numbers of a rotation times s.
template <Scalar T>
Rotation<T, 2> times(const Rotation<T, 2>& q, double s) {
  return {static_cast<T>(q.c * s), static_cast<T>(q.s * s)};
}
template <Scalar T>
Rotation<T, 3> times(const Rotation<T, 3>& q, double s) {
  return {static_cast<T>(q.w * s), static_cast<T>(q.x * s), static_cast<T>(q.y * s), static_cast<T>(q.z * s)};
}

/// The distance of a computed image from the true one, in units of |v|.
template <Scalar T, int D>
double image_error(const Rotation<T, D>& q, const Vec<T, D>& v, const Vec<T, D>& image) {
  return static_cast<double>(norm(quad(image) - test::rotate(test::quad_matrix(q), quad(v))) / norm(quad(v)));
}

/// rotate() computes in double, from one rotation instead of two, and rounds each component once more to T.
template <Scalar T, int D>
inline constexpr double image_bound =
    detail::rotation_roundings<D> * detail::unit_roundoff + detail::unit_roundoff_of<T>;

TYPED_TEST(Poses, DefaultIsNoMotion) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const auto v = make_vec<T, D>(1.25, -3, 7);
  EXPECT_EQ(transform(Pose<T, D>{}, v), v);
  EXPECT_EQ(rotate(Rotation<T, D>{}, v), v);
  EXPECT_TRUE(is_valid(Pose<T, D>{}));
}

TYPED_TEST(Poses, RotatesCounterClockwiseThenMoves) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const Pose<T, D> pose{make_vec<T, D>(10, 20, 30), quarter_turn<T, D>()};
  EXPECT_EQ(rotate(pose.q, make_vec<T, D>(1, 0, 0)), (make_vec<T, D>(0, 1, 0)));
  EXPECT_EQ(rotate(pose.q, make_vec<T, D>(0, 1, 0)), (make_vec<T, D>(-1, 0, 0)));
  EXPECT_EQ(transform(pose, make_vec<T, D>(1, 2, 3)), (make_vec<T, D>(8, 21, 33)));
}

TYPED_TEST(Poses, RotatesWithinTheStatedError) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  Random random(1);
  for (int n = 0; n < 5000; ++n) {
    const auto q = random_rotation<T, D>(random);
    const auto v = random.vec<T, D>(100);
    EXPECT_LE(image_error(q, v, rotate(q, v)), (image_bound<T, D>));
  }
}

TYPED_TEST(Poses, InverseUndoes) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  Random random(2);
  for (int n = 0; n < 2000; ++n) {
    const Pose<T, D> pose{random.vec<T, D>(10), random_rotation<T, D>(random)};
    const auto v = random.vec<T, D>(10);
    const Vec<T, D> back = transform(inverse(pose), transform(pose, v));
    // Three rotations (of p, of v, and back), each of a vector no longer than |p| + |v| and rounded to T, and
    // two sums.
    const double length = static_cast<double>(norm(quad(v)) + norm(quad(pose.p)));
    const double bound = 3 * image_bound<T, D> + 2 * detail::unit_roundoff_of<T>;
    EXPECT_LE(static_cast<double>(norm(quad(back) - quad(v))), bound * length);
    EXPECT_LE(image_error(inverse(pose.q), v, rotate(inverse(pose.q), v)), (image_bound<T, D>));
  }
}

TYPED_TEST(Poses, InverseOfARotationIsExact) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  Random random(3);
  for (int n = 0; n < 100; ++n) {
    const auto q = random_rotation<T, D>(random);
    const auto forth = test::quad_matrix(q), back = test::quad_matrix(inverse(q));
    for (int i = 0; i < D; ++i) {
      for (int j = 0; j < D; ++j) EXPECT_TRUE(test::absolute(forth[i][j] - back[j][i]) <= test::power_of_two(-108));
    }
  }
}

TYPED_TEST(Poses, ProductIsFirstTheRightThenTheLeft) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  Random random(4);
  for (int n = 0; n < 2000; ++n) {
    const Pose<T, D> a{random.vec<T, D>(10), random_rotation<T, D>(random)};
    const Pose<T, D> b{random.vec<T, D>(10), random_rotation<T, D>(random)};
    const auto v = random.vec<T, D>(10);
    const QuadVec<D> exact = test::transform(a, test::transform(b, quad(v)));
    const double length = static_cast<double>(norm(quad(v)) + norm(quad(a.p)) + norm(quad(b.p)));
    // The position a(b.p) is a rotation and a sum. The rotation a b has D + 1 components, each rounded to T: relative
    // to its length an error of at most u of T, which rotates by twice that in 3D. Then it is applied, and a sum.
    const double bound =
        2 * image_bound<T, D> + 4 * detail::unit_roundoff_of<T> + detail::rotation_roundings<D> * detail::unit_roundoff;
    const Vec<T, D> image = transform(a * b, v);
    EXPECT_LE(static_cast<double>(norm(quad(image) - exact)), bound * length);
  }
}

TYPED_TEST(Poses, NumbersOfAnySizeMeanTheSameRotation) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  Random random(5);
  for (int n = 0; n < 500; ++n) {
    const auto q = random_rotation<T, D>(random);
    const auto v = random.vec<T, D>(1);
    const auto image = rotate(q, v);
    const auto image_of_product = rotate(q * q, v);
    for (const int k : {-100, -3, 1, 60, 120}) {
      const auto scaled = times(q, std::ldexp(1.0, k));
      EXPECT_EQ(rotate(scaled, v), image) << "2^" << k;
      EXPECT_EQ(rotate(scaled * q, v), image_of_product) << "2^" << k;
    }
  }
}

TYPED_TEST(Poses, AcceptsTinyAndHugeNumbers) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  using Limits = std::numeric_limits<T>;
  Random random(6);
  const double tiny = std::same_as<T, float> ? 1e-30 : 1e-200, huge = std::same_as<T, float> ? 1e30 : 1e200;
  for (const double s : {tiny, 1e-3, 1e3, huge}) {
    const auto q = times(random_rotation<T, D>(random), s);
    const auto v = random.vec<T, D>(1);
    EXPECT_LE(image_error(q, v, rotate(q, v)), (image_bound<T, D>)) << s;
  }
  const auto v = make_vec<T, D>(3, 5, 7);
  for (const T s : {Limits::denorm_min(), Limits::max()}) {
    EXPECT_EQ(rotate(times(quarter_turn<T, D>(), double(s)), v), rotate(quarter_turn<T, D>(), v)) << s;
  }
}

TYPED_TEST(Poses, IsInvalidWithoutADirectionOrWithWhatIsNoNumber) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  EXPECT_FALSE(is_valid(Pose<T, D>{{}, times(quarter_turn<T, D>(), 0)}));
  for (const T bad : {detail::infinity<T>, -detail::infinity<T>, std::numeric_limits<T>::quiet_NaN()}) {
    for (int i = 0; i < D; ++i) {
      Pose<T, D> pose;
      pose.p[i] = bad;
      EXPECT_FALSE(is_valid(pose));
    }
    if constexpr (D == 2) {
      EXPECT_FALSE(is_valid(Pose<T, 2>{{}, {bad, 1}}));
      EXPECT_FALSE(is_valid(Pose<T, 2>{{}, {1, bad}}));
    } else {
      EXPECT_FALSE(is_valid(Pose<T, 3>{{}, {bad, 1, 1, 1}}));
      EXPECT_FALSE(is_valid(Pose<T, 3>{{}, {1, bad, 1, 1}}));
      EXPECT_FALSE(is_valid(Pose<T, 3>{{}, {1, 1, bad, 1}}));
      EXPECT_FALSE(is_valid(Pose<T, 3>{{}, {1, 1, 1, bad}}));
    }
  }
}

// --- Construction ------------------------------------------------------------------------------------------

TEST(Rotation, ByAnAngleIn2D) {
  const double third = 0x1.0c152382d7366p+0;  // pi / 3
  const Vec2d v = rotate(Rotation2d::by(third), Vec2d{2, 0});
  // 2^-51 for sine and cosine and for pi/3 itself, the roundings of rotate, all times 2
  const double bound = 2 * (2 * 0x1p-51 + image_bound<double, 2>);
  EXPECT_NEAR(v.x, 1, bound);
  EXPECT_NEAR(v.y, detail::square_root(3.0), bound);
}

TEST(Rotation, AboutAnAxisIsRightHandedForAnyLengthOfTheAxis) {
  const double third_of_a_turn = 0x1.0c152382d7366p+1;  // 2 pi / 3: about the diagonal it permutes the axes
  // Half the angle has sine and cosine off by 2^-51, the axis is normalized with 4 roundings, and an error of the
  // quaternion rotates by twice as much: 2 (sqrt(2) 4 + 4 + 1) u, the roundings of rotate, and those of 2 pi / 3.
  const double bound = (22 + 2) * detail::unit_roundoff + image_bound<double, 3>;
  for (const double length : {1.0, 1e-200, 1e200, 5e-324, std::numeric_limits<double>::max()}) {
    const auto q = Rotation3d::about(Vec3d{1, 1, 1} * length, third_of_a_turn);
    for (int i = 0; i < 3; ++i) {
      const Vec3d off = rotate(q, detail::axis<double, 3>(i)) - detail::axis<double, 3>((i + 1) % 3);
      EXPECT_LE(detail::norm(off), bound) << length;
    }
  }
}

TEST(Rotation, AboutNoAxisIsNoRotation) {
  EXPECT_EQ(rotate(Rotation3f::about({0, 0, 0}, 1.0f), Vec3f{1, 2, 3}), (Vec3f{1, 2, 3}));
}

static_assert(inverse(Rotation2f{.c = 3, .s = 4}).s == -4 && (Rotation2d{} * Rotation2d{}).c > 0);
static_assert((Rotation3d{} * Rotation3d{}).w > 0 && is_valid(Pose3f{}));

}  // namespace
}  // namespace abut
