/** The state of the model (model.ts): accounts, trust lines, channels, and transactions on them. */

/** Number of an account in the simulation. */
export type PartyNumber = number;

export const RESERVE_DROPS = 1_000_000n;
const INCREMENT_DROPS = 200_000n;

/** Account settings that the model supports; the numbers are those of `SetFlag` and `ClearFlag`. */
export const SETTINGS = { requireTag: 1, requireAuth: 2, globalFreeze: 7, defaultRipple: 8, depositAuth: 9 } as const;
export type Setting = keyof typeof SETTINGS;

export interface ModelAccount {
  drops: bigint;
  sequence: number;
  owned: number;
  readonly tickets: Set<number>;
  readonly settings: Set<Setting>;
}

/** A trust line between two parties. Maps and sets by party hold the values of that party's side. */
export interface ModelLine {
  readonly parties: readonly [PartyNumber, PartyNumber];
  /** Units that the second party owes the first; negative in the other direction. */
  balance: bigint;
  readonly limits: Map<PartyNumber, bigint>;
  readonly authorized: Set<PartyNumber>;
  readonly noRipple: Set<PartyNumber>;
  readonly frozen: Set<PartyNumber>;
  readonly reserved: Set<PartyNumber>;
}

export interface ModelChannel {
  readonly source: PartyNumber;
  readonly destination: PartyNumber;
  drops: bigint;
  paid: bigint;
  readonly delay: number;
  readonly cancelAfter: number | undefined;
  expiration: number | undefined;
}

export type TrustFlag = 'auth' | 'noRipple' | 'clearNoRipple' | 'freeze' | 'clearFreeze';

export type ModelBody =
  | { readonly kind: 'pay'; readonly to: PartyNumber; readonly drops: bigint; readonly tag: boolean }
  | {
      readonly kind: 'send';
      readonly to: PartyNumber;
      readonly issuer: PartyNumber;
      readonly units: bigint;
      readonly tag: boolean;
    }
  | { readonly kind: 'trust'; readonly peer: PartyNumber; readonly limit: bigint; readonly flag: TrustFlag | undefined }
  | { readonly kind: 'set'; readonly setting: Setting; readonly on: boolean }
  | { readonly kind: 'tickets'; readonly count: number }
  | {
      readonly kind: 'open';
      readonly to: PartyNumber;
      readonly drops: bigint;
      readonly delay: number;
      readonly cancelAfter: number | undefined;
      readonly tag: boolean;
    }
  | { readonly kind: 'fund'; readonly channel: string; readonly drops: bigint; readonly expiration: number | undefined }
  | {
      readonly kind: 'claim';
      readonly channel: string;
      readonly balance: bigint | undefined;
      readonly amount: bigint | undefined;
      readonly signed: boolean;
      readonly ending: 'close' | 'renew' | undefined;
    };

export type BodyOf<Kind extends ModelBody['kind']> = Extract<ModelBody, { readonly kind: Kind }>;

export interface ModelTransaction {
  readonly from: PartyNumber;
  readonly feeDrops: bigint;
  /** 0 if a ticket is used. */
  readonly sequence: number;
  readonly ticket: number | undefined;
  readonly lastLedger: number | undefined;
  readonly body: ModelBody;
}

/** The ledger to which a transaction is applied. */
export interface ModelPlace {
  readonly ledgerIndex: number;
  readonly parentCloseSeconds: number;
  readonly isOpen: boolean;
}

/** Input of a transaction type's rules: the state after the fee, and values from before it. */
export interface ModelTry {
  readonly model: ModelState;
  readonly from: PartyNumber;
  readonly sender: ModelAccount;
  /** The sender's drops before the fee. */
  readonly dropsBefore: bigint;
  /** Number of objects that the sender owned before a ticket was used. */
  readonly ownedBefore: number;
  readonly place: ModelPlace;
  /** The sequence or ticket of the transaction. */
  readonly number: number;
}

/** The state of a ledger in the model. */
export interface ModelState {
  readonly accounts: Map<PartyNumber, ModelAccount>;
  /** Trust lines by `lineKey`. */
  readonly lines: Map<string, ModelLine>;
  /** Channels by `channelKey`. */
  readonly channels: Map<string, ModelChannel>;
}

export function reserveDrops(owned: number): bigint {
  return RESERVE_DROPS + INCREMENT_DROPS * BigInt(owned);
}

export function lineKey(one: PartyNumber, other: PartyNumber): string {
  return one < other ? `${one}-${other}` : `${other}-${one}`;
}

export function channelKey(from: PartyNumber, to: PartyNumber, number: number): string {
  return `${from}-${to}-${number}`;
}
