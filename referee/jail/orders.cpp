#include "referee/jail/orders.h"

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "referee/jail/failure.h"
#include "referee/jail/world.h"

namespace jail {
namespace {

bool is(const char* word, const char* name) {
  return std::strcmp(word, name) == 0;
}

[[noreturn]] void refuse(const char* word) {
  errno = EINVAL;
  give_up("understand", word);
}

unsigned long number_of(const char* word, int base = 10) {
  char* end = nullptr;
  errno = 0;
  const unsigned long number = std::strtoul(word, &end, base);
  if (*word < '0' || *word > '9' || *end != '\0' || errno != 0) refuse(word);
  return number;
}

int descriptor_of(const char* word) {
  return static_cast<int>(number_of(word));
}

// Root is not allowed for a bot, and the last number means no user.
uid_t user_of(const char* word) {
  const unsigned long number = number_of(word);
  if (number == 0 || number >= UINT32_MAX) refuse(word);
  return static_cast<uid_t>(number);
}

// The options for the next argument that creates something.
struct Form {
  const char* mode = nullptr;
  const char* size = nullptr;

  mode_t mode_or(mode_t usual) const {
    return mode == nullptr ? usual : static_cast<mode_t>(number_of(mode, 8));
  }
};

struct Builder {
  const char* name;
  int arguments;
  bool takes_mode, takes_size;
  void (*build)(const World& world, const Form& form, char** words);
};

constexpr Builder kBuilders[] = {
    {"--bind", 2, false, false,
     [](const World& world, const Form&, char** words) {
       world.show(words[0], words[1], World::Access::write);
     }},
    {"--ro-bind", 2, false, false,
     [](const World& world, const Form&, char** words) {
       world.show(words[0], words[1], World::Access::read);
     }},
    {"--ro-bind-data", 2, true, false,
     [](const World& world, const Form& form, char** words) {
       world.copy(descriptor_of(words[0]), words[1], form.mode_or(0444));
     }},
    {"--symlink", 2, false, false,
     [](const World& world, const Form&, char** words) { world.add_link(words[0], words[1]); }},
    {"--dir", 1, true, false,
     [](const World& world, const Form& form, char** words) {
       world.add_folder(words[0], form.mode_or(0755));
     }},
    {"--tmpfs", 1, true, true,
     [](const World& world, const Form& form, char** words) {
       const unsigned long long bytes = form.size == nullptr ? 0 : number_of(form.size);
       world.add_memory(words[0], form.mode == nullptr ? "0755" : form.mode,
                        form.size == nullptr ? nullptr : &bytes);
     }},
    {"--proc", 1, false, false,
     [](const World& world, const Form&, char** words) { world.add_processes(words[0]); }},
    {"--dev", 1, false, false,
     [](const World& world, const Form&, char** words) { world.add_devices(words[0]); }},
    {"--remount-ro", 1, false, false,
     [](const World& world, const Form&, char** words) { world.make_read_only(words[0]); }},
};

struct Setting {
  const char* name;
  int arguments;
  void (*set)(Orders& orders, char** words);
};

constexpr Setting kSettings[] = {
    {"--user", 2,
     [](Orders& orders, char** words) {
       orders.is_root = true;
       orders.bot = user_of(words[0]);
       orders.own = user_of(words[1]);
     }},
    {"--hostname", 1, [](Orders& orders, char** words) { orders.host_name = words[0]; }},
    {"--streams", 1, [](Orders& orders, char** words) { orders.first_stream = descriptor_of(words[0]); }},
    {"--nproc", 1, [](Orders& orders, char** words) { orders.processes = number_of(words[0]); }},
    {"--seccomp", 1, [](Orders& orders, char** words) { orders.filter = descriptor_of(words[0]); }},
    {"--chdir", 1, [](Orders& orders, char** words) { orders.folder = words[0]; }},
};

template <class Table>
auto find(const Table& table, const char* word) {
  const auto* found = static_cast<decltype(&table[0])>(nullptr);
  for (const auto& entry : table)
    if (is(word, entry.name)) found = &entry;
  return found;
}

// The operands of an option. Gives up if any is missing.
char** arguments_of(char** word, int count) {
  for (int i = 1; i <= count; ++i)
    if (word[i] == nullptr) refuse(word[0]);
  return word + 1;
}

bool is_form(const char* word) {
  return is(word, "--perms") || is(word, "--size");
}

}  // namespace

Orders read_orders(char** words) {
  Orders orders;
  orders.build = words;
  while (*words != nullptr && !is(*words, "--")) {
    int count = 1;
    if (const Setting* const setting = find(kSettings, *words)) {
      count = setting->arguments;
      setting->set(orders, arguments_of(words, count));
    } else if (const Builder* const builder = find(kBuilders, *words)) {
      count = builder->arguments;
    } else if (!is_form(*words)) {
      refuse(*words);
    }
    words = arguments_of(words, count) + count;
  }
  if (*words == nullptr || words[1] == nullptr) refuse("the end of the command");
  orders.program = words + 1;
  return orders;
}

void build(const Orders& orders, const World& world) {
  Form form;
  for (char** word = orders.build; !is(*word, "--");) {
    int count = 1;
    if (is(*word, "--perms")) {
      form.mode = word[1];
    } else if (is(*word, "--size")) {
      form.size = word[1];
    } else if (const Builder* const builder = find(kBuilders, *word)) {
      count = builder->arguments;
      if ((form.mode != nullptr && !builder->takes_mode) || (form.size != nullptr && !builder->takes_size))
        refuse(*word);
      builder->build(world, form, word + 1);
      form = {};
    } else {
      count = find(kSettings, *word)->arguments;
    }
    word += 1 + count;
  }
}

}  // namespace jail
