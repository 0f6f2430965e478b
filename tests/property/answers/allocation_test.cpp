/// Total: no heap allocation inside a query. The counting operator new of this program is here.
#include "oracle/draw/depth.hpp"
#include "oracle/judge/answers.hpp"

#include <abut/any_shape.hpp>
#include <abut/compound.hpp>
#include <abut/mesh.hpp>
#include <abut/points.hpp>
#include <abut/polygon.hpp>
#include <abut/solid.hpp>

#include <atomic>
#include <cstdlib>
#include <new>

namespace {
std::atomic<long> allocations{0};

void* counted(std::size_t size, std::size_t alignment) {
  ++allocations;
  const std::size_t rounded = (size + alignment - 1) / alignment * alignment;
  void* p = std::aligned_alloc(alignment, rounded == 0 ? alignment : rounded);
  if (p == nullptr) std::abort();
  return p;
}

/// Not inlined: g++ would see free() beside an operator new that it did not inline, and warn.
[[gnu::noinline]] void release(void* p) { std::free(p); }
}  // namespace

void* operator new(std::size_t size) { return counted(size, alignof(std::max_align_t)); }
void* operator new[](std::size_t size) { return counted(size, alignof(std::max_align_t)); }
void* operator new(std::size_t size, std::align_val_t a) { return counted(size, static_cast<std::size_t>(a)); }
void* operator new[](std::size_t size, std::align_val_t a) { return counted(size, static_cast<std::size_t>(a)); }
void operator delete(void* p) noexcept { release(p); }
void operator delete[](void* p) noexcept { release(p); }
void operator delete(void* p, std::size_t) noexcept { release(p); }
void operator delete[](void* p, std::size_t) noexcept { release(p); }
void operator delete(void* p, std::align_val_t) noexcept { release(p); }
void operator delete[](void* p, std::align_val_t) noexcept { release(p); }
void operator delete(void* p, std::size_t, std::align_val_t) noexcept { release(p); }
void operator delete[](void* p, std::size_t, std::align_val_t) noexcept { release(p); }

namespace oracle {
namespace {

template <class S>
struct Allocation : ::testing::Test {};
TYPED_TEST_SUITE(Allocation, Settings, SettingNames);

TYPED_TEST(Allocation, NoneInAQueryOnPoints) {
  for (const auto& c : corpus<TypeParam>()) {
    const long before = allocations;
    const auto r = query(c.pair);
    EXPECT_EQ(allocations - before, 0) << c << to_string(r.status);
  }
}

TYPED_TEST(Allocation, NoneInTheSearchForADepth) {
  for (const auto& c : corpus<TypeParam>()) {
    const long before = allocations;
    const auto r = ask_separation(c.pair);
    EXPECT_EQ(allocations - before, 0) << c << to_string(r.status);
  }
}

TYPED_TEST(Allocation, NoneInAQueryOnOtherShapes) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const abut::Vec<T, D> x = abut::detail::axis<T, D>(0), y = abut::detail::axis<T, D>(1);
  const abut::Box<T, D> box{x + y};
  const abut::Capsule<T, D> capsule{x * T(3), y * T(4), T(0.5)};
  const abut::Ball<T, D> ball{x * T(-4), T(1)};
  const abut::Pose<T, D> pose{y, {}};
  const auto lambda = abut::custom<abut::Vec<T, D>>([&](abut::Vec<T, D> d) { return d[0] > 0 ? x : -x; });
  const long before = allocations;
  const auto r = abut::detail::signed_distance(box, capsule);
  const auto s = abut::detail::signed_distance(lambda, abut::place(ball, pose));
  EXPECT_EQ(allocations - before, 0);
  EXPECT_TRUE(is_sane(r) && is_sane(s));
}

TYPED_TEST(Allocation, NoneInAnAnyShapeOfFixedSizeNorInACopy) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  using Any = abut::AnyShape<T, D>;
  const abut::Vec<T, D> x = abut::detail::axis<T, D>(0), y = abut::detail::axis<T, D>(1);
  const std::vector<abut::Vec<T, D>> ends{x, y};
  const Any points = *abut::PointSet<T, D>::from(ends);
  const long before = allocations;
  const Any box = abut::Box<T, D>{x + y}, triangle(abut::Triangle<T, D>{x, y, -x}, abut::Pose<T, D>{y, {}});
  Any copy = points, ground = abut::HalfSpace<T, D>{};
  ground = inflate(copy, T(1));
  const auto r = abut::detail::signed_distance(box, triangle),
             s = abut::detail::signed_distance(place(ground, {x * T(9), {}}), box);
  EXPECT_EQ(allocations - before, 0);
  EXPECT_TRUE(is_sane(r) && is_sane(s));
}

TEST(AllocationOfPolygons, NoneInAQuery) {
  const auto polygon = abut::Polygon2d::from({{0, 0}, {2, 0}, {2, 2}, {0, 2}});
  ASSERT_TRUE(polygon);
  const long before = allocations;
  const auto r = abut::detail::signed_distance(*polygon, abut::place(*polygon, {{5, 0}, {}}));
  EXPECT_EQ(allocations - before, 0);
  EXPECT_EQ(r.distance, 3);
}

TEST(AllocationOfMeshes, NoneInARefit) {
  const std::vector<abut::Vec3d> corners{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 1, 0}},
      moved{{0, 0, 1}, {1, 2, 0}, {0, 3, 0}, {0, 3, 0}};
  const std::vector<std::array<std::uint32_t, 3>> triangles{{0, 1, 2}, {0, 3, 1}};
  auto mesh = abut::Mesh3d::from(corners, triangles);
  ASSERT_TRUE(mesh);
  const long before = allocations;
  const auto cost = (*mesh).refit(moved);
  EXPECT_EQ(allocations - before, 0);
  EXPECT_TRUE(cost);
}

