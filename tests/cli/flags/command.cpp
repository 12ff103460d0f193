#include "cli/flags/command.h"

#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

#include "cli/flags/command_outline.h"

using namespace toptile;

BOOST_AUTO_TEST_SUITE(command)

namespace {

using Words = std::vector<std::string>;

struct Small {
  std::string name;
  std::optional<std::string> maybe;
  Words list;
  int number = 7;
  std::optional<std::int64_t> time;
  std::uint64_t seed = 0;
  double part = 0;
  bool json = false;
  std::optional<bool> pin;
};

// A program with a command that has one option of each kind, and one that has parts.
class Program {
 public:
  Program() {
    Command first = line_.program().add_command("first", "The first command", "toptile first ann");
    first.add_option("name NAME", values.name, "A name").required();
    first.add_option("--maybe TEXT", values.maybe, "A text");
    first.add_option("-l,--list ITEM", values.list, "Items").repeated();
    {
      const Section section(first, "Numbers");
      first.add_option("--number N", values.number, "A number").check(in_range(1, 9)).shows_default();
      const Option time = first.add_option("--time MS", values.time, "A time");
      first.add_option("--seed N", values.seed, "A seed").check(seed_number()).excludes(time);
    }
    first.add_option("--part P", values.part, "A part").needs(first.option("--seed"));
    first.add_flag("--json", values.json, "JSON");
    first.add_switch("--pin,!--no-pin", values.pin, "Pins");
    first.set_action([first, this] {
      number_given = first.option("--number").is_given();
      return 3;
    });
    Command parts = line_.program().add_command("parts", "A command with parts", "toptile parts one");
    parts.add_command("one", "The first part", "toptile parts one").set_action([]() -> Result<void> {
      return success();
    });
    parts.add_command("two", "The second part", "toptile parts two").set_action([]() -> Result<void> {
      return Error{"it fails"};
    });
  }

  // The exit status as text, or the error.
  std::string run(const Words& words) {
    const auto action = line_.parse(words);
    if (!action) return action.error().message;
    const auto status = action.value()();
    return status ? std::to_string(status.value()) : status.error().message;
  }
  Command root() { return line_.program(); }

  Small values;
  bool number_given = false;

 private:
  CommandLine line_{"toptile", "A small program.", "toptile 9", "An end."};
};

}  // namespace

BOOST_AUTO_TEST_CASE(values_reach_their_variables) {
  Program program;
  BOOST_TEST(program.run({"first", "ann", "--maybe", "m", "-l", "a", "--list", "b", "--number", "8", "--seed",
                          "18446744073709551615", "--part", "0.5", "--json", "--no-pin"}) == "3");
  const Small& values = program.values;
  BOOST_TEST(values.name == "ann");
  BOOST_TEST(values.maybe.value() == "m");
  BOOST_TEST(values.list == (Words{"a", "b"}), boost::test_tools::per_element());
  BOOST_TEST(values.number == 8);
  BOOST_TEST(!values.time.has_value());
  BOOST_TEST(values.seed == UINT64_MAX);
  BOOST_TEST(values.part == 0.5);
  BOOST_TEST(values.json);
  BOOST_TEST(!values.pin.value());
  BOOST_TEST(program.number_given);
}

BOOST_AUTO_TEST_CASE(values_that_are_not_given_stay) {
  Program program;
  BOOST_TEST(program.run({"first", "ann"}) == "3");
  BOOST_TEST(program.values.number == 7);
  BOOST_TEST(!program.values.pin.has_value());
  BOOST_TEST(!program.number_given);
}

BOOST_AUTO_TEST_CASE(last_word_of_a_switch_counts) {
  Program program;
  BOOST_TEST(program.run({"first", "ann", "--no-pin", "--pin"}) == "3");
  BOOST_TEST(program.values.pin.value());
}

BOOST_AUTO_TEST_CASE(actions_return_a_status_or_an_error) {
  BOOST_TEST(Program().run({"parts", "one"}) == "0");
  BOOST_TEST(Program().run({"parts", "two"}) == "it fails");
}

BOOST_AUTO_TEST_CASE(wrong_arguments_get_one_sentence) {
  const auto says = [](const Words& words, const std::string& message) {
    BOOST_TEST(Program().run(words) == message);
  };
  const std::string see = "; see: toptile first --help";
  says({"first", "ann", "--seed", "1", "--time", "2"},
       "first: --time and --seed do not go together; leave one out" + see);
  says({"first", "ann", "--part", "1"}, "first: --part goes only with --seed; give both" + see);
  says({"first", "ann", "--jsn"}, "first: unknown flag --jsn; did you mean --json?" + see);
  says({"first", "ann", "--number", "10"},
       "first: --number: \"10\" should be a whole number from 1 to 9" + see);
  says({"first", "ann", "--time", "soon"}, "first: --time: \"soon\" should be a number" + see);
  says({"first", "ann", "--number"}, "first: --number: N should follow" + see);
  says({"parts"}, "parts: one of these should follow: one, two; see: toptile parts --help");
  says({"parts", "twoo"}, "parts has no command \"twoo\"; did you mean two?; see: toptile parts --help");
}

BOOST_AUTO_TEST_CASE(options_can_be_looked_up) {
  Program program;
  Command command = program.root().add_command("more", "More", "toptile more");
  std::string value;
  command.add_option("--value V", value, "A value").describe("Another text");
  BOOST_TEST(command.option("--value").name() == "--value");
  BOOST_TEST(command.find_option("--value")->description() == "Another text");
  BOOST_TEST(!command.find_option("--values").has_value());
  BOOST_TEST(command.options().size() == 2U);  // And --help.
}

BOOST_AUTO_TEST_CASE(outline_tells_what_was_declared) {
  Program program;
  const CommandOutline outline = outline_of(program.root().program());
  BOOST_REQUIRE(outline.parts.size() == 2U);
  const CommandOutline& first = outline.parts[0];
  BOOST_TEST(first.example == "toptile first ann");
  BOOST_REQUIRE(first.positionals.size() == 1U);
  BOOST_TEST(first.positionals[0].value == "NAME");
  BOOST_TEST(first.positionals[0].is_required);
  const auto number = std::ranges::find(first.options, std::string("number"), &Argument::name);
  BOOST_REQUIRE((number != first.options.end()));
  BOOST_TEST(number->value == "N");
  BOOST_TEST(number->default_value == "7");
  BOOST_TEST(outline.parts[1].parts[1].path == "parts two");
}

BOOST_AUTO_TEST_SUITE_END()
