package vouchers;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.primitives.UnsignedInteger;
import java.math.BigDecimal;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import okhttp3.HttpUrl;
import org.xrpl.xrpl4j.client.XrplClient;
import org.xrpl.xrpl4j.crypto.keys.Base58EncodedSecret;
import org.xrpl.xrpl4j.crypto.keys.KeyPair;
import org.xrpl.xrpl4j.crypto.keys.PrivateKey;
import org.xrpl.xrpl4j.crypto.keys.Seed;
import org.xrpl.xrpl4j.crypto.signing.SignatureService;
import org.xrpl.xrpl4j.crypto.signing.bc.BcSignatureService;
import org.xrpl.xrpl4j.model.client.accounts.AccountInfoRequestParams;
import org.xrpl.xrpl4j.model.client.accounts.GatewayBalancesRequestParams;
import org.xrpl.xrpl4j.model.client.common.LedgerSpecifier;
import org.xrpl.xrpl4j.model.flags.TrustSetFlags;
import org.xrpl.xrpl4j.model.transactions.AccountSet;
import org.xrpl.xrpl4j.model.transactions.AccountSet.AccountSetFlag;
import org.xrpl.xrpl4j.model.transactions.Address;
import org.xrpl.xrpl4j.model.transactions.IssuedCurrencyAmount;
import org.xrpl.xrpl4j.model.transactions.Payment;
import org.xrpl.xrpl4j.model.transactions.Transaction;
import org.xrpl.xrpl4j.model.transactions.TrustSet;
import org.xrpl.xrpl4j.model.transactions.XrpCurrencyAmount;

/**
 * Vouchers of an imaginary shop with xrpl4j: tokens that only approved customers may hold.
 *
 * <p>Start a server with {@code npx --no-install weir start --ephemeral --dev --close-interval 0}, which closes a ledger after each
 * submission. Values are decimal strings, and BigDecimal in calculations; never floats.
 */
public final class Vouchers {
  private static final String CURRENCY = "EUR";
  private static final XrpCurrencyAmount FEE = XrpCurrencyAmount.ofDrops(10);

  private final URI url;
  private final XrplClient client;
  private final SignatureService<PrivateKey> signatures = new BcSignatureService();

  private Vouchers(String url) {
    this.url = URI.create(url);
    this.client = new XrplClient(HttpUrl.get(url));
  }

  public static void main(String[] words) throws Exception {
    new Vouchers(words.length > 0 ? words[0] : "http://127.0.0.1:5005").run();
  }

  private void run() throws Exception {
    KeyPair shop = newAccount();
    KeyPair customer = newAccount();
    Address shopAddress = addressOf(shop);

    send(shop, AccountSet.builder().account(shopAddress).fee(FEE).sequence(sequenceOf(shop))
        .signingPublicKey(shop.publicKey()).setFlag(AccountSetFlag.REQUIRE_AUTH).build());
    send(customer, TrustSet.builder().account(addressOf(customer)).fee(FEE).sequence(sequenceOf(customer))
        .signingPublicKey(customer.publicKey()).limitAmount(vouchers(shopAddress, "1000")).build());
    System.out.println("Before the approval: " + pay(shop, customer, vouchers(shopAddress, "5")));

    send(shop, TrustSet.builder().account(shopAddress).fee(FEE).sequence(sequenceOf(shop))
        .signingPublicKey(shop.publicKey()).limitAmount(vouchers(addressOf(customer), "0"))
        .flags(TrustSetFlags.builder().tfSetfAuth(true).build()).build());
    String result = "";
    for (String value : new String[] {"0.10", "0.20", "19.70"}) {
      result = pay(shop, customer, vouchers(shopAddress, value));
    }
    System.out.println("After the approval: " + result);

    pay(customer, shop, vouchers(shopAddress, "0.01"));
    System.out.println("Outstanding: " + outstanding(shopAddress) + " " + CURRENCY);
  }

  /** Creates an account with 1000 XRP from the server's faucet. */
  private KeyPair newAccount() throws Exception {
    HttpRequest request = HttpRequest.newBuilder(url.resolve("/accounts")).POST(BodyPublishers.noBody()).build();
    String answer = HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
    String seed = new ObjectMapper().readTree(answer).get("seed").asText();
    return Seed.fromBase58EncodedSecret(Base58EncodedSecret.of(seed)).deriveKeyPair();
  }

  private String pay(KeyPair from, KeyPair to, IssuedCurrencyAmount amount) throws Exception {
    return send(from, Payment.builder().account(addressOf(from)).destination(addressOf(to)).amount(amount).fee(FEE)
        .sequence(sequenceOf(from)).signingPublicKey(from.publicKey()).build());
  }

  /** Signs and submits a transaction and returns its result. */
  private <T extends Transaction> String send(KeyPair sender, T transaction) throws Exception {
    return client.submit(signatures.sign(sender.privateKey(), transaction)).engineResult();
  }

  private UnsignedInteger sequenceOf(KeyPair account) throws Exception {
    AccountInfoRequestParams params = AccountInfoRequestParams.builder().account(addressOf(account))
        .ledgerSpecifier(LedgerSpecifier.CURRENT).build();
    return client.accountInfo(params).accountData().sequence();
  }

  private BigDecimal outstanding(Address issuer) throws Exception {
    GatewayBalancesRequestParams params = GatewayBalancesRequestParams.builder().account(issuer)
        .ledgerSpecifier(LedgerSpecifier.VALIDATED).build();
    return client.gatewayBalances(params).obligations().balances().stream()
        .filter(balance -> balance.currency().equals(CURRENCY))
        .map(balance -> new BigDecimal(balance.value()))
        .reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  private static Address addressOf(KeyPair keys) {
    return keys.publicKey().deriveAddress();
  }

  private static IssuedCurrencyAmount vouchers(Address issuer, String value) {
    return IssuedCurrencyAmount.builder().currency(CURRENCY).issuer(issuer).value(value).build();
  }
}
