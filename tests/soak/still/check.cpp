#include "soak/still/check.hpp"

#include "oracle/judge/curved.hpp"
#include "soak/still/depth_check.hpp"
#include "soak/still/overlap_check.hpp"
#include "soak/still/scaling.hpp"
#include "soak/still/search.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace oracle {
template Truth<2> distance(const Body<2>&, const Body<2>&);
template Truth<3> distance(const Body<3>&, const Body<3>&);
}  // namespace oracle

namespace soak {
namespace {

using oracle::absolute;
using oracle::exact;
using oracle::narrow;

/// The judge's own rounding, of the bodies and of heights and combinations: a few hundred operations of 2^-113.
const Real judge_slack = Real(0x1p-100);

template <class T, int D>
class Contract {
 public:
  using Answer = abut::detail::SignedDistance<T, D>;

  Contract(const Pair<T, D>& pair, std::uint64_t seed)
      : pair_(pair), random_(seed), bodies_(pair), size_(size_of(pair)), slack_(size_ * judge_slack) {}

  Outcome run() {
    const Answer cold = query(pair_);
    out_.status = cold.status;
    out_.iterations = cold.iterations;
    is_total(cold, "");
    if (!out_.failure.empty()) return out_;
    abut::Cache<D> cache;
    const Answer swapped = query(swap(pair_)), warm = ask_with_garbage(), first = query(pair_, cache),
                 again = query(pair_, cache);
    is_total(swapped, ", swapped");
    is_total(warm, ", with a cache of random bytes");
    is_total(first, ", with an empty cache");
    is_total(again, ", with the cache of the same query");
    if (!out_.failure.empty()) return out_;
    contains_truth({&cold, &swapped, &warm, &first, &again}, exact(cold.normal));
    for (const Answer* r : {&cold, &swapped, &warm, &first, &again}) is_as_tight_as_it_says(*r);
    follows_convention(cold);
    is_symmetric(cold, swapped);
    is_unchanged(cold, warm, "cache of random bytes");
    is_unchanged(cold, first, "an empty cache");
    is_unchanged(cold, again, "cache of the same query");
    scales(cold);
    is_deterministic(cold);
    overlaps_as_it_says();
    if (out_.failure.empty()) is_as_deep_as_it_says();
    return out_;
  }

 private:
  void fail(const std::string& line, double by = 0) {
    if (!out_.failure.empty()) return;
    out_.failure = line;
    if (by != 0) {
      char text[48];
      std::snprintf(text, sizeof text, " (%.3g of the size)", by / narrow(size_));
      out_.failure += text;
    }
  }
  void require(bool kept, const char* line, Real by = 0) {
    if (!kept) fail(line, narrow(by));
  }

  static Pair<T, D> swap(Pair<T, D> p) {
    std::swap(p.a, p.b);
    std::swap(p.pose_a, p.pose_b);
    return p;
  }

  /// Half of the time with ids that may exist, with or without a direction.
  Answer ask_with_garbage() {
    abut::Cache<D> cache;
    unsigned char bytes[sizeof cache];
    for (unsigned char& byte : bytes) byte = static_cast<unsigned char>(random_.integer(0, 255));
    std::memcpy(&cache, bytes, sizeof cache);
    if (random_.chance(0.5)) {
      cache.count = random_.integer(-1, D + 2);
      for (int i = 0; i <= D; ++i) {
        cache.a[i] = static_cast<abut::VertexId>(random_.integer(0, 8));
        cache.b[i] = static_cast<abut::VertexId>(random_.integer(0, 8));
      }
    }
    return query(pair_, cache);
  }

  static std::vector<T> lengths(const Answer& r) {
    std::vector<T> all{r.distance, r.lower, r.upper, r.signed_distance, r.signed_lower, r.signed_upper};
    for (int i = 0; i < D; ++i) {
      all.push_back(r.point_a[i]);
      all.push_back(r.point_b[i]);
    }
    return all;
  }

