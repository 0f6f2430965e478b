/// The programs of examples/textbook, each run on the recorded cases that it applies to.
#pragma once

#include "recorded_case.hpp"

#include <string>
#include <utility>
#include <vector>

namespace textbook::test {

/// What became of an algorithm's cases.
struct Trial {
  std::string algorithm;
  int cases = 0;
  std::vector<std::string> failures;  // the algorithm, the symptom, and the case
  double largest_right = 0;           // the largest error that was let pass, as a part of its tolerance
  double least_wrong = 1e9;           // the least error that was not

  explicit Trial(std::string name) : algorithm(std::move(name)) {}

  void fail(const std::string& symptom, const RecordedCase& c);
  /// Judges a length by the tolerance of the case, which is a part of its size.
  void judge(double error, const std::string& symptom, const RecordedCase& c);
};

Trial try_closest_point(const std::vector<RecordedCase>& cases);
Trial try_gjk2(const std::vector<RecordedCase>& cases);
Trial try_gjk3(const std::vector<RecordedCase>& cases);
Trial try_epa2(const std::vector<RecordedCase>& cases);
Trial try_epa(const std::vector<RecordedCase>& cases);
Trial try_mpr2(const std::vector<RecordedCase>& cases);
Trial try_mpr(const std::vector<RecordedCase>& cases);
Trial try_overlap(const std::vector<RecordedCase>& cases);
Trial try_conservative_advancement(const std::vector<RecordedCase>& cases);
Trial try_ray_cast(const std::vector<RecordedCase>& cases);
Trial try_sweep2(const std::vector<RecordedCase>& cases);

}  // namespace textbook::test
