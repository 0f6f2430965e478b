#include "peers/abut_pass.hpp"

namespace bench {

std::unique_ptr<Pass> abut_in_double(const Workload<2>& workload) { return make_abut<double>(workload); }
std::unique_ptr<Pass> abut_in_double(const Workload<3>& workload) { return make_abut<double>(workload); }

}  // namespace bench
