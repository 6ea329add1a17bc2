// SPDX-License-Identifier: Apache-2.0
// tangible completion: what a shell needs to complete commands and options, made from the command line itself.
#include <cstring>
#include <iostream>

#include "app/command.h"

namespace tangible {
namespace {

struct Choice {
  std::string name;
  std::string description;  // one line
};
struct CommandChoices {
  Choice command;
  std::vector<Choice> options;
};

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

std::vector<CommandChoices> choices(CLI::App& app) {
  std::vector<CommandChoices> all;
  for (CLI::App* command : app.get_subcommands([](CLI::App*) { return true; })) {
    CommandChoices& entry = all.emplace_back();
    entry.command = {command->get_name(), first_line(command->get_description())};
    for (const CLI::Option* option : command->get_options())
      for (const std::string& name : option->get_lnames())
        entry.options.push_back({"--" + name, first_line(option->get_description())});
  }
  return all;
}

std::string joined(const std::vector<Choice>& list) {
  std::string text;
  for (const Choice& choice : list) text += (text.empty() ? "" : " ") + choice.name;
  return text;
}

std::vector<Choice> commands(const std::vector<CommandChoices>& all) {
  std::vector<Choice> list;
  for (const CommandChoices& entry : all) list.push_back(entry.command);
  return list;
}

// 'it''s' for the shells: quotes inside single quotes.
std::string quoted(std::string text, const char* quote) {
  for (std::size_t at = text.find('\''); at != std::string::npos; at = text.find('\'', at + std::strlen(quote)))
    text.replace(at, 1, quote);
  return "'" + text + "'";
}

void write_bash(std::ostream& out, const std::vector<CommandChoices>& all) {
  out << "# bash completion for tangible: source <(tangible completion bash)\n"
         "_tangible() {\n"
         "  local word=\"${COMP_WORDS[COMP_CWORD]}\" options=''\n"
         "  if (( COMP_CWORD == 1 )); then\n";
  out << "    COMPREPLY=($(compgen -W '" << joined(commands(all)) << " --help --version' -- \"$word\"))\n"
      << "    return\n  fi\n  case \"${COMP_WORDS[1]}\" in\n";
  for (const CommandChoices& entry : all)
    out << "    " << entry.command.name << ") options='" << joined(entry.options) << "' ;;\n";
  out << "  esac\n"
         "  if [[ \"${COMP_WORDS[COMP_CWORD-1]}\" == --format ]]; then\n"
         "    COMPREPLY=($(compgen -W 'text latex json c' -- \"$word\"))\n"
         "  elif [[ \"$word\" == -* ]]; then\n"
         "    COMPREPLY=($(compgen -W \"$options\" -- \"$word\"))\n"
         "  else\n"
         "    COMPREPLY=($(compgen -f -- \"$word\"))\n"
         "  fi\n"
         "}\n"
         "complete -o filenames -F _tangible tangible\n";
}

void write_zsh(std::ostream& out, const std::vector<CommandChoices>& all) {
  const auto described = [](const Choice& choice) {
    std::string name = choice.name + ":" + choice.description;
    return quoted(name, "'\\''");
  };
  out << "#compdef tangible\n# zsh completion for tangible: put this into a file _tangible on your fpath\n_tangible() "
         "{\n"
         "  local -a list\n  if (( CURRENT == 2 )); then\n    list=(";
  for (const CommandChoices& entry : all) out << "\n      " << described(entry.command);
  out << ")\n    _describe command list\n    return\n  fi\n  case \"$words[2]\" in\n";
  for (const CommandChoices& entry : all) {
    out << "    " << entry.command.name << ")\n      list=(";
    for (const Choice& option : entry.options) out << "\n        " << described(option);
    out << ") ;;\n";
  }
  out << "  esac\n  _describe option list\n  _files\n}\ncompdef _tangible tangible\n";
}

void write_fish(std::ostream& out, const std::vector<CommandChoices>& all) {
  out << "# fish completion for tangible: tangible completion fish | source\n";
  for (const CommandChoices& entry : all) {
    out << "complete -c tangible -n __fish_use_subcommand -f -a " << entry.command.name << " -d "
        << quoted(entry.command.description, "\\'") << "\n";
    for (const Choice& option : entry.options)
      out << "complete -c tangible -n '__fish_seen_subcommand_from " << entry.command.name << "' -l "
          << option.name.substr(2) << " -d " << quoted(option.description, "\\'") << "\n";
  }
}

}  // namespace

void add_completion_command(CLI::App& app) {
  auto shell = std::make_shared<std::string>();
  CLI::App* command =
      app.add_subcommand("completion", "Print a script with which a shell completes commands and options");
  command->add_option("SHELL", *shell, "bash, zsh or fish")->required()->check(CLI::IsMember({"bash", "zsh", "fish"}));
  command->footer(
      "Examples:\n"
      "  source <(tangible completion bash)\n"
      "  tangible completion zsh > ~/.zfunc/_tangible\n"
      "  tangible completion fish | source");
  command->callback([shell, &app] {
    const std::vector<CommandChoices> all = choices(app);
    if (*shell == "bash") write_bash(std::cout, all);
    if (*shell == "zsh") write_zsh(std::cout, all);
    if (*shell == "fish") write_fish(std::cout, all);
  });
}

}  // namespace tangible
