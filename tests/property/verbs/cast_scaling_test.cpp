/// Casts by every method know no unit: scale every length by 2^k and the points scale bit for bit, nothing else
/// changes. Half of the pairs have the same center, where a first direction from center to center is zero.
#include "oracle/draw/corpus.hpp"
#include "oracle/draw/spaces.hpp"

#include <abut/abut.hpp>

#include <gtest/gtest.h>

#include <limits>
#include <variant>
#include <vector>

namespace oracle {
namespace {

template <class T, int D>
using Drawn = std::variant<abut::Box<T, D>, abut::Ball<T, D>, abut::Capsule<T, D>, abut::Ellipsoid<T, D>,
                           abut::Triangle<T, D>, std::conditional_t<D == 3, abut::Cylinder<T>, abut::Point<T, D>>,
                           std::conditional_t<D == 3, abut::Cone<T>, abut::Segment<T, D>>>;

/// Draws numbers and multiplies lengths by `scale`: the same seed gives the same shapes in another scale.
template <class T, int D>
struct Draw {
  Random random;
  T scale;

  T length() { return T(random.integer(1, 48)) * T(0.0625) * scale; }
  abut::Vec<T, D> vector(double most) {
    abut::Vec<T, D> v;
    for (int i = 0; i < D; ++i) v[i] = T(random.between(-most, most)) * scale;
    return v;
  }
  abut::Vec<T, D> sizes() {
    abut::Vec<T, D> v;
    for (int i = 0; i < D; ++i) v[i] = length();
    return v;
  }
  Drawn<T, D> shape() {
    const abut::Vec<T, D> half = sizes(), corner = vector(2);
    switch (random.integer(0, 6)) {
      case 0: return abut::Box<T, D>{.half = half};
      case 1: return abut::Ball<T, D>{.center = {}, .radius = half[0]};
      case 2: return abut::Capsule<T, D>{.a = -corner, .b = corner, .radius = half[0]};
      case 3: return abut::Ellipsoid<T, D>{.radii = half};
      case 4: return abut::Triangle<T, D>{.a = corner, .b = -corner, .c = half};
      default: return other_shape(half, corner);
    }
  }
  Drawn<T, D> other_shape(const abut::Vec<T, D>& half, const abut::Vec<T, D>& corner) {
    const bool first = random.chance(0.5);
    if constexpr (D == 3) {
      if (first) return abut::Cylinder<T>{.radius = half[0], .half_height = half[1]};
      return abut::Cone<T>{.radius = half[0], .half_height = half[1]};
    } else {
      if (first) return abut::Point<T, D>{.p = corner};
      return abut::Segment<T, D>{.a = -corner, .b = corner};
    }
  }
};

template <class T, int D>
abut::ShapeCast<T, D> cast_in_scale(std::uint64_t seed, abut::CastMethod method, int k) {
  Draw<T, D> draw{Random(seed), std::ldexp(T(1), k)};
  const Drawn<T, D> a = draw.shape(), b = draw.shape();
  const abut::Vec<T, D> v = draw.vector(4), away = draw.vector(3);
  const T target = draw.random.chance(0.5) ? draw.length() : T(0);
  const bool same_center = draw.random.chance(0.5), placed = draw.random.chance(0.5);
  const auto ref = [](const auto& shape) { return abut::ShapeRef<T, D>(shape); };
  const abut::ShapeRef<T, D> x = std::visit(ref, a), y = std::visit(ref, b);
  const abut::ShapeCastOptions<T, D> options{.target = target, .method = method};
  if (same_center && !placed) return abut::shape_cast(x, v, y, options);
  const abut::Pose<T, D> at_a{.p = away}, at_b{.p = same_center ? away : -away};
  return abut::shape_cast(abut::place(x, at_a), v, abut::place(y, at_b), options);
}

/// Zero and numbers that are normal, as their halves are, in both scales must scale; others round.
template <class T>
bool scales(T before, T after, int k) {
  constexpr T least = 2 * std::numeric_limits<T>::min();
  const T expected = std::ldexp(before, k);
  const auto rounds = [](T x) { return x != 0 && std::abs(x) < least; };
  return expected == after || rounds(before) || rounds(expected) || rounds(after);
}

template <class T, int D>
void expect_scaled(const abut::ShapeCast<T, D>& r, const abut::ShapeCast<T, D>& s, int k) {
  EXPECT_EQ(r.status, s.status);
  EXPECT_EQ(r.hit, s.hit);
  EXPECT_EQ(r.miss, s.miss);
  EXPECT_EQ(r.start, s.start);
  EXPECT_EQ(r.t, s.t);
  EXPECT_EQ(r.t_safe, s.t_safe);
  EXPECT_EQ(r.normal, s.normal);
  EXPECT_EQ(r.iterations, s.iterations);
  for (int i = 0; i < D; ++i) {
    EXPECT_TRUE(scales(r.point_a[i], s.point_a[i], k)) << "point_a " << r.point_a[i] << ' ' << s.point_a[i];
    EXPECT_TRUE(scales(r.point_b[i], s.point_b[i], k)) << "point_b " << r.point_b[i] << ' ' << s.point_b[i];
  }
}

template <class S>
struct CastScaling : ::testing::Test {};
TYPED_TEST_SUITE(CastScaling, Spaces);

TYPED_TEST(CastScaling, ByPowersOfTwoIsExact) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const std::vector<int> exponents = sizeof(T) == 4 ? std::vector{1, 7, -9, 60} : std::vector{1, 7, -9, 60, 400, -800};
  int hits = 0, at_start = 0, misses = 0;
  for (int seed = 0; seed < 2 * trials(); ++seed) {
    for (const auto method : {abut::CastMethod::gjk, abut::CastMethod::advancement, abut::CastMethod::mpr}) {
      SCOPED_TRACE(::testing::Message() << "seed " << seed << ", method " << int(method));
      const auto r = cast_in_scale<T, D>(std::uint64_t(seed), method, 0);
      for (const int k : exponents) {
        SCOPED_TRACE(::testing::Message() << "k = " << k);
        expect_scaled(r, cast_in_scale<T, D>(std::uint64_t(seed), method, k), k);
      }
      hits += r.hit ? 1 : 0;
      misses += r.miss ? 1 : 0;
      at_start += r.hit && r.start != abut::StartState::separated ? 1 : 0;
      if (this->HasFailure()) return;
    }
  }
  EXPECT_GT(hits - at_start, trials() / 4);
  EXPECT_GT(at_start, trials());
  EXPECT_GT(misses, trials() / 4);
}

}  // namespace
}  // namespace oracle
