/// Contact manifolds: known results in simple cases, and what holds for all of them.
#include <abut/contact.hpp>
#include <abut/shape_ref.hpp>
#include <abut/shapes.hpp>

#include "unit/spaces.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace abut {
namespace {

using detail::norm;
using test::Random;

FeatureId vertex_id(VertexId v) { return {FeatureKind::vertex, {v, no_vertex, no_vertex}}; }
FeatureId edge_id(VertexId v, VertexId w) { return {FeatureKind::edge, {v, w, no_vertex}}; }
FeatureId face_id(VertexId u, VertexId v, VertexId w) { return {FeatureKind::face, {u, v, w}}; }

/// A length far above the float rounding of positions of about 1, and far below the distances of corners.
template <Scalar T, int D>
const ContactPoint<T, D>* find_at(const Contact<T, D>& c, const Vec<T, D>& where) {
  for (const auto& p : c) {
    if (norm(detail::widen(p.point_a - where)) < 1e-5) return &p;
  }
  return nullptr;
}

TEST(Contact, ABoxOnABoxHasTheFourCornersOfTheSmaller) {
  const Box3f table{{2, 2, 1}}, crate{{0.5f, 0.25f, 0.5f}};
  const auto c = contact(table, place(crate, Pose3f{{0.125f, 0, 1.4375f}, {}}));
  EXPECT_EQ(c.status, Status::converged);
  ASSERT_EQ(c.count, 4);
  EXPECT_EQ(c.normal, (Vec3f{0, 0, 1}));
  VertexId corner = 0;
  for (const Vec3f where : {Vec3f{-0.375f, -0.25f, 1}, {0.625f, -0.25f, 1}, {-0.375f, 0.25f, 1}, {0.625f, 0.25f, 1}}) {
    const auto* p = find_at(c, where);
    ASSERT_NE(p, nullptr) << corner;
    EXPECT_EQ(p->separation, -0.0625f);
    EXPECT_EQ(p->point_b, where - Vec3f(0, 0, 0.0625f));
    EXPECT_EQ(p->id_a, face_id(4, 5, 6));
    EXPECT_EQ(p->id_b, vertex_id(corner++));
  }
}

TEST(Contact, BoxesThatOverhangMeetAtCrossingsAndCornersOfBoth) {
  const Box3f table{{1, 1, 1}}, crate{{0.5f, 0.5f, 0.5f}};
  const auto c = contact(table, place(crate, Pose3f{{0.75f, 0.75f, 1.5f}, {}}));
  ASSERT_EQ(c.count, 4);
  const auto *own = find_at(c, {0.25f, 0.25f, 1}), *other = find_at(c, {1, 1, 1}), *x = find_at(c, {1, 0.25f, 1});
  ASSERT_TRUE(own != nullptr && other != nullptr && x != nullptr);
  EXPECT_EQ(own->id_b, vertex_id(0));
  EXPECT_EQ(other->id_a, vertex_id(7));
  EXPECT_EQ(other->id_b, face_id(0, 1, 2));
  EXPECT_EQ(x->id_a, edge_id(5, 7));
  EXPECT_EQ(x->id_b, edge_id(0, 1));
}

TEST(Contact, ATippedBoxKeepsItsFace) {
  const Box3d table{{2, 2, 1}}, crate{{0.5, 0.5, 0.5}};
  const auto c = contact(table, place(crate, Pose3d{{0, 0, 1.51}, {1, 0.02, 0, 0}}));
  ASSERT_EQ(c.count, 4);
  EXPECT_GT(c.points[3].separation - c.points[0].separation, -1e-9);
  const auto highest =
      std::max_element(c.begin(), c.end(), [](auto& p, auto& q) { return p.separation < q.separation; });
  EXPECT_NEAR(highest->separation - c.separation, std::sin(2 * std::atan(0.02)), 1e-12);
  EXPECT_EQ(contact(table, place(crate, Pose3d{{0, 0, 1.51}, {1, 0.02, 0, 0}}), {.slope = 0.01}).count, 2);
  EXPECT_EQ(contact(table, place(crate, Pose3d{{0, 0, 1.51}, {1, 0.02, 0, 0}}), {.margin = 0.02}).count, 2);
}

TEST(Contact, AVertexAndCrossingEdgesTouchInOnePoint) {
  const Box3f table{{1, 1, 1}}, crate{{0.5f, 0.5f, 0.5f}};
  const auto v = contact(table, place(crate, Pose3f{{0, 0, 1.8f}, {0.88f, 0.36f, 0.27f, 0}}));
  ASSERT_EQ(v.count, 1);
  EXPECT_EQ(v.points[0].id_a, face_id(4, 5, 6));
  EXPECT_EQ(v.points[0].id_b.kind, FeatureKind::vertex);
  const auto e = contact(place(table, Pose3f{{}, {0.92388f, 0.382683f, 0, 0}}),
                         place(crate, Pose3f{{0, 0, 2.1f}, {0.92388f, 0, 0.382683f, 0}}));
  ASSERT_EQ(e.count, 1);
  EXPECT_EQ(e.points[0].id_a.kind, FeatureKind::edge);
  EXPECT_EQ(e.points[0].id_b.kind, FeatureKind::edge);
}

TEST(Contact, RoundShapesTouchInOneOrTwoPoints) {
  const Box3f table{{1, 1, 1}};
  EXPECT_EQ(contact(table, Ball3f{{0.25f, 0, 1.5f}, 0.5f}).count, 1);
  const Capsule3f bar{{-2, 0, 1.25f}, {2, 0, 1.25f}, 0.25f};
  const auto lying = contact(table, bar);
  ASSERT_EQ(lying.count, 2);
  EXPECT_NE(find_at(lying, {-1, 0, 1}), nullptr);
  EXPECT_NE(find_at(lying, {1, 0, 1}), nullptr);
  const auto beside = contact(bar, Capsule3f{{1, 0.5f, 1.25f}, {5, 0.5f, 1.25f}, 0.25f});
  ASSERT_EQ(beside.count, 2);
  EXPECT_NE(find_at(beside, {1, 0.25f, 1.25f}), nullptr);
  EXPECT_NE(find_at(beside, {2, 0.25f, 1.25f}), nullptr);
  EXPECT_EQ(contact(bar, Capsule3f{{0, 0.5f, -1}, {0, 0.5f, 3}, 0.25f}).count, 1);
  EXPECT_EQ(contact(Ellipsoid3f{{1, 2, 3}}, place(Ellipsoid3f{{1, 1, 1}}, Pose3f{{2, 0, 0}, {}})).count, 1);
}

TEST(Contact, CylinderAndConeStandOnTheirRimsAndLieOnALine) {
  const Box3f table{{2, 2, 1}};
  const auto standing = contact(table, place(Cylinder3f{0.5f, 1}, Pose3f{{0, 0, 2}, {}}));
  EXPECT_EQ(standing.count, 4);
  for (const auto& p : standing) {
    EXPECT_NEAR(std::hypot(p.point_b.x, p.point_b.y), 0.5, 1e-6);
    EXPECT_LT(p.id_b.vertices[0], 8U);
  }
  const auto lying = contact(table, place(Cylinder3f{0.5f, 1, Axis::x}, Pose3f{{0, 0, 1.5f}, {}}));
  ASSERT_EQ(lying.count, 2);
  EXPECT_NE(find_at(lying, {-1, 0, 1}), nullptr);
  EXPECT_NE(find_at(lying, {1, 0, 1}), nullptr);
  EXPECT_EQ(contact(table, place(Cone3f{0.5f, 1}, Pose3f{{0, 0, 2}, {}})).count, 4);
  const auto on_its_tip = contact(table, place(Cone3f{0.5f, 1}, Pose3f{{0, 0, 2}, {0, 1, 0, 0}}));
  ASSERT_EQ(on_its_tip.count, 1);
  EXPECT_EQ(on_its_tip.points[0].id_b, vertex_id(9));
  const double angle = std::acos(-1.0) / 2 + std::atan2(0.5, 2.0);  // its side perpendicular to the vertical
  const Pose3f fallen{{0, 0, 1.2f}, {float(std::cos(angle / 2)), 0, float(std::sin(angle / 2)), 0}};
  const auto side = contact(table, place(Cone3f{0.5f, 1}, fallen));
  ASSERT_EQ(side.count, 2);
  EXPECT_EQ(side.points[0].id_b.kind, FeatureKind::vertex);
}

TEST(Contact, TheGroundIsTouchedByAllCornersOfAFace) {
  const Box3f crate{{0.5f, 0.5f, 0.5f}};
  const auto c = contact(HalfSpace3f{}, place(crate, Pose3f{{3, 4, 0.4375f}, {}}));
  ASSERT_EQ(c.count, 4);
  for (const auto& p : c) {
    EXPECT_EQ(p.separation, -0.0625f);
    EXPECT_EQ(p.point_a.z, 0);
  }
  const auto swapped = contact(place(crate, Pose3f{{3, 4, 0.4375f}, {}}), HalfSpace3f{});
  ASSERT_EQ(swapped.count, 4);
  EXPECT_EQ(swapped.normal, -c.normal);
  EXPECT_EQ(swapped.points[0].id_a, c.points[0].id_b);
  EXPECT_EQ(contact(HalfSpace2f{}, Ball2f{{0, 1}, 1}).count, 1);
}

TEST(Contact, In2DTwoPointsAreEnough) {
  const Box2f box{{1, 1}};
  const auto c = contact(box, place(box, Pose2f{{0.5f, 2}, {}}));
  ASSERT_EQ(c.count, 2);
  const auto *own = find_at(c, {1, 1}), *other = find_at(c, {-0.5f, 1});
  ASSERT_TRUE(own != nullptr && other != nullptr);
  EXPECT_EQ(own->id_a, vertex_id(3));
  EXPECT_EQ(own->id_b, edge_id(0, 1));
  EXPECT_EQ(other->id_b, vertex_id(0));
  EXPECT_EQ(contact(box, place(box, Pose2f{{0.5f, 2.3f}, {0.8f, 0.6f}})).count, 1);
}

/// A prism with a regular base of 40 corners: more than a Face holds.
TEST(Contact, AFaceOfManyCornersIsStoodOnWide) {
  std::vector<Vec3d> points;
  for (int i = 0; i < 80; ++i) {
    const double angle = (i / 2) * 0.15707963267948966;
    points.push_back({std::cos(angle), std::sin(angle), i % 2 == 0 ? 0.0 : 1.0});
  }
  const auto hull = PointSet3d::from(points);
  const auto c = contact(HalfSpace3d{}, *hull);
  ASSERT_EQ(c.count, 4);
  double widest = 0;
  for (const auto& p : c) {
    for (const auto& q : c) widest = std::max(widest, norm(p.point_b - q.point_b));
  }
  EXPECT_GT(widest, 1.9);
  const auto stacked = contact(*hull, place(*hull, Pose3d{{0.1, 0, 1}, {}}));
  EXPECT_EQ(stacked.count, 4);
  EXPECT_EQ(contact(*hull, place(*hull, Pose3d{{0.1, 0, 1}, {}}), {.max_points = 8}).count, 8);
  EXPECT_EQ(contact(*hull, place(*hull, Pose3d{{0.1, 0, 1}, {}}), {.max_points = 1}).count, 1);
}

TEST(Contact, WhatIsNoQuestionHasNoPoints) {
  const Box3f box{{1, 1, 1}};
  EXPECT_EQ(contact(box, box, {.max_points = 0}).status, Status::invalid_argument);
  EXPECT_EQ(contact(box, box, {.margin = NAN}).count, 0);
  EXPECT_EQ(contact(box, box, {.slope = -1}).count, 0);
  EXPECT_EQ(contact(box, Box3f{{NAN, 1, 1}}).count, 0);
}

template <class S>
struct ContactOf : ::testing::Test {};
TYPED_TEST_SUITE(ContactOf, test::Spaces);

template <Scalar T, int D>
[[gnu::noinline]] Pose<T, D> draw_pose(Random& random, double apart) {
  Pose<T, D> p;
  p.p = random.vec<T, D>(apart);
  if constexpr (D == 2) {
    p.q = {T(random.uniform(-1, 1)), T(random.uniform(0.1, 1))};
  } else {
    const bool rotated = random.unit() < 0.5;  // else nearly parallel
    const double most = rotated ? 1 : 0.03;
    p.q = {T(1), T(random.uniform(-most, most)), T(random.uniform(-most, most)), T(random.uniform(-most, most))};
  }
  return p;
}

template <Scalar T, int D>
void expect_sound(const Contact<T, D>& c, const auto& a, const auto& b, double size) {
  ASSERT_GT(c.count, 0);
  ASSERT_LE(c.count, D == 2 ? 2 : 4);
  const double rounding = 64 * epsilon_of<T> * size;  // of the points: about ten operations on numbers of that size
  double deepest = detail::infinity<double>;
  for (const auto& p : c) {
    EXPECT_LE(double(distance(Point<T, D>{p.point_a}, a).lower), rounding);
    EXPECT_LE(double(distance(Point<T, D>{p.point_b}, b).lower), rounding);
    const Vec<double, D> offset = detail::widen(p.point_b) - detail::widen(p.point_a), n = detail::widen(c.normal);
    EXPECT_NEAR(dot(n, offset), double(p.separation), rounding);
    const bool on_edges = p.id_a.kind != FeatureKind::face && p.id_b.kind != FeatureKind::face;  // side by side
    EXPECT_LE(norm(offset - n * dot(n, offset)), on_edges && D == 3 ? 0.1 * 3.9 : rounding);
    EXPECT_GE(double(p.separation), double(c.lower) - rounding);
    deepest = std::min(deepest, double(p.separation));
  }
  EXPECT_LE(deepest, double(c.upper) + rounding);
  EXPECT_EQ(double(c.points[0].separation), deepest);
}

/// Every point lies in its shape, the two of a pair are above each other along the normal, none is deeper than the
/// shapes are, and the deepest is as deep.
TYPED_TEST(ContactOf, RandomBoxesAndHullsIsSound) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  Random random(31);
  for (int n = 0; n < 600; ++n) {
    Box<T, D> box{random.vec<T, D>(1)};
    for (int k = 0; k < D; ++k) box.half[k] = detail::absolute(box.half[k]) + T(0.1);
    std::vector<Vec<T, D>> points;
    for (int i = 0; i < 12; ++i) points.push_back(random.vec<T, D>(1));
    const auto hull = PointSet<T, D>::from(points);
    const auto a = place(box, draw_pose<T, D>(random, 0.1)), b = place(box, draw_pose<T, D>(random, 2));
    const auto h = place(*hull, draw_pose<T, D>(random, 2));
    expect_sound(contact(a, b), a, b, 8);
    expect_sound(contact(a, h), a, h, 8);
    if (this->HasFailure()) FAIL() << n;
  }
}

