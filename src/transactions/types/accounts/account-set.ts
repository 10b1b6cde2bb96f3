/**
 * AccountSet: changes an account's settings, such as flags, domain, message key and transfer rate (rippled:
 * AccountSet.cpp).
 */
import { publicKeyType } from '../../../crypto/key-pair.ts';
import { isDirectoryEmpty } from '../../../ledger/directory.ts';
import type { ReadView } from '../../../ledger/read-view.ts';
import { PARITY_RATE } from '../../../protocol/amounts/rate.ts';
import type { AccountRoot } from '../../../protocol/entries/entries.ts';
import { accountKeylet, ownerDirKeylet, signersKeylet } from '../../../protocol/entries/keylets.ts';
import { AccountSetFlags, EntryFlags, hasFlag, TransactionFlags } from '../../../protocol/tables/flags.ts';
import type { NotTec, Ter } from '../../../protocol/tables/ter.ts';
import { type AccountId, ZERO_HASH } from '../../../protocol/values.ts';
import { isSignedWithMasterKey } from '../../accounts/master-key.ts';
import { defineTransaction } from '../../transaction-type.ts';
import { type AccountSet, flagsAfter, hasContradictoryFlags, setsRequireAuth } from './account-set-flags.ts';

const MAX_DOMAIN_HEX_DIGITS = 512;
const MIN_TICK_SIZE = 3;
/** The precision of amounts, so it has no effect and is not stored. */
const MAX_TICK_SIZE = 16;
const NO_HASH = /^0*$/;
const { AccountRoot: Bits } = EntryFlags;

const AUTHORITY_FLAGS: ReadonlySet<number | undefined> = new Set([
  AccountSetFlags.asfRequireAuth,
  AccountSetFlags.asfDisableMaster,
  AccountSetFlags.asfAccountTxnID,
]);

export const accountSet = defineTransaction({
  name: 'AccountSet',

  consequences(tx) {
    return { isBlocker: changesAuthority(tx) };
  },

  preflight({ tx }) {
    if (hasContradictoryFlags(tx)) return 'temINVALID_FLAG';
    const failure = checkTokenTerms(tx);
    if (failure !== 'tesSUCCESS') return failure;
    if (tx.MessageKey && publicKeyType(tx.MessageKey) === undefined) return 'telBAD_PUBLIC_KEY';
    if (tx.Domain !== undefined && tx.Domain.length > MAX_DOMAIN_HEX_DIGITS) return 'telBAD_DOMAIN';
    const { asfAuthorizedNFTokenMinter } = AccountSetFlags;
    if (tx.SetFlag === asfAuthorizedNFTokenMinter && tx.NFTokenMinter === undefined) return 'temMALFORMED';
    if (tx.ClearFlag === asfAuthorizedNFTokenMinter && tx.NFTokenMinter !== undefined) return 'temMALFORMED';
    return 'tesSUCCESS';
  },

  preclaim({ view, tx, flags }) {
    const account = view.read(accountKeylet(tx.Account));
    if (account === undefined) return 'terNO_ACCOUNT';
    if (setsRequireAuth(tx) && !hasFlag(account, Bits.lsfRequireAuth) && ownsAnything(view, tx.Account)) {
      return flags.retry ? 'terOWNERS' : 'tecOWNERS';
    }
    if (tx.SetFlag === AccountSetFlags.asfAllowTrustLineClawback) {
      if (hasFlag(account, Bits.lsfNoFreeze)) return 'tecNO_PERMISSION';
      if (ownsAnything(view, tx.Account)) return 'tecOWNERS';
    }
    if (tx.SetFlag === AccountSetFlags.asfNoFreeze && hasFlag(account, Bits.lsfAllowTrustLineClawback)) {
      return 'tecNO_PERMISSION';
    }
    return 'tesSUCCESS';
  },

  apply({ sandbox, tx }) {
    const account = sandbox.peek(accountKeylet(tx.Account));
    if (account === undefined) return 'tefINTERNAL';
    const permitted = checkMasterKey(sandbox, tx, account);
    if (permitted !== 'tesSUCCESS') return permitted;
    account.Flags = flagsAfter(tx, account.Flags);
    setAccountTxnId(tx, account);
    setFields(tx, account);
    sandbox.update(account);
    return 'tesSUCCESS';
  },
});

