"""Tests of tokens that need the issuer's authorization, and of an escrow: each begins with the same ledger."""

CURRENCY = "USD"
SET_REQUIRE_AUTH = 2
SET_AUTHORIZED = 65536


def usd(account, value):
    return {"currency": CURRENCY, "issuer": account.address, "value": value}


def balance(weir, account):
    return int(weir.request("account_info", account=account.address)["account_data"]["Balance"])


def test_a_payment_arrives(weir):
    payer, payee = weir.accounts[:2]
    before = balance(weir, payee)
    payment = {"TransactionType": "Payment", "Destination": payee.address, "Amount": "25000000"}
    assert weir.submit(payer, payment) == "tesSUCCESS"
    weir.close()
    assert balance(weir, payee) - before == 25_000_000


def test_a_holder_needs_the_authorization_of_the_issuer(weir):
    issuer, holder = weir.accounts[:2]
    payment = {"TransactionType": "Payment", "Destination": holder.address, "Amount": usd(issuer, "5")}
    weir.submit(issuer, {"TransactionType": "AccountSet", "SetFlag": SET_REQUIRE_AUTH})
    weir.submit(holder, {"TransactionType": "TrustSet", "LimitAmount": usd(issuer, "100")})
    assert weir.submit(issuer, payment) == "tecPATH_DRY"
    weir.submit(issuer, {"TransactionType": "TrustSet", "LimitAmount": usd(holder, "0"), "Flags": SET_AUTHORIZED})
    assert weir.submit(issuer, payment) == "tesSUCCESS"


def test_an_escrow_can_be_finished_after_its_time(weir):
    payer, payee = weir.accounts[:2]
    now = weir.request("weir_clock")["time"]
    escrow = {"TransactionType": "EscrowCreate", "Destination": payee.address, "Amount": "1000000"}
    weir.submit(payer, {**escrow, "FinishAfter": now + 3600})
    weir.close()
    sequence = weir.request("account_info", account=payer.address)["account_data"]["Sequence"] - 1
    finish = {"TransactionType": "EscrowFinish", "Owner": payer.address, "OfferSequence": sequence}
    assert weir.submit(payee, finish) == "tecNO_PERMISSION"
    weir.close()
    weir.advance(3700)
    assert weir.submit(payee, finish) == "tesSUCCESS"
