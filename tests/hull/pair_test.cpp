/// The support vertices of two hulls at once are those that a scan of each finds.
#include "oracle/draw/clouds.hpp"
#include "unit/spaces.hpp"

#include <abut/hull.hpp>

#include <cmath>
#include <limits>

namespace abut {
namespace {

template <class Space>
class HullPair : public ::testing::Test {};
TYPED_TEST_SUITE(HullPair, test::Spaces);

/// Perpendicular to the lines from a vertex to its neighbors, tilted by 2^-30 to 2^-10: a near tie of their heights.
template <class T, int D>
Vec<double, D> draw_near_tie(oracle::Random& random, const HullView<T, D>& hull, const Vec<double, D>& tilt) {
  const auto id = static_cast<VertexId>(random.integer(0, int(hull.vertex_count()) - 1));
  const auto around = hull.neighbors(id);
  if (around.empty()) return tilt;
  const auto edge = [&](std::size_t i) {
    return detail::widen(hull.vertex(around[i % around.size()])) - detail::widen(hull.vertex(id));
  };
  const auto first = static_cast<std::size_t>(random.integer(0, 100));
  Vec<double, D> d;
  if constexpr (D == 2) d = cross(edge(first), 1.0);
  if constexpr (D == 3) d = cross(edge(first), edge(first + 1));
  if (dot(d, detail::widen(hull.vertex(id)) - hull.center()) < 0) d = -d;
  return d + tilt * (max_abs(d) * std::ldexp(1.0, -random.integer(10, 30)));
}

/// Directions of any length; along the axes; perpendicular to the line between two vertices, where rounding decides;
/// zero, infinity and NaN.
template <class T, int D>
Vec<double, D> draw_direction(oracle::Random& random, const HullView<T, D>& hull, int n) {
  Vec<double, D> d;
  for (int k = 0; k < D; ++k) d[k] = random.between(-1, 1);
  const auto any = [&] {
    return detail::widen(hull.vertex(static_cast<VertexId>(random.integer(0, int(hull.vertex_count()) - 1))));
  };
  if (n % 8 == 0) return d * std::ldexp(1.0, random.integer(-300, 300));
  if (n % 8 == 1) return detail::axis<double, D>(random.integer(0, D - 1)) * (random.chance(0.5) ? 1.0 : -1.0);
  if (n % 8 <= 4) {
    const Vec<double, D> p = any(), e = any() - p;
    if constexpr (D == 2) return cross(e, d.x);
    if constexpr (D == 3) return cross(e, n % 8 == 2 ? d : any() - p);
  }
  if (n % 8 >= 6) return draw_near_tie(random, hull, d);
  if (n % 64 == 5) d[0] = std::numeric_limits<double>::quiet_NaN();
  if (n % 64 == 13) d[0] = std::numeric_limits<double>::infinity();
  return n % 64 == 21 ? Vec<double, D>{} : d;
}

template <class T, int D>
VertexId scanned(const HullView<T, D>& hull, const Vec<double, D>& d) {
  const auto v = hull.vertices();
  return static_cast<VertexId>(detail::find_support(v.data(), v.size(), hull.center(), d));
}

TYPED_TEST(HullPair, FindsWhatAScanOfEachFinds) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  for (int i = 0; i < 300; ++i) {
    oracle::Random random(static_cast<std::uint64_t>(i));
    const auto draw = [&] {
      const auto kind = static_cast<oracle::CloudKind>(random.integer(0, oracle::cloud_kinds - 1));
      return *Hull<T, D>::from(oracle::draw_cloud<T, D>(random, kind, random.integer(1, 120)));
    };
    const Hull<T, D> hull_a = draw(), hull_b = draw();
    const HullView<T, D> a = hull_a.view(), b = hull_b.view();
    const detail::SupportPair<HullView<T, D>, HullView<T, D>> pair(a, b);
    for (int n = 0; n < 256; ++n) {
      const auto along_a = draw_direction(random, a, n), along_b = draw_direction(random, b, n);
      const auto found = pair.along(detail::VecPair<D>::of(along_a, along_b));
      ASSERT_EQ(found.id_a, scanned(a, along_a)) << "seed " << i << ", direction " << n;
      ASSERT_EQ(found.id_b, scanned(b, -along_b)) << "seed " << i << ", direction " << n;
      ASSERT_EQ(found.point.a(), detail::widen(a.vertex(found.id_a)));
      ASSERT_EQ(found.point.b(), detail::widen(b.vertex(found.id_b)));
    }
  }
}

}  // namespace
}  // namespace abut
