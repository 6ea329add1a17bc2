// SPDX-License-Identifier: Apache-2.0
// Names, origins, tokens and cookies that are let in, and those that are not.
#include "display/access.h"

#include <gtest/gtest.h>

namespace tangible {
namespace {

TEST(Access, a_server_on_loopback_answers_to_loopback_names_only) {
  const Access access("127.0.0.1", 8420, "t");
  for (const char* host : {"127.0.0.1:8420", "localhost:8420", "LOCALHOST:9000", "[::1]:8420"})
    EXPECT_TRUE(access.host_is_allowed(host)) << host;
  for (const char* host :
       {"", "evil.example:8420", "127.0.0.1.evil.example", "192.168.0.2:8420", "localhost.evil.example"})
    EXPECT_FALSE(access.host_is_allowed(host)) << host;
}

TEST(Access, a_server_that_is_opened_up_answers_to_addresses_but_not_to_foreign_names) {
  const Access access("0.0.0.0", 8420, "t");
  EXPECT_TRUE(access.host_is_allowed("192.168.0.2:8420"));
  EXPECT_FALSE(access.host_is_allowed("evil.example:8420"));
}

TEST(Access, the_origin_is_the_page_of_this_very_host) {
  EXPECT_TRUE(Access::origin_is_own("http://127.0.0.1:8420", "127.0.0.1:8420"));
  for (const char* origin : {"", "null", "http://evil.example", "https://127.0.0.1:8420", "http://127.0.0.1:8421",
                             "http://127.0.0.1:8420.evil.example"})
    EXPECT_FALSE(Access::origin_is_own(origin, "127.0.0.1:8420")) << origin;
}

TEST(Access, the_cookie_is_found_among_others_and_is_of_this_server) {
  const Access access("127.0.0.1", 8420, "token"), other("127.0.0.1", 8420, "token");
  const std::string cookie = access.set_cookie().substr(0, access.set_cookie().find(';'));
  EXPECT_TRUE(access.has_cookie(cookie));
  EXPECT_TRUE(access.has_cookie("a=b; " + cookie + "; c=d"));
  EXPECT_FALSE(access.has_cookie(""));
  EXPECT_FALSE(access.has_cookie("x" + cookie));
  EXPECT_FALSE(other.has_cookie(cookie));
  EXPECT_NE(access.set_cookie().find("HttpOnly; SameSite=Strict"), std::string::npos);
  EXPECT_TRUE(access.token_is_right("token"));
  EXPECT_FALSE(access.token_is_right("toke"));
}

TEST(Access, a_ticket_is_right_once_and_the_token_always) {
  Access access("127.0.0.1", 8420, "token");
  EXPECT_FALSE(access.exchange(""));
  const std::string first = access.make_ticket(), second = access.make_ticket();
  EXPECT_FALSE(access.exchange(first)) << "there is one at a time";
  EXPECT_TRUE(access.exchange(second));
  EXPECT_FALSE(access.exchange(second));
  EXPECT_FALSE(access.exchange(""));
  for (int k = 0; k < 2; ++k) EXPECT_TRUE(access.exchange("token"));
}

}  // namespace
}  // namespace tangible