function checkTokenTerms({ TransferRate: rate = 0, TickSize: tickSize = 0 }: Readonly<AccountSet>): NotTec {
  if (rate !== 0 && (rate < PARITY_RATE || rate > 2 * PARITY_RATE)) return 'temBAD_TRANSFER_RATE';
  if (tickSize !== 0 && (tickSize < MIN_TICK_SIZE || tickSize > MAX_TICK_SIZE)) return 'temBAD_TICK_SIZE';
  return 'tesSUCCESS';
}

function ownsAnything(view: ReadView, account: AccountId): boolean {
  return !isDirectoryEmpty(view, ownerDirKeylet(account));
}

/** True for flags that affect the validity of the account's later transactions. */
function changesAuthority({ Flags = 0, SetFlag, ClearFlag }: Readonly<AccountSet>): boolean {
  const { tfRequireAuth, tfOptionalAuth } = TransactionFlags.AccountSet;
  if ((Flags & (tfRequireAuth | tfOptionalAuth)) !== 0) return true;
  return AUTHORITY_FLAGS.has(SetFlag) || AUTHORITY_FLAGS.has(ClearFlag);
}

/** Disabling the master key must be signed with it and needs another key. NoFreeze must be signed with it too. */
function checkMasterKey(view: ReadView, tx: Readonly<AccountSet>, account: Readonly<AccountRoot>): Ter {
  const isDisabled = hasFlag(account, Bits.lsfDisableMaster);
  if (isDisabled) return 'tesSUCCESS';
  if (tx.SetFlag === AccountSetFlags.asfDisableMaster) {
    if (!isSignedWithMasterKey(tx)) return 'tecNEED_MASTER_KEY';
    if (account.RegularKey === undefined && view.read(signersKeylet(tx.Account)) === undefined) {
      return 'tecNO_ALTERNATIVE_KEY';
    }
  }
  if (tx.SetFlag === AccountSetFlags.asfNoFreeze && !isSignedWithMasterKey(tx)) return 'tecNEED_MASTER_KEY';
  return 'tesSUCCESS';
}

function setAccountTxnId(tx: Readonly<AccountSet>, account: AccountRoot): void {
  if (tx.SetFlag === AccountSetFlags.asfAccountTxnID) account.AccountTxnID ??= ZERO_HASH;
  if (tx.ClearFlag === AccountSetFlags.asfAccountTxnID) delete account.AccountTxnID;
}

/** Zero hashes, empty blobs and values without effect remove the setting. */
function setFields(tx: Readonly<AccountSet>, account: AccountRoot): void {
  for (const name of ['EmailHash', 'WalletLocator', 'MessageKey', 'Domain'] as const) {
    const value = tx[name];
    if (value === undefined) continue;
    const isHash = name === 'EmailHash' || name === 'WalletLocator';
    if (value === '' || (isHash && NO_HASH.test(value))) delete account[name];
    else account[name] = value;
  }
  if (tx.TransferRate !== undefined) {
    if (tx.TransferRate === 0 || tx.TransferRate === PARITY_RATE) delete account.TransferRate;
    else account.TransferRate = tx.TransferRate;
  }
  if (tx.TickSize !== undefined) {
    if (tx.TickSize === 0 || tx.TickSize === MAX_TICK_SIZE) delete account.TickSize;
    else account.TickSize = tx.TickSize;
  }
  const { asfAuthorizedNFTokenMinter } = AccountSetFlags;
  if (tx.SetFlag === asfAuthorizedNFTokenMinter && tx.NFTokenMinter !== undefined) {
    account.NFTokenMinter = tx.NFTokenMinter;
  }
  if (tx.ClearFlag === asfAuthorizedNFTokenMinter) delete account.NFTokenMinter;
}
