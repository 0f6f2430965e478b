/// The nearest points of two polygons from the features of an earlier answer, or from any others, in 113 bits.
#include "property/closed_form/hull_question.hpp"

namespace oracle {
namespace {

template <class T>
struct PolygonCaches : ::testing::Test {
  using Question = HullQuestion<T, 2>;
  static constexpr double eps = sizeof(T) == 4 ? 0x1p-23 : 0x1p-52;

  static auto from_cache(const Question& q, abut::Cache2& cache) {
    return q.with([&](const auto& x, const auto& y) {
      return abut::detail::signed_distance(x, y, abut::DistanceOptions<T, 2>{.cache = &cache});
    });
  }

  static void expect_truth(const Question& q, abut::Cache2 cache, const std::string& which) {
    const Body<2> a = q.body_a(), b = q.body_b();
    const auto truth = distance(a, b);
    const auto r = from_cache(q, cache);
    EXPECT_TRUE(is_sane(r)) << which;
    EXPECT_TRUE(Real(r.lower) <= truth.upper && truth.lower <= Real(r.upper)) << which;
    if (r.status != abut::Status::converged) return;
    const Real units = sizeof(T) == 4 ? 1 : 12, size = q.size();
    EXPECT_TRUE(Real(r.upper) - r.lower <=
                Real(abut::default_tolerance<T>) * r.upper + (sizeof(T) == 4 ? Real(8) : Real(32)) * Real(eps) * size)
        << which;
    const Real rounding = units * Real(eps) * (size + norm(exact(r.point_a)) + norm(exact(r.point_b)));
    EXPECT_TRUE(outside(exact(r.point_a), a) <= rounding && outside(exact(r.point_b), b) <= rounding) << which;
    EXPECT_TRUE(norm(exact(r.point_b) - exact(r.point_a) - exact(r.normal) * Real(r.signed_distance)) <= 4 * rounding)
        << which;
    const Real between = lowest(b, exact(r.normal)) - highest(a, exact(r.normal));
    EXPECT_TRUE(Real(r.signed_lower) - between <= Real(10 * eps) * size) << which;
    for (int i = 0; i < cache.count; ++i) EXPECT_TRUE(cache.a[i] < a.points.size() && cache.b[i] < b.points.size());
  }
};
using PolygonCacheScalars = ::testing::Types<float, double>;
TYPED_TEST_SUITE(PolygonCaches, PolygonCacheScalars);

/// Any bytes in the cache; vertices that exist are the likelier to mislead.
TYPED_TEST(PolygonCaches, OfAnyContentsDoNotChangeTheAnswer) {
  Random random(91);
  for_each_question<typename TestFixture::Question>([&](const auto& q, const std::string& which) {
    if (random.chance(0.5)) return;  // a judge in 113 bits takes its time
    for (int i = 0; i < 2; ++i) {
      abut::Cache2 cache{.count = static_cast<int>(random.integer(-1, 4))};
      for (auto* ids : {&cache.a, &cache.b}) {
        for (auto& id : *ids) id = random.chance(0.05) ? abut::no_vertex : abut::VertexId(random.integer(0, 9));
      }
      if (random.chance(0.5)) cache.b[1] = cache.b[0];
      TestFixture::expect_truth(q, cache, which);
    }
  });
}

/// In frames that follow each other.
TYPED_TEST(PolygonCaches, FollowASmallMotion) {
  Random random(92);
  for_each_question<typename TestFixture::Question>([&](auto q, const std::string& which) {
    if (random.chance(0.75)) return;
    abut::Cache2 cache;
    for (int frame = 0; frame < 3; ++frame) {
      TestFixture::from_cache(q, cache);
      auto& pose = q.placed_b ? q.pose_b : q.pose_a;
      pose.q.s += TypeParam(0.03) * pose.q.c;
      pose.p[0] += TypeParam(0.01) * pose.p[0];
    }
    TestFixture::expect_truth(q, cache, which);
  });
}

}  // namespace
}  // namespace oracle
