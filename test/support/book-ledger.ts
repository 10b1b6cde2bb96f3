/** A ledger fixture with short methods for tests of offers and order books. */
import { directoryKeys } from '../../src/ledger/directory.ts';
import { bookRange, credentialKeylet, offerById } from '../../src/protocol/entries/keylets.ts';
import { newEntry } from '../../src/protocol/entries/new-entry.ts';
import { EntryFlags } from '../../src/protocol/tables/flags.ts';
import {
  type AccountId,
  type Hash256,
  type Issue,
  isIssued,
  type StObject,
  type TradedAmount,
  XRP_CURRENCY,
} from '../../src/protocol/values.ts';
import type { ApplyFlags } from '../../src/transactions/transaction-type.ts';
import type { TestResult } from './test-view.ts';
import { TokenLedger, textOf } from './token-ledger.ts';

export const XRP: Issue = { currency: XRP_CURRENCY };
const CREDENTIAL_TYPE = 'AB';

/** Drops as an integer, tokens as a decimal number. */
export function amountText(amount: TradedAmount): string {
  return isIssued(amount) ? textOf(amount) : String(amount);
}

export class BookLedger extends TokenLedger {
  /** Creates an offer that gives `gets` for `pays`; returns the result. */
  offer(
    account: AccountId,
    pays: TradedAmount,
    gets: TradedAmount,
    fields: StObject = {},
    flags?: ApplyFlags,
  ): TestResult {
    const offer = { TransactionType: 'OfferCreate', Account: account, TakerPays: pays, TakerGets: gets };
    return this.apply({ ...offer, ...fields }, flags);
  }

  /** The offers of a book in their order, each as `TakerPays for TakerGets`: `5 for 10`. */
  book(pays: Issue, gets: Issue, domain?: Hash256): string[] {
    const found: string[] = [];
    const { base, end } = bookRange({ takerPays: pays, takerGets: gets, domain });
    for (let key = this.view.nextKey(base, end); key !== undefined; key = this.view.nextKey(key, end)) {
      for (const listed of directoryKeys(this.view, { type: 'DirectoryNode', key })) {
        const { TakerPays, TakerGets } = this.read(offerById(listed))!;
        found.push(`${amountText(TakerPays)} for ${amountText(TakerGets)}`);
      }
    }
    return found;
  }

  /** Creates a permissioned domain. Creates accepted credentials for `members`; the owner needs none. */
  domain(id: Hash256, owner: AccountId, ...members: readonly AccountId[]): void {
    const accepted = { Credential: { Issuer: owner, CredentialType: CREDENTIAL_TYPE } };
    const domain = newEntry({ type: 'PermissionedDomain', key: id });
    this.put({ ...domain, Owner: owner, AcceptedCredentials: [accepted] });
    for (const member of members) {
      const credential = newEntry(credentialKeylet(member, owner, CREDENTIAL_TYPE));
      const said = { Subject: member, Issuer: owner, CredentialType: CREDENTIAL_TYPE };
      this.put({ ...credential, ...said, Flags: EntryFlags.Credential.lsfAccepted });
    }
  }

  /** Deletes a member's credential. */
  expel(member: AccountId, owner: AccountId): void {
    this.view.rawErase(this.read(credentialKeylet(member, owner, CREDENTIAL_TYPE))!);
  }
}
