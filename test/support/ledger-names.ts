/** Collects the accounts, ids and values of a ledger that a transaction can refer to. */
import { ENTRY_TYPES } from '../../src/protocol/tables/entry-types.ts';
import { type Field, fieldByName } from '../../src/protocol/tables/fields.ts';
import type { FieldValue, StArray, StObject } from '../../src/protocol/values.ts';

/** Field with a key → type of the entry, where the field's name does not contain the type. */
const ABOUT: Readonly<Record<string, string>> = {
  Channel: 'PayChannel',
  CredentialIDs: 'Credential',
  DomainID: 'PermissionedDomain',
  NFTokenBuyOffer: 'NFTokenOffer',
  NFTokenOffers: 'NFTokenOffer',
  NFTokenSellOffer: 'NFTokenOffer',
};
/** Fields of every entry type that do not identify an entry. */
const FORMAL = new Set(['Flags', 'LedgerEntryType', 'PreviousTxnID', 'PreviousTxnLgrSeq', 'Sequence', 'Account']);
/** Transaction fields that name the owner of an entry. */
const OWNERS = new Set(['Owner', 'Holder', 'Subject', 'Issuer', 'Counterparty']);

/** The entry type whose keys the field holds; undefined if it can hold keys of several types. */
function entryTypeNamedBy(field: string): string | undefined {
  if (field in ABOUT) return ABOUT[field];
  const type = field.replace(/ID$/, '');
  return type !== field && type in ENTRY_TYPES && fieldByName(field)?.type === 'Hash256' ? type : undefined;
}

/** An entry and its key. */
export interface NamedEntry {
  readonly key: string;
  readonly entry: StObject;
}

export class LedgerNames {
  readonly accounts: readonly string[];
  /** Keys of all entries. */
  readonly entries: readonly string[];
  readonly byField: ReadonlyMap<string, readonly FieldValue[]>;
  /** Ids of multi-purpose tokens. */
  readonly issuances: readonly string[];
  readonly #byType: ReadonlyMap<string, readonly NamedEntry[]>;

  constructor(state: ReadonlyMap<string, StObject>) {
    const named = Array.from(state, ([key, entry]) => ({ key, entry }));
    this.entries = [...state.keys()];
    this.#byType = Map.groupBy(named, ({ entry }) => entry.LedgerEntryType as string);
    this.accounts = this.ofType('AccountRoot').map(({ entry }) => entry.Account as string);
    this.issuances = this.ofType('MPTokenIssuance').map(({ entry }) => mptIssuanceId(entry.Sequence, entry.Issuer));
    this.byField = this.#valuesByField(named);
  }

  get types(): readonly string[] {
    return [...this.#byType.keys()];
  }

  ofType(type: string): readonly NamedEntry[] {
    return this.#byType.get(type) ?? [];
  }

  /** The value of a transaction's field that names this entry; undefined if the field cannot name it. */
  said({ name, type }: Field, { key, entry }: NamedEntry): FieldValue | undefined {
    if (FORMAL.has(name)) return undefined;
    if (entry[name] !== undefined) return entry[name];
    if (OWNERS.has(name)) return entry.Account ?? entry.Owner;
    if (name === 'OfferSequence') return entry.Sequence;
    if (name === 'MPTokenIssuanceID') return entry.Issuer && mptIssuanceId(entry.Sequence, entry.Issuer);
    if (name === 'NFTokenID') return tokensOn(entry)[0];
    if (type === 'Vector256') return [key];
    return type === 'Hash256' && entryTypeNamedBy(name) === entry.LedgerEntryType ? key : undefined;
  }

  #valuesByField(named: readonly NamedEntry[]): Map<string, FieldValue[]> {
    const values = new Map<string, FieldValue[]>();
    const add = (name: string, found: readonly FieldValue[]): void => {
      if (found.length > 0) values.set(name, [...(values.get(name) ?? []), ...found]);
    };
    for (const { entry } of named) {
      for (const [name, value] of Object.entries(entry))
        if (!FORMAL.has(name) && value !== undefined) add(name, [value]);
      add('NFTokenID', tokensOn(entry));
    }
    for (const [name, type] of Object.entries(ABOUT)) {
      const keys = this.ofType(type).map(({ key }) => key);
      add(name, name.endsWith('s') ? keys.map((key) => [key] as const) : keys);
    }
    for (const type of this.types)
      add(
        `${type}ID`,
        this.ofType(type).map(({ key }) => key),
      );
    add('MPTokenIssuanceID', this.issuances);
    add(
      'OfferSequence',
      named.map(({ entry }) => entry.Sequence).filter((sequence) => sequence !== undefined),
    );
    return values;
  }
}

function tokensOn({ NFTokens = [] }: StObject): string[] {
  return (NFTokens as StArray).map(({ NFToken }) => (NFToken as StObject).NFTokenID as string);
}

/** The id of an issuance: its sequence, then its issuer. */
export function mptIssuanceId(sequence: StObject[string], issuer: StObject[string]): string {
  return `${Number(sequence).toString(16).toUpperCase().padStart(8, '0')}${issuer as string}`;
}
