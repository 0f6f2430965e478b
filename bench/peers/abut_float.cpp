#include "peers/abut_pass.hpp"

namespace bench {

std::unique_ptr<Pass> abut_in_float(const Workload<2>& workload) { return make_abut<float>(workload); }
std::unique_ptr<Pass> abut_in_float(const Workload<3>& workload) { return make_abut<float>(workload); }

}  // namespace bench
