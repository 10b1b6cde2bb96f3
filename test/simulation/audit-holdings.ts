/** Sums of a state: drops, and tokens of both kinds. */
import assert from 'node:assert/strict';
import { ENTRY_TYPES, type LedgerEntryTypeRecord } from '../../src/protocol/tables/entry-types.ts';
import type { Amount, IssuedAmount, StObject } from '../../src/protocol/values.ts';
import type { State } from './audit-ledger.ts';
import { halfSha512 } from './ledger-hashes.ts';

const LOW_RESERVE = 0x0001_0000;
const HIGH_RESERVE = 0x0002_0000;
const NEUTRAL_ISSUER = `${'0'.repeat(39)}1`;
const RECORDS: Readonly<Record<string, LedgerEntryTypeRecord>> = ENTRY_TYPES;

export function auditDrops(state: State, totalDrops: bigint): void {
  let found = 0n;
  for (const entry of state.values()) found += dropsIn(entry);
  assert.equal(found, totalDrops, 'all drops are somewhere');
}

/** Drops of an entry, at least 0. */
function dropsIn(entry: StObject): bigint {
  const { holdsDrops } = RECORDS[entry.LedgerEntryType as string]!;
  const putIn = holdsDrops && entry[holdsDrops.putIn];
  if (typeof putIn !== 'bigint') return 0n;
  const paidOut = holdsDrops?.paidOut === undefined ? 0n : nonNegative(entry[holdsDrops.paidOut] as bigint);
  return nonNegative(putIn - paidOut);
}

function nonNegative(amount: bigint): bigint {
  assert.ok(amount >= 0n, `${amount} is less than nothing`);
  return amount;
}

export function auditTrustLines(state: State): void {
  for (const [key, entry] of state) {
    if (entry.LedgerEntryType !== 'RippleState') continue;
    const { LowLimit, HighLimit, Balance } = entry as Record<string, IssuedAmount>;
    const [low, high] = [LowLimit as IssuedAmount, HighLimit as IssuedAmount];
    assert.ok(low.issuer < high.issuer && low.mantissa >= 0n && high.mantissa >= 0n, 'sides and limits of a line');
    assert.equal(Balance?.issuer, NEUTRAL_ISSUER);
    assert.deepEqual([low.currency, high.currency], [Balance?.currency, Balance?.currency], 'one currency');
    const parts = [low.issuer, high.issuer, low.currency].map((part) => Buffer.from(part, 'hex'));
    const place = halfSha512('\0r', ...parts).toString('hex');
    assert.equal(place.toUpperCase(), key, 'where a line is');
  }
}

/**
 * Does not hold of lines over which both sides give the other tokens of their own: who gets some anew over a line that
 * is there pays no reserve for it, and the line stays when they are gone.
 */
export function auditReservedLines(state: State): void {
  for (const { LedgerEntryType, Flags } of state.values()) {
    if (LedgerEntryType !== 'RippleState') continue;
    assert.ok((Flags as number) & (LOW_RESERVE | HIGH_RESERVE), 'at least one side reserves the line');
  }
}

/** Multi-purpose tokens of holders, and those in escrows. */
export function auditPooledTokens(state: State): void {
  const outstanding = new Sums();
  const lockedByHolder = new Sums();
  const inEscrow = new Sums();
  for (const { LedgerEntryType: type, ...entry } of state.values()) {
    if (type === 'MPToken') {
      const { MPTAmount: amount = 0n, LockedAmount: locked = 0n } = entry as Record<string, bigint | undefined>;
      outstanding.add(entry.MPTokenIssuanceID as string, nonNegative(amount) + nonNegative(locked));
      lockedByHolder.add(`${entry.MPTokenIssuanceID} of ${entry.Account}`, locked);
    }
    const amount = entry.Amount as Amount | undefined;
    if (type !== 'Escrow' || typeof amount !== 'object' || !('mptIssuanceId' in amount)) continue;
    inEscrow.add(`${amount.mptIssuanceId} of ${entry.Account}`, amount.value);
    inEscrow.add(amount.mptIssuanceId, amount.value);
  }
  for (const { LedgerEntryType: type, ...entry } of state.values()) {
    if (type !== 'MPTokenIssuance') continue;
    const id = Buffer.alloc(4);
    id.writeUInt32BE(entry.Sequence as number);
    const issuance = `${id.toString('hex').toUpperCase()}${entry.Issuer}`;
    assert.equal(entry.OutstandingAmount, outstanding.take(issuance), `what is outstanding of ${issuance}`);
    assert.equal(entry.LockedAmount ?? 0n, inEscrow.take(issuance), `what is locked of ${issuance}`);
    const most = (entry.MaximumAmount ?? 2n ** 63n - 1n) as bigint;
    assert.ok((entry.OutstandingAmount as bigint) <= most, `no more than there may be of ${issuance}`);
  }
  assert.deepEqual(lockedByHolder.rest, inEscrow.rest, 'what holders have locked is in escrows');
  assert.deepEqual(outstanding.rest, [], 'all tokens that are held were issued');
}

/** Amounts by name. */
class Sums {
  readonly #amounts = new Map<string, bigint>();

  add(name: string, amount: bigint): void {
    this.#amounts.set(name, (this.#amounts.get(name) ?? 0n) + amount);
  }

  take(name: string): bigint {
    const sum = this.#amounts.get(name) ?? 0n;
    this.#amounts.delete(name);
    return sum;
  }

  /** The remaining ones other than 0, as sorted text. */
  get rest(): string[] {
    const amounts = [...this.#amounts].filter(([, amount]) => amount !== 0n);
    return amounts.map(([name, amount]) => `${amount} ${name}`).sort();
  }
}
