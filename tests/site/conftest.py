"""The built site, the installed wheel and the browser, each once for all tests."""

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parent))
os.environ["MPLBACKEND"] = "Agg"
QUIET = ["no-first-run", "disable-background-networking", "disable-component-update", "disable-sync"]
CHROMIUM = [f"--{word}" for word in ("no-sandbox", "disable-gpu", *QUIET)]


@pytest.fixture(scope="session")
def context() -> Iterator[BrowserContext]:
    executable = os.environ.get("CHROMIUM") or shutil.which("chromium")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=executable, args=CHROMIUM)
        yield browser.new_context()
        browser.close()