  static bool same_except_lengths(const Answer& r, const Answer& s) {
    bool same = r.status == s.status && r.iterations == s.iterations && r.normal == s.normal &&
                r.cores_meet == s.cores_meet && r.feature_count == s.feature_count;
    for (int i = 0; same && i < r.feature_count; ++i) {
      same = r.feature_a[i] == s.feature_a[i] && r.feature_b[i] == s.feature_b[i];
    }
    return same;
  }
  static bool same_bits(const Answer& r, const Answer& s) {
    return lengths(r) == lengths(s) && same_except_lengths(r, s);
  }

  // --- Line 2: total -------------------------------------------------------------------------------------------

  void is_total(const Answer& r, const char* which) {
    if (!out_.failure.empty()) return;
    for (const T x : lengths(r)) require(x == x, "line 2: a NaN");
    for (const T x : {r.distance, r.lower, r.upper}) require(abut::is_finite(x), "line 2: an infinite bound");
    require(r.lower <= r.distance && r.distance <= r.upper && r.lower >= 0, "line 1: bounds out of order");
    require(r.signed_lower <= r.signed_distance && r.signed_distance <= r.signed_upper,
            "line 1: signed bounds out of order");
    require(r.iterations <= (pair_.is_curved() ? 128 : 64), "line 2: more iterations than the cap");
    require(r.status == abut::Status::converged || r.status == abut::Status::stalled,
            "line 2: neither converged nor stalled");
    if (!out_.failure.empty()) out_.failure += which;
  }

  // --- Line 1: proof -------------------------------------------------------------------------------------------

  /// The tightest of all bounds: a plane at least as high as the highest lower bound, a point as near as the least
  /// upper bound. Found in 64 bits from the answer's normal, proven in 113.
  void contains_truth(const std::array<const Answer*, 5>& answers, const Vector<D>& normal) {
    const Real radii = bodies_.radii();
    Real low = answers[0]->signed_lower, high = answers[0]->signed_upper;
    for (const Answer* r : answers) {
      low = std::max(low, Real(r->signed_lower));
      high = std::min(high, Real(r->signed_upper));
    }
    const Body<long double, D> a = narrowed(bodies_.a), b = narrowed(bodies_.b);
    Search<long double, D> fast(a, b);
    const long double enough = static_cast<long double>(size_) * 0x1p-61L;
    fast.begin(to<long double>(normal));
    fast.run([&](long double l, long double u) { return u <= enough || u - l <= enough; }, 200);
    Search<Real, D> proof(bodies_.a, bodies_.b);
    proof.begin(fast);
    const auto contained = [&](Real l, Real u) { return l - slack_ >= low + radii && u + slack_ <= high + radii; };
    const auto closed = [&](Real l, Real u) { return u <= slack_ || u - l <= slack_; };
    // If the cores meet, the truth is 0 and there is no plane below the bounds.
    proof.run([&](Real l, Real u) { return contained(l, u) || closed(l, u); }, 100);
    lower_ = proof.lower() - slack_ > 0 ? proof.lower() - slack_ : Real(0);
    upper_ = proof.upper() + slack_;
    out_.proven = lower_ >= low + radii && upper_ <= high + radii;
    out_.near = upper_ - radii < size_ * Real(1e-6) || upper_ < size_ * Real(1e-6);
    solve_again();
    for (const Answer* r : answers) {
      require(Real(r->signed_lower) <= upper_ - radii, "line 1: lower above the truth",
              r->signed_lower - (upper_ - radii));
      require(Real(r->signed_upper) >= lower_ - radii, "line 1: upper below the truth",
              lower_ - radii - r->signed_upper);
      require(Real(r->lower) <= std::max(upper_ - radii, Real(0)), "line 1: lower above the truth");
      require(Real(r->upper) >= lower_ - radii, "line 1: upper below the truth");
    }
  }

