/**
 * Credentials: an issuer's statement about a subject. Both owner directories list the entry. It counts for the issuer's
 * reserve until the subject accepts it, then for the subject's (rippled: CredentialHelpers.cpp).
 */
import type { ReadView } from '../../ledger/read-view.ts';
import type { Credential } from '../../protocol/entries/entries.ts';
import { EntryFlags, hasFlag } from '../../protocol/tables/flags.ts';
import type { Hex } from '../../protocol/values.ts';

const MAX_TYPE_BYTES = 64;

/** True for a valid credential type: 1 to 64 bytes. */
export function isCredentialType(type: Hex): boolean {
  return type !== '' && type.length <= 2 * MAX_TYPE_BYTES;
}

/** True if the subject has accepted it; self-issued credentials are accepted at once. */
export function isAccepted(credential: Readonly<Credential>): boolean {
  return hasFlag(credential, EntryFlags.Credential.lsfAccepted);
}

/** True if it is expired (rippled: checkExpired). */
export function isCredentialExpired(view: ReadView, { Expiration }: Readonly<Credential>): boolean {
  return Expiration !== undefined && view.parentCloseTimeSeconds > Expiration;
}
