"""A request by hand, for what no client would send."""

from __future__ import annotations

import http.client

__all__ = ["ask"]


def ask(server, method, path, body=None, **headers):
    """A request by hand; the status, the headers and the body of its answer."""
    line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    try:
        line.putrequest(method, path, skip_host="host" in headers, skip_accept_encoding=True)
        for name, value in headers.items():
            line.putheader(name.replace("_", "-"), value)
        if body is not None:
            line.putheader("content-type", "application/json")
            line.putheader("content-length", str(len(body)))
        line.endheaders(body)
        answer = line.getresponse()
        return answer.status, answer.headers, answer.read()
    finally:
        line.close()
