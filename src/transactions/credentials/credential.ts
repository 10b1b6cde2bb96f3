/**
 * Credentials: what an issuer says of a subject. Both have the entry in their directories. It counts among what the
 * issuer owns until the subject accepts it, and then among what the subject owns (rippled: CredentialHelpers.cpp).
 */
import { directoryRemove } from '../../ledger/directory.ts';
import { adjustOwnerCount } from '../../ledger/owner-count.ts';
import type { ReadView } from '../../ledger/read-view.ts';
import type { Sandbox } from '../../ledger/sandbox.ts';
import type { Credential, Keylet } from '../../protocol/entries/entries.ts';
import { accountKeylet, ownerDirKeylet } from '../../protocol/entries/keylets.ts';
import { EntryFlags } from '../../protocol/tables/flags.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import type { AccountId, Hex } from '../../protocol/values.ts';
import { hasFlag } from '../has-flag.ts';

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

/** Removes a credential from the ledger and both directories (rippled: deleteSLE). */
export function removeCredential(sandbox: Sandbox, keylet: Keylet<'Credential'>): Ter {
  const credential = sandbox.peek(keylet);
  if (credential === undefined) return 'tecNO_ENTRY';
  const { Issuer, IssuerNode, Subject, SubjectNode } = credential;
  const isOwnedByIssuer = !isAccepted(credential) || Subject === Issuer;
  const forgotten = unlist(sandbox, Issuer, IssuerNode, credential, isOwnedByIssuer);
  if (forgotten !== 'tesSUCCESS') return forgotten;
  if (Subject !== Issuer) {
    const result = unlist(sandbox, Subject, SubjectNode ?? 0n, credential, !isOwnedByIssuer);
    if (result !== 'tesSUCCESS') return result;
  }
  sandbox.erase(credential);
  return 'tesSUCCESS';
}

function unlist(sandbox: Sandbox, account: AccountId, page: bigint, credential: Credential, isOwner: boolean): Ter {
  const root = sandbox.peek(accountKeylet(account));
  if (root === undefined) return 'tecINTERNAL';
  if (!directoryRemove(sandbox, ownerDirKeylet(account), page, credential.index, false)) return 'tefBAD_LEDGER';
  if (isOwner) adjustOwnerCount(sandbox, root, -1);
  return 'tesSUCCESS';
}
