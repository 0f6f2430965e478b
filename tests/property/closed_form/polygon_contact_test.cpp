/// The contact of two polygons of few vertices in closed form: its bounds in 113 bits, its points and their names.
#include "oracle/judge/depth_judge.hpp"
#include "property/closed_form/hull_question.hpp"

namespace oracle {
namespace {

template <class T>
struct PolygonContacts : ::testing::Test {
  using Question = HullQuestion<T, 2>;
  static constexpr double eps = sizeof(T) == 4 ? 0x1p-23 : 0x1p-52;

  static auto contact(const Question& q) {
    return q.with([](const auto& x, const auto& y) { return abut::contact(x, y); });
  }
  static bool has_edges(const Question& q) { return q.body_a().points.size() > 2 && q.body_b().points.size() > 2; }
  static Real rounding(const Question& q, const abut::ContactPoint<T, 2>& p) {
    return Real(sizeof(T) == 4 ? 8 : 32) * Real(eps) * q.size() +
           Real(4 * eps) * (norm(exact(p.point_a)) + norm(exact(p.point_b)));
  }
  /// The vertices of a feature.
  static Body<2> feature(const Body<2>& body, const abut::FeatureId& id) {
    Body<2> r;
    for (const abut::VertexId v : id.vertices) {
      if (v != abut::no_vertex) r.points.push_back(body.points[v]);
    }
    return r;
  }
};
using PolygonContactScalars = ::testing::Types<float, double>;
TYPED_TEST_SUITE(PolygonContacts, PolygonContactScalars);

TYPED_TEST(PolygonContacts, AreWithinTheirBounds) {
  int all = 0, closed = 0;
  for_each_question<typename TestFixture::Question>([&](const auto& q, const std::string& which) {
    if (!TestFixture::has_edges(q)) return;
    const Body<2> a = q.body_a(), b = q.body_b();
    const auto apart = distance(a, b);
    const Real depth = apart.lower > 0 ? Real(0) : -DepthJudge<2>(a, b).separation();
    const Real low = depth > 0 ? -depth : apart.lower, high = depth > 0 ? -depth : apart.upper;
    const auto r = TestFixture::contact(q);
    EXPECT_TRUE(Real(r.lower) <= high && low <= Real(r.upper))
        << which << ": " << narrow(low) << " is not in [" << r.lower << ", " << r.upper << "]";
    EXPECT_TRUE(r.lower <= r.separation && r.separation <= r.upper) << which;
    const Real allowed = Real(abut::default_tolerance<TypeParam>) * absolute(high) +
                         Real(sizeof(TypeParam) == 4 ? 8 : 32) * Real(TestFixture::eps) * q.size();
    EXPECT_TRUE(r.status != abut::Status::converged || Real(r.upper) - Real(r.lower) <= allowed) << which;
    ++all;
    closed += r.iterations == 0 ? 1 : 0;
  });
  EXPECT_GT(closed * 2, all) << "of " << all;  // the others have more than eight vertices, or only touch
}

/// The points are on the surfaces, on the features that they name, and above each other along the normal; the deepest
/// comes first, and is as deep as the shapes are.
TYPED_TEST(PolygonContacts, HavePointsOnTheFeaturesThatTheyName) {
  for_each_question<typename TestFixture::Question>([&](const auto& q, const std::string& which) {
    if (!TestFixture::has_edges(q)) return;
    const Body<2> a = q.body_a(), b = q.body_b();
    const auto r = TestFixture::contact(q);
    ASSERT_TRUE(r.count == 1 || r.count == 2) << which;
    EXPECT_TRUE(r.points[0].separation <= r.upper) << which;
    EXPECT_TRUE(r.count == 1 || r.points[0].separation <= r.points[1].separation) << which;
    const Vector<2> n = exact(r.normal);
    for (const auto& p : r) {
      const Real slack = TestFixture::rounding(q, p);
      EXPECT_TRUE(outside(exact(p.point_a), TestFixture::feature(a, p.id_a)) <= slack) << which;
      EXPECT_TRUE(outside(exact(p.point_b), TestFixture::feature(b, p.id_b)) <= slack) << which;
      EXPECT_TRUE(norm(exact(p.point_b) - exact(p.point_a) - n * Real(p.separation)) <= slack) << which;
      EXPECT_TRUE(Real(p.separation) >= Real(r.lower) - slack) << which;
    }
  });
}

/// The points are those that the general faces give for the same separation.
TYPED_TEST(PolygonContacts, HaveThePointsOfGeneralFaces) {
  using T = TypeParam;
  int all = 0, same = 0;
  for_each_question<typename TestFixture::Question>([&](const auto& q, const std::string& which) {
    if (!TestFixture::has_edges(q)) return;
    q.with([&](const auto& x, const auto& y) {
      const auto s = abut::separation(x, y);
      abut::Contact<T, 2> general;
      abut::detail::find_points(x, y, s, abut::ContactOptions<T, 2>{}, general);
      const auto r = abut::contact(x, y);
      EXPECT_TRUE(r.lower <= s.upper && s.lower <= r.upper) << which;
      ++all;
      bool equal = r.count == general.count;
      for (int i = 0; equal && i < r.count; ++i) {
        const auto &p = r.points[i], &o = general.points[i];
        equal = p.id_a == o.id_a && p.id_b == o.id_b &&
                norm(exact(p.point_a) - exact(o.point_a)) <= Real(4) * TestFixture::rounding(q, p);
      }
      same += equal ? 1 : 0;
    });
  });
  EXPECT_GT(same * 100, all * 85) << same << " of " << all;
}

/// Half of the least separation of all as the margin: no point is beyond it but the deepest.
TYPED_TEST(PolygonContacts, EndAtTheMargin) {
  using T = TypeParam;
  for_each_question<typename TestFixture::Question>([&](const auto& q, const std::string& which) {
    const auto all = TestFixture::contact(q);
    for (const T margin :
         {all.separation - T(0.1) * abut::detail::absolute(all.separation), T(0), T(2) * all.separation}) {
      const auto r = q.with([&](const auto& x, const auto& y) { return abut::contact(x, y, {.margin = margin}); });
      EXPECT_EQ(r.count == 0, r.lower > margin) << which;
      for (int i = 1; i < r.count; ++i) EXPECT_LE(r.points[i].separation, margin) << which;
    }
  });
}

}  // namespace
}  // namespace oracle
