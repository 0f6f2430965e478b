#include "peers/abut_pass.hpp"

namespace bench {

std::unique_ptr<Pass> abut_verdicts_in_double(const Workload<3>& workload) {
  return make_abut_asking<double, Question::verdict>(workload);
}
std::unique_ptr<Pass> abut_depths_in_double(const Workload<3>& workload) {
  return make_abut_asking<double, Question::depth>(workload);
}

}  // namespace bench
