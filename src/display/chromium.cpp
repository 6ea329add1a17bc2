// SPDX-License-Identifier: Apache-2.0
// The protocol of Chromium's developer tools: JSON messages that end in a zero byte, on descriptors 3 and 4.
#include "display/chromium.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cctype>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string_view>

#include "display/base64.h"

extern char** environ;

namespace tangible {
namespace {

namespace fs = std::filesystem;

constexpr int patience = 120'000;  // ms, for one answer

[[noreturn]] void fail(const std::string& what) { throw std::runtime_error("Chromium: " + what); }
[[noreturn]] void fail_ended() {
  fail("it ended by itself; does it run without a window here? (chromium --headless --dump-dom)");
}

// RFC 3986, 2.1: the folder for temporary files may have any name.
std::string url_of(const std::string& path) {
  std::string url = "file://";
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    const bool is_plain =
        byte < 128 && (std::isalnum(byte) != 0 || std::string_view("/-._~").find(c) != std::string_view::npos);
    url += is_plain ? std::string(1, c) : fmt::format("%{:02X}", byte);
  }
  return url;
}

// The variables of this program, with another folder for temporary files: Chromium leaves some behind.
std::vector<std::string> environment_with(const std::string& folder) {
  std::vector<std::string> variables;
  for (char** word = environ; *word != nullptr; ++word)
    if (!std::string_view(*word).starts_with("TMPDIR=")) variables.emplace_back(*word);
  variables.push_back("TMPDIR=" + folder);
  return variables;
}

std::vector<char*> pointers_to(std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

}  // namespace

std::optional<std::string> find_chromium() {
  if (const char* given = std::getenv("CHROMIUM"); given != nullptr && *given != '\0')
    return ::access(given, X_OK) == 0 ? std::optional<std::string>(given) : std::nullopt;
  const char* path = std::getenv("PATH");
  for (const char* name : {"chromium", "chromium-browser", "google-chrome"}) {
    std::istringstream folders(path == nullptr ? "" : path);
    for (std::string folder; std::getline(folders, folder, ':');)
      if (const std::string file = folder + "/" + name; ::access(file.c_str(), X_OK) == 0) return file;
  }
  return std::nullopt;
}

std::string PageView::link() const {
  return fmt::format("picture=1&theme={}&trace={}&fit={}&t={}{}", dark ? "dark" : "light", traces ? 1 : 0,
                     fits_instant ? "instant" : "run", time, strobe > 0 ? fmt::format("&strobe={}", strobe) : "");
}

Chromium::Chromium(const std::string& program, std::function<bool()> should_continue)
    : should_continue_(std::move(should_continue)) {
  std::string folder = (fs::absolute(fs::temp_directory_path()) / "tangible-XXXXXX").string();
  if (mkdtemp(folder.data()) == nullptr) fail("no temporary folder can be made");
  folder_ = folder;
  int down[2], up[2];  // down is a socket: writing into a pipe that nobody reads any more would end this program too
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, down) != 0 || pipe2(up, O_CLOEXEC) != 0)
    fail("no pipe can be made");
  // Descriptors that are 3 or 4 themselves would be overwritten by the other one.
  const int in = fcntl(down[0], F_DUPFD_CLOEXEC, 10), out = fcntl(up[1], F_DUPFD_CLOEXEC, 10);
  close(down[0]);
  close(up[1]);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in, 3);
  posix_spawn_file_actions_adddup2(&actions, out, 4);
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
  std::vector<std::string> words{program,
                                 "--headless",
                                 "--disable-gpu",
                                 "--enable-unsafe-swiftshader",  // WebGL without a graphics card; the page is our own
                                 "--no-first-run",
                                 "--hide-scrollbars",
                                 "--remote-debugging-pipe",
                                 "--user-data-dir=" + folder_ + "/profile"};
  if (geteuid() == 0) words.push_back("--no-sandbox");  // root has no other way
  std::vector<std::string> variables = environment_with(folder_);
  const int error =
      posix_spawn(&pid_, program.c_str(), &actions, nullptr, pointers_to(words).data(), pointers_to(variables).data());
  posix_spawn_file_actions_destroy(&actions);
  close(in);
  close(out);
  to_ = down[1];
  from_ = up[0];
  if (error != 0) {
    pid_ = -1;
    stop();
    fail(program + " cannot be started");
  }
  try {
    const nlohmann::json target = call("Target.createTarget", {{"url", "about:blank"}});
    session_ = call("Target.attachToTarget", {{"targetId", target["targetId"]}, {"flatten", true}})["sessionId"];
  } catch (...) {
    stop();
    throw;
  }
}

Chromium::~Chromium() { stop(); }

