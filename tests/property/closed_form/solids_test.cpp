/// Two 3D hulls of few vertices, for which GJK starts from an edge of each: against the judge and against GJK started
/// from the line between the centers, in the cases where it is likely to fail.
#include "property/closed_form/hull_question.hpp"

namespace oracle {
namespace {

using SolidQuestions = ::testing::Types<HullQuestion<float, 3>, HullQuestion<double, 3>>;
INSTANTIATE_TYPED_TEST_SUITE_P(Solids, ClosedForm, SolidQuestions);

template <class T>
struct Solids : ::testing::Test {};
using SolidScalars = ::testing::Types<float, double>;
TYPED_TEST_SUITE(Solids, SolidScalars);

TYPED_TEST(Solids, BoundsContainTheTruthWithoutPoses) {
  using T = TypeParam;
  Random random(33);
  for_each_question<HullQuestion<T, 3>>([&](const auto& q, const std::string& which) {
    auto b = q.b;
    const auto by = detail::arrow<3>(random, random.between(0, 1) * (q.reach(q.a) + q.reach(q.b)));
    for (auto& p : b) p = abut::vec_cast<T>(abut::detail::widen(p) + by);
    const auto truth = distance(q.body(q.vertices(q.a), {}), q.body(q.vertices(b), {}));
    const auto hull_a = *abut::Hull<T, 3>::from(q.a), hull_b = *abut::Hull<T, 3>::from(b);
    const auto r = abut::detail::signed_distance(hull_a, hull_b);
    EXPECT_TRUE(is_sane(r)) << which;
    EXPECT_TRUE(Real(r.lower) <= truth.upper && Real(r.upper) >= truth.lower) << which;
    const abut::ShapeRef<T, 3> ref_b = hull_b;
    EXPECT_TRUE(same_bits(r, abut::detail::signed_distance(hull_a.view(), ref_b))) << which;
  });
}

/// The number of vertices that GJK starts with; -1 if one of them is not the point of the difference that its ids name,
/// bit for bit.
template <class A, class B>
int count_at_start(const A& a, const B& b) {
  const abut::detail::Difference<A, B, false> set(a, b);
  abut::detail::GjkIteration<3> iteration;
  begin_with_edges(set, iteration);
  for (int i = 0; i < iteration.simplex.count(); ++i) {
    const auto& found = iteration.simplex[i];
    abut::detail::DifferencePoint<3> known;
    if (!set.find(found.id_a, found.id_b, known) || known.w != found.w || known.a != found.a) return -1;
  }
  return iteration.simplex.count();
}

TYPED_TEST(Solids, BeginWithPointsOfTheDifference) {
  using T = TypeParam;
  int counts[4] = {};
  for_each_question<HullQuestion<T, 3>>([&](const auto& q, const std::string& which) {
    const auto hull_a = *abut::Hull<T, 3>::from(q.a), hull_b = *abut::Hull<T, 3>::from(q.b);
    const int placed = q.with([](const auto& x, const auto& y) { return count_at_start(x, y); });
    const int bare = count_at_start(hull_a, hull_b);
    EXPECT_GE(placed, 0) << which;
    EXPECT_GE(bare, 0) << which;
    EXPECT_LE(placed, 3) << which;
    if (placed >= 0) ++counts[placed];
  });
  for (const int n : counts) EXPECT_GT(n, trials() / 10);
}

/// If the closest feature is an edge or a vertex of each, GJK is done at once about every second time, as with a
/// perfect cache.
TYPED_TEST(Solids, AreOftenNearestWhereTheyBegin) {
  Random random(32);
  int queried = 0, at_once = 0;
  for (int i = 0; i < 10 * trials(); ++i) {
    HullQuestion<TypeParam, 3> q(random, Stance::random);
    q.placed_b = true;
    q.approach(0.01 * q.reach(q.a));
    const auto hull_a = *abut::Hull<TypeParam, 3>::from(q.a), hull_b = *abut::Hull<TypeParam, 3>::from(q.b);
    const auto is_small = [](const auto& hull) { return hull.rank() == 3 && hull.vertex_count() <= 8; };
    const auto r = q.query();
    if (!is_small(hull_a) || !is_small(hull_b) || r.cores_meet) continue;
    ++queried;
    at_once += r.iterations == 1 ? 1 : 0;
  }
  EXPECT_GT(queried, trials());
  EXPECT_GT(at_once * 3, queried);
  this->RecordProperty("queried", queried);
  this->RecordProperty("at_once", at_once);
}

/// The initial simplex costs no support call: the smallest iteration limit still proves something.
TYPED_TEST(Solids, KeepTheLimitOfIterations) {
  for_each_question<HullQuestion<TypeParam, 3>>([](const auto& q, const std::string& which) {
    for (const int most : {1, 2, 4, 8}) {
      abut::DistanceOptions<TypeParam, 3> options;
      options.max_iterations = most;
      const auto r = q.with([&](const auto& x, const auto& y) { return abut::detail::signed_distance(x, y, options); });
      EXPECT_LE(r.iterations, most) << which;
      EXPECT_TRUE(is_sane(r)) << which << ", " << most;
    }
  });
}

}  // namespace
}  // namespace oracle
