/// Two builds of abut on the same queries, in turn.
#pragma once

#include "report/quartiles.hpp"
#include "ways/rows.hpp"

#include <string_view>

namespace bench {

/// The first `count` queries of the rows with the text in their names, and the first `count` of all motions.
WayQueries make_way_queries(std::string_view text, int count = query_count);

struct Compared {
  double nanoseconds;  ///< of the first, median
  Quartiles ratio;     ///< the second's time divided by the first's, round by round
};

/// In each round both make an untimed pass and a timed one.
Compared compare(const WayRow& first, const WayRow& second);

/// Calls use(first, second) for every row with the text in its name.
template <class Use>
void for_each_pair(const std::vector<WayRow>& first, const std::vector<WayRow>& second, std::string_view text,
                   const Use& use) {
  for (std::size_t i = 0; i < first.size(); ++i) {
    if (first[i].name.find(text) != std::string::npos) use(first[i], second[i]);
  }
}

}  // namespace bench
