// SPDX-License-Identifier: Apache-2.0
// Models: formulated in the background, swapped in, read from and written to the opened file.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <fstream>

#include "display/document_json.h"
#include "display/session.h"

namespace tangible {
namespace {

namespace fs = std::filesystem;
constexpr std::size_t longest_file = 1 << 20;

std::string time_of_day() {
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  localtime_r(&now, &local);
  char text[16];
  std::strftime(text, sizeof text, "%H:%M:%S", &local);
  return text;
}

}  // namespace

void Session::open(const fs::path& path) {
  path_ = path;
  id_ = path.stem().string();
  std::error_code error;
  place_ = fs::canonical(path, error);
  file_time_ = fs::last_write_time(path, error);
  const std::optional<std::string> text = read_file();
  if (!text) return take_mistakes(path.string() + ": error: the file cannot be read, or is larger than 1 MiB", {});
  file_text_ = *text;
  formulate(file_text_, "file");
}

// Nothing if it is not the same file: a link may have replaced it.
std::optional<std::string> Session::read_file() const {
  std::error_code error;
  return fs::canonical(path_, error) == place_ && !error ? read_text(place_, longest_file) : std::nullopt;
}

void Session::load(const Command& command) {
  const std::string id =
      command.message.value("model", json()).is_string() ? command.message["model"].get<std::string>() : "";
  const LibraryModel* model = options_.library.find(id);
  if (model == nullptr)
    return reply(command.viewer, command.reply, "there is no model named " + id, "the gallery lists them");
  std::error_code error;
  if (fs::canonical(model->path, error) != model->path || error)
    return reply(command.viewer, command.reply, id + " is not in the folder of models any more",
                 "its file was removed, or a link was put in its place");
  open(model->path);
  reply(command);
}

// Results of earlier requests are dropped.
void Session::formulate(const std::string& text, const char* origin) {
  text_ = text;
  text_origin_ = origin;
  text_state_ = "formulating";
  mistakes_ = json::array();
  const std::uint64_t attempt = ++formulation_;
  send_text();
  send_all({{"type", "progress"}, {"what", "deriving equations of " + id_}});
  worker_.post([this, alive = alive_, text, attempt, name = path_.string(), generation = generation_ + 1,
                period = loop_.period()] {
    if (attempt != formulation_) return;  // it is no longer needed
    std::shared_ptr<LiveModel> live;
    std::string what;
    std::vector<Problem> problems;
    try {
      Model model = load_text(text, name);
      live = std::make_shared<LiveModel>(model, generation, live_options(period));
      for (const ModelDescription::Handle& handle : model.description().handles) (void)model.port(handle.name);
    } catch (const BadInput& error) {
      what = error.what();
      problems = error.problems;
    } catch (const std::exception& error) {
      what = error.what();
    }
    options_.in_session([this, alive, attempt, live, what, problems] {
      if (!*alive || attempt != formulation_) return;
      send_all({{"type", "progress"}, {"what", ""}, {"part", 1}});
      if (!live) return take_mistakes(what, problems);
      install(live, true);
    });
  });
}

void Session::take_mistakes(const std::string& what, const std::vector<Problem>& problems) {
  text_state_ = "mistake";
  mistakes_ = json::array();
  for (const Problem& p : problems)
    if (p.is_error)
      mistakes_.push_back(
          {{"line", std::max(p.line, 1)}, {"column", std::max(p.column, 1)}, {"text", p.message}, {"hint", p.advice}});
  if (mistakes_.empty()) mistakes_.push_back({{"line", 1}, {"column", 1}, {"text", what}, {"hint", ""}});
  send_text();
  add_event({{"kind", "mistake"}, {"time", model_time_}, {"text", what}});
  options_.tell(what);
  has_reported_mistake_ = true;
}

// `is_new`: another model, not the same one from its beginning.
void Session::install(std::shared_ptr<LiveModel> live, bool is_new) {
  auto modes = std::make_unique<ModeGraph>(live->model(), live->mode,
                                           live->first_freedoms);  // before the loop may change the mode
  LiveCommand order;
  order.kind = LiveCommand::Kind::swap_model;
  order.model = live.get();
  if (!loop_.send(order))
    return add_event({{"kind", "note"}, {"time", model_time_}, {"text", "the run has too many commands to obey"}});
  ++take_number_;
  end_recording();
  if (live_) retired_.push_back(std::move(live_));
  live_ = std::move(live);
  shown_ = 0;
  model_time_ = 0;
  mode_change_ = {};
  modes_ = std::move(modes);
  modes_changed_ = true;
  if (!is_new) {
    documents_.clear();
    mode_numbers_.clear();
    want_document(modes_->current());
    return;
  }
  shown_run_.clear();  // a viewer that connects now gets the model
  generation_ = live_->generation;
  layout_ = std::make_unique<WireLayout>(*live_);
  hello_ = make_hello(*live_, *layout_, {id_, path_.filename().string(), !path_.empty(), 1 / loop_.period()});
  documents_.clear();
  mode_numbers_.clear();
  text_state_ = text_ == file_text_ ? "running" : "edited";
  running_since_ = time_of_day();
  want_document(modes_->current());
  for (auto& [number, viewer] : viewers_) send_start(number, events_.last());
  add_event({{"kind", "model"}, {"time", 0}, {"text", "runs " + live_->model().name()}});
  if (std::exchange(has_reported_mistake_, false)) options_.tell(path_.filename().string() + ": no mistakes; it runs");
}

// The same model from its beginning: values of parameters and inputs are those of the model file.
void Session::reset(const Command& command) {
  const std::uint64_t attempt = formulation_;
  const std::uint32_t viewer = command.viewer, id = command.reply;
  worker_.post([this, alive = alive_, before = live_, attempt, viewer, id, period = loop_.period()] {
    std::shared_ptr<LiveModel> fresh;
    std::string what;
    try {
      fresh = std::make_shared<LiveModel>(before->model(), before->generation, live_options(period));
    } catch (const std::exception& error) {
      what = error.what();
    }
    options_.in_session([this, alive, fresh, what, attempt, viewer, id] {
      if (!*alive) return;
      if (!fresh || attempt != formulation_ || fresh->generation != generation_)
        return reply(viewer, id, what.empty() ? "another model was taken meanwhile" : what, "");
      install(fresh, false);
      reply(viewer, id, "", "");
      add_event({{"kind", "reset"}, {"time", 0}, {"viewer", viewer}, {"text", "begins again"}});
    });
  });
}

// Only the opened file, and only if it still has the text that was read from it.
void Session::save(const Command& command) {
  const auto text = command.message.find("text");
  const auto refuse = [&](const std::string& why) {
    reply(command.viewer, command.reply, why, "the text in the page is kept");
  };
  if (text == command.message.end() || !text->is_string()) return refuse("save: text is not a text");
  if (path_.empty()) return refuse("no file is open");
  if (read_file() != file_text_) return refuse(path_.filename().string() + " has changed on disk");
  const fs::path beside = place_.string() + ".saving";
  std::error_code error;
  fs::remove(beside, error);  // a link there is not followed
  {
    std::ofstream out(beside, std::ios::binary | std::ios::trunc);
    out << text->get_ref<const std::string&>();
    if (!out.flush()) return refuse(path_.filename().string() + " cannot be written");
  }
  fs::permissions(beside, fs::status(place_).permissions(), error);
  fs::rename(beside, place_, error);
  if (error) {
    fs::remove(beside, error);
    return refuse(path_.filename().string() + " cannot be written");
  }
  file_text_ = text->get<std::string>();
  file_time_ = fs::last_write_time(path_, error);
  saved_ = time_of_day();
  reply(command);
  if (file_text_ != text_) return formulate(file_text_, "file");
  if (std::string_view(text_state_) == "edited") text_state_ = "running";
  send_text();
}

// Twice a second.
void Session::watch_file(double now) {
  if (path_.empty() || now - file_looked_at_ < 0.5) return;
  file_looked_at_ = now;
  std::error_code error;
  const fs::file_time_type time = fs::last_write_time(path_, error);
  if (error || time == file_time_) return;
  file_time_ = time;
  const std::optional<std::string> text = read_file();
  if (!text || *text == file_text_) return;
  file_text_ = *text;
  formulate(file_text_, "file");
}

void Session::want_document(std::uint32_t mode) {
  if (documents_.contains(mode)) return;
  documents_[mode] = nullptr;
  const DocumentContext context{generation_, mode, modes_->name(mode), modes_->has_contacts(mode),
                                layout_->values.size()};
  worker_.post([this, alive = alive_, live = live_, rows = modes_->rows_of(mode), context] {
    const ModeDocument document = make_document(live->model(), rows, context);
    const auto text =
        std::make_shared<const std::string>(document.message.dump(-1, ' ', false, json::error_handler_t::replace));
    options_.in_session([this, alive, live, text, numbers = document.numbers, context] {
      if (!*alive || live != live_ || !documents_.contains(context.mode)) return;
      documents_[context.mode] = text;
      if (numbers) mode_numbers_[context.mode] = numbers;
      for (auto& [number, viewer] : viewers_) viewer.outlet->send(text);
    });
  });
}

nlohmann::json Session::text_message() const {
  return {
      {"type", "text"},       {"generation", generation_},       {"text", text_},   {"file", path_.filename().string()},
      {"state", text_state_}, {"running_since", running_since_}, {"saved", saved_}, {"origin", text_origin_},
      {"mistakes", mistakes_}};
}

void Session::send_text() { send_all(text_message()); }

}  // namespace tangible
