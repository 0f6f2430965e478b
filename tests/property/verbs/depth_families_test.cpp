/// Boxes and tetrahedra that break depth queries, against all separating axes.
#include "oracle/draw/any_shape.hpp"
#include "oracle/draw/depth.hpp"

#include <abut/penetration.hpp>

namespace oracle {
namespace {

template <class T>
struct Depth : ::testing::Test {};
using Scalars = ::testing::Types<float, double>;
TYPED_TEST_SUITE(Depth, Scalars);

enum class Family { blocks, plates, rods, ratio, aligned, offset };

template <class T>
abut::Vec<T, 3> vec(double x, double y, double z) {
  return {abut::detail::narrow<T>(x), abut::detail::narrow<T>(y), abut::detail::narrow<T>(z)};
}

template <class T>
abut::Vec<T, 3> draw_half(Random& random, Family family, bool second) {
  const double x = random.between(0.5, 2), y = random.between(0.5, 2), z = random.between(0.5, 2);
  if (family == Family::plates) return vec<T>(x, y, z * 0.01);
  if (family == Family::rods) return vec<T>(x * 0.01, y * 0.01, z);
  if (family == Family::ratio && second) return vec<T>(x * 0.001, y * 0.001, z * 0.001);
  return vec<T>(x, y, z);
}

template <class T>
abut::Pose<T, 3> draw_pose(Random& random, Family family, double spread) {
  abut::Pose<T, 3> pose;
  const double x = random.between(-spread, spread), y = random.between(-spread, spread),
               z = random.between(-spread, spread);
  const double far = family == Family::offset ? 1e4 : 0;
  pose.p = vec<T>(far + x, y - far, z);
  if (family == Family::aligned) return pose;
  T* const q[] = {&pose.q.w, &pose.q.x, &pose.q.y, &pose.q.z};
  for (T* component : q) *component = abut::detail::narrow<T>(random.between(-1, 1));
  return pose;
}

/// The bounds contain the truth, the normal is an exit direction of that depth, and the status is `converged`. Returns
/// whether they overlap.
template <class A, class B>
bool expect_depth(const abut::Placed<A>& a, const abut::Placed<B>& b) {
  using T = abut::ScalarOf<A>;
  const auto points_a = vertices(a.shape), points_b = vertices(b.shape);
  const Body<3> body_a = body<T, 3>(points_a, a.pose), body_b = body<T, 3>(points_b, b.pose);
  const Real truth = DepthJudge<3>(body_a, body_b).separation();
  const auto p = abut::penetration(a, b);
  const Real size = Real(abut::detail::enclosure(a.shape).reach) + abut::detail::enclosure(b.shape).reach +
                    norm(exact(abut::detail::widen(abut::detail::enclosure(a.shape).center))) +
                    norm(exact(abut::detail::widen(abut::detail::enclosure(b.shape).center))) +
                    norm(exact(b.pose.p) - exact(a.pose.p));
  EXPECT_EQ(p.status, abut::Status::converged);
  if (truth >= 0) return false;
  EXPECT_TRUE(Real(p.lower) <= -truth && -truth <= Real(p.upper))
      << narrow(-truth) << " is not in [" << p.lower << ", " << p.upper << "]";
  const Real width =
      Real(abut::default_tolerance<T>) * p.upper + Real((sizeof(T) == 4 ? 8 : 32) * abut::epsilon_of<T>) * size;
  EXPECT_TRUE(Real(p.upper) - Real(p.lower) <= width) << p.lower << " to " << p.upper;
  const Vector<3> n = exact(p.normal);
  const Real exit = (highest(body_a, n) - lowest(body_b, n)) / norm(n);
  EXPECT_TRUE(exit <= -truth + width) << narrow(exit) << " along the normal, depth " << narrow(-truth);
  return true;
}

template <class T>
void try_boxes(Family family, double spread) {
  Random random(17);
  int overlapping = 0;
  for (int i = 0; i < 100; ++i) {
    const abut::Box<T, 3> a{draw_half<T>(random, family, false)}, b{draw_half<T>(random, family, true)};
    const auto pose_a = draw_pose<T>(random, family, spread), pose_b = draw_pose<T>(random, family, spread);
    SCOPED_TRACE(i);
    overlapping += expect_depth(abut::place(a, pose_a), abut::place(b, pose_b));
  }
  EXPECT_GT(overlapping, 20);
}

TYPED_TEST(Depth, OfBlocks) { try_boxes<TypeParam>(Family::blocks, 0.7); }
TYPED_TEST(Depth, OfPlates) { try_boxes<TypeParam>(Family::plates, 0.4); }
TYPED_TEST(Depth, OfRods) { try_boxes<TypeParam>(Family::rods, 0.02); }
TYPED_TEST(Depth, OfSizesOneToThousand) { try_boxes<TypeParam>(Family::ratio, 0.5); }
TYPED_TEST(Depth, OfAlignedBoxes) { try_boxes<TypeParam>(Family::aligned, 0.7); }
TYPED_TEST(Depth, FarFromTheOrigin) { try_boxes<TypeParam>(Family::offset, 0.7); }

TYPED_TEST(Depth, OfIdenticalBoxes) {
  using T = TypeParam;
  Random random(3);
  for (int i = 0; i < 50; ++i) {
    const abut::Box<T, 3> box{draw_half<T>(random, i % 2 == 0 ? Family::blocks : Family::plates, false)};
    const auto pose = draw_pose<T>(random, i % 3 == 0 ? Family::aligned : Family::blocks, 1);
    SCOPED_TRACE(i);
    EXPECT_TRUE(expect_depth(abut::place(box, pose), abut::place(box, pose)));
  }
}

TYPED_TEST(Depth, OfTetrahedra) {
  using T = TypeParam;
  Random random(5);
  const auto corner = [&](double thin) {
    const double x = random.between(-1, 1), y = random.between(-1, 1), z = random.between(-thin, thin);
    return vec<T>(x, y, z);
  };
  int overlapping = 0;
  for (int i = 0; i < 200; ++i) {
    const double thin = i % 4 == 0 ? 0.01 : 1;
    abut::Tetrahedron<T, 3> tetrahedra[2];
    for (auto& t : tetrahedra) {
      for (auto* p : {&t.a, &t.b, &t.c, &t.d}) *p = corner(thin);
    }
    const auto pose = draw_pose<T>(random, Family::blocks, 0.3);
    SCOPED_TRACE(i);
    overlapping += expect_depth(abut::place(tetrahedra[0], {}), abut::place(tetrahedra[1], pose));
  }
  EXPECT_GT(overlapping, 50);
}

// --- Through contact ---------------------------------------------------------------------------------------

/// B moves along x in the smallest representable steps, from separated to overlapping. The separation changes by no
/// more than B has moved, up to the width of its bounds; it is the gap of the shapes along each normal; and its bounds
/// never exclude the truth.
template <class T, class Shape>
void sweep(const Shape& shape, const abut::Pose<T, 3>& pose_a, abut::Pose<T, 3> pose_b, T contact) {
  constexpr int steps = 1000;
  T x = contact;
  for (int i = 0; i < steps; ++i) x = abut::detail::neighbor<true>(x);
  abut::Separation<T, 3> before;
  const Body<3> body_a = body<T, 3>(vertices(shape), pose_a);
  for (int i = 0; i <= 2 * steps; ++i) {
    pose_b.p.x = x;
    const auto r = abut::separation(abut::place(shape, pose_a), abut::place(shape, pose_b));
    ASSERT_EQ(r.status, abut::Status::converged) << "step " << i;
    if (i > 0) {
      const double moved = static_cast<double>(abut::detail::neighbor<true>(x)) - static_cast<double>(x);
      const double widths = (static_cast<double>(r.upper) - static_cast<double>(r.lower)) +
                            (static_cast<double>(before.upper) - static_cast<double>(before.lower));
      const double change = static_cast<double>(r.separation) - static_cast<double>(before.separation);
      ASSERT_LE(std::abs(change), moved + widths) << "step " << i;
    }
    if (i % 50 == 0) {
      const Body<3> body_b = body<T, 3>(vertices(shape), pose_b);
      const Vector<3> n = exact(r.normal);
      const Real gap = (lowest(body_b, n) - highest(body_a, n)) / norm(n);
      const Real width = Real(r.upper) - Real(r.lower);
      ASSERT_TRUE(gap >= Real(r.separation) - width) << "step " << i;
      ASSERT_TRUE(gap <= Real(r.upper)) << "step " << i;
    }
    before = r;
    x = abut::detail::neighbor<false>(x);
  }
  EXPECT_LT(before.separation, 0);
}

TYPED_TEST(Depth, IsContinuousThroughContactOfFaces) {
  using T = TypeParam;
  const abut::Box<T, 3> box{.half = vec<T>(1, 0.5, 0.25)};
  abut::Pose<T, 3> pose_b;
  pose_b.p = vec<T>(2, 0.1, 0.05);
  sweep<T>(box, {}, pose_b, T(2));
}

/// A corner against a face: B stands on its corner.
TYPED_TEST(Depth, IsContinuousThroughContactOfACorner) {
  using T = TypeParam;
  const abut::Box<T, 3> box{.half = vec<T>(1, 1, 1)};
  abut::Pose<T, 3> pose_b;
  pose_b.q = {T(0.5), T(0.3), T(0.2), T(0.7)};
  pose_b.p = vec<T>(5, 0.1, 0.2);
  const auto far = abut::separation(box, abut::place(box, pose_b));
  sweep<T>(box, {}, pose_b, T(5) - far.separation);
}

}  // namespace
}  // namespace oracle
