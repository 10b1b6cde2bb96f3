/** SignerListSet: sets or removes an account's signer list (rippled: SignerListSet.cpp). */
import type { SignerList } from '../../../protocol/entries/entries.ts';
import { accountKeylet, signersKeylet } from '../../../protocol/entries/keylets.ts';
import { newEntry } from '../../../protocol/entries/new-entry.ts';
import type { InnerObjectOf } from '../../../protocol/tables/field-values.ts';
import { EntryFlags, hasFlag } from '../../../protocol/tables/flags.ts';
import type { NotTec, Ter } from '../../../protocol/tables/ter.ts';
import type { TransactionOf } from '../../../protocol/transaction/transaction.ts';
import { type StArray, ZERO_ACCOUNT } from '../../../protocol/values.ts';
import { insertOwnedEntry, removeSignerList } from '../../accounts/owned-entries.ts';
import { coversReserve } from '../../accounts/owner-directory.ts';
import { type ApplyContext, defineTransaction } from '../../transaction-type.ts';

/** `SignerQuorum` is the required weight; 0 removes the list. */
type SignerListSet = TransactionOf<'SignerListSet'>;

type SignerEntry = InnerObjectOf<'SignerEntry'>;

const MAX_SIGNERS = 32;
export const signerListSet = defineTransaction({
  name: 'SignerListSet',

  consequences() {
    return { isBlocker: true };
  },

  preflight({ tx }) {
    const isRemoval = tx.SignerQuorum === 0;
    if (isRemoval !== (tx.SignerEntries === undefined)) return 'temMALFORMED';
    return isRemoval ? 'tesSUCCESS' : checkSigners(tx, tx.SignerEntries ?? []);
  },

  apply(context) {
    return context.tx.SignerQuorum === 0 ? removeList(context) : replaceList(context);
  },
});

function checkSigners(tx: Readonly<SignerListSet>, entries: StArray): NotTec {
  if (entries.some(({ SignerEntry }) => SignerEntry === undefined)) return 'temMALFORMED';
  if (entries.length < 1 || entries.length > MAX_SIGNERS) return 'temMALFORMED';
  const signers = sortedSigners(entries);
  if (new Set(signers.map(({ Account }) => Account)).size !== signers.length) return 'temBAD_SIGNER';
  let weight = 0;
  for (const signer of signers) {
    if (signer.SignerWeight === 0) return 'temBAD_WEIGHT';
    // Signers need not exist: an account that does not exist can sign with its master key.
    if (signer.Account === tx.Account) return 'temBAD_SIGNER';
    weight += signer.SignerWeight;
  }
  return weight < tx.SignerQuorum ? 'temBAD_QUORUM' : 'tesSUCCESS';
}

/** An account field may be empty on the wire, which means the zero account. */
function sortedSigners(entries: StArray): SignerEntry[] {
  const signers = entries.map(({ SignerEntry }) => {
    const signer = SignerEntry as SignerEntry;
    return signer.Account === '' ? { ...signer, Account: ZERO_ACCOUNT } : signer;
  });
  return signers.sort((a, b) => (a.Account < b.Account ? -1 : 1));
}

function replaceList({ sandbox, tx, fees, balanceBeforeFeeDrops }: ApplyContext<SignerListSet>): Ter {
  // The old list is removed first, which releases its reserve.
  const removed = removeSignerList(sandbox, tx.Account);
  if (removed !== 'tesSUCCESS') return removed;
  const account = sandbox.peek(accountKeylet(tx.Account));
  if (account === undefined) return 'tefINTERNAL';
  if (!coversReserve(fees, account, balanceBeforeFeeDrops, 1)) return 'tecINSUFFICIENT_RESERVE';
  return insertOwnedEntry(sandbox, newList(tx));
}

function newList(tx: Readonly<SignerListSet>): SignerList {
  const list = newEntry(signersKeylet(tx.Account));
  list.Owner = tx.Account;
  list.SignerQuorum = tx.SignerQuorum;
  list.Flags = EntryFlags.SignerList.lsfOneOwnerCount;
  list.SignerEntries = sortedSigners(tx.SignerEntries ?? []).map((signer) => ({ SignerEntry: signer }));
  return list;
}

/** Another key must remain. */
function removeList({ sandbox, tx }: ApplyContext<SignerListSet>): Ter {
  const account = sandbox.peek(accountKeylet(tx.Account));
  if (account === undefined) return 'tefINTERNAL';
  const isMasterDisabled = hasFlag(account, EntryFlags.AccountRoot.lsfDisableMaster);
  if (isMasterDisabled && account.RegularKey === undefined) return 'tecNO_ALTERNATIVE_KEY';
  return removeSignerList(sandbox, tx.Account);
}
