/**
 * How members of a cluster reach each other: connections that carry frames in the order in which they were sent, or end.
 * Over a network it is `tls-transport.ts`; a simulation has one of its own.
 */

export interface LinkConnection {
  /** Nothing happens if it has ended. */
  send(frame: Uint8Array): void;
  /** Whoever has the connection sets both at once, in the turn in which they got it. */
  onFrame(listener: (frame: Uint8Array) => void): void;
  /** Called once, also where the connection could not be made; not after `close`. */
  onClosed(listener: () => void): void;
  close(): void;
}

export interface ClusterTransport {
  /** Where others reach this member: HOST:PORT. */
  readonly address: string;
  /** Whoever connects here has shown that they know the cluster's secret. */
  onConnection(listener: (connection: LinkConnection) => void): void;
  /** A connection that may not be there yet; frames wait for it. */
  connect(address: string): LinkConnection;
  close(): Promise<void>;
}
