#include "reference/truths.hpp"

#include "reference/depth_reference.hpp"
#include "reference/ray_reference.hpp"

namespace bench {

namespace {

/// Separations: negative where shapes overlap.
template <int D>
std::vector<Truth> true_contacts(const Row& row, const Workload<D>& w) {
  if (row.arrangement == Arrangement::apart && row.gap > 0) return certified_distances(w);
  std::vector<Truth> truths = true_depths(w);
  for (Truth& t : truths) t.distance = -t.distance;
  return truths;
}

template <int D>
std::vector<Truth> truths_in(const Row& row, const Workload<D>& w) {
  switch (row.question) {
    case Question::depth: return true_depths(w);
    case Question::contact: return true_contacts(row, w);
    default: return certified_distances(w);
  }
}

}  // namespace

std::vector<Truth> truths_of(const Row& row, const Workload<2>& w) {
  return row.question == Question::ray ? true_rays(w) : truths_in(row, w);
}
std::vector<Truth> truths_of(const Row& row, const Workload<3>& w) { return truths_in(row, w); }

}  // namespace bench
