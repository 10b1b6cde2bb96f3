/**
 * An in-process `ClusterTransport` for members of a cluster: an address for each member, and connections that lose
 * nothing.
 */
import type { ClusterTransport, LinkConnection } from '../../../src/link/transport.ts';

export class MemoryNetwork {
  readonly #places = new Map<string, MemoryTransport>();

  open(address: string): MemoryTransport {
    const transport = new MemoryTransport(this, address);
    this.#places.set(address, transport);
    return transport;
  }

  place(address: string): MemoryTransport | undefined {
    return this.#places.get(address);
  }

  forget(address: string): void {
    this.#places.delete(address);
  }
}

export class MemoryTransport implements ClusterTransport {
  readonly address: string;
  readonly #network: MemoryNetwork;
  readonly #connections = new Set<MemoryConnection>();
  #onConnection: (connection: LinkConnection) => void = () => {};

  constructor(network: MemoryNetwork, address: string) {
    this.#network = network;
    this.address = address;
  }

  onConnection(listener: (connection: LinkConnection) => void): void {
    this.#onConnection = listener;
  }

  connect(address: string): LinkConnection {
    const here = new MemoryConnection();
    const other = this.#network.place(address);
    if (other === undefined) {
      setImmediate(() => here.end());
      return here;
    }
    const there = new MemoryConnection();
    here.join(there);
    this.#connections.add(here);
    other.#connections.add(there);
    other.#onConnection(there);
    return here;
  }

  /** Ends every connection, as the end of the process does. */
  cut(): void {
    for (const connection of this.#connections) connection.cut();
    this.#connections.clear();
    this.#network.forget(this.address);
  }

  async close(): Promise<void> {
    this.cut();
  }
}

class MemoryConnection implements LinkConnection {
  #other: MemoryConnection | undefined;
  #onFrame: (frame: Uint8Array) => void = () => {};
  #onClosed: () => void = () => {};
  #isEnded = false;

  join(other: MemoryConnection): void {
    this.#other = other;
    other.#other = this;
  }

  send(frame: Uint8Array): void {
    const bytes = Uint8Array.from(frame);
    const other = this.#other;
    setImmediate(() => {
      if (other !== undefined && !other.#isEnded) other.#onFrame(bytes);
    });
  }

  onFrame(listener: (frame: Uint8Array) => void): void {
    this.#onFrame = listener;
  }

  onClosed(listener: () => void): void {
    this.#onClosed = listener;
  }

  close(): void {
    this.#isEnded = true;
    setImmediate(() => this.#other?.end());
  }

  cut(): void {
    setImmediate(() => {
      this.end();
      this.#other?.end();
    });
  }

  end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#onClosed();
  }
}
