"""The settings page ends a sign-in, and makes tokens that may only read."""

from __future__ import annotations

from playwright.sync_api import expect


def test_whoever_signs_out_is_somebody_new(people) -> None:
    page = people.new(path="/settings", ready="input[role=switch]")
    name = page.get_by_label("Your name, as others see it")
    name.fill("Ann")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status").filter(has_text="Saved.")).to_be_visible()
    page.get_by_role("button", name="Sign out").click()
    page.get_by_role("dialog").get_by_role("button", name="Stay").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("button", name="Sign out").click()
    with page.expect_response(lambda answer: answer.request.method == "DELETE") as ended:
        page.get_by_role("dialog").get_by_role("button", name="Sign out").click()
    assert ended.value.status == 204
    page.wait_for_url("**/")
    with page.expect_response(
        # The page that was left asks the same: its answer is gone with it.
        lambda answer: answer.url.endswith("/api/v1/me") and page.url.endswith("/settings")
    ) as asked:
        page.goto("/settings")
    assert asked.value.json()["name"] == ""
    expect(name).to_have_value("")


def test_a_name_that_is_being_typed_is_not_replaced_by_a_late_answer(people) -> None:
    page = people.new(path="/settings", ready="input[role=switch]")
    held = []
    page.route("**/api/v1/me", lambda route: held.append(route))
    page.reload()
    name = page.get_by_label("Your name, as others see it")
    name.fill("Ann")
    with page.expect_response("**/api/v1/me/tokens"):
        for route in held:
            route.continue_()
    expect(name).to_have_value("Ann")


def test_a_token_that_may_only_read_says_so(people) -> None:
    page = people.new(path="/settings", ready="input[role=switch]")
    page.get_by_label("What the token is for").fill("my reader")
    page.get_by_label("The bot").select_option("may only read")
    page.get_by_role("button", name="Make a token").click()
    expect(page.locator(".tokens li")).to_contain_text("may only read")
