/// Every Voronoi region of a segment, a triangle and a tetrahedron, by hand. All numbers are small and the weights
/// multiples of 1/4, so that nothing rounds and results are compared exactly.
#include <abut/closest_point.hpp>

#include "unit/spaces.hpp"

#include <vector>

namespace abut {
namespace {

using test::make_vec;

template <class S>
class ClosestPointRegions : public ::testing::Test {};
TYPED_TEST_SUITE(ClosestPointRegions, test::Spaces);

template <class T>
class ClosestPointOfTetrahedron : public ::testing::Test {};
TYPED_TEST_SUITE(ClosestPointOfTetrahedron, test::Scalars);

/// A query point, its feature, the weights in quarters, the closest point.
struct Expected4 {
  const char* where;
  Vec3d query;
  unsigned region;
  int quarters[4];
  Vec3d nearest;
};

template <Scalar T, int D, int N>
void expect_answer(const ClosestOnSimplex<T, D, N>& answer, const Expected4& e, bool inside) {
  EXPECT_EQ(answer.region, e.region) << e.where;
  for (int i = 0; i < N; ++i) EXPECT_EQ(answer.weight[i], T(e.quarters[i]) / 4) << e.where << ", weight " << i;
  EXPECT_EQ(answer.point, (make_vec<T, D>(e.nearest.x, e.nearest.y, e.nearest.z))) << e.where;
  EXPECT_EQ(answer.inside, inside) << e.where;
}

// --- Segment: 3 regions ------------------------------------------------------------------------------------

template <Scalar T, int D>
void expect_on_segment(const Expected4& e) {
  const Segment<T, D> s{.a = make_vec<T, D>(0, 0), .b = make_vec<T, D>(4, 0)};
  expect_answer(closest_point_on_simplex(make_vec<T, D>(e.query.x, e.query.y, e.query.z), s), e, false);
}

TYPED_TEST(ClosestPointRegions, OfASegment) {
  for (const Expected4& e : {
           Expected4{"before a", {-1, 2, 0}, 0b01, {4, 0}, {0, 0, 0}},
           Expected4{"on the line before a", {-3, 0, 0}, 0b01, {4, 0}, {0, 0, 0}},
           Expected4{"beyond b", {6, 1, 0}, 0b10, {0, 4}, {4, 0, 0}},
           Expected4{"beside ab", {1, 3, 0}, 0b11, {3, 1}, {1, 0, 0}},
           Expected4{"on ab", {3, 0, 0}, 0b11, {1, 3}, {3, 0, 0}},
       }) {
    expect_on_segment<typename TypeParam::T, TypeParam::D>(e);
  }
}

TYPED_TEST(ClosestPointRegions, OfASegmentAtTheirBordersIsTheVertex) {
  for (const Expected4& e : {
           Expected4{"border of a", {0, 3, 0}, 0b01, {4, 0}, {0, 0, 0}},
           Expected4{"a itself", {0, 0, 0}, 0b01, {4, 0}, {0, 0, 0}},
           Expected4{"border of b", {4, -2, 0}, 0b10, {0, 4}, {4, 0, 0}},
           Expected4{"b itself", {4, 0, 0}, 0b10, {0, 4}, {4, 0, 0}},
       }) {
    expect_on_segment<typename TypeParam::T, TypeParam::D>(e);
  }
}

// --- Triangle: 7 regions -----------------------------------------------------------------------------------

/// In 2D there is no z; in 3D the same regions are prisms, at every height.
template <Scalar T, int D>
void expect_on_triangle(Expected4 e) {
  const Triangle<T, D> t{.a = make_vec<T, D>(0, 0), .b = make_vec<T, D>(4, 0), .c = make_vec<T, D>(0, 4)};
  for (const double z : {0.0, 1.0, -7.0}) {
    e.query.z = z;
    const auto q = make_vec<T, D>(e.query.x, e.query.y, z);
    expect_answer(closest_point_on_simplex(q, t), e, D == 2 && e.region == 0b111);
    // With the opposite orientation, b and c are swapped.
    const Expected4 mirrored{e.where,
                             e.query,
                             (e.region & 1U) | (e.region & 2U) << 1 | (e.region & 4U) >> 1,
                             {e.quarters[0], e.quarters[2], e.quarters[1], 0},
                             e.nearest};
    expect_answer(closest_point_on_simplex(q, Triangle<T, D>{t.a, t.c, t.b}), mirrored, D == 2 && e.region == 0b111);
  }
}

TYPED_TEST(ClosestPointRegions, OfATriangle) {
  for (const Expected4& e : {
           Expected4{"a", {-1, -2, 0}, 0b001, {4, 0, 0}, {0, 0, 0}},
           Expected4{"b", {6, 1, 0}, 0b010, {0, 4, 0}, {4, 0, 0}},
           Expected4{"c", {1, 6, 0}, 0b100, {0, 0, 4}, {0, 4, 0}},
           Expected4{"ab", {1, -3, 0}, 0b011, {3, 1, 0}, {1, 0, 0}},
           Expected4{"bc", {5, 3, 0}, 0b110, {0, 3, 1}, {3, 1, 0}},
           Expected4{"ca", {-2, 3, 0}, 0b101, {1, 0, 3}, {0, 3, 0}},
           Expected4{"abc", {1, 1, 0}, 0b111, {2, 1, 1}, {1, 1, 0}},
       }) {
    expect_on_triangle<typename TypeParam::T, TypeParam::D>(e);
  }
}

TYPED_TEST(ClosestPointRegions, OfATriangleAtTheirBordersAreTheLowerFeature) {
  for (const Expected4& e : {
           Expected4{"a itself", {0, 0, 0}, 0b001, {4, 0, 0}, {0, 0, 0}},
           Expected4{"b itself", {4, 0, 0}, 0b010, {0, 4, 0}, {4, 0, 0}},
           Expected4{"c itself", {0, 4, 0}, 0b100, {0, 0, 4}, {0, 4, 0}},
           Expected4{"between a and ab", {0, -3, 0}, 0b001, {4, 0, 0}, {0, 0, 0}},
           Expected4{"between a and ca", {-5, 0, 0}, 0b001, {4, 0, 0}, {0, 0, 0}},
           Expected4{"between b and ab", {4, -2, 0}, 0b010, {0, 4, 0}, {4, 0, 0}},
           Expected4{"between b and bc", {6, 2, 0}, 0b010, {0, 4, 0}, {4, 0, 0}},
           Expected4{"between c and bc", {3, 7, 0}, 0b100, {0, 0, 4}, {0, 4, 0}},
           Expected4{"between c and ca", {-1, 4, 0}, 0b100, {0, 0, 4}, {0, 4, 0}},
           Expected4{"on ab", {3, 0, 0}, 0b011, {1, 3, 0}, {3, 0, 0}},
           Expected4{"on bc", {2, 2, 0}, 0b110, {0, 2, 2}, {2, 2, 0}},
           Expected4{"on ca", {0, 1, 0}, 0b101, {3, 0, 1}, {0, 1, 0}},
       }) {
    expect_on_triangle<typename TypeParam::T, TypeParam::D>(e);
  }
}

// --- Tetrahedron: 15 regions -------------------------------------------------------------------------------

template <Scalar T>
void expect_on_tetrahedron(const Expected4& e) {
  const Vec<T, 3> v[4] = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {0, 0, 4}};
  const auto q = make_vec<T, 3>(e.query.x, e.query.y, e.query.z);
  expect_answer(closest_point_on_simplex(q, Tetrahedron<T>{v[0], v[1], v[2], v[3]}), e, e.region == 0b1111);
  // The same with the opposite orientation: c and d are swapped.
  const Expected4 mirrored{e.where,
                           e.query,
                           (e.region & 3U) | (e.region & 4U) << 1 | (e.region & 8U) >> 1,
                           {e.quarters[0], e.quarters[1], e.quarters[3], e.quarters[2]},
                           e.nearest};
  expect_answer(closest_point_on_simplex(q, Tetrahedron<T>{v[0], v[1], v[3], v[2]}), mirrored, e.region == 0b1111);
}

TYPED_TEST(ClosestPointOfTetrahedron, InEachOfTheFifteenRegions) {
  for (const Expected4& e : {
           Expected4{"a", {-1, -2, -3}, 0b0001, {4, 0, 0, 0}, {0, 0, 0}},
           Expected4{"b", {7, 1, 1}, 0b0010, {0, 4, 0, 0}, {4, 0, 0}},
           Expected4{"c", {1, 7, 1}, 0b0100, {0, 0, 4, 0}, {0, 4, 0}},
           Expected4{"d", {1, 1, 7}, 0b1000, {0, 0, 0, 4}, {0, 0, 4}},
           Expected4{"ab", {1, -2, -3}, 0b0011, {3, 1, 0, 0}, {1, 0, 0}},
           Expected4{"ac", {-2, 1, -3}, 0b0101, {3, 0, 1, 0}, {0, 1, 0}},
           Expected4{"ad", {-2, -3, 1}, 0b1001, {3, 0, 0, 1}, {0, 0, 1}},
           Expected4{"bc", {4, 2, -1}, 0b0110, {0, 3, 1, 0}, {3, 1, 0}},
           Expected4{"bd", {4, -1, 2}, 0b1010, {0, 3, 0, 1}, {3, 0, 1}},
           Expected4{"cd", {-1, 4, 2}, 0b1100, {0, 0, 3, 1}, {0, 3, 1}},
           Expected4{"abc", {1, 1, -5}, 0b0111, {2, 1, 1, 0}, {1, 1, 0}},
           Expected4{"abd", {1, -5, 1}, 0b1011, {2, 1, 0, 1}, {1, 0, 1}},
           Expected4{"acd", {-5, 1, 1}, 0b1101, {2, 0, 1, 1}, {0, 1, 1}},
           Expected4{"bcd", {3, 3, 4}, 0b1110, {0, 1, 1, 2}, {1, 1, 2}},
           Expected4{"abcd", {1, 1, 1}, 0b1111, {1, 1, 1, 1}, {1, 1, 1}},
       }) {
    expect_on_tetrahedron<TypeParam>(e);
  }
}

TYPED_TEST(ClosestPointOfTetrahedron, OnAFeatureIsThatFeature) {
  for (const Expected4& e : {
           Expected4{"a itself", {0, 0, 0}, 0b0001, {4, 0, 0, 0}, {0, 0, 0}},
           Expected4{"b itself", {4, 0, 0}, 0b0010, {0, 4, 0, 0}, {4, 0, 0}},
           Expected4{"c itself", {0, 4, 0}, 0b0100, {0, 0, 4, 0}, {0, 4, 0}},
           Expected4{"d itself", {0, 0, 4}, 0b1000, {0, 0, 0, 4}, {0, 0, 4}},
           Expected4{"on ab", {1, 0, 0}, 0b0011, {3, 1, 0, 0}, {1, 0, 0}},
           Expected4{"on ac", {0, 3, 0}, 0b0101, {1, 0, 3, 0}, {0, 3, 0}},
           Expected4{"on ad", {0, 0, 2}, 0b1001, {2, 0, 0, 2}, {0, 0, 2}},
           Expected4{"on bc", {2, 2, 0}, 0b0110, {0, 2, 2, 0}, {2, 2, 0}},
           Expected4{"on bd", {1, 0, 3}, 0b1010, {0, 1, 0, 3}, {1, 0, 3}},
           Expected4{"on cd", {0, 3, 1}, 0b1100, {0, 0, 3, 1}, {0, 3, 1}},
           Expected4{"on abc", {1, 1, 0}, 0b0111, {2, 1, 1, 0}, {1, 1, 0}},
           Expected4{"on abd", {1, 0, 1}, 0b1011, {2, 1, 0, 1}, {1, 0, 1}},
           Expected4{"on acd", {0, 1, 1}, 0b1101, {2, 0, 1, 1}, {0, 1, 1}},
           Expected4{"on bcd", {2, 1, 1}, 0b1110, {0, 2, 1, 1}, {2, 1, 1}},
       }) {
    expect_on_tetrahedron<TypeParam>(e);
  }
}

TYPED_TEST(ClosestPointOfTetrahedron, AtABorderOfRegionsIsTheLowerFeature) {
  for (const Expected4& e : {
           Expected4{"between a and ab", {0, -2, -3}, 0b0001, {4, 0, 0, 0}, {0, 0, 0}},
           Expected4{"between b and ab", {4, -2, -3}, 0b0010, {0, 4, 0, 0}, {4, 0, 0}},
           Expected4{"between ab and abc", {1, 0, -3}, 0b0011, {3, 1, 0, 0}, {1, 0, 0}},
           Expected4{"between ac and acd", {-3, 1, 0}, 0b0101, {3, 0, 1, 0}, {0, 1, 0}},
           Expected4{"between bc and abc", {3, 1, -2}, 0b0110, {0, 3, 1, 0}, {3, 1, 0}},
           Expected4{"between bc and bcd", {4, 2, 1}, 0b0110, {0, 3, 1, 0}, {3, 1, 0}},
           Expected4{"between d and bd", {2, 1, 6}, 0b1000, {0, 0, 0, 4}, {0, 0, 4}},
           Expected4{"between a and abc", {0, 0, -5}, 0b0001, {4, 0, 0, 0}, {0, 0, 0}},
       }) {
    expect_on_tetrahedron<TypeParam>(e);
  }
}

}  // namespace
}  // namespace abut
