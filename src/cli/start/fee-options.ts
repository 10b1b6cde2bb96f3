/** The options `--base-fee`, `--reserve-base` and `--reserve-inc`: what a new chain charges, in drops. */
import type { GenesisOptions } from '../../ledger/genesis.ts';
import { readChainParameters } from '../../node/chain-parameters.ts';
import type { Fees } from '../../protocol/amounts/amount-math.ts';
import type { LedgerStore } from '../../storage/ledger-store.ts';
import { CommandError, usageError } from '../../util/command-error.ts';

const ROWS = [
  { name: 'base-fee', fee: 'baseDrops', meaning: 'base fee' },
  { name: 'reserve-base', fee: 'reserveDrops', meaning: 'reserve of an account' },
  { name: 'reserve-inc', fee: 'reserveIncrementDrops', meaning: 'reserve of an object' },
] as const satisfies readonly { name: string; fee: keyof Fees; meaning: string }[];

/** Ledgers without the XRPFees amendment store reserves in 32 bits. */
const MOST_DROPS = 0xffff_ffffn;

type FeeWords = { readonly [name in (typeof ROWS)[number]['name']]?: string | undefined };

/** The given options. Throws a usage error for an invalid one, or together with `--genesis`, which sets the same fees. */
export function parseFeeOptions(words: FeeWords, hasGenesisFile: boolean): Partial<Fees> | undefined {
  const given = ROWS.filter(({ name }) => words[name] !== undefined);
  if (given.length === 0) return undefined;
  if (hasGenesisFile) {
    const members = given.map(({ name }) => `"${name.replace('-', '_')}"`).join(', ');
    throw usageError(`--${given[0]!.name} and --genesis exclude each other: put ${members} into the genesis file`);
  }
  return Object.fromEntries(given.map(({ name, fee }) => [fee, parseDrops(`--${name}`, words[name]!)]));
}

function parseDrops(option: string, text: string): bigint {
  const drops = /^\d{1,18}$/.test(text) ? BigInt(text) : undefined;
  if (drops === undefined || drops > MOST_DROPS) {
    throw usageError(`${option} must be a whole number of drops from 0 to ${MOST_DROPS}, not '${text}'`);
  }
  return drops;
}

/** The genesis with the fees of the options. */
export function withFees(genesis: GenesisOptions, fees: Partial<Fees> | undefined): GenesisOptions {
  return fees === undefined ? genesis : { ...genesis, fees: { ...genesis.fees, ...fees } };
}

/** @throws CommandError if the store has a chain with other fees, which options cannot change. */
export function checkFees(store: LedgerStore, fees: Partial<Fees> | undefined): void {
  if (fees === undefined || store.ledgerRange() === undefined) return;
  const { votedFees } = readChainParameters(store);
  for (const { name, fee, meaning } of ROWS) {
    const wanted = fees[fee];
    if (wanted === undefined || wanted === votedFees[fee]) continue;
    throw new CommandError(
      `the chain in the data directory was founded with a ${meaning} of ${votedFees[fee]} drops, not ${wanted}: ` +
        `leave out --${name}, or begin a new chain in another directory (--data)`,
    );
  }
}
