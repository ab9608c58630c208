"""Serve the site below any path of a host, as hosts of static sites do."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path


@contextmanager
def hosted(site: Path, prefix: str) -> Iterator[str]:
    """Serve `site` below `prefix`, which begins and ends with a slash, and yield the address of the host."""

    class Handler(SimpleHTTPRequestHandler):
        """What is not there, below the prefix or beside it, is answered with 404.html."""

        def translate_path(self, path: str) -> str:
            return super().translate_path("/" + path.removeprefix(prefix) if path.startswith(prefix) else "/no-such")

        def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
            self.send_response(code)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write((site / "404.html").read_bytes())

        def log_message(self, *args: object) -> None:
            pass

    def handle(*args: object) -> Handler:
        return Handler(*args, directory=str(site))  # type: ignore[arg-type]

    with ThreadingHTTPServer(("127.0.0.1", 0), handle) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()
