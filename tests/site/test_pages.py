"""Every page in Chromium: light and dark, wide and narrow, with nothing missing, broken, cut off or asked of others."""

import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import browsing
import checks
import pytest
import reading

PAGES = [name for name in reading.pages() if name != "404.html"]


@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_whole_in_every_state(page, context):
    problems = checks.visit(browsing.visit(context, (reading.SITE / page).as_uri()))
    assert not problems, "\n".join(problems)


class Handler(SimpleHTTPRequestHandler):
    """A server that shows 404.html for what is not there, as hosts of static sites do."""

    def send_error(self, code, message=None, explain=None):
        self.send_response(code)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write((reading.SITE / "404.html").read_bytes())

    def log_message(self, *args):
        pass


@pytest.fixture
def host():
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(reading.SITE))) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def test_the_page_for_lost_readers_is_whole_at_any_address(host, context):
    seen = browsing.visit(context, f"{host}/no/such/page.html")
    seen["errors"] = [error for error in seen["errors"] if "404" not in error]
    problems = checks.visit(seen)
    assert not problems, "\n".join(problems)
    assert "Page not found" in seen["looks"][0]["words"]
