/** A request that is refused before a method runs: malformed, or not allowed here. The HTTP status is that of the reference. */
import type { JsonObject } from '../../protocol/values.ts';
import { RPC_ERRORS, type RpcErrorToken } from '../../rpc/method/error-table.ts';
import { RpcError } from '../../rpc/method/errors.ts';

export class RequestRefusal extends Error {
  override readonly name = 'RequestRefusal';
  readonly status: number;
  readonly token: RpcErrorToken;
  /** When to retry; undefined if a retry cannot succeed. */
  readonly retryAfterMs: number | undefined;
  readonly #what: string | undefined;

  constructor(
    message: string,
    status = 400,
    token: RpcErrorToken = 'invalidParams',
    retryAfterMs?: number,
    what?: string,
  ) {
    super(message);
    this.status = status;
    this.token = token;
    this.retryAfterMs = retryAfterMs;
    this.#what = what;
  }

  /** The same refusal with a sentence after the message of the reference that says what to send. */
  because(what: string): RequestRefusal {
    return new RequestRefusal(this.message, this.status, this.token, this.retryAfterMs, what);
  }

  /** A valid request that is one too many, with the message and the status of the token. */
  static forLoad(token: 'tooBusy' | 'slowDown', retryAfterMs: number): RequestRefusal {
    const { message, httpStatus } = RPC_ERRORS[token];
    return new RequestRefusal(message, httpStatus, token, retryAfterMs);
  }

  /** The fields of an error result. */
  toResult(): JsonObject {
    const result = new RpcError(this.token).toResult();
    if (this.retryAfterMs !== undefined) return { ...result, retry_after_ms: this.retryAfterMs };
    return { ...result, error_what: this.#what === undefined ? this.message : `${this.message}: ${this.#what}` };
  }

  /**
   * A body in the form of other errors, where the reference sends a line of text. It has the message of the token, and the exact reason
   * in `error_what`, as the test client of the reference shows such an answer.
   */
  toBody(): JsonObject {
    return { result: { ...this.toResult(), status: 'error' } };
  }

  /** The value of the header `Retry-After`, in whole seconds. */
  get retryAfter(): string | undefined {
    return this.retryAfterMs === undefined ? undefined : String(Math.ceil(this.retryAfterMs / 1000));
  }
}
