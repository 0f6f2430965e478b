/// Two shapes from raw bytes, as in points.cpp: their separation, depth, contact and gradient keep the promises that
/// are cheap to check, also along a direction and against a half-space.
#include "fuzz/bytes.hpp"
#include "fuzz/promises.hpp"

#include <abut/abut.hpp>
#include <abut/separation_gradient.hpp>

namespace {

using fuzz::require;

template <class T, int D>
bool is_number(const abut::Vec<T, D>& v) {
  return v == v;
}
bool is_number(double x) { return x == x; }

/// How far B has to move along n to be separated from A, in 113 bits: never less than the depth.
template <class T, int D>
soak::Real height(const soak::Pair<T, D>& pair, const abut::Vec<T, D>& normal) {
  const soak::Bodies<D> bodies(pair);
  const auto n = oracle::exact(normal);
  return bodies.a.height(n) + bodies.b.height(n * -1);
}

/// A normal is rounded by at most 10 eps, and bounds may be subnormal.
template <class T, int D>
soak::Real slack(const soak::Pair<T, D>& pair) {
  return soak::Real(10 * abut::epsilon_of<T>) * soak::size_of(pair) +
         8 * soak::Real(std::numeric_limits<T>::denorm_min());
}

template <class T, int D>
void keeps_promises(const soak::Pair<T, D>& pair, const abut::Separation<T, D>& s) {
  require(is_number(s.point_a) && is_number(s.point_b) && is_number(s.normal), "separation: a NaN", pair);
  require(s.lower <= s.separation && s.separation <= s.upper, "separation: bounds out of order", pair);
  require(std::abs(abut::norm_squared(abut::detail::widen(s.normal)) - 1) < 32 * abut::epsilon_of<T>,
          "separation: no unit normal", pair);
  require(s.iterations <= 256, "separation: more iterations than the cap", pair);
  require(height(pair, s.normal) <= -soak::Real(s.lower) + slack(pair), "separation: the normal does not keep it",
          pair);
}

template <class T, int D>
void keeps_promises(const soak::Pair<T, D>& pair, const abut::Penetration<T, D>& p) {
  require(is_number(p.point_a) && is_number(p.point_b) && is_number(p.normal), "penetration: a NaN", pair);
  require(0 <= p.lower && p.lower <= p.depth && p.depth <= p.upper, "penetration: bounds out of order", pair);
  require(p.iterations <= 256, "penetration: more iterations than the cap", pair);
}

template <class T, int D>
void keeps_promises(const soak::Pair<T, D>& pair, const abut::Contact<T, D>& c) {
  require(c.count >= 0 && c.count <= (D == 2 ? 2 : 4), "contact: too many points", pair);
  for (const auto& p : c) {
    require(is_number(p.point_a) && is_number(p.point_b) && is_number(double(p.separation)), "contact: a NaN", pair);
    require(p.separation >= c.begin()->separation, "contact: the deepest is not the first", pair);
  }
}

template <class A, class B>
void ask_all(const auto& pair, const A& a, const B& b,
             const abut::Vec<abut::ScalarOf<A>, abut::dimension_of<A>>& direction) {
  using abut::Status;
  const auto s = abut::separation(a, b);
  if (s.status == Status::invalid_argument) return;  // sums of lengths overflow
  keeps_promises(pair, s);
  const auto p = abut::penetration(a, b);
  keeps_promises(pair, p);
  require(p.lower <= (s.lower < 0 ? -s.lower : 0) && p.upper >= (s.upper < 0 ? -s.upper : 0),
          "penetration contradicts separation", pair);
  keeps_promises(pair, abut::contact(a, b));
  const auto g = abut::separation_gradient(a, b);
  require(
      is_number(g.a.translation) && is_number(g.b.translation) && is_number(g.a.rotation) && is_number(g.b.rotation),
      "gradient: a NaN", pair);
  keeps_promises(pair, abut::penetration(a, b, {.method = abut::PenetrationMethod::mpr}));
  const auto along = abut::depth_along(a, b, direction);
  keeps_promises(pair, along);
  require(along.upper >= p.lower, "the exit along a direction is shorter than the depth", pair);
  if (direction == decltype(direction){}) return;
  const abut::HalfSpace<abut::ScalarOf<A>, abut::dimension_of<A>> wall{.normal = direction, .offset = s.separation};
  const auto out = abut::depth_along(wall, b, s.normal);
  if (out.status != Status::invalid_argument) keeps_promises(pair, out);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Bytes bytes(data, size);
  fuzz::with_pair(bytes, [&bytes]<class T, int D>(const soak::Pair<T, D>& pair) {
    const auto a = soak::shape_of(pair.a), b = soak::shape_of(pair.b);
    abut::Vec<T, D> direction;
    for (int i = 0; i < D; ++i) {
      const T x = bytes.raw<T>();
      direction[i] = abut::is_finite(x) ? x : T(1);
    }
    if (pair.posed) {
      ask_all(pair, abut::place(a.shape(), pair.pose_a), abut::place(b.shape(), pair.pose_b), direction);
    } else {
      ask_all(pair, a.shape(), b.shape(), direction);
    }
  });
  return 0;
}
