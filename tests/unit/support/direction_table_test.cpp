/// The table finds the vertex that a scan of all of them in double finds: the first support vertex.
#include <abut/detail/hull/build_direction_table.hpp>

#include "unit/spaces.hpp"

#include <cmath>
#include <limits>
#include <vector>

namespace abut {
namespace {

using test::Random;

enum class Kind { sphere, ball, ellipsoid, lattice, repeated, flat, nearly_flat, line, needle, prism, one_point };
constexpr int kinds = 11;

/// A vertex of a set of about size 1.
template <int D>
Vec<double, D> draw_vertex(Random& random, Kind kind, int i, int count) {
  Vec<double, D> v = random.vec<double, D>(1);
  const double angle = (i / 2) * 6.283185307179586 / ((count + 1) / 2);
  switch (kind) {
    case Kind::sphere: return v / detail::norm(v);
    case Kind::ball: return v;
    case Kind::ellipsoid: {
      Vec<double, D> e = v / detail::norm(v);
      for (int k = 0; k < D; ++k) e[k] *= std::ldexp(1.0, -3 * k);
      return e;
    }
    case Kind::lattice:
    case Kind::repeated: {
      const int most = kind == Kind::lattice ? 3 : 1;
      for (int k = 0; k < D; ++k) v[k] = random.integer(-most, most);
      return v;
    }
    case Kind::flat: v[D - 1] = v[0] * 0.5; return v;
    case Kind::nearly_flat: v[D - 1] = v[0] * 0.5 + v[D - 1] * 1e-13; return v;
    case Kind::line: return test::make_vec<double, D>(1, 3, 2) * v.x;
    case Kind::needle: return test::make_vec<double, D>(1, 3, 2) * v.x + v * 1e-5;
    case Kind::prism: return test::make_vec<double, D>(std::cos(angle), std::sin(angle), i % 2);
    case Kind::one_point: return test::make_vec<double, D>(0.1, 0.2, 0.3);
  }
  return v;
}

template <Scalar T, int D>
[[gnu::noinline]] std::vector<Vec<T, D>> draw_vertices(Random& random, Kind kind, int count, double size, double far) {
  std::vector<Vec<T, D>> points(static_cast<std::size_t>(count));
  const Vec<double, D> offset = random.vec<double, D>(far);
  for (int i = 0; i < count; ++i) {
    const Vec<double, D> p = (draw_vertex<D>(random, kind, i, count) + offset) * size;
    points[static_cast<std::size_t>(i)] = vec_cast<T>(p);
  }
  return points;
}

template <Scalar T, int D>
std::size_t scan_in_double(const std::vector<Vec<T, D>>& points, const Vec<double, D>& center,
                           const Vec<double, D>& d) {
  std::size_t best = 0;
  double most = -detail::infinity<double>;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double h = detail::height(points[i], center, d);
    if (h > most) {
      most = h;
      best = i;
    }
  }
  return best;
}

/// Perpendicular to the lines from a vertex to others: there two or three of them are support vertices, up to rounding.
template <Scalar T, int D>
Vec<double, D> perpendicular(Random& random, const std::vector<Vec<T, D>>& points) {
  const auto any = [&] {
    return detail::widen(points[static_cast<std::size_t>(random.integer(0, int(points.size()) - 1))]);
  };
  const Vec<double, D> p = any(), e = any() - p;
  if constexpr (D == 2) {
    return {-e.y, e.x};
  } else {
    return cross(e, any() - p);
  }
}

/// On the border of cells: components in ratios of whole places, or of halves of them, up to a rounding.
template <int D>
Vec<double, D> on_a_border(Random& random) {
  Vec<double, D> d;
  const int level = random.integer(0, detail::finest_level);
  for (int k = 0; k < D; ++k) {
    const int place = random.integer(0, 1 << level) << (detail::finest_level - level);
    d[k] = (place - 0.5) / detail::places_per_unit - 1;
    if (random.integer(0, 2) == 0) d[k] = detail::neighbor<true>(d[k]);
  }
  d[random.integer(0, D - 1)] = random.integer(0, 1) == 0 ? -1 : 1;
  return d;
}

template <Scalar T, int D>
Vec<double, D> draw_direction(Random& random, const std::vector<Vec<T, D>>& points, int n) {
  constexpr double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  const double length = std::ldexp(1.0, random.integer(-60, 60));
  switch (n % 12) {
    case 0: return detail::axis<double, D>(random.integer(0, D - 1)) * (n % 24 == 0 ? length : -length);
    case 1: return vec_cast<double>(test::make_vec<double, D>(random.integer(-1, 1), random.integer(-2, 2), 1));
    case 2:
    case 3: return perpendicular(random, points) * length;
    case 4: return on_a_border<D>(random) * length;
    case 5: {
      Vec<double, D> d;
      for (int k = 0; k < D; ++k) d[k] = random.spread(-30, 30);
      return d;
    }
    case 6: return random.vec<double, D>(1) * std::ldexp(1.0, random.integer(-1080, 1020));
    case 7: {
      const double special[] = {0, -0.0, 5e-324, -1e-310, 1e308, -1e300, inf, -inf, nan, 1};
      Vec<double, D> d;
      for (int k = 0; k < D; ++k) d[k] = special[random.integer(0, 9)];
      return d;
    }
    default: return random.vec<double, D>(length);
  }
}

template <Scalar T, int D>
detail::DirectionTableStore<D> make_search(const std::vector<Vec<T, D>>& points) {
  const Vec<double, D> center = detail::enclosure_of_points(points.data(), points.size()).center;
  return detail::make_direction_table(std::span<const Vec<T, D>>(points), center);
}

template <Scalar T, int D>
void expect_the_same(Random& random, const std::vector<Vec<T, D>>& points, int directions, const char* what) {
  const Vec<double, D> center = detail::enclosure_of_points(points.data(), points.size()).center;
  const auto search = make_search(points);
  const auto table = search.table();
  for (int n = 0; n < directions; ++n) {
    const Vec<double, D> d = draw_direction(random, points, n);
    const std::size_t expected = scan_in_double(points, center, d);
    const std::size_t found = detail::find_support(table, points.data(), points.size(), center, d);
    ASSERT_EQ(found, expected) << what << ", direction " << n << " of " << points.size() << " points: " << d[0] << ' '
                               << d[1] << ' ' << d[D - 1];
  }
}

template <class S>
struct DirectionTableOf : ::testing::Test {};
TYPED_TEST_SUITE(DirectionTableOf, test::Spaces);

TYPED_TEST(DirectionTableOf, AllKindsOfSetsIsTheScan) {
  Random random(11);
  for (int n = 0; n < 16 * kinds; ++n) {
    const auto kind = static_cast<Kind>(n % kinds);
    const int count = n < 13 * kinds ? random.integer(1, 150) : random.integer(150, 400);
    const double size = std::ldexp(1.0, random.integer(-20, 20)), far = n % 5 == 0 ? 1e4 : n % 7 == 0 ? 1e7 : 0;
    const auto points = draw_vertices<typename TypeParam::T, TypeParam::D>(random, kind, count, size, far);
    expect_the_same(random, points, 600, "kind");
    if (this->HasFatalFailure()) FAIL() << "kind " << n % kinds;
  }
}

TYPED_TEST(DirectionTableOf, SetsNearOverflowOrUnderflowIsTheScan) {
  using T = typename TypeParam::T;
  Random random(12);
  for (int n = 0; n < 36; ++n) {
    const auto kind = static_cast<Kind>(n % 3);
    const int low = std::same_as<T, float> ? -148 : -1073, high = std::same_as<T, float> ? 127 : 1023;
    const int from_end = random.integer(0, 40);
    const double size = std::ldexp(1.0, n % 2 == 0 ? low + from_end : high - from_end);
    const auto points = draw_vertices<T, TypeParam::D>(random, kind, 200, size, 0);
    expect_the_same(random, points, 600, "near overflow or underflow");
    const auto few = draw_vertices<T, TypeParam::D>(random, kind, random.integer(2, 48), size, 0);
    expect_the_same(random, few, 600, "few near overflow or underflow");
    if (this->HasFatalFailure()) FAIL() << "size " << size;
  }
}

TYPED_TEST(DirectionTableOf, ManyVerticesIsTheScan) {
  Random random(13);
  for (const Kind kind : {Kind::sphere, Kind::ellipsoid, Kind::prism, Kind::flat}) {
    const auto points = draw_vertices<typename TypeParam::T, TypeParam::D>(random, kind, 3000, 1, 0);
    expect_the_same(random, points, 800, "many");
  }
}

/// Numbers of vertices, or offsets, that do not fit 16 bits.
TYPED_TEST(DirectionTableOf, MoreVerticesThan16BitsNumberIsTheScan) {
  Random random(21);
  const auto points = draw_vertices<typename TypeParam::T, TypeParam::D>(random, Kind::ellipsoid, 33000, 1, 0);
  const auto search = make_search(points);
  EXPECT_TRUE(search.narrow.empty() && !search.wide.empty());
  expect_the_same(random, points, 50, "wide");
}

/// The table is fast because no cell names more than four vertices, and there are few cells.
TYPED_TEST(DirectionTableOf, PointsOfASphereHasNoLists) {
  Random random(14);
  const auto points = draw_vertices<typename TypeParam::T, TypeParam::D>(random, Kind::sphere, 3000, 1, 0);
  const auto search = make_search(points);
  EXPECT_FALSE(search.narrow.empty());
  EXPECT_EQ(search.wide.capacity(), 0U);
  EXPECT_EQ(search.lists.size(), 0U);
  EXPECT_LE(search.cell_count(), 6 * points.size());
}

/// Float points are ranked from the origin, so that roundings are those of great heights and leave many candidates.
TYPED_TEST(DirectionTableOf, AFlatSetFarFromTheOriginHasShortLists) {
  using T = typename TypeParam::T;
  Random random(15);
  auto points = draw_vertices<T, TypeParam::D>(random, Kind::ball, 1000, 1, 0);
  for (auto& p : points) p[TypeParam::D - 1] = T(1e7);
  EXPECT_LE(make_search(points).lists.size(), 8 * points.size());
}

/// The cells of a prism could be divided without end.
TYPED_TEST(DirectionTableOf, APrismOfManySidesIsLimited) {
  Random random(16);
  const auto points = draw_vertices<typename TypeParam::T, TypeParam::D>(random, Kind::prism, 2000, 1, 0);
  const auto search = make_search(points);
  EXPECT_LE(search.cell_count(), 3 * detail::cells_per_vertex * points.size());
  EXPECT_LE(search.lists.size(), (detail::names_per_vertex + 8) * points.size() + detail::names_of_small);
}

TYPED_TEST(DirectionTableOf, FewVerticesNeedsNoTable) {
  Random random(17);
  const int few = int(detail::scan_limit<TypeParam::D>);
  const auto points = draw_vertices<typename TypeParam::T, TypeParam::D>(random, Kind::sphere, few, 1, 0);
  const auto search = make_search(points);
  EXPECT_FALSE(search.table().has_cells());
  EXPECT_EQ(search.table().orthants.fours != nullptr, TypeParam::D == 3);
  EXPECT_FALSE(detail::DirectionTableStore<TypeParam::D>().table().has_cells());
  EXPECT_EQ(detail::DirectionTableStore<TypeParam::D>().table().orthants.fours, nullptr);
}

/// A quarter of a face of the cube with too many candidates to clip is divided: lists twice as long as needed would
/// slow down the query.
TEST(OrthantLists, Of32PointsOnASphereHaveAtMost16) {
  Random random(20);
  for (int n = 0; n < 20; ++n) {
    const auto search = make_search(draw_vertices<float, 3>(random, Kind::sphere, 32, 1, 0));
    EXPECT_LE(search.table().orthants.length, 4U);
  }
}

/// The heights of float points are rounded in proportion to their distance from the origin, here far beyond the set's
/// extent.
TYPED_TEST(DirectionTableOf, AFewTinyOnesFarFromTheOriginIsTheScan) {
  using T = typename TypeParam::T;
  Random random(19);
  for (int n = 0; n < 50; ++n) {
    auto points = draw_vertices<T, TypeParam::D>(random, Kind::ball, 12, 1e-6, 0);
    for (auto& p : points) p[TypeParam::D - 1] = T(1e7);
    expect_the_same(random, points, 200, "tiny");
  }
}

/// All of them are support vertices at once: float can not rank them, double can, and the first wins.
TYPED_TEST(DirectionTableOf, FewVerticesInAPlaneAcrossTheDirectionIsTheScan) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  Random random(18);
  for (int n = 0; n < 200; ++n) {
    auto points = draw_vertices<T, D>(random, Kind::ball, random.integer(5, 48), 1, n % 2 == 0 ? 0 : 100);
    const Vec<double, D> center = detail::enclosure_of_points(points.data(), points.size()).center;
    const Vec<double, D> across = random.vec<double, D>(1);
    for (auto& p : points) {  // into the plane, up to rounding and a little more
      const double h = dot(across, detail::widen(p) - center) / norm_squared(across);
      p = vec_cast<T>(detail::widen(p) - across * (h * (1 - (n % 3) * 1e-7)));
    }
    expect_the_same(random, points, 20, "in a plane");
    const auto flat = make_search(points);
    const Vec<double, D> middle = detail::enclosure_of_points(points.data(), points.size()).center;
    for (const double sign : {1.0, -1.0}) {
      EXPECT_EQ(detail::find_support(flat.table(), points.data(), points.size(), middle, across * sign),
                scan_in_double(points, middle, across * sign));
    }
  }
}

}  // namespace
}  // namespace abut
