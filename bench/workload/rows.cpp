#include "workload/rows.hpp"

#include <fmt/format.h>

namespace bench {

namespace {

constexpr double gaps[] = {1e-4, 0.01, 1, 10};

std::string at_gap(std::string_view shapes, double gap) { return fmt::format("{}-gap-{}", shapes, gap); }

void add_boxes(std::vector<Row>& list) {
  const Row box{.name = "box", .form_a = Form::box, .form_b = Form::box};
  for (const double gap : gaps) {
    list.push_back(box);
    list.back().name = at_gap("box", gap);
    list.back().gap = gap;
  }
  list.push_back(box);
  list.back().name = "box-overlap";
  list.back().arrangement = Arrangement::overlapping;
}

void add_curved(std::vector<Row>& list) {
  for (const double gap : {0.01, 1.0}) {
    list.push_back({.name = at_gap("capsule", gap), .form_a = Form::capsule, .form_b = Form::capsule, .gap = gap});
  }
  for (const double gap : {0.01, 1.0}) {
    list.push_back({.name = at_gap("cylinder-box", gap), .form_a = Form::cylinder, .form_b = Form::box, .gap = gap});
  }
  const Row near{.name = "", .points = 32, .gap = 0.01};
  const auto add = [&](const std::string& shapes, Form a, Form b) {
    list.push_back(near);
    list.back().name = at_gap(shapes, near.gap);
    list.back().form_a = a;
    list.back().form_b = b;
  };
  add("ball-box", Form::ball, Form::box);
  add("capsule-box", Form::capsule, Form::box);
  add("ball-triangle", Form::ball, Form::triangle);
  add("capsule-triangle", Form::capsule, Form::triangle);
  add("ball-hull32", Form::ball, Form::hull);
}

void add_hulls(std::vector<Row>& list) {
  for (const int points : {8, 16, 32, 64, 256, 1024}) {
    const std::string shapes = fmt::format("hull{}", points);
    for (const double gap : gaps) {
      const bool usual = gap == 0.01 || ((points == 8 || points == 256) && gap == 1);
      if (usual || points == 32) list.push_back({.name = at_gap(shapes, gap), .points = points, .gap = gap});
    }
    if (points == 8 || points == 32) {
      list.push_back({.name = shapes + "-overlap", .points = points, .arrangement = Arrangement::overlapping});
    }
  }
}

/// Rows that provoke rounding errors.
void add_hard(std::vector<Row>& list) {
  const Row box{.name = "", .form_a = Form::box, .form_b = Form::box, .gap = 0.01};
  list.push_back(box);
  list.back().name = "parallel-faces";
  list.back().arrangement = Arrangement::parallel;
  list.back().gap = 1e-3;
  list.push_back(box);
  list.back().name = "sliver-1:1000";
  list.back().flatness = 1e-3;
  list.push_back({.name = "scale-1e-3", .points = 32, .gap = 0.01, .scale = 1e-3});
  list.push_back({.name = "scale-1e-5", .points = 32, .gap = 0.01, .scale = 1e-5});
  list.push_back({.name = "offset-1e4", .points = 32, .gap = 0.01, .offset = 1e4});
  list.push_back({.name = "ratio-1e4", .points = 32, .gap = 1e-4, .ratio = 1e4});
}

/// Each twice: without a cache, and with the cache of the frame before.
void add_frames(std::vector<Row>& list, Row row, const std::string& shapes) {
  row.arrangement = Arrangement::frames;
  row.name = shapes + "-frames-cold";
  list.push_back(row);
  row.name = shapes + "-frames-warm";
  row.warm = true;
  list.push_back(row);
}

void add_polygons(std::vector<Row>& list) {
  for (const int points : {4, 8}) {
    const std::string shapes = fmt::format("polygon{}", points);
    for (const double gap : {1e-4, 0.01, 1.0}) {
      list.push_back({.name = at_gap(shapes, gap), .dimension = 2, .points = points, .gap = gap});
    }
    list.push_back(
        {.name = shapes + "-overlap", .dimension = 2, .points = points, .arrangement = Arrangement::overlapping});
    add_frames(list, {.name = "", .dimension = 2, .points = points}, shapes);
  }
}

/// Verdicts of a pair of shapes: 1 % apart, a size apart and overlapping.
void add_verdicts(std::vector<Row>& list, Row shapes) {
  const std::string name = shapes.name + "-verdict";
  shapes.question = Question::verdict;
  for (const double gap : {0.01, 1.0}) {
    shapes.name = at_gap(name, gap);
    shapes.gap = gap;
    list.push_back(shapes);
  }
  shapes.name = name + "-overlap";
  shapes.gap = 0;
  shapes.arrangement = Arrangement::overlapping;
  list.push_back(shapes);
}

void add_verdicts_and_depths(std::vector<Row>& list) {
  const Row box{.name = "box", .form_a = Form::box, .form_b = Form::box}, hull{.name = "hull32", .points = 32};
  for (const Row& shapes : {box, hull}) {
    add_verdicts(list, shapes);
    list.push_back(shapes);
    list.back().name = shapes.name + "-depth-0.1";
    list.back().question = Question::depth;
    list.back().gap = -0.1;
  }
  for (const int points : {4, 8}) {
    add_verdicts(list, {.name = fmt::format("polygon{}", points), .dimension = 2, .points = points});
  }
}

void add_contacts(std::vector<Row>& list) {
  Row box{.name = "box-contact-rest",
          .question = Question::contact,
          .form_a = Form::box,
          .form_b = Form::box,
          .arrangement = Arrangement::resting};
  list.push_back(box);
  box.arrangement = Arrangement::stacked;
  for (const bool warm : {false, true}) {
    box.name = warm ? "box-contact-frames-warm" : "box-contact-frames-cold";
    box.warm = warm;
    list.push_back(box);
  }
  box.warm = false;
  box.arrangement = Arrangement::apart;
  for (const double gap : {-0.02, 0.01}) {
    box.name = gap < 0 ? "box-contact-0.02" : at_gap("box-contact", gap);
    box.gap = gap;
    list.push_back(box);
  }
  list.push_back({.name = "hull32-contact-0.02", .question = Question::contact, .points = 32, .gap = -0.02});
  for (const int points : {4, 8}) {
    list.push_back({.name = fmt::format("polygon{}-contact-overlap", points),
                    .question = Question::contact,
                    .dimension = 2,
                    .points = points,
                    .arrangement = Arrangement::overlapping});
  }
}

void add_rays(std::vector<Row>& list) {
  for (const int points : {4, 8}) {
    list.push_back({.name = fmt::format("polygon{}-ray", points),
                    .question = Question::ray,
                    .dimension = 2,
                    .points = points,
                    .arrangement = Arrangement::aimed});
  }
}

std::vector<Row> all_depth_rows() {
  const Row box{.name = "",
                .question = Question::depth,
                .form_a = Form::box,
                .form_b = Form::box,
                .arrangement = Arrangement::overlapping};
  std::vector<Row> list(5, box);
  list[0].name = "depths-blocks";
  list[1].name = "depths-plates-1:100";
  list[1].flatness = 0.01;
  list[2].name = "depths-rods-1:100";
  list[2].flatness = list[2].slimness = 0.01;
  list[3].name = "depths-size-1:1000";
  list[3].ratio = 1000;
  list[4].name = "depths-axis-aligned";
  list[4].aligned = true;
  list.push_back(
      {.name = "depths-hull32", .question = Question::depth, .points = 32, .arrangement = Arrangement::overlapping});
  list.push_back({.name = "depths-cylinder-box",
                  .question = Question::depth,
                  .form_a = Form::cylinder,
                  .form_b = Form::box,
                  .arrangement = Arrangement::overlapping});
  return list;
}

std::vector<Row> all_rows() {
  std::vector<Row> list;
  add_boxes(list);
  add_curved(list);
  add_hulls(list);
  add_hard(list);
  add_verdicts_and_depths(list);
  add_contacts(list);
  add_rays(list);
  add_frames(list, {.name = "", .form_a = Form::box, .form_b = Form::box}, "box");
  add_frames(list, {.name = "", .points = 8}, "hull8");
  add_frames(list, {.name = "", .points = 32}, "hull32");
  add_frames(list, {.name = "", .points = 256}, "hull256");
  add_polygons(list);
  return list;
}

}  // namespace

std::span<const Row> rows() {
  static const std::vector<Row> list = all_rows();
  return list;
}

std::span<const Row> depth_rows() {
  static const std::vector<Row> list = all_depth_rows();
  return list;
}

std::vector<Row> rows_containing(std::string_view text, std::span<const Row> among) {
  std::vector<Row> chosen;
  for (const Row& row : among) {
    if (row.name.find(text) != std::string::npos) chosen.push_back(row);
  }
  return chosen;
}

}  // namespace bench
