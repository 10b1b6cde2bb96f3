/** Compares owner counts with the entries of accounts and their costs in the records of the entry types. */
import assert from 'node:assert/strict';
import { ENTRY_TYPES, type LedgerEntryTypeRecord } from '../../src/protocol/tables/entry-types.ts';
import type { IssuedAmount, StArray, StObject } from '../../src/protocol/values.ts';
import type { State } from './audit-ledger.ts';

const LOW_RESERVE = 0x0001_0000;
const HIGH_RESERVE = 0x0002_0000;
const ONE_OWNER_COUNT = 0x0001_0000;
const ACCOUNT_DIGITS = 40;
const RECORDS: Readonly<Record<string, LedgerEntryTypeRecord>> = ENTRY_TYPES;

export function auditOwnerCounts(state: State): void {
  const counts = new Map<string, number>();
  const tickets = new Map<string, number>();
  for (const [key, entry] of state) {
    for (const [owner, count] of ownersOf(key, entry)) counts.set(owner, (counts.get(owner) ?? 0) + count);
    if (entry.LedgerEntryType !== 'Ticket') continue;
    tickets.set(entry.Account as string, (tickets.get(entry.Account as string) ?? 0) + 1);
  }
  for (const entry of state.values()) {
    if (entry.LedgerEntryType !== 'AccountRoot') continue;
    const account = entry.Account as string;
    assert.equal(entry.OwnerCount, counts.get(account) ?? 0, `owner count of ${account}`);
    assert.equal(entry.TicketCount, tickets.get(account), `tickets of ${account}`);
    counts.delete(account);
  }
  const owners = [...counts].filter(([, count]) => count > 0);
  assert.deepEqual(owners, [], 'all owners exist');
}

/** The accounts that pay reserves for an entry, and how many. */
function ownersOf(key: string, entry: StObject): [account: string, count: number][] {
  const flags = Number(entry.Flags ?? 0);
  switch (entry.LedgerEntryType) {
    case 'RippleState':
      return [
        [(entry.LowLimit as IssuedAmount).issuer, flags & LOW_RESERVE ? 1 : 0],
        [(entry.HighLimit as IssuedAmount).issuer, flags & HIGH_RESERVE ? 1 : 0],
      ];
    case 'NFTokenPage':
      return [[key.slice(0, ACCOUNT_DIGITS), 1]];
    case 'SignerList':
      assert.ok(flags & ONE_OWNER_COUNT);
      return ownerByRecord(entry, flags);
    default:
      return ownerByRecord(entry, flags);
  }
}

function ownerByRecord(entry: StObject, entryFlags: number): [account: string, count: number][] {
  const { listedBy = [], ownerCount = 1, paidOnceFlagged, flags = {} } = RECORDS[entry.LedgerEntryType as string]!;
  const [first] = listedBy;
  if (first === undefined) return [];
  const isPassedOn = paidOnceFlagged !== undefined && (entryFlags & flags[paidOnceFlagged.flag]!) !== 0;
  const owner = entry[isPassedOn ? paidOnceFlagged.by : first.account] as string;
  if (typeof ownerCount === 'number') return [[owner, ownerCount]];
  const { length } = entry[ownerCount.list] as StArray;
  return [[owner, length > ownerCount.longerThan ? ownerCount.long : ownerCount.usual]];
}
