/** What a listener takes from one client. Nobody needs more, and nobody can make the server hold more. */
export interface HttpLimits {
  /** Bytes of a request's body; the reference's kMaxRequestSize. */
  readonly bodyBytes: number;
  /** Bytes and number of a request's headers. */
  readonly headerBytes: number;
  readonly headerCount: number;
  /** Time for all headers, and for the whole request, to arrive. */
  readonly headersTimeoutMs: number;
  readonly requestTimeoutMs: number;
  /** How long an idle connection is kept. */
  readonly keepAliveTimeoutMs: number;
  /** How often the timeouts above are looked after. */
  readonly checkIntervalMs: number;
  /** How long a client may read nothing of an answer that waits for it. */
  readonly stallMs: number;
  readonly connections: number;
}

export const DEFAULT_HTTP_LIMITS: HttpLimits = {
  bodyBytes: 1_000_000,
  headerBytes: 16_384,
  headerCount: 64,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  // Longer than the idle time of usual clients and proxies, so that it is they who close.
  keepAliveTimeoutMs: 75_000,
  checkIntervalMs: 5_000,
  stallMs: 30_000,
  connections: 10_000,
};
