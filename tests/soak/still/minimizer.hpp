/// The smallest pair that still fails in the same way.
#pragma once

#include "soak/still/check.hpp"

namespace soak {

template <class T, int D>
class Minimizer {
 public:
  Minimizer(const Pair<T, D>& pair, std::uint64_t seed) : pair_(pair), seed_(seed), line_(line_of(pair)) {}

  Pair<T, D> run() {
    drop_points(pair_.a);
    drop_points(pair_.b);
    drop_points(pair_.a);
    for (Solid<T, D>* s : {&pair_.a, &pair_.b}) {
      const T extra = s->extra;
      s->extra = T(0);
      if (line_of(pair_) != line_) s->extra = extra;
    }
    return pair_;
  }

 private:
  /// The line of the contract that is broken: the text of a failure before its numbers.
  std::string line_of(const Pair<T, D>& pair) const {
    const std::string failure = check(pair, seed_).failure;
    return failure.substr(0, failure.find_first_of("(^"));
  }

  void drop_points(Solid<T, D>& s) {
    if (s.kind != Kind::hull) return;
    for (std::size_t i = 0; i < s.points.size() && s.points.size() > 1;) {
      const auto point = s.points[i];
      s.points.erase(s.points.begin() + static_cast<std::ptrdiff_t>(i));
      if (line_of(pair_) == line_) continue;
      s.points.insert(s.points.begin() + static_cast<std::ptrdiff_t>(i), point);
      ++i;
    }
  }

  Pair<T, D> pair_;
  std::uint64_t seed_;
  std::string line_;
};

}  // namespace soak