  /// For some pairs, the truth from the shapes alone; it must agree with the certificate, and replaces it if it is
  /// tighter.
  void solve_again() {
    const bool curved = pair_.is_curved();
    out_.resolved = random_.chance(curved ? 0.02 : 0.1);
    if (!out_.resolved) return;
    Real low = 0, high = 0;
    if (curved) {
      const auto lowest = [&](const Vector<D>& v) {
        return bodies_.b.support_point(v * -1).point - bodies_.a.support_point(v).point;
      };
      const auto r = oracle::Closest<D>().run(lowest, exact(abut::detail::axis<double, D>(0)), size_ * Real(1e-19));
      low = r.lower - slack_;
      high = r.upper + slack_;
    } else {
      const auto r = oracle::distance(oracle::Body<D>{bodies_.a.corners, 0}, oracle::Body<D>{bodies_.b.corners, 0});
      low = r.lower;
      high = r.upper;
    }
    require(low <= upper_ && lower_ <= high, "the two judges contradict each other", absolute(low - upper_));
    lower_ = std::max(lower_, low);
    upper_ = std::min(upper_, high);
  }

  Real rounding_allowed() const {
    constexpr bool is_float = sizeof(T) == 4;
    return Real((is_float ? 8 : pair_.posed ? 32 : 16) * abut::epsilon_of<T>) * size_;
  }
  Real allowed(const Answer& r) const { return Real(abut::default_tolerance<T>) * r.upper + rounding_allowed(); }

  void is_as_tight_as_it_says(const Answer& r) {
    const Real width = Real(r.upper) - r.lower;
    if (r.status == abut::Status::converged) {
      require(width <= allowed(r), "line 1: converged, but wider than the tolerance", width - allowed(r));
    } else {
      require(out_.near, "line 1: stalled further than 1e-6 sizes from touching");
    }
  }

  // --- Line 4: one convention ----------------------------------------------------------------------------------

  /// The error of a returned point: see tests/property/answers/witness_test.cpp; a curved core adds the rounding of its
  /// points.
  Real point_rounding(const Answer& r) const {
    const double units = sizeof(T) == 4 ? 1 : pair_.is_curved() ? 17 : pair_.posed ? 12 : 4;
    return Real(units * abut::epsilon_of<T>) *
           (size_ + oracle::norm(exact(r.point_a)) + oracle::norm(exact(r.point_b)));
  }

  /// A bound on the error of the normal, as an angle: along it the cores are `lower` apart, along the true one `upper`.
  Real normal_error(const Answer& r) const {
    const Real apart = r.signed_lower + bodies_.radii(), most = r.signed_upper + bodies_.radii();
    return most > 0 && apart > 0 ? oracle::square_root(2 * (most - apart) / most) : Real(2);
  }

  void follows_convention(const Answer& r) {
    const Vector<D> n = exact(r.normal);
    require(absolute(length(n) - 1) <= Real((pair_.posed ? 8 : 2) * abut::epsilon_of<T>), "line 4: no unit normal");
    if (r.status != abut::Status::converged) return;
    const Real rounding = point_rounding(r);
    Vector<D> off = exact(r.point_b) - exact(r.point_a) - n * Real(r.signed_distance);
    // Curved cores stop at the tolerance: plane and points agree up to that.
    const Real tilt = pair_.is_curved() ? normal_error(r) * (r.signed_upper + bodies_.radii()) : Real(0);
    require(length(off) <= 4 * rounding + tilt, "line 4: point_b - point_a is not distance * normal",
            length(off) - 4 * rounding - tilt);
    const Vector<D> a = exact(r.point_a) - bodies_.origin, b = exact(r.point_b) - bodies_.origin;
    is_in(bodies_.a, a, n, rounding, "line 4: point_a is not in A");
    is_in(bodies_.b, b, n * -1, rounding, "line 4: point_b is not in B");
    // On the surfaces: as high along the normal as the shapes are, if they are apart.
    if (!(r.lower > 0)) return;
    const Real width = Real(r.upper) - r.lower + 4 * rounding;
    require(dot(n, a) >= bodies_.a.height(n) - width, "line 4: point_a is not on the surface of A");
    require(-dot(n, b) >= bodies_.b.height(n * -1) - width, "line 4: point_b is not on the surface of B");
  }

