#include <fmt/format.h>

#include <set>

#include "conformance/talk.h"
#include "conformance/tests.h"

namespace toptile::conformance {

namespace {

Finding range_fault(const uwi::OptionLine& option) {
  const std::string line = uwi::format(uwi::BotMessage(option));
  if (option.type == "spin" && (!option.min || !option.max))
    return warn(fmt::format("\"{}\" has no min and max", line), "Give every spin a min and a max.");
  if (option.type == "spin" && *option.min > *option.max)
    return fail(fmt::format("\"{}\": min is above max", line), "Give a min that is at most max.");
  if (option.type == "combo" && option.choices.empty())
    return fail(fmt::format("\"{}\" has no var", line), "Name every value of a combo: var A var B.");
  return pass("");
}

// A string option whose default is empty need not declare it, and a button has no default.
Finding default_fault(const uwi::OptionLine& option) {
  const std::string line = uwi::format(uwi::BotMessage(option));
  if (option.type == "button" || option.type == "string") return pass("");
  if (!option.default_value)
    return warn(fmt::format("\"{}\" has no default", line),
                "Declare a default: the value that holds if nobody sets it.");
  if (!uwi::accepts(option, *option.default_value)) {
    return fail(fmt::format("\"{}\": the default is not one of its values", line),
                "Declare a default that is one of the option's values.");
  }
  return pass("");
}

Finding declaration_fault(const Introduction& introduction) {
  Finding finding = pass("");
  for (const std::string& bad : introduction.bad_options)
    worsen(finding, fail(bad, "Write option name N type check|spin|combo|string|button and its keys."));
  std::set<std::string> names;
  for (const uwi::OptionLine& option : introduction.options) {
    if (!names.insert(option.name).second) {
      worsen(finding, fail(fmt::format("option {} is declared twice", option.name),
                           "Declare each option once, and give each its own name."));
    }
    worsen(finding, range_fault(option));
    worsen(finding, default_fault(option));
  }
  return finding;
}

// The values to try. The default comes last, so that the option has it again.
std::vector<std::optional<std::string>> values_of(const uwi::OptionLine& option) {
  std::vector<std::optional<std::string>> values;
  if (option.type == "button") return {std::nullopt};
  if (option.type == "check") values = {"true", "false"};
  if (option.type == "string") values = {"some text", ""};
  if (option.type == "combo") values.assign(option.choices.begin(), option.choices.end());
  if (option.type == "spin" && option.min) values.emplace_back(std::to_string(*option.min));
  if (option.type == "spin" && option.max) values.emplace_back(std::to_string(*option.max));
  if (option.default_value && uwi::accepts(option, *option.default_value))
    values.emplace_back(*option.default_value);
  return values;
}

// The options that the user sets must be declared.
Finding given_fault(const Introduction& introduction, const Examinee& examinee) {
  for (const auto& [name, value] : examinee.options) {
    const auto option = std::ranges::find(introduction.options, name, &uwi::OptionLine::name);
    if (option == introduction.options.end())
      return fail(fmt::format("it declares no option {}, but you set it", name),
                  "Declare it, or do not set it.");
    if (!uwi::accepts(*option, value)) {
      return fail(fmt::format("\"{}\" does not take \"{}\"", uwi::format(uwi::BotMessage(*option)), value),
                  "Set it to a value that the option takes.");
    }
  }
  return pass("");
}

Finding set_them_all(Talk& talk, const Introduction& introduction, int& tried) {
  for (const uwi::OptionLine& option : introduction.options) {
    for (const auto& value : values_of(option)) {
      const uwi::SetOption line{option.name, value};
      talk.say(line);
      ++tried;
      const Done ready = talk.get_ready();
      if (ready) continue;
      if (ready.error().verdict != Verdict::fail) return ready.error();
      return fail(fmt::format("after \"{}\": {}", uwi::format(uwi::RefereeMessage(line)), ready.error().seen),
                  "Take every value that the option declares, and go on.");
    }
  }
  return pass("");
}

}  // namespace

Finding test_options(Examination& examination) {
  TOPTILE_TRY(const auto talk, Talk::start(examination));
  TOPTILE_TRY(const auto introduced, talk->shake_hands());
  const Introduction& introduction = introduced;
  Finding finding = declaration_fault(introduction);
  worsen(finding, given_fault(introduction, examination.examinee));
  int tried = 0;
  Finding setting = set_them_all(*talk, introduction, tried);
  if (setting.verdict == Verdict::skip) return setting;
  worsen(finding, std::move(setting));
  if (finding.verdict != Verdict::pass) return finding;
  return pass(introduction.options.empty()
                  ? "none declared"
                  : fmt::format("{} declared, {} values set", introduction.options.size(), tried));
}

}  // namespace toptile::conformance
