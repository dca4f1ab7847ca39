"""Runs axe in the page, in light and dark themes, with as few runs and reloads as possible.

The articles of a long list come from one template, so axe checks only the first twenty.
"""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect

from browser.playing import draw

SOURCE = Path(__file__).parents[2] / "frontend" / "node_modules" / "axe-core" / "axe.min.js"
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
EXPERIMENTAL = {"label-content-name-mismatch": {"enabled": True}}
"""Rules of these levels that axe runs only on request."""
OF_COLOUR = ["color-contrast", "link-in-text-block"]
"""The rules whose answer depends on the theme; the others find the same in light and in dark."""
RUN = """async ([within, only, rules]) => {
    const drawn = () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))
    const fading = () => document.getAnimations()
        .filter(each => Number.isFinite(each.effect.getComputedTiming().endTime))
    for (await drawn(); fading().length > 0; await drawn())  // an inherited colour fades after the one it comes from
        fading().forEach(each => each.finish())
    const options = { runOnly: only, rules, resultTypes: ["violations"], selectors: false, iframes: false }
    const found = (await axe.run({ include: [within], exclude: ["article:nth-of-type(n + 21)"] }, options)).violations
    const words = (each, node) => `${each.id}: ${node.html.slice(0, 160)} ${node.failureSummary}`
    return found.flatMap(each => each.nodes.map(node => words(each, node)))
}"""
THERE = "body:not(:has(main[aria-busy=true], main [aria-busy=true])) h1"
"""A page that shows what it is for, and waits for nothing more."""
FOLLOW = """path => {
    const link = Object.assign(document.createElement("a"), { href: path })
    document.body.append(link)
    link.click()
    link.remove()
}"""


def found_by_axe(page: Page, within: str = "html") -> list[str]:
    """Return what axe finds wrong there: by every rule in light, by those of colour in dark."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(SOURCE.read_text(encoding="utf-8"))
    page.emulate_media(color_scheme="light")
    found = [f"light: {each}" for each in page.evaluate(RUN, [within, TAGS, EXPERIMENTAL])]
    page.emulate_media(color_scheme="dark")
    return found + [f"dark: {each}" for each in page.evaluate(RUN, [within, OF_COLOUR, {}])]


def go_to(page: Page, path: str) -> None:
    """Go to another page of the house as a link does; nothing is loaded twice, and axe stays in the page."""
    before = page.title()
    page.evaluate(FOLLOW, path)
    expect(page).not_to_have_title(before)
    page.wait_for_selector(THERE, state="attached")


CUT_OFF = """() => [...document.querySelectorAll("body *")].filter(each => {
    const texts = [...each.childNodes].filter(node => node.nodeType === Node.TEXT_NODE && node.textContent.trim())
    if (!texts.length || !each.checkVisibility() || each.closest(".said-only, [aria-hidden=true]")) return false
    const text = document.createRange()
    text.selectNodeContents(each)
    const { left, right } = text.getBoundingClientRect()
    for (let box = each; box; box = box.parentElement) {
        const { overflowX, clipPath } = getComputedStyle(box)
        if (clipPath !== "none" || overflowX === "auto" || overflowX === "scroll") return false
        const edge = box.getBoundingClientRect()
        if (overflowX !== "visible" && (left < edge.left - 1 || right > edge.right + 1)) return true
    }
    return false
}).map(each => each.textContent.trim())"""
"""The texts of which a box around them hides a part sideways; what scrolls or is only heard is left out."""


def cut_off(page: Page, width: int) -> list[str]:
    """Return the texts that are cut off in a window of that width."""
    page.set_viewport_size({"width": width, "height": 844})
    draw(page)
    found: list[str] = page.evaluate(CUT_OFF)
    return found


def too_wide(page: Page, widths: tuple[int, ...]) -> list[int]:
    """Return the widths of the window at which the page is wider than its window; a busy browser has three seconds."""
    return [width for width in widths if _runs_off(page, width)]


def _runs_off(page: Page, width: int) -> bool:
    page.set_viewport_size({"width": width, "height": 900})
    for _ in range(60):
        draw(page)
        if page.evaluate("document.documentElement.scrollWidth") <= width:
            return False
        page.wait_for_timeout(50)
    return True
