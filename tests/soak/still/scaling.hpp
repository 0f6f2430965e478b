/// A pair with every length multiplied by a power of two.
#pragma once

#include "soak/still/pairs.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace soak {

/// The powers of two by which all given numbers, and their halves, stay normal.
template <class T>
struct PowerRange {
  int low = -40, high = 40;

  void include(T x) {
    if (x == 0 || !abut::is_finite(x)) return;
    if (std::abs(x) < 2 * std::numeric_limits<T>::min()) low = high + 1;  // has lost bits already: there is none
    const int exponent = std::ilogb(x);
    low = std::max(low, std::numeric_limits<T>::min_exponent - exponent);
    high = std::min(high, std::numeric_limits<T>::max_exponent - 1 - exponent);
  }
};

/// Every length of the input.
template <class T, int D, class F>
void for_each_length(Pair<T, D>& p, F f) {
  for (Solid<T, D>* s : {&p.a, &p.b}) {
    for (auto& x : s->points) {
      for (int i = 0; i < D; ++i) f(x[i]);
    }
    for (int i = 0; i < D; ++i) f(s->size[i]);
    for (T* x : {&s->radius, &s->half_height, &s->extra}) f(*x);
  }
  for (auto* x : {&p.pose_a.p, &p.pose_b.p}) {
    for (int i = 0; i < D; ++i) f((*x)[i]);
  }
}

/// One of those that leave input and answer in the range; none if there is none.
template <class T, int D>
std::optional<int> power_within_range(Pair<T, D> p, const std::vector<T>& answer, Random& random) {
  PowerRange<T> range;
  range.include(static_cast<T>(4 * size_of(p)));
  for_each_length(p, [&](T& x) { range.include(x); });
  for (const T x : answer) range.include(x);
  if (range.low > range.high) return {};
  return random.integer(range.low, range.high);
}

template <class T, int D>
Pair<T, D> scaled(Pair<T, D> p, int k) {
  for_each_length(p, [&](T& x) { x = std::ldexp(x, k); });
  return p;
}

}  // namespace soak
