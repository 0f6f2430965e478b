/// Random numbers that are the same on every machine, which the standard library's distributions are not.
#pragma once

#include <cmath>
#include <cstdint>

namespace oracle {

/// SplitMix64 (Steele, Lea and Flood 2014).
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15ULL;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }
  /// In [0, 1).
  double unit() { return static_cast<double>(next() >> 11) * 0x1p-53; }
  double between(double low, double high) { return low + (high - low) * unit(); }
  /// In low ... high, both inclusive.
  int integer(int low, int high) { return low + static_cast<int>(next() % static_cast<std::uint64_t>(high - low + 1)); }
  bool chance(double probability) { return unit() < probability; }
  /// 10^x, x between low and high.
  double decade(double low, double high) { return std::pow(10.0, between(low, high)); }

 private:
  std::uint64_t state_;
};

}  // namespace oracle
