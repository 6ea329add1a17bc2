// SPDX-License-Identifier: Apache-2.0
// tangible view: a model in the browser, where the mouse pulls it.
#include <fmt/core.h>
#include <spawn.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>

#include "app/command.h"
#include "app/library_names.h"
#include "app/sampled_run.h"
#include "display/live_run.h"
#include "display/server.h"

extern char** environ;

namespace tangible {
namespace {

namespace fs = std::filesystem;

struct ViewOptions {
  std::string model, models;
  std::string recordings = "recordings";
  std::string listen = "127.0.0.1";
  int port = 8420;
  bool port_is_given = false;
  bool no_browser = false;
  double duration = 0;
};

volatile std::sig_atomic_t asked_to_end = 0;

constexpr double patience_at_end = 1;  // s, with equations that are derived when the program is to end

// A recording is still written; a second signal does not wait for it. But of a terminal that is closed two may come,
// one from the shell and one from the system.
void ask_to_end(int signal) {
  asked_to_end = 1;
  std::signal(signal, signal == SIGHUP ? SIG_IGN : SIG_DFL);
}

// The terminal may be closed while something is recorded; what is printed then has no reader.
void let_signals_end_the_program() {
  for (const int signal : {SIGINT, SIGTERM}) std::signal(signal, ask_to_end);
  if (std::signal(SIGHUP, ask_to_end) == SIG_IGN) std::signal(SIGHUP, SIG_IGN);  // as nohup has asked for
  std::signal(SIGPIPE, SIG_IGN);
}

// A line that cannot be printed is no error: recordings are still to be written.
void print_if_possible(std::FILE* file, const std::string& line) {
  (void)std::fputs((line + "\n").c_str(), file);
  (void)std::fflush(file);
  std::clearerr(file);
}

// Texts of viewers cannot command the terminal: its sequences begin with a control character, of ASCII or in UTF-8.
std::string without_controls(std::string text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]), before = static_cast<unsigned char>(i > 0 ? text[i - 1] : ' ');
    if ((c < 32 && c != '\n' && c != '\t') || c == 127 || (before == 0xc2 && c >= 0x80 && c < 0xa0)) text[i] = '?';
  }
  return text;
}

fs::path find_model(const std::string& word, const std::vector<ModelLibrary>& libraries) {
  if (word.empty()) {
    for (const ModelLibrary& library : libraries)
      if (const LibraryModel* cart = library.find("shopping_cart")) return cart->path;
    return {};
  }
  const fs::path file = find_model_file(word, libraries);
  std::error_code error;
  if (!fs::is_regular_file(file, error)) throw BadInput(word + ": error: there is no such file");
  return fs::canonical(file);
}

// A run that was recorded: by a viewer, or by tangible simulate --out, which is run again as it was.
std::optional<std::string> find_run(const std::string& word) {
  RunArguments arguments;
  arguments.recipe.load.path = word;
  if (arguments.is_recording()) return read_recording(arguments);
  if (!arguments.is_record()) return std::nullopt;
  OpenedRun run = open_run(arguments);
  const RunSamples samples = sample(run);
  if (samples.interrupted) throw BadInput(word + ": error: interrupted");
  return encode_run(*run.live, samples, run.title);
}

void print_links(const Server& server) {
  fmt::print("{}\n", server.link());
  const char* connection = std::getenv("SSH_CONNECTION");
  if (const std::string end = server.tunnel_end(); connection != nullptr && *connection != '\0' && !end.empty()) {
    const std::string words = connection;
    const std::size_t second = words.find(' ', words.find(' ') + 1), third = words.find(' ', second + 1);
    const char* user = std::getenv("USER");
    fmt::print("from your own machine: ssh -L {0}:{1}:{0} {2}@{3}\n", server.port(), end,
               user != nullptr ? user : "USER",
               second == std::string::npos ? "HOST" : words.substr(second + 1, third - second - 1));
    if (server.link() != server.tunnel_link()) fmt::print("and there: {}\n", server.tunnel_link());
  }
  fmt::print("Ctrl-C ends it\n");
  std::fflush(stdout);
}

