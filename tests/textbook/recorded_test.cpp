/// The programs of examples/textbook fail on the cases that expected_failures.txt lists, each for the reason given
/// there, and on no others: neither a new failure nor a case that is right by now goes unnoticed.
#include "trial.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace {

using textbook::test::RecordedCase;
using textbook::test::Trial;

const std::vector<RecordedCase>& recorded_cases() {
  static const std::vector<RecordedCase> all = textbook::test::read_recorded_cases();
  return all;
}

const std::vector<Trial>& trials() {
  static const std::vector<Trial> all = [] {
    const std::vector<RecordedCase>& cases = recorded_cases();
    return std::vector<Trial>{try_closest_point(cases), try_gjk2(cases),    try_gjk3(cases),
                              try_epa2(cases),          try_epa(cases),     try_mpr2(cases),
                              try_mpr(cases),           try_overlap(cases), try_conservative_advancement(cases),
                              try_ray_cast(cases),      try_sweep2(cases)};
  }();
  return all;
}

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  EXPECT_TRUE(file) << path;
  return {std::istreambuf_iterator<char>(file), {}};
}

std::set<std::string> expected_failures() {
  std::set<std::string> lines;
  std::ifstream file(TEXTBOOK_TESTS "/expected_failures.txt");
  EXPECT_TRUE(file);
  for (std::string line; std::getline(file, line);)
    if (!line.empty() && line[0] != '#' && !lines.insert(line).second) ADD_FAILURE() << line << " is listed twice";
  return lines;
}

TEST(TextbookRecorded, FailsOnTheListedCasesAndOnNoOthers) {
  std::set<std::string> listed = expected_failures();
  for (const Trial& trial : trials())
    for (const std::string& failure : trial.failures) EXPECT_EQ(1U, listed.erase(failure)) << "not listed: " << failure;
  for (const std::string& line : listed) ADD_FAILURE() << "listed, and did not happen: " << line;
}

/// So that no compiler, and no other order of roundings, moves a case from one side to the other.
TEST(TextbookRecorded, NoErrorIsNearItsTolerance) {
  for (const Trial& trial : trials()) {
    EXPECT_LT(trial.largest_right, 0.1) << trial.algorithm;
    EXPECT_GT(trial.least_wrong, 10) << trial.algorithm;
  }
}

std::string spaced(int number) {
  std::string text = std::to_string(number);
  text.insert(text.begin(), ' ');
  text.push_back(' ');
  return text;
}

/// How often each symptom occurred.
std::map<std::string, int> symptoms_of(const Trial& trial) {
  std::map<std::string, int> counts;
  for (const std::string& failure : trial.failures) ++counts[failure.substr(0, failure.rfind(' '))];
  return counts;
}

TEST(TextbookRecorded, TheReadmeStatesTheNumbers) {
  const std::string readme = text_of(TEXTBOOK_SOURCES "/README.md");
  for (const Trial& trial : trials()) {
    const std::string row = "| [" + trial.algorithm + ".hpp](" + trial.algorithm + ".hpp) | " +
                            std::to_string(trial.cases) + " | " + std::to_string(trial.failures.size()) + " |";
    const std::size_t at = readme.find(row);
    ASSERT_NE(std::string::npos, at) << "README.md has no row " << row;
    const std::string line = readme.substr(at, readme.find('\n', at) - at);
    for (const auto& [symptom, count] : symptoms_of(trial))
      EXPECT_NE(std::string::npos, line.find(spaced(count))) << symptom << ": " << count;
  }
}

/// The second table of the README: lengths whose products leave the range of double.
TEST(TextbookRecorded, TheReadmeStatesWhatScalingCosts) {
  const std::string readme = text_of(TEXTBOOK_SOURCES "/README.md");
  for (const int exponent : {-200, 200}) {
    const std::vector<RecordedCase> cases = scaled(recorded_cases(), std::ldexp(1, exponent));
    std::string row = "| 2^" + std::to_string(exponent) + " |";
    for (const Trial& trial :
         {try_gjk2(cases), try_gjk3(cases), try_epa2(cases), try_epa(cases), try_mpr2(cases), try_mpr(cases)})
      row += spaced(int(trial.failures.size())) + "|";
    EXPECT_NE(std::string::npos, readme.find(row)) << "README.md has no row " << row;
  }
}

/// They are to be read in one sitting, and to stand alone.
TEST(TextbookSources, AreShortAndIncludeNothingOfTheLibrary) {
  int files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(TEXTBOOK_SOURCES)) {
    if (entry.path().extension() != ".hpp" || entry.path().parent_path().filename() == "mistakes") continue;
    ++files;
    std::ifstream file(entry.path());
    int lines = 0;
    for (std::string line; std::getline(file, line); ++lines) {
      if (!line.starts_with("#include \"")) {
        EXPECT_EQ(std::string::npos, line.find("abut")) << entry.path() << ": " << line;
        continue;
      }
      const std::string name = line.substr(10, line.rfind('"') - 10);
      const std::filesystem::path included = entry.path().parent_path() / name;
      EXPECT_TRUE(std::filesystem::exists(included)) << entry.path() << " includes " << name;
      EXPECT_FALSE(std::filesystem::relative(included, TEXTBOOK_SOURCES).string().starts_with(".."))
          << entry.path() << " includes " << name;
    }
    EXPECT_LE(lines, 150) << entry.path();
  }
  EXPECT_EQ(16, files);
}

}  // namespace
