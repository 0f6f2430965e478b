/// The offsets that src/memory.ts counts on, checked when the module is compiled.
#include <abut.h>

#include <cstddef>
#include <version>

/// libc++ calls this if an index is out of range. Its own version links printf, for a message that is never shown.
_LIBCPP_BEGIN_NAMESPACE_STD
[[noreturn]] void __libcpp_verbose_abort(const char* /*format*/, ...) noexcept { __builtin_trap(); }
_LIBCPP_END_NAMESPACE_STD

namespace {

static_assert(sizeof(abut_shape) == 184 && offsetof(abut_shape, axis) == 4 && offsetof(abut_shape, numbers) == 8);
static_assert(offsetof(abut_shape, points) == 104 && offsetof(abut_shape, count) == 108 &&
              offsetof(abut_shape, radius) == 112);
static_assert(offsetof(abut_shape, placed) == 120 && offsetof(abut_shape, position) == 128 &&
              offsetof(abut_shape, rotation) == 152);

static_assert(sizeof(abut_options) == 64 && offsetof(abut_options, margin) == 16 &&
              offsetof(abut_options, slope) == 24 && offsetof(abut_options, target) == 32 &&
              offsetof(abut_options, limit) == 40);
static_assert(offsetof(abut_options, max_iterations) == 48 && offsetof(abut_options, max_points) == 52 &&
              offsetof(abut_options, method) == 56 && offsetof(abut_options, start) == 60);

static_assert(sizeof(abut_answer) == 200 && offsetof(abut_answer, count) == 12 && offsetof(abut_answer, value) == 16);
static_assert(offsetof(abut_answer, normal) == 40 && offsetof(abut_answer, point_b) == 88 &&
              offsetof(abut_answer, feature_b) == 128);
static_assert(offsetof(abut_answer, gap_lower) == 144 && offsetof(abut_answer, gap_upper) == 152 &&
              offsetof(abut_answer, tolerance) == 160 && offsetof(abut_answer, depth) == 168 &&
              offsetof(abut_answer, start) == 176);
static_assert(offsetof(abut_answer, error) == 180 && offsetof(abut_answer, error_where) == 184 &&
              offsetof(abut_answer, error_index) == 192);

static_assert(sizeof(abut_motion) == 17 * 8 && offsetof(abut_motion, rotation) == 3 * 8 &&
              offsetof(abut_motion, center) == 7 * 8 && offsetof(abut_motion, velocity) == 10 * 8 &&
              offsetof(abut_motion, axis) == 13 * 8 && offsetof(abut_motion, turn) == 16 * 8);

static_assert(sizeof(abut_trace) == 12 && offsetof(abut_trace, count) == 8);
static_assert(sizeof(abut_contact_point) == 88 && offsetof(abut_contact_point, kind_a) == 56 &&
              offsetof(abut_contact_point, vertices_b) == 76);
static_assert(offsetof(abut_step, time) == 7 * 8 && offsetof(abut_step, direction) == 10 * 8 &&
              offsetof(abut_step, nearest) == 16 * 8 && offsetof(abut_step, weight) == 21 * 8 &&
              offsetof(abut_step, corner) == 25 * 8);

}  // namespace
