"""From the click to the player's first step; a proxy that refuses proves that no other machine is asked."""

import re
import time

import pytest
from kit.chromium import CHROMIUM_ARGS, find_chromium
from kit.refusing_proxy import refusing_proxy
from kit.site import IDLE, wait_for_kernel

LESSON = "02_backprop_by_hand.ipynb"
# What Chromium asks of its own accord, also where nothing but about:blank is open, or a page has a text field.
CHROMIUMS_OWN = re.compile(r"[ /](accounts\.google\.com|(clients2|content-autofill|update)\.google(apis)?\.com)[:/]")
SECONDS = 90  # 6 to 9 on an idle machine of two cores; this one may be busy


@pytest.fixture
def proxied(browser):
    """A page whose every request to another machine goes to the proxy, and what was asked of the proxy."""
    with refusing_proxy() as (port, asked):
        own = browser.browser_type.launch(
            executable_path=find_chromium(), headless=True, args=[*CHROMIUM_ARGS, f"--proxy-server=127.0.0.1:{port}"]
        )
        page = own.new_page()
        page.set_default_timeout(SECONDS * 1000)
        yield page, asked
        own.close()


def test_the_proxy_sees_what_a_worker_asks_for(proxied, site_url):
    page, asked = proxied
    page.goto(f"{site_url}lite/favicon.ico")
    ask = """(code) => new Promise((done) => {
      const worker = new Worker(URL.createObjectURL(new Blob([code])));
      worker.onmessage = (event) => done(event.data);
    })"""
    code = 'fetch("http://pypi.example/simple").then((answer) => postMessage(answer.status), () => postMessage("none"))'
    assert page.evaluate(ask, code) == "none"
    assert "GET http://pypi.example/simple" in asked


def test_a_lesson_opens_cold_runs_and_its_player_steps_without_asking_another_machine(proxied, site_url, capsys):
    page, asked = proxied
    began = time.monotonic()
    page.goto(f"{site_url}lite/notebooks/?path={LESSON}")
    wait_for_kernel(page, LESSON)
    page.evaluate("() => void window.jupyterapp.commands.execute('notebook:run-all-cells')")
    player = page.locator(".jp-OutputArea-output .microgradviz[data-step]").first
    before = player.get_attribute("data-step")
    player.get_by_role("button", name="Next").click()
    page.wait_for_function("(before) => document.querySelector('.microgradviz').dataset.step !== before", arg=before)
    stepped = time.monotonic() - began
    page.wait_for_function(IDLE)
    with capsys.disabled():
        print(f"\n    {LESSON}: {stepped:.1f} s from the click to the player's step")
    assert stepped < SECONDS
    assert [request for request in asked if not CHROMIUMS_OWN.search(request)] == []
