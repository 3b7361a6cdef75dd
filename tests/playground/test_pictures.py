"""Pictures of tables and hands in Chromium, with the real bot, in two sizes and themes."""

import re

from playwright.async_api import Browser, Locator, expect

from tests.examples import ALL_AT_ONCE

from .conftest import in_chromium
from .visitor import PHONE, WIDE, Visitor

pytestmark = in_chromium

# The words come first, the pictures once everything they need is ready.
SOON = 60_000
_SEEN = """image => {
    const box = image.getBoundingClientRect();
    const card = image.closest('.container').getBoundingClientRect();
    return {
        natural: [image.naturalWidth, image.naturalHeight],
        shape: box.width / box.height,
        share: box.width / card.width,
        inside: box.left >= card.left && box.right <= card.right,
    };
}"""


def picture(column: Locator) -> Locator:
    """Return the picture of the newest message in a column."""
    return column.locator(".message").last.locator(".gallery img")


async def look(image: Locator, said: str) -> None:
    """Check that a picture is complete, fills its message, and has an alternative text."""
    await expect(image).to_have_count(1, timeout=SOON)
    await expect(image).to_have_attribute("alt", re.compile(said), timeout=SOON)
    await expect(image).to_have_js_property("complete", True)
    seen = await image.evaluate(_SEEN)
    assert seen["natural"] == [880, 560]
    assert abs(seen["shape"] - 880 / 560) < 0.02
    assert seen["share"] > 0.8
    assert seen["inside"]


async def test_a_table_and_a_hand_are_seen_as_pictures(address: str, browser: Browser) -> None:
    ana = await Visitor.open(browser, address, "Ana")
    await ana.run(f"{ALL_AT_ONCE} play", computers="2")
    await ana.button("Start").click()
    await look(picture(ana.channel), "^Row 1: ")
    await look(picture(ana.direct), "Row 1: ")
    for theme in ("dark", "light"):
        if theme == "light":
            await ana.page.evaluate("document.documentElement.dataset.theme = 'light'")
        for size, way in ((WIDE, "desk"), (PHONE, "phone")):
            await ana.page.set_viewport_size({"width": size[0], "height": size[1]})
            columns = {"channel": ana.channel, "dm": ana.direct}
            for tab, column in columns.items():
                if way == "phone":
                    await ana.page.evaluate("tab => { document.body.dataset.tab = tab }", tab)
                await look(picture(column), "Row 1: ")
                await picture(column).scroll_into_view_if_needed()
                await ana.shot(f"picture-{tab}-{way}-{theme}")
    await ana.page.set_viewport_size({"width": WIDE[0], "height": WIDE[1]})
    await picture(ana.channel).click()
    await expect(ana.page.locator("#zoom img")).to_have_attribute("alt", re.compile("^Row 1: "))
    await ana.page.locator("#zoom").click()
    assert ana.errors == []
