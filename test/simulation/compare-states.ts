/** Compares the model's state with that of a ledger: accounts, lines and channels. */
import assert from 'node:assert/strict';
import type { IssuedAmount, StObject } from '../../src/protocol/values.ts';
import type { Party } from '../support/env.ts';
import type { State } from './audit-ledger.ts';
import { channelId } from './cast.ts';
import { Model } from './model.ts';
import type { ModelLine, PartyNumber, Setting } from './model-state.ts';

const SETTING_FLAGS: Readonly<Record<Setting, number>> = {
  requireTag: 0x0002_0000,
  requireAuth: 0x0004_0000,
  globalFreeze: 0x0040_0000,
  defaultRipple: 0x0080_0000,
  depositAuth: 0x0100_0000,
};
/** The low side's bit of each flag; the high side's is twice that. */
const SIDE_FLAGS = {
  reserved: 0x0001_0000,
  authorized: 0x0004_0000,
  noRipple: 0x0010_0000,
  frozen: 0x0040_0000,
} as const;

/** A model of this state that has only the accounts of the cast. */
export function openingModel(state: State, cast: readonly Party[]): Model {
  const model = new Model();
  for (const [number, facts] of accountFacts(state, cast)) {
    const { drops, sequence, owned } = facts;
    model.accounts.set(number, { drops, sequence, owned, tickets: new Set(), settings: new Set() });
  }
  return model;
}

export function compareStates(state: State, model: Model, cast: readonly Party[]): void {
  const accounts = [...model.accounts].map(([number, { drops, sequence, owned, tickets, settings }]) => {
    return [number, { drops, sequence, owned, tickets: ordered(tickets), settings: ordered(settings) }] as const;
  });
  assert.deepEqual(accountFacts(state, cast), new Map(accounts), 'accounts');
  assert.deepEqual(lineFacts(state, cast), [...model.lines.values()].map(modelLineFacts).sort(), 'trust lines');
  const channels = [...model.channels].map(([key, { drops, paid, expiration }]) => {
    return [channelId(key), drops, paid, expiration].join(' ');
  });
  assert.deepEqual(channelFacts(state), channels.sort(), 'channels');
}

function accountFacts(state: State, cast: readonly Party[]) {
  const numbers = new Map(cast.map(({ id }, number) => [id, number]));
  const facts = new Map<PartyNumber, ReturnType<typeof factsOf>>();
  for (const entry of ofType(state, 'AccountRoot')) {
    const number = numbers.get(entry.Account as string);
    if (number !== undefined) facts.set(number, factsOf(state, entry));
  }
  return facts;
}

function factsOf(state: State, entry: StObject) {
  const tickets = ofType(state, 'Ticket').filter(({ Account }) => Account === entry.Account);
  const names = (Object.keys(SETTING_FLAGS) as Setting[]).filter(
    (name) => (entry.Flags as number) & SETTING_FLAGS[name],
  );
  return {
    drops: entry.Balance as bigint,
    sequence: entry.Sequence as number,
    owned: entry.OwnerCount as number,
    tickets: ordered(tickets.map(({ TicketSequence }) => TicketSequence as number)),
    settings: ordered(names),
  };
}

function ordered<Value extends string | number>(values: Iterable<Value>): Value[] {
  return [...values].sort((one, other) => (one < other ? -1 : 1));
}

function ofType(state: State, type: string): StObject[] {
  return [...state.values()].filter(({ LedgerEntryType }) => LedgerEntryType === type);
}

/** A trust line as text: `party-party balance`, then each side's limit and flags. */
function lineFacts(state: State, cast: readonly Party[]): string[] {
  const numbers = new Map(cast.map(({ id }, number) => [id, number]));
  return ofType(state, 'RippleState')
    .map((entry) => {
      const [low, high] = [entry.LowLimit as IssuedAmount, entry.HighLimit as IssuedAmount];
      const sides = [low, high].map(({ issuer }, side) => {
        const party = numbers.get(issuer) as PartyNumber;
        const has = (name: keyof typeof SIDE_FLAGS): boolean =>
          ((entry.Flags as number) & (SIDE_FLAGS[name] << side)) !== 0;
        return sideFacts(party, unitsOf(side === 0 ? low : high), has);
      });
      const isInOrder = (numbers.get(low.issuer) as number) < (numbers.get(high.issuer) as number);
      const balance = unitsOf(entry.Balance as IssuedAmount);
      return [isInOrder ? balance : -balance, ...sides.sort()].join(' | ');
    })
    .sort();
}

function modelLineFacts(line: ModelLine): string {
  const sides = line.parties.map((party) =>
    sideFacts(party, line.limits.get(party) ?? 0n, (name) => line[name].has(party)),
  );
  return [line.balance, ...sides.sort()].join(' | ');
}

function sideFacts(party: PartyNumber, limit: bigint, has: (name: keyof typeof SIDE_FLAGS) => boolean): string {
  const names = (Object.keys(SIDE_FLAGS) as (keyof typeof SIDE_FLAGS)[]).filter(has);
  return `${party} limit ${limit} ${names.join(' ')}`;
}

function channelFacts(state: State): string[] {
  return [...state]
    .filter(([, { LedgerEntryType }]) => LedgerEntryType === 'PayChannel')
    .map(([key, { Amount, Balance, Expiration }]) => [key, Amount, Balance, Expiration].join(' '))
    .sort();
}

/** Whole units, because the simulation uses no others. */
function unitsOf({ mantissa, exponent }: IssuedAmount): bigint {
  if (mantissa === 0n) return 0n;
  assert.ok(exponent <= 0 && mantissa % 10n ** BigInt(-exponent) === 0n);
  return mantissa / 10n ** BigInt(-exponent);
}
