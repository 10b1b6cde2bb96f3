/**
 * A chain that begins with funded accounts: they stand in its first ledger, so nothing is submitted, signed or closed to
 * make them. Accounts are derived once a process, since all ledgers begin with the same ones.
 */

import { DEFAULT_GENESIS, type GenesisOptions, genesisEntries, masterAccount } from '../ledger/genesis.ts';
import { DEVELOPMENT_ACCOUNT_DROPS, type DevelopmentAccount, developmentAccount } from '../node/development-funds.ts';
import type { Fees } from '../protocol/amounts/amount-math.ts';
import { encodeObject } from '../protocol/codec/encode.ts';
import type { AccountRoot, LedgerEntry } from '../protocol/entries/entries.ts';
import { accountKeylet } from '../protocol/entries/keylets.ts';
import { newEntry } from '../protocol/entries/new-entry.ts';
import type { AccountId, Hash256, Hex, StObject } from '../protocol/values.ts';
import { bytesToHex } from '../util/hex.ts';
import type { LedgerOptions } from './ledger.ts';

const DEFAULT_ACCOUNTS = 10;
const MOST_ACCOUNTS = 1000;
const MAX_NETWORK_ID = 0xffff_ffff;

export interface FundedGenesis {
  readonly genesis: GenesisOptions;
  readonly accounts: readonly DevelopmentAccount[];
}

const known: DevelopmentAccount[] = [];

/** @throws RangeError for numbers that no chain can begin with */
export function fundedGenesis(options: LedgerOptions): FundedGenesis {
  const { accounts: count = DEFAULT_ACCOUNTS, balance = DEVELOPMENT_ACCOUNT_DROPS, networkId } = options;
  if (!isWithin(count, MOST_ACCOUNTS))
    throw new RangeError(`accounts must be a whole number from 0 to ${MOST_ACCOUNTS}`);
  if (networkId !== undefined && !isWithin(networkId, MAX_NETWORK_ID)) {
    throw new RangeError(`networkId must be a whole number from 0 to ${MAX_NETWORK_ID}`);
  }
  const base: GenesisOptions = {
    ...DEFAULT_GENESIS,
    fees: feesOf(options),
    ...(networkId === undefined ? {} : { networkId, isNetworkIdGiven: true }),
  };
  while (known.length < count) known.push(developmentAccount(known.length));
  const accounts = known.slice(0, count);
  return { genesis: { ...base, entries: fundedEntries(base, accounts, balance) }, accounts };
}

function isWithin(value: number, most: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= most;
}

function feesOf({ fees = {} }: LedgerOptions): Fees {
  const { baseDrops, reserveDrops, reserveIncrementDrops } = DEFAULT_GENESIS.fees;
  const { base = baseDrops, reserveBase = reserveDrops, reserveIncrement = reserveIncrementDrops } = fees;
  if ([base, reserveBase, reserveIncrement].some((drops) => drops < 0n))
    throw new RangeError('fees must not be negative');
  return { baseDrops: base, reserveDrops: reserveBase, reserveIncrementDrops: reserveIncrement };
}

/** What the accounts are given is taken from the account that owns everything on a new chain. */
function fundedEntries(
  base: GenesisOptions,
  accounts: readonly DevelopmentAccount[],
  drops: bigint,
): ReadonlyMap<Hash256, Hex> {
  const master = masterAccount();
  const entries = genesisEntries(base).map((entry) => {
    if (entry.LedgerEntryType !== 'AccountRoot' || entry.Account !== master) return entry;
    const rest = entry.Balance - drops * BigInt(accounts.length);
    if (drops <= 0n || rest < 0n)
      throw new RangeError('balance must be at least 1, and there must be enough for all accounts');
    return { ...entry, Balance: rest };
  });
  const funded = accounts.map(({ id }) => fundedAccount(id, drops));
  return new Map([...entries, ...funded].map((entry) => [entry.index, bytesToHex(encodeEntry(entry))]));
}

function fundedAccount(id: AccountId, drops: bigint): AccountRoot {
  const root = newEntry(accountKeylet(id));
  root.Account = id;
  root.Sequence = 1;
  root.Balance = drops;
  return root;
}

function encodeEntry(entry: LedgerEntry): Buffer {
  return encodeObject(entry as unknown as StObject);
}
