"""xrpl-py pays from an account of the test bench to a new one."""

from typing import Iterator

import pytest
from xrpl.account import get_balance
from xrpl.clients import JsonRpcClient
from xrpl.models import Payment
from xrpl.transaction import autofill_and_sign, submit
from xrpl.wallet import Wallet

from weir_container import WeirContainer

# The first funded account. Its seed is publicly known.
PAYER = Wallet.from_seed("sEdSgth9xDJbCUt2myNuRJNHkSAnXbn")
PAYEE = Wallet.create().address


@pytest.fixture(scope="module")
def client() -> Iterator[JsonRpcClient]:
    with WeirContainer() as weir:
        yield JsonRpcClient(weir.url)


def test_a_payment_succeeds(client: JsonRpcClient) -> None:
    payment = Payment(account=PAYER.address, destination=PAYEE, amount="5000000")
    answer = submit(autofill_and_sign(payment, client, PAYER), client)
    assert answer.result["engine_result"] == "tesSUCCESS"
    assert get_balance(PAYEE, client, ledger_index="current") == 5_000_000
