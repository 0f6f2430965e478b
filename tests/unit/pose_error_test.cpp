/// The constants that the proofs rest on: the error of a computed rotation matrix.
#include <abut/detail/numeric/rotation_pair.hpp>
#include <abut/pose.hpp>

#include "quad/rotation.hpp"
#include "unit/spaces.hpp"

#include <algorithm>
#include <cstdio>

namespace abut {
namespace {

using test::quad;
using test::Random;

/// Computed matrix minus the true one, in units of u.
template <int D>
struct Error {
  double entry[D][D];

  double frobenius() const {
    double sum = 0;
    for (const auto& row : entry) {
      for (const double e : row) sum += e * e;
    }
    return detail::square_root(sum);
  }

  /// By power iteration on the transpose times itself, from each axis; from below, within 1 % after about 40 steps.
  double spectral() const {
    double largest = 0;
    for (int start = 0; start < D; ++start) {
      Vec<double, D> v = detail::axis<double, D>(start);
      for (int step = 0; step < 40; ++step) {
        const Vec<double, D> image = times(v);
        largest = detail::norm(image) > largest ? detail::norm(image) : largest;
        const Vec<double, D> back = transposed_times(image);
        const double length = detail::norm(back);
        if (!(length > 0)) break;
        v = back / length;
      }
    }
    return largest;
  }

