/// Two 3D boxes: the closed form against the judge and against GJK, in the cases where it is likely to fail.
#include "oracle/judge/closed_form.hpp"

namespace oracle {
namespace {

/// A question about two boxes, one placed or both.
template <class Scalar>
struct BoxQuestion : PlacedPair<BoxQuestion<Scalar>, Scalar, 3> {
  using T = Scalar;
  using V = abut::Vec<T, 3>;
  static constexpr std::uint64_t seed = 11;
  abut::Box<T, 3> a, b;

  BoxQuestion(Random& random, Stance stance) {
    const double unit = random.chance(0.3) ? random.decade(-30, 30) : 1;
    for (auto* box : {&a, &b}) {
      const bool large = stance == Stance::unequal && box == &a;
      for (int i = 0; i < 3; ++i) {
        const bool thin = stance == Stance::thin && random.chance(0.5);
        const double half = thin ? (random.chance(0.2) ? 0 : random.decade(-5, 0)) : random.integer(16, 32) / 32.0;
        box->half[i] = static_cast<T>(half * unit * (large ? 1e5 : 1));
      }
    }
    this->place_pair(random, stance, unit, norm_of(a.half) + norm_of(b.half),
                     {.overlapping = 0.4, .least = 0.5, .most = 1.5});
  }

  static double norm_of(const V& v) { return std::sqrt(abut::norm_squared(abut::detail::widen(v))); }

  template <class F>
  auto with_shapes(const F& f) const {
    return f(a, b);
  }
  std::vector<T*> numbers() {
    std::vector<T*> all;
    for (V* v : {&a.half, &b.half, &this->pose_a.p, &this->pose_b.p}) this->add_numbers(*v, all);
    return all;
  }

  static std::vector<V> vertices(const abut::Box<T, 3>& box) {
    std::vector<V> all;
    for (abut::VertexId i = 0; i < 8; ++i) all.push_back(abut::vec_cast<T>(box.vertex(i)));
    return all;
  }
  Body<3> body_a() const { return BoxQuestion::PlacedPair::body_a(vertices(a)); }
  Body<3> body_b() const { return BoxQuestion::PlacedPair::body_b(vertices(b)); }
  Real size() const { return norm(exact(a.half)) + norm(exact(b.half)) + this->origin_distance(); }
};

using BoxQuestions = ::testing::Types<BoxQuestion<float>, BoxQuestion<double>>;
INSTANTIATE_TYPED_TEST_SUITE_P(Boxes, ClosedForm, BoxQuestions);

template <class T>
struct Boxes : ::testing::Test {};
using BoxScalars = ::testing::Types<float, double>;
TYPED_TEST_SUITE(Boxes, BoxScalars);

/// Nearly all random pairs are answered without iterations.
TYPED_TEST(Boxes, RarelyIterate) {
  Random random(12);
  int iterated = 0;
  const int all = 10 * trials();
  for (int i = 0; i < all; ++i) {
    iterated += BoxQuestion<TypeParam>(random, Stance::random).query().iterations > 0 ? 1 : 0;
  }
  EXPECT_LE(iterated * 20, all);
  this->RecordProperty("iterated", iterated);
}

/// A corner inside, on the diagonal between two tetrahedra: GJK answers, and no edges are tested along a direction that
/// was never computed.
TYPED_TEST(Boxes, WithACornerOnADiagonalAreLeftToGjk) {
  const abut::Box<TypeParam, 3> cube{.half = {1, 1, 1}};
  const auto r = abut::detail::signed_distance(cube, place(cube, {.p = {0.5, 0.5, 0.5}, .q = {}}));
  EXPECT_TRUE(r.status == abut::Status::converged && r.cores_meet);
  EXPECT_GT(r.iterations, 0);
}

/// Numbers that are infinite, NaN or negative, and rotations of zeros, are reported.
TYPED_TEST(Boxes, RefuseBadArguments) {
  using T = TypeParam;
  const T inf = abut::detail::infinity<T>, nan = inf - inf;
  const abut::Box<T, 3> good{.half = {1, 1, 1}};
  const abut::Pose<T, 3> pose{.p = {0, 5, 0}, .q = {}};
  const auto refuses = [&](const auto& a, const auto& b) {
    return abut::detail::signed_distance(a, b).status == abut::Status::invalid_argument &&
           abut::detail::signed_distance(b, a).status == abut::Status::invalid_argument;
  };
  for (const T bad : {inf, -inf, nan, T(-1)}) {
    auto box = good;
    box.half.y = bad;
    EXPECT_TRUE(refuses(place(box, pose), good) && refuses(place(good, pose), box)) << bad;
    if (bad == T(-1)) continue;
    auto away = pose;
    away.p.x = bad;
    EXPECT_TRUE(refuses(place(good, away), good) && refuses(place(good, away), place(good, pose))) << bad;
  }
  for (const T bad : {T(0), inf, nan}) {
    auto none = pose;
    none.q = {bad, bad, bad, bad};
    EXPECT_TRUE(refuses(place(good, none), good)) << bad;
  }
  for (const T bad : {inf, nan, T(-1)}) {
    EXPECT_EQ(abut::detail::signed_distance(good, place(good, pose), {.tolerance = bad}).status,
              abut::Status::invalid_argument)
        << bad;
  }
}

}  // namespace
}  // namespace oracle
