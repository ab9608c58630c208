"""Serve the site below any path of a host, as hosts of static sites do."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit


@contextmanager
def hosted(site: Path, prefix: str, port: int = 0) -> Iterator[str]:
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
        return Handler(*args, directory=str(site))

    with _server(port, handle) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


@contextmanager
def served(site: Path, address: str) -> Iterator[str]:
    """Serve `site` and yield where: at `address` if that is to be had on this machine, else below another host."""
    wanted = urlsplit(address)
    port = wanted.port or 80
    local = wanted.scheme == "http" and wanted.hostname in ("localhost", "127.0.0.1")
    with hosted(site, wanted.path, port if local else 0) as host:
        yield address if local and host.endswith(f":{port}") else host + wanted.path


def _server(port: int, handle: Callable[..., SimpleHTTPRequestHandler]) -> ThreadingHTTPServer:
    """Return a server at `port`, or at any where that is not to be had."""
    with suppress(OSError):
        return ThreadingHTTPServer(("127.0.0.1", port), handle)
    return ThreadingHTTPServer(("127.0.0.1", 0), handle)
