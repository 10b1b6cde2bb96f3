/**
 * The start of a chain: ledger 1 holds one account with all drops, the fees and the amendments; ledger 2 is its empty
 * closed child. Then the first open ledger, 3, takes transactions (rippled: Ledger's genesis constructor,
 * Application::startGenesisLedger).
 */
import { type Fees, TOTAL_DROPS } from '../protocol/amounts/amount-math.ts';
import { decodeObject } from '../protocol/codec/decode.ts';
import type { LedgerEntry } from '../protocol/entries/entries.ts';
import { accountKeylet, amendmentsKeylet, feesKeylet } from '../protocol/entries/keylets.ts';
import { newEntry } from '../protocol/entries/new-entry.ts';
import { amendmentByName, GENESIS_AMENDMENTS } from '../protocol/tables/amendments.ts';
import type { AccountId, Hash256, Hex } from '../protocol/values.ts';
import { hexToBytes } from '../util/hex.ts';
import type { RecentLedgers } from './chain-entries.ts';
import type { ClosedLedger } from './closed-ledger.ts';

/**
 * The well-known passphrase of the account that owns all drops of a new chain. It is public, so anyone can sign for
 * that account.
 */
export const MASTER_PASSPHRASE = 'masterpassphrase';

/** Reference fee units of the older FeeSettings form. */
const FEE_UNITS = 10;

/** A ledger that a chain can begin with. */
export interface FirstLedger extends ClosedLedger {
  /** The entries of the whole state, without the list of recent ledgers. */
  readonly stateChanges: ReadonlyMap<Hash256, Uint8Array>;
  /** What that list names. */
  readonly recentLedgers: RecentLedgers;
}

export interface GenesisOptions {
  /** Ids in the order in which the Amendments entry lists them. */
  readonly amendments: readonly Hash256[];
  /** Names of further amendments, in force without being in that entry. */
  readonly unlistedRules?: readonly string[];
  readonly fees: Fees;
  /** What the chain votes for after every 256th ledger. Defaults to `fees`, so that the fees never change. */
  readonly votedFees?: Fees;
  /** 0 when the chain has none. */
  readonly networkId: number;
  /** True if the network id was given, even as 0: the server then reports it. */
  readonly isNetworkIdGiven?: boolean;
  /** Close time of ledger 2, in seconds since 2000-01-01T00:00:00Z; the clock's when absent. */
  readonly closeTimeSeconds?: number;
  /** The first ledger with its whole state, instead of a new ledger 1. Then the other options do not apply, except the network id. */
  readonly firstLedger?: FirstLedger;
  /** The whole state of ledger 1 (key → serialized entry), in place of what the other options imply. */
  readonly entries?: ReadonlyMap<Hash256, Hex>;
}

/** A new chain as Weir makes it: base fee 10 drops, reserve 1 XRP and 0.2 XRP an object, all active amendments. */
export const DEFAULT_GENESIS: GenesisOptions = {
  amendments: GENESIS_AMENDMENTS,
  fees: { baseDrops: 10n, reserveDrops: 1_000_000n, reserveIncrementDrops: 200_000n },
  networkId: 0,
};

/** rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh */
const MASTER_ACCOUNT: AccountId = 'B5F762798A53D543A014CAF8B297CFF8F2F937E8';

/** The account of `MASTER_PASSPHRASE`. */
export function masterAccount(): AccountId {
  return MASTER_ACCOUNT;
}

/** The entries of ledger 1. */
export function genesisEntries(options: GenesisOptions): LedgerEntry[] {
  if (options.entries !== undefined) {
    return [...options.entries].map(([index, hex]) => ({ ...decodeObject(hexToBytes(hex)), index }) as LedgerEntry);
  }
  const master = masterAccount();
  const account = newEntry(accountKeylet(master));
  account.Account = master;
  account.Sequence = 1;
  account.Balance = TOTAL_DROPS;
  const entries: LedgerEntry[] = [account, feeSettings(options)];
  if (options.amendments.length > 0) {
    const amendments = newEntry(amendmentsKeylet());
    amendments.Amendments = options.amendments;
    entries.push(amendments);
  }
  return entries;
}

function feeSettings({ amendments, fees }: GenesisOptions): LedgerEntry {
  const settings = newEntry(feesKeylet());
  const hasDropsForm = amendments.includes(amendmentByName('XRPFees')!.id);
  if (hasDropsForm) {
    settings.BaseFeeDrops = fees.baseDrops;
    settings.ReserveBaseDrops = fees.reserveDrops;
    settings.ReserveIncrementDrops = fees.reserveIncrementDrops;
  } else {
    settings.BaseFee = fees.baseDrops;
    settings.ReserveBase = Number(fees.reserveDrops);
    settings.ReserveIncrement = Number(fees.reserveIncrementDrops);
    settings.ReferenceFeeUnits = FEE_UNITS;
  }
  return settings;
}
