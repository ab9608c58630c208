"""What the buttons on blocks of code copy, as a function that returns the problems it finds."""

from playwright.sync_api import Page

PROMPTS = (">>> ", "... ")


def problems(page: Page) -> list[str]:
    """Every block of code has a button, which copies its code: of a dialogue, what stands behind a prompt."""
    page.wait_for_selector("button.copybtn", state="attached")
    found = []
    for block in page.query_selector_all("article div.highlight"):
        if block.evaluate("block => Boolean(block.closest('.sphx-glr-script-out, .pe-output'))"):
            continue
        text = block.query_selector("pre").text_content()
        button = block.query_selector("button.copybtn")
        if button is None:
            found.append(f"has no button: {text[:60]!r}")
            continue
        button.evaluate("button => button.click()")
        page.wait_for_function("button => button.classList.contains('success')", arg=button)
        copied = page.evaluate("navigator.clipboard.readText()")
        if written(copied) != code(text) or any(prompt in copied for prompt in PROMPTS):
            found.append(f"copies {copied[:60]!r} of {text[:60]!r}")
    return found


def code(text: str) -> list[str]:
    """Return the lines of a block that can be run."""
    lines = text.splitlines()
    dialogue = [line[4:] for line in lines if line.startswith(PROMPTS)]
    return written("\n".join(dialogue if any(line.startswith(PROMPTS[0]) for line in lines) else lines))


def written(text: str) -> list[str]:
    """Return the lines that are not empty."""
    return [line.rstrip() for line in text.splitlines() if line.strip()]
