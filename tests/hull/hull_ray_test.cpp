/// Rays against hulls of few faces: clipping, and its proofs, compared with a method that does not use faces.
#include "unit/spaces.hpp"

#include <abut/abut.hpp>

#include <cmath>
#include <vector>

namespace abut {
namespace {

using test::make_vec;
using test::Random;

template <class Space>
class HullRay : public ::testing::Test {};
TYPED_TEST_SUITE(HullRay, test::Spaces);

template <class T, int D>
Hull<T, D> hull_of_random_points(Random& random, int count) {
  std::vector<Vec<T, D>> points;
  for (int i = 0; i < count; ++i) points.push_back(random.vec<T, D>(1));
  return *Hull<T, D>::from(points);
}

template <class T, int D>
Hull<T, D> cube() {
  std::vector<Vec<T, D>> corners;
  for (int i = 0; i < 1 << D; ++i) {
    Vec<T, D> p;
    for (int k = 0; k < D; ++k) p[k] = (i >> k & 1) != 0 ? T(1) : T(-1);
    corners.push_back(p);
  }
  return *Hull<T, D>::from(corners);
}

template <class T, int D>
Pose<T, D> draw_pose(Random& random) {
  Pose<T, D> pose{.p = random.vec<T, D>(0.5)};
  const auto v = random.vec<T, D>(1);
  if constexpr (D == 2) {
    pose.q = {v[0] + T(2), v[1]};
  } else {
    pose.q = {T(1), v[0], v[1], v[2]};
  }
  return pose;
}

template <class T, int D>
void expect_same(const RayCast<T, D>& a, const RayCast<T, D>& b) {
  EXPECT_EQ(a.status, b.status);
  EXPECT_EQ(a.hit, b.hit);
  EXPECT_EQ(a.miss, b.miss);
  EXPECT_EQ(a.t, b.t);
  EXPECT_EQ(a.t_safe, b.t_safe);
  EXPECT_EQ(a.point, b.point);
  EXPECT_EQ(a.normal, b.normal);
  EXPECT_EQ(a.iterations, b.iterations);
}

/// Returns whether the faces decided, with one support call at most.
template <class T, int D, class S>
bool expect_same_as_advancement(const Ray<T, D>& ray, const S& shape) {
  const auto clipped = ray_cast(ray, shape), advanced = ray_cast(ray, shape, {.method = CastMethod::advancement});
  EXPECT_EQ(clipped.status, Status::converged);
  EXPECT_EQ(clipped.hit, advanced.hit);
  EXPECT_EQ(clipped.miss, advanced.miss);
  if (clipped.hit && advanced.hit) {
    EXPECT_NEAR(double(clipped.t), double(advanced.t), 1e3 * epsilon_of<T>);
    EXPECT_LE(clipped.t_safe, clipped.t);
    EXPECT_LE(clipped.t_safe, advanced.t);
    EXPECT_EQ(clipped.start, advanced.start);
  }
  return clipped.iterations <= 1;
}

TYPED_TEST(HullRay, ByFacesIsTheSameAsByAdvancement) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  Random random(11);
  int decided = 0;
  for (int i = 0; i < 300; ++i) {
    const auto hull = hull_of_random_points<T, D>(random, 4 + i % 40);
    const auto pose = draw_pose<T, D>(random);
    const auto p = random.vec<T, D>(i % 5 == 0 ? 60 : 3);
    const Ray<T, D> ray{p, random.vec<T, D>(1) - p};
    decided += expect_same_as_advancement(ray, hull) ? 1 : 0;
    decided += expect_same_as_advancement(ray, place(hull, pose)) ? 1 : 0;
    decided += expect_same_as_advancement(Ray<T, D>{p, -ray.direction}, place(hull, pose)) ? 1 : 0;
  }
  EXPECT_GT(decided, 700);
}

/// The triangles of a cube share planes, and a lattice of rays hits or grazes their edges, corners and diagonals.
TYPED_TEST(HullRay, MeetsEdgesAndCorners) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const auto hull = cube<T, D>();
  for (int i = 0; i < 4096; ++i) {
    const auto at = [&](int shift) { return T((i >> shift & 3) - 1) * T(0.5); };
    const Vec<T, D> p = make_vec<T, D>(-3, double(at(0)) * 2, double(at(2)) * 2);
    const Vec<T, D> q = make_vec<T, D>(double(at(4)) * 2, double(at(6)) * 2, double(at(8)) * 2);
    expect_same_as_advancement(Ray<T, D>{p, (q - p) * T(1 + (i >> 10))}, hull);
  }
}

