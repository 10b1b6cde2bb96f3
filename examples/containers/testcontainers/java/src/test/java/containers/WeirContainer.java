package containers;

import okhttp3.HttpUrl;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.utility.DockerImageName;

/** A test bench in a container: ledgers close when {@code ledger_accept} is called, and the clock moves by {@code weir_clock}. */
public final class WeirContainer extends GenericContainer<WeirContainer> {
  private static final int PORT = 5005;

  /** The image of {@code examples/containers/Dockerfile}, built as {@code weir}. */
  public WeirContainer() {
    this("weir");
  }

  public WeirContainer(String image) {
    super(DockerImageName.parse(image));
    withExposedPorts(PORT);
    withCommand(
      "start", "--ephemeral", "--dev", "--manual", "--host=0.0.0.0", "--allow-remote-admin", "--allow-remote-test-bench");
    waitingFor(Wait.forHttp("/health").forPort(PORT));
  }

  /** The address of the server, for xrpl4j. */
  public HttpUrl url() {
    return HttpUrl.get("http://" + getHost() + ":" + getMappedPort(PORT));
  }
}
