/** The option `--ledger-file` of `weir start`: a whole ledger in rippled's JSON, with which a new chain begins. */
import { readFileSync } from 'node:fs';
import { feesOf } from '../../ledger/chain-entries.ts';
import { DEFAULT_GENESIS, type FirstLedger, type GenesisOptions } from '../../ledger/genesis.ts';
import { type RuleDifferences, ruleDifferences } from '../../ledger/rule-differences.ts';
import { decodeObject } from '../../protocol/codec/decode.ts';
import type { Amendments, FeeSettings } from '../../protocol/entries/entries.ts';
import { amendmentsKeylet, feesKeylet } from '../../protocol/entries/keylets.ts';
import type { Hash256 } from '../../protocol/values.ts';
import { firstLedgerOf, readFullLedger } from '../../replay/full-ledger.ts';
import { parseJsonObject } from '../../rpc/method-doc/positional-words.ts';
import type { LedgerStore } from '../../storage/ledger-store.ts';
import { CommandError } from '../../util/command-error.ts';
import { excludeOthers, type GivenWords } from './given-words.ts';

export interface LedgerFileOption {
  readonly name: string;
  /** True: the ledger may have amendments whose rules Weir lacks. */
  readonly allowsLackingRules: boolean;
}

/** The ledger gives what these options would. */
const EXCLUDED = ['amendments', 'base-fee', 'cluster', 'fork', 'genesis', 'like', 'reserve-base', 'reserve-inc'];

/** @throws a usage error that names the option */
export function ledgerFileOption(words: GivenWords): LedgerFileOption | undefined {
  const { 'ledger-file': name, 'allow-missing-amendments': allowsLackingRules } = words;
  if (name === undefined) return undefined;
  excludeOthers(words, 'ledger-file', EXCLUDED);
  return { name: name as string, allowsLackingRules: allowsLackingRules === true };
}

/** The chain that begins with the ledger in the file. @throws CommandError that names the file */
export function readLedgerFile({ name, allowsLackingRules }: LedgerFileOption): GenesisOptions {
  const firstLedger = firstLedgerOf(readFullLedger(parseJsonObject(readText(name), name), name));
  const { lacking } = ledgerRules(firstLedger);
  if (lacking.length > 0 && !allowsLackingRules) {
    throw new CommandError(`${name}: the ledger has amendments whose rules Weir lacks: ${lacking.join(', ')}`);
  }
  const fees = feesOf(entryAt(firstLedger, feesKeylet().key) as FeeSettings | undefined);
  return { ...DEFAULT_GENESIS, amendments: [], fees, firstLedger };
}

/** Where the rules of the ledger differ from Weir's. */
export function ledgerRules(ledger: FirstLedger): RuleDifferences {
  const amendments = entryAt(ledger, amendmentsKeylet().key) as Amendments | undefined;
  return ruleDifferences(amendments?.Amendments ?? []);
}

/** @throws CommandError if the store has another chain */
export function checkLedgerFile({ header }: FirstLedger, store: LedgerStore): void {
  const first = store.ledgerRange()?.first;
  if (first === undefined || store.header(first)?.hash === header.hash) return;
  throw new CommandError(
    `the data are of a chain that did not begin with ledger ${header.ledgerIndex} (${header.hash}): omit --ledger-file to ` +
      'continue it, or name another --data',
  );
}

function readText(name: string): string {
  try {
    return readFileSync(name, 'utf8');
  } catch (error) {
    throw new CommandError(`cannot read ${name}: ${(error as NodeJS.ErrnoException).code}`);
  }
}

function entryAt({ stateChanges }: FirstLedger, key: Hash256): unknown {
  const bytes = stateChanges.get(key);
  return bytes && decodeObject(bytes);
}
