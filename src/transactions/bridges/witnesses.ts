/**
 * Witnesses watch the other ledger and attest what happened there. Who they are, and how much their words weigh, is the
 * signer list of the bridge's door (rippled: XChainBridge.cpp, getSignersListAndQuorum, checkAttestationPublicKey).
 */
import { accountIdOfPublicKey } from '../../crypto/address.ts';
import type { ReadView } from '../../ledger/read-view.ts';
import type { Bridge } from '../../protocol/entries/entries.ts';
import { accountKeylet, signersKeylet } from '../../protocol/entries/keylets.ts';
import { EntryFlags, hasFlag } from '../../protocol/tables/flags.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import type { AccountId, Hex } from '../../protocol/values.ts';

export interface Witnesses {
  /** The weight that it takes to be believed. */
  readonly quorum: number;
  readonly weights: ReadonlyMap<AccountId, number>;
}

/** The witnesses of a bridge; `tecXCHAIN_NO_SIGNERS_LIST` when its door has no signer list. */
export function witnessesOf(view: ReadView, bridge: Readonly<Bridge>): Witnesses | Ter {
  const list = view.read(signersKeylet(bridge.Account));
  if (list === undefined) return 'tecXCHAIN_NO_SIGNERS_LIST';
  const weights = new Map<AccountId, number>();
  for (const { SignerEntry: signer } of list.SignerEntries) {
    weights.set(signer!.Account as AccountId, signer!.SignerWeight as number);
  }
  return { quorum: list.SignerQuorum, weights };
}

/**
 * Checks that this account is a witness, and that the key may speak for it: its master key, unless disabled, or its
 * regular key. A witness need not have an account on this ledger.
 */
export function checkWitness(view: ReadView, { weights }: Witnesses, witness: AccountId, publicKey: Hex): Ter {
  if (!weights.has(witness)) return 'tecNO_PERMISSION';
  const signing = accountIdOfPublicKey(publicKey);
  const account = view.read(accountKeylet(witness));
  const isMasterKey = signing === witness;
  if (account === undefined) return isMasterKey ? 'tesSUCCESS' : 'tecXCHAIN_BAD_PUBLIC_KEY_ACCOUNT_PAIR';
  const isGood = isMasterKey
    ? !hasFlag(account, EntryFlags.AccountRoot.lsfDisableMaster)
    : account.RegularKey === signing;
  return isGood ? 'tesSUCCESS' : 'tecXCHAIN_BAD_PUBLIC_KEY_ACCOUNT_PAIR';
}
