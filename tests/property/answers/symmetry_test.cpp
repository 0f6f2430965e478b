/// One convention, and one answer: with the shapes swapped, both moved, the query repeated, or made from two threads.
#include "oracle/judge/answers.hpp"

#include <thread>

namespace oracle {
namespace {

template <class S>
struct Symmetry : ::testing::Test {};
TYPED_TEST_SUITE(Symmetry, Settings, SettingNames);

template <class T, int D>
Pair<T, D> swapped(Pair<T, D> p) {
  std::swap(p.a, p.b);
  std::swap(p.pose_a, p.pose_b);
  std::swap(p.radius_a, p.radius_b);
  return p;
}

/// A bound on the angle between the normal and the true direction: along the normal the shapes are at least `lower`
/// apart, along the true direction `upper`.
template <class T, int D>
Real normal_error(const Case<T, D>& c, const abut::detail::SignedDistance<T, D>& r) {
  const Real apart = r.signed_lower + c.radii(), most = r.signed_upper + c.radii();
  return most > 0 && apart > 0 ? square_root(2 * (most - apart) / most) : 2;
}

TYPED_TEST(Symmetry, SwappingKeepsTheDistanceAndFlipsTheNormal) {
  for (const auto& c : corpus<TypeParam>()) {
    const auto r = query(c.pair), s = query(swapped(c.pair));
    if (r.status != abut::Status::converged || s.status != abut::Status::converged) continue;
    const Real tolerance = abut::default_tolerance<typename TypeParam::T>;
    const Real allowed = tolerance * r.upper + allowance<TypeParam>(c.size);
    EXPECT_TRUE(absolute(Real(r.distance) - s.distance) <= allowed) << c;
    const Real flipped = norm(exact(r.normal) + exact(s.normal));
    const Real turn = normal_error(c, r) + normal_error(c, s) + Real(8 * TypeParam::eps);
    EXPECT_TRUE(flipped <= turn) << c << ", normals differ by " << narrow(flipped) << " > " << narrow(turn);
  }
}

/// A motion that changes no digit: a rotation by 90 degrees in 2D, by 180 degrees about x in 3D.
template <class T>
abut::Vec<T, 2> rotated(const abut::Vec<T, 2>& v) {
  return {-v.y, v.x};
}
template <class T>
abut::Vec<T, 3> rotated(const abut::Vec<T, 3>& v) {
  return {v.x, -v.y, -v.z};
}
template <class T>
abut::Rotation<T, 2> rotated(const abut::Rotation<T, 2>& q) {
  return {-q.s, q.c};
}
template <class T>
abut::Rotation<T, 3> rotated(const abut::Rotation<T, 3>& q) {
  return {-q.x, q.w, -q.z, q.y};
}

/// The same two shapes moved as one, exactly: point sets by one pose for both, placed ones by a rotation without
/// rounding.
template <class T, int D>
Pair<T, D> moved(Pair<T, D> p, Random& random) {
  if (p.posed) {
    p.pose_a = {rotated(p.pose_a.p), rotated(p.pose_a.q)};
    p.pose_b = {rotated(p.pose_b.p), rotated(p.pose_b.q)};
    return p;
  }
  p.posed = true;
  const auto q = detail::rotation<D>(random);
  detail::assign(p.pose_a.q, q, random.decade(-3, 3));
  p.pose_a.p = abut::vec_cast<T>(detail::arrow<D>(random, random.decade(-3, 3)));
  p.pose_b = p.pose_a;
  return p;
}

TYPED_TEST(Symmetry, MovingBothTogetherKeepsTheDistance) {
  using Moved = Setting<typename TypeParam::T, TypeParam::D, true>;
  Random random(7);
  for (const auto& c : corpus<TypeParam>()) {
    const auto pair = moved(c.pair, random);
    const auto r = query(c.pair), s = query(pair);
    EXPECT_TRUE(Real(s.lower) <= c.upper() && c.lower() <= Real(s.upper)) << c;
    if (r.status != abut::Status::converged || s.status != abut::Status::converged) continue;
    const Real tolerance = abut::default_tolerance<typename TypeParam::T>;
    const Real allowed = tolerance * r.upper + allowance<Moved>(size_of(pair));
    EXPECT_TRUE(absolute(Real(r.distance) - s.distance) <= allowed)
        << c << ", " << r.distance << " became " << s.distance;
  }
}

TYPED_TEST(Symmetry, TheSameBitsAgainAndFromTwoThreads) {
  using Answers = std::vector<abut::detail::SignedDistance<typename TypeParam::T, TypeParam::D>>;
  const auto& cases = corpus<TypeParam>();
  Answers first(cases.size()), second(cases.size());
  const auto answer_all = [&cases](Answers& to) {
    for (std::size_t i = 0; i < cases.size(); ++i) to[i] = query(cases[i].pair);
  };
  std::thread other(answer_all, std::ref(first));
  answer_all(second);
  other.join();
  for (std::size_t i = 0; i < cases.size(); ++i) {
    EXPECT_TRUE(same_bits(first[i], second[i])) << cases[i];
    EXPECT_TRUE(same_bits(first[i], query(cases[i].pair))) << cases[i];
  }
}

}  // namespace
}  // namespace oracle
