/// Whether two polygons of few vertices meet, in closed form: gaps and common points in 113 bits.
#include "property/closed_form/hull_question.hpp"

namespace oracle {
namespace {

template <class T>
struct PolygonOverlaps : ::testing::Test {
  using Question = HullQuestion<T, 2>;
  static constexpr double eps = sizeof(T) == 4 ? 0x1p-23 : 0x1p-52;
};
using PolygonOverlapScalars = ::testing::Types<float, double>;
TYPED_TEST_SUITE(PolygonOverlaps, PolygonOverlapScalars);

TYPED_TEST(PolygonOverlaps, HaveAGapOrACommonPoint) {
  int all = 0, closed = 0;
  for_each_question<typename TestFixture::Question>([&](const auto& q, const std::string& which) {
    const Body<2> a = q.body_a(), b = q.body_b();
    if (a.points.size() < 3 || b.points.size() < 3) return;
    const auto r = q.with([](const auto& x, const auto& y) { return abut::overlap(x, y); });
    ASSERT_EQ(r.status, abut::Status::converged) << which;
    ASSERT_NE(r.apart, r.overlap) << which;
    const Real rounding = Real(sizeof(TypeParam) == 4 ? 8 : 32) * Real(TestFixture::eps) * q.size();
    const auto truth = distance(a, b);
    EXPECT_TRUE(Real(r.lower) <= truth.upper && truth.lower <= Real(r.upper)) << which;
    if (r.apart) {
      const Vector<2> axis = exact(r.axis);
      EXPECT_TRUE(absolute(norm(axis) - Real(1)) <= Real(4 * TestFixture::eps)) << which;
      const Real slack = sizeof(TypeParam) == 4 ? Real(TestFixture::eps) * q.size() : Real(0);
      EXPECT_TRUE(lowest(b, axis) - highest(a, axis) + slack >= Real(r.lower)) << which;
    } else {
      const Vector<2> x = exact(r.point);
      const Real slack = rounding + Real(4 * TestFixture::eps) * norm(x);
      EXPECT_TRUE(outside(x, a) <= slack && outside(x, b) <= slack) << which;
    }
    ++all;
    closed += r.iterations == 0 ? 1 : 0;
  });
  EXPECT_GT(closed * 2, all) << "of " << all;  // the others have more than eight vertices, or cross
}

}  // namespace
}  // namespace oracle
