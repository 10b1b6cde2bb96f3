/** A request that never became a method call: malformed, or not allowed here. Its HTTP status is the reference's. */
import type { JsonObject } from '../../protocol/values.ts';
import { RPC_ERRORS, type RpcErrorToken } from '../../rpc/method/error-table.ts';
import { RpcError } from '../../rpc/method/errors.ts';

export class RequestRefusal extends Error {
  override readonly name = 'RequestRefusal';
  readonly status: number;
  readonly token: RpcErrorToken;
  /** When the same request may be let in; undefined if time changes nothing. */
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

  /** The same refusal with a sentence after the reference's words that says what is wanted. */
  because(what: string): RequestRefusal {
    return new RequestRefusal(this.message, this.status, this.token, this.retryAfterMs, what);
  }

  /** A request that was good, but one too many: with the message and the status of its token. */
  static forLoad(token: 'tooBusy' | 'slowDown', retryAfterMs: number): RequestRefusal {
    const { message, httpStatus } = RPC_ERRORS[token];
    return new RequestRefusal(message, httpStatus, token, retryAfterMs);
  }

  /** The fields of a failed result. */
  toResult(): JsonObject {
    const result = new RpcError(this.token).toResult();
    if (this.retryAfterMs !== undefined) return { ...result, retry_after_ms: this.retryAfterMs };
    return { ...result, error_what: this.#what === undefined ? this.message : `${this.message}: ${this.#what}` };
  }

  /**
   * A body of the shape that other errors have, where the reference sends a line of text. The token's own message comes
   * first and `error_what` says what exactly is wrong, as the reference's own test client shows such an answer.
   */
  toBody(): JsonObject {
    return { result: { ...this.toResult(), status: 'error' } };
  }

  /** Value of the header `Retry-After`, in whole seconds. */
  get retryAfter(): string | undefined {
    return this.retryAfterMs === undefined ? undefined : String(Math.ceil(this.retryAfterMs / 1000));
  }
}
