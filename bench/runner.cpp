#include "runner.hpp"

#include "library.hpp"

#include <ctime>

namespace bench {

namespace {

struct Contender {
  std::string name;
  std::unique_ptr<Pass> pass;
  bool measures = true;  ///< distances, not verdicts alone
};

std::vector<Contender> contenders(const Workload<2>& w) {
  std::vector<Contender> list;
  list.push_back({"abut", abut_in_float(w)});
  list.push_back({"abut double", abut_in_double(w)});
  list.push_back({"Box2D", box2d(w)});
  return list;
}

std::vector<Contender> contenders(const Workload<3>& w) {
  std::vector<Contender> list;
  list.push_back({"abut", abut_in_float(w)});
  list.push_back({"abut double", abut_in_double(w)});
  list.push_back({"Bullet", bullet(w)});
  list.push_back({"libccd", ccd(w), false});
  list.push_back({"FCL", fcl(w)});
  return list;
}

/// Processor time of this thread: what other processes take is not counted.
double now() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return double(t.tv_sec) * 1e9 + double(t.tv_nsec);
}

double timed(Pass& pass, std::vector<double>& answers) {
  pass.run(answers);
  const double start = now();
  pass.run(answers);
  return (now() - start) / double(answers.size());
}

template <int D>
Result measure_in(const Row& row) {
  const Workload<D> workload = make_workload<D>(row);
  const std::vector<Truth> truths = certified_distances(workload);
  const std::vector<Contender> list = contenders(workload);
  std::vector<std::vector<double>> answers(list.size(), std::vector<double>(truths.size()));
  std::vector<std::vector<double>> times(list.size());
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < list.size(); ++i) times[i].push_back(timed(*list[i].pass, answers[i]));
  }
  Result result{row, {}};
  for (std::size_t i = 0; i < list.size(); ++i) {
    std::vector<double> relative;
    for (std::size_t k = 0; k < times[i].size(); ++k) relative.push_back(times[i][k] / times[0][k]);
    result.libraries.push_back(
        {list[i].name, quartiles(times[i]), quartiles(relative),
         list[i].measures ? judge(answers[i], truths) : judge_verdicts(answers[i], truths)});
  }
  return result;
}

}  // namespace

Result measure(const Row& row) { return row.dimension == 2 ? measure_in<2>(row) : measure_in<3>(row); }

}  // namespace bench
