// SPDX-License-Identifier: Apache-2.0
// Facts about tools/gallery.sh: every model that can be run has a page, and names are text.
#include <gtest/gtest.h>

#include "app/program.h"

namespace tangible {
namespace {

namespace fs = std::filesystem;

std::string text_of_page(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

class GalleryScript : public testing::Test {
 protected:
  void SetUp() override {
    if (!program_is_built()) GTEST_SKIP() << "the program is not built";
    fs::create_directories(folder.path + "/models/odd");
    fs::create_directories(folder.path + "/pages");
  }
  // The script stands in another folder than this test may.
  ProgramResult make() const {
    return run_program("TANGIBLE_PROGRAM=\"$(realpath \"$T\")\" tools/gallery.sh --models " + folder.path +
                       "/models --until 0.1 " + folder.path + "/pages");
  }
  bool has(const std::string& name) const { return fs::exists(folder.path + "/pages/" + name); }
  ScratchFolder folder;
};

constexpr const char* bead_of_gallery =
    "coordinates: {x: m}\npoints: {P: {from: O, at: x*N.x}}\nparticles: {bead: {at: P, mass: 2 kg}}\n";

TEST_F(GalleryScript, names_of_models_and_files_are_text_in_the_index) {
  const std::string id = "\"><img src=x>&'# %";
  folder.write("models/odd/" + id + ".yaml",
               "tangible: 1\nname: \"</script><b title=\\\"x\\\">\"\n" + std::string(bead_of_gallery));
  folder.write("models/odd/" + id + ".svg", "<svg/>");
  folder.write("models/odd/README.md", "# Odd\n\n- In short: <script>alert(\"1\")</script> & 'more'\n");
  const ProgramResult result = make();
  if (result.text.find("built without the page") != std::string::npos) GTEST_SKIP() << result.text;
  EXPECT_EQ(result.code, 0) << result.text;
  EXPECT_TRUE(has(id + ".html"));
  const std::string index = text_of_page(folder.path + "/pages/index.html");
  const std::string link = "%22%3E%3Cimg%20src%3Dx%3E%26%27%23%20%25";
  EXPECT_NE(index.find("href=\"" + link + ".html\""), std::string::npos) << index;
  EXPECT_NE(index.find("<img src=\"" + link + ".svg\""), std::string::npos) << index;
  EXPECT_NE(index.find("<b>&lt;/script&gt;&lt;b title=&quot;x&quot;&gt;</b>"), std::string::npos) << index;
  EXPECT_NE(index.find("<span>&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;more&#39;</span>"),
            std::string::npos)
      << index;
  EXPECT_EQ(index.find("<script"), std::string::npos);
}

TEST_F(GalleryScript, a_model_that_is_broken_has_no_page_and_is_named) {
  folder.write("models/odd/good.yaml", "tangible: 1\nname: good\n" + std::string(bead_of_gallery));
  folder.write("models/odd/broken.yaml", "tangible: 1\nname: broken\ncoordinates: {x: m\n");
  folder.write("pages/broken.html", "of an earlier day");
  const ProgramResult result = make();
  if (result.text.find("built without the page") != std::string::npos) GTEST_SKIP() << result.text;
  EXPECT_EQ(result.code, 1) << result.text;
  EXPECT_NE(result.text.find("broken.yaml:4:1: error: "), std::string::npos) << result.text;
  EXPECT_NE(result.text.find("1 models have no page: broken"), std::string::npos) << result.text;
  EXPECT_TRUE(has("good.html"));
  EXPECT_FALSE(has("broken.html"));
  const std::string index = text_of_page(folder.path + "/pages/index.html");
  EXPECT_NE(index.find("good.html"), std::string::npos);
  EXPECT_EQ(index.find("broken"), std::string::npos);
}

TEST_F(GalleryScript, models_of_one_name_have_pages_of_their_own) {
  fs::create_directories(folder.path + "/models/even");
  for (const char* name : {"odd/bead", "even/bead", "odd/index"})
    folder.write("models/" + std::string(name) + ".yaml",
                 "tangible: 1\nname: " + std::string(name) + "\n" + bead_of_gallery);
  const ProgramResult result = make();
  if (result.text.find("built without the page") != std::string::npos) GTEST_SKIP() << result.text;
  EXPECT_EQ(result.code, 0) << result.text;
  const std::string index = text_of_page(folder.path + "/pages/index.html");
  for (const char* page : {"bead.html", "odd_bead.html", "odd_index.html"}) {
    EXPECT_TRUE(has(page)) << page;
    EXPECT_NE(index.find("href=\"" + std::string(page) + "\""), std::string::npos) << page;
  }
}

TEST_F(GalleryScript, pictures_beside_the_models_stay_if_the_pages_go_there) {
  folder.write("models/odd/bead.yaml", "tangible: 1\nname: bead\n" + std::string(bead_of_gallery));
  folder.write("models/odd/bead.svg", "<svg/>");
  const ProgramResult result = run_program("TANGIBLE_PROGRAM=\"$(realpath \"$T\")\" tools/gallery.sh --models " +
                                           folder.path + "/models --until 0.1 " + folder.path + "/models/odd");
  if (result.text.find("built without the page") != std::string::npos) GTEST_SKIP() << result.text;
  EXPECT_EQ(result.code, 0) << result.text;
  EXPECT_EQ(text_of_page(folder.path + "/models/odd/bead.svg"), "<svg/>");
}

TEST_F(GalleryScript, words_that_it_does_not_know_are_refused) {
  for (const char* words : {"--model x", "a b", "--until", "--models /nowhere"})
    EXPECT_EQ(run_program("tools/gallery.sh " + std::string(words)).code, 2) << words;
  EXPECT_EQ(run_program("tools/gallery.sh --help").code, 0);
}

}  // namespace
}  // namespace tangible
