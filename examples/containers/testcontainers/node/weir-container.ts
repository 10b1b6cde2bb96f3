/** A test bench in a container: ledgers close when `ledger_accept` is called, and the clock moves by `weir_clock`. */
import { AbstractStartedContainer, GenericContainer, Wait } from 'testcontainers';

const PORT = 5005;
const COMMAND = 'start --ephemeral --dev --manual --host=0.0.0.0 --allow-remote-admin --allow-remote-test-bench';

export class WeirContainer extends GenericContainer {
  /** The default is the image of `examples/containers/Dockerfile`, built as `weir`. */
  constructor(image = 'weir') {
    super(image);
    this.withExposedPorts(PORT)
      .withCommand(COMMAND.split(' '))
      .withWaitStrategy(Wait.forHttp('/health', PORT).forStatusCode(200));
  }

  override async start(): Promise<StartedWeirContainer> {
    return new StartedWeirContainer(await super.start());
  }
}

export class StartedWeirContainer extends AbstractStartedContainer {
  get httpUrl(): string {
    return `http://${this.getHost()}:${this.getMappedPort(PORT)}`;
  }

  /** For xrpl.js. */
  get webSocketUrl(): string {
    return this.httpUrl.replace('http', 'ws');
  }
}
