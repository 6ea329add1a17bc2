// SPDX-License-Identifier: Apache-2.0
// The equations as they stand beside a running model: numbers in their lines,
// terms of the hand, short names, and what every symbol of the library means.
#include <gtest/gtest.h>

#include <atomic>
#include <set>

#include "display/document_json.h"
#include "display/run_samples.h"
#include "engine/interruptible.h"
#include "virtual_session.h"

namespace tangible {
namespace {

using nlohmann::json;

// Value of a place of the last snapshot: those of all modes first, then those
// of the mode.
double at(const DecodedSnapshot& snapshot, const json& place) {
  const auto i = place.get<std::size_t>();
  return i < snapshot.values.size() ? snapshot.values[i] : snapshot.mode_values.at(i - snapshot.values.size());
}

json dynamical_lines(const json& document) {
  for (const json& section : document["sections"])
    if (section["kind"] == "dynamical") return section["lines"];
  return json::array();
}

json condition_of(const json& document, const std::string& kind) {
  for (const json& section : document["sections"])
    if (section["kind"] == kind && section.contains("holds_where")) return section["holds_where"];
  return nullptr;
}

// Whether no divisor of the dynamical equations is zero there; without a condition they hold everywhere.
bool holds(const DecodedSnapshot& snapshot, const json& document) {
  const json condition = condition_of(document, "dynamical");
  return condition.is_null() || at(snapshot, condition["regularity"]) > condition["least"].get<double>();
}

// The numbers of a sample as a snapshot has them.
DecodedSnapshot snapshot_of(const LiveModel& live, const ModeDocument& document, std::span<const double> numbers) {
  DecodedSnapshot snapshot;
  for (const WireValue& value : WireLayout(live).values) snapshot.values.push_back(numbers[value.source]);
  const std::span<const double> now = document.numbers->evaluate(live, numbers);
  snapshot.mode_values.assign(now.begin(), now.end());
  return snapshot;
}

// Left side less right side of every line, in numbers; and the size of its
// largest part.
void expect_balance(const DecodedSnapshot& snapshot, const json& document) {
  for (const json& line : dynamical_lines(document)) {
    ASSERT_TRUE(line.contains("numbers")) << line["text"];
    double left = 0, size = std::abs(at(snapshot, line["numbers"]["right"]));
    for (const json& term : line["numbers"]["terms"]) {
      const double part = at(snapshot, term["coefficient"]) * at(snapshot, term["of"]);
      left += part;
      size = std::max(size, std::abs(part));
    }
    EXPECT_NEAR(left, at(snapshot, line["numbers"]["right"]), 1e-7 * (1 + size)) << line["text"];
  }
}

TEST(ModeNumbers, the_line_in_numbers_balances_while_the_hand_pulls) {
  VirtualSession s;
  ListedViewer viewer;
  const std::uint32_t me = s.join(viewer);
  ASSERT_TRUE(s.wait([&] { return !viewer.last("document").is_null(); }));
  s.say(me, {{"type", "take"}, {"id", 1}, {"handle", "grip"}});
  ASSERT_TRUE(s.wait([&] { return !viewer.reply(1).is_null(); }));
  for (int k = 1; k < 20; ++k) {
    s.say(me, {{"type", "hand"}, {"seq", k}, {"position", {1.5, 0.3, 0.9}}});
    s.run(0.016);
  }
  const json document = viewer.last("document");
  ASSERT_EQ(dynamical_lines(document).size(), 2u);
  expect_balance(viewer.snapshot(), document);
  const json& symbols = document["symbols"];
  ASSERT_GE(symbols.size(), 2u);
  EXPECT_EQ(symbols[0]["name"], "h1");
  EXPECT_EQ(symbols[0]["kind"], "hand");
  EXPECT_EQ(symbols[0]["unit"], "N");
  EXPECT_EQ(symbols[1]["unit"], "N*m");
  EXPECT_GT(std::abs(at(viewer.snapshot(), symbols[0]["value"])), 1);
  EXPECT_NE(dynamical_lines(document)[0]["text"].get<std::string>().find("+ h1"), std::string::npos);
  s.say(me, {{"type", "release"}});
  s.run(0.05);
  EXPECT_EQ(at(viewer.snapshot(), symbols[0]["value"]), 0);
  // One equation, with other coefficients.
  s.say(me, {{"type", "constraint"}, {"name", "caster_sticks"}, {"active", true}});
  ASSERT_TRUE(s.wait([&] { return viewer.last("document")["mode"] == 1; }));
  s.run(0.1);
  ASSERT_EQ(dynamical_lines(viewer.last("document")).size(), 1u);
  expect_balance(viewer.snapshot(), viewer.last("document"));
}

// Words of a formula that could be symbols; what stands between back quotes is one.
std::set<std::string> words_of(std::string text) {
  std::set<std::string> words;
  for (std::size_t begin = text.find('`'); begin != std::string::npos; begin = text.find('`')) {
    const std::size_t end = text.find('`', begin + 1);
    words.insert(text.substr(begin + 1, end - begin - 1));
    text.erase(begin, end - begin + 1);
  }
  const std::set<std::string> operators{"and", "or", "not"};
  std::string word;
  for (const char c : text + " ") {
    const bool is_part = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '\'' ||
                         (c == '.' && !word.empty() && std::isalpha(static_cast<unsigned char>(word[0])) != 0);
    if (is_part) {
      word.push_back(c);
      continue;
    }
    if (!word.empty() && std::isdigit(static_cast<unsigned char>(word[0])) == 0 && c != '(') words.insert(word);
    word.clear();
  }
  for (const std::string& name : operators) words.erase(name);
  return words;
}

// Equations whose numbers are too many for a snapshot (more than 600), so that short names have no place.
const std::set<std::string> without_numbers{};

// What a document says of one mode; names by which lines are shortened are defined by lines before.
class DocumentCheck {
 public:
  DocumentCheck(const LiveModel& live, const std::string& model)
      : model_(model), values_(WireLayout(live).values.size()), hello_(hello_of(live)) {}

