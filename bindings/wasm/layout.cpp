/// The offsets that src/memory.ts counts on, checked when the module is compiled.
#include <abut.h>

#include <cstddef>
#include <version>

/// libc++ calls this if an index is out of range. Its own version links printf, for a message that is never shown.
_LIBCPP_BEGIN_NAMESPACE_STD
[[noreturn]] void __libcpp_verbose_abort(const char* /*format*/, ...) noexcept { __builtin_trap(); }
_LIBCPP_END_NAMESPACE_STD

namespace {

static_assert(sizeof(abut_shape) == 192 && offsetof(abut_shape, axis) == 4 && offsetof(abut_shape, numbers) == 8);
static_assert(offsetof(abut_shape, points) == 104 && offsetof(abut_shape, count) == 108 &&
              offsetof(abut_shape, hull) == 112 && offsetof(abut_shape, mesh) == 116 &&
              offsetof(abut_shape, radius) == 120);
static_assert(offsetof(abut_shape, placed) == 128 && offsetof(abut_shape, position) == 136 &&
              offsetof(abut_shape, rotation) == 160);

static_assert(sizeof(abut_options) == 80 && offsetof(abut_options, target_tolerance) == 8 &&
              offsetof(abut_options, cutoff) == 16 && offsetof(abut_options, margin) == 24 &&
              offsetof(abut_options, slope) == 32 && offsetof(abut_options, target) == 40 &&
              offsetof(abut_options, max_t) == 48);
static_assert(offsetof(abut_options, max_iterations) == 56 && offsetof(abut_options, max_points) == 60 &&
              offsetof(abut_options, method) == 64 && offsetof(abut_options, at_start) == 68 &&
              offsetof(abut_options, cache) == 72);
static_assert(sizeof(abut_cache) == 64);

static_assert(sizeof(abut_answer) == 352 && offsetof(abut_answer, distance) == 8 &&
              offsetof(abut_answer, depth) == 16 && offsetof(abut_answer, separation) == 24 &&
              offsetof(abut_answer, lower) == 32 && offsetof(abut_answer, upper) == 40);
static_assert(offsetof(abut_answer, normal) == 48 && offsetof(abut_answer, point_a) == 72 &&
              offsetof(abut_answer, point_b) == 96 && offsetof(abut_answer, axis) == 120 &&
              offsetof(abut_answer, point) == 144);
static_assert(offsetof(abut_answer, overlap) == 168 && offsetof(abut_answer, apart) == 172 &&
              offsetof(abut_answer, inside) == 176 && offsetof(abut_answer, count) == 180);
static_assert(offsetof(abut_answer, feature_count) == 184 && offsetof(abut_answer, feature_a) == 188 &&
              offsetof(abut_answer, feature_b) == 204 && offsetof(abut_answer, unique_normal) == 220 &&
              offsetof(abut_answer, unique) == 224);
static_assert(offsetof(abut_answer, hit) == 228 && offsetof(abut_answer, miss) == 232 &&
              offsetof(abut_answer, start) == 236 && offsetof(abut_answer, t) == 240 &&
              offsetof(abut_answer, t_safe) == 248);
static_assert(offsetof(abut_answer, safe_separation) == 256 && offsetof(abut_answer, hit_separation) == 264 &&
              offsetof(abut_answer, target_tolerance) == 272 && offsetof(abut_answer, measure) == 280);
static_assert(offsetof(abut_answer, error) == 288 && offsetof(abut_answer, error_where) == 292 &&
              offsetof(abut_answer, error_index) == 296 && offsetof(abut_answer, part_a) == 304);

static_assert(sizeof(abut_motion) == 17 * 8 && offsetof(abut_motion, rotation) == 3 * 8 &&
              offsetof(abut_motion, center) == 7 * 8 && offsetof(abut_motion, velocity) == 10 * 8 &&
              offsetof(abut_motion, axis) == 13 * 8 && offsetof(abut_motion, angle) == 16 * 8);

static_assert(sizeof(abut_pose_gradient) == 6 * 8 && offsetof(abut_pose_gradient, rotation) == 3 * 8);
static_assert(sizeof(abut_mass) == 10 * 8 && offsetof(abut_mass, centroid) == 8 &&
              offsetof(abut_mass, inertia) == 4 * 8);
static_assert(sizeof(abut_trace) == 12 && offsetof(abut_trace, count) == 8);
static_assert(sizeof(abut_contact_point) == 88 && offsetof(abut_contact_point, kind_a) == 56 &&
              offsetof(abut_contact_point, vertices_b) == 76);
static_assert(offsetof(abut_step, t) == 7 * 8 && offsetof(abut_step, direction) == 10 * 8 &&
              offsetof(abut_step, nearest) == 16 * 8 && offsetof(abut_step, weight) == 21 * 8 &&
              offsetof(abut_step, corner) == 25 * 8);

}  // namespace
