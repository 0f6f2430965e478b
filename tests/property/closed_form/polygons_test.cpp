/// Two polygons with known edges: the closed form against the judge and against GJK, in the cases where it is likely to
/// fail.
#include "property/closed_form/hull_question.hpp"

namespace oracle {
namespace {

using PolygonQuestions = ::testing::Types<HullQuestion<float, 2>, HullQuestion<double, 2>>;
INSTANTIATE_TYPED_TEST_SUITE_P(Polygons, ClosedForm, PolygonQuestions);

template <class T>
struct Polygons : ::testing::Test {};
using PolygonScalars = ::testing::Types<float, double>;
TYPED_TEST_SUITE(Polygons, PolygonScalars);

/// Of polygons with up to eight vertices whose closest feature is an edge, nearly all are answered without iterations.
TYPED_TEST(Polygons, RarelyIterateWhereAnEdgeIsNearest) {
  Random random(22);
  int queried = 0, iterated = 0;
  const auto is_small = [](const auto& points) {
    const auto hull = *abut::Hull<TypeParam, 2>::from(points);
    return hull.rank() == 2 && hull.vertices().size() <= 8;
  };
  for (int i = 0; i < 10 * trials(); ++i) {
    HullQuestion<TypeParam, 2> q(random, Stance::random);
    q.placed_b = true;
    q.approach(0.01 * q.reach(q.a));
    const auto traced = q.traced();
    if (!is_small(q.a) || !is_small(q.b) || traced.cores_meet || traced.feature_count != 2) continue;
    ++queried;
    iterated += q.query().iterations > 0 ? 1 : 0;
  }
  EXPECT_GT(queried, trials());
  EXPECT_LE(iterated * 50, queried);
  this->RecordProperty("iterated", iterated);
}

}  // namespace
}  // namespace oracle
