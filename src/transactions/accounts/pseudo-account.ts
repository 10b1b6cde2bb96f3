/**
 * Pseudo-accounts: accounts that belong to ledger entries. They have no key and accept no direct payments. Their
 * address depends on the hash of the parent ledger, so it cannot be predicted (rippled: AccountRootHelpers.cpp).
 */
import { hash160, sha512Half } from '../../crypto/hash.ts';
import type { ReadView } from '../../ledger/read-view.ts';
import type { Sandbox } from '../../ledger/sandbox.ts';
import type { AccountRoot } from '../../protocol/entries/entries.ts';
import { accountKeylet, ownerDirKeylet } from '../../protocol/entries/keylets.ts';
import { newEntry } from '../../protocol/entries/new-entry.ts';
import { FIELDS } from '../../protocol/tables/fields.ts';
import { EntryFlags } from '../../protocol/tables/flags.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import type { AccountId, Hash256, StObject } from '../../protocol/values.ts';
import { bytesToHex, hexToBytes } from '../../util/hex.ts';

const OWNER_FIELDS = FIELDS.filter(({ pseudoAccount }) => pseudoAccount).map(({ name }) => name);
const MAX_ATTEMPTS = 256;
const { lsfDisableMaster, lsfDefaultRipple, lsfDepositAuth } = EntryFlags.AccountRoot;

/** No key can sign for it, tokens may ripple through it, and direct payments are blocked. */
export const PSEUDO_ACCOUNT_FLAGS = lsfDisableMaster | lsfDefaultRipple | lsfDepositAuth;

/** The field of the account that names its owner entry. */
export type PseudoAccountField = 'AMMID' | 'VaultID' | 'LoanBrokerID';

/** True for a pseudo-account. No key can sign for it. */
export function isPseudoAccount(account: Readonly<AccountRoot>): boolean {
  const fields = account as unknown as StObject;
  for (let at = 0; at < OWNER_FIELDS.length; at++) if (fields[OWNER_FIELDS[at]!] !== undefined) return true;
  return false;
}

/** The fields that name the pseudo-account's owner entry. */
export function pseudoAccountFields(account: Readonly<AccountRoot>): readonly string[] {
  const fields = account as unknown as StObject;
  return OWNER_FIELDS.filter((name) => fields[name] !== undefined);
}

/** The address of the pseudo-account for the entry with this key; undefined if all candidates exist. */
export function pseudoAccountAddress(view: ReadView, ownerKey: Hash256): AccountId | undefined {
  const attempt = Buffer.alloc(2);
  for (let i = 0; i < MAX_ATTEMPTS; i++) {
    attempt.writeUInt16BE(i);
    const account = bytesToHex(hash160(sha512Half(attempt, hexToBytes(view.parentHash), hexToBytes(ownerKey))));
    if (view.read(accountKeylet(account)) === undefined) return account;
  }
  return undefined;
}

/**
 * Creates the pseudo-account for the entry with this key, with a zero balance. Undefined (tecDUPLICATE) if no address
 * is left.
 */
export function createPseudoAccount(
  sandbox: Sandbox,
  ownerKey: Hash256,
  field: PseudoAccountField,
): AccountRoot | undefined {
  const address = pseudoAccountAddress(sandbox, ownerKey);
  if (address === undefined) return undefined;
  const account = newEntry(accountKeylet(address));
  account.Account = address;
  account.Flags = PSEUDO_ACCOUNT_FLAGS;
  account[field] = ownerKey;
  sandbox.insert(account);
  return account;
}

/** Removes a pseudo-account. If it has a balance or owns entries: tecHAS_OBLIGATIONS. */
export function removePseudoAccount(sandbox: Sandbox, address: AccountId): Ter {
  const account = sandbox.peek(accountKeylet(address));
  if (account === undefined) return 'tefBAD_LEDGER';
  const isInUse = account.Balance !== 0n || account.OwnerCount !== 0;
  if (isInUse || sandbox.read(ownerDirKeylet(address)) !== undefined) return 'tecHAS_OBLIGATIONS';
  sandbox.erase(account);
  return 'tesSUCCESS';
}
