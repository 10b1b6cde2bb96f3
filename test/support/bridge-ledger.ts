/**
 * A ledger at one end of a bridge, for unit tests: its door account, three witnesses with a quorum of two, and their
 * attestations.
 */

import { accountIdOfPublicKey } from '../../src/crypto/address.ts';
import { deriveKeyPair, type KeyPair } from '../../src/crypto/key-pair.ts';
import { sign } from '../../src/crypto/signature.ts';
import { masterAccount } from '../../src/ledger/genesis.ts';
import { encodeObject } from '../../src/protocol/codec/encode.ts';
import type { AccountRoot, Bridge } from '../../src/protocol/entries/entries.ts';
import { signersKeylet } from '../../src/protocol/entries/keylets.ts';
import { newEntry } from '../../src/protocol/entries/new-entry.ts';
import type { Ter } from '../../src/protocol/tables/ter.ts';
import type { AccountId, Amount, StObject, XChainBridge } from '../../src/protocol/values.ts';
import { readBridge } from '../../src/transactions/bridges/bridge.ts';
import { testAccount } from './test-view.ts';
import { TokenLedger, USD } from './token-ledger.ts';

/** The door on the locking ledger. */
export const DOOR = testAccount('D');
const MASTER_ID = masterAccount();
/** The issuer of the tokens that the locking door accepts. */
export const LOCKED_ISSUER = testAccount('L');
/** The door on the issuing ledger, where the door issues tokens. */
export const ISSUING_DOOR = testAccount('I');
export const OWNER = testAccount('O');
export const SENDER = testAccount('S');
export const RECEIVER = testAccount('R');
export const REWARD_DROPS = 300n;
export const LEAST_DROPS = 5_000_000n;

const XRP = { currency: '0'.repeat(40) };

export const XRP_BRIDGE: XChainBridge = {
  LockingChainDoor: DOOR,
  LockingChainIssue: XRP,
  IssuingChainDoor: MASTER_ID,
  IssuingChainIssue: XRP,
};

export const TOKEN_BRIDGE: XChainBridge = {
  LockingChainDoor: DOOR,
  LockingChainIssue: { currency: USD, issuer: LOCKED_ISSUER },
  IssuingChainDoor: ISSUING_DOOR,
  IssuingChainIssue: { currency: USD, issuer: ISSUING_DOOR },
};

export interface Witness {
  readonly id: AccountId;
  readonly keys: KeyPair;
  readonly rewardAccount: AccountId;
}

export const WITNESSES: readonly Witness[] = ['W', 'X', 'Y', 'Z'].map((name, at) => {
  const keys = deriveKeyPair(Buffer.alloc(16, at + 1), 'ed25519');
  return { id: accountIdOfPublicKey(keys.publicKey), keys, rewardAccount: testAccount(name) };
});

export class BridgeLedger extends TokenLedger {
  readonly spec: XChainBridge;
  readonly door: AccountId;

  /** A ledger with the bridge, at the end of this door. */
  constructor(spec = XRP_BRIDGE, door = spec.LockingChainDoor, terms: StObject = {}) {
    super();
    this.spec = spec;
    this.door = door;
    for (const account of [door, OWNER, SENDER, RECEIVER]) this.fund(account);
    for (const { rewardAccount } of WITNESSES) this.fund(rewardAccount);
    if (spec === TOKEN_BRIDGE && door === DOOR) this.fund(LOCKED_ISSUER, { Flags: 0x00800000 });
    this.listWitnesses();
    this.must({ TransactionType: 'XChainCreateBridge', Account: door, SignatureReward: REWARD_DROPS, ...terms });
  }

  get bridge(): Readonly<Bridge> {
    return readBridge(this.view, this.spec)!;
  }

  /** The result of a transaction about the bridge. */
  result(fields: StObject): Ter {
    return this.apply({ XChainBridge: this.spec, ...fields }).result;
  }

  must(fields: StObject): void {
    const result = this.result(fields);
    if (result !== 'tesSUCCESS') throw new Error(`${fields.TransactionType}: ${result}`);
  }

  /** Gives the door a signer list of these witnesses, each of weight 1. */
  listWitnesses(witnesses: readonly Witness[] = WITNESSES.slice(0, 3), quorum = 2): void {
    const list = newEntry(signersKeylet(this.door));
    list.SignerQuorum = quorum;
    list.SignerEntries = witnesses.map(({ id }) => ({ SignerEntry: { Account: id, SignerWeight: 1 } }));
    this.put(list);
  }

  setRoot(account: AccountId, fields: Partial<AccountRoot>): void {
    this.view.rawReplace({ ...this.account(account), ...fields });
  }

  /** The owner creates a claim id for funds from the sender. */
  takeClaimId(): void {
    const source = { OtherChainSource: SENDER, SignatureReward: REWARD_DROPS };
    this.must({ TransactionType: 'XChainCreateClaimID', Account: OWNER, ...source });
  }

  balances(...accounts: readonly AccountId[]): bigint[] {
    return accounts.map((account) => this.account(account).Balance);
  }
}

/** The witness's attestation for `XChainClaim` of the first claim id. `changes` are applied after signing. */
export function claimWord(witness: Witness, amount: Amount, fields: StObject = {}, changes: StObject = {}): StObject {
  const said = { XChainClaimID: 1n, ...fields };
  return { TransactionType: 'XChainAddClaimAttestation', ...signedWord(witness, amount, said), ...changes };
}

/** The witness's attestation that the amount was sent to create the receiver's account. */
export function createWord(witness: Witness, amount: Amount, fields: StObject = {}, changes: StObject = {}): StObject {
  const said = { XChainAccountCreateCount: 1n, Destination: RECEIVER, SignatureReward: REWARD_DROPS, ...fields };
  return { TransactionType: 'XChainAddAccountCreateAttestation', ...signedWord(witness, amount, said), ...changes };
}

function signedWord({ id, keys, rewardAccount }: Witness, amount: Amount, fields: StObject): StObject {
  const said = {
    XChainBridge: XRP_BRIDGE,
    OtherChainSource: SENDER,
    Amount: amount,
    AttestationRewardAccount: rewardAccount,
    WasLockingChainSend: 0,
    ...fields,
  };
  const Signature = sign(encodeObject(said), keys);
  return { Account: SENDER, AttestationSignerAccount: id, PublicKey: keys.publicKey, Signature, ...said };
}