// Messages to a page that is still being loaded are lost.
void Chromium::wait_for_page(const std::string& name) {
  const std::string condition = "location.pathname.endsWith('/" + name + "') && document.readyState === 'complete'";
  for (int k = 0; k < patience / 10; ++k) {
    if (evaluate(condition) == true) return;
    usleep(10'000);
  }
  fail("the page was not loaded");
}

void Chromium::stop() {
  for (int* pipe : {&to_, &from_})
    if (*pipe >= 0) close(std::exchange(*pipe, -1));
  if (pid_ > 0) {
    kill(pid_, SIGTERM);
    int status = 0;
    waitpid(std::exchange(pid_, -1), &status, 0);
  }
  // Its own children end a little later, and write until then.
  std::error_code error;
  for (int k = 0; k < 100; ++k) {
    fs::remove_all(folder_, error);
    if (!error && !fs::exists(folder_, error)) return;
    usleep(20'000);
  }
}

std::string Chromium::read_message() {
  for (;;) {
    if (const std::size_t end = buffer_.find('\0'); end != std::string::npos) {
      std::string message = buffer_.substr(0, end);
      buffer_.erase(0, end + 1);
      return message;
    }
    pollfd wait{from_, POLLIN, 0};
    if (const int ready = poll(&wait, 1, patience); ready <= 0) fail(ready < 0 ? "interrupted" : "no answer");
    char bytes[65536];
    const ssize_t count = read(from_, bytes, sizeof bytes);
    if (count <= 0) fail_ended();
    buffer_.append(bytes, static_cast<std::size_t>(count));
  }
}

nlohmann::json Chromium::call(const std::string& method, const nlohmann::json& parameters) {
  if (should_continue_ && !should_continue_()) fail("interrupted");
  const int id = ++last_id_;
  nlohmann::json message{{"id", id}, {"method", method}, {"params", parameters}};
  if (!session_.empty()) message["sessionId"] = session_;
  std::string text = message.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  text.push_back('\0');
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t count = send(to_, text.data() + done, text.size() - done, MSG_NOSIGNAL);
    if (count <= 0) fail_ended();
    done += static_cast<std::size_t>(count);
  }
  for (;;) {
    const nlohmann::json answer = nlohmann::json::parse(read_message(), nullptr, false);
    if (!answer.is_object() || answer.value("id", 0) != id) continue;  // an event, or an older answer
    if (answer.contains("error")) fail(method + ": " + answer["error"].value("message", "refused"));
    return answer.value("result", nlohmann::json::object());
  }
}

nlohmann::json Chromium::evaluate(const std::string& script) {
  const nlohmann::json answer =
      call("Runtime.evaluate", {{"expression", script}, {"awaitPromise", true}, {"returnByValue", true}});
  if (answer.contains("exceptionDetails"))
    fail(answer["exceptionDetails"]
             .value("exception", nlohmann::json::object())
             .value("description", "the script failed"));
  return answer["result"].value("value", nlohmann::json());
}

void Chromium::open(const std::string& page, const PageView& view) {
  // Each has a name of its own: another fragment alone would not load it anew.
  const std::string name = fmt::format("run_{}.html", ++last_page_);
  std::ofstream file(folder_ + "/" + name, std::ios::binary);
  file << page;
  file.close();
  if (!file) fail("the page cannot be written into " + folder_);
  call("Emulation.setDeviceMetricsOverride",
       {{"width", view.width}, {"height", view.height}, {"deviceScaleFactor", view.scale}, {"mobile", false}});
  call("Page.navigate", {{"url", url_of(folder_ + "/" + name) + "#" + view.link()}});
  wait_for_page(name);
  // The page reads the run, or reports why it cannot.
  const nlohmann::json problem = evaluate(
      "new Promise((done) => { const look = () => { const { picture } = window.tangible ?? {};"
      "const fatal = document.querySelector('.fatal'); if (picture) done(picture.problem);"
      "else if (fatal) done(fatal.textContent); else setTimeout(look, 10); }; look(); })");
  if (problem != "")
    fail(problem.get<std::string>() + "\n  a name of --out that ends in .svg gives a line drawing, which needs none");
}

std::string Chromium::make_png(double time) {
  return bytes_of_base64(evaluate(fmt::format("tangible.picture.png({})", time)).get<std::string>());
}

std::vector<Chromium::VideoFrame> Chromium::make_film(const std::vector<double>& times, double rate) {
  std::vector<VideoFrame> frames;
  const auto take = [&](const std::string& script) {
    for (const nlohmann::json& chunk : evaluate("tangible.picture." + script))
      frames.push_back({bytes_of_base64(chunk[1].get<std::string>()), chunk[0].get<bool>()});
  };
  evaluate(fmt::format("tangible.picture.beginFilm({})", rate));
  for (const double time : times) take(fmt::format("addFrame({})", time));
  take("endFilm()");
  if (frames.size() != times.size()) fail("frames were lost");
  return frames;
}

}  // namespace tangible
