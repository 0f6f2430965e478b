/// Checks depths against each other and against 113 bits.
///
/// penetration, separation, distance and overlap by both methods give bounds of the same number, the separation of the
/// shapes. No two may exclude each other. In 113 bits: every direction bounds the depth from above, so no lower bound
/// may be higher than along any; and if both cores are boxes, or polytopes with few corners, the depth itself is known
/// from all separating axes.
#pragma once

#include "oracle/judge/depth_judge.hpp"
#include "soak/still/body.hpp"
#include "soak/still/scaling.hpp"

#include <abut/abut.hpp>

#include <optional>
#include <string>

namespace soak {

/// The same shapes, B moved toward A by a random part of the gap between them, a tenth of them by all of it.
template <class T, int D>
Pair<T, D> drawn_together(Pair<T, D> p, Random& random) {
  const double part = random.chance(0.1) ? 0 : random.unit();
  const auto a = shape_of(p.a), b = shape_of(p.b);
  if (p.posed) {
    const auto offset = abut::detail::widen(p.pose_b.p) - abut::detail::widen(p.pose_a.p);
    p.pose_b.p = draw::rounded<T, D>(abut::detail::widen(p.pose_a.p) + offset * part);
  } else {
    const auto offset = b.shape().center() - a.shape().center();
    for (auto& x : p.b.points) x = draw::rounded<T, D>(abut::detail::widen(x) - offset * (1 - part));
  }
  return p;
}

/// f(a, b) of the pair's shapes as they are placed.
template <class T, int D, class F>
auto asked_of(const Pair<T, D>& p, F f) {
  const auto a = shape_of(p.a), b = shape_of(p.b);
  return p.posed ? f(abut::place(a.shape(), p.pose_a), abut::place(b.shape(), p.pose_b)) : f(a.shape(), b.shape());
}

template <class T, int D>
class DepthCheck {
 public:
  DepthCheck(const Pair<T, D>& pair, Random& random)
      : pair_(pair), random_(random), bodies_(pair), size_(size_of(pair)) {
    s_ = asked_of(pair, [](const auto& a, const auto& b) { return abut::separation(a, b); });
    p_ = asked_of(pair, [](const auto& a, const auto& b) { return abut::penetration(a, b); });
  }

  /// What is wrong; empty if nothing is.
  std::string failure() {
    const char* fault = is_sane();
    if (fault == nullptr) fault = agrees();
    if (fault == nullptr) fault = keeps_its_normal();
    if (fault == nullptr) fault = stays_below_directions();
    if (fault == nullptr) fault = contains_the_depth();
    if (fault == nullptr && random_.chance(0.1)) fault = bounds_other_ways();
    if (fault == nullptr && random_.chance(0.1)) fault = scales();
    return fault == nullptr ? "" : fault;
  }

  bool overlaps() const { return s_.upper < 0; }
  bool is_judged() const { return judged_; }
  bool is_open() const { return overlaps() && !pair_.is_curved() && s_.status != abut::Status::converged; }

 private:
  const char* is_sane() const {
    if (s_.status == abut::Status::invalid_argument || p_.status == abut::Status::invalid_argument)
      return "invalid_argument";
    bool numbers = abut::is_finite(s_.lower) && abut::is_finite(s_.upper);
    for (const auto& v : {s_.normal, s_.point_a, s_.point_b, p_.normal, p_.point_a, p_.point_b})
      numbers = numbers && abut::is_finite(v);
    if (!numbers) return "a number that is none";
    if (!(s_.lower <= s_.separation && s_.separation <= s_.upper)) return "bounds of separation out of order";
    if (!(0 <= p_.lower && p_.lower <= p_.depth && p_.depth <= p_.upper)) return "bounds of penetration out of order";
    if (s_.iterations > 256 || p_.iterations > 256) return "more iterations than the cap";
    return nullptr;
  }

  /// Whether a distance within these bounds may be this separation.
  bool admits(T lower, T upper) const { return lower <= (s_.upper > 0 ? s_.upper : T(0)) && upper >= s_.lower; }

  const char* agrees() const {
    if (p_.lower > (s_.lower < 0 ? -s_.lower : T(0)) || p_.upper < (s_.upper < 0 ? -s_.upper : T(0)))
      return "penetration contradicts separation";
    Pair<T, D> other = pair_;
    std::swap(other.a, other.b);
    std::swap(other.pose_a, other.pose_b);
    const auto swapped = asked_of(other, [](const auto& a, const auto& b) { return abut::separation(a, b); });
    if (swapped.lower > s_.upper || s_.lower > swapped.upper) return "the swapped question contradicts separation";
    const auto d = query(pair_);
    if (!admits(d.lower, d.upper)) return "distance contradicts separation";
    if (!d.cores_meet && (d.signed_lower > s_.upper || s_.lower > d.signed_upper))
      return "signed distance contradicts separation";
    for (const auto method : {abut::OverlapMethod::gjk, abut::OverlapMethod::mpr}) {
      const auto r =
          asked_of(pair_, [&](const auto& a, const auto& b) { return abut::overlap(a, b, {.method = method}); });
      if (!admits(r.lower, r.upper)) return "overlap contradicts separation";
      if (overlaps() && r.apart) return "overlap: apart, with a depth";
    }
    return nullptr;
  }

  /// How far B has to move along n to be separated from A: never less than the depth.
  Real height(const Vector<D>& n) const { return bodies_.a.height(n) + bodies_.b.height(n * -1); }

