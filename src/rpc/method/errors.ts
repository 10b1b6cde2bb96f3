/**
 * An error of a request. Methods and readers throw it, and `execute` turns it into the fields of a result. It is not
 * used for transaction results or internal bugs.
 */
import { StateAwaitedError, StateReadError } from '../../ledger/state-read-error.ts';
import type { JsonObject } from '../../protocol/values.ts';
import { DamagedRowError } from '../../storage/damaged-row-error.ts';
import { RPC_ERRORS, type RpcErrorToken } from './error-table.ts';

export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly token: RpcErrorToken;
  readonly code: number;
  /** Additional fields of the result, for errors that the reference finds after it has filled in some fields. */
  readonly extra: JsonObject | undefined;
  /** The invalid parameter, if any. The method's rows describe what it should be. */
  readonly field: string | undefined;

  /** Without a message the error table's text is used. */
  constructor(token: RpcErrorToken, message: string = RPC_ERRORS[token].message, extra?: JsonObject, field?: string) {
    super(message);
    this.token = token;
    this.code = RPC_ERRORS[token].code;
    this.extra = extra;
    this.field = field;
  }

  /** The fields of a failed result: the additional fields, then `error`, `error_code` and `error_message`. */
  toResult(): JsonObject {
    return { ...this.extra, error: this.token, error_code: this.code, error_message: this.message };
  }

  /**
   * The same error with a more exact description in a separate field, since client libraries may compare the
   * reference's message. Undefined adds none.
   */
  because(what: string | undefined): RpcError {
    return what === undefined ? this : this.withExtra({ error_what: what });
  }

  /** The same error with these fields in its result. */
  withExtra(extra: JsonObject): RpcError {
    return new RpcError(this.token, this.message, { ...extra, ...this.extra }, this.field);
  }

  /** The same error for this parameter: its result describes what the parameter should be. */
  about(field: string): RpcError {
    return new RpcError(this.token, this.message, this.extra, field);
  }
}

/** The error of a request, of a damaged row, or of a failed read of the other server of a fork; undefined for any other error. */
export function rpcErrorOf(error: unknown): RpcError | undefined {
  if (error instanceof StateAwaitedError) return undefined;
  if (error instanceof DamagedRowError) return new RpcError('dbDeserialization').because(error.message);
  if (error instanceof StateReadError) return new RpcError('noNetwork', error.message);
  return error instanceof RpcError ? error : undefined;
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
