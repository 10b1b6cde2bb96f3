/** A request that never became a method call: malformed, or not allowed here. Its HTTP status is the reference's. */
import type { JsonObject } from '../protocol/values.ts';
import type { RpcErrorToken } from '../rpc/error-table.ts';
import { RpcError } from '../rpc/errors.ts';

export class RequestRefusal extends Error {
  override readonly name = 'RequestRefusal';
  readonly status: number;
  readonly token: RpcErrorToken;

  constructor(message: string, status = 400, token: RpcErrorToken = 'invalidParams') {
    super(message);
    this.status = status;
    this.token = token;
  }

  /**
   * A body of the shape that other errors have, where the reference sends a line of text. The token's own message comes
   * first and `error_what` says what exactly is wrong, as the reference's own test client shows such an answer.
   */
  toBody(): JsonObject {
    return { result: { ...new RpcError(this.token).toResult(), error_what: this.message, status: 'error' } };
  }
}
