/// Checks the contract for one pair. Lines as in docs/architecture.md.
#pragma once

#include "soak/still/pairs.hpp"

#include <string>

namespace soak {

/// The findings about a pair.
struct Outcome {
  std::string failure;  ///< empty: every line was kept
  abut::Status status = abut::Status::invalid_argument;
  int iterations = 0;
  bool near = false;      ///< the cores, or the shapes, are closer than a millionth of the size
  bool proven = false;    ///< lower <= truth <= upper is proven in 113 bits; else it was only not refuted
  bool resolved = false;  ///< the truth was found a second time, by a search independent of the answer
  int deep = 0;           ///< how many of the two pairs queried for a depth overlap for certain
  int judged = 0;         ///< how many of them have a depth known in 113 bits
  int open = 0;           ///< how many polytopes among them had no converged answer
};

/// `seed` drives what is random about the checks: the power of two, the bytes of a cache, which pairs are solved twice.
template <class T, int D>
Outcome check(const Pair<T, D>& pair, std::uint64_t seed);

extern template Outcome check(const Pair<float, 2>&, std::uint64_t);
extern template Outcome check(const Pair<float, 3>&, std::uint64_t);
extern template Outcome check(const Pair<double, 2>&, std::uint64_t);
extern template Outcome check(const Pair<double, 3>&, std::uint64_t);

}  // namespace soak
