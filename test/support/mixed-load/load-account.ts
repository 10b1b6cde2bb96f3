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
  /** True if the last transaction that used a sequence number waits in the queue, or did so when it was accepted. */
  isLastQueued = false;
  /** True while somebody submits for it. */
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

  /** Fills in what is missing and signs. The sequence number is not used up by that. */
  sign(fields: StObject, feeDrops: bigint, sequence = this.sequence): Transaction {
    const { id: Account, keys } = this.party;
    return signTransaction({ Account, Fee: feeDrops, Sequence: sequence, Flags: 0, ...fields }, keys);
  }

  /** Authorizes the payee of one of its channels to redeem so many drops in all. */
  signClaim(channelId: string, drops: bigint): string {
    return sign(channelClaimMessage(channelId, drops), this.party.keys);
  }
}
