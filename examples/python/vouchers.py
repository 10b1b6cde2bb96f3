"""Vouchers of an imaginary shop with xrpl-py: tokens that only approved customers may hold.

Start a server with `npx --no-install weir start --ephemeral --dev --close-interval 0`, which closes a ledger after each submission.
Values are decimal numbers, never floats.
"""

import json
import sys
import urllib.request
from decimal import Decimal

from xrpl.clients import JsonRpcClient
from xrpl.models.amounts import IssuedCurrencyAmount
from xrpl.models.requests import GatewayBalances
from xrpl.models.transactions import AccountSet, AccountSetAsfFlag, Payment, TrustSet, TrustSetFlag
from xrpl.models.transactions.transaction import Transaction
from xrpl.transaction import autofill_and_sign, submit
from xrpl.wallet import Wallet

CURRENCY = "EUR"


def new_wallet(url: str) -> Wallet:
    """A new account with 1000 XRP from the server's faucet."""
    with urllib.request.urlopen(urllib.request.Request(f"{url}/accounts", data=b"", method="POST")) as answer:
        return Wallet.from_seed(json.load(answer)["seed"])


def send(client: JsonRpcClient, wallet: Wallet, transaction: Transaction) -> str:
    """Completes, signs and submits a transaction; gives its result."""
    signed = autofill_and_sign(transaction, client, wallet)
    return submit(signed, client).result["engine_result"]


def vouchers(issuer: str, value: Decimal) -> IssuedCurrencyAmount:
    return IssuedCurrencyAmount(currency=CURRENCY, issuer=issuer, value=format(value, "f"))


def main(url: str) -> None:
    client = JsonRpcClient(url)
    shop, customer = new_wallet(url), new_wallet(url)

    def issue(value: Decimal) -> str:
        amount = vouchers(shop.address, value)
        return send(client, shop, Payment(account=shop.address, destination=customer.address, amount=amount))

    send(client, shop, AccountSet(account=shop.address, set_flag=AccountSetAsfFlag.ASF_REQUIRE_AUTH))
    limit = vouchers(shop.address, Decimal(1000))
    send(client, customer, TrustSet(account=customer.address, limit_amount=limit))
    print(f"Before the approval: {issue(Decimal(5))}")

    approved = vouchers(customer.address, Decimal(0))
    approval = TrustSet(account=shop.address, limit_amount=approved, flags=TrustSetFlag.TF_SET_AUTH)
    send(client, shop, approval)
    results = {issue(Decimal(value)) for value in ("0.10", "0.20", "19.70")}
    print(f"After the approval: {', '.join(results)}")

    spent = vouchers(shop.address, Decimal("0.01"))
    send(client, customer, Payment(account=customer.address, destination=shop.address, amount=spent))
    answer = client.request(GatewayBalances(account=shop.address, ledger_index="validated"))
    print(f"Outstanding: {Decimal(answer.result['obligations'][CURRENCY])} {CURRENCY}")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:5005")
