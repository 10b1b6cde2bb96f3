/**
 * Witnesses attest to events on the other ledger. The signer list of the bridge's door lists them with their weights
 * (rippled: XChainBridge.cpp, getSignersListAndQuorum, checkAttestationPublicKey).
 */
import { accountIdOfPublicKey } from '../../crypto/address.ts';
import type { ReadView } from '../../ledger/read-view.ts';
import type { Bridge } from '../../protocol/entries/entries.ts';
import { accountKeylet, signersKeylet } from '../../protocol/entries/keylets.ts';
import { EntryFlags, hasFlag } from '../../protocol/tables/flags.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import type { AccountId, Hex } from '../../protocol/values.ts';

export interface Witnesses {
  /** The total weight required. */
  readonly quorum: number;
  readonly weights: ReadonlyMap<AccountId, number>;
}

/** The witnesses of a bridge; `tecXCHAIN_NO_SIGNERS_LIST` if its door has no signer list. */
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
 * Checks that the account is a witness and that the key is valid for it: its master key, unless disabled, or its
 * regular key. A witness needs no account on this ledger.
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
