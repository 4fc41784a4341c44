// tests/ops/coverage_test.cpp: every op and every public function of the ops layer has sample points in this folder
// SPDX-License-Identifier: MIT
//
// Names are read from the headers: the list FM_ELEMENTWISE_OPS, `name = "..."` of each op with options, and the function
// objects `inline constexpr ops::... name{}`. An op is covered when a test here gives its name in quotes, which is how
// the tables and check_op name what they check. Non-differentiable ones count by fm::name.
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include "support/catch.hpp"

namespace {

namespace fs = std::filesystem;

fs::path const root = fs::path(FM_TEST_DATA_DIR).parent_path().parent_path();

std::string text_of(fs::path const& path) {
  std::ifstream in(path);
  std::ostringstream s;
  s << in.rdbuf();
  return s.str();
}
void collect(std::set<std::string>& into, std::string const& text, char const* pattern) {
  std::regex const expression(pattern);
  for (std::sregex_iterator i(text.begin(), text.end(), expression), end; i != end; ++i) into.insert((*i)[1]);
}

}  // namespace

TEST_CASE("every op has sample points", "[coverage]") {
  fs::path const headers = root / "include/fmod/ops";
  REQUIRE(fs::exists(headers));
  std::set<std::string> ops;
  for (auto const& file : fs::directory_iterator(headers)) {
    std::string const text = text_of(file.path());
    collect(ops, text, R"re(char const\* name = "([a-z0-9_]+)")re");
    collect(ops, text, R"re(\? "([a-z0-9_]+)" : "[a-z0-9_]+";)re");
    collect(ops, text, R"re(\? "[a-z0-9_]+" : "([a-z0-9_]+)";)re");
    collect(ops, text, R"re(inline constexpr ops::[A-Za-z_0-9:<>, ]+ ([a-z0-9_]+)\{\};)re");
    if (file.path().filename() == "functions.hpp") collect(ops, text, R"re(X\(([a-z0-9_]+), [A-Z][A-Za-z0-9]*\))re");
    // An op without a name could not be told from one that is covered.
    std::set<std::string> families;
    collect(families, text,
            R"re(struct ([A-Z][A-Za-z0-9]*) : [a-z_:]*_family[^{]*\{ *\n(?! *static constexpr char const\* name))re");
    for (std::string const& f : families)
      FAIL_CHECK("struct " << f << " in " << file.path().filename() << " does not begin with its name");
  }
  REQUIRE(ops.size() > 100);

  std::string tests;
  for (auto const& file : fs::directory_iterator(fs::path(FM_TEST_DATA_DIR).parent_path() / "ops"))
    tests += text_of(file.path());
  std::set<std::string> covered;
  collect(covered, tests, R"re("([a-z0-9_]+)")re");
  collect(
      covered, tests,
      R"re(fm::(sign|floor|ceil|round|trunc|equal|not_equal|less|less_equal|greater|greater_equal|argmax|argmin|argsort|one_hot)\b)re");
  for (std::string const& op : ops)
    if (!covered.contains(op))
      FAIL_CHECK(op << " has no sample points in tests/ops: add it to the table of its family, or a check_op(\"" << op
                    << "\", ...)");
}