  /// Along the normal and three random directions; if the pair was solved twice, by projection.
  void is_in(const Body<Real, D>& body, const Vector<D>& p, const Vector<D>& n, Real allowed, const char* line) {
    require(dot(p, unit(n)) - body.height(n) <= allowed, line, dot(p, unit(n)) - body.height(n));
    for (int i = 0; i < 3; ++i) {
      const Vector<D> d = exact(oracle::detail::direction<D>(random_));
      require(dot(p, unit(d)) - body.height(d) <= allowed, line, dot(p, unit(d)) - body.height(d));
    }
    if (!out_.resolved) return;
    Body<Real, D> point;
    point.corners = {p};
    Search<Real, D> search(point, body);
    search.begin(n * -1);
    search.run([&](Real, Real u) { return u <= body.radius + allowed; }, 200);
    require(search.lower() <= body.radius + allowed, line, search.lower() - body.radius);
  }

  // --- Lines 4 and 5: swapped, and started from another simplex --------------------------------------------------

  void is_symmetric(const Answer& r, const Answer& s) {
    is_unchanged(r, s, "swapped shapes");
    if (r.status != abut::Status::converged || s.status != abut::Status::converged) return;
    const Real flipped = length(exact(r.normal) + exact(s.normal));
    const Real angle = normal_error(r) + normal_error(s) + Real(8 * abut::epsilon_of<T>);
    require(flipped <= angle, "line 4: swapping does not flip the normal");
  }

  void is_unchanged(const Answer& r, const Answer& s, const char* why) {
    if (r.status != abut::Status::converged || s.status != abut::Status::converged) return;
    const Real change = absolute(Real(r.distance) - s.distance);
    if (change > allowed(r)) fail(std::string("line 5: another distance with ") + why, narrow(change));
  }

  // --- Line 3: no absolute epsilons --------------------------------------------------------------------------------

  void scales(const Answer& r) {
    const std::vector<T> before = lengths(r);
    const std::optional<int> k = power_within_range(pair_, before, random_);
    if (!k) return;
    const Answer s = query(scaled(pair_, *k));
    const std::vector<T> after = lengths(s);
    bool same = same_except_lengths(r, s);
    for (std::size_t i = 0; i < before.size(); ++i) same = same && std::ldexp(before[i], *k) == after[i];
    if (!same) fail("line 3: scaling by 2^" + std::to_string(*k) + " does not scale the answer bit for bit");
  }

  void is_deterministic(const Answer& r) {
    require(same_bits(r, query(pair_)), "line 6: the same query gave other bits");
  }

  // --- Overlap: lines 1 and 2 again -----------------------------------------------------------------------------

  void overlaps_as_it_says() {
    const Real radii = bodies_.radii(), none = 0;
    const Known known{std::max(lower_ - radii, none), std::max(upper_ - radii, none), size_, rounding_allowed()};
    const char* failure = overlap_failure(pair_, bodies_, known, random_);
    if (failure != nullptr) fail(failure);
  }

  // --- Depth: lines 1 to 4 again --------------------------------------------------------------------------------

  /// The pair itself, and the pair moved together, because few pairs overlap by more than a little.
  void is_as_deep_as_it_says() {
    const Pair<T, D> together = drawn_together(pair_, random_);
    for (const Pair<T, D>* p : {&pair_, &together}) {
      DepthCheck<T, D> depth(*p, random_);
      const std::string failure = depth.failure();
      out_.deep += depth.overlaps() ? 1 : 0;
      out_.judged += depth.is_judged() ? 1 : 0;
      out_.open += depth.is_open() ? 1 : 0;
      if (!failure.empty()) fail("depth" + std::string(p == &together ? ", drawn together: " : ": ") + failure);
    }
  }

  const Pair<T, D>& pair_;
  Random random_;
  Bodies<D> bodies_;
  Real size_, slack_;
  Real lower_ = 0, upper_ = 0;  ///< of the distance of the cores, proven
  Outcome out_;
};

}  // namespace

template <class T, int D>
Outcome check(const Pair<T, D>& pair, std::uint64_t seed) {
  return Contract<T, D>(pair, seed).run();
}

template Outcome check(const Pair<float, 2>&, std::uint64_t);
template Outcome check(const Pair<float, 3>&, std::uint64_t);
template Outcome check(const Pair<double, 2>&, std::uint64_t);
template Outcome check(const Pair<double, 3>&, std::uint64_t);

}  // namespace soak