/// While a box slides, its contacts keep their ids, and move with it.
TYPED_TEST(ContactOf, ASlidingBoxKeepsItsNames) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const Box<T, D> table{test::make_vec<T, D>(4, D == 2 ? 1 : 4, 1)}, crate{test::make_vec<T, D>(1, 1, 1)};
  const auto at = [&](double x) {
    Pose<T, D> pose;
    pose.p[0] = T(x);
    pose.p[D - 1] = T(1.99);
    return contact(table, place(crate, pose));
  };
  const auto before = at(0);
  ASSERT_EQ(before.count, D == 2 ? 2 : 4);
  for (int i = 1; i < 50; ++i) {
    const auto c = at(i * 0.013);
    ASSERT_EQ(c.count, before.count);
    for (const auto& p : c) {
      const auto same = std::find_if(before.begin(), before.end(),
                                     [&](const auto& q) { return q.id_a == p.id_a && q.id_b == p.id_b; });
      ASSERT_NE(same, before.end()) << i;
      EXPECT_NEAR(double(p.point_a[0] - same->point_a[0]), i * 0.013, 1e-5);
    }
  }
}

/// Bit for bit.
TYPED_TEST(ContactOf, ScalingByAPowerOfTwoScalesThePoints) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  Random random(32);
  for (int n = 0; n < 300; ++n) {
    Box<T, D> box{random.vec<T, D>(1)};
    for (int k = 0; k < D; ++k) box.half[k] = detail::absolute(box.half[k]) + T(0.1);
    Pose<T, D> p = draw_pose<T, D>(random, 0.1), q = draw_pose<T, D>(random, 1.5);
    const auto c = contact(place(box, p), place(box, q));
    const T s = T(std::ldexp(1.0, random.integer(-30, 30)));
    p.p *= s;
    q.p *= s;
    const auto d = contact(place(Box<T, D>{box.half * s}, p), place(Box<T, D>{box.half * s}, q));
    ASSERT_EQ(c.count, d.count);
    for (int i = 0; i < c.count; ++i) {
      EXPECT_EQ(c.points[i].point_a * s, d.points[i].point_a);
      EXPECT_EQ(c.points[i].point_b * s, d.points[i].point_b);
      EXPECT_EQ(c.points[i].separation * s, d.points[i].separation);
      EXPECT_EQ(c.points[i].id_a, d.points[i].id_a);
    }
  }
}

