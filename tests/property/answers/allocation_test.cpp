/// Total: no heap allocation inside a query. The counting operator new of this program is here.
#include "oracle/draw/depth.hpp"
#include "oracle/judge/answers.hpp"

#include <abut/any_shape.hpp>
#include <abut/polygon.hpp>

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
  const auto polygon = abut::Polygond::from({{0, 0}, {2, 0}, {2, 2}, {0, 2}});
  ASSERT_TRUE(polygon);
  const long before = allocations;
  const auto r = abut::detail::signed_distance(*polygon, abut::place(*polygon, {{5, 0}, {}}));
  EXPECT_EQ(allocations - before, 0);
  EXPECT_EQ(r.distance, 3);
}

}  // namespace
}  // namespace oracle