TEST(AllocationOfMeshes, NoneInAQuery) {
  std::vector<abut::Vec3d> vertices;
  std::vector<std::array<std::uint32_t, 3>> triangles;
  for (std::uint32_t i = 0; i < 2000; ++i) {
    vertices.push_back({double(i % 37), double(i % 41), double(i % 7)});
    if (i >= 2) triangles.push_back({i - 2, i - 1, i});
  }
  const auto mesh = abut::Mesh3d::from(vertices, triangles);
  ASSERT_TRUE(mesh);
  const abut::Pose3d pose{{50, 3, 2}, {1, 0.1, 0.2, 0.3}};
  const long before = allocations;
  const auto d = distance(*mesh, place(*mesh, pose));
  const auto met = overlap(place(*mesh, pose), abut::Box3d{{1, 1, 1}});
  const auto near = closest_point(abut::Vec3d{1, 2, 3}, *mesh);
  const auto hit = ray_cast(abut::Ray3d{{-9, 3, 3.5}, {1, 0, 0}}, *mesh);
  const auto cast = shape_cast(*mesh, {60, 0, 0}, place(*mesh, pose));
  abut::Motion3d swing;
  swing.start.p = {60, 0, 0};
  swing.velocity = {-60, 0, 0};
  swing.angle = 2;
  const auto swings = time_of_impact(moving(*mesh, swing), place(*mesh, pose));
  const auto slope = separation_gradient(*mesh, place(*mesh, pose));
  EXPECT_EQ(allocations - before, 0);
  EXPECT_TRUE(swings.hit && slope.separation.lower > 0);
  EXPECT_TRUE(hit.status == abut::Status::converged && cast.status == abut::Status::converged);
  EXPECT_TRUE(d.status == abut::Status::converged && met.apart && near.status == abut::Status::converged);
}

TEST(AllocationOfSolids, NoneInAQuery) {
  const std::vector<abut::Vec3d> corners{{0, 0, 0}, {9, 0, 0}, {0, 9, 0}, {0, 0, 9}};
  const std::vector<std::array<std::uint32_t, 3>> faces{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}};
  const auto solid = abut::Solid3d::from(corners, faces);
  ASSERT_TRUE(solid);
  const abut::Pose3d pose{{1, 2, 0.5}, {1, 0.1, 0.2, 0.3}};
  const long before = allocations;
  const auto there = inside({1, 1, 7}, *solid);  // on a face: the exact sums are asked
  const auto near = inside({1, 1, 1}, place(*solid, pose));
  const auto d = distance(*solid, place(*solid, pose));
  const auto met = overlap(place(*solid, pose), abut::Ball3d{{2, 3, 1.5}, 0.25});
  const auto deep = penetration(*solid, place(*solid, pose));
  EXPECT_EQ(allocations - before, 0);
  EXPECT_GT(deep.lower, 0);
  EXPECT_TRUE(there.on_surface && near.status == abut::Status::converged && d.upper == 0 && met.overlap);
}

TEST(AllocationOfCompounds, NoneInAQuery) {
  const std::vector<abut::Vec3d> corners{{0, 0, 0}, {9, 0, 0}, {0, 9, 0}, {0, 0, 9}};
  const std::vector<std::array<std::uint32_t, 3>> faces{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}};
  auto solid = abut::Solid3d::from(corners, faces);
  const auto cloud = abut::Points3d::from(corners, 0.5);
  ASSERT_TRUE(solid && cloud);
  const abut::Pose3d pose{{20, 2, 0.5}, {1, 0.1, 0.2, 0.3}};
  const auto body = abut::Compound3d::from(
      {{std::move(*solid), pose}, cloud->view(), place(abut::Box3d{{1, 2, 3}}, pose), abut::Ball3d{{-9, 0, 0}, 1}});
  ASSERT_TRUE(body);
  const long before = allocations;
  const auto d = distance(*body, place(*body, {{0, 40, 0}, {}}));
  const auto met = overlap(place(*body, pose), *cloud);
  const auto deep = penetration(*body, place(*body, {{1, 1, 1}, {}}));
  const auto near = closest_point(abut::Vec3d{1, 2, 3}, place(*body, pose));
  const auto hit = ray_cast(abut::Ray3d{{-20, 0.1, 0.1}, {1, 0, 0}}, *body);
  const auto cast = shape_cast(*body, {0, 60, 0}, place(*cloud, {{0, 40, 0}, {}}));
  abut::Motion3d swing;
  swing.start.p = {0, 40, 0};
  swing.velocity = {0, -60, 0};
  swing.angle = 2;
  const auto swings = time_of_impact(moving(*body, swing), *body);
  const auto along = depth_along(*body, place(*body, {{1, 1, 1}, {}}), {1, 2, 3});
  const auto slope = separation_gradient(*body, place(*body, {{0, 40, 0}, {}}));
  const abut::Compound3d copy = *body;
  EXPECT_EQ(allocations - before, 0);
  EXPECT_EQ(copy.part_count(), 4U);
  EXPECT_TRUE(d.lower > 0 && deep.lower > 0 && near.status == abut::Status::converged);
  EXPECT_TRUE(met.status == abut::Status::converged && hit.hit && hit.part == 3 && cast.hit);
  EXPECT_TRUE(swings.hit && along.upper > 0 && slope.separation.lower > 0);
}

}  // namespace
}  // namespace oracle
