package vouchers;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import vouchers.WeirExtension.Account;

/** Tests of tokens that need the issuer's authorization, and of an escrow: each begins with the same ledger. */
final class TrustLinesTest {
  private static final int SET_REQUIRE_AUTH = 2;
  private static final int SET_AUTHORIZED = 65536;

  @RegisterExtension
  static final WeirExtension weir = new WeirExtension();

  @Test
  void aHolderNeedsTheAuthorizationOfTheIssuer() throws Exception {
    Account issuer = weir.accounts().get(0);
    Account holder = weir.accounts().get(1);
    weir.submit(issuer, transaction("AccountSet").put("SetFlag", SET_REQUIRE_AUTH));
    weir.submit(holder, transaction("TrustSet").set("LimitAmount", usd(issuer, "100")));
    ObjectNode payment = transaction("Payment").put("Destination", holder.address()).set("Amount", usd(issuer, "5"));
    assertEquals("tecPATH_DRY", weir.submit(issuer, payment));
    ObjectNode approval = transaction("TrustSet").put("Flags", SET_AUTHORIZED).set("LimitAmount", usd(holder, "0"));
    weir.submit(issuer, approval);
    assertEquals("tesSUCCESS", weir.submit(issuer, payment));
  }

  @Test
  void anEscrowCanBeFinishedAfterItsTime() throws Exception {
    Account payer = weir.accounts().get(0);
    Account payee = weir.accounts().get(1);
    long now = weir.request("weir_clock", WeirExtension.object()).get("time").asLong();
    int sequence = sequenceOf(payer);
    weir.submit(payer, transaction("EscrowCreate").put("Destination", payee.address()).put("Amount", "1000000")
      .put("FinishAfter", now + 3600));
    weir.close();
    ObjectNode finish = transaction("EscrowFinish").put("Owner", payer.address()).put("OfferSequence", sequence);
    assertEquals("tecNO_PERMISSION", weir.submit(payee, finish));
    weir.advance(3700);
    assertEquals("tesSUCCESS", weir.submit(payee, finish));
  }

  private static int sequenceOf(Account account) throws Exception {
    ObjectNode params = WeirExtension.object().put("account", account.address());
    return weir.request("account_info", params).get("account_data").get("Sequence").asInt();
  }

  private static ObjectNode transaction(String type) {
    return WeirExtension.object().put("TransactionType", type);
  }

  private static ObjectNode usd(Account account, String value) {
    return WeirExtension.object().put("currency", "USD").put("issuer", account.address()).put("value", value);
  }
}