TYPED_TEST(ContactOf, SizesAtTheEndsOfTheRangeIsFinite) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const int low = std::same_as<T, float> ? -140 : -1060, high = std::same_as<T, float> ? 126 : 1021;
  for (const int k : {low, high}) {
    const T s = T(std::ldexp(1.0, k));
    const Box<T, D> box{test::make_vec<T, D>(1, 1, 1) * s};
    Pose<T, D> pose;
    pose.p[0] = s;
    const auto c = contact(box, place(box, pose));
    ASSERT_EQ(c.count, D == 2 ? 2 : 4);
    for (const auto& p : c) EXPECT_TRUE(is_finite(p.point_a) && is_finite(p.point_b) && is_finite(p.separation));
  }
}

/// The same through ShapeRef.
TYPED_TEST(ContactOf, AShapeBehindAReferenceIsTheSame) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const Box<T, D> box{test::make_vec<T, D>(1, 1, 1)};
  Pose<T, D> pose;
  pose.p[0] = T(1.9);
  const ShapeRef<T, D> ref = box;
  const auto c = contact(box, place(box, pose)), d = contact(ref, place(ref, pose));
  ASSERT_EQ(c.count, d.count);
  for (int i = 0; i < c.count; ++i) EXPECT_EQ(c.points[i].point_a, d.points[i].point_a);
}

