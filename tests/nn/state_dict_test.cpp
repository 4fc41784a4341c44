// tests/nn/state_dict_test.cpp: the runtime form of parameters, and the report of all that does not fit
// SPDX-License-Identifier: MIT
#include "support/catch.hpp"

#include <fmod/nn/nn.hpp>

using namespace fm::literals;

namespace {

using Catch::Matchers::Contains;
auto const key = fm::random::key(1);

struct Counted {
  fm::nn::Linear<> fc{2, 1};
  auto spec() const { return fm::dict("fc"_n = fc, "steps"_n = fm::buffer<fm::int64_t>({})); }
  auto operator()(auto const& p, auto const& x) const { return fc(p["fc"_n], x); }
};

}  // namespace

TEST_CASE("a state dict keeps names in order", "[state_dict]") {
  fm::StateDict sd;
  CHECK(sd.empty());
  sd.insert("b", fm::ones<float>({2}));
  sd.insert("a", fm::zeros<fm::int64_t>({}));
  sd.insert("c", fm::ones<double>({1}));
  CHECK(sd.size() == 3);
  CHECK(sd.begin()->name == "b");
  CHECK(sd.contains("a"));
  CHECK(sd.get<fm::int64_t>("a").item() == 0);
  CHECK(fm::shape_of(sd.at("b")) == fm::Shape{2});
  CHECK(std::string(fm::type_name_of(sd.at("c"))) == "double");
  sd.set("a", fm::ones<bool>({3}));
  CHECK(fm::shape_of(sd.at("a")) == fm::Shape{3});
  sd.rename("b", "weight");
  CHECK(sd.begin()->name == "weight");
  sd.erase("weight");
  CHECK(sd.size() == 2);
  CHECK(sd.get<double>("c")(0) == 1);
  CHECK(sd.cast<float>().get<float>("c")(0) == 1);
  CHECK(sd.cast<float>().get<bool>("a")(0));

  CHECK_THROWS_WITH(sd.insert("a", fm::ones<float>({})),
                    "StateDict: the name \"a\" is there already; set replaces its value");
  sd.insert("encoder.weight", fm::ones<float>({}));
  CHECK_THROWS_WITH(sd.at("encoder.weigth"),
                    "StateDict: there is no \"encoder.weigth\" among 3 names (did you mean encoder.weight?)");
  CHECK_THROWS_AS(sd.erase("x"), fm::name_error);
  CHECK_THROWS_AS(sd.rename("a", "c"), fm::name_error);
  CHECK_THROWS_WITH(sd.get<float>("c"), Contains("StateDict: \"c\" holds double, asked for float"));
}

TEST_CASE("parameters go to a state dict and come back", "[state_dict]") {
  auto const model = fm::nn::mlp({2, 3, 1}, fm::tanh);
  auto const p = fm::init<double>(model, key);
  auto const sd = fm::to_state_dict(p);
  std::vector<std::string> names;
  for (auto const& e : sd) names.push_back(e.name);
  CHECK(names == std::vector<std::string>{"layers.0.weight", "layers.0.bias", "layers.1.weight", "layers.1.bias"});
  auto const q = fm::from_state_dict(p, sd);
  static_assert(std::is_same_v<decltype(q), decltype(p)>);
  CHECK(q["layers.0.weight"_n](2, 1) == p["layers.0.weight"_n](2, 1));
  auto const r = fm::from_state_dict<double>(model, sd);
  CHECK(r["layers.1.bias"_n](0) == p["layers.1.bias"_n](0));
  CHECK(fm::from_state_dict<float>(model, sd.cast<float>())["layers.1.bias"_n](0) ==
        static_cast<float>(p["layers.1.bias"_n](0)));
  // Numbers, and buffers of their own type.
  auto const t = fm::dict("x"_n = 2.5, "n"_n = fm::int64_t{3});
  CHECK(fm::from_state_dict(t, fm::to_state_dict(t)) == t);
  auto const c = fm::init<float>(Counted{}, key);
  CHECK(fm::from_state_dict<float>(Counted{}, fm::to_state_dict(c))["steps"_n].item() == 0);
}

TEST_CASE("all that does not fit comes in one report", "[state_dict]") {
  Counted const model;
  auto sd = fm::to_state_dict(fm::init<float>(model, key));
  sd.rename("fc.bias", "fc.biass");
  sd.set("fc.weight", fm::ones<double>({2, 1}));
  sd.insert("extra", fm::ones<float>({}));
  sd.set("steps", fm::zeros<float>({}));
  CHECK_THROWS_WITH(fm::from_state_dict<float>(model, sd),
                    "from_state_dict: 6 things do not fit the model:\n"
                    "  missing: fc.bias\n"
                    "  unexpected: fc.biass (did you mean fc.bias?)\n"
                    "  unexpected: extra\n"
                    "  wrong shape: fc.weight: is (2, 1), the model says (1, 2)\n"
                    "  wrong type: fc.weight: is double, the model says float\n"
                    "  wrong type: steps: is float, the model says int64\n"
                    "  (sd.cast<float>() converts all float and double tensors)");
  CHECK_THROWS_AS(fm::from_state_dict<float>(model, sd), fm::name_error);

  auto other = fm::to_state_dict(fm::init<double>(model, key));
  CHECK_THROWS_AS(fm::from_state_dict<float>(model, other), fm::type_error);
  other = fm::to_state_dict(fm::init<float>(model, key));
  other.set("fc.bias", fm::ones<float>({4}));
  CHECK_THROWS_AS(fm::from_state_dict<float>(model, other), fm::shape_error);
  CHECK_THROWS_WITH(fm::from_state_dict(fm::init<float>(model, key), other),
                    Contains("1 thing does not fit the model"));
}
