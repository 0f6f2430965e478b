/// Every shape of the library against the judge, and small integer shapes that shrink to a readable
/// counterexample.
#include "oracle/draw/any_shape.hpp"
#include "oracle/judge/answers.hpp"

#include <rapidcheck/gtest.h>

namespace oracle {
namespace {

template <class S>
struct EveryShape : ::testing::Test {};
TYPED_TEST_SUITE(EveryShape, Settings, SettingNames);

/// Checks the bounds against the truth, and the feature ids against the vertices they name.
template <class S, class T = typename S::T, int D = S::D>
void judge(const AnyShape<T, D>& a, const AnyShape<T, D>& b, Random& random) {
  Pair<T, D> p;
  p.a = vertices(a);
  p.b = vertices(b);
  p.radius_a = static_cast<T>(a.shape().radius());
  p.radius_b = static_cast<T>(b.shape().radius());
  p.posed = S::posed;
  if constexpr (S::posed) {
    for (auto* pose : {&p.pose_a, &p.pose_b}) {
      detail::assign(pose->q, detail::rotation<D>(random), 1);
      pose->p = abut::vec_cast<T>(detail::arrow<D>(random, random.between(0, 4)));
    }
  }
  const Case<T, D> c(p);
  const auto r = [&] {
    if constexpr (S::posed) {
      return abut::detail::signed_distance(abut::place(a, p.pose_a), abut::place(b, p.pose_b));
    } else {
      return abut::detail::signed_distance(a, b);
    }
  }();
  EXPECT_TRUE(is_sane(r)) << c;
  EXPECT_EQ(r.status, abut::Status::converged) << c;
  EXPECT_TRUE(Real(r.lower) <= c.upper() && c.lower() <= Real(r.upper)) << c;
  ASSERT_TRUE(r.feature_count >= 1 && r.feature_count <= D + 1) << c;
  for (int i = 0; i < r.feature_count; ++i) {
    ASSERT_TRUE(r.feature_a[i] < c.a.points.size() && r.feature_b[i] < c.b.points.size()) << c;
  }
  if (r.feature_count != 1 || c.radii() > 0) return;
  // Vertex against vertex: the points are those vertices.
  const Real off_a = norm(exact(r.point_a) - c.a.points[r.feature_a[0]]);
  const Real off_b = norm(exact(r.point_b) - c.b.points[r.feature_b[0]]);
  EXPECT_TRUE(off_a + off_b <= Real(32 * S::eps) * (c.size + norm(exact(r.point_a)))) << c;
}

template <class S>
struct Shapes {
  using T = typename S::T;
  static constexpr int D = S::D;
  using V = abut::Vec<T, D>;
  Random& random;

  V point() const { return abut::vec_cast<T>(detail::arrow<D>(random, random.between(0, 4))); }
  T size() const { return static_cast<T>(random.decade(-3, 0.3)); }

  AnyShape<T, D> any() const {
    V half;
    for (int i = 0; i < D; ++i) half[i] = random.chance(0.1) ? T(0) : size();
    switch (random.integer(0, 6)) {
      case 0: return {abut::Point<T, D>{point()}};
      case 1: return {abut::Segment<T, D>{point(), point()}};
      case 2: return {abut::Triangle<T, D>{point(), point(), point()}};
      case 3: return {abut::Ball<T, D>{point(), size()}};
      case 4: return {abut::Capsule<T, D>{point(), point(), size()}};
      case 5: return last();
      default: return {abut::Box<T, D>{half}};
    }
  }
  AnyShape<T, D> last() const {
    if constexpr (D == 3) {
      return {abut::Tetrahedron<T, D>{point(), point(), point(), point()}};
    } else {
      const Points<T, D> five{point(), point(), point(), point(), point()};
      return {points<T, D>(five)};
    }
  }
};

TYPED_TEST(EveryShape, BoundsContainTheTruth) {
  Random random(3);
  const Shapes<TypeParam> shapes{random};
  for (int i = 0; i < 20 * trials(); ++i) {
    const auto a = shapes.any(), b = shapes.any();
    judge<TypeParam>(a, b, random);
  }
}

// --- Small integers ----------------------------------------------------------------------------------------

template <class T, int D>
Points<T, D> draw_integers() {
  Points<T, D> r(static_cast<std::size_t>(*rc::gen::inRange(1, 7)));
  for (auto& p : r) {
    for (int i = 0; i < D; ++i) p[i] = static_cast<T>(*rc::gen::inRange(-4, 5));
  }
  return r;
}

/// A lattice of integers has all degenerate cases: ties, right angles, parallel and touching faces.
template <class T, int D>
void try_integers() {
  Pair<T, D> p;
  p.a = draw_integers<T, D>();
  p.b = draw_integers<T, D>();
  const Case<T, D> c(p);
  const auto r = query(p);
  RC_ASSERT(c.cores.closed);
  RC_ASSERT(r.status == abut::Status::converged);
  RC_ASSERT(Real(r.lower) <= c.upper());
  RC_ASSERT(Real(r.upper) >= c.lower());
  RC_ASSERT((r.distance == T(0)) ==
            c.cores.meets);  // integer shapes are either apart by much more than rounding, or meet
  const Real allowed = allowance<Setting<T, D, false>>(c.size) + Real(abut::default_tolerance<T>) * r.upper;
  RC_ASSERT(Real(r.upper) - r.lower <= allowed);
}

RC_GTEST_PROP(SmallIntegers, AreJudgedRight2DFloat, ()) { try_integers<float, 2>(); }
RC_GTEST_PROP(SmallIntegers, AreJudgedRight3DFloat, ()) { try_integers<float, 3>(); }
RC_GTEST_PROP(SmallIntegers, AreJudgedRight2DDouble, ()) { try_integers<double, 2>(); }
RC_GTEST_PROP(SmallIntegers, AreJudgedRight3DDouble, ()) { try_integers<double, 3>(); }

// --- The judge ---------------------------------------------------------------------------------------------

TEST(Judge, KnowsClosedForms) {
  const Points<double, 3> origin{{0, 0, 0}}, segment{{1, -1, 0}, {1, 1, 0}}, face{{3, 0, 0}, {0, 3, 0}, {0, 0, 3}};
  const auto a = body<double, 3>(origin);
  EXPECT_TRUE(distance(a, body<double, 3>(segment)).upper - 1 < Real(0x1p-90));
  const Truth<3> t = distance(a, body<double, 3>(face));
  EXPECT_TRUE(t.closed && !t.meets);
  EXPECT_TRUE(t.lower * t.lower <= 3 && 3 <= t.upper * t.upper && t.upper - t.lower < Real(0x1p-90));
  EXPECT_TRUE(distance(body<double, 3>(face), body<double, 3>(face)).meets);
}

/// 5 (3/5, 4/5, 0) and a rotation by the unnormalized quaternion (1, 0, 0, 1): 90 degrees about z.
TEST(Judge, RotatesByUnnormalizedQuaternions) {
  const Points<double, 3> p{{3, 4, 0}}, q{{-4, 3, 1}};
  const abut::Pose3d pose{{0, 0, 0}, {1e-5, 0, 0, 1e-5}};
  const Truth<3> t = distance(body<double, 3>(p, pose), body<double, 3>(q));
  EXPECT_TRUE(absolute(t.upper - 1) < Real(0x1p-100));
}

}  // namespace
}  // namespace oracle