/// Shapes proven further apart than the margin have no contact; those nearer keep theirs, bit for bit.
TEST(Contact, BeyondTheMarginThereIsNoPoint) {
  const Box3d crate{{1, 1, 1}};
  const Cone3d cone{.radius = 1, .half_height = 1};
  for (const double gap : {0.25, 2.0, 50.0}) {
    for (const double margin : {-1.0, 0.0, 0.5, 10.0}) {
      const auto ask = [&](const auto& a, const auto& b) {
        const auto c = contact(a, b, {.margin = margin}), all = contact(a, b);
        EXPECT_EQ(c.count == 0, c.lower > margin) << gap << " " << margin;
        EXPECT_EQ(c.count == 0, gap > margin) << gap << " " << margin;
        EXPECT_LE(c.lower, gap);
        if (c.count == 0) return;
        EXPECT_EQ(c.separation, all.separation);
        EXPECT_EQ(c.iterations, all.iterations);
      };
      ask(crate, place(crate, {{2 + gap, 0.25, 0.5}, {1, 0.2, 0, 0}}));
      ask(crate, place(cone, {{0.125, 0, 2 + gap}, {}}));
      ask(HalfSpace3d{}, place(crate, {{0, 0, 1 + gap}, {}}));
      ask(place(crate, {{0, 0, 1 + gap}, {}}), HalfSpace3d{});
    }
  }
}

/// A contact in the next frame, from the cache of this one.
TEST(Contact, FromACacheIsTheSame) {
  const std::vector<Vec3d> corners{
      {0.5, 0.25, -0.5}, {-0.5, 0.25, -0.5}, {0.5, -0.25, -0.5}, {-0.5, -0.25, -0.5}, {0, 0, 0.5}};
  const Box3d table{{2, 2, 1}};
  const auto crate = *Hull3d::from(corners);
  Cache3 cache;
  for (int frame = 0; frame < 20; ++frame) {
    const Pose3d pose{{0.125 + 0.01 * frame, 0, 1.4375}, {1, 0, 0, 0.01 * frame}};
    const auto cold = contact(table, place(crate, pose)), warm = contact(table, place(crate, pose), {.cache = &cache});
    EXPECT_EQ(warm.status, Status::converged);
    EXPECT_EQ(warm.count, cold.count);
    EXPECT_NEAR(warm.separation, cold.separation, 1e-14);
    EXPECT_NEAR(norm(warm.normal - cold.normal), 0, 1e-14);
  }
  EXPECT_GT(cache.count, 0);
}

}  // namespace
}  // namespace abut
