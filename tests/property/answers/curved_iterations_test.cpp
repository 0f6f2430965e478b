/// How many iterations curved pairs take. ABUT_TRIALS=4000 prints the table of docs/numerics.md.
#include "oracle/draw/curved_pairs.hpp"

#include "oracle/draw/corpus.hpp"

#include <algorithm>
#include <cstdio>

namespace oracle {
namespace {

template <class T>
struct CurvedIterations : ::testing::Test {};
using Scalars = ::testing::Types<float, double>;
TYPED_TEST_SUITE(CurvedIterations, Scalars);

/// Mean, 99th percentile, maximum; and how many did not converge.
struct Tally {
  std::vector<int> iterations;
  int open = 0;

  void print() {
    std::sort(iterations.begin(), iterations.end());
    double sum = 0;
    for (const int n : iterations) sum += n;
    const std::size_t count = iterations.size();
    std::printf(" %.1f / %d / %d", sum / static_cast<double>(count), iterations[count * 99 / 100], iterations.back());
    if (open > 0) std::printf(" (%d open)", open);
    std::printf(" |");
  }
};

TYPED_TEST(CurvedIterations, StayBelowTheCapAndConverge) {
  const bool table = std::getenv("ABUT_TRIALS") != nullptr;
  for_each_curved_pair<TypeParam>([&](const char* name, auto make) {
    if (table) std::printf("| %s |", name);
    for (const double gap : curved_gaps) {
      Tally tally;
      for (int i = 0; i < trials(); ++i) {
        const auto pair = make(static_cast<std::uint64_t>(i), gap);
        const auto r = abut::distance(pair.a, pair.b);
        tally.iterations.push_back(r.iterations);
        EXPECT_LT(r.iterations, 128) << name << " at " << gap << ", seed " << i;
        EXPECT_EQ(r.status, abut::Status::converged)
            << abut::to_string(r.status) << ": " << name << " at " << gap << ", seed " << i << ", width "
            << (r.upper - r.lower) / pair.size << " of the size";
        tally.open += r.status != abut::Status::converged ? 1 : 0;
      }
      if (table) tally.print();
    }
    if (table) std::printf("\n");
  });
}

}  // namespace
}  // namespace oracle