  Vec<double, D> times(const Vec<double, D>& v) const {
    Vec<double, D> r;
    for (int i = 0; i < D; ++i) {
      for (int j = 0; j < D; ++j) r[i] += entry[i][j] * v[j];
    }
    return r;
  }
  Vec<double, D> transposed_times(const Vec<double, D>& v) const {
    Vec<double, D> r;
    for (int i = 0; i < D; ++i) {
      for (int j = 0; j < D; ++j) r[j] += entry[i][j] * v[i];
    }
    return r;
  }
};

template <int D>
Error<D> error_of(const detail::Matrix<D>& computed, const test::QuadMatrix<D>& exact) {
  Error<D> e{};
  for (int i = 0; i < D; ++i) {
    for (int j = 0; j < D; ++j)
      e.entry[i][j] = static_cast<double>((quad(computed.row[i][j]) - exact[i][j]) * quad(0x1p53));
  }
  return e;
}

/// The error of a rotation's matrix.
template <int D>
Error<D> error_of(const Rotation<double, D>& q) {
  return error_of(detail::matrix(detail::rescaled(q)), test::quad_matrix(q));
}

/// The bound of the whole product without the part of matrix times vector.
template <int D>
inline constexpr double stated = detail::rotation_roundings<D> - detail::product_roundings<D>;

/// The largest spectral norm of random rotations. It is only computed if the Frobenius norm, which is larger, exceeds
/// the current one.
template <int D>
Rotation<double, D> worst_of(Random& random, int count, double& worst) {
  Rotation<double, D> worst_rotation{};
  for (int n = 0; n < count; ++n) {
    const auto q = test::random_rotation<double, D>(random);
    const Error<D> error = error_of(q);
    if (error.frobenius() <= worst) continue;
    if (const double s = error.spectral(); s > worst) worst = s, worst_rotation = q;
  }
  return worst_rotation;
}

double& component(Rotation2d& q, int i) { return i == 0 ? q.c : q.s; }
double& component(Rotation3d& q, int i) { return i == 0 ? q.w : i == 1 ? q.x : i == 2 ? q.y : q.z; }

/// Takes every step that makes the error larger: of one number, by anything from its last bit to a tenth.
template <int D>
double climb(Random& random, Rotation<double, D> q, int steps) {
  double best = error_of(q).spectral();
  for (int n = 0; n < steps; ++n) {
    Rotation<double, D> next = q;
    component(next, random.integer(0, D == 2 ? 1 : 3)) *= 1 + random.spread(-52, -4);
    const Error<D> error = error_of(next);
    if (error.frobenius() <= best) continue;
    if (const double s = error.spectral(); s > best) best = s, q = next;
  }
  return best;
}

template <int D>
void expect_stated_error(int random_count, int climbs, int steps) {
  Random random(D);
  double worst = 0;
  const auto worst_rotation = worst_of<D>(random, random_count, worst);
  EXPECT_LE(worst, stated<D>);
  double highest = climb(random, worst_rotation, steps);
  for (int n = 0; n < climbs; ++n) {
    highest = std::max(highest, climb(random, test::random_rotation<double, D>(random), steps));
  }
  EXPECT_LE(highest, stated<D>);
  std::printf(
      "[          ] %dD, spectral norm of the error: %.3f u of random rotations, %.3f u climbed; stated %.1f "
      "u\n",
      D, worst, highest, stated<D>);
}

TEST(RotationMatrix, ErrorIn2DIsWithinTheStatedBound) { expect_stated_error<2>(100000, 20, 5000); }

TEST(RotationMatrix, ErrorIn3DIsWithinTheStatedBound) { expect_stated_error<3>(100000, 20, 5000); }

template <int D>
void expect_float_matrix_error() {
  Random random(50 + D);
  for (int n = 0; n < 20000; ++n) {
    const auto q = test::random_rotation<float, D>(random);
    EXPECT_LE(error_of(detail::matrix(detail::widen(q)), test::quad_matrix(q)).spectral(), stated<D>);
  }
}

TEST(RotationMatrix, OfFloatNumbersIsWithinTheStatedBoundToo) {
  expect_float_matrix_error<2>();
  expect_float_matrix_error<3>();
}

template <int D>
void expect_relative_error() {
  Random random(40 + D);
  for (int n = 0; n < 20000; ++n) {
    const auto a = test::random_rotation<double, D>(random), b = test::random_rotation<double, D>(random);
    const auto computed = detail::matrix(detail::relative(detail::rescaled(a), detail::rescaled(b)));
    const auto error = error_of(computed, test::quad_matrix(test::relative(test::numbers(a), test::numbers(b))));
    EXPECT_LE(error.spectral(), stated<D> + detail::relative_roundings<D>);
  }
}

TEST(RotationMatrix, OfOneRotationSeenFromAnotherIsWithinTheStatedBound) {
  expect_relative_error<2>();
  expect_relative_error<3>();
}

/// The rotation of two shapes at once, against one after the other.
template <Scalar T, int D>
void expect_turns_of_the_same_bits() {
  Random random(60 + D);
  for (int n = 0; n < 10000; ++n) {
    const auto a = test::random_rotation<T, D>(random), b = test::random_rotation<T, D>(random);
    const auto ma = detail::matrix(detail::widen(a)), mb = detail::matrix(detail::widen(b));
    const detail::MatrixPair<D> turns{detail::RotationPair<D>(a, b)};
    const auto d = random.vec<double, D>(1), x = random.vec<double, D>(1), y = random.vec<double, D>(1);
    const auto local = turns.to_local(d);
    EXPECT_EQ(local.a(), transposed_times(ma, d));
    EXPECT_EQ(local.b(), transposed_times(mb, d));
    const auto image = turns.to_world(detail::VecPair<D>::of(x, y));
    EXPECT_EQ(image.a(), ma * x);
    EXPECT_EQ(image.b(), mb * y);
  }
}

TEST(MatrixPair, OfTwoShapesAtOnceHaveTheBitsOfEach) {
  expect_turns_of_the_same_bits<float, 2>();
  expect_turns_of_the_same_bits<float, 3>();
  expect_turns_of_the_same_bits<double, 2>();
  expect_turns_of_the_same_bits<double, 3>();
}

TEST(MatrixPair, DetectRotationsOfExtremeNumbers) {
  const auto pair = [](double scale) {
    return detail::MatrixPair<3>{detail::RotationPair<3>(Rotation3d{scale, 0, scale, 0}, Rotation3d{1, 2, 3, 4})};
  };
  EXPECT_TRUE(pair(1).need_no_scaling());
  EXPECT_FALSE(pair(1e-150).need_no_scaling());
  EXPECT_FALSE(pair(1e150).need_no_scaling());
  EXPECT_FALSE(pair(0).need_no_scaling());
  EXPECT_FALSE(pair(0).are_valid());
  EXPECT_FALSE(pair(detail::infinity<double>).are_valid());
}

// --- Of its product with a vector ---------------------------------------------------------------------------

template <int D>
void expect_product_error() {
  Random random(20 + D);
  for (int n = 0; n < 20000; ++n) {
    const auto m = detail::matrix(detail::rescaled(test::random_rotation<double, D>(random)));
    const Vec<double, D> v = random.vec<double, D>(1);
    test::QuadVec<D> exact, exact_transposed;
    for (int i = 0; i < D; ++i) {
      for (int j = 0; j < D; ++j) {
        exact[i] += quad(m.row[i][j]) * quad(v[j]);
        exact_transposed[i] += quad(m.row[j][i]) * quad(v[j]);
      }
    }
    const test::Quad bound = norm(quad(v)) * quad(detail::product_roundings<D> * detail::unit_roundoff);
    EXPECT_TRUE(norm(quad(m * v) - exact) <= bound);
    EXPECT_TRUE(norm(quad(transposed_times(m, v)) - exact_transposed) <= bound);
  }
}

TEST(RotationMatrix, TimesAVectorIsWithinItsStatedBound) {
  expect_product_error<2>();
  expect_product_error<3>();
}

// --- Products without error --------------------------------------------------------------------------------

TEST(ExactProduct, LosesNothing) {
  Random random(30);
  for (int n = 0; n < 100000; ++n) {
    // 106 bits of product fit in a Quad; its comparison is exact.
    const double a = random.spread(-40, 2), b = random.spread(-40, 2);
    const detail::Exact p = detail::exact_product(a, b), s = detail::exact_sum(a, b);
    EXPECT_TRUE(quad(p.high) + quad(p.low) == quad(a) * quad(b));
    EXPECT_TRUE(quad(s.high) + quad(s.low) == quad(a) + quad(b));
  }
}

TEST(AccurateDot, IsRoundedOnceEvenWhenItCancels) {
  Random random(31);
  for (int n = 0; n < 100000; ++n) {
    double a[4], b[4];
    test::Quad exact = 0, magnitude = 0;
    for (int i = 0; i < 4; ++i) a[i] = random.uniform(-2, 2), b[i] = random.uniform(-2, 2);
    if (n % 2 == 0) b[3] = -(a[0] * b[0] + a[1] * b[1] + a[2] * b[2]) / a[3];  // the sum nearly cancels
    for (int i = 0; i < 4; ++i) exact += quad(a[i]) * quad(b[i]), magnitude += test::absolute(quad(a[i]) * quad(b[i]));
    const double r = detail::accurate_dot(a[0], b[0], a[1], b[1], a[2], b[2], a[3], b[3]);
    // u of the result, and (4 u)^2 of the magnitudes (Ogita, Rump and Oishi 2005, Proposition 5.5 for n = 4).
    const test::Quad u = quad(detail::unit_roundoff), bound = u * test::absolute(exact) + 16 * u * u * magnitude;
    EXPECT_TRUE(test::absolute(quad(r) - exact) <= bound);
  }
}

}  // namespace
}  // namespace abut
