/**
 * A request fault on its way from where it is found to the client. Thrown by methods and checkers, turned into the
 * fields of a result by `execute`. Never used for the outcome of a transaction (a result code) or for our own bugs.
 */
import type { JsonObject } from '../../protocol/values.ts';
import { RPC_ERRORS, type RpcErrorToken } from './error-table.ts';

export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly token: RpcErrorToken;
  readonly code: number;
  /** Fields that the result carries beside the error, as when the reference fails after it filled in some. */
  readonly extra: JsonObject | undefined;
  /** The parameter that is at fault, where it is one. What it should be, the method's rows say. */
  readonly field: string | undefined;

  /** Without a message the error table's text is used. */
  constructor(token: RpcErrorToken, message: string = RPC_ERRORS[token].message, extra?: JsonObject, field?: string) {
    super(message);
    this.token = token;
    this.code = RPC_ERRORS[token].code;
    this.extra = extra;
    this.field = field;
  }

  /** The fields of a failed result: whatever was known, then `error`, `error_code` and `error_message`. */
  toResult(): JsonObject {
    return { ...this.extra, error: this.token, error_code: this.code, error_message: this.message };
  }

  /**
   * The same error with a sentence that says what exactly is wrong. It stands beside the reference's own words, which
   * client libraries may compare; undefined adds none.
   */
  because(what: string | undefined): RpcError {
    return what === undefined ? this : this.withExtra({ error_what: what });
  }

  /** The same error in a result that carries these fields too. */
  withExtra(extra: JsonObject): RpcError {
    return new RpcError(this.token, this.message, { ...extra, ...this.extra }, this.field);
  }

  /** The same error, of this parameter: its result will say what that should be. */
  about(field: string): RpcError {
    return new RpcError(this.token, this.message, this.extra, field);
  }
}

/** `invalidParams` with a text of its own (the reference's makeParamError). */
export function invalidParams(message?: string): RpcError {
  return new RpcError('invalidParams', message);
}

/** `invalidParams`: Missing field 'x'. */
export function missingField(name: string): RpcError {
  return invalidParams(`Missing field '${name}'.`).about(name);
}

/** `invalidParams`: Invalid field 'x'. */
export function invalidField(name: string): RpcError {
  return invalidParams(`Invalid field '${name}'.`).about(name);
}

/** `invalidParams`: Invalid field 'x', not string. */
export function expectedField(name: string, type: string): RpcError {
  return invalidParams(`Invalid field '${name}', not ${type}.`).about(name);
}
