/// The depth of two polygons in closed form, against all their edges in 113 bits.
#include "oracle/judge/depth_judge.hpp"
#include "property/closed_form/hull_question.hpp"

namespace oracle {
namespace {

template <class T>
struct PolygonDepths : ::testing::Test {
  using Question = HullQuestion<T, 2>;
  static constexpr double eps = sizeof(T) == 4 ? 0x1p-23 : 0x1p-52;

  static auto separation(const Question& q) {
    return q.with([](const auto& x, const auto& y) { return abut::separation(x, y); });
  }
  static Real allowance(const Question& q) { return Real(sizeof(T) == 4 ? 8 : 32) * Real(eps) * q.size(); }

  /// Calls f(question, depth, which) for polygons that overlap and have an interior.
  template <class F>
  static void for_each_overlapping(const F& f) {
    for_each_question<Question>([&](const Question& q, const std::string& which) {
      const Body<2> a = q.body_a(), b = q.body_b();
      if (a.points.size() < 3 || b.points.size() < 3) return;
      const Real depth = -DepthJudge<2>(a, b).separation();
      if (depth > 0) f(q, depth, which);
    });
  }
};
using PolygonDepthScalars = ::testing::Types<float, double>;
TYPED_TEST_SUITE(PolygonDepths, PolygonDepthScalars);

TYPED_TEST(PolygonDepths, AreWithinTheirBounds) {
  int all = 0, closed = 0;
  this->for_each_overlapping([&](const auto& q, Real depth, const std::string& which) {
    const auto r = this->separation(q);
    EXPECT_TRUE(Real(r.lower) <= -depth && -depth <= Real(r.upper))
        << which << ": " << narrow(-depth) << " is not in [" << r.lower << ", " << r.upper << "]";
    EXPECT_TRUE(r.lower <= r.separation && r.separation <= r.upper) << which;
    EXPECT_TRUE(r.status != abut::Status::converged ||
                Real(r.upper) - Real(r.lower) <= Real(abut::default_tolerance<TypeParam>) * depth + this->allowance(q))
        << which << ": " << r.lower << " to " << r.upper;
    ++all;
    closed += r.iterations == 0 ? 1 : 0;
  });
  EXPECT_GT(all, trials());
  EXPECT_GT(closed * 2, all) << "of " << all;  // the others have more than eight vertices, or only touch
}

/// The points are on the surfaces, above each other along the normal, and the normal has the depth.
TYPED_TEST(PolygonDepths, HavePointsAndANormal) {
  this->for_each_overlapping([&](const auto& q, Real, const std::string& which) {
    const auto r = this->separation(q);
    const Vector<2> n = exact(r.normal);
    const Body<2> a = q.body_a(), b = q.body_b();
    // The points are rounded in world coordinates.
    const Real slack = this->allowance(q) + Real(4 * this->eps) * (norm(exact(r.point_a)) + norm(exact(r.point_b)));
    EXPECT_TRUE(absolute((lowest(b, n) - highest(a, n)) / norm(n) - Real(r.separation)) <= slack) << which;
    EXPECT_TRUE(norm(exact(r.point_b) - exact(r.point_a) - n * Real(r.separation)) <= slack) << which;
    EXPECT_TRUE(absolute(dot(n, exact(r.point_a)) - highest(a, n)) <= slack) << which;
    EXPECT_TRUE(absolute(dot(n, exact(r.point_b)) - lowest(b, n)) <= slack) << which;
    EXPECT_TRUE(distance(a, Body<2>{{exact(r.point_a)}, 0}).lower <= slack) << which;
    EXPECT_TRUE(distance(b, Body<2>{{exact(r.point_b)}, 0}).lower <= slack) << which;
  });
}

}  // namespace
}  // namespace oracle
