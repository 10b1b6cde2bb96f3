package vouchers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A Weir server for the tests of a class, and for each test the ledger as it was at the beginning.
 *
 * <p>The server is the one at WEIR_URL, which needs {@code --dev --manual}, or one that is started here by the command in WEIR_COMMAND.
 */
public final class WeirExtension implements BeforeAllCallback, BeforeEachCallback, AfterEachCallback, AfterAllCallback {
  /** A funded account. Its seed is publicly known. */
  public record Account(String address, String seed) {}

  private static final String COMMAND = "npx --no-install weir";
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient http = HttpClient.newHttpClient();
  private Process server;
  private URI url;
  private String snapshot;

  @Override
  public void beforeAll(ExtensionContext context) throws IOException {
    String running = System.getenv("WEIR_URL");
    url = URI.create(running == null ? start() : running);
  }

  @Override
  public void beforeEach(ExtensionContext context) throws Exception {
    snapshot = request("weir_snapshot", object()).get("snapshot").asText();
  }

  @Override
  public void afterEach(ExtensionContext context) throws Exception {
    request("weir_revert", object().put("snapshot", snapshot));
  }

  @Override
  public void afterAll(ExtensionContext context) throws InterruptedException {
    if (server == null) return;
    server.destroy();
    server.waitFor();
  }

  /** The address of the server, for client libraries. */
  public URI url() {
    return url;
  }

  /** The funded accounts, without the master account. */
  public List<Account> accounts() throws Exception {
    List<Account> accounts = new ArrayList<>();
    for (JsonNode one : request("weir_accounts", object()).get("accounts"))
      accounts.add(new Account(one.get("account").asText(), one.get("seed").asText()));
    return accounts.subList(1, accounts.size());
  }

  /** An empty JSON object. */
  public static ObjectNode object() {
    return JSON.createObjectNode();
  }

  /** The result of a method. Throws an exception with the message of a failure. */
  public JsonNode request(String method, ObjectNode params) throws Exception {
    ObjectNode body = object().put("method", method);
    body.putArray("params").add(params);
    HttpRequest request = HttpRequest.newBuilder(url).header("content-type", "application/json")
      .POST(BodyPublishers.ofString(body.toString())).build();
    JsonNode result = JSON.readTree(http.send(request, BodyHandlers.ofString()).body()).get("result");
    if (!result.has("error")) return result;
    throw new IOException(method + ": " + result.get("error").asText() + ": " + result.path("error_message").asText());
  }

  /** Completes, signs and submits a transaction; gives its provisional result. */
  public String submit(Account sender, ObjectNode transaction) throws Exception {
    ObjectNode tx = transaction.deepCopy().put("Account", sender.address());
    return request("submit", object().put("secret", sender.seed()).set("tx_json", tx)).get("engine_result").asText();
  }

  /** Closes the open ledger, so that its transactions are final. */
  public void close() throws Exception {
    request("ledger_accept", object());
  }

  /** Moves the ledger's clock forward. */
  public void advance(long seconds) throws Exception {
    request("weir_clock", object().put("advance", seconds));
  }

  private String start() throws IOException {
    String command = System.getenv().getOrDefault("WEIR_COMMAND", COMMAND);
    List<String> words = new ArrayList<>(List.of(command.split(" ")));
    words.addAll(List.of("start", "--ephemeral", "--dev", "--manual", "--port", "0"));
    server = new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String line = new BufferedReader(new InputStreamReader(server.getInputStream())).readLine();
    Matcher address = Pattern.compile("http://\\S+").matcher(line == null ? "" : line);
    if (!address.find()) throw new IOException("the server did not start; its output says why");
    return address.group();
  }
}