/// Known results: where the ray hits, with which normal, and the effect of a limit.
TYPED_TEST(HullRay, EntersExitsAndMisses) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const auto hull = cube<T, D>();
  const Ray<T, D> ray{make_vec<T, D>(-5, 0.25, 0.5), make_vec<T, D>(2, 0, 0)};
  const auto r = ray_cast(ray, hull);
  ASSERT_TRUE(r.hit);
  EXPECT_EQ(r.iterations, 0);
  EXPECT_LE(r.t_safe, T(2));
  EXPECT_NEAR(double(r.t), 2, 8 * epsilon_of<T>);
  EXPECT_NEAR(double(r.normal[0]), -1, 4 * epsilon_of<T>);
  EXPECT_TRUE(ray_cast(ray, hull, {.max_t = T(1.9)}).miss);
  EXPECT_TRUE(ray_cast(Ray<T, D>{ray.origin, -ray.direction}, hull).miss);
  EXPECT_TRUE(ray_cast(Ray<T, D>{make_vec<T, D>(-5, 1.5, 0.5), ray.direction}, hull).miss);
  EXPECT_TRUE(ray_cast(Ray<T, D>{ray.origin, {}}, hull).miss);
  const Ray<T, D> inside{make_vec<T, D>(0.25, 0, 0), make_vec<T, D>(0.5, 0, 0)};
  EXPECT_EQ(ray_cast(inside, hull).start, StartState::overlapping);
  const auto out = ray_cast(inside, hull, {.at_start = InsidePolicy::leave});
  ASSERT_TRUE(out.hit);
  EXPECT_NEAR(double(out.t), 1.5, 1e-5);
}

TYPED_TEST(HullRay, BehindAReferenceHasTheSameBits) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  Random random(12);
  for (int i = 0; i < 200; ++i) {
    const auto hull = hull_of_random_points<T, D>(random, 1 + i % 50);
    const auto view = hull.view();
    const ShapeRef<T, D> ref(view), owner(hull);
    const auto pose = draw_pose<T, D>(random);
    const auto p = random.vec<T, D>(3);
    const Ray<T, D> ray{p, random.vec<T, D>(1) - p};
    expect_same(ray_cast(ray, view), ray_cast(ray, ref));
    expect_same(ray_cast(ray, view), ray_cast(ray, owner));
    expect_same(ray_cast(ray, place(view, pose)), ray_cast(ray, place(ref, pose)));
  }
}

TYPED_TEST(HullRay, ScalesByPowersOfTwo) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  Random random(13);
  for (int i = 0; i < 100; ++i) {
    const int power = i % 2 == 0 ? 40 : -40;
    std::vector<Vec<T, D>> points, scaled;
    for (int k = 0; k < 20; ++k) {
      points.push_back(random.vec<T, D>(1));
      scaled.push_back(points.back() * std::ldexp(T(1), power));
    }
    const auto hull = *Hull<T, D>::from(points), other = *Hull<T, D>::from(scaled);
    auto pose = draw_pose<T, D>(random);
    const auto p = random.vec<T, D>(3);
    Ray<T, D> ray{p, random.vec<T, D>(1) - p};
    const auto r = ray_cast(ray, place(hull, pose));
    pose.p *= std::ldexp(T(1), power);
    ray.origin *= std::ldexp(T(1), power);
    ray.direction *= std::ldexp(T(1), power);
    const auto s = ray_cast(ray, place(other, pose));
    EXPECT_EQ(r.hit, s.hit);
    EXPECT_EQ(r.t, s.t);
    EXPECT_EQ(r.t_safe, s.t_safe);
    EXPECT_EQ(r.normal, s.normal);
    EXPECT_EQ(r.point * std::ldexp(T(1), power), s.point);
  }
}

/// No vertex is beyond the plane of a face by more than the error of the stored normal.
TYPED_TEST(HullRay, PlanesHaveTheHullOnOneSide) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  Random random(14);
  for (int i = 0; i < 100; ++i) {
    const auto hull = hull_of_random_points<T, D>(random, 5 + i % 60);
    const auto planes = hull.face_planes();
    for (std::size_t face = 0; face < 4 * planes.count; ++face) {
      for (const auto& v : hull.vertices()) {
        long double height = 0;
        for (int k = 0; k < D; ++k) {
          const auto corner = static_cast<long double>(hull.vertex(planes.faces[face].corners[0])[k]);
          height += static_cast<long double>(planes.faces[face].normal[k]) * (static_cast<long double>(v[k]) - corner);
        }
        EXPECT_LE(double(height), 2 * detail::normal_roundings * detail::unit_roundoff * hull.bounding_radius());
      }
    }
  }
}

TYPED_TEST(HullRay, KeepsNoPlanesOfHullsWithoutInteriorOrWithTooManyFaces) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  EXPECT_FALSE((cube<T, D>().face_planes().empty()));
  const std::vector<Vec<T, D>> segment = {make_vec<T, D>(0, 0, 0), make_vec<T, D>(1, 2, 3)};
  EXPECT_TRUE((Hull<T, D>::from(segment)->face_planes().empty()));
  std::vector<Vec<T, D>> round;
  Random random(15);
  while (round.size() < 4000) {
    const auto v = random.vec<T, D>(1);
    const double length = detail::norm(detail::widen(v));
    if (length > 0.1) round.push_back(vec_cast<T>(detail::widen(v) / length));
  }
  const auto hull = *Hull<T, D>::from(round);
  EXPECT_TRUE(hull.face_planes().empty());
  expect_same_as_advancement(Ray<T, D>{make_vec<T, D>(-3, 0.25, 0.125), make_vec<T, D>(1, 0, 0)}, hull);
}

}  // namespace
}  // namespace abut
