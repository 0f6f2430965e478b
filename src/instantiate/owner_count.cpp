/// The owners of what copies of an AnyShape share: see abut/compiled.hpp.
#include <abut/detail/support/owner_count.hpp>

namespace abut::detail {

ABUT_OWNER_COUNT(template)

}  // namespace abut::detail
