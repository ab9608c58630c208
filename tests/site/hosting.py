"""Serve the site below any path of a host, as hosts of static sites do."""

import socket
import threading
from collections.abc import Iterator
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
        return Handler(*args, directory=str(site))  # type: ignore[arg-type]

    with ThreadingHTTPServer(("127.0.0.1", port), handle) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


@contextmanager
def served(site: Path, address: str) -> Iterator[str]:
    """Serve `site` and yield where: at `address` if that is a free port of this machine, else below another host."""
    wanted = urlsplit(address)
    here = wanted.scheme == "http" and wanted.hostname in ("localhost", "127.0.0.1") and _free(wanted.port or 80)
    with hosted(site, wanted.path, wanted.port or 80 if here else 0) as host:
        yield address if here else host + wanted.path


def _free(port: int) -> bool:
    with suppress(OSError), socket.create_server(("127.0.0.1", port)):
        return True
    return False
