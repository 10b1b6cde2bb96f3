/** A request that never became a method call: malformed, or not allowed here. Its HTTP status is the reference's. */
import type { JsonObject } from '../protocol/values.ts';
import type { RpcErrorToken } from '../rpc/error-table.ts';
import { RpcError } from '../rpc/errors.ts';

export class RequestRefusal extends Error {
  override readonly name = 'RequestRefusal';
  readonly status: number;
  readonly token: RpcErrorToken;

  constructor(message: string, status = 400, token: RpcErrorToken = 'badSyntax') {
    super(message);
    this.status = status;
    this.token = token;
  }

  /** A body of the shape that other errors have. The reference sends a line of text instead. */
  toBody(): JsonObject {
    return { result: { ...new RpcError(this.token, this.message).toResult(), status: 'error' } };
  }
}
