/**
 * Credentials: what an issuer says of a subject. Both have the entry in their directories. It counts among what the
 * issuer owns until the subject accepts it, and then among what the subject owns (rippled: CredentialHelpers.cpp).
 */
import type { ReadView } from '../../ledger/read-view.ts';
import type { Credential } from '../../protocol/entries/entries.ts';
import { EntryFlags, hasFlag } from '../../protocol/tables/flags.ts';
import type { Hex } from '../../protocol/values.ts';

const MAX_TYPE_BYTES = 64;

/** True for a type that credentials may have: 1 to 64 bytes. */
export function isCredentialType(type: Hex): boolean {
  return type !== '' && type.length <= 2 * MAX_TYPE_BYTES;
}

/** True if the subject has accepted it. Who says something of themselves has. */
export function isAccepted(credential: Readonly<Credential>): boolean {
  return hasFlag(credential, EntryFlags.Credential.lsfAccepted);
}

/** True if its time is over (rippled: checkExpired). */
export function isCredentialExpired(view: ReadView, { Expiration }: Readonly<Credential>): boolean {
  return Expiration !== undefined && view.parentCloseTimeSeconds > Expiration;
}