  void check(const ModeDocument& document) {
    known_.clear();
    for (const json* list : {&std::as_const(hello_), &document.message["symbols"]})
      for (const json& symbol : *list)
        if (symbol["value"] != -1 || !known_.contains(symbol["name"])) known_[symbol["name"]] = symbol;
    places_ = values_ + (document.numbers ? document.numbers->size() : 0);
    has_numbers_ = document.numbers != nullptr;
    for (const json& section : document.message["sections"]) {
      const bool defines = section["title"] == "Equations with short names";
      std::set<std::string> defined;
      for (const json& line : section["lines"]) {
        if (line.contains("note")) continue;
        const auto text = line["text"].get<std::string>();
        const std::size_t sign = text.find(" = ");
        for (const std::string& word : words_of(defines ? text.substr(sign + 3) : text))
          if (word != "pi" && !defined.contains(word)) check_word(word, text);
        if (defines) defined.insert(text.substr(0, sign));
        definitions += defines ? 1u : 0u;
      }
    }
  }

  std::size_t definitions = 0;  // of short names, so far

 private:
  json hello_of(const LiveModel& live) const {
    return make_hello(live, WireLayout(live), {model_, "", false, 1000})["symbols"];
  }
  void check_word(const std::string& word, const std::string& line) {
    const std::string where = model_ + ": " + word + " in " + line.substr(0, 200);
    ASSERT_TRUE(known_.contains(word)) << where;
    const json& symbol = known_[word];
    EXPECT_FALSE(symbol["meaning"].get<std::string>().empty()) << where;
    EXPECT_FALSE(symbol["kind"] != "short" && symbol["unit"].get<std::string>().empty()) << where;
    const auto place = symbol["value"].get<std::int64_t>();
    EXPECT_LT(place, static_cast<std::int64_t>(places_)) << where;
    const bool is_of_mode = symbol["kind"] == "short" || symbol["kind"] == "hand";
    EXPECT_TRUE(place >= 0 || (is_of_mode && !has_numbers_)) << where;
  }

