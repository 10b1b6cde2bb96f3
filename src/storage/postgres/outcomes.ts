/**
 * What an error of PostgreSQL, or of the connection to it, says about what was asked. For a write it matters most whether
 * it may have taken place: a connection that ends before the answer leaves that open, an error that the server reports does
 * not (PostgreSQL: Appendix A, error codes; CockroachDB: "ambiguous" commits are 40003).
 */
import { StoreError } from '../ledger-store.ts';
import { UnknownOutcomeError, UnreachableError } from '../shared/cluster-store.ts';

/** Whether a statement changes anything. */
export type Effect = 'reads' | 'writes';

/** The server answered nothing in time, or the connection ended. */
export class ConnectionLostError extends Error {
  override readonly name = 'ConnectionLostError';
}

/** It took part in a conflict, was undone and can be run again: serialization failure and deadlock. */
const CONFLICTS: ReadonlySet<string> = new Set(['40001', '40P01']);

/** Commits whose outcome the server itself does not know. */
const AMBIGUOUS: ReadonlySet<string> = new Set(['40003', '08007']);

/**
 * The server ends this connection. It may do so after a commit, while that waits for a standby: 57P01 is then all that is
 * said, so it is as a connection that was lost.
 */
const ENDINGS: ReadonlySet<string> = new Set(['57P01', '57P02', '57P05', '25P03', '25P04']);

/**
 * Refused for now and undone: a lock that somebody holds, a server that starts or became a standby, no room, a login
 * that is not allowed at the moment. By the code, or by its class of two characters.
 */
const REFUSALS: ReadonlySet<string> = new Set(['55P03', '57014', '57P03', '25006', '08', '53', '58']);

export function isConflict(error: unknown): boolean {
  return CONFLICTS.has(sqlState(error) ?? '');
}

/** True if nothing can be asked on that connection any more, or it leads to a server that takes no writes. */
export function endsConnection(error: unknown): boolean {
  const code = sqlState(error);
  return code === undefined || ENDINGS.has(code) || code === '25006' || code.startsWith('08') || code.startsWith('57P');
}

/** The error for whoever asked, once the statement was sent. */
export function errorOf(error: unknown, effect: Effect): Error {
  const code = sqlState(error);
  const message = `PostgreSQL: ${error instanceof Error ? error.message : String(error)}`;
  if (code === undefined || AMBIGUOUS.has(code) || ENDINGS.has(code)) {
    return effect === 'writes'
      ? new UnknownOutcomeError(message, { cause: error })
      : new UnreachableError(message, { cause: error });
  }
  if (isConflict(error) || REFUSALS.has(code) || REFUSALS.has(code.slice(0, 2))) {
    return new UnreachableError(message, { cause: error });
  }
  return new StoreError(message, { cause: error });
}

/** The five characters; undefined for an error that the server did not report. */
function sqlState(error: unknown): string | undefined {
  const code = (error as { readonly code?: unknown } | null)?.code;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && hasSeverity(error) ? code : undefined;
}

/** Names of system errors are such codes too (EPIPE); only the server's have a severity. */
function hasSeverity(error: unknown): boolean {
  return typeof (error as { readonly severity?: unknown }).severity === 'string';
}
