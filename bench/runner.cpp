#include "runner.hpp"

#include "peers/pass.hpp"
#include "reference/depth_reference.hpp"
#include "thread_time.hpp"

namespace bench {

namespace {

struct Contender {
  std::string name;
  std::unique_ptr<Pass> pass;
  bool measures = true;  ///< distances or depths, not only verdicts
};

std::vector<Contender> contenders(const Row&, const Workload<2>& w) {
  std::vector<Contender> list;
  list.push_back({"abut", abut_in_float(w)});
  list.push_back({"abut double", abut_in_double(w)});
  list.push_back({"Box2D", box2d(w)});
  return list;
}

std::vector<Contender> contenders(const Row& row, const Workload<3>& w) {
  std::vector<Contender> list;
  if (row.question == Question::verdict) {
    list.push_back({"abut", abut_verdicts_in_float(w), false});
    list.push_back({"abut double", abut_verdicts_in_double(w), false});
    list.push_back({"Bullet", bullet(w), false});
    list.push_back({"libccd", ccd(w), false});
    return list;
  }
  if (row.question == Question::depth) {
    list.push_back({"abut", abut_depths_in_float(w)});
    list.push_back({"abut double", abut_depths_in_double(w)});
    list.push_back({"Bullet", bullet_depths(w)});
    list.push_back({"libccd", ccd_depths(w)});
    return list;
  }
  list.push_back({"abut", abut_in_float(w)});
  list.push_back({"abut double", abut_in_double(w)});
  list.push_back({"Bullet", bullet(w)});
  list.push_back({"libccd", ccd(w), false});
  list.push_back({"FCL", fcl(w)});
  return list;
}

std::vector<Truth> truths_of(const Row&, const Workload<2>& w) { return certified_distances(w); }
std::vector<Truth> truths_of(const Row& row, const Workload<3>& w) {
  return row.question == Question::depth ? true_depths(w) : certified_distances(w);
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
    std::vector<double> relative;
    for (std::size_t k = 0; k < times[i].size(); ++k) relative.push_back(times[i][k] / times[0][k]);
    result.libraries.push_back({list[i].name, quartiles(times[i]), quartiles(relative),
                                list[i].measures ? judge(answers[i], truths) : judge_verdicts(answers[i], truths)});
  }
  return result;
}

}  // namespace

Result measure(const Row& row) { return row.dimension == 2 ? measure_in<2>(row) : measure_in<3>(row); }

}  // namespace bench
