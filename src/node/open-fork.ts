/**
 * Opens a fork of another network: begins it in an empty store, or continues it. Its first ledger has the header of the other
 * server's ledger. The account hash of all later ones is that of a tree of the entries that the fork changed and the list of recent
 * hashes, because the whole state is not known.
 */
import { feesOf, ledgersIn } from '../ledger/chain-entries.ts';
import type { PreparedLedger } from '../ledger/derived-changes.ts';
import { ruleDifferences } from '../ledger/rule-differences.ts';
import { decodeObject } from '../protocol/codec/decode.ts';
import type { EntryName, Keylet, LedgerEntries, LedgerEntry } from '../protocol/entries/entries.ts';
import { accountKeylet, amendmentsKeylet, feesKeylet, skipKeylet } from '../protocol/entries/keylets.ts';
import type { AccountId, Hash256, JsonObject } from '../protocol/values.ts';
import { StateTree } from '../shamap/state-tree.ts';
import type { Fork } from '../storage/fork/fork.ts';
import { type ForkBase, ForkReadError } from '../storage/fork/fork-base.ts';
import { type ForkOrigin, forkValue, readForkOrigin } from '../storage/fork/fork-origin.ts';
import { ForkedStore } from '../storage/fork/forked-store.ts';
import { suggestedKeys } from '../storage/fork/suggested-keys.ts';
import { type LedgerStore, StoreError } from '../storage/ledger-store.ts';
import { serverName } from '../util/server-name.ts';
import { finishSteps } from '../util/steps.ts';
import { chainParameters, type RandomBytes, readChainParameters } from './chain-parameters.ts';
import { encodedEntries, updateTree } from './close/update-tree.ts';
import { deriveChanges } from './derived/derive-changes.ts';
import { forkFunds } from './development-funds.ts';

export interface ForkOptions {
  readonly url: string;
  /** True: the fork may have amendments whose rules Weir lacks. */
  readonly allowsLackingRules?: boolean | undefined;
  /** Accounts that the first ledger has besides those of the network. */
  readonly accounts?: readonly { readonly id: AccountId; readonly drops: bigint }[];
  readonly randomBytes: RandomBytes;
}

/**
 * Rejects with a `StoreError` if the store has another chain or the fork of another ledger, or for rules that Weir lacks; with a
 * `ForkReadError` if the other server does not answer.
 */
export async function openFork(own: LedgerStore, base: ForkBase, options: ForkOptions): Promise<Fork> {
  const origin = readForkOrigin(own);
  const { ledgerIndex, hash: ledgerHash } = base.header;
  if (origin === undefined && own.ledgerRange() !== undefined) {
    throw new StoreError('the data are of a chain that is no fork: a fork begins without data');
  }
  if (origin !== undefined && origin.ledgerHash !== ledgerHash) {
    throw new StoreError(`the data are of a fork of ledger ${nameOf(origin)}, not of ${ledgerIndex} (${ledgerHash})`);
  }
  base.prefetch([amendmentsKeylet().key, feesKeylet().key, skipKeylet().key]);
  const rules = ruleDifferences(readEntry(base, amendmentsKeylet())?.Amendments ?? []);
  if (rules.lacking.length > 0 && options.allowsLackingRules !== true) {
    throw new StoreError(`the network has amendments whose rules Weir lacks: ${rules.lacking.join(', ')}`);
  }
  if (origin === undefined) await foundFork(own, base, options);
  return {
    store: new ForkedStore(own, base),
    facts: { url: origin?.url ?? serverName(options.url), ledgerIndex, ledgerHash, rules, server: base },
    networkId: readChainParameters(own).networkId,
    stopBlocking: () => base.stopBlocking(),
    expect: ({ fields }) => base.prefetch(suggestedKeys(fields)),
    request: (method, params) => base.request(method, params),
  };
}

/** @throws StoreError for a store that can be opened only as a fork */
export function requireNoFork(store: LedgerStore): void {
  const origin = readForkOrigin(store);
  if (origin === undefined) return;
  throw new StoreError(`the data are of a fork of ledger ${nameOf(origin)} of ${origin.url}: start with --fork`);
}

function nameOf({ ledgerIndex, ledgerHash }: ForkOrigin): string {
  return `${ledgerIndex} (${ledgerHash})`;
}

async function foundFork(own: LedgerStore, base: ForkBase, { url, accounts = [], randomBytes }: ForkOptions) {
  const { header } = base;
  const networkId = await networkIdOf(base);
  const fees = feesOf(readEntry(base, feesKeylet()));
  const recentLedgers = ledgersIn(readEntry(base, skipKeylet()));
  if (recentLedgers.hashes.at(-1) !== header.parentHash) {
    throw new ForkReadError(
      `${serverName(url)} has another list of recent ledgers than ledger ${header.ledgerIndex} must have`,
    );
  }
  const funds = forkFunds((id) => readEntry(base, accountKeylet(id)), header.ledgerIndex, accounts);
  const parameters = chainParameters({ amendments: [], fees, networkId }, randomBytes);
  const origin = { url: serverName(url), ledgerIndex: header.ledgerIndex, ledgerHash: header.hash, recentLedgers };
  own.replace([firstLedger(base, funds)], new Map([...parameters, forkValue(origin)]));
}

async function networkIdOf(base: ForkBase): Promise<number> {
  const { info } = await base.request('server_info', {});
  const id = (info as JsonObject | undefined)?.network_id;
  return typeof id === 'number' ? id : 0;
}

/** The header of the other server's ledger, and the entries that differ from the beginning. */
function firstLedger({ header }: ForkBase, entries: readonly LedgerEntry[]): PreparedLedger {
  const changedEntries = new Map<Hash256, LedgerEntry>(entries.map((entry) => [entry.index, entry]));
  const tree = new StateTree(() => undefined);
  const stateChanges = finishSteps(updateTree(tree, encodedEntries(changedEntries)));
  const derived = finishSteps(deriveChanges({ before: undefined, transactions: [], changedEntries, tree }));
  return { header, transactions: [], stateChanges, derived };
}

function readEntry<Name extends EntryName>(
  base: ForkBase,
  { key }: Keylet<Name>,
): Readonly<LedgerEntries[Name]> | undefined {
  const bytes = base.entry(key);
  return bytes && ({ ...decodeObject(bytes), index: key } as unknown as LedgerEntries[Name]);
}
