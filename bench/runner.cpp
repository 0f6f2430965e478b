#include "runner.hpp"

#include "peers/pass.hpp"
#include "reference/truths.hpp"
#include "thread_time.hpp"

namespace bench {

namespace {

struct Contender {
  std::string name;
  std::unique_ptr<Pass> pass;
  bool measures = true;  ///< distances or depths, not only verdicts
};

std::vector<Contender> contenders(const Row& row, const Workload<2>& w) {
  std::vector<Contender> list;
  const auto add = [&](std::unique_ptr<Pass> in_float, std::unique_ptr<Pass> in_double, std::unique_ptr<Pass> peer) {
    const bool measures = row.question != Question::verdict;
    list.push_back({"abut", std::move(in_float), measures});
    list.push_back({"abut double", std::move(in_double), measures});
    list.push_back({"Box2D", std::move(peer), measures});
  };
  switch (row.question) {
    case Question::verdict: add(abut_verdicts_in_float(w), abut_verdicts_in_double(w), box2d_verdicts(w)); break;
    case Question::contact: add(abut_contacts_in_float(w), abut_contacts_in_double(w), box2d_contacts(w)); break;
    case Question::ray: add(abut_rays_in_float(w), abut_rays_in_double(w), box2d_rays(w)); break;
    default: add(abut_in_float(w), abut_in_double(w), box2d(w));
  }
  return list;
}

std::vector<Contender> contenders(const Row& row, const Workload<3>& w) {
  std::vector<Contender> list;
  const auto add = [&](const char* name, std::unique_ptr<Pass> pass, bool measures = true) {
    if (pass != nullptr) list.push_back({name, std::move(pass), measures});
  };
  switch (row.question) {
    case Question::verdict:
      add("abut", abut_verdicts_in_float(w), false);
      add("abut double", abut_verdicts_in_double(w), false);
      add("Bullet", bullet(w), false);
      add("libccd", ccd(w), false);
      break;
    case Question::depth:
      add("abut", abut_depths_in_float(w));
      add("abut double", abut_depths_in_double(w));
      add("Bullet", bullet_depths(w));
      add("libccd", ccd_depths(w));
      break;
    case Question::contact:
      add("abut", abut_contacts_in_float(w));
      add("abut double", abut_contacts_in_double(w));
      add("Bullet", bullet_contacts(w));
      // It reports nothing for boxes that are apart.
      if (row.gap <= 0) add("Bullet box-box", bullet_box_contacts(w));
      break;
    default:
      add("abut", abut_in_float(w));
      add("abut double", abut_in_double(w));
      add("Bullet", bullet(w));
      add("libccd", ccd(w), false);
      add("FCL", fcl(w));
  }
  return list;
}

double timed(Pass& pass, std::vector<double>& answers) {
  pass.run(answers);
  const double start = thread_nanoseconds();
  pass.run(answers);
  return (thread_nanoseconds() - start) / double(answers.size());
}

template <int D>
Result measure_in(const Row& row) {
  const Workload<D> workload = make_workload<D>(row);
  const std::vector<Truth> truths = truths_of(row, workload);
  const std::vector<Contender> list = contenders(row, workload);
  std::vector<std::vector<double>> answers(list.size(), std::vector<double>(truths.size()));
  std::vector<std::vector<double>> times(list.size());
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < list.size(); ++i) times[i].push_back(timed(*list[i].pass, answers[i]));
  }
  Result result{row, {}};
  for (std::size_t i = 0; i < list.size(); ++i) {
    list[i].pass->finish(answers[i]);
    Accuracy accuracy = list[i].measures ? judge(answers[i], truths) : judge_verdicts(answers[i], truths);
    accuracy.outside = list[i].pass->outside(truths);
    std::vector<double> relative;
    for (std::size_t k = 0; k < times[i].size(); ++k) relative.push_back(times[i][k] / times[0][k]);
    result.libraries.push_back({list[i].name, quartiles(times[i]), quartiles(relative), accuracy});
  }
  return result;
}

}  // namespace

Result measure(const Row& row) { return row.dimension == 2 ? measure_in<2>(row) : measure_in<3>(row); }

}  // namespace bench
