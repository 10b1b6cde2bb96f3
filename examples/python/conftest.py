"""Fixtures for pytest: a Weir server for all tests, and for each test the ledger as it was at the beginning.

The server is the one at WEIR_URL, which needs `--dev --manual`, or one that is started here by the command in WEIR_COMMAND.
"""

import json
import os
import re
import shlex
import subprocess
import urllib.request
from typing import Any, Iterator, NamedTuple

import pytest

COMMAND = "npx --no-install weir"


class Account(NamedTuple):
    """A funded account. Its seed is publicly known."""

    address: str
    seed: str


class Weir:
    """A test bench: sends requests, closes ledgers, moves the clock and returns to snapshots."""

    def __init__(self, url: str) -> None:
        self.url = url
        accounts = self.request("weir_accounts")["accounts"]
        # The first is the master account.
        self.accounts = [Account(one["account"], one["seed"]) for one in accounts[1:]]

    def request(self, method: str, **params: Any) -> dict[str, Any]:
        """The result of a method. Raises an error with the message of a failure."""
        body = json.dumps({"method": method, "params": [params]}).encode()
        request = urllib.request.Request(self.url, body, {"content-type": "application/json"})
        with urllib.request.urlopen(request) as answer:
            result = json.load(answer)["result"]
        if "error" in result:
            raise RuntimeError(f"{method}: {result['error']}: {result.get('error_message', '')}")
        return result

    def submit(self, sender: Account, transaction: dict[str, Any]) -> str:
        """Completes, signs and submits a transaction; gives its provisional result."""
        tx_json = {"Account": sender.address, **transaction}
        return self.request("submit", secret=sender.seed, tx_json=tx_json)["engine_result"]

    def close(self) -> None:
        """Closes the open ledger, so that its transactions are final."""
        self.request("ledger_accept")

    def advance(self, seconds: int) -> None:
        """Moves the ledger's clock forward."""
        self.request("weir_clock", advance=seconds)


@pytest.fixture(scope="session")
def weir_url() -> Iterator[str]:
    if url := os.environ.get("WEIR_URL"):
        yield url
        return
    options = ["start", "--ephemeral", "--dev", "--manual", "--port", "0"]
    command = shlex.split(os.environ.get("WEIR_COMMAND", COMMAND)) + options
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            match = re.search(r"http://\S+", server.stdout.readline())
            if match is None:
                raise RuntimeError("the server did not start; its output says why")
            yield match[0]
        finally:
            server.terminate()


@pytest.fixture
def weir(weir_url: str) -> Iterator[Weir]:
    bench = Weir(weir_url)
    snapshot = bench.request("weir_snapshot")["snapshot"]
    yield bench
    bench.request("weir_revert", snapshot=snapshot)
