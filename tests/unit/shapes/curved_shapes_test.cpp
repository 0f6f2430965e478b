/// Ellipsoid, cylinder and cone: their support points against the exact support functions, in 113 bits.
#include <abut/abut.hpp>

#include "quad/quad.hpp"
#include "unit/spaces.hpp"

#include <limits>

namespace abut {
namespace {

using test::Quad;
using test::quad;
using test::QuadVec;
using test::Random;

/// The lengths of d across and along the axis of a cylinder or cone.
struct Polar {
  Quad across, along;

  Polar(const QuadVec<3>& v, Axis axis) {
    QuadVec<3> rest = v;
    along = v[static_cast<int>(axis)];
    rest[static_cast<int>(axis)] = 0;
    across = norm(rest);
  }
};

Quad positive_part(Quad x) { return x > 0 ? x : Quad(0); }

// --- The truth: the greatest height along d, and how far a point is outside ------------------------------------

template <Scalar T, int D>
Quad height(const Ellipsoid<T, D>& s, const QuadVec<D>& d) {
  QuadVec<D> image;
  for (int i = 0; i < D; ++i) image[i] = quad(double(s.radii[i])) * d[i];
  return norm(image);
}
/// An upper bound: to the point of the surface on the line to the center.
template <Scalar T, int D>
Quad outside(const Ellipsoid<T, D>& s, const QuadVec<D>& p) {
  QuadVec<D> on_sphere;
  for (int i = 0; i < D; ++i) {
    const Quad r = quad(double(s.radii[i]));
    if (r == 0 && p[i] != 0) return quad(double(detail::infinity<T>));
    on_sphere[i] = r == 0 ? Quad(0) : p[i] / r;
  }
  const Quad times_too_far = norm(on_sphere);
  return times_too_far > 1 ? norm(p) * (1 - 1 / times_too_far) : Quad(0);
}

template <Scalar T>
Quad height(const Cylinder<T>& s, const QuadVec<3>& d) {
  const Polar v(d, s.axis);
  return quad(double(s.radius)) * v.across + quad(double(s.half_height)) * test::absolute(v.along);
}
template <Scalar T>
Quad outside(const Cylinder<T>& s, const QuadVec<3>& p) {
  const Polar x(p, s.axis);
  return positive_part(x.across - quad(double(s.radius))) +
         positive_part(test::absolute(x.along) - quad(double(s.half_height)));
}

template <Scalar T>
Quad height(const Cone<T>& s, const QuadVec<3>& d) {
  const Polar v(d, s.axis);
  const Quad h = quad(double(s.half_height)), rim = quad(double(s.radius)) * v.across - h * v.along;
  return rim > h * v.along ? rim : h * v.along;
}
/// For a support point, which is the apex or beside the rim.
template <Scalar T>
Quad outside(const Cone<T>& s, const QuadVec<3>& p) {
  const Polar x(p, s.axis);
  const Quad h = quad(double(s.half_height));
  if (x.along == h && x.across == 0) return 0;
  EXPECT_TRUE(x.along == -h);
  return positive_part(x.across - quad(double(s.radius)));
}

// --- The shapes ------------------------------------------------------------------------------------------------

/// A size between 2^-10 and 4, sometimes zero. Not inlined: see spaces.hpp.
template <Scalar T>
[[gnu::noinline]] T any_size(Random& random) {
  const double size = std::abs(random.spread(-10, 1));
  return static_cast<T>(random.unit() < 0.1 ? 0 : size);
}

template <class S>
S any_shape(Random& random) {
  using T = ScalarOf<S>;
  if constexpr (requires { S::radius_belongs_to_core; }) {
    const T radius = any_size<T>(random), half_height = any_size<T>(random);
    return {radius, half_height, static_cast<Axis>(random.integer(0, 2))};
  } else {
    S s;
    for (int i = 0; i < dimension_of<S>; ++i) s.radii[i] = any_size<T>(random);
    return s;
  }
}

template <class S>
S times(const S& s, ScalarOf<S> f) {
  if constexpr (requires { S::radius_belongs_to_core; }) {
    return {s.radius * f, s.half_height * f, s.axis};
  } else {
    return {s.radii * f};
  }
}

/// Anywhere, along an axis, or nearly along or across one.
template <int D>
Vec<double, D> any_direction(Random& random) {
  Vec<double, D> d = random.vec<double, D>(1);
  const int special = random.integer(0, 3), i = random.integer(0, D - 1);
  if (special == 0) d = detail::axis<double, D>(i) * d[i];
  if (special == 1) d[i] *= std::abs(random.spread(-80, 0));
  return d;
}

/// The support point is on the shape and furthest, each within its stated error; and the bounding sphere encloses it.
template <class S, int D = dimension_of<S>>
void expect_exact_support(const S& s, const Vec<double, D>& d) {
  const SupportError error{s.support_error().height * detail::unit_roundoff,
                           s.support_error().point * detail::unit_roundoff};
  const auto support = s.support(d);
  EXPECT_EQ(support.id, no_vertex);
  const QuadVec<D> p = quad(support.point), q = quad(d);
  const Quad rounding = quad(s.bounding_radius()) * test::power_of_two(-100);
  const Quad short_by = (height(s, q) - dot(q, p)) / norm(q), off = outside(s, p);
  EXPECT_TRUE(short_by <= quad(error.height) + rounding)
      << "short by " << double(short_by) << ", stated " << error.height;
  EXPECT_TRUE(off <= quad(error.point) + rounding) << "off by " << double(off) << ", stated " << error.point;
  EXPECT_TRUE(norm(p) <= quad(s.bounding_radius()) + quad(error.point) + rounding);
  EXPECT_TRUE(height(s, q) <= (quad(s.bounding_radius()) + rounding) * norm(q));
  EXPECT_EQ(s.center(), (Vec<double, D>{}));
}

template <class S>
struct CurvedShape : ::testing::Test {};
using CurvedKinds =
    ::testing::Types<Ellipsoid2f, Ellipsoid2d, Ellipsoid3f, Ellipsoid3d, Cylinder3f, Cylinder3d, Cone3f, Cone3d>;
TYPED_TEST_SUITE(CurvedShape, CurvedKinds);

TYPED_TEST(CurvedShape, SupportIsOnTheShapeAndFurthest) {
  Random random(1);
  for (int i = 0; i < 4000; ++i) {
    const auto s = any_shape<TypeParam>(random);
    ASSERT_TRUE(s.is_valid());
    const auto d = any_direction<dimension_of<TypeParam>>(random);
    if (d != Vec<double, dimension_of<TypeParam>>{}) expect_exact_support(s, d);
  }
}

/// The length of a direction does not matter, and sizes may be any normal numbers.
TYPED_TEST(CurvedShape, SupportIsExactAtEveryScale) {
  using T = ScalarOf<TypeParam>;
  Random random(2);
  const int most = std::numeric_limits<T>::max_exponent - 12;
  for (int i = 0; i < 1000; ++i) {
    const int size = random.integer(-most, most), length = random.integer(-900, 900);
    const auto s = times(any_shape<TypeParam>(random), std::ldexp(T(1), size));
    const auto d = any_direction<dimension_of<TypeParam>>(random);
    const bool in_range = std::abs(size + length) < 900;  // as in a query: their product is a normal number
    if (d != Vec<double, dimension_of<TypeParam>>{}) {
      expect_exact_support(s, d * std::ldexp(1.0, in_range ? length : -size));
    }
  }
}

/// Support points scale with the shape, bit for bit, and do not change with the length of the direction.
TYPED_TEST(CurvedShape, SupportScalesBitForBit) {
  Random random(3);
  for (int i = 0; i < 1000; ++i) {
    const auto s = any_shape<TypeParam>(random);
    const auto d = any_direction<dimension_of<TypeParam>>(random);
    EXPECT_EQ(times(s, 0x1p40f).support(d).point, s.support(d).point * 0x1p40);
    EXPECT_EQ(times(s, 0x1p-40f).support(d * 0x1p60).point, s.support(d).point * 0x1p-40);
  }
}

TYPED_TEST(CurvedShape, SizesThatAreNoneAreInvalid) {
  using T = ScalarOf<TypeParam>;
  const int sizes = requires { TypeParam::radius_belongs_to_core; } ? 2 : dimension_of<TypeParam>;
  for (const T bad : {T(-1), -std::numeric_limits<T>::denorm_min(), std::numeric_limits<T>::quiet_NaN(),
                      std::numeric_limits<T>::infinity(), -std::numeric_limits<T>::infinity()}) {
    for (int i = 0; i < sizes; ++i) {
      TypeParam s{};
      if constexpr (requires { TypeParam::radius_belongs_to_core; }) {
        s = {i == 0 ? bad : T(1), i == 0 ? T(1) : bad};
      } else {
        s.radii = s.radii + Vec<T, dimension_of<TypeParam>>{T(1), T(1)};
        s.radii[i] = bad;
      }
      EXPECT_FALSE(s.is_valid()) << bad;
      EXPECT_EQ(distance(s, s).status, Status::invalid_argument) << bad;
    }
  }
  EXPECT_TRUE(TypeParam{}.is_valid()) << "a point";
  EXPECT_EQ(distance(TypeParam{}, TypeParam{}).status, Status::converged);
}

// --- Known answers ---------------------------------------------------------------------------------------------

TEST(Ellipsoid, OfEqualRadiiIsASphereAndOfZeroOnesFlat) {
  EXPECT_EQ((Ellipsoid3d{.radii = {2, 2, 2}}.support({0, 0, -3}).point), (Vec3d{0, 0, -2}));
  EXPECT_EQ((Ellipsoid3d{.radii = {3, 0, 4}}.support({0.6, 7, 0.6}).point.y), 0);
  EXPECT_EQ((Ellipsoid3d{.radii = {3, 0, 4}}.support({0, 7, 0}).point), (Vec3d{})) << "every point is as far";
  EXPECT_EQ((Ellipsoid2f{.radii = {3, 4}}.support({1, 0}).point), (Vec2d{3, 0}));
}

TEST(Cylinder, StandsAlongItsAxis) {
  const double r = 2, h = 5;
  EXPECT_EQ((Cylinder3d{r, h, Axis::x}.support({1, 0, -1}).point), (Vec3d{h, 0, -r}));
  EXPECT_EQ((Cylinder3d{r, h, Axis::y}.support({1, -1, 0}).point), (Vec3d{r, -h, 0}));
  EXPECT_EQ((Cylinder3d{r, h}.support({0, 1, 1}).point), (Vec3d{0, r, h}));
  EXPECT_EQ((Cylinder3d{r, h}.support({0, 0, 1}).point), (Vec3d{0, 0, h})) << "the middle of the end";
}

/// Perpendicular to its side, rim and apex are equally far: there the choice between them must cost no more than
/// stated.
template <class S>
void expect_exact_support_near_ties() {
  Random random(4);
  for (int i = 0; i < 4000; ++i) {
    const auto s = any_shape<S>(random);
    const int k = static_cast<int>(s.axis);
    Vec3d d = random.vec<double, 3>(1);
    d[k] = 0;
    d = d * (2 * double(s.half_height) / detail::norm(d));
    d[k] = double(s.radius) * (1 + random.spread(-60, -1));
    if (d != Vec3d{}) expect_exact_support(s, d);
  }
}

TEST(Cone, SupportIsFurthestWhereRimAndApexAreEquallyFar) {
  expect_exact_support_near_ties<Cone3f>();
  expect_exact_support_near_ties<Cone3d>();
}

TEST(Cone, HasItsApexOnThePositiveSide) {
  const double r = 2, h = 5;
  EXPECT_EQ((Cone3d{r, h, Axis::x}.support({1, 0, -1}).point), (Vec3d{h, 0, 0}));
  EXPECT_EQ((Cone3d{r, h, Axis::x}.support({-1, 0, -1}).point), (Vec3d{-h, 0, -r}));
  EXPECT_EQ((Cone3d{r, h, Axis::y}.support({1, 0, 0}).point), (Vec3d{r, -h, 0}));
  EXPECT_EQ((Cone3d{r, h}.support({0, 0, 1}).point), (Vec3d{0, 0, h}));
  EXPECT_EQ((Cone3d{r, h}.support({0, 0, -1}).point), (Vec3d{0, 0, -h})) << "the middle of the base";
  // The side rises by 2 h over r: the support point of directions steeper than its normal (2 h, r) is the apex, of
  // flatter ones the rim.
  EXPECT_EQ((Cone3d{r, h}.support({2 * h, 0, r * 1.0625}).point), (Vec3d{0, 0, h}));
  EXPECT_EQ((Cone3d{r, h}.support({2 * h, 0, r * 0.9375}).point), (Vec3d{r, 0, -h}));
}

}  // namespace
}  // namespace abut
