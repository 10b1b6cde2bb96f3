/**
 * Checks that the keys that signed may act for the account: its master key unless disabled, its regular key, or enough
 * weight of its signer list (rippled: Transactor.cpp, checkSign, checkSingleSign, checkMultiSign).
 */
import { accountIdOfPublicKey } from '../../crypto/address.ts';
import { publicKeyType } from '../../crypto/key-pair.ts';
import type { ReadView } from '../../ledger/read-view.ts';
import type { AccountRoot } from '../../protocol/entries/entries.ts';
import { accountKeylet, signersKeylet } from '../../protocol/entries/keylets.ts';
import { EntryFlags } from '../../protocol/tables/flags.ts';
import type { NotTec } from '../../protocol/tables/ter.ts';
import { feePayer } from '../../protocol/transaction/transaction.ts';
import { isImpersonated } from '../../protocol/transaction/transaction-signature.ts';
import type { AccountId, Hex, StArray } from '../../protocol/values.ts';
import type { ApplyFlags, PreclaimContext } from '../transaction-type.ts';
import { isPseudoAccount } from './pseudo-account.ts';

/** Checks the signing keys of a transaction's sender, or of its delegate, against the ledger. */
export function checkSign({ view, transaction, tx, flags }: PreclaimContext): NotTec {
  if (isImpersonated(transaction)) return 'tesSUCCESS';
  return checkSignatureOf(view, feePayer(tx), tx, flags);
}

/**
 * Checks the signing keys of an account: of the sender, or of another party that must sign. An account that a batch
 * creates may sign it with its master key.
 */
export function checkSignatureOf(
  view: ReadView,
  signer: AccountId,
  { SigningPubKey: key = '', Signers: signers }: { readonly SigningPubKey?: Hex; readonly Signers?: StArray },
  flags: ApplyFlags,
  mayBeCreated = false,
): NotTec {
  const account = view.read(accountKeylet(signer));
  if (account !== undefined && isPseudoAccount(account)) return 'tefBAD_AUTH';
  // The accounts of inner transactions sign the batch.
  if (flags.parentBatchId !== undefined) return 'tesSUCCESS';
  if (flags.dryRun && key === '' && signers === undefined) return 'tesSUCCESS';
  if (signers !== undefined) return checkSignerList(view, signer, signers);
  if (publicKeyType(key) === undefined) return 'tefBAD_AUTH';
  const keyAccount = accountIdOfPublicKey(key);
  if (account !== undefined) return checkSingleKey(account, keyAccount);
  if (!mayBeCreated) return 'terNO_ACCOUNT';
  return keyAccount === signer ? 'tesSUCCESS' : 'tefBAD_AUTH';
}

function checkSingleKey(account: Readonly<AccountRoot>, signer: AccountId): NotTec {
  if (account.RegularKey === signer) return 'tesSUCCESS';
  if (account.Account !== signer) return 'tefBAD_AUTH';
  return isMasterDisabled(account) ? 'tefMASTER_DISABLED' : 'tesSUCCESS';
}

/**
 * Both lists are sorted by account, so one pass matches them. Each signer must be in the list. As in rippled, the names
 * of the array elements are not checked, and signatures do not cover them.
 */
function checkSignerList(view: ReadView, account: AccountId, signers: StArray): NotTec {
  const list = view.read(signersKeylet(account));
  if (list === undefined) return 'tefNOT_MULTI_SIGNING';
  const entries = list.SignerEntries.map(({ SignerEntry }) => SignerEntry as unknown as SignerEntry);
  let at = 0;
  let weight = 0;
  for (const element of signers) {
    const signer = Object.values(element)[0] as unknown as Signer;
    while (at < entries.length && entries[at]!.Account < signer.Account) at++;
    const entry = entries[at];
    if (entry?.Account !== signer.Account) return 'tefBAD_SIGNATURE';
    const result = checkSigner(view, signer);
    if (result !== 'tesSUCCESS') return result;
    weight += entry.SignerWeight;
  }
  return weight < list.SignerQuorum ? 'tefBAD_QUORUM' : 'tesSUCCESS';
}

interface Signer {
  readonly Account: AccountId;
  readonly SigningPubKey: Hex;
}

interface SignerEntry {
  readonly Account: AccountId;
  readonly SignerWeight: number;
}

/** A signer's account need not exist in the ledger if it signs with its master key. */
function checkSigner(view: ReadView, { Account, SigningPubKey }: Signer): NotTec {
  if (SigningPubKey !== '' && publicKeyType(SigningPubKey) === undefined) return 'tefBAD_SIGNATURE';
  const signing = SigningPubKey === '' ? Account : accountIdOfPublicKey(SigningPubKey);
  const root = view.read(accountKeylet(Account));
  if (signing === Account) return root !== undefined && isMasterDisabled(root) ? 'tefMASTER_DISABLED' : 'tesSUCCESS';
  return root?.RegularKey === signing ? 'tesSUCCESS' : 'tefBAD_SIGNATURE';
}

function isMasterDisabled(account: Readonly<AccountRoot>): boolean {
  return (account.Flags & EntryFlags.AccountRoot.lsfDisableMaster) !== 0;
}
