/// The queries that most property tests use, compiled once.
#include "oracle/draw/depth.hpp"

namespace oracle {

template abut::detail::SignedDistance<float, 2> query(const Pair<float, 2>&, const abut::DistanceOptions<float, 2>&);
template abut::detail::SignedDistance<float, 3> query(const Pair<float, 3>&, const abut::DistanceOptions<float, 3>&);
template abut::detail::SignedDistance<double, 2> query(const Pair<double, 2>&, const abut::DistanceOptions<double, 2>&);
template abut::detail::SignedDistance<double, 3> query(const Pair<double, 3>&, const abut::DistanceOptions<double, 3>&);

template abut::Separation<float, 2> ask_separation(const Pair<float, 2>&, const abut::SeparationOptions<float, 2>&);
template abut::Separation<float, 3> ask_separation(const Pair<float, 3>&, const abut::SeparationOptions<float, 3>&);
template abut::Separation<double, 2> ask_separation(const Pair<double, 2>&, const abut::SeparationOptions<double, 2>&);
template abut::Separation<double, 3> ask_separation(const Pair<double, 3>&, const abut::SeparationOptions<double, 3>&);

}  // namespace oracle
