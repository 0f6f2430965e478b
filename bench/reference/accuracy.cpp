#include "reference/accuracy.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace bench {

namespace {

double error(double answer, const Truth& truth) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (std::isnan(answer)) return infinity;
  if (std::isinf(truth.distance)) return answer == truth.distance ? 0 : infinity;
  return std::fabs(answer - truth.distance) / (truth.distance != 0 ? std::fabs(truth.distance) : truth.size);
}

}  // namespace

bool is_wrong_verdict(double answer, const Truth& truth) { return (answer > 0) != (truth.distance > 0); }

bool is_bad(double answer, const Truth& truth) {
  if (std::isinf(truth.distance)) return answer != truth.distance;
  return is_wrong_verdict(answer, truth) || !(error(answer, truth) <= 0.01) ||
         !(std::fabs(answer - truth.distance) <= 1e-3 * truth.size);
}

Accuracy judge(std::span<const double> answers, std::span<const Truth> truths) {
  Accuracy r;
  std::vector<double> errors;
  for (std::size_t i = 0; i < answers.size(); ++i) {
    errors.push_back(error(answers[i], truths[i]));
    r.bad += is_bad(answers[i], truths[i]) ? 1 : 0;
  }
  if (errors.empty()) return r;
  std::sort(errors.begin(), errors.end());
  r.largest = errors.back();
  r.permille = errors[errors.size() - 1 - errors.size() / 1000];
  return r;
}

Accuracy judge_verdicts(std::span<const double> answers, std::span<const Truth> truths) {
  Accuracy r{.measures = false};
  for (std::size_t i = 0; i < answers.size(); ++i) r.bad += is_wrong_verdict(answers[i], truths[i]) ? 1 : 0;
  return r;
}

}  // namespace bench
