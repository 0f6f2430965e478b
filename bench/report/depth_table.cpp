#include "report/depth_table.hpp"

#include "peers/pass.hpp"
#include "reference/depth_reference.hpp"
#include "workload/pools.hpp"

#include <abut/penetration.hpp>

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

namespace bench {

namespace {

/// Answers that are missing or wrong.
struct Count {
  int unanswered = 0, wrong = 0;  ///< wrong: by more than 1 %
  double largest = 0;

  void add(double answer, double truth) {
    if (!(answer > 0)) {
      ++unanswered;
      return;
    }
    const double error = std::fabs(answer - truth) / truth;
    wrong += error > 0.01 ? 1 : 0;
    largest = std::max(largest, error);
  }
  std::string text() const { return fmt::format("{} / {} / {:.0e}", unanswered, wrong, largest); }
};

std::string cell(Pass& pass, const std::vector<Truth>& truths) {
  std::vector<double> answers(truths.size());
  pass.run(answers);
  Count count;
  for (std::size_t i = 0; i < truths.size(); ++i) count.add(answers[i], truths[i].distance);
  return count.text();
}

bool is_judged(const Row& row) { return row.form_a == Form::box && row.form_b == Form::box; }

std::string judged_line(const Row& row) {
  const Workload<3> w = make_workload<3>(row, depth_count);
  const std::vector<Truth> truths = true_depths(w);
  return fmt::format("| {} | {} | {} | {} | {} |\n", row.name, cell(*abut_depths_in_float(w), truths),
                     cell(*abut_depths_in_double(w), truths), cell(*bullet_depths(w), truths),
                     cell(*ccd_depths(w), truths));
}

/// The answers of abut in one scalar, with their bounds.
template <class T, Form A, Form B>
struct Bounded {
  int open = 0;       ///< not converged
  double widest = 0;  ///< upper - lower, as a part of upper
  std::vector<double> lower, upper;

  explicit Bounded(const Workload<3>& w) {
    const ShapePool<T, A, 3> a(w.a);
    const ShapePool<T, B, 3> b(w.b);
    for (const auto& q : w.queries) {
      const abut::Pose<T, 3> pose_a{abut::vec_cast<T>(q.pose_a.p),
                                    {T(q.pose_a.q.w), T(q.pose_a.q.x), T(q.pose_a.q.y), T(q.pose_a.q.z)}};
      const abut::Pose<T, 3> pose_b{abut::vec_cast<T>(q.pose_b.p),
                                    {T(q.pose_b.q.w), T(q.pose_b.q.x), T(q.pose_b.q.y), T(q.pose_b.q.z)}};
      const auto r = abut::penetration(abut::place(a[q.a], pose_a), abut::place(b[q.b], pose_b));
      open += r.status == abut::Status::converged ? 0 : 1;
      lower.push_back(double(r.lower));
      upper.push_back(double(r.upper));
      widest = std::max(widest, (upper.back() - lower.back()) / upper.back());
    }
  }
  std::string text() const { return fmt::format("{} / {:.0e}", open, widest); }
};

template <Form A, Form B>
std::string bounded_line(const Row& row) {
  const Workload<3> w = make_workload<3>(row, depth_count);
  const Bounded<float, A, B> in_float(w);
  const Bounded<double, A, B> in_double(w);
  int apart = 0;
  for (std::size_t i = 0; i < w.queries.size(); ++i) {
    const bool agree = in_float.lower[i] <= in_double.upper[i] && in_double.lower[i] <= in_float.upper[i];
    apart += agree ? 0 : 1;
  }
  std::vector<double> answers(w.queries.size());
  bullet_depths(w)->run(answers);
  Count bullet;
  for (std::size_t i = 0; i < answers.size(); ++i) {
    bullet.add(answers[i], std::clamp(answers[i], in_double.lower[i], in_double.upper[i]));
  }
  return fmt::format("| {} | {} | {} | {} | {} |\n", row.name, in_float.text(), in_double.text(), apart, bullet.text());
}

}  // namespace

std::string depth_table(const std::vector<Row>& rows) {
  std::string judged, bounded;
  for (const Row& row : rows) {
    if (is_judged(row)) {
      judged += judged_line(row);
    } else {
      bounded += row.form_a == Form::hull ? bounded_line<Form::hull, Form::hull>(row)
                                          : bounded_line<Form::cylinder, Form::box>(row);
    }
  }
  std::string text;
  if (!judged.empty()) {
    text += fmt::format(
        "\n### Depth of {} pairs of boxes: unanswered / off by more than 1 % / largest error\n\n"
        "| row | abut | abut double | Bullet | libccd |\n|---|---|---|---|---|\n{}",
        depth_count, judged);
  }
  if (!bounded.empty()) {
    text += fmt::format(
        "\n### Depth of {} other pairs, within the bounds of abut: not converged / widest bounds\n\n"
        "| row | abut | abut double | float and double contradict each other | Bullet: unanswered / off by "
        "more "
        "than 1 % / largest error |\n|---|---|---|---|---|\n{}",
        depth_count, bounded);
  }
  return text;
}

}  // namespace bench
