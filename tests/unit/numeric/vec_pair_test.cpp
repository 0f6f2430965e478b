/// ScalarPair and StoredVecPair compute as two doubles do, and QuaternionPair rotates within its count of roundings.
#include <abut/detail/closed_form/segment_segment.hpp>

#include "quad/rotation.hpp"

namespace abut {
namespace {

using detail::absolute;
using detail::QuaternionPair;
using detail::ScalarPair;
using detail::square_root;
using detail::VecPair;
using test::Random;

TEST(ScalarPair, ComputesEachLane) {
  Random random(1);
  for (int i = 0; i < 1000; ++i) {
    const double a = random.spread(-60, 60), b = random.spread(-60, 60), c = random.spread(-60, 60),
                 d = random.spread(-60, 60);
    const ScalarPair x = ScalarPair::of(a, b), y = ScalarPair::of(c, d);
    const auto holds = [](ScalarPair z, double of_a, double of_b) { return z.a() == of_a && z.b() == of_b; };
    EXPECT_TRUE(holds(x + y, a + c, b + d) && holds(x - y, a - c, b - d) && holds(x * y, a * c, b * d));
    EXPECT_TRUE(holds(x / y, a / c, b / d) && holds(absolute(x), absolute(a), absolute(b)));
    EXPECT_TRUE(holds(square_root(absolute(x)), square_root(absolute(a)), square_root(absolute(b))));
    EXPECT_TRUE(holds(where_negative(y, x, y), c < 0 ? a : c, d < 0 ? b : d));
    EXPECT_TRUE(holds(a_and_b(x, y), a, d) && holds(x.b_twice(), b, b) && holds(ScalarPair::twice(a), a, a));
    EXPECT_TRUE(holds(x.a_twice(), a, a) && holds(x.swapped(), b, a) && holds(opposite_at_b(x), a, -b));
    EXPECT_TRUE(holds(where_above(x, y, x), a > c ? a : 0, b > d ? b : 0));
    EXPECT_EQ(below(x, 1), (a < 1 ? 1U : 0U) | (b < 1 ? 2U : 0U));
    EXPECT_EQ(above(x, y), (a > c ? 1U : 0U) | (b > d ? 2U : 0U));
    EXPECT_EQ(between(x, -1, 2), (a > -1 && a < 2 ? 1U : 0U) | (b > -1 && b < 2 ? 2U : 0U));
    EXPECT_EQ(within_bits(x, 1), below(x, 1) | below(-x, 1) << 2);
    EXPECT_TRUE(is_any_nonzero(x, ScalarPair::twice(0), ScalarPair::twice(0)));
  }
  EXPECT_FALSE(is_any_nonzero(ScalarPair::twice(0), ScalarPair::of(0.0, -0.0), ScalarPair::twice(-0.0)));
  EXPECT_EQ(ScalarPair::of(0.5f, -2.0f).b(), -2);
}

TEST(ScalarPair, IsClampedToOne) {
  const double nan = detail::infinity<double> - detail::infinity<double>;
  EXPECT_EQ(within_one(ScalarPair::of(0.25, 7.0)).a(), 0.25);
  EXPECT_EQ(within_one(ScalarPair::of(0.25, 7.0)).b(), 1);
  EXPECT_EQ(within_one(ScalarPair::of(-detail::infinity<double>, nan)).a(), -1);
  EXPECT_EQ(within_one(ScalarPair::of(-detail::infinity<double>, nan)).b(), -1) << "0 / 0: the first end of a point";
}

TEST(ScalarPair, IsClampedToTheLargestNumber) {
  const detail::NarrowedPair<float> x(ScalarPair::of(1e39, -1e39));
  EXPECT_EQ(x.a, detail::largest<float>);
  EXPECT_EQ(x.b, -detail::largest<float>);
  const detail::NarrowedPair<double> y(ScalarPair::of(detail::infinity<double>, 1.5));
  EXPECT_EQ(y.a, detail::largest<double>);
  EXPECT_EQ(y.b, 1.5);
}

TEST(ScalarPair, IsRoundedDownAsAScalarIs) {
  Random random(3);
  const auto expect_down = [](double a, double b) {
    const detail::RoundedDownPair<float> x(ScalarPair::of(a, b));
    EXPECT_EQ(std::bit_cast<std::uint32_t>(x.a), std::bit_cast<std::uint32_t>(detail::round_down<float>(a))) << a;
    EXPECT_EQ(std::bit_cast<std::uint32_t>(x.b), std::bit_cast<std::uint32_t>(detail::round_down<float>(b))) << b;
    const detail::RoundedDownPair<double> y(ScalarPair::of(a, b));
    EXPECT_TRUE(y.a == detail::round_down<double>(a) && y.b == detail::round_down<double>(b));
  };
  for (int i = 0; i < 10000; ++i) expect_down(random.spread(-160, 130), random.spread(-160, 130));
  for (const double x : {0.0, 1.0, 0x1p-126, 0x1p-149, 0x1p-150, 0x1.fffffep127, 0x1.fffffefp127, 0x1p128, 1e300}) {
    expect_down(x, -x);
    expect_down(detail::neighbor<true>(x), detail::neighbor<false>(-x));
  }
  expect_down(detail::infinity<double>, -detail::infinity<double>);
}

TEST(StoredVecPair, IsWidenedAndComparedExactly) {
  using Stored = detail::StoredVecPair<float, float, 3>;
  const Vec3f a{1, -2, 3}, b{0x1p-149F, 0, -5};
  const Stored stored(a, b);
  EXPECT_EQ(stored.widened().a(), detail::widen(a));
  EXPECT_EQ(stored.widened().b(), detail::widen(b));
  EXPECT_TRUE(are_opposite(stored, Stored(-a, -b)));
  for (int i = 0; i < 3; ++i) {
    for (const float off : {0x1p-149F, detail::largest<float>, detail::infinity<float>}) {
      Vec3f other = -a, another = -b;
      other[i] -= off;
      another[i] += off;
      const bool same = other == -a;  // `off` was rounded away
      EXPECT_EQ(are_opposite(stored, Stored(other, -b)), same) << i;
      EXPECT_FALSE(are_opposite(stored, Stored(-a, another)) && another != -b) << i;
    }
  }
}

TEST(StoredVecPair, ComparesAllComponentsWithALimit) {
  using Stored = detail::StoredVecPair<float, float, 3>;
  const float nan = detail::infinity<float> - detail::infinity<float>;
  const Vec3f within{7.5F, -7.5F, 0};
  EXPECT_TRUE(are_all_below(Stored(within, -within), 8.0F));
  for (int i = 0; i < 3; ++i) {
    for (const float beyond : {8.0F, -8.0F, detail::infinity<float>, -detail::infinity<float>, nan}) {
      Vec3f v = within;
      v[i] = beyond;
      EXPECT_FALSE(are_all_below(Stored(v, within), 8.0F)) << i << " of A: " << beyond;
      EXPECT_FALSE(are_all_below(Stored(within, v), 8.0F)) << i << " of B: " << beyond;
    }
  }
}

/// The error of v rotated by q, in units of u |v|.
template <Scalar T, int D>
double roundings(const Rotation<T, D>& q, const Vec<double, D>& v) {
  const QuaternionPair<D> rotation(detail::RotationPair<D>(q, Rotation<T, D>{}));
  const VecPair<D> image = rotation.rotated(VecPair<D>::of(v, v));
  EXPECT_EQ(image.b(), v) << "the other lane is not rotated";
  const auto truth = test::rotate(test::quad_matrix(q), test::quad(v));
  const auto off = test::quad(image.a()) - truth;
  return static_cast<double>(norm(off) / norm(test::quad(v))) / detail::unit_roundoff;
}

template <Scalar T, int D>
void expect_rotations_within_roundings() {
  Random random(2);
  double most = 0;
  for (int i = 0; i < 20000; ++i) {
    const auto q = test::random_rotation<T, D>(random);
    const double r = roundings(q, random.vec<double, D>(1));
    most = r > most ? r : most;
  }
  EXPECT_LE(most, QuaternionPair<D>::roundings);
  EXPECT_GE(most, 2) << "or nothing was rotated";
  ::testing::Test::RecordProperty("most", std::to_string(most));
}

TEST(QuaternionPair, KeepsToItsRoundings) {
  expect_rotations_within_roundings<float, 2>();
  expect_rotations_within_roundings<float, 3>();
  expect_rotations_within_roundings<double, 2>();
  expect_rotations_within_roundings<double, 3>();
}

}  // namespace
}  // namespace abut
