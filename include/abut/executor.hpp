/// Who runs the independent tasks of building a mesh: you say it.
///
///     const auto pool = [&](std::size_t count, const Tasks& task) {     // an Executor
///       my_threads.for_each(count, [&](std::size_t i) { task(i); });
///     };
///     const auto bracket = Mesh3d::from(vertices, triangles, pool);     // the same bytes as without
///
/// An executor calls task(i) once for each i below `count`, in any order and on any threads, and returns when all calls
/// have. Tasks write to different places, call no executor themselves, and depend on their number alone: so the result
/// has the same bytes whatever the executor does. abut/tbb.hpp has one for oneTBB.
#pragma once

#include <concepts>
#include <cstddef>
#include <memory>

namespace abut {

/// Tasks that are numbered from 0. As small as two pointers; valid while the executor runs.
class Tasks {
 public:
  /// Refers to f: a function of a number.
  template <class F>
  explicit Tasks(const F& f)
      : of_(std::addressof(f)), run_([](const void* of, std::size_t i) { (*static_cast<const F*>(of))(i); }) {}

  /// Runs task i.
  void operator()(std::size_t i) const { run_(of_, i); }

 private:
  const void* of_;
  void (*run_)(const void*, std::size_t);
};

/// What runs tasks: see above.
template <class E>
concept Executor = requires(const E& executor, const Tasks& task) { executor(std::size_t{1}, task); };

/// One after another, on the thread that asks: the default.
struct InOrder {
  /// Runs all of them.
  void operator()(std::size_t count, const Tasks& task) const {
    for (std::size_t i = 0; i < count; ++i) task(i);
  }
};

/// An executor of any kind without ownership.
class ExecutorRef {
 public:
  /// Refers to the executor, which must outlive this.
  template <Executor E>
    requires(!std::same_as<E, ExecutorRef>)
  explicit ExecutorRef(const E& executor)
      : of_(std::addressof(executor)),
        run_([](const void* of, std::size_t count, const Tasks& task) { (*static_cast<const E*>(of))(count, task); }) {}

  /// Runs all tasks.
  void operator()(std::size_t count, const Tasks& task) const { run_(of_, count, task); }

 private:
  const void* of_;
  void (*run_)(const void*, std::size_t, const Tasks&);
};

namespace detail {

/// f(i) for each i below `count`, many of them to a task.
template <class F>
void for_each_in_blocks(const ExecutorRef& executor, std::size_t count, const F& f) {
  constexpr std::size_t block = 4096;
  const auto task = [&](std::size_t k) {
    const std::size_t begin = k * block, end = count - begin < block ? count : begin + block;
    for (std::size_t i = begin; i < end; ++i) f(i);
  };
  executor((count + block - 1) / block, Tasks(task));
}

}  // namespace detail

}  // namespace abut
