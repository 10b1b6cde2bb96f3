/**
 * Names for the keys of missing entries. A key is only a hash, but most keys that a transaction looks up follow from
 * its fields, so these keys are computed and compared.
 */
import type { Keylet } from '../../protocol/entries/entries.ts';
import * as keylets from '../../protocol/entries/keylets.ts';
import { currencyText } from '../../protocol/json/currency-text.ts';
import { fieldByName } from '../../protocol/tables/fields.ts';
import { sequenceProxy, type Transaction } from '../../protocol/transaction/transaction.ts';
import type { AccountId, Amount, Hash256, Hex, StObject } from '../../protocol/values.ts';
import { type AccountNamer, accountsIn } from './value-words.ts';

/** Keys of account pairs are computed for at most this many accounts. */
const MAX_PAIRED_ACCOUNTS = 12;

export class KnownKeys {
  readonly #names = new Map<Hash256, string>();
  readonly #fields = new Map<Hash256, string>();

  /** @param others accounts that the transaction read beside those in its fields */
  constructor(transaction: Transaction, others: Iterable<AccountId>, nameOf: AccountNamer) {
    const { fields } = transaction;
    for (const [name, value] of Object.entries(fields)) {
      if (fieldByName(name)?.type === 'Hash256') this.#fields.set(value as Hash256, name);
    }
    const accounts = [...new Set([...accountsIn(fields), ...others])];
    for (const account of accounts) this.#addOwn(account, nameOf);
    this.#addNumbered(fields, nameOf);
    const paired = accounts.slice(0, MAX_PAIRED_ACCOUNTS);
    const { currencies, issuances } = assetsIn(fields);
    for (const one of paired) {
      for (const id of issuances) {
        this.#add(keylets.mptokenKeylet(id, one), `what ${nameOf(one)} holds of the multi-purpose token ${id}`);
      }
      for (const other of paired) if (one !== other) this.#addPair(one, other, currencies, nameOf);
    }
    for (const id of issuances) this.#add(keylets.mptIssuanceKeylet(id), `the multi-purpose token ${id}`);
  }

  /** The entry's name, if its key follows from accounts, numbers and assets of the transaction. */
  nameOf(key: Hash256): string | undefined {
    return this.#names.get(key);
  }

  /** The transaction's field that contains the key. */
  fieldOf(key: Hash256): string | undefined {
    return this.#fields.get(key);
  }

  #addOwn(account: AccountId, nameOf: AccountNamer): void {
    this.#add(keylets.accountKeylet(account), `the account of ${nameOf(account)}`);
    this.#add(keylets.signersKeylet(account), `the signer list of ${nameOf(account)}`);
    this.#add(keylets.didKeylet(account), `the decentralized identifier of ${nameOf(account)}`);
    this.#add(keylets.ownerDirKeylet(account), `the list of what ${nameOf(account)} owns`);
  }

  /** Entries identified by their owner and a number. */
  #addNumbered(fields: Transaction['fields'], nameOf: AccountNamer): void {
    const object: StObject = fields;
    const { isTicket, value } = sequenceProxy(fields);
    if (isTicket) this.#add(keylets.ticketKeylet(fields.Account, value), `the ticket ${value} of the sender`);
    const { OfferSequence: sequence, Owner: owner = fields.Account, OracleDocumentID: document } = object;
    if (typeof sequence === 'number') {
      const maker = nameOf(owner as AccountId);
      this.#add(keylets.offerKeylet(owner as AccountId, sequence), `the offer ${sequence} of ${maker}`);
      this.#add(keylets.escrowKeylet(owner as AccountId, sequence), `the escrow ${sequence} of ${maker}`);
    }
    if (typeof document === 'number') {
      this.#add(keylets.oracleKeylet(fields.Account, document), `the price oracle ${document} of the sender`);
    }
    const { CredentialType: credentialType } = object;
    if (credentialType === undefined) return;
    const { Subject: subject = fields.Account, Issuer: issuer = fields.Account } = object;
    const keylet = keylets.credentialKeylet(subject as AccountId, issuer as AccountId, credentialType as Hex);
    this.#add(keylet, `the credential that ${nameOf(issuer as AccountId)} gave ${nameOf(subject as AccountId)}`);
  }

  #addPair(one: AccountId, other: AccountId, currencies: Iterable<string>, nameOf: AccountNamer): void {
    const permission = keylets.depositPreauthKeylet(one, other);
    this.#add(permission, `the permission of ${nameOf(one)} for deposits of ${nameOf(other)}`);
    for (const currency of currencies) {
      const name = `the trust line in ${currencyText(currency)} between ${nameOf(one)} and ${nameOf(other)}`;
      this.#add(keylets.lineKeylet(one, other, currency), name);
    }
  }

  #add({ key }: Keylet, name: string): void {
    if (!this.#names.has(key)) this.#names.set(key, name);
  }
}

/** The tokens in the fields, at any depth. */
function assetsIn(object: StObject): { currencies: ReadonlySet<string>; issuances: ReadonlySet<Hex> } {
  const currencies = new Set<string>();
  const issuances = new Set<Hex>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { currency, mptIssuanceId } = value as Partial<Record<'currency' | 'mptIssuanceId', string>> & Amount;
    if (currency !== undefined) currencies.add(currency);
    if (mptIssuanceId !== undefined) issuances.add(mptIssuanceId);
    for (const part of Object.values(value)) visit(part);
  };
  visit(object);
  if (typeof object.MPTokenIssuanceID === 'string') issuances.add(object.MPTokenIssuanceID);
  return { currencies, issuances };
}