// On a desktop; the output of the browser is ignored. It has a session of its own: Ctrl-C does not end it, nor does the
// end of the terminal. All users of this machine may read its command line.
void open_browser(Server& server) {
  if (std::getenv("DISPLAY") == nullptr && std::getenv("WAYLAND_DISPLAY") == nullptr) return;
  std::string program = "xdg-open", address = server.make_link_for_once();
  char* words[] = {program.data(), address.data(), nullptr};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", 1, 0);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", 1, 0);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t as_usual;
  sigemptyset(&as_usual);
  sigaddset(&as_usual, SIGPIPE);
  posix_spawnattr_setsigdefault(&attributes, &as_usual);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGDEF);
  pid_t child = 0;
  (void)posix_spawnp(&child, "xdg-open", &actions, &attributes, words, environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
}

// Refused: requests, and messages of viewers.
std::string summary_of(const ServerCounts& server, const SessionCounts& session) {
  return fmt::format("{} viewer{}, {} request{}, {} refused{}", server.viewers, server.viewers == 1 ? "" : "s",
                     server.requests, server.requests == 1 ? "" : "s", server.refused + session.refused,
                     server.failed > 0 ? fmt::format(", {} failed", server.failed) : "");
}

int run_command(const ViewOptions& options) {
  const ViewerPage page = viewer_page();
  if (!page.is_there())
    throw BadInput(
        "tangible view: error: this program was built without the page of the viewer\n"
        "  install nodejs and npm, and build it again");
  SessionOptions session_options;
  const std::vector<ModelLibrary> libraries = find_libraries(options.models);
  if (!libraries.empty()) session_options.library = libraries.front();
  session_options.recordings = RecordingFolder(options.recordings);
  session_options.report = [](const std::string& text) { print_if_possible(stderr, without_controls(text)); };
  const std::optional<std::string> recorded = find_run(options.model);
  const fs::path model = recorded ? fs::path() : find_model(options.model, libraries);
  ServerOptions server_options;
  server_options.address = options.listen;
  server_options.port = static_cast<std::uint16_t>(options.port);
  server_options.takes_next_port = !options.port_is_given;
  server_options.page = page;
  Server server(server_options);
  session_options.in_session = [&server](std::function<void()> job) { server.post(std::move(job)); };
  LiveLoop loop(1e-3);
  Worker worker;
  Session session(std::move(session_options), loop, worker);
  LiveRun run(loop);
  let_signals_end_the_program();
  if (recorded) session.show(*recorded, fs::path(options.model).filename().string());
  if (!model.empty()) session.open(model);
  run.start();
  print_links(server);
  if (!options.no_browser) open_browser(server);
  const double end = options.duration > 0 ? LiveRun::clock() + options.duration : 0;
  server.run(session, [end] { return asked_to_end == 0 && (end == 0 || LiveRun::clock() < end); });
  run.stop();
  print_if_possible(stdout, summary_of(server.counts(), session.counts()));
  const bool lacks_model = !model.empty() && !session.has_model();
  const int code = lacks_model && asked_to_end == 0 ? failure : success;
  session.end_derivation();
  if (worker.stop(patience_at_end)) return code;
  // Work that cannot be interrupted: only the end of the process ends that thread.
  session.keep_recordings();
  std::fflush(nullptr);
  std::_Exit(code);
}

}  // namespace

void add_view_command(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<ViewOptions>();
  CLI::App* command = app.add_subcommand("view", "Show a model in the browser, where the mouse pulls it");
  command->add_option("MODEL", options->model,
                      "The model file, the name of a model of the library, or a recorded run (FILE.run, FILE.json)");
  command->add_option("--models", options->models, "Folder of the models that the gallery shows")->check(not_empty());
  command->add_option("--recordings", options->recordings, "Folder of the runs that viewers record and play")
      ->check(not_empty())
      ->capture_default_str();
  command
      ->add_option("--listen", options->listen,
                   "Address to listen on; any address but 127.0.0.1 lets other machines in")
      ->check(not_empty())
      ->capture_default_str();
  const CLI::Option* port = command->add_option("--port", options->port, "Port; 0: any that is free")
                                ->check(CLI::Range(0, 65535))
                                ->capture_default_str();
  command->add_flag("--no-browser", options->no_browser, "Print the link, and open nothing");
  command->add_option("--duration", options->duration, "End after this many seconds")->check(positive_number());
  command->footer("Example:\n  tangible view shopping_cart");
  command->callback([options, port, &exit_code] {
    options->port_is_given = port->count() > 0;
    exit_code = run_command(*options);
  });
}

}  // namespace tangible