  /// The normal is rounded by at most 10 eps.
  Real normal_error() const { return Real(10 * abut::epsilon_of<T>) * size_; }

  const char* keeps_its_normal() const {
    const Vector<D> n = oracle::exact(s_.normal);
    return height(n) <= -Real(s_.lower) + normal_error() ? nullptr : "the normal does not keep what separation says";
  }

  const char* stays_below_directions() {
    if (!(p_.lower > 0)) return nullptr;
    const Real slack = size_ * Real(0x1p-100);
    Vector<D> n = oracle::exact(s_.normal);
    for (int i = 0; i < 4; ++i) {
      if (Real(p_.lower) > height(n) + slack) return "a direction proves the depth less than its lower bound";
      n = oracle::exact(oracle::detail::direction<D>(random_));
    }
    return nullptr;
  }

  /// Of the cores: minus the depth, or a gap.
  std::optional<Real> judged_separation() {
    if (!bodies_.a.corners.empty() && pair_.a.kind == Kind::box && pair_.b.kind == Kind::box && pair_.posed) {
      return separation_of_boxes();
    }
    const std::size_t most = D == 2 ? 12 : 8, a = bodies_.a.corners.size(), b = bodies_.b.corners.size();
    const bool small = a > 0 && b > 0 && a <= most && b <= most && a + b > D + 1;
    if (!small || (D == 3 && !random_.chance(0.1))) return {};
    return oracle::DepthJudge<D>({bodies_.a.corners, 0}, {bodies_.b.corners, 0}).separation();
  }

  /// The face normals of both, and in 3D the cross products of their edges.
  Real separation_of_boxes() const {
    Vector<D> axes[2 * D];
    for (int i = 0; i < D; ++i) {
      for (int k = 0; k < D; ++k) {
        axes[i][k] = bodies_.a.row[k][i];
        axes[D + i][k] = bodies_.b.row[k][i];
      }
    }
    Real most = -Real(size_) * 4;
    const auto test_axis = [&](const Vector<D>& n) {
      if (!(length(n) > Real(0x1p-90))) return;
      most = std::max({most, -height(n), -height(n * -1)});
    };
    for (const auto& n : axes) test_axis(n);
    if constexpr (D == 3) {
      for (int i = 0; i < D; ++i) {
        for (int k = 0; k < D; ++k) test_axis(oracle::cross(axes[i], axes[D + k]));
      }
    }
    return most + bodies_.radii();
  }

  const char* contains_the_depth() {
    const std::optional<Real> cores = judged_separation();
    if (!cores) return nullptr;
    judged_ = *cores < 0;
    const Real slack = size_ * Real(0x1p-80), truth = *cores - bodies_.radii();
    if (truth - slack > Real(s_.upper)) return "upper bound of separation below the truth";
    // The axes of faces and edges give the depth, but not the distance: separated shapes may be further apart.
    if (judged_ && truth + slack < Real(s_.lower)) return "lower bound of separation above the truth";
    return nullptr;
  }

  /// By MPR: along its portal, which is an exit direction, and along a given direction.
  const char* bounds_other_ways() {
    const auto portal = asked_of(pair_, [&](const auto& a, const auto& b) {
      return abut::penetration(a, b, {.method = abut::PenetrationMethod::mpr});
    });
    if (portal.upper < p_.lower) return "MPR's exit is shorter than the depth";
    const auto d = draw::rounded<T, D>(oracle::detail::direction<D>(random_));
    const auto r = asked_of(pair_, [&](const auto& a, const auto& b) { return abut::depth_along(a, b, d); });
    if (!(0 <= r.lower && r.lower <= r.depth && r.depth <= r.upper)) return "bounds along a direction out of order";
    if (r.upper < p_.lower) return "the exit along a direction is shorter than the depth";
    const Vector<D> n = unit(oracle::exact(s_.normal)), direction = unit(oracle::exact(d));
    const Real steep = dot(n, direction);
    if (r.lower > 0 && steep > 0 && Real(r.lower) * steep > height(n) + size_ * Real(0x1p-100))
      return "a plane proves the exit along a direction shorter than its lower bound";
    return nullptr;
  }

  static std::vector<T> lengths(const abut::Separation<T, D>& r) {
    std::vector<T> all{r.separation, r.lower, r.upper};
    for (int i = 0; i < D; ++i) {
      all.push_back(r.point_a[i]);
      all.push_back(r.point_b[i]);
    }
    return all;
  }

  const char* scales() {
    const std::vector<T> before = lengths(s_);
    const std::optional<int> k = power_within_range(pair_, before, random_);
    if (!k) return nullptr;
    const auto s = asked_of(scaled(pair_, *k), [](const auto& a, const auto& b) { return abut::separation(a, b); });
    const std::vector<T> after = lengths(s);
    bool same = s.status == s_.status && s.iterations == s_.iterations && s.normal == s_.normal;
    for (std::size_t i = 0; i < before.size(); ++i) same = same && std::ldexp(before[i], *k) == after[i];
    return same ? nullptr : "scaling by a power of two does not scale separation bit for bit";
  }

  const Pair<T, D>& pair_;
  Random& random_;
  Bodies<D> bodies_;
  double size_;
  abut::Separation<T, D> s_;
  abut::Penetration<T, D> p_;
  bool judged_ = false;
};

}  // namespace soak
