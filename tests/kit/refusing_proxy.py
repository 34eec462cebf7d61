"""A proxy that lets nothing through and writes down what was asked: it sees the requests of workers, too."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@contextmanager
def refusing_proxy() -> Iterator[tuple[int, list[str]]]:
    """Run the proxy; gives its port, and the list to which it adds what it is asked for."""
    asked: list[str] = []

    class Refuse(BaseHTTPRequestHandler):
        def refuse(self) -> None:
            asked.append(f"{self.command} {self.path}")
            self.send_error(403)

        do_GET = do_HEAD = do_POST = do_PUT = do_OPTIONS = do_CONNECT = refuse

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Refuse)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield server.server_port, asked
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
