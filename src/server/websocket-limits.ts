/** What a WebSocket listener takes from one client, and how much it holds for one that does not read. */
export interface WebSocketLimits {
  /** Bytes of a message, all its fragments together; the reference's kMaxRequestSize. */
  readonly messageBytes: number;
  readonly fragments: number;
  /** Requests of one connection that may be answered at the same time; more wait unread. */
  readonly requestsAtOnce: number;
  /** Bytes handed to the system beyond which nothing more is, until it has taken some. */
  readonly socketBytes: number;
  /** Bytes of answers that wait to be read beyond which no further requests are read. */
  readonly answerBytes: number;
  /** Bytes of messages that wait to be read beyond which the connection ends. */
  readonly queueBytes: number;
  /** Ledgers by which a subscriber who had caught up may fall behind. */
  readonly lagLedgers: number;
  /** How long a client may read nothing while something waits. */
  readonly stallMs: number;
  /** How often a connection that says nothing is asked whether it is there; unanswered, the next time ends it. */
  readonly pingMs: number;
  /** How often the times above are looked after. */
  readonly checkIntervalMs: number;
}

export const DEFAULT_WEBSOCKET_LIMITS: WebSocketLimits = {
  messageBytes: 1_000_000,
  fragments: 1_000,
  requestsAtOnce: 256,
  socketBytes: 65_536,
  answerBytes: 1_000_000,
  queueBytes: 16_000_000,
  lagLedgers: 100,
  stallMs: 30_000,
  pingMs: 30_000,
  checkIntervalMs: 5_000,
};
