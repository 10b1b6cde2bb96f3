/**
 * A genesis with funded accounts: they are in the first ledger, so no transactions are needed to fund them. The accounts are the same
 * for all ledgers and derived once per process.
 */

import { chooseAmendments } from '../ledger/chosen-amendments.ts';
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

export interface FundedGenesis {
  readonly genesis: GenesisOptions;
  readonly accounts: readonly DevelopmentAccount[];
  /** Balance of each. */
  readonly drops: bigint;
}

const known: DevelopmentAccount[] = [];

/** `options` must be checked. @throws RangeError for an unknown amendment, or if the chain has too few drops for all accounts */
export function fundedGenesis(options: LedgerOptions): FundedGenesis {
  const { accounts: count = DEFAULT_ACCOUNTS, balance = DEVELOPMENT_ACCOUNT_DROPS, networkId } = options;
  const base: GenesisOptions = {
    ...DEFAULT_GENESIS,
    amendments: amendmentsOf(options),
    fees: feesOf(options),
    ...(networkId === undefined ? {} : { networkId, isNetworkIdGiven: true }),
  };
  while (known.length < count) known.push(developmentAccount(known.length));
  const accounts = known.slice(0, count);
  return { genesis: { ...base, entries: fundedEntries(base, accounts, balance) }, accounts, drops: balance };
}

function amendmentsOf({ amendments = [] }: LedgerOptions): readonly Hash256[] {
  try {
    return chooseAmendments(amendments);
  } catch (error) {
    throw new RangeError(`createLedger: amendments: ${(error as Error).message}`);
  }
}

function feesOf({ fees = {} }: LedgerOptions): Fees {
  const { baseDrops, reserveDrops, reserveIncrementDrops } = DEFAULT_GENESIS.fees;
  const { base = baseDrops, reserveBase = reserveDrops, reserveIncrement = reserveIncrementDrops } = fees;
  return { baseDrops: base, reserveDrops: reserveBase, reserveIncrementDrops: reserveIncrement };
}

/** The drops of the accounts are taken from the master account. */
function fundedEntries(
  base: GenesisOptions,
  accounts: readonly DevelopmentAccount[],
  drops: bigint,
): ReadonlyMap<Hash256, Hex> {
  const master = masterAccount();
  const entries = genesisEntries(base).map((entry) => {
    if (entry.LedgerEntryType !== 'AccountRoot' || entry.Account !== master) return entry;
    const rest = entry.Balance - drops * BigInt(accounts.length);
    if (rest < 0n) {
      throw new RangeError(
        `createLedger: balance is ${drops}n for each of ${accounts.length} accounts, but a chain has only ${entry.Balance}n drops`,
      );
    }
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
