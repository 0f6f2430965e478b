/// A traced time of impact as a picture: both bodies at the times evaluated, one over the other, the last ones on top.
#pragma once

#include "trace/traced_query.hpp"

namespace abut::tool {

template <int D>
struct TracedImpact {
  struct Pose {
    double time;
    TracedShape<D> a, b;
  };

  std::string id;           ///< as it was written, JSON
  std::vector<Pose> poses;  ///< in the order of time
  std::vector<ImpactStep<D>> steps;
  std::string verdict;  ///< a sentence
};

template <int D>
std::string impact_picture(const TracedImpact<D>& impact);

extern template std::string impact_picture(const TracedImpact<2>&);
extern template std::string impact_picture(const TracedImpact<3>&);

}  // namespace abut::tool
