/// The judge and its cases, compiled once for all property tests.
#include "oracle/draw/corpus.hpp"

namespace oracle {

template Truth<2> distance(const Body<2>&, const Body<2>&);
template Truth<3> distance(const Body<3>&, const Body<3>&);

template struct Case<float, 2>;
template struct Case<float, 3>;
template struct Case<double, 2>;
template struct Case<double, 3>;

template const std::vector<Case<float, 2>>& corpus<Setting<float, 2, false>>();
template const std::vector<Case<float, 3>>& corpus<Setting<float, 3, false>>();
template const std::vector<Case<double, 2>>& corpus<Setting<double, 2, false>>();
template const std::vector<Case<double, 3>>& corpus<Setting<double, 3, false>>();
template const std::vector<Case<float, 2>>& corpus<Setting<float, 2, true>>();
template const std::vector<Case<float, 3>>& corpus<Setting<float, 3, true>>();
template const std::vector<Case<double, 2>>& corpus<Setting<double, 2, true>>();
template const std::vector<Case<double, 3>>& corpus<Setting<double, 3, true>>();

}  // namespace oracle
