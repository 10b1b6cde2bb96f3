package containers;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.xrpl.xrpl4j.client.XrplClient;
import org.xrpl.xrpl4j.crypto.keys.Base58EncodedSecret;
import org.xrpl.xrpl4j.crypto.keys.KeyPair;
import org.xrpl.xrpl4j.crypto.keys.Seed;
import org.xrpl.xrpl4j.crypto.signing.bc.BcSignatureService;
import org.xrpl.xrpl4j.model.client.accounts.AccountInfoRequestParams;
import org.xrpl.xrpl4j.model.client.common.LedgerSpecifier;
import org.xrpl.xrpl4j.model.transactions.Address;
import org.xrpl.xrpl4j.model.transactions.Payment;
import org.xrpl.xrpl4j.model.transactions.XrpCurrencyAmount;

/** xrpl4j pays from an account of the test bench to a new one. */
final class WeirContainerTest {
  private static final WeirContainer weir = new WeirContainer();
  /** The first funded account. Its seed is publicly known. */
  private static final Seed PAYER = Seed.fromBase58EncodedSecret(Base58EncodedSecret.of("sEdSgth9xDJbCUt2myNuRJNHkSAnXbn"));
  private static final Address PAYEE = Seed.ed25519Seed().deriveKeyPair().publicKey().deriveAddress();

  @BeforeAll
  static void start() {
    weir.start();
  }

  @AfterAll
  static void stop() {
    weir.stop();
  }

  @Test
  void aPaymentSucceeds() throws Exception {
    XrplClient client = new XrplClient(weir.url());
    KeyPair keys = PAYER.deriveKeyPair();
    Address payer = keys.publicKey().deriveAddress();
    AccountInfoRequestParams current = AccountInfoRequestParams.of(payer);
    Payment payment = Payment.builder()
      .account(payer)
      .destination(PAYEE)
      .amount(XrpCurrencyAmount.ofDrops(5_000_000))
      .fee(XrpCurrencyAmount.ofDrops(10))
      .sequence(client.accountInfo(current).accountData().sequence())
      .signingPublicKey(keys.publicKey())
      .build();
    assertEquals("tesSUCCESS", client.submit(new BcSignatureService().sign(keys.privateKey(), payment)).engineResult());
    AccountInfoRequestParams payee = AccountInfoRequestParams.builder().account(PAYEE).ledgerSpecifier(LedgerSpecifier.CURRENT).build();
    assertEquals(XrpCurrencyAmount.ofDrops(5_000_000), client.accountInfo(payee).accountData().balance());
  }
}