  std::string model_;
  std::size_t values_;
  json hello_;
  std::map<std::string, json> known_;
  std::size_t places_ = 0;
  bool has_numbers_ = false;
};

// The modes of a second of a run, and those that the model declares.
std::map<std::vector<std::string>, ModeDocument> documents_of_modes(LiveModel& live, const std::string& model) {
  SampleOptions options;
  options.until = model == "squeezer" ? 1e-3 : 1;
  const RunSamples samples = sample_run(live, options);
  const std::size_t values = WireLayout(live).values.size();
  std::map<std::vector<std::string>, ModeDocument> documents;
  const auto add = [&](const std::vector<std::string>& rows) {
    if (!documents.contains(rows)) documents[rows] = make_document(live.model(), rows, {1, 0, "", false, values});
  };
  for (std::uint32_t mode = 0; mode < samples.graph.size(); ++mode) add(samples.graph.rows_of(mode));
  for (const std::string& mode : live.model().description().modes) add(live.model().equations({mode}).active);
  return documents;
}

TEST(ModeNumbers, every_symbol_of_the_librarys_equations_has_meaning_unit_and_place) {
  const ModelLibrary library("models");
  std::size_t with_matrix = 0, with_names = 0, modes = 0, definitions = 0;
  std::set<std::string> too_many;
  for (const LibraryModel& entry : library.models()) {
    LiveModel live(load(entry.path.string()), 1, live_options(1e-3));
    DocumentCheck check(live, entry.id);
    for (const auto& [rows, document] : documents_of_modes(live, entry.id)) {
      check.check(document);
      ++modes;
      if (!document.numbers) too_many.insert(entry.id);
      const std::size_t equations = dynamical_lines(document.message).size();
      EXPECT_EQ(document.message.contains("matrix"), equations > 6) << entry.id;
      with_matrix += document.message.contains("matrix") ? 1u : 0u;
      with_names += document.message["symbols"].size() > equations ? 1u : 0u;
      for (const json& line : dynamical_lines(document.message))
        EXPECT_LT(line["text"].get<std::string>().size(), 2000u) << entry.id;
    }
    definitions += check.definitions;
  }
  EXPECT_EQ(too_many, without_numbers);
  EXPECT_GT(definitions, 100u);
  EXPECT_GT(with_matrix, 0u);
  EXPECT_GT(with_names, 5u);
  EXPECT_GT(modes, library.models().size() + 5);
}

// Numbers a little after the start. The written equations divide by a coefficient of the speed that a row gives. Where
// this is zero the condition of the section is not met, as where the run of car_axis begins.
TEST(ModeNumbers, the_lines_of_the_library_balance_where_they_hold) {
  const ModelLibrary library("models");
  std::size_t compared = 0;
  std::string excused;
  for (const LibraryModel& entry : library.models()) {
    LiveModel live(load(entry.path.string()), 1, live_options(1e-3));
    SampleOptions options;
    options.until = entry.id == "squeezer" ? 1e-3 : 0.03;
    const RunSamples samples = sample_run(live, options);
    std::map<std::uint32_t, ModeDocument> documents;
    for (const std::size_t k : {std::size_t{0}, samples.numbers.size() - 1}) {
      const std::uint32_t mode = samples.modes[k];
      if (samples.graph.has_contacts(mode)) continue;  // their forces stand beside the equations
      if (!documents.contains(mode))
        documents[mode] = make_document(live.model(), samples.graph.rows_of(mode),
                                        {1, mode, "", false, WireLayout(live).values.size()});
      const ModeDocument& document = documents[mode];
      if (!document.numbers) continue;
      const DecodedSnapshot snapshot = snapshot_of(live, document, samples.numbers[k]);
      SCOPED_TRACE(entry.id);
      if (holds(snapshot, document.message)) {
        expect_balance(snapshot, document.message);
        ++compared;
      } else {
        excused += entry.id + (k == 0 ? " " : "+ ");
      }
    }
  }
  EXPECT_GT(compared, 40u);
  EXPECT_EQ(excused, "car_axis ");
}

// A bead on a circle, in rectangular coordinates: u2 = -x u1 / h. It starts where h is zero.
TEST(ModeNumbers, equations_are_known_not_to_hold_where_a_divisor_is_zero) {
  LiveModel live(load_text(R"yaml(tangible: 1
name: bead on a circle
parameters: {m: 1 kg, l: 1 m, g: 9.81 m/s^2}
coordinates: {x: m, h: m}
points:
  P: {from: O, at: x*N.x + h*N.y}
speeds: {u1: x', u2: h'}
particles:
  bead: {at: P, mass: m}
gravity: -g*N.y
constraints:
  circle: {configuration: x^2 + h^2 - l^2}
initial: {x: 1, h: 0, u1: 0}
)yaml"),
                 1, live_options(1e-3));
  SampleOptions options;
  options.until = 0.5;
  const RunSamples samples = sample_run(live, options);
  const ModeDocument document =
      make_document(live.model(), samples.graph.rows_of(0), {1, 0, "", false, WireLayout(live).values.size()});
  ASSERT_TRUE(document.numbers);
  const json condition = condition_of(document.message, "dynamical");
  ASSERT_EQ(condition["not_zero"].size(), 1u);
  EXPECT_EQ(condition["not_zero"][0]["text"], "h");
  EXPECT_EQ(condition, condition_of(document.message, "dependent"));
  EXPECT_TRUE(condition_of(document.message, "kinematical").is_null());
  const DecodedSnapshot start = snapshot_of(live, document, samples.numbers.front());
  EXPECT_FALSE(holds(start, document.message));
  EXPECT_EQ(at(start, condition["not_zero"][0]["value"]), 0);
  std::size_t later = 0;
  for (const std::vector<double>& numbers : samples.numbers) {
    const DecodedSnapshot snapshot = snapshot_of(live, document, numbers);
    if (!holds(snapshot, document.message)) continue;
    EXPECT_LT(at(snapshot, condition["not_zero"][0]["value"]), -1e-6);
    expect_balance(snapshot, document.message);
    ++later;
  }
  EXPECT_EQ(later, samples.numbers.size() - 1);
}

// Roll, pitch and yaw: the rates of the angles are divided by the cosine of the pitch.
TEST(ModeNumbers, kinematical_equations_have_a_condition_of_their_own) {
  const LiveModel live(load_text(R"yaml(tangible: 1
name: tumbling box
parameters: {m: 1 kg, J: 0.1 kg*m^2}
coordinates: {q1: rad, q2: rad, q3: rad}
frames:
  B: {in: N, rotate: {body: xyz, angles: [q1, q2, q3]}}
speeds:
  u1: dot(w(B), B.x)
  u2: dot(w(B), B.y)
  u3: dot(w(B), B.z)
bodies:
  box: {frame: B, center: O, mass: m, inertia: {xx: J, yy: 2*J, zz: 3*J}}
initial: {u1: 1}
)yaml"),
                       1, live_options(1e-3));
  const ModeGraph graph(live.model(), live.mode, live.first_freedoms);
  const ModeDocument document =
      make_document(live.model(), graph.rows_of(0), {1, 0, "", false, WireLayout(live).values.size()});
  EXPECT_TRUE(condition_of(document.message, "dynamical").is_null());
  const json condition = condition_of(document.message, "kinematical");
  ASSERT_EQ(condition["not_zero"].size(), 1u) << document.message.dump(2);
  EXPECT_EQ(condition["not_zero"][0]["text"], "cos(q2)");
  std::vector<double> numbers(live.numbers.size());
  const WireLayout layout(live);
  for (const double pitch : {0.3, std::acos(0.0)}) {
    for (const WireValue& value : layout.values)
      if (value.name == "q2") numbers[value.source] = pitch;
    const DecodedSnapshot snapshot = snapshot_of(live, document, numbers);
    EXPECT_NEAR(at(snapshot, condition["not_zero"][0]["value"]), std::cos(pitch), 1e-15);
    EXPECT_EQ(at(snapshot, condition["regularity"]) > condition["least"].get<double>(), pitch == 0.3);
  }
}

// Else the page would keep a message about an interruption in the place of the equations.
TEST(ModeDocument, whose_writing_is_ended_is_none) {
  const Model model = load("models/four_bar/four_bar.yaml");
  std::atomic<bool> stop = false;
  EXPECT_FALSE(run_until_stopped(stop, [&] {
    stop = true;
    (void)make_document(model, {}, {});
  }));
}

}  // namespace
}  // namespace tangible
