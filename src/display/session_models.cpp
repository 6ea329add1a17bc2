// SPDX-License-Identifier: Apache-2.0
// Models: formulated in the background, swapped in, read from and written to the opened file.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>

#include "display/document_json.h"
#include "display/session.h"
#include "engine/interruptible.h"

namespace tangible {
namespace {

namespace fs = std::filesystem;

std::string time_of_day() {
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  localtime_r(&now, &local);
  char text[16];
  std::strftime(text, sizeof text, "%H:%M:%S", &local);
  return text;
}

// Meshes are found from the folder of the model file.
void check_has_no_mesh(const ModelDescription& model) {
  for (const SceneShape& shape : model.shapes) {
    if (shape.kind != "mesh") continue;
    const std::string message = "the mesh " + shape.mesh + ": the page sent the text alone, not its folder";
    throw BadInput(
        model.path + ":" + std::to_string(shape.line) + ": error: " + message,
        {{true, shape.line, 1, message, "give the program the path of the file when it starts, instead of its text"}});
  }
}

}  // namespace

void Session::open(const fs::path& path) {
  file_ = OpenedFile(path);
  saved_.clear();
  text_.clear();
  take_file();
}

void Session::take_file() {
  if (file_.text()) return formulate(*file_.text(), "file");
  supersede();
  send_all({{"type", "progress"}, {"what", ""}, {"part", 1}});
  text_origin_ = "file";
  take_mistakes(file_.place() + ": error: the file cannot be read, or is larger than 1 MiB", {});
}

// The text of a file that only the page has. The file that was open before is neither written nor watched any more.
void Session::open_text(const std::string& text, const std::string& name) {
  file_ = OpenedFile::without_path(name, text);
  saved_.clear();
  formulate(text, "file");
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

// Earlier requests are ended, even within a derivation that takes hours; their results are dropped.
void Session::supersede() {
  *superseded_ = true;
  superseded_ = std::make_shared<std::atomic<bool>>(false);
  ++formulation_;
}

void Session::formulate(const std::string& text, const char* origin) {
  text_ = text;
  text_origin_ = origin;
  text_state_ = "formulating";
  mistakes_ = json::array();
  supersede();
  const std::uint64_t attempt = formulation_;
  send_text();
  send_all({{"type", "progress"}, {"what", "deriving equations of " + file_.stem()}});
  const HelloContext context{file_.id(), file_.name(), file_.has_path(), 1 / loop_.period()};
  worker_.post([this, alive = alive_, text, attempt, place = file_.place(), context, generation = generation_ + 1,
                period = loop_.period(), superseded = superseded_] {
    auto made = std::make_shared<Formulated>();
    std::string what;
    std::vector<Problem> problems;
    const auto make = [&] {
      Model model = load_text(text, place);
      if (!context.can_save) check_has_no_mesh(model.description());
      made->live = std::make_shared<LiveModel>(model, generation, live_options(period));
      for (const ModelDescription::Handle& handle : model.description().handles) (void)model.port(handle.name);
      made->layout = std::make_unique<WireLayout>(*made->live);
      made->hello = make_hello(*made->live, *made->layout, context);
    };
    try {
      if (!run_until_stopped(*superseded, make)) return;  // it is no longer needed
    } catch (const BadInput& error) {
      what = error.what();
      problems = error.problems;
    } catch (const std::exception& error) {
      what = error.what();
    }
    options_.in_session([this, alive, attempt, made, what, problems] {
      if (!*alive || attempt != formulation_) return;
      send_all({{"type", "progress"}, {"what", ""}, {"part", 1}});
      if (made->hello.is_null()) return take_mistakes(what, problems);
      install(std::move(made->live), made.get());
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
  options_.report(what);
  has_reported_mistake_ = true;
}

// `made`: another model; null: the same one from its beginning.
void Session::install(std::shared_ptr<LiveModel> live, Formulated* made) {
  auto modes = std::make_unique<ModeGraph>(live->model(), live->mode,
                                           live->first_freedoms);  // before the loop may change the mode
  LiveCommand order;
  order.kind = LiveCommand::Kind::swap_model;
  order.model = live.get();
  if (!loop_.send(order))
    return add_event({{"kind", "note"}, {"time", model_time_}, {"text", "too many commands are waiting for the run"}});
  ++take_number_;
  end_recording();
  if (live_) retired_.push_back(std::move(live_));
  live_ = std::move(live);
  shown_ = 0;
  model_time_ = 0;
  mode_change_ = {};
  modes_ = std::move(modes);
  modes_changed_ = true;
  if (made == nullptr) {
    documents_.clear();
    mode_numbers_.clear();
    want_document(modes_->current());
    return;
  }
  shown_run_.clear();  // a viewer that connects now gets the model
  generation_ = live_->generation;
  layout_ = std::move(made->layout);
  hello_ = std::move(made->hello);
  documents_.clear();
  mode_numbers_.clear();
  text_state_ = text_ == file_.text() ? "running" : "edited";
  running_since_ = time_of_day();
  want_document(modes_->current());
  for (auto& [number, viewer] : viewers_) send_start(number, events_.last());
  add_event({{"kind", "model"}, {"time", 0}, {"text", "runs " + live_->model().name()}});
  if (std::exchange(has_reported_mistake_, false)) options_.report(file_.name() + ": no mistakes; it runs");
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
      install(fresh, nullptr);
      reply(viewer, id, "", "");
      add_event({{"kind", "reset"}, {"time", 0}, {"viewer", viewer}, {"text", "begins again"}});
    });
  });
}

void Session::save(const Command& command) {
  const auto text = command.message.find("text");
  const auto refuse = [&](const std::string& why) {
    reply(command.viewer, command.reply, why, "the text in the page is kept");
  };
  if (text == command.message.end() || !text->is_string()) return refuse("save: text is not a text");
  if (const std::string wrong = file_.write(text->get_ref<const std::string&>()); !wrong.empty()) return refuse(wrong);
  saved_ = time_of_day();
  reply(command);
  if (text_ != file_.text()) return formulate(*file_.text(), "file");
  if (std::string_view(text_state_) == "edited") text_state_ = "running";
  send_text();
}

void Session::revert(const Command& command) {
  if (!file_.text())
    return reply(command.viewer, command.reply, file_.is_open() ? file_.name() + " cannot be read" : "no file is open",
                 "open a model of the gallery");
  formulate(*file_.text(), "file");
  reply(command);
}

// Twice a second.
void Session::watch_file(double now) {
  if (now - file_checked_at_ < 0.5) return;
  file_checked_at_ = now;
  if (file_.has_changed()) take_file();
}

void Session::want_document(std::uint32_t mode) {
  if (documents_.contains(mode)) return;
  documents_[mode] = nullptr;
  const DocumentContext context{generation_, mode, modes_->name(mode), modes_->has_contacts(mode),
                                layout_->values.size()};
  worker_.post([this, alive = alive_, live = live_, rows = modes_->rows_of(mode), context, superseded = superseded_] {
    EventLog::Message text;
    std::shared_ptr<ModeNumbers> numbers;
    std::string what;
    const auto make = [&] {
      const ModeDocument document = make_document(live->model(), rows, context);
      text = std::make_shared<const std::string>(document.message.dump(-1, ' ', false, json::error_handler_t::replace));
      numbers = document.numbers;
    };
    try {
      (void)run_until_stopped(*superseded, make);
    } catch (const std::exception& error) {
      what = std::string("the equations of this mode cannot be written: ") + error.what();
    }
    options_.in_session([this, alive, live, text, numbers, what, context] {
      if (!*alive || live != live_ || !documents_.contains(context.mode)) return;
      if (!text && what.empty()) {  // a model goes first, which may have mistakes, so that this one goes on
        documents_.erase(context.mode);
        return want_document(context.mode);
      }
      if (!text) return add_event({{"kind", "note"}, {"time", model_time_}, {"text", what}});
      documents_[context.mode] = text;
      if (numbers) mode_numbers_[context.mode] = numbers;
      for (auto& [number, viewer] : viewers_) viewer.outlet->send(text);
    });
  });
}

nlohmann::json Session::text_message() const {
  return {{"type", "text"},       {"generation", generation_}, {"text", text_},
          {"file", file_.name()}, {"state", text_state_},      {"running_since", running_since_},
          {"saved", saved_},      {"origin", text_origin_},    {"can_save", file_.has_path()},
          {"mistakes", mistakes_}};
}

void Session::send_text() { send_all(text_message()); }

}  // namespace tangible
