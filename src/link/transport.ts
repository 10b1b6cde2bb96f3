/**
 * Connections between members of a cluster. A connection delivers frames in the order in which they were sent, or ends.
 * `tls-transport.ts` is for networks; the simulation in the tests has its own.
 */

export interface LinkConnection {
  /** Does nothing after the end. */
  send(frame: Uint8Array): void;
  /** Set both listeners in the turn in which you get the connection. */
  onFrame(listener: (frame: Uint8Array) => void): void;
  /** Called once, also if the connection could not be made, but not after `close`. */
  onClosed(listener: () => void): void;
  close(): void;
}

export interface ClusterTransport {
  /** This member's address for the others: HOST:PORT. */
  readonly address: string;
  /** Called with connections whose other end has the cluster's secret. */
  onConnection(listener: (connection: LinkConnection) => void): void;
  /** Gives a connection at once; frames wait until it is established. */
  connect(address: string): LinkConnection;
  close(): Promise<void>;
}
