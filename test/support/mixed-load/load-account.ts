/** An account that submits transactions one after another, with its next sequence number. */
import { sign } from '../../../src/crypto/signature.ts';
import { channelClaimMessage } from '../../../src/protocol/transaction/channel-claim.ts';
import type { Transaction } from '../../../src/protocol/transaction/transaction.ts';
import { signTransaction } from '../../../src/protocol/transaction/transaction-signature.ts';
import type { StObject } from '../../../src/protocol/values.ts';
import { type Party, party } from '../env.ts';

export class LoadAccount {
  readonly party: Party;
  sequence = 0;
  /** True if the last transaction with a sequence number was queued when it was accepted. */
  isLastQueued = false;
  /** True while an action submits for it. */
  isBusy = false;

  constructor(passphrase: string | Party) {
    this.party = typeof passphrase === 'string' ? party(passphrase) : passphrase;
  }

  get id(): string {
    return this.party.id;
  }

  get address(): string {
    return this.party.address;
  }

  /** Adds missing fields and signs. Does not advance the sequence number. */
  sign(fields: StObject, feeDrops: bigint, sequence = this.sequence): Transaction {
    const { id: Account, keys } = this.party;
    return signTransaction({ Account, Fee: feeDrops, Sequence: sequence, Flags: 0, ...fields }, keys);
  }

  /** Signs a claim: the payee may redeem this total. */
  signClaim(channelId: string, drops: bigint): string {
    return sign(channelClaimMessage(channelId, drops), this.party.keys);
  }
}
