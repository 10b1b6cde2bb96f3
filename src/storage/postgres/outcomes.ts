/**
 * Classifies errors of PostgreSQL and of its connections. For a write the question is whether it may have happened:
 * unknown if the connection ends before the answer, no if the server reports an error (PostgreSQL: Appendix A, error
 * codes; CockroachDB: "ambiguous" commits are 40003).
 */
import { StoreError } from '../ledger-store.ts';
import { UnknownOutcomeError, UnreachableError } from '../shared/cluster-store.ts';

/** Whether a statement changes anything. */
export type Effect = 'reads' | 'writes';

/** The server did not answer in time, or the connection ended. */
export class ConnectionLostError extends Error {
  override readonly name = 'ConnectionLostError';
}

/**
 * The commit is in the primary's own log only: an administrator cancelled its wait for a synchronous standby. The server reports that
 * as a warning, in its own language, and answers as for any commit. This is the function that sends the warning.
 */
export const CANCELLED_WAIT = 'SyncRepWaitForLSN';

/** The server answered, but a synchronous standby may lack the commit. */
export class NotReplicatedError extends Error {
  override readonly name = 'NotReplicatedError';
}

/** Rolled back after a conflict and repeatable: serialization failure and deadlock. */
const CONFLICTS: ReadonlySet<string> = new Set(['40001', '40P01']);

/** Commits whose outcome is unknown to the server. */
const AMBIGUOUS: ReadonlySet<string> = new Set(['40003', '08007']);

/**
 * The server ends this connection. It may do so after a commit that waits for a standby, with 57P01 as the only answer,
 * so the outcome is unknown, as for a lost connection.
 */
const ENDINGS: ReadonlySet<string> = new Set(['57P01', '57P02', '57P05', '25P03', '25P04']);

/**
 * Temporarily refused and rolled back: a held lock, a server that starts or became a standby, no space, a login that is
 * not allowed now. By the code, or by its class of two characters.
 */
const REFUSALS: ReadonlySet<string> = new Set(['55P03', '57014', '57P03', '25006', '08', '53', '58']);

const FORBIDDEN = '42501';
const NEEDED_ROLE =
  'nodes need the role weir_member; weir cluster prepare creates the tables and grants it: docs/cluster.md, "Roles"';

export function isConflict(error: unknown): boolean {
  return CONFLICTS.has(sqlState(error) ?? '');
}

/** True if the connection is unusable, or its server accepts no writes. */
export function endsConnection(error: unknown): boolean {
  if (error instanceof NotReplicatedError) return false;
  const code = sqlState(error);
  return code === undefined || ENDINGS.has(code) || code === '25006' || code.startsWith('08') || code.startsWith('57P');
}

/** The error for the caller, once the statement was sent. */
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
  return new StoreError(code === FORBIDDEN ? `${message} (${NEEDED_ROLE})` : message, { cause: error });
}

/** The five characters; undefined for an error that the server did not report. */
function sqlState(error: unknown): string | undefined {
  const code = (error as { readonly code?: unknown } | null)?.code;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && hasSeverity(error) ? code : undefined;
}

/** System error codes have the same form (EPIPE); only the server's errors have a severity. */
function hasSeverity(error: unknown): boolean {
  return typeof (error as { readonly severity?: unknown }).severity === 'string';
}
