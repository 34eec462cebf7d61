"""What the player says: the numbers of a sentence and their places, the words on a card, names, what is kept silent."""

from typing import Any

from kit.sample_pictures import lesson

from microgradviz import Value
from microgradviz.exercises import check

FACTORS = '(line) => [...line.children].map((part) => [part.className.replace("mv-factor is-", ""), part.textContent])'


def sentence(page: Any) -> Any:
    return page.locator(".mv-status:not(.mv-room) .mv-sentence")


def test_the_numbers_of_a_sentence_light_their_places(show: Any) -> None:
    page = show(lesson(), step=9)
    line = sentence(page)
    assert line.text_content() == "Arriving from e: −2 × −3 along this edge = 6; a.grad is now 6"
    assert line.evaluate(FACTORS) == [["grad", "−2"], ["slope", "−3"], ["grad", "6"]]
    arriving, slope, now = line.locator(".mv-factor").all()
    arriving.hover()
    assert page.locator(".is-pointed .mv-title").all_text_contents() == ["e = a × b"]
    slope.focus()
    pointed = page.locator(".mv-edges .is-pointed")
    assert pointed.count() == 1
    assert pointed.evaluate("(line) => getComputedStyle(line).visibility") == "visible"
    now.click()
    assert page.locator(".is-pointed.is-grad .mv-title").all_text_contents() == ["a"]


def test_who_stands_on_a_number_stands_on_one_of_the_next_sentence(show: Any) -> None:
    page = show(lesson(), step=9)
    sentence(page).locator(".is-slope").focus()
    page.keyboard.press("ArrowRight")
    assert sentence(page).text_content().endswith("b.grad is now −4")
    assert page.evaluate("document.activeElement.className") == "mv-factor is-slope"
    assert page.locator(".mv-edges .is-pointed").count() == 1
    page.keyboard.press("Home")  # a sentence without such numbers
    page.keyboard.press("ArrowRight")
    assert sentence(page).text_content() == "e = a × b = 2 × −3 = −6"
    assert sentence(page).evaluate(FACTORS) == [["data", "2"], ["data", "−3"], ["data", "−6"]]


def test_numbers_take_the_digits_that_make_them_true(show: Any) -> None:
    page = show("tanh(x)", x=6.45, step=3)
    assert page.locator(".mv-rule").first.text_content().endswith("= 1 − 0.999995004 × 0.999995004 = 9.992e−6")


def test_the_sign_of_zero_is_shown_where_it_decides(show: Any) -> None:
    page = show(1 / Value(-0.0, label="z"), step=0)
    assert sentence(page).text_content() == "Given: z = −0"
    page.get_by_role("button", name="Next", exact=True).click()
    assert sentence(page).text_content().endswith(" = 1 ÷ −0 = −∞")


def test_escape_closes_the_panel_before_it_takes_a_question_back(show: Any) -> None:
    page = show(lesson(), predict="grad", start="backward", step=4)
    page.get_by_role("button", name="Next", exact=True).click()
    page.locator("[data-node]").first.click()
    field, panel = page.locator(".mv-ask .mv-field"), page.locator(".mv-why")
    field.focus()
    assert (field.is_visible(), panel.is_visible()) == (True, True)
    page.keyboard.press("Escape")
    assert (field.is_visible(), panel.is_visible()) == (True, False)
    assert field.evaluate("(field) => document.activeElement === field")
    page.keyboard.press("Escape")
    assert not field.is_visible()


def test_a_click_on_a_word_of_a_card_says_what_it_means(show: Any) -> None:
    page = show(lesson(), step=9)
    tip, card = page.locator(".mv-tip"), page.locator("[data-node='0']")
    card.get_by_text("grad", exact=True).click()
    assert tip.text_content() == "grad: how fast L changes when a changes"
    page.locator("[data-node='2']").get_by_text("data", exact=True).click()
    assert tip.text_content() == "data: the value of e, which the forward pass computes"
    assert not page.locator(".mv-why").is_visible()
    card.focus()
    page.keyboard.press("?")
    assert tip.text_content() == "data: the number that was given · grad: how fast L changes when a changes"


def test_no_label_turns_a_line_round(show: Any) -> None:
    page = show(Value(2.0, label="\u202ecba") * Value(3.0, label="d\u200be\nf"), step=0)
    assert page.locator(".mv-title").all_text_contents()[0] == "cba"
    seen = page.locator(".microgradviz").evaluate("(root) => root.innerText + root.querySelector('svg').textContent")
    assert not {"\u202e", "\u200b"} & set(seen)


def test_gradients_to_be_found_by_hand_are_not_told(show: Any) -> None:
    player = check("l_by_hand", {"a": 8, "b": 4, "c": 7}).player()
    page = show(player)
    page.locator("[data-node]").first.click()
    page.keyboard.press("Enter")
    assert not page.locator(".mv-why").is_visible()
    assert page.locator(".mv-tip").text_content() == "Drag this number, or double-click it"
    assert page.locator(".mv-card .mv-badge").count() == 3
    assert page.locator(".mv-faults .mv-link").all_text_contents()[0].startswith("b: you say 4")
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Table").click()
    seen = page.locator(".microgradviz").inner_text()
    for leak in ("step 0", "done", "∂", "JSON", "should be"):
        assert leak not in seen, leak
